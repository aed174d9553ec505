//! `on`: what follows by itself from a move.

mod areas;
mod joints;
mod puts;

use super::declared::Declared;
use super::movement::Movements;
use super::report::{At, Place, Report, error, list_or};
use super::squares::Grounds;
use super::values::{place_of, terms, word};
use crate::rules::{
    Act, Area, Carry, Effect, Event, Form, Group, Movement, Owner, PerSide, Shift, Squares, Whom,
};
use crate::vocabulary::{
    ActForm, EFFECTS, EVENTS, EffectKey, LINKS, Link, NO, OWNERS, PLACES, PlaceWord, SHIFTS, YES_NO,
};
use areas::{gathered, is_rows, link};
use ferz_grammar::ast::{Entry, Expr, SectionDecl};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::{closest, closest_of_few};

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
            drops: matches!(block.event, Event::Drop | Event::Turn),
            ..Reader::new(declared, grounds, movements, report, block.at.source)
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
        drops: true,
        ..Reader::new(declared, grounds, movements, report, entry.source)
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

/// Reads the squares that an entry names, as an effect finds them; `still`: nothing has gone in any
/// direction.
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
    /// Whether the event is a drop, which has no direction.
    pub(super) drops: bool,
}

impl<'a, 'r> Reader<'a, 'r> {
    pub(super) fn new(
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
            if let Some(&(_, first)) = seen
                .iter()
                .find(|(known, _)| *known == key && !matches!(key, EffectKey::Act(_)))
            {
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
            let read = self.entry(key, entry, &mut effect).is_some();
            if read && good && event == Event::Turn && effect.asks_for_move() {
                let message = "`on turn` cannot refer to the moves of the turn";
                self.report.add(
                    error("F0292", entry.place(asking(entry.node)), message)
                        .label("this asks for a move")
                        .help("name pieces and squares without one: `become: friend pawn on last rank as queen`, `open: wall`; or write `on move { ... }`"),
                );
                good = false;
            }
            good &= read;
        }
        if effect.acts.is_empty() && good && !self.report.has_unread_in(at.place(at.node.span)) {
            self.report.add(
                error("F0291", at.place(at.node.keyword.span), "nothing follows here")
                    .help("say what happens: `remove: mover`, `flip: mover`, `become: mover as queen`, `close: origin`, `hand: victim`, `put: victim on origin`, `pull: enemy to mover by ride all`, `carry: mover by step forward`, `possible: no`, `again: mover`"),
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
            EffectKey::WhileBefore => effect.before.present = self.before(entry, effect.event)?,
            EffectKey::UnlessBefore => effect.before.absent = self.before(entry, effect.event)?,
            EffectKey::Every => effect.every = Some(self.every(entry, effect.event)?),
            EffectKey::Repeat => {
                effect.repeat = self.report.choose(self.report.single(entry)?, YES_NO)?;
            }
            EffectKey::From => effect.from = Some(self.squares(values)?),
            EffectKey::To => effect.to = Some(self.squares(values)?),
            EffectKey::Act(act) => {
                let acts = self.acts(act.form(), entry, effect.event);
                let read = acts.iter().all(Option::is_some);
                effect.acts.extend(acts.into_iter().flatten());
                return read.then_some(());
            }
        }
        Some(())
    }

    /// The acts of an entry, by their form; `None` for each that cannot be read.
    fn acts(&self, form: ActForm, entry: At<'_, Entry>, event: Event) -> Vec<Option<Act>> {
        let values = &entry.node.values;
        let each = |read: &dyn Fn(&Expr) -> Option<Act>| values.iter().map(read).collect();
        match form {
            ActForm::Pieces(act) => vec![self.groups(values).map(act)],
            ActForm::Squares(act) => vec![self.areas(values).map(act)],
            ActForm::Become => each(&|value| self.become_(value, event)),
            ActForm::Hand => each(&|value| self.hand(value, event)),
            ActForm::Put => each(&|value| self.put(value, event).map(Act::Put)),
            ActForm::Shift { toward } => each(&|value| self.shift(value, toward).map(Act::Shift)),
            ActForm::Carry => each(&|value| self.carry(value).map(Act::Carry)),
            ActForm::Possible => {
                let no = self
                    .report
                    .single(entry)
                    .and_then(|value| self.report.choose(value, NO));
                vec![no.map(|_| Act::Forbid)]
            }
            ActForm::Again => vec![self.again(entry, event).map(Act::Again)],
        }
    }

    /// From the ends of which turns something follows.
    fn every(&self, entry: At<'_, Entry>, event: Event) -> Option<u16> {
        if event != Event::Turn {
            let place = entry.place(entry.node.key.span);
            let diagnostic = error("F0292", place, "`every` counts turns");
            self.report
                .add(diagnostic.help("write `on turn { every: 20; ... }`, or `on black turn { ... }`"));
            return None;
        }
        let value = self.report.single(entry)?;
        Some(self.report.number(value, "`every`", 2, 1000)? as u16)
    }

    /// Pieces, or empty squares, of which is asked whether there were any before the move.
    fn before(&self, entry: At<'_, Entry>, event: Event) -> Option<Vec<Group>> {
        if matches!(event, Event::Turn | Event::Drop) {
            let place = entry.place(entry.node.key.span);
            let diagnostic = error("F0292", place, "only moves have a position before them");
            self.report
                .add(diagnostic.help("write `on move { ... }` or `on capture { ... }`"));
            return None;
        }
        let asked = self.condition(&entry.node.values)?;
        if let Some(at) = asked.iter().position(Group::asks_for_victim) {
            let place = Place::new(self.source, entry.node.values[at].span);
            let diagnostic = error("F0292", place, "before the move nothing is captured yet");
            self.report
                .add(diagnostic.help("write `target` for the square where the move ends; other captures are known only after the move: ask with `while` or `unless`"));
            return None;
        }
        Some(asked)
    }

    /// Reads the captured pieces: kinds, or `same`, with their owner before them: `friend rook`.
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
            let diagnostic = error("F0293", whole, "what does it become?")
                .help("write `mover as queen`, or `mover as victim` for the kind that was captured");
            self.unjoined(list, LINKS.word(&Link::As), diagnostic);
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
            self.names().unknown(name, place);
            return None;
        }
        if event != Event::Capture {
            let diagnostic = error("F0292", place, "`victim` is the captured piece");
            self.report.add(diagnostic.help("write `on capture { ... }`"));
            return None;
        }
        Some(Form::Victim)
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
            let (fits, other) = (SHIFTS.word(&toward), SHIFTS.word(&!toward));
            if let Some(wrong) = head
                .iter()
                .find(|t| word(t) == Some(other))
                .filter(|_| at.is_none())
            {
                let here = Place::new(self.source, wrong.span);
                let message = match toward {
                    true => "pieces are pulled to a place",
                    false => "pieces are pushed from a place",
                };
                self.report.add(error("F0294", here, message).suggest(Some(fits)));
                return None;
            }
            let diagnostic = error("F0294", whole, "from where or to where, and along which lines?");
            match at.filter(|_| way.is_empty()) {
                Some(at) => self.unjoined(&list[at + 1..], "by", diagnostic.help(form)),
                // Without the word for the place there may be another one.
                None if at.is_none() => self.unjoined(head, fits, diagnostic.help(form)),
                None => self.report.add(diagnostic.help(form)),
            }
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

