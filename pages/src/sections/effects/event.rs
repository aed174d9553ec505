//! From which moves an effect follows, and under which conditions.

use super::Teller;
use super::fate::Fate;
use crate::places;
use crate::words;
use ferz::rules::{Area, Effect, Event, Group, Kinds, Owner, PerSide, Place, Proviso, Side, Squares};

/// As many words are too many for one sentence.
const LONG: usize = 30;
/// As many acts get numbers.
const MANY: usize = 4;

/// Clauses that begin with the same condition: the first one has it for all.
fn with_one_condition(mut acts: Vec<String>) -> Vec<String> {
    let Some(first) = acts
        .first()
        .filter(|act| acts.len() > 1 && act.starts_with("if "))
    else {
        return acts;
    };
    let shared = |act: &String| first.bytes().zip(act.bytes()).take_while(|(a, b)| a == b).count();
    let common = acts.iter().map(shared).min().unwrap_or_default();
    let end = first
        .get(..common)
        .and_then(|text| text.rfind(", "))
        .map(|at| at + 2);
    for act in acts.iter_mut().skip(1) {
        *act = act[end.unwrap_or_default()..].to_owned();
    }
    acts
}

impl Teller<'_, '_> {
    /// The whole sentence.
    pub(super) fn sentence(&self) -> String {
        if self.forbids() {
            return self.forbidden();
        }
        if let Some(text) = self.to_the_hand() {
            return text;
        }
        let conditions = self.conditions();
        let comma = if conditions.is_empty() { "" } else { "," };
        let acts = self.acts();
        if acts.len() >= MANY {
            let steps = acts
                .iter()
                .zip(1..)
                .map(|(act, number)| format!("({number}) {act}"));
            let steps: Vec<String> = steps.collect();
            return format!(
                "{}{comma}{conditions}, in this order: {}.",
                self.when(),
                steps.join("; ")
            );
        }
        let first = format!("{}{comma}{conditions}, ", self.when());
        let acts = with_one_condition(acts);
        let together = format!("{first}{}.", acts.join("; then "));
        if together.split(' ').count() < LONG {
            return together;
        }
        format!("{first}{}.", acts.join(". Then "))
    }

    /// `A move by a king is illegal if an enemy piece could then capture the moved piece.`
    fn forbidden(&self) -> String {
        let Effect { event, by, .. } = self.effect;
        let what = match event {
            Event::Move => "move",
            Event::Capture => "capture",
            Event::Drop => "drop",
            Event::Turn => "turn",
        };
        let by = match by {
            Kinds::All => String::new(),
            kinds if *event == Event::Drop => format!(" of {}", self.kind(kinds)),
            kinds => format!(" by {}", self.kind(kinds)),
        };
        let of = match self.victims() {
            Some(of) => format!(" of {of}"),
            None => String::new(),
        };
        let by = match self.fate() {
            Some(Fate::Becomes(names)) => {
                format!(
                    " by which {} becomes {}",
                    self.kind(&self.effect.by),
                    self.s.either(names)
                )
            }
            Some(Fate::Stays) => format!(" by which {} remains one", self.kind(&self.effect.by)),
            Some(Fate::Castles) | None => by,
        };
        let subject = format!("{} {what}{of}{by}{}", self.a_player(), self.zones());
        if let Some((when, needs)) = self.needs() {
            return words::capital(&format!("{when}{subject} is legal only if {needs}."));
        }
        format!("{} is illegal{}.", words::capital(&subject), self.conditions())
    }

    /// A condition, and what a legal move then needs. `A move is legal only if` is easier to read
    /// than `illegal if there is no`.
    fn needs(&self) -> Option<(String, String)> {
        let (before, now) = (&self.effect.before, &self.now());
        if before.absent.is_empty() && now.absent.is_empty() {
            return None;
        }
        let only = |present: &[Group], absent: &[Group]| Proviso {
            present: present.to_vec(),
            absent: absent.to_vec(),
        };
        let mut when = self.condition(&only(&before.present, &[]), "before the move there was");
        when.extend(self.condition(&only(&now.present, &[]), "there is"));
        let when = match when.is_empty() {
            true => String::new(),
            false => format!("if {}, ", when.join(" and ")),
        };
        let mut needs = Vec::new();
        if !before.absent.is_empty() {
            needs.extend(self.any(&before.absent, "before the move", "was"));
        }
        if !now.absent.is_empty() {
            needs.extend(self.any(&now.absent, "", "is"));
        }
        Some((when, needs.join(", or ")))
    }

