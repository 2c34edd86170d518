//! The preview of a link to a position, as chats show it: a title and a picture.

use inarow_engine::game::{Player, Position, Status};

use super::{Material, game_title};
use crate::read::{Fields, Pointer, Reader, Start, mnk};

/// The preview of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The side to move, or how the game ended.
    pub title: String,
    /// The query of its picture, for `/v1/position.png`.
    pub query: String,
}

/// The fields of an address that say where a game stands.
const FIELDS: [&str; 4] = ["game", "board", "moves", "turn"];
/// The number of moves that are played; the others were taken back.
const CURSOR: &str = "at";
/// Marks a game between friends.
const FRIEND: &str = "friend";

impl Preview {
    /// The preview of an address of the page, by its query; `None` if it names no position.
    #[must_use]
    pub fn of_address(query: &str) -> Option<Preview> {
        let given: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let value = |name: &str| given.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str());
        let cursor = value(CURSOR).and_then(|number| number.parse().ok()).unwrap_or(usize::MAX);
        let played = |moves: &str| moves.split(',').take(cursor).collect::<Vec<_>>().join(",");
        let mut picked = form_urlencoded::Serializer::new(String::new());
        let mut names_position = false;
        for (name, value) in FIELDS.iter().filter_map(|name| Some((*name, value(name)?))) {
            names_position |= matches!(name, "board" | "moves");
            let value = match name {
                "moves" => played(value),
                // The page writes `8x8x5`, since addresses show a comma as `%2C`.
                "game" => Some(value.replace('x', ","))
                    .filter(|text| mnk::read(text).is_some())
                    .unwrap_or_else(|| value.to_owned()),
                _ => value.to_owned(),
            };
            picked.append_pair(name, &value);
        }
        let query = picked.finish();
        let fields = names_position.then(|| Fields::from_query(&query))?.ok()?;
        let start = Reader::of_request(&fields, "/", Pointer::ROOT, |r| Some(Start::read(r))).ok()?;
        let (position, last) = (start.position?, start.moves.and_then(|moves| moves.last().copied()));
        let friend = last.filter(|_| value(FRIEND).is_some() && position.status() == Status::Ongoing);
        let title = match friend {
            Some(cell) => format!("Your friend played {}. Your turn.", move_name(&position, cell)),
            None => format!("{}: {}", game_title(position.rules()), state(&position)),
        };
        Some(Preview { title, query })
    }
}

fn move_name(position: &Position, cell: usize) -> String {
    inarow_engine::game::notation::cell_name(position.rules(), cell)
}

/// The side to move or the result, by the colours that people see.
fn state(position: &Position) -> String {
    let name = |player: Player| match (Material::of(position.rules()), player) {
        (Material::Rack | Material::Discs, Player::X) => "red",
        (Material::Rack | Material::Discs, Player::O) => "yellow",
        (Material::Wood, Player::X) => "black",
        (Material::Wood, Player::O) => "white",
        (Material::Paper | Material::Squares, player) => player.name(),
    };
    match (position.winner(), position.status()) {
        (Some(winner), _) => format!("{} has won", name(winner)),
        (None, Status::Ongoing) => format!("{} to move", name(position.turn())),
        (None, _) => "a draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preview(query: &str) -> Option<(String, String)> {
        Preview::of_address(query).map(|preview| (preview.title, preview.query))
    }

    #[test]
    fn a_link_says_whose_move_it_is() {
        let title = |query| preview(query).map(|(title, _)| title);
        let cases = [
            ("game=connect-four&moves=d1,d2", "Connect Four: red to move"),
            ("game=gomoku&moves=h8", "Gomoku, freestyle: white to move"),
            ("moves=b2", "Tic-tac-toe: O to move"),
            ("board=XXXOO....", "Tic-tac-toe: X has won"),
            ("game=7x5x4g&moves=d1,d2", "4 in a row on 7×5: red to move"),
            ("game=4x4x3me&moves=a1", "3 in a row on 4×4: O to move"),
            ("game=6x5x4g&moves=d1&friend=1", "Your friend played d1. Your turn."),
            ("game=connect-four&moves=d1,d2,c1&friend=1", "Your friend played c1. Your turn."),
        ];
        for (query, expected) in cases {
            assert_eq!(title(query).as_deref(), Some(expected), "{query}");
        }
        for none in [
            "",
            "game=connect-four",
            "view=puzzle",
            "moves=z9",
            "board=XX",
            "game=chess&moves=a1",
            "game=7x5x9g&moves=a1",
            "game=7x5x4gg&moves=a1",
            "game=7x5&moves=a1",
            "moves=%ff",
        ] {
            assert_eq!(title(none), None, "{none}");
        }
    }

    #[test]
    fn the_picture_shows_the_moves_that_are_played_and_nothing_else() {
        let picture = |query| preview(query).map(|(_, query)| query);
        assert_eq!(picture("moves=b2,a1,c3&at=1&x=you&tab=tree").as_deref(), Some("moves=b2"));
        // Nothing that HTML reserves.
        let rules = picture("game={%22width%22:4,%22height%22:4,%22k%22:3}&moves=a1").expect("a position");
        assert!(!rules.contains(['"', '<', '>', '\'']), "{rules}");
    }
}
