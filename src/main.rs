use inarow::solve::book;
use std::path::Path;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).cloned();
    if args.get(1).map(String::as_str) == Some("book") {
        let ply = value("--ply").and_then(|p| p.parse().ok()).unwrap_or(8);
        let state = value("--state").unwrap_or_else(|| "book.state".into());
        let mib: usize = value("--table-mib").and_then(|p| p.parse().ok()).unwrap_or(1024);
        let start = Instant::now();
        let mut first = None;
        let mut last = 0.0;
        let scores = book::solve_all(ply, Path::new(&state), mib << 20, |p| {
            let first = *first.get_or_insert(p.done - 1);
            let elapsed = start.elapsed().as_secs_f64();
            if elapsed - last > 5.0 || p.done == p.total {
                last = elapsed;
                let rate = (p.done - first) as f64 / elapsed;
                eprintln!("{}/{} {:.1}/s {:.0} s left, {:.2} M nodes/s, {:.0} s", p.done, p.total, rate, (p.total - p.done) as f64 / rate, p.nodes as f64 / elapsed / 1e6, elapsed);
            }
        })
        .expect("state file");
        println!("{} scores", scores.len());
        return;
    }
    println!("{}", inarow::NAME);
}
