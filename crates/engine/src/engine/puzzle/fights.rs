//! Games on large boards that lead to puzzles. A player thinks that a double threat has won, and has overlooked that the opponent
//! wins by fours.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use super::DIFFICULTY_MAX;
use crate::engine::RankedMove;
use crate::engine::fours::{ANALYSIS_NODES_MAX, Attempt, Fours};
use crate::engine::strategy::Method;
use crate::game::zobrist::mix;
use crate::game::{Cell, Game, Position, Rules};
use crate::search::Verdict;
use crate::search::patterns::{PatternBoard, kind};
use crate::sort;

/// Own moves of the wins to look for.
pub(super) const OWN_MOVES: RangeInclusive<u32> = 2..=5;
/// Most threes with their blocks that are put into a game before a double threat: without any, wins with four and five moves are rare.
const EXCHANGES_MAX: u64 = 3;
/// Most stones in a row of games that have puzzles: with more, hardly any double threat comes about.
const K_MAX: usize = 5;
/// Most moves of a game.
const PLIES_MAX: u64 = 60;
/// Least number of cells where the opponent threatens to leave two cells that complete lines: one is too easily taken.
const THREATS_MIN: usize = 2;
/// Most nodes to look whether there is a win by fours at all, and whether several moves begin one.
const LOOK_NODES_MAX: u64 = 2_000;
const SECOND_LOOK_NODES_MAX: u64 = 20_000;

/// A position in which one move alone wins and every other loses.
pub(super) struct Fight {
    /// The cells where the opponent would win if it were to move, with its next move but one.
    pub threats: Vec<Cell>,
    /// All moves with their proven scores, the best first.
    pub moves: Vec<RankedMove>,
    /// Other fours that make as much as the solution, or more.
    pub decoys: u32,
    /// See [`difficulty`].
    pub difficulty: u32,
}

/// The fights to look for.
pub(super) struct Wanted {
    /// Own moves of the win.
    pub own_moves: RangeInclusive<u32>,
    pub difficulty: RangeInclusive<u32>,
}

/// Most that fours tried in vain add to the difficulty.
const IN_VAIN_MAX: u32 = 3;

/// How hard a win by fours is to find for a person, from 1 to [`DIFFICULTY_MAX`]: 1 for an open four, 2 more for each four before the
/// last one, 1 more if the last one is two fours at once rather than an open four; for fours tried in vain by somebody who begins with
/// those that make most besides, 1 for one, 2 for two or three, 3 for more.
fn difficulty(length: u32, tried: &Attempt) -> u32 {
    let in_vain = (u32::BITS - tried.in_vain.leading_zeros()).min(IN_VAIN_MAX);
    ((2 * length).saturating_sub(3) + u32::from(!tried.is_open) + in_vain).min(DIFFICULTY_MAX)
}

impl Wanted {
    /// The same with those own moves alone that may be so difficult.
    pub(super) fn narrowed(self) -> Wanted {
        let most = self.difficulty.end().saturating_add(3) / 2;
        let least = self.difficulty.start().saturating_sub(IN_VAIN_MAX + 1).saturating_add(3).div_ceil(2);
        let own_moves = least.max(*self.own_moves.start())..=most.min(*self.own_moves.end());
        Wanted { own_moves, ..self }
    }
}

/// Whether there are such games: ordinary boards that searches have patterns for, with room for double threats.
pub(super) fn fit(rules: &Rules) -> bool {
    Method::uses_patterns(rules) && rules.k() <= K_MAX && rules.width().min(rules.height()) >= rules.k()
}

