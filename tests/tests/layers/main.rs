//! Modules import only what lies below them, and nothing in a circle.
//!
//! Cargo holds the layers of crates. Inside a crate [`LAYERS`] gives the order;
//! docs/ARCHITECTURE.md gives it in words. In every folder the files must not import each other in
//! a circle. The two large folders of the engine have [`rooms`] besides.

mod modules;
mod rooms;
mod sides;

use modules::{Crate, paths, reach, uses};
use std::collections::BTreeSet;

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
            "order",
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
            if let Some(rooms) = rooms::of(folder, &parent) {
                graph
                    .values_mut()
                    .for_each(|targets| targets.retain(|target| !rooms.is_door(target)));
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
