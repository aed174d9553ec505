//! `on`: what follows by itself from a move.

use super::declared::Declared;
use super::kinds::{PieceNames, unknown};
use super::movement::Movements;
use super::report::{At, Place, Report, error, list_or};
use super::squares::Grounds;
use super::values::{place_of, terms, word};
use crate::rules::{
    self, Act, Area, Effect, Event, Form, Group, Kinds, Movement, Owner, PerSide, Put, Shift, Squares, Whom,
};
use crate::vocabulary::{
    EFFECTS, EVENTS, EffectKey, KINDS, Kinds as KindsWord, LINKS, Link, OWNERS, PLACES, PlaceWord, SHIFTS,
};
use ferz_grammar::ast::{Entry, Expr, ExprKind, SectionDecl};
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;

/// How pieces are named in effects.
const GROUPS: &str = "write `mover`, `enemy pawn`, `(all except king) on step all at mover`, `enemy attacked by mover` and the like";

/// How squares are named in effects.
const AREAS: &str = "squares are `step all at mover`, `file at target`, `rank 4`, zones and the like; several stand in parentheses";

/// Lowers all blocks, in their order.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> Vec<Effect> {
    let reader = |block: &super::declared::EffectBlock<'a>| {
        let reader = Reader {
            declared,
            grounds,
            movements,
            report,
            source: block.at.source,
            drops: block.event == Event::Drop,
        };
        reader.block(block.event, block.sides, block.at)
    };
    declared.effects.iter().filter_map(reader).collect()
}

/// Reads the pieces that a drop asks for.
pub(super) fn condition<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
    entry: At<'a, Entry>,
) -> Option<Vec<Group>> {
    let reader = Reader {
        declared,
        grounds,
        movements,
        report,
        source: entry.source,
        drops: true,
    };
    reader.condition(&entry.node.values)
}

/// Reads the pieces that an entry names, as an effect finds them.
pub(super) fn pieces<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
    entry: At<'a, Entry>,
) -> Option<Vec<Group>> {
    Reader::new(declared, grounds, movements, report, entry.source).groups(&entry.node.values)
}

/// Reads a movement that asks at most which squares are occupied.
pub(super) fn way<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
    entry: At<'a, Entry>,
) -> Option<Movement> {
    let value = report.single(entry)?;
    let reader = Reader::new(declared, grounds, movements, report, entry.source);
    reader.movement(std::slice::from_ref(value.node), entry.place(entry.node.span))
}

/// Reads the squares that an entry names, as an effect finds them; `still`: nothing has gone in any direction.
pub(super) fn area<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    (movements, still): (&Movements<'a, '_>, bool),
    report: &Report<'a>,
    entry: At<'a, Entry>,
) -> Option<Area> {
    let reader = Reader {
        drops: still,
        ..Reader::new(declared, grounds, movements, report, entry.source)
    };
    let mut areas = reader.areas(&entry.node.values)?;
    if areas.len() == 1 {
        areas.pop()
    } else {
        Some(Area::Either(areas))
    }
}

/// Reads one block.
pub(super) struct Reader<'a, 'r> {
    pub(super) declared: &'r Declared<'a>,
    pub(super) grounds: Option<&'r Grounds<'a, 'r>>,
    pub(super) movements: &'r Movements<'a, 'r>,
    pub(super) report: &'r Report<'a>,
    pub(super) source: SourceId,
    /// Whether a drop is what things follow from, which goes in no direction.
    pub(super) drops: bool,
}

impl<'a, 'r> Reader<'a, 'r> {
    fn new(
        declared: &'r Declared<'a>,
        grounds: Option<&'r Grounds<'a, 'r>>,
        movements: &'r Movements<'a, 'r>,
        report: &'r Report<'a>,
        source: SourceId,
    ) -> Self {
        Self {
            declared,
            grounds,
            movements,
            report,
            source,
            drops: false,
        }
    }
}

