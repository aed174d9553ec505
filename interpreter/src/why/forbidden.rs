//! Why a move that the pieces could make is not allowed.

use super::asker::{Asker, There};
use super::mechanics;
use super::occupant::{Attacked, Occupant};
use super::reason::Reason;
use super::walls::no_square;
use super::words::a;
use super::{Explainer, plain_fen};
use crate::board::{Bits as _, Square};
use crate::engine::{Move, Position, Variant};
use crate::hooks::take_part;
use crate::rules::{Act, Castling, Form, Ground, Movement, Part, RoyalRule, Ruleset, Side};
use ferz_engine::{Decision, Objection};

impl Asker<'_> {
    /// Why a move that the piece could make is not allowed.
    pub(super) fn forbidden(&self, mv: Move, text: &str) -> Reason {
        let reason = self
            .not_going_on(mv.start())
            .or_else(|| self.cannot_go_on(mv, text))
            .or_else(|| self.other_part(self.part_of(mv)))
            .or_else(|| self.not_possible((mv.start(), mv.to()), text))
            .or_else(|| self.ruled_out(mv, text))
            // It may lack nothing but the wall at its end.
            .or_else(|| self.wall_missing(text, text));
        if let Some(reason) = reason {
            return reason;
        }
        let after = self.after_move(mv);
        let castles = |castling: &Castling| mv.is_castling() || self.moves_partner(castling, &after);
        let castling = self.castling_of(mv.start(), mv.to()).filter(castles);
        if let Some(reason) = castling.as_ref().and_then(|c| self.castling_barred(c)) {
            return reason;
        }
        let reason = mechanics::effect(self, mv, &after, text)
            .or_else(|| self.loses_royal(mv, &after))
            .or_else(|| self.leaves_attacked(&after))
            .or_else(|| self.is_no_capture(mv))
            .or_else(|| self.must_drop(mv))
            .or_else(|| self.drop_checks(mv))
            .or_else(|| self.may_not_promote(mv, &after))
            .or_else(|| self.gives_check(&after))
            .or_else(|| mechanics::exposure(self, mv, &after));
        if let Some(reason) = reason {
            return reason;
        }
        // Asked by its ends alone, a move by a path has not been tried yet.
        let objection = self.variant.objection(self.position, text);
        let objection = objection.or_else(|| self.objection_if_possible(text));
        let reason = objection
            .map(Reason::Objection)
            .or_else(|| self.castling_before(text))
            .or_else(|| self.needless_way(mv, text))
            .or_else(|| self.hook_that_forbids(text))
            .or_else(|| self.of_the_opponent(mv))
            .or_else(|| self.checks_somehow(text));
        if let Some(reason) = reason {
            return reason;
        }
        let chained = castling.map(|castling| self.reached_by_chain(&castling));
        let known = chained.filter(|reason| *reason != Reason::Forbidden);
        known
            .or_else(|| self.unanswered())
            .or_else(|| self.without_a_wall(text))
            .or_else(|| self.lifted(text))
            .unwrap_or(Reason::Forbidden)
    }

    /// The first hook without which the move could be played.
    fn hook_that_forbids(&self, text: &str) -> Option<Reason> {
        let hooks = &self.rules().hooks;
        let i = (0..hooks.len()).find(|&i| self.allowed_without(i, text))?;
        Some(Reason::Hook(hooks[i].name.clone()))
    }

    /// Something else that is to be decided first.
    fn unanswered(&self) -> Option<Reason> {
        let about = self.variant.decision(self.position);
        (about != Decision::Move).then(|| {
            Reason::Objection(Objection::Unanswered {
                side: self.us,
                answers: self.texts.clone(),
                about,
            })
        })
    }

    /// A move that lacks nothing else lacks a place for its wall.
    fn without_a_wall(&self, text: &str) -> Option<Reason> {
        let walls = self.rules().walls.as_ref()?;
        (!walls.instead).then(|| no_square(walls, text))
    }

    /// A piece of the opponent's, where others may be moved, but not this one or not now.
    fn of_the_opponent(&self, mv: Move) -> Option<Reason> {
        if usize::from(mv.start()) >= self.topology().size() {
            return None;
        }
        let mover = self.occupant(mv.start())?;
        let part = self.variant.part(self.position);
        (mover.side != self.us).then_some(Reason::NotYours { mover, part })
    }

    /// A move that is not of the kind which the turn asks for.
    pub(super) fn other_part(&self, part: Part) -> Option<Reason> {
        let asked = self.variant.asked_part(self.position)?;
        let turns = self.rules().turns.as_ref()?;
        if part == asked || (asked == Part::Move && !turns.name(part)) {
            return None;
        }
        let asked = match asked {
            Part::Move if part == Part::Swap => "a move that is no change of places",
            Part::Move if part == Part::Drop => "a move on the board, not a drop",
            Part::Move => "a move with a piece of the player's own",
            Part::Control => "a move of one of the opponent's pieces",
            Part::Swap => "a swap",
            Part::Drop => "a drop",
        };
        let words = format!("the turn asks for {asked} now");
        Some(Reason::told("turn-part", words, Vec::new()))
    }

    /// A way that is named where there is one only.
    fn needless_way(&self, mv: Move, text: &str) -> Option<Reason> {
        let short = format!("{}{}", self.name(mv.start()), self.name(mv.to()));
        let text = text.to_owned();
        (short != text && self.texts.contains(&short)).then(|| Reason::Detour {
            text,
            choices: vec![short],
        })
    }

    /// Why a movement that begins with a castling cannot begin so.
    fn castling_before(&self, text: &str) -> Option<Reason> {
        let begins =
            |c: &&Castling| c.side == self.us && text.starts_with(&format!("{}{}", c.king_from, c.king_to));
        self.castling_attacked(self.rules().castling.iter().find(begins)?)
    }

    /// Whether a move of the king has moved the other piece of a castling, too.
    fn moves_partner(&self, castling: &Castling, after: &There) -> bool {
        let home = self.topology().square(&castling.rook_from);
        home.is_some_and(|home| self.piece_in(&self.there, home) != self.piece_in(after, home))
    }

    /// Royals that it leaves attacked, if that is more than the rules allow.
    fn leaves_attacked(&self, after: &There) -> Option<Reason> {
        let royals = self.attacked_royals(after, self.us);
        let rule = self.rules().royalty.rule[self.us];
        let too_many = match rule {
            RoyalRule::All | RoyalRule::LastOfEach => !royals.is_empty(),
            RoyalRule::Last => !royals.is_empty() && self.royals(after, self.us).len() == 1,
            RoyalRule::Any => !royals.is_empty() && royals.len() == self.royals(after, self.us).len(),
            RoyalRule::Fewer => {
                !royals.is_empty() && royals.len() >= self.attacked_royals(&self.there, self.us).len()
            }
        };
        let in_check = self.variant.in_check(self.position);
        too_many.then_some(Reason::Exposes {
            royals,
            in_check,
            rule,
        })
    }

    fn is_no_capture(&self, mv: Move) -> Option<Reason> {
        if !self.variant.played().restrictions.must_capture[self.us] || self.captures(mv) {
            return None;
        }
        let captures = |&m: &Move| self.variant.is_capture(self.position, m);
        let i = self.legal.iter().position(captures)?;
        let reason = Reason::MustCapture(self.texts[i].clone());
        Some(mechanics::named(self, reason, |rules| {
            rules.must_capture[self.us]
        }))
    }

    /// A promotion in place with an unmet condition, or with a check that it may not give.
    fn may_not_promote(&self, mv: Move, after: &There) -> Option<Reason> {
        let mover = self.occupant(mv.start())?;
        // Moves of mechanics do not tell of a promotion; the position after them does.
        let stands = || self.piece_in(after, mv.to()).filter(|(_, side)| *side == self.us);
        let becomes = self.variant.promotion(mv).or_else(|| Some(stands()?.0))?;
        let (becomes, from) = (self.kind_name(becomes), self.name(mv.start()));
        if becomes == mover.piece {
            return None;
        }
        let rules = self.rules();
        let mut asking = rules.promotions.iter().filter(|p| {
            p.side == self.us
                && p.is_conditional()
                && p.zone.0.contains(&from)
                && p.piece == mover.piece
                && p.to.contains(&becomes)
        });
        let rule = asking.next()?;
        let given = self.attacked_royals(after, self.us.other());
        if rule.no_check && !given.is_empty() {
            return Some(Reason::GivesCheck(given));
        }
        let (may, when) = self.asked(&rule.condition)?;
        let words = format!("{mover} {may} become {} {when} afterwards", a(&becomes));
        Some(Reason::told(
            "promotion-condition",
            words,
            vec![self.name(mv.to())],
        ))
    }

    fn gives_check(&self, after: &There) -> Option<Reason> {
        let limits = &self.variant.played().restrictions;
        if !limits.no_check[self.us] && !limits.only_mate[self.us] {
            return None;
        }
        let given = self.attacked_royals(after, self.us.other());
        (!given.is_empty()).then(|| {
            let reason = match limits.no_check[self.us] {
                true => Reason::GivesCheck(given),
                false => Reason::GivesCheckWithoutMate(given),
            };
            mechanics::named(self, reason, |rules| {
                rules.no_check[self.us] || rules.only_mate[self.us]
            })
        })
    }

    /// A move that takes a royal away from its own side.
    fn loses_royal(&self, mv: Move, after: &There) -> Option<Reason> {
        let (before, left) = (self.royals(&self.there, self.us), self.royals(after, self.us));
        let mover = self.occupant(mv.start())?;
        if left.is_empty() && before == [mv.start()] {
            return Some(Reason::LastRoyal(mover));
        }
        // One that is captured is lost, unless what follows is to put it back.
        let captured = before.contains(&mv.to()) && self.captures(mv) && !self.revives();
        if left.len() >= before.len() && !captured {
            return None;
        }
        let mut others = before.into_iter().filter(|royal| *royal != mv.start());
        let taken = others.find(|royal| !left.contains(royal) || *royal == mv.to())?;
        let target = self.occupant(taken)?;
        Some(Reason::OwnRoyal { mover, target })
    }

    /// Whether what follows from a capture may put back what was captured to its own side, royals
    /// included, or make another royal.
    fn revives(&self) -> bool {
        let played = self.variant.played();
        let royal = |name: &String| {
            let piece = played.pieces.get(name);
            piece.is_some_and(|piece| piece.royal[self.us])
        };
        let revives = |act: &Act| {
            let facts = act.facts();
            let rises = matches!(facts.form, Some(Form::Kind(name)) if royal(name));
            match facts.ground {
                Ground::Filled => !facts.flipped && (facts.victims || rises),
                _ => rises && played.captures_own(),
            }
        };
        played.acts().any(revives) && !take_part(played)
    }

    /// Whether the move is legal under the same rules without one of the hooks.
    fn allowed_without(&self, hook: usize, text: &str) -> bool {
        self.allowed_by(text, |rules| drop(rules.hooks.remove(hook)))
    }

    /// A check that no piece gives by capturing a royal, such as one by what follows from captures.
    fn checks_somehow(&self, text: &str) -> Option<Reason> {
        let limits = &self.variant.played().restrictions;
        let (never, mates) = (limits.no_check[self.us], limits.only_mate[self.us]);
        let unlimited = |rules: &mut Ruleset| {
            rules.restrictions.no_check[self.us] = false;
            rules.restrictions.only_mate[self.us] = false;
        };
        if !(never || mates) || !self.allowed_by(text, unlimited) {
            return None;
        }
        let words = if never {
            "no move may give check, and this one does"
        } else {
            "a move may give check only if it mates, and this one checks without mating"
        };
        let reason = Reason::told("gives-check", words.to_owned(), Vec::new());
        Some(mechanics::named(self, reason, |rules| {
            rules.no_check[self.us] || rules.only_mate[self.us]
        }))
    }

    /// Whether the move is legal under the same rules with a change.
    fn allowed_by(&self, text: &str, change: impl FnOnce(&mut Ruleset)) -> bool {
        let mut rules = self.rules().clone();
        change(&mut rules);
        self.allowed_under(rules, text)
    }

    /// Whether the move is legal under other rules.
    pub(super) fn allowed_under(&self, rules: Ruleset, text: &str) -> bool {
        let Ok(variant) = Variant::new(rules) else {
            return false;
        };
        let fen = self.variant.fen(self.position);
        let plain = || variant.position(&plain_fen(self.rules(), &fen, &[]));
        let position = variant.position(&fen).or_else(|_| plain());
        position.is_ok_and(|p| variant.find_move(&p, text).is_some())
    }

    pub(super) fn royals(&self, there: &There, side: Side) -> Vec<Square> {
        let pieces = &self.rules().pieces;
        let all = self.topology().squares();
        let royal = |s: &Square| {
            let piece = self.piece_in(there, *s);
            piece.is_some_and(|(kind, whose)| whose == side && pieces[kind].royal[side])
        };
        all.squares().filter(royal).collect()
    }

    pub(super) fn attacked_royals(&self, there: &There, side: Side) -> Vec<Attacked> {
        let mut royals = self.royals(there, side);
        if self.rules().royalty.rule[side] == RoyalRule::LastOfEach {
            let kind = |s: &Square| self.piece_in(there, *s).map(|(kind, _)| kind);
            let kinds: Vec<_> = royals.iter().map(kind).collect();
            royals.retain(|s| kinds.iter().filter(|&other| *other == kind(s)).count() == 1);
        }
        let royals = royals.into_iter();
        royals.filter_map(|s| self.attacked(there, side, s)).collect()
    }

    /// The attackers of the piece of `side` on a square, if there are any.
    pub(super) fn attacked(&self, there: &There, side: Side, square: Square) -> Option<Attacked> {
        let attackers = self.attackers(there, side.other(), square);
        let by: Vec<Occupant> = attackers
            .into_iter()
            .filter_map(|s| self.occupant_in(there, s))
            .collect();
        let piece = self.occupant_in(there, square)?;
        (!by.is_empty()).then_some(Attacked { piece, by })
    }
}

