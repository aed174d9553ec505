//! Every construct of a text stands in the report, whatever is wrong with it, and a text that lacks
//! rules is no text.

use ferz::snapshot::Random;
use ferz_import::{Format, Import, Section, import};
use std::path::Path;

/// The texts of a format that fuzzing begins with.
fn corpus(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/corpus")
        .join(name);
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// Lines in another order, one left out, and a character replaced by another one.
fn changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    for _ in 0..random.below(3) {
        let (a, b) = (random.below(lines.len()), random.below(lines.len()));
        lines.swap(a, b);
    }
    lines.remove(random.below(lines.len()));
    let mut signs: Vec<char> = lines.join("\n").chars().collect();
    if !signs.is_empty() && random.below(2) == 0 {
        let at = random.below(signs.len());
        signs[at] = ['x', '9', '$', ':', '=', ',', ' ', 'Q'][random.below(8)];
    }
    signs.into_iter().collect()
}

fn each(name: &str, format: Format, check: impl Fn(&str, &Import)) {
    let mut random = Random::new(17);
    for text in corpus(name) {
        check(&text, &import(&text, format, &[]));
        for _ in 0..6 {
            let text = changed(&text, &mut random);
            check(&text, &import(&text, format, &[]));
        }
    }
}

/// Whether a section, or the text outside of all of them, has something about a line.
fn tells(told: &Import, line: usize) -> bool {
    let findings = told.sections.iter().flat_map(|section| &section.findings);
    let mut findings = findings.chain(&told.findings);
    let mut keys = told.sections.iter().flat_map(|section| &section.keys);
    keys.any(|key| key.line == line) || findings.any(|finding| finding.line == line)
}

#[test]
fn every_key_of_a_section() {
    each("ini", Format::Ini, |text, told| {
        // Without its parent, or with a name that is none, a section is not read further.
        let is_read = told
            .sections
            .iter()
            .all(|section| !section.keys.is_empty() || section.findings.is_empty());
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            let says = !line.is_empty() && !line.starts_with(['#', ';', '[']);
            assert!(
                !says || !is_read || tells(told, at + 1),
                "{text}\nline {}: {line}",
                at + 1
            );
        }
    });
}

#[test]
fn every_field_of_a_diagram() {
    each("diagram", Format::Diagram, |text, told| {
        let section = &told.sections[0];
        for (at, line) in text.lines().enumerate() {
            let comment = line.trim_start().starts_with(['<', '#']);
            let mut left: Vec<char> = line.chars().collect();
            let own = section.keys.iter();
            for key in own.filter(|key| key.line == at + 1 && key.key != "assumed") {
                for (offset, sign) in key.value.chars().enumerate() {
                    let place = key.column - 1 + offset;
                    assert_eq!(left[place], sign, "{text}\n{key:?}");
                    left[place] = ' ';
                }
            }
            let rest = plain(&left.into_iter().collect::<String>());
            // Of `key=value` the key names the line of the report.
            let keyed = section
                .keys
                .iter()
                .any(|key| key.line == at + 1 && rest.strip_suffix('=') == Some(plain(&key.key).as_str()));
            assert!(
                comment || rest.is_empty() || keyed,
                "{text}\nline {}: `{rest}`",
                at + 1
            );
        }
    });
}

/// A text without the signs that part its words.
fn plain(text: &str) -> String {
    text.chars().filter(|sign| !" \t,:".contains(*sign)).collect()
}

/// A text with lost rules is only there for those who ask for it.
#[test]
fn lost_rules_leave_no_text() {
    let is_honest = |section: &Section| section.lost.is_empty() || section.ferz.is_none();
    for (name, format) in [
        ("ini", Format::Ini),
        ("diagram", Format::Diagram),
        ("sjaak", Format::Sjaak),
        ("fairymax", Format::FairyMax),
        ("xboard", Format::XBoard),
        ("bishop", Format::Bishop),
    ] {
        each(name, format, |text, told| {
            assert!(told.sections.iter().all(is_honest), "{text}");
        });
    }
    let diagram = "files=8\nranks=8\nholdingsType=1\nking:K:K::e1\nrook:R:R::a1\n";
    let mut told = import(diagram, Format::Diagram, &[]);
    let lossy = told.sections.last_mut().unwrap();
    assert_eq!(lossy.ferz, None);
    assert_eq!(lossy.lost.len(), 1, "{:?}", lossy.lost);
    lossy.settle();
    assert!(lossy.ferz.as_deref().unwrap().starts_with("variant"));
}
