//! What is JSON but no valid request: every fault is reported with its place and a remedy.

use serde_json::{Value, json};

use crate::service::{app, get, pointers, post};

async fn faults(body: &str) -> Vec<String> {
    pointers(&post(&app(), "/v1/move", body.to_owned()).await, 422, "invalid-request")
}

#[tokio::test]
async fn each_fault_has_its_place() {
    let nines = json!(vec![9_999_999_999_i64; 4]);
    let cases = [
        // Names.
        (json!({"bord": "", "xyz": 1}), vec!["/bord", "/xyz"]),
        (json!({"game": "chess"}), vec!["/game"]),
        (json!({"game": 3}), vec!["/game"]),
        (json!({"game": null}), vec!["/game"]),
        (json!({"turn": "Z"}), vec!["/turn"]),
        (json!({"turn": "x"}), vec!["/turn"]),
        (json!({"turn": ["X"]}), vec!["/turn"]),
        (json!({"algorithm": "mcts", "pov": "me", "tieBreak": "last"}), vec!["/algorithm", "/pov", "/tieBreak"]),
        (json!({"heuristic": "line"}), vec!["/heuristic"]),
        (json!({"a/b~c": 1}), vec!["/a~1b~0c"]),
        // Rules.
        (json!({"game": {}}), vec!["/game/k", "/game/height", "/game/width"]),
        (json!({"game": {"width": 20, "height": 0, "k": 9}}), vec!["/game/height", "/game/width"]),
        (json!({"game": {"width": 3, "height": 3, "k": 4}}), vec!["/game/k"]),
        (
            json!({"game": {"width": 3, "height": 3, "k": 3, "gravity": 1, "overline": "no", "misere": "yes", "size": 1}}),
            vec!["/game/gravity", "/game/misere", "/game/overline", "/game/size"],
        ),
        // Numbers.
        (json!({"depth": 0, "nodes": 0, "movetime": 0}), vec!["/depth", "/movetime", "/nodes"]),
        (json!({"depth": 362, "nodes": 1_000_000_001, "movetime": 10_001}), vec!["/depth", "/movetime", "/nodes"]),
        (json!({"depth": "9", "nodes": 1.5, "movetime": true}), vec!["/depth", "/movetime", "/nodes"]),
        (json!({"skill": 101, "seed": 9_007_199_254_740_992_i64}), vec!["/seed", "/skill"]),
        (json!({"skill": -1, "seed": u64::MAX}), vec!["/seed", "/skill"]),
        (json!({"seed": 1e300, "skill": null}), vec!["/seed", "/skill"]),
        (json!({"skill": 40, "level": "casual"}), vec!["/level"]),
        (json!({"skill": "club", "level": "Club"}), vec!["/level", "/skill"]),
        (json!({"strict": "true"}), vec!["/strict"]),
        // Boards.
        (json!({"board": "XO"}), vec!["/board"]),
        (json!({"board": ""}), vec!["/board"]),
        (json!({"board": 5}), vec!["/board"]),
        (json!({"board": "XQ.....Z."}), vec!["/board", "/board"]),
        (json!({"board": "XXXOOO..."}), vec!["/board"]),
        (json!({"board": "OO......."}), vec!["/turn"]),
        (json!({"board": ["XO.", "...", "....", 7]}), vec!["/board", "/board/2", "/board/3"]),
        (json!({"board": ["XO?", "...", "..."]}), vec!["/board/0"]),
        (
            json!({"board": [["X", 1, "XO"], ["", "", ""], [null, "", "?"]]}),
            vec!["/board/0/1", "/board/0/2", "/board/2/2"],
        ),
        (json!({"board": [], "turn": "X"}), vec!["/board"]),
        (json!({"game": "connect-four", "board": format!("X{}", ".".repeat(41))}), vec!["/board"]),
        (json!({"board": "XO.......", "moves": [0, 1]}), vec!["/moves"]),
        // Moves.
        (json!({"moves": [0, 0]}), vec!["/moves/1"]),
        (json!({"moves": [9, "z9", 4.5, "", null]}), vec!["/moves/0", "/moves/1", "/moves/2", "/moves/3", "/moves/4"]),
        (json!({"moves": [0, 3, 1, 4, 2, 5]}), vec!["/moves/5"]),
        (json!({"moves": "123"}), vec!["/moves"]),
        (json!({"moves": {"a": 1}}), vec!["/moves"]),
        (json!({"game": "connect-four", "moves": "48"}), vec!["/moves"]),
        (json!({"game": "connect-four", "moves": "4444444"}), vec!["/moves"]),
        (json!({"game": "connect-four", "moves": ["a2"]}), vec!["/moves/0"]),
        (json!({"moves": [0], "turn": "X"}), vec!["/turn"]),
        // Root moves.
        (json!({"searchMoves": [4, 9, "d4", "4"]}), vec!["/searchMoves/1", "/searchMoves/2", "/searchMoves/3"]),
        (
            json!({"board": "XO.......", "searchMoves": [0, 2], "avoidMoves": ["b3"]}),
            vec!["/avoidMoves/0", "/searchMoves/0"],
        ),
        (json!({"searchMoves": []}), vec!["/searchMoves"]),
        (json!({"searchMoves": [3], "avoidMoves": [3]}), vec!["/searchMoves"]),
        (json!({"avoidMoves": [0, 1, 2, 3, 4, 5, 6, 7, 8]}), vec!["/avoidMoves"]),
        (json!({"searchMoves": 4}), vec!["/searchMoves"]),
        // Heuristics.
        (json!({"heuristic": {}}), vec!["/heuristic/weights"]),
        (json!({"heuristic": {"weights": [1, 2]}}), vec!["/heuristic/weights"]),
        (
            json!({"heuristic": {"weights": nines}}),
            vec!["/heuristic/weights/0", "/heuristic/weights/1", "/heuristic/weights/2", "/heuristic/weights/3"],
        ),
        (
            json!({"heuristic": {"weights": [1, 2, "3", 4], "tempo": 1001, "emptyLine": "O", "temp": 1}}),
            vec!["/heuristic/emptyLine", "/heuristic/temp", "/heuristic/tempo", "/heuristic/weights/2"],
        ),
        (json!({"game": {"width": 19, "height": 19, "k": 19}, "heuristic": "lines"}), vec!["/heuristic"]),
        (json!({"game": "gomoku", "algorithm": "retrograde"}), vec!["/algorithm"]),
        // Together.
        (
            json!({"game": "chess", "board": 5, "depth": 0, "turn": "Q", "bord": 1, "heuristic": "x"}),
            vec!["/bord", "/depth", "/game", "/heuristic", "/turn"],
        ),
        (json!({"board": "XQ.......", "depth": 0, "turn": "Q"}), vec!["/board", "/depth", "/turn"]),
    ];
    for (body, mut expected) in cases {
        let mut found = faults(&body.to_string()).await;
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{body}");
    }
}

