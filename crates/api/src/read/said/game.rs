//! Games as people say them: "gomoku 9x9", "5x5 connect 4 with gravity", "m,n,k = 6,5,4".

use super::spoken::number;
use crate::read::fields::Sender;
use crate::read::mnk;
use crate::read::parameters::is_number;
use crate::read::suggest::suggestion;
use crate::read::synonyms::{is_connect_six, plain, synonym};
use inarow_engine::game::{Overline, Preset, Rules, RulesError, RulesSpec};

/// Longest text that is read, in bytes.
pub(super) const SAID_BYTES_MAX: usize = 64;

/// The rules that a text says, by sizes and perhaps the name of a game; `None` where it says none, or is the name of a game.
pub fn said_rules(text: &str) -> Option<Result<Rules, Vec<RulesError>>> {
    let names = Preset::ALL.map(Preset::name);
    // Without a number a text is the misspelt name of a preset rather than rules.
    let is_near =
        |text: &str| !text.contains(|letter: char| letter.is_ascii_digit()) && !suggestion(text, &names).is_empty();
    if text.len() > SAID_BYTES_MAX || synonym(text, &names).is_some() || is_near(text) {
        return None;
    }
    if is_connect_six(&plain(text)) {
        let overline = Overline::Allowed;
        return Some(Rules::new(RulesSpec { width: 19, height: 19, k: 6, gravity: false, overline, misere: false }));
    }
    // The name of a cell is no size.
    let words: Vec<&str> = text.split_whitespace().filter(|word| !is_cell_name(word)).collect();
    let tokens = tokens(&words.join(" "));
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    // The size of a cube is not that of a board.
    if tokens.windows(2).any(|pair| number(pair[0]).is_some() && matches!(pair[1], "d" | "dimensional")) {
        return None;
    }
    let (size, rest) = size_and_rest(&tokens);
    let is_cube = matches!(size[..], [x, y, z] if x == y && y == z) && !tokens.contains(&"k");
    let is_of_lines = |preset: &Preset| !preset.rules().is_grid() && tokens.contains(&preset.name());
    if is_cube || Preset::ALL.iter().any(is_of_lines) {
        return None;
    }
    let has = |words: &[&str]| words.iter().any(|word| rest.concat().contains(word));
    let base = base(&rest, &names).map(Preset::rules);
    // "4 in a row" with another size says nothing of stones that fall.
    let is_own_size = |rules: &Rules| size_of(Some(rules), [size[0], size[1]]) == [rules.width(), rules.height()];
    let is_free = |rules: &Rules| {
        rules.gravity() && size.len() == 2 && !is_own_size(rules) && !has(&["connect", "drop", "fall", "gravity"])
    };
    let base = base.filter(|rules| !is_free(rules));
    // "First" is no length of a line.
    let numbers: Vec<usize> = rest.iter().filter_map(|word| number(word)).filter(|number| *number > 1).collect();
    // A board whose side is a line has no room for a game.
    let is_line = base.as_ref().is_some_and(|base| numbers == [base.k()]);
    let is_length =
        has(&["inarow", "inaline"]) || is_line || base.as_ref().is_some_and(Rules::gravity) || rest.contains(&"k");
    let (size, k) = match (&size[..], &numbers[..]) {
        (&[width, height, k], []) => ([width, height], Some(k)),
        (&[width, height], []) => ([width, height], None),
        (&[width, height], &[k]) => ([width, height], Some(k)),
        (_, &[k]) if is_length => (base.as_ref().map(|base| [base.width(), base.height()])?, Some(k)),
        (_, &[side]) if side > 2 => (base.as_ref().map(|_| [side, side])?, None),
        (_, []) => (base.as_ref().map(|base| [base.width(), base.height()])?, None),
        _ => return None,
    };
    let is_denied = rest.windows(2).any(|pair| matches!(pair, ["no" | "without", "gravity"]));
    let falls = has(&["gravity", "drop", "fall"]) || base.as_ref().is_some_and(Rules::gravity);
    let gravity = falls && !is_denied;
    let misere = has(&["misere", "misère", "losing", "youlose", "loses"]);
    let [width, height] = size_of(base.as_ref(), size);
    let k = k.unwrap_or_else(|| length(base.as_ref(), [width, height], gravity));
    let overline = overline(base.as_ref(), &rest);
    let [width, height, k] = [width, height, k].map(|number| number as u64);
    Some(Rules::new(RulesSpec { width, height, k, gravity, overline, misere }))
}

