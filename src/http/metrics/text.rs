//! Prometheus' text format, version 0.0.4.

use std::fmt::{Display, Write as _};

/// The media type of the format.
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What a metric is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Only grows.
    Counter,
    Gauge,
    /// Counts by upper bound.
    Histogram,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        }
    }
}

/// A page of metrics that is being written. Names, labels and their values are the service's own and need no escapes.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// The finished page.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Begins a metric; its samples follow.
    pub fn family(&mut self, name: &str, kind: Kind, help: &str) {
        // Writing to a `String` does not fail, here and below.
        let _ = write!(self.text, "# HELP {name} {help}\n# TYPE {name} {}\n", kind.name());
    }

    /// One sample, with these labels.
    pub fn sample(&mut self, name: &str, labels: &[(&str, &dyn Display)], value: impl Display) {
        self.text.push_str(name);
        for (index, (label, value)) in labels.iter().enumerate() {
            let _ = write!(self.text, "{}{label}=\"{value}\"", if index == 0 { '{' } else { ',' });
        }
        let _ = writeln!(self.text, "{} {value}", if labels.is_empty() { "" } else { "}" });
    }

    /// A metric of one sample.
    pub fn single(&mut self, name: &str, kind: Kind, help: &str, value: impl Display) {
        self.family(name, kind, help);
        self.sample(name, &[], value);
    }
}
