//! The boards of the presets that are lists of lines, made once.

use std::sync::{Arc, LazyLock};

use super::{DimensionsSpec, LineBoard, LinesErrors, LinesSpec, ShapeSpec, check, dimensions, shape};
use crate::game::Rules;

/// A preset that is a list of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum LinePreset {
    Qubic,
    ThreeCubed,
    ScoreFour,
    Torus,
    Tippy,
    Fano,
}

impl LinePreset {
    const ALL: [LinePreset; 6] = [
        LinePreset::Qubic,
        LinePreset::ThreeCubed,
        LinePreset::ScoreFour,
        LinePreset::Torus,
        LinePreset::Tippy,
        LinePreset::Fano,
    ];

    fn board(self) -> Result<LineBoard, LinesErrors> {
        let cube =
            |size: u64, gravity| DimensionsSpec { dimensions: vec![size; 3], k: size, gravity, ..Default::default() };
        match self {
            LinePreset::Qubic => dimensions::board(&cube(4, None)),
            LinePreset::ThreeCubed => dimensions::board(&cube(3, None)),
            LinePreset::ScoreFour => dimensions::board(&cube(4, Some(2))),
            LinePreset::Torus => {
                let wrap = vec![true; 2];
                dimensions::board(&DimensionsSpec { dimensions: vec![3, 3], k: 3, wrap, ..DimensionsSpec::default() })
            }
            LinePreset::Tippy => {
                shape::board(&ShapeSpec { width: 3, height: 3, shape: ".XX/XX.".to_owned(), misere: false })
            }
            LinePreset::Fano => check::board(&fano()),
        }
    }
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

static BOARDS: LazyLock<[Arc<LineBoard>; LinePreset::ALL.len()]> = LazyLock::new(|| {
    LinePreset::ALL.map(|preset| {
        let Ok(board) = preset.board() else { unreachable!("{preset:?} is a valid board") };
        Arc::new(board)
    })
});

/// The boards of all presets.
pub(super) fn all() -> impl Iterator<Item = Arc<LineBoard>> {
    BOARDS.iter().map(Arc::clone)
}

/// The rules of a preset.
pub(in crate::game) fn rules(preset: LinePreset) -> Rules {
    Rules::of_board(Arc::clone(&BOARDS[preset as usize]))
}
