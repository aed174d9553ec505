//! The bundled chess variants and libraries, as texts in the ferz language.
//!
//! A variant is a file `rulesets/NAME.ferz`, a library a file `rulesets/lib/NAME.ferz`; adding a file is enough.

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
}
