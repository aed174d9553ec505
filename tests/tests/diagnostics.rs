//! The messages to an author about a file with errors: the whole page, for every file of
//! `diagnostics/`.

use ferz::lower::{Library, Lowered, Source, lower};
use ferz_grammar::diagnostic::Severity;
use ferz_tests::library::Texts;
use ferz_tests::page::page;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Bundled files, and files beside the one that asks.
struct Folder {
    path: PathBuf,
    bundled: Texts,
}

impl Library for Folder {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let file = self.path.join(format!("{}.ferz", name.trim_end_matches(".ferz")));
        match fs::read_to_string(file) {
            Ok(text) => Ok(Source {
                name: format!("{}.ferz", name.trim_end_matches(".ferz")),
                text,
            }),
            Err(_) => self.bundled.load(name, from),
        }
    }

    fn names(&self, from: Option<&str>) -> Vec<String> {
        self.bundled.names(from)
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("diagnostics")
        .join(name)
}

/// The files of a folder, sorted by name.
fn files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "ferz"));
    files.sort();
    files
}

fn check(path: &Path) -> Lowered {
    let text = fs::read_to_string(path).expect("the corpus is UTF-8");
    let name = path
        .file_name()
        .and_then(|n| n.to_str())
        .expect("names are UTF-8")
        .to_owned();
    let folder = path.parent().expect("a file is in a folder").to_owned();
    lower(
        Source { name, text },
        &Folder {
            path: folder,
            bundled: Texts::default(),
        },
    )
}

/// Every file and its page are one snapshot, file and answer side by side.
fn pages(name: &str, wrong: impl Fn(&Lowered) -> bool) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder(name));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for path in files(name) {
        let lowered = check(&path);
        let stem = path
            .file_stem()
            .and_then(|s| s.to_str())
            .expect("names are UTF-8");
        settings.bind(|| insta::assert_snapshot!(stem, page(&lowered)));
        assert!(wrong(&lowered), "{stem}");
        places_are_inside(&lowered);
    }
}

fn places_are_inside(lowered: &Lowered) {
    for diagnostic in &lowered.diagnostics {
        assert!(!diagnostic.labels.is_empty(), "{}", diagnostic.message);
        // Every error has a remedy.
        let way_out = diagnostic.help.is_some() || diagnostic.severity == Severity::Warning;
        assert!(way_out, "{} {}", diagnostic.code, diagnostic.message);
        for label in &diagnostic.labels {
            let text = &lowered.sources[label.source.0 as usize].text;
            assert!(
                text.get(label.span.start..label.span.end).is_some(),
                "{}",
                diagnostic.message
            );
        }
    }
}

#[test]
fn errors() {
    pages("err", |lowered| lowered.has_errors() && lowered.ruleset.is_none());
}

#[test]
fn warnings() {
    pages("warn", |lowered| {
        !lowered.has_errors() && lowered.ruleset.is_some() && !lowered.diagnostics.is_empty()
    });
}

#[test]
fn the_corpus_is_large() {
    for name in ["err", "warn"] {
        for entry in fs::read_dir(folder(name)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            assert!(
                path.with_extension("ferz").exists(),
                "{} belongs to no file",
                path.display()
            );
        }
    }
    assert!(files("err").len() >= 70, "{}", files("err").len());
    assert!(files("warn").len() >= 10, "{}", files("warn").len());
}

/// A library of its own, in which every name is a variant that extends the next number.
struct Endless {
    standard: bool,
}

impl Library for Endless {
    fn load(&self, name: &str, _: Option<&str>) -> Result<Source, String> {
        let text = match name.strip_prefix('v').and_then(|n| n.parse::<u32>().ok()) {
            Some(n) => format!("variant \"{n}\" extends v{}\n", n + 1),
            None if self.standard => ferz_rulesets::get(name).ok_or("no such file")?.to_owned(),
            None => return Err("the disk is on fire".to_owned()),
        };
        Ok(Source {
            name: name.to_owned(),
            text,
        })
    }
}

