//! Pruning for evaluators that are always 0: null windows are decided where no line can be completed before the horizon.

use super::{AlphaBeta, Node};
use crate::game::{Cell, Overline, Player};
use crate::heuristic::Evaluator;
use crate::search::{Score, pairing};

/// Largest board for pairing strategies: a bit for each cell.
const PAIRING_CELLS_MAX: usize = 64;
/// Least depth for pairing strategies. Below, searching is cheaper.
const PAIRING_DEPTH_MIN: u32 = 3;
/// Most plies for counting the stones below a line. Beyond, every line can be reached.
const FILL_DEPTH_MAX: u32 = 12;

impl<E: Evaluator> AlphaBeta<'_, E> {
    /// The value or a bound, if no side whose line matters to this window can complete one before the horizon.
    #[inline]
    pub(super) fn out_of_reach(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: u32,
        accumulator: E::Accumulator,
    ) -> Option<Node> {
        let (turn, misere) = (self.position.turn(), self.position.rules().misere());
        let own = || (turn, depth.div_ceil(2));
        let other = || (turn.opponent(), depth / 2);
        // In misère play a side wins by a line of the opponent.
        let (winning, losing) = if misere { (other(), own()) } else { (own(), other()) };
        let complete = depth as usize >= self.position.empties();
        let decides = alpha >= Score::DRAW && self.cannot_complete(winning, depth, accumulator)
            || beta <= Score::DRAW && self.cannot_complete(losing, depth, accumulator);
        decides.then_some(Node { score: Score::DRAW, complete })
    }

    /// Whether it is certain that the player, who places `stones` stones in `depth` plies, completes no line.
    #[inline]
    fn cannot_complete(&mut self, (player, stones): (Player, u32), depth: u32, accumulator: E::Accumulator) -> bool {
        if !self.evaluator.can_complete(accumulator, player, stones) {
            return true;
        }
        let rules = self.position.rules();
        if rules.gravity() {
            return depth <= FILL_DEPTH_MAX
                && !self.lines_in_reach(player, stones).any(|line| self.stones_to_fill(line) <= depth);
        }
        let pairs_hold = !rules.misere() && rules.overline() == Overline::Allowed;
        if !pairs_hold || depth < PAIRING_DEPTH_MIN || rules.cells() > PAIRING_CELLS_MAX {
            return false;
        }
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        let empty = |set: u64, &cell: &u16| match self.position.cell(Cell::from(cell)) {
            None => set | 1 << cell,
            Some(_) => set,
        };
        let lines = self.position.game().lines();
        open.extend(self.lines_in_reach(player, stones).map(|line| lines.cells(line).iter().fold(0, empty)));
        let draws = pairing::draws(&mut open);
        self.open = open;
        draws
    }

    /// The lines that the player could complete with this many stones, if all their cells were playable.
    #[inline]
    fn lines_in_reach(&self, player: Player, stones: u32) -> impl Iterator<Item = usize> + '_ {
        let lines = self.position.game().lines();
        let k = self.position.rules().k();
        let least = lines.pure(player, k.saturating_sub(stones as usize));
        // X's count fills the low bits of a state, O's the bits above.
        let others = lines.count_mask(player.opponent());
        let states = self.position.line_states().iter().enumerate();
        states.filter(move |&(_, &state)| state & others == 0 && state >= least).map(|(line, _)| line)
    }

    /// The number of stones that fill a line, including those below its cells.
    fn stones_to_fill(&self, line: usize) -> u32 {
        let width = self.position.rules().width();
        let cells = self.position.cells();
        let mut stones = 0;
        let mut column = usize::MAX;
        let mut highest = 0;
        // The cells of a line ascend, so that a vertical line comes from the top down.
        for &cell in self.position.game().lines().cells(line) {
            let cell = Cell::from(cell);
            let missing = (cell..cells.len()).step_by(width).take_while(|&cell| cells[cell].is_none()).count() as u32;
            if cell % width == column {
                highest = highest.max(missing);
            } else {
                stones += highest;
                (column, highest) = (cell % width, missing);
            }
        }
        stones + highest
    }
}
