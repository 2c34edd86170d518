use super::*;
use inarow_engine::game::{Game, Overline, Preset, Rules, RulesSpec};
use inarow_engine::heuristic::Heuristic;
use inarow_engine::search::{Limits, TreePlan};

fn grow(position: &Position, depth: u32, prune: bool) -> Tree {
    let plan = TreePlan {
        depth,
        cells: Vec::new(),
        prune,
        transpositions: true,
        trace: false,
        nodes_max: 10_000,
        nodes_counted_max: 10_000,
        lines_max: 0,
    };
    let heuristic = Heuristic::Named(Heuristic::default_for(position.rules()));
    let weights = heuristic.compile(position.rules()).expect("weights");
    Tree::grow(position, &weights, &plan, &Limits::default()).expect("a small tree")
}

fn figure<'a>(position: &'a Position, tree: &'a Tree, prune: bool) -> Figure<'a> {
    let algorithm = if prune { Algorithm::AlphaBeta } else { Algorithm::Minimax };
    Figure { position, tree, algorithm, heuristic: "lines", depth: 2, theme: Theme::Light }
}

fn positions() -> Vec<Position> {
    let parse = |preset, board| Position::parse(preset, board).expect("a board");
    let spec = RulesSpec { width: 20, height: 3, k: 3, gravity: true, overline: Overline::Allowed, misere: false };
    vec![
        Position::new(Preset::TicTacToe),
        parse(Preset::TicTacToe, "XX.OO.X.O"),
        parse(Preset::TicTacToe, "XXXOO...."),
        parse(Preset::TicTacToe, "XOXXOOOXX"),
        Position::from_columns(Preset::ConnectFour, "4453").expect("legal moves"),
        Position::new(Game::shared(Rules::new(spec).expect("rules"))),
    ]
}

