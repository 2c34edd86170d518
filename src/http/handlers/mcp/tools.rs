//! The tools: names, descriptions, arguments.

use serde_json::{Map, Value, json};

use super::{schemas, views};
use crate::config::ServerLimits;
use inarow_api::FieldErrors;
use inarow_api::endpoints::TOOL_MOVES_MAX;
use inarow_api::read::{ErrorCode, Pointer, field_suggestion};
use inarow_engine::engine::puzzle::Theme;
use inarow_engine::engine::{Engine, Level};
use inarow_engine::game::{Game, Overline, Preset};

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
/// Arguments that are numbers.
const NUMBERS: [&str; 5] = ["movetime", "depth", LINES, "seed", "difficulty"];
/// Arguments that are flags.
const FLAGS: [&str; 1] = ["solution"];
/// The same of rules.
const NUMBERS_OF_RULES: [&str; 4] = ["width", "height", "k", "cells"];
const FLAGS_OF_RULES: [&str; 2] = ["gravity", "misere"];
/// Members of answers that no tool takes.
const OF_ANSWERS: [&str; 12] = [
    "position",
    "after",
    "chosen",
    "solution",
    "themes",
    "legalMoves",
    "pv",
    "score",
    "search",
    "records",
    "accuracy",
    "lines",
];

/// Reads numbers and flags that are sent as text, as models do at times; they mean nothing else there.
fn read_texts(members: &mut Map<String, Value>, numbers: &[&str], flags: &[&str]) {
    let read = |name: &str, text: &str| match text {
        "true" | "false" => flags.contains(&name).then(|| Value::from(text == "true")),
        _ => text.parse::<u64>().ok().filter(|_| numbers.contains(&name) && is_plain_number(text)).map(Value::from),
    };
    for (name, value) in members.iter_mut() {
        if let Some(meant) = value.as_str().and_then(|text| read(name, &text.to_ascii_lowercase())) {
            *value = meant;
        }
    }
}

