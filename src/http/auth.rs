//! Access to `/v1`: keys from a file and a rate for each client. Both are off unless the settings say otherwise.
//! Probes, metrics, the contract and the playground are open to everybody.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use subtle::{ConditionallySelectable as _, ConstantTimeEq as _};

use super::client_address::{ClientAddress, connect_info};
use super::problem::Failure;
use super::rate_limit::{Client, Clock, RateLimit, RateStatus};
use crate::config::AccessSettings;

/// Paths with these prefixes need access: all that compute.
const GUARDED: [&str; 3] = ["/v1/", "/mcp", "/solve"];

/// The rules of access.
#[derive(Debug, Default)]
pub struct Access {
    keys: Option<Keys>,
    rate_limit: Option<RateLimit>,
    client_header: Option<HeaderName>,
}

impl Access {
    /// Rules as the settings say.
    ///
    /// # Errors
    /// A file of keys that cannot be read or has none, and a name that no header can have.
    pub fn new(settings: &AccessSettings) -> io::Result<Access> {
        Access::with_clock(settings, Clock::default())
    }

    /// The same with another clock for the rate limit.
    ///
    /// # Errors
    /// Those of [`Access::new`].
    pub fn with_clock(settings: &AccessSettings, clock: Clock) -> io::Result<Access> {
        let header = settings.client_header.as_deref().map(HeaderName::try_from).transpose();
        let client_header = header.map_err(|_| {
            let name = settings.client_header.as_deref().unwrap_or_default();
            io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("{name:?} is not a header name; use e.g. x-forwarded-for"),
            )
        })?;
        Ok(Access {
            keys: settings.api_keys_file.as_deref().map(Keys::read).transpose()?,
            rate_limit: RateLimit::new(settings.rate_per_minute, settings.rate_burst, clock),
            client_header,
        })
    }

    /// Reads the keys again; returns how many there are now, `None` if requests need no key.
    ///
    /// # Errors
    /// Those of the file; the former keys then stay.
    pub fn reload(&self) -> io::Result<Option<usize>> {
        self.keys.as_ref().map(Keys::reload).transpose()
    }

    /// The client of a request, for the rate limit and the log.
    #[must_use]
    pub fn client_address(&self, headers: &HeaderMap, connect_info: Option<SocketAddr>) -> Option<ClientAddress> {
        ClientAddress::of(self.client_header.as_ref(), headers, connect_info)
    }

    /// Admits a request or says why not. The answer, whichever it is, needs the `admission` applied to it.
    ///
    /// # Errors
    /// A missing or wrong key, and too many requests: of a key, or without a valid one of an address.
    pub fn check(&self, request: &Request, admission: &mut Admission) -> Result<(), Failure> {
        let path = request.uri().path();
        admission.is_guarded =
            (self.keys.is_some() || self.rate_limit.is_some()) && GUARDED.iter().any(|prefix| path.starts_with(prefix));
        if !admission.is_guarded {
            return Ok(());
        }
        let headers = request.headers();
        let address = || {
            let address = self.client_address(headers, connect_info(request.extensions()));
            Client::Address(address.map(ClientAddress::for_rate_limit))
        };
        let Some(keys) = &self.keys else { return self.count(&address(), admission) };
        // Before the key is looked at: an address that has used up its rate with wrong keys learns nothing of another one.
        if let Some(rate_limit) = &self.rate_limit
            && rate_limit.is_used_up(&address())
        {
            return self.count(&address(), admission);
        }
        let sent = bearer(headers);
        match sent.and_then(|sent| keys.find(sent)) {
            Some((index, name)) => {
                admission.key = name;
                self.count(&Client::Key(index), admission)
            }
            None => self.count(&address(), admission).and(Err(Failure::Unauthorized { has_key: sent.is_some() })),
        }
    }

    /// Counts a request against the rate of its client.
    fn count(&self, client: &Client, admission: &mut Admission) -> Result<(), Failure> {
        let Some(rate_limit) = &self.rate_limit else { return Ok(()) };
        let (rate, admitted) = rate_limit.check(client);
        admission.rate = Some(rate);
        admitted.map_err(|retry_after_s| Failure::TooManyRequests { retry_after_s })
    }
}

