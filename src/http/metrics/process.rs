//! What the system says of this process, under the names that Prometheus' clients share.

use std::fs;

use super::text::{Kind, Page};

/// Clock ticks a second in `/proc`: the same on every Linux that programs see.
const TICKS_A_SECOND: f64 = 100.0;

/// Writes what is known; nothing where there is no `/proc`.
pub fn write(page: &mut Page) {
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        let field = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        for (name, field, help) in [
            ("process_resident_memory_bytes", field("VmRSS:").map(|kib| kib * 1024), "Resident memory."),
            ("process_virtual_memory_bytes", field("VmSize:").map(|kib| kib * 1024), "Virtual memory."),
            ("process_threads", field("Threads:"), "Threads."),
        ] {
            if let Some(value) = field {
                page.single(name, Kind::Gauge, help, value);
            }
        }
    }
    if let Some(seconds) = cpu_seconds() {
        page.single("process_cpu_seconds_total", Kind::Counter, "Processor time, user and system.", seconds);
    }
    if let Ok(files) = fs::read_dir("/proc/self/fd") {
        // One of them is that of this look.
        let open = files.count().saturating_sub(1);
        page.single("process_open_fds", Kind::Gauge, "Open file descriptors.", open);
    }
    if let Some(max) = descriptors_max() {
        page.single("process_max_fds", Kind::Gauge, "Most file descriptors that may be open.", max);
    }
}

fn cpu_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let mut ticks = || times.next()?.parse::<u64>().ok();
    Some((ticks()? + ticks()?) as f64 / TICKS_A_SECOND)
}

fn descriptors_max() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
