//! Checks the filter of the log. `tracing` takes every unknown word for a target: a misspelled level would then log nothing.

use tracing_subscriber::filter::Targets;

use crate::log;

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
/// Prefix of the service's own targets.
const OWN_TARGET: &str = "inarow";
/// The targets that documents name. Others are modules of the program.
const TOLD_TARGETS: [&str; 4] = [log::REQUESTS, log::PROBES, log::STREAMS, log::CONNECTIONS];
/// The level of all targets where only some are given one.
const LEVEL_OF_OTHERS: &str = "info";
/// Most edits between a misspelled level and the one that is meant.
const EDITS_MAX: usize = 2;

/// Checks a filter: levels, targets, and targets with their level, separated by commas. One that names targets alone leaves the others at their
/// level: a misspelled target would turn the whole log off.
///
/// # Errors
/// A part that cannot be read, with the nearest level or target.
pub fn parse(filter: &str) -> Result<String, String> {
    let mut has_level = false;
    for directive in filter.split(',').map(str::trim) {
        let (target, level) = match directive.split_once('=') {
            Some((target, level)) => (Some(target), Some(level)),
            None if directive == OWN_TARGET || directive.contains("::") => (Some(directive), None),
            None => (None, Some(directive)),
        };
        has_level |= target.is_none();
        level.map_or(Ok(()), check_level)?;
        target.map_or(Ok(()), check_target)?;
    }
    filter.parse::<Targets>().map_err(|error| format!("{error}; write e.g. info"))?;
    Ok(if has_level { filter.to_owned() } else { format!("{LEVEL_OF_OTHERS},{filter}") })
}

fn check_level(level: &str) -> Result<(), String> {
    // `tracing` takes numbers, too: 0 is off, 5 is trace.
    let is_level =
        LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level)) || matches!(level.as_bytes(), [b'0'..=b'5']);
    if is_level {
        return Ok(());
    }
    let written = level.to_ascii_lowercase();
    let edits = |known: &str| {
        let is_longer_or_shorter = written.len() > 1 && (written.starts_with(known) || known.starts_with(&written));
        if is_longer_or_shorter { 0 } else { strsim::osa_distance(&written, known) }
    };
    let meant = LEVELS.iter().map(|known| (edits(known), known)).min();
    let hint = match meant.filter(|(edits, _)| *edits <= EDITS_MAX && written.len() > *edits) {
        Some((_, known)) => format!("did you mean {known}?"),
        None if written.is_empty() => "a level is missing;".to_owned(),
        None => format!("for a target write {level}=debug;"),
    };
    Err(format!("{level:?} is not a level; {hint} levels are {}", LEVELS.join(", ")))
}

/// Other crates log, too, so that only a name like that of the service is a mistake.
fn check_target(target: &str) -> Result<(), String> {
    let own = target.split("::").next().unwrap_or_default();
    let edits = strsim::osa_distance(own, OWN_TARGET);
    if (1..=EDITS_MAX).contains(&edits) && !own.starts_with(OWN_TARGET) {
        return Err(format!("no target is named {target:?}; did you mean {}?", target.replacen(own, OWN_TARGET, 1)));
    }
    let meant = TOLD_TARGETS.iter().map(|told| (strsim::osa_distance(target, told), told)).min();
    match meant.filter(|(edits, _)| (1..=EDITS_MAX).contains(edits)) {
        Some((_, told)) => Err(format!("no target is named {target:?}; did you mean {told}?")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_targets_are_read() {
        for filter in ["info", "WARN", "off", "3", "info,inarow::request=off", "warn, hyper=trace", "inarow=debug,warn"]
        {
            assert_eq!(parse(filter).as_deref(), Ok(filter));
        }
        for filter in
            ["inarow", "inarow=debug", "inarow_api=debug", "inarow::request=off", "inarow::http::server=debug"]
        {
            assert_eq!(parse(filter), Ok(format!("info,{filter}")));
        }
    }

    #[test]
    fn others_are_refused_with_what_was_meant() {
        for (filter, sentence) in [
            ("infoo", "\"infoo\" is not a level; did you mean info? levels are off, error, warn, info, debug, trace"),
            ("inof", "did you mean info?"),
            ("Warning", "\"Warning\" is not a level; did you mean warn?"),
            ("err", "did you mean error?"),
            ("warm", "did you mean warn?"),
            ("info,inarow=debgu", "\"debgu\" is not a level; did you mean debug?"),
            ("info,", "\"\" is not a level; a level is missing"),
            ("hyper", "\"hyper\" is not a level; for a target write hyper=debug"),
            ("inarrow=debug", "no target is named \"inarrow\"; did you mean inarow?"),
            ("inraow::request=off", "did you mean inarow::request?"),
            ("inarow::requst=off", "no target is named \"inarow::requst\"; did you mean inarow::request?"),
            ("info,inarow::request::probes=off", "did you mean inarow::request::probe?"),
            ("a=b=c", "\"b=c\" is not a level"),
        ] {
            let error = parse(filter).unwrap_err();
            assert!(error.contains(sentence), "{filter}: {error}");
        }
    }
}
