//! The members of a request before they are read: from a JSON body, a query string or an element of a batch.

use serde_json::{Map, Value};

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer, Shown, shown};
use super::json;

/// The members of one JSON object or query string, and the errors of their form.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// The parameters of a query string are strings here.
    members: Map<String, Value>,
    sender: Sender,
    errors: FieldErrors,
}

/// The source of fields.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Sender {
    /// A JSON body.
    #[default]
    Body,
    /// A query string.
    Query,
    /// The call of a tool by an agent.
    Tool,
}

/// Why bytes are not the fields of a request.
#[derive(Debug)]
pub enum Unreadable {
    /// The body is not JSON.
    Json(String),
    /// The query string cannot be decoded.
    Query(String),
    /// The body is JSON, but no object.
    NoObject(FieldErrors),
}

impl Fields {
    /// The fields of a JSON body.
    ///
    /// # Errors
    /// A body that is not JSON or no object.
    pub fn from_json(body: &[u8]) -> Result<Fields, Unreadable> {
        let mut errors = FieldErrors::default();
        let value = json::read(body, Pointer::ROOT, &mut errors).map_err(|error| {
            let empty = "the body is empty; send a JSON object, {} at least";
            Unreadable::Json(match body {
                [] => empty.to_owned(),
                body if json::is_utf_16(body) => "the body is UTF-16, which JSON is not; send it as UTF-8".to_owned(),
                _ => format!("the body is not JSON: {}", json::reason(&error)),
            })
        })?;
        match value {
            Value::Object(members) => Ok(Fields::from_object(members, errors)),
            other => {
                let remedy = "send the fields of this endpoint as one object";
                let detail = format_args!("the body is {}, not a JSON object; {remedy}", Shown(&other));
                errors.add(Pointer::ROOT, ErrorCode::WrongType, detail);
                Err(Unreadable::NoObject(errors))
            }
        }
    }

    /// The members, not yet checked.
    pub(super) fn members(&self) -> &Map<String, Value> {
        &self.members
    }

    /// The errors of their form, such as members that are there twice.
    #[must_use]
    pub fn errors(&self) -> &FieldErrors {
        &self.errors
    }

    /// Their source.
    pub(super) fn sender(&self) -> Sender {
        self.sender
    }

    /// The value of a field, not yet checked; a string where it comes from a query string.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members.get(name)
    }

    /// The fields of a query string.
    ///
    /// # Errors
    /// A query string that is not percent-encoded UTF-8.
    pub fn from_query(query: &str) -> Result<Fields, Unreadable> {
        // form_urlencoded replaces bytes that it cannot decode.
        for part in query.split(['&', '=']) {
            check_encoding(part)
                .map_err(|reason| Unreadable::Query(format!("the query string holds {}, {reason}", shown(part))))?;
        }
        let mut fields = Fields { sender: Sender::Query, ..Fields::default() };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if let Some(first) = fields.members.get(&*name) {
                let detail = || repeated_parameter(&name, first, &value);
                fields.errors.add_with(Pointer::ROOT.key(&name), ErrorCode::Repeated, detail);
            } else {
                fields.members.insert(name.into_owned(), json::without_mark(&value).into());
            }
        }
        read_wide_letters(&mut fields.members);
        Ok(fields)
    }

    /// The fields of an object, with the errors found in it so far.
    #[must_use]
    pub fn from_object(mut members: Map<String, Value>, errors: FieldErrors) -> Fields {
        read_wide_letters(&mut members);
        Fields { members, sender: Sender::Body, errors }
    }

    /// The arguments of a tool.
    #[cfg(feature = "tools")]
    #[must_use]
    pub fn of_tool(mut members: Map<String, Value>) -> Fields {
        for value in members.values_mut() {
            if let Value::String(text) = value {
                *text = json::without_mark(text).to_owned();
            }
        }
        Fields { members, sender: Sender::Tool, errors: FieldErrors::default() }
    }
}

/// Reads the wide forms of letters, digits and signs that keyboards of East Asia write, in lists and where moves and boards are.
pub fn read_wide_letters(members: &mut Map<String, Value>) {
    const WIDE: std::ops::RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';
    let narrow = |letter: char| match letter {
        '\u{3000}' => ' ',
        letter if WIDE.contains(&letter) => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        letter => letter,
    };
    for name in LISTS.into_iter().chain(["board", "last", "pos", "record"]) {
        let Some(value) = members.get_mut(name) else { continue };
        let texts = match value {
            Value::Array(items) => items.as_mut_slice(),
            text => std::slice::from_mut(text),
        };
        for value in texts {
            if let Value::String(text) = value
                && !text.is_ascii()
            {
                *text = text.chars().map(narrow).collect();
            }
        }
    }
}