fn codes(lowered: &Lowered) -> Vec<&'static str> {
    lowered.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn endless_ancestors_come_to_an_end() {
    let source = Source {
        name: "endless".to_owned(),
        text: "variant \"0\" extends v1\n".to_owned(),
    };
    let lowered = lower(source, &Endless { standard: true });
    assert_eq!(codes(&lowered), ["F0105"]);
}

/// A library of files that extend each other; counts what is read.
struct Circle {
    read: std::cell::RefCell<Vec<String>>,
}

impl Library for Circle {
    fn load(&self, name: &str, _: Option<&str>) -> Result<Source, String> {
        self.read.borrow_mut().push(name.to_owned());
        let text = match name {
            "a" => "variant \"A\" extends b\nwithout castling\n",
            "b" => "variant \"B\" extends c\npiece queen Q = amazon\n",
            "c" => "variant \"C\" extends a\ninclude d\n",
            "d" => "library \"D\"\ninclude e\n",
            "e" => "library \"E\"\ninclude d\n",
            _ => ferz_rulesets::get(name).ok_or("no such file")?,
        };
        Ok(Source {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }

    fn locate(&self, name: &str, _: Option<&str>) -> Option<String> {
        Some(name.to_owned())
    }
}

#[test]
fn circles_are_found_without_reading_twice() {
    for (first, others) in [
        ("a", ["b", "c", "d", "e", "mechanics", "standard"]),
        ("b", ["c", "d", "e", "a", "mechanics", "standard"]),
    ] {
        let library = Circle {
            read: std::cell::RefCell::default(),
        };
        let source = library.load(first, None).expect("it is there");
        library.read.borrow_mut().clear();
        let lowered = lower(source, &library);
        assert_eq!(codes(&lowered), ["F0101", "F0101"], "{}", page(&lowered));
        let mut read = library.read.into_inner();
        read.sort();
        let mut others = others.map(str::to_owned).to_vec();
        others.sort();
        assert_eq!(read, others);
    }
}

#[test]
fn without_the_standard_movements_nothing_goes() {
    let text =
        "variant \"Mine\"\nboard 2x2\narmy both { king K = step all, royal }\nstart \"1k/K1 w - - 0 1\"\n";
    let source = Source {
        name: "mine".to_owned(),
        text: text.to_owned(),
    };
    let lowered = lower(source, &Endless { standard: false });
    assert_eq!(codes(&lowered), ["F0103"]);
    assert!(lowered.diagnostics[0].message.contains("the disk is on fire"));
}

/// Bundled variants with words left out, doubled, swapped and cut: always an answer, with places
/// inside the texts.
#[test]
fn mutations_are_answered() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).expect("small")
    };
    let texts: Vec<&str> = ferz_rulesets::all().iter().map(|b| b.text).collect();
    let mut wrong = 0;
    for _ in 0..600 {
        let text = texts[next(texts.len())];
        let mut words: Vec<&str> = text
            .split_inclusive(|c: char| !c.is_ascii_alphanumeric())
            .collect();
        for _ in 0..=next(3) {
            let (a, b) = (next(words.len()), next(words.len()));
            match next(5) {
                0 => {
                    words.remove(a);
                }
                1 => words.insert(a, words[b]),
                2 => words.swap(a, b),
                3 => words[a] = ["(", "}", "\"", " then ", "9", "|", "rook", ": "][next(8)],
                _ => words.truncate(words.len() - next(words.len() / 4)),
            }
        }
        let lowered = lower(
            Source {
                name: "mutant".to_owned(),
                text: words.concat(),
            },
            &Texts::default(),
        );
        places_are_inside(&lowered);
        assert_eq!(
            lowered.ruleset.is_none(),
            lowered.has_errors(),
            "{}",
            words.concat()
        );
        wrong += usize::from(lowered.has_errors());
    }
    assert!(wrong > 200, "{wrong}");
}

