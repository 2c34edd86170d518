//! `null`: absent where a field is optional, missing where it is required, an empty cell in a board.

use serde_json::{Value, json};

use crate::service::{app, faults, listed, post, without_accidents};

/// Programs send `null` for a field that they leave out.
#[tokio::test]
async fn null_is_absent_wherever_a_field_is_optional() {
    let app = app();
    let mut with_nulls = 0;
    for (path, fields) in inarow::http::contract().requests {
        let required = match path {
            "/v1/match" => json!({"players": [{}, {}]}),
            "/v1/batch" => json!({"requests": [{"kind": "move"}]}),
            "/v1/review" => json!({"moves": [4, 0]}),
            _ => json!({}),
        };
        let mut body = required.clone();
        for field in fields.into_iter().filter(|field| required.get(field).is_none()) {
            body[field] = Value::Null;
            with_nulls += 1;
        }
        let answers = [post(&app, path, required.to_string()).await, post(&app, path, body.to_string()).await];
        let [plain, nulls] = answers.map(|answer| {
            assert_eq!(answer.status, 200, "{body}");
            without_accidents(answer.json())
        });
        // Games of a match take their time.
        assert!(path == "/v1/match" || plain == nulls, "{path}: {nulls}");
    }
    assert!(with_nulls > 60);
    for body in [
        json!({"game": {"width": 3, "height": 3, "k": 3, "gravity": null, "overline": null, "misere": null}}),
        json!({"heuristic": {"weights": [0, 1, 2, 3], "tempo": null, "emptyLine": null}}),
        json!({"board": null, "moves": [4]}),
        json!({"board": "XO.......", "moves": null, "skill": null, "level": "club", "seed": 1}),
    ] {
        assert_eq!(post(&app, "/v1/move", body.to_string()).await.status, 200, "{body}");
    }
    let player = json!({"algorithm": null, "heuristic": null, "depth": null, "nodes": null, "movetime": null,
        "tieBreak": null, "skill": null, "level": null});
    let body = json!({"players": [player, {}], "games": 1});
    assert_eq!(post(&app, "/v1/match", body.to_string()).await.status, 200);
    let item = json!({"kind": "move", "game": null, "board": null, "turn": null, "level": null});
    let batch = post(&app, "/v1/batch", json!({"requests": [item, {"kind": null}]}).to_string()).await.json();
    assert_eq!(batch["results"][0]["status"], 200);
    assert_eq!(listed(&batch["results"][1]["problem"]), ["/requests/1/kind missing"]);
    // A required field is missing; an unknown one stays unknown.
    for (path, body, expected) in [
        ("/v1/match", json!({"players": null}), "/players missing"),
        ("/v1/match", json!({"players": [null, {}]}), "/players/0 wrong-type"),
        ("/v1/batch", json!({"requests": null}), "/requests missing"),
        ("/v1/move", json!({"game": {"width": null, "height": 3, "k": 3}}), "/game/width missing"),
        ("/v1/move", json!({"heuristic": {"weights": null}}), "/heuristic/weights missing"),
        ("/v1/move", json!({"bord": null}), "/bord unknown-field"),
        ("/v1/move", json!({"moves": [null]}), "/moves/0 wrong-type"),
    ] {
        assert_eq!(faults(&post(&app, path, body.to_string()).await, 422, "invalid-request"), [expected], "{body}");
    }
}

/// Boards as the usual tutorial of a front end has them: one list of all cells.
#[tokio::test]
async fn a_list_of_all_cells_is_a_board() {
    let app = app();
    let seen = async |body: Value| post(&app, "/v1/position", body.to_string()).await.json();
    let expected = seen(json!({"board": "XO..X...O"})).await;
    for board in [
        json!(["X", "O", null, null, "X", null, null, null, "O"]),
        json!(["X", "O", "", "", "X", "", "", "", "O"]),
        json!(["x", "o", ".", "-", "X", "_", null, "", "O"]),
        json!([["X", "O", null], [null, "X", null], ["", "", "O"]]),
    ] {
        assert_eq!(seen(json!({"board": board})).await, expected, "{board}");
    }
    let empty = seen(json!({"board": vec![Value::Null; 9]})).await;
    assert_eq!(empty["position"]["board"], ".........");
    let connect_four = seen(json!({"game": "connect-four", "board": vec![Value::Null; 42]})).await;
    assert_eq!(connect_four["legalMoves"].as_array().expect("moves").len(), 7);
    // Where rows have one cell, rows and cells are the same.
    let column = json!({"width": 1, "height": 3, "k": 3});
    for board in [json!(["X", "O", "."]), json!(["X", "O", null]), json!([["X"], ["O"], [null]])] {
        assert_eq!(seen(json!({"game": column, "board": board})).await["position"]["board"], "XO.", "{board}");
    }
    let row = json!({"width": 3, "height": 1, "k": 3});
    for board in [json!(["XO."]), json!(["X", "O", ""]), json!([["X", "O", ""]])] {
        assert_eq!(seen(json!({"game": row, "board": board})).await["position"]["board"], "XO.", "{board}");
    }
}
