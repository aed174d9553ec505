//! The reasons for which games end. Does not know when a game ends: that is `outcome`.

use serde::{Serialize, Serializer};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The reason why a game has ended.
///
/// Each has a word, which [`EndReason::as_str`], `Display` and Serde write, and `FromStr` reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// A mate by the pieces that `mate-by` names.
    MateBy,
    /// A mate before which the pieces that `mate-without` names have given no check.
    MateWithout,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The same position has occurred too often.
    Repetition,
    /// A position was repeated by checks.
    PerpetualCheck,
    /// A position was repeated by chasing a piece.
    PerpetualChase,
    /// A side has moved a piece to and fro.
    ToAndFro,
    /// The halfmove clock has run out.
    MoveRule,
    /// The count of an endgame has run out.
    Counting,
    /// The side to move has no legal moves but promotions.
    OnlyPromotions,
    /// A side has lost its royal pieces.
    KingLost,
    /// A player has resigned.
    Resignation,
    /// The players have agreed on a draw.
    Agreement,
    /// A player's time has run out.
    Time,
    /// A goal of the rules, by its name.
    Goal(Arc<str>),
}

impl EndReason {
    /// The reasons that rules bring about, except goals.
    pub const BY_RULES: [Self; 12] = [
        Self::Checkmate,
        Self::MateBy,
        Self::MateWithout,
        Self::Stalemate,
        Self::Repetition,
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::ToAndFro,
        Self::MoveRule,
        Self::Counting,
        Self::OnlyPromotions,
        Self::KingLost,
    ];

    /// The reasons that players, and not the rules, bring about.
    pub const BY_PLAYERS: [Self; 3] = [Self::Resignation, Self::Agreement, Self::Time];

    /// The word: `checkmate`, `move-rule`, or the name of the goal.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Checkmate => "checkmate",
            Self::MateBy => "mate-by",
            Self::MateWithout => "mate-without",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::ToAndFro => "to-and-fro",
            Self::MoveRule => "move-rule",
            Self::Counting => "counting",
            Self::OnlyPromotions => "only-promotions",
            Self::KingLost => "king-lost",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "time",
            Self::Goal(name) => name,
        }
    }
}

/// Turns a word into its reason. A word that names no other reason names a goal.
impl From<&str> for EndReason {
    fn from(word: &str) -> Self {
        let mut named = Self::BY_RULES.into_iter().chain(Self::BY_PLAYERS);
        let found = named.find(|reason| reason.as_str() == word);
        found.unwrap_or_else(|| Self::Goal(word.into()))
    }
}

impl FromStr for EndReason {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Self, Infallible> {
        Ok(word.into())
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_read_back_from_its_word() {
        for reason in EndReason::BY_RULES.into_iter().chain(EndReason::BY_PLAYERS) {
            assert_eq!(EndReason::from(reason.as_str()), reason);
            assert!(!matches!(reason, EndReason::Goal(_)));
        }
        let goal: EndReason = "campmate".parse().unwrap();
        assert_eq!(goal, EndReason::Goal("campmate".into()));
        assert_eq!(goal.to_string(), "campmate");
    }
}
