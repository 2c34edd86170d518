//! Double threats: a stone after which a side has two ways to complete a line, such as the fourth of an open three.

use crate::game::{Cell, Player, Position};

/// The double threats that a side can make with its next stone.
pub struct DoubleThreats {
    /// The two gaps of each line that only lacks two stones of the side.
    gaps: Vec<[Cell; 2]>,
}

impl DoubleThreats {
    pub fn of(position: &Position, player: Player) -> DoubleThreats {
        let lines = position.game().lines();
        let gaps = position.line_states().iter().enumerate().filter_map(|(line, &state)| {
            if lines.lacking(line, player, 2) != Some(state) {
                return None;
            }
            let cells = lines.cells(line).iter().map(|&cell| Cell::from(cell));
            let mut gaps = cells.filter(|&cell| position.cells()[cell].is_none());
            Some([gaps.next()?, gaps.next()?])
        });
        DoubleThreats { gaps: gaps.collect() }
    }

    /// The cells of such a stone, ascending.
    pub fn makers(&self) -> Vec<Cell> {
        makers(self.gaps.iter())
    }

    /// The cells where a stone of the other side prevents them all, ascending.
    pub fn blocks(&self) -> Vec<Cell> {
        if self.makers().is_empty() {
            return Vec::new();
        }
        let mut cells: Vec<Cell> = self.gaps.iter().flatten().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|cell| makers(self.gaps.iter().filter(|gaps| !gaps.contains(cell))).is_empty());
        cells
    }
}

fn makers<'a>(gaps: impl Iterator<Item = &'a [Cell; 2]>) -> Vec<Cell> {
    let mut pairs: Vec<(Cell, Cell)> = gaps.flat_map(|&[a, b]| [(a, b), (b, a)]).collect();
    pairs.sort_unstable();
    pairs.dedup();
    // With the same cell twice, two others complete a line after it.
    let mut cells: Vec<Cell> = pairs.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| two[0].0).collect();
    cells.dedup();
    cells
}
