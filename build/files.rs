//! The files that the service hands out, filled in and compressed, in the folder that `src/http/files.rs` embeds.

use std::error::Error;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;
use twox_hash::XxHash3_64;

use crate::bundle;
use crate::documents;
use crate::reference::{self, Reference};

const PAGE: &str = "src/playground";
const EXTENSIONS: [&str; 9] = ["html", "js", "css", "svg", "png", "jpg", "webmanifest", "txt", "woff2"];
/// Endings of files that are compressed in themselves.
const DENSE: [&str; 3] = [".png", ".jpg", ".woff2"];
/// The variable that names the engine as WebAssembly, with which the page plays on without the service; `tools/build_wasm.sh` makes it.
const WASM: &str = "INAROW_WASM";
/// The module that calls the engine; the service worker has to load it as a script.
const ENGINE: &str = "clients/js/engine.js";
/// Placeholder in the service worker for the names of the files that it keeps; without an engine there are none.
const KEPT: &str = "{{kept}}";
/// Parts of the names of files that play does not need.
const NOT_KEPT: [&str; 5] = ["docs.", "llms.txt", "preview.jpg", "icon-", "service-worker.js"];
/// The service worker, which names the files of its version as HTML does.
const SERVICE_WORKER: &str = "service-worker.js";
/// Placeholder in HTML and the service worker for the directory of this version's files.
const VERSION: &str = "{{version}}";
/// The modules that the page asks for, each with all that it needs and no earlier one has: the board, the parts beside it, then those that come
/// when they are wanted.
const ROOTS: [&str; 12] = [
    "main.js",
    "panels.js",
    "sheet.js",
    "learn.js",
    "linked_record.js",
    "editor.js",
    "calls.js",
    "tree.js",
    "players.js",
    "tower.js",
    "export.js",
    "print.js",
];
/// The script that runs before the page is drawn.
const COLOURS: &str = "theme.js";
/// The page itself.
const INDEX: &str = "index.html";
/// The page of the API reference, with holes of its own.
const REFERENCE: &str = "docs.html";
/// The frame of a document.
const DOCUMENT: &str = "document.html";
/// The index for agents, and its hole for the endpoints.
const AGENTS: &str = "llms.txt";
const ENDPOINTS: &str = "{{endpoints}}";
/// The address in all documents, and the placeholder for that of the service until a document is sent.
pub const DOCUMENTED_ORIGIN: &str = "http://127.0.0.1:8080";
const ORIGIN: &str = "{{origin}}";

/// A style sheet without comments, indentation and spaces that mean nothing: a fifth of its compressed size.
fn without_comments(styles: &str) -> String {
    let mut parts = styles.split("/*");
    let first = parts.next().unwrap_or_default();
    let rest = parts.filter_map(|part| part.split_once("*/")).map(|(_, code)| code);
    let code: String = std::iter::once(first).chain(rest).collect();
    let text = code.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    // Between quotation marks spaces count.
    let tight = |(at, part): (usize, &str)| if at % 2 == 0 { without_spaces(part) } else { part.to_owned() };
    text.split('"').enumerate().map(tight).collect::<Vec<_>>().join("\"")
}

