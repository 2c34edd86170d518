//! The games and levels in words.

use serde_json::{Value, json};

use super::{Rendered, rules_text};
use inarow_api::views::LinesView;
use inarow_engine::engine::Level;
use inarow_engine::game::{Preset, Rules};

/// The games and the levels.
pub(in super::super) fn games() -> Rendered {
    let mut text = String::from("Games:\n");
    let mut games = Vec::new();
    for preset in Preset::ALL {
        let rules = preset.rules();
        let (width, height, k) = (rules.width(), rules.height(), rules.k());
        text += &format!("- {}: {}\n", preset.name(), title_and_rules(preset, &rules));
        let mut values = json!({
            "name": preset.name(), "title": preset.title(), "width": width, "height": height, "k": k,
            "gravity": rules.gravity(), "misere": rules.misere(),
        });
        extend(&mut values, json!(LinesView::new(&rules)));
        games.push(values);
    }
    text += "Any other board of up to 20×20 cells, and any list of lines: give its rules as game. Where lines are counted, cells are \
             numbers from 0.\nLevels:\n";
    let levels = Level::ALL.map(|level| {
        text += &format!("- {}: {}\n", level.name(), level.description());
        json!({"name": level.name(), "description": level.description()})
    });
    Rendered::new(text, json!({"games": games, "levels": levels}))
}

/// The title of a game, and those of its rules that the title does not say.
fn title_and_rules(preset: Preset, rules: &Rules) -> String {
    let (title, told) = (preset.title(), rules_text(rules));
    let size = format!(" on {}×{}", rules.width(), rules.height());
    match title.contains(&size) && rules.is_grid() {
        true if title.contains("in a row") => title.to_owned(),
        true => format!("{title}, {}", told.replacen(&size, "", 1)),
        false => format!("{title}, {told}"),
    }
}

/// Adds the members of an object to another.
fn extend(values: &mut Value, more: Value) {
    if let (Some(values), Value::Object(more)) = (values.as_object_mut(), more) {
        values.extend(more);
    }
}
