//! The limits of the server.

use clap::Args;

use super::ConnectionLimits;
use super::number::whole;

/// The limits of this server, as documented settings; `/v1/games` publishes them.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Longest request body, in bytes.
    #[arg(long, env = "INAROW_BODY_BYTES_MAX", default_value_t = Self::DEFAULT.body_bytes_max, value_parser = whole::<u64>(..1 << 40))]
    pub body_bytes_max: u64,

    /// Longest query string, in bytes.
    #[arg(long, env = "INAROW_QUERY_BYTES_MAX", default_value_t = Self::DEFAULT.query_bytes_max, value_parser = whole::<u64>(..1 << 40))]
    pub query_bytes_max: u64,

    /// Most bytes of requests with bodies in memory, for the whole process; beyond them requests are answered 503.
    #[arg(long, env = "INAROW_REQUESTS_IN_FLIGHT_BYTES_MAX", default_value_t = Self::DEFAULT.requests_in_flight_bytes_max, value_parser = whole::<u64>(1 << 16..1 << 40))]
    pub requests_in_flight_bytes_max: u64,

    /// Longest answer, in bytes; a request whose answer is longer is refused, and a stream that grows longer ends.
    #[arg(long, env = "INAROW_ANSWER_BYTES_MAX", default_value_t = Self::DEFAULT.answer_bytes_max, value_parser = whole::<u64>(1 << 16..1 << 40))]
    pub answer_bytes_max: u64,

    /// Most bytes of answers that wait for their clients, for the whole process; beyond them requests are answered 503.
    #[arg(long, env = "INAROW_ANSWERS_IN_FLIGHT_BYTES_MAX", default_value_t = Self::DEFAULT.answers_in_flight_bytes_max, value_parser = whole::<u64>(1 << 16..1 << 40))]
    pub answers_in_flight_bytes_max: u64,

    /// Longest query string in a log line, in characters; a longer one is cut off, and 0 logs none.
    #[arg(long, env = "INAROW_LOG_QUERY_CHARS_MAX", default_value_t = Self::DEFAULT.log_query_chars_max, value_parser = whole::<u32>(..=32_768))]
    pub log_query_chars_max: u32,

    #[command(flatten)]
    pub connections: ConnectionLimits,

    /// Largest depth that a request may ask for, in plies.
    #[arg(long, env = "INAROW_DEPTH_MAX", default_value_t = Self::DEFAULT.depth_max, value_parser = whole::<u32>(1..))]
    pub depth_max: u32,

    /// Most positions that a request may ask to visit.
    #[arg(long, env = "INAROW_NODES_MAX", default_value_t = Self::DEFAULT.nodes_max, value_parser = whole::<u64>(1..1 << 53))]
    pub nodes_max: u64,

    /// Search time when a request names no limit, in milliseconds.
    #[arg(long, env = "INAROW_MOVETIME_MS_DEFAULT", default_value_t = Self::DEFAULT.movetime_ms_default, value_parser = whole::<u64>(1..1 << 32))]
    pub movetime_ms_default: u64,

    /// Longest search time, in milliseconds; searches limited by depth or nodes only end there, too.
    #[arg(long, env = "INAROW_MOVETIME_MS_MAX", default_value_t = Self::DEFAULT.movetime_ms_max, value_parser = whole::<u64>(1..1 << 32))]
    pub movetime_ms_max: u64,

    /// Search time of each move of a review that names no limit, with an exact source that has no book, in milliseconds; the longest search time
    /// ends the whole review.
    #[arg(long, env = "INAROW_REVIEW_MOVE_MS_DEFAULT", default_value_t = Self::DEFAULT.review_move_ms_default, value_parser = whole::<u64>(1..1 << 32))]
    pub review_move_ms_default: u64,

    /// Most positions that each search of a review visits which names no limit, where no exact source is kept.
    #[arg(long, env = "INAROW_REVIEW_NODES_DEFAULT", default_value_t = Self::DEFAULT.review_nodes_default, value_parser = whole::<u64>(1..1 << 53))]
    pub review_nodes_default: u64,

    /// Search threads of the search pool: how many searches run at the same time. 0 takes one for each core.
    #[arg(long, env = "INAROW_WORKERS", default_value_t = Self::DEFAULT.workers, value_parser = whole::<u32>(..=Self::WORKERS_MAX))]
    pub workers: u32,

    /// Most search threads that one client has at a time, lent ones included: a key where there are keys, else an address. Its other
    /// searches wait in the queue, and those of others pass them. 0 is all.
    #[arg(long, env = "INAROW_SEARCHES_PER_CLIENT_MAX", default_value_t = Self::DEFAULT.searches_per_client_max, value_parser = whole::<u32>(..=Self::WORKERS_MAX))]
    pub searches_per_client_max: u32,

    /// Most search threads that one request uses: those that are idle do parts of reviews, batches and matches. 0 is all, 1 switches this off.
    #[arg(long, env = "INAROW_THREADS_PER_REQUEST_MAX", default_value_t = Self::DEFAULT.threads_per_request_max, value_parser = whole::<u32>(..=Self::WORKERS_MAX))]
    pub threads_per_request_max: u32,

    /// Most searches that wait for a thread; one more is answered 503.
    #[arg(long, env = "INAROW_QUEUE_MAX", default_value_t = Self::DEFAULT.queue_max, value_parser = whole::<u32>(..))]
    pub queue_max: u32,

    /// Memory of the transposition table of one search, in MiB.
    #[arg(long, env = "INAROW_TABLE_MIB", default_value_t = Self::DEFAULT.table_mib, value_parser = whole::<u32>(1..=65_536))]
    pub table_mib: u32,

    /// Longest silence of a stream before it sends a heartbeat, in milliseconds.
    #[arg(long, env = "INAROW_HEARTBEAT_MS", default_value_t = Self::DEFAULT.heartbeat_ms, value_parser = whole::<u64>(1..=8_000))]
    pub heartbeat_ms: u64,

    /// Most requests in one batch.
    #[arg(long, env = "INAROW_BATCH_REQUESTS_MAX", default_value_t = Self::DEFAULT.batch_requests_max, value_parser = whole::<u32>(1..=1_000))]
    pub batch_requests_max: u32,

    /// Longest time for all searches of a batch together, in milliseconds.
    #[arg(long, env = "INAROW_BATCH_MOVETIME_MS_MAX", default_value_t = Self::DEFAULT.batch_movetime_ms_max, value_parser = whole::<u64>(1..1 << 32))]
    pub batch_movetime_ms_max: u64,

    /// Most games in one match.
    #[arg(long, env = "INAROW_MATCH_GAMES_MAX", default_value_t = Self::DEFAULT.match_games_max, value_parser = whole::<u32>(1..=100_000))]
    pub match_games_max: u32,

    /// Longest time for a whole match, in milliseconds.
    #[arg(long, env = "INAROW_MATCH_MOVETIME_MS_MAX", default_value_t = Self::DEFAULT.match_movetime_ms_max, value_parser = whole::<u64>(1..1 << 32))]
    pub match_movetime_ms_max: u64,

    /// Most nodes of a search tree that is shown.
    #[arg(long, env = "INAROW_TREE_NODES_MAX", default_value_t = Self::DEFAULT.tree_nodes_max, value_parser = whole::<u32>(1..))]
    pub tree_nodes_max: u32,

    /// How far the nodes of a tree that is too large are counted.
    #[arg(long, env = "INAROW_TREE_NODES_COUNTED_MAX", default_value_t = Self::DEFAULT.tree_nodes_counted_max, value_parser = whole::<u32>(..))]
    pub tree_nodes_counted_max: u32,

    /// Most lines that explain static values in one tree.
    #[arg(long, env = "INAROW_TREE_LINES_MAX", default_value_t = Self::DEFAULT.tree_lines_max, value_parser = whole::<u32>(..))]
    pub tree_lines_max: u32,

    /// Most different positions that a count of games may go through.
    #[arg(long, env = "INAROW_CONTINUATION_POSITIONS_MAX", default_value_t = Self::DEFAULT.continuation_positions_max, value_parser = whole::<u32>(1..))]
    pub continuation_positions_max: u32,

    /// Most games on one page.
    #[arg(long, env = "INAROW_CONTINUATION_PAGE_MAX", default_value_t = Self::DEFAULT.continuation_page_max, value_parser = whole::<u32>(..))]
    pub continuation_page_max: u32,
}

