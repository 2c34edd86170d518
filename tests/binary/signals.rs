//! SIGTERM, SIGINT and SIGHUP.

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::process::{Service, get};

#[test]
fn sigterm_and_sigint_end_the_service_well() {
    for signal in [Signal::TERM, Signal::INT] {
        let service = Service::start(&[], &[]);
        service.signal(signal);
        assert_eq!(service.end().0, Some(0), "{signal:?}");
    }
}

/// The second signal ends delay and grace time at once, and a search that has hours left.
#[test]
fn a_second_signal_ends_the_service_at_once() {
    let hours = "36000000";
    for waits in [["--shutdown-delay-ms", hours], ["--shutdown-grace-ms", hours]] {
        let arguments = [&waits[..], &["--movetime-ms-max", hours, "--movetime-ms-default", hours]].concat();
        let service = Service::start(&arguments, &[]);
        let mut client = TcpStream::connect(&service.address).expect("a connection");
        client.write_all(b"GET /v1/move?game=gomoku HTTP/1.1\r\nhost: a\r\n\r\n").expect("a request sent");
        while !get(&service.address, "/metrics", &[]).1.contains("\ninarow_searches_in_flight 1\n") {
            std::thread::sleep(Duration::from_millis(10));
        }
        service.signal(Signal::TERM);
        service.wait_for("SIGTERM: stopping");
        // Those of the first second are the same request.
        let last = loop {
            service.signal(Signal::INT);
            let line = service.wait_for("SIGINT again");
            if !line.contains("together with the first signal") {
                break line;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert!(last.contains("SIGINT again: stopped at once"), "{last}");
        assert_eq!(service.end().0, Some(1));
    }
}

/// `timeout` of GNU sends a signal twice, to the process and to its group.
#[test]
fn signals_that_come_together_are_one_request() {
    loop {
        // Longer than any test waits.
        let mut service = Service::start(&["--shutdown-delay-ms", "3600000"], &[]);
        let sent = Instant::now();
        service.signal(Signal::TERM);
        service.wait_for("SIGTERM: stopping");
        service.signal(Signal::INT);
        let line = service.wait_for("again");
        // On a machine that is slower than that they did not come together.
        if sent.elapsed() < Duration::from_secs(1) {
            assert!(line.contains("SIGINT again together with the first signal"), "{line}");
            assert_eq!(service.status("/livez"), 200);
            assert!(service.is_running());
            return;
        }
    }
}

#[test]
fn during_the_shutdown_delay_connections_are_taken_and_readyz_fails() {
    // Longer than any test waits.
    let mut service = Service::start(&["--shutdown-delay-ms", "3600000"], &[]);
    assert_eq!(service.status("/readyz"), 200);
    service.signal(Signal::TERM);
    service.wait_for("SIGTERM: stopping");
    // The signal is logged just before the state changes.
    while service.status("/readyz") == 200 {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!((service.status("/readyz"), service.status("/livez"), service.status("/v1/move")), (503, 200, 200));
    assert!(service.is_running());
}

#[test]
fn the_service_ends_after_the_shutdown_delay() {
    let service = Service::start(&["--shutdown-delay-ms", "300"], &[]);
    service.signal(Signal::TERM);
    assert_eq!(service.end().0, Some(0));
}

#[test]
fn sighup_without_keys_changes_nothing() {
    let mut service = Service::start(&[], &[]);
    service.signal(Signal::HUP);
    service.wait_for("SIGHUP: ignored");
    assert_eq!(service.status("/livez"), 200);
    assert!(service.is_running());
}

#[test]
fn sighup_reads_the_keys_again() {
    let file = KeysFile::new("alice: old-key\n");
    let service = Service::start(&["--api-keys-file", file.0.to_str().expect("text")], &[]);
    let line = service.wait_for("keys read");
    assert!(line.ends_with("keys read keys=1 names=\"alice\"") && !line.contains("old-key"), "{line}");
    let status = |key: &str| get(&service.address, "/v1/move", &[("authorization", &format!("Bearer {key}"))]).0;
    assert_eq!((status("old-key"), status("new-key"), service.status("/v1/move")), (200, 401, 401));

    fs::write(&file.0, "# two keys\nnew-key\nthird-key\n").expect("a file");
    service.signal(Signal::HUP);
    assert!(service.wait_for("SIGHUP: keys read").contains("keys=2"));
    assert_eq!((status("old-key"), status("new-key"), status("third-key")), (401, 200, 200));

    fs::write(&file.0, "# no key\n").expect("a file");
    service.signal(Signal::HUP);
    service.wait_for("SIGHUP: keys not read; the previous ones stay in force");
    assert_eq!((status("new-key"), status("")), (200, 401));
    let is_outdated = || get(&service.address, "/metrics", &[]).1.contains("\ninarow_keys_outdated 1\n");
    assert!(is_outdated());
    fs::write(&file.0, "new-key\n").expect("a file");
    service.signal(Signal::HUP);
    service.wait_for("SIGHUP: keys read");
    assert!(!is_outdated());
}

/// A file of keys, removed when the test ends.
struct KeysFile(PathBuf);

impl KeysFile {
    fn new(text: &str) -> KeysFile {
        let path = std::env::temp_dir().join(format!("inarow-keys-{}", std::process::id()));
        fs::write(&path, text).expect("a file");
        KeysFile(path)
    }
}

impl Drop for KeysFile {
    fn drop(&mut self) {
        // A file that stays harms nobody.
        let _ = fs::remove_file(&self.0);
    }
}
