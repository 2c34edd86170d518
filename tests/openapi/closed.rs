//! Objects are closed, so that an answer with a field that the contract does not know fails; every field has a meaning.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::service::contract::{SPEC, at};
use crate::{not_null, object, walk};

const SCHEMAS: &str = "#/components/schemas/";

/// A schema that others extend stays open; each of its uses closes it.
fn extended() -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    walk(&SPEC, &mut |part| {
        let parts = part.get("allOf").and_then(Value::as_array).into_iter().flatten();
        names.extend(parts.filter_map(|part| part["$ref"].as_str()?.strip_prefix(SCHEMAS)));
    });
    names
}

/// Visits every object below a value that has a shape; `closed` says whether its container is closed or open as a whole.
fn check(value: &'static Value, closed: bool, open: &BTreeSet<&str>, place: &str) {
    if let Value::Array(values) = value {
        values.iter().for_each(|value| check(value, false, open, place));
    }
    let Value::Object(fields) = value else { return };
    let closed = closed || value["unevaluatedProperties"] == false || value["additionalProperties"] == false;
    if let Some(name) = value["$ref"].as_str().and_then(|reference| reference.strip_prefix(SCHEMAS)) {
        assert!(closed || !open.contains(name), "{place} uses {name}, which is open");
    }
    if value["type"] == "object" && value.get("properties").is_some() {
        assert!(closed, "{place} is open");
    }
    for (key, value) in fields {
        let place = format!("{place}/{key}");
        match (key.as_str(), value) {
            ("allOf", Value::Array(parts)) => parts.iter().for_each(|part| check(part, closed, open, &place)),
            ("example" | "examples" | "not", _) => {}
            _ => check(value, false, open, &place),
        }
    }
}

#[test]
fn schemas_are_closed() {
    let open = extended();
    for (name, schema) in object(at("/components/schemas")) {
        check(schema, open.contains(name.as_str()), &open, name);
    }
    for (path, methods) in object(&SPEC["paths"]) {
        // The contract itself is an open document.
        if !path.starts_with("/openapi.") {
            check(methods, false, &open, path);
        }
    }
}

#[test]
fn schemas_and_their_fields_are_described() {
    for (name, schema) in object(at("/components/schemas")) {
        assert!(schema["description"].is_string(), "{name} has no description");
        walk(schema, &mut |part| {
            // Without a type it is a condition, not a shape.
            let shape = part.get("properties").and_then(Value::as_object).filter(|_| part["type"] == "object");
            for (field, property) in shape.into_iter().flatten() {
                let described = property.get("description").or_else(|| {
                    let reference = not_null(property).get("$ref")?.as_str()?;
                    SPEC.pointer(&format!("{}/description", reference.trim_start_matches('#')))
                });
                assert!(described.is_some(), "{name}.{field} has no description");
            }
        });
    }
}

/// Generators of clients stumble over these.
#[test]
fn nothing_stands_in_the_way_of_generated_clients() {
    walk(&SPEC, &mut |part| {
        let reference = part.get("$ref").and_then(Value::as_str).unwrap_or_default();
        assert!(!reference.contains("/properties/"), "{reference} has no name of its own");
        for value in part.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            let twins = part["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
            assert_eq!(twins.filter(|twin| twin.eq_ignore_ascii_case(value)).count(), 1, "{value} has a twin");
        }
        if let Some(properties) = part.get("properties").and_then(Value::as_object) {
            assert!(
                properties.values().all(|property| property["type"] != "null"),
                "a field that is only null: {part}"
            );
            // openapi-typescript takes a field with a default for one that is always there; the default stands with the type.
            let required: Vec<_> = part["required"].as_array().into_iter().flatten().collect();
            for (name, property) in properties {
                let always = required.iter().any(|field| *field == name);
                assert!(always || property.get("default").is_none(), "{name} is optional and has a default: {part}");
            }
        }
    });
    let yaml = inarow::http::OPENAPI_YAML;
    let marks = |line: &str| {
        line.split_once(": ")
            .is_some_and(|(key, value)| !key.trim_start().contains(' ') && value.starts_with(['&', '*']))
    };
    assert_eq!(yaml.lines().find(|line| marks(line)), None, "an anchor or an alias");
}

#[test]
fn the_contract_is_short_enough_to_be_read() {
    assert!(inarow::http::OPENAPI_YAML.lines().count() <= 3300);
}
