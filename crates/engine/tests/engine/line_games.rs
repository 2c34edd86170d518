//! Everything that works by lines, on games that are lists of lines.

use std::sync::Arc;

use crate::common::plain::{Plain, as_list, random_spec, solve};
use crate::common::{Seeded, assorted_rules, random_position, rules};
use inarow_engine::engine::continuations::{EngineMoves, GamesQuery, SymmetryMode};
use inarow_engine::engine::puzzle::PuzzleQuery;
use inarow_engine::engine::reasons::{ReasonKind, reasons};
use inarow_engine::engine::review::Review;
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Level, Match, PlayerConfig, Query, TieBreak};
use inarow_engine::game::record::{self, Record};
use inarow_engine::game::{Game, Overline, Position, Preset, Rules, Setup, Status};
use inarow_engine::search::{Limits, Verdict};

const PRESETS: [Preset; 6] =
    [Preset::Qubic, Preset::ThreeCubed, Preset::ScoreFour, Preset::Torus, Preset::Tippy, Preset::Fano];

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Ordinary boards where a list says all there is to say.
fn boards() -> Vec<Rules> {
    let all = assorted_rules().into_iter().chain([rules(7, 6, 4, "gravity")]);
    all.filter(|rules| rules.k() > 1 && rules.overline() == Overline::Allowed).collect()
}

#[test]
fn answers_are_those_of_the_oracle() {
    let engine = engine();
    let mut random = Seeded::new(60);
    for round in 0..60 {
        let spec = random_spec(&mut random, 11);
        let rules = Rules::from_lines(spec.clone()).expect("valid");
        let position = random_position(&rules, random.below(rules.cells()), &mut random);
        let board = Plain::of(&spec, &position);
        let mut known = std::collections::HashMap::new();
        let exact = solve(&board, &mut known);
        for algorithm in [Algorithm::Auto, Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Retrograde] {
            if algorithm == Algorithm::Minimax && position.empties() > 6 {
                continue;
            }
            let query = Query { algorithm, ..Query::new(position.clone()) };
            let (best, _) = engine.choose(&query).expect("an answer");
            assert_eq!(best.verdict, exact, "{round} {algorithm} {}", position.board());
            let analysis = engine.analyse(&query).expect("an answer");
            assert_eq!(analysis.moves.len(), board.moves().len());
            for ranked in &analysis.moves {
                let expected = solve(&board.after(ranked.cell), &mut known).before_move();
                assert_eq!(ranked.verdict, expected, "{round} {algorithm} {}", position.board());
            }
        }
        let solver = Query { algorithm: Algorithm::Solver, ..Query::new(position.clone()) };
        assert!(engine.choose(&solver).is_err(), "the solver is of ordinary boards");
    }
}

/// With few nodes, every result that is said to be proven is true.
#[test]
fn verdicts_proven_within_limits_are_true() {
    let engine = engine();
    let mut random = Seeded::new(61);
    let mut proven = 0;
    for round in 0..80 {
        let mut spec = random_spec(&mut random, 17);
        spec.misere = round % 8 == 0;
        let rules = Rules::from_lines(spec.clone()).expect("valid");
        let position = random_position(&rules, rules.cells().saturating_sub(11), &mut random);
        if position.empties() > 12 {
            continue;
        }
        let board = Plain::of(&spec, &position);
        let mut known = std::collections::HashMap::new();
        for limit in [20, 100, 1_000] {
            let query = Query { limits: nodes(limit), ..Query::new(position.clone()) };
            let analysis = engine.analyse(&query).expect("an answer");
            assert_eq!(analysis.moves.len(), board.moves().len(), "{round} {limit}");
            let (chosen, _) = engine.choose(&query).expect("an answer");
            for ranked in analysis.moves.iter().chain([&chosen]) {
                let exact = solve(&board.after(ranked.cell), &mut known).before_move();
                let is_true = match (ranked.verdict, exact) {
                    (Verdict::Win { plies }, Verdict::Win { plies: least }) => plies >= least,
                    (Verdict::Loss { plies }, Verdict::Loss { plies: most }) => plies <= most,
                    (Verdict::Draw { .. }, Verdict::Draw { .. }) | (Verdict::Unknown { .. }, _) => true,
                    _ => false,
                };
                assert!(is_true, "{round} {limit} {}: {:?}, not {exact:?}", position.board(), ranked.verdict);
                proven += usize::from(!matches!(ranked.verdict, Verdict::Unknown { .. }));
            }
        }
    }
    assert!(proven > 200, "{proven}");
}

