//! The documents that the service sends, in Markdown and as pages: the target of each link is there as well, or the link is only text.

use std::error::Error;
use std::fs;

use crate::document_pages;
use crate::files::File;

/// The documents by their names, in `docs/` and in the service.
const SERVED: [&str; 5] = ["guide", "shell", "games-and-heuristics", "operations", "runbook"];
/// Documents with addresses of a machine, not of the client that asks.
const OF_OPERATORS: [&str; 2] = ["operations", "runbook"];
/// How documents link to the contract and to figures, and where these are in a service.
const LINKED: [(&str, &str); 4] = [
    ("../openapi.yaml", "/openapi.yaml"),
    ("tree.svg", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=svg"),
    ("tree.dot", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=dot"),
    ("tree.mmd", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=mermaid"),
];

/// The documents in Markdown and as pages in this frame, by their file names; `with_origin` names the service that is asked. A page is
/// whole, since it folds long answers.
///
/// # Errors
/// A document that cannot be read.
pub fn served(frame: &str, with_origin: impl Fn(&str) -> Vec<u8>) -> Result<Vec<File>, Box<dyn Error>> {
    let mut documents = Vec::new();
    for name in SERVED {
        let path = format!("docs/{name}.md");
        println!("cargo::rerun-if-changed={path}");
        let source = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let page = linked(&source, |file| format!("/docs/{file}"));
        documents.push((format!("{name}.html"), document_pages::fill(frame, name, &page).into_bytes()));
        let text = linked(&without_folded(&source), |file| format!("/{file}.md"));
        let body = if OF_OPERATORS.contains(&name) { text.into_bytes() } else { with_origin(&text) };
        documents.push((format!("{name}.md"), body));
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

/// Markdown whose links lead to sections, to paths of the service and to other hosts; `address` says where another document is.
fn linked(document: &str, address: impl Fn(&str) -> String) -> String {
    let mut parts = document.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((target, rest)) = part.split_once(')') else {
            out.push_str("](");
            out.push_str(part);
            continue;
        };
        if let Some(path) = path(target, &address) {
            out.push_str(&format!("]({path}){rest}"));
        } else if let Some(start) = out.rfind('[') {
            // A picture becomes its words, too.
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
fn path(target: &str, address: impl Fn(&str) -> String) -> Option<String> {
    if target.starts_with('#') || target.contains("://") {
        return Some(target.to_owned());
    }
    let (file, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
    if let Some((_, path)) = LINKED.iter().find(|(name, _)| *name == file) {
        return Some((*path).to_owned());
    }
    let name = file.strip_suffix(".md").filter(|name| SERVED.contains(name))?;
    Some(address(name) + anchor)
}
