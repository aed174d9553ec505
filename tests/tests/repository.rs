//! Rules about the source code itself.

use ferz::dialects::Style;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                out.push((path, text));
            }
        }
    }
    let mut out = Vec::new();
    walk(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder),
        &mut out,
    );
    assert!(!out.is_empty(), "{folder} has no source files");
    out
}

/// Code without comments and without what follows `#[cfg(test)]`.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Variants are data: code never asks which one it runs.
#[test]
fn no_variant_is_named_in_code() {
    // The parent of nearly all is an example everywhere; its title is a word of the field. Two are
    // called by words of the language.
    let mechanics = ferz_tests::library::mechanics();
    let bundled: Vec<(&str, String)> = ferz_rulesets::all()
        .iter()
        // Words of the language, a reason why a text is no move, and mechanics that have the name
        // of a variant.
        .filter(|bundled| {
            let words = [
                "chess",
                "ambiguous",
                "capture",
                "forward",
                "rifle",
                "river",
                "swap",
            ];
            !words.contains(&bundled.name) && mechanics.iter().all(|mechanic| mechanic.name != bundled.name)
        })
        .map(|bundled| {
            let rules = ferz_rulesets::ruleset(bundled.name).expect(bundled.name);
            (bundled.name, rules.title)
        })
        .collect();
    for folder in [
        "grammar/src",
        "engine/src",
        "interpreter/src",
        "drawing/src",
        "pages/src",
        "lsp/src",
        "play/src",
        "cli/src",
        "desk/src",
        "workbench/src",
    ] {
        for (path, text) in sources(folder) {
            if path.file_name().is_some_and(|n| n == "tests.rs") {
                continue;
            }
            let code = code(&text);
            let quoted: HashSet<&str> = code.split('"').collect();
            let examples: Vec<&str> = COMMANDS.iter().flat_map(|c| code.split(c).skip(1)).collect();
            for (name, title) in &bundled {
                // A notation may have the name of the game that is written so.
                if Style::ALL.iter().any(|style| style.word() == *name) {
                    continue;
                }
                // Alone in quotes, by its title, or as the argument of an example.
                let quoted = quoted.contains(name);
                let titled = title.contains(' ') && code.contains(title.as_str());
                let argument = examples.iter().any(|example| example.starts_with(name));
                assert!(
                    !quoted && !titled && !argument,
                    "{} names the variant {name}",
                    path.display()
                );
            }
        }
    }
}

/// The beginnings of examples that name a variant.
const COMMANDS: [&str; 9] = [
    "ferz show ",
    "ferz draw ",
    "ferz play ",
    "ferz perft ",
    "ferz why ",
    "ferz test ",
    "ferz ir ",
    "ferz moves ",
    "ferz doc ",
];

/// The libraries read and write nothing.
#[test]
fn libraries_do_no_io() {
    for folder in [
        "grammar/src",
        "engine/src",
        "interpreter/src",
        "drawing/src",
        "pages/src",
        "lsp/src",
        "play/src",
        "import/src",
    ] {
        for (path, text) in sources(folder) {
            for word in [
                "std::fs",
                "std::net",
                "std::io",
                "std::process",
                "println!",
                "eprintln!",
            ] {
                assert!(!code(&text).contains(word), "{} uses {word}", path.display());
            }
        }
    }
}

/// The syntax tree ends at lowering.
#[test]
fn the_engine_knows_no_syntax_tree() {
    for folder in ["engine/src/engine", "engine/src/board"] {
        for (path, text) in sources(folder) {
            assert!(
                !code(&text).contains("ferz_grammar"),
                "{} knows the syntax tree",
                path.display()
            );
        }
    }
}

/// The first text between quotes behind a place in code, if nothing but space is before it.
fn literal(code: &str) -> Option<&str> {
    code.trim_start().strip_prefix('"')?.split('"').next()
}

