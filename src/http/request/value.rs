//! Parsers of single values: each takes what was sent, and either returns the value or notes what is wrong with it.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::fault::{At, Faults};
use super::node::{Node, shown};

/// Integers up to this are exact in a double, which is what most JSON readers have.
pub const EXACT_MAX: i64 = (1 << 53) - 1;

/// A whole number; `140.0` is one. `None` and no fault noted where it is something else.
fn whole(node: &Node<'_>) -> Option<i64> {
    match *node {
        Node::Integer(number) => Some(number),
        Node::Float(number) if number.fract() == 0.0 && number.abs() <= EXACT_MAX as f64 => Some(number as i64),
        _ => None,
    }
}

/// A whole number within a range.
pub fn integer(node: &Node<'_>, range: RangeInclusive<i64>, at: At<'_>, faults: &mut Faults) -> Option<i64> {
    let node = node.plain();
    let (min, max) = (range.start(), range.end());
    let detail = match (&*node, whole(&node)) {
        (_, Some(number)) if range.contains(&number) => return Some(number),
        (_, Some(number)) if number > *max => {
            format!("{number} is above the maximum; send a whole number from {min} to {max}")
        }
        (Node::Huge(_), _) => format!("{node} is above the maximum; send a whole number from {min} to {max}"),
        (_, Some(number)) => format!("{number} is below the minimum; send a whole number from {min} to {max}"),
        (Node::Float(number), None) if number.fract() == 0.0 => {
            format!("{node} is out of range; send a whole number from {min} to {max}")
        }
        _ => format!("{node} is not a whole number; send one from {min} to {max}"),
    };
    faults.add(at, detail);
    None
}

/// `true` or `false`.
pub fn flag(node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<bool> {
    if let Node::Flag(flag) = *node.plain() {
        return Some(flag);
    }
    faults.add(at, format!("{node} is not true or false; send one of these, without quotes"));
    None
}

/// One of a few names.
pub fn choice<T: Copy>(
    node: &Node<'_>,
    all: &[T],
    name: impl Fn(T) -> &'static str,
    at: At<'_>,
    faults: &mut Faults,
) -> Option<T> {
    let found = node.text().and_then(|text| all.iter().copied().find(|&one| name(one) == text));
    if found.is_none() {
        let names: Vec<_> = all.iter().map(|&one| name(one)).collect();
        faults.add(at, not_allowed(node, &names));
    }
    found
}

/// Says that a value is none of the allowed names, and which of them may have been meant.
#[must_use]
pub fn not_allowed(node: &Node<'_>, names: &[&'static str]) -> String {
    let hint = node.text().map(|text| suggestion(text, names)).unwrap_or_default();
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("{node} is not allowed here;{hint} send one of {}", quoted.join(", "))
}

/// The members of an object in the order of `names`; unknown and repeated ones are noted.
pub fn members<'n, const N: usize>(
    object: &'n [(Cow<'_, str>, Node<'_>)],
    names: [&'static str; N],
    at: At<'_>,
    faults: &mut Faults,
) -> [Option<&'n Node<'n>>; N] {
    let mut found = [None; N];
    for (name, value) in object {
        match names.iter().position(|known| known == name) {
            None => {
                let hint = suggestion(name, &names);
                let known = names.join(", ");
                faults
                    .add(at.key(name), format!("{} is not a member here;{hint} its members are {known}", shown(name)));
            }
            Some(index) if found[index].is_some() => {
                faults.add(at.key(name), format!("\"{name}\" is given twice; send it once"));
            }
            Some(index) => found[index] = Some(value),
        }
    }
    found
}

/// `" did you mean …?"` where one of the names is near, else nothing.
#[must_use]
pub fn suggestion(name: &str, names: &[&'static str]) -> String {
    const NAME_CHARS_MAX: usize = 32;
    if name.chars().count() > NAME_CHARS_MAX {
        return String::new();
    }
    let typed = name.to_lowercase();
    let nearest = names.iter().map(|&known| (distance(&typed, &known.to_lowercase()), known)).min();
    match nearest {
        Some((edits, known)) if edits <= 2 && edits * 2 < known.len().max(2) => format!(" did you mean \"{known}\"?"),
        _ => String::new(),
    }
}

/// Levenshtein's distance.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, typed) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &known) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(typed != known);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let names = ["board", "searchMoves", "seed", "X", "O"];
        assert_eq!(suggestion("bord", &names), " did you mean \"board\"?");
        assert_eq!(suggestion("searchmoves", &names), " did you mean \"searchMoves\"?");
        assert_eq!(suggestion("x", &names), " did you mean \"X\"?");
        assert_eq!(suggestion("Z", &names), "");
        assert_eq!(suggestion("banana", &names), "");
    }

    #[test]
    fn whole_numbers_may_be_written_with_a_fraction_of_zero() {
        let read = |text: &'static str| {
            let mut faults = Faults::default();
            let number = integer(&Node::Parameter(text.into()), 1..=200, At::ROOT, &mut faults);
            assert_eq!(number.is_none(), !faults.is_empty(), "{text}");
            number
        };
        assert_eq!([read("140"), read("140.0"), read("1.4e2")], [Some(140); 3]);
        for bad in ["", "x", "1.5", "0", "201", "-1", "1e300", "18446744073709551615", "true", "007", "+5", "NaN"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
