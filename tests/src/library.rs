//! The sources of variants for tests: the bundled ones, and texts of their own.

use ferz::lower::{Library, Lowered, Source, lower};
use ferz::rules::{HookUse, Ruleset};
use std::collections::HashMap;

/// The bundled variants and libraries, and further texts by name.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// Further texts; they hide bundled ones of the same name.
    pub own: HashMap<String, String>,
}

impl Library for Texts {
    fn load(&self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        let text = self
            .own
            .get(name)
            .map(String::as_str)
            .or_else(|| ferz_rulesets::get(name));
        let text = text.ok_or("there is no such file")?;
        Ok(Source {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }

    fn names(&self, _from: Option<&str>) -> Vec<String> {
        let bundled = ferz_rulesets::all().iter().chain(ferz_rulesets::libraries());
        let mut names: Vec<String> = self
            .own
            .keys()
            .cloned()
            .chain(bundled.map(|b| b.name.to_owned()))
            .collect();
        names.sort();
        names.dedup();
        names
    }
}

/// Lowers a text that may extend and include bundled ones.
pub fn lower_text(name: &str, text: &str) -> Lowered {
    lower(
        Source {
            name: name.to_owned(),
            text: text.to_owned(),
        },
        &Texts::default(),
    )
}

/// The rules of a bundled variant.
///
/// # Panics
/// If there is no such variant or it has errors.
pub fn bundled(name: &str) -> Ruleset {
    let text = ferz_rulesets::get(name).unwrap_or_else(|| panic!("no bundled variant `{name}`"));
    let lowered = lower_text(name, text);
    lowered
        .ruleset
        .unwrap_or_else(|| panic!("{name}: {:#?}", lowered.diagnostics))
}

/// All hooks, and the mechanics in the language that come with ferz.
pub fn mechanics() -> Vec<ferz::mechanics::Mechanic> {
    ferz::mechanics::all(ferz_rulesets::get(ferz::mechanics::LIBRARY).unwrap_or_default())
}

/// A use with its rules, if its mechanic is written in the language, as an author would have it in
/// these rules.
///
/// # Panics
/// If the use is wrong.
pub fn filled(rules: &Ruleset, hook: HookUse) -> HookUse {
    if ferz::hooks::get(&hook.name).is_some() {
        return hook;
    }
    let all = mechanics();
    let mechanic = all.iter().find(|mechanic| mechanic.name == hook.name);
    let mechanic = mechanic.unwrap_or_else(|| panic!("no mechanic `{}`", hook.name));
    // Movements and squares are put in behind: random ones cannot all be written.
    let kind = |key: &str| {
        let mut parameters = mechanic.parameters.iter();
        parameters.find(|p| p.name == key).map(|p| p.kind.text())
    };
    let is_put_in = |key: &str| matches!(kind(key).as_deref(), Some("movement" | "fixed-squares"));
    let given = hook.parameters.iter().enumerate();
    let words: Vec<String> = given
        .map(|(number, (key, value))| match kind(key).as_deref() {
            Some("movement") => format!("{key}: leap(7, {number})"),
            Some("fixed-squares") => format!("{key}: h{}", number + 1),
            _ => format!("{key}: {}", value.to_string().replace('"', "")),
        })
        .collect();
    let army: Vec<String> = rules
        .pieces
        .keys()
        .zip('A'..='Z')
        .map(|(name, letter)| format!("  {name} {letter} = king"))
        .collect();
    let text = format!(
        "variant \"Filled\"\nboard 8x8\narmy both {{\n{}\n}}\nstart \"8/8/8/8/8/8/8/8 w - - 0 1\"\nuse {}({})\n",
        army.join("\n"),
        hook.name,
        words.join(", ")
    );
    let lowered = lower_text("filled", &text);
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{text}\n{:#?}", lowered.diagnostics));
    let used = serde_json::to_value(&rules.hooks[0]).expect("plain data");
    let mut written = used.to_string();
    for (key, value) in hook.parameters.iter().filter(|(key, _)| is_put_in(key)) {
        written = written.replace(&used["parameters"][key].to_string(), &value.to_string());
    }
    serde_json::from_str(&written).expect("plain data")
}
