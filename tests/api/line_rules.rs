//! `game` as lines, dimensions or a polyomino: valid forms, and every error at its place with a remedy.

use serde_json::{Value, json};

use crate::service::{app, default_app, faults, get, post};

/// The errors of rules.
async fn refused(game: Value) -> Vec<String> {
    let answer = post(&default_app(), "/v1/position", json!({"game": game}).to_string()).await;
    let mut faults = faults(&answer, 422, "invalid-request");
    faults.sort();
    faults
}

/// The text of the only error of rules.
async fn told(game: Value) -> String {
    let answer = post(&default_app(), "/v1/position", json!({"game": game}).to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request").len(), 1, "{}", answer.json());
    answer.json()["errors"][0]["detail"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn each_error_of_a_list_has_its_place() {
    let line = [0, 1, 2];
    for (game, expected) in [
        (json!({"cells": 9}), vec!["/game/lines missing"]),
        (json!({"lines": [line]}), vec!["/game/cells missing"]),
        (json!({"layout": [[0, 0]]}), vec!["/game/cells missing", "/game/lines missing"]),
        (json!({"cells": 0, "lines": [line]}), vec!["/game/cells out-of-range"]),
        (json!({"cells": 401, "lines": [line]}), vec!["/game/cells out-of-range"]),
        (json!({"cells": "9", "lines": "0,1,2"}), vec!["/game/cells wrong-type", "/game/lines wrong-type"]),
        (json!({"cells": 9, "lines": []}), vec!["/game/lines wrong-length"]),
        (json!({"cells": 9, "lines": [line, 3, "x"]}), vec!["/game/lines/1 wrong-type", "/game/lines/2 wrong-type"]),
        (json!({"cells": 9, "lines": [[0], line]}), vec!["/game/lines/0 wrong-length"]),
        (json!({"cells": 20, "lines": [(0..13).collect::<Vec<_>>()]}), vec!["/game/lines/0 wrong-length"]),
        (
            json!({"cells": 9, "lines": [[0, 9, -1], [1.5, "2", null]]}),
            vec![
                "/game/lines/0/1 not-on-board",
                "/game/lines/0/2 not-on-board",
                "/game/lines/1/0 not-whole",
                "/game/lines/1/1 wrong-type",
                "/game/lines/1/2 wrong-type",
            ],
        ),
        (json!({"cells": 9, "lines": [[0, 1, 0]]}), vec!["/game/lines/0/2 repeated"]),
        (json!({"cells": 9, "lines": [line, [3, 4, 5], [2, 0, 1]]}), vec!["/game/lines/2 repeated"]),
        (json!({"cells": 9, "lines": [[2, 1, 0, 3], line]}), vec!["/game/lines/0 conflict"]),
        // A line that cannot be read is compared with no other, and the other lists are checked all the same.
        (
            json!({"cells": 3, "lines": [["a", 1], [1, 2], [2, 1]], "above": [[0], [1, 1]]}),
            vec![
                "/game/above missing",
                "/game/above/1/1 repeated",
                "/game/lines/0/0 wrong-type",
                "/game/lines/2 repeated",
            ],
        ),
        (
            json!({"cells": 3, "lines": [line], "above": [[0, 1], [], [1, 3], 5]}),
            vec!["/game/above/2/1 not-on-board", "/game/above/3 wrong-type"],
        ),
        (
            json!({"cells": 3, "lines": [line], "above": [[0, 1], [], [1, 2]]}),
            vec!["/game/above/1 wrong-length", "/game/above/2/0 repeated"],
        ),
        (json!({"cells": 3, "lines": [line], "above": true}), vec!["/game/above wrong-type"]),
        (json!({"cells": 3, "lines": [line], "layout": [[0, 0], [0, 1]]}), vec!["/game/layout wrong-length"]),
        (json!({"cells": 3, "lines": [line], "layout": [[0, 0], [0, 0], [1, 1]]}), vec!["/game/layout/1 repeated"]),
        (
            json!({"cells": 3, "lines": [line], "layout": [[0, 100], [-1, 0], [1]]}),
            vec!["/game/layout/0/1 out-of-range", "/game/layout/1/0 out-of-range", "/game/layout/2 wrong-type"],
        ),
        (json!({"cells": 3, "lines": [line], "layout": "square"}), vec!["/game/layout wrong-type"]),
        (json!({"cells": 3, "lines": [line], "misere": 1}), vec!["/game/misere wrong-type"]),
    ] {
        assert_eq!(refused(game.clone()).await, expected, "{game}");
    }
}

#[tokio::test]
async fn each_error_of_dimensions_has_its_place() {
    for (game, expected) in [
        (json!({"dimensions": [3, 3]}), vec!["/game/k missing"]),
        (json!({"wrap": [true], "k": 3}), vec!["/game/dimensions missing"]),
        (json!({"dimensions": 3, "k": 3}), vec!["/game/dimensions wrong-type"]),
        (json!({"dimensions": [], "k": 3}), vec!["/game/dimensions wrong-length"]),
        (json!({"dimensions": [1, 1, 1, 1, 1, 1, 1, 1, 3], "k": 3}), vec!["/game/dimensions wrong-length"]),
        (
            json!({"dimensions": [0, 401, "3"], "k": 3}),
            vec!["/game/dimensions/0 out-of-range", "/game/dimensions/1 out-of-range", "/game/dimensions/2 wrong-type"],
        ),
        (json!({"dimensions": [21, 20], "k": 3}), vec!["/game/dimensions too-large"]),
        // Their product would not fit 64 bits.
        (json!({"dimensions": [400, 400, 400, 400, 400, 400, 400, 400], "k": 3}), vec!["/game/dimensions too-large"]),
        (json!({"dimensions": [3, 3], "k": 1}), vec!["/game/k out-of-range"]),
        (json!({"dimensions": [3, 3], "k": 4}), vec!["/game/k out-of-range"]),
        (json!({"dimensions": [20, 20], "k": 13}), vec!["/game/k out-of-range"]),
        (json!({"dimensions": [1, 1], "k": 2}), vec!["/game/k out-of-range"]),
        (json!({"dimensions": [3, 3, 3, 3, 3], "k": 2}), vec!["/game/k too-large"]),
        (json!({"dimensions": [3, 3], "k": 3, "wrap": [true]}), vec!["/game/wrap wrong-length"]),
        (json!({"dimensions": [3, 3], "k": 3, "wrap": [true, 1]}), vec!["/game/wrap/1 wrong-type"]),
        (json!({"dimensions": [3, 3], "k": 3, "wrap": true}), vec!["/game/wrap wrong-type"]),
        (json!({"dimensions": [3, 3], "k": 3, "gravity": 2}), vec!["/game/gravity out-of-range"]),
        (json!({"dimensions": [3, 3], "k": 3, "gravity": -1}), vec!["/game/gravity out-of-range"]),
        (json!({"dimensions": [3, 3], "k": 3, "gravity": "down"}), vec!["/game/gravity not-a-choice"]),
        (json!({"dimensions": [3, 3], "k": 3, "gravity": true}), vec!["/game/gravity wrong-type"]),
    ] {
        assert_eq!(refused(game.clone()).await, expected, "{game}");
    }
}

#[tokio::test]
async fn each_error_of_a_polyomino_has_its_place() {
    for (game, expected) in [
        (json!({"shape": "XX"}), vec!["/game/height missing", "/game/width missing"]),
        (
            json!({"width": 0, "height": 21, "shape": "XX"}),
            vec!["/game/height out-of-range", "/game/width out-of-range"],
        ),
        (json!({"width": 3, "height": 3, "shape": 5}), vec!["/game/shape wrong-type"]),
        (json!({"width": 3, "height": 3, "shape": "XX/AX"}), vec!["/game/shape unknown-character"]),
        (json!({"width": 3, "height": 3, "shape": "X/."}), vec!["/game/shape wrong-length"]),
        (json!({"width": 20, "height": 20, "shape": "XXXXXXXXXXXXX"}), vec!["/game/shape wrong-length"]),
        (json!({"width": 3, "height": 3, "shape": "XXXX"}), vec!["/game/shape does-not-fit"]),
    ] {
        assert_eq!(refused(game.clone()).await, expected, "{game}");
    }
}

#[tokio::test]
async fn a_member_of_another_form_is_told_so() {
    let lines = json!([[0, 1, 2]]);
    for (game, expected) in [
        (
            json!({"cells": 3, "lines": lines, "dimensions": [3], "wrap": [true]}),
            vec!["/game/dimensions unknown-field", "/game/wrap unknown-field"],
        ),
        // Members that answers write must agree with the rest.
        (json!({"cells": 3, "lines": lines, "k": 4, "width": 9}), vec!["/game/k conflict", "/game/width conflict"]),
        // Rules with an error say nothing of it.
        (json!({"lines": lines, "k": 3, "width": 4, "height": 4}), vec!["/game/cells missing"]),
        (json!({"dimensions": [3, 3], "k": 3, "overline": "forbidden"}), vec!["/game/overline conflict"]),
        (json!({"dimensions": [3, 3], "k": 3, "shape": "XX"}), vec!["/game/shape unknown-field"]),
        (json!({"width": 3, "height": 3, "shape": "XX", "k": 3}), vec!["/game/k conflict"]),
        (json!({"cells": 3, "lines": lines, "size": 3}), vec!["/game/size unknown-field"]),
    ] {
        assert_eq!(refused(game.clone()).await, expected, "{game}");
    }
    let text = told(json!({"dimensions": [3, 3], "k": 3, "shape": "XX"})).await;
    let forms = "rules have the members of one of these forms: width, height, k, gravity, overline, misere; cells, lines, above, \
                 layout, misere; dimensions, k, wrap, gravity, misere; width, height, shape, misere";
    assert_eq!(text, format!("\"shape\" does not go with dimensions, k, wrap, gravity, misere; {forms}"));
    // A misspelt member gets a hint.
    let text = told(json!({"dimensions": [3, 3], "k": 3, "wraps": [true, true]})).await;
    assert!(text.contains("did you mean \"wrap\"?"), "{text}");
    // Null is as good as nothing, in every form.
    let with_nulls =
        json!({"width": 4, "height": 4, "k": 3, "cells": null, "lines": null, "dimensions": null, "shape": null});
    let answer = post(&app(), "/v1/position", json!({"game": with_nulls, "fields": []}).to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}

/// A body full of errors is answered with the first 64, and their number.
#[tokio::test]
async fn many_errors_are_counted() {
    let lines: Vec<[u32; 2]> = vec![[0, 0]; 4_096];
    let answer = post(&app(), "/v1/position", json!({"game": {"cells": 2, "lines": lines}}).to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request").len(), 64);
    let detail = answer.json()["detail"].as_str().expect("a text").to_owned();
    assert!(detail.contains("(and 4095 more, see errors)"), "{detail}");
    let lines: Vec<[u32; 2]> = vec![[0, 1]; 4_097];
    let answer = post(&app(), "/v1/position", json!({"game": {"cells": 2, "lines": lines}}).to_string()).await;
    assert_eq!(faults(&answer, 422, "invalid-request")[0], "/game/lines wrong-length");
}

/// The largest game fits the longest body.
#[tokio::test]
async fn the_largest_game_is_taken() {
    // Twelve cells each, from different places in different steps, so that none is another's.
    let line = |index: usize| -> Vec<usize> {
        let (start, step) = (index % 400, index / 400);
        (0..12).map(|at| (start + at * at * (step + 1) + at * 7) % 400).collect()
    };
    let mut seen = std::collections::HashSet::new();
    let is_new = |line: &Vec<usize>| {
        let mut cells = line.clone();
        cells.sort_unstable();
        cells.dedup();
        cells.len() == 12 && seen.insert(cells)
    };
    let lines: Vec<Vec<usize>> = (0..).map(line).filter(is_new).take(4_096).collect();
    let request = json!({"game": {"cells": 400, "lines": lines}, "fields": ["stateId"]}).to_string();
    assert!(request.len() > 150_000, "{}", request.len());
    let answer = post(&default_app(), "/v1/position", request).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!(answer.json()["game"]["lineCount"], 4_096);
    let limits = &get(&app(), "/v1/games").await.json()["limits"];
    for (limit, value) in
        [("cellsMax", 400), ("linesMax", 4_096), ("lineCellsMax", 12), ("dimensionsMax", 8), ("placeMax", 99)]
    {
        assert_eq!(limits[limit], value, "{limit}");
    }
}

/// Ordinary boards and presets are recognised in another description.
#[tokio::test]
async fn known_games_are_recognised() {
    let rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let fano = [[0, 1, 4], [0, 2, 6], [4, 5, 6], [0, 3, 5], [1, 3, 6], [2, 3, 4], [1, 2, 5]];
    for (game, name) in [
        (json!({"cells": 9, "lines": rows}), "tic-tac-toe"),
        (json!({"cells": 9, "lines": rows, "misere": true}), "misere-tic-tac-toe"),
        (json!({"dimensions": [7, 6], "k": 4, "gravity": 1}), "connect-four"),
        (json!({"dimensions": [15, 15], "k": 5, "wrap": [false, false], "gravity": "none"}), "gomoku"),
        (json!({"dimensions": [4, 4, 4], "k": 4}), "qubic"),
        (json!({"dimensions": [4, 4, 4], "k": 4, "gravity": 2}), "score-four"),
        (json!({"dimensions": [3, 3, 3], "k": 3}), "three-cubed"),
        (json!({"dimensions": [3, 3], "k": 3, "wrap": [true, true]}), "torus"),
        (json!({"width": 3, "height": 3, "shape": "XX./.XX"}), "tippy"),
        (json!({"cells": 7, "lines": fano}), "fano"),
    ] {
        let answer = post(&app(), "/v1/position", json!({"game": game, "fields": []}).to_string()).await;
        assert_eq!(answer.status, 200, "{game}: {}", answer.json());
        assert_eq!(answer.json()["game"]["name"], name, "{game}");
    }
}
