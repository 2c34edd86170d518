//! Web pages that may call. A page whose name leads to this machine (DNS rebinding) sends its own origin.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::http::{HeaderMap, HeaderValue, Uri, header};

/// Whether the sender may call. Programs other than browsers send no origin. The `Host` header does not count: it follows the name
/// that the page was loaded by. Where the operator has named no origins, these pages may call: those on the user's own machine,
/// and those of the service's public origin.
pub(super) fn may_call(headers: &HeaderMap, named: &[HeaderValue], public_origin: Option<&str>) -> bool {
    let is_for_all = named.iter().any(|origin| origin == "*");
    let is_fine = |origin: &HeaderValue| match is_for_all {
        true => origin.to_str().is_ok_and(|origin| Some(origin) == public_origin || is_loopback(origin)),
        false => named.contains(origin),
    };
    headers.get_all(header::ORIGIN).iter().all(is_fine)
}

fn is_loopback(origin: &str) -> bool {
    let is_web = ["http://", "https://"].iter().any(|scheme| origin.starts_with(scheme));
    let Some(uri) = origin.parse::<Uri>().ok().filter(|_| is_web) else { return false };
    let host = uri.host().unwrap_or_default();
    let v6 = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or_default();
    host == "localhost"
        || host.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
        || v6.parse().is_ok_and(|address: Ipv6Addr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_origins_of_this_machine_are_loopback() {
        for origin in [
            "http://localhost",
            "http://localhost:6274",
            "https://127.0.0.1:8443",
            "http://127.8.0.1",
            "http://[::1]:80",
        ] {
            assert!(is_loopback(origin), "{origin}");
        }
        for origin in [
            "null",
            "",
            "localhost",
            "ftp://localhost",
            "http://localhost.evil.example",
            "http://localhost@evil.example",
            "http://127.0.0.1.evil.example",
            "http://10.0.0.1",
            "http://[::2]",
            "http://evil.example:80",
        ] {
            assert!(!is_loopback(origin), "{origin}");
        }
    }
}
