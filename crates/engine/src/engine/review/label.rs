//! What a move of a reviewed game is called, and how much of the expected result it gave away.

use crate::names::named_enum;
use crate::search::Verdict;

named_enum! {
    /// What a move did to its side's prospects.
    ///
    /// The first group needs no proof; the second says what happened where the best score and that of the move are proven.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Label {
        /// No other move scores higher.
        Best = "best",
        /// It scores less than the best move and costs less than [`INACCURACY_MIN`], perhaps nothing: a slower win costs 0 points of
        /// expected result.
        Good = "good",
        /// It costs less than [`MISTAKE_MIN`].
        Inaccuracy = "inaccuracy",
        /// It costs less than [`BLUNDER_MIN`].
        Mistake = "mistake",
        /// It costs at least that.
        Blunder = "blunder",
        /// The best move; every other legal move has a proven worse outcome, or there is no other, be its score proven or not.
        OnlyMove = "only-move",
        /// A win became a draw or a loss.
        MissedWin = "missed-win",
        /// A draw became a loss.
        ThrewAwayDraw = "threw-away-draw",
        /// The move still wins, but later than the best one.
        Prolonged = "prolonged",
        /// The move loses sooner than need be.
        Hastened = "hastened",
    }
}

/// Least cost of an inaccuracy, in points of expected result.
pub const INACCURACY_MIN: f64 = 0.05;
/// Least cost of a mistake.
pub const MISTAKE_MIN: f64 = 0.10;
/// Least cost of a blunder.
pub const BLUNDER_MIN: f64 = 0.20;

impl Label {
    /// Whether another move was better by more than a little: it cost points, or it hastened a loss or put off a win.
    #[must_use]
    pub fn is_worse(self) -> bool {
        !matches!(self, Label::Best | Label::Good | Label::OnlyMove)
    }

    /// The label of a move with the verdict `played`, where the best move has the verdict `best` and costs `cost` less.
    /// `is_alone`: whether every other move is known to have a worse outcome than the best.
    pub(super) fn of(best: Verdict, played: Verdict, is_alone: bool, cost: f64) -> Label {
        use Verdict::{Draw, Loss, Unknown, Win};
        if played.score() >= best.score() {
            return if is_alone { Label::OnlyMove } else { Label::Best };
        }
        match (best, played) {
            (Unknown { .. }, _) | (_, Unknown { .. }) => Label::by_cost(cost),
            (Win { .. }, Win { .. }) => Label::Prolonged,
            (Win { .. }, _) => Label::MissedWin,
            (Draw { .. }, Loss { .. }) => Label::ThrewAwayDraw,
            (Loss { .. }, _) => Label::Hastened,
            (Draw { .. }, _) => Label::Best,
        }
    }

    fn by_cost(cost: f64) -> Label {
        match cost {
            BLUNDER_MIN.. => Label::Blunder,
            MISTAKE_MIN.. => Label::Mistake,
            INACCURACY_MIN.. => Label::Inaccuracy,
            _ => Label::Good,
        }
    }
}

/// What a move takes off the accuracy at most that loses sooner or wins later, as a cost: half as much as to throw away a draw.
const PACE_COST_MAX: f64 = 0.25;

/// By how many plies a move brings a proven loss nearer, or puts off a proven win.
#[must_use]
pub fn plies_lost(best: Verdict, played: Verdict) -> u32 {
    use Verdict::{Loss, Win};
    match (best, played) {
        (Loss { plies: longest }, Loss { plies }) => longest.saturating_sub(plies),
        (Win { plies: shortest }, Win { plies }) => plies.saturating_sub(shortest),
        _ => 0,
    }
}

