//! Positions of games, as the inputs of the network.

use inarow_engine::game::{Game, Player, Position as GamePosition, Preset};
use inarow_engine::search::patterns::{PatternBoard, kind, shape};

/// Cells on a side of the board, and of a block as in the engine.
const SIDE: usize = 15;
const BLOCK: usize = 2;
/// Blocks on a side of the board.
pub const BLOCKS: usize = SIDE.div_ceil(BLOCK);
/// Shapes up to this one count as none.
const QUIET_SHAPE: usize = shape::OPEN_ONE as usize;
/// Pairs of shapes, and of kinds behind them, that of the side to move first.
pub const SHAPE_PAIRS: usize = shape::COUNT * shape::COUNT;
pub const PAIRS: usize = SHAPE_PAIRS + kind::COUNT * kind::COUNT;
/// Games of a group, which are fitted or kept apart together; and the number of groups of which one is kept apart.
const GROUP: usize = 50;
const GROUPS: usize = 10;
/// Values of proven results are beyond this.
const UNPROVEN_MAX: f32 = 20_000.0;
/// Static values beyond this enter the network as this, as in the engine.
const BASE_MAX: f32 = 1_500.0;
/// Static values beyond this are decided.
const DECIDED: f32 = 3_000.0;
/// The part of the result in the mean of both.
const RESULT_PART: f32 = 0.5;

/// A scale of values: log-odds of 1, as a sum and a factor of the root of the number of stones. Of the values of searches to 5,000
/// positions, and of static values without the network; both fit the results of 16,000 games best.
const SCALE_OF_SEARCH: [f32; 2] = [110.0, 28.0];
const SCALE: [f32; 2] = [125.0, 21.0];

/// A position that the search judges by its patterns.
pub struct Position {
    game: usize,
    /// The pairs that it has, see [`Data::pairs`].
    pub pairs: std::ops::Range<usize>,
    pub stones: f32,
    /// The static value without the network, as the network sees it.
    pub base: f32,
    /// The scale of values.
    pub scale: f32,
    /// The log-odds by the static value without the network.
    pub odds_without: f32,
    /// The result that the search expected, and the mean of that and the result of the game.
    pub expected: f32,
    pub mixed: f32,
    pub is_unproven: bool,
}

impl Position {
    pub fn is_apart(&self) -> bool {
        (self.game / GROUP).is_multiple_of(GROUPS)
    }
}

#[derive(Default)]
pub struct Data {
    pub games: usize,
    pub positions: Vec<Position>,
    /// For each position, a block and the index of a pair in it.
    pub pairs: Vec<(u8, u16)>,
}

impl Data {
    /// Adds the positions of games.
    ///
    /// # Errors
    /// The number of a line that is no game.
    pub fn read(&mut self, text: &str) -> Result<(), String> {
        for (number, line) in text.lines().enumerate() {
            self.read_game(line).ok_or_else(|| format!("line {} is no game", number + 1))?;
            self.games += 1;
        }
        Ok(())
    }

    fn read_game(&mut self, line: &str) -> Option<()> {
        let mut parts = line.split(' ');
        let winner = match parts.next()? {
            "X" => Some(Player::ALL[0]),
            "O" => Some(Player::ALL[1]),
            "-" => None,
            _ => return None,
        };
        let mut position = GamePosition::new(Game::shared(Preset::Gomoku.rules()));
        for part in parts {
            if let Some(value) = part.strip_prefix('=') {
                let result = winner.map_or(0.5, |winner| if winner == position.turn() { 1.0 } else { 0.0 });
                self.add(&position, value.parse().ok()?, Some(result));
            } else if let Some(aside) = part.strip_prefix('+') {
                let (cell, value) = aside.split_once('=')?;
                let mut after = position.clone();
                after.play(cell.parse().ok()?).ok()?;
                self.add(&after, value.parse().ok()?, None);
            } else {
                position.play(part.parse().ok()?).ok()?;
            }
        }
        Some(())
    }

    /// Adds a position, unless a side completes a row or makes an open four at once: the search never judges that by its patterns.
    fn add(&mut self, position: &GamePosition, value: f32, result: Option<f32>) {
        let board = PatternBoard::new(position);
        let sides = [board.turn(), board.turn() ^ 1];
        if sides.map(|side| board.count(side, kind::FIVE)) != [0; 2] || board.count(sides[0], kind::FOURS) > 0 {
            return;
        }
        let first = self.pairs.len();
        for cell in board.empty_cells() {
            let block = (cell / SIDE / BLOCK * BLOCKS + cell % SIDE / BLOCK) as u8;
            for direction in 0..4 {
                let shapes = sides.map(|side| usize::from(board.shape(side, cell, direction)));
                let [own, other] = shapes.map(|shape| if shape <= QUIET_SHAPE { 0 } else { shape });
                self.pairs.extend((own + other > 0).then_some((block, (own * shape::COUNT + other) as u16)));
            }
            let [own, other] = sides.map(|side| usize::from(board.kind(side, cell)));
            self.pairs.extend((own + other > 0).then_some((block, (SHAPE_PAIRS + own * kind::COUNT + other) as u16)));
        }
        let stones = position.stones() as f32;
        let [of_search, scale] = [SCALE_OF_SEARCH, SCALE].map(|[sum, factor]| sum + factor * stones.sqrt());
        let expected = 1.0 / (1.0 + (-value / of_search).exp());
        let base = board.value() as f32;
        self.positions.push(Position {
            game: self.games,
            pairs: first..self.pairs.len(),
            stones,
            base: base.clamp(-BASE_MAX, BASE_MAX),
            scale,
            odds_without: base.clamp(-DECIDED, DECIDED) / scale,
            expected,
            mixed: result.map_or(expected, |result| RESULT_PART * result + (1.0 - RESULT_PART) * expected),
            is_unproven: value.abs() < UNPROVEN_MAX,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_games_have_what_the_network_sees() {
        let mut data = Data::default();
        data.read("X 112 113 97 98 129 =40 140 =-30000 +96=20\n- 112 =0\n").expect("two games");
        let [first, second, aside, other] = &data.positions[..] else { panic!("{} positions", data.positions.len()) };
        assert_eq!((data.games, first.stones, second.stones, aside.stones, other.stones), (2, 5.0, 6.0, 7.0, 1.0));
        // O is to move in the first, X won; the position aside has no result, and the second game is drawn.
        assert!(first.mixed < first.expected && first.expected > 0.5 && first.is_unproven);
        assert!(second.expected < 1e-6 && (second.mixed - 0.5).abs() < 1e-6 && !second.is_unproven);
        assert_eq!(aside.mixed, aside.expected);
        assert_eq!((other.mixed, other.expected), (0.5, 0.5));
        assert!(
            data.pairs[first.pairs.clone()]
                .iter()
                .all(|&(block, pair)| { usize::from(block) < BLOCKS * BLOCKS && usize::from(pair) < PAIRS })
        );
        assert!(first.pairs.len() > 20);
    }

    #[test]
    fn a_line_that_is_no_game_is_named() {
        for line in ["", "Y 112", "X 112 112", "X 225", "X 112 =", "X 112 +113", "X 112 +112=3"] {
            let fault = Data::default().read(&format!("- 112\n{line}\n")).expect_err(line);
            assert_eq!(fault, "line 2 is no game", "{line}");
        }
    }
}
