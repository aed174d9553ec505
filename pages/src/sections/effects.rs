//! What follows by itself from a move.

use crate::movement;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{
    Act, Again, Area, Carry, Duty, Effect, Event, Form, Further, Goer, Group, Kinds, Owner, Part, PerSide,
    Place, Prey, Proviso, Put, Shift, Side, Squares, Whom,
};

/// A sentence for each effect, in the order in which they follow; and that nothing is captured.
pub(crate) fn effects(s: &Setting<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let none = &s.rules.restrictions.no_captures;
    match (none.white, none.black) {
        (true, true) => lines.push("Nothing is captured.".to_owned()),
        (true, false) => lines.push("White captures nothing.".to_owned()),
        (false, true) => lines.push("Black captures nothing.".to_owned()),
        (false, false) => {}
    }
    lines.extend(s.rules.effects.iter().map(|effect| sentence(s, effect)));
    lines
}

fn sentence(s: &Setting<'_>, effect: &Effect) -> String {
    let teller = Teller {
        s,
        effect,
        side: if effect.side.white {
            Side::White
        } else {
            Side::Black
        },
    };
    let acts: Vec<String> = effect.acts.iter().flat_map(|act| teller.act(act)).collect();
    let again = if effect.repeat {
        ". That is done again as long as it changes something."
    } else {
        "."
    };
    format!("{}: {}{again}", teller.when(), acts.join("; then "))
}

/// Some pieces that a drop of a side asks for: `enemy pieces on rank 4`.
pub(crate) fn pieces(s: &Setting<'_>, group: &Group, side: Side) -> String {
    let effect = &Effect::new(Event::Drop, Vec::new());
    Teller { s, effect, side }.some(group)
}

/// Some pieces that are asked for after a move of a side: `enemy pieces on rank 4`.
pub(crate) fn moved(s: &Setting<'_>, group: &Group, side: Side) -> String {
    let effect = &Effect::new(Event::Move, Vec::new());
    Teller { s, effect, side }.some(group)
}

/// Squares as a side sees them from a piece that moves: `next to it`.
pub(crate) fn squares(s: &Setting<'_>, area: &Area, side: Side) -> String {
    let effect = &Effect::new(Event::Move, Vec::new());
    Teller { s, effect, side }.area(area)
}

/// The walls that moves put on the board, in sentences.
pub(crate) fn walls(s: &Setting<'_>) -> Vec<String> {
    let Some(walls) = &s.rules.walls else {
        return Vec::new();
    };
    let effect = &Effect::new(Event::Move, Vec::new());
    let teller = Teller {
        s,
        effect,
        side: Side::White,
    };
    let place = match &walls.on {
        Area::All => String::new(),
        on => format!(" {}", teller.area(on)),
    };
    let (one, other) = if walls.one {
        ("the", "another")
    } else {
        ("a", "an")
    };
    let first = if walls.instead {
        let calm = if walls.not_in_check {
            ", but not in check"
        } else {
            ""
        };
        format!("Instead of a move, a side may put {one} wall on {other} empty square{place}{calm}.")
    } else {
        format!(
            "At the end of every move, captures and drops included, the side puts {one} wall on {other} empty square{place}; a move without such a square is not possible."
        )
    };
    let second = "Nothing can stand on a wall or capture it; it stops pieces like one of their own.";
    vec![first, second.to_owned()]
}

/// The opponent's pieces that a side may move, in sentences.
pub(crate) fn control(s: &Setting<'_>) -> Vec<String> {
    let Some(control) = &s.rules.control else {
        return Vec::new();
    };
    let effect = &Effect::new(Event::Move, Vec::new());
    let side = Side::White;
    let teller = Teller { s, effect, side };
    let which: Vec<String> = control.of.iter().map(|group| teller.some(group)).collect();
    let way = match &control.moves {
        None => "as they go by themselves".to_owned(),
        Some(moves) => format!(
            "so, seen from their own side: {}",
            movement::sentence(s, moves, side)
        ),
    };
    let captures = match control.captures {
        Prey::Enemies => "They capture pieces of the side that moves them, but no royal ones.",
        Prey::Friends => "They capture pieces of their own side, but no royal ones.",
        Prey::Any => "They capture pieces of both sides, but no royal ones.",
        Prey::None => "They capture nothing.",
    };
    let parts = s
        .rules
        .turns
        .as_ref()
        .is_some_and(|turns| turns.name(Part::Control));
    let when = if parts {
        "Where its turn says so"
    } else {
        "Instead of a move of its own"
    };
    let mut out = vec![
        format!("{when} a side may move {}, {way}.", words::list(&which, "or")),
        format!("{captures} Nothing is attacked because of that."),
    ];
    if control.exposes {
        out.push(
            "Such a move may leave its own royal pieces attacked; they can be captured then.".to_owned(),
        );
    }
    out
}

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

