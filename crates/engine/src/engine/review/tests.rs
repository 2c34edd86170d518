use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::judge::alone;
use super::*;
use crate::clock::Instant;
use crate::engine::{EngineConfig, Source};
use crate::game::{Game, Preset, Status, notation};
use crate::heuristic::Named;
use crate::search::{Counts, Stop};

fn review(preset: Preset, moves: &[Cell]) -> Review {
    let game = Position::from_moves(Game::shared(preset.rules()), moves).expect("legal moves");
    Review { game, algorithm: Algorithm::Auto, heuristic: None, limits: Limits::default(), multi_pv: 3 }
}

/// A review of a game of Gomoku, each search to this many nodes.
fn gomoku(moves: &str, nodes: u64) -> Review {
    let rules = Preset::Gomoku.rules();
    let cells: Vec<Cell> = moves.split(' ').map(|name| notation::parse_cell(&rules, name).expect("a cell")).collect();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Review { limits, ..review(Preset::Gomoku, &cells) }
}

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

#[test]
fn best_play_has_no_fault() {
    let engine = engine();
    let mut position = Position::new(Game::shared(Preset::TicTacToe.rules()));
    while position.status() == Status::Ongoing {
        let (best, _) = engine.choose(&Query::new(position.clone())).expect("a move");
        position.play(best.cell).expect("a legal move");
    }
    let moves: Vec<Cell> = position.moves().collect();
    let reviewed = engine.review(&review(Preset::TicTacToe, &moves)).expect("a game to review").expect("a review");
    assert!(reviewed.iter().all(|one| matches!(one.label, Label::Best | Label::OnlyMove) && one.cost == 0.0));
    for side in Player::ALL {
        let of_side = ReviewedSide::of(side, &reviewed);
        assert_eq!((of_side.accuracy, of_side.turning_point()), (Some(100.0), None));
    }
}

#[test]
fn a_side_is_summed_up() {
    let reviewed =
        engine().review(&review(Preset::TicTacToe, &[4, 1, 2, 0, 6])).expect("a game to review").expect("a review");
    let labels: Vec<_> = reviewed.iter().map(|one| one.label).collect();
    assert_eq!(labels, [Label::Best, Label::ThrewAwayDraw, Label::Best, Label::Hastened, Label::Best]);
    let [x, o] = Player::ALL.map(|side| ReviewedSide::of(side, &reviewed));
    assert_eq!((x.accuracy, x.turning_point(), x.labels[Label::Best as usize]), (Some(100.0), None, 3));
    // The fourth move loses in two plies instead of four: 100 · (1 − 2/4/4)³.
    assert_eq!((o.accuracy, o.turning_point()), (Some((12.5 + 66.9921875) / 2.0), Some(2)));
    assert_eq!(ReviewedSide::of(Player::O, &[]).accuracy, None);
}

/// On Gomoku nothing is proven of most moves, and for the engine the first player has as good as won after a few.
#[test]
fn leaving_or_missing_a_five_is_no_good_move() {
    let rules = Preset::Gomoku.rules();
    let review = gomoku("h8 f15 i9 g9 j10 g7 k11 e5 f6 h10 l12", 3_000);
    let reviewed = engine().review(&review).expect("a game to review").expect("a review");
    let of = |ply: usize| &reviewed[ply - 1];
    // O leaves l12 open twice, and X misses it once.
    for ply in [8, 9, 10] {
        let one = of(ply);
        assert!(one.label.is_worse() && one.accuracy() < 75.0, "{ply}: {:?} {}", one.label, one.accuracy());
        assert_eq!(notation::cell_name(&rules, one.best[0].cell), "l12", "{ply}");
    }
    assert!(of(2).cost >= MISTAKE_MIN, "f15 is far away: {}", of(2).cost);
    let [x, o] = Player::ALL.map(|side| ReviewedSide::of(side, &reviewed));
    assert!(o.accuracy < Some(80.0) && o.turning_point().is_some() && x.turning_point() == Some(9), "{o:?} {x:?}");
}

