//! The first file of a variant lists suggestions as comments. Each suggestion is tried before it is
//! written: those that do not pass `ferz check` for this parent, alone and with the others, are
//! left out.

use crate::load::Shelf;
use ferz::board::{Bits, Square};
use ferz::engine::Variant;
use ferz::lower::{Source, lower};
use ferz::rules::{Letter, Mandatory, PieceName, Promotion, Ruleset, Side, Trigger};
use ferz::text;

/// How the suggested piece goes.
const MOVEMENT: &str = "move ride forward 1..3 | capture leap(1, 2) forward | move step backward";

/// Lines of the language, and their effects.
pub(super) struct Suggestion {
    pub(super) about: String,
    pub(super) lines: String,
}

/// The suggestions for a parent.
pub(super) struct Suggestions {
    pub(super) list: Vec<Suggestion>,
    /// A test of the suggested piece, if there is such a piece.
    pub(super) test: Option<String>,
}

impl Suggestions {
    /// Those that are fine behind `header`, the text of the file up to there.
    pub(super) fn new(header: &str, parent: &Variant) -> Self {
        let rules = parent.rules();
        let mut found = Self {
            list: Vec::new(),
            test: None,
        };
        let new_piece = NewPiece::of(rules);
        if let Some(piece) = &new_piece {
            found.first_fine(header, piece.suggestions(rules));
        }
        let alone = found.list.first().map(|first| first.lines.clone());
        if !found.list.iter().any(|s| s.lines.contains("promotion ")) {
            found.first_fine(header, fewer_promotions(rules));
        }
        found.first_fine(header, goals(rules));
        if !found.list.iter().any(|s| s.lines.contains("start ")) {
            let about = "Another start position; this is the parent's.".to_owned();
            let lines = format!("start \"{}\"", rules.start);
            found.first_fine(header, vec![Suggestion { about, lines }]);
        }
        // The test holds with the piece alone, and with everything that is suggested.
        if let (Some(piece), Some(alone)) = (&new_piece, &alone) {
            let all: Vec<&str> = found.list.iter().map(|s| s.lines.as_str()).collect();
            let both = compiled(header, &[alone]).zip(compiled(header, &all));
            found.test = both.and_then(|(alone, all)| piece.test(&alone, &all));
        }
        found
    }

    /// Keeps the first of the candidates that is fine alone and with those that were kept before.
    fn first_fine(&mut self, header: &str, candidates: Vec<Suggestion>) {
        let is_fine = |candidate: &Suggestion| {
            let mut all: Vec<&str> = self.list.iter().map(|s| s.lines.as_str()).collect();
            all.push(&candidate.lines);
            let alone = compiled(header, &[&candidate.lines]).is_some();
            alone && (all.len() == 1 || compiled(header, &all).is_some())
        };
        let first = candidates.into_iter().find(is_fine);
        self.list.extend(first);
    }
}

/// The variant that a text and further lines make, if there is nothing to say against it.
pub(super) fn compiled(header: &str, lines: &[&str]) -> Option<Variant> {
    let source = Source {
        name: "<new>".to_owned(),
        text: format!("{header}\n{}\n", lines.join("\n")),
    };
    let lowered = lower(source, &Shelf);
    let rules = lowered.ruleset.filter(|_| lowered.diagnostics.is_empty())?;
    let checked = ferz::check::check(rules, &lowered.sources);
    checked.variant.filter(|_| checked.diagnostics.is_empty())
}

/// A piece that the parent does not have.
struct NewPiece {
    name: &'static str,
    letter: char,
}

impl NewPiece {
    fn of(rules: &Ruleset) -> Option<Self> {
        let taken = |letter: char| {
            let letters = rules
                .pieces
                .values()
                .flat_map(|p| [p.letter.white, p.letter.black]);
            letters.flatten().any(|l| l.to_ascii_uppercase() == letter)
        };
        let name = ["lancer", "newcomer", "stranger"]
            .into_iter()
            .find(|name| !rules.pieces.contains_key(*name))?;
        let letter = std::iter::once('L').chain('A'..='Z').find(|c| !taken(*c))?;
        Some(Self { name, letter })
    }

