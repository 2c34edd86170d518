//! Settings from flags and variables.

use std::net::TcpListener;
use std::process::Command;

use clap::CommandFactory as _;

use crate::process::{self, Output, Service, run};

/// Asserts that the binary refuses to start with this exit code and sentence.
fn refused(code: i32, arguments: &[&str], environment: &[(&str, &str)], sentence: &str) -> Output {
    let output = run(arguments, environment);
    assert!(output.code == Some(code) && output.stderr.contains(sentence), "{sentence:?} is not said: {output:?}");
    output
}

#[test]
fn a_wrong_flag_is_named() {
    refused(2, &["--body-bytes-max", "x"], &[], "'x' for '--body-bytes-max <BODY_BYTES_MAX>'");
    refused(2, &["--body-byte-max", "1"], &[], "'--body-byte-max'");
    // The error names the flag: the operator has just typed it.
    refused(2, &["--depth-max", "0"], &[("INAROW_DEPTH_MAX", "x")], "'0' for '--depth-max <DEPTH_MAX>'");
    refused(2, &["--depth-max", "0"], &[("INAROW_NODES_MAX", "x")], "'0' for '--depth-max <DEPTH_MAX>'");
}

#[test]
fn a_wrong_variable_is_named_not_its_flag() {
    for (name, value) in [
        ("INAROW_BODY_BYTES_MAX", "many"),
        ("INAROW_HEADER_TIMEOUT_MS", "0"),
        ("INAROW_LOG_FORMAT", "xml"),
        ("INAROW_LISTEN", "8080"),
        ("INAROW_METRICS_LISTEN", "localhost"),
        ("INAROW_CORS_ORIGINS", "a.example"),
        ("INAROW_WORKERS", "1000000"),
    ] {
        let output = refused(2, &[], &[(name, value)], &format!("'{value}' for '{name}'"));
        assert!(!output.stderr.contains("for '--"), "{output:?}");
    }
}

/// `cargo run` hands the variables of the build on to the program, which would warn of names that begin as settings do.
#[test]
fn the_build_has_no_variables_that_look_like_settings() {
    let sources = [include_str!("../../build.rs"), include_str!("../../build/files.rs")];
    let names: Vec<&str> = sources
        .iter()
        .flat_map(|source| source.split("cargo::rustc-env=").skip(1).filter_map(|rest| rest.split('=').next()))
        .collect();
    assert_eq!(names, ["BUILD_COMMIT", "BUILD_RUSTC", "BUILD_PAGE_VERSION"]);
}

/// Platforms for containers set `PORT`.
#[test]
fn the_port_may_come_from_the_platform() {
    // Below the ports that the system gives to others, so that it is still free when the service starts.
    let first = 10_000 + (std::process::id() % 15_000) as u16;
    let port = (first..).find(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok()).expect("a port").to_string();
    let service =
        Service::start_anywhere(&[], &[("PORT", &port), ("INAROW_RATE_PER_MINUTE", "1"), ("INAROW_RATE_BURST", "1")]);
    // A machine without IPv6 has no socket of it.
    let has_ipv6 = TcpListener::bind("[::1]:0").is_ok();
    assert!(!has_ipv6 || service.address == format!("[::]:{port}"), "{}", service.address);
    for host in ["127.0.0.1", "[::1]"].into_iter().take(1 + usize::from(has_ipv6)) {
        // Each is a client of its own, called by its own address.
        let statuses = [200, 429].map(|_| process::get(&format!("{host}:{port}"), "/v1/games", &[]).0);
        assert_eq!(statuses, [200, 429], "{host}");
        let (line, client) = (service.wait_for("/v1/games"), host.trim_matches(['[', ']']));
        assert!(line.ends_with(&format!(" client={client}")), "{line}");
        assert_eq!(process::send(&format!("{host}:{port}"), "\u{16} /", &[]).0, 400);
        let line = service.wait_for("a client sent no valid HTTP");
        assert!(line.contains(&format!(" client={client} port=")), "{line}");
    }
    assert_eq!(run(&["healthcheck"], &[("PORT", &port)]).code, Some(0));
    // An address that is named is meant.
    let named = Service::start_anywhere(&[], &[("PORT", &port), ("INAROW_LISTEN", "127.0.0.1:0")]);
    assert!(named.address.starts_with("127.0.0.1:"), "{}", named.address);
    let reason = "invalid value 'many' for 'PORT': write a port from 0 to 65535, or set INAROW_LISTEN";
    refused(2, &[], &[("PORT", "many")], reason);
    refused(2, &["--check"], &[("PORT", "70000")], "invalid value '70000' for 'PORT': write a port");
}

