//! The nodes of the search: forced moves, transposition table, VCF, static pruning, then the moves.

use super::memory::{Bound, Entry};
use super::value::{PROVEN, STATIC_MAX, Value, is_proven, is_result, loss_in, value_from_tt, value_to_tt, win_in};
use super::{PLIES_MAX, Threats};
use crate::game::Cell;
use crate::search::patterns::kind;

/// Node budgets of VCF searches: at the horizon, above it, and on the principal variation. Most wins take few nodes, and late in a game
/// searches that fail took two thirds of all nodes.
const VCF_BUDGET_AT_HORIZON: u32 = 10;
const VCF_BUDGET_INSIDE: u32 = 45;
const VCF_BUDGET_PV: u32 = 160;
/// Reverse futility pruning: a static value this far above beta, for each remaining ply, causes a cutoff.
const REVERSE_FUTILITY_MARGIN: Value = 55;
const REVERSE_FUTILITY_DEPTH_MAX: i32 = 5;
/// Null-move pruning: least depth, and depth reduction.
const NULL_MOVE_DEPTH_MIN: i32 = 2;
const NULL_MOVE_REDUCTION: i32 = 3;
/// Internal iterative reduction: least depth at which a node without a hash move is reduced by a ply.
const IIR_DEPTH_MIN: i32 = 4;
/// Extension at the horizon: a position with a double threat to prevent is searched a ply deeper, unless its estimate is further
/// below alpha than this.
const EXTENSION_MARGIN: Value = 140;

/// The consequence of immediate threats.
enum Forced {
    Value(Value),
    /// The only move that stops the opponent from completing a row.
    Block(Cell),
    Free,
}

/// Properties of the node whose moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub depth: i32,
    pub ply: usize,
    /// Whether the opponent threatens an open four or two fours.
    pub is_threatened: bool,
    pub static_value: Value,
    /// Whether the static value is higher than before the last two moves.
    pub is_improving: bool,
    /// The hash move, if no other move comes near it: it is searched a ply deeper.
    pub singular: Option<Cell>,
}

