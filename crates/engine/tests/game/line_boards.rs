//! Games that are lists of lines: the boards of their generators, the recognition of ordinary boards, and play against the oracle.

use crate::common::plain::{Plain, as_list, random_spec};
use crate::common::{Seeded, assorted_rules, rules};
use inarow_engine::game::{
    DimensionsSpec, Game, LinesOrigin, LinesSpec, Player, Position, Preset, Rules, ShapeSpec, Status,
};
use inarow_engine::heuristic::{EmptyLine, Heuristic, Weights};

fn dimensions(sizes: &[u64], k: u64) -> DimensionsSpec {
    DimensionsSpec { dimensions: sizes.to_vec(), k, ..DimensionsSpec::default() }
}

/// The lines of a board as a list.
fn list_of(rules: &Rules) -> LinesSpec {
    let board = rules.line_board().expect("a list of lines");
    let lines = board.lines().map(|line| line.iter().map(|&cell| cell.into()).collect()).collect();
    LinesSpec { cells: board.cells() as u64, lines, ..LinesSpec::default() }
}

fn line_count(rules: &Rules) -> usize {
    Game::new(rules).lines().len()
}

fn of_dimensions(spec: &DimensionsSpec) -> Rules {
    Rules::from_dimensions(spec).expect("valid dimensions")
}

fn of_shape(side: u64, shape: &str) -> Rules {
    Rules::from_shape(&ShapeSpec { width: side, height: side, shape: shape.to_owned(), misere: false }).expect("valid")
}

