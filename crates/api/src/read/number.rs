//! Whole numbers.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{At, Shown};
use super::parameters::scalar_of_text;

/// Integers up to this are exact in a double, the number of most JSON readers.
const EXACT_MAX: f64 = ((1_u64 << 53) - 1) as f64;

/// The first whole numbers, from 0 on.
pub const WORDS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A whole number within a range; `140.0` is one.
pub fn integer(value: &Value, range: RangeInclusive<i64>, at: At<'_>) -> Option<i64> {
    integer_or(ErrorCode::OutOfRange, value, range, at)
}

/// The whole number of a value, if every JSON reader has it exactly.
pub fn whole(value: &Value) -> Option<i64> {
    let float = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= EXACT_MAX);
    value.as_i64().or_else(|| float.map(|number| number as i64))
}

/// A whole number within a range. Whole numbers beyond it are errors of this code.
pub fn integer_or(beyond: ErrorCode, value: &Value, range: RangeInclusive<i64>, at: At<'_>) -> Option<i64> {
    let whole = whole(value);
    let float = value.as_f64().filter(|number| number.fract() == 0.0);
    if let Some(number) = whole.filter(|number| range.contains(number)) {
        return Some(number);
    }
    let code = match float {
        _ if whole.is_some() || float.is_some() => beyond,
        _ if value.is_number() => ErrorCode::NotWhole,
        _ => ErrorCode::WrongType,
    };
    at.error_with(code, || {
        let (min, max, shown) = (range.start(), range.end(), Shown(value));
        match whole {
            Some(number) if number > *max => {
                format!("{number} is above the maximum; send a whole number from {min} to {max}")
            }
            Some(number) => format!("{number} is below the minimum; send a whole number from {min} to {max}"),
            None if value.is_u64() => format!("{shown} is above the maximum; send a whole number from {min} to {max}"),
            None if float.is_some() => format!("{shown} is out of range; send a whole number from {min} to {max}"),
            None => format!("{shown} is not a whole number; send one from {min} to {max}{}", without_quotes(value)),
        }
    });
    None
}

/// The remedy for a number that is sent as text; a parameter of a query string with one is a number before.
fn without_quotes(value: &Value) -> &'static str {
    let is_number = value.as_str().is_some_and(|text| scalar_of_text(text).is_number());
    if is_number { ", without quotes" } else { "" }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::super::errors::Pointer;
    use super::*;

    #[test]
    fn whole_numbers_may_be_written_with_a_fraction_of_zero() {
        let read = |text: &'static str| {
            let errors = RefCell::default();
            let at = At::of(Pointer::ROOT, &errors);
            let number = integer(&scalar_of_text(text), 1..=200, at);
            assert_eq!(number.is_none(), at.error_count() > 0, "{text}");
            number
        };
        assert_eq!([read("140"), read("140.0"), read("1.4e2")], [Some(140); 3]);
        for bad in ["", "x", "1.5", "0", "201", "-1", "1e300", "18446744073709551615", "true", "007", "+5", "NaN"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
