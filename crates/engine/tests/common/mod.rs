//! Helpers of several tests: rules of many kinds, seeded positions, and an engine so simple that it can be believed.
#![allow(dead_code, reason = "each test uses its part")]

pub mod exact;
pub mod naive;
pub mod plain;
pub mod tic_tac_toe;
pub mod vcf;

use std::sync::Arc;

use inarow_engine::game::zobrist::mix;
use inarow_engine::game::{Game, Overline, Player, Position, Rules, RulesSpec, Setup, Status};

/// Rules from a short description.
pub fn rules(width: u64, height: u64, k: u64, extras: &str) -> Rules {
    let overline = if extras.contains("exact") { Overline::Forbidden } else { Overline::Allowed };
    let (gravity, misere) = (extras.contains("gravity"), extras.contains("misere"));
    Rules::new(RulesSpec { width, height, k, gravity, overline, misere }).expect("test rules are valid")
}

/// One of each kind of small board.
pub fn assorted_rules() -> Vec<Rules> {
    vec![
        rules(3, 3, 3, ""),
        rules(3, 3, 3, "misere"),
        rules(3, 3, 2, "exact"),
        rules(4, 4, 4, ""),
        rules(4, 4, 3, "exact"),
        rules(4, 4, 3, "misere"),
        rules(5, 4, 3, ""),
        rules(4, 3, 3, "gravity"),
        rules(5, 4, 4, "gravity"),
        rules(4, 4, 3, "gravity misere"),
        rules(5, 4, 3, "gravity exact"),
        rules(5, 5, 4, ""),
        rules(7, 2, 3, "exact misere"),
        rules(6, 1, 2, ""),
        rules(4, 1, 1, ""),
        rules(3, 4, 1, "exact misere gravity"),
    ]
}

/// A stream of numbers that is the same in every run.
pub struct Seeded(u64);

impl Seeded {
    pub fn new(seed: u64) -> Seeded {
        Seeded(mix(seed))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % bound as u64) as usize
    }
}

/// The position after `plies` random moves, or before the one that would have ended the game; unfinished.
pub fn random_position(rules: &Rules, plies: usize, random: &mut Seeded) -> Position {
    let mut position = Position::new(Game::shared(rules));
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        position.play_unchecked(moves[random.below(moves.len())]);
        if position.status() != Status::Ongoing {
            position.undo();
            break;
        }
    }
    position
}

/// Every unfinished tic-tac-toe position that alternate play can reach, once each.
pub fn reachable_tic_tac_toe() -> Vec<Position> {
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    let mut stack = vec![Position::new(Game::shared(rules(3, 3, 3, "")))];
    while let Some(position) = stack.pop() {
        if position.status() != Status::Ongoing || !seen.insert(position.board()) {
            continue;
        }
        for cell in position.legal_moves().collect::<Vec<_>>() {
            let mut after = position.clone();
            after.play_unchecked(cell);
            stack.push(after);
        }
        found.push(position);
    }
    found
}

/// Every unfinished 3×3 board with either side to move, reachable or not.
pub fn all_tic_tac_toe() -> Vec<Position> {
    let game = Game::shared(rules(3, 3, 3, ""));
    let mut found = Vec::new();
    for id in 0..3_usize.pow(9) {
        let cells: Vec<_> =
            (0..9).map(|cell| [None, Some(Player::X), Some(Player::O)][id / 3_usize.pow(cell) % 3]).collect();
        for turn in Player::ALL {
            let setup = Setup { game: Arc::clone(&game), cells: cells.clone(), turn: Some(turn) };
            found.extend(setup.into_position(false).ok().filter(|position| position.status() == Status::Ongoing));
        }
    }
    found
}
