//! Play below full strength: threats that each level sees, sound play at the top, and that a higher level plays better.
//!
//! All with seeds and limits of nodes or depth; the ratings come from `crates/workbench/src/bin/levels.rs`.

use std::collections::BTreeSet;

use crate::common::{Seeded, random_position};
use inarow_engine::engine::{Algorithm, Engine, EngineConfig, Level, Query, TieBreak};
use inarow_engine::game::notation::parse_cell;
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Rules, Status};
use inarow_engine::search::{Limits, Verdict};

fn engine() -> Engine {
    Engine::new(EngineConfig { table_bytes: 1 << 20 })
}

fn few_nodes() -> Limits {
    Limits { nodes: Some(300), ..Limits::default() }
}

fn completions(position: &Position, player: Player) -> BTreeSet<Cell> {
    position.completions(player).collect()
}

/// Random positions where the side to move can win at once, or where it cannot but has one threat to block,
/// which makes no other.
fn threatened(rules: &Rules, stones: usize, is_own: bool, count: usize) -> Vec<Position> {
    let mut random = Seeded::new(stones as u64 + u64::from(is_own));
    let mut found = Vec::new();
    while found.len() < count {
        let position = random_position(rules, stones + random.below(9), &mut random);
        if position.status() != Status::Ongoing {
            continue;
        }
        let own = completions(&position, position.turn());
        let theirs = completions(&position, position.turn().opponent());
        let holds = |&block: &Cell| {
            let mut after = position.clone();
            after.play_unchecked(block);
            completions(&after, after.turn()).is_empty()
        };
        let is_wanted = if is_own {
            own.len() == 1 && theirs.is_empty()
        } else {
            own.is_empty() && theirs.len() == 1 && theirs.iter().all(holds)
        };
        if is_wanted {
            found.push(position);
        }
    }
    found
}

/// The number of positions in which the threat is taken or blocked at a skill.
fn seen(engine: &Engine, positions: &[Position], limits: &Limits, skill: u8) -> usize {
    let answer = |(seed, position): (u64, &Position)| {
        let query = Query { skill, seed, limits: limits.clone(), ..Query::new(position.clone()) };
        engine.choose(&query).expect("unfinished").0.cell
    };
    let is_seen = |&(seed, position): &(u64, &Position)| {
        let cell = answer((seed, position));
        [Player::X, Player::O].into_iter().any(|player| completions(position, player).contains(&cell))
    };
    (1..).zip(positions).filter(is_seen).count()
}

#[test]
fn threats_of_one_ply_are_seen_the_more_the_higher_the_skill() {
    let engine = engine();
    let to_depth = Limits { depth: Some(4), ..Limits::default() };
    for (preset, stones, limits) in
        [(Preset::Gomoku, 60, &few_nodes()), (Preset::ConnectFour, 14, &to_depth), (Preset::FiveByFive, 8, &to_depth)]
    {
        let wins = threatened(&preset.rules(), stones, true, 90);
        let blocks = threatened(&preset.rules(), stones, false, 90);
        let table: Vec<_> = [0, 25, 50, 75, 90, 95, 100]
            .into_iter()
            .map(|skill| (skill, seen(&engine, &wins, limits, skill), seen(&engine, &blocks, limits, skill)))
            .collect();
        println!("{}: of 90, (skill, wins taken, threats blocked): {table:?}", preset.name());
        // Of 30: at 50 at least 24 wins and 18 blocks, at 75 28 and 26, from 90 on all.
        for &(skill, taken, blocked) in &table {
            let (taken_min, blocked_min) = match skill {
                ..50 => (0, 0),
                50..75 => (72, 54),
                75..90 => (84, 78),
                90.. => (90, 90),
            };
            assert!(taken >= taken_min && blocked >= blocked_min, "{} {table:?}", preset.name());
        }
        for pair in table.windows(2) {
            assert!(pair[0].1 <= pair[1].1 + 3 && pair[0].2 <= pair[1].2 + 3, "{} {table:?}", preset.name());
        }
        assert!((30..=60).contains(&table[0].1), "half of the wins at 0: {table:?}");
    }
}

