//! Which of Fairy-Stockfish's kinds the pieces are.

use super::{Reader, letter};
use crate::betza;
use crate::model::{Kind, Model, Types, Way};
use crate::region::Region;
use crate::types::{self, COMMONER, KING, PAWN, Slot};
use ferz::lower::normalize;
use ferz::rules::{
    Act, Area, Condition, Event, Frame, Kinds, Letter, Movement, PerSide, Piece, Place, RoyalRule, Side, Whom,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// How a piece's way is written in its slot. `free` is the known kind that it is, if that is not
/// taken yet, and that kind in any case.
fn written(way: Way, (free, known): (Option<Slot>, Option<Slot>), is_king: bool, piece: &Piece) -> Way {
    match (free, way) {
        (Some(COMMONER), _) if is_king => Way::Known,
        (Some(slot), Way::Known) if is_king && slot < types::CUSTOM => {
            Way::Betza(types::TYPES[slot].betza.to_owned())
        }
        (Some(_), _) => Way::Known,
        (None, Way::Known) => match known {
            Some(slot) if slot != PAWN => Way::Betza(types::TYPES[slot].betza.to_owned()),
            _ => Way::Ferz(Box::new(piece.movement.clone())),
        },
        (None, way) => way,
    }
}

/// The letters used by single pieces, and the free letters, the last first. A piece that
/// Fairy-Stockfish writes with a plus has some letter of its own there, too.
fn letters(pieces: &[(&str, &Piece)]) -> (BTreeSet<char>, Vec<char>) {
    let all = || pieces.iter().map(|(_, piece)| *piece);
    let used: BTreeSet<char> = all().filter_map(|piece| letter(piece)?.single()).collect();
    let once: BTreeSet<char> = all().filter_map(|piece| piece.once?.single()).collect();
    let is_free = |letter: &char| !used.contains(letter) && !once.contains(letter);
    let free = ('A'..='Z').rev().filter(is_free).collect();
    (used, free)
}

impl<'r> Reader<'r> {
    pub(super) fn kinds(&mut self) {
        let king = self.king();
        let mut custom = types::CUSTOM;
        let mut immune = Vec::new();
        let pieces: Vec<(&'r str, &'r Piece)> = self.pieces().collect();
        let (used, free) = letters(&pieces);
        let mut free = free.into_iter();
        self.lines();
        for (name, piece) in pieces {
            let Some(letter) = letter(piece) else { continue };
            if self.is_twin(name, piece, letter, king) {
                continue;
            }
            let kept = letter.single().or(self.hidden_letter(name, piece, &used));
            let any_letter = kept.is_none();
            let Some(letter) = kept.or_else(|| free.next()) else {
                continue;
            };
            let bare = self.without_leap(piece, king == Some(name));
            let piece = bare.as_ref().unwrap_or(piece);
            let (way, mobility, known) = match without_own(name, piece).map(|bare| self.way(&bare)) {
                Some((way, mobility, known)) if !matches!(way, Way::Ferz(_)) => {
                    immune.push(name);
                    (way, mobility, known)
                }
                _ => self.way(piece),
            };
            let known_slot = known;
            let known = known.filter(|slot| !self.model.kinds.contains_key(slot));
            let is_king = king == Some(name);
            let slot = match known {
                _ if is_king => KING,
                Some(slot) => slot,
                None if custom < KING => {
                    custom += 1;
                    custom - 1
                }
                None => continue,
            };
            let way = written(way, (known, known_slot), is_king, piece);
            self.slots.insert(name, slot);
            let kind = Kind {
                letter,
                any_letter,
                name: Some(name.to_owned()),
                of: PerSide::new(piece.letter.white.is_some(), piece.letter.black.is_some()),
                way,
            };
            self.model.kinds.insert(slot, kind);
            if let Some(mobility) = mobility {
                self.model.mobility.insert(slot, mobility);
            }
        }
        self.model.mutually_immune = Types::of(immune.iter().filter_map(|name| self.slot(name)));
        self.royals(king);
        self.clock();
    }

    /// The letter that a promoted piece has in Fairy-Stockfish without ever being written: the one
    /// that it once had here, if no piece with a letter of its own moves like it.
    fn hidden_letter(&self, name: &str, piece: &Piece, used: &BTreeSet<char>) -> Option<char> {
        let once = piece.once?.single().filter(|letter| !used.contains(letter))?;
        (!self.is_other_face(name, piece)).then_some(once)
    }

    /// Whether a piece with a letter of its own moves like this one.
    fn is_other_face(&self, name: &str, piece: &Piece) -> bool {
        let mut others = self.rules.pieces.iter().filter(|(other, _)| *other != name);
        others.any(|(_, other)| {
            other.movement == piece.movement && letter(other).is_some_and(|letter| letter.single().is_some())
        })
    }

    /// Whether a piece is of a kind that the other side has; that kind is both sides', then.
    fn is_twin(&mut self, name: &'r str, piece: &Piece, letter: Letter, king: Option<&str>) -> bool {
        let Some(slot) = self.twin(piece, letter, king) else {
            return false;
        };
        self.slots.insert(name, slot);
        if let Some(kind) = self.model.kinds.get_mut(&slot) {
            kind.of.white |= piece.letter.white.is_some();
            kind.of.black |= piece.letter.black.is_some();
        }
        true
    }

    /// The kind of a piece of the other side that has the same letter and moves alike, or is the
    /// other side's king.
    fn twin(&self, piece: &Piece, letter: Letter, king: Option<&str>) -> Option<Slot> {
        let whose = |piece: &Piece| Side::ALL.into_iter().find(|&side| piece.letter[side].is_some());
        let own = whose(piece)?;
        if piece.letter[own.other()].is_some() {
            return None;
        }
        let same = |(name, other): &(&str, &Piece)| {
            other.letter[own].is_none()
                && other.letter[own.other()].is_some_and(|there| there.to_ascii_uppercase() == letter)
                && self.slots.contains_key(name)
        };
        let (name, other) = self.pieces().find(same)?;
        let alike = other.movement[own.other()] == piece.movement[own]
            && other.royal[own.other()] == piece.royal[own]
            && (piece.royal[own] == (king == Some(name)));
        self.slot(name).filter(|_| alike)
    }

    /// Lines across the board along which some pieces move: the model learns where they are.
    fn lines(&mut self) {
        let mut lines = Region::default();
        for (_, piece) in self.pieces() {
            for side in Side::ALL.into_iter().filter(|&side| piece.letter[side].is_some()) {
                for part in parts(&piece.movement[side]) {
                    if let Some(squares) = along(part) {
                        lines = lines.or(&Region::of(&squares[side]));
                    }
                }
            }
        }
        self.model.diagonal_lines = lines;
    }

    /// A movement without its moves along the lines of the board, if it has any.
    fn off_lines(&self, movement: &Movement) -> Option<Movement> {
        let (on, off): (Vec<&Movement>, Vec<&Movement>) = parts(movement)
            .into_iter()
            .partition(|part| along(part).is_some());
        (!on.is_empty()).then(|| normalize(Movement::Union(off.into_iter().cloned().collect())))
    }

    /// The royal piece that can be Fairy-Stockfish's king: of each side at most one, which nothing
    /// becomes.
    fn king(&self) -> Option<&'r str> {
        let explodes = self.explodes();
        let royals = || {
            self.pieces()
                .filter(|(_, piece)| piece.royal.white || piece.royal.black)
        };
        // A king of Fairy-Stockfish's is never given up for another royal piece.
        let rule = &self.rules.royalty.rule;
        let shared = |side: Side| {
            let own = royals().filter(|(_, piece)| piece.royal[side] && piece.letter[side].is_some());
            rule[side] == RoyalRule::Last && own.count() > 1
        };
        if Side::ALL.into_iter().any(shared) {
            return None;
        }
        royals()
            .find(|(name, piece)| {
                let becomes =
                    self.rules.promotions.iter().any(|promotion| {
                        promotion.to.iter().any(|to| to == name) || promotion.piece == *name
                    });
                let alone = Side::ALL.iter().all(|&side| {
                    self.starts(piece, side) <= 1 && (piece.letter[side].is_none() || piece.royal[side])
                });
                // A king of Fairy-Stockfish's captures and turns to stone; only what must not be
                // lost does not.
                alone && !becomes && !explodes && !self.turns_to_stone(name)
            })
            .map(|(name, _)| name)
    }

    /// Whether captures remove pieces around them.
    fn explodes(&self) -> bool {
        let leaves = |act: &Act| {
            matches!(
                act,
                Act::Hand {
                    whom: Whom::Pieces(_),
                    ..
                }
            )
        };
        let mut effects = self.rules.effects.iter();
        let mut hooks = self.rules.hooks.iter();
        hooks.any(|hook| hook.name == "explosion")
            || effects.any(|effect| effect.event == Event::Capture && effect.acts.iter().any(leaves))
    }

    /// Whether a piece becomes a wall when it captures.
    fn turns_to_stone(&self, name: &str) -> bool {
        let closes = |act: &Act| matches!(act, Act::Close(areas) if areas.contains(&Area::At(Place::Mover)));
        let mut effects = self.rules.effects.iter();
        effects.any(|effect| {
            effect.event == Event::Capture && effect.by.has(name) && effect.acts.iter().any(closes)
        })
    }

    /// How many of a piece a side begins with.
    fn starts(&self, piece: &Piece, side: Side) -> usize {
        let placement = self.rules.start.split(' ').next().unwrap_or_default();
        piece.letter[side].map_or(0, |letter| letter.count_in(placement))
    }

    /// Royals that are no king must not be lost.
    fn royals(&mut self, king: Option<&str>) {
        let others: Vec<Slot> = self
            .pieces()
            .filter(|(name, piece)| Some(*name) != king && (piece.royal.white || piece.royal.black))
            .filter_map(|(name, _)| self.slot(name))
            .collect();
        if others.is_empty() {
            return;
        }
        let rule = &self.rules.royalty.rule;
        let duple = rule.white == RoyalRule::Any || rule.black == RoyalRule::Any;
        let extinction = &mut self.model.extinction;
        extinction.royal = true;
        extinction.value = Some(ferz::rules::Score::Loss);
        extinction.types = Types::of(others.iter().copied());
        extinction.duple = duple;
        // All of them are royal, however many there are.
        let several = self.pieces().any(|(name, piece)| {
            let own = self.slot(name).is_some_and(|slot| others.contains(&slot));
            own && Side::ALL.iter().any(|&side| self.starts(piece, side) > 1)
        });
        let grows = self.rules.promotions.iter().any(|promotion| {
            promotion
                .to
                .iter()
                .any(|to| self.slot(to).is_some_and(|slot| others.contains(&slot)))
        });
        let last = [rule.white, rule.black]
            .iter()
            .any(|rule| matches!(rule, RoyalRule::Last | RoyalRule::LastOfEach));
        self.model.extinction.count = if (several || grows) && !duple && !last {
            64
        } else {
            0
        };
    }

    fn clock(&mut self) {
        let of = |side: Side| {
            let resetting = self
                .pieces()
                .filter(|(_, piece)| piece.resets_clock && piece.letter[side].is_some());
            Types::of(resetting.filter_map(|(name, _)| self.slot(name)))
        };
        let clock = PerSide::new(of(Side::White), of(Side::Black));
        let all = |types: &Types| types.slots.iter().copied().collect::<Vec<_>>();
        let both = all(&clock.white).into_iter().chain(all(&clock.black));
        self.model.end.clock = PerSide::both(Types::of(both));
    }

    /// How a piece moves: what Fairy-Stockfish calls it or its Betza, and where it stays.
    fn way(&mut self, piece: &Piece) -> (Way, Option<PerSide<Region>>, Option<Slot>) {
        let sides = PerSide::new(piece.letter.white.is_some(), piece.letter.black.is_some());
        let one = if sides.white {
            &piece.movement.white
        } else {
            &piece.movement.black
        };
        let same = !(sides.white && sides.black) || piece.movement.black == piece.movement.white;
        let verbatim = Way::Ferz(Box::new(piece.movement.clone()));
        let off = self.off_lines(one);
        let one = off.as_ref().unwrap_or(one);
        if is_salvo(one) {
            return (Way::Known, None, Some(types::JANGGI_CANNON));
        }
        let (inner, mobility) = confined(one);
        // Moves that leave the squares anyway need no condition to stay there.
        let (inner, mobility) = match (mobility, loosened(one)) {
            (None, Some((inner, squares))) => (inner, Some(squares)),
            (mobility, _) => (inner, mobility),
        };
        if same && self.soldier(&inner) {
            return (Way::Known, None, Some(types::SOLDIER));
        }
        let mobility =
            mobility.map(|squares| PerSide::new(self.region(&squares.white), self.region(&squares.black)));
        if same {
            let special = [PAWN, types::JANGGI_CANNON];
            let mut known = (0..types::CUSTOM).filter(|slot| !special.contains(slot));
            if let Some(slot) = known.find(|&slot| known_movement(slot) == inner) {
                return (Way::Known, mobility, Some(slot));
            }
        }
        let own = |side: Side| {
            let movement = match loosened(&piece.movement[side]) {
                Some((movement, _)) => movement,
                None => confined(&piece.movement[side]).0,
            };
            sides[side].then_some(movement)
        };
        // An explosion never removes Fairy-Stockfish's pawns.
        if self.spares(piece) && self.pawn(&PerSide::new(own(Side::White), own(Side::Black))) {
            return (Way::Known, mobility, Some(PAWN));
        }
        match self.betza(&inner).filter(|_| same) {
            Some(text) => (Way::Betza(text), mobility, None),
            None => (verbatim, None, None),
        }
    }
}

