//! Limits of connections: their number and timeouts.

use std::time::Duration;

use clap::Args;

use super::number::whole;

/// Limits of connections, as documented settings.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Most connections that are served at a time; more of them wait until one ends.
    #[arg(long, env = "INAROW_CONNECTIONS_MAX", default_value_t = Self::DEFAULT.connections_max, value_parser = whole::<u32>(1..=1_000_000))]
    pub connections_max: u32,

    /// How long the head of a request may take to arrive, from its first byte, and a new connection until that byte, in
    /// milliseconds.
    #[arg(long, env = "INAROW_HEADER_TIMEOUT_MS", default_value_t = Self::DEFAULT.header_timeout_ms, value_parser = whole::<u64>(1..1 << 32))]
    pub header_timeout_ms: u64,

    /// How long a request's body may take to arrive, in milliseconds.
    #[arg(long, env = "INAROW_BODY_TIMEOUT_MS", default_value_t = Self::DEFAULT.body_timeout_ms, value_parser = whole::<u64>(1..1 << 32))]
    pub body_timeout_ms: u64,

    /// How long a client may read its answer more slowly than the least rate, in milliseconds.
    #[arg(long, env = "INAROW_SEND_TIMEOUT_MS", default_value_t = Self::DEFAULT.send_timeout_ms, value_parser = whole::<u64>(1..1 << 32))]
    pub send_timeout_ms: u64,

    /// Least bytes a second that a client must read of its answer, on average over the send timeout; 0 asks for one
    /// byte in that time.
    #[arg(long, env = "INAROW_SEND_RATE_BYTES_MIN", default_value_t = Self::DEFAULT.send_rate_bytes_min, value_parser = whole::<u64>(0..1 << 32))]
    pub send_rate_bytes_min: u64,

    /// How long a connection may stay open without a request, in milliseconds; set it above the idle timeout of a load balancer.
    #[arg(long, env = "INAROW_KEEP_ALIVE_MS", default_value_t = Self::DEFAULT.keep_alive_ms, value_parser = whole::<u64>(1..1 << 32))]
    pub keep_alive_ms: u64,
}

impl ConnectionLimits {
    /// The default limits.
    pub const DEFAULT: ConnectionLimits = ConnectionLimits {
        connections_max: 1_024,
        header_timeout_ms: 10_000,
        body_timeout_ms: 10_000,
        send_timeout_ms: 30_000,
        send_rate_bytes_min: 1_024,
        keep_alive_ms: 75_000,
    };

    /// How long the head of a request may take, and the first byte of a connection.
    #[must_use]
    pub fn header_timeout(&self) -> Duration {
        Duration::from_millis(self.header_timeout_ms)
    }

    /// How long a client may take fewer than [`send_bytes_min`](Self::send_bytes_min) bytes of its answer.
    #[must_use]
    pub fn send_timeout(&self) -> Duration {
        Duration::from_millis(self.send_timeout_ms)
    }

    /// Bytes of its answer that a client has to take within the send timeout.
    #[must_use]
    pub fn send_bytes_min(&self) -> u64 {
        (self.send_rate_bytes_min.saturating_mul(self.send_timeout_ms) / 1_000).max(1)
    }

    /// How long a connection may stay open without a request.
    #[must_use]
    pub fn keep_alive(&self) -> Duration {
        Duration::from_millis(self.keep_alive_ms)
    }
}
