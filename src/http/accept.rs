//! Content negotiation: whether the `Accept` header takes what a path answers.

use axum::http::{HeaderMap, header};

/// The media type of nearly all answers.
pub const JSON: &str = "application/json";
/// One JSON document a line.
pub const NDJSON: &str = "application/x-ndjson";
/// Server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";

/// The page and the API reference.
pub const HTML: &str = "text/html";

/// Whether JSON is acceptable.
#[must_use]
pub fn json(headers: &HeaderMap) -> bool {
    choose(headers, &[JSON]).is_some()
}

/// The offer that the client likes best, the first of equals; without an `Accept` header the first one.
#[must_use]
pub fn choose(headers: &HeaderMap, offers: &[&'static str]) -> Option<&'static str> {
    let mut accepts = headers.get_all(header::ACCEPT).iter().peekable();
    if accepts.peek().is_none_or(|first| matches!(first.as_bytes(), b"*/*" | b"")) {
        return offers.first().copied();
    }
    let ranges: Vec<Range<'_>> = accepts
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','))
        .filter_map(Range::parse)
        .collect();
    let quality = |offer: &'static str| {
        let best = ranges.iter().filter(|range| range.takes(offer)).max_by_key(|range| range.precision());
        best.map_or(0.0, |range| range.quality)
    };
    let rated = offers.iter().map(|&offer| (quality(offer), offer)).filter(|&(quality, _)| quality > 0.0);
    // `reduce` rather than `max_by`, which takes the last of equals.
    rated.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, offer)| offer)
}

/// The offered content coding that the client likes best, the first of equals; `None` is none at all.
#[must_use]
pub fn coding(headers: &HeaderMap, offers: &[&'static str]) -> Option<&'static str> {
    let accepts = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let codings: Vec<Range<'_>> = accepts.flat_map(|list| list.split(',')).filter_map(Range::parse).collect();
    let quality = |offer: &'static str| {
        let named = codings.iter().find(|coding| coding.kind.eq_ignore_ascii_case(offer));
        named.or_else(|| codings.iter().find(|coding| coding.kind == "*")).map_or(0.0, |coding| coding.quality)
    };
    let rated = offers.iter().map(|&offer| (quality(offer), offer)).filter(|&(quality, _)| quality > 0.0);
    rated.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, offer)| offer)
}

/// One media range of an `Accept` header.
struct Range<'a> {
    kind: &'a str,
    quality: f32,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Range<'a>> {
        let mut parts = text.split(';').map(str::trim);
        let kind = parts.next().filter(|kind| !kind.is_empty())?;
        let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        Some(Range { kind, quality: quality.map_or(1.0, |quality| quality.parse().unwrap_or(0.0)) })
    }

    fn takes(&self, offer: &str) -> bool {
        let family = offer.split('/').next().unwrap_or_default();
        self.kind == "*/*"
            || self.kind.eq_ignore_ascii_case(offer)
            || self.kind.strip_suffix("/*").is_some_and(|kind| kind.eq_ignore_ascii_case(family))
    }

    fn precision(&self) -> u8 {
        match self.kind {
            "*/*" => 0,
            kind if kind.ends_with("/*") => 1,
            _ => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_precise_range_decides_then_quality_then_order() {
        const STREAM: &str = "text/event-stream";
        let best = |accept: &'static str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())]);
            choose(&headers, &[JSON, STREAM])
        };
        assert_eq!(choose(&HeaderMap::new(), &[JSON, STREAM]), Some(JSON));
        for json in
            ["*/*", "application/*", "Application/JSON", "text/html, */*;q=0.8", "text/html,application/json;q=0.1"]
        {
            assert_eq!(best(json), Some(JSON), "{json}");
        }
        assert_eq!(best("text/event-stream"), Some(STREAM));
        assert_eq!(best("*/*, application/json;q=0"), Some(STREAM));
        for none in ["text/html", "application/xml", "*/*;q=0", "application/json;q=0"] {
            assert_eq!(best(none), None, "{none}");
        }
    }
}
