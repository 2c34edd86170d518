//! Executes every `curl` in `README.md` and compares the answer shown with the real one.

#[allow(dead_code)]
mod common;

use common::curl::Curl;
use serde_json::Value;

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

fn without_time(mut answer: Value) -> Value {
    if let Some(time) = answer.pointer_mut("/search/timeMs").filter(|time| !time.is_null()) {
        *time = "accident".into();
    }
    if let Some(id) = answer.pointer_mut("/requestId") {
        *id = "accident".into();
    }
    answer
}

#[tokio::test]
async fn every_curl_gets_the_answer_shown() {
    let app = common::app();
    let commands = commands();
    assert!(commands.len() >= 3, "{} commands", commands.len());
    for (command, shown) in commands {
        let curl = Curl::parse(&command);
        let answer = common::send(&app, curl.request()).await;
        let real: Value = serde_json::from_slice(&answer.body).expect("JSON");
        let shown: Value =
            serde_json::from_str(&shown).unwrap_or_else(|fault| panic!("{command}\nshows no JSON ({fault}): {shown}"));
        assert_eq!(without_time(shown), without_time(real.clone()), "{command}\nreally answers {real}");
    }
}
