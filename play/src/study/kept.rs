//! Games of a study as JSON lines, and the report of a study.

use super::played::{Played, Setup};
use super::summary::Summary;
use crate::jobs::fingerprint;
use ferz::engine::Variant;
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Header {
    /// The name of the variant on the command line.
    pub variant: String,
    /// The fingerprint of its rules.
    pub rules: String,
    /// How the games are played.
    pub setup: Setup,
    /// The variant that it is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<Other>,
}

/// The other variant of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Other {
    /// The name on the command line.
    pub variant: String,
    /// The fingerprint of its rules.
    pub rules: String,
}

impl Header {
    /// The header of a study of a variant, or of a comparison; each with its name on the command
    /// line.
    pub fn new(old: (&str, &Variant), new: Option<(&str, &Variant)>, setup: &Setup) -> Self {
        Self {
            variant: old.0.to_owned(),
            rules: fingerprint(old.1),
            setup: *setup,
            new: new.map(|(name, variant)| Other {
                variant: name.to_owned(),
                rules: fingerprint(variant),
            }),
        }
    }
}

/// A line: a game, and in comparisons of which variant.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Line {
    /// Whether it is of the new variant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub new: bool,
    /// The game.
    #[serde(flatten)]
    pub game: Played,
}

/// The report of a study, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// The name of the variant.
    pub variant: &'a str,
    /// How the games were played.
    pub setup: &'a Setup,
    /// The summary of the games.
    #[serde(flatten)]
    pub summary: &'a Summary,
}
