//! Suggestions for names that are nearly right.

use serde_json::Value;

use super::number;
use inarow_engine::engine::Level;

/// Most edits between a name as typed and the one that was meant.
const EDITS_MAX: usize = 2;
/// Longest name that is compared, in bytes.
const TYPED_BYTES_MAX: usize = 64;

/// The remedy for a value that is empty, and for an element of a list.
pub const EMPTY: &str = " leave it out, or";
pub const EMPTY_ELEMENT: &str = " leave it out with any comma beside it, or";

/// `" did you mean …?"` where one of the names is near, else nothing.
pub fn suggestion(name: &str, names: &[&'static str]) -> String {
    let meant = synonym(name, names).or_else(|| nearest(name, names, 2));
    meant.map_or_else(String::new, |known| format!(" did you mean \"{known}\"?"))
}

/// The same for the name of a field, with the value that was meant where that has other words, too: of levels.
pub fn field_suggestion(name: &str, value: &Value, in_query: bool, names: &[&'static str]) -> String {
    let level = value.as_str().filter(|_| synonym(name, names) == Some("level")).and_then(level);
    match level.map(Level::name) {
        Some(level) if in_query => format!(" did you mean level={level}?"),
        Some(level) => format!(" did you mean \"level\": \"{level}\"?"),
        None => suggestion(name, names),
    }
}

/// The level that a word means.
fn level(word: &str) -> Option<Level> {
    let names = Level::ALL.map(Level::name);
    let meant = synonym(word, &names).or_else(|| nearest(word, &names, 2))?;
    Level::ALL.into_iter().find(|level| level.name() == meant)
}

/// Words that other programs have for our names, in lower case and without separators.
const SYNONYMS: [(&str, &[&str]); 29] = [
    ("moves", &["move", "history", "played"]),
    ("turn", &["player", "side", "tomove", "sidetomove", "currentplayer"]),
    ("level", &["difficulty", "strength"]),
    ("movetime", &["time", "timems", "timeout"]),
    ("height", &["rows", "rowcount", "n"]),
    ("width", &["columns", "cols", "columncount", "m", "size"]),
    ("k", &["connect", "inarow", "winlength", "towin"]),
    ("beginner", &["easy", "easiest", "weak"]),
    ("club", &["medium", "normal", "intermediate"]),
    ("expert", &["hard", "strong", "advanced"]),
    ("perfect", &["max", "maximum", "impossible", "unbeatable", "hardest", "master", "grandmaster"]),
    ("tic-tac-toe", &["ttt", "noughtsandcrosses", "xo", "threeinarow", "3inarow", "3x3"]),
    ("connect-four", &["c4", "fourinarow", "4inarow", "fourinaline", "7x6", "6x7", "popout", "pop10"]),
    ("gomoku", &["fiveinarow", "5inarow", "gobang", "renju", "omok", "wuziqi", "caro", "pente", "15x15"]),
    (
        "gomoku-standard",
        &[
            "standardgomoku",
            "gomokuexactlyfive",
            "exactlyfiveinarow",
            "gomokuwithoverlinesforbidden",
            "gomokunooverlines",
        ],
    ),
    ("gomoku-19", &["19x19", "gomoku19x19"]),
    ("gomoku-20", &["20x20", "gomoku20x20"]),
    ("qubic", &["3dtictactoe", "tictactoe3d", "4x4x4", "qubic4x4x4", "4x4x4tictactoe", "tictactoe4x4x4"]),
    ("score-four", &["3dconnectfour", "3dconnect4", "connectfour3d", "connect4in3d", "3dfourinarow"]),
    ("three-cubed", &["3x3x3", "3x3x3tictactoe", "tictactoe3x3x3"]),
    (
        "misere-tic-tac-toe",
        &[
            "reversetictactoe",
            "suicidetictactoe",
            "losingtictactoe",
            "tictactoewhereyoulose",
            "inversetictactoe",
            "antitictactoe",
            "misèretictactoe",
            "tictactoemisere",
            "tictactoemisère",
            "misere",
            "misère",
        ],
    ),
    ("torus", &["toroidaltictactoe", "torustictactoe", "tictactoeonatorus"]),
    ("theme", &["themes"]),
    ("fork", &["doublethreat", "doubleattack"]),
    ("X", &["red", "black", "first", "playerx", "player1", "r", "b", "xtomove", "redtomove", "blacktomove"]),
    ("O", &["yellow", "white", "second", "playero", "player2", "y", "w", "otomove", "yellowtomove", "whitetomove"]),
    ("record", &["pgn", "sgf", "notation", "gamerecord"]),
    ("searchMoves", &["candidates", "candidatemoves", "movestocheck", "movestocompare", "compare"]),
    ("multiPv", &["top", "count", "lines"]),
];

/// Games on boards that are won in other ways.
const OTHER_GAMES: [&str; 7] = ["chess", "checkers", "draughts", "go", "reversi", "othello", "hex"];

/// Whether a name is of a game that is not won by lines.
pub fn is_other_game(name: &str) -> bool {
    name.len() <= TYPED_BYTES_MAX && OTHER_GAMES.contains(&&*plain(name))
}

/// Words of games and of rules that no game here has.
const OTHER_RULES: [&str; 15] = [
    "wild",
    "quantum",
    "notakto",
    "renju",
    "pente",
    "caro",
    "omok",
    "popout",
    "pop10",
    "players",
    "forbidden",
    "double",
    "swap",
    "ultimate",
    "capture",
];

/// What a remedy says of a game that has rules beyond those here; nothing of another.
pub fn other_rules(name: &str) -> &'static str {
    if name.len() > TYPED_BYTES_MAX {
        return "";
    }
    // It has the letters of another game, and longer lines can be forbidden here.
    let plain = plain(name).replace("gomoku", "").replace("overlinesforbidden", "").replace("forbiddenoverlines", "");
    match () {
        () if is_connect_six(&plain) => "; two stones a turn are not played here",
        () if plain.contains("3dconnect") || plain.contains("connect") && plain.ends_with("3d") => {
            "; score-four is four in a row on 4×4×4 where stones fall, and no other game of this kind is known here"
        }
        () if OTHER_RULES.iter().any(|word| plain.contains(word)) => VARIANTS,
        () => "",
    }
}

/// That a remedy may be another game than was meant.
pub const VARIANTS: &str = "; a variant with other rules cannot be played here";

/// Whether a name without separators is that of Connect6, which is played on boards of Go.
pub(super) fn is_connect_six(plain: &str) -> bool {
    matches!(plain, "connect6" | "connectsix")
}

/// The one of the names that others call so.
pub(super) fn synonym(typed: &str, names: &[&'static str]) -> Option<&'static str> {
    let plain = (typed.len() <= TYPED_BYTES_MAX).then(|| plain(typed))?;
    let (meant, _) = SYNONYMS.iter().find(|(_, words)| words.contains(&&*plain))?;
    names.iter().copied().find(|name| name == meant)
}

/// A name in lower case and without separators.
pub fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '_', ' '], "")
}

