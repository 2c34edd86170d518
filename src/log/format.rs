//! What a log line looks like, as text and as JSON.
//!
//! The formats of the library cost ten thousand instructions a line, a fifth of a small answer; these write the fields straight
//! into the line. Writing into a string cannot fail.

use std::cell::RefCell;
use std::fmt::{self, Debug, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::config::LogFormat;

impl<S, N> FormatEvent<S, N> for LogFormat
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'w> FormatFields<'w> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut out: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let (level, target) = (event.metadata().level(), event.metadata().target());
        thread_local! {
            /// The line in the making: fields reach it without the writer's dynamic dispatch.
            static LINE: RefCell<String> = const { RefCell::new(String::new()) };
        }
        LINE.with_borrow_mut(|line| {
            line.clear();
            let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            match self {
                LogFormat::Text => {
                    write_time(line, since_1970.as_secs(), since_1970.subsec_micros());
                    line.extend([" ", name(*level), " ", target, ":"]);
                    event.record(&mut Text(line));
                }
                LogFormat::Json => {
                    line.push_str(r#"{"timestamp":""#);
                    write_time(line, since_1970.as_secs(), since_1970.subsec_micros());
                    line.extend([r#"","level":""#, name(*level).trim_start(), r#"","target":"#]);
                    write_json(line, target);
                    event.record(&mut Json(line));
                    line.push('}');
                }
            }
            line.push('\n');
            out.write_str(line)
        })
    }
}

/// The level in five columns.
fn name(level: Level) -> &'static str {
    match level {
        Level::ERROR => "ERROR",
        Level::WARN => " WARN",
        Level::INFO => " INFO",
        Level::DEBUG => "DEBUG",
        Level::TRACE => "TRACE",
    }
}

/// The fields as ` name=value`, text in quotes, and the message as it is.
struct Text<'a>(&'a mut String);

impl Visit for Text<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.0.extend([" ", value]);
        } else {
            self.0.extend([" ", field.name(), "="]);
            write_json(self.0, value);
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.extend([" ", field.name(), "=", itoa::Buffer::new().format(value)]);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push(' ');
        if field.name() != "message" {
            self.0.extend([field.name(), "="]);
        }
        let begin = self.0.len();
        let _ = write!(self.0, "{value:?}");
        keep_on_one_line(self.0, begin);
    }
}

/// The fields as members of an object.
struct Json<'a>(&'a mut String);

impl Visit for Json<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.extend([",\"", field.name(), "\":"]);
        write_json(self.0, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.extend([",\"", field.name(), "\":", itoa::Buffer::new().format(value)]);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

/// Text in quotes, escaped as JSON escapes it.
fn write_json(out: &mut String, text: &str) {
    let needs_escape = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    // All bytes at once are seen faster than one after the other.
    if text.bytes().fold(false, |found, byte| found | needs_escape(byte)) {
        out.push_str(&serde_json::Value::from(text).to_string());
    } else {
        out.extend(["\"", text, "\""]);
    }
}

/// Nobody who causes a message may begin a line of the log.
fn keep_on_one_line(out: &mut String, begin: usize) {
    if out[begin..].contains(char::is_control) {
        let clean = out[begin..].replace(char::is_control, " ");
        out.replace_range(begin.., &clean);
    }
}

/// The time in UTC; the date is worked out once a second.
fn write_time(out: &mut String, second: u64, micros: u32) {
    thread_local! {
        /// The last second of this thread and its text.
        static SECOND: RefCell<(u64, String)> = const { RefCell::new((u64::MAX, String::new())) };
    }
    SECOND.with_borrow_mut(|(known, text)| {
        if *known != second {
            *known = second;
            *text = date(second);
        }
        out.push_str(text);
    });
    // With a 1 in front that keeps the zeros.
    out.extend([".", &itoa::Buffer::new().format(1_000_000 + micros)[1..], "Z"]);
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

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

    /// What is written while `act` runs.
    fn written(format: LogFormat, act: impl FnOnce()) -> String {
        #[derive(Clone, Default)]
        struct Sink(Arc<Mutex<Vec<u8>>>);
        impl std::io::Write for Sink {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0.lock().unwrap().extend_from_slice(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let sink = Sink::default();
        let writer = sink.clone();
        let log = tracing_subscriber::fmt().with_writer(move || writer.clone()).event_format(format).finish();
        tracing::subscriber::with_default(log, act);
        let bytes = sink.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    fn one_request() {
        let nobody: Option<&str> = None;
        let client = Some(std::net::Ipv4Addr::LOCALHOST);
        let (id, micros) = ("a\"b\\c\u{1}", 1_200_034_u64);
        tracing::info!(target: "inarow::request", path = "/é", micros, none = 0_u64, id, nobody, client = client.map(tracing::field::display));
    }

    #[test]
    fn a_line_of_json_is_json() {
        let line = written(LogFormat::Json, one_request);
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
    fn a_line_of_text_is_one_line() {
        let line = written(LogFormat::Text, one_request);
        let expected =
            " INFO inarow::request: path=\"/é\" micros=1200034 none=0 id=\"a\\\"b\\\\c\\u0001\" client=127.0.0.1\n";
        assert_eq!(line[27..].trim_start_matches(' '), expected.trim_start_matches(' '));
        let two = written(LogFormat::Text, || tracing::warn!("{}", "one\ntwo"));
        assert!(two.ends_with("  WARN inarow::log::format::tests: one two\n"), "{two:?}");
    }
}
