//! Puzzles: positions in which one move alone keeps the outcome, found from a seed.
//!
//! Only node counts bound the work, so that every instance of the service finds the same puzzle.

mod fights;
mod game_play;
#[cfg(test)]
mod tests;
mod theme;

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::fights::{Fight, Wanted};
use self::game_play::GamePlay;
use self::theme::themes;
pub use self::theme::{Obstacle, Theme};
use super::reasons::from_centre;
use super::strategy::StrategyKind;
use super::tie_break::is_worse_outcome;
use super::{Engine, EngineError, Query, RankedMove, has_book};
use crate::game::zobrist::mix;
use crate::game::{Cell, Game, Position, Preset, Rules};
use crate::parts::{InPlace, Parts, Seat, Threads};
use crate::search::{Limits, Verdict};

/// A query for a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleQuery {
    /// The game of the puzzle.
    pub game: Arc<Game>,
    /// The same seed gives the same puzzle.
    pub seed: u64,
    /// `None`: any theme.
    pub theme: Option<Theme>,
    /// The least and the highest difficulty.
    pub difficulty: RangeInclusive<u32>,
    /// The time to give up, and the cancellation. The puzzle that is found depends on neither.
    pub limits: Limits,
}

/// A position with exactly one move that keeps its outcome, proven.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position to solve.
    pub position: Position,
    /// The cells where the opponent would win with its second move if it were to move: two cells then complete lines. Known on boards too large
    /// to prove anything but wins by fours, where every other move loses to these threats; empty on others.
    pub threats: Vec<Cell>,
    /// Every theme that it has.
    pub themes: Vec<Theme>,
    /// Moves of the solver to the win, or until the best of the other moves has lost. In misère play the loser makes the last
    /// move.
    pub length: u32,
    /// Other moves that look at least as good as the solution: to a search of two plies, or, where wins by fours decide, fours that make
    /// as much besides.
    pub decoys: u32,
    /// 1 to [`DIFFICULTY_MAX`], see [`difficulty`]; of wins by fours by their own scale.
    pub difficulty: u32,
    /// All moves with their proven scores, the solution first.
    pub moves: Vec<RankedMove>,
}

/// The highest difficulty.
pub const DIFFICULTY_MAX: u32 = 10;
/// Depth of the search that decoys deceive.
const SHALLOW_PLIES: u32 = 2;
/// Games on a large board to try for a puzzle of the seed's difficulty, before any difficulty will do; see [`PuzzleQuery::wanted`].
const CHOSEN_ATTEMPTS: usize = 200;
/// Least stones of a puzzle. The smallest boards have hardly any with fewer: four corners of the empty tic-tac-toe board were a
/// quarter of all its puzzles.
const STONES_MIN: usize = 3;
/// Most positions to look at.
const POSITIONS_MAX: usize = 2_000;
/// Most nodes to prove a position.
const NODES_MAX: u64 = 30_000;
/// The same for a position of the book where the program has none. The proofs of 60 days of Connect Four took at most 27 million,
/// about five seconds of WebAssembly.
const NODES_MAX_FOR_BOOK: u64 = 100_000_000;
/// Most nodes of all proofs together. In Connect Four about one seed in a thousand has no puzzle of a theme within them.
const TOTAL_NODES_MAX: u64 = 12_000_000;
/// The same for games of lines, whose nodes take many times as long.
const TOTAL_NODES_MAX_OF_LINES: u64 = TOTAL_NODES_MAX / 8;
/// The same for wins by fours on large boards.
const TOTAL_NODES_MAX_OF_FIGHTS: u64 = TOTAL_NODES_MAX / 4;

impl PuzzleQuery {
    /// Any puzzle of a game, by a seed.
    #[must_use]
    pub fn new(game: impl Into<Arc<Game>>, seed: u64) -> PuzzleQuery {
        PuzzleQuery { game: game.into(), seed, theme: None, difficulty: 1..=DIFFICULTY_MAX, limits: Limits::default() }
    }

