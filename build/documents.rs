//! The documents that the service sends: what they link to is there as well, or the link is only text.

use std::error::Error;
use std::fs;

use crate::files::File;

/// The documents, by their path in the service and by that in the repository.
const SERVED: [(&str, &str); 4] = [
    ("guide.md", "docs/guide.md"),
    ("shell.md", "docs/shell.md"),
    ("games-and-heuristics.md", "docs/games-and-heuristics.md"),
    ("operations.md", "docs/operations.md"),
];
/// Has addresses of a machine, not of whoever asks.
const OPERATIONS: &str = "operations.md";
/// How documents link to the contract and to figures, and where these are in a service.
const LINKED: [(&str, &str); 4] = [
    ("../openapi.yaml", "/openapi.yaml"),
    ("tree.svg", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=svg"),
    ("tree.dot", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=dot"),
    ("tree.mmd", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=mermaid"),
];

/// Name and text of each document; `with_origin` names the service that is asked.
///
/// # Errors
/// A document that cannot be read.
pub fn served(with_origin: impl Fn(&str) -> Vec<u8>) -> Result<Vec<File>, Box<dyn Error>> {
    let mut documents = Vec::new();
    for (name, source) in SERVED {
        println!("cargo::rerun-if-changed={source}");
        let text = linked(&without_folded(&fs::read_to_string(source)?));
        documents.push((name.to_owned(), if name == OPERATIONS { text.into_bytes() } else { with_origin(&text) }));
    }
    Ok(documents)
}

/// A document without the answers that a page folds; their commands stay. Raw text cannot be folded, and its readers ask for themselves.
fn without_folded(document: &str) -> String {
    let mut parts = document.split("<details><summary>");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (folded, rest) = part.split_once("</details>\n").unwrap_or((part, ""));
        match folded.lines().find(|line| line.starts_with("$ ")) {
            Some(command) => out.push_str(&format!("```console\n{command}\n```\n{rest}")),
            None => out.push_str(&format!("<details><summary>{part}")),
        }
    }
    out
}

/// Markdown whose links lead to sections, to paths of the service and to other hosts.
fn linked(document: &str) -> String {
    let mut parts = document.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((target, rest)) = part.split_once(')') else {
            out.push_str("](");
            out.push_str(part);
            continue;
        };
        if let Some(path) = path(target) {
            out.push_str(&format!("]({path}){rest}"));
        } else if let Some(start) = out.rfind('[') {
            // Of a picture the words stay, too.
            let start = if out[..start].ends_with('!') { start - 1 } else { start };
            let words = out[start..].trim_start_matches(['!', '[']).to_owned();
            out.truncate(start);
            out.push_str(&words);
            out.push_str(rest);
        }
    }
    out
}

/// Where a link of a document leads in a service.
fn path(target: &str) -> Option<String> {
    if target.starts_with('#') || target.contains("://") {
        return Some(target.to_owned());
    }
    let (file, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
    if let Some((_, path)) = LINKED.iter().find(|(name, _)| *name == file) {
        return Some((*path).to_owned());
    }
    SERVED.iter().any(|(name, _)| *name == file).then(|| format!("/{file}{anchor}"))
}
