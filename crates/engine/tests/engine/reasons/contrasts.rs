//! Facts that tell a move from a better one, by their definitions: no fact is told that is as true of the better move.

use std::collections::BTreeMap;

use super::oracle::{completed, windows_through};
use crate::common::naive::Naive;
use crate::common::{Seeded, rules};
use inarow_engine::engine::reasons::{Contrast, ContrastKind, Threat, contrasts};
use inarow_engine::game::{Cell, Game, Player, Position, Rules, Status};

/// The shape of a stone in one direction.
#[derive(Clone, Copy, PartialEq)]
enum Row {
    Full,
    OpenFour,
    Four,
    OpenThree,
    OpenTwo,
    Nothing,
}

/// The board with one stone more.
fn with(board: &Naive, cell: Cell, player: Player) -> Naive {
    let mut with = board.clone();
    with.cells[cell] = Some(player);
    with
}

/// The shape of the stone on this cell in a direction; `tries`: the free cells in it, `depth`: how many more stones are looked at.
fn row(board: &Naive, cell: Cell, player: Player, step: usize, depth: u32) -> Row {
    let in_row = |line: &&Vec<Cell>| line[1] - line[0] == step;
    let completes = |last: Cell| completed(board, last, player).iter().filter(in_row).any(|line| line.contains(&cell));
    if completes(cell) {
        return Row::Full;
    }
    let lines = windows_through(board, cell);
    let mut tries: Vec<Cell> = lines.iter().filter(in_row).flatten().copied().collect();
    tries.sort_unstable();
    tries.dedup();
    tries.retain(|&cell| board.cells[cell].is_none());
    match tries.iter().filter(|&&last| completes(last)).count() {
        0 => {}
        1 => return Row::Four,
        _ => return Row::OpenFour,
    }
    let becomes = |row_of: Row| {
        let next = |&next: &Cell| row(&with(board, next, player), cell, player, step, depth - 1) == row_of;
        depth > 0 && tries.iter().any(next)
    };
    if becomes(Row::OpenFour) {
        Row::OpenThree
    } else if becomes(Row::OpenThree) {
        Row::OpenTwo
    } else {
        Row::Nothing
    }
}

/// The threats of a stone of the player on a free cell, by strength: their places in this list; 0 if it completes a line.
const STRENGTHS: [Option<Threat>; 9] = [
    None,
    Some(Threat::OpenFour),
    Some(Threat::TwoFours),
    Some(Threat::FourAndOpenThree),
    Some(Threat::TwoOpenThrees),
    Some(Threat::OpenThree),
    Some(Threat::Four),
    Some(Threat::TwoOpenTwos),
    Some(Threat::OpenTwo),
];

/// The places of the fours, of the open threes and of the plain four.
const FOURS: [usize; 4] = [1, 2, 3, PLAIN_FOUR];
const OPEN_THREES: [usize; 2] = [4, 5];
const PLAIN_FOUR: usize = 6;

/// Whether a threat is as strong as another, by their places.
fn is_as_strong(own: usize, rank: usize) -> bool {
    own <= rank && !(rank == PLAIN_FOUR && OPEN_THREES.contains(&own))
}

fn strength(board: &Naive, cell: Cell, player: Player) -> Option<usize> {
    let (rules, width) = (&board.rules, board.rules.width());
    if board.cells[cell].is_some() || rules.gravity() || rules.misere() || rules.k() < 4 {
        return None;
    }
    let stone = with(board, cell, player);
    let depth = if rules.k() < 5 { 1 } else { 2 };
    let rows = [1, width, width + 1, width - 1].map(|step| row(&stone, cell, player, step, depth));
    let count = |kind: Row| rows.iter().filter(|row| **row == kind).count();
    let is = [
        count(Row::Full) > 0,
        count(Row::OpenFour) > 0,
        count(Row::Four) > 1,
        count(Row::Four) == 1 && count(Row::OpenThree) > 0,
        count(Row::Four) == 0 && count(Row::OpenThree) > 1,
        count(Row::Four) == 0 && count(Row::OpenThree) == 1,
        count(Row::Four) == 1,
        count(Row::OpenTwo) > 1,
        count(Row::OpenTwo) == 1,
    ];
    is.iter().position(|is| *is)
}