/// Texts that no author writes: they must be answered, and soon.
#[test]
fn monsters_are_answered_quickly() {
    let head = "variant \"Monster\" extends chess\n";
    let doubling: String = (0..60)
        .map(|i| format!("movement m{}(x) = m{i}(m{i}(x))\n", i + 1))
        .collect();
    let chain: String = (0..3000)
        .map(|i| format!("movement m{i} = m{}\n", i + 1))
        .collect();
    let zones: String = (0..3000).map(|i| format!("zone z{i} = z{}\n", i + 1)).collect();
    let mechanics = |count: usize, uses: &[&str], kind: &str, last: &str| {
        let block = |i: usize| match i + 1 < count {
            true => uses
                .iter()
                .map(|x| format!("  use m{}(x: {x})\n", i + 1))
                .collect(),
            false => format!("  on capture {{ {last} }}\n"),
        };
        let all: String = (0..count)
            .map(|i| format!("mechanic m{i}(x: {kind}) {{\n{}}}\n", block(i)))
            .collect();
        format!("{head}{all}end {{ lost: extinct king }}\nuse ")
    };
    let around = "remove: all around target by step all";
    let garbage: String = (0u32..300_000)
        .map(|i| char::from((i.wrapping_mul(2_654_435_761) >> 13) as u8))
        .collect();
    let monsters = [
        "a".repeat(10 << 20),
        format!("{head}piece x X = {}", "(".repeat(100_000)),
        format!("{head}piece x X = {}rook{}", "(".repeat(60), ")".repeat(60)),
        format!("{head}piece x X = {}", "move ".repeat(100_000)),
        format!("{head}piece x X = rook{}", " over any".repeat(50_000)),
        format!("{head}piece x X = rook{}", " | rook".repeat(100_000)),
        format!("{head}piece x X = rook{}", " then rook".repeat(50_000)),
        format!("{head}zone x = a1{}", " | a1".repeat(100_000)),
        format!("{head}movement m0(x) = x | x over any\n{doubling}piece x X = m60(queen)\n"),
        format!("{head}{chain}piece x X = m0\n"),
        format!("{head}{zones}"),
        format!("{head}{}", "piece x X = rook\n".repeat(40_000)),
        format!("{head}{}", "piece foo F = bar baz\n".repeat(36_000)),
        format!("{head}{}", "army white {\n".repeat(50_000)),
        format!("{head}{}", "include robotic\n".repeat(20_000)),
        format!("{head}{}", "use facing-royals\n".repeat(40_000)),
        format!("{head}{}", "promotion pawn { to: queen }\n".repeat(30_000)),
        mechanics(24, &["1", "2"], "number", around) + "m0(x: 1)\n",
        mechanics(24, &["1", "2"], "number", around) + "m0(x: 1)\n" + &zones,
        mechanics(3000, &["x"], "number", around) + "m0(x: 1)\n",
        mechanics(24, &["x | x"], "pieces", "by: x; remove: all on target") + "m0(x: pawn)\n",
        mechanics(24, &["x | x"], "squares", "to: x; remove: all on target") + "m0(x: a1)\n",
        mechanics(24, &["x | x"], "movement", "remove: all around target by x") + "m0(x: step forward)\n",
        format!(
            "{head}{zones}mechanic boom {{\n{}}}\nuse boom\n",
            "  on capture { remove: mover }\n".repeat(20_000)
        ),
        format!("{head}start \"{}\"\n", "8/".repeat(100_000)),
        format!("{head}start \"{}\"\n", "9".repeat(100_000)),
        garbage,
    ];
    for monster in monsters {
        let begin = Instant::now();
        let beginning: String = monster.chars().skip(head.len()).take(30).collect();
        let lowered = lower(
            Source {
                name: "monster".to_owned(),
                text: monster,
            },
            &Texts::default(),
        );
        places_are_inside(&lowered);
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(10), "{beginning}: {took:?}");
        assert!(lowered.diagnostics.len() <= 300, "{beginning}");
    }
}
