//! Trees as figures: SVG, Graphviz and Mermaid, by `Accept` and by `format`.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

use crate::service::{Answer, app, faults, get, post, send};

const CUT: &str = "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces";
const FORMS: [(&str, &str); 3] =
    [("svg", "image/svg+xml"), ("dot", "text/vnd.graphviz"), ("mermaid", "text/vnd.mermaid")];

async fn figure(target: &str) -> String {
    let answer = get(&app(), target).await;
    assert_eq!(answer.status, 200, "{target}: {}", text(&answer));
    text(&answer)
}

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test]
async fn format_accept_and_a_post_give_the_same_figure() {
    for (format, media_type) in FORMS {
        let by_format = get(&app(), &format!("{CUT}&format={format}")).await;
        assert_eq!(by_format.status, 200);
        assert_eq!(by_format.header("content-type").split(';').next(), Some(media_type));
        let request = Request::get(CUT).header(header::ACCEPT, media_type).body(Body::empty()).unwrap();
        assert_eq!(send(&app(), request).await.body, by_format.body, "{format}");
        let body = json!({"board": "XX.OO.X.O", "heuristic": "open-pieces"}).to_string();
        let request = Request::post("/v1/tree").header(header::CONTENT_TYPE, "application/json");
        let posted = send(&app(), request.header(header::ACCEPT, media_type).body(body.into()).unwrap()).await;
        assert_eq!((posted.header("cache-control"), &posted.body), ("no-store", &by_format.body), "{format}");
        let body = json!({"board": "XX.OO.X.O", "heuristic": "open-pieces", "format": format}).to_string();
        assert_eq!(post(&app(), "/v1/tree", body).await.body, by_format.body, "{format}");
    }
    // A format that is named counts more than the header of a browser.
    let request = Request::get(format!("{CUT}&format=json")).header(header::ACCEPT, "image/*,*/*;q=0.5");
    let answer = send(&app(), request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.header("content-type"), "application/json");
    assert!(answer.json()["search"]["timeMs"].is_null(), "an answer that caches keep does not tell how long it took");
}

#[tokio::test]
async fn a_get_is_a_pure_function_of_its_address() {
    for format in ["json", "svg", "dot", "mermaid"] {
        let target = format!("/v1/tree?game=connect-four&moves=4453&depth=3&trace=false&format={format}");
        let (first, second) = (get(&app(), &target).await, get(&app(), &target).await);
        assert_eq!((first.status.as_u16(), &first.body), (200, &second.body), "{target}");
        assert!(first.header("cache-control").starts_with("public"), "{target}");
        let request = Request::get(&target).header(header::IF_NONE_MATCH, first.header("etag"));
        assert_eq!(send(&app(), request.body(Body::empty()).unwrap()).await.status, 304, "{target}");
    }
}

/// A tree of more nodes than the short lane draws gets the same figure on the lane of searches.
#[tokio::test]
async fn a_large_tree_is_folded_and_the_figure_says_so() {
    for (format, _) in FORMS {
        let folded = figure(&format!("/v1/tree?depth=4&algorithm=minimax&maxNodes=10000&format={format}")).await;
        assert!(folded.contains("of 3610 nodes are drawn"), "{folded}");
        assert!(folded.len() < 60_000, "{} bytes", folded.len());
        let again = figure(&format!("/v1/tree?board=X...O....&depth=2&maxNodes=1001&format={format}")).await;
        assert_eq!(again, figure(&format!("/v1/tree?board=X...O....&depth=2&format={format}")).await);
    }
    assert!(!figure(&format!("{CUT}&format=svg")).await.contains("Folded"));
}

#[tokio::test]
async fn options_show_in_the_figure() {
    let light = figure(&format!("{CUT}&format=svg")).await;
    assert_ne!(light, figure(&format!("{CUT}&format=svg&theme=dark")).await);
    assert_eq!(light, figure(&format!("{CUT}&format=svg&trace=false")).await, "lines of leaves are not drawn");
    for (option, expected) in [("algorithm=minimax", "Minimax"), ("cells=c3", "c3"), ("depth=1", "depth 1")] {
        assert!(figure(&format!("{CUT}&format=dot&{option}")).await.contains(expected), "{option}");
    }
    assert!(!figure(&format!("{CUT}&format=mermaid&algorithm=minimax")).await.contains('α'), "minimax has no windows");
    let twice = "/v1/tree?board=X...O....&depth=4&algorithm=minimax&transpositions=true&maxNodes=5000&format=dot";
    assert!(figure(twice).await.contains("same as #"));
}

#[tokio::test]
async fn requests_that_cannot_be_drawn_are_refused_at_their_field() {
    let cases = [
        ("format=png", "/format not-a-choice"),
        ("theme=blue", "/theme not-a-choice"),
        ("format=svg&size=300", "/size unknown-field"),
        ("format=svg&depth=0", "/depth out-of-range"),
        ("format=svg&depth=4&algorithm=minimax", "/maxNodes too-large"),
        ("format=dot&cells=d4", "/cells/0 not-on-board"),
        ("format=mermaid&board=XXXX", "/board wrong-length"),
    ];
    for (query, expected) in cases {
        let answer = get(&app(), &format!("/v1/tree?{query}")).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [expected], "{query}");
    }
    let request = Request::get(CUT).header(header::ACCEPT, "image/png").body(Body::empty()).unwrap();
    faults(&send(&app(), request).await, 406, "not-acceptable");
    let wrong = post(&app(), "/v1/tree", r#"{"format": 3}"#).await;
    assert_eq!(faults(&wrong, 422, "invalid-request"), ["/format wrong-type"]);
}

/// The figures in the documents are those of the service.
#[tokio::test]
async fn the_documents_show_what_the_service_draws() {
    for (format, name) in [("svg", "tree.svg"), ("dot", "tree.dot"), ("mermaid", "tree.mmd")] {
        let path = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
        let shown = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(shown, figure(&format!("{CUT}&format={format}")).await, "{name}");
    }
}
