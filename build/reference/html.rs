//! The reference as the parts of `src/playground/docs.html`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use pulldown_cmark::{Event, Options, Parser, html};

use super::endpoints::{Call, Endpoint, Table};
use super::schemas::{Field, Shape};
use super::{Group, Reference, json};

/// Columns of JSON beside a table of fields.
const WIDTH: usize = 62;
/// Longer answers are folded.
const LINES_SHOWN_MAX: usize = 40;
/// The topic that stands with the table of problems.
const ERRORS: &str = "Errors";

/// The page with the parts in its holes.
pub fn fill(page: &str, reference: &Reference<'_>) -> String {
    let html = Html::new(reference);
    let endpoints: String = reference.groups.iter().map(|group| html.group(group)).collect();
    let shapes: String = reference.shapes.iter().map(|shape| html.shape(shape)).collect();
    let index: String = reference
        .shapes
        .iter()
        .map(|Shape { name, .. }| format!("<li><a href=\"#{name}\">{name}</a></li>\n"))
        .collect();
    let (errors, topics): (Vec<_>, Vec<_>) = reference.topics.iter().partition(|(title, _)| *title == ERRORS);
    let topics: String = topics.iter().map(|(title, text)| html.topic(title, text)).collect();
    let holes = [
        ("{{summary}}", escape(reference.summary).into_owned()),
        ("{{lead}}", html.prose(reference.lead.split("\n\n").next().unwrap_or_default())),
        ("{{navigation}}", navigation(reference)),
        ("{{endpoints}}", endpoints),
        ("{{errors}}", errors.iter().map(|(_, text)| html.prose(text)).collect()),
        ("{{problems}}", html.problems()),
        ("{{refused-call}}", escape(reference.refusal.0).into_owned()),
        ("{{refusal}}", escape(&json::pretty(reference.refusal.1, WIDTH)).into_owned()),
        ("{{topics}}", topics),
        ("{{shape-index}}", index),
        ("{{shapes}}", shapes),
    ];
    holes.into_iter().fold(page.to_owned(), |page, (hole, part)| page.replace(hole, &part))
}

/// The anchor of a path or of a title.
fn anchor(name: &str) -> String {
    let name = name.trim_start_matches('/').replace(['/', ' '], "-").to_lowercase();
    if name.is_empty() { "root".into() } else { name }
}

fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '"']) {
        return text.into();
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").into()
}

