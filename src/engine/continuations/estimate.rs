//! A lower bound on the positions that follow from one, from counting alone: it refuses hopeless counts before a search.

use super::query::{GamesError, GamesQuery, Sameness};
use crate::game::{Player, Position};

/// Refuses a count that has to meet more positions than it may.
///
/// # Errors
/// [`GamesError::TooManyPositions`], if the lower bound says so.
pub(super) fn check(query: &GamesQuery) -> Result<(), GamesError> {
    let classes = match query.sameness {
        Sameness::All => 1,
        // A class has at most as many positions as the board has symmetries.
        Sameness::Paths | Sameness::Orbits => query.position.game().symmetries().len(),
    };
    let most = query.positions_max.saturating_mul(classes) as f64;
    if positions_min(query) > most { Err(GamesError::TooManyPositions { max: query.positions_max }) } else { Ok(()) }
}

/// At least so many positions follow at the last ply that every game reaches. A side that plays freely has a number of moves
/// at each ply, and a position can come about by as many orders of these moves as there are.
fn positions_min(query: &GamesQuery) -> f64 {
    let position = &query.position;
    let rules = position.rules();
    let mut positions = 1.0;
    let mut most = positions;
    let mut moves_of = [0_usize; 2];
    for ply in 0..plies_min(position) {
        let mover = if ply % 2 == 0 { position.turn() } else { position.turn().opponent() };
        if query.engine != Some(mover) {
            let empties = position.empties() - ply;
            let choices = if rules.gravity() { empties.div_ceil(rules.height()) } else { empties };
            let moves = &mut moves_of[mover.index()];
            *moves += 1;
            positions *= choices as f64 / *moves as f64;
        }
        most = f64::max(most, positions);
    }
    most
}

/// Plies until the first game can be over.
fn plies_min(position: &Position) -> usize {
    let (lines, k) = (position.game().lines(), position.rules().k());
    let missing = |player: Player| {
        let other = lines.count_mask(player.opponent());
        let open = position.line_states().iter().filter(move |&&state| state & other == 0);
        let stones = |&state: &u16| {
            let (x, o) = lines.counts(state);
            k - x.max(o)
        };
        open.map(stones).min()
    };
    let plies = [position.turn(), position.turn().opponent()].map(missing);
    let first = |own: Option<usize>, is_second: usize| own.map(|own| (2 * own + is_second).saturating_sub(1));
    let ends = [first(plies[0], 0), first(plies[1], 1)];
    ends.into_iter().flatten().min().unwrap_or(usize::MAX).min(position.empties())
}
