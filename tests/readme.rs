//! Holds the documents (`README.md` and others at the root, `docs/*.md`) against the service: every `curl` is executed, tables are
//! complete, and links inside the repository lead somewhere.

#[path = "../build/commit.rs"]
mod commit;
#[allow(dead_code)]
mod service;

use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use serde_json::Value;
use service::contract::records;
use service::curl::Curl;

/// Most lines of the README.
const README_LINES_MAX: usize = 200;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The document whose commands need a shell; the test `shell` runs them.
const SHELL: &str = "shell.md";

/// Path and text of every document.
fn documents() -> Vec<(PathBuf, String)> {
    let folders = [root().to_owned(), root().join("docs")];
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.map(|path| (path.clone(), text(&path))).collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The `curl` commands in fenced blocks, each with the output that the block shows below it.
fn commands(document: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let (mut fenced, mut answering, mut continued) = (false, false, false);
    for line in document.lines() {
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

/// A document, or the records of a stream.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| records(text).into())
}

#[tokio::test]
async fn every_curl_gets_the_answer_shown() {
    let app = service::app();
    let documents = documents().into_iter().filter(|(path, _)| !path.ends_with(SHELL));
    let commands: Vec<_> = documents.flat_map(|(_, document)| commands(&document)).collect();
    assert!(commands.len() > 10, "{} commands", commands.len());
    for (command, shown) in commands {
        let curl = Curl::parse(&command);
        let answer = service::send(&app, curl.request()).await;
        let real = String::from_utf8_lossy(&answer.body);
        let media_type = answer.header("content-type");
        if media_type.starts_with("text/plain") || media_type == "application/x-go-sgf" {
            assert_eq!(shown.trim_end(), real.trim_end(), "{command}");
            continue;
        }
        let (shown, real) = (parsed(&shown), parsed(&real));
        assert_eq!(
            service::without_accidents(shown),
            service::without_accidents(real.clone()),
            "{command}\nreally answers {real}"
        );
    }
}

/// The image is built of all files that the build script reads. A COPY or the build's context without one of them fails only where there
/// is a container engine.
#[test]
fn the_image_has_all_that_the_build_reads() {
    let names_it = |line: &str, file: &str| {
        let words = line.split_whitespace();
        words.into_iter().any(|source| file == source || file.starts_with(&format!("{source}/")))
    };
    let (dockerfile, context) = (text(&root().join("Dockerfile")), text(&root().join(".dockerignore")));
    let copied: Vec<&str> = dockerfile.split("\nFROM scratch").next().expect("a stage").lines().collect();
    let copied: Vec<&str> = copied.into_iter().filter_map(|line| line.strip_prefix("COPY ")).collect();
    let in_context: Vec<&str> = context.lines().filter_map(|line| line.strip_prefix('!')).collect();
    let output = text(Path::new(concat!(env!("OUT_DIR"), "/../output")));
    let read: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed=")).collect();
    assert!(read.contains(&"openapi.yaml") && read.contains(&"docs/guide.md"), "{read:?}");
    for file in read.into_iter().filter(|file| !Path::new(file).is_absolute()) {
        assert!(copied.iter().any(|line| names_it(line, file)), "the Dockerfile copies no {file}");
        assert!(in_context.iter().any(|line| names_it(line, file)), "the build's context has no {file}");
    }
}

/// `/version` names the commit that the build was told, and the recipes tell it.
#[test]
fn the_build_knows_its_commit() {
    let hash = "5f0c1d5f0c1d5f0c1d5f0c1d5f0c1d5f0c1d5f0c";
    for (variable, name) in [
        (None, None),
        (Some(""), None),
        (Some(" \n"), None),
        (Some(hash), Some(hash)),
        (Some("v0.1.0-dirty"), Some("v0.1.0-dirty")),
    ] {
        assert_eq!(commit::commit(variable), Ok(name), "{variable:?}");
    }
    for variable in ["a b", "a\ncargo::rustc-env=X=1", "\"", &"a".repeat(65)] {
        assert!(commit::commit(Some(variable)).is_err(), "{variable:?}");
    }
    let output = text(Path::new(concat!(env!("OUT_DIR"), "/../output")));
    let told = output.lines().any(|line| line == "cargo::rerun-if-env-changed=INAROW_COMMIT");
    assert!(told && commit::VARIABLE == "INAROW_COMMIT", "{output}");
    let file = |path: &str| text(&root().join(path));
    let dockerfile = file("Dockerfile");
    let stage = dockerfile.split("\nFROM scratch").next().expect("a stage");
    assert!(stage.contains("\nARG REVISION=\n") && stage.contains("export INAROW_WASM INAROW_COMMIT=\"${REVISION}\""));
    assert!(file("deploy/build-static.sh").contains("export INAROW_COMMIT="));
    assert!(file("deploy/compose.yaml").contains("REVISION: ${REVISION:-}"));
}

/// A recipe that limits memory sets the number of search threads, and no recipe shows its metrics to everybody.
#[test]
fn recipes_are_safe_as_they_are() {
    let file = |path: &str| text(&root().join(path));
    for path in [
        "deploy/compose.yaml",
        "deploy/systemd/inarow.service",
        "deploy/kubernetes/base/deployment.yaml",
        "deploy/kubernetes/overlays/small/resources.yaml",
    ] {
        let recipe = file(path).to_lowercase();
        assert!(recipe.contains("memory") && recipe.contains("inarow_workers"), "{path}");
    }
    let operations = file("docs/operations.md");
    let platforms = operations.split("## Platforms that run containers").nth(1).expect("a section");
    let blocks = platforms.split("\n## ").next().expect("a section").split("```").skip(1).step_by(2);
    let recipes: Vec<String> = blocks.map(str::to_owned).chain([file("deploy/compose.yaml")]).collect();
    assert_eq!(recipes.len(), 4, "{recipes:?}");
    for recipe in recipes {
        assert!(recipe.contains("INAROW_METRICS_LISTEN") && recipe.contains("INAROW_WORKERS"), "{recipe}");
    }
    assert!(file("deploy/fleet/nginx.conf").contains("location = /metrics {"));
}

/// The tables name every preset, heuristic, setting and metric there is, with its facts.
#[tokio::test]
async fn tables_are_complete() {
    let app = service::app();
    let games = text(&root().join("docs/games-and-heuristics.md"));
    let operations = text(&root().join("docs/operations.md"));
    let mut missing = Vec::new();
    let mut expect = |document: &str, row: String| {
        if !document.contains(&row) {
            missing.push(row);
        }
    };
    let presets: Value = serde_json::from_slice(&service::contract_get(&app, "/v1/games").await).expect("JSON");
    for game in presets["games"].as_array().expect("games") {
        let (rules, name) = (&game["rules"], game["name"].as_str().expect("a name"));
        let (width, height) = (&rules["width"], &rules["height"]);
        let row = match (&game["dimensions"], &game["shape"]) {
            (Value::Array(sizes), _) => sizes.iter().map(Value::to_string).collect::<Vec<_>>().join("×"),
            (_, Value::String(shape)) => format!("{width}×{height} | the tetromino `{shape}` |"),
            _ if game.get("lineCount").is_some() => format!("{} points, {} lines |", game["cells"], game["lines"]),
            _ => format!("{width}×{height} | {} |", rules["k"]),
        };
        expect(&games, format!("| `{name}` | {row}"));
    }
    let heuristics: Value = serde_json::from_slice(&service::contract_get(&app, "/v1/heuristics").await).expect("JSON");
    for heuristic in heuristics["heuristics"].as_array().expect("heuristics") {
        let text = |field: &str| heuristic[field].as_str().expect("text");
        expect(&games, format!("| `{}` | {} | {} |", text("name"), text("formula"), text("source")));
    }
    let guide = text(&root().join("docs/guide.md"));
    for kind in inarow_engine::engine::reasons::ReasonKind::ALL {
        expect(&guide, format!("`{}`", kind.name()));
    }
    for setting in inarow::config::Settings::command().get_arguments() {
        let (Some(flag), Some(variable)) = (setting.get_long(), setting.get_env()) else { continue };
        let default: Vec<_> = setting.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        expect(&operations, format!("| `--{flag}` | `{}` | `{}` |", variable.to_string_lossy(), default.join(",")));
    }
    let metrics = String::from_utf8(service::contract_get(&app, "/metrics").await.to_vec()).expect("text");
    for described in metrics.lines().filter_map(|line| line.strip_prefix("# HELP inarow_")) {
        let (name, help) = described.split_once(' ').expect("a name and a text");
        expect(&operations, format!("| `inarow_{name}` | {} |", help.trim_end_matches('.')));
    }
    assert!(missing.is_empty(), "the documents lack these rows, or they are wrong there:\n{}", missing.join("\n"));
}

/// The anchors of a document's headings, as repository hosts make them.
fn anchors(document: &str) -> Vec<String> {
    let headings =
        document.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| -> String {
        let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_inside_the_repository_lead_somewhere() {
    let (mut inside, mut missing) = (0, Vec::new());
    for (path, document) in documents() {
        let links = document.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            inside += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let leads =
                target.exists() && (anchor.is_empty() || anchors(&text(&target)).iter().any(|one| one == anchor));
            if !leads {
                missing.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(inside > 30 && missing.is_empty(), "{inside} links; these lead nowhere: {missing:#?}");
}

/// So the browser tests execute it, with the programs of the guide.
#[test]
fn the_program_of_the_readme_is_the_first_of_the_guide() {
    let first = |document: &str| {
        let text = text(&root().join(document));
        text.split("```js\n").nth(1).and_then(|rest| rest.split("```").next()).map(str::to_owned)
    };
    assert!(first("README.md").is_some());
    assert_eq!(first("README.md"), first("docs/guide.md"));
}

#[test]
fn the_readme_is_short() {
    let lines = text(&root().join("README.md")).lines().count();
    assert!(lines <= README_LINES_MAX, "README.md has {lines} lines; move details to docs/");
}