impl Reader<'_> {
    /// Whether explosions, if there are any, leave a piece where it is.
    fn spares(&self, piece: &Piece) -> bool {
        let mut hooks = self.rules.hooks.iter();
        let Some(hook) = hooks.find(|hook| hook.name == "explosion") else {
            return true;
        };
        let name = self
            .pieces()
            .find(|(_, other)| *other == piece)
            .map(|(name, _)| name);
        let spared = hook.parameters.get("sparing").and_then(|list| list.as_array());
        spared.is_none_or(|list| list.iter().any(|one| one.as_str() == name))
    }

    /// A king or fers that may leap with its first move, as it moves later; the model learns of the
    /// leap.
    fn without_leap(&mut self, piece: &Piece, king: bool) -> Option<Piece> {
        let is_initial = |part: &Movement| {
            matches!(
                part,
                Movement::When {
                    condition: Condition::Initial,
                    ..
                }
            )
        };
        if !piece.movement.white.any(&is_initial) || piece.movement.white != piece.movement.black {
            return None;
        }
        let bare = normalize(piece.movement.white.map(&|part| match part {
            part if is_initial(part) => Movement::none(),
            part => part.clone(),
        }));
        let leap = types::first_leap(if king { KING } else { types::FERS })?;
        let whole = Movement::Union(vec![
            bare.clone(),
            Movement::When {
                condition: Condition::Initial,
                movement: Box::new(leap.quiet()),
            },
        ]);
        let fers = king || known_movement(types::FERS) == bare;
        (fers && normalize(whole) == piece.movement.white).then(|| {
            self.model.first_leaps = true;
            Piece {
                movement: PerSide::both(bare),
                ..piece.clone()
            }
        })
    }
}

