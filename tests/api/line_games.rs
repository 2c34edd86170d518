//! Games that are lists of lines, at every endpoint. The answers are held against the contract as all others are.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::service::contract::records;
use crate::service::{Answer, app, faults, get, post, send};

/// Six cells on four lines: the corners of a triangle, the middles of its sides, and the circle through these.
fn triangle() -> Value {
    json!({
        "cells": 6, "lines": [[0, 1, 3], [0, 2, 5], [3, 4, 5], [1, 2, 4]],
        "layout": [[0, 2], [1, 1], [1, 3], [2, 0], [2, 2], [2, 4]],
    })
}

async fn asked(path: &str, body: Value) -> Value {
    let answer = post(&app(), path, body.to_string()).await;
    assert_eq!(answer.status, 200, "{path} {body}: {}", answer.json());
    answer.json()
}

async fn asked_as(media_type: &str, path: &str, body: Value) -> Answer {
    let request = Request::post(path).header("content-type", "application/json").header("accept", media_type);
    send(&app(), request.body(Body::from(body.to_string())).unwrap()).await
}

async fn text(path: &str, body: Value) -> String {
    let answer = asked_as("text/plain", path, body).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test]
async fn a_position_says_all_that_a_client_needs_to_draw_it() {
    let answer = asked("/v1/position", json!({"game": triangle(), "moves": [0, "1"]})).await;
    assert_eq!(
        answer["game"],
        json!({
            "name": null, "width": 5, "height": 3, "k": 3, "gravity": false, "overline": "allowed", "misere": false,
            "cells": 6, "lineCount": 4,
        })
    );
    assert_eq!(answer["position"]["board"], "XO....");
    assert_eq!(answer["legalMoves"][0], json!({"cell": 2, "row": 1, "col": 3, "name": "2"}));
    assert_eq!(answer["layout"], triangle()["layout"]);
    assert_eq!(answer["records"], json!({"moves": "0 1", "compact": null, "columns": null, "sgf": null, "psq": null}));
    assert!(answer.get("columns").is_none() && answer.get("lines").is_none(), "{answer}");
    let parts = json!(["layout", "columns", "lines"]);
    let answer = asked("/v1/position", json!({"game": triangle(), "fields": parts})).await;
    assert_eq!((&answer["lines"], &answer["columns"]), (&triangle()["lines"], &json!([])));
    // An ordinary board has them, too, where they are asked for.
    let answer =
        asked("/v1/position", json!({"game": {"width": 2, "height": 2, "k": 2, "gravity": true}, "fields": parts}))
            .await;
    assert_eq!(answer["layout"], json!([[0, 0], [0, 1], [1, 0], [1, 1]]));
    assert_eq!(answer["columns"], json!([[2, 0], [3, 1]]));
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(6));
}

#[tokio::test]
async fn the_game_of_an_answer_says_what_it_was_generated_from() {
    for (game, expected) in [
        (
            json!({"dimensions": [3, 4, 2], "k": 2, "wrap": [false, true, false], "gravity": 1}),
            json!({"cells": 24, "dimensions": [3, 4, 2], "wrap": [false, true, false], "axis": 1, "gravity": true}),
        ),
        (
            json!({"width": 4, "height": 3, "shape": ".../XX./.X."}),
            json!({"cells": 12, "lineCount": 24, "shape": "XX/.X"}),
        ),
        (json!("qubic"), json!({"name": "qubic", "cells": 64, "lineCount": 76, "dimensions": [4, 4, 4]})),
    ] {
        let answer = asked("/v1/position", json!({"game": game})).await;
        for (member, value) in expected.as_object().unwrap() {
            assert_eq!(&answer["game"][member], value, "{game}: {member}");
        }
    }
}

