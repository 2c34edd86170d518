//! `game`: a preset's name, or rules.

use super::fault::{At, Faults};
use super::node::Node;
use super::value::{choice, flag, integer, members, not_allowed};
use crate::game::{Overline, Preset, Rules, RulesSpec};

/// The rules asked for; those of [`default_preset`] when nothing is.
pub fn rules(node: Option<&Node<'_>>, at: At<'_>, faults: &mut Faults) -> Option<Rules> {
    let Some(node) = node else { return Some(default_preset().rules()) };
    let structured = match node.structured() {
        Ok(structured) => structured,
        Err(error) => {
            faults.add(at, format!("{node} is not JSON ({error}); send a preset's name or an object of rules"));
            return None;
        }
    };
    match &*structured {
        Node::Object(object) => from_members(object, at, faults),
        named => from_name(named, at, faults),
    }
}

/// The game of a request that names none.
#[must_use]
pub const fn default_preset() -> Preset {
    Preset::TicTacToe
}

fn from_name(node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<Rules> {
    let preset = node.text().and_then(Preset::from_name);
    if preset.is_none() {
        let detail = not_allowed(node, &Preset::ALL.map(Preset::name));
        faults.add(at, format!("{detail}, or rules such as {{\"width\":4,\"height\":4,\"k\":4}}"));
    }
    preset.map(Preset::rules)
}

type Members<'n> = [(std::borrow::Cow<'n, str>, Node<'n>)];

fn from_members(object: &Members<'_>, at: At<'_>, faults: &mut Faults) -> Option<Rules> {
    let names = ["width", "height", "k", "gravity", "overline", "misere"];
    let mut found = Faults::default();
    let [width, height, k, gravity, overline, misere] = members(object, names, at, &mut found);
    let mut size = |name: &'static str, node: Option<&Node<'_>>| match node {
        None => {
            found.add(at.key(name), format!("{name} is missing; send a whole number of cells, at least 1"));
            None
        }
        Some(node) => integer(node, 1..=Rules::SIDE_MAX as i64, at.key(name), &mut found),
    };
    let (width, height, k) = (size("width", width), size("height", height), size("k", k));
    let gravity = gravity.map_or(Some(false), |node| flag(node, at.key("gravity"), &mut found));
    let misere = misere.map_or(Some(false), |node| flag(node, at.key("misere"), &mut found));
    let overline = overline.map_or(Some(Overline::Allowed), |node| {
        choice(node, &Overline::ALL, Overline::name, at.key("overline"), &mut found)
    });
    let spec = RulesSpec {
        // What is missing is noted already; as large as can be, it adds no fault of its own.
        width: width.unwrap_or(Rules::SIDE_MAX as i64) as u64,
        height: height.unwrap_or(Rules::SIDE_MAX as i64) as u64,
        k: k.unwrap_or(1) as u64,
        gravity: gravity.unwrap_or_default(),
        overline: overline.unwrap_or(Overline::Allowed),
        misere: misere.unwrap_or_default(),
    };
    let rules = Rules::new(spec);
    for fault in rules.as_ref().err().into_iter().flatten() {
        found.add(at.key(fault.field), fault.to_string());
    }
    let good = found.is_empty();
    faults.append(found);
    rules.ok().filter(|_| good)
}
