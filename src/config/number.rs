//! Whole numbers as settings.

use std::ops::{Bound, RangeBounds};

/// A parser of whole numbers within a range. Its errors name the range.
pub fn whole<N>(range: impl RangeBounds<u64>) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: TryFrom<u64> + 'static,
{
    let min = match range.start_bound() {
        Bound::Included(&min) => min,
        Bound::Excluded(&below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let max = match range.end_bound() {
        Bound::Included(&max) => max,
        Bound::Excluded(&above) => above.saturating_sub(1),
        Bound::Unbounded => match size_of::<N>() {
            4 => u64::from(u32::MAX),
            _ => u64::MAX,
        },
    };
    move |text| {
        let allowed = format!("write one from {min} to {max}");
        if text.is_empty() {
            return Err(format!("there is no number; {allowed}"));
        }
        if !is_digits(text) {
            let [only, reason] = if is_digits(&text.replace([' ', '_', ',', '\'', '+'], "")) {
                ["", " in digits alone"]
            } else if text.strip_prefix('-').is_some_and(is_digits) {
                [" from 0 on", ""]
            } else {
                ["", ""]
            };
            return Err(format!("{text} is not a whole number{only}; {allowed}{reason}"));
        }
        let number = text.parse().ok().filter(|number| (min..=max).contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| format!("{text} is out of range; {allowed}"))
    }
}

/// Whether a text is decimal digits and nothing else.
pub fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_within_their_range_are_read_and_others_are_told_it() {
        assert_eq!([whole::<u32>(1..=3)("3"), whole(1..=3)("1")], [Ok(3), Ok(1)]);
        assert_eq!(whole::<u64>(0..1 << 40)("1099511627775"), Ok((1 << 40) - 1));
        assert_eq!(whole::<u64>(..)("18446744073709551615"), Ok(u64::MAX));
        for (refused, sentence) in [
            (whole::<u32>(1..)("abc"), "abc is not a whole number; write one from 1 to 4294967295"),
            (whole::<u32>(1..)("0"), "0 is out of range; write one from 1 to 4294967295"),
            (whole::<u32>(..=5)("6"), "6 is out of range; write one from 0 to 5"),
            (whole::<u32>(1..)("4294967296"), "4294967296 is out of range; write one from 1 to 4294967295"),
            (whole::<u32>(1..1 << 16)("1.5"), "1.5 is not a whole number; write one from 1 to 65535"),
            (whole::<u32>(1..9)(""), "there is no number; write one from 1 to 8"),
            (whole::<u32>(1..9)("-1"), "-1 is not a whole number from 0 on; write one from 1 to 8"),
            (whole::<u32>(1..9)("-x"), "-x is not a whole number; write one from 1 to 8"),
            (whole::<u32>(1..9)("1_000"), "1_000 is not a whole number; write one from 1 to 8 in digits alone"),
            (whole::<u32>(1..9)(" 5"), " 5 is not a whole number; write one from 1 to 8 in digits alone"),
        ] {
            assert_eq!(refused, Err(sentence.to_owned()));
        }
        let sentence = "1 is out of range; write one from 2 to 18446744073709551615";
        assert_eq!(whole::<u64>(2..)("1"), Err(sentence.to_owned()));
    }
}
