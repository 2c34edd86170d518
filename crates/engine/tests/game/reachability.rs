//! Whether alternate play could have led to a board, against brute force.

use std::collections::HashSet;
use std::sync::Arc;

use crate::common::naive::Naive;
use crate::common::{Seeded, rules};
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Rules, Setup, SetupError, Status};

/// Reachable boards, by playing everything, against the answer found by taking stones back.
#[test]
fn reachable_is_what_play_reaches() {
    for rules in [
        rules(3, 3, 3, ""),
        rules(3, 3, 3, "misere"),
        rules(3, 3, 3, "gravity"),
        rules(4, 2, 2, "exact"),
        rules(3, 3, 2, "exact"),
        rules(5, 2, 3, "exact"),
        rules(10, 1, 3, "exact"),
        rules(5, 2, 2, "exact gravity"),
        rules(3, 3, 2, "exact gravity misere"),
        rules(5, 2, 3, "gravity"),
        rules(2, 5, 3, "exact gravity"),
        rules(10, 1, 4, "exact gravity"),
        rules(2, 4, 3, "gravity misere"),
        rules(3, 2, 1, ""),
        rules(4, 2, 1, "exact"),
    ] {
        let game = Game::shared(&rules);
        let mut reached = HashSet::new();
        let mut stack = vec![Position::new(Arc::clone(&game))];
        while let Some(position) = stack.pop() {
            if !reached.insert((position.board(), position.turn())) {
                continue;
            }
            assert_eq!(position.reachable(), Some(true), "{rules:?} {}", position.board());
            for cell in position.legal_moves().collect::<Vec<_>>() {
                let mut after = position.clone();
                after.play(cell).expect("legal");
                stack.push(after);
            }
        }
        for id in 0..3_usize.pow(rules.cells() as u32) {
            let digit = |cell: usize| id / 3_usize.pow(cell as u32) % 3;
            let cells: Vec<_> =
                (0..rules.cells()).map(|cell| [None, Some(Player::X), Some(Player::O)][digit(cell)]).collect();
            for turn in Player::ALL {
                let setup = Setup { game: Arc::clone(&game), cells: cells.clone(), turn: Some(turn) };
                let Ok(position) = setup.clone().into_position(false) else { continue };
                let expected = reached.contains(&(position.board(), turn));
                assert_eq!(position.reachable(), Some(expected), "{rules:?} {} {turn:?}", position.board());
                assert_eq!(setup.into_position(true).is_ok(), expected);
                assert_eq!(position.state_id(), Some(id as u64));
            }
        }
    }
}

/// Whether some order of these stones is a game, found by playing every order and remembering boards.
fn some_order_is_a_game(position: &Position) -> bool {
    fn reaches(board: &Naive, goal: &Position, dead_ends: &mut HashSet<Vec<Option<Player>>>) -> bool {
        if board.cells == goal.cells() {
            return board.turn == goal.turn();
        }
        if board.winner().is_some() || !dead_ends.insert(board.cells.clone()) {
            return false;
        }
        let fits = |cell: &Cell| goal.cell(*cell) == Some(board.turn);
        board.moves().into_iter().filter(fits).any(|cell| reaches(&board.after(cell), goal, dead_ends))
    }
    let empty = Naive { rules: position.rules().clone(), cells: vec![None; position.rules().cells()], turn: Player::X };
    reaches(&empty, position, &mut HashSet::new())
}

/// A board with as many stones as alternate play puts down, in random places that hold them.
fn random_board(rules: &Rules, stones: usize, random: &mut Seeded) -> Option<Position> {
    let mut colours: Vec<_> = (0..stones).map(|index| Player::ALL[index % 2]).collect();
    for index in (1..stones).rev() {
        colours.swap(index, random.below(index + 1));
    }
    let mut board = Naive { rules: rules.clone(), cells: vec![None; rules.cells()], turn: Player::X };
    for colour in colours {
        let moves = board.moves();
        board.cells[moves[random.below(moves.len())]] = Some(colour);
    }
    let turn = Some(Player::ALL[stones % 2]);
    Setup { game: Game::shared(rules), cells: board.cells, turn }.into_position(false).ok()
}

