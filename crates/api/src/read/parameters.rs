//! What the text of a query parameter stands for.

use serde_json::Value;

use super::errors::{FieldErrors, Pointer};
use super::json;

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
    let is_number = |rest: &&str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    text.trim().strip_suffix(',').map(str::trim_end).filter(is_number).unwrap_or(text)
}

/// The list that a parameter stands for.
pub fn list_of_text(text: &str) -> Value {
    let text = without_last_comma(text);
    if text.is_empty() { Value::Array(Vec::new()) } else { elements(text).map(scalar_of_text).collect() }
}

/// The elements of a text with commas between them. Parentheses hold an element together, so that a pair such as `(1,2)` can be told
/// what to send in its place.
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
