//! No circle of files: the imports of all files of the library form a graph without cycles.
//!
//! A path such as `super::Score` leads to the file that defines `Score`, through re-exports. A file that only re-exports, such as
//! most `mod.rs`, therefore takes part in no circle. Calls of methods are not followed.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Tree, Use, uses, words};

/// A module by its path, e.g. `["game", "rules"]`.
type Module = Vec<String>;

struct Crate {
    files: BTreeMap<Module, File>,
}

struct File {
    code: String,
    uses: Vec<Use>,
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let imports = Crate::read(super::source::library()).imports();
    let count: usize = imports.values().map(BTreeSet::len).sum();
    assert!(imports.len() > 150 && count > 700, "the reader misses imports: {} files, {count} imports", imports.len());
    let circles = circles(imports);
    assert!(circles.is_empty(), "circles among these files:\n{circles:#?}");
}

/// The reader sees through re-exports, renames and paths within code, and the circle that they hide.
#[test]
fn a_circle_through_a_re_export_is_found() {
    let sources = [
        ("a", "pub mod first; mod second; pub use second::Second as Renamed;"),
        ("a/first", "use super::Renamed; pub struct First; fn f(_: Renamed) {}"),
        ("a/second", "pub struct Second; impl Second { fn g() { crate::a::first::First; } }"),
        ("b", "use crate::a::{Renamed, first::First};"),
    ];
    let tree: Tree = sources.map(|(path, code)| (path.split('/').map(String::from).collect(), code.into())).into();
    let imports = Crate::read(tree).imports();
    let names = |path: &str| -> Module { path.split('/').map(String::from).collect() };
    assert_eq!(imports[&names("b")], [names("a/first"), names("a/second")].into());
    let circles: Vec<Module> = circles(imports).into_keys().collect();
    assert_eq!(circles, [names("a/first"), names("a/second")]);
}

/// Removes files that import no remaining file, or that no remaining file imports, until only circles are left.
fn circles(mut imports: BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    loop {
        let imported: BTreeSet<Module> = imports.values().flatten().cloned().collect();
        let is_end = |file: &Module, to: &BTreeSet<Module>| to.is_empty() || !imported.contains(file);
        let ends: BTreeSet<Module> =
            imports.iter().filter(|(file, to)| is_end(file, to)).map(|(file, _)| file.clone()).collect();
        if ends.is_empty() {
            return imports;
        }
        imports.retain(|file, _| !ends.contains(file));
        imports.values_mut().for_each(|to| to.retain(|file| !ends.contains(file)));
    }
}

impl Crate {
    fn read(tree: Tree) -> Crate {
        let file = |code: String| File { uses: uses(&code), code };
        Crate { files: tree.into_iter().map(|(module, code)| (module, file(code))).collect() }
    }

    /// For each file, the other files whose items it names.
    fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        self.files.iter().map(|(module, file)| (module.clone(), self.imports_of(module, file))).collect()
    }

    fn imports_of(&self, module: &Module, file: &File) -> BTreeSet<Module> {
        let imported = file.uses.iter().filter(|import| !import.is_public).map(|import| import.path.clone());
        let in_code = paths(&file.code).into_iter().map(|path| match file.uses.iter().find(|u| u.name == path[0]) {
            Some(import) => import.path.iter().chain(&path[1..]).cloned().collect(),
            None => path,
        });
        let targets = imported.chain(in_code).filter_map(|path| self.target(&self.absolute(module, &path)?, 0));
        targets.filter(|target| target != module).collect()
    }

    /// A path from the root of the crate; `None` for paths into other crates.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => Some([&module[..module.len() - supers], &path[supers..]].concat()),
            head => {
                let child = [module.as_slice(), &[head.to_owned()]].concat();
                self.files.contains_key(&child).then(|| [module.as_slice(), path].concat())
            }
        }
    }

    /// The file that defines the item of an absolute path; `None` if the path names a module.
    fn target(&self, path: &[String], depth: usize) -> Option<Module> {
        assert!(depth < 16, "re-exports in a circle: {path:?}");
        let length = (1..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
        let (module, item) = (path[..length].to_vec(), path.get(length)?);
        let reexport = self.files[&module].uses.iter().find(|import| import.is_public && import.name == *item);
        let Some(reexport) = reexport else { return Some(module) };
        let onward = self.absolute(&module, &reexport.path)?;
        self.target(&[&onward, &path[length + 1..]].concat(), depth + 1)
    }
}

/// The paths of two or more names in code, without `use` declarations.
fn paths(code: &str) -> Vec<Vec<String>> {
    let declarations = super::source::declarations(code);
    let mut rest = String::from(code);
    declarations.iter().rev().for_each(|range| rest.replace_range(range.clone(), " "));
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let found = rest.split(|c| !is_path(c)).filter(|text| text.contains("::") && !text.starts_with(':'));
    found.map(|text| words(text).map(String::from).collect::<Vec<_>>()).filter(|path| path.len() > 1).collect()
}
