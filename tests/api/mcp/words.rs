//! The texts for agents: scores of levels, lines that won, errors of reviews, puzzles that are checked, answers that are sent back.

use serde_json::{Value, json};

use super::{ask, call, refused};
use crate::service::app;
use inarow_engine::game::{Position, Preset, notation};

/// The text of a puzzle names the arguments that give the same one: another range of difficulties would be another puzzle.
#[tokio::test]
async fn a_puzzle_says_how_to_check_an_answer() {
    for arguments in [
        json!({"game": "connect-four", "seed": 1, "difficulty": "4-6"}),
        json!({"seed": 3, "theme": "fork", "difficulty": 4}),
        json!({"date": "2026-11-22"}),
        json!({"game": {"width": 4, "height": 4, "k": 4}, "seed": 2}),
        json!({}),
    ] {
        let (text, puzzle) = call("get_puzzle", arguments.clone()).await;
        let (_, again) = text.rsplit_once("To check an answer, call get_puzzle with ").expect(&text);
        assert!(text.contains(&format!("\nDifficulty {} of 10. ", puzzle["difficulty"])), "{text}");
        let again: Value = serde_json::from_str(again.trim_end_matches('.')).expect(again);
        let (_, solved) = call("get_puzzle", again.clone()).await;
        assert_eq!(solved["position"], puzzle["position"], "{arguments} {again}");
        assert!(solved["solution"]["move"].is_string() && puzzle["solution"].is_null());
    }
}

/// A model likes to send a depth, and would take an estimate for the best answer there is.
#[tokio::test]
async fn a_depth_that_leaves_an_exact_source_is_said() {
    for tool in ["best_move", "analyse_position"] {
        let asked = json!({"game": "connect-four", "moves": ["d"], "depth": 6});
        let (text, _) = call(tool, asked).await;
        assert!(
            text.contains("The book knows this position exactly, which depth leaves aside: leave it out."),
            "{text}"
        );
        for exact in
            [json!({"game": "connect-four", "moves": ["d"]}), json!({"game": "gomoku", "moves": ["h8"], "depth": 2})]
        {
            let (text, _) = call(tool, exact).await;
            assert!(!text.contains("exactly"), "{text}");
        }
    }
    let (text, _) = call("best_move", json!({"game": "connect-four", "moves": ["d"], "level": "club"})).await;
    assert!(!text.contains("exactly"), "{text}");
}

#[tokio::test]
async fn a_level_speaks_for_itself() {
    // A proven score is not called doubtful, and is that of an analysis of this move.
    for (game, moves) in [("connect-four", json!(["d", "d", "d", "d"])), ("tic-tac-toe", json!(["a1", "b2"]))] {
        for (level, seed) in [("beginner", 1), ("beginner", 2), ("casual", 1), ("casual", 4), ("club", 1)] {
            let arguments = json!({"game": game, "moves": moves, "level": level, "seed": seed});
            let (text, values) = call("best_move", arguments).await;
            let chosen = &values["chosen"];
            let is_proven = chosen["score"]["outcome"] != "unknown";
            assert_eq!(
                text.contains("which may be wrong (analyse_position looks further): not proven"),
                !is_proven,
                "{text}"
            );
            assert_eq!(text.contains(", proven. There may be a better move"), is_proven, "{text}");
            if is_proven {
                let among = json!({"game": game, "moves": moves, "searchMoves": [chosen["move"]]});
                let (_, ranking) = call("analyse_position", among).await;
                assert_eq!(ranking["moves"][0]["score"]["outcome"], chosen["score"]["outcome"], "{text}");
            }
        }
    }
    let (text, _) = call("best_move", json!({"moves": ["b2"], "level": "perfect"})).await;
    assert!(!text.contains("own view") && !text.contains("better move"), "{text}");
}

/// Rules without gravity for the board of Connect Four are said to be another game, while the stones lie as if they had fallen.
#[tokio::test]
async fn a_forgotten_gravity_is_named() {
    let game = json!({"width": 7, "height": 6, "k": 4});
    let note =
        "Stones do not fall in this game: its rules lack \"gravity\": true. Connect Four is game \"connect-four\".\n";
    for (tool, key) in
        [("best_move", "depth"), ("analyse_position", "depth"), ("review_game", "depth"), ("describe_position", "")]
    {
        let mut arguments = json!({"game": game, "moves": ["d1", "d2", "e1"]});
        if !key.is_empty() {
            arguments[key] = 1.into();
        }
        let (text, _) = call(tool, arguments).await;
        assert!(text.contains(note), "{tool}: {text}");
    }
    for (game, moves) in [
        (json!({"width": 7, "height": 6, "k": 4, "gravity": true}), json!(["d1"])),
        (json!({"width": 7, "height": 6, "k": 4}), json!(["d1", "d4"])),
        (json!({"width": 7, "height": 6, "k": 3}), json!(["d1"])),
        (json!("tic-tac-toe"), json!([])),
    ] {
        let (text, _) = call("describe_position", json!({"game": game, "moves": moves})).await;
        assert!(!text.contains("do not fall"), "{text}");
    }
}