/// Tells one effect.
struct Teller<'a, 's> {
    s: &'a Setting<'s>,
    effect: &'a Effect,
    /// Whose moves are meant; White's if both are.
    side: Side,
}

impl Teller<'_, '_> {
    /// `After every capture by a rook`.
    fn when(&self) -> String {
        let PerSide { white, black } = self.effect.side;
        let (whose, with) = match (white, black) {
            (true, false) => (" by White", "with"),
            (false, true) => (" by Black", "with"),
            _ => ("", "by"),
        };
        if self.effect.event == Event::Turn {
            let whose = match (white, black) {
                (true, false) => " of White",
                (false, true) => " of Black",
                _ => "",
            };
            let condition = self.condition(&self.effect.condition);
            let turn = match self.effect.every {
                None => format!("every turn{whose}"),
                Some(every) => format!(
                    "the turns{whose} number {every}, {} and so on",
                    2 * u32::from(every)
                ),
            };
            return format!("At the end of {turn}{condition}");
        }
        let (event, of) = match self.effect.event {
            Event::Turn => ("turn", String::new()),
            Event::Move => ("move", String::new()),
            Event::Drop => ("drop", String::new()),
            Event::Capture => ("capture", self.of()),
        };
        let by = if self.effect.by.is_all() {
            String::new()
        } else {
            format!(" {with} {}", self.kind(&self.effect.by))
        };
        let zone = |word: &str, squares: &Option<PerSide<Squares>>| {
            let place = |set: &PerSide<Squares>| words::place(self.s.rules, &set[self.side], self.side);
            squares
                .as_ref()
                .map_or_else(String::new, |set| format!("{word} on {}", place(set)))
        };
        let starts = zone(" that starts", &self.effect.from);
        let ends = zone(
            if starts.is_empty() {
                " that ends"
            } else {
                " and ends"
            },
            &self.effect.to,
        );
        let condition = self.condition(&self.effect.condition);
        format!("After every {event}{of}{whose}{by}{starts}{ends}{condition}")
    }

    /// What a capture is a capture of: ` of a knight of the own side`.
    fn of(&self) -> String {
        let Effect { of, whose, same, .. } = self.effect;
        let side = match whose {
            Owner::Friend => " of the own side",
            Owner::Enemy => " of the opponent",
            Owner::Any | Owner::Mover | Owner::Empty => "",
        };
        if *same {
            format!(" of a piece of the same kind{side}")
        } else if !of.is_all() {
            format!(" of {}{side}", self.kind(of))
        } else if side.is_empty() {
            String::new()
        } else {
            format!(" of a piece{side}")
        }
    }

