//! Files of the game manager Piskvork: a head with the size of the board, and a line for each move.

use super::error::{RecordError, cut};
use super::replay::{Replay, Size, check_size};

/// The first word of a file.
const HEAD: &str = "Piskvorky";

/// Whether a text begins as such a file does.
pub fn is_header(text: &str) -> bool {
    text.get(..HEAD.len()).is_some_and(|start| start.eq_ignore_ascii_case(HEAD))
}

/// The size in a head such as `Piskvorky 15x15, 11:11, 0`.
pub fn size(text: &str) -> Result<Size, RecordError> {
    let head = text.lines().next().unwrap_or_default();
    let size = head.get(HEAD.len()..).and_then(|rest| rest.split(',').next()).unwrap_or_default().trim();
    let sides = size.split_once(['x', 'X']).and_then(|(width, height)| Some((number(width)?, number(height)?)));
    sides.ok_or_else(|| RecordError::Malformed {
        form: "Piskvork file",
        reason: format!("{:?} is not a header such as \"Piskvorky 15x15, 11:11, 0\"", cut(head)),
    })
}

/// Plays the moves of a file, up to the first line that is none.
///
/// A line has column and row from 1, counted from the top left, and the time that the move took.
pub fn read(text: &str, replay: &mut Replay) -> Result<(), RecordError> {
    let rules = replay.rules().clone();
    check_size(size(text)?, &rules)?;
    if rules.gravity() || rules.misere() {
        return Err(RecordError::OtherRules { text: HEAD.to_owned() });
    }
    for line in text.lines().skip(1) {
        let Some((column, row)) = cell(line) else { break };
        let is_on_board = (1..=rules.width() as u64).contains(&column) && (1..=rules.height() as u64).contains(&row);
        let cell = is_on_board.then(|| (row as usize - 1) * rules.width() + column as usize - 1);
        replay.play(cell, line.trim())?;
    }
    Ok(())
}

/// Column and row of a line such as `8,8,1234`.
fn cell(line: &str) -> Option<(u64, u64)> {
    let mut numbers = line.split(',').map(|part| number(part.trim()));
    let (column, row) = (numbers.next()??, numbers.next()??);
    let has_time = matches!(numbers.next(), Some(Some(_)));
    (has_time && numbers.next().is_none()).then_some((column, row))
}

fn number(text: &str) -> Option<u64> {
    text.trim().bytes().all(|byte| byte.is_ascii_digit()).then(|| text.trim().parse().ok())?
}
