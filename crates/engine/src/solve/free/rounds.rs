//! The scores of several moves by two searches side by side, the same whether or not they run at the same time.
//!
//! Each search has a table of its own, one begins with the first moves, the other with the last. In a round each visits a number of
//! positions that is known before it; then each learns the proofs of the other. A search whose round ends in the middle of a move
//! begins the move again in the next, and its table brings it back to the same place. So each sees the other's proofs a round later.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::board::Board;
use super::table::{Entry, Table};
use super::{Memory, Prover};
use crate::game::{Cell, Position};
use crate::parts::{Parts, Seat, Threads};
use crate::search::{Counts, Limits, Stop};
use crate::solve::Interrupted;

/// Positions of the first round, which one search has alone, and of each search in the next rounds. Shorter rounds take more positions in
/// all, and longer ones leave the searches without each other's proofs.
const ROUND_MIN: u64 = 2_000;
/// A later round has this part of the positions so far, so that there are few rounds.
const ROUND_PART: u64 = 16;
/// Bounds the memory for the entries that a round stores.
const ROUND_MAX: u64 = 1 << 18;
/// Positions after which one search does the rest without rounds: so rounds end even with a table so small that they begin the same
/// work time and again.
const ROUNDS_END: u64 = 1 << 26;

/// The second search: its table, and threads for it.
pub(super) struct Partner<'a> {
    table: &'a mut Table,
    threads: &'a dyn Threads,
}

impl fmt::Debug for Partner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partner").finish_non_exhaustive()
    }
}

impl<'a> Prover<'a> {
    /// Has [`Prover::move_scores`] prove with two searches: with a second memory, and on a lent thread as well. Without effect under a
    /// limit of positions, which two searches would divide.
    #[must_use]
    pub fn with_partner(self, memory: &'a mut Memory, threads: &'a dyn Threads) -> Prover<'a> {
        if self.limits.nodes.is_some() {
            return self;
        }
        memory.0.start();
        Prover { partner: Some(Partner { table: &mut memory.0, threads }), ..self }
    }

    /// The exact scores of some legal moves for the mover, in their order. The most promising moves are proven first: they prove most
    /// for the others.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn move_scores(&mut self, moves: &[Cell]) -> Result<Vec<i32>, Interrupted> {
        let order = self.promising(&self.root());
        let mut open: Vec<usize> = (0..moves.len()).collect();
        open.sort_by_key(|&at| order.iter().position(|&cell| cell == moves[at]));
        let mut scores = vec![0; moves.len()];
        match self.partner.take() {
            Some(partner) => self.prove_in_rounds(partner, moves, open, &mut scores)?,
            None => {
                for at in open {
                    scores[at] = self.move_score(moves[at])?;
                }
            }
        }
        Ok(scores)
    }

    /// Proves the scores of the moves at these places.
    fn prove_in_rounds(
        &mut self,
        partner: Partner<'_>,
        moves: &[Cell],
        mut open: Vec<usize>,
        scores: &mut [i32],
    ) -> Result<(), Interrupted> {
        let task = Task { position: &self.position, board: &self.board, limits: &self.limits, moves };
        let tables = [Mutex::new(&mut *self.table), Mutex::new(partner.table)];
        while !open.is_empty() {
            let round = Round::after(self.counts.nodes, &open);
            let work =
                |which: usize, seat: Seat<'_, Done>| task.search(&mut lock(&tables[which]), &round, which, &seat);
            let mut stop = None;
            let mut look = |_: usize, done: &Done| {
                stop = done.stop;
                if stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let parts = Parts { count: round.searches(), needs: &|_| [None, None], work: &work };
            let done = parts.run(partner.threads, &mut look);
            for part in &done {
                self.counts += part.counts;
                part.scores.iter().for_each(|&(at, score)| scores[at] = score);
            }
            if stop.is_some() {
                self.interrupted = stop;
                return Err(Interrupted);
            }
            open.retain(|&at| !done.iter().any(|part| part.scores.iter().any(|&(of, _)| of == at)));
            let learn = |(which, done): (usize, &Done)| lock(&tables[1 - which]).learn(&done.news);
            done.iter().enumerate().for_each(learn);
            tables.iter().for_each(|table| lock(table).keep_journal(!open.is_empty()));
        }
        Ok(())
    }
}

