//! Rules as the language writes them.
//!
//! The text written here is read back to the same rules: [`ruleset`] writes a whole file,
//! [`declarations`] its parts one by one, and the other functions parts of those. Snapshots,
//! comparisons and explanations print with them. The words come from the
//! [`vocabulary`](crate::vocabulary).

mod board;
mod castling;
mod control;
mod drops;
mod effects;
mod end;
mod hooks;
mod kinds;
mod movement;
mod pieces;
mod powers;
mod promotion;
mod restrictions;
mod shuffle;
mod squares;
mod turns;
mod walls;

#[doc(hidden)]
pub use board::board;
#[doc(hidden)]
pub use effects::{again, area, effect, group};
#[doc(hidden)]
pub use end::{chase, count, goal, limit, mate, only_promotions, score, to_and_fro};
#[doc(hidden)]
pub use hooks::hook;
pub use movement::movement;
#[doc(hidden)]
pub use movement::movement_of;
#[doc(hidden)]
pub use pieces::{piece, value};
#[doc(hidden)]
pub use squares::{sets, squares, squares_of};

use crate::rules::{PerSide, PieceName, Ruleset, Side};
use ferz_engine::order::sort_by;
use ferz_grammar::quoting::quote;
use serde::Serialize;

/// The parts of the rules that declarations are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// Title, source, about, titles of armies, values for hints: nothing that can be played.
    Text,
    /// The board.
    Board,
    /// A piece.
    Piece,
    /// The start position.
    Setup,
    /// Promotions.
    Promotion,
    /// A drop from a hand.
    Drop,
    /// Castling.
    Castling,
    /// Royalty and other restrictions of moves.
    Rule,
    /// How the game ends.
    End,
    /// An effect that follows a move.
    Effect,
    /// A mechanic of its own.
    Hook,
}

/// A declaration, or an entry of one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Declaration {
    /// The topic.
    pub topic: Topic,
    /// The first word: `piece`, `end`, `use`.
    pub keyword: &'static str,
    /// The side that has it, if it is one side's.
    pub side: Option<Side>,
    /// The name that it declares; empty if there is only one: `lancer`, `towers`.
    pub name: String,
    /// The key of the entry, if it is one: `stalemate`.
    pub key: Option<String>,
    /// The rest.
    pub body: String,
}

impl Declaration {
    fn new(topic: Topic, keyword: &'static str, name: &str, body: String) -> Self {
        Self {
            topic,
            keyword,
            side: None,
            name: name.to_owned(),
            key: None,
            body,
        }
    }

    fn of(self, side: Option<Side>) -> Self {
        Self { side, ..self }
    }

    fn entry(topic: Topic, keyword: &'static str, key: &str, body: String) -> Self {
        Self {
            key: Some(key.to_owned()),
            ..Self::new(topic, keyword, "", body)
        }
    }

    /// The text before the block or the value: `piece white lancer`, `end`.
    pub fn head(&self) -> String {
        let mut head = self.keyword.to_owned();
        let side = self.side.map(Side::name);
        for word in side
            .into_iter()
            .chain(Some(self.name.as_str()).filter(|name| !name.is_empty()))
        {
            head.push(' ');
            head.push_str(word);
        }
        head
    }

    /// The declared thing in a few words: `piece white lancer`, `end stalemate`.
    pub fn subject(&self) -> String {
        match &self.key {
            Some(key) => format!("{} {key}", self.head()),
            None => self.head(),
        }
    }
}

/// The way of writing declarations that belong to both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Sides {
    /// Once, if both sides have the same.
    Together,
    /// For each side by itself.
    Apart,
}