/// The book documents every word for a reason, for programs that read answers.
#[test]
fn all_kinds_of_reasons_are_documented() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/cli/looking.md");
    let book = std::fs::read_to_string(book).unwrap();
    let mut kinds: Vec<String> = Vec::new();
    let files = sources("interpreter/src/why");
    let least = files.len();
    for (path, text) in files {
        let text = code(&text);
        let told = text.split("told(").skip(1).filter_map(literal);
        kinds.extend(told.map(str::to_owned));
        if path.ends_with("reason.rs") {
            let list = text.split("pub fn kind(").nth(1).unwrap();
            let list = list.split("\n    }\n").next().unwrap();
            let words = list.split("=> ").skip(1).filter_map(literal);
            kinds.extend(words.map(str::to_owned));
        }
    }
    assert!(kinds.len() > least, "{kinds:?}");
    let missing = kinds.iter().filter(|kind| !book.contains(&format!("`{kind}`")));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// The book has every key behind the fields of a position that the engine reads.
#[test]
fn all_keys_of_positions_are_documented() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/reference/positions.md");
    let book = std::fs::read_to_string(book).unwrap();
    let mut keys: Vec<String> = Vec::new();
    for (path, text) in sources("engine/src") {
        let text = code(&text);
        let after = |word: &str| -> Vec<String> {
            let found = text.split(word).skip(1).filter_map(literal);
            found.map(str::to_owned).collect()
        };
        keys.extend(after("fields.take("));
        keys.extend(after("position_key: Some("));
        if text.contains("TurnKey {") {
            keys.extend(after(" key: "));
        }
        // Keys that have a name in the code.
        let named = [
            "fen/mod.rs",
            "rules/beyond.rs",
            "rules/restrictions.rs",
            "hooks/weapon.rs",
        ];
        if named.iter().any(|name| path.ends_with(name)) {
            keys.extend(after(": &str = "));
        }
    }
    for key in [
        "checks", "again", "absorbed", "towers", "weapons", "immune", "clock",
    ] {
        assert!(keys.iter().any(|known| known == key), "{key}: {keys:?}");
    }
    let missing = keys.iter().filter(|key| !book.contains(&format!("`{key}=")));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// A hook is named in its own file, on its page and in its reasons, and nowhere else: others ask
