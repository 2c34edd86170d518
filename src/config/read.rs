//! Reads and checks the settings.

use std::borrow::Cow;
use std::ffi::OsString;
use std::net::SocketAddr;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory as _, Error, FromArgMatches as _};

use super::unit::tell_unit;
use super::unknown::KEYS_FILE;
use super::{ListenAddress, ServerLimits, Settings};

impl Settings {
    /// Settings from command-line arguments, the program's name first, and from the environment. An empty variable counts
    /// as unset; that of the keys is refused, since the service would be open.
    ///
    /// # Errors
    /// The message for the operator: a value that is wrong, with the flag or the variable that it came from; settings that
    /// contradict each other; help and version.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Settings, Error> {
        let arguments = with_negative_values(arguments.into_iter().collect());
        // Parses without the environment first: errors of the second parse then come from a variable.
        if let Err(error) = command(|_| false).try_get_matches_from(&arguments) {
            let is_help = !error.use_stderr();
            // Help with the names of the variables.
            let help = is_help.then(|| Settings::command().try_get_matches_from(arguments).err()).flatten();
            return Err(help.unwrap_or_else(|| tell_flag(tell_unit(error))));
        }
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let matches =
            command(is_set).try_get_matches_from(arguments).map_err(|error| blame_variable(tell_unit(error)))?;
        let mut settings = Settings::from_arg_matches(&matches)?;
        if settings.access.api_keys_file.is_none() && keys_file_is_empty() {
            return Err(Settings::command().error(ErrorKind::InvalidValue, KEYS_FILE_IS_EMPTY));
        }
        if let Some(address) =
            port_of_platform().filter(|_| matches.value_source("listen") == Some(ValueSource::DefaultValue))
        {
            settings.listen = address?;
        }
        let conflicts = settings.conflicts(&matches);
        if !conflicts.is_empty() {
            return Err(Settings::command().error(ErrorKind::ArgumentConflict, conflicts.join("\nerror: ")));
        }
        settings.flags = settings.flags_in_force(&matches);
        Ok(settings)
    }

    /// The flags and values of the settings that have a value.
    fn flags_in_force(&self, matches: &ArgMatches) -> Vec<(String, String)> {
        let value = |argument: &clap::Arg| {
            let (id, long) = (argument.get_id().as_str(), argument.get_long()?);
            let value = match id {
                "listen" => self.listen.to_string(),
                "movetime_ms_default" => self.limits.movetime_ms_default.min(self.limits.movetime_ms_max).to_string(),
                "review_move_ms_default" => {
                    self.limits.review_move_ms_default.min(self.limits.movetime_ms_max).to_string()
                }
                "review_nodes_default" => self.limits.review_nodes_default.min(self.limits.nodes_max).to_string(),
                "workers" => self.limits.worker_count().to_string(),
                "searches_per_client_max" => self.limits.client_search_count().to_string(),
                "threads_per_request_max" => self.limits.request_thread_count().to_string(),
                "rate_burst" => self.access.burst().to_string(),
                _ => {
                    let values = matches.get_raw(id)?.map(|value| value.to_string_lossy());
                    values.collect::<Vec<_>>().join(",")
                }
            };
            Some((long.to_owned(), value))
        };
        let command = Settings::command();
        command.get_arguments().filter(|argument| argument.get_env().is_some()).filter_map(value).collect()
    }

    /// All settings with a value, as flags that a shell reads as they are. None of them is a secret: keys are in a file. The address of a
    /// socket that a service manager has opened counts, if there is one.
    #[must_use]
    pub fn in_force(&self, inherited: Option<SocketAddr>) -> String {
        let inherited = inherited.map(|address| address.to_string());
        let flag = |(name, value): &(String, String)| {
            let own = inherited.as_ref().filter(|_| name == "listen");
            format!("--{name} {}", for_shell(own.unwrap_or(value)))
        };
        self.flags.iter().map(flag).collect::<Vec<_>>().join(" ")
    }

    /// Settings that contradict each other.
    fn conflicts(&self, matches: &ArgMatches) -> Vec<String> {
        let is_given = |id| !matches!(matches.value_source(id), None | Some(ValueSource::DefaultValue));
        let ServerLimits { movetime_ms_default: default, movetime_ms_max: max, .. } = self.limits;
        let movetime = (default > max && is_given("movetime_ms_default")).then(|| {
            format!(
                "--movetime-ms-default {default} (INAROW_MOVETIME_MS_DEFAULT) is above --movetime-ms-max {max} \
                 (INAROW_MOVETIME_MS_MAX); lower the default or raise the maximum"
            )
        });
        let burst = self.access.rate_burst;
        let burst = (burst > 0 && self.access.rate_per_minute == 0).then(|| {
            format!(
                "--rate-burst {burst} (INAROW_RATE_BURST) has no effect without --rate-per-minute (INAROW_RATE_PER_MINUTE)"
            )
        });
        let [answer, body, query] = self.conflicts_of_bytes();
        [movetime, answer, body, query, burst, self.conflict_of_ports()].into_iter().flatten().collect()
    }

    /// Limits of an answer, a body and a query above the limits of all that holds them.
    fn conflicts_of_bytes(&self) -> [Option<String>; 3] {
        let limits = &self.limits;
        let (answer, in_flight) = (limits.answer_bytes_max, limits.answers_in_flight_bytes_max);
        let answer = (answer > in_flight).then(|| {
            format!(
                "--answer-bytes-max {answer} (INAROW_ANSWER_BYTES_MAX) is above --answers-in-flight-bytes-max {in_flight} \
                 (INAROW_ANSWERS_IN_FLIGHT_BYTES_MAX), which covers all answers together"
            )
        });
        let (body, in_flight) = (limits.body_bytes_max, limits.requests_in_flight_bytes_max);
        let room = in_flight.saturating_sub(ServerLimits::REQUEST_HEAD_BYTES_MAX);
        let body = (body > room).then(|| {
            format!(
                "--body-bytes-max {body} (INAROW_BODY_BYTES_MAX) is above {room}, all that --requests-in-flight-bytes-max \
                 {in_flight} (INAROW_REQUESTS_IN_FLIGHT_BYTES_MAX) leaves for the body of a request besides its head; lower the \
                 body or raise the bytes in flight"
            )
        });
        let (query, head) = (limits.query_bytes_max, ServerLimits::HEAD_BYTES_MAX);
        let query = (query > head).then(|| {
            format!(
                "--query-bytes-max {query} (INAROW_QUERY_BYTES_MAX) is above {head}, the longest head that a request may have"
            )
        });
        [answer, body, query]
    }

    /// Two listeners that take each other's place. A socket that a service manager has opened takes none.
    fn conflict_of_ports(&self) -> Option<String> {
        let metrics = self.metrics_listen.as_ref()?;
        if std::env::var_os("LISTEN_FDS").is_some() || !self.listen.is_taken_by(metrics) {
            return None;
        }
        let other = metrics.port().checked_add(1).unwrap_or(9_090);
        Some(format!(
            "--listen {} (INAROW_LISTEN) and --metrics-listen {metrics} (INAROW_METRICS_LISTEN) are one place, where only one of the two \
             can listen; give metrics a port of their own, e.g. {}",
            self.listen,
            metrics.at_port(other)
        ))
    }
}

