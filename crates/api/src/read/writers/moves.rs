//! Ways to write moves.

use serde_json::{Value, json};

use super::{Misread, arguments, games, moves, read, rules_of};
use crate::read::has_column_numbers;
use inarow_engine::game::{Cell, Player, Rules, notation};

/// A cell in the ways to count it.
struct Spot<'r> {
    rules: &'r Rules,
    cell: Cell,
    /// The row from the top, from 0.
    row: usize,
    /// The column from the left, from 0.
    col: usize,
    /// The row from the bottom, from 1.
    rank: usize,
    letter: char,
}

impl Spot<'_> {
    fn new(rules: &Rules, cell: Cell) -> Spot<'_> {
        let (row, col) = rules.place(cell);
        Spot { rules, cell, row, col, rank: rules.height() - row, letter: notation::column_letter(col) }
    }

    fn name(&self) -> String {
        notation::cell_name(self.rules, self.cell)
    }

    /// The text of a column, where stones fall.
    fn column(&self, text: String) -> Option<String> {
        self.rules.gravity().then_some(text)
    }
}

/// The place of a move as a text; `None` where this game has none of this kind.
type Place = fn(&Spot<'_>) -> Option<String>;

const PLACES: &[(&str, Place)] = &[
    ("name", |at| Some(at.name())),
    ("upper", |at| Some(at.name().to_uppercase())),
    ("split name", |Spot { letter, rank, .. }| Some(format!("{letter} {rank}"))),
    ("dashed name", |Spot { letter, rank, .. }| Some(format!("{letter}-{rank}"))),
    ("swapped name", |Spot { letter, rank, .. }| Some(format!("{rank}{letter}"))),
    ("name in parentheses", |Spot { letter, rank, .. }| Some(format!("({letter}, {rank})"))),
    ("column letter", |at| at.column(at.letter.to_string())),
    ("column from 1", |at| at.column((at.col + 1).to_string())),
    ("column in words", |at| at.column(format!("column {}", at.col + 1))),
    ("cell from 0", |at| Some(at.cell.to_string())),
    ("cell from 1", |at| Some((at.cell + 1).to_string())),
    ("cell in words from 1", |at| Some(format!("cell {}", at.cell + 1))),
    ("(row, col) from 0", |Spot { row, col, .. }| Some(format!("({row}, {col})"))),
    ("(row, col) from 1", |Spot { row, col, .. }| Some(format!("({}, {})", row + 1, col + 1))),
    ("(col, row) from 0", |Spot { row, col, .. }| Some(format!("({col}, {row})"))),
    ("(col, row) from the bottom", |Spot { rank, col, .. }| Some(format!("({},{rank})", col + 1))),
    ("row, col from 0", |Spot { row, col, .. }| Some(format!("{row},{col}"))),
    ("row, col from 1", |Spot { row, col, .. }| Some(format!("{},{}", row + 1, col + 1))),
    ("row col from 1", |Spot { row, col, .. }| Some(format!("{} {}", row + 1, col + 1))),
    ("col row from the bottom", |Spot { rank, col, .. }| Some(format!("{} {rank}", col + 1))),
    ("row-col from 1", |Spot { row, col, .. }| Some(format!("{}-{}", row + 1, col + 1))),
    ("rowcol from 1", |Spot { row, col, .. }| Some(format!("{}{}", row + 1, col + 1))),
    ("r1c1 from the top", |Spot { row, col, .. }| Some(format!("r{}c{}", row + 1, col + 1))),
    ("R0C0 from the top", |Spot { row, col, .. }| Some(format!("R{row}C{col}"))),
    ("r1c1 from the bottom", |Spot { rank, col, .. }| Some(format!("r{rank}c{}", col + 1))),
    ("row and column", |Spot { row, col, .. }| Some(format!("row {}, column {}", row + 1, col + 1))),
    ("column and row", |Spot { row, col, .. }| Some(format!("column {} row {}", col + 1, row + 1))),
    ("row and letter", |Spot { row, letter, .. }| Some(format!("row {} column {letter}", row + 1))),
    ("x=, y=", |Spot { row, col, .. }| Some(format!("x={col}, y={row}"))),
];

/// The side that a move is by, before or after its place.
type Side = fn(Player, &str) -> String;

fn colour(side: Player, of: [&str; 2]) -> &str {
    if side == Player::X { of[0] } else { of[1] }
}

const SIDES: &[(&str, Side)] = &[
    ("no side", |_, place| place.to_owned()),
    ("X b2", |side, place| format!("{} {place}", side.name())),
    ("X: b2", |side, place| format!("{}: {place}", side.name())),
    ("Xb2", |side, place| format!("{}{place}", side.name())),
    ("b2 X", |side, place| format!("{place} {}", side.name())),
    ("b2 (X)", |side, place| format!("{place} ({})", side.name())),
    ("X=b2", |side, place| format!("{}={place}", side.name())),
    ("X->b2", |side, place| format!("{} -> {place}", side.name())),
    ("X plays b2", |side, place| format!("{} plays {place}", side.name())),
    ("Red: b2", |side, place| format!("{}: {place}", colour(side, ["Red", "Yellow"]))),
    ("Red: b2, Black: a1", |side, place| format!("{}: {place}", colour(side, ["Red", "Black"]))),
    ("Blue b2, Orange a1", |side, place| format!("{} {place}", colour(side, ["Blue", "Orange"]))),
    ("R b2", |side, place| format!("{} {place}", colour(side, ["R", "Y"]))),
    ("B b2", |side, place| format!("{} {place}", colour(side, ["B", "W"]))),
    ("B[b2]", |side, place| format!("{}[{place}]", colour(side, ["B", "W"]))),
    ("Player 1: b2", |side, place| format!("Player {}: {place}", colour(side, ["1", "2"]))),
    ("Player 1 b2", |side, place| format!("Player {} {place}", colour(side, ["1", "2"]))),
    ("Player 1 (X): b2", |side, place| format!("Player {} ({}): {place}", colour(side, ["1", "2"]), side.name())),
    ("Alice (X): b2", |side, place| format!("{} ({}): {place}", colour(side, ["Alice", "Bob"]), side.name())),
    ("Alice: b2", |side, place| format!("{}: {place}", colour(side, ["Alice", "Bob"]))),
    ("[X] b2", |side, place| format!("[{}] {place}", side.name())),
    ("P1: b2", |side, place| format!("P{}: {place}", colour(side, ["1", "2"]))),
    ("1: b2", |side, place| format!("{}: {place}", colour(side, ["1", "2"]))),
    ("1 b2", |side, place| format!("{} {place}", colour(side, ["1", "2"]))),
];

/// All moves as one value.
type Whole = fn(&[String]) -> Value;

fn numbered(moves: &[String], line: impl Fn(usize, &str) -> String, between: &str) -> Value {
    let lines: Vec<String> = moves.iter().enumerate().map(|(index, one)| line(index + 1, one)).collect();
    json!(lines.join(between))
}

fn rounds(moves: &[String], within: &str, line: impl Fn(usize, &str) -> String, between: &str) -> Value {
    let rounds: Vec<String> = moves.chunks(2).map(|round| round.join(within)).collect();
    numbered(&rounds, line, between)
}

const WHOLES: &[(&str, Whole)] = &[
    ("commas", |moves| json!(moves.join(", "))),
    ("tight commas", |moves| json!(moves.join(","))),
    ("blanks", |moves| json!(moves.join(" "))),
    ("lines", |moves| json!(moves.join("\n"))),
    ("comma lines", |moves| json!(moves.join(",\n"))),
    ("arrows", |moves| json!(moves.join(" -> "))),
    ("tight arrows", |moves| json!(moves.join("->"))),
    ("semicolons", |moves| json!(moves.join("; "))),
    ("dashes", |moves| json!(moves.join("-"))),
    ("wide dashes", |moves| json!(moves.join(" - "))),
    ("slashes", |moves| json!(moves.join("/"))),
    ("bars", |moves| json!(moves.join(" | "))),
    ("dots", |moves| json!(moves.join(". ") + ".")),
    ("then", |moves| json!(moves.join(" then "))),
    ("and", |moves| json!(moves.join(" and "))),
    ("nothing", |moves| json!(moves.concat())),
    ("result", |moves| json!(moves.join(" ") + " 1-0")),
    ("braces", |moves| json!(moves.join(" {a good move} "))),
    ("remarks", |moves| json!(moves.join(" (a good move), "))),
    ("remarks without commas", |moves| json!(moves.join(" (best) "))),
    ("list with remarks", |moves| moves.iter().map(|one| json!(format!("{one} (best)"))).collect()),
    ("list", |moves| json!(moves)),
    ("list of numbers", |moves| {
        moves.iter().map(|one| one.parse::<u64>().ok().map_or(json!(one), Value::from)).collect()
    }),
    ("list of lists", |moves| moves.chunks(2).map(|round| json!(round)).collect()),
    ("list of rounds", |moves| moves.chunks(2).map(|round| json!(round.join(" "))).collect()),
    ("list of rounds, commas", |moves| moves.chunks(2).map(|round| json!(round.join(", "))).collect()),
    ("list of objects", |moves| moves.iter().map(|one| json!({"move": one})).collect()),
    ("list of cells", |moves| moves.iter().map(|one| json!({"cell": one})).collect()),
    ("list of columns", |moves| moves.iter().map(|one| json!({"column": one})).collect()),
    ("sides as members", |moves| {
        let of = |first: usize| moves.iter().skip(first).step_by(2).collect::<Vec<_>>();
        json!({"X": of(0), "O": of(1)})
    }),
    ("object by numbers", |moves| {
        (1..).map(|number: usize| number.to_string()).zip(moves.iter().map(|one| json!(one))).collect()
    }),
    ("1. a", |moves| numbered(moves, |number, one| format!("{number}. {one}"), " ")),
    ("1. a lines", |moves| numbered(moves, |number, one| format!("{number}. {one}"), "\n")),
    ("1.a", |moves| numbered(moves, |number, one| format!("{number}.{one}"), " ")),
    ("1) a lines", |moves| numbered(moves, |number, one| format!("{number}) {one}"), "\n")),
    ("(1) a", |moves| numbered(moves, |number, one| format!("({number}) {one}"), " ")),
    ("[1] a", |moves| numbered(moves, |number, one| format!("[{number}] {one}"), " ")),
    ("1: a", |moves| numbered(moves, |number, one| format!("{number}: {one}"), ", ")),
    ("1: a lines", |moves| numbered(moves, |number, one| format!("{number}: {one}"), "\n")),
    ("1 a lines", |moves| numbered(moves, |number, one| format!("{number} {one}"), "\n")),
    ("1 a commas", |moves| numbered(moves, |number, one| format!("{number} {one}"), ", ")),
    ("1,a lines", |moves| numbered(moves, |number, one| format!("{number},{one}"), "\n")),
    ("1 - a lines", |moves| numbered(moves, |number, one| format!("{number} - {one}"), "\n")),
    ("#1 a", |moves| numbered(moves, |number, one| format!("#{number} {one}"), " ")),
    ("0. a", |moves| numbered(moves, |number, one| format!("{}. {one}", number - 1), " ")),
    ("Move 1: a", |moves| numbered(moves, |number, one| format!("Move {number}: {one}"), ", ")),
    ("Move 1: a lines", |moves| numbered(moves, |number, one| format!("Move {number}: {one}"), "\n")),
    ("Move 1 - a lines", |moves| numbered(moves, |number, one| format!("Move {number} - {one}"), "\n")),
    ("Move 1 a lines", |moves| numbered(moves, |number, one| format!("Move {number} {one}"), "\n")),
    ("table", |moves| numbered(moves, |number, one| format!("| {number} | {one} |"), "\n")),
    ("list 1. a", |moves| {
        moves.iter().enumerate().map(|(index, one)| json!(format!("{}. {one}", index + 1))).collect()
    }),
    ("list 1: a", |moves| {
        moves.iter().enumerate().map(|(index, one)| json!(format!("{}: {one}", index + 1))).collect()
    }),
    ("list 1 a", |moves| moves.iter().enumerate().map(|(index, one)| json!(format!("{} {one}", index + 1))).collect()),
    ("rounds", |moves| rounds(moves, " ", |_, one| one.to_owned(), "\n")),
    ("rounds, commas", |moves| rounds(moves, ", ", |_, one| one.to_owned(), "\n")),
    ("rounds 1. a b", |moves| rounds(moves, " ", |number, one| format!("{number}. {one}"), " ")),
    ("rounds 1. a b lines", |moves| rounds(moves, " ", |number, one| format!("{number}. {one}"), "\n")),
    ("rounds 1. a, b", |moves| rounds(moves, ", ", |number, one| format!("{number}. {one}"), "\n")),
    ("rounds 1: a b", |moves| rounds(moves, " ", |number, one| format!("{number}: {one}"), "\n")),
    ("rounds 1) a b", |moves| rounds(moves, " ", |number, one| format!("{number}) {one}"), "\n")),
    ("rounds 1 a b", |moves| rounds(moves, " ", |number, one| format!("{number} {one}"), "\n")),
    ("rounds 1 a b blanks", |moves| rounds(moves, " ", |number, one| format!("{number} {one}"), " ")),
    ("rounds [1] a b", |moves| rounds(moves, " ", |number, one| format!("[{number}] {one}"), " ")),
    ("rounds 1. a-b", |moves| rounds(moves, "-", |number, one| format!("{number}. {one}"), " ")),
    ("rounds 1. a / b", |moves| rounds(moves, " / ", |number, one| format!("{number}. {one}"), "\n")),
    ("round table", |moves| rounds(moves, " | ", |number, one| format!("| {number} | {one} |"), "\n")),
    ("by side, commas", |moves| {
        let of = |first: usize| moves.iter().skip(first).step_by(2).cloned().collect::<Vec<_>>().join(", ");
        json!(format!("X: {}\nO: {}", of(0), of(1)))
    }),
];

/// Ways to write moves with their sides.
const WITH_SIDES: [&str; 9] =
    ["commas", "blanks", "lines", "list", "1. a", "rounds", "dots", "Move 1: a lines", "Move 1 - a lines"];

const SEEDS: u64 = 1;

/// Each way to write moves is read as it is meant, or refused.
#[test]
fn moves_are_read_as_they_are_meant_or_refused() {
    let mut misread = Misread::default();
    let (mut texts, mut understood) = (0, 0);
    for (game, most) in games() {
        let rules = rules_of(&game);
        for seed in 0..SEEDS {
            let played = moves(&rules, 1 + seed as usize % most, seed);
            for (way, value) in written(&rules, &played) {
                for field in ["moves", "record"] {
                    if field == "record" && !value.is_string() {
                        continue;
                    }
                    texts += 1;
                    let Ok(start) = read(arguments(&game, field, value.clone())) else { continue };
                    let found = start.position.map(|position| position.moves().collect::<Vec<_>>()).unwrap_or_default();
                    understood += usize::from(found == played);
                    // Then the answer says how it was read.
                    if found != played && !has_column_numbers(&rules, &value) {
                        misread.note(format!("{field} of {game}, {way}"), || {
                            let names = |cells: &[Cell]| {
                                cells
                                    .iter()
                                    .map(|cell| notation::cell_name(&rules, *cell))
                                    .collect::<Vec<_>>()
                                    .join(" ")
                            };
                            format!("{value} is {} and not {}", names(&found), names(&played))
                        });
                    }
                }
            }
        }
    }
    println!("{understood} of {texts} understood");
    misread.assert_none();
}

/// These moves in every way, with the names of the ways.
fn written(rules: &Rules, played: &[Cell]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (place_name, place) in PLACES {
        let Some(places) = played.iter().map(|cell| place(&Spot::new(rules, *cell))).collect::<Option<Vec<String>>>()
        else {
            continue;
        };
        for (side_name, side) in SIDES {
            let sides = [Player::X, Player::O].into_iter().cycle();
            let moves: Vec<String> = places.iter().zip(sides).map(|(place, by)| side(by, place)).collect();
            let is_few = !std::ptr::eq(side_name.as_ptr(), SIDES[0].0.as_ptr());
            for (whole_name, whole) in WHOLES.iter().filter(|(name, _)| !is_few || WITH_SIDES.contains(name)) {
                all.push((format!("{place_name}, {side_name}, {whole_name}"), whole(&moves)));
            }
        }
    }
    all
}

/// Names of players and sides in brackets say whose move it is: those that contradict the order of play are refused.
#[test]
fn names_of_players_are_read_as_their_sides() {
    for (game, text, expected) in [
        ("connect-four", "Turn 1: Player 1 (Red): column 4\nTurn 2: Player 2 (Yellow): column 5", "d1 e1"),
        ("connect-four", "Move 1 - Red -> d\nMove 2 - Yellow -> e", "d1 e1"),
        ("connect-four", "Alice (Red): d\nBob (Yellow): d", "d1 d2"),
        ("connect-four", "Player 1: 4", "d1"),
        ("tic-tac-toe", "Alice (X): b2\nBob (O): a1", "b2 a1"),
        ("tic-tac-toe", "Alice (X) plays b2, Bob (O) plays a1", "b2 a1"),
        ("tic-tac-toe", "Player 1 (X) plays b2, Player 2 (O) plays a1", "b2 a1"),
        ("tic-tac-toe", "Alice [X]: b2, Bob [O]: a1", "b2 a1"),
        ("tic-tac-toe", "Turn 1: Alice (X): b2\nTurn 2: Bob (O): a1", "b2 a1"),
        ("tic-tac-toe", "1. Alice: b2 Bob: a1", "b2 a1"),
        ("tic-tac-toe", "Alice: b2, Bob: a1, Alice: c3", "b2 a1 c3"),
        ("tic-tac-toe", "[X] b2, [O] a1", "b2 a1"),
        ("tic-tac-toe", "Alice (O): b2, Bob (X): a1", ""),
        ("tic-tac-toe", "[O] b2, [X] a1", ""),
        ("tic-tac-toe", "Player 2 (X): b2, Player 1 (O): a1", ""),
        ("tic-tac-toe", "Alice: b2, Bob: a1, Bob: c3", ""),
        ("tic-tac-toe", "Alice: b2, Bob: a1, Carol: c3", ""),
        ("gomoku", "Alice (White): h8, Bob (Black): i9", ""),
        ("connect-four", "Move 1 - Yellow -> 4\nMove 2 - Red -> 5", ""),
    ] {
        let list: Value = text.split([',', '\n']).map(str::trim).collect();
        let rounds = text.contains("Bob: a1") && !text.contains(',');
        for value in [json!(text), list].into_iter().take(if rounds { 1 } else { 2 }) {
            let found = read(arguments(&json!(game), "moves", value.clone()))
                .ok()
                .and_then(|start| start.position)
                .map_or_else(String::new, |position| {
                    let names = position.moves().map(|cell| notation::cell_name(position.rules(), cell));
                    names.collect::<Vec<_>>().join(" ")
                });
            assert_eq!(found, expected, "{game}: {value}");
        }
    }
}
