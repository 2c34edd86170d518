//! JSON that is no valid request: every error is reported with its place and a remedy.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::codes::UNDECIDED;
use crate::service::{app, default_app, faults, get, post, send};

async fn refused(body: &str) -> Vec<String> {
    faults(&post(&default_app(), "/v1/move", body.to_owned()).await, 422, "invalid-request")
}

#[tokio::test]
async fn each_fault_has_its_place() {
    let nines = json!(vec![9_999_999_999_i64; 4]);
    let cases = [
        // Names.
        (json!({"bord": "", "xyz": 1}), vec!["/bord unknown-field", "/xyz unknown-field"]),
        (json!({"game": "chess"}), vec!["/game not-a-choice"]),
        (json!({"game": 3}), vec!["/game wrong-type"]),
        // Only a query string holds objects as text.
        (json!({"game": "{\"width\":3}"}), vec!["/game wrong-type"]),
        (json!({"turn": "Z"}), vec!["/turn not-a-choice"]),
        (json!({"turn": "xo"}), vec!["/turn not-a-choice"]),
        (json!({"turn": ["X"]}), vec!["/turn wrong-type"]),
        (
            json!({"algorithm": "mcts", "pov": "me", "tieBreak": "last"}),
            vec!["/algorithm not-a-choice", "/pov not-a-choice", "/tieBreak not-a-choice"],
        ),
        (json!({"heuristic": "line"}), vec!["/heuristic not-a-choice"]),
        (json!({"a/b~c": 1}), vec!["/a~1b~0c unknown-field"]),
        // Rules.
        (json!({"game": {}}), vec!["/game/height missing", "/game/k missing", "/game/width missing"]),
        (
            json!({"game": {"width": 21, "height": 0, "k": 9}}),
            vec!["/game/height out-of-range", "/game/width out-of-range"],
        ),
        (json!({"game": {"width": 3, "height": 3, "k": 4}}), vec!["/game/k out-of-range"]),
        (
            json!({"game": {"width": 3, "height": 3, "k": 3, "gravity": 1, "overline": "no", "misere": "yes", "size": 1}}),
            vec![
                "/game/gravity wrong-type",
                "/game/misere wrong-type",
                "/game/overline not-a-choice",
                "/game/size unknown-field",
            ],
        ),
        // Numbers.
        (
            json!({"depth": 0, "nodes": 0, "movetime": 0}),
            vec!["/depth out-of-range", "/movetime out-of-range", "/nodes out-of-range"],
        ),
        (
            json!({"depth": 401, "nodes": 1_000_000_001, "movetime": 10_001}),
            vec!["/depth out-of-range", "/movetime out-of-range", "/nodes out-of-range"],
        ),
        (
            json!({"depth": "9", "nodes": 1.5, "movetime": true}),
            vec!["/depth wrong-type", "/movetime wrong-type", "/nodes not-whole"],
        ),
        (json!({"skill": 101, "seed": 9_007_199_254_740_992_i64}), vec!["/seed out-of-range", "/skill out-of-range"]),
        (json!({"skill": -1, "seed": u64::MAX}), vec!["/seed out-of-range", "/skill out-of-range"]),
        (json!({"seed": 1e300, "skill": 1e-300}), vec!["/seed out-of-range", "/skill not-whole"]),
        (json!({"skill": 40, "level": "casual"}), vec!["/level conflict"]),
        (json!({"skill": "club", "level": "Clubs"}), vec!["/level not-a-choice", "/skill wrong-type"]),
        (json!({"strict": "true"}), vec!["/strict wrong-type"]),
        // Boards.
        (json!({"board": "XO"}), vec!["/board wrong-length"]),
        (json!({"board": ""}), vec!["/board wrong-length"]),
        (json!({"board": 5}), vec!["/board wrong-type"]),
        (json!({"board": "XQ.....Z."}), vec!["/board unknown-character"]),
        (json!({"board": "XXXOOO..."}), vec!["/board two-winners"]),
        (json!({"board": "OO......."}), vec!["/turn turn-unknown"]),
        (
            json!({"board": ["XO.", "...", "....", 7]}),
            vec!["/board wrong-length", "/board/2 wrong-length", "/board/3 wrong-type"],
        ),
        (json!({"board": ["XO?", "...", "..."]}), vec!["/board/0 unknown-character"]),
        (
            json!({"board": [["X", 1, "XO"], ["", "", ""], [null, "", "?"]]}),
            vec!["/board/0/1 wrong-type", "/board/0/2 wrong-length", "/board/2/2 unknown-character"],
        ),
        (json!({"board": [], "turn": "X"}), vec!["/board wrong-length"]),
        (json!({"board": ["X", null, "O"]}), vec!["/board wrong-length"]),
        (
            json!({"board": ["X", "Q", "XO", 1, "", ".", null, null, true]}),
            vec!["/board/1 unknown-character", "/board/2 wrong-length", "/board/3 wrong-type"],
        ),
        (json!({"game": "connect-four", "moves": "4x"}), vec!["/moves not-on-board"]),
        (json!({"board": "XX.......", "strict": true, "turn": "O"}), vec!["/board unreachable"]),
        (
            json!({"game": {"width": 4, "height": 19, "k": 19, "gravity": true}, "board": UNDECIDED, "strict": true}),
            vec!["/board undecided"],
        ),
        (json!({"game": "{\"width\":3"}), vec!["/game not-json"]),
        (json!({"game": {"width": 3, "height": 3, "k": null}}), vec!["/game/k missing"]),
        (json!({"game": "connect-four", "board": format!("X{}", ".".repeat(41))}), vec!["/board floating-stone"]),
        (json!({"board": "XO.......", "moves": [0, 1]}), vec!["/moves conflict"]),
        // Moves.
        (json!({"moves": [0, 0]}), vec!["/moves/1 cell-taken"]),
        (
            json!({"moves": [9, "z9", 4.5, "", null]}),
            vec![
                "/moves/0 not-on-board",
                "/moves/1 not-on-board",
                "/moves/2 not-whole",
                "/moves/3 not-on-board",
                "/moves/4 wrong-type",
            ],
        ),
        (json!({"moves": [0, 3, 1, 4, 2, 5]}), vec!["/moves/5 game-over"]),
        (json!({"moves": "123"}), vec!["/moves wrong-type"]),
        // A text has no elements to point at.
        (json!({"moves": "b2 z9, zz"}), vec!["/moves not-on-board", "/moves not-on-board"]),
        (json!({"moves": "b2 b2"}), vec!["/moves cell-taken"]),
        (json!({"game": "connect-four", "moves": "d1 d3"}), vec!["/moves floating-stone"]),
        (json!({"moves": {"a": 1}}), vec!["/moves wrong-type"]),
        (json!({"game": "connect-four", "moves": "48"}), vec!["/moves not-on-board"]),
        (json!({"game": "connect-four", "moves": "4444444"}), vec!["/moves column-full"]),
        (json!({"game": "connect-four", "moves": ["a2"]}), vec!["/moves/0 floating-stone"]),
        (json!({"moves": [0], "turn": "X"}), vec!["/turn conflict"]),
        // Root moves.
        (
            json!({"searchMoves": [4, 9, "d4", "4"]}),
            vec!["/searchMoves/1 not-on-board", "/searchMoves/2 not-on-board", "/searchMoves/3 not-on-board"],
        ),
        (
            json!({"board": "XO.......", "searchMoves": [0, 2], "avoidMoves": ["b3"]}),
            vec!["/avoidMoves/0 cell-taken", "/searchMoves/0 cell-taken"],
        ),
        (json!({"searchMoves": []}), vec!["/searchMoves no-move-left"]),
        (json!({"searchMoves": [3], "avoidMoves": [3]}), vec!["/searchMoves no-move-left"]),
        (json!({"avoidMoves": [0, 1, 2, 3, 4, 5, 6, 7, 8]}), vec!["/avoidMoves no-move-left"]),
        (json!({"searchMoves": 4}), vec!["/searchMoves wrong-type"]),
        // Heuristics.
        (json!({"heuristic": {}}), vec!["/heuristic/weights missing"]),
        (json!({"heuristic": {"weights": [1, 2]}}), vec!["/heuristic/weights wrong-length"]),
        (
            json!({"heuristic": {"weights": nines}}),
            vec![
                "/heuristic/weights/0 out-of-range",
                "/heuristic/weights/1 out-of-range",
                "/heuristic/weights/2 out-of-range",
                "/heuristic/weights/3 out-of-range",
            ],
        ),
        (
            json!({"heuristic": {"weights": [1, 2, "3", 4], "tempo": 1001, "emptyLine": "O", "temp": 1}}),
            vec![
                "/heuristic/emptyLine not-a-choice",
                "/heuristic/temp unknown-field",
                "/heuristic/tempo out-of-range",
                "/heuristic/weights/2 wrong-type",
            ],
        ),
        (json!({"game": {"width": 20, "height": 20, "k": 20}, "heuristic": "lines"}), vec!["/heuristic does-not-fit"]),
        (json!({"game": "gomoku", "algorithm": "retrograde"}), vec!["/algorithm does-not-fit"]),
        // Together.
        (
            json!({"game": "chess", "board": 5, "depth": 0, "turn": "Q", "bord": 1, "heuristic": "x"}),
            vec![
                "/bord unknown-field",
                "/depth out-of-range",
                "/game not-a-choice",
                "/heuristic not-a-choice",
                "/turn not-a-choice",
            ],
        ),
        (
            json!({"board": "XQ.......", "depth": 0, "turn": "Q"}),
            vec!["/board unknown-character", "/depth out-of-range", "/turn not-a-choice"],
        ),
    ];
    for (body, mut expected) in cases {
        let mut found = refused(&body.to_string()).await;
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{body}");
    }
}

