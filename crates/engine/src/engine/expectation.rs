//! Expected results: the worth of scores.

use super::Query;
use super::strategy::Method;
use crate::game::Rules;
use crate::heuristic::{Heuristic, Named};
use crate::search::Verdict;

/// The scale of the values of patterns on a full board; it grows with the square root of the share of cells that have stones, since a value
/// tells less of the result, the fuller the board is. Fitted to self-play; see `docs/games-and-heuristics.md`.
const PATTERNS_SCALE: f64 = 690.0;
/// The scale of sums of lines, as a part of the weight of a line that lacks one stone; fitted likewise.
const LINES_SCALE: f64 = 3.0;

/// The divisor of the log-odds that the engine has against itself, for games between people; measured by games of its levels, see
/// `docs/games-and-heuristics.md`.
const PEOPLE: f64 = 5.0;
/// Bound of the expected result beyond which the engine's expectation tells nothing more of games between people; measured likewise.
const PEOPLE_EXPECTED_MAX: f64 = 0.999;

/// Plies within which an end is seen: its distance is known well, and people find it.
pub const NEAR_PLIES: u32 = 4;

/// A chance between people that is less than this below a proven win is as good as won.
const DOUBT_MAX: f64 = 0.3;

/// The least expected result where no loss is proven, so that 0 and 1 stand for proofs alone.
pub const UNPROVEN_MIN: f64 = 1e-7;

/// How values of a search turn into expected results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectation {
    /// The value of a position that wins with odds of e to 1 where the engine goes on against itself.
    scale: f64,
    /// Whether the board is empty: there these values differ by no more than a deeper search changes them.
    is_empty_board: bool,
    is_of_patterns: bool,
}

/// The scale for proven verdicts, and for values without a heuristic: an advantage of 3 then wins with odds of e to 1.
impl Default for Expectation {
    fn default() -> Expectation {
        Expectation::new(LINES_SCALE)
    }
}

impl Expectation {
    /// The expectation for values of this scale, which is positive.
    #[must_use]
    pub fn new(scale: f64) -> Expectation {
        Expectation { scale, is_empty_board: false, is_of_patterns: false }
    }

    /// The expectation for the values of a heuristic, by default that of the rules, in a position with `stones` stones. The weight of a
    /// line that lacks one stone counts without its sign, and as 1 at least.
    #[must_use]
    pub fn of_heuristic(heuristic: Option<&Heuristic>, rules: &Rules, stones: usize) -> Expectation {
        if is_of_patterns(heuristic, rules) {
            let scale = PATTERNS_SCALE * (stones.max(1) as f64 / rules.cells() as f64).sqrt();
            return Expectation { scale, is_empty_board: stones == 0, is_of_patterns: true };
        }
        let default = Heuristic::Named(Heuristic::default_for(rules));
        let heuristic = heuristic.unwrap_or(&default);
        let named = |named: Named| named.weights(rules.k());
        let weights = match heuristic {
            Heuristic::Named(name) => named(*name),
            Heuristic::Custom(weights) => Some(weights.clone()),
        };
        // The weight of a line that lacks one stone is the unit of every heuristic of lines.
        let almost = weights.map_or(1, |weights| weights.by_stones()[rules.k() - 1].abs() * weights.tempo().max(1));
        Expectation::new(LINES_SCALE * almost.max(1) as f64)
    }

    /// Whether a proven distance is one that is not exceeded, and a shorter one may have been left out: a search by patterns finds wins, not
    /// the shortest ones.
    #[must_use]
    pub fn is_bound(self, verdict: Verdict) -> bool {
        self.is_of_patterns && verdict.plies().is_some_and(|plies| plies > NEAR_PLIES)
    }

    /// Whether the values are those of patterns.
    pub(super) fn has_patterns(self) -> bool {
        self.is_of_patterns
    }

    /// Whether the values of a query are those of patterns. Such a search finds wins, but leaves out moves that may win sooner.
    #[must_use]
    pub fn is_of_patterns(query: &Query) -> bool {
        is_of_patterns(query.heuristic.as_ref(), query.position.rules())
    }

    /// The expectation for the values of a query's heuristic.
    #[must_use]
    pub fn of_query(query: &Query) -> Expectation {
        Expectation::of_heuristic(query.heuristic.as_ref(), query.position.rules(), query.position.stones())
    }