/// Plays a game by chance, which must [`fit`], and shows the fights that are wanted. Adds the nodes visited.
pub(super) fn play(
    game: &Arc<Game>,
    random: u64,
    wanted: &Wanted,
    nodes: &mut u64,
    show: &mut dyn FnMut(Position, Fight) -> ControlFlow<()>,
) {
    if wanted.own_moves.is_empty() {
        return;
    }
    let start = Position::new(Arc::clone(game));
    let mut fours = Fours::new(PatternBoard::new(&start));
    let plies_max = PLIES_MAX.min(game.rules().cells() as u64 * 2 / 3);
    let mut moves = vec![fours.board.centre()];
    fours.board.play(moves[0]);
    for ply in 0..plies_max {
        let near: Vec<Cell> = fours.board.near().collect();
        let mut exchanged = Vec::new();
        for exchange in 0..=EXCHANGES_MAX {
            if exchange > 0 {
                let random = mix(random ^ mix(ply << 8 | exchange));
                let Some(pair) = exchange_three(&mut fours.board, random) else { break };
                exchanged.extend(pair);
            }
            for &cell in &near {
                let before = fours.nodes;
                let found = after_threat(&mut fours, cell, wanted);
                *nodes += fours.nodes - before;
                let (Some((rest, fight)), [earlier @ .., last]) = (found, &moves[..]) else { continue };
                let moves = [earlier, &exchanged[..], &[*last], &rest].concat();
                let Ok(position) = start.clone().after(&moves) else { continue };
                if show(position, fight).is_break() {
                    return;
                }
            }
        }
        fours.board.null_move();
        exchanged.iter().for_each(|_| fours.board.undo());
        fours.board.null_move();
        let Some(cell) = choose(&fours.board, &near, mix(random ^ mix(ply + 1))) else { return };
        *nodes += near.len() as u64;
        moves.push(cell);
        fours.board.play(cell);
    }
}

/// The side that waits makes an open three before its last move, and the side to move leaves one end of it: both moves. The same side is
/// to move then.
fn exchange_three(board: &mut PatternBoard, random: u64) -> Option<[Cell; 2]> {
    board.null_move();
    let (me, them) = (board.turn(), board.turn() ^ 1);
    let makes_three = |&cell: &Cell| (kind::THREE..kind::FOUR).contains(&board.kind(me, cell));
    let threes: Vec<Cell> = board.near().filter(makes_three).collect();
    let three = pick(&threes, random).inspect(|&three| board.play(three));
    let blocks = |&cell: &Cell| board.kind(me, cell) == kind::FOURS && board.kind(them, cell) < kind::FOUR;
    let ends: Vec<Cell> = three.map_or_else(Vec::new, |_| board.loud().filter(blocks).collect());
    let end = pick(&ends, mix(random)).inspect(|&end| board.play(end));
    if three.is_some() && end.is_none() {
        board.undo();
    }
    board.null_move();
    Some([three?, end?])
}

/// One of these by chance, cut short before it is a `usize`, so that platforms with fewer bits have the same puzzles.
fn pick(cells: &[Cell], random: u64) -> Option<Cell> {
    cells.get((random % (cells.len() as u64).max(1)) as usize).copied()
}

/// The moves to a fight that begin with a double threat on this cell, and the fight.
fn after_threat(fours: &mut Fours, cell: Cell, wanted: &Wanted) -> Option<(Vec<Cell>, Fight)> {
    let opponent = fours.board.turn();
    if !fours.board.is_empty(cell) || !(kind::THREE..kind::FOUR).contains(&fours.board.kind(opponent, cell)) {
        return None;
    }
    let mut moves = vec![cell];
    fours.board.play(cell);
    let mut found = None;
    while is_threatened(&fours.board) {
        let Some(length) = fours.own_moves_to_win(*OWN_MOVES.end() + 1, LOOK_NODES_MAX) else { break };
        if length < *wanted.own_moves.start() {
            break;
        }
        let wins = fours.winning_fours(*OWN_MOVES.end() + 1, SECOND_LOOK_NODES_MAX);
        if wins.len() == 1 && length <= *wanted.own_moves.end() {
            found = fight(fours, length, wanted);
            break;
        }
        // Where several moves win, a win has begun: one move alone may go on with it.
        let Some(pair) = wins.first() else { break };
        for &cell in pair {
            fours.board.play(cell);
            moves.push(cell);
        }
    }
    moves.iter().for_each(|_| fours.board.undo());
    found.map(|fight| (moves, fight))
}

