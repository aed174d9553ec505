//! The form in which PyChess accepts a variant of one of its users: a section of a `variants.ini`
//! with a line for its page, names, and a picture for each kind of piece.

use crate::export::export;
use crate::known::BUILT_IN;
use crate::model::Model;
use crate::read;
use crate::report::Loss;
use crate::types::Slot;
use ferz::rules::{Castling, Condition, Movement, PerSide, Piece, Ruleset, Side};
use std::collections::BTreeSet;

/// The limits of the place, in bytes and characters.
pub struct Limits;

impl Limits {
    /// A section, in bytes.
    pub const SECTION: usize = 64 * 1024;
    /// A description, in characters.
    pub const DESCRIPTION: usize = 1000;
    /// A picture of a piece, in bytes.
    pub const PIECE: usize = 32 * 1024;
    /// All pictures of pieces, in bytes.
    pub const PIECES: usize = 256 * 1024;
    /// A picture of the board, in bytes.
    pub const BOARD: usize = 128 * 1024;
    /// A display name, and the name of a piece, in characters.
    pub const NAME: usize = 50;
    /// The name of a section, in characters.
    pub const KEY: std::ops::RangeInclusive<usize> = 3..=32;
}

/// A variant as PyChess takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Publication {
    /// The name of the section.
    pub key: String,
    /// The display name.
    pub title: String,
    /// The section.
    pub section: String,
    /// The names of the pieces: `k:king, z:zebra`.
    pub names: String,
    /// The pictures that a set of pieces has.
    pub figures: Vec<Figure>,
    /// Rules that the section does not say.
    pub lost: Vec<Loss>,
    /// The rules that PyChess refuses.
    pub refused: Vec<Loss>,
}

/// A picture of a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The letter of the section, a capital.
    pub letter: char,
    /// Whether the piece of that letter promotes to it.
    pub promoted: bool,
    /// The kind that each side has by that letter.
    pub kind: PerSide<String>,
}

impl Figure {
    /// The name of its file without the colour: `+P`.
    pub fn stem(&self) -> String {
        format!("{}{}", if self.promoted { "+" } else { "" }, self.letter)
    }
}

/// Keys with which a section is refused, the declaration that they come from, and why.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "twoBoards",
        "drop",
        "pieces from another board need a second board, which PyChess does not give",
    ),
    (
        "cambodianMoves",
        "piece",
        "PyChess has no way to enter leaps of first moves",
    ),
    ("materialCounting", "end", "PyChess does not count material"),
    ("freeDrops", "drop", "PyChess takes no hands that never empty"),
    (
        "countingRule",
        "end count",
        "PyChess does not count moves to a draw",
    ),
    (
        "chasingRule",
        "end perpetual-chase",
        "PyChess does not judge perpetual chases",
    ),
    ("wallingRule", "walls", "PyChess has no way to enter walls"),
];

/// Rules as PyChess takes them, under that name and title; what it refuses is listed.
pub fn pychess(rules: &Ruleset, name: &str, title: &str) -> Publication {
    let key = key(name);
    let model = read::model(rules);
    let export = export(rules, &key);
    let (base, promoted) = roles(&model, &export.text);
    let figures = figures(rules, &model, &base, &promoted);
    let section = with_roles(&export.text, &base, &promoted);
    let mut publication = Publication {
        names: names(&figures),
        title: display(title),
        key,
        section,
        figures,
        lost: export.lost,
        refused: Vec::new(),
    };
    publication.refused = refused(rules, &publication);
    // A refused rule need not be reported as a loss, too.
    let is_refused = |loss: &Loss| REFUSED.iter().any(|(key, ..)| *key == loss.what);
    publication.lost.retain(|loss| !is_refused(loss));
    publication
}

/// A name as the name of a section there: small letters, digits, `-` and `_`, a letter first.
fn key(name: &str) -> String {
    let mut key: String = name
        .to_lowercase()
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        })
        .collect();
    if !key.starts_with(|c: char| c.is_ascii_lowercase()) {
        key = format!("v{}{key}", if key.starts_with('-') { "" } else { "-" });
    }
    key
}

/// A title with the characters that a display name may have.
fn display(title: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || " -_.+/()".contains(c);
    let mut text = String::new();
    for c in title.chars() {
        match c {
            '&' => text.push_str("and"),
            '\'' | '\u{2019}' => {}
            c if kept(c) => text.push(c),
            _ => text.push(' '),
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_matches(['-', '_', ' ']).to_owned()
}

/// The value of a key of a section.
fn value<'s>(section: &'s str, key: &str) -> Option<&'s str> {
    section.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| value.trim())
    })
}