#[tokio::test]
async fn a_finished_game_names_its_line() {
    let moves = json!(["a1", "a2", "b1", "b2", "c1"]);
    let (text, values) = call("describe_position", json!({"moves": moves})).await;
    assert!(text.contains("\nThe game is over: X has won after 5 moves. Line: a1 b1 c1.\n"), "{text}");
    assert_eq!(values["position"]["winningLines"], json!([[6, 7, 8]]));
    let (_, values) = call("describe_position", json!({"moves": ["a1"]})).await;
    assert!(values["position"].get("winningLines").is_none());
    let (text, values) = call("best_move", json!({"moves": ["a1", "a2", "b1", "b2"]})).await;
    assert!(text.contains("X has won after 5 moves. Line: a1 b1 c1."), "{text}");
    assert_eq!(values["after"]["winningLines"], json!([[6, 7, 8]]));
}

#[tokio::test]
async fn a_review_says_why() {
    let moves = json!(["b2", "b3", "c3", "a3", "a1"]);
    let (text, values) = call("review_game", json!({"moves": moves})).await;
    assert!(text.contains("\n   Best play: a3 "), "{text}");
    assert!(text.contains("\n   Why not b3: Gives X the win; best play goes on a3 "), "{text}");
    assert_eq!(values["moves"][1]["best"][0], "a3");
    assert!(values["moves"][1]["reasons"][0].as_str().unwrap().starts_with("Gives X the win"), "{values}");
    assert!(values["moves"][0].get("best").is_none() && text.contains("1. X b2: best\n"), "{text}");
    // A long game: right moves are counted.
    let columns = "1111112222227333333444444766".chars().map(|column| column.to_string()).collect::<Vec<_>>();
    let (_, whole) = call("describe_position", json!({"game": "connect-four", "moves": columns})).await;
    assert_eq!(whole["position"]["status"], "ongoing");
    let (text, values) = call("review_game", json!({"game": "connect-four", "moves": columns})).await;
    let fine = values["moves"].as_array().unwrap().iter().filter(|one| one["better"].is_null()).count();
    assert!(text.contains(&format!("The other {fine} of 28 moves are best, the only move or good.\n")), "{text}");
    let listed = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
    assert!(fine > 0 && listed == 28 - fine && !text.contains(": good"), "{text}");
}

/// An error of which nothing is proven has a reason, too.
#[tokio::test]
async fn a_review_of_gomoku_says_why() {
    let moves = ["h8", "i9", "g9", "g7"];
    let (text, values) = call("review_game", json!({"game": "gomoku", "moves": moves})).await;
    let why = "g7 lets X make an open three with i7.";
    assert!(text.contains(&format!("\n   Why not g7: {why}\n")), "{text}");
    assert_eq!(values["moves"][3]["reasons"], json!([why]));
}

