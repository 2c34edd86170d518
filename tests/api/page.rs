//! The page at `/` and its files: their content for each client, and their headers.

use std::collections::BTreeSet;
use std::io::Read as _;

use axum::Router;
use axum::body::Body;
use axum::http::Request;

use crate::service::{Answer, ORIGIN, app, faults, get, send};

pub const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

pub async fn ask(app: &Router, target: &str, headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(Request::get(target), |request, (name, value)| request.header(*name, *value));
    send(app, request.body(Body::empty()).unwrap()).await
}

pub async fn page(app: &Router, path: &str) -> String {
    let answer = ask(app, path, &[("accept", BROWSER)]).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
    String::from_utf8(answer.body.to_vec()).unwrap()
}

/// The paths of files that a text names.
fn files(text: &str) -> BTreeSet<String> {
    let quoted = text.split('"').filter(|part| part.starts_with("/page/"));
    quoted.map(str::to_owned).collect()
}

/// The files of a page, those that its modules import included.
pub async fn all_files(app: &Router, path: &str) -> BTreeSet<String> {
    let mut found = files(&page(app, path).await);
    let mut todo: Vec<String> = found.iter().cloned().collect();
    while let Some(file) = todo.pop() {
        let body = get(app, &file).await.body;
        let text = String::from_utf8_lossy(&body);
        let directory = file.rsplit_once('/').unwrap().0;
        let imports = text.lines().filter(|line| line.starts_with("import "));
        for name in imports.filter_map(|line| line.split_once("\"./")?.1.split('"').next()) {
            let import = format!("{directory}/{name}");
            if found.insert(import.clone()) {
                todo.push(import);
            }
        }
    }
    found
}

#[tokio::test]
async fn browsers_get_the_page_and_programs_the_index() {
    let app = app();
    for accept in [BROWSER, "text/html", "text/*", "application/json;q=0.5, text/html"] {
        let answer = ask(&app, "/", &[("accept", accept)]).await;
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{accept}");
        assert!(answer.header("vary").starts_with("accept,"));
    }
    for accept in
        ["*/*", "application/json", "application/*", "text/html;q=0.5, application/json", "*/*, text/html;q=0"]
    {
        let answer = ask(&app, "/", &[("accept", accept)]).await;
        assert_eq!(answer.header("content-type"), "application/json", "{accept}");
        assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
        assert!(answer.header("vary").starts_with("accept,"));
    }
    let index = get(&app, "/").await.json();
    for (name, link) in index["links"].as_object().unwrap() {
        assert_eq!(get(&app, link.as_str().unwrap()).await.status, 200, "{name}");
    }
}

