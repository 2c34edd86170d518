//! The limits of the server.

use std::time::Duration;

use clap::Args;

use super::ConnectionLimits;
use crate::engine::Query;
use crate::game::{Rules, Setup};
use crate::heuristic::Weights;

/// The limits of this server, as documented settings; `/v1/games` publishes them.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Longest request body, in bytes.
    #[arg(long, env = "INAROW_BODY_BYTES_MAX", default_value_t = Self::DEFAULT.body_bytes_max)]
    pub body_bytes_max: u64,

    /// Longest query string, in bytes.
    #[arg(long, env = "INAROW_QUERY_BYTES_MAX", default_value_t = Self::DEFAULT.query_bytes_max)]
    pub query_bytes_max: u64,

    /// Most bytes of requests with bodies that are in hand, for the whole process; beyond them requests are answered 503.
    #[arg(long, env = "INAROW_REQUESTS_IN_FLIGHT_BYTES_MAX", default_value_t = Self::DEFAULT.requests_in_flight_bytes_max, value_parser = clap::value_parser!(u64).range(1 << 16..1 << 40))]
    pub requests_in_flight_bytes_max: u64,

    /// Longest answer, in bytes; a request whose answer is longer is refused, and a stream that grows longer ends.
    #[arg(long, env = "INAROW_ANSWER_BYTES_MAX", default_value_t = Self::DEFAULT.answer_bytes_max, value_parser = clap::value_parser!(u64).range(1 << 16..1 << 40))]
    pub answer_bytes_max: u64,

    /// Most bytes of answers that wait for their clients, for the whole process; beyond them requests are answered 503.
    #[arg(long, env = "INAROW_ANSWERS_IN_FLIGHT_BYTES_MAX", default_value_t = Self::DEFAULT.answers_in_flight_bytes_max, value_parser = clap::value_parser!(u64).range(1 << 16..1 << 40))]
    pub answers_in_flight_bytes_max: u64,

    #[command(flatten)]
    pub connections: ConnectionLimits,

    /// Most plies that a request may ask to look ahead.
    #[arg(long, env = "INAROW_DEPTH_MAX", default_value_t = Self::DEFAULT.depth_max, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth_max: u32,

    /// Most positions that a request may ask to visit.
    #[arg(long, env = "INAROW_NODES_MAX", default_value_t = Self::DEFAULT.nodes_max, value_parser = clap::value_parser!(u64).range(1..1 << 53))]
    pub nodes_max: u64,

    /// Search time when a request names no limit, in milliseconds.
    #[arg(long, env = "INAROW_MOVETIME_MS_DEFAULT", default_value_t = Self::DEFAULT.movetime_ms_default, value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    pub movetime_ms_default: u64,

    /// Longest search time, in milliseconds; searches limited by depth or nodes only end there, too.
    #[arg(long, env = "INAROW_MOVETIME_MS_MAX", default_value_t = Self::DEFAULT.movetime_ms_max, value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    pub movetime_ms_max: u64,

    /// Search threads of the search pool: how many searches run at the same time. 0 takes one for each core.
    #[arg(long, env = "INAROW_WORKERS", default_value_t = Self::DEFAULT.workers, value_parser = clap::value_parser!(u32).range(..=Self::WORKERS_MAX))]
    pub workers: u32,

    /// Most searches that wait for a thread; one more is answered 503.
    #[arg(long, env = "INAROW_QUEUE_MAX", default_value_t = Self::DEFAULT.queue_max)]
    pub queue_max: u32,

    /// Memory of the transposition table of one search, in MiB.
    #[arg(long, env = "INAROW_TABLE_MIB", default_value_t = Self::DEFAULT.table_mib, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub table_mib: u32,

    /// Longest silence of a stream before it sends a heartbeat, in milliseconds.
    #[arg(long, env = "INAROW_HEARTBEAT_MS", default_value_t = Self::DEFAULT.heartbeat_ms, value_parser = clap::value_parser!(u64).range(1..=8_000))]
    pub heartbeat_ms: u64,

    /// Most requests in one batch.
    #[arg(long, env = "INAROW_BATCH_REQUESTS_MAX", default_value_t = Self::DEFAULT.batch_requests_max, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub batch_requests_max: u32,

    /// Longest time for all searches of a batch together, in milliseconds.
    #[arg(long, env = "INAROW_BATCH_MOVETIME_MS_MAX", default_value_t = Self::DEFAULT.batch_movetime_ms_max, value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    pub batch_movetime_ms_max: u64,

    /// Most games in one match.
    #[arg(long, env = "INAROW_MATCH_GAMES_MAX", default_value_t = Self::DEFAULT.match_games_max, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub match_games_max: u32,

    /// Longest time for a whole match, in milliseconds.
    #[arg(long, env = "INAROW_MATCH_MOVETIME_MS_MAX", default_value_t = Self::DEFAULT.match_movetime_ms_max, value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    pub match_movetime_ms_max: u64,

    /// Most nodes of a search tree that is shown.
    #[arg(long, env = "INAROW_TREE_NODES_MAX", default_value_t = Self::DEFAULT.tree_nodes_max, value_parser = clap::value_parser!(u32).range(1..))]
    pub tree_nodes_max: u32,

    /// How far the nodes of a tree that is too large are counted.
    #[arg(long, env = "INAROW_TREE_NODES_COUNTED_MAX", default_value_t = Self::DEFAULT.tree_nodes_counted_max)]
    pub tree_nodes_counted_max: u32,

    /// Most lines that explain static values in one tree.
    #[arg(long, env = "INAROW_TREE_LINES_MAX", default_value_t = Self::DEFAULT.tree_lines_max)]
    pub tree_lines_max: u32,

    /// Most different positions that a count of games may go through.
    #[arg(long, env = "INAROW_CONTINUATION_POSITIONS_MAX", default_value_t = Self::DEFAULT.continuation_positions_max, value_parser = clap::value_parser!(u32).range(1..))]
    pub continuation_positions_max: u32,

    /// Most games on one page.
    #[arg(long, env = "INAROW_CONTINUATION_PAGE_MAX", default_value_t = Self::DEFAULT.continuation_page_max)]
    pub continuation_page_max: u32,
}

