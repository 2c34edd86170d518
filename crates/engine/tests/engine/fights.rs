//! Puzzles of large boards against a search that knows the rules alone: each move, its outcome and its distance.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::naive::Naive;
use crate::common::rules;
use inarow_engine::engine::puzzle::{Puzzle, PuzzleQuery, Theme};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query};
use inarow_engine::game::{Cell, Game, Player, Preset, Rules};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::parts::{LentThread, Threads};
use inarow_engine::search::{Limits, Verdict};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn puzzle(rules: &Rules, seed: u64, theme: Option<Theme>) -> Option<Puzzle> {
    let query = PuzzleQuery { theme, ..PuzzleQuery::new(Game::shared(rules), seed) };
    engine().puzzle(&query).expect("a search")
}

/// Plays and takes back stones, and sees lines by counting.
struct Oracle {
    board: Naive,
    known: HashMap<Vec<Option<Player>>, Verdict>,
}

impl Oracle {
    fn empty(&self) -> Vec<Cell> {
        (0..self.board.cells.len()).filter(|&cell| self.board.cells[cell].is_none()).collect()
    }

    /// Whether a stone of the player on an empty cell completes a line.
    fn completes(&self, player: Player, cell: Cell) -> bool {
        let (width, height) = (self.board.rules.width() as i32, self.board.rules.height() as i32);
        let (row, col) = (cell as i32 / width, cell as i32 % width);
        let along = |down: i32, right: i32| {
            (1..)
                .take_while(|step| {
                    let (row, col) = (row + step * down, col + step * right);
                    let inside = (0..height).contains(&row) && (0..width).contains(&col);
                    inside && self.board.cells[(row * width + col) as usize] == Some(player)
                })
                .count()
        };
        let k = self.board.rules.k();
        let exact = self.board.rules.overline() == inarow_engine::game::Overline::Forbidden;
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
            let run = 1 + along(down, right) + along(-down, -right);
            if exact { run == k } else { run >= k }
        })
    }

    fn completions(&self, player: Player) -> Vec<Cell> {
        self.empty().into_iter().filter(|&cell| self.completes(player, cell)).collect()
    }

    fn with<T>(&mut self, cell: Cell, look: impl FnOnce(&mut Oracle) -> T) -> T {
        let turn = self.board.turn;
        self.board.cells[cell] = Some(turn);
        self.board.turn = turn.opponent();
        let seen = look(self);
        self.board.cells[cell] = None;
        self.board.turn = turn;
        seen
    }

    /// Whether the side to move wins within `plies` plies by moves that leave a cell that completes a line.
    fn wins_within(&mut self, plies: u32) -> bool {
        let me = self.board.turn;
        if !self.completions(me).is_empty() {
            return true;
        }
        plies >= 3
            && self.empty().into_iter().any(|cell| {
                self.with(cell, |after| {
                    if !after.completions(me.opponent()).is_empty() {
                        return false;
                    }
                    match after.completions(me)[..] {
                        [] => false,
                        [block] => plies >= 5 && after.with(block, |then| then.wins_within(plies - 2)),
                        _ => true,
                    }
                })
            })
    }

    /// Plies of a win of the side to move, if they are at most five.
    fn quickest(&mut self) -> Option<u32> {
        [1, 3, 5].into_iter().find(|&plies| self.wins_within(plies))
    }

    /// The value for the solver, who is to move.
    fn value(&mut self) -> Verdict {
        if let Some(&known) = self.known.get(&self.board.cells) {
            return known;
        }
        // A win within five plies is a quickest one, even where other moves are unproven: a quiet move takes as long.
        let value = match self.quickest() {
            Some(plies) => Verdict::Win { plies },
            None => {
                let values: Vec<Verdict> = self.empty().into_iter().map(|cell| self.value_of(cell)).collect();
                values.into_iter().max_by_key(|value| value.score()).expect("a move")
            }
        };
        self.known.insert(self.board.cells.clone(), value);
        value
    }

    /// The value of a move of the solver.
    fn value_of(&mut self, cell: Cell) -> Verdict {
        let (me, them) = (self.board.turn, self.board.turn.opponent());
        if self.completes(me, cell) {
            return Verdict::Win { plies: 1 };
        }
        self.with(cell, |after| {
            if !after.completions(them).is_empty() {
                return Verdict::Loss { plies: 2 };
            }
            match after.completions(me)[..] {
                [] => Verdict::Loss { plies: 1 + after.quickest().expect("the opponent wins") },
                [block] => match after.with(block, Oracle::value) {
                    Verdict::Win { plies } => Verdict::Win { plies: plies + 2 },
                    Verdict::Loss { plies } => Verdict::Loss { plies: plies + 2 },
                    other => panic!("{other:?}"),
                },
                _ => Verdict::Win { plies: 3 },
            }
        })
    }
}

