//! Proofs of moves in positions where a side must win by fours, because its opponent wins by fours after every other move.
//!
//! A *four* leaves a cell that completes a line, so that the other side must reply there. No win is quicker than a win by fours
//! of at most [`QUICK`] own moves: one that begins with a quiet move takes as many. So every distance here is exact.

use std::collections::{HashMap, HashSet};

use super::query::{Demand, Query};
use super::strategy::{Method, Search};
use super::{Algorithm, Analysis, RankedMove, Report, Source};
use crate::game::Cell;
use crate::search::patterns::{PatternBoard, kind, shape};
use crate::search::{Counts, Stop, Verdict};
use crate::sort;

/// Own moves of a win that begins with a quiet move, at the least: after it, one leaves two cells that complete lines, and one completes one.
const QUICK: u32 = 3;

/// Most nodes of the proof of an analysis: some hundredths of a second.
pub(super) const ANALYSIS_NODES_MAX: u64 = 20_000;

/// The rest of a game with best play of both sides. The side to move wins if the number of moves is odd, and loses if it is even.
type Line = Vec<Cell>;

/// The analysis of a query that a search on patterns would answer, if wins by fours decide each of its moves, or, where one move is
/// asked for, if it is a quick win. A search would find most of the outcomes, but not their distances.
pub(super) fn analysis(query: &Query, demand: Demand, search: &Search) -> Option<Analysis> {
    let Demand::Ranking(count) = demand else { return None };
    if query.algorithm != Algorithm::Auto || !query.is_open() || search.method != Method::Threats {
        return None;
    }
    let mut fours = Fours::new(PatternBoard::new(&query.position));
    let nodes_max = query.limits.nodes.map_or(ANALYSIS_NODES_MAX, |max| max.min(ANALYSIS_NODES_MAX));
    let mut moves = fours.moves(&query.moves, nodes_max).or_else(|| {
        let win = if count == 1 { fours.quick_win_among(&query.moves, nodes_max)? } else { return None };
        Some(vec![win])
    })?;
    moves.truncate(count);
    let depth = moves.iter().filter_map(|ranked| ranked.verdict.plies()).max().unwrap_or_default();
    let report = Report {
        algorithm: Algorithm::AlphaBeta,
        heuristic: Some(search.heuristic),
        depth,
        counts: Counts { nodes: fours.nodes, ..Counts::default() },
        complete: true,
        stop: Stop::Solved,
        source: Source::Search,
    };
    Some(Analysis { moves, report })
}

/// A board with its proofs.
pub(super) struct Fours {
    pub board: PatternBoard,
    /// Moves that were tried.
    pub nodes: u64,
    /// The bound on them.
    nodes_max: u64,
    /// Lines by key; `None`: unproven.
    known: HashMap<u64, Option<Line>>,
}

/// A person's attempt at a win by fours.
pub(super) struct Attempt {
    /// Whether the two cells that complete lines at its end are those of an open four rather than of two fours.
    pub is_open: bool,
    /// First fours that make as much besides as the one that wins, or more, and fail.
    pub decoys: u32,
    /// All fours that are tried in vain, also later ones.
    pub in_vain: u32,
}

/// Fours that were tried in vain.
#[derive(Default)]
struct FailedFours {
    all: u32,
    /// Fours tried in vain in the position that was looked at last.
    last: u32,
    /// Positions that were looked at.
    seen: HashSet<u64>,
}

impl Fours {
    pub(super) fn new(board: PatternBoard) -> Fours {
        Fours { board, nodes: 0, nodes_max: 0, known: HashMap::new() }
    }

    /// These moves with their proven scores, the best first. `None` if one of them is not proven within `nodes_max` nodes.
    pub(super) fn moves(&mut self, moves: &[Cell], nodes_max: u64) -> Option<Vec<RankedMove>> {
        self.begin(nodes_max);
        let mut ranked = Vec::new();
        for cell in self.quiet_first().into_iter().filter(|cell| moves.contains(cell)) {
            ranked.push(proven(cell, self.after(cell)?));
        }
        sort::short_by(&mut ranked, RankedMove::rank);
        Some(ranked)
    }

