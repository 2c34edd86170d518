//! A move on the wire: its cell in every notation.

use std::fmt;
use std::sync::LazyLock;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use inarow_engine::game::{Cell, Preset, Rules, notation};

/// A move.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    rules: Rules,
    cell: Cell,
}

impl Place {
    /// The move to this cell.
    #[must_use]
    pub fn new(rules: Rules, cell: Cell) -> Place {
        Place { rules, cell }
    }

    fn members(self) -> Members {
        let Place { rules, cell } = self;
        let mut name = Name::default();
        // The longest name, "t20", fits.
        let _ = notation::write_cell_name(rules, cell, &mut name);
        Members { cell, row: cell / rules.width(), col: cell % rules.width(), name }
    }
}

#[derive(Serialize, Clone, Copy, Debug)]
struct Members {
    cell: Cell,
    row: usize,
    col: usize,
    name: Name,
}

/// The JSON of every cell of a preset. Moves are half of what most answers say, and always the same.
type Ready = Vec<Box<RawValue>>;

fn ready(rules: Rules) -> Option<&'static Ready> {
    static PRESETS: LazyLock<Vec<(Rules, LazyLock<Ready, Make>)>> = LazyLock::new(|| {
        let lazily = |rules: Rules| LazyLock::new(Box::new(move || make(rules)) as Make);
        Preset::ALL.into_iter().map(|preset| (preset.rules(), lazily(preset.rules()))).collect()
    });
    PRESETS.iter().find(|(preset, _)| *preset == rules).map(|(_, ready)| &**ready)
}

type Make = Box<dyn FnOnce() -> Ready + Send>;

fn make(rules: Rules) -> Ready {
    let places = (0..rules.cells()).map(|cell| Place { rules, cell }.members());
    places.filter_map(|members| serde_json::value::to_raw_value(&members).ok()).collect()
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match ready(self.rules).and_then(|all| all.get(self.cell)) {
            Some(json) => json.serialize(serializer),
            None => self.members().serialize(serializer),
        }
    }
}

/// A cell's name, without an allocation.
#[derive(Clone, Copy, Default, Debug)]
struct Name {
    bytes: [u8; 4],
    length: usize,
}

impl fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(str::from_utf8(&self.bytes[..self.length]).unwrap_or_default())
    }
}

/// A sequence of moves.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    pub rules: Rules,
    pub cells: &'a [Cell],
}

impl Serialize for Places<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells.iter().map(|&cell| Place::new(self.rules, cell)))
    }
}
