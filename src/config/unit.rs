//! The units of numbers in settings, and the numbers that people mean who write a unit of their own.

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::number::is_digits;

/// A unit of settings.
struct Unit {
    /// The part of a setting's name that tells the unit.
    part: &'static str,
    name: &'static str,
    /// Units that people write after a number, each with its size in this one: numerator and denominator.
    others: &'static [(&'static str, u64, u64)],
}

const UNITS: [Unit; 4] = [
    Unit {
        part: "-ms",
        name: "milliseconds",
        others: &[("ms", 1, 1), ("s", 1_000, 1), ("m", 60_000, 1), ("min", 60_000, 1), ("h", 3_600_000, 1)],
    },
    Unit {
        part: "-bytes-",
        name: "bytes",
        others: &[
            ("b", 1, 1),
            ("k", 1 << 10, 1),
            ("kb", 1 << 10, 1),
            ("kib", 1 << 10, 1),
            ("m", 1 << 20, 1),
            ("mb", 1 << 20, 1),
            ("mib", 1 << 20, 1),
            ("g", 1 << 30, 1),
            ("gb", 1 << 30, 1),
            ("gib", 1 << 30, 1),
        ],
    },
    Unit {
        part: "-mib",
        name: "mebibytes",
        others: &[("m", 1, 1), ("mb", 1, 1), ("mib", 1, 1), ("g", 1 << 10, 1), ("gb", 1 << 10, 1), ("gib", 1 << 10, 1)],
    },
    Unit {
        part: "-per-minute",
        name: "requests a minute",
        others: &[
            ("/m", 1, 1),
            ("/min", 1, 1),
            ("/minute", 1, 1),
            ("r/m", 1, 1),
            ("/s", 60, 1),
            ("/sec", 60, 1),
            ("/second", 60, 1),
            ("r/s", 60, 1),
            ("/h", 1, 60),
            ("/hour", 1, 60),
        ],
    },
];

/// Adds the unit of a number that cannot be read, and the number that was meant.
pub fn tell_unit(mut error: Error) -> Error {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let flag = argument.split(' ').next().unwrap_or_default();
    let unit = UNITS.iter().find(|unit| flag.contains(unit.part));
    if let (ErrorKind::ValueValidation, Some(unit), false) = (error.kind(), unit, is_digits(&value)) {
        let meant = unit.number_of(&value).map_or_else(String::new, |meant| format!("; {value} is {meant}"));
        let tip = StyledStr::from(format!("write a whole number of {} without a unit{meant}", unit.name));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

impl Unit {
    /// Converts a number with another unit, where the result is whole: 1.5s is 1500 milliseconds.
    fn number_of(&self, value: &str) -> Option<u64> {
        let end = value.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(value.len());
        let (number, rest) = value.split_at(end);
        let &(_, size, of) = self.others.iter().find(|(unit, ..)| rest.trim().eq_ignore_ascii_case(unit))?;
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let scale = 10_u64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        let number = format!("{whole}{decimals}").parse::<u64>().ok()?.checked_mul(size)?;
        let of = of.checked_mul(scale)?;
        number.is_multiple_of(of).then_some(number / of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_with_a_unit_is_told_where_it_is_whole() {
        for (part, value, meant) in [
            ("-ms", "10s", Some(10_000)),
            ("-ms", "1.5s", Some(1_500)),
            ("-ms", "1.5ms", None),
            ("-ms", "1.5", None),
            ("-ms", "1.2.3s", None),
            ("-ms", "s", None),
            ("-ms", "99999999999999999999h", None),
            ("-bytes-", "1.5 GiB", Some(3 << 29)),
            ("-mib", "0.5g", Some(512)),
            ("-per-minute", "5r/s", Some(300)),
            ("-per-minute", "60/min", Some(60)),
            ("-per-minute", "90/hour", None),
            ("-per-minute", "120/h", Some(2)),
        ] {
            let unit = UNITS.iter().find(|unit| unit.part == part).expect("a unit");
            assert_eq!(unit.number_of(value), meant, "{value}");
        }
    }
}
