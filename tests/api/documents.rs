//! The API reference at `/docs`, and the documents that agents and operators read.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;

use axum::body::Body;
use axum::http::Request;

use crate::page::{BROWSER, all_files, ask, page};
use crate::service::{ORIGIN, app, get, post, send};

#[tokio::test]
async fn the_reference_weighs_less_than_60_kb() {
    let app = app();
    // Browsers send "br" over TLS and to this machine alone.
    for coding in ["gzip, br", "gzip"] {
        let mut weight = 0;
        for target in all_files(&app, "/docs").await.iter().map(String::as_str).chain(["/docs"]) {
            weight += ask(&app, target, &[("accept", BROWSER), ("accept-encoding", coding)]).await.body.len();
        }
        println!("{weight} bytes with {coding}");
        assert!(weight < 60_000, "{weight} bytes with {coding}");
    }
}

/// The values of an attribute, in their order.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    html.split(&format!(" {attribute}=\"")).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Every path, every field of a request and of an answer, and every schema that they name has an anchor of its own.
#[tokio::test]
async fn the_reference_has_a_place_for_everything() {
    let html = page(&app(), "/docs").await;
    let ids = values(&html, "id");
    let all: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), all.len(), "an anchor twice");
    let mut links = 0;
    for anchor in values(&html, "href").into_iter().filter_map(|link| link.strip_prefix('#')) {
        links += 1;
        assert!(all.contains(anchor), "#{anchor} leads nowhere");
    }
    assert!(links > 1000, "{links} links");
    let contract = inarow::http::contract();
    for (path, _) in &contract.routes {
        let anchor = path.trim_start_matches('/').replace('/', "-");
        assert!(all.contains(if anchor.is_empty() { "root" } else { anchor.as_str() }), "{path}");
        assert!(html.contains(&format!("data-path=\"{path}\"")), "{path} has no call");
    }
    let has = |owner: &str, field: &str| all.contains(format!("{owner}.{field}").as_str());
    for (path, fields) in contract.requests {
        let name = path.trim_start_matches("/v1/");
        let owner = format!("{}{}Request", name[..1].to_uppercase(), &name[1..]);
        assert!(fields.iter().all(|field| has(&owner, field)), "{owner}: {fields:?}");
    }
    for (owner, field) in
        [("MoveAnswer", "after"), ("ProvenScore", "plies"), ("Search", "source"), ("ReviewAnswer", "sides.X")]
    {
        assert!(has(owner, field), "{owner}.{field}");
    }
}

/// The form of a list of moves or the meaning of a seed would be looked up in vain otherwise.
#[tokio::test]
async fn every_schema_that_the_reference_names_has_an_entry() {
    let text = String::from_utf8(get(&app(), "/docs.md").await.body.to_vec()).unwrap();
    let contract: serde_json::Value = serde_json::from_slice(&get(&app(), "/openapi.json").await.body).unwrap();
    let schemas = contract["components"]["schemas"].as_object().unwrap();
    let mut named = 0;
    for schema in schemas.keys().filter(|name| text.contains(&format!("`{name}`"))) {
        named += 1;
        let titles = [format!("### {schema}"), format!("Request: `{schema}`"), format!("Answer: `{schema}`")];
        assert!(text.lines().any(|line| titles.iter().any(|title| title == line)), "{schema} has no entry");
    }
    assert!(named > 100 && text.contains("\n### MoveList\n"), "{named} schemas are named");
}

/// The reference says so of moves and analyses, whose requests have the field; those of puzzles have none.
#[tokio::test]
async fn the_reasons_of_a_puzzle_are_not_asked_for() {
    let text = String::from_utf8(get(&app(), "/docs.md").await.body.to_vec()).unwrap();
    let section = text.split("### PuzzleSolution\n").nth(1).and_then(|rest| rest.split("\n### ").next()).unwrap();
    assert!(section.contains("| `reasons` |") && !section.contains("explain"), "{section}");
}

