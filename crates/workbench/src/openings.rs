//! Random openings for games of the engine against itself.

use inarow_engine::game::{Game, Position, Rules, Status};

/// Three to ten stones near the middle of a board of 7 columns and rows at least; `None` if they end the game.
#[must_use]
pub fn opening(rules: &Rules, random: &mut Random) -> Option<Position> {
    let mut position = Position::new(Game::shared(rules));
    let stones = 3 + random.below(8) as usize;
    while position.stones() < stones {
        let mut near_middle = |side: usize| side / 2 + random.below(7) as usize - 3;
        let cell = near_middle(rules.height()) * rules.width() + near_middle(rules.width());
        if position.is_legal(cell) {
            position.play(cell).ok()?;
        }
    }
    (position.status() == Status::Ongoing).then_some(position)
}

/// Splitmix64.
pub struct Random(pub u64);

impl Random {
    /// A number below the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}
