//! Which legal move a text of another program means.

use super::books::is_shogi;
use super::legal::Legal;
use super::letters;
use super::shapes::{self, Change, From, Notation, Said};
use super::squares::{Naming, counts_from_zero, rename};
use super::write::{Style, write_moves};
use super::wxf;
use crate::engine::{Move, Position, Variant};
use crate::rules::Side;
use ferz_engine::order::{sort, sort_by_key};

/// The meanings that a text may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// This move, written in this notation.
    One(Move, Notation),
    /// One of several legal moves, by their texts, each with the notation in which the text means
    /// it.
    Several(Vec<(String, Notation)>),
    /// No legal move.
    Nothing,
}

/// The legal move that a text means in a notation other than ferz's own.
///
/// Short forms and ornaments of common use are not looked for here, and neither are reasons why a
/// move is not legal; [`crate::why`] does that.
pub fn meaning(legal: Legal<'_>, text: &str) -> Meaning {
    let topology = legal.variant.topology();
    let pass = legal.moves.iter().copied().find(Move::is_pass);
    if let Some(pass) = pass.filter(|_| matches!(text, "0000" | "--" | "@@@@" | "pass" | "PASS")) {
        return Meaning::One(pass, Notation::Uci);
    }
    let mut found: Vec<(usize, Notation)> = Vec::new();
    let side = legal.variant.turn(legal.position);
    let alone = legal
        .variant
        .rules()
        .walls
        .as_ref()
        .is_some_and(|walls| walls.instead);
    let is_known = |letter: &str| letters::own(legal.variant.rules(), letter, side).is_some();
    let said = shapes::read(topology, text, side, |letter| {
        pass.is_none() && !alone && is_known(letter)
    });
    let said = at_home(legal.variant, said);
    // Nothing captures where it stands. Squares may be called `x`, too.
    let crosses = |text: &str| text.matches(['x', ':']).count();
    let takes = |said: &Said<'_>| crosses(text) > 2 * crosses(topology.name(said.to));
    let usual = shapes::usual(topology, text);
    let all = said.iter().chain(&usual);
    let stays = all.clone().find(|said| legal.stays(said) && !takes(said));
    if let (Some(pass), Some(said)) = (pass, stays) {
        return Meaning::One(pass, said.notation);
    }
    for said in &said {
        found.extend(fitting(legal, said, text).into_iter().map(|i| (i, said.notation)));
    }
    found.extend(wxf::find(legal, text).into_iter().map(|i| (i, Notation::Wxf)));
    found.extend(
        legal
            .castlings(text)
            .into_iter()
            .map(|i| (i, Notation::Algebraic)),
    );
    if found.is_empty() {
        let alike = usual.iter().flat_map(|said| legal.alike(said));
        found.extend(alike.map(|i| (i, Notation::Algebraic)));
    }
    // An old letter may be another program's letter for another piece.
    let old = |said: &&Said<'_>| letters::is_old(legal.variant.rules(), said.piece, side);
    let reread = if found.is_empty() {
        all.collect::<Vec<_>>()
    } else {
        all.filter(old).collect()
    };
    for said in reread {
        let mut risen = legal.risen(said);
        if risen.is_empty() && said.says_check(text) {
            risen = legal.checks_among(legal.risen(&said.staying()));
        }
        found.extend(risen.into_iter().map(|i| (i, said.notation)));
    }
    among(legal, found)
}

/// The readings in notations that belong to the variant, since two squares in digits on a board of
/// ten ranks may be those of Hodges or of Janggi.
fn at_home<'t>(variant: &Variant, mut said: Vec<Said<'t>>) -> Vec<Said<'t>> {
    let is = |notation: Notation| move |said: &Said<'_>| said.notation == notation;
    if said.iter().any(is(Notation::Hodges)) && said.iter().any(is(Notation::Janggi)) {
        let shogi = is_shogi(variant.rules());
        let foreign = if shogi { Notation::Janggi } else { Notation::Hodges };
        said.retain(|said| said.notation != foreign);
    }
    said
}

