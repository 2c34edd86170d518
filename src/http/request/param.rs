//! Fields of requests: what was sent for each, and readers that turn it into a value or note what is wrong with it.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde_json::Value;

use super::error_code::ErrorCode;
use super::errors::{FieldErrors, Pointer, shown};
use super::json;
use super::suggest::suggestion;

/// A field of a request that should hold a `T`: absent, or the value as it was sent. `null` is absent.
///
/// It deserializes from any value, so that one wrong field does not hide the others.
#[derive(Clone, Debug)]
pub struct Param<T> {
    sent: Option<Value>,
    /// Whether it comes from a query string, where everything is text.
    is_parameter: bool,
    kind: PhantomData<T>,
}

/// What a field can hold.
pub trait FieldType {
    /// The JSON value that a parameter of a query string stands for.
    fn from_parameter(text: &str) -> Value {
        text.into()
    }
}

/// A whole number.
#[derive(Clone, Copy, Debug)]
pub struct Number;

/// `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct Flag;

/// A cell's number or name.
#[derive(Clone, Copy, Debug)]
pub struct CellName;

/// One of a closed list of names.
pub trait Choice: Copy + 'static {
    const ALL: &'static [Self];

    /// The name on the wire.
    fn name(self) -> &'static str;
}

/// The names of a closed list.
pub fn names<T: Choice>() -> Vec<&'static str> {
    T::ALL.iter().map(|&one| one.name()).collect()
}

macro_rules! scalars {
    ($($scalar:ty),*) => {
        $(impl FieldType for $scalar {
            /// A number or a flag; all else stays text.
            fn from_parameter(text: &str) -> Value {
                let read = serde_json::from_str(text).ok();
                read.filter(|value: &Value| value.is_number() || value.is_boolean()).unwrap_or_else(|| text.into())
            }
        })*
    };
}

scalars!(Number, Flag, CellName);

impl<T: Choice> FieldType for T {}

/// A parameter that is a list holds commas between its elements.
impl<T: FieldType> FieldType for Vec<T> {
    fn from_parameter(text: &str) -> Value {
        if text.is_empty() { Value::Array(Vec::new()) } else { text.split(',').map(T::from_parameter).collect() }
    }
}

/// A JSON object without repeated members; all else stays text.
pub fn object(text: &str) -> Value {
    let mut errors = FieldErrors::default();
    let read = text.trim_start().starts_with('{').then(|| json::read(text.as_bytes(), Pointer::ROOT, &mut errors));
    read.and_then(Result::ok).filter(|_| errors.is_empty()).unwrap_or_else(|| text.into())
}

impl<T> Default for Param<T> {
    fn default() -> Self {
        Param { sent: None, is_parameter: false, kind: PhantomData }
    }
}

impl<'de, T: FieldType> Deserialize<'de> for Param<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_option(ParamVisitor(PhantomData))
    }
}

/// JSON arrives as an option, a parameter as text.
struct ParamVisitor<T>(PhantomData<T>);

impl<'de, T: FieldType> Visitor<'de> for ParamVisitor<T> {
    type Value = Param<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Param::default())
    }

    fn visit_some<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        Ok(Param { sent: Some(Value::deserialize(json)?), ..Param::default() })
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Param { sent: Some(T::from_parameter(text)), is_parameter: true, ..Param::default() })
    }
}

impl<T> Param<T> {
    pub fn is_given(&self) -> bool {
        self.sent.is_some()
    }

    pub fn sent(&self) -> Option<&Value> {
        self.sent.as_ref()
    }

    pub fn into_sent(self) -> Option<Value> {
        self.sent
    }

    pub fn is_parameter(&self) -> bool {
        self.is_parameter
    }
}