#[tokio::test]
async fn stones_fall_in_columns_of_any_kind() {
    let game = json!({"cells": 4, "lines": [[0, 1], [2, 3]], "above": [[3, 0], [2, 1]]});
    let answer = asked("/v1/position", json!({"game": game, "moves": [3]})).await;
    assert_eq!(answer["columns"], json!([[3, 0], [2, 1]]));
    let legal: Vec<_> = answer["legalMoves"].as_array().unwrap().iter().map(|legal| legal["cell"].clone()).collect();
    assert_eq!(legal, [json!(0), json!(2)]);
    let answer = post(&app(), "/v1/position", json!({"game": game, "moves": [0]}).to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/moves/0 floating-stone"]);
    let answer = post(&app(), "/v1/position", json!({"game": game, "board": ".X.."}).to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/board floating-stone"]);
    // Digits are cells, not columns.
    let answer = get(&app(), "/v1/position?game=score-four&moves=48,32,16,0&fields=moves,position").await.json();
    assert_eq!((&answer["moves"], &answer["position"]["status"]), (&json!(4), &json!("ongoing")));
    let answer = get(&app(), "/v1/position?game=score-four&moves=48&fields=moves").await.json();
    assert_eq!(answer["moves"], 1);
}

#[tokio::test]
async fn boards_and_moves_are_read_in_each_form() {
    let same = "XO.X..";
    for body in [
        json!({"board": "XO.X..", "turn": "O"}),
        json!({"board": "X/O./X..", "turn": "O"}),
        json!({"board": ["X", "O", "", "X", "", null], "turn": "O"}),
        json!({"board": ["X", "O.", "X.."], "turn": "O"}),
        json!({"board": [["X"], ["O", ""], ["X", "", ""]], "turn": "O"}),
        json!({"moves": [0, 1, 3]}),
        json!({"moves": ["0", 1, "3"]}),
        json!({"moves": "0 1 3"}),
        json!({"moves": "0,1,3"}),
        json!({"record": "0 1 3"}),
        json!({"record": "1. 0 1 2. 3"}),
        json!({"moves": [{"cell": 0, "name": "0"}, 1, 3]}),
    ] {
        let mut request = body.clone();
        request["game"] = triangle();
        assert_eq!(asked("/v1/position", request).await["position"]["board"], same, "{body}");
    }
    for (body, expected, detail) in [
        (json!({"board": "XO"}), "/board wrong-length", "this game has 6"),
        (json!({"board": ["XO", "X"]}), "/board wrong-length", "this game has 6"),
        (json!({"moves": [6]}), "/moves/0 not-on-board", "from 0 to 5"),
        (json!({"moves": ["a1"]}), "/moves/0 not-on-board", "send a number from 0 to 5"),
        (json!({"moves": "0 x"}), "/moves not-on-board", "send a number from 0 to 5"),
        (json!({"moves": [0, 0]}), "/moves/1 cell-taken", "cell 0"),
        (json!({"moves": [0, 1, 3, 2, 5, 4]}), "/moves/5 game-over", ""),
        (json!({"record": "(;GM[4]SZ[3];B[bb])"}), "/record does-not-fit", ""),
        (json!({"record": "0 1 9"}), "/record not-on-board", "9"),
    ] {
        let mut request = body.clone();
        request["game"] = triangle();
        if expected.ends_with("game-over") {
            request["game"]["lines"] = json!([[0, 1, 3], [0, 3, 5]]);
        }
        let answer = post(&app(), "/v1/position", request.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [expected], "{body}");
        let text = answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
        assert!(text.contains(detail), "{body}: {text}");
    }
}

#[tokio::test]
async fn moves_are_chosen_ranked_and_explained() {
    let answer = asked("/v1/move", json!({"game": "torus", "explain": true})).await;
    assert_eq!((&answer["score"]["outcome"], &answer["score"]["plies"]), (&json!("win"), &json!(7)));
    let answer = asked("/v1/move", json!({"game": "tippy"})).await;
    assert_eq!(answer["score"]["outcome"], "win", "Tippy wins on 3×3");
    // X threatens to complete the diagonal of the cube.
    let answer =
        asked("/v1/move", json!({"game": "qubic", "moves": [0, 1, 21, 2, 42], "depth": 2, "explain": true})).await;
    assert_eq!(answer["move"], json!({"cell": 63, "row": 3, "col": 18, "name": "63"}));
    let block =
        json!({"kind": "blocks-line", "cells": [0, 21, 42, 63], "moves": [], "text": "Blocks X's line 0, 21, 42, 63."});
    assert!(answer["reasons"].as_array().unwrap().contains(&block), "{}", answer["reasons"]);
    let answer = asked("/v1/analysis", json!({"game": triangle(), "multiPv": 0, "explain": true})).await;
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &answer["search"]["source"]), (6, &json!("table")));
    // No sentence knows rows, columns, centres or corners.
    let sentences: Vec<&str> = lines
        .iter()
        .flat_map(|line| line["reasons"].as_array().unwrap())
        .map(|reason| reason["text"].as_str().unwrap())
        .collect();
    for place in ["row", "column", "centre", "corner", "side"] {
        assert!(sentences.iter().all(|sentence| !sentence.contains(place)), "{place}: {sentences:?}");
    }
    for level in ["beginner", "casual", "club", "expert", "perfect"] {
        let answer = asked("/v1/move", json!({"game": "qubic", "level": level, "seed": 3, "nodes": 2_000})).await;
        assert_eq!(answer["after"]["status"], "ongoing", "{level}");
    }
    for tie_break in ["first", "lines", "random", "trap"] {
        let answer = asked("/v1/move", json!({"game": "torus", "moves": [0], "tieBreak": tie_break})).await;
        assert_eq!(answer["after"]["status"], "ongoing", "{tie_break}");
    }
}

