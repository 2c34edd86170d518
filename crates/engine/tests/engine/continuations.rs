//! Counts and lists of games against known numbers and against plain enumeration.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::common::{Seeded, assorted_rules, random_position, rules, tic_tac_toe};
use inarow_engine::engine::continuations::{
    Continuations, EngineMoves, GameResult, GamesError, GamesQuery, ListedGame, ResultCounts, SymmetryMode,
};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query};
use inarow_engine::game::{Cell, Game, Player, Position, Setup, Status};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{Limits, Verdict};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn start() -> Position {
    Position::new(Game::shared(rules(3, 3, 3, "")))
}

fn all_games(position: Position) -> GamesQuery {
    GamesQuery {
        position,
        engine: None,
        engine_moves: EngineMoves::All,
        algorithm: Algorithm::Auto,
        heuristic: None,
        limits: Limits::default(),
        symmetry: SymmetryMode::All,
        result: None,
        offset: 0,
        page_max: 0,
        replies: false,
        positions_max: 250_000,
    }
}

fn count(query: &GamesQuery) -> Continuations {
    engine().continuations(query).expect("the games are few enough")
}

fn parts(games: &ResultCounts) -> [u64; 4] {
    let [x, o, draws] = GameResult::ALL.map(|result| games.of(result));
    [games.total(), x, o, draws]
}

#[test]
fn tic_tac_toe_has_the_published_numbers_of_games() {
    let found = count(&all_games(start()));
    assert_eq!(parts(&found.total), tic_tac_toe::GAMES);
    let by_length: Vec<u64> = found.by_length.iter().map(ResultCounts::total).collect();
    assert_eq!(by_length, [&[0; 5][..], &tic_tac_toe::GAMES_BY_LENGTH].concat());
    assert_eq!(found.positions, tic_tac_toe::POSITIONS);
    let by_paths = count(&GamesQuery { symmetry: SymmetryMode::Paths, ..all_games(start()) });
    assert_eq!(parts(&by_paths.total), tic_tac_toe::GAMES_BY_PATHS);
    assert_eq!(by_paths.positions, tic_tac_toe::CLASSES);
    let by_orbits = count(&GamesQuery { symmetry: SymmetryMode::Orbits, ..all_games(start()) });
    assert_eq!(by_orbits.total.total(), 31_896);
}

/// Every game, by playing all moves that `moves` allows.
fn enumerate(position: &Position, moves: &dyn Fn(&Position) -> Vec<Cell>) -> Vec<ListedGame> {
    let mut games = Vec::new();
    let mut line = Vec::new();
    fn walk(
        position: &mut Position,
        moves: &dyn Fn(&Position) -> Vec<Cell>,
        line: &mut Vec<Cell>,
        games: &mut Vec<ListedGame>,
    ) {
        if position.status() != Status::Ongoing {
            games.push(ListedGame { moves: line.clone(), winner: position.winner() });
            return;
        }
        for cell in moves(position) {
            line.push(cell);
            position.play(cell).expect("a legal move");
            walk(position, moves, line, games);
            position.undo();
            line.pop();
        }
    }
    walk(&mut position.clone(), moves, &mut line, &mut games);
    games
}

fn any(position: &Position) -> Vec<Cell> {
    position.legal_moves().collect()
}

/// All pages of a query, one after the other.
fn pages(query: &GamesQuery, page_max: usize) -> Vec<ListedGame> {
    let (engine, mut games) = (engine(), Vec::new());
    loop {
        let query = GamesQuery { offset: games.len() as u64, page_max, ..query.clone() };
        let found = engine.continuations(&query).expect("few enough");
        if found.page.is_empty() {
            assert_eq!(games.len() as u64, found.matching);
            return games;
        }
        games.extend(found.page);
    }
}

fn nearly_full(rules: &inarow_engine::game::Rules, empties: usize, random: &mut Seeded) -> Position {
    random_position(rules, rules.cells() - empties.min(rules.cells()), random)
}

