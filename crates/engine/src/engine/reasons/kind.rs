//! The closed list of reasons.

use crate::game::Cell;
use crate::names::named_enum;

named_enum! {
    /// The kind of a reason, with its one definition.
    ///
    /// The old advice comes first, in its order, so that the rule which `rules` plays by is the first reason of its move. *Now* is the
    /// position before the move, and "after the move" presumes that the move does not end the game.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
    pub enum ReasonKind {
        /// The move completes a line, which wins or, in misère play, loses. One reason for each line; `cells`: the line.
        CompletesLine = "completes-line",
        /// The opponent would complete a line with a stone on this cell. Not in misère play. One reason for each line; `cells`:
        /// the line.
        BlocksLine = "blocks-line",
        /// After the move the opponent has no winning cell, and the mover has two or more, of which the opponent can take only
        /// one. With gravity, the cell on top of a winning cell counts where the mover would complete a line there once the
        /// opponent has played below. At least one of these cells was none of them now. The mover wins with its next move. Not in
        /// misère play. `cells`: these cells.
        MakesFork = "makes-fork",
        /// If the opponent were to move now, it could make a fork; after the move it can neither make a fork nor complete a
        /// line. Nor could it, were it to move, once the replies are made that are forced from there on, of both sides and as
        /// [`ReasonKind::Forces`] has it; then a fork counts also where the mover would complete a line before it. Not in misère
        /// play. `cells`: where it could have made a fork.
        StopsFork = "stops-fork",
        /// On 3×3 without gravity: the middle cell. `cells`: the cell.
        Centre = "centre",
        /// On 3×3 without gravity: a corner, with a stone of the opponent in the corner across the middle. `cells`: that
        /// corner.
        OppositeCorner = "opposite-corner",
        /// On 3×3 without gravity: a corner. `cells`: the cell.
        Corner = "corner",
        /// On 3×3 without gravity: the middle of an edge. `cells`: the cell.
        Side = "side",
        /// The move does not end the game, and after it a line through the cell has n stones of the mover and no other, n from
        /// 2 to k − 1. Where overlines are forbidden, the cells beyond its ends hold no stone of the mover. n is the largest
        /// such number, and the line the first of those with n stones by its cells in ascending order. Not in misère play.
        /// `cells`: the line.
        OpensLine = "opens-line",
        /// On other boards, no cell where the mover could play now is nearer to the centre: of the board or, with gravity, of
        /// the row. `cells`: the cell.
        NearCentre = "near-centre",
        /// After the move the opponent has no winning cell and two or more replies, of which all but one lose at once: the
        /// mover completes a line with its next move or, in misère play, the reply completes a line. It was not so now, with
        /// the opponent to move. `cells` and `moves`: that reply.
        Forces = "forces",
        /// The move is the only legal one, or its outcome is proven and every other legal move has a proven worse one. `cells`:
        /// the cell.
        OnlyMove = "only-move",
        /// The outcomes of all legal moves are proven: no move wins, this one draws, and another one loses. `cells`: the moves
        /// that lose.
        KeepsDraw = "keeps-draw",
        /// The move is a proven loss, and another legal move is proven to win or to draw. `moves`: the variation that refutes
        /// the move, from the reply on; `cells`: the line that ends it, or nothing if the source gives only its beginning.
        GivesWin = "gives-win",
        /// With gravity, after the move: a column where neither side has a winning cell, and where the mover completes a line
        /// on top of the lowest empty cell if the opponent plays there. It was not so now. Not in misère play. One reason for
        /// each column, from the left; `cells` and `moves`: the lowest empty cell and the one above it.
        ZugzwangColumn = "zugzwang-column",
        /// With gravity, after the move: the opponent completes a line on top of the stone; or the mover would have completed
        /// one there if the cell had been playable now, and the opponent can take it. Not in misère play. At most one reason
        /// for each of the two facts, in this order; `cells`: the first such line by its cells in ascending order; `moves`: the
        /// cell on top.
        PlaysUnderThreat = "plays-under-threat",
        /// Where stones are placed freely on an ordinary board with k from 5: the move makes an open three, as
        /// [`Threat`](super::Threat) has it. It does not end the game. Not in misère play. One reason for each direction, in the
        /// order row, column, falling and rising diagonal; `cells`: where one more stone would make the open four.
        MakesOpenThree = "makes-open-three",
        /// Likewise, a stone of the opponent on this cell would make one. `cells`: where one more of its stones would make the
        /// open four.
        StopsOpenThree = "stops-open-three",
    }
}

impl ReasonKind {
    /// The rules of a player by the old advice, in their order.
    pub const RULES: [ReasonKind; 10] = [
        ReasonKind::CompletesLine,
        ReasonKind::BlocksLine,
        ReasonKind::MakesFork,
        ReasonKind::StopsFork,
        ReasonKind::Centre,
        ReasonKind::OppositeCorner,
        ReasonKind::Corner,
        ReasonKind::Side,
        ReasonKind::OpensLine,
        ReasonKind::NearCentre,
    ];
}

/// A fact about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The kind of the reason.
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