    /// `, if there are own pieces next to it`.
    fn condition(&self, condition: &Proviso) -> String {
        let part = |groups: &[Group], such: &str| {
            let groups: Vec<String> = groups.iter().map(|group| self.some(group)).collect();
            (!groups.is_empty()).then(|| format!("{such} {}", words::list(&groups, "or")))
        };
        let before = &self.effect.before;
        let parts = [
            part(&before.present, "before the move there were"),
            part(&before.absent, "before the move there were no"),
            part(&condition.present, "there are"),
            part(&condition.absent, "there are no"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            String::new()
        } else {
            format!(", if {}", parts.join(" and "))
        }
    }

    /// Some pieces of which there may be any: `enemy pieces on rank 4`.
    fn some(&self, group: &Group) -> String {
        let (words, _) = self.group(group);
        let words = words.replace(", of both sides,", "");
        words.strip_prefix("all ").map_or(words.clone(), str::to_owned)
    }

    /// `a rook or a queen`, `any piece but a king`.
    fn kind(&self, kinds: &Kinds) -> String {
        match kinds {
            Kinds::All => "any piece".to_owned(),
            Kinds::Only(names) => words::either(names),
            Kinds::Except(names) => format!("any piece but {}", words::either(names)),
        }
    }

    /// What happens, a clause for each group.
    fn act(&self, act: &Act) -> Vec<String> {
        let groups = match act {
            Act::Remove(groups) | Act::Flip(groups) | Act::Become(groups, _) | Act::Moved(groups) => groups,
            Act::Close(areas) => return areas.iter().map(|area| self.close(area)).collect(),
            Act::Open(areas) => return areas.iter().map(|area| self.open(area)).collect(),
            Act::Put(put) => return vec![self.put(put)],
            Act::Shift(shift) => return vec![self.shift(shift)],
            Act::Carry(carry) => return vec![self.carry(carry)],
            Act::Forbid => return vec!["the move is not possible".to_owned()],
            Act::Again(again) => return vec![self.again(again)],
            Act::Hand {
                whom,
                flipped,
                demoted,
            } => return self.hand(whom, *flipped, *demoted),
        };
        let clause = |group: &Group| {
            let (who, several) = self.group(group);
            match act {
                Act::Remove(_) => format!("{who} {} removed", if several { "are" } else { "is" }),
                Act::Flip(_) => format!("{who} {} sides", if several { "change" } else { "changes" }),
                Act::Moved(_) => format!("{who} {} as moved", if several { "count" } else { "counts" }),
                Act::Become(_, Form::Victim) => {
                    let verb = if several { "become" } else { "becomes" };
                    format!("{who} {verb} what was captured")
                }
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
            }
        };
        groups.iter().map(clause).collect()
    }

    /// Which squares are closed.
    fn close(&self, area: &Area) -> String {
        let what = match area {
            Area::At(place) => self.place(place),
            area => format!("every square {}", self.area(area)),
        };
        let goes = match area {
            Area::At(Place::Origin) => "",
            _ => ", and what stands there leaves the board",
        };
        format!("{what} is closed{goes}")
    }

    /// Which squares are open again.
    fn open(&self, area: &Area) -> String {
        match area {
            Area::At(Place::Walls) | Area::All => "all squares that are closed are open again".to_owned(),
            area => format!("squares that are closed {} are open again", self.area(area)),
        }
    }

    /// What is pulled or pushed, and along which lines.
    fn shift(&self, shift: &Shift) -> String {
        let (who, several) = self.group(&shift.whom);
        let (come, are, they) = if several {
            ("come", "are", "they")
        } else {
            ("comes", "is", "it")
        };
        let lines = movement::sentence(self.s, &shift.by, self.side);
        let place = self.place(&shift.place);
        let comma = if place.contains(", ") { "," } else { "" };
        let goes = if shift.toward {
            format!("pulled towards it as far as {they} can go")
        } else {
            format!(
                "pushed away until something stops {}",
                if several { "them" } else { "it" }
            )
        };
        format!("{who} that {come} first on a line ({lines}) from {place}{comma} {are} {goes}")
    }

    /// What goes on along a movement.
    fn carry(&self, carry: &Carry) -> String {
        let (who, several) = self.group(&carry.whom);
        let goes = if several { "go" } else { "goes" };
        let way = movement::sentence(self.s, &carry.by, self.side);
        let way = way.trim_end_matches('.');
        format!("{who} {goes} on to the nearest empty square to which this leads: {way}")
    }

    /// Who goes on, and how.
    fn again(&self, again: &Again) -> String {
        let who = match again.who {
            Goer::Mover => self.mover().to_owned(),
            Goer::Victim => {
                "what was captured changes sides, and from the square of its captor, who stays there, it"
                    .to_owned()
            }
        };
        let must = match (again.is_owed(), again.duty) {
            (true, _) => "must go on at once",
            (false, Duty::May) => "may go on at once",
            (false, _) => "goes on at once if it can",
        };
        let way = again.by.as_ref().map_or_else(String::new, |by| {
            format!(
                ", so: {}",
                movement::sentence(self.s, by, self.side).trim_end_matches('.')
            )
        });
        let what = match again.what {
            Further::Any => "",
            Further::Captures => ", with a capture",
            Further::Quiet => ", without a capture",
        };
        let once = if again.once {
            ", but to no square where it has been in this turn"
        } else {
            ""
        };
        let turning = if again.turning {
            ", but not straight on in the direction in which it has just gone"
        } else {
            ""
        };
        let owed = if again.is_owed() {
            "; where it cannot, the move is not possible"
        } else {
            ""
        };
        format!("{who} {must}{what}{way}{once}{turning}{owed}")
    }

    /// What comes to the board, and where.
    fn put(&self, put: &Put) -> String {
        let victim = put.what == Form::Victim;
        let what = match (&put.what, put.flipped) {
            (Form::Victim, false) => "what was captured comes back".to_owned(),
            (Form::Victim, true) => "what was captured changes sides and comes back".to_owned(),
            (Form::Kind(name), false) => format!("{} comes", words::a(name)),
            (Form::Kind(name), true) => format!("{} of the other side comes", words::a(name)),
        };
        let place = match &put.on {
            Area::All => String::new(),
            Area::At(place) => return format!("{what} to {}, if that is empty", self.place(place)),
            on => format!(" {}", self.area(on)),
        };
        let squares = match (put.chosen, victim) {
            (true, _) => "an empty square of the mover's choice",
            (false, true) => "the first empty square",
            (false, false) => "every empty square",
        };
        format!("{what} to {squares}{place}")
    }

    /// What goes to a hand, and whose.
    fn hand(&self, whom: &Whom, flipped: bool, demoted: bool) -> Vec<String> {
        let what = match whom {
            Whom::Victims => vec![("what was captured".to_owned(), false)],
            Whom::Pieces(groups) => groups.iter().map(|group| self.group(group)).collect(),
        };
        let clause = |(who, several): (String, bool)| {
            let (goes, owner) = match (several, flipped) {
                (false, true) => ("changes sides and goes", "its new owner"),
                (false, false) => ("goes", "its owner"),
                (true, true) => ("change sides and go", "their new owners"),
                (true, false) => ("go", "their owners"),
            };
            let demoted = match (demoted, several) {
                (false, _) => "",
                (true, false) => "; if it has promoted, as what it was before",
                (true, true) => "; those that have promoted as what they were before",
            };
            format!("{who} {goes} to the hand of {owner}{demoted}")
        };
        what.into_iter().map(clause).collect()
    }

    /// Some pieces, and whether they may be several.
    fn group(&self, group: &Group) -> (String, bool) {
        if let Area::At(Place::Mover) = group.on
            && group.kinds.is_all()
            && group.owner != Owner::Enemy
        {
            return (self.mover().to_owned(), false);
        }
        let owner = match group.owner {
            Owner::Any => "all ",
            Owner::Friend => "all own ",
            Owner::Enemy => "all enemy ",
            Owner::Mover => {
                return (
                    format!("{}{}", self.moved(&group.kinds), self.on(&group.on)),
                    false,
                );
            }
            Owner::Empty => return (format!("all empty squares{}", self.on(&group.on)), true),
        };
        let (kinds, but) = match &group.kinds {
            Kinds::All => ("pieces".to_owned(), String::new()),
            Kinds::Only(names) => (words::many(names), String::new()),
            Kinds::Except(names) => ("pieces".to_owned(), format!(" but {}", words::many(names))),
        };
        let sides = if group.owner == Owner::Any {
            ", of both sides,"
        } else {
            ""
        };
        (format!("{owner}{kinds}{but}{sides}{}", self.on(&group.on)), true)
    }

    /// `the piece that has moved, if it is a rook`.
    fn moved(&self, kinds: &Kinds) -> String {
        let mover = self.mover();
        match kinds {
            Kinds::All => mover.to_owned(),
            Kinds::Only(names) => format!("{mover}, if it is {}", words::either(names)),
            Kinds::Except(names) => format!("{mover}, if it is not {}", words::either(names)),
        }
    }

    fn mover(&self) -> &'static str {
        match self.effect.event {
            Event::Move => "the piece that has moved",
            Event::Capture => "the piece that has captured",
            Event::Drop => "the piece that was dropped",
            Event::Turn => "the piece",
        }
    }

