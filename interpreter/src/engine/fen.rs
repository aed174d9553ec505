//! Extended FEN: the text of a position.
//!
//! The six fields of FEN, then `key=value` fields sorted by key: squares outside the grid (`x0=A`), `checks=` (checks
//! that White and Black still have to give) and `moved=` (pieces that stand where they could have started but
//! have moved), and the key of what pieces carry. Field 4 names the squares that the last move exposed to en passant; where two pieces could have
//! passed them, the square of the one that did follows.

use super::core::{Core, Mover, Tagging};
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

fn wrong<T>(field: &str, message: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError {
        field: field.to_owned(),
        message: message.into(),
    })
}

impl<L: Layout> Core<L> {
    /// Reads extended FEN.
    pub(crate) fn parse(&self, text: &str) -> Result<Pos<L>, PositionError> {
        let mut words = text.split_whitespace().peekable();
        let mut plain: Vec<&str> = Vec::new();
        while let Some(word) = words.next_if(|w| !w.contains('=')) {
            plain.push(word);
        }
        let mut keys: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return wrong(
                    "position",
                    format!("`{}` stands behind the `key=value` fields", clip(word)),
                );
            };
            if keys.iter().any(|(k, _)| *k == key) {
                return wrong(&clip(key), "this key is given twice");
            }
            keys.push((key, value));
        }
        // Some programs write the checks left as a field of their own, before or after the clocks.
        let checks = plain
            .iter()
            .position(|w| w.contains('+') && w.len() > 1)
            .filter(|&i| i >= 4);
        let mut checks_text = checks.map(|i| plain.remove(i));
        if plain.is_empty() {
            return wrong("board", "the text is empty");
        }
        if plain.len() > 6 {
            return wrong(
                "position",
                format!(
                    "there are {} fields before the keys, at most 6 are possible",
                    plain.len()
                ),
            );
        }
        let mut pos = Pos::empty();
        for (square, code) in self.parse_board(plain[0])? {
            pos.put(self, code >> 1, side_of(code), square);
        }
        pos.turn = match plain.get(1) {
            Some(&"w") | None => Side::White,
            Some(&"b") => Side::Black,
            Some(other) => {
                return wrong(
                    "side to move",
                    format!("`{}` is neither `w` nor `b`", clip(other)),
                );
            }
        };
        let (mut moved, mut tags) = (None, None);
        for (key, value) in keys {
            match key {
                "checks" if self.check_goal.iter().any(Option::is_some) => checks_text = Some(value),
                "moved" if self.uses_initial => moved = Some(value),
                _ if self.tagging.as_ref().is_some_and(|t| t.key == key) => tags = Some(value),
                _ => self.parse_extra(&mut pos, key, value)?,
            }
        }
        self.parse_checks(&mut pos, checks_text)?;
        self.parse_moved(&mut pos, moved)?;
        if let (Some(tagging), Some(text)) = (&self.tagging, tags) {
            self.parse_tags(&mut pos, tagging, text)?;
        }
        self.parse_castling(&mut pos, plain.get(2).copied().unwrap_or("-"))?;
        self.parse_exposed(&mut pos, plain.get(3).copied().unwrap_or("-"))?;
        pos.halfmove = number("halfmove clock", plain.get(4).copied().unwrap_or("0"))?;
        pos.fullmove = number("fullmove number", plain.get(5).copied().unwrap_or("1"))?.max(1);
        pos.hash = pos.fresh_hash(self);
        Ok(pos)
    }

    /// The pieces of the board field, as squares and codes.
    fn parse_board(&self, field: &str) -> Result<Vec<(Square, u8)>, PositionError> {
        let (files, ranks) = (u32::from(self.topology.files()), u32::from(self.topology.ranks()));
        let mut out = Vec::new();
        if let Some(at) = field.find('[') {
            let hand = &field[at..];
            if hand != "[]" && hand != "[-]" {
                return wrong("board", "this variant has no pieces in hand");
            }
            return self.parse_board(&field[..at]);
        }
        let rows: Vec<&str> = field.split('/').collect();
        if rows.len() as u32 != ranks {
            return wrong(
                "board",
                format!("the text has {} of the {ranks} ranks", rows.len()),
            );
        }
        for (row, text) in rows.iter().enumerate() {
            let rank = ranks - 1 - row as u32;
            let mut file = 0u32;
            let mut chars = text.chars().peekable();
            while let Some(c) = chars.next() {
                if let Some(digit) = c.to_digit(10) {
                    let mut run = digit;
                    while let Some(more) = chars.peek().and_then(|c| c.to_digit(10)) {
                        run = (run * 10 + more).min(1000);
                        chars.next();
                    }
                    if run == 0 {
                        return wrong("board", format!("rank {} has a run of 0 squares", rank + 1));
                    }
                    file += run;
                } else {
                    let square = u8::try_from(file)
                        .ok()
                        .and_then(|f| self.topology.at(f, rank as u8));
                    if c == '*' {
                        if file < files && square.is_some() {
                            return wrong(
                                "board",
                                format!("rank {} has a `*` where there is no hole", rank + 1),
                            );
                        }
                    } else if file < files {
                        let Some(square) = square else {
                            return wrong("board", format!("`{c}` stands on a hole in rank {}", rank + 1));
                        };
                        out.push((square, self.code(c)?));
                    }
                    file += 1;
                }
            }
            if file != files {
                return wrong(
                    "board",
                    format!("rank {} has {file} squares, the board has {files}", rank + 1),
                );
            }
        }
        Ok(out)
    }

    fn code(&self, letter: char) -> Result<u8, PositionError> {
        for side in Side::ALL {
            let fits = match side {
                Side::White => letter.is_ascii_uppercase(),
                Side::Black => letter.is_ascii_lowercase(),
            };
            if !fits {
                continue;
            }
            if let Some(kind) = self.letters[side.index()].iter().position(|&l| l == letter) {
                return Ok((kind as u8) << 1 | side as u8);
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

    fn parse_extra(&self, pos: &mut Pos<L>, key: &str, value: &str) -> Result<(), PositionError> {
        let Some(square) = self.topology.extras().find(|&s| self.topology.name(s) == key) else {
            return wrong(&clip(key), "this variant has no such key");
        };
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
        squares.sort_by_key(|&s| {
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
        (!entries.is_empty()).then(|| format!("{}={}", tagging.key, entries.join(",")))
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

    fn parse_exposed(&self, pos: &mut Pos<L>, field: &str) -> Result<(), PositionError> {
        if field == "-" {
            return Ok(());
        }
        let mut given = L::B::EMPTY;
        for square in self.squares("en passant", field)? {
            given |= L::B::bit(square);
        }
        let candidates = self.exposers(pos);
        let fits =
            |&&(passed, victim): &&(L::B, Square)| passed == given || passed | L::B::bit(victim) == given;
        let mut found = candidates.iter().filter(fits);
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

    /// Every way in which the last move could have exposed squares: the squares and the piece.
    fn exposers(&self, pos: &Pos<L>) -> Vec<(L::B, Square)> {
        let side = pos.turn.other();
        let occupancy = pos.occupancy();
        let mut out = Vec::new();
        for mover in &self.movers[side.index()] {
            for from in self.board.squares().filter(|&s| !occupancy.has(s)) {
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
                    if pos.piece(to).is_some_and(|(kind, s)| s == side && became(kind))
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
            let (count, at_start) = (pos.royals(self, side).count(), start.royals(self, side).count());
            // Where royals can be lost, a position without one may be the last of a game.
            let lost = self.royal_rule[side.index()] == RoyalRule::Fewer || self.blast.is_some();
            if count == 0 && at_start > 0 && !lost {
                let names: Vec<String> = self.royals[side.index()]
                    .iter()
                    .map(|&k| self.letters[side.index()][usize::from(k)].to_string())
                    .collect();
                return wrong(
                    "board",
                    format!("{side} has no royal piece (`{}`)", names.join("` or `")),
                );
            }
            let promoted = |kind: u8| {
                self.movers[side.index()]
                    .iter()
                    .any(|m| m.promotions.iter().any(|p| p.to.contains(&kind)))
            };
            let more = self.royals[side.index()].iter().any(|&k| promoted(k));
            if count > at_start && !more {
                return wrong(
                    "board",
                    format!("{side} has {count} royal pieces, at most {at_start} are possible"),
                );
            }
            let (count, at_start) = (pos.sides[side.index()].count(), start.sides[side.index()].count());
            if count > at_start && !self.converts {
                return wrong(
                    "board",
                    format!("{side} has {count} pieces, at most {at_start} are possible"),
                );
            }
            for (kind, never) in self.never[side.index()].iter().enumerate() {
                let there = pos.kind(kind as u8) & pos.sides[side.index()] & *never;
                if let Some(square) = there.squares().next() {
                    let letter = self.letters[side.index()][kind];
                    let name = self.topology.name(square);
                    return wrong(name, format!("`{letter}` can never come to stand on {name}"));
                }
            }
            for mover in &self.movers[side.index()] {
                let stuck = mover
                    .promotions
                    .iter()
                    .filter(|p| p.trigger == Trigger::Enter && !p.on_capture)
                    .fold(L::B::EMPTY, |all, p| all | (p.zone & p.mandatory));
                let there = pos.kind(mover.kind) & pos.sides[side.index()] & stuck & !start.kind(mover.kind);
                if let Some(square) = there.squares().next() {
                    let letter = self.letters[side.index()][usize::from(mover.kind)];
                    return wrong(
                        "board",
                        format!(
                            "`{letter}` cannot stand on {}: it promotes there",
                            self.topology.name(square)
                        ),
                    );
                }
            }
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

    /// Writes extended FEN.
    pub(crate) fn print(&self, pos: &Pos<L>) -> String {
        let topology = &self.topology;
        let mut out = String::new();
        for rank in (0..topology.ranks()).rev() {
            let mut run = 0u32;
            let flush = |run: &mut u32, out: &mut String| {
                if *run > 0 {
                    let _ = write!(out, "{run}");
                    *run = 0;
                }
            };
            for file in 0..topology.files() {
                match topology.at(file, rank).map(|s| pos.piece(s)) {
                    Some(Some((kind, side))) => {
                        flush(&mut run, &mut out);
                        out.push(self.letters[side.index()][usize::from(kind)]);
                    }
                    Some(None) => run += 1,
                    None => {
                        flush(&mut run, &mut out);
                        out.push('*');
                    }
                }
            }
            flush(&mut run, &mut out);
            if rank > 0 {
                out.push('/');
            }
        }
        out.push_str(if pos.turn == Side::White { " w " } else { " b " });
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
            let alike = self
                .exposers(pos)
                .iter()
                .filter(|(passed, _)| *passed == pos.exposed)
                .count();
            if alike > 1 {
                out.push_str(topology.name(pos.victim));
            }
        }
        let _ = write!(out, " {} {}", pos.halfmove, pos.fullmove);
        let mut keys: Vec<String> = topology
            .extras()
            .filter_map(|s| {
                let (kind, side) = pos.piece(s)?;
                Some(format!(
                    "{}={}",
                    topology.name(s),
                    self.letters[side.index()][usize::from(kind)]
                ))
            })
            .collect();
        if self.check_goal.iter().any(Option::is_some) {
            keys.push(format!("checks={}+{}", pos.checks[0], pos.checks[1]));
        }
        let moved = self.at_home(pos) & !pos.unmoved;
        if self.uses_initial && !moved.is_empty() {
            let mut squares: Vec<Square> = moved.squares().collect();
            squares.sort_by_key(|&s| topology.coordinates(s));
            keys.push(format!(
                "moved={}",
                squares
                    .iter()
                    .map(|&s| topology.name(s))
                    .collect::<Vec<_>>()
                    .join(",")
            ));
        }
        if let Some(tagging) = &self.tagging {
            keys.extend(self.tags_text(pos, tagging));
        }
        keys.sort();
        for key in keys {
            out.push(' ');
            out.push_str(&key);
        }
        out
    }
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
fn clip(text: &str) -> String {
    let mut out: String = text.chars().take(20).flat_map(char::escape_default).collect();
    if text.chars().nth(20).is_some() {
        out.push_str("...");
    }
    out
}
