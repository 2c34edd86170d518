//! The command `healthcheck`: asks a running server for `/livez`, for containers that have no `curl`.

use std::error::Error;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use inarow::config::ListenAddress;

/// How long the whole check may take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Longest status line that is read, in bytes.
const STATUS_LINE_BYTES_MAX: usize = 256;

/// Asks the server at this address, or the one on this machine if it listens on all addresses.
///
/// # Errors
/// Everything but a 200 in time.
pub fn run(listen: &ListenAddress) -> Result<(), Box<dyn Error>> {
    let deadline = Instant::now() + TIMEOUT;
    let mut stream = connect(listen, deadline)?;
    stream.set_write_timeout(Some(left(deadline)?))?;
    stream.write_all(format!("GET /livez HTTP/1.1\r\nhost: {listen}\r\nconnection: close\r\n\r\n").as_bytes())?;
    match status(&read_status_line(&mut stream, deadline)?) {
        Some(200) => Ok(()),
        Some(status) => Err(format!("the server at {listen} is not well: it answers {status}").into()),
        None => Err(format!("what listens on {listen} does not answer in HTTP").into()),
    }
}

fn connect(listen: &ListenAddress, deadline: Instant) -> Result<TcpStream, Box<dyn Error>> {
    let mut failure = None;
    for address in listen.resolve().map_err(|error| format!("{listen}: {error}"))? {
        match TcpStream::connect_timeout(&reachable(address), left(deadline)?) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = Some(error),
        }
    }
    Err(failure
        .map_or_else(|| format!("{listen} has no address"), |error| format!("nothing at {listen}: {error}"))
        .into())
}

/// Where to reach a listener on all addresses.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Reads until the end of the first line; the rest of the answer does not matter.
fn read_status_line(stream: &mut TcpStream, deadline: Instant) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut line = Vec::new();
    let mut part = [0; STATUS_LINE_BYTES_MAX];
    while !line.contains(&b'\n') && line.len() < STATUS_LINE_BYTES_MAX {
        stream.set_read_timeout(Some(left(deadline)?))?;
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(read) => line.extend_from_slice(&part[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => return Err(late()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(line)
}

/// The status of an HTTP/1 status line.
fn status(bytes: &[u8]) -> Option<u16> {
    let line = std::str::from_utf8(bytes.split(|&byte| byte == b'\r' || byte == b'\n').next()?).ok()?;
    let (version, rest) = line.split_once(' ')?;
    let code = rest.split(' ').next()?;
    let is_complete = bytes.contains(&b'\n');
    let is_status = matches!(version, "HTTP/1.1" | "HTTP/1.0") && code.len() == 3;
    (is_complete && is_status).then(|| code.parse().ok()).flatten()
}

/// The time left, never zero.
fn left(deadline: Instant) -> Result<Duration, Box<dyn Error>> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(late()) } else { Ok(left) }
}

fn late() -> Box<dyn Error> {
    format!("the server does not answer within {} s", TIMEOUT.as_secs()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_lines_are_read_strictly() {
        assert_eq!(status(b"HTTP/1.1 200 OK\r\ndate: x"), Some(200));
        assert_eq!(status(b"HTTP/1.0 503 \r\n"), Some(503));
        for bad in
            ["", "HTTP/1.1 200", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 20\r\n", "HTTP/2 200\r\n", "SSH-2.0 200 x\r\n"]
        {
            assert_eq!(status(bad.as_bytes()), None, "{bad}");
        }
    }
}
