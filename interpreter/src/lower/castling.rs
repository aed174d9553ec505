//! Castling: two pieces of one side and where they go.

use super::declared::{Block, Declared};
use super::kinds::unknown;
use super::report::{At, Place, Report, error};
use super::squares::Grounds;
use super::values::{terms, word};
use crate::board::{Bits, Square, Topology, U256};
use crate::rules::{Castling, Side};
use crate::vocabulary::{CASTLING, CastlingKey, SAFE, Safe, YES_NO};
use ferz_grammar::ast::{Entry, Expr};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use std::collections::HashMap;

/// A piece and the two squares of its way.
struct Way<'e> {
    piece: &'e str,
    from: Square,
    to: Square,
}

/// Lowers the castling moves of both sides.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    report: &Report<'a>,
) -> Vec<Castling> {
    let Some(grounds) = grounds else { return Vec::new() };
    let mut list = Vec::new();
    for side in Side::ALL {
        if let Some(block) = declared.castling[side] {
            let reader = Reader {
                declared,
                grounds,
                report,
                side,
                block,
            };
            list.extend(reader.section());
        }
    }
    list
}

/// Reads the castling moves of one side.
struct Reader<'a, 'r> {
    declared: &'r Declared<'a>,
    grounds: &'r Grounds<'a, 'r>,
    report: &'r Report<'a>,
    side: Side,
    block: Block<'a>,
}

/// A castling move whose squares are still squares.
struct Found<'e> {
    side: Side,
    letter: char,
    king: Way<'e>,
    rook: Way<'e>,
    king_path: Vec<Square>,
    empty: U256,
}

