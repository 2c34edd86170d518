//! The search for `win-loss` to a depth: the values of minimax, where every unfinished position is 0, by null windows of the
//! solvers.
//!
//! Each depth adds one ply, with which only one side can complete a line. One null window for each move that may matter decides
//! whether that side forces a win within the depth: the window of the gravity solver, or that of the prover. This is faster than
//! alpha-beta with line weights, see docs/architecture.md.

mod lines;
mod windows;

use super::free::{self, Memory};
use super::gravity::{self, Solver};
use crate::game::{Cell, Overline, Position, Rules, Status};
use crate::search::{Counts, Iteration, Limits, RootMove, Score, Stop, Wanted};
use crate::sort;
use windows::{Answer, ProverWindows, SolverWindows, Windows};

/// Whether the search supports these rules. Overlines must be allowed: the line weights of `win-loss` count them.
#[must_use]
pub fn fits(rules: &Rules) -> bool {
    free::fits(rules) && rules.overline() == Overline::Allowed
}

/// The parameters of a search: the best of these moves (legal, ascending) within the limits.
#[derive(Clone, Copy, Debug)]
pub struct Horizon<'a> {
    pub position: &'a Position,
    pub moves: &'a [Cell],
    pub wanted: Wanted,
    pub limits: &'a Limits,
}

impl Horizon<'_> {
    /// Searches a board with gravity; `start` is the position for the solver, which must be empty. Calls `on_depth` with each
    /// completed depth and returns the last one.
    ///
    /// # Panics
    /// If there are no moves.
    pub fn with_solver(
        &self,
        start: gravity::Position,
        solver: &mut Solver,
        on_depth: &mut dyn FnMut(&Iteration),
    ) -> Iteration {
        self.deepen(SolverWindows::new(start, solver, self.limits), on_depth)
    }

    /// Searches any board that [`fits`].
    ///
    /// # Panics
    /// If there are no moves.
    pub fn with_prover(&self, memory: &mut Memory, on_depth: &mut dyn FnMut(&Iteration)) -> Iteration {
        self.deepen(ProverWindows::new(self.position, memory, self.limits), on_depth)
    }

    fn deepen<W: Windows>(&self, windows: W, on_depth: &mut dyn FnMut(&Iteration)) -> Iteration {
        assert!(!self.moves.is_empty(), "a search needs a move to try");
        let full = self.position.empties() as u32;
        let last = self.limits.depth.map_or(full, |depth| depth.clamp(1, full));
        let mut search = Search::start(self, windows);
        let mut result = None;
        for depth in 1..=last {
            let Some(iteration) = search.deepen(depth) else { break };
            // A certain draw does not end the search: its variations still grow.
            let ends = iteration.complete && iteration.moves.iter().all(|root| root.score.is_decided());
            on_depth(result.insert(iteration));
            if ends {
                break;
            }
        }
        let mut result = result.expect("the first depth asks nothing");
        let end = if result.complete { Stop::Solved } else { Stop::Depth };
        result.counts = search.counts();
        result.stop = Some(search.windows.interrupted().unwrap_or(end));
        result
    }
}

/// The state of a root move.
#[derive(Debug)]
struct HorizonMove<N> {
    cell: Cell,
    /// The position after it; `None` if the game is over or no line is open.
    node: Option<N>,
    state: State,
    /// The depth up to which it is known not to lose.
    safe: u32,
    never_wins: bool,
    never_loses: bool,
    /// The principal variation: to the depth `pv_depth`, or to the end if the result is known.
    pv: Vec<Cell>,
    pv_depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It does not win within the depths searched, and does not lose within `safe` plies.
    Open,
    /// It loses within this many plies, but not within `safe`.
    Lost {
        within: u32,
    },
    Decided(Score),
}

impl<N> HorizonMove<N> {
    fn is_win(&self) -> bool {
        matches!(self.state, State::Decided(score) if score > Score::DRAW)
    }

    fn is_drawn(&self) -> bool {
        self.never_wins && self.never_loses
    }
}

struct Search<W: Windows> {
    windows: W,
    /// The root position; extending a line plays and undoes moves.
    position: Position,
    misere: bool,
    moves: Vec<HorizonMove<W::Node>>,
    wanted: Wanted,
    /// Most lines that are wanted.
    wanted_max: usize,
    /// Visits of the root.
    roots: u64,
}

impl<W: Windows> Search<W> {
    /// Plays each move once, which completes depth 1.
    fn start(horizon: &Horizon, windows: W) -> Search<W> {
        let mut position = horizon.position.clone();
        let root = windows.root();
        let moves = horizon.moves.iter().map(|&cell| {
            let mover = position.turn();
            position.play_unchecked(cell);
            let state = match position.winner() {
                Some(winner) if winner == mover => State::Decided(Score::win_in(1)),
                Some(_) => State::Decided(Score::loss_in(1)),
                None => State::Open,
            };
            let goes_on = position.status() == Status::Ongoing && position.open_lines() > 0;
            position.undo();
            HorizonMove {
                cell,
                node: goes_on.then(|| windows.play(&root, cell)),
                state,
                safe: 1,
                never_wins: !goes_on,
                never_loses: !goes_on,
                pv: vec![cell],
                pv_depth: 1,
            }
        });
        let moves: Vec<_> = moves.collect();
        let wanted_max = match horizon.wanted {
            Wanted::Best(count) => count.max(1),
            Wanted::AllBest => usize::MAX,
        };
        let misere = position.rules().misere();
        Search { windows, position, misere, moves, wanted: horizon.wanted, wanted_max, roots: 0 }
    }