#[tokio::test]
async fn what_is_no_object_and_what_is_repeated_is_refused() {
    for body in ["[]", "\"board\"", "5", "null", "true"] {
        assert_eq!(faults(body).await, [""], "{body}");
    }
    assert_eq!(faults(r#"{"turn":"X","turn":"O"}"#).await, ["/turn"]);
    assert_eq!(faults(r#"{"game":{"width":3,"height":3,"k":3,"k":2}}"#).await, ["/game/k"]);
    let app = app();
    let repeated = get(&app, "/v1/move?turn=X&turn=X").await;
    assert_eq!(pointers(&repeated, 422, "invalid-request"), ["/turn"]);
    let post_with_query = post(&app, "/v1/move?turn=X", "{}").await;
    assert_eq!(pointers(&post_with_query, 422, "invalid-request"), [""]);
}

#[tokio::test]
async fn parameters_are_judged_as_bodies_are() {
    let app = app();
    let cases = [
        ("bord=1&x%2Fy=2", vec!["/bord", "/x~1y"]),
        ("depth=x&nodes=&movetime=1.5&skill=%2B5&seed=-1", vec!["/depth", "/movetime", "/nodes", "/seed", "/skill"]),
        ("depth=007&strict=yes", vec!["/depth", "/strict"]),
        ("game=%7B%22width%22:3", vec!["/game"]),
        ("game=%7B%22width%22:3,%22height%22:3%7D", vec!["/game/k"]),
        ("heuristic=%7B%22weights%22:[1,2,%22x%22]%7D", vec!["/heuristic/weights/2"]),
        ("searchMoves=0,9,zz&moves=0,", vec!["/moves/1"]),
        ("searchMoves=0,9,zz", vec!["/searchMoves/1", "/searchMoves/2"]),
        ("searchMoves=", vec!["/searchMoves"]),
        ("game=connect-four&moves=49", vec!["/moves"]),
        ("board=&turn=", vec!["/board", "/turn"]),
    ];
    for (query, expected) in cases {
        let mut found = pointers(&get(&app, &format!("/v1/move?{query}")).await, 422, "invalid-request");
        found.sort();
        assert_eq!(found, expected, "{query}");
    }
}

#[tokio::test]
async fn details_name_the_bad_value_and_the_remedy() {
    let app = app();
    let cases = [
        (json!({"bord": 1}), "\"bord\"", "did you mean \"board\"?"),
        (json!({"game": "conect-four"}), "\"conect-four\"", "did you mean \"connect-four\"?"),
        (json!({"game": "chess"}), "\"chess\"", "\"tic-tac-toe\", \"misere-tic-tac-toe\""),
        (json!({"heuristic": "line"}), "\"line\"", "did you mean \"lines\"?"),
        (json!({"depth": 500}), "500", "from 1 to 361"),
        (json!({"depth": 2.5}), "2.5", "from 1 to 361"),
        (json!({"movetime": 60_000}), "60000", "to 10000"),
        (json!({"turn": "Z"}), "\"Z\"", "send one of \"X\", \"O\""),
        (json!({"board": "XO"}), "2 cells", "9"),
        (json!({"searchMoves": ["q9"]}), "\"q9\"", "a1 to c3"),
        (json!({"seed": u64::MAX}), "18446744073709551615", "to 9007199254740991"),
        (json!({"strict": "true"}), "\"true\"", "without quotes"),
    ];
    for (body, bad, remedy) in cases {
        let answer = post(&app, "/v1/move", body.to_string()).await.json();
        let detail = answer["errors"][0]["detail"].as_str().unwrap();
        assert!(detail.contains(bad) && detail.contains(remedy), "{detail}");
        assert!(answer["detail"].as_str().unwrap().contains(detail));
    }
}

#[tokio::test]
async fn huge_nonsense_is_answered_briefly() {
    let app = app();
    let cells = format!("{{\"moves\":[{}99]}}", "99,".repeat(20_000));
    let long_name = format!("{{\"{}\":1}}", "n".repeat(60_000));
    let deep = format!("{{\"board\":{}{}}}", "[".repeat(120), "]".repeat(120));
    let many_fields: Vec<_> = (0..5_000).map(|index| format!("\"f{index}\":1")).collect();
    for body in [cells, long_name, deep, format!("{{{}}}", many_fields.join(","))] {
        let answer = post(&app, "/v1/move", body).await;
        assert!(!pointers(&answer, 422, "invalid-request").is_empty());
        assert!(answer.body.len() < 40_000, "{} bytes", answer.body.len());
    }
    let problem = post(&app, "/v1/move", json!({"moves": vec![99; 1000]}).to_string()).await.json();
    assert!(problem["detail"].as_str().unwrap().contains("999 more"), "{}", problem["detail"]);
    assert_ne!(problem["errors"], Value::Null);
}

/// Errors beyond `faultsMax` are counted, not listed, wherever they stand, and long keys and values are cut.
#[tokio::test]
async fn a_body_full_of_errors_is_answered_with_the_first_of_them_and_their_count() {
    let members = |count: usize| (0..count).map(|index| format!("\"f{index}\":1")).collect::<Vec<_>>().join(",");
    let repeated = |count: usize| vec!["\"k\":1"; count].join(",");
    let item = format!("{{\"kind\":\"move\",{}}}", members(100));
    let cases = [
        ("/v1/move", format!("{{{}}}", members(5_900)), 5_900),
        ("/v1/move", format!("{{\"game\":{{\"width\":3,\"height\":3,\"k\":3,{}}}}}", members(5_000)), 5_000),
        ("/v1/move", format!("{{\"game\":{{\"width\":3,\"height\":3,{}}}}}", repeated(5_000)), 4_999),
        // One more for the number of cells.
        ("/v1/move", format!("{{\"board\":\"{}\"}}", "?".repeat(65_000)), 65_001),
        ("/v1/move", format!("{{\"board\":[\"...\",\"...\",\"{}\"]}}", "?".repeat(60_000)), 60_001),
        ("/v1/move", json!({"moves": vec!["zz"; 1_000]}).to_string(), 1_000),
        ("/v1/move", json!({"heuristic": {"weights": vec!["x"; 1_000]}}).to_string(), 1_000),
        ("/v1/batch", format!("{{\"requests\":[],{}}}", members(5_000)), 5_000),
    ];
    let app = app();
    for (path, body, count) in cases {
        let answer = post(&app, path, body.clone()).await;
        let listed = pointers(&answer, 422, "invalid-request");
        let (start, problem) = (&body[..60], answer.json());
        assert_eq!(listed.len(), 64, "{start}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(&format!("(and {} more", count - 1)), "{start}: {detail}");
        assert!(answer.body.len() < 40_000, "{start}: {} bytes", answer.body.len());
    }
    // The elements of a batch share the bound; each invalid one lists an error at least.
    let batch = format!("{{\"requests\":[{}]}}", vec![item; 60].join(","));
    let answer = post(&app, "/v1/batch", batch).await;
    let results = answer.json()["results"].as_array().expect("results").clone();
    let listed: Vec<_> =
        results.iter().map(|result| result["problem"]["errors"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!((results.len(), listed[0], &listed[1..]), (60, 64, &[1; 59][..]));

    let long = post(&app, "/v1/move", json!({"n".repeat(5_000): 1, "turn": "t".repeat(5_000)}).to_string()).await;
    let cut = |letter: &str| format!("{}…", letter.repeat(64));
    assert_eq!(pointers(&long, 422, "invalid-request"), [format!("/{}", cut("n")), "/turn".to_owned()]);
    let problem = long.json();
    assert!(problem["errors"][1]["detail"].as_str().unwrap().starts_with(&format!("\"{}\"…", "t".repeat(64))));
}
