//! A lower bound of the number of positions in a count. Refuses hopeless counts before a search.

use super::query::{GamesError, GamesQuery, SymmetryMode};
use crate::game::{Player, Position};

/// Refuses a count whose lower bound exceeds its limit.
///
/// # Errors
/// [`GamesError::TooManyPositions`], if the lower bound says so.
pub(super) fn check(query: &GamesQuery) -> Result<(), GamesError> {
    let symmetries = query.position.game().symmetries();
    let class_size_max = match query.symmetry {
        SymmetryMode::All => 1,
        SymmetryMode::Paths => symmetries.len(),
        // Only symmetries of the start identify games.
        SymmetryMode::Orbits => symmetries.iter().filter(|symmetry| query.position.is_fixed_by(symmetry)).count(),
    };
    let most = query.positions_max.saturating_mul(class_size_max) as f64;
    if positions_min(query) > most { Err(GamesError::TooManyPositions { max: query.positions_max }) } else { Ok(()) }
}

/// The lower bound: the positions at the plies that every game reaches. A side that plays freely has a least number of moves
/// at each ply; different orders of the same moves lead to the same position.
fn positions_min(query: &GamesQuery) -> f64 {
    let position = &query.position;
    let rules = position.rules();
    let column_cells_max = position.game().columns().iter().map(Vec::len).max().unwrap_or_default();
    let mut positions = 1.0;
    let mut sum = positions;
    let mut moves_of = [0_usize; 2];
    for ply in 0..plies_min(position) {
        let mover = if ply % 2 == 0 { position.turn() } else { position.turn().opponent() };
        if query.engine != Some(mover) {
            let empties = position.empties() - ply;
            let choices = if rules.gravity() { empties.div_ceil(column_cells_max.max(1)) } else { empties };
            let moves = &mut moves_of[mover.index()];
            *moves += 1;
            positions *= choices as f64 / *moves as f64;
        }
        sum += positions;
    }
    sum
}

/// The length of the shortest game, in plies.
fn plies_min(position: &Position) -> usize {
    let lines = position.game().lines();
    let missing = |player: Player| {
        let other = lines.count_mask(player.opponent());
        let open = position.line_states().iter().filter(move |&&state| state & other == 0);
        open.filter_map(|&state| lines.missing(state)).min()
    };
    let plies = [position.turn(), position.turn().opponent()].map(missing);
    let first = |own: Option<usize>, is_second: usize| own.map(|own| (2 * own + is_second).saturating_sub(1));
    let ends = [first(plies[0], 0), first(plies[1], 1)];
    ends.into_iter().flatten().min().unwrap_or(usize::MAX).min(position.empties())
}
