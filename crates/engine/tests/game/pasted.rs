//! Boards as people and language models paste them.

use inarow_engine::game::{Game, Player, Preset, Setup};

/// The cells that a text has on the board of a preset, as a string; `None` if it is refused.
fn read(preset: Preset, text: &str) -> Option<String> {
    let game = Game::shared(preset.rules());
    let cells = Setup::parse(&game, text).ok()?;
    Some(cells.into_iter().map(|stone| stone.map_or('.', Player::symbol)).collect())
}

#[test]
fn drawings_of_tic_tac_toe_are_read() {
    for drawing in [
        "  a b c\n3 X O .\n2 . X .\n1 . . O",
        "  1 2 3\n1 X O .\n2 . X .\n3 . . O",
        "  0 1 2\n0 X O .\n1 . X .\n2 . . O",
        "  1 2 3\nA X O .\nB . X .\nC . . O",
        " 1 X O .\n 2 . X .\n 3 . . O",
        "1: X O .\n2: . X .\n3: . . O",
        "Row 1: X O .\nRow 2: . X .\nRow 3: . . O",
        "```\nX O .\n. X .\n. . O\n```",
        "```text\nX O .\n. X .\n. . O\n```\n",
        "   A   B   C\n1  X | O |  \n  ---+---+---\n2    | X |  \n  ---+---+---\n3    |   | O",
        "   1   2   3\n1  X | O |  \n  ---+---+---\n2    | X |  \n  ---+---+---\n3    |   | O",
        "| a | b | c |\n|---|---|---|\n| X | O |   |\n|   | X |   |\n|   |   | O |",
        "|   | a | b | c |\n|---|---|---|---|\n| 3 | X | O |   |\n| 2 |   | X |   |\n| 1 |   |   | O |",
        "3 | X | O | .\n2 | . | X | .\n1 | . | . | O\n    a   b   c",
        "┌───┬───┬───┐\n│ X │ O │   │\n├───┼───┼───┤\n│   │ X │   │\n├───┼───┼───┤\n│   │   │ O │\n└───┴───┴───┘",
        "[X][O][ ]\n[ ][X][ ]\n[ ][ ][O]",
        "❌⭕⬜\n⬜❌⬜\n⬜⬜⭕",
        "✖️ ⭕️ ⬜️\n⬜️ ✖️ ⬜️\n⬜️ ⬜️ ⭕️",
        "X O ·\n· X ·\n· · O",
        "X O 3\n4 X 6\n7 8 O",
        "X|O|2\n3|X|5\n6|7|O",
        "XO3/4X6/78O",
        "X 0 .\n. X .\n. . 0",
        "X,O,.,.,X,.,.,.,O",
        "X,O,.\n.,X,.\n.,.,O",
        "X O .; . X .; . . O",
        "XO.\\n.X.\\n..O",
        "X O _ | _ X _ | _ _ O",
        "X,O,_|_,X,_|_,_,O",
        "B W .\n. B .\n. . W",
        "● ○ .\n. ● .\n. . ○",
        "'X','O','.'\n'.','X','.'\n'.','.','O'",
        "X O . 3\n. X . 2\n. . O 1\na b c",
        "  A B C\n3 X O . 3\n2 . X . 2\n1 . . O 1\n  A B C",
        "X | O |   | 3\n  | X |   | 2\n  |   | O | 1",
        "X | O |   3\n--+---+--\n  | X |   2\n--+---+--\n  |   | O 1",
        "| 1 | X | O |   | 1 |\n| 2 |   | X |   | 2 |\n| 3 |   |   | O | 3 |",
        "X to move with 4 stones.\n```\n3 X O .\n2 . X .\n1 . . O\n  a b c\n```\nLegal moves: c3 a2 c2 a1 b1.",
        "Here is the board:\n```text\nX O .\n. X .\n. . O\n```",
        "X O .\n. X .\n. . O\nX to move",
        "| X O . |\n| . X . |\n| . . O |",
        "+-----+\n|X O .|\n|. X .|\n|. . O|\n+-----+",
    ] {
        assert_eq!(read(Preset::TicTacToe, drawing).as_deref(), Some("XO..X...O"), "{drawing}");
    }
}

