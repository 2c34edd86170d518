//! `/mcp`: the protocol, the tools, their answers and their refusals.

mod ambiguous;
mod games;
mod lines;
mod meant;
mod misread;
mod pasted;
mod refusals;
mod said;
mod schemas;
mod sdk;
mod stateless;
mod told;
mod views;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use inarow::http::{self, AppState};
use serde_json::{Value, json};

use crate::service::live::{LONG_MS, Live, long_searches, until};
use crate::service::{Answer, app, app_with, get, post, send, unhurried};

/// Sends a message as clients do.
async fn message(app: &Router, message: &Value) -> Answer {
    let request =
        Request::post("/mcp").header("content-type", "application/json").body(Body::from(message.to_string())).unwrap();
    send(app, request).await
}

async fn ask(app: &Router, method: &str, params: &Value) -> Value {
    let answer = message(app, &json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/json"), "{method}");
    let answer = answer.json();
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&"2.0".into(), &7.into()));
    answer
}

/// The text and the values of a call, and whether it is an error. The values fit the schema that the tool has for them; a refusal
/// has its problem beside the content.
async fn call_at(app: &Router, tool: &str, arguments: &Value) -> (String, Value, bool) {
    let mut answer = ask(app, "tools/call", &json!({"name": tool, "arguments": arguments})).await;
    let result = answer["result"].take();
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer} {result}")).to_owned();
    let is_error = result["isError"] == true;
    let (values, other) = match is_error {
        true => (&result["_meta"]["problem"], &result["structuredContent"]),
        false => (&result["structuredContent"], &result["_meta"]),
    };
    assert!(values.is_object() && other.is_null(), "{result}");
    if !is_error {
        let listed = ask(app, "tools/list", &json!({})).await;
        let tools = listed["result"]["tools"].as_array().unwrap();
        let schema = &tools.iter().find(|listed| listed["name"] == tool).unwrap()["outputSchema"];
        let validator = jsonschema::validator_for(schema).expect("a schema");
        let faults: Vec<String> = validator.iter_errors(values).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{tool} {arguments}: {faults:?}\n{values}");
    }
    (text, values.clone(), is_error)
}

async fn call(tool: &str, arguments: Value) -> (String, Value) {
    let (text, values, is_error) = call_at(&app(), tool, &arguments).await;
    assert!(!is_error, "{tool} {arguments}: {text}");
    (text, values)
}

async fn refused(tool: &str, arguments: Value) -> (String, Value) {
    let (text, values, is_error) = call_at(&app(), tool, &arguments).await;
    assert!(is_error, "{tool} {arguments}: {text}");
    (text, values)
}

#[tokio::test]
async fn a_client_that_connects_learns_what_there_is() {
    let app = app();
    let client =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let hello = ask(&app, "initialize", &client).await;
    assert_eq!(hello["result"]["serverInfo"]["name"], "inarow");
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18");
    assert!(hello["result"]["instructions"].as_str().unwrap().contains("a1 is bottom left"));
    let answer = message(&app, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    assert_eq!(answer.status, 202);
    assert_eq!(ask(&app, "ping", &json!({})).await["result"], json!({}));
    let listed = ask(&app, "tools/list", &json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "best_move",
            "analyse_position",
            "review_game",
            "describe_position",
            "convert_record",
            "get_puzzle",
            "list_games"
        ]
    );
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        for schema in ["inputSchema", "outputSchema"] {
            jsonschema::validator_for(&tool[schema]).expect("a schema");
            assert_eq!(
                (&tool[schema]["type"], &tool[schema]["additionalProperties"]),
                (&"object".into(), &false.into())
            );
        }
        assert!(tool["inputSchema"].get("required").is_none(), "every argument may be left out");
        // The names of the games stand once: models read all of it.
        assert!(tool["inputSchema"].to_string().matches("\"gomoku-standard-19\"").count() <= 1, "{tool}");
        assert!(!tool["description"].as_str().unwrap().contains("gomoku-standard-19"), "{tool}");
    }
    for text in ["title", "description"] {
        let texts: BTreeSet<_> = tools.iter().map(|tool| tool[text].as_str().unwrap()).collect();
        assert!(texts.len() == tools.len() && texts.iter().all(|text| text.len() > 5), "{texts:?}");
    }
}

