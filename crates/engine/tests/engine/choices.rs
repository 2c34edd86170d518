//! The engine as a player: perfect where it should be, weaker where asked, never blind to a win one move away.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::common::{Seeded, assorted_rules, random_position, reachable_tic_tac_toe, rules};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, EngineError, Query, Source, TieBreak};
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Setup, Status};
use inarow_engine::heuristic::{Heuristic, Named};
use inarow_engine::search::{Limits, Stop, Verdict};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn tic_tac_toe(board: &str, turn: Player) -> Position {
    let game = Game::shared(Preset::TicTacToe.rules());
    let cells = Setup::parse(&game, board).expect("a test board");
    Setup { game, cells, turn: Some(turn) }.into_position(false).expect("a test position")
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Plays every game in which `side` follows `player` and the opponent does anything; returns how often `side` loses.
fn losses(
    player: &dyn Fn(&Position) -> Cell,
    side: Player,
    position: &Position,
    seen: &mut HashSet<(String, Player)>,
) -> usize {
    match position.status() {
        Status::Won => return usize::from(position.winner() != Some(side)),
        Status::Drawn => return 0,
        Status::Ongoing if !seen.insert((position.board(), position.turn())) => return 0,
        Status::Ongoing => {}
    }
    let moves: Vec<_> = if position.turn() == side { vec![player(position)] } else { position.legal_moves().collect() };
    let after = moves.into_iter().map(|cell| {
        let mut after = position.clone();
        after.play(cell).expect("the player plays legal moves");
        losses(player, side, &after, seen)
    });
    after.sum()
}

#[test]
fn the_perfect_player_never_loses_a_position_that_can_be_held() {
    let engine = engine();
    let best = |position: &Position| engine.choose(&Query::new(position.clone())).expect("unfinished").0.cell;
    let mut seen = [HashSet::new(), HashSet::new()];
    for position in reachable_tic_tac_toe() {
        let verdict = engine.choose(&Query::new(position.clone())).expect("unfinished").0.verdict;
        let turn = position.turn();
        // The side to move holds a position that is not lost for it, the other side one that is not won against it.
        if !matches!(verdict, Verdict::Loss { .. }) {
            assert_eq!(losses(&best, turn, &position, &mut seen[turn.index()]), 0, "{}", position.board());
        }
        if !matches!(verdict, Verdict::Win { .. }) {
            let other = turn.opponent();
            assert_eq!(losses(&best, other, &position, &mut seen[other.index()]), 0, "{}", position.board());
        }
    }
}

/// At depth 6 and above no published heuristic ever loses, on either side.
#[test]
fn depth_six_never_loses_with_any_heuristic() {
    let engine = engine();
    for named in Named::ALL {
        for plies in 6..=9 {
            let play = |position: &Position| {
                let heuristic = Some(Heuristic::Named(named));
                let query = Query { heuristic, limits: depth(plies), ..Query::new(position.clone()) };
                engine.choose(&query).expect("unfinished").0.cell
            };
            let empty = Position::new(Game::shared(Preset::TicTacToe.rules()));
            for side in Player::ALL {
                assert_eq!(losses(&play, side, &empty, &mut HashSet::new()), 0, "{named:?} at {plies} as {side:?}");
            }
        }
    }
}

#[test]
fn no_win_in_one_is_missed_and_no_single_block_skipped() {
    let engine = engine();
    let mut random = Seeded::new(5);
    let others = assorted_rules().into_iter().filter(|rules| !rules.misere());
    let boards = others.chain([rules(15, 15, 5, ""), rules(7, 6, 4, "gravity"), rules(9, 9, 5, "exact")]);
    for rules in boards {
        for _ in 0..40 {
            let position = random_position(&rules, random.below(rules.cells().min(60)), &mut random);
            let wins: HashSet<_> = position.completions(position.turn()).collect();
            let blocks: HashSet<_> = position.completions(position.turn().opponent()).collect();
            for named in Named::ALL {
                for plies in 1..=3 {
                    let query = Query {
                        heuristic: Some(Heuristic::Named(named)),
                        limits: depth(plies),
                        ..Query::new(position.clone())
                    };
                    let context = format!("{rules:?} {} {named:?} at {plies}", position.board());
                    let (line, _) = engine.choose(&query).unwrap_or_else(|error| panic!("{error}: {context}"));
                    if !wins.is_empty() {
                        assert!(wins.contains(&line.cell), "missed a win: {context}");
                        assert_eq!(line.verdict, Verdict::Win { plies: 1 }, "{context}");
                    } else if plies >= 2 && blocks.len() == 1 && line.verdict != (Verdict::Loss { plies: 2 }) {
                        assert!(blocks.contains(&line.cell), "did not block: {context}");
                    }
                }
            }
        }
    }
}

/// Where a line loses, the default heuristic keeps one's own lines short.
#[test]
fn misere_play_to_a_depth_avoids_lines() {
    let engine = engine();
    let mut random = Seeded::new(8);
    for rules in [rules(5, 5, 4, "misere"), rules(6, 6, 4, "misere"), rules(7, 6, 4, "gravity misere")] {
        for game in 0..10 {
            let default_side = Player::ALL[game % 2];
            let mut position = random_position(&rules, 2, &mut random);
            while position.status() == Status::Ongoing {
                let heuristic = (position.turn() != default_side).then_some(Heuristic::Named(Named::Lines));
                let query = Query { heuristic, limits: depth(2), ..Query::new(position.clone()) };
                position.play(engine.choose(&query).expect("unfinished").0.cell).expect("a legal move");
            }
            assert_eq!(position.winner(), Some(default_side), "{rules:?} {}", position.board());
        }
    }
}

#[test]
fn known_positions() {
    let engine = engine();
    let answer = |query: &Query| engine.choose(query).expect("unfinished").0;
    // The published example of MinMaxSearch, a board that play could not have reached.
    let example = tic_tac_toe("......X.X", Player::O);
    assert_eq!(answer(&Query { limits: depth(2), ..Query::new(example) }).cell, 7);
    // 3 and 5 lose, 6 holds.
    let position = tic_tac_toe("XXO.O..OX", Player::X);
    let lines = engine.analyse(&Query::new(position)).expect("unfinished").moves;
    let verdicts: Vec<_> = lines.iter().map(|line| (line.cell, line.verdict)).collect();
    let loss = Verdict::Loss { plies: 2 };
    assert_eq!(verdicts, [(6, Verdict::Draw { plies: 3 }), (3, loss), (5, loss)]);
    // Cell 3 wins at once; cell 2 wins too, later.
    let position = tic_tac_toe("OO..XX...", Player::X);
    let lines = engine.analyse(&Query::new(position)).expect("unfinished").moves;
    assert_eq!((lines[0].cell, lines[0].verdict), (3, Verdict::Win { plies: 1 }));
    let two = lines.iter().find(|line| line.cell == 2).expect("cell 2 is empty");
    assert!(matches!(two.verdict, Verdict::Win { plies } if plies > 1), "{two:?}");
    // O's drawing replies to the three openings; every other reply loses in 6 plies.
    for (opening, drawing) in [(0, vec![4]), (4, vec![0, 2, 6, 8]), (1, vec![0, 2, 4, 7])] {
        let position = Position::from_moves(Game::shared(Preset::TicTacToe.rules()), &[opening]).expect("legal");
        for line in engine.analyse(&Query::new(position)).expect("unfinished").moves {
            let expected =
                if drawing.contains(&line.cell) { Verdict::Draw { plies: 8 } } else { Verdict::Loss { plies: 6 } };
            assert_eq!(line.verdict, expected, "{opening}, {}", line.cell);
        }
    }
}

#[test]
fn one_move_is_the_first_line_of_the_analysis() {
    let engine = engine();
    let mut random = Seeded::new(9);
    for rules in assorted_rules() {
        for _ in 0..10 {
            let position = random_position(&rules, rules.cells() / 2, &mut random);
            for (algorithm, limits) in
                [(Algorithm::Auto, Limits::default()), (Algorithm::AlphaBeta, depth(3)), (Algorithm::Minimax, depth(3))]
            {
                let query = Query { algorithm, limits, ..Query::new(position.clone()) };
                let (line, _) = engine.choose(&query).expect("unfinished");
                let analysis = engine.analyse(&query).expect("unfinished");
                assert_eq!(line, analysis.moves[0], "{rules:?} {} {algorithm:?}", position.board());
                assert_eq!(analysis.moves.len(), query.moves.len());
            }
        }
    }
}

#[test]
fn skill_is_a_level() {
    let engine = engine();
    let game = Game::shared(Preset::TicTacToe.rules());
    let games = 1_000;
    // The opponent: half way up, since moves at random every other time would hide the effect of skill.
    let results: Vec<(usize, usize)> = [0, 25, 50, 75, 100]
        .into_iter()
        .map(|skill| {
            let (mut wins, mut losses) = (0, 0);
            for seed in 0..games {
                let mut position = Position::new(game.clone());
                let side = if seed % 2 == 0 { Player::X } else { Player::O };
                while position.status() == Status::Ongoing {
                    let mine = position.turn() == side;
                    let query = Query {
                        skill: if mine { skill } else { 40 },
                        seed: if mine { seed } else { seed + games },
                        ..Query::new(position.clone())
                    };
                    position.play(engine.choose(&query).expect("unfinished").0.cell).expect("legal");
                }
                wins += usize::from(position.winner() == Some(side));
                losses += usize::from(position.winner() == Some(side.opponent()));
            }
            (wins, losses)
        })
        .collect();
    println!("skill 0, 25, 50, 75, 100 against 40: (wins, losses) of {games}: {results:?}");
    for pair in results.windows(2) {
        assert!(pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1, "{results:?}");
    }
    assert_eq!(results[4].1, 0, "full skill never loses");
}

#[test]
fn above_ninety_the_outcome_is_kept() {
    let engine = engine();
    for position in reachable_tic_tac_toe() {
        let best = engine.choose(&Query::new(position.clone())).expect("unfinished").0.verdict;
        for (skill, seed) in [(91, 1), (91, 2), (95, 3), (99, 4)] {
            let query = Query { skill, seed, ..Query::new(position.clone()) };
            let (line, _) = engine.choose(&query).expect("unfinished");
            assert_eq!(std::mem::discriminant(&line.verdict), std::mem::discriminant(&best), "{}", position.board());
            assert_eq!(engine.choose(&query).expect("unfinished").0, line, "the same seed, the same move");
        }
    }
}

#[test]
fn ties_are_broken_as_asked() {
    let engine = engine();
    let empty = Position::new(Game::shared(Preset::TicTacToe.rules()));
    let choose = |tie_break, seed| {
        let query = Query { tie_break, seed, ..Query::new(empty.clone()) };
        engine.choose(&query).expect("unfinished").0.cell
    };
    assert_eq!(choose(TieBreak::First, 1), 0);
    let random: HashSet<_> = (0..200).map(|seed| choose(TieBreak::Random, seed)).collect();
    assert_eq!(random.len(), 9, "all nine openings draw");
    assert_eq!(choose(TieBreak::Random, 3), choose(TieBreak::Random, 3));
    // After a corner opening seven of eight replies lose, after the centre four, after an edge four.
    assert_eq!(choose(TieBreak::Trap, 1), 0);
    let after = Position::from_moves(empty.game().clone(), &[4]).expect("legal");
    let trap = Query { tie_break: TieBreak::Trap, ..Query::new(after.clone()) };
    let searched = Query { algorithm: Algorithm::AlphaBeta, ..trap.clone() };
    let cell = engine.choose(&trap).expect("unfinished").0.cell;
    assert_eq!(cell, engine.choose(&searched).expect("unfinished").0.cell);
    assert!([0, 2, 6, 8].contains(&cell), "only corners hold");
}

/// Without a search the hand-made rules prove a draw that nobody can win any more.
#[test]
fn hand_made_rules_know_a_certain_draw() {
    let engine = engine();
    let mut early = 0;
    for position in reachable_tic_tac_toe() {
        let query = Query { algorithm: Algorithm::Rules, ..Query::new(position.clone()) };
        for line in engine.analyse(&query).expect("unfinished").moves {
            let mut after = position.clone();
            after.play_unchecked(line.cell);
            if after.status() != Status::Won && after.open_lines() == 0 {
                assert_eq!(line.verdict, Verdict::Draw { plies: position.empties() as u32 }, "{}", position.board());
                early += usize::from(after.empties() > 0);
            }
        }
    }
    assert!(early > 0);
}

/// A move that is better than all others costs no search of the replies to it.
#[test]
fn without_a_tie_there_is_nothing_to_break() {
    let engine = engine();
    let position = tic_tac_toe("X..OO...X", Player::X);
    let choose = |tie_break| {
        let query = Query { tie_break, limits: depth(3), ..Query::new(position.clone()) };
        engine.choose(&query).expect("unfinished")
    };
    let (line, report) = choose(TieBreak::Trap);
    assert_eq!((line.cell, report), (5, choose(TieBreak::Random).1));
}

/// The win of `XO.......` takes five plies; without it all moves look equal.
#[test]
fn a_table_shows_results_as_far_as_the_player_sees() {
    let engine = engine();
    let cell = |foresight| {
        let position = tic_tac_toe("XO.......", Player::X);
        engine.choose(&Query { foresight, ..Query::new(position) }).expect("unfinished").0.cell
    };
    assert_eq!([Some(4), Some(5), None].map(cell), [2, 3, 3]);
}

#[test]
fn limits_end_a_search_and_say_so() {
    let engine = engine();
    let position = Position::new(Game::shared(Preset::Gomoku.rules()));
    let report = |limits: Limits| {
        let query = Query { limits, ..Query::new(position.clone()) };
        engine.choose(&query).expect("unfinished").1
    };
    let by_nodes = report(Limits { nodes: Some(5_000), ..Limits::default() });
    assert_eq!((by_nodes.stop, by_nodes.counts.nodes), (Stop::Nodes, 5_000));
    assert_eq!(by_nodes, report(Limits { nodes: Some(5_000), ..Limits::default() }), "the same nodes, the same answer");
    assert_eq!(report(depth(1)).stop, Stop::Depth);
    let start = Instant::now();
    let by_time = report(Limits { deadline: Some(start + Duration::from_millis(50)), ..Limits::default() });
    assert_eq!(by_time.stop, Stop::Movetime);
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    assert_eq!(report(Limits { cancel: Some(flag), ..Limits::default() }).stop, Stop::Cancelled);
    // Too few nodes or too little time for anything: the first depth is searched all the same.
    assert_eq!(report(Limits { nodes: Some(1), ..Limits::default() }).depth, 1);
    assert_eq!(report(Limits { deadline: Some(start), ..Limits::default() }).depth, 1);
    let full = Query {
        algorithm: Algorithm::Minimax,
        limits: Limits { nodes: Some(3_000), ..depth(3) },
        ..Query::new(position.clone())
    };
    assert_eq!(engine.choose(&full).expect("unfinished").1.depth, 1);
}

/// Where neither a heuristic nor a depth is asked for, an answer is exact if it can be.
#[test]
fn boards_beyond_the_table_are_proven() {
    let engine = engine();
    let empty = Position::new(Game::shared(rules(4, 4, 4, "")));
    let (line, report) = engine.choose(&Query::new(empty.clone())).expect("unfinished");
    assert_eq!((line.cell, line.verdict), (0, Verdict::Draw { plies: 16 }));
    assert_eq!((report.source, report.algorithm), (Source::Search, Algorithm::AlphaBeta));
    assert!(report.complete && report.stop == Stop::Solved && report.heuristic.is_none());
    let all = engine.analyse(&Query::new(empty.clone())).expect("unfinished");
    assert_eq!(all.moves.len(), 16);
    assert!(all.moves.iter().all(|line| line.verdict == Verdict::Draw { plies: 16 }));
    let three = Position::new(Game::shared(rules(4, 4, 3, "")));
    let (line, _) = engine.choose(&Query::new(three)).expect("unfinished");
    assert_eq!((line.cell, line.verdict, line.pv.len()), (5, Verdict::Win { plies: 5 }, 5));
    // Too few nodes for a proof: the search steps in, and says what it was up to.
    let long = Position::new(Game::shared(rules(5, 5, 4, "")));
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let (_, report) = engine.choose(&Query { limits, ..Query::new(long) }).expect("unfinished");
    assert!(report.stop == Stop::Nodes && report.counts.nodes <= 2_000 && report.heuristic.is_some());
}

#[test]
fn unanswerable_queries_are_refused() {
    let engine = engine();
    let gomoku = Position::new(Game::shared(Preset::Gomoku.rules()));
    let table = Query { algorithm: Algorithm::Retrograde, ..Query::new(gomoku.clone()) };
    assert!(matches!(engine.choose(&table), Err(EngineError::TooLarge(_))));
    assert_eq!(engine.choose(&Query { moves: Vec::new(), ..Query::new(gomoku) }).unwrap_err(), EngineError::NoMoves);
    let won = tic_tac_toe("XXXOO....", Player::O);
    assert_eq!(engine.choose(&Query::new(won)).unwrap_err(), EngineError::GameOver);
    let long = Position::new(Game::shared(rules(20, 20, 20, "")));
    let heuristic = Some(Heuristic::Named(Named::TempoLines));
    assert!(matches!(engine.choose(&Query { heuristic, ..Query::new(long) }), Err(EngineError::Heuristic(_))));
}

#[test]
fn small_boards_come_from_a_table_and_named_heuristics_from_a_search() {
    let engine = engine();
    let empty = Position::new(Game::shared(rules(4, 3, 3, "")));
    let (line, report) = engine.choose(&Query::new(empty.clone())).expect("unfinished");
    assert_eq!(report.source, Source::Table);
    assert!(matches!(line.verdict, Verdict::Win { .. }), "the first player wins 4×3 with three in a row");
    let named = Query { heuristic: Some(Heuristic::Named(Named::Lines)), ..Query::new(empty.clone()) };
    let (searched, report) = engine.choose(&named).expect("unfinished");
    assert_eq!((report.source, report.algorithm), (Source::Search, Algorithm::AlphaBeta));
    assert_eq!((searched.cell, searched.verdict), (line.cell, line.verdict));
    let deep = Query { limits: depth(2), ..Query::new(empty) };
    assert_eq!(engine.choose(&deep).expect("unfinished").1.source, Source::Search);
}
