//! The memory that this process may use, as the system tells it.

use std::fs;

/// The memory of the machine, or the limit of the control group if that is lower, in MiB; `None` where the system does not tell.
pub(super) fn memory_mib() -> Option<u64> {
    let read = |path| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| of_meminfo(&text));
    let group = read("/sys/fs/cgroup/memory.max").and_then(|text| of_group(&text));
    machine.into_iter().chain(group).min()
}

/// `MemTotal` of `/proc/meminfo`, which is in KiB.
fn of_meminfo(text: &str) -> Option<u64> {
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(total.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? >> 10)
}

/// The limit of a control group, in bytes; the word `max` is none.
fn of_group(text: &str) -> Option<u64> {
    Some(text.trim().parse::<u64>().ok()? >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_says_how_much_memory_there_is() {
        assert_eq!(of_meminfo("MemTotal:        2097152 kB\nMemFree:  1 kB\n"), Some(2048));
        assert_eq!(of_meminfo("MemFree: 1 kB\n"), None);
        assert_eq!((of_group("536870912\n"), of_group("max\n")), (Some(512), None));
    }
}
