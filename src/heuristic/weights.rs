//! Weights of lines as a caller may send them.

use std::fmt;

/// Whom an empty line counts for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EmptyLine {
    /// Nobody.
    None,
    /// X.
    X,
    /// The side to move.
    Turn,
}

impl EmptyLine {
    pub const ALL: [EmptyLine; 3] = [EmptyLine::None, EmptyLine::X, EmptyLine::Turn];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EmptyLine::None => "none",
            EmptyLine::X => "X",
            EmptyLine::Turn => "turn",
        }
    }
}

/// A weight for each number of stones on a line, and what the turn changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// `by_stones[n]` is the weight of a line with n stones of one colour; k + 1 of them.
    by_stones: Vec<i64>,
    /// Factor for the lines of the side to move.
    tempo: i64,
    empty_line: EmptyLine,
}

/// One thing wrong with a caller's weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsError {
    /// `"weights"` or `"tempo"`.
    pub field: &'static str,
    /// Which of the weights, from 0.
    pub index: Option<usize>,
    value: i64,
    max: i64,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, max) = (self.value, self.max);
        match self.index {
            Some(_) => write!(f, "weight {value} is out of range; use a whole number from -{max} to {max}"),
            None => write!(f, "{} {value} is out of range; use a whole number from 0 to {max}", self.field),
        }
    }
}

impl Weights {
    /// Largest absolute value of a caller's weight.
    pub const WEIGHT_MAX: i64 = 1_000_000_000;
    /// Largest tempo factor.
    pub const TEMPO_MAX: i64 = 1_000;

    /// Weights from a caller.
    ///
    /// # Errors
    /// Every weight or tempo out of range.
    pub fn new(by_stones: Vec<i64>, tempo: i64, empty_line: EmptyLine) -> Result<Weights, Vec<WeightsError>> {
        let range = -Self::WEIGHT_MAX..=Self::WEIGHT_MAX;
        let bad = by_stones.iter().enumerate().filter(|(_, weight)| !range.contains(weight));
        let mut errors: Vec<_> = bad
            .map(|(index, &value)| WeightsError { field: "weights", index: Some(index), value, max: Self::WEIGHT_MAX })
            .collect();
        if !(0..=Self::TEMPO_MAX).contains(&tempo) {
            errors.push(WeightsError { field: "tempo", index: None, value: tempo, max: Self::TEMPO_MAX });
        }
        if errors.is_empty() { Ok(Self::unlimited(by_stones, tempo, empty_line)) } else { Err(errors) }
    }

    pub(super) fn unlimited(by_stones: Vec<i64>, tempo: i64, empty_line: EmptyLine) -> Weights {
        Weights { by_stones, tempo, empty_line }
    }

    #[must_use]
    pub fn by_stones(&self) -> &[i64] {
        &self.by_stones
    }

    #[must_use]
    pub fn tempo(&self) -> i64 {
        self.tempo
    }

    #[must_use]
    pub fn empty_line(&self) -> EmptyLine {
        self.empty_line
    }
}

/// Why a heuristic cannot be used with some rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeuristicError {
    /// Not one weight for each of 0 to k stones.
    WeightCount { k: usize, found: usize },
    /// Sums over the board could exceed what a double holds exactly.
    TooLarge { name: &'static str, k: usize },
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
