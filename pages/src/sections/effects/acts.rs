//! The acts of an effect.

use super::{Subject, Teller};
use crate::captures;
use crate::movement::{self, near};
use crate::words;
use ferz::rules::{
    Act, Again, Area, Carry, Duty, Event, Form, Further, Goer, Group, Kinds, Owner, Place, Put, Shift, Whom,
};

impl Teller<'_, '_> {
    /// The acts, a clause each.
    pub(super) fn acts(&self) -> Vec<String> {
        let mut out = Vec::new();
        let mut acts = self.effect.acts.as_slice();
        while let [first, rest @ ..] = acts {
            let alike = 1 + rest.iter().take_while(|act| becomes_alike(first, act)).count();
            if alike > 1 {
                out.push(self.all_become(&acts[..alike]));
            } else {
                out.extend(self.act(first));
            }
            acts = &acts[alike..];
        }
        out
    }

    /// Pieces on the same squares that become something else each.
    fn all_become(&self, acts: &[Act]) -> String {
        if let Some(text) = self.all_shift(acts) {
            return text;
        }
        let mut pairs: Vec<String> = Vec::new();
        let mut place = String::new();
        for act in acts {
            if let Act::Become(groups, Form::Kind(name)) = act
                && let [group] = groups.as_slice()
            {
                let bare = Group {
                    on: Area::All,
                    ..group.clone()
                };
                let verb = if pairs.is_empty() { " becomes" } else { "" };
                pairs.push(match self.if_moved(group) {
                    Some(condition) if pairs.is_empty() => {
                        format!("{}{verb} {} {condition}", self.mover(), words::a(name))
                    }
                    Some(condition) => format!("{} {condition}", words::a(name)),
                    None => format!("{}{verb} {}", self.one(&bare), words::a(name)),
                });
                place = self.on(&group.on);
            }
        }
        match place.trim() {
            "" => words::list(&pairs, "and"),
            place => format!("{place}, {}", words::list(&pairs, "and")),
        }
    }

    /// `each friendly frozen piece becomes an ordinary one`, where kinds become those of the same
    /// name in another family.
    fn all_shift(&self, acts: &[Act]) -> Option<String> {
        let mut pairs: Vec<(&[String], &str)> = Vec::new();
        let mut all: Vec<String> = Vec::new();
        let mut first: Option<&Group> = None;
        for act in acts {
            let Act::Become(groups, Form::Kind(name)) = act else {
                return None;
            };
            let [group] = groups.as_slice() else { return None };
            let Kinds::Only(names) = &group.kinds else {
                return None;
            };
            pairs.push((names, name));
            all.extend(names.iter().cloned());
            first = first.or(Some(group));
        }
        let (group, (what, becomes)) = (first?, self.s.families.shifted(&pairs)?);
        if group.owner == Owner::Mover {
            let same = |names: &[String]| names.len() == all.len() && all.iter().all(|n| names.contains(n));
            let condition = match &self.effect.by {
                Kinds::Only(names) if same(names) => String::new(),
                _ => format!(" if it is {}", words::a(&what)),
            };
            return Some(format!("{} becomes {becomes}{condition}", self.mover()));
        }
        let owner = match group.owner {
            Owner::Friend => "friendly ",
            Owner::Enemy => "enemy ",
            Owner::Any | Owner::Mover | Owner::Empty => "",
        };
        Some(match self.on(&group.on).trim() {
            "" => format!("each {owner}{what} becomes {becomes}"),
            place => format!(
                "{place}, {} becomes {becomes}",
                words::a(&format!("{owner}{what}"))
            ),
        })
    }