/// Whether a fact holds of a move with this variation beside another one, by the definition of its kind.
fn holds(board: &Naive, variation: &[Cell], better: Cell, fact: &Contrast) -> bool {
    let (mover, they) = (board.turn, board.turn.opponent());
    let played = variation[0];
    let (after, instead) = (board.after(played), board.after(better));
    let rank = STRENGTHS.iter().position(|threat| *threat == Some(fact.threat)).expect("a strength");
    let makes = |board: &Naive, cell: Cell, player: Player| strength(board, cell, player) == Some(rank);
    let makes_as_much = |board: &Naive, cell: Cell, player: Player| {
        strength(board, cell, player).is_some_and(|own| is_as_strong(own, rank))
    };
    let can_make =
        |board: &Naive| board.winner().is_none() && (0..board.cells.len()).any(|cell| makes_as_much(board, cell, they));
    let is_reply = variation.get(1) == Some(&fact.cell);
    match fact.kind {
        ContrastKind::Allows => is_reply && makes(&after, fact.cell, they) && !can_make(&instead),
        ContrastKind::AllowsBefore => {
            let first = strength(board, better, mover);
            let is_four = |rank: usize| FOURS.contains(&rank);
            let is_first = first.is_some_and(|first| is_four(first) || OPEN_THREES.contains(&first) && !is_four(rank));
            is_reply
                && makes(&after, fact.cell, they)
                && is_first
                && first.map(|first| STRENGTHS[first]) == Some(fact.first)
                && strength(board, played, mover).zip(first).is_none_or(|(own, first)| !is_as_strong(own, first))
        }
        ContrastKind::Makes => {
            fact.cell == better && makes(board, better, mover) && !makes_as_much(board, played, mover)
        }
        ContrastKind::Stops => {
            fact.cell == better && makes(&after, better, they) && !makes_as_much(&instead, played, they)
        }
        ContrastKind::Prepares => {
            let [reply, answer] = [variation[1], variation[2]];
            let before = after.after(reply).after(answer);
            let same = (reply != better).then(|| {
                let same = instead.after(reply);
                if answer == better { with(&same, better, mover) } else { same.after(answer) }
            });
            let is_told = variation.get(3) == Some(&fact.cell) && makes(&before, fact.cell, they);
            is_told && !same.is_some_and(|same| can_make(&same))
        }
        ContrastKind::IsStopped => {
            is_reply
                && !FOURS.contains(&rank)
                && makes(&after, fact.cell, mover)
                && !makes_as_much(&instead, fact.cell, mover)
        }
    }
}

/// The weight of a fact, the least most: whether a next stone decides it, whether a later one does, and the place of its strongest threat.
fn weight(fact: &Contrast) -> (usize, usize) {
    let rank = |threat: Threat| STRENGTHS.iter().position(|one| *one == Some(threat)).expect("a strength");
    let group = match fact.kind {
        ContrastKind::IsStopped => 3,
        ContrastKind::Prepares => 1,
        ContrastKind::Makes | ContrastKind::Stops if rank(fact.threat) > PLAIN_FOUR => 2,
        _ => 0,
    };
    (group, fact.first.map_or(rank(fact.threat), |first| rank(first).min(rank(fact.threat))))
}

/// A cell near the last stones, as players choose it.
fn near(position: &Position, random: &mut Seeded) -> Cell {
    let rules = position.rules();
    let moves: Vec<Cell> = position.legal_moves().collect();
    let is_near = |cell: Cell, other: Cell| {
        let ((row, col), (down, right)) = (rules.place(cell), rules.place(other));
        row.abs_diff(down) <= 2 && col.abs_diff(right) <= 2 && position.cell(other).is_some()
    };
    let close: Vec<Cell> =
        moves.iter().copied().filter(|&cell| (0..rules.cells()).any(|other| is_near(cell, other))).collect();
    let of = if close.is_empty() { &moves } else { &close };
    of[random.below(of.len())]
}

