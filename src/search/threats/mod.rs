//! The search for large boards where stones are placed freely: alpha-beta on patterns, see [`super::patterns`], and beside it
//! proof-number search for wins by continuous threes.
//!
//! It leaves out what is unlikely to matter, and is therefore no minimax; but the wins and losses that it reports as such
//! are proven: a loss counts only where every move that could hold was tried, and else as a static value.

mod memory;
mod moves;
mod node;
mod root;
mod value;
mod vcf;
mod vct;
mod verify;

use super::limits::Watch;
use super::patterns::PatternBoard;
use super::{Counts, Limits};
use crate::game::{Cell, Position, Rules};
use vct::Vct;

pub use memory::Memory;

/// No variation is longer.
const PLIES_MAX: usize = 128;
const REDUCTIONS: usize = 64;

/// One search from one position.
pub struct Threats<'a> {
    position: &'a Position,
    board: PatternBoard,
    memory: &'a mut Memory,
    watch: Watch,
    limits: &'a Limits,
    counts: Counts,
    /// Moves of a win by fours, last first.
    vcf_line: Vec<u16>,
    /// Positions left for it.
    vcf_budget: u32,
    vct: Vct,
    /// Two moves for each ply that were too good elsewhere.
    killers: Vec<[u16; 2]>,
    /// By how many plies late moves are searched less deeply, by depth and number.
    reductions: Vec<[i32; REDUCTIONS]>,
    /// `variations[ply]`: best play from that ply on, valid for the nodes of the principal variation.
    variations: Vec<Vec<Cell>>,
    /// Spare move lists.
    lists: Vec<moves::MoveList>,
}

impl<'a> Threats<'a> {
    /// Whether there is such a search for these rules.
    #[must_use]
    pub const fn fits(rules: Rules) -> bool {
        PatternBoard::fits(rules)
    }

    /// Prepares a search of an unfinished position whose rules fit; the memory's former contents are forgotten.
    #[must_use]
    pub fn new(position: &'a Position, memory: &'a mut Memory, limits: &'a Limits) -> Self {
        memory.start();
        let reduction = |depth: usize, index: usize| (0.2 + (depth as f64).ln() * (index as f64).ln() / 1.5) as i32;
        Threats {
            position,
            board: PatternBoard::new(position),
            memory,
            watch: Watch::new(limits),
            limits,
            counts: Counts::default(),
            vcf_line: Vec::new(),
            vcf_budget: 0,
            vct: Vct::default(),
            killers: vec![[u16::MAX; 2]; PLIES_MAX + 2],
            reductions: (0..REDUCTIONS)
                .map(|depth| std::array::from_fn(|index| reduction(depth.max(1), index.max(1))))
                .collect(),
            variations: vec![Vec::new(); PLIES_MAX + 2],
            lists: Vec::new(),
        }
    }
}
