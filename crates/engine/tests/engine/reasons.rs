//! Reasons against an oracle that is written from their definitions: a fact is there if and only if its definition holds.

mod contrasts;
mod oracle;

use crate::common::naive::Naive;
use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Seeded, all_tic_tac_toe, random_position, reachable_tic_tac_toe, rules};
use inarow_engine::engine::reasons::{ReasonKind, Reasons, reasons};
use inarow_engine::engine::{Engine, EngineConfig, Query, RankedMove};
use inarow_engine::game::record::{self, Record};
use inarow_engine::game::{Game, Position, Rules, notation};
use inarow_engine::search::Verdict;
use oracle::Fact;

/// The number of facts found of each kind.
#[derive(Default)]
struct Counts(BTreeMap<&'static str, usize>);

impl Counts {
    fn assert_all(&self, kinds: &[&str], least: usize) {
        let rare = kinds.iter().filter(|kind| self.0.get(**kind).is_none_or(|&count| count < least));
        assert_eq!(rare.collect::<Vec<_>>(), [&""; 0], "{:?}", self.0);
    }
}

/// Compares all moves of a position, legal or not.
fn compare(position: &Position, known: &[RankedMove], counts: &mut Counts) {
    let mut reasons = Reasons::new(position, known);
    let naive = Naive::of(position);
    // On large boards the oracle takes its time: a few moves will do.
    let cells = position.rules().cells();
    let step = if cells > 64 { 31 } else { 1 };
    for cell in (position.stones() % step..cells).step_by(step) {
        let found: Vec<Fact> = reasons.of(cell).into_iter().map(|r| (r.kind.name(), r.cells, r.moves)).collect();
        let expected = if naive.moves().contains(&cell) { oracle::facts(&naive, cell, known) } else { Vec::new() };
        let shown = || format!("{:?}\n{} {:?} to {cell}", position.rules(), position.board(), position.turn());
        assert_eq!(found, expected, "{}\nknown: {known:?}", shown());
        found.iter().for_each(|(kind, ..)| *counts.0.entry(kind).or_default() += 1);
    }
}

/// The engine's verdicts of all moves, which the oracle confirms.
fn verdicts(engine: &Engine, position: &Position) -> Vec<RankedMove> {
    let query = Query { multi_pv: 0, ..Query::new(position.clone()) };
    let lines = engine.analyse(&query).expect("an unfinished game").moves;
    let naive = Naive::of(position);
    for line in &lines {
        assert_eq!(line.verdict, naive.after(line.cell).solve().before_move(), "{}", position.board());
    }
    lines
}

/// Compares with all verdicts known, and with only some.
fn compare_known(position: &Position, known: &[RankedMove], random: &mut Seeded, counts: &mut Counts) {
    compare(position, known, counts);
    let mut some = known.to_vec();
    some.retain(|_| random.below(4) > 0);
    for line in &mut some {
        if random.below(6) == 0 {
            line.verdict = Verdict::Unknown { value: 1 };
        }
    }
    compare(position, &some, counts);
}

const OF_OUTCOMES: [&str; 3] = ["only-move", "keeps-draw", "gives-win"];
const OF_PLANS: [&str; 6] = ["completes-line", "blocks-line", "makes-fork", "stops-fork", "forces", "opens-line"];

#[test]
fn facts_hold_in_all_tic_tac_toe_positions() {
    let mut counts = Counts::default();
    for position in all_tic_tac_toe() {
        compare(&position, &[], &mut counts);
    }
    counts.assert_all(&OF_PLANS, 500);
    counts.assert_all(&["centre", "corner", "opposite-corner", "side"], 500);
}

#[test]
fn facts_about_outcomes_hold_in_all_reachable_tic_tac_toe_positions() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let (mut random, mut counts) = (Seeded::new(14), Counts::default());
    for position in reachable_tic_tac_toe().iter().filter(|position| position.stones() > 1) {
        compare_known(position, &verdicts(&engine, position), &mut random, &mut counts);
    }
    counts.assert_all(&OF_OUTCOMES, 1000);
}

#[test]
fn facts_about_outcomes_hold_in_samples_of_other_games() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let (mut random, mut counts) = (Seeded::new(17), Counts::default());
    for rules in [
        rules(3, 3, 3, "misere"),
        rules(4, 4, 3, "exact"),
        rules(4, 4, 4, ""),
        rules(5, 4, 4, "gravity"),
        rules(7, 6, 4, "gravity"),
        rules(5, 5, 4, "misere gravity"),
        rules(5, 5, 4, "exact"),
    ] {
        for _ in 0..40 {
            let plies = rules.cells() - 2 - random.below(5);
            let position = random_position(&rules, plies, &mut random);
            if position.empties() < 8 {
                compare_known(&position, &verdicts(&engine, &position), &mut random, &mut counts);
            }
        }
    }
    counts.assert_all(&OF_OUTCOMES, 20);
}

#[test]
fn facts_hold_in_samples_of_other_games() {
    let mut random = Seeded::new(15);
    for (rules, positions, kinds) in [
        (rules(3, 3, 3, "misere"), 100, &["completes-line", "forces", "corner"][..]),
        (rules(4, 4, 4, ""), 60, &["completes-line", "blocks-line", "opens-line", "near-centre"]),
        (rules(4, 4, 3, "exact"), 300, &OF_PLANS),
        (rules(7, 6, 4, "gravity"), 120, &["zugzwang-column", "plays-under-threat", "near-centre"]),
        (rules(7, 6, 4, "gravity exact"), 50, &OF_PLANS),
        (rules(5, 5, 4, "gravity"), 80, &["zugzwang-column", "plays-under-threat", "forces"]),
        (rules(5, 5, 4, "gravity misere"), 40, &["completes-line", "near-centre"]),
        (rules(5, 5, 4, ""), 50, &OF_PLANS),
        (rules(5, 4, 3, "exact gravity"), 80, &OF_PLANS),
        (rules(3, 3, 2, "exact"), 50, &["completes-line", "blocks-line"]),
        (rules(5, 1, 1, ""), 10, &["completes-line", "blocks-line"]),
        (rules(6, 1, 2, "exact misere"), 50, &["completes-line", "forces", "near-centre"]),
    ] {
        let mut counts = Counts::default();
        sample(&rules, positions, rules.cells(), &mut random, &mut counts);
        counts.assert_all(kinds, 3);
    }
}

