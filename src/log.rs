//! The log: lines on standard error, written by a thread of their own.
//!
//! Whoever logs must never wait for whoever reads the log: a pipe that nobody empties would otherwise stop the service.
//! Lines for which there is no room are left out and counted.

use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::io::{self, IsTerminal as _, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;

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
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(lines.clone());
    let log = log.with_ansi(io::stderr().is_terminal()).with_timer(Clock);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let message = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let place = panic.location().map(tracing::field::display);
        tracing::error!(thread = thread::current().name(), place, message, "panic");
    }));
    Ok(Log { lines, writer: Some(writer) })
}

/// The time of a line, in UTC: as the library would write it, but the date is worked out once a second.
#[derive(Clone, Copy, Debug)]
struct Clock;

impl FormatTime for Clock {
    fn format_time(&self, out: &mut Writer<'_>) -> fmt::Result {
        thread_local! {
            /// The last second of this thread and its text.
            static SECOND: RefCell<(u64, String)> = const { RefCell::new((u64::MAX, String::new())) };
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        SECOND.with_borrow_mut(|(second, text)| {
            if *second != now.as_secs() {
                *second = now.as_secs();
                *text = date(now.as_secs());
            }
            write!(out, "{text}.{:06}Z", now.subsec_micros())
        })
    }
}

/// The date and time of a second since 1970, by the calendar's cycle of 400 years, which begin in March here.
fn date(second: u64) -> String {
    const DAYS_TO_1970: u64 = 719_468;
    let (day, second) = (second / 86_400 + DAYS_TO_1970, second % 86_400);
    let (cycle, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}", 400 * cycle + year)
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
    fn dates_are_those_of_the_calendar() {
        for (second, text) in [
            (0, "1970-01-01T00:00:00"),
            (951_782_399, "2000-02-28T23:59:59"),
            (951_782_400, "2000-02-29T00:00:00"),
            (951_868_800, "2000-03-01T00:00:00"),
            (1_709_164_800, "2024-02-29T00:00:00"),
            (1_735_689_599, "2024-12-31T23:59:59"),
            (4_107_542_400, "2100-03-01T00:00:00"),
        ] {
            assert_eq!(date(second), text);
        }
    }

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