#[tokio::test]
async fn no_page_allows_anything_from_elsewhere() {
    let app = app();
    for path in ["/", "/docs", "/offline"] {
        let answer = ask(&app, path, &[("accept", BROWSER)]).await;
        let policy: Vec<&str> = answer.header("content-security-policy").split("; ").collect();
        assert_eq!(policy[0], "default-src 'self'", "{path}");
        for needed in ["base-uri 'none'", "object-src 'none'", "form-action 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(&needed), "{path}: {policy:?}");
        }
        // Scripts and styles are files of the service, without exception.
        assert!(!policy.iter().any(|part| part.contains("unsafe") || part.contains("://")), "{path}: {policy:?}");
        assert!(
            !policy.iter().any(|part| part.contains("-src ") && !part.ends_with("'self'") && !part.ends_with("'none'"))
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        let html = page(&app, path).await;
        assert!(
            !html.contains("<style") && !html.contains("style=") && !html.contains("onclick"),
            "{path} has inline parts"
        );
        assert!(
            policy.contains(&"require-trusted-types-for 'script'") && policy.contains(&"trusted-types service-worker")
        );
        assert!(!html.contains("{{"), "{path} has a hole");
        let html = html.replace(ORIGIN, "");
        assert!(!html.contains("http://") && !html.contains("https://"), "{path} names another host");
    }
}

#[tokio::test]
async fn every_file_of_a_page_is_there_and_kept_for_ever() {
    let app = app();
    let home = all_files(&app, "/").await;
    let docs = all_files(&app, "/docs").await;
    assert!(home.len() >= 10 && docs.len() >= 4, "{home:?} {docs:?}");
    for file in home.union(&docs) {
        let answer = get(&app, file).await;
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable", "{file}");
        assert_eq!(
            (answer.header("vary"), answer.header("x-content-type-options")),
            ("accept, accept-encoding", "nosniff")
        );
        let media_type = match file.rsplit_once('.').unwrap().1 {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "jpg" => "image/jpeg",
            "woff2" => "font/woff2",
            "webmanifest" => "application/manifest+json",
            other => panic!("what is {other}?"),
        };
        assert_eq!(answer.header("content-type"), media_type, "{file}");
        let (version, name) = file.trim_start_matches("/page/").split_once('/').unwrap();
        assert!(version.len() == 16 && version.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
        // While a fleet changes over, the HTML may be of another version than the instance that has the file.
        let other = get(&app, &format!("/page/0123456789abcdef/{name}")).await;
        assert_eq!((other.status.as_u16(), other.header("cache-control")), (200, "no-store"), "{file}");
        assert_eq!(other.body, answer.body);
        assert_eq!(other.header("etag"), "", "what must not be kept needs no tag");
    }
    let version = home.first().unwrap().split('/').nth(2).unwrap().to_owned();
    for wrong in [
        "nothing.js",
        "index.html",
        "docs.html",
        "types.d.ts",
        "main.js.br",
        "openapi.json",
        "guide.md",
        "shell.md",
        "llms.txt",
        "..%2Fmain.js",
        "main.js/more",
    ] {
        faults(&get(&app, &format!("/page/{version}/{wrong}")).await, 404, "not-found");
    }
}

#[tokio::test]
async fn pages_and_files_are_compressed_as_the_client_likes() {
    let app = app();
    let mut targets = all_files(&app, "/").await;
    // Modules that come later are named in the joined ones.
    let directory = targets.iter().find_map(|file| file.strip_suffix("/main.js")).unwrap().to_owned();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/playground")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".js") && name != "service-worker.js" {
            targets.insert(format!("{directory}/{name}"));
        }
    }
    targets.extend(["/docs", "/offline", "/service-worker.js", "/openapi.yaml", "/openapi.json"].map(String::from));
    // Pictures and fonts are compressed in themselves.
    let is_picture = |target: &String| [".png", ".jpg", ".woff2"].iter().any(|ending| target.ends_with(ending));
    let (mut pictures, texts): (Vec<_>, Vec<_>) = targets.into_iter().partition(is_picture);
    assert!(!pictures.is_empty() && texts.len() > 20, "{pictures:?} {texts:?}");
    pictures.push(format!("{directory}/preview.jpg"));
    for target in &pictures {
        let plain = ask(&app, target, &[]).await;
        let answer = ask(&app, target, &[("accept-encoding", "gzip, br")]).await;
        assert_eq!((answer.header("content-encoding"), &answer.body), ("", &plain.body), "{target}");
        assert_eq!(answer.header("etag"), plain.header("etag"), "{target}");
    }
    for target in &texts {
        let plain = ask(&app, target, &[("accept", BROWSER)]).await;
        assert_eq!(plain.header("content-encoding"), "");
        let mut tags = BTreeSet::from([plain.header("etag").to_owned()]);
        for (accepted, coding) in
            [("gzip", "gzip"), ("gzip, deflate, br, zstd", "br"), ("br;q=0.5, gzip", "gzip"), ("*", "br")]
        {
            let headers = [("accept", BROWSER), ("accept-encoding", accepted)];
            let answer = ask(&app, target, &headers).await;
            assert_eq!(answer.header("content-encoding"), coding, "{target} {accepted}");
            let mut unpacked = Vec::new();
            match coding {
                "br" => brotli::Decompressor::new(&answer.body[..], 4096).read_to_end(&mut unpacked).unwrap(),
                _ => flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut unpacked).unwrap(),
            };
            assert_eq!(unpacked, plain.body, "{target} {accepted}");
            let etag = answer.header("etag").to_owned();
            let known = ask(&app, target, &[headers[0], headers[1], ("if-none-match", &etag)]).await;
            assert_eq!(
                (known.status.as_u16(), known.body.len(), known.header("etag")),
                (304, 0, etag.as_str()),
                "{target}"
            );
            tags.insert(etag);
        }
        assert_eq!(tags.len(), 3, "each form of {target} has a tag of its own: {tags:?}");
        for none in ["identity", "deflate", "br;q=0, gzip;q=0", "*;q=0"] {
            let answer = ask(&app, target, &[("accept", BROWSER), ("accept-encoding", none)]).await;
            assert_eq!((answer.header("content-encoding"), &answer.body), ("", &plain.body), "{target} {none}");
        }
    }
}