fn navigation(reference: &Reference<'_>) -> String {
    let mut out = String::new();
    let (versioned, others): (Vec<_>, Vec<_>) = reference.groups.iter().partition(|group| group.is_versioned());
    for group in versioned {
        _ = writeln!(out, "<h2>{}</h2>\n<ul>", title(group));
        for Endpoint { path, .. } in &group.endpoints {
            _ = writeln!(out, "<li><a href=\"#{}\"><code>{path}</code></a></li>", anchor(path));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("<h2>More</h2>\n<ul>\n");
    for group in others {
        _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", group.name, title(group));
    }
    out.push_str("<li><a href=\"#problems\">Errors</a></li>\n");
    for (title, _) in reference.topics.iter().filter(|(title, _)| *title != ERRORS) {
        _ = writeln!(out, "<li><a href=\"#{}\">{title}</a></li>", anchor(title));
    }
    out + "<li><a href=\"#shapes\">Shapes</a></li>\n</ul>\n"
}

fn title(group: &Group<'_>) -> String {
    let mut letters = group.name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

struct Html<'a> {
    reference: &'a Reference<'a>,
    /// Where the names in code spans lead.
    anchors: BTreeMap<&'a str, String>,
}

impl<'a> Html<'a> {
    fn new(reference: &'a Reference<'a>) -> Self {
        let mut anchors: BTreeMap<&str, String> =
            reference.shapes.iter().map(|shape| (shape.name, shape.name.to_owned())).collect();
        for endpoint in reference.groups.iter().flat_map(|group| &group.endpoints) {
            anchors.insert(endpoint.path, anchor(endpoint.path));
            for table in endpoint.request.iter().chain(&endpoint.answer).filter(|table| table.name != endpoint.path) {
                anchors.insert(table.name, table.name.to_owned());
            }
        }
        Html { reference, anchors }
    }

    /// Markdown as HTML, with links from the names of schemas and paths.
    fn prose(&self, markdown: &str) -> String {
        let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
            Event::Code(text) if self.anchors.contains_key(&*text) => {
                Event::InlineHtml(format!("<a href=\"#{}\"><code>{text}</code></a>", self.anchors[&*text]).into())
            }
            other => other,
        });
        let mut out = String::new();
        html::push_html(&mut out, events);
        out
    }

    /// The same without a paragraph around it.
    fn inline(&self, markdown: &str) -> String {
        let prose = self.prose(markdown);
        let inner = prose.trim_end().strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
        inner.map_or_else(|| prose.clone(), str::to_owned)
    }

    fn group(&self, group: &Group<'_>) -> String {
        let endpoints: String = group.endpoints.iter().map(|endpoint| self.endpoint(endpoint)).collect();
        let (id, title, text) = (group.name, title(group), self.inline(group.text));
        format!(
            "<h2 class=\"group\" id=\"{id}\">{title}</h2>\n<p class=\"group-text\">{text}</p>\n<div class=\"far\">{endpoints}</div>\n"
        )
    }

    fn endpoint(&self, endpoint: &Endpoint<'_>) -> String {
        let id = anchor(endpoint.path);
        let methods: String =
            endpoint.methods.iter().map(|method| format!("<span class=\"method\">{method}</span> ")).collect();
        let table =
            |part, table: &Option<Table<'_>>| table.as_ref().map_or_else(String::new, |table| self.table(part, table));
        let mut out = format!("<section class=\"endpoint card\" id=\"{id}\" aria-labelledby=\"{id}-title\">\n<div>");
        _ = writeln!(
            out,
            "<div class=\"about\"><h3 id=\"{id}-title\">{methods}<a href=\"#{id}\">{}</a></h3>",
            endpoint.path
        );
        _ = writeln!(out, "<p class=\"summary\">{}</p>\n{}</div>", escape(endpoint.summary), self.prose(endpoint.text));
        out.push_str(&table("request", &endpoint.request));
        _ = writeln!(
            out,
            "<div class=\"others\">{}{}</div>\n</div><div>",
            self.prose(&endpoint.forms.join("\n\n")),
            self.others(endpoint)
        );
        _ = writeln!(out, "<div class=\"try\">{}</div>", example(endpoint));
        out.push_str(&table("answer", &endpoint.answer));
        out + "</div>\n</section>\n"
    }

    fn table(&self, part: &str, table: &Table<'_>) -> String {
        let id = if table.name.starts_with('/') { anchor(table.name) + "-request" } else { table.name.to_owned() };
        let rows = self.rows(&id, &table.fields);
        format!(
            "<div class=\"{part}\"><h4 id=\"{id}\">Fields of the {part}</h4>\n<table aria-labelledby=\"{id}\">{rows}</table></div>\n"
        )
    }

    fn rows(&self, id: &str, fields: &[Field]) -> String {
        const HEAD: &str = "<thead><tr><th scope=\"col\">field</th><th scope=\"col\">type</th><th scope=\"col\">meaning</th></tr></thead>";
        let mut out = format!("{HEAD}\n<tbody>\n");
        for Field { name, kind, default, required, text } in fields {
            let default = default
                .as_ref()
                .map_or_else(String::new, |default| format!("<small>default {}</small>", self.inline(default)));
            // In an answer nearly all are always there.
            let required = if *required && id.ends_with("Request") { "<small>required</small>" } else { "" };
            _ = write!(
                out,
                "<tr id=\"{id}.{name}\"><th scope=\"row\"><a href=\"#{id}.{name}\"><code>{name}</code></a></th>"
            );
            _ = writeln!(out, "<td>{}{default}{required}</td><td>{}</td></tr>", self.inline(kind), self.inline(text));
        }
        out + "</tbody>"
    }

    fn others(&self, endpoint: &Endpoint<'_>) -> String {
        let mut out = String::from("<dl class=\"statuses\">");
        for (status, text) in &endpoint.statuses {
            let problem = self.reference.problems.iter().find(|[_, of, ..]| of == status);
            let shown = match problem {
                Some([code, ..]) => format!("<a href=\"#problem-{code}\">{status}</a>"),
                None => (*status).to_owned(),
            };
            _ = write!(out, "<div><dt>{shown}</dt><dd>{}</dd></div>", self.inline(text));
        }
        format!("<details><summary>Other answers</summary>{out}</dl></details>")
    }

    fn shape(&self, shape: &Shape<'_>) -> String {
        let Shape { name, kind, text, extends, fields } = shape;
        let mut out = format!(
            "<section class=\"shape card\" aria-labelledby=\"{name}\">\n<h3 id=\"{name}\"><a href=\"#{name}\">{name}</a></h3>\n"
        );
        if !kind.is_empty() && kind != "object" {
            _ = writeln!(out, "<p class=\"kind\">{}</p>", self.inline(kind));
        }
        out.push_str(&self.prose(text));
        if !extends.is_empty() {
            let names: Vec<String> = extends.iter().map(|name| format!("`{name}`")).collect();
            _ = writeln!(out, "<p>{}</p>", self.inline(&format!("With the fields of {}.", names.join(" and "))));
        }
        if !fields.is_empty() {
            _ = write!(out, "<table aria-labelledby=\"{name}\">{}</table>", self.rows(name, fields));
        }
        out + "</section>\n"
    }

    fn topic(&self, title: &str, text: &str) -> String {
        let id = anchor(title);
        let text = self.prose(text);
        format!("<section class=\"topic\" aria-labelledby=\"{id}\"><h3 id=\"{id}\">{title}</h3>\n{text}</section>\n")
    }

    fn problems(&self) -> String {
        let mut out = String::new();
        for [code, status, title, meaning] in &self.reference.problems {
            _ = write!(out, "<tr id=\"problem-{code}\"><th scope=\"row\"><code>{code}</code></th><td>{status}</td>");
            _ = writeln!(out, "<td>{}</td><td>{}</td></tr>", escape(title), self.inline(meaning));
        }
        out
    }
}

