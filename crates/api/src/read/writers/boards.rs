//! Ways to write boards.

use serde_json::{Value, json};

use super::{Misread, arguments, games, moves, read, rules_of};
use inarow_engine::game::{Game, Player, Position, Rules};

/// Signs of X, O and an empty cell.
const SIGNS: &[[&str; 3]] = &[
    ["X", "O", "."],
    ["x", "o", "-"],
    ["X", "O", "_"],
    ["X", "O", " "],
    ["X", "O", ""],
    ["X", "O", "0"],
    ["X", "O", "*"],
    ["X", "0", "."],
    ["1", "2", "0"],
    ["1", "-1", "0"],
    ["1", "0", "."],
    ["2", "1", "0"],
    ["R", "Y", "."],
    ["r", "y", "_"],
    ["B", "W", "."],
    ["R", "B", "."],
    ["B", "R", "."],
    ["W", "B", "."],
    ["O", "X", "."],
    ["🔴", "🟡", "⚪"],
    ["🟡", "🔴", "⚪"],
    ["❌", "⭕", "⬜"],
    ["⭕", "❌", "⬜"],
    ["⚫", "⚪", "."],
    ["⚪", "⚫", "."],
    ["●", "○", "."],
    ["○", "●", "."],
    ["⬛", "⬜", "."],
    ["🔵", "🔴", "⚪"],
    ["X", "O", "null"],
    ["X", "O", "E"],
    ["A", "B", "."],
    ["P1", "P2", "."],
];

/// Signs by which the side that the service calls O began: its boards are those with the sides exchanged.
fn is_exchanged(signs: &[&str; 3]) -> bool {
    matches!(signs, ["O", "X", _] | ["W", "B", _] | ["⭕", ..] | ["🟡", ..] | ["⚪", "⚫", _] | ["○", ..])
}

type Rows = Vec<Vec<String>>;
type Layout = fn(&Rows) -> Value;

fn joined(rows: &Rows, cell: &str, row: &str) -> Value {
    json!(rows.iter().map(|cells| cells.join(cell)).collect::<Vec<_>>().join(row))
}

fn labelled(rows: &Rows, label: impl Fn(usize) -> String, head: bool) -> Value {
    let lines = rows.iter().enumerate().map(|(row, cells)| format!("{} {}", label(row), cells.join(" ")));
    let letters: Vec<String> = (0..rows[0].len()).map(|col| char::from(b'A' + col as u8).to_string()).collect();
    let first = head.then(|| format!("  {}", letters.join(" ")));
    json!(first.into_iter().chain(lines).collect::<Vec<_>>().join("\n"))
}

fn numbers(rows: &Rows) -> Vec<Vec<Value>> {
    let value = |cell: &String| match cell.as_str() {
        "null" => Value::Null,
        text => text.parse::<i64>().map_or(json!(text), Value::from),
    };
    rows.iter().map(|row| row.iter().map(value).collect()).collect()
}

