//! Import circles: modules that import each other can only be understood together, so no crate gets new ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use heirloom_tests::root;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// Crates that are not checked: each historical engine is meant to be read as a whole.
const EXEMPT: &[&str] = &["ancestors"];

/// The path of a module below the crate.
type Name = Vec<String>;

/// What a module contains, as far as imports need it.
#[derive(Default)]
struct Module {
    children: BTreeSet<String>,
    /// Absolute paths that it uses.
    uses: Vec<Name>,
    /// Names that it re-exports, and where they come from.
    exports: BTreeMap<String, Name>,
}

/// All modules of a crate.
#[derive(Default)]
struct Crate(BTreeMap<Name, Module>);

impl Crate {
    /// Reads a crate from its root file; `read` returns the text of a file.
    fn new(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Crate {
        let mut modules = Crate::default();
        let text = read(root).unwrap_or_else(|| panic!("cannot read {}", root.display()));
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        Reader { modules: &mut modules, read, module: Vec::new(), folder }.file(&text);
        modules
    }

    /// Returns the module that a path leads to: its longest prefix that names modules, following re-exports.
    fn module_of(&self, path: &[String], depth: usize) -> Name {
        let mut module = Name::new();
        for (index, name) in path.iter().enumerate() {
            let Some(known) = self.0.get(&module) else { break };
            if known.children.contains(name) {
                module.push(name.clone());
            } else if let Some(origin) = known.exports.get(name).filter(|_| depth < 8) {
                let rest = [origin, &path[index + 1..]].concat();
                return self.module_of(&rest, depth + 1);
            } else {
                break;
            }
        }
        module
    }

    /// Returns by parent which of its submodules, with everything below them, use which others.
    fn edges(&self) -> BTreeMap<Name, BTreeSet<(String, String)>> {
        let mut edges: BTreeMap<Name, BTreeSet<(String, String)>> = BTreeMap::new();
        for (user, module) in &self.0 {
            for used in module.uses.iter().map(|path| self.module_of(path, 0)) {
                let common = user.iter().zip(&used).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (user.get(common), used.get(common)) {
                    edges.entry(user[..common].to_vec()).or_default().insert((one.clone(), other.clone()));
                }
            }
        }
        edges
    }

    /// Returns the circles, each as "parent: submodule submodule".
    fn circles(&self) -> BTreeSet<String> {
        let mut circles = BTreeSet::new();
        for (parent, edges) in self.edges() {
            let all: BTreeMap<&str, BTreeSet<&str>> =
                edges.iter().map(|(user, _)| (user.as_str(), reached(&edges, user))).collect();
            for (module, reach) in &all {
                let mutual = |other: &&&str| all.get(**other).is_some_and(|back| back.contains(module));
                let circle: Vec<&str> = reach.iter().filter(mutual).copied().collect();
                if !circle.is_empty() {
                    let parent = if parent.is_empty() { "crate".to_owned() } else { parent.join("::") };
                    circles.insert(format!("{parent}: {}", circle.join(" ")));
                }
            }
        }
        circles
    }
}

/// Returns all modules that can be reached from one of them over the edges.
fn reached<'a>(edges: &'a BTreeSet<(String, String)>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        let next = edges.iter().filter(|(user, _)| user == module).map(|(_, used)| used.as_str());
        open.extend(next.filter(|&used| reached.insert(used)));
    }
    reached
}

/// Visits the files of a crate.
struct Reader<'a> {
    modules: &'a mut Crate,
    read: &'a dyn Fn(&Path) -> Option<String>,
    /// The module being read.
    module: Name,
    /// Where the files of its submodules are.
    folder: PathBuf,
}

