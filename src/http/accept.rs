//! Content negotiation: the media type and the content coding of an answer.

use axum::http::{HeaderMap, header};
use headers::HeaderMapExt as _;
use headers_accept::Accept;
use mediatype::{MediaType, MediaTypeBuf, names};

/// The media type of nearly all answers.
pub const JSON: &str = "application/json";
/// One JSON document a line.
pub const NDJSON: &str = "application/x-ndjson";
/// Text for people.
pub const TEXT: &str = "text/plain";
/// Pictures.
pub const SVG: &str = "image/svg+xml";
pub const PNG: &str = "image/png";
/// Graphs.
pub const DOT: &str = "text/vnd.graphviz";
pub const MERMAID: &str = "text/vnd.mermaid";
/// A game as a Smart Game Format file.
pub const SGF: &str = "application/x-go-sgf";
/// Server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";

/// The page and the API reference.
pub const HTML: &str = "text/html";

/// Whether JSON is acceptable.
#[must_use]
pub fn json(headers: &HeaderMap) -> bool {
    choose(headers, &[JSON]).is_some()
}

/// The offer that the client likes best: by quality, then by the order of its list, then by the order of the offers.
/// Without an `Accept` header, and with one that cannot be read, the first offer.
#[must_use]
pub fn choose(headers: &HeaderMap, offers: &[&'static str]) -> Option<&'static str> {
    let Some(accept) = headers.typed_get::<Accept>().filter(|accept| accept.media_types().next().is_some()) else {
        return offers.first().copied();
    };
    let types: Vec<MediaType<'_>> = offers.iter().filter_map(|offer| MediaType::parse(offer).ok()).collect();
    // `application/json; charset=utf-8` asks for JSON, although no offer has that parameter.
    let chosen =
        accept.negotiate(&types).cloned().or_else(|| without_parameters(&accept).negotiate(&types).cloned())?;
    offers.iter().find(|offer| chosen.essence().to_string() == **offer).copied()
}

/// The list with qualities as the only parameters.
fn without_parameters(accept: &Accept) -> Accept {
    let bare = |range: &MediaTypeBuf| {
        let mut bare = MediaType::new(range.ty(), range.subty());
        bare.suffix = range.suffix();
        bare.params
            .to_mut()
            .extend(mediatype::ReadParams::get_param(range, names::Q).map(|quality| (names::Q, quality)));
        MediaTypeBuf::from(bare)
    };
    accept.media_types().map(bare).collect()
}

/// The offered content coding that the client likes best, the first of equals; `None` stands for no coding.
#[must_use]
pub fn coding(headers: &HeaderMap, offers: &[&'static str]) -> Option<&'static str> {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let codings: Vec<(&str, f32)> = lists.flat_map(|list| list.split(',')).map(with_quality).collect();
    let quality = |offer: &str| {
        let named = codings.iter().find(|(coding, _)| coding.eq_ignore_ascii_case(offer));
        named.or_else(|| codings.iter().find(|(coding, _)| *coding == "*")).map_or(0.0, |&(_, quality)| quality)
    };
    // The last of equals is the greatest, so the offers are read from the end.
    let best = offers.iter().rev().max_by(|left, right| quality(left).total_cmp(&quality(right)));
    best.copied().filter(|offer| quality(offer) > 0.0)
}

/// A content coding and its quality: 1 where none is given, 0 where it is no number.
fn with_quality(item: &str) -> (&str, f32) {
    let (coding, parameter) = item.split_once(';').unwrap_or((item, "q=1"));
    let quality = parameter.trim().to_ascii_lowercase();
    (coding.trim(), quality.strip_prefix("q=").and_then(|quality| quality.parse().ok()).unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(accept: &'static str) -> Option<&'static str> {
        let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())]);
        choose(&headers, &[JSON, EVENT_STREAM])
    }

    #[test]
    fn the_most_precise_range_decides_then_quality_then_order() {
        assert_eq!(choose(&HeaderMap::new(), &[JSON, EVENT_STREAM]), Some(JSON));
        for json in
            ["*/*", "application/*", "Application/JSON", "text/html, */*;q=0.8", "text/html,application/json;q=0.1"]
        {
            assert_eq!(best(json), Some(JSON), "{json}");
        }
        assert_eq!(best("text/event-stream"), Some(EVENT_STREAM));
        assert_eq!(best("*/*, application/json;q=0"), Some(EVENT_STREAM));
        for none in ["text/html", "application/xml", "*/*;q=0", "application/json;q=0"] {
            assert_eq!(best(none), None, "{none}");
        }
    }

    #[test]
    fn parameters_of_a_range_are_no_hindrance() {
        for json in ["application/json; charset=utf-8", "application/json;odata=verbose;q=0.5, text/html"] {
            assert_eq!(best(json), Some(JSON), "{json}");
        }
        assert_eq!(best("application/json;v=1;q=0.2, text/event-stream;v=1;q=0.8"), Some(EVENT_STREAM));
        assert_eq!(best("application/json;v=1;q=0"), None);
    }

    #[test]
    fn unreadable_headers_are_ignored() {
        // The default of Java's HttpURLConnection, and others.
        for header in ["text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "", "nonsense", "application/json;"] {
            assert_eq!(best(header), Some(JSON), "{header:?}");
        }
    }

    #[test]
    fn several_lines_are_one_list() {
        let lines = ["text/html", "text/event-stream;q=0.5"].map(|line| (header::ACCEPT, line.parse().unwrap()));
        let mut headers = HeaderMap::new();
        headers.extend(lines.map(|(name, value)| (Some(name), value)));
        assert_eq!(choose(&headers, &[JSON, EVENT_STREAM]), Some(EVENT_STREAM));
    }
}