/// Qubic by forced fours: wins that alpha-beta with as many nodes does not see.
#[test]
fn qubic_is_won_by_continuous_threats() {
    let engine = engine();
    let mut random = Seeded::new(62);
    let (mut by_threats, mut by_alpha_beta) = (0, 0);
    for _ in 0..30 {
        let position = random_position(&Preset::Qubic.rules(), 14, &mut random);
        let query = Query { limits: nodes(5_000), ..Query::new(position) };
        let is_win = |query: &Query| {
            let (best, _) = engine.choose(query).expect("an answer");
            let mut end = query.position.clone();
            best.pv.iter().for_each(|&cell| end.play(cell).expect("a variation is legal"));
            let wins = matches!(best.verdict, Verdict::Win { .. });
            assert!(!wins || end.winner() == Some(query.position.turn()), "{:?}", best.pv);
            wins
        };
        by_threats += usize::from(is_win(&query));
        by_alpha_beta += usize::from(is_win(&Query { algorithm: Algorithm::AlphaBeta, ..query }));
    }
    assert!(by_threats >= by_alpha_beta + 5, "{by_threats} {by_alpha_beta}");
}

#[test]
fn a_list_of_an_ordinary_boards_lines_has_its_reasons_but_no_places() {
    let places =
        [ReasonKind::Centre, ReasonKind::OppositeCorner, ReasonKind::Corner, ReasonKind::Side, ReasonKind::NearCentre];
    let engine = engine();
    let mut random = Seeded::new(63);
    let mut count = 0;
    for rules in boards() {
        let (_, list) = as_list(&rules);
        for round in 0..20 {
            let position = random_position(&rules, random.below(rules.cells()), &mut random);
            let moves: Vec<_> = position.moves().collect();
            let same = Position::from_moves(&list, &moves).expect("the same moves");
            let known = match round % 2 {
                0 => {
                    engine
                        .analyse(&Query { limits: nodes(2_000), ..Query::new(position.clone()) })
                        .expect("moves")
                        .moves
                }
                _ => Vec::new(),
            };
            for cell in position.legal_moves() {
                let mut expected = reasons(&position, cell, &known);
                expected.retain(|reason| !places.contains(&reason.kind));
                assert_eq!(reasons(&same, cell, &known), expected, "{rules:?} {} {cell}", position.board());
                count += expected.len();
            }
        }
    }
    assert!(count > 1_000, "{count}");
}

#[test]
fn a_list_of_an_ordinary_boards_lines_is_reached_and_continued_as_the_board() {
    let engine = engine();
    let mut random = Seeded::new(64);
    let (mut reached, mut not) = (0, 0);
    for rules in boards() {
        let (_, list) = as_list(&rules);
        let (board, listed) = (Game::shared(&rules), Game::shared(&list));
        for _ in 0..40 {
            // A few stones anywhere, or in columns from the bottom.
            let mut position = random_position(&rules, random.below(rules.cells()), &mut random);
            let moves: Vec<_> = position.moves().collect();
            position.null_move();
            let mut cells = position.cells().to_vec();
            if let Some(&cell) = moves.last() {
                cells[cell] = cells[cell].map(inarow_engine::Player::opponent);
            }
            let setup = |game: &Arc<Game>| Setup { game: Arc::clone(game), cells: cells.clone(), turn: None };
            let (a, b) = (setup(&board).into_position(false), setup(&listed).into_position(false));
            match (a, b) {
                (Ok(a), Ok(b)) => {
                    assert_eq!(a.reachable(), b.reachable(), "{rules:?} {}", a.board());
                    *(if a.reachable() == Some(true) { &mut reached } else { &mut not }) += 1;
                }
                (a, b) => assert_eq!(a.err().map(|errors| errors.len()), b.err().map(|errors| errors.len())),
            }
        }
        for symmetry in [SymmetryMode::All, SymmetryMode::Orbits, SymmetryMode::Paths] {
            let position = random_position(&rules, rules.cells().saturating_sub(6), &mut random);
            if position.empties() > 9 || board.symmetries().len() != listed.symmetries().len() {
                continue;
            }
            let moves: Vec<_> = position.moves().collect();
            let same = Position::from_moves(&list, &moves).expect("the same moves");
            let count = |position: Position| {
                let query = GamesQuery {
                    position,
                    engine: None,
                    engine_moves: EngineMoves::All,
                    algorithm: Algorithm::Auto,
                    heuristic: None,
                    limits: Limits::default(),
                    symmetry,
                    result: None,
                    offset: 0,
                    page_max: 5,
                    replies: false,
                    positions_max: 250_000,
                };
                let found = engine.continuations(&query).expect("few games");
                (found.total, found.positions, found.by_length)
            };
            assert_eq!(count(position), count(same), "{rules:?}");
        }
    }
    assert!(reached > 20 && not > 20, "{reached} {not}");
}

