//! The modules of a crate and their imports, read from the text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of a crate: path to code, the root with an empty path.
pub(crate) struct Crate {
    pub(crate) modules: BTreeMap<Vec<String>, String>,
}

impl Crate {
    pub(crate) fn read(folder: &str) -> Self {
        let mut modules = BTreeMap::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
        read_folder(&root, &[], &mut modules);
        assert!(modules.len() > 1, "{folder} has no modules");
        Self { modules }
    }

    /// The module that a path names, as `module` sees it; `None` if it is of another crate.
    fn resolve(&self, module: &[String], path: &str) -> Option<Vec<String>> {
        let mut words = path.split("::").peekable();
        let mut at = match *words.peek()? {
            "crate" => Vec::new(),
            "self" | "super" => module.to_vec(),
            child => {
                let mut known = module.to_vec();
                known.push(child.to_owned());
                return self
                    .modules
                    .contains_key(&known)
                    .then(|| self.descend(known, words.skip(1)));
            }
        };
        while let Some(word) = words.next_if(|word| matches!(*word, "crate" | "self" | "super")) {
            if word == "super" {
                at.pop();
            }
        }
        Some(self.descend(at, words))
    }

    fn descend<'w>(&self, mut at: Vec<String>, words: impl Iterator<Item = &'w str>) -> Vec<String> {
        for word in words {
            at.push(word.to_owned());
            if !self.modules.contains_key(&at) {
                at.pop();
                // A name that a module passes on belongs to the module below that has it.
                return self.passed_on(&at, word).unwrap_or(at);
            }
        }
        at
    }

    fn passed_on(&self, module: &[String], name: &str) -> Option<Vec<String>> {
        let uses = uses(&self.modules[module]);
        let passed = uses
            .iter()
            .find(|(public, path)| *public && path.rsplit("::").next() == Some(name))?;
        self.resolve(module, &passed.1)
            .filter(|found| found.starts_with(module))
    }

    /// The imports between the children of each module.
    pub(crate) fn imports(&self) -> BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> {
        let mut found: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (module, code) in &self.modules {
            for path in uses(code).into_iter().map(|(_, path)| path).chain(paths(code)) {
                let Some(target) = self.resolve(module, &path) else {
                    continue;
                };
                let common = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (module.get(common), target.get(common)) {
                    let among = found.entry(module[..common].to_vec()).or_default();
                    among.entry(from.clone()).or_default().insert(to.clone());
                }
            }
        }
        found
    }
}

fn read_folder(folder: &Path, module: &[String], out: &mut BTreeMap<Vec<String>, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let mut inner = module.to_vec();
        if path.is_dir() {
            inner.push(name);
            read_folder(&path, &inner, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            if !matches!(name.as_str(), "lib" | "main" | "mod") {
                inner.push(name);
            }
            let text = std::fs::read_to_string(&path).expect("a file can be read");
            out.insert(inner, code(&text));
        }
    }
}

/// Code without comments, texts and the part behind `#[cfg(test)]`.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut out = String::new();
    for line in lines {
        out += line;
        out.push('\n');
    }
    out
}

/// The paths of all `use` declarations, and whether they are public.
pub(crate) fn uses(code: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    for declaration in code.split(';') {
        let Some(at) = declaration.rfind("use ") else {
            continue;
        };
        let before = declaration[..at].lines().last().unwrap_or_default().trim();
        if !(before.is_empty() || before.starts_with("pub")) {
            continue;
        }
        let mut tree: String = declaration[at + 4..]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        while let Some(at) = tree.find(" as ") {
            let end = tree[at + 4..].find([',', '}']).map_or(tree.len(), |i| at + 4 + i);
            tree.replace_range(at..end, "");
        }
        expand("", &tree.replace(' ', ""), before.starts_with("pub"), &mut found);
    }
    found
}

/// The paths of a tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(before: &str, tree: &str, public: bool, out: &mut Vec<(bool, String)>) {
    let Some(open) = tree.find('{') else {
        out.push((public, format!("{before}{tree}")));
        return;
    };
    let before = format!("{before}{}", &tree[..open]);
    let inner = tree[open + 1..].strip_suffix('}').unwrap_or(&tree[open + 1..]);
    let (mut depth, mut start) = (0, 0);
    for (i, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&before, &inner[start..i], public, out);
                start = i + 1;
            }
            _ => {}
        }
    }
    if start < inner.len() {
        expand(&before, &inner[start..], public, out);
    }
}

/// Paths in the midst of code: `crate::a::b`.
pub(crate) fn paths(code: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    code.split(|c: char| !is_part(c))
        .filter(|path| {
            ["crate::", "super::", "self::"]
                .iter()
                .any(|start| path.starts_with(start))
        })
        .map(|path| path.trim_end_matches(':').to_owned())
        .collect()
}

/// Everything that can be reached from a module.
pub(crate) fn reach<'g>(graph: &'g BTreeMap<String, BTreeSet<String>>, from: &'g str) -> BTreeSet<&'g str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if found.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    found
}
