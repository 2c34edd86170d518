//! The closed list of reasons.

use crate::game::Cell;

/// The kind of a reason: what it says of a move, with its one definition.
///
/// The old advice for tic-tac-toe comes first, in its order: win, block, fork, block the fork, centre, opposite corner, corner,
/// side. *Now* is the position before the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReasonKind {
    /// The move completes a line, which wins or, in misère play, loses. One reason for each line; `cells`: the line.
    CompletesLine,
    /// The opponent would complete a line with a stone on this cell. Not in misère play. One reason for each line; `cells`: the line.
    BlocksLine,
    /// The move ends nothing, the opponent has no winning cell after it, and the mover has two or more, of which the opponent
    /// can take only one. With gravity, the cell on top of a winning cell counts where the mover would complete a line there
    /// once the opponent has played below. The mover wins with its next move. Not in misère play. `cells`: these cells.
    MakesFork,
    /// If the opponent were to move now, it could make a fork; after the move it can neither make a fork nor complete a line.
    /// Not in misère play. `cells`: where it could have made a fork.
    StopsFork,
    /// After the move the opponent cannot win with its reply, it has two or more replies, and all but one lose at once: the mover
    /// completes a line with its next move or, in misère play, the reply completes a line. `cells` and `moves`: that reply.
    Forces,
}

impl ReasonKind {
    /// All kinds, in the order in which reasons are listed.
    pub const ALL: [ReasonKind; 5] = [
        ReasonKind::CompletesLine,
        ReasonKind::BlocksLine,
        ReasonKind::MakesFork,
        ReasonKind::StopsFork,
        ReasonKind::Forces,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ReasonKind::CompletesLine => "completes-line",
            ReasonKind::BlocksLine => "blocks-line",
            ReasonKind::MakesFork => "makes-fork",
            ReasonKind::StopsFork => "stops-fork",
            ReasonKind::Forces => "forces",
        }
    }
}

/// A fact about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub kind: ReasonKind,
    /// The cells that the fact is about; see the kind.
    pub cells: Vec<Cell>,
    /// The moves that show it, in order, from the position after the move; empty for most kinds.
    pub moves: Vec<Cell>,
}

impl Reason {
    pub(super) fn of_cells(kind: ReasonKind, cells: Vec<Cell>) -> Reason {
        Reason { kind, cells, moves: Vec::new() }
    }
}
