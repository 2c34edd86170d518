//! The nodes of the search: forced play first, then what can be left out, then the moves in turn.

use super::memory::{Bound, Entry};
use super::moves::MoveList;
use super::value::{
    INFINITY, PROVEN, STATIC_MAX, Value, is_proven, is_result, loss_in, unproven_loss, value_from_tt, value_to_tt,
    win_in,
};
use super::{PLIES_MAX, Threats};
use crate::game::Cell;
use crate::search::patterns::kind;

/// Budgets of positions for a win by fours: at the horizon, and above it.
const VCF_BUDGET_AT_HORIZON: u32 = 60;
const VCF_BUDGET_INSIDE: u32 = 150;
/// A static value so far above the window for each ply left is taken as it is, and one so far below is not much improved by a
/// quiet move.
const FUTILITY_MARGIN: Value = 45;
const REVERSE_FUTILITY_DEPTH_MAX: i32 = 5;
const FUTILITY_DEPTH_MAX: i32 = 3;
/// A pass is tried from this depth on, and so much less deeply.
const NULL_MOVE_DEPTH_MIN: i32 = 2;
const NULL_MOVE_REDUCTION: i32 = 3;
/// From this depth on a position of which nothing is probe is searched less deeply.
const IIR_DEPTH_MIN: i32 = 4;
/// Most moves tried in a position, beyond those that are forced.
const MOVES_MAX: usize = 48;

/// What is forced in a position.
enum Forced {
    Value(Value),
    /// The other side completes a row there unless this one plays on the cell.
    Block(Cell),
    Free,
}

/// A node, as its moves see it.
#[derive(Clone, Copy)]
struct Context {
    depth: i32,
    ply: usize,
    /// The other side is about to make two threats at once.
    is_threatened: bool,
    static_value: Value,
}