#[test]
fn drawings_of_connect_four_are_read() {
    let expected = format!("{}...O......X.....XOX..", ".".repeat(21));
    let empty = ". . . . . . .\n".repeat(3);
    let plain = |x: char, o: char| format!("{empty}. . . {o} . . .\n. . . {x} . . .\n. . {x} {o} {x} . .");
    let bars = "| | | | | | | |\n".repeat(3) + "| | | |O| | | |\n| | | |X| | | |\n| | |X|O|X| | |\n";
    for drawing in [
        plain('R', 'Y'),
        plain('r', 'y'),
        plain('🔴', '🟡').replace('.', "⚪"),
        plain('🔴', '🟡').replace('.', "⚫").replace(' ', ""),
        plain('X', 'O') + "\n1 2 3 4 5 6 7",
        plain('X', 'O').replace(' ', "") + "\n1234567",
        "1 2 3 4 5 6 7\n".to_owned() + &plain('X', 'O'),
        "0 1 2 3 4 5 6\n".to_owned() + &plain('R', 'Y'),
        plain('R', 'Y') + "\n-------------\nA B C D E F G",
        bars.clone() + "---------------\n 1 2 3 4 5 6 7",
        bars + "|1|2|3|4|5|6|7|",
    ] {
        assert_eq!(read(Preset::ConnectFour, &drawing).as_deref(), Some(&*expected), "{drawing}");
    }
}

/// Red is X where yellow began, too: its turn is said, or asked for.
#[test]
fn colours_are_the_same_sides_on_every_board() {
    for (red, yellow) in [('R', 'Y'), ('🔴', '🟡')] {
        let rows = format!("{yellow} {yellow} {red}\n. . .\n. . .");
        assert_eq!(read(Preset::TicTacToe, &rows).as_deref(), Some("OOX......"), "{rows}");
    }
}

/// Black and white signs are stones where another sign is the empty cell, and empty cells beside the stones of both sides.
#[test]
fn black_and_white_emoji_are_stones_or_empty_cells() {
    let drawn = |[first, second, empty]: [char; 3]| {
        let sign = |letter: char| match letter {
            'X' => first,
            'O' => second,
            '.' => empty,
            other => other,
        };
        "XO.\n.X.\n..O".chars().map(sign).collect::<String>()
    };
    for signs in [
        ['⚫', '⚪', '⬜'],
        ['⚫', '⚪', '⬛'],
        ['⚫', '⚪', '.'],
        ['⚫', '⚪', '·'],
        ['⚫', '⚪', '+'],
        ['⚫', '⚪', '🟫'],
        ['⬛', '⬜', '.'],
        ['❌', '⚪', '⬜'],
        ['X', '⚪', '.'],
        ['🔴', '⚪', '⬜'],
        ['⚫', '🟡', '⬜'],
        ['⚫', '⭕', '⬜'],
        ['●', '⚪', '·'],
        ['●', '○', '·'],
        ['X', 'O', '⚪'],
        ['X', 'O', '⚫'],
        ['❌', '⭕', '⬛'],
        ['🔴', '🟡', '⚪'],
        ['🟥', '🟨', '⬜'],
        ['B', 'W', '⬜'],
    ] {
        assert_eq!(read(Preset::TicTacToe, &drawn(signs)).as_deref(), Some("XO..X...O"), "{signs:?}");
    }
    for signs in [['🔴', '⚫', '⬜'], ['⚪', '🔴', '⚫'], ['⬛', '⬜', '🟨'], ['⚫', '⚪', '🟨'], ['⚪', '⭕', '⬜']]
    {
        assert_eq!(read(Preset::TicTacToe, &drawn(signs)), None, "{signs:?}");
    }
    for (text, expected) in [
        ("⚪⚪⚪/⚪⚪⚪/⚪⚪⚪", Some(".........")),
        ("⬜⬜⬜/⬜⬜⬜/⬜⬜⬜", Some(".........")),
        ("⚫⚪⚫/⚫⚪⚪/⚪⚫⚫", Some("XOXXOOOXX")),
        ("🔴⚪⚪/⚪⚪⚪/⚪⚪⚪", Some("X........")),
        ("⬜⬜⬜/⬜⚫⬜/⬜⬜⬜", Some("....X....")),
        ("⚫| |⚪\n |⚫| \n | | ", Some("X.O.X....")),
        ("⚫⚪⚪/⚪⚪⚪/⚪⚪⚪", None),
        ("⬛⬜⬛/⬜⬛⬜/⬛⬜⬛", None),
        ("❌⭕⚪/⬜❌⬜/⬜⬜⬜", None),
    ] {
        assert_eq!(read(Preset::TicTacToe, text).as_deref(), expected, "{text}");
    }
    let row = |stones: &str| format!("{stones}{}\n", "⬜".repeat(13));
    let board = row("⚫⚪") + &row("⬜⬜").repeat(14);
    assert_eq!(read(Preset::Gomoku, &board), Some("XO".to_owned() + &".".repeat(223)));
}