/// The themes follow from the length, the threats are where the opponent would leave two cells that complete lines.
fn assert_described(puzzle: &Puzzle, oracle: &mut Oracle) {
    let about = puzzle.position.to_string();
    let wins = puzzle.moves.iter().filter(|ranked| matches!(ranked.verdict, Verdict::Win { .. })).count();
    assert_eq!((wins, puzzle.moves.len()), (1, puzzle.position.empties()), "{about}");
    assert_eq!(puzzle.moves[0].verdict, Verdict::Win { plies: puzzle.length * 2 - 1 }, "{about}");
    let by_length = [Theme::WinIn2, Theme::WinIn3, Theme::WinIn4, Theme::WinIn5][puzzle.length as usize - 2];
    assert_eq!(puzzle.themes[0], by_length, "{about}");
    assert_eq!(puzzle.themes.contains(&Theme::Fork), puzzle.length == 2, "{about}");
    // 2 for each four before the last, 1 for two fours at its end, and at most 3 for those that fail.
    let (least, length) = (puzzle.length * 2 - 3, puzzle.length);
    assert!((least..=(least + 4).min(10)).contains(&puzzle.difficulty), "{about}");
    if length == 2 && puzzle.decoys == 0 {
        let width = puzzle.position.rules().width();
        let solution = puzzle.moves[0].cell;
        let way = |cell: Cell| {
            let [down, right] = [cell / width, cell % width].map(|at| at as i32);
            let [down, right] = [down - (solution / width) as i32, right - (solution % width) as i32];
            let steps = down.abs().max(right.abs());
            [down / steps, right / steps]
                .map(|step| if down + right < 0 || down + right == 0 && down < 0 { -step } else { step })
        };
        let mover = oracle.board.turn;
        let ways: Vec<[i32; 2]> =
            oracle.with(solution, |after| after.completions(mover).into_iter().map(way).collect());
        assert_eq!(puzzle.difficulty == 1, ways.windows(2).all(|pair| pair[0] == pair[1]), "{about}");
    }
    for ranked in &puzzle.moves {
        let mut line = puzzle.position.clone();
        ranked.pv.iter().for_each(|&cell| line.play(cell).expect("a legal move"));
        assert_eq!((ranked.pv[0], Some(ranked.pv.len() as u32)), (ranked.cell, ranked.verdict.plies()), "{about}");
        assert!(line.winner().is_some(), "{about}");
    }
    let opponent = oracle.board.turn.opponent();
    oracle.board.turn = opponent;
    let empty = oracle.empty();
    let is_threat = |cell: &Cell| oracle.with(*cell, |after| after.completions(opponent).len() >= 2);
    let threats: Vec<Cell> = empty.into_iter().filter(is_threat).collect();
    oracle.board.turn = opponent.opponent();
    assert_eq!(puzzle.threats, threats, "{about}");
}

/// Every move of every puzzle has the value of the oracle.
#[test]
fn the_rules_alone_give_all_moves_the_same_values() {
    let exact = |width| rules(width, width, 5, "exact");
    let mut delays = 0;
    for (rules, seeds, theme) in [
        (rules(9, 9, 5, ""), 0..6, None),
        (rules(9, 9, 5, ""), 0..3, Some(Theme::Fork)),
        (exact(10), 0..6, None),
        (rules(9, 9, 4, ""), 0..6, Some(Theme::WinIn4)),
        (Preset::Gomoku.rules(), 0..4, None),
        (Preset::Gomoku.rules(), 0..2, Some(Theme::WinIn4)),
        (Preset::GomokuStandard.rules(), 0..4, None),
    ] {
        for seed in seeds {
            let puzzle = puzzle(&rules, seed, theme).expect("a puzzle");
            let mut oracle = Oracle { board: Naive::of(&puzzle.position), known: HashMap::new() };
            assert_described(&puzzle, &mut oracle);
            for ranked in &puzzle.moves {
                let value = oracle.value_of(ranked.cell);
                assert_eq!(ranked.verdict, value, "{rules:?} seed {seed} cell {}\n{}", ranked.cell, puzzle.position);
            }
            delays += puzzle.moves.iter().filter(|ranked| ranked.verdict.plies() >= Some(8)).count();
        }
    }
    assert!(delays > 4, "fours that only delay: {delays}");
}