/// A piece that does not capture its like, as if it did.
fn without_own(name: &str, piece: &Piece) -> Option<Piece> {
    let others = Kinds::except(vec![name.to_owned()]);
    let bare = |movement: &Movement| {
        normalize(movement.map(&|part| match part {
            Movement::When {
                condition: Condition::Of(kinds),
                movement,
            } if *kinds == others => (**movement).clone(),
            part => part.clone(),
        }))
    };
    let is_asked = |part: &Movement| matches!(part, Movement::When { condition: Condition::Of(kinds), .. } if *kinds == others);
    if !piece.movement.white.any(&is_asked) && !piece.movement.black.any(&is_asked) {
        return None;
    }
    let spares = |side: Side| {
        let whole = Movement::When {
            condition: Condition::Of(others.clone()),
            movement: Box::new(bare(&piece.movement[side])),
        };
        piece.letter[side].is_none() || normalize(whole) == piece.movement[side]
    };
    Side::ALL.into_iter().all(spares).then(|| Piece {
        movement: PerSide::new(bare(&piece.movement.white), bare(&piece.movement.black)),
        ..piece.clone()
    })
}

/// How a kind moves, in normal form.
fn known_movement(slot: Slot) -> Movement {
    let home = PerSide::default();
    let atoms = betza::atoms(types::TYPES[slot].betza);
    normalize(Movement::Union(
        atoms.iter().map(|atom| atom.movement(&home, false)).collect(),
    ))
}