/// All that is wrong at once: each flag, each variable, names that no setting has, and the file of keys.
#[test]
fn a_check_says_all_that_is_wrong() {
    let keys = std::env::temp_dir().join(format!("inarow-wrong-keys-{}", std::process::id()));
    std::fs::write(&keys, "alice:5f0c1d\ntwo words\n").expect("a file");
    let arguments = ["--check", "--depth-max", "0", "--wrokers=1", "--workers", "-1", "--queue-max", "5"];
    let environment = [
        ("INAROW_LOG_FORMAT", "xml"),
        ("INAROW_TABLE_MIB", "many"),
        // The flag counts in its place.
        ("INAROW_QUEUE_MAX", "many"),
        ("INAROW_WROKERS", "1"),
        ("INAROW_API_KEYS_FILE", keys.to_str().expect("text")),
        ("PORT", "99999"),
    ];
    let output = run(&arguments, &environment);
    std::fs::remove_file(&keys).expect("a file");
    let said: Vec<&str> = output.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    for (line, sentence) in said.iter().zip([
        "invalid value '0' for '--depth-max <DEPTH_MAX>'",
        "unexpected argument '--wrokers' found",
        "invalid value '-1' for '--workers <WORKERS>'",
        "invalid value 'xml' for 'INAROW_LOG_FORMAT'",
        "invalid value 'many' for 'INAROW_TABLE_MIB'",
        "invalid value '99999' for 'PORT'",
        "INAROW_WROKERS is not a setting",
        "line 1 has a key with a colon; write a space after the name: \"NAME: KEY\"; line 2 is neither",
    ]) {
        assert!(line.contains(sentence), "{sentence:?} is not said: {output:?}");
    }
    assert_eq!((output.code, said.len()), (Some(2), 8), "{output:?}");
    assert!(!output.stderr.contains("For more information"), "{output:?}");

    let output = run(&["--check", "--rate-burst", "5", "--query-bytes-max", "32769"], &[("INAROW_WROKERS", "1")]);
    let said = output.stderr.lines().filter(|line| line.starts_with("error: ")).count();
    assert!(output.code == Some(2) && said == 3, "{output:?}");
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    for (arguments, sentence) in [
        (["--movetime-ms-default", "20000"], "--movetime-ms-default 20000 (INAROW_MOVETIME_MS_DEFAULT) is above"),
        (["--rate-burst", "5"], "--rate-burst 5 (INAROW_RATE_BURST) has no effect without --rate-per-minute"),
        (["--answer-bytes-max", "100000000"], "is above --answers-in-flight-bytes-max 67108864"),
        (
            ["--body-bytes-max", "67108864"],
            "--body-bytes-max 67108864 (INAROW_BODY_BYTES_MAX) is above 67072000, all that",
        ),
        (["--requests-in-flight-bytes-max", "65536"], "--body-bytes-max 262144 (INAROW_BODY_BYTES_MAX) is above 28672"),
        (
            ["--query-bytes-max", "32769"],
            "--query-bytes-max 32769 (INAROW_QUERY_BYTES_MAX) is above 32768, the longest head",
        ),
        (["--workers", "1000000"], "1000000 is out of range; write one from 0 to 1024"),
        (["--cors-origins", "https://a.example/"], "write https://a.example"),
        (["--cors-origins", "https://a.example,*.example.com"], "name each origin"),
        (["--public-origin", "a.example"], "write e.g. https://a.example"),
        (["--client-header", "a b"], "is not a header name"),
        (["--client-header", "Authorization"], "\"Authorization\" has secrets, which would stand in the log"),
        (["--client-header", "cookie"], "set a header in which the proxy sends their names or addresses"),
        (["--client-header", "x-api-key"], "e.g. x-forwarded-for"),
        (["--metrics-listen", "127.0.0.1:8080"], "give metrics a port of their own, e.g. 127.0.0.1:8081"),
        (
            ["--metrics-listen", "0.0.0.0:8080"],
            "--listen 127.0.0.1:8080 (INAROW_LISTEN) and --metrics-listen 0.0.0.0:8080 (INAROW_METRICS_LISTEN) are one place",
        ),
    ] {
        let output = run(&arguments, &[]);
        assert!(output.code == Some(2) && output.stderr.contains(sentence), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_failed_start_is_exit_code_1_with_the_reason() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let taken = "choose another port, e.g. 127.0.0.1:8081, with --listen (or INAROW_LISTEN)";
    refused(1, &["--listen", &address], &[], taken);
    let taken = taken.replace("--listen (or INAROW_", "--metrics-listen (or INAROW_METRICS_");
    refused(1, &["--listen", "127.0.0.1:0", "--metrics-listen", &address], &[], &taken);
    refused(1, &["--listen", "no-such-host.invalid:80"], &[], "cannot listen on no-such-host.invalid:80");
    let missing = "--api-keys-file (INAROW_API_KEYS_FILE): /no/such/file: No such file";
    refused(1, &["--api-keys-file", "/no/such/file"], &[], missing);
    refused(1, &["--listen", "192.0.2.1:8306"], &[], "or [::]:8306 for all of them");
}

#[test]
fn failures_of_the_start_are_lines_of_a_log_in_json() {
    for (code, arguments, message) in [
        (1, ["--listen", "192.0.2.1:8306"], "cannot listen on 192.0.2.1:8306"),
        (2, ["--client-header", "cookie"], "--client-header (INAROW_CLIENT_HEADER)"),
    ] {
        let output = run(&arguments, &[("INAROW_LOG_FORMAT", "json")]);
        let lines: Result<Vec<serde_json::Value>, _> = output.stderr.lines().map(serde_json::from_str).collect();
        let last = lines.expect("lines of JSON").pop().expect("a line");
        let said = last["message"].as_str().expect("a message").to_owned();
        assert!(output.code == Some(code) && last["level"] == "ERROR" && said.starts_with(message), "{output:?}");
    }
    // So are flags, variables and settings that contradict each other: a line for each, wherever the format is asked for.
    for (arguments, environment, messages) in [
        (
            &["--workers", "many"][..],
            &[("INAROW_LOG_FORMAT", "json"), ("INAROW_TABLE_MIB", "x")][..],
            &["'many'", "'x'"][..],
        ),
        (&["--wrokers=1", "--log-format=json"], &[], &["'--wrokers'"]),
        (&["serve", "--log-format", "json"], &[], &["'serve'"]),
        (&["--log-format", "json", "--workers", "1", "--workers", "2"], &[], &["'--workers <WORKERS>'"]),
        (
            &["--rate-burst", "5", "--query-bytes-max", "4000000"],
            &[("INAROW_LOG_FORMAT", "json")],
            &["--query-bytes", "--rate-burst"],
        ),
        (&["--log-format", "json"], &[("PORT", "many")], &["'many' for 'PORT'"]),
    ] {
        let output = run(arguments, environment);
        let lines: Result<Vec<serde_json::Value>, _> = output.stderr.lines().map(serde_json::from_str).collect();
        let lines = lines.unwrap_or_else(|error| panic!("{error}: {output:?}"));
        assert!(output.code == Some(2) && output.stdout.is_empty(), "{output:?}");
        assert_eq!(lines.len(), messages.len(), "{output:?}");
        for (line, message) in lines.iter().zip(messages) {
            let said = line["message"].as_str().expect("a message");
            assert!(line["level"] == "ERROR" && said.contains(message) && !said.contains("Usage:"), "{output:?}");
        }
    }
    // Text where the format itself is wrong, or the flag takes the place of the variable.
    for (arguments, variable) in
        [(&["--log-format", "xml"][..], ""), (&["--log-format", "text", "--workers", "x"], "json")]
    {
        let output = run(arguments, &[("INAROW_LOG_FORMAT", variable)]);
        assert!(output.code == Some(2) && output.stderr.starts_with("error: "), "{output:?}");
    }
    // A log that is off leaves standard error to it.
    let output = run(&["--client-header", "cookie", "--log", "off"], &[("INAROW_LOG_FORMAT", "json")]);
    assert!(output.code == Some(2) && output.stderr.starts_with("inarow: --client-header"), "{output:?}");
}

/// A compose file sets empty variables where it passes on ones that its environment lacks.
#[test]
fn empty_variables_count_as_unset() {
    let command = inarow::config::Settings::command();
    let names = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str());
    let names = names.filter(|name| *name != "INAROW_API_KEYS_FILE");
    let empty: Vec<(&str, &str)> = names.map(|name| (name, "")).collect();
    assert!(empty.len() > 30, "{empty:?}");
    let service = Service::start(&["--listen", "127.0.0.1:0"], &empty);
    assert_eq!(service.status("/v1/games"), 200);
}

/// Nobody opens a service by a variable that is not set where the file of keys is named.
#[test]
fn an_empty_variable_of_keys_is_refused() {
    let sentence = "INAROW_API_KEYS_FILE is empty, and without keys the service would be open to every client";
    let variables = [("INAROW_API_KEYS_FILE", "")];
    refused(2, &["--listen", "127.0.0.1:0"], &variables, sentence);
    refused(2, &["--check"], &variables, sentence);
    let open = "did you mean INAROW_API_KEYS_FILE? without keys the service would be open to every client";
    for (name, value) in [("INAROW_API_KEYS", ""), ("INAROW_TOKENS", "k"), ("INAROW_AUTH_FILE", "/keys")] {
        refused(2, &["--listen", "127.0.0.1:0"], &[(name, value)], open);
        refused(2, &["--check"], &[(name, value)], "did you mean INAROW_API_KEYS_FILE?");
    }
    // A file that the command line names counts. It is read with the mark that editors of Windows begin it with.
    let file = std::env::temp_dir().join(format!("inarow-keys-mark-{}", std::process::id()));
    std::fs::write(&file, "\u{feff}alice: 5f0c1d5f0c1d5f0c\n").expect("a file");
    let output = run(&["--check", "--api-keys-file", file.to_str().expect("text")], &variables);
    assert!(output.code == Some(0) && output.stdout.starts_with("settings are valid; keys: alice\n"), "{output:?}");
    std::fs::remove_file(&file).expect("a file");
}

/// More search threads than cores find less in the same time.
#[test]
fn more_workers_than_cores_are_warned_of() {
    let cores = std::thread::available_parallelism().expect("a number").get();
    let workers = (cores + 1).to_string();
    let sentence = format!("--workers {workers} (INAROW_WORKERS) is above the number of cores, {cores}: ");
    let line = Service::start(&["--workers", &workers], &[]).wait_for("INAROW_WORKERS");
    assert!(line.contains("WARN") && line.contains(&sentence), "{line}");
    let checked = run(&["--check", "--workers", &workers], &[]);
    assert!(checked.code == Some(0) && checked.stderr.contains(&format!("warning: {sentence}")), "{checked:?}");
    let checked = run(&["--check", "--workers", &cores.to_string()], &[]);
    assert!(!checked.stderr.contains("INAROW_WORKERS"), "{checked:?}");
}

/// Tables that the machine has no room for end the process only when searches have filled them.
#[test]
fn more_memory_for_tables_than_there_is_is_warned_of() {
    let settings = ["--workers", "1000", "--table-mib", "65536"];
    let sentence = "--table-mib 65536 (INAROW_TABLE_MIB) × --workers 1000 (INAROW_WORKERS) are 65536000 MiB of tables, above the memory";
    let checked = run(&[&["--check"], &settings[..]].concat(), &[]);
    assert!(checked.code == Some(0) && checked.stderr.contains(&format!("warning: {sentence}")), "{checked:?}");
    let line = Service::start(&settings, &[]).wait_for("INAROW_TABLE_MIB");
    assert!(line.contains("WARN") && line.contains("× --workers 1000"), "{line}");
    let checked = run(&["--check", "--workers", "1", "--table-mib", "1"], &[]);
    assert!(!checked.stderr.contains("INAROW_TABLE_MIB"), "{checked:?}");
}

/// Settings that are valid, and rarely intended.
#[test]
fn unwise_settings_are_warned_of() {
    for (arguments, sentence) in [
        (&["--keep-alive-ms", "10"][..], "--keep-alive-ms 10 (INAROW_KEEP_ALIVE_MS) is below 5000"),
        (
            &["--workers", "1", "--searches-per-client-max", "3"],
            "--searches-per-client-max 3 (INAROW_SEARCHES_PER_CLIENT_MAX) is no limit with --workers 1 (INAROW_WORKERS): one client can have the only search thread; set 0,",
        ),
        // Two instances on two cores, each with the limit of the file for nginx.
        (
            &["--workers", "1", "--searches-per-client-max", "1"],
            "--searches-per-client-max 1 (INAROW_SEARCHES_PER_CLIENT_MAX) is no limit with --workers 1 (INAROW_WORKERS): one client can have the only search thread; set 0,",
        ),
        (
            &["--workers", "2", "--searches-per-client-max", "2"],
            "--searches-per-client-max 2 (INAROW_SEARCHES_PER_CLIENT_MAX) is no limit with --workers 2 (INAROW_WORKERS): one client can have all search threads; set 1\n",
        ),
        (&["--shutdown-grace-ms", "100"], "--shutdown-grace-ms 100 (INAROW_SHUTDOWN_GRACE_MS) is below 500"),
        (
            &["--metrics-listen", "0.0.0.0:9090"],
            "--metrics-listen 0.0.0.0:9090 (INAROW_METRICS_LISTEN) is every address of this machine, while --listen 127.0.0.1:8080 is one",
        ),
        (
            &["--connections-max", "1000000"],
            "--connections-max 1000000 (INAROW_CONNECTIONS_MAX) needs 1000064 open files, above",
        ),
        (
            &["--answers-in-flight-bytes-max", "1000000000000"],
            "--answers-in-flight-bytes-max 1000000000000 (INAROW_ANSWERS_IN_FLIGHT_BYTES_MAX) is above the memory of this machine",
        ),
        (
            &["--requests-in-flight-bytes-max", "1000000000000"],
            "--requests-in-flight-bytes-max 1000000000000 (INAROW_REQUESTS_IN_FLIGHT_BYTES_MAX) is above the memory",
        ),
    ] {
        let checked = process::run_with_files(10_000, &[&["--check"], arguments].concat());
        assert!(checked.code == Some(0) && checked.stderr.contains(&format!("warning: {sentence}")), "{checked:?}");
    }
    for (setting, value, sentence) in [
        ("--keep-alive-ms", "10", "INAROW_KEEP_ALIVE_MS) is below"),
        ("--searches-per-client-max", "1", "INAROW_SEARCHES_PER_CLIENT_MAX) is no limit"),
    ] {
        let line = Service::start(&["--workers", "1", setting, value], &[]).wait_for(sentence);
        assert!(line.contains("WARN"), "{line}");
    }
    for wise in [
        &["--workers", "1", "--searches-per-client-max", "0"][..],
        &["--listen", "0.0.0.0:8080", "--metrics-listen", "0.0.0.0:9090", "--workers", "1"],
    ] {
        let checked = process::run_with_files(10_000, &[&["--check"], wise].concat());
        assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""), "{wise:?}");
    }
}

