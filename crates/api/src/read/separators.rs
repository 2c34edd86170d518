//! Wrong signs around values, and between those of a query string.

use super::errors::cut;
use super::fields::LISTS;

/// The sign of quotes around a value, or of a carriage return at its end, in the details of its errors, and the remedy.
pub fn around(text: &str) -> Option<(&'static str, &'static str)> {
    let bare = text.trim();
    let has_quotes = ["\"\"", "''", "“”", "‘’", "„“"].iter().any(|pair| {
        let mut quotes = pair.chars();
        let is_pair = quotes.next().is_some_and(|quote| bare.starts_with(quote));
        is_pair && quotes.next().is_some_and(|quote| bare.ends_with(quote)) && bare.chars().nth(1).is_some()
    });
    match () {
        () if has_quotes => Some(("", "the value has quotes around it: leave them out")),
        () if text.ends_with('\r') => {
            Some(("\\r", "the value ends with a carriage return, as lines of Windows files do: leave it out"))
        }
        () => None,
    }
}

/// The remedy for a value with a wrong sign.
pub fn remedy(name: &str, text: &str) -> Option<String> {
    let sent = |value: &str| {
        let (value, more) = cut(value);
        format!("{name}={value}{more}")
    };
    let is_name = |text: &str| text.split_once('=').is_some_and(|(name, _)| is_word(name));
    if let Some((at, sign)) = text.match_indices(['&', '?', ';']).find(|(at, _)| is_name(&text[at + 1..])) {
        let parameters = sent(&format!("{}&{}", &text[..at], &text[at + 1..]));
        let form = if sign == "&" { ", as it is and not as %26" } else { "" };
        return Some(format!("& separates parameters{form}: {parameters}"));
    }
    let is_list = LISTS.contains(&name) || name == "record" && !text.contains(['(', '[', '\n']);
    // A record has semicolons between moves, as it has commas.
    let is_other = |sign: char| matches!(sign, '+' | '&') || sign == ';' && name != "record";
    let elements: Vec<&str> = text.split(is_other).map(str::trim).collect();
    let are_words = elements.len() > 1 && elements.iter().all(|element| element.split([',', ' ']).all(is_word));
    (is_list && are_words).then(|| format!("commas separate {}: {}", plural(name), sent(&elements.join(","))))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The elements of a field, in the plural.
fn plural(name: &str) -> &str {
    if name.ends_with("oves") || name == "record" { "moves" } else { name }
}
