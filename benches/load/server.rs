//! Servers under test, each a process of its own, and their usage as the system counts it.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Set for a process that is to be the reference application: its address, and the answer that it prints.
const REFERENCE: [&str; 2] = ["INAROW_LOAD_REFERENCE_LISTEN", "INAROW_LOAD_REFERENCE_ANSWER"];
const PATIENCE: Duration = Duration::from_secs(15);

/// A running server; dropping it ends it.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub operations: SocketAddr,
}

/// The resources of a process.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub resident_mib: f64,
    pub threads: u64,
    pub descriptors: u64,
}

/// A running process, by its id.
#[derive(Clone, Copy, Debug)]
pub struct Process(u32);

impl Process {
    /// Processor time so far, user and system.
    pub fn processor_time(&self) -> Duration {
        const TICKS_A_SECOND: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0)).expect("a running server");
        let (_, fields) = stat.rsplit_once(')').expect("a name in parentheses");
        let ticks: f64 = fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
        Duration::from_secs_f64(ticks / TICKS_A_SECOND)
    }

    /// The folders of its async threads: the first that tokio starts, one for each core. Later ones run jobs of the pool.
    pub fn async_threads(&self) -> Vec<PathBuf> {
        let threads = fs::read_dir(format!("/proc/{}/task", self.0)).expect("a running server");
        let is_tokio =
            |thread: &PathBuf| fs::read_to_string(thread.join("comm")).is_ok_and(|name| name.contains("tokio"));
        let mut threads: Vec<PathBuf> =
            threads.filter_map(|thread| Some(thread.ok()?.path())).filter(is_tokio).collect();
        threads.sort_by_key(|thread| thread.file_name().and_then(|id| id.to_str()?.parse::<u32>().ok()));
        threads.truncate(std::thread::available_parallelism().map_or(1, usize::from));
        threads
    }

    /// Processor time of a thread so far.
    pub fn thread_time(thread: &Path) -> Duration {
        let times = fs::read_to_string(thread.join("schedstat")).expect("a running thread");
        Duration::from_nanos(times.split_whitespace().next().and_then(|nanos| nanos.parse().ok()).unwrap_or_default())
    }

    pub fn usage(&self) -> Usage {
        let process = format!("/proc/{}", self.0);
        let status = fs::read_to_string(format!("{process}/status")).expect("a running server");
        let field = |name: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a field of the status");
            line.split_whitespace().next().and_then(|value| value.parse().ok()).expect("a number")
        };
        Usage {
            resident_mib: field("VmRSS:") as f64 / 1024.0,
            threads: field("Threads:"),
            descriptors: fs::read_dir(format!("{process}/fd")).expect("descriptors").count() as u64,
        }
    }
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address")
}

impl Server {
    /// Starts the service with these settings; its log goes nowhere, but it is written.
    pub fn start(settings: &[(&str, &str)]) -> Server {
        let (address, operations) = (free_address(), free_address());
        let mut command = Command::new(env!("CARGO_BIN_EXE_inarow"));
        command.env("INAROW_LISTEN", address.to_string()).env("INAROW_METRICS_LISTEN", operations.to_string());
        command.envs(settings.iter().copied());
        Server::spawn(command, address, operations)
    }

    /// Starts the reference application, which answers everything like this.
    pub fn start_reference(answer: &str) -> Server {
        let address = free_address();
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.env(REFERENCE[0], address.to_string()).env(REFERENCE[1], answer);
        Server::spawn(command, address, address)
    }

    fn spawn(mut command: Command, address: SocketAddr, operations: SocketAddr) -> Server {
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process");
        let server = Server { child, address, operations };
        let start = Instant::now();
        while TcpStream::connect(operations).and_then(|_| TcpStream::connect(address)).is_err() {
            assert!(start.elapsed() < PATIENCE, "the server does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        server
    }

    pub fn process(&self) -> Process {
        Process(self.child.id())
    }

    /// Asks it to stop; whether it did so gracefully.
    pub fn stop(mut self) -> bool {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("a running server");
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves the reference application for ever, if this process is to do so.
pub fn be_reference_if_asked() {
    let [Ok(address), Ok(answer)] = REFERENCE.map(std::env::var) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let answer = serde_json::from_str(&answer).expect("an answer");
    super::reference::start_metrics();
    let _log = inarow::log::start("info", inarow::log::LogFormat::Text).expect("a log");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await.expect("a port");
        let listener = axum::serve::ListenerExt::tap_io(listener, |stream: &mut tokio::net::TcpStream| {
            let _ = stream.set_nodelay(true);
        });
        let app = super::reference::reference(answer).into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, app).await.expect("serving");
    });
}
