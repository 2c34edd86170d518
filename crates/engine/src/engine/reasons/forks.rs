//! Forks: two or more winning cells at once, of which the opponent can take only one.

use super::board::{can_complete, forced_reply, lines_completed_by};
use crate::game::{Cell, Overline, Player, Position, Status};

/// The cells where the opponent could make a fork if it were to move, ascending. None in misère play. Where it has a fork already, other
/// moves are among them; but then no move stops its forks.
pub(super) fn forks_of_opponent(position: &Position) -> Vec<Cell> {
    if position.status() != Status::Ongoing || position.rules().misere() {
        return Vec::new();
    }
    let mut passed = position.clone();
    passed.null_move();
    let moves = candidates(&passed);
    moves.into_iter().filter(|&cell| makes_fork(&mut passed, cell)).collect()
}

/// Whether the side to move can neither complete a line nor make a fork; `before` are the cells where it could have made one
/// before the last move.
pub(super) fn is_out_of_reach(position: &mut Position, before: &[Cell]) -> bool {
    if can_complete(position, position.turn()) {
        return false;
    }
    let rules = position.rules();
    // The last move may have made the cell above it playable, or a winning cell of its own side the end of an overline.
    let moves = if rules.gravity() || rules.overline() == Overline::Forbidden {
        candidates(position)
    } else {
        before.iter().copied().filter(|&cell| position.playable(cell)).collect()
    };
    !moves.into_iter().any(|cell| makes_fork(position, cell))
}

/// Whether the side to move stays out of reach of lines and forks when the replies that are forced from here on have been made. A four that
/// has to be answered only puts a fork off: the move behind the answer is as near to it as before. Likewise a fork that stays possible is not
/// stopped by a mover that completes a line before it.
pub(super) fn stays_out_of_reach(after: &Position) -> bool {
    let (side, mut end) = (after.turn(), after.clone());
    while let Some(reply) = forced_reply(&mut end) {
        end.play_unchecked(reply);
    }
    if end.status() != Status::Ongoing {
        return true;
    }
    if end.turn() != side {
        end.null_move();
    }
    let moves = candidates(&end);
    !can_complete(&end, side) && !moves.into_iter().any(|cell| has_fork_with(&mut end, cell))
}

/// The winning cells of the fork that the side that has just moved has, ascending; none if it is no fork.
pub(in crate::engine) fn fork_of_mover(after: &Position) -> Vec<Cell> {
    let (opponent, mover) = (after.turn(), after.turn().opponent());
    if after.status() != Status::Ongoing || can_complete(after, opponent) {
        return Vec::new();
    }
    let cells = threats(after, mover);
    if cells.len() < 2 { Vec::new() } else { cells }
}

/// The winning cells of the fork that a move has made, ascending; none if it is no fork, or if each of them was one `before` the move.
pub(super) fn fork_made(before: &Position, after: &Position) -> Vec<Cell> {
    let fork = fork_of_mover(after);
    if fork.is_empty() {
        return fork;
    }
    let had = threats(before, before.turn());
    if fork.iter().all(|cell| had.contains(cell)) { Vec::new() } else { fork }
}

/// The winning cells of a player and, with gravity, those on top of them where it would complete a line next; ascending.
fn threats(position: &Position, player: Player) -> Vec<Cell> {
    let mut cells: Vec<Cell> = position.completions(player).collect();
    if position.rules().gravity() {
        let above = cells.iter().filter_map(|&cell| position.game().above(cell));
        let completes = |&cell: &Cell| lines_completed_by(position, cell, player).next().is_some();
        let on_top: Vec<Cell> = above.filter(completes).collect();
        cells.extend(on_top);
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The moves of the side to move that may make a fork, ascending.
fn candidates(position: &Position) -> Vec<Cell> {
    let player = position.turn();
    let lines = position.game().lines();
    let mut states = position.line_states().iter().enumerate();
    let has_threat = states.any(|(line, &state)| lines.lacking(line, player, 1) == Some(state));
    position.legal_moves().filter(|&cell| has_threat || lengthens(position, cell, player)).collect()
}

fn makes_fork(position: &mut Position, cell: Cell) -> bool {
    with_stone(position, cell, |after| !fork_of_mover(after).is_empty())
}

/// Whether the side to move would have a fork with a stone on the cell, if the other side completed no line meanwhile.
fn has_fork_with(position: &mut Position, cell: Cell) -> bool {
    let side = position.turn();
    with_stone(position, cell, |after| after.status() == Status::Ongoing && threats(after, side).len() > 1)
}

/// A look at the position after a move, which is taken back.
fn with_stone<T>(position: &mut Position, cell: Cell, look: impl FnOnce(&Position) -> T) -> T {
    position.play_unchecked(cell);
    let seen = look(position);
    position.undo();
    seen
}

/// Whether a stone of the player would make a line that lacks one stone. Without one before, every fork begins with that.
fn lengthens(position: &Position, cell: Cell, player: Player) -> bool {
    let lines = position.game().lines();
    let mut through = lines.through(cell).iter().map(|&line| usize::from(line));
    through.any(|line| lines.lacking(line, player, 2) == Some(position.line_states()[line]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::zobrist::mix;
    use crate::game::{Game, Rules, RulesSpec};

    #[test]
    fn the_forks_before_a_move_are_all_that_need_a_look_after_it() {
        let (mut within, mut out) = (0, 0);
        for (index, (width, height, k)) in
            [(3, 3, 3), (4, 4, 3), (5, 5, 4), (7, 6, 4), (9, 9, 5)].into_iter().enumerate()
        {
            for (overline, gravity) in
                [(Overline::Allowed, false), (Overline::Forbidden, false), (Overline::Allowed, true)]
            {
                let spec = RulesSpec { width, height, k, gravity, overline, misere: false };
                let game = Game::shared(Rules::new(spec).expect("valid rules"));
                for seed in 0..20 {
                    let mut position = Position::new(game.clone());
                    for ply in 0..width * height {
                        let moves: Vec<_> = position.legal_moves().collect();
                        let Some(&cell) =
                            moves.get(mix(seed << 16 | ply << 8 | index as u64) as usize % moves.len().max(1))
                        else {
                            break;
                        };
                        let before = forks_of_opponent(&position);
                        position.play_unchecked(cell);
                        if position.status() != Status::Ongoing {
                            break;
                        }
                        let turn = position.turn();
                        let all: Vec<_> = position.legal_moves().collect();
                        let expected = !can_complete(&position, turn)
                            && !all.into_iter().any(|cell| makes_fork(&mut position, cell));
                        assert_eq!(is_out_of_reach(&mut position, &before), expected, "{spec:?} {}", position.board());
                        if !before.is_empty() {
                            *(if expected { &mut out } else { &mut within }) += 1;
                        }
                    }
                }
            }
        }
        assert!(within > 100 && out > 100, "{within} {out}");
    }
}
