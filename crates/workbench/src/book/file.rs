//! The file of the scores; the engine's `book` describes the form.

use inarow_engine::solve::book::format::{BOOK_MAGIC, checksum, children, from_key, stored};
use inarow_engine::solve::book::positions;
use inarow_engine::solve::gravity::Position;

use super::level;

/// A file of this kind.
pub(super) fn with_contents(kind: &[u8; 4], contents: &[u8]) -> Vec<u8> {
    [kind, &checksum(contents).to_le_bytes()[..], contents].concat()
}

/// The contents of a book file, from the scores of all positions after `ply` stones in the order of [`positions`].
#[must_use]
pub fn to_bytes(ply: u32, scores: &[i8]) -> Vec<u8> {
    let stored = stored(ply);
    let mut levels = Vec::new();
    let mut known: Option<Scored> = None;
    for (ply, keys) in (0..).zip(positions(ply)).collect::<Vec<_>>().into_iter().rev() {
        let scores = match &known {
            None => scores.to_vec(),
            Some(next) => keys.iter().map(|&key| best_score(&from_key(key), next)).collect(),
        };
        let scored = Scored { keys, scores };
        if stored.contains(&ply) {
            levels.push(level::to_bytes(ply, |position| scored.score(position)));
        }
        known = Some(scored);
    }
    let levels: Vec<u8> = levels.into_iter().rev().flatten().collect();
    with_contents(BOOK_MAGIC, &levels)
}

/// All positions of a ply, with their scores.
struct Scored {
    keys: Vec<u64>,
    scores: Vec<i8>,
}

impl Scored {
    fn score(&self, position: &Position) -> Option<i8> {
        Some(self.scores[self.keys.binary_search(&position.key()).ok()?])
    }
}

/// The best of the moves, from the scores of the next ply.
fn best_score(position: &Position, next: &Scored) -> i8 {
    if let Some(score) = position.winning_score() {
        return score;
    }
    let scores = children(position).map(|child| -next.score(&child).expect("all children are listed"));
    scores.max().expect("the board is not full this early")
}
