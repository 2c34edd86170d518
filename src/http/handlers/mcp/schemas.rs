//! The schemas of the tools' results.

use serde_json::{Value, json};

use super::tool::Tool;
use inarow_api::views::{CELLS_LISTED_MAX, Outcome};
use inarow_engine::engine::Level;
use inarow_engine::engine::puzzle::Theme;
use inarow_engine::engine::review::Label;
use inarow_engine::game::Status;

/// The schema of a tool's structured content. Clients take only objects at its root.
pub(super) fn output(tool: Tool) -> Value {
    let (game, position) = (game(), position());
    match tool {
        Tool::BestMove => {
            object_with(json!({"game": game, "chosen": or_null(ranked()), "after": position}), legal_moves("after it"))
        }
        Tool::AnalysePosition => object(json!({"game": game, "moves": list(ranked()), "position": position})),
        Tool::ReviewGame => object(json!({
            "game": game, "moves": list(reviewed()), "position": position,
            "accuracy": object(json!({"X": accuracy(), "O": accuracy()})),
        })),
        Tool::DescribePosition => {
            object_with(json!({"game": game, "position": position}), legal_moves("of the position"))
        }
        Tool::ConvertRecord => object(json!({
            "game": game, "position": position,
            "records": or_null(object(json!({
                "moves": {"type": "string"}, "compact": text_or_null(), "columns": text_or_null(), "sgf": text_or_null(),
                "psq": text_or_null(),
            }))),
        })),
        Tool::GetPuzzle => object(json!({
            "game": game, "date": text_or_null(), "seed": {"type": "integer"},
            "themes": list(json!({"type": "string", "enum": Theme::ALL.map(Theme::name)})),
            "length": {"description": "Moves of the solver.", "type": "integer"},
            "difficulty": {"type": "integer", "minimum": 1, "maximum": 10}, "text": {"type": "string"},
            "moves": moves("The moves that lead to the position."), "position": position, "solution": or_null(ranked()),
        })),
        Tool::ListGames => object(json!({
            "games": list(object_with(json!({
                "name": {"type": "string"}, "title": {"type": "string"},
                "width": {"description": "Columns; of a game of lines, of its drawing.", "type": "integer"},
                "height": {"description": "Rows; of a game of lines, of its drawing.", "type": "integer"}, "k": {"type": "integer"},
                "gravity": {"type": "boolean"}, "misere": {"type": "boolean"},
            }), of_lines())),
            "levels": list(object(json!({
                "name": {"type": "string", "enum": Level::ALL.map(Level::name)}, "description": {"type": "string"},
            }))),
        })),
    }
}

/// An object with these members and no others.
fn object(properties: Value) -> Value {
    let names: Vec<&str> = properties.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    json!({"type": "object", "required": names, "additionalProperties": false, "properties": properties})
}

/// The legal moves, where there are few enough.
fn legal_moves(when: &str) -> Value {
    let description =
        format!("The legal moves {when}. Absent where each empty cell of more than {CELLS_LISTED_MAX} is one.");
    json!({"legalMoves": moves(&description)})
}

/// An object with these members, and these besides that may be absent.
fn object_with(properties: Value, more: Value) -> Value {
    let mut object = object(properties);
    let all = object["properties"].as_object_mut();
    if let (Some(all), Value::Object(more)) = (all, more) {
        all.extend(more);
    }
    object
}

fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

fn or_null(schema: Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// A value of a type, or null. No schema has a list of types: some clients refuse it.
fn described_or_null(description: &str, name: &str) -> Value {
    json!({"description": description, "anyOf": [{"type": name}, {"type": "null"}]})
}

fn moves(description: &str) -> Value {
    json!({"description": description, "type": "array", "items": {"type": "string"}})
}

fn side() -> Value {
    json!({"type": "string", "enum": ["X", "O"]})
}

fn accuracy() -> Value {
    described_or_null("0 to 100; null for a side without moves.", "number")
}

/// Further members of a game that is a list of lines.
fn of_lines() -> Value {
    json!({
        "cells": {"type": "integer"}, "lineCount": {"type": "integer"}, "dimensions": list(json!({"type": "integer"})),
        "wrap": list(json!({"type": "boolean"})), "axis": {"type": "integer"}, "shape": {"type": "string"},
    })
}

fn text_or_null() -> Value {
    or_null(json!({"type": "string"}))
}

/// The game in short: a game of lines has more, as the argument has it. The whole form stands in six tools.
fn game() -> Value {
    json!({
        "type": "object", "required": ["name", "width", "height", "k", "gravity"],
        "properties": {
            "name": text_or_null(),
            "width": {"type": "integer"}, "height": {"type": "integer"}, "k": {"type": "integer"}, "gravity": {"type": "boolean"},
        },
    })
}

fn position() -> Value {
    object_with(
        json!({
            "board": {"description": "Cell by cell, row by row from the top left.", "type": "string"}, "turn": side(),
            "status": {"type": "string", "enum": Status::ALL.map(Status::name)},
            "winner": or_null(side()),
        }),
        json!({"winningLines": {
            "description": "The lines that won; cells count from 0.",
            "type": "array", "items": list(json!({"type": "integer"})),
        }}),
    )
}

/// A score of a move.
fn score() -> Value {
    let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss, Outcome::Unknown];
    let mut score = object(json!({
        "outcome": {"type": "string", "enum": outcomes.map(Outcome::name)},
        "plies": described_or_null("To the end; null unless proven.", "integer"),
        "value": described_or_null("The heuristic's number; null if proven.", "integer"),
        "expected": {"description": "Between engines: 0 a loss, 1 a win. people: between people.", "type": "number"},
        "people": {"type": "number"},
    }));
    score["description"] = json!("For the side to move, which makes it.");
    score
}

fn ranked() -> Value {
    object(json!({
        "move": {"type": "string"}, "score": score(), "pv": moves("The move and the best play that follows."),
        "reasons": moves("Why it is played; may be empty."),
    }))
}

fn reviewed() -> Value {
    object_with(
        json!({
            "ply": {"type": "integer"}, "player": side(), "move": {"type": "string"}, "score": score(),
            "label": {"type": "string", "enum": Label::ALL.map(Label::name)},
            "better": described_or_null("Null if the move needs no better one.", "string"),
        }),
        json!({"best": moves("The better move and how play goes on."), "reasons": moves("What speaks against the move.")}),
    )
}
