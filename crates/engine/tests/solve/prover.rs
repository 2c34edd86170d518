//! Proofs against published values, against tables of all positions, and against an oracle that shares no code with them.

use crate::common::naive::Naive;
use crate::common::{Seeded, random_position, rules};
use inarow_engine::game::{Cell, Game, Position, Rules, Status};
use inarow_engine::search::{Limits, Stop, Verdict};
use inarow_engine::solve::Interrupted;
use inarow_engine::solve::Retrograde;
use inarow_engine::solve::free::{Memory, Prover, fits};

fn empty(rules: &Rules) -> Position {
    Position::new(Game::shared(rules))
}

/// Best score of the position, then every move's.
fn proven(memory: &mut Memory, position: &Position) -> (Verdict, Vec<(Cell, Verdict)>) {
    let moves: Vec<_> = position.legal_moves().collect();
    let mut prover = Prover::new(memory, position, Limits::default());
    let best = prover.best_score(&moves).expect("no limit");
    let scores = moves.iter().map(|&cell| (cell, prover.move_score(cell).expect("no limit")));
    let scores: Vec<_> = scores.collect();
    assert_eq!(scores.iter().map(|&(_, score)| score).max(), Some(best), "{}", position.board());
    (prover.verdict(best), scores.into_iter().map(|(cell, score)| (cell, prover.verdict(score))).collect())
}

/// Small boards of every kind: all sizes of at most 12 cells (a board and its transposed image once where stones do not
/// fall), every k, gravity, overline and misère.
fn small_rules() -> Vec<Rules> {
    let mut found = Vec::new();
    for (width, height) in (1..=12).flat_map(|width| (1..=12 / width).map(move |height| (width, height))) {
        for k in 1..=width.max(height) {
            for extras in ["", "exact", "misere", "exact misere"] {
                if width >= height {
                    found.push(rules(width, height, k, extras));
                }
                found.push(rules(width, height, k, &format!("gravity {extras}")));
            }
        }
    }
    found
}

#[test]
fn proofs_agree_with_the_tables_of_all_small_boards() {
    let mut random = Seeded::new(11);
    let mut memory = Memory::new(1 << 18);
    let mut checked = 0;
    for rules in small_rules() {
        let table = Retrograde::new(&Game::shared(&rules)).expect("small boards fit");
        for round in 0..12 {
            let stones = if round == 0 { 0 } else { random.below(rules.cells()) };
            let position = random_position(&rules, stones, &mut random);
            let context = format!("{rules:?} {} {:?}", position.board(), position.turn());
            let (best, moves) = proven(&mut memory, &position);
            assert_eq!(best, table.verdict(&position), "{context}");
            let all: Vec<_> = position.legal_moves().collect();
            assert_eq!(moves, table.moves(&position, &all).collect::<Vec<_>>(), "{context}");
            checked += 1;
        }
    }
    assert!(checked > 4_000, "{checked}");
}

/// Every move of a line keeps the value, and the line ends where the game ends or nothing is open any more.
#[test]
fn lines_are_best_play_to_the_end() {
    let mut random = Seeded::new(12);
    let mut memory = Memory::new(1 << 18);
    for rules in small_rules() {
        let table = Retrograde::new(&Game::shared(&rules)).expect("small boards fit");
        let mut position = random_position(&rules, random.below(rules.cells()), &mut random);
        let moves: Vec<_> = position.legal_moves().collect();
        let cell = moves[random.below(moves.len())];
        let mut prover = Prover::new(&mut memory, &position, Limits::default());
        let score = prover.move_score(cell).expect("no limit");
        let (line, mut verdict) = (prover.line(cell, score), prover.verdict(score));
        assert_eq!(line[0], cell);
        for &cell in &line {
            let found = table.moves(&position, &[cell]).next().map(|(_, verdict)| verdict);
            assert_eq!(found, Some(verdict), "{rules:?} {} at {cell}", position.board());
            position.play(cell).expect("best play is legal");
            if position.status() == Status::Ongoing {
                verdict = table.verdict(&position);
            }
        }
        assert!(position.status() != Status::Ongoing || position.open_lines() == 0, "{rules:?} {}", position.board());
    }
}

#[test]
fn proofs_agree_with_the_naive_oracle_on_larger_boards() {
    let mut random = Seeded::new(13);
    let mut memory = Memory::new(1 << 20);
    let boards = [(4, 4, 3), (4, 4, 4), (5, 5, 3), (5, 5, 4), (6, 4, 4), (7, 7, 5), (8, 8, 4), (5, 3, 5), (13, 2, 3)];
    for (width, height, k) in boards {
        for extras in ["", "exact", "misere", "exact misere", "gravity exact", "gravity misere", "gravity"] {
            let rules = rules(width, height, k, extras);
            let mut done = 0;
            while done < 6 {
                let position = random_position(&rules, rules.cells() - 3 - random.below(5), &mut random);
                if position.empties() > 8 {
                    // The game ended early; a later stone count leaves less to do for the oracle.
                    done += 1;
                    continue;
                }
                let naive = Naive::of(&position).solve();
                let (best, _) = proven(&mut memory, &position);
                assert_eq!(best, naive, "{rules:?} {} {:?}", position.board(), position.turn());
                done += 1;
            }
        }
    }
}

