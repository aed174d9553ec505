//! The book: its examples are right, and it has a page for everything that is bundled.
//!
//! A block ` ```ferz ` is a whole file, ` ```ferz,fragment ` declarations that a variant of chess
//! may have: both must have no errors. A block ` ```console ` shows commands behind `$ ` and what
//! they print; `...` on a line of its own stands for anything. With ` ```ferz,file=NAME ` or `
//! ```toml,file=NAME ` the commands that follow find that text in the file.

use super::ferz;
use std::path::{Path, PathBuf};

/// A fenced block of a page.
struct Block {
    line: usize,
    words: Vec<String>,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folders of the book.
const PARTS: [&str; 6] = ["", "howto", "reference", "cli", "explanation", "hooks"];

/// The pages of the book and the files beside it, by path.
fn pages() -> Vec<(String, String)> {
    let mut paths = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for part in PARTS {
        for entry in std::fs::read_dir(root().join("docs/src").join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    paths.into_iter().map(read).collect()
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (i, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(words)) => {
                open = Some(Block {
                    line: i + 1,
                    words: words.split(',').map(str::to_owned).collect(),
                    text: String::new(),
                });
            }
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}

/// The words of a command line; quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_ferz_block_is_right() {
    let mut count = 0;
    for (name, page) in pages() {
        let folder = tempfile::tempdir().unwrap();
        for block in blocks(&page).iter().filter(|b| b.words[0] == "ferz") {
            let whole = match block.words.get(1).map(String::as_str) {
                Some("fragment") => format!("variant \"Fragment\" extends chess\n{}", block.text),
                _ => block.text.clone(),
            };
            // Files of a page may include those that were written before.
            let named = block.words.iter().find_map(|w| w.strip_prefix("file="));
            let file = folder.path().join(named.unwrap_or("example.ferz"));
            std::fs::write(&file, whole).unwrap();
            let output = ferz(&["check"]).arg(&file).output().unwrap();
            assert!(
                output.status.success(),
                "{name}, line {}:\n{}",
                block.line,
                String::from_utf8_lossy(&output.stderr)
            );
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} blocks were found");
}

#[test]
fn every_console_block_prints_what_it_says() {
    let mut count = 0;
    // Pages that change their file from step to step are tested by themselves.
    let stepwise = ["tutorial.md", "workbench.md"];
    for (name, page) in pages()
        .into_iter()
        .filter(|(name, _)| !stepwise.contains(&name.as_str()))
    {
        let folder = tempfile::tempdir().unwrap();
        for block in blocks(&page) {
            if let Some(file) = block.words.iter().find_map(|w| w.strip_prefix("file=")) {
                std::fs::write(folder.path().join(file), &block.text).unwrap();
            }
            if block.words[0] != "console" {
                continue;
            }
            for part in block.text.split("$ ferz ").skip(1) {
                let (command, said) = part.split_once('\n').unwrap();
                let words = words(command);
                let args: Vec<&str> = words.iter().map(String::as_str).collect();
                let output = ferz(&args).current_dir(folder.path()).output().unwrap();
                let printed = format!(
                    "{}{}",
                    String::from_utf8_lossy(&output.stdout),
                    String::from_utf8_lossy(&output.stderr)
                );
                let mut rest = printed.as_str();
                for (i, piece) in said.split("...\n").enumerate() {
                    let piece = piece.trim_end();
                    let at = rest.find(piece).filter(|&at| i > 0 || at == 0);
                    let at = at.unwrap_or_else(|| {
                        panic!(
                            "{name}, line {}: the page says\n{piece}\nbut `ferz {command}` prints\n{printed}",
                            block.line
                        )
                    });
                    rest = &rest[at + piece.len()..];
                }
                if !said.ends_with("...\n") {
                    assert_eq!(
                        rest.trim(),
                        "",
                        "{name}, line {}: `ferz {command}` prints more",
                        block.line
                    );
                }
                count += 1;
            }
        }
    }
    assert!(count >= 4, "only {count} commands were found");
}

/// Links between pages lead to pages and headings that are there; pages of variants are written by
/// `just book`.
#[test]
fn links_between_pages_lead_somewhere() {
    let folder = root().join("docs/src");
    let mut count = 0;
    for part in PARTS {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|e| e != "md") || path.ends_with("SUMMARY.md") {
                continue;
            }
            let page = std::fs::read_to_string(&path).unwrap();
            let lines = whole(&path).lines().count();
            assert!(lines < 250, "{}: {lines} lines", path.display());
            for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                if link.contains("://") || link.starts_with("variants/") {
                    continue;
                }
                let (file, heading) = link.split_once('#').unwrap_or((link, ""));
                let target = match file {
                    "" => path.clone(),
                    file => path.parent().unwrap().join(file),
                };
                assert!(target.is_file(), "{}: there is no {link}", path.display());
                if !heading.is_empty() {
                    assert!(
                        whole(&target)
                            .lines()
                            .any(|line| anchor(line).as_deref() == Some(heading)),
                        "{}: {link}: no such heading",
                        path.display()
                    );
                }
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} links were found");
}

/// A page with the file that it includes, if it is nothing but that.
fn whole(page: &Path) -> String {
    let text = std::fs::read_to_string(page).unwrap();
    match text.strip_prefix("{{#include ") {
        Some(rest) => {
            let name = rest.split('}').next().unwrap();
            std::fs::read_to_string(page.parent().unwrap().join(name)).unwrap()
        }
        None => text,
    }
}

/// The summary names every page of the book, and only pages that are there.
#[test]
fn the_summary_names_every_page() {
    let folder = root().join("docs/src");
    let summary = std::fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let links = summary
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let named: Vec<&str> = links.filter(|link| !link.starts_with("variants/")).collect();
    for link in &named {
        assert!(folder.join(link).is_file(), "SUMMARY.md: there is no {link}");
    }
    for part in PARTS {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(&folder)
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            let is_page = name.ends_with(".md") && name != "SUMMARY.md";
            assert!(
                !is_page || named.contains(&name.as_str()),
                "SUMMARY.md lacks {name}"
            );
        }
    }
}

/// The anchor of a heading, as mdBook makes it.
fn anchor(line: &str) -> Option<String> {
    let title = line.strip_prefix('#')?.trim_start_matches('#').trim();
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_');
    Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
}

/// The summary has a chapter for each bundled variant below their list, as `just book` writes them.
#[test]
fn every_variant_has_a_page() {
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    let (_, below) = summary.split_once("(variants/index.md)").unwrap();
    let missing: Vec<String> = ferz_rulesets::all()
        .iter()
        .filter(|bundled| !below.contains(&format!("(variants/{}.md)", bundled.name)))
        .map(|bundled| format!("  - [...](variants/{}.md)", bundled.name))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/src/SUMMARY.md lacks\n{}",
        missing.join("\n")
    );
    for line in summary.lines().filter(|line| line.contains("(variants/")) {
        let name = line.split("(variants/").nth(1).unwrap().trim_end_matches(".md)");
        assert!(
            name == "index" || ferz_rulesets::get(name).is_some(),
            "docs/src/SUMMARY.md has a page for {name}, which is not bundled"
        );
    }
}

/// The pictures of the book are those that `ferz draw` draws.
#[test]
fn pictures_are_up_to_date() {
    let list = std::fs::read_to_string(root().join("docs/src/images/pictures.txt")).unwrap();
    let mut files = 0;
    for line in list.lines() {
        let (file, command) = line.split_once(": ").unwrap();
        // A text in quotes is one argument.
        let parts = command.split('\'').enumerate();
        let args: Vec<&str> = parts
            .flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect();
        let text = super::output(&args);
        let committed = std::fs::read_to_string(root().join("docs/src/images").join(file)).unwrap();
        assert!(
            text == committed,
            "docs/src/images/{file} is old: write it anew with `ferz {command}`"
        );
        files += 1;
    }
    let svgs = std::fs::read_dir(root().join("docs/src/images"))
        .unwrap()
        .filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|e| e == "svg"))
        .count();
    assert_eq!(files, svgs, "pictures.txt lists all pictures");
}
