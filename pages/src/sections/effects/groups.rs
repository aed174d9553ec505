//! Pieces and squares that an effect speaks of.

use super::Teller;
use crate::movement::{near, sentence};
use crate::places;
use crate::words;
use ferz::rules::{Area, Group, Kinds, Owner, Place, Squares};

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

/// Whether at most one piece stands there.
fn is_single(area: &Area, one: &dyn Fn(&Squares) -> bool, side: ferz::rules::Side) -> bool {
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
            Owner::Any | Owner::Friend | Owner::Enemy => (format!("all {}", self.several(group)), true),
        }
    }

    /// `if it is a rook, `, where only then something happens to the mover.
    pub(super) fn if_moved(&self, group: &Group) -> Option<String> {
        let mover = self.mover();
        match (group.owner, &group.kinds) {
            (Owner::Mover, Kinds::Only(names)) => Some(format!("if {mover} is {}", words::either(names))),
            (Owner::Mover, Kinds::Except(names)) => {
                Some(format!("if {mover} is not {}", words::either(names)))
            }
            _ => None,
        }
    }

    /// `the moved piece`, `the moved piece, if it is a rook,`.
    fn moved(&self, group: &Group) -> String {
        let mover = self.mover();
        let kinds = match &group.kinds {
            Kinds::All => String::new(),
            Kinds::Only(names) => format!(", if it is {},", words::either(names)),
            Kinds::Except(names) => format!(", if it is not {},", words::either(names)),
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
            Kinds::Only(names) => words::many(names),
            Kinds::Except(names) => format!("pieces except {}", words::many(names)),
        };
        format!("{owner}{kinds}{}", self.on(&group.on))
    }

    /// `an enemy pawn on the fourth rank`.
    pub(super) fn one(&self, group: &Group) -> String {
        let owner = match group.owner {
            Owner::Friend => "friendly ",
            Owner::Enemy => "enemy ",
            Owner::Any => "",
            Owner::Mover => return self.moved(group),
            Owner::Empty => return format!("an empty square{}", self.on(&group.on)),
        };
        let kinds = match &group.kinds {
            Kinds::All => "piece".to_owned(),
            Kinds::Only(names) => words::list(names, "or"),
            Kinds::Except(names) => format!("piece other than {}", words::either(names)),
        };
        format!("{}{}", words::a(&format!("{owner}{kinds}")), self.on(&group.on))
    }

    /// ` on rank 4`, with a blank before it.
    pub(super) fn on(&self, area: &Area) -> String {
        match area {
            Area::All => String::new(),
            Area::Attacked => format!(" that {} could capture next", self.mover()),
            Area::AttackedBy(place) => format!(" that {} could capture next", self.place(place)),
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
                    Kinds::Only(names) => words::many(names),
                    Kinds::Except(names) => format!("pieces except {}", words::many(names)),
                };
                let behind = if *in_line {
                    " (a piece behind another of its side that could counts as well)"
                } else {
                    ""
                };
                if *by_value {
                    format!(
                        " that {these} {pieces} of a higher total value than the {those} ones could capture next{behind}"
                    )
                } else {
                    format!(" that more {these} than {those} {pieces} could capture next{behind}")
                }
            }
            Area::Mated => {
                " that the other side could capture next, whatever their own side had moved".to_owned()
            }
            Area::Enclosed(by) => format!(
                " in groups without an empty square beside them ({})",
                sentence(self.s, by, self.side)
            ),
            Area::Open(by) => format!(
                " in groups with an empty square beside them ({})",
                sentence(self.s, by, self.side)
            ),
            Area::Between { by, friends } => {
                let friend = match friends {
                    Kinds::All => "another friendly piece".to_owned(),
                    Kinds::Only(names) => format!("a friendly {}", words::list(names, "or")),
                    Kinds::Except(names) => format!("a friendly piece other than {}", words::either(names)),
                };
                let way = sentence(self.s, by, self.side);
                format!(
                    " in a row between {} and {friend}, with nothing but enemies between the two ({way})",
                    self.mover()
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
            Area::Around(way, place) | Area::Reach(way, place) => {
                near(self.s, way, self.side, &self.place(place))
            }
            Area::File(place) => match place {
                Place::Target => "on the file where the move ended".to_owned(),
                place => self.of("file", place),
            },
            Area::Rank(place) => match place {
                Place::Target => "on the rank where the move ended".to_owned(),
                place => self.of("rank", place),
            },
            Area::Both(areas) => list(areas, "and"),
            Area::Either(areas) => list(areas, "or"),
            Area::Except(all, but) => match (&**all, &**but) {
                (Area::All, but) if is_told(but) => format!("other than those{}", self.on(but)),
                (Area::All, but) => format!("anywhere but {}", self.area(but)),
                (all, but) if is_told(but) => format!("{} other than those{}", self.area(all), self.on(but)),
                (all, but) => format!("{} but not {}", self.area(all), self.area(but)),
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
