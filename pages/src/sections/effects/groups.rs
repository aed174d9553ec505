//! Pieces and squares that an effect speaks of.

use super::Teller;
use crate::movement::{is_elsewhere, near, sentence};
use crate::places;
use crate::words;
use ferz::board::Square;
use ferz::rules::{
    Area, Event, Frame, Group, Kinds, Modes, Movement, Owner, Place, Range, Side, Squares, Winds,
};
use ferz::ways::{self, Occasion};

/// The words for pieces that are mated as if each were a king.
pub(super) const BEYOND_RESCUE: &str = "attacked beyond rescue";

/// Whether squares are told by what could come there or is about them, not by where they lie.
fn is_told(area: &Area) -> bool {
    matches!(
        area,
        Area::Attacked
            | Area::AttackedBy(_)
            | Area::AttackedMore { .. }
            | Area::Mated
            | Area::Enclosed(_)
            | Area::Open(_)
            | Area::Between { .. }
    )
}

/// Whether squares lie ahead of where the move starts, or behind where it ends.
fn is_underway(area: &Area) -> bool {
    let (Area::Around(way, place) | Area::Reach(way, place)) = area else {
        return false;
    };
    let Movement::Leap(leap) = way else { return false };
    let wind = match place {
        Place::Origin => 0,
        Place::Target => 8,
        _ => return false,
    };
    leap.frame == Frame::Heading && leap.winds == Winds::single(wind) && leap.range == Range::ANY
}

/// Whether at most one piece stands there.
fn is_single(area: &Area, one: &dyn Fn(&Squares) -> bool, side: Side) -> bool {
    match area {
        Area::At(Place::Origin | Place::Target) => true,
        Area::Squares(squares) => one(&squares[side]),
        _ => false,
    }
}

impl Teller<'_, '_> {
    /// Pieces to which something happens, and whether they are several.
    pub(super) fn group(&self, group: &Group) -> (String, bool) {
        if let Area::At(Place::Mover) = group.on
            && group.kinds.is_all()
            && group.owner != Owner::Enemy
        {
            return (self.mover().to_owned(), false);
        }
        if let Area::At(Place::Victim) = group.on
            && group.kinds.is_all()
            && group.owner == Owner::Any
        {
            return (format!("any piece on {}", self.place(&Place::Victim)), false);
        }
        match group.owner {
            Owner::Mover => (self.moved(group), false),
            Owner::Empty => (format!("all empty squares{}", self.on(&group.on)), true),
            _ if is_single(&group.on, &|set| set.0.len() == 1, self.side) => {
                let one = self.one(group);
                let any = one.strip_prefix("an ").or_else(|| one.strip_prefix("a "));
                (format!("any {}", any.unwrap_or(&one)), false)
            }
            Owner::Any | Owner::Friend | Owner::Enemy => match self.every(group) {
                Some(every) => (every, false),
                None => (format!("all {}", self.several(group)), true),
            },
        }
    }

    /// `every piece except a king that stands next to it`.
    fn every(&self, group: &Group) -> Option<String> {
        let Kinds::Except(names) = &group.kinds else {
            return None;
        };
        let owner = match group.owner {
            Owner::Friend => "friendly ",
            Owner::Enemy => "enemy ",
            Owner::Any | Owner::Mover | Owner::Empty => "",
        };
        let verb = match &group.on {
            Area::All => return None,
            area if is_told(area) => "is",
            Area::Except(all, but) if **all == Area::All && !is_told(but) => {
                return Some(format!(
                    "every {owner}piece except {} that does not stand {}",
                    self.s.either(names),
                    self.area(but)
                ));
            }
            _ => "stands",
        };
        let but = self.s.either(names);
        Some(format!(
            "every {owner}piece except {but} that {verb}{}",
            self.on(&group.on)
        ))
    }

