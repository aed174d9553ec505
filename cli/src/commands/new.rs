//! `ferz new`: the first files of a variant.

mod suggestions;
mod whole;

use crate::args::New;
use crate::failure::Failure;
use crate::json::WrittenReport;
use crate::{load, terminal};
use anyhow::Context as _;
use ferz::engine::Variant;
use ferz::rules::Side;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suggestions::{Suggestions, compiled};
use whole::Whole;

/// Longest name of a variant's file.
const LONGEST: usize = 64;

pub(crate) fn run(args: &New) -> anyhow::Result<ExitCode> {
    let (folder, name) = split(&args.name)?;
    let title = args.title.clone().unwrap_or_else(|| title(&name));
    if title.contains(['"', '\\']) || title.chars().any(char::is_control) {
        return Err(Failure::Usage("a title has no quotes, backslashes or line breaks".to_owned()).into());
    }
    let (rules, tests) = match &args.extends {
        Some(parent) if args.armies || args.board.is_some() => {
            let option = if args.armies { "armies" } else { "board" };
            let message = format!(
                "`--{option}` is for a variant that stands alone: with `--extends` it has board and armies of {parent}"
            );
            return Err(Failure::Usage(message).into());
        }
        Some(parent) => extending(&title, parent)?,
        None => alone(&title, args),
    };
    let (rules_path, tests_path) = (
        folder.join(format!("{name}.ferz")),
        folder.join(format!("{name}.toml")),
    );
    for path in [&rules_path, &tests_path] {
        anyhow::ensure!(
            !path.exists(),
            "{} is there already and stays as it is; choose another name",
            path.display()
        );
    }
    if !folder.as_os_str().is_empty() {
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    write(&rules_path, &rules)?;
    if let Err(error) = write(&tests_path, &tests) {
        // Half of a pair is of no use.
        let _ = std::fs::remove_file(&rules_path);
        return Err(error);
    }
    if args.json {
        let mut out = stdout().lock();
        serde_json::to_writer(&mut out, &WrittenReport::new(&[rules_path, tests_path]))?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (rules, tests) = (terminal::path(&rules_path), terminal::path(&tests_path));
    write!(
        stdout().lock(),
        "wrote {rules} and {tests}\n\nnext:\n  \
         edit {rules}\n  \
         ferz check {rules}           what is wrong with it\n  \
         ferz show {rules}            how it looks\n  \
         ferz test {tests} --watch    its tests, after every change\n  \
         ferz play {rules}            play it\n"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Creates a file that is not there yet.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .with_context(|| format!("cannot create {}", path.display()))?;
    let written = file.write_all(text.as_bytes());
    if written.is_err() {
        let _ = std::fs::remove_file(path);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Folder and name without extension; refuses what could not be extended by its name.
fn split(argument: &str) -> anyhow::Result<(PathBuf, String)> {
    let path = Path::new(argument);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let name = name.strip_suffix(".ferz").unwrap_or(&name).to_owned();
    let usage = |message: String| Err(Failure::Usage(message).into());
    if name.is_empty() || argument.ends_with(['/', '\\']) {
        return usage(format!(
            "`{argument}` names no variant; for example: ferz new my-chess"
        ));
    }
    if name.len() > LONGEST {
        return usage(format!("a name has at most {LONGEST} letters"));
    }
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.chars().all(fits) || !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with('-') {
        let words: String = name
            .to_lowercase()
            .chars()
            .map(|c| if fits(c) { c } else { '-' })
            .collect();
        let better = words
            .split('-')
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        let better = better.trim_start_matches(|c: char| !c.is_ascii_lowercase());
        let hint = if better.is_empty() {
            String::new()
        } else {
            format!("; `{better}` would do")
        };
        return usage(format!(
            "`{name}` cannot be the name of a variant: small letters, digits and hyphens, a letter first{hint}"
        ));
    }
    if ferz_rulesets::get(&name).is_some() {
        return usage(format!(
            "`{name}` is the name of a bundled variant; choose another"
        ));
    }
    Ok((folder, name))
}

/// A title from a name: `my-chess` becomes `My Chess`.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |c| {
            format!("{}{}", c.to_ascii_uppercase(), letters.as_str())
        })
    };
    name.split('-').map(word).collect::<Vec<_>>().join(" ")
}

/// The files of a variant that extends another.
fn extending(title: &str, parent: &str) -> anyhow::Result<(String, String)> {
    if ferz_rulesets::get(parent).is_none() {
        return Err(load::not_bundled(parent).into());
    }
    let loaded = load::variant(parent)?;
    // A name that begins with a digit stands in quotes.
    let quoted = if parent.starts_with(|c: char| c.is_ascii_digit()) {
        format!("\"{parent}\"")
    } else {
        parent.to_owned()
    };
    let header = format!(
        "\
variant \"{title}\" extends {quoted}
about \"What makes it special, in one sentence.\"
source \"Who invented it, and where its rules are written.\"
"
    );
    let suggestions = Suggestions::new(&header, &loaded.variant);
    let mut rules = format!(
        "\
{header}
# This is a complete variant already: everything is as in {parent}. State the differences here.
# Remove the `#` before the lines of a suggestion to try it, and let `ferz check` report errors.

{}",
        pieces(&loaded.variant)
    );
    for suggestion in &suggestions.list {
        let _ = write!(
            rules,
            "\n# {}\n{}",
            suggestion.about,
            commented(&suggestion.lines)
        );
    }
    Ok((rules, tests(title, &loaded.variant, suggestions.test.as_deref())))
}

/// The files of a small variant that stands alone.
fn alone(title: &str, args: &New) -> (String, String) {
    let whole = Whole {
        title,
        size: args.board.unwrap_or(whole::SIZE),
        armies: args.armies,
    };
    let rules = whole.rules();
    let tests = if args.board.is_none() && !args.armies {
        whole.tests()
    } else {
        compiled(&rules, &[]).map_or_else(String::new, |variant| tests(title, &variant, None))
    };
    (rules, tests)
}

/// Lines as comments.
fn commented(lines: &str) -> String {
    lines.lines().map(|line| format!("# {line}\n")).collect()
}

/// The parent's pieces, as a comment.
fn pieces(variant: &Variant) -> String {
    let mut out = String::new();
    for side in Side::ALL {
        let names: Vec<String> = variant
            .rules()
            .pieces
            .iter()
            .filter_map(|(name, piece)| Some(format!("{name} {}", piece.letter[side]?)))
            .collect();
        let _ = writeln!(out, "# {side}: {}", names.join(", "));
    }
    out
}

/// Tests that a variant passes as it stands.
fn tests(title: &str, variant: &Variant, of_suggestion: Option<&str>) -> String {
    let start = variant.start();
    let moves = variant.legal_moves(&start);
    let texts = variant.move_texts(&start, &moves);
    let mut out = format!(
        "\
# Tests of {title}: facts that must stay true. `ferz test` runs them.

"
    );
    if let Some(first) = texts.iter().min() {
        let _ = write!(
            out,
            "\
[[position]]
name = \"the start: a move that can be played\"
legal = [\"{first}\"]
check = {}

[[game]]
name = \"no player has won after one move\"
moves = \"{first}\"
after = {{ end = \"none\" }}

",
            variant.in_check(&start)
        );
    }
    let _ = write!(
        out,
        "\
[[perft]]
name = \"the number of moves at the start, counted by ferz: tells when something changes\"
counts = [{}]
",
        moves.len()
    );
    if let Some(test) = of_suggestion {
        let _ = write!(
            out,
            "\n# A test for the new piece that the rules suggest: where exactly it can go.\n{}",
            commented(test)
        );
    }
    out
}