#[test]
fn skill_0_moves_at_random() {
    let engine = engine();
    for preset in [Preset::TicTacToe, Preset::ConnectFour, Preset::Gomoku] {
        let empty = Position::new(Game::shared(preset.rules()));
        let moves: Vec<_> = empty.legal_moves().collect();
        let draws = 40 * moves.len();
        let mut counts = vec![0_usize; empty.cells().len()];
        for seed in 0..draws as u64 {
            let query = Query { skill: 0, seed, limits: few_nodes(), ..Query::new(empty.clone()) };
            counts[engine.choose(&query).expect("unfinished").0.cell] += 1;
        }
        // Five standard deviations around 40.
        let bounds = 9..=72;
        assert!(moves.iter().all(|&cell| bounds.contains(&counts[cell])), "{}: {counts:?}", preset.name());
    }
}

/// The number of seeds that play a move that loses by their own answer, where full strength does not lose.
fn lost(engine: &Engine, moves: &[&str], skill: u8) -> usize {
    let rules = Preset::Gomoku.rules();
    let cells = moves.iter().map(|name| parse_cell(&rules, name).expect("a cell"));
    let position = cells.fold(Position::new(Game::shared(&rules)), |mut position, cell| {
        position.play(cell).expect("legal");
        position
    });
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let loses = |&seed: &u64| {
        let query = Query { skill, seed, limits: limits.clone(), ..Query::new(position.clone()) };
        matches!(engine.choose(&query).expect("unfinished").0.verdict, Verdict::Loss { .. })
    };
    (0..40).filter(loses).count()
}

#[test]
fn a_player_who_sees_that_its_moves_lose_looks_at_others() {
    let engine = engine();
    // X has three in a row with both ends open, and some moves hold.
    let moves = ["h8", "j9", "i7", "i8", "g9"];
    assert_eq!(lost(&engine, &moves, 100), 0);
    let counts = [30, 60, 80, 90].map(|skill| lost(&engine, &moves, skill));
    println!("lost at 30, 60, 80, 90, of 40: {counts:?}");
    assert!(counts[1] <= 14 && counts[2] <= 4 && counts[3] == 0, "{counts:?}");
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
}

#[test]
fn a_second_way_to_win_does_not_hide_the_first() {
    let engine = engine();
    let mut random = Seeded::new(5);
    let mut positions = [Vec::new(), Vec::new()];
    while positions.iter().any(|found| found.len() < 150) {
        let position = random_position(&Preset::Gomoku.rules(), 60 + random.below(9), &mut random);
        let ongoing = position.status() == Status::Ongoing;
        let [own, theirs] = [position.turn(), position.turn().opponent()].map(|side| completions(&position, side));
        if ongoing && theirs.is_empty() && (1..=2).contains(&own.len()) {
            positions[own.len() - 1].push(position);
        }
    }
    let [one, two] = positions.map(|found| seen(&engine, &found[..150], &few_nodes(), 30));
    println!("wins taken at 30, of 150: {one} with one way, {two} with two");
    assert!(one.abs_diff(two) <= 18, "{one} {two}");
}

#[test]
fn games_open_near_the_centre_and_go_on_near_the_stones() {
    let engine = engine();
    let rules = Preset::Gomoku.rules();
    let far = |position: &Position, skill| {
        let is_far = |&seed: &u64| {
            let query = Query { skill, seed, limits: few_nodes(), ..Query::new(position.clone()) };
            let cell = engine.choose(&query).expect("unfinished").0.cell;
            let from = |other: Cell| (cell % 15).abs_diff(other % 15).max((cell / 15).abs_diff(other / 15));
            let stones = (0..rules.cells()).filter(|&other| position.cells()[other].is_some());
            stones.map(from).min().unwrap_or_else(|| from(112)) > 4
        };
        (0..60).filter(is_far).count()
    };
    let empty = Position::new(Game::shared(&rules));
    let mut three = empty.clone();
    for name in ["h8", "g7", "i9"] {
        three.play(parse_cell(&rules, name).expect("a cell")).expect("legal");
    }
    for position in [&empty, &three] {
        let counts = [20, 40, 50, 60, 80].map(|skill| far(position, skill));
        println!("farther than four, of 60, at 20, 40, 50, 60, 80: {counts:?}");
        assert!(counts.is_sorted_by(|a, b| a + 5 >= *b) && counts[3] <= 4 && counts[4] == 0, "{counts:?}");
    }
}

/// Points of full strength in 60 games on 4×4 against random play, by the choice among moves that all draw.
fn points_against_random(engine: &Engine, tie_break: TieBreak) -> f64 {
    let points = |seed: u64| {
        let strong = Player::ALL[seed as usize % 2];
        let mut position = Position::new(Game::shared(Preset::FourByFour.rules()));
        while position.status() == Status::Ongoing {
            let skill = if position.turn() == strong { 100 } else { 0 };
            let query = Query { skill, seed, tie_break, ..Query::new(position.clone()) };
            position.play(engine.choose(&query).expect("unfinished").0.cell).expect("legal");
        }
        position.winner().map_or(0.5, |winner| f64::from(winner == strong))
    };
    (0..60).map(points).sum()
}

