//! Temporary dispatch of `inarow book`; the command line proper replaces it.

use inarow::solve::book;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// `inarow book --ply 8 --state FILE --out FILE [--table-mib 1024] [--from 0 --to N]`
fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        args.iter()
            .position(|arg| arg == name)
            .and_then(|i| args.get(i + 1))
            .cloned()
    };
    let number = |name: &str| value(name).and_then(|text| text.parse::<usize>().ok());
    if args.get(1).map(String::as_str) != Some("book") {
        println!("{}", inarow::NAME);
        return Ok(());
    }
    let ply = number("--ply").unwrap_or(8) as u32;
    let state = PathBuf::from(value("--state").unwrap_or_else(|| "connect-four.state".into()));
    let table_bytes = number("--table-mib").unwrap_or(1024) << 20;
    let mut last = Instant::now();
    let progress = |p: &book::Progress| {
        if last.elapsed() > Duration::from_secs(5) || p.done == p.total {
            last = Instant::now();
            let seconds = p.elapsed.as_secs_f64();
            let left = p.left().as_secs();
            eprintln!(
                "{}/{} positions, {:.1}/s, {:.2} M nodes/s, {:02}:{:02}:{:02} left",
                p.done,
                p.total,
                p.solved as f64 / seconds,
                p.nodes as f64 / seconds / 1e6,
                left / 3600,
                left / 60 % 60,
                left % 60,
            );
        }
    };
    match (number("--from"), number("--to")) {
        (Some(from), Some(to)) => {
            book::solve_ply(ply, from..to, &state, table_bytes, progress).map(drop)
        }
        _ => {
            let out = PathBuf::from(value("--out").unwrap_or_else(|| "connect-four.book".into()));
            book::generate(ply, &state, &out, table_bytes, progress)
        }
    }
}