#[test]
fn cubes_have_as_many_lines_as_published() {
    for (n, k) in
        [(1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (2, 4), (3, 4), (4, 4), (2, 5), (3, 5), (3, 7), (8, 2), (2, 12)]
    {
        let expected = ((k + 2_u64).pow(n) - k.pow(n)) / 2;
        let found = Rules::from_dimensions(&dimensions(&vec![k; n as usize], k));
        match found {
            Ok(rules) => assert_eq!(line_count(&rules) as u64, expected, "{k}^{n}"),
            Err(errors) => {
                assert!(k.pow(n) > 400 || expected > 4_096, "{k}^{n}: {errors}");
            }
        }
    }
    assert_eq!(line_count(&of_dimensions(&dimensions(&[3, 3, 3], 3))), 49);
    assert_eq!(line_count(&of_dimensions(&dimensions(&[4, 4, 4], 4))), 76);
    let torus = DimensionsSpec { wrap: vec![true; 2], ..dimensions(&[3, 3], 3) };
    assert_eq!(line_count(&of_dimensions(&torus)), 12);
    // On a torus of 4×4 with k = 4: 4 rows, 4 columns, 4 diagonals each way.
    let torus = DimensionsSpec { wrap: vec![true; 2], ..dimensions(&[4, 4], 4) };
    assert_eq!(line_count(&of_dimensions(&torus)), 16);
    // A ring of 5 cells has a window from each; of all 5 cells there is one line.
    let ring = |k| DimensionsSpec { wrap: vec![true], ..dimensions(&[5], k) };
    assert_eq!([3, 5].map(|k| line_count(&of_dimensions(&ring(k)))), [5, 1]);
    // Around a side of 2 a line of 3 meets itself, so that only the diagonals through both sides are left.
    let thin = DimensionsSpec { wrap: vec![true; 2], ..dimensions(&[2, 3], 6) };
    assert_eq!(line_count(&of_dimensions(&thin)), 1);
}

/// Every window, found by trying all starts and directions, is a line, and nothing else is.
#[test]
fn lines_of_dimensions_are_all_windows() {
    for (sizes, k, wrap) in [
        (vec![4, 3, 2], 3, vec![]),
        (vec![3, 4, 3], 3, vec![false, true, false]),
        (vec![3, 3, 3], 3, vec![true, true, true]),
        (vec![2, 3, 4], 2, vec![true, false, true]),
        (vec![5, 1, 3], 3, vec![true, true, false]),
    ] {
        let spec = DimensionsSpec { wrap: wrap.clone(), ..dimensions(&sizes, k) };
        let rules = of_dimensions(&spec);
        let board = rules.line_board().expect("no ordinary board");
        let mut expected = std::collections::BTreeSet::new();
        let cells = sizes.iter().product::<u64>();
        for start in 0..cells {
            for code in 0..3_i64.pow(sizes.len() as u32) {
                let mut line: Vec<u64> = (0..k as i64)
                    .filter_map(|along| {
                        let (mut cell, mut stride, mut rest, mut step) = (0, 1, start, code);
                        for (axis, &size) in sizes.iter().enumerate() {
                            let mut at = (rest % size) as i64 + along * (step % 3 - 1);
                            if wrap.get(axis) == Some(&true) {
                                at = at.rem_euclid(size as i64);
                            }
                            let at = u64::try_from(at).ok().filter(|&at| at < size)?;
                            (cell, stride, rest, step) = (cell + at * stride, stride * size, rest / size, step / 3);
                        }
                        Some(cell)
                    })
                    .collect();
                line.sort_unstable();
                line.dedup();
                if line.len() == k as usize {
                    expected.insert(line);
                }
            }
        }
        let found: std::collections::BTreeSet<Vec<u64>> = board
            .lines()
            .map(|line| {
                let mut line: Vec<u64> = line.iter().map(|&cell| cell.into()).collect();
                line.sort_unstable();
                line
            })
            .collect();
        assert_eq!(found.len(), board.line_count(), "{spec:?}: a line twice");
        assert_eq!(found, expected, "{spec:?}");
    }
}

#[test]
fn shapes_are_turned_reflected_and_moved() {
    for (shape, copies) in
        [("XX/XX", 1), ("XXXX", 2), (".XX/XX.", 4), ("XXX/.X.", 4), ("XXX/X..", 8), ("X..X", 2), ("X./.X", 2)]
    {
        // On a board of side 8 a copy of r × c cells fits at (9 - r)(9 - c) places.
        let rows: Vec<&str> = shape.split('/').collect();
        let (r, c) = (rows.len(), rows.iter().map(|row| row.len()).max().expect("a row"));
        assert_eq!(line_count(&of_shape(8, shape)), copies * (9 - r) * (9 - c), "{shape}");
    }
    let rules = of_shape(5, "....X/...XX/....");
    let origin = rules.line_board().expect("a list").origin().clone();
    assert_eq!(origin, LinesOrigin::Shape { width: 5, height: 5, shape: ".X/XX".to_owned() }, "without what is around");
}

/// Given by dimensions or as a list in any order, with or without its layout, an ordinary board is that board.
#[test]
fn ordinary_boards_are_recognised() {
    let mut random = Seeded::new(40);
    let all = assorted_rules().into_iter().chain(Preset::ALL.map(Preset::rules)).filter(Rules::is_grid);
    for rules in all.filter(|rules| rules.k() > 1 && rules.overline() == inarow_engine::Overline::Allowed) {
        let (mut spec, as_it_is) = as_list(&rules);
        assert!(!as_it_is.is_grid());
        for line in &mut spec.lines {
            let at = random.below(line.len());
            line.rotate_left(at);
        }
        let at = random.below(spec.lines.len());
        spec.lines.rotate_left(at);
        assert_eq!(Rules::from_lines(spec.clone()), Ok(rules.clone()), "{rules:?}");
        spec.layout = None;
        assert_eq!(Rules::from_lines(spec.clone()), Ok(rules.clone()), "{rules:?} without its layout");
        spec.layout = Some((0..spec.cells).map(|cell| [0, cell]).collect());
        if rules.height() > 1 && rules.cells() < 100 {
            assert!(!Rules::from_lines(spec.clone()).expect("valid").is_grid(), "{rules:?} with another layout");
        }
        spec.layout = None;
        spec.lines.pop();
        if !spec.lines.is_empty() {
            assert!(!Rules::from_lines(spec).expect("valid").is_grid(), "{rules:?} without a line");
        }
        let gravity = rules.gravity().then_some(1);
        let sizes = [rules.width() as u64, rules.height() as u64];
        let spec = DimensionsSpec { gravity, misere: rules.misere(), ..dimensions(&sizes, rules.k() as u64) };
        assert_eq!(of_dimensions(&spec), rules, "{rules:?} by dimensions");
    }
    assert_eq!(of_dimensions(&dimensions(&[6], 2)), rules(6, 1, 2, ""));
    assert!(!of_shape(2, "XX").is_grid(), "a domino on 2×2 has no diagonals");
}

#[test]
fn play_is_that_of_the_oracle() {
    let mut random = Seeded::new(41);
    for round in 0..300 {
        let spec = random_spec(&mut random, 20);
        let rules = Rules::from_lines(spec.clone()).expect("valid");
        let k = rules.k() as i64;
        let custom: Vec<i64> = (0..=k).map(|n| n * n - 3).collect();
        let weights = Heuristic::Custom(Weights::new(custom.clone(), 3, EmptyLine::Turn).expect("in range"));
        let weights = weights.compile(&rules).expect("fits");
        let mut position = Position::new(&rules);
        let mut accumulator = weights.accumulator(&position);
        let mut before = Vec::new();
        while position.status() == Status::Ongoing {
            let oracle = Plain::of(&spec, &position);
            let moves: Vec<_> = position.legal_moves().collect();
            assert_eq!(moves, oracle.moves(), "{round}");
            for player in Player::ALL {
                let mut completions: Vec<_> = position.completions(player).collect();
                completions.sort_unstable();
                completions.dedup();
                assert_eq!(completions, oracle.completions(player), "{round} {}", position.board());
            }
            assert_eq!(weights.evaluate(&position), oracle.value(&custom, 3, "turn"), "{round} {}", position.board());
            assert_eq!(accumulator, weights.accumulator(&position));
            before.push((position.clone(), accumulator));
            let cell = moves[random.below(moves.len())];
            position.play_observed(cell, |from, to| weights.update(&mut accumulator, from, to));
            assert_eq!(position.reachable(), Some(true));
        }
        let oracle = Plain::of(&spec, &position);
        assert_eq!(position.winner(), oracle.winner(), "{round}");
        let lines: Vec<Vec<usize>> =
            oracle.lines.iter().filter(|line| oracle.is_complete(line, oracle.turn.opponent())).cloned().collect();
        assert_eq!(position.winning_lines(), lines, "{round}");
        while let Some((earlier, accumulator)) = before.pop() {
            position.undo();
            assert_eq!(position.line_states(), earlier.line_states());
            assert_eq!((position.key(), position.open_lines()), (earlier.key(), earlier.open_lines()));
            assert_eq!(accumulator, weights.accumulator(&position));
        }
    }
}

/// A symmetry maps lines to lines and columns to columns; all products are there.
#[test]
fn symmetries_are_a_group_of_automorphisms() {
    let mut random = Seeded::new(42);
    let mut specs: Vec<LinesSpec> = (0..100).map(|_| random_spec(&mut random, 12)).collect();
    // Tippy, and tic-tac-toe, which has as many lines.
    specs.push(list_of(&of_shape(3, ".XX/XX.")));
    let known = [
        (of_dimensions(&dimensions(&[3, 3, 3], 3)), 48),
        (of_dimensions(&dimensions(&[4, 4, 4], 4)), 192),
        (of_dimensions(&DimensionsSpec { gravity: Some(2), ..dimensions(&[4, 4, 4], 4) }), 8),
        (of_dimensions(&DimensionsSpec { wrap: vec![true; 2], ..dimensions(&[3, 3], 3) }), 432),
        (of_shape(3, ".XX/XX."), 32),
        (of_dimensions(&DimensionsSpec { wrap: vec![true], ..dimensions(&[7], 3) }), 14),
        (of_dimensions(&dimensions(&[3, 3, 3, 3], 3)), 384),
        (inarow_engine::Preset::Fano.rules(), 168),
    ];
    for (rules, order) in known {
        assert_eq!(Game::new(&rules).symmetries().len(), order, "{:?}", rules.line_board().map(|board| board.origin()));
    }
    specs.extend(assorted_rules().iter().filter(|rules| rules.k() > 1).map(|rules| as_list(rules).0));
    let (mut nontrivial, mut found) = (0, 0);
    for spec in specs {
        let game = Game::new(&Rules::from_lines_as_they_are(spec).expect("valid"));
        let sorted = |mut line: Vec<usize>| {
            line.sort_unstable();
            line
        };
        let lines: std::collections::HashSet<Vec<usize>> = (0..game.lines().len())
            .map(|line| sorted(game.lines().cells(line).iter().map(|&cell| cell.into()).collect()))
            .collect();
        let columns: Vec<Vec<usize>> =
            game.columns().iter().map(|column| column.iter().map(|&cell| cell.into()).collect()).collect();
        let cells = game.rules().cells();
        let images: Vec<Vec<usize>> =
            game.symmetries().iter().map(|symmetry| (0..cells).map(|cell| symmetry.image(cell)).collect()).collect();
        assert!(images[0].iter().copied().eq(0..cells), "the identity first");
        for image in &images {
            let map = |line: &Vec<usize>| line.iter().map(|&cell| image[cell]).collect::<Vec<_>>();
            assert!(lines.iter().all(|line| lines.contains(&sorted(map(line)))));
            assert!(columns.iter().all(|column| columns.contains(&map(column))));
        }
        let all: std::collections::HashSet<&Vec<usize>> = images.iter().collect();
        assert_eq!(all.len(), images.len());
        if images.len() <= 100 {
            let products =
                images.iter().flat_map(|a| images.iter().map(move |b| a.iter().map(|&cell| b[cell]).collect()));
            assert!(products.into_iter().all(|product: Vec<usize>| all.contains(&product)));
        }
        // By brute force, where that is possible.
        if cells <= 7 || cells == 9 && lines.len() == 8 {
            assert_eq!(
                images.len(),
                permutations(cells, &|image: &[usize]| {
                    let map = |line: &Vec<usize>| line.iter().map(|&cell| image[cell]).collect::<Vec<_>>();
                    lines.iter().all(|line| lines.contains(&sorted(map(line))))
                        && columns.iter().all(|column| columns.contains(&map(column)))
                })
            );
            found += 1;
            nontrivial += usize::from(images.len() > 1);
        }
    }
    assert!(found > 10 && nontrivial > 3, "{found} {nontrivial}");
}

fn permutations(cells: usize, holds: &dyn Fn(&[usize]) -> bool) -> usize {
    fn walk(image: &mut Vec<usize>, cells: usize, holds: &dyn Fn(&[usize]) -> bool) -> usize {
        if image.len() == cells {
            return usize::from(holds(image));
        }
        let mut count = 0;
        for cell in 0..cells {
            if !image.contains(&cell) {
                image.push(cell);
                count += walk(image, cells, holds);
                image.pop();
            }
        }
        count
    }
    walk(&mut Vec::new(), cells, holds)
}