/// The moves that fit what is said, with a sign at the end that may mean a check.
fn fitting(legal: Legal<'_>, said: &Said<'_>, text: &str) -> Vec<usize> {
    let mut fitting = legal.fitting(said);
    if text.ends_with("=+") && matches!(said.notation, Notation::Algebraic | Notation::Long) {
        return risen_or_checking(legal, said, fitting);
    }
    if said.says_check(text) {
        if fitting.is_empty() && said.notation != Notation::Algebraic {
            fitting = legal.fitting(&Said {
                change: Change::Unsaid,
                ..said.clone()
            });
        }
        // Hodges's notation has no sign for a check.
        if fitting.is_empty() || said.notation != Notation::Hodges {
            fitting.extend(legal.checking(said));
        }
    }
    fitting
}

/// The moves that `=+` fits: a promotion, or a move with check by a piece that does not promote. A
/// promotion with check would have another sign.
fn risen_or_checking(legal: Legal<'_>, said: &Said<'_>, mut risen: Vec<usize>) -> Vec<usize> {
    let checking = legal.checks_among(legal.fitting(&said.staying()));
    if !checking.is_empty() && !legal.checks_among(risen.clone()).is_empty() {
        return checking;
    }
    risen.extend(checking);
    risen
}

/// The meaning of a text that fits these moves.
fn among(legal: Legal<'_>, mut found: Vec<(usize, Notation)>) -> Meaning {
    sort_by_key(&mut found, |&(i, _)| i);
    found.dedup_by_key(|&mut (i, _)| i);
    match found[..] {
        [] => Meaning::Nothing,
        [(i, notation)] => Meaning::One(legal.moves[i], notation),
        _ => {
            let several = found
                .iter()
                .map(|&(i, notation)| (legal.texts[i].clone(), notation));
            Meaning::Several(several.collect())
        }
    }
}

/// The moves of a line that is written with ranks from 0, as ICCS and UCCI have them; `None` if it
/// is to be read with ranks from 1, or cannot be read so.
///
/// A line has one base. Ranks begin with 0 if some move is not legal with ranks from 1, and all
/// moves are legal with ranks from 0. This is possible only on boards of ten ranks.
pub fn from_zero(variant: &Variant, start: &Position, words: &[&str]) -> Option<Vec<Move>> {
    if !counts_from_zero(variant) || words.is_empty() {
        return None;
    }
    let mut position = start.clone();
    let is_own = |word: &&str| match find(variant, &position, word) {
        Some(mv) => {
            variant.advance(&mut position, mv);
            true
        }
        None => false,
    };
    if words.iter().all(is_own) {
        return None;
    }
    zero_based(variant, start, words)
}

/// The one legal move that a text means, ferz's own or in a notation of another program, with ranks
/// from 1.
pub fn find(variant: &Variant, position: &Position, text: &str) -> Option<Move> {
    if let Some(mv) = variant.find_move(position, text) {
        return Some(mv);
    }
    let moves = variant.legal_moves(position);
    // A chosen square is written in one way only.
    if text.contains(',')
        && let Some(mv) = written(variant, position, &moves, text)
    {
        return Some(mv);
    }
    let texts = variant.move_texts(position, &moves);
    let legal = Legal {
        variant,
        position,
        moves: &moves,
        texts: &texts,
    };
    let found = among_others(legal, text);
    found.or_else(|| written(variant, position, &moves, text))
}

/// The one legal move that UCI writes so.
fn written(variant: &Variant, position: &Position, moves: &[Move], text: &str) -> Option<Move> {
    let texts = write_moves(Style::Uci, variant, position, moves);
    let mut found = moves.iter().zip(&texts).filter(|(_, written)| *written == text);
    let (&mv, _) = found.next()?;
    found.next().is_none().then_some(mv)
}

