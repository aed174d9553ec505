//! Every word of the language, once: what it means and a line about it.
//!
//! A kind of word is a [`Table`]. Lowering reads words by these tables, the texts of rules are
//! written with them, and completion, the meaning of a word under the cursor, highlighting and the
//! tables of the reference are read from them or tested against them. The meaning of a word is a
//! value, and lowering decides over values exhaustively: a word without a meaning does not compile.

mod control;
mod counting;
mod directions;
mod drops;
mod effects;
mod goals;
mod movement;
mod pieces;
mod powers;
mod restrictions;
mod sections;
mod shuffle;
mod squares;

pub use control::{CONTROL, ControlKey, PREY};
pub use counting::{BY, COUNT, CountWord, FROM_PIECES, OF};
pub use directions::{COMPASS, DIRECTIONS, Direction, Size, side_directions, winds_in_words};
pub use drops::{DROP, DropKey, SLIDES};
pub use effects::{
    AGAIN, ActForm, ActKey, AgainWord, EFFECTS, EVENTS, EffectKey, GOERS, LINKS, Link, NO, OWNERS, PLACES,
    PlaceWord, SHIFTS, WrittenAct, written,
};
pub use goals::{
    CLAIM, Counting, Fate, Form, GOAL_OPTIONS, GOALS, GoalKind, GoalOption, KINDS, Kinds, LIMITS, Number, ON,
    Prospects, SCORES, Standing, Telling, WITH, Written, kind as goal_kind,
};
pub use movement::{
    BEHIND, Behind, CORES, Core, HURDLES, JOINTS, Joint, PREFIXES, Prefix, is_direction, is_reserved,
};
pub use pieces::{ATTRIBUTES, Attribute};
pub use powers::{GAINS, POWERS, PowerKey, RELATIONS, RelationWord};
pub use restrictions::{AND, FOR, FROM, LATE, Need, PASSES, RULES, RulesKey, SidesRule, WITHIN, sides_rules};
pub use sections::{
    BOARD, BoardKey, CASTLING, CHECKS_IN_TURNS, CastlingKey, DECLARATIONS, END, EndKey, HOLDERS, ONLY, PARTS,
    PROMOTION, PromotionKey, ROYAL_ATTACKS, ROYAL_RULES, ROYALTY, RoyaltyKey, SAFE, Safe, TRIGGERS, TURN,
    TurnKey, WALLS, WRAP, WallsKey, Wrap, YES_NO,
};
pub use shuffle::{SHUFFLE, ShuffleKey};
pub use squares::{ORDINALS, Ordinal, SETS, SetWord};

use crate::rules::{Owner, Side};

/// A word, its meaning, and a line about it in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Word<T: 'static> {
    /// As it is written.
    pub word: &'static str,
    /// The meaning.
    pub means: T,
    /// The meaning in a line for people; often with an example in backquotes.
    pub help: &'static str,
}

const fn word<T>(word: &'static str, means: T, help: &'static str) -> Word<T> {
    // A program that speaks to no authors need not carry the lines about words.
    let help = if cfg!(ferz_terse) { "" } else { help };
    Word { word, means, help }
}

/// All words of one kind.
#[derive(Debug)]
pub struct Table<T: 'static>(&'static [Word<T>]);

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Table<T> {}

impl<T> Table<T> {
    /// The entries, in the order in which the reference lists them.
    pub fn iter(self) -> std::slice::Iter<'static, Word<T>> {
        self.0.iter()
    }

    /// The words. They are collected, so the callers' iterators are the same for all tables.
    pub fn words(self) -> std::vec::IntoIter<&'static str> {
        let mut words = Vec::with_capacity(self.0.len());
        for entry in self.0 {
            words.push(entry.word);
        }
        words.into_iter()
    }

    /// The entry of a word.
    pub fn entry(self, word: &str) -> Option<&'static Word<T>> {
        self.0.iter().find(|entry| entry.word == word)
    }

    /// The meaning of a word.
    pub fn get(self, word: &str) -> Option<&'static T> {
        self.entry(word).map(|entry| &entry.means)
    }

    /// Whether the word is one of them.
    pub fn has(self, word: &str) -> bool {
        self.entry(word).is_some()
    }
}

impl<T: PartialEq> Table<T> {
    /// The word for a value. A test holds that there is one for every value.
    pub fn word(self, means: &T) -> &'static str {
        for entry in self.0 {
            if entry.means == *means {
                return entry.word;
            }
        }
        ""
    }
}

/// The two sides.
pub const SIDES: Table<Side> = Table(&[
    word("white", Side::White, "White's alone"),
    word("black", Side::Black, "Black's alone"),
]);

