//! `weapon`: shots and volleys.

use super::super::asker::Asker;
use super::super::field::Field;
use super::super::occupant::{Occupant, are};
use super::super::reason::Reason;
use super::super::words::{and, join};
use super::{Asked, refuse, squares, uses};
use crate::board::{Bits as _, Square};
use crate::engine::{Position, Variant};
use crate::hooks::Weapon;
use crate::rules::SquareName;

pub(super) const HOOK: &str = "weapon";
/// The key of positions.
const KEY: &str = "weapons";

/// The weapons of a variant.
struct Arms<'a> {
    asker: &'a Asker<'a>,
    all: Vec<Weapon>,
}

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let all = uses::<Weapon>(asker, HOOK);
    if all.is_empty() || asked.part.swaps.is_some() {
        return None;
    }
    let arms = Arms { asker, all };
    let part = asked.part;
    if part.sweeps {
        return arms.volley(asked, mover);
    }
    let to = part.takes.map(|spot| spot.square).or(part.to())?;
    match asker.occupant(to) {
        Some(target) => arms.shot(asked, mover, &target, to),
        None if part.takes.is_some() => arms.at_nothing(asked, mover, to),
        None => None,
    }
}

/// Why none of several pieces can fire a volley.
pub(in super::super) fn no_volley(asker: &Asker<'_>, shooters: &[Square], weapon: &str) -> Reason {
    let all = uses::<Weapon>(asker, HOOK);
    let shooters: Vec<Occupant> = shooters.iter().filter_map(|&s| asker.occupant(s)).collect();
    let (kind, words) = match &shooters[..] {
        _ if !all.iter().any(|w| w.letter.to_string() == weapon) => (
            "no-such-weapon",
            format!("there is no weapon `{weapon}`, only {}", letters(&all)),
        ),
        [one, other] => (
            "too-few-targets",
            format!("neither {one} nor {other} can fire a volley of `{weapon}`"),
        ),
        several => (
            "too-few-targets",
            format!("none of {} can fire a volley of `{weapon}`", and(several)),
        ),
    };
    Reason::Mechanic {
        hook: HOOK,
        kind,
        words,
        squares: squares(&shooters),
    }
}

fn letters<'w>(weapons: impl IntoIterator<Item = &'w Weapon>) -> String {
    let letters: Vec<String> = weapons.into_iter().map(|w| format!("`{}`", w.letter)).collect();
    join(&letters, "and")
}

/// The same with the kinds that have each weapon from the start.
fn owned<'w>(weapons: impl IntoIterator<Item = &'w Weapon>) -> String {
    let named = |weapon: &Weapon| format!("`{}` (the weapon of {})", weapon.letter, join(&weapon.of, "and"));
    let all: Vec<String> = weapons.into_iter().map(named).collect();
    join(&all, "and")
}

fn both(first: &Occupant, second: &Occupant) -> Vec<SquareName> {
    vec![first.square.clone(), second.square.clone()]
}

