//! Proofs on boards without a table: the exact result of a position, with its distance, by a search without a horizon.
//!
//! What makes it short: keys that symmetric positions share, lines that can no longer be completed in time, forced
//! replies, and draws proven by pairing.

mod board;
mod scan;
mod search;
mod table;

use super::Interrupted;
use crate::game::{Cell, Overline, Position, Rules, Status};
use crate::search::{Counts, Limits, Stop, Verdict, Watch};
use board::Board;
pub(super) use board::Node;
use scan::Scan;
use table::Table;

/// The memory of proofs, to be used again.
#[derive(Debug)]
pub struct Memory(Table);

impl Memory {
    /// A table of at most this many bytes, of at least one bucket.
    #[must_use]
    pub fn new(bytes: usize) -> Memory {
        Memory(Table::new(bytes))
    }
}

/// Whether there are proofs on boards with these rules.
#[must_use]
pub fn fits(rules: Rules) -> bool {
    board::fits(rules)
}

/// Proofs about the moves of one position, within the limits of one question. What one call proves makes the next one
/// cheaper.
///
/// A score is above 0 for a win of the side it is for, below for a loss, and the larger the sooner the win or the later
/// the loss is; [`Prover::verdict`] reads it.
#[derive(Debug)]
pub struct Prover<'a> {
    table: &'a mut Table,
    position: Position,
    board: Board,
    /// Lines as last read; a search reads them again at each position.
    scan: Scan,
    /// Whether every empty cell can be played, and k in a row wins: then threats and pairs of cells mean what they seem to.
    is_quiet: bool,
    /// Whether one more stone can never hurt its owner, too.
    is_monotone: bool,
    watch: Watch,
    counts: Counts,
    interrupted: Option<Stop>,
}

impl<'a> Prover<'a> {
    /// Starts from an unfinished position, with nothing known. Of the limits, the depth does not count.
    ///
    /// # Panics
    /// If the board is larger than [`fits`] says.
    #[must_use]
    pub fn new(memory: &'a mut Memory, position: &Position, limits: Limits) -> Prover<'a> {
        let rules = position.rules();
        assert!(fits(rules), "a proof needs a bit for each cell");
        memory.0.start();
        let is_quiet = !rules.gravity() && !rules.misere();
        Prover {
            table: &mut memory.0,
            position: position.clone(),
            board: Board::new(position.game()),
            scan: Scan::default(),
            is_quiet,
            is_monotone: is_quiet && rules.overline() == Overline::Allowed,
            watch: Watch::strict(&limits),
            counts: Counts::default(),
            interrupted: None,
        }
    }

    /// Positions visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.counts.nodes
    }

    /// What the search did so far.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// The position that it starts from.
    pub(super) fn root(&self) -> Node {
        self.board.node(&self.position)
    }

    /// The position after a legal move.
    pub(super) fn play(&self, node: &Node, cell: Cell) -> Node {
        self.board.play(node, cell)
    }

    /// The score of a win after so many plies, or the least of all wins if the board is full by then.
    pub(super) fn least_score(&self, node: &Node, plies: u32) -> i32 {
        (self.board.cells() as i32 + 1 - node.count() - plies as i32).max(1)
    }

    /// The limit that interrupted a call, if one did.
    #[must_use]
    pub fn interrupted(&self) -> Option<Stop> {
        self.interrupted
    }