/// Alpha-beta that sees nothing but completed lines finds the same, as far as it looks.
#[test]
fn a_search_without_patterns_agrees() {
    const DEPTH: u32 = 4;
    for seed in 0..6 {
        let puzzle = puzzle(&rules(9, 9, 5, ""), seed, None).expect("a puzzle");
        let heuristic = Some(Heuristic::Named(Named::WinLoss));
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let query = Query { algorithm: Algorithm::AlphaBeta, heuristic, limits, ..Query::new(puzzle.position.clone()) };
        let found = engine().analyse(&query).expect("a search").moves;
        for ranked in &puzzle.moves {
            let seen = found.iter().find(|other| other.cell == ranked.cell).expect("all moves").verdict;
            let expected = Some(ranked.verdict).filter(|verdict| verdict.plies() <= Some(DEPTH));
            assert_eq!(Some(seen).filter(|seen| seen.is_proven()), expected, "{} {}", ranked.cell, puzzle.position);
        }
    }
}

/// An analysis of such a position has the same proofs, of all moves and of one, until the win is on the board.
#[test]
fn analyses_have_the_same_proofs() {
    for (rules, seed) in [(Preset::Gomoku.rules(), 1), (rules(10, 10, 5, "exact"), 2)] {
        let puzzle = puzzle(&rules, seed, Some(Theme::WinIn3)).expect("a puzzle");
        let engine = engine();
        let all = engine.analyse(&Query::new(puzzle.position.clone())).expect("a search");
        assert_eq!((&all.moves, all.report.complete), (&puzzle.moves, true));
        let (mut position, solution) = (puzzle.position.clone(), &puzzle.moves[0]);
        for (index, &cell) in solution.pv.iter().enumerate() {
            let one = engine.analyse(&Query::among(position.clone(), vec![cell])).expect("a search");
            let plies = (solution.pv.len() - index) as u32;
            let expected = if index % 2 == 0 { Verdict::Win { plies } } else { Verdict::Loss { plies } };
            assert_eq!((one.moves[0].verdict, one.report.complete), (expected, true), "{position}");
            position.play(cell).expect("a legal move");
        }
        assert_eq!(position.winner(), Some(puzzle.position.turn()));
    }
}

/// Lends as many threads as are asked for.
#[derive(Default)]
struct Idle(AtomicUsize);

impl Threads for Idle {
    fn lend(&self) -> Option<LentThread> {
        (self.0.fetch_add(1, Ordering::Relaxed) < 3)
            .then(|| LentThread { recall: Arc::default(), permit: Box::new(()) })
    }
}

/// A seed has one puzzle, on any number of threads, and each seed has another.
#[test]
fn a_seed_has_one_puzzle_of_gomoku() {
    let mut boards = Vec::new();
    for seed in [1, 2, 4] {
        let query = PuzzleQuery::new(Preset::Gomoku, seed);
        let alone = engine().puzzle(&query).expect("a search").expect("a puzzle");
        let helped = engine().puzzle_on(&query, &Idle::default()).expect("a search").expect("a puzzle");
        assert_eq!((alone.position.board(), &alone.moves), (helped.position.board(), &helped.moves));
        assert_eq!((alone.threats, alone.decoys), (helped.threats, helped.decoys));
        boards.push(alone.position.board());
    }
    boards.dedup();
    assert_eq!(boards.len(), 3);
}

/// Each theme that is asked for is found; a board without draws in its puzzles has none of holding one.
#[test]
fn themes_of_gomoku_are_found() {
    for theme in [Theme::WinIn2, Theme::WinIn3, Theme::WinIn4, Theme::WinIn5, Theme::Fork] {
        let rules = Preset::Gomoku.rules();
        assert_eq!(theme.obstacle(&rules), None);
        let found = puzzle(&rules, 3, Some(theme)).expect("a puzzle");
        assert!(found.themes.contains(&theme), "{}", theme.name());
    }
    assert!(Theme::OnlyMove.obstacle(&Preset::Gomoku.rules()).is_some());
    assert!(Theme::OnlyMove.obstacle(&Preset::ConnectFour.rules()).is_none());
}
