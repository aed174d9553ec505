//! The draft of a variant, when all lines are read.

use super::setup::{self, Setup, Sign, signs};
use super::{Parent, Reader};
use crate::draft::{self, Drop, Effect, End, Promotion, Trigger, limit, name_of, piece_name};
use crate::ini::Piece;
use crate::region::Region;
use crate::report::{Finding, Section, Status};
use ferz::rules::{PerSide, Score, Side};

/// The most kinds of pieces that a variant can have.
const KINDS: usize = 64;
/// Squares at most.
const SQUARES: u16 = 256;

/// The pawns and kings of a table, by their letters.
#[derive(Default)]
struct Heads {
    pawns: Vec<String>,
    kings: Vec<String>,
}

impl Heads {
    fn of(setup: &Setup) -> Self {
        let pictured = |table: &&Piece| table.text.contains(|sign: char| sign.is_ascii_alphabetic());
        let Some(table) = setup.table.as_ref().filter(pictured) else {
            return Self {
                pawns: vec!["P".to_owned()],
                kings: vec!["K".to_owned()],
            };
        };
        let mut heads = Self::default();
        for side in Side::ALL {
            let (pawn, king) = setup::ends(table, side);
            heads.pawns.extend(pawn);
            heads.kings.extend(king);
        }
        heads
    }
}