const LAYOUTS: &[(&str, Layout)] = &[
    ("lines", |rows| joined(rows, "", "\n")),
    ("blanks", |rows| joined(rows, " ", "\n")),
    ("commas", |rows| joined(rows, ",", "\n")),
    ("bars", |rows| joined(rows, "|", "\n")),
    ("wide bars", |rows| joined(rows, " | ", "\n---+---\n")),
    ("slashes", |rows| joined(rows, "", "/")),
    ("wide slashes", |rows| joined(rows, " ", " / ")),
    ("semicolons", |rows| joined(rows, " ", "; ")),
    ("one line", |rows| joined(rows, "", "")),
    ("one line, blanks", |rows| joined(rows, " ", " ")),
    ("one line, commas", |rows| joined(rows, ",", ",")),
    ("table", |rows| json!(rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect::<Vec<_>>().join("\n"))),
    ("fence", |rows| json!(format!("```\n{}\n```", joined(rows, " ", "\n").as_str().unwrap_or_default()))),
    ("heading", |rows| json!(format!("Current board:\n{}", joined(rows, " ", "\n").as_str().unwrap_or_default()))),
    ("title", |rows| json!(format!("Tic Tac Toe\n\n{}\n", joined(rows, "|", "\n").as_str().unwrap_or_default()))),
    ("title of a line", |rows| json!(format!("Board: {}", joined(rows, "", "/").as_str().unwrap_or_default()))),
    ("turn above", |rows| json!(format!("Turn: X\n{}", joined(rows, "", "\n").as_str().unwrap_or_default()))),
    ("turn below", |rows| json!(format!("{}\nO's turn", joined(rows, " ", "\n").as_str().unwrap_or_default()))),
    ("colours below", |rows| {
        json!(format!("{}\nR=red, Y=yellow", joined(rows, " ", "\n").as_str().unwrap_or_default()))
    }),
    ("heading over a fence", |rows| {
        json!(format!("Position:\n```\n{}\n```\nNext: X", joined(rows, " ", "\n").as_str().unwrap_or_default()))
    }),
    ("sentences", |rows| {
        let drawing = labelled(rows, |row| (rows.len() - row).to_string(), true);
        json!(format!("After it:\n{}\nLegal moves: a1, b1.", drawing.as_str().unwrap_or_default()))
    }),
    ("list of rows", |rows| json!(rows.iter().map(|row| row.concat()).collect::<Vec<_>>())),
    ("list of wide rows", |rows| json!(rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>())),
    ("list of lists", |rows| json!(numbers(rows))),
    ("list of cells", |rows| json!(numbers(rows).concat())),
    ("text of lists", |rows| json!(json!(numbers(rows)).to_string())),
    ("rows from 1 at the top", |rows| labelled(rows, |row| (row + 1).to_string(), true)),
    ("rows from 0", |rows| labelled(rows, |row| row.to_string(), false)),
    ("rows from the bottom", |rows| labelled(rows, |row| (rows.len() - row).to_string(), true)),
    ("rows with letters", |rows| labelled(rows, |row| char::from(b'A' + row as u8).to_string(), false)),
    ("runs", |rows| {
        let run = |row: &Vec<String>| {
            row.chunk_by(|one, other| one == other).map(|run| format!("{}{}", run.len(), run[0])).collect::<String>()
        };
        json!(rows.iter().map(run).collect::<Vec<_>>().join("/"))
    }),
];

/// The rows of a board in these signs, and in another order where stones fall: there it shows.
fn orders(rules: &Rules, rows: &Rows) -> Vec<(&'static str, Rows)> {
    let columns = (0..rules.width()).map(|col| rows.iter().map(|row| row[col].clone()).collect()).collect();
    let from_bottom = rows.iter().rev().cloned().collect();
    let mut orders = vec![("", rows.clone())];
    if rules.gravity() && rules.width() != rules.height() {
        orders.extend([(" columns", columns), (" from the bottom", from_bottom)]);
    }
    orders
}

/// Each way to write a board is read as it is meant, or refused.
#[test]
fn boards_are_read_as_they_are_meant_or_refused() {
    let mut misread = Misread::default();
    let (mut texts, mut understood) = (0, 0);
    for (game, most) in games() {
        let rules = rules_of(&game);
        for seed in 0..2 {
            let played = moves(&rules, 1 + seed as usize % most, seed);
            let Ok(position) = Position::from_moves(Game::shared(&rules), &played) else { continue };
            for signs in SIGNS {
                let sign = |stone: &Option<Player>| match stone {
                    None => signs[2],
                    Some(side) => signs[usize::from(*side == Player::O)],
                };
                let rows: Rows = position
                    .cells()
                    .chunks(rules.width())
                    .map(|row| row.iter().map(|stone| sign(stone).to_owned()).collect())
                    .collect();
                for (order, rows) in orders(&rules, &rows) {
                    // Without rows a board has one order.
                    let has_rows = |name: &str| !name.starts_with("one line") && name != "list of cells";
                    for (layout_name, layout) in LAYOUTS.iter().filter(|(name, _)| order.is_empty() || has_rows(name)) {
                        let value = layout(&rows);
                        texts += 1;
                        let mut call = arguments(&game, "board", value.clone());
                        if is_exchanged(signs) {
                            call["turn"] = json!(position.turn().opponent().name());
                        }
                        let Some(found) = read(call).ok().and_then(|start| start.position) else { continue };
                        let exchanged: Vec<_> = found.cells().iter().map(|stone| stone.map(Player::opponent)).collect();
                        let cells = if is_exchanged(signs) { &exchanged } else { found.cells() };
                        understood += usize::from(cells == position.cells());
                        if cells != position.cells() {
                            misread.note(format!("{game}, {signs:?}, {layout_name}{order}"), || {
                                format!("{value} is {} and not {}", found.board(), position.board())
                            });
                        }
                    }
                }
            }
        }
    }
    println!("{understood} of {texts} understood");
    misread.assert_none();
}
