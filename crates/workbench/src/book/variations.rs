//! The file of the variations; the engine's `variations` describes the form.

use inarow_engine::solve::book::format::{
    COLUMNS, SPANS, Span, Statistics, VARIATIONS_MAGIC, blocks, is_reachable, starts_of_block,
};
use inarow_engine::solve::gravity::Position;

use super::codes;
use super::file::with_contents;
use super::statistics::relative;

/// The contents of a file, from the ranks of the moves of each variation, for each span in the order of its positions.
///
/// # Panics
/// If a rank is no rank, or there are fewer variations than starts.
#[must_use]
pub fn to_bytes(variations: &[Vec<u8>]) -> Vec<u8> {
    let mut rest = variations.iter();
    let spans: Vec<u8> = SPANS.iter().flat_map(|&span| span_to_bytes(span, &mut rest)).collect();
    with_contents(VARIATIONS_MAGIC, &spans)
}

fn span_to_bytes<'v>(span: Span, variations: &mut impl Iterator<Item = &'v Vec<u8>>) -> Vec<u8> {
    let moves = (span.to - span.from) as usize;
    let mut variation_of = |start: &Position| {
        let known = is_reachable(start).then(|| variations.next().expect("a variation for each start"));
        let mut ranks = known.cloned().unwrap_or_default();
        ranks.resize(moves, 0);
        ranks
    };
    let masks = blocks(span.ply);
    let blocks: Vec<Vec<u8>> =
        masks.iter().map(|&mask| starts_of_block(mask).flat_map(|(_, start)| variation_of(&start)).collect()).collect();
    let symbols = |block: &[u8]| -> Vec<(usize, usize)> {
        block.iter().enumerate().map(|(at, &rank)| (at % moves, usize::from(rank))).collect()
    };
    let mut counts = vec![0u32; moves * COLUMNS];
    for (context, rank) in blocks.iter().flat_map(|block| symbols(block)) {
        counts[context * COLUMNS + rank] += 1;
    }
    let mut bytes = relative(&counts, COLUMNS);
    let mut statistics = Statistics::new(COLUMNS);
    statistics.set_frequencies(&bytes);
    let interval = |(context, rank)| statistics.interval(context, rank);
    bytes.extend(codes::to_bytes(blocks.iter().map(|block| symbols(block).into_iter().map(interval).collect())));
    bytes
}
