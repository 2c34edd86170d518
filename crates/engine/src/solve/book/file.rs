//! The form of the book's files.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | the kind of the file |
//! | 8 | checksum, little-endian: XXH3, 64 bits, of the rest |
//! | rest | the contents |

use twox_hash::XxHash3_64;

use super::error::BookError;

/// The file of the scores.
pub const BOOK_MAGIC: &[u8; 4] = b"C4B3";
/// The file of the variations.
pub const VARIATIONS_MAGIC: &[u8; 4] = b"C4L3";

/// Last ply that is stored along with all before it, so that no position needs many positions of the last ply of the book.
const STORED_MAX: u32 = 8;

/// The contents of a file of this kind.
///
/// # Errors
/// Bytes of another file, or damaged ones.
pub(super) fn open<'a>(bytes: &'a [u8], kind: &[u8; 4]) -> Result<&'a [u8], BookError> {
    let rest = bytes.strip_prefix(kind).ok_or(BookError::Header)?;
    let (sum, contents) = rest.split_first_chunk().ok_or(BookError::Header)?;
    if u64::from_le_bytes(*sum) == checksum(contents) { Ok(contents) } else { Err(BookError::Checksum) }
}

/// The checksum of the contents.
pub fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The plies that the file of a book up to `ply` holds.
pub fn stored(ply: u32) -> Vec<u32> {
    (0..=ply).filter(|&other| other <= STORED_MAX || other == ply).collect()
}