/// The parts of a movement, one or many.
fn parts(movement: &Movement) -> Vec<&Movement> {
    match movement {
        Movement::Union(list) => list.iter().collect(),
        one => vec![one],
    }
}

/// The squares from which a part leads diagonally along lines of the board.
fn along(part: &Movement) -> Option<PerSide<ferz::rules::Squares>> {
    let is_diagonal = |part: &Movement| matches!(part, Movement::Leap(leap) if (leap.m, leap.n) == (1, 1));
    // Legs that go on ahead go wherever the first one goes.
    let other = |part: &Movement| matches!(part, Movement::Leap(leap) if leap.frame == Frame::Side && (leap.m, leap.n) != (1, 1));
    if !part.any(&is_diagonal) || part.any(&other) {
        return None;
    }
    let (from, to) = (RefCell::new(None), RefCell::new(None));
    part.any(&|part| {
        if let Movement::When { condition, .. } = part {
            match condition {
                Condition::From(squares) => *from.borrow_mut() = Some(squares.clone()),
                Condition::To(squares) => *to.borrow_mut() = Some(squares.clone()),
                _ => {}
            }
        }
        false
    });
    let (from, to) = (from.into_inner()?, to.into_inner()?);
    (from == to).then_some(from)
}

/// Whether a movement is that of a cannon that neither hops over its like nor captures it.
fn is_salvo(movement: &Movement) -> bool {
    let hops = |part: &Movement| matches!(part, Movement::Then { .. } | Movement::Over { .. });
    let asks = |part: &Movement| matches!(part, Movement::When { condition: Condition::Of(kinds), .. } if !matches!(kinds, Kinds::All));
    let straight = |part: &Movement| matches!(part, Movement::Leap(leap) if (leap.m, leap.n) != (0, 1));
    movement.any(&hops) && movement.any(&asks) && !movement.any(&straight)
}

