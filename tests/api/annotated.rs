//! `/v1/review` as an SGF file and as annotated moves: their syntax, and that they are read back.

use axum::body::Body;
use axum::http::Request;
use inarow_engine::game::{Cell, Game, Player, Position, Preset, Rules, Setup, Status, notation};
use serde_json::{Value, json};

use crate::service::{app, faults, post, send};

const SGF: &str = "application/x-go-sgf";
const TEXT: &str = "text/plain";

async fn annotated(body: &Value, accept: &str) -> String {
    let request = Request::post("/v1/review").header("content-type", "application/json").header("accept", accept);
    let answer = send(&app(), request.body(body.to_string().into()).unwrap()).await;
    assert_eq!(answer.status, 200, "{body}");
    assert!(answer.header("content-type").starts_with(accept));
    String::from_utf8(answer.body.to_vec()).unwrap()
}

/// A node: the names of its properties with their values.
type Node = Vec<(String, Vec<String>)>;

/// Reads a game tree by the grammar of FF[4]: nodes first, then variations. All nodes, and the text that is left.
fn tree<'t>(text: &'t str, nodes: &mut Vec<Node>) -> &'t str {
    let mut rest = text.strip_prefix('(').expect("a tree begins").trim_start();
    assert!(rest.starts_with(';'), "a tree without a node: {rest}");
    while let Some(node) = rest.strip_prefix(';') {
        let (properties, left) = node_of(node);
        nodes.push(properties);
        rest = left;
    }
    while rest.starts_with('(') {
        rest = tree(rest, nodes).trim_start();
    }
    rest.strip_prefix(')').expect("a tree ends").trim_start()
}

fn node_of(text: &str) -> (Node, &str) {
    let (mut node, mut rest) = (Node::new(), text);
    while rest.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        let (name, values) = rest.split_at(rest.find('[').expect("a value"));
        rest = values;
        let mut property = Vec::new();
        while let Some(value) = rest.strip_prefix('[') {
            let mut is_escaped = false;
            let end = value.find(|letter| {
                let ends = letter == ']' && !is_escaped;
                is_escaped = letter == '\\' && !is_escaped;
                ends
            });
            let (value, left) = value.split_at(end.expect("a value ends"));
            property.push(value.to_owned());
            rest = left[1..].trim_start();
        }
        assert!(name.bytes().all(|letter| letter.is_ascii_uppercase()), "{name}");
        node.push((name.to_owned(), property));
    }
    (node, rest)
}

/// Checks a file and gives its nodes.
fn valid(file: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    assert_eq!(tree(file, &mut nodes), "", "{file}");
    for (index, node) in nodes.iter().enumerate() {
        let has = |names: &[&str]| node.iter().filter(|(name, _)| names.contains(&name.as_str())).count();
        for (name, values) in node {
            assert_eq!(has(&[name]), 1, "{name} comes twice: {file}");
            let is_list = ["AB", "AW"].contains(&name.as_str());
            assert!(is_list || values.len() == 1, "{name} has one value: {file}");
            assert!(name == "C" || !values[0].contains('\n'), "{name} is one line: {file}");
        }
        let (moves, setups) = (has(&["B", "W"]), has(&["AB", "AW", "PL"]));
        assert_eq!(moves, usize::from(index > 0), "{file}");
        assert!(index == 0 || setups == 0 && has(&["FF", "GM", "SZ", "RE"]) == 0, "{file}");
        assert!(has(&["BM", "DO", "IT", "TE"]) <= moves && has(&["DM", "GB", "GW", "UC"]) <= 1, "{file}");
    }
    nodes
}

/// The moves that the service reads from a record of this game.
async fn read_back(game: &str, record: &str) -> String {
    let request = json!({"game": game, "record": record, "fields": ["records"]}).to_string();
    let answer = post(&app(), "/v1/position", request).await;
    assert_eq!(answer.status, 200, "{record}\n{}", answer.json());
    answer.json()["records"]["moves"].as_str().unwrap().to_owned()
}

/// A game of at most so many random moves; the same for the same seed.
fn random_game(preset: Preset, plies: usize, mut seed: usize) -> Vec<Cell> {
    let (mut position, mut played) = (Position::new(preset.rules()), Vec::new());
    while position.status() == Status::Ongoing && played.len() < plies {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal: Vec<Cell> = position.legal_moves().collect();
        let cell = legal[(seed >> 33) % legal.len()];
        position.play(cell).expect("a legal move");
        played.push(cell);
    }
    played
}

