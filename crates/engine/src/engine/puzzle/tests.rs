//! Puzzles are as they are described, and the work for them is bounded.

use super::*;
use crate::engine::EngineConfig;
use crate::engine::reasons::{ReasonKind, reasons};
use crate::engine::tie_break::keeps_outcome;
use crate::game::Preset;

fn puzzle(preset: Preset, seed: u64, theme: Option<Theme>) -> Option<Puzzle> {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let game = Game::shared(preset.rules());
    engine.puzzle(&PuzzleQuery { theme, ..PuzzleQuery::new(game, seed) }).expect("an exact source")
}

/// Length, decoys, difficulty and themes are as they are defined.
fn assert_described(engine: &Engine, puzzle: &Puzzle) {
    let Puzzle { position, moves, length, decoys, .. } = puzzle;
    let [solution, others @ ..] = &moves[..] else { panic!("a solution") };
    let is_win = matches!(solution.verdict, Verdict::Win { .. });
    let last = if is_win {
        solution.verdict.plies()
    } else {
        others.iter().map(|ranked| ranked.verdict.plies()).max().flatten()
    };
    let plies = last.expect("proven scores");
    assert_eq!(*length, plies.div_ceil(2), "{}", position.board());
    let by_length = [Theme::WinIn2, Theme::WinIn3, Theme::WinIn4, Theme::WinIn5];
    let by_result = if is_win { by_length[*length as usize - 2] } else { Theme::OnlyMove };
    let is_fork = reasons(position, solution.cell, moves).iter().any(|fact| fact.kind == ReasonKind::MakesFork);
    let themes: Vec<_> = [by_result].into_iter().chain((is_win && is_fork).then_some(Theme::Fork)).collect();
    assert_eq!(puzzle.themes, themes, "{}", position.board());
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let shallow = engine.analyse(&Query { limits, ..Query::new(position.clone()) }).expect("a search");
    let own = shallow.moves.iter().find(|ranked| ranked.cell == solution.cell).expect("all moves are ranked");
    let as_good = shallow.moves.iter().filter(|ranked| ranked.verdict.score() >= own.verdict.score()).count();
    // The natural move: the best one, of several the nearest to the middle.
    let rules = position.rules();
    let middle = |cell: Cell| {
        let across = (2 * (cell % rules.width()) + 1).abs_diff(rules.width());
        let down = (2 * (cell / rules.width()) + 1).abs_diff(rules.height());
        if rules.gravity() { across * across } else { across * across + down * down }
    };
    let best = shallow.moves.iter().map(|ranked| ranked.verdict.score()).max();
    let mut natural: Vec<Cell> =
        shallow.moves.iter().filter(|ranked| Some(ranked.verdict.score()) == best).map(|ranked| ranked.cell).collect();
    natural.sort_by_key(|&cell| (middle(cell), cell));
    let expected = match natural[0] == solution.cell {
        true => (length - 1).min(4) + decoys.min(&2),
        false => (length - 1).min(4) + 2 + decoys.min(&4),
    };
    assert_eq!((*decoys as usize, puzzle.difficulty), (as_good - 1, expected));
}

#[test]
fn difficulties_are_those_asked_for() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    for preset in [Preset::TicTacToe, Preset::FourByFour] {
        for range in [1..=2, 3..=4, 4..=4] {
            let query = PuzzleQuery { difficulty: range.clone(), ..PuzzleQuery::new(preset, 5) };
            let puzzle = engine.puzzle(&query).expect("an exact source");
            let found = puzzle.unwrap_or_else(|| panic!("{} has none of {range:?}", preset.name())).difficulty;
            assert!(range.contains(&found), "{found} of {range:?}");
        }
    }
    let nothing = PuzzleQuery { difficulty: 10..=10, ..PuzzleQuery::new(Preset::TicTacToe, 5) };
    assert!(engine.puzzle(&nothing).expect("an exact source").is_none(), "a small board has none so hard");
}

#[test]
fn the_scale_is_used_from_end_to_end() {
    assert_eq!((difficulty(2, 0, true), difficulty(2, 1, true), difficulty(2, 1, false)), (1, 2, 4));
    assert_eq!((difficulty(20, 6, true), difficulty(20, 6, false), difficulty(5, 4, false)), (6, 10, 10));
}