    /// A verdict of this scale as one of another, by which the same is expected.
    pub(super) fn converted(self, verdict: Verdict, to: Expectation) -> Verdict {
        let Verdict::Unknown { value } = verdict else { return verdict };
        Verdict::Unknown { value: (value as f64 * to.scale / self.scale).round() as i64 }
    }

    /// The expectation for a verdict of a query: a proof needs no scale, which takes as long as a look-up to find.
    #[must_use]
    pub fn of_verdict(query: &Query, verdict: Verdict) -> Expectation {
        match verdict {
            Verdict::Unknown { .. } => Expectation::of_query(query),
            _ => Expectation::default(),
        }
    }

    /// The expected result for the side to move: 1 for a proven win, ½ for a draw, 0 for a loss, 1 / (1 + e^(−value / scale))
    /// for a value, [`UNPROVEN_MIN`] at least and 1 − [`UNPROVEN_MIN`] at most; to four digits, below 0.01 and above 0.99 to seven.
    #[must_use]
    pub fn of(self, verdict: Verdict) -> f64 {
        match verdict {
            Verdict::Win { .. } => 1.0,
            Verdict::Draw { .. } => 0.5,
            Verdict::Loss { .. } => 0.0,
            Verdict::Unknown { value } => {
                to_digits(logistic(value, self.scale)).clamp(UNPROVEN_MIN, 1.0 - UNPROVEN_MIN)
            }
        }
    }

    /// The expected result where people go on, to whom a lead is worth less: 1 / (1 + (1 / expected − 1)^(1/5)) for a value, from 0.001 to
    /// 0.999. It follows from [`Expectation::of`], so that a reader of an answer comes to the same number.
    #[must_use]
    pub fn of_people(self, verdict: Verdict) -> f64 {
        self.of_people_up_to(PEOPLE_EXPECTED_MAX, verdict)
    }

    /// The same, with the expected result of a value between 1 − `most` and `most`.
    fn of_people_up_to(self, most: f64, verdict: Verdict) -> f64 {
        let expected = self.of(verdict);
        if verdict.is_proven() {
            return expected;
        }
        1.0 / (1.0 + (1.0 / expected.clamp(1.0 - most, most) - 1.0).powf(1.0 / PEOPLE))
    }

    /// The cost of a move, 0 at least: by how much the chance of its side, where people go on, falls below that of the best move. To the engine
    /// a game may be decided that people still win and lose. Beside a win that is not within [`NEAR_PLIES`] a chance that is
    /// as good as won costs no more than the engine's expectation lacks: it is not blamed for the doubt alone. Beside a proof the chance has no
    /// bounds: a side that is as good as lost loses little by a proven loss. On an empty board values cost nothing.
    #[must_use]
    pub fn cost(self, best: Verdict, played: Verdict) -> f64 {
        let are_values = !best.is_proven() && !played.is_proven();
        if played.score() >= best.score() || self.is_empty_board && are_values {
            return 0.0;
        }
        let is_far = matches!(best, Verdict::Win { plies } if plies > NEAR_PLIES);
        let most = if are_values { PEOPLE_EXPECTED_MAX } else { 1.0 };
        let fall = self.of_people_up_to(most, best) - self.of_people_up_to(most, played);
        let cost = if is_far && fall < DOUBT_MAX { 1.0 - self.of(played) } else { fall };
        cost.max(0.0)
    }
}

/// Whether the values of a heuristic, by default that of the rules, are those of patterns.
fn is_of_patterns(heuristic: Option<&Heuristic>, rules: &Rules) -> bool {
    let is_threats = match heuristic {
        Some(heuristic) => *heuristic == Heuristic::Named(Named::Threats),
        None => Heuristic::default_for(rules) == Named::Threats,
    };
    is_threats && Method::uses_patterns(rules)
}

/// A result to four digits; near 0 and 1, where a digit more is a chance of people, to seven.
fn to_digits(expected: f64) -> f64 {
    let parts = if (0.01..=0.99).contains(&expected) { 1e4 } else { 1e7 };
    (expected * parts).round() / parts
}

