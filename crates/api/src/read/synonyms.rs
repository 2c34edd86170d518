//! Words of other programs for names here, and of games that are not played here.

/// Longest name that is compared, in bytes.
pub const TYPED_BYTES_MAX: usize = 64;

/// Words that other programs have for our names, in lower case and without separators.
const SYNONYMS: [(&str, &[&str]); 30] = [
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
    ("avoidMoves", &["avoid", "exclude", "excludemoves", "forbiddenmoves"]),
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

/// The remedy's words for a game that has rules beyond those here; empty for another.
pub fn other_rules(name: &str) -> &'static str {
    if name.len() > TYPED_BYTES_MAX {
        return "";
    }
    // "gomoku" contains "omok", and longer lines can be forbidden here.
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

/// Says that a remedy may be another game than was meant.
pub const VARIANTS: &str = "; a variant with other rules cannot be played here";

/// Whether a name without separators is that of Connect6, which is played on boards of Go.
pub fn is_connect_six(plain: &str) -> bool {
    matches!(plain, "connect6" | "connectsix")
}

/// The name that others call so.
pub fn synonym(typed: &str, names: &[&'static str]) -> Option<&'static str> {
    let plain = (typed.len() <= TYPED_BYTES_MAX).then(|| plain(typed))?;
    let (meant, _) = SYNONYMS.iter().find(|(_, words)| words.contains(&&*plain))?;
    names.iter().copied().find(|name| name == meant)
}

/// A name in lower case and without separators.
pub fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '_', ' '], "")
}