/// Values of empty boards, published (Uiterwijk and van den Herik; Beck) or computed by two programs: width, height, k,
/// and who wins in how many plies.
#[test]
fn empty_boards_have_their_known_values() {
    let draw = |cells| Verdict::Draw { plies: cells };
    let known = [
        (3, 3, 3, "", draw(9)),
        (4, 3, 3, "", Verdict::Win { plies: 7 }),
        (5, 3, 3, "", Verdict::Win { plies: 7 }),
        (4, 4, 3, "", Verdict::Win { plies: 5 }),
        (4, 4, 4, "", draw(16)),
        (5, 4, 4, "", draw(20)),
        (5, 5, 5, "", draw(25)),
        (6, 5, 5, "", draw(30)),
        (6, 5, 4, "", Verdict::Win { plies: 11 }),
        (3, 3, 3, "misere", draw(9)),
        (4, 3, 3, "misere", Verdict::Loss { plies: 11 }),
    ];
    let mut memory = Memory::new(1 << 22);
    for (width, height, k, extras, value) in known {
        let position = empty(&rules(width, height, k, extras));
        let moves: Vec<_> = position.legal_moves().collect();
        let mut prover = Prover::new(&mut memory, &position, Limits::default());
        let score = prover.best_score(&moves).expect("no limit");
        assert_eq!(prover.verdict(score), value, "{width}×{height}, {k} in a row {extras}");
    }
    let (_, openings) = proven(&mut memory, &empty(&rules(3, 3, 3, "misere")));
    let holding = openings.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Draw { .. }));
    assert_eq!(holding.map(|&(cell, _)| cell).collect::<Vec<_>>(), [4], "only the centre holds");
}

#[test]
fn limits_end_a_proof_and_say_so() {
    let position = empty(&rules(7, 7, 5, ""));
    let mut memory = Memory::new(1 << 20);
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let mut prover = Prover::new(&mut memory, &position, limits);
    let moves: Vec<_> = position.legal_moves().collect();
    assert_eq!(prover.best_score(&moves), Err(Interrupted));
    assert_eq!((prover.nodes(), prover.interrupted()), (1_000, Some(Stop::Nodes)));
    let cancel = Some(std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true)));
    let mut prover = Prover::new(&mut memory, &position, Limits { cancel, ..Limits::default() });
    assert_eq!(prover.best_score(&moves), Err(Interrupted));
    assert_eq!(prover.interrupted(), Some(Stop::Cancelled));
    assert!(!fits(&rules(15, 15, 5, "")));
}

/// The weight of the lines through an empty cell, as the contract defines it: 4ⁿ for n stones of one side, half as much again for own ones.
fn weight(position: &Position, cell: Cell) -> i64 {
    let lines = position.game().lines();
    let through = (0..lines.len()).map(|line| lines.cells(line)).filter(|cells| cells.contains(&(cell as u16)));
    let weight = |cells: &[u16]| {
        let stones = |player| cells.iter().filter(|&&cell| position.cell(cell.into()) == Some(player)).count() as u32;
        match (stones(position.turn()), stones(position.turn().opponent())) {
            (0, others) => 2 * 4_i64.pow(others),
            (own, 0) => 3 * 4_i64.pow(own),
            _ => 0,
        }
    };
    through.map(weight).sum()
}

/// After its first move a line goes on with the heaviest of equally good moves, in misère play with the lightest, and of
/// equally heavy ones with the lowest cell.
#[test]
fn lines_go_on_with_the_heaviest_of_equally_good_moves() {
    let mut random = Seeded::new(14);
    let mut memory = Memory::new(1 << 18);
    let (mut chosen, mut not_lowest) = (0, 0);
    for rules in small_rules() {
        let table = Retrograde::new(&Game::shared(&rules)).expect("small boards fit");
        let mut position = random_position(&rules, random.below(rules.cells()), &mut random);
        let first = position.legal_moves().next().expect("an unfinished game has a move");
        let mut prover = Prover::new(&mut memory, &position, Limits::default());
        let score = prover.move_score(first).expect("no limit");
        let line = prover.line(first, score);
        position.play(first).expect("a legal move");
        for &cell in &line[1..] {
            let moves: Vec<_> = position.legal_moves().collect();
            let verdict = table.verdict(&position);
            let equal = table.moves(&position, &moves).filter(|&(_, found)| found == verdict).map(|(cell, _)| cell);
            let equal: Vec<_> = equal.collect();
            let sign = if rules.misere() { 1 } else { -1 };
            let expected = equal.iter().min_by_key(|&&cell| (sign * weight(&position, cell), cell));
            assert_eq!(Some(&cell), expected, "{rules:?} {} {:?}", position.board(), position.turn());
            chosen += usize::from(equal.len() > 1);
            not_lowest += usize::from(cell != equal[0]);
            position.play(cell).expect("a legal move");
        }
    }
    assert!(chosen > 100 && not_lowest > 30, "{chosen} {not_lowest}");
}
