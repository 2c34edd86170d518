//! Runs the recipes of `docs/shell.md` and the first programs of `docs/guide.md`, with a POSIX shell, curl, jq and Python, against a service
//! on a port of its own.

#[allow(dead_code)]
mod service;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
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

fn document(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a document")
}

/// Runs a script to its end, in the folder of a test.
async fn run(test: &str, interpreter: &'static str, script: String) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shell-{test}"));
    fs::create_dir_all(&folder).expect("a folder");
    let start = move || Command::new(interpreter).args(["-c", &script]).current_dir(&folder).output();
    tokio::task::spawn_blocking(start).await.expect("no panic").expect("the interpreter is there")
}

/// The first programs of the guide play to the end of the game; those of the other languages are played on a page.
#[tokio::test(flavor = "multi_thread")]
async fn the_programs_of_the_guide_play_a_game() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let guide = document("docs/guide.md");
    for (language, interpreter) in [("python", "python3"), ("sh", "sh")] {
        let program = guide.split(&format!("```{language}\n")).nth(1).and_then(|rest| rest.split("```").next());
        let program = program.expect("a program").replace(service::ORIGIN, &format!("http://{}", live.address));
        let ran = run("guide", interpreter, program).await;
        let printed = String::from_utf8_lossy(&ran.stdout);
        // Perfect play.
        assert!(printed.trim_end().ends_with(" won"), "{language}: {ran:?}");
        assert_eq!(printed.split([' ', ',']).filter(|word| word.len() == 2).count(), 41, "{printed}");
    }
}

/// A refusal is shown, and is not taken for the end of the game.
#[tokio::test(flavor = "multi_thread")]
async fn the_loops_stop_at_a_refusal() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let guide = document("docs/guide.md");
    let program = guide.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    let recipes = recipes(&document("docs/shell.md"));
    let recipe = recipes.iter().find(|recipe| recipe.command.contains("while [")).expect("a loop");
    for script in [program, &recipe.command] {
        let script =
            script.replace(service::ORIGIN, &format!("http://{}", live.address)).replace("moves=$moves", "moves=z9");
        let ran = run("refusals", "sh", script).await;
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert!(fault.contains("\"not-on-board\"") && fault.contains("422"), "{ran:?}");
        assert_eq!(String::from_utf8_lossy(&ran.stdout).trim(), "ongoing", "{ran:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_recipe_prints_what_is_shown() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let recipes = recipes(&document("docs/shell.md"));
    assert!(recipes.len() >= 10, "{} recipes", recipes.len());
    let origin = format!("http://{}", live.address);
    for Recipe { command, output } in recipes {
        let script = command.replace(service::ORIGIN, &origin);
        assert!(script.contains(&origin), "{command}");
        let ran = run("recipes", "sh", script).await;
        let (printed, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(printed.trim_end(), output.trim_end(), "{command}\n{fault}");
    }
}
