//! The gravity solver together with the opening book, if the program has one.

use super::embedded;
use super::gravity::{Cell, Interrupted, Position, Solver, SolverLimits};
use crate::game::{self, Overline, Rules};
use crate::search::{Counts, Limits, Stop};

/// Whether the gravity solver supports these rules: stones fall, a line of `k` or more wins, the board fits into 64 bits.
#[must_use]
pub fn is_solvable(rules: &Rules) -> bool {
    let plain = rules.is_grid() && rules.gravity() && !rules.misere() && rules.overline() == Overline::Allowed;
    plain && Position::empty(rules.width() as u32, rules.height() as u32, rules.k() as u32).is_some()
}

/// The position for the solver. `None` if the game is finished, or the solver does not support its rules.
#[must_use]
pub fn solvable(position: &game::Position) -> Option<Position> {
    let rules = position.rules();
    let cell = |stone: &Option<game::Player>| match stone {
        None => Cell::Empty,
        Some(player) if *player == position.turn() => Cell::Mover,
        Some(_) => Cell::Other,
    };
    let cells: Vec<Cell> = position.cells().iter().map(cell).collect();
    let solvable = Position::from_cells(rules.width() as u32, rules.height() as u32, rules.k() as u32, &cells);
    solvable.filter(|_| is_solvable(rules))
}

/// Whether every position after one move is in the opening book.
#[must_use]
pub fn is_in_book(position: &game::Position) -> bool {
    solvable(position).is_some_and(|position| embedded::has_next(&position))
}

/// The nodes of each turn of a move, while it is not known whether it or all other moves are quicker to decide. The other moves
/// get [a part](OTHERS_PART) of them. Turns with more nodes do not pay.
const TURN_NODES: [u64; 4] = [16, 64, 256, 1_024];
const OTHERS_PART: u64 = 4;

/// Exact scores from the book and the solver, within the limits of one query.
///
/// Scores follow the convention of [`Solver::solve`]. Each call profits from the bounds that earlier calls proved.
#[derive(Debug)]
pub struct Session<'a> {
    solver: &'a mut Solver,
    limits: Limits,
    counts: Counts,
    looked_up: bool,
    searched: bool,
    interrupted: Option<Stop>,
}

impl<'a> Session<'a> {
    /// A session with an empty solver, so that equal queries visit equal numbers of nodes. Ignores the depth limit.
    #[must_use]
    pub fn new(solver: &'a mut Solver, limits: Limits) -> Session<'a> {
        Session { solver, limits, counts: Counts::default(), looked_up: false, searched: false, interrupted: None }
    }

    /// Loads the book, which is otherwise loaded on first use.
    pub fn load_book() {
        embedded::load();
    }

    /// Positions visited or looked up in the book so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.counts.nodes
    }

    /// Statistics so far.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether scores came from the book, and none from a search. A win at once needs neither.
    #[must_use]
    pub fn is_from_book(&self) -> bool {
        self.looked_up && !self.searched
    }

    /// The limit that interrupted a call, if any.
    #[must_use]
    pub fn interrupted(&self) -> Option<Stop> {
        self.interrupted
    }

