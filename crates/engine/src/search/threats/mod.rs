//! The search for large boards without gravity: selective alpha-beta on [`super::patterns`], with VCF and VCT searches.
//!
//! It prunes unlikely moves, so that its values are not those of minimax. The wins and losses that it reports are proven: a
//! loss counts as proven only if every possible defence was searched.

mod corrections;
mod estimate;
mod memory;
mod move_list;
mod move_loop;
mod moves;
mod node;
mod proof_numbers;
mod pv;
mod root;
mod singular;
#[cfg(test)]
mod tests;
mod value;
mod valued_move;
mod vcf;
mod vct;
mod verify;

use std::sync::LazyLock;

use super::limits::Watch;
use super::patterns::PatternBoard;
use super::{Counts, Limits};
use crate::game::{Cell, Position, Rules};
use move_list::MoveList;
use proof_numbers::Vct;
use value::Value;
use valued_move::ValuedMove;

pub use memory::Memory;

/// Longest variation, in plies.
const PLIES_MAX: usize = 128;
const REDUCTIONS_MAX: usize = 64;
/// Late-move reductions in hundredths of a ply, by depth and move number.
type Reductions = [[i32; REDUCTIONS_MAX]; REDUCTIONS_MAX];

/// Their logarithms take a twentieth of the time of a search to depth 1, so that all searches share them.
static REDUCTIONS: LazyLock<Reductions> = LazyLock::new(|| {
    let reduction = |depth: usize, index: usize| 34 + (71.0 * (depth as f64).ln() * (index as f64).ln()) as i32;
    std::array::from_fn(|depth| std::array::from_fn(|index| reduction(depth.max(1), index.max(1))))
});

/// A search from one position.
pub struct Threats<'a> {
    position: &'a Position,
    board: PatternBoard,
    memory: &'a mut Memory,
    watch: Watch,
    limits: &'a Limits,
    counts: Counts,
    /// The moves of the last VCF found, in reverse order.
    vcf_line: Vec<u16>,
    /// Nodes left for the current VCF search.
    vcf_budget: u32,
    vct: Vct,
    /// Killer moves: two for each ply.
    killers: Vec<[u16; 2]>,
    /// Static values of the nodes on the way to the current one, by ply.
    static_values: Vec<Value>,
    /// The static values without corrections.
    uncorrected_values: Vec<Value>,
    /// The depth of the current iteration.
    root_depth: i32,
    /// The best root move of the iteration that a limit has ended.
    unfinished: Option<ValuedMove>,
    reductions: &'static Reductions,
    /// `variations[ply]`: the principal variation from that ply on. Valid for PV nodes.
    variations: Vec<Vec<Cell>>,
    /// Move lists for reuse.
    lists: Vec<MoveList>,
}

impl<'a> Threats<'a> {
    /// Whether the search supports the rules.
    #[must_use]
    pub const fn fits(rules: &Rules) -> bool {
        PatternBoard::fits(rules)
    }

    /// Prepares the search of an unfinished position. Its rules must fit. Clears the memory unless it is persistent.
    #[must_use]
    pub fn new(position: &'a Position, memory: &'a mut Memory, limits: &'a Limits) -> Self {
        memory.start();
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
            static_values: vec![0; PLIES_MAX + 2],
            uncorrected_values: vec![0; PLIES_MAX + 2],
            root_depth: 0,
            unfinished: None,
            reductions: &REDUCTIONS,
            variations: vec![Vec::new(); PLIES_MAX + 2],
            lists: Vec::new(),
        }
    }
}