#[test]
fn counts_and_pages_are_those_of_plain_enumeration() {
    let mut random = Seeded::new(3);
    for rules in assorted_rules() {
        for round in 0..4 {
            let position = nearly_full(&rules, 5 + round % 2, &mut random);
            if position.empties() > 8 {
                continue; // a short random game
            }
            let games = enumerate(&position, &any);
            let query = all_games(position);
            let found = count(&query);
            assert_eq!(found.total.total(), games.len() as u64);
            for (length, by_result) in found.by_length.iter().enumerate() {
                let winners = [Some(Player::X), Some(Player::O), None];
                for (result, winner) in GameResult::ALL.into_iter().zip(winners) {
                    let same = games.iter().filter(|game| game.moves.len() == length && game.winner == winner).count();
                    assert_eq!(by_result.of(result), same as u64, "{rules:?} {}", query.position.board());
                }
            }
            assert_eq!(pages(&query, 1 + games.len() / 3), games);
            let won: Vec<_> = games.into_iter().filter(|game| game.winner == Some(Player::O)).collect();
            assert_eq!(pages(&GamesQuery { result: Some(GameResult::O), ..query }, 7), won);
        }
    }
}

#[test]
fn a_page_deep_in_the_list_is_reached_at_once() {
    let page = |offset| count(&GamesQuery { offset, page_max: 2, ..all_games(start()) }).page;
    assert_eq!(page(0)[0].moves, [0, 1, 2, 3, 4, 5, 6]);
    let last = page(tic_tac_toe::GAMES[0] - 1);
    assert_eq!((last.len(), &last[0].moves[..]), (1, &[8, 7, 6, 5, 4, 3, 2][..]));
    assert_eq!(page(tic_tac_toe::GAMES[0]), []);
    let games = enumerate(&start(), &any);
    assert_eq!(page(200_000), games[200_000..200_002]);
}

/// The smallest image of a sequence under the symmetries that fix the start.
fn orbit(position: &Position, moves: &[Cell]) -> Vec<Cell> {
    let symmetries = position.game().symmetries().iter().filter(|symmetry| position.is_fixed_by(symmetry));
    let images = symmetries.map(|symmetry| moves.iter().map(|&cell| symmetry.image(cell)).collect());
    images.min().expect("the identity fixes everything")
}

#[test]
fn orbits_and_paths_are_those_of_plain_enumeration() {
    let game = Game::shared(rules(3, 3, 3, ""));
    let four = Game::shared(rules(4, 3, 3, "gravity"));
    for (game, board) in [(&game, "....X...."), (&game, "X...O...X"), (&game, "XO......."), (&four, ".....XO..OX.")] {
        let cells = Setup::parse(game, board).expect("a board");
        let turn = Some(if board.matches('X').count() > board.matches('O').count() { Player::O } else { Player::X });
        let position = Setup { game: Arc::clone(game), cells, turn }.into_position(false).expect("a position");
        let games = enumerate(&position, &any);
        let query = all_games(position.clone());
        for symmetry in [SymmetryMode::Orbits, SymmetryMode::Paths] {
            let class = |game: &ListedGame| match symmetry {
                SymmetryMode::Orbits => orbit(&position, &game.moves).into_iter().map(|cell| cell as u64).collect(),
                _ => {
                    let mut position = position.clone();
                    let key = |cell: &Cell| {
                        position.play(*cell).expect("legal");
                        position.class_key()
                    };
                    game.moves.iter().map(key).collect::<Vec<u64>>()
                }
            };
            let classes: HashSet<Vec<u64>> = games.iter().map(class).collect();
            let query = GamesQuery { symmetry, ..query.clone() };
            assert_eq!(count(&query).total.total(), classes.len() as u64, "{symmetry:?} {board}");
            let listed = pages(&query, 500);
            assert!(listed.iter().all(|game| games.contains(game)));
            assert_eq!(listed.iter().map(class).collect::<HashSet<_>>(), classes, "{symmetry:?} {board}");
        }
    }
}

