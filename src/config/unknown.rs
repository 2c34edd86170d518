//! Environment variables that look like settings and are none.

use std::ffi::OsString;

use clap::CommandFactory as _;

use super::Settings;

/// Prefix of the names of all variables.
const PREFIX: &str = "INAROW_";
/// The variable that closes the service.
pub(super) const KEYS_FILE: &str = "INAROW_API_KEYS_FILE";

/// A variable that no setting has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariable {
    pub name: String,
    /// The name that is most like it.
    pub nearest: Option<String>,
}

impl UnknownVariable {
    /// Whether it seems to name the file of keys, without which the service is open to every client.
    #[must_use]
    pub fn is_about_keys(&self) -> bool {
        self.nearest.as_deref() == Some(KEYS_FILE)
    }
}

impl std::fmt::Display for UnknownVariable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not a setting; it has no effect", self.name)?;
        self.nearest.as_ref().map_or(Ok(()), |nearest| write!(f, "; did you mean {nearest}?"))
    }
}

impl Settings {
    /// The variables that begin like those of settings and belong to none: most likely they are misspelled. Empty ones count as
    /// unset, unless keys are meant; and those that Kubernetes sets for its Services are no settings.
    pub fn unknown_variables(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Vec<UnknownVariable> {
        let command = Settings::command();
        let known: Vec<&str> = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str()).collect();
        let variables = variables.into_iter().map(|(name, value)| {
            let text = |text: OsString| text.to_string_lossy().into_owned();
            (text(name), text(value))
        });
        let mut unknown: Vec<_> = variables
            .filter(|(name, value)| {
                name.starts_with(PREFIX) && !known.contains(&&**name) && !is_service_link(name, value)
            })
            .map(|(name, value)| (UnknownVariable { nearest: nearest(&name, &known), name }, value))
            .filter(|(variable, value)| !value.is_empty() || variable.is_about_keys())
            .map(|(variable, _)| variable)
            .collect();
        unknown.sort_by(|one, other| one.name.cmp(&other.name));
        unknown
    }
}

/// Whether Kubernetes set this variable for a Service whose name begins with `inarow`: `INAROW_SERVICE_HOST`,
/// `INAROW_SERVICE_PORT_HTTP`, `INAROW_PORT` with an address, `INAROW_PORT_80_TCP_ADDR`.
fn is_service_link(name: &str, value: &str) -> bool {
    let has_port_number =
        name.split("_PORT_").skip(1).any(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    name.ends_with("_SERVICE_HOST") || name.contains("_SERVICE_PORT") || has_port_number || value.contains("://")
}

/// The most similar of the names: no more than a third of the letters differ, or it is a part of the name, or it speaks of keys.
fn nearest(name: &str, known: &[&str]) -> Option<String> {
    /// Names beyond this length are not compared.
    const NAME_CHARS_MAX: usize = 64;
    let own = |name: &str| name.strip_prefix(PREFIX).unwrap_or(name).to_ascii_uppercase();
    let own_name = own(name);
    if own_name.len() > NAME_CHARS_MAX {
        return None;
    }
    // Words in another order are no other name.
    let sorted = |name: &str| {
        let mut words: Vec<&str> = name.split('_').collect();
        words.sort_unstable();
        words.join("_")
    };
    let distance = |known: &str| {
        let in_order = strsim::osa_distance(&own_name, known);
        in_order.min(strsim::osa_distance(&sorted(&own_name), &sorted(known)))
    };
    let edits = known.iter().map(|known| (distance(&own(known)), *known)).min();
    let similar = edits.filter(|(edits, _)| edits * 3 <= own_name.len()).map(|(_, known)| known);
    /// Words in names of variables for keys of other programs.
    const OF_KEYS: [&str; 6] = ["KEY", "TOKEN", "AUTH", "SECRET", "PASSWORD", "BEARER"];
    /// A shorter part would be in too many names.
    const PART_CHARS_MIN: usize = 4;
    let letters = |name: &str| name.replace('_', "");
    let part = letters(&own_name);
    let holders = known.iter().copied().filter(|known| letters(&own(known)).contains(&part));
    let holder = holders.min_by_key(|known| known.len()).filter(|_| part.len() >= PART_CHARS_MIN);
    let of_keys = OF_KEYS.into_iter().any(|word| own_name.contains(word)).then_some(KEYS_FILE);
    similar.or(of_keys).or(holder).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_variables_are_found_with_the_name_that_was_meant() {
        let unknown = |name: &str, value: &str| {
            let found = Settings::unknown_variables([(name.into(), value.into())]);
            found.into_iter().next().map(|found| found.nearest.unwrap_or_default())
        };
        for (name, meant) in [
            ("INAROW_MOVETIME_MAX", "INAROW_MOVETIME_MS_MAX"),
            ("INAROW_WORKER", "INAROW_WORKERS"),
            ("INAROW_RATE_PER_MIN", "INAROW_RATE_PER_MINUTE"),
            ("INAROW_LOGFORMAT", "INAROW_LOG_FORMAT"),
            ("INAROW_BODY_MAX_BYTES", "INAROW_BODY_BYTES_MAX"),
            ("INAROW_workers", "INAROW_WORKERS"),
            ("INAROW_KEYS_FILE", "INAROW_API_KEYS_FILE"),
            ("INAROW_APIKEYS", "INAROW_API_KEYS_FILE"),
            ("INAROW_KEY", "INAROW_API_KEYS_FILE"),
            ("INAROW_BEARER_KEYS", "INAROW_API_KEYS_FILE"),
            ("INAROW_TOKENS", "INAROW_API_KEYS_FILE"),
            ("INAROW_AUTH_FILE", "INAROW_API_KEYS_FILE"),
            ("INAROW_SECRETS_FILE", "INAROW_API_KEYS_FILE"),
            ("INAROW_BURST", "INAROW_RATE_BURST"),
            ("INAROW_FLAVOUR", ""),
            ("INAROW_", ""),
            ("INAROW_PORT", ""),
            (&format!("INAROW_{}", "X".repeat(10_000)), ""),
        ] {
            assert_eq!(unknown(name, "1").as_deref(), Some(meant), "{name}");
        }
        assert_eq!(
            unknown("INAROW_API_KEYS", "").as_deref(),
            Some("INAROW_API_KEYS_FILE"),
            "an unset variable in its value"
        );
        for (name, value) in [
            ("INAROW_WORKERS", "1"),
            ("INAROW_WORKER", ""),
            ("WORKERS", "1"),
            ("INAROW_SERVICE_HOST", "10.0.0.1"),
            ("INAROW_SERVICE_PORT", "80"),
            ("INAROW_METRICS_SERVICE_PORT_HTTP", "9090"),
            ("INAROW_PORT", "tcp://10.0.0.1:80"),
            ("INAROW_PORT_80_TCP", "tcp://10.0.0.1:80"),
            ("INAROW_PORT_80_TCP_ADDR", "10.0.0.1"),
        ] {
            assert_eq!(unknown(name, value), None, "{name}");
        }
    }
}