impl ServerLimits {
    /// The default limits.
    pub const DEFAULT: ServerLimits = {
        let contract = inarow_api::Limits::DEFAULT;
        ServerLimits {
            body_bytes_max: 256 * 1024,
            query_bytes_max: 8 * 1024,
            requests_in_flight_bytes_max: 64 << 20,
            answer_bytes_max: contract.answer_bytes_max,
            answers_in_flight_bytes_max: 64 << 20,
            log_query_chars_max: 256,
            connections: ConnectionLimits::DEFAULT,
            depth_max: contract.depth_max,
            nodes_max: contract.nodes_max,
            movetime_ms_default: contract.movetime_ms_default,
            movetime_ms_max: contract.movetime_ms_max,
            review_move_ms_default: contract.review_move_ms_default,
            review_nodes_default: contract.review_nodes_default,
            workers: 0,
            searches_per_client_max: 0,
            threads_per_request_max: 0,
            queue_max: 64,
            table_mib: 64,
            heartbeat_ms: 5_000,
            batch_requests_max: contract.batch_requests_max,
            batch_movetime_ms_max: contract.batch_movetime_ms_max,
            match_games_max: contract.match_games_max,
            match_movetime_ms_max: contract.match_movetime_ms_max,
            tree_nodes_max: contract.tree_nodes_max,
            tree_nodes_counted_max: contract.tree_nodes_counted_max,
            tree_lines_max: contract.tree_lines_max,
            continuation_positions_max: contract.continuation_positions_max,
            continuation_page_max: contract.continuation_page_max,
        }
    };