/// Whether a word is the name of a cell, such as "h8", and not a size, such as "k4".
fn is_cell_name(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let number = word.strip_prefix(|letter: char| letter.is_ascii_alphabetic() && !"kKmMnNxX".contains(letter));
    number.is_some_and(is_number)
}

/// Whether longer lines count: not in Gomoku as its standard is, or where exactly five are said.
fn overline(base: Option<&Rules>, words: &[&str]) -> Overline {
    let has = |said: &[&str]| words.iter().any(|word| said.contains(word));
    let is_denied = has(&["no", "without", "forbidden"]) && has(&["overline", "overlines"]);
    let is_five = base.is_some_and(|base| base.k() == Preset::Gomoku.rules().k() && !base.gravity());
    match is_five && (is_denied || has(&["standard", "exactly", "exact"])) {
        true => Overline::Forbidden,
        false => base.map_or(Overline::Allowed, Rules::overline),
    }
}

/// The rules of tic-tac-toe on another board with a line of its whole side, where a text says no length of a line; `None` of any other
/// text.
pub fn tic_tac_toe_of_size(text: &str) -> Option<Rules> {
    let rules = said_rules(text)?.ok()?;
    let tokens = tokens(text);
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let (size, rest) = size_and_rest(&tokens);
    let names = Preset::ALL.map(Preset::name);
    let is_said = size.len() > 2 || rest.iter().filter(|word| number(word).is_some()).count() + size.len() / 2 > 1;
    let is_ours = base(&rest, &names) == Some(Preset::TicTacToe) && rules.width() == rules.height();
    let (side, misere) = (rules.width() as u64, rules.misere());
    let spec = RulesSpec { width: side, height: side, k: side, gravity: false, overline: Overline::Allowed, misere };
    Rules::new(spec).ok().filter(|_| is_ours && !is_said && rules.width() > Preset::TicTacToe.rules().width())
}

/// The words and the numbers of a text, with `x` for other signs between sizes.
pub fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in text.to_lowercase().replace(['×', '*'], "x").chars() {
        let goes_on = letter.is_alphabetic() == last.is_alphabetic() && last.is_alphanumeric();
        match tokens.last_mut().filter(|_| goes_on) {
            _ if !letter.is_alphanumeric() => {}
            Some(token) => token.push(letter),
            None => tokens.push(letter.to_string()),
        }
        last = letter;
    }
    tokens
}

/// Columns and rows that are said to be these, two numbers with `x` or `by` between them, perhaps a third of the same kind, or numbers that
/// follow each other; and the other words.
pub fn size_and_rest<'t>(tokens: &[&'t str]) -> (Vec<usize>, Vec<&'t str>) {
    let is_sign = |at: usize| matches!(tokens.get(at), Some(&("x" | "by")));
    let at = |at: usize| number(tokens.get(at)?);
    let counted = |words: &[&str]| (1..tokens.len()).find(|&end| words.contains(&tokens[end]) && at(end - 1).is_some());
    if let (Some(columns), Some(rows)) = (counted(&["columns", "cols", "wide"]), counted(&["rows", "tall", "high"])) {
        let is_size = |place: usize| [columns - 1, columns, rows - 1, rows].contains(&place);
        let rest = (0..tokens.len()).filter(|&place| !is_size(place)).map(|place| tokens[place]).collect();
        return ([columns, rows].into_iter().filter_map(|end| at(end - 1)).collect(), rest);
    }
    let with_signs =
        (0..tokens.len()).find(|&start| at(start).is_some() && is_sign(start + 1) && at(start + 2).is_some());
    // The 4 of "connect 4" is no size.
    let is_connect = |start: usize| start > 0 && tokens[start - 1] == "connect";
    let without =
        || (0..tokens.len()).find(|&start| at(start).is_some() && at(start + 1).is_some() && !is_connect(start));
    let Some((start, step)) = with_signs.map(|start| (start, 2)).or_else(|| Some((without()?, 1))) else {
        return (Vec::new(), tokens.to_vec());
    };
    let is_next = |count: usize| count == 0 || step == 1 || is_sign(start + step * count - 1);
    let numbers = (0..3).map_while(|count| at(start + step * count).filter(|_| is_next(count)));
    let numbers: Vec<usize> = numbers.collect();
    let end = start + step * (numbers.len() - 1) + 1;
    (numbers, [&tokens[..start], &tokens[end..]].concat())
}

