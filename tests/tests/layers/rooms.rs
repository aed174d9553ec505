//! The rooms of the engine's two large folders: a file knows the files of its room and of the rooms
//! below, by import, by path or by methods. All may ask a door although it stands above them.
//!
//! docs/ARCHITECTURE.md prints the rooms; `FERZ_WRITE=1` writes them there.

use super::modules::Crate;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A folder of the engine, its rooms, lower ones first, and its doors.
pub(crate) struct Rooms {
    folder: &'static str,
    /// The files that lower ones may ask although they stand above them, and why.
    doors: &'static [(&'static str, &'static str)],
    /// The name of a room, and its files.
    rooms: &'static [(&'static str, &'static str)],
}

pub(crate) const FOLDERS: &[Rooms] = &[
    Rooms {
        folder: "engine",
        doors: &[(
            "trial",
            "some questions of lower files can only be answered by listing moves and making them: \
             whether a royal is attacked by anything that takes it off the board, whether a capture \
             costs its captor a royal, whether a turn can go on",
        )],
        rooms: &[
            (
                "parts of tables",
                "ahead effects end_reason error extra_state judging kill_zones naming narrow parts \
                 passed_squares paths restrictions rows shots tables tagging turn whose width",
            ),
            (
                "compiled rules",
                "acts castlings chain compiled core counting goals keys layout living lookaround mates plan \
                 program promotions relations setup subjects terms",
            ),
            ("positions", "gates mv position"),
            ("attacks", "attacks delta fire own_captures powers targets"),
            (
                "consequences",
                "areas effect_board effect_watch follow foresight majority",
            ),
            ("legality", "bans legality"),
            ("moves made", "aftermath apply"),
            ("moves listed", "movegen"),
            ("moves tried", "trial"),
            ("ends", "outcome perft"),
            ("texts", "fen notation san wording"),
            ("compiler", "build"),
        ],
    },
    Rooms {
        folder: "mechanics",
        doors: &[
            (
                "trial",
                "whether a royal is threatened, a turn goes on or there is anything to do depends on \
                 further movements, which higher files list and carry out",
            ),
            (
                "movements",
                "the receiver of movements; lower files hand it each movement as they find it, and \
                 it judges the movement if they are only counted",
            ),
        ],
        rooms: &[
            ("words", "action courses events flat_view pending points state"),
            ("points and table", "mechanic setup table"),
            (
                "operations",
                "aftermath coming_in consult danger effect_board gates goer keys passed perform \
                 reception removal royals text",
            ),
            (
                "movements of units",
                "arrival castling control drops generate in_passing reach translate",
            ),
            ("entries of rules", "entries"),
            ("turns", "turn"),
            ("judged", "by_sets effect judging movements threat verdict"),
            ("listed", "count going_on legal listing"),
            ("tried", "trial"),
            ("played and read", "explain fen play print san"),
            ("compiler", "compile"),
            ("for the variant", "api"),
        ],
    },
];

/// The rooms of a folder of a crate.
pub(crate) fn of(krate: &str, parent: &[String]) -> Option<&'static Rooms> {
    let of_folder = |rooms: &&Rooms| krate == "engine/src" && parent == [rooms.folder];
    FOLDERS.iter().find(of_folder)
}

impl Rooms {
    /// Whether lower files may ask a file.
    pub(crate) fn is_door(&self, file: &str) -> bool {
        self.doors.iter().any(|(door, _)| *door == file)
    }

    fn level(&self, file: &str) -> Option<usize> {
        let has = |files: &str| files.split(' ').any(|known| known == file);
        self.rooms.iter().position(|(_, files)| has(files))
    }

    /// The files of the folder with their code; a folder of the folder is one file.
    fn files(&self, read: &Crate) -> BTreeMap<String, String> {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for (module, code) in &read.modules {
            if module.len() > 1 && module[0] == self.folder {
                *files.entry(module[1].clone()).or_default() += code;
            }
        }
        files
    }
}

