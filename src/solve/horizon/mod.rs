//! Results up to a horizon: what plain minimax answers at a depth where every unfinished position is worth 0.
//!
//! At each depth only one side can win anew, the one whose win the last ply of it can be. So a depth asks one question of
//! each move that may matter, does that side force its win in time, and null windows on bit sets answer it: those of the
//! solver where stones fall, else those of the proof search. Their lines are forced, in reach in time, or left alone.

mod lines;
mod windows;

use super::free::{self, Memory};
use super::gravity::{self, Solver};
use crate::game::{Cell, Overline, Position, Rules, Status};
use crate::search::{Counts, Iteration, Limits, RootLine, Score, Stop, Wanted};
use windows::{Answer, Falling, Placed, Windows};

/// Whether boards with these rules can be searched this way: a line that does not count must not weigh anything.
#[must_use]
pub fn fits(rules: Rules) -> bool {
    free::fits(rules) && rules.overline() == Overline::Allowed
}

/// A question: which of these moves (legal, ascending) are best, looking ahead as far as the limits allow.
#[derive(Clone, Copy, Debug)]
pub struct Horizon<'a> {
    pub position: &'a Position,
    pub moves: &'a [Cell],
    pub wanted: Wanted,
    pub limits: &'a Limits,
}

impl Horizon<'_> {
    /// The answer where stones fall: `start` is the position as the solver takes it, and the solver knows nothing yet. Calls
    /// `on_depth` with each completed depth and returns the last one.
    ///
    /// # Panics
    /// If there are no moves.
    pub fn falling(
        &self,
        start: gravity::Position,
        solver: &mut Solver,
        on_depth: &mut dyn FnMut(&Iteration),
    ) -> Iteration {
        self.deepen(Falling::new(start, solver, self.limits), on_depth)
    }

    /// The answer on any board that [`fits`].
    ///
    /// # Panics
    /// If there are no moves.
    pub fn placed(&self, memory: &mut Memory, on_depth: &mut dyn FnMut(&Iteration)) -> Iteration {
        self.deepen(Placed::new(self.position, memory, self.limits), on_depth)
    }

    fn deepen<W: Windows>(&self, windows: W, on_depth: &mut dyn FnMut(&Iteration)) -> Iteration {
        assert!(!self.moves.is_empty(), "a search needs a move to try");
        let full = self.position.empties() as u32;
        let last = self.limits.depth.map_or(full, |depth| depth.clamp(1, full));
        let mut search = Search::start(self, windows);
        let mut result = None;
        for depth in 1..=last {
            let Some(iteration) = search.deepen(depth) else { break };
            // A draw may be certain long before the last depth, but best play up to there is not.
            let ends = iteration.complete && iteration.lines.iter().all(|line| line.score.is_decided());
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

/// What is known of a move at the root.
#[derive(Debug)]
struct RootMove<N> {
    cell: Cell,
    /// The position after it, unless it ends the game or leaves no line open.
    node: Option<N>,
    state: State,
    /// Up to this depth it is known not to lose.
    safe: u32,
    never_wins: bool,
    never_loses: bool,
    /// Best play, as far as the depth that it was found at; where the result is known, to the end.
    pv: Vec<Cell>,
    pv_depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It does not win within the depths looked at, and loses only if it is not `safe`.
    Open,
    /// It loses within so many plies, and beyond the depth up to which it is safe.
    Lost {
        within: u32,
    },
    Decided(Score),
}

impl<N> RootMove<N> {
    fn is_win(&self) -> bool {
        matches!(self.state, State::Decided(score) if score > Score::DRAW)
    }

    fn is_drawn(&self) -> bool {
        self.never_wins && self.never_loses
    }
}

struct Search<W: Windows> {
    windows: W,
    /// The root; a walk along a line starts here and comes back.
    position: Position,
    misere: bool,
    moves: Vec<RootMove<W::Node>>,
    wanted: Wanted,
    /// How many lines are wanted at most.
    enough: usize,
    /// How often the root was visited; its moves are, at the first depth.
    roots: u64,
}

impl<W: Windows> Search<W> {
    /// Plays each move once, which is all that the first depth takes.
    fn start(question: &Horizon, windows: W) -> Search<W> {
        let mut position = question.position.clone();
        let root = windows.root();
        let moves = question.moves.iter().map(|&cell| {
            let mover = position.turn();
            position.play_unchecked(cell, |_, _| {});
            let state = match position.winner() {
                Some(winner) if winner == mover => State::Decided(Score::win_in(1)),
                Some(_) => State::Decided(Score::loss_in(1)),
                None => State::Open,
            };
            let goes_on = position.status() == Status::Ongoing && position.open_lines() > 0;
            position.undo();
            RootMove {
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
        let enough = match question.wanted {
            Wanted::Best(count) => count.max(1),
            Wanted::AllBest => usize::MAX,
        };
        let misere = position.rules().misere();
        Search { windows, position, misere, moves, wanted: question.wanted, enough, roots: 0 }
    }

    fn counts(&self) -> Counts {
        let (mut counts, moves) = (self.windows.counts(), self.moves.len() as u64);
        counts += Counts { nodes: self.roots + moves, leaves: moves, cutoffs: 0 };
        counts
    }

    /// Whether a game that ends with the last ply of this depth is won by the side to move at the root.
    fn gains(&self, depth: u32) -> bool {
        depth.is_multiple_of(2) == self.misere
    }

    /// One depth more than before; `None` if a limit was reached.
    fn deepen(&mut self, depth: u32) -> Option<Iteration> {
        self.roots += 1;
        if depth > 1 {
            let wins = self.moves.iter().filter(|root| root.is_win()).count();
            if self.gains(depth) {
                self.find_wins(depth, wins)?;
            } else {
                self.find_losses(depth, self.enough - wins)?;
            }
        }
        let mut chosen: Vec<(Score, usize)> =
            (0..self.moves.len()).filter_map(|at| Some((self.value(at, depth)?, at))).collect();
        chosen.sort_by_key(|&(score, at)| (-score, at));
        chosen.truncate(match self.wanted {
            Wanted::Best(_) => self.enough,
            Wanted::AllBest => chosen.iter().take_while(|(score, _)| *score == chosen[0].0).count(),
        });
        let is_full = depth as usize >= self.position.empties();
        let mut lines = Vec::with_capacity(chosen.len());
        for &(score, at) in &chosen {
            self.extend_line(at, depth)?;
            let root = &self.moves[at];
            let complete = is_full || score.is_decided() || root.is_drawn();
            lines.push(RootLine { cell: root.cell, score, complete, pv: root.pv.clone() });
        }
        let wins = chosen.iter().all(|&(score, _)| score.is_decided() && score > Score::DRAW);
        // What is not named must not come to be better; that it loses or draws sooner or later is no matter.
        let settled = |root: &RootMove<W::Node>| is_full || root.never_wins || root.state != State::Open;
        let complete = wins || lines.iter().all(|line| line.complete) && self.moves.iter().all(settled);
        Some(Iteration { depth, lines, complete, counts: self.counts(), stop: None })
    }

    /// Which of the open moves win at this depth, as many as are wanted, the lowest cells first.
    fn find_wins(&mut self, depth: u32, mut wins: usize) -> Option<()> {
        for root in &mut self.moves {
            if wins >= self.enough {
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

    /// Which of the open moves do not lose up to this depth, as many as are wanted, the lowest cells first. With too few of
    /// them the others are ranked as well.
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

    /// How long each lost move lasts.
    fn find_distances(&mut self) -> Option<()> {
        for root in &mut self.moves {
            let (State::Lost { within }, Some(node)) = (root.state, &root.node) else { continue };
            let mut plies = root.safe + 1;
            // An even number of plies before the last that was asked about, if that is not yet safe.
            plies += (within - plies) % 2;
            while plies < within && self.windows.wins(node, plies - 1)? != Answer::Forced {
                plies += 2;
            }
            root.state = State::Decided(Score::loss_in(plies));
        }
        Some(())
    }

    /// The score of a move at this depth, if it is known and may matter.
    fn value(&self, at: usize, depth: u32) -> Option<Score> {
        let root = &self.moves[at];
        match root.state {
            State::Decided(score) => Some(score),
            State::Lost { .. } => None,
            // After a ply with which it could not be lost, the depth before is as good.
            State::Open => {
                let asked = if self.gains(depth) { depth - 1 } else { depth };
                (root.never_loses || root.safe >= asked).then_some(Score::DRAW)
            }
        }
    }
}