    /// Time for the answers of searches that a stop cancels, at its end, in milliseconds.
    pub const LAST_ANSWERS_MS: u64 = 500;

    /// Longest head of a request, in bytes.
    pub const HEAD_BYTES_MAX: u64 = 32 << 10;

    /// Longest message of the Model Context Protocol, in bytes; the longest game takes less than half. More would be parsed on an async
    /// thread.
    pub const MCP_MESSAGE_BYTES_MAX: u64 = 16 << 10;

    /// Share of a request in the bytes in flight besides its head and its body, in bytes.
    pub const REQUEST_BYTES: u64 = 4 << 10;

    /// Most of the bytes in flight that a request takes besides its body, in bytes.
    pub const REQUEST_HEAD_BYTES_MAX: u64 = Self::REQUEST_BYTES + Self::HEAD_BYTES_MAX;

    /// Most search threads.
    pub const WORKERS_MAX: u64 = 1_024;

    /// The number of threads of the search pool.
    #[must_use]
    pub fn worker_count(&self) -> usize {
        match self.workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            workers => workers as usize,
        }
    }

    /// Most threads that one client has.
    #[must_use]
    pub fn client_search_count(&self) -> usize {
        match self.searches_per_client_max {
            0 => self.worker_count(),
            searches => self.worker_count().min(searches as usize),
        }
    }

    /// Most threads that one request uses.
    #[must_use]
    pub fn request_thread_count(&self) -> usize {
        match self.threads_per_request_max {
            0 => self.client_search_count(),
            threads => self.client_search_count().min(threads as usize),
        }
    }

    /// The limits of the contract.
    #[must_use]
    pub fn contract(&self) -> inarow_api::Limits {
        inarow_api::Limits {
            answer_bytes_max: self.answer_bytes_max,
            depth_max: self.depth_max,
            nodes_max: self.nodes_max,
            movetime_ms_default: self.movetime_ms_default,
            movetime_ms_max: self.movetime_ms_max,
            review_move_ms_default: self.review_move_ms_default,
            review_nodes_default: self.review_nodes_default,
            batch_requests_max: self.batch_requests_max,
            batch_movetime_ms_max: self.batch_movetime_ms_max,
            match_games_max: self.match_games_max,
            match_movetime_ms_max: self.match_movetime_ms_max,
            tree_nodes_max: self.tree_nodes_max,
            tree_nodes_counted_max: self.tree_nodes_counted_max,
            tree_lines_max: self.tree_lines_max,
            continuation_positions_max: self.continuation_positions_max,
            continuation_page_max: self.continuation_page_max,
        }
    }

    /// The name and value of every published limit, unit last in the name.
    #[must_use]
    pub fn published(&self) -> Vec<(&'static str, u64)> {
        let own = [
            ("bodyBytesMax", self.body_bytes_max),
            ("mcpMessageBytesMax", Self::MCP_MESSAGE_BYTES_MAX),
            ("queryBytesMax", self.query_bytes_max),
            ("requestsInFlightBytesMax", self.requests_in_flight_bytes_max),
            ("answersInFlightBytesMax", self.answers_in_flight_bytes_max),
            ("connectionsMax", u64::from(self.connections.connections_max)),
            ("headerTimeoutMs", self.connections.header_timeout_ms),
            ("bodyTimeoutMs", self.connections.body_timeout_ms),
            ("sendTimeoutMs", self.connections.send_timeout_ms),
            ("sendRateBytesMin", self.connections.send_rate_bytes_min),
            ("keepAliveMs", self.connections.keep_alive_ms),
            ("concurrentSearchesMax", self.worker_count() as u64),
            ("searchesPerClientMax", self.client_search_count() as u64),
            ("threadsPerRequestMax", self.request_thread_count() as u64),
            ("queueLengthMax", u64::from(self.queue_max)),
            ("heartbeatMs", self.heartbeat_ms),
        ];
        self.contract().published().into_iter().chain(own).collect()
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
