//! Asymmetric numeral systems: symbols as a number, each at the cost of its probability.
//!
//! The range variant (rANS) of Jarek Duda, "Asymmetric numeral systems" (2013): a state of 32 bits, which passes 16 bits at a
//! time to the output. What was put last comes out first, so the encoder takes the symbols in reverse.

/// Frequencies add up to this power of two.
pub(super) const SCALE_BITS: u32 = 14;
/// The state is at least this.
const STATE_MIN: u32 = 1 << 16;

/// The part of the scale that belongs to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// The frequencies of the symbols before it.
    pub(super) start: u32,
    pub(super) frequency: u32,
}

/// The words that decode to these symbols, in this order.
pub(super) fn encode(symbols: &[Interval]) -> Vec<u16> {
    let mut words = Vec::new();
    let mut state = STATE_MIN;
    for &Interval { start, frequency } in symbols.iter().rev() {
        if u64::from(state) >= u64::from(frequency) << (32 - SCALE_BITS) {
            words.push(state as u16);
            state >>= 16;
        }
        state = ((state / frequency) << SCALE_BITS) + state % frequency + start;
    }
    if !symbols.is_empty() {
        words.extend([state as u16, (state >> 16) as u16]);
    }
    words.reverse();
    words
}

/// Decodes what [`encode`] made. Other words give other symbols, but no panic.
pub(super) struct Decoder<'a> {
    /// Words, little-endian.
    bytes: std::slice::ChunksExact<'a, u8>,
    state: u32,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { bytes: bytes.chunks_exact(2), state: 0 };
        decoder.state = decoder.word() << 16 | decoder.word();
        decoder
    }

    fn word(&mut self) -> u32 {
        self.bytes.next().map_or(0, |word| u32::from(word[0]) | u32::from(word[1]) << 8)
    }

    /// The number below the scale that lies in the interval of the next symbol.
    pub(super) fn slot(&self) -> u32 {
        self.state & ((1 << SCALE_BITS) - 1)
    }

    /// Goes on to the symbol after the one with this interval, which contains the slot.
    pub(super) fn advance(&mut self, Interval { start, frequency }: Interval) {
        self.state = frequency * (self.state >> SCALE_BITS) + self.slot() - start;
        if self.state < STATE_MIN {
            self.state = self.state << 16 | self.word();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::zobrist::mix;

    #[test]
    fn symbols_come_back_at_the_cost_of_their_probability() {
        const ENDS: [u32; 5] = [1, 5_000, 5_001, 16_000, 1 << SCALE_BITS];
        let interval = |symbol: usize| {
            let start = if symbol == 0 { 0 } else { ENDS[symbol - 1] };
            Interval { start, frequency: ENDS[symbol] - start }
        };
        let symbol_at = |slot: u32| ENDS.iter().position(|&end| slot < end).expect("below the scale");
        for length in [0, 1, 2, 3, 500, 5_000] {
            let draw = |at: u64| symbol_at(mix(at) as u32 & ((1 << SCALE_BITS) - 1));
            let symbols: Vec<usize> = (0..length).map(draw).collect();
            let words = encode(&symbols.iter().map(|&symbol| interval(symbol)).collect::<Vec<_>>());
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let mut decoder = Decoder::new(&bytes);
            for &symbol in &symbols {
                assert_eq!(symbol_at(decoder.slot()), symbol);
                decoder.advance(interval(symbol));
            }
            let bits = |&symbol: &usize| f64::from(SCALE_BITS) - f64::from(interval(symbol).frequency).log2();
            let entropy: f64 = symbols.iter().map(bits).sum();
            assert!((bytes.len() * 8) as f64 <= entropy * 1.01 + 33.0, "{} bytes, {entropy} bits", bytes.len());
        }
    }

    #[test]
    fn words_that_nobody_encoded_do_no_harm() {
        let mut decoder = Decoder::new(&[255; 7]);
        for _ in 0..100 {
            let start = decoder.slot() / 2;
            decoder.advance(Interval { start, frequency: (1 << SCALE_BITS) - start });
        }
    }
}
