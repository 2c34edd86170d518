//! The memory that this process may use, as the system tells it.

use std::fs;
use std::path::Path;

/// The memory of the machine, or the lowest limit of this process's control group and of those around it, in MiB; `None` where the
/// system does not tell.
pub(super) fn memory_mib() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    machine_mib().into_iter().chain(group_mib(&groups, Path::new("/sys/fs/cgroup"))).min()
}

/// By a system call: units hide `/proc/meminfo` (`ProcSubset=pid`).
#[cfg(target_os = "linux")]
fn machine_mib() -> Option<u64> {
    let system = rustix::system::sysinfo();
    Some((system.totalram as u64).saturating_mul(u64::from(system.mem_unit)) >> 20)
}

#[cfg(not(target_os = "linux"))]
fn machine_mib() -> Option<u64> {
    None
}

/// The lowest `memory.max` from the control group of version 2 that `/proc/self/cgroup` names up to the root. A container may see its own as the root.
fn group_mib(groups: &str, root: &Path) -> Option<u64> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let limit = |group: &Path| of_group(&fs::read_to_string(root.join(group).join("memory.max")).ok()?);
    Path::new(group).ancestors().filter_map(limit).min()
}

/// The limit of a control group, in bytes; the word `max` is none.
fn of_group(text: &str) -> Option<u64> {
    Some(text.trim().parse::<u64>().ok()? >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_limit_around_the_process_counts() {
        let root = std::env::temp_dir().join(format!("inarow-groups-{}", std::process::id()));
        let unit = root.join("system.slice/inarow.service");
        fs::create_dir_all(&unit).expect("a folder");
        let limit = |groups: &str| group_mib(groups, &root);
        let of_unit = "4:memory:/other\n0::/system.slice/inarow.service\n";
        assert_eq!(limit(of_unit), None);
        fs::write(unit.join("memory.max"), "536870912\n").expect("a file");
        fs::write(root.join("system.slice/memory.max"), "max\n").expect("a file");
        assert_eq!(
            (limit(of_unit), limit("0::/system.slice\n"), limit("0::/gone\n"), limit("")),
            (Some(512), None, None, None)
        );
        fs::write(root.join("memory.max"), "268435456\n").expect("a file");
        assert_eq!((limit(of_unit), limit("0::/gone\n"), limit("")), (Some(256), Some(256), Some(256)));
        fs::remove_dir_all(&root).expect("a folder");
    }
}
