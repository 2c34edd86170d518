//! `/v1/position`: facts about a position without a search.

use serde_json::{Value, json};

use crate::service::{app, faults, get, post};

async fn seen(body: Value) -> Value {
    let answer = post(&app(), "/v1/position", body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.json());
    answer.json()
}

fn heuristic<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let all = answer["heuristics"].as_array().unwrap();
    all.iter().find(|heuristic| heuristic["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[tokio::test]
async fn static_values_come_with_the_lines_that_make_them() {
    let named = json!(["tempo-lines", "win-loss", "lines", "open-pieces"]);
    let answer = seen(json!({"board": "X.OOX....", "turn": "X", "heuristics": named})).await;
    assert_eq!(answer["heuristics"].as_array().unwrap().len(), 4);
    for (name, value) in [("tempo-lines", 323), ("win-loss", 0), ("lines", 10), ("open-pieces", 2)] {
        let heuristic = heuristic(&answer, name);
        assert_eq!(heuristic["value"], value, "{name}");
        let lines = heuristic["lines"].as_array().unwrap();
        assert_eq!(lines.iter().map(|line| line["value"].as_i64().unwrap()).sum::<i64>(), value, "{name}");
        assert!(lines.iter().all(|line| line["value"] != 0 && line["cells"].as_array().unwrap().len() == 3));
    }
    let from_o = seen(json!({"board": "X.OOX....", "turn": "X", "pov": "O", "heuristic": "lines"})).await;
    assert_eq!(heuristic(&from_o, "lines")["value"], -10);
    let own = seen(json!({"board": "X........", "heuristic": {"weights": [0, 7, 0, 0]}})).await;
    assert_eq!(heuristic(&own, "custom")["value"], 21);
}

/// Static values cost a line for each of up to 1,020 windows: nobody gets them unasked.
#[tokio::test]
async fn heuristics_are_valued_on_request_each_once() {
    let names = |answer: &Value| {
        let all = answer["heuristics"].as_array().unwrap().iter();
        all.map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let nothing: [&str; 0] = [];
    assert_eq!(names(&seen(json!({"board": "X.OOX....", "turn": "X"})).await), nothing);
    assert_eq!(names(&seen(json!({"heuristics": []})).await), nothing);
    assert_eq!(names(&seen(json!({"heuristic": "win-loss"})).await), ["win-loss"]);
    let weights = json!({"weights": [0, 7, 0, 0]});
    let several = json!({"heuristics": ["threats", "lines", "threats"], "heuristic": weights});
    assert_eq!(names(&seen(several).await), ["threats", "lines", "custom"]);
    assert_eq!(names(&seen(json!({"heuristics": ["lines"], "heuristic": "lines"})).await), ["lines"]);
    let by_get = get(&app(), "/v1/position?heuristics=threats,lines").await.json();
    assert_eq!(by_get, seen(json!({"heuristics": ["threats", "lines"]})).await);
}

#[tokio::test]
async fn some_parts_can_be_asked_for_alone() {
    let game = json!({"name": "gomoku", "width": 15, "height": 15, "k": 5, "gravity": false, "overline": "allowed", "misere": false});
    let records = seen(json!({"game": "gomoku", "record": "h8h9i8", "fields": ["records"]})).await;
    assert_eq!(records["records"]["moves"], "h8 h9 i8");
    assert_eq!(records, json!({"game": game, "records": records["records"]}));
    let whole = seen(json!({"game": "gomoku", "record": "h8h9i8", "heuristics": ["lines"]})).await;
    let parts = ["position", "moves", "legalMoves", "heuristics", "symmetry", "stateId", "records"];
    assert_eq!(whole.as_object().unwrap().len(), 1 + parts.len());
    for part in parts {
        let mut body = json!({"game": "gomoku", "record": "h8h9i8", "fields": [part]});
        if part == "heuristics" {
            body["heuristics"] = json!(["lines"]);
        }
        assert_eq!(seen(body).await, json!({"game": game, part: whole[part]}), "{part}");
    }
    let by_get = get(&app(), "/v1/position?fields=moves,stateId&board=XO.......").await.json();
    assert_eq!((by_get["moves"].clone(), by_get.as_object().unwrap().len()), (2.into(), 3));
}

#[tokio::test]
async fn unknown_names_of_heuristics_and_parts_are_refused_with_those_there_are() {
    let detail = |answer: &Value, index: usize| answer["errors"][index]["detail"].as_str().unwrap().to_owned();
    let answer = get(&app(), "/v1/position?heuristics=lines,line,3&fields=position,record").await;
    let expected = ["/heuristics/1 not-a-choice", "/heuristics/2 wrong-type", "/fields/1 not-a-choice"];
    assert_eq!(faults(&answer, 422, "invalid-request"), expected);
    let answer = answer.json();
    assert_eq!(
        detail(&answer, 0),
        "\"line\" is not allowed here; did you mean \"lines\"? send one of win-loss, lines, tempo-lines, open-pieces, threats, avoid-lines"
    );
    assert_eq!(
        detail(&answer, 2),
        "\"record\" is not allowed here; did you mean \"records\"? send one of position, moves, legalMoves, heuristics, symmetry, stateId, records, layout, columns, lines"
    );
    let answer = post(&app(), "/v1/position", r#"{"heuristics": "lines"}"#).await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/heuristics wrong-type"]);
    assert_eq!(detail(&answer.json(), 0), "\"lines\" is not a list; send a list of names such as [\"win-loss\"]");
    let answer = get(&app(), "/v1/position?heuristics=lines&fields=records").await;
    assert_eq!(faults(&answer, 422, "invalid-request"), ["/heuristics conflict"]);
    let twice = get(&app(), "/v1/position?fields=records&fields=moves").await;
    assert_eq!(faults(&twice, 422, "invalid-request"), ["/fields repeated"]);
    assert_eq!(
        detail(&twice.json(), 0),
        "\"fields\" is given twice; send it once and separate its values by commas, fields=records,moves"
    );
}

#[tokio::test]
async fn a_position_has_its_moves_its_class_and_its_id() {
    let answer = seen(json!({"moves": [8, 4]})).await;
    assert_eq!(answer["position"]["board"], "....O...X");
    assert_eq!(answer["moves"], 2);
    let cells: Vec<_> = answer["legalMoves"].as_array().unwrap().iter().map(|place| &place["cell"]).collect();
    assert_eq!(cells, [0, 1, 2, 3, 5, 6, 7]);
    // 2 · 3^4 + 3^8.
    assert_eq!(answer["stateId"], 162 + 6561);
    assert_eq!(answer["symmetry"]["orbit"], 4);
    assert_eq!(answer["symmetry"]["stateId"], 162 + 1);
    let large = seen(json!({"game": "gomoku"})).await;
    assert_eq!((&large["stateId"], large["legalMoves"].as_array().unwrap().len()), (&Value::Null, 225));
    let over = seen(json!({"board": "XXXOO...."})).await;
    assert_eq!((&over["legalMoves"], &over["position"]["status"]), (&json!([]), &"won".into()));
}

#[tokio::test]
async fn get_is_post_and_searching_fields_do_not_belong_here() {
    let app = app();
    let by_get = get(&app, "/v1/position?board=XO.......&pov=turn&heuristic=lines&strict=true").await;
    assert_eq!(by_get.json(), seen(json!({"board": "XO.......", "pov": "turn", "heuristics": ["lines"]})).await);
    for field in ["depth", "movetime", "searchMoves", "skill", "algorithm"] {
        let answer = get(&app, &format!("/v1/position?{field}=1")).await;
        assert_eq!(faults(&answer, 422, "invalid-request"), [format!("/{field} unknown-field")]);
    }
}

#[tokio::test]
async fn reachable_is_true_false_or_unknown() {
    let answer =
        seen(json!({"game": "connect-four", "board": "..O.OXX/XOX.OOO/XOX.XOX/OXX.OXX/XXO.XXX/OOO.OOO"})).await;
    assert_eq!(answer["position"]["reachable"], false, "every bottom stone is the second side's");
    assert_eq!(seen(json!({"game": "connect-four", "moves": "44"})).await["position"]["reachable"], true);
    let tall = json!({"width": 4, "height": 19, "k": 19, "gravity": true});
    let board = "OOXXOOOOXXXOOOOOXOOXXXXOXOXXOOOXXXOOOOXXXOOXOXOOXXOOOXXOOXOOOXXXXOXXXXXXOXOX";
    let answer = seen(json!({"game": tall, "board": board})).await;
    assert_eq!(answer["position"]["reachable"], Value::Null);
    let strict = post(&app(), "/v1/position", json!({"game": tall, "board": board, "strict": true}).to_string()).await;
    assert_eq!(faults(&strict, 422, "invalid-request"), ["/board undecided"]);
    let detail = strict.json()["errors"][0]["detail"].to_string();
    assert!(detail.contains("cannot decide"), "{detail}");
}
