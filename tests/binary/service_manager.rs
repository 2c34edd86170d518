//! Notifications of the service to systemd.

use std::os::unix::net::UnixDatagram;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::process::Service;

/// Only a service that says nothing takes so long.
const DEADLINE: Duration = Duration::from_secs(600);

#[test]
fn systemd_hears_that_it_is_ready_alive_and_stops() {
    let path = std::env::temp_dir().join(format!("inarow-notify-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let socket = UnixDatagram::bind(&path).expect("a socket");
    // Read at once: the service would wait where the socket is full.
    let (sender, messages) = channel();
    thread::spawn(move || {
        let mut text = [0; 256];
        while let Ok(length) = socket.recv(&mut text) {
            if sender.send(String::from_utf8_lossy(&text[..length]).trim_end().to_owned()).is_err() {
                break;
            }
        }
    });
    let heard = || messages.recv_timeout(DEADLINE).expect("a message");
    let place = path.to_str().expect("a path");
    let service = Service::start(&[], &[("NOTIFY_SOCKET", place), ("WATCHDOG_USEC", "20000")]);
    assert_eq!(heard(), "READY=1");
    assert_eq!(service.status("/readyz"), 200);
    assert_eq!([heard(), heard()], ["WATCHDOG=1", "WATCHDOG=1"]);
    service.signal(Signal::TERM);
    while heard() != "STOPPING=1" {}
    assert_eq!(service.end().0, Some(0));
    std::fs::remove_file(&path).expect("the socket removed");
}