impl Arms<'_> {
    /// The weapons of a piece.
    fn held(&self, who: &Occupant) -> Vec<&Weapon> {
        let gained = self.asker.beyond.letters(KEY, &who.square);
        let has = |weapon: &&Weapon| match &gained {
            Some(letters) => letters.contains(weapon.letter.as_str()),
            None => weapon.of.contains(&who.piece),
        };
        self.all.iter().filter(has).collect()
    }

    fn aimed(&self, from: &Occupant, weapon: &Weapon) -> Option<(Variant, Position)> {
        let fires = if weapon.masters.contains(&from.piece) {
            &weapon.masters_fire
        } else {
            &weapon.fires
        };
        let kind = self.asker.kind_index(&from.piece)?;
        self.asker
            .with_movement(&self.asker.there, (kind, from.side), fires)
    }

    /// Enemies that a weapon of a piece reaches.
    fn hits(&self, from: &Occupant, weapon: &Weapon) -> Vec<Occupant> {
        let (Some((ways, there)), Some(square)) = (
            self.aimed(from, weapon),
            self.asker.topology().square(&from.square),
        ) else {
            return Vec::new();
        };
        let moves = ways.legal_moves(&there).into_iter();
        let ends: Vec<Square> = moves
            .filter(|mv| mv.start() == square)
            .map(|mv| mv.to())
            .collect();
        let enemies = ends.into_iter().filter_map(|to| self.asker.occupant(to));
        enemies.filter(|o| o.side != from.side).collect()
    }

    fn shot(&self, asked: &Asked<'_>, mover: &Occupant, target: &Occupant, to: Square) -> Option<Reason> {
        let asker = self.asker;
        if target.side == mover.side {
            // A move on it is explained like any other.
            asked.part.takes?;
            let words = format!("{mover} cannot shoot at {target}, its own side's");
            return refuse(HOOK, "own-piece", words, both(mover, target));
        }
        let text = format!("{}x{}", asker.spot_text(asked.part.from), target.square);
        let (moves, texts) = asker.listed();
        if let Some(i) = texts.iter().position(|t| *t == text) {
            return Some(if asker.texts.contains(&text) {
                let (text, choices) = (asked.text.to_owned(), vec![text]);
                Reason::Detour { text, choices }
            } else {
                asker.forbidden(moves[i], &text)
            });
        }
        let held = self.held(mover);
        let reaching: Vec<&&Weapon> = held
            .iter()
            .filter(|weapon| self.hits(mover, weapon).contains(target))
            .collect();
        if reaching.is_empty() {
            return self.out_of_reach(mover, target, to, &held);
        }
        let words = format!(
            "{target} resists {}: another {} piece would have to reach it, too, and none does",
            owned(reaching.into_iter().copied()),
            mover.side
        );
        refuse(HOOK, "resisted", words, both(mover, target))
    }

    fn out_of_reach(
        &self,
        mover: &Occupant,
        target: &Occupant,
        to: Square,
        held: &[&Weapon],
    ) -> Option<Reason> {
        let from = self.asker.topology().square(&mover.square)?;
        let blocked = held.iter().find_map(|weapon| {
            let (ways, there) = self.aimed(mover, weapon)?;
            let by = Field::new(&ways, there).in_the_way(from, to);
            (!by.is_empty()).then_some(by)
        });
        if let Some(by) = blocked {
            let words = format!("{mover} cannot shoot at {target}: {} in the way", are(&by));
            let mut named = both(mover, target);
            named.extend(squares(&by));
            return refuse(HOOK, "blocked", words, named);
        }
        let words = if held.is_empty() {
            format!("{mover} has no weapon")
        } else {
            format!(
                "{mover} cannot shoot at {target}: {} from {} cannot reach it",
                letters(held.iter().copied()),
                mover.square
            )
        };
        refuse(HOOK, "out-of-range", words, both(mover, target))
    }

    /// A shot at an empty square: at a piece that has passed it, or a mistake.
    fn at_nothing(&self, asked: &Asked<'_>, mover: &Occupant, to: Square) -> Option<Reason> {
        let asker = self.asker;
        let name = asker.name(to);
        let nothing = || {
            let words = format!("there is nothing on {name} to shoot at");
            refuse(HOOK, "no-target", words, vec![mover.square.clone(), name.clone()])
        };
        if asker.beyond.passed.as_ref() != Some(&name) || !self.passes(asked.part.from.square, to) {
            return nothing();
        }
        let shot = |target: &Occupant| {
            let text = format!("{}x{}", mover.square, target.square);
            asker.listed().1.contains(&text).then_some(text)
        };
        let enemies = asker
            .topology()
            .squares()
            .squares()
            .filter_map(|s| asker.occupant(s));
        let victims: Vec<Occupant> = enemies
            .filter(|o| o.side != mover.side && self.could_pass(o, to))
            .collect();
        if let Some(text) = victims.iter().find_map(shot) {
            let (text, choices) = (asked.text.to_owned(), vec![text]);
            return Some(Reason::Detour { text, choices });
        }
        let words = format!(
            "the piece that passed {name} resists: another {} piece would have to reach it, too, and none does",
            mover.side
        );
        refuse(HOOK, "resisted", words, vec![mover.square.clone(), name.clone()])
    }

    /// Whether the piece captures en passant on the square by its own movement.
    fn passes(&self, from: Square, to: Square) -> bool {
        let Ok(plain) = Variant::new(super::super::ways_only(self.asker.rules())) else {
            return false;
        };
        let fen = self.asker.fen_there();
        let Ok(there) = plain.position(&super::super::plain_fen(self.asker.rules(), &fen, &[])) else {
            return false;
        };
        let takes = |mv: &crate::engine::Move| mv.start() == from && mv.to() == to && mv.is_en_passant();
        plain.legal_moves(&there).iter().any(takes)
    }

    /// Whether a piece stands next to a square that it may have passed.
    fn could_pass(&self, who: &Occupant, passed: Square) -> bool {
        let square = self.asker.topology().square(&who.square);
        square.is_some_and(|s| self.asker.topology().neighbours(passed).has(s))
    }

    fn volley(&self, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
        let held = self.held(mover);
        let here = vec![mover.square.clone()];
        let place = asked.part.from;
        let Some(letter) = asked.part.weapon else {
            let words = format!(
                "a volley names its weapon, and {mover} has {}: `{}*{}`",
                letters(held.iter().copied()),
                self.asker.spot_text(place),
                held.first().map(|w| w.letter).unwrap_or_default()
            );
            return refuse(HOOK, "misspelt", words, here);
        };
        let Some(weapon) = self.all.iter().find(|w| w.letter == letter) else {
            let words = format!("there is no weapon `{letter}`, only {}", letters(&self.all));
            return refuse(HOOK, "no-such-weapon", words, here);
        };
        if !held.iter().any(|w| w.letter == letter) {
            let words = format!(
                "{mover} does not have the weapon `{letter}`, only {}",
                letters(held)
            );
            return refuse(HOOK, "no-weapon", words, here);
        }
        if !asked.part.touched.is_empty() || asked.part.takes.is_some() {
            let words = format!(
                "a volley is fired from where the piece stands: `{}*{letter}`",
                mover.square
            );
            return refuse(HOOK, "misspelt", words, here);
        }
        let reached = self.hits(mover, weapon);
        let (beaten, others): (Vec<Occupant>, Vec<Occupant>) =
            reached.into_iter().partition(|target| self.beats(weapon, target));
        let found = match (&beaten[..], &others[..]) {
            ([], []) => "reaches no enemy".to_owned(),
            ([], others) => format!("reaches {}, which it does not beat", and(others)),
            (one, []) => format!("reaches only {}", and(one)),
            (one, others) => format!("beats only {} and not {}", and(one), join(others, "or")),
        };
        let words = format!(
            "a volley needs two enemies that the weapon reaches and beats: `{letter}` from {} {found}",
            mover.square
        );
        let mut named = here;
        named.extend(squares(&beaten));
        named.extend(squares(&others));
        refuse(HOOK, "too-few-targets", words, named)
    }

    /// Whether a weapon is effective against a piece.
    fn beats(&self, weapon: &Weapon, target: &Occupant) -> bool {
        let mut types = self.all.iter().filter(|w| w.of.contains(&target.piece));
        !weapon.of.contains(&target.piece) && types.any(|own| weapon.beats.contains(&own.letter))
    }
}
