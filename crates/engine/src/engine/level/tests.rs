use super::*;
use crate::engine::{Report, Source};
use crate::game::{Game, Preset, Status};
use crate::search::{Counts, Stop};

/// A query about tic-tac-toe after these moves.
fn query(moves: &[Cell], skill: u8, seed: u64) -> Query {
    let position = Position::from_moves(Game::shared(Preset::TicTacToe.rules()), moves).expect("legal moves");
    Query { skill, seed, ..Query::new(position) }
}

fn is_whole(query: &Query) -> bool {
    matches!(SkilledQuery::of(query).query, Cow::Borrowed(_))
}

#[test]
fn skill_up_to_90_weakens_where_there_is_a_choice() {
    assert!(!is_whole(&query(&[0, 4], 90, 1)));
    assert!(is_whole(&query(&[0, 4], 91, 1)) && is_whole(&query(&[0, 4], 100, 1)));
    let two = Query { moves: vec![1, 2], ..query(&[0, 4], 0, 1) };
    let one = Query { moves: vec![2], ..two.clone() };
    assert!(!is_whole(&two) && is_whole(&one));
    assert_eq!(SkilledQuery::of(&two).query.skill, Query::SKILL_MAX, "a weaker player's query is weakened once");
}

/// As often as the skill lacks points, the second of moves with the same outcome is played; not while lines can be completed.
#[test]
fn above_90_the_second_best_move_is_played_at_times() {
    let slips = |moves: &[Cell], skill: u8| {
        let is_slip = |&seed: &u64| SkilledQuery::of(&query(moves, skill, seed)).demand == Demand::Ranking(SOUND_LINES);
        (0..1_000).filter(is_slip).count()
    };
    assert!((50..140).contains(&slips(&[0, 4], 91)), "{}", slips(&[0, 4], 91));
    assert!((1..30).contains(&slips(&[0, 4], 99)));
    assert_eq!([slips(&[0, 4], 100), slips(&[0, 4, 1], 91), slips(&[0, 4, 1, 8], 91)], [0, 0, 0]);
}

/// Against stones that are placed: the cells after which a side has two ways to complete a line, and those that leave the other side none.
#[test]
fn double_threats_are_those_that_stones_make() {
    let rules = Preset::Gomoku.rules();
    let makers = |position: &Position| {
        let leaves_two = |&cell: &Cell| {
            let mut after = position.clone();
            after.play_unchecked(cell);
            completions(&after, position.turn()).len() > 1
        };
        position.legal_moves().filter(leaves_two).collect::<Vec<_>>()
    };
    let mut found = 0;
    for seed in 0..60 {
        let mut random = Random::of_seed(seed);
        let mut position = Position::new(Game::shared(rules.clone()));
        for _ in 0..50 {
            let near = |cell: &Cell| (4..11).contains(&(cell % 15)) && (4..11).contains(&(cell / 15));
            let cells: Vec<Cell> = position.legal_moves().filter(near).collect();
            let cell = cells[(random.unit() * cells.len() as f64) as usize % cells.len()];
            let mut after = position.clone();
            after.play_unchecked(cell);
            if after.status() != Status::Ongoing || !completions(&after, position.turn()).is_empty() {
                continue;
            }
            position = after;
            let own = makers(&position);
            assert_eq!(DoubleThreats::of(&position, position.turn()).makers(), own, "{position:?}");
            let theirs = DoubleThreats::of(&position, position.turn().opponent());
            let prevents = |&cell: &Cell| {
                let mut after = position.clone();
                after.play_unchecked(cell);
                makers(&after).is_empty()
            };
            if theirs.makers().is_empty() {
                assert!(theirs.blocks().is_empty());
            } else {
                found += 1;
                assert_eq!(
                    theirs.blocks(),
                    position.legal_moves().filter(prevents).collect::<Vec<_>>(),
                    "{position:?}"
                );
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_second_look_follows_a_loss_that_is_seen() {
    let look = |verdict: Verdict, reserve: Vec<Cell>, nodes: Option<u64>| {
        let limits = Limits { nodes, ..Limits::default() };
        let query = Query { moves: vec![2, 5], reserve, limits, foresight: Some(3), ..query(&[0, 4, 8], 80, 1) };
        let counts = Counts { nodes: 40, ..Counts::default() };
        let (algorithm, source) = (Algorithm::AlphaBeta, Source::Search);
        let report =
            Report { algorithm, heuristic: None, depth: 3, counts, complete: true, stop: Stop::Solved, source };
        let analysis = Analysis { moves: vec![RankedMove { cell: 2, verdict, pv: vec![2] }], report };
        SkilledQuery { query: Cow::Owned(query), demand: Demand::Choice }.second_look(&analysis)
    };
    let loss = Verdict::Loss { plies: 2 };
    let again = look(loss, vec![3, 1], Some(100)).expect("a second look");
    assert_eq!((again.moves, again.reserve, again.limits.nodes), (vec![1, 2, 3, 5], Vec::new(), Some(60)));
    assert_eq!(look(loss, vec![3], None).expect("a second look").limits.nodes, None);
    for (verdict, reserve, nodes) in [
        (Verdict::Loss { plies: 4 }, vec![3], None),
        (Verdict::Unknown { value: -5 }, vec![3], None),
        (Verdict::Draw { plies: 5 }, vec![3], None),
        (loss, Vec::new(), None),
        (loss, vec![3], Some(40)),
    ] {
        assert!(look(verdict, reserve.clone(), nodes).is_none(), "{verdict:?} {reserve:?} {nodes:?}");
    }
}

#[test]
fn sound_players_set_traps_where_a_table_shows_them() {
    let by = |preset: Preset, skill| tie_break(skill, &preset.rules());
    assert_eq!([by(Preset::TicTacToe, 91), by(Preset::TicTacToe, 100)], [TieBreak::Trap; 2]);
    assert_eq!([by(Preset::TicTacToe, 90), by(Preset::FourByFour, 100), by(Preset::Gomoku, 100)], [TieBreak::Lines; 3]);
}