#[test]
fn an_opponent_that_keeps_its_lines_open_wins_drawn_games() {
    let engine = engine();
    let [first, lines] = [TieBreak::First, TieBreak::Lines].map(|tie_break| points_against_random(&engine, tie_break));
    println!("of 60 points against random play: first {first}, lines {lines}");
    assert!(lines >= 57.0 && first <= lines - 3.0, "{first} {lines}");
}

#[test]
fn the_same_seed_gets_the_same_move_and_another_seed_another() {
    let engine = engine();
    let position = random_position(&Preset::Gomoku.rules(), 12, &mut Seeded::new(3));
    let mut cells = BTreeSet::new();
    for seed in 0..20 {
        let query = Query { skill: 45, seed, limits: few_nodes(), ..Query::new(position.clone()) };
        let first = engine.choose(&query).expect("unfinished");
        assert_eq!(first, engine.choose(&query).expect("unfinished"));
        cells.insert(first.0.cell);
    }
    assert!(cells.len() > 3, "{cells:?}");
}

#[test]
fn a_weaker_player_costs_no_more_than_a_full_search() {
    let engine = engine();
    let mut random = Seeded::new(11);
    for preset in [Preset::FourByFour, Preset::ConnectFour, Preset::Gomoku] {
        let mut nodes = [0_u64; 2];
        for stones in 4..14 {
            let position = random_position(&preset.rules(), stones, &mut random);
            for (total, skill) in nodes.iter_mut().zip([60, 100]) {
                let limits = Limits { depth: Some(5), ..Limits::default() };
                let query = Query { skill, seed: 5, limits, ..Query::new(position.clone()) };
                *total += engine.choose(&query).expect("unfinished").1.counts.nodes;
            }
        }
        assert!(nodes[0] <= nodes[1], "{}: {nodes:?} nodes at 60 and 100", preset.name());
    }
}

#[test]
fn above_ninety_no_outcome_is_given_away() {
    let engine = engine();
    let mut random = Seeded::new(5);
    let mut others = 0;
    for (preset, stones) in [(Preset::TicTacToe, 1), (Preset::FourByFour, 4), (Preset::ConnectFour, 20)] {
        for seed in 0..25 {
            let position = random_position(&preset.rules(), stones + seed as usize % 6, &mut random);
            if position.status() != Status::Ongoing {
                continue;
            }
            let best = engine.choose(&Query::new(position.clone())).expect("unfinished").0;
            for skill in [91, 95, 99] {
                let query = Query { skill, seed, ..Query::new(position.clone()) };
                let line = engine.choose(&query).expect("unfinished").0;
                let outcome = std::mem::discriminant::<Verdict>;
                assert_eq!(outcome(&line.verdict), outcome(&best.verdict), "{} at {skill}", position.board());
                others += usize::from(line.cell != best.cell);
            }
        }
    }
    assert!(others > 0, "another move as sound is played now and then");
}

/// Wins of a skill against another, and its losses.
fn duel(engine: &Engine, preset: Preset, limits: &Limits, skills: [u8; 2], games: u64) -> (u64, u64) {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..games {
        let mut position = Position::new(Game::shared(preset.rules()));
        let own = if seed % 2 == 0 { Player::X } else { Player::O };
        while position.status() == Status::Ongoing {
            let skill = skills[usize::from(position.turn() != own)];
            let query = Query { skill, seed, limits: limits.clone(), ..Query::new(position.clone()) };
            position.play(engine.choose(&query).expect("unfinished").0.cell).expect("legal");
        }
        wins += u64::from(position.winner() == Some(own));
        losses += u64::from(position.winner() == Some(own.opponent()));
    }
    (wins, losses)
}

