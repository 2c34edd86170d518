//! Codes in blocks as bytes; the engine's `codes` describes the form.

use inarow_engine::solve::book::format::Interval;

use super::rans;

/// The bytes of codes, from the symbols of each block.
pub(super) fn to_bytes(blocks: impl Iterator<Item = Vec<Interval>>) -> Vec<u8> {
    let (mut sizes, mut codes) = (Vec::new(), Vec::new());
    for symbols in blocks {
        let words = rans::encode(&symbols);
        sizes.extend((words.len() as u16).to_le_bytes());
        codes.extend(words.into_iter().flat_map(u16::to_le_bytes));
    }
    sizes.append(&mut codes);
    sizes
}