/// Columns of Go boards have no letter i.
#[test]
fn heads_of_go_boards_are_read() {
    for (preset, head) in
        [(Preset::Gomoku, "A B C D E F G H J K L M N O P"), (Preset::Gomoku19, "A B C D E F G H J K L M N O P Q R S T")]
    {
        let size = preset.rules().width();
        let row = |number: usize| format!("{number:2} {}X {number}\n", ". ".repeat(size - 1));
        let rows: String = (1..=size).rev().map(row).collect();
        let expected = (".".repeat(size - 1) + "X").repeat(size);
        assert_eq!(read(preset, &format!("   {head}\n{rows}   {head}")).as_deref(), Some(&*expected), "{head}");
    }
}

/// Errors name the fault in this form, not one in another form.
#[test]
fn drawings_with_a_wrong_number_of_cells_are_told_the_number() {
    let said = |preset: Preset, text: &str| {
        let errors = Setup::parse(&Game::shared(preset.rules()), text).expect_err("a wrong number of cells");
        errors.listed[0].to_string()
    };
    for (preset, text, expected) in [
        (Preset::ConnectFour, ". . . R . . .\n. . Y R Y . .", "the board has 2 rows; this game has 6"),
        (Preset::TicTacToe, "X|O|X|O\nX|O|X|O", "the board has 2 rows; this game has 3"),
        (Preset::TicTacToe, "```\nX O .\n. X .\n```\nX to move.", "the board has 2 rows; this game has 3"),
        (Preset::TicTacToe, "| X | O |\n| X |   |\n|   |   |", "row 0 (from 0, at the top) has 2 cells"),
    ] {
        let told = said(preset, text);
        assert!(told.starts_with(expected), "{text}: {told}");
    }
}

/// A star after a stone and quotes are no cells, but one of them in place of a cell is an error.
#[test]
fn a_sign_in_place_of_a_cell_is_named() {
    let game = Game::shared(Preset::TicTacToe.rules());
    for (text, index, character) in [
        ("XO*......", 2, '*'),
        ("XO'......", 2, '\''),
        ("XO\"......", 2, '"'),
        ("X.O\n.X*\n...", 6, '*'),
        ("XO`......", 2, '`'),
    ] {
        let errors = Setup::parse(&game, text).expect_err("it is no cell");
        let expected = format!("character {character:?} at index {index} is not a cell;");
        assert!(errors.listed[0].to_string().starts_with(&expected), "{text}: {}", errors.listed[0]);
    }
    for text in ["XO*.......", "X O*.\n. . .\n. . .", "\"XO.......\""] {
        assert!(Setup::parse(&game, text).is_ok(), "{text}");
    }
}

