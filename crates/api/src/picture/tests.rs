use super::*;
use inarow_engine::game::{Overline, RulesSpec};
#[cfg(feature = "png")]
use resvg::tiny_skia::Pixmap;

fn plain(position: &Position) -> Picture<'_> {
    Picture { position, size: 600, theme: Theme::Light, coordinates: true, last: None, marks: &[], values: &[] }
}

fn count(svg: &str, part: &str) -> usize {
    svg.matches(part).count()
}

#[test]
fn every_stone_is_drawn_once() {
    let rack = Position::from_columns(Preset::ConnectFour, "4453123").expect("legal moves");
    let svg = svg(&plain(&rack));
    assert_eq!([count(&svg, "href=\"#X\""), count(&svg, "href=\"#O\"")], [4, 3]);
    let mut wood = Position::new(Preset::Gomoku);
    [112, 113, 97].into_iter().for_each(|cell| wood.play_unchecked(cell));
    let svg = super::svg(&plain(&wood));
    assert_eq!([count(&svg, "href=\"#X\""), count(&svg, "href=\"#O\"")], [2, 1]);
    let paper = Position::parse(Preset::TicTacToe, "XO..X...O").expect("a board");
    let inks = LIGHT_INKS.map(|ink| count(&super::svg(&plain(&paper)), ink));
    assert_eq!(inks, [2, 2], "X is one path, O one circle");
}

const LIGHT_INKS: [&str; 2] = ["stroke=\"#c6301e\"", "stroke=\"#20263a\""];

#[test]
fn a_complete_line_is_lit_and_the_rest_dimmed() {
    let won = Position::from_columns(Preset::ConnectFour, "1213141").expect("legal moves");
    let svg = svg(&Picture { last: Some(14), ..plain(&won) });
    assert_eq!(count(&svg, DIMMED), 3, "the stones of the loser");
    assert_eq!(count(&svg, "A49 49"), 2, "the two ends of the light");
    assert!(svg.contains("<title>Connect Four, X has won</title>"), "{svg}");
}