/// A misspelled variable has no effect; the log says so, and the service starts.
#[test]
fn unknown_variables_are_named_in_the_log() {
    let variables = [("INAROW_MOVETIME_MAX", "5000"), ("INAROW_FLAVOUR", "sour"), ("INAROW_SERVICE_HOST", "10.0.0.1")];
    let output = refused(1, &["--listen", "no-such-host.invalid:80"], &variables, "cannot listen on");
    let warnings: Vec<_> = output.stderr.lines().filter(|line| line.contains("not a setting")).collect();
    assert_eq!(warnings.len(), 2, "{output:?}");
    assert!(warnings[0].ends_with("INAROW_FLAVOUR is not a setting; it has no effect"), "{output:?}");
    assert!(
        warnings[1]
            .contains("INAROW_MOVETIME_MAX is not a setting; it has no effect; did you mean INAROW_MOVETIME_MS_MAX?")
    );
    assert_eq!(Service::start(&[], &variables).status("/livez"), 200);
}

/// The log has once, at the start, the values in force, set or not.
#[test]
fn settings_in_force_are_in_the_log() {
    let (arguments, variables) = (&["--workers", "3", "--movetime-ms-max", "500"], [("INAROW_LOG_FORMAT", "text")]);
    let service = Service::start(arguments, &variables);
    let line = service.wait_for(" settings: ");
    for setting in [
        "--listen 127.0.0.1:0 ",
        "--workers 3 ",
        "--movetime-ms-max 500 ",
        "--movetime-ms-default 500 ",
        "--log-format text ",
        "--cors-origins '*' ",
        "--rate-per-minute 0 ",
    ] {
        assert!(line.contains(setting), "{setting}: {line}");
    }
    assert!(line.contains("--threads-per-request-max 3 "), "effective as the workers: {line}");
    assert!(!line.contains("--api-keys-file"), "what is not set has no value: {line}");
    // They may be given again as they are, in a shell.
    let in_force = line.split_once(" settings: ").expect("the text").1;
    let printed = Command::new("sh").args(["-c", &format!("printf '%s\\n' {in_force}")]).output().expect("a shell");
    let words = String::from_utf8(printed.stdout).expect("text");
    let flags: Vec<&str> = words.lines().collect();
    assert!(flags.contains(&"*"), "{flags:?}");
    let again = Service::start(&flags, &[]).wait_for(" settings: ");
    assert_eq!(again.split_once(" settings: ").expect("the text").1, in_force);
}

