//! Positions as pictures.

use axum::body::Body;
use axum::http::{Request, header};

use crate::service::{Answer, app, faults, get, send};

async fn picture(target: &str) -> Answer {
    let answer = get(&app(), target).await;
    assert_eq!(answer.status, 200, "{target}: {}", String::from_utf8_lossy(&answer.body));
    answer
}

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.to_vec()).unwrap()
}

fn size_of_png(answer: &Answer) -> [u32; 2] {
    assert_eq!(answer.headers[header::CONTENT_TYPE], "image/png");
    assert!(answer.body.starts_with(b"\x89PNG\r\n\x1a\n"));
    [16, 20].map(|at| u32::from_be_bytes(answer.body[at..at + 4].try_into().unwrap()))
}

#[tokio::test]
async fn a_picture_is_a_pure_function_of_its_address() {
    for target in [
        "/v1/position.svg?game=connect-four&moves=4453",
        "/v1/position.png?board=XO..X....&size=400",
        "/v1/position.svg?game=connect-four&moves=4453&values=true",
    ] {
        let (first, second) = (picture(target).await, picture(target).await);
        assert_eq!(first.body, second.body, "{target}");
        assert!(first.headers[header::CACHE_CONTROL].to_str().unwrap().starts_with("public"), "{target}");
        let tag = &first.headers[header::ETAG];
        let request = Request::get(target).header(header::IF_NONE_MATCH, tag).body(Body::empty()).unwrap();
        assert_eq!(send(&app(), request).await.status, 304, "{target}");
    }
}

#[tokio::test]
async fn the_longer_side_has_the_size_asked_for() {
    assert_eq!(size_of_png(&picture("/v1/position.png?size=400").await)[1], 400);
    let [width, height] = size_of_png(&picture("/v1/position.png?game=connect-four&size=1200").await);
    assert!(width == 1200 && (1000..1200).contains(&height), "{width}×{height}");
}

#[tokio::test]
async fn options_show_in_the_picture() {
    let plain = text(&picture("/v1/position.svg?moves=b2,a1").await);
    assert!(plain.contains("<title>Tic-tac-toe, X to move</title>"));
    for option in ["theme=dark", "coordinates=false", "last=b2", "marks=c3", "marks=c3-a3", "values=true"] {
        let other = text(&picture(&format!("/v1/position.svg?moves=b2,a1&{option}")).await);
        assert!(option == "values=true" || other != plain, "{option} changes nothing");
    }
    // Where all moves are worth the same, nothing is shown.
    let equal = text(&picture("/v1/position.svg?values=true").await);
    assert_eq!(equal, text(&picture("/v1/position.svg").await));
    let lost = text(&picture("/v1/position.svg?board=XOXXO.O..&values=true").await);
    assert_ne!(lost, text(&picture("/v1/position.svg?board=XOXXO.O..").await), "one move draws, the others lose");
}

#[tokio::test]
async fn a_position_is_also_a_picture_by_accept() {
    for (accept, path) in [("image/svg+xml", "/v1/position.svg"), ("image/png", "/v1/position.png")] {
        let request = Request::get("/v1/position?moves=b2&size=300").header(header::ACCEPT, accept);
        let answer = send(&app(), request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.body, picture(&format!("{path}?moves=b2&size=300")).await.body);
    }
    let request = Request::get("/v1/position.svg").header(header::ACCEPT, "application/json");
    assert_eq!(send(&app(), request.body(Body::empty()).unwrap()).await.status, 406);
}

/// A puzzle has no picture of its own: the refusal names the request that draws its position. Where pictures are, and to callers who want none, it
/// does not.
#[tokio::test]
async fn a_picture_of_a_puzzle_is_that_of_its_moves() {
    let hint = "/v1/position.png?game=…&moves=… draws a position; that of a puzzle has its moves";
    for path in ["/v1/puzzle.png", "/v1/puzzles.png", "/v1/puzzles.svg"] {
        let refused = get(&app(), path).await;
        assert!(faults(&refused, 404, "not-found").is_empty());
        assert_eq!(refused.json()["detail"], format!("there is no {path}; {hint}; GET / lists the endpoints"));
    }
    for (path, accept, is_hinted) in [
        ("/v1/puzzles", "image/png", true),
        ("/v1/move", "image/*", true),
        ("/v1/puzzles", "text/html", false),
        ("/v1/tree?depth=1", "image/png", false),
    ] {
        let request = Request::get(path).header(header::ACCEPT, accept).body(Body::empty()).unwrap();
        let refused = send(&app(), request).await;
        assert!(faults(&refused, 406, "not-acceptable").is_empty());
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("; send \"Accept: application/json"), "{detail}");
        assert_eq!(detail.ends_with(&format!(" or none; {hint}")), is_hinted, "{path} {accept}: {detail}");
    }
}

#[tokio::test]
async fn requests_that_cannot_be_drawn_are_refused_at_their_field() {
    for (query, pointer, code) in [
        ("size=199", "/size", "out-of-range"),
        ("size=1201", "/size", "out-of-range"),
        ("theme=blue", "/theme", "not-a-choice"),
        ("coordinates=maybe", "/coordinates", "wrong-type"),
        ("last=d4", "/last", "not-on-board"),
        ("moves=a1,b2&last=c3", "/last", "does-not-fit"),
        ("game=connect-four&moves=d&last=e", "/last", "does-not-fit"),
        ("marks=a1,z9", "/marks/1", "not-on-board"),
        ("marks=a1-z9", "/marks/0", "not-on-board"),
        ("depth=3", "/depth", "unknown-field"),
        ("board=XXXX", "/board", "wrong-length"),
    ] {
        let answer = get(&app(), &format!("/v1/position.png?{query}")).await;
        let found = &answer.json()["errors"][0];
        assert_eq!(
            (answer.status.as_u16(), &found["pointer"], &found["code"]),
            (422, &pointer.into(), &code.into()),
            "{query}"
        );
    }
    let many = vec!["a1"; 65].join(",");
    let answer = get(&app(), &format!("/v1/position.svg?marks={many}")).await;
    assert_eq!(answer.json()["errors"][0]["code"], "wrong-length");
}
