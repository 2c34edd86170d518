//! All that is wrong with settings at once, for `--check` and for a log in JSON.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, Error, FromArgMatches as _};

use super::Settings;
use super::read::{
    KEYS_FILE_IS_EMPTY, blame_variable, command, keys_file_is_empty, port_of_platform, tell_flag, with_negative_values,
};
use super::unit::tell_unit;

/// All faults of the settings, for `--check` and for a log in JSON.
#[derive(Debug)]
pub struct Faults {
    /// The faults as [`Settings::read`] words them, without its advice to ask for help.
    pub sentences: Vec<String>,
    /// The settings without those that are wrong, if the rest can be read.
    pub rest: Option<Settings>,
}

/// Whether these arguments ask for a check.
#[must_use]
pub fn is_check(arguments: &[OsString]) -> bool {
    arguments.iter().skip(1).any(|argument| argument == "--check")
}

impl Settings {
    /// All that is wrong with arguments and environment that [`Settings::read`] refuses; `refusal` is its error.
    #[must_use]
    pub fn faults(arguments: Vec<OsString>, refusal: &Error) -> Faults {
        let mut groups = groups(with_negative_values(arguments));
        let program: Vec<OsString> = groups.drain(..1).flatten().collect();
        let mut sentences = Vec::new();
        let mut given = BTreeSet::new();
        // Each flag by itself: a wrong one hides all that follow.
        groups.retain(|group| match command(|_| false).try_get_matches_from(program.iter().chain(group)) {
            Ok(matches) => {
                given.extend(ids_given(&matches));
                true
            }
            Err(error) => {
                sentences.extend(error.use_stderr().then(|| sentence(&tell_flag(tell_unit(error)))));
                false
            }
        });
        let variables = variables_set();
        let wrong: Vec<&String> = variables
            .iter()
            .filter(|(id, _)| !given.contains(id))
            .filter_map(|(_, name)| {
                let matches = command(|other| other == name).try_get_matches_from(&program);
                let error = matches.err()?;
                sentences.push(sentence(&blame_variable(tell_unit(error))));
                Some(name)
            })
            .collect();
        if keys_file_is_empty() && !given.contains("api_keys_file") {
            sentences.push(KEYS_FILE_IS_EMPTY.to_owned());
        }
        let has_place = given.contains("listen") || variables.iter().any(|(id, _)| id == "listen");
        if let Some(Err(error)) = port_of_platform().filter(|_| !has_place) {
            sentences.push(sentence(&error));
        }
        let is_good =
            |name: &str| variables.iter().any(|(_, set)| set == name) && !wrong.iter().any(|bad| *bad == name);
        // Of a flag that comes twice the last value counts, so that the settings of the log are known.
        let rest = command(is_good)
            .args_override_self(true)
            .try_get_matches_from(program.iter().chain(groups.iter().flatten()));
        let rest = rest.and_then(|matches| Settings::from_arg_matches(&matches));
        if sentences.is_empty() {
            sentences.extend(sentence(refusal).split("\nerror: ").map(str::to_owned));
        }
        Faults { sentences, rest: rest.ok() }
    }
}

/// The program, and each flag with its values.
fn groups(arguments: Vec<OsString>) -> Vec<Vec<OsString>> {
    let mut groups: Vec<Vec<OsString>> = Vec::new();
    for argument in arguments {
        let begins = groups.len() < 2 || argument.to_str().is_some_and(|text| text.starts_with('-'));
        match groups.last_mut() {
            Some(group) if !begins => group.push(argument),
            _ => groups.push(vec![argument]),
        }
    }
    groups
}

/// The settings that the command line has.
fn ids_given(matches: &ArgMatches) -> Vec<String> {
    let is_given = |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    matches.ids().filter(is_given).map(ToString::to_string).collect()
}

/// The settings that the environment has, with their variables.
fn variables_set() -> Vec<(String, String)> {
    let command = Settings::command();
    let variable = |argument: &clap::Arg| {
        let name = argument.get_env()?.to_str()?.to_owned();
        let is_set = std::env::var_os(&name).is_some_and(|value| !value.is_empty());
        is_set.then(|| (argument.get_id().to_string(), name))
    };
    command.get_arguments().filter_map(variable).collect()
}

/// The sentence of an error, without the word before it and the advice behind it.
fn sentence(error: &Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let end = ["\n\nUsage:", "\n\nFor more information"].iter().filter_map(|advice| text.find(advice)).min();
    text[..end.unwrap_or(text.len())].trim_end().to_owned()
}
