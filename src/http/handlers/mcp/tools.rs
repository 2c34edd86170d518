//! The tools as the protocol lists them: titles, descriptions, schemas of their arguments.

use serde_json::{Value, json};

use super::tool::{LINES, LINES_DEFAULT, Tool};
use super::{schemas, views};
use crate::config::ServerLimits;
use inarow_api::endpoints::TOOL_MOVES_MAX;
use inarow_engine::engine::puzzle::Theme;
use inarow_engine::engine::{Engine, Level};
use inarow_engine::game::{Game, Overline, Preset};

impl Tool {
    const fn title(self) -> &'static str {
        match self {
            Tool::BestMove => "Choose a move",
            Tool::AnalysePosition => "Rank the moves",
            Tool::ReviewGame => "Review a game",
            Tool::DescribePosition => "Describe a position",
            Tool::ConvertRecord => "Read and write records",
            Tool::GetPuzzle => "Get a puzzle",
            Tool::ListGames => "List the games",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Tool::BestMove => {
                "Chooses a move for the side to move, at full strength or at a weaker level. Returns the move, its score \
                 (a proven win, draw or loss with its distance, or a heuristic's value), how play goes on, reasons, the board after \
                 it, and the legal moves there. At a weaker level an unproven score is the level's own view, which may be wrong."
            }
            Tool::AnalysePosition => {
                "Says who is winning: evaluates a position by ranking its moves, best first, each with its result or value, the best play \
                 that follows, and reasons. Without searchMoves the first is what the position is worth; with it only the moves named there are compared."
            }
            Tool::ReviewGame => {
                "Labels every move of a game (best, mistake, blunder, missed win, …), given by its moves or by a record, names better \
                 moves with what is known against each error, and gives the accuracy of both sides."
            }
            Tool::DescribePosition => {
                "Draws the board after some moves or of a position, says whose turn it is or how the game ended, and lists the legal moves. \
                 It judges nothing and is fast: use it to check moves."
            }
            Tool::ConvertRecord => {
                "Reads a game from its moves or from a record (names of cells, column digits, SGF, Piskvork) and writes it in each of these \
                 forms, with the board at its end."
            }
            Tool::GetPuzzle => {
                "Gives a position in which exactly one move wins, or does not lose, proven: the puzzle of today, of a date, or of a \
                 seed; of tic-tac-toe unless game says otherwise. To check an answer, call it again with the \
                 arguments that the text names and solution true: only the move named there is right."
            }
            Tool::ListGames => "Lists the games with their rules, and the levels of play.",
        }
    }

    /// The arguments, each as a JSON schema.
    fn arguments(self, limits: &ServerLimits) -> Value {
        let (game, moves) = (game_argument(self), moves_argument());
        let (board, turn) = (board_argument(), turn_argument());
        let most = (limits.movetime_ms_max, limits.depth_max);
        let movetime = json!({
            "description": if self == Tool::ReviewGame { "Milliseconds for the whole game." } else { "Time in milliseconds, waiting included." }, "type": "integer", "minimum": 1, "maximum": most.0,
        });
        let depth = json!({
            "description": "Plies to look ahead. Default: the strongest play.", "type": "integer", "minimum": 1, "maximum": most.1,
        });
        match self {
            Tool::BestMove => json!({
                "game": game, "moves": moves, "board": board, "turn": turn,
                "level": {
                    "description": "How well to play. Default: perfect.",
                    "type": "string",
                    "enum": Level::ALL.map(Level::name),
                },
                "movetime": movetime, "depth": depth,
                "seed": {"description": "Makes the play of a level repeatable.", "type": "integer", "minimum": 0},
            }),
            Tool::AnalysePosition => json!({
                "game": game, "moves": moves, "board": board, "turn": turn, "movetime": movetime, "depth": depth,
                LINES: {
                    "description": format!("How many moves to rank, or all if there are fewer. Default: {LINES_DEFAULT}."),
                    "type": "integer", "minimum": 1, "maximum": TOOL_MOVES_MAX,
                },
                "searchMoves": {"description": "Compare only these, each an element, named as in moves.", "type": "array", "items": {"type": "string"}},
            }),
            Tool::ReviewGame => {
                json!({"game": game, "moves": moves, "record": record_argument(), "movetime": movetime, "depth": depth})
            }
            Tool::DescribePosition => json!({"game": game, "moves": moves, "board": board, "turn": turn}),
            Tool::ConvertRecord => json!({"game": game, "moves": moves, "record": record_argument()}),
            Tool::GetPuzzle => json!({
                "game": game,
                "date": {"description": "A day: YYYY-MM-DD, yesterday, today (default) or tomorrow.", "type": "string"},
                "seed": {"description": "Instead of a date: any number for a puzzle.", "type": "integer", "minimum": 0},
                "theme": {"description": "The task. Default: any.", "type": "string", "enum": Theme::ALL.map(Theme::name)},
                "difficulty": {"description": "1 (easy) to 10, or a range: \"3-5\". Default: any.", "anyOf": types(&["integer", "string"])},
                "solution": {"description": "Whether to give the solution. Default: false.", "type": "boolean"},
            }),
            Tool::ListGames => json!({}),
        }
    }

    /// Whether its results have a view.
    const fn has_view(self) -> bool {
        matches!(self, Tool::BestMove | Tool::AnalysePosition | Tool::ReviewGame | Tool::GetPuzzle)
    }

    /// The tool as the protocol lists it, for a client with views or without.
    pub(super) fn definition(self, has_views: bool, limits: &ServerLimits) -> Value {
        let mut definition = json!({
            "name": self.name(),
            "title": self.title(),
            "description": self.description(),
            "inputSchema": {
                "type": "object",
                "properties": self.arguments(limits),
                "additionalProperties": false,
            },
            "outputSchema": schemas::output(self),
            "annotations": {"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false},
        });
        if has_views && self.has_view() {
            definition["_meta"] = json!({"ui": {"resourceUri": views::URI}});
        }
        definition
    }
}

