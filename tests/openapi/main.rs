//! Holds code and `openapi.yaml` together: a part that only one of them has fails here, and every example is executed and
//! compared with the real answer.

mod closed;
mod examples;
#[allow(dead_code)]
#[path = "../service/mod.rs"]
mod service;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request};
use serde_json::{Map, Value};
use service::contract::{SPEC, at, resolve};

/// An operation of the contract.
struct Operation {
    path: &'static str,
    method: Method,
    definition: &'static Value,
}

fn operations() -> Vec<Operation> {
    let mut operations = Vec::new();
    for (path, methods) in object(&SPEC["paths"]) {
        for (method, definition) in object(methods) {
            let method = method.to_uppercase().parse().expect("a method");
            operations.push(Operation { path, method, definition });
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

/// The properties of a schema, those of the schemas that it extends included.
fn properties(schema: &'static Value) -> BTreeMap<&'static str, &'static Value> {
    let schema = resolve(schema);
    let own = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    own.map(|(name, property)| (name.as_str(), property)).chain(parts.flat_map(properties)).collect()
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
            let schema = &definition["requestBody"]["content"]["application/json"]["schema"];
            in_bodies.insert(path, properties(schema).into_keys().collect::<BTreeSet<_>>());
        } else if let Some(parameters) = definition["parameters"].as_array() {
            let names = parameters.iter().map(|parameter| resolve(parameter)["name"].as_str().expect("a name"));
            in_queries.insert(path, names.collect::<BTreeSet<_>>());
        }
    }
    let with_get: BTreeSet<_> =
        operations().iter().filter(|one| one.method == Method::GET).map(|one| one.path).collect();
    let code_of_get = code.iter().filter(|(path, _)| with_get.contains(*path)).map(|(&path, of)| (path, of.clone()));
    let queries = inarow::http::contract().queries.into_iter().map(|(path, names)| (path, names.into_iter().collect()));
    assert_eq!(in_queries, code_of_get.chain(queries).collect(), "the parameters of GET");
    assert_eq!(in_bodies, code, "the fields of POST");
}

/// A parameter of a query has the default and the limits of the field of the same name.
#[test]
fn parameters_agree_with_fields() {
    for Operation { path, method, definition, .. } in operations() {
        let Some(parameters) = definition["parameters"].as_array().filter(|_| method == Method::GET) else { continue };
        if inarow::http::contract().queries.iter().any(|(alone, _)| *alone == path) {
            continue; // there is no POST
        }
        let post =
            &at(&format!("/paths/{}/post", escape(path)))["requestBody"]["content"]["application/json"]["schema"];
        let fields = properties(post);
        for parameter in parameters.iter().map(resolve) {
            let name = parameter["name"].as_str().expect("a name");
            let field = fields[name];
            let of = |schema: &'static Value, key: &str| {
                let own = schema.get(key).or_else(|| not_null(schema).get(key));
                own.or_else(|| resolve(not_null(schema)).get(key))
            };
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
        } else if name == "BatchKind" {
            let kinds = ["Move", "Analysis", "Position"].map(|kind| format!("/components/schemas/Batched{kind}"));
            kinds.iter().filter_map(|kind| properties(at(kind))["kind"]["const"].as_str()).collect()
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
    // Held by the test of error codes.
    code.insert("ProblemCode");
    let sides = inarow_engine::game::Player::ALL.map(inarow_engine::game::Player::name);
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

/// The names and places of cells that pictures mark are a text.
#[test]
fn the_lists_of_queries_are_those_of_the_code() {
    let parameters = object(at("/components/parameters")).values();
    let lists = parameters.filter(|parameter| parameter["explode"] == false).filter_map(|list| list["name"].as_str());
    assert_eq!(inarow_api::read::LISTS.into_iter().collect::<BTreeSet<_>>(), lists.chain(["marks"]).collect());
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

/// The description of a list of codes has a row for each.
#[test]
fn every_error_code_has_a_meaning() {
    let code = at("/components/schemas/ErrorCode");
    let rows = code["description"].as_str().expect("text").lines().filter_map(|line| line.strip_prefix("| `"));
    let documented: BTreeSet<&str> = rows.filter_map(|row| row.split_once("` | ")).map(|(code, _)| code).collect();
    assert_eq!(documented, strings(&code["enum"]));
}

/// The schema of an optional field without its `null`: `anyOf: [{$ref: …}, {type: "null"}]`.
fn not_null(schema: &'static Value) -> &'static Value {
    match schema["anyOf"].as_array().map(Vec::as_slice) {
        Some([of, null]) if null["type"] == "null" => of,
        _ => schema,
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

/// Every operation documents the 400 for a request without a Host; sending it holds the answer against the contract.
#[tokio::test]
async fn every_operation_refuses_a_missing_host() {
    let app = service::app();
    let connection = ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1000)));
    for Operation { path, method, .. } in operations() {
        let request = Request::builder().method(&method).uri(path).extension(connection).body(Body::empty());
        let answer = service::send(&app, request.expect("a request")).await;
        assert!(service::faults(&answer, 400, "malformed-http").is_empty(), "{method} {path}");
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
