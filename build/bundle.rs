//! Joins the modules of the page, so that a browser asks for few files.
//!
//! A module becomes a function that returns its exports, in the order of the imports. The module's own file hands these on, so
//! that modules which come later share them. Comments, indentation and spaces that mean nothing are removed.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::string::FromUtf8Error;

use crate::files::File;

/// The files whose names have this ending, as text.
fn texts(files: &[File], ending: &str) -> Result<BTreeMap<String, String>, FromUtf8Error> {
    let of_kind = files.iter().filter(|(name, _)| name.ends_with(ending));
    of_kind.map(|(name, body)| Ok((name.clone(), String::from_utf8(body.clone())?))).collect()
}

/// Puts the style sheets that another one imports in the place of the import, so that a browser asks for one file.
///
/// # Errors
/// A style sheet that does not exist or is not UTF-8.
pub fn join_styles(files: &mut Vec<File>) -> Result<(), Box<dyn Error>> {
    let sources = texts(files, ".css")?;
    let imported = |line: &str| Some(line.strip_prefix("@import \"")?.strip_suffix("\";")?.to_owned());
    let mut parts = Vec::new();
    for (name, body) in files.iter_mut().filter(|(name, _)| name.ends_with(".css")) {
        let mut text = String::new();
        for line in sources[name].lines() {
            match imported(line) {
                None => writeln!(text, "{line}")?,
                Some(part) => {
                    text += sources.get(&part).ok_or_else(|| format!("{name} imports {part}, which is missing"))?;
                    parts.push(part);
                }
            }
        }
        *body = text.into_bytes();
    }
    files.retain(|(name, _)| !parts.contains(name));
    Ok(())
}

/// Puts the modules that each root needs, and no root before it has, into the root's file.
///
/// # Errors
/// A module that does not exist or is not UTF-8.
pub fn join(files: &mut [File], roots: &[&str]) -> Result<(), Box<dyn Error>> {
    let sources = texts(files, ".js")?;
    // The file of each module that is joined.
    let mut homes: BTreeMap<String, String> = BTreeMap::new();
    for root in roots {
        let mut order = Vec::new();
        visit(root, &sources, &homes, &mut order)?;
        let mut text = foreign(&order, &sources, &homes);
        for name in &order {
            let module = Module::read(&sources[name]);
            if name == root {
                // The root stays at the top level: it may await others, which a function could not.
                writeln!(text, "{}\n{}", module.imports, module.body)?;
                if !module.exports.is_empty() {
                    writeln!(text, "export {{ {} }};", module.exports.join(", "))?;
                }
            } else {
                let names = module.exports.join(", ");
                writeln!(text, "export const {} = (() => {{", handle(name))?;
                writeln!(text, "{}{}return {{ {names} }};\n}})();", module.imports, module.body)?;
                homes.insert(name.clone(), (*root).to_owned());
            }
        }
        put(files, root, text);
    }
    for (name, home) in &homes {
        let names = Module::read(&sources[name]).exports.join(", ");
        let handle = handle(name);
        put(files, name, format!("import {{ {handle} }} from \"./{home}\";\nexport const {{ {names} }} = {handle};\n"));
    }
    Ok(())
}

/// Removes comments and indentation from a script that imports nothing.
///
/// # Errors
/// A script that is not UTF-8.
pub fn strip(files: &mut [File], name: &str) -> Result<(), Box<dyn Error>> {
    let source = texts(files, name)?.remove(name).ok_or_else(|| format!("no script {name}"))?;
    put(files, name, Module::read(&source).body);
    Ok(())
}

fn put(files: &mut [File], name: &str, text: String) {
    if let Some((_, body)) = files.iter_mut().find(|(file, _)| file == name) {
        *body = text.into_bytes();
    }
}

/// The modules in the order in which they run.
fn visit(
    name: &str,
    sources: &BTreeMap<String, String>,
    homes: &BTreeMap<String, String>,
    order: &mut Vec<String>,
) -> Result<(), Box<dyn Error>> {
    if homes.contains_key(name) || order.iter().any(|seen| seen == name) {
        return Ok(());
    }
    let source = sources.get(name).ok_or_else(|| format!("no module {name}"))?;
    for line in source.lines() {
        if let Some((_, needed)) = imported(line) {
            visit(needed, sources, homes, order)?;
        }
    }
    order.push(name.to_owned());
    Ok(())
}