/// A move that the ranking leaves out has the score that it has in a ranking of all moves.
#[test]
fn moves_that_are_not_listed_have_their_scores() {
    let engine = engine();
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let heuristic = Some(Heuristic::Named(Named::OpenPieces));
    let moves = [38, 35, 41, 34, 28, 6 * 7 - 2];
    let review = Review { limits, heuristic, multi_pv: 1, ..review(Preset::ConnectFour, &moves) };
    let reviewed = engine.review(&review).expect("a game to review").expect("a review");
    assert_eq!(reviewed.len(), moves.len());
    let mut unlisted = 0;
    for one in &reviewed {
        let (heuristic, limits) = (review.heuristic.clone(), review.limits.clone());
        let query = Query { heuristic, limits, ..Query::new(one.position.clone()) };
        let all = engine.analyse(&query).expect("a ranking");
        let own = all.moves.iter().position(|ranked| ranked.cell == one.played.cell).expect("all moves are ranked");
        assert_eq!(all.moves[own].verdict, one.played.verdict, "ply {}", one.ply);
        assert_eq!(all.moves[..3], one.best);
        unlisted += usize::from(own >= 3);
    }
    assert!(unlisted > 0, "a move beyond the three that are ranked");
}

/// A move that loses the game at once is not among the best, and needs no search of its own.
#[test]
fn a_finished_game_says_what_its_last_move_is_worth() {
    let engine = engine();
    let review = review(Preset::MisereTicTacToe, &[0, 3, 1, 7, 2]);
    let reviewed = engine.review(&review).expect("a game to review").expect("a review");
    let last = reviewed.last().expect("five moves");
    assert_eq!((last.played.verdict, &last.played.pv), (Verdict::Loss { plies: 1 }, &vec![2]));
    assert!(last.best.iter().all(|ranked| ranked.cell != 2));
    assert_eq!(last.report, engine.analyse(&review.query(last.position.clone())).expect("one").report);
}

/// Scores of the same depth can be compared.
#[test]
fn a_move_alone_is_searched_no_deeper_than_the_ranking() {
    let review = review(Preset::ConnectFour, &[38]);
    let depth = |asked: Option<u32>, complete: bool| {
        let (counts, stop) = (Counts::default(), Stop::Nodes);
        let (algorithm, source) = (Algorithm::AlphaBeta, Source::Search);
        let ranking = Report { algorithm, heuristic: None, depth: 5, counts, complete, stop, source };
        let mut query = review.query(review.game.start());
        query.limits.depth = asked;
        let alone = alone(&query, 38, &ranking);
        assert_eq!(alone.moves, [38]);
        alone.limits.depth
    };
    assert_eq!([depth(None, true), depth(None, false)], [None, Some(5)]);
    // A proven ranking is that of the whole depth.
    assert_eq!([depth(Some(9), true), depth(Some(9), false)], [Some(9), Some(5)]);
}

#[test]
fn a_review_is_planned_and_checked_by_its_first_position() {
    let engine = engine();
    assert_eq!(engine.plan_review(&review(Preset::TicTacToe, &[4, 1])), Plan::Instant);
    assert_eq!(engine.plan_review(&review(Preset::ConnectFour, &[38])), Plan::Search);
    assert_eq!(engine.plan_review(&review(Preset::ConnectFour, &[])), Plan::Instant);
    let by_table = |moves| Review { algorithm: Algorithm::Retrograde, ..review(Preset::ConnectFour, moves) };
    assert!(matches!(engine.check_review(&by_table(&[38])), Err(EngineError::TooLarge(_))));
    assert_eq!(engine.check_review(&by_table(&[])), Ok(()));
}

#[test]
fn a_cancelled_review_ends_at_the_next_position_and_is_none() {
    for last in [3, 1] {
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
        let review = Review { limits, ..review(Preset::TicTacToe, &[4, 1, 2, 0, 6]) };
        let mut seen = Vec::new();
        let reviewed = engine().review_with(&review, Effort::Full, &InPlace, &mut |one, _| {
            seen.push(one.ply);
            cancel.store(one.ply == last, Relaxed);
        });
        assert!(reviewed.expect("a game to review").is_none());
        assert_eq!(seen, (last..=5).rev().collect::<Vec<_>>());
    }
}

#[test]
fn a_review_without_time_judges_a_short_game_and_no_long_one() {
    let late = |plies: usize| {
        let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        let moves: Vec<Cell> = (0..plies).map(|ply| ply / 2 * 4 % 225 + ply % 2 * 2).collect();
        let mut seen = 0;
        let review = Review { limits, ..review(Preset::Gomoku, &moves) };
        let reviewed =
            engine().review_with(&review, Effort::Full, &InPlace, &mut |_, _| seen += 1).expect("a game to review");
        (reviewed.map(|moves| moves.len()), seen)
    };
    assert_eq!(late(LATE_PLIES_MAX), (Some(LATE_PLIES_MAX), LATE_PLIES_MAX));
    assert_eq!(late(LATE_PLIES_MAX + 1), (None, 0));
}

