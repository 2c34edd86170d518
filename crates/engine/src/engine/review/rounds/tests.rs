use std::sync::Mutex;

use super::*;
use crate::engine::review::Label;
use crate::engine::{Algorithm, RankedMove, Report, Source};
use crate::game::{Game, Preset};
use crate::parts::InPlace;
use crate::search::{Counts, Limits, Verdict};

/// A time that no test comes near.
const AGES: Duration = Duration::from_secs(1_000_000);

/// A ranking of the first legal moves, all of them draws: proven, or ended by time at this depth.
fn ranking(query: &Query, proven: bool, depth: u32) -> Analysis {
    let verdict = if proven { Verdict::Draw { plies: 9 } } else { Verdict::Unknown { value: 0 } };
    let moves = query.moves.iter().take(3).map(|&cell| RankedMove { cell, verdict, pv: vec![cell] }).collect();
    let stop = if proven { Stop::Solved } else { Stop::Movetime };
    let (algorithm, source) = (Algorithm::AlphaBeta, Source::Search);
    let report =
        Report { algorithm, heuristic: None, depth, counts: Counts::default(), complete: proven, stop, source };
    Analysis { moves, report }
}

/// A review of a game whose positions are proven from given parts of the whole time on: the indices of the positions in the order of
/// their rankings, the calls about the moves, and whether each was complete.
struct Trial {
    ranked: Vec<usize>,
    heard: Vec<(usize, usize)>,
    complete: Vec<bool>,
}

fn trial(needs: &[f64], later_depth: u32, deadline: Option<Duration>) -> Trial {
    let moves: Vec<Cell> = (0..needs.len()).map(|ply| ply / 2 * 4 % 225 + ply % 2 * 2).collect();
    let game = Position::from_moves(Game::shared(Preset::Gomoku.rules()), &moves).expect("legal moves");
    let limits = Limits { deadline: deadline.map(|time| Instant::now() + time), ..Limits::default() };
    let review = Review { limits, ..Review::new(game) };
    let (ranked, heard) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let rank = |query: &Query| {
        let index = query.position.stones();
        // The move played is the first that is legal or listed by a search of its own, which is not counted.
        let is_ranking = query.moves.len() > 1;
        let mut ranked = ranked.lock().expect("no panic");
        let times = ranked.iter().filter(|&&before| before == index).count() as u32;
        let has = query
            .limits
            .deadline
            .map_or(f64::MAX, |end| end.saturating_duration_since(Instant::now()).as_secs_f64() / AGES.as_secs_f64());
        if is_ranking {
            ranked.push(index);
        }
        Ok(Some(ranking(query, has >= needs[index], if times == 0 { 4 } else { later_depth })))
    };
    let on_move = &mut |one: &ReviewedMove, left: usize| heard.lock().expect("no panic").push((one.ply, left));
    let moves = review.judge(&rank, &InPlace, on_move).expect("no error").expect("a review");
    assert_eq!(moves.iter().map(|one| one.ply).collect::<Vec<_>>(), (1..=needs.len()).collect::<Vec<_>>());
    Trial {
        ranked: ranked.into_inner().expect("no panic"),
        heard: heard.into_inner().expect("no panic"),
        complete: moves.iter().map(|one| one.report.complete).collect(),
    }
}

/// Early positions come from a book and take no time, late ones more than their part: they get the time left over.
#[test]
fn time_that_is_left_goes_to_positions_that_time_ended() {
    // A position has an eighth of the time at first, of which its ranking takes three quarters.
    let Trial { ranked, heard, complete } = trial(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.0, 0.3], 5, Some(AGES));
    assert_eq!(ranked, [7, 6, 5, 4, 3, 2, 1, 0, 7, 5]);
    let first: Vec<_> = (1..=8).rev().map(|ply| (ply, ply - 1)).collect();
    assert_eq!(heard, [&first[..], &[(8, 1), (6, 0)]].concat());
    assert_eq!(complete, [true; 8]);
}

/// Another round ranks as many positions as then have twice the time they had, those that had least first.
#[test]
fn another_round_has_twice_the_time() {
    // All eight at once would have no more than before, so that only the late ones are ranked again.
    let Trial { ranked, heard, complete } = trial(&[9.0; 8], 4, Some(AGES));
    assert_eq!(ranked[..8], [7, 6, 5, 4, 3, 2, 1, 0]);
    let rounds = ranked[8..].iter().filter(|&&index| index == 7).count();
    assert!(rounds > 0 && rounds < 5, "{ranked:?}");
    // A move about which no more is known is not told again.
    assert_eq!(heard.len(), 8);
    assert_eq!(complete, [false; 8]);
}

/// Without a clock there is one round, even if it leaves moves open.
#[test]
fn only_time_opens_another_round() {
    let Trial { ranked, .. } = trial(&[f64::MAX, f64::INFINITY, 0.0], 5, None);
    assert_eq!(ranked, [2, 1, 0]);
    let Trial { ranked, .. } = trial(&[9.0; 3], 5, Some(Duration::ZERO));
    assert_eq!(ranked, [2, 1, 0]);
}

