//! The probabilities of scores: a log-linear model of the facts about a board.
//!
//! Each fact of a board has a row of weights, one for each score; the sums of its rows are the logarithms of the probabilities
//! (multinomial logistic regression). All is in integers, so that every machine decodes the same.

use super::model::{Features, GROUPS, ROWS_BEFORE};
use super::rans::{Decoder, Interval, SCALE_BITS};

/// Most values of the scores of a ply.
pub const SYMBOLS_MAX: usize = 64;
/// Steps of a weight in one bit: a sum that is greater by as many is twice as likely.
pub const STEPS_OF_BIT: i32 = 16;
/// Sums of weights that are added at once.
const LANES: usize = 8;
/// The likelihood of the likeliest score. [`SYMBOLS_MAX`] of them times the scale fit 32 bits.
const LIKELIHOOD_MAX: u32 = 4_095;
/// Greater differences have the likelihood 0.
const DIFFERENCES: usize = 13 * STEPS_OF_BIT as usize;
/// The weight of a score that does not exist: so unlikely that its likelihood is 0 whatever the other weights are.
const NEVER: i16 = -16_384;

/// The likelihood of a sum by its difference from the greatest one.
const LIKELIHOODS: [u16; DIFFERENCES] = {
    /// 2^(-1/16), with 32 fractional bits.
    const STEP: u64 = 4_112_874_773;
    let mut likelihoods = [0; DIFFERENCES];
    let mut value = (LIKELIHOOD_MAX as u64) << 32;
    let mut difference = 0;
    while difference < DIFFERENCES {
        likelihoods[difference] = (value >> 32) as u16;
        value = (value >> 16) * (STEP >> 16);
        difference += 1;
    }
    likelihoods
};

/// The likelihood of a sum that is less than the greatest one by this difference.
#[inline]
pub fn likelihood(difference: usize) -> u32 {
    LIKELIHOODS.get(difference).copied().unwrap_or_default().into()
}

/// The weights of a ply.
pub struct Prediction {
    symbols: usize,
    /// Number of groups of facts that count, the first ones.
    groups: usize,
    /// Row by row, in as many lanes as the scores need. Lanes after the last score have [`NEVER`] in the first row.
    weights: Vec<[i16; LANES]>,
}

impl Prediction {
    /// A prediction from the weights of all rows of the first groups, row by row, in [`STEPS_OF_BIT`].
    ///
    /// # Panics
    /// If there are more symbols than [`SYMBOLS_MAX`] or more groups than there are.
    pub fn new(symbols: usize, groups: usize, weights: &[i8]) -> Prediction {
        assert!(symbols <= SYMBOLS_MAX && groups <= GROUPS, "{symbols} symbols, {groups} groups");
        let lane = |chunk: &[i8]| -> [i16; LANES] {
            std::array::from_fn(|at| chunk.get(at).map_or(0, |&weight| weight.into()))
        };
        let rows = weights.chunks_exact(symbols);
        let mut weights: Vec<_> = rows.flat_map(|row| row.chunks(LANES).map(lane)).collect();
        let first = weights.iter_mut().take(symbols.div_ceil(LANES)).flatten();
        first.skip(symbols).for_each(|weight| *weight = NEVER);
        Prediction { symbols, groups, weights }
    }

    /// The number of weights.
    pub fn size(symbols: usize, groups: usize) -> usize {
        ROWS_BEFORE[groups] * symbols
    }

    /// The likelihood of each score of a board.
    pub fn of(&self, features: &Features) -> Likelihoods {
        // So the compiler knows how many lanes there are, and keeps their sums in registers.
        match self.symbols.div_ceil(LANES) {
            0 | 1 => self.in_lanes::<1>(features),
            2 => self.in_lanes::<2>(features),
            3 => self.in_lanes::<3>(features),
            4 => self.in_lanes::<4>(features),
            5 => self.in_lanes::<5>(features),
            6 => self.in_lanes::<6>(features),
            7 => self.in_lanes::<7>(features),
            _ => self.in_lanes::<{ SYMBOLS_MAX / LANES }>(features),
        }
    }