/// A word and a line about it.
pub type Explained = (&'static str, &'static str);

/// The words of a table, each with its line.
pub fn explained<T>(table: Table<T>) -> Vec<Explained> {
    let mut words = Vec::with_capacity(table.0.len());
    for entry in table.0 {
        words.push((entry.word, entry.help));
    }
    words
}

/// The words of one table, for callers that need no meanings.
#[derive(Clone, Debug)]
pub struct List {
    /// The name of the words: `directions`.
    pub name: &'static str,
    /// The words, each with its line.
    pub words: Vec<Explained>,
}

/// The words that movements are made of, names aside.
pub fn in_movements() -> Vec<Explained> {
    let lists = [
        explained(CORES),
        explained(JOINTS),
        explained(BEHIND),
        explained(PREFIXES),
        explained(HURDLES),
        explained(DIRECTIONS),
    ];
    lists.concat()
}

/// The words that sets of squares are made of, names aside.
pub fn in_squares() -> Vec<Explained> {
    const EXCEPT: Explained = (
        "except",
        "`a except b`: the squares or pieces of `a` that are not in `b`",
    );
    [
        explained(SETS),
        explained(ORDINALS),
        explained(SIDES),
        vec![EXCEPT],
    ]
    .concat()
}

/// The keys of a section, each with its line.
pub fn keys(section: &str) -> Vec<Explained> {
    match section {
        "board" => explained(BOARD),
        "square" => explained(COMPASS),
        "promotion" => explained(PROMOTION),
        "drop" => explained(DROP),
        "castling" => [sections::CASTLING_LETTERS.to_vec(), explained(CASTLING)].concat(),
        "royalty" => explained(ROYALTY),
        "end" => explained(END),
        "rules" => explained(RULES),
        "shuffle" => explained(SHUFFLE),
        "walls" => explained(WALLS),
        "control" => explained(CONTROL),
        "turn" => explained(TURN),
        "power" => explained(POWERS),
        "on" => explained(EFFECTS),
        _ => Vec::new(),
    }
}

/// The words that the value of an entry can be or begin with, names aside.
pub fn values(section: &str, key: &str) -> Vec<Explained> {
    let sides = || explained(SIDES);
    match section {
        "board" => match BOARD.get(key) {
            Some(BoardKey::Wrap) => explained(WRAP),
            Some(BoardKey::Points) => explained(YES_NO),
            Some(BoardKey::Holes | BoardKey::River | BoardKey::Diagonals) | None => Vec::new(),
        },
        "promotion" => promotions(key),
        "drop" => match DROP.get(key) {
            Some(DropKey::Check | DropKey::Mate | DropKey::Must | DropKey::Outside | DropKey::Endless) => {
                [explained(YES_NO), sides()].concat()
            }
            Some(DropKey::While | DropKey::Unless) => groups(),
            Some(DropKey::Slides) => explained(SLIDES),
            Some(DropKey::On | DropKey::Gate | DropKey::First | DropKey::PerFile | DropKey::Hand) | None => {
                Vec::new()
            }
        },
        "shuffle" => explained(ON),
        "walls" => match WALLS.get(key) {
            Some(WallsKey::On) => groups(),
            Some(WallsKey::One | WallsKey::Instead | WallsKey::InCheck) => explained(YES_NO),
            Some(WallsKey::Called) | None => Vec::new(),
        },
        "control" => controlled(key),
        "turn" => match TURN.get(key) {
            Some(TurnKey::Both | TurnKey::Side(_) | TurnKey::First) => explained(PARTS),
            Some(TurnKey::Check) => explained(CHECKS_IN_TURNS),
            Some(TurnKey::Must) => explained(YES_NO),
            Some(TurnKey::Grows) | None => Vec::new(),
        },
        "power" => powers(key),
        "castling" => match CASTLING.get(key) {
            Some(CastlingKey::Safe) => explained(SAFE),
            Some(
                CastlingKey::Anywhere
                | CastlingKey::Jumps
                | CastlingKey::Dropped
                | CastlingKey::Brought
                | CastlingKey::Bars
                | CastlingKey::Chains,
            ) => explained(YES_NO),
            None => Vec::new(),
        },
        "royalty" => match ROYALTY.get(key) {
            Some(RoyaltyKey::Rule) => [explained(ROYAL_RULES), sides()].concat(),
            Some(RoyaltyKey::Attack) => explained(ROYAL_ATTACKS),
            Some(RoyaltyKey::Sacrifice | RoyaltyKey::Trade) => explained(YES_NO),
            None => Vec::new(),
        },
        "end" => endings(key),
        "rules" => restrictions(key),
        "on" => effects(key),
        _ => Vec::new(),
    }
}

