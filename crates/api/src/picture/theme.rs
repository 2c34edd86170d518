//! Colours of the page, light and dark.

use super::Sign;

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// One set of colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colours {
    /// The ground around the board.
    pub paper: &'static str,
    /// A board of paper, and its frame.
    pub card: &'static str,
    pub rule: &'static str,
    /// Lines on paper.
    pub line: &'static str,
    pub muted: &'static str,
    /// Marks of callers on paper.
    pub mark: &'static str,
    /// The light of a complete line.
    pub light: &'static str,
    /// For each kind of value: its ink, its tint, and a colour that is legible on the ink.
    pub good: &'static str,
    pub good_tint: &'static str,
    pub on_good: &'static str,
    pub bad: &'static str,
    pub bad_tint: &'static str,
    pub on_bad: &'static str,
    pub even: &'static str,
    pub even_tint: &'static str,
    pub on_even: &'static str,
    /// The rack: top and bottom of its plate, and its wells.
    pub rack: [&'static str; 2],
    pub well: &'static str,
    pub rim: &'static str,
    /// The strokes of X and O on paper.
    pub inks: [&'static str; 2],
}

/// Marks where a board is of wood or a rack in both themes: light with a dark edge, so that they are seen on wells, plate, wood and any stone.
pub(super) const MARK_ON_BOARD: [&str; 2] = ["#9aa8ff", "#152257"];

const LIGHT: Colours = Colours {
    paper: "#f7f5f0",
    card: "#ffffff",
    rule: "#dcd8cd",
    line: "#878b96",
    muted: "#585d6b",
    mark: "#3446d2",
    light: "#ffffff",
    good: "#00734f",
    good_tint: "#d5efe3",
    on_good: "#ffffff",
    bad: "#a3430a",
    bad_tint: "#fbe3d0",
    on_bad: "#ffffff",
    even: "#585d6b",
    even_tint: "#e4e2dc",
    on_even: "#ffffff",
    rack: ["#2a41a0", "#203380"],
    well: "#152257",
    rim: "#4d66c4",
    inks: ["#c6301e", "#20263a"],
};

const DARK: Colours = Colours {
    paper: "#0e1117",
    card: "#171b24",
    rule: "#2d3442",
    line: "#737b8c",
    muted: "#a6aebd",
    mark: "#9aa8ff",
    light: "#ffffff",
    good: "#62d5a9",
    good_tint: "#12382c",
    on_good: "#06251a",
    bad: "#ffb37c",
    bad_tint: "#452811",
    on_bad: "#301703",
    even: "#b4bbca",
    even_tint: "#2a303d",
    on_even: "#0e1117",
    rack: ["#2c43a4", "#223585"],
    well: "#121d4c",
    rim: "#4d66c4",
    inks: ["#ff7d6e", "#e9ecf4"],
};

impl Theme {
    pub(crate) const fn colours(self) -> Colours {
        match self {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
        }
    }
}

impl Colours {
    /// Ink, tint, and a colour that is legible on the ink.
    pub(super) fn of(&self, sign: Sign) -> (&'static str, &'static str, &'static str) {
        match sign {
            Sign::Win(_) | Sign::Chance(50..) => (self.good, self.good_tint, self.on_good),
            Sign::Loss(_) | Sign::Chance(_) => (self.bad, self.bad_tint, self.on_bad),
            Sign::Draw => (self.even, self.even_tint, self.on_even),
        }
    }
}
