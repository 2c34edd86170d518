//! All errors of one input, of which the first are listed.

use std::fmt;

/// The errors of one input, such as a board or a list of lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Errors<E> {
    /// The first [`ERRORS_LISTED_MAX`].
    pub listed: Vec<E>,
    /// The number of all errors.
    pub count: usize,
}

/// Most errors that are listed for one input.
pub const ERRORS_LISTED_MAX: usize = 64;

impl<E> Errors<E> {
    pub(super) fn add(&mut self, error: E) {
        if self.listed.len() < ERRORS_LISTED_MAX {
            self.listed.push(error);
        }
        self.count += 1;
    }

    pub(super) fn into_result(self) -> Result<(), Errors<E>> {
        if self.count == 0 { Ok(()) } else { Err(self) }
    }
}

/// No errors.
impl<E> Default for Errors<E> {
    fn default() -> Self {
        Errors { listed: Vec::new(), count: 0 }
    }
}

impl<E> From<E> for Errors<E> {
    fn from(error: E) -> Errors<E> {
        Errors { listed: vec![error], count: 1 }
    }
}

impl<E> FromIterator<E> for Errors<E> {
    fn from_iter<I: IntoIterator<Item = E>>(errors: I) -> Errors<E> {
        let mut all = Errors::default();
        errors.into_iter().for_each(|error| all.add(error));
        all
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Errors<E> {}

/// The errors, one a line.
impl<E: fmt::Display> fmt::Display for Errors<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.listed.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        let more = self.count - self.listed.len();
        if more > 0 { write!(f, "\n… and {more} more") } else { Ok(()) }
    }
}
