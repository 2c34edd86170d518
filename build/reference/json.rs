//! JSON for readers: short values share a line.

use serde_json::Value;

const INDENT: usize = 2;

/// A value with line breaks only where a line would be too long.
pub fn pretty(value: &Value, width: usize) -> String {
    written(value, 0, 0, width)
}

/// `used` is the width of the text before the value on its line.
fn written(value: &Value, indent: usize, used: usize, width: usize) -> String {
    let line = flow(value);
    let (open, close, members): (char, char, Vec<(String, &Value)>) = match value {
        Value::Object(members) => ('{', '}', members.iter().map(|(name, member)| (key(name), member)).collect()),
        Value::Array(items) => ('[', ']', items.iter().map(|item| (String::new(), item)).collect()),
        _ => return line,
    };
    // A comma may follow.
    if members.is_empty() || used + line.len() < width {
        return line;
    }
    if members.iter().all(|(_, member)| is_plain(member)) {
        return filled(open, close, &members, indent, used, width);
    }
    let inner = indent + INDENT;
    let lines = members.iter().map(|(name, member)| {
        format!("{}{name}{}", " ".repeat(inner), written(member, inner, inner + name.len(), width))
    });
    format!("{open}\n{}\n{}{close}", lines.collect::<Vec<_>>().join(",\n"), " ".repeat(indent))
}

/// Plain members fill lines, so that an object of many numbers stays small.
fn filled(open: char, close: char, members: &[(String, &Value)], indent: usize, used: usize, width: usize) -> String {
    let mut out = String::from(open);
    let mut column = used + 1;
    for (place, (name, member)) in members.iter().enumerate() {
        let text = format!("{name}{}{}", flow(member), if place + 1 < members.len() { ',' } else { close });
        if place > 0 && column + text.len() >= width {
            out.push('\n');
            out.push_str(&" ".repeat(indent + INDENT));
            column = indent + INDENT;
        } else if place > 0 {
            out.push(' ');
            column += 1;
        }
        column += text.len();
        out.push_str(&text);
    }
    out
}

fn key(name: &str) -> String {
    format!("{}: ", Value::from(name))
}

/// Whether a value has no members.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => true,
    }
}

/// A value on one line.
fn flow(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, member)| key(name) + &flow(member));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
