//! Turns `openapi.yaml`, the one handwritten contract, into JSON, prepares the files that the service hands out, and notes
//! the commit and the compiler for `/version`.

#[path = "build/bundle.rs"]
mod bundle;
#[path = "build/commit.rs"]
mod commit;
#[path = "build/document_pages.rs"]
mod document_pages;
#[path = "build/documents.rs"]
mod documents;
#[path = "build/files.rs"]
mod files;
#[path = "build/reference/mod.rs"]
mod reference;

use std::{env, error::Error, fs, path::Path, process::Command};

fn main() -> Result<(), Box<dyn Error>> {
    const SOURCE: &str = "openapi.yaml";
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");

    let yaml = fs::read_to_string(SOURCE)?;
    let contract: serde_json::Value = serde_saphyr::from_str(&yaml).map_err(|fault| format!("{SOURCE}: {fault}"))?;
    files::build(&contract, Path::new(&env::var("OUT_DIR")?))?;

    println!("cargo::rerun-if-env-changed={}", commit::VARIABLE);
    if let Some(name) = commit::commit(env::var(commit::VARIABLE).ok().as_deref())? {
        println!("cargo::rustc-env=BUILD_COMMIT={name}");
    }
    let version = Command::new(env::var("RUSTC")?).arg("--version").output()?.stdout;
    println!("cargo::rustc-env=BUILD_RUSTC={}", String::from_utf8(version)?.trim());
    Ok(())
}
