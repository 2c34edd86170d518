//! A lean client: one connection, requests as bytes, answers timed.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// One kept connection.
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub took: Duration,
    pub body: Vec<u8>,
    pub has_retry_after: bool,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client { stream, buffer: Vec::with_capacity(4096) })
    }

    /// Sends bytes and waits for nothing.
    pub async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes).await
    }

    /// Sends a request and reads its answer, which has to announce its length.
    pub async fn ask(&mut self, request: &[u8]) -> io::Result<Answer> {
        let start = Instant::now();
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if let Some((answer, length)) = self.complete() {
                let body = self.buffer[self.buffer.len() - length..].to_vec();
                return Ok(Answer { took: start.elapsed(), body, ..answer });
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// The answer's head and the length of its body, once all of it is here.
    fn complete(&self) -> Option<(Answer, usize)> {
        let end = self.buffer.windows(4).position(|part| part == b"\r\n\r\n")? + 4;
        let head = std::str::from_utf8(&self.buffer[..end]).ok()?;
        let header = |name: &str| {
            let value = head.lines().find_map(|line| {
                line.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name))?;
                line.get(name.len()..)?.strip_prefix(':')
            });
            value.map(str::trim)
        };
        let length = header("content-length")?.parse().ok()?;
        let answer = Answer {
            status: head.get(9..12)?.parse().ok()?,
            took: Duration::ZERO,
            body: Vec::new(),
            has_retry_after: header("retry-after").is_some(),
        };
        (self.buffer.len() >= end + length).then_some((answer, length))
    }
}

/// A POST of this JSON.
pub fn post(path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: load\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// A GET.
pub fn get(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nhost: load\r\n\r\n").into_bytes()
}

/// The time that so many of a hundred are below.
pub fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times.get((times.len() * percent / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// Asks the same over and over on one connection; the answers, without their bodies.
pub async fn repeat(address: SocketAddr, request: &[u8], time: Duration, pause: Duration) -> Vec<Answer> {
    let mut client = Client::connect(address).await.expect("a connection");
    let (start, mut answers) = (Instant::now(), Vec::new());
    while start.elapsed() < time {
        let answer = client.ask(request).await.expect("an answer");
        answers.push(Answer { body: Vec::new(), ..answer });
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
    answers
}

/// One metric of a server.
pub async fn metric(operations: SocketAddr, name: &str) -> f64 {
    let mut client = Client::connect(operations).await.expect("a connection");
    let page = client.ask(&get("/metrics")).await.expect("a page");
    let text = String::from_utf8(page.body).expect("text");
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("there is no metric {name}"))
}
