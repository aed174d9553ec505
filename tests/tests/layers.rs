//! Modules import only what lies below them, and nothing in a circle.
//!
//! Cargo holds the layers of crates. Inside a crate [`LAYERS`] gives the order;
//! docs/ARCHITECTURE.md gives it in words. In every folder the files must not import each other in
//! a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The top modules of each crate, lower ones first. Those on one line do not know each other.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "grammar/src",
        &[
            "codes keywords span suggest",
            "ast diagnostic quoting tokens",
            "parser print",
            "format",
        ],
    ),
    (
        "engine/src",
        &[
            "rules",
            "board",
            "engine",
            "mechanics",
            "hooks",
            "variant",
            "past",
        ],
    ),
    (
        "interpreter/src",
        &[
            "codes vocabulary mirror betza",
            "allow dialects mechanics text ways",
            "lower terms why",
            "game",
            "check plans suite snapshot",
            "diff load spared speed",
        ],
    ),
    (
        "drawing/src",
        &[
            "details outlines place symbols",
            "canvas",
            "native",
            "ground marks overlay",
            "lone",
            "text",
            "gallery scene",
            "live plain",
        ],
    ),
    (
        "pages/src",
        &[
            "words",
            "families places",
            "setting",
            "likewise page",
            "html markdown movement rows studio",
            "site",
            "captures",
            "sections",
            "mechanics",
            "told",
            "part pieces",
            "differences",
            "brief",
        ],
    ),
    (
        "lsp/src",
        &[
            "aside checks document loose names",
            "navigate",
            "diagnostics hover",
            "complete",
            "server",
        ],
    ),
    (
        "play/src",
        &[
            "jobs limits nature pace parts pgn random score",
            "patience table values",
            "activity squares",
            "worth",
            "order",
            "search solve",
            "engine",
            "puzzles study",
        ],
    ),
    (
        "import/src",
        &[
            "ini keys known part place region report",
            "types json",
            "counting",
            "model",
            "values",
            "betza fen judge xbetza",
            "apply",
            "read remarks",
            "differ",
            "draft",
            "write",
            "bundled",
            "section diagram manual sjaak fairymax",
            "xboard bishop",
            "export",
            "pychess",
            "refusals",
        ],
    ),
    (
        "cli/src",
        &[
            "beside desk draw interrupt json line memory named picture progress save terminal",
            "excerpt",
            "report",
            "failure",
            "load",
            "complete record",
            "args",
            "jobs",
            "commands",
        ],
    ),
    (
        "desk/src",
        &["folder limits machine rpc upload", "shelf", "compiled", "answers"],
    ),
    (
        "workbench/src",
        &[
            "guard limits priority saving share voice",
            "assets child folder frames hall outgoing tally",
            "session",
            "server",
        ],
    ),
];

const CRATES: &[&str] = &[
    "grammar/src",
    "engine/src",
    "interpreter/src",
    "drawing/src",
    "pages/src",
    "lsp/src",
    "play/src",
    "import/src",
    "cli/src",
    "desk/src",
    "workbench/src",
];

/// The rooms inside `engine/src/engine`, lower ones first, each with its files; those of one room
/// may know each other. Calls of other files' functions count, also as methods of the compiled
/// rules and of positions.
const ROOMS: &[(&str, &[&str])] = &[
    (
        "compiled rules",
        &[
            "acts",
            "ahead",
            "castlings",
            "chain",
            "compiled",
            "core",
            "counting",
            "effects",
            "end_reason",
            "error",
            "extra_state",
            "goals",
            "judging",
            "keys",
            "kill_zones",
            "layout",
            "lookaround",
            "mates",
            "naming",
            "narrow",
            "parts",
            "passed_squares",
            "paths",
            "plan",
            "program",
            "promotions",
            "relations",
            "restrictions",
            "rows",
            "setup",
            "shots",
            "subjects",
            "tables",
            "tagging",
            "terms",
            "turn",
            "whose",
            "width",
        ],
    ),
    ("positions", &["gates", "mv", "position"]),
    (
        "attacks",
        &[
            "attacks",
            "delta",
            "fire",
            "majority",
            "own_captures",
            "powers",
            "targets",
        ],
    ),
    (
        "what follows",
        &["areas", "effect_board", "effect_watch", "follow"],
    ),
    ("legality", &["legality"]),
    ("moves made", &["aftermath", "apply"]),
    ("moves listed", &["movegen"]),
    ("ends", &["outcome", "perft"]),
    ("texts", &["fen", "notation", "san"]),
    ("compiler", &["build"]),
];