/// The letters of pieces as they are, and of those that have a promoted form.
fn roles(model: &Model, section: &str) -> (BTreeSet<char>, BTreeSet<char>) {
    let lower = |text: &str| -> BTreeSet<char> {
        let letters = text.chars().filter(char::is_ascii_alphabetic);
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let start = value(section, "startFen").unwrap_or_default();
    let mut base = lower(start.split(' ').next().unwrap_or_default());
    for key in [
        "promotionPieceTypes",
        "promotionPieceTypesWhite",
        "promotionPieceTypesBlack",
    ] {
        base.extend(lower(value(section, key).unwrap_or_default()));
    }
    let pairs = &model.promotion.promoted;
    let only_promoted: BTreeSet<&Slot> = pairs.values().collect();
    let letter = |slot: &Slot| Some(model.kinds.get(slot)?.letter.to_ascii_lowercase());
    let others = model.kinds.keys().filter(|slot| !only_promoted.contains(slot));
    base.extend(others.filter_map(letter));
    let promoted = pairs.keys().filter_map(letter).collect();
    (base, promoted)
}

/// The section with the comment that tells PyChess which pieces there are.
fn with_roles(section: &str, base: &BTreeSet<char>, promoted: &BTreeSet<char>) -> String {
    let plain = base.iter().map(char::to_string);
    let raised = promoted.iter().map(|letter| format!("+{letter}"));
    let list: Vec<String> = plain.chain(raised).collect();
    match section.split_once('\n') {
        Some((head, rest)) => format!("{head}\n# pychessPieces = {}\n{rest}", list.join(",")),
        None => section.to_owned(),
    }
}

fn figures(rules: &Ruleset, model: &Model, base: &BTreeSet<char>, promoted: &BTreeSet<char>) -> Vec<Figure> {
    let slot = |letter: char| -> Option<Slot> {
        let mut kinds = model.kinds.iter();
        kinds.find_map(|(slot, kind)| kind.letter.eq_ignore_ascii_case(&letter).then_some(*slot))
    };
    let name = |slot: Slot| model.kinds.get(&slot)?.name.clone();
    let of = |text: &str, side: Side| {
        let has = |piece: &Piece| {
            let letter = piece.letter[side];
            letter.is_some_and(|letter| letter.to_ascii_uppercase().as_str() == text)
        };
        let found = rules.pieces.iter().find(|(_, piece)| has(piece));
        found.map(|(name, _)| name.clone())
    };
    let figure = |letter: char, promoted: bool| {
        let letter = letter.to_ascii_uppercase();
        let text = format!("{}{letter}", if promoted { "+" } else { "" });
        let known = slot(letter).and_then(|slot| match promoted {
            true => name(*model.promotion.promoted.get(&slot)?),
            false => name(slot),
        });
        let own = PerSide::new(of(&text, Side::White), of(&text, Side::Black));
        let any = known
            .or_else(|| own.white.clone())
            .or_else(|| own.black.clone())?;
        let kind = PerSide::new(own.white.unwrap_or_else(|| any.clone()), own.black.unwrap_or(any));
        Some(Figure {
            letter,
            promoted,
            kind,
        })
    };
    let plain = base.iter().filter_map(|letter| figure(*letter, false));
    plain
        .chain(promoted.iter().filter_map(|letter| figure(*letter, true)))
        .collect()
}

/// `k:king, z:zebra`: a letter that two kinds have is that of White's.
fn names(figures: &[Figure]) -> String {
    let plain = figures.iter().filter(|figure| !figure.promoted);
    let each = plain.map(|figure| {
        let name: String = figure.kind.white.chars().take(Limits::NAME).collect();
        format!(
            "{}:{}",
            figure.letter.to_ascii_lowercase(),
            name.replace('-', " ")
        )
    });
    each.collect::<Vec<_>>().join(", ")
}

fn refused(rules: &Ruleset, publication: &Publication) -> Vec<Loss> {
    let mut list = refused_rules(rules, &publication.section);
    list.extend(
        refused_names(publication)
            .into_iter()
            .map(|why| loss("title", why)),
    );
    list
}

fn loss(what: &str, why: String) -> Loss {
    Loss {
        what: what.to_owned(),
        why,
    }
}

/// Rules that PyChess takes from nobody.
fn refused_rules(rules: &Ruleset, section: &str) -> Vec<Loss> {
    let mut list = Vec::new();
    let mut refuse = |what: &str, why: String| list.push(loss(what, why));
    let on = |key: &str| {
        let off = ["", "-", "0", "false", "no", "off", "none"];
        value(section, key).is_some_and(|value| !off.contains(&value))
    };
    for (key, what, why) in REFUSED.iter().filter(|(key, ..)| on(key)) {
        refuse(&subject(rules, what), format!("{why} (`{key}`)"));
    }
    if on("gating") && !on("seirawanGating") {
        let what = if on("cambodianMoves") { "piece" } else { "drop" };
        let why = "PyChess takes gates of Seirawan Chess alone (`gating`)";
        refuse(&subject(rules, what), why.to_owned());
    }
    if let Some(side) = Side::ALL
        .into_iter()
        .find(|side| castles_with_its_only_rook(rules, *side))
    {
        let why = format!(
            "PyChess takes the only rook of {side} for one of the queen's side, and refuses the right `K`"
        );
        refuse("castling", why);
    }
    list
}

/// Why PyChess takes neither the section nor its names, whatever its rules.
fn refused_names(publication: &Publication) -> Vec<String> {
    let mut list = Vec::new();
    let section = &publication.section;
    if section.len() > Limits::SECTION {
        let why = format!(
            "the section has {} bytes, PyChess takes {}",
            section.len(),
            Limits::SECTION
        );
        list.push(why);
    }
    let (key, title) = (&publication.key, &publication.title);
    if !Limits::KEY.contains(&key.len()) {
        let why = format!(
            "`{key}` has {} characters, PyChess takes 3 to 32: `--name`",
            key.len()
        );
        list.push(why);
    }
    if BUILT_IN.contains(&key.as_str()) {
        let why = format!("`{key}` is a variant that PyChess has: choose another name with `--name`");
        list.push(why);
    }
    let length = title.chars().count();
    if length == 0 || length > Limits::NAME {
        let why = format!(
            "the display name has {length} characters, PyChess takes 1 to {}: `--title`",
            Limits::NAME
        );
        list.push(why);
    }
    let known = BUILT_IN.iter().filter_map(|name| {
        let rules = ferz_rulesets::get(name)?;
        rules.split('"').nth(1)
    });
    if known.into_iter().any(|known| known.eq_ignore_ascii_case(title)) {
        let why = format!("`{title}` is a variant that PyChess has: choose another title with `--title`");
        list.push(why);
    }
    list
}

/// Whether a side castles with the letter `K` and starts with a single rook.
fn castles_with_its_only_rook(rules: &Ruleset, side: Side) -> bool {
    let fixed = |castling: &&Castling| castling.side == side && !castling.anywhere;
    let mut own = rules.castling.iter().filter(fixed);
    let Some(castling) = own.find(|castling| castling.letter.eq_ignore_ascii_case(&'k')) else {
        return false;
    };
    let mut fields = rules.start.split(' ');
    let (board, rights) = (
        fields.next().unwrap_or_default(),
        fields.nth(1).unwrap_or_default(),
    );
    let rook = rules
        .pieces
        .get(&castling.rook)
        .and_then(|piece| piece.letter[side]);
    let letter = match side {
        Side::White => 'K',
        Side::Black => 'k',
    };
    rights.contains(letter) && rook.is_some_and(|rook| rook.count_in(board) == 1)
}

/// The declaration that a key comes from: of pieces, the one that leaps with its first move.
fn subject(rules: &Ruleset, what: &str) -> String {
    if what != "piece" {
        return what.to_owned();
    }
    let initial = |part: &Movement| {
        matches!(
            part,
            Movement::When {
                condition: Condition::Initial,
                ..
            }
        )
    };
    let mut pieces = rules.pieces.iter();
    let leaps = pieces.find(|(_, piece)| piece.royal.white && piece.movement.white.any(&initial));
    leaps.map_or_else(|| what.to_owned(), |(name, _)| format!("piece {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(name: &str) -> Publication {
        pychess(&ferz_rulesets::ruleset(name).unwrap(), "my-own", "My own")
    }

    #[test]
    fn names_are_as_they_are_wanted() {
        assert_eq!(key("5 Check!"), "v-5-check-");
        assert_eq!(key("my_Own"), "my_own");
        assert_eq!(display("Khan's \"Own\" & more"), "Khans Own and more");
    }

    #[test]
    fn pieces_that_the_start_does_not_show_are_named() {
        let shogi = published("shogi");
        let line = "[my-own]\n# pychessPieces = b,g,k,l,n,p,r,s,+b,+l,+n,+p,+r,+s\n";
        assert!(shogi.section.starts_with(line), "{}", shogi.section);
        let stems: Vec<String> = shogi.figures.iter().map(Figure::stem).collect();
        assert_eq!(stems.len(), 14);
        let tokin = shogi.figures.iter().find(|figure| figure.stem() == "+P").unwrap();
        assert_eq!(tokin.kind, PerSide::both("tokin".to_owned()));
        assert!(shogi.refused.is_empty() && shogi.lost.is_empty());
    }

    #[test]
    fn what_is_refused_is_said_before() {
        let refused = |name: &str| -> Vec<String> {
            let all = published(name).refused.into_iter();
            all.map(|one| one.what).collect()
        };
        assert_eq!(refused("chess"), Vec::<String>::new());
        assert_eq!(refused("duck"), ["walls"]);
        assert_eq!(refused("xiangqi"), ["end perpetual-chase"]);
        assert_eq!(refused("bughouse"), ["drop"]);
        assert_eq!(refused("microchess1997"), ["castling"]);
        let own = pychess(&ferz_rulesets::ruleset("chess").unwrap(), "chess", "Chess");
        assert_eq!(own.refused.len(), 2);
    }
}
