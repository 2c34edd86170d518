//! Digits and the letters of columns, drawn with one stroke of a pen: digits are [`HEIGHT`] units high and stand on that line.

/// A character: how wide it is, and the path of the pen.
pub(super) struct Glyph {
    pub width: f32,
    pub path: &'static str,
}

/// The height of a digit.
pub(super) const HEIGHT: f32 = 10.0;
/// Space between two characters.
pub(super) const GAP: f32 = 2.2;

/// The character's drawing; `None` for all but digits and `a` to `t`.
pub(super) fn of(character: char) -> Option<Glyph> {
    let (width, path) = match character {
        '0' => (6.0, "M3 0C1 0 0 2 0 5S1 10 3 10S6 8 6 5S5 0 3 0Z"),
        '1' => (3.5, "M0 2L2.8 0V10"),
        '2' => (6.0, "M0 2.5C0 1 1.2 0 3 0S6 1 6 2.7C6 5.5 0 7 0 10H6"),
        '3' => (
            6.0,
            "M.3 1.5C.8 .5 1.8 0 3 0C4.8 0 5.8 1 5.8 2.5S4.8 4.8 2.6 4.8C5 4.8 6 5.8 6 7.3S4.8 10 3 10C1.6 10 .5 9.4 0 8.3",
        ),
        '4' => (6.0, "M4.6 10V0L0 7H6.2"),
        '5' => (6.0, "M5.5 0H1L.5 4.6C1.2 4 2 3.7 3 3.7C4.8 3.7 6 4.9 6 6.8S4.8 10 3 10C1.6 10 .6 9.4 0 8.3"),
        '6' => (6.0, "M5 .3C2.5 .3 0 2.5 0 6.6C0 8.8 1.2 10 3 10S6 8.7 6 6.9S4.8 3.9 3 3.9S0 5.2 0 6.6"),
        '7' => (6.0, "M0 0H6L2.2 10"),
        '8' => (
            6.0,
            "M3 0C1.4 0 .4 1 .4 2.4S1.4 4.7 3 4.7S5.6 3.8 5.6 2.4S4.6 0 3 0ZM3 4.7C1.2 4.7 0 5.8 0 7.4S1.2 10 3 10S6 9 6 7.4S4.8 4.7 3 4.7Z",
        ),
        '9' => (6.0, "M1 9.7C3.5 9.7 6 7.5 6 3.4C6 1.2 4.8 0 3 0S0 1.3 0 3.1S1.2 6.1 3 6.1S6 4.8 6 3.4"),
        'a' => (5.0, "M5 4V10M5 7C5 5.2 4 4 2.5 4S0 5.2 0 7S1 10 2.5 10S5 8.8 5 7"),
        'b' => (5.0, "M0 0V10M0 7C0 5.2 1 4 2.5 4S5 5.2 5 7S4 10 2.5 10S0 8.8 0 7"),
        'c' => (5.0, "M5 5.2C4.4 4.4 3.7 4 2.8 4C1.1 4 0 5.2 0 7S1.1 10 2.8 10C3.7 10 4.4 9.6 5 8.8"),
        'd' => (5.0, "M5 0V10M5 7C5 5.2 4 4 2.5 4S0 5.2 0 7S1 10 2.5 10S5 8.8 5 7"),
        'e' => (5.0, "M0 6.9H5C5 5.1 4 4 2.6 4C1 4 0 5.2 0 7S1 10 2.8 10C3.7 10 4.4 9.6 4.8 9"),
        'f' => (3.5, "M3.5 .2C2 -.4 1.2 .5 1.2 2V10M0 4H3.2"),
        'g' => (
            5.0,
            "M5 4V10.4C5 12.1 4 13 2.5 13C1.5 13 .8 12.7 .3 12.1M5 7C5 5.2 4 4 2.5 4S0 5.2 0 7S1 10 2.5 10S5 8.8 5 7",
        ),
        'h' => (5.0, "M0 0V10M0 6.5C0 5 1.1 4 2.5 4S5 4.9 5 6.5V10"),
        'i' => (0.6, "M.3 4V10M.3 1V1.1"),
        'j' => (2.0, "M1.7 4V11.3C1.7 12.4 1.2 13 0 13M1.7 1V1.1"),
        'k' => (5.0, "M0 0V10M4.6 4L0 7.8M1.8 6.5L5 10"),
        'l' => (0.6, "M.3 0V10"),
        'm' => (8.0, "M0 4V10M0 6.2C0 4.9 .9 4 2.1 4S4 4.8 4 6.2V10M4 6.2C4 4.9 4.9 4 6.1 4S8 4.8 8 6.2V10"),
        'n' => (5.0, "M0 4V10M0 6.5C0 5 1.1 4 2.5 4S5 4.9 5 6.5V10"),
        'o' => (5.0, "M2.5 4C1 4 0 5.2 0 7S1 10 2.5 10S5 8.8 5 7S4 4 2.5 4Z"),
        'p' => (5.0, "M0 4V13M0 7C0 5.2 1 4 2.5 4S5 5.2 5 7S4 10 2.5 10S0 8.8 0 7"),
        'q' => (5.0, "M5 4V13M5 7C5 5.2 4 4 2.5 4S0 5.2 0 7S1 10 2.5 10S5 8.8 5 7"),
        'r' => (3.0, "M0 4V10M0 6.8C0 5.2 1 4 3 4.1"),
        's' => (
            4.4,
            "M4.2 5C3.8 4.3 3.1 4 2.2 4C1 4 .2 4.6 .2 5.5C.2 7.6 4.4 6.3 4.4 8.4C4.4 9.4 3.5 10 2.3 10C1.2 10 .4 9.6 0 8.8",
        ),
        't' => (3.4, "M1.2 1.8V8.4C1.2 9.5 1.7 10 2.6 10H3.4M0 4H3.2"),
        _ => return None,
    };
    Some(Glyph { width, path })
}

/// The width of a text.
pub(super) fn width(text: &str) -> f32 {
    let widths: Vec<f32> = text.chars().filter_map(of).map(|glyph| glyph.width).collect();
    widths.iter().sum::<f32>() + GAP * widths.len().saturating_sub(1) as f32
}
