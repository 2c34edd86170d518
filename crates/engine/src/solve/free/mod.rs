//! The prover for boards of up to 64 cells: the exact result of a position with its distance, by null-window alpha-beta to the
//! end of the game.
//!
//! It uses keys that symmetric positions share, prunes lines that cannot be completed in time, and knows forced replies and
//! draws by pairing.

mod board;
mod pairing;
mod rounds;
mod scan;
mod search;
mod table;

use super::Interrupted;
use crate::game::{Cell, Overline, Position, Rules, Status};
use crate::search::{Counts, Limits, Stop, Verdict, Watch};
use board::Board;
pub(super) use board::Node;
use rounds::Partner;
use scan::Scan;
use table::Table;

/// The reusable memory of a prover.
#[derive(Debug)]
pub struct Memory(Table);

impl Memory {
    /// A table of at most this many bytes, of at least one bucket.
    #[must_use]
    pub fn new(bytes: usize) -> Memory {
        Memory(Table::new(bytes))
    }
}

/// Most positions in which a near end is looked for, in short games and in long ones: the shorter the game, the fewer positions the question
/// for any end takes itself. With fewer empty cells than [`NEAR_CELLS_MIN`] that question alone is asked.
const NEAR_NODES_SHORT: u64 = 1_000;
const NEAR_NODES: u64 = 16_000;
const NEAR_CELLS_MIN: usize = 26;
/// Most empty cells of a short game.
const SHORT_CELLS_MAX: usize = 36;

/// Whether a game with `empties` empty cells is short: its result is likely to be proven.
#[must_use]
pub fn is_short(empties: usize) -> bool {
    empties <= SHORT_CELLS_MAX
}

/// Whether the prover supports these rules.
#[must_use]
pub fn fits(rules: &Rules) -> bool {
    board::fits(rules)
}

/// Proves scores of the moves of one position, within the limits of one query. Each call profits from the bounds that earlier
/// calls proved.
///
/// A score is positive for a win and negative for a loss. Sooner wins and later losses score higher. See [`Prover::verdict`].
#[derive(Debug)]
pub struct Prover<'a> {
    table: &'a mut Table,
    position: Position,
    board: Board,
    /// The lines of the current position.
    scan: Scan,
    /// No gravity, not misère: every empty cell is playable and k in a row wins, so that threats and pairs are valid.
    is_quiet: bool,
    /// Quiet, and overlines are allowed: an additional stone never hurts its owner.
    is_monotone: bool,
    watch: Watch,
    counts: Counts,
    interrupted: Option<Stop>,
    limits: Limits,
    /// The number of visited positions until which near ends are looked for.
    near_end: u64,
    /// The second search, for proofs of the scores of several moves.
    partner: Option<Partner<'a>>,
}

impl<'a> Prover<'a> {
    /// Starts from an unfinished position with an empty table. Ignores the depth limit.
    ///
    /// # Panics
    /// If the rules do not [fit](fits).
    #[must_use]
    pub fn new(memory: &'a mut Memory, position: &Position, limits: Limits) -> Prover<'a> {
        assert!(fits(position.rules()), "a proof needs a bit for each cell");
        memory.0.start();
        Prover::on(&mut memory.0, position.clone(), Board::new(position.game()), limits)
    }

    /// Goes on with the entries of a table.
    fn on(table: &'a mut Table, position: Position, board: Board, limits: Limits) -> Prover<'a> {
        let rules = position.rules();
        let is_quiet = !rules.gravity() && !rules.misere();
        Prover {
            table,
            is_quiet,
            is_monotone: is_quiet && rules.overline() == Overline::Allowed,
            position,
            board,
            scan: Scan::default(),
            watch: Watch::strict(&limits),
            counts: Counts::default(),
            interrupted: None,
            limits,
            near_end: u64::MAX,
            partner: None,
        }
    }

    /// Positions visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.counts.nodes
    }

    /// Statistics so far.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// The root position.
    pub(super) fn root(&self) -> Node {
        self.board.node(&self.position)
    }

    /// The position after a legal move.
    pub(super) fn play(&self, node: &Node, cell: Cell) -> Node {
        self.board.play(node, cell)
    }

    /// The score of a win after this many plies; the lowest score of a win if the board is full by then.
    pub(super) fn least_score(&self, node: &Node, plies: u32) -> i32 {
        (self.board.cells() as i32 + 1 - node.count() - plies as i32).max(1)
    }

    /// The limit that interrupted a call, if any.
    #[must_use]
    pub fn interrupted(&self) -> Option<Stop> {
        self.interrupted
    }

    /// The exact score of a legal move for the mover.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn move_score(&mut self, cell: Cell) -> Result<i32, Interrupted> {
        match self.after(cell) {
            Ok(child) => Ok(-self.score(&child)?),
            Err(score) => Ok(score),
        }
    }

