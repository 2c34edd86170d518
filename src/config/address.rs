//! An address to listen on.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};
use std::str::FromStr;

/// An IP address or a host name, and a port: `127.0.0.1:8080`, `[::]:8080`, `localhost:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListenAddress {
    host: String,
    port: u16,
}

impl ListenAddress {
    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The same host with another port.
    #[must_use]
    pub fn at_port(&self, port: u16) -> ListenAddress {
        ListenAddress { port, ..self.clone() }
    }

    /// Whether it is every address of the machine, of one version of IP at least.
    #[must_use]
    pub fn is_everywhere(&self) -> bool {
        self.host.parse().is_ok_and(|address: IpAddr| address.is_unspecified())
    }

    /// Whether two listeners cannot have these two addresses: they have one port, and one of them covers the other. An unspecified
    /// address covers all others: that of IPv6 those of IPv4, too.
    ///
    /// Blocks while a name server is asked, only for one port.
    #[must_use]
    pub fn is_taken_by(&self, other: &ListenAddress) -> bool {
        // Any free port is another one each time.
        if self.port != other.port || self.port == 0 {
            return false;
        }
        // The first address of a host is the one that is bound. A name that cannot be resolved is refused when it is bound.
        let [own, other] = [self, other].map(|address| address.resolve().ok().and_then(|all| Some(all.first()?.ip())));
        let (Some(own), Some(other)) = (own, other) else { return false };
        let covers = |wide: IpAddr, narrow: IpAddr| wide.is_unspecified() && (wide.is_ipv6() || narrow.is_ipv4());
        own == other || covers(own, other) || covers(other, own)
    }

    /// The socket addresses of the host, at least one; the first that the machine has is meant. Every address of IPv6 is that of IPv4,
    /// too, and where there is no IPv6 these alone.
    ///
    /// Blocks while a name server is asked.
    ///
    /// # Errors
    /// A host name that is not known.
    pub fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let mut addresses: Vec<_> = (self.host.as_str(), self.port).to_socket_addrs()?.collect();
        if addresses.iter().any(|address| address.ip() == Ipv6Addr::UNSPECIFIED) {
            addresses.push((Ipv4Addr::UNSPECIFIED, self.port).into());
        }
        if addresses.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the host has no address"));
        }
        Ok(addresses)
    }
}

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<ListenAddress, String> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(ListenAddress { host: address.ip().to_string(), port: address.port() });
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            return Err(format!("it has no host; write 127.0.0.1:{text}, or [::]:{text} for every address"));
        }
        let (host, port) =
            text.rsplit_once(':').ok_or("it has no port; write e.g. 127.0.0.1:8080 or localhost:8080")?;
        let port = port.parse().map_err(|_| format!("{port:?} is not a port from 0 to 65535"))?;
        let is_name = |host: &str| host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'));
        if host.is_empty() || !is_name(host) {
            return Err(format!(
                "{host:?} is not a host; write e.g. 127.0.0.1, [::] for every address, or 0.0.0.0 for those of IPv4"
            ));
        }
        Ok(ListenAddress { host: host.to_owned(), port })
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ListenAddress { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_names_are_read() {
        for text in ["127.0.0.1:8080", "[::]:0", "localhost:65535", "my-host.example:80"] {
            assert_eq!(text.parse::<ListenAddress>().unwrap().to_string(), text);
        }
        let numeric = "[::1]:80".parse::<ListenAddress>().unwrap();
        assert_eq!(numeric.resolve().unwrap(), ["[::1]:80".parse::<SocketAddr>().unwrap()]);
        let every = "[::]:80".parse::<ListenAddress>().unwrap();
        assert_eq!(every.resolve().unwrap(), ["[::]:80", "0.0.0.0:80"].map(|text| text.parse().unwrap()));
    }

    #[test]
    fn two_listeners_need_two_places() {
        for (own, other, is_taken) in [
            ("127.0.0.1:80", "127.0.0.1:80", true),
            ("127.0.0.1:80", "127.0.0.1:81", false),
            ("127.0.0.1:80", "127.0.0.2:80", false),
            ("127.0.0.1:80", "0.0.0.0:80", true),
            ("[::]:80", "127.0.0.1:80", true),
            ("0.0.0.0:80", "[::1]:80", false),
            ("0.0.0.0:80", "[::]:80", true),
            ("127.0.0.1:0", "127.0.0.1:0", false),
            ("no-such-host.invalid:80", "127.0.0.1:80", false),
        ] {
            let [own, other] = [own, other].map(|text| text.parse::<ListenAddress>().unwrap());
            assert_eq!([own.is_taken_by(&other), other.is_taken_by(&own)], [is_taken; 2], "{own} {other}");
        }
    }

    #[test]
    fn others_are_refused_with_the_reason() {
        for (text, reason) in [
            ("8080", "it has no host; write 127.0.0.1:8080, or [::]:8080 for every address"),
            ("", "it has no port"),
            ("localhost", "it has no port"),
            (":8080", "\"\" is not a host"),
            ("::1:8080", "\"::1\" is not a host"),
            ("http://a:80", "\"http://a\" is not a host"),
            ("localhost:http", "\"http\" is not a port"),
            ("localhost:65536", "\"65536\" is not a port"),
        ] {
            let error = text.parse::<ListenAddress>().unwrap_err();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