#[tokio::test]
async fn searches_stream_their_depths() {
    for path in ["/v1/move", "/v1/analysis"] {
        let body = json!({"game": {"dimensions": [5, 5, 5], "k": 4}, "moves": [0, 62], "depth": 3});
        let answer = asked_as("application/x-ndjson", path, body).await;
        let records = records(std::str::from_utf8(&answer.body).unwrap());
        assert!(records.len() >= 3 && records.last().unwrap()["final"] == true, "{path}: {records:?}");
    }
}

#[tokio::test]
async fn games_are_reviewed_counted_matched_and_posed_as_puzzles() {
    let review = asked("/v1/review", json!({"game": "torus", "moves": "0 1 5 2 7", "explain": true})).await;
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(5));
    assert_eq!(review["position"]["winningLines"], json!([[0, 5, 7]]));
    let remarks = text("/v1/review", json!({"game": "torus", "moves": "0 1 5 2 7"})).await;
    assert!(remarks.starts_with("1. 0 1"), "{remarks}");
    let answer = asked_as("application/x-go-sgf", "/v1/review", json!({"game": "torus", "moves": "0 1 5 2 7"})).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/game does-not-fit"]);
    let games = asked("/v1/continuations", json!({"game": triangle(), "limit": 3, "symmetry": "orbits"})).await;
    assert!(games["counts"]["games"].as_u64().unwrap() > 0 && games["games"].as_array().unwrap().len() == 3);
    let players = json!([{"depth": 1}, {"level": "beginner"}]);
    let played = asked("/v1/match", json!({"game": "three-cubed", "players": players, "games": 2, "seed": 1})).await;
    assert_eq!(played["games"].as_array().map(Vec::len), Some(2));
    let puzzle = get(&app(), "/v1/puzzles?game=torus&seed=2&solution=true").await;
    assert_eq!(puzzle.status, 200, "{}", puzzle.json());
    assert_eq!(puzzle.json()["game"]["name"], "torus");
    let batch = json!({"requests": [
        {"kind": "move", "game": "fano"}, {"kind": "position", "game": triangle()},
        {"kind": "analysis", "game": {"cells": 2, "lines": [[0, 0]]}},
    ]});
    let results = asked("/v1/batch", batch).await["results"].take();
    assert_eq!([0, 1, 2].map(|index| results[index]["status"].as_u64().unwrap()), [200, 200, 422]);
    assert_eq!(results[2]["problem"]["errors"][0]["pointer"], "/requests/2/game/lines/0/1");
}