impl Explainer<'_> {
    /// The rules' own movements with another one for a kind of a side, and a position under them.
    pub(super) fn with_movement(
        &self,
        (from, position): (&Variant, &Position),
        (kind, side): (usize, Side),
        movement: &Movement,
    ) -> Option<(Variant, Position)> {
        let mut rules = super::ways_only(self.variant.rules());
        let (_, piece) = rules.pieces.get_index_mut(kind)?;
        piece.movement[side] = movement.clone();
        rules.promotions.clear();
        rules.powers.clear();
        rules.start = without_rights(&rules.start);
        let variant = Variant::new(rules).ok()?;
        let squares: Vec<Square> = variant.topology().squares().squares().collect();
        let stands = |&square: &Square| Some((square, from.piece_at(position, square)?));
        let pieces: Vec<_> = squares.iter().filter_map(stands).collect();
        let &(square, (first, _)) = pieces.iter().find(|(_, (_, whose))| *whose == side)?;
        let alone = variant.lone_piece(first, side, square);
        let there = pieces.into_iter().fold(alone, |there, (square, piece)| {
            variant.with_piece(&there, square, Some(piece))
        });
        Some((variant, there))
    }
}

/// A position in which nothing is known of first moves and castlings: pieces that have other ways
/// may have none.
fn without_rights(start: &str) -> String {
    let field = |(at, field)| if at == 2 { "-" } else { field };
    let fields: Vec<&str> = start.split_whitespace().enumerate().map(field).collect();
    fields.join(" ")
}
