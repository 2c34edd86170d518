//! Holds code and `openapi.yaml` together: what one has and the other has not fails here, and every example of the
//! document is executed and compared with the real answer.

#[allow(dead_code)]
mod service;

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Map, Value};
use service::contract::{SPEC, at, records, resolve, schema_faults};
use service::curl::Curl;

/// An operation of the contract.
struct Operation {
    path: &'static str,
    method: Method,
    pointer: String,
    definition: &'static Value,
}

fn operations() -> Vec<Operation> {
    let mut operations = Vec::new();
    for (path, methods) in object(&SPEC["paths"]) {
        for (method, definition) in object(methods) {
            let pointer = format!("/paths/{}/{method}", escape(path));
            let method = method.to_uppercase().parse().expect("a method");
            operations.push(Operation { path, method, pointer, definition });
        }
    }
    operations
}

fn object(value: &'static Value) -> &'static Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("not an object: {value}"))
}

fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn strings(value: &Value) -> BTreeSet<&str> {
    value.as_array().expect("an array").iter().filter_map(Value::as_str).collect()
}

/// Whether an example may differ from the answer here: the time a search took, the id of the request, and how many
/// cores the machine has.
fn without_accidents(mut value: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields.iter_mut() {
                    let accident = matches!(name.as_str(), "timeMs" | "requestId" | "concurrentSearchesMax");
                    if accident && !value.is_null() {
                        *value = "accident".into();
                    } else {
                        walk(value);
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut value);
    value
}

#[test]
fn routes_and_methods_are_those_of_the_code() {
    let mut documented: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for operation in operations() {
        documented.entry(operation.path).or_default().insert(operation.method.to_string());
    }
    let code: BTreeMap<&str, BTreeSet<String>> = inarow::http::contract()
        .routes
        .into_iter()
        .map(|(path, methods)| (path, methods.into_iter().map(String::from).collect()))
        .collect();
    assert_eq!(documented, code);
}

#[test]
fn request_fields_are_those_of_the_code() {
    let code: BTreeMap<&str, BTreeSet<&str>> = inarow::http::contract()
        .requests
        .into_iter()
        .map(|(path, fields)| (path, fields.into_iter().collect()))
        .collect();
    let mut in_queries = BTreeMap::new();
    let mut in_bodies = BTreeMap::new();
    for Operation { path, method, definition, .. } in operations() {
        if method == Method::POST {
            let schema = resolve(&definition["requestBody"]["content"]["application/json"]["schema"]);
            in_bodies.insert(path, object(&schema["properties"]).keys().map(String::as_str).collect::<BTreeSet<_>>());
        } else if let Some(parameters) = definition["parameters"].as_array() {
            let names = parameters.iter().map(|parameter| resolve(parameter)["name"].as_str().expect("a name"));
            in_queries.insert(path, names.collect::<BTreeSet<_>>());
        }
    }
    let with_get: BTreeSet<_> =
        operations().iter().filter(|one| one.method == Method::GET).map(|one| one.path).collect();
    let code_of_get = code.iter().filter(|(path, _)| with_get.contains(*path)).map(|(&path, of)| (path, of.clone()));
    assert_eq!(in_queries, code_of_get.collect(), "the parameters of GET");
    assert_eq!(in_bodies, code, "the fields of POST");
}

/// A parameter of a query has the default and the limits of the field of the same name.
#[test]
fn parameters_agree_with_fields() {
    for Operation { path, method, definition, .. } in operations() {
        let Some(parameters) = definition["parameters"].as_array().filter(|_| method == Method::GET) else { continue };
        let post =
            &at(&format!("/paths/{}/post", escape(path)))["requestBody"]["content"]["application/json"]["schema"];
        for parameter in parameters.iter().map(resolve) {
            let name = parameter["name"].as_str().expect("a name");
            let field = &resolve(post)["properties"][name];
            let of = |schema: &'static Value, key: &str| schema.get(key).or_else(|| resolve(schema).get(key));
            for key in ["default", "minimum", "maximum", "minItems", "maxItems"] {
                assert_eq!(of(&parameter["schema"], key), of(field, key), "{key} of {name} at {path}");
            }
        }
    }
}

#[test]
fn enumerations_are_those_of_the_code() {
    for (name, values) in inarow::http::contract().enums {
        let documented = if name == "Outcome" {
            let proven = strings(at("/components/schemas/ProvenScore/properties/outcome/enum"));
            let unknown = at("/components/schemas/HeuristicScore/properties/outcome/const").as_str();
            proven.into_iter().chain(unknown).collect()
        } else {
            strings(at(&format!("/components/schemas/{name}/enum")))
        };
        assert_eq!(documented, values.iter().copied().collect(), "the values of {name}");
    }
}

/// Every list of names in the contract is one that the code has vouched for.
#[test]
fn no_enumeration_is_only_in_the_contract() {
    let mut code: BTreeSet<&str> = inarow::http::contract().enums.iter().map(|(name, _)| *name).collect();
    // Held by the test of error codes and by the parser of boards.
    code.extend(["ProblemCode", "CellContent"]);
    let sides = inarow::game::Player::ALL.map(inarow::game::Player::name);
    assert_eq!(strings(at("/components/schemas/Player/enum")), sides.into());
    code.insert("Player");
    for (name, schema) in object(at("/components/schemas")) {
        assert!(schema.get("enum").is_none() || code.contains(name.as_str()), "the code does not have {name}");
    }
}

#[test]
fn limits_are_those_of_the_code() {
    let code: BTreeMap<&str, u64> = inarow::http::contract().limits.into_iter().collect();
    let limits = at("/components/schemas/Limits");
    let documented: BTreeSet<&str> = object(&limits["properties"]).keys().map(String::as_str).collect();
    assert_eq!(documented, code.keys().copied().collect());
    assert_eq!(documented, strings(&limits["required"]));
    for (name, property) in object(&limits["properties"]) {
        if let Some(default) = property.get("default") {
            assert_eq!(default.as_u64(), Some(code[name.as_str()]), "the default of {name}");
        }
    }
    let mut used = 0;
    walk(&SPEC, &mut |schema| {
        for (key, bound) in [("x-limit", "maximum"), ("x-limit-items", "maxItems"), ("x-default-limit", "default")] {
            if let Some(name) = schema.get(key).and_then(Value::as_str) {
                assert_eq!(schema[bound].as_u64(), Some(code[name]), "the {bound} that is {name}");
                used += 1;
            }
        }
    });
    assert!(used >= 10, "the schemas say which limit a maximum is");
}

#[test]
fn error_codes_are_those_of_the_code() {
    let code: BTreeMap<&str, (u16, &str)> =
        inarow::http::contract().errors.into_iter().map(|(code, status, title)| (code, (status, title))).collect();
    assert_eq!(strings(at("/components/schemas/ProblemCode/enum")), code.keys().copied().collect());

    let table = at("/components/schemas/Problem/description").as_str().expect("text");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let documented: BTreeMap<&str, (u16, &str)> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            (cells[0], (cells[1].parse().expect("a status"), cells[2]))
        })
        .collect();
    assert_eq!(documented, code);
}