#[tokio::test]
async fn trees_are_shown_and_drawn() {
    let request = json!({"game": triangle(), "moves": [0, 1], "depth": 2});
    let tree = asked("/v1/tree", request.clone()).await;
    assert_eq!(tree["nodes"][1]["move"]["name"], "2");
    for (format, sign) in [("svg", "</svg>"), ("dot", "digraph"), ("mermaid", "flowchart")] {
        let mut request = request.clone();
        request["format"] = format.into();
        let answer = post(&app(), "/v1/tree", request.to_string()).await;
        assert_eq!(answer.status, 200, "{format}");
        let figure = String::from_utf8(answer.body.to_vec()).unwrap();
        assert!(figure.contains(sign) && figure.contains('5'), "{figure}");
    }
    // The board is a triangle: places without a cell are blank.
    let mut request = request;
    request["format"] = "dot".into();
    let dot = String::from_utf8(post(&app(), "/v1/tree", request.to_string()).await.body.to_vec()).unwrap();
    assert!(dot.contains(r"    X    \n  O   ·  \n·   ·   ·"), "{dot}");
}

#[tokio::test]
async fn fields_of_ordinary_boards_are_refused() {
    for (path, body, expected) in [
        ("/v1/move", json!({"game": "qubic", "algorithm": "solver"}), "/algorithm does-not-fit"),
        ("/v1/move", json!({"game": "score-four", "algorithm": "solver"}), "/algorithm does-not-fit"),
        ("/v1/move", json!({"game": "qubic", "algorithm": "retrograde"}), "/algorithm does-not-fit"),
    ] {
        let answer = post(&app(), path, body.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [expected], "{path} {body}");
    }
    let answer = get(&app(), "/v1/puzzles?game=%7B%22dimensions%22%3A%5B5%2C5%2C5%5D%2C%22k%22%3A5%7D").await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/game does-not-fit"]);
}

#[tokio::test]
async fn words_draw_the_layout() {
    let drawn = text("/v1/position", json!({"game": triangle(), "moves": [0, 1]})).await;
    let expected = "    X    \n  O   .  \n.   .   .";
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&drawn)[..3], lines(expected)[..], "{drawn}");
    assert!(drawn.contains("Legal moves: 2, 3, 4, 5."), "{drawn}");
    let told = text("/v1/move", json!({"game": "torus", "moves": "0 1 5 2"})).await;
    assert!(told.starts_with("X plays 7: X wins in 1 move (1 ply), proven."), "{told}");
}

