//! Extended FEN: the text of a position.
//!
//! The six fields of FEN, then `key=value` fields sorted by key: squares outside the grid (`x0=A`), `checks=` (checks
//! that White and Black still have to give) and `moved=` (pieces that stand where they could have started but
//! have moved), and the key of what pieces carry. Field 4 names the squares that the last move exposed to en passant; where two pieces could have
//! passed them, the square of the one that did follows.

use super::core::{Core, Mover, NONE, Tagging};
use super::layout::Layout;
use super::position::Pos;
use crate::board::{Bits, Square};
use crate::rules::{Modes, RoyalRule, Side, Trigger};
use std::fmt::Write as _;

/// A position text that is not a position of this variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct PositionError {
    /// Which field is wrong: `board`, `side to move`, `castling`, `en passant`, `halfmove clock`, `fullmove number`,
    /// a key, or `position` if the fields do not go together.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

/// The fields of extended FEN.
#[derive(Debug, Default)]
pub(crate) struct Fields<'a> {
    /// The six fields of FEN, as many as are given.
    pub(crate) plain: Vec<&'a str>,
    /// `key=value` fields.
    keys: Vec<(&'a str, &'a str)>,
    /// Checks written as a field of their own, as some programs do, before or after the clocks.
    checks: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// Parts a text.
    pub(crate) fn split(text: &'a str) -> Result<Self, PositionError> {
        let mut fields = Self {
            plain: Vec::with_capacity(8),
            ..Self::default()
        };
        let mut in_keys = false;
        for word in text.split_whitespace() {
            in_keys |= word.as_bytes().contains(&b'=');
            if !in_keys {
                fields.plain.push(word);
                continue;
            }
            let Some((key, value)) = word.split_once('=') else {
                return wrong(
                    "position",
                    format!("`{}` stands behind the `key=value` fields", clip(word)),
                );
            };
            if fields.keys.iter().any(|(k, _)| *k == key) {
                return wrong(&clip(key), "this key is given twice");
            }
            fields.keys.push((key, value));
        }
        let checks = fields
            .plain
            .iter()
            .skip(4)
            .position(|w| w.contains('+') && w.len() > 1)
            .map(|i| i + 4);
        fields.checks = checks.map(|i| fields.plain.remove(i));
        if fields.plain.is_empty() {
            return wrong("board", "the text is empty");
        }
        if fields.plain.len() > 6 {
            let n = fields.plain.len();
            return wrong(
                "position",
                format!("there are {n} fields before the keys, at most 6 are possible"),
            );
        }
        Ok(fields)
    }

    /// Field number `index` from 0, or `-`.
    pub(crate) fn field(&self, index: usize) -> &'a str {
        self.plain.get(index).copied().unwrap_or("-")
    }

    /// Takes the value of a key out.
    pub(crate) fn take(&mut self, key: &str) -> Option<&'a str> {
        let i = self.keys.iter().position(|(k, _)| *k == key)?;
        Some(self.keys.remove(i).1)
    }

    /// Puts the value of a key back.
    pub(crate) fn put(&mut self, key: &'a str, value: &'a str) {
        self.keys.push((key, value));
    }

    /// Whether a key is left that nobody has taken.
    pub(crate) fn nothing_left(&self) -> Result<(), PositionError> {
        match self.keys.first() {
            Some((key, _)) => wrong(&clip(key), "this variant has no such key"),
            None => Ok(()),
        }
    }
}

/// The side of `w` or `b`.
pub(crate) fn parse_side(field: &str, text: &str) -> Result<Side, PositionError> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => wrong(field, format!("`{}` is neither `w` nor `b`", clip(text))),
    }
}

pub(crate) fn wrong<T>(field: &str, message: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError {
        field: field.to_owned(),
        message: message.into(),
    })
}

impl<L: Layout> Core<L> {
    /// Reads extended FEN.
    pub(crate) fn parse(&self, text: &str) -> Result<Pos<L>, PositionError> {
        let mut fields = Fields::split(text)?;
        let mut pos = self.parse_pieces(&mut fields)?;
        fields.nothing_left()?;
        let mover = pos.turn.other();
        self.parse_exposed(&mut pos, fields.field(3), mover)?;
        self.parse_rights_and_clocks(&mut pos, &fields)?;
        Ok(pos)
    }

