//! Who may ask, and how often: both are off unless the settings say otherwise, and both concern `/v1` alone. Probes,
//! metrics, the contract and the playground are open to everybody.

mod keys;
mod rate;

use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::net::IpAddr;
use std::time::Instant;

use axum::http::{HeaderMap, HeaderName, header};

use super::problem::Failure;
use crate::config::AccessSettings;
use keys::Keys;
pub use rate::Quota;
use rate::Rate;

/// The paths that access is about begin like this.
const GUARDED: &str = "/v1/";

/// The rules of access.
#[derive(Debug, Default)]
pub struct Access {
    keys: Option<Keys>,
    rate: Option<Rate>,
    client_header: Option<HeaderName>,
    hasher: RandomState,
}

impl Access {
    /// As the settings say.
    ///
    /// # Errors
    /// A file of keys that cannot be read or has none, and a name that no header can have.
    pub fn new(settings: &AccessSettings) -> io::Result<Access> {
        let header = settings.client_header.as_deref().map(HeaderName::try_from).transpose();
        let client_header = header.map_err(|_| {
            let name = settings.client_header.as_deref().unwrap_or_default();
            io::Error::new(io::ErrorKind::InvalidInput, format!("{name:?} is no header; use e.g. x-forwarded-for"))
        })?;
        Ok(Access {
            keys: settings.api_keys_file.as_deref().map(Keys::read).transpose()?,
            rate: Rate::new(settings.rate_per_minute, settings.rate_burst),
            client_header,
            hasher: RandomState::new(),
        })
    }

    /// Reads the keys again; how many there are now, `None` if none are asked for.
    ///
    /// # Errors
    /// Those of the file; the former keys then stay.
    pub fn reload(&self) -> io::Result<Option<usize>> {
        self.keys.as_ref().map(Keys::reload).transpose()
    }

    /// Lets a request pass, with what the client may still send, or says why not.
    pub fn check(
        &self,
        path: &str,
        headers: &HeaderMap,
        address: Option<IpAddr>,
    ) -> (Option<Quota>, Result<(), Failure>) {
        if self.keys.is_none() && self.rate.is_none() || !path.starts_with(GUARDED) {
            return (None, Ok(()));
        }
        let key = match &self.keys {
            None => None,
            Some(keys) => {
                let sent = bearer(headers);
                match sent.filter(|sent| keys.admit(sent)) {
                    None => return (None, Err(Failure::Unauthorized { has_key: sent.is_some() })),
                    key => key,
                }
            }
        };
        let Some(rate) = &self.rate else { return (None, Ok(())) };
        let client = match key {
            Some(key) => self.hasher.hash_one(("key", key)),
            None => self.hasher.hash_one(self.client(headers, address)),
        };
        let (quota, admitted) = rate.admit(client, Instant::now());
        (Some(quota), admitted.map_err(|retry_after_s| Failure::TooManyRequests { retry_after_s }))
    }

    /// What tells clients apart that have no keys.
    fn client<'h>(&self, headers: &'h HeaderMap, address: Option<IpAddr>) -> (&'static str, Vec<u8>, &'h [u8]) {
        let named = self.client_header.as_ref().and_then(|name| headers.get_all(name).iter().next_back());
        match (named, address) {
            // Entries before the last are only what the client says of itself.
            (Some(list), _) => {
                let last = list.as_bytes().rsplit(|&byte| byte == b',').next().unwrap_or_default();
                ("header", Vec::new(), last.trim_ascii())
            }
            (None, Some(IpAddr::V4(address))) => ("v4", address.octets().into(), b""),
            // One client commonly has a whole network of 64 bits.
            (None, Some(IpAddr::V6(address))) => ("v6", address.octets()[..8].into(), b""),
            (None, None) => ("nobody", Vec::new(), b""),
        }
    }
}

/// The token of an `Authorization: Bearer`.
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let sent = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = sent.split_at_checked("bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}
