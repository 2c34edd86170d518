//! Random requests whose work has independent parts, and threads for them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use inarow_api::{Context, Endpoint, Fields, Limits, Run};
use inarow_engine::engine::Engine;
use inarow_engine::game::{Game, Position, Preset, Rules, Status};
use inarow_engine::parts::{LentThread, Threads};
use serde_json::{Value, json};

/// No time ends a search of these requests.
pub const LIMITS: Limits = Limits {
    movetime_ms_max: 3_600_000,
    batch_movetime_ms_max: 3_600_000,
    match_movetime_ms_max: 3_600_000,
    ..Limits::DEFAULT
};

/// A generator of random numbers (Steele, Lea and Flood's SplitMix64).
pub struct Seeded(pub u64);

impl Seeded {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const GAMES: [&str; 6] =
    ["tic-tac-toe", "misere-tic-tac-toe", "four-by-four", "five-by-five", "connect-four", "gomoku"];

fn rules(game: &str) -> Rules {
    Preset::ALL.iter().find(|preset| preset.name() == game).expect("a preset").rules()
}

/// The moves of a random game, at most `plies`.
pub fn moves(random: &mut Seeded, game: &str, plies: usize) -> Vec<usize> {
    let mut position = Position::new(Game::shared(rules(game)));
    while position.status() == Status::Ongoing && position.moves().len() < plies {
        let legal: Vec<usize> = position.legal_moves().collect();
        position.play(random.pick(&legal)).expect("a legal move");
    }
    position.moves().collect()
}

/// Fields that bound a search by depth or by nodes.
fn bounds(random: &mut Seeded, game: &str) -> Value {
    let by_depth = json!({"depth": 1 + random.below(if game == "gomoku" { 2 } else { 4 }), "algorithm": "alpha-beta"});
    let by_nodes = json!({"nodes": 1 + random.below(1_500)});
    if random.below(2) == 0 { by_depth } else { by_nodes }
}

fn with(mut one: Value, more: &Value) -> Value {
    let members = more.as_object().expect("an object").clone();
    one.as_object_mut().expect("an object").extend(members);
    one
}

/// A random analysis that proves all moves: of a board without gravity, or of one where a completed line loses.
fn analysis(random: &mut Seeded) -> Value {
    let (width, height, is_other) = random.pick(&[(5, 5, false), (6, 4, false), (5, 4, true)]);
    let rules = json!({"width": width, "height": height, "k": 4, "gravity": is_other, "misere": is_other});
    // In the first two columns or rows, so that nothing is over.
    let first = random.below(width);
    let moves = if is_other { vec![(height - 1) * width + first] } else { vec![first, width + random.below(width)] };
    json!({"game": rules, "moves": moves, "movetime": LIMITS.movetime_ms_max})
}

/// A random review, batch, match, puzzle or analysis.
pub fn request(random: &mut Seeded) -> (Endpoint, Value) {
    if random.below(16) == 0 {
        return (Endpoint::Analysis, analysis(random));
    }
    let game = random.pick(&GAMES);
    let bounds = bounds(random, game);
    match random.below(10) {
        0..=2 => {
            let plies = 1 + random.below(if game == "gomoku" { 16 } else { 24 });
            let moves = moves(random, game, plies);
            let more =
                json!({"game": game, "moves": moves, "multiPv": 1 + random.below(5), "explain": random.below(2) == 0});
            (Endpoint::Review, with(more, &bounds))
        }
        3..=5 => {
            let count = 2 + random.below(10);
            let element = |_| {
                let plies = random.below(12);
                let kind = random.pick(&["move", "analysis", "position"]);
                // Some of them are over, and refused.
                let position = json!({"kind": kind, "game": game, "moves": moves(random, game, plies)});
                if kind == "position" { position } else { with(position, &bounds) }
            };
            let elements: Vec<Value> = (0..count).map(element).collect();
            (Endpoint::Batch, json!({"requests": elements}))
        }
        6..=8 => {
            let second = self::bounds(random, game);
            let plies = random.below(3);
            let games = if game == "gomoku" { 2 } else { 2 + random.below(6) };
            let players = [with(json!({"skill": 40 + random.below(60)}), &bounds), second];
            let more = json!({"game": game, "moves": moves(random, game, plies), "seed": random.below(1_000)});
            (Endpoint::Match, with(more, &json!({"games": games, "players": players})))
        }
        _ => {
            // Any theme of Connect Four: its proofs take longest.
            let (game, theme) = random.pick(&[
                ("connect-four", None),
                ("four-by-four", Some("win-in-3")),
                ("four-by-four", Some("fork")),
                ("tic-tac-toe", Some("only-move")),
            ]);
            (Endpoint::Puzzles, json!({"game": game, "seed": random.below(1_000), "theme": theme, "solution": true}))
        }
    }
}

/// The answer of an endpoint without the times in it, and its progress records.
pub fn answer(engine: &Engine, endpoint: Endpoint, body: &Value, threads: &dyn Threads) -> (Value, Vec<Value>) {
    let fields = Fields::from_json(body.to_string().as_bytes()).expect("an object");
    let context = Context { limits: &LIMITS, engine, now: time::UtcDateTime::UNIX_EPOCH };
    let request = endpoint.read(&fields, context).unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    let mut records = Vec::new();
    let mut on_progress = |make: inarow_api::MakeRecord<'_>| {
        records.push(timeless(serde_json::from_str(make().expect("JSON").get()).expect("JSON")));
    };
    let run = Run::new(engine, &LIMITS, &mut on_progress);
    let answer = request.answer(&mut Run { threads, ..run });
    let answer = match answer {
        // A few seeds have no puzzle of a theme.
        Err(refusal) if endpoint == Endpoint::Puzzles => return (json!(refusal.into_problem().detail), records),
        answer => answer.unwrap_or_else(|refusal| panic!("{body}: {refusal:?}")).expect("an answer"),
    };
    (timeless(serde_json::from_slice(&answer.body).expect("JSON")), records)
}

fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            members.remove("timeMs");
            members.values_mut().for_each(|member| *member = timeless(member.take()));
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| *element = timeless(element.take())),
        _ => {}
    }
    value
}

/// Lends up to seven threads at a time, and may recall each when it lends the next.
pub struct Lender {
    free: Arc<AtomicUsize>,
    last: Mutex<Arc<AtomicBool>>,
    pub loans: AtomicUsize,
    recalls: bool,
}

struct Loan(Arc<AtomicUsize>);

impl Drop for Loan {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
    }
}

impl Lender {
    pub fn new(threads: usize, recalls: bool) -> Lender {
        let free = Arc::new(AtomicUsize::new(threads));
        Lender { free, last: Mutex::default(), loans: AtomicUsize::new(0), recalls }
    }

    /// The number of threads that it can lend now.
    pub fn free(&self) -> usize {
        self.free.load(Relaxed)
    }
}

impl Threads for Lender {
    fn lend(&self) -> Option<LentThread> {
        self.free.fetch_update(Relaxed, Relaxed, |free| free.checked_sub(1)).ok()?;
        let recall = Arc::new(AtomicBool::new(false));
        let before = std::mem::replace(&mut *self.last.lock().expect("no panic"), Arc::clone(&recall));
        before.store(self.recalls, Relaxed);
        self.loans.fetch_add(1, Relaxed);
        Some(LentThread { recall, permit: Box::new(Loan(Arc::clone(&self.free))) })
    }
}