/// People read the documents as pages; programs and agents as Markdown.
#[tokio::test]
async fn documents_are_pages_whose_links_lead_somewhere() {
    let app = app();
    let mut pages = BTreeMap::new();
    for path in inarow::http::DOCUMENT_PATHS {
        let answer = ask(&app, path, &[("accept-encoding", "gzip")]).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type"), answer.header("cache-control")),
            (200, "text/html; charset=utf-8", "public, no-cache"),
            "{path}"
        );
        assert!(answer.header("content-security-policy").starts_with("default-src 'self'"), "{path}");
        assert!(answer.body.len() < 40_000, "{path}: {} bytes", answer.body.len());
        let html = String::from_utf8(get(&app, path).await.body.to_vec()).unwrap();
        assert!(!html.contains("{{") && !html.contains("style=") && html.contains("<h1 id="), "{path}");
        pages.insert(path, html);
    }
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(path, html)| (*path, values(html, "id").into_iter().collect())).collect();
    for (path, html) in &pages {
        assert_eq!(values(html, "id").len(), ids[path].len(), "{path}: an anchor twice");
        for link in values(html, "href").into_iter().filter(|link| link.starts_with(['/', '#'])) {
            let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
            let page = if page.is_empty() { path } else { page };
            match ids.get(page) {
                Some(known) => assert!(anchor.is_empty() || known.contains(anchor), "{path}: {link}"),
                None => assert_eq!(get(&app, &link.replace("&amp;", "&")).await.status, 200, "{path}: {link}"),
            }
        }
    }
    assert!(pages["/docs/guide"].contains("<details><summary>"), "long answers are folded");
}

/// Documents are compressed when they are sent, since they name the host that is asked.
#[tokio::test]
async fn documents_for_agents_are_markdown_that_names_this_service() {
    let app = app();
    let other = [("host", "play.example")];
    for (path, media_type, start) in [
        ("/docs.md", "text/markdown; charset=utf-8", "# inarow: API reference\n"),
        ("/guide.md", "text/markdown; charset=utf-8", "# Guide\n"),
        ("/shell.md", "text/markdown; charset=utf-8", "# Shell recipes\n"),
        ("/llms.txt", "text/plain; charset=utf-8", "# inarow\n\n> "),
    ] {
        let answer = ask(&app, path, &other).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, media_type), "{path}");
        assert_eq!(
            (answer.header("cache-control"), answer.header("x-content-type-options")),
            ("public, no-cache", "nosniff")
        );
        let text = String::from_utf8(answer.body.to_vec()).unwrap();
        assert!(text.starts_with(start) && text.contains("http://play.example"), "{path}");
        assert!(!text.contains("127.0.0.1") && !text.contains("{{"), "{path}");
        let etag = answer.header("etag");
        let known = ask(&app, path, &[other[0], ("if-none-match", etag)]).await;
        assert_eq!((known.status.as_u16(), known.body.len(), known.header("etag")), (304, 0, etag), "{path}");
        let head = send(&app, Request::head(path).header("host", "play.example").body(Body::empty()).unwrap()).await;
        assert_eq!((head.status.as_u16(), head.body.len(), head.header("etag")), (200, 0, etag), "{path}");
        assert_eq!(head.header("content-type"), media_type, "{path}");
        let packed = ask(&app, path, &[other[0], ("accept-encoding", "gzip")]).await;
        assert_eq!(packed.header("content-encoding"), "gzip", "{path}");
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(&packed.body[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, text, "{path}");
    }
}

/// How to connect comes before all else, and its instructions work.
#[tokio::test]
async fn agents_learn_first_how_to_connect() {
    let app = app();
    let index = String::from_utf8(get(&app, "/llms.txt").await.body.to_vec()).unwrap();
    let connect = index.split("## Connect\n").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the section");
    assert!(index.find("## Connect") < index.find("## Documents"), "{index}");
    let url = format!("{ORIGIN}/mcp");
    let configuration =
        connect.split("Client configuration: `").nth(1).and_then(|rest| rest.split('`').next()).unwrap();
    let configuration: serde_json::Value = serde_json::from_str(configuration).unwrap();
    assert_eq!(configuration["mcpServers"]["inarow"], serde_json::json!({"type": "http", "url": url}));
    let message =
        connect.split(&format!("curl {url} --json '")).nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
    let answer = post(&app, "/mcp", message.to_owned()).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["result"]["isError"]), (200, &false.into()), "{message}");
    let listed = post(&app, "/mcp", r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#).await.json();
    for tool in listed["result"]["tools"].as_array().unwrap() {
        assert!(connect.contains(tool["name"].as_str().unwrap()), "{tool}");
    }
    let reference = String::from_utf8(get(&app, "/docs.md").await.body.to_vec()).unwrap();
    assert!(reference.contains("\n## Agents\n") && reference.contains(&url), "{reference}");
}

