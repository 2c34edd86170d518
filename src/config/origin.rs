//! Origins of web pages, as in the `Origin` header of browsers.

use axum::http::{HeaderValue, Uri};

/// Reads an origin, or `*` for all.
///
/// # Errors
/// Why no browser would send it.
pub fn parse(text: &str) -> Result<HeaderValue, String> {
    let text = text.trim();
    if !matches!(text, "*" | "null") {
        check(text)?;
    }
    HeaderValue::from_str(text).map_err(|error| error.to_string())
}

/// Reads the origin of the service itself.
///
/// # Errors
/// Why it is none.
pub fn parse_own(text: &str) -> Result<String, String> {
    let text = text.trim();
    check(text)?;
    if !["http://", "https://"].iter().any(|scheme| text.starts_with(scheme)) {
        return Err("the scheme must be http or https; write e.g. https://a.example".to_owned());
    }
    Ok(text.to_owned())
}

fn check(text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("an origin is missing; write e.g. https://a.example, or * for all".to_owned());
    }
    if text.contains('*') {
        return Err("patterns are not supported; name each origin, or write * alone for all".to_owned());
    }
    let Some((scheme, host)) = text.split_once("://") else {
        let host = text.split(['/', '?', '#']).next().unwrap_or(text);
        return Err(format!("it has no scheme; write e.g. https://{host}"));
    };
    if let Some((host, _)) = host.split_once(['/', '?', '#']) {
        return Err(format!("an origin ends with the host or port; write {scheme}://{host}"));
    }
    if text.chars().any(|c| c.is_ascii_uppercase()) {
        return Err(format!("browsers send origins in lower case; write {}", text.to_ascii_lowercase()));
    }
    let not_an_origin = || "it is not an origin; write e.g. https://a.example".to_owned();
    let uri: Uri = text.parse().map_err(|_| not_an_origin())?;
    if uri.host().is_none_or(str::is_empty) || text.contains('@') || host.ends_with(':') {
        return Err(not_an_origin());
    }
    if matches!((scheme, uri.port_u16()), ("https", Some(443)) | ("http", Some(80))) {
        return Err(format!("browsers leave out the default port; write {scheme}://{}", uri.host().unwrap_or(host)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read() {
        for text in
            ["*", "null", "https://a.example", "http://localhost:5173", "http://[::1]:3000", "tauri://localhost"]
        {
            assert_eq!(parse(text).unwrap(), text);
        }
        assert_eq!(parse(" https://a.example ").unwrap(), "https://a.example");
    }

    #[test]
    fn the_own_origin_is_one_that_clients_can_call() {
        assert_eq!(parse_own(" https://a.example:8443 ").unwrap(), "https://a.example:8443");
        for (text, remedy) in [
            ("*", "name each origin, or write * alone for all"),
            ("tauri://localhost", "write e.g. https://a.example"),
            ("https://a.example/inarow", "write https://a.example"),
        ] {
            let reason = parse_own(text).unwrap_err();
            assert!(reason.ends_with(remedy), "{text}: {reason}");
        }
    }

    #[test]
    fn origins_that_browsers_never_send_are_refused_with_the_remedy() {
        for (text, remedy) in [
            ("https://a.example/", "write https://a.example"),
            ("https://a.example:8443/app?x", "write https://a.example:8443"),
            ("a.example", "write e.g. https://a.example"),
            ("a.example/", "write e.g. https://a.example"),
            ("*.example.com", "name each origin, or write * alone for all"),
            ("https://*.example.com", "name each origin, or write * alone for all"),
            ("https://A.example", "write https://a.example"),
            ("https://a.example:443", "write https://a.example"),
            ("http://a.example:80", "write http://a.example"),
            ("", "or * for all"),
            ("https://", "write e.g. https://a.example"),
            ("https://a b", "write e.g. https://a.example"),
            ("https://me@a.example", "write e.g. https://a.example"),
        ] {
            let reason = parse(text).unwrap_err();
            assert!(reason.ends_with(remedy), "{text}: {reason}");
        }
    }
}
