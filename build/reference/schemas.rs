//! The schemas of the contract as tables of fields.

use std::collections::BTreeSet;

use serde_json::Value;

const SCHEMAS: &str = "#/components/schemas/";
/// Lists of names up to this length are shown where they are used.
const CHOICES_SHOWN_MAX: usize = 4;
/// The largest whole number of JSON that every language reads is no limit to tell.
const WHOLE_MAX: i64 = 9_007_199_254_740_991;
/// A description longer than this has more to say than the field that refers to it.
const NOTE_LENGTH_MAX: usize = 90;

/// The contract as JSON.
#[derive(Clone, Copy)]
pub struct Contract<'a>(pub &'a Value);

/// A field of a request or of an answer.
pub struct Field {
    /// Members of members have the names of both, with a point between them.
    pub name: String,
    /// Type and range.
    pub kind: String,
    pub default: Option<String>,
    pub required: bool,
    pub text: String,
}

/// A schema with a name.
pub struct Shape<'a> {
    pub name: &'a str,
    pub kind: String,
    pub text: &'a str,
    /// The schemas whose fields it has as well.
    pub extends: Vec<&'a str>,
    pub fields: Vec<Field>,
}

/// Whether fields belong to a request or to an answer: null stands for an absent field there, and is a value here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Request,
    Answer,
}

/// The name of the schema that a reference leads to.
pub fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(SCHEMAS)
}

fn parts<'a>(schema: &'a Value, keys: &[&str]) -> Vec<&'a Value> {
    keys.iter().flat_map(|key| schema[*key].as_array().into_iter().flatten()).collect()
}

/// The part of a text before its first empty line, on one line.
pub fn first_paragraph(text: &str) -> String {
    text.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

fn first_sentence(text: &str) -> String {
    let text = first_paragraph(text);
    text.find(". ").map_or(text.clone(), |end| text[..=end].to_owned())
}

impl<'a> Contract<'a> {
    pub fn text(self, pointer: &str) -> Option<&'a str> {
        self.0.pointer(pointer)?.as_str()
    }

    /// The schema, parameter or response that a reference leads to.
    pub fn resolve(self, schema: &'a Value) -> &'a Value {
        let target = schema["$ref"].as_str().and_then(|reference| self.0.pointer(&reference[1..]));
        target.map_or(schema, |target| self.resolve(target))
    }

    /// The fields of a schema, those of the schemas that it extends included.
    pub fn fields(self, schema: &'a Value, side: Side) -> Vec<Field> {
        let schema = self.resolve(schema);
        let inherited = parts(schema, &["allOf"]).into_iter().flat_map(|part| self.fields(part, side));
        inherited.chain(self.own_fields(schema, "", side)).collect()
    }

    fn own_fields(self, schema: &'a Value, prefix: &str, side: Side) -> Vec<Field> {
        let required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        let mut fields = Vec::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let mut field = self.field(name, property, property["description"].as_str(), side);
            field.required = required(name);
            field.name.insert_str(0, prefix);
            let inner = format!("{}.", field.name);
            fields.push(field);
            fields.extend(self.own_fields(property, &inner, side));
        }
        fields
    }

    pub fn field(self, name: &str, schema: &'a Value, description: Option<&str>, side: Side) -> Field {
        let mut kind = self.kind(schema);
        if side == Side::Answer && is_nullable(self.resolve(schema)) && schema.get("const").is_none() {
            kind.push_str(" or null");
        }
        // Null beside a reference stands for an optional field that is left out.
        let named = parts(schema, &["anyOf"]).into_iter().chain([schema]).find_map(name_of);
        let more = named.and_then(|name| self.text(&format!("/components/schemas/{name}/description")));
        let mut text = description.map_or_else(|| more.map(first_sentence).unwrap_or_default(), first_paragraph);
        if let (Some(named), Some(more)) = (named, more) {
            let mention = format!("`{named}`");
            let says_more = more.len() > NOTE_LENGTH_MAX && more.trim() != text;
            if says_more && !kind.contains(&mention) && !text.contains(&mention) {
                text.push_str(&format!(" See {mention}."));
            }
        }
        let default = self.default_of(schema).map(|default| format!("`{}`", plain(default)));
        Field { name: name.to_owned(), kind, default, required: false, text }
    }

    fn default_of(self, schema: &'a Value) -> Option<&'a Value> {
        let of = |schema: &'a Value| schema.get("default").or_else(|| self.resolve(schema).get("default"));
        of(schema).or_else(|| parts(schema, &["anyOf"]).into_iter().find_map(of))
    }

    /// Type and range in words.
    pub fn kind(self, schema: &'a Value) -> String {
        if let Some(name) = name_of(schema) {
            return self.named_kind(name);
        }
        let choices = parts(schema, &["anyOf", "oneOf"]);
        if !choices.is_empty() {
            let kinds: Vec<String> =
                choices.into_iter().filter(|one| one["type"] != "null").map(|one| self.kind(one)).collect();
            return kinds.join(" or ");
        }
        if let Some(value) = schema.get("const") {
            return format!("`{}`", plain(value));
        }
        let names: Vec<String> =
            parts(schema, &["enum"]).into_iter().map(|name| format!("`{}`", plain(name))).collect();
        if !names.is_empty() {
            return names.join(", ");
        }
        match type_of(schema) {
            "array" => format!("list of {}", self.kind(&schema["items"])),
            number @ ("integer" | "number") => number.to_owned() + &range(schema),
            "string" if schema["format"] == "date" => "date".into(),
            "" if schema["properties"].is_object() => "object".into(),
            other => other.to_owned(),
        }
    }

    fn named_kind(self, name: &str) -> String {
        let schema = &self.0["components"]["schemas"][name];
        let choices = schema["enum"].as_array().map_or(0, Vec::len);
        let is_plain = matches!(type_of(schema), "integer" | "number" | "boolean") && schema.get("const").is_none();
        if is_plain || (1..=CHOICES_SHOWN_MAX).contains(&choices) { self.kind(schema) } else { format!("`{name}`") }
    }
}

/// The type, null left out.
fn type_of(schema: &Value) -> &str {
    let types = schema["type"].as_array().map(Vec::as_slice).unwrap_or(std::slice::from_ref(&schema["type"]));
    types.iter().filter_map(Value::as_str).find(|name| *name != "null").unwrap_or_default()
}

fn is_nullable(schema: &Value) -> bool {
    let types = schema["type"].as_array().into_iter().flatten();
    parts(schema, &["anyOf"]).into_iter().any(|one| one["type"] == "null") || types.into_iter().any(|one| one == "null")
}

/// A value as it stands in a query; that of JSON for all but texts.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn range(schema: &Value) -> String {
    let bound = |key: &str| schema[key].as_i64().filter(|bound| bound.abs() != WHOLE_MAX).map(grouped);
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) => format!(", {least} to {most}"),
        (Some(least), None) => format!(", from {least}"),
        (None, Some(most)) => format!(", up to {most}"),
        (None, None) => String::new(),
    }
}