    fn suggestions(&self, rules: &Ruleset) -> Vec<Suggestion> {
        let mut list = self.by_promotion(rules);
        list.extend(rules.pieces.keys().flat_map(|kind| self.by_start(rules, kind)));
        list
    }

    /// The piece, and a promotion to it. Of both sides if they promote alike.
    fn by_promotion(&self, rules: &Ruleset) -> Vec<Suggestion> {
        // One of several blocks would replace them all.
        let single = |p: &Promotion| {
            let of_piece = |q: &&Promotion| q.side == p.side && q.piece == p.piece;
            rules.promotions.iter().filter(of_piece).count() == 1
        };
        let of = |side: Side| {
            let mut promotions = rules.promotions.iter().filter(|p| p.side == side && single(p));
            promotions.find(|p| p.trigger == Trigger::Enter && p.only.is_any())
        };
        let (white, black) = (of(Side::White), of(Side::Black));
        let alike = matches!((white, black), (Some(w), Some(b)) if w.piece == b.piece && w.to == b.to);
        let mut list = Vec::new();
        for promotion in [white, black].into_iter().flatten() {
            let whose = if alike {
                String::new()
            } else {
                format!("{} ", promotion.side)
            };
            let mut to = promotion.to.clone();
            to.push(self.name.to_owned());
            let about = format!(
                "A new piece, and how it moves; the {} may be promoted to it.",
                promotion.piece
            );
            let lines = format!(
                "piece {whose}{} {} = {MOVEMENT}, value 4\n{}",
                self.name,
                self.letter,
                promotion_lines(promotion, &whose, &to, rules)
            );
            list.push(Suggestion { about, lines });
        }
        list
    }

    /// The piece in the place of another that both sides have at the start.
    fn by_start(&self, rules: &Ruleset, kind: &str) -> Vec<Suggestion> {
        let piece = &rules.pieces[kind];
        let (Some(white), Some(black)) = (piece.letter.white, piece.letter.black) else {
            return Vec::new();
        };
        if piece.royal.white || piece.royal.black {
            return Vec::new();
        }
        let mut fields = rules.start.split(' ');
        let board = fields.next().unwrap_or_default();
        let own = Letter::plain(self.letter as u8);
        let board = replaced(board, (white, own), (black, own.of(Side::Black)));
        let rest: Vec<&str> = fields.collect();
        let about = format!("A new piece, and how it moves; at the start it takes the place of the {kind}.");
        let declared = format!("piece {} {} = {MOVEMENT}, value 4", self.name, self.letter);
        let kept = format!("{declared}\nstart \"{board} {}\"", rest.join(" "));
        let mut without: Vec<&str> = rest.clone();
        if let Some(rights) = without.get_mut(1) {
            *rights = "-";
        }
        let without = format!(
            "without castling\n{declared}\nstart \"{board} {}\"",
            without.join(" ")
        );
        let suggestion = |lines| Suggestion {
            about: about.clone(),
            lines,
        };
        vec![suggestion(kept), suggestion(without)]
    }

