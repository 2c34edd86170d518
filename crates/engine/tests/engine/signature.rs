//! The signature of the searches: node counts and answers of a fixed list at fixed depth, in `tests/data/signature.txt`. That of the
//! levels, whose ratings matches set: the moves that players of each skill consider, in `tests/data/levels.txt`.
//!
//! A change that is meant to leave the searches or the levels as they are leaves these files as they are. One that is meant to
//! change them writes them anew with `SIGNATURE=write cargo test -p inarow-engine --test engine signature`, and the difference is reviewed.

use std::fmt::Write as _;

use crate::common::{Seeded, random_position, rules};
use inarow_engine::engine::level::{curve, weaken};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Query, Report, TieBreak};
use inarow_engine::game::{Cell, Rules};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{Limits, Verdict};

const SEARCHES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/signature.txt");
const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/levels.txt");

/// Rules, plies played at random before, algorithm, heuristic, depth.
type Search = (Rules, usize, Algorithm, Option<Named>, Option<u32>);

fn searches() -> Vec<Search> {
    use Algorithm::{AlphaBeta, Auto, Minimax, Retrograde, Solver};
    let mut all = vec![
        (rules(3, 3, 3, ""), 0, Auto, None, None),
        (rules(3, 3, 3, ""), 0, Retrograde, None, None),
        (rules(3, 3, 3, "misere"), 2, Auto, None, None),
        (rules(4, 4, 4, ""), 6, Auto, None, None),
        (rules(5, 4, 4, ""), 8, Auto, None, None),
        (rules(5, 5, 4, ""), 12, Auto, None, None),
        (rules(5, 5, 4, "exact"), 14, Auto, None, None),
        (rules(7, 6, 4, "gravity"), 0, Auto, None, None),
        (rules(7, 6, 4, "gravity"), 16, Solver, None, None),
        (rules(6, 5, 4, "gravity"), 12, Solver, None, None),
        (rules(7, 6, 4, "gravity misere"), 20, Auto, None, Some(6)),
        (rules(15, 15, 5, ""), 0, AlphaBeta, None, Some(4)),
        (rules(15, 15, 5, ""), 12, Auto, None, Some(6)),
        (rules(15, 15, 5, "exact"), 20, Auto, None, Some(5)),
        (rules(19, 19, 5, ""), 31, Auto, None, Some(4)),
        (rules(12, 12, 6, ""), 14, Auto, None, Some(3)),
        (rules(12, 12, 6, "exact"), 22, Auto, Some(Named::Threats), Some(3)),
        (rules(15, 15, 5, ""), 10, AlphaBeta, Some(Named::Lines), Some(2)),
        (rules(7, 6, 4, "gravity"), 2, AlphaBeta, Some(Named::WinLoss), Some(10)),
        (rules(4, 4, 4, ""), 0, AlphaBeta, Some(Named::WinLoss), Some(16)),
    ];
    // A new heuristic adds lines at the end of the file.
    for named in Named::ALL {
        for algorithm in [AlphaBeta, Minimax] {
            all.push((rules(3, 3, 3, ""), 1, algorithm, Some(named), Some(6)));
            all.push((rules(4, 4, 3, "exact"), 3, algorithm, Some(named), Some(4)));
            all.push((rules(5, 5, 4, "misere"), 3, algorithm, Some(named), Some(3)));
            all.push((rules(7, 6, 4, "gravity"), 5, algorithm, Some(named), Some(5)));
        }
    }
    all
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win { plies } => format!("win {plies}"),
        Verdict::Draw { plies } => format!("draw {plies}"),
        Verdict::Loss { plies } => format!("loss {plies}"),
        Verdict::Unknown { value } => format!("value {value}"),
    }
}

fn report(report: &Report) -> String {
    let Report { algorithm, depth, counts, complete, stop, source, .. } = report;
    let (algorithm, source, stop) = (algorithm.name(), source.name(), stop.name());
    let complete = if *complete { "complete" } else { "partial" };
    format!(
        "{algorithm} {source} {stop} {complete} depth {depth} nodes {} {} {}",
        counts.nodes, counts.leaves, counts.cutoffs
    )
}