/// What access means for the headers of an answer.
#[derive(Clone, Default, Debug)]
pub struct Admission {
    is_guarded: bool,
    rate: Option<RateStatus>,
    /// The name of the key, if it has one.
    pub key: Option<KeyName>,
}

/// The name of a key, for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyName(pub Arc<str>);

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

/// The token of an `Authorization: Bearer`.
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let sent = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = sent.split_at_checked("bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}

/// The valid keys.
struct Keys {
    path: PathBuf,
    keys: RwLock<Vec<Key>>,
}

/// A valid key.
struct Key {
    name: Option<KeyName>,
    secret: String,
}

impl std::fmt::Debug for Keys {
    // Without the keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Keys {
    /// Reads the keys in a file: `KEY` or `NAME: KEY` a line; empty lines and those that begin with `#` do not count.
    fn read(path: &Path) -> io::Result<Keys> {
        Ok(Keys { path: path.to_owned(), keys: read_keys(path)?.into() })
    }

    /// Reads the file again; returns how many keys there are now.
    fn reload(&self) -> io::Result<usize> {
        let keys = read_keys(&self.path)?;
        let count = keys.len();
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
        Ok(count)
    }

    /// Finds a key: its place in the file, and its name. The time that it takes depends on the lengths of the keys alone.
    fn find(&self, sent: &[u8]) -> Option<(usize, Option<KeyName>)> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = u64::MAX;
        for (index, key) in (0..).zip(keys.iter()) {
            found.conditional_assign(&index, key.secret.as_bytes().ct_eq(sent));
        }
        let key = keys.get(usize::try_from(found).ok()?)?;
        Some((found as usize, key.name.clone()))
    }
}

fn read_keys(path: &Path) -> io::Result<Vec<Key>> {
    let wrong = |what: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let keys = lines.map(|(number, line)| {
        Key::parse(line)
            .ok_or_else(|| wrong(format!("line {number} is neither \"KEY\" nor \"NAME: KEY\", without other spaces")))
    });
    let keys: Vec<Key> = keys.collect::<io::Result<_>>()?;
    if keys.is_empty() {
        return Err(wrong("the file has no key; write one per line".to_owned()));
    }
    Ok(keys)
}

impl Key {
    /// Reads a line; `None` if the key has a character that is not allowed in a header.
    fn parse(line: &str) -> Option<Key> {
        let (name, secret) = match line.split_once(": ") {
            Some((name, secret)) => (Some(name), secret.trim_start()),
            None => (None, line),
        };
        let is_word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        let is_valid = is_word(secret) && name.is_none_or(is_word);
        is_valid.then(|| Key { name: name.map(|name| KeyName(name.into())), secret: secret.to_owned() })
    }
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
    fn keys_may_have_names() {
        let parse = |line: &str| Key::parse(line).map(|key| (key.name.map(|name| name.0.to_string()), key.secret));
        let named = |name: Option<&str>, key: &str| Some((name.map(str::to_owned), key.to_owned()));
        assert_eq!(parse("5f0c"), named(None, "5f0c"));
        assert_eq!(parse("alice: 5f0c"), named(Some("alice"), "5f0c"));
        assert_eq!(parse("a:b:   5f0c"), named(Some("a:b"), "5f0c"));
        assert_eq!(parse("alice:5f0c"), named(None, "alice:5f0c"), "a key may have a colon");
        for wrong in ["two words", "alice: two words", "the bot: 5f0c", ": 5f0c", "clé", "alice: clé"] {
            assert_eq!(parse(wrong), None, "{wrong}");
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