impl Param<Number> {
    /// A whole number within a range.
    pub fn number(&self, range: RangeInclusive<u64>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<u64> {
        let bound = |bound: &u64| i64::try_from(*bound).unwrap_or(i64::MAX);
        let range = bound(range.start())..=bound(range.end());
        integer(self.sent()?, range, at, errors).map(|number| number as u64)
    }
}

impl Param<Flag> {
    /// `true` or `false`.
    pub fn flag(&self, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<bool> {
        let sent = self.sent()?;
        if !sent.is_boolean() {
            let form = if sent.is_string() && !self.is_parameter { ", without quotes" } else { "" };
            let detail = format_args!("{} is not true or false; send true or false{form}", Shown(sent));
            errors.add(at, ErrorCode::WrongType, detail);
        }
        sent.as_bool()
    }
}

impl<T: Choice> Param<T> {
    /// One of the names of `T`.
    pub fn choice(&self, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<T> {
        self.choice_of(T::ALL, at, errors)
    }

    /// One of some names of `T`.
    pub fn choice_of(&self, all: &[T], at: Pointer<'_>, errors: &mut FieldErrors) -> Option<T> {
        let sent = self.sent()?;
        let found = by_name(sent, all);
        if found.is_none() {
            not_allowed(sent, all, "", self.is_parameter, at, errors);
        }
        found
    }
}

/// The choice that a text names.
pub fn by_name<T: Choice>(value: &Value, all: &[T]) -> Option<T> {
    let text = value.as_str()?;
    all.iter().copied().find(|one| one.name() == text)
}

/// Says that a value is none of the allowed names, which of them may have been meant, and what else is allowed (`or`).
pub fn not_allowed<T: Choice>(
    value: &Value,
    all: &[T],
    or: &str,
    in_query: bool,
    at: Pointer<'_>,
    errors: &mut FieldErrors,
) {
    let code = if value.is_string() { ErrorCode::NotAChoice } else { ErrorCode::WrongType };
    errors.add_with(at, code, || {
        let names: Vec<_> = all.iter().map(|&one| one.name()).collect();
        let hint = value.as_str().map(|text| suggestion(text, &names)).unwrap_or_default();
        let names = if in_query { names.join(", ") } else { format!("\"{}\"", names.join("\", \"")) };
        format!("{} is not allowed here;{hint} send one of {names}{or}", Shown(value))
    });
}

/// Integers up to this are exact in a double, which is what most JSON readers have.
const EXACT_MAX: f64 = ((1_u64 << 53) - 1) as f64;

/// A whole number within a range; `140.0` is one.
pub fn integer(value: &Value, range: RangeInclusive<i64>, at: Pointer<'_>, errors: &mut FieldErrors) -> Option<i64> {
    integer_or(ErrorCode::OutOfRange, value, range, at, errors)
}

/// A whole number within a range. Whole numbers beyond it are errors of this code.
pub fn integer_or(
    beyond: ErrorCode,
    value: &Value,
    range: RangeInclusive<i64>,
    at: Pointer<'_>,
    errors: &mut FieldErrors,
) -> Option<i64> {
    let float = value.as_f64().filter(|number| number.fract() == 0.0);
    let whole = value.as_i64().or_else(|| float.filter(|number| number.abs() <= EXACT_MAX).map(|number| number as i64));
    if let Some(number) = whole.filter(|number| range.contains(number)) {
        return Some(number);
    }
    let code = match float {
        _ if whole.is_some() || float.is_some() => beyond,
        _ if value.is_number() => ErrorCode::NotWhole,
        _ => ErrorCode::WrongType,
    };
    errors.add_with(at, code, || {
        let (min, max, shown) = (range.start(), range.end(), Shown(value));
        match whole {
            Some(number) if number > *max => {
                format!("{number} is above the maximum; send a whole number from {min} to {max}")
            }
            Some(number) => format!("{number} is below the minimum; send a whole number from {min} to {max}"),
            None if value.is_u64() => format!("{shown} is above the maximum; send a whole number from {min} to {max}"),
            None if float.is_some() => format!("{shown} is out of range; send a whole number from {min} to {max}"),
            None => format!("{shown} is not a whole number; send one from {min} to {max}"),
        }
    });
    None
}

/// Names a value in an error, cut where it is long.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'v>(pub &'v Value);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::String(text) => f.write_str(&shown(text)),
            Value::Array(_) => f.write_str("a list"),
            Value::Object(_) => f.write_str("an object"),
            other => other.fmt(f),
        }
    }
}

macro_rules! choices {
    ($($choice:ty),* $(,)?) => {
        $(impl Choice for $choice {
            const ALL: &'static [Self] = &<$choice>::ALL;

            fn name(self) -> &'static str {
                <$choice>::name(self)
            }
        })*
    };
}

choices!(
    inarow_engine::engine::Algorithm,
    inarow_engine::engine::Level,
    inarow_engine::engine::TieBreak,
    inarow_engine::engine::puzzle::Theme,
    inarow_engine::engine::continuations::GameResult,
    inarow_engine::engine::continuations::EngineMoves,
    inarow_engine::engine::continuations::SymmetryMode,
    inarow_engine::game::Overline,
    inarow_engine::game::Player,
    inarow_engine::game::Preset,
    inarow_engine::heuristic::EmptyLine,
    inarow_engine::heuristic::Named,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_be_written_with_a_fraction_of_zero() {
        let read = |text: &'static str| {
            let mut errors = FieldErrors::default();
            let number = integer(&Number::from_parameter(text), 1..=200, Pointer::ROOT, &mut errors);
            assert_eq!(number.is_none(), !errors.is_empty(), "{text}");
            number
        };
        assert_eq!([read("140"), read("140.0"), read("1.4e2")], [Some(140); 3]);
        for bad in ["", "x", "1.5", "0", "201", "-1", "1e300", "18446744073709551615", "true", "007", "+5", "NaN"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
