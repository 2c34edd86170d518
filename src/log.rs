//! The log: lines of text or JSON on standard error.
//!
//! A thread of its own writes the lines. When it falls behind, new lines are dropped and counted, so logging never blocks a
//! request.

use std::error::Error;
use std::fmt::{self, Debug};
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use tracing::field::Field;
use tracing::{Dispatch, Event, Subscriber, error, warn};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter, layer};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Targets that filters may name. Those below that of requests can be left out or kept by themselves.
pub const REQUESTS: &str = "inarow::request";
pub const PROBES: &str = "inarow::request::probe";
pub const STREAMS: &str = "inarow::request::stream";
pub const CONNECTIONS: &str = "inarow::connection";

/// Most lines that wait to be written.
const LINES_WAITING_MAX: usize = 8_192;

/// Pause after lines were written, in which others gather: to wake the thread for each line would cost a small request a third of
/// its time.
const PAUSE: Duration = Duration::from_millis(2);

static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();
static UNWRITTEN: AtomicU64 = AtomicU64::new(0);

/// The format of log lines.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts the log of the process, which panics go to as well. Dropping the guard writes the lines that wait, for about a
/// second at most.
///
/// # Errors
/// A filter that cannot be read, and a log that was started before.
pub fn start(filter: &str, format: LogFormat) -> Result<WorkerGuard, Box<dyn Error>> {
    let filter: Targets = filter.parse()?;
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(LINES_WAITING_MAX)
        .thread_name("log")
        .finish(BatchingWriter::new(io::stderr()));
    let counter = DROPPED.get_or_init(|| writer.error_counter());
    debug_assert_eq!(counter.dropped_lines(), 0, "the log starts once");
    subscriber(filter, format, writer).try_init()?;
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let message = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let place = panic.location().map(tracing::field::display);
        error!(thread = std::thread::current().name(), place, message, "panic");
    }));
    Ok(guard)
}

/// Writes lines as batches, and pauses after each flush, so that those of the pause become one batch.
struct BatchingWriter<W> {
    out: W,
    batch: Vec<u8>,
    /// Whether the last write ended inside a line.
    is_torn: bool,
    /// How many dropped lines the log has told of.
    told: u64,
}

impl<W: Write> BatchingWriter<W> {
    /// Longest batch that further lines join, in bytes.
    const BATCH_BYTES: usize = 8 << 10;

    fn new(out: W) -> BatchingWriter<W> {
        BatchingWriter { out, batch: Vec::new(), is_torn: false, told: lines_dropped() }
    }

    /// Drops lines that cannot be written, as on a full disk: later ones may have room again, and begin a line of their own.
    fn write_batch(&mut self) {
        if self.is_torn {
            self.is_torn = self.out.write_all(b"\n").is_err();
        }
        let written = if self.is_torn { 0 } else { write_most(&mut self.out, &self.batch) };
        let (done, rest) = self.batch.split_at(written);
        self.is_torn |= done.last().is_some_and(|&last| last != b'\n');
        let lines = rest.iter().filter(|&&byte| byte == b'\n').count();
        UNWRITTEN.fetch_add(lines as u64, Relaxed);
        if rest.is_empty() {
            self.tell();
        }
        self.batch.clear();
    }

    /// A line that comes after this batch, when lines can be written, says how many before it were dropped.
    fn tell(&mut self) {
        let dropped = lines_dropped();
        let lines = dropped.saturating_sub(self.told);
        self.told = dropped;
        if lines > 0 {
            warn!(lines, "log lines dropped");
        }
    }
}

