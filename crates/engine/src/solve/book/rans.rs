//! Asymmetric numeral systems: symbols as a number, each at the cost of its probability.
//!
//! The range variant (rANS) of Jarek Duda, "Asymmetric numeral systems" (2013): a state of 32 bits, which passes 16 bits at a
//! time to the output.

/// Frequencies add up to this power of two.
pub const SCALE_BITS: u32 = 14;
/// The state is at least this.
pub const STATE_MIN: u32 = 1 << 16;

/// The part of the scale that belongs to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The frequencies of the symbols before it.
    pub start: u32,
    pub frequency: u32,
}

/// Decodes the words of an encoder. Other words give other symbols, but no panic.
pub struct Decoder<'a> {
    /// Words, little-endian.
    bytes: std::slice::ChunksExact<'a, u8>,
    state: u32,
}

impl<'a> Decoder<'a> {
    /// Reads words, little-endian.
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { bytes: bytes.chunks_exact(2), state: 0 };
        decoder.state = decoder.word() << 16 | decoder.word();
        decoder
    }

    fn word(&mut self) -> u32 {
        self.bytes.next().map_or(0, |word| u32::from(word[0]) | u32::from(word[1]) << 8)
    }

    /// The number below the scale that lies in the interval of the next symbol.
    pub fn slot(&self) -> u32 {
        self.state & ((1 << SCALE_BITS) - 1)
    }

    /// Goes on to the symbol after the one with this interval, which contains the slot.
    pub fn advance(&mut self, Interval { start, frequency }: Interval) {
        self.state = frequency * (self.state >> SCALE_BITS) + self.slot() - start;
        if self.state < STATE_MIN {
            self.state = self.state << 16 | self.word();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_nobody_encoded_do_no_harm() {
        let mut decoder = Decoder::new(&[255; 7]);
        for _ in 0..100 {
            let start = decoder.slot() / 2;
            decoder.advance(Interval { start, frequency: (1 << SCALE_BITS) - start });
        }
    }
}
