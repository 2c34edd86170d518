use inarow::solve::gravity::{Position, Solver};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut solver = Solver::new(64 << 20);
    for a in &args[1..] {
        if let Some((k, v)) = a.split_once('=') { if let (Ok(k), Ok(v)) = (k.parse::<usize>(), v.parse()) { solver.p[k] = v; } }
    }
    let theirs = args.iter().any(|a| a == "ref");
    let mut other = connect_four_ai::Solver::empty();
    let only = args.iter().find_map(|a| a.strip_prefix("only="));
    let max: usize = args.iter().find_map(|a| a.strip_prefix("max=")).map_or(1000, |v| v.parse().unwrap());
    for name in ["../shared/data/connect-four/Test_L3_R1", "../shared/data/connect-four/Test_L2_R1", "../shared/data/connect-four/Test_L1_R1", "/work/book-state/L2_R2", "/work/book-state/L1_R2"] {
        if only.is_some_and(|o| !name.contains(o)) { continue; }
        let Ok(text) = std::fs::read_to_string(name) else { continue };
        let (mut nodes, mut time, mut onodes, mut otime, mut n, mut bad) = (0, 0.0, 0, 0.0, 0, 0);
        for line in text.lines().take(max) {
            let (moves, score) = line.split_once(' ').unwrap();
            let columns: Vec<usize> = moves.bytes().map(|b| (b - b'1') as usize).collect();
            let score: i8 = score.trim().parse().unwrap();
            let position = Position::after(7, 6, 4, &columns).unwrap();
            solver.clear();
            let t = Instant::now();
            let s = solver.solve(&position);
            time += t.elapsed().as_secs_f64();
            nodes += solver.nodes;
            if s != score { bad += 1; if bad < 5 { println!("{moves}: {s} expected {score}"); } }
            if theirs {
                let p = connect_four_ai::Position::from_moves(moves).unwrap();
                other.reset();
                let t = Instant::now();
                let s = other.solve(&p);
                otime += t.elapsed().as_secs_f64();
                onodes += other.explored_positions;
                assert_eq!(s, score);
            }
            n += 1;
        }
        let f = 1e6 / n as f64;
        println!("{name} n {n} wrong {bad}: {:.2} us {:.1} nodes | ref {:.2} us {:.1} nodes | ratio {:.3}", time * f, nodes as f64 / n as f64, otime * f, onodes as f64 / n as f64, time / otime);
    }
}