/// The types whose methods stand in one place, and the place: a file, or a folder with its files.
const HOMES: &[(&str, &str)] = &[
    ("Attack", "engine/compiled"),
    ("Compiled", "engine/subjects"),
    ("Core", "engine/core"),
    ("Mechanics", "mechanics/compile mechanics/table"),
    ("Mover", "engine/compiled"),
    ("Pos", "engine/position"),
    ("Setup", "engine/setup mechanics/setup"),
    ("SetupRules", "engine/setup"),
    ("State", "mechanics/state"),
];

/// The type of an `impl` block without a trait.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.starts_with('<') {
        true => rest.split_once("> ")?.1,
        false => rest.trim_start(),
    };
    let name = rest.split(['<', ' ']).next()?;
    (!line.contains(" for ")).then_some(name)
}

#[test]
fn methods_stand_in_their_homes() {
    let read = Crate::read("engine/src");
    let (mut faults, mut seen) = (Vec::new(), BTreeSet::new());
    for (module, code) in &read.modules {
        let path = module.join("/");
        for name in code.lines().filter_map(implemented) {
            let Some((name, homes)) = HOMES.iter().find(|(known, _)| *known == name) else {
                continue;
            };
            let is_home = |home: &str| path == home || path.starts_with(&format!("{home}/"));
            if homes.split(' ').any(is_home) {
                seen.insert(*name);
            } else {
                faults.push(format!("`{path}` has methods of `{name}`, whose home is {homes}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(seen.len(), HOMES.len(), "only {seen:?} have methods");
}

/// Names of methods to their homes: top module and file.
type Methods = BTreeMap<String, BTreeSet<(String, String)>>;

/// Methods of the standard library of whose names we have some, too.
const COMMON: &[&str] = &["and", "any", "chain", "insert", "join", "replace"];

/// The methods of a file: those of `impl` blocks without a trait, and those that traits declare.
fn methods(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in code.lines() {
        let head = line
            .trim_start_matches("pub(crate) ")
            .trim_start_matches("pub(super) ");
        if line.starts_with('}') {
            inside = false;
        } else if head.starts_with("trait ") || head.starts_with("pub trait ") {
            inside = true;
        } else if line.starts_with("impl") {
            inside = !line.contains(" for ");
        }
        let is_own = line.starts_with("    ") && !line.starts_with("     ");
        let Some((before, after)) = line.split_once("fn ").filter(|_| inside && is_own) else {
            continue;
        };
        if before
            .split_whitespace()
            .all(|word| word.starts_with("pub") || word == "const")
        {
            found.extend(after.split(['(', '<']).next());
        }
    }
    found
}

fn all_methods(read: &Crate) -> Methods {
    let mut found = Methods::new();
    for (module, code) in read.modules.iter().filter(|(module, _)| !module.is_empty()) {
        for name in methods(code) {
            let file = module.get(1).cloned().unwrap_or_default();
            let homes = found.entry(name.to_owned()).or_default();
            homes.insert((module[0].clone(), file));
        }
    }
    found
}

/// The names that are called with a dot before them.
fn called(code: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let after_dots = code.split('.').skip(1);
    after_dots
        .filter_map(|rest| {
            let end = rest.find(|c: char| !is_name(c))?;
            let follows = rest[end..].starts_with('(') || rest[end..].starts_with("::<");
            follows.then_some(&rest[..end])
        })
        .collect()
}

#[test]
fn rooms_know_only_what_lies_below() {
    let read = Crate::read("engine/src");
    let (imports, methods) = (read.imports(), all_methods(&read));
    assert!(methods.len() > 300, "hardly any methods are found");
    let mut faults = Vec::new();
    for rooms in FOLDERS {
        let imports = &imports[&vec![rooms.folder.to_owned()]];
        let mut used = BTreeSet::new();
        for (file, code) in rooms.files(&read) {
            let Some(own) = rooms.level(&file) else {
                faults.push(format!("{}: `{file}` stands in no room", rooms.folder));
                continue;
            };
            let lies_above = |other: &str| rooms.level(other).is_some_and(|level| level > own);
            let imported = imports.get(&file).into_iter().flatten().map(String::as_str);
            // A name that a file at its level or below has, too, says nothing.
            let mut asked: Vec<&str> = imported.collect();
            for name in called(&code).into_iter().filter(|name| !COMMON.contains(name)) {
                let homes = methods.get(name).into_iter().flatten();
                let homes: Vec<&str> = homes
                    .map(|(folder, home)| {
                        if *folder == rooms.folder {
                            home.as_str()
                        } else {
                            ""
                        }
                    })
                    .collect();
                if homes.iter().all(|home| lies_above(home)) {
                    asked.extend(homes);
                }
            }
            for other in asked.into_iter().filter(|other| lies_above(other)) {
                if rooms.is_door(other) {
                    used.insert(other.to_owned());
                } else {
                    faults.push(format!("{}: `{file}` asks `{other}` above it", rooms.folder));
                }
            }
        }
        let unused = rooms.doors.iter().filter(|(door, _)| !used.contains(*door));
        faults.extend(unused.map(|(door, _)| format!("{}: `{door}` is no door any more", rooms.folder)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every file that the table names exists.
#[test]
fn rooms_have_files() {
    let read = Crate::read("engine/src");
    for rooms in FOLDERS {
        let files = rooms.files(&read);
        let named: Vec<&str> = rooms
            .rooms
            .iter()
            .flat_map(|(_, files)| files.split(' '))
            .collect();
        let gone: Vec<&&str> = named.iter().filter(|file| !files.contains_key(**file)).collect();
        assert!(gone.is_empty(), "{}: {gone:?} are no files", rooms.folder);
        let once: BTreeSet<&&str> = named.iter().collect();
        assert_eq!(
            once.len(),
            named.len(),
            "{}: a file stands in two rooms",
            rooms.folder
        );
    }
}

/// A paragraph in lines of at most a hundred characters.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let fits = length + 1 + word.len() <= 100;
        match (length, fits) {
            (0, _) => {}
            (_, true) => out.push(' '),
            (_, false) => out.push('\n'),
        }
        length = if fits && length > 0 {
            length + 1 + word.len()
        } else {
            word.len()
        };
        out.push_str(word);
    }
    out
}

/// The rooms as docs/ARCHITECTURE.md prints them.
fn printed() -> String {
    let mut out = String::new();
    for rooms in FOLDERS {
        out += &format!(
            "| rooms of `{}`, lower ones first | files |\n|---|---|\n",
            rooms.folder
        );
        for (name, files) in rooms.rooms {
            let files: Vec<String> = files.split(' ').map(|file| format!("`{file}`")).collect();
            out += &format!("| {name} | {} |\n", files.join(", "));
        }
        for (door, reason) in rooms.doors {
            let words = format!("A door of `{}` is `{door}`: {reason}.", rooms.folder);
            out += &format!("\n{}\n", wrapped(&words));
        }
        out.push('\n');
    }
    out
}

#[test]
fn architecture_prints_the_rooms() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ARCHITECTURE.md");
    let text = std::fs::read_to_string(&file).expect("the page can be read");
    let (begin, end) = ("<!-- rooms -->\n", "<!-- end of rooms -->\n");
    let (before, rest) = text
        .split_once(begin)
        .expect("the page has a place for the rooms");
    let (old, after) = rest.split_once(end).expect("the place has an end");
    let wanted = format!("\n{}", printed());
    if std::env::var_os("FERZ_WRITE").is_some() {
        let text = format!("{before}{begin}{wanted}{end}{after}");
        std::fs::write(&file, text).expect("the page can be written");
        return;
    }
    assert_eq!(
        old, wanted,
        "the rooms are old: FERZ_WRITE=1 cargo test -p ferz-tests --test layers"
    );
}

/// The test itself sees methods and their calls.
#[test]
fn methods_are_found() {
    let code = "impl<B> Table<B> {\n    pub(crate) fn one<T>(&self) {\n        x.two().three::<B>(4)\n    }\n}\n\
                impl Deref for A {\n    fn deref(&self) {}\n}\npub(crate) trait T {\n    fn five();\n}\n";
    assert_eq!(methods(code), ["one", "five"]);
    assert_eq!(called(code).into_iter().collect::<Vec<_>>(), ["three", "two"]);
}
