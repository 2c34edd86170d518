//! Places where callers put keys, also those where the service does not look, for refusals that name them.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName, Request, header};

/// Headers in which other services take keys.
const KEY_HEADERS: [&str; 4] = ["x-api-key", "api-key", "apikey", "x-auth-token"];
/// Fields of a query in which other services take secrets, in lower case and without `-` and `_`.
const KEY_FIELDS: [&str; 10] =
    ["accesskey", "auth", "authkey", "authorization", "bearer", "jwt", "key", "pwd", "session", "sig"];
/// Others end like this, `bearer_token`, `client_secret`, `x-api-key`, or in the word key, `user_key`.
const KEY_ENDINGS: [&str; 7] = ["apikey", "passwd", "password", "secret", "sessionid", "signature", "token"];

/// How a request without a valid key sent one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeySent {
    /// As `Authorization: Bearer`, but it is no key.
    Wrong,
    /// `Authorization` with another scheme or none.
    OtherScheme,
    /// In a header that is not read.
    Header(&'static str),
    /// In the query, which is not read for it.
    Query,
    Nowhere,
}

impl KeySent {
    /// Finds where a request has its key.
    #[must_use]
    pub fn of<B>(request: &Request<B>) -> KeySent {
        let headers = request.headers();
        if bearer(headers).is_some_and(|token| !token.is_empty()) {
            return KeySent::Wrong;
        }
        if headers.get(header::AUTHORIZATION).is_some_and(|sent| bearer(headers).is_none() && !sent.is_empty()) {
            return KeySent::OtherScheme;
        }
        if let Some(name) = KEY_HEADERS.into_iter().find(|name| headers.contains_key(*name)) {
            return KeySent::Header(name);
        }
        let mut fields = request.uri().query().unwrap_or_default().split('&');
        if fields.any(|field| field.split_once('=').is_some_and(|(name, _)| is_key_field(name))) {
            return KeySent::Query;
        }
        KeySent::Nowhere
    }

    /// The fault in a word for the log.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            KeySent::Wrong => "unknown-key",
            KeySent::OtherScheme => "other-scheme",
            KeySent::Header(_) => "key-in-other-header",
            KeySent::Query => "key-in-query",
            KeySent::Nowhere => "no-key",
        }
    }

    /// The fault in words, without anything that was sent.
    #[must_use]
    pub fn fault(self) -> Cow<'static, str> {
        match self {
            KeySent::Wrong => "the key sent is not valid: ask the operator for one".into(),
            KeySent::OtherScheme => "the Authorization header sent has another scheme than Bearer".into(),
            KeySent::Header(name) => format!("one in {name} is not read").into(),
            KeySent::Query => "one in the query is not read: queries are kept in logs".into(),
            KeySent::Nowhere => "none was sent".into(),
        }
    }
}

/// The token of an `Authorization: Bearer`.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let sent = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = sent.split_at_checked("bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}

/// Whether a header holds a secret, so that the log must not name clients by it.
pub(super) fn is_secret_header(name: &HeaderName) -> bool {
    let is_credential = matches!(name.as_str(), "authorization" | "proxy-authorization" | "cookie" | "set-cookie");
    is_credential || KEY_HEADERS.contains(&name.as_str()) || is_key_field(name.as_str())
}

/// Whether a field is named like a key; its name may be percent-encoded.
fn is_key_field(name: &str) -> bool {
    /// A longer name is none of these, even where each of its letters is encoded.
    const NAME_BYTES_MAX: usize = 64;
    let decoded = (name.len() <= NAME_BYTES_MAX).then(|| form_urlencoded::parse(name.as_bytes()).next()).flatten();
    let Some((name, _)) = decoded else { return false };
    let name = name.to_ascii_lowercase();
    let letters: String = name.chars().filter(|letter| !matches!(letter, '-' | '_')).collect();
    KEY_FIELDS.contains(&&*letters)
        || KEY_ENDINGS.iter().any(|ending| letters.ends_with(ending))
        || ["-key", "_key"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_like_keys() {
        for name in [
            "api_key",
            "API-Key",
            "bearer_token",
            "Client-Secret",
            "api%5Fkey",
            "%6B%65%79",
            "user_key",
            "PHPSESSIONID",
        ] {
            assert!(is_key_field(name), "{name}");
        }
        for name in ["keys", "monkey", "tokens", "code", "depth", ""] {
            assert!(!is_key_field(name), "{name}");
        }
    }

    #[test]
    fn headers_with_secrets_are_known() {
        for name in ["authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token"] {
            assert!(is_secret_header(&HeaderName::from_static(name)), "{name}");
        }
        for name in ["x-forwarded-for", "x-client", "fly-client-ip", "x-real-ip", "x-key-name"] {
            assert!(!is_secret_header(&HeaderName::from_static(name)), "{name}");
        }
    }

    #[test]
    fn a_key_is_found_where_callers_put_it() {
        let sent = |target: &str, headers: &[(&str, &str)]| {
            let request = Request::get(target);
            let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            KeySent::of(&request.body(()).unwrap())
        };
        assert_eq!(sent("/v1/games", &[]), KeySent::Nowhere);
        assert_eq!(sent("/v1/games", &[("authorization", "")]), KeySent::Nowhere);
        assert_eq!(sent("/v1/games", &[("authorization", "Bearer ")]), KeySent::Nowhere);
        assert_eq!(sent("/v1/games?api_key=k", &[("authorization", "bearer k")]), KeySent::Wrong);
        assert_eq!(sent("/v1/games", &[("authorization", "Basic k")]), KeySent::OtherScheme);
        assert_eq!(sent("/v1/games", &[("authorization", "k")]), KeySent::OtherScheme);
        assert_eq!(sent("/v1/games", &[("X-Api-Key", "k")]), KeySent::Header("x-api-key"));
        assert_eq!(sent("/v1/games?depth=1&token=k", &[]), KeySent::Query);
    }
}
