//! `heuristic`: a name, or weights of one's own.

use super::fault::{At, Faults};
use super::node::Node;
use super::value::{choice, integer, members, not_allowed};
use crate::game::Rules;
use crate::heuristic::{EmptyLine, Heuristic, HeuristicFault, Named, Weights};

/// The heuristic asked for, if any, checked against the rules where these are known.
pub fn heuristic(node: Option<&Node<'_>>, rules: Option<Rules>, at: At<'_>, faults: &mut Faults) -> Option<Heuristic> {
    let node = node?;
    let structured = match node.structured() {
        Ok(structured) => structured,
        Err(error) => {
            faults.add(at, format!("{node} is not JSON ({error}); send a heuristic's name or an object of weights"));
            return None;
        }
    };
    let heuristic = match &*structured {
        Node::Object(object) => Heuristic::Custom(custom(object, at, faults)?),
        named => Heuristic::Named(by_name(named, at, faults)?),
    };
    match rules.map(|rules| heuristic.compile(rules)) {
        Some(Err(fault)) => {
            let weights = at.key("weights");
            let place = if matches!(fault, HeuristicFault::WeightCount { .. }) { weights } else { at };
            faults.add(place, fault.to_string());
            None
        }
        _ => Some(heuristic),
    }
}

fn by_name(node: &Node<'_>, at: At<'_>, faults: &mut Faults) -> Option<Named> {
    let named = node.text().and_then(Named::from_name);
    if named.is_none() {
        let detail = not_allowed(node, &Named::ALL.map(Named::name));
        faults.add(at, format!("{detail}, or weights such as {{\"weights\":[0,1,10,100]}}"));
    }
    named
}

type Members<'n> = [(std::borrow::Cow<'n, str>, Node<'n>)];

fn custom(object: &Members<'_>, at: At<'_>, faults: &mut Faults) -> Option<Weights> {
    let mut found = Faults::default();
    let [weights, tempo, empty_line] = members(object, ["weights", "tempo", "emptyLine"], at, &mut found);
    let by_stones = match weights {
        Some(Node::List(list)) => numbers(list, at.key("weights"), &mut found),
        Some(other) => {
            found.add(at.key("weights"), format!("{other} is not a list; send one weight for each of 0 to k stones"));
            Vec::new()
        }
        None => {
            found.add(
                at.key("weights"),
                "weights is missing; send one weight for each of 0 to k stones, e.g. [0,1,10,100]",
            );
            Vec::new()
        }
    };
    let tempo = tempo.map_or(Some(1), |node| integer(node, 0..=Weights::TEMPO_MAX, at.key("tempo"), &mut found));
    let empty_line = empty_line.map_or(Some(EmptyLine::None), |node| {
        choice(node, &EmptyLine::ALL, EmptyLine::name, at.key("emptyLine"), &mut found)
    });
    // What is not a number or a name is noted already; neutral values add no fault of their own.
    let weights = Weights::new(by_stones, tempo.unwrap_or(1), empty_line.unwrap_or(EmptyLine::None));
    for fault in weights.as_ref().err().into_iter().flatten() {
        let field = at.key(fault.field);
        let place = fault.index.map_or(field, |index| field.index(index));
        found.add(place, fault.to_string());
    }
    let good = found.is_empty();
    faults.append(found);
    weights.ok().filter(|_| good)
}

fn numbers(list: &[Node<'_>], at: At<'_>, faults: &mut Faults) -> Vec<i64> {
    let range = -Weights::WEIGHT_MAX..=Weights::WEIGHT_MAX;
    let weights = list.iter().enumerate();
    weights.map(|(index, node)| integer(node, range.clone(), at.index(index), faults).unwrap_or(0)).collect()
}
