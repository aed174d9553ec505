//! `ferz hooks`: the special mechanics that a variant can use.

use crate::load::Failure;
use crate::terminal;
use ferz_grammar::suggest::closest;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(name: Option<&str>) -> anyhow::Result<ExitCode> {
    let mut out = stdout().lock();
    let hooks = ferz::hooks::registry();
    let width = terminal::width().min(100);
    let Some(name) = name else {
        let longest = hooks.iter().map(|hook| hook.name.len()).max().unwrap_or(0);
        for hook in hooks {
            writeln!(out, "{:longest$}  {}", hook.name, hook.summary)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let Some(hook) = hooks.iter().find(|hook| hook.name == name) else {
        let hint = match closest(name, hooks.iter().map(|hook| hook.name)) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`ferz hooks` lists them".to_owned(),
        };
        return Err(Failure::Usage(format!("there is no hook `{name}`; {hint}")).into());
    };
    writeln!(out, "{}: {}\n", hook.name, hook.summary)?;
    write!(out, "{}", terminal::wrapped(hook.doc, width))?;
    if !hook.parameters.is_empty() {
        writeln!(out, "\nParameters:")?;
    }
    for parameter in hook.parameters {
        let default = match parameter.default {
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
    writeln!(out, "\nExample:\n")?;
    for line in hook.example.lines() {
        writeln!(out, "    {line}")?;
    }
    if !hook.source.is_empty() {
        write!(
            out,
            "\n{}",
            terminal::wrapped(&format!("From {}.", hook.source), width)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