/// The words of an entry of `promotion`.
fn promotions(key: &str) -> Vec<Explained> {
    match PROMOTION.get(key) {
        Some(PromotionKey::When) => explained(TRIGGERS),
        Some(PromotionKey::Must | PromotionKey::Check) => explained(YES_NO),
        Some(PromotionKey::Only) => explained(ONLY),
        Some(PromotionKey::Hand) => explained(HOLDERS),
        Some(PromotionKey::Goes | PromotionKey::While | PromotionKey::Unless) => groups(),
        Some(PromotionKey::To | PromotionKey::On | PromotionKey::Limit) | None => Vec::new(),
    }
}

/// The words of an entry of `control`.
fn controlled(key: &str) -> Vec<Explained> {
    match CONTROL.get(key) {
        Some(ControlKey::Of) => groups(),
        Some(ControlKey::Captures) => explained(PREY),
        Some(ControlKey::Safe) => explained(YES_NO),
        Some(ControlKey::Moves) | None => Vec::new(),
    }
}

/// Words for kinds of pieces.
fn kinds() -> Vec<Explained> {
    let mut all = explained(KINDS);
    all.retain(|(word, _)| *word != KINDS.word(&Kinds::Each));
    all
}

/// Words for pieces and squares as effects find them.
fn groups() -> Vec<Explained> {
    [explained(PLACES), explained(OWNERS), explained(LINKS), kinds()].concat()
}

/// The words of an entry of `power`.
fn powers(key: &str) -> Vec<Explained> {
    match POWERS.get(key) {
        Some(PowerKey::Of) => kinds(),
        Some(PowerKey::While) => {
            let who = [explained(OWNERS), kinds()].concat();
            let who = who
                .into_iter()
                .filter(|(word, _)| *word != OWNERS.word(&Owner::Empty));
            explained(RELATIONS).into_iter().chain(who).collect()
        }
        Some(PowerKey::Gains) => explained(GAINS),
        Some(PowerKey::Moves) | None => Vec::new(),
    }
}

/// The words of an entry of `rules`.
fn restrictions(key: &str) -> Vec<Explained> {
    let sides = || explained(SIDES);
    match RULES.get(key) {
        Some(RulesKey::Sides(_)) => [explained(YES_NO), sides()].concat(),
        Some(RulesKey::Pass) => [explained(PASSES), sides()].concat(),
        Some(RulesKey::LatePromotions) => [explained(LATE), sides()].concat(),
        Some(RulesKey::Apart) => sides(),
        Some(RulesKey::Exchange) => explained(AND),
        Some(RulesKey::Absorb) => [kinds(), explained(FROM)].concat(),
        Some(RulesKey::Carry | RulesKey::Pool | RulesKey::Regents) => kinds(),
        Some(RulesKey::Recall) => explained(FOR),
        Some(RulesKey::Avenge) => [kinds(), explained(WITHIN)].concat(),
        Some(RulesKey::EnPassant) | None => Vec::new(),
    }
}

/// The words of an entry of `on`.
fn effects(key: &str) -> Vec<Explained> {
    match EFFECTS.get(key) {
        Some(EffectKey::Act(act)) => acts(*act),
        Some(EffectKey::By) => kinds(),
        Some(EffectKey::Of) => {
            let whose = [Owner::Friend, Owner::Enemy].map(|owner| OWNERS.word(&owner));
            let words = [explained(OWNERS), explained(LINKS)].concat().into_iter();
            let fits = |word: &str| whose.contains(&word) || word == LINKS.word(&Link::Same);
            kinds()
                .into_iter()
                .chain(words.filter(|(word, _)| fits(word)))
                .collect()
        }
        Some(EffectKey::While | EffectKey::Unless | EffectKey::WhileBefore | EffectKey::UnlessBefore) => {
            groups()
        }
        Some(EffectKey::Repeat) => explained(YES_NO),
        Some(EffectKey::From | EffectKey::To | EffectKey::Every) | None => Vec::new(),
    }
}

/// The words of an act.
fn acts(key: ActKey) -> Vec<Explained> {
    match key.form() {
        ActForm::Shift { .. } => [groups(), explained(SHIFTS)].concat(),
        ActForm::Possible => explained(NO),
        ActForm::Again => [explained(GOERS), explained(AGAIN)].concat(),
        ActForm::Pieces(_)
        | ActForm::Squares(_)
        | ActForm::Become
        | ActForm::Hand
        | ActForm::Put
        | ActForm::Carry => groups(),
    }
}