#[tokio::test]
async fn the_main_line_is_read_back_for_every_preset() {
    for preset in Preset::ALL {
        for seed in 0..3 {
            let rules = preset.rules();
            // Small boards are looked up or solved to their end.
            let plies = if rules.cells() <= 16 { 16 } else { 8 };
            let cells = random_game(preset, plies, seed);
            let names: Vec<String> = cells.iter().map(|&cell| notation::cell_name(&rules, cell)).collect();
            let body = json!({"game": preset.name(), "moves": &names, "nodes": 500, "explain": seed == 0});
            let text = annotated(&body, TEXT).await;
            assert_eq!(read_back(preset.name(), &text).await, names.join(" "), "{text}");
            if !rules.is_grid() {
                continue; // there is no SGF
            }
            let file = annotated(&body, SGF).await;
            let nodes = valid(&file);
            assert!(nodes.len() > names.len(), "{file}");
            for record in [&file, &format!("\u{feff}{file}")] {
                assert_eq!(read_back(preset.name(), record).await, names.join(" "), "{record}");
            }
        }
    }
}

/// An ongoing position of stones of any side, in which any side moves first.
fn random_board(rules: &Rules, random: &mut fastrand::Rng) -> Position {
    loop {
        let mut shape = Position::new(rules);
        for _ in 0..random.usize(0..=rules.cells() / 3) {
            let legal: Vec<Cell> = shape.legal_moves().collect();
            let Some(&cell) = random.choice(&legal) else { break };
            shape.play(cell).expect("a legal move");
        }
        let cells = shape.cells().iter().map(|stone| stone.map(|_| Player::ALL[random.usize(..2)])).collect();
        let turn = Some(Player::ALL[random.usize(..2)]);
        let setup = Setup { game: Game::shared(rules), cells, turn };
        if let Some(position) = setup.into_position(false).ok().filter(|found| found.status() == Status::Ongoing) {
            return position;
        }
    }
}

/// For any first board and either first player, the review of a game is read as the same game.
#[tokio::test]
async fn reviews_are_read_back_from_every_board() {
    let app = app();
    let mut random = fastrand::Rng::with_seed(52);
    for preset in Preset::ALL {
        let rules = preset.rules();
        for round in 0..4 {
            // The empty board with O to move, then any.
            let empty = Setup { game: Game::shared(&rules), cells: vec![None; rules.cells()], turn: Some(Player::O) };
            let start = match round {
                0 => empty.into_position(false).unwrap(),
                _ => random_board(&rules, &mut random),
            };
            let (mut position, mut names) = (start.clone(), Vec::new());
            for _ in 0..3 {
                let legal: Vec<Cell> = position.legal_moves().collect();
                let Some(&cell) = random.choice(&legal) else { break };
                position.play(cell).unwrap();
                names.push(notation::cell_name(&rules, cell));
            }
            let (game, board, turn) = (preset.name(), start.board(), start.turn().name());
            let body = json!({"game": game, "board": board, "turn": turn, "moves": names, "nodes": 50});
            let forms: &[&str] = if rules.is_grid() { &[TEXT, SGF] } else { &[TEXT] };
            for form in forms {
                let record = annotated(&body, form).await;
                let again = json!({"game": game, "record": record, "nodes": 50}).to_string();
                let answer = post(&app, "/v1/review", again).await;
                assert_eq!(answer.status, 200, "{record}: {}", answer.json());
                let read = answer.json();
                assert_eq!(read["position"]["board"], position.board(), "{record}");
                let moves = read["moves"].as_array().unwrap();
                let read_names: Vec<&Value> = moves.iter().map(|played| &played["move"]["name"]).collect();
                assert_eq!(read_names, names.iter().collect::<Vec<_>>(), "{record}");
                assert_eq!(moves[0]["player"], turn, "{record}");
            }
        }
    }
}

