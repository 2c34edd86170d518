//! The files that the service hands out, filled in and compressed, in the folder that `src/http/files.rs` embeds.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;
use twox_hash::XxHash3_64;

const PAGE: &str = "src/playground";
const OTHERS: [&str; 1] = ["third_party/rapidoc/rapidoc-min.js"];
const EXTENSIONS: [&str; 7] = ["html", "js", "css", "svg", "png", "jpg", "webmanifest"];
const PICTURES: [&str; 2] = [".png", ".jpg"];
/// Knows the files of its version as HTML does.
const SERVICE_WORKER: &str = "service-worker.js";
/// Stands in these for the directory of this version's files.
const VERSION: &str = "{{version}}";
/// Stands in `index.html` for links to all modules that its first ones need, so that a browser asks for them at once.
const MODULES: &str = "{{modules}}";
/// What asks for the offers of the service goes first: its answers take as long as the other modules.
const FIRST_MODULES: [&str; 2] = ["catalogue.js", "main.js"];
/// Stands in `docs.html` for the rows of the table of problems.
const PROBLEMS: &str = "{{problems}}";

/// Fills `files` in the output directory: each file of the page and both forms of the contract, as `.br` and as `.gz`.
/// `files.rs` beside it embeds them. `openapi.json` beside it is the plain contract.
/// The version of the page becomes the environment variable `INAROW_PAGE_VERSION`.
pub fn build(contract: &Value, out_dir: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build/files.rs");
    println!("cargo::rerun-if-changed={PAGE}");
    let mut paths: Vec<PathBuf> = OTHERS.map(PathBuf::from).into();
    for entry in fs::read_dir(PAGE)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|&known| extension == known)));
    paths.sort();
    let mut files = Vec::new();
    let mut all = Vec::new();
    for path in paths {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_name().and_then(|name| name.to_str()).ok_or("a file without a name")?.to_owned();
        let body = fs::read(&path)?;
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(&body);
        files.push((name, body));
    }
    // The name of the directory stands for the content of all files, so that they can be kept for ever.
    let version = format!("{:016x}", XxHash3_64::oneshot(&all));
    println!("cargo::rustc-env=INAROW_PAGE_VERSION={version}");
    let modules = preloads(&files)?;
    for (_, body) in files.iter_mut().filter(|(name, _)| name.ends_with(".html") || name == SERVICE_WORKER) {
        let text = str::from_utf8(body)?.replace(MODULES, &modules);
        *body = fill(&text, &version, contract)?.into_bytes();
    }
    files.push(("openapi.yaml".into(), fs::read("openapi.yaml")?));
    let json = serde_json::to_vec(contract)?;
    fs::write(out_dir.join("openapi.json"), &json)?;
    files.push(("openapi.json".into(), json));
    let folder = out_dir.join("files");
    // Files of an earlier build are no part of this one.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir(&folder)?;
    for (name, body) in files {
        // Pictures are compressed in themselves: everybody gets them plain.
        if !PICTURES.iter().any(|ending| name.ends_with(ending)) {
            fs::write(folder.join(format!("{name}.br")), brotli(&body)?)?;
        }
        fs::write(folder.join(format!("{name}.gz")), gzip(&body)?)?;
    }
    // The folder is known here only, and the derive wants it as a literal.
    let embed = format!("#[derive(rust_embed::Embed)]\n#[folder = {folder:?}]\nstruct Files;\n");
    fs::write(out_dir.join("files.rs"), embed)?;
    Ok(())
}

/// Links to all modules that the first ones import, and that those import, in the order in which they are needed.
fn preloads(files: &[(String, Vec<u8>)]) -> Result<String, Box<dyn Error>> {
    let mut waiting: Vec<&str> = FIRST_MODULES.into_iter().rev().collect();
    let mut seen = Vec::new();
    let mut links = String::new();
    while let Some(name) = waiting.pop() {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let (_, body) = files.iter().find(|(file, _)| file == name).ok_or_else(|| format!("no module {name}"))?;
        waiting.extend(str::from_utf8(body)?.lines().rev().filter_map(imported_by));
        if !FIRST_MODULES.contains(&name) {
            writeln!(links, "<link rel=\"modulepreload\" href=\"/page/{VERSION}/{name}\">")?;
        }
    }
    Ok(links.trim_end().to_owned())
}

/// The module that a line imports statically: what is imported later is not needed at first.
fn imported_by(line: &str) -> Option<&str> {
    Some(line.strip_suffix("\";")?.split_once("from \"./")?.1)
}

fn fill(html: &str, version: &str, contract: &Value) -> Result<String, Box<dyn Error>> {
    let html = html.replace(VERSION, version);
    if !html.contains(PROBLEMS) {
        return Ok(html);
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
    Ok(html.replace(PROBLEMS, &rows))
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
