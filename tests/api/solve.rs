//! `/solve`: the scores of gamesolver.org.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::service::{app, get};

async fn scores(pos: &str) -> Vec<i64> {
    let answer = get(&app(), &format!("/solve?pos={pos}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{pos}: {}", answer.json());
    assert_eq!(answer.json()["pos"], pos);
    answer.json()["score"].as_array().unwrap().iter().map(|score| score.as_i64().unwrap()).collect()
}

/// The best score of a position, as Pascal Pons has published it with his tutorial.
#[tokio::test]
async fn the_best_score_is_the_published_one() {
    for (pos, score) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("5554224333234511764415115", 4),
        ("52753311433677442422121", 8),
        ("1233722555341451114725221333", -1),
    ] {
        let scores = scores(pos).await;
        let best = scores.iter().filter(|score| **score != 100).max();
        assert_eq!(best, Some(&score), "{pos}: {scores:?}");
    }
}

#[tokio::test]
async fn first_moves_and_full_columns() {
    assert_eq!(scores("1212121").await, [100; 7], "X has won");
    let answer = get(&app(), "/solve?pos=44%2053%20").await.json();
    assert_eq!((&answer["pos"], &answer["score"][0]), (&"4453".into(), &(-5).into()));
    assert_eq!(scores("").await, [-2, -1, 0, 1, 0, -1, -2]);
    let scores = scores("444444").await;
    assert_eq!(scores[3], 100);
    assert!(scores.iter().all(|score| *score == 100 || score.abs() <= 18), "{scores:?}");
}

#[tokio::test]
async fn a_finished_game_has_no_moves() {
    assert_eq!(scores("1212121").await, [100; 7]);
}

#[tokio::test]
async fn text_that_is_no_position_is_refused_at_its_column() {
    for (pos, code) in
        [("8", "not-on-board"), ("4444444", "column-full"), ("x", "not-on-board"), ("12121211", "game-over")]
    {
        let answer = get(&app(), &format!("/solve?pos={pos}")).await;
        assert_eq!(answer.status, 422, "{pos}");
        let errors = &answer.json()["errors"];
        assert_eq!((&errors[0]["pointer"], &errors[0]["code"]), (&json!("/pos"), &json!(code)), "{pos}: {errors}");
    }
    let answer = get(&app(), "/solve?position=4").await;
    assert_eq!((answer.status.as_u16(), &answer.json()["errors"][0]["code"]), (422, &Value::from("unknown-field")));
}
