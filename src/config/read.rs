//! Reads and checks the settings.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::builder::{Resettable, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory as _, Error, FromArgMatches as _};

use super::{ListenAddress, ServerLimits, Settings};

impl Settings {
    /// Settings from command-line arguments, the program's name first, and from the environment. An empty variable counts
    /// as unset.
    ///
    /// # Errors
    /// What to show the operator: a value that is wrong, with the flag or the variable that it came from; settings that
    /// contradict each other; help and version.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Settings, Error> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        // Parses without the environment first: what the second parse refuses then comes from a variable.
        if let Err(error) = command(|_| false).try_get_matches_from(&arguments) {
            let is_help = !error.use_stderr();
            // Help with the names of the variables.
            let help = is_help.then(|| Settings::command().try_get_matches_from(arguments).err()).flatten();
            return Err(help.unwrap_or_else(|| tell_unit(error)));
        }
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let matches =
            command(is_set).try_get_matches_from(arguments).map_err(|error| blame_variable(tell_unit(error)))?;
        let mut settings = Settings::from_arg_matches(&matches)?;
        if matches.value_source("listen") == Some(ValueSource::DefaultValue) && is_set(PORT) {
            settings.listen = every_address(&std::env::var(PORT).unwrap_or_default())?;
        }
        settings
            .check(&matches)
            .map_err(|sentence| Settings::command().error(ErrorKind::ArgumentConflict, sentence))?;
        settings.in_force = settings.flags(&matches);
        Ok(settings)
    }

    /// All settings with a value, as flags that a shell reads as they are. None of them is a secret: keys are in a file.
    fn flags(&self, matches: &ArgMatches) -> String {
        let flag = |argument: &clap::Arg| {
            let (id, long) = (argument.get_id().as_str(), argument.get_long()?);
            let value = match id {
                "listen" => self.listen.to_string(),
                "movetime_ms_default" => self.limits.movetime_ms_default.min(self.limits.movetime_ms_max).to_string(),
                "review_move_ms_default" => {
                    self.limits.review_move_ms_default.min(self.limits.movetime_ms_max).to_string()
                }
                "workers" => self.limits.worker_count().to_string(),
                "threads_per_request_max" => self.limits.request_thread_count().to_string(),
                "rate_burst" => self.access.burst().to_string(),
                _ => {
                    let values = matches.get_raw(id)?.map(|value| value.to_string_lossy());
                    values.collect::<Vec<_>>().join(",")
                }
            };
            Some(format!("--{long} {}", for_shell(&value)))
        };
        let command = Settings::command();
        command
            .get_arguments()
            .filter(|argument| argument.get_env().is_some())
            .filter_map(flag)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Checks settings that depend on each other.
    fn check(&self, matches: &ArgMatches) -> Result<(), String> {
        let is_given = |id| !matches!(matches.value_source(id), None | Some(ValueSource::DefaultValue));
        let limits = &self.limits;
        let (default, max) = (limits.movetime_ms_default, limits.movetime_ms_max);
        if default > max && is_given("movetime_ms_default") {
            return Err(format!(
                "--movetime-ms-default {default} (INAROW_MOVETIME_MS_DEFAULT) is above --movetime-ms-max {max} \
                 (INAROW_MOVETIME_MS_MAX); lower the default or raise the maximum"
            ));
        }
        let (answer, in_flight) = (limits.answer_bytes_max, limits.answers_in_flight_bytes_max);
        if answer > in_flight {
            return Err(format!(
                "--answer-bytes-max {answer} (INAROW_ANSWER_BYTES_MAX) is above --answers-in-flight-bytes-max {in_flight} \
                 (INAROW_ANSWERS_IN_FLIGHT_BYTES_MAX), which covers all answers together"
            ));
        }
        let (body, in_flight) = (limits.body_bytes_max, limits.requests_in_flight_bytes_max);
        let room = in_flight.saturating_sub(ServerLimits::REQUEST_HEAD_BYTES_MAX);
        if body > room {
            return Err(format!(
                "--body-bytes-max {body} (INAROW_BODY_BYTES_MAX) is above {room}, all that --requests-in-flight-bytes-max \
                 {in_flight} (INAROW_REQUESTS_IN_FLIGHT_BYTES_MAX) leaves for the body of a request besides its head; lower the \
                 body or raise the bytes in flight"
            ));
        }
        let (query, head) = (limits.query_bytes_max, ServerLimits::HEAD_BYTES_MAX);
        if query > head {
            return Err(format!(
                "--query-bytes-max {query} (INAROW_QUERY_BYTES_MAX) is above {head}, the longest head that a request may have"
            ));
        }
        if self.access.rate_burst > 0 && self.access.rate_per_minute == 0 {
            return Err(format!(
                "--rate-burst {} (INAROW_RATE_BURST) has no effect without --rate-per-minute (INAROW_RATE_PER_MINUTE)",
                self.access.rate_burst
            ));
        }
        Ok(())
    }
}