/// The imports of modules that another file has.
fn foreign(order: &[String], sources: &BTreeMap<String, String>, homes: &BTreeMap<String, String>) -> String {
    let mut needed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for name in order {
        for (_, other) in sources[name].lines().filter_map(imported) {
            if let Some(home) = homes.get(other) {
                let names = needed.entry(home).or_default();
                if !names.contains(&handle(other)) {
                    names.push(handle(other));
                }
            }
        }
    }
    needed.iter().map(|(home, names)| format!("import {{ {} }} from \"./{home}\";\n", names.join(", "))).collect()
}

/// The constant with the exports of a module.
fn handle(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js"))
}

/// The imports of a line: the names in braces, and the module.
fn imported(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("import ")?.strip_suffix("\";")?;
    let (names, module) = rest.rsplit_once('"')?;
    Some((names.trim_end().trim_end_matches("from").trim(), module.strip_prefix("./")?))
}

/// The parts of a module.
#[derive(Default)]
struct Module {
    imports: String,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn read(source: &str) -> Self {
        let mut module = Self::default();
        let mut in_comment = false;
        for line in source.lines() {
            let bare = line.trim_start();
            if in_comment || bare.starts_with("/**") {
                // A comment may stand before code on one line.
                let Some((_, after)) = bare.split_once("*/") else {
                    in_comment = true;
                    continue;
                };
                in_comment = false;
                module.line(after.trim_start());
            } else {
                module.line(line);
            }
        }
        module
    }

    fn line(&mut self, line: &str) {
        if line.trim().is_empty() || line.trim_start().starts_with("//") || line == "export {};" {
            return;
        }
        if let Some((names, name)) = imported(line) {
            if !names.is_empty() {
                self.imports.push_str(&format!("const {} = {};\n", names.replace(" as ", ": "), handle(name)));
            }
            return;
        }
        let code = line.strip_prefix("export ").unwrap_or(line);
        if code.len() < line.len() {
            let words = code.split([' ', '(', '=', '{']);
            let name = words
                .filter(|word| !word.is_empty() && !KEYWORDS.contains(word))
                .map(|word| word.trim_start_matches('*'));
            self.exports.extend(name.take(1).map(str::to_owned));
        }
        // No text of the page goes over several lines, so indentation has no meaning, and a new line has one only where a statement can end.
        let code = without_spaces(&without_types(code.trim_start()));
        self.body.push_str(&code);
        if code.contains("//") || !code.ends_with([',', ';', '{', '(', '[']) {
            self.body.push('\n');
        }
    }
}

/// A line of code without the comments in it, which name types.
fn without_types(code: &str) -> String {
    let comment = code.split_once("/**").and_then(|(before, rest)| Some((before, rest.split_once("*/")?.1)));
    match comment {
        Some((before, after)) => format!("{before}{}", without_types(after.trim_start())),
        None => code.to_owned(),
    }
}

/// A line of code without the spaces beside signs. A line with a slash outside its texts stays as it is: it may have a regular expression.
fn without_spaces(code: &str) -> String {
    let mut tight = String::new();
    // Open texts, by their quotation mark, and the open braces of code inside a template.
    let mut open: Vec<char> = Vec::new();
    let mut signs = code.chars().peekable();
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied().unwrap_or(' ');
        match (open.last().copied(), sign) {
            (Some('"' | '`'), '\\') => {
                tight.push(sign);
                tight.extend(signs.next());
                continue;
            }
            (Some(mark @ ('"' | '`')), _) if sign == mark => _ = open.pop(),
            (Some('"'), _) => {}
            (Some('`'), '{') if tight.ends_with('$') => open.push(sign),
            (Some('`'), _) => {}
            (_, '/' | '\'') => return code.to_owned(),
            (_, '"' | '`') | (Some(_), '{') => open.push(sign),
            (Some(_), '}') => _ = open.pop(),
            (_, ' ') if tight.ends_with(SIGNS) || SIGNS.contains(&next) => continue,
            _ => {}
        }
        tight.push(sign);
    }
    if open.is_empty() { tight } else { code.to_owned() }
}

/// Beside these a space has no meaning.
const SIGNS: [char; 15] = ['=', '>', '<', ',', ';', ':', '?', '{', '}', '(', ')', '[', ']', '&', '|'];

/// The tokens before the name of an export.
const KEYWORDS: [&str; 7] = ["const", "let", "function", "function*", "async", "class", "*"];