/// Seeds whose first puzzle in Connect Four has the theme, so that no time goes into proofs of others.
const CONNECT_FOUR: [(Theme, u64); 7] = [
    (Theme::WinIn2, 6),
    (Theme::WinIn3, 17),
    (Theme::WinIn4, 13),
    (Theme::WinIn5, 19),
    (Theme::OnlyMove, 12),
    (Theme::OnlyMove, 9),
    (Theme::Fork, 15),
];

/// One move keeps the outcome, in every puzzle, whatever analyses the position.
#[test]
fn one_move_alone_keeps_the_outcome() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let small = |preset, themes: &'static [Theme]| {
        themes.iter().flat_map(move |&theme| (0..3).map(move |seed| (preset, theme, seed)))
    };
    let tic_tac_toe = small(Preset::TicTacToe, &[Theme::WinIn2, Theme::WinIn3, Theme::OnlyMove, Theme::Fork]);
    let four_by_four = small(Preset::FourByFour, &[Theme::WinIn2, Theme::WinIn3, Theme::Fork]);
    let connect_four = CONNECT_FOUR.map(|(theme, seed)| (Preset::ConnectFour, theme, seed));
    for (preset, theme, seed) in tic_tac_toe.chain(four_by_four).chain(connect_four) {
        let puzzle = puzzle(preset, seed, Some(theme)).expect("a puzzle");
        assert!(puzzle.themes.contains(&theme));
        let all = engine.analyse(&Query::new(puzzle.position.clone())).expect("an analysis");
        let keeps = |ranked: &&RankedMove| keeps_outcome(ranked.verdict, all.moves[0].verdict);
        assert_eq!(all.moves.iter().filter(keeps).count(), 1, "{}", puzzle.position.board());
        assert_eq!((all.moves[0].cell, all.moves[0].verdict), (puzzle.moves[0].cell, puzzle.moves[0].verdict));
        assert_described(&engine, &puzzle);
    }
    assert!(Theme::ALL.iter().all(|&theme| CONNECT_FOUR.iter().any(|&(one, _)| one == theme)), "all themes");
}

#[test]
fn a_seed_has_one_puzzle() {
    let mut boards = Vec::new();
    for seed in [6, 12, 15, 17] {
        let first = puzzle(Preset::ConnectFour, seed, None).expect("a puzzle");
        let again = puzzle(Preset::ConnectFour, seed, None).expect("a puzzle");
        assert_eq!((first.position.board(), &first.moves), (again.position.board(), &again.moves));
        boards.push(first.position.board());
    }
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards.len(), 4, "another seed, another puzzle");
}

/// The bound on the nodes of all proofs counts those of both analyses of a position.
#[test]
fn all_nodes_of_a_proof_count() {
    const BEFORE: u64 = 7;
    let position = puzzle(Preset::ConnectFour, 12, None).expect("a puzzle").position;
    let [counting, asked] = [(); 2].map(|()| Engine::new(EngineConfig { table_bytes: 1 << 20 }));
    let mut nodes = BEFORE;
    let any = PuzzleQuery::new(Arc::clone(position.game()), 0);
    counting.as_puzzle(position.clone(), &any, None, &mut nodes).expect("an exact source").expect("a puzzle");
    let limits = Limits { nodes: Some(NODES_MAX), ..Limits::default() };
    let [best_two, all] = [2, 0].map(|multi_pv| {
        let query = Query { limits: limits.clone(), multi_pv, ..Query::new(position.clone()) };
        asked.analyse(&query).expect("an exact source").report.counts.nodes
    });
    assert!(best_two > 0 && all > 0, "{best_two} and {all}");
    assert_eq!(nodes, BEFORE + best_two + all);
}

/// Each day has a puzzle in every preset, within the bound on nodes: the proofs of this preset take the most.
#[test]
fn score_four_has_a_puzzle_of_every_day() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let game = Game::shared(Preset::ScoreFour.rules());
    let first_day = 2_461_376;
    for day in (first_day..first_day + 120).step_by(12) {
        let puzzle = engine.puzzle(&PuzzleQuery::new(Arc::clone(&game), day)).expect("an exact source");
        assert!(puzzle.is_some(), "day {day}");
    }
}