/// Limits stand in the schemas, and the list stays short enough for a model to read.
#[tokio::test]
async fn schemas_have_the_limits_of_the_service() {
    let app = app_with(ServerLimits { depth_max: 7, movetime_ms_max: 50, ..ServerLimits::DEFAULT });
    let listed = ask(&app, "tools/list", &json!({})).await;
    let tool = |name: &str| {
        let tools = listed["result"]["tools"].as_array().unwrap();
        tools.iter().find(|tool| tool["name"] == name).unwrap()
    };
    for name in ["best_move", "analyse_position", "review_game"] {
        let properties = &tool(name)["inputSchema"]["properties"];
        assert_eq!((&properties["depth"]["maximum"], &properties["movetime"]["maximum"]), (&7.into(), &50.into()));
    }
    // Drawings of games of lines are wider than boards, and the game of an answer can be sent back.
    let game = &tool("best_move")["inputSchema"]["properties"]["game"];
    let width = &game["anyOf"][1]["properties"]["width"];
    assert!(width["maximum"].is_null() && game["description"].as_str().unwrap().contains("up to 20"), "{game}");
    let (_, answer) = call("describe_position", json!({"game": {"dimensions": [5, 5, 5], "k": 4}})).await;
    assert!(answer["game"]["width"].as_u64() > Some(20));
    let schema = jsonschema::validator_for(&tool("best_move")["inputSchema"]).expect("a schema");
    assert!(schema.is_valid(&json!({"game": answer["game"]})), "{answer}");
    assert_eq!(call("describe_position", json!({"game": answer["game"]})).await.1, answer);
    // Every game that the schema offers has puzzles.
    let puzzles = &tool("get_puzzle")["inputSchema"]["properties"]["game"]["anyOf"][0]["enum"];
    let catalogue = get(&app, "/v1/games").await.json();
    let games = catalogue["games"].as_array().unwrap().iter();
    let with_puzzles: Vec<_> = games.filter(|game| game["puzzles"] == true).map(|game| game["name"].clone()).collect();
    assert_eq!(puzzles, &Value::from(with_puzzles));
    assert!(tool("analyse_position")["description"].as_str().unwrap().contains("who is winning"));
    let puzzle = tool("get_puzzle")["description"].as_str().unwrap();
    assert!(puzzle.contains("tic-tac-toe unless") && puzzle.contains("To check an answer"), "{puzzle}");
    // Every tool that takes a game names the members of ordinary rules; every score says whose it is.
    for name in ["best_move", "analyse_position", "review_game", "describe_position", "convert_record", "get_puzzle"] {
        let rules = &tool(name)["inputSchema"]["properties"]["game"]["anyOf"][1]["properties"];
        for member in ["width", "height", "k", "gravity", "overline", "misere"] {
            assert!(rules[member].is_object(), "{name}: {member}");
        }
    }
    let score = &tool("best_move")["outputSchema"]["properties"]["chosen"]["anyOf"][0]["properties"]["score"];
    assert!(score["description"].as_str().unwrap().contains("side to move"), "{score}");
    let ranking = tool("analyse_position")["description"].as_str().unwrap();
    assert!(ranking.contains("Without searchMoves the first is what the position is worth"), "{ranking}");
    let listed = ask(&app_with(ServerLimits::DEFAULT), "tools/list", &json!({})).await;
    let length = listed.to_string().len();
    assert!(
        length < 25_000,
        "tools/list, which models read, has {length} bytes: shorten descriptions; the name of a preset stands in six schemas"
    );
}

