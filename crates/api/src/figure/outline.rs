//! The drawn nodes of a tree, and the number of nodes left out below each of them.

use inarow_engine::search::{NodeId, Tree, TreeNode};

use super::{LEVEL_NODES_MAX, LEVELS_MAX};

/// The content of a part of the figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A node of the tree.
    Node(NodeId),
    /// The moves that were not searched at a node.
    Cut(NodeId),
}

/// A part of the figure.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub kind: Kind,
    pub ply: u32,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    /// Nodes of the tree that are left out below it.
    pub hidden: usize,
    /// Whether it has moves that were not searched and are no part of their own.
    pub hides_cut: bool,
    /// Whether it belongs to the principal variation.
    pub is_principal: bool,
}

/// The parts of a figure, level by level from the root, each level from the left.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub parts: Vec<Part>,
    /// Nodes of the tree that are drawn.
    pub drawn: usize,
}

impl Outline {
    /// Chooses the drawn nodes of a tree.
    pub fn of(tree: &Tree) -> Outline {
        let sizes = sizes(tree);
        let mut outline = Outline { parts: Vec::new(), drawn: 0 };
        if tree.nodes.is_empty() {
            return outline;
        }
        outline.add(Kind::Node(0), 0, None, true);
        let mut level = vec![0];
        for ply in 1.. {
            let next = outline.add_level(tree, &level, ply);
            for &at in &level {
                outline.count_hidden(tree, &sizes, at);
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        outline
    }

    fn add(&mut self, kind: Kind, ply: u32, parent: Option<usize>, is_principal: bool) -> usize {
        let at = self.parts.len();
        self.drawn += usize::from(matches!(kind, Kind::Node(_)));
        self.parts.push(Part { kind, ply, parent, children: Vec::new(), hidden: 0, hides_cut: false, is_principal });
        if let Some(parent) = parent {
            self.parts[parent].children.push(at);
        }
        at
    }

    /// Adds the drawn parts below a level, and returns their indices.
    fn add_level(&mut self, tree: &Tree, level: &[usize], ply: u32) -> Vec<usize> {
        if ply > LEVELS_MAX {
            return Vec::new();
        }
        let families: Vec<Family> = level.iter().filter_map(|&at| Family::of(tree, &self.parts[at], at)).collect();
        let shown = shown(&families);
        let mut added = Vec::new();
        for family in &families {
            for (kind, _) in family.members.iter().filter(|(kind, _)| shown.contains(kind)) {
                let is_principal = family.is_principal && *kind == Kind::Node(family.best);
                added.push(self.add(*kind, ply, Some(family.parent), is_principal));
            }
        }
        added
    }

    /// Counts the nodes left out below a part whose children are there.
    fn count_hidden(&mut self, tree: &Tree, sizes: &[usize], at: usize) {
        let Kind::Node(id) = self.parts[at].kind else { return };
        let Some(node) = tree.nodes.get(id) else { return };
        let drawn: Vec<Kind> = self.parts[at].children.iter().map(|&child| self.parts[child].kind).collect();
        let left_out = node.children.iter().filter(|&&child| !drawn.contains(&Kind::Node(child)));
        let hidden = left_out.map(|&child| sizes[child]).sum();
        let hides_cut = node.cutoff.is_some() && !drawn.contains(&Kind::Cut(id));
        let part = &mut self.parts[at];
        (part.hidden, part.hides_cut) = (hidden, hides_cut);
    }
}

/// The children of a part: candidates for the next level.
struct Family {
    parent: usize,
    best: NodeId,
    is_principal: bool,
    /// From the left, each with its rank: 0 for the child that gives the value, 1 for moves that were cut off, 2 for the others.
    members: Vec<(Kind, u8)>,
}

impl Family {
    fn of(tree: &Tree, part: &Part, parent: usize) -> Option<Family> {
        let Kind::Node(id) = part.kind else { return None };
        let node: &TreeNode = tree.nodes.get(id)?;
        let best = node.best?;
        let children = node.children.iter().map(|&child| (Kind::Node(child), if child == best { 0 } else { 2 }));
        let cut = node.cutoff.is_some().then_some((Kind::Cut(id), 1));
        let members = children.chain(cut).collect();
        Some(Family { parent, best, is_principal: part.is_principal, members })
    }
}

/// The drawn part of a level: everything if there is room. Else the children that give the values, the moves that were cut off, and as
/// much of the rest as there is room for, from the principal variation on.
fn shown(families: &[Family]) -> Vec<Kind> {
    let members = families.iter().flat_map(|family| {
        let order = u8::from(!family.is_principal);
        family.members.iter().map(move |&(kind, rank)| ((rank, order), kind))
    });
    let mut ranked: Vec<_> = members.collect();
    // The sort is stable: within a rank, from the left.
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().take(LEVEL_NODES_MAX).map(|(_, kind)| kind).collect()
}

/// The size of the subtree of each node, in nodes.
fn sizes(tree: &Tree) -> Vec<usize> {
    let mut sizes = vec![1; tree.nodes.len()];
    // Parents precede their children.
    for (id, node) in tree.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            sizes[parent] += sizes[id];
        }
    }
    sizes
}
