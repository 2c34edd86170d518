//! The tie-break: the choice among the best moves.

use std::cmp::Reverse;

use super::{Query, TieBreak};
use crate::game::zobrist::mix;
use crate::game::{Cell, Position};
use crate::heuristic::Heuristic;
use crate::search::{Score, Stop, Verdict};

/// Index of the move to play among `values`, which hold the moves in question with their verdicts for the side to move; with it
/// the limit that kept `trap` from seeing all replies, in which case the choice is that of `lines`.
/// `replies` gives the verdicts of all the opponent's moves in a position, or the limit that is reached first.
pub(super) fn break_tie(
    query: &Query,
    values: &[(Cell, Verdict)],
    replies: impl FnMut(&Position) -> Result<Vec<Verdict>, Stop>,
) -> (usize, Option<Stop>) {
    let mut stop = None;
    let score = |index: usize| score_within(values[index].1, query.foresight);
    let best = (0..values.len()).map(score).max().unwrap_or(Score::DRAW);
    let mut equal: Vec<usize> = (0..values.len()).filter(|&index| score(index) == best).collect();
    // A proven draw is certain. The value 0 has the same score, and may lose.
    let is_proven = |index: &usize| values[*index].1.is_proven();
    if equal.iter().any(is_proven) {
        equal.retain(is_proven);
    }
    let lowest = |index: &usize| values[*index].0;
    let chosen = match query.tie_break {
        _ if equal.len() < 2 => equal.first().copied(),
        TieBreak::First => equal.into_iter().min_by_key(lowest),
        TieBreak::Random => {
            let at = Random::new(query.seed, &query.position).below(equal.len() as u64) as usize;
            equal.get(at).copied()
        }
        TieBreak::Lines | TieBreak::Trap => {
            let cells: Vec<Cell> = equal.iter().map(|&index| values[index].0).collect();
            let is_trap = query.tie_break == TieBreak::Trap;
            let traps = if is_trap { traps(&query.position, &cells, replies) } else { Ok(Vec::new()) };
            stop = traps.as_ref().err().copied();
            let traps = traps.unwrap_or_default();
            let lines = lines_after_moves(&query.position, &cells);
            let best = (0..cells.len()).max_by_key(|&at| (traps.get(at), lines.get(at), Reverse(cells[at])));
            best.map(|at| equal[at])
        }
    };
    (chosen.unwrap_or(0), stop)
}

/// The number of the opponent's pitfalls after each move.
fn traps(
    position: &Position,
    cells: &[Cell],
    mut replies: impl FnMut(&Position) -> Result<Vec<Verdict>, Stop>,
) -> Result<Vec<(usize, usize)>, Stop> {
    let trap = |&cell: &Cell| {
        let mut after = position.clone();
        after.play_unchecked(cell);
        replies(&after).map(|replies| pitfalls(&replies))
    };
    cells.iter().map(trap).collect()
}

/// The excess of the mover's lines over those of the other side after each move. It takes microseconds on the largest
/// board, so that it needs no limit. Empty if no heuristic of lines fits the rules.
fn lines_after_moves(position: &Position, cells: &[Cell]) -> Vec<i64> {
    let rules = position.rules();
    let Ok(lines) = Heuristic::Named(Heuristic::of_lines(rules)).compile(rules) else { return Vec::new() };
    let (before, mut position) = (lines.accumulator(position), position.clone());
    let value = |&cell: &Cell| {
        let mut accumulator = before;
        position.play_observed(cell, |before, after| lines.update(&mut accumulator, before, after));
        let value = -lines.value(accumulator, position.turn());
        position.undo();
        value
    };
    cells.iter().map(value).collect()
}

/// The number of ways in which a side with these moves can go wrong: moves whose outcome is worse than the best one, where an unproven one
/// counts as a draw, then moves that score less than the best.
fn pitfalls(replies: &[Verdict]) -> (usize, usize) {
    let outcome = replies.iter().map(|&reply| outcome(reply)).max();
    let score = replies.iter().map(|reply| reply.score()).max();
    let worse_outcomes = replies.iter().filter(|&&reply| Some(self::outcome(reply)) < outcome).count();
    (worse_outcomes, replies.iter().filter(|reply| Some(reply.score()) < score).count())
}

/// 1 for a win, −1 for a loss, 0 for anything else.
fn outcome(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Win { .. } => 1,
        Verdict::Draw { .. } | Verdict::Unknown { .. } => 0,
        Verdict::Loss { .. } => -1,
    }
}

/// Whether a verdict is proven to have a worse outcome than another, which is proven, too.
pub(super) fn is_worse_outcome(verdict: Verdict, than: Verdict) -> bool {
    verdict.is_proven() && than.is_proven() && outcome(verdict) < outcome(than)
}

/// Whether a move with this verdict gives away no outcome that the best move has: one that is proven must be proven for both.
pub(super) fn keeps_outcome(verdict: Verdict, best: Verdict) -> bool {
    outcome(verdict) >= outcome(best) && (verdict.is_proven() || !best.is_proven())
}

/// The score of a verdict for a player who does not see results further away than `foresight` plies.
pub(super) fn score_within(verdict: Verdict, foresight: Option<u32>) -> Score {
    match (verdict, foresight) {
        (Verdict::Win { plies } | Verdict::Loss { plies }, Some(foresight)) if plies > foresight => Score::DRAW,
        _ => verdict.score(),
    }
}

/// A stream of random numbers that is the same on every machine and in every version.
pub(super) struct Random(u64);

impl Random {
    /// A stream for a position: others draw different numbers from the same seed.
    pub(super) fn new(seed: u64, position: &Position) -> Random {
        Random(mix(seed) ^ position.key())
    }

    /// A stream that is the same for all positions.
    pub(super) fn of_seed(seed: u64) -> Random {
        Random(mix(mix(seed)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `bound`; the bias is far too small to show in a game.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from 0 up to but not including 1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