impl<'a> Reader<'a, '_> {
    fn section(&self) -> Vec<Castling> {
        let (at, report) = (self.block.at, self.report);
        let mut seen: HashMap<&str, Place> = HashMap::new();
        let mut safe = Some(Safe::Path);
        let (mut by_drop, mut by_effect, mut bars) = (false, false, false);
        let (mut anywhere, mut jumps, mut chains) = (false, false, false);
        let said = |entry| {
            let value = report.single(entry);
            value.and_then(|value| report.choose(value, YES_NO)) == Some(true)
        };
        let mut moves = Vec::new();
        for entry in &at.node.entries {
            let entry = At::new(at.source, entry);
            let key = entry.node.key.value.as_str();
            let place = at.place(entry.node.key.span);
            if let Some(first) = seen.insert(key, place) {
                report.add(
                    error("F0111", place, format!("`{key}` stands here twice"))
                        .label("again here")
                        .also(first.source, first.span, "first here")
                        .help("keep one of them"),
                );
                continue;
            }
            match CASTLING.get(key) {
                Some(CastlingKey::Safe) => {
                    safe = report.single(entry).and_then(|value| report.choose(value, SAFE));
                }
                Some(CastlingKey::Dropped) => by_drop = said(entry),
                Some(CastlingKey::Brought) => by_effect = said(entry),
                Some(CastlingKey::Bars) => bars = said(entry),
                Some(CastlingKey::Anywhere) => anywhere = said(entry),
                Some(CastlingKey::Jumps) => jumps = said(entry),
                Some(CastlingKey::Chains) => chains = said(entry),
                None => moves.extend(self.letter(key, place).map(|letter| (letter, entry))),
            }
        }
        let whole = at.place(at.node.span);
        if !seen.keys().any(|key| CASTLING.get(key).is_none()) && !report.has_unread_in(whole) {
            report.add(
                error("F0118", whole, "this section has no castling move")
                    .help("write `K: king e1 g1, rook h1 f1`, or `without castling`; the section replaces one that is taken over"),
            );
        }
        let moves = moves.into_iter().filter_map(|(letter, entry)| {
            let found = self.one(letter, entry)?;
            let castling = Castling {
                by_drop,
                by_effect,
                bars,
                anywhere,
                jumps,
                chains,
                ..found.finish(self.grounds, safe?, jumps)
            };
            Some((entry, castling))
        });
        self.different(moves.collect())
    }

    /// The moves without those that do what another does.
    fn different(&self, moves: Vec<(At<'a, Entry>, Castling)>) -> Vec<Castling> {
        let mut kept: Vec<Castling> = Vec::with_capacity(moves.len());
        for (entry, castling) in moves {
            if let Some(other) = kept.iter().find(|other| other.does_the_same(&castling)) {
                let letter = other.letter.to_ascii_uppercase();
                let message = format!("this castling move does the same as `{letter}`");
                self.report.add(
                    error("F0242", entry.place(entry.node.span), message)
                        .help("leave one of them out, or let one of the pieces end elsewhere"),
                );
                continue;
            }
            kept.push(castling);
        }
        kept
    }

    /// The letter of a castling move in positions.
    fn letter(&self, key: &str, place: Place) -> Option<char> {
        let mut chars = key.chars();
        if let (Some(letter), None) = (chars.next().filter(char::is_ascii_alphabetic), chars.next()) {
            return Some(match self.side {
                Side::White => letter.to_ascii_uppercase(),
                Side::Black => letter.to_ascii_lowercase(),
            });
        }
        self.report.add(
            error("F0110", place, format!("castling has no `{key}`")).suggest_or(
                closest(key, CASTLING.words()),
                "write the letter of a castling move, `K: king e1 g1, rook h1 f1`, `safe`, `anywhere`, `jumps`, `dropped`, `brought`, `bars` or `chains`",
            ),
        );
        None
    }

    /// Reports a castling without two pieces, or without the comma between them.
    fn not_two(&self, entry: At<'a, Entry>) {
        let help = "write `K: king e1 g1, rook h1 f1`: piece, from, to, and the same for its partner";
        let partner = match entry.node.values.as_slice() {
            [one] => partner(one),
            _ => None,
        };
        let diagnostic = match partner {
            Some((name, span)) => {
                let message = format!("a comma is missing before `{name}`");
                error("F0241", entry.place(span), message)
            }
            None => {
                let values = &entry.node.values;
                let extra = values.get(2).map_or(entry.node.span, |value| value.span);
                error("F0241", entry.place(extra), "castling moves two pieces")
            }
        };
        self.report.add(diagnostic.help(help));
    }

    fn one(&self, letter: char, entry: At<'a, Entry>) -> Option<Found<'a>> {
        let [king, rook] = entry.node.values.as_slice() else {
            self.not_two(entry);
            return None;
        };
        let king = self.way(At::new(entry.source, king));
        let rook = self.way(At::new(entry.source, rook));
        let (king, rook) = (king??, rook??);
        let t = self.grounds.topology;
        let wrong = |message: &str, help: &str| {
            let place = entry.place(entry.node.span);
            self.report.add(error("F0242", place, message).help(help));
        };
        if king.from == rook.from || king.to == rook.to {
            wrong(
                "two pieces cannot stand on one square",
                "write where each piece starts and where it ends: `K: king e1 g1, rook h1 f1`",
            );
            return None;
        }
        let rank = |s: Square| t.coordinates(s).map(|(_, rank)| rank);
        let mut squares = [king.from, king.to, rook.from, rook.to].into_iter();
        if squares.any(|s| rank(s).is_none() || rank(s) != rank(king.from)) {
            wrong(
                "castling goes along one rank",
                "all four squares are on the rank of the king",
            );
            return None;
        }
        let (king_path, rook_path) = (path(t, king.from, king.to), path(t, rook.from, rook.to));
        let between = path(t, king.from, rook.from);
        let (Some(king_path), Some(rook_path), Some(between)) = (king_path, rook_path, between) else {
            wrong(
                "there is a hole on the way",
                "all squares between the two pieces and their ends exist",
            );
            return None;
        };
        let own = U256::bit(king.from) | U256::bit(rook.from);
        let all = king_path.iter().chain(&rook_path).chain(&between);
        let empty = all.fold(U256::EMPTY, |set, &s| set | U256::bit(s)) & !own;
        Some(Found {
            side: self.side,
            letter,
            king,
            rook,
            king_path,
            empty,
        })
    }

    /// `None` if it is wrong; `Some(None)` if the castling falls away with an inherited piece.
    fn way(&self, at: At<'a, Expr>) -> Option<Option<Way<'a>>> {
        let Self {
            declared,
            grounds,
            report,
            side,
            block,
        } = *self;
        let [piece, from, to] = terms(at.node) else {
            let message = "expected a piece and two squares";
            let joined = match terms(at.node) {
                [piece, squares] => joined_squares(report, at.source, piece, squares),
                _ => None,
            };
            let (place, help) = match joined {
                Some((place, help)) => (place, help),
                None => (
                    at.place(at.node.span),
                    "write `king e1 g1`: the piece, where it starts and where it ends".to_owned(),
                ),
            };
            report.add(error("F0241", place, message).help(help));
            return None;
        };
        let name = report.word(At::new(at.source, piece), "the name of a piece")?;
        let place = at.place(piece.span);
        if !declared.armies[side].pieces.contains_key(name) {
            let other_has = declared.armies[side.other()].pieces.contains_key(name);
            if !block.inherited && (block.sided || !other_has) {
                unknown(declared, report, place, block.sided.then_some(side), name);
            }
            return Some(None);
        }
        let square = |expr| grounds.square_of(side, At::new(at.source, expr));
        let (from, to) = (square(from), square(to));
        Some(Some(Way {
            piece: name,
            from: from?,
            to: to?,
        }))
    }
}

/// The squares from one to the other along a rank, both included; `None` if there is a hole.
fn path(t: &Topology, from: Square, to: Square) -> Option<Vec<Square>> {
    let ((a, rank), (b, _)) = (t.coordinates(from)?, t.coordinates(to)?);
    let files: Vec<u8> = if a <= b {
        (a..=b).collect()
    } else {
        (b..=a).rev().collect()
    };
    files.into_iter().map(|file| t.at(file, rank)).collect()
}

impl Found<'_> {
    fn finish(self, grounds: &Grounds<'_, '_>, safe: Safe, jumps: bool) -> Castling {
        let ways = self.king_path.iter().chain([&self.rook.to]);
        let own = U256::bit(self.king.from) | U256::bit(self.rook.from);
        let ways = ways.fold(U256::EMPTY, |set, &s| set | U256::bit(s)) & !own;
        let empty = if jumps { ways } else { self.empty };
        let safe = safe.part(&self.king_path);
        let safe = safe.iter().fold(U256::EMPTY, |set, &s| set | U256::bit(s));
        let name = |s: Square| grounds.topology.name(s).to_owned();
        Castling {
            side: self.side,
            letter: self.letter,
            king: self.king.piece.to_owned(),
            king_from: name(self.king.from),
            king_to: name(self.king.to),
            rook: self.rook.piece.to_owned(),
            rook_from: name(self.rook.from),
            rook_to: name(self.rook.to),
            empty: grounds.names(empty),
            safe: grounds.names(safe),
            by_drop: false,
            by_effect: false,
            bars: false,
            anywhere: false,
            jumps: false,
            chains: false,
        }
    }
}

/// The partner's name in two pieces and their squares between which no comma stands.
fn partner(value: &Expr) -> Option<(&str, Span)> {
    match terms(value) {
        [_, _, _, partner, _, _] => Some((word(partner)?, partner.span)),
        _ => None,
    }
}

/// Two squares that a hyphen joins, `e1-g1`: their place, and what to write.
fn joined_squares(
    report: &Report<'_>,
    source: SourceId,
    piece: &Expr,
    squares: &Expr,
) -> Option<(Place, String)> {
    let text = report.text(source);
    let written = text.get(squares.span.start..squares.span.end)?;
    let (from, to) = written.split_once('-')?;
    let help = format!(
        "write `{} {from} {to}`: squares are parted by a space",
        word(piece)?
    );
    Some((Place::new(source, squares.span), help))
}
