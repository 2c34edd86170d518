//! Textbook trees against minimax, and every claim that a node makes about its value.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Seeded, assorted_rules, random_position, rules};
use inarow_engine::game::{Game, Player, Position, Setup, Status};
use inarow_engine::heuristic::{EmptyLine, Heuristic, LineWeights, Named, Weights};
use inarow_engine::search::{
    Exactness, Limits, NodeKind, Score, Tree, TreeError, TreeNode, TreePlan, Verdict, Wanted, minimax,
};

fn plan(depth: u32, prune: bool, transpositions: bool) -> TreePlan {
    TreePlan {
        depth,
        cells: Vec::new(),
        prune,
        transpositions,
        trace: true,
        nodes_max: 1_000_000,
        nodes_counted_max: 1_000_000,
        lines_max: 10_000_000,
    }
}

fn grow(position: &Position, weights: &LineWeights, plan: &TreePlan) -> Tree {
    Tree::grow(position, weights, plan, &Limits::default()).expect("the tree fits")
}

fn board(text: &str, turn: Player) -> Position {
    let game = Game::shared(rules(3, 3, 3, ""));
    let cells = Setup::parse(&game, text).expect("a board");
    Setup { game, cells, turn: Some(turn) }.into_position(false).expect("a position")
}

fn weights(named: Named, position: &Position) -> LineWeights {
    Heuristic::Named(named).compile(position.rules()).expect("the heuristic fits")
}

/// Cell and score of the root's children.
fn children(tree: &Tree) -> Vec<(usize, Verdict, Exactness)> {
    let child = |&id: &usize| {
        let TreeNode { cell, value, .. } = &tree.nodes[id];
        (cell.expect("a move"), value.score.verdict(value.complete, 3), value.exactness())
    };
    tree.nodes[0].children.iter().map(child).collect()
}

/// `XXO.O..OX`, X to move: 3 and 5 lose to O at 6; 6 is chosen.
#[test]
fn the_worked_example_comes_out() {
    let position = board("XXO.O..OX", Player::X);
    let weights = weights(Named::OpenPieces, &position);
    let loss = Verdict::Loss { plies: 2 };
    for (depth, nodes, leaf_value) in [(2, 10, -2), (3, 14, 0)] {
        let tree = grow(&position, &weights, &plan(depth, false, false));
        let six = if depth == 2 { Verdict::Unknown { value: leaf_value } } else { Verdict::Draw { plies: 3 } };
        let exact = Exactness::Exact;
        assert_eq!(children(&tree), [(3, loss, exact), (5, loss, exact), (6, six, exact)], "depth {depth}");
        assert_eq!(tree.nodes.len(), nodes, "depth {depth}");
        let best = tree.nodes[0].best.and_then(|best| tree.nodes[best].cell);
        assert_eq!((best, tree.nodes[0].value.score), (Some(6), six.score()));
        let pruned = grow(&position, &weights, &plan(depth, true, false));
        assert_eq!(pruned.principal_variation(), tree.principal_variation());
        println!("depth {depth}: {:?} {:?}", tree.counts, pruned.counts);
    }
}

/// The true value of every position that the tree can meet, by ply: that of the tree in which nothing is left out.
fn truth(full: &Tree) -> HashMap<(u32, String), Score> {
    full.nodes.iter().map(|node| ((node.ply, node.board.clone()), node.value.score)).collect()
}

fn assert_consistent(tree: &Tree, truth: &HashMap<(u32, String), Score>, max: Player, what: &str) {
    let count = |wanted: fn(&TreeNode) -> bool| tree.nodes.iter().filter(|node| wanted(node)).count() as u64;
    assert_eq!(tree.nodes.len() as u64, tree.counts.nodes, "{what}");
    let is_leaf = |node: &TreeNode| matches!(node.kind, NodeKind::Leaf { .. } | NodeKind::Finished { .. });
    assert_eq!(count(is_leaf), tree.counts.leaves, "{what}");
    assert_eq!(count(|node| node.cutoff.is_some()), tree.counts.cutoffs, "{what}");
    for (id, node) in tree.nodes.iter().enumerate() {
        let what = format!("{what}: node {id}, {node:?}");
        let (score, true_score) = (node.value.score, truth[&(node.ply, node.board.clone())]);
        match node.value.exactness() {
            Exactness::Exact => assert_eq!(true_score, score, "{what}"),
            Exactness::AtLeast => assert!(true_score >= score, "{what}"),
            Exactness::AtMost => assert!(true_score <= score, "{what}"),
        }
        for &child in &node.children {
            assert!(child > id && tree.nodes[child].parent == Some(id), "{what}");
        }
        let inner = node.kind == NodeKind::Inner;
        assert_eq!(inner, !node.children.is_empty(), "{what}");
        let best = node.best.map(|best| tree.nodes[best].value.score);
        assert_eq!(best, inner.then_some(score), "{what}");
        for bound in [node.window.alpha, node.window.beta].into_iter().flatten() {
            assert!(bound.by < id && tree.nodes[bound.by].value.score == bound.score, "{what}");
        }
        if let Some(cutoff) = &node.cutoff {
            assert!(!cutoff.untried.is_empty(), "{what}");
            let closes = if node.turn == max { score >= cutoff.bound.score } else { score <= cutoff.bound.score };
            assert!(closes && cutoff.bound.by < id, "{what}");
        }
        match &node.kind {
            NodeKind::Transposition { of } => {
                let earlier = &tree.nodes[*of];
                assert_eq!((*of < id, &earlier.board, earlier.ply), (true, &node.board, node.ply), "{what}");
                assert_eq!(earlier.kind, NodeKind::Inner, "{what}");
            }
            NodeKind::Leaf { value, lines } => {
                let sum: i64 = lines.iter().map(|line| line.value).sum();
                assert_eq!(if max == Player::X { sum } else { -sum }, *value, "{what}");
            }
            NodeKind::Inner | NodeKind::Finished { .. } => {}
        }
    }
}

