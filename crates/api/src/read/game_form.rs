//! The forms in which the rules of a game are sent, and the members of each.

use serde_json::{Map, Value};

use super::facts;
use super::synonyms::synonym;

/// A form in which rules are sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Sides and the length of lines.
    Grid,
    /// The lines themselves.
    Lines,
    /// Sizes of dimensions.
    Dimensions,
    /// A polyomino.
    Shape,
}

impl Form {
    pub const ALL: [Form; 4] = [Form::Grid, Form::Lines, Form::Dimensions, Form::Shape];

    /// The form that the members have. A member that only one form has says which, the first of these first.
    pub fn of(members: &Map<String, Value>) -> Form {
        const SIGNS: [(&str, Form); 9] = [
            ("lines", Form::Lines),
            ("dimensions", Form::Dimensions),
            ("shape", Form::Shape),
            ("cells", Form::Lines),
            ("above", Form::Lines),
            ("layout", Form::Lines),
            ("wrap", Form::Dimensions),
            ("axis", Form::Dimensions),
            ("lineCount", Form::Lines),
        ];
        let is_given = |name: &str| members.get(name).is_some_and(|value| !value.is_null());
        SIGNS.into_iter().find(|(name, _)| is_given(name)).map_or(Form::Grid, |(_, form)| form)
    }

    pub const fn members(self) -> &'static [&'static str] {
        match self {
            Form::Grid => &facts::OF_GRID,
            Form::Lines => &["cells", "lines", "above", "layout", "misere"],
            Form::Dimensions => &["dimensions", "k", "wrap", "gravity", "misere"],
            Form::Shape => &["width", "height", "shape", "misere"],
        }
    }

    /// Rules in this form.
    const fn example(self) -> &'static str {
        match self {
            Form::Grid => r#"{"width": 8, "height": 8, "k": 5}"#,
            Form::Lines => r#"{"cells": 4, "lines": [[0, 1, 2], [1, 2, 3]]}"#,
            Form::Dimensions => r#"{"dimensions": [4, 4, 4], "k": 4}"#,
            Form::Shape => r#"{"width": 4, "height": 4, "shape": "XXX/X.."}"#,
        }
    }

    /// Members that follow from those of the form: answers have them as well, and they must agree.
    pub const fn derived(self) -> &'static [&'static str] {
        match self {
            Form::Grid => &[],
            Form::Lines => &["width", "height", "k", "gravity", "overline", "lineCount"],
            Form::Dimensions => &["width", "height", "overline", "cells", "lineCount", "axis", "layout"],
            Form::Shape => &["k", "gravity", "overline", "cells", "lineCount", "layout"],
        }
    }

    /// The hint for a member of another form.
    pub fn explanation() -> String {
        let forms = Form::ALL.map(|form| form.members().join(", "));
        format!("rules have the members of one of these forms: {}", forms.join("; "))
    }
}

/// Where rules stand, for one who sent this member of them beside the game.
pub fn rules_hint(member: &str, in_query: bool) -> Option<String> {
    let is_of = |form: &Form| form.members().contains(&member) || synonym(member, form.members()).is_some();
    let form = Form::ALL.into_iter().find(is_of)?;
    Some(match form {
        Form::Grid if in_query => {
            " rules stand in game, as width,height,k: game=8,8,5, with g after them where stones fall;".to_owned()
        }
        _ if in_query => format!(" such rules go in the body of a POST: {{\"game\": {}}};", form.example()),
        _ => format!(" rules stand in \"game\": {};", form.example()),
    })
}