fn logistic(value: i64, scale: f64) -> f64 {
    1.0 / (1.0 + (-(value as f64) / scale).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Preset;

    #[test]
    fn a_line_that_lacks_one_stone_is_the_unit_of_all_but_patterns() {
        let scale = |named: Named, preset: Preset| {
            Expectation::of_heuristic(Some(&Heuristic::Named(named)), &preset.rules(), 9).scale
        };
        assert_eq!(scale(Named::Threats, Preset::FiveByFive), LINES_SCALE * 36.0 * 2.0);
        assert_eq!(scale(Named::Lines, Preset::Gomoku), LINES_SCALE * 1_000.0);
        assert_eq!(scale(Named::TempoLines, Preset::TicTacToe), LINES_SCALE * 100.0 * 3.0);
        assert_eq!(scale(Named::WinLoss, Preset::TicTacToe), LINES_SCALE);
    }

    #[test]
    fn values_of_patterns_are_worth_less_the_fuller_the_board_is() {
        for (preset, one_stone) in [(Preset::Gomoku, 46.0), (Preset::GomokuStandard, 46.0), (Preset::Gomoku20, 34.5)] {
            let of = |stones| Expectation::of_heuristic(None, &preset.rules(), stones);
            for (stones, times) in [(0, 1.0), (1, 1.0), (4, 2.0), (225, 15.0)] {
                assert!((of(stones).scale - times * one_stone).abs() < 1e-9, "{preset:?} {stones}");
            }
            let lead = |stones| of(stones).of(Verdict::Unknown { value: 200 });
            assert!((1..225).is_sorted_by(|&fewer, &more| lead(fewer) >= lead(more)), "{preset:?}");
        }
    }

    #[test]
    fn a_move_costs_what_it_gives_away_to_people() {
        let expectation = Expectation::new(100.0);
        let value = |value| Verdict::Unknown { value };
        let cost = |best, played| (expectation.cost(best, played) * 1e3).round() / 1e3;
        // As much of the log-odds counts most near equality, and where the game is decided for the engine as well.
        assert_eq!([cost(value(0), value(-100)), cost(value(-400), value(-1_200))], [0.05, 0.109]);
        assert_eq!(cost(value(-300), Verdict::Loss { plies: 2 }), 0.354);
        // A move that may be as good as a long win costs little; a short win is seen.
        assert_eq!(
            [cost(Verdict::Win { plies: 9 }, value(700)), cost(Verdict::Win { plies: 3 }, value(700))],
            [0.001, 0.198]
        );
        // A win that is thrown away costs the rest of the chance, however far it is.
        assert_eq!(
            [cost(Verdict::Win { plies: 9 }, value(290)), cost(Verdict::Win { plies: 5 }, value(0))],
            [0.359, 0.5]
        );
        // An empty board decides nothing.
        let first = Expectation::of_heuristic(None, &Preset::Gomoku.rules(), 0);
        let second = Expectation::of_heuristic(None, &Preset::Gomoku.rules(), 1);
        assert!(first.cost(value(600), value(-350)) == 0.0 && second.cost(value(600), value(-350)) > 0.1);
    }

    #[test]
    fn only_proofs_are_worth_0_or_1() {
        let expectation = Expectation::new(1.0);
        let of = |value| expectation.of(Verdict::Unknown { value });
        assert_eq!(
            [of(i64::MIN / 2), of(-1_000), of(0), of(1_000)],
            [UNPROVEN_MIN, UNPROVEN_MIN, 0.5, 1.0 - UNPROVEN_MIN]
        );
        // People turn a game more often, and their chances end where this number does.
        let of_people = |value| (expectation.of_people(Verdict::Unknown { value }) * 1e3).round() / 1e3;
        assert_eq!([of_people(i64::MIN / 2), of_people(0), of_people(1_000)], [0.201, 0.5, 0.799]);
        // Four digits, and seven near the ends.
        assert_eq!([of(1), of(5), of(-5)], [0.7311, 0.993_307_1, 0.006_692_9]);
        let proven = [Verdict::Loss { plies: 2 }, Verdict::Draw { plies: 0 }, Verdict::Win { plies: 1 }];
        assert_eq!(proven.map(|verdict| expectation.of(verdict)), [0.0, 0.5, 1.0]);
    }
}
