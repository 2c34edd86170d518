//! Frequencies of symbols in each context.

use super::rans::{Decoder, Interval, SCALE_BITS};

/// The statistics of the symbols of a code.
pub struct Statistics {
    /// Number of symbols.
    pub symbols: usize,
    /// For each context the ends of the intervals of its symbols, each list after a 0.
    ends: Vec<u16>,
}

impl Statistics {
    /// Statistics of no context.
    pub fn new(symbols: usize) -> Statistics {
        Statistics { symbols, ends: Vec::new() }
    }

    /// Sets the statistics: for each context, relative frequencies of all symbols, at least 1.
    pub fn set_frequencies(&mut self, frequencies: &[u8]) {
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

    /// The part of the scale of a symbol.
    pub fn interval(&self, context: usize, symbol: usize) -> Interval {
        let ends = self.ends(context);
        let start = u32::from(ends[symbol]);
        Interval { start, frequency: u32::from(ends[symbol + 1]) - start }
    }

    /// Decodes the next symbol.
    pub fn decode(&self, context: usize, decoder: &mut Decoder) -> usize {
        let slot = decoder.slot();
        let symbol = self.ends(context)[1..].partition_point(|&end| u32::from(end) <= slot);
        decoder.advance(self.interval(context, symbol));
        symbol
    }
}