/// `--check` serves nothing: it says whether the settings and the keys are valid.
#[test]
fn settings_can_be_checked_without_a_start() {
    let file = std::env::temp_dir().join(format!("inarow-keys-checked-{}", std::process::id()));
    let arguments = ["--check", "--api-keys-file", file.to_str().expect("text")];
    std::fs::write(&file, "alice: k1\nalice: k2\nk3\n").expect("a file");
    let output = run(&arguments, &[]);
    let [valid, in_force] = output.stdout.lines().collect::<Vec<_>>()[..] else { panic!("{output:?}") };
    assert_eq!((output.code, valid), (Some(0), "settings are valid; keys: alice (2 keys), 1 without a name"));
    assert!(
        in_force.starts_with("settings: --listen 127.0.0.1:8080 ") && in_force.contains(" --rate-per-minute 0 "),
        "{in_force}"
    );
    assert!(
        output.stderr.contains("warning: keys of fewer than 16 characters can be guessed (line 1, 2, 3 of"),
        "{output:?}"
    );
    std::fs::write(&file, "alice: \"5f0c1d5f0c1d5f0c\"\n").expect("a file");
    let quoted = run(&arguments, &[]).stderr;
    assert!(
        quoted.contains("warning: keys in quotes (line 1 of the file of keys): the quotes count as part of them"),
        "{quoted}"
    );
    std::fs::write(&file, "alice:k1\n").expect("a file");
    refused(2, &arguments, &[], "--api-keys-file (INAROW_API_KEYS_FILE): ");
    std::fs::remove_file(&file).expect("a file");
    refused(2, &["--check", "--depth-max", "x"], &[], "x is not a whole number");
    // Names are looked up at the start alone.
    assert_eq!(run(&["--check", "--listen", "no-such-host.invalid:80"], &[]).code, Some(0));
    let open = run(&["--check"], &[]).stdout;
    assert!(open.starts_with("settings are valid; no keys: open to every client\nsettings: "), "{open}");
    refused(2, &["check"], &[], "unrecognized subcommand 'check'; did you mean --check?");
}

