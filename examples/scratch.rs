use inarow::game::*;
use inarow::search::*;
use inarow::solve::proof::*;
use std::time::*;
fn main() {
    let mut memory = Memory::new(16 << 20);
    for a in std::env::args().skip(1) {
        let p: Vec<&str> = a.split(',').collect();
        let n = |i: usize| p[i].parse().unwrap();
        let extra = p.get(3).unwrap_or(&"");
        let rules = Rules::new(RulesSpec {
            width: n(0),
            height: n(1),
            k: n(2),
            gravity: extra.contains('g'),
            overline: if extra.contains('e') { Overline::Forbidden } else { Overline::Allowed },
            misere: extra.contains('m'),
        })
        .unwrap();
        let pos = Position::new(Game::shared(rules));
        let t = Instant::now();
        let mut pr = Prover::new(&mut memory, &pos, Limits::default());
        let moves: Vec<_> = pos.legal_moves().collect();
        let best = pr.best_score(&moves).unwrap();
        let t1 = t.elapsed();
        let n1 = pr.nodes();
        let st = pos.stabiliser();
        let mut out = vec![];
        for c in moves.iter().copied().filter(|&c| st.class(c) == c) {
            let s = pr.move_score(c).unwrap();
            let l = pr.line(c, s);
            out.push((c, pr.verdict(s), l.len()));
        }
        println!(
            "{a}: {:?} in {t1:?} {n1} nodes; all {:?} {} nodes {:?}",
            pr.verdict(best),
            t.elapsed(),
            pr.nodes(),
            out
        );
    }
}
