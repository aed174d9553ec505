//! The common knowledge of a page's parts: the rules, and the things that mechanics bring into the
//! game.

use super::families::Families;
use super::words;
use ferz::board::Topology;
use ferz::rules::{Letter, Ruleset, Side};
use ferz_drawing::Figures;

/// The rules of a variant as its page tells them.
pub(crate) struct Setting<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) things: Things,
    /// Kinds with a common name.
    pub(crate) families: Families,
    /// The pictures of pieces.
    pub(crate) figures: Figures,
}

/// The things that some mechanics bring into the game and others have to mention.
#[derive(Debug, Default)]
pub(crate) struct Things {
    /// Kinds that carry others in towers.
    pub(crate) carriers: Vec<String>,
    /// Kinds of which statues are made.
    pub(crate) statues: Vec<String>,
    /// Exiled pieces are kept, and can come back.
    pub(crate) exile: bool,
    /// Promotion is to pieces off the board only.
    pub(crate) pools: bool,
    /// An exiled royal is not lost.
    pub(crate) royal_exile: bool,
    /// Pieces can be removed by other means than a capture on their square.
    pub(crate) removals: bool,
    /// Movements can be denied.
    pub(crate) denial: bool,
    /// A side in check may offer something instead of parrying it.
    pub(crate) bait: bool,
    /// The word for a capture, if it is none.
    pub(crate) capture: Option<&'static str>,
}

impl<'a> Setting<'a> {
    /// `a rook or a frozen piece`: some kinds, a family in place of its members if all are there.
    pub(crate) fn either(&self, names: &[String]) -> String {
        self.families.either(names)
    }

    /// `rook or frozen piece`.
    pub(crate) fn any(&self, names: &[String]) -> String {
        self.families.any(names)
    }

    /// `rooks and frozen pieces`.
    pub(crate) fn many(&self, names: &[String]) -> String {
        self.families.many(names)
    }

    /// Each of the kinds as it is told: `rook`, `frozen piece`.
    pub(crate) fn kinds_told(&self, names: &[String]) -> Vec<String> {
        self.families.kinds_told(names)
    }

    pub(crate) fn has(&self, kind: &str, side: Side) -> bool {
        self.rules
            .pieces
            .get(kind)
            .is_some_and(|piece| piece.letter[side].is_some())
    }

    /// The kinds of a side, in order.
    pub(crate) fn kinds(&self, side: Side) -> impl Iterator<Item = &'a str> {
        let pieces = self.rules.pieces.iter();
        pieces
            .filter(move |(_, piece)| piece.letter[side].is_some())
            .map(|(name, _)| name.as_str())
    }

    /// The royal kinds of a side.
    pub(crate) fn royals(&self, side: Side) -> Vec<String> {
        let royal = |name: &&str| self.rules.pieces.get(*name).is_some_and(|p| p.royal[side]);
        self.kinds(side).filter(royal).map(str::to_owned).collect()
    }

    /// The name of the royal pieces of both sides: `king`, `kaiser or king`; `None` if there are
    /// none.
    pub(crate) fn royal(&self) -> Option<String> {
        let mut names = self.royals(Side::White);
        for name in self.royals(Side::Black) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (!names.is_empty()).then(|| words::list(&names, "or"))
    }

    /// How many pieces of some kinds a side has at the start.
    pub(crate) fn count(&self, kinds: &[String], side: Side) -> usize {
        let letters: Vec<Letter> = kinds
            .iter()
            .filter_map(|kind| self.rules.pieces.get(kind)?.letter[side])
            .collect();
        let board = self.rules.start.split(' ').enumerate();
        board
            .filter_map(|(i, word)| match word.split_once('=') {
                _ if i == 0 => Some(word),
                Some((key, value)) if self.rules.board.extra.contains_key(key) => Some(value),
                _ => None,
            })
            .flat_map(Letter::among)
            .filter(|letter| letters.contains(letter))
            .count()
    }

    pub(crate) fn topology(&self) -> Option<Topology> {
        Topology::new(&self.rules.board).ok()
    }

    /// `a rook`, `a rook or a tower`: what carries others; empty if nothing does.
    pub(crate) fn carrier(&self) -> String {
        words::either(&self.things.carriers)
    }

    pub(crate) fn towers(&self) -> bool {
        !self.things.carriers.is_empty()
    }

    pub(crate) fn has_statues(&self) -> bool {
        !self.things.statues.is_empty()
    }

    /// The action of a piece against an enemy on a square that it reaches.
    pub(crate) fn captures(&self) -> &'static str {
        self.things.capture.unwrap_or("captures")
    }

    /// The text if there are towers.
    pub(crate) fn if_towers<'t>(&self, text: &'t str) -> &'t str {
        if self.towers() { text } else { "" }
    }

    /// The text if there are statues.
    pub(crate) fn if_statues<'t>(&self, text: &'t str) -> &'t str {
        if self.has_statues() { text } else { "" }
    }

    /// The fate of pieces removed by the effect of a piece, `its` friends and enemies.
    pub(crate) fn removal(&self, its: &str) -> String {
        if self.things.exile {
            format!(": enemies{its} are captured, friends are exiled")
        } else {
            format!(", friends{its} as well as enemies")
        }
    }
}
