//! The rules of an ordinary board in few letters, as in the term m,n,k-game: `8,8,5`.

use std::borrow::Cow;

use inarow_engine::game::{Overline, Preset, Rules, RulesError, RulesSpec};

/// Width, height and k of a text such as `7,6,4g`; then, in this order, `g` where stones fall, `m` where a complete line loses, `e` where
/// only exactly k in a row count. `None` for any other text.
///
/// # Errors
/// Numbers that are no rules.
pub fn read(text: &str) -> Option<Result<Rules, Vec<RulesError>>> {
    let text = text.to_ascii_lowercase().replace(' ', "");
    let numbers = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let rest = &text[numbers.len()..];
    let mut numbers = numbers.split(',').map(|number| number.parse::<u32>().ok().map(u64::from));
    let [width, height, k] = [numbers.next()??, numbers.next()??, numbers.next()??];
    let (gravity, rest) = flag(rest, 'g');
    let (misere, rest) = flag(rest, 'm');
    let (is_exact, rest) = flag(rest, 'e');
    let overline = if is_exact { Overline::Forbidden } else { Overline::Allowed };
    let spec = RulesSpec { width, height, k, gravity, overline, misere };
    (numbers.next().is_none() && rest.is_empty()).then(|| Rules::new(spec))
}

/// Whether a text begins with a letter, and the text after it.
fn flag(text: &str, letter: char) -> (bool, &str) {
    text.strip_prefix(letter).map_or((false, text), |rest| (true, rest))
}

/// The text of an ordinary board's rules.
pub fn write(rules: &Rules) -> String {
    let flags = [(rules.gravity(), 'g'), (rules.misere(), 'm'), (rules.overline() == Overline::Forbidden, 'e')];
    let letters: String = flags.into_iter().filter_map(|(is_set, letter)| is_set.then_some(letter)).collect();
    format!("{},{},{}{letters}", rules.width(), rules.height(), rules.k())
}

/// A game in few letters, for a log: as `game` takes it, of a list of lines its size.
#[must_use]
pub fn game_label(rules: &Rules) -> Cow<'static, str> {
    match (Preset::of_rules(rules), rules.line_board()) {
        (Some(preset), _) => preset.name().into(),
        (None, Some(board)) => format!("{} cells {} lines", board.cells(), board.line_count()).into(),
        (None, None) => write(rules).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in ["8,8,5", "3,3,3", "7,6,4g", "15,15,5e", "20,1,2gme", "4,5,3m"] {
            let rules = read(text).expect(text).expect(text);
            assert_eq!(write(&rules), text);
        }
        assert_eq!(read("8, 8, 5G").expect("spaces and case").map(|rules| write(&rules)), Ok("8,8,5g".to_owned()));
    }

    #[test]
    fn other_texts_are_no_rules() {
        for text in
            ["", "8,8", "8,8,", "8,8,5,5", "8,8,5x", "8,8,5mg", "8,8,5gg", "8x8x5", "-8,8,5", "8,8,5000000000", "ä,8,5"]
        {
            assert!(read(text).is_none(), "{text}");
        }
        for text in ["0,8,5", "8,21,5", "8,8,9", "8,8,0"] {
            assert!(read(text).is_some_and(|rules| rules.is_err()), "{text}");
        }
    }
}
