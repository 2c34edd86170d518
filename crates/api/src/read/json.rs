//! JSON as requests send it: a [`Value`], and the errors of its form, which serde_json does not report.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::Value;
use serde_json::map::{Entry, Map};

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer, shown};
use inarow_engine::game::LineBoard;

/// Members of one object that are read; no object of a valid request has nearly so many. Each further one counts as an error.
const MEMBERS_MAX: usize = 128;
/// Elements of one list that are read, the lines of a game; a longer list is an error.
const ELEMENTS_MAX: usize = LineBoard::LINES_MAX;
/// Values deeper than this are part of no valid request: their form is not looked at.
const DEPTH_MAX: usize = 8;

/// The byte order mark that Windows tools put at the start of UTF-8 files.
const MARK: char = '\u{feff}';

/// A text without the byte order mark of the file that it comes from.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Whether bytes are a JSON text in UTF-16: it begins with its byte order mark, or with a sign of ASCII.
pub fn is_utf_16(text: &[u8]) -> bool {
    matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=255, ..] | [1..=255, 0, ..])
}

/// Reads a JSON text that stands at `at` in a request. Adds repeated members, overlong lists and overlarge objects to
/// `errors`.
///
/// # Errors
/// A text that is not JSON.
pub fn read(text: &[u8], at: Pointer<'_>, errors: &mut FieldErrors) -> serde_json::Result<Value> {
    // RFC 8259 allows readers to ignore it.
    let text = text.strip_prefix(MARK.encode_utf8(&mut [0; 4]).as_bytes()).unwrap_or(text);
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = ValueReader { at, errors }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Reads one value of the text.
struct ValueReader<'r> {
    at: Pointer<'r>,
    errors: &'r mut FieldErrors,
}

impl<'de> DeserializeSeed<'de> for ValueReader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.at.depth() > DEPTH_MAX {
            return Value::deserialize(deserializer);
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueReader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(without_mark(text).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while elements.len() < ELEMENTS_MAX {
            let element = ValueReader { at: self.at.index(elements.len()), errors: &mut *self.errors };
            let Some(element) = list.next_element_seed(element)? else { return Ok(elements.into()) };
            elements.push(element);
        }
        let mut excess = 0;
        while list.next_element::<IgnoredAny>()?.is_some() {
            excess += 1;
        }
        if excess > 0 {
            let length = ELEMENTS_MAX + excess;
            let detail = format_args!("the list has {length} elements; send at most {ELEMENTS_MAX}");
            self.errors.add(self.at, ErrorCode::WrongLength, detail);
        }
        Ok(elements.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while members.len() < MEMBERS_MAX {
            let Some(name) = object.next_key::<String>()? else { return Ok(members.into()) };
            match members.entry(name) {
                Entry::Occupied(first) => {
                    repeated(first.key(), self.at.key(first.key()), self.errors);
                    object.next_value::<IgnoredAny>()?;
                }
                Entry::Vacant(new) => {
                    let at = self.at.key(new.key());
                    let value = object.next_value_seed(ValueReader { at, errors: &mut *self.errors })?;
                    new.insert(value);
                }
            }
        }
        let mut excess = 0;
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            excess += 1;
        }
        if excess > 0 {
            let all = members.len() + excess;
            let detail = format_args!("the object has {all} members; only the first {MEMBERS_MAX} are read");
            self.errors.add(self.at, ErrorCode::WrongLength, detail);
            self.errors.add_unlisted(excess - 1);
        }
        Ok(members.into())
    }
}

/// Why a text is no JSON, without the parser's words for its end, and for a number that has no floating-point value.
pub fn reason(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let words = error.to_string();
    if error.is_eof() {
        format!("it ends too early, at line {line} column {column}; something is not closed")
    } else if words.starts_with("number out of range") {
        format!("the number at line {line} column {column} is too large to be read; no field takes one above 1e16")
    } else {
        words
    }
}

/// Says that a member is given more than once.
fn repeated(name: &str, at: Pointer<'_>, errors: &mut FieldErrors) {
    errors.add_with(at, ErrorCode::Repeated, || format!("{} is given twice; send it once", shown(name)));
}

/// The JSON value of a text, also of one as Python prints it.
#[must_use]
pub fn json_of(text: &str) -> Option<Value> {
    const WORDS: [(&str, &str); 4] = [("'", "\""), ("None", "null"), ("True", "true"), ("False", "false")];
    let of_python = || {
        let text = WORDS.iter().fold(text.to_owned(), |text, (word, json)| text.replace(word, json));
        serde_json::from_str(&text)
    };
    serde_json::from_str(text).or_else(|_| of_python()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with_errors(text: &str) -> (Value, FieldErrors) {
        let mut errors = FieldErrors::default();
        let value = read(text.as_bytes(), Pointer::ROOT, &mut errors).expect("JSON");
        (value, errors)
    }

    #[test]
    fn lists_are_read_up_to_a_length() {
        for (length, error) in [
            (ELEMENTS_MAX, None),
            (ELEMENTS_MAX + 1, Some("the list has 4097 elements; send at most 4096")),
            (ELEMENTS_MAX + 2, Some("the list has 4098 elements; send at most 4096")),
        ] {
            let (value, errors) = read_with_errors(&format!("[{}0]", "0,".repeat(length - 1)));
            assert_eq!(value.as_array().map(Vec::len), Some(ELEMENTS_MAX));
            assert_eq!(errors.list().first().map(|error| &*error.detail), error);
            assert_eq!(errors.count(), usize::from(error.is_some()));
        }
    }

    #[test]
    fn objects_are_read_up_to_a_size() {
        for (size, error) in [
            (MEMBERS_MAX, None),
            (MEMBERS_MAX + 1, Some("the object has 129 members; only the first 128 are read")),
            (MEMBERS_MAX + 3, Some("the object has 131 members; only the first 128 are read")),
        ] {
            let members: Vec<_> = (0..size).map(|index| format!("\"{index}\":0")).collect();
            let (value, errors) = read_with_errors(&format!("{{{}}}", members.join(",")));
            assert_eq!(value.as_object().map(Map::len), Some(MEMBERS_MAX));
            assert_eq!(errors.list().first().map(|error| &*error.detail), error);
            assert_eq!(errors.count(), size - MEMBERS_MAX, "each further member counts");
        }
    }

    #[test]
    fn the_form_counts_down_to_a_depth() {
        for (depth, count) in [(DEPTH_MAX, 1), (DEPTH_MAX + 1, 0)] {
            let text = format!("{}{{\"k\":1,\"k\":2}}{}", "[".repeat(depth), "]".repeat(depth));
            assert_eq!(read_with_errors(&text).1.count(), count, "{text}");
        }
    }

    #[test]
    fn a_number_beyond_all_is_said_to_be_one() {
        let mut errors = FieldErrors::default();
        let error = read(br#"{"depth":1E400}"#, Pointer::ROOT, &mut errors).expect_err("no number");
        assert!(reason(&error).starts_with("the number at line 1 column "), "{}", reason(&error));
    }
}
