//! The games that lead to puzzles.

use std::sync::Arc;

use super::stones_min;
use crate::game::zobrist::mix;
use crate::game::{Cell, Game, Player, Position, Status};
use crate::heuristic::{Heuristic, LineWeights};

/// Most cells of a board whose games before puzzles are random.
const RANDOM_CELLS_MAX: usize = 16;
/// Moves of which a player takes the best, on larger boards. Nobody overlooks all good moves, and nobody finds each.
const DRAWS: u64 = 3;
/// How the games before puzzles are played.
pub(super) struct GamePlay {
    game: Arc<Game>,
    /// The values of lines that moves are chosen by; `None`: any safe move will do.
    weights: Option<LineWeights>,
}

impl GamePlay {
    /// Games of small boards are random: they are short, and choosing would leave few of them. The players of others choose, so
    /// that the position looks like one from a game between people.
    pub(super) fn of(game: &Arc<Game>) -> GamePlay {
        let rules = game.rules();
        let chooses = rules.cells() > RANDOM_CELLS_MAX;
        let lines = Heuristic::Named(Heuristic::of_lines(rules));
        GamePlay { game: Arc::clone(game), weights: lines.compile(rules).ok().filter(|_| chooses) }
    }

    /// A position after moves that neither end the game nor let the opponent win at once, in which the side to move cannot
    /// win at once. `None` if play comes to none.
    pub(super) fn position(&self, random: u64) -> Option<Position> {
        let rules = self.game.rules();
        let span = if self.weights.is_some() { rules.cells() * 2 / 5 } else { rules.cells() * 3 / 5 };
        // In games of lines where stones fall, hardly any position with fewer stones is proven within its nodes.
        let falls = !rules.is_grid() && rules.gravity();
        let least = if falls { rules.cells() * 9 / 16 } else { stones_min(rules) };
        let plies = least.max(stones_min(rules)) as u64 + mix(random) % (span as u64).max(1);
        let mut position = Position::new(Arc::clone(&self.game));
        for ply in 0..plies {
            let moves: Vec<Cell> = position.legal_moves().collect();
            let safe: Vec<Cell> = moves.into_iter().filter(|&cell| is_safe(&mut position, cell)).collect();
            let cell = self.choose(&mut position, &safe, random ^ mix(ply + 1))?;
            position.play_unchecked(cell);
        }
        (!can_win(&position)).then_some(position)
    }

    /// Of some moves drawn at random, the one with the best lines.
    fn choose(&self, position: &mut Position, moves: &[Cell], random: u64) -> Option<Cell> {
        let draw = |number: u64| {
            // Cut short before it is a `usize`, so that platforms with fewer bits have the same puzzles.
            let index = mix(random.wrapping_add(number)) % (moves.len() as u64).max(1);
            moves.get(index as usize).copied()
        };
        let Some(weights) = &self.weights else { return draw(0) };
        let sign = if position.turn() == Player::X { 1 } else { -1 };
        let mut value = |cell: Cell| {
            position.play_unchecked(cell);
            let value = sign * weights.evaluate(position);
            position.undo();
            value
        };
        (0..DRAWS).filter_map(draw).max_by_key(|&cell| value(cell))
    }
}

/// Whether the game goes on after a move, and the opponent cannot win at once.
fn is_safe(position: &mut Position, cell: Cell) -> bool {
    position.play_unchecked(cell);
    let is_safe = position.status() == Status::Ongoing && !can_win(position);
    position.undo();
    is_safe
}

/// Whether a move wins at once.
fn can_win(position: &Position) -> bool {
    !position.rules().misere() && position.completions(position.turn()).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, EngineConfig, Query};
    use crate::game::Preset;
    use crate::search::Limits;

    /// Moves of these games that are among the best three to a search of four plies, as a share.
    fn good_moves(play: &GamePlay) -> f64 {
        let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
        let (mut good, mut all) = (0, 0);
        for end in (0..24).filter_map(|random| play.position(random)) {
            let mut position = Position::new(Arc::clone(&play.game));
            for cell in end.moves() {
                let limits = Limits { depth: Some(4), ..Limits::default() };
                let ranked = engine.analyse(&Query { limits, ..Query::new(position.clone()) }).expect("a search").moves;
                good += u32::from(ranked[..ranked.len().min(3)].iter().any(|ranked| ranked.cell == cell));
                all += 1;
                position.play(cell).expect("the game goes on");
            }
        }
        assert!(all > 100, "{all} moves");
        f64::from(good) / f64::from(all)
    }

    /// The games before the puzzles of Connect Four are no random ones; those of small boards are.
    #[test]
    fn games_on_larger_boards_are_played_with_sense() {
        let game = Game::shared(Preset::ConnectFour.rules());
        let chosen = good_moves(&GamePlay::of(&game));
        let random = good_moves(&GamePlay { weights: None, game });
        println!("good moves: {chosen:.3} chosen, {random:.3} random");
        assert!(chosen > 0.7 && random < 0.6, "{chosen:.3} and {random:.3}");
        assert!(GamePlay::of(&Game::shared(Preset::FourByFour.rules())).weights.is_none());
    }

    /// No random move lets the other side win at once, so that no puzzle begins with such a win or after a missed one.
    #[test]
    fn no_side_can_win_at_once_in_random_play() {
        let wins_at_once = |position: &Position| {
            position.legal_moves().any(|cell| {
                let mut after = position.clone();
                after.play_unchecked(cell);
                after.winner() == Some(position.turn())
            })
        };
        for preset in [Preset::TicTacToe, Preset::MisereTicTacToe, Preset::FourByFour, Preset::ConnectFour] {
            let game = Game::shared(preset.rules());
            let play = GamePlay::of(&game);
            let found: Vec<Position> = (0..200).filter_map(|random| play.position(random)).collect();
            assert!(found.len() > 20, "{preset:?}: {}", found.len());
            for end in &found {
                let mut position = Position::new(Arc::clone(&game));
                for cell in end.moves() {
                    position.play(cell).expect("the game goes on");
                    assert!(!wins_at_once(&position), "{preset:?} {}", position.board());
                }
            }
        }
    }
}