fn signature() -> String {
    let mut text = String::new();
    let engine = Engine::new(EngineConfig { table_bytes: 4 << 20 });
    for (rules, plies, algorithm, named, depth) in searches() {
        let position = random_position(&rules, plies, &mut Seeded::new(plies as u64));
        let limits = Limits { depth, ..Limits::default() };
        let heuristic = named.map(Heuristic::Named);
        let query = Query { algorithm, heuristic, limits, ..Query::new(position) };
        let name = named.map_or("default", Named::name);
        let depth = depth.map_or(String::from("-"), |depth| depth.to_string());
        let overline = rules.overline().name();
        let _ = writeln!(
            text,
            "{}x{} k{} gravity {} overline {overline} misere {} {} {name} depth {depth}\n{}",
            rules.width(),
            rules.height(),
            rules.k(),
            rules.gravity(),
            rules.misere(),
            algorithm.name(),
            query.position.board()
        );
        for (what, query) in [
            ("move", query.clone()),
            ("few nodes", Query { limits: Limits { nodes: Some(400), ..query.limits.clone() }, ..query.clone() }),
            ("random, skill 60", Query { tie_break: TieBreak::Random, skill: 60, seed: 5, ..query.clone() }),
            ("trap", Query { tie_break: TieBreak::Trap, ..query.clone() }),
        ] {
            let (line, found) = engine.choose(&query).expect("an answer");
            let _ =
                writeln!(text, "  {what}: {} {} pv {:?} {}", line.cell, verdict(line.verdict), line.pv, report(&found));
        }
        for multi_pv in [2, 0] {
            let query = Query { multi_pv, ..query.clone() };
            let analysis = engine.analyse(&query).expect("an answer");
            let lines = analysis.moves.iter().map(|line| format!("{}={}", line.cell, verdict(line.verdict)));
            let lines = lines.collect::<Vec<_>>().join(", ");
            let _ = writeln!(text, "  analysis {multi_pv}: {lines}; {}", report(&analysis.report));
        }
    }
    text
}

/// The moves that players of each skill consider in positions of all kinds: threats of one ply are on most of these boards.
fn levels() -> String {
    let mut text = String::new();
    for (name, rules, depth) in [
        ("3x3", rules(3, 3, 3, ""), None),
        ("3x3 misere", rules(3, 3, 3, "misere"), None),
        ("5x5", rules(5, 5, 4, ""), None),
        ("7x6 gravity", rules(7, 6, 4, "gravity"), None),
        ("7x6 gravity, depth 5", rules(7, 6, 4, "gravity"), Some(5)),
        ("8x6", rules(8, 6, 5, ""), Some(9)),
        ("15x15", rules(15, 15, 5, ""), None),
    ] {
        for skill in [0, 10, 25, 30, 45, 50, 60, 70, 80, 85, 90] {
            let positions = (0..10).map(|seed| {
                let plies = [0, 4, rules.cells() / 4, rules.cells() / 2, rules.cells() * 3 / 4][seed % 5];
                (seed as u64, random_position(&rules, plies, &mut Seeded::new(seed as u64 + u64::from(skill))))
            });
            for (seed, position) in positions {
                let limits = Limits { depth, ..Limits::default() };
                let query = Query { skill, seed, limits, ..Query::new(position) };
                let weak = weaken(&query, &curve(&query));
                let _ = write!(text, "{name} {} skill {skill}: {:?}", query.position.stones(), summary(&weak.moves));
                let _ = writeln!(text, ", {:?} {:?} {:?}", weak.limits.depth, weak.foresight, summary(&weak.reserve));
            }
        }
    }
    text
}

/// Short lists as they are, of long ones the number of cells and what they add up to, each times its place.
fn summary(cells: &[Cell]) -> Vec<Cell> {
    let sum = cells.iter().enumerate().map(|(index, cell)| (index + 1) * cell).sum();
    if cells.len() <= 5 { cells.to_vec() } else { vec![cells.len(), sum] }
}

fn assert_unchanged(file: &str, found: &str) {
    if std::env::var_os("SIGNATURE").is_some_and(|value| value == "write") {
        std::fs::write(file, found).expect("the file can be written");
    }
    let golden = std::fs::read_to_string(file).expect(file);
    let remedy = "if it is meant to change: SIGNATURE=write cargo test -p inarow-engine --test engine signature";
    for (number, (found, golden)) in found.lines().zip(golden.lines()).enumerate() {
        assert_eq!(found, golden, "{file}, line {}; {remedy}", number + 1);
    }
    assert_eq!(found.lines().count(), golden.lines().count(), "lines of {file}; {remedy}");
}

#[test]
fn searches_visit_as_many_positions_as_before() {
    assert_unchanged(SEARCHES, &signature());
}

#[test]
fn levels_consider_what_they_considered_before() {
    assert_unchanged(LEVELS, &levels());
}
