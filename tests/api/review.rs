//! `/v1/review`: every move beside the best ones, labels, sums, streams, and refusals.

use axum::body::Body;
use axum::http::Request;
use inarow::config::ServerLimits;
use serde_json::{Value, json};

use crate::service::contract::records;
use crate::service::{Answer, app, app_with, faults, get, post, send};

const LINES: &str = "application/x-ndjson";
const EVENTS: &str = "text/event-stream";

async fn reviewed(body: &Value) -> Value {
    let answer = post(&app(), "/v1/review", body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.json());
    answer.json()
}

fn labels(review: &Value) -> Vec<&str> {
    review["moves"].as_array().unwrap().iter().map(|one| one["label"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_game_is_judged_move_by_move() {
    let review = reviewed(&json!({"moves": ["b2", "b3", "c3", "a3", "a1"]})).await;
    assert_eq!(labels(&review), ["best", "threw-away-draw", "best", "hastened", "best"]);
    let second = &review["moves"][1];
    assert_eq!((&second["ply"], &second["player"], &second["move"]["name"]), (&2.into(), &"O".into(), &"b3".into()));
    assert_eq!(second["score"], json!({"outcome": "loss", "plies": 6, "value": null, "expected": 0.0, "pov": "O"}));
    assert_eq!(second["cost"], json!({"before": "draw", "after": "loss", "result": 0.5, "value": null, "plies": 0}));
    assert_eq!(review["moves"][0]["score"]["expected"], 0.5);
    assert_eq!(second["best"].as_array().unwrap().len(), 3);
    assert_eq!(second["search"]["source"], "table");
    let x = &review["sides"]["X"];
    assert_eq!((&x["accuracy"], &x["turningPoint"], &x["labels"]["best"]), (&100.0.into(), &Value::Null, &3.into()));
    let o = &review["sides"]["O"];
    assert_eq!(
        review["moves"][3]["cost"],
        json!({"before": "loss", "after": "loss", "result": 0.0, "value": null, "plies": 2})
    );
    assert_eq!((&o["accuracy"], &o["turningPoint"], &o["labels"]["hastened"]), (&39.7.into(), &2.into(), &1.into()));
    assert_eq!((&review["position"]["winner"], &review["complete"]), (&"X".into(), &true.into()));
    assert!(review["timeMs"].is_number());
    let record = reviewed(&json!({"record": "1. b2 b3 2. c3 a3 3. a1"})).await;
    assert_eq!(labels(&record), labels(&review));
    // The line after a move, and reasons.
    let explained = reviewed(&json!({"moves": ["b2", "b3", "c3"], "explain": true})).await;
    assert_eq!(explained["moves"][1]["pv"].as_array().unwrap().len(), 6, "O loses in six plies");
    assert_eq!(explained["moves"][1]["pv"][0], explained["moves"][1]["move"]);
    let kinds =
        explained["moves"][1]["reasons"].as_array().unwrap().iter().map(|reason| reason["kind"].as_str().unwrap());
    assert!(kinds.into_iter().any(|kind| kind == "gives-win"), "{explained}");
    assert!(review["moves"][1].get("reasons").is_none());
    // The same review from X's point of view.
    let seen_by_x = reviewed(&json!({"moves": ["b2", "b3"], "pov": "X", "multiPv": 1})).await;
    assert_eq!(
        seen_by_x["moves"][1]["score"],
        json!({"outcome": "win", "plies": 6, "value": null, "expected": 1.0, "pov": "X"})
    );
    assert_eq!(seen_by_x["moves"][1]["best"].as_array().unwrap().len(), 1);
}

/// Other effects of an error are no praise.
#[tokio::test]
async fn reasons_of_errors_speak_against_them() {
    let mut errors = 0;
    let review = json!({"game": "connect-four", "moves": "4444224352", "explain": true});
    let thrown = json!({"moves": ["a1", "a3", "b1", "c1"], "explain": true});
    let missed = json!({"board": "XX.OO....", "moves": ["b1", "a1", "c1"], "explain": true});
    for body in [review, thrown, missed] {
        for reviewed in reviewed(&body).await["moves"].as_array().unwrap() {
            let label = reviewed["label"].as_str().unwrap();
            if ["best", "good", "only-move"].contains(&label) {
                continue;
            }
            errors += 1;
            for reason in reviewed["reasons"].as_array().unwrap() {
                assert!(
                    ["gives-win", "plays-under-threat"].contains(&reason["kind"].as_str().unwrap()),
                    "{label}: {reason}"
                );
                let told = reason["text"].as_str().unwrap();
                assert!(told.matches(' ').count() <= 20 && !told.contains("…."), "{told}");
            }
        }
    }
    assert!(errors > 4, "{errors}");
}

/// Every judgement is a sentence, that of the annotated game; so a move without a reason is named, too.
#[tokio::test]
async fn judgements_are_sentences() {
    let connect_four = json!({"game": "connect-four", "moves": "4444224352", "explain": true});
    let tic_tac_toe = json!({"board": "XX.OO....", "moves": ["b1", "a1", "c1"], "explain": true});
    let gomoku = json!({"game": "gomoku", "moves": ["a1", "h8", "o15", "h9"], "nodes": 2000, "explain": true});
    let mut seen = std::collections::BTreeSet::new();
    for body in [connect_four, tic_tac_toe, gomoku] {
        let request = Request::post("/v1/review").header("content-type", "application/json");
        let request = request.header("accept", "text/plain").body(body.to_string().into());
        let annotated = String::from_utf8(send(&app(), request.unwrap()).await.body.to_vec()).unwrap();
        for reviewed in reviewed(&body).await["moves"].as_array().unwrap() {
            let (label, text) = (reviewed["label"].as_str().unwrap(), reviewed["text"].as_str().unwrap());
            let start = match label {
                "best" => "The best move, ",
                "good" => "A good move, ",
                "only-move" => "The only move.",
                "inaccuracy" => "An inaccuracy, scores about ",
                "mistake" => "A mistake, scores about ",
                "blunder" => "A blunder, ",
                "missed-win" => "Let a win slip; ",
                "threw-away-draw" => "Threw a draw away; ",
                "prolonged" => "Wins in ",
                _ => "Loses in ",
            };
            assert!(text.starts_with(start) && text.ends_with('.'), "{label}: {text}");
            let is_fine = ["best", "good", "only-move"].contains(&label);
            let best = reviewed["best"][0]["move"]["name"].as_str().unwrap();
            assert!(is_fine || text.contains(&format!("; {best} ")), "{label}: {text}");
            assert!(is_fine || annotated.contains(&text[1..text.len() - 1]), "{text}: {annotated}");
            seen.insert(label.to_owned());
        }
    }
    for label in ["best", "missed-win", "hastened", "prolonged"] {
        assert!(seen.contains(label), "{label}: {seen:?}");
    }
    assert!(["inaccuracy", "mistake", "blunder"].iter().any(|&label| seen.contains(label)), "{seen:?}");
    let plain = reviewed(&json!({"moves": ["b2"]})).await;
    assert!(plain["moves"][0].get("text").is_none(), "only with explain");
}

/// On Gomoku O is as good as lost to the engine after its second move; that it leaves a five counts all the same.
#[tokio::test]
async fn sentences_of_gomoku_name_what_people_see() {
    let moves = "h8 f15 i9 g9 j10 g7 k11 e5 f6 h10 l12";
    let review = reviewed(&json!({"game": "gomoku", "record": moves, "nodes": 5000, "explain": true})).await;
    let text = |ply: usize| review["moves"][ply - 1]["text"].as_str().unwrap();
    assert!(text(2).contains(", scores about ") && text(2).contains(" in 100 games; "), "{}", text(2));
    assert!(text(8).starts_with("A mistake, loses in 1 move; l12 scores about "), "{}", text(8));
    assert!(text(9).starts_with("A ") && text(9).ends_with("; l12 wins in 1 move."), "{}", text(9));
    let turned = review["sides"]["O"]["turningPoint"].as_u64().unwrap();
    assert!(["mistake", "blunder"].contains(&review["moves"][turned as usize - 1]["label"].as_str().unwrap()));
}

/// An error of which nothing is proven is explained by the threat that the best answer to it makes, or that the better move makes or stops.
#[tokio::test]
async fn errors_of_gomoku_have_a_reason() {
    for (moves, ply, expected) in [
        ("h8 i9 g9 g7", 4, " g7 lets X make an open three with i7."),
        ("h8 h9 i8 a1", 4, " j8 keeps X from making an open three there."),
        ("h8 i9 g9 g7 i7 h7", 6, " h7 lets X make an open four with f10."),
        ("h8 h9 i8 a1 j8 a2 a8", 7, " g8 makes an open four."),
    ] {
        let body = json!({"game": "gomoku", "record": moves, "nodes": 20000, "explain": true});
        let review = reviewed(&body).await;
        let text = review["moves"][ply - 1]["text"].as_str().unwrap();
        assert!(text.ends_with(expected), "{moves}: {text}");
        let request = Request::post("/v1/review").header("content-type", "application/json");
        let request = request.header("accept", "application/x-go-sgf").body(body.to_string().into());
        let sgf = String::from_utf8(send(&app(), request.unwrap()).await.body.to_vec()).unwrap();
        assert!(sgf.contains(expected.trim()), "{moves}: {sgf}");
    }
    // Far from the stones.
    let review = reviewed(&json!({"game": "gomoku", "record": "h8 f15", "nodes": 20000, "explain": true})).await;
    assert!(
        review["moves"][1]["text"].as_str().unwrap().contains(" keeps X from making an open two there."),
        "{review}"
    );
}

/// A proven end is the reason: a losing move is explained by the win against it, and beside a win that is missed no shape counts that threatens
/// nothing yet.
#[tokio::test]
async fn proven_ends_of_gomoku_have_their_own_reason() {
    let game = "h8 g9 g8 h9 f8 i8 e8 d8 f9 e7 g10 d7 f7 f6 g5 f10 d9 c9 b10 g6 h7 i6 h6 g11 e9 g7 i7 f4 e10 d11 c10 b11 d10 a10 c11 b12 h5 h4 \
        e11 e12 h11 i12 j8 k9 i5 j9 i9 f5 j5 k5 f3 k7";
    let moves: Vec<&str> = game.split(' ').collect();
    for (before, nodes, outcome, expected) in [
        (50, 60_000, "loss", " f3 lets O win with g4, which makes two open threes."),
        (38, 20_000, "unknown", "; d12 wins in at most 6 moves. d12 makes an open three."),
    ] {
        let start = json!({"game": "gomoku", "moves": moves[..before], "fields": ["position"]});
        let board = post(&app(), "/v1/position", start.to_string()).await.json()["position"]["board"].clone();
        let played = &moves[before..before + 2];
        let body = json!({"game": "gomoku", "board": board, "moves": played, "nodes": nodes, "explain": true});
        let first = &reviewed(&body).await["moves"][0];
        assert_eq!(first["score"]["outcome"], outcome, "{first}");
        assert!(first["text"].as_str().unwrap().ends_with(expected), "{first}");
    }
}

/// The expected results in a sentence, their difference and the label are one story.
#[tokio::test]
async fn a_label_follows_from_the_results_that_are_told() {
    let game = json!({"game": "gomoku", "record": "h8 f15 i9 g9 j10 g7 a1 e5 f6 h10", "nodes": 2000, "explain": true});
    let mut seen = 0;
    for one in reviewed(&game).await["moves"].as_array().unwrap() {
        let is_value = |score: &Value| score["outcome"] == "unknown";
        if !is_value(&one["score"]) || !is_value(&one["best"][0]["score"]) {
            continue;
        }
        let [best, played] = [&one["best"][0]["score"], &one["score"]].map(between_people);
        let cost = one["cost"]["result"].as_f64().unwrap();
        assert!((cost - (best - played).max(0.0)).abs() < 2e-4 || one["ply"] == 1, "{one}");
        let label = one["label"].as_str().unwrap();
        let expected = match cost {
            0.2.. => "blunder",
            0.1.. => "mistake",
            0.05.. => "inaccuracy",
            _ => continue,
        };
        assert_eq!(label, expected, "{one}");
        let told = format!(" scores about {:.0} in 100 games", 100.0 * played);
        assert!(one["text"].as_str().unwrap().contains(&told), "{told}: {one}");
        seen += 1;
    }
    assert!(seen > 1);
    // On an empty board values cost nothing, however shallow the search is.
    let review = reviewed(&json!({"game": "gomoku", "moves": ["a1", "i9"], "depth": 1})).await;
    let first = &review["moves"][0];
    assert_eq!(first["cost"]["result"].as_f64(), Some(0.0), "{first}");
}

/// One of the two scores is proven, and the other as good as that.
#[tokio::test]
async fn a_side_that_is_as_good_as_lost_or_as_winning_errs_against_a_proof() {
    let told = async |moves: &[&str], depth: u32| {
        let weights = json!({"weights": [0, 1000, 1, 0]});
        let body = json!({"moves": moves, "heuristic": weights, "depth": depth, "explain": true});
        let last = reviewed(&body).await["moves"][moves.len() - 1].clone();
        (last["label"].clone(), last["cost"]["plies"].clone(), last["text"].as_str().unwrap().to_owned())
    };
    let (label, plies, text) = told(&["b2", "a1", "b1", "c1"], 2).await;
    assert_eq!((label, plies), (json!("inaccuracy"), json!(1)));
    assert_eq!(text, "An inaccuracy, loses in 1 move; b3 scores about 20 in 100 games.");
    let (label, plies, text) = told(&["b2", "a1", "b1", "c1", "a3"], 1).await;
    assert_eq!((label, plies), (json!("inaccuracy"), json!(1)));
    assert_eq!(text, "An inaccuracy, scores about 80 in 100 games; b3 wins in 1 move.");
}

/// The chance between people, as the guide defines it.
fn between_people(score: &Value) -> f64 {
    let expected = score["expected"].as_f64().unwrap();
    if score["outcome"] == "unknown" { to_people(expected.clamp(0.001, 0.999)) } else { expected }
}

/// The chance between people beside a proof, which has no bounds.
fn beside_proof(score: &Value) -> f64 {
    let expected = score["expected"].as_f64().unwrap();
    if score["outcome"] == "unknown" { to_people(expected) } else { expected }
}

fn to_people(expected: f64) -> f64 {
    1.0 / (1.0 + (1.0 / expected - 1.0).powf(0.2))
}

/// A value has the result that its side can expect, and the cost of a move is the difference of the chances to the best move.
#[tokio::test]
async fn a_value_says_what_it_is_worth() {
    let chance = |score: &Value| score["expected"].as_f64().unwrap();
    let mut seen = 0;
    for (game, moves, heuristic) in [
        ("connect-four", vec!["d1", "c1", "e1", "d2", "e2", "d3"], json!("lines")),
        ("connect-four", vec!["d1", "c1", "e1", "d2", "e2", "d3"], json!("threats")),
        ("connect-four", vec!["d1", "c1", "e1", "d2", "e2", "d3"], json!({"weights": [0, 1, 2, 30, 100]})),
        ("connect-four", vec!["d1", "c1", "e1", "d2", "e2", "d3"], json!("win-loss")),
        ("gomoku", vec!["h8", "h9", "g8", "i8", "k3"], json!("threats")),
        ("gomoku", vec!["h8", "h9"], json!("lines")),
    ] {
        let asked = json!({"game": game, "moves": moves, "heuristic": heuristic, "depth": 2});
        for reviewed in reviewed(&asked).await["moves"].as_array().unwrap() {
            let (score, cost) = (&reviewed["score"], reviewed["cost"]["result"].as_f64().unwrap());
            let best = &reviewed["best"][0]["score"];
            let lost = if best["plies"].as_u64() > Some(4) && best["outcome"] == "win" {
                1.0 - chance(score)
            } else if best["outcome"] == "unknown" && score["outcome"] == "unknown" {
                between_people(best) - between_people(score)
            } else {
                beside_proof(best) - beside_proof(score)
            };
            assert!((cost - lost.max(0.0)).abs() < 2e-4, "{reviewed}");
            seen += usize::from(score["value"].as_i64().is_some_and(|value| value != 0));
        }
        for path in ["/v1/move", "/v1/analysis"] {
            let by = async |pov: &str| {
                let mut asked = asked.clone();
                asked["pov"] = pov.into();
                let answer = post(&app(), path, asked.to_string()).await.json();
                answer.get("score").unwrap_or(&answer["lines"][0]["score"]).clone()
            };
            let (x, o) = (by("X").await, by("O").await);
            assert!((chance(&x) + chance(&o) - 1.0).abs() < 1e-3, "{path} {x} {o}");
            assert_eq!(chance(&x) > 0.5, x["value"].as_i64().unwrap() > 0, "{path} {x}");
        }
    }
    assert!(seen > 10, "values, not proofs alone");
    let players = json!([{"heuristic": "lines", "depth": 1}, {"heuristic": "tempo-lines", "depth": 1}]);
    let asked = json!({"game": "connect-four", "players": players, "games": 1});
    let played = post(&app(), "/v1/match", asked.to_string()).await.json();
    for moved in played["games"][0]["moves"].as_array().unwrap().iter().take(8) {
        assert_eq!(chance(&moved["score"]) > 0.5, moved["score"]["value"].as_i64().unwrap() > 0, "{moved}");
    }
}

/// A depth bounds searches, not values that are known without one.
#[tokio::test]
async fn a_depth_leaves_no_exact_source() {
    let app = app();
    for (game, moves, source) in [
        ("tic-tac-toe", "a1,a3,b1,c1", "table"),
        ("connect-four", "44", "book"),
        ("four-by-four", "b2,c3,b3,b4,c2,d1", "search"),
    ] {
        let target = format!("/v1/review?game={game}&moves={moves}");
        let open = get(&app, &target).await.json();
        let mut to_depth = get(&app, &format!("{target}&depth=1")).await.json();
        to_depth["timeMs"] = open["timeMs"].clone();
        assert_eq!(to_depth, open, "{target}");
        let last = &open["moves"].as_array().unwrap().last().unwrap()["search"];
        assert_eq!((&last["source"], &last["complete"], last.get("exactSource")), (&source.into(), &true.into(), None));
    }
    let known = get(&app, "/v1/review?moves=a1,a3,b1,c1&depth=4").await.json();
    assert_eq!(labels(&known), ["best", "threw-away-draw", "best", "best"]);
    let known = get(&app, "/v1/review?game=connect-four&moves=44&depth=4").await.json();
    assert_eq!(
        known["moves"][1]["score"],
        json!({"outcome": "loss", "plies": 40, "value": null, "expected": 0.0, "pov": "O"})
    );
    // A heuristic is asked for its opinion, and the answer names the exact source that it left.
    let asked = get(&app, "/v1/review?moves=a1,a3,b1,c1&depth=4&heuristic=lines").await.json();
    assert_eq!(
        (&asked["moves"][0]["search"]["source"], &asked["moves"][0]["search"]["exactSource"]),
        (&"search".into(), &"table".into())
    );
}

/// O walks into a column of four: no move costs a result, and all but the first shorten the game.
#[tokio::test]
async fn a_side_that_shortens_a_lost_game_is_not_accurate() {
    let moves = ["d1", "d2", "d3", "b1", "d4", "c1", "d5", "a1", "d6"];
    let review = reviewed(&json!({"game": "connect-four", "moves": moves})).await;
    let (mut sum, mut lost) = (0.0, Vec::new());
    for one in review["moves"].as_array().unwrap().iter().filter(|one| one["player"] == "O") {
        let plies = |score: &Value| score["plies"].as_f64().unwrap();
        let (best, played) = (plies(&one["best"][0]["score"]), plies(&one["score"]));
        assert_eq!((one["cost"]["plies"].as_f64(), &one["cost"]["result"]), (Some(best - played), &0.0.into()));
        sum += 100.0 * (1.0 - (best - played) / (4.0 * best)).powi(3);
        lost.push(best - played);
    }
    assert_eq!(lost, [0.0, 6.0, 4.0, 22.0]);
    let o = &review["sides"]["O"];
    assert!((o["accuracy"].as_f64().unwrap() - sum / 4.0).abs() <= 0.05 + 1e-9, "{sum} {o}");
    assert_eq!((&o["accuracy"], &o["turningPoint"], &o["labels"]["hastened"]), (&81.2.into(), &Value::Null, &3.into()));
    assert_eq!(review["sides"]["X"]["accuracy"], 100.0);
}

/// Each label, in a game where it is plain to see.
#[tokio::test]
async fn labels_say_what_happened() {
    let row = json!({"width": 3, "height": 1, "k": 2});
    let missed = reviewed(&json!({"game": row, "moves": ["a1", "b1", "c1"]})).await;
    assert_eq!(labels(&missed), ["missed-win", "only-move", "only-move"]);
    assert_eq!(missed["moves"][0]["best"][0]["score"]["plies"], 3, "the win that was there");
    // X leaves the square that wins at once for one that wins two plies later.
    let later = reviewed(&json!({"moves": ["a3", "b3", "a2", "c3", "b2"]})).await;
    assert_eq!(labels(&later)[1..], ["threw-away-draw", "best", "hastened", "prolonged"]);
    let values = |moves: &str| json!({"game": "connect-four", "moves": moves, "heuristic": "lines", "depth": 4});
    let fair = reviewed(&values("4")).await;
    assert_eq!(labels(&fair), ["best"]);
    assert_eq!(
        fair["moves"][0]["cost"],
        json!({"before": "unknown", "after": "unknown", "result": 0.0, "value": 0, "plies": 0})
    );
    let poor = reviewed(&values("172737")).await;
    assert_eq!(poor["moves"][5]["cost"]["after"], "loss", "O lets four in a row happen");
    assert_eq!(labels(&poor)[5], "blunder");
    let unfinished = reviewed(&json!({"moves": []})).await;
    assert_eq!((labels(&unfinished).len(), &unfinished["sides"]["X"]["accuracy"]), (0, &Value::Null));
}

/// A game need not begin with the empty board.
#[tokio::test]
async fn a_game_goes_on_from_a_board() {
    let review = reviewed(&json!({"board": "XX.OO....", "turn": "X", "moves": ["a1", "c2"]})).await;
    assert_eq!(labels(&review), ["missed-win", "only-move"]);
    let first = &review["moves"][0];
    assert_eq!(
        (&first["ply"], &first["player"], &first["best"][0]["move"]["name"]),
        (&1.into(), &"X".into(), &"c3".into())
    );
    assert_eq!((&review["position"]["board"], &review["position"]["winner"]), (&"XX.OOOX..".into(), &"O".into()));
    // The stones and the side to move hold for every move, and columns count from the stones there are.
    let board = "...................................OOXX...";
    let review = reviewed(&json!({"game": "connect-four", "board": board, "turn": "O", "moves": "345"})).await;
    let names: Vec<_> = review["moves"].as_array().unwrap().iter().map(|one| &one["move"]["name"]).collect();
    assert_eq!(names, ["c2", "d2", "e1"]);
    let sides: Vec<_> = review["moves"].as_array().unwrap().iter().map(|one| &one["player"]).collect();
    assert_eq!(sides, ["O", "X", "O"]);
    let analysis = json!({"game": "connect-four", "board": board, "turn": "O", "multiPv": 3}).to_string();
    let analysis = post(&app(), "/v1/analysis", analysis).await.json();
    assert_eq!(review["moves"][0]["best"], analysis["lines"]);
    // By GET as well.
    let by_get = get(&app(), "/v1/review?board=XX.OO....&turn=X&moves=a1,c2").await;
    assert_eq!((by_get.status.as_u16(), labels(&by_get.json())), (200, vec!["missed-win", "only-move"]));
}

/// A review agrees with `/v1/analysis` of each position with the same limits.
#[tokio::test]
async fn a_review_agrees_with_analyses() {
    let app = app();
    for (game, moves, limits, is_exact) in [
        (json!("tic-tac-toe"), vec![4, 0, 2, 6, 3, 5, 1, 7, 8], json!({}), true),
        (json!({"width": 3, "height": 3, "k": 3, "misere": true}), vec![4, 0, 1, 7, 2, 6, 3], json!({}), true),
        (json!({"width": 4, "height": 4, "k": 3}), vec![5, 6, 9, 1], json!({}), true),
        (json!({"width": 5, "height": 4, "k": 4, "gravity": true}), vec![17, 18, 12, 16, 15, 7], json!({}), true),
        (json!("connect-four"), vec![38, 31, 37, 36, 39], json!({"heuristic": "lines", "depth": 5}), false),
        // Beside an error the position after the better move would count, too.
        (json!("gomoku"), vec![112, 96, 128, 126], json!({"depth": 3}), false),
        (json!("five-by-five"), vec![12, 6, 8], json!({"algorithm": "minimax", "depth": 2}), false),
    ] {
        let mut body = json!({"game": game, "moves": moves});
        body.as_object_mut().unwrap().extend(limits.as_object().unwrap().clone());
        let review = reviewed(&body).await;
        for (ply, one) in review["moves"].as_array().unwrap().iter().enumerate() {
            body["moves"] = json!(moves[..ply]);
            body["multiPv"] = json!(3);
            let analysis = post(&app, "/v1/analysis", body.to_string()).await.json();
            assert_eq!(one["best"], analysis["lines"], "{body}");
            body["multiPv"] = json!(0);
            let all = post(&app, "/v1/analysis", body.to_string()).await.json();
            let own = all["lines"].as_array().unwrap().iter().find(|line| line["move"] == one["move"]).unwrap();
            if is_exact || one["best"].as_array().unwrap().iter().any(|line| line["move"] == one["move"]) {
                assert_eq!(one["score"], own["score"], "{body}");
            }
        }
    }
}

/// O's next move draws for sure, and others may win: nothing is proven for X's move before, which loses.
#[tokio::test]
async fn a_draw_of_one_move_proves_nothing_of_the_move_before() {
    let answer =
        get(&app(), "/v1/review?game=misere-tic-tac-toe&moves=1,5,3,7,8,0&depth=3&heuristic=avoid-lines").await.json();
    let [fifth, sixth] = [4, 5].map(|index| &answer["moves"][index]);
    assert_eq!((&sixth["score"]["outcome"], &sixth["search"]["complete"]), (&"draw".into(), &false.into()));
    assert_eq!((&fifth["score"]["outcome"], &fifth["label"]), (&"unknown".into(), &"good".into()));
    assert_eq!((&fifth["score"]["value"], &fifth["cost"]["value"]), (&json!(-11), &json!(10)));
}

/// The best move costs nothing: it has the same score as the move played and in `best`.
#[tokio::test]
async fn the_best_move_is_no_fault() {
    let answer = get(&app(), "/v1/review?moves=8,3,6,7,2&heuristic=lines&depth=3").await.json();
    let fourth = &answer["moves"][3];
    assert_eq!((&fourth["move"], &fourth["score"]), (&fourth["best"][0]["move"], &fourth["best"][0]["score"]));
    assert_eq!(fourth["score"], json!({"outcome": "loss", "plies": 4, "value": null, "expected": 0.0, "pov": "O"}));
    assert_eq!((&fourth["label"], &fourth["cost"]["result"]), (&"best".into(), &json!(0.0)));
    assert_ne!(answer["sides"]["O"]["turningPoint"], 4);
}

#[tokio::test]
async fn the_number_of_lines_changes_no_label() {
    let board = json!({"width": 4, "height": 2, "k": 4, "overline": "forbidden"});
    for asked in [
        json!({"moves": [4, 1, 5, 3, 0], "heuristic": "tempo-lines", "nodes": 60}),
        json!({"moves": [8, 6, 0, 5, 3], "heuristic": "threats", "depth": 5}),
        json!({"game": board, "moves": [0, 6, 2, 5, 1, 7, 3], "heuristic": "win-loss", "depth": 5}),
    ] {
        let cells = if asked["game"].is_null() { 9 } else { 8 };
        let mut judged = Vec::new();
        for multi_pv in 1..=cells {
            let mut body = asked.clone();
            body["multiPv"] = multi_pv.into();
            let mut moves = reviewed(&body).await["moves"].take();
            for one in moves.as_array_mut().unwrap() {
                let members = one.as_object_mut().unwrap();
                members.retain(|name, _| !["best", "search", "pv"].contains(&name.as_str()));
            }
            judged.push(moves);
        }
        judged.iter().for_each(|moves| assert_eq!(moves, &judged[0], "{asked}"));
    }
}

async fn streamed(target: &str, accept: &str) -> Answer {
    send(&app(), Request::get(target).header("accept", accept).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn each_move_is_a_record_from_the_last_to_the_first() {
    for target in ["/v1/review?moves=b2,b3,c3,a3,a1", "/v1/review?game=connect-four&moves=4453&depth=3&heuristic=lines"]
    {
        let alone = get(&app(), target).await.json();
        for accept in [LINES, EVENTS] {
            let stream = streamed(target, accept).await;
            assert_eq!((stream.status.as_u16(), stream.header("content-type")), (200, accept));
            let text = std::str::from_utf8(&stream.body).unwrap();
            assert_eq!(text.matches("event: move").count() > 0, accept == EVENTS, "{text}");
            let mut told = records(text);
            let mut last = told.pop().unwrap();
            assert_eq!(last.as_object_mut().unwrap().remove("final"), Some(true.into()));
            assert!(last["timeMs"].take().is_number());
            assert_eq!(last, alone);
            let moves = alone["moves"].as_array().unwrap();
            assert_eq!(told.len(), moves.len());
            for (record, one) in told.iter().zip(moves.iter().rev()) {
                assert_eq!(record["move"], *one);
                assert_eq!(record["left"], one["ply"].as_u64().unwrap() - 1);
            }
        }
    }
}

#[tokio::test]
async fn a_review_is_cacheable_unless_the_clock_ends_it() {
    let app = app();
    let target = "/v1/review?moves=b2,b3";
    let answer = get(&app, target).await;
    assert!(answer.header("cache-control").starts_with("public") && answer.json()["timeMs"].is_null());
    let again = Request::get(target).header("if-none-match", answer.header("etag")).body(Body::empty()).unwrap();
    assert_eq!(send(&app, again).await.status, 304);
    let hurried = get(&app, "/v1/review?game=gomoku&moves=h8,i9,h7,h9&movetime=1").await;
    assert_eq!((hurried.status.as_u16(), hurried.header("cache-control")), (200, "no-store"));
    assert!(hurried.json()["moves"].as_array().unwrap().iter().any(|one| one["search"]["stop"] == "movetime"));
}

/// Searches that no proof and no limit ends are ended by their nodes, not by the clock.
#[tokio::test]
async fn a_review_without_a_limit_is_the_same_each_time() {
    let app = app_with(ServerLimits { review_nodes_default: 300, ..ServerLimits::DEFAULT });
    let game = "/v1/review?game=gomoku&moves=h8,i9,h7,h9";
    let answer = get(&app, game).await;
    assert!(answer.header("cache-control").starts_with("public"));
    let moves = answer.json()["moves"].clone();
    assert!(moves.as_array().unwrap().iter().all(|one| one["search"]["stop"] == "nodes"), "{moves}");
    assert_eq!(get(&app, &format!("{game}&nodes=300")).await.json()["moves"], moves);
}

/// No thread is free in time: depth 1 judges the moves.
#[tokio::test]
async fn a_review_whose_time_is_over_is_judged_at_depth_1() {
    let app = app_with(ServerLimits { workers: 1, ..ServerLimits::DEFAULT });
    let long = post(&app, "/v1/move", r#"{"game":"gomoku","movetime":400}"#);
    let short = post(&app, "/v1/review", r#"{"game":"gomoku","moves":["h8","a1"],"movetime":1}"#);
    let (_, short) = tokio::join!(long, short);
    assert_eq!((short.status.as_u16(), short.json()["moves"].as_array().unwrap().len()), (200, 2));
}

#[tokio::test]
async fn faults_are_named_at_their_fields() {
    for (body, expected) in [
        (json!({}), "/moves missing"),
        (json!({"moves": ["b2", "b2"]}), "/moves/1 cell-taken"),
        (json!({"moves": ["d4"]}), "/moves/0 not-on-board"),
        (json!({"record": "b2 a1", "moves": ["b2"]}), "/record conflict"),
        (json!({"record": "b2 b2"}), "/record cell-taken"),
        (json!({"record": "XO......."}), "/record wrong-type"),
        (json!({"moves": "44"}), "/moves wrong-type"),
        (json!({"moves": ["a3", "b3", "a2", "b2", "a1", "b1"]}), "/moves/5 game-over"),
        (json!({"record": "b2 a1", "board": "........."}), "/record conflict"),
        (json!({"record": "b2 a1", "turn": "O"}), "/record conflict"),
        (json!({"board": "XX.......", "moves": ["c3"]}), "/turn turn-unknown"),
        (json!({"board": "XX.", "moves": ["c3"]}), "/board wrong-length"),
        (json!({"board": "XX.OO....", "moves": ["a2"]}), "/moves/0 cell-taken"),
        (json!({"board": "XXXOO....", "moves": ["c2"]}), "/moves/0 game-over"),
        (json!({"board": "XX.OO....", "turn": "Y", "moves": ["c2"]}), "/turn not-a-choice"),
        (json!({"moves": ["b2"], "multiPv": 0}), "/multiPv out-of-range"),
        (json!({"moves": ["b2"], "multiPv": 11}), "/multiPv out-of-range"),
        (json!({"moves": ["b2"], "movetime": 0}), "/movetime out-of-range"),
        (json!({"moves": ["b2"], "pov": "me"}), "/pov not-a-choice"),
        (json!({"moves": ["h8"], "game": "gomoku", "algorithm": "retrograde"}), "/algorithm does-not-fit"),
        (json!({"moves": ["b2"], "heuristic": {"weights": [0, 1]}}), "/heuristic/weights wrong-length"),
    ] {
        let answer = post(&app(), "/v1/review", body.to_string()).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [expected], "{body}");
    }
    let answer = get(&app(), "/v1/review?moves=b2,b2&multiPv=x").await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/moves/1 cell-taken", "/multiPv wrong-type"]);
}
