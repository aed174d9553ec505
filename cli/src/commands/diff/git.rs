//! Rulesets as they were in a revision of git, with their parents and libraries.

use crate::failure::{self, Failure};
use crate::load::bundled_source;
use anyhow::Context as _;
use ferz::lower::{Library, Source, lower};
use ferz::rules::Ruleset;
use std::path::Path;
use std::process::Command;

/// The ruleset of a file in a revision.
pub(super) fn ruleset(revision: &str, path: &str) -> anyhow::Result<Ruleset> {
    let source = show(revision, path)?;
    let shelf = Revision {
        revision: revision.to_owned(),
    };
    let lowered = lower(source, &shelf);
    match lowered.ruleset {
        Some(rules) => Ok(rules),
        None if lowered.has_errors() => Err(failure::wrong(lowered.diagnostics, lowered.sources)),
        None => Err(Failure::Usage(format!("{revision}:{path} is a library, not a variant")).into()),
    }
}

/// A file in a revision: from the top of the repository or, if it is not there, from this folder.
fn show(revision: &str, path: &str) -> anyhow::Result<Source> {
    let relative = format!("./{path}");
    let mut said = String::new();
    for path in [path, &relative] {
        let name = format!("{revision}:{path}");
        let output = Command::new("git")
            .args(["show", "--end-of-options", &name])
            .output()
            .with_context(|| format!("git is needed to read {name}"))?;
        if output.status.success() {
            let text = String::from_utf8(output.stdout).ok();
            let text = text.with_context(|| format!("{name} is not UTF-8 text"))?;
            return Ok(Source { name, text });
        }
        if said.is_empty() {
            said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        }
    }
    let said = said.strip_prefix("fatal: ").unwrap_or(&said);
    anyhow::bail!(
        "there is no file, no bundled variant and no git revision with a file `{revision}:{path}`; git says: {said}"
    )
}

/// Parents and libraries: beside the file in the same revision, and bundled.
struct Revision {
    revision: String,
}

impl Library for Revision {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let origin = from.and_then(|from| from.strip_prefix(&format!("{}:", self.revision)));
        let bare = !name.contains(['/', '.']);
        let file = if bare {
            format!("{name}.ferz")
        } else {
            name.to_owned()
        };
        if let Some(origin) = origin {
            let beside = clean(&Path::new(origin).parent().unwrap_or(Path::new("")).join(file));
            if beside != origin
                && let Ok(source) = show(&self.revision, &beside)
            {
                return Ok(source);
            }
        }
        bundled_source(name)
            .ok_or_else(|| format!("it is not bundled, and not beside the file in {}", self.revision))
    }

    fn names(&self, _from: Option<&str>) -> Vec<String> {
        let bundled = ferz_rulesets::all().iter().chain(ferz_rulesets::libraries());
        bundled.map(|file| file.name.to_owned()).collect()
    }
}

/// A path without `.` and `..`, as git wants it.
fn clean(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir if parts.last().is_some_and(|last| last != "..") => {
                parts.pop();
            }
            std::path::Component::CurDir => {}
            other => parts.push(other.as_os_str().to_string_lossy().into_owned()),
        }
    }
    let clean = parts.join("/");
    if path.starts_with("./") {
        format!("./{clean}")
    } else {
        clean
    }
}
