//! Facts about moves that agents read are true, and said once; arguments under another name get the right one.

use serde_json::json;

use super::{call, refused};

/// A four that has to be answered, or any forced reply, puts forks off and stops none that stand behind the answer.
#[tokio::test]
async fn a_move_that_only_delays_a_fork_does_not_stop_it() {
    for (game, moves, tried) in [
        ("gomoku", "h8 a1 i9 c1 i7 e1 h10 g2 j6", "d1"),
        ("connect-four", "a1g1a2b1f1f2b2e1a3a4g2b3b4e2e3a5b5b6e4f3", "e5"),
    ] {
        let asked = json!({"game": game, "moves": moves, "searchMoves": [tried], "depth": 3});
        let (text, values) = call("analyse_position", asked).await;
        let reasons = values["moves"][0]["reasons"].to_string();
        assert!(reasons.contains("Forces "), "{reasons}");
        assert!(!text.contains("Keeps X from making an open four") && !text.contains("Stops O's fork"), "{text}");
    }
}

/// Where several moves cost the same, none is said to have cost most.
#[tokio::test]
async fn moves_that_cost_the_same_are_all_named() {
    let torus = json!({"dimensions": [3, 3], "k": 3, "wrap": [true, true]});
    for (game, moves, expected) in [
        (json!("connect-four"), "44444233562", "and moves 7 and 9 cost it most."),
        (json!("tic-tac-toe"), "a2 c1 b2 b3", "and moves 2 and 4 cost it most."),
        (torus, "7 8 0 1 2 6 4 3", "and moves 5 and 7 cost it most."),
    ] {
        let (text, _) = call("review_game", json!({"game": game, "moves": moves})).await;
        assert!(text.contains(expected), "{text}");
    }
}

#[tokio::test]
async fn a_win_at_once_that_was_missed_is_the_first_reason() {
    let moves = "d1 e1 e2 b1 c1 d2 d3 f1 d4 e3 d5 d6 e4 e5 c2 e6 f2 b2 f3 b3 b4 b5 b6 f4 c3 c4 f5";
    let (text, values) = call("review_game", json!({"game": "connect-four", "moves": moves})).await;
    let reasons = values["moves"][24]["reasons"].as_array().unwrap();
    assert_eq!(reasons[0], "f5 wins at once.", "{text}");
    assert!(text.contains("Why not c3: f5 wins at once. Lets O take c4"), "{text}");
}

#[tokio::test]
async fn a_result_that_the_board_contradicts_is_told() {
    let contradicted = |said: &str, real: &str| {
        format!("The result that was sent says that {said}, and on the board {real}: a move may be missing or wrong.\n")
    };
    let resigned = |winner: &str, loser: &str| {
        format!(
            "The result that was sent says that {winner} won; on the board the game goes on: {loser} resigned, or a move is missing.\n"
        )
    };
    let won = "b2 a1 c2 a3 a2";
    for (arguments, expected) in [
        (json!({"moves": format!("{won} 0-1")}), Some(contradicted("O won", "X won"))),
        (json!({"moves": format!("{won}, O wins!")}), Some(contradicted("O won", "X won"))),
        (json!({"moves": ["b2", "a1", "c2", "a3", "a2", "draw"]}), Some(contradicted("nobody won", "X won"))),
        (json!({"record": format!("[Result \"0-1\"]\n\n{won}")}), Some(contradicted("O won", "X won"))),
        (json!({"record": "(;GM[4]SZ[3]RE[W+];B[bb];W[ac];B[cb];W[aa];B[ab])"}), Some(contradicted("O won", "X won"))),
        (json!({"record": "b2 a1 c3 a3 a2 c2 b1 b3 c1 1-0"}), Some(contradicted("X won", "nobody won"))),
        (
            json!({"game": "connect-four", "record": "Red 4 Yellow 4 Red 5 Yellow 5 Red 6 Yellow 6 Red 7, Yellow won"}),
            Some(contradicted("O won", "X won")),
        ),
        (json!({"moves": format!("{won} 1-0")}), None),
        // A side that has not lost may resign, and sides without a win may agree on a draw.
        (json!({"moves": "b2 a1 c2 0-1"}), Some(resigned("O", "X"))),
        (json!({"record": "[Result \"1-0\"]\n\nb2 a1 c2"}), Some(resigned("X", "O"))),
        (json!({"moves": "b2 a1 c2 draw"}), None),
    ] {
        let (text, _) = call("convert_record", arguments.clone()).await;
        match expected {
            Some(expected) => assert!(text.contains(&expected), "{arguments}: {text}"),
            None => assert!(!text.contains("The result"), "{arguments}: {text}"),
        }
    }
}

