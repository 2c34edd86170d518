//! Turns `openapi.yaml`, the one handwritten contract, into the JSON that the service also serves, and notes the compiler
//! for `/version`.

use std::{env, error::Error, fs, path::Path, process::Command};

fn main() -> Result<(), Box<dyn Error>> {
    const SOURCE: &str = "openapi.yaml";
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-changed=build.rs");

    let yaml = fs::read_to_string(SOURCE)?;
    let contract: serde_json::Value = serde_saphyr::from_str(&yaml).map_err(|fault| format!("{SOURCE}: {fault}"))?;
    let target = Path::new(&env::var("OUT_DIR")?).join("openapi.json");
    fs::write(target, serde_json::to_string(&contract)?)?;

    let version = Command::new(env::var("RUSTC")?).arg("--version").output()?.stdout;
    println!("cargo::rustc-env=INAROW_RUSTC={}", String::from_utf8(version)?.trim());
    Ok(())
}