impl Reader<'_> {
    pub(super) fn finish(mut self, setup: &Setup) -> Section {
        (self.draft.files, self.draft.ranks) = (setup.files, setup.ranks);
        let place = setup.size.as_ref().unwrap_or(&setup.board);
        if u16::from(setup.files) * u16::from(setup.ranks) > SQUARES {
            self.sheet.find(place, "this board is too large", None);
        }
        if let Some(size) = &setup.size {
            self.sheet.taken("size", size);
        }
        if let Some(table) = &setup.table {
            self.sheet.taken("pictures", table);
        }
        self.parent(setup);
        self.position(setup);
        if self.kinds.len() > KINDS {
            let message = format!("there are more than {KINDS} pieces");
            self.sheet.find(&self.entry.head(), message, None);
        }
        if self.sheet.section.findings.iter().any(Finding::is_error) {
            return self.sheet.section;
        }
        let heads = Heads::of(setup);
        let names = self.named(&heads);
        self.placed(setup, &names);
        self.castlings(setup, &names);
        self.promotions(setup, &heads, &names);
        self.hands(setup, &heads, &names);
        self.ends(setup);
        self.draft.count_unmoved();
        let head = self.entry.head();
        draft::finish(&self.draft, self.sheet, &head)
    }

    /// Reads what stands where, so that every kind is known.
    fn position(&mut self, setup: &Setup) {
        self.fields(setup);
        let held = self.held(setup);
        let rows = setup::rows(&setup.board);
        let fits = |row: &&str| signs(row).is_some();
        if rows.len() != usize::from(setup.ranks) || !rows.iter().all(fits) {
            let message = format!("this is no position of {} ranks", setup.ranks);
            return self.sheet.wrong("position", &setup.board, &message, None);
        }
        self.sheet.taken("position", &setup.board);
        let mut all: Vec<Sign> = rows.iter().filter_map(|row| signs(row)).flatten().collect();
        all.extend(held);
        for sign in all {
            if let Sign::Piece(id, side) = sign {
                self.met(&id, side, &setup.board);
            }
        }
    }

    /// Reads the pieces in hand.
    fn held(&mut self, setup: &Setup) -> Vec<Sign> {
        let Some(hand) = &setup.hand else {
            return Vec::new();
        };
        let held = setup.in_hand();
        match &held {
            Some(_) => self.sheet.taken("hands", hand),
            None => {
                let why = "these are no pieces in hand: `[Pp]`";
                self.sheet.wrong("hands", hand, why, None);
            }
        }
        held.unwrap_or_default()
    }

    /// Reads the fields behind the board: the turn, and castling rights, which moves with `O`
    /// imply.
    fn fields(&mut self, setup: &Setup) {
        for (at, field) in setup.fields.iter().enumerate() {
            match (at, field.text.as_str()) {
                (0, "w") => self.sheet.taken("turn", field),
                (0, "b") => {
                    self.draft.setup.black_begins = true;
                    self.sheet.taken("turn", field);
                }
                (0, _) => self.sheet.wrong("turn", field, "this is no side: w or b", None),
                (1, "-") => self.sheet.taken("castling", field),
                _ => self
                    .sheet
                    .idle("field", field, "the moves with `i` and `O` say it"),
            }
        }
    }

    /// Names the kinds.
    fn named(&mut self, heads: &Heads) -> Vec<String> {
        let size = (self.draft.files, self.draft.ranks);
        let taken: Vec<char> = self.kinds.iter().filter_map(|kind| single(&kind.id)).collect();
        let mut free = ('A'..='Z').filter(|letter| !taken.contains(letter));
        for kind in &self.kinds {
            let way = kind.way(Side::White).or(kind.way(Side::Black));
            let royal = heads.kings.contains(&kind.id);
            let word = way.and_then(|way| name_of(&way.movement, size));
            let name = match word.filter(|word| *word != "king") {
                _ if royal => "king".to_owned(),
                _ if heads.pawns.contains(&kind.id) => "pawn".to_owned(),
                _ if kind.id.starts_with('+') => format!("promoted {}", &kind.id[1..]),
                Some(word) => word.to_owned(),
                None => format!("piece {}", kind.id),
            };
            let mut own = draft::Kind::named(piece_name(&name, &self.draft.kinds));
            let letter = match kind.id.ends_with(['\'', '!']) {
                true => free.next().map(String::from),
                false => Some(kind.id.clone()),
            };
            for side in Side::ALL {
                if let Some(way) = kind.way(side) {
                    own.letter[side].clone_from(&letter);
                    own.movement[side] = way.movement.clone();
                }
            }
            own.royal = royal;
            self.draft.kinds.push(own);
        }
        self.draft.kinds.iter().map(|kind| kind.name.clone()).collect()
    }

    fn name_of<'n>(&self, id: &str, names: &'n [String]) -> Option<&'n String> {
        let at = self.kinds.iter().position(|kind| kind.id == id)?;
        names.get(at)
    }

    /// Puts the pieces on the board and into the hands.
    fn placed(&mut self, setup: &Setup, names: &[String]) {
        let sign = |text: &str| match text.strip_prefix('*') {
            Some(_) => Some((draft::Sign::Hole, 1)),
            None => {
                let (id, side, length) = setup::sign(text)?;
                let marks = text[length..].len() - text[length..].trim_start_matches('~').len();
                let name = self.name_of(&id, names).cloned().unwrap_or_default();
                Some((draft::Sign::Piece(side, name), length + marks))
            }
        };
        let size = (setup.files, setup.ranks);
        match draft::placement(&setup::rows(&setup.board), size, &sign) {
            Ok((pieces, holes)) => (self.draft.setup.pieces, self.draft.holes) = (pieces, holes),
            Err(message) => self.sheet.find(&setup.board, message, None),
        }
        for sign in setup.in_hand().unwrap_or_default() {
            if let Sign::Piece(id, side) = sign {
                let name = self.name_of(&id, names).cloned().unwrap_or_default();
                self.draft.setup.hands[side].push(name);
            }
        }
    }

    /// Castlings: with the outermost piece of the king's rank.
    fn castlings(&mut self, setup: &Setup, names: &[String]) {
        // Letters mean all castlings; a hyphen gives no right.
        if setup.fields.get(1).is_some_and(|field| field.text == "-") {
            return;
        }
        let mut found = Vec::new();
        for (kind, name) in self.kinds.iter().zip(names) {
            for side in Side::ALL {
                let castles = kind.way(side).map_or(&[][..], |way| &way.castles);
                let pieces = self.draft.setup.pieces.iter();
                let own: Vec<_> = pieces
                    .filter(|(_, whose, own)| *whose == side && own == name)
                    .map(|(square, ..)| *square)
                    .collect();
                let Some(&square) = own.first() else {
                    continue;
                };
                if own.len() > 1 && !castles.is_empty() {
                    let why = "castling of a kind with several pieces has no form";
                    self.sheet.lose("castling", &kind.place, Status::Awaits, why);
                    continue;
                }
                found.extend(self.draft.castlings_of(side, (name, square), castles));
                if castles.iter().any(|castle| castle.inside) {
                    let why = "castling with another piece than the outermost has no form";
                    self.sheet.lose("castling", &kind.place, Status::Awaits, why);
                }
            }
        }
        if !found.is_empty() {
            self.sheet.assume(
                &setup.board,
                "castling is with the outermost piece, over safe squares",
            );
        }
        self.draft.castlings = found;
    }

    fn promotions(&mut self, setup: &Setup, heads: &Heads, names: &[String]) {
        let depth = match self.parent {
            Parent::Shogi => (setup.ranks / 3).max(1),
            Parent::Fairy | Parent::Crazyhouse => 1,
        };
        let zones = PerSide::new(
            self.draft.last_ranks(depth, Side::White),
            self.draft.last_ranks(depth, Side::Black),
        );
        for (at, kind) in self.kinds.iter().enumerate() {
            let high = self.name_of(&format!("+{}", kind.id), names).cloned();
            let pawn = heads.pawns.contains(&kind.id);
            let mut promotion = Promotion {
                kind: names[at].clone(),
                to: high.iter().cloned().collect(),
                zone: zones.clone(),
                must: PerSide::default(),
                trigger: Trigger::Touch,
                limits: Vec::new(),
                ..Promotion::default()
            };
            if high.is_some() {
                let own = &self.draft.kinds[at].movement;
                for side in Side::ALL {
                    promotion.must[side] = self.draft.immobile(&own[side], side).and(&zones[side]);
                }
            } else if pawn && self.parent != Parent::Shogi {
                let chosen = self.draft.kinds.iter().zip(&self.kinds).filter(|(own, kind)| {
                    !own.royal && !heads.pawns.contains(&kind.id) && !kind.id.starts_with('+')
                });
                promotion.to = chosen.map(|(own, _)| own.name.clone()).collect();
                promotion.must = zones.clone();
                promotion.trigger = Trigger::Enter;
            }
            for side in Side::ALL.into_iter().filter(|side| kind.way(*side).is_none()) {
                promotion.zone[side] = Region::default();
                promotion.must[side] = Region::default();
            }
            if !promotion.to.is_empty() {
                self.draft.promotions.push(promotion);
            }
        }
        if !self.draft.promotions.is_empty() {
            let why = match self.parent {
                Parent::Shogi => "pieces promote in the last third to the form with `+`",
                Parent::Fairy | Parent::Crazyhouse => {
                    "the first piece of the table promotes on the last rank to any other but the king"
                }
            };
            self.sheet
                .assume(setup.parent.as_ref().unwrap_or(&setup.board), why);
        }
    }

    /// Hands: all pieces are dropped if the size says that there is a hand, those with `@` on its
    /// ranks; otherwise only these.
    fn hands(&mut self, setup: &Setup, heads: &Heads, names: &[String]) {
        let told = |kind: &super::Kind| Side::ALL.iter().any(|&side| drop_of(kind, side).is_some());
        let some = self.kinds.iter().any(told);
        let held = setup.held > 0 || setup.in_hand().is_some_and(|held| !held.is_empty());
        if !some && !held {
            return;
        }
        self.draft.setup.has_hands = true;
        let place = setup.size.clone().unwrap_or_else(|| setup.board.clone());
        if self.parent == Parent::Fairy && self.draft.setup.hands == PerSide::default() {
            let why = "nothing in the lines says how a piece comes to the hand";
            self.sheet.lose("rules", &place, Status::Elsewhere, why);
        }
        if self.parent != Parent::Fairy && setup.held > 0 {
            self.draft.effects.push(Effect::ToHand {
                of: Vec::new(),
                captor: true,
                demoted: true,
            });
            self.sheet
                .assume(&place, "captured pieces go to the hand of their captor");
        }
        for (at, kind) in self.kinds.iter().enumerate() {
            let whole = held && !self.draft.kinds[at].royal && !kind.id.starts_with('+');
            if !told(kind) && !whole {
                continue;
            }
            let pawn = heads.pawns.contains(&kind.id);
            let strict = pawn && self.parent == Parent::Shogi;
            let limits = Side::ALL.iter().filter_map(|&side| drop_of(kind, side));
            let limit = limits.map(|drop| drop.on_a_file).max();
            self.draft.drops.push(Drop {
                kind: names[at].clone(),
                on: PerSide::new(
                    self.drop_squares(at, Side::White, pawn),
                    self.drop_squares(at, Side::Black, pawn),
                ),
                mate: !strict,
                on_a_file: limit.unwrap_or(u8::from(strict)).into(),
                ..Drop::default()
            });
        }
        if held {
            self.sheet
                .assume(&place, "pieces without `@` are dropped where they can move");
        }
        if self.parent == Parent::Shogi {
            self.sheet.assume(&place, "a pawn gives no mate by a drop");
        }
    }

    fn drop_squares(&self, at: usize, side: Side, pawn: bool) -> Region {
        let all = self.draft.everywhere();
        match drop_of(&self.kinds[at], side) {
            Some(drop) => {
                let count = if drop.ranks == 0 {
                    self.draft.ranks
                } else {
                    drop.ranks
                };
                let first = u8::from(drop.not_first);
                let own = |&(rank, _): &(u8, u8)| {
                    let rank = match side {
                        Side::White => rank,
                        Side::Black => self.draft.ranks - 1 - rank,
                    };
                    (first..count).contains(&rank)
                };
                all.iter().filter(own).collect()
            }
            None if self.parent == Parent::Shogi => {
                all.without(&self.draft.immobile(&self.draft.kinds[at].movement[side], side))
            }
            None if pawn => all
                .without(&self.draft.rank(0))
                .without(&self.draft.rank(self.draft.ranks - 1)),
            None => all,
        }
    }

    fn ends(&mut self, setup: &Setup) {
        let (stalemate, why) = match self.parent {
            Parent::Shogi => (Score::Loss, "a stalemate loses, four repetitions are a draw"),
            Parent::Fairy | Parent::Crazyhouse => (
                Score::Draw,
                "stalemate, three repetitions and fifty moves are draws",
            ),
        };
        self.draft.ends.push(End::Stalemate(PerSide::both(stalemate)));
        match self.parent {
            Parent::Shogi => self.draft.ends.push(End::Repetition(limit(4, Score::Draw))),
            Parent::Fairy | Parent::Crazyhouse => {
                self.draft.ends.push(End::Repetition(limit(3, Score::Draw)));
                self.draft.ends.push(End::MoveRule(limit(100, Score::Draw)));
            }
        }
        self.sheet.assume(&setup.board, why);
        self.unstated(setup);
        for side in Side::ALL {
            let is_royal = |name: &String| self.draft.kind(name).is_some_and(|kind| kind.royal);
            let mut pieces = self.draft.setup.pieces.iter();
            if !pieces.any(|(_, whose, name)| *whose == side && is_royal(name)) {
                let why = format!("the lines name no king of {side}, and no other aim of the game");
                self.sheet.lose("rules", &setup.board, Status::Elsewhere, &why);
            }
        }
    }
}

/// The letter of a kind that is one letter alone.
fn single(id: &str) -> Option<char> {
    let mut letters = id.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn drop_of(kind: &super::Kind, side: Side) -> Option<crate::xbetza::Drop> {
    kind.way(side).and_then(|way| way.drop)
}