/// The pictures of a query.
async fn svg(query: &str) -> String {
    let answer = get(&app(), &format!("/v1/position.svg?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", String::from_utf8_lossy(&answer.body));
    assert_eq!(answer.headers[header::CONTENT_TYPE], "image/svg+xml");
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test]
async fn pictures_have_the_cells_at_their_places() {
    let squares = |svg: &str| svg.matches("h92v92h-92z").count();
    let plain = svg("game=qubic&coordinates=false").await;
    assert!(plain.contains("<title>Qubic") && squares(&plain) == 64, "{plain}");
    // Layers have a gap of a column.
    assert!(plain.contains("viewBox=\"0 0 2012 512\""), "{plain}");
    let numbered = svg("game=qubic&moves=0,63").await;
    assert_eq!(numbered.matches("href=\"#d").count(), 9 + 2 * 53, "62 numbers of the empty cells");
    let values = svg("game=three-cubed&moves=13,0,4&values=true").await;
    assert!(values.contains("<title>Three in a row on 3×3×3, O to move</title>"), "{values}");
    let discs = svg("game=score-four&moves=48").await;
    assert!(discs.contains("url(#plate)") && discs.contains("href=\"#X\""), "{discs}");
    for query in [
        "game=torus&moves=0,1,5,2,7&theme=dark&last=7&marks=3,4-8",
        "game=fano&moves=1,0,5,6,2",
        "game=score-four&values=true",
    ] {
        let answer = get(&app(), &format!("/v1/position.png?{query}&size=300")).await;
        assert!(answer.status == 200 && answer.body.starts_with(b"\x89PNG"), "{query}");
    }
    let answer = get(&app(), "/v1/position.svg?game=qubic&marks=64").await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/marks/0 not-on-board"]);
}

#[tokio::test]
async fn pictures_light_complete_lines_and_mark_sides_that_wrap() {
    let dashes = |svg: &str| svg.contains("stroke-dasharray=\"2 14\"");
    let wrapped = svg("game=torus&moves=0,1,5,2,7").await;
    assert!(dashes(&wrapped) && wrapped.contains("fill=\"#d5efe3\""), "{wrapped}");
    assert!(!wrapped.contains("stroke-opacity=\".8\" "), "no stroke goes across the board: {wrapped}");
    let row = svg("game=torus&moves=0,3,1,4,2").await;
    assert!(row.contains("d=\"M106 106L206 106L306 106\""), "{row}");
    assert!(!dashes(&svg("game=qubic").await) && dashes(&svg("game=%7B%22dimensions%22%3A%5B4%2C4%2C2%5D%2C%22k%22%3A4%2C%22wrap%22%3A%5Bfalse%2Cfalse%2Ctrue%5D%7D").await));
    // The line of the three middles of the Fano plane is a circle, also while nobody has it.
    let fano = svg("game=fano&moves=1,0,5,6,2").await;
    assert_eq!(fano.matches("a216.7 216.7").count(), 4, "drawn, and lit: {fano}");
    let tippy = svg("game=tippy&moves=4,0,1,8,3,5,6").await;
    assert!(tippy.contains("fill=\"#d5efe3\"") && !tippy.contains("L206 206"), "{tippy}");
}

#[tokio::test]
async fn the_catalogue_has_the_games_of_lines() {
    let catalogue = get(&app(), "/v1/games").await.json();
    let games = catalogue["games"].as_array().unwrap();
    let game = |name: &str| games.iter().find(|game| game["name"] == name).unwrap_or_else(|| panic!("no {name}"));
    for (name, cells, lines, symmetries) in [
        ("qubic", 64, 76, 192),
        ("three-cubed", 27, 49, 48),
        ("score-four", 64, 76, 8),
        ("torus", 9, 12, 432),
        ("tippy", 9, 8, 32),
        ("fano", 7, 7, 168),
    ] {
        let game = game(name);
        assert_eq!(
            (&game["cells"], &game["lines"], &game["lineCount"]),
            (&json!(cells), &json!(lines), &json!(lines)),
            "{name}"
        );
        assert_eq!(game["symmetries"], symmetries, "{name}");
        assert_eq!(game["layout"].as_array().map(Vec::len), Some(cells), "{name}");
    }
    let ordinary = game("tic-tac-toe").as_object().unwrap();
    assert!(!ordinary.contains_key("layout") && !ordinary.contains_key("lineCount"), "{ordinary:?}");
}

/// Only presets of ordinary boards are answered in place: the tables of a list take longer.
#[tokio::test]
async fn a_preview_names_the_game() {
    let preview = |query: &str| inarow_api::picture::Preview::of_address(query).map(|preview| preview.title);
    assert_eq!(preview("game=qubic&moves=0").as_deref(), Some("Qubic, four in a row on 4×4×4: O to move"));
    assert_eq!(preview("game=score-four&moves=48").as_deref(), Some("Score Four, 4×4×4 with gravity: yellow to move"));
    let own = "game=%7B%22width%22%3A4%2C%22height%22%3A4%2C%22shape%22%3A%22XX%2FXX%22%7D&moves=0&friend=1";
    assert_eq!(preview(own).as_deref(), Some("Your friend played 0. Your turn."));
    assert_eq!(preview(&own.replace("&friend=1", "")).as_deref(), Some("XX over XX on 4×4: O to move"));
}