    /// An act, a clause for each group.
    fn act(&self, act: &Act) -> Vec<String> {
        let groups = match act {
            Act::Remove(groups) | Act::Flip(groups) | Act::Become(groups, _) | Act::Moved(groups) => groups,
            Act::Close(areas) => return areas.iter().map(|area| self.close(area)).collect(),
            Act::Open(areas) => return areas.iter().map(|area| self.open(area)).collect(),
            Act::Put(put) => return vec![self.put(put)],
            Act::Shift(shift) => return vec![self.shift(shift)],
            Act::Carry(carry) => return vec![self.carry(carry)],
            Act::Forbid => return vec!["the move is illegal".to_owned()],
            Act::Again(again) => return vec![self.again(again)],
            Act::Hand {
                whom,
                flipped,
                demoted,
            } => return self.hand(whom, *flipped, *demoted),
        };
        let clause = |group: &Group| {
            let other = self.elsewhere(&group.on);
            let anywhere = Group {
                on: Area::All,
                ..group.clone()
            };
            let group = if other.is_some() { &anywhere } else { group };
            let other = other.map_or_else(String::new, |place| {
                format!(", as long as there is {}", self.place(place))
            });
            let (condition, who, several) = self.subject_of(group);
            let (are, s) = if several { ("are", "") } else { ("is", "s") };
            let done = match act {
                Act::Remove(_) => format!("{who} {are} removed"),
                Act::Flip(_) => format!("{who} change{s} sides"),
                Act::Moved(_) => format!("{who} count{s} as moved"),
                Act::Become(_, Form::Victim) => format!("{who} become{s} a piece of the captured kind"),
                Act::Become(_, Form::Kind(name)) if several => {
                    format!("{who} become {}", words::plural(name))
                }
                Act::Become(_, Form::Kind(name)) => format!("{who} becomes {}", words::a(name)),
                Act::Hand { .. }
                | Act::Close(_)
                | Act::Open(_)
                | Act::Put(_)
                | Act::Shift(_)
                | Act::Carry(_)
                | Act::Forbid
                | Act::Again(_) => who,
            };
            match condition {
                Some(condition) => format!("{condition}, {done}{other}"),
                None => format!("{done}{other}"),
            }
        };
        groups.iter().map(clause).collect()
    }

    /// The condition on the mover, if a group has one, the pieces, and whether they are several.
    fn subject_of(&self, group: &Group) -> (Option<String>, String, bool) {
        if let Some(partner) = self.partner(group) {
            return (None, partner, false);
        }
        let condition = self.if_moved(group);
        let (who, several) = match &condition {
            Some(_) => self.group(&Group {
                kinds: Kinds::All,
                ..group.clone()
            }),
            None => self.group(group),
        };
        (condition, who, several)
    }

    /// The piece that castles with the one that moves, if a group is that.
    fn partner(&self, group: &Group) -> Option<String> {
        match &group.kinds {
            Kinds::Only(names) if group.owner == Owner::Mover && self.castles(&group.kinds) => Some(format!(
                "the {} that castles with {}",
                self.s.any(names),
                self.mover()
            )),
            Kinds::Only(_) | Kinds::All | Kinds::Except(_) => None,
        }
    }

    /// Which squares are closed.
    fn close(&self, area: &Area) -> String {
        let what = match area {
            Area::At(Place::Piece { .. }) => format!(
                "the square of {}",
                self.area(area).replace("on the square of ", "")
            ),
            Area::At(Place::Mover) if self.mover() == "it" => "its square".to_owned(),
            Area::At(Place::Mover) => format!("the square of {}", self.mover()),
            Area::At(place) => self.place(place),
            area => format!("every square {}", self.area(area)),
        };
        let leaves = match area {
            Area::At(Place::Origin) => "",
            // A piece captured by a jump has left its square empty.
            Area::At(Place::Victim) if !captures::replace(self.s) => "",
            _ => ", and any piece there is removed",
        };
        format!("{what} is closed{leaves}")
    }

    /// Which squares are open again.
    fn open(&self, area: &Area) -> String {
        match area {
            Area::At(Place::Walls) | Area::All => "all closed squares are opened again".to_owned(),
            area => format!("closed squares {} are opened again", self.area(area)),
        }
    }