    /// The exact score for the side to move.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn score(&mut self, position: &Position) -> Result<i8, Interrupted> {
        match self.look_up(position) {
            Some(score) => Ok(score),
            None => self.search(|solver, limits| solver.solve_with(position, limits)),
        }
    }

    /// The best exact score of moves in these columns, none of them full, for the mover.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn best_score(&mut self, position: &Position, columns: &[usize]) -> Result<i8, Interrupted> {
        if columns.len() == position.columns_by_cell().count() {
            return self.score(position);
        }
        let mut best = i8::MIN;
        for &column in columns {
            if best == i8::MIN || self.move_reaches(position, column, best + 1)? {
                best = self.move_score(position, column)?;
            }
        }
        Ok(best)
    }

    /// The exact score of a move in `column`, which is not full, for the mover.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn move_score(&mut self, position: &Position, column: usize) -> Result<i8, Interrupted> {
        match after(position, column) {
            None => Ok(position.score_of_win()),
            Some(child) => Ok(-self.score(&child)?),
        }
    }

    /// Whether a move in `column`, which is not full, scores at least `score` for the mover.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn move_reaches(&mut self, position: &Position, column: usize, score: i8) -> Result<bool, Interrupted> {
        let Some(child) = after(position, column) else { return Ok(position.score_of_win() >= score) };
        match self.look_up(&child) {
            Some(found) => Ok(-found >= score),
            None => self.search(|solver, limits| Ok(!solver.is_above(&child, -score, limits)?)),
        }
    }

    /// As [`extend_variation`](Session::extend_variation), with at most this many nodes; then the variation ends early.
    pub fn extend_variation_within(&mut self, nodes: u64, position: &Position, score: i8, variation: &mut Vec<usize>) {
        // The variation is shorter then.
        let _ = self.within(nodes, |session| session.extend_variation(position, score, variation));
    }

    /// Extends `variation`, columns played from `position`, by best play to the end of the game or until no line is open.
    /// `score` is the score of the variation for the mover. Of equal moves the most promising is played, except where the book
    /// has a variation or its mirror image: of the moves up to ply 12 the lowest cell.
    ///
    /// # Errors
    /// A limit was reached first; `variation` holds the moves so far.
    pub fn extend_variation(
        &mut self,
        position: &Position,
        score: i8,
        variation: &mut Vec<usize>,
    ) -> Result<(), Interrupted> {
        let (mut position, mut score, mut played) = (*position, score, 0);
        let mut is_stored = false;
        loop {
            if !is_stored
                && let Some(known) = embedded::variation(&position)
                && known.starts_with(&variation[played..])
            {
                variation.truncate(played);
                variation.extend(known);
                is_stored = true;
            }
            let column = match variation.get(played) {
                Some(&column) => column,
                None if !position.has_open_line() => return Ok(()),
                None => {
                    let column = self.first_best(&position, score, &position.columns_by_promise())?;
                    variation.push(column);
                    column
                }
            };
            let Some(next) = after(&position, column) else { return Ok(()) };
            (position, score, played) = (next, -score, played + 1);
        }
    }

    /// The first of these columns that keeps the score of the position, which one of them does.
    ///
    /// A column is known to keep it as soon as all others fail, which is sometimes quicker to see. So both get some nodes in turn,
    /// before the first column gets as many as it takes.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn first_best(&mut self, position: &Position, score: i8, columns: &[usize]) -> Result<usize, Interrupted> {
        let (mut columns, mut turns) = (columns.to_vec(), TURN_NODES.iter());
        // Whether the last of the columns is known to keep the score.
        let mut is_certain = false;
        while columns.len() > 1 {
            let nodes = turns.next().copied().unwrap_or(u64::MAX);
            match self.move_reaches_within(nodes, position, columns[0], score)? {
                Some(true) => break,
                Some(false) => {
                    columns.remove(0);
                    turns = TURN_NODES.iter();
                }
                None if is_certain => {}
                None => is_certain = self.drop_refuted(nodes / OTHERS_PART, position, score, &mut columns)?,
            }
        }
        Ok(columns[0])
    }

    /// Drops columns from the last to the second, as long as `nodes` nodes suffice to see that each of them does not keep the
    /// score. Returns whether one is seen to keep it: then it is the last.
    fn drop_refuted(
        &mut self,
        nodes: u64,
        position: &Position,
        score: i8,
        columns: &mut Vec<usize>,
    ) -> Result<bool, Interrupted> {
        while columns.len() > 1 {
            match self.move_reaches_within(nodes, position, columns[columns.len() - 1], score)? {
                Some(true) => return Ok(true),
                Some(false) => {
                    columns.pop();
                }
                None => break,
            }
        }
        Ok(false)
    }

    /// As [`move_reaches`](Session::move_reaches), with at most this many nodes; `None` if they do not suffice.
    fn move_reaches_within(
        &mut self,
        nodes: u64,
        position: &Position,
        column: usize,
        score: i8,
    ) -> Result<Option<bool>, Interrupted> {
        self.within(nodes, |session| session.move_reaches(position, column, score))
    }

    /// Calls `search` with at most this many nodes; `None` if they do not suffice, which does not interrupt the session.
    fn within<T>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Self) -> Result<T, Interrupted>,
    ) -> Result<Option<T>, Interrupted> {
        let (whole, before) = (self.limits.nodes, self.interrupted);
        let part = self.counts.nodes.saturating_add(nodes);
        self.limits.nodes = Some(whole.map_or(part, |whole| whole.min(part)));
        let result = search(self);
        self.limits.nodes = whole;
        let is_limit = self.interrupted != Some(Stop::Nodes) || whole.is_some_and(|max| self.counts.nodes >= max);
        match result {
            Err(Interrupted) if !is_limit => {
                self.interrupted = before;
                Ok(None)
            }
            result => result.map(Some),
        }
    }

    /// A bound of the score: an upper bound if it is at most `alpha`, else a lower bound. Does not use the book.
    pub(super) fn bound(&mut self, position: &Position, alpha: i8) -> Result<i8, Interrupted> {
        self.search(|solver, limits| solver.bound(position, alpha, limits))
    }

    fn look_up(&mut self, position: &Position) -> Option<i8> {
        let score = embedded::score(position)?;
        self.counts.nodes += 1;
        self.looked_up = true;
        Some(score)
    }

    fn search<T>(
        &mut self,
        search: impl FnOnce(&mut Solver, &SolverLimits<'_>) -> Result<T, Interrupted>,
    ) -> Result<T, Interrupted> {
        let whole = Limits { nodes: None, ..self.limits.clone() };
        let stop = || whole.reached(0).is_some();
        let nodes_max = self.limits.nodes.map_or(u64::MAX, |max| max.saturating_sub(self.counts.nodes));
        self.searched = true;
        let result = search(self.solver, &SolverLimits { nodes_max, stop: &stop });
        let (leaves, cutoffs) = self.solver.leaves_and_cutoffs();
        self.counts += Counts { nodes: self.solver.nodes(), leaves, cutoffs };
        if result.is_err() {
            // A limit that stopped the search is still reached.
            self.interrupted = self.limits.reached(self.counts.nodes).or(Some(Stop::Movetime));
        }
        result
    }
}

impl Drop for Session<'_> {
    /// Clears the solver for the next session.
    fn drop(&mut self) {
        self.solver.clear();
    }
}

/// The position after a move, for the opponent; `None` if the move wins.
fn after(position: &Position, column: usize) -> Option<Position> {
    if position.wins_at(column) { None } else { position.play(column) }
}