    /// A test that says where the piece goes from a square in the middle, with nothing but royal
    /// pieces around; or with another piece of each side, where one alone would have lost.
    fn test(&self, variant: &Variant, all: &Variant) -> Option<String> {
        let rules = variant.rules();
        let side = [Side::White, Side::Black]
            .into_iter()
            .find(|&side| rules.pieces[self.name].letter[side].is_some())?;
        let t = variant.topology();
        let start = variant.start();
        let royal = |s: Square| {
            let (kind, side) = variant.piece_at(&start, s)?;
            let (_, piece) = rules.pieces.get_index(kind)?;
            piece.royal[side].then(|| piece.letter[side]).flatten()
        };
        let other = |side: Side| {
            let is_other = |&s: &Square| {
                let there = variant.piece_at(&start, s);
                there.is_some_and(|(_, whose)| whose == side) && royal(s).is_none()
            };
            let square = t.squares().squares().find(is_other)?;
            let (kind, side) = variant.piece_at(&start, square)?;
            Some((square, rules.pieces[kind].letter[side]?))
        };
        let others: Vec<(Square, Letter)> = Side::ALL.into_iter().filter_map(other).collect();
        let letter = rules.pieces[self.name].letter[side]?;
        let turn = if side == Side::White { 'w' } else { 'b' };
        let free = || {
            let squares = t.squares().squares();
            let is_free = |s: Square| royal(s).is_none() && !others.iter().any(|(at, _)| *at == s);
            squares.filter(move |&s| is_free(s) && t.coordinates(s).is_some())
        };
        let scenes = free().map(|square| (square, &[][..]));
        for (square, others) in scenes.chain(free().map(|square| (square, &others[..]))) {
            let there = |s: Square| {
                let other = others.iter().find(|(at, _)| *at == s);
                let stands = || other.map(|(_, letter)| *letter).or_else(|| royal(s));
                if s == square { Some(letter) } else { stands() }
            };
            let fen = format!("{} {turn} - - 0 1", board_text(variant, &there));
            let from = t.name(square);
            let Some(to) = ends(variant, &fen, from).filter(|to| to.len() >= 4) else {
                continue;
            };
            if ends(all, &fen, from).as_ref() != Some(&to) {
                continue;
            }
            let to: Vec<String> = to.iter().map(|square| format!("\"{square}\"")).collect();
            return Some(format!(
                "[[position]]\nname = \"where the {} goes\"\nfen = \"{fen}\"\nmoves = {{ from = \"{from}\", to = [{}] }}",
                self.name,
                to.join(", ")
            ));
        }
        None
    }
}

/// The ends of a piece's moves in a position, sorted; nothing if the game is over there.
fn ends(variant: &Variant, fen: &str, from: &str) -> Option<Vec<String>> {
    let position = variant.position(fen).ok()?;
    if variant.outcome(&position).is_some() {
        return None;
    }
    let texts = variant.move_texts(&position, &variant.legal_moves(&position));
    let to = texts.iter().filter_map(|text| text.strip_prefix(from));
    let mut to: Vec<String> = to
        .filter(|to| variant.topology().square(to).is_some())
        .map(str::to_owned)
        .collect();
    to.sort();
    Some(to)
}

/// A board field with two letters in the places of two others.
fn replaced(board: &str, one: (Letter, Letter), two: (Letter, Letter)) -> String {
    let (mut text, mut rest) = (String::new(), board);
    while let Some(sign) = rest.chars().next() {
        let Some(letter) = Letter::first(rest) else {
            text.push(sign);
            rest = &rest[sign.len_utf8()..];
            continue;
        };
        let instead = [one, two].into_iter().find(|(old, _)| *old == letter);
        text.push_str(instead.map_or(letter, |(_, new)| new).as_str());
        rest = &rest[letter.len()..];
    }
    text
}

