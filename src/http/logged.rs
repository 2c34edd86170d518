//! Requests as the log shows them. A key that is sent by mistake may be anywhere: so the log shows the values of known fields, and only words
//! of all other text that a client chose.

use std::borrow::Cow;

/// The fields of queries, in the order of the alphabet. A test compares them with the contract.
const FIELDS: [&str; 37] = [
    "algorithm",
    "avoidMoves",
    "board",
    "cells",
    "coordinates",
    "date",
    "depth",
    "difficulty",
    "explain",
    "fields",
    "format",
    "game",
    "heuristic",
    "heuristics",
    "last",
    "level",
    "marks",
    "maxNodes",
    "moves",
    "movetime",
    "multiPv",
    "nodes",
    "pos",
    "pov",
    "record",
    "searchMoves",
    "seed",
    "size",
    "skill",
    "solution",
    "strict",
    "theme",
    "tieBreak",
    "trace",
    "transpositions",
    "turn",
    "values",
];
/// Stands for hidden text.
const HIDDEN: &str = "***";
/// A longer word may be a key without digits: those have 16 characters or more.
const WORD_CHARS_MAX: usize = 15;

/// Some programs separate fields by `;`.
const ENDS: [char; 2] = ['&', ';'];

/// A query: each known field with its value, any other one as `name=***`, and text without a name as `***`.
#[must_use]
pub fn query(sent: &str) -> String {
    sent.split_inclusive(ENDS).flat_map(field).collect()
}

/// The parts of a field of a query and its separator.
fn field(sent: &str) -> [Cow<'_, str>; 3] {
    let (field, end) = sent.split_at(sent.len() - usize::from(sent.ends_with(ENDS)));
    match field.split_once('=') {
        _ if field.is_empty() => ["".into(), "".into(), end.into()],
        Some((name, _)) if FIELDS.contains(&name) => ["".into(), field.into(), end.into()],
        Some((name, _)) => [word(name), format!("={HIDDEN}").into(), end.into()],
        None if FIELDS.contains(&field) => ["".into(), field.into(), end.into()],
        None => ["".into(), HIDDEN.into(), end.into()],
    }
}

/// An unknown path, or a pointer into a request, as the log shows it: words, versions and numbers of elements.
#[must_use]
pub fn path(sent: &str) -> String {
    let is_number = |part: &str| {
        let digits = part.strip_prefix('v').unwrap_or(part);
        (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let shown = |part| if is_number(part) { Cow::Borrowed(part) } else { word(part) };
    sent.split('/').map(shown).collect::<Vec<_>>().join("/")
}

/// Text that a client chose, if it is a short word, else `***`.
fn word(sent: &str) -> Cow<'_, str> {
    let decoded = form_urlencoded::parse(sent.as_bytes()).next().map(|(name, _)| name).unwrap_or_default();
    let is_word = decoded.chars().all(|letter| letter.is_ascii_alphabetic() || "-_.~".contains(letter));
    if is_word && decoded.len() <= WORD_CHARS_MAX { sent.into() } else { HIDDEN.into() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::http::handlers::openapi::OPENAPI_JSON;

    #[test]
    fn queries_show_the_values_of_the_fields_of_the_contract_alone() {
        for (sent, shown) in [
            ("game=gomoku&api_key=s3cret", "game=gomoku&api_key=***"),
            ("API-Key=s3cret&depth=1", "API-Key=***&depth=1"),
            ("key=a=b&token=&access_token=s", "key=***&token=***&access_token=***"),
            ("api%5Fkey=s3cret", "api%5Fkey=***"),
            ("%6B%65%79=s3cret", "%6B%65%79=***"),
            ("x=1;key=s3cret;depth=1", "x=***;key=***;depth=1"),
            ("movetme=5&apitoken2=s3cret", "movetme=***&***=***"),
            ("Bearer%20s3cret", "***"),
            ("s3cret", "***"),
            ("s3cret==&board=XO.......", "***=***&board=XO......."),
            ("abcdefghijklmnop=", "***=***"),
            ("moves=b2,b2&&strict&", "moves=b2,b2&&strict&"),
            ("%ff%C3=s3cret", "***=***"),
            ("", ""),
        ] {
            assert_eq!(query(sent), shown, "{sent}");
        }
    }

    #[test]
    fn paths_that_lead_nowhere_show_words_alone() {
        for (sent, shown) in [
            ("/v1/moves", "/v1/moves"),
            ("/v1/move/s3cret", "/v1/move/***"),
            ("/s3cret/v12/v1/wp-login.php", "/***/v12/v1/wp-login.php"),
            ("/abcdefghijklmnop", "/***"),
            ("/requests/12/depth", "/requests/12/depth"),
            ("/v1/%73%33cret", "/v1/***"),
            ("/v1/%6dove", "/v1/%6dove"),
            ("/", "/"),
        ] {
            assert_eq!(path(sent), shown, "{sent}");
        }
    }

    #[test]
    fn the_fields_are_those_of_the_contract() {
        let contract: Value = serde_json::from_str(OPENAPI_JSON).expect("JSON");
        let name = |value: &Value| value["name"].as_str().filter(|_| value["in"] == "query").map(str::to_owned);
        let (mut found, mut waiting) = (BTreeSet::new(), vec![&contract]);
        while let Some(value) = waiting.pop() {
            found.extend(name(value));
            waiting.extend(value.as_object().into_iter().flat_map(|object| object.values()));
            waiting.extend(value.as_array().into_iter().flatten());
        }
        assert_eq!(FIELDS.map(str::to_owned).to_vec(), found.into_iter().collect::<Vec<_>>());
    }

    /// So that the pointer of an error says which field it is about.
    #[test]
    fn fields_of_requests_are_words() {
        for (_, fields) in inarow_api::contract::fields(|_| true) {
            for field in fields {
                assert_eq!(word(field), field);
            }
        }
    }
}
