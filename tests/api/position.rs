//! `/v1/position`: what there is to say of a position without a search.

use serde_json::{Value, json};

use crate::service::{app, faults, get, post};

async fn seen(body: Value) -> Value {
    let answer = post(&app(), "/v1/position", body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.json());
    answer.json()
}

fn heuristic<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let all = answer["heuristics"].as_array().unwrap();
    all.iter().find(|heuristic| heuristic["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[tokio::test]
async fn static_values_come_with_the_lines_that_make_them() {
    let answer = seen(json!({"board": "X.OOX....", "turn": "X"})).await;
    for (name, value) in [("tempo-lines", 323), ("win-loss", 0), ("lines", 10), ("open-pieces", 2)] {
        let heuristic = heuristic(&answer, name);
        assert_eq!(heuristic["value"], value, "{name}");
        let lines = heuristic["lines"].as_array().unwrap();
        assert_eq!(lines.iter().map(|line| line["value"].as_i64().unwrap()).sum::<i64>(), value, "{name}");
        assert!(lines.iter().all(|line| line["value"] != 0 && line["cells"].as_array().unwrap().len() == 3));
    }
    let from_o = seen(json!({"board": "X.OOX....", "turn": "X", "pov": "O"})).await;
    assert_eq!(heuristic(&from_o, "lines")["value"], -10);
    let own = seen(json!({"board": "X........", "heuristic": {"weights": [0, 7, 0, 0]}})).await;
    assert_eq!(heuristic(&own, "custom")["value"], 21);
}

#[tokio::test]
async fn a_position_has_its_moves_its_class_and_its_id() {
    let answer = seen(json!({"moves": [8, 4]})).await;
    assert_eq!(answer["position"]["board"], "....O...X");
    assert_eq!(answer["moves"], 2);
    let cells: Vec<_> = answer["legalMoves"].as_array().unwrap().iter().map(|place| &place["cell"]).collect();
    assert_eq!(cells, [0, 1, 2, 3, 5, 6, 7]);
    // 2 · 3^4 + 3^8.
    assert_eq!(answer["stateId"], 162 + 6561);
    assert_eq!(answer["symmetry"]["orbit"], 4);
    assert_eq!(answer["symmetry"]["stateId"], 162 + 1);
    let large = seen(json!({"game": "gomoku"})).await;
    assert_eq!((&large["stateId"], large["legalMoves"].as_array().unwrap().len()), (&Value::Null, 225));
    let over = seen(json!({"board": "XXXOO...."})).await;
    assert_eq!((&over["legalMoves"], &over["position"]["status"]), (&json!([]), &"won".into()));
}

#[tokio::test]
async fn get_is_post_and_searching_fields_do_not_belong_here() {
    let app = app();
    let by_get = get(&app, "/v1/position?board=XO.......&pov=turn&heuristic=lines&strict=true").await;
    assert_eq!(by_get.json(), seen(json!({"board": "XO.......", "pov": "turn"})).await);
    for field in ["depth", "movetime", "searchMoves", "skill", "algorithm"] {
        let answer = get(&app, &format!("/v1/position?{field}=1")).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [format!("/{field} unknown-field")]);
    }
}

#[tokio::test]
async fn reachable_is_true_false_or_unknown() {
    let answer =
        seen(json!({"game": "connect-four", "board": "..O.OXX/XOX.OOO/XOX.XOX/OXX.OXX/XXO.XXX/OOO.OOO"})).await;
    assert_eq!(answer["position"]["reachable"], false, "every bottom stone is the second side's");
    assert_eq!(seen(json!({"game": "connect-four", "moves": "44"})).await["position"]["reachable"], true);
    let tall = json!({"width": 4, "height": 19, "k": 19, "gravity": true});
    let board = "OOXXOOOOXXXOOOOOXOOXXXXOXOXXOOOXXXOOOOXXXOOXOXOOXXOOOXXOOXOOOXXXXOXXXXXXOXOX";
    let answer = seen(json!({"game": tall, "board": board})).await;
    assert_eq!(answer["position"]["reachable"], Value::Null);
    let strict = post(&app(), "/v1/position", json!({"game": tall, "board": board, "strict": true}).to_string()).await;
    assert_eq!(faults(&strict, 422, "invalid-request"), ["/board undecided"]);
    let detail = strict.json()["errors"][0]["detail"].to_string();
    assert!(detail.contains("cannot decide"), "{detail}");
}