/// A game of such moves, until it ends or has `plies` of them.
fn play(position: &Position, plies: usize, random: &mut Seeded) -> Vec<Cell> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    while moves.len() < plies && position.status() == Status::Ongoing {
        moves.push(near(&position, random));
        position.play(moves[moves.len() - 1]).expect("a legal move");
    }
    moves
}

#[test]
fn facts_against_a_move_do_not_hold_of_the_better_one() {
    let mut counts: BTreeMap<(String, bool), usize> = BTreeMap::new();
    let games: [(Rules, usize); 6] = [
        (rules(9, 9, 5, ""), 250),
        (rules(9, 9, 5, r#","overline":"forbidden""#), 60),
        (rules(5, 5, 4, ""), 300),
        (rules(8, 7, 6, ""), 40),
        (rules(7, 6, 4, r#","gravity":true"#), 20),
        (rules(6, 6, 4, r#","misere":true"#), 20),
    ];
    for (seed, (rules, tries)) in games.iter().enumerate() {
        let mut random = Seeded::new(seed as u64 + 52);
        for _ in 0..*tries {
            let start = Position::new(Game::shared(rules.clone()));
            let moves = play(&start, random.below(rules.cells() / 2), &mut random);
            let position = start.after(&moves).expect("legal moves");
            if position.status() != Status::Ongoing {
                continue;
            }
            let variation = play(&position, 4, &mut random);
            let better = near(&position, &mut random);
            // Often the point that both sides want.
            let better = if random.below(2) == 0 { variation.get(1).copied().unwrap_or(better) } else { better };
            let goes_on = position.clone().after(&[better]).is_ok_and(|after| after.status() == Status::Ongoing);
            if better == variation[0] || !goes_on {
                continue;
            }
            let found = contrasts(&position, &variation, better);
            let board = Naive::of(&position);
            let at = format!("{} {variation:?} {better}", position.board());
            for fact in &found {
                assert!(holds(&board, &variation, better, fact), "{at}: {fact:?}");
                *counts.entry((format!("{:?}", fact.kind), fact.threat.is_four())).or_default() += 1;
                // Of the two moves it is true of one alone.
                let swapped = [&[better], &variation[1..]].concat();
                let is_legal = position.clone().after(&swapped).is_ok();
                assert!(
                    !is_legal
                        || fact.kind == ContrastKind::Makes
                        || !contrasts(&position, &swapped, variation[0]).contains(fact),
                    "{at}: {fact:?}"
                );
            }
            // The one that is told is not outweighed by another that holds.
            assert!(found.iter().map(weight).is_sorted(), "{at}: {found:?}");
            let heaviest = found.first().map(weight);
            // Facts that are left out do not hold.
            let kinds = [
                ContrastKind::Allows,
                ContrastKind::Makes,
                ContrastKind::Stops,
                ContrastKind::Prepares,
                ContrastKind::IsStopped,
            ];
            for kind in kinds {
                let is_found = found.iter().any(|fact| fact.kind == kind);
                let at_kind = match kind {
                    ContrastKind::Makes | ContrastKind::Stops => Some(better),
                    ContrastKind::Prepares => variation.get(3).copied(),
                    _ => variation.get(1).copied(),
                };
                for threat in STRENGTHS.into_iter().flatten() {
                    let is_two = threat.is_open_two();
                    if is_two && !matches!(kind, ContrastKind::Makes | ContrastKind::Stops) {
                        continue;
                    }
                    let fact = at_kind.map(|cell| Contrast { kind, threat, cell, first: None });
                    let fact = fact.filter(|fact| holds(&board, &variation, better, fact));
                    assert!(is_found || fact.is_none(), "{at}: {fact:?}");
                    assert!(fact.is_none_or(|fact| heaviest <= Some(weight(&fact))), "{at}: {found:?} {fact:?}");
                }
            }
            assert!(!rules.gravity() && !rules.misere() || found.is_empty(), "{at}: {found:?}");
        }
    }
    for kind in ["Allows", "AllowsBefore", "Makes", "Stops", "Prepares", "IsStopped"] {
        let count = |is_four| counts.get(&(kind.to_owned(), is_four)).copied().unwrap_or(0);
        assert!(count(false) + count(true) > 4, "{kind}: {counts:?}");
    }
}
