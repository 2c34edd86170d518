//! Runs the recipes of `docs/shell.md`, with bash, curl and jq, against a service on a port of its own.

#[allow(dead_code)]
mod service;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use inarow::config::ServerLimits;
use service::live::{Live, PATIENCE};

/// A console block: the command, and the output shown below it.
#[derive(Debug)]
struct Recipe {
    command: String,
    output: String,
}

/// `$ ` begins a command, `> ` goes on with it.
fn recipes(document: &str) -> Vec<Recipe> {
    let blocks = document.split("```console\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    blocks
        .map(|block| {
            let is_command = |line: &&str| line.starts_with("$ ") || line.starts_with("> ");
            let command: Vec<&str> = block.lines().take_while(is_command).map(|line| &line[2..]).collect();
            let output: Vec<&str> = block.lines().skip_while(is_command).collect();
            Recipe { command: command.join("\n"), output: output.join("\n") }
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_recipe_prints_what_is_shown() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/shell.md");
    let recipes = recipes(&fs::read_to_string(document).expect("the document"));
    assert!(recipes.len() >= 10, "{} recipes", recipes.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shell");
    fs::create_dir_all(&folder).expect("a folder");
    let origin = format!("http://{}", live.address);
    for Recipe { command, output } in recipes {
        let script = command.replace(service::ORIGIN, &origin);
        assert!(script.contains(&origin), "{command}");
        let folder = folder.clone();
        let run = move || Command::new("bash").args(["-c", &script]).current_dir(folder).output();
        let ran = tokio::task::spawn_blocking(run).await.expect("no panic").expect("bash is there");
        let (printed, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(printed.trim_end(), output.trim_end(), "{command}\n{fault}");
    }
}
