//! The reference as Markdown, for agents and terminals; and its entries in `llms.txt`.

use std::fmt::Write as _;

use super::endpoints::{Call, Endpoint, Table};
use super::schemas::{Field, Shape};
use super::{Reference, json};

/// The default address, as all documents have it.
const ORIGIN: &str = "http://127.0.0.1:8080";
const WIDTH: usize = 110;

/// The whole reference.
pub fn document(reference: &Reference<'_>) -> String {
    let mut out = format!("# inarow: API reference\n\n{}\n", reference.lead.trim_end());
    for (title, text) in &reference.topics {
        _ = write!(out, "\n## {title}\n\n{}\n", text.trim());
    }
    let (call, refusal) = &reference.refusal;
    _ = write!(out, "\nA refused request:\n\n```\n{call}\n```\n\n```json\n{}\n```\n", json::pretty(refusal, WIDTH));
    out.push_str("\n| code | status | title | meaning |\n|---|---|---|---|\n");
    for [code, status, title, meaning] in &reference.problems {
        _ = writeln!(out, "| `{code}` | {status} | {title} | {meaning} |");
    }
    for group in &reference.groups {
        group.endpoints.iter().for_each(|one| endpoint(&mut out, one));
    }
    out.push_str("\n## Shapes\n");
    reference.shapes.iter().for_each(|one| shape(&mut out, one));
    out
}

/// A line for each versioned endpoint, in the form of `llms.txt`: the link of a GET is a working call.
pub fn summary(reference: &Reference<'_>) -> String {
    let mut out = String::new();
    let endpoints = reference.groups.iter().filter(|group| group.is_versioned()).flat_map(|group| &group.endpoints);
    for Endpoint { path, methods, calls, summary, .. } in endpoints {
        let link = calls.iter().find(|call| call.body.is_none()).map_or("/docs.md", |call| call.target);
        _ = writeln!(out, "- [{} {path}]({ORIGIN}{link}): {summary}", methods.join(", "));
    }
    out
}

fn endpoint(out: &mut String, endpoint: &Endpoint<'_>) {
    _ = write!(
        out,
        "\n## {} {}\n\n{}. {}\n",
        endpoint.methods.join(", "),
        endpoint.path,
        endpoint.summary,
        endpoint.text.trim_end()
    );
    for Call { target, body, .. } in &endpoint.calls {
        let call = body.map_or_else(
            || format!("curl '{ORIGIN}{target}'"),
            |body| format!("curl {ORIGIN}{target} --json '{body}'"),
        );
        _ = write!(out, "\n```\n{call}\n```\n");
    }
    if let Some(answer) = endpoint.example {
        let which = if endpoint.calls.len() > 1 { "The answer to the first" } else { "The answer" };
        _ = write!(out, "\n{which}:\n\n```json\n{}\n```\n", json::pretty(answer, WIDTH));
    }
    for (title, Table { name, fields }) in [("Request", &endpoint.request), ("Answer", &endpoint.answer)]
        .into_iter()
        .filter_map(|(title, table)| Some((title, table.as_ref()?)))
    {
        let name = if name.starts_with('/') { String::new() } else { format!(": `{name}`") };
        _ = write!(out, "\n{title}{name}\n\n");
        rows(out, fields);
    }
    for form in &endpoint.forms {
        _ = write!(out, "\n{form}\n");
    }
    let others: Vec<&str> = endpoint.statuses.iter().map(|(status, _)| *status).collect();
    _ = write!(out, "\nOther answers: {}.\n", others.join(", "));
}

fn rows(out: &mut String, fields: &[Field]) {
    out.push_str("| field | type | meaning |\n|---|---|---|\n");
    for Field { name, kind, default, text, .. } in fields {
        let default = default.as_ref().map_or_else(String::new, |default| format!("; default {default}"));
        _ = writeln!(out, "| `{name}` | {kind}{default} | {} |", text.replace('|', "\\|"));
    }
}

fn shape(out: &mut String, shape: &Shape<'_>) {
    let Shape { name, kind, text, extends, fields } = shape;
    _ = write!(out, "\n### {name}\n\n{}\n", text.trim_end());
    if !kind.is_empty() && kind != "object" {
        _ = write!(out, "\n{kind}\n");
    }
    if !extends.is_empty() {
        _ = write!(out, "\nWith the fields of `{}`.\n", extends.join("` and `"));
    }
    if !fields.is_empty() {
        out.push('\n');
        rows(out, fields);
    }
}