    /// Reads the board, the side to move, and the keys of the flat rules, which are taken out of the fields.
    pub(crate) fn parse_pieces(&self, fields: &mut Fields<'_>) -> Result<Pos<L>, PositionError> {
        let mut pos = Pos::empty();
        self.parse_board(&mut pos, fields.field(0))?;
        pos.turn = parse_side("side to move", fields.plain.get(1).copied().unwrap_or("w"))?;
        for square in self.topology.extras() {
            let name = self.topology.name(square);
            if let Some(value) = fields.take(name) {
                self.parse_extra(&mut pos, square, value)?;
            }
        }
        let mut checks = fields.checks.take();
        if self.check_goal.iter().any(Option::is_some) {
            checks = fields.take("checks").or(checks);
        }
        self.parse_checks(&mut pos, checks)?;
        let moved = self.uses_initial.then(|| fields.take("moved")).flatten();
        self.parse_moved(&mut pos, moved)?;
        if let Some(tagging) = &self.tagging
            && let Some(text) = fields.take(tagging.key)
        {
            self.parse_tags(&mut pos, tagging, text)?;
        }
        Ok(pos)
    }

    /// Reads castling rights and clocks, and works out the hash.
    pub(crate) fn parse_rights_and_clocks(
        &self,
        pos: &mut Pos<L>,
        fields: &Fields<'_>,
    ) -> Result<(), PositionError> {
        self.parse_castling(pos, fields.field(2))?;
        pos.halfmove = number("halfmove clock", fields.field(4))?;
        pos.fullmove = number("fullmove number", fields.plain.get(5).copied().unwrap_or("1"))?.max(1);
        pos.hash = pos.fresh_hash(self);
        Ok(())
    }

    /// Puts the pieces of the board field on an empty board.
    fn parse_board(&self, pos: &mut Pos<L>, field: &str) -> Result<(), PositionError> {
        let (files, ranks) = (u32::from(self.topology.files()), u32::from(self.topology.ranks()));
        if let Some(at) = field.find('[') {
            let hand = &field[at..];
            if hand != "[]" && hand != "[-]" {
                return wrong("board", "this variant has no pieces in hand");
            }
            return self.parse_board(pos, &field[..at]);
        }
        let rows = 1 + field.bytes().filter(|&b| b == b'/').count();
        if rows as u32 != ranks {
            return wrong("board", format!("the text has {rows} of the {ranks} ranks"));
        }
        for (rank, text) in (0..ranks).rev().zip(field.split('/')) {
            self.parse_rank(pos, rank, files, text)?;
        }
        Ok(())
    }

