//! The opening rule Swap2: one side places two stones of the first player and one of the second, the other side chooses its colour or
//! places two more and has the first one choose.

use inarow_engine::game::Cell;

/// The numbers of stones at which a side has to choose.
pub(super) const STONES: [usize; 2] = [3, 5];
/// Three stones after which both sides stand about equal, from the centre: columns to the right, rows down. The value on 15×15 after a
/// million positions is 16, an expected result of 0.51.
const OPENING: [(isize, isize); 3] = [(1, -3), (0, -2), (-2, 0)];

/// The cells of the first three stones; `None` if the board is too small for them.
pub(super) fn opening((width, height): (usize, usize)) -> Option<[Cell; 3]> {
    let mut cells = [0; 3];
    for (cell, (right, down)) in cells.iter_mut().zip(OPENING) {
        let x = (width / 2).checked_add_signed(right).filter(|&x| x < width)?;
        let y = (height / 2).checked_add_signed(down).filter(|&y| y < height)?;
        *cell = y * width + x;
    }
    Some(cells)
}