#[test]
fn trees_agree_with_minimax_on_seeded_positions() {
    let mut random = Seeded::new(7);
    let (mut cutoffs, mut transpositions) = (0, 0);
    for rules in assorted_rules() {
        let mut heuristics: Vec<_> = Named::ALL.into_iter().map(Heuristic::Named).collect();
        let own = (0..=rules.k() as i64).map(|n| (n * 7 + 3) % 11 - 4).collect();
        heuristics.push(Heuristic::Custom(Weights::new(own, 2, EmptyLine::Turn).expect("weights in range")));
        for round in 0..6 {
            let position = random_position(&rules, random.below(rules.cells()), &mut random);
            let depth = 1 + random.below(if rules.cells() <= 12 { 4 } else { 3 }) as u32;
            for heuristic in &heuristics {
                let weights = heuristic.compile(&rules).expect("the heuristic fits");
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let moves: Vec<_> = position.legal_moves().collect();
                let plain = minimax(&position, &weights, &moves, Wanted::Best(1), &limits, &mut |_| {});
                let full = grow(&position, &weights, &plan(depth, false, false));
                let what = format!("{rules:?} {} round {round} depth {depth} {heuristic:?}", position.board());
                assert_eq!(full.counts, plain.counts, "{what}");
                let truth = truth(&full);
                for (prune, same) in [(false, false), (false, true), (true, false), (true, true)] {
                    let tree = grow(&position, &weights, &plan(depth, prune, same));
                    let what = format!("{what} prune {prune} transpositions {same}");
                    let (root, best) = (&tree.nodes[0], &plain.moves[0]);
                    assert_eq!((root.value.score, root.value.exactness()), (best.score, Exactness::Exact), "{what}");
                    assert!(root.value.complete || !best.complete, "{what}");
                    assert_eq!(tree.principal_variation(), best.pv, "{what}");
                    assert_consistent(&tree, &truth, position.turn(), &what);
                    assert!(tree.nodes.len() <= full.nodes.len(), "{what}");
                    cutoffs += tree.counts.cutoffs;
                    let kinds = tree.nodes.iter().map(|node| &node.kind);
                    transpositions += kinds.filter(|kind| matches!(kind, NodeKind::Transposition { .. })).count();
                }
            }
        }
    }
    assert!(cutoffs > 1_000 && transpositions > 200, "{cutoffs} cutoffs, {transpositions} transpositions");
}

#[test]
fn a_tree_that_is_too_large_says_how_large() {
    let position = Position::new(Game::shared(rules(3, 3, 3, "")));
    let weights = weights(Named::Lines, &position);
    let limits = Limits::default();
    let fault =
        |plan: &TreePlan, limits: &Limits| Tree::grow(&position, &weights, plan, limits).expect_err("too large");
    let few = TreePlan { nodes_max: 100, ..plan(3, false, false) };
    // 1 + 9 + 72 + 504, see perft.
    assert_eq!(fault(&few, &limits), TreeError::TooManyNodes { nodes: 586, counted_all: true });
    let blind = TreePlan { nodes_counted_max: 200, ..few.clone() };
    assert_eq!(fault(&blind, &limits), TreeError::TooManyNodes { nodes: 200, counted_all: false });
    let terse = TreePlan { lines_max: 10, ..plan(1, false, false) };
    assert!(matches!(fault(&terse, &limits), TreeError::TooManyLines { lines } if lines > 10));
    assert!(Tree::grow(&position, &weights, &TreePlan { trace: false, ..terse }, &limits).is_ok());
    let gone = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(fault(&few, &gone), TreeError::Cancelled);
}

/// On four cells the tree is that of a game with four moves: 1 + 4 + 12 + 24 + 24 nodes, and the last ones are leaves.
#[test]
fn a_plan_of_few_cells_plays_no_others() {
    let position = Position::new(Game::shared(rules(15, 15, 5, "")));
    let weights = weights(Named::Lines, &position);
    let cells = vec![96, 97, 112, 128];
    let tree = grow(&position, &weights, &TreePlan { cells: cells.clone(), ..plan(6, false, false) });
    assert_eq!(tree.nodes.len(), 65);
    assert!(tree.nodes.iter().filter_map(|node| node.cell).all(|cell| cells.contains(&cell)));
    for node in &tree.nodes {
        assert_eq!(matches!(node.kind, NodeKind::Leaf { .. }), node.ply == 4, "{node:?}");
    }
    let pruned = grow(&position, &weights, &TreePlan { cells, ..plan(6, true, false) });
    assert_eq!(pruned.nodes[0].value, tree.nodes[0].value);
    assert!(pruned.nodes.len() < tree.nodes.len());
}

#[test]
fn a_finished_game_is_a_tree_of_one_node() {
    let position = board("XXXOO....", Player::O);
    assert_eq!(position.status(), Status::Won);
    let tree = grow(&position, &weights(Named::Lines, &position), &plan(3, true, true));
    assert_eq!((tree.nodes.len(), tree.nodes[0].best), (1, None));
    let NodeKind::Finished { winner, winning_lines } = &tree.nodes[0].kind else { panic!("the game is over") };
    assert_eq!((*winner, winning_lines.as_slice()), (Some(Player::X), &[vec![0, 1, 2]][..]));
}
