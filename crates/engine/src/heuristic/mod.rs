//! Static values: a heuristic is a weight for each line, by the stones on it.
//!
//! A line with stones of both colours has the weight 0. The weight of any other line depends on the number of its stones,
//! their colour and, for some heuristics, the side to move. The value of a position is the sum, from X's point of view.

mod line_weights;
mod named;
mod weights;

pub use line_weights::{Accumulator, LineTerm, LineWeights};
pub use named::Named;
pub use weights::{EmptyLine, HeuristicError, Weights, WeightsError};

use crate::game::Rules;

/// On boards of up to this many cells `threats` are line weights. Above, on ordinary boards where stones do not fall, they are the default.
pub(crate) const LINE_THREATS_CELLS_MAX: usize = 64;

/// A named heuristic, or custom weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// A heuristic by its name.
    Named(Named),
    /// The weights of a caller.
    Custom(Weights),
}

impl Heuristic {
    /// The name; `"custom"` for custom weights.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Heuristic::Named(named) => named.name(),
            Heuristic::Custom(_) => "custom",
        }
    }

    /// The default heuristic of a game.
    #[must_use]
    pub fn default_for(rules: &Rules) -> Named {
        if rules.is_grid() && rules.cells() > LINE_THREATS_CELLS_MAX && !rules.gravity() && !rules.misere() {
            return Named::Threats;
        }
        Heuristic::of_lines(rules)
    }

    /// The heuristic that values lines by the number of their stones, whichever fits the rules.
    #[must_use]
    pub fn of_lines(rules: &Rules) -> Named {
        if rules.misere() {
            return Named::AvoidLines;
        }
        let lines = Heuristic::Named(Named::Lines);
        if lines.compile(rules).is_ok() { Named::Lines } else { Named::OpenPieces }
    }

    /// The table of line weights for these rules.
    ///
    /// # Errors
    /// Custom weights that are not k + 1 numbers, and weights whose sum over the board could exceed the integers that a
    /// double holds exactly.
    pub fn compile(&self, rules: &Rules) -> Result<LineWeights, HeuristicError> {
        match self {
            Heuristic::Named(named) => {
                let error = HeuristicError::TooLarge { name: named.name(), k: rules.k() };
                let weights = named.weights(rules.k()).ok_or(error)?;
                LineWeights::new(named.name(), &weights, rules)
            }
            Heuristic::Custom(weights) => LineWeights::new("custom", weights, rules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Overline, RulesSpec};

    fn rules(width: u64, height: u64, k: u64, gravity: bool, misere: bool) -> Rules {
        Rules::new(RulesSpec { width, height, k, gravity, overline: Overline::Allowed, misere }).expect("valid rules")
    }

    #[test]
    fn heuristics_have_their_names() {
        let custom = Weights::new(vec![0, 1, 2, 3], 1, EmptyLine::None).expect("valid weights");
        let named = Named::ALL.map(Heuristic::Named);
        let expected = ["win-loss", "lines", "tempo-lines", "open-pieces", "threats", "avoid-lines", "custom"];
        for (heuristic, name) in named.into_iter().chain([Heuristic::Custom(custom)]).zip(expected) {
            assert_eq!(heuristic.name(), name);
        }
    }

    #[test]
    fn large_boards_have_threats_and_long_lines_have_pieces() {
        for (rules, expected) in [
            (rules(8, 8, 5, false, false), Named::Lines),
            (rules(13, 5, 5, false, false), Named::Threats),
            (rules(13, 5, 5, true, false), Named::Lines),
            (rules(13, 5, 5, false, true), Named::AvoidLines),
            (rules(19, 19, 19, true, true), Named::AvoidLines),
            (rules(19, 19, 19, true, false), Named::OpenPieces),
        ] {
            assert_eq!(Heuristic::default_for(&rules), expected, "{rules:?}");
        }
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let custom = Heuristic::Custom(Weights::new(vec![0, 1, 2], 1, EmptyLine::None).expect("valid weights"));
        assert!(custom.compile(&rules(3, 3, 2, false, false)).is_ok());
        assert!(custom.compile(&rules(3, 3, 3, false, false)).is_err(), "four numbers are due");
        let lines = Heuristic::Named(Named::Lines);
        assert!(lines.compile(&rules(19, 19, 5, false, false)).is_ok());
        assert!(lines.compile(&rules(19, 19, 18, false, false)).is_err(), "sums beyond 2^53");
        let avoid = Heuristic::Named(Named::AvoidLines);
        (1..=20).for_each(|k| assert!(avoid.compile(&rules(20, 20, k, false, true)).is_ok(), "{k}"));
    }
}