impl<'a> Reader<'a, '_> {
    fn block(&self, event: Event, side: PerSide<bool>, at: At<'a, SectionDecl>) -> Option<Effect> {
        let mut effect = Effect {
            side,
            ..Effect::new(event, Vec::new())
        };
        let mut good = true;
        let mut seen: Vec<(EffectKey, Place)> = Vec::new();
        for entry in &at.node.entries {
            let entry = At::new(at.source, entry);
            let Some(&key) = EFFECTS.get(&entry.node.key.value) else {
                self.report.unknown_key(entry, "`on`", EFFECTS);
                good = false;
                continue;
            };
            let place = entry.place(entry.node.key.span);
            let acts = matches!(
                key,
                EffectKey::Remove
                    | EffectKey::Flip
                    | EffectKey::Become
                    | EffectKey::Moved
                    | EffectKey::Close
                    | EffectKey::Hand
                    | EffectKey::Put
                    | EffectKey::Pull
                    | EffectKey::Push
                    | EffectKey::Again
            );
            if let Some(&(_, first)) = seen.iter().find(|(known, _)| *known == key && !acts) {
                let message = format!("`{}` stands here twice", entry.node.key.value);
                self.report.add(
                    error("F0111", place, message)
                        .label("again here")
                        .also(first.source, first.span, "first here")
                        .help("keep one of them"),
                );
                good = false;
                continue;
            }
            seen.push((key, place));
            good &= self.entry(key, entry, &mut effect).is_some();
        }
        if effect.acts.is_empty() && good && !self.report.has_unread_in(at.place(at.node.span)) {
            self.report.add(
                error("F0291", at.place(at.node.keyword.span), "nothing follows here")
                    .help("say what happens: `remove: mover`, `flip: mover`, `become: mover as queen`, `close: origin`, `hand: victim`, `put: victim on origin`, `pull: enemy to mover by ride all`, `again: mover`"),
            );
            return None;
        }
        good.then_some(effect)
    }

    fn entry(&self, key: EffectKey, entry: At<'_, Entry>, effect: &mut Effect) -> Option<()> {
        let values = &entry.node.values;
        match key {
            EffectKey::By => effect.by = self.kinds_of(values)?,
            EffectKey::Of => {
                if effect.event != Event::Capture {
                    let place = entry.place(entry.node.key.span);
                    let diagnostic = error("F0292", place, "`of` asks what was captured");
                    self.report.add(diagnostic.help("write `on capture { ... }`"));
                    return None;
                }
                self.of(values, effect)?;
            }
            EffectKey::While => effect.condition.present = self.condition(values)?,
            EffectKey::Unless => effect.condition.absent = self.condition(values)?,
            EffectKey::From => effect.from = Some(self.squares(values)?),
            EffectKey::To => effect.to = Some(self.squares(values)?),
            EffectKey::Remove => effect.acts.push(Act::Remove(self.groups(values)?)),
            EffectKey::Flip => effect.acts.push(Act::Flip(self.groups(values)?)),
            EffectKey::Moved => effect.acts.push(Act::Moved(self.groups(values)?)),
            EffectKey::Close => effect.acts.push(Act::Close(self.areas(values)?)),
            EffectKey::Become => {
                for value in values {
                    effect.acts.push(self.become_(value, effect.event)?);
                }
            }
            EffectKey::Hand => {
                for value in values {
                    effect.acts.push(self.hand(value, effect.event)?);
                }
            }
            EffectKey::Again => effect.acts.push(Act::Again(self.again(entry, effect.event)?)),
            EffectKey::Put => {
                for value in values {
                    effect.acts.push(Act::Put(self.put(value, effect.event)?));
                }
            }
            EffectKey::Pull | EffectKey::Push => {
                for value in values {
                    effect
                        .acts
                        .push(Act::Shift(self.shift(value, key == EffectKey::Pull)?));
                }
            }
        }
        Some(())
    }

    /// What was captured: kinds, or `same`, with whose they are before them: `friend rook`.
    fn of(&self, values: &[Expr], effect: &mut Effect) -> Option<()> {
        let owner = |term: &Expr| {
            let owner = word(term)
                .filter(|word| !self.is_piece(word))
                .and_then(|word| OWNERS.get(word));
            owner.copied().filter(|owner| *owner != Owner::Empty)
        };
        let same = |value: &Expr| link(value) == Some(Link::Same) && !self.is_piece("same");
        match values {
            [one] if same(one) => effect.same = true,
            [one] if terms(one).first().and_then(owner).is_some() => {
                let (first, rest) = terms(one).split_first()?;
                effect.whose = owner(first)?;
                match rest {
                    [] => {}
                    [one] if same(one) => effect.same = true,
                    rest => effect.of = self.kinds_of(rest)?,
                }
            }
            values => effect.of = self.kinds_of(values)?,
        }
        Some(())
    }

    /// Squares, each value by itself. All are read, so that all mistakes are reported.
    fn areas(&self, values: &[Expr]) -> Option<Vec<Area>> {
        let areas: Vec<Option<Area>> = values.iter().map(|value| self.area_of(value)).collect();
        areas.into_iter().collect()
    }

    /// Squares that are known without the move.
    fn squares(&self, values: &[Expr]) -> Option<PerSide<Squares>> {
        let grounds = self.grounds?;
        let here = Place::new(self.source, values.first()?.span);
        Some(grounds.names_per_side(grounds.some_of(here, values)?))
    }

    /// Pieces to which something happens: none of them is an empty square.
    fn groups(&self, values: &[Expr]) -> Option<Vec<Group>> {
        let groups = self.condition(values)?;
        let nobody = groups.iter().position(|group| group.owner == Owner::Empty);
        if let Some(value) = nobody.and_then(|i| values.get(i)) {
            let diagnostic = error(
                "F0294",
                Place::new(self.source, value.span),
                "there is no piece on an empty square",
            );
            self.report.add(
                diagnostic.help("`empty` stands in conditions: `unless: empty on step south at target`"),
            );
            return None;
        }
        Some(groups)
    }

    /// Pieces, or empty squares, of which is asked whether there are any.
    fn condition(&self, values: &[Expr]) -> Option<Vec<Group>> {
        // All are read, so that all mistakes are reported.
        let read = |value: &Expr| {
            let value = gathered(value);
            self.group(terms(&value), &value)
        };
        let groups: Vec<Option<Group>> = values.iter().map(read).collect();
        groups.into_iter().collect()
    }

    /// `mover as queen`.
    fn become_(&self, value: &Expr, event: Event) -> Option<Act> {
        let value = &gathered(value);
        let whole = Place::new(self.source, value.span);
        let list = terms(value);
        let split = list.iter().position(|t| link(t) == Some(Link::As));
        let (who, [_, form]) = list.split_at(split.unwrap_or(list.len())) else {
            let diagnostic = error("F0293", whole, "what does it become?");
            self.report.add(
                diagnostic
                    .help("write `mover as queen`, or `mover as victim` for the kind that was captured"),
            );
            return None;
        };
        let group = self.group(who, value);
        let name = self
            .report
            .word(At::new(self.source, form), "the name of a piece")?;
        let form = self.form(name, Place::new(self.source, form.span), event)?;
        Some(Act::Become(vec![group?], form))
    }

    /// `queen`, or `victim`.
    fn form(&self, name: &str, place: Place, event: Event) -> Option<Form> {
        if self.is_piece(name) {
            return Some(Form::Kind(name.to_owned()));
        }
        if LINKS.get(name) != Some(&Link::Victim) {
            unknown(self.declared, self.report, place, None, name);
            return None;
        }
        if event != Event::Capture {
            let diagnostic = error("F0292", place, "`victim` is what was captured");
            self.report.add(diagnostic.help("write `on capture { ... }`"));
            return None;
        }
        Some(Form::Victim)
    }

    /// `victim flipped on chosen ranks 2-7`.
    fn put(&self, value: &Expr, event: Event) -> Option<Put> {
        let value = &gathered(value);
        let whole = Place::new(self.source, value.span);
        let list = terms(value);
        let split = list.iter().position(|t| link(t) == Some(Link::On));
        let (what, [_, squares @ ..]) = list.split_at(split.unwrap_or(list.len())) else {
            let diagnostic = error("F0294", whole, "on which squares does it come?");
            self.report
                .add(diagnostic.help("write `put: victim on origin`, `put: knight on chosen first rank`"));
            return None;
        };
        let (what, flipped) = match what {
            [what, flipped] if link(flipped) == Some(Link::Flipped) => (what, true),
            [what] => (what, false),
            what => {
                let here = place_of(self.source, what.get(1..).unwrap_or_default(), whole);
                let diagnostic = error(
                    "F0294",
                    here,
                    "expected a piece or `victim`, then perhaps `flipped`",
                );
                self.report
                    .add(diagnostic.help("write `put: victim flipped on target`, `put: knight on origin`"));
                return None;
            }
        };
        let name = self
            .report
            .word(At::new(self.source, what), "the name of a piece")?;
        let place = Place::new(self.source, what.span);
        let what = self.form(name, place, event)?;
        let (chosen, squares) = match squares {
            [first, squares @ ..] if link(first) == Some(Link::Chosen) => (true, squares),
            squares => (false, squares),
        };
        let on = self.area(squares, whole)?;
        Some(Put {
            what,
            flipped,
            chosen,
            on,
        })
    }

    /// `enemy to mover by ride orthogonal`, `friend from mover by ride orthogonal`.
    fn shift(&self, value: &Expr, toward: bool) -> Option<Shift> {
        let value = &gathered(value);
        let whole = Place::new(self.source, value.span);
        let list = terms(value);
        let form = match toward {
            true => "write `pull: enemy to mover by ride orthogonal`",
            false => "write `push: friend from mover by ride orthogonal`",
        };
        let by = list.iter().rposition(|t| word(t) == Some("by"));
        let (head, way) = list.split_at(by.unwrap_or(list.len()));
        let at = head.iter().rposition(|t| word(t) == Some(SHIFTS.word(&toward)));
        let (Some(at), [_, way @ ..]) = (at, way) else {
            let diagnostic = error("F0294", whole, "whence or where to, and along which lines?");
            self.report.add(diagnostic.help(form));
            return None;
        };
        let whom = self.group(&head[..at], value)?;
        if whom.owner == Owner::Empty {
            let message = "there is no piece on an empty square";
            self.report.add(error("F0294", whole, message).help(form));
            return None;
        }
        let place = self.place(&head[at + 1..], whole)?;
        let movement = self.movement(way, whole)?;
        if !is_rows(&movement) || movement == Movement::none() {
            let here = place_of(self.source, way, whole);
            let diagnostic = error("F0295", here, "pieces are pulled and pushed along lines");
            self.report
                .add(diagnostic.help("a line is a leap or a ride: `step orthogonal`, `ride all`"));
            return None;
        }
        Some(Shift {
            toward,
            whom,
            place,
            by: movement,
        })
    }

    /// `victim flipped demoted`.
    fn hand(&self, value: &Expr, event: Event) -> Option<Act> {
        let value = &gathered(value);
        let list = terms(value);
        let manner = |term: &&Expr| matches!(link(term), Some(Link::Flipped | Link::Demoted));
        let last = list.len() - list.iter().rev().take_while(manner).count();
        let (who, manners) = list.split_at(last);
        let has = |word: Link| manners.iter().any(|term| link(term) == Some(word));
        let whom = match who {
            [one] if link(one) == Some(Link::Victim) && !self.is_piece(LINKS.word(&Link::Victim)) => {
                if event != Event::Capture {
                    let place = Place::new(self.source, one.span);
                    let diagnostic = error("F0292", place, "`victim` is what was captured");
                    self.report.add(diagnostic.help("write `on capture { ... }`"));
                    return None;
                }
                Whom::Victims
            }
            [first, wrong, ..] if link(first) == Some(Link::Victim) => {
                let words = [Link::Flipped, Link::Demoted].map(|word| LINKS.word(&word));
                let here = Place::new(self.source, wrong.span);
                let likely = word(wrong).and_then(|w| closest(w, words));
                let help = format!("write `victim`, or add {}", list_or(words));
                let diagnostic = error("F0294", here, "expected `flipped` or `demoted`");
                self.report.add(diagnostic.suggest_or(likely, help));
                return None;
            }
            who => Whom::Pieces(vec![self.group(who, value)?]),
        };
        Some(Act::Hand {
            whom,
            flipped: has(Link::Flipped),
            demoted: has(Link::Demoted),
        })
    }

    pub(super) fn is_piece(&self, name: &str) -> bool {
        self.names().is_piece(name)
    }

    /// Some pieces: `[friend|enemy] [KINDS]`, then where they stand.
    fn group(&self, list: &[Expr], whole: &Expr) -> Option<Group> {
        let place = place_of(self.source, list, Place::new(self.source, whole.span));
        if let ExprKind::Except(..) | ExprKind::Union(_) | ExprKind::Intersection(_) = whole.kind
            && contains_link(whole)
        {
            let diagnostic = error("F0294", place, "which words belong together?");
            self.report.add(diagnostic.help(
                "put the pieces or the squares in parentheses: `(all except pawn) on step all at mover`, \
                 `enemy on (file at mover & rank 4)`",
            ));
            return None;
        }
        if let [one] = list
            && is_mover(one)
        {
            return Some(mover());
        }
        let (owner, rest) = match list.split_first() {
            Some((first, rest)) => match word(first).and_then(|w| OWNERS.get(w)) {
                Some(&owner) => (owner, rest),
                None if is_mover(first) => (Owner::Mover, rest),
                None => (Owner::Any, list),
            },
            None => (Owner::Any, list),
        };
        let at = rest.iter().position(|t| {
            matches!(
                link(t),
                Some(Link::On | Link::Attacked | Link::Enclosed | Link::Open | Link::Between | Link::Around)
            )
        });
        let (kinds, tail) = rest.split_at(at.unwrap_or(rest.len()));
        if let (Owner::Empty, Some(kind)) = (owner, kinds.first()) {
            let here = Place::new(self.source, kind.span);
            let diagnostic = error("F0294", here, "an empty square has no piece");
            self.report
                .add(diagnostic.help("write `empty on step south at target`"));
            return None;
        }
        let kinds = self.kinds_between(kinds, owner, place)?;
        let on = match tail.split_first() {
            None => Area::All,
            Some((first, tail)) => match link(first) {
                Some(Link::Attacked) => self.attacked(tail, place)?,
                Some(Link::Enclosed) => Area::Enclosed(self.chains(tail, place)?),
                Some(Link::Open) => Area::Open(self.chains(tail, place)?),
                Some(Link::Between) => self.between(tail, place)?,
                Some(Link::Around) => self.around(tail, place)?,
                _ => self.area(tail, place)?,
            },
        };
        Some(Group { owner, kinds, on })
    }

    /// The kinds between the owner and where the pieces stand.
    fn kinds_between(&self, list: &[Expr], owner: Owner, place: Place) -> Option<Kinds> {
        match list {
            [] if owner == Owner::Any => {
                let diagnostic = error("F0294", place, "which pieces?");
                self.report.add(diagnostic.help(GROUPS));
                None
            }
            [] => Some(Kinds::All),
            [one] => self.kinds(one),
            [first, second, ..] => {
                let likely = word(first).and_then(|w| closest(w, OWNERS.words()));
                let diagnostic = match likely.filter(|_| !word(first).is_some_and(|w| self.is_piece(w))) {
                    Some(_) => {
                        let here = Place::new(self.source, first.span);
                        error("F0294", here, "expected `friend`, `enemy` or a piece").suggest(likely)
                    }
                    None => {
                        let here = Place::new(self.source, second.span);
                        error("F0294", here, "expected `on`, `attacked` or `between`").help(GROUPS)
                    }
                };
                self.report.add(diagnostic);
                None
            }
        }
    }

    /// `by mover`, `by friend rook`.
    fn attacked(&self, list: &[Expr], place: Place) -> Option<Area> {
        let owned = |term: &Expr| {
            let owner = word(term).and_then(|w| OWNERS.get(w));
            owner.is_some_and(|owner| *owner != Owner::Empty)
        };
        match list {
            [by, one] if word(by) == Some("by") && word(one) == Some("mover") => return Some(Area::Attacked),
            [by, rest @ ..] if word(by) == Some("by") && rest.first().is_some_and(owned) => {
                return Some(Area::AttackedBy(self.place(rest, place)?));
            }
            _ => {}
        }
        let here = place_of(self.source, list, place);
        let diagnostic = error("F0294", here, "attacked by whom?");
        self.report.add(diagnostic.help(
            "write `attacked by mover` for what the piece that has moved could capture next, or `attacked by friend rook`",
        ));
        None
    }

    /// `by MOVEMENT`.
    fn chains(&self, list: &[Expr], place: Place) -> Option<Movement> {
        if let [by, way @ ..] = list
            && word(by) == Some("by")
            && !way.is_empty()
        {
            return self.movement(way, place);
        }
        let here = place_of(self.source, list, place);
        let diagnostic = error("F0294", here, "which squares are next to the pieces?");
        self.report
            .add(diagnostic.help("write `enemy enclosed by step orthogonal`"));
        None
    }

    /// `mover and friend KINDS by MOVEMENT`.
    fn between(&self, list: &[Expr], place: Place) -> Option<Area> {
        const FORM: &str = "write `enemy between mover and friend by step orthogonal`";
        let wrong = || {
            let here = place_of(self.source, list, place);
            self.report
                .add(error("F0294", here, "between what, and along which way?").help(FORM));
            None
        };
        let heads: Vec<Option<&str>> = list.iter().take(3).map(word).collect();
        if heads != [Some("mover"), Some("and"), Some("friend")] {
            return wrong();
        }
        let Some(by) = list.iter().position(|t| word(t) == Some("by")) else {
            return wrong();
        };
        let friends = match &list[3..by] {
            [] => Kinds::All,
            [one] => self.kinds(one)?,
            _ => return wrong(),
        };
        let movement = self.movement(&list[by + 1..], place)?;
        if !is_rows(&movement) {
            let here = place_of(self.source, &list[by + 1..], place);
            let diagnostic = error("F0295", here, "what is enclosed lies in a row");
            self.report
                .add(diagnostic.help("a row is a leap or a ride: `step orthogonal`, `ride all`"));
            return None;
        }
        Some(Area::Between {
            by: movement,
            friends,
        })
    }

    /// `target by step all`.
    fn around(&self, list: &[Expr], place: Place) -> Option<Area> {
        let split = list.iter().position(|t| word(t) == Some("by"));
        let Some((from, [_, by @ ..])) = split.map(|at| list.split_at(at)) else {
            let here = place_of(self.source, list, place);
            let diagnostic = error("F0294", here, "around what, and how far?");
            self.report
                .add(diagnostic.help("write `all around target by step all`"));
            return None;
        };
        let from = self.place(from, place)?;
        Some(Area::Around(self.movement(by, place)?, from))
    }

    /// Squares of an effect.
    fn area(&self, list: &[Expr], place: Place) -> Option<Area> {
        if let Some(at) = list.iter().rposition(|t| link(t) == Some(Link::At)) {
            return self.seen_from(&list[..at], &list[at + 1..], place);
        }
        match list {
            [] => {
                let diagnostic = error("F0294", place, "on which squares?");
                self.report.add(diagnostic.help(AREAS));
                None
            }
            [one] => self.area_of(one),
            several => {
                let span = place_of(self.source, several, place).span;
                let phrase = Expr {
                    kind: ExprKind::Phrase(several.to_vec()),
                    span,
                };
                Some(Area::Squares(self.squares(&[phrase])?))
            }
        }
    }

    fn area_of(&self, expr: &Expr) -> Option<Area> {
        let all = |list: &[Expr]| -> Option<Vec<Area>> {
            let areas: Vec<Option<Area>> = list.iter().map(|e| self.area_of(e)).collect();
            areas.into_iter().collect()
        };
        match &expr.kind {
            ExprKind::Group(inner) => self.area_of(inner),
            ExprKind::Intersection(list) if contains_link(expr) => Some(Area::Both(all(list)?)),
            ExprKind::Union(list) | ExprKind::List(list) if contains_link(expr) => {
                Some(Area::Either(all(list)?))
            }
            ExprKind::Phrase(list) => self.area(list, Place::new(self.source, expr.span)),
            ExprKind::Name(name) => match PLACES.get(name) {
                Some(&place) => Some(Area::At(place_named(place))),
                None if KINDS.get(name) == Some(&KindsWord::All) => Some(Area::All),
                None => Some(Area::Squares(self.squares(std::slice::from_ref(expr))?)),
            },
            _ => Some(Area::Squares(self.squares(std::slice::from_ref(expr))?)),
        }
    }

    /// `step all at mover`, `file at target`.
    fn seen_from(&self, what: &[Expr], from: &[Expr], place: Place) -> Option<Area> {
        let from = self.place(from, place);
        let line = match what {
            [one] => link(one),
            _ => None,
        };
        match line {
            Some(Link::File) => Some(Area::File(from?)),
            Some(Link::Rank) => Some(Area::Rank(from?)),
            _ => {
                let movement = match self.drops {
                    true => self.movement(what, place),
                    false => self.seen(what, place, |at| self.movements.headed(at)),
                };
                Some(Area::Reach(movement?, from?))
            }
        }
    }

    /// What stands after `at`.
    fn place(&self, list: &[Expr], whole: Place) -> Option<rules::Place> {
        let here = place_of(self.source, list, whole);
        match list {
            [one] if word(one).is_some_and(|w| PLACES.has(w)) => {
                word(one).and_then(|w| PLACES.get(w)).map(|&p| place_named(p))
            }
            [owner]
                if word(owner)
                    .and_then(|w| OWNERS.get(w))
                    .is_some_and(|owner| *owner != Owner::Empty) =>
            {
                let owner = word(owner).and_then(|w| OWNERS.get(w)).copied()?;
                let kinds = Kinds::All;
                Some(rules::Place::Piece { owner, kinds })
            }
            [first, kinds] if is_mover(first) => {
                let (owner, kinds) = (Owner::Mover, self.kinds(kinds)?);
                Some(rules::Place::Piece { owner, kinds })
            }
            [owner, kinds] if word(owner).is_some_and(|w| OWNERS.has(w)) => {
                let owner = word(owner).and_then(|w| OWNERS.get(w)).copied()?;
                let kinds = self.kinds(kinds)?;
                Some(rules::Place::Piece { owner, kinds })
            }
            _ => {
                let diagnostic = error("F0294", here, "at which place?");
                let words: Vec<&str> = PLACES.words().collect();
                let help = format!("places are {}, or a piece: `friend king`", list_or(words));
                self.report.add(diagnostic.help(help));
                None
            }
        }
    }

    /// A movement that asks at most which squares are occupied.
    pub(super) fn movement(&self, list: &[Expr], place: Place) -> Option<Movement> {
        self.seen(list, place, |at| self.movements.read(at))
    }

    fn seen(
        &self,
        list: &[Expr],
        place: Place,
        read: impl Fn(At<'_, Expr>) -> Option<Movement>,
    ) -> Option<Movement> {
        let here = place_of(self.source, list, place);
        let expr = match list {
            [] => {
                self.report
                    .add(error("F0294", here, "along which movement?").help(AREAS));
                return None;
            }
            [one] => one.clone(),
            several => Expr {
                kind: ExprKind::Phrase(several.to_vec()),
                span: here.span,
            },
        };
        let movement = read(At::new(self.source, &expr))?;
        if looks_at_more(&movement) {
            let message = "where an effect looks may only depend on which squares are occupied";
            self.report.add(
                error("F0295", here, message).help(
                    "take leaps, rides and hops over any piece; say whose pieces are meant before `on`",
                ),
            );
            return None;
        }
        Some(movement)
    }

    /// The kinds in the values of an entry.
    pub(super) fn kinds_of(&self, values: &[Expr]) -> Option<Kinds> {
        self.names().kinds_of(values)
    }

    /// `all`, `rook`, `(rook | queen)`, `all except pawn`.
    pub(super) fn kinds(&self, expr: &Expr) -> Option<Kinds> {
        self.names().kinds(expr)
    }

    /// The same, as `all` where every piece is named.
    pub(super) fn whole(&self, expr: &Expr) -> Option<Kinds> {
        let kinds = self.kinds(expr)?;
        Some(self.names().whole(kinds))
    }

    /// The names of all kinds that are meant.
    pub(super) fn listed(&self, expr: &Expr) -> Option<Vec<String>> {
        self.names().listed(expr)
    }

    /// Reports what cannot be read.
    pub(super) fn unclear(&self, expr: &Expr, message: &str, help: &str) {
        let place = Place::new(self.source, expr.span);
        self.report.add(error("F0294", place, message).help(help));
    }

    fn names(&self) -> PieceNames<'a, '_> {
        PieceNames {
            declared: self.declared,
            report: self.report,
            source: self.source,
            own: false,
        }
    }
}