/// A test in `tests/wasm` compares the puzzles with and without the book.
#[test]
fn positions_of_the_book_are_proven_without_it() {
    let few = Position::from_moves(Preset::ConnectFour, &[38, 31, 24]).expect("legal moves");
    assert_eq!(lacks_book(&few), !cfg!(feature = "book"));
    let others = Position::from_moves(Preset::Qubic, &[0, 1]).expect("legal moves");
    assert!(!lacks_book(&others));
}

#[test]
fn some_large_boards_and_cancelled_searches_have_none() {
    let has_puzzles = |width, height, k, misere| {
        let overline = crate::game::Overline::Allowed;
        let spec = crate::game::RulesSpec { width, height, k, gravity: false, overline, misere };
        Engine::has_puzzles(&Game::shared(Rules::new(spec).expect("valid rules")))
    };
    assert!(Engine::has_puzzles(&Game::shared(Preset::ConnectFour.rules())));
    assert!(has_puzzles(15, 15, 5, false) && has_puzzles(9, 9, 4, false), "wins by fours");
    for (width, height, k, misere) in [(9, 9, 6, false), (9, 9, 3, false), (20, 4, 5, false), (15, 15, 5, true)] {
        assert!(!has_puzzles(width, height, k, misere), "{width},{height},{k}");
    }
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let query = PuzzleQuery { limits, ..PuzzleQuery::new(Game::shared(Preset::TicTacToe.rules()), 0) };
    assert_eq!(engine.puzzle(&query).expect("an answer").map(|puzzle| puzzle.position.board()), None);
}

/// Nodes until a seed has a puzzle on a large board.
fn nodes_of_fight(query: &PuzzleQuery) -> (Option<Puzzle>, u64, usize) {
    let mut nodes = 0;
    for attempt in 0..POSITIONS_MAX {
        let random = mix(mix(query.seed) ^ attempt as u64);
        let found = Engine::fought(attempt, random, query, None, &mut nodes);
        if found.is_some() || nodes > TOTAL_NODES_MAX_OF_FIGHTS {
            return (found, nodes, attempt);
        }
    }
    (None, nodes, POSITIONS_MAX)
}

/// Every seed has a puzzle of Gomoku, soon. They take turns: easy, medium and hard, and none is an open four that anybody sees.
#[test]
fn each_seed_has_a_fight() {
    for preset in [Preset::Gomoku, Preset::GomokuStandard19] {
        let (mut all, mut games, mut levels) = (Vec::new(), 0, [0; 11]);
        for seed in 0..30 {
            let query = PuzzleQuery::new(preset, seed);
            let (found, nodes, attempt) = nodes_of_fight(&query);
            let level = found.unwrap_or_else(|| panic!("{} seed {seed} has none", preset.name())).difficulty;
            assert!([2..=3, 4..=6, 7..=10][seed as usize % 3].contains(&level), "seed {seed}: {level}");
            levels[level as usize] += 1;
            games += attempt + 1;
            all.push(nodes);
        }
        all.sort_unstable();
        println!("{}: {games} games, nodes {} {}, levels {levels:?}", preset.name(), all[15], all[29]);
        assert!(all[15] < 200_000 && all[29] < TOTAL_NODES_MAX_OF_FIGHTS / 2, "{all:?}");
    }
}

/// Each difficulty can be had on the boards that people play on.
#[test]
fn each_difficulty_has_a_fight() {
    for (preset, seed) in [(Preset::Gomoku, 5), (Preset::GomokuStandard19, 7)] {
        for level in 1..=DIFFICULTY_MAX {
            let query = PuzzleQuery { difficulty: level..=level, ..PuzzleQuery::new(preset, seed) };
            let (found, nodes, _) = nodes_of_fight(&query);
            println!("{} {level}: {nodes} nodes", preset.name());
            assert_eq!(found.map(|puzzle| puzzle.difficulty), Some(level), "{}", preset.name());
        }
    }
    // No win with two moves is so hard: nothing is searched for.
    let easy = Some(Theme::WinIn2);
    let none = PuzzleQuery { theme: easy, difficulty: 9..=10, ..PuzzleQuery::new(Preset::Gomoku, 1) };
    assert!(matches!(nodes_of_fight(&none), (None, 0, _)));
}
