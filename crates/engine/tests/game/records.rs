//! Records of games: records that are written are read back, and errors are named.

use std::sync::Arc;

use crate::common::{Seeded, assorted_rules, rules};
use inarow_engine::game::record::{self, Record, RecordError};
use inarow_engine::game::{Cell, Game, MoveError, Player, Position, Preset, Rules, Setup, Status, notation};

fn game(rules: &Rules) -> Arc<Game> {
    Game::shared(rules)
}

fn preset(preset: Preset) -> Arc<Game> {
    game(&preset.rules())
}

/// The moves of a record.
fn moves(game: &Arc<Game>, text: &str) -> Result<Vec<Cell>, RecordError> {
    match record::parse(game, text)? {
        Record::Moves(moves) => Ok(moves),
        other => panic!("{text:?} has no moves in their order: {other:?}"),
    }
}

/// The moves of a record as names.
fn names(game: &Arc<Game>, text: &str) -> String {
    let moves = moves(game, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    record::list(game.rules(), &moves)
}

/// A random game of at most `plies` moves.
fn random_game(rules: &Rules, plies: usize, random: &mut Seeded) -> Position {
    let mut position = Position::new(game(rules));
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        if position.status() != Status::Ongoing || moves.is_empty() {
            break;
        }
        position.play(moves[random.below(moves.len())]).expect("a legal move");
    }
    position
}

fn many_rules() -> Vec<Rules> {
    let more = [rules(9, 4, 4, "gravity"), rules(10, 6, 4, "gravity"), rules(19, 19, 5, "misere"), rules(1, 19, 6, "")];
    let presets = Preset::ALL.map(Preset::rules);
    assorted_rules().into_iter().chain(presets).chain(more).collect()
}

/// The moves, with the numbers of their rounds or their own.
fn numbered(rules: &Rules, moves: &[Cell], by_round: bool) -> String {
    let step = if by_round { 2 } else { 1 };
    let rounds = moves.chunks(step).enumerate();
    rounds.map(|(index, round)| format!("{}. {} ", index + 1, record::list(rules, round))).collect()
}

#[test]
fn every_form_is_read_back() {
    let mut random = Seeded::new(15);
    let mut count = 0;
    for rules in many_rules() {
        for plies in [0, 1, 2, 5, 9, 40, 400] {
            let mut position = random_game(&rules, plies, &mut random);
            let board = position.board();
            let mut played = Vec::new();
            while position.stones() > 0 {
                let before = position.cells().to_vec();
                position.undo();
                played.extend(before.iter().zip(position.cells()).position(|(before, after)| before != after));
            }
            played.reverse();
            let game = game(&rules);
            let list = record::list(&rules, &played);
            let forms = [
                Some(list.clone()),
                Some(list.to_uppercase().replace(' ', ",\r\n")),
                Some(numbered(&rules, &played, true)),
                Some(numbered(&rules, &played, false).replace(". ", ".")),
                record::compact(&rules, &played),
                record::columns(&rules, &played),
                record::sgf(&rules, &played),
                record::piskvork(&rules, &played),
            ];
            for form in forms.iter().flatten() {
                if form.is_empty() {
                    assert_eq!(moves(&game, form), Err(RecordError::Empty), "{rules:?}");
                    continue;
                }
                assert_eq!(moves(&game, form).as_ref(), Ok(&played), "{rules:?} {form:?}");
                count += 1;
            }
            // A file says which game it is. A list of lines has none.
            let of_file = rules.is_grid().then(|| rules.clone());
            assert_eq!(record::rules(forms[6].as_deref().unwrap_or_default()), Ok(of_file));
            assert_eq!(forms.iter().flatten().count() > 4, rules.is_grid());
            assert_eq!(
                record::parse(&game, &board),
                Setup::parse(&game, &board).map(Record::Board).map_err(RecordError::Board)
            );
            assert_eq!(
                record::columns(&rules, &played).is_some(),
                rules.is_grid() && rules.gravity() && rules.width() <= 9
            );
        }
    }
    assert!(count > 1_000, "{count} records");
}

