//! The boards of the presets that are lists of lines, made once.

use std::sync::{Arc, LazyLock};

use super::{DimensionsSpec, LineBoard, LinesErrors, LinesSpec, ShapeSpec, check, dimensions, shape};
use crate::game::{Preset, Rules};

/// The board of a preset that is a list of lines; of others there is none.
fn board(preset: Preset) -> Option<Result<LineBoard, LinesErrors>> {
    let cube = |size: u64, gravity| {
        dimensions::board(&DimensionsSpec { dimensions: vec![size; 3], k: size, gravity, ..DimensionsSpec::default() })
    };
    Some(match preset {
        Preset::Qubic => cube(4, None),
        Preset::ThreeCubed => cube(3, None),
        Preset::ScoreFour => cube(4, Some(2)),
        Preset::Torus => {
            let wrap = vec![true; 2];
            dimensions::board(&DimensionsSpec { dimensions: vec![3, 3], k: 3, wrap, ..DimensionsSpec::default() })
        }
        Preset::Tippy => shape::board(&ShapeSpec { width: 3, height: 3, shape: ".XX/XX.".to_owned(), misere: false }),
        Preset::Fano => check::board(&fano()),
        _ => return None,
    })
}

/// The projective plane of seven points, as it is drawn: a triangle, the middles of its sides, and its centre. The line through
/// the three middles is the circle.
fn fano() -> LinesSpec {
    let lines = [[0, 1, 4], [0, 2, 6], [4, 5, 6], [0, 3, 5], [1, 3, 6], [2, 3, 4], [1, 2, 5]];
    let layout = [[0, 4], [3, 2], [3, 6], [4, 4], [6, 0], [6, 4], [6, 8]];
    LinesSpec {
        cells: 7,
        lines: lines.map(|line| line.to_vec()).to_vec(),
        layout: Some(layout.to_vec()),
        ..LinesSpec::default()
    }
}

static BOARDS: LazyLock<Vec<(Preset, Arc<LineBoard>)>> = LazyLock::new(|| {
    let of_preset = |preset: Preset| {
        let Ok(board) = board(preset)? else { unreachable!("{preset} is a valid board") };
        Some((preset, Arc::new(board)))
    };
    Preset::ALL.into_iter().filter_map(of_preset).collect()
});

/// The boards of all presets that are lists of lines.
pub(super) fn all() -> impl Iterator<Item = Arc<LineBoard>> {
    BOARDS.iter().map(|(_, board)| Arc::clone(board))
}

/// The rules of a preset that is a list of lines.
///
/// # Panics
/// If it is another.
pub(in crate::game) fn rules(preset: Preset) -> Rules {
    let board = BOARDS.iter().find(|(other, _)| *other == preset);
    let Some((_, board)) = board else { unreachable!("{preset} is an ordinary board") };
    Rules::of_board(Arc::clone(board))
}