/// Objects are closed, so that an answer with a field that the contract does not know fails; every field has a meaning.
#[test]
fn schemas_are_closed_and_described() {
    for (name, schema) in object(at("/components/schemas")) {
        assert!(schema["description"].is_string(), "{name} has no description");
        walk(schema, &mut |part| {
            let Some(properties) = part.get("properties").and_then(Value::as_object) else { return };
            if part["type"] == "object" {
                assert_eq!(part["additionalProperties"], false, "{name} is open");
            } else {
                return; // a condition, not a shape
            }
            for (field, property) in properties {
                let described = property.get("description").or_else(|| {
                    let reference = property.get("$ref")?.as_str()?;
                    SPEC.pointer(&format!("{}/description", reference.trim_start_matches('#')))
                });
                assert!(described.is_some(), "{name}.{field} has no description");
            }
        });
    }
}

/// Calls `visit` with every object below a value.
fn walk(value: &'static Value, visit: &mut impl FnMut(&'static Value)) {
    match value {
        Value::Object(fields) => {
            visit(value);
            fields.values().for_each(|value| walk(value, visit));
        }
        Value::Array(values) => values.iter().for_each(|value| walk(value, visit)),
        _ => {}
    }
}

#[tokio::test]
async fn the_document_is_served_as_it_is() {
    let app = service::app();
    let yaml = service::contract_get(&app, "/openapi.yaml").await;
    assert_eq!(std::str::from_utf8(&yaml).expect("text"), inarow::http::OPENAPI_YAML);
    let json: Value = serde_json::from_slice(&service::contract_get(&app, "/openapi.json").await).expect("JSON");
    assert_eq!(json, *SPEC);
    assert_eq!(SPEC["info"]["version"], env!("CARGO_PKG_VERSION"));
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

/// The named examples of an operation's requests.
fn requests(operation: &Operation) -> BTreeMap<&'static str, Curl> {
    if operation.method == Method::POST {
        let examples = object(&operation.definition["requestBody"]["content"]["application/json"]["examples"]);
        let post = |value: &Value| Curl {
            method: Method::POST,
            target: operation.path.to_owned(),
            headers: vec![("content-type".into(), "application/json".into())],
            body: value.to_string(),
        };
        examples.iter().map(|(name, example)| (name.as_str(), post(&example["value"]))).collect()
    } else {
        let samples = operation.definition.get("x-codeSamples").and_then(Value::as_array).into_iter().flatten();
        let text = |sample: &'static Value, key| sample[key].as_str().expect("text");
        samples.map(|sample| (text(sample, "label"), Curl::parse(text(sample, "source")))).collect()
    }
}

