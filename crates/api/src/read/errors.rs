//! The errors of a request with their places, listed up to a bound and counted beyond.

use std::cell::RefCell;
use std::fmt::{self, Display, Write as _};

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::error_code::ErrorCode;
use crate::limits::ERRORS_MAX;

/// One error: a JSON pointer (RFC 6901) into the request, its kind, and the bad value with its remedy.
#[derive(Clone, Serialize, PartialEq, Eq, Debug)]
pub struct FieldError {
    pub pointer: Path,
    pub code: ErrorCode,
    pub detail: String,
}

/// All errors of one request. The first [`ERRORS_MAX`] are listed; the rest is only counted, so that a body full
/// of errors costs little.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldErrors {
    list: Vec<FieldError>,
    unlisted: usize,
    listed_max: usize,
}

impl Default for FieldErrors {
    fn default() -> Self {
        Self::with_room(ERRORS_MAX as usize)
    }
}

impl FieldErrors {
    /// An empty list with room for `listed_max` errors, one at least.
    pub fn with_room(listed_max: usize) -> FieldErrors {
        FieldErrors { list: Vec::new(), unlisted: 0, listed_max: listed_max.max(1) }
    }

    /// The first of them.
    #[must_use]
    pub fn first(&self) -> Option<&FieldError> {
        self.list.first()
    }

    /// Adds an error. Formats the detail only if the error is listed.
    pub fn add(&mut self, at: Pointer<'_>, code: impl Into<ErrorCode>, detail: impl Display) {
        self.add_with(at, code, || detail.to_string());
    }

    /// Adds an error. Makes the detail only if the error is listed.
    pub fn add_with(&mut self, at: Pointer<'_>, code: impl Into<ErrorCode>, detail: impl FnOnce() -> String) {
        if self.list.len() < self.listed_max {
            self.list.push(FieldError { pointer: at.into(), code: code.into(), detail: detail() });
        } else {
            self.unlisted += 1;
        }
    }

    /// Adds errors that are only counted.
    pub fn add_unlisted(&mut self, count: usize) {
        self.unlisted += count;
    }

    /// Adds all errors of another list.
    pub fn append(&mut self, other: FieldErrors) {
        let room = self.listed_max - self.list.len();
        self.unlisted += other.unlisted + other.list.len().saturating_sub(room);
        self.list.extend(other.list.into_iter().take(room));
    }

    /// An empty list with the room of this one.
    #[must_use]
    pub fn like(&self) -> FieldErrors {
        FieldErrors::with_room(self.listed_max)
    }

    /// Takes out the listed errors at the places that a test accepts.
    pub fn split_off(&mut self, is_taken: impl Fn(&Path) -> bool) -> FieldErrors {
        let list = self.list.extract_if(.., |error| is_taken(&error.pointer)).collect();
        FieldErrors { list, unlisted: 0, listed_max: self.listed_max }
    }

    /// Gives the first listed error for which there is one another detail.
    pub fn amend(&mut self, detail: impl Fn(&FieldError) -> Option<String>) {
        if let Some((error, other)) = self.list.iter_mut().find_map(|error| detail(error).map(|other| (error, other))) {
            error.detail = other;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The number of errors, listed or not.
    pub fn count(&self) -> usize {
        self.list.len() + self.unlisted
    }

    pub fn unlisted(&self) -> usize {
        self.unlisted
    }

    pub fn list(&self) -> &[FieldError] {
        &self.list
    }

    pub fn into_list(self) -> Vec<FieldError> {
        self.list
    }

    /// One sentence for the problem's `detail`: the first error, and how many more there are.
    pub fn summary(&self) -> String {
        let Some(first) = self.list.first() else { return String::new() };
        let place = if first.pointer.is_root() { "the request".to_owned() } else { first.pointer.to_string() };
        let mut summary = format!("{place}: {}", first.detail);
        if self.count() > 1 {
            let _ = write!(summary, " (and {} more, see errors)", self.count() - 1);
        }
        if self.unlisted > 0 {
            let _ = write!(summary, "; errors lists the first {}", self.list.len());
        }
        summary
    }
}

/// A place in a request while it is read. It becomes a [`Path`] only where an error is listed.
#[derive(Clone, Copy, Debug)]
pub struct Pointer<'p> {
    above: Option<&'p Pointer<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl<'p> Pointer<'p> {
    /// The whole request.
    pub const ROOT: Pointer<'static> = Pointer { above: None, step: Step::Root };

    /// A member of the object here.
    pub fn key(&'p self, key: &'p str) -> Pointer<'p> {
        Pointer { above: Some(self), step: Step::Key(key) }
    }