#[test]
fn positions_share_the_time_that_is_left() {
    let end = Instant::now() + Duration::from_secs(1_000);
    let parts = [(1, 4, 1, 1_000), (10, 4, 1, 100), (10, 3, 1, 75), (10, 4, 3, 300), (2, 4, 3, 1_000), (2, 3, 8, 750)];
    for (positions, quarters, threads, seconds) in parts {
        let own = time_of(Some(end), positions, quarters, threads).expect("a deadline").as_secs();
        assert!(own.abs_diff(seconds) <= 20, "{positions} {quarters}: {own}");
    }
    assert_eq!(time_of(None, 3, 4, 1), None);
}

/// The search of one position proves that the move played there loses; that of the next one finds nothing. One of the two lines would
/// contradict the other.
#[test]
fn the_proven_value_of_a_move_is_the_best_of_the_next_position() {
    let reviewed = |played: Cell| {
        let game = Position::from_moves(Game::shared(Preset::Gomoku.rules()), &[112, 0, played]).expect("legal moves");
        let rank = |query: &Query| {
            let mut analysis = ranking(query, false, 4);
            if query.position.stones() == 1 {
                let lost = RankedMove { cell: 0, verdict: Verdict::Loss { plies: 4 }, pv: vec![0, 113, 1, 114] };
                analysis.moves = vec![lost];
            }
            Ok(Some(analysis))
        };
        let mut heard = Vec::new();
        let on_move = &mut |one: &ReviewedMove, left: usize| heard.push((one.ply, left));
        let moves = Review::new(game).judge(&rank, &InPlace, on_move).expect("no error").expect("a review");
        assert_eq!(heard, [(3, 2), (2, 1), (1, 0), (3, 0)]);
        let last = moves.into_iter().next_back().expect("three moves");
        assert_eq!((last.best[0].cell, &last.best[0].pv), (113, &vec![113, 1, 114]));
        assert_eq!((last.best[0].verdict, last.best.len()), (Verdict::Win { plies: 3 }, 3));
        last
    };
    let missed = reviewed(5);
    assert!(missed.label.is_worse() && missed.cost > 0.2, "{:?} {}", missed.label, missed.cost);
    let found = reviewed(113);
    assert_eq!((found.label, found.cost, found.played.verdict), (Label::Best, 0.0, Verdict::Win { plies: 3 }));
}

/// A game of three moves of which the search of each position finds this of its best move, at cell 7, or of all moves.
fn known_of(found: [Verdict; 3], played: Cell) -> Vec<ReviewedMove> {
    let game = Position::from_moves(Game::shared(Preset::Gomoku.rules()), &[112, played, 1]).expect("legal moves");
    let rank = |query: &Query| {
        let mut analysis = ranking(query, false, 4);
        let verdict = found[query.position.stones()];
        let is_found = |cell| !matches!(verdict, Verdict::Win { .. }) || cell == 7;
        analysis.moves = query
            .moves
            .iter()
            .filter(|&&cell| cell < 8 || cell == 112)
            .map(|&cell| {
                let verdict = if is_found(cell) { verdict } else { Verdict::Unknown { value: 400 } };
                RankedMove { cell, verdict, pv: vec![cell] }
            })
            .collect();
        crate::sort::short_by(&mut analysis.moves, RankedMove::rank);
        analysis.moves.truncate(if query.multi_pv == 0 { usize::MAX } else { query.multi_pv });
        Ok(Some(analysis))
    };
    Review::new(game).judge(&rank, &InPlace, &mut |_, _| {}).expect("no error").expect("a review")
}

/// A move that may be as good as the win is not blamed; one that the next position shows as less is, by all that it shows.
#[test]
fn a_proven_win_that_is_not_kept_costs_what_the_next_position_shows() {
    let [even, won] = [0, -4_000].map(|value| Verdict::Unknown { value });
    for (next, expected) in [(even, Label::Blunder), (won, Label::Good)] {
        let moves = known_of([even, Verdict::Win { plies: 9 }, next], 3);
        let shown = moves[2].expectation.converted(next.before_move(), moves[1].expectation);
        assert_eq!((moves[1].best[0].cell, moves[1].played.verdict), (7, shown));
        assert_eq!((moves[1].label, moves[1].cost >= 0.5), (expected, next == even), "{}", moves[1].cost);
    }
}

/// The win counts as lost even if the search of the next position does not see it: no move there is to blame.
#[test]
fn a_loss_that_a_move_is_proven_to_force_is_that_of_the_next_position() {
    let even = Verdict::Unknown { value: 0 };
    let moves = known_of([even, Verdict::Win { plies: 9 }, even], 7);
    assert_eq!((moves[1].label, moves[1].played.verdict), (Label::Best, Verdict::Win { plies: 9 }));
    assert_eq!(
        (moves[2].label, moves[2].cost, moves[2].played.verdict),
        (Label::Best, 0.0, Verdict::Loss { plies: 8 })
    );
    assert!(moves[2].best.iter().all(|ranked| ranked.verdict == Verdict::Loss { plies: 8 }));
}
