//! `/solve`: Connect Four in the form of gamesolver.org, for programs that were written for it.

use std::time::Duration;

use serde::Serialize;

use super::Context;
use crate::read::{ErrorCode, Reader, Shown};
use crate::refusal::Refusal;
use crate::run::{Answer, Request, Run, Searched};
use inarow_engine::engine::{Engine, Plan, Query};
use inarow_engine::game::{Cell, IllegalMove, Position, Preset, Rules, Status, parse_columns};
use inarow_engine::search::Verdict;

/// A valid request: a position of Connect Four.
#[derive(Debug)]
pub struct SolveRequest {
    pos: String,
    query: Query,
    movetime: Duration,
}

/// The answer: a score for each column, the left one first.
#[derive(Serialize)]
struct SolveAnswer<'a> {
    pos: &'a str,
    score: [i32; COLUMNS],
}

/// Columns of Connect Four.
const COLUMNS: usize = 7;
/// The score of a column that takes no stone: it is full, or the game is over.
const NO_MOVE: i32 = 100;

impl SolveRequest {
    /// Reads a request.
    pub fn read(r: &Reader<'_>, context: Context<'_>) -> Option<Self> {
        let mut position = Position::new(Preset::ConnectFour);
        let sent = r.sent("pos");
        let Some(pos) = sent.map_or(Some(""), |value| value.as_str()) else {
            let detail = format_args!("{} is not a text; send the columns played, such as 4453", Shown(sent?));
            r.error("pos", ErrorCode::WrongType, detail);
            return None;
        };
        match parse_columns(&position, pos) {
            // They are legal.
            Ok(cells) => cells.into_iter().for_each(|cell| position.play_unchecked(cell)),
            Err(IllegalMove { index, error }) => {
                r.error("pos", &error, format_args!("digit {} of {}: {error}", index + 1, Shown(sent?)));
                return None;
            }
        }
        let (query, movetime) = (Query::new(position), context.limits.movetime_max());
        Some(SolveRequest { pos: pos.split_whitespace().collect(), query, movetime })
    }
}

/// Half the stones left when the winner completes a line, and one for that line: 22 less the winner's stones, negative for a loss.
fn score(verdict: Verdict, stones: usize) -> Option<i32> {
    let of_winner = |plies: u32| (stones as i32 + plies as i32 + 1) / 2;
    match verdict {
        Verdict::Win { plies } => Some(22 - of_winner(plies)),
        Verdict::Draw { .. } => Some(0),
        Verdict::Loss { plies } => Some(of_winner(plies) - 22),
        Verdict::Unknown { .. } => None,
    }
}

impl Request for SolveRequest {
    fn plan(&self, engine: &Engine) -> Plan {
        engine.plan(&self.query)
    }

    fn rules(&self) -> Option<&Rules> {
        Some(self.query.position.rules())
    }

    fn movetime(&self) -> Option<Duration> {
        Some(self.movetime)
    }

    fn answer(&self, run: &mut Run<'_>) -> Result<Option<Answer>, Refusal> {
        let (mut scores, mut search) = ([NO_MOVE; COLUMNS], None);
        let position = &self.query.position;
        if position.status() == Status::Ongoing {
            let query = run.limited_query(&self.query, self.movetime);
            let Some(analysis) = run.engine.analyse_with(&query, run.effort, &mut |_| {})? else { return Ok(None) };
            search = Some(Searched::of(&analysis.report, run.is_late));
            for ranked in &analysis.moves {
                let column: Cell = ranked.cell % COLUMNS;
                // All scores are proven, or there is no answer.
                scores[column] = score(ranked.verdict, position.stones()).ok_or_else(|| run.cut_off())?;
            }
        }
        Ok(Some(Answer { search, ..run.json(&SolveAnswer { pos: &self.pos, score: scores }, true)? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_counts_the_stones_that_the_winner_has_left() {
        assert_eq!(score(Verdict::Win { plies: 41 }, 0), Some(1), "X wins with the last of its 21 stones");
        assert_eq!(score(Verdict::Win { plies: 1 }, 6), Some(18), "with its fourth stone");
        assert_eq!(score(Verdict::Loss { plies: 2 }, 6), Some(-18), "the opponent with its fourth");
        assert_eq!(score(Verdict::Draw { plies: 42 }, 0), Some(0));
        assert_eq!(score(Verdict::Unknown { value: 7 }, 0), None);
    }
}