    /// One of several groups, each as a clause: `before the move the square where it ended was
    /// empty, or there was an enemy piece next to it`.
    fn any(&self, groups: &[Group], moment: &str, be: &str) -> Vec<String> {
        let possible = groups.iter().filter(|group| !self.never(group));
        let mut clauses: Vec<String> = Vec::new();
        for group in possible.clone() {
            let same = |owner: Owner| {
                let mut others = possible.clone();
                group.kinds.is_all()
                    && others.any(|other| {
                        *other
                            == Group {
                                owner,
                                ..group.clone()
                            }
                    })
            };
            match group.owner {
                Owner::Empty if same(Owner::Any) => {}
                Owner::Any if same(Owner::Empty) => {
                    clauses.push(format!("there {be} a square{}", self.on(&group.on)));
                }
                _ => clauses.push(self.clause(group, be)),
            }
        }
        if let Some(first) = clauses.first_mut()
            && !moment.is_empty()
        {
            *first = format!("{moment} {first}");
        }
        clauses
    }

    /// `there was a rook next to it`, `the square where the move ended was empty`.
    fn clause(&self, group: &Group, be: &str) -> String {
        let at = |area: &Area| match area {
            Area::At(place @ (Place::Origin | Place::Target | Place::Victim)) => Some(self.place(place)),
            _ => None,
        };
        match (group.owner, &group.on) {
            (Owner::Mover, _) => self.is_so(group, true),
            (Owner::Empty, Area::At(Place::Victim)) if self.only_in_passing() => {
                "the move is a capture en passant".to_owned()
            }
            (Owner::Empty, area) if at(area).is_some() => {
                format!("{} {be} empty", at(area).unwrap_or_default())
            }
            (Owner::Empty, Area::Both(parts)) if parts.iter().any(|part| at(part).is_some()) => {
                let square = parts.iter().find_map(at).unwrap_or_default();
                let rest = parts.iter().filter(|part| at(part).is_none());
                let rest: Vec<String> = rest.map(|part| self.area(part)).collect();
                format!("{square} {be} empty and {}", words::list(&rest, "and"))
            }
            _ => format!("there {be} {}", self.one(group)),
        }
    }

