//! Puzzles against a plain minimax, and how much they differ from each other.

use std::collections::{BTreeMap, HashMap};

use crate::common::naive::Naive;
use crate::common::rules;
use inarow_engine::engine::puzzle::{Puzzle, PuzzleQuery, Theme};
use inarow_engine::engine::{Engine, EngineConfig};
use inarow_engine::game::{Cell, Game, Player, Rules};
use inarow_engine::search::Verdict;

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn puzzle(engine: &Engine, rules: &Rules, seed: u64, theme: Option<Theme>) -> Option<Puzzle> {
    let query = PuzzleQuery { theme, ..PuzzleQuery::new(Game::shared(rules), seed) };
    engine.puzzle(&query).expect("an exact source")
}

/// Values by looking at everything, each board once.
#[derive(Default)]
struct Oracle(HashMap<Vec<Option<Player>>, Verdict>);

impl Oracle {
    /// The value for the side to move. The stones tell which side that is, since puzzles begin with the empty board.
    fn value(&mut self, board: &Naive) -> Verdict {
        if let Some(&known) = self.0.get(&board.cells) {
            return known;
        }
        let value = match board.winner() {
            Some(winner) if winner == board.turn => Verdict::Win { plies: 0 },
            Some(_) => Verdict::Loss { plies: 0 },
            None => {
                let values = board.moves().into_iter().map(|cell| self.value_of(board, cell));
                values.max_by_key(|value| value.score()).unwrap_or(Verdict::Draw { plies: 0 })
            }
        };
        self.0.insert(board.cells.clone(), value);
        value
    }

    /// The value of a move for the side that makes it.
    fn value_of(&mut self, board: &Naive, cell: Cell) -> Verdict {
        match self.value(&board.after(cell)) {
            Verdict::Win { plies } => Verdict::Loss { plies: plies + 1 },
            Verdict::Loss { plies } => Verdict::Win { plies: plies + 1 },
            Verdict::Draw { plies } => Verdict::Draw { plies: plies + 1 },
            Verdict::Unknown { .. } => panic!("everything is known"),
        }
    }

    /// The best of these moves, of equal ones the first.
    fn best(&mut self, board: &Naive, moves: &[Cell]) -> Cell {
        let mut best = moves[0];
        for &cell in moves {
            if self.value_of(board, cell).score() > self.value_of(board, best).score() {
                best = cell;
            }
        }
        best
    }

    /// Moves of the side to move in the game that begins with this move and goes on with the best ones.
    fn own_moves_after(&mut self, board: &Naive, first: Cell) -> u32 {
        let (solver, mut board, mut own) = (board.turn, board.after(first), 1);
        while board.winner().is_none() && !board.moves().is_empty() {
            let moves = board.moves();
            own += u32::from(board.turn == solver);
            board = board.after(self.best(&board, &moves));
        }
        own
    }
}

fn outcome(value: Verdict) -> i32 {
    match value {
        Verdict::Win { .. } => 1,
        Verdict::Loss { .. } => -1,
        _ => 0,
    }
}

/// The solution alone keeps the outcome, and the length counts moves as they are played.
#[test]
fn a_plain_minimax_finds_the_same_solution_and_length() {
    let engine = engine();
    for (rules, seeds) in [
        (rules(3, 3, 3, ""), 200),
        (rules(3, 3, 3, "misere"), 200),
        (rules(4, 3, 3, ""), 40),
        (rules(4, 3, 3, "misere"), 40),
        (rules(4, 3, 3, "gravity misere"), 40),
        (rules(4, 3, 3, "gravity exact"), 40),
    ] {
        let (mut oracle, mut only_moves) = (Oracle::default(), 0);
        for seed in 0..seeds {
            let puzzle = puzzle(&engine, &rules, seed, None).expect("a puzzle");
            let board = Naive::of(&puzzle.position);
            let (solution, moves) = (puzzle.moves[0].cell, board.moves());
            let best = oracle.value_of(&board, solution);
            let others: Vec<Cell> = moves.into_iter().filter(|&cell| cell != solution).collect();
            let second = oracle.best(&board, &others);
            let about = format!("{rules:?} seed {seed} {}", puzzle.position.board());
            assert_eq!(puzzle.moves[0].verdict, best, "{about}");
            assert!(outcome(oracle.value_of(&board, second)) < outcome(best), "{about}");
            let judged = if outcome(best) > 0 { solution } else { second };
            assert_eq!(puzzle.length, oracle.own_moves_after(&board, judged), "{about}");
            only_moves += usize::from(puzzle.themes.contains(&Theme::OnlyMove));
        }
        assert!(only_moves > 0, "{rules:?}: {only_moves}");
    }
}

/// Small boards have few puzzles: 300 seeds find half of those of tic-tac-toe, none of them often.
#[test]
fn puzzles_of_small_boards_differ() {
    let engine = engine();
    for (extras, positions_min, repeated_max) in [("", 170, 8), ("misere", 230, 8)] {
        let rules = rules(3, 3, 3, extras);
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for seed in 0..300 {
            let board = puzzle(&engine, &rules, seed, None).expect("a puzzle").position.board();
            assert!(board.matches(['X', 'O']).count() >= 3, "{board}");
            *seen.entry(board).or_default() += 1;
        }
        let most = seen.values().max().copied().unwrap_or_default();
        println!("{extras:6} 300 seeds: {} positions, one of them {most} times", seen.len());
        assert!(seen.len() >= positions_min && most <= repeated_max, "{} positions, {most} times", seen.len());
    }
}

/// A theme that is refused without a search has no puzzle: no seed finds one. A theme that is not refused has one.
#[test]
fn only_what_no_game_has_is_refused() {
    let engine = engine();
    for rules in [rules(3, 3, 3, ""), rules(3, 3, 3, "misere"), rules(4, 3, 3, "misere")] {
        let found: Vec<Theme> =
            (0..60).flat_map(|seed| puzzle(&engine, &rules, seed, None).expect("a puzzle").themes).collect();
        for theme in Theme::ALL {
            assert!(theme.obstacle(&rules).is_none() || !found.contains(&theme), "{rules:?} {}", theme.name());
        }
        assert_eq!(Theme::Fork.obstacle(&rules).is_some(), rules.misere());
        assert_eq!(Theme::WinIn2.obstacle(&rules), None);
    }
    let obstacles = |rules: Rules| Theme::ALL.map(|theme: Theme| theme.obstacle(&rules).is_some());
    assert_eq!(obstacles(rules(3, 3, 3, "")), [false, false, true, true, false, false]);
    assert_eq!(obstacles(rules(3, 3, 3, "misere")), [false, false, true, true, false, true]);
    assert_eq!(obstacles(rules(4, 3, 3, "")), [false; 6]);
    assert_eq!(obstacles(rules(4, 3, 3, "misere")), [false, false, false, true, false, true]);
}