/// The first field of a position.
fn board_text(variant: &Variant, letter: &dyn Fn(Square) -> Option<Letter>) -> String {
    let t = variant.topology();
    let rank = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..t.files() {
            let found = match t.at(file, rank) {
                Some(square) => letter(square).map(|letter| letter.to_string()),
                None => Some("*".to_owned()),
            };
            match found {
                Some(sign) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push_str(&sign);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let ranks: Vec<String> = (0..t.ranks()).rev().map(rank).collect();
    ranks.join("/")
}

/// The present promotion with other kinds.
fn promotion_lines(promotion: &Promotion, whose: &str, to: &[PieceName], rules: &Ruleset) -> String {
    let mut lines = vec![format!("to: {}", to.join(", "))];
    let squares = |set| text::squares(set, &rules.board);
    let zone = squares(&promotion.zone);
    // Sets are written from White's side, and both sides have the last rank if nothing is said.
    if promotion.side == Side::White && zone != format!("rank {}", rules.board.ranks) {
        lines.push(format!("on: {zone}"));
    }
    match &promotion.mandatory {
        Mandatory::Always => {}
        Mandatory::Never => lines.push("must: no".to_owned()),
        Mandatory::On(set) => lines.push(format!("must: {}", squares(set))),
    }
    let limits = promotion.limits.iter().filter(|(name, _)| to.contains(name));
    let limits: Vec<String> = limits.map(|(name, most)| format!("{name} {most}")).collect();
    if !limits.is_empty() {
        lines.push(format!("limit: {}", limits.join(", ")));
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("promotion {whose}{} {{\n{}}}", promotion.piece, lines.concat())
}

/// A promotion to fewer pieces.
fn fewer_promotions(rules: &Ruleset) -> Vec<Suggestion> {
    let several = rules.promotions.iter().filter(|p| p.to.len() > 1);
    several
        .map(|promotion| {
            let fewer = &promotion.to[..promotion.to.len() - 1];
            Suggestion {
                about: "The pieces that pawns may promote to.".to_owned(),
                lines: promotion_lines(promotion, &format!("{} ", promotion.side), fewer, rules),
            }
        })
        .collect()
}

/// Whether one of some pieces stands on its side's last rank at the start.
fn start_on_the_last_rank(rules: &Ruleset, names: &[&str]) -> bool {
    let Ok(variant) = Variant::new(rules.clone()) else {
        return false;
    };
    let (topology, start) = (variant.topology(), variant.start());
    let stands = |square: Square| {
        let (kind, side) = variant.piece_at(&start, square)?;
        let (name, _) = rules.pieces.get_index(kind)?;
        let (_, rank) = topology.coordinates(square)?;
        let last = match side {
            Side::White => topology.ranks() - 1,
            Side::Black => 0,
        };
        Some(rank == last && names.contains(&name.as_str()))
    };
    topology
        .squares()
        .squares()
        .any(|square| stands(square) == Some(true))
}

/// Further ways to end the game, the nicest first.
fn goals(rules: &Ruleset) -> Vec<Suggestion> {
    let of = |test: &dyn Fn(&ferz::rules::Piece) -> bool| {
        let names = rules
            .pieces
            .iter()
            .filter(|(_, p)| test(p))
            .map(|(name, _)| name.as_str());
        names.collect::<Vec<&str>>()
    };
    let royals = of(&|p| p.royal.white || p.royal.black);
    let mut list = Vec::new();
    let mut add = |about: String, goal: String| {
        list.push(Suggestion {
            about,
            lines: format!("end {{\n  {goal}\n}}"),
        });
    };
    if !royals.is_empty() && !start_on_the_last_rank(rules, &royals) {
        let names = royals
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<String>>();
        add(
            format!(
                "A further way to win: the {} reaches the last rank.",
                text::or(&names)
            ),
            format!("crossing: reach {} on last rank, own-move", royals.join(" ")),
        );
    }
    if !royals.is_empty() {
        add(
            "A further way to win: to give check five times.".to_owned(),
            "five-checks: checks 5".to_owned(),
        );
    }
    for name in
        of(&|p| !p.royal.white && !p.royal.black && p.letter.white.is_some() && p.letter.black.is_some())
    {
        add(
            format!("A further way to win: a {name} reaches the last rank."),
            format!("crossing: reach {name} on last rank, own-move"),
        );
    }
    add(
        "A further way to lose: to have hardly anything left.".to_owned(),
        "bare: extinct all, at-most 1, opponent 2".to_owned(),
    );
    list
}
