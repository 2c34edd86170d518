//! The runbook: every alert has its entry, every metric that it names is there, and its commands read the lines that the service logs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use rustix::process::Signal;

use crate::process::{self, Service};

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
}

/// The names that begin like this, up to the next character that is no part of one.
fn names<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let starts = text.match_indices(prefix).map(|(start, _)| &text[start..]);
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    starts.map(|rest| &rest[..end(rest)]).collect()
}

#[test]
fn every_alert_has_an_entry_that_its_rule_names() {
    let runbook = text("docs/runbook.md");
    let entries: BTreeSet<&str> = runbook.lines().filter_map(|line| line.strip_prefix("### Inarow")).collect();
    let mut alerts = 0;
    for file in ["deploy/prometheus/inarow.rules.yaml", "deploy/prometheus/nginx.rules.yaml"] {
        let rules = text(file);
        for rule in rules.split("- alert: Inarow").skip(1) {
            let name = rule.lines().next().expect("a name");
            let reference =
                format!("runbook_url: \"https://games.example/docs/runbook#inarow{}\"\n", name.to_lowercase());
            assert!(entries.contains(name) && rule.contains(&reference), "{name}: {reference}");
            alerts += 1;
        }
    }
    assert_eq!((entries.len(), alerts), (alerts, alerts), "an entry is about no alert: {entries:?}");
}

/// Entries that stand for themselves have three parts: what callers see, what shows it and what to do.
#[test]
fn entries_have_their_three_parts() {
    for entry in text("docs/runbook.md").split("\n### ").skip(1) {
        let parts = ["ees**: ", "**Shows it**: ", "**Do**: "].map(|part| entry.contains(part));
        let parts = [parts[0] || entry.contains("**Callers see**: "), parts[1], parts[2]];
        assert!(parts == [true; 3] || entry.contains("\nAs ["), "{entry}");
    }
}

#[test]
fn the_metrics_that_it_names_are_there() {
    let (runbook, operations) = (text("docs/runbook.md"), text("docs/operations.md"));
    for metric in names(&runbook, "inarow_") {
        let family = metric.trim_end_matches("_bucket").trim_end_matches("_count");
        let of_nginx = [
            "inarow_nginx_answers_total",
            "inarow_nginx_reload_pending",
            "inarow_certificate_expiry_timestamp_seconds",
        ];
        let is_there = operations.contains(&format!("| `{family}` |")) || of_nginx.contains(&family);
        assert!(is_there, "{metric}");
    }
}

/// The commands of the runbook in fenced blocks.
fn commands() -> Vec<String> {
    let runbook = text("docs/runbook.md");
    let blocks = runbook.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Lines of the log of a service after requests that succeed, and requests that fail.
fn logged() -> String {
    let keys = std::env::temp_dir().join(format!("inarow-runbook-keys-{}", std::process::id()));
    fs::write(&keys, "alice: 5f0c1d5f0c1d5f0c1d\n").expect("a file");
    let service = Service::start(&["--log-format", "json", "--api-keys-file", keys.to_str().expect("text")], &[]);
    let key = [("authorization", "Bearer 5f0c1d5f0c1d5f0c1d"), ("x-request-id", "5f0c1d2e")];
    for (target, headers, status) in
        [("/v1/move?game=gomoku&movetime=1100", &key[..], 200), ("/v1/move?depth=0", &key, 422), ("/v1/move", &[], 401)]
    {
        assert_eq!(process::get(&service.address, target, headers).0, status, "{target}");
    }
    service.signal(Signal::TERM);
    let lines = service.end().1.join("\n");
    fs::remove_file(&keys).expect("a file");
    // Lines that a test cannot cause.
    let others = [
        r#"{"timestamp":"2999-01-01T10:00:00Z","level":"ERROR","target":"inarow","message":"panic","thread":"search","place":"a.rs:1:2"}"#,
        r#"{"timestamp":"2999-01-01T10:00:00Z","target":"inarow::request","status":200,"late":true,"late_reason":"busy","key":"web","client":"192.0.2.1"}"#,
        r#"{"timestamp":"2999-01-01T10:00:00Z","level":"INFO","message":"keys read","keys":1,"names":"alice"}"#,
        "inarow.service: Failed with result 'watchdog'.",
        "no JSON",
    ];
    format!("{lines}\n{}\n", others.join("\n"))
}

#[test]
fn its_commands_read_the_log() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("runbook");
    fs::create_dir_all(folder.join("nginx")).expect("a folder");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_577_836_800);
    let write = |name: &str, text: &str, is_old: bool| {
        let mut file = fs::File::create(folder.join(name)).expect("a file");
        file.write_all(text.as_bytes()).expect("a file");
        if is_old {
            file.set_modified(long_ago).expect("its time");
        }
    };
    write("inarow.log", &logged(), false);
    let of_nginx = |time: &str, key: &str, id: &str| {
        format!(
            "{{\"timestamp\":\"{time}T10:00:00.000+00:00\",\"id\":\"{id}\",\"upstreamId\":\"5f0c1d2e\",\"status\":429,\"key\":\"{key}\",\"client\":\"192.0.2.1\"}}\n"
        )
    };
    // A full disk leaves half a line.
    write("nginx/inarow.log", &format!("{{\"timestamp\":\"20\n{}", of_nginx("2999-01-01", "alice", "5f0c1d2e")), false);
    write("nginx/inarow.log.1", &of_nginx("2020-01-01", "bob", "a07e2b"), false);
    // The journal itself leaves out older lines.
    let old = |time: &str| {
        format!(
            "{{\"timestamp\":\"{time}T10:00:00Z\",\"status\":500,\"key\":\"bob\",\"late\":true,\"micros\":2000000,\"movetime_ms\":1,\"message\":\"keys\"}}\n"
        )
    };
    write("inarow.log.1", &old("2020-01-01"), false);
    // Files of which nothing can be new are not read at all: here their lines would be found.
    write("nginx/inarow.log.2", &of_nginx("2999-01-01", "bob", "a07e2b"), true);
    write("inarow.log.2", &old("2999-01-01"), true);
    // Commands that the machine of the test does not have, or that print other lines there.
    let around = "set -eu\njournalctl() { cat inarow.log; }\nss() { :; }\n";
    let (places, commands): (Vec<_>, Vec<_>) = commands().into_iter().partition(|line| line.starts_with("logged() {"));
    assert_eq!(places.len(), 2, "the journal, and files");
    for place in places {
        reads_the_log(&folder, &format!("{around}{place}\n"), &commands);
    }
}

/// Runs all commands where the log is in one of its places.
fn reads_the_log(folder: &Path, around: &str, commands: &[String]) {
    let mut of_log = 0;
    for command in commands {
        let script = format!("{around}{command}").replace("/var/log", folder.to_str().expect("text"));
        let ran = Command::new("sh").args(["-c", &script]).current_dir(folder).output().expect("a shell");
        let (said, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        // A command that finds nothing in a journal without such lines has no success: that of the system's.
        assert!(fault.is_empty() && (ran.status.success() || command.contains("journalctl -k")), "{command}\n{fault}");
        let of_the_system = command.contains("Failed with result");
        if command.contains("jq") || of_the_system {
            of_log += 1;
            assert!(
                of_the_system || command.contains("logged") || command.contains("nginx"),
                "{command} has a log of its own"
            );
            assert!(!said.trim().is_empty(), "{command} finds nothing");
            assert!(!said.contains("bob") && !said.contains("settings:"), "{command} finds too much: {said}");
        }
    }
    assert!(of_log >= 7, "{of_log} of {} commands read the log", commands.len());
}
