//! The values of query parameters by their texts.

use serde_json::Value;

use super::errors::{FieldErrors, Pointer};
use super::json;

/// A field as its sender writes it: `turn=X` in a query string, `"turn": "X"` in a body.
pub fn written(name: &str, value: &Value, in_query: bool) -> String {
    match value.as_str().filter(|_| in_query) {
        Some(text) => format!("{name}={text}"),
        None if in_query => format!("{name}={value}"),
        None => format!("\"{name}\": {value}"),
    }
}

/// The number, the flag or the pair in parentheses that a parameter stands for; all else stays text.
pub fn scalar_of_text(text: &str) -> Value {
    let pair = || text.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',');
    if let Some((row, col)) = pair() {
        return [row, col].map(|part| scalar_of_text(part.trim())).into_iter().collect();
    }
    let read = serde_json::from_str(text).ok();
    read.filter(|value: &Value| value.is_number() || value.is_boolean()).unwrap_or_else(|| text.into())
}

/// A single number without the comma behind it, which makes a list of it. After anything else a comma at the end is a missing element: a
/// program that joins moves has lost one.
pub fn without_last_comma(text: &str) -> &str {
    text.trim().strip_suffix(',').map(str::trim_end).filter(|rest| is_number(rest)).unwrap_or(text)
}

/// The list that a parameter stands for.
pub fn list_of_text(text: &str) -> Value {
    items(text, false).into()
}

/// The elements of a text with commas between them. Parentheses hold an element together, so that a pair such as `(1,2)` can have a
/// remedy.
pub fn elements(text: &str) -> impl Iterator<Item = &str> {
    let mut is_within = false;
    text.split(move |letter| {
        is_within = letter == '(' || is_within && letter != ')';
        letter == ',' && !is_within
    })
}

/// A JSON object without repeated members; all else stays text.
pub fn object_of_text(text: &str) -> Value {
    let mut errors = FieldErrors::default();
    let read = text.trim_start().starts_with('{').then(|| json::read(text.as_bytes(), Pointer::ROOT, &mut errors));
    read.and_then(Result::ok).filter(|_| errors.is_empty()).unwrap_or_else(|| text.into())
}

/// The elements of a text: commas or white space separate them. Nothing between two commas is an element, too. A comma at the end makes
/// a list of a single number. The moves of a tool are text, numbers too.
pub fn items(text: &str, is_tool: bool) -> Vec<Value> {
    let text = without_last_comma(text);
    let parts = elements(text).filter(|_| !text.trim().is_empty());
    let words = parts.flat_map(|part| {
        let whole = (part.trim().is_empty() || part.contains('(')).then_some(part.trim());
        whole.into_iter().chain(part.split_whitespace().filter(move |_| whole.is_none()))
    });
    // "b2!" has a mark, as in a record.
    let bare =
        words.map(|word| Some(word.trim_end_matches(['!', '?'])).filter(|bare| !bare.is_empty()).unwrap_or(word));
    bare.map(|word| if is_tool { word.into() } else { scalar_of_text(word) }).collect()
}

/// Whether a text is column digits in a game with gravity. With commas digits are cells. A word that begins with a digit and is no number
/// is columns with a slip among them.
pub fn are_columns(text: &str, in_query: bool) -> bool {
    let is_digit_or_space = |character: char| character.is_ascii_digit() || character.is_whitespace();
    let is_slip = || {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.chars().all(|character| character.is_ascii_alphanumeric())
            && scalar_of_text(text).is_string()
    };
    match in_query {
        true => text.chars().all(is_digit_or_space) || is_slip(),
        false => text.trim_start().starts_with(|first: char| first.is_ascii_digit()) && !text.contains(','),
    }
}

/// Whether a text is nothing but digits, or nothing.
pub fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is digits, one at least.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && is_digits(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_moves_say_nothing_of_their_places() {
        assert_eq!(items("b2!,a1?! 4??", false), [Value::from("b2"), "a1".into(), 4.into()]);
    }
}
