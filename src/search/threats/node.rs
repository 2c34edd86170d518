//! The nodes of the search: forced play first, then what can be left out, then the moves in turn.

use super::memory::{Bound, Entry};
use super::moves::MoveList;
use super::value::{INFINITY, STATIC_MAX, Value, doubted, earlier, is_proven, is_result, later, loss_in, win_in};
use super::{PLIES_MAX, Threats};
use crate::game::Cell;
use crate::search::patterns::kind;

/// Budgets of positions for a win by fours: at the horizon, and above it.
const FOURS_AT_HORIZON: u32 = 60;
const FOURS_INSIDE: u32 = 150;
/// A static value so far above the window for each ply left is taken as it is.
const MARGIN: Value = 60;
const MARGIN_DEPTH_MAX: i32 = 5;
const PASS_DEPTH_MIN: i32 = 2;
/// Most moves tried in a position, beyond those that are forced.
const MOVES_MAX: usize = 48;

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
        mut alpha: Value,
        beta: Value,
        mut depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> Option<Value> {
        debug_assert!(alpha < beta);
        self.counts.nodes += 1;
        if self.watch.stops(self.counts.nodes) {
            return None;
        }
        if PV {
            self.variations[ply].clear();
        }
        let (me, them) = (self.board.turn(), self.board.turn() ^ 1);
        if self.board.count(me, kind::FIVE) > 0 {
            self.note_fours::<PV>(ply, Threats::five);
            return self.leaf(win_in(ply + 1));
        }
        if self.board.empties() == 0 || ply >= PLIES_MAX {
            return self.leaf(0);
        }
        match self.board.count(them, kind::FIVE) {
            0 => {}
            1 => {
                let Some(block) = self.find(them, kind::FIVE) else { return self.leaf(self.static_value()) };
                if PV {
                    self.variations[ply + 1].clear();
                }
                let value = self.child::<PV>(block, alpha, beta, depth, ply)?;
                self.note_move::<PV>(ply, block);
                return Some(value);
            }
            _ => return self.leaf(loss_in(ply + 2)),
        }
        if self.board.count(me, kind::FOURS) > 0 {
            self.note_fours::<PV>(ply, Threats::two_gaps);
            return self.leaf(win_in(ply + 3));
        }
        // A win in five is the quickest left.
        let quickest = win_in(ply + 5);
        if quickest <= alpha {
            return Some(quickest);
        }
        let key = self.board.key();
        let mut hint = None;
        if let Some(entry) = self.memory.get(key) {
            let value = earlier(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if !PV && decides && (entry.depth >= depth || is_proven(value)) {
                return Some(value);
            }
            hint = entry.cell;
        }
        if self.wins_by_fours(if depth > 0 {
            super::param(5, FOURS_INSIDE as i32) as u32
        } else {
            super::param(6, FOURS_AT_HORIZON as i32) as u32
        }) {
            let value = win_in(ply + self.fours.len());
            self.note_fours::<PV>(ply, |_| {});
            let cell = self.fours.last().map(|&cell| Cell::from(cell));
            self.memory.put(key, Entry { value: later(value, ply), depth, bound: Bound::Lower, cell });
            return self.leaf(value);
        }
        let static_value = self.static_value();
        let is_threatened = self.board.count(them, kind::FOURS) > 0;
        if depth <= 0 {
            if is_threatened && depth > -super::param(0, 0) {
            } else {
                return self.leaf(static_value);
            }
        }
        if !PV && !is_threatened && !is_result(beta) && static_value >= beta {
            if depth <= MARGIN_DEPTH_MAX && static_value - super::param(1, MARGIN) * depth >= beta {
                return self.leaf(static_value);
            }
            if may_pass && depth >= PASS_DEPTH_MIN {
                self.board.pass();
                let passed =
                    self.node::<false>(-beta, 1 - beta, depth - super::param(7, 3) - depth / 4, ply + 1, false);
                self.board.pass();
                let passed = -passed?;
                if passed >= beta {
                    self.counts.cutoffs += 1;
                    return Some(if is_result(passed) { beta } else { passed });
                }
            }
        }
        if hint.is_none() && depth >= 4 {
            depth -= 1;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        let previous = self.board.last();
        if is_threatened {
            self.list_answers(hint, ply, &mut list);
        } else {
            self.list_moves(hint, ply, previous, &mut list);
        }
        let found = self.best::<PV>(&mut list, &mut alpha, beta, depth, ply, is_threatened, static_value);
        self.lists.push(list);
        let (cell, value, bound) = found?;
        self.memory.put(key, Entry { value: later(value, ply), depth, bound, cell });
        Some(value)
    }

    /// Tries the moves of a list, best first.
    #[expect(clippy::too_many_arguments, reason = "the state of one node")]
    fn best<const PV: bool>(
        &mut self,
        list: &mut MoveList,
        alpha: &mut Value,
        beta: Value,
        depth: i32,
        ply: usize,
        is_threatened: bool,
        static_value: Value,
    ) -> Option<(Option<Cell>, Value, Bound)> {
        let me = self.board.turn();
        let (mut best, mut best_cell) = (-INFINITY, None);
        let mut bound = Bound::Upper;
        let most = if is_threatened { usize::MAX } else { Self::moves_max::<PV>(depth) };
        let futile =
            !PV && !is_threatened && depth <= 3 && static_value + super::param(2, MARGIN) * (depth + 1) < *alpha;
        for index in 0..list.len() {
            if index >= most && best > -INFINITY {
                break;
            }
            let cell = list.pick(index);
            let kind = self.board.kind(me, cell);
            let is_quiet = kind < kind::THREE;
            if futile && is_quiet && index > 2 && !is_result(best) {
                continue;
            }
            let mut value = 0;
            let mut is_open = true;
            if index > 0 {
                let reduction =
                    if is_threatened || kind >= kind::FOUR { 0 } else { self.reduction::<PV>(depth, index, kind) };
                value = self.child::<false>(cell, *alpha, *alpha + 1, depth - 1 - reduction, ply)?;
                if value > *alpha && reduction > 0 {
                    value = self.child::<false>(cell, *alpha, *alpha + 1, depth - 1, ply)?;
                }
                is_open = PV && value > *alpha && value < beta;
            }
            if is_open {
                value = self.child::<PV>(cell, *alpha, beta, depth - 1, ply)?;
            }
            if value > best {
                (best, best_cell) = (value, Some(cell));
                if value > *alpha {
                    *alpha = value;
                    bound = Bound::Exact;
                    self.note_move::<PV>(ply, cell);
                }
            }
            if value >= beta {
                self.counts.cutoffs += 1;
                self.reward(list, index, depth, ply);
                bound = Bound::Lower;
                break;
            }
        }
        if best_cell.is_none() {
            return Some((None, static_value, Bound::Upper));
        }
        // Where a threat has to be answered, all answers there are were tried.
        Some((best_cell, if is_threatened { best } else { doubted(best) }, bound))
    }

    fn moves_max<const PV: bool>(depth: i32) -> usize {
        if PV {
            MOVES_MAX
        } else {
            (super::param(3, 6) as usize + depth as usize * super::param(4, 4) as usize + (depth * depth / 2) as usize)
                .min(MOVES_MAX)
        }
    }

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
    fn reward(&mut self, list: &MoveList, index: usize, depth: i32, ply: usize) {
        let me = self.board.turn();
        let cell = list.cell(index);
        if self.board.kind(me, cell) >= kind::FOUR {
            return;
        }
        let bonus = (depth * depth * 16).min(1_600);
        self.memory.learn(me, cell, bonus);
        for tried in 0..index {
            self.memory.learn(me, list.cell(tried), -bonus);
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
    fn note_move<const PV: bool>(&mut self, ply: usize, cell: Cell) {
        if PV {
            let (head, tail) = self.variations.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(cell);
            head[ply].extend_from_slice(&tail[0]);
        }
    }

    /// Best play of the principal variation is what `find` leaves in `self.fours`.
    #[inline]
    fn note_fours<const PV: bool>(&mut self, ply: usize, find: impl FnOnce(&mut Self)) {
        if PV {
            find(self);
            self.variations[ply].clear();
            self.variations[ply].extend(self.fours.iter().rev().map(|&cell| Cell::from(cell)));
        }
    }

    fn five(&mut self) {
        self.fours.clear();
        self.fours.extend(self.find(self.board.turn(), kind::FIVE).map(|cell| cell as u16));
    }

    fn two_gaps(&mut self) {
        self.fours.clear();
        if let Some(cell) = self.find(self.board.turn(), kind::FOURS) {
            self.finish_with_two(cell);
        }
    }
}