#[tokio::test]
async fn an_analysis_compares_moves_and_says_what_it_cuts() {
    let (text, values) = call("analyse_position", json!({"game": "connect-four", "moves": ["d", "d"]})).await;
    assert!(text.contains("\n5 of 7 moves shown, best first:\n1. "), "{text}");
    assert_eq!(values["moves"].as_array().unwrap().len(), 5);
    let arguments = json!({"game": "connect-four", "moves": ["d", "d"], "searchMoves": ["a", "7"]});
    let (text, values) = call("analyse_position", arguments).await;
    assert!(text.contains("\nThe 2 moves of searchMoves, best first:\n1. "), "{text}");
    assert!(
        text.contains(
            "\nOnly these are compared; of all moves the best is d3: X wins in 20 moves (39 plies), proven.\n"
        ),
        "{text}"
    );
    let mut names: Vec<_> = values["moves"].as_array().unwrap().iter().map(|one| one["move"].clone()).collect();
    names.sort_by_key(Value::to_string);
    assert_eq!(names, ["a1", "g1"]);
    let arguments = json!({"game": "connect-four", "searchMoves": ["a", "7", "d"], "multiPv": 2, "depth": 1});
    let (text, _) = call("analyse_position", arguments).await;
    assert!(text.contains("\nOnly these are compared; another move may be better.\n2 of the 3 moves of searchMoves shown, best first:\n"), "{text}");
    let (text, _) = call("analyse_position", json!({"moves": ["b2"], "searchMoves": ["a1", "b1"]})).await;
    assert!(text.contains("\nOnly these are compared; no other move is better.\n"), "{text}");
    let (text, _) = call("analyse_position", json!({"moves": ["b2"]})).await;
    assert!(!text.contains("Only these"), "{text}");
    let (text, _) = call("analyse_position", json!({"searchMoves": ["b2"]})).await;
    assert!(text.contains("\nThe move of searchMoves:\n1. b2: "), "{text}");
    let (text, _) = refused("analyse_position", json!({"searchMoves": ["b2", "d4"]})).await;
    assert!(
        text.contains("- searchMoves/1: \"d4\" is not a cell of this board; send a name from \"a1\" to \"c3\""),
        "{text}"
    );
    let greeting =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let hello = ask(&app(), "initialize", &greeting).await;
    let instructions = hello["result"]["instructions"].as_str().unwrap();
    assert!(instructions.contains("searchMoves"), "{instructions}");
    let picture = instructions.rsplit(' ').next().unwrap();
    let path = picture.split_once("/v1").map(|(_, path)| format!("/v1{path}")).expect(picture);
    assert_eq!(crate::service::get(&app(), &path).await.header("content-type"), "image/png");
}

/// Whole answers, and parts of them, where a call takes less.
#[tokio::test]
async fn answers_that_are_sent_back_are_taken_or_explained() {
    let (_, best) = call("best_move", json!({"game": "connect-four", "moves": ["d"]})).await;
    let (text, _) = refused("best_move", json!({"game": "connect-four", "board": best["after"]})).await;
    assert!(text.contains("- board: an object is not a board; send its board: \""), "{text}");
    let (text, _) = refused("best_move", json!({"game": "connect-four", "moves": ["d", best["chosen"]]})).await;
    assert!(text.contains("- moves/1: an object is not a move here; send its move: \"d2\""), "{text}");
    let (text, _) = refused("best_move", json!({"position": "X........"})).await;
    assert!(
        text.contains("- position: best_move takes only") && text.ends_with(". Send a drawn board as board"),
        "{text}"
    );
    let (_, puzzle) = call("get_puzzle", json!({"game": "connect-four", "seed": 1})).await;
    let (text, _) = refused("describe_position", puzzle.clone()).await;
    assert!(
        text.contains(
            "this is a whole answer; describe_position takes only game, moves, board, turn: send game and moves"
        ),
        "{text}"
    );
    assert_eq!(text.matches("\n- ").count(), 1, "{text}");
    call("describe_position", json!({"game": puzzle["game"], "moves": puzzle["moves"]})).await;
    let (_, listed) = call("list_games", json!({})).await;
    for game in listed["games"].as_array().unwrap() {
        let (_, values) = call("describe_position", json!({"game": game})).await;
        assert_eq!(values["game"]["name"], game["name"]);
    }
}

/// Moves to judge as models write them: a text in place of a list, or in another argument.
#[tokio::test]
async fn moves_to_judge_may_be_one_text() {
    for (moves, expected) in [
        (json!("c,f"), &["c1", "f1"][..]),
        (json!("c f"), &["c1", "f1"]),
        (json!("3,6"), &["c1", "f1"]),
        (json!("36"), &["c1", "f1"]),
        (json!("3"), &["c1"]),
        (json!(3), &["c1"]),
        (json!([3, "f"]), &["c1", "f1"]),
        (json!(["c", "6"]), &["c1", "f1"]),
    ] {
        let arguments = json!({"game": "connect-four", "searchMoves": moves, "depth": 1});
        let (_, values) = call("analyse_position", arguments).await;
        let mut names: Vec<_> = values["moves"].as_array().unwrap().iter().map(|one| one["move"].clone()).collect();
        names.sort_by_key(Value::to_string);
        assert_eq!(names, expected, "{moves}");
    }
    call("analyse_position", json!({"searchMoves": "a3, b2"})).await;
    call("describe_position", json!({"game": "connect-four", "moves": "4,4,5"})).await;
    for (game, moves, remedy) in [
        ("tic-tac-toe", json!("a3,d4"), "- searchMoves: \"d4\" is not a cell of this board"),
        ("tic-tac-toe", json!(4), "- searchMoves: 4 is not a list; send names, such as [\"a3\", \"c1\"]"),
        ("connect-four", json!("c,h"), "- searchMoves: \"h\" is not a cell of this board"),
    ] {
        let (text, _) = refused("analyse_position", json!({"game": game, "searchMoves": moves})).await;
        assert!(text.contains(remedy), "{moves}: {text}");
    }
    let (text, _) = refused("analyse_position", json!({"moves": ["b2"], "move": "a3"})).await;
    assert!(text.contains(". Name the moves to judge in searchMoves, those that were played in moves"), "{text}");
}

