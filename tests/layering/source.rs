//! Reads the sources: code without comments and strings, and its `use` declarations.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The code of each file by the path of its module.
pub type Tree = BTreeMap<Vec<String>, String>;

/// An imported name.
pub struct Use {
    /// The name within the file.
    pub name: String,
    pub path: Vec<String>,
    /// Whether the file re-exports it.
    pub is_public: bool,
}

/// The files below `src`, with their code.
pub fn files() -> Vec<(PathBuf, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut open) = (Vec::new(), vec![source.clone()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let code = strip_comments_and_strings(&fs::read_to_string(&path).expect("a source"));
                files.push((path.strip_prefix(&source).expect("below src").to_owned(), code));
            }
        }
    }
    files
}

/// The files of the library, without their test modules.
pub fn library() -> Tree {
    let files = files();
    let (_, root) = files.iter().find(|(path, _)| path == Path::new("lib.rs")).expect("a library");
    let is_declared = |module: &[String]| root.contains(&format!("mod {};", module[0]));
    let modules = files.iter().map(|(path, code)| {
        let mut module = names(&path.with_extension("").to_string_lossy());
        module.pop_if(|name| name == "mod");
        (module, without_tests(code).to_owned())
    });
    modules.filter(|(module, _)| is_declared(module)).collect()
}

/// The code before the test module, which is the last item of a file.
fn without_tests(code: &str) -> &str {
    let mut tests = code.match_indices("#[cfg(test)]").map(|(start, _)| start);
    let has_body = |start: &usize| code[*start..].find('{') < code[*start..].find(';');
    tests.find(has_body).map_or(code, |start| &code[..start])
}

/// The names that the `use` declarations of a file import.
pub fn uses(code: &str) -> Vec<Use> {
    let mut found = Vec::new();
    for range in declarations(code) {
        let before = code[..range.start].trim_end();
        let is_public = before.ends_with("pub") || before.ends_with(')');
        let tree = code[range].trim_start_matches("use").trim_end_matches(';');
        expand(tree, &[], is_public, &mut found);
    }
    found
}

/// The places of the `use` declarations, from the keyword to the semicolon.
pub fn declarations(code: &str) -> Vec<Range<usize>> {
    let is_keyword = |&start: &usize| {
        let before = code[..start].chars().next_back();
        let after = code[start + 3..].chars().next();
        before.is_none_or(char::is_whitespace) && after.is_some_and(char::is_whitespace)
    };
    let starts = code.match_indices("use").map(|(start, _)| start).filter(is_keyword);
    starts.filter_map(|start| Some(start..start + code[start..].find(';')? + 1)).collect()
}

/// Adds the names of a `use` tree.
fn expand(tree: &str, prefix: &[String], is_public: bool, found: &mut Vec<Use>) {
    if let Some((head, group)) = tree.split_once('{') {
        let prefix = [prefix, &names(head)].concat();
        let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
        let mut depth = 0;
        let parts = group.split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        parts.for_each(|part| expand(part, &prefix, is_public, found));
        return;
    }
    let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
    let mut path = [prefix, &names(path)].concat();
    path.pop_if(|name| name == "self");
    if let Some(last) = path.last() {
        let name = alias.map_or_else(|| last.clone(), String::from);
        found.push(Use { name, path, is_public });
    }
}

fn names(text: &str) -> Vec<String> {
    words(text).map(String::from).collect()
}

/// The words of code: identifiers, keywords, numbers.
pub fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Replaces comments, string literals and the character literals of quotes by spaces.
pub fn strip_comments_and_strings(source: &str) -> String {
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

/// Length of the string literal at the start of the text, including quotes.
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
