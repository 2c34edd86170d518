//! The encoder of the engine's `rans`.
//!
//! The decoder takes the last symbol first, so the encoder takes the symbols in reverse.

use inarow_engine::solve::book::format::{Interval, SCALE_BITS, STATE_MIN};

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

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::zobrist::mix;
    use inarow_engine::solve::book::format::Decoder;

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
}