impl Reader<'_> {
    fn file(&mut self, text: &str) {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{:?}: {error}", self.module));
        self.items(&file.items);
    }

    fn items(&mut self, items: &[Item]) {
        let children = items.iter().filter_map(|item| match item {
            Item::Mod(child) if !is_test(&child.attrs) => Some(child.ident.to_string()),
            _ => None,
        });
        self.here().children.extend(children);
        items.iter().for_each(|item| self.visit_item(item));
    }

    fn here(&mut self) -> &mut Module {
        self.modules.0.entry(self.module.clone()).or_default()
    }

    /// Records a path that is used; returns it as seen from the root, unless it leads out of the crate.
    fn note(&mut self, path: &[String]) -> Option<Name> {
        let mut absolute = match path.first()?.as_str() {
            "crate" => Name::new(),
            "self" => self.module.clone(),
            "super" => self.module[..self.module.len().checked_sub(1)?].to_vec(),
            child if self.here().children.contains(child) => {
                [self.module.as_slice(), &[child.to_owned()]].concat()
            }
            _ => return None,
        };
        for name in &path[1..] {
            match name.as_str() {
                "super" => _ = absolute.pop(),
                "self" => {}
                name => absolute.push(name.to_owned()),
            }
        }
        self.here().uses.push(absolute.clone());
        Some(absolute)
    }

    fn tree(&mut self, before: &[String], tree: &UseTree, hands_on: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let (path, shown) = match tree {
            UseTree::Path(path) => return self.tree(&with(&path.ident), &path.tree, hands_on),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.tree(before, tree, hands_on));
            }
            UseTree::Name(name) => (with(&name.ident), name.ident.to_string()),
            UseTree::Rename(rename) => (with(&rename.ident), rename.rename.to_string()),
            UseTree::Glob(_) => (before.to_vec(), String::new()),
        };
        if let Some(origin) = self.note(&path).filter(|_| hands_on) {
            self.here().exports.insert(shown, origin);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, child: &'ast syn::ItemMod) {
        let name = child.ident.to_string();
        let folder = self.folder.join(&name);
        let text =
            [folder.with_extension("rs"), folder.join("mod.rs")].iter().find_map(|path| (self.read)(path));
        let module = [self.module.as_slice(), &[name]].concat();
        let mut reader = Reader { modules: &mut *self.modules, read: self.read, module, folder };
        match (&child.content, text) {
            (Some((_, items)), _) => reader.items(items),
            (None, Some(text)) => reader.file(&text),
            (None, None) => panic!("no file for {:?}", reader.module),
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Name = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.note(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let tokens = call.tokens.to_string();
        for part in tokens.split("crate :: ").skip(1) {
            let end = part
                .find(|letter: char| !letter.is_alphanumeric() && !"_: ".contains(letter))
                .unwrap_or(part.len());
            let names = part[..end].split("::").map(|name| name.trim().to_owned());
            self.note(&std::iter::once("crate".to_owned()).chain(names).collect::<Name>());
        }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns true if an item is compiled for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    let of_tests =
        |tokens: String| tokens.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "test");
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && of_tests(list.tokens.to_string()),
        _ => false,
    })
}

#[test]
fn modules_do_not_import_each_other_in_circles() {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).expect("readable").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let roots = ["src/lib.rs", "src/main.rs"]
            .map(|root| entry.path().join(root))
            .into_iter()
            .filter(|root| root.is_file());
        for root in roots.filter(|_| !EXEMPT.contains(&name.as_str())) {
            let read = |path: &Path| fs::read_to_string(path).ok();
            found.extend(Crate::new(&root, &read).circles().into_iter().map(|circle| (name.clone(), circle)));
        }
    }
    assert!(
        found.is_empty(),
        "modules import each other in circles; move what they share below both: {found:#?}"
    );
}

/// Returns the circles of a crate whose files are given by name and text.
fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let read = |path: &Path| {
        files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| (*text).to_owned())
    };
    Crate::new(Path::new("lib.rs"), &read).circles().into_iter().collect()
}

#[test]
fn circles_are_found() {
    let root = ("lib.rs", "mod a; mod b; pub use a::Thing;");
    assert_eq!(circles(&[root, ("a.rs", "use crate::b::Other;"), ("b.rs", "use std::fmt;")]), [""; 0]);
    assert_eq!(
        circles(&[root, ("a.rs", "use crate::b::Other;"), ("b.rs", "use crate::a::Thing;")]),
        ["crate: a b"]
    );
    assert_eq!(
        circles(&[root, ("a.rs", "fn f() { crate::b::g() }"), ("b.rs", "use crate::Thing;")]),
        ["crate: a b"],
        "through the root"
    );
    let in_macro = ("b.rs", "fn g() { println!(\"{}\", crate::a::f()) }");
    assert_eq!(circles(&[root, ("a.rs", "use super::b::{Other, More};"), in_macro]), ["crate: a b"]);
    let in_tests = ("b.rs", "#[cfg(test)] mod tests { use crate::a::Thing; }");
    assert_eq!(
        circles(&[root, ("a.rs", "use crate::b::Other;"), in_tests]),
        [""; 0],
        "tests may use everything"
    );
}

#[test]
fn submodules_count_for_their_parents_and_have_circles_of_their_own() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "mod x; mod y; mod z; struct Here;"),
        ("a/x.rs", "use super::{Here, y::Thing};"),
        ("a/y.rs", "use super::z::Thing;"),
        ("a/z.rs", "use super::x::Thing; use crate::b::Thing;"),
        ("b.rs", "use super::a::Here;"),
    ];
    assert_eq!(circles(&files), ["a: x y z", "crate: a b"]);
}
