//! Games on large boards that lead to puzzles. A player thinks that a double threat has won, and has overlooked that the opponent
//! wins by fours.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use crate::engine::RankedMove;
use crate::engine::fours::Fours;
use crate::engine::strategy::Method;
use crate::game::zobrist::mix;
use crate::game::{Cell, Game, Position, Rules};
use crate::search::Verdict;
use crate::search::patterns::{PatternBoard, kind};
use crate::sort;

/// Own moves of the wins to look for.
pub(super) const OWN_MOVES: RangeInclusive<u32> = 2..=5;
/// Stones in a row that have puzzles: with more, hardly any double threat comes about.
const K_MAX: usize = 5;
/// Most moves of a game.
const PLIES_MAX: u64 = 60;
/// Cells where the opponent threatens to leave two cells that complete lines, at the least: one is too easily taken.
const THREATS_MIN: usize = 2;
/// Most nodes to look whether there is a win by fours at all, and whether several moves begin one.
const LOOK_NODES_MAX: u64 = 2_000;
const SECOND_LOOK_NODES_MAX: u64 = 20_000;
/// Most nodes to prove all moves.
const PROOF_NODES_MAX: u64 = 100_000;

/// A position in which one move alone wins and every other loses.
pub(super) struct Fight {
    pub position: Position,
    /// Where the opponent would win if it were to move, with its next move but one.
    pub threats: Vec<Cell>,
    /// All moves with their proven scores, the best first.
    pub moves: Vec<RankedMove>,
}

/// Whether there are such games: ordinary boards that searches have patterns for, with room for double threats.
pub(super) fn fit(rules: &Rules) -> bool {
    Method::uses_patterns(rules) && rules.k() <= K_MAX && rules.width().min(rules.height()) >= rules.k()
}

/// Plays a game by chance, which must [`fit`], and shows its fights with a win of so many own moves. Adds the nodes visited.
pub(super) fn play(
    game: &Arc<Game>,
    random: u64,
    own_moves: &RangeInclusive<u32>,
    nodes: &mut u64,
    show: &mut dyn FnMut(Fight, &mut u64) -> ControlFlow<()>,
) {
    let start = Position::new(Arc::clone(game));
    let mut fours = Fours::new(PatternBoard::new(&start));
    let plies_max = PLIES_MAX.min(game.rules().cells() as u64 * 2 / 3);
    let mut moves = vec![fours.board.centre()];
    fours.board.play(moves[0]);
    for ply in 0..plies_max {
        let near: Vec<Cell> = fours.board.near().collect();
        for &cell in &near {
            let before = fours.nodes;
            let found = after_threat(&mut fours, cell, own_moves);
            *nodes += fours.nodes - before;
            let Some((rest, threats, ranked)) = found else { continue };
            let Ok(position) = start.clone().after(&[&moves[..], &rest].concat()) else { continue };
            if show(Fight { position, threats, moves: ranked }, nodes).is_break() {
                return;
            }
        }
        let Some(cell) = choose(&fours.board, &near, mix(random ^ mix(ply + 1))) else { return };
        *nodes += near.len() as u64;
        moves.push(cell);
        fours.board.play(cell);
    }
}

/// The moves to a fight that begin with a double threat on this cell, where the opponent threatens then, and all moves ranked.
fn after_threat(
    fours: &mut Fours,
    cell: Cell,
    own_moves: &RangeInclusive<u32>,
) -> Option<(Vec<Cell>, Vec<Cell>, Vec<RankedMove>)> {
    let opponent = fours.board.turn();
    if !(kind::THREE..kind::FOUR).contains(&fours.board.kind(opponent, cell)) {
        return None;
    }
    let mut moves = vec![cell];
    fours.board.play(cell);
    let mut found = None;
    while is_threatened(&fours.board) {
        let Some(length) = fours.own_moves_to_win(*OWN_MOVES.end() + 1, LOOK_NODES_MAX) else { break };
        if length < *own_moves.start() {
            break;
        }
        let wins = fours.winning_fours(*OWN_MOVES.end() + 1, SECOND_LOOK_NODES_MAX);
        if wins.len() == 1 && length <= *own_moves.end() {
            let all: Vec<Cell> = fours.board.empty_cells().collect();
            found = fours.moves(&all, PROOF_NODES_MAX).filter(|moves| is_fight(moves));
            break;
        }
        // Where several moves win, a win has begun: one move alone may go on with it.
        let Some(pair) = wins.first() else { break };
        for &cell in pair {
            fours.board.play(cell);
            moves.push(cell);
        }
    }
    let threats = fours.board.loud().filter(|&cell| fours.board.kind(opponent, cell) == kind::FOURS).collect();
    moves.iter().for_each(|_| fours.board.undo());
    found.map(|ranked| (moves, threats, ranked))
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
