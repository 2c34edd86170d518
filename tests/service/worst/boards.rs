//! Boards that are dear to judge.

use serde_json::json;

use super::Worst;

const SIDE: usize = 20;
/// Every bottom stone is O's, so that X cannot have begun.
const UNREACHABLE: &str = "..O.OXX/XOX.OOO/XOX.XOX/OXX.OXX/XXO.XXX/OOO.OOO";

/// Boards whose reachability may take a search.
pub fn reachability() -> Vec<Worst> {
    let connect_four = json!({"game": "connect-four", "turn": "X", "depth": 1, "board": UNREACHABLE});
    let mut all = vec![
        Worst::get("all O at the bottom, GET", format!("/v1/position?game=connect-four&turn=X&board={UNREACHABLE}")),
        Worst::post("all O at the bottom, move", "/v1/move", connect_four),
        Worst::batch(
            "64 boards with O at the bottom",
            |_| json!({"kind": "position", "game": "connect-four", "turn": "X", "board": UNREACHABLE}),
        ),
    ];
    let gravity = json!({"width": SIDE, "height": 7, "k": 4, "gravity": true});
    let exact = json!({"width": SIDE, "height": SIDE, "k": 5, "overline": "forbidden"});
    for (name, rules, (board, turn)) in [
        ("20 columns on a bottom of O", &gravity, bottom_of_o()),
        ("20 columns behind a bottleneck", &gravity, bottleneck()),
        ("overlines everywhere", &exact, overlines()),
    ] {
        for (path, extra) in [("position", ""), ("position", "strict"), ("move", ""), ("analysis", "")] {
            let mut body = json!({"game": rules, "board": board, "turn": turn});
            if !extra.is_empty() {
                body[extra] = true.into();
            }
            if path != "position" {
                body["depth"] = 1.into();
                body["heuristic"] = "lines".into();
            }
            all.push(Worst::post(&format!("{name}, {path} {extra}"), &format!("/v1/{path}"), body));
        }
    }
    all
}

/// 20×20 with every second cell or so taken and never three in a row; another board for each number.
pub fn scattered(number: usize) -> String {
    let cell = |cell: usize| match (cell % SIDE + 2 * (cell / SIDE)) % 4 {
        _ if (cell * 7 + number * 31) % 5 < 2 => '.',
        0 | 1 => 'X',
        _ => 'O',
    };
    (0..SIDE * SIDE).map(cell).collect()
}

/// 20×20 with X on all cells but the last ones.
pub fn one_colour(empties: usize) -> String {
    "X".repeat(SIDE * SIDE - empties) + &".".repeat(empties)
}

/// All moves on 20×20, none of which ends the game: X and O take turns in a pattern without three in a row.
pub fn quiet_moves() -> Vec<usize> {
    let is_x = |cell: &usize| (cell % SIDE + 2 * (cell / SIDE)) % 4 < 2;
    let (x, o): (Vec<usize>, Vec<usize>) = (0..SIDE * SIDE).partition(is_x);
    x.into_iter().zip(o).flat_map(|(x, o)| [x, o]).collect()
}

/// Columns that all begin with O.
fn bottom_of_o() -> (String, &'static str) {
    const UNIT: [&str; 8] = ["OXOXX", "OXXOO", "OOXXXO", "", "OXOXOO", "OXXOOX", "OXXXOX", ""];
    board(7, UNIT.iter().cycle().take(SIDE).map(|column| column.to_string()).collect())
}

/// After X's two stones in the first column and two of O's anywhere, X has no cell to have played on.
fn bottleneck() -> (String, &'static str) {
    const UNIT: [&str; 8] = ["", "OOOXXX", "OOXXOX", "OXOOXX", "", "OOXXXO", "OOOXOX", "OOXOXX"];
    let columns = UNIT.iter().cycle().take(SIDE).enumerate();
    board(7, columns.map(|(index, column)| if index == 0 { "XOOOXX".to_owned() } else { column.to_string() }).collect())
}

/// 20×20 in whole rows of one colour but for the ends: each part of a row is an overline, which ends no game.
fn overlines() -> (String, &'static str) {
    let row = |row: usize| if row.is_multiple_of(2) { "X".repeat(SIDE) } else { "O".repeat(SIDE) };
    let mut rows: Vec<String> = (0..SIDE).map(row).collect();
    // As many stones of each colour.
    rows[0].replace_range(7..13, &".".repeat(6));
    rows[SIDE - 1].replace_range(3..16, &".".repeat(13));
    (rows.join("/"), "X")
}

/// The board of these columns, each from the bottom up, with X to move: stones on top go until there are as many of each.
fn board(height: usize, mut columns: Vec<String>) -> (String, &'static str) {
    loop {
        let count = |stone: char| columns.iter().map(|column| column.matches(stone).count()).sum::<usize>();
        let surplus = match count('X').cmp(&count('O')) {
            std::cmp::Ordering::Equal => break,
            std::cmp::Ordering::Greater => 'X',
            std::cmp::Ordering::Less => 'O',
        };
        // On top of a high column, and if there is one, a stone of the surplus.
        let highest = columns.iter_mut().max_by_key(|column| (column.ends_with(surplus), column.len()));
        highest.expect("a column").pop();
    }
    let cell = |column: &String, row: usize| column.chars().nth(height - 1 - row).unwrap_or('.');
    let row = |row: usize| columns.iter().map(|column| cell(column, row)).collect::<String>();
    ((0..height).map(row).collect::<Vec<_>>().join("/"), "X")
}
