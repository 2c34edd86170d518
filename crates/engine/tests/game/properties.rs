//! Properties of every board: state kept up to date equals state computed afresh, symmetries change nothing, names read
//! back as they were written.

use std::collections::HashSet;
use std::sync::Arc;

use crate::common::naive::Naive;
use crate::common::{Seeded, assorted_rules, random_position, reachable_tic_tac_toe, rules, tic_tac_toe};
use inarow_engine::game::{Game, Player, Position, Preset, Rules, Setup, SetupError, Status, notation, parse_columns};
use inarow_engine::heuristic::{EmptyLine, Heuristic, LineWeights, Named, Weights};

fn setup(game: &Arc<Game>, board: &str, turn: Player) -> Result<Position, Vec<SetupError>> {
    let cells = Setup::parse(game, board).map_err(|faults| faults.listed)?;
    Setup { game: Arc::clone(game), cells, turn: Some(turn) }.into_position(false)
}

fn compiled(named: Named, position: &Position) -> LineWeights {
    Heuristic::Named(named).compile(position.rules()).expect("published heuristics fit small boards")
}

#[test]
fn static_values_are_as_published() {
    use Player::{O, X};
    // Board, side to move, then tempo-lines, win-loss, lines, open-pieces.
    let table = [
        (".........", X, [24, 0, 0, 0]),
        (".........", O, [8, 0, 0, 0]),
        ("....X....", O, [44, 0, 4, 4]),
        ("X........", O, [35, 0, 3, 3]),
        ("X...O....", X, [36, 0, -1, -1]),
        ("X.OOX....", X, [323, 0, 10, 2]),
        ("XXO.O..OX", X, [-80, 0, -10, -2]),
        // The raw sum of a finished board: three lines of X's top row's stones, one of O's pair, one single.
        ("XXXOO....", O, [711, 1, 91, 2]),
        ("XOXXOOOXX", O, [0, 0, 0, 0]),
        // By hand. Rows X.O and the third row empty, columns X, empty, O, diagonals X and O: two X singles, two O singles.
        ("X.O......", X, [2 * 30 - 2 * 10 + 3 * 3, 0, 0, 0]),
        // Rows: XX. | .O. | ...; columns X, X O mixed, empty; diagonals mixed, O.
        ("XX..O....", O, [100 + 10 - 30 - 30 + 1 + 1, 0, 10 + 1 - 1 - 1, 2 + 1 - 1 - 1]),
    ];
    let game = Game::shared(Preset::TicTacToe.rules());
    for (board, turn, expected) in table {
        let position = setup(&game, board, turn).expect("boards of the table are legal");
        let named = [Named::TempoLines, Named::WinLoss, Named::Lines, Named::OpenPieces];
        let values = named.map(|named| compiled(named, &position).evaluate(&position));
        assert_eq!(values, expected, "{board} {turn:?}");
    }
}

#[test]
fn boards_have_as_many_lines_as_published() {
    for (preset, lines) in [(Preset::TicTacToe, 8), (Preset::ConnectFour, 69), (Preset::Gomoku, 572)] {
        assert_eq!(Game::shared(preset.rules()).lines().len(), lines);
    }
    for width in 1..=Rules::SIDE_MAX as u64 {
        for k in 1..=width {
            let rules = rules(width, 7, k, "");
            assert_eq!(Game::new(&rules).lines().len(), inarow_engine::game::Lines::count(&rules), "{rules:?}");
        }
    }
}

/// Plays random games and checks after each move, and again on the way back, all that is kept up to date.
#[test]
fn incremental_state_is_the_recomputed_state() {
    let mut random = Seeded::new(7);
    let boards = [rules(15, 15, 5, ""), rules(20, 20, 5, "exact"), rules(7, 6, 4, "gravity"), rules(9, 3, 3, "misere")];
    for rules in assorted_rules().into_iter().chain(boards) {
        for _ in 0..if rules.cells() > 60 { 2 } else { 10 } {
            let mut position = Position::new(Game::shared(&rules));
            let custom = (0..=rules.k() as i64).map(|n| n * n - 3).collect();
            let custom = Heuristic::Custom(Weights::new(custom, 3, EmptyLine::Turn).expect("in range"));
            let weights = custom.compile(&rules).expect("fits");
            let mut accumulator = weights.accumulator(&position);
            let mut before = Vec::new();
            while position.status() == Status::Ongoing {
                let moves: Vec<_> = position.legal_moves().collect();
                assert_eq!(moves, Naive::of(&position).moves());
                before.push((position.clone(), accumulator));
                let cell = moves[random.below(moves.len())];
                position.play_observed(cell, |from, to| weights.update(&mut accumulator, from, to));
                check(&position, &weights, accumulator);
            }
            let start = position.start();
            assert_eq!((start.key(), start.stones(), start.moves().len()), (before[0].0.key(), 0, 0));
            while let Some((earlier, accumulator)) = before.pop() {
                position.undo();
                assert_eq!(position.line_states(), earlier.line_states());
                assert_eq!((position.key(), position.open_lines()), (earlier.key(), earlier.open_lines()));
                check(&position, &weights, accumulator);
            }
        }
    }
}

