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

/// The first program of a language in a document.
fn program<'a>(document: &'a str, language: &str) -> &'a str {
    let program = document.split(&format!("```{language}\n")).nth(1).and_then(|rest| rest.split("```").next());
    program.expect("a program")
}

/// A recipe as a script, after the function that all recipes use, at another address.
fn script(shell: &str, command: &str, origin: &str) -> String {
    format!("{}{command}", program(shell, "sh")).replace(service::ORIGIN, origin)
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
        let program = program(&guide, language).replace(service::ORIGIN, &format!("http://{}", live.address));
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
    let origin = format!("http://{}", live.address);
    let (guide, shell) = (document("docs/guide.md"), document("docs/shell.md"));
    let recipes = recipes(&shell);
    let recipe = recipes.iter().find(|recipe| recipe.command.contains("while [")).expect("a loop");
    let loops = [program(&guide, "sh").replace(service::ORIGIN, &origin), script(&shell, &recipe.command, &origin)];
    for script in loops {
        let ran = run("refusals", "sh", script.replace("moves=$moves", "moves=z9")).await;
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert!(fault.contains("is not a cell") && fault.contains("422"), "{ran:?}");
        assert_eq!(String::from_utf8_lossy(&ran.stdout).trim(), "ongoing", "{ran:?}");
    }
}

/// After nonsense the recipe asks again, and the game goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_may_type_anything() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    let recipe = recipes.iter().find(|recipe| recipe.command.contains("read -r own")).expect("a game");
    let expected = recipe.output.lines().filter(|line| !line.contains("no column")).collect::<Vec<_>>();
    let typed = recipe.command.replace("d d 4 e f c", "d '' '#x' 'd e' d, d '4' ' ' e f c");
    assert_ne!(typed, recipe.command);
    let ran = run("person", "sh", script(&shell, &typed, &format!("http://{}", live.address))).await;
    let printed = String::from_utf8_lossy(&ran.stdout);
    let (refused, game): (Vec<_>, Vec<_>) = printed.lines().partition(|line| line.contains("no column"));
    assert_eq!((refused.len(), game), (6, expected), "{ran:?}");
}

/// Where the service refuses or is away, recipes print nothing that looks like an answer, and say why.
#[tokio::test(flavor = "multi_thread")]
async fn recipes_without_an_answer_say_why() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let nowhere = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let shell = document("docs/shell.md");
    let refused = |command: &str| command.replace("$origin/v1/", "$origin/v1/none/");
    let away = |script: &str| script.replace("--retry 30 --retry-connrefused", "");
    for Recipe { command, .. } in recipes(&shell).iter().filter(|recipe| recipe.command.contains("ask ")) {
        let refused = script(&shell, &refused(command), &format!("http://{}", live.address));
        let away = away(&script(&shell, command, &format!("http://{nowhere}")));
        for (script, why) in [(refused, "404"), (away, "Failed to connect")] {
            let ran = run("without", "sh", format!("rm -f ./*\n{script}")).await;
            let (printed, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
            let is_answer = |line: &&str| line.contains("won") || line.contains('"') || line.contains("null");
            let answers: Vec<_> =
                printed.lines().filter(is_answer).filter(|line| !line.contains("no column")).collect();
            assert!(answers.is_empty() && fault.contains(why), "{command}\n{printed}\n{fault}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_recipe_prints_what_is_shown() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    assert!(recipes.len() >= 10, "{} recipes", recipes.len());
    let origin = format!("http://{}", live.address);
    for Recipe { command, output } in recipes {
        assert!(command.contains("ask ") || command.contains(service::ORIGIN), "{command}");
        let ran = run("recipes", "sh", script(&shell, &command, &origin)).await;
        let (printed, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(printed.trim_end(), output.trim_end(), "{command}\n{fault}");
    }
}
