//! The fields of a request by name: from a JSON body, a query string or an element of a batch.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::fault::{At, Faults};
use super::node::{Name, Node, shown};
use super::query_string;
use super::value::suggestion;

/// Every field that some request has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    Game,
    Board,
    Moves,
    Turn,
    Heuristic,
    Algorithm,
    Depth,
    Movetime,
    Nodes,
    SearchMoves,
    AvoidMoves,
    Pov,
    TieBreak,
    Skill,
    Seed,
    Strict,
    MultiPv,
    MaxNodes,
    Transpositions,
    Trace,
    Winner,
    Engine,
    EngineMoves,
    Symmetry,
    Replies,
    Offset,
    Limit,
}

impl Field {
    pub const ALL: [Field; 27] = [
        Field::Game,
        Field::Board,
        Field::Moves,
        Field::Turn,
        Field::Heuristic,
        Field::Algorithm,
        Field::Depth,
        Field::Movetime,
        Field::Nodes,
        Field::SearchMoves,
        Field::AvoidMoves,
        Field::Pov,
        Field::TieBreak,
        Field::Skill,
        Field::Seed,
        Field::Strict,
        Field::MultiPv,
        Field::MaxNodes,
        Field::Transpositions,
        Field::Trace,
        Field::Winner,
        Field::Engine,
        Field::EngineMoves,
        Field::Symmetry,
        Field::Replies,
        Field::Offset,
        Field::Limit,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Field::Game => "game",
            Field::Board => "board",
            Field::Moves => "moves",
            Field::Turn => "turn",
            Field::Heuristic => "heuristic",
            Field::Algorithm => "algorithm",
            Field::Depth => "depth",
            Field::Movetime => "movetime",
            Field::Nodes => "nodes",
            Field::SearchMoves => "searchMoves",
            Field::AvoidMoves => "avoidMoves",
            Field::Pov => "pov",
            Field::TieBreak => "tieBreak",
            Field::Skill => "skill",
            Field::Seed => "seed",
            Field::Strict => "strict",
            Field::MultiPv => "multiPv",
            Field::MaxNodes => "maxNodes",
            Field::Transpositions => "transpositions",
            Field::Trace => "trace",
            Field::Winner => "winner",
            Field::Engine => "engine",
            Field::EngineMoves => "engineMoves",
            Field::Symmetry => "symmetry",
            Field::Replies => "replies",
            Field::Offset => "offset",
            Field::Limit => "limit",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.name() == name)
    }
}

/// What is asked for; it decides which fields there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Move,
    Analysis,
    Position,
    Tree,
    Continuations,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Move, Kind::Analysis, Kind::Position, Kind::Tree, Kind::Continuations];

    /// The path that answers it.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Kind::Move => "/v1/move",
            Kind::Analysis => "/v1/analysis",
            Kind::Position => "/v1/position",
            Kind::Tree => "/v1/tree",
            Kind::Continuations => "/v1/continuations",
        }
    }

    /// Its name, by which an element of a batch says what it is.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Move => "move",
            Kind::Analysis => "analysis",
            Kind::Position => "position",
            Kind::Tree => "tree",
            Kind::Continuations => "continuations",
        }
    }

    /// The fields of such a request; any other is refused.
    #[must_use]
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Kind::Move => &[
                Field::Game,
                Field::Board,
                Field::Moves,
                Field::Turn,
                Field::Heuristic,
                Field::Algorithm,
                Field::Depth,
                Field::Movetime,
                Field::Nodes,
                Field::SearchMoves,
                Field::AvoidMoves,
                Field::Pov,
                Field::TieBreak,
                Field::Skill,
                Field::Seed,
                Field::Strict,
            ],
            Kind::Analysis => &[
                Field::Game,
                Field::Board,
                Field::Moves,
                Field::Turn,
                Field::Heuristic,
                Field::Algorithm,
                Field::Depth,
                Field::Movetime,
                Field::Nodes,
                Field::SearchMoves,
                Field::AvoidMoves,
                Field::MultiPv,
                Field::Pov,
                Field::Strict,
            ],
            Kind::Position => {
                &[Field::Game, Field::Board, Field::Moves, Field::Turn, Field::Heuristic, Field::Pov, Field::Strict]
            }
            Kind::Tree => &[
                Field::Game,
                Field::Board,
                Field::Moves,
                Field::Turn,
                Field::Heuristic,
                Field::Algorithm,
                Field::Depth,
                Field::Strict,
                Field::MaxNodes,
                Field::Transpositions,
                Field::Trace,
            ],
            Kind::Continuations => &[
                Field::Game,
                Field::Board,
                Field::Moves,
                Field::Turn,
                Field::Heuristic,
                Field::Algorithm,
                Field::Depth,
                Field::Strict,
                Field::Winner,
                Field::Engine,
                Field::EngineMoves,
                Field::Symmetry,
                Field::Replies,
                Field::Offset,
                Field::Limit,
            ],
        }
    }
}

