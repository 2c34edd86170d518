//! The patterns that a board keeps are those that it would have if it were set up anew, and they mean what they say.

use std::collections::BTreeSet;

use crate::common::{Seeded, rules};
use inarow_engine::game::{Cell, Game, Position, Rules, Status};
use inarow_engine::search::patterns::{PatternBoard, kind};

fn boards() -> [Rules; 6] {
    [
        rules(15, 15, 5, ""),
        rules(15, 15, 5, "exact"),
        rules(20, 20, 5, "exact"),
        rules(9, 8, 4, ""),
        rules(10, 7, 4, "exact"),
        rules(11, 13, 6, ""),
    ]
}

fn assert_same(kept: &PatternBoard, anew: &PatternBoard, position: &Position) {
    let what = position.board();
    assert_eq!((kept.key(), kept.turn(), kept.empties()), (anew.key(), anew.turn(), anew.empties()), "{what}");
    assert_eq!(kept.value(), anew.value(), "{what}");
    assert!(kept.near().eq(anew.near()), "{what}");
    let is_loud = |cell: &Cell| (0..2).any(|player| anew.kind(player, *cell) >= kind::FOUR);
    assert!(kept.loud().eq(anew.empty_cells().filter(is_loud)), "{what}");
    for player in 0..2 {
        for kind in 0..kind::COUNT as u8 {
            assert_eq!(kept.count(player, kind), anew.count(player, kind), "kind {kind} of {player} on {what}");
        }
        for cell in position.legal_moves() {
            let of = |board: &PatternBoard| {
                let shapes = [0, 1, 2, 3].map(|direction| board.shape(player, cell, direction));
                (board.kind(player, cell), board.urgency(player, cell), shapes)
            };
            assert_eq!(of(kept), of(anew), "{cell} for {player} on {what}");
        }
    }
}

#[test]
fn patterns_follow_play_and_undo() {
    let mut random = Seeded::new(5);
    for rules in boards() {
        for _ in 0..6 {
            let mut position = Position::new(Game::shared(&rules));
            let mut board = PatternBoard::new(&position);
            let mut played = 0;
            while position.status() == Status::Ongoing && position.stones() < rules.cells() * 2 / 3 {
                if played > 0 && random.below(4) == 0 {
                    position.undo();
                    board.undo();
                    played -= 1;
                } else {
                    let moves: Vec<Cell> = position.legal_moves().collect();
                    let cell = moves[random.below(moves.len())];
                    position.play(cell).expect("legal");
                    board.play(cell);
                    played += 1;
                }
                if position.status() == Status::Ongoing {
                    assert_same(&board, &PatternBoard::new(&position), &position);
                }
            }
            for _ in 0..played {
                board.undo();
            }
            let empty = Position::new(Game::shared(&rules));
            assert_same(&board, &PatternBoard::new(&empty), &empty);
        }
    }
}

/// Fives and fours, told from the rules alone.
#[test]
fn kinds_mean_what_the_rules_say() {
    let mut random = Seeded::new(6);
    let mut seen = [0; 3];
    for rules in boards() {
        for _ in 0..40 {
            let position = crate::common::random_position(
                &rules,
                rules.cells() / 6 + random.below(rules.cells() / 3),
                &mut random,
            );
            if position.status() != Status::Ongoing {
                continue;
            }
            let board = PatternBoard::new(&position);
            let mut other = position.clone();
            other.null_move();
            for mut position in [position, other] {
                let player = position.turn();
                for cell in position.legal_moves().collect::<Vec<_>>() {
                    position.play(cell).expect("legal");
                    let wins = position.winner() == Some(player);
                    let gaps: BTreeSet<Cell> =
                        position.completions(player).filter(|&gap| in_row(&rules, cell, gap)).collect();
                    position.undo();
                    let before: BTreeSet<Cell> = position.completions(player).collect();
                    let found = board.kind(player.index(), cell);
                    assert_eq!(found == kind::FIVE, wins, "{cell} of {player:?} on {}", position.board());
                    if wins || !before.is_empty() {
                        continue;
                    }
                    let expected = usize::from(found >= kind::FOUR) + usize::from(found == kind::FOURS);
                    assert_eq!(gaps.len().min(2), expected, "{cell} of {player:?} on {}", position.board());
                    seen[expected] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

/// Whether two cells lie in one row, column or diagonal.
fn in_row(rules: &Rules, a: Cell, b: Cell) -> bool {
    let (down, right) =
        ((a / rules.width()).abs_diff(b / rules.width()), (a % rules.width()).abs_diff(b % rules.width()));
    down == 0 || right == 0 || down == right
}
