//! `/v1/batch`: order, independence, one budget, and faults of a batch as a whole.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use inarow::config::ServerLimits;
use inarow::http;
use serde_json::{Value, json};

use crate::service::{Answer, app, app_with, default_app, faults, get, listed, post, without_accidents};

async fn batch(app: &Router, body: &Value) -> Answer {
    post(app, "/v1/batch", body.to_string()).await
}

async fn results(app: &Router, requests: Value) -> Vec<Value> {
    let answer = batch(app, &json!({"requests": requests})).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()["results"].as_array().unwrap().clone()
}

#[tokio::test]
async fn each_result_is_the_answer_of_its_own_path() {
    let app = app();
    let requests = [
        ("move", json!({"board": "XO.......", "turn": "X"})),
        ("analysis", json!({"multiPv": 2})),
        ("position", json!({"board": ["XO.", "...", "..."]})),
        ("move", json!({"game": "connect-four", "moves": "4453", "depth": 3})),
        ("analysis", json!({"game": "gomoku", "depth": 1, "multiPv": 1})),
        ("move", json!({"skill": 10, "seed": 7, "moves": [0]})),
        ("move", json!({"board": "XXXOO...."})),
    ];
    let items = requests.iter().map(|(kind, fields)| {
        let mut item = fields.as_object().unwrap().clone();
        item.insert("kind".into(), (*kind).into());
        Value::from(item)
    });
    let found = results(&app, items.collect()).await;
    assert_eq!(found.len(), requests.len());
    for ((kind, fields), result) in requests.iter().zip(found) {
        let alone = post(&app, &format!("/v1/{kind}"), fields.to_string()).await.json();
        assert_eq!(result["status"], 200);
        assert_eq!(without_accidents(result["body"].clone()), without_accidents(alone), "{kind} {fields}");
    }
}