/// A variable that is no setting is as wrong as a flag that does not exist; where keys are meant, the service does not even start.
#[test]
fn unknown_variables_are_no_valid_settings() {
    for (name, sentence) in [
        ("INAROW_FLAVOUR", "error: INAROW_FLAVOUR is not a setting; it has no effect\n"),
        ("INAROW_KEYS_FILE", "has no effect; did you mean INAROW_API_KEYS_FILE?"),
        ("INAROW_APIKEYS", "has no effect; did you mean INAROW_API_KEYS_FILE?"),
    ] {
        let output = refused(2, &["--check"], &[(name, "keys")], sentence);
        assert_eq!(output.stdout, "", "{name}");
    }
    let open = "did you mean INAROW_API_KEYS_FILE? without keys the service would be open to every client";
    // Exit code 2, at which the unit for systemd tries no further start.
    refused(2, &["--listen", "127.0.0.1:0"], &[("INAROW_KEYS_FILE", "keys")], open);
}

/// The log says at the start who may ask.
#[test]
fn the_log_tells_who_may_ask() {
    Service::start(&[], &[]).wait_for("no keys: open to every client");
    let file = std::env::temp_dir().join(format!("inarow-keys-open-{}", std::process::id()));
    std::fs::write(&file, "alice: 5f0c1d5f0c1d5f0c\nbob: short\n").expect("a file");
    let mode =
        |mode| std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(mode)).expect("a file");
    mode(0o644);
    let arguments = ["--api-keys-file", file.to_str().expect("text")];
    // Another variable may mean keys, too: those of the flag are in force.
    let service = Service::start(&arguments, &[("INAROW_KEYS_FILE", "keys")]);
    assert!(service.wait_for("keys read").contains("keys=2 names=\"alice, bob\""));
    assert!(service.wait_for("WARN").contains("can be guessed (line 2 of the file of keys)"));
    service.wait_for("every user of this machine can read the file of keys");
    mode(0o600);
    assert!(!run(&["--check", arguments[0], arguments[1]], &[]).stderr.contains("every user"));
    std::fs::remove_file(&file).expect("a file");
}

