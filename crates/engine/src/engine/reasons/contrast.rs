//! Facts that tell a move from a better one: a closed list about threats.
//!
//! A fact that is as true of the better move explains nothing. So each kind has a definition that holds for the one of the two moves and
//! not for the other. A threat is *as strong* as another if it is the same or comes before it in [`Threat`], but of a plain four and open
//! threes neither is as strong as the other ([`Threat::is_as_strong_as`]); to complete a line is as strong as any. A threat is *answered
//! first* before another if it is a four, or a three and the other is no four.
//!
//! Of several facts the one that weighs most is told ([`Contrast::weight`]).

use super::board::lines_completed_by;
use super::{Threat, shape, threat};
use crate::game::{Cell, Player, Position};

/// The kind of a fact that speaks against a move beside a better one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ContrastKind {
    /// The best reply to the move makes the threat. No reply to the better move makes one as strong. `cell`: the reply.
    Allows,
    /// The best reply to the move makes the threat. The better move makes one that is answered first, and the move makes none as strong as
    /// that. `cell`: the reply; `first`: the threat of the better move.
    AllowsBefore,
    /// The better move makes the threat. The move makes none as strong. `cell`: the better move.
    Makes,
    /// After the move the opponent would make the threat on the cell of the better move. After the better move it would make none as strong
    /// on the cell of the move. `cell`: the better move.
    Stops,
    /// After the move, the best reply and the best answer to that, the opponent's next move makes the threat. After the better move and the
    /// same reply and answer no move of the opponent makes one as strong, or the reply is the better move. An answer that is
    /// the better move is left out. `cell`: the next move.
    Prepares,
    /// After the move its side would make the threat, which is no four, on the cell of the best reply. After the better move it would make
    /// none as strong there. `cell`: the reply.
    IsStopped,
}

/// A fact that speaks against a move beside a better one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contrast {
    /// The kind of fact.
    pub kind: ContrastKind,
    /// The threat that is made or stopped.
    pub threat: Threat,
    /// The cell of the fact; see the kind.
    pub cell: Cell,
    /// The threat that is answered first.
    pub first: Option<Threat>,
}

impl Contrast {
    fn new(kind: ContrastKind, cell: Cell, threat: Threat) -> Contrast {
        Contrast { kind, threat, cell, first: None }
    }

    /// Whether it shows at once why the move is worse: by a threat that the move allows, or that the better move makes or stops.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.weight().0 == Directness::Direct
    }

    /// The weight against the move, the least value most. First come facts that the next stone of a side decides, by the strongest threat that the
    /// fact tells, whichever side makes it: so a better move that makes two open threes is praised for them before the move played is blamed for an
    /// open three, and an open three of either side outweighs plain fours. Then threats that a later stone makes, then open twos, which threaten
    /// nothing yet, and last threats that the reply takes away, since these might have been stopped elsewhere. Of equal threats those come first
    /// that the move allows, then those that the better one makes, then those that it stops.
    #[must_use]
    pub fn weight(&self) -> (Directness, Threat, ContrastKind) {
        let directness = match self.kind {
            ContrastKind::Prepares => Directness::Later,
            ContrastKind::IsStopped => Directness::Stopped,
            _ if self.threat.is_open_two() => Directness::Shape,
            _ => Directness::Direct,
        };
        (directness, self.first.map_or(self.threat, |first| first.min(self.threat)), self.kind)
    }
}

/// The directness of a fact that shows why a move is worse, the most directly first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Directness {
    /// A threat that the reply makes, or that the better move makes or stops.
    Direct,
    /// A threat of the move after the reply.
    Later,
    /// An open two, or two of them.
    Shape,
    /// A threat that the reply takes away.
    Stopped,
}

/// The facts that speak against a move beside a better one, by their [weight](Contrast::weight). `variation`: the move, and how the game goes on
/// with best play. `Makes` and `Stops` alone know open twos.
#[must_use]
pub fn contrasts(position: &Position, variation: &[Cell], better: Cell) -> Vec<Contrast> {
    let Some((&played, line)) = variation.split_first() else { return Vec::new() };
    let [Some(after), Some(instead)] = [played, better].map(|cell| with(position, &[cell])) else { return Vec::new() };
    let (mover, opponent) = (position.turn(), position.turn().opponent());
    let made = shape(position, better, mover).filter(|&made| !makes(position, played, mover, made));
    let stopped = shape(&after, better, opponent).filter(|&stopped| !makes(&instead, played, opponent, stopped));
    let made = made.map(|made| Contrast::new(ContrastKind::Makes, better, made));
    let stopped = stopped.map(|stopped| Contrast::new(ContrastKind::Stops, better, stopped));
    let mut found: Vec<Contrast> =
        made.into_iter().chain(stopped).chain(prepared(position, variation, better)).collect();
    if let Some(&reply) = line.first() {
        if let Some(allowed) = threat(&after, reply, opponent) {
            let first = made.map(|made| made.threat).filter(|&first| is_answered_first(first, allowed));
            let fact = Contrast::new(ContrastKind::Allows, reply, allowed);
            if !can_make(&instead, opponent, allowed) {
                found.push(fact);
            } else if first.is_some() {
                found.push(Contrast { kind: ContrastKind::AllowsBefore, first, ..fact });
            }
        }
        let lost = threat(&after, reply, mover).filter(|lost| !lost.is_four());
        let lost = lost.filter(|&lost| !makes(&instead, reply, mover, lost));
        found.extend(lost.map(|lost| Contrast::new(ContrastKind::IsStopped, reply, lost)));
    }
    found.sort_by_key(Contrast::weight);
    found
}

/// The fact of [`ContrastKind::Prepares`], if it holds.
fn prepared(position: &Position, variation: &[Cell], better: Cell) -> Option<Contrast> {
    let &[played, reply, answer, next, ..] = variation else { return None };
    let opponent = position.turn().opponent();
    let threat = threat(&with(position, &[played, reply, answer])?, next, opponent)?;
    let same = [better, reply, answer];
    let instead = with(position, if answer == better { &same[..2] } else { &same });
    let holds = instead.is_some_and(|instead| can_make(&instead, opponent, threat));
    (!holds).then(|| Contrast::new(ContrastKind::Prepares, next, threat))
}

fn is_answered_first(first: Threat, other: Threat) -> bool {
    first.is_four() || !first.is_open_two() && !other.is_four()
}

/// The position after these moves; `None` if one of them is illegal.
fn with(position: &Position, moves: &[Cell]) -> Option<Position> {
    position.clone().after(moves).ok()
}

/// Whether a stone of the side on some cell would make a threat as strong as this one.
fn can_make(position: &Position, side: Player, least: Threat) -> bool {
    position.legal_moves().any(|cell| makes(position, cell, side, least))
}

/// Whether a stone of the side on this cell would make a threat as strong as this one; none can be put on another stone.
fn makes(position: &Position, cell: Cell, side: Player, least: Threat) -> bool {
    let of = if least.is_open_two() { shape } else { threat };
    position.cell(cell).is_none()
        && (lines_completed_by(position, cell, side).next().is_some()
            || of(position, cell, side).is_some_and(|threat| threat.is_as_strong_as(least)))
}