    /// An element of the list here.
    pub fn index(&'p self, index: usize) -> Pointer<'p> {
        Pointer { above: Some(self), step: Step::Index(index) }
    }

    /// The number of its steps below the whole request.
    pub fn depth(&self) -> usize {
        self.above.map_or(0, |above| above.depth() + 1)
    }
}

/// A place in a request that outlives its reading: a JSON pointer, step by step from the whole request.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Path(Vec<Segment>);

/// A step of a [`Path`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    /// A member of an object; long names are cut.
    Key(String),
    /// An element of a list.
    Index(usize),
}

impl Path {
    /// Whether it is the whole request.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is this place, or lies within it.
    #[must_use]
    pub fn is_within(&self, place: &Path) -> bool {
        self.0.starts_with(&place.0)
    }

    /// The element of the list at `place` in which this place lies; `None` elsewhere.
    #[must_use]
    pub fn element_within(&self, place: &Path) -> Option<usize> {
        match self.0.strip_prefix(&place.0[..])? {
            [Segment::Index(index), ..] => Some(*index),
            _ => None,
        }
    }

    /// The element of the list `key` of the request in which the place lies; `None` elsewhere.
    #[must_use]
    pub fn element_of(&self, key: &str) -> Option<usize> {
        match &self.0[..] {
            [Segment::Key(first), Segment::Index(index), ..] if first == key => Some(*index),
            _ => None,
        }
    }
}

impl From<Pointer<'_>> for Path {
    fn from(pointer: Pointer<'_>) -> Self {
        let mut path = pointer.above.map(|above| Path::from(*above)).unwrap_or_default();
        path.0.extend(match pointer.step {
            Step::Root => None,
            Step::Key(key) => {
                let (key, more) = cut(key);
                Some(Segment::Key(format!("{key}{more}")))
            }
            Step::Index(index) => Some(Segment::Index(index)),
        });
        path
    }
}

/// The JSON pointer (RFC 6901), `""` for the whole request.
impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|segment| match segment {
            Segment::Key(key) => write!(f, "/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Index(index) => write!(f, "/{index}"),
        })
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Longest part of a key or a value that an error repeats, in characters.
const TEXT_CHARS_MAX: usize = 64;

/// The first [`TEXT_CHARS_MAX`] characters of a text, and `"…"` if there are more.
pub fn cut(text: &str) -> (&str, &'static str) {
    text.char_indices().nth(TEXT_CHARS_MAX).map_or((text, ""), |(end, _)| (&text[..end], "…"))
}

/// Text in quotes for an error, cut where it is long.
pub fn shown(text: &str) -> String {
    let (text, more) = cut(text);
    format!("{text:?}{more}")
}

/// Names a value in an error, cut where it is long.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'v>(pub &'v Value);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::String(text) => f.write_str(&shown(text)),
            Value::Array(_) => f.write_str("a list"),
            Value::Object(_) => f.write_str("an object"),
            other => other.fmt(f),
        }
    }
}

/// A place in a request that is being read, where errors are noted.
#[derive(Clone, Copy)]
pub struct At<'a> {
    pointer: Pointer<'a>,
    errors: &'a RefCell<FieldErrors>,
}

