//! Codes in blocks: one for each block of boards with equal column heights, so that each can be decoded alone.
//!
//! | bytes | meaning |
//! |---|---|
//! | 2 × blocks | words of each block |
//! | 2 × words | the blocks |
//!
//! Numbers are little-endian.

use super::error::{BookError, take};
use super::rank::blocks;
use super::rans::Decoder;

/// The codes of all boards of one ply.
pub(super) struct Codes<'a> {
    /// The occupied cells of each block.
    pub(super) masks: Vec<u64>,
    /// Where each block starts, and the end of the last.
    starts: Vec<u32>,
    bytes: &'a [u8],
}

impl<'a> Codes<'a> {
    /// Reads the codes for boards with `ply` stones, and returns the bytes after them.
    pub(super) fn from_bytes(ply: u32, bytes: &'a [u8]) -> Result<(Codes<'a>, &'a [u8]), BookError> {
        let masks = blocks(ply);
        let (sizes, rest) = take(bytes, 2 * masks.len())?;
        let mut starts = vec![0];
        let mut end = 0;
        for size in sizes.chunks_exact(2) {
            end += 2 * u32::from(u16::from_le_bytes([size[0], size[1]]));
            starts.push(end);
        }
        let (bytes, rest) = take(rest, end as usize)?;
        Ok((Codes { masks, starts, bytes }, rest))
    }

    /// The number of the block with these occupied cells.
    pub(super) fn block(&self, mask: u64) -> usize {
        let Ok(block) = self.masks.binary_search(&mask) else { unreachable!("each set of heights has a block") };
        block
    }

    pub(super) fn decoder(&self, block: usize) -> Decoder<'a> {
        Decoder::new(&self.bytes[self.starts[block] as usize..self.starts[block + 1] as usize])
    }
}
