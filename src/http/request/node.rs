//! A request's values before anybody knows what they should be: borrowed from the body or the query string.
//!
//! One tree for JSON and for query parameters is why GET and POST cannot differ: the field parsers see only this.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

/// A value as it was sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Node<'a> {
    Null,
    Flag(bool),
    Integer(i64),
    /// Integers above `i64::MAX`.
    Huge(u64),
    Float(f64),
    Text(Cow<'a, str>),
    /// Text from a query string, where everything is text: numbers, flags, lists and JSON may stand in it.
    Parameter(Cow<'a, str>),
    List(Vec<Node<'a>>),
    /// Members in the order sent, repeated ones included.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl Node<'_> {
    /// The text of a string or of a query parameter.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Node::Text(text) | Node::Parameter(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list; a query parameter is a list of what stands between its commas.
    #[must_use]
    pub fn items(&self) -> Option<Cow<'_, [Node<'_>]>> {
        match self {
            Node::List(items) => Some(Cow::Borrowed(items)),
            Node::Parameter(text) if text.is_empty() => Some(Cow::Borrowed(&[])),
            Node::Parameter(text) => {
                Some(text.split(',').map(|item| Node::Parameter(Cow::Borrowed(item))).collect::<Vec<_>>().into())
            }
            _ => None,
        }
    }

    /// A query parameter that holds a JSON object is read as one; all else stays as it is.
    ///
    /// # Errors
    /// The JSON parser's words about text that starts like an object and is none.
    pub fn structured(&self) -> Result<Cow<'_, Node<'_>>, serde_json::Error> {
        match self {
            Node::Parameter(text) if text.trim_start().starts_with('{') => serde_json::from_str(text).map(Cow::Owned),
            _ => Ok(Cow::Borrowed(self)),
        }
    }

    /// A query parameter that is a number or a flag is read as one; all else stays as it is.
    #[must_use]
    pub fn plain(&self) -> Cow<'_, Node<'_>> {
        let Node::Parameter(text) = self else { return Cow::Borrowed(self) };
        match serde_json::from_str(text) {
            Ok(node @ (Node::Integer(_) | Node::Huge(_) | Node::Float(_) | Node::Flag(_))) => Cow::Owned(node),
            _ => Cow::Borrowed(self),
        }
    }
}

/// How much of a bad value an error message repeats, in characters.
const SHOWN_MAX: usize = 40;

/// Names the value in an error message, cut where it is long.
impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Null => f.write_str("null"),
            Node::Flag(flag) => write!(f, "{flag}"),
            Node::Integer(number) => write!(f, "{number}"),
            Node::Huge(number) => write!(f, "{number}"),
            Node::Float(number) => write!(f, "{number:?}"),
            Node::Text(text) | Node::Parameter(text) => f.write_str(&shown(text)),
            Node::List(_) => f.write_str("a list"),
            Node::Object(_) => f.write_str("an object"),
        }
    }
}

/// Text in quotes for an error message, cut where it is long.
#[must_use]
pub fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_MAX) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

impl<'de> Deserialize<'de> for Node<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Node::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Node::Integer(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(i64::try_from(number).map_or(Node::Huge(number), Node::Integer))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Node::Float(number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Node::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Node::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(Name(name)) = object.next_key()? {
            members.push((name, object.next_value()?));
        }
        Ok(Node::Object(members))
    }
}

/// The members of an object in the order sent, repeated ones included.
#[derive(Debug, Default)]
pub struct Members<'a>(pub Vec<(Cow<'a, str>, Node<'a>)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Node::deserialize(deserializer)? {
            Node::Object(members) => Ok(Members(members)),
            other => Err(D::Error::custom(format!("invalid type: {other}, expected a JSON object"))),
        }
    }
}

/// A member's name, borrowed where it holds no escapes.
pub(super) struct Name<'a>(pub Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Borrowed(name)))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name.to_owned())))
    }
}
