//! The declarations of a variant, with the texts in which they stand.

use super::place::{At, Place};
use crate::rules::{Event, PerSide, Side};
use crate::vocabulary::{ActKey, DROP, DropKey, EFFECTS, END, EffectKey, EndKey};
use ferz_grammar::ast::{
    BoardDecl, Entry, Expr, MechanicDecl, MovementDecl, Name, PieceDecl, SectionDecl, SquareDecl, UseDecl,
    ZoneDecl,
};
use ferz_grammar::span::Spanned;
use indexmap::IndexMap;
use std::collections::HashMap;

/// Everything that is declared, by name.
#[derive(Clone, Default)]
pub(super) struct Declared<'a> {
    pub(super) title: String,
    pub(super) about: Option<At<'a, Spanned<String>>>,
    pub(super) source: Option<At<'a, Spanned<String>>>,
    pub(super) start: Option<At<'a, Spanned<String>>>,
    pub(super) board: Option<At<'a, BoardDecl>>,
    pub(super) squares: IndexMap<&'a str, At<'a, SquareDecl>>,
    pub(super) zones: IndexMap<&'a str, Zone<'a>>,
    /// All definitions of a name, the one that counts last; a definition that mentions its own name
    /// means the one before.
    pub(super) movements: IndexMap<&'a str, Vec<Definition<'a>>>,
    pub(super) armies: PerSide<Army<'a>>,
    pub(super) promotions: Vec<PromotionBlock<'a>>,
    /// Blocks of ancestors first; of two that name a piece the later one counts.
    pub(super) drops: Vec<DropBlock<'a>>,
    pub(super) castling: PerSide<Option<Block<'a>>>,
    pub(super) royalty: IndexMap<&'a str, At<'a, Entry>>,
    pub(super) end: IndexMap<&'a str, Inherited<'a>>,
    pub(super) rules: IndexMap<&'a str, At<'a, Entry>>,
    /// The walls that moves put on the board.
    pub(super) walls: Option<At<'a, SectionDecl>>,
    /// Which of the opponent's pieces a side may move.
    pub(super) control: Option<At<'a, SectionDecl>>,
    /// Other start positions.
    pub(super) shuffle: Option<At<'a, SectionDecl>>,
    /// How long turns are.
    pub(super) turn: Option<At<'a, SectionDecl>>,
    /// Powers by name.
    pub(super) powers: IndexMap<&'a str, At<'a, SectionDecl>>,
    /// Effects of ancestors first.
    pub(super) effects: Vec<EffectBlock<'a>>,
    pub(super) hooks: IndexMap<&'a str, Vec<At<'a, UseDecl>>>,
    /// Whether this is the block of a mechanic with the values of a use, of which some may leave
    /// nothing.
    pub(super) is_filled: bool,
    /// Mechanics that are written in the language.
    pub(super) mechanics: IndexMap<&'a str, MechanicPart<'a>>,
    /// Pieces that were taken back or fell away with an army, and where.
    pub(super) removed: HashMap<(Side, &'a str), Place>,
    /// Pieces of ancestors that were declared again one by one.
    pub(super) replaced: HashMap<(Side, &'a str), PieceEntry<'a>>,
}

/// A mechanic, and whether it is the author's, not one that comes with ferz.
#[derive(Clone, Copy)]
pub(super) struct MechanicPart<'a> {
    pub(super) at: At<'a, MechanicDecl>,
    pub(super) own: bool,
}

/// The definitions of one zone, a side each.
pub(super) type Zone<'a> = PerSide<Option<ZonePart<'a>>>;

/// The source of one side's set of a zone.
#[derive(Clone, Copy)]
pub(super) struct ZonePart<'a> {
    pub(super) at: At<'a, ZoneDecl>,
    pub(super) form: ZoneForm,
}

/// How a declaration of a zone is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ZoneForm {
    /// `zone x`: Black's set is the mirror image.
    Mirrored,
    /// `zone both x`: White's set for both.
    Same,
    /// `zone white x`, `zone black x`: the set as it stands.
    AsWritten,
}