    fn counts(&self) -> Counts {
        let (mut counts, moves) = (self.windows.counts(), self.moves.len() as u64);
        counts += Counts { nodes: self.roots + moves, leaves: moves, cutoffs: 0 };
        counts
    }

    /// Whether a line completed with the last ply of this depth wins for the side to move at the root.
    fn gains(&self, depth: u32) -> bool {
        depth.is_multiple_of(2) == self.misere
    }

    /// Searches the next depth. `None` if a limit was reached.
    fn deepen(&mut self, depth: u32) -> Option<Iteration> {
        self.roots += 1;
        if depth > 1 {
            let wins = self.moves.iter().filter(|root| root.is_win()).count();
            if self.gains(depth) {
                self.find_wins(depth, wins)?;
            } else {
                self.find_losses(depth, self.wanted_max - wins)?;
            }
        }
        let mut chosen: Vec<(Score, usize)> =
            (0..self.moves.len()).filter_map(|at| Some((self.value(at, depth)?, at))).collect();
        sort::short_by_key(&mut chosen, |&(score, at)| (-score, at));
        chosen.truncate(match self.wanted {
            Wanted::Best(_) => self.wanted_max,
            Wanted::AllBest => chosen.iter().take_while(|(score, _)| *score == chosen[0].0).count(),
        });
        let is_full = depth as usize >= self.position.empties();
        let mut ranked = Vec::with_capacity(chosen.len());
        for &(score, at) in &chosen {
            self.extend_line(at, depth)?;
            let root = &self.moves[at];
            let complete = is_full || score.is_decided() || root.is_drawn();
            ranked.push(RootMove { cell: root.cell, score, complete, pv: root.pv.clone() });
        }
        let wins = chosen.iter().all(|&(score, _)| score.is_decided() && score > Score::DRAW);
        // Other moves must not become better. Their exact results do not matter.
        let is_final = |root: &HorizonMove<W::Node>| is_full || root.never_wins || root.state != State::Open;
        let complete = wins || ranked.iter().all(|root| root.complete) && self.moves.iter().all(is_final);
        Some(Iteration { depth, moves: ranked, complete, counts: self.counts(), stop: None })
    }

    /// Finds open moves that win at this depth, by ascending cell, as many as are wanted.
    fn find_wins(&mut self, depth: u32, mut wins: usize) -> Option<()> {
        for root in &mut self.moves {
            if wins >= self.wanted_max {
                break;
            }
            let (State::Open, false, Some(node)) = (root.state, root.never_wins, &root.node) else { continue };
            match self.windows.loses(node, depth - 1)? {
                Answer::Forced => {
                    root.state = State::Decided(Score::win_in(depth));
                    wins += 1;
                }
                Answer::NotYet => {}
                Answer::Never => root.never_wins = true,
            }
        }
        Some(())
    }

    /// Finds open moves that do not lose within this depth, by ascending cell, as many as are wanted. If there are too few,
    /// finds the distances of the losing ones.
    fn find_losses(&mut self, depth: u32, wanted: usize) -> Option<()> {
        let mut safe = 0;
        for root in self.moves.iter_mut().filter(|root| root.state == State::Open) {
            if safe >= wanted {
                return Some(());
            }
            let (false, Some(node)) = (root.never_loses, &root.node) else {
                safe += 1;
                continue;
            };
            match self.windows.wins(node, depth - 1)? {
                Answer::Forced => {
                    root.state = State::Lost { within: depth };
                    continue;
                }
                Answer::NotYet => {}
                Answer::Never => root.never_loses = true,
            }
            (root.safe, safe) = (depth, safe + 1);
        }
        if safe < wanted { self.find_distances() } else { Some(()) }
    }

    /// Finds the distances of the losing moves.
    fn find_distances(&mut self) -> Option<()> {
        for root in &mut self.moves {
            let (State::Lost { within }, Some(node)) = (root.state, &root.node) else { continue };
            let mut plies = root.safe + 1;
            // Distances have the parity of `within`.
            plies += (within - plies) % 2;
            while plies < within && self.windows.wins(node, plies - 1)? != Answer::Forced {
                plies += 2;
            }
            root.state = State::Decided(Score::loss_in(plies));
        }
        Some(())
    }

    /// The score of a move at this depth, if it is known.
    fn value(&self, at: usize, depth: u32) -> Option<Score> {
        let root = &self.moves[at];
        match root.state {
            State::Decided(score) => Some(score),
            State::Lost { .. } => None,
            // A depth whose last ply cannot lose needs no search of its own.
            State::Open => {
                let needed = if self.gains(depth) { depth - 1 } else { depth };
                (root.never_loses || root.safe >= needed).then_some(Score::DRAW)
            }
        }
    }
}