    fn in_lanes<const WIDTH: usize>(&self, features: &Features) -> Likelihoods {
        let (weights, _) = self.weights.as_chunks::<WIDTH>();
        let mut sums = [[0_i16; LANES]; WIDTH];
        for &row in &features.rows[..self.groups] {
            for (sums, weights) in sums.iter_mut().zip(&weights[usize::from(row)]) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
        }
        let sums = sums.as_flattened();
        let greatest = sums.iter().copied().max().unwrap_or_default();
        let mut likelihoods = Likelihoods { symbols: self.symbols, ends: [0; SYMBOLS_MAX + 1] };
        let mut total = 0;
        for (end, &sum) in likelihoods.ends[1..].iter_mut().zip(sums) {
            total += likelihood((greatest - sum) as usize);
            *end = total;
        }
        likelihoods
    }
}

/// The likelihoods of the symbols.
pub struct Likelihoods {
    symbols: usize,
    /// The ends of the intervals of the symbols, after a 0.
    ends: [u32; SYMBOLS_MAX + 1],
}

impl Likelihoods {
    /// The rest of the scale once every symbol has 1.
    fn scale(&self) -> u32 {
        (1 << SCALE_BITS) - self.symbols as u32
    }

    fn total(&self) -> u32 {
        self.ends[self.symbols].max(1)
    }

    /// The part of the scale of a symbol.
    pub fn interval(&self, symbol: usize) -> Interval {
        let start = |symbol: usize| symbol as u32 + self.ends[symbol] * self.scale() / self.total();
        Interval { start: start(symbol), frequency: start(symbol + 1) - start(symbol) }
    }

    /// The symbol that costs least.
    pub fn likeliest(&self) -> usize {
        (0..self.symbols).max_by_key(|&symbol| self.ends[symbol + 1] - self.ends[symbol]).unwrap_or_default()
    }

    /// Decodes the next symbol.
    pub fn decode(&self, decoder: &mut Decoder) -> usize {
        let (slot, scale, total) = (decoder.slot(), self.scale(), self.total());
        // The first interval that ends after the slot. Its end is a quotient rounded down, which needs no division to compare.
        let ends_after = |&symbol: &usize| {
            slot < symbol as u32 + 1 || self.ends[symbol + 1] * scale >= (slot - symbol as u32) * total
        };
        let symbol = (0..self.symbols).find(ends_after).unwrap_or(self.symbols - 1);
        decoder.advance(self.interval(symbol));
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likelihoods(of: &[u32]) -> Likelihoods {
        let mut likelihoods = Likelihoods { symbols: of.len(), ends: [0; SYMBOLS_MAX + 1] };
        for (at, likelihood) in of.iter().enumerate() {
            likelihoods.ends[at + 1] = likelihoods.ends[at] + likelihood;
        }
        likelihoods
    }

    #[test]
    fn likelihoods_halve_with_each_bit() {
        for bit in 0..12 {
            let expected = f64::from(LIKELIHOOD_MAX) / f64::from(1 << bit);
            let found = f64::from(likelihood((bit * STEPS_OF_BIT) as usize));
            assert!((found - expected).abs() <= 2.0, "{bit} bits: {found}, not {expected}");
        }
        assert_eq!(likelihood(DIFFERENCES), 0);
    }

    #[test]
    fn intervals_fill_the_scale() {
        for of in [vec![LIKELIHOOD_MAX; SYMBOLS_MAX], vec![1], vec![0, 4_095, 0, 17, 1], vec![0, 0]] {
            let likelihoods = likelihoods(&of);
            let mut end = 0;
            for symbol in 0..of.len() {
                let Interval { start, frequency } = likelihoods.interval(symbol);
                assert!(start == end && frequency > 0, "{symbol} of {of:?}");
                end += frequency;
            }
            assert!(end == 1 << SCALE_BITS || of.iter().all(|&one| one == 0), "{of:?}");
        }
    }

    #[test]
    fn each_slot_is_decoded_as_the_symbol_with_its_interval() {
        let likelihoods = likelihoods(&[0, 4_095, 0, 17, 1, 2_000, 0]);
        for slot in 0..1_u32 << SCALE_BITS {
            let words = [(slot >> 16) as u16 | 1, slot as u16];
            let bytes: Vec<u8> = words.into_iter().flat_map(u16::to_le_bytes).collect();
            let mut decoder = Decoder::new(&bytes);
            assert_eq!(decoder.slot(), slot);
            let symbol = likelihoods.decode(&mut decoder);
            let Interval { start, frequency } = likelihoods.interval(symbol);
            assert!((start..start + frequency).contains(&slot), "slot {slot}, symbol {symbol}");
        }
    }
}
