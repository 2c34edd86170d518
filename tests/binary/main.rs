//! Starts the real binary: settings and errors of wrong ones, signals, exit codes, the health check, the log.

mod healthcheck;
mod process;
mod runbook;
mod service_manager;
mod settings;
mod signals;

use std::io::{Read as _, Write as _};

use process::Service;
use rustix::process::Signal;

/// A search with this time ends because its client goes away, however slow the machine is.
const HOUR_MS: u64 = 3_600_000;
/// A log of JSON, and time for every search.
const JSON_UNHURRIED: [&str; 4] = ["--log-format", "json", "--movetime-ms-max", "3600000"];

#[test]
fn version_and_help_are_no_errors() {
    for (flag, text) in [("--version", concat!("inarow ", env!("CARGO_PKG_VERSION"))), ("--help", "INAROW_LISTEN")] {
        let output = process::run(&[flag], &[]);
        assert!(output.code == Some(0) && output.stdout.contains(text), "{output:?}");
    }
}

#[test]
fn log_lines_are_text_or_json() {
    let text = Service::start(&[], &[]);
    assert_eq!(text.status("/livez"), 200);
    let request = text.wait_for("inarow::request");
    assert!(request.contains(" INFO inarow::request::probe: ") && request.contains(" path=\"/livez\""), "{request}");

    let json = Service::start(&["--log-format", "json"], &[]);
    assert_eq!(json.status("/livez"), 200);
    let line = json.wait_for("inarow::request");
    let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let target = "inarow::request::probe";
    for (field, value) in [("level", "INFO"), ("target", target), ("path", "/livez"), ("method", "GET")] {
        assert_eq!(event[field], value, "{line}");
    }
    assert_eq!(event["status"], 200, "{line}");
}

/// The log has the query of a slow request, as far as the setting allows it; and how long a search waited for a thread.
#[test]
fn log_lines_have_the_query() {
    let event = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
    let target = format!("/v1/games?pov={}", "é".repeat(3) + &"x".repeat(400));
    for (setting, length) in
        [(&[][..], Some(256)), (&["--log-query-chars-max", "4"], Some(4)), (&["--log-query-chars-max", "0"], None)]
    {
        let service = Service::start(&[&JSON_UNHURRIED[..], setting].concat(), &[]);
        process::get(&service.address, &target.replace('é', "%C3%A9"), &[]);
        let line = event(&service.wait_for("inarow::request"));
        let query = line.get("query").map(|query| query.as_str().expect("a text"));
        assert_eq!(query.map(str::len), length, "{line}");
        assert!(query.is_none_or(|query| query.starts_with("pov=")) && line["path"] == "/v1/games", "{line}");
        assert_eq!(service.status("/v1/move?game=gomoku&depth=1"), 200);
        let line = event(&service.wait_for("inarow::request"));
        assert!(line["queue_micros"].is_u64() && line.get("late").is_none(), "{line}");
        assert_eq!(line["movetime_ms"], HOUR_MS, "a depth may take the longest time: {line}");
        assert_eq!((&line["depth"], &line["stop"]), (&1.into(), &"depth".into()), "{line}");
        assert_eq!((&line["game"], &line["algorithm"]), (&"gomoku".into(), &"alpha-beta".into()), "{line}");
        assert!(line["nodes"].as_u64() > Some(0), "{line}");
        // Found at once, it has its time, and no part of the queue.
        assert_eq!(service.status("/v1/move?board=XX.OO....&movetime=70"), 200);
        let line = event(&service.wait_for("inarow::request"));
        assert_eq!((&line["movetime_ms"], &line["stop"]), (&70.into(), &"solved".into()), "{line}");
        assert!(line["depth"].is_u64() && line.get("queue_micros").is_none(), "{line}");
        assert_eq!(service.status("/v1/position"), 200);
        let line = event(&service.wait_for("inarow::request"));
        let none = ["movetime_ms", "nodes", "algorithm", "depth", "stop"];
        assert!(none.iter().all(|field| line.get(field).is_none()), "{line}");
    }
    let busy = Service::start(&[&JSON_UNHURRIED[..], &["--workers", "1"]].concat(), &[]);
    // The first search holds the one thread for longer than the other may wait, until the service ends.
    let mut first = std::net::TcpStream::connect(&busy.address).expect("a connection");
    let head = format!("GET /v1/move?game=gomoku&movetime={HOUR_MS} HTTP/1.1\r\nhost: test\r\n\r\n");
    first.write_all(head.as_bytes()).expect("sent");
    while !process::get(&busy.address, "/metrics", &[]).1.contains("inarow_searches_in_flight 1") {
        std::thread::yield_now();
    }
    let (status, answer) = process::get(&busy.address, "/v1/move?game=gomoku&movetime=50", &[]);
    assert!(status == 200 && answer.contains("\"stop\":\"queue\""), "{answer}");
    let line = event(&busy.wait_for("movetime=50"));
    assert_eq!((&line["late"], &line["status"]), (&true.into(), &200.into()), "{line}");
    assert_eq!(line["late_reason"], "busy", "{line}");
    // On a busy machine its time may be over before it comes to the queue.
    assert!(line["queue_micros"].is_u64(), "{line}");
    assert_eq!((&line["movetime_ms"], &line["stop"]), (&50.into(), &"queue".into()), "{line}");
}

