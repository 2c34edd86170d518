use inarow::solve::gravity::{Position, Solver};
use std::time::Instant;
fn generate() {
    let mut seed = 12345u64;
    let mut next = |n: u64| { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; (seed >> 11) % n as u64 };
    let mut solver = Solver::new(256 << 20);
    for (file, lo, hi, count) in [("/work/book-state/L2_R2", 15, 27, 1000), ("/work/book-state/L1_R2", 4, 13, 100), ("/work/book-state/L1_R3", 6, 13, 30)] {
        let hard = file.ends_with("R3");
        let mut out = String::new();
        let mut n = 0;
        while n < count {
            let length = (lo + next(hi - lo + 1)) as usize;
            let mut p = Position::connect_four();
            let mut moves = String::new();
            while moves.len() < length {
                let c = next(7) as usize;
                if p.wins_at(c) { break; }
                let Some(q) = p.play(c) else { continue };
                p = q;
                moves.push((b'1' + c as u8) as char);
            }
            if moves.len() < length { continue; }
            let Ok(score) = solver.solve_with(&p, &inarow::solve::gravity::Limits { nodes_max: 60_000_000, stop: &|| false }) else { continue };
            let plies = p.plies_to_end(score);
            if if hard { plies < 28 } else { !(14..28).contains(&plies) } { continue; }
            out += &format!("{moves} {score}\n");
            n += 1;
        }
        std::fs::write(file, out).unwrap();
        println!("{file}");
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.iter().any(|a| a == "gen") { generate(); return; }
    let mut solver = Solver::new(args.iter().find_map(|a| a.strip_prefix("mib=")).map_or(64, |v| v.parse().unwrap()) << 20);
    if let Some(moves) = args.iter().find_map(|a| a.strip_prefix("pos=")) {
        
        let columns: Vec<usize> = moves.bytes().map(|b| (b - b'1') as usize).collect();
        let t = Instant::now();
        let s = solver.solve(&Position::after(7, 6, 4, &columns).unwrap());
        println!("{moves}: {s} {} nodes {:.2} s", solver.nodes(), t.elapsed().as_secs_f64());
        return;
    }
    let theirs = args.iter().any(|a| a == "ref");
    let mut other = connect_four_ai::Solver::empty();
    let only = args.iter().find_map(|a| a.strip_prefix("only="));
    let max: usize = args.iter().find_map(|a| a.strip_prefix("max=")).map_or(1000, |v| v.parse().unwrap());
    for name in ["../shared/data/connect-four/Test_L3_R1", "../shared/data/connect-four/Test_L2_R1", "../shared/data/connect-four/Test_L1_R1", "/work/book-state/L2_R2", "/work/book-state/L1_R2", "/work/book-state/L1_R3"] {
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
            nodes += solver.nodes();
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
