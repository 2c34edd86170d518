//! The labels of the moves of a reviewed game, and the accuracy of each.

use crate::engine::expectation::NEAR_PLIES;
use crate::names::named_enum;
use crate::search::Verdict;

named_enum! {
    /// The effect of a move on its side's prospects.
    ///
    /// The first group needs no proof; the second tells the change where the best score and that of the move are proven.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Label {
        /// No other move scores higher.
        Best = "best",
        /// It scores less than the best move and costs less than [`INACCURACY_MIN`], perhaps nothing: a slower win costs 0 points of
        /// expected result.
        Good = "good",
        /// It costs less than [`MISTAKE_MIN`]; or less than [`INACCURACY_MIN`], but a proof is against it: it loses where the best
        /// move is not proven to, or is not proven to win where the best move is, and the search has looked beyond that end.
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
        /// The move loses sooner than the best one, which loses as well.
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
    /// `is_alone`: whether every other move is known to have a worse outcome than the best. `pace`: its change of the distance to the end.
    pub(super) fn of(best: Verdict, played: Verdict, is_alone: bool, cost: f64, pace: Pace) -> Label {
        use Verdict::{Draw, Loss, Unknown, Win};
        if played.score() >= best.score() {
            return if is_alone { Label::OnlyMove } else { Label::Best };
        }
        match (best, played) {
            (Win { .. }, Unknown { .. }) | (Unknown { .. }, Loss { .. }) if pace.lost > 0 => Label::Inaccuracy,
            (Unknown { .. }, _) | (_, Unknown { .. }) => Label::by_cost(cost),
            (Win { .. }, Win { .. }) | (Loss { .. }, Loss { .. }) if pace.lost == 0 => Label::Good,
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

/// Most that a move which loses sooner or wins later takes off the accuracy, as a cost: half as much as to throw away a draw.
const PACE_COST_MAX: f64 = 0.25;

/// The change, by a move, of the distance to a won or lost end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Pace {
    /// Plies by which it brings the loss nearer, or puts off the win.
    pub lost: u32,
    /// The longer of the distances after the best move and after the move played.
    pub longer: u32,
}

impl Pace {
    /// The pace of a move that costs `cost`; `are_exact`: whether proven distances are the shortest of a win and the longest of a loss. Others count
    /// only where the sooner end is near. Where one of the two moves is proven to win or to lose, and the other as good as that, a search
    /// of `depth` plies has not seen the end of the other, which takes a ply more at least.
    pub fn of(best: Verdict, played: Verdict, cost: f64, depth: u32, are_exact: bool) -> Pace {
        use Verdict::{Loss, Unknown, Win};
        let (sooner, later) = match (best, played) {
            (Loss { plies: longest }, Loss { plies }) if are_exact || plies <= NEAR_PLIES => (plies, longest),
            (Win { plies: shortest }, Win { plies }) if are_exact || shortest <= NEAR_PLIES => (shortest, plies),
            (Unknown { .. }, Loss { plies }) | (Win { plies }, Unknown { .. }) if cost < INACCURACY_MIN => {
                (plies, depth.saturating_add(1))
            }
            _ => return Pace::default(),
        };
        Pace { lost: later.saturating_sub(sooner), longer: later.max(sooner) }
    }
}

/// The accuracy of a move, 0 to 100: 100 · (1 − cost − pace / 4)³. `cost` is its cost in points of expected result, `pace`
/// the plies by which it brings a loss nearer or puts off a win, divided by the longer of the two distances. A draw thrown away leaves
/// 12.5, a win put off or a loss hastened more than 42, less their cost.
pub(super) fn accuracy(cost: f64, pace: Pace) -> f64 {
    let pace = f64::from(pace.lost) / f64::from(pace.longer.max(1));
    100.0 * (1.0 - cost - PACE_COST_MAX * pace).max(0.0).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::expectation::Expectation;

    const WIN: Verdict = Verdict::Win { plies: 3 };
    /// Farther than people see.
    const LONG_WIN: Verdict = Verdict::Win { plies: 13 };
    const SLOW_WIN: Verdict = Verdict::Win { plies: 5 };
    const DRAW: Verdict = Verdict::Draw { plies: 4 };
    const LOSS: Verdict = Verdict::Loss { plies: 4 };
    const QUICK_LOSS: Verdict = Verdict::Loss { plies: 2 };

    fn value(value: i64) -> Verdict {
        Verdict::Unknown { value }
    }

    /// The label of a move that is not alone, after a search of `depth` plies.
    fn label(best: Verdict, played: Verdict, cost: f64, depth: u32) -> Label {
        Label::of(best, played, false, cost, Pace::of(best, played, cost, depth, true))
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
            assert_eq!(label(best, played, 0.0, 9), expected, "{best:?} {played:?}");
        }
        assert_eq!(Label::of(WIN, WIN, true, 0.0, Pace::default()), Label::OnlyMove);
        assert_eq!(Label::of(WIN, SLOW_WIN, true, 0.0, Pace { lost: 2, longer: 5 }), Label::Prolonged);
    }

    #[test]
    fn unproven_moves_are_labelled_by_their_cost() {
        let expectation = Expectation::new(100.0);
        assert_eq!(expectation.of(value(0)), 0.5);
        assert!((expectation.of(value(100)) - 0.7311).abs() < 1e-4);
        for (best, played, expected) in [
            (value(0), value(0), Label::Best),
            (value(0), value(-100), Label::Good),
            (value(0), value(-101), Label::Inaccuracy),
            (value(0), value(-203), Label::Mistake),
            (value(0), value(-424), Label::Blunder),
            (value(0), LOSS, Label::Blunder),
            (value(-700), LOSS, Label::Mistake),
            (WIN, value(1_000), Label::Mistake),
            (LONG_WIN, value(1_000), Label::Good),
            (LONG_WIN, value(250), Label::Blunder),
            (WIN, value(0), Label::Blunder),
        ] {
            let cost = expectation.cost(best, played);
            assert_eq!(label(best, played, cost, 9), expected, "{best:?} {played:?} {cost}");
        }
        assert_eq!(expectation.cost(value(0), value(5)), 0.0);
        assert_eq!(expectation.cost(WIN, SLOW_WIN), 0.0);
    }

    #[test]
    fn moves_against_a_proof_are_errors_in_nearly_decided_positions_too() {
        let (lost, won) = (value(-9_000), value(9_000));
        assert_eq!([label(lost, QUICK_LOSS, 0.0, 5), label(won, LOSS, 1.0, 5)], [Label::Inaccuracy, Label::Blunder]);
        assert_eq!([label(WIN, won, 0.0, 5), label(WIN, lost, 1.0, 5)], [Label::Inaccuracy, Label::Blunder]);
        // The search has not seen so far that the other end is farther.
        assert_eq!([label(lost, QUICK_LOSS, 0.0, 1), label(WIN, won, 0.0, 2)], [Label::Good, Label::Good]);
        assert_eq!(Pace::of(lost, QUICK_LOSS, 0.0, 5, true), Pace { lost: 4, longer: 6 });
        assert_eq!(Pace::of(WIN, won, 0.0, 5, true), Pace { lost: 3, longer: 6 });
        assert_eq!(Pace::of(lost, QUICK_LOSS, INACCURACY_MIN, 5, true), Pace::default());
    }

    /// Of two wins that a search has found the one may be as short as the other.
    #[test]
    fn distances_that_are_bounds_count_only_near_the_end() {
        let [win, loss] = [|plies| Verdict::Win { plies }, |plies| Verdict::Loss { plies }];
        let of = |best, played| Pace::of(best, played, 0.0, 9, false);
        assert_eq!([of(win(11), win(13)), of(loss(16), loss(12))], [Pace::default(); 2]);
        assert_eq!(
            [of(win(3), win(9)), of(loss(12), loss(4))],
            [Pace { lost: 6, longer: 9 }, Pace { lost: 8, longer: 12 }]
        );
        assert_eq!(Label::of(win(11), win(13), false, 0.0, of(win(11), win(13))), Label::Good);
        assert_eq!(Label::of(loss(16), loss(12), false, 0.0, of(loss(16), loss(12))), Label::Good);
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!([0.0, 0.5, 1.0].map(|cost| accuracy(cost, Pace::default())), [100.0, 12.5, 0.0]);
    }

    #[test]
    fn a_loss_hastened_and_a_win_put_off_are_less_accurate() {
        let of = |best, played| accuracy(0.0, Pace::of(best, played, 0.0, 9, true));
        let lost = |longest, plies| of(Verdict::Loss { plies: longest }, Verdict::Loss { plies });
        let won = |shortest, plies| of(Verdict::Win { plies: shortest }, Verdict::Win { plies });
        assert_eq!([lost(40, 40), won(5, 5)], [100.0, 100.0]);
        assert_eq!([lost(4, 2), won(2, 4)], [66.9921875; 2]);
        assert!(lost(40, 38) > 96.0 && lost(40, 2) < 45.0 && lost(200, 2) > 42.0);
        // A move that is known to be better than the best of its ranking loses nothing.
        assert_eq!([lost(2, 4), won(4, 2)], [100.0, 100.0]);
        assert_eq!(of(DRAW, Verdict::Draw { plies: 2 }), 100.0);
    }
}