    /// ` on rank 4`, with a blank before it.
    fn on(&self, area: &Area) -> String {
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
                    Owner::Enemy => ["enemy", "own"],
                    _ => ["own", "enemy"],
                };
                let pieces = match kinds {
                    Kinds::All => "pieces".to_owned(),
                    Kinds::Only(names) => words::many(names),
                    Kinds::Except(names) => format!("pieces but {}", words::many(names)),
                };
                let behind = if *in_line {
                    ", those counted that stand behind others of their side which could"
                } else {
                    ""
                };
                if *by_value {
                    format!(
                        " that {these} {pieces} of more value than all {those} ones together could capture next{behind}"
                    )
                } else {
                    format!(" that more {these} than {those} {pieces} could capture next{behind}")
                }
            }
            Area::Mated => {
                " that the other side could capture next, whatever plain move their own side made before"
                    .to_owned()
            }
            Area::Enclosed(by) => {
                let way = movement::sentence(self.s, by, self.side);
                format!(" in chains from which nothing leads to an empty square ({way})")
            }
            Area::Open(by) => {
                let way = movement::sentence(self.s, by, self.side);
                format!(" in chains from which something leads to an empty square ({way})")
            }
            Area::Between { by, friends } => {
                let friend = match friends {
                    Kinds::All => "another own piece".to_owned(),
                    Kinds::Only(names) => format!("an own {}", words::list(names, "or")),
                    Kinds::Except(names) => format!("an own piece other than {}", words::either(names)),
                };
                let way = movement::sentence(self.s, by, self.side);
                format!(
                    " in a row between {} and {friend}, with nothing but enemies between the two ({way})",
                    self.mover()
                )
            }
            area => format!(" {}", self.area(area)),
        }
    }

    fn area(&self, area: &Area) -> String {
        let list = |areas: &[Area], word: &str| {
            let parts: Vec<String> = areas.iter().map(|a| self.area(a)).collect();
            words::list(&parts, word)
        };
        match area {
            Area::Squares(squares) => {
                let set = &squares[self.side];
                format!("on {}", words::place(self.s.rules, set, self.side))
            }
            Area::At(place) => format!("on {}", self.place(place)),
            Area::Around(way, place) | Area::Reach(way, place) => {
                let way_is_headed = way.is_headed();
                let way = movement::sentence(self.s, way, self.side);
                if way.starts_with("one square in any direction") {
                    format!("next to {}", self.place(place))
                } else if way_is_headed {
                    format!("from {} {way}, in the direction of the move", self.place(place))
                } else {
                    format!("within this reach of {} ({way})", self.place(place))
                }
            }
            Area::File(place) => format!("on the file of {}", self.place(place)),
            Area::Rank(place) => format!("on the rank of {}", self.place(place)),
            Area::Both(areas) => list(areas, "and at once"),
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

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Origin | Place::Target if self.effect.event == Event::Drop => "its square".to_owned(),
            Place::Origin => "the square where the move has started".to_owned(),
            Place::Target => "the square where it has ended".to_owned(),
            Place::Mover => self.mover().to_owned(),
            Place::Victim => "the square of what was captured".to_owned(),
            Place::Walls => "a wall".to_owned(),
            Place::Piece {
                owner: Owner::Mover,
                kinds,
            } => self.moved(kinds),
            Place::Piece {
                owner: Owner::Empty, ..
            } => "an empty square".to_owned(),
            Place::Piece { owner, kinds } => {
                let whose = match owner {
                    Owner::Any => "a",
                    Owner::Friend => "an own",
                    Owner::Enemy => "an enemy",
                    Owner::Mover | Owner::Empty => "an empty",
                };
                match kinds {
                    Kinds::All => format!("{whose} piece"),
                    Kinds::Only(names) if *owner == Owner::Any => words::either(names),
                    Kinds::Only(names) => format!("{whose} {}", words::list(names, "or")),
                    Kinds::Except(names) => format!("{whose} piece but {}", words::either(names)),
                }
            }
        }
    }
}
