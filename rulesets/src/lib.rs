//! The bundled chess variants and libraries, as texts in the ferz language.
//!
//! A variant is a file `rulesets/NAME.ferz` with its tests beside it in `NAME.toml`, a library a file
//! `rulesets/lib/NAME.ferz`; adding a file is enough.

/// One bundled text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// Its name, as written after `extends` or `include`.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The bundled variants, sorted by name.
pub fn all() -> &'static [Bundled] {
    VARIANTS
}

/// The bundled libraries, sorted by name.
pub fn libraries() -> &'static [Bundled] {
    LIBRARIES
}

/// The text of a bundled variant or library.
pub fn get(name: &str) -> Option<&'static str> {
    VARIANTS
        .iter()
        .chain(LIBRARIES)
        .find(|b| b.name == name)
        .map(|b| b.text)
}

/// The tests of a bundled variant, the text of its test file.
pub fn tests(name: &str) -> Option<&'static str> {
    TESTS.iter().find(|b| b.name == name).map(|b| b.text)
}

/// Finds the parents and libraries of a text among the bundled ones, and reads no file: what strangers write can name no
/// other text.
///
/// ```
/// use ferz::lower::{Source, lower};
/// let text = "variant \"Theirs\" extends \"../../secret.ferz\"\n".to_owned();
/// let lowered = lower(Source { name: "theirs".to_owned(), text }, &ferz_rulesets::Library);
/// assert!(lowered.ruleset.is_none());
/// assert!(lowered.diagnostics[0].message.ends_with("it is not a bundled one"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Library;

impl ferz::lower::Library for Library {
    fn load(&self, name: &str, _: Option<&str>) -> Result<ferz::lower::Source, String> {
        match get(name) {
            Some(text) => Ok(ferz::lower::Source {
                name: name.to_owned(),
                text: text.to_owned(),
            }),
            None => Err("it is not a bundled one".to_owned()),
        }
    }

    fn names(&self, _from: Option<&str>) -> Vec<String> {
        VARIANTS
            .iter()
            .chain(LIBRARIES)
            .map(|b| b.name.to_owned())
            .collect()
    }
}

/// The rules of a bundled variant.
///
/// # Errors
/// If there is no such variant. Bundled variants have no errors: a test lowers and compiles all of them.
pub fn ruleset(name: &str) -> Result<ferz::rules::Ruleset, String> {
    let source = ferz::lower::Library::load(&Library, name, None)?;
    let lowered = ferz::lower::lower(source, &Library);
    lowered
        .ruleset
        .ok_or_else(|| format!("{name} has errors: {:?}", lowered.diagnostics))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        let names: Vec<_> = all().iter().map(|b| b.name).collect();
        assert!(names.is_sorted());
        assert!(libraries().iter().all(|l| !names.contains(&l.name)));
        assert!(get("chess").is_some_and(|text| text.starts_with("variant")));
        assert!(get("standard").is_some());
        assert!(get("nothing").is_none());
    }

    #[test]
    fn all_bundled_variants_lower_and_compile() {
        for bundled in all() {
            let ruleset = ruleset(bundled.name).unwrap_or_else(|e| panic!("{e}"));
            ferz::engine::Variant::new(ruleset).unwrap_or_else(|e| panic!("{}: {e}", bundled.name));
        }
    }

    #[test]
    fn all_bundled_variants_pass_their_tests() {
        for bundled in TESTS {
            let suite = ferz::suite::Suite::parse(bundled.text)
                .unwrap_or_else(|e| panic!("{}: {e:#?}", bundled.name));
            let ruleset = ruleset(bundled.name).unwrap_or_else(|e| panic!("{e}"));
            let variant =
                ferz::engine::Variant::new(ruleset).unwrap_or_else(|e| panic!("{}: {e}", bundled.name));
            let report = ferz::suite::run(&variant, &suite);
            let failed: Vec<_> = report.cases.iter().filter(|case| !case.passed()).collect();
            assert!(failed.is_empty(), "{}: {failed:#?}", bundled.name);
        }
    }
}
