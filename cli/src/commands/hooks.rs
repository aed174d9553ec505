//! `ferz hooks`: the special mechanics that a variant can use.

use crate::failure::Failure;
use crate::json::{HookReport, ParameterReport};
use crate::load;
use crate::terminal;
use ferz::mechanics::Mechanic;
use ferz_grammar::suggest::closest;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::process::ExitCode;

pub(crate) fn run(name: Option<&str>, markdown: bool, json: bool) -> anyhow::Result<ExitCode> {
    let mut out = stdout().lock();
    if markdown {
        let page = match name {
            None => overview(),
            Some(name) => page(&find(name)?),
        };
        out.write_all(page.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    match name {
        None => list(json, &mut out)?,
        Some(name) => one(&find(name)?, json, &mut out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// All hooks, a line each.
fn list(json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let hooks = &load::mechanics();
    if json {
        let users = users();
        let all: Vec<HookReport<'_>> = hooks.iter().map(|hook| report(hook, &users)).collect();
        serde_json::to_writer_pretty(&mut *out, &all)?;
        writeln!(out)?;
        return Ok(());
    }
    let longest = hooks.iter().map(|hook| hook.name.len()).max().unwrap_or(0);
    for hook in hooks {
        writeln!(out, "{:longest$}  {}", hook.name, hook.summary)?;
    }
    Ok(())
}

/// Everything about one hook.
fn one(hook: &Mechanic, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        serde_json::to_writer_pretty(&mut *out, &report(hook, &users()))?;
        writeln!(out)?;
        return Ok(());
    }
    let width = terminal::width().min(100);
    writeln!(out, "{}: {}\n", hook.name, hook.summary)?;
    write!(out, "{}", terminal::wrapped(&hook.doc, width))?;
    if !hook.parameters.is_empty() {
        writeln!(out, "\nParameters:")?;
    }
    for parameter in &hook.parameters {
        let default = match &parameter.default {
            Some(default) => format!("default {default}"),
            None => "must be given".to_owned(),
        };
        let line = format!(
            "{}: {} ({default})\n{}.",
            parameter.name,
            parameter.kind.words(),
            parameter.doc
        );
        let text = terminal::wrapped(&line, width - 6);
        writeln!(out, "  {}", text.trim_end().replace('\n', "\n      "))?;
    }
    if let Some(key) = hook.position_key {
        writeln!(out, "\nPositions have the key `{key}=`.")?;
    }
    if hook.repeatable {
        writeln!(out, "\nA variant may use it several times.")?;
    }
    if hook.is_text {
        writeln!(
            out,
            "\nIt is written in the language: `rulesets/lib/mechanics.ferz`."
        )?;
    }
    writeln!(out, "\nExample:\n")?;
    for line in hook.ruleset().lines() {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    if let Some(users) = users().remove(&hook.name) {
        let line = format!("Bundled variants that use it: {}.", users.join(", "));
        write!(out, "\n{}", terminal::wrapped(&line, width))?;
    }
    Ok(())
}

/// The hook of a name.
pub(crate) fn find(name: &str) -> Result<Mechanic, Failure> {
    let hooks = load::mechanics();
    let found = hooks.iter().find(|hook| hook.name == name);
    found.cloned().ok_or_else(|| {
        let hint = match closest(name, hooks.iter().map(|hook| hook.name.as_str())) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`ferz hooks` lists them".to_owned(),
        };
        Failure::Usage(format!("there is no hook `{name}`; {hint}"))
    })
}

/// Bundled variants by the hooks that they use.
type Users = BTreeMap<String, Vec<&'static str>>;

fn report<'h>(hook: &'h Mechanic, users: &'h Users) -> HookReport<'h> {
    let parameters = hook.parameters.iter().map(|parameter| ParameterReport {
        name: &parameter.name,
        kind: parameter.kind.words(),
        default: parameter.default.as_deref(),
        doc: &parameter.doc,
    });
    HookReport {
        name: &hook.name,
        summary: &hook.summary,
        doc: &hook.doc,
        parameters: parameters.collect(),
        position_key: hook.position_key,
        repeatable: hook.repeatable,
        is_text: hook.is_text,
        example: hook.ruleset(),
        used_by: users.get(&hook.name).cloned().unwrap_or_default(),
    }
}

/// The part of the overview about hooks that cannot be used together.
fn contradictions() -> String {
    let mut out =
        "\n## Hooks that contradict each other\n\n| hook | and | why not both |\n|---|---|---|\n".to_owned();
    for pair in ferz::hooks::CONTRADICTIONS {
        let [first, second] = pair.hooks.map(link);
        let reason = cell(pair.reason);
        out.push_str(&format!("| {first} | {second} | {reason} |\n"));
    }
    out
}

/// A link from the overview to the page of a hook.
fn link(name: &str) -> String {
    format!("[`{name}`](hooks/{name}.md)")
}

/// The page of the manual that lists the hooks.
fn overview() -> String {
    let about = "Mechanics that a ruleset uses with `use NAME(key: value, ...)`. Every one works alone on any game whose pieces \
                 fit, and together with the others; their pieces, zones and numbers are parameters. `ferz hooks NAME` prints \
                 the same about one of them.";
    let mut out = format!("# Hooks\n\n{}\n| hook | |\n|---|---|\n", prose(about));
    for hook in &load::mechanics() {
        out.push_str(&format!("| {} | {} |\n", link(&hook.name), cell(&hook.summary)));
    }
    out.push_str(&contradictions());
    out
}

/// The page of the manual about a hook.
fn page(hook: &Mechanic) -> String {
    let mut out = format!("# {}\n\n{}", hook.name, prose(&hook.doc));
    if !hook.parameters.is_empty() {
        out.push_str("\n| parameter | is | default | |\n|---|---|---|---|\n");
    }
    for parameter in &hook.parameters {
        let default = match &parameter.default {
            Some(default) => format!("`{default}`"),
            None => "must be given".to_owned(),
        };
        out.push_str(&format!(
            "| `{}` | {} | {default} | {} |\n",
            parameter.name,
            cell(&parameter.kind.words()),
            cell(&parameter.doc)
        ));
    }
    out.push_str(&format!("\n```ferz\n{}\n```\n", hook.ruleset().trim_end()));
    let notes = notes(hook);
    if !notes.is_empty() {
        out.push_str(&format!("\n{}", prose(&notes.join(" "))));
    }
    out
}

/// The last sentences of such a page.
fn notes(hook: &Mechanic) -> Vec<String> {
    let key = hook
        .position_key
        .map(|key| format!("Positions have the key `{key}=`."));
    let times = hook
        .repeatable
        .then(|| "A variant may use it several times.".to_owned());
    let text = hook
        .is_text
        .then(|| "It is written in the language: `rulesets/lib/mechanics.ferz`.".to_owned());
    let users = users();
    let users = users
        .get(&hook.name)
        .map(|names| format!("Bundled variants that use it: {}.", names.join(", ")));
    [key, times, text, users].into_iter().flatten().collect()
}

/// A paragraph of the manual, wrapped.
fn prose(text: &str) -> String {
    format!("{}\n", terminal::wrapped(text, 100).trim_end())
}

/// The bundled variants that use each hook; they say where their rules come from.
fn users() -> Users {
    let mut users = Users::new();
    for bundled in ferz_rulesets::all()
        .iter()
        .filter(|bundled| may_use(bundled.text))
    {
        let Ok(rules) = ferz_rulesets::ruleset(bundled.name) else {
            continue;
        };
        for hook in rules.hooks {
            let names = users.entry(hook.name).or_default();
            if names.last() != Some(&bundled.name) {
                names.push(bundled.name);
            }
        }
    }
    users
}

/// Whether a bundled text uses mechanics, or one that it extends or includes does.
fn may_use(text: &str) -> bool {
    text.lines().any(|line| {
        let named = line.strip_prefix("include ").or_else(|| {
            let (_, parent) = line.strip_prefix("variant ")?.split_once(" extends ")?;
            Some(parent)
        });
        let named = named.and_then(|name| name.split_whitespace().next());
        let other = named.and_then(ferz_rulesets::get);
        line.starts_with("use ") || other.is_some_and(may_use)
    })
}

/// A text inside a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
