//! The contributions of hooks to the compiled form of a variant. Knows neither hooks nor tables:
//! `build` compiles them.

use crate::rules::{ABSORBED, Kinds, Letter, Movement, PieceName, Restrictions};

/// The mechanic in the language that lets captors absorb movements.
pub(crate) const ABSORPTION: &str = "absorption";

/// The additions of one use of a hook when a variant is compiled. A contribution known at this time
/// costs nothing later.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The tags that pieces carry and gain, in order.
    pub tags: Vec<Tag>,
}

impl Effects {
    /// Whether the contributions need parts for which only some variants pay.
    pub(crate) fn is_rich(&self) -> bool {
        !self.tags.is_empty()
    }
}

/// A property of a piece beyond its kind, which it has from the start or gains by captures. All
/// tags of a variant are written under one key of positions.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The mechanic that contributes it.
    pub hook: &'static str,
    /// The position key.
    pub key: &'static str,
    /// The letter in positions and moves; `None` for the letter of the first kind that leaves it.
    pub letter: Option<Letter>,
    /// Kinds that carry it by themselves.
    pub natural: Vec<PieceName>,
    /// Kinds that leave it to their captor, and never carry it themselves.
    pub left: Vec<PieceName>,
    /// The kinds that absorb tags when they capture by moving. If tags give shots, a piece that
    /// captures from its own square absorbs them, too.
    pub takers: Kinds,
    /// The ability that the tag gives to the piece.
    pub gives: Gives,
}

impl Tag {
    /// The tags that pieces carry by `rules`: absorbed movements.
    pub(crate) fn absorbed(rules: &Restrictions) -> impl Iterator<Item = Self> {
        let mut tags: Vec<Self> = Vec::new();
        for absorb in &rules.absorb {
            for kind in &absorb.of {
                if tags.iter().all(|tag| !tag.left.contains(kind)) {
                    tags.push(Self {
                        hook: ABSORPTION,
                        key: ABSORBED,
                        letter: None,
                        natural: Vec::new(),
                        left: vec![kind.clone()],
                        takers: absorb.by.clone(),
                        gives: Gives::Moves,
                    });
                }
            }
        }
        tags.into_iter()
    }
}

/// The ability that a tag gives to a piece.
#[derive(Clone, Debug)]
pub enum Gives {
    /// The piece moves and captures like the kinds that leave the tag.
    Moves,
    /// The piece captures from its square.
    Shots(Shots),
}

/// Captures from a piece's own square.
#[derive(Clone, Debug)]
pub struct Shots {
    /// The squares that the shots reach: the captures of a movement. Kinds that carry the tag by
    /// themselves are hit only if another piece could also hit them.
    pub reach: Movement,
    /// Kinds that reach other squares.
    pub masters: Vec<PieceName>,
    /// The squares that the masters reach.
    pub masters_reach: Movement,
    /// Letters of tags. A shot can hit several pieces at once if their kinds carry one of these
    /// from the start.
    pub beats: Vec<Letter>,
}