impl<'a> At<'a> {
    /// A place whose errors are collected there.
    pub(super) fn of(pointer: Pointer<'a>, errors: &'a RefCell<FieldErrors>) -> At<'a> {
        At { pointer, errors }
    }

    /// A member of the object here.
    pub fn key(&'a self, key: &'a str) -> At<'a> {
        At { pointer: self.pointer.key(key), errors: self.errors }
    }

    /// An element of the list here.
    pub fn index(&'a self, index: usize) -> At<'a> {
        At { pointer: self.pointer.index(index), errors: self.errors }
    }

    /// An element of the value here: a text that has a list is one place.
    pub fn element(&'a self, of: &Value, index: usize) -> At<'a> {
        if of.is_string() { *self } else { self.index(index) }
    }

    /// Notes an error here. Formats the detail only if the error is listed.
    pub fn error(&self, code: impl Into<ErrorCode>, detail: impl Display) {
        self.errors.borrow_mut().add(self.pointer, code, detail);
    }

    /// Notes an error here. Makes the detail only if the error is listed.
    pub fn error_with(&self, code: impl Into<ErrorCode>, detail: impl FnOnce() -> String) {
        self.errors.borrow_mut().add_with(self.pointer, code, detail);
    }

    /// Notes errors that are only counted.
    pub fn unlisted_errors(&self, count: usize) {
        self.errors.borrow_mut().add_unlisted(count);
    }

    /// Takes out the listed errors at the places that a test accepts.
    pub fn take_errors(&self, is_taken: impl Fn(&Path) -> bool) -> FieldErrors {
        self.errors.borrow_mut().split_off(is_taken)
    }

    /// Gives the first listed error for which there is one another detail.
    pub fn amend(&self, detail: impl Fn(&FieldError) -> Option<String>) {
        self.errors.borrow_mut().amend(detail);
    }

    /// The place, for comparisons with those of errors.
    pub fn path(&self) -> Path {
        self.pointer.into()
    }

    /// Whether there are errors that are only counted.
    pub fn has_unlisted_errors(&self) -> bool {
        self.errors.borrow().unlisted() > 0
    }

    /// The number of errors of the request so far.
    pub fn error_count(&self) -> usize {
        self.errors.borrow().count()
    }

    /// Lets something note its errors at this place and below it.
    pub(super) fn collect<T>(&self, read: impl FnOnce(Pointer<'_>, &mut FieldErrors) -> T) -> T {
        read(self.pointer, &mut self.errors.borrow_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_escaped_as_rfc_6901_says_and_cut() {
        let rows = Pointer::ROOT.key("a/b~c");
        assert_eq!(Path::from(rows.index(3)).to_string(), "/a~1b~0c/3");
        assert_eq!(Path::from(Pointer::ROOT).to_string(), "");
        let long = "ä".repeat(TEXT_CHARS_MAX + 1);
        assert_eq!(Path::from(Pointer::ROOT.key(&long)).to_string(), format!("/{}…", "ä".repeat(TEXT_CHARS_MAX)));
    }

    #[test]
    fn errors_beyond_the_bound_are_counted_but_neither_listed_nor_formatted() {
        let mut errors = FieldErrors::with_room(3);
        (0..3).for_each(|index| errors.add(Pointer::ROOT.index(index), ErrorCode::Missing, "bad"));
        errors.add_with(Pointer::ROOT, ErrorCode::Missing, || unreachable!("no text for what is not listed"));
        let mut all = FieldErrors::default();
        all.append(errors);
        assert_eq!((all.list().len(), all.count()), (3, 4));
        assert_eq!(all.summary(), "/0: bad (and 3 more, see errors); errors lists the first 3");
        let mut few = FieldErrors::with_room(2);
        few.append(all);
        assert_eq!((few.list().len(), few.unlisted()), (2, 2));
        few.append(few.clone());
        assert_eq!((few.list().len(), few.unlisted()), (2, 6));
    }

    #[test]
    fn a_summary_names_the_place_and_how_many_more_there_are() {
        let mut errors = FieldErrors::default();
        assert_eq!(errors.summary(), "");
        errors.add(Pointer::ROOT, ErrorCode::WrongType, "bad");
        assert_eq!(errors.summary(), "the request: bad");
        errors.add(Pointer::ROOT.key("k"), ErrorCode::Missing, "gone");
        assert_eq!(errors.summary(), "the request: bad (and 1 more, see errors)");
    }
}