#[test]
fn forms_are_told_apart() {
    let gomoku = preset(Preset::Gomoku);
    for text in [
        "h8 h9 i8",
        "h8h9i8",
        "H8,H9,I8",
        "1. h8 h9 2. i8",
        "1.h8 2.h9 3.i8",
        "1) h8; 1) h9; 2) i8",
        "\n h8\n h9\ti8 \r\n",
    ] {
        assert_eq!(names(&gomoku, text), "h8 h9 i8", "{text:?}");
    }
    let connect_four = preset(Preset::ConnectFour);
    for text in ["4453", " 44 53\n", "d1 d2 e1 c1", "d1d2e1c1"] {
        assert_eq!(names(&connect_four, text), "d1 d2 e1 c1", "{text:?}");
    }
    // Comments and the result say nothing of the moves.
    for text in [
        "h8 h9 i8 1-0",
        "1. h8 h9 2. i8 0-1\n",
        "h8h9i8 1/2-1/2",
        "h8, h9, i8, ½-½",
        "h8 h9 i8 *",
        "h8{a {start}h9 (or h10 (i9)) i8 { 1-0 } 1-0",
        "\u{feff}h8 h9 i8",
        "1. h8! h9?? {a remark} 2. i8!?",
        " \u{feff}\n(;SZ[15];B[hh];W[hg];B[ih])",
        "\u{feff}Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,8,0\n",
    ] {
        assert_eq!(names(&gomoku, text), "h8 h9 i8", "{text:?}");
    }
    for text in ["\u{feff}4453", "4453 1-0", "44 {two} 53 *", "d1 d2 e1 c1 1/2-1/2"] {
        assert_eq!(names(&connect_four, text), "d1 d2 e1 c1", "{text:?}");
    }
    for text in ["", " \n", "\u{feff}", "*", "1-0", "1. {nothing yet} *", "1."] {
        for game in [&gomoku, &connect_four] {
            assert_eq!(moves(game, text), Err(RecordError::Empty), "{text:?}");
        }
    }
    let board = record::parse(&preset(Preset::TicTacToe), "XO.\r\n.x.\n__-\n");
    let Ok(Record::Board(cells)) = board else { panic!("{board:?}") };
    assert_eq!(cells.iter().flatten().count(), 3);
}

#[test]
fn files_of_others_are_read() {
    let gomoku = preset(Preset::Gomoku);
    for text in [
        "(;GM[4]SZ[15];B[hh];W[hg];B[ih])",
        "(;GM[4] FF[4]\nSZ[15:15] PB[An\\] player\\\\] C[(;B[aa\\])]\n;B[hh]C[a ; b];W[hg](;B[ih])(;B[bb](;W[cc])))",
        "(;FF[3]GaMe[4]SiZe[15];Black[hh];White[hg];B[ih])(;GM[1])",
        "(;B[h8];W[h9];B[i8])",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,1234\n9,8,5\n",
        "piskvorky 15X15\r\n8,8,0\r\n8, 7, 1234\r\n9,8,5\r\npbrain-a.zip\r\n1,1,1\r\n-1\r\n",
    ] {
        assert_eq!(names(&gomoku, text), "h8 h9 i8", "{text:?}");
    }
    for (text, size) in [
        ("(;GM[4])", rules(15, 15, 5, "")),
        ("(;SZ[19]RU[Standard])", rules(19, 19, 5, "exact")),
        ("(;SZ[19]RU[freestyle])", rules(19, 19, 5, "")),
        ("(;SZ[19]RU[as we like it])", rules(19, 19, 5, "")),
        ("(;SZ[3])", rules(3, 3, 3, "")),
        ("(;SZ[5])", rules(5, 5, 5, "")),
        ("(;SZ[7:6]RU[4 in a row, gravity])", rules(7, 6, 4, "gravity")),
        ("Piskvorky 19x17, 11:11, 0", rules(19, 17, 5, "")),
    ] {
        assert_eq!(record::rules(text), Ok(Some(size)), "{text:?}");
    }
    for text in ["h8 h9", "4453", "XO.......", "", "?"] {
        assert_eq!(record::rules(text), Ok(None), "{text:?}");
    }
}