/// A position that was pasted: its moves are not known.
#[tokio::test]
async fn a_board_is_taken_where_its_moves_are_not_known() {
    for tool in ["best_move", "analyse_position", "describe_position"] {
        let (text, values) = call(tool, json!({"board": "X.O/.X./...", "turn": "O"})).await;
        assert!(text.contains("c1") && values["game"]["name"] == "tic-tac-toe", "{text}");
        let (text, _) = refused(tool, json!({"board": "X.O/.X./...", "moves": ["b2"], "turn": "O"})).await;
        assert!(text.contains("send only one of board and moves"), "{text}");
    }
    for (tool, remedy) in [
        ("review_game", "in the order in which they were played: send these as moves, or a record"),
        ("convert_record", "or the board as record"),
    ] {
        let (text, _) = refused(tool, json!({"board": "X.O/.X./..."})).await;
        assert!(text.contains(remedy) && !text.contains("any legal order"), "{text}");
    }
    // The JSON of a board as text: the same position.
    let (_, plain) = call("describe_position", json!({"board": "X.O/.X./...", "turn": "O"})).await;
    for board in [
        json!([["X", "", "O"], [null, "X", "."], ["", "", ""]]),
        json!(["X.O", ".X.", "..."]),
        json!(["X", "", "O", "", "X", "", "", "", ""]),
    ] {
        for tool in ["best_move", "analyse_position", "describe_position"] {
            let (_, values) = call(tool, json!({"board": board.to_string()})).await;
            assert!(tool != "describe_position" || values["position"] == plain["position"], "{board}: {values}");
        }
    }
    let (text, _) = refused("best_move", json!({"board": "[[\"X\", \"Q\"]]"})).await;
    assert!(text.contains("\"Q\" is not a cell"), "{text}");
}

/// Every argument of a tool is a field of its endpoint: no tool offers an argument that would be refused.
#[tokio::test]
async fn arguments_are_fields_of_the_endpoints() {
    let app = app();
    let listed = ask(&app, "tools/list", &json!({})).await;
    let sample = |name: &str| match name {
        "game" => json!("connect-four"),
        "moves" => json!(["d1"]),
        "level" => json!("club"),
        "record" => json!("44"),
        "date" => json!("today"),
        "theme" => json!("win-in-2"),
        "difficulty" => json!("1-10"),
        "board" => json!("........."),
        "turn" => json!("X"),
        "solution" => json!(true),
        "searchMoves" => json!(["b2"]),
        _ => json!(3),
    };
    let mut called = 0;
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let (refusal, _, _) = call_at(&app, tool["name"].as_str().unwrap(), &json!({"bored": ""})).await;
        assert!(properties.keys().all(|name| refusal.contains(name)), "{refusal}");
        for name in properties.keys().filter(|name| *name != "moves") {
            let mut arguments = json!({name: sample(name)});
            if properties.contains_key("moves") && name != "record" && name != "board" {
                arguments["moves"] = json!([]);
            }
            if name == "record" {
                arguments["game"] = sample("game");
            }
            assert!(jsonschema::is_valid(&tool["inputSchema"], &arguments), "{arguments}");
            let (text, _, is_error) = call_at(&app, tool["name"].as_str().unwrap(), &arguments).await;
            assert!(!is_error, "{name}: {text}");
            called += 1;
        }
    }
    assert!(called > 10);
}