/// A word as a POSIX shell needs it to pass it on unchanged.
fn for_shell(word: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,:/=+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''")).into()
}

/// Where platforms that run containers say which port they call.
const PORT: &str = "PORT";

/// This port on every address of the machine.
fn every_address(port: &str) -> Result<ListenAddress, Error> {
    format!("0.0.0.0:{port}").parse().map_err(|reason: String| {
        let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(&Settings::command());
        error.insert(ContextKind::InvalidArg, ContextValue::String(PORT.to_owned()));
        error.insert(ContextKind::InvalidValue, ContextValue::String(port.to_owned()));
        error.insert(ContextKind::Custom, ContextValue::String(reason));
        error
    })
}

/// The command line with the environment variables that are set.
fn command(is_set: impl Fn(&str) -> bool) -> Command {
    Settings::command().mut_args(|arg| {
        let unset = arg.get_env().is_some_and(|name| !name.to_str().is_some_and(&is_set));
        if unset { arg.env(Resettable::Reset) } else { arg }
    })
}

/// A unit of settings: the part of their names that tells it, its name, and the units that people write after a number, each with its
/// size in this one.
type Unit = (&'static str, &'static str, &'static [(&'static str, u64)]);

const MILLISECONDS: Unit =
    ("-ms", "milliseconds", &[("ms", 1), ("s", 1_000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000)]);
const BYTES: Unit = (
    "-bytes-",
    "bytes",
    &[("b", 1), ("k", 1 << 10), ("kb", 1 << 10), ("kib", 1 << 10), ("m", 1 << 20), ("mb", 1 << 20), ("mib", 1 << 20)],
);
const MEBIBYTES: Unit =
    ("-mib", "mebibytes", &[("m", 1), ("mb", 1), ("mib", 1), ("g", 1 << 10), ("gb", 1 << 10), ("gib", 1 << 10)]);
const UNITS: [Unit; 3] = [MILLISECONDS, BYTES, MEBIBYTES];

/// Adds the unit of a number that cannot be read, and the number that was meant.
fn tell_unit(mut error: Error) -> Error {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let flag = argument.split(' ').next().unwrap_or_default();
    let unit = UNITS.iter().find(|(part, ..)| flag.contains(part));
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if let (ErrorKind::ValueValidation, Some((_, name, units)), false) = (error.kind(), unit, is_number) {
        let digits = value.find(|character: char| !character.is_ascii_digit()).unwrap_or(value.len());
        let (number, rest) = value.split_at(digits);
        let size = units.iter().find(|(unit, _)| rest.trim().eq_ignore_ascii_case(unit));
        let meant = size.and_then(|(_, size)| number.parse::<u64>().ok()?.checked_mul(*size));
        let meant = meant.map_or_else(String::new, |meant| format!("; {value} is {meant}"));
        let tip = StyledStr::from(format!("write a whole number of {name} without a unit{meant}"));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Names the environment variable in place of its flag.
fn blame_variable(mut error: Error) -> Error {
    let mut command = Settings::command();
    command.build();
    let flag = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let argument = command.get_arguments().find(|argument| Some(argument.to_string()) == flag);
    if let Some(name) = argument.and_then(clap::Arg::get_env) {
        error.insert(ContextKind::InvalidArg, ContextValue::String(name.to_string_lossy().into_owned()));
    }
    error
}