/// Nothing is guessed: too few cells, other signs, two kinds of signs, numbers of other cells, an empty cell at either end.
#[test]
fn ambiguous_texts_are_refused() {
    for text in [
        "X O\n  X\n    O",
        "XO   X  O",
        "X O Z\n. X .\n. . O",
        "X O .\n. X .\n. Y R",
        "X O 4\n4 X 6\n7 8 O",
        "120/010/002",
        "000/000/000",
        "X00/000/000",
        "| X | O |\n  | X |  \n  |   |  ",
        "|   |\n|   |\n|  X|",
        "|X  |\n|   |\n| O |",
        "| X O |\n| . X |\n| . O |",
        "|X O|\n|. X|\n|. O|",
        "X O .\n. X .\n. . .\nX to move\nX O .\n. X .\n. . O\nO to move",
        "X O . .\n. X . .\n. . O .",
        "2 X O .\n2 . X .\n1 . . O",
        "❌⭕\n⬜❌⬜\n⬜⬜⭕",
        "```",
        "|",
        "",
    ] {
        assert_eq!(read(Preset::TicTacToe, text), None, "{text:?}");
    }
    assert_eq!(read(Preset::Qubic, &"R".repeat(64)), None);
}

#[test]
fn marks_of_the_last_move_points_and_labels_with_bars_are_read() {
    for drawing in
        ["X [O] .\n. X .\n. . O", "XO.\n.(X).\n..O", "X O .\n. X* .\n. . O", "| X | [O] | |\n| | X | |\n| | | O |"]
    {
        assert_eq!(read(Preset::TicTacToe, drawing).as_deref(), Some("XO..X...O"), "{drawing}");
    }
    let empty = "┌┬┬┬┐\n├┼X┼┤\n├┼┼O┤\n├┼┼┼┤\n└┴┴┴┘";
    let expected = format!(".......X.....O{}", ".".repeat(11));
    assert_eq!(read(Preset::FiveByFive, empty).as_deref(), Some(&*expected));
    let spaced = "5 ┌─┬─┬─┬─┐\n4 ├─┼─X─┼─┤\n3 ├─┼─┼─O─┤\n2 ├─┼─┼─┼─┤\n1 └─┴─┴─┴─┘\n  a b c d e";
    assert_eq!(read(Preset::FiveByFive, spaced).as_deref(), Some(&*expected));
    let rows: Vec<String> =
        (0..6).rev().map(|row| format!("{row} | . . . {} . . .", if row == 0 { 'X' } else { '.' })).collect();
    let labelled = format!("{}\n   --------------\n    0 1 2 3 4 5 6", rows.join("\n"));
    let expected = format!("{}...X...", ".".repeat(35));
    assert_eq!(read(Preset::ConnectFour, &labelled).as_deref(), Some(&*expected));
    // An empty cell has no mark.
    assert_eq!(read(Preset::TicTacToe, "X O [.]\n. X .\n. . O"), None);
}

#[test]
fn legends_by_which_letters_mean_something_else_are_found() {
    for (line, is_other) in [
        ("O = red, first player", true),
        ("Red = O, Yellow = X (Red starts)", true),
        ("Black = O, White = X", true),
        ("Black: O, White: X", true),
        ("O (black) vs X (white)", true),
        ("White (X) vs. Black (O)", true),
        ("O = blue, first to move; X = orange", true),
        ("X = red, first player; O = yellow", false),
        ("X (black) vs O (white)", false),
        ("Red (X) to move", false),
        ("X = blue, O = green, first to connect four wins", false),
        ("Player 1 (X): Alice, Player 2 (O): Bob", false),
    ] {
        for text in [format!("{line}\nX.O/.X./..."), format!("X.O/.X./...\n{line}")] {
            assert_eq!(Setup::other_legend(&text), is_other.then_some(line), "{text}");
        }
    }
}