/// The tests' trees: of each position, by both algorithms, to depths that fold and that do not.
fn each(mut check: impl FnMut(&Figure<'_>, &Outline)) {
    for position in positions() {
        for (depth, prune) in [(1, true), (2, true), (3, false), (9, true)] {
            // A tree to depth 9 is small enough only at the end of a game.
            if depth > 3 && position.empties() > 6 {
                continue;
            }
            let tree = grow(&position, depth, prune);
            check(&figure(&position, &tree, prune), &Outline::of(&tree));
        }
    }
}

#[test]
fn every_node_is_drawn_or_counted_and_no_level_is_too_wide() {
    let mut folded = 0;
    each(|figure, outline| {
        let hidden: usize = outline.parts.iter().map(|part| part.hidden).sum();
        assert_eq!(outline.drawn + hidden, figure.tree.nodes.len());
        for ply in 0..=LEVELS_MAX {
            let level = outline.parts.iter().filter(|part| part.ply == ply).count();
            assert!(level <= LEVEL_NODES_MAX, "{level} boards at ply {ply}");
        }
        folded += usize::from(hidden > 0);
        assert_eq!(figure.folded(outline).is_some(), hidden > 0);
    });
    assert!(folded > 3, "some trees are folded");
}

#[test]
fn a_fold_keeps_the_principal_variation_and_the_child_that_gives_each_value() {
    each(|figure, outline| {
        let principal = outline.parts.iter().filter(|part| part.is_principal).count();
        let variation = figure.tree.principal_variation().len();
        // A transposition continues at another node.
        assert!(principal <= variation + 1 && (principal > 1 || variation == 0), "{principal} of {variation}");
        for part in outline.parts.iter().filter(|part| !part.children.is_empty()) {
            let Kind::Node(id) = part.kind else { panic!("moves that were cut off have no children") };
            let best = figure.tree.nodes[id].best.map(Kind::Node);
            assert!(part.children.iter().any(|&child| Some(outline.parts[child].kind) == best), "#{id}");
        }
    });
}

#[test]
fn nothing_touches_and_parents_stand_above_the_middle_of_their_children() {
    const WIDTH: f32 = 96.0;
    const GAP: f32 = 12.0;
    each(|_, outline| {
        let layout = Layout::new(outline, WIDTH, GAP);
        for ply in 0..=LEVELS_MAX {
            let level = outline.parts.iter().zip(&layout.middles).filter(|(part, _)| part.ply == ply);
            let middles: Vec<f32> = level.map(|(_, middle)| *middle).collect();
            // Places are whole pixels.
            assert!(middles.windows(2).all(|pair| pair[1] - pair[0] >= WIDTH + GAP - 1.0), "{ply}: {middles:?}");
            let is_within = |middle: &f32| *middle >= WIDTH / 2.0 - 1.0 && *middle <= layout.width - WIDTH / 2.0 + 1.0;
            assert!(middles.iter().all(is_within), "{middles:?} of {}", layout.width);
        }
        for (part, middle) in outline.parts.iter().zip(&layout.middles) {
            let (Some(&first), Some(&last)) = (part.children.first(), part.children.last()) else { continue };
            assert!((layout.middles[first] + layout.middles[last] - 2.0 * middle).abs() <= 2.0);
        }
    });
}

/// Each language names every node that is drawn, every cut with its reason, and how much is left out.
#[test]
fn every_language_tells_the_same() {
    each(|figure, outline| {
        for language in [Language::Svg, Language::Dot, Language::Mermaid] {
            let text = figure.write(language);
            let count = |part: &str| text.matches(part).count();
            let lines = |name: &str| {
                let is_part =
                    |line: &&str| line.starts_with(name) && (line.contains(" [label=") || line.contains("(\""));
                text.lines().filter(is_part).filter(|line| !line.contains("->")).count()
            };
            let (nodes, cuts) = match language {
                Language::Svg => {
                    let cuts = count("<title>not searched");
                    (count("href=\"#board\"") - cuts, cuts)
                }
                Language::Dot | Language::Mermaid => (lines("  n"), lines("  c")),
            };
            let expected = outline.parts.iter().filter(|part| matches!(part.kind, Kind::Cut(_))).count();
            assert_eq!((nodes, cuts), (outline.drawn, expected), "{language:?}");
            let reasons = outline.parts.iter().filter_map(|part| match part.kind {
                Kind::Cut(id) => figure.reason(&figure.tree.nodes[id]),
                Kind::Node(_) => None,
            });
            for reason in reasons.flatten() {
                let reason = if language == Language::Mermaid { reason.replace('#', "#35;") } else { reason };
                assert!(text.contains(&reason), "{language:?} lacks {reason}");
            }
            assert_eq!(text.contains("Folded: "), figure.folded(outline).is_some());
            assert!(text.contains(&figure.title()), "{language:?}");
        }
    });
}

#[test]
fn a_reason_names_both_sides() {
    let position = Position::parse(Preset::TicTacToe, "XX.OO.X.O").expect("a board");
    let tree = grow(&position, 2, true);
    let figure = figure(&position, &tree, true);
    let cut = tree.nodes.iter().find(|node| node.cutoff.is_some()).expect("a cutoff");
    let [here, elsewhere] = figure.reason(cut).expect("a reason");
    assert!(here.starts_with("≤ ") && elsewhere == "MAX has win 1 (#1)", "{here} {elsewhere}");
    assert_eq!(figure.title(), "Alpha-beta, depth 2: X plays c3, win 1");
    let over = Position::parse(Preset::TicTacToe, "XXXOO....").expect("a board");
    let tree = grow(&over, 2, true);
    let title = Figure { position: &over, tree: &tree, ..figure }.title();
    assert_eq!(title, "The game is over: loss for O");
}

/// Of a large board a figure shows the part that matters, all stones and moves within it.
#[test]
fn a_large_board_is_drawn_where_it_is_played() {
    let mut position = Position::new(Preset::Gomoku);
    let tree = |position: &Position| Tree { nodes: Vec::new(), counts: grow(position, 1, true).counts };
    assert_eq!(figure(&position, &tree(&position), true).region().width, 15, "an empty board is drawn whole");
    [112, 128, 0].into_iter().for_each(|cell| position.play_unchecked(cell));
    let none = tree(&position);
    let region = figure(&position, &none, true).region();
    assert_eq!(region, Region { column: 0, row: 0, width: 10, height: 10 });
    let cells: Vec<usize> = region.rows(position.rules()).into_iter().flatten().flatten().collect();
    assert!(cells.len() == 100 && [112, 128, 0].iter().all(|cell| cells.contains(cell)));
    let corner = Region::of(position.rules(), [224].into_iter());
    assert_eq!(corner, Region { column: 10, row: 10, width: 5, height: 5 });
}

/// The largest figure: twelve boards on each of nine levels of the largest board.
#[test]
fn the_largest_figure_has_few_bytes() {
    let spec = RulesSpec { width: 20, height: 20, k: 5, gravity: false, overline: Overline::Allowed, misere: false };
    let mut position = Position::new(Game::shared(Rules::new(spec).expect("rules")));
    // Colours in pairs of columns and rows, so that no line is complete.
    let (mut x, mut o): (Vec<usize>, Vec<usize>) =
        (20..400).partition(|cell| ((cell % 20) / 2 + (cell / 20) / 2) % 2 == 0);
    while let (Some(own), Some(other)) = (x.pop(), o.pop()) {
        position.play_unchecked(own);
        position.play_unchecked(other);
    }
    let heuristic = Heuristic::Named(Heuristic::default_for(position.rules()));
    let plan = TreePlan {
        depth: 9,
        cells: vec![0, 1, 2],
        prune: false,
        transpositions: true,
        trace: false,
        nodes_max: 10_000,
        nodes_counted_max: 10_000,
        lines_max: 0,
    };
    let weights = heuristic.compile(position.rules()).expect("weights");
    let tree = Tree::grow(&position, &weights, &plan, &Limits::default()).expect("a tree");
    for language in [Language::Svg, Language::Dot, Language::Mermaid] {
        let bytes = figure(&position, &tree, false).write(language).len();
        assert!(bytes < 200_000, "{language:?}: {bytes} bytes");
    }
}
