//! What a game is: rules, lines, positions, symmetry, notation.
//!
//! Cells count from 0, row by row from the top left.

mod error;
mod lines;
pub mod notation;
mod perft;
mod player;
mod position;
mod reach;
mod rules;
mod setup;
mod symmetry;
pub mod zobrist;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

pub use error::{MoveFault, SetupFault};
pub use lines::Lines;
pub use perft::perft;
pub use player::Player;
pub use position::{Position, Status};
pub use rules::{Overline, Preset, Rules, RulesFault, RulesSpec};
pub use setup::Setup;
pub use symmetry::{Canonical, Stabiliser, Symmetry};

/// Index of a cell: 0 is the top left, then row by row; below [`Rules::cells`].
pub type Cell = usize;

/// Rules compiled into the tables that play needs: lines, symmetries, keys.
#[derive(Debug)]
pub struct Game {
    rules: Rules,
    lines: Lines,
    symmetries: Vec<Symmetry>,
    stone_keys: Vec<[u64; 2]>,
}

/// How many compiled games that are not presets are kept; a 19×19 one takes about 100 kB.
const CACHED_GAMES_MAX: usize = 64;

impl Game {
    /// Compiles the rules. Callers that meet the same rules again use [`Game::shared`].
    #[must_use]
    pub fn new(rules: Rules) -> Game {
        Game {
            rules,
            lines: Lines::new(rules),
            symmetries: symmetry::symmetries(rules),
            stone_keys: zobrist::stone_keys(rules.cells()),
        }
    }

    /// The compiled rules from a cache: presets stay, other rules as long as there are not too many of them.
    #[must_use]
    pub fn shared(rules: Rules) -> Arc<Game> {
        static PRESETS: LazyLock<Vec<(Rules, LazyGame)>> = LazyLock::new(|| {
            let lazily =
                |preset: Preset| LazyLock::new(Box::new(move || Arc::new(Game::new(preset.rules()))) as PresetGame);
            Preset::ALL.into_iter().map(|preset| (preset.rules(), lazily(preset))).collect()
        });
        static OTHERS: LazyLock<Mutex<HashMap<Rules, Arc<Game>>>> = LazyLock::new(Mutex::default);
        if let Some((_, game)) = PRESETS.iter().find(|(preset, _)| *preset == rules) {
            return Arc::clone(game);
        }
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = others.get(&rules) {
            return Arc::clone(game);
        }
        if others.len() >= CACHED_GAMES_MAX {
            others.clear();
        }
        Arc::clone(others.entry(rules).or_insert_with(|| Arc::new(Game::new(rules))))
    }

    #[inline]
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The symmetries of the board, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

type PresetGame = Box<dyn FnOnce() -> Arc<Game> + Send>;
/// A game compiled when it is first asked for.
type LazyGame = LazyLock<Arc<Game>, PresetGame>;
