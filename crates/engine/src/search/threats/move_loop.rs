//! The loop over the moves of a node: late-move pruning and reduction, futility pruning, history.

use super::memory::Bound;
use super::move_list::MoveList;
use super::node::Context;
use super::value::{INFINITY, Value, is_result, loss_in, unproven_loss};
use super::{PLIES_MAX, REDUCTIONS_MAX, Threats};
use crate::game::Cell;
use crate::search::patterns::kind;

/// Futility pruning: quiet moves are left out where the static value is this far below alpha, for each remaining ply and one more; and the
/// greatest depth at which they are.
const FUTILITY_MARGIN: Value = 42;
const FUTILITY_DEPTH_MAX: i32 = 3;
/// Double threats that are looked at before a defence is played: they mostly lie in one line, which a defence must meet.
const DOUBLE_THREATS_MAX: usize = 4;
/// Most moves searched in a position without a double threat.
const MOVES_MAX: usize = 48;
/// Reductions are counted in hundredths of a ply.
const PLY: i32 = 100;
/// What late moves are reduced by beyond the table: less on the principal variation and for a three, more where the static value does not rise
/// and behind a move that is better than alpha.
const LESS_ON_PV: i32 = PLY;
const LESS_FOR_THREE: i32 = PLY;
const MORE_NOT_IMPROVING: i32 = 70;
const MORE_BEHIND_BETTER: i32 = 74;
/// History bonus of a cutoff, for the square of the depth, and at most.
const BONUS: i32 = 19;
const BONUS_MAX: i32 = 1_800;

impl Threats<'_> {
    /// Searches the moves of a list, best first.
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        list: &mut MoveList,
        mut alpha: Value,
        beta: Value,
        context: Context,
    ) -> Option<(Option<Cell>, Value, Bound)> {
        let Context { depth, ply, is_threatened, static_value, is_improving, .. } = context;
        let me = self.board.turn();
        let (mut best, mut best_cell, mut bound) = (-INFINITY, None, Bound::Upper);
        let most = if is_threatened { usize::MAX } else { Self::moves_max::<PV>(depth) };
        let is_futile = !PV
            && !is_threatened
            && depth <= FUTILITY_DEPTH_MAX
            && static_value + FUTILITY_MARGIN * (depth + 1) < alpha;
        let double_threats = if is_threatened { self.double_threats() } else { [None; DOUBLE_THREATS_MAX] };
        for index in 0..list.len().min(most) {
            let cell = list.pick(index);
            let kind = self.board.kind(me, cell);
            if is_futile && kind < kind::THREE && index > 2 && !is_result(best) {
                continue;
            }
            let reduction = if is_threatened || kind >= kind::FOUR {
                0
            } else {
                self.reduction::<PV>(depth, index, kind, is_improving, bound == Bound::Exact)
            };
            let lost = loss_in(ply + 4);
            // A variation is wanted only of a value above alpha.
            let value = if (!PV || lost <= alpha) && ply + 1 < PLIES_MAX && self.fails(cell, &double_threats) {
                self.lost_leaf(lost)?
            } else {
                self.search_move::<PV>(cell, alpha, beta, index == 0, reduction, context)?
            };
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
        // Against a double threat, every possible defence was searched.
        Some((best_cell, if is_threatened { best } else { unproven_loss(best) }, bound))
    }

    /// The value of a move: principal variation search with late-move reduction.
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
        let ply = context.ply;
        let depth = context.depth + i32::from(context.singular == Some(cell));
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

    /// Cells where the opponent makes an open four or two fours.
    #[inline]
    fn double_threats(&self) -> [Option<Cell>; DOUBLE_THREATS_MAX] {
        let them = self.board.turn() ^ 1;
        let mut found = [None; DOUBLE_THREATS_MAX];
        let cells = self.board.loud().filter(|&cell| self.board.kind(them, cell) == kind::FOURS);
        found.iter_mut().zip(cells).for_each(|(slot, cell)| *slot = Some(cell));
        found
    }

    /// Whether a defence makes no four and leaves one of these double threats. It need not be played to know that it loses: most defences that
    /// are listed do, a seventh of all nodes.
    #[inline]
    fn fails(&self, cell: Cell, double_threats: &[Option<Cell>]) -> bool {
        let stays = |threat: Cell| threat != cell && self.board.stays_double_four(threat, cell);
        self.board.kind(self.board.turn(), cell) < kind::FOUR
            && double_threats.iter().flatten().any(|&threat| stays(threat))
    }

    /// Counts the node after such a defence, as if it had been played.
    fn lost_leaf(&mut self, value: Value) -> Option<Value> {
        self.counts.nodes += 1;
        if self.watch.stops(self.counts.nodes) {
            return None;
        }
        self.counts.leaves += 1;
        Some(value)
    }

    /// The number of moves to search.
    fn moves_max<const PV: bool>(depth: i32) -> usize {
        let depth = depth as usize;
        if PV { MOVES_MAX } else { ((466 + 366 * depth + 42 * depth * depth) / 100).min(MOVES_MAX) }
    }

    /// The late-move reduction, in plies.
    #[inline]
    fn reduction<const PV: bool>(
        &self,
        depth: i32,
        index: usize,
        kind: u8,
        is_improving: bool,
        is_behind_better: bool,
    ) -> i32 {
        if depth < 3 || index < 2 {
            return 0;
        }
        let mut reduction = self.reductions[(depth as usize).min(REDUCTIONS_MAX - 1)][index.min(REDUCTIONS_MAX - 1)];
        reduction -= i32::from(PV) * LESS_ON_PV + i32::from(kind >= kind::THREE) * LESS_FOR_THREE;
        if reduction >= PLY && !is_improving {
            reduction += MORE_NOT_IMPROVING;
        }
        reduction += i32::from(is_behind_better) * MORE_BEHIND_BETTER;
        (reduction / PLY).clamp(0, depth - 2)
    }

    /// Updates history, killers and replies after a cutoff by the move at `index`.
    fn update_history(&mut self, list: &MoveList, index: usize, depth: i32, ply: usize) {
        let me = self.board.turn();
        let cell = list.cell(index);
        if self.board.kind(me, cell) >= kind::FOUR {
            return;
        }
        let bonus = (depth * depth * BONUS).min(BONUS_MAX);
        let last = self.board.last();
        self.memory.update_history(me, last, cell, bonus);
        for tried in 0..index {
            self.memory.update_history(me, last, list.cell(tried), -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != cell as u16 {
            *killers = [cell as u16, killers[0]];
        }
        if let Some(last) = last {
            self.memory.set_reply(me, last, cell);
        }
    }
}
