//! The files of the page, compressed once and for all, as a table that `src/http/page.rs` includes.

use std::error::Error;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

const PAGE: &str = "src/playground";
const OTHERS: [&str; 1] = ["third_party/rapidoc/rapidoc-min.js"];
/// Stands in HTML for the directory of this version's files.
const VERSION: &str = "{{version}}";
/// Stands in `docs.html` for the rows of the table of problems.
const PROBLEMS: &str = "{{problems}}";

/// Writes `page.rs`, and beside it each file plain and compressed.
pub fn build(contract: &Value, out_dir: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build/page.rs");
    println!("cargo::rerun-if-changed={PAGE}");
    let mut paths: Vec<PathBuf> = OTHERS.map(PathBuf::from).into();
    for entry in fs::read_dir(PAGE)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| media_type(path).is_some());
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        println!("cargo::rerun-if-changed={}", path.display());
        let body = fs::read(&path)?;
        files.push((path, body));
    }
    // The name of the directory stands for the content of all files, so that they can be kept for ever.
    let version = hash(files.iter().flat_map(|(path, body)| [path.as_os_str().as_encoded_bytes(), body]));
    let mut table = format!("const VERSION: &str = \"{version}\";\nstatic FILES: [File; {}] = [\n", files.len());
    for (path, body) in files {
        let name = path.file_name().and_then(|name| name.to_str()).ok_or("a file without a name")?;
        let body = if name.ends_with(".html") { fill(String::from_utf8(body)?, &version, contract)? } else { body };
        let media_type = media_type(&path).unwrap_or_default();
        write!(table, "    File {{ name: {name:?}, media_type: {media_type:?}, encodings: [")?;
        for (suffix, encoded) in [("br", brotli(&body)?), ("gz", gzip(&body)?), ("plain", body)] {
            let target = out_dir.join(format!("{name}.{suffix}"));
            write!(
                table,
                "Encoded {{ body: include_bytes!({target:?}), etag: {:?} }}, ",
                format!("\"{}\"", hash([&encoded[..]]))
            )?;
            fs::write(target, encoded)?;
        }
        table.push_str("] },\n");
    }
    table.push_str("];\n");
    fs::write(out_dir.join("page.rs"), table)?;
    Ok(())
}

fn media_type(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = DefaultHasher::new();
    parts.into_iter().for_each(|part| hasher.write(part));
    format!("{:016x}", hasher.finish())
}

fn fill(html: String, version: &str, contract: &Value) -> Result<Vec<u8>, Box<dyn Error>> {
    let html = html.replace(VERSION, version);
    if !html.contains(PROBLEMS) {
        return Ok(html.into_bytes());
    }
    let text =
        contract["components"]["schemas"]["Problem"]["description"].as_str().ok_or("Problem is not described")?;
    let mut rows = String::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("| `")) {
        let cells: Vec<&str> = row.trim_end_matches([' ', '|']).split('|').map(str::trim).collect();
        let [code, status, title, meaning] = cells[..] else { return Err(format!("not a problem: {row}").into()) };
        let (code, title, meaning) = (code.trim_matches('`'), escape(title), escape(meaning));
        write!(rows, "<tr id=\"problem-{code}\"><th scope=\"row\"><code>{code}</code></th><td>{status}</td>")?;
        writeln!(rows, "<td>{title}</td><td>{}</td></tr>", code_spans(&meaning))?;
    }
    Ok(html.replace(PROBLEMS, &rows).into_bytes())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Every second part between backticks is code.
fn code_spans(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { format!("<code>{part}</code>") } else { part.into() }).collect()
}

fn brotli(body: &[u8]) -> std::io::Result<Vec<u8>> {
    // The last percents of the largest file would take a debug build many seconds.
    let quality = if env::var("PROFILE").is_ok_and(|profile| profile == "release") { 11 } else { 9 };
    let params = brotli::enc::BrotliEncoderParams { quality, size_hint: body.len(), ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &body[..], &mut out, &params)?;
    Ok(out)
}

fn gzip(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(body)?;
    encoder.finish()
}
