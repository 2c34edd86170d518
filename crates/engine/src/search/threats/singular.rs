//! Singular extensions: a hash move that is better than all others by a margin is searched a ply deeper.

use super::Threats;
use super::memory::{Bound, Entry};
use super::move_list::MoveList;
use super::node::Context;
use super::value::{Value, is_result, value_from_tt};
use crate::game::Cell;

/// Least depth, and by how much less deep the entry of the table may have been searched.
const DEPTH_MIN: i32 = 6;
const ENTRY_DEPTH_LESS_MAX: i32 = 3;
/// The other moves must be worse by this much for each ply of depth.
const MARGIN: Value = 2;

/// The result of a search without the hash move.
enum Singular {
    /// The move to extend, if any.
    Extend(Option<Cell>),
    /// Another move reaches beta too: the node fails high by this value.
    Cutoff(Cell, Value),
}

impl Threats<'_> {
    /// Searches the moves of a list, best first, the hash move a ply deeper if it is singular. `entry` is the node's own.
    pub(super) fn search_with_extension<const PV: bool>(
        &mut self,
        list: &mut MoveList,
        alpha: Value,
        beta: Value,
        entry: Option<Entry>,
        context: Context,
    ) -> Option<(Option<Cell>, Value, Bound)> {
        match self.singular_move::<PV>(entry, list, beta, context)? {
            Singular::Extend(singular) => self.search_moves::<PV>(list, alpha, beta, Context { singular, ..context }),
            Singular::Cutoff(cell, value) => Some((Some(cell), value, Bound::Lower)),
        }
    }

    /// Searches the moves other than the hash move at half the depth. `None` if a limit was reached.
    fn singular_move<const PV: bool>(
        &mut self,
        entry: Option<Entry>,
        list: &MoveList,
        beta: Value,
        context: Context,
    ) -> Option<Singular> {
        let Context { depth, ply, .. } = context;
        let none = Some(Singular::Extend(None));
        let Some(Entry { value, depth: entry_depth, bound, cell: Some(cell) }) = entry else { return none };
        let value = value_from_tt(value, ply);
        let is_candidate = depth >= DEPTH_MIN
            && (ply as i32) < 2 * self.root_depth
            && entry_depth >= depth - ENTRY_DEPTH_LESS_MAX
            && bound != Bound::Upper
            && !is_result(value);
        if !is_candidate {
            return none;
        }
        let mut others = self.lists.pop().unwrap_or_default();
        others.copy_without(list, cell);
        let margin = value - MARGIN * depth;
        let context = Context { depth: (depth - 1) / 2, ..context };
        let found = self.search_moves::<false>(&mut others, margin - 1, margin, context);
        self.lists.push(others);
        let (_, best, _) = found?;
        Some(if best < margin {
            Singular::Extend(Some(cell))
        } else if !PV && margin >= beta {
            Singular::Cutoff(cell, margin)
        } else {
            Singular::Extend(None)
        })
    }
}