#[tokio::test]
async fn labels_are_remarks_and_better_moves_are_variations() {
    let body = json!({"moves": ["b2", "b3", "c3", "a3", "a1"], "multiPv": 1});
    let file = annotated(&body, SGF).await;
    assert!(file.starts_with("(;FF[4]GM[4]SZ[3]RU[3 in a row]CA[UTF-8]AP[inarow:"), "{file}");
    assert!(file.contains("PB[X]PW[O]RE[B+]C[Accuracy\\: X 100.0 %, O 39.7 %]\n;B[bb]V[0]DM[2]C[best\n"), "{file}");
    assert!(file.contains("(;W[ba]BM[2]V[1]GB[2]C[threw-away-draw\\: threw a draw away; a3 draws\n"), "{file}");
    assert!(file.contains("\n(;W[aa]V[0]DM[2]C[better\\: a draw with best play, proven];B[ba];W[bc]"), "{file}");
    assert!(file.contains("(;W[aa]DO[]V[1]GB[2]C[hastened\\: loses in 1 move, sooner than need be; a1 "), "{file}");
    assert_eq!(file.matches("better\\:").count(), 2, "{file}");
    let text = annotated(&body, TEXT).await;
    assert_eq!(
        text,
        "1. b2 b3?? {threw a draw away; a3 draws}\n\
         2. c3 a3?! {loses in 1 move, sooner than need be; a1 loses in 2 moves}\n\
         3. a1\n1-0\n{Accuracy: X 100.0 %, O 39.7 %}\n"
    );
    let explained = json!({"moves": ["b2"], "explain": true});
    assert!(annotated(&explained, TEXT).await.starts_with("1. b2 {Takes the centre.}\n*\n"));
    assert!(annotated(&explained, SGF).await.contains("\nTakes the centre.]"));
    // A reason that repeats the label is left out.
    let only = json!({"board": "XOX.O....", "moves": ["b1"], "explain": true});
    let why = "Blocks O's line b3, b2, b1.";
    let text = annotated(&only, TEXT).await;
    assert!(text.starts_with(&format!("1. b1! {{the only move. {why}}}\n*\n")), "{text}");
    let file = annotated(&only, SGF).await;
    assert!(file.contains(&format!("C[only-move\\: the only move\na draw with best play, proven\n{why}]")), "{file}");
    let single = json!({"board": "XOXXOOOX.", "moves": ["c1"], "explain": true});
    let text = annotated(&single, TEXT).await;
    assert!(text.contains("c1! {the only move") && !text.contains("only legal move"), "{text}");
}

#[tokio::test]
async fn a_game_may_begin_on_a_board() {
    let body = json!({"board": "XX.OO....", "moves": ["b1", "c2"]});
    let file = annotated(&body, SGF).await;
    let nodes = valid(&file);
    let stones = |name: &str| nodes[0].iter().find(|(own, _)| own == name).map(|(_, values)| values.join(" "));
    assert_eq!(
        (stones("AB"), stones("AW"), stones("PL")),
        (Some("ba aa".into()), Some("bb ab".into()), Some("B".into()))
    );
    assert!(file.contains("RE[W+]"), "{file}");
    let request = json!({"game": "tic-tac-toe", "record": file}).to_string();
    let read = post(&app(), "/v1/position", request).await.json();
    assert_eq!((&read["position"]["board"], &read["records"]), (&"XX.OOO.X.".into(), &Value::Null), "{file}");
    let text = annotated(&json!({"board": "X........", "turn": "O", "moves": ["a1", "c1"]}), TEXT).await;
    assert!(text.starts_with("1... a1") && text.contains("\n2. c1"), "{text}");
    assert!(text.ends_with("{From the board X........, O to move}\n"), "{text}");
    let drawn = json!({"moves": ["b2", "a3", "c3", "a1", "a2", "c2", "b3", "b1", "c1"]});
    assert!(annotated(&drawn, SGF).await.contains("RE[0]"));
    assert!(annotated(&drawn, TEXT).await.contains("\n1/2-1/2\n"));
    let estimated = json!({"game": "gomoku", "moves": ["h8", "a1"], "nodes": 2000});
    let file = annotated(&estimated, SGF).await;
    assert!(file.contains(" games between people from here") && !file.contains("expected"), "{file}");
}

#[tokio::test]
async fn forms_of_reviews_are_negotiated_and_problems_stay_problems() {
    let app = app();
    let get = |target: &str, accept: &str| Request::get(target).header("accept", accept).body(Body::empty()).unwrap();
    let answer = send(&app, get("/v1/review?moves=b2", "application/json;q=0.5, application/x-go-sgf")).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, SGF));
    let etag = answer.header("etag").to_owned();
    let known = Request::get("/v1/review?moves=b2").header("accept", SGF).header("if-none-match", etag);
    assert_eq!(send(&app, known.body(Body::empty()).unwrap()).await.status, 304);
    let refused = send(&app, get("/v1/review?moves=b2,b2", SGF)).await;
    assert_eq!(faults(&refused, 422, "invalid-request"), ["/moves/1 cell-taken"]);
    for (target, accept) in [("/v1/review?moves=b2", "image/png"), ("/v1/analysis", SGF), ("/v1/move", SGF)] {
        assert!(faults(&send(&app, get(target, accept)).await, 406, "not-acceptable").is_empty());
    }
    let refused = send(&app, get("/v1/review?moves=b2", "image/png")).await;
    assert!(refused.json()["detail"].as_str().unwrap().contains(SGF));
}
