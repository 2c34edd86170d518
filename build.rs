//! Turns `openapi.yaml`, the one handwritten contract, into the JSON that the service also serves, compresses the files of
//! the page, and notes the compiler for `/version`.

#[path = "build/page.rs"]
mod page;

use std::{env, error::Error, fs, path::Path, process::Command};

fn main() -> Result<(), Box<dyn Error>> {
    const SOURCE: &str = "openapi.yaml";
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-changed=build.rs");

    let yaml = fs::read_to_string(SOURCE)?;
    let contract: serde_json::Value = serde_saphyr::from_str(&yaml).map_err(|fault| format!("{SOURCE}: {fault}"))?;
    let out_dir = env::var("OUT_DIR")?;
    let out_dir = Path::new(&out_dir);
    fs::write(out_dir.join("openapi.json"), serde_json::to_string(&contract)?)?;
    page::build(&contract, out_dir)?;

    let version = Command::new(env::var("RUSTC")?).arg("--version").output()?.stdout;
    println!("cargo::rustc-env=INAROW_RUSTC={}", String::from_utf8(version)?.trim());
    Ok(())
}
