//! A cache of compiled games.

use std::borrow::Borrow;
use std::sync::{Arc, LazyLock, OnceLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::{Game, Preset, Rules};

/// Most bytes of cached games other than presets: about a hundred boards of 20×20, or thousands of small ones.
const BYTES_MAX: u64 = 16 << 20;
/// Initial capacity of the cache, in games.
const GAMES_EXPECTED: usize = 256;

impl Game {
    /// Returns the compiled rules from a cache. The cache keeps presets forever, other games while they fit.
    ///
    /// Threads that ask for the same new rules wait while one of them compiles.
    #[must_use]
    pub fn shared(rules: impl Borrow<Rules>) -> Arc<Game> {
        let rules = rules.borrow();
        static PRESETS: LazyLock<[(Rules, OnceLock<Arc<Game>>); Preset::ALL.len()]> =
            LazyLock::new(|| Preset::ALL.map(|preset| (preset.rules(), OnceLock::new())));
        static OTHERS: LazyLock<Cache<Rules, Arc<Game>, Bytes>> =
            LazyLock::new(|| Cache::with_weighter(GAMES_EXPECTED, BYTES_MAX, Bytes));
        let compile = || Arc::new(Game::new(rules));
        if let Some((_, game)) = PRESETS.iter().find(|(preset, _)| preset == rules) {
            return Arc::clone(game.get_or_init(compile));
        }
        let Ok(game) = OTHERS.get_or_insert_with(rules, || Ok::<_, std::convert::Infallible>(compile()));
        game
    }
}

/// As [`Game::shared`].
impl From<Rules> for Arc<Game> {
    fn from(rules: Rules) -> Arc<Game> {
        Game::shared(rules)
    }
}

/// As [`Game::shared`].
impl From<&Rules> for Arc<Game> {
    fn from(rules: &Rules) -> Arc<Game> {
        Game::shared(rules)
    }
}

/// As [`Game::shared`].
impl From<Preset> for Arc<Game> {
    fn from(preset: Preset) -> Arc<Game> {
        Game::shared(preset.rules())
    }
}

/// Weighs a game by its bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<Rules, Arc<Game>> for Bytes {
    fn weight(&self, _: &Rules, game: &Arc<Game>) -> u64 {
        (size_of::<Game>() + game.heap_bytes()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Overline, RulesSpec};

    fn rules(width: u64, height: u64, k: u64) -> Rules {
        let spec = RulesSpec { width, height, k, gravity: true, overline: Overline::Allowed, misere: false };
        Rules::new(spec).expect("valid rules")
    }

    #[test]
    fn hundreds_of_rules_are_compiled_once() {
        let all = || (2..=17).flat_map(|width| (2..=17).map(move |height| rules(width, height, 2)));
        let first: Vec<_> = all().map(Game::shared).collect();
        let again = all().map(Game::shared);
        let kept = first.iter().zip(again).filter(|(first, again)| Arc::ptr_eq(first, again)).count();
        assert_eq!(kept, first.len());
    }

    #[test]
    fn the_largest_games_stay_small() {
        let bytes = |k| Bytes.weight(&rules(20, 20, k), &Arc::new(Game::new(&rules(20, 20, k))));
        let largest = (1..=20).map(bytes).max();
        assert!(largest.is_some_and(|bytes| bytes < BYTES_MAX / 100), "{largest:?}");
    }
}