    /// Whether pieces of a kind attack a square exactly from where a movement leads from it.
    fn attacks(&self, name: &str, owner: Owner, way: &Movement) -> bool {
        let side = match owner {
            Owner::Friend => self.side,
            Owner::Enemy => self.side.other(),
            Owner::Any | Owner::Mover | Owner::Empty => return false,
        };
        let (Some(piece), Some(topology)) = (self.s.rules.pieces.get(name), self.s.topology()) else {
            return false;
        };
        let squares: Vec<Square> = (0..topology.size())
            .filter_map(|at| Square::try_from(at).ok())
            .collect();
        let reached = |movement: &Movement, side: Side, from: Square, mode: Modes| -> Vec<Square> {
            let ends = ways::ends(&topology, movement, side, from).unwrap_or_default();
            let there = ends
                .iter()
                .filter(|end| end.modes.has(mode) && end.occasion == Occasion::Always);
            there.map(|end| end.to).collect()
        };
        let attacked: Vec<Vec<Square>> = squares
            .iter()
            .map(|&from| reached(&piece.movement[side], side, from, Modes::CAPTURE))
            .collect();
        squares.iter().all(|&at| {
            let around = reached(way, self.side, at, Modes::QUIET);
            let stands = |from: &Square| attacked[usize::from(*from)].contains(&at);
            !around.is_empty() && squares.iter().all(|from| around.contains(from) == stands(from))
                || around.is_empty() && !squares.iter().any(stands)
        })
    }

    /// Groups one by one; pieces of several kinds that each attack one place are one group.
    pub(super) fn each_one(&self, groups: &[&Group]) -> Vec<String> {
        let own = |group: &Group| -> Option<(String, Place)> {
            let (Kinds::Only(names), Area::Around(way, place) | Area::Reach(way, place)) =
                (&group.kinds, &group.on)
            else {
                return None;
            };
            let [name] = names.as_slice() else { return None };
            self.attacks(name, group.owner, way)
                .then(|| (name.clone(), place.clone()))
        };
        let mut out = Vec::new();
        let mut done: Vec<&Group> = Vec::new();
        for group in groups {
            let alike = |other: &&&Group| {
                other.owner == group.owner
                    && own(other).map(|(_, place)| place) == own(group).map(|(_, place)| place)
            };
            let same: Vec<&&Group> = groups.iter().filter(alike).collect();
            match own(group) {
                Some(_) if done.contains(group) => {}
                Some((_, place)) => {
                    let names: Vec<String> = same
                        .iter()
                        .filter_map(|one| own(one))
                        .map(|(name, _)| name)
                        .collect();
                    done.extend(same.iter().map(|one| **one));
                    let pieces = Group {
                        kinds: Kinds::Only(names),
                        on: Area::All,
                        ..(*group).clone()
                    };
                    out.push(format!("{} attacking {}", self.one(&pieces), self.place(&place)));
                }
                _ => out.push(self.one(group)),
            }
        }
        out
    }

    /// `if it is a rook, `, where only then something happens to the mover.
    pub(super) fn if_moved(&self, group: &Group) -> Option<String> {
        let mover = self.mover();
        match (group.owner, &group.kinds) {
            (Owner::Mover, Kinds::Only(names)) => Some(format!("if {mover} is {}", self.s.either(names))),
            (Owner::Mover, Kinds::Except(names)) => {
                Some(format!("if {mover} is not {}", self.s.either(names)))
            }
            _ => None,
        }
    }

    /// `the moved piece`, `the moved piece, if it is a rook,`.
    fn moved(&self, group: &Group) -> String {
        let mover = self.mover();
        let kinds = match &group.kinds {
            Kinds::All => String::new(),
            Kinds::Only(names) => format!(", if it is {},", self.s.either(names)),
            Kinds::Except(names) => format!(", if it is not {},", self.s.either(names)),
        };
        format!("{mover}{kinds}{}", self.on(&group.on))
    }