/// Removes spaces and new lines without a meaning: behind these signs, and before braces.
fn without_spaces(code: &str) -> String {
    let lines = [(";\n", ";"), (",\n", ","), ("{\n", "{"), ("}\n", "}")];
    let pairs = [(": ", ":"), ("; ", ";"), (", ", ","), (" {", "{"), ("{ ", "{"), (" }", "}"), (";}", "}")];
    lines.iter().chain(&pairs).fold(code.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Fills `files` in the output directory: each file of the page and both forms of the contract, as `.br` and as `.gz`.
/// `files.rs` beside it embeds them. `openapi.json` beside it is the plain contract.
/// The version of the page becomes the environment variable `BUILD_PAGE_VERSION`.
pub fn build(contract: &Value, out_dir: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={PAGE}");
    let reference = Reference::new(contract)?;
    let mut paths = Vec::new();
    for entry in fs::read_dir(PAGE)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|&known| extension == known)));
    paths.sort();
    let mut files = Vec::new();
    let mut all = Vec::new();
    for path in paths as Vec<PathBuf> {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_name().and_then(|name| name.to_str()).ok_or("a file without a name")?.to_owned();
        let body = fs::read(&path)?;
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(&body);
        files.push((name, body));
    }
    bundle::join_styles(&mut files)?;
    let engine = engine()?;
    for (name, body) in &engine {
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(body);
    }
    let kept = if engine.is_empty() { String::new() } else { kept(&files) };
    // The name of the directory stands for the content of all files, so that they can be kept for ever.
    let version = format!("{:016x}", XxHash3_64::oneshot(&all));
    println!("cargo::rustc-env=BUILD_PAGE_VERSION={version}");
    bundle::join(&mut files, &ROOTS)?;
    bundle::strip(&mut files, COLOURS)?;
    for (name, body) in files.iter_mut().filter(|(name, _)| name.ends_with(".html") || name == SERVICE_WORKER) {
        let mut text = str::from_utf8(body)?.replace(VERSION, &version).replace(KEPT, &kept);
        if name == INDEX {
            // Between its elements spaces mean nothing.
            text = text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
        }
        *body = if name == REFERENCE { reference::fill(&text, &reference) } else { text }.into_bytes();
    }
    for (_, body) in files.iter_mut().filter(|(name, _)| name.ends_with(".css")) {
        *body = without_comments(str::from_utf8(body)?).into_bytes();
    }
    let frame = files.iter().position(|(name, _)| name == DOCUMENT).ok_or("no frame of a document")?;
    let (_, frame) = files.remove(frame);
    files.extend(documents::served(str::from_utf8(&frame)?, with_origin)?);
    files.extend(engine);
    files.push(("docs.md".into(), with_origin(&reference::document(&reference))));
    if let Some((_, body)) = files.iter_mut().find(|(name, _)| name == AGENTS) {
        *body = with_origin(&str::from_utf8(body)?.replace(ENDPOINTS, &reference::summary(&reference)));
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
        // Everybody gets pictures and fonts plain. The engine has one form, being the largest. Texts with a hole are compressed
        // when it is filled.
        let is_gzip_alone = name.ends_with(".wasm") || DENSE.iter().any(|ending| name.ends_with(ending));
        if !is_gzip_alone && !body.windows(ORIGIN.len()).any(|part| part == ORIGIN.as_bytes()) {
            fs::write(folder.join(format!("{name}.br")), brotli(&body)?)?;
        }
        let zipped = if has_limit(&name) { zopfli(&body)? } else { gzip(&body)? };
        fs::write(folder.join(format!("{name}.gz")), zipped)?;
    }
    // The folder is known here only, and the derive wants it as a literal.
    let embed = format!("#[derive(rust_embed::Embed)]\n#[folder = {folder:?}]\nstruct Files;\n");
    fs::write(out_dir.join("files.rs"), embed)?;
    Ok(())
}

/// More iterations take longer and gain a few bytes.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).unwrap();

/// A file by its name, with its content.
pub type File = (String, Vec<u8>);

/// The engine and the scripts that call it, if the build names one.
fn engine() -> Result<Vec<File>, Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={WASM}");
    let Some(path) = env::var_os(WASM).filter(|path| !path.is_empty()) else { return Ok(Vec::new()) };
    let path = PathBuf::from(path);
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rerun-if-changed={ENGINE}");
    let module = fs::read(&path).map_err(|error| format!("{WASM}: {}: {error}", path.display()))?;
    let script = fs::read_to_string(ENGINE)?.replace("export class Engine", "self.Engine = class Engine");
    Ok(vec![("engine.js".into(), script.into_bytes()), ("inarow.wasm".into(), module)])
}

/// The names of the files that the page needs, separated by spaces.
fn kept(files: &[File]) -> String {
    let is_kept = |name: &&str| !NOT_KEPT.iter().any(|other| name.starts_with(other)) && !name.ends_with(".html");
    let mut names: Vec<&str> = files.iter().map(|(name, _)| &**name).filter(is_kept).collect();
    names.extend(["engine.js", "inarow.wasm"]);
    names.join(" ")
}

fn with_origin(text: &str) -> Vec<u8> {
    text.replace(DOCUMENTED_ORIGIN, ORIGIN).into_bytes()
}

fn brotli(body: &[u8]) -> std::io::Result<Vec<u8>> {
    // The last percents of the largest file would take a debug build many seconds.
    let quality = if env::var("PROFILE").is_ok_and(|profile| profile == "release") { 11 } else { 9 };
    let params = brotli::enc::BrotliEncoderParams { quality, size_hint: body.len(), ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &body[..], &mut out, &params)?;
    Ok(out)
}

/// Whether it is a text of the page, where each byte counts and the time to find it is short.
fn has_limit(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}

/// Compresses as gzip, to four percent less.
fn zopfli(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let options = zopfli::Options { iteration_count: ITERATIONS, ..Default::default() };
    zopfli::compress(options, zopfli::Format::Gzip, body, &mut out)?;
    Ok(out)
}

fn gzip(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(body)?;
    encoder.finish()
}