#[tokio::test]
async fn bodies_that_are_no_objects_and_repeated_members_are_refused() {
    for body in ["[]", "\"board\"", "5", "null", "true"] {
        assert_eq!(refused(body).await, ["wrong-type"], "{body}");
    }
    assert_eq!(refused(r#"{"turn":"X","turn":"O"}"#).await, ["/turn repeated"]);
    assert_eq!(refused(r#"{"game":{"width":3,"height":3,"k":3,"k":2}}"#).await, ["/game/k repeated"]);
    let app = app();
    let repeated = get(&app, "/v1/move?turn=X&turn=X").await;
    assert_eq!(faults(&repeated, 422, "invalid-request"), ["/turn repeated"]);
    let post_with_query = post(&app, "/v1/move?turn=X", "{}").await;
    assert_eq!(faults(&post_with_query, 422, "invalid-request"), ["misplaced"]);
    for (body, is_refused) in [("{}", true), (r#"{"game":"connect-four"}"#, true), (" \r\n", false)] {
        for path in ["/v1/move", "/v1/puzzles?seed=1", "/v1/position?moves=a1"] {
            let get_with_body = Request::get(path).header("content-type", "application/json").body(Body::from(body));
            let answer = send(&app, get_with_body.unwrap()).await;
            match is_refused {
                true => assert_eq!(faults(&answer, 422, "invalid-request"), ["misplaced"], "{path} {body}"),
                false => assert_eq!(answer.status, 200, "{path}"),
            }
        }
    }
}

#[tokio::test]
async fn parameters_are_judged_as_bodies_are() {
    let app = app();
    let cases = [
        ("bord=1&x%2Fy=2", vec!["/bord unknown-field", "/x~1y unknown-field"]),
        (
            "depth=x&nodes=&movetime=1.5&skill=%2B5&seed=-1",
            vec![
                "/depth wrong-type",
                "/movetime not-whole",
                "/nodes wrong-type",
                "/seed out-of-range",
                "/skill wrong-type",
            ],
        ),
        ("depth=007&strict=yes", vec!["/depth wrong-type", "/strict wrong-type"]),
        ("game=%7B%22width%22:3", vec!["/game not-json"]),
        ("game=%7B%22width%22:3,%22height%22:3%7D", vec!["/game/k missing"]),
        ("heuristic=%7B%22weights%22:[1", vec!["/heuristic not-json"]),
        ("heuristic=%7B%22weights%22:[1,2,%22x%22]%7D", vec!["/heuristic/weights/2 wrong-type"]),
        ("searchMoves=0,9,zz&moves=0,,", vec!["/moves/1 not-on-board", "/moves/2 not-on-board"]),
        ("searchMoves=0,9,zz", vec!["/searchMoves/1 not-on-board", "/searchMoves/2 not-on-board"]),
        ("searchMoves=", vec!["/searchMoves no-move-left"]),
        ("game=connect-four&moves=49", vec!["/moves not-on-board"]),
        ("board=&turn=", vec!["/board wrong-length", "/turn not-a-choice"]),
    ];
    for (query, expected) in cases {
        let mut found = faults(&get(&app, &format!("/v1/move?{query}")).await, 422, "invalid-request");
        found.sort();
        assert_eq!(found, expected, "{query}");
    }
}

#[tokio::test]
async fn details_name_the_bad_value_and_the_remedy() {
    let app = default_app();
    let cases = [
        (json!({"bord": 1}), "\"bord\"", "did you mean \"board\"?"),
        (json!({"game": "conect-four"}), "\"conect-four\"", "did you mean \"connect-four\"?"),
        (json!({"game": "connect4"}), "\"connect4\"", "did you mean \"connect-four\"?"),
        (json!({"game": "TicTacToe"}), "\"TicTacToe\"", "did you mean \"tic-tac-toe\"?"),
        (json!({"game": "gomoku-15"}), "\"gomoku-15\"", "did you mean \"gomoku\"?"),
        (json!({"algorithm": "alphabeta"}), "\"alphabeta\"", "did you mean \"alpha-beta\"?"),
        (json!({"board": ["X", "O", null]}), "3 cells", "9"),
        (json!({"game": "chess"}), "\"chess\"", "\"tic-tac-toe\", \"misere-tic-tac-toe\""),
        (json!({"heuristic": "line"}), "\"line\"", "did you mean \"lines\"?"),
        (json!({"depth": 500}), "500", "from 1 to 400"),
        (json!({"depth": 2.5}), "2.5", "from 1 to 400"),
        (json!({"movetime": 60_000}), "60000", "to 10000"),
        (json!({"turn": "Z"}), "\"Z\"", "send one of \"X\", \"O\""),
        (json!({"board": "XO"}), "2 cells", "9"),
        (json!({"searchMoves": ["q9"]}), "\"q9\"", "a1 to c3"),
        (
            json!({"seed": u64::MAX}),
            "18446744073709551615",
            "is above the maximum; send a whole number from 0 to 9007199254740991",
        ),
        (json!({"seed": 1e300}), "1e+300", "is out of range; send a whole number from 0 to"),
        (json!({"seed": "1"}), "\"1\"", "is not a whole number; send one from 0 to 9007199254740991, without quotes"),
        (json!({"nodes": "2000"}), "\"2000\"", "send one from 1 to 1000000000, without quotes"),
        (json!({"game": {"width": "7", "height": 6, "k": 4}}), "\"7\"", ", without quotes"),
        (json!({"strict": "true"}), "\"true\"", "without quotes"),
        (json!({"algorithm": "solver"}), "algorithm \"solver\"", "use \"auto\" or \"alpha-beta\""),
        (
            json!({"game": {"width": 4, "height": 19, "k": 19, "gravity": true}, "board": UNDECIDED, "strict": true}),
            "",
            "send \"moves\" instead of the board, or leave out \"strict\"",
        ),
    ];
    for (body, bad, remedy) in cases {
        let answer = post(&app, "/v1/move", body.to_string()).await.json();
        let detail = answer["errors"][0]["detail"].as_str().unwrap();
        assert!(detail.contains(bad) && detail.contains(remedy), "{detail}");
        assert!(answer["detail"].as_str().unwrap().contains(detail));
    }
}

/// The remedy for a JSON body would mislead in a query string.
#[tokio::test]
async fn details_speak_of_parameters_where_the_request_is_a_query_string() {
    let app = app();
    for (query, expected) in [
        ("moves=4&moves=0", "\"moves\" is given twice; send it once and separate its values by commas, moves=4,0"),
        ("searchMoves=4&searchMoves=a1", "separate its values by commas, searchMoves=4,a1"),
        ("depth=4&depth=5", "\"depth\" is given twice; send it once"),
        ("strict=yes", "\"yes\" is not true or false; send true or false"),
        ("strict=%22true%22", "is not true or false; send true or false"),
        ("strict=", "\"\" is not true or false; send true or false"),
        ("depth=%229%22", "is not a whole number; send one from 1 to 400"),
        ("game=", "\"\" is not allowed here; leave it out, or send"),
        ("depth=", "\"\" is not a whole number; send one from 1 to 400"),
        ("turn=Z", "\"Z\" is not allowed here; send one of X, O"),
        ("game=connect4", "did you mean \"connect-four\"? send game=connect-four"),
        ("game=chess", "fano, or width, height and k such as 8,8,5"),
        ("heuristic=line", "or the JSON text of weights such as {\"weights\":[0,1,10,100]}"),
        ("board=OO.......", "do not say whose turn it is; send turn=X or turn=O"),
        ("moves=4,zz", "\"zz\" is not a cell of this board; send a number from 0 to 8 or a name from a1 to c3"),
        ("moves=123", "123 is above the maximum; send a whole number from 0 to 8"),
        ("game=connect-four&moves=4435x", "digit 5 of \"4435x\": 'x' is not a column; columns are the digits 1 to 7"),
        (
            "game=connect-four&moves=x4",
            "a name from a1 to g6, or a column from a to g, or all columns in one string, such as \"4453\"",
        ),
    ] {
        let answer = get(&app, &format!("/v1/move?{query}")).await;
        assert_eq!(faults(&answer, 422, "invalid-request").len(), 1, "{query}");
        let problem = answer.json();
        let detail = problem["errors"][0]["detail"].as_str().unwrap();
        assert!(detail.contains(expected), "{query}: {detail}");
        assert_eq!(detail.contains("quotes"), query.contains("%22"), "{query}: {detail}");
        assert!(!detail.contains("list"), "{query}: {detail}");
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
        assert!(!faults(&answer, 422, "invalid-request").is_empty());
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
        ("/v1/move", json!({"moves": vec!["zz"; 1_000]}).to_string(), 1_000),
        ("/v1/move", json!({"heuristic": {"weights": vec!["x"; 1_000]}}).to_string(), 1_000),
        ("/v1/batch", format!("{{\"requests\":[],{}}}", members(5_000)), 5_000),
    ];
    let app = app();
    // Characters of a board are one error; a row is too long besides.
    let body = format!("{{\"board\":\"{}\"}}", "?".repeat(65_000));
    let answer = post(&app, "/v1/move", body).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/board unknown-character"]);
    let body = format!("{{\"board\":[\"...\",\"...\",\"{}\"]}}", "?".repeat(60_000));
    let answer = post(&app, "/v1/move", body).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/board/2 unknown-character", "/board/2 wrong-length"]);
    let detail = answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("60000 characters of the board are neither X, O nor an empty cell: character '?'"));
    for (path, body, count) in cases {
        let answer = post(&app, path, body.clone()).await;
        let listed = faults(&answer, 422, "invalid-request");
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
    assert_eq!(
        faults(&long, 422, "invalid-request"),
        [format!("/{} unknown-field", cut("n")), "/turn not-a-choice".to_owned()]
    );
    let problem = long.json();
    assert!(problem["errors"][1]["detail"].as_str().unwrap().starts_with(&format!("\"{}\"…", "t".repeat(64))));
}