/// The log has the work of a request, also of one with its fields in a body: game, algorithm, and number of positions.
#[test]
fn log_lines_have_the_work_of_a_request() {
    let service = Service::start(&[&JSON_UNHURRIED[..], &["--workers", "1", "--queue-max", "0"]].concat(), &[]);
    let call = |arguments: &str| {
        format!(
            r#"POST /mcp {{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"best_move","arguments":{arguments}}}}}"#
        )
    };
    let moves = r#"{"game":{"width":9,"height":8,"k":4},"algorithm":"alpha-beta","moves":["a1"],"depth":2}"#;
    let tool = call(r#"{"game":"gomoku","moves":["h8"],"level":"easy"}"#);
    let two = r#"POST /v1/batch {"requests":[{"kind":"move","game":"gomoku","depth":1},{"kind":"position","game":"gomoku"}]}"#;
    let mixed = r#"POST /v1/batch {"requests":[{"kind":"move","game":"gomoku","depth":1},{"kind":"position"}]}"#;
    for (request, game, algorithm, has_nodes) in [
        (&*format!("POST /v1/move {moves}"), Some("9,8,4"), Some("alpha-beta"), true),
        (&format!("POST /v1/analysis {moves}"), Some("9,8,4"), Some("alpha-beta"), true),
        (r#"POST /v1/move {}"#, Some("tic-tac-toe"), Some("retrograde"), true),
        (r#"POST /v1/position {"game":{"width":9,"height":8,"k":4,"gravity":true}}"#, Some("9,8,4g"), None, false),
        (r#"POST /v1/position {"game":{"cells":5,"lines":[[0,1,2],[2,3,4]]}}"#, Some("5 cells 2 lines"), None, false),
        (r#"POST /v1/review {"moves":["a1","b2"]}"#, Some("tic-tac-toe"), None, true),
        (r#"POST /v1/match {"games":1,"players":[{},{}]}"#, Some("tic-tac-toe"), None, true),
        ("GET /solve?pos=4453", Some("connect-four"), Some("solver"), true),
        ("GET /v1/puzzles?game=connect-four&seed=1", Some("connect-four"), None, false),
        (two, Some("gomoku"), None, true),
        (mixed, None, None, true),
        (&tool, Some("gomoku"), Some("alpha-beta"), true),
        (r#"POST /v1/move {"depth":"s3cret"}"#, None, None, false),
        ("GET /v1/games", None, None, false),
    ] {
        let (status, answer) = process::send(&service.address, request, &[("content-type", "application/json")]);
        assert!(status == 200 || request.contains("s3cret"), "{request}: {answer}");
        let line = service.wait_for("inarow::request");
        let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let text = |field: &str| event.get(field).map(|value| value.as_str().expect("a text"));
        assert_eq!((text("game"), text("algorithm")), (game, algorithm), "{request}: {line}");
        assert_eq!(event["nodes"].is_u64(), has_nodes, "{request}: {line}");
        assert_eq!(text("stop").is_some(), algorithm.is_some(), "{request}: {line}");
        assert!(["moves", "[0,1,2]", "s3cret"].iter().all(|sent| !line.contains(sent)), "{line}");
    }
    // A client that goes away, and one that is refused, asked for something all the same.
    let client = std::net::TcpStream::connect(&service.address).expect("a connection");
    let body = format!(r#"{{"game":"gomoku","movetime":{HOUR_MS}}}"#);
    let head = "POST /v1/move HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length";
    (&client).write_all(format!("{head}: {}\r\n\r\n{body}", body.len()).as_bytes()).expect("sent");
    while !process::get(&service.address, "/metrics", &[]).1.contains("inarow_searches_in_flight 1") {
        std::thread::yield_now();
    }
    let refused = r#"POST /v1/match {"game":"connect-four","games":1,"players":[{},{}]}"#;
    let (status, answer) = process::send(&service.address, refused, &[("content-type", "application/json")]);
    assert_eq!(status, 503, "{answer}");
    let line = service.wait_for("/v1/match");
    assert!(line.contains(r#""game":"connect-four""#) && line.contains("queue-full"), "{line}");
    drop(client);
    let line = service.wait_for("/v1/move");
    let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&event["status"], &event["game"]), (&499.into(), &"gomoku".into()), "{line}");
    assert!(event["movetime_ms"] == HOUR_MS && event.get("nodes").is_none(), "{line}");
}

/// The line of a stream's request is written when it begins; another one says how it ended.
#[test]
fn the_end_of_a_stream_is_logged() {
    let event = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
    let service = Service::start(&[&JSON_UNHURRIED[..], &["--heartbeat-ms", "10", "--workers", "1"]].concat(), &[]);
    let headers = [("accept", "application/x-ndjson"), ("x-request-id", "whole")];
    let (status, answer) = process::get(&service.address, "/v1/move?game=gomoku&moves=h8,i9&depth=2", &headers);
    assert!(status == 200 && answer.contains("\"final\":true"), "{answer}");
    // The work of a stream stands in one line, so that it counts once.
    let line = event(&service.wait_for("inarow::request"));
    assert!(line["stream"] == true && line["game"] == "gomoku" && line.get("nodes").is_none(), "{line}");
    let line = event(&service.wait_for("inarow::request::stream"));
    assert!(line.get("stream").is_none(), "{line}");
    assert_eq!(
        (&line["id"], &line["status"], &line["path"]),
        (&"whole".into(), &200.into(), &"/v1/move".into()),
        "{line}"
    );
    assert_eq!((&line["depth"], &line["stop"]), (&2.into(), &"depth".into()), "{line}");
    assert_eq!((&line["game"], &line["algorithm"]), (&"gomoku".into(), &"alpha-beta".into()), "{line}");
    assert!(line["nodes"].is_u64() && line["queue_micros"].is_u64() && line["movetime_ms"] == HOUR_MS, "{line}");
    assert!(line["micros"].is_u64() && line.get("code").is_none(), "{line}");
    // A client that has seen enough.
    let mut client = std::net::TcpStream::connect(&service.address).expect("a connection");
    let head = format!(
        "GET /v1/move?game=gomoku&movetime={HOUR_MS} HTTP/1.1\r\nhost: test\r\naccept: application/x-ndjson\r\nx-request-id: left\r\n\r\n"
    );
    client.write_all(head.as_bytes()).expect("sent");
    client.read_exact(&mut [0; 100]).expect("a beginning");
    drop(client);
    let line = event(&service.wait_for("inarow::request::stream"));
    assert_eq!((&line["id"], &line["status"]), (&"left".into(), &499.into()), "{line}");
    assert!(line.get("stop").is_none(), "{line}");
    assert!(line["client"] == "127.0.0.1" && line.get("key").is_none(), "{line}");
}

/// hyper itself answers bytes that are no HTTP, and no line of a request tells of it.
#[test]
fn a_connection_without_http_is_logged_and_counted() {
    let service = Service::start(&[], &[]);
    let mut client = std::net::TcpStream::connect(&service.address).expect("a connection");
    client.write_all(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a hello of TLS").expect("sent");
    let mut answer = String::new();
    client.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    let line = service.wait_for("inarow::connection");
    let port = client.local_addr().expect("an address").port();
    assert!(line.contains(&format!("a client sent no valid HTTP client=127.0.0.1 port={port} reason=")), "{line}");
    let page = process::get(&service.address, "/metrics", &[]).1;
    assert!(page.contains("inarow_connections_malformed_total 1"), "{page}");
}

/// The client is its address in each line, so that all of one client are found by it.
#[test]
fn a_connection_without_a_head_is_logged_for_those_who_look_for_it() {
    let settings = ["--header-timeout-ms", "100", "--log", "info,inarow::connection=debug", "--log-format", "json"];
    let service = Service::start(&settings, &[]);
    let client = std::net::TcpStream::connect(&service.address).expect("a connection");
    let line = service.wait_for("a client sent no whole head in time");
    let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&event["level"], &event["client"]), (&"DEBUG".into(), &"127.0.0.1".into()), "{line}");
    assert_eq!(event["port"], client.local_addr().expect("an address").port(), "{line}");
}

/// Behind a proxy all clients are one, unless the setting says where their addresses are; the log says so once.
#[test]
fn an_address_that_a_proxy_names_in_vain_is_told_once() {
    let warnings = |settings: &[&str]| {
        let service = Service::start(settings, &[]);
        for _ in 0..2 {
            process::get(&service.address, "/v1/games", &[("x-forwarded-for", "192.0.2.7")]);
        }
        service.signal(Signal::TERM);
        let is_warning = |line: &&String| line.contains("WARN") && line.contains("INAROW_CLIENT_HEADER");
        service.end().1.iter().filter(is_warning).count()
    };
    assert_eq!(warnings(&[]), 1);
    assert_eq!(warnings(&["--client-header", "x-forwarded-for"]), 0);
}

/// A key in the query is not read, and the log has nothing of it.
#[test]
fn log_lines_hide_what_looks_like_a_key() {
    let service = Service::start(&["--log-format", "json"], &[]);
    for (sent, logged) in [
        ("game=gomoku&api_key=s3cret", "game=gomoku&api_key=***"),
        ("anything=s3cret&s3cret", "anything=***&***"),
        ("s3cret==", "***=***"),
        ("Token=s3cret&key=s3cret", "Token=***&key=***"),
        ("bearer_token=s3cret", "bearer_token=***"),
        ("api%5Fkey=s3cret", "api%5Fkey=***"),
    ] {
        process::get(&service.address, &format!("/v1/games?{sent}"), &[]);
        let line = service.wait_for("inarow::request");
        let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert!(event["query"] == logged && !line.contains("s3cret"), "{line}");
    }
    // A key in a path, or as the name of a field, is not logged either.
    for (sent, path, reason) in
        [("/v1/s3cret/move", "/v1/***/move", None), ("/v1/move?s3cret", "/v1/move", Some("/*** unknown-field"))]
    {
        process::get(&service.address, sent, &[]);
        let line = service.wait_for("inarow::request");
        let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!((event["path"].as_str(), event["reason"].as_str()), (Some(path), reason), "{line}");
        assert!(!line.contains("s3cret"), "{line}");
    }
}

/// The log has the reason for a refusal, as far as it can say it without the values that were sent.
#[test]
fn log_lines_say_why_a_request_was_refused() {
    let file = std::env::temp_dir().join(format!("inarow-reason-keys-{}", std::process::id()));
    std::fs::write(&file, "key-of-nobody\n").expect("a file");
    let service = Service::start(&["--log-format", "json", "--api-keys-file", file.to_str().expect("text")], &[]);
    std::fs::remove_file(&file).expect("a file");
    let long = format!("GET /v1/move?{}=1", "x".repeat(2_000));
    let call = |name: &str, arguments: &str| {
        format!(
            r#"POST /mcp {{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#
        )
    };
    let (late, unknown, found) = (
        call("best_move", r#"{"moves":["b2","b2"]}"#),
        call("worst_move", "{}"),
        call("best_move", r#"{"moves":["b2"]}"#),
    );
    let batch =
        r#"POST /v1/batch {"requests":[{"kind":"position"},{"kind":"s3cret"},{"kind":"move","depth":"s3cret"}]}"#;
    let right = "Bearer key-of-nobody";
    for (request, key, status, code, reason, tool) in [
        ("GET /v1/move?moves=b2,b2", right, 422, Some("invalid-request"), Some("/moves/1 cell-taken"), None),
        (r#"POST /v1/move {"depth":"s3cret"}"#, right, 422, Some("invalid-request"), Some("/depth wrong-type"), None),
        ("POST /v1/move {", right, 400, Some("malformed-json"), None, None),
        (&long, right, 422, Some("invalid-request"), Some("/*** unknown-field"), None),
        (batch, right, 200, None, Some("2 failed elements"), None),
        (&late, right, 200, Some("invalid-request"), Some("/moves/1 cell-taken"), Some("best_move")),
        (&unknown, right, 200, None, Some("json-rpc -32602"), None),
        (&found, right, 200, None, None, Some("best_move")),
        ("GET /v1/move", "Bearer s3cret", 401, Some("unauthorized"), Some("unknown-key"), None),
        ("GET /v1/move", "", 401, Some("unauthorized"), Some("no-key"), None),
        ("GET /v1/move", "Basic s3cret", 401, Some("unauthorized"), Some("other-scheme"), None),
        ("GET /v1/move?api_key=s3cret", "", 401, Some("unauthorized"), Some("key-in-query"), None),
    ] {
        let agent = format!("curl/8 \u{9b}{}", "y".repeat(500));
        let headers = [("authorization", key), ("user-agent", &agent), ("content-type", "application/json")];
        let answer = process::send(&service.address, request, &headers);
        assert_eq!(answer.0, status, "{request}: {}", answer.1);
        let line = service.wait_for("inarow::request");
        let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let text = |field: &str| event.get(field).map(|value| value.as_str().expect("a text"));
        assert_eq!((text("code"), text("reason"), text("tool")), (code, reason, tool), "{line}");
        let agent = (status >= 400).then(|| format!("curl/8 ?{}", "y".repeat(120)));
        assert_eq!(text("user_agent"), agent.as_deref(), "{line}");
        assert!(!line.contains("s3cret"), "{line}");
    }
}

/// Probes can be left out of the log, and nothing else with them.
#[test]
fn probes_have_a_switch_in_the_log() {
    let service = Service::start(&["--log", "info,inarow::request::probe=off"], &[]);
    for path in ["/livez", "/readyz", "/metrics", "/version", "/v1/position"] {
        assert_eq!(service.status(path), 200);
    }
    service.signal(Signal::TERM);
    let requests = service.end().1.into_iter().filter(|line| line.contains(" inarow::request")).collect::<Vec<_>>();
    assert!(requests.len() == 1 && requests[0].contains("/v1/position"), "{requests:?}");
}

/// Clients that wait for a place get no answer that would be a line: one tells of all of them, while the port of metrics answers.
#[test]
fn a_full_table_of_connections_is_told() {
    let arguments = ["--log-format", "json", "--connections-max", "1", "--metrics-listen", "127.0.0.1:0"];
    let service = Service::start(&arguments, &[]);
    let _silent = std::net::TcpStream::connect(&service.address).expect("a connection");
    let line = service.wait_for("all connections are in use");
    let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&event["target"], &event["level"]), (&"inarow::connection".into(), &"WARN".into()), "{line}");
    assert_eq!((&event["connections"], &event["in_flight"]), (&1.into(), &0.into()), "{line}");
    let operations = service.operations.as_deref().expect("an address");
    let metrics = || process::get(operations, "/metrics", &[]).1;
    while metrics().contains("inarow_connections_full_seconds_total 0\n") {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    // The connection to the port of metrics takes no place of clients.
    assert!(metrics().contains("\ninarow_connections_open 1\n"), "{}", metrics());
}

/// Lines that a full disk does not take are missing, and counted.
#[test]
fn log_lines_that_cannot_be_written_are_counted() {
    let service = Service::start_with_full_log(std::net::TcpListener::bind("127.0.0.1:0").expect("a port"));
    let dropped = || {
        let page = process::get(&service.address, "/metrics", &[]).1;
        let count = page.lines().find_map(|line| line.strip_prefix("inarow_log_lines_dropped_total "));
        count.expect("a counter").parse::<u64>().expect("a number")
    };
    while dropped() < 10 {
        std::thread::yield_now();
    }
}

/// The log has, beside path and status of a request, the code of its problem, and the name of its key, never the key.
#[test]
fn log_lines_have_the_code_of_a_problem_and_the_name_of_a_key() {
    let file = std::env::temp_dir().join(format!("inarow-named-keys-{}", std::process::id()));
    std::fs::write(&file, "# three keys\nalice: key-of-alice\nkey-of-nobody\nalice: key-of-alice-2\n").expect("a file");
    let service = Service::start(&["--log-format", "json", "--api-keys-file", file.to_str().expect("text")], &[]);
    std::fs::remove_file(&file).expect("a file");
    for (key, target, status, code, name, key_line) in [
        ("key-of-alice", "/v1/move", 200, None, Some("alice"), Some(2)),
        ("key-of-alice-2", "/v1/move", 200, None, Some("alice"), Some(4)),
        ("key-of-alice", "/v1/move?depth=x", 422, Some("invalid-request"), Some("alice"), Some(2)),
        ("key-of-nobody", "/v1/games", 200, None, None, Some(3)),
        ("key-of-somebody", "/v1/games", 401, Some("unauthorized"), None, None),
        ("", "/no-such-path", 404, Some("not-found"), None, None),
    ] {
        let answer = process::get(&service.address, target, &[("authorization", &format!("Bearer {key}"))]);
        assert_eq!(answer.0, status, "{target}: {}", answer.1);
        let line = service.wait_for("inarow::request");
        let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let text = |field: &str| event.get(field).map(|value| value.as_str().expect("a text"));
        assert_eq!((text("code"), text("key"), &event["status"]), (code, name, &status.into()), "{line}");
        assert_eq!(event.get("key_line").map(|line| line.as_u64().expect("a number")), key_line, "{line}");
        assert!(!line.contains("key-of"), "{line}");
    }
    // The end of a stream is a line of its own, for the same key.
    let headers = [("authorization", "Bearer key-of-alice-2"), ("accept", "application/x-ndjson")];
    assert_eq!(process::get(&service.address, "/v1/move?game=gomoku&depth=1", &headers).0, 200);
    let line = service.wait_for("inarow::request::stream");
    let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&event["key"], &event["key_line"]), (&"alice".into(), &4.into()), "{line}");
    // The body of a POST is not logged, but its length is.
    let headers = [("authorization", "Bearer key-of-alice"), ("content-type", "application/json")];
    assert_eq!(process::send(&service.address, "POST /v1/position {}", &headers).0, 200);
    let line = service.wait_for("/v1/position");
    let event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(event["bytes_in"], 2, "{line}");
}

/// Nothing is lost at the end of the process.
#[test]
fn the_log_is_complete_at_exit() {
    let service = Service::start(&[], &[]);
    service.signal(rustix::process::Signal::TERM);
    let (code, lines) = service.end();
    assert_eq!(code, Some(0));
    assert!(lines.last().is_some_and(|line| line.ends_with(" stopped")), "{lines:?}");
}

/// Socket activation: the socket is there before the service, so that nobody is turned away while it starts.
#[test]
fn a_socket_may_be_handed_over() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let service = Service::start_on(listener);
    assert_eq!((&service.address, service.status("/livez")), (&address, 200));
    // The address of the socket, not the default that has no effect.
    let line = service.wait_for(" settings: ");
    assert!(line.contains(&format!(" --listen {address} ")), "{line}");
}

/// The steps of `inarow.socket` in the documents: a client that comes between two processes waits in the socket.
#[test]
fn nobody_is_refused_while_the_holder_of_the_socket_starts_the_service_again() {
    let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = socket.local_addr().expect("an address").to_string();
    let first = Service::start_on(socket.try_clone().expect("a descriptor"));
    assert_eq!(first.status("/livez"), 200);
    first.signal(rustix::process::Signal::TERM);
    assert_eq!(first.end().0, Some(0));
    // Connected before there is a process that could answer.
    let waiting = std::net::TcpStream::connect(&address).expect("a connection that waits");
    let second = Service::start_on(socket.try_clone().expect("a descriptor"));
    assert_eq!(process::get_on(waiting, "/livez", &[]).0, 200);
    assert_eq!(second.status("/livez"), 200);
}

#[test]
fn operators_can_have_a_listener_of_their_own() {
    let service = Service::start(&["--metrics-listen", "localhost:0"], &[]);
    let operations = service.operations.clone().expect("an address in the log");
    assert_eq!((service.status("/metrics"), process::get(&operations, "/metrics", &[]).0), (404, 200));
    let page = process::get(&operations, "/metrics", &[]).1;
    assert!(page.contains("\ninarow_log_lines_dropped_total 0\n"), "{page}");
}