fn lock<'a, 'b>(table: &'a Mutex<&'b mut Table>) -> MutexGuard<'a, &'b mut Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The work of each search in a round.
struct Round {
    /// The places of the moves for each search, in order.
    open: [Vec<usize>; 2],
    /// Most positions of each; `None` for the last round, which one search has alone.
    nodes: Option<u64>,
}

impl Round {
    /// The round after `nodes` positions, with the moves that are left.
    fn after(nodes: u64, open: &[usize]) -> Round {
        let is_shared = (1..ROUNDS_END).contains(&nodes);
        let (first, last) = open.split_at(if is_shared { open.len().div_ceil(2) } else { open.len() });
        let most = (nodes / ROUND_PART).clamp(ROUND_MIN, ROUND_MAX);
        Round {
            open: [first.to_vec(), last.iter().rev().copied().collect()],
            nodes: (nodes < ROUNDS_END).then_some(most),
        }
    }

    fn searches(&self) -> usize {
        self.open.iter().filter(|open| !open.is_empty()).count()
    }
}

/// The result of a search in a round.
struct Done {
    /// Places of moves, with their scores.
    scores: Vec<(usize, i32)>,
    counts: Counts,
    /// Entries for the table of the other search.
    news: Vec<Entry>,
    /// The limit of the whole that was reached.
    stop: Option<Stop>,
}

/// The work of both searches.
struct Task<'a> {
    position: &'a Position,
    board: &'a Board,
    limits: &'a Limits,
    moves: &'a [Cell],
}