#[test]
fn facts_hold_in_samples_of_gomoku() {
    let (mut random, mut counts) = (Seeded::new(16), Counts::default());
    for extras in ["", "exact"] {
        sample(&rules(8, 8, 5, extras), 40, 50, &mut random, &mut counts);
        sample(&rules(15, 15, 5, extras), 6, 130, &mut random, &mut counts);
        sample(&rules(9, 7, 6, extras), 12, 40, &mut random, &mut counts);
    }
    counts.assert_all(&OF_PLANS, 3);
    counts.assert_all(&["makes-open-three", "stops-open-three"], 30);
}

/// Compares random positions of fewer than `plies` moves.
fn sample(rules: &Rules, positions: usize, plies: usize, random: &mut Seeded, counts: &mut Counts) {
    for _ in 0..positions {
        let plies = random.below(plies);
        compare(&random_position(rules, plies, random), &[], counts);
    }
}

/// A move makes only new threats: another move in a position with an open four makes no fork, and beside a four it forces nothing.
#[test]
fn threats_that_were_there_are_no_reasons() {
    let gomoku = |moves: &str| {
        let game = Game::shared(rules(15, 15, 5, ""));
        match record::parse(&game, moves) {
            Ok(Record::Moves(moves)) => Position::from_moves(game, &moves).expect("legal moves"),
            other => panic!("{other:?}"),
        }
    };
    let names = |position: &Position, name: &str| -> Vec<&str> {
        let cell = notation::parse_cell(position.rules(), name).expect("a cell");
        reasons(position, cell, &[]).iter().map(|reason| reason.kind.name()).collect()
    };
    // The open four g8 h8 i8 j8 less j8, which is X's move; then with it, and O elsewhere.
    let three = gomoku("h8 f10 i7 h7 j9 j6 i8 a15 g8 c15");
    assert!(names(&three, "j8").contains(&"makes-fork"));
    let open_four = gomoku("h8 f10 i7 h7 j8 j9 i8 j6 g8 i9");
    assert_eq!(names(&open_four, "a1"), [""; 0]);
    assert_eq!(names(&open_four, "f8"), ["completes-line"]);
    // A move that threatens a third cell adds to the fork.
    let third = gomoku("h8 f10 i8 h7 j8 j9 g8 j6 a1 i9 b1 c9 c1 e9");
    assert!(names(&third, "d1").contains(&"makes-fork"));
    // A four with one end closed: whatever else X plays, O has to reply at k8 as before.
    let four = gomoku("h8 f8 i8 h7 j8 j9 g8 j6 a1 i9");
    assert_eq!(names(&four, "a3"), ["opens-line"]);
    let before = gomoku("h8 f8 i8 h7 j8 j9 a1 j6 a15 i9");
    assert!(names(&before, "g8").contains(&"forces"));
    // After the four d1 and its answer b1 X has the same forks, of which g9 is one.
    let delayed = gomoku("h8 a1 i9 c1 i7 e1 h10 g2 j6");
    let [four, end] = ["d1", "g9"].map(|name| names(&delayed, name));
    assert!(four.contains(&"forces") && !four.contains(&"stops-fork"), "{four:?}");
    assert!(end.contains(&"stops-fork"), "{end:?}");
    // O's own open four comes first; X could make one all the same.
    let race = names(&gomoku("h8 i10 h12 g13 j7 i11 i8 l5 k8 i13 h5"), "i12");
    assert!(race.contains(&"makes-fork") && !race.contains(&"stops-fork"), "{race:?}");
}

/// A fork wins with the mover's next move.
#[test]
fn forks_win_in_three_plies() {
    let engine = Engine::new(EngineConfig { table_bytes: 1 << 20 });
    let mut forks = 0;
    for position in reachable_tic_tac_toe().iter().filter(|position| position.stones() > 1) {
        for line in verdicts(&engine, position) {
            let is_fork = reasons(position, line.cell, &[]).iter().any(|reason| reason.kind == ReasonKind::MakesFork);
            // Where the mover has two winning cells already, others need not make any.
            let had_fork = position.completions(position.turn()).count() > 1;
            assert!(!is_fork || line.verdict == Verdict::Win { plies: 3 }, "{} {line:?}", position.board());
            assert!(is_fork || had_fork || line.verdict != Verdict::Win { plies: 3 }, "{} {line:?}", position.board());
            forks += usize::from(is_fork);
        }
    }
    assert!(forks > 100, "{forks}");
}

#[test]
fn kinds_have_different_names_and_are_listed_in_their_order() {
    let names: BTreeSet<&str> = ReasonKind::ALL.map(ReasonKind::name).into();
    assert_eq!(names.len(), ReasonKind::ALL.len());
    assert!(ReasonKind::ALL.is_sorted() && ReasonKind::RULES.is_sorted());
    assert_eq!(ReasonKind::ALL[..ReasonKind::RULES.len()], ReasonKind::RULES);
}