/// The fields that are lists; in a query string, commas separate their elements. A test compares them with the contract.
pub const LISTS: [&str; 7] = ["moves", "searchMoves", "avoidMoves", "heuristics", "fields", "marks", "cells"];

/// Says that a parameter is given more than once, as `first` and as `second`.
fn repeated_parameter(name: &str, first: &Value, second: &str) -> String {
    let first = first.as_str().unwrap_or_default();
    let is_short = |text: &str| {
        !text.is_empty() && text.len() <= 24 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b',')
    };
    let remedy = match LISTS.contains(&name) {
        true if is_short(first) && is_short(second) => {
            format!("send it once and separate its values by commas, {name}={first},{second}")
        }
        true => "send it once and separate its values by commas".to_owned(),
        false => "send it once".to_owned(),
    };
    format!("{} is given twice; {remedy}", shown(name))
}

/// Checks that a part of a query string decodes to UTF-8; the error has the reason and the remedy.
fn check_encoding(part: &str) -> Result<(), &'static str> {
    let is_escape =
        |rest: &str| rest.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    if !part.split('%').skip(1).all(is_escape) {
        return Err("where % is not followed by two hexadecimal digits; write a plain % as %25");
    }
    match percent_encoding::percent_decode_str(part).decode_utf8() {
        Ok(_) => Ok(()),
        Err(_) => Err("which does not decode to UTF-8; percent-encode the UTF-8 bytes of the text"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over HTTP as from a tool.
    #[test]
    fn wide_letters_of_moves_and_boards_are_narrow_ones() {
        let query = Fields::from_query("moves=%EF%BC%A2%EF%BC%92&theme=%EF%BC%A2").expect("a good query string");
        assert_eq!((&query.members["moves"], &query.members["theme"]), (&"B2".into(), &"\u{ff22}".into()));
        let body = Fields::from_json("{\"moves\": [\"\u{ff22}\u{ff12}\"], \"board\": \"\u{ff38}\u{3000}\"}".as_bytes());
        let body = body.expect("an object");
        assert_eq!((&body.members["moves"][0], &body.members["board"]), (&"B2".into(), &"X ".into()));
    }

    #[test]
    fn the_mark_of_a_file_is_no_part_of_a_text() {
        let sent = [
            Fields::from_query("board=%EF%BB%BFXO.&a=x%EF%BB%BF").expect("a good query string"),
            Fields::from_json("\u{feff}{\"board\": \"\u{feff}XO.\", \"a\": \"x\u{feff}\"}".as_bytes()).expect("JSON"),
        ];
        for fields in sent {
            assert_eq!(fields.get("board"), Some(&"XO.".into()));
            assert_eq!(fields.get("a"), Some(&"x\u{feff}".into()));
        }
    }

    #[test]
    fn utf_16_is_told_from_other_text() {
        let text = "{\"depth\": 3}";
        let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        let marked = format!("\u{feff}{text}");
        for body in [little(text), big(text), little(&marked), big(&marked)] {
            let Err(Unreadable::Json(detail)) = Fields::from_json(&body) else { panic!("UTF-16 is read") };
            assert_eq!(detail, "the body is UTF-16, which JSON is not; send it as UTF-8");
        }
        let Err(Unreadable::Json(detail)) = Fields::from_json(b"x") else { panic!("x is read") };
        assert!(detail.starts_with("the body is not JSON: "), "{detail}");
    }

    #[test]
    fn query_strings_are_decoded_as_forms_send_them_and_refused_where_they_cannot_be() {
        let fields = Fields::from_query("a=1&b=%7B%22k%22%7D&&c&d=x+y=z").expect("a good query string");
        let members: Vec<_> =
            fields.members.iter().map(|(name, value)| (&**name, value.as_str().unwrap_or("?"))).collect();
        assert_eq!(members, [("a", "1"), ("b", "{\"k\"}"), ("c", ""), ("d", "x y=z")]);
        for bad in ["a=%", "a=%4", "a=%zz", "a=%ff", "%c3=1"] {
            assert!(Fields::from_query(bad).is_err(), "{bad}");
        }
    }
}
