//! The operations of the contract, those of one path together.

use std::collections::BTreeSet;
use std::error::Error;

use serde_json::Value;

use super::schemas::{Contract, Field, Side, name_of};

/// A path with all its methods.
pub struct Endpoint<'a> {
    pub path: &'a str,
    pub methods: Vec<&'static str>,
    pub tag: &'a str,
    pub summary: &'a str,
    pub text: &'a str,
    pub calls: Vec<Call<'a>>,
    /// The answer to the first call, where the contract shows one.
    pub example: Option<&'a Value>,
    pub request: Option<Table<'a>>,
    pub answer: Option<Table<'a>>,
    /// Other forms of the answer, as sentences.
    pub forms: Vec<String>,
    /// Status and meaning of the answers other than 200.
    pub statuses: Vec<(&'a str, &'a str)>,
    schemas: Vec<&'a Value>,
}

/// A call that gets a 200.
pub struct Call<'a> {
    pub method: &'static str,
    /// Path and query.
    pub target: &'a str,
    pub body: Option<&'a Value>,
}

/// The fields of a request or an answer.
pub struct Table<'a> {
    /// The name of the schema; where there is none, that of the path.
    pub name: &'a str,
    pub fields: Vec<Field>,
}

impl<'a> Endpoint<'a> {
    /// The schemas of body or parameters, answer and streams.
    pub fn schemas(&self) -> impl Iterator<Item = &'a Value> {
        self.schemas.iter().copied()
    }
}

/// All endpoints, in the order of the contract.
///
/// # Errors
/// An endpoint without a call.
pub fn all(contract: Contract<'_>) -> Result<Vec<Endpoint<'_>>, Box<dyn Error>> {
    let paths = contract.0["paths"].as_object().ok_or("no paths")?;
    let mut endpoints: Vec<Endpoint<'_>> =
        paths.iter().map(|(path, operations)| endpoint(contract, path, operations)).collect::<Result<_, _>>()?;
    // An answer that two endpoints share stands at the first.
    let mut names = BTreeSet::new();
    for endpoint in &mut endpoints {
        endpoint.answer.take_if(|answer| !names.insert(answer.name));
    }
    Ok(endpoints)
}

fn endpoint<'a>(contract: Contract<'a>, path: &'a str, operations: &'a Value) -> Result<Endpoint<'a>, Box<dyn Error>> {
    let both = [("GET", "get"), ("POST", "post")].map(|(name, key)| (name, &operations[key]));
    let present: Vec<(&'static str, &'a Value)> = both.into_iter().filter(|(_, one)| one.is_object()).collect();
    let (_, first) = *present.first().ok_or_else(|| format!("{path} has no method"))?;
    let text = |key: &str| first[key].as_str().unwrap_or_default();
    let calls: Vec<(Call<'a>, Option<&'a Value>)> =
        present.iter().filter_map(|(method, operation)| call(contract, path, method, operation)).collect();
    let example = calls.first().ok_or_else(|| format!("{path} has no call"))?.1;
    let content = &contract.resolve(&first["responses"]["200"])["content"];
    let answer = &content["application/json"]["schema"];
    let body = operations.pointer("/post/requestBody/content/application~1json/schema");
    let (forms, others) = forms(content);
    let responses = first["responses"].as_object().into_iter().flatten();
    let statuses = responses.filter(|(status, _)| *status != "200").map(|(status, response)| {
        (status.as_str(), contract.resolve(response)["description"].as_str().unwrap_or_default())
    });
    let parameters = first["parameters"].as_array().into_iter().flatten().map(|one| &contract.resolve(one)["schema"]);
    let schemas = body.into_iter().chain(body.is_none().then_some(parameters).into_iter().flatten());
    Ok(Endpoint {
        path,
        methods: present.iter().map(|(method, _)| *method).collect(),
        tag: first["tags"][0].as_str().unwrap_or_default(),
        summary: text("summary"),
        // The example at its end is the call.
        text: text("description").split("\n\nExample: ").next().unwrap_or_default(),
        calls: calls.into_iter().map(|(call, _)| call).collect(),
        example,
        request: request(contract, path, body, first),
        answer: table(contract, path, answer, Side::Answer),
        forms,
        statuses: statuses.collect(),
        schemas: schemas.chain([answer]).chain(others).collect(),
    })
}

/// Sentences about the forms of an answer other than JSON, and the schemas in them.
fn forms(content: &Value) -> (Vec<String>, Vec<&Value>) {
    let (mut forms, mut schemas): (Vec<String>, Vec<&Value>) = (Vec::new(), Vec::new());
    for (media, content) in content.as_object().into_iter().flatten() {
        let schema = &content["schema"];
        let (what, schema) = match &schema["contentSchema"] {
            Value::Null => ("", schema),
            records => ("a stream of ", records),
        };
        let Some(name) = name_of(schema).filter(|_| media != "application/json") else { continue };
        let end = format!(": {what}`{name}`.");
        match forms.iter_mut().find(|form| form.ends_with(&end)) {
            Some(form) => *form = form.replace(&end, &format!(" or `{media}`{end}")),
            None => forms.push(format!("Also as `{media}`{end}")),
        }
        schemas.push(schema);
    }
    (forms, schemas)
}

/// The example that gets a 200, with its answer; else the one that the description names.
fn call<'a>(
    contract: Contract<'a>,
    path: &'a str,
    method: &'static str,
    operation: &'a Value,
) -> Option<(Call<'a>, Option<&'a Value>)> {
    let answers = contract.resolve(&operation["responses"]["200"]).pointer("/content/application~1json/examples");
    let (name, answer) = match answers.and_then(|all| all.as_object()?.iter().next()) {
        Some((name, answer)) => (name.as_str(), Some(&answer["value"])),
        None => ("", None),
    };
    if method == "POST" {
        let body = operation.pointer(&format!("/requestBody/content/application~1json/examples/{name}/value"));
        return Some((Call { method, target: path, body: Some(body?) }, answer));
    }
    let mut samples = operation["x-codeSamples"].as_array().into_iter().flatten();
    let sample = samples.find(|sample| sample["label"] == name).and_then(|sample| sample["source"].as_str());
    let target = match sample {
        // After scheme and host, up to the quotation mark.
        Some(curl) => {
            let url = curl.split_once("://")?.1;
            &url[url.find('/')?..url.rfind('\'')?]
        }
        None => operation["description"].as_str()?.split_once("Example: `")?.1.split('`').next()?,
    };
    Some((Call { method, target, body: None }, answer))
}

/// The fields of the body or, where there is none, of the query.
fn request<'a>(contract: Contract<'a>, path: &'a str, body: Option<&'a Value>, get: &'a Value) -> Option<Table<'a>> {
    if let Some(body) = body {
        return table(contract, path, body, Side::Request);
    }
    let field = |parameter: &'a Value| {
        let parameter = contract.resolve(parameter);
        let name = parameter["name"].as_str()?;
        Some(contract.field(name, &parameter["schema"], parameter["description"].as_str(), Side::Request))
    };
    let fields: Vec<Field> = get["parameters"].as_array()?.iter().filter_map(field).collect();
    Some(Table { name: path, fields })
}

fn table<'a>(contract: Contract<'a>, path: &'a str, schema: &'a Value, side: Side) -> Option<Table<'a>> {
    let fields = contract.fields(schema, side);
    let name = name_of(schema).unwrap_or(path);
    (!fields.is_empty() && name_of(schema).is_some()).then_some(Table { name, fields })
}