/// The one door by which lower files ask for possible moves and their results.
const DOOR: &str = "trial";

/// Calls that go up all the same: the caller and the called. None may be added.
const KNOTS: &[(&str, &str)] = &[];

/// The modules of a crate: path to code, the root with an empty path.
struct Crate {
    modules: BTreeMap<Vec<String>, String>,
}

impl Crate {
    fn read(folder: &str) -> Self {
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
    fn imports(&self) -> BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> {
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
fn uses(code: &str) -> Vec<(bool, String)> {
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
fn paths(code: &str) -> Vec<String> {
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
fn reach<'g>(graph: &'g BTreeMap<String, BTreeSet<String>>, from: &'g str) -> BTreeSet<&'g str> {
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

#[test]
fn modules_import_only_what_lies_below() {
    let mut faults = Vec::new();
    for (folder, layers) in LAYERS {
        let level = |name: &str| {
            layers
                .iter()
                .position(|layer| layer.split(' ').any(|known| known == name))
        };
        let read = Crate::read(folder);
        for module in read.modules.keys().filter(|module| module.len() == 1) {
            if level(&module[0]).is_none() {
                faults.push(format!("{folder}: `{}` stands in no layer", module[0]));
            }
        }
        let imports = read.imports();
        for (from, targets) in imports.get(&Vec::new()).into_iter().flatten() {
            for to in targets {
                if level(from) <= level(to) {
                    faults.push(format!(
                        "{folder}: `{from}` imports `{to}`, which does not lie below it"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_modules_import_each_other() {
    let mut circles: BTreeSet<(String, String)> = BTreeSet::new();
    for folder in CRATES {
        for (parent, mut graph) in Crate::read(folder).imports() {
            for targets in graph.values_mut() {
                targets.remove(DOOR);
            }
            let place = [&[(*folder).to_owned()], &parent[..]].concat().join("/");
            for module in graph.keys() {
                let below = reach(&graph, module);
                let mut circle: Vec<&str> = below
                    .iter()
                    .copied()
                    .filter(|other| reach(&graph, other).contains(module.as_str()))
                    .collect();
                circle.sort_unstable();
                if below.contains(module.as_str()) {
                    circles.insert((place.clone(), circle.join(" ")));
                }
            }
        }
    }
    assert!(circles.is_empty(), "these import each other: {circles:#?}");
}

/// The methods of the compiled rules, positions and generators: name to the types and files that
/// have one.
type Methods = BTreeMap<String, BTreeSet<(String, String)>>;

/// Types whose methods are spread over files.
const SPREAD: &[&str] = &[
    "Core",
    "Compiled",
    "SetupRules",
    "Setup",
    "Pos",
    "Generator",
    "Safety",
];

/// The type that an `impl` line is about, without its parameters.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = if rest.starts_with('<') {
        rest.split_once("> ")?.1
    } else {
        rest.trim_start()
    };
    let rest = rest.split(" for ").last()?;
    rest.split(['<', ' ']).next()
}

fn methods(files: &BTreeMap<String, String>) -> Methods {
    let mut found = Methods::new();
    for (file, code) in files {
        let mut of = None;
        for line in code.lines() {
            if line.starts_with("impl") {
                of = implemented(line).filter(|name| SPREAD.contains(name));
            } else if line.starts_with('}') {
                of = None;
            }
            let (Some(of), Some((before, after))) = (of, line.split_once("fn ")) else {
                continue;
            };
            if line.starts_with("    ")
                && !line.starts_with("     ")
                && (before.trim().is_empty() || before.contains("pub"))
            {
                let name = after.split(['(', '<']).next().unwrap_or_default();
                let one = (of.to_owned(), file.clone());
                found.entry(name.to_owned()).or_default().insert(one);
            }
        }
    }
    found
}

/// The methods that a file calls on `self`, `core`, or names of positions, with the file that has
/// each.
fn calls(file: &str, code: &str, methods: &Methods) -> BTreeSet<(String, String)> {
    let receivers: [(&str, &[&str]); 8] = [
        ("core", &["Core", "Compiled", "SetupRules"]),
        ("self", SPREAD),
        ("pos", &["Pos", "Setup"]),
        ("after", &["Pos"]),
        ("before", &["Pos"]),
        ("there", &["Pos"]),
        ("probe", &["Pos"]),
        ("generator", &["Generator"]),
    ];
    let mut found = BTreeSet::new();
    let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.' || c == '('));
    for word in words {
        for (call, _) in word.match_indices('(') {
            let mut parts = word[..call].rsplit('.');
            let (Some(name), Some(receiver)) = (parts.next(), parts.next()) else {
                continue;
            };
            let receiver = receiver.rsplit('(').next().unwrap_or_default();
            let Some((_, types)) = receivers.iter().find(|(known, _)| *known == receiver) else {
                continue;
            };
            let of: BTreeSet<&String> = methods
                .get(name)
                .into_iter()
                .flatten()
                .filter(|(of, _)| types.contains(&of.as_str()))
                .map(|(_, home)| home)
                .collect();
            // A name that several files have says nothing, nor one that this file has, too.
            if let [home] = of.into_iter().collect::<Vec<_>>()[..]
                && home != file
                && !["(", "<"]
                    .iter()
                    .any(|end| code.contains(&format!("fn {name}{end}")))
            {
                found.insert((home.clone(), name.to_owned()));
            }
        }
    }
    found
}

#[test]
fn rooms_of_the_engine_call_only_what_lies_below() {
    let read = Crate::read("engine/src");
    let inside = read
        .modules
        .iter()
        .filter(|(module, _)| module.len() > 1 && module[0] == "engine");
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (module, code) in inside {
        *files.entry(module[1].clone()).or_default() += code;
    }
    let level = |file: &str| ROOMS.iter().position(|(_, files)| files.contains(&file));
    let methods = methods(&files);
    assert!(methods.len() > 200, "hardly any methods are found");
    let (mut faults, mut knots) = (Vec::new(), BTreeSet::new());
    for (file, code) in files.iter().filter(|(file, _)| *file != DOOR) {
        let Some(own) = level(file) else {
            faults.push(format!("`{file}` stands in no room"));
            continue;
        };
        for (home, name) in calls(file, code, &methods) {
            if home != DOOR && level(&home).is_some_and(|level| level > own) {
                match KNOTS.iter().find(|knot| **knot == (file.as_str(), name.as_str())) {
                    Some(knot) => {
                        knots.insert(*knot);
                    }
                    None => faults.push(format!(
                        "`{file}` calls `{name}` of `{home}`, which lies above it"
                    )),
                }
            }
        }
        let knows = |above: &str| code.contains(&format!("{above}::"));
        if own < level("apply").unwrap_or(0) && (knows("movegen") || knows("apply")) {
            faults.push(format!("`{file}` knows how moves are listed or made"));
        }
    }
    for knot in KNOTS.iter().filter(|knot| !knots.contains(*knot)) {
        faults.push(format!("{knot:?} is no knot any more"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The test itself sees imports.
#[test]
fn imports_are_found() {
    let code = "use super::{a::B, c};\npub use d::{self, E as F};\nfn f() { crate::g::h(); }";
    let found: Vec<String> = uses(code).into_iter().map(|(_, path)| path).collect();
    assert_eq!(found, ["super::a::B", "super::c", "d::self", "d::E"]);
    assert_eq!(
        paths(code),
        ["super::", "crate::g::h"].map(|path| path.trim_end_matches(':'))
    );
}
