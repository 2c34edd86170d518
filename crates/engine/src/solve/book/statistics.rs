//! How often symbols occur in each context.

use super::rans::{Decoder, Interval, SCALE_BITS};

/// The statistics of the symbols of a code.
pub(super) struct Statistics {
    /// Number of symbols.
    pub(super) symbols: usize,
    /// For each context the ends of the intervals of its symbols, each list after a 0.
    ends: Vec<u16>,
}

impl Statistics {
    /// Statistics of no context.
    pub(super) fn new(symbols: usize) -> Statistics {
        Statistics { symbols, ends: Vec::new() }
    }

    /// Sets the statistics: for each context, relative frequencies of all symbols, at least 1.
    pub(super) fn set_frequencies(&mut self, frequencies: &[u8]) {
        self.ends.clear();
        for of_context in frequencies.chunks_exact(self.symbols) {
            let total: u32 = of_context.iter().copied().map(u32::from).sum();
            let mut sum = 0;
            self.ends.push(0);
            self.ends.extend(of_context.iter().map(|&frequency| {
                sum += u32::from(frequency);
                ((sum << SCALE_BITS) / total.max(1)) as u16
            }));
        }
    }

    fn ends(&self, context: usize) -> &[u16] {
        let size = self.symbols + 1;
        &self.ends[context * size..(context + 1) * size]
    }

    pub(super) fn interval(&self, context: usize, symbol: usize) -> Interval {
        let ends = self.ends(context);
        let start = u32::from(ends[symbol]);
        Interval { start, frequency: u32::from(ends[symbol + 1]) - start }
    }

    /// The symbol that costs least.
    pub(super) fn likeliest(&self, context: usize) -> usize {
        (0..self.symbols).max_by_key(|&symbol| self.interval(context, symbol).frequency).unwrap_or_default()
    }

    /// Decodes the next symbol.
    pub(super) fn decode(&self, context: usize, decoder: &mut Decoder) -> usize {
        let slot = decoder.slot();
        let symbol = self.ends(context)[1..].partition_point(|&end| u32::from(end) <= slot);
        decoder.advance(self.interval(context, symbol));
        symbol
    }
}

/// Counts of symbols, `symbols` for each context, as frequencies for the file.
pub(super) fn relative(counts: &[u32], symbols: usize) -> Vec<u8> {
    let of_context = |counts: &[u32]| {
        let most = f64::from(counts.iter().copied().max().unwrap_or_default().max(1));
        let relative = |&count: &u32| (f64::from(count) * 255.0 / most).round().max(1.0) as u8;
        counts.iter().map(relative).collect::<Vec<u8>>()
    };
    counts.chunks_exact(symbols).flat_map(of_context).collect()
}