/// From every symmetric position of games with more symmetries than a square: orbits of games against brute force.
#[test]
fn the_torus_has_as_many_orbits_of_games_as_counted() {
    let position = Position::from_moves(Preset::Torus, &[0, 1, 3]).expect("legal");
    let query = |symmetry| GamesQuery {
        position: position.clone(),
        engine: None,
        engine_moves: EngineMoves::All,
        algorithm: Algorithm::Auto,
        heuristic: None,
        limits: Limits::default(),
        symmetry,
        result: None,
        offset: 0,
        page_max: 100_000,
        replies: false,
        positions_max: 250_000,
    };
    let engine = engine();
    let all = engine.continuations(&query(SymmetryMode::All)).expect("few games");
    let game = position.game();
    let fixing: Vec<_> = game.symmetries().iter().filter(|symmetry| position.is_fixed_by(symmetry)).collect();
    let least = |moves: &[usize]| {
        let images = fixing.iter().map(|symmetry| moves.iter().map(|&cell| symmetry.image(cell)).collect::<Vec<_>>());
        images.min().expect("the identity")
    };
    let orbits: std::collections::HashSet<Vec<usize>> = all.page.iter().map(|listed| least(&listed.moves)).collect();
    assert!(fixing.len() > 1 && all.page.len() as u64 == all.total.total());
    let found = engine.continuations(&query(SymmetryMode::Orbits)).expect("few games");
    assert_eq!(found.total.total(), orbits.len() as u64);
}

#[test]
fn presets_are_played_reviewed_and_puzzled() {
    let engine = engine();
    let mut random = Seeded::new(65);
    for preset in PRESETS {
        let rules = preset.rules();
        assert_eq!(Preset::of_rules(&rules), Some(preset));
        assert!(Engine::has_puzzles(&Game::shared(&rules)), "up to 64 cells are proven");
        let position = random_position(&rules, 5, &mut random);
        for level in Level::ALL {
            for seed in 0..3 {
                let tie_break = [TieBreak::Lines, TieBreak::Random, TieBreak::Trap][seed as usize];
                let query =
                    Query { skill: level.skill(), seed, tie_break, limits: nodes(500), ..Query::new(position.clone()) };
                let (chosen, _) = engine.choose(&query).expect("a move");
                assert!(position.is_legal(chosen.cell));
            }
        }
        let by_rules = Query { algorithm: Algorithm::Rules, ..Query::new(position.clone()) };
        assert!(position.is_legal(engine.choose(&by_rules).expect("a move").0.cell));
        let player = |algorithm| PlayerConfig { algorithm, depth: Some(2), ..PlayerConfig::default() };
        let players = [player(Algorithm::AlphaBeta), player(Algorithm::Rules)];
        let plan = Match { seed: 1, ..Match::new(preset, players, 2) };
        let result = engine.play_match(&plan, &mut |_, _| std::ops::ControlFlow::Continue(())).expect("a match");
        assert!(result.complete && result.games.len() == 2);
        let mut game = Position::new(preset);
        while game.status() == Status::Ongoing {
            let moves: Vec<_> = game.legal_moves().collect();
            game.play_unchecked(moves[random.below(moves.len())]);
        }
        let reviewed = engine.review(&Review { limits: nodes(2_000), ..Review::new(game.clone()) }).expect("a review");
        assert_eq!(reviewed.expect("no limit of time").len(), game.moves().len());
        let played: Vec<_> = game.moves().collect();
        let text = record::list(&rules, &played);
        assert_eq!(record::parse(game.game(), &text), Ok(Record::Moves(played)));
    }
    let columns = Position::from_columns(Preset::ScoreFour, "12").expect_err("cells have no columns by digits");
    assert!(columns.to_string().contains("name the cells"), "{columns}");
    for preset in [Preset::Torus, Preset::Tippy, Preset::Fano, Preset::ThreeCubed] {
        let query = PuzzleQuery::new(Game::shared(preset.rules()), 3);
        let puzzle = engine.puzzle(&query).expect("an exact source").expect("a puzzle");
        assert!(puzzle.position.is_legal(puzzle.moves[0].cell), "{preset}");
    }
}