/// Once a minute: why an address gets 429 in place of 401.
#[test]
fn requests_without_a_valid_key_beyond_their_rate_are_in_the_log() {
    let file = std::env::temp_dir().join(format!("inarow-keys-rate-{}", std::process::id()));
    std::fs::write(&file, "alice: k1\n").expect("a file");
    let arguments = ["--api-keys-file", file.to_str().expect("text"), "--rate-per-minute", "1"];
    let service = Service::start(&arguments, &[]);
    for expected in [401, 429, 429] {
        assert_eq!(service.status("/v1/games"), expected);
    }
    let line = service.wait_for("without a valid key");
    assert!(line.contains("WARN") && line.contains("client=127.0.0.1"), "{line}");
    std::fs::remove_file(&file).expect("a file");
}

/// A misspelled level would be a target, and nothing would be logged.
#[test]
fn a_wrong_level_of_the_log_is_refused_with_the_nearest() {
    refused(2, &["--log", "infoo"], &[], "did you mean info? levels are off, error, warn, info, debug, trace");
    refused(2, &[], &[("INAROW_LOG", "info,inarow=debgu")], "'info,inarow=debgu' for 'INAROW_LOG'");
    refused(2, &["--log", "a=b=c"], &[], "\"b=c\" is not a level");
}

