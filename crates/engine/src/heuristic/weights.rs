//! Weights of lines, checked.

use std::fmt;

use crate::names::named_enum;

named_enum! {
    /// The side that an empty line counts for.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum EmptyLine {
        /// Neither.
        None = "none",
        /// X.
        X = "X",
        /// The side to move.
        Turn = "turn",
    }
}

/// A weight for each number of stones on a line, and the factor for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// `by_stones[n]` is the weight of a line with n stones of one colour, for n from 0 to k.
    by_stones: Vec<i64>,
    /// Factor for the lines of the side to move.
    tempo: i64,
    empty_line: EmptyLine,
}

/// A weight or a tempo that is out of range.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WeightsError {
    /// The weight for `stones` stones.
    Weight {
        /// Stones of the line.
        stones: usize,
        /// Its weight.
        weight: i64,
    },
    /// The tempo is out of range.
    Tempo(i64),
}

impl std::error::Error for WeightsError {}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Weight { weight, .. } => {
                let max = Weights::WEIGHT_MAX;
                write!(f, "weight {weight} is out of range; use a whole number from -{max} to {max}")
            }
            WeightsError::Tempo(tempo) => {
                write!(f, "tempo {tempo} is out of range; use a whole number from 0 to {}", Weights::TEMPO_MAX)
            }
        }
    }
}

impl Weights {
    /// Largest absolute value of a weight.
    pub const WEIGHT_MAX: i64 = 1_000_000_000;
    /// Largest tempo factor.
    pub const TEMPO_MAX: i64 = 1_000;

    /// Checks the weights.
    ///
    /// # Errors
    /// Each weight and the tempo, if out of range.
    pub fn new(by_stones: Vec<i64>, tempo: i64, empty_line: EmptyLine) -> Result<Weights, Vec<WeightsError>> {
        let range = -Self::WEIGHT_MAX..=Self::WEIGHT_MAX;
        let out_of_range = by_stones.iter().enumerate().filter(|(_, weight)| !range.contains(weight));
        let mut errors: Vec<_> =
            out_of_range.map(|(stones, &weight)| WeightsError::Weight { stones, weight }).collect();
        if !(0..=Self::TEMPO_MAX).contains(&tempo) {
            errors.push(WeightsError::Tempo(tempo));
        }
        if errors.is_empty() { Ok(Self::unlimited(by_stones, tempo, empty_line)) } else { Err(errors) }
    }

    pub(super) fn unlimited(by_stones: Vec<i64>, tempo: i64, empty_line: EmptyLine) -> Weights {
        Weights { by_stones, tempo, empty_line }
    }

    /// The weight of a line by its number of stones, from 0 to k.
    #[must_use]
    pub fn by_stones(&self) -> &[i64] {
        &self.by_stones
    }

    /// The factor of the weights of lines whose side is to move.
    #[must_use]
    pub fn tempo(&self) -> i64 {
        self.tempo
    }

    /// The side that an empty line counts for.
    #[must_use]
    pub fn empty_line(&self) -> EmptyLine {
        self.empty_line
    }
}

/// Why a heuristic does not fit the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum HeuristicError {
    /// The number of weights is not k + 1.
    WeightCount {
        /// Stones in a row that end the game.
        k: usize,
        /// The number of weights found.
        found: usize,
    },
    /// The sum over the board could exceed the integers that a double holds exactly.
    TooLarge {
        /// The name of the heuristic.
        name: &'static str,
        /// Stones in a row that end the game.
        k: usize,
    },
}

impl std::error::Error for HeuristicError {}

impl fmt::Display for HeuristicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HeuristicError::WeightCount { k, found } => write!(
                f,
                "{found} weights for {k} in a row; send {}, one for each number of stones from 0 to {k}",
                k + 1
            ),
            HeuristicError::TooLarge { name, k } => write!(
                f,
                "the sums of heuristic \"{name}\" with {k} in a row on this board could exceed 2^53 and lose digits; \
                 use \"open-pieces\" or smaller weights"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_each_bad_value_and_its_range() {
        let errors =
            Weights::new(vec![0, 1_000_000_001, -1_000_000_001], 1_001, EmptyLine::None).expect_err("out of range");
        let texts: Vec<String> = errors.iter().map(WeightsError::to_string).collect();
        let expected = [
            "weight 1000000001 is out of range; use a whole number from -1000000000 to 1000000000",
            "weight -1000000001 is out of range; use a whole number from -1000000000 to 1000000000",
            "tempo 1001 is out of range; use a whole number from 0 to 1000",
        ];
        assert_eq!(texts, expected);
    }
}