/// The calls with their buttons, and the answer to the first.
fn example(endpoint: &Endpoint<'_>) -> String {
    let mut out = String::from("<h4>Call</h4>\n");
    endpoint.calls.iter().for_each(|one| out.push_str(&call(one)));
    let Some(answer) = endpoint.example else {
        return out
            + "<div class=\"reply\" hidden><h4>Answer <span class=\"state\" role=\"status\"></span></h4><pre></pre></div>";
    };
    let answer = json::pretty(answer, WIDTH);
    let lines = answer.lines().count();
    let pre = format!("<pre>{}</pre>", escape(&answer).replace("&quot;", "\""));
    let pre = if lines <= LINES_SHOWN_MAX {
        pre
    } else {
        format!("<details><summary>{lines} lines</summary>{pre}</details>")
    };
    out + "<div class=\"reply\"><h4>Answer <span class=\"state\" role=\"status\">200</span></h4>" + &pre + "</div>"
}

fn call(call: &Call<'_>) -> String {
    let Call { method, target, body } = call;
    let text = body.map_or_else(|| (*target).to_owned(), |body| json::pretty(body, WIDTH));
    let (label, path) =
        if body.is_some() { ("Body", format!(" <code>{target}</code>")) } else { ("Path and query", String::new()) };
    format!(
        "<div class=\"call\" data-method=\"{method}\" data-path=\"{}\"><p class=\"buttons\"><button data-run>Run</button>\
         <button data-copy=\"curl\">Copy curl</button><button data-copy=\"fetch\">Copy fetch</button></p>\n<p><span class=\"method\">{method}</span>{path}\n\
         <code class=\"edit\" contenteditable=\"plaintext-only\" role=\"textbox\" aria-multiline=\"true\" aria-label=\"{label}\" \
         spellcheck=\"false\">{}</code></p></div>\n",
        target.split('?').next().unwrap_or_default(),
        escape(&text),
    )
}
