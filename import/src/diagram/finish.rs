//! The draft of a diagram, when all lines are read.

use super::{Kind, Reader};
use crate::draft::{self, End, Promotion, Trigger, limit};
use crate::ini::Piece;
use crate::region::{Region, name};
use crate::report::{Finding, Section, Status};
use ferz::rules::{Limit, PerSide, Score, Side};
use std::collections::BTreeSet;

/// Squares at most.
const SQUARES: u16 = 256;

impl Reader<'_> {
    pub(super) fn finish(mut self) -> Section {
        let head = Piece::new("", 0);
        self.letters();
        if self.kinds.is_empty() {
            self.sheet
                .find(&head, "there is no piece in the definition", None);
        }
        if u16::from(self.draft.files) * u16::from(self.draft.ranks) > SQUARES {
            self.sheet.find(&head, "this board is too large", None);
        }
        self.doubled();
        self.outside();
        if self.sheet.section.findings.iter().any(Finding::is_error) {
            return self.sheet.section;
        }
        let royals: Vec<bool> = (0..self.kinds.len()).map(|at| self.is_royal(at)).collect();
        for (kind, royal) in self.kinds.iter().zip(&royals) {
            let mut own = draft::Kind::named(draft::piece_name(&kind.name, &self.draft.kinds));
            own.letter = PerSide::both(Some(kind.letter.to_string()));
            own.movement = PerSide::both(kind.way.movement.clone());
            own.royal = *royal;
            self.draft.kinds.push(own);
        }
        self.placed();
        self.castlings();
        self.promotions(&royals);
        let claimed = |count: u16| Limit {
            claim: true,
            ..limit(count, Score::Draw)
        };
        self.draft.ends.push(End::Repetition(claimed(3)));
        self.draft.ends.push(End::MoveRule(claimed(100)));
        let why = "checkmate wins; stalemate is a draw, three repetitions and fifty moves if claimed";
        self.sheet.assume(&head, why);
        self.draft.count_unmoved();
        draft::finish(&self.draft, self.sheet, &head)
    }

    fn is_royal(&self, at: usize) -> bool {
        let kind = &self.kinds[at];
        match &self.royal {
            Some(list) => list.text.split(',').any(|word| {
                word.trim() == (at + 1).to_string()
                    || word.trim().eq_ignore_ascii_case(&kind.letter.to_string())
            }),
            None => {
                kind.name == "king"
                    || (kind.letter == 'K' && !self.kinds.iter().any(|kind| kind.name == "king"))
            }
        }
    }

    /// Letters of kinds that name none: the first one of the name that no other kind has.
    fn letters(&mut self) {
        let given = self.kinds.iter().filter(|kind| kind.given);
        let mut taken: BTreeSet<char> = given.map(|kind| kind.letter).collect();
        for kind in self.kinds.iter_mut().filter(|kind| !kind.given) {
            let name = kind.name.to_ascii_uppercase();
            let mut own = name.chars().chain('A'..='Z').filter(char::is_ascii_alphabetic);
            if let Some(letter) = own.find(|letter| !taken.contains(letter)) {
                kind.letter = letter;
            }
            taken.insert(kind.letter);
        }
    }

    /// Finds letters that two pieces have.
    fn doubled(&mut self) {
        let mut letters = BTreeSet::new();
        for kind in &self.kinds {
            let letter = kind.letter;
            if !letters.insert(letter) {
                let message = format!("two pieces have the letter `{letter}`");
                self.sheet.find(&kind.line, message, None);
            }
        }
    }

    /// Finds squares that are not on the board.
    fn outside(&mut self) {
        let (files, ranks) = (self.draft.files, self.draft.ranks);
        for kind in &self.kinds {
            let mut all = kind.white.iter().chain(kind.black.iter().flatten());
            if let Some(&(rank, file)) = all.find(|(rank, file)| *rank >= ranks || *file >= files) {
                let message = format!("`{}` is not on a board of {files}x{ranks}", name(rank, file));
                self.sheet.find(&kind.line, message, None);
            }
        }
    }

    /// Puts the pieces of both sides on the board; the first on a square stays there.
    fn placed(&mut self) {
        let (files, ranks) = (self.draft.files, self.draft.ranks);
        let image = |&(rank, file): &(u8, u8)| {
            let file = if self.rotate { files - 1 - file } else { file };
            (ranks - 1 - rank, file)
        };
        for side in Side::ALL {
            for (kind, own) in self.kinds.iter().zip(&self.draft.kinds) {
                let squares = match (side, &kind.black) {
                    (Side::White, _) => kind.white.clone(),
                    (Side::Black, Some(black)) => black.clone(),
                    (Side::Black, None) => kind.white.iter().map(image).collect(),
                };
                for square in squares {
                    let pieces = &mut self.draft.setup.pieces;
                    if pieces.iter().all(|(other, ..)| *other != square) {
                        pieces.push((square, side, own.name.clone()));
                    }
                }
            }
        }
        if let Some(kind) = self.kinds.iter().find(|kind| kind.black.is_none()) {
            let why = "black pieces without squares stand opposite the white ones";
            self.sheet.assume(&kind.line, why);
        }
    }

    /// Castlings, with the outermost piece of the king's rank.
    fn castlings(&mut self) {
        let mut found = Vec::new();
        for (kind, own) in self.kinds.iter().zip(&self.draft.kinds) {
            for side in Side::ALL {
                let mut pieces = self.draft.setup.pieces.iter();
                let first = pieces.find(|(_, whose, name)| *whose == side && *name == own.name);
                let Some(&(square, ..)) = first else { continue };
                let king = (own.name.as_str(), square);
                found.extend(self.draft.castlings_of(side, king, &kind.way.castles));
            }
            if kind.way.castles.iter().any(|castle| castle.inside) {
                let why = "castling with another piece than the outermost has no form";
                self.sheet.lose("castling", &kind.line, Status::Awaits, why);
            } else if !kind.way.castles.is_empty() {
                let why = "castling is with the outermost piece, over safe squares";
                self.sheet.assume(&kind.line, why);
            }
        }
        self.draft.castlings = found;
    }

    /// Promotions of the first kinds, on the last ranks: to the choice, else to every kind that is
    /// neither royal nor promotes.
    fn promotions(&mut self, royals: &[bool]) {
        let zone = |side: Side| match self.zone {
            0 => Region::default(),
            depth => self.draft.last_ranks(depth, side),
        };
        let zone = PerSide::new(zone(Side::White), zone(Side::Black));
        let named = |letter: char| {
            let is_own = |kind: &Kind| kind.letter == letter.to_ascii_uppercase();
            let at = self.kinds.iter().position(is_own)?;
            Some(self.draft.kinds[at].name.clone())
        };
        let targets: Vec<String> = match self.choice.as_str() {
            "" => {
                let all = self.draft.kinds.iter().zip(royals).skip(self.most).rev();
                all.filter(|(_, royal)| !**royal)
                    .map(|(kind, _)| kind.name.clone())
                    .collect()
            }
            choice => choice.chars().filter_map(named).collect(),
        };
        for kind in self.draft.kinds.iter().take(self.most).filter(|_| self.zone > 0) {
            let to: Vec<String> = targets.iter().filter(|to| **to != kind.name).cloned().collect();
            if !to.is_empty() {
                self.draft.promotions.push(Promotion {
                    kind: kind.name.clone(),
                    to,
                    zone: zone.clone(),
                    must: zone.clone(),
                    trigger: Trigger::Enter,
                    limits: Vec::new(),
                    ..Promotion::default()
                });
            }
        }
    }
}
