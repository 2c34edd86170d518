//! Checks the direction of dependencies, main → http → engine → {search, solve} → heuristic → game, by reading the sources.

mod circles;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use source::{strip_comments_and_strings, words};

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

/// Modules without a server, and the crates that they must not name.
const PURE: [&str; 6] = ["game", "heuristic", "search", "solve", "engine", "gomocup"];
const SERVER_CRATES: [&str; 9] =
    ["axum", "tokio", "serde", "serde_json", "tower", "tower_http", "hyper", "tracing", "clap"];

#[test]
fn modules_name_only_those_below_them() {
    let mut errors = Vec::new();
    for (module, code) in modules() {
        let Some((_, allowed)) = MAY_NAME.iter().find(|(name, _)| *name == module) else {
            errors.push(format!("src/{module} has no place in the order of modules; give it one"));
            continue;
        };
        for (file, code) in code {
            let named = named_modules(&code);
            let wrong = named.iter().filter(|name| **name != module && !allowed.contains(&name.as_str()));
            errors.extend(wrong.map(|name| format!("{} names {name}", file.display())));
        }
    }
    assert!(errors.is_empty(), "against the direction of dependencies:\n{}", errors.join("\n"));
}

#[test]
fn the_core_names_nothing_of_a_server() {
    let mut errors = Vec::new();
    for (module, code) in modules() {
        if !PURE.contains(&module.as_str()) {
            continue;
        }
        for (file, code) in code {
            let words: BTreeSet<&str> = words(&code).collect();
            let wrong = SERVER_CRATES.iter().filter(|name| words.contains(**name));
            errors.extend(wrong.map(|name| format!("{} names {name}", file.display())));
        }
    }
    assert!(errors.is_empty(), "the core names a crate of the server:\n{}", errors.join("\n"));
}

#[test]
fn every_module_of_the_order_exists() {
    let modules = modules();
    for (module, _) in MAY_NAME {
        assert!(modules.contains_key(module), "src/{module} does not exist");
    }
}

/// Paths are found in each form.
#[test]
fn paths_are_found() {
    let code = strip_comments_and_strings(
        "use crate::game::Rules; // crate::http\nuse crate::{engine, search::{Stop, Limits}};\n\
         fn f() { inarow::config::read(); let _ = \"crate::main\"; } /* crate::solve */ mod x { use super::super::heuristic; }",
    );
    let named: Vec<_> = named_modules(&code).into_iter().collect();
    assert_eq!(named, ["config", "engine", "game", "search"]);
}

/// The code of each top-level module, file by file.
fn modules() -> BTreeMap<String, Vec<(PathBuf, String)>> {
    let mut modules: BTreeMap<String, Vec<(PathBuf, String)>> = BTreeMap::new();
    for (path, code) in source::files() {
        let module = path.iter().next().expect("a name").to_string_lossy().replace(".rs", "");
        if module != "lib" {
            modules.entry(module).or_default().push((path, code));
        }
    }
    modules
}

/// The modules of the crate that the code names by an absolute path: `crate::a::…`, `crate::{a, b::…}`, `inarow::a`.
fn named_modules(code: &str) -> BTreeSet<String> {
    let named = ["crate::", "inarow::"].into_iter().flat_map(|root| named_after(code, root));
    named.filter(|head| MAY_NAME.iter().any(|(name, _)| name == head)).collect()
}

/// The names after the beginning of a path, alone or in a group: `a` and `b` of `root::a::…` and `root::{a, b::…}`.
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

/// The first name of each path in a `use` group; the text begins after its brace.
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
