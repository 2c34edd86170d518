//! Query strings as forms send them: `name=value&…`, percent-encoded, `+` for a space.

use std::borrow::Cow;
use std::fmt;

/// A query string that cannot be decoded.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed {
    part: String,
    reason: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the query string holds {}, {}", super::node::shown(&self.part), self.reason)
    }
}

/// The decoded pairs; a name without `=` has an empty value.
pub fn pairs(query: &str) -> impl Iterator<Item = Result<(Cow<'_, str>, Cow<'_, str>), Malformed>> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Ok((decode(name)?, decode(value)?))
    })
}

fn decode(text: &str) -> Result<Cow<'_, str>, Malformed> {
    if !text.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return Ok(Cow::Borrowed(text));
    }
    let malformed = |reason| Malformed { part: text.to_owned(), reason };
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => match (bytes.next().and_then(hex), bytes.next().and_then(hex)) {
                (Some(high), Some(low)) => high << 4 | low,
                _ => {
                    return Err(malformed("where % is not followed by two hexadecimal digits; write a plain % as %25"));
                }
            },
            other => other,
        });
    }
    String::from_utf8(decoded)
        .map(Cow::Owned)
        .map_err(|_| malformed("which does not decode to UTF-8; percent-encode the UTF-8 bytes of the text"))
}

fn hex(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_what_forms_send_and_refuses_the_rest() {
        let decoded: Vec<_> = pairs("a=1&b=%7B%22k%22%7D&&c&d=x+y=z").map(Result::unwrap).collect();
        let expected = [("a", "1"), ("b", "{\"k\"}"), ("c", ""), ("d", "x y=z")];
        assert_eq!(decoded, expected.map(|(name, value)| (Cow::Borrowed(name), Cow::Borrowed(value))));
        for bad in ["a=%", "a=%4", "a=%zz", "a=%ff", "%c3=1"] {
            assert!(pairs(bad).any(|pair| pair.is_err()), "{bad}");
        }
    }
}