/// its `HookInfo`.
#[test]
fn hooks_are_named_in_their_files_only() {
    // Positions of turns with several moves have this key, too, without any hook.
    let shared = "passed";
    let mut faults = Vec::new();
    let crates = [
        "cli/src",
        "desk/src",
        "drawing/src",
        "engine/src",
        "import/src",
        "interpreter/src",
        "lsp/src",
        "pages/src",
        "play/src",
        "workbench/src",
    ];
    for (path, text) in crates.iter().flat_map(|folder| sources(folder)) {
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        let text = code(&text);
        for hook in ferz::hooks::registry() {
            let file = format!("{}.rs", hook.name.replace('-', "_"));
            let own = [
                "engine/src/hooks",
                "pages/src/mechanics",
                "interpreter/src/why/mechanics",
            ];
            if own
                .iter()
                .any(|folder| path.ends_with(Path::new(folder).join(&file)))
            {
                continue;
            }
            let keys = hook
                .turn_keys
                .iter()
                .map(|turn| turn.key)
                .chain(hook.position_key);
            for word in keys.filter(|key| *key != shared).chain([hook.name]) {
                if text.contains(&format!("\"{word}\"")) {
                    faults.push(format!("{} names `{word}` of {}", path.display(), hook.name));
                }
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

/// Every rule for both sides, one or neither has its row in the table by which rules are joined.
#[test]
fn rules_for_sides_have_rows() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src/rules/restrictions.rs");
    let text = std::fs::read_to_string(file).unwrap();
    let fields: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub ")?.strip_suffix(": PerSide<bool>,"))
        .collect();
    let missing: Vec<_> = fields
        .iter()
        .filter(|field| !text.contains(&format!(", {field}, rich: ")))
        .collect();
    assert!(missing.is_empty(), "no row in SIDES_RULES: {missing:?}");
    assert_eq!(fields.len(), ferz::rules::SIDES_RULES.len());
}

/// The number of files that name a rule for both sides, one or neither: where it is declared, where
/// it acts, and where people are told of it. Its word and its row say the rest.
const FILES_OF_RULE: usize = 6;

/// Rules that more files name, the number of these, and the reason.
const RULES_IN_MORE_FILES: [(&str, usize, &str); 4] = [
    (
        "must-capture",
        12,
        "listing captures first is faster than listing all moves; the opponent's search looks on",
    ),
    (
        "most-captures",
        9,
        "both engines play captures to the end of the turn, which is limited and costs time",
    ),
    (
        "captures: no",
        9,
        "lints about all that follows from captures ask whether there are any",
    ),
    (
        "exposed-captures",
        7,
        "plain moves, paths and movements of units expose squares",
    ),
];

#[test]
fn rules_are_named_in_few_files() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src/rules/restrictions.rs");
    let table = std::fs::read_to_string(table).unwrap();
    let rows = table.split("rule!(\"").skip(1).filter_map(|row| {
        let (name, rest) = row.split_once("\", ")?;
        Some((name, rest.split(',').next()?))
    });
    // Converters have models of other programs' rules.
    let crates = [
        "cli/src",
        "desk/src",
        "drawing/src",
        "engine/src",
        "interpreter/src",
        "lsp/src",
        "pages/src",
        "play/src",
        "workbench/src",
    ];
    let all: Vec<String> = crates
        .iter()
        .flat_map(|folder| sources(folder))
        .filter(|(path, _)| path.file_stem().is_none_or(|stem| stem != "tests"))
        .map(|(_, text)| code(&text))
        .collect();
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut rules = 0;
    // Drops and promotions have a field of this name, too.
    for (name, field) in rows.filter(|(_, field)| *field != "no_check") {
        let names = |text: &&String| {
            text.contains(&format!("\"{name}\"")) || text.split(|c| !is_letter(c)).any(|word| word == field)
        };
        let count = all.iter().filter(names).count();
        let excepted = RULES_IN_MORE_FILES.iter().find(|rule| rule.0 == name);
        let most = excepted.map_or(FILES_OF_RULE, |rule| rule.1);
        assert!(count <= most, "{count} files name `{name}`");
        assert!(
            excepted.is_none_or(|rule| count == rule.1),
            "{count} files name `{name}` now"
        );
        rules += 1;
    }
    assert_eq!(rules + 1, ferz::rules::SIDES_RULES.len());
}

/// Files below a folder that end so.
fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && name != "node_modules" && name != "variants" {
            files(&path, ending, out);
        } else if name.ends_with(ending) {
            out.push(path);
        }
    }
}

/// Lines of prose: of a page those outside code and tables, of a source its comments.
fn prose(path: &Path, text: &str) -> Vec<String> {
    let is_page = path.extension().is_some_and(|e| e == "md");
    let mut code = false;
    let mut out = Vec::new();
    for line in text.lines() {
        let bare = line.trim_start();
        let said = match is_page {
            true => bare,
            false if bare.starts_with("//") => bare.trim_start_matches(['/', '!']).trim_start(),
            false => continue,
        };
        if said.starts_with("```") {
            code = !code;
        }
        // A text without a space cannot be broken: addresses, pictures, long names.
        let parted = line
            .char_indices()
            .nth(100)
            .is_none_or(|(at, _)| !line[..at].trim().contains(' '));
        let is_prose = !code && !said.starts_with(['|', '<', '!']) && !said.starts_with("[");
        if is_prose && !(parted && line.chars().count() > 100) {
            out.push(line.to_owned());
        }
    }
    out
}

/// Phrases that make sentences hard to read, as pieces of a line.
const HABITS: [&str; 18] = [
    "so many ",
    "So many ",
    "the own ",
    "ho cannot",
    " any more",
    " anew",
    "otherwise than ",
    "move otherwise",
    "moves otherwise",
    "hoever ",
    "be it the ",
    " be had",
    "is so for ",
    "told so",
    "by what is ",
    "for what is ",
    "of what is ",
    "than what ",
];

/// Words that begin a clause in the place of a noun.
const CLAUSES: [&str; 7] = [
    "What ",
    "Where ",
    "Who ",
    "Whose ",
    "Whom ",
    "Whoever ",
    "Whatever ",
];