fn check(position: &Position, weights: &LineWeights, accumulator: [i64; 2]) {
    let context = || format!("{:?} {}", position.rules(), position.board());
    assert_eq!(accumulator, weights.accumulator(position), "{}", context());
    let naive = Naive::of(position);
    let by_hand: Vec<i64> = (0..=position.rules().k() as i64).map(|n| n * n - 3).collect();
    assert_eq!(weights.evaluate(position), naive.value(&by_hand, 3, "turn"), "{}", context());
    assert_eq!(position.winner(), naive.winner(), "{}", context());
    if position.status() != Status::Ongoing {
        return;
    }
    let fresh = setup(position.game(), &position.board(), position.turn()).expect("a played position is legal");
    assert_eq!(fresh.line_states(), position.line_states(), "{}", context());
    assert_eq!((fresh.key(), fresh.open_lines()), (position.key(), position.open_lines()), "{}", context());
    for player in Player::ALL {
        let found: HashSet<_> = position.completions(player).collect();
        let wins = naive.moves().into_iter().filter(|&cell| {
            let after = Naive { turn: player, ..naive.clone() }.after(cell);
            after.has_run(player)
        });
        assert_eq!(found, wins.collect(), "cells that complete a line for {player:?}: {}", context());
    }
}

#[test]
fn symmetries_map_games_onto_games() {
    let mut random = Seeded::new(11);
    for rules in assorted_rules() {
        let game = Game::shared(&rules);
        for _ in 0..20 {
            let position = random_position(&rules, random.below(rules.cells()), &mut random);
            let weights = Heuristic::Named(Named::OpenPieces).compile(&rules).expect("fits");
            let mut images = HashSet::new();
            for symmetry in game.symmetries() {
                let mut cells = vec![None; rules.cells()];
                (0..rules.cells()).for_each(|cell| cells[symmetry.image(cell)] = position.cell(cell));
                let setup = Setup { game: Arc::clone(&game), cells, turn: Some(position.turn()) };
                let image = setup.into_position(false).expect("the image of a position is a position");
                assert_eq!(weights.evaluate(&image), weights.evaluate(&position), "{rules:?} {}", position.board());
                let moves: HashSet<_> = position.legal_moves().map(|cell| symmetry.image(cell)).collect();
                assert_eq!(moves, image.legal_moves().collect(), "{rules:?} {}", position.board());
                assert_eq!(image.canonical().board, position.canonical().board);
                images.insert(image.board());
            }
            let canonical = position.canonical();
            assert_eq!(images.len(), canonical.orbit);
            assert!(canonical.state_id <= position.state_id());
            assert!(images.contains(&canonical.board));
        }
    }
}

#[test]
fn tic_tac_toe_has_765_classes() {
    let mut boards = HashSet::new();
    let mut classes = HashSet::new();
    for position in reachable_tic_tac_toe() {
        for cell in position.legal_moves().collect::<Vec<_>>() {
            let mut after = position.clone();
            after.play(cell).expect("legal");
            boards.insert(after.board());
            classes.insert(after.canonical().board);
        }
    }
    // The empty board follows no move.
    assert_eq!((boards.len() + 1, classes.len() + 1), (tic_tac_toe::POSITIONS, tic_tac_toe::CLASSES));
}

#[test]
fn names_read_back() {
    for rules in [rules(3, 3, 3, ""), rules(7, 6, 4, "gravity"), rules(20, 20, 5, ""), rules(1, 12, 3, "")] {
        for cell in 0..rules.cells() {
            let name = notation::cell_name(&rules, cell);
            assert_eq!(notation::parse_cell(&rules, &name), Some(cell));
            assert_eq!(notation::parse_cell(&rules, &name.to_uppercase()), Some(cell));
        }
    }
    let rules = rules(3, 3, 3, "");
    assert_eq!(notation::cell_name(&rules, 0), "a3");
    assert_eq!(notation::cell_name(&rules, 4), "b2");
    assert_eq!(notation::cell_name(&rules, 6), "a1");
    for nonsense in ["", "a", "4", "a0", "a4", "d1", "a01", "a+1", "ä1", "aa1", "a1 ", "a99999999999999999999"] {
        assert_eq!(notation::parse_cell(&rules, nonsense), None, "{nonsense:?}");
    }
}

#[test]
fn column_digits_play_connect_four() {
    let start = Position::new(Game::shared(Preset::ConnectFour.rules()));
    assert_eq!(parse_columns(&start, "4453"), Ok(vec![38, 31, 39, 37]));
    assert_eq!(parse_columns(&start, ""), Ok(vec![]));
    let won: Vec<_> = parse_columns(&start, "1212121").expect("X completes the first column");
    assert_eq!(won.len(), 7);
    for (digits, index) in [("448", 2), ("0", 0), ("4444444", 6), ("4x", 1), ("12121213", 7)] {
        let illegal = parse_columns(&start, digits).expect_err("a digit that cannot be played");
        assert_eq!(illegal.index, index, "{digits}: {illegal}");
    }
}