/// The preset that a text names among other words.
pub fn named_preset(text: &str) -> Option<Preset> {
    let tokens = tokens(text.get(..SAID_BYTES_MAX).unwrap_or(text));
    let words: Vec<&str> = tokens.iter().map(String::as_str).filter(|word| *word != "x").collect();
    base(&words, &Preset::ALL.map(Preset::name))
}

/// The preset whose name, without its numbers, the words have, or that others call so.
fn base(words: &[&str], names: &[&'static str]) -> Option<Preset> {
    let without_numbers =
        |words: &[&str]| -> String { words.iter().filter(|word| number(word).is_none()).copied().collect() };
    let said = without_numbers(words);
    let key = |preset: &Preset| without_numbers(&preset.name().split('-').collect::<Vec<_>>());
    let is_said = |preset: &Preset| preset.rules().is_grid() && key(preset).len() > 2 && said.contains(&key(preset));
    let of_name = |name: &str| Preset::from_name(name).filter(|preset| preset.rules().is_grid());
    // The longer of two names counts; of presets with the same name, the first.
    let by_name = Preset::ALL.into_iter().rev().filter(is_said).max_by_key(|preset| key(preset).len());
    // Words such as "on a … board" tell no game.
    let is_filler =
        |word: &&str| matches!(*word, "on" | "a" | "an" | "the" | "board" | "grid" | "with" | "gravity" | "of");
    let end = words.iter().rposition(|word| !is_filler(word)).map_or(0, |last| last + 1);
    let start = words[..end].iter().position(|word| !is_filler(word)).unwrap_or(end);
    let words = &words[start..end];
    by_name.or_else(|| of_name(synonym(&words.concat(), names).or_else(|| synonym(&said, names))?))
}

/// The size of a game whose board both ways of counting may mean: "6x7" is that of Connect Four.
fn size_of(base: Option<&Rules>, [width, height]: [usize; 2]) -> [usize; 2] {
    let is_swapped = base.is_some_and(|base| base.gravity() && [base.height(), base.width()] == [width, height]);
    if is_swapped { [height, width] } else { [width, height] }
}

/// The length of a line that is not said: of the game, unless this is tic-tac-toe, which has other ones on other boards.
fn length(base: Option<&Rules>, [width, height]: [usize; 2], gravity: bool) -> usize {
    let is_there = |rules: &Rules| {
        rules.is_grid() && [rules.width(), rules.height()] == [width, height] && rules.gravity() == gravity
    };
    let of_size = || Preset::ALL.into_iter().map(Preset::rules).find(is_there).map(|rules| rules.k());
    match base.map(Rules::k) {
        Some(k) if k > Preset::TicTacToe.rules().k() => k,
        Some(_) => of_size().unwrap_or(width.min(height)),
        None => of_size().unwrap_or(width.max(height).min(Preset::ConnectFour.rules().k())),
    }
}

/// The game of rules as a field of a request.
pub fn game_field(rules: &Rules, sender: Sender) -> String {
    match (Preset::of_rules(rules), sender) {
        (Some(preset), Sender::Query) => format!("game={}", preset.name()),
        (Some(preset), _) => format!("\"game\": \"{}\"", preset.name()),
        (None, Sender::Query) => format!("game={}", mnk::write(rules)),
        (None, _) => format!("\"game\": {}", rules_text(rules)),
    }
}

/// Rules as a body has them.
pub fn rules_text(rules: &Rules) -> String {
    let mut text = format!("{{\"width\":{},\"height\":{},\"k\":{}", rules.width(), rules.height(), rules.k());
    for (is_set, member) in [
        (rules.gravity(), "\"gravity\":true"),
        (rules.overline() != Overline::Allowed, "\"overline\":\"forbidden\""),
        (rules.misere(), "\"misere\":true"),
    ] {
        if is_set {
            text += &format!(",{member}");
        }
    }
    text + "}"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_people_say_them() {
        for (said, expected) in [
            ("gomoku 9x9", r#"{"width":9,"height":9,"k":5}"#),
            ("Gomoku (9 × 9)", r#"{"width":9,"height":9,"k":5}"#),
            ("gomoku 13", r#"{"width":13,"height":13,"k":5}"#),
            ("renju 13x13", r#"{"width":13,"height":13,"k":5}"#),
            ("standard gomoku 9x9", r#"{"width":9,"height":9,"k":5,"overline":"forbidden"}"#),
            ("gomoku 15x15 exactly five", "gomoku-standard"),
            ("Gomoku (standard rules, exactly 5)", "gomoku-standard"),
            ("gomoku 15x15 without overlines", "gomoku-standard"),
            ("gomoku 15x15 overlines forbidden", "gomoku-standard"),
            ("tic-tac-toe 3x3 where three in a row loses", "misere-tic-tac-toe"),
            ("gomoku-standard 9x9", r#"{"width":9,"height":9,"k":5,"overline":"forbidden"}"#),
            ("gomoku 15x15", "gomoku"),
            ("tic tac toe 4x4", "four-by-four"),
            ("4x4 tic-tac-toe", "four-by-four"),
            ("5x5 tictactoe", "five-by-five"),
            ("6x6 tic-tac-toe", r#"{"width":6,"height":6,"k":6}"#),
            ("tic-tac-toe on 6x6, 4 in a row", r#"{"width":6,"height":6,"k":4}"#),
            ("ttt 4x4 misere", r#"{"width":4,"height":4,"k":4,"misere":true}"#),
            ("noughts and crosses 3x3", "tic-tac-toe"),
            ("connect four 5x5", r#"{"width":5,"height":5,"k":4,"gravity":true}"#),
            ("5x5 connect 4 with gravity", r#"{"width":5,"height":5,"k":4,"gravity":true}"#),
            ("connect4 8x7", r#"{"width":8,"height":7,"k":4,"gravity":true}"#),
            ("connect four 5x5 without gravity", "five-by-five"),
            ("connect-5", r#"{"width":7,"height":6,"k":5,"gravity":true}"#),
            ("connect five 9x6", r#"{"width":9,"height":6,"k":5,"gravity":true}"#),
            ("connect four 7x6", "connect-four"),
            ("Connect 4 (6x7)", "connect-four"),
            ("connect-four 6 rows 7 columns", "connect-four"),
            ("connect 4, 8 columns by 7 rows", r#"{"width":8,"height":7,"k":4,"gravity":true}"#),
            ("connect 4 8 7", r#"{"width":8,"height":7,"k":4,"gravity":true}"#),
            ("7x6 with gravity", "connect-four"),
            ("four in a row 6x5", r#"{"width":6,"height":5,"k":4}"#),
            ("four in a row on 5x5", "five-by-five"),
            ("four in a row on 5x5, stones fall", r#"{"width":5,"height":5,"k":4,"gravity":true}"#),
            ("four in a row 7x6", "connect-four"),
            ("5x5 4 in a row", "five-by-five"),
            ("4 in a row on a 5x5 board", "five-by-five"),
            ("gomoku 15x15, center h8", "gomoku"),
            ("five in a row on a 10 by 10 board", r#"{"width":10,"height":10,"k":5}"#),
            ("tic-tac-toe (misère)", "misere-tic-tac-toe"),
            ("freestyle gomoku", "gomoku"),
            ("connect four without gravity", r#"{"width":7,"height":6,"k":4}"#),
            ("m,n,k = 6,5,4", r#"{"width":6,"height":5,"k":4}"#),
            ("5x5x4", "five-by-five"),
            ("6x5 k=4", r#"{"width":6,"height":5,"k":4}"#),
            ("connect6", r#"{"width":19,"height":19,"k":6}"#),
            ("m,n,k = 3,3,3", "tic-tac-toe"),
            ("6x6", r#"{"width":6,"height":6,"k":4}"#),
        ] {
            let rules = said_rules(said).unwrap_or_else(|| panic!("{said}")).unwrap_or_else(|_| panic!("{said}"));
            let found = Preset::of_rules(&rules).map_or_else(|| rules_text(&rules), |preset| preset.name().to_owned());
            assert_eq!(found, expected, "{said}");
        }
        assert!(said_rules("gomoku 25x25").is_some_and(|rules| rules.is_err()));
        for none in [
            "chess",
            "go 9",
            "4x4x4",
            "3x3x3 tic-tac-toe",
            "Qubic 4x4x4",
            "3D tic-tac-toe 4x4x4",
            "ttt",
            "4 in a row",
            "conect-four",
            "gomoku-standad",
            "gomoku with swap2",
            "go",
            "",
        ] {
            assert!(said_rules(none).is_none(), "{none}");
        }
    }
}
