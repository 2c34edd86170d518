//! The limits of the contract: how much a request may ask for.

use std::time::Duration;

use inarow_engine::engine::Query;
use inarow_engine::game::{ERRORS_LISTED_MAX, LineBoard, Rules};
use inarow_engine::heuristic::Weights;

/// Largest seed: the largest integer up to which a double is exact.
pub const SEED_MAX: u64 = (1 << 53) - 1;

/// Most errors of a request that an answer lists.
pub const ERRORS_MAX: u64 = ERRORS_LISTED_MAX as u64;

/// The most that requests may ask for, and the defaults. Each name ends with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest answer, in bytes.
    pub answer_bytes_max: u64,
    /// Most plies to look ahead.
    pub depth_max: u32,
    /// Most positions to visit.
    pub nodes_max: u64,
    /// Search time of a request that names no limit, in milliseconds.
    pub movetime_ms_default: u64,
    /// Longest search time, in milliseconds; searches limited by depth or nodes only end there, too.
    pub movetime_ms_max: u64,
    /// Search time of each move of a review that names no limit, with an exact source that has no book, in milliseconds; the whole review ends at
    /// the longest search time.
    pub review_move_ms_default: u64,
    /// Most nodes of each search of a review that names no limit and has no exact source: so it ends in the same way each time.
    pub review_nodes_default: u64,
    /// Most requests in one batch.
    pub batch_requests_max: u32,
    /// Longest time for all searches of a batch together, in milliseconds.
    pub batch_movetime_ms_max: u64,
    /// Most games in one match.
    pub match_games_max: u32,
    /// Longest time for a whole match, in milliseconds.
    pub match_movetime_ms_max: u64,
    /// Most nodes of a search tree that is shown.
    pub tree_nodes_max: u32,
    /// Most nodes that are counted of a tree that is too large.
    pub tree_nodes_counted_max: u32,
    /// Most lines that explain static values in one tree.
    pub tree_lines_max: u32,
    /// Most different positions that a count of games may go through.
    pub continuation_positions_max: u32,
    /// Most games on one page.
    pub continuation_page_max: u32,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Limits = Limits {
        answer_bytes_max: 16 << 20,
        depth_max: (Rules::SIDE_MAX * Rules::SIDE_MAX) as u32,
        nodes_max: 1_000_000_000,
        movetime_ms_default: 1_000,
        movetime_ms_max: 10_000,
        review_move_ms_default: 300,
        review_nodes_default: 60_000,
        batch_requests_max: 64,
        batch_movetime_ms_max: 10_000,
        match_games_max: 1_000,
        match_movetime_ms_max: 60_000,
        tree_nodes_max: 10_000,
        tree_nodes_counted_max: 1_000_000,
        tree_lines_max: 200_000,
        continuation_positions_max: 250_000,
        continuation_page_max: 5_000,
    };

    /// The longest search time.
    #[must_use]
    pub fn movetime_max(&self) -> Duration {
        Duration::from_millis(self.movetime_ms_max)
    }

    /// The longest time of a whole match, and of a stream of a review whose searches nodes end.
    #[must_use]
    pub fn match_movetime_max(&self) -> Duration {
        Duration::from_millis(self.match_movetime_ms_max)
    }

    /// The search time of a request that names no limit.
    #[must_use]
    pub fn movetime_default(&self) -> Duration {
        Duration::from_millis(self.movetime_ms_default.min(self.movetime_ms_max))
    }

    /// The search time of a review of `moves` moves that names no limit, with an exact source that has no book.
    #[must_use]
    pub fn review_time_default(&self, moves: usize) -> Duration {
        let whole_ms = self.review_move_ms_default.saturating_mul(moves.max(1) as u64);
        Duration::from_millis(whole_ms.min(self.movetime_ms_max))
    }

    /// The default limit of the nodes of a tree.
    #[must_use]
    pub fn tree_nodes_default(&self) -> u32 {
        const TREE_NODES_DEFAULT: u32 = 1_000;
        self.tree_nodes_max.min(TREE_NODES_DEFAULT)
    }

    /// The default number of games on a page.
    #[must_use]
    pub fn continuation_page_default(&self) -> u32 {
        const CONTINUATION_PAGE_DEFAULT: u32 = 100;
        self.continuation_page_max.min(CONTINUATION_PAGE_DEFAULT)
    }

    /// The name and value of every limit of the contract, unit last in the name.
    #[must_use]
    pub fn published(&self) -> [(&'static str, u64); 29] {
        [
            ("sideMax", Rules::SIDE_MAX as u64),
            ("cellsMax", Rules::CELLS_MAX as u64),
            ("linesMax", LineBoard::LINES_MAX as u64),
            ("lineCellsMax", LineBoard::LINE_CELLS_MAX as u64),
            ("dimensionsMax", LineBoard::DIMENSIONS_MAX as u64),
            ("placeMax", LineBoard::PLACE_MAX as u64),
            ("depthMax", u64::from(self.depth_max)),
            ("nodesMax", self.nodes_max),
            ("movetimeMsDefault", self.movetime_ms_default.min(self.movetime_ms_max)),
            ("movetimeMsMax", self.movetime_ms_max),
            ("reviewMoveMsDefault", self.review_move_ms_default.min(self.movetime_ms_max)),
            ("reviewNodesDefault", self.review_nodes_default.min(self.nodes_max)),
            ("answerBytesMax", self.answer_bytes_max),
            ("batchRequestsMax", u64::from(self.batch_requests_max)),
            ("batchMovetimeMsMax", self.batch_movetime_ms_max),
            ("matchGamesMax", u64::from(self.match_games_max)),
            ("matchMovetimeMsMax", self.match_movetime_ms_max),
            ("skillMax", u64::from(Query::SKILL_MAX)),
            ("seedMax", SEED_MAX),
            ("faultsMax", ERRORS_MAX),
            ("weightMax", Weights::WEIGHT_MAX as u64),
            ("tempoMax", Weights::TEMPO_MAX as u64),
            ("treeNodesDefault", u64::from(self.tree_nodes_default())),
            ("treeNodesMax", u64::from(self.tree_nodes_max)),
            ("treeNodesCountedMax", u64::from(self.tree_nodes_counted_max)),
            ("treeLinesMax", u64::from(self.tree_lines_max)),
            ("continuationPositionsMax", u64::from(self.continuation_positions_max)),
            ("continuationPageDefault", u64::from(self.continuation_page_default())),
            ("continuationPageMax", u64::from(self.continuation_page_max)),
        ]
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
