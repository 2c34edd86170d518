//! Figures of search trees: SVG for eyes, Graphviz and Mermaid for documents.
//!
//! A level has at most [`LEVEL_NODES_MAX`] boards, so that it can be read. Nodes left out are counted at the node above them, and
//! the figure says how many of the nodes are drawn.

mod dot;
mod layout;
mod mermaid;
mod outline;
mod region;
mod svg;
#[cfg(test)]
mod tests;
mod words;

use inarow_engine::engine::Algorithm;
use inarow_engine::game::Position;
use inarow_engine::search::{Tree, TreeNode};

pub use crate::picture::Theme;
use outline::Outline;
use region::Region;
#[cfg(test)]
use {layout::Layout, outline::Kind};

/// Most boards on a level.
pub(crate) const LEVEL_NODES_MAX: usize = 12;
/// Most levels below the root.
pub(crate) const LEVELS_MAX: u32 = 8;

/// A tree and how it is described.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure<'a> {
    pub position: &'a Position,
    pub tree: &'a Tree,
    pub algorithm: Algorithm,
    pub heuristic: &'a str,
    /// The horizon, in plies.
    pub depth: u32,
    pub theme: Theme,
}

/// The language of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    Svg,
    Dot,
    Mermaid,
}

impl Figure<'_> {
    /// The figure in a language.
    #[must_use]
    pub fn write(&self, language: Language) -> String {
        let outline = Outline::of(self.tree);
        match language {
            Language::Svg => svg::write(self, &outline),
            Language::Dot => dot::write(self, &outline),
            Language::Mermaid => mermaid::write(self, &outline),
        }
    }

    /// Whether windows and cutoffs belong to the picture.
    fn prunes(&self) -> bool {
        self.algorithm == Algorithm::AlphaBeta
    }

    /// Whether MAX is to move at a node.
    fn is_max(&self, node: &TreeNode) -> bool {
        node.turn == self.position.turn()
    }

    /// The part of the board on which all stones and all moves of the tree stand.
    fn region(&self) -> Region {
        let stones = self.position.cells().iter().enumerate().filter_map(|(cell, stone)| stone.map(|_| cell));
        Region::of(self.position.rules(), stones.chain(self.tree.nodes.iter().filter_map(|node| node.cell)))
    }
}