/// The contrast of two colours by the Web Content Accessibility Guidelines, from 1 to 21.
fn contrast(one: &str, other: &str) -> f64 {
    let light = |colour: &str| -> f64 {
        let parts = [(1, 0.2126), (3, 0.7152), (5, 0.0722)].map(|(at, share)| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour")) / 255.0;
            share * if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        parts.iter().sum::<f64>() + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[test]
fn marks_are_seen_on_boards_and_stones() {
    let position = Position::from_columns(Preset::ConnectFour, "4453").expect("legal moves");
    for theme in [Theme::Light, Theme::Dark] {
        let colours = theme.colours();
        let svg = svg(&Picture { theme, marks: &[Mark::Ring(24), Mark::Arrow(0, 9)], ..plain(&position) });
        let [mark, edge] = MARK_ON_BOARD;
        assert_eq!([count(&svg, mark), count(&svg, &format!("stroke=\"{edge}\""))], [4, 3], "{svg}");
        for ground in [colours.rack[0], colours.rack[1], colours.well] {
            assert!(contrast(mark, ground) >= 3.0, "{ground}");
        }
        assert!(contrast(colours.mark, colours.card) >= 3.0);
    }
    for ground in ["#bd8b51", "#a97841", "#ff5e52", "#ffc93c", "#fdfcf8", MARK_ON_BOARD[0]] {
        assert!(contrast(MARK_ON_BOARD[1], ground) >= 3.0, "{ground}");
    }
}

#[test]
fn a_picture_says_what_it_shows() {
    let title = |position: Position| {
        let svg = svg(&plain(&position));
        let start = svg.find("<title>").expect("a title") + "<title>".len();
        svg[start..].split('<').next().expect("text").to_owned()
    };
    assert_eq!(title(Position::new(Preset::TicTacToe)), "Tic-tac-toe, X to move");
    assert_eq!(title(Position::parse(Preset::TicTacToe, "XOXXOOOXX").expect("a board")), "Tic-tac-toe, a draw");
    let spec = RulesSpec { width: 9, height: 4, k: 3, gravity: true, overline: Overline::Allowed, misere: false };
    let own = Position::new(inarow_engine::game::Game::shared(Rules::new(spec).expect("rules")));
    assert_eq!(title(own), "3 in a row on 9×4, X to move");
}

/// The longer side has the size asked for, for every board and everything beside it.
#[test]
fn the_longer_side_has_the_size() {
    for (width, height) in [(3, 3), (7, 6), (20, 3), (3, 20), (20, 20), (1, 1)] {
        for gravity in [false, true] {
            let spec = RulesSpec { width, height, k: 1, gravity, overline: Overline::Allowed, misere: false };
            let position = Position::new(inarow_engine::game::Game::shared(Rules::new(spec).expect("rules")));
            let values = [MoveValue { cell: 0, sign: Sign::Draw, is_best: true }];
            for picture in [plain(&position), Picture { values: &values, coordinates: false, ..plain(&position) }] {
                let svg = svg(&picture);
                let side = |name: &str| -> f32 {
                    let start = svg.find(&format!(" {name}=\"")).expect("a side") + name.len() + 3;
                    svg[start..].split('"').next().expect("a number").parse().expect("a number")
                };
                assert_eq!(side("width").max(side("height")), 600.0, "{width}×{height} {gravity}");
            }
        }
    }
}

#[test]
fn letters_and_digits_of_every_board_have_a_drawing() {
    let needed = ('a'..='t').chain('0'..='9');
    assert!(needed.clone().all(|character| glyphs::of(character).is_some()));
    assert!(glyphs::of('?').is_none() && glyphs::width("20") > glyphs::width("2"));
}

#[cfg(feature = "png")]
fn pixels(picture: &Picture<'_>) -> Pixmap {
    Pixmap::decode_png(&png(&svg(picture)).expect("a picture")).expect("a PNG")
}

/// The colour in the middle of a cell.
#[cfg(feature = "png")]
fn colour(picture: &Picture<'_>, cell: Cell) -> [u8; 3] {
    let (pixels, layout) = (pixels(picture), Layout::new(picture));
    let scale = pixels.width() as f32 / layout.width;
    let Point { x, y } = layout.centre(cell);
    let pixel = pixels.pixel((x * scale) as u32, (y * scale) as u32).expect("within the picture");
    [pixel.red(), pixel.green(), pixel.blue()]
}

#[cfg(feature = "png")]
#[test]
fn pixels_show_stones_where_they_are() {
    let rack = Position::from_columns(Preset::ConnectFour, "4").expect("a legal move");
    let rack = plain(&rack);
    assert_eq!([colour(&rack, 38), colour(&rack, 37)], [[0x7c, 0x14, 0x0d], [0x15, 0x22, 0x57]], "a disc, a well");
    let mut wood = Position::new(Preset::Gomoku);
    [112, 113].into_iter().for_each(|cell| wood.play_unchecked(cell));
    let (black, white) = (colour(&plain(&wood), 112), colour(&plain(&wood), 113));
    assert!(black.iter().all(|part| *part < 80) && white.iter().all(|part| *part > 230), "{black:?} {white:?}");
    assert_eq!((pixels(&rack).width(), pixels(&Picture { size: 1200, ..rack }).width()), (600, 1200));
}

/// Every mark, sign, theme and material is drawn without an error.
#[cfg(feature = "png")]
#[test]
fn every_picture_becomes_pixels() {
    for preset in Preset::ALL {
        let mut position = Position::new(preset);
        let cell = position.legal_moves().next().expect("a move");
        position.play_unchecked(cell);
        let marks = [Mark::Ring(0), Mark::Arrow(0, cell), Mark::Arrow(0, 0)];
        let signs = [Sign::Win(3), Sign::Draw, Sign::Loss(21), Sign::Chance(50)];
        let values: Vec<_> =
            (0..).zip(signs).map(|(cell, sign)| MoveValue { cell, sign, is_best: cell == 1 }).collect();
        for theme in [Theme::Light, Theme::Dark] {
            let picture =
                Picture { theme, last: Some(cell), marks: &marks, values: &values, size: 200, ..plain(&position) };
            let pixels = pixels(&picture);
            assert_eq!(pixels.width().max(pixels.height()), 200, "{preset:?}");
        }
    }
}
