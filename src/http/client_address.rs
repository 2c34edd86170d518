//! Client addresses, by which the rate limit and the log know a client.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, HeaderName};

/// Longest name of a client that is no address, in characters; the rest is cut off.
const NAME_CHARS_MAX: usize = 64;

/// A client, as its connection or the proxy in front names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ClientAddress {
    /// An address in its canonical form: an IPv4 address is never written as an IPv6 one.
    Ip(IpAddr),
    /// An entry of the client header that is no address. Visible ASCII, at most 64 characters.
    Name(Box<str>),
}

impl ClientAddress {
    /// The client of a request: the last entry of the client header if there is one, else the other end of the
    /// connection. Entries before the last are only the client's own claims.
    pub fn of(
        client_header: Option<&HeaderName>,
        headers: &HeaderMap,
        connect_info: Option<SocketAddr>,
    ) -> Option<ClientAddress> {
        let line = client_header.and_then(|name| headers.get_all(name).iter().next_back());
        let entry = line.and_then(|line| line.as_bytes().rsplit(|&byte| byte == b',').next());
        match entry.map(<[u8]>::trim_ascii).filter(|entry| !entry.is_empty()) {
            Some(entry) => Some(ClientAddress::parse(entry)),
            None => connect_info.map(|address| ClientAddress::Ip(address.ip().to_canonical())),
        }
    }

    /// Reads an address, with or without a port, or takes the entry as a name.
    fn parse(entry: &[u8]) -> ClientAddress {
        let text = String::from_utf8_lossy(entry);
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(&text);
        let ip = bare.parse::<IpAddr>().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()));
        match ip {
            Some(ip) => ClientAddress::Ip(ip.to_canonical()),
            None => {
                let visible = text.chars().map(|c| if c.is_ascii_graphic() { c } else { '?' });
                ClientAddress::Name(visible.take(NAME_CHARS_MAX).collect())
            }
        }
    }

    /// The client that a rate limit counts for. An IPv6 client commonly has a whole network of 64 bits; loopback is
    /// a client of its own.
    #[must_use]
    pub fn for_rate_limit(self) -> ClientAddress {
        match self {
            ClientAddress::Ip(IpAddr::V6(address)) if !address.is_loopback() => {
                ClientAddress::Ip(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into())
            }
            client => client,
        }
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientAddress::Ip(address) => address.fmt(f),
            ClientAddress::Name(name) => name.fmt(f),
        }
    }
}

/// The other end of the connection, as the server has noted it in the extensions of the request.
#[must_use]
pub fn connect_info(extensions: &Extensions) -> Option<SocketAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const HEADER: HeaderName = HeaderName::from_static("x-forwarded-for");

    fn shown(header: Option<&HeaderName>, sent: &[&'static [u8]], connection: &str) -> String {
        let sent = sent.iter().map(|line| (HEADER, HeaderValue::from_bytes(line).unwrap()));
        let client = ClientAddress::of(header, &sent.collect(), connection.parse().ok());
        client.map_or("nobody".into(), |client| client.to_string())
    }

    #[test]
    fn the_last_entry_of_the_header_or_the_connection() {
        assert_eq!(shown(None, &[b"10.0.0.1"], "192.0.2.1:80"), "192.0.2.1");
        assert_eq!(shown(Some(&HEADER), &[], "192.0.2.1:80"), "192.0.2.1");
        assert_eq!(shown(Some(&HEADER), &[b" "], "192.0.2.1:80"), "192.0.2.1");
        assert_eq!(shown(Some(&HEADER), &[b"forged", b"forged, 10.0.0.1 "], "192.0.2.1:80"), "10.0.0.1");
        assert_eq!(shown(None, &[], ""), "nobody");
    }

    #[test]
    fn one_client_has_one_spelling() {
        assert_eq!(shown(None, &[], "[::ffff:192.0.2.1]:80"), "192.0.2.1");
        for entry in [&b"::ffff:10.0.0.1"[..], b"10.0.0.1:4711", b"10.0.0.1", b"[::ffff:10.0.0.1]:80"] {
            assert_eq!(shown(Some(&HEADER), &[entry], ""), "10.0.0.1");
        }
        for entry in [&b"2001:db8::7"[..], b"[2001:db8::7]", b"[2001:db8:0::7]:80"] {
            assert_eq!(shown(Some(&HEADER), &[entry], ""), "2001:db8::7");
        }
    }

    #[test]
    fn names_are_safe_to_print() {
        assert_eq!(shown(Some(&HEADER), &[b"shop-7"], ""), "shop-7");
        assert_eq!(shown(Some(&HEADER), &[b"a\xc2\x9b[31m b"], ""), "a?[31m?b");
        assert_eq!(shown(Some(&HEADER), &[&[b'x'; 1000]], "").len(), NAME_CHARS_MAX);
    }

    #[test]
    fn rate_limits_count_networks() {
        let client = |text: &str| ClientAddress::Ip(text.parse().unwrap()).for_rate_limit();
        assert_eq!(client("2001:db8::1"), client("2001:db8::2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
        assert_ne!(client("::1"), client("::2"));
    }
}
