//! Orbits of games against brute force, from every symmetric position of small boards.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::rules;
use inarow_engine::engine::continuations::{EngineMoves, GamesQuery, SymmetryMode};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig};
use inarow_engine::game::{Cell, Game, Player, Position, Rules, Setup, Status};
use inarow_engine::search::Limits;

/// Every unfinished position that a symmetry other than the identity leaves as it is, with either side to move.
fn symmetric_positions(rules: &Rules, empties_max: usize) -> Vec<Position> {
    let game = Game::shared(rules);
    let mut found = Vec::new();
    for id in 0..3_usize.pow(rules.cells() as u32) {
        let cells: Vec<_> = (0..rules.cells())
            .map(|cell| [None, Some(Player::X), Some(Player::O)][id / 3_usize.pow(cell as u32) % 3])
            .collect();
        let stones = |player| cells.iter().filter(|&&cell| cell == Some(player)).count();
        let empties = cells.iter().filter(|cell| cell.is_none()).count();
        let is_fixed = |image: &dyn Fn(Cell) -> Cell| (0..cells.len()).all(|cell| cells[image(cell)] == cells[cell]);
        let symmetries = &game.symmetries()[1..];
        // Boards of games in progress, and of those where one side moved twice.
        if empties > empties_max
            || stones(Player::X).abs_diff(stones(Player::O)) > 1
            || !symmetries.iter().any(|symmetry| is_fixed(&|cell| symmetry.image(cell)))
        {
            continue;
        }
        for turn in Player::ALL {
            let setup = Setup { game: Arc::clone(&game), cells: cells.clone(), turn: Some(turn) };
            found.extend(setup.into_position(false).ok().filter(|position| position.status() == Status::Ongoing));
        }
    }
    found
}

/// The least image of every game under the symmetries that leave the start as it is, with the number of its images.
fn orbits(start: &Position) -> HashMap<Vec<Cell>, usize> {
    fn walk(
        position: &mut Position,
        images: &mut [Vec<Cell>],
        maps: &[&inarow_engine::game::Symmetry],
        found: &mut HashMap<Vec<Cell>, usize>,
    ) {
        if position.status() != Status::Ongoing {
            let least = images.iter().min().expect("the identity leaves everything as it is");
            *found.entry(least.clone()).or_default() += 1;
            return;
        }
        for cell in position.legal_moves().collect::<Vec<_>>() {
            position.play(cell).expect("a legal move");
            for (image, map) in images.iter_mut().zip(maps) {
                image.push(map.image(cell));
            }
            walk(position, images, maps, found);
            for image in images.iter_mut() {
                image.pop();
            }
            position.undo();
        }
    }
    let maps: Vec<_> = start.game().symmetries().iter().filter(|symmetry| start.is_fixed_by(symmetry)).collect();
    let mut found = HashMap::new();
    walk(&mut start.clone(), &mut vec![Vec::new(); maps.len()], &maps, &mut found);
    found
}

/// Counts orbits, and lists them page by page; each page begins where the one before it ends.
fn listed(engine: &Engine, position: &Position, page_max: usize) -> (u64, Vec<Vec<Cell>>) {
    let mut games = Vec::new();
    loop {
        let query = GamesQuery {
            position: position.clone(),
            engine: None,
            engine_moves: EngineMoves::All,
            algorithm: Algorithm::Auto,
            heuristic: None,
            limits: Limits::default(),
            symmetry: SymmetryMode::Orbits,
            result: None,
            offset: games.len() as u64,
            page_max,
            replies: false,
            positions_max: 250_000,
        };
        let found = engine.continuations(&query).expect("few enough");
        games.extend(found.page.iter().map(|game| game.moves.clone()));
        if found.page.is_empty() || games.len() as u64 >= found.matching {
            return (found.total.total(), games);
        }
    }
}

fn compare(rules: &Rules, empties_max: usize) -> usize {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let positions = symmetric_positions(rules, empties_max);
    for position in &positions {
        let expected = orbits(position);
        let (count, games) = listed(&engine, position, 1 + expected.len() / 3);
        let board = position.board();
        let turn = position.turn();
        assert_eq!(count, expected.len() as u64, "{rules:?} {board} {turn:?}");
        assert!(
            games.is_sorted() && games.iter().all(|game| expected.contains_key(game)),
            "{rules:?} {board} {turn:?}"
        );
        assert!(games.windows(2).all(|pair| pair[0] != pair[1]), "{rules:?} {board} {turn:?}");
        assert_eq!(games.len(), expected.len(), "{rules:?} {board} {turn:?}");
    }
    positions.len()
}

#[test]
fn orbits_are_those_of_brute_force_from_every_symmetric_position() {
    for (width, height, k, extras, empties_max, positions) in [
        (3, 3, 3, "", 7, 1276),
        (3, 3, 2, "", 9, 286),
        (3, 3, 3, "misere", 7, 1276),
        (3, 3, 2, "exact", 7, 424),
        (3, 2, 2, "", 6, 38),
        (3, 2, 3, "", 6, 74),
        (2, 3, 2, "misere", 6, 38),
        (4, 3, 3, "", 6, 1412),
        (4, 3, 3, "misere", 5, 1220),
        (4, 3, 3, "gravity", 9, 36),
        (3, 3, 3, "gravity misere", 9, 70),
    ] {
        let compared = compare(&rules(width, height, k, extras), empties_max);
        assert_eq!(compared, positions, "{width}×{height} {k} {extras}");
    }
}

/// From the empty board, where most games are: the published number of tic-tac-toe games up to symmetry.
#[test]
fn the_games_of_tic_tac_toe_have_31_896_orbits() {
    let start = Position::new(Game::shared(rules(3, 3, 3, "")));
    let expected = orbits(&start);
    assert_eq!(expected.len(), 31_896);
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let (count, games) = listed(&engine, &start, 10_000);
    assert_eq!((count, games.len()), (31_896, 31_896));
    assert!(games.is_sorted() && games.iter().all(|game| expected.contains_key(game)));
}