/// The home page names the host that is asked, so it is compressed when it is sent, as answers are.
#[tokio::test]
async fn the_home_page_is_compressed_when_it_is_asked_for() {
    let app = app();
    let plain = ask(&app, "/", &[("accept", BROWSER)]).await;
    let headers = [("accept", BROWSER), ("accept-encoding", "gzip")];
    let answer = ask(&app, "/", &headers).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let known = ask(&app, "/", &[headers[0], headers[1], ("if-none-match", answer.header("etag"))]).await;
    assert_eq!((known.status.as_u16(), known.body.len()), (304, 0));
}

#[tokio::test]
async fn pages_are_asked_for_again_each_time() {
    let app = app();
    for path in ["/", "/docs"] {
        let first = ask(&app, path, &[("accept", BROWSER)]).await;
        assert_eq!(first.header("cache-control"), "public, no-cache", "{path}");
        let headers = [("accept", BROWSER), ("if-none-match", first.header("etag"))];
        let known = ask(&app, path, &headers).await;
        assert_eq!((known.status.as_u16(), known.body.len()), (304, 0), "{path}");
        assert_eq!(known.header("content-security-policy"), first.header("content-security-policy"));
    }
}

#[tokio::test]
async fn the_whole_page_weighs_less_than_120_kb() {
    let app = app();
    // Browsers send "br" over TLS and to this machine alone.
    for coding in ["gzip, br", "gzip"] {
        let mut weight = 0;
        let mut targets = all_files(&app, "/").await;
        targets.insert("/".to_owned());
        // Only clients that show a preview of a link, or install the page, load these files.
        targets.retain(|target| !target.ends_with("/preview.jpg") && !target.ends_with("/icon-192.png"));
        for target in &targets {
            weight += ask(&app, target, &[("accept", BROWSER), ("accept-encoding", coding)]).await.body.len();
        }
        println!("{} files, {weight} bytes with {coding}", targets.len());
        assert!(weight < 120_000, "{weight} bytes with {coding}");
    }
}

#[tokio::test]
async fn the_page_can_be_installed() {
    let app = app();
    let html = page(&app, "/").await;
    let manifest_path = html.split("rel=\"manifest\" href=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let manifest = get(&app, manifest_path).await.json();
    assert_eq!((&manifest["start_url"], &manifest["scope"], &manifest["id"]), (&"/".into(), &"/".into(), &"/".into()));
    let directory = manifest_path.rsplit_once('/').unwrap().0;
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"));
    for icon in icons {
        let answer = get(&app, &format!("{directory}/{}", icon["src"].as_str().unwrap())).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, icon["type"].as_str().unwrap()));
        if icon["type"] == "image/png" {
            // The header of a PNG: signature, length and name of the first chunk, width, height.
            let size = |at: usize| u32::from_be_bytes(answer.body[at..at + 4].try_into().unwrap());
            assert_eq!(&answer.body[..8], b"\x89PNG\r\n\x1a\n");
            assert_eq!(icon["sizes"], format!("{}x{}", size(16), size(20)));
        }
    }
    for path in ["/service-worker.js", "/offline"] {
        let answer = ask(&app, path, &[("accept", BROWSER)]).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "public, no-cache"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    }
    let worker = get(&app, "/service-worker.js").await;
    assert_eq!(worker.header("content-type"), "text/javascript; charset=utf-8");
    let worker = String::from_utf8(worker.body.to_vec()).unwrap();
    // The files that it keeps are of the version of the pages.
    assert!(worker.contains(&format!("`{directory}/${{name}}`")) && !worker.contains("{{"), "{worker}");
    for file in files(&page(&app, "/offline").await) {
        let name = file.rsplit_once('/').unwrap().1;
        assert!(worker.contains(&format!("\"{name}\"")), "the worker does not keep {name}");
    }
}