/// An expression with what belongs together in parentheses: `all except pawn on X` is `(all except pawn) on X`, and `enemy on
/// A & B` is `enemy on (A & B)`.
fn gathered(expr: &Expr) -> Expr {
    let grouped = |kind: ExprKind, span| Expr {
        kind: ExprKind::Group(Box::new(Expr { kind, span })),
        span,
    };
    let phrase = |terms: Vec<Expr>| Expr {
        kind: ExprKind::Phrase(terms),
        span: expr.span,
    };
    let is_on = |term: &Expr| link(term) == Some(Link::On);
    match &expr.kind {
        ExprKind::Except(from, what) if !contains_link(from) => {
            let terms = terms(what);
            let Some(at) = terms.iter().position(|t| link(t).is_some()) else {
                return expr.clone();
            };
            let [kinds] = &terms[..at] else {
                return expr.clone();
            };
            let kinds = ExprKind::Except(from.clone(), Box::new(kinds.clone()));
            let mut list = vec![grouped(kinds, from.span.to(terms[0].span))];
            list.extend_from_slice(&terms[at..]);
            phrase(list)
        }
        ExprKind::Union(list) | ExprKind::Intersection(list) => {
            let Some((first, rest)) = list.split_first() else {
                return expr.clone();
            };
            let terms = terms(first);
            let Some(at) = terms.iter().position(is_on) else {
                return expr.clone();
            };
            if at + 1 == terms.len() || rest.iter().any(|e| self::terms(e).iter().any(is_on)) {
                return expr.clone();
            }
            let area = Expr {
                kind: ExprKind::Phrase(terms[at + 1..].to_vec()),
                span: terms[at + 1].span.to(first.span),
            };
            let mut areas = vec![area];
            areas.extend_from_slice(rest);
            let kind = match expr.kind {
                ExprKind::Union(_) => ExprKind::Union(areas),
                _ => ExprKind::Intersection(areas),
            };
            let mut list = terms[..=at].to_vec();
            list.push(grouped(kind, terms[at + 1].span.to(expr.span)));
            phrase(list)
        }
        _ => expr.clone(),
    }
}