    /// The first of some legal moves that wins soonest, with its score, if a near win is found among them.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn near_win(&mut self, moves: &[Cell]) -> Result<Option<(Cell, i32)>, Interrupted> {
        if moves.len() < self.position.legal_moves().count() {
            return Ok(None);
        }
        let root = self.root();
        let Some(score) = self.near_score(&root)?.filter(|score| *score > 0) else { return Ok(None) };
        for &cell in moves {
            if self.move_reaches(cell, score)? {
                return Ok(Some((cell, score)));
            }
        }
        Ok(None)
    }

    /// Whether a legal move scores at least `score` for the mover.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn move_reaches(&mut self, cell: Cell, score: i32) -> Result<bool, Interrupted> {
        match self.after(cell) {
            Ok(child) => Ok(!self.is_above(&child, -score)?),
            Err(found) => Ok(found >= score),
        }
    }

    /// The best exact score of some legal moves for the mover.
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

    /// The verdict of a score of the position or of a move.
    #[must_use]
    pub fn verdict(&self, score: i32) -> Verdict {
        let plies = (self.board.cells() as i32 + 1 - score.abs()) as u32 - self.position.stones() as u32;
        match score {
            1.. => Verdict::Win { plies },
            0 => Verdict::Draw { plies: self.position.empties() as u32 },
            _ => Verdict::Loss { plies },
        }
    }

    /// The variation of best play that begins with a legal move of this exact score, to the end of the game or until no line is
    /// open. Of equal moves it has the first by line weights. A limit may shorten it.
    pub fn line(&mut self, cell: Cell, score: i32) -> Vec<Cell> {
        let mut line = vec![cell];
        let start = self.position.clone();
        self.position.play_unchecked(cell);
        let mut score = -score;
        while self.position.status() == Status::Ongoing && self.position.open_lines() > 0 {
            let Ok(cell) = self.best_move(score) else { break };
            line.push(cell);
            self.position.play_unchecked(cell);
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

    /// The first move, by line weights, that keeps the score of the current position. Does not depend on earlier calls.
    fn best_move(&mut self, score: i32) -> Result<Cell, Interrupted> {
        let root = self.board.node(&self.position);
        let moves = self.promising(&root);
        let Some((&last, others)) = moves.split_last() else { unreachable!("an unfinished game has a move") };
        for &cell in others {
            if self.move_reaches(cell, score)? {
                return Ok(cell);
            }
        }
        // If all other moves fail, the last one needs no proof.
        Ok(last)
    }

    /// The position after a legal move; its score if the move ends the game.
    fn after(&mut self, cell: Cell) -> Result<Node, i32> {
        self.position.play_unchecked(cell);
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
        // The side to move completes a line after an odd number of plies, and in misère play loses by it.
        let (win, loss) = if self.board.rules.misere() { (2, 1) } else { (1, 2) };
        let (stones, win, loss) = (node.count(), ends_at(node.count() + win), ends_at(node.count() + loss));
        debug_assert!(stones < self.board.cells() as i32);
        if let Some(score) = self.near_score(node)? {
            return Ok(score);
        }
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

    /// The exact score of a position whose end is near: asks for a win or a loss within one ply, two plies and so on, which finds a near one
    /// in a small part of the positions that the question for any takes. `None` where some positions do not suffice.
    fn near_score(&mut self, node: &Node) -> Result<Option<i32>, Interrupted> {
        let empties = (self.board.cells() as i32 - node.count()) as usize;
        let most = match empties {
            ..NEAR_CELLS_MIN => return Ok(None),
            _ if is_short(empties) => NEAR_NODES_SHORT,
            _ => NEAR_NODES,
        };
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.counts.nodes));
        self.near_end = self.counts.nodes + most.min(left / 2);
        let found = self.nearest_score(node);
        self.near_end = u64::MAX;
        match found {
            Err(Interrupted) if self.interrupted.is_none() => Ok(None),
            found => found.map(Some),
        }
    }

    /// The exact score of an unfinished position, by the question for each distance in turn.
    fn nearest_score(&mut self, node: &Node) -> Result<i32, Interrupted> {
        let least = self.least_score(node, 1);
        // The side to move completes a line after an odd number of plies, and in misère play loses by it.
        let mut is_win = !self.board.rules.misere();
        for score in (1..=least).rev() {
            match is_win {
                true if self.is_above(node, score - 1)? => return Ok(score),
                false if !self.is_above(node, -score)? => return Ok(-score),
                _ => is_win = !is_win,
            }
        }
        Ok(0)
    }

    fn is_above(&mut self, node: &Node, alpha: i32) -> Result<bool, Interrupted> {
        Ok(self.bound(node, alpha)? > alpha)
    }

    /// Stops the search at a limit.
    #[inline]
    fn watch(&mut self) -> Result<(), Interrupted> {
        if self.counts.nodes >= self.near_end {
            return Err(Interrupted);
        }
        if self.watch.stops(self.counts.nodes) {
            self.interrupted = self.watch.reached(self.counts.nodes);
            return Err(Interrupted);
        }
        Ok(())
    }
}