    /// The pieces that are pulled or pushed, and the lines.
    fn shift(&self, shift: &Shift) -> String {
        let lines = alone(&movement::sentence(self.s, &shift.by, self.side));
        let (place, condition) = match &shift.place {
            Place::Piece {
                owner: Owner::Mover,
                kinds,
            } => {
                let group = Group {
                    owner: Owner::Mover,
                    kinds: kinds.clone(),
                    on: Area::All,
                };
                (self.mover().to_owned(), self.if_moved(&group))
            }
            place => (self.place(place), None),
        };
        let condition = condition.map_or_else(String::new, |condition| format!("{condition}, "));
        let which = self.one(&shift.whom);
        let goes = if shift.toward {
            "is pulled towards it as far as it can move"
        } else {
            "is pushed away until something stops it"
        };
        let along = match lines.strip_prefix("any number of squares ") {
            Some("orthogonally") => format!("along files and ranks from {place}, in each direction"),
            Some("diagonally") => format!("along diagonals from {place}, in each direction"),
            Some("in any direction") => format!("in each direction from {place}"),
            _ => format!("on each line from {place} ({lines})"),
        };
        format!("{condition}{along}, the first piece {goes} if it is {which}")
    }

    /// The pieces that go on along a movement.
    fn carry(&self, carry: &Carry) -> String {
        let (who, several) = self.group(&carry.whom);
        let moves = if several { "move" } else { "moves" };
        let near = near(self.s, &carry.by, self.side, "there");
        format!("{who} {moves} on to the nearest empty square {near}")
    }

    /// The pieces that go on, and the manner.
    fn again(&self, again: &Again) -> String {
        let (who, before) = match again.who {
            Goer::Mover => (self.mover().to_owned(), String::new()),
            Goer::Victim => (
                "it".to_owned(),
                format!(
                    "{} changes sides and stands on the square of its captor, who stays there; ",
                    self.victim()
                ),
            ),
        };
        let way = again.by.as_ref().map_or_else(String::new, |by| self.way(by));
        let verb = match again.what {
            Further::Any => format!("move again{way}"),
            Further::Captures => format!("capture again{way}"),
            Further::Quiet => format!("move on{way}, without capturing"),
        };
        let mut limits = Vec::new();
        if again.once {
            limits.push("to a square where it has been in this turn");
        }
        if again.turning {
            limits.push("straight on in the direction of its last step");
        }
        let limits = match limits.as_slice() {
            [] => String::new(),
            limits => format!(", but not {}", limits.join(" and not ")),
        };
        match (again.is_owed(), again.duty) {
            (true, _) => {
                format!("{before}{who} must at once {verb}{limits}. A move after which it cannot is illegal")
            }
            (false, Duty::May) => format!("{before}{who} may at once {verb}{limits}"),
            (false, _) => format!("{before}{who} must at once {verb}{limits} if it can"),
        }
    }

    /// ` like a rook`, ` as follows (one square forward)`.
    fn way(&self, by: &ferz::rules::Movement) -> String {
        let way = movement::sentence(self.s, by, self.side);
        let way = way.trim_end_matches('.');
        match way.split_once(" (like ") {
            Some((_, rest)) if rest.ends_with(')') && !rest.contains("; ") => {
                format!(" like {}", rest.trim_end_matches(')'))
            }
            _ => format!(" ({})", alone(way)),
        }
    }

