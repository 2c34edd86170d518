//! Ranked moves, on the wire.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::{MoveView, MovesView, ReasonView, ScoreView};
use inarow_engine::engine::RankedMove;
use inarow_engine::engine::expectation::Expectation;
use inarow_engine::game::{Player, Position};

/// Ranked moves of a position, best first.
pub struct RankingView<'a> {
    pub position: &'a Position,
    pub pov: Player,
    /// The scale of the values.
    pub expectation: Expectation,
    pub moves: &'a [RankedMove],
    /// The reasons for each move, with `explain`.
    pub reasons: Option<&'a [Vec<ReasonView>]>,
}

impl Serialize for RankingView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stabiliser = self.position.stabiliser();
        serializer.collect_seq(self.moves.iter().enumerate().map(|(index, ranked)| RankedMoveView {
            rank: index + 1,
            position: self.position,
            score: ScoreView::new(ranked.verdict, self.position.turn(), self.pov, self.expectation),
            class: stabiliser.class(ranked.cell),
            ranked,
            reasons: self.reasons.and_then(|reasons| reasons.get(index)),
        }))
    }
}

struct RankedMoveView<'a> {
    rank: usize,
    position: &'a Position,
    score: ScoreView,
    /// The lowest cell of the moves equivalent to this one.
    class: usize,
    ranked: &'a RankedMove,
    reasons: Option<&'a Vec<ReasonView>>,
}

impl Serialize for RankedMoveView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.position.rules();
        let length = if self.reasons.is_some() { 6 } else { 5 };
        let mut fields = serializer.serialize_struct("RankedMove", length)?;
        fields.serialize_field("rank", &self.rank)?;
        fields.serialize_field("move", &MoveView::new(rules, self.ranked.cell))?;
        fields.serialize_field("score", &self.score)?;
        fields.serialize_field("pv", &MovesView { rules, cells: &self.ranked.pv })?;
        fields.serialize_field("class", &self.class)?;
        if let Some(reasons) = self.reasons {
            fields.serialize_field("reasons", reasons)?;
        }
        fields.end()
    }
}
