//! Wins by continuous threats on any list of lines: the attacker makes a line that lacks one stone with every move, the other side
//! must take its last cell, until one move makes two. Most variations of the proof that the first player wins qubic end so
//! (Patashnik, "Qubic: 4×4×4 tic-tac-toe", 1980).

use std::collections::HashMap;

use super::{Counts, Limits, Watch};
use crate::game::{Cell, Player, Position, Status};
use crate::sort;

/// Most threats of a sequence.
const THREATS_MAX: u32 = 40;
/// Any number of threats.
const ANY: u32 = u32::MAX;
/// Most lines that are looked at in one search: 0.2 s.
const LINES_MAX: u64 = 30_000_000;

/// A search for a win by continuous threats. A win that it finds is proven, but there may be a quicker one.
#[derive(Debug)]
pub struct Forced {
    position: Position,
    watch: Watch,
    nodes: u64,
    nodes_max: u64,
    /// For each position without a win by a number of threats, that number, or [`ANY`].
    failed: HashMap<u64, u32>,
    /// Whether a sequence was cut off because it had too many threats.
    was_cut: bool,
}

/// A limit was reached.
struct Interrupted;

impl Forced {
    /// Prepares searches from unfinished positions of one game that is not misère, all within these limits.
    #[must_use]
    pub fn new(position: &Position, limits: &Limits) -> Forced {
        debug_assert!(!position.rules().misere());
        Forced {
            position: position.clone(),
            watch: Watch::strict(limits),
            nodes: 0,
            nodes_max: LINES_MAX / position.game().lines().len().max(1) as u64,
            failed: HashMap::new(),
            was_cut: false,
        }
    }

    /// Positions visited so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts { nodes: self.nodes, ..Counts::default() }
    }

    /// A sequence that wins for the side to move, one of the shortest if the limits allow it: each reply in it is the only one that
    /// does not lose at once. Its first move is one of `moves`. `None` if there is none, or none was found within a part of the
    /// limits.
    pub fn win(&mut self, moves: &[Cell], part: u64) -> Option<Vec<Cell>> {
        let nodes_max = self.nodes + self.nodes_max / part.max(1);
        self.win_within(moves, nodes_max)
    }

    /// For each of the moves the sequence by which the other side wins after it, if one is found.
    pub fn losing(&mut self, moves: &[Cell]) -> Vec<(Cell, Vec<Cell>)> {
        let mut losing = Vec::new();
        for &cell in moves {
            self.position.play_unchecked(cell);
            if self.position.status() == Status::Ongoing {
                let replies: Vec<Cell> = self.position.legal_moves().collect();
                losing.extend(self.win(&replies, moves.len() as u64).map(|line| (cell, line)));
            }
            self.position.undo();
        }
        losing
    }

    fn win_within(&mut self, moves: &[Cell], nodes_max: u64) -> Option<Vec<Cell>> {
        // Sequences of another attacker say nothing.
        self.failed.clear();
        let stones = self.position.stones();
        for threats in 0..=THREATS_MAX {
            self.was_cut = false;
            let found = self.by_threats(threats, Some(moves), nodes_max);
            while self.position.stones() > stones {
                self.position.undo();
            }
            match found {
                Ok(Some(line)) => return Some(line),
                Ok(None) if self.was_cut => {}
                Ok(None) | Err(Interrupted) => return None,
            }
        }
        None
    }

    /// A win by at most `left` threats. After an interruption moves are left to take back.
    fn by_threats(
        &mut self,
        left: u32,
        moves: Option<&[Cell]>,
        nodes_max: u64,
    ) -> Result<Option<Vec<Cell>>, Interrupted> {
        let attacker = self.position.turn();
        let is_wanted = |cell: &Cell| moves.is_none_or(|moves| moves.contains(cell));
        if let Some(cell) = self.position.completions(attacker).filter(is_wanted).min() {
            return Ok(Some(vec![cell]));
        }
        let key = self.position.key();
        let is_root = moves.is_some();
        if let Some(&failed) = self.failed.get(&key).filter(|&&failed| !is_root && failed >= left) {
            self.was_cut |= failed != ANY;
            return Ok(None);
        }
        let was_cut = std::mem::take(&mut self.was_cut);
        let candidates = self.threatening(attacker);
        if left == 0 {
            self.was_cut = was_cut || !candidates.is_empty();
            return Ok(None);
        }
        for cell in candidates.into_iter().filter(is_wanted) {
            self.nodes += 1;
            if self.nodes >= nodes_max || self.watch.stops(self.nodes) {
                return Err(Interrupted);
            }
            self.position.play_unchecked(cell);
            let found = self.after_threat(attacker, left, nodes_max)?;
            self.position.undo();
            if let Some(rest) = found {
                return Ok(Some([&[cell], &rest[..]].concat()));
            }
        }
        self.failed.insert(key, if self.was_cut { left } else { ANY });
        self.was_cut |= was_cut;
        Ok(None)
    }

    /// The rest of a win after a move of the attacker.
    fn after_threat(&mut self, attacker: Player, left: u32, nodes_max: u64) -> Result<Option<Vec<Cell>>, Interrupted> {
        if self.position.status() != Status::Ongoing || self.position.completions(attacker.opponent()).next().is_some()
        {
            return Ok(None); // the stone has let the other side win
        }
        let Some(block) = self.position.completions(attacker).next() else { return Ok(None) };
        if let Some(second) = self.position.completions(attacker).find(|&cell| cell != block) {
            return Ok(Some(vec![block.min(second), block.max(second)]));
        }
        self.position.play_unchecked(block);
        let rest =
            if self.position.status() == Status::Ongoing { self.by_threats(left - 1, None, nodes_max)? } else { None };
        self.position.undo();
        Ok(rest.map(|rest| [&[block], &rest[..]].concat()))
    }

    /// The moves after which a line may lack one stone, those on most such lines first. If the other side threatens to complete a
    /// line, only the one that takes its last cell.
    fn threatening(&self, attacker: Player) -> Vec<Cell> {
        let position = &self.position;
        let (lines, states) = (position.game().lines(), position.line_states());
        let mut blocks = position.completions(attacker.opponent());
        let block = blocks.next();
        if blocks.any(|cell| Some(cell) != block) {
            return Vec::new();
        }
        let mut weights = vec![0_i32; position.cells().len()];
        for (line, &state) in states.iter().enumerate() {
            if lines.lacking(line, attacker, 2) == Some(state) {
                let empty = lines.cells(line).iter().map(|&cell| Cell::from(cell));
                empty.filter(|&cell| position.cell(cell).is_none()).for_each(|cell| weights[cell] += 1);
            }
        }
        // A stone may also make a cell playable that completes a line.
        let has_columns = position.rules().gravity();
        let playable = (0..weights.len()).filter(|&cell| {
            (weights[cell] > 0 || has_columns) && block.is_none_or(|block| cell == block) && position.playable(cell)
        });
        let mut moves: Vec<(i32, u16)> = playable.map(|cell| (weights[cell], cell as u16)).collect();
        sort::heaviest_first(&mut moves);
        moves.into_iter().map(|(_, cell)| cell.into()).collect()
    }
}