/// Everything that decides how a variant is played, in one order for all texts of the same rules,
/// except where the order has a meaning.
#[doc(hidden)]
pub fn declarations(rules: &Ruleset, sides: Sides) -> Vec<Declaration> {
    let mut list = board::declarations(&rules.board, rules.points.as_ref());
    list.extend(pieces::declarations(rules, sides));
    list.extend(promotion::declarations(rules, sides));
    list.extend(drops::declarations(rules, sides));
    list.extend(castling::declarations(rules, sides));
    list.extend(restrictions::declarations(rules));
    list.extend(end::declarations(rules));
    list.push(Declaration::new(Topic::Setup, "start", "", quote(&rules.start)));
    list.extend(shuffle::declaration(rules));
    list.extend(turns::declaration(rules));
    list.extend(walls::declaration(rules));
    list.extend(control::declaration(rules));
    list.extend(powers::declarations(rules));
    list.extend(effects::declarations(rules));
    list.extend(hooks::declarations(rules));
    list
}

/// The declarations of both sides about pieces, sorted by piece; those that are the same for both
/// once, if the sides are written together.
fn by_piece([white, mut black]: [Vec<Declaration>; 2], sides: Sides) -> Vec<Declaration> {
    let mut list = Vec::new();
    for declaration in white {
        let twin = black.iter().position(|black| *black == declaration);
        match twin.filter(|_| sides == Sides::Together) {
            Some(twin) => {
                black.remove(twin);
                list.push(declaration);
            }
            None => list.push(declaration.of(Some(Side::White))),
        }
    }
    list.extend(black.into_iter().map(|black| black.of(Some(Side::Black))));
    sort_by(&mut list, |a, b| a.name.cmp(&b.name));
    list
}

/// Declarations as lines of a file: entries that follow each other stand in one block.
#[doc(hidden)]
pub fn lines(declarations: &[Declaration]) -> Vec<String> {
    let mut lines = Vec::new();
    let one_block = |a: &Declaration, b: &Declaration| {
        a.key.is_some() && b.key.is_some() && (a.keyword, a.side, &a.name) == (b.keyword, b.side, &b.name)
    };
    for group in declarations.chunk_by(one_block) {
        let head = group[0].head();
        if group[0].key.is_none() {
            let between = if group[0].body.starts_with('(') { "" } else { " " };
            lines.push(format!("{head}{between}{}", group[0].body).trim_end().to_owned());
            continue;
        }
        lines.push(format!("{head} {{"));
        for entry in group {
            let key = entry.key.as_deref().unwrap_or_default();
            lines.push(format!("  {key}: {}", entry.body));
        }
        lines.push("}".to_owned());
    }
    lines
}

/// A whole file that says these rules, with nothing to extend or include.
pub fn ruleset(rules: &Ruleset) -> String {
    let mut file = vec![format!("variant {}", quote(&rules.title))];
    for (keyword, text) in [("source", &rules.source), ("about", &rules.about)] {
        if !text.is_empty() {
            file.push(format!("{keyword} {}", quote(text)));
        }
    }
    for (name, zone) in &rules.zones {
        file.extend(squares::zone(name, zone, &rules.board));
    }
    for side in Side::ALL {
        let title = match rules.armies[side].as_str() {
            "" => String::new(),
            title => format!(" {}", quote(title)),
        };
        file.push(format!("army {side}{title} {{"));
        file.extend(pieces::army(rules, side).map(|piece| format!("  {piece}")));
        file.push("}".to_owned());
    }
    let rest: Vec<Declaration> = declarations(rules, Sides::Together)
        .into_iter()
        .filter(|declaration| declaration.topic != Topic::Piece)
        .collect();
    file.extend(lines(&rest));
    file.push(String::new());
    file.join("\n")
}

/// A value of each side: one word if they are equal, else `white A, black B`.
#[doc(hidden)]
pub fn per_side<T: PartialEq>(value: &PerSide<T>, word: impl Fn(&T) -> String) -> String {
    if value.white == value.black {
        word(&value.white)
    } else {
        format!("white {}, black {}", word(&value.white), word(&value.black))
    }
}

/// Names with `or` before the last.
#[doc(hidden)]
pub fn or(names: &[PieceName]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