    /// `A`, or `White's` where only that side is meant.
    fn a_player(&self) -> &'static str {
        match self.only() {
            Some(Side::White) => "White's",
            Some(Side::Black) => "Black's",
            None => "a",
        }
    }

    /// The one side whose moves are meant, if both sides are not.
    fn only(&self) -> Option<Side> {
        match self.effect.side {
            PerSide {
                white: true,
                black: false,
            } => Some(Side::White),
            PerSide {
                white: false,
                black: true,
            } => Some(Side::Black),
            PerSide { .. } => None,
        }
    }

    /// `When a white rook captures a pawn`, `After every move`.
    fn when(&self) -> String {
        let Effect { event, by, same, .. } = self.effect;
        let player = self.only().map(words::side);
        let by_player = player.map_or_else(String::new, |name| format!(" by {name}"));
        let mover = || match player {
            None => self.kind(by),
            Some(name) => self.kind_of(name.to_lowercase().as_str(), by),
        };
        let zones = self.zones();
        match event {
            Event::Turn => {
                let whose = player.map_or_else(String::new, |name| format!(" of {name}"));
                let turn = match self.effect.every {
                    None => "every turn".to_owned(),
                    Some(every) => format!("every {} turn", words::ordinal(usize::from(every))),
                };
                let whose = match (self.effect.every, whose.is_empty()) {
                    (Some(_), true) => " of each player".to_owned(),
                    _ => whose,
                };
                format!("At the end of {turn}{whose}")
            }
            Event::Move if by.is_all() => format!("After every move{by_player}{zones}"),
            Event::Move => match self.fate() {
                Some(Fate::Becomes(names)) => {
                    format!(
                        "When {} moves{zones} and becomes {}",
                        mover(),
                        self.s.either(names)
                    )
                }
                Some(Fate::Castles) => format!("When {} castles{zones}", mover()),
                Some(Fate::Stays) => format!("When {} moves{zones} and remains one", mover()),
                None => format!("When {} moves{zones}", mover()),
            },
            Event::Drop if by.is_all() => format!("After every drop{by_player}{zones}"),
            Event::Drop => format!("When {} is dropped{zones}", mover()),
            Event::Capture if *same => format!("When {} captures another of its own kind{zones}", mover()),
            Event::Capture => match (self.victims(), by.is_all(), player) {
                (None, true, _) => format!("After every capture{by_player}{zones}"),
                (Some(of), true, None) => format!("When {of} is captured{zones}"),
                (Some(of), true, Some(name)) => format!("When {name} captures {of}{zones}"),
                (of, false, _) => {
                    let of = of.map_or_else(String::new, |of| format!(" {of}"));
                    format!("When {} captures{of}{zones}", mover())
                }
            },
        }
    }

    /// The pieces that must be captured: `a friendly bishop`.
    fn victims(&self) -> Option<String> {
        let Effect { of, whose, .. } = self.effect;
        let side = match whose {
            Owner::Friend => "friendly",
            Owner::Enemy if self.eats_friends() => "enemy",
            _ => "",
        };
        match (of, side) {
            (Kinds::All, "") => None,
            (kinds, "") => Some(self.kind(kinds)),
            (kinds, side) => Some(self.kind_of(side, kinds)),
        }
    }

    /// ` from the second rank to the fourth rank`
    fn zones(&self) -> String {
        let zone = |word: &str, squares: &Option<PerSide<Squares>>| {
            let place = |set: &PerSide<Squares>| places::place(self.s.rules, &set[self.side], self.side);
            squares
                .as_ref()
                .map_or_else(String::new, |set| format!(" {word} {}", place(set)))
        };
        let to = match self.effect.event {
            Event::Move => "to",
            Event::Capture | Event::Drop | Event::Turn => "on",
        };
        let to = zone(to, &self.effect.to);
        // A capture of pieces on some of the squares ends on them.
        let one_of = to.replace(" on the light squares", " on a light square");
        let one_of = one_of.replace(" on the dark squares", " on a dark square");
        format!("{}{one_of}", zone("from", &self.effect.from))
    }

    /// `, if there is a friendly piece next to it`
    fn conditions(&self) -> String {
        let (before, now) = (&self.effect.before, &self.now());
        let mut parts = self.condition(before, "before the move there was");
        parts.extend(self.condition(now, "there is"));
        if parts.is_empty() {
            String::new()
        } else {
            format!(" if {}", parts.join(" and "))
        }
    }

    fn condition(&self, Proviso { present, absent }: &Proviso, there: &str) -> Vec<String> {
        let mover = |group: &&Group| group.owner == Owner::Mover;
        let mut parts = Vec::new();
        let own: Vec<String> = present
            .iter()
            .filter(mover)
            .map(|group| self.is_so(group, true))
            .collect();
        let squares = |groups: &[Group], so: bool| -> Vec<String> {
            let facts = groups.iter().filter_map(|group| self.square_is(group, there, so));
            facts.collect()
        };
        let others = |groups: &[Group], so: bool| -> Vec<String> {
            let rest = groups
                .iter()
                .filter(|group| !mover(group) && self.square_is(group, there, so).is_none());
            self.each_one(&rest.collect::<Vec<_>>())
        };
        let others_ = others(present, true);
        // One of several is enough, the mover or another.
        let mut any = own;
        any.extend(squares(present, true));
        if !others_.is_empty() {
            any.push(format!("{there} {}", words::list(&others_, "or")));
        }
        if !any.is_empty() {
            parts.push(any.join(" or "));
        }
        parts.extend(absent.iter().filter(mover).map(|group| self.is_so(group, false)));
        parts.extend(squares(absent, false));
        let none: Vec<String> = others(absent, false)
            .iter()
            .map(|one| {
                one.strip_prefix("an ")
                    .or_else(|| one.strip_prefix("a "))
                    .unwrap_or(one)
                    .to_owned()
            })
            .collect();
        match none.as_slice() {
            [] => {}
            [one] => parts.push(format!("{there} no {one}")),
            _ if let Some(on) = self.common_place(absent) => {
                let bare = absent.iter().map(|group| Group {
                    on: Area::All,
                    ..group.clone()
                });
                let each: Vec<String> = bare.map(|group| self.one(&group)).collect();
                parts.push(format!("{there} neither {}{on}", words::list(&each, "nor")));
            }
            several => parts.push(format!("{there} neither {}", {
                let each: Vec<String> = several.iter().map(|one| words::a(one)).collect();
                words::list(&each, "nor")
            })),
        }
        parts
    }

    /// The squares of several groups that are all asked for on the same squares.
    fn common_place(&self, groups: &[Group]) -> Option<String> {
        let first = groups.first()?;
        let same = |group: &Group| group.on == first.on && group.owner != Owner::Mover;
        (first.on != Area::All && groups.iter().all(same)).then(|| self.on(&first.on))
    }

    /// A condition on the mover: `it is a king`, `an enemy piece could capture it next`.
    pub(super) fn is_so(&self, group: &Group, so: bool) -> String {
        let mover = self.mover();
        let not = if so { "" } else { " not" };
        if self.castles(&group.kinds) {
            return format!("the move is{not} castling");
        }
        if let Some(text) = self.left_or_took(group, so) {
            return text;
        }
        if let Some(text) = self.promoted(group).filter(|_| so) {
            return text;
        }
        let kinds = match &group.kinds {
            Kinds::All => None,
            Kinds::Only(names) => Some(self.s.either(names)),
            Kinds::Except(names) => Some(format!("a piece other than {}", self.s.either(names))),
        };
        // The piece whose move it is may have become another by it.
        let kinds = kinds.filter(|_| {
            group.kinds != self.effect.by || matches!(&group.on, Area::All | Area::At(Place::Mover))
        });
        let place = match &group.on {
            Area::All | Area::At(Place::Mover) => None,
            Area::AttackedBy(by) => {
                let could = if so { "could" } else { "could not" };
                let then = if self.forbids() { "then" } else { "next" };
                let text = match self.forbids() {
                    true => format!("{} {could} then capture {mover}", self.place(by)),
                    false => format!("{} {could} capture {mover} next", self.place(by)),
                };
                return match kinds {
                    None => text,
                    Some(kinds) => format!(
                        "{mover} is {kinds} that {} {could} capture {then}",
                        self.place(by)
                    ),
                };
            }
            area => Some(self.area(area)),
        };
        match (kinds, place) {
            (Some(kinds), Some(place)) => format!("{mover} is{not} {kinds} {place}"),
            (Some(kinds), None) => format!("{mover} is{not} {kinds}"),
            (None, Some(place)) => format!("{mover} is{not} {place}"),
            (None, None) => format!("{mover} is{not} on the board"),
        }
    }

    /// `a rook or a queen`, `a piece other than a king`.
    pub(super) fn kind(&self, kinds: &Kinds) -> String {
        match kinds {
            Kinds::All => "a piece".to_owned(),
            Kinds::Only(names) => self.s.either(names),
            Kinds::Except(names) => format!("a piece other than {}", self.s.either(names)),
        }
    }

    /// `a friendly rook or queen`.
    fn kind_of(&self, side: &str, kinds: &Kinds) -> String {
        let (kinds, but) = match kinds {
            Kinds::All => ("piece".to_owned(), String::new()),
            Kinds::Only(names) => (self.s.any(names), String::new()),
            Kinds::Except(names) => (
                "piece".to_owned(),
                format!(" other than {}", self.s.either(names)),
            ),
        };
        words::a(&format!("{side} {kinds}{but}"))
    }
}
