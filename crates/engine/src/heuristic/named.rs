//! The named heuristics: four published ones and two of this project.

use super::{EmptyLine, Weights};
use crate::names::named_enum;

named_enum! {
    /// A named heuristic.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Named {
        /// Results only: every unfinished position is worth 0.
        WinLoss = "win-loss",
        /// Lines, by the number of their stones.
        Lines = "lines",
        /// Lines, where those of the side to move weigh more.
        TempoLines = "tempo-lines",
        /// Stones on lines that are open to their side.
        OpenPieces = "open-pieces",
        /// Patterns of threats on large boards, lines on small ones.
        Threats = "threats",
        /// Lines, where few stones are better: for misère play.
        AvoidLines = "avoid-lines",
    }
}

impl Named {
    /// The weight of a line with n stones of one colour, as text for users.
    #[must_use]
    pub const fn formula(self) -> &'static str {
        match self {
            Named::WinLoss => "±1 for a completed line, else 0",
            Named::Lines => "±10^(n-1) for n ≥ 1 stones, 0 for an empty line",
            Named::TempoLines => {
                "±10^n for n ≥ 1 stones, times 3 when the line's colour is to move; \
                 an empty line counts for X: 1, or 3 with X to move"
            }
            Named::OpenPieces => "±n for n stones",
            Named::Threats => {
                "±6^(n-1), at most 6^12, for 1 ≤ n < k stones, times 2 when the line's colour is to move; \
                 a completed line ends the game and weighs nothing; above 64 cells without gravity and misère, for k from 4 to 6 \
                 (5 where overlines are forbidden), alpha-beta values each empty cell by the rows that a stone there would make"
            }
            Named::AvoidLines => {
                "∓10^(n-1), at most 10^9, for n ≥ 1 stones: lines count against their owner, who loses by one in misère"
            }
        }
    }

    /// The publication.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Named::WinLoss => "MinMaxSearch tutorial",
            Named::Lines => "Solving Tic-Tac-Toe, Part II",
            Named::TempoLines => "Solve Tic Tac Toe with the MiniMax algorithm, its code",
            Named::OpenPieces => "Tic-Tac-Toe: Simple Artificial Intelligence in C#",
            Named::Threats | Named::AvoidLines => "this project",
        }
    }

    /// The weights for k in a row; `None` if they overflow an `i64`.
    #[must_use]
    pub fn weights(self, k: usize) -> Option<Weights> {
        let power = |exponent: usize| 10_i64.checked_pow(exponent as u32);
        let (by_stones, tempo, empty_line): (Option<Vec<i64>>, _, _) = match self {
            Named::WinLoss => ((0..=k).map(|n| Some(i64::from(n == k))).collect(), 1, EmptyLine::None),
            Named::Lines => ((0..=k).map(|n| n.checked_sub(1).map_or(Some(0), power)).collect(), 1, EmptyLine::None),
            Named::TempoLines => ((0..=k).map(power).collect(), 3, EmptyLine::X),
            // Lines overlap: a row with two open ends lies on more of them than a row with one. A complete line ends the game
            // or is part of a forbidden overline.
            Named::Threats => {
                let weight = |n: usize| 6_i64.checked_pow(n.checked_sub(1)?.min(12) as u32);
                ((0..=k).map(|n| if n == 0 || n == k { Some(0) } else { weight(n) }).collect(), 2, EmptyLine::None)
            }
            Named::OpenPieces => ((0..=k).map(|n| Some(n as i64)).collect(), 1, EmptyLine::None),
            Named::AvoidLines => {
                let weight = |n: usize| n.checked_sub(1).map_or(0, |others| -10_i64.pow(others.min(9) as u32));
                ((0..=k).map(|n| Some(weight(n))).collect(), 1, EmptyLine::None)
            }
        };
        Some(Weights::unlimited(by_stones?, tempo, empty_line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_formulas() {
        let of = |named: Named, k: usize| {
            let weights = named.weights(k).expect("small enough");
            (weights.by_stones().to_vec(), weights.tempo(), weights.empty_line())
        };
        let plain = |by_stones: &[i64]| (by_stones.to_vec(), 1, EmptyLine::None);
        assert_eq!(of(Named::WinLoss, 5), plain(&[0, 0, 0, 0, 0, 1]));
        assert_eq!(of(Named::Lines, 5), plain(&[0, 1, 10, 100, 1_000, 10_000]));
        assert_eq!(of(Named::OpenPieces, 5), plain(&[0, 1, 2, 3, 4, 5]));
        assert_eq!(of(Named::TempoLines, 4), (vec![1, 10, 100, 1_000, 10_000], 3, EmptyLine::X));
        assert_eq!(of(Named::Threats, 5), (vec![0, 1, 6, 36, 216, 0], 2, EmptyLine::None));
        assert_eq!(of(Named::Threats, 1), (vec![0, 0], 2, EmptyLine::None));
        assert_eq!(of(Named::AvoidLines, 4), plain(&[0, -1, -10, -100, -1_000]));
        assert_eq!(of(Named::AvoidLines, 12).0[9..], [-100_000_000, -1_000_000_000, -1_000_000_000, -1_000_000_000]);
        let (long, ..) = of(Named::Threats, 16);
        assert_eq!(long[12..], [6_i64.pow(11), 6_i64.pow(12), 6_i64.pow(12), 6_i64.pow(12), 0], "at most 6^12");
    }

    #[test]
    fn the_formula_of_threats_says_where_they_are_patterns() {
        let cells = format!("above {} cells", crate::heuristic::LINE_THREATS_CELLS_MAX);
        assert!(Named::Threats.formula().contains(&cells), "{cells}");
    }

    #[test]
    fn weights_that_overflow_are_none() {
        for named in Named::ALL {
            let fits = (1..=19).filter(|&k| named.weights(k).is_some()).max();
            let expected = if named == Named::TempoLines { 18 } else { 19 };
            assert_eq!(fits, Some(expected), "{named:?}");
        }
    }
}