    /// Limits that a cancellation ends, and nothing else.
    fn cancellable(&self, recall: Option<&Arc<AtomicBool>>) -> Limits {
        Limits { cancel: self.limits.cancel.clone(), recall: recall.cloned(), ..Limits::default() }
    }

    /// The wins by fours to look for. A query of any difficulty takes easy, medium and hard ones in turn, by its seed, and no open four that
    /// anybody sees as long as there is another.
    fn wanted(&self, attempt: usize) -> Wanted {
        let own_moves = match self.theme {
            None => fights::OWN_MOVES,
            Some(Theme::Fork) => *fights::OWN_MOVES.start()..=*fights::OWN_MOVES.start(),
            Some(theme) => theme.own_moves().map_or(fights::OWN_MOVES, |own_moves| own_moves..=own_moves),
        };
        let is_open = self.difficulty == (1..=DIFFICULTY_MAX) && attempt < CHOSEN_ATTEMPTS;
        let difficulty = match (is_open, self.theme, self.seed % 3) {
            (false, ..) => self.difficulty.clone(),
            (true, Some(_), _) => 2..=DIFFICULTY_MAX,
            (true, None, 0) => 2..=3,
            (true, None, 1) => 4..=6,
            (true, None, _) => 7..=DIFFICULTY_MAX,
        };
        Wanted { own_moves, difficulty }.narrowed()
    }
}

/// How hard a puzzle is to find for a person, from 1 to [`DIFFICULTY_MAX`]: by the plies to look ahead, and the moves that also look right.
///
/// `length - 1`, at most 4, since nobody looks farther: beyond, judgement decides. Where the natural move solves the puzzle, the
/// decoys besides, at most 2; where it does not, 2 and the decoys, at most 4 of them. The natural move is the best one to a search
/// of two plies; of several, the nearest to the centre.
#[must_use]
pub fn difficulty(length: u32, decoys: u32, is_natural: bool) -> u32 {
    const LENGTH_PART_MAX: u32 = 4;
    let lure = if is_natural { decoys.min(2) } else { 2 + decoys.min(4) };
    (length.saturating_sub(1).clamp(1, LENGTH_PART_MAX) + lure).min(DIFFICULTY_MAX)
}

impl Engine {
    /// Whether puzzles can be proven on the board of a game: an exact source answers it, or positions are won by fours alone.
    #[must_use]
    pub fn has_puzzles(game: &Arc<Game>) -> bool {
        StrategyKind::of(&Query::new(Position::new(Arc::clone(game)))) != StrategyKind::Search
            || fights::fit(game.rules())
    }