    /// `mover by step forward`.
    fn carry(&self, value: &Expr) -> Option<Carry> {
        let value = &gathered(value);
        let whole = Place::new(self.source, value.span);
        let list = terms(value);
        let form = "write `carry: mover by step forward`, `carry: enemy on step all at mover by king`";
        let by = list.iter().rposition(|t| word(t) == Some("by"));
        let (head, [_, way @ ..]) = list.split_at(by.unwrap_or(list.len())) else {
            let diagnostic = error("F0294", whole, "how do they go on?").help(form);
            self.unjoined(list, "by", diagnostic);
            return None;
        };
        let whom = self.group(head, value)?;
        if whom.owner == Owner::Empty {
            let message = "there is no piece on an empty square";
            self.report.add(error("F0294", whole, message).help(form));
            return None;
        }
        let by = self.movement(way, whole)?;
        if by.is_headed() {
            let here = place_of(self.source, way, whole);
            let diagnostic = error(
                "F0295",
                here,
                "pieces that `carry` moves have no direction of movement",
            );
            self.report.add(
                diagnostic
                    .help("directions are those of the board or of the side: `step forward`, `step north`"),
            );
            return None;
        }
        Some(Carry { whom, by })
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
                    let diagnostic = error("F0292", place, "`victim` is the captured piece");
                    self.report.add(diagnostic.help("write `on capture { ... }`"));
                    return None;
                }
                Whom::Victims
            }
            [first, rest @ ..]
                if link(first) == Some(Link::Victim)
                    && let Some(wrong) = rest.iter().find(|term| !manner(term)) =>
            {
                let words = [Link::Flipped, Link::Demoted].map(|word| LINKS.word(&word));
                let here = Place::new(self.source, wrong.span);
                let likely = word(wrong).and_then(|w| closest_of_few(w, words));
                let help = format!("write `victim`, or add {}", list_or(words));
                let found = word(wrong).map_or_else(String::new, |word| format!(", found `{word}`"));
                let diagnostic = error("F0294", here, format!("expected `flipped` or `demoted`{found}"));
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

/// The first word of an entry that asks for a move, or the whole entry.
fn asking(entry: &Entry) -> Span {
    fn first(expr: &Expr) -> Option<Span> {
        let asks = |word| {
            PLACES.get(word).is_some_and(|place| *place != PlaceWord::Wall)
                || LINKS.get(word) == Some(&Link::Chosen)
        };
        match word(expr) {
            Some(word) => asks(word).then_some(expr.span),
            None => expr.kind.parts().into_iter().find_map(first),
        }
    }
    entry.values.iter().find_map(first).unwrap_or(entry.span)
}
