//! Access to `/v1`, `/mcp` and `/solve`: keys from a file and a rate for each client. Both are off unless the settings say otherwise.
//! Probes, metrics, the contract and the playground are open to everybody.

mod keys;
pub(super) mod sent;

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use self::keys::Keys;
pub use self::keys::{KeyFound, KeysRead};
use self::sent::{KeySent, bearer, is_secret_header};
use super::client_address::{ClientAddress, connect_info};
use super::problem::Failure;
use super::rate_limit::{Client, Clock, RateLimit, RateStatus};
use crate::config::AccessSettings;

/// Paths with these prefixes need access: all that compute.
const GUARDED: [&str; 3] = ["/v1/", "/mcp", "/solve"];
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The rules of access.
#[derive(Debug, Default)]
pub struct Access {
    keys: Option<Keys>,
    rate_limit: Option<RateLimit>,
    client_header: Option<HeaderName>,
    clock: Clock,
    /// Whether the keys could not be read at the last reload, so that older ones are in force.
    has_outdated_keys: AtomicBool,
    /// Whether the log has been told of a header of proxies that is not read.
    warned_of_proxy: AtomicBool,
    /// The last minute since then in which the log has been told of requests without keys, from 1.
    warned_minute: AtomicU64,
}

impl Access {
    /// Rules as the settings say.
    ///
    /// # Errors
    /// A file of keys that cannot be read or has none, and a name that no header of clients can have.
    pub fn new(settings: &AccessSettings) -> io::Result<Access> {
        Access::with_clock(settings, Clock::default())
    }

    /// [`Access::new`] with another clock for the rate limit.
    ///
    /// # Errors
    /// Those of [`Access::new`].
    pub fn with_clock(settings: &AccessSettings, clock: Clock) -> io::Result<Access> {
        let client_header = settings.client_header.as_deref().map(client_header).transpose()?;
        let keys = settings.api_keys_file.as_deref().map(Keys::read).transpose();
        Ok(Access {
            keys: keys.map_err(|error| {
                io::Error::new(error.kind(), format!("--api-keys-file (INAROW_API_KEYS_FILE): {error}"))
            })?,
            rate_limit: RateLimit::new(settings.rate_per_minute, settings.rate_burst, clock.clone()),
            client_header,
            clock,
            has_outdated_keys: AtomicBool::new(false),
            warned_of_proxy: AtomicBool::new(false),
            warned_minute: AtomicU64::new(0),
        })
    }

    /// The keys in force, for the log; `None` if requests need no key.
    #[must_use]
    pub fn keys(&self) -> Option<KeysRead> {
        self.keys.as_ref().map(Keys::summary)
    }

    /// Reads the keys again; returns a summary, `None` if requests need no key.
    ///
    /// # Errors
    /// Those of reading the file; the former keys then stay.
    pub fn reload(&self) -> io::Result<Option<KeysRead>> {
        let read = self.keys.as_ref().map(Keys::reload).transpose();
        self.has_outdated_keys.store(read.is_err(), Relaxed);
        read
    }

    /// Whether the keys in force are older than the last reload, which failed.
    #[must_use]
    pub fn has_outdated_keys(&self) -> bool {
        self.has_outdated_keys.load(Relaxed)
    }

    /// The client of a request, for the rate limit and the log.
    #[must_use]
    pub fn client_address(&self, headers: &HeaderMap, connect_info: Option<SocketAddr>) -> Option<ClientAddress> {
        if self.client_header.is_none() && headers.contains_key(X_FORWARDED_FOR) {
            self.warn_of_proxy();
        }
        ClientAddress::of(self.client_header.as_ref(), headers, connect_info)
    }

    /// Warns once that a proxy, or a client that forges its header, names clients in a header that is not read.
    fn warn_of_proxy(&self) {
        if !self.warned_of_proxy.load(Relaxed) && !self.warned_of_proxy.swap(true, Relaxed) {
            tracing::warn!(
                "a request has X-Forwarded-For, which is not read: behind a proxy, all clients have its address in the log and share \
                 its rate; if the proxy in front sets that header, set --client-header x-forwarded-for (INAROW_CLIENT_HEADER)"
            );
        }
    }

    /// Admits a request or says why not; returns its client, if it is one that computes. Any answer needs the
    /// `admission` applied to it.
    ///
    /// # Errors
    /// A missing or wrong key, and too many requests: of a key, or without a valid one of an address.
    pub fn check(&self, request: &Request, admission: &mut Admission) -> Result<Option<Client>, Failure> {
        let path = request.uri().path();
        if !GUARDED.iter().any(|prefix| path.starts_with(prefix)) {
            return Ok(None);
        }
        admission.is_guarded = self.keys.is_some() || self.rate_limit.is_some();
        let headers = request.headers();
        let address = || {
            let address = self.client_address(headers, connect_info(request.extensions()));
            Client::Address(address.map(ClientAddress::for_rate_limit))
        };
        let Some(keys) = &self.keys else { return self.count(address(), admission) };
        let sent = bearer(headers);
        if let Some((number, key)) = sent.and_then(|sent| keys.find(sent)) {
            admission.key = Some(key);
            // Others behind the same address have no part in its rate.
            return self.count(Client::Key(number), admission);
        }
        let address = address();
        self.count(address.clone(), admission).map_err(|failure| self.lacking_key(failure, &address))?;
        Err(Failure::Unauthorized(KeySent::of(request)))
    }

