//! The log: lines on standard error, written by a thread of their own.
//!
//! Whoever logs must never wait for whoever reads the log: a pipe that nobody empties would otherwise stop the service.
//! Lines for which there is no room are left out and counted.

mod format;

use std::error::Error;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::config::LogFormat;

/// Lines that wait to be written, in bytes.
const WAITING_BYTES_MAX: usize = 1 << 20;
/// How long lines are gathered, so that a busy service does not pay a system call for each.
const GATHERING: Duration = Duration::from_millis(5);
/// How long the end of the service waits for whoever reads the log.
const LAST_LINES: Duration = Duration::from_millis(200);

/// Starts the log; it ends when the handle is dropped. Panics go there, too.
///
/// # Errors
/// A filter that is none, and the system's if it gives no thread.
pub fn start(filter: &str, format: LogFormat) -> Result<Log, Box<dyn Error>> {
    let filter = EnvFilter::try_new(filter)
        .map_err(|error| format!("{filter:?} is not a log filter ({error}); use e.g. --log info"))?;
    let lines = Lines::default();
    let writer = {
        let lines = lines.clone();
        thread::Builder::new().name("log".to_owned()).spawn(move || lines.write_to(&mut io::stderr()))?
    };
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(lines.clone()).event_format(format).init();
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let message = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let place = panic.location().map(tracing::field::display);
        tracing::error!(thread = thread::current().name(), place, message, "panic");
    }));
    Ok(Log { lines, writer: Some(writer) })
}

/// The running log.
#[derive(Debug)]
pub struct Log {
    lines: Lines,
    writer: Option<JoinHandle<()>>,
}

impl Drop for Log {
    fn drop(&mut self) {
        self.lines.end();
        let Some(writer) = self.writer.take() else { return };
        let patience = Instant::now() + LAST_LINES;
        while !writer.is_finished() && Instant::now() < patience {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Lines on their way.
#[derive(Clone, Debug, Default)]
struct Lines(Arc<(Mutex<Waiting>, Condvar)>);

#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    left_out: u64,
    has_ended: bool,
}

impl Lines {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.waiting().has_ended = true;
        self.0.1.notify_one();
    }

    /// Writes what comes until the end.
    fn write_to(&self, out: &mut impl Write) {
        let mut bytes = Vec::new();
        loop {
            let mut waiting = self.waiting();
            while waiting.bytes.is_empty() {
                if waiting.has_ended {
                    return;
                }
                waiting = self.0.1.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
            std::mem::swap(&mut bytes, &mut waiting.bytes);
            let left_out = std::mem::take(&mut waiting.left_out);
            let has_ended = waiting.has_ended;
            drop(waiting);
            // There is nobody left to tell if this fails.
            let _ = out.write_all(&bytes);
            if left_out > 0 {
                let _ = writeln!(out, "{left_out} log lines left out: whoever reads this log is too slow");
            }
            bytes.clear();
            if !has_ended {
                thread::sleep(GATHERING);
            }
        }
    }
}

impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = self.waiting();
        if waiting.bytes.len() + line.len() > WAITING_BYTES_MAX {
            waiting.left_out += 1;
            return Ok(line.len());
        }
        let was_empty = waiting.bytes.is_empty();
        waiting.bytes.extend_from_slice(line);
        drop(waiting);
        if was_empty {
            self.0.1.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = &'a Lines;

    fn make_writer(&'a self) -> &'a Lines {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_beyond_the_room_are_left_out_and_counted() {
        let lines = Lines::default();
        let line = [b'x'; 1024];
        for _ in 0..WAITING_BYTES_MAX / 1024 + 3 {
            assert_eq!((&lines).write(&line).unwrap(), 1024);
        }
        lines.end();
        let mut written = Vec::new();
        lines.write_to(&mut written);
        assert!(written.len() > WAITING_BYTES_MAX);
        assert!(written.ends_with(b"3 log lines left out: whoever reads this log is too slow\n"));
    }
}
