//! Paths that are nearly right.

use super::suggest::nearest;

/// The path without a version that stands in front of another: `/v1/move` of `/v1/v1/move`; `None` where there is one at most.
#[must_use]
pub fn without_second_version(path: &str) -> Option<&str> {
    let mut rest = path;
    while without_version(without_version(rest)) != without_version(rest) {
        rest = without_version(rest);
    }
    (rest != path).then_some(rest)
}

/// The path that was meant, with another version or without one.
pub fn nearest_path(path: &str, paths: &[&'static str]) -> Option<&'static str> {
    // A base address that ends in a slash makes two of it; that of another service may have more before the version.
    let path = path.replace("//", "/");
    let path = path.find("/v1/").map_or(&*path, |start| &path[start..]);
    let path = path.strip_prefix("/api").filter(|rest| rest.starts_with('/')).unwrap_or(path);
    let bare = path.trim_end_matches('/');
    // A document has no folder here, as it has in the repository.
    let bare = bare.strip_prefix("/docs").filter(|rest| rest.starts_with('/')).unwrap_or(bare);
    // A document without its ending.
    if let Some(document) = paths.iter().find(|known| known.strip_suffix(".md").is_some_and(|name| name == bare)) {
        return Some(document);
    }
    let tails: Vec<&'static str> = paths.iter().map(|path| without_version(path)).collect();
    // Paths are short, and all begin with a slash.
    let meant = nearest(without_version(bare), &tails, 3)?;
    tails.iter().position(|tail| *tail == meant).map(|index| paths[index])
}

/// Where the query of a path begins that has another sign in place of its `?`, and the text after that sign.
#[must_use]
pub fn misplaced_query(path: &str) -> Option<(&str, &str)> {
    let (start, sign) = ["&", "%3F", "%3f", "%26"].iter().filter_map(|sign| Some((path.find(sign)?, *sign))).min()?;
    let (path, query) = (&path[..start], &path[start + sign.len()..]);
    query.contains('=').then_some((path, query))
}

/// `/move` of `/v1/move`.
fn without_version(path: &str) -> &str {
    let version = path.strip_prefix('/').and_then(|rest| rest.strip_prefix(['v', 'V']));
    let tail = version.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    tail.filter(|tail| tail.starts_with('/')).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_stands_twice_is_noticed() {
        for (typed, meant) in [
            ("/v1/v1/move", Some("/v1/move")),
            ("/v1/v2/v1/move", Some("/v1/move")),
            ("/v1/v1/", Some("/v1/")),
            ("/v1/move", None),
            ("/move", None),
            ("/v1", None),
            ("/vx/v1/move", None),
        ] {
            assert_eq!(without_second_version(typed), meant, "{typed}");
        }
    }

    #[test]
    fn a_query_is_found_without_its_sign() {
        for (typed, expected) in [
            ("/v1/move&moves=b2&turn=O", Some(("/v1/move", "moves=b2&turn=O"))),
            ("/v1/move%3Fmoves=b2&turn=O", Some(("/v1/move", "moves=b2&turn=O"))),
            ("/v1/move&moves", None),
            ("/v1/move", None),
        ] {
            assert_eq!(misplaced_query(typed), expected, "{typed}");
        }
    }

    #[test]
    fn paths_are_found_with_and_without_their_version() {
        let paths = ["/", "/v1/move", "/v1/analysis", "/v1/games", "/docs", "/guide.md", "/operations.md"];
        for (typed, meant) in [
            ("/v1/mov", Some("/v1/move")),
            ("/v1/moves", Some("/v1/move")),
            ("/v1/move/", Some("/v1/move")),
            ("//v1/move", Some("/v1/move")),
            ("/v2/move", Some("/v1/move")),
            ("/move", Some("/v1/move")),
            ("/mov", Some("/v1/move")),
            ("/doc", Some("/docs")),
            ("/guide", Some("/guide.md")),
            ("/operations/", Some("/operations.md")),
            ("/docs/operations.md", Some("/operations.md")),
            ("/docs/guide", Some("/guide.md")),
            ("/docs/", Some("/docs")),
            ("/V1/move", Some("/v1/move")),
            ("/V1/Move", Some("/v1/move")),
            ("/api/v1/move", Some("/v1/move")),
            ("/inarow/api/v1/moves", Some("/v1/move")),
            ("/api/move", Some("/v1/move")),
            ("/api", None),
            ("/v1", None),
            ("/nope", None),
            ("//", None),
        ] {
            assert_eq!(nearest_path(typed, &paths), meant, "{typed}");
        }
    }
}
