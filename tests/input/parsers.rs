//! Any JSON and any query: no fault of the service, always a problem document that names the field, and
//! the same meaning either way. Every answer is held against `openapi.yaml`.

use std::sync::LazyLock;

use crate::service::{self, Answer};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;

static APP: LazyLock<Router> = LazyLock::new(|| {
    // Searches that have a best answer so far end early; trees, counts and puzzles have none and are bounded by their sizes alone.
    // Threads are never wanting, so that nothing is refused for want of one.
    let limits = ServerLimits {
        workers: 16,
        movetime_ms_default: 5,
        batch_movetime_ms_max: 50,
        match_movetime_ms_max: 50,
        tree_nodes_counted_max: 10_000,
        continuation_positions_max: 1_000,
        table_mib: 1,
        ..ServerLimits::DEFAULT
    };
    service::app_with(limits)
});
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

fn post(path: &str, body: impl Into<Body>) -> Answer {
    RUNTIME.block_on(service::post(&APP, path, body))
}

fn get(target: &str) -> Option<Answer> {
    let request = Request::get(target).body(Body::empty()).ok()?;
    Some(RUNTIME.block_on(service::send(&APP, request)))
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Status and the pointers of all faults.
fn verdict(answer: &Answer) -> (u16, Vec<String>) {
    let status = answer.status.as_u16();
    let problem = if status < 400 { Value::Null } else { answer.json() };
    let errors = problem["errors"].as_array().cloned().unwrap_or_default();
    (status, errors.iter().map(|error| error["pointer"].as_str().expect("a pointer").to_owned()).collect())
}

/// Any JSON, with a preference for the parts of requests.
fn anything() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-3..400i64).prop_map(Value::from)
    ];
    let word = prop_oneof![
        any::<String>(),
        "[XOxo._/ -]{0,12}",
        "[a-t][0-9]{1,2}",
        Just("tic-tac-toe".to_owned()),
        Just("connect-four".to_owned()),
        Just("lines".to_owned()),
        Just("alpha-beta".to_owned()),
    ];
    let leaf = prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), number, word.prop_map(Value::from)];
    let name = prop_oneof![any::<String>(), "width|height|k|gravity|weights|tempo|kind|cell|name|x|o"];
    leaf.prop_recursive(4, 40, 10, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..10).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..6)
                .prop_map(|members| Value::from(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// A path that takes requests, and one of its fields.
fn field() -> impl Strategy<Value = (&'static str, &'static str)> {
    let all = inarow::http::contract().requests;
    prop::sample::select(all).prop_flat_map(|(path, fields)| (Just(path), prop::sample::select(fields)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_value_in_any_field_is_answered_or_blamed((path, field) in field(), value in anything()) {
        let mut body = json!({ field: value.clone() });
        if path == "/v1/review" && !matches!(field, "moves" | "record") {
            body["moves"] = json!([]); // a game is what a review must have
        }
        let (status, pointers) = verdict(&post(path, body.to_string()));
        prop_assert!(matches!(status, 200 | 422), "{path} {field} {value}: {status}");
        // Only the field that is there, or one that is missing for want of it, is to blame.
        let own = format!("/{field}");
        let of_it = |pointer: &String| *pointer == own || pointer.starts_with(&format!("{own}/"));
        if status == 422 && value != Value::Null {
            prop_assert!(
                pointers.iter().any(of_it) || own == "/avoidMoves" && pointers.iter().any(|at| at == "/searchMoves")
                    // A tree may be larger than its default bound.
                    || path == "/v1/tree" && pointers == ["/maxNodes"]
                    || matches!(path, "/v1/match" | "/v1/batch" | "/v1/continuations"),
                "{path} {field} {value}: {pointers:?}"
            );
        }
    }

    #[test]
    fn any_object_is_answered_or_blamed((path, _) in field(), body in anything()) {
        let (status, pointers) = verdict(&post(path, body.to_string()));
        prop_assert!(matches!(status, 200 | 422), "{path} {body}: {status}");
        prop_assert_eq!(status == 422, !pointers.is_empty());
        if !body.is_object() {
            prop_assert_eq!((status, pointers), (422, vec![String::new()]));
        }
    }

    #[test]
    fn any_bytes_are_answered_or_blamed((path, _) in field(), body in prop::collection::vec(any::<u8>(), 0..300)) {
        let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(&body).is_ok();
        let (status, _) = verdict(&post(path, body));
        prop_assert!(if is_json { matches!(status, 200 | 422) } else { status == 400 }, "{path}: {status}");
    }

    #[test]
    fn any_query_is_answered_or_blamed(
        path in prop::sample::select(vec!["/v1/move", "/v1/analysis", "/v1/position", "/v1/review", "/v1/puzzles"]),
        query in "([a-zA-Z]{1,12}|board|moves|turn|game|depth)(=|&|%|[XO.]{9}|%[0-9A-F]{2}|\\+|[ -~&&[^#\"<>`{}|\\\\^ ]]){0,40}",
    ) {
        if let Some(answer) = get(&format!("{path}?{query}")) {
            let (status, _) = verdict(&answer);
            prop_assert!(matches!(status, 200 | 400 | 422), "{path}?{query}: {status}");
        }
    }

    #[test]
    fn a_text_means_the_same_in_a_query_and_in_a_body(
        field in prop::sample::select(vec!["board", "turn", "algorithm", "tieBreak", "pov"]),
        text in prop_oneof![any::<String>(), "[XOxo._/-]{9,11}", "X|O|auto|minimax|first|random|trap|turn"],
    ) {
        let posted = verdict(&post("/v1/move", json!({ field: text }).to_string()));
        let got = get(&format!("/v1/move?{field}={}", escaped(&text))).map(|answer| verdict(&answer));
        prop_assert_eq!(got, Some(posted), "{}={:?}", field, text);
    }

    #[test]
    fn a_number_means_the_same_in_a_query_and_in_a_body(
        field in prop::sample::select(vec!["depth", "movetime", "nodes", "skill", "seed"]),
        number in prop_oneof![any::<i64>(), -2..110i64],
    ) {
        let posted = verdict(&post("/v1/move", json!({ field: number }).to_string()));
        let got = get(&format!("/v1/move?{field}={number}")).map(|answer| verdict(&answer));
        prop_assert_eq!(got, Some(posted), "{}={}", field, number);
    }
}