/// The worth of a stone here for a side, to a player who counts stones in a row and open ends and looks no further.
fn run_value(position: &Position, cell: Cell, side: Player) -> usize {
    let (width, height) = (position.rules().width() as isize, position.rules().height() as isize);
    let (column, row) = (cell as isize % width, cell as isize / width);
    let values = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(right, down)| {
        let (mut length, mut open_ends) = (1, 0);
        for sign in [1, -1] {
            let at = |step: isize| (column + sign * step * right, row + sign * step * down);
            let on_board = |&(x, y): &(isize, isize)| (0..width).contains(&x) && (0..height).contains(&y);
            let stone = |(x, y): (isize, isize)| position.cells()[(y * width + x) as usize];
            let run = (1..).map(at).take_while(|place| on_board(place) && stone(*place) == Some(side)).count();
            let end = at(run as isize + 1);
            length += run;
            open_ends += usize::from(on_board(&end) && stone(end).is_none());
        }
        match (length, open_ends) {
            (5.., _) => 1_000,
            (_, 0) => 0,
            _ => 10 * length + 5 * (open_ends - 1),
        }
    });
    100 * values.iter().max().expect("four directions") + values.iter().sum::<usize>()
}

/// Games that a skill wins of 20 against a player who extends its own runs and blocks the other's, each with both colours.
fn wins_against_runs(engine: &Engine, skill: u8) -> usize {
    let rules = Preset::Gomoku.rules();
    let is_won = |&seed: &u64| {
        let own = Player::ALL[seed as usize % 2];
        let mut random = Seeded::new(seed);
        let mut position = Position::new(Game::shared(&rules));
        while position.status() == Status::Ongoing {
            let cell = if position.turn() == own {
                let query = Query { skill, seed, limits: few_nodes(), ..Query::new(position.clone()) };
                engine.choose(&query).expect("unfinished").0.cell
            } else if position.stones() == 0 {
                112
            } else {
                let value = |cell: Cell| {
                    let [extended, blocked] = [own.opponent(), own].map(|side| run_value(&position, cell, side));
                    (extended.max(blocked.saturating_sub(50)), extended + blocked)
                };
                position.legal_moves().max_by_key(|&cell| (value(cell), random.below(1_000))).expect("unfinished")
            };
            position.play(cell).expect("legal");
        }
        position.winner() == Some(own)
    };
    (0..20).filter(is_won).count()
}

/// The first strategy that people learn: a beginner loses to it, an expert does not.
#[test]
fn levels_stand_on_both_sides_of_a_player_who_extends_and_blocks_runs() {
    let engine = engine();
    let wins = [20, 60, 80, 90].map(|skill| wins_against_runs(&engine, skill));
    println!("won of 20 at 20, 60, 80, 90: {wins:?}");
    assert!(wins[0] <= 1 && (2..=12).contains(&wins[1]) && wins[2] >= 16 && wins[3] >= 18, "{wins:?}");
}

#[test]
fn every_step_up_plays_better() {
    let engine = engine();
    let to_depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    for (preset, limits, step, games) in [
        (Preset::TicTacToe, Limits::default(), 10, 1_000),
        (Preset::ConnectFour, to_depth(4), 20, 120),
        (Preset::Gomoku, few_nodes(), 20, 24),
    ] {
        let results: Vec<_> = (0..100)
            .step_by(step)
            .map(|skill: u8| (skill, duel(&engine, preset, &limits, [skill + step as u8, skill], games)))
            .collect();
        println!(
            "{}: (skill, wins and losses of the skill {step} higher in {games} games): {results:?}",
            preset.name()
        );
        // At the top the games of shallow searches are even.
        for &(skill, (wins, losses)) in results.iter().filter(|&&(skill, _)| skill < 80) {
            assert!(wins > losses, "{}: {skill} against {}: {results:?}", preset.name(), skill + step as u8);
        }
    }
    let (_, losses) = duel(&engine, Preset::TicTacToe, &Limits::default(), [100, 50], 500);
    assert_eq!(losses, 0, "full strength never loses");
}

#[test]
fn named_levels_are_skills_in_ascending_order() {
    let skills = Level::ALL.map(Level::skill);
    assert!(skills.is_sorted() && skills[4] == Query::SKILL_MAX, "{skills:?}");
}

#[test]
fn an_algorithm_that_is_named_is_used_at_every_skill() {
    let engine = engine();
    let position = random_position(&Preset::ConnectFour.rules(), 18, &mut Seeded::new(8));
    for algorithm in [Algorithm::Solver, Algorithm::AlphaBeta, Algorithm::Minimax] {
        let limits = Limits { depth: (algorithm != Algorithm::Solver).then_some(3), ..Limits::default() };
        let query = Query { algorithm, skill: 40, seed: 1, limits, ..Query::new(position.clone()) };
        assert_eq!(engine.choose(&query).expect("unfinished").1.algorithm, algorithm);
    }
}
