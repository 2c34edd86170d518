//! Executes every `curl` in `README.md` and compares the answer shown with the real one.

#[allow(dead_code)]
mod service;

use clap::CommandFactory as _;
use serde_json::Value;
use service::contract::records;
use service::curl::Curl;

const README: &str = include_str!("../README.md");

/// The `curl` commands in fenced blocks, each with what the block shows below it.
fn commands() -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let (mut fenced, mut answering, mut continued) = (false, false, false);
    for line in README.lines() {
        let command = line.strip_prefix("$ ").unwrap_or(line);
        if line.starts_with("```") {
            fenced = !fenced;
            answering = false;
        } else if fenced && command.starts_with("curl ") {
            continued = command.ends_with('\\');
            commands.push((command.trim_end_matches('\\').to_owned(), String::new()));
            answering = true;
        } else if let Some((curl, answer)) = commands.last_mut().filter(|_| answering) {
            let part = if continued { &mut *curl } else { answer };
            part.push_str(line.trim_end_matches('\\'));
            part.push('\n');
            continued = continued && line.ends_with('\\');
        }
    }
    commands
}

/// What may differ between the answer shown and the one here: times, and the id of the request.
fn without_accidents(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(members) => {
            for (name, value) in members {
                let accident = matches!(name.as_str(), "timeMs" | "requestId") && !value.is_null();
                *value = if accident { "accident".into() } else { without_accidents(value.take()) };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_accidents(item.take())),
        _ => {}
    }
    answer
}

/// A document, or the records of a stream.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| records(text).into())
}

#[tokio::test]
async fn every_curl_gets_the_answer_shown() {
    let app = service::app();
    let commands = commands();
    assert!(commands.len() >= 3, "{} commands", commands.len());
    for (command, shown) in commands {
        let curl = Curl::parse(&command);
        let answer = service::send(&app, curl.request()).await;
        let real = parsed(&String::from_utf8_lossy(&answer.body));
        let shown = parsed(&shown);
        assert_eq!(without_accidents(shown), without_accidents(real.clone()), "{command}\nreally answers {real}");
    }
}

/// The tables name every preset, heuristic and setting there is, with its facts.
#[tokio::test]
async fn tables_are_complete() {
    let app = service::app();
    let mut missing = Vec::new();
    let mut expect = |row: String| {
        if !README.contains(&row) {
            missing.push(row);
        }
    };
    let games: Value = serde_json::from_slice(&service::contract_get(&app, "/v1/games").await).expect("JSON");
    for game in games["games"].as_array().expect("games") {
        let rules = &game["rules"];
        let name = game["name"].as_str().expect("a name");
        expect(format!("| `{name}` | {}×{} | {} |", rules["width"], rules["height"], rules["k"]));
    }
    let heuristics: Value = serde_json::from_slice(&service::contract_get(&app, "/v1/heuristics").await).expect("JSON");
    for heuristic in heuristics["heuristics"].as_array().expect("heuristics") {
        let text = |field: &str| heuristic[field].as_str().expect("text");
        expect(format!("| `{}` | {} | {} |", text("name"), text("formula"), text("source")));
    }
    for setting in inarow::config::Settings::command().get_arguments() {
        let (Some(flag), Some(variable)) = (setting.get_long(), setting.get_env()) else { continue };
        let default: Vec<_> = setting.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        expect(format!("| `--{flag}` | `{}` | `{}` |", variable.to_string_lossy(), default.join(",")));
    }
    assert!(missing.is_empty(), "README.md lacks these rows, or they are wrong there:\n{}", missing.join("\n"));
}

#[test]
fn links_inside_the_repository_lead_somewhere() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let targets = README.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let inside: Vec<&str> = targets.filter(|target| !target.is_empty() && !target.contains("://")).collect();
    let missing: Vec<&&str> = inside.iter().filter(|target| !root.join(target).exists()).collect();
    assert!(inside.len() > 30 && missing.is_empty(), "{} links; these lead nowhere: {missing:?}", inside.len());
}
