//! Why a castling is not possible.

use super::Verdict;
use super::asker::Asker;
use super::mechanics;
use super::occupant::{Attacked, Occupant};
use super::reason::Reason;
use super::written::simple_san;
use crate::board::{Bits as _, Square};
use crate::rules::{Castling, Side, SquareName};

impl Asker<'_> {
    /// `O-O` or `O-O-O`, and the castling of that name, if the side has one.
    pub(super) fn castling_word(&self, text: &str) -> Option<Option<Castling>> {
        let letter = match simple_san(text).as_str() {
            "O-O" => 'k',
            "O-O-O" => 'q',
            _ => return None,
        };
        let fits = |c: &Castling| c.letter.eq_ignore_ascii_case(&letter);
        let here = self.castlings().into_iter().filter(fits);
        let apart = |c: &Castling| {
            c.king_from
                .bytes()
                .next()
                .zip(c.rook_from.bytes().next())
                .map(|(a, b)| a.abs_diff(b))
        };
        let of_rules = || {
            self.rules()
                .castling
                .iter()
                .find(|c| c.side == self.us && fits(c))
                .cloned()
        };
        // Those with a right come first, then those with the outermost partner.
        Some(
            here.max_by_key(|c| (self.has_right(c), apart(c)))
                .or_else(of_rules),
        )
    }

    /// The castlings of the side; where pieces may start anywhere, those of pieces that stand as
    /// they would have to.
    fn castlings(&self) -> Vec<Castling> {
        let board = &self.rules().board;
        let own = self.rules().castling.iter().filter(|c| c.side == self.us);
        let stands = |square: &SquareName, piece: &str| {
            let there = self
                .topology()
                .square(square)
                .and_then(|square| self.occupant(square));
            there.is_some_and(|there| there.side == self.us && there.piece == piece)
        };
        own.flat_map(|c| c.everywhere(board))
            .filter(|c| !c.anywhere || (stands(&c.king_from, &c.king) && stands(&c.rook_from, &c.rook)))
            .collect()
    }

    /// Whether the position has the right to a castling; of pieces that may start anywhere, the
    /// outermost partner has the letter of the castling, any that of its file.
    fn has_right(&self, castling: &Castling) -> bool {
        let rights = &self.beyond.rights;
        if !castling.anywhere {
            return rights.contains(castling.letter);
        }
        let file = castling.rook_from.chars().next().unwrap_or_default();
        let file = if self.us == Side::White {
            file.to_ascii_uppercase()
        } else {
            file
        };
        let further = |c: &Castling| {
            let same = c.letter == castling.letter && c.king_from == castling.king_from;
            let apart = |c: &Castling| c.king_from.as_bytes()[0].abs_diff(c.rook_from.as_bytes()[0]);
            same && apart(c) > apart(castling)
        };
        rights.contains(file) || (rights.contains(castling.letter) && !self.castlings().iter().any(further))
    }

    /// How a castling is written.
    fn written(castling: &Castling) -> String {
        let to = if castling.anywhere {
            &castling.rook_from
        } else {
            &castling.king_to
        };
        format!("{}{to}", castling.king_from)
    }

    /// The castling by which the piece on a square would go to another, if that is its king.
    pub(super) fn castling_of(&self, from: Square, to: Square) -> Option<Castling> {
        let king = self.occupant(from)?;
        let partner = self.occupant(to).filter(|piece| piece.side == self.us);
        let to = self.name(to);
        let of_king = |c: &Castling| c.king == king.piece && c.king_from == king.square;
        let own: Vec<Castling> = self.castlings().into_iter().filter(of_king).collect();
        let mut there = own.iter().filter(|c| c.king_to == to);
        let fits = there.clone().find(|c| self.has_right(c)).or_else(|| there.next());
        // Some programs write where the partner stands.
        let takes = |c: &&Castling| c.rook_from == to && partner.as_ref().is_some_and(|p| p.piece == c.rook);
        let takes = own.iter().find(takes);
        if own.iter().any(|c| c.anywhere) {
            takes.or(fits)
        } else {
            fits.or(takes)
        }
        .cloned()
    }

    /// A castling by its name, which not all variants have among the texts of their moves.
    pub(super) fn castled(&self, castling: &Castling) -> Verdict {
        let text = Self::written(castling);
        let topology = self.topology();
        let king = topology
            .square(&castling.king_from)
            .and_then(|square| self.occupant(square));
        let at_home = king.is_some_and(|king| king.side == self.us && king.piece == castling.king);
        let may = at_home && self.has_right(castling);
        if !may || self.castling_attacked(castling).is_some() {
            return Verdict::Illegal(self.castling(castling));
        }
        match self.texts.iter().position(|t| *t == text) {
            Some(i) => Verdict::Legal(self.legal[i]),
            None => Verdict::Illegal(
                self.lacks_choice(&text)
                    .unwrap_or_else(|| self.castling(castling)),
            ),
        }
    }

    /// The verdict on a castling by its name that chooses a square, where moves do: `O-O,d3`.
    pub(super) fn castled_and_chosen(&self, text: &str) -> Option<Verdict> {
        let (word, square) = text.split_once(',')?;
        let text = format!("{},{square}", Self::written(&self.castling_word(word)??));
        self.chosen(&text, &text)
    }

    /// Why a castling is not possible.
    pub(super) fn castling(&self, castling: &Castling) -> Reason {
        let side = self.us;
        if !self.has_right(castling) {
            return Reason::CastlingLost { side };
        }
        if let Some(reason) = self.castling_in_a_tower(castling) {
            return reason;
        }
        let square = |name: &SquareName| self.topology().square(name);
        let by: Vec<Occupant> = castling
            .empty
            .0
            .iter()
            .filter_map(square)
            .filter_map(|s| self.occupant(s))
            .collect();
        if !by.is_empty() {
            return Reason::CastlingBlocked { side, by };
        }
        let walls = self.variant.walls(self.position);
        let mut needed = castling.empty.0.iter();
        if let Some(name) = needed.find(|name| square(name).is_some_and(|s| walls.has(s))) {
            let wall = self.rules().walls.as_ref().map_or("wall", |walls| walls.name());
            let words = format!("{side} cannot castle: the {wall} on {name} is in the way");
            return Reason::told("wall", words, vec![name.clone()]);
        }
        if let Some(reason) = self.castling_attacked(castling) {
            return reason;
        }
        let text = Self::written(castling);
        if self.texts.contains(&text) {
            let partner = format!("{}{}", castling.king_from, castling.rook_from);
            return Reason::Detour {
                text: partner,
                choices: vec![text],
            };
        }
        let (moves, texts) = self.listed();
        let (from, to) = (square(&castling.king_from), square(&castling.king_to));
        let is_it = |&i: &usize| {
            let mv = &moves[i];
            let ends = Some(mv.start()) == from && Some(mv.to()) == to;
            ends && (mv.is_castling() || texts[i] == text)
        };
        match (0..moves.len()).find(is_it) {
            Some(i) => self.forbidden(moves[i], &texts[i]),
            None => {
                let king = from.and_then(|square| self.occupant(square));
                if let Some(reason) = king.and_then(|king| mechanics::held(self, &king)) {
                    return reason;
                }
                let forbidden = from.zip(to).and_then(|ends| self.not_possible(ends, &text));
                forbidden.unwrap_or_else(|| self.reached_by_chain(castling))
            }
        }
    }

    /// A castling that its own rules forbid, as the pieces stand.
    pub(super) fn castling_barred(&self, castling: &Castling) -> Option<Reason> {
        self.castling_in_a_tower(castling)
            .or_else(|| self.castling_attacked(castling))
    }

    /// A castling of a piece that does not stand alone on its square.
    fn castling_in_a_tower(&self, castling: &Castling) -> Option<Reason> {
        let from = self.topology().square(&castling.king_from)?;
        let words = || {
            format!(
                "{} cannot castle: the {} must stand alone on {}",
                self.us, castling.king, castling.king_from
            )
        };
        let several = self.units(from).len() > 1;
        several.then(|| Reason::told("castling-tower", words(), vec![castling.king_from.clone()]))
    }

    /// A castling that nothing else forbids: a chain of captures reaches its squares, if that
    /// matters.
    pub(super) fn reached_by_chain(&self, castling: &Castling) -> Reason {
        if !castling.chains {
            return Reason::Forbidden;
        }
        let squares = castling.safe.0.clone();
        let words = format!(
            "{} cannot castle: a chain of captures would reach one of {}",
            self.us,
            squares.join(", ")
        );
        Reason::told("castling-unsafe", words, squares)
    }

    /// The squares of a castling that must be safe and are not, if there are any.
    pub(super) fn castling_attacked(&self, castling: &Castling) -> Option<Reason> {
        let from = self.topology().square(&castling.king_from)?;
        self.piece_in(&self.there, from)?;
        let stands = |name: &SquareName| {
            let with = |there: &_, square, piece| self.with_piece(there, square, piece);
            let (square, there) = self.on_the_way(&self.there, with, castling, name)?;
            self.attacked(&there, self.us, square)
        };
        let attacked: Vec<Attacked> = castling.safe.0.iter().filter_map(stands).collect();
        if attacked.is_empty() {
            return self.castling_unsafe(castling, from);
        }
        Some(Reason::CastlingAttacked(attacked))
    }

    /// The squares of a castling on which the king could be removed without being attacked there.
    fn castling_unsafe(&self, castling: &Castling, from: Square) -> Option<Reason> {
        self.variant.piece_at(self.position, from)?;
        let lifted = self.variant.with_piece(self.position, from, None);
        // Another attacked royal stays attacked for every king move.
        let others = self.royals(&self.with_piece(&self.there, from, None), self.us);
        if !others.is_empty() && self.variant.in_check(&lifted) {
            return None;
        }
        let is_unsafe = |name: &&SquareName| {
            let with = |there: &_, square, piece| self.variant.with_piece(there, square, piece);
            let there = self.on_the_way(self.position, with, castling, name);
            there.is_some_and(|(_, there)| self.variant.in_check(&there))
        };
        let squares: Vec<SquareName> = castling.safe.0.iter().filter(is_unsafe).cloned().collect();
        let side = self.us;
        (!squares.is_empty()).then_some(Reason::CastlingUnsafe { side, squares })
    }

    /// A position with the king of a castling on one of its squares, its partner still at home;
    /// where the king ends, both have arrived. `with` puts a piece on a square, or nothing.
    fn on_the_way<P>(
        &self,
        position: &P,
        with: impl Fn(&P, Square, Option<(usize, Side)>) -> P,
        castling: &Castling,
        name: &SquareName,
    ) -> Option<(Square, P)> {
        let square = |name: &SquareName| self.topology().square(name);
        let (from, at) = (square(&castling.king_from)?, square(name)?);
        let king = self.variant.piece_at(self.position, from)?;
        let mut there = with(position, from, None);
        let arrives = *name == castling.king_to && castling.king_to != castling.king_from;
        let (rook_from, rook_to) = (square(&castling.rook_from)?, square(&castling.rook_to)?);
        let rook = self.variant.piece_at(self.position, rook_from);
        let rook = rook.filter(|_| arrives);
        if rook.is_some() {
            there = with(&there, rook_from, None);
            there = with(&there, rook_to, rook);
        }
        Some((at, with(&there, at, Some(king))))
    }
}
