//! Letters of other alphabets that look like Latin ones.

use serde_json::Value;

use super::reader::Reader;

/// Most letters that a remedy names.
const LETTERS_SHOWN_MAX: usize = 16;

/// Says that letters only look like Latin ones, where their value could not be read.
pub fn name_other_letters(r: &Reader<'_>) {
    if r.is_clean() {
        return;
    }
    for name in ["board", "moves", "record"] {
        let text = r.sent(name).map(Value::to_string).unwrap_or_default();
        let mut letters: Vec<char> = Vec::new();
        // Greek and Cyrillic.
        for letter in text.chars().filter(|letter| matches!(letter, '\u{370}'..='\u{52f}')) {
            if letters.len() < LETTERS_SHOWN_MAX && !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        let shown: Vec<String> =
            letters.iter().map(|letter| format!("{letter} (U+{:04X})", u32::from(*letter))).collect();
        let are_none = if shown.len() == 1 { "is not a Latin letter" } else { "are not Latin letters" };
        let place = r.at().key(name).path();
        r.at().amend(|error| {
            let detail = &error.detail;
            let is_here = error.pointer.is_within(&place) && detail.contains(&letters[..]);
            is_here.then(|| format!("{detail}; {} {are_none}", shown.join(", ")))
        });
    }
}
