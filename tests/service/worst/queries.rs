//! Queries of 8 kB and headers of 16 kB.

use super::Worst;

pub fn queries() -> Vec<Worst> {
    let long = "x".repeat(8_000);
    let mut all = vec![
        Worst::get("2,000 unknown parameters", format!("/v1/move?{}turn=X", "q=&".repeat(2_000))),
        Worst::get("1,000 different parameters", format!("/v1/move?{}", parameters(1_000))),
        Worst::get("a parameter's name of 8 kB", format!("/v1/position?{long}=1")),
        Worst::get("2,600 escapes for a board", format!("/v1/position?board={}", "%3f".repeat(2_600))),
        Worst::get("8 kB of junk for a board", format!("/v1/position?board={}", "?".repeat(8_000))),
        Worst::get(
            "4,000 cells to search",
            format!("/v1/move?game=gomoku-20&depth=1&searchMoves={}", "1,".repeat(3_900)),
        ),
        Worst::get(
            "4,000 taken cells to search",
            format!(
                "/v1/move?game=gomoku-20&depth=1&turn=O&board=X{}&searchMoves={}0",
                ".".repeat(399),
                "0,".repeat(3_700)
            ),
        ),
        Worst::get(
            "3,900 weights",
            format!("/v1/move?heuristic={{\"weights\":[{}0]}}", "1,".repeat(3_900)).replace('"', "%22"),
        ),
        Worst::get("rules of 1,000 keys", format!("/v1/move?game=%7B{}%22k%22:1%7D", "%22a%22:1,".repeat(700))),
    ];
    for field in ["game", "turn", "algorithm", "heuristic", "pov", "tieBreak", "depth", "moves", "board"] {
        all.push(Worst::get(&format!("{field} of 8 kB"), format!("/v1/move?{field}={long}")));
    }
    for (name, value) in [
        ("accept", "a/b;q=0.1,".repeat(1_600)),
        ("accept-encoding", "br;q=0.1,".repeat(1_600)),
        ("if-none-match", "\"0000000000000000\",".repeat(800)),
        ("x-request-id", "x".repeat(16_000)),
        ("traceparent", "0".repeat(16_000)),
        ("origin", "o".repeat(16_000)),
    ] {
        all.push(Worst::get(&format!("{name} of 16 kB"), "/v1/position").with(name, value));
    }
    all
}

fn parameters(count: usize) -> String {
    (0..count).map(|index| format!("b{index}=1")).collect::<Vec<_>>().join("&")
}