    /// The pieces that come to the board, and their squares.
    fn put(&self, put: &Put) -> String {
        let victim = put.what == Form::Victim;
        let what = match (&put.what, put.flipped) {
            (Form::Victim, false) => format!("{} reappears", self.victim()),
            (Form::Victim, true) => format!("{} changes sides and reappears", self.victim()),
            (Form::Kind(name), false) => format!("{} appears", words::a(name)),
            (Form::Kind(name), true) => format!("an enemy {name} appears"),
        };
        let place = match &put.on {
            Area::All => String::new(),
            Area::At(place) if !matches!(place, Place::Piece { .. } | Place::Walls) => {
                return format!("{what} on {} if that square is empty", self.place(place));
            }
            Area::Squares(set) if set[self.side].0.len() == 1 => {
                return format!("{what} on {} if that square is empty", set[self.side].0[0]);
            }
            Area::Both(areas)
                if !put.chosen
                    && matches!(areas.as_slice(), [Area::File(_), rank] | [rank, Area::File(_)] if self.area(rank).ends_with(" rank")) =>
            {
                let mut parts: Vec<String> = areas.iter().map(|area| self.area(area)).collect();
                parts.sort_by_key(|part| part.starts_with("on the file "));
                return format!("{what} {}, if that square is empty", parts.join(", "));
            }
            on => format!(" {}", self.area(on)),
        };
        let squares = match (put.chosen, victim) {
            (true, _) => "an empty square of the player's choice",
            (false, true) => "the first empty square",
            (false, false) => "every empty square",
        };
        format!("{what} on {squares}{place}").replace(" on any square except ", " other than ")
    }

    /// The plain rule that captured pieces go to a hand.
    pub(super) fn to_the_hand(&self) -> Option<String> {
        let effect = self.effect;
        let [
            Act::Hand {
                whom: Whom::Victims,
                flipped,
                demoted,
            },
        ] = effect.acts.as_slice()
        else {
            return None;
        };
        let plain = effect.event == Event::Capture
            && self.subject() == Subject::Nobody
            && effect.side.white
            && effect.side.black
            && effect.from.is_none()
            && effect.to.is_none()
            && effect.condition.is_none()
            && effect.before.is_none();
        let whose = if *flipped { "the captor's" } else { "its owner's" };
        plain.then(|| {
            format!(
                "A captured piece goes to {whose} hand.{}",
                self.unpromoted(*demoted)
            )
        })
    }

    fn unpromoted(&self, demoted: bool) -> &'static str {
        if demoted && !self.s.rules.promotions.is_empty() {
            " A promoted piece goes there unpromoted."
        } else {
            ""
        }
    }

    /// The pieces that go to a hand, and its owner.
    fn hand(&self, whom: &Whom, flipped: bool, demoted: bool) -> Vec<String> {
        let what = match whom {
            Whom::Victims => vec![(self.victim().to_owned(), false)],
            Whom::Pieces(groups) => groups.iter().map(|group| self.group(group)).collect(),
        };
        let clause = |(who, several): (String, bool)| {
            let (goes, owner) = match (several, flipped) {
                (false, true) => ("changes sides and goes", "its new owner's hand"),
                (false, false) => ("goes", "its owner's hand"),
                (true, true) => ("change sides and go", "their new owner's hand"),
                (true, false) => ("go", "their owner's hand"),
            };
            let unpromoted = match self.unpromoted(demoted) {
                "" => "",
                _ => ", unpromoted if it was promoted",
            };
            format!("{who} {goes} to {owner}{unpromoted}")
        };
        what.into_iter().map(clause).collect()
    }
}

/// A movement within parentheses, without those of its own: `(like a rook)`.
fn alone(way: &str) -> String {
    let mut out = String::new();
    let mut rest = way;
    while let Some((before, like)) = rest.split_once(" (like ") {
        out.push_str(before);
        rest = like.split_once(')').map_or("", |(_, behind)| behind);
    }
    out + rest
}

/// Whether two acts make something else each of pieces on the same squares.
fn becomes_alike(one: &Act, other: &Act) -> bool {
    let (Act::Become(a, Form::Kind(_)), Act::Become(b, Form::Kind(_))) = (one, other) else {
        return false;
    };
    matches!((a.as_slice(), b.as_slice()), ([a], [b]) if a.owner == b.owner && a.on == b.on)
}
