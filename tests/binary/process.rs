//! The binary as a process, its log, and requests to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// How long to wait for an event that must come. Only a hang takes so long.
const DEADLINE: Duration = Duration::from_secs(600);

/// A run that ended.
#[derive(Debug)]
pub struct Output {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// The binary with these arguments and no environment but these variables.
fn command(arguments: &[&str], environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_inarow"));
    command.args(arguments).env_clear().envs(environment.iter().copied()).stdin(Stdio::null());
    command
}

/// Runs the binary to its end.
pub fn run(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    output(&mut command(arguments, environment))
}

fn output(command: &mut Command) -> Output {
    let output = command.output().expect("a process");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Output { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs the binary to its end where a process may have so many open files.
pub fn run_with_files(files: u32, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -n {files}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_inarow")]);
    output(command.args(arguments).env_clear())
}

/// A running service. It is killed when the test ends.
pub struct Service {
    child: Child,
    log: Receiver<String>,
    pub address: String,
    /// Where `--metrics-listen` listens.
    pub operations: Option<String>,
}

impl Service {
    /// Starts the service on a free port, unless the arguments say where, and waits until it listens.
    pub fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Service {
        let has_place = arguments.contains(&"--listen") || environment.iter().any(|(name, _)| *name == "INAROW_LISTEN");
        let place = if has_place { &[][..] } else { &[("INAROW_LISTEN", "127.0.0.1:0")] };
        Service::start_anywhere(arguments, &[environment, place].concat())
    }

    /// Starts the service where its settings say.
    pub fn start_anywhere(arguments: &[&str], environment: &[(&str, &str)]) -> Service {
        Service::spawn(command(arguments, environment), arguments.contains(&"--metrics-listen"))
    }

    /// Starts the service on a socket that is open already, as systemd does.
    pub fn start_on(listener: TcpListener) -> Service {
        let mut command = Command::new("sh");
        // The socket becomes descriptor 3 of the process that the shell turns into.
        command.args(["-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" 3<&0 </dev/null", env!("CARGO_BIN_EXE_inarow")]);
        command.env_clear().stdin(OwnedFd::from(listener));
        Service::spawn(command, false)
    }

    /// Starts the service on an open socket with a log that takes nothing.
    pub fn start_with_full_log(listener: TcpListener) -> Service {
        let address = listener.local_addr().expect("an address").to_string();
        let mut command = Command::new("sh");
        let script = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" 3<&0 </dev/null 2>/dev/full";
        command.args(["-c", script, env!("CARGO_BIN_EXE_inarow")]).env_clear().stdin(OwnedFd::from(listener));
        Service { child: command.spawn().expect("a process"), log: channel().1, address, operations: None }
    }

    fn spawn(mut command: Command, has_operations: bool) -> Service {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("a process");
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let (sender, log) = channel();
        thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut service = Service { child, log, address: String::new(), operations: None };
        service.address = service.wait_for_address("listening on http://");
        if has_operations {
            service.operations = Some(service.wait_for_address("metrics and probes on http://"));
        }
        service
    }

    /// The address behind this text in the log.
    fn wait_for_address(&self, text: &str) -> String {
        let line = self.wait_for(text);
        let (_, address) = line.split_once(text).expect("the text");
        address.split('"').next().unwrap_or_default().to_owned()
    }

    /// The next line of the log with this text.
    pub fn wait_for(&self, text: &str) -> String {
        loop {
            match self.log.recv_timeout(DEADLINE) {
                Ok(line) if line.contains(text) => return line,
                Ok(_) => {}
                Err(error) => panic!("no {text:?} in the log: {error}"),
            }
        }
    }

    pub fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        kill_process(id, signal).expect("a running process");
    }

    /// The status of a GET.
    pub fn status(&self, path: &str) -> u16 {
        get(&self.address, path, &[]).0
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a status").is_none()
    }

    /// Waits for the end of the process; its exit code and the rest of its log.
    pub fn end(mut self) -> (Option<i32>, Vec<String>) {
        let mut lines = Vec::new();
        while let Ok(line) = self.log.recv_timeout(DEADLINE) {
            lines.push(line);
        }
        (self.child.wait().expect("a status").code(), lines)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the whole answer of a GET over a new connection.
pub fn get(address: &str, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    send(address, &format!("GET {path}"), headers)
}

/// The status and the whole answer of a GET over an open connection.
pub fn get_on(stream: TcpStream, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    send_on(stream, &format!("GET {path}"), headers)
}

/// The status and the whole answer of a request: method and path, perhaps with a body behind them.
pub fn send(address: &str, request: &str, headers: &[(&str, &str)]) -> (u16, String) {
    send_on(TcpStream::connect(address).expect("a connection"), request, headers)
}

fn send_on(mut stream: TcpStream, request: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let address = stream.peer_addr().expect("an address");
    stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
    let mut parts = request.splitn(3, ' ');
    let [method, path, body] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let mut headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    if !body.is_empty() {
        headers += &format!("content-length: {}\r\n", body.len());
    }
    let request = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n{body}");
    stream.write_all(request.as_bytes()).expect("a request sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no status in {answer:?}")), answer)
}