impl Threats<'_> {
    /// The value of a move for the side that plays it; `None` if a limit was reached.
    pub(super) fn child<const PV: bool>(
        &mut self,
        cell: Cell,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        self.board.play(cell);
        let value = self.node::<PV>(-beta, -alpha, depth, ply + 1, true);
        self.board.undo();
        value.map(|value| -value)
    }

    /// The value of an unfinished position for the side to move: exact inside the window as far as nothing was left out, an
    /// upper bound below it and a lower bound above. Proven results are proven whatever was left out.
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
                let value = self.child::<PV>(cell, alpha, beta, depth, ply)?;
                self.update_pv::<PV>(ply, cell);
                return Some(value);
            }
            Forced::Free => {}
        }
        // A win in five is the quickest left.
        let quickest = win_in(ply + 5);
        if quickest <= alpha {
            return Some(quickest);
        }
        let key = self.board.key();
        let (known, hint) = self.probe(key, alpha, beta, depth, ply);
        // A proven result needs no variation: it is played out at the root.
        if let Some(value) = known
            && (!PV || is_proven(value))
        {
            return known;
        }
        if self.find_vcf(if depth > 0 { VCF_BUDGET_INSIDE } else { VCF_BUDGET_AT_HORIZON }) {
            let value = win_in(ply + self.vcf_line.len());
            self.set_vcf_pv::<PV>(ply, |_| {});
            let cell = self.vcf_line.last().map(|&cell| Cell::from(cell));
            self.memory.put(key, Entry { value: value_to_tt(value, ply), depth, bound: Bound::Lower, cell });
            return self.leaf(value);
        }
        let static_value = self.static_value();
        if depth <= 0 {
            return self.leaf(static_value);
        }
        let is_threatened = self.board.count(self.board.turn() ^ 1, kind::FOURS) > 0;
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
            self.list_answers(hint, ply, &mut list);
        } else {
            self.list_moves(hint, ply, &mut list);
        }
        let found =
            self.search_moves::<PV>(&mut list, alpha, beta, Context { depth, ply, is_threatened, static_value });
        self.lists.push(list);
        let (cell, value, bound) = found?;
        self.memory.put(key, Entry { value: value_to_tt(value, ply), depth, bound, cell });
        Some(value)
    }

    /// What was found here before, if it decides, and the move that was best then.
    #[inline]
    fn probe(&self, key: u64, alpha: Value, beta: Value, depth: i32, ply: usize) -> (Option<Value>, Option<Cell>) {
        let Some(entry) = self.memory.get(key) else { return (None, None) };
        let value = value_from_tt(entry.value, ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            // A proven result is not looked at again, though it may come sooner.
            Bound::Lower => value >= beta.min(PROVEN),
            Bound::Upper => value <= alpha.max(-PROVEN),
        };
        let suffices = decides && (entry.depth >= depth || is_proven(value));
        (suffices.then_some(value), entry.cell)
    }

    /// What is forced at once, for either side.
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

    /// A value at or above beta that needs no move: the static one is far above, or a pass would do. There is no position in
    /// which the right to move does harm.
    #[inline]
    fn static_pruning(
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
        if depth <= REVERSE_FUTILITY_DEPTH_MAX && static_value - FUTILITY_MARGIN * depth >= beta {
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

    /// Tries the moves of a list, best first.
    fn search_moves<const PV: bool>(
        &mut self,
        list: &mut MoveList,
        mut alpha: Value,
        beta: Value,
        context: Context,
    ) -> Option<(Option<Cell>, Value, Bound)> {
        let Context { depth, ply, is_threatened, static_value } = context;
        let me = self.board.turn();
        let (mut best, mut best_cell, mut bound) = (-INFINITY, None, Bound::Upper);
        let most = if is_threatened { usize::MAX } else { Self::moves_max::<PV>(depth) };
        let is_futile = !PV
            && !is_threatened
            && depth <= FUTILITY_DEPTH_MAX
            && static_value + FUTILITY_MARGIN * (depth + 1) < alpha;
        for index in 0..list.len().min(most) {
            let cell = list.pick(index);
            let kind = self.board.kind(me, cell);
            if is_futile && kind < kind::THREE && index > 2 && !is_result(best) {
                continue;
            }
            let reduction =
                if is_threatened || kind >= kind::FOUR { 0 } else { self.reduction::<PV>(depth, index, kind) };
            let value = self.search_move::<PV>(cell, alpha, beta, index == 0, reduction, context)?;
            if value > best {
                (best, best_cell) = (value, Some(cell));
                if value > alpha {
                    alpha = value;
                    bound = Bound::Exact;
                    self.update_pv::<PV>(ply, cell);
                }
            }
            if value >= beta {
                self.counts.cutoffs += 1;
                self.update_history(list, index, depth, ply);
                bound = Bound::Lower;
                break;
            }
        }
        // Where a threat has to be answered, all answers there are were tried.
        Some((best_cell, if is_threatened { best } else { unproven_loss(best) }, bound))
    }

    /// The value of one move: reduction ones have to show first, less deeply and with a null window, that they are worth more.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        cell: Cell,
        alpha: Value,
        beta: Value,
        is_first: bool,
        reduction: i32,
        context: Context,
    ) -> Option<Value> {
        let Context { depth, ply, .. } = context;
        if !is_first {
            let mut value = self.child::<false>(cell, alpha, alpha + 1, depth - 1 - reduction, ply)?;
            if value > alpha && reduction > 0 {
                value = self.child::<false>(cell, alpha, alpha + 1, depth - 1, ply)?;
            }
            if !PV || value <= alpha || value >= beta {
                return Some(value);
            }
        }
        self.child::<PV>(cell, alpha, beta, depth - 1, ply)
    }

    /// How many moves are tried.
    fn moves_max<const PV: bool>(depth: i32) -> usize {
        let depth = depth as usize;
        if PV { MOVES_MAX } else { (12 + 8 * depth + depth * depth / 2).min(MOVES_MAX) }
    }

    /// By how many plies a reduction move is searched less deeply.
    #[inline]
    fn reduction<const PV: bool>(&self, depth: i32, index: usize, kind: u8) -> i32 {
        if depth < 3 || index < 2 {
            return 0;
        }
        let reduction =
            self.reductions[(depth as usize).min(63)][index.min(63)] - i32::from(PV) - i32::from(kind >= kind::THREE);
        reduction.clamp(0, depth - 2)
    }

    /// Remembers a move that was too good, and those tried before it that were not.
    fn update_history(&mut self, list: &MoveList, index: usize, depth: i32, ply: usize) {
        let me = self.board.turn();
        let cell = list.cell(index);
        if self.board.kind(me, cell) >= kind::FOUR {
            return;
        }
        let bonus = (depth * depth * 16).min(1_600);
        self.memory.update_history(me, cell, bonus);
        for tried in 0..index {
            self.memory.update_history(me, list.cell(tried), -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != cell as u16 {
            *killers = [cell as u16, killers[0]];
        }
        if let Some(last) = self.board.last() {
            self.memory.replies[me][last] = cell as u16;
        }
    }

    #[inline]
    fn leaf(&mut self, value: Value) -> Option<Value> {
        self.counts.leaves += 1;
        Some(value)
    }

    #[inline]
    pub(super) fn static_value(&self) -> Value {
        self.board.value().clamp(-STATIC_MAX, STATIC_MAX)
    }

    /// Best play of the principal variation starts with this move.
    #[inline]
    fn update_pv<const PV: bool>(&mut self, ply: usize, cell: Cell) {
        if PV {
            let (head, tail) = self.variations.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(cell);
            head[ply].extend_from_slice(&tail[0]);
        }
    }

    /// Best play of the principal variation is what `find` leaves in `self.vcf_line`.
    #[inline]
    fn set_vcf_pv<const PV: bool>(&mut self, ply: usize, find: impl FnOnce(&mut Self)) {
        if PV {
            find(self);
            self.variations[ply].clear();
            self.variations[ply].extend(self.vcf_line.iter().rev().map(|&cell| Cell::from(cell)));
        }
    }

    fn set_five(&mut self) {
        self.vcf_line.clear();
        self.vcf_line.extend(self.find(self.board.turn(), kind::FIVE).map(|cell| cell as u16));
    }

    fn set_double_four(&mut self) {
        self.vcf_line.clear();
        if let Some(cell) = self.find(self.board.turn(), kind::FOURS) {
            self.finish_double_four(cell);
        }
    }
}