/// Whether a text is a number as JSON writes it.
fn is_plain_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
}

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
                "Gives a position in which exactly one move wins, or does not lose, proven: the puzzle of today, of a date, or of a seed, on \
                 small boards and boards with gravity; of tic-tac-toe unless game says otherwise. To check an answer, call it again with the \
                 arguments that the text names (game, date or seed, theme, difficulty) and solution true: only the move named there is right."
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
                "searchMoves": {"description": "Compare only these.", "type": "array", "items": {"type": "string"}},
            }),
            Tool::ReviewGame => {
                json!({"game": game, "moves": moves, "record": record_argument(), "movetime": movetime, "depth": depth})
            }
            Tool::DescribePosition => json!({"game": game, "moves": moves, "board": board, "turn": turn}),
            Tool::ConvertRecord => json!({"game": game, "moves": moves, "record": record_argument()}),
            Tool::GetPuzzle => json!({
                "game": game,
                "date": {"description": "A day as YYYY-MM-DD, or today, which is the default.", "type": "string"},
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

    /// As the protocol lists it, for a client with views or without.
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

    /// The names of its arguments.
    pub(super) const fn argument_names(self) -> &'static [&'static str] {
        match self {
            Tool::BestMove => &["game", "moves", "board", "turn", "level", "movetime", "depth", "seed"],
            Tool::AnalysePosition => &["game", "moves", "board", "turn", "movetime", "depth", LINES, "searchMoves"],
            Tool::ReviewGame => &["game", "moves", "record", "movetime", "depth"],
            Tool::DescribePosition => &["game", "moves", "board", "turn"],
            Tool::ConvertRecord => &["game", "moves", "record"],
            Tool::GetPuzzle => &["game", "date", "seed", "theme", "difficulty", "solution"],
            Tool::ListGames => &[],
        }
    }

    /// Checks what the endpoint would not: that the tool has these arguments, and that a count is not null, which would be all.
    ///
    /// # Errors
    /// All arguments that are not so.
    pub(super) fn check(self, arguments: &Map<String, Value>) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        let unknown = arguments.iter().filter(|(name, _)| !self.argument_names().contains(&name.as_str()));
        let rules = misplaced_rules(arguments).filter(|_| self.argument_names().contains(&"game"));
        if let Some((first, rules)) = &rules {
            errors.add_with(Pointer::ROOT.key(first), ErrorCode::UnknownField, || match arguments.get("game") {
                Some(Value::String(_)) => {
                    format!("the name in game has its rules: leave {first} out, or send rules in its place")
                }
                _ => format!("rules go into game: {rules}"),
            });
        }
        let unknown = unknown.filter(|(name, _)| rules.is_none() || name_of_rules(name).is_none() && *name != "rules");
        // A text or a list under such a name is a board or moves.
        match unknown.clone().find(|(name, value)| OF_ANSWERS.contains(&name.as_str()) && value.is_object()) {
            Some((name, _)) => errors.add_with(Pointer::ROOT.key(name), ErrorCode::UnknownField, || {
                format!("this is a whole answer; {} takes only {}", self.name(), self.argument_names().join(", "))
                    + ": send game and moves of it, or the board and the turn of its position"
            }),
            None => unknown.for_each(|(name, value)| {
                errors.add_with(Pointer::ROOT.key(name), ErrorCode::UnknownField, || self.lacks(name, value));
            }),
        }
        if arguments.get(LINES).is_some_and(Value::is_null) {
            let detail =
                format_args!("null is not a number; send a whole number from 1 to {TOOL_MOVES_MAX}, or leave it out");
            errors.add(Pointer::ROOT.key(LINES), ErrorCode::WrongType, detail);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Why it does not take an argument of this name.
    fn lacks(self, name: &str, value: &Value) -> String {
        let names = self.argument_names().join(", ");
        let takes = if names.is_empty() { "no arguments".to_owned() } else { format!("only {names}") };
        let instead = match name {
            "board" if self == Tool::ReviewGame => {
                ". A review judges the moves in the order in which they were played: send these as moves, or a record"
            }
            "board" if self == Tool::ConvertRecord => {
                ". Send the moves in the order in which they were played, or the board as record; describe_position draws a board"
            }
            "move" if self == Tool::AnalysePosition => {
                ". Name the moves to judge in searchMoves, those that were played in moves"
            }
            "skill" if self == Tool::BestMove => ". Use level instead",
            "level" if self == Tool::AnalysePosition => ". It is always at full strength; best_move plays at a level",
            "format" | "to" if self == Tool::ConvertRecord => ". It writes every form",
            "answer" if self == Tool::GetPuzzle => {
                ". Compare the answer with the move that it gives with solution true"
            }
            "player" | "side" if self == Tool::ReviewGame => ". It judges both sides",
            "position" | "history" if value.is_array() && self.argument_names().contains(&"moves") => {
                ". Send a list of moves as moves"
            }
            "position" | "state" | "fen" | "grid" | "squares" if self.argument_names().contains(&"board") => {
                ". Send a drawn board as board"
            }
            _ => "",
        };
        let meant = if instead.is_empty() {
            field_suggestion(name, value, false, self.argument_names())
        } else {
            String::new()
        };
        let meant = if meant.is_empty() { meant } else { format!(";{meant}") };
        let others = Tool::ALL.into_iter().filter(|tool| tool.argument_names().contains(&name)).map(Tool::name);
        let others: Vec<&str> = others.filter(|_| instead.is_empty()).collect();
        let others = match others.len() {
            1..=3 => format!("; call {} with {name}", others.join(" or ")),
            _ => String::new(),
        };
        format!("{} takes {takes}{instead}{others}{meant}", self.name())
    }

    /// The fields of the request that answers a call.
    pub(super) fn with_defaults(self, mut arguments: Map<String, Value>) -> Map<String, Value> {
        read_texts(&mut arguments, &NUMBERS, &FLAGS);
        if let Some(rules) = arguments.get_mut("game").and_then(Value::as_object_mut) {
            read_texts(rules, &NUMBERS_OF_RULES, &FLAGS_OF_RULES);
        }
        match self {
            Tool::BestMove => {
                arguments.insert("explain".to_owned(), true.into());
            }
            Tool::AnalysePosition => {
                // No moves to compare are no restriction.
                if arguments.get("searchMoves").and_then(Value::as_array).is_some_and(Vec::is_empty) {
                    arguments.remove("searchMoves");
                }
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

/// The member of rules that an argument is, as programs name them.
fn name_of_rules(name: &str) -> Option<&str> {
    const OTHERS: [&str; 6] = ["gravity", "misere", "overline", "dimensions", "wrap", "shape"];
    match name {
        // A board of one size is square.
        "m" | "columns" | "cols" | "size" => Some("width"),
        "n" | "rows" => Some("height"),
        "width" | "height" | "k" => Some(name),
        _ => OTHERS.contains(&name).then_some(name),
    }
}

/// Most of rules that a remedy repeats, in bytes.
const RULES_BYTES_MAX: usize = 200;

/// The first argument that is a member of rules, or rules themselves, and the form in which these are taken.
fn misplaced_rules(arguments: &Map<String, Value>) -> Option<(&str, String)> {
    let members = arguments.iter().filter_map(|(name, value)| Some((name, name_of_rules(name)?, value)));
    let (first, rules) = match arguments.get("rules") {
        Some(rules) => ("rules", rules.clone()),
        None => {
            let of_rules = members.clone().map(|(_, member, value)| (member.to_owned(), value.clone()));
            let mut rules: Map<String, Value> = of_rules.collect();
            if let Some(size) = arguments.get("size") {
                rules.insert("height".to_owned(), size.clone());
            }
            (members.clone().next()?.0.as_str(), Value::Object(rules))
        }
    };
    let text = Some(rules.to_string()).filter(|text| text.len() <= RULES_BYTES_MAX);
    Some((first, format!("\"game\": {}", text.as_deref().unwrap_or("{\"width\":6,\"height\":5,\"k\":4}"))))
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
                        overline and misere (without \"gravity\": true no stone falls: Connect Four on 6×5 is {\"width\": 6, \"height\": 5, \"k\": 4, \"gravity\": true}); or lines of cells that are numbered from 0: cells and lines, perhaps above, layout and misere; or dimensions \
                        and k, perhaps wrap, gravity and misere; or width, height and shape, a polyomino whose copies are the lines. The game of an \
                        answer is one, too. Default: tic-tac-toe.",
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
        "description": "In place of unknown moves: a pasted board. Rows from the top, X, O and . for empty: \"X.O/.X./...\". R and Y are X and O.",
        "type": "string",
    })
}

/// The argument `turn` as a JSON schema.
fn turn_argument() -> Value {
    json!({"description": "With board: the side to move, if it is not clear.", "type": "string", "enum": ["X", "O"]})
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
        "description": "The moves from the empty board, X first, such as [\"b2\", \"a1\"]: column letter from the left, row number \
                        from the bottom. With gravity a stone falls: the column is enough, \"d\" or, from 1, \"4\". In a game of lines cells are numbers, from 0: \"17\".",
        "type": "array",
        "items": {"type": "string"},
    })
}