/// Facts of two directions may have the same words.
#[tokio::test]
async fn a_sentence_is_said_once() {
    let asked = json!({"game": "gomoku", "moves": "h8 a1 h9 c1 i10 e1 j10", "searchMoves": ["h10"], "depth": 2});
    let (text, values) = call("analyse_position", asked).await;
    let sentence = "Keeps X from making an open three here.";
    assert_eq!(text.matches(sentence).count(), 1, "{text}");
    let reasons = values["moves"][0]["reasons"].as_array().unwrap();
    assert!(reasons.iter().filter(|reason| *reason == sentence).count() > 1, "{values}");
}

/// Where the better move is not proven to lose, no words say that the game was lost.
#[tokio::test]
async fn a_loss_beside_a_move_that_is_not_proven_is_an_error() {
    let moves = "i8 g6 k10 f6 k12 k13 i10 e6 h6 i12 h7 h8";
    let (_, values) = call("review_game", json!({"game": "gomoku", "moves": moves})).await;
    let last = &values["moves"][11];
    let errs = ["inaccuracy", "mistake", "blunder"].iter().any(|label| last["label"] == *label);
    assert!(last["score"]["outcome"] == "loss" && errs, "{last}");
}

#[tokio::test]
async fn the_level_that_another_name_means_is_said() {
    for (level, expected) in [("grandmaster", "Level: perfect.\n"), ("easy", "Level: beginner.\n")] {
        let (text, _) = call("best_move", json!({"moves": ["b2"], "level": level})).await;
        assert!(text.contains(expected), "{text}");
    }
    let (text, _) = call("best_move", json!({"moves": ["b2"], "level": "perfect"})).await;
    assert!(!text.contains("Level:"), "{text}");
}

#[tokio::test]
async fn a_limit_that_a_tool_lacks_is_named() {
    for name in ["nodes", "iterations"] {
        let (text, _) = refused("best_move", json!({"moves": [], name: 1000})).await;
        assert!(
            text.contains("It has no such limit: movetime bounds its search, or depth")
                && !text.contains("did you mean"),
            "{text}"
        );
    }
}

/// A file of a game that is none here has no move at fault, and no position before it.
#[tokio::test]
async fn a_file_of_another_game_has_no_position() {
    for record in ["(;FF[4]GM[4]SZ[15]RU[Renju];B[hh])", "(;GM[1]SZ[9];B[cc])", "(;GM[4]SZ[25];B[hh])"] {
        for game in [json!(null), json!("gomoku")] {
            let (text, _) = refused("convert_record", json!({"game": game, "record": record})).await;
            assert!(!text.contains("The position before") && text.contains("- record: "), "{text}");
        }
    }
}

/// In a cube a place has three coordinates, which count from 0 or from 1.
#[tokio::test]
async fn coordinates_of_cubes_have_their_readings() {
    for (field, moves, expected) in [
        ("moves", "layer 2, row 2, col 2", "may be \"26\" (numbers from 0) or \"13\" (numbers from 1)"),
        ("record", "(0,0,0) (1,1,1)", "is \"13\" with numbers from 0"),
    ] {
        let (text, _) = refused("convert_record", json!({"game": "three-cubed", field: moves})).await;
        assert!(text.contains(expected), "{text}");
    }
}