/// The engine's best moves, from its ranking of all moves.
fn best(engine: &Engine, position: &Position, depth: Option<u32>) -> Vec<Cell> {
    let heuristic = depth.map(|_| Heuristic::Named(Named::OpenPieces));
    let limits = Limits { depth, ..Limits::default() };
    let query = Query { heuristic, limits, ..Query::new(position.clone()) };
    let lines = engine.analyse(&query).expect("an analysis").moves;
    let top = lines.iter().take_while(|line| line.verdict.score() == lines[0].verdict.score());
    top.map(|line| line.cell).collect()
}

#[test]
fn an_engine_side_plays_its_best_moves_only() {
    let engine = engine();
    for (side, depth) in [(Player::X, Some(2)), (Player::O, Some(3)), (Player::O, None)] {
        for engine_moves in EngineMoves::ALL {
            let moves = |position: &Position| {
                if position.turn() != side {
                    return any(position);
                }
                let best = best(&engine, position, depth);
                if engine_moves == EngineMoves::First { best[..1].to_vec() } else { best }
            };
            let position = Position::from_moves(Game::shared(rules(3, 3, 3, "")), &[1]).expect("legal");
            let games = enumerate(&position, &moves);
            let query = GamesQuery {
                engine: Some(side),
                engine_moves,
                heuristic: depth.map(|_| Heuristic::Named(Named::OpenPieces)),
                limits: Limits { depth, ..Limits::default() },
                ..all_games(position)
            };
            assert_eq!(pages(&query, 1_000), games, "{side:?} {depth:?} {engine_moves:?}");
        }
    }
}

#[test]
fn replies_that_hold_the_draw_are_the_known_ones() {
    let found = count(&GamesQuery { replies: true, ..all_games(start()) });
    let openings = found.openings.expect("asked for");
    assert!(openings.iter().all(|opening| opening.verdict == Verdict::Draw { plies: 9 } && opening.replies.len() == 8));
    let holding = |cell: Cell| -> Vec<Cell> {
        let replies = openings[cell].replies.iter();
        for reply in replies.clone() {
            let expected = if reply.holds { Verdict::Draw { plies: 8 } } else { Verdict::Loss { plies: 6 } };
            assert_eq!(reply.verdict, expected);
        }
        replies.filter(|reply| reply.holds).map(|reply| reply.cell).collect()
    };
    for corner in [0, 2, 6, 8] {
        assert_eq!(holding(corner), [4]);
    }
    assert_eq!(holding(4), [0, 2, 6, 8]);
    assert_eq!(holding(1), [0, 2, 4, 7]);
}

/// The values of first moves and replies do not depend on a side that the engine plays, however badly.
#[test]
fn openings_are_valued_with_free_play() {
    let poor = GamesQuery {
        engine: Some(Player::X),
        heuristic: Some(Heuristic::Named(Named::OpenPieces)),
        limits: Limits { depth: Some(1), ..Limits::default() },
        ..all_games(start())
    };
    let openings = |query: &GamesQuery| count(&GamesQuery { replies: true, ..query.clone() }).openings;
    assert_eq!(openings(&poor), openings(&all_games(start())));
}

#[test]
fn too_large_requests_are_refused() {
    let engine = engine();
    let position = Position::new(Game::shared(rules(4, 4, 4, "")));
    let wide = GamesQuery { positions_max: usize::MAX, ..all_games(position) };
    let fault = |query: &GamesQuery| engine.continuations(query).expect_err("too large");
    let few = GamesQuery { positions_max: 1_000, ..wide.clone() };
    assert_eq!(fault(&few), GamesError::TooManyPositions { max: 1_000 });
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert!(matches!(fault(&GamesQuery { limits: late, ..wide.clone() }), GamesError::OutOfTime { .. }));
    let gone = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(fault(&GamesQuery { limits: gone, ..wide.clone() }), GamesError::Cancelled);
    let retrograde = GamesQuery { engine: Some(Player::X), algorithm: Algorithm::Retrograde, ..wide };
    assert!(matches!(fault(&retrograde), GamesError::Engine(_)));
    // A finished game has one continuation, which is empty.
    let finished = Position::from_moves(Game::shared(rules(3, 3, 3, "")), &[0, 3, 1, 4, 2]).expect("legal");
    for side in [None, Some(Player::X), Some(Player::O)] {
        let found = count(&GamesQuery { engine: side, page_max: 5, replies: true, ..all_games(finished.clone()) });
        assert_eq!((parts(&found.total), found.page[0].moves.len()), ([1, 1, 0, 0], 0));
        assert_eq!(found.openings, Some(Vec::new()));
    }
    // An algorithm that no side uses need not fit.
    let position = nearly_full(&rules(4, 4, 4, ""), 3, &mut Seeded::new(1));
    let free = all_games(position);
    assert_eq!(count(&GamesQuery { algorithm: Algorithm::Retrograde, ..free.clone() }).total, count(&free).total);
}

