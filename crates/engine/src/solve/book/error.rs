//! Why bytes are not a book.

use std::fmt;

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The header is wrong.
    Header,
    /// The number of scores is not the number of positions, or the file is truncated.
    Length,
    /// The checksum of the scores is wrong.
    Checksum,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BookError::Header => "not an opening book: wrong header",
            BookError::Length => "the opening book is cut short or has scores for another number of positions",
            BookError::Checksum => "the opening book is damaged: wrong checksum",
        })
    }
}

impl std::error::Error for BookError {}

/// The first `count` bytes, and the rest.
pub(super) fn take(bytes: &[u8], count: usize) -> Result<(&[u8], &[u8]), BookError> {
    bytes.split_at_checked(count).ok_or(BookError::Length)
}