    /// The first puzzle of a seed. `None` if there is none among the positions that its bounds allow, or a limit is reached.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn puzzle(&self, query: &PuzzleQuery) -> Result<Option<Puzzle>, EngineError> {
        self.puzzle_on(query, &InPlace)
    }

    /// As [`Engine::puzzle`]. Lent threads look at the positions after the one that the caller's thread looks at; the first puzzle
    /// counts, and the nodes of the positions before it.
    ///
    /// # Errors
    /// As for [`Engine::analyse`].
    pub fn puzzle_on(&self, query: &PuzzleQuery, threads: &dyn Threads) -> Result<Option<Puzzle>, EngineError> {
        let rules = query.game.rules();
        // Large boards have games of their own.
        let play = (!fights::fit(rules)).then(|| GamePlay::of(&query.game));
        let nodes_max = match &play {
            None => TOTAL_NODES_MAX_OF_FIGHTS,
            Some(_) if rules.is_grid() => TOTAL_NODES_MAX,
            Some(_) => TOTAL_NODES_MAX_OF_LINES,
        };
        let is_over = |nodes: u64| nodes >= nodes_max || query.limits.interrupted().is_some();
        if is_over(0) {
            return Ok(None);
        }
        let work = |attempt: usize, seat: Seat<'_, _>| {
            let random = mix(mix(query.seed) ^ attempt as u64);
            let mut nodes = 0;
            let Some(play) = &play else {
                return (Ok(Engine::fought(attempt, random, query, seat.recall, &mut nodes)), nodes);
            };
            let Some(position) = play.position(random) else { return (Ok(None), 0) };
            (self.as_puzzle(position, query, seat.recall, &mut nodes), nodes)
        };
        let mut nodes = 0;
        let mut look = |_: usize, (puzzle, visited): &(Result<Option<Puzzle>, EngineError>, u64)| {
            nodes += visited;
            let is_last = !matches!(puzzle, Ok(None)) || is_over(nodes);
            if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // A look-up takes less time than to start a thread.
        let threads = if Engine::is_table(&query.game) { &InPlace } else { threads };
        let attempts = Parts { count: POSITIONS_MAX, needs: &|_| [None, None], work: &work };
        attempts.run(threads, &mut look).pop().map_or(Ok(None), |(last, _)| last)
    }

    fn is_table(game: &Arc<Game>) -> bool {
        StrategyKind::of(&Query::new(Position::new(Arc::clone(game)))) == StrategyKind::Table
    }

    /// The first puzzle in a game on a large board. Adds the nodes visited. None after a cancellation.
    fn fought(
        attempt: usize,
        random: u64,
        asked: &PuzzleQuery,
        recall: Option<&Arc<AtomicBool>>,
        nodes: &mut u64,
    ) -> Option<Puzzle> {
        let limits = asked.cancellable(recall);
        let mut found = None;
        fights::play(&asked.game, random, &asked.wanted(attempt), nodes, &mut |position, fight| {
            found = as_fight(position, fight, asked.theme);
            if found.is_some() || limits.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.filter(|_| !limits.is_cancelled())
    }

    /// The puzzle of a position, if it is one with the theme. Adds the nodes visited. None after a cancellation. The deadline ends
    /// no proof whose node limit does so soon: the puzzle may still come. One in place of the book takes seconds.
    fn as_puzzle(
        &self,
        position: Position,
        asked: &PuzzleQuery,
        recall: Option<&Arc<AtomicBool>>,
        nodes: &mut u64,
    ) -> Result<Option<Puzzle>, EngineError> {
        let theme = asked.theme;
        let cancellable = asked.cancellable(recall);
        let lacks_book = lacks_book(&position);
        let limits = if lacks_book {
            Limits { nodes: Some(NODES_MAX_FOR_BOOK), deadline: asked.limits.deadline, ..cancellable.clone() }
        } else {
            Limits { nodes: Some(NODES_MAX), ..cancellable.clone() }
        };
        let mut count = |visited: u64| *nodes += if lacks_book { visited.min(NODES_MAX) } else { visited };
        let best_two = Query { limits, multi_pv: 2, ..Query::new(position) };
        let found = self.analyse(&best_two)?;
        count(found.report.counts.nodes);
        let [best, second] = &found.moves[..] else { return Ok(None) };
        let is_alone = found.report.complete && is_worse_outcome(second.verdict, best.verdict);
        let by_result = match best.verdict {
            Verdict::Win { plies } => Theme::win_in(plies.div_ceil(2)),
            Verdict::Draw { .. } => Some(Theme::OnlyMove),
            Verdict::Loss { .. } | Verdict::Unknown { .. } => None,
        };
        let Some(by_result) = by_result.filter(|_| is_alone) else { return Ok(None) };
        let may_fork = theme == Some(Theme::Fork) && by_result != Theme::OnlyMove;
        if theme.is_some_and(|theme| theme != by_result) && !may_fork {
            return Ok(None);
        }
        // The cheap search comes first: it spares the proofs of all moves where the puzzle is too easy or too hard.
        let lures = self.lures(&best_two.position, best.cell, &cancellable)?;
        if !lures.may_be_within(&asked.difficulty, best.verdict) {
            return Ok(None);
        }
        let analysis = self.analyse(&Query { multi_pv: 0, ..best_two.clone() })?;
        count(analysis.report.counts.nodes);
        let position = best_two.position;
        let [solution, others @ ..] = &analysis.moves[..] else { return Ok(None) };
        let length = match solution.verdict {
            Verdict::Win { plies } => plies.div_ceil(2),
            _ => others.iter().filter_map(|ranked| ranked.verdict.plies()).max().unwrap_or_default().div_ceil(2),
        };
        // A loss at the next move is seen at once.
        if !analysis.report.complete || length < 2 {
            return Ok(None);
        }
        let themes = themes(&position, by_result, solution.cell, &analysis.moves);
        if theme.is_some_and(|theme| !themes.contains(&theme)) {
            return Ok(None);
        }
        let (decoys, difficulty) = (lures.decoys, lures.difficulty(length));
        if cancellable.is_cancelled() || !asked.difficulty.contains(&difficulty) {
            return Ok(None);
        }
        Ok(Some(Puzzle { position, threats: Vec::new(), themes, length, decoys, difficulty, moves: analysis.moves }))
    }

    /// The judgement of a shallow search: how many other moves look at least as good as the solution, and whether the solution is the natural
    /// move.
    fn lures(&self, position: &Position, solution: Cell, limits: &Limits) -> Result<Lures, EngineError> {
        let limits = limits.with_depth(SHALLOW_PLIES);
        let found = self.analyse(&Query { limits, ..Query::new(position.clone()) })?;
        let moves = found.moves;
        let own = moves.iter().find(|ranked| ranked.cell == solution).map(|ranked| ranked.verdict.score());
        let is_decoy = |ranked: &&RankedMove| ranked.cell != solution && Some(ranked.verdict.score()) >= own;
        let best = moves.iter().map(|ranked| ranked.verdict.score()).max();
        let look_best = moves.iter().filter(|ranked| Some(ranked.verdict.score()) == best).map(|ranked| ranked.cell);
        let natural = look_best.min_by_key(|&cell| (from_centre(position.rules(), cell), cell));
        let decoys = moves.iter().filter(is_decoy).count() as u32;
        Ok(Lures { decoys, is_natural: natural == Some(solution) })
    }
}

/// The puzzle of a fight, if it has the theme.
fn as_fight(position: Position, fight: Fight, theme: Option<Theme>) -> Option<Puzzle> {
    let Fight { threats, moves, decoys, difficulty } = fight;
    let solution = moves.first()?;
    let length = solution.verdict.plies()?.div_ceil(2);
    let themes = themes(&position, Theme::win_in(length)?, solution.cell, &moves);
    let is_asked = theme.is_none_or(|theme| themes.contains(&theme));
    is_asked.then_some(Puzzle { position, threats, themes, length, decoys, difficulty, moves })
}

/// See [`Engine::lures`].
struct Lures {
    decoys: u32,
    is_natural: bool,
}

impl Lures {
    fn difficulty(&self, length: u32) -> u32 {
        difficulty(length, self.decoys, self.is_natural)
    }

    /// Whether the difficulty of a puzzle with this result may be in the range: the length of a win is known, that of a draw is not.
    fn may_be_within(&self, range: &RangeInclusive<u32>, result: Verdict) -> bool {
        let (least, most) = match result {
            Verdict::Win { plies } => (plies.div_ceil(2), plies.div_ceil(2)),
            _ => (1, u32::MAX),
        };
        self.difficulty(least) <= *range.end() && self.difficulty(most) >= *range.start()
    }
}

/// Whether the book would answer the position, and the program has none. A puzzle must not depend on that.
fn lacks_book(position: &Position) -> bool {
    /// Most stones of positions whose moves are in the book.
    const BOOK_STONES_MAX: usize = 11;
    let rules = position.rules();
    !has_book(rules) && *rules == Preset::ConnectFour.rules() && position.stones() <= BOOK_STONES_MAX
}

/// Least stones of a puzzle of a game.
fn stones_min(rules: &Rules) -> usize {
    (rules.cells() / 5).max(STONES_MIN)
}