impl Task<'_> {
    fn search(&self, table: &mut Table, round: &Round, which: usize, seat: &Seat<'_, Done>) -> Done {
        // A lent thread that was recalled has left this round's work behind.
        table.undo();
        table.keep_journal(round.nodes.is_some());
        let limits = Limits { nodes: round.nodes, recall: seat.recall.cloned(), ..self.limits.clone() };
        let mut prover = Prover::on(table, self.position.clone(), self.board.clone(), limits);
        let mut scores = Vec::new();
        for &at in &round.open[which] {
            let Ok(score) = prover.move_score(self.moves[at]) else { break };
            scores.push((at, score));
        }
        let stop = prover.interrupted.filter(|&stop| stop != Stop::Nodes);
        Done { scores, counts: prover.counts, news: prover.table.news(), stop }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::game::{Game, Overline, Rules, RulesSpec};
    use crate::parts::{InPlace, LentThread};

    /// Lends a thread at any time; recalls every third at once.
    struct Lender {
        loans: AtomicUsize,
        recalls: bool,
    }

    impl Threads for Lender {
        fn lend(&self) -> Option<LentThread> {
            let loan = self.loans.fetch_add(1, Relaxed);
            let recall = Arc::new(AtomicBool::new(self.recalls && loan.is_multiple_of(3)));
            Some(LentThread { recall, permit: Box::new(()) })
        }
    }

    fn position(size: (u64, u64), extras: (bool, bool), moves: &[Cell]) -> Position {
        let ((width, height), (gravity, misere)) = (size, extras);
        let spec = RulesSpec { width, height, k: 4, gravity, overline: Overline::Allowed, misere };
        let mut position = Position::new(Game::shared(Rules::new(spec).expect("valid rules")));
        moves.iter().for_each(|&cell| position.play_unchecked(cell));
        position
    }

    fn positions() -> Vec<Position> {
        vec![
            position((5, 5), (false, false), &[12, 0, 6, 18]),
            position((6, 4), (false, false), &[]),
            position((5, 5), (false, true), &[0, 24, 7, 3, 11, 13, 20, 4, 15, 9]),
            position((5, 4), (true, true), &[15, 16]),
            position((4, 4), (false, false), &[]),
        ]
    }

    /// Scores, nodes and the first line.
    fn proven(memories: &mut [Memory; 2], position: &Position, threads: &dyn Threads) -> (Vec<i32>, u64, Vec<Cell>) {
        let moves: Vec<Cell> = position.legal_moves().collect();
        let [memory, other] = memories;
        let mut prover = Prover::new(memory, position, Limits::default()).with_partner(other, threads);
        let scores = prover.move_scores(&moves).expect("no limit");
        let nodes = prover.nodes();
        let line = prover.line(moves[0], scores[0]);
        (scores, nodes, line)
    }

    #[test]
    fn rounds_prove_the_same_on_any_number_of_threads() {
        // In tables that are full soon, too.
        for bytes in [1 << 14, 1 << 20] {
            let memories = &mut [(); 2].map(|()| Memory::new(bytes));
            let mut nodes_max = 0;
            for position in positions() {
                let moves: Vec<Cell> = position.legal_moves().collect();
                let mut alone = Prover::new(&mut memories[0], &position, Limits::default());
                let scores: Vec<i32> = moves.iter().map(|&cell| alone.move_score(cell).expect("no limit")).collect();
                let expected = proven(memories, &position, &InPlace);
                assert_eq!(expected.0, scores, "{}", position.board());
                for recalls in [false, true] {
                    let lender = Lender { loans: AtomicUsize::new(0), recalls };
                    assert_eq!(proven(memories, &position, &lender), expected, "{}", position.board());
                    assert_eq!(lender.loans.into_inner() > 0, expected.1 > ROUND_MIN, "where there is a second round");
                }
                nodes_max = nodes_max.max(expected.1);
            }
            assert!(nodes_max > 16 * ROUND_MIN, "{nodes_max}");
        }
    }

    /// Entries that a recalled thread has left in the table do not count.
    #[test]
    fn a_round_begins_where_the_one_before_has_ended() {
        let position = position((5, 5), (false, false), &[12, 0]);
        let (moves, board) = (position.legal_moves().collect::<Vec<_>>(), Board::new(position.game()));
        let limits = Limits::default();
        let task = Task { position: &position, board: &board, limits: &limits, moves: &moves };
        let open: Vec<usize> = (0..moves.len()).collect();
        let run = |table: &mut Table, nodes: u64| {
            let round = Round { nodes: Some(nodes), ..Round::after(ROUND_MIN, &open) };
            let seat = Seat { results: &[], recall: None, threads: 1 };
            let done = task.search(table, &round, 0, &seat);
            let news = done.news.iter().map(|entry| format!("{entry:?}")).collect::<Vec<_>>();
            (done.scores, done.counts.nodes, news)
        };
        // Full soon, so that the work left behind replaces entries.
        let tables = &mut [(); 2].map(|()| Table::new(1 << 14));
        for table in &mut *tables {
            table.start();
            run(table, 3_000);
            table.keep_journal(true);
        }
        for nodes in [1, 700, 5_000] {
            run(&mut tables[0], nodes);
        }
        assert_eq!(run(&mut tables[0], 2_000), run(&mut tables[1], 2_000));
    }

    #[test]
    fn a_limit_ends_all_rounds() {
        let position = position((5, 5), (false, false), &[]);
        let moves: Vec<Cell> = position.legal_moves().collect();
        let memories = &mut [(); 2].map(|()| Memory::new(1 << 16));
        let lender = Lender { loans: AtomicUsize::new(0), recalls: false };
        let [memory, other] = &mut *memories;
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let limits = Limits { cancel, ..Limits::default() };
        let mut prover = Prover::new(memory, &position, limits).with_partner(other, &lender);
        assert_eq!((prover.move_scores(&moves), prover.interrupted()), (Err(Interrupted), Some(Stop::Cancelled)));
        let [memory, other] = &mut *memories;
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let mut prover = Prover::new(memory, &position, limits).with_partner(other, &lender);
        assert_eq!((prover.move_scores(&moves), prover.nodes()), (Err(Interrupted), 3_000));
        assert_eq!(lender.loans.into_inner(), 0, "a limit of positions is not divided");
    }

    #[test]
    fn rounds_end() {
        let open = [4, 2, 7];
        let shape = |nodes| {
            let round = Round::after(nodes, &open);
            (round.open, round.nodes)
        };
        assert_eq!(shape(0), ([vec![4, 2, 7], vec![]], Some(ROUND_MIN)));
        assert_eq!(shape(2_000), ([vec![4, 2], vec![7]], Some(ROUND_MIN)));
        assert_eq!(shape(64_000), ([vec![4, 2], vec![7]], Some(4_000)));
        assert_eq!(shape(ROUNDS_END - 1), ([vec![4, 2], vec![7]], Some(ROUND_MAX)));
        assert_eq!(shape(ROUNDS_END), ([vec![4, 2, 7], vec![]], None));
    }
}
