//! The names by which other programs call bundled variants: in games, and where a program chooses
//! what is played.

use crate::{ALIASES, Bundled, TAGS, VARIANTS};

/// A bundled variant that a name of another program means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name here.
    pub name: &'static str,
    /// Whether the name adds castling from any squares to the variant: it ends in 960.
    pub anywhere: bool,
}

/// The bundled variant that a name means: its own name, an alias, its title, or a name in other
/// programs.
///
/// Names are compared by their letters and digits, in upper or lower case: `King of the Hill`,
/// `kingofthehill` and `KingOfTheHill` are one. The word chess at the end may be there or not, and
/// `960` may follow.
///
/// ```
/// let named = ferz_rulesets::named("Seirawan960").unwrap();
/// assert_eq!((named.name, named.anywhere), ("seirawan", true));
/// ```
pub fn named(text: &str) -> Option<Named> {
    let text = plain(text);
    let of_rules = |name| Named {
        name,
        anywhere: false,
    };
    if let Some(name) = known(&text) {
        return Some(of_rules(name));
    }
    let name = known(text.strip_suffix("960")?)?;
    // Other variants than chess have rules of their own for 960 starts.
    Some(known(&format!("{}960", plain(name))).map_or(Named { name, anywhere: true }, of_rules))
}

/// The letters and digits of a name, with the word for a `+`.
fn plain(text: &str) -> String {
    let text = text.replace('+', "plus");
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// The variant with a name of letters and digits.
fn known(text: &str) -> Option<&'static str> {
    if text.is_empty() {
        return None;
    }
    let own = |text: &str| VARIANTS.iter().find(|bundled| plain(bundled.name) == text);
    let titled = |text: &str| {
        VARIANTS
            .iter()
            .find(|bundled| title(bundled).is_some_and(|title| plain(title) == text))
    };
    let called = |text: &str| {
        let mut names = ALIASES.iter().chain(TAGS);
        names
            .find(|(name, _)| plain(name) == text)
            .map(|(_, known)| *known)
    };
    let exact = |text: &str| {
        let bundled = own(text).map(|bundled| bundled.name);
        bundled
            .or_else(|| called(text))
            .or_else(|| titled(text).map(|bundled| bundled.name))
    };
    let without = || exact(text.strip_suffix("chess").filter(|rest| !rest.is_empty())?);
    exact(text)
        .or_else(without)
        .or_else(|| exact(text.strip_suffix("plus")?))
        .or_else(|| exact(&format!("{text}chess")))
}

/// The title of a bundled variant.
fn title(bundled: &Bundled) -> Option<&'static str> {
    let line = bundled
        .text
        .lines()
        .find_map(|line| line.strip_prefix("variant "))?;
    line.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<(&'static str, bool)> {
        named(text).map(|named| (named.name, named.anywhere))
    }

    #[test]
    fn names_of_other_programs_are_understood() {
        for (text, expected) in [
            ("Standard", "chess"),
            ("From Position", "chess"),
            ("Chess960", "fischerandom"),
            ("chess 960", "fischerandom"),
            ("Fischer Random", "fischerandom"),
            ("wild/fr", "fischerandom"),
            ("Three-check", "3check"),
            ("Three check", "3check"),
            ("3 Check", "3check"),
            ("King of the Hill", "kingofthehill"),
            ("KingOfTheHill", "kingofthehill"),
            ("Racing Kings 1440", "racingkings"),
            ("S-House", "shouse"),
            ("Duck Chess", "duck"),
            ("Khan's Chess", "khans"),
            ("Manchu+", "manchu"),
            ("Gorogoro+", "gorogoroplus"),
            ("Ouk Chaktrang", "cambodian"),
            ("MINISHOGI", "minishogi"),
        ] {
            assert_eq!(name(text), Some((expected, false)), "{text}");
        }
        for (text, expected) in [
            ("Crazyhouse960", "crazyhouse"),
            ("Three check 960", "3check"),
            ("S-Chess960", "seirawan"),
        ] {
            assert_eq!(name(text), Some((expected, true)), "{text}");
        }
        assert_eq!(name("Shogi of the Moon"), None);
        assert_eq!(name("chess"), Some(("chess", false)));
        assert_eq!(name(""), None);
        assert_eq!(name("960"), Some(("fischerandom", false)));
    }

    #[test]
    fn every_name_of_another_program_means_a_variant_of_no_such_name() {
        for (tag, known) in TAGS {
            assert!(
                crate::get(known).is_some(),
                "{tag} means {known}, which there is not"
            );
            assert_eq!(
                name(tag),
                Some((*known, false)),
                "{tag} is also the name of another variant"
            );
        }
    }

    #[test]
    fn own_names_mean_themselves() {
        for bundled in VARIANTS {
            assert_eq!(name(bundled.name), Some((bundled.name, false)));
        }
    }
}