#[tokio::test]
async fn names_are_known_as_people_write_them() {
    for name in ["Connect Four", "connect four", "CONNECT-FOUR"] {
        let (_, values) = call("describe_position", json!({"game": name})).await;
        assert_eq!(values["game"]["name"], "connect-four", "{name}");
    }
    let (text, _) = call("best_move", json!({"moves": ["b2"], "level": "Expert", "seed": 1})).await;
    assert!(text.contains(" at level expert"), "{text}");
    for (name, meant) in [("5-in-a-row", "gomoku"), ("4-in-a-row", "connect-four"), ("four in a row", "connect-four")] {
        let (_, values) = call("describe_position", json!({"game": name})).await;
        assert_eq!(values["game"]["name"], meant, "{name}");
    }
}

#[tokio::test]
async fn usual_words_and_numbers_as_text_are_understood() {
    for (arguments, meant) in [
        (json!({"move": ["b2"]}), "moves"),
        (json!({"player": "X"}), "turn"),
        (json!({"difficulty": "hard"}), "level\": \"expert"),
        (json!({"difficulty": 3}), "level"),
        (json!({"game": "connect-four", "moves": ["left"]}), "a"),
        (json!({"game": "gomoku", "moves": ["8h"]}), "h8"),
    ] {
        let (text, _) = refused("best_move", arguments.clone()).await;
        assert!(text.contains(&format!(" did you mean \"{meant}\"?")), "{arguments}: {text}");
    }
    let (_, values) = call("analyse_position", json!({"multiPv": "3", "depth": "2"})).await;
    assert_eq!(values["moves"].as_array().unwrap().len(), 3);
    call("get_puzzle", json!({"seed": "7", "difficulty": "4"})).await;
    for (name, value) in [("depth", "03"), ("depth", "three"), ("multiPv", "-"), ("seed", "-1")] {
        let (text, problem) = refused("analyse_position", json!({name: value})).await;
        assert!(name == "seed" || problem["errors"][0]["code"] == "wrong-type", "{text}");
    }
}

/// A pasted board on which O began is no position of a game in which X did. Every tool that takes it says so.
#[tokio::test]
async fn boards_that_no_game_reaches_are_named() {
    let none = "No game reaches this position: X moves first, and turns alternate.";
    let o_began = [".......", ".......", ".......", ".......", "...X...", "...O..."].join("/");
    for tool in ["best_move", "analyse_position", "describe_position"] {
        let told = async |mut arguments: Value| {
            if tool != "describe_position" {
                arguments["depth"] = 1.into();
            }
            call(tool, arguments).await.0
        };
        let text = told(json!({"game": "connect-four", "board": o_began})).await;
        assert!(text.contains(&format!("\n{none} If O began, send turn \"O\".\n")), "{tool}: {text}");
        let text = told(json!({"game": "connect-four", "board": o_began, "turn": "O"})).await;
        let began =
            "\nNo game in which X moves first reaches this position; if O began, one does, and the answer holds.\n";
        assert!(text.contains(began) && !text.contains(none), "{tool}: {text}");
        let text = told(json!({"board": "XX./.../...", "turn": "X"})).await;
        assert!(text.contains(&format!("\n{none}\n")), "{tool}: {text}");
        let text = told(json!({"board": "XO./.../..."})).await;
        assert!(!text.contains(none), "{tool}: {text}");
    }
}

