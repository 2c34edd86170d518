//! The tools: names, descriptions, arguments.

use serde_json::{Map, Value, json};

use super::{schemas, views};
use inarow_api::FieldErrors;
use inarow_api::read::{ErrorCode, Pointer};
use inarow_engine::engine::Level;
use inarow_engine::engine::puzzle::Theme;
use inarow_engine::game::{Overline, Preset};

/// A tool. Each but the last is an endpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tool {
    BestMove,
    AnalysePosition,
    ReviewGame,
    DescribePosition,
    ConvertRecord,
    GetPuzzle,
    ListGames,
}

/// The argument that says how many moves of an analysis are ranked.
const LINES: &str = "multiPv";
/// Moves of an analysis where the call does not say.
const LINES_DEFAULT: u64 = 5;
/// Most moves of an analysis: more is more than a model reads.
const LINES_MAX: u64 = 20;

impl Tool {
    pub(super) const ALL: [Tool; 7] = [
        Tool::BestMove,
        Tool::AnalysePosition,
        Tool::ReviewGame,
        Tool::DescribePosition,
        Tool::ConvertRecord,
        Tool::GetPuzzle,
        Tool::ListGames,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Tool::BestMove => "best_move",
            Tool::AnalysePosition => "analyse_position",
            Tool::ReviewGame => "review_game",
            Tool::DescribePosition => "describe_position",
            Tool::ConvertRecord => "convert_record",
            Tool::GetPuzzle => "get_puzzle",
            Tool::ListGames => "list_games",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Tool> {
        Tool::ALL.into_iter().find(|tool| tool.name() == name)
    }

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
                 it, and the legal moves there."
            }
            Tool::AnalysePosition => {
                "Ranks the moves of a position, best first, each with its result or value, the best play that follows, and reasons."
            }
            Tool::ReviewGame => {
                "Labels every move of a game (best, mistake, blunder, missed win, …), given by its moves or by a record, names better \
                 moves, and gives the accuracy of both sides."
            }
            Tool::DescribePosition => {
                "Draws the board after some moves, says whose turn it is or how the game ended, and lists the legal moves. It is fast: \
                 use it to check moves."
            }
            Tool::ConvertRecord => {
                "Reads a game from its moves or from a record (names of cells, column digits, SGF, Piskvork) and writes it in each of these \
                 forms, with the board at its end."
            }
            Tool::GetPuzzle => {
                "Gives a position in which exactly one move wins, or does not lose, proven: the puzzle of today, of a date, or of a seed, on \
                 small boards and boards with gravity. The solution comes on request."
            }
            Tool::ListGames => "Lists the games with their rules, and the levels of play.",
        }
    }

    /// The arguments, each as a JSON schema.
    fn arguments(self) -> Value {
        let (game, moves) = (game_argument(), moves_argument());
        let movetime = json!({"description": "Time for the search in milliseconds.", "type": "integer", "minimum": 1});
        let depth = json!({"description": "Plies to look ahead; leave it out for the strongest play.", "type": "integer", "minimum": 1});
        match self {
            Tool::BestMove => json!({
                "game": game, "moves": moves,
                "level": {
                    "description": "How well to play. Default: perfect.",
                    "type": "string",
                    "enum": Level::ALL.map(Level::name),
                },
                "movetime": movetime, "depth": depth,
                "seed": {"description": "Makes the play of a level repeatable.", "type": "integer", "minimum": 0},
            }),
            Tool::AnalysePosition => json!({
                "game": game, "moves": moves, "movetime": movetime, "depth": depth,
                LINES: {
                    "description": format!("How many moves to rank. Default: {LINES_DEFAULT}."),
                    "type": "integer", "minimum": 1, "maximum": LINES_MAX,
                },
            }),
            Tool::ReviewGame => {
                json!({"game": game, "moves": moves, "record": record_argument(), "movetime": movetime, "depth": depth})
            }
            Tool::DescribePosition => json!({"game": game, "moves": moves}),
            Tool::ConvertRecord => json!({"game": game, "moves": moves, "record": record_argument()}),
            Tool::GetPuzzle => json!({
                "game": game,
                "date": {"description": "A day as YYYY-MM-DD, or today, which is the default.", "type": "string"},
                "seed": {"description": "Instead of a date: any number for a puzzle.", "type": "integer", "minimum": 0},
                "theme": {"description": "The task. Default: any.", "type": "string", "enum": Theme::ALL.map(Theme::name)},
                "solution": {"description": "Whether to give the solution. Default: false.", "type": "boolean"},
            }),
            Tool::ListGames => json!({}),
        }
    }

    /// Whether its results have a view.
    const fn has_view(self) -> bool {
        matches!(self, Tool::BestMove | Tool::AnalysePosition | Tool::ReviewGame | Tool::GetPuzzle)
    }

    /// As the protocol lists it, for a client with views or without.
    pub(super) fn definition(self, has_views: bool) -> Value {
        let mut definition = json!({
            "name": self.name(),
            "title": self.title(),
            "description": self.description(),
            "inputSchema": {
                "type": "object",
                "properties": self.arguments(),
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

    /// The names of its arguments.
    pub(super) const fn argument_names(self) -> &'static [&'static str] {
        match self {
            Tool::BestMove => &["game", "moves", "level", "movetime", "depth", "seed"],
            Tool::AnalysePosition => &["game", "moves", "movetime", "depth", LINES],
            Tool::ReviewGame => &["game", "moves", "record", "movetime", "depth"],
            Tool::DescribePosition => &["game", "moves"],
            Tool::ConvertRecord => &["game", "moves", "record"],
            Tool::GetPuzzle => &["game", "date", "seed", "theme", "solution"],
            Tool::ListGames => &[],
        }
    }

    /// Checks what the endpoint would not: that the tool has these arguments, and that it ranks few enough moves.
    ///
    /// # Errors
    /// All arguments that are not so.
    pub(super) fn check(self, arguments: &Map<String, Value>) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        for name in arguments.keys().filter(|name| !self.argument_names().contains(&name.as_str())) {
            errors.add_with(Pointer::ROOT.key(name), ErrorCode::UnknownField, || self.lacks(name));
        }
        // A count that is none is the endpoint's to refuse.
        let expected = format!("send a number from 1 to {LINES_MAX}");
        match arguments.get(LINES) {
            Some(Value::Null) => {
                errors.add(
                    Pointer::ROOT.key(LINES),
                    ErrorCode::WrongType,
                    format!("null is not a number; {expected}, or leave it out"),
                );
            }
            // The endpoint takes 5.0 for 5.
            Some(Value::Number(lines))
                if !lines.as_f64().is_some_and(|lines| (1.0..=LINES_MAX as f64).contains(&lines)) =>
            {
                errors.add(
                    Pointer::ROOT.key(LINES),
                    ErrorCode::OutOfRange,
                    format!("{lines} is out of range; {expected}"),
                );
            }
            _ => {}
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Why it does not take an argument of this name.
    fn lacks(self, name: &str) -> String {
        let names = self.argument_names().join(", ");
        let takes = if names.is_empty() { "no arguments".to_owned() } else { format!("only {names}") };
        let instead = match name {
            "board" => ". Give the moves that led to the board instead: an error in them is noticed",
            "skill" if self == Tool::BestMove => ". Use level instead",
            _ => "",
        };
        format!("{} takes {takes}{instead}", self.name())
    }

    /// The fields of the request that answers a call.
    pub(super) fn with_defaults(self, mut arguments: Map<String, Value>) -> Map<String, Value> {
        match self {
            Tool::BestMove => {
                arguments.insert("explain".to_owned(), true.into());
            }
            Tool::AnalysePosition => {
                arguments.insert("explain".to_owned(), true.into());
                arguments.entry(LINES).or_insert(LINES_DEFAULT.into());
            }
            Tool::ReviewGame => {
                arguments.insert(LINES.to_owned(), 1.into());
            }
            Tool::DescribePosition | Tool::ConvertRecord | Tool::GetPuzzle | Tool::ListGames => {}
        }
        arguments
    }
}

/// The argument `game` as a JSON schema.
fn game_argument() -> Value {
    json!({
        "description": "A game's name; or rules of your own, such as {\"width\": 4, \"height\": 4, \"k\": 4}; or any game that is a list of lines: the lines, dimensions with k, or a polyomino's rows. \
                        Default: tic-tac-toe.",
        "anyOf": [
            {"type": "string", "enum": Preset::ALL.map(Preset::name)},
            {"type": "object", "properties": {
                "width": {"type": "integer"}, "height": {"type": "integer"}, "k": {"type": "integer"},
                "gravity": {"type": "boolean"}, "misere": {"type": "boolean"},
                "overline": {"type": "string", "enum": Overline::ALL.map(Overline::name)},
            }, "required": ["width", "height", "k"]},
            {"type": "object", "description": "A line is complete when all its cells are one side's.", "properties": {
                "cells": {"type": "integer"},
                "lines": cells_lists("The cells of each line, numbered from 0."),
                "above": cells_lists("Where stones fall: the cells of each column from the bottom up."),
                "layout": cells_lists("Row and column of each cell in pictures."), "misere": {"type": "boolean"},
            }, "required": ["cells", "lines"]},
            {"type": "object", "description": "k in a row in any direction, such as [4,4,4] with k 4.", "properties": {
                "dimensions": {"type": "array", "items": {"type": "integer"}}, "k": {"type": "integer"},
                "wrap": {"type": "array", "items": {"type": "boolean"}},
                "gravity": {"description": "\"none\", or the axis along which stones fall.", "type": ["string", "integer"]},
                "misere": {"type": "boolean"},
            }, "required": ["dimensions", "k"]},
            {"type": "object", "description": "All turned and reflected copies of a shape such as \".XX/XX.\" are lines.", "properties": {
                "width": {"type": "integer"}, "height": {"type": "integer"}, "shape": {"type": "string"},
                "misere": {"type": "boolean"},
            }, "required": ["width", "height", "shape"]},
        ],
    })
}

/// The argument `record` as a JSON schema.
fn record_argument() -> Value {
    json!({
        "description": "Instead of moves: a game as people write it, such as \"h8 i9 h9\" or the text of an SGF file.",
        "type": "string",
    })
}

fn cells_lists(description: &str) -> Value {
    json!({"description": description, "type": "array", "items": {"type": "array", "items": {"type": "integer"}}})
}

/// The argument `moves` as a JSON schema.
fn moves_argument() -> Value {
    json!({
        "description": "The moves so far from the empty board, X first, such as [\"b2\", \"a1\"]: column letter from the left, row number \
                        from the bottom. With gravity a stone falls: the column is enough, \"d\" or \"4\". In a game that is a list of lines, cells are their numbers: \"17\".",
        "type": "array",
        "items": {"type": "string"},
    })
}