/// The order of stones that a file sets up is not known.
#[test]
fn setups_of_files_are_told_from_moves() {
    let gomoku = preset(Preset::Gomoku);
    let (h8, h9, i8) = (112, 97, 113);
    for (text, x, o, turn, moves) in [
        ("(;GM[4]SZ[15]AB[hh][ih]AW[hg])", vec![h8, i8], vec![h9], Player::O, vec![]),
        ("(;GM[4]SZ[15]AB[hh]AW[hg]PL[B];B[ih])", vec![h8], vec![h9], Player::X, vec![i8]),
        ("(;GM[4]SZ[15]AB[hh]AW[hg];W[ih])", vec![h8], vec![h9], Player::O, vec![i8]),
        ("(;GM[4]SZ[15]AB[hh][ih]PL[W];W[hg])", vec![h8, i8], vec![], Player::O, vec![h9]),
        ("(;GM[4]SZ[15]AW[hh];B[hg])", vec![], vec![h8], Player::X, vec![h9]),
        ("(;GM[4]SZ[15]PL[W];W[hh];B[hg])", vec![], vec![], Player::O, vec![h8, h9]),
    ] {
        let mut cells = vec![None; 225];
        x.iter().for_each(|&cell: &Cell| cells[cell] = Some(Player::X));
        o.iter().for_each(|&cell: &Cell| cells[cell] = Some(Player::O));
        assert_eq!(record::parse(&gomoku, text), Ok(Record::SetUp { cells, turn, moves }), "{text:?}");
    }
    assert_eq!(moves(&gomoku, "(;GM[4]SZ[15]PL[B];B[hh])"), Ok(vec![h8]), "X begins on the empty board");
}

/// Stones rest on each other, whatever their order in the file.
#[test]
fn the_stones_of_a_setup_have_no_order() {
    let game = game(&rules(4, 4, 3, "gravity"));
    let file = "(;GM[4]SZ[4]RU[3 in a row, gravity]AB[dd][cd]AW[cc]PL[W];W[db];B[cb])";
    let error = record::parse(&game, file).expect_err("d3 floats").to_string();
    assert!(error.contains("move 1 (\"db\")"), "{error}");
    let Ok(Record::SetUp { cells, turn, moves }) = record::parse(&game, &file.replace("[db]", "[dc]")) else {
        panic!("no setup: {file}");
    };
    let stones: Vec<Cell> = (0..16).filter(|&cell| cells[cell].is_some()).collect();
    assert_eq!((stones, turn, moves), (vec![10, 14, 15], Player::O, vec![11, 6]));
    let error = record::parse(&game, "(;GM[4]SZ[4]AB[dc]AW[ad])").expect_err("d2 floats").to_string();
    assert!(error.contains("d2"), "{error}");
}

