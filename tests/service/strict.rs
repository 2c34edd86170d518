//! JSON in which no object has a member twice: readers differ on a repeated member.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

/// Why a text is not JSON in which every member stands once; `None` if it is.
pub fn fault(text: &[u8]) -> Option<String> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let read = Strict.deserialize(&mut deserializer).and_then(|()| deserializer.end());
    read.err().map(|error| error.to_string())
}

#[derive(Clone, Copy)]
struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Strict)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = object.next_key::<String>()? {
            if names.contains(&name) {
                return Err(A::Error::custom(format_args!("{name:?} stands twice")));
            }
            names.insert(name);
            object.next_value_seed(Strict)?;
        }
        Ok(())
    }
}

#[test]
fn a_member_that_stands_twice_is_found_at_any_depth() {
    for (text, is_good) in [
        ("{}", true),
        (r#"[{"a": {"a": 1, "b": [null, true, -1, 1.5, "x"]}}]"#, true),
        (r#"{"a": 1, "a": 1}"#, false),
        (r#"[{"a": [{"b": 1, "c": 2, "b": 3}]}]"#, false),
        (r#"{"a": 1"#, false),
        ("{} {}", false),
    ] {
        assert_eq!(fault(text.as_bytes()).is_none(), is_good, "{text}");
    }
}