/// The argument `game` as a JSON schema. Models read all schemas: one tool has all forms of rules, the others refer to it.
fn game_argument(tool: Tool) -> Value {
    let has_puzzles = |preset: &Preset| tool != Tool::GetPuzzle || Engine::has_puzzles(&Game::shared(preset.rules()));
    let names: Vec<&str> = Preset::ALL.into_iter().filter(has_puzzles).map(Preset::name).collect();
    if tool != Tool::BestMove {
        let count = || json!({"type": "integer"});
        return json!({
            "description": "A game's name, or rules; best_move has all their forms. Default: tic-tac-toe.",
            "anyOf": [
                {"type": "string", "enum": names},
                {"type": "object", "properties": {
                    "width": count(), "height": count(), "k": count(),
                    "gravity": {"description": "Whether stones fall. Default: false.", "anyOf": types(&["boolean", "integer"])},
                    "overline": {"type": "string", "enum": Overline::ALL.map(Overline::name)}, "misere": {"type": "boolean"},
                }},
            ],
        });
    }
    // Drawings of games of lines, which answers have, are larger than boards: no schema bounds them.
    let side = || json!({"type": "integer", "minimum": 1});
    json!({
        "description": "A game's name; or rules of your own: width and height up to 20, k, gravity, \
                        overline and misere (without \"gravity\": true no stone falls: Connect Four on 6×5 is {\"width\": 6, \"height\": 5, \"k\": 4, \"gravity\": true}); or lines of cells, numbered from 0: cells and lines, perhaps above, layout and misere; or dimensions \
                        and k, perhaps wrap, gravity and misere; or width, height and shape, a polyomino whose copies are the lines. An answer's game \
                        is one, except lists of lines. Default: tic-tac-toe.",
        "anyOf": [
            {"type": "string", "enum": names},
            {"type": "object", "properties": {
                "name": {"anyOf": types(&["string", "null"])},
                "width": side(), "height": side(), "k": side(),
                "gravity": {
                    "description": "Whether stones fall. Default: false. With dimensions \"none\" or the axis along which they fall; default: none.",
                    "anyOf": types(&["boolean", "integer", "string"]),
                },
                "overline": {"type": "string", "enum": Overline::ALL.map(Overline::name)},
                "misere": {"description": "Whether a line loses.", "type": "boolean"},
                "cells": {"type": "integer"},
                "lines": {"description": "The cells of each line: [[0,1,2],[0,3,6]].", "type": "array", "items": numbers()},
                "above": {"description": "The cells of each column from the bottom up.", "type": "array", "items": numbers()},
                "layout": {"description": "Row and column of each cell.", "type": "array", "items": numbers()},
                "dimensions": {"description": "Such as [4,4,4].", "type": "array", "items": {"type": "integer"}},
                "wrap": {"description": "Such as [true,false].", "type": "array", "items": {"type": "boolean"}},
                "shape": {"description": "Such as \".XX/XX.\".", "type": "string"},
            }},
        ],
    })
}

/// Schemas of single types. A list of types in one schema is refused by some models' providers.
fn types(names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| json!({"type": name})).collect()
}

/// The schema of a list of numbers, such as cells.
fn numbers() -> Value {
    json!({"type": "array", "items": {"type": "integer"}})
}

/// The argument `board` as a JSON schema.
fn board_argument() -> Value {
    json!({
        "description": "If moves are unknown: a board. Rows from the top, X, O and . for empty: \"X.O/.X./...\". R and Y are X and O.",
        "type": "string",
    })
}

/// The argument `turn` as a JSON schema.
fn turn_argument() -> Value {
    json!({"description": "With board: the side to move, if unclear.", "type": "string", "enum": ["X", "O"]})
}

/// The argument `record` as a JSON schema.
fn record_argument() -> Value {
    json!({
        "description": "Instead of moves: a game as people write it, such as \"b2 a1 c3\" or the text of an SGF file.",
        "type": "string",
    })
}

/// The argument `moves` as a JSON schema.
fn moves_argument() -> Value {
    json!({
        "description": "The moves from the empty board, X first, such as [\"b2\", \"a1\"]: column letter from the left (i too), row number \
                        from the bottom. With gravity the column is enough, \"d\" or, from 1, \"4\". In a game of lines cells are numbers, from 0: \"17\".",
        "type": "array",
        "items": {"type": "string"},
    })
}