    /// `enemy pawns on the fourth rank`.
    pub(super) fn several(&self, group: &Group) -> String {
        let owner = match group.owner {
            Owner::Friend => "friendly ",
            Owner::Enemy => "enemy ",
            Owner::Any | Owner::Mover => "",
            Owner::Empty => return format!("empty squares{}", self.on(&group.on)),
        };
        let kinds = match &group.kinds {
            Kinds::All => "pieces".to_owned(),
            Kinds::Only(names) => match self.s.families.others(names) {
                Some(others) => format!("pieces except {}", self.s.many(&others)),
                None => self.s.many(names),
            },
            Kinds::Except(names) => format!("pieces except {}", self.s.many(names)),
        };
        format!("{owner}{kinds}{}", self.on(&group.on))
    }

    /// Another piece that must be on the board, whatever its square.
    pub(super) fn elsewhere<'p>(&self, area: &'p Area) -> Option<&'p Place> {
        match area {
            Area::Around(way, place @ Place::Piece { .. })
            | Area::Reach(way, place @ Place::Piece { .. }) => {
                is_elsewhere(self.s, way, self.side).then_some(place)
            }
            _ => None,
        }
    }

    /// `an enemy piece besides an enemy king`, where the other piece may be anywhere.
    fn one_besides(&self, group: &Group) -> Option<String> {
        let place = self.elsewhere(&group.on)?;
        let bare = Group {
            on: Area::All,
            ..group.clone()
        };
        let link = match place {
            Place::Piece { owner, .. } if *owner == group.owner => "besides",
            _ => "and also",
        };
        Some(format!("{} {link} {}", self.one(&bare), self.place(place)))
    }

    /// `an enemy pawn on the fourth rank`.
    pub(super) fn one(&self, group: &Group) -> String {
        if let Some(text) = self.one_besides(group) {
            return text;
        }
        let owner = match group.owner {
            Owner::Friend => "friendly ",
            Owner::Enemy => "enemy ",
            Owner::Any => "",
            Owner::Mover => return self.moved(group),
            Owner::Empty => return format!("an empty square{}", self.on(&group.on)),
        };
        let kinds = match &group.kinds {
            Kinds::All => "piece".to_owned(),
            Kinds::Only(names) => self.s.any(names),
            Kinds::Except(names) => format!("piece other than {}", self.s.either(names)),
        };
        format!("{}{}", words::a(&format!("{owner}{kinds}")), self.on(&group.on))
    }

    /// ` on rank 4`, with a blank before it.
    pub(super) fn on(&self, area: &Area) -> String {
        match area {
            Area::All => String::new(),
            Area::Attacked => format!(" attacked by {}", self.mover()),
            Area::AttackedBy(place) => format!(" attacked by {}", self.place(place)),
            Area::AttackedMore {
                by,
                kinds,
                by_value,
                in_line,
            } => {
                let [these, those] = match by {
                    Owner::Enemy => ["enemy", "friendly"],
                    _ => ["friendly", "enemy"],
                };
                let pieces = match kinds {
                    Kinds::All => "pieces".to_owned(),
                    Kinds::Only(names) => self.s.many(names),
                    Kinds::Except(names) => format!("pieces except {}", self.s.many(names)),
                };
                let behind = if *in_line {
                    " (attackers in line behind others count)"
                } else {
                    ""
                };
                if *by_value {
                    format!(
                        " attacked by {these} {pieces} of a higher total value than the {those} attackers{behind}"
                    )
                } else {
                    format!(" attacked by more {these} than {those} {pieces}{behind}")
                }
            }
            Area::Mated => format!(" {BEYOND_RESCUE}"),
            Area::Enclosed(by) => format!(
                " in a group without an empty square {}",
                near(self.s, by, self.side, "it")
            ),
            Area::Open(by) => format!(
                " in a group with an empty square {}",
                near(self.s, by, self.side, "it")
            ),
            Area::Between { by, friends } => {
                let friend = match friends {
                    Kinds::All => "another friendly piece".to_owned(),
                    Kinds::Only(names) => format!("a friendly {}", self.s.any(names)),
                    Kinds::Except(names) => format!("a friendly piece other than {}", self.s.either(names)),
                };
                let way = sentence(self.s, by, self.side);
                format!(
                    " in an unbroken row of enemies between {} and {friend} ({})",
                    self.mover(),
                    way.split(" (like ").next().unwrap_or_default()
                )
            }
            area => format!(" {}", self.area(area)),
        }
    }

    /// `on its file`, `on the file of a friendly king`.
    fn of(&self, what: &str, place: &Place) -> String {
        match self.place(place).as_str() {
            "it" => format!("on its {what}"),
            place => format!("on the {what} of {place}"),
        }
    }

    /// The file or the rank of a place.
    fn line(&self, what: &str, place: &Place) -> String {
        match place {
            Place::Target if self.effect.event == Event::Capture => format!("on the {what} of the capture"),
            place => self.of(what, place),
        }
    }

    /// `next to it`, `one of its usual moves away`.
    fn reached(&self, way: &Movement, place: &Place) -> String {
        let place = match place {
            Place::Target if self.place(place) == "its square" => "it".to_owned(),
            place => self.place(place),
        };
        let told = near(self.s, way, self.side, &place);
        match &self.effect.by {
            Kinds::Only(names) if names.len() == 1 && place == "the start square" => {
                let own = format!("{}'s move away from {place}", words::a(&names[0]));
                told.replace(&own, "one of its usual moves away")
            }
            _ => told,
        }
    }

    /// Squares that are in several areas.
    fn both(&self, areas: &[Area]) -> String {
        let (way, rest): (Vec<&Area>, Vec<&Area>) = areas.iter().partition(|area| is_underway(area));
        let mut parts = Vec::new();
        let rest = match way.len() {
            2 => {
                parts.push("between the start square and the target square".to_owned());
                rest
            }
            _ => areas.iter().collect(),
        };
        parts.extend(rest.iter().map(|area| self.area(area)));
        words::list(&parts, "and")
    }

    pub(super) fn area(&self, area: &Area) -> String {
        let list = |areas: &[Area], word: &str| {
            let parts: Vec<String> = areas.iter().map(|a| self.area(a)).collect();
            words::list(&parts, word)
        };
        match area {
            Area::Squares(squares) => {
                let set = &squares[self.side];
                format!("on {}", places::place(self.s.rules, set, self.side))
            }
            Area::At(place) => match place {
                Place::Piece { .. } | Place::Mover => self.of("square", place),
                _ => format!("on {}", self.place(place)),
            },
            Area::Around(way, place) | Area::Reach(way, place) => self.reached(way, place),
            Area::File(place) => self.line("file", place),
            Area::Rank(place) => self.line("rank", place),
            Area::Both(areas) => self.both(areas),
            Area::Either(areas) => match areas.as_slice() {
                [Area::File(file), Area::Rank(rank)] if file == rank => self.of("file or rank", file),
                areas => list(areas, "or"),
            },
            Area::Except(all, but) => match (&**all, &**but) {
                (Area::All, but) if is_told(but) => format!("not{}", self.on(but)),
                (Area::All, but @ (Area::Around(..) | Area::Reach(..))) => format!("not {}", self.area(but)),
                (Area::All, but) => format!("anywhere but {}", self.area(but)),
                (all, but) if is_told(but) => format!("{} and not{}", self.area(all), self.on(but)),
                (all, Area::At(place @ (Place::Origin | Place::Target))) => {
                    format!("{}, other than {}", self.area(all), self.place(place))
                }
                (all, but) => format!("{} and not {}", self.area(all), self.area(but)),
            },
            Area::All => "anywhere".to_owned(),
            Area::Attacked
            | Area::AttackedBy(_)
            | Area::AttackedMore { .. }
            | Area::Mated
            | Area::Enclosed(_)
            | Area::Open(_)
            | Area::Between { .. } => self.on(area).trim_start().to_owned(),
        }
    }
}