impl Threats<'_> {
    /// The value of a move for the mover. `None` if a limit was reached.
    pub(super) fn child<const PV: bool>(
        &mut self,
        cell: Cell,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        self.memory.prefetch(self.board.key_after(cell));
        self.board.play(cell);
        let value = self.node::<PV>(-beta, -alpha, depth, ply + 1, true);
        self.board.undo();
        value.map(|value| -value)
    }

    /// The value of an unfinished position for the side to move: exact inside the window except for pruning, an upper bound
    /// at or below alpha, a lower bound at or above beta. Proven results are proven in spite of pruning.
    pub(super) fn node<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        mut depth: i32,
        ply: usize,
        allow_null: bool,
    ) -> Option<Value> {
        debug_assert!(alpha < beta);
        self.counts.nodes += 1;
        if self.watch.stops(self.counts.nodes) {
            return None;
        }
        if PV {
            self.variations[ply].clear();
        }
        match self.forced::<PV>(ply) {
            Forced::Value(value) => return self.leaf(value),
            Forced::Block(cell) => {
                if PV {
                    self.variations[ply + 1].clear();
                }
                self.static_values[ply] = self.board.value();
                let value = self.child::<PV>(cell, alpha, beta, depth, ply)?;
                self.update_pv::<PV>(ply, cell);
                return Some(value);
            }
            Forced::Free => {}
        }
        // The quickest win left takes five plies.
        let quickest = win_in(ply + 5);
        if quickest <= alpha {
            return Some(quickest);
        }
        let key = self.board.key();
        let entry = self.memory.get(key);
        let (known, hint) = Self::probe(entry, alpha, beta, depth, ply);
        // A proven result needs no variation: verification at the root finds it.
        if let Some(value) = known
            && (!PV || is_proven(value))
        {
            return known;
        }
        let (static_value, is_improving) = self.estimate(entry, alpha, beta, ply);
        // Four fifths of all time went into VCF searches of nodes that fail high without one.
        // Beyond the limits, which only depth 1 is, static values suffice.
        let is_over = self.watch.is_over();
        let may_need_vcf = !is_over && (PV || static_value < beta);
        let budget = match depth {
            _ if PV => VCF_BUDGET_PV,
            1.. => VCF_BUDGET_INSIDE,
            _ => VCF_BUDGET_AT_HORIZON,
        };
        if may_need_vcf && self.find_vcf(budget) {
            let value = win_in(ply + self.vcf_line.len());
            self.set_vcf_pv::<PV>(ply, |_| {});
            let cell = self.vcf_line.last().map(|&cell| Cell::from(cell));
            self.memory.put(key, Entry { value: value_to_tt(value, ply), depth, bound: Bound::Lower, cell });
            return self.leaf(value);
        }
        let is_threatened = self.board.count(self.board.turn() ^ 1, kind::FOURS) > 0;
        let may_extend = depth == 0 && is_threatened && !is_over && (ply as i32) < 2 * self.root_depth;
        if may_extend && static_value > alpha - EXTENSION_MARGIN {
            depth = 1;
        }
        if depth <= 0 {
            return self.leaf(static_value);
        }
        if !PV
            && !is_threatened
            && let Some(value) = self.static_pruning(static_value, beta, depth, ply, allow_null)?
        {
            return self.leaf(value);
        }
        if hint.is_none() && depth >= IIR_DEPTH_MIN {
            depth -= 1;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        if is_threatened {
            self.list_defences(hint, ply, &mut list);
        } else {
            self.list_moves(hint, ply, &mut list);
        }
        let context = Context { depth, ply, is_threatened, static_value, is_improving, singular: None };
        let found = self.search_with_extension::<PV>(&mut list, alpha, beta, entry, context);
        self.lists.push(list);
        let (cell, value, bound) = found?;
        if !is_threatened {
            self.update_corrections(value, bound, depth, ply);
        }
        self.memory.put(key, Entry { value: value_to_tt(value, ply), depth, bound, cell });
        Some(value)
    }

    /// The stored value, if it suffices, and the hash move.
    #[inline]
    fn probe(entry: Option<Entry>, alpha: Value, beta: Value, depth: i32, ply: usize) -> (Option<Value>, Option<Cell>) {
        let Some(entry) = entry else { return (None, None) };
        let value = value_from_tt(entry.value, ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            // A proven result suffices, although a shorter win may exist.
            Bound::Lower => value >= beta.min(PROVEN),
            Bound::Upper => value <= alpha.max(-PROVEN),
        };
        let suffices = decides && (entry.depth >= depth || is_proven(value));
        (suffices.then_some(value), entry.cell)
    }

    /// Whether immediate threats of either side decide the position or force a move.
    #[inline]
    fn forced<const PV: bool>(&mut self, ply: usize) -> Forced {
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        if self.board.count(me, kind::FIVE) > 0 {
            self.set_vcf_pv::<PV>(ply, Threats::set_five);
            return Forced::Value(win_in(ply + 1));
        }
        if self.board.empties() == 0 {
            return Forced::Value(0);
        }
        if ply >= PLIES_MAX {
            return Forced::Value(self.static_value());
        }
        match self.board.count(them, kind::FIVE) {
            0 if self.board.count(me, kind::FOURS) > 0 => {
                self.set_vcf_pv::<PV>(ply, Threats::set_double_four);
                Forced::Value(win_in(ply + 3))
            }
            0 => Forced::Free,
            1 => self.find(them, kind::FIVE).map_or(Forced::Free, Forced::Block),
            _ => Forced::Value(loss_in(ply + 2)),
        }
    }

    /// A value at or above beta by reverse futility or null-move pruning. There is no zugzwang in these games.
    #[inline]
    pub(super) fn static_pruning(
        &mut self,
        static_value: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        allow_null: bool,
    ) -> Option<Option<Value>> {
        if is_result(beta) || static_value < beta {
            return Some(None);
        }
        if depth <= REVERSE_FUTILITY_DEPTH_MAX && static_value - REVERSE_FUTILITY_MARGIN * depth >= beta {
            return Some(Some(static_value));
        }
        if !allow_null || depth < NULL_MOVE_DEPTH_MIN {
            return Some(None);
        }
        self.board.null_move();
        let null_value = self.node::<false>(-beta, 1 - beta, depth - NULL_MOVE_REDUCTION - depth / 4, ply + 1, false);
        self.board.null_move();
        let null_value = -null_value?;
        Some((null_value >= beta).then_some(if is_result(null_value) { beta } else { null_value }))
    }

    /// Counts a leaf.
    #[inline]
    fn leaf(&mut self, value: Value) -> Option<Value> {
        self.counts.leaves += 1;
        Some(value)
    }

    /// The static value for the side to move.
    #[inline]
    pub(super) fn static_value(&mut self) -> Value {
        self.board.placed_value().clamp(-STATIC_MAX, STATIC_MAX)
    }
}