/// The one legal move that a text in a notation of another program means.
fn among_others(legal: Legal<'_>, text: &str) -> Option<Move> {
    match meaning(legal, text) {
        Meaning::One(mv, _) => Some(mv),
        // Capitals may be squares only where a text has nothing else: `E3f2` is a piece on the
        // third rank.
        Meaning::Nothing if !text.contains(|c: char| c.is_ascii_lowercase()) => {
            match meaning(legal, &text.to_ascii_lowercase()) {
                Meaning::One(mv, _) => Some(mv),
                Meaning::Several(_) | Meaning::Nothing => None,
            }
        }
        Meaning::Several(_) | Meaning::Nothing => None,
    }
}

/// The moves of a line with ranks from 0, whether it may be read with ranks from 1 or not; `None`
/// if a move is not legal with these ranks, or the board is never written with them.
pub fn zero_based(variant: &Variant, start: &Position, words: &[&str]) -> Option<Vec<Move>> {
    if !counts_from_zero(variant) {
        return None;
    }
    let topology = variant.topology();
    let mut position = start.clone();
    let mut line = Vec::with_capacity(words.len());
    for word in words {
        let moves = variant.legal_moves(&position);
        let texts = variant.move_texts(&position, &moves);
        let legal = Legal {
            variant,
            position: &position,
            moves: &moves,
            texts: &texts,
        };
        // `H2-E2` is one of them; `B6e5` is a piece from the sixth rank.
        let is_one = !word.starts_with(|c: char| c.is_ascii_uppercase())
            || !word.contains(|c: char| c.is_ascii_lowercase());
        let lowercase = word.to_ascii_lowercase();
        let mv = match shapes::from_zero(topology, &lowercase).filter(|_| is_one) {
            Some(said) => match legal.fitting(&said)[..] {
                [i] => Some(moves[i]),
                _ => None,
            },
            None => None,
        };
        // Passes, walls and drops have other forms.
        let other = || {
            let own = from_one(variant, word)?;
            let exact = texts.iter().position(|text| *text == own).map(|i| moves[i]);
            exact.or_else(|| match meaning(legal, &own) {
                Meaning::One(mv, _) => Some(mv),
                Meaning::Several(_) | Meaning::Nothing => None,
            })
        };
        let mv = mv.or_else(other)?;
        line.push(mv);
        variant.advance(&mut position, mv);
    }
    Some(line)
}

/// A text in coordinates with ranks from 0, with ranks from 1; `None` if it has no such squares.
pub fn from_one(variant: &Variant, text: &str) -> Option<String> {
    rename(variant.topology(), text, Naming::FromZero, Naming::Own)
}

/// The way in which a text names a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// The letter, or its name.
    Letter,
    /// The letter of the piece that it moves like.
    Movement,
    /// Any letter, of a promoted piece.
    Plus,
}

