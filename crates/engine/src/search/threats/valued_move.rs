//! A root move with its value.

use super::value::Value;
use crate::game::Cell;

/// A root move with its value and principal variation.
pub(super) struct ValuedMove {
    pub cell: Cell,
    pub value: Value,
    pub pv: Vec<Cell>,
}