#[tokio::test]
async fn boards_say_what_they_are() {
    let (text, _) = call("describe_position", json!({"board": "XO./X../.O.", "turn": "X"})).await;
    assert!(text.contains("\nX to move with 4 stones.\n"), "{text}");
    let (text, _) = call("describe_position", json!({"board": "XXX/.../...", "turn": "O"})).await;
    assert!(text.contains("\nNo game reaches this position: X moves first, and turns alternate.\n"), "{text}");
    let (text, _) = call("describe_position", json!({"game": "score-four", "moves": ["48"]})).await;
    assert!(text.contains("The 4 blocks are layers that lie on each other, z = 0 on the left; cell = x + 4 y + 16 z. Stones fall to the right: the rightmost block is the floor."), "{text}");
    let (text, values) = call("describe_position", json!({"game": "gomoku"})).await;
    assert!(text.ends_with("Legal moves: every empty cell.") && values.get("legalMoves").is_none(), "{text}");
    let (text, _) = call("best_move", json!({"moves": ["b2", "b1"]})).await;
    assert!(text.contains("Why: Makes 2 of 3 ") && !text.contains("Takes a corner"), "{text}");
    let (text, values) = call("best_move", json!({"game": "connect-four"})).await;
    let told = text.lines().find(|line| line.starts_with("Best play: ")).unwrap();
    assert!(
        told.ends_with(" ….") && told.split(' ').count() == 11 && values["chosen"]["pv"].as_array().unwrap().len() > 8,
        "{told}"
    );
}

/// A search that ends at a depth does not see the answers to its last moves: words leave these moves out, and call nothing best play.
#[tokio::test]
async fn the_play_of_an_estimate_is_expected_and_holds() {
    let (text, values) = call("best_move", json!({"moves": ["a3", "b2", "c1"], "depth": 2})).await;
    assert!(text.contains(": not proven; ") && text.contains("Forces X to reply b1."), "{text}");
    assert!(!text.contains("Best play") && !text.contains("The search expects"), "{text}");
    assert_eq!(values["chosen"]["pv"], json!(["b3", "a1"]));
    let (text, _) = call("best_move", json!({"game": "gomoku", "moves": ["h8"], "depth": 2})).await;
    assert!(text.contains("\nThe search expects: ") && !text.contains("Best play"), "{text}");
    let mut state = 57_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut forced, mut shown) = (0, 0);
    for round in 0..48 {
        let game = ["tic-tac-toe", "connect-four", "five-by-five", "misere-tic-tac-toe"][round % 4];
        let mut position = Position::new(Preset::from_name(game).unwrap());
        for _ in 0..2 + random(if game.ends_with("toe") { 3 } else { 12 }) {
            let legal: Vec<_> = position.legal_moves().collect();
            if !legal.is_empty() {
                position.play(legal[random(legal.len())]).unwrap();
            }
        }
        let moves: Vec<String> = position.moves().map(|cell| notation::cell_name(position.rules(), cell)).collect();
        let asked = json!({"game": game, "moves": moves, "depth": 1 + random(3)});
        let (text, _) = call("analyse_position", asked.clone()).await;
        let mut expected = None;
        for line in text.lines() {
            let play = line
                .trim_start()
                .split_once(": ")
                .filter(|(label, _)| matches!(*label, "The search expects" | "Best play"));
            if line.starts_with(|letter: char| letter.is_ascii_digit()) {
                expected = None;
            } else if let Some((_, told)) = play {
                expected = told.trim_end_matches('.').split(' ').nth(1);
                shown += 1;
            } else if let Some((_, reply)) = line.split_once(" to reply ") {
                forced += 1;
                let reply = reply.split('.').next();
                assert!(expected.is_none() || expected == reply, "{asked}\n{text}");
            }
        }
    }
    assert!(forced > 9 && shown > 50, "{forced} {shown}");
}

/// An estimate is explained once, below the errors.
#[tokio::test]
async fn a_review_explains_its_estimates_once() {
    let (text, _) =
        call("review_game", json!({"game": "gomoku", "moves": ["h8", "a1", "h9", "o15"], "depth": 2})).await;
    assert_eq!(text.matches("in 100 games between people").count(), 1, "{text}");
    assert!(text.contains(" (played: about ") && text.contains(" of 100 for O; better: "), "{text}");
}

#[tokio::test]
async fn a_caution_comes_before_the_ranking() {
    let (text, _) = call("analyse_position", json!({"moves": ["b2"], "depth": 2, "multiPv": 2})).await;
    assert!(text.contains(", best first:\n1. ") && text.contains("\nThe table knows this position exactly"), "{text}");
}

/// Stones that lie as if they had fallen were placed: nobody meant that they fall.
#[tokio::test]
async fn a_game_whose_stones_were_placed_lacks_no_gravity() {
    let misere = json!({"width": 4, "height": 4, "k": 4, "misere": true});
    let placed = ["b2", "a1", "b1", "a2"];
    let (text, _) = call("describe_position", json!({"game": misere, "moves": placed})).await;
    assert!(!text.contains("gravity"), "{text}");
    let (text, _) = call("describe_position", json!({"game": misere, "moves": ["a1", "a2"]})).await;
    assert!(text.contains("its rules lack \"gravity\": true"), "{text}");
}