/// The words of an entry of `end`.
fn endings(key: &str) -> Vec<Explained> {
    let sides = || explained(SIDES);
    match END.get(key) {
        Some(EndKey::Checkmate | EndKey::PerpetualCheck) => explained(SCORES),
        Some(EndKey::Stalemate) => [explained(SCORES), sides()].concat(),
        Some(EndKey::Repetition | EndKey::MoveRule) => {
            [explained(LIMITS), explained(CLAIM), sides()].concat()
        }
        Some(EndKey::ToAndFro | EndKey::MateBy | EndKey::MateWithout) => {
            [explained(SCORES), explained(OF)].concat()
        }
        Some(EndKey::PerpetualChase) => {
            [explained(SCORES), explained(BY), explained(OF), explained(ON)].concat()
        }
        Some(EndKey::OnlyPromotions) => explained(SCORES),
        Some(EndKey::Count | EndKey::CountAlone) => [explained(COUNT), explained(FROM_PIECES)].concat(),
        None => [
            explained(GOALS),
            explained(ON),
            explained(WITH),
            explained(GOAL_OPTIONS),
            explained(KINDS),
            explained(SCORES),
            sides(),
        ]
        .concat(),
    }
}

fn list<T>(name: &'static str, table: Table<T>) -> List {
    List {
        name,
        words: explained(table),
    }
}

/// Every table.
pub fn all() -> Vec<List> {
    vec![
        list("declarations", DECLARATIONS),
        list("sides", SIDES),
        list("words before a movement", PREFIXES),
        list("movements", CORES),
        list("words behind a movement", BEHIND),
        list("words between movements", JOINTS),
        list("hurdles", HURDLES),
        list("directions", DIRECTIONS),
        list("neighbours", COMPASS),
        list("squares", SETS),
        list("ordinals", ORDINALS),
        list("attributes", ATTRIBUTES),
        list("keys of a board", BOARD),
        list("edges", WRAP),
        list("ways to be pushed in", SLIDES),
        list("keys of a promotion", PROMOTION),
        list("triggers", TRIGGERS),
        list("keys of `drop`", DROP),
        list("keys of `walls`", WALLS),
        list("keys of `control`", CONTROL),
        list("captures of controlled pieces", PREY),
        list("keys of `turn`", TURN),
        list("moves of a turn", PARTS),
        list("checks in turns", CHECKS_IN_TURNS),
        list("keys of `power`", POWERS),
        list("conditions of powers", RELATIONS),
        list("what is gained", GAINS),
        list("conditions of a promotion", ONLY),
        list("hands of promotions", HOLDERS),
        list("keys of castling", CASTLING),
        list("safe squares", SAFE),
        list("keys of `royalty`", ROYALTY),
        list("rules of royalty", ROYAL_RULES),
        list("keys of `end`", END),
        list("pieces that move to and fro", OF),
        list("words of a count", COUNT),
        list("where a count begins", FROM_PIECES),
        list("goals", GOALS),
        list("options of goals", GOAL_OPTIONS),
        list("pieces of a goal", KINDS),
        list("squares of a goal", ON),
        list("further squares of a goal", WITH),
        list("what a limit brings", LIMITS),
        list("conditions of a limit", CLAIM),
        list("results", SCORES),
        list("keys of `rules`", RULES),
        list("ways of passing", PASSES),
        list("who chooses late promotions", LATE),
        list("yes and no", YES_NO),
        list("events", EVENTS),
        list("keys of `on`", EFFECTS),
        list("what is possible", NO),
        list("whose pieces", OWNERS),
        list("places of a move", PLACES),
        list("words of effects", LINKS),
        list("who goes on", GOERS),
        list("how a turn goes on", AGAIN),
    ]
}

/// Whether a word has a meaning where a parameter may stand, so that no parameter may have this
/// name. Words that only join others, such as `by` and `of`, are none of these.
pub fn is_meant_already(name: &str) -> bool {
    means_pieces(name)
        || SETS.has(name)
        || ORDINALS.has(name)
        || PREFIXES.has(name)
        || CORES.has(name)
        || HURDLES.has(name)
        || YES_NO.has(name)
        || is_direction(name)
}

/// Whether a word means something where effects and conditions name pieces, so that no piece has
/// it for a name.
pub fn means_pieces(name: &str) -> bool {
    let link = |link: &Link| {
        matches!(
            link,
            Link::Victim | Link::Same | Link::Flipped | Link::Demoted | Link::Chosen
        )
    };
    PLACES.has(name)
        || OWNERS.has(name)
        || SIDES.has(name)
        || KINDS.has(name)
        || LINKS.get(name).is_some_and(link)
}
