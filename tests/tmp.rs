mod common;
use common::rules;
use inarow::game::{Game, Position};
use inarow::search::Limits;
use inarow::solve::proof::{Memory, Prover};
#[test]
fn big() {
    let w: u64 = std::env::var("W").unwrap().parse().unwrap();
    let mut memory = Memory::new(1 << 30);
    let empty = Position::new(Game::shared(rules(w as usize as _, 4, 4, "")));
    let moves: Vec<_> = empty.legal_moves().collect();
    let t = std::time::Instant::now();
    let mut p = Prover::new(
        &mut memory,
        &empty,
        Limits { deadline: Some(t + std::time::Duration::from_secs(400)), ..Limits::default() },
    );
    let s = p.best_score(&moves);
    println!("{w} {:?} nodes {} {:?}", s.map(|s| p.verdict(s)), p.nodes(), t.elapsed());
}