#[tokio::test]
async fn every_example_is_the_real_answer() {
    let app = service::app();
    let mut executed = 0;
    let mut faults = Vec::new();
    for operation in operations() {
        let (requests, answers) = (requests(&operation), answers(&operation));
        let pairs = (requests.keys().collect::<Vec<_>>(), answers.keys().collect::<Vec<_>>());
        assert_eq!(pairs.0, pairs.1, "requests and answers of {} {}", operation.method, operation.path);
        for (name, request) in requests {
            let title = format!("{} {} {name}", operation.method, operation.path);
            assert_eq!((&request.method, request.path()), (&operation.method, operation.path), "{title}");
            let (status, expected) = answers[name];
            let answer = service::send(&app, request.request()).await;
            let text = String::from_utf8_lossy(&answer.body);
            let real: Value = serde_json::from_str(&text).unwrap_or_else(|_| records(&text).into());
            // A stream is shown as text.
            let shown = expected.as_str().map_or_else(|| expected.clone(), |text| records(text).into());
            if answer.status.as_u16() != status || without_accidents(real.clone()) != without_accidents(shown) {
                faults.push(format!("{title}: documented {status} {expected}\n  really {} {real}", answer.status));
            }
            executed += 1;
        }
    }
    assert!(faults.is_empty(), "examples that are not the real answer:\n{}", faults.join("\n"));
    println!("{executed} examples executed");
    assert!(executed >= 40);
}

/// Bodies shown as valid are valid, and those of refused requests too: what a schema can refuse needs no example.
#[test]
fn request_examples_satisfy_their_schema() {
    for operation in operations().into_iter().filter(|operation| operation.method == Method::POST) {
        let pointer = format!("{}/requestBody/content/application~1json", operation.pointer);
        for (name, example) in object(at(&format!("{pointer}/examples"))) {
            assert_eq!(schema_faults(&format!("{pointer}/schema"), &example["value"]), [""; 0], "{name}");
        }
    }
}

/// Each operation names an example to try, and it works.
#[tokio::test]
async fn every_get_has_an_example_that_works() {
    let app = service::app();
    for operation in operations() {
        if operation.method != Method::GET {
            continue;
        }
        let text = operation.definition["description"].as_str().expect("a description");
        let (_, url) = text.split_once("Example: `").unwrap_or_else(|| panic!("{} has no example", operation.path));
        let (url, _) = url.split_once('`').expect("an end");
        assert_eq!(url.split('?').next(), Some(operation.path));
        service::contract_get(&app, url).await;
    }
}