/// One of the declarations of a zone.
pub(super) fn zone_declaration<'a>(zone: &Zone<'a>) -> Option<At<'a, ZoneDecl>> {
    zone.white.or(zone.black).map(|part| part.at)
}

/// One definition of a movement.
#[derive(Clone, Copy)]
pub(super) struct Definition<'a> {
    pub(super) at: At<'a, MovementDecl>,
    /// Whether it stands in the file that is lowered, not in an ancestor or library.
    pub(super) own: bool,
}

/// The pieces of one side.
#[derive(Clone, Default)]
pub(super) struct Army<'a> {
    pub(super) title: String,
    /// The `army` declaration, if there is one.
    pub(super) place: Option<Place>,
    pub(super) pieces: IndexMap<&'a str, PieceEntry<'a>>,
}

/// One piece of one side.
#[derive(Clone)]
pub(super) struct PieceEntry<'a> {
    /// The source of its letter.
    pub(super) at: At<'a, PieceDecl>,
    /// The letter, as written.
    pub(super) letter: &'a Name,
    /// The movement; from another declaration if its own has none.
    pub(super) movement: Option<At<'a, Expr>>,
    /// The attributes, and before them those of the piece whose movement it has.
    pub(super) attributes: Vec<At<'a, Expr>>,
}

/// A section for one side.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) at: At<'a, SectionDecl>,
    /// Whether it comes from an ancestor.
    pub(super) inherited: bool,
    /// Whether the author named the side.
    pub(super) sided: bool,
}

/// `promotion pawn { ... }` for one side.
#[derive(Clone, Copy)]
pub(super) struct PromotionBlock<'a> {
    pub(super) side: Side,
    pub(super) piece: At<'a, Name>,
    pub(super) block: Block<'a>,
}

/// `drop pawn { ... }`.
#[derive(Clone)]
pub(super) struct DropBlock<'a> {
    pub(super) sides: PerSide<bool>,
    /// Whether all pieces are meant, else those of `names`.
    pub(super) all: bool,
    pub(super) names: Vec<&'a Name>,
    /// Pieces of which a later file takes it back.
    pub(super) without: Vec<(&'a str, Place)>,
    pub(super) at: At<'a, SectionDecl>,
    /// Whether it comes from an ancestor.
    pub(super) inherited: bool,
}

impl Declared<'_> {
    /// Whether pieces come in behind others, right or wrong as their squares may be.
    pub(super) fn has_gates(&self) -> bool {
        let gate = |entry: &Entry| DROP.get(&entry.key.value) == Some(&DropKey::Gate);
        let mut blocks = self.drops.iter();
        blocks.any(|block| block.at.node.entries.iter().any(gate))
    }

    /// Whether squares may be closed in the course of a game.
    pub(super) fn has_walls(&self) -> bool {
        let closes = |entry: &Entry| EFFECTS.get(&entry.key.value) == Some(&EffectKey::Act(ActKey::Close));
        let mut blocks = self.effects.iter();
        self.walls.is_some() || blocks.any(|block| block.at.node.entries.iter().any(closes))
    }
}

impl Declared<'_> {
    /// Whether moves are counted until the game is drawn.
    pub(super) fn has_counts(&self) -> bool {
        let counts = |key: &str| matches!(END.get(key), Some(EndKey::Count | EndKey::CountAlone));
        self.end.keys().any(|key| counts(key))
    }
}

impl DropBlock<'_> {
    /// Whether a piece is meant.
    pub(super) fn covers(&self, piece: &str) -> bool {
        let named = || self.names.iter().any(|name| name.value == piece);
        let without = self.without.iter().any(|&(gone, _)| gone == piece);
        (self.all || named()) && !without
    }
}

/// `on capture { ... }`.
#[derive(Clone, Copy)]
pub(super) struct EffectBlock<'a> {
    pub(super) event: Event,
    pub(super) sides: PerSide<bool>,
    pub(super) at: At<'a, SectionDecl>,
}

/// An entry that may come from an ancestor.
#[derive(Clone, Copy)]
pub(super) struct Inherited<'a> {
    pub(super) at: At<'a, Entry>,
    pub(super) inherited: bool,
}