/// A key and its name without a space between them would be a key that nobody has; a key of two clients has one name in the log.
#[test]
fn wrong_keys_are_refused_without_their_text() {
    let file = std::env::temp_dir().join(format!("inarow-keys-without-space-{}", std::process::id()));
    let arguments = ["--api-keys-file", file.to_str().expect("text")];
    for (lines, sentence) in [
        (
            ["bob: key-of-bob", "alice:key-of-alice"],
            "line 3 has a key with a colon; write a space after the name: \"NAME: KEY\"",
        ),
        (["bob: key-of-bob", "alice: key-of-bob"], "line 3 has the key of line 2; give each client its own"),
    ] {
        // A file in Latin 1.
        std::fs::write(&file, b"\xe9t\xe9").expect("a file");
        refused(2, &arguments, &[], "line 1 is not UTF-8");
        std::fs::write(&file, format!("# keys\n{}\n", lines.join("\n"))).expect("a file");
        let output = refused(2, &arguments, &[], sentence);
        assert!(!output.stderr.contains("key-of"), "{output:?}");
    }
    std::fs::remove_file(&file).expect("a file");
}

/// A value with a unit is refused with the number that was meant.
#[test]
fn numbers_with_units_are_refused_with_the_unit_that_is_due() {
    for (flag, variable, value, sentence) in [
        ("--shutdown-grace-ms", "INAROW_SHUTDOWN_GRACE_MS", "10s", "milliseconds without a unit; 10s is 10000"),
        ("--movetime-ms-max", "INAROW_MOVETIME_MS_MAX", "2 min", "milliseconds without a unit; 2 min is 120000"),
        ("--keep-alive-ms", "INAROW_KEEP_ALIVE_MS", "soon", "milliseconds without a unit\n"),
        ("--body-bytes-max", "INAROW_BODY_BYTES_MAX", "64KiB", "bytes without a unit; 64KiB is 65536"),
        ("--table-mib", "INAROW_TABLE_MIB", "1G", "mebibytes without a unit; 1G is 1024"),
        ("--keep-alive-ms", "INAROW_KEEP_ALIVE_MS", "1.5s", "milliseconds without a unit; 1.5s is 1500"),
        ("--rate-per-minute", "INAROW_RATE_PER_MINUTE", "5r/s", "requests a minute without a unit; 5r/s is 300"),
    ] {
        let by_flag = refused(2, &[flag, value], &[], &format!("'{value}' for '{flag}"));
        let by_variable = refused(2, &[], &[(variable, value)], &format!("'{value}' for '{variable}'"));
        for output in [by_flag, by_variable] {
            assert!(output.stderr.contains(&format!("write a whole number of {sentence}")), "{output:?}");
        }
    }
    for (arguments, sentence) in [
        (
            ["--workers", "many"],
            "'many' for '--workers <WORKERS>': many is not a whole number; write one from 0 to 1024",
        ),
        (["--depth-max", "0"], "': 0 is out of range; write one from 1 to 4294967295"),
        (["--table-mib", "999999"], "': 999999 is out of range; write one from 1 to 65536"),
    ] {
        let output = refused(2, &arguments, &[], sentence);
        assert!(!output.stderr.contains("without a unit"), "{output:?}");
    }
}

