//! A variant in one call: bundled, or from a text that may extend a bundled one.

use crate::{Library, OpenError};
use ferz::lower::{Library as _, Source};
use ferz::{RulesError, Variant};
use std::fmt;
use std::path::Path;

/// Ways to get a [`Variant`] in one call.
///
/// ```
/// use ferz::{Game, Variant};
/// use ferz_rulesets::Load as _;
///
/// let variant = Variant::parse("variant \"No Knights\" extends chess\nstart \"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1\"\n")?;
/// let mut game = Game::start(&variant);
/// game.push("e2e4")?;
/// let refused = game.push("e7e4").unwrap_err();
/// assert_eq!(refused.kind(), "unreachable");
///
/// let error = Variant::parse("variant \"Broken\" extends chess\npiece q").unwrap_err();
/// assert!(error.to_string().starts_with("text:2:"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Load: Sized {
    /// The variant that a text defines. It may name bundled variants and libraries, and nothing
    /// else.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    fn parse(text: &str) -> Result<Self, RulesError>;

    /// The variant of a file. It may name bundled variants and libraries, and files beside it.
    ///
    /// # Errors
    /// If the file cannot be read, or everything that is wrong with its text.
    fn open(path: impl AsRef<Path>) -> Result<Self, OpenError>;

    /// A bundled variant, by any of its names.
    ///
    /// # Errors
    /// If there is no such variant.
    fn bundled(name: &str) -> Result<Self, NotBundled>;
}

/// There is no bundled variant of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotBundled {
    /// The name that was asked for.
    pub name: String,
    /// The bundled variant whose name is closest, if one is close.
    pub closest: Option<&'static str>,
}

impl fmt::Display for NotBundled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no bundled variant `{}`", self.name)?;
        match self.closest {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NotBundled {}

impl Load for Variant {
    fn parse(text: &str) -> Result<Self, RulesError> {
        let source = Source {
            name: "text".to_owned(),
            text: text.to_owned(),
        };
        ferz::parse(source, &Library)
    }

    fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        crate::files::open(path.as_ref())
    }

    fn bundled(name: &str) -> Result<Self, NotBundled> {
        let source = crate::all()
            .iter()
            .find(|known| known.name == crate::canonical(name));
        let variant = source
            .and_then(|known| Library.load(known.name, None).ok())
            .and_then(|source| ferz::parse(source, &Library).ok());
        variant.ok_or_else(|| NotBundled {
            name: name.to_owned(),
            closest: ferz::suggest::closest(name, crate::all().iter().map(|known| known.name)),
        })
    }
}
