//! A move on the wire: its cell in every notation.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::game::{Cell, Rules, notation};

/// A move.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct Place {
    cell: Cell,
    row: usize,
    col: usize,
    name: Name,
}

impl Place {
    /// The move to this cell.
    #[must_use]
    pub fn new(rules: Rules, cell: Cell) -> Place {
        let mut name = Name::default();
        // The longest name, "s19", fits.
        let _ = notation::write_cell_name(rules, cell, &mut name);
        Place { cell, row: cell / rules.width(), col: cell % rules.width(), name }
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
