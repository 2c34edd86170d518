//! The documents as pages, in the frame of `src/playground/document.html`.

use std::fmt::Write as _;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::files::DOCUMENTED_ORIGIN;

/// A document in the frame: its title, the list of its sections, and the sections.
pub fn fill(frame: &str, name: &str, markdown: &str) -> String {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let mut events: Vec<Event<'_>> = parser.map(without_alignment).map(within_service).collect();
    let headings = name_headings(&mut events);
    let (mut navigation, mut title) = (String::new(), "");
    for Heading { level, anchor, text } in &headings {
        match level {
            HeadingLevel::H1 => title = text,
            HeadingLevel::H2 => {
                _ = writeln!(navigation, "<li><a href=\"#{anchor}\">{text}</a></li>");
            }
            _ => {}
        }
    }
    // A corner of a table is no heading.
    let text = sections(events).replace("<th></th>", "<td></td>");
    let holes = [("{{title}}", title), ("{{name}}", name), ("{{navigation}}", &navigation), ("{{text}}", &text)];
    holes.into_iter().fold(frame.to_owned(), |page, (hole, part)| page.replace(hole, part))
}

/// The page's policy admits no style in an element, which an aligned column would have.
fn without_alignment(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::Table(columns)) => {
            Event::Start(Tag::Table(vec![pulldown_cmark::Alignment::None; columns.len()]))
        }
        other => other,
    }
}

/// A link to the documented address leads to the service that is asked.
fn within_service(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: without_origin(dest_url), title, id })
        }
        // An address alone is its own text.
        Event::Text(text) => Event::Text(without_origin(text)),
        other => other,
    }
}

fn without_origin(text: CowStr<'_>) -> CowStr<'_> {
    match text.strip_prefix(DOCUMENTED_ORIGIN) {
        Some(path) if path.starts_with('/') => path.to_owned().into(),
        _ => text,
    }
}

struct Heading {
    level: HeadingLevel,
    /// The anchor, as links in the documents name it.
    anchor: String,
    text: String,
}

/// Gives each heading its anchor.
fn name_headings(events: &mut [Event<'_>]) -> Vec<Heading> {
    let mut headings = Vec::new();
    for at in 0..events.len() {
        let Event::Start(Tag::Heading { level, .. }) = events[at] else { continue };
        let inside = events[at + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String = inside
            .map(|event| match event {
                Event::Text(text) | Event::Code(text) => &**text,
                _ => "",
            })
            .collect();
        let anchor = anchor(&text);
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(CowStr::from(anchor.clone()));
        }
        headings.push(Heading { level, anchor, text });
    }
    headings
}

/// The anchor of a heading: its letters and digits in lower case, a hyphen for each space.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Each heading of the second level with all that follows it is a section of its own; `without_mcp.rs` leaves one of them out.
fn sections(events: Vec<Event<'_>>) -> String {
    let (mut out, mut part, mut is_open) = (String::new(), Vec::new(), false);
    for event in events {
        if let Event::Start(Tag::Heading { level: HeadingLevel::H2, id: Some(id), .. }) = &event {
            html::push_html(&mut out, part.drain(..));
            out.push_str(if is_open { "</section>\n" } else { "" });
            _ = writeln!(out, "<section class=\"topic\" aria-labelledby=\"{id}\">");
            is_open = true;
        }
        part.push(event);
    }
    html::push_html(&mut out, part.into_iter());
    out + if is_open { "</section>\n" } else { "" }
}