    /// The exact score of a legal move for the side that plays it.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn move_score(&mut self, cell: Cell) -> Result<i32, Interrupted> {
        match self.after(cell) {
            Ok(child) => Ok(-self.score(&child)?),
            Err(score) => Ok(score),
        }
    }

    /// Whether a legal move scores at least `score` for the side that plays it.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn move_reaches(&mut self, cell: Cell, score: i32) -> Result<bool, Interrupted> {
        match self.after(cell) {
            Ok(child) => Ok(!self.is_above(&child, -score)?),
            Err(found) => Ok(found >= score),
        }
    }

    /// The best exact score of some legal moves for the side that plays one of them.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn best_score(&mut self, moves: &[Cell]) -> Result<i32, Interrupted> {
        if moves.len() == self.position.legal_moves().count() {
            let root = self.board.node(&self.position);
            return self.score(&root);
        }
        let mut best = None;
        for &cell in moves {
            let better = best.map_or(Ok(true), |best| self.move_reaches(cell, best + 1))?;
            if better {
                best = Some(self.move_score(cell)?);
            }
        }
        Ok(best.unwrap_or(0))
    }

    /// What a score of a move or of the position says.
    #[must_use]
    pub fn verdict(&self, score: i32) -> Verdict {
        let plies = (self.board.cells() as i32 + 1 - score.abs()) as u32 - self.position.stones() as u32;
        match score {
            1.. => Verdict::Win { plies },
            0 => Verdict::Draw { plies: self.position.empties() as u32 },
            _ => Verdict::Loss { plies },
        }
    }

    /// A legal move with this exact score and best play of both sides after it, to the end of the game or to where no
    /// line is open any more; of equally good moves the first in the order of line weights. A line that a limit cuts short is as good as it is long.
    pub fn line(&mut self, cell: Cell, score: i32) -> Vec<Cell> {
        let mut line = vec![cell];
        let start = self.position.clone();
        self.position.play_unchecked(cell, |_, _| {});
        let mut score = -score;
        while self.position.status() == Status::Ongoing && self.position.open_lines() > 0 {
            let Ok(cell) = self.best_move(score) else { break };
            line.push(cell);
            self.position.play_unchecked(cell, |_, _| {});
            score = -score;
        }
        self.position = start;
        line
    }

    /// Exact verdicts of all moves of another unfinished position of the game.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn replies(&mut self, position: &Position) -> Result<Vec<Verdict>, Interrupted> {
        let start = std::mem::replace(&mut self.position, position.clone());
        let replies = position.legal_moves().map(|cell| self.move_score(cell).map(|score| self.verdict(score)));
        let replies = replies.collect();
        self.position = start;
        replies
    }

    /// The first move of the current position that reaches its score, by line weights: the same whatever was proven before.
    fn best_move(&mut self, score: i32) -> Result<Cell, Interrupted> {
        let root = self.board.node(&self.position);
        let moves = self.promising(&root);
        let Some((&last, others)) = moves.split_last() else { unreachable!("an unfinished game has a move") };
        for &cell in others {
            if self.move_reaches(cell, score)? {
                return Ok(cell);
            }
        }
        // What is left over when all others fall short needs no proof.
        Ok(last)
    }

    /// The position after a legal move, or its score if it ends the game.
    fn after(&mut self, cell: Cell) -> Result<Node, i32> {
        self.position.play_unchecked(cell, |_, _| {});
        let (status, winner, turn) = (self.position.status(), self.position.winner(), self.position.turn());
        let child = self.board.node(&self.position);
        let score = self.board.cells() as i32 + 1 - self.position.stones() as i32;
        self.position.undo();
        match (status, winner) {
            (Status::Ongoing, _) => Ok(child),
            (Status::Won, Some(winner)) if winner != turn => Err(score),
            (Status::Won, _) => Err(-score),
            (Status::Drawn, _) => Err(0),
        }
    }

    /// The exact score of an unfinished position.
    fn score(&mut self, node: &Node) -> Result<i32, Interrupted> {
        let ends_at = |total: i32| self.board.cells() as i32 + 1 - total;
        // The mover's line is complete after an odd number of plies, and in misère play loses.
        let (win, loss) = if self.board.rules.misere() { (2, 1) } else { (1, 2) };
        let (stones, win, loss) = (node.count(), ends_at(node.count() + win), ends_at(node.count() + loss));
        debug_assert!(stones < self.board.cells() as i32);
        let least = self.bound(node, 0)?;
        if least > 0 {
            let mut score = win;
            while score > least && self.bound(node, score - 1)? < score {
                score -= 2;
            }
            return Ok(score);
        }
        let most = self.bound(node, -1)?;
        if most >= 0 {
            return Ok(0);
        }
        let mut score = -loss;
        while score < most && self.bound(node, score)? > score {
            score += 2;
        }
        Ok(score)
    }

    fn is_above(&mut self, node: &Node, alpha: i32) -> Result<bool, Interrupted> {
        Ok(self.bound(node, alpha)? > alpha)
    }

    /// Stops the search at a limit.
    #[inline]
    fn watch(&mut self) -> Result<(), Interrupted> {
        if self.watch.stops(self.counts.nodes) {
            self.interrupted = self.watch.reached(self.counts.nodes);
            return Err(Interrupted);
        }
        Ok(())
    }
}
