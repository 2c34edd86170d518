//! The reader of a request: it turns the members that were sent into typed values, notes every error at its place, and knows the names that were
//! asked for, from which unknown fields follow.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::choices::{Choice, by_name, not_allowed, of_tool};
use super::error_code::ErrorCode;
use super::errors::{At, FieldErrors, Pointer, Shown, cut, shown};
use super::fields::{Fields, Sender};
use super::game_form::rules_hint;
use super::json::{self, json_of};
use super::number::integer;
use super::parameters::{list_of_text, object_of_text, scalar_of_text};
use super::separators;
use super::suggest::{EMPTY, EMPTY_ELEMENT, field_suggestion};

/// Reads the members of one object of a request, or the parameters of a query string.
pub struct Reader<'a> {
    members: &'a Map<String, Value>,
    /// The source of the members; in a query string everything is text.
    sender: Sender,
    /// The place of the object.
    at: At<'a>,
    /// The names asked for, in this order; some of them more than once.
    names: RefCell<Vec<&'static str>>,
    /// Names asked for that no hint repeats.
    silent: RefCell<Vec<&'static str>>,
}

/// Requests to most endpoints are asked for fewer names.
const NAMES_USUAL: usize = 48;

impl<'a> Reader<'a> {
    /// Reads the fields of a request to `path`, which stands at `pointer`: everything that `read` does not ask for is an error.
    ///
    /// # Errors
    /// All errors of the request.
    pub fn of_request<T>(
        fields: &Fields,
        path: &str,
        pointer: Pointer<'_>,
        read: impl FnOnce(&Reader<'_>) -> Option<T>,
    ) -> Result<T, FieldErrors> {
        let errors = RefCell::new(fields.errors().clone());
        let at = At::of(pointer, &errors);
        let names = RefCell::new(Vec::with_capacity(NAMES_USUAL));
        let reader =
            Reader { members: fields.members(), sender: fields.sender(), at, names, silent: RefCell::default() };
        let value = read(&reader);
        reader.name_ends();
        reader.name_separators();
        // A misspelt name comes first: it explains a missing field.
        let all = RefCell::new(errors.borrow().like());
        reader.refuse_others(Some(path), At::of(pointer, &all), |_| None);
        let (mut all, errors) = (all.into_inner(), errors.into_inner());
        all.append(errors);
        value.filter(|_| all.is_empty()).ok_or(all)
    }

    /// Names the separator of parameters, or of the elements of a list, at a value that could not be read and has another sign there.
    fn name_separators(&self) {
        if self.is_clean() || !self.in_query() {
            return;
        }
        for (name, value) in self.members {
            let Some(remedy) = value.as_str().and_then(|text| separators::remedy(name, text)) else { continue };
            let place = self.at().key(name).path();
            self.at().amend(|error| error.pointer.is_within(&place).then(|| format!("{}; {remedy}", error.detail)));
        }
    }

    /// Says of a value that could not be read that it has quotes around it, or a carriage return at its end.
    fn name_ends(&self) {
        if self.is_clean() {
            return;
        }
        for (name, value) in self.members {
            let Some((sign, remedy)) = value.as_str().and_then(separators::around) else { continue };
            let place = self.at().key(name).path();
            self.at().amend(|error| {
                let is_here = error.pointer.is_within(&place) && error.detail.contains(sign);
                is_here.then(|| format!("{}; {remedy}", error.detail))
            });
        }
    }

    /// The names of the fields that `read` asks for.
    pub fn names_of<T>(read: impl FnOnce(&Reader<'_>) -> Option<T>) -> Vec<&'static str> {
        let (errors, members) = (RefCell::default(), Map::new());
        let at = At::of(Pointer::ROOT, &errors);
        let reader = Reader {
            members: &members,
            sender: Sender::Body,
            at,
            names: RefCell::default(),
            silent: RefCell::default(),
        };
        read(&reader);
        once(&reader.names.borrow())
    }

    /// Reads an object within a request.
    pub fn of_object<T>(members: &Map<String, Value>, at: At<'_>, read: impl FnOnce(&Reader<'_>) -> T) -> T {
        Reader::of_form(members, at, |_| None, read)
    }

    /// Reads an object of one of several forms. `foreign` describes the forms, for a member of another form; it may be null.
    pub fn of_form<T>(
        members: &Map<String, Value>,
        at: At<'_>,
        foreign: impl Fn(&str) -> Option<String>,
        read: impl FnOnce(&Reader<'_>) -> T,
    ) -> T {
        let (names, silent) = (RefCell::default(), RefCell::default());
        let reader = Reader { members, sender: Sender::Body, at, names, silent };
        let value = read(&reader);
        reader.refuse_others(None, at, foreign);
        value
    }

    /// Notes the members that nobody asked for.
    fn refuse_others(&self, path: Option<&str>, at: At<'_>, foreign: impl Fn(&str) -> Option<String>) {
        let (names, silent) = (self.names.borrow(), self.silent.borrow());
        let is_asked_for = |name: &str| names.contains(&name) || silent.contains(&name);
        for (name, value) in self.members.iter().filter(|(name, _)| !is_asked_for(name)) {
            let forms = foreign(name);
            if value.is_null() && forms.is_some() {
                continue;
            }
            at.key(name).error_with(ErrorCode::UnknownField, || {
                let names = once(&names);
                let hint = self.hint(name, value, &names);
                let (unknown, known) = (shown(name), names.join(", "));
                match (path, forms) {
                    (Some(path), _) => format!("{unknown} is not a field of {path};{hint} its fields are {known}"),
                    (None, Some(forms)) => format!("{unknown} does not go with {known}; {forms}"),
                    (None, None) => format!("{unknown} is not a member here;{hint} its members are {known}"),
                }
            });
        }
    }

    /// The remedy for an unknown field.
    fn hint(&self, name: &str, value: &Value, names: &[&'static str]) -> String {
        let is_form = ["format", "output"].contains(&&*name.to_lowercase());
        if is_form && self.sender() != Sender::Tool {
            return " the header Accept chooses the form of an answer, such as Accept: text/plain;".to_owned();
        }
        let rules = names.contains(&"game").then(|| rules_hint(name, self.in_query())).flatten();
        rules.unwrap_or_else(|| field_suggestion(name, value, self.in_query(), names))
    }

    /// The place of the object.
    pub fn at(&self) -> At<'a> {
        self.at
    }

    /// The source of the members.
    pub fn sender(&self) -> Sender {
        self.sender
    }

    /// Whether the members come from a query string.
    pub fn in_query(&self) -> bool {
        self.sender == Sender::Query
    }

    /// Whether the members are the arguments of a tool, whose moves are names.
    pub fn is_tool(&self) -> bool {
        cfg!(feature = "tools") && self.sender == Sender::Tool
    }

    /// Whether nothing is wrong so far.
    pub fn is_clean(&self) -> bool {
        self.at.error_count() == 0
    }

    /// Notes an error at a field.
    pub fn error(&self, name: &str, code: impl Into<ErrorCode>, detail: impl Display) {
        self.at.key(name).error(code, detail);
    }

    /// The value of a field as it was sent, text in a query string; `None` where it is absent or `null`.
    pub fn sent(&self, name: &'static str) -> Option<&'a Value> {
        self.names.borrow_mut().push(name);
        self.members.get(name).filter(|value| !value.is_null())
    }

    /// The value of a member that answers write and a request need not send, so that no hint names it.
    pub fn derived(&self, name: &'static str) -> Option<&'a Value> {
        self.silent.borrow_mut().push(name);
        self.members.get(name).filter(|value| !value.is_null())
    }

    /// Whether a field is given.
    pub fn is_given(&self, name: &'static str) -> bool {
        self.sent(name).is_some()
    }

    /// The value of a field that is a number or a flag, or may be one.
    pub fn scalar(&self, name: &'static str) -> Option<Cow<'a, Value>> {
        self.sent(name).map(|value| self.scalar_of(value))
    }

    /// The value of a field that may be an object.
    pub fn object(&self, name: &'static str) -> Option<Cow<'a, Value>> {
        let sent = self.sent(name)?;
        Some(match sent.as_str().filter(|_| self.in_query()) {
            Some(text) => Cow::Owned(object_of_text(text)),
            None => Cow::Borrowed(sent),
        })
    }

    /// The value of a field that is a list of numbers or names. In a query string, commas or white space separate its elements.
    pub fn list(&self, name: &'static str) -> Option<Cow<'a, Value>> {
        let sent = self.sent(name)?;
        Some(match sent.as_str().filter(|_| self.in_query()) {
            Some(text) if self.has_brackets(name, text) => return None,
            Some(text) => Cow::Owned(list_of_text(text)),
            None if self.refuse_json_text(name, sent) => return None,
            None => Cow::Borrowed(sent),
        })
    }

    /// Whether a value in a body or of a tool is the text of a list or an object, as language models send them. Notes that the list or
    /// the object itself is to be sent.
    pub fn refuse_json_text(&self, name: &str, value: &Value) -> bool {
        let Some(text) = value.as_str().map(str::trim).filter(|_| !self.in_query()) else { return false };
        let (article, form) = match text.as_bytes().first() {
            Some(b'[') => ("a", "list"),
            Some(b'{') => ("an", "object"),
            _ => return false,
        };
        let Some(read) = json_of(text) else { return false };
        self.at.key(name).error_with(ErrorCode::WrongType, || {
            if let Some(moves) = inner_moves(name, &read) {
                return format!("this is the text of an object; send its moves: {moves}");
            }
            if read.is_object() && matches!(name, "moves" | "record") {
                return "this is the text of an object; send the moves in the order of play: \"moves\": [\"b2\", \"a1\"]".to_owned();
            }
            // Python prints lists in another form.
            let json = if serde_json::from_str::<IgnoredAny>(text).is_ok() { text.to_owned() } else { read.to_string() };
            let (text, more) = cut(&json);
            format!(
                "this is the text of {article} {form}; send the {form} itself, without quotes: \"{name}\": {text}{more}"
            )
        });
        true
    }

    /// Whether a parameter is a list as JSON has them, or holds an object that became text. Notes the form that it has in a query string.
    pub fn has_brackets(&self, name: &str, text: &str) -> bool {
        // JavaScript writes an object so.
        let (fault, bare) = match () {
            () if text.contains("[object ") => (format!("{} was an object", shown(text)), None),
            () if text.trim_start().starts_with('[') => {
                ("a list in a query has no brackets and no quotes".to_owned(), bare_list(text))
            }
            () => return false,
        };
        let remedy = match bare.as_deref().map(cut) {
            Some((bare, more)) => format!("{name}={bare}{more}"),
            None => format!("names with commas between them, {name}=NAME,NAME"),
        };
        self.error(name, ErrorCode::WrongType, format_args!("{fault}; send {remedy}"));
        true
    }

    /// A whole number within a range.
    pub fn number(&self, name: &'static str, range: RangeInclusive<u64>) -> Option<u64> {
        let bound = |bound: &u64| i64::try_from(*bound).unwrap_or(i64::MAX);
        let range = bound(range.start())..=bound(range.end());
        integer(&*self.scalar(name)?, range, self.at.key(name)).map(|number| number as u64)
    }

    /// `true` or `false`.
    pub fn flag(&self, name: &'static str) -> Option<bool> {
        let sent = self.scalar(name)?;
        if !sent.is_boolean() {
            let form = if sent.is_string() && !self.in_query() { ", without quotes" } else { "" };
            let detail = format_args!("{} is not true or false; send true or false{form}", Shown(&sent));
            self.error(name, ErrorCode::WrongType, detail);
        }
        sent.as_bool()
    }

    /// One of the names of `T`.
    pub fn choice<T: Choice>(&self, name: &'static str) -> Option<T> {
        self.choice_of(name, T::ALL)
    }

    /// One of some names of `T`.
    pub fn choice_of<T: Choice>(&self, name: &'static str, all: &[T]) -> Option<T> {
        let sent = self.sent(name)?;
        let found = if self.is_tool() { of_tool(sent, all) } else { by_name(sent, all) };
        if found.is_none() {
            let (code, detail) = not_allowed(sent, all, "", self.in_query());
            self.at.key(name).error_with(code, detail);
        }
        found
    }

    /// Names of `T`, each once: a list or, in a query string, text with commas or white space between them.
    pub fn choices<T: Choice + PartialEq>(&self, name: &'static str) -> Option<Vec<T>> {
        let sent = self.list(name)?;
        let at = self.at.key(name);
        let Some(items) = sent.as_array() else {
            let first = T::ALL.first().map_or("", |&one| one.name());
            let detail = format_args!("{} is not a list; send a list of names such as [\"{first}\"]", Shown(&sent));
            at.error(ErrorCode::WrongType, detail);
            return None;
        };
        let before = at.error_count();
        let mut found = Vec::with_capacity(T::ALL.len());
        for (index, item) in items.iter().enumerate() {
            match by_name(item, T::ALL) {
                Some(one) if found.contains(&one) => {}
                Some(one) => found.push(one),
                None => {
                    let (code, detail) = not_allowed(item, T::ALL, "", self.in_query());
                    at.index(index).error_with(code, || detail().replacen(EMPTY, EMPTY_ELEMENT, 1));
                }
            }
        }
        (at.error_count() == before).then_some(found)
    }

    fn scalar_of(&self, value: &'a Value) -> Cow<'a, Value> {
        match value.as_str().filter(|_| self.in_query()) {
            Some(text) => Cow::Owned(scalar_of_text(text)),
            None => Cow::Borrowed(value),
        }
    }
}

/// The moves of an object that is sent as moves or as a record, as they are to be sent; `None` of any other value.
pub fn inner_moves(name: &str, value: &Value) -> Option<String> {
    let moves = value.get("moves").filter(|moves| moves.is_array() && matches!(name, "moves" | "record"))?.to_string();
    let (moves, more) = cut(&moves);
    Some(format!("\"moves\": {moves}{more}"))
}

/// A list as JSON or Python has it, or without quotes, as a parameter has it: of moves as answers write them, their names. `None` where
/// an element is neither a name nor a number.
fn bare_list(text: &str) -> Option<String> {
    fn name(item: &Value) -> Option<String> {
        match item {
            Value::String(name) => Some(name.clone()),
            Value::Number(number) => Some(number.to_string()),
            item => ["name", "move", "cell"].into_iter().find_map(|member| name(item.get(member)?)),
        }
    }
    let bare = match json_of(text) {
        Some(Value::Array(items)) => items.iter().map(name).collect::<Option<Vec<_>>>()?.join(","),
        _ => text.trim().trim_start_matches('[').trim_end_matches(']').to_owned(),
    };
    let is_plain = |letter: char| letter.is_alphanumeric() || ",-_ ".contains(letter);
    bare.chars().all(is_plain).then(|| bare.replace(' ', ""))
}

/// Names, each once, in the order in which they come first.
fn once(names: &[&'static str]) -> Vec<&'static str> {
    let is_first = |at: usize| !names[..at].contains(&names[at]);
    (0..names.len()).filter(|&at| is_first(at)).map(|at| names[at]).collect()
}

/// Whether a value is text that starts like a JSON object and is none, or none without errors of form. Notes why.
pub fn is_broken_object(value: &Value, remedy: &str, at: At<'_>) -> bool {
    let Some(text) = value.as_str().filter(|text| text.trim_start().starts_with('{')) else { return false };
    let before = at.error_count();
    if let Err(error) = at.collect(|place, errors| json::read(text.as_bytes(), place, errors)) {
        let reason = json::reason(&error);
        at.error(ErrorCode::NotJson, format_args!("{} is not JSON ({reason}); send {remedy}", shown(text)));
    }
    at.error_count() > before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_fields_are_refused_at_their_place() {
        let fields = Fields::from_json(br#"{"depth": 3, "dept": 4, "rules": {"k": 0, "x": 1}}"#).expect("an object");
        let read = |r: &Reader<'_>| {
            let (rules, depth) = (r.object("rules"), r.number("depth", 1..=9));
            let members = rules.as_deref().and_then(Value::as_object)?;
            Reader::of_object(members, r.at().key("rules"), |r| r.number("k", 1..=3)).zip(depth)
        };
        let errors = Reader::of_request(&fields, "/v1/test", Pointer::ROOT, read).expect_err("three errors");
        let found: Vec<_> = errors.list().iter().map(|error| (error.pointer.to_string(), error.code)).collect();
        let expected = [
            ("/dept", ErrorCode::UnknownField),
            ("/rules/k", ErrorCode::OutOfRange),
            ("/rules/x", ErrorCode::UnknownField),
        ];
        assert_eq!(found, expected.map(|(pointer, code)| (pointer.to_owned(), code)));
        assert_eq!(Reader::names_of(read), ["rules", "depth"], "what is asked for");
    }
}
