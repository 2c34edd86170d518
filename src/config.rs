//! Settings from flags and environment variables. Names of limits end with their unit.

mod access;
mod address;
mod connections;
mod limits;
mod origin;
mod read;
mod unknown;

use std::path::PathBuf;

pub use access::AccessSettings;
pub use address::ListenAddress;
use axum::http::HeaderValue;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
pub use connections::ConnectionLimits;
pub use limits::ServerLimits;
pub use unknown::UnknownVariable;

/// A stateless HTTP JSON move service for k-in-a-row games.
#[derive(Parser, Clone, Debug)]
#[command(name = "inarow", version)]
pub struct Settings {
    /// Address or host name, and port, to listen on; without it and with the variable PORT, as platforms set it, that port of
    /// every address.
    #[arg(long, env = "INAROW_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: ListenAddress,

    /// What to log, as a tracing filter, e.g. "info" or "inarow=debug".
    #[arg(long, env = "INAROW_LOG", default_value = "info")]
    pub log: String,

    /// How log lines look.
    #[arg(long, env = "INAROW_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    /// Origins that browsers may call from, e.g. "https://a.example", separated by commas; "*" permits all.
    #[arg(long, env = "INAROW_CORS_ORIGINS", value_delimiter = ',', default_value = "*", value_parser = origin::parse)]
    pub cors_origins: Vec<HeaderValue>,

    /// The origin that clients use, e.g. "https://a.example", for links in problems and in the page; by default the Host of
    /// each request and X-Forwarded-Proto say it.
    #[arg(long, env = "INAROW_PUBLIC_ORIGIN", value_parser = origin::parse_own)]
    pub public_origin: Option<String>,

    /// Address or host name, and port, for /metrics, /livez, /readyz and /version alone; /metrics is then nowhere else.
    #[arg(long, env = "INAROW_METRICS_LISTEN")]
    pub metrics_listen: Option<ListenAddress>,

    /// Whether agents find the Model Context Protocol at /mcp.
    #[arg(long, env = "INAROW_MCP", default_value_t = true, action = ArgAction::Set)]
    pub mcp: bool,

    /// How long connections are still taken after SIGTERM or SIGINT, while /readyz fails, in milliseconds: the time that a
    /// load balancer needs to notice.
    #[arg(long, env = "INAROW_SHUTDOWN_DELAY_MS", default_value_t = 0)]
    pub shutdown_delay_ms: u64,

    /// How long requests in flight may then take before the process ends, in milliseconds; shortly before, searches end
    /// with the best that they have.
    #[arg(long, env = "INAROW_SHUTDOWN_GRACE_MS", default_value_t = 10_000)]
    pub shutdown_grace_ms: u64,

    #[command(flatten)]
    pub access: AccessSettings,

    #[command(flatten)]
    pub limits: ServerLimits,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do instead of serving.
#[derive(Subcommand, Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Ask a running server at the listen address for /livez; exit 0 if it is well, 1 if not.
    Healthcheck,
    /// Make the opening book of Connect Four: solve every position after so many stones. Takes hours, and goes on where it
    /// was interrupted.
    Book(BookArgs),
    /// Play five in a row for a match manager: the Gomocup protocol on standard input and output.
    Gomocup,
}

/// What the book is to hold, and where it is kept meanwhile.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct BookArgs {
    /// Stones on the boards that are solved.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=12))]
    pub ply: u32,

    /// File of the scores found so far, one "index score" a line; it is continued if it exists.
    #[arg(long, default_value = "connect-four.state")]
    pub state: PathBuf,

    /// File to write the finished book to.
    #[arg(long, default_value = "connect-four.book")]
    pub out: PathBuf,

    /// Memory of the transposition table, in MiB.
    #[arg(long, default_value_t = 1_024, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub table_mib: u32,

    /// Find lines of best play from the positions after 6 and after 9 stones instead; the embedded book is the base of them.
    #[arg(long, conflicts_with = "ply")]
    pub lines: bool,

    /// Solve only the positions from this index on: several processes, each with its own state, can share the work.
    #[arg(long, requires = "to")]
    pub from: Option<usize>,

    /// Solve only the positions before this index.
    #[arg(long, requires = "from")]
    pub to: Option<usize>,
}

impl BookArgs {
    /// The indices of the positions to solve; `None` for all.
    #[must_use]
    pub fn part(&self) -> Option<std::ops::Range<usize>> {
        self.from.zip(self.to).map(|(from, to)| from..to)
    }
}

/// How log lines look.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn flags_are_consistent_and_defaults_agree() {
        Settings::command().debug_assert();
        let settings = Settings::parse_from(["inarow"]);
        assert_eq!(settings.limits, ServerLimits::DEFAULT);
    }
}