    /// Counts a request against the rate of its client, if there is one.
    fn count(&self, client: Client, admission: &mut Admission) -> Result<Option<Client>, Failure> {
        if let Some(rate_limit) = &self.rate_limit {
            let (rate, admitted) = rate_limit.check(&client);
            admission.rate = Some(rate);
            admitted.map_err(|retry_after_s| Failure::TooManyRequests { retry_after_s, lacks_key: false })?;
        }
        Ok(Some(client))
    }

    /// Says why an address is refused: to its client, and to the operator the first time within a minute.
    fn lacking_key(&self, failure: Failure, client: &Client) -> Failure {
        let Failure::TooManyRequests { retry_after_s, .. } = failure else { return failure };
        let minute = 1 + self.clock.elapsed().as_secs() / 60;
        if self.warned_minute.swap(minute, Relaxed) != minute {
            let Client::Address(address) = client else { return failure };
            let client = address.as_ref().map(tracing::field::display);
            tracing::warn!(client, "an address is refused, as it has sent too many requests without a valid key");
        }
        Failure::TooManyRequests { retry_after_s, lacks_key: true }
    }
}

/// The result of the access check, for the headers of the answer.
#[derive(Clone, Default, Debug)]
pub struct Admission {
    is_guarded: bool,
    rate: Option<RateStatus>,
    /// The key, if it came with one.
    pub key: Option<KeyFound>,
}

impl Admission {
    /// Prevents shared caches from storing the answer, and adds the headers of the rate limit.
    ///
    /// A shared cache would hand an answer that needed a key to requests without one, and the rate of one client to
    /// all others. The client's own cache may keep it as long as before.
    pub fn apply(&self, headers: &mut HeaderMap) {
        if !self.is_guarded {
            return;
        }
        if let Some(cache_control) = headers.get_mut(header::CACHE_CONTROL)
            && let Some(rest) = cache_control.as_bytes().strip_prefix(b"public")
            && let Ok(private) = HeaderValue::from_bytes(&[b"private", rest].concat())
        {
            *cache_control = private;
        }
        if let Some(rate) = &self.rate {
            rate.write(headers);
        }
    }
}

/// The header that names clients.
///
/// # Errors
/// A name that no header can have, or one whose values are secrets.
fn client_header(name: &str) -> io::Result<HeaderName> {
    let refused = |sentence: &str| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("--client-header (INAROW_CLIENT_HEADER): {name:?} {sentence}"),
        )
    };
    let header = HeaderName::try_from(name).map_err(|_| refused("is not a header name; use e.g. x-forwarded-for"))?;
    if is_secret_header(&header) {
        return Err(refused(
            "has secrets, which would stand in the log as clients; set a header in which the proxy sends their names or \
             addresses, e.g. x-forwarded-for",
        ));
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::ConnectInfo;

    use super::*;

    #[test]
    fn every_endpoint_that_computes_is_guarded() {
        use inarow_api::read::Choice as _;
        for endpoint in inarow_api::Endpoint::ALL {
            assert!(GUARDED.iter().any(|prefix| endpoint.path().starts_with(prefix)), "{}", endpoint.path());
        }
    }

    #[test]
    fn requests_are_counted_and_answers_are_marked() {
        let settings = AccessSettings { rate_per_minute: 1, ..AccessSettings::default() };
        let access = Access::with_clock(&settings, Clock::new(Default::default)).unwrap();
        let ask = |path: &str| {
            let connection = ConnectInfo(SocketAddr::from(([10, 0, 0, 1], 1)));
            let request = Request::get(path).extension(connection).body(Body::empty()).unwrap();
            let mut admission = Admission::default();
            let is_admitted = access.check(&request, &mut admission).is_ok();
            let mut headers = HeaderMap::from_iter([(header::CACHE_CONTROL, "public, max-age=9".parse().unwrap())]);
            admission.apply(&mut headers);
            let text = |name| headers.get(name).map_or("", |value: &HeaderValue| value.to_str().unwrap()).to_owned();
            (is_admitted, text("cache-control"), text("ratelimit"))
        };
        let answer = |admitted, cache_control: &str, rate: &str| (admitted, cache_control.to_owned(), rate.to_owned());
        assert_eq!(ask("/v1/games"), answer(true, "private, max-age=9", "\"default\";r=0;t=60"));
        assert_eq!(ask("/v1/games"), answer(false, "private, max-age=9", "\"default\";r=0;t=60"));
        assert_eq!(ask("/page"), answer(true, "public, max-age=9", ""));
    }
}
