//! A move on the wire: its cell in every notation.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use inarow_engine::game::{Cell, Rules, notation};

/// A move.
#[derive(Clone, Debug)]
pub struct MoveView {
    rules: Rules,
    cell: Cell,
}

impl MoveView {
    /// The move to this cell.
    #[must_use]
    pub fn new(rules: &Rules, cell: Cell) -> MoveView {
        MoveView { rules: rules.clone(), cell }
    }
}

impl Serialize for MoveView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MoveView { rules, cell } = self;
        let mut name = Name::default();
        // The longest names, "t20" and "399", fit.
        let _ = notation::write_cell_name(rules, *cell, &mut name);
        let (row, col) = rules.place(*cell);
        let mut members = serializer.serialize_struct("Move", 4)?;
        members.serialize_field("cell", cell)?;
        members.serialize_field("row", &row)?;
        members.serialize_field("col", &col)?;
        members.serialize_field("name", &name)?;
        members.end()
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
pub struct MovesView<'a> {
    pub rules: &'a Rules,
    pub cells: &'a [Cell],
}

impl Serialize for MovesView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells.iter().map(|&cell| MoveView::new(self.rules, cell)))
    }
}