impl Legal<'_> {
    /// Whether a text says that a piece of the side to move stays where it is, which is how some
    /// programs write a pass.
    fn stays(&self, said: &Said<'_>) -> bool {
        let side = self.variant.turn(self.position);
        let own = self
            .variant
            .piece_at(self.position, said.to)
            .filter(|&(_, whose)| whose == side);
        let Some((kind, _)) = own.filter(|_| said.change == Change::Unsaid && said.chosen.is_none()) else {
            return false;
        };
        let called = || {
            letters::called(self.variant.rules(), said.piece, side).map(|called| called.kind) == Some(kind)
        };
        match said.from {
            From::Square(square) => square == said.to && (said.piece.is_empty() || called()),
            From::Named("") if said.piece.is_empty() => self.variant.rules().pieces[kind].unlettered,
            From::Named("") => called(),
            From::Named(_) | From::Hand => false,
        }
    }

    /// The legal moves that do what a text says.
    fn fitting(&self, said: &Said<'_>) -> Vec<usize> {
        let mut found = self.going(said, By::Letter);
        if found.is_empty() && !said.piece.is_empty() && !self.is_own_drop(said) {
            found = self.going(said, By::Movement);
        }
        self.changing(found, said)
    }

    /// The legal moves that do what a text says by a piece that is written otherwise here, if no
    /// piece with that letter can do it.
    fn alike(&self, said: &Said<'_>) -> Vec<usize> {
        if said.piece.is_empty() || self.is_own_drop(said) || !self.going(said, By::Letter).is_empty() {
            return Vec::new();
        }
        self.changing(self.going(said, By::Movement), said)
    }

    /// The legal moves that do what a text says by promoted pieces, if the text has a letter that
    /// no piece of the side on the board has: programs have letters of their own for these.
    fn risen(&self, said: &Said<'_>) -> Vec<usize> {
        let side = self.variant.turn(self.position);
        let named = letters::own(self.variant.rules(), said.piece, side);
        let mut there = false;
        self.variant.each_piece(self.position, |_, kind, whose| {
            there |= whose == side && named == Some(kind);
        });
        if said.piece.is_empty() || there || self.is_own_drop(said) {
            return Vec::new();
        }
        self.changing(self.going(said, By::Plus), said)
    }

    /// Whether a text drops a piece by a letter of the rules: then no other is meant.
    fn is_own_drop(&self, said: &Said<'_>) -> bool {
        let side = self.variant.turn(self.position);
        matches!(said.from, From::Hand) && letters::own(self.variant.rules(), said.piece, side).is_some()
    }

    fn going(&self, said: &Said<'_>, by: By) -> Vec<usize> {
        let all = 0..self.moves.len();
        all.filter(|&i| self.goes(i, said, by)).collect()
    }

    /// Of some moves those by which the piece becomes what a text says.
    fn changing(&self, mut found: Vec<usize>, said: &Said<'_>) -> Vec<usize> {
        let becomes = |i: &usize| self.becomes(self.moves[*i]);
        if !matches!(said.change, Change::To(_) | Change::LetsIn(_)) {
            found.retain(|&i| !self.moves[i].lets_in());
        }
        match said.change {
            Change::Unsaid => {
                // Without a word a piece stays what it is, if it may.
                if found.iter().any(|i| becomes(i).is_none()) || said.notation == Notation::Uci {
                    found.retain(|i| becomes(i).is_none());
                } else if found.len() > 1 && !self.are_apart(&found) {
                    found.clear();
                }
            }
            Change::Stays => found.retain(|i| becomes(i).is_none()),
            Change::Turns => {
                found.retain(|i| becomes(i).is_some());
                let risen = |i: &usize| becomes(i).is_some() && becomes(i) == self.rises(self.moves[*i]);
                if found.iter().any(risen) {
                    found.retain(risen);
                } else if found.len() > 1 && !self.are_apart(&found) {
                    // If a piece has a choice, a `+` is a check.
                    found.clear();
                }
            }
            Change::To(letter) => self.retain_becoming(&mut found, letter),
            Change::LetsIn(letter) => found.retain(|&i| self.lets_in(i, letter)),
        }
        found
    }

    /// Whether what has a letter comes in behind the piece that moves.
    fn lets_in(&self, i: usize, letter: char) -> bool {
        self.moves[i].lets_in() && self.texts[i].ends_with(letter.to_ascii_lowercase())
    }

    /// Keeps of some moves those by which a piece becomes what a letter means: what has it, or else
    /// what moves like that, or, if no piece has the letter, the only thing that there is to
    /// become.
    fn retain_becoming(&self, found: &mut Vec<usize>, letter: char) {
        let rules = self.variant.rules();
        let text = letter.to_string();
        let becomes = |i: usize| {
            let mv = self.moves[i];
            let (_, side) = self.mover(mv)?;
            Some((self.becomes(mv)?, side))
        };
        let named = |i: usize| {
            becomes(i).is_some_and(|(kind, side)| letters::own(rules, &text, side) == Some(kind))
                || self.lets_in(i, letter)
        };
        if found.iter().any(|&i| named(i)) {
            return found.retain(|&i| named(i));
        }
        let alike = |i: usize| {
            let (kind, side) = becomes(i)?;
            let Some(known) = letters::own(rules, &text, side) else {
                return Some(true);
            };
            Some(rules.pieces[kind].movement[side] == rules.pieces[known].movement[side])
        };
        found.retain(|&i| alike(i) == Some(true));
        if found.len() > 1 && !self.are_apart(found) {
            found.clear();
        }
    }

    /// Whether moves begin on different squares each.
    fn are_apart(&self, found: &[usize]) -> bool {
        let mut from: Vec<_> = found.iter().map(|&i| self.moves[i].start()).collect();
        sort(&mut from);
        from.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The legal moves that do what a text in algebraic notation says whose `+` is that of a check.
    fn checking(&self, said: &Said<'_>) -> Vec<usize> {
        self.checks_among(self.fitting(&said.staying()))
    }

    /// Those of some moves that give check.
    fn checks_among(&self, mut found: Vec<usize>) -> Vec<usize> {
        if found.is_empty() {
            return found;
        }
        let sans = self.variant.sans(self.position, self.moves);
        found.retain(|&i| sans[i].ends_with(['+', '#']));
        found
    }

    /// The kind to which the moving piece promotes.
    fn becomes(&self, mv: Move) -> Option<usize> {
        let kind = self.variant.promotion(mv)?;
        self.variant.dropped(self.position, mv).is_none().then_some(kind)
    }

    /// Whether a move begins and ends as a text says, with any promotion. Some programs name a
    /// promoted piece by the letter of the piece it moves like, or by one of its own.
    fn goes(&self, i: usize, said: &Said<'_>, by: By) -> bool {
        let (mv, variant) = (self.moves[i], self.variant);
        if mv.is_pass() {
            return false;
        }
        let rules = variant.rules();
        let topology = variant.topology();
        let dropped = variant.dropped(self.position, mv);
        let called = |side: Side| letters::called(rules, said.piece, side).map(|called| called.kind);
        if let Some(kind) = dropped {
            let side = variant.turn(self.position);
            let bare = || {
                rules
                    .pieces
                    .get_index(kind)
                    .is_some_and(|(_, piece)| piece.unlettered)
            };
            let fits = if said.piece.is_empty() {
                bare()
            } else {
                match by {
                    By::Letter => called(side) == Some(kind),
                    By::Movement => letters::is_like(rules, said.piece, kind, side),
                    By::Plus => false,
                }
            };
            return said.from == From::Hand && mv.to() == said.to && fits && self.chooses(mv, said);
        }
        let ends = mv.to() == said.to || self.partner(mv) == Some(said.to);
        let from = match &said.from {
            From::Hand => return false,
            From::Square(square) => mv.start() == *square,
            From::Named(place) => is_at(topology.name(mv.start()), place),
        };
        if !ends || !from || !self.chooses(mv, said) {
            return self.only_wall(mv, said);
        }
        let Some((kind, side)) = self.mover(mv).filter(|_| self.is_plain(i)) else {
            return false;
        };
        match (said.piece, &said.from) {
            ("", From::Square(_)) => true,
            ("", _) => rules
                .pieces
                .get_index(kind)
                .is_some_and(|(_, piece)| piece.unlettered),
            _ => match by {
                By::Letter => called(side) == Some(kind),
                By::Movement => letters::is_like(rules, said.piece, kind, side),
                By::Plus => letters::has_plus(rules, kind, side),
            },
        }
    }

    /// Whether a move does no more than other programs can say: its text is that of its two
    /// squares, and perhaps of a kind.
    fn is_plain(&self, i: usize) -> bool {
        let (mv, topology) = (self.moves[i], self.variant.topology());
        let body = self.texts[i].split(',').next().unwrap_or_default();
        let squares = format!("{}{}", topology.name(mv.start()), topology.name(mv.to()));
        let rest = body.strip_prefix(&squares);
        mv.is_castling()
            || rest.is_some_and(|rest| {
                rest.chars()
                    .all(|c| c.is_ascii_alphabetic() || matches!(c, '+' | '-'))
            })
    }

    /// Whether a move chooses the square that a text says. A wall where there is nothing to choose
    /// may be said as well: it stands where the piece has stood, or, where a wall is a turn of its
    /// own, on the first square, and means none.
    fn chooses(&self, mv: Move, said: &Said<'_>) -> bool {
        let instead = || {
            self.variant
                .rules()
                .walls
                .as_ref()
                .is_some_and(|walls| walls.instead)
        };
        let first = || self.variant.topology().at(0, 0);
        match (mv.chosen(), said.chosen) {
            (Some(own), Some(said)) => own == said,
            (None, Some(said)) => said == mv.start() || (instead() && Some(said) == first()),
            (None, None) => true,
            (Some(_), None) => false,
        }
    }

    /// The castlings that a text names together with the square of a wall that is none: `O-O,a1`.
    fn castlings(&self, text: &str) -> Vec<usize> {
        let named = text.trim_end_matches(['+', '#']).split_once(',');
        let Some((name, square)) = named.filter(|(name, _)| matches!(*name, "O-O" | "O-O-O")) else {
            return Vec::new();
        };
        let Some(square) = self.variant.topology().square(square) else {
            return Vec::new();
        };
        let sans = self.variant.sans(self.position, self.moves);
        let is_meant = |&i: &usize| {
            let mv = self.moves[i];
            let said = Said {
                notation: Notation::Algebraic,
                piece: "",
                from: From::Named(""),
                to: mv.to(),
                change: Change::Unsaid,
                chosen: Some(square),
            };
            let alike = sans[i].trim_end_matches(['+', '#']).split(',').next() == Some(name);
            mv.is_castling() && alike && self.chooses(mv, &said)
        };
        (0..self.moves.len()).filter(is_meant).collect()
    }

    /// Whether a move is nothing but a wall, which a text says with a piece that stays where it is:
    /// `a1a1,a1h6`, `Ra1,h6`.
    fn only_wall(&self, mv: Move, said: &Said<'_>) -> bool {
        let stays = said.from == From::Square(said.to) || said.from == From::Named("");
        let alone = mv.start() == mv.to() && Some(mv.to()) == mv.chosen();
        let own = || {
            let piece = self.variant.piece_at(self.position, said.to);
            piece.is_some_and(|(_, side)| side == self.variant.turn(self.position))
        };
        stays && alone && mv.chosen() == said.chosen && said.change == Change::Unsaid && own()
    }

    /// The kind to which the moving piece promotes as in Shogi.
    fn rises(&self, mv: Move) -> Option<usize> {
        let (kind, side) = self.mover(mv)?;
        letters::risen(self.variant.rules(), kind, side)
    }

    /// The start of the partner of a castling: some programs write it as the king's target.
    fn partner(&self, mv: Move) -> Option<crate::board::Square> {
        if !mv.is_castling() {
            return None;
        }
        let (rules, topology) = (self.variant.rules(), self.variant.topology());
        let (from, to) = (topology.name(mv.start()), topology.name(mv.to()));
        let all = rules
            .castling
            .iter()
            .flat_map(|castling| castling.everywhere(&rules.board));
        let mut own = all.filter(|castling| castling.king_from == from && castling.king_to == to);
        let castling = own.next()?;
        topology
            .square(&castling.rook_from)
            .filter(|_| own.next().is_none())
    }
}

/// Whether a square is at a place: a file, a rank, a square, or nothing said.
fn is_at(name: &str, place: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let file = &name[..name.len() - digits.len()];
    place.is_empty() || place == name || place == file || place == digits
}