/// The fields of one request by name, and what does not belong there.
#[derive(Debug, Default)]
pub struct Fields<'a> {
    /// Few of many: a list is searched faster than slots for all of them are moved around.
    known: Vec<(Field, Node<'a>)>,
    strays: Vec<Stray<'a>>,
}

#[derive(Debug)]
enum Stray<'a> {
    Unknown(Cow<'a, str>),
    Repeated(Field),
}

impl<'a> Fields<'a> {
    /// The fields of a query string.
    ///
    /// # Errors
    /// A query string that is not percent-encoded UTF-8.
    pub fn from_query(query: &'a str) -> Result<Fields<'a>, query_string::Malformed> {
        let mut fields = Fields::default();
        for pair in query_string::pairs(query) {
            let (name, value) = pair?;
            fields.put(name, Node::Parameter(value));
        }
        Ok(fields)
    }

    /// The fields among the members of an object.
    #[must_use]
    pub fn from_members(members: impl IntoIterator<Item = (Cow<'a, str>, Node<'a>)>) -> Fields<'a> {
        let mut fields = Fields::default();
        members.into_iter().for_each(|(name, value)| fields.put(name, value));
        fields
    }

    fn put(&mut self, name: Cow<'a, str>, value: Node<'a>) {
        match Field::from_name(&name) {
            None => self.strays.push(Stray::Unknown(name)),
            Some(field) if self.get(field).is_some() => self.strays.push(Stray::Repeated(field)),
            Some(field) => self.known.push((field, value)),
        }
    }

    /// What was sent for a field.
    #[must_use]
    pub fn get(&self, field: Field) -> Option<&Node<'a>> {
        self.known.iter().find(|(known, _)| *known == field).map(|(_, value)| value)
    }

    /// Notes every field that this kind of request does not have, and every repeated one.
    pub fn check(&self, kind: Kind, at: At<'_>, faults: &mut Faults) {
        for stray in &self.strays {
            match stray {
                Stray::Unknown(name) => unknown(kind, name, at, faults),
                Stray::Repeated(field) => {
                    faults.add(at.key(field.name()), format!("\"{}\" is given twice; send it once", field.name()));
                }
            }
        }
        for (field, _) in self.known.iter().filter(|(field, _)| !kind.fields().contains(field)) {
            unknown(kind, field.name(), at, faults);
        }
    }
}

fn unknown(kind: Kind, name: &str, at: At<'_>, faults: &mut Faults) {
    let allowed: Vec<_> = kind.fields().iter().map(|field| field.name()).collect();
    let hint = suggestion(name, &allowed);
    faults.add(
        at.key(name),
        format!("{} is not a field of {};{hint} its fields are {}", shown(name), kind.path(), allowed.join(", ")),
    );
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut fields = Fields::default();
        while let Some(Name(name)) = object.next_key()? {
            fields.put(name, object.next_value()?);
        }
        Ok(fields)
    }
}
