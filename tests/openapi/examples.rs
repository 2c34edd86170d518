//! Executes the examples of `openapi.yaml` and the cases of `tests/examples`, and compares them with the real answers.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::Path;

use axum::http::Method;
use serde_json::{Map, Value};

use crate::service::contract::{records, resolve, schema_faults};
use crate::service::curl::Curl;
use crate::service::{app, default_app, send, without_accidents};
use crate::{Operation, object, operations};

/// A request and its documented answer.
struct Case {
    title: String,
    request: Curl,
    status: u16,
    /// The records of a stream, else the document.
    answer: Value,
}

/// The named examples of an operation's answers, each with the status that it stands under.
fn answers(operation: &Operation) -> BTreeMap<&'static str, (u16, &'static Value)> {
    let mut answers = BTreeMap::new();
    for (status, response) in object(&operation.definition["responses"]) {
        for content in resolve(response).get("content").and_then(Value::as_object).into_iter().flat_map(Map::values) {
            for (name, example) in content.get("examples").and_then(Value::as_object).into_iter().flatten() {
                let status = status.parse().expect("a status");
                let twice = answers.insert(name.as_str(), (status, &example["value"]));
                assert!(twice.is_none(), "{} {} answers {name} twice", operation.method, operation.path);
            }
        }
    }
    answers
}

fn post(path: &str, body: &Value) -> Curl {
    Curl {
        method: Method::POST,
        target: path.to_owned(),
        headers: vec![("content-type".into(), "application/json".into())],
        body: body.to_string(),
    }
}

/// The named examples of an operation's requests.
fn requests(operation: &Operation) -> BTreeMap<&'static str, Curl> {
    if operation.method == Method::POST {
        let examples = object(&operation.definition["requestBody"]["content"]["application/json"]["examples"]);
        examples.iter().map(|(name, example)| (name.as_str(), post(operation.path, &example["value"]))).collect()
    } else {
        let samples = operation.definition.get("x-codeSamples").and_then(Value::as_array).into_iter().flatten();
        let text = |sample: &'static Value, key| sample[key].as_str().expect("text");
        samples.map(|sample| (text(sample, "label"), Curl::parse(text(sample, "source")))).collect()
    }
}

/// The examples of the contract.
fn documented() -> Vec<Case> {
    let mut cases = Vec::new();
    for operation in operations() {
        let (requests, answers) = (requests(&operation), answers(&operation));
        let pairs = (requests.keys().collect::<Vec<_>>(), answers.keys().collect::<Vec<_>>());
        assert_eq!(pairs.0, pairs.1, "requests and answers of {} {}", operation.method, operation.path);
        for (name, request) in requests {
            let title = format!("{} {} {name}", operation.method, operation.path);
            assert_eq!((&request.method, request.path()), (&operation.method, operation.path), "{title}");
            let (status, answer) = answers[name];
            cases.push(Case { title, request, status, answer: answer.clone() });
        }
    }
    cases
}

/// The cases of `tests/examples`.
fn filed() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/examples");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        let listed: Vec<Value> =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        cases.extend(listed.iter().map(|case| {
            let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("no text in {case}")).to_owned();
            let target = text(&case["request"]["path"]);
            let mut request = match case["request"].get("body") {
                Some(body) => post(&target, body),
                None => Curl { method: Method::GET, target, headers: Vec::new(), body: String::new() },
            };
            let headers = case["request"].get("headers").and_then(Value::as_object).into_iter().flatten();
            request.headers.extend(headers.map(|(name, value)| (name.clone(), text(value))));
            let lines = |lines: &Vec<Value>| lines.iter().map(text).collect::<Vec<_>>().join("\n");
            let stream = case.get("stream").and_then(Value::as_array).map(|stream| records(&lines(stream)).into());
            Case {
                title: format!("{} {}", file.display(), case["name"]),
                request,
                status: case["status"].as_u64().and_then(|status| status.try_into().ok()).expect("a status"),
                answer: stream.unwrap_or_else(|| case["answer"].clone()),
            }
        }));
    }
    cases
}

/// The first place where two values differ, with both of its values; `None` where they are equal.
fn difference(documented: &Value, found: &Value) -> Option<String> {
    let below = |name: &dyn Display, documented: &Value, found: &Value| {
        Some(format!("/{name}{}", difference(documented, found)?))
    };
    match (documented, found) {
        (documented, found) if documented == found => None,
        (Value::Object(all), Value::Object(others)) => {
            let mut names = all.keys().chain(others.keys());
            names.find_map(|name| {
                below(name, all.get(name).unwrap_or(&Value::Null), others.get(name).unwrap_or(&Value::Null))
            })
        }
        (Value::Array(all), Value::Array(others)) if all.len() == others.len() => {
            (0..all.len()).find_map(|index| below(&index, &all[index], &others[index]))
        }
        (documented, found) => Some(format!(" is documented as {documented}, and really {found}")),
    }
}

#[tokio::test]
async fn every_example_is_the_real_answer() {
    let app = app();
    let mut faults = Vec::new();
    let cases: Vec<Case> = documented().into_iter().chain(filed()).collect();
    for Case { title, request, status, answer } in &cases {
        // The one answer that shows the limits of a server.
        let app = if request.path() == "/v1/games" { &default_app() } else { &app };
        let real = send(app, request.request()).await;
        let text = String::from_utf8_lossy(&real.body);
        let body: Value = serde_json::from_str(&text).unwrap_or_else(|_| records(&text).into());
        if real.status.as_u16() != *status || without_accidents(body.clone()) != without_accidents(answer.clone()) {
            let (documented, found) = (without_accidents(answer.clone()), without_accidents(body));
            let place = difference(&documented, &found).unwrap_or_default();
            faults.push(format!("{title}: documented {status}, really {}; {place}", real.status));
        }
    }
    let remedy = "if they are meant to change: tools/refresh_examples.py with the address of a service";
    assert!(faults.is_empty(), "examples that are not the real answer; {remedy}:\n{}", faults.join("\n"));
    println!("{} examples executed", cases.len());
    assert!(cases.len() >= 80);
}

/// Bodies shown as valid are valid, and those of refused requests too: a request that a schema can refuse needs no example.
#[test]
fn request_examples_satisfy_their_schema() {
    for case in documented().into_iter().chain(filed()).filter(|case| case.request.method == Method::POST) {
        let operation = format!("/paths/{}/post", crate::escape(case.request.path()));
        let schema = format!("{operation}/requestBody/content/application~1json/schema");
        let body: Value = serde_json::from_str(&case.request.body).expect("JSON");
        assert_eq!(schema_faults(&schema, &body), [""; 0], "{}", case.title);
    }
}

/// Each operation that finds something out shows a good answer, and one that a caller can be refused shows a refusal.
#[test]
fn every_operation_of_play_has_a_good_and_a_bad_example() {
    for operation in operations().into_iter().filter(|operation| operation.definition["tags"][0] == "play") {
        let answers = answers(&operation);
        let statuses: Vec<u16> = answers.values().map(|(status, _)| *status).collect();
        let title = format!("{} {}: {:?}", operation.method, operation.path, answers.keys());
        assert!(statuses.iter().filter(|status| **status == 200).count() == 1, "{title}");
        // Each request of a batch is refused on its own.
        let refused = statuses.iter().filter(|status| **status == 422).count();
        assert!(refused == usize::from(operation.path != "/v1/batch"), "{title}");
    }
}
