//! People and language models write moves and boards in many ways. Each text is read as its writer means it, or refused; where it has two
//! meanings, neither is preferred in silence.

mod boards;
mod moves;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Fields, Pointer, Reader, Start};
use inarow_engine::game::{Cell, Game, Position, Rules, Status};

/// The game and position that a tool reads from its arguments, or its refusal.
fn read(arguments: Value) -> Result<Start, String> {
    let Value::Object(members) = arguments else { unreachable!("arguments are an object") };
    let fields = Fields::of_tool(members);
    let start = Reader::of_request(&fields, "", Pointer::ROOT, |r| Some(Start::read(r)));
    start.map_err(|errors| format!("{errors:?}"))
}

/// The rules of a game as a tool takes it.
fn rules_of(game: &Value) -> Rules {
    read(json!({"game": game})).ok().and_then(|start| start.rules).expect("a game")
}

/// Numbers that look random and are the same in every run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// The first moves of a game in which no line is complete; on large boards they stand near each other.
fn moves(rules: &Rules, count: usize, seed: u64) -> Vec<Cell> {
    let mut draw = Draw(seed);
    let mut position = Position::new(Game::shared(rules));
    let mut moves = Vec::new();
    while moves.len() < count {
        let near: Vec<Cell> =
            position.legal_moves().filter(|cell| rules.cells() < 64 || is_near(rules, *cell)).collect();
        let cell = near[draw.below(near.len())];
        let mut next = position.clone();
        if next.play(cell).is_ok() && next.status() == Status::Ongoing {
            position = next;
            moves.push(cell);
        } else if near.len() < 3 {
            break;
        }
    }
    moves
}

/// Whether a cell of a large board is one of a region that has columns of one letter in several ways to count.
fn is_near(rules: &Rules, cell: Cell) -> bool {
    let (row, col) = rules.place(cell);
    row.abs_diff(rules.height() / 2) < 4 && col.abs_diff(rules.width() / 2) < 4
}

/// Misreadings by the way of writing, one of each way.
#[derive(Default)]
struct Misread(BTreeMap<String, String>);

impl Misread {
    fn note(&mut self, way: String, text: impl FnOnce() -> String) {
        self.0.entry(way).or_insert_with(text);
    }

    fn assert_none(self) {
        let list: Vec<String> = self.0.iter().map(|(way, text)| format!("{way}: {text}")).collect();
        assert!(list.is_empty(), "{} ways are misread:\n{}", list.len(), list.join("\n"));
    }
}

/// Games, and most moves that are written of each.
fn games() -> [(Value, usize); 6] {
    [
        (json!("tic-tac-toe"), 4),
        (json!("connect-four"), 7),
        (json!("gomoku"), 6),
        (json!({"width": 5, "height": 4, "k": 4}), 6),
        (json!({"width": 12, "height": 5, "k": 4, "gravity": true}), 7),
        (json!({"width": 3, "height": 5, "k": 3, "gravity": true}), 5),
    ]
}

/// The arguments of a call.
fn arguments(game: &Value, name: &str, value: Value) -> Value {
    let mut members = Map::new();
    members.insert("game".to_owned(), game.clone());
    members.insert(name.to_owned(), value);
    json!(members)
}
