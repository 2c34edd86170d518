//! `/v1/analysis`: the ranking, classes, limits, and agreement with `/v1/move`.

use serde_json::{Value, json};

use crate::service::{app, faults, get, post};

async fn analysed(body: Value) -> Value {
    let answer = post(&app(), "/v1/analysis", body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.json());
    answer.json()
}

fn cells(answer: &Value) -> Vec<u64> {
    answer["lines"].as_array().unwrap().iter().map(|line| line["move"]["cell"].as_u64().unwrap()).collect()
}

fn classes(answer: &Value) -> Vec<u64> {
    answer["lines"].as_array().unwrap().iter().map(|line| line["class"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn every_move_is_ranked_with_its_score() {
    let answer = analysed(json!({"board": "XXO.O..OX", "turn": "X"})).await;
    assert_eq!(cells(&answer), [6, 3, 5]);
    for (index, line) in answer["lines"].as_array().unwrap().iter().enumerate() {
        assert_eq!((&line["rank"], &line["pv"][0]), (&(index + 1).into(), &line["move"]));
    }
    let outcomes: Vec<_> = (0..3).map(|index| answer["lines"][index]["score"]["outcome"].clone()).collect();
    assert_eq!(outcomes, ["draw", "loss", "loss"]);
    assert_eq!((&answer["position"]["turn"], &answer["search"]["source"]), (&"X".into(), &"table".into()));
    let seen_by_o = analysed(json!({"board": "XXO.O..OX", "turn": "X", "pov": "O"})).await;
    assert_eq!(
        seen_by_o["lines"][1]["score"],
        json!({"outcome": "win", "plies": 2, "value": null, "expected": 1.0, "pov": "O"})
    );
    assert_eq!(cells(&seen_by_o), [6, 3, 5]);
}

#[tokio::test]
async fn moves_that_are_alike_are_of_one_class() {
    for how in [json!({}), json!({"heuristic": "lines", "depth": 4}), json!({"algorithm": "minimax", "depth": 3})] {
        let answer = analysed(how.clone()).await;
        let mut of: Vec<_> = cells(&answer).into_iter().zip(classes(&answer)).collect();
        of.sort_unstable();
        let expected = [(0, 0), (1, 1), (2, 0), (3, 1), (4, 4), (5, 1), (6, 0), (7, 1), (8, 0)];
        assert_eq!(of, expected, "{how}");
    }
    // The class is the position's, whichever moves are asked about.
    let some = analysed(json!({"searchMoves": [2, 8, 5], "depth": 3, "heuristic": "lines"})).await;
    assert_eq!((cells(&some), classes(&some)), (vec![2, 8, 5], vec![0, 0, 1]));
    let falling = analysed(json!({"game": "connect-four", "depth": 2})).await;
    let mut classes = classes(&falling);
    classes.sort_unstable();
    assert_eq!(classes, [35, 35, 36, 36, 37, 37, 38]);
    // No symmetry is left: every move is of its own.
    let alone = analysed(json!({"board": "XO.......", "depth": 3})).await;
    assert_eq!(cells(&alone), self::classes(&alone));
}

/// Positions and options of many kinds: `/v1/move` chooses the first line.
#[tokio::test]
async fn the_first_line_is_the_answer_of_move() {
    let app = app();
    let boards = [
        json!({}),
        json!({"moves": [4]}),
        json!({"moves": [0, 4, 8]}),
        json!({"board": "X...O....", "turn": "X"}),
        json!({"board": "......X.X", "turn": "O"}),
        json!({"board": "OO..XX...", "turn": "X"}),
        json!({"game": "misere-tic-tac-toe", "moves": [1]}),
        json!({"game": "four-by-four"}),
        json!({"game": "four-by-four", "moves": [5, 10, 6]}),
        json!({"game": "connect-four", "moves": "4453"}),
        json!({"game": "connect-four", "moves": "44"}),
        json!({"game": {"width": 5, "height": 4, "k": 3}, "moves": [9]}),
        json!({"game": "gomoku", "moves": [112, 113]}),
    ];
    let options = [
        json!({"depth": 1}),
        json!({"depth": 3}),
        json!({"depth": 3, "heuristic": "tempo-lines", "pov": "O"}),
        json!({"depth": 2, "algorithm": "minimax", "heuristic": "open-pieces"}),
        json!({"depth": 3, "avoidMoves": [3], "multiPv": 2}),
        json!({"depth": 2, "heuristic": {"weights": [0, 1, 5, 50, 500, 5000]}}),
        json!({"nodes": 300, "multiPv": 1}),
    ];
    let mut compared = 0;
    for board in &boards {
        for option in &options {
            let mut asked = board.as_object().unwrap().clone();
            asked.extend(option.as_object().unwrap().clone());
            if asked.get("game") == Some(&json!("gomoku")) && !asked.contains_key("heuristic") {
                // With `threats`, the value of other moves is searched more deeply if it is asked for.
                asked.insert("multiPv".to_owned(), json!(1));
            }
            let analysis = post(&app, "/v1/analysis", Value::from(asked.clone()).to_string()).await;
            if analysis.status == 422 {
                continue; // options that do not fit the board
            }
            asked.remove("multiPv");
            let (analysis, chosen) =
                (analysis.json(), post(&app, "/v1/move", Value::from(asked.clone()).to_string()).await.json());
            for field in ["move", "score", "pv"] {
                assert_eq!(analysis["lines"][0][field], chosen[field], "{field} of {asked:?}");
            }
            assert_eq!(analysis["position"], chosen["position"]);
            compared += 1;
        }
    }
    assert!(compared >= 60, "{compared}");
}

#[tokio::test]
async fn the_number_of_lines_is_limited() {
    let app = app();
    for (multi_pv, lines) in [("0", 7), ("1", 1), ("3.0", 3), ("9", 7)] {
        let answer = get(&app, &format!("/v1/analysis?board=XO.......&multiPv={multi_pv}")).await;
        assert_eq!(answer.json()["lines"].as_array().unwrap().len(), lines, "{multi_pv}");
        let searched = get(&app, &format!("/v1/analysis?board=XO.......&depth=3&multiPv={multi_pv}")).await;
        assert_eq!(searched.json()["lines"].as_array().unwrap().len(), lines, "{multi_pv}");
    }
    let cases =
        [("10", "out-of-range"), ("-1", "out-of-range"), ("1.5", "not-whole"), ("x", "wrong-type"), ("", "wrong-type")];
    for (bad, code) in cases {
        let refused = get(&app, &format!("/v1/analysis?multiPv={bad}")).await;
        assert_eq!(faults(&refused, 422, "invalid-request"), [format!("/multiPv {code}")], "{bad}");
    }
    assert_eq!(get(&app, "/v1/analysis?game=connect-four&depth=1&multiPv=42").await.status, 200);
}

#[tokio::test]
async fn a_finished_game_has_no_lines() {
    for board in ["XXXOO....", "XOXXOOOXX"] {
        let answer = analysed(json!({"board": board, "turn": "O", "multiPv": 3, "depth": 2})).await;
        assert_eq!((&answer["lines"], &answer["search"]), (&json!([]), &Value::Null));
    }
}

#[tokio::test]
async fn fields_that_do_not_belong_to_an_analysis_are_refused() {
    let app = app();
    let asked = json!({"skill": 50, "seed": 1, "tieBreak": "random", "board": "XQ.......", "depth": 0, "multiPv": 401});
    let mut found = faults(&post(&app, "/v1/analysis", asked.to_string()).await, 422, "invalid-request");
    found.sort();
    let expected = [
        "/board unknown-character",
        "/depth out-of-range",
        "/multiPv out-of-range",
        "/seed unknown-field",
        "/skill unknown-field",
        "/tieBreak unknown-field",
    ];
    assert_eq!(found, expected);
    let large = json!({"game": "gomoku", "algorithm": "retrograde"});
    let refused = post(&app, "/v1/analysis", large.to_string()).await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/algorithm does-not-fit"]);
    let refused = get(&app, "/v1/move?multiPv=2").await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/multiPv unknown-field"]);
    faults(&post(&app, "/v1/analysis", "{").await, 400, "malformed-json");
    faults(&get(&app, "/v1/analysis?board=%FF").await, 400, "malformed-query");
}

#[tokio::test]
async fn time_and_nodes_end_an_analysis() {
    let brief = analysed(json!({"game": "gomoku", "movetime": 20})).await;
    assert_eq!((&brief["search"]["stop"], brief["lines"].as_array().unwrap().len()), (&"movetime".into(), 225));
    let few = analysed(json!({"game": "connect-four", "nodes": 100})).await;
    assert_eq!((&few["search"]["stop"], few["lines"].as_array().unwrap().len()), (&"nodes".into(), 7));
}

/// `book` is the source of values in the book of Connect Four, and of no others: a move that wins at once is not looked up.
#[tokio::test]
async fn moves_that_win_at_once_do_not_come_from_a_book() {
    let app = app();
    let narrow = json!({"width": 3, "height": 5, "k": 2, "gravity": true});
    let connect_four = |search_moves: Value| json!({"game": "connect-four", "moves": [35, 36, 28, 29, 21, 22], "searchMoves": search_moves});
    for (body, lines, source) in [
        (json!({"game": narrow, "board": ".............X.", "turn": "X"}), 3, "solver"),
        (connect_four(json!([14])), 1, "solver"),
        (connect_four(json!([14, 38])), 2, "book"),
    ] {
        let answer = post(&app, "/v1/analysis", body.to_string()).await.json();
        let (found, search) = (answer["lines"].as_array().unwrap(), &answer["search"]);
        assert_eq!(found[0]["score"]["plies"], 1, "{body}");
        assert_eq!((found.len(), &search["source"]), (lines, &json!(source)), "{body}");
    }
}