/// `1...` stands for the move of X that there is not, and a review names the board where its game began.
#[test]
fn a_list_may_begin_with_a_move_of_o() {
    let game = preset(Preset::TicTacToe);
    let begun = |text: &str| match record::parse(&game, text) {
        Ok(Record::SetUp { cells, turn, moves }) => {
            (cells.iter().flatten().count(), turn, record::list(game.rules(), &moves))
        }
        other => panic!("{text:?}: {other:?}"),
    };
    let expected = (0, Player::O, "b2 a1 c3".to_owned());
    for text in
        ["1... b2 2. a1 c3", "1... b2\n2. a1 c3\n*\n{From the board ........., O to move}", "1... O b2, X a1, O c3"]
    {
        assert_eq!(begun(text), expected, "{text:?}");
    }
    let text = "1. b2 c3 {From the board XO......., X to move}";
    assert_eq!(begun(text), (2, Player::X, "b2 c3".to_owned()));
    assert_eq!(moves(&game, "1. b2 1... a1 2. c3"), moves(&game, "b2 a1 c3"));
    for (text, expected) in [
        ("1... b2 2... a1", "move 2 is by O"),
        ("1... b2 {From the board XO......., X to move}", "move 1 is by O"),
        ("1... b2 {From the board XO, O to move}", "the board has 2 cells"),
        ("1... a3 {From the board XO......., O to move}", "a3 (cell 0) is taken by X"),
        ("2... b2", "the number 2"),
    ] {
        let error = record::parse(&game, text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}

/// Each text, and a part of its error.
#[test]
fn errors_are_named() {
    let gomoku = preset(Preset::Gomoku);
    for (text, expected) in [
        ("hello", "not a record in a known form"),
        ("!1", "not a record in a known form"),
        ("{\"moves\":[1]}", "not a record in a known form"),
        ("4453", "games with gravity"),
        ("X: h8 h9 O: h10", "move 2 has no side, and one before it has"),
        ("1. X h8 O h9 2. h10", "move 3 has no side, and one before it has"),
        ("h8 h9 h8", "move 3 (\"h8\"): h8 (cell 112) is taken by X"),
        ("h8h9h8", "move 3 (\"h8\")"),
        ("h8 z9", "move 2: \"z9\" is not a cell of this board; cells are a1 to o15"),
        ("h8 h16", "move 2: \"h16\" is not a cell"),
        ("h8 h0", "move 2: \"h0\" is not a cell"),
        ("h8 h08", "move 2: \"h08\" is not a cell"),
        ("h8 h", "move 2: \"h\" is not a cell"),
        ("h8 hi9 j7", "move 2: \"hi9\" is not a cell"),
        ("h8 9 h9", "move 2: \"9\" is not a cell"),
        ("h8 é9", "move 2: \"é9\" is not a cell"),
        ("h8 1-0 h9", "move 2: \"1-0\" is not a cell"),
        ("h8 h9 2-1", "move 3: \"2-1\" is not a cell"),
        ("h8 {h9", "a comment is not closed"),
        ("h8 (h9 (h10)", "a comment is not closed"),
        ("h8 h9)", "move 3: \")\" is not a cell"),
        ("1. h8 h9 4. i8", "move 3 of the record has the number 4"),
        ("1. h8 h9 2. i8 i9 5. j8", "move 5 of the record has the number 5"),
        ("1. h8 2. h9 2. i8", "move 3 of the record has the number 2"),
        ("1. h8 h9 99999999999999999999999. i8", "move 3 of the record has the number 99999999999999999999999"),
        ("a1 a2 b1 b2 c1 c2 d1 d2 e1 e2", "move 10 (\"e2\"): the game is over before this move"),
        ("(;GM[4]SZ[15];B[hh];W[hh])", "move 2 (\"hh\"): h8 (cell 112) is taken by X"),
        ("(;GM[4]SZ[15];B[hh];B[hi])", "move 2 is by X"),
        ("(;GM[4]SZ[15];W[hh])", "move 1 is by O"),
        ("(;GM[4]SZ[15];B[hh];W[])", "move 2: \"\" is not a cell"),
        ("(;GM[4]SZ[15];B[tt])", "move 1: \"tt\" is not a cell"),
        ("(;GM[4]SZ[15];B[hh][hi])", "move 1 has more than one point"),
        ("(;GM[4]SZ[15]AB[hh][hi])", "place 2 X and 0 O stones"),
        ("(;GM[4]SZ[15]AB[hh]PL[B];W[hi])", "at move 1, after a setup, it is the turn of X, and it names O"),
        ("(;GM[4]SZ[15]AB[hh]AW[hh])", "AB and AW place two stones on h8"),
        ("(;GM[4]SZ[15]AB[tt])", "AB and AW: \"tt\" is not a cell"),
        ("(;GM[4]SZ[15];b[hh])", "b has none: send B"),
        ("(;GM[4]SZ[15]PL[?])", "neither PL[B] nor PL[W]"),
        ("(;GM[4]SZ[15];B[hh];AW[hi])", "AW changes the board"),
        ("(;GM[4]SZ[15]AE[hh])", "AE changes the board"),
        ("(;GM[1]SZ[15];B[hh])", "GM[1] is another game"),
        ("(;GM[4]SZ[19];B[hh])", "a board of 19×19 cells; this game has 15×15"),
        ("(;GM[4]SZ[99999999999999999999];B[hh])", "is not a size"),
        ("(;GM[4]SZ[15]RU[standard];B[hh])", "\"standard\"; set game to match"),
        ("(;GM[4]SZ[15]RU[Renju];B[hh])", "has forbidden moves"),
        ("(;GM[4]SZ[15]RU[4 in a row];B[hh])", "\"4 in a row\"; set game to match"),
        ("(;GM[4]SZ[15];B[hh]", "the closing parenthesis is missing"),
        ("(;GM[4]SZ[15];B[hh", "a value of B is not closed"),
        ("(;GM[4]SZ[15];B)", "B has no value"),
        ("(;GM[4]SZ[15];[hh])", "unexpected \"[hh])\""),
        ("(B[hh])", "unexpected \"B[hh])\""),
        ("(8,8),(9,9)", "is not a record in a known form"),
        ("()", "unexpected \")\""),
        ("(", "the closing parenthesis is missing"),
        ("Piskvorky", "is not a header such as"),
        ("Piskvorky 15, 11:11, 0", "is not a header such as"),
        ("Piskvorky 20x20, 11:11, 0\n1,1,0", "a board of 20×20 cells; this game has 15×15"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0", "move 2 (\"8,8,0\"): h8 (cell 112) is taken by X"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n0,8,0", "move 2: \"0,8,0\" is not a cell"),
        ("Piskvorky 15x15, 11:11, 0\n8,16,0", "move 1: \"8,16,0\" is not a cell"),
        ("XO.", "the board has 3 cells; this game has 225"),
    ] {
        let error = record::parse(&gomoku, text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let connect_four = preset(Preset::ConnectFour);
    for (text, expected) in [
        ("4444444", RecordError::Move { number: 7, text: "4".into(), error: MoveError::ColumnFull { column: 4 } }),
        ("48", RecordError::Move { number: 2, text: "8".into(), error: MoveError::NoColumn { column: '8', width: 7 } }),
    ] {
        assert_eq!(record::parse(&connect_four, text), Err(expected), "{text:?}");
    }
    let floating = record::parse(&connect_four, "d1 e2").expect_err("a stone that floats").to_string();
    assert!(floating.contains("move 2 (\"e2\")") && floating.contains("would float"), "{floating}");
    assert!(record::parse(&connect_four, "Piskvorky 7x6, 11:11, 0\n4,6,0").is_err());
    for text in ["(;SZ[21])", "(;SZ[0])", "Piskvorky 21x21, 11:11, 0", "(;SZ[x])", "(;GM[2])", "(;SZ[3]RU[9 in a row])"]
    {
        assert!(record::rules(text).is_err(), "{text:?}");
    }
}

/// No text makes the reader panic, and every game that it reads is legal.
#[test]
fn any_text_is_read_or_refused() {
    const PIECES: [&str; 44] = [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "B",
        "W",
        "AB",
        "AW",
        "AE",
        "PL",
        "SZ",
        "GM",
        "RU",
        "C",
        "15",
        "4",
        "19:3",
        "hh",
        "a1",
        "h8",
        "c3",
        "1.",
        "2)",
        ",",
        " ",
        "\n",
        "\r\n",
        "Piskvorky ",
        "15x15",
        "3x3",
        "1,1,0",
        "-1",
        "X",
        "O",
        ".",
        "/",
        "é",
        "\u{0}",
        "🙂",
        "5 in a row",
        "7",
        "b2",
    ];
    let games = [Preset::TicTacToe, Preset::ConnectFour, Preset::Gomoku, Preset::Gomoku19].map(preset);
    let mut random = Seeded::new(3);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let start = ["", "(;", "Piskvorky 3x3, 11:11, 0\n", "(;GM[4]SZ[15];B[hh];", "h8"][random.below(5)];
        let mut text = start.to_owned();
        for _ in 0..random.below(12) {
            if random.below(4) == 0 {
                text.extend(char::from_u32(random.below(0x300) as u32));
            } else {
                text.push_str(PIECES[random.below(PIECES.len())]);
            }
        }
        let _ = record::rules(&text);
        for game in &games {
            match record::parse(game, &text) {
                Ok(Record::Moves(moves)) => {
                    read += 1;
                    assert!(Position::from_moves(Arc::clone(game), &moves).is_ok(), "{text:?}");
                }
                Ok(Record::SetUp { cells, turn, moves }) => {
                    read += 1;
                    let setup = Setup { game: Arc::clone(game), cells, turn: Some(turn) };
                    assert!(setup.into_position(false).expect("a board").after(&moves).is_ok(), "{text:?}");
                }
                Ok(Record::Board(cells)) => assert_eq!(cells.len(), game.rules().cells(), "{text:?}"),
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty() && error.to_string().len() < 400, "{text:?}: {error}");
                }
            }
        }
    }
    assert!(read > 1_000 && refused > 10_000, "{read} read, {refused} refused");
}

/// Texts of thirty times the longest body; reading one again for each of its parts would take hours.
#[test]
fn long_texts_are_read_once() {
    let gomoku = preset(Preset::Gomoku);
    const LENGTH: usize = 2_000_000;
    for (start, part) in [
        ("(;C[", "\\]"),
        ("(;", "C[x]"),
        ("(;AB", "[hh]"),
        ("(", "("),
        ("(;", "AAAA"),
        ("", "1. "),
        ("", "  "),
        ("", "9"),
        ("h", "9"),
        ("", "X"),
        ("Piskvorky 15x15, 11:11, 0", "\n"),
        ("Piskvorky 15x15,", " "),
    ] {
        let text = format!("{start}{}", part.repeat(LENGTH / part.len()));
        let _ = record::rules(&text);
        let _ = record::parse(&gomoku, &text);
    }
}

#[test]
fn names_of_cells_are_those_of_notation() {
    let rules = Preset::Gomoku.rules();
    for cell in 0..rules.cells() {
        let name = notation::cell_name(&rules, cell);
        assert_eq!(moves(&game(&rules), &name), Ok(vec![cell]));
    }
}

/// Remarks that people write beside their moves: to the end of a line, a side around a move, numbers without dots.
#[test]
fn moves_are_read_among_what_stands_beside_them() {
    let (small, falling, large) = (preset(Preset::TicTacToe), preset(Preset::ConnectFour), preset(Preset::Gomoku));
    for (game, text, expected) in [
        (&falling, "d; d; too soon", "d1 d2"),
        (&falling, "Black: d; White: d; that was too soon; or not", "d1 d2"),
        (&large, "1.h8 i9 2.g9 i7 ; best", "h8 i9 g9 i7"),
        (&large, "1.h8 i9 ; a quiet start\n2.g9 ; best", "h8 i9 g9"),
        (&large, "h8; i9; g9", "h8 i9 g9"),
        (&large, "1 h8\n2 i9\n3 g9", "h8 i9 g9"),
        (&large, "1 h8 i9\n2 g9", "h8 i9 g9"),
        (&small, "X(b2) O(a1)", "b2 a1"),
        (&small, "X(b2), O(a1) (good) X(c3)", "b2 a1 c3"),
    ] {
        assert_eq!(names(game, text), expected, "{text:?}");
    }
    // Rows of boards, lines whose numbers do not count, and a place that is not closed.
    let board = record::parse(&small, "XO.;.X.;..O");
    assert!(matches!(board, Ok(Record::Board(_))), "{board:?}");
    for text in ["1 h8\n3 i9", "X(b2 O a1"] {
        assert!(record::parse(&large, text).is_err(), "{text:?}");
    }
}