#[test]
fn random_boards_are_decided_as_brute_force_does() {
    for (number, (rules, stones)) in [
        (rules(4, 4, 4, "gravity"), 16),
        (rules(3, 6, 4, "gravity"), 17),
        (rules(5, 4, 4, "gravity misere"), 18),
        (rules(2, 9, 5, "gravity"), 18),
        (rules(7, 3, 5, "gravity"), 19),
        (rules(4, 4, 3, "gravity exact"), 14),
        (rules(5, 3, 2, "gravity exact"), 12),
        (rules(4, 3, 2, "exact"), 11),
        (rules(4, 4, 3, "exact"), 15),
        (rules(5, 3, 3, "exact misere"), 13),
    ]
    .into_iter()
    .enumerate()
    {
        let random = &mut Seeded::new(number as u64);
        let mut seen = [0, 0];
        for _ in 0..120 {
            let stones = stones - random.below(4);
            let Some(position) = random_board(&rules, stones, random) else { continue };
            let expected = some_order_is_a_game(&position);
            assert_eq!(position.reachable(), Some(expected), "{rules:?} {}", position.board());
            seen[usize::from(expected)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 0), "{rules:?} {seen:?}");
    }
}

/// The board after random play, read from its cells: nothing but the stones tells how it came about.
fn set_up_after_play(rules: &Rules, random: &mut Seeded) -> Setup {
    let mut position = Position::new(Game::shared(rules));
    while position.status() == Status::Ongoing {
        let moves: Vec<_> = position.legal_moves().collect();
        position.play(moves[random.below(moves.len())]).expect("legal");
    }
    Setup { game: Game::shared(rules), cells: position.cells().to_vec(), turn: None }
}

#[test]
fn boards_after_play_are_reachable_on_all_sizes() {
    for (number, rules) in [
        rules(7, 6, 4, "gravity"),
        rules(7, 6, 4, "gravity exact"),
        rules(8, 8, 7, "gravity"),
        rules(19, 19, 5, "gravity"),
        rules(19, 19, 19, "gravity"),
        rules(6, 19, 12, "gravity"),
        rules(19, 19, 5, "exact"),
        rules(15, 15, 5, "exact"),
    ]
    .into_iter()
    .enumerate()
    {
        let random = &mut Seeded::new(number as u64);
        for _ in 0..50 {
            let position = set_up_after_play(&rules, random).into_position(true);
            assert!(position.is_ok(), "{rules:?} {position:?}");
        }
    }
}

#[test]
fn a_board_whose_bottom_stones_are_all_the_second_sides_is_refused() {
    let game = Game::shared(Preset::ConnectFour.rules());
    let board = "..O.OXX/XOX.OOO/XOX.XOX/OXX.OXX/XXO.XXX/OOO.OOO";
    let cells = Setup::parse(&game, board).expect("a board");
    let setup = Setup { game, cells, turn: None };
    assert_eq!(setup.clone().into_position(false).expect("a position").reachable(), Some(false));
    let faults = setup.into_position(true).expect_err("strict");
    assert!(matches!(faults[..], [SetupError::Unreachable { .. }]), "{faults:?}");
}

#[test]
fn undecided_positions_are_unknown_and_strict_refuses_them() {
    let game = Game::shared(rules(4, 19, 19, "gravity"));
    let board = "OOXXOOOOXXXOOOOOXOOXXXXOXOXXOOOXXXOOOOXXXOOXOXOOXXOOOXXOOXOOOXXXXOXXXXXXOXOX";
    let cells = Setup::parse(&game, board).expect("a board");
    let setup = Setup { game, cells, turn: None };
    assert_eq!(setup.clone().into_position(false).expect("a position").reachable(), None);
    assert_eq!(setup.into_position(true).expect_err("strict"), [SetupError::ReachUndecided]);
}