/// The fight of a position whose win takes `length` own moves, if it is one that is wanted.
fn fight(fours: &mut Fours, length: u32, wanted: &Wanted) -> Option<Fight> {
    let tried = fours.attempt(length, SECOND_LOOK_NODES_MAX)?;
    let difficulty = difficulty(length, &tried);
    if !wanted.difficulty.contains(&difficulty) {
        return None;
    }
    let all: Vec<Cell> = fours.board.empty_cells().collect();
    let moves = fours.moves(&all, ANALYSIS_NODES_MAX).filter(|moves| is_fight(moves))?;
    let opponent = fours.board.turn() ^ 1;
    let threats = fours.board.loud().filter(|&cell| fours.board.kind(opponent, cell) == kind::FOURS).collect();
    Some(Fight { threats, moves, decoys: tried.decoys, difficulty })
}

/// Whether the side to move cannot win at once, has a four, and the opponent several cells that win.
fn is_threatened(board: &PatternBoard) -> bool {
    let (me, them) = (board.turn(), board.turn() ^ 1);
    let fives = board.count(me, kind::FIVE) + board.count(them, kind::FIVE);
    fives == 0 && board.count(them, kind::FOURS) >= THREATS_MIN && board.fours(me) > 0
}

/// Whether the first move alone wins.
fn is_fight(moves: &[RankedMove]) -> bool {
    let wins = |ranked: &RankedMove| matches!(ranked.verdict, Verdict::Win { .. });
    matches!(moves, [first, second, ..] if wins(first) && !wins(second))
}

/// A move of a player who blocks fours, and else plays the most urgent cell half of the time, the next one a quarter of it, and so
/// on. `None` where the game ends: a line can be completed, or no cell is near.
fn choose(board: &PatternBoard, near: &[Cell], random: u64) -> Option<Cell> {
    /// Bits of the chance among equally urgent cells.
    const CHANCE_BITS: u32 = 8;
    let (me, them) = (board.turn(), board.turn() ^ 1);
    if board.count(me, kind::FIVE) > 0 {
        return None;
    }
    if let Some(&block) = near.iter().find(|&&cell| board.kind(them, cell) == kind::FIVE) {
        return Some(block);
    }
    let weight = |cell: Cell| {
        let chance = mix(random ^ cell as u64) & ((1 << CHANCE_BITS) - 1);
        (board.urgency(me, cell) << CHANCE_BITS) + chance as i32
    };
    let mut ranked: Vec<(i32, u16)> = near.iter().map(|&cell| (weight(cell), cell as u16)).collect();
    sort::heaviest_first(&mut ranked);
    let index = (random.trailing_zeros() as usize).min(ranked.len().saturating_sub(1));
    ranked.get(index).map(|&(_, cell)| cell.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An open four is 1, and the scale is used to its end. No win of another length is as difficult as those of these lengths.
    #[test]
    fn wins_by_fours_use_the_scale_from_end_to_end() {
        let of = |length, is_open, in_vain| difficulty(length, &Attempt { is_open, decoys: 0, in_vain });
        assert_eq!((of(2, true, 0), of(2, false, 0), of(3, true, 0), of(3, true, 1)), (1, 2, 3, 4));
        assert_eq!((of(3, true, 2), of(3, true, 3), of(3, true, 4), of(3, true, 50)), (5, 5, 6, 6));
        assert_eq!((of(4, false, 4), of(5, true, 0), of(5, true, 4), of(5, false, 4)), (9, 7, 10, 10));
        for level in 1..=DIFFICULTY_MAX {
            let wanted = Wanted { own_moves: OWN_MOVES, difficulty: level..=level }.narrowed();
            let may_be =
                |length: &u32| [true, false].iter().any(|&open| (0..5).any(|vain| of(*length, open, vain) == level));
            let lengths: Vec<u32> = OWN_MOVES.filter(may_be).collect();
            assert_eq!(lengths, wanted.own_moves.collect::<Vec<_>>(), "{level}");
        }
    }
}