/// Each setting that is a number, with common mistakes: the message has the flag or the variable, and the numbers it may have.
#[test]
fn every_number_says_what_it_may_be() {
    let command = inarow::config::Settings::command();
    let is_number = |argument: &&clap::Arg| {
        let default = argument.get_default_values().first().and_then(|value| value.to_str());
        default.is_some_and(|value| value.parse::<u64>().is_ok())
    };
    let numbers: Vec<_> = command.get_arguments().filter(is_number).collect();
    assert!(numbers.len() > 28, "{}", numbers.len());
    for argument in numbers {
        let flag = format!("--{}", argument.get_long().expect("a flag"));
        let variable = argument.get_env().and_then(|name| name.to_str()).expect("a variable");
        for (value, reason) in [
            ("-1", "-1 is not a whole number from 0 on; write one from "),
            ("-1s", "-1s is not a whole number; write one from "),
            ("1.5", "1.5 is not a whole number; write one from "),
            ("1e3", "1e3 is not a whole number; write one from "),
            ("+5", " in digits alone"),
            ("99999999999999999999", "99999999999999999999 is out of range; write one from "),
        ] {
            refused(2, &["--check", &flag, value], &[], &format!("'{value}' for '{flag} <"));
            let output = refused(2, &["--check"], &[(variable, value)], &format!("'{value}' for '{variable}'"));
            assert!(output.stderr.contains(reason), "{output:?}");
        }
        // An empty variable is unset.
        refused(2, &["--check", &flag, ""], &[], "there is no number; write one from ");
    }
}

#[test]
fn host_names_can_be_listened_on() {
    let service = Service::start(&["--listen", "localhost:0"], &[]);
    assert_eq!(service.status("/livez"), 200);
}

/// A lower maximum takes the default with it, unless the default was set, too.
#[test]
fn a_maximum_below_the_default_is_enough() {
    let service = Service::start(&["--movetime-ms-max", "500"], &[]);
    let (status, answer) = crate::process::get(&service.address, "/v1/games", &[]);
    assert!(status == 200 && answer.contains(r#""movetimeMsDefault":500"#), "{answer}");
}