impl ServerLimits {
    /// The default limits.
    pub const DEFAULT: ServerLimits = ServerLimits {
        body_bytes_max: 64 * 1024,
        query_bytes_max: 8 * 1024,
        requests_in_flight_bytes_max: 64 << 20,
        answer_bytes_max: 16 << 20,
        answers_in_flight_bytes_max: 64 << 20,
        connections: ConnectionLimits::DEFAULT,
        depth_max: (Rules::SIDE_MAX * Rules::SIDE_MAX) as u32,
        nodes_max: 1_000_000_000,
        movetime_ms_default: 1_000,
        movetime_ms_max: 10_000,
        workers: 0,
        queue_max: 64,
        table_mib: 64,
        heartbeat_ms: 5_000,
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

    /// Longest head of a request, in bytes.
    pub const HEAD_BYTES_MAX: u64 = 32 << 10;

    /// What a request takes of the bytes in flight besides its head and its body, in bytes.
    pub const REQUEST_BYTES: u64 = 4 << 10;

    /// What a request may take of the bytes in flight besides its body, in bytes.
    pub const REQUEST_HEAD_BYTES_MAX: u64 = Self::REQUEST_BYTES + Self::HEAD_BYTES_MAX;

    /// Most search threads.
    pub const WORKERS_MAX: i64 = 1_024;

    /// Largest seed: the largest integer up to which a double is exact.
    pub const SEED_MAX: u64 = (1 << 53) - 1;

    /// Most errors of a request that an answer lists.
    pub const ERRORS_MAX: u64 = Setup::ERRORS_MAX as u64;

    /// The number of threads of the search pool.
    #[must_use]
    pub fn worker_count(&self) -> usize {
        match self.workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            workers => workers as usize,
        }
    }

    /// The longest search time.
    #[must_use]
    pub fn movetime_max(&self) -> Duration {
        Duration::from_millis(self.movetime_ms_max)
    }

    /// The search time of a request that names no limit.
    #[must_use]
    pub fn movetime_default(&self) -> Duration {
        Duration::from_millis(self.movetime_ms_default.min(self.movetime_ms_max))
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

    /// The name and value of every published limit, unit last in the name.
    #[must_use]
    pub fn published(&self) -> [(&'static str, u64); 35] {
        [
            ("sideMax", Rules::SIDE_MAX as u64),
            ("depthMax", u64::from(self.depth_max)),
            ("nodesMax", self.nodes_max),
            ("movetimeMsDefault", self.movetime_ms_default.min(self.movetime_ms_max)),
            ("movetimeMsMax", self.movetime_ms_max),
            ("bodyBytesMax", self.body_bytes_max),
            ("queryBytesMax", self.query_bytes_max),
            ("requestsInFlightBytesMax", self.requests_in_flight_bytes_max),
            ("answerBytesMax", self.answer_bytes_max),
            ("answersInFlightBytesMax", self.answers_in_flight_bytes_max),
            ("connectionsMax", u64::from(self.connections.connections_max)),
            ("headerTimeoutMs", self.connections.header_timeout_ms),
            ("bodyTimeoutMs", self.connections.body_timeout_ms),
            ("sendTimeoutMs", self.connections.send_timeout_ms),
            ("sendRateBytesMin", self.connections.send_rate_bytes_min),
            ("keepAliveMs", self.connections.keep_alive_ms),
            ("concurrentSearchesMax", self.worker_count() as u64),
            ("queueLengthMax", u64::from(self.queue_max)),
            ("heartbeatMs", self.heartbeat_ms),
            ("batchRequestsMax", u64::from(self.batch_requests_max)),
            ("batchMovetimeMsMax", self.batch_movetime_ms_max),
            ("matchGamesMax", u64::from(self.match_games_max)),
            ("matchMovetimeMsMax", self.match_movetime_ms_max),
            ("skillMax", u64::from(Query::SKILL_MAX)),
            ("seedMax", Self::SEED_MAX),
            ("faultsMax", Self::ERRORS_MAX),
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

impl Default for ServerLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