/// Classic pictures, tables, and drawings as a mail or an editor changes them.
#[test]
fn other_common_forms_are_read() {
    for drawing in [
        "[X] [O] [ ]\n[ ] [X] [ ]\n[ ] [ ] [O]",
        "[X] [O] [.]\n[.] [X] [.]\n[.] [.] [O]",
        "(X) (O) ( )\n( ) (X) ( )\n( ) ( ) (O)",
        "_X_|_O_|___\n___|_X_|___\n   |   | O ",
        "_X_|_O_|___\n___|_X_|___\n___|___|_O_",
        "X_|O_|__\n__|X_|__\n  |  |O ",
        " ___ ___ ___\n|_X_|_O_|___|\n|___|_X_|___|\n|___|___|_O_|",
        "   a   b   c\n3 _X_|_O_|___\n2 ___|_X_|___\n1    |   | O ",
        "  X  |  O  |     \n_____|_____|_____\n     |  X  |     \n_____|_____|_____\n     |     |  O  ",
        "     |     |     \n  X  |  O  |     \n_____|_____|_____\n     |     |     \n     |  X  |     \n_____|_____|_____\n     |     |     \n     |     |  O  \n     |     |     ",
        "> X O .\n> . X .\n> . . O",
        "> > Your move?\n> > X O .\n> > . X .\n>> . . O",
        "X\tO\t\n\tX\t\n\t\tO",
        "X\tO\t.\n.\tX\t.\n.\t.\tO",
        "\ta\tb\tc\n3\tX\tO\t\n2\t\tX\t\n1\t\t\tO",
        " X | O\n   | X |\n   |   | O",
        " X | O\n---+---+---\n   | X\n---+---+---\n   |   | O",
    ] {
        assert_eq!(read(Preset::TicTacToe, drawing).as_deref(), Some("XO..X...O"), "{drawing}");
    }
    // A line of underscores is an empty row where each row has a line.
    assert_eq!(read(Preset::TicTacToe, "_X_|_O_|___\n___|___|___\n   |   | O ").as_deref(), Some("XO......O"));
    assert_eq!(read(Preset::TicTacToe, "X\t\t\n\t\t\n\tO\t").as_deref(), Some("X......O."));
    for text in [
        // A cell is missing, and it is not clear which.
        " X | O\n O | X |  \n . | . | X",
        "X |\n X | O |\n   |   | O",
        "  X  |  O  |     \n  O  |     |     \n_____|_____|_____\n     |  X  |     \n_____|_____|_____\n     |     |  O  ",
    ] {
        assert_eq!(read(Preset::TicTacToe, text), None, "{text}");
    }
}

#[test]
fn labels_that_name_other_cells_are_found() {
    let head = |letters: &str| letters.chars().map(|letter| format!("{letter} ")).collect::<String>();
    let rows =
        |size: usize| -> String { (1..=size).rev().map(|row| format!("{row:2} {}\n", ". ".repeat(size))).collect() };
    let go = format!("   {}\n{}", head("ABCDEFGHJKLMNOPQRST"), rows(19));
    let own = format!("   {}\n{}", head("ABCDEFGHIJKLMNOPQRS"), rows(19));
    let connect_four = |labels: &str| format!("{labels}\n{}", ". . . . . . .\n".repeat(6));
    for (preset, text, expected) in [
        (Preset::Gomoku19, &*go, Some((8, "J19", false))),
        (Preset::Gomoku19, &own, None),
        (Preset::TicTacToe, "  a b c\n1 O O .\n2 . . .\n3 X X .", Some((0, "A1", false))),
        (Preset::TicTacToe, "1 _O_|_O_|___\n2 ___|___|___\n3 _X_|_X_|___", Some((0, "row 1", false))),
        (Preset::TicTacToe, "1\tO\tO\t\n2\t\t\t\n3\tX\tX\t", Some((0, "row 1", false))),
        (Preset::TicTacToe, "  a b c\n3 O O . 1\n2 . . . 2\n1 X X . 3", Some((0, "A1", false))),
        (Preset::TicTacToe, "  a b c\n3 O O .\n2 . . .\n1 X X .\n  c b a", Some((0, "C3", false))),
        (Preset::TicTacToe, "  1 2 3\nA O O .\nB . . .\nC X X .", Some((0, "A1", false))),
        (Preset::TicTacToe, "  1 2 3\n3 O O .\n2 . . .\n1 X X .", None),
        (Preset::TicTacToe, "OO./.../XX.", None),
        (Preset::ConnectFour, &connect_four("1 2 3 4 5 6 7"), None),
        (Preset::ConnectFour, &connect_four("0 1 2 3 4 5 6"), Some((0, "column 0", true))),
        (Preset::ConnectFour, &connect_four("A B C D E F H"), Some((6, "column h", false))),
    ] {
        assert!(read(preset, text).is_some(), "{text}");
        let found = Setup::other_name(&preset.rules(), text);
        let found = found.as_ref().map(|other| (other.cell, &*other.name, other.is_column_number));
        assert_eq!(found, expected, "{text}");
    }
}