/// The search of the next position sees one ply further: where it thinks better of a move, that counts, and of a move that is blamed it
/// says how bad it is, so that the fall ends where the next position begins.
#[test]
fn no_move_is_blamed_for_what_the_next_position_finds_good() {
    let review = gomoku("h8 f15 i9 g9 j10 g7 k11 e5 f6 h10 l12", 2_000);
    let engine = engine();
    let reviewed = engine.review(&review).expect("a game to review").expect("a review");
    let (mut raised, mut blamed) = (0, 0);
    for pair in reviewed.windows(2) {
        let [one, next] = pair else { continue };
        let found = next.best_verdict().before_move();
        let estimate = next.expectation.converted(found, one.expectation);
        if estimate.is_proven() || one.played.verdict.is_proven() {
            continue;
        }
        assert!(one.played.verdict.score() >= estimate.score().min(found.score()), "ply {}", one.ply);
        if one.label.is_worse() {
            assert_eq!(one.played.verdict, estimate, "ply {}", one.ply);
            // It is the chance that is shown of the next position, though a value is worth less there.
            let [own, shown] =
                [one.expectation.of_people(estimate), 1.0 - next.expectation.of_people(next.best_verdict())];
            assert!((own - shown).abs() < 0.005, "ply {}: {own} {shown}", one.ply);
            blamed += 1;
        }
        let ranking = engine.analyse(&review.query(one.position.clone())).expect("a query").moves;
        let listed = ranking.iter().find(|ranked| ranked.cell == one.played.cell);
        raised += usize::from(listed.is_some_and(|listed| one.played.verdict.score() > listed.verdict.score()));
        // The ranking stays in order, with the move at its place.
        assert!(one.best.is_sorted_by(|a, b| a.verdict.score() >= b.verdict.score()), "ply {}", one.ply);
        let at = one.best.iter().find(|ranked| ranked.cell == one.played.cell);
        assert!(at.is_none_or(|ranked| ranked.verdict == one.played.verdict), "ply {}", one.ply);
    }
    assert!(raised > 0 && blamed > 0, "{raised} {blamed}");
}

/// One ply more may show that the move which ranks first loses: it is not named better than a move that is blamed.
#[test]
fn a_better_move_holds_what_the_position_after_it_shows() {
    let rules = Preset::Gomoku.rules();
    let engine = engine();
    let review = gomoku("e9 e8 g7 d10 f6 d8 f9 d9 i5 d11", 60_000);
    let reviewed = engine.review(&review).expect("a game to review").expect("a review");
    let one = &reviewed[8];
    let name = |cell| notation::cell_name(&rules, cell);
    // Its own search ranks d11 first, which loses.
    let ranking = engine.analyse(&review.query(one.position.clone())).expect("a query").moves;
    assert_eq!([ranking[0].cell, one.best[0].cell].map(name), ["d11", "d7"]);
    let mut after = one.position.clone();
    after.play(ranking[0].cell).expect("a legal move");
    let limits = Limits { nodes: Some(600_000), ..Limits::default() };
    let deeper = Query { limits, multi_pv: 1, ..Query::new(after) };
    assert!(matches!(engine.analyse(&deeper).expect("a query").moves[0].verdict, Verdict::Win { .. }));
    assert!(one.best.is_sorted_by(|a, b| a.verdict.score() >= b.verdict.score()));
}

/// Where a move is blamed, the better one has the value of the position after it, too, and the list is as long and as ordered as any.
#[test]
fn better_moves_are_confirmed_wherever_a_move_is_blamed() {
    let rules = Preset::Gomoku.rules();
    let engine = engine();
    for nodes in [1, 300, 3_000] {
        let review = gomoku("h8 f15 i9 g9 j10 g7 k11 e5 f6 h10 l12", nodes);
        for one in engine.review(&review).expect("a game to review").expect("a review") {
            assert_eq!(one.best.len(), 3, "ply {}", one.ply);
            assert!(one.best.is_sorted_by(|a, b| a.verdict.score() >= b.verdict.score()), "ply {}", one.ply);
            if !one.label.is_worse() || one.best_verdict().is_proven() {
                continue;
            }
            // The better move has the value of the position after it.
            let mut after = one.position.clone();
            after.play(one.best[0].cell).expect("a legal move");
            let next = &engine.analyse(&review.query(after.clone())).expect("a query").moves[0];
            let shown = Expectation::of_heuristic(None, &rules, after.stones())
                .converted(next.verdict.before_move(), one.expectation);
            assert_eq!(one.best_verdict(), shown, "{nodes} nodes, ply {}", one.ply);
        }
    }
}