/// The path without a version that stands in front of another: `/v1/move` of `/v1/v1/move`; `None` where there is one at most.
#[must_use]
pub fn without_second_version(path: &str) -> Option<&str> {
    let mut rest = path;
    while without_version(without_version(rest)) != without_version(rest) {
        rest = without_version(rest);
    }
    (rest != path).then_some(rest)
}

/// The path that was meant, with another version or without one.
pub fn nearest_path(path: &str, paths: &[&'static str]) -> Option<&'static str> {
    // A base address that ends in a slash makes two of it; that of another service may have more before the version.
    let path = path.replace("//", "/");
    let path = path.find("/v1/").map_or(&*path, |start| &path[start..]);
    let path = path.strip_prefix("/api").filter(|rest| rest.starts_with('/')).unwrap_or(path);
    let bare = path.trim_end_matches('/');
    // A document has no folder here, as it has in the repository.
    let bare = bare.strip_prefix("/docs").filter(|rest| rest.starts_with('/')).unwrap_or(bare);
    // A document without its ending.
    if let Some(document) = paths.iter().find(|known| known.strip_suffix(".md").is_some_and(|name| name == bare)) {
        return Some(document);
    }
    let tails: Vec<&'static str> = paths.iter().map(|path| without_version(path)).collect();
    // Paths are short, and all begin with a slash.
    let meant = nearest(without_version(bare), &tails, 3)?;
    tails.iter().position(|tail| *tail == meant).map(|index| paths[index])
}

/// Where the query of a path begins that has another sign in place of its `?`, and what follows that sign.
#[must_use]
pub fn misplaced_query(path: &str) -> Option<(&str, &str)> {
    let (start, sign) = ["&", "%3F", "%3f", "%26"].iter().filter_map(|sign| Some((path.find(sign)?, *sign))).min()?;
    let (path, query) = (&path[..start], &path[start + sign.len()..]);
    query.contains('=').then_some((path, query))
}

/// `/move` of `/v1/move`.
fn without_version(path: &str) -> &str {
    let version = path.strip_prefix('/').and_then(|rest| rest.strip_prefix(['v', 'V']));
    let tail = version.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    tail.filter(|tail| tail.starts_with('/')).unwrap_or(path)
}

/// The nearest of the names, if fewer than one in `share` of its letters differ.
fn nearest(typed: &str, names: &[&'static str], share: usize) -> Option<&'static str> {
    let typed = (typed.len() <= TYPED_BYTES_MAX).then(|| Word::new(typed))?;
    let (edits, known) = names.iter().map(|known| (typed.edits(&Word::new(known)), *known)).min()?;
    let is_near = edits <= EDITS_MAX && edits * share < known.len().max(2);
    is_near.then_some(known)
}

/// A name in lower case and without separators.
struct Word {
    letters: String,
    digits: String,
    /// The name with its digits as words, if none of its numbers has more digits than one.
    spelled: Option<String>,
}

impl Word {
    fn new(name: &str) -> Word {
        let plain = plain(name);
        let (digits, letters) = plain.chars().partition(char::is_ascii_digit);
        Word { letters, digits, spelled: spelled(&plain) }
    }

    /// Edits from one name to the other. Another number is no slip of the finger.
    fn edits(&self, other: &Word) -> usize {
        let of_digits = match (&*self.digits, &*other.digits) {
            (one, two) if one == two => 0,
            ("", _) | (_, "") => 1,
            _ => EDITS_MAX + 1,
        };
        // Two letters in the wrong order are one slip of the fingers.
        let edits = strsim::osa_distance(&self.letters, &other.letters) + of_digits;
        match (&self.spelled, &other.spelled) {
            (Some(one), Some(two)) => edits.min(strsim::osa_distance(one, two)),
            _ => edits,
        }
    }
}

/// A name with its digits as words; `None` if one of its numbers has more digits than one.
pub fn spelled(plain: &str) -> Option<String> {
    let mut text = String::new();
    let mut follows_digit = false;
    for character in plain.chars() {
        match character.to_digit(10) {
            Some(_) if follows_digit => return None,
            Some(digit) => text.push_str(number::WORDS[digit as usize]),
            None => text.push(character),
        }
        follows_digit = character.is_ascii_digit();
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_engine::game::Preset;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let names = ["board", "searchMoves", "seed", "depth", "X", "O"];
        assert_eq!(suggestion("bord", &names), " did you mean \"board\"?");
        assert_eq!(suggestion("search_moves", &names), " did you mean \"searchMoves\"?");
        assert_eq!(suggestion("depth2", &names), " did you mean \"depth\"?");
        assert_eq!(suggestion("x", &names), " did you mean \"X\"?");
        for (typed, meant) in
            [("gmae", "game"), ("bord", "board"), ("sede", "seed"), ("depht", "depth"), ("moev", "move")]
        {
            assert_eq!(
                suggestion(typed, &["game", "board", "seed", "depth", "move"]),
                format!(" did you mean \"{meant}\"?")
            );
        }
        for far in ["Z", "banana", "", &"seed".repeat(50)] {
            assert_eq!(suggestion(far, &names), "", "{far}");
        }
    }

    #[test]
    fn words_of_other_programs_are_known() {
        let names = [
            "game",
            "moves",
            "turn",
            "level",
            "width",
            "height",
            "k",
            "expert",
            "tic-tac-toe",
            "connect-four",
            "gomoku",
        ];
        for (typed, meant) in [
            ("move", "moves"),
            ("history", "moves"),
            ("player", "turn"),
            ("side_to_move", "turn"),
            ("difficulty", "level"),
            ("rows", "height"),
            ("Columns", "width"),
            ("connect", "k"),
            ("hard", "expert"),
            ("ttt", "tic-tac-toe"),
            ("4-in-a-row", "connect-four"),
            ("Four in a row", "connect-four"),
            ("5-in-a-row", "gomoku"),
            ("five_in_a_row", "gomoku"),
            ("Gobang", "gomoku"),
            ("renju", "gomoku"),
            ("15x15", "gomoku"),
            ("3 in a row", "tic-tac-toe"),
        ] {
            assert_eq!(suggestion(typed, &names), format!(" did you mean \"{meant}\"?"));
        }
        assert_eq!(suggestion("history", &["board", "turn"]), "", "nothing that is not there");
    }

    #[test]
    fn names_of_games_are_known_as_people_write_them() {
        let presets = Preset::ALL.map(Preset::name);
        for (typed, meant) in [
            ("connect4", Some("connect-four")),
            ("Connect 4", Some("connect-four")),
            ("connect_four", Some("connect-four")),
            ("conect-four", Some("connect-four")),
            ("tictactoe", Some("tic-tac-toe")),
            ("tick tack toe", Some("tic-tac-toe")),
            ("gomoku-15", Some("gomoku")),
            ("gomoku19", Some("gomoku-19")),
            ("gomoku-standard-15", Some("gomoku-standard")),
            ("4x4", Some("four-by-four")),
            ("5 by 5", Some("five-by-five")),
            ("6 by 6", None),
            ("chess", None),
            ("go", None),
        ] {
            assert_eq!(nearest(typed, &presets, 2), meant, "{typed}");
        }
        assert_eq!(nearest("gomoku-25", &["gomoku-20"], 2), None, "another number is another game");
    }

    #[test]
    fn a_version_that_stands_twice_is_noticed() {
        for (typed, meant) in [
            ("/v1/v1/move", Some("/v1/move")),
            ("/v1/v2/v1/move", Some("/v1/move")),
            ("/v1/v1/", Some("/v1/")),
            ("/v1/move", None),
            ("/move", None),
            ("/v1", None),
            ("/vx/v1/move", None),
        ] {
            assert_eq!(without_second_version(typed), meant, "{typed}");
        }
    }

    #[test]
    fn a_query_is_found_without_its_sign() {
        for (typed, expected) in [
            ("/v1/move&moves=b2&turn=O", Some(("/v1/move", "moves=b2&turn=O"))),
            ("/v1/move%3Fmoves=b2&turn=O", Some(("/v1/move", "moves=b2&turn=O"))),
            ("/v1/move&moves", None),
            ("/v1/move", None),
        ] {
            assert_eq!(misplaced_query(typed), expected, "{typed}");
        }
    }

    #[test]
    fn paths_are_found_with_and_without_their_version() {
        let paths = ["/", "/v1/move", "/v1/analysis", "/v1/games", "/docs", "/guide.md", "/operations.md"];
        for (typed, meant) in [
            ("/v1/mov", Some("/v1/move")),
            ("/v1/moves", Some("/v1/move")),
            ("/v1/move/", Some("/v1/move")),
            ("//v1/move", Some("/v1/move")),
            ("/v2/move", Some("/v1/move")),
            ("/move", Some("/v1/move")),
            ("/mov", Some("/v1/move")),
            ("/doc", Some("/docs")),
            ("/guide", Some("/guide.md")),
            ("/operations/", Some("/operations.md")),
            ("/docs/operations.md", Some("/operations.md")),
            ("/docs/guide", Some("/guide.md")),
            ("/docs/", Some("/docs")),
            ("/V1/move", Some("/v1/move")),
            ("/V1/Move", Some("/v1/move")),
            ("/api/v1/move", Some("/v1/move")),
            ("/inarow/api/v1/moves", Some("/v1/move")),
            ("/api/move", Some("/v1/move")),
            ("/api", None),
            ("/v1", None),
            ("/nope", None),
            ("//", None),
        ] {
            assert_eq!(nearest_path(typed, &paths), meant, "{typed}");
        }
    }
}
