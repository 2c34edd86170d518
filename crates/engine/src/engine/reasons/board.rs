//! Facts that the stones alone show.

use super::{Reason, ReasonKind};
use crate::game::{Cell, Overline, Player, Position, Status};
use crate::sort;

/// The lines that the side to move completes at `cell`.
pub(super) fn completed_lines(position: &Position, cell: Cell, found: &mut Vec<Reason>) {
    add_lines(position, cell, position.turn(), ReasonKind::CompletesLine, found);
}

/// The lines that the opponent would complete at `cell`.
pub(super) fn blocked_lines(position: &Position, cell: Cell, found: &mut Vec<Reason>) {
    add_lines(position, cell, position.turn().opponent(), ReasonKind::BlocksLine, found);
}

fn add_lines(position: &Position, cell: Cell, player: Player, kind: ReasonKind, found: &mut Vec<Reason>) {
    let mut lines: Vec<Vec<Cell>> =
        lines_completed_by(position, cell, player).map(|line| cells(position, line)).collect();
    sort::short_by(&mut lines, Ord::cmp);
    found.extend(lines.into_iter().map(|line| Reason::of_cells(kind, line)));
}

/// The lines that a stone of the player on the empty cell `cell` would complete, whether it could be played or not.
pub(super) fn lines_completed_by(position: &Position, cell: Cell, player: Player) -> impl Iterator<Item = usize> + '_ {
    let lines = position.game().lines();
    let through = lines.through(cell).iter().map(|&line| usize::from(line));
    let lacks_one = move |line| lines.lacking(line, player, 1) == Some(position.line_states()[line]);
    through.filter(move |&line| lacks_one(line) && can_be_complete(position, line, player))
}

/// The most stones that the side to move has, after a move to `cell`, on a line that it can still complete, and the first of
/// these lines. The move alone makes no line.
pub(in crate::engine) fn longest_open_line(position: &Position, cell: Cell) -> Option<(usize, Vec<Cell>)> {
    let (lines, player) = (position.game().lines(), position.turn());
    let own = |line: usize| {
        let (state, mask) = (position.line_states()[line], lines.count_mask(player.opponent()));
        let (x, o) = lines.counts(state);
        // The line lacks two stones or more, and has one.
        (state & mask == 0 && x + o > 0 && lines.missing(state) > Some(1)).then_some(x + o)
    };
    let through = lines.through(cell).iter().map(|&line| usize::from(line));
    let open = through.filter(|&line| can_be_complete(position, line, player));
    let lengthened = open.filter_map(|line| Some((own(line)? + 1, line)));
    let longest =
        lengthened.max_by(|&(n, line), &(m, other)| n.cmp(&m).then_with(|| lines.cells(other).cmp(lines.cells(line))));
    longest.map(|(n, line)| (n, cells(position, line)))
}

/// Whether the line, full of stones of the player, would be complete, and not part of a longer run that does not count.
pub(super) fn can_be_complete(position: &Position, line: usize, player: Player) -> bool {
    let is_longer = || position.game().lines().beyond(line).any(|cell| position.cell(cell) == Some(player));
    position.rules().overline() == Overline::Allowed || !is_longer()
}

/// The cells of a line, ascending.
pub(super) fn cells(position: &Position, line: usize) -> Vec<Cell> {
    position.game().lines().cells(line).iter().map(|&cell| Cell::from(cell)).collect()
}

/// Whether the player has a winning cell.
pub(super) fn can_complete(position: &Position, player: Player) -> bool {
    position.completions(player).next().is_some()
}

/// The only reply that does not lose at once, where there are two or more replies and none wins.
pub(super) fn forced_reply(after: &mut Position) -> Option<Cell> {
    let (opponent, mover) = (after.turn(), after.turn().opponent());
    let misere = after.rules().misere();
    if !misere && (can_complete(after, opponent) || !after.rules().gravity() && !can_complete(after, mover)) {
        return None;
    }
    let mut replies: Vec<Cell> = after.legal_moves().collect();
    let is_choice = replies.len() > 1;
    if !misere && !after.rules().gravity() {
        // Every other reply leaves the mover its winning cells.
        let winning: Vec<Cell> = after.completions(mover).collect();
        replies.retain(|reply| winning.contains(reply));
    }
    let mut holding = replies.into_iter().filter(|&reply| !loses_at_once(after, reply));
    match (holding.next(), holding.next()) {
        (Some(reply), None) if is_choice => Some(reply),
        _ => None,
    }
}

/// Whether a reply loses at once: the other side completes a line with its next move or, in misère play, the reply completes
/// one.
pub(super) fn loses_at_once(position: &mut Position, reply: Cell) -> bool {
    let (replier, other) = (position.turn(), position.turn().opponent());
    if position.rules().misere() {
        return lines_completed_by(position, reply, replier).next().is_some();
    }
    position.play_unchecked(reply);
    let loses = position.status() == Status::Ongoing && can_complete(position, other);
    position.undo();
    loses
}

/// How many moves of a variation, from the first on, hold against the rules alone: each after the first completes a line where it can, and
/// loses at once only where every move does. The last moves of a search that ends there are often no such moves.
#[must_use]
pub fn sound_plies(position: &Position, variation: &[Cell]) -> usize {
    let mut position = position.clone();
    let mut plies = 0;
    for &cell in variation {
        if plies > 0 && !is_sound(&mut position, cell) || position.play(cell).is_err() {
            break;
        }
        plies += 1;
    }
    plies
}

fn is_sound(position: &mut Position, cell: Cell) -> bool {
    let mover = position.turn();
    if !position.rules().misere() && can_complete(position, mover) {
        return position.completions(mover).any(|completing| completing == cell);
    }
    if !loses_at_once(position, cell) {
        return true;
    }
    let others: Vec<Cell> = position.legal_moves().collect();
    others.into_iter().all(|other| loses_at_once(position, other))
}