#[tokio::test]
async fn links_to_the_page_have_a_picture_with_an_absolute_address() {
    let app = app();
    let picture = async |headers: &[(&str, &str)]| {
        let headers = [&[("accept", BROWSER)], headers].concat();
        let html = String::from_utf8(ask(&app, "/", &headers).await.body.to_vec()).unwrap();
        let tag = html.split("property=\"og:image\" content=\"").nth(1).unwrap();
        tag.split('"').next().unwrap().to_owned()
    };
    let plain = picture(&[("host", "play.example:8080")]).await;
    let path = plain.strip_prefix("http://play.example:8080").expect("the origin that was asked").to_owned();
    assert_eq!(get(&app, &path).await.header("content-type"), "image/jpeg");
    let behind_a_proxy = [("host", "play.example"), ("x-forwarded-proto", "https")];
    assert_eq!(picture(&behind_a_proxy).await, format!("https://play.example{path}"));
    for odd in ["play.example\"><script>", "a b", "user@play.example"] {
        assert_eq!(picture(&[("host", odd)]).await, path, "{odd}");
    }
}

#[tokio::test]
async fn a_link_to_a_position_shows_it() {
    let app = app();
    let html = async |query: &str| {
        let answer = ask(&app, &format!("/?{query}"), &[("accept", BROWSER), ("host", "play.example")]).await;
        String::from_utf8(answer.body.to_vec()).unwrap()
    };
    let meta = |html: &str, name: &str| {
        let tag = html.split(&format!("property=\"{name}\" content=\"")).nth(1).unwrap();
        tag.split('"').next().unwrap().replace("&amp;", "&")
    };
    let page = html("game=connect-four&moves=d1,d2,c1&o=beginner").await;
    assert_eq!(meta(&page, "og:title"), "Connect Four: yellow to move");
    let picture = meta(&page, "og:image");
    let path = picture.strip_prefix("http://play.example").expect("the origin that was asked");
    assert_eq!(get(&app, path).await.header("content-type"), "image/png");
    let friend = html("game=connect-four&moves=d1,d2,c1&friend=1").await;
    assert_eq!(meta(&friend, "og:title"), "Your friend played c1. Your turn.");
    // A query without a valid position has the preview of every link; nothing of it gets into the page.
    for other in ["view=puzzle", "moves=%22%3E%3Cscript%3E", "game=%22%3E%3Cscript%3E&moves=a1", "board=%3Cscript%3E"] {
        let page = html(other).await;
        assert!(meta(&page, "og:image").ends_with("/preview.jpg"), "{other}");
        assert!(!page.contains("\"><script>") && !page.contains("{{"), "{other}");
    }
}

#[tokio::test]
async fn a_path_that_there_is_not_is_a_page_in_a_browser_and_a_problem_elsewhere() {
    let app = app();
    let answer = ask(&app, "/nope", &[("accept", BROWSER)]).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (404, "text/html; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), "no-store");
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    assert!(text.contains("This page does not exist."), "{text}");
    for file in files(&text) {
        assert_eq!(get(&app, &file).await.status, 200, "{file}");
    }
    for accept in ["*/*", "application/json", "application/problem+json"] {
        faults(&ask(&app, "/nope", &[("accept", accept)]).await, 404, "not-found");
    }
    let posted = Request::post("/nope").header("accept", BROWSER).body(Body::empty()).unwrap();
    faults(&send(&app, posted).await, 404, "not-found");
}

#[tokio::test]
async fn the_typeface_of_headings_is_sent_as_it_is() {
    let app = app();
    let style = files(&page(&app, "/").await).into_iter().find(|file| file.ends_with("style.css")).unwrap();
    let directory = style.rsplit_once('/').unwrap().0;
    let face = ask(&app, &format!("{directory}/manrope-latin-800.woff2"), &[("accept-encoding", "br")]).await;
    assert_eq!((face.header("content-type"), face.status.as_u16()), ("font/woff2", 200));
    assert_eq!(face.body.get(..4), Some(&b"wOF2"[..]));
}
