//! The service on a port of this machine, and clients that behave as no good library would.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use inarow::config::ServerLimits;
use inarow::http::{self, AppState, Serving};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, block_in_place};

use super::{state, unhurried};

/// How long the tests wait for an event that must come. Only a hang takes so long, even on a machine with other things to do.
pub const PATIENCE: Duration = Duration::from_secs(1_800);

/// Longer than [`PATIENCE`]: a search with this time ends because it is stopped, not because its time is over.
pub const LONG_MS: u64 = 3_600_000;

/// One thread for searches, which take [`LONG_MS`] unless the request or the test says otherwise.
pub fn long_searches() -> ServerLimits {
    unhurried(ServerLimits { workers: 1, table_mib: 1, ..ServerLimits::DEFAULT })
}

/// A running service.
pub struct Live {
    pub state: Arc<AppState>,
    pub address: SocketAddr,
    /// Where operators ask.
    pub operations: SocketAddr,
    /// Dropping it stops the service.
    pub stop: oneshot::Sender<()>,
    /// Ends with the service.
    pub serving: JoinHandle<std::io::Result<()>>,
}

impl Live {
    /// Starts the service with these limits, default times [`unhurried`]; after being stopped it waits this long before it
    /// closes its door, and then so long for requests in flight.
    pub async fn start(limits: ServerLimits, delay: Duration, grace: Duration) -> Live {
        Live::start_on("127.0.0.1", limits, delay, grace).await
    }

    /// Starts the service on free ports of this host.
    pub async fn start_on(host: &str, limits: ServerLimits, delay: Duration, grace: Duration) -> Live {
        let state = state(limits);
        let app = http::app(Arc::clone(&state), http::AppOptions::default());
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let second = TcpListener::bind((host, 0)).await.unwrap();
        let (address, operations) = (listener.local_addr().unwrap(), second.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let operators = Some((second, http::operations_app(Arc::clone(&state))));
        let serving = Serving { listener, app, operations: operators, state: Arc::clone(&state), delay, grace };
        let serving = tokio::spawn(serving.until(stopped));
        Live { state, address, operations, stop, serving }
    }

    /// Sends these bytes over a new connection.
    pub fn send(&self, bytes: impl AsRef<[u8]>) -> Client {
        Client::send(self.address, bytes)
    }

    /// A GET over a new connection.
    pub fn ask(&self, target: &str, accept: &str) -> Client {
        self.send(format!("GET {target} HTTP/1.1\r\nhost: test\r\naccept: {accept}\r\n\r\n"))
    }

    /// One metric, by the beginning of its line.
    pub fn metric(&self, name: &str) -> f64 {
        let page =
            Client::send(self.operations, "GET /metrics HTTP/1.1\r\nhost: t\r\nconnection: close\r\n\r\n").rest();
        let value = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("no {name} in\n{page}")).parse().expect("a number")
    }
}

/// One connection.
pub struct Client(BufReader<TcpStream>);

impl Client {
    /// Sends these bytes over a new connection.
    pub fn send(address: SocketAddr, bytes: impl AsRef<[u8]>) -> Client {
        let mut socket = TcpStream::connect(address).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket.write_all(bytes.as_ref()).unwrap();
        Client(BufReader::new(socket))
    }

    /// Sends more.
    pub fn more(&mut self, bytes: impl AsRef<[u8]>) -> std::io::Result<()> {
        self.0.get_mut().write_all(bytes.as_ref())
    }

    /// Reads on until a line holds the text; that line.
    pub fn read_until(&mut self, text: &str) -> String {
        let mut line = String::new();
        while !line.contains(text) {
            line.clear();
            let read = block_in_place(|| self.0.read_line(&mut line)).expect("readable in time");
            assert!(read > 0, "it ends without {text:?}");
        }
        line
    }

    /// Reads on until the text has come.
    pub fn read_to(&mut self, text: &str) -> String {
        let mut read = Vec::new();
        while !read.ends_with(text.as_bytes()) {
            let mut byte = [0];
            block_in_place(|| self.0.read_exact(&mut byte)).expect("readable in time");
            read.extend(byte);
        }
        String::from_utf8(read).expect("text")
    }

    /// All that comes until the service closes the connection.
    pub fn rest(mut self) -> String {
        let mut rest = Vec::new();
        let read = block_in_place(|| self.0.read_to_end(&mut rest));
        // A connection that is closed with bytes unread is reset.
        if let Err(error) = read {
            assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}");
        }
        String::from_utf8(rest).expect("text")
    }
}

/// Waits until the condition holds.
pub async fn until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "it does not happen within {PATIENCE:?}");
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
}