/// A number with commas between its thousands.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "−" } else { "" });
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The schemas that these lead to, themselves included, in the order of the contract. Those of `tables` stand with their endpoint.
pub fn shapes<'a>(
    contract: Contract<'a>,
    roots: impl Iterator<Item = &'a Value>,
    tables: &BTreeSet<&str>,
) -> Vec<Shape<'a>> {
    let mut seen = BTreeSet::new();
    for root in roots {
        if name_of(root).is_some_and(|name| tables.contains(name)) {
            flattened(contract, root, &mut seen);
        } else {
            reach(contract, root, &mut seen);
        }
    }
    let schemas = contract.0["components"]["schemas"].as_object().into_iter().flatten();
    let listed = schemas.filter(|(name, _)| seen.contains(name.as_str()) && !tables.contains(name.as_str()));
    listed.map(|(name, schema)| shape(contract, name, schema)).collect()
}

/// Adds the schemas that the fields of a root name; the schemas that it extends are part of its own table.
fn flattened<'a>(contract: Contract<'a>, root: &'a Value, seen: &mut BTreeSet<&'a str>) {
    let schema = contract.resolve(root);
    parts(schema, &["allOf"]).into_iter().for_each(|part| flattened(contract, part, seen));
    for (key, value) in schema.as_object().into_iter().flatten().filter(|(key, _)| *key != "allOf") {
        if !matches!(key.as_str(), "examples" | "not") {
            reach(contract, value, seen);
        }
    }
}

fn reach<'a>(contract: Contract<'a>, value: &'a Value, seen: &mut BTreeSet<&'a str>) {
    if name_of(value).is_some_and(|name| !seen.insert(name)) {
        return;
    }
    match contract.resolve(value) {
        Value::Object(members) => {
            let members = members.iter().filter(|(key, _)| !matches!(key.as_str(), "examples" | "not"));
            members.for_each(|(_, member)| reach(contract, member, seen));
        }
        Value::Array(items) => items.iter().for_each(|item| reach(contract, item, seen)),
        _ => {}
    }
}

fn shape<'a>(contract: Contract<'a>, name: &'a str, schema: &'a Value) -> Shape<'a> {
    let text = schema["description"].as_str().unwrap_or_default();
    // Its table stands with the errors.
    let text = if name == "Problem" { text.split("\n\n").next().unwrap_or_default() } else { text };
    let parts = parts(schema, &["allOf"]);
    let mut fields: Vec<Field> = parts
        .iter()
        .filter(|part| name_of(part).is_none())
        .flat_map(|part| contract.own_fields(part, "", Side::Answer))
        .collect();
    fields.extend(contract.own_fields(schema, "", Side::Answer));
    let extends: Vec<&str> = parts.iter().filter_map(|part| name_of(part)).collect();
    // A text may name all choices by itself.
    let is_told = schema["enum"]
        .as_array()
        .is_some_and(|names| names.iter().all(|one| text.contains(&format!("`{}`", plain(one)))));
    let kind = if fields.is_empty() && extends.is_empty() && !is_told { contract.kind(schema) } else { String::new() };
    Shape { name, kind, text, extends, fields }
}
