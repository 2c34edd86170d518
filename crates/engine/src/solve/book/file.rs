//! The form of the book's files.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | what the file is |
//! | 8 | checksum, little-endian: XXH3, 64 bits, of the rest |
//! | rest | the contents |

use twox_hash::XxHash3_64;

use super::error::BookError;

/// The contents of a file of this kind.
///
/// # Errors
/// It is another file, or damaged.
pub(super) fn open<'a>(bytes: &'a [u8], kind: &[u8; 4]) -> Result<&'a [u8], BookError> {
    let rest = bytes.strip_prefix(kind).ok_or(BookError::Header)?;
    let (sum, contents) = rest.split_first_chunk().ok_or(BookError::Header)?;
    if u64::from_le_bytes(*sum) == checksum(contents) { Ok(contents) } else { Err(BookError::Checksum) }
}

/// A file of this kind.
pub(super) fn with_contents(kind: &[u8; 4], contents: &[u8]) -> Vec<u8> {
    [kind, &checksum(contents).to_le_bytes()[..], contents].concat()
}

fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}
