#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod files;
mod load;
mod names;

#[doc(hidden)]
pub use files::{MAX_BYTES, beside, bundled_name, bundled_source, file, io_words, read};
pub use files::{OpenError, Shelf};
pub use load::{Load, NotBundled};
pub use names::{Named, named};

use std::collections::BTreeMap;

/// One bundled text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// The name, as written after `extends` or `include`.
    pub name: &'static str,
    /// The family that it belongs to, the folder it is in; nothing for a library.
    pub family: &'static str,
    /// The text.
    pub text: &'static str,
}

impl Bundled {
    /// The part of the text that [`ferz::lower::head`] reads: the declarations about the variant as
    /// a whole, and nothing of how it is played. Bundled texts are formatted, so that a declaration
    /// begins where a line does.
    pub fn outline(&self) -> String {
        const KEPT: [&str; 9] = [
            "variant ",
            "library ",
            "include ",
            "source ",
            "about ",
            "board ",
            "square ",
            "use ",
            "without use ",
        ];
        let mut is_kept = false;
        let mut outline = String::new();
        for line in self.text.lines() {
            if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
                is_kept = KEPT.iter().any(|word| line.starts_with(word));
            }
            if is_kept && !line.starts_with('#') {
                outline.push_str(line);
                outline.push('\n');
            }
        }
        outline
    }
}

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The bundled variants, sorted by name.
pub fn all() -> &'static [Bundled] {
    VARIANTS
}

/// The bundled libraries, sorted by name.
#[doc(hidden)]
pub fn libraries() -> &'static [Bundled] {
    LIBRARIES
}

/// The families, each with a description, in the order in which they are listed.
pub fn families() -> &'static [(&'static str, &'static str)] {
    FAMILIES
}

/// Other names of bundled variants, each with the name that the variant goes by here.
pub fn aliases() -> &'static [(&'static str, &'static str)] {
    ALIASES
}

/// The main name of a bundled variant, from any of its names; any other text is returned unchanged.
#[doc(hidden)]
pub fn canonical(name: &str) -> &str {
    match ALIASES.iter().find(|(alias, _)| *alias == name) {
        Some((_, known)) => known,
        None => name,
    }
}

/// The text of a bundled variant, by any of its names, or library.
pub fn get(name: &str) -> Option<&'static str> {
    let name = canonical(name);
    VARIANTS
        .iter()
        .chain(LIBRARIES)
        .find(|b| b.name == name)
        .map(|b| b.text)
}

/// The tests of a bundled variant, the text of its test file.
pub fn tests(name: &str) -> Option<&'static str> {
    let name = canonical(name);
    TESTS.iter().find(|b| b.name == name).map(|b| b.text)
}

/// Finds the parents and libraries of a text among the bundled ones and reads no file, so that the
/// texts of strangers can name nothing else.
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

/// A program's own texts by their names, and the bundled ones. No file is read.
///
/// ```
/// use ferz::lower::{Source, lower};
/// let text = |text: &str| text.to_owned();
/// let mine = [("mine".to_owned(), text("variant \"Mine\" extends chess\n"))];
/// let source = Source { name: text("child"), text: text("variant \"Child\" extends mine\n") };
/// assert!(lower(source, &ferz_rulesets::Texts(mine.into())).ruleset.is_some());
/// ```
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Texts(pub BTreeMap<String, String>);

impl ferz::lower::Library for Texts {
    fn load(&self, name: &str, from: Option<&str>) -> Result<ferz::lower::Source, String> {
        match self.0.get(name) {
            Some(text) => Ok(ferz::lower::Source {
                name: name.to_owned(),
                text: text.clone(),
            }),
            None => Library.load(name, from),
        }
    }

    fn names(&self, from: Option<&str>) -> Vec<String> {
        let mut names = Library.names(from);
        names.extend(self.0.keys().cloned());
        names
    }
}

/// The same texts, but no more of each than its [`Bundled::outline`].
#[derive(Clone, Copy, Debug, Default)]
#[doc(hidden)]
pub struct Outlines;

impl ferz::lower::Library for Outlines {
    fn load(&self, name: &str, _: Option<&str>) -> Result<ferz::lower::Source, String> {
        let name = canonical(name);
        let mut texts = VARIANTS.iter().chain(LIBRARIES);
        match texts.find(|bundled| bundled.name == name) {
            Some(bundled) => Ok(ferz::lower::Source {
                name: name.to_owned(),
                text: bundled.outline(),
            }),
            None => Err("it is not a bundled one".to_owned()),
        }
    }
}

/// Reads the head of a bundled variant: its properties as a whole, without the rules of play.
#[doc(hidden)]
pub fn head(bundled: &Bundled) -> Option<ferz::lower::Head> {
    let source = ferz::lower::Library::load(&Outlines, bundled.name, None).ok()?;
    ferz::lower::head(source, &Outlines)
}

/// The rules of a bundled variant.
///
/// # Errors
/// If there is no such variant. Bundled variants have no errors: a test lowers and compiles all of
/// them.
pub fn ruleset(name: &str) -> Result<ferz::rules::Ruleset, String> {
    let source = ferz::lower::Library::load(&Library, name, None)?;
    ferz::lower::rules(source, &Library).map_err(|errors| format!("{name} has errors: {errors:?}"))
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
    fn a_variant_is_known_by_all_its_names() {
        for (alias, name) in aliases() {
            assert!(get(name).is_some() && get(alias) == get(name) && tests(alias) == tests(name));
            assert_eq!((canonical(alias), canonical(name)), (*name, *name));
        }
    }

    #[test]
    fn every_family_has_variants() {
        for (family, about) in families() {
            assert!(all().iter().any(|bundled| bundled.family == *family) && !about.is_empty());
        }
        let is_known = |bundled: &Bundled| families().iter().any(|(name, _)| *name == bundled.family);
        assert!(all().iter().all(is_known));
    }

    #[test]
    fn variants_without_tests_lower_and_compile() {
        let tested = |name: &str| TESTS.iter().any(|tests| tests.name == name);
        for bundled in all().iter().filter(|bundled| !tested(bundled.name)) {
            let ruleset = ruleset(bundled.name).unwrap_or_else(|e| panic!("{e}"));
            ferz::engine::Variant::new(ruleset).unwrap_or_else(|e| panic!("{}: {e}", bundled.name));
        }
    }

    #[test]
    fn all_bundled_variants_pass_their_tests() {
        every_other_variant_passes(0);
    }

    #[test]
    fn all_further_variants_pass_their_tests() {
        every_other_variant_passes(1);
    }

    /// Half of the variants: two tests run side by side.
    fn every_other_variant_passes(first: usize) {
        for bundled in TESTS.iter().skip(first).step_by(2) {
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
