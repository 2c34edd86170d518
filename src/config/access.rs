//! Settings of keys and rate limits.

use std::path::PathBuf;

use clap::Args;

use super::number::whole;

/// Keys and rates; both off unless set.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessSettings {
    /// File of the keys that /v1, /mcp and /solve ask for as bearer tokens, one per line, with or without "NAME: " before it; read again on SIGHUP.
    /// Without it no key is needed.
    #[arg(long, env = "INAROW_API_KEYS_FILE")]
    pub api_keys_file: Option<PathBuf>,

    /// Most requests a minute that a client may send to /v1, /mcp and /solve in the long run; 0 sets no limit.
    #[arg(long, env = "INAROW_RATE_PER_MINUTE", default_value_t = 0, value_parser = whole::<u32>(..=6_000_000))]
    pub rate_per_minute: u32,

    /// Most requests that a client may send at once, after a pause; 0 is as many as in a minute.
    #[arg(long, env = "INAROW_RATE_BURST", default_value_t = 0, value_parser = whole::<u32>(..=6_000_000))]
    pub rate_burst: u32,

    /// Header to which a proxy appends the client's address, e.g. "x-forwarded-for"; its last entry identifies the client. By
    /// default the address of the connection does.
    #[arg(long, env = "INAROW_CLIENT_HEADER")]
    pub client_header: Option<String>,
}

impl AccessSettings {
    /// Requests at once after a pause, as they are in force.
    #[must_use]
    pub fn burst(&self) -> u32 {
        if self.rate_burst == 0 { self.rate_per_minute } else { self.rate_burst }
    }
}
