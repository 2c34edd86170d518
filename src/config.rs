//! Settings from flags and environment variables. Names of limits end with their unit.

mod access;
mod address;
mod connections;
mod faults;
mod limits;
mod log_filter;
mod memory;
mod number;
mod origin;
mod read;
mod unit;
mod unknown;
mod warnings;

pub use access::AccessSettings;
pub use address::ListenAddress;
use axum::http::HeaderValue;
use clap::{ArgAction, Parser, Subcommand};
pub use connections::ConnectionLimits;
pub use faults::{Faults, is_check};
pub use limits::ServerLimits;
pub use unknown::UnknownVariable;

use crate::log::LogFormat;

/// A stateless HTTP JSON move service for k-in-a-row games.
#[derive(Parser, Clone, Debug)]
#[command(name = "inarow", version)]
pub struct Settings {
    /// Address or host name, and port, to listen on. If only the variable PORT is set, as many platforms do, it is that port on
    /// every address, of IPv4 and of IPv6.
    #[arg(long, env = "INAROW_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: ListenAddress,

    /// Filter of the log: a level (off, error, warn, info, debug, trace), and others for targets, e.g. "info,inarow::request=off".
    #[arg(long, env = "INAROW_LOG", default_value = "info", value_parser = log_filter::parse)]
    pub log: String,

    /// Format of log lines.
    #[arg(long, env = "INAROW_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    /// Origins that browsers may call from, e.g. "https://a.example", separated by commas; "*" permits all.
    #[arg(long, env = "INAROW_CORS_ORIGINS", value_delimiter = ',', default_value = "*", value_parser = origin::parse)]
    pub cors_origins: Vec<HeaderValue>,

    /// The origin that clients use, e.g. "https://a.example", for links in problems and in the page. By default it is taken from
    /// Host and X-Forwarded-Proto of each request.
    #[arg(long, env = "INAROW_PUBLIC_ORIGIN", value_parser = origin::parse_own)]
    pub public_origin: Option<String>,

    /// Address or host name, and port, of a second listener for operators: /metrics, /livez, /readyz and /version. /metrics is then
    /// only there.
    #[arg(long, env = "INAROW_METRICS_LISTEN")]
    pub metrics_listen: Option<ListenAddress>,

    /// Whether /mcp serves the Model Context Protocol for agents.
    #[arg(long, env = "INAROW_MCP", default_value_t = true, action = ArgAction::Set)]
    pub mcp: bool,

    /// How long new connections are accepted after SIGTERM or SIGINT, while /readyz fails, in milliseconds: the time
    /// that a load balancer needs to notice.
    #[arg(long, env = "INAROW_SHUTDOWN_DELAY_MS", default_value_t = 0, value_parser = number::whole::<u64>(..1 << 32))]
    pub shutdown_delay_ms: u64,

    /// How long requests in flight may then take before the process ends, in milliseconds; shortly before, searches end
    /// with the best that they have.
    #[arg(long, env = "INAROW_SHUTDOWN_GRACE_MS", default_value_t = 10_000, value_parser = number::whole::<u64>(..1 << 32))]
    pub shutdown_grace_ms: u64,

    #[command(flatten)]
    pub access: AccessSettings,

    #[command(flatten)]
    pub limits: ServerLimits,

    /// Read the settings and the keys, say whether they are valid, and serve nothing; exit 0 if they are, 2 if not.
    #[arg(long)]
    pub check: bool,

    #[command(subcommand)]
    pub command: Option<Command>,

    /// The flags of the settings in force, without `--`, and their values.
    #[arg(skip)]
    flags: Vec<(String, String)>,
}

/// A command in place of serving.
#[derive(Subcommand, Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Ask the server at the listen address for /livez; exit 0 if it answers, 1 if not.
    Healthcheck,
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