    /// The quickest win that begins with one of these moves, if it takes at most [`QUICK`] own moves.
    fn quick_win_among(&mut self, moves: &[Cell], nodes_max: u64) -> Option<RankedMove> {
        self.begin(nodes_max);
        let five = self.fives(self.board.turn()).into_iter().find(|cell| moves.contains(cell));
        if let Some(five) = five {
            return Some(proven(five, vec![five]));
        }
        let fours: Vec<Cell> = self.fours().into_iter().filter(|cell| moves.contains(cell)).collect();
        (2..=QUICK).find_map(|own_moves| {
            fours.iter().find_map(|&cell| self.win_by(cell, own_moves).map(|line| proven(cell, line)))
        })
    }

    /// The own moves of the quickest win by fours of the side to move, if it takes at most `own_moves_max`. None beyond the nodes.
    pub(super) fn own_moves_to_win(&mut self, own_moves_max: u32, nodes_max: u64) -> Option<u32> {
        self.begin(nodes_max);
        (1..=own_moves_max).find(|&own_moves| self.win(own_moves).is_some())
    }

    /// The fours of the side to move that begin a win by at most `own_moves_max` own moves, each with the reply to it.
    pub(super) fn winning_fours(&mut self, own_moves_max: u32, nodes_max: u64) -> Vec<[Cell; 2]> {
        self.begin(nodes_max);
        let fours = self.fours();
        let wins = |cell: Cell| {
            (2..=own_moves_max).find_map(|own_moves| self.win_by(cell, own_moves)).map(|line| [cell, line[1]])
        };
        fours.into_iter().filter_map(wins).collect()
    }

    /// The attempt at a win by fours of `own_moves` own moves by a person who first tries the fours that make most besides. None beyond the
    /// nodes.
    pub(super) fn attempt(&mut self, own_moves: u32, nodes_max: u64) -> Option<Attempt> {
        self.begin(nodes_max);
        let line = self.win(own_moves)?;
        let fork = *line.get(line.len().checked_sub(3)?)?;
        let (me, before) = (self.board.turn(), line.len() - 3);
        line[..before].iter().for_each(|&cell| self.board.play(cell));
        let is_open = self.board.has_shape(me, fork, shape::OPEN_FOUR..=shape::OPEN_FOUR);
        line[..before].iter().for_each(|_| self.board.undo());
        let mut failures = FailedFours::default();
        self.wins_after_tries(&mut failures).then_some(Attempt {
            is_open,
            decoys: failures.last,
            in_vain: failures.all,
        })
    }

    /// Whether the side to move wins by fours. Those that make most besides come first; of those that make as much, those that fail.
    fn wins_after_tries(&mut self, failures: &mut FailedFours) -> bool {
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        if self.board.count(me, kind::FIVE) > 0 {
            return true;
        }
        let mut fours: Vec<(i32, u16)> =
            self.fours().iter().map(|&cell| (self.board.kind(me, cell).into(), cell as u16)).collect();
        sort::heaviest_first(&mut fours);
        let mut failed = 0;
        let mut wins = false;
        for alike in fours.chunk_by(|(one, _), (other, _)| one == other) {
            for &(_, cell) in alike {
                if !self.tries() {
                    return false;
                }
                self.board.play(cell.into());
                // Nobody tries a four that leaves a line for the opponent to complete.
                let wins_then = match self.fives(me)[..] {
                    _ if self.board.count(them, kind::FIVE) > 0 => None,
                    [] => None,
                    [block] => {
                        self.board.play(block);
                        let is_new = failures.seen.insert(self.board.key());
                        let wins = is_new.then(|| self.wins_after_tries(failures));
                        self.board.undo();
                        wins
                    }
                    _ => Some(true),
                };
                self.board.undo();
                wins |= wins_then == Some(true);
                failed += u32::from(wins_then == Some(false));
            }
            if wins {
                break;
            }
        }
        failures.all += failed;
        failures.last = failed;
        wins
    }

    /// Counts nodes anew. Lines that the bound left unproven may be proven now.
    fn begin(&mut self, nodes_max: u64) {
        self.nodes_max = self.nodes + nodes_max;
        self.known.clear();
    }

    /// Counts a move; returns whether it may be tried.
    fn tries(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.nodes_max
    }

    /// The empty cells, first those where a stone makes no four, of these first those where the opponent threatens most: they show soonest that
    /// a move is not proven.
    fn quiet_first(&self) -> Vec<Cell> {
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        let weight = |cell: Cell| match self.board.kind(me, cell) {
            kind::FOUR.. => -1,
            _ => i32::from(self.board.kind(them, cell)),
        };
        let mut cells: Vec<(i32, u16)> = self.board.empty_cells().map(|cell| (weight(cell), cell as u16)).collect();
        sort::heaviest_first(&mut cells);
        cells.into_iter().map(|(_, cell)| cell.into()).collect()
    }