/// Writes as much as can be written; returns the number of bytes.
fn write_most(out: &mut impl Write, bytes: &[u8]) -> usize {
    let mut written = 0;
    while written < bytes.len() {
        match out.write(&bytes[written..]) {
            Ok(0) => break,
            Ok(more) => written += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    written
}

impl<W: Write> Write for BatchingWriter<W> {
    /// The log hands over one line at a time.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.batch.extend_from_slice(line);
        if self.batch.len() >= Self::BATCH_BYTES {
            self.write_batch();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_batch();
        thread::sleep(PAUSE);
        Ok(())
    }
}

/// How many lines were dropped since the start: for want of a place among those that wait, or as they could not be written.
#[must_use]
pub fn lines_dropped() -> u64 {
    DROPPED.get().map_or(0, |counter| counter.dropped_lines() as u64) + UNWRITTEN.load(Relaxed)
}

/// Writes events as lines of this format.
fn subscriber<W>(filter: Targets, format: LogFormat, writer: W) -> Dispatch
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let (lines, registry) = (layer().with_writer(writer), registry().with(filter));
    match format {
        LogFormat::Text => registry.with(lines.fmt_fields(debug_fn(write_field).delimited(" "))).into(),
        LogFormat::Json => {
            let lines = lines.json().flatten_event(true).with_current_span(false).with_span_list(false);
            registry.with(lines.map_event_format(VisibleJson)).into()
        }
    }
}

/// Lines of JSON in which all characters are visible. JSON itself permits control characters from U+007F on and characters that
/// reorder text, which would steer a terminal that shows the line.
struct VisibleJson<F>(F);

impl<S, N, F> FormatEvent<S, N> for VisibleJson<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut line: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut json = String::new();
        self.0.format_event(context, Writer::new(&mut json), event)?;
        let mut rest = &*json;
        // Outside ASCII there are only strings, where an escape stands for its character.
        while let Some(index) = rest.find(is_invisible) {
            let (visible, after) = rest.split_at(index);
            line.write_str(visible)?;
            let mut characters = after.chars();
            for unit in characters.next().unwrap_or_default().encode_utf16(&mut [0; 2]) {
                write!(line, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        line.write_str(rest)
    }
}

/// Whether a character beyond those that JSON escapes is a control character, or says how others are shown.
fn is_invisible(character: char) -> bool {
    character > '~' && character.escape_debug().len() > 1
}

/// Writes a field as text. Escapes line breaks, control characters and characters that reorder text, so that no value can
/// forge a line or steer a terminal.
fn write_field(line: &mut Writer<'_>, field: &Field, value: &dyn Debug) -> fmt::Result {
    if field.name() != "message" {
        write!(line, "{field}=")?;
    }
    fmt::Write::write_fmt(&mut Escaped(line), format_args!("{value:?}"))
}

struct Escaped<'a, 'w>(&'a mut Writer<'w>);

impl fmt::Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.0.write_str(text);
        }
        text.chars().try_for_each(|character| match character {
            // The `Debug` of a string has escaped these where it must.
            '"' | '\'' | '\\' => self.0.write_char(character),
            _ => write!(self.0, "{}", character.escape_debug()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// The lines that `act` logs.
    fn logged(filter: &str, format: LogFormat, act: impl FnOnce()) -> String {
        #[derive(Clone, Default)]
        struct Captured(Arc<Mutex<Vec<u8>>>);
        impl io::Write for Captured {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().extend_from_slice(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let captured = Captured::default();
        let writer = captured.clone();
        let log = subscriber(filter.parse().unwrap(), format, move || writer.clone());
        tracing::dispatcher::with_default(&log, act);
        let bytes = captured.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    fn log_a_request() {
        let trace: Option<&str> = None;
        let client = Some(std::net::Ipv4Addr::LOCALHOST);
        let micros = 1_200_034_u64;
        let client = client.map(tracing::field::display);
        tracing::info!(target: "inarow::request", path = "/é", micros, none = 0_u64, id = "a\"b\\c\u{1}", trace, client);
    }

    #[test]
    fn a_line_of_json_is_one_flat_object() {
        let line = logged("info", LogFormat::Json, log_a_request);
        let read: serde_json::Value = serde_json::from_str(line.strip_suffix('\n').unwrap()).unwrap();
        let timestamp = read["timestamp"].as_str().unwrap();
        assert!(timestamp.len() == 27 && timestamp.starts_with("20") && timestamp.ends_with('Z'), "{timestamp}");
        let expected = serde_json::json!({
            "timestamp": timestamp, "level": "INFO", "target": "inarow::request",
            "path": "/é", "micros": 1_200_034, "none": 0, "id": "a\"b\\c\u{1}", "client": "127.0.0.1",
        });
        assert_eq!(read, expected);
    }

    #[test]
    fn a_line_of_text_names_its_fields() {
        let line = logged("info", LogFormat::Text, log_a_request);
        let expected = r#"  INFO inarow::request: path="/é" micros=1200034 none=0 id="a\"b\\c\u{1}" client=127.0.0.1"#;
        assert_eq!(line[27..].trim_end(), expected);
    }

    /// Values as strings, by `Debug` and by `Display`, and inside a message.
    #[test]
    fn text_cannot_forge_lines_or_steer_terminals() {
        const BAD: [&str; 18] = [
            "one\ntwo",
            "\r",
            "\u{1b}[2J",
            "\u{9b}2J",
            "\u{85}",
            "\u{7f}",
            "\u{ad}",
            "\u{61c}",
            "\u{200b}",
            "\u{200f}",
            "\u{2028}",
            "\u{2029}",
            "\u{202e}",
            "\u{2066}",
            "\u{2069}",
            "\u{feff}",
            "\u{fff9}",
            "\u{e0041}",
        ];
        for (bad, format) in BAD.into_iter().flat_map(|bad| [(bad, LogFormat::Text), (bad, LogFormat::Json)]) {
            let line = logged("info", format, || {
                tracing::warn!(plain = bad, debug = ?bad, display = %bad, "message {bad}");
            });
            let content = line.strip_suffix('\n').unwrap();
            assert!(content.chars().all(|character| character == ' ' || character.is_ascii_graphic()), "{line:?}");
            if format == LogFormat::Json {
                let read: serde_json::Value = serde_json::from_str(content).unwrap();
                assert_eq!((&read["plain"], &read["display"]), (&bad.into(), &bad.into()), "{line:?}");
            }
        }
    }

    /// A disk with room for so many bytes.
    struct Disk(Vec<u8>, usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let fit = bytes.len().min(self.1);
            if fit == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.extend_from_slice(&bytes[..fit]);
            self.1 -= fit;
            Ok(fit)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Lines that wait are written in order; those that cannot be, as a whole, are dropped and counted, and later ones are lines of
    /// their own. `UNWRITTEN` is of the process, so that this is one test.
    #[test]
    fn lines_that_cannot_be_written_are_counted() {
        for (room, expected, dropped) in [
            ([99, 0, 99], "one\ntwo\nsix\n", 3),
            // The disk ends with a line, inside one, and inside one again before the end of that.
            ([99, 6, 99], "one\ntwo\nthree\nsix\n", 2),
            ([99, 9, 99], "one\ntwo\nthree\nfou\nsix\n", 2),
            ([5, 0, 99], "one\nt\nsix\n", 4),
            ([5, 1, 99], "one\nt\nsix\n", 4),
            ([5, 3, 99], "one\nt\nth\nsix\n", 4),
        ] {
            let mut log = BatchingWriter::new(Disk(Vec::new(), 0));
            let before = lines_dropped();
            let mut told = Vec::new();
            for (room, lines) in room.into_iter().zip(["one\ntwo\n", "three\nfour\nfive\n", "six\n"]) {
                log.out.1 = room;
                lines.split_inclusive('\n').for_each(|line| log.write_all(line.as_bytes()).unwrap());
                told.push(logged("info", LogFormat::Json, || log.flush().unwrap()));
            }
            let [.., on_full, later] = &told[..] else { panic!("{told:?}") };
            let expected_line = format!("\"message\":\"log lines dropped\",\"lines\":{dropped},");
            assert!(on_full.is_empty() && later.contains(&expected_line), "room for {room:?}: {told:?}");
            let written = String::from_utf8(log.out.0).unwrap();
            assert_eq!((&*written, lines_dropped() - before), (expected, dropped), "room for {room:?}");
        }
    }

    #[test]
    fn filters_choose_levels_and_targets() {
        let act = || {
            tracing::info!(target: "inarow::request", "a request");
            tracing::info!(target: "inarow::request::probe", "a probe");
            tracing::info!(target: "inarow::http", "something else");
            tracing::debug!(target: "inarow::http", "a detail");
        };
        let lines = |filter| logged(filter, LogFormat::Text, act).lines().count();
        assert_eq!(
            [lines("info"), lines("info,inarow::request=off"), lines("inarow=debug"), lines("off")],
            [3, 1, 4, 0]
        );
        assert_eq!(lines("info,inarow::request::probe=off"), 2);
        assert_eq!(
            logged("info,inarow::request=off,inarow::request::probe=info", LogFormat::Text, act).lines().count(),
            2,
            "and the other way round"
        );
    }
}