/// The accuracy of a move, 0 to 100: 100 · (1 − cost − pace / 4)³. `best` is the verdict of the best move, `cost` what the move played gives
/// away, in points of expected result. `pace` is 0 unless both moves win or both lose; then it is [`plies_lost`] divided by the longer of the two
/// distances. A draw thrown away leaves 12.5, a win put off or a loss
/// hastened more than 42.
#[must_use]
pub fn accuracy(best: Verdict, played: Verdict, cost: f64) -> f64 {
    let longer = best.plies().max(played.plies()).unwrap_or(0).max(1);
    let pace = f64::from(plies_lost(best, played)) / f64::from(longer);
    100.0 * (1.0 - cost - PACE_COST_MAX * pace).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::expectation::Expectation;

    const WIN: Verdict = Verdict::Win { plies: 3 };
    const SLOW_WIN: Verdict = Verdict::Win { plies: 5 };
    const DRAW: Verdict = Verdict::Draw { plies: 4 };
    const LOSS: Verdict = Verdict::Loss { plies: 4 };
    const QUICK_LOSS: Verdict = Verdict::Loss { plies: 2 };

    fn value(value: i64) -> Verdict {
        Verdict::Unknown { value }
    }

    #[test]
    fn proven_moves_say_what_happened() {
        for (best, played, expected) in [
            (WIN, WIN, Label::Best),
            (WIN, SLOW_WIN, Label::Prolonged),
            (WIN, DRAW, Label::MissedWin),
            (WIN, LOSS, Label::MissedWin),
            (DRAW, DRAW, Label::Best),
            (DRAW, LOSS, Label::ThrewAwayDraw),
            (LOSS, LOSS, Label::Best),
            (LOSS, QUICK_LOSS, Label::Hastened),
            (value(10), WIN, Label::Best),
        ] {
            assert_eq!(Label::of(best, played, false, 0.0), expected, "{best:?} {played:?}");
        }
        assert_eq!(Label::of(WIN, WIN, true, 0.0), Label::OnlyMove);
        assert_eq!(Label::of(WIN, SLOW_WIN, true, 0.0), Label::Prolonged);
    }

    #[test]
    fn unproven_moves_are_labelled_by_their_cost() {
        let expectation = Expectation::new(100.0);
        assert_eq!(expectation.of(value(0)), 0.5);
        assert!((expectation.of(value(100)) - 0.7311).abs() < 1e-4);
        for (best, played, expected) in [
            (value(0), value(0), Label::Best),
            (value(0), value(-19), Label::Good),
            (value(0), value(-21), Label::Inaccuracy),
            (value(0), value(-41), Label::Mistake),
            (value(0), value(-86), Label::Blunder),
            (value(0), LOSS, Label::Blunder),
            (WIN, value(300), Label::Good),
            (WIN, value(0), Label::Blunder),
        ] {
            let cost = expectation.cost(best, played);
            assert_eq!(Label::of(best, played, false, cost), expected, "{best:?} {played:?} {cost}");
        }
        assert_eq!(expectation.cost(value(0), value(5)), 0.0);
        assert_eq!(expectation.cost(WIN, SLOW_WIN), 0.0);
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!([0.0, 0.5, 1.0].map(|cost| accuracy(value(9), value(3), cost)), [100.0, 12.5, 0.0]);
    }

    #[test]
    fn a_loss_hastened_and_a_win_put_off_are_less_accurate() {
        let lost = |longest, plies| accuracy(Verdict::Loss { plies: longest }, Verdict::Loss { plies }, 0.0);
        let won = |shortest, plies| accuracy(Verdict::Win { plies: shortest }, Verdict::Win { plies }, 0.0);
        assert_eq!([lost(40, 40), won(5, 5)], [100.0, 100.0]);
        assert_eq!([lost(4, 2), won(2, 4)], [66.9921875; 2]);
        assert!(lost(40, 38) > 96.0 && lost(40, 2) < 45.0 && lost(200, 2) > 42.0);
        // A move that is known to be better than the best of its ranking loses nothing.
        assert_eq!([lost(2, 4), won(4, 2)], [100.0, 100.0]);
        assert_eq!(accuracy(WIN, DRAW, 0.5), 12.5);
        assert_eq!(accuracy(DRAW, Verdict::Draw { plies: 2 }, 0.0), 100.0);
    }
}