/// The arguments with each value that begins with a minus and a digit joined to its flag: apart from it, it would be read as a flag of
/// its own.
pub(super) fn with_negative_values(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_flag =
        |argument: &OsString| argument.to_str().is_some_and(|text| text.starts_with("--") && !text.contains('='));
    let is_negative = |argument: &OsString| {
        let digits = argument.to_str().and_then(|text| text.strip_prefix('-'));
        digits.is_some_and(|digits| digits.starts_with(|first: char| first.is_ascii_digit()))
    };
    let mut joined: Vec<OsString> = Vec::with_capacity(arguments.len());
    for argument in arguments {
        match joined.last_mut() {
            Some(flag) if is_flag(flag) && is_negative(&argument) => {
                flag.push("=");
                flag.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// A word quoted for a POSIX shell.
fn for_shell(word: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,:/=+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''")).into()
}

/// The refusal of the variable of the keys where it has no value.
pub(super) const KEYS_FILE_IS_EMPTY: &str = "INAROW_API_KEYS_FILE is empty, and without keys the service would be open to every client; name the \
     file of keys, or unset the variable to need none (it is empty where its value is made of a variable that is not set, as in \
     INAROW_API_KEYS_FILE=${KEYS})";

/// Whether the variable of the keys is there without a value.
pub(super) fn keys_file_is_empty() -> bool {
    std::env::var_os(KEYS_FILE).is_some_and(|value| value.is_empty())
}

/// The variable by which platforms that run containers name the port that they call.
const PORT: &str = "PORT";

/// The platform's port on every address of the machine, where the variable is set.
pub(super) fn port_of_platform() -> Option<Result<ListenAddress, Error>> {
    let port = std::env::var_os(PORT).filter(|value| !value.is_empty())?.to_string_lossy().into_owned();
    Some(format!("[::]:{port}").parse().map_err(|_: String| {
        let sentence =
            format!("invalid value '{port}' for '{PORT}': write a port from 0 to 65535, or set INAROW_LISTEN");
        Settings::command().error(ErrorKind::InvalidValue, sentence)
    }))
}

/// The command line with the environment variables that are set.
pub(super) fn command(is_set: impl Fn(&str) -> bool) -> Command {
    Settings::command().mut_args(|arg| {
        let unset = arg.get_env().is_some_and(|name| !name.to_str().is_some_and(&is_set));
        if unset { arg.env(Resettable::Reset) } else { arg }
    })
}

/// Names the flag that a word without its dashes stands for, as in `inarow check`.
pub(super) fn tell_flag(error: Error) -> Error {
    let mut command = Settings::command();
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if command.get_arguments().any(|flag| flag.get_long() == Some(word)) => word,
        _ => return error,
    };
    let sentence = format!("unrecognized subcommand '{word}'; did you mean --{word}?");
    command.error(ErrorKind::InvalidSubcommand, sentence)
}

/// Names the environment variable in place of its flag.
pub(super) fn blame_variable(mut error: Error) -> Error {
    let mut command = Settings::command();
    command.build();
    let flag = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let argument = command.get_arguments().find(|argument| Some(argument.to_string()) == flag);
    if let Some(name) = argument.and_then(clap::Arg::get_env) {
        error.insert(ContextKind::InvalidArg, ContextValue::String(name.to_string_lossy().into_owned()));
    }
    error
}