/// Documents for operators keep the addresses of the operator's machine, for every reader.
#[tokio::test]
async fn the_operators_documents_keep_their_addresses() {
    for (path, title, address) in [
        ("/operations.md", "# Operations\n", "http://127.0.0.1:8080/readyz"),
        ("/runbook.md", "# Runbook\n", "http://127.0.0.1:8080/livez"),
    ] {
        let answer = ask(&app(), path, &[("host", "play.example")]).await;
        let text = String::from_utf8(answer.body.to_vec()).unwrap();
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "text/markdown; charset=utf-8"));
        assert!(text.starts_with(title) && text.contains(address), "{text}");
    }
    let games = String::from_utf8(get(&app(), "/games-and-heuristics.md").await.body.to_vec()).unwrap();
    assert!(games.starts_with("# Games") && !games.contains(".svg)") && !games.contains("{{"), "{games}");
}

/// Markdown links, without those in code.
fn markdown_links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split(')').next()).collect()
}

/// Raw text cannot be folded: long answers stay out of it, and the commands stay.
#[tokio::test]
async fn the_guide_for_agents_is_short() {
    let served = String::from_utf8(get(&app(), "/guide.md").await.body.to_vec()).unwrap();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide.md");
    let whole = std::fs::read_to_string(path).unwrap();
    let commands =
        |text: &str| text.lines().filter(|line| line.starts_with("$ curl ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(commands(&served), commands(&whole));
    assert!(!served.contains("<details>") && served.len() * 4 < whole.len() * 3, "{} of {}", served.len(), whole.len());
}

#[tokio::test]
async fn links_of_documents_for_agents_lead_somewhere() {
    let app = app();
    let (mut inside, mut anchors) = (0, 0);
    for path in
        ["/docs.md", "/guide.md", "/shell.md", "/games-and-heuristics.md", "/operations.md", "/runbook.md", "/llms.txt"]
    {
        let text = String::from_utf8(get(&app, path).await.body.to_vec()).unwrap();
        for link in markdown_links(&text) {
            if let Some(anchor) = link.strip_prefix('#') {
                anchors += 1;
                let is_title = |line: &str| {
                    let title = line.trim_start_matches(['#', ' ']).replace(['`', ','], "");
                    line.starts_with('#') && title.to_lowercase().replace(' ', "-") == anchor
                };
                assert!(text.lines().any(is_title), "{path}: {link}");
            } else if let Some(target) = link.strip_prefix(ORIGIN).or_else(|| link.starts_with('/').then_some(link)) {
                inside += 1;
                // The Model Context Protocol is POST alone.
                let expected = if target == "/mcp" { 405 } else { 200 };
                assert_eq!(get(&app, target).await.status, expected, "{path}: {link}");
            } else {
                assert!(link.starts_with("https://"), "{path}: {link}");
            }
        }
    }
    assert!(inside > 30 && anchors > 15, "{inside} links to the service, {anchors} to sections");
}

#[tokio::test]
async fn the_reference_leads_to_its_markdown() {
    let app = app();
    let answer = ask(&app, "/docs", &[("accept", BROWSER)]).await;
    assert!(
        answer.header("link").starts_with("</docs.md>; rel=\"alternate\"; type=\"text/markdown\""),
        "{}",
        answer.header("link")
    );
    let html = page(&app, "/docs").await;
    assert!(html.contains("<link rel=\"alternate\" href=\"/docs.md\" type=\"text/markdown\""));
    for path in ["/docs.md", "/guide.md", "/llms.txt", "/openapi.yaml", "/openapi.json"] {
        assert!(html.contains(&format!("<a href=\"{path}\">")), "{path}");
    }
}

/// The `type` of every problem leads to its row.
#[tokio::test]
async fn the_reference_explains_every_problem() {
    let html = page(&app(), "/docs").await;
    for (code, status, title) in inarow::http::contract().errors {
        let row = html.split(&format!("<tr id=\"problem-{code}\">")).nth(1).unwrap_or_else(|| panic!("no {code}"));
        let row = row.split("</tr>").next().unwrap();
        assert!(row.contains(&status.to_string()) && row.contains(&title.replace('&', "&amp;")), "{row}");
    }
}
