//! What hooks contribute to the compiled form of a variant.

use crate::rules::{ABSORBED, Kinds, Letter, Movement, PieceName, Restrictions};

/// What one use of a hook adds when a variant is compiled. A hook that is known now costs nothing later.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// What pieces carry and gain, in order.
    pub tags: Vec<Tag>,
}

impl Effects {
    /// Whether they ask for what only some variants pay for.
    pub(crate) fn is_rich(&self) -> bool {
        !self.tags.is_empty()
    }
}

/// Something that pieces carry beyond their kind, and gain by captures. All tags of a variant are written under one key of positions.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The mechanic that contributes it.
    pub hook: &'static str,
    /// The position key.
    pub key: &'static str,
    /// Its letter in positions and moves; `None` for that of the first kind that leaves it.
    pub letter: Option<Letter>,
    /// Kinds that carry it by themselves.
    pub natural: Vec<PieceName>,
    /// Kinds that leave it to whoever captures them, and never carry it themselves.
    pub left: Vec<PieceName>,
    /// Kinds that take over tags when they capture by moving. Where tags give shots, whoever captures from where it stands does.
    pub takers: Kinds,
    /// What a piece can do that carries it.
    pub gives: Gives,
}

impl Tag {
    /// What pieces carry by `rules`: the movements that they have taken over.
    pub(crate) fn absorbed(rules: &Restrictions) -> impl Iterator<Item = Self> {
        let each = rules
            .absorb
            .iter()
            .flat_map(|absorb| absorb.of.iter().map(move |kind| (kind, absorb)));
        let mut seen = std::collections::HashSet::new();
        let first = each.filter(move |(kind, _)| seen.insert(kind.as_str()));
        first.map(|(kind, absorb)| Self {
            hook: "absorption",
            key: ABSORBED,
            letter: None,
            natural: Vec::new(),
            left: vec![kind.clone()],
            takers: absorb.by.clone(),
            gives: Gives::Moves,
        })
    }
}

/// What a piece can do that carries a tag.
#[derive(Clone, Debug)]
pub enum Gives {
    /// It moves and captures as the kinds do that leave the tag.
    Moves,
    /// It captures from where it stands.
    Shots(Shots),
}

/// Captures from where a piece stands.
#[derive(Clone, Debug)]
pub struct Shots {
    /// What they reach: the captures of a movement. Kinds that carry the tag by themselves are hit only if another piece could, too.
    pub reach: Movement,
    /// Kinds that reach otherwise.
    pub masters: Vec<PieceName>,
    /// What those reach.
    pub masters_reach: Movement,
    /// The letters of tags: of the kinds that carry these by themselves several can be hit at once.
    pub beats: Vec<Letter>,
}