#[tokio::test]
async fn a_move_comes_with_its_worth_its_reasons_and_the_board() {
    let (text, values) = call("best_move", json!({"moves": ["b2", "b1", "a1"]})).await;
    assert!(
        text.starts_with(
            "Game: Tic-tac-toe (tic-tac-toe).\nO plays c3: X wins in 2 moves (4 plies), proven.\nBest play: c3 "
        ),
        "{text}"
    );
    assert!(text.contains("Why: "), "{text}");
    assert!(text.ends_with("X to move after 4 moves.\n```\n 3 . . O\n 2 . X .\n 1 X O .\n   a b c\n```\nLegal moves: a3, b3, a2, c2, c1."), "{text}");
    assert_eq!(values["legalMoves"], json!(["a3", "b3", "a2", "c2", "c1"]));
    assert_eq!((&values["game"]["name"], &values["game"]["k"]), (&"tic-tac-toe".into(), &3.into()));
    assert_eq!(values["chosen"]["move"], "c3");
    assert_eq!(
        values["chosen"]["score"],
        json!({"outcome": "loss", "plies": 4, "value": null, "expected": 0.0, "people": 0.0})
    );
    assert_eq!(values["after"]["board"], "..O.X.XO.");
    // The endpoint says the same.
    let same = post(&app(), "/v1/move", r#"{"moves": ["b2", "b1", "a1"], "explain": true}"#).await.json();
    assert_eq!(values["chosen"]["reasons"][0], same["reasons"][0]["text"]);
    assert_eq!((&same["move"]["name"], &same["after"]["board"]), (&"c3".into(), &values["after"]["board"]));
    let (text, values) = call("best_move", json!({"game": "gomoku", "moves": ["h8"], "depth": 1})).await;
    assert!(text.contains("not proven; O would score about "), "{text}");
    // The chance as an evaluation bar shows it.
    let expected = values["chosen"]["score"]["expected"].as_f64().unwrap();
    let percent = 100.0 / (1.0 + (1.0 / expected.clamp(0.001, 0.999) - 1.0).powf(0.2));
    assert!(
        text.contains(&format!(
            " about {percent:.0} in 100 games between people from here, draws counting half (a rough estimate)"
        )),
        "{text}"
    );
    assert_eq!(values["chosen"]["score"]["people"], json!(percent.round() / 100.0));
    assert!(text.contains("\n15 . . ."), "{text}");
    let (text, _) = call("best_move", json!({"moves": ["a1", "a2", "b1", "b2"]})).await;
    assert!(text.contains("\nX plays c1: X wins in 1 move (1 ply), proven.\nWhy: "), "{text}");
    let (text, _) = call("best_move", json!({"moves": ["a1", "a2", "b1", "b2", "c1"]})).await;
    assert!(text.contains("\nThe game is over: X has won after 5 moves."), "{text}");
}

/// Where stones fall, a column names its move, and the legal moves stand in the order of the columns.
#[tokio::test]
async fn columns_name_moves_where_stones_fall() {
    let (text, values) = call("best_move", json!({"game": "connect-four", "moves": ["d", "4", "D3", "d"]})).await;
    assert_eq!(values["after"]["board"].as_str().unwrap().matches(['X', 'O']).count(), 5, "{text}");
    let (text, values) = call("describe_position", json!({"game": "connect-four", "moves": ["d", "4"]})).await;
    assert!(text.ends_with("\nLegal moves, one for each column: a1, b1, c1, d3, e1, f1, g1."), "{text}");
    assert_eq!(values["legalMoves"], json!(["a1", "b1", "c1", "d3", "e1", "f1", "g1"]));
    let wide = json!({"width": 12, "height": 4, "k": 4, "gravity": true});
    let (_, values) = call("describe_position", json!({"game": wide, "moves": ["12", "l", "10"]})).await;
    assert_eq!(&values["position"]["board"].as_str().unwrap()[24..], "...........O.........X.X");
    let (text, values) = call("best_move", json!({"game": "connect-four", "moves": ["d", "d"]})).await;
    let after = text.split("\n```\n").last().unwrap();
    assert!(after.starts_with("Legal moves, one for each column: "), "{text}");
    assert_eq!(values["legalMoves"].as_array().unwrap().len(), 7);
}

/// The tool's own schema allows the remedy of each refusal.
#[tokio::test]
async fn refusals_fit_the_schema_of_the_tool() {
    for (game, moves, expected) in [
        (
            "connect-four",
            json!(["d1", "z9"]),
            "- moves/1: \"z9\" is not a cell of this board; send a name from \"a1\" to \"g6\", or a column from \"a\" to \"g\" or \"1\" to \"7\"",
        ),
        ("connect-four", json!(["h"]), "- moves/0: \"h\" is not a cell of this board; send a name from"),
        ("connect-four", json!(["8"]), "- moves/0: \"8\" is not a cell of this board; send a name from"),
        ("connect-four", json!(["0"]), "- moves/0: \"0\" is not a cell of this board; columns count from 1: where"),
        (
            "tic-tac-toe",
            json!(["d"]),
            "- moves/0: \"d\" is not a cell of this board; send a name from \"a1\" to \"c3\"\n",
        ),
        (
            "tic-tac-toe",
            json!([4]),
            "- moves/0: 4 is not the name of a cell; counted from 0, row by row from the top left, it is \"b2\", counted from 1 it is \"a2\": send the name that is meant\n",
        ),
        (
            "tic-tac-toe",
            json!([9]),
            "- moves/0: 9 is not the name of a cell; counted from 1 it is \"c1\": send the name that is meant\n",
        ),
        ("tic-tac-toe", json!([10]), "- moves/0: 10 is not a cell of this board; send a name from \"a1\" to \"c3\"\n"),
        (
            "connect-four",
            json!(["d", "d", "d", "d", "d", "d", "d"]),
            "- moves/6: column 4 (d) is full; choose another column\n",
        ),
        (
            "connect-four",
            json!(["d", "d", "d", "d", "d", "d", "d", "z9"]),
            "- moves/6: column 4 (d) is full; choose another column\n- moves/7: \"z9\" is not a cell",
        ),
        (
            "connect-four",
            json!(["4453"]),
            "- moves/0: \"4453\" has 4 moves; send each as an element: [\"4\", \"4\", \"5\", \"3\"]\n",
        ),
        (
            "connect-four",
            json!(["d", 4, 0]),
            "- moves/1: 4 is a number, and moves are text here; it may be \"e\" (numbers from 0) or \"d\" (numbers from 1): send",
        ),
        ("tic-tac-toe", json!(["X b2, O a1"]), "send each as an element: [\"X b2\", \"O a1\"]\n"),
        ("tic-tac-toe", json!([{"name": "b2", "cell": 5}]), "an object is not a move here; send its name: \"b2\"\n"),
        (
            "tic-tac-toe",
            json!("b2 z1"),
            "- moves: \"z1\" is not a cell of this board; send a name from \"a1\" to \"c3\"\n",
        ),
        ("tic-tac-toe", json!("44"), "send a list such as [\"b2\", \"a1\"]\n"),
        ("tic-tac-toe", json!(5), "- moves: 5 is not a list; send names, such as [\"b2\", \"a1\"]\n"),
        (
            "connect-four",
            json!(["d", "e2"]),
            "- moves/1: a stone at e2 (cell 32) would float; in that column the next stone lands on e1 (cell 39)",
        ),
    ] {
        for tool in ["best_move", "analyse_position", "review_game", "describe_position", "convert_record"] {
            let (text, _) = refused(tool, json!({"game": game, "moves": moves})).await;
            assert!(format!("{text}\n").contains(expected), "{tool}: {text}");
            for forbidden in ["a number from", "one string", "numbers in a list", "takes games in other forms"] {
                assert!(!text.contains(forbidden), "{tool}: {text}");
            }
        }
    }
    let (text, _) = refused("convert_record", json!({"moves": ["b2"], "record": "b2"})).await;
    assert!(text.ends_with("moves and record are both given; send only one of moves and record"), "{text}");
    let (text, _) =
        refused("best_move", json!({"game": "connect-four", "moves": ["d", "d", "d", "d", "d", "d", "d", "z"]})).await;
    assert!(text.contains("The position before that move, after 6 moves:\n```\n 6 . . . O"), "{text}");
    let (text, _) = refused("best_move", json!({"game": "connect-four", "moves": ["d", "z"]})).await;
    assert!(text.contains("The position before that move, after 1 move:\n```\n 6 . . ."), "{text}");
    assert!(text.ends_with("O to move. Legal moves, one for each column: a1, b1, c1, d2, e1, f1, g1."), "{text}");
}

#[tokio::test]
async fn puzzles_and_records_have_tools() {
    let (text, values) = call("get_puzzle", json!({"game": "connect-four", "seed": 1})).await;
    assert!(text.contains(" to move: only one move ") && !text.contains("The solution"), "{text}");
    assert_eq!((&values["solution"], &values["game"]["name"]), (&Value::Null, &"connect-four".into()));
    let solved = call("get_puzzle", json!({"game": "connect-four", "seed": 1, "solution": true})).await;
    assert!(solved.0.contains("\nThe solution: "), "{}", solved.0);
    let same = crate::service::get(&app(), "/v1/puzzles?game=connect-four&seed=1&solution=true").await.json();
    assert_eq!(solved.1["solution"]["move"], same["solution"]["move"]["name"]);
    assert_eq!(values["position"]["board"], same["position"]["board"]);
    // Its moves lead any other tool to the position.
    let (_, best) = call("best_move", json!({"game": "connect-four", "moves": values["moves"]})).await;
    assert_eq!(best["chosen"]["move"], solved.1["solution"]["move"]);
    let (_, of_day) = call("get_puzzle", json!({"date": "2026-11-22"})).await;
    assert_eq!(of_day["date"], "2026-11-22");
    // Of one day, also around midnight.
    let app = crate::puzzles::app_at_a_time();
    let (_, of_today, _) = call_at(&app, "get_puzzle", &json!({"date": "today"})).await;
    assert_eq!(call_at(&app, "get_puzzle", &json!({})).await.1["seed"], of_today["seed"]);
    let (text, problem) = refused("get_puzzle", json!({"game": "9,9,6"})).await;
    assert!(
        text.contains("- game: a puzzle needs proofs of all moves, which take longer than a request in this game; "),
        "{text}"
    );
    assert_eq!(problem["errors"][0]["pointer"], "/game");

    let (text, values) = call("convert_record", json!({"game": "gomoku", "record": "h8h9i8"})).await;
    assert!(text.contains("\nmoves: h8 h9 i8") && text.contains("\nsgf: (;"), "{text}");
    assert_eq!(values["records"]["compact"], "h8h9i8");
    let sgf = &values["records"]["sgf"];
    let (_, from_sgf) = call("convert_record", json!({"record": sgf})).await;
    assert_eq!((&from_sgf["game"]["name"], &from_sgf["records"]), (&"gomoku".into(), &values["records"]));
    let (_, columns) = call("convert_record", json!({"game": "connect-four", "moves": ["d", "4"]})).await;
    assert_eq!(columns["records"]["columns"], "44");
    let (_, letters) = call("convert_record", json!({"game": "connect-four", "record": "d c d"})).await;
    assert_eq!(letters["records"]["columns"], "434");
    let (text, board) = call("convert_record", json!({"record": "XO......."})).await;
    assert!(text.ends_with("The order of its moves is not known.") && board["records"].is_null(), "{text}");
    let (text, _) = call("convert_record", json!({"game": "connect-four"})).await;
    assert!(text.ends_with("There are no moves yet."), "{text}");
    let (text, _) = refused("convert_record", json!({"record": "h8h9i8"})).await;
    assert!(text.contains("without game this is tic-tac-toe"), "{text}");
}

#[tokio::test]
async fn positions_are_ranked_described_and_games_reviewed() {
    let (text, values) =
        call("analyse_position", json!({"game": "connect-four", "moves": ["d1", "d2"], "multiPv": 3})).await;
    assert!(text.starts_with("X to move after 2 moves.\n```\n 6 . ."), "{text}");
    assert!(text.contains("\n1. d3: X wins in 20 moves (39 plies), proven.\n   Best play: d3 "), "{text}");
    assert!(text.contains("\n   Why: ") && !text.contains("\nWhy: "), "{text}");
    let moves = values["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["move"]), (3, &"d3".into()));
    let (text, values) = call("describe_position", json!({"moves": ["a1", "b2"]})).await;
    assert!(text.contains("Legal moves: a3, b3, c3, a2, c2, b1, c1."), "{text}");
    assert_eq!(values["position"]["turn"], "X");
    // Forms that the endpoint takes besides lists.
    let (text, values) = call("describe_position", json!({"game": "connect-four", "moves": "445"})).await;
    assert!(text.contains("\nO to move after 3 moves."), "{text}");
    assert_eq!(values["position"]["board"].as_str().unwrap().matches('X').count(), 2);
    let (text, values) = call("review_game", json!({"moves": ["b2", "b3", "c3", "a3", "a1"]})).await;
    assert!(
        text.contains(
            "2. O b3: let the draw become a loss (played: X wins in 3 moves (6 plies), proven; better: a3, a draw with best play, proven)"
        ),
        "{text}"
    );
    // A record, too; and labels in words.
    let (same, _) = call("review_game", json!({"record": "1. b2 b3 2. c3 a3 3. a1"})).await;
    assert_eq!(same, text);
    let (slow, _) = call("review_game", json!({"moves": ["b2", "b3", "c3", "a3", "a2", "c2", "a1"]})).await;
    assert!(slow.contains(" than need be (played: "), "{slow}");
    let (text_refused, problem) = refused("review_game", json!({})).await;
    assert!(text_refused.ends_with("- moves: it is missing; send the moves of a game, or a record"), "{text_refused}");
    assert_eq!(problem["errors"][0]["code"], "missing");
    assert!(text.contains("Accuracy of X: 100.0 of 100.") && text.contains("X has won after 5 moves."), "{text}");
    assert!(text.contains("Accuracy of O: ") && text.contains(" of 100, and move 2 cost it most."), "{text}");
    assert!(text.contains("\n1. X b2: best\n2. "), "{text}");
    assert_eq!((&values["moves"][0]["better"], &values["moves"][1]["better"]), (&Value::Null, &"a3".into()));
    let (text, values) = call("list_games", json!({})).await;
    // Its arguments may be left out.
    assert_eq!(ask(&app(), "tools/call", &json!({"name": "list_games"})).await["result"]["structuredContent"], values);
    assert!(text.contains("- connect-four: Connect Four, 4 in a row on 7×6, stones fall"), "{text}");
    assert_eq!(values["levels"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn refusals_teach_what_is_legal() {
    let (text, values) = refused("best_move", json!({"moves": ["b2", "b2"]})).await;
    assert!(text.contains("- moves/1: "), "{text}");
    assert!(text.contains("The position before that move, after 1 move:\n```\n 3 . . .\n 2 . X ."), "{text}");
    assert!(text.ends_with("O to move. Legal moves: a3, b3, c3, a2, c2, a1, b1, c1."), "{text}");
    assert_eq!((&values["code"], &values["errors"][0]["pointer"]), (&"invalid-request".into(), &"/moves/1".into()));
    // A stone in the air.
    let (text, _) = refused("best_move", json!({"game": "connect-four", "moves": ["d1", "e2"]})).await;
    assert!(text.contains("Legal moves, one for each column: a1, b1, c1, d2, e1, f1, g1."), "{text}");
    let (text, _) = refused("describe_position", json!({"moves": ["a1", "a2", "b1", "b2", "c1", "c2"]})).await;
    assert!(text.contains("The game was already over"), "{text}");
    let (text, _) = refused("best_move", json!({"moves": ["z9"]})).await;
    assert!(text.contains("\n\nThe position before that move, the empty board:\n```\n 3 . . ."), "{text}");
    let (text, _) = refused("best_move", json!({"game": "gomoku", "moves": ["h8", "h8"]})).await;
    assert!(text.ends_with("O to move. Legal moves: every empty cell."), "{text}");
    let (text, _) = refused("best_move", json!({"board": "XO.......", "moves": ["b2"]})).await;
    assert!(text.contains("send only one of board and moves"), "{text}");
    let (text, _) = refused("best_move", json!({"moves": [], "skill": 50})).await;
    assert!(text.contains("Use level instead"), "{text}");
    let (text, values) = refused("best_move", json!({"game": "tictactoes"})).await;
    assert!(text.contains("did you mean \"tic-tac-toe\"?"), "{text}");
    assert_eq!(values["errors"][0]["code"], "not-a-choice");
    let (text, _) = refused("list_games", json!({"x": 1})).await;
    assert!(text.contains("takes no arguments"), "{text}");
    for lines in [-1, 0, 21] {
        let (text, values) = refused("analyse_position", json!({"multiPv": lines})).await;
        assert!(text.contains(&format!("- multiPv: {lines} is ")), "{text}");
        assert!(text.contains("; send a whole number from 1 to 20"), "{text}");
        assert_eq!(values["errors"][0]["code"], "out-of-range");
    }
    let answer = ask(&app(), "tools/call", &json!({"name": "castle", "arguments": {}})).await;
    assert_eq!(answer["error"]["code"], -32602);
    assert!(answer["error"]["message"].as_str().unwrap().contains("the tools are best_move"));
    let answer = ask(&app(), "tools/call", &json!({"name": "analyze_position"})).await;
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("; did you mean \"analyse_position\"? the tools are best_move"), "{message}");
    let answer = ask(&app(), "no/such/method", &json!({})).await;
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
}

#[tokio::test]
async fn the_same_limits_hold() {
    let few = ServerLimits { movetime_ms_max: 50, movetime_ms_default: 50, ..ServerLimits::DEFAULT };
    let (text, _, is_error) = call_at(&app_with(few), "best_move", &json!({"movetime": 60})).await;
    assert!(is_error && text.contains("movetime: "), "{text}");
    let long = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_games", "arguments": {"x": "y".repeat(20_000)}}});
    // Both stages and the catalogue name the same length.
    for long in [long.clone(), json!("y".repeat(300_000))] {
        let refusal = message(&app(), &long).await;
        assert_eq!(refusal.status, 413);
        let refusal = refusal.json()["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(refusal, "the body is longer than 16384 bytes; send a shorter one");
    }
    assert_eq!(get(&app(), "/v1/games").await.json()["limits"]["mcpMessageBytesMax"], 16_384);
    let other =
        Request::post("/mcp").header("content-type", "application/json").header("mcp-protocol-version", "1999-01-01");
    let other = other.body(Body::from(r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#)).unwrap();
    let other = send(&app(), other).await;
    assert_eq!((other.status.as_u16(), &other.json()["error"]["code"]), (400, &(-32022).into()));
    let nothing = message(&app(), &json!({"jsonrpc": "2.0", "id": "a"})).await;
    assert_eq!((nothing.status.as_u16(), &nothing.json()["id"]), (400, &"a".into()));
    assert_eq!(message(&app(), &json!({"jsonrpc": "2.0", "id": 1, "result": {}})).await.status, 202);
    let get = send(&app(), Request::get("/mcp").body(Body::empty()).unwrap()).await;
    assert_eq!((get.status.as_u16(), get.header("allow")), (405, "POST"));
    let off = without_mcp();
    assert_eq!(message(&off, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await.status, 404);
}

fn without_mcp() -> Router {
    let state = AppState::new(unhurried(ServerLimits::DEFAULT), Arc::default()).unwrap();
    http::app(Arc::new(state), http::AppOptions { has_mcp: false, ..http::AppOptions::default() })
}

/// Documents send nobody to an address that is not there, and keep everything else.
#[tokio::test]
async fn a_service_without_it_does_not_speak_of_it() {
    let (on, off) = (app(), without_mcp());
    for path in ["/llms.txt", "/guide.md", "/docs.md", "/docs", "/docs/guide"] {
        let [with, without] = [get(&on, path).await, get(&off, path).await];
        assert_eq!((without.status.as_u16(), without.header("content-type")), (200, with.header("content-type")));
        let [with, without] = [with, without].map(|answer| String::from_utf8(answer.body.to_vec()).unwrap());
        for word in ["/mcp", "#agents", "Model Context Protocol", "best_move"] {
            assert!(!without.contains(word), "{path} names {word}");
        }
        let kept: Vec<&str> = without.lines().collect();
        let gone = with.lines().filter(|line| !kept.contains(line)).count();
        assert!(with.contains("/mcp") && gone < 300 && without.contains("/v1/move"), "{path}: {gone} lines less");
    }
    let operations = String::from_utf8(get(&off, "/operations.md").await.body.to_vec()).unwrap();
    assert!(operations.contains("`--mcp`"), "operators read how to switch it on");
}

/// A search ends when the agent that asked for it goes away.
#[tokio::test(flavor = "multi_thread")]
async fn a_vanished_agent_stops_its_search() {
    let live = Live::start(long_searches(), Duration::ZERO, Duration::ZERO).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "analyse_position", "arguments": {"game": "gomoku", "moves": ["h8"], "movetime": LONG_MS},
    }});
    let body = call.to_string();
    let client = live.send(format!(
        "POST /mcp HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    ));
    let is_searching = || live.state.pool().counters().running.load(Relaxed) > 0;
    until(is_searching).await;
    drop(client);
    until(|| !is_searching()).await;
}