    /// Puts the pieces of one rank, counted from 0, on the board.
    fn parse_rank(&self, pos: &mut Pos<L>, rank: u32, files: u32, text: &str) -> Result<(), PositionError> {
        let (mut file, mut rest) = (0u32, text);
        while let Some(&byte) = rest.as_bytes().first() {
            let square = (file < files).then(|| (rank * files + file) as Square);
            let square = square.filter(|&s| self.board.has(s));
            let code = self.codes.get(usize::from(byte)).copied().unwrap_or(NONE);
            if let Some(square) = square
                && code != NONE
            {
                pos.put(self, code >> 1, side_of(code), square);
                file += 1;
                rest = &rest[1..];
            } else if byte.is_ascii_digit() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit);
                let (length, run) = digits.fold((0, 0u32), |(length, run), digit| {
                    (length + 1, (run * 10 + u32::from(digit - b'0')).min(1000))
                });
                if run == 0 {
                    return wrong("board", format!("rank {} has a run of 0 squares", rank + 1));
                }
                file += run;
                rest = &rest[length..];
            } else {
                let Some(c) = rest.chars().next() else { break };
                if file < files {
                    self.hole_or_nothing(rank, square.is_some(), c)?;
                }
                file += 1;
                rest = &rest[c.len_utf8()..];
            }
        }
        if file != files {
            return wrong(
                "board",
                format!("rank {} has {file} squares, the board has {files}", rank + 1),
            );
        }
        Ok(())
    }

    /// Reads a sign that is no piece on a square: a `*` for a hole.
    fn hole_or_nothing(&self, rank: u32, is_square: bool, c: char) -> Result<(), PositionError> {
        match (c, is_square) {
            ('*', false) => Ok(()),
            ('*', true) => wrong(
                "board",
                format!("rank {} has a `*` where there is no hole", rank + 1),
            ),
            (_, false) => wrong("board", format!("`{c}` stands on a hole in rank {}", rank + 1)),
            (_, true) => self.code(c).map(|_| ()),
        }
    }

    /// The piece that a letter stands for, `kind * 2 + side`.
    pub(crate) fn code(&self, letter: char) -> Result<u8, PositionError> {
        let code = self.codes.get(letter as usize).copied().unwrap_or(NONE);
        if code == NONE {
            return self.no_code(letter);
        }
        Ok(code)
    }

    fn no_code(&self, letter: char) -> Result<u8, PositionError> {
        for side in Side::ALL {
            let fits = match side {
                Side::White => letter.is_ascii_uppercase(),
                Side::Black => letter.is_ascii_lowercase(),
            };
            if !fits {
                continue;
            }
            let other = self.letters[side.other().index()]
                .iter()
                .any(|l| l.eq_ignore_ascii_case(&letter));
            let hint = if other {
                format!(", only {} has", side.other())
            } else {
                String::new()
            };
            return wrong(
                "board",
                format!("{side} has no piece with the letter `{letter}`{hint}"),
            );
        }
        wrong("board", format!("`{}` is not a piece", letter.escape_default()))
    }

    fn parse_extra(&self, pos: &mut Pos<L>, square: Square, value: &str) -> Result<(), PositionError> {
        let key = self.topology.name(square);
        let mut chars = value.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) => {
                let code = self.code(letter).map_err(|e| PositionError {
                    field: key.to_owned(),
                    ..e
                })?;
                pos.put(self, code >> 1, side_of(code), square);
                Ok(())
            }
            _ => wrong(key, "one piece stands on a square"),
        }
    }

    fn parse_checks(&self, pos: &mut Pos<L>, text: Option<&str>) -> Result<(), PositionError> {
        let full = self.check_goal.map(|goal| goal.unwrap_or(0));
        pos.checks = full;
        let Some(text) = text else { return Ok(()) };
        if full == [0, 0] {
            return wrong("checks", "this variant does not count checks");
        }
        // `+1+0` counts the checks given, `3+3` those that are left.
        let given = text.strip_prefix('+');
        let parts: Vec<Option<u8>> = given.unwrap_or(text).split('+').map(|n| n.parse().ok()).collect();
        let [Some(white), Some(black)] = parts[..] else {
            return wrong(
                "checks",
                format!("`{}` is not two numbers like `3+3`", clip(text)),
            );
        };
        for (i, n) in [white, black].into_iter().enumerate() {
            if n > full[i] {
                return wrong("checks", format!("{n} is more than the {} of the rules", full[i]));
            }
            pos.checks[i] = if given.is_some() { full[i] - n } else { n };
        }
        Ok(())
    }

    fn parse_moved(&self, pos: &mut Pos<L>, text: Option<&str>) -> Result<(), PositionError> {
        if !self.uses_initial {
            return Ok(());
        }
        pos.unmoved = self.at_home(pos);
        let Some(text) = text else { return Ok(()) };
        for square in self.squares("moved", text)? {
            if !pos.unmoved.has(square) {
                let name = self.topology.name(square);
                return wrong(
                    "moved",
                    format!("no piece stands on {name} that could have started there"),
                );
            }
            pos.unmoved ^= L::B::bit(square);
        }
        Ok(())
    }

    /// What pieces carry: `e4:OS,h8:ODS`.
    fn parse_tags(&self, pos: &mut Pos<L>, tagging: &Tagging, text: &str) -> Result<(), PositionError> {
        let key = tagging.key;
        let mut known = L::B::EMPTY;
        for entry in text.split(',') {
            let Some((name, letters)) = entry.split_once(':') else {
                return wrong(
                    key,
                    format!("`{}` is not a square and letters like `e4:QR`", clip(entry)),
                );
            };
            let Some(square) = self.topology.square(name) else {
                return wrong(key, format!("`{}` is not a square of this board", clip(name)));
            };
            let Some((kind, side)) = pos.piece(square) else {
                return wrong(key, format!("no piece stands on {name}"));
            };
            if known.has(square) {
                return wrong(key, format!("{name} is given twice"));
            }
            known |= L::B::bit(square);
            let mut mask = 0u8;
            for letter in letters.chars() {
                let Some(tag) = tagging.letters.iter().position(|&l| l == letter) else {
                    let all: String = tagging.letters.iter().collect();
                    return wrong(key, format!("`{}` is none of `{all}`", letter.escape_default()));
                };
                mask |= 1 << tag;
            }
            let natural = tagging.natural[usize::from(kind)];
            let leaves = tagging.leaves[usize::from(kind)];
            let piece = self.letters[side.index()][usize::from(kind)];
            if mask & natural != natural {
                return wrong(
                    key,
                    format!("`{piece}` on {name} has {} in any case", tagging.text(natural)),
                );
            }
            if mask & leaves != 0 {
                return wrong(
                    key,
                    format!("`{piece}` on {name} has {} by itself", tagging.text(leaves)),
                );
            }
            pos.add_tags(self, square, mask);
        }
        Ok(())
    }

    /// Pieces that carry more than their kind does, as [`Self::parse_tags`] reads them.
    fn tags_text(&self, pos: &Pos<L>, tagging: &Tagging) -> Option<String> {
        let mut squares: Vec<Square> = pos.occupancy().squares().collect();
        squares.sort_by_cached_key(|&s| {
            (
                self.topology.coordinates(s).is_none(),
                self.topology.coordinates(s),
                s,
            )
        });
        let entry = |&square: &Square| {
            let (kind, _) = pos.piece(square)?;
            let tags = pos.tags_on(square);
            let text = || format!("{}:{}", self.topology.name(square), tagging.text(tags));
            (tags != tagging.natural[usize::from(kind)]).then(text)
        };
        let entries: Vec<String> = squares.iter().filter_map(entry).collect();
        (!entries.is_empty()).then(|| entries.join(","))
    }

    /// Pieces that stand where one of their kind starts.
    fn at_home(&self, pos: &Pos<L>) -> L::B {
        let mut set = L::B::EMPTY;
        for side in Side::ALL {
            for (kind, home) in self.home[side.index()].iter().enumerate() {
                set |= *home & pos.kind(kind as u8) & pos.sides[side.index()];
            }
        }
        set
    }

    /// Finds out which pieces can never stand on which squares outside the grid: none of the kind starts there, moves
    /// there and stays what it is, becomes it there, or is put there by castling or by changing places.
    pub(crate) fn find_never(&mut self, start: &Pos<L>) {
        let extras = self
            .topology
            .extras()
            .fold(L::B::EMPTY, |set, s| set | L::B::bit(s));
        if extras.is_empty() {
            return;
        }
        for side in Side::ALL {
            let kinds = self.never[side.index()].len();
            let mut can: Vec<L::B> = (0..kinds)
                .map(|k| start.kind(k as u8) & start.sides[side.index()])
                .collect();
            for mover in &self.movers[side.index()] {
                let (ends, quiet) = (self.ends(mover, false), self.ends(mover, true));
                let mut stays = ends;
                for promotion in &mover.promotions {
                    let (promoted, must) = match promotion.trigger {
                        Trigger::Enter => (ends & promotion.zone, promotion.zone & promotion.mandatory),
                        Trigger::Touch | Trigger::Leave => (ends, L::B::EMPTY),
                        Trigger::InPlace => (promotion.zone, L::B::EMPTY),
                    };
                    stays &= !(if promotion.on_capture { must & !quiet } else { must });
                    for &kind in &promotion.to {
                        can[usize::from(kind)] |= promoted;
                    }
                }
                can[usize::from(mover.kind)] |= stays;
            }
            if let Some(tagging) = &self.tagging {
                let taken_over = self.movers[side.index()].iter().filter(|m| m.tag != NONE);
                let ends = taken_over.fold(L::B::EMPTY, |set, m| set | self.ends(m, false));
                for (kind, can) in can.iter_mut().enumerate() {
                    if tagging.takers >> kind & 1 == 1 {
                        *can |= ends;
                    }
                }
            }
            for castle in self.castlings.iter().filter(|c| c.side == side) {
                can[usize::from(castle.king)] |= L::B::bit(castle.king_to);
                can[usize::from(castle.rook)] |= L::B::bit(castle.rook_to);
            }
            for _ in 0..kinds {
                for &(a, b) in &self.exchanges[side.index()] {
                    let both = can[usize::from(a)] | can[usize::from(b)];
                    can[usize::from(a)] = both;
                    can[usize::from(b)] = both;
                }
            }
            self.never[side.index()] = can.into_iter().map(|can| extras & !can).collect();
        }
    }

    /// Finds out where pieces cannot be since they would have promoted there, unless they start there or another piece
    /// becomes one there.
    pub(crate) fn find_stuck(&mut self, start: &Pos<L>) {
        for side in Side::ALL {
            let movers = &self.movers[side.index()];
            let stuck = &mut self.stuck[side.index()];
            for mover in movers {
                stuck[usize::from(mover.kind)] = mover
                    .promotions
                    .iter()
                    .filter(|p| p.trigger == Trigger::Enter && !p.on_capture)
                    .fold(L::B::EMPTY, |all, p| all | (p.zone & p.mandatory))
                    & !start.kind(mover.kind);
            }
            for promotion in movers.iter().flat_map(|m| &m.promotions) {
                let made = match promotion.trigger {
                    Trigger::Enter | Trigger::InPlace => promotion.zone,
                    Trigger::Touch | Trigger::Leave => self.board,
                };
                for &kind in &promotion.to {
                    stuck[usize::from(kind)] &= !made;
                }
            }
        }
    }

    /// Whether a piece on a square can become the same piece of a side: one that the side has, that is not royal, and that
    /// could stand there.
    pub(crate) fn can_join(&self, side: Side, kind: u8, square: Square) -> bool {
        let (index, kind_index) = (side.index(), usize::from(kind));
        let royal = self.royals.iter().any(|list| list.contains(&kind));
        let not_there = self.never[index][kind_index] | self.stuck[index][kind_index];
        self.letters[index][kind_index] != '\0' && !royal && !not_there.has(square)
    }

    /// All squares on which moves, or only quiet moves, of a mover can end.
    fn ends(&self, mover: &Mover<L>, only_quiet: bool) -> L::B {
        let leaps = [&mover.leap_both, &mover.leap_quiet, &mover.leap_capture];
        let rays = [&mover.ray_both, &mover.ray_quiet, &mover.ray_capture];
        let lists = if only_quiet { 2 } else { 3 };
        let mut ends = leaps[..lists]
            .iter()
            .flat_map(|l| l.iter())
            .fold(L::B::EMPTY, |set, squares| set | *squares);
        ends = rays[..lists]
            .iter()
            .filter_map(|r| r.as_ref())
            .fold(ends, |set, rays| set | rays.all());
        for path in mover.special.iter().flatten() {
            // Where two pieces change places either may be the one that comes.
            ends |= if path.modes.has(Modes::SWAP) {
                self.board
            } else {
                L::B::bit(path.to)
            };
        }
        if !only_quiet {
            let passed = mover
                .en_passant
                .iter()
                .enumerate()
                .filter(|(_, from)| !from.is_empty());
            ends = passed.fold(ends, |set, (to, _)| set | L::B::bit(to as Square));
        }
        ends
    }

    /// Takes the start squares of all pieces from the start position.
    pub(crate) fn read_homes(&mut self, start: &Pos<L>) {
        for side in Side::ALL {
            for kind in 0..self.home[side.index()].len() {
                self.home[side.index()][kind] = start.kind(kind as u8) & start.sides[side.index()];
            }
        }
    }

    fn parse_castling(&self, pos: &mut Pos<L>, field: &str) -> Result<(), PositionError> {
        if field == "-" {
            return Ok(());
        }
        for letter in field.chars() {
            let Some(i) = self.castlings.iter().position(|c| c.letter == letter) else {
                let known: String = self.castlings.iter().map(|c| c.letter).collect();
                let hint = if known.is_empty() {
                    "this variant has no castling".to_owned()
                } else {
                    format!("the letters are `{known}`")
                };
                return wrong(
                    "castling",
                    format!("`{}` is not a castling right; {hint}", letter.escape_default()),
                );
            };
            if pos.castling >> i & 1 == 1 {
                return wrong("castling", format!("`{letter}` is given twice"));
            }
            let c = &self.castlings[i];
            let home = |kind, square| pos.piece(square) == Some((kind, c.side));
            // A right without its king and rook at home is dropped (`EN-25`).
            if home(c.king, c.king_from) && home(c.rook, c.rook_from) {
                pos.castling |= 1 << i;
            }
        }
        Ok(())
    }

    /// Reads what the last move, of the side `mover`, has exposed.
    pub(crate) fn parse_exposed(
        &self,
        pos: &mut Pos<L>,
        field: &str,
        mover: Side,
    ) -> Result<(), PositionError> {
        if field == "-" {
            return Ok(());
        }
        let mut given = L::B::EMPTY;
        for square in self.squares("en passant", field)? {
            given |= L::B::bit(square);
        }
        let candidates = self.exposers(pos, mover, |passed| given.meets(passed));
        let exactly =
            |&&(passed, victim): &&(L::B, Square)| passed == given || passed | L::B::bit(victim) == given;
        // Some programs write only the squares on which something can be captured.
        let partly = |&&(passed, victim): &&(L::B, Square)| {
            (given & !(passed | L::B::bit(victim))).is_empty() && given.meets(passed)
        };
        let mut found: Vec<_> = candidates.iter().filter(exactly).collect();
        if found.is_empty() {
            found = candidates.iter().filter(partly).collect();
        }
        let mut found = found.into_iter();
        let Some(&(passed, victim)) = found.next() else {
            return wrong("en passant", format!("no piece can just have passed {field}"));
        };
        if found.next().is_some() {
            return wrong(
                "en passant",
                format!("more than one piece can just have passed {field}; write its square behind"),
            );
        }
        pos.exposed = passed;
        pos.victim = victim;
        Ok(())
    }

    /// Every way in which the last move could have exposed squares that are `wanted`: the squares and the piece.
    fn exposers(&self, pos: &Pos<L>, side: Side, wanted: impl Fn(L::B) -> bool) -> Vec<(L::B, Square)> {
        let occupancy = pos.occupancy();
        let mut out = Vec::new();
        for mover in &self.movers[side.index()] {
            // Mechanics may put something where it came from.
            let starts = if L::FULL && self.refills {
                mover.exposing
            } else {
                mover.exposing & !occupancy
            };
            for from in starts.squares() {
                let plain = mover
                    .exposes
                    .get(usize::from(from))
                    .into_iter()
                    .flatten()
                    .copied();
                let special = mover.special.get(usize::from(from)).into_iter().flatten();
                let special = special
                    .filter(|p| !p.exposed.is_empty())
                    .map(|p| (p.to, p.exposed));
                for (to, passed) in plain.chain(special) {
                    let entry = (passed, to);
                    // The piece may have been promoted by the same move (`EN-24`).
                    let became = |kind: u8| {
                        let promotions = mover.promotions.iter().filter(|p| p.applies(from, to, false));
                        kind == mover.kind || promotions.flat_map(|p| &p.to).any(|&k| k == kind)
                    };
                    if wanted(passed)
                        && pos.piece(to).is_some_and(|(kind, s)| s == side && became(kind))
                        && !passed.meets(occupancy)
                        && !out.contains(&entry)
                    {
                        out.push(entry);
                    }
                }
            }
        }
        out
    }

    /// A list of squares written one after the other.
    fn squares(&self, field: &str, text: &str) -> Result<Vec<Square>, PositionError> {
        let mut out: Vec<Square> = Vec::new();
        for part in text.split(',') {
            let mut rest = part;
            while !rest.is_empty() {
                // The longest name that fits.
                let found = (1..=rest.len().min(8))
                    .rev()
                    .filter(|&n| rest.is_char_boundary(n))
                    .find_map(|n| self.topology.square(&rest[..n]).map(|s| (n, s)));
                let Some((n, square)) = found else {
                    return wrong(field, format!("`{}` is not a square of this board", clip(rest)));
                };
                out.push(square);
                rest = &rest[n..];
            }
        }
        Ok(out)
    }

    /// Whether a position can occur as far as one can see: royals, numbers of pieces, nobody left in check.
    pub(crate) fn validate(&self, pos: &Pos<L>, start: &Pos<L>) -> Result<(), PositionError> {
        for side in Side::ALL {
            self.validate_royals(pos, start, side)?;
            let (count, at_start) = (pos.sides[side.index()].count(), start.sides[side.index()].count());
            if count > at_start && !self.converts {
                return wrong(
                    "board",
                    format!("{side} has {count} pieces, at most {at_start} are possible"),
                );
            }
            self.validate_places(pos, side)?;
        }
        let waiting = pos.turn.other();
        // Whoever has just blown up the last royal of the opponent need not have answered a check.
        let won = self.blast.is_some() && pos.royals(self, pos.turn).is_empty();
        if self.royal_rule[waiting.index()] != RoyalRule::Fewer && !won && self.in_check(pos, waiting) {
            return wrong(
                "position",
                format!("{waiting} is in check, but {} is to move", pos.turn),
            );
        }
        Ok(())
    }

    /// Whether a side has as many royals as it can have.
    fn validate_royals(&self, pos: &Pos<L>, start: &Pos<L>, side: Side) -> Result<(), PositionError> {
        let (count, at_start) = (pos.royals(self, side).count(), start.royals(self, side).count());
        // Where royals can be lost, a position without one may be the last of a game.
        let lost = || self.royal_rule[side.index()] == RoyalRule::Fewer || self.blast.is_some();
        if count == 0 && at_start > 0 && !lost() {
            let names: Vec<String> = self.royals[side.index()]
                .iter()
                .map(|&k| self.letters[side.index()][usize::from(k)].to_string())
                .collect();
            return wrong(
                "board",
                format!("{side} has no royal piece (`{}`)", names.join("` or `")),
            );
        }
        if count > at_start && !self.makes_royals[side.index()] {
            return wrong(
                "board",
                format!("{side} has {count} royal pieces, at most {at_start} are possible"),
            );
        }
        Ok(())
    }

    /// Whether all pieces of a side stand where they can.
    fn validate_places(&self, pos: &Pos<L>, side: Side) -> Result<(), PositionError> {
        let own = pos.sides[side.index()];
        let wrongly = |sets: &[L::B]| {
            let mut sets = (0u8..).zip(sets).filter(|(_, set)| own.meets(**set));
            sets.find_map(|(kind, set)| (pos.kind(kind) & own & *set).squares().next().map(|s| (kind, s)))
        };
        if let Some((kind, square)) = wrongly(&self.never[side.index()]) {
            let (letter, name) = (
                self.letters[side.index()][usize::from(kind)],
                self.topology.name(square),
            );
            return wrong(name, format!("`{letter}` can never come to stand on {name}"));
        }
        if let Some((kind, square)) = wrongly(&self.stuck[side.index()]) {
            let (letter, name) = (
                self.letters[side.index()][usize::from(kind)],
                self.topology.name(square),
            );
            return wrong(
                "board",
                format!("`{letter}` cannot stand on {name}: it promotes there"),
            );
        }
        Ok(())
    }

    /// Writes extended FEN behind a text.
    pub(crate) fn print(&self, pos: &Pos<L>, out: &mut String) {
        self.print_with(pos, pos.turn, pos.turn.other(), self.keys_of(pos), out);
    }

    /// Writes extended FEN: `decider` is whoever decides next, `mover` the side whose move was the last, `keys` what
    /// stands behind the six fields.
    pub(crate) fn print_with(
        &self,
        pos: &Pos<L>,
        decider: Side,
        mover: Side,
        mut keys: Vec<(String, String)>,
        out: &mut String,
    ) {
        self.print_board(pos, out);
        out.push_str(if decider == Side::White { " w " } else { " b " });
        self.print_rights(pos, mover, out);
        out.push(' ');
        push_number(out, pos.halfmove);
        out.push(' ');
        push_number(out, pos.fullmove);
        keys.sort();
        for (key, value) in keys {
            let _ = write!(out, " {key}={value}");
        }
    }

    fn print_board(&self, pos: &Pos<L>, out: &mut String) {
        let (topology, board) = (&self.topology, pos.board.as_ref());
        let files = usize::from(topology.files());
        let flush = |run: &mut u16, out: &mut String| {
            if *run > 0 {
                push_number(out, *run);
                *run = 0;
            }
        };
        for rank in (0..usize::from(topology.ranks())).rev() {
            let mut run = 0u16;
            let squares = rank * files..(rank + 1) * files;
            for (square, &code) in squares.clone().zip(&board[squares]) {
                match code {
                    NONE if self.board.has(square as Square) => run += 1,
                    NONE => {
                        flush(&mut run, out);
                        out.push('*');
                    }
                    code => {
                        flush(&mut run, out);
                        out.push(self.letters[usize::from(code & 1)][usize::from(code >> 1)]);
                    }
                }
            }
            flush(&mut run, out);
            if rank > 0 {
                out.push('/');
            }
        }
    }

    fn print_rights(&self, pos: &Pos<L>, mover: Side, out: &mut String) {
        let topology = &self.topology;
        if pos.castling == 0 {
            out.push('-');
        } else {
            let rights = self
                .castlings
                .iter()
                .enumerate()
                .filter(|(i, _)| pos.castling >> i & 1 == 1);
            out.extend(rights.map(|(_, c)| c.letter));
        }
        out.push(' ');
        if pos.exposed.is_empty() {
            out.push('-');
        } else {
            pos.exposed.squares().for_each(|s| out.push_str(topology.name(s)));
            let alike = self.exposers(pos, mover, |passed| passed == pos.exposed).len();
            if alike > 1 {
                out.push_str(topology.name(pos.victim));
            }
        }
    }

    /// The keys of the flat rules, unsorted.
    pub(crate) fn keys_of(&self, pos: &Pos<L>) -> Vec<(String, String)> {
        let topology = &self.topology;
        let piece = |s: Square| {
            let (kind, side) = pos.piece(s)?;
            let letter = self.letters[side.index()][usize::from(kind)];
            Some((topology.name(s).to_owned(), letter.to_string()))
        };
        let mut keys: Vec<(String, String)> = topology.extras().filter_map(piece).collect();
        if self.check_goal.iter().any(Option::is_some) {
            let [white, black] = pos.checks;
            keys.push(("checks".to_owned(), format!("{white}+{black}")));
        }
        if self.uses_initial {
            let moved = self.at_home(pos) & !pos.unmoved;
            let mut squares: Vec<Square> = moved.squares().collect();
            squares.sort_by_cached_key(|&s| topology.coordinates(s));
            if !squares.is_empty() {
                let names: Vec<&str> = squares.iter().map(|&s| topology.name(s)).collect();
                keys.push(("moved".to_owned(), names.join(",")));
            }
        }
        if let Some(tagging) = &self.tagging {
            let text = self.tags_text(pos, tagging);
            keys.extend(text.map(|text| (tagging.key.to_owned(), text)));
        }
        keys
    }
}

/// Writes a number behind a text.
fn push_number(out: &mut String, number: u16) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

fn side_of(code: u8) -> Side {
    if code & 1 == 0 { Side::White } else { Side::Black }
}

fn number(field: &str, text: &str) -> Result<u16, PositionError> {
    if text == "-" {
        return Ok(0);
    }
    match text.parse() {
        Ok(n) => Ok(n),
        Err(_) => wrong(
            field,
            format!("`{}` is not a number from 0 to {}", clip(text), u16::MAX),
        ),
    }
}

/// At most twenty characters of something unreadable, for messages.
pub(crate) fn clip(text: &str) -> String {
    let mut out: String = text.chars().take(20).flat_map(char::escape_default).collect();
    if text.chars().nth(20).is_some() {
        out.push_str("...");
    }
    out
}