#[tokio::test]
async fn a_bad_request_does_not_fail_the_others() {
    let requests = json!([
        {"kind": "move", "board": "XO"},
        {"kind": "move"},
        {"kind": "analysis", "skill": 5, "depth": 0},
        {"kind": "match"},
        {"board": "........."},
        7,
        {"kind": "position", "kin": 1},
        {"kind": "move", "game": "gomoku", "algorithm": "retrograde"},
        {"kind": "position", "board": [["X", "Q", ""], ["", "", ""], ["", "", ""]]},
    ]);
    let found = results(&app(), requests).await;
    let expected: [&[&str]; 9] = [
        &["/requests/0/board wrong-length"],
        &[],
        &["/requests/2/depth out-of-range", "/requests/2/skill unknown-field"],
        &["/requests/3/kind not-a-choice"],
        &["/requests/4/kind missing"],
        &["/requests/5 wrong-type"],
        &["/requests/6/kin unknown-field"],
        &["/requests/7/algorithm does-not-fit"],
        &["/requests/8/board/0/1 unknown-character"],
    ];
    for (result, expected) in found.iter().zip(expected) {
        assert_eq!(result["status"], if expected.is_empty() { 200 } else { 422 });
        let mut found = result.get("problem").map(listed).unwrap_or_default();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
    let repeated = r#"{"requests":[{"kind":"move","kind":"move"},{"kind":"move","turn":"X","turn":"O"}]}"#;
    let answer = post(&app(), "/v1/batch", repeated).await;
    let problem = |index: usize| answer.json()["results"][index]["problem"].clone();
    assert_eq!(listed(&problem(0))[0], "/requests/0/kind repeated");
    assert_eq!(listed(&problem(1))[0], "/requests/1/turn repeated");
    // The problems quote the id of the exchange.
    assert_eq!(problem(0)["requestId"], answer.header("x-request-id"));
    assert_eq!(problem(0)["instance"], "/v1/batch");
}

#[tokio::test]
async fn a_batch_that_is_none_is_refused_as_a_whole() {
    let app = default_app();
    let many = json!({"requests": vec![json!({"kind": "move"}); 65]});
    let cases = [
        (json!({}), vec!["/requests missing"]),
        (json!({"requests": []}), vec!["/requests wrong-length"]),
        (json!({"requests": {"kind": "move"}}), vec!["/requests wrong-type"]),
        (json!({"requests": null}), vec!["/requests missing"]),
        (many, vec!["/requests wrong-length"]),
        (
            json!({"requests": [{"kind": "move"}], "movetime": 0, "board": 1}),
            vec!["/board unknown-field", "/movetime out-of-range"],
        ),
        (json!({"requests": [{"kind": "move"}], "movetime": 10_001}), vec!["/movetime out-of-range"]),
        (json!([]), vec!["wrong-type"]),
    ];
    for (body, expected) in cases {
        let mut found = faults(&batch(&app, &body).await, 422, "invalid-request");
        found.sort();
        assert_eq!(found, expected, "{body}");
    }
    let most = vec![json!({"kind": "position"}); 64];
    assert_eq!(results(&app, most.into()).await.len(), 64);
    faults(&post(&app, "/v1/batch", "{").await, 400, "malformed-json");
    faults(&post(&app, "/v1/batch", "").await, 400, "malformed-json");
    let answer = get(&app, "/v1/batch").await;
    faults(&answer, 405, "method-not-allowed");
    assert_eq!(answer.header("allow"), "POST");
}

/// An answer without the time that it took.
fn timeless(result: &Value) -> Value {
    let mut result = result.clone();
    result["body"]["search"]["timeMs"] = Value::Null;
    result
}

#[tokio::test]
async fn equal_requests_have_equal_answers_however_they_are_written() {
    let state = crate::service::state(ServerLimits::DEFAULT);
    let app = http::app(Arc::clone(&state), http::AppOptions::default());
    let requests = json!([
        {"kind": "analysis", "game": "four-by-four", "board": "XO..............", "depth": 4},
        {"kind": "analysis", "game": "four-by-four", "moves": [0, "b4"], "depth": 4.0, "pov": "X"},
        {"kind": "move", "game": "four-by-four", "moves": [0, "b4"], "depth": 4},
        {"kind": "move", "skill": 0},
        {"kind": "move", "skill": 0},
        {"kind": "move", "skill": 0, "seed": 4},
        {"kind": "move", "skill": 0, "seed": 4},
        {"kind": "move", "board": "bad"},
        {"kind": "move", "board": "bad"},
    ]);
    let found = results(&app, requests).await;
    assert_eq!(timeless(&found[0]), timeless(&found[1]));
    assert_eq!(timeless(&found[5]), timeless(&found[6]));
    assert_ne!(found[3]["body"]["search"]["seed"], found[4]["body"]["search"]["seed"]);
    assert_eq!(listed(&found[8]["problem"])[0], "/requests/8/board unknown-character");
    assert_eq!(state.pool().counters().completed.load(Relaxed), 1, "a batch is one job");
    results(&app, json!([{"kind": "move"}, {"kind": "position"}, {"kind": "analysis"}])).await;
    assert_eq!(state.pool().counters().completed.load(Relaxed), 1, "looked up in place");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_budget_holds_for_all() {
    // On one thread the times of the searches come one after the other.
    let app = app_with(ServerLimits { workers: 1, ..ServerLimits::DEFAULT });
    let mut requests: Vec<_> = (0..40).map(|cell| json!({"kind": "move", "game": "gomoku", "moves": [cell]})).collect();
    requests.push(json!({"kind": "analysis", "game": {"width": 4, "height": 3, "k": 3}}));
    requests.push(json!({"kind": "move"}));
    let answer = batch(&app, &json!({"requests": requests, "movetime": 200})).await;
    let results = answer.json()["results"].as_array().unwrap().clone();
    for result in &results[..40] {
        let stop = &result["body"]["search"]["stop"];
        // `queue` where the time was over before its turn.
        assert!(result["status"] == 200 && ["movetime", "queue"].map(Value::from).contains(stop), "{result}");
    }
    assert_eq!(results[40]["status"], 200);
    assert_eq!(results[41]["body"]["search"]["stop"], "solved");
    // Searches that name their time do not share it: the last of them come too late.
    let named = vec![json!({"kind": "move", "game": "gomoku", "movetime": 200}); 40];
    let answer = batch(&app, &json!({"requests": named, "movetime": 200})).await.json();
    let last = &answer["results"][39]["body"]["search"];
    assert_eq!((&last["stop"], &last["depth"]), (&"queue".into(), &1.into()));
    // A request's own time ends its search before that of the batch.
    let own =
        json!([{"kind": "move", "game": "gomoku", "movetime": 20}, {"kind": "move", "game": "gomoku", "depth": 1}]);
    let found = self::results(&app, own).await;
    assert_eq!(
        (&found[0]["body"]["search"]["stop"], &found[1]["body"]["search"]["stop"]),
        (&"movetime".into(), &"depth".into())
    );
}
