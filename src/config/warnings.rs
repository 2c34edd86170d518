//! Settings that are valid and unwise.

use rustix::process::{Resource, getrlimit};

use super::memory::memory_mib;
use super::{ServerLimits, Settings};

/// File descriptors for all but connections.
const OTHER_FILES: u64 = 64;
/// A connection that is silent for less than this may end while its client sends the next request, in milliseconds.
const KEEP_ALIVE_MS_MIN: u64 = 5_000;

impl Settings {
    /// Sentences about settings that are valid and unwise.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let (workers, cores) =
            (self.limits.worker_count(), std::thread::available_parallelism().map_or(1, usize::from));
        let crowded = (workers > cores).then(|| {
            format!(
                "--workers {workers} (INAROW_WORKERS) is above the number of cores, {cores}: searches share cores, and within \
                 the same movetime each sees less"
            )
        });
        let (table_mib, memory_mib) = (u64::from(self.limits.table_mib), memory_mib().unwrap_or(u64::MAX));
        let tables_mib = workers as u64 * table_mib;
        let too_large = (tables_mib > memory_mib).then(|| {
            format!(
                "--table-mib {table_mib} (INAROW_TABLE_MIB) × --workers {workers} (INAROW_WORKERS) are {tables_mib} MiB of tables, \
                 above the memory of this machine, container or unit, {memory_mib} MiB: when searches fill them, the system ends the \
                 process; lower one of the two"
            )
        });
        let per_client = self.limits.searches_per_client_max;
        let is_no_limit = per_client > 0 && per_client as usize >= workers;
        let no_limit = is_no_limit.then(|| {
            let remedy = match workers {
                // No number is a limit there.
                ..=1 => "the only search thread; set 0, which says so, and in front of several instances let the proxy limit the \
                         requests of a client at a time, as nginx by `limit_conn inarow-clients 1`"
                    .to_owned(),
                2 => "all search threads; set 1".to_owned(),
                _ => format!("all search threads; set 1 to {}", workers - 1),
            };
            format!(
                "--searches-per-client-max {per_client} (INAROW_SEARCHES_PER_CLIENT_MAX) is no limit with --workers {workers} \
                 (INAROW_WORKERS): one client can have {remedy}"
            )
        });
        let (grace_ms, least) = (self.shutdown_grace_ms, ServerLimits::LAST_ANSWERS_MS);
        let too_hasty = (grace_ms < least).then(|| {
            format!(
                "--shutdown-grace-ms {grace_ms} (INAROW_SHUTDOWN_GRACE_MS) is below {least}: searches that run when the \
                 service stops may be cut off before they are answered"
            )
        });
        [crowded, too_large, no_limit, too_hasty]
            .into_iter()
            .flatten()
            .chain(self.warnings_of_bytes(memory_mib))
            .chain(self.warnings_of_connections())
            .collect()
    }

    /// Budgets that the memory does not cover: the system would end the process before they refuse anything.
    fn warnings_of_bytes(&self, memory_mib: u64) -> impl Iterator<Item = String> {
        let budgets = [
            ("requests-in-flight-bytes-max", "REQUESTS_IN_FLIGHT_BYTES_MAX", self.limits.requests_in_flight_bytes_max),
            ("answers-in-flight-bytes-max", "ANSWERS_IN_FLIGHT_BYTES_MAX", self.limits.answers_in_flight_bytes_max),
        ];
        budgets.into_iter().filter(move |(_, _, bytes)| bytes >> 20 > memory_mib).map(move |(flag, variable, bytes)| {
            format!(
                "--{flag} {bytes} (INAROW_{variable}) is above the memory of this machine, container or unit, {memory_mib} MiB: the system \
                 ends the process before the limit refuses anything; lower it"
            )
        })
    }

    fn warnings_of_connections(&self) -> impl Iterator<Item = String> {
        let connections = &self.limits.connections;
        let (max, keep_alive_ms) = (connections.connections_max, connections.keep_alive_ms);
        let files = getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX);
        let too_few = (files < u64::from(max) + OTHER_FILES).then(|| {
            format!(
                "--connections-max {max} (INAROW_CONNECTIONS_MAX) needs {} open files, above the limit of this process, {files}: raise \
                 it (ulimit -n, LimitNOFILE of systemd) or lower the setting",
                u64::from(max) + OTHER_FILES
            )
        });
        let too_short = (keep_alive_ms < KEEP_ALIVE_MS_MIN).then(|| {
            format!(
                "--keep-alive-ms {keep_alive_ms} (INAROW_KEEP_ALIVE_MS) is below {KEEP_ALIVE_MS_MIN}: a request may meet the end of its \
                 connection; behind a proxy, set more than it keeps idle connections"
            )
        });
        let open_metrics =
            self.metrics_listen.as_ref().filter(|metrics| metrics.is_everywhere() && !self.listen.is_everywhere());
        let open_metrics = open_metrics.map(|metrics| {
            format!(
                "--metrics-listen {metrics} (INAROW_METRICS_LISTEN) is every address of this machine, while --listen {} is one: \
                 /metrics needs no key; name the address at which metrics are asked for, or keep others away by a firewall",
                self.listen
            )
        });
        [too_few, too_short, open_metrics].into_iter().flatten()
    }
}
