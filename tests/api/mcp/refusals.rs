//! Refusals: of texts that are no message, of callers, and for a while.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request};
use inarow::config::ServerLimits;
use inarow::http::{self, AppOptions, AppState};
use serde_json::{Value, json};

use super::{ask, call_at};
use crate::service::live::{LONG_MS, long_searches, until};
use crate::service::{Answer, app, send, unhurried};

async fn sent(app: &Router, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut request = Request::post("/mcp").header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(app, request.body(Body::from(body.to_owned())).unwrap()).await
}

#[tokio::test]
async fn bodies_that_are_no_messages_are_refused_with_the_reason() {
    for (body, code, id, words) in [
        ("{", -32700, Value::Null, "the body is not JSON"),
        ("", -32700, Value::Null, "the body is empty"),
        ("[]", -32600, Value::Null, "a batch is not read here"),
        ("3", -32600, Value::Null, "not a JSON object"),
        (r#"{"id": 1, "method": "ping"}"#, -32600, json!(1), "jsonrpc must be \"2.0\""),
        (r#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, -32600, json!(1), "jsonrpc must be \"2.0\""),
        (r#"{"jsonrpc": 2.0, "id": 1, "method": "ping"}"#, -32600, json!(1), "jsonrpc must be \"2.0\""),
        (
            r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#,
            -32600,
            Value::Null,
            "id must be a string or an integer",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#,
            -32600,
            Value::Null,
            "id must be a string or an integer",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": true, "method": "ping"}"#,
            -32600,
            Value::Null,
            "id must be a string or an integer",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": [1], "method": "ping"}"#,
            -32600,
            Value::Null,
            "id must be a string or an integer",
        ),
        (r#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, -32600, Value::Null, "id must be a string or an integer"),
        (r#"{"jsonrpc": "2.0", "id": "a"}"#, -32600, json!("a"), "the message has no method"),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": 5}"#, -32600, json!(1), "method must be a string"),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#,
            -32600,
            json!(1),
            "params must be an object",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": null}"#,
            -32600,
            json!(1),
            "params must be an object",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "method": "tools/list"}"#,
            -32600,
            json!(1),
            "/method: \"method\" is given twice",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "best_move", "arguments": {"moves": [], "moves": ["b2"]}}}"#,
            -32600,
            json!(1),
            "/params/arguments/moves: \"moves\" is given twice",
        ),
    ] {
        let answer = sent(&app(), &[], body).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (400, "application/json"), "{body}");
        let answer = answer.json();
        assert_eq!((&answer["jsonrpc"], &answer["error"]["code"]), (&"2.0".into(), &code.into()), "{body}: {answer}");
        // In place of an id that is no id there is null.
        assert_eq!(answer.get("id"), Some(&id), "{body}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(words), "{body}: {answer}");
    }
    for id in [r#""a""#, "0", "-7", "18446744073709551615"] {
        let answer = sent(&app(), &[], &format!(r#"{{"jsonrpc": "2.0", "id": {id}, "method": "ping"}}"#)).await;
        assert_eq!(answer.json()["id"].to_string(), id);
    }
}

#[tokio::test]
async fn lines_beyond_the_cap_are_refused_in_every_spelling() {
    let most = "send a whole number from 1 to 20";
    for (lines, code, words) in [
        ("null", "wrong-type", most),
        ("0", "out-of-range", most),
        ("21", "out-of-range", most),
        ("361.0", "out-of-range", most),
        ("20.5", "not-whole", "from 1 to 20"),
        ("1e300", "out-of-range", most),
        ("18446744073709551615", "out-of-range", most),
        ("\"5.0\"", "wrong-type", "multiPv: "),
    ] {
        let lines: Value = serde_json::from_str(lines).unwrap();
        let (text, problem, is_error) = call_at(&app(), "analyse_position", &json!({"multiPv": lines})).await;
        assert!(is_error && text.contains(words), "{lines}: {text}");
        assert_eq!(
            (&problem["errors"][0]["code"], &problem["errors"][0]["pointer"]),
            (&code.into(), &"/multiPv".into()),
            "{lines}"
        );
    }
    // Every board takes all values that the schema allows.
    for (lines, moves, count) in [(json!(3.0), json!([]), 3), (json!(15), json!([]), 9), (json!(20), json!(["b2"]), 8)]
    {
        let arguments = json!({"multiPv": lines, "moves": moves});
        let (_, values, is_error) = call_at(&app(), "analyse_position", &arguments).await;
        assert!(!is_error && values["moves"].as_array().unwrap().len() == count, "{values}");
    }
}

/// Moves that stand beside the arguments would be another position.
#[tokio::test]
async fn members_beside_the_arguments_are_refused() {
    let refused = async |params: Value| {
        let answer = ask(&app(), "tools/call", &params).await;
        assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    let beside = |name: &str| format!("params has no \"{name}\"; put what the tool takes into params.arguments");
    assert_eq!(refused(json!({"name": "best_move", "moves": ["b2"]})).await, beside("moves"));
    assert_eq!(
        refused(json!({"name": "best_move", "arguments": {}, "input": {"moves": ["b2"]}})).await,
        beside("input")
    );
    assert!(
        refused(json!({"tool": "best_move"}))
            .await
            .starts_with("params.name is missing; send the name of a tool: best_move, ")
    );
    assert!(refused(json!({"name": 3})).await.starts_with("params.name is not a string"));
    assert!(refused(json!({"name": "best_move", "arguments": "{}"})).await.contains("send the object itself"));
    // A member of the protocol.
    let allowed = json!({"name": "describe_position", "arguments": {}, "_meta": {"progressToken": 1}});
    assert_eq!(ask(&app(), "tools/call", &allowed).await["result"]["isError"], false);
    let batch = sent(&app(), &[], r#" [{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#).await;
    let error = batch.json()["error"].take();
    assert_eq!((batch.status.as_u16(), &error["code"]), (400, &(-32600).into()));
    assert_eq!(error["message"], "a batch is not read here; send one message at a time");
}

/// The schemas of tools allow their remedies.
#[tokio::test]
async fn cells_and_columns_by_number() {
    let told = async |arguments: Value| {
        let (text, _, is_error) = call_at(&app(), "best_move", &arguments).await;
        assert!(is_error, "{arguments}: {text}");
        text
    };
    for moves in [json!(["4"]), json!([4, 2]), json!(["4", "2"])] {
        let text = told(json!({"moves": moves})).await;
        assert!(
            text.contains("counted from 0, row by row from the top left, it is \"b2\", counted from 1 it is \"a2\"")
                && !text.contains("without game"),
            "{text}"
        );
    }
    for moves in [json!([3, 0]), json!([0, 3])] {
        let text = told(json!({"game": "connect-four", "moves": moves})).await;
        let both =
            "3 is a number, and moves are text here; it may be \"d\" (numbers from 0) or \"c\" (numbers from 1): send";
        assert!(text.contains(both), "{text}");
    }
    for moves in [json!(["4", "4", "5", "3"]), json!(["d", "d"])] {
        let text = told(json!({"moves": moves})).await;
        assert!(text.contains("send game, such as \"game\": \"connect-four\""), "{text}");
    }
    // A caller who names columns of a board without gravity may have forgotten it.
    for moves in [json!(["d", "d"]), json!(["4"])] {
        let text = told(json!({"game": {"width": 7, "height": 6, "k": 4}, "moves": moves})).await;
        assert!(text.contains("; a column is a move where stones fall: with \"gravity\": true in game"), "{text}");
    }
    let text = told(json!({"game": {"width": 5, "height": 5, "k": 4}, "moves": ["c"]})).await;
    assert!(text.contains("; a column is a move where stones fall: with \"gravity\": true in game"), "{text}");
    let text = told(json!({"game": "gomoku", "moves": ["d"]})).await;
    assert!(!text.contains("stones fall"), "{text}");
}

fn app_for(origins: &[&'static str], public_origin: Option<&str>) -> Router {
    let state = AppState::new(unhurried(ServerLimits::DEFAULT), Arc::default()).unwrap();
    let state = state.at(public_origin.map(str::to_owned));
    let origins: Vec<_> = origins.iter().map(|origin| HeaderValue::from_static(origin)).collect();
    http::app(Arc::new(state), AppOptions { cors_origins: &origins, ..AppOptions::default() })
}

const PING: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#;

#[tokio::test]
async fn pages_of_strangers_may_not_call() {
    let everybody = app_for(&["*"], Some("https://inarow.example"));
    let named = app_for(&["https://a.example", "null"], Some("https://inarow.example"));
    for (app, origin, may) in [
        (&everybody, "http://localhost:6274", true),
        (&everybody, "http://127.0.0.1", true),
        (&everybody, "https://inarow.example", true),
        (&everybody, "https://a.example", false),
        (&everybody, "null", false),
        (&everybody, "*", false),
        (&everybody, "", false),
        (&named, "https://a.example", true),
        (&named, "null", true),
        (&named, "https://b.example", false),
        (&named, "http://a.example", false),
        (&named, "http://localhost:6274", false),
        (&named, "https://inarow.example", false),
    ] {
        let answer = sent(app, &[("origin", origin)], PING).await;
        assert_eq!(answer.status, if may { 200 } else { 403 }, "{origin}");
        if !may {
            let answer = answer.json();
            assert_eq!(
                (answer.get("id"), &answer["error"]["code"]),
                (Some(&Value::Null), &(-32600).into()),
                "{answer}"
            );
            assert!(answer["error"]["message"].as_str().unwrap().contains("--cors-origins"), "{answer}");
        }
    }
    // A name that leads to this machine: the page's origin is the host that it calls.
    let rebound = [("origin", "http://evil.example:8080"), ("host", "evil.example:8080")];
    assert_eq!(sent(&app(), &rebound, PING).await.status, 403);
    let two = [("origin", "http://localhost"), ("origin", "https://evil.example")];
    assert_eq!(sent(&app(), &two, PING).await.status, 403);
    assert_eq!(sent(&named, &[], PING).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_saturated_tool_says_when_to_try_again() {
    let state = crate::service::state(ServerLimits { queue_max: 1, ..long_searches() });
    let app = http::app(Arc::clone(&state), AppOptions::default());
    let long = json!({"game": "gomoku", "moves": ["h8"], "movetime": LONG_MS});
    let search = || {
        let (app, long) = (app.clone(), long.clone());
        tokio::spawn(async move { call_at(&app, "analyse_position", &long).await })
    };
    let tally = state.pool().counters();
    let running = search();
    until(|| tally.running.load(Relaxed) == 1).await;
    let waiting = search();
    until(|| tally.queued.load(Relaxed) == 1).await;
    let (text, problem, is_error) = call_at(&app, "analyse_position", &long).await;
    assert!(is_error && text == "All searches are busy. Try again in 1 s.", "{text}");
    assert_eq!((&problem["code"], &problem["retryAfter"]), (&"saturated".into(), &1.into()));
    running.abort();
    waiting.abort();
    until(|| tally.running.load(Relaxed) == 0 && tally.queued.load(Relaxed) == 0).await;
    // A refusal that is final recommends no retry.
    let (text, problem, _) = call_at(&app, "best_move", &json!({"moves": ["b2", "b2"]})).await;
    assert!(!text.contains("Try again") && problem["retryAfter"].is_null(), "{text}");
}