/// A set cancel flag ends every search and every count.
#[test]
fn hopeless_counts_are_refused_before_a_search() {
    let engine = engine();
    let gone = || Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    for (rules, moves) in [
        (rules(15, 15, 5, ""), &[][..]),
        (rules(15, 15, 5, ""), &[112, 113]),
        (rules(15, 15, 6, ""), &[112, 0]),
        (rules(19, 19, 6, "exact misere"), &[]),
        (rules(19, 19, 12, "gravity"), &[]),
    ] {
        let position = Position::from_moves(Game::shared(&rules), moves).expect("legal");
        for side in [None, Some(Player::X), Some(Player::O)] {
            for symmetry in SymmetryMode::ALL {
                let query = GamesQuery { engine: side, symmetry, limits: gone(), ..all_games(position.clone()) };
                let refused = engine.continuations(&query).expect_err("too large");
                assert_eq!(refused, GamesError::TooManyPositions { max: 250_000 }, "{rules:?} {side:?} {symmetry:?}");
            }
        }
    }
}

/// A count that the estimate refuses is too large indeed.
#[test]
fn the_estimate_is_a_lower_bound() {
    let mut random = Seeded::new(11);
    for rules in [rules(3, 3, 3, ""), rules(4, 4, 3, ""), rules(4, 4, 4, "gravity"), rules(5, 3, 4, "misere")] {
        for empties in [0, 1, 4, 7, 9] {
            let position = nearly_full(&rules, empties, &mut random);
            for side in [None, Some(Player::X), Some(Player::O)] {
                for symmetry in SymmetryMode::ALL {
                    let limits = Limits { depth: Some(1), ..Limits::default() };
                    let query = GamesQuery { engine: side, symmetry, limits, ..all_games(position.clone()) };
                    let positions = count(&query).positions;
                    let just = GamesQuery { positions_max: positions, ..query };
                    assert_eq!(count(&just).positions, positions, "{rules:?} {side:?} {symmetry:?}");
                }
            }
        }
    }
}

/// The table in docs/games-and-heuristics.md: how many games an engine with `open-pieces` loses, depth by depth, against every opponent.
#[test]
fn the_documented_table_of_lost_games_is_right() {
    const DOCUMENT: &str = include_str!("../../../../docs/games-and-heuristics.md");
    let engine = engine();
    let mut missing = Vec::new();
    for depth in 1..=9 {
        let lost = |side: Player, engine_moves: EngineMoves| {
            let query = GamesQuery {
                engine: Some(side),
                engine_moves,
                heuristic: Some(Heuristic::Named(Named::OpenPieces)),
                limits: Limits { depth: Some(depth), ..Limits::default() },
                ..all_games(start())
            };
            let total = engine.continuations(&query).expect("few enough").total;
            let lost = total.of(if side == Player::X { GameResult::O } else { GameResult::X });
            format!("{lost} of {}", total.total())
        };
        let [x_first, x_all, o_first, o_all] = [
            lost(Player::X, EngineMoves::First),
            lost(Player::X, EngineMoves::All),
            lost(Player::O, EngineMoves::First),
            lost(Player::O, EngineMoves::All),
        ];
        let row = format!("| {depth} | {x_first} | {x_all} | {o_first} | {o_all} |");
        if !DOCUMENT.contains(&row) {
            missing.push(row);
        }
    }
    assert!(missing.is_empty(), "docs/games-and-heuristics.md lacks these rows:\n{}", missing.join("\n"));
}