fn mover() -> Group {
    Group {
        owner: Owner::Any,
        kinds: Kinds::All,
        on: Area::At(rules::Place::Mover),
    }
}

/// Whether a term is the piece that has moved.
fn is_mover(term: &Expr) -> bool {
    word(term).and_then(|w| PLACES.get(w)) == Some(&PlaceWord::Mover)
}

fn place_named(place: PlaceWord) -> rules::Place {
    match place {
        PlaceWord::Origin => rules::Place::Origin,
        PlaceWord::Target => rules::Place::Target,
        PlaceWord::Mover => rules::Place::Mover,
        PlaceWord::Victim => rules::Place::Victim,
        PlaceWord::Wall => rules::Place::Walls,
    }
}

/// The word between pieces and squares that a term is.
fn link(term: &Expr) -> Option<Link> {
    word(term).and_then(|w| LINKS.get(w)).copied()
}

/// Whether a word between pieces and squares stands somewhere in an expression.
fn contains_link(expr: &Expr) -> bool {
    match &expr.kind {
        // `rank 8` are squares; `rank at target` has a link all the same.
        ExprKind::Name(name) => match LINKS.get(name) {
            Some(Link::File | Link::Rank) => false,
            link => link.is_some() || PLACES.has(name),
        },
        ExprKind::Group(inner) => contains_link(inner),
        ExprKind::List(list)
        | ExprKind::Phrase(list)
        | ExprKind::Then(list)
        | ExprKind::Intersection(list)
        | ExprKind::Union(list) => list.iter().any(contains_link),
        ExprKind::Except(from, what) => contains_link(from) || contains_link(what),
        ExprKind::Number(_)
        | ExprKind::Decimal(_)
        | ExprKind::Range { .. }
        | ExprKind::Text(_)
        | ExprKind::Call { .. } => false,
    }
}

/// Whether a movement is leaps and rides only.
fn is_rows(movement: &Movement) -> bool {
    !movement.any(&|part| match part {
        Movement::Leap(leap) => !leap.between.is_free(),
        part => !matches!(part, Movement::Union(_)),
    })
}

/// Whether a movement depends on more than which squares are occupied, or does more than lead somewhere.
fn looks_at_more(movement: &Movement) -> bool {
    let does_more = |part: &Movement| matches!(part, Movement::Exposed(_) | Movement::As { .. });
    movement.looks_at_owners() || movement.any(&does_more)
}

/// The event that a word names, or a report that it names none.
pub(super) fn event(report: &Report<'_>, place: Place, word: &str) -> Option<Event> {
    let event = EVENTS.get(word).copied();
    if event.is_none() {
        let message = format!("there is no event `{word}`");
        let help = format!("events are {}", list_or(EVENTS.words()));
        report.add(error("F0290", place, message).suggest_or(closest(word, EVENTS.words()), help));
    }
    event
}
