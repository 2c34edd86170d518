//! The command `healthcheck`.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;

use crate::process::{Output, Service, run};

fn check(address: &str) -> Output {
    run(&["healthcheck", "--listen", address], &[])
}

/// A server that answers one connection with these bytes; its address.
fn answers_once(bytes: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let read = stream.read(&mut [0; 1024]).expect("a request");
        assert!(read > 0);
        stream.write_all(bytes).expect("an answer sent");
    });
    address
}

#[test]
fn a_service_that_is_well_is_exit_code_0() {
    let service = Service::start(&[], &[]);
    assert_eq!(check(&service.address).code, Some(0));
    let port = service.address.rsplit(':').next().expect("a port");
    // The address as a container's environment has it.
    assert_eq!(run(&["healthcheck"], &[("INAROW_LISTEN", &format!("0.0.0.0:{port}"))]).code, Some(0));
    assert_eq!(check(&format!("localhost:{port}")).code, Some(0));
}

#[test]
fn every_status_but_200_is_exit_code_1() {
    let answers: [(&[u8], &str); 6] = [
        (b"HTTP/1.1 503 Service Unavailable\r\n\r\n", "it answers 503"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", "it answers 204"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n200 OK", "it answers 404"),
        (b"HTTP/1.1 2000 OK\r\n\r\n", "does not answer in HTTP"),
        (b"SSH-2.0-OpenSSH\r\n", "does not answer in HTTP"),
        (b"", "does not answer in HTTP"),
    ];
    for (answer, sentence) in answers {
        let output = check(&answers_once(answer));
        assert!(output.code == Some(1) && output.stderr.contains(sentence), "{sentence}: {output:?}");
    }
}

#[test]
fn nothing_there_is_exit_code_1() {
    // An address that no other test listens on, also once its port is free again.
    let free = TcpListener::bind("127.0.0.2:0").expect("a port").local_addr().expect("an address").to_string();
    let output = check(&free);
    assert!(output.code == Some(1) && output.stderr.contains("nothing at"), "{output:?}");
    assert_eq!(check("no-such-host.invalid:80").code, Some(1));
    assert_eq!(check("no-port").code, Some(2));
}
