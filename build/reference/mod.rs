//! The API reference, made of the contract: the parts of the page at `/docs`, and `/docs.md`.

mod endpoints;
mod html;
mod json;
mod markdown;
mod schemas;

use std::error::Error;

use serde_json::Value;

pub use html::fill;
pub use markdown::{document, summary};

use endpoints::Endpoint;
use schemas::{Contract, Shape};

/// The contents of the reference, in their order. Texts are Markdown; a name of a schema or a path in a code span
/// stands for a link to it.
pub struct Reference<'a> {
    summary: &'a str,
    lead: &'a str,
    /// Titles and texts that concern all endpoints.
    topics: Vec<(&'a str, &'a str)>,
    groups: Vec<Group<'a>>,
    /// All schemas that a table of an endpoint, or another schema, names.
    shapes: Vec<Shape<'a>>,
    /// Code, status, title and meaning of each problem.
    problems: Vec<[&'a str; 4]>,
    /// A refused request, and its problem document.
    refusal: (&'a str, &'a Value),
}

/// The endpoints with one tag.
struct Group<'a> {
    name: &'a str,
    text: &'a str,
    endpoints: Vec<Endpoint<'a>>,
}

impl Group<'_> {
    /// Whether these are the versioned endpoints, for which callers come, and those that belong to them.
    fn is_versioned(&self) -> bool {
        self.endpoints.iter().any(|endpoint| endpoint.path.starts_with("/v1/"))
    }
}

impl<'a> Reference<'a> {
    /// # Errors
    /// A contract that lacks one of the parts.
    pub fn new(contract: &'a Value) -> Result<Self, Box<dyn Error>> {
        let contract = Contract(contract);
        let text = |pointer: &str| contract.text(pointer).ok_or_else(|| format!("the contract has no {pointer}"));
        let mut topics = text("/info/description")?.split("\n## ");
        let lead = topics.next().unwrap_or_default();
        let all = endpoints::all(contract)?;
        let tables = all.iter().flat_map(|endpoint| endpoint.request.iter().chain(&endpoint.answer));
        let tables = tables.map(|table| table.name).collect();
        let shapes = schemas::shapes(contract, all.iter().flat_map(Endpoint::schemas), &tables);
        let mut groups: Vec<Group<'_>> = Vec::new();
        for tag in contract.0["tags"].as_array().into_iter().flatten() {
            let (name, text) =
                (tag["name"].as_str().unwrap_or_default(), tag["description"].as_str().unwrap_or_default());
            groups.push(Group { name, text, endpoints: Vec::new() });
        }
        for endpoint in all {
            let group = groups.iter_mut().find(|group| group.name == endpoint.tag);
            group.ok_or_else(|| format!("{} has no tag", endpoint.path))?.endpoints.push(endpoint);
        }
        const REFUSED: &str = "/paths/~1v1~1move/get";
        let refusals = format!("{REFUSED}/responses/422/content/application~1problem+json/examples");
        let refusals = contract.0.pointer(&refusals).and_then(Value::as_object).and_then(|all| all.iter().next());
        let (name, refusal) = refusals.ok_or("no refusal of a move")?;
        let samples = contract.0.pointer(REFUSED).and_then(|get| get["x-codeSamples"].as_array()).into_iter().flatten();
        let call = samples.filter(|one| one["label"] == name.as_str()).find_map(|sample| sample["source"].as_str());
        Ok(Reference {
            summary: text("/info/summary")?,
            lead,
            topics: topics.filter_map(|topic| topic.split_once('\n')).collect(),
            groups,
            shapes,
            problems: problems(text("/components/schemas/Problem/description")?)?,
            refusal: (call.ok_or("no call that is refused")?, &refusal["value"]),
        })
    }
}

/// The rows of the table of problems, which stands in the description of their schema.
fn problems(text: &str) -> Result<Vec<[&str; 4]>, Box<dyn Error>> {
    text.lines().filter(|line| line.starts_with("| `")).map(problem).collect()
}

fn problem(line: &str) -> Result<[&str; 4], Box<dyn Error>> {
    let cells: Vec<&str> = line.trim_matches([' ', '|']).split('|').map(str::trim).collect();
    let [code, status, title, meaning] = cells[..] else { return Err(format!("not a problem: {line}").into()) };
    Ok([code.trim_matches('`'), status, title, meaning])
}