/// A movement of which some parts, but not all, are confined to certain squares, and those.
fn loosened(movement: &Movement) -> Option<(Movement, PerSide<ferz::rules::Squares>)> {
    let found: RefCell<Vec<PerSide<ferz::rules::Squares>>> = RefCell::default();
    movement.any(&|part| {
        if let Movement::When {
            condition: Condition::To(squares),
            ..
        } = part
        {
            found.borrow_mut().push(squares.clone());
        }
        false
    });
    let found = found.into_inner();
    let first = found.first()?.clone();
    if found.iter().any(|other| *other != first) {
        return None;
    }
    let inner = unconfined(movement);
    Some((normalize(inner), first))
}

/// A movement without the squares to which its parts are confined.
fn unconfined(movement: &Movement) -> Movement {
    movement.map(&|part| match part {
        Movement::When {
            condition: Condition::To(_),
            movement,
        } => (**movement).clone(),
        part => part.clone(),
    })
}

/// A movement without the squares to which all of it is confined, and those.
fn confined(movement: &Movement) -> (Movement, Option<PerSide<ferz::rules::Squares>>) {
    let found = RefCell::new(None);
    let inner = unconfined(movement);
    movement.any(&|part| {
        if let Movement::When {
            condition: Condition::To(squares),
            ..
        } = part
        {
            found.borrow_mut().get_or_insert_with(|| squares.clone());
        }
        false
    });
    let inner = normalize(inner);
    let Some(squares) = found.into_inner() else {
        return (inner, None);
    };
    let again = normalize(Movement::When {
        condition: Condition::To(squares.clone()),
        movement: Box::new(inner.clone()),
    });
    if again == *movement {
        (inner, Some(squares))
    } else {
        (movement.clone(), None)
    }
}

impl Model {
    /// Adds squares from which double steps are made.
    pub(crate) fn double_from(&mut self, squares: &PerSide<Region>) {
        if !self.steps.on {
            self.steps.double = PerSide::default();
        }
        self.steps.on = true;
        for side in Side::ALL {
            self.steps.double[side] = self.steps.double[side].or(&squares[side]);
        }
    }
}
