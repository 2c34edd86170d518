//! The schemas of the tools: strict clients and model providers accept them.

use serde_json::{Value, json};

use super::ask;
use crate::service::app;

/// The parts of a schema that some client refuses, with their places.
fn faults(schema: &Value, place: &str, found: &mut Vec<String>) {
    let Some(members) = schema.as_object() else { return };
    // VS Code refuses a whole list for one array without items, OpenAI the whole request.
    if schema["type"] == "array" && !schema["items"].is_object() {
        found.push(format!("{place}: an array without items"));
    }
    // Gemini takes one type a schema.
    if schema["type"].is_array() {
        found.push(format!("{place}: a list of types"));
    }
    if !["type", "anyOf"].iter().any(|name| members.contains_key(*name)) {
        found.push(format!("{place}: neither a type nor a choice"));
    }
    for (name, part) in schema["properties"].as_object().into_iter().flatten() {
        faults(part, &format!("{place}/properties/{name}"), found);
    }
    for (index, part) in schema["anyOf"].as_array().into_iter().flatten().enumerate() {
        faults(part, &format!("{place}/anyOf/{index}"), found);
    }
    if let Some(items) = members.get("items") {
        faults(items, &format!("{place}/items"), found);
    }
}

#[tokio::test]
async fn strict_clients_accept_every_schema() {
    let listed = ask(&app(), "tools/list", &json!({})).await;
    let mut found = Vec::new();
    for tool in listed["result"]["tools"].as_array().unwrap() {
        for schema in ["inputSchema", "outputSchema"] {
            faults(&tool[schema], &format!("{}/{schema}", tool["name"]), &mut found);
        }
    }
    assert_eq!(found, [""; 0]);
    // The walk reaches the parts and finds their faults.
    faults(
        &json!({"anyOf": [{"type": "object", "properties": {"a": {"type": "array", "items": {"type": ["null"]}}}}]}),
        "",
        &mut found,
    );
    faults(&json!({"type": "object", "properties": {"b": {"type": "array"}, "c": {}}}), "", &mut found);
    assert_eq!(found.len(), 3, "{found:?}");
}

/// The rules that the schema of `game` shows are rules that the tool takes.
#[tokio::test]
async fn games_that_the_schema_shows_are_taken() {
    let listed = ask(&app(), "tools/list", &json!({})).await;
    let schema = &listed["result"]["tools"][0]["inputSchema"];
    for game in [
        json!({"cells": 4, "lines": [[0, 1], [2, 3]], "above": [[0, 2], [1, 3]], "layout": [[0, 0], [0, 1], [1, 0], [1, 1]]}),
        json!({"dimensions": [3, 3], "k": 3, "wrap": [true, false], "gravity": 1}),
        json!({"dimensions": [3, 3], "k": 3, "gravity": "none"}),
        json!({"name": null, "width": 6, "height": 5, "k": 4, "gravity": true}),
    ] {
        let arguments = json!({"game": game});
        assert!(jsonschema::is_valid(schema, &arguments), "{game}");
        super::call("describe_position", arguments).await;
    }
    for game in [json!({"dimensions": "3,3"}), json!({"lines": ["0,1"]}), json!({"wrap": [1]}), json!({"gravity": []})]
    {
        assert!(!jsonschema::is_valid(schema, &json!({"game": game})), "{game}");
    }
    let gravity = &schema["properties"]["game"]["anyOf"][1]["properties"]["gravity"]["description"];
    assert!(gravity.as_str().unwrap().contains("Default: false"), "{gravity}");
}

/// The values have the engine's scale and that of people: the schema says which is which.
#[tokio::test]
async fn both_scales_are_told_apart() {
    let listed = ask(&app(), "tools/list", &json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let chosen = &tools[0]["outputSchema"]["properties"]["chosen"]["anyOf"][0]["properties"]["score"];
    let expected = chosen["properties"]["expected"]["description"].as_str().unwrap();
    assert!(expected.contains("Between engines") && expected.contains("people: between people"), "{chosen}");
    assert_eq!(chosen["properties"]["people"]["type"], "number");
}
