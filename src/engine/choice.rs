//! Which of the ranked moves is played: skill first, then the tie-break.
//!
//! Skill weakens play by rank. Moves of equal score share a rank, the best is rank 0, and a move of rank r is chosen
//! with a weight of q^r where q = (1 − skill / 100)². A lower skill therefore slips more often, and slips that lose at
//! once stay rarer than slips that take a long time to punish, as with people. Above [`SOUND_SKILL`] no move is played
//! that gives away the outcome.

use std::cmp::Reverse;

use super::{Query, TieBreak};
use crate::game::zobrist::mix;
use crate::game::{Cell, Position};
use crate::search::{Score, Verdict};

/// Above this skill only moves of the best outcome are played.
const SOUND_SKILL: u8 = 90;

/// Index of the move to play among `values`, which hold the moves in question with their verdicts for the side to move.
/// `replies` gives the verdicts of all the opponent's moves in a position.
pub(super) fn choose(
    query: &Query,
    values: &[(Cell, Verdict)],
    mut replies: impl FnMut(&Position) -> Vec<Verdict>,
) -> usize {
    // Different positions draw different numbers from the same seed.
    let mut random = Random(mix(query.seed) ^ query.position.key());
    let score = if query.skill < Query::SKILL_MAX {
        slip(query.skill, values, &mut random)
    } else {
        values.iter().map(|(_, verdict)| verdict.score()).max().unwrap_or(Score::DRAW)
    };
    let equal: Vec<usize> = (0..values.len()).filter(|&index| values[index].1.score() == score).collect();
    let lowest = |index: &usize| values[*index].0;
    let chosen = match query.tie_break {
        _ if equal.len() < 2 => equal.first().copied(),
        TieBreak::First => equal.into_iter().min_by_key(lowest),
        TieBreak::Random => {
            let at = random.below(equal.len() as u64) as usize;
            equal.get(at).copied()
        }
        TieBreak::Trap => equal.into_iter().max_by_key(|index| {
            let cell = values[*index].0;
            let mut after = query.position.clone();
            after.play_unchecked(cell, |_, _| {});
            (pitfalls(&replies(&after)), Reverse(cell))
        }),
    };
    chosen.unwrap_or(0)
}

/// In how many ways a side with these moves can go wrong: moves that give away the outcome, then moves that are worse at
/// all.
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

/// The score of the rank to play at this skill.
fn slip(skill: u8, values: &[(Cell, Verdict)], random: &mut Random) -> Score {
    let mut ranked: Vec<Verdict> = values.iter().map(|&(_, verdict)| verdict).collect();
    ranked.sort_by_key(|verdict| Reverse(verdict.score()));
    if skill > SOUND_SKILL {
        let best = outcome(ranked[0]);
        ranked.retain(|&verdict| outcome(verdict) == best);
    }
    let weakness = 1.0 - f64::from(skill) / f64::from(Query::SKILL_MAX);
    let (q, mut weight) = (weakness * weakness, 1.0);
    let mut weights = Vec::with_capacity(ranked.len());
    for (index, verdict) in ranked.iter().enumerate() {
        if index > 0 && verdict.score() != ranked[index - 1].score() {
            weight *= q;
        }
        weights.push(weight);
    }
    let mut left = random.unit() * weights.iter().sum::<f64>();
    for (verdict, weight) in ranked.iter().zip(weights) {
        left -= weight;
        if left < 0.0 {
            return verdict.score();
        }
    }
    ranked[0].score()
}

/// A stream of random numbers that is the same on every machine and in every version.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `bound`; the bias is far below what a game could show.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from 0 up to but not including 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