    /// The line from here on for the side that must win by fours; `None` if it is not proven.
    fn line(&mut self) -> Option<Line> {
        if let Some(win) = self.quick_win() {
            return Some(win);
        }
        let key = self.board.key();
        if let Some(line) = self.known.get(&key) {
            return line.clone();
        }
        let lines: Option<Vec<Line>> = self.quiet_first().into_iter().map(|cell| self.after(cell)).collect();
        let best = lines.and_then(|lines| lines.into_iter().max_by_key(rank));
        self.known.insert(key, best.clone());
        best
    }

    /// The line that begins with this move of the side that must win by fours.
    fn after(&mut self, cell: Cell) -> Option<Line> {
        if !self.tries() {
            return None;
        }
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        if self.board.kind(me, cell) == kind::FIVE {
            return Some(vec![cell]);
        }
        self.board.play(cell);
        let rest = match (self.fives(them).first(), &self.fives(me)[..]) {
            (Some(&five), _) => Some(vec![five]),
            (None, []) => self.quick_win(),
            (None, &[block]) => {
                self.board.play(block);
                let line = self.line();
                self.board.undo();
                line.map(|line| [&[block], &line[..]].concat())
            }
            (None, &[block, five, ..]) => Some(vec![block, five]),
        };
        self.board.undo();
        rest.map(|rest| [&[cell], &rest[..]].concat())
    }

    /// The quickest win of the side to move, if it is one by fours with at most [`QUICK`] own moves.
    fn quick_win(&mut self) -> Option<Line> {
        (1..=QUICK).find_map(|own_moves| self.win(own_moves))
    }

    /// A win of the side to move by fours, with at most `own_moves` own moves.
    fn win(&mut self, own_moves: u32) -> Option<Line> {
        if let Some(&five) = self.fives(self.board.turn()).first() {
            return Some(vec![five]);
        }
        if own_moves == 1 {
            return None;
        }
        // The last move but one leaves two cells that complete lines.
        let least = if own_moves == 2 { kind::FOURS } else { kind::FOUR };
        self.at_least(least).into_iter().find_map(|cell| self.win_by(cell, own_moves))
    }

    /// A win that begins with this four, with at most `own_moves` own moves, two or more.
    fn win_by(&mut self, cell: Cell, own_moves: u32) -> Option<Line> {
        if !self.tries() {
            return None;
        }
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        self.board.play(cell);
        let rest = match (self.fives(them).first(), &self.fives(me)[..]) {
            (None, &[block, five, ..]) => Some(vec![block, five]),
            (None, &[block]) if own_moves > 2 => {
                self.board.play(block);
                let line = self.win(own_moves - 1);
                self.board.undo();
                line.map(|line| [&[block], &line[..]].concat())
            }
            _ => None,
        };
        self.board.undo();
        rest.map(|rest| [&[cell], &rest[..]].concat())
    }

    /// The cells where a stone of the side to move makes a four, ascending.
    fn fours(&self) -> Vec<Cell> {
        self.at_least(kind::FOUR)
    }

    /// The cells of this kind or a higher one, that of a four or more, for the side to move, ascending.
    fn at_least(&self, least: u8) -> Vec<Cell> {
        let me = self.board.turn();
        self.board.loud().filter(|&cell| self.board.kind(me, cell) >= least).collect()
    }

    /// The cells that complete a line of a side, ascending.
    fn fives(&self, side: usize) -> Vec<Cell> {
        let is_five = |cell: &Cell| self.board.kind(side, *cell) == kind::FIVE;
        if self.board.count(side, kind::FIVE) == 0 { Vec::new() } else { self.board.loud().filter(is_five).collect() }
    }
}

/// A move with the line that begins with it.
fn proven(cell: Cell, pv: Line) -> RankedMove {
    let plies = pv.len() as u32;
    let verdict = if plies % 2 == 1 { Verdict::Win { plies } } else { Verdict::Loss { plies } };
    RankedMove { cell, verdict, pv }
}

/// Better lines have a higher rank: quick wins, then late losses.
fn rank(line: &Line) -> i64 {
    let plies = line.len() as i64;
    if plies % 2 == 1 { i64::from(u32::MAX) - plies } else { plies }
}