/// Whether a line of prose has a sentence that begins with a clause in the place of a noun. A
/// question is none, nor is a heading or a row of a table.
fn begins_with_a_clause(line: &str, before: &str) -> bool {
    let bare = |line: &str| {
        let line = line.trim_start().trim_start_matches(['/', '!']).trim_start();
        line.trim_start_matches("- ").to_owned()
    };
    let (line, before) = (bare(line), bare(before));
    if line.contains('?') || line.starts_with('#') {
        return false;
    }
    let begins = before.is_empty() || before.ends_with(['.', ':', '?', '`', '|']);
    CLAUSES.iter().any(|word| {
        (begins && line.starts_with(word))
            || line.contains(&format!(". {word}"))
            || line.contains(&format!("; {word}"))
    })
}

/// Prose has at most 100 columns, and none of the habits that make sentences hard to read.
#[test]
fn prose_is_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    files(&root.join("docs"), ".md", &mut paths);
    for folder in [
        "grammar",
        "engine",
        "interpreter",
        "rulesets",
        "pages",
        "lsp",
        "play",
        "import",
        "desk",
        "workbench",
        "cli",
        "drawing",
        "tests",
        "tests/slow",
        "benches",
        "fuzz",
        "python",
        "js/rust",
        "js/worker",
    ] {
        for part in ["", "src", "tests"] {
            let folder = root.join(folder).join(part);
            if !part.is_empty() && folder.is_dir() || folder.ends_with("rust") || folder.ends_with("worker") {
                files(&folder, ".rs", &mut paths);
            }
        }
    }
    for name in [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "grammar/README.md",
        "engine/README.md",
        "interpreter/README.md",
        "rulesets/README.md",
        "play/README.md",
    ] {
        paths.push(root.join(name));
    }
    let mut faults = Vec::new();
    for path in paths {
        // Pages that are written by programs; and this list.
        let name = path.to_string_lossy();
        if name.contains("src/hooks/") && name.ends_with(".md") || path.ends_with("repository.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let mut before = String::new();
        for line in prose(&path, &text) {
            if line.chars().count() > 100 {
                faults.push(format!("{}: too long: {line}", path.display()));
            }
            let ended = format!("{line} ");
            let habit = HABITS.iter().find(|habit| ended.contains(**habit));
            faults.extend(habit.map(|habit| format!("{}: {habit:?}: {line}", path.display())));
            if begins_with_a_clause(&line, &before) {
                faults.push(format!("{}: begins with a clause: {line}", path.display()));
            }
            before = line;
        }
    }
    assert!(
        faults.is_empty(),
        "{} lines:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Folders whose texts between quotes are read by players and authors.
const TOLD: [&str; 11] = [
    "grammar/src",
    "engine/src",
    "interpreter/src",
    "pages/src",
    "lsp/src",
    "import/src",
    "desk/src",
    "workbench/src",
    "drawing/src",
    "play/src",
    "cli/src",
];

/// Texts of programs and descriptions of variants have none of these habits either.
#[test]
fn texts_for_players_are_plain() {
    let mut faults = Vec::new();
    // "A player who cannot move" has a noun, and stands in many texts.
    let habits = || HABITS.iter().filter(|habit| **habit != "ho cannot");
    for folder in TOLD {
        for (path, text) in sources(folder) {
            if path.file_name().is_some_and(|name| name == "tests.rs") {
                continue;
            }
            for line in code(&text).lines() {
                if let Some(habit) = habits().find(|habit| line.contains(**habit)) {
                    faults.push(format!("{}: {habit:?}: {line}", path.display()));
                }
            }
        }
    }
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::head(bundled).expect(bundled.name);
        let is_wrong = |habit: &&&str| rules.about.contains(**habit);
        let habit = habits()
            .chain(&["hatever ", " what one ", "one drops "])
            .find(is_wrong);
        if habit.is_some() || begins_with_a_clause(&rules.about, "") {
            faults.push(format!("{}: {}", bundled.name, rules.about));
        }
    }
    assert!(
        faults.is_empty(),
        "{} lines:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Phrases by which a file says what it does not know.
const LIMITS: [&str; 6] = [
    "oes not ",
    "o not ",
    "nows no",
    "now no",
    "nows neither",
    "now neither",
];

/// Each file of the engine opens with what it is and what it does not know, so that a reader learns
/// where not to look.
#[test]
fn files_of_the_engine_say_what_they_do_not_know() {
    let mut faults = Vec::new();
    for (path, text) in sources("engine/src") {
        let opening = text.lines().map_while(|line| line.strip_prefix("//!"));
        let opening = opening.collect::<Vec<_>>().join("");
        // The library's opening is the README.
        let is_readme = path.ends_with("engine/src/lib.rs");
        if !is_readme && !LIMITS.iter().any(|limit| opening.contains(limit)) {
            faults.push(format!("{}:{opening}", path.display()));
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

/// A comment on a declaration begins with a noun: `Its` and `Their` have none to refer to.
#[test]
fn comments_begin_with_a_noun() {
    let mut faults = Vec::new();
    for folder in TOLD {
        for (path, text) in sources(folder) {
            let mut before = "";
            for line in text.lines().map(str::trim_start) {
                let begins = |word: &str| {
                    line.strip_prefix("/// ")
                        .is_some_and(|said| said.starts_with(word))
                };
                if !before.starts_with("///") && (begins("Its ") || begins("Their ")) {
                    faults.push(format!("{}: {line}", path.display()));
                }
                before = line;
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

/// Links between files of the repository lead to files that are there, in all its pages.
#[test]
fn links_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(&root).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !["target", ".git"].contains(&name.as_str()) {
            files(&path, ".md", &mut paths);
        } else if name.ends_with(".md") {
            paths.push(path);
        }
    }
    let (mut faults, mut count, pages) = (Vec::new(), 0, paths.len());
    for path in paths {
        let folder = path.parent().unwrap();
        let mut text = std::fs::read_to_string(&path).unwrap();
        // A page of the book that is a file beside it: its links hold in both places.
        if let Some(rest) = text.strip_prefix("{{#include ") {
            text = std::fs::read_to_string(folder.join(rest.split('}').next().unwrap())).unwrap();
        }
        for line in prose(&path, &text).iter().chain(&tables(&text)) {
            for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let file = link.split('#').next().unwrap_or_default();
                // `just book` writes the pages of variants and the book.
                let is_written = file.contains("variants/") || file.starts_with("book/");
                if link.contains("://") || file.is_empty() || is_written {
                    continue;
                }
                count += 1;
                if !folder.join(file).exists() {
                    faults.push(format!("{}: there is no {link}", path.display()));
                }
            }
        }
    }
    assert!(count > pages, "only {count} links were found in {pages} pages");
    assert_eq!(faults, Vec::<String>::new());
}

/// The rows of tables in a page.
fn tables(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(str::to_owned).collect()
}

/// The list of sources has one line for each bundled ruleset, in the part of its family, and no
/// other.
#[test]
fn every_ruleset_stands_in_the_list_of_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = std::fs::read_to_string(root.join("docs/sources.md")).unwrap();
    let families = std::fs::read_to_string(root.join("rulesets/families.tsv")).unwrap();
    let mut expected = Vec::new();
    for line in families.lines() {
        let (folder, title) = line.split_once('\t').unwrap();
        let mut paths = Vec::new();
        files(&root.join("rulesets").join(folder), ".ferz", &mut paths);
        paths.sort();
        let names = paths
            .iter()
            .map(|path| path.file_stem().unwrap().to_string_lossy());
        expected.extend(names.map(|name| format!("{title}: {name}")));
    }
    let mut title = "";
    let mut listed = Vec::new();
    for line in list.lines() {
        title = line.strip_prefix("## ").unwrap_or(title);
        let name = line.strip_prefix("| `").and_then(|rest| rest.split_once('`'));
        listed.extend(name.map(|(name, _)| format!("{title}: {name}")));
    }
    assert_eq!(listed, expected);
}
