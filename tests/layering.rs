//! Holds the direction of dependencies, main → http → engine → {search, solve} → heuristic → game, by reading the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each module and the modules of this crate that it may name.
const MAY_NAME: [(&str, &[&str]); 12] = [
    ("game", &[]),
    ("heuristic", &["game"]),
    ("search", &["game", "heuristic"]),
    // A table's verdicts are the scores of a search.
    ("solve", &["game", "heuristic", "search"]),
    ("engine", &["game", "heuristic", "search", "solve"]),
    ("gomocup", &["game", "search", "engine"]),
    ("config", &["game", "heuristic", "engine"]),
    ("http", &["game", "heuristic", "search", "engine", "config", "log"]),
    ("log", &["config"]),
    ("book_command", &["solve", "config"]),
    ("healthcheck", &["config"]),
    ("main", &["gomocup", "http", "config", "log", "book_command", "healthcheck"]),
];

/// Modules that could move into a phone or a browser without a line changed, and what they therefore never name.
const PURE: [&str; 6] = ["game", "heuristic", "search", "solve", "engine", "gomocup"];
const SERVER_CRATES: [&str; 9] =
    ["axum", "tokio", "serde", "serde_json", "tower", "tower_http", "hyper", "tracing", "clap"];

#[test]
fn modules_name_only_those_below_them() {
    let mut faults = Vec::new();
    for (module, code) in modules() {
        let Some((_, allowed)) = MAY_NAME.iter().find(|(name, _)| *name == module) else {
            faults.push(format!("src/{module} has no place in the order of modules; give it one"));
            continue;
        };
        for (file, code) in code {
            let named = named_modules(&code);
            let wrong = named.iter().filter(|name| **name != module && !allowed.contains(&name.as_str()));
            faults.extend(wrong.map(|name| format!("{} names {name}", file.display())));
        }
    }
    assert!(faults.is_empty(), "against the direction of dependencies:\n{}", faults.join("\n"));
}

#[test]
fn the_core_names_nothing_of_a_server() {
    let mut faults = Vec::new();
    for (module, code) in modules() {
        if !PURE.contains(&module.as_str()) {
            continue;
        }
        for (file, code) in code {
            let words: BTreeSet<&str> = words(&code).collect();
            let wrong = SERVER_CRATES.iter().filter(|name| words.contains(**name));
            faults.extend(wrong.map(|name| format!("{} names {name}", file.display())));
        }
    }
    assert!(faults.is_empty(), "the core names a crate of the server:\n{}", faults.join("\n"));
}

#[test]
fn every_module_of_the_order_exists() {
    let modules = modules();
    for (module, _) in MAY_NAME {
        assert!(modules.contains_key(module), "src/{module} does not exist");
    }
}

/// Inside `http`, too, dependencies point one way: between its files and folders, and between the files of a folder.
#[test]
fn http_has_no_circle_of_files() {
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, code) in &modules()["http"] {
        let parts: Vec<String> =
            file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        // A mod.rs is the table of contents of its folder.
        if parts.last().is_some_and(|name| name == "mod") {
            continue;
        }
        let to_http = "super::".repeat(parts.len() - 1);
        let named = named_after(code, "crate::http::").into_iter().chain(named_after(code, &to_http));
        let here = parts[1].clone();
        arrows.entry(here.clone()).or_default().extend(named.filter(|name| *name != here));
        if let [_, folder, name] = &parts[..] {
            let siblings = named_after(code, "super::").into_iter().map(|sibling| format!("{folder}/{sibling}"));
            arrows.entry(format!("{folder}/{name}")).or_default().extend(siblings);
        }
    }
    let is_file = |name: &String| arrows.contains_key(name);
    let mut left: BTreeMap<&String, BTreeSet<&String>> =
        arrows.iter().map(|(from, to)| (from, to.iter().filter(|name| is_file(name)).collect())).collect();
    assert!(left.len() > 40 && left.values().map(BTreeSet::len).sum::<usize>() > 100, "the reader misses arrows");
    // Takes away whatever points to nothing that is left, until nothing is.
    while let Some(&end) = left.iter().find(|(_, to)| to.is_empty()).map(|(from, _)| from) {
        left.remove(end);
        left.values_mut().for_each(|to| _ = to.remove(end));
    }
    assert!(left.is_empty(), "circles among these:\n{left:#?}");
}

/// The reader below finds what it should, whichever way a path is written.
#[test]
fn paths_are_found() {
    let code = strip_comments_and_strings(
        "use crate::game::Rules; // crate::http\nuse crate::{engine, search::{Stop, Limits}};\n\
         fn f() { inarow::config::read(); let _ = \"crate::main\"; } /* crate::solve */ mod x { use super::super::heuristic; }",
    );
    let named: Vec<_> = named_modules(&code).into_iter().collect();
    assert_eq!(named, ["config", "engine", "game", "search"]);
}

/// The code of each top-level module, file by file, without comments, strings and tests' own modules.
fn modules() -> BTreeMap<String, Vec<(PathBuf, String)>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: BTreeMap<String, Vec<(PathBuf, String)>> = BTreeMap::new();
    let mut open = vec![source.clone()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(&source).expect("below src");
                let module = below.iter().next().expect("a name").to_string_lossy().replace(".rs", "");
                let code = strip_comments_and_strings(&fs::read_to_string(&path).expect("a source"));
                if module != "lib" {
                    modules.entry(module).or_default().push((below.to_owned(), code));
                }
            }
        }
    }
    modules
}

/// The crate's modules that the code names by an absolute path: `crate::a::…`, `crate::{a, b::…}`, `inarow::a`.
fn named_modules(code: &str) -> BTreeSet<String> {
    let named = ["crate::", "inarow::"].into_iter().flat_map(|root| named_after(code, root));
    named.filter(|head| MAY_NAME.iter().any(|(name, _)| name == head)).collect()
}

/// The names that follow a path's beginning, alone or as a group: `a` and `b` of `root::a::…` and `root::{a, b::…}`.
fn named_after(code: &str, root: &str) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for (start, _) in code.match_indices(root) {
        if code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[start + root.len()..];
        let heads = match rest.strip_prefix('{') {
            Some(group) => group_heads(group),
            None => words(rest).next().into_iter().collect(),
        };
        named.extend(heads.into_iter().map(String::from));
    }
    named
}

/// The first name of each path in a `use` group that starts behind its brace.
fn group_heads(group: &str) -> Vec<&str> {
    let (mut heads, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (index, character) in group.char_indices() {
        let ends = depth == 0 && matches!(character, ',' | '}');
        if ends {
            heads.extend(words(&group[start..index]).next());
            start = index + 1;
        }
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            _ => {}
        }
    }
    heads
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Blanks out what is not code: line and block comments, string literals, and character literals that would confuse.
fn strip_comments_and_strings(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(character) = rest.chars().next() {
        let skipped = match rest {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if rest.starts_with("'\"'") => 3,
            _ if rest.starts_with("'\\\"'") => 4,
            _ if rest.starts_with("r#\"") => rest.find("\"#").map_or(rest.len(), |end| end + 2),
            _ if character == '"' => string_end(rest),
            _ => {
                code.push(character);
                rest = &rest[character.len_utf8()..];
                continue;
            }
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

/// Length of the string literal that the text starts with, quotes included.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}
