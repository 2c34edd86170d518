//! The principal variation.

use super::Threats;
use crate::game::Cell;
use crate::search::patterns::kind;

impl Threats<'_> {
    /// Sets the principal variation to a move and the variation after it.
    #[inline]
    pub(super) fn update_pv<const PV: bool>(&mut self, ply: usize, cell: Cell) {
        if PV {
            let (head, tail) = self.variations.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(cell);
            head[ply].extend_from_slice(&tail[0]);
        }
    }

    /// Sets the principal variation to the moves that `find` leaves in `self.vcf_line`.
    #[inline]
    pub(super) fn set_vcf_pv<const PV: bool>(&mut self, ply: usize, find: impl FnOnce(&mut Self)) {
        if PV {
            find(self);
            self.variations[ply].clear();
            self.variations[ply].extend(self.vcf_line.iter().rev().map(|&cell| Cell::from(cell)));
        }
    }

    /// Sets `self.vcf_line` to the move that completes a row.
    pub(super) fn set_five(&mut self) {
        self.vcf_line.clear();
        self.vcf_line.extend(self.find(self.board.turn(), kind::FIVE).map(|cell| cell as u16));
    }

    /// Sets `self.vcf_line` to a double threat and its completion.
    pub(super) fn set_double_four(&mut self) {
        self.vcf_line.clear();
        if let Some(cell) = self.find(self.board.turn(), kind::FOURS) {
            self.add_double_four(cell);
        }
    }
}
