//! Pieces that do less than a piece should, and attributes that are not true of them.

use super::super::reach::closure;
use super::super::report::{Place, warning};
use super::super::values::{capital, terms, word};
use super::members::Member;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::rules::{Act, Condition, Form, Letter, Movement, Side};
use crate::vocabulary::goal_kind;
use ferz_engine::order::sort;
use ferz_grammar::diagnostic::Diagnostic;

impl Lints<'_, '_> {
    pub(super) fn pieces(&self) {
        for name in self.facts.rules.pieces.keys() {
            let kind: Vec<&Member<'_, '_>> = self.members.iter().filter(|m| m.name == name).collect();
            self.never_appears(&kind);
            let odd = kind.iter().filter(|m| m.appears()).find_map(|m| self.odd(m));
            if let Some(warning) = odd {
                self.add(warning, &self.causes());
            }
        }
    }

    fn never_appears(&self, kind: &[&Member<'_, '_>]) {
        let absent: Vec<&&Member<'_, '_>> = kind.iter().filter(|m| m.is_own() && !m.appears()).collect();
        let Some(first) = absent.first() else { return };
        // Hooks bring pieces back, or over to the other side; but none that were never there.
        let exists = kind.iter().any(|m| m.appears()) || self.waits_beside(kind);
        let becomes = |act: &Act| matches!(act.facts().form, Some(Form::Kind(name)) if name == first.name);
        let made = self.facts.rules.acts().any(becomes);
        if made || (self.moves_added && exists) {
            return;
        }
        let message = match absent.as_slice() {
            [one] => format!("{}'s `{}` never appears", capital(one.side), one.name),
            _ => format!("the `{}` never appears", first.name),
        };
        self.facts.report.add(
            warning("F0310", first.place(), message)
                .help("it is not in the start position, and nothing promotes to it"),
        );
    }

    /// Whether a field of the start position that belongs to a hook has a letter of the kind.
    fn waits_beside(&self, kind: &[&Member<'_, '_>]) -> bool {
        let fields = self
            .facts
            .start
            .text
            .split(' ')
            .filter_map(|field| field.split_once('='));
        let mut letters = fields.flat_map(|(_, value)| Letter::among(value));
        letters.any(|letter| kind.iter().any(|m| m.piece.letter[m.side] == Some(letter)))
    }

    /// Reports oddities of a piece that appears.
    fn odd(&self, member: &Member<'_, '_>) -> Option<Diagnostic> {
        let (name, place) = (member.name, member.place());
        if !self.moves(member) {
            let silent = member.has("confined") || self.moves_added;
            return (!silent).then(|| {
                warning("F0301", place, format!("the `{name}` can never move"))
                    .help("if that is meant, say so: add `, confined`")
            });
        }
        if self.moves_added {
            return None;
        }
        if !self.captures(member) && !member.has("harmless") {
            let message = format!("the `{name}` can never capture or give check");
            let help = "if that is meant, say so: add `, harmless`";
            return Some(warning("F0303", place, message).help(help));
        }
        let promotions = &self.facts.rules.promotions;
        let promotes = promotions
            .iter()
            .any(|p| p.side == member.side && p.piece == name);
        let (reached, all) = (
            self.reached(member).count(),
            self.facts.topology.squares().count(),
        );
        let free = promotes || member.has("confined") || mentions_squares(member.movement());
        (reached * 2 < all && !free).then(|| {
            let message = format!("the `{name}` can only reach {reached} of {all} squares");
            warning("F0302", place, message).help("if that is meant, say so: add `, confined`")
        })
    }

    /// `harmless`, `confined`, `keeps-clock` and `once` of pieces that are not.
    pub(super) fn untrue_attributes(&self) {
        for member in &self.members {
            for attribute in member.entry.attributes.iter().filter(|a| a.source == OWN) {
                let place = attribute.place(attribute.node.span);
                match terms(attribute.node).first().and_then(word) {
                    Some("harmless") => self.untrue(member, place, "harmless"),
                    Some("confined") => self.untrue(member, place, "confined"),
                    Some("keeps-clock") if !self.could_reset(member) => {
                        let message = format!(
                            "`keeps-clock` changes nothing: the `{}` does not promote",
                            member.name
                        );
                        let help =
                            "only moves of pieces that promote restart the halfmove clock by themselves";
                        self.facts.report.add(warning("F0329", place, message).help(help));
                    }
                    Some("once") => self.unread(member, place),
                    _ => {}
                }
            }
        }
    }

    /// An old letter that means another piece, or the piece anyway.
    fn unread(&self, member: &Member<'_, '_>, place: Place) {
        let rules = self.facts.rules;
        // One line may declare both sides' pieces: then the letter is useless only if it is useless
        // for both.
        let mut shared = self
            .members
            .iter()
            .filter(|m| m.name == member.name && m.place() == member.place());
        let is_useless = |m: &Member<'_, '_>| {
            let once = m.piece.once.map(|once| once.of(m.side));
            once.is_some_and(|once| rules.today(once) != m.piece.letter[m.side])
        };
        let is_first = shared.clone().next().is_some_and(|m| m.side == member.side);
        let Some(once) = member.piece.once.filter(|_| is_first && shared.all(is_useless)) else {
            return;
        };
        let (side, once) = (member.side, once.of(member.side));
        let named = rules
            .pieces
            .iter()
            .find(|(_, piece)| piece.letter[side] == Some(once));
        let message = match named {
            Some((name, _)) if name == member.name => {
                format!("`once {once}` changes nothing: the `{name}` is written `{once}` today")
            }
            Some((name, _)) => format!("`once {once}` is never read: `{once}` is the `{name}`"),
            None => format!("`once {once}` is never read: another piece was called `{once}`, too"),
        };
        let help = "leave it out, or write the letter that older positions use for the piece";
        self.facts.report.add(warning("F0329", place, message).help(help));
    }

    fn untrue(&self, member: &Member<'_, '_>, place: Place, attribute: &str) {
        // One line may declare both sides' pieces: then it is untrue only if it is untrue for both.
        let shared = |m: &&Member<'_, '_>| m.name == member.name && m.place() == member.place();
        let is_untrue = |m: &Member<'_, '_>| {
            m.appears()
                && if attribute == "harmless" {
                    self.captures(m)
                } else {
                    self.moves(m)
                        && self.is_free(m)
                        && self.frozen(m).is_empty()
                        && self.stuck_on(m).is_empty()
                }
        };
        if self.moves_added || !self.members.iter().filter(shared).all(is_untrue) {
            return;
        }
        let name = member.name;
        let (message, help) = if attribute == "harmless" {
            (
                format!("the `{name}` is not harmless: it can capture"),
                "the word only silences a warning; for a piece that cannot capture write `move` before its movement",
            )
        } else {
            (
                format!(
                    "the `{name}` is not confined: it can reach {}",
                    self.share(member)
                ),
                "the word only silences a warning; for a piece that stays somewhere write `MOVEMENT to SQUARES`",
            )
        };
        self.facts.report.add(warning("F0329", place, message).help(help));
    }

    fn share(&self, member: &Member<'_, '_>) -> String {
        let (reached, all) = (self.reach_of_one(member), self.facts.topology.squares().count());
        if reached == all {
            "every square".to_owned()
        } else {
            format!("{reached} of {all} squares")
        }
    }

    fn is_free(&self, member: &Member<'_, '_>) -> bool {
        self.reach_of_one(member) * 2 >= self.facts.topology.squares().count()
    }

    /// How many squares one and the same piece of the kind can reach at most.
    fn reach_of_one(&self, member: &Member<'_, '_>) -> u32 {
        let reach = |origin| {
            closure(
                self.facts.topology,
                member.movement(),
                member.side,
                U256::bit(origin),
                member.promotes,
            )
        };
        member
            .origins
            .squares()
            .map(|origin| reach(origin).count())
            .max()
            .unwrap_or(0)
    }

    /// Whether moves of the piece would restart the clock without the attribute.
    fn could_reset(&self, member: &Member<'_, '_>) -> bool {
        member.has("resets-clock") || self.facts.rules.promotions.iter().any(|p| p.piece == member.name)
    }

    /// Two kinds of a side that are the same in everything but their names.
    pub(super) fn alike(&self) {
        for (index, second) in self.members.iter().enumerate() {
            let same = |first: &&Member<'_, '_>| {
                first.side == second.side
                    && first.movement() == second.movement()
                    && first.piece.royal[first.side] == second.piece.royal[second.side]
                    && first.appears()
            };
            if !second.appears() {
                continue;
            }
            let Some(first) = self.members[..index].iter().find(same) else {
                continue;
            };
            let (own, other) = if second.is_own() {
                (second, first)
            } else {
                (first, second)
            };
            // A plus marks the former kind of a piece.
            let has_plus = |member: &Member<'_, '_>| {
                let letter = member.piece.letter[member.side];
                letter.is_some_and(|letter| letter.without_plus().is_some())
            };
            let told_apart = self.is_told_apart(own.name, other.name) || has_plus(own) || has_plus(other);
            if !own.is_own() || told_apart || (second.side == Side::Black && self.alike_for_white(own, other))
            {
                continue;
            }
            let message = format!("the `{}` and the `{}` move alike", own.name, other.name);
            let (place, second) = (own.place(), other.place());
            self.facts.report.add(
                warning("F0327", place, message)
                    .also(second.source, second.span, "the other")
                    .help("is one of the two movements a slip? One piece would do for both"),
            );
        }
    }

    /// Whether White has the same two pieces, so that they were reported already.
    fn alike_for_white(&self, a: &Member<'_, '_>, b: &Member<'_, '_>) -> bool {
        let of_white = |m: &Member<'_, '_>| self.member(Side::White, m.name);
        match (of_white(a), of_white(b)) {
            (Some(a), Some(b)) => a.movement() == b.movement() && a.appears() && b.appears(),
            _ => false,
        }
    }

    /// Whether a rule names one of the two pieces and not the other.
    fn is_told_apart(&self, a: &str, b: &str) -> bool {
        let rules = self.facts.rules;
        let one = |names: &[String]| names.iter().any(|n| n == a) != names.iter().any(|n| n == b);
        // The promotions of each of them, without names.
        let promotions = |name: &str| {
            let of = rules.promotions.iter().filter(|p| p.piece == name).map(|p| {
                let mut nameless = p.clone();
                nameless.piece.clear();
                serde_json::to_string(&nameless).unwrap_or_default()
            });
            let mut list: Vec<String> = of.collect();
            sort(&mut list);
            list
        };
        let castles = |name: &str| rules.castling.iter().any(|c| c.king == name || c.rook == name);
        let limited = rules
            .promotions
            .iter()
            .any(|p| p.limits.contains_key(a) != p.limits.contains_key(b));
        let named = |name: &str| {
            let quoted = format!("\"{name}\"");
            let parameters = rules.hooks.iter().flat_map(|h| h.parameters.values());
            parameters
                .map(|value| value.to_string().matches(&quoted).count())
                .sum::<usize>()
        };
        promotions(a) != promotions(b)
            || self.demotes_to(a) != self.demotes_to(b)
            || castles(a) != castles(b)
            || limited
            || named(a) != named(b)
            || rules
                .end
                .goals
                .iter()
                .any(|g| one(&goal_kind(&g.condition).written().pieces))
            || self.effects_tell_apart(a, b)
    }

    /// Whether effects, powers or drops would be others if the two pieces changed places in them.
    fn effects_tell_apart(&self, a: &str, b: &str) -> bool {
        let rules = self.facts.rules;
        let written =
            serde_json::to_string(&(&rules.effects, &rules.powers, &rules.drops)).unwrap_or_default();
        let [a, b] = [a, b].map(|name| format!("\"{name}\""));
        let swapped = written.replace(&a, "\0").replace(&b, &a).replace('\0', &b);
        swapped != written
    }

    /// Pieces that are declared again without their former value.
    pub(super) fn lost_values(&self) {
        for (member, subject) in self.named(|m| m.is_own() && self.lost_value(m).is_some()) {
            let Some(value) = self.lost_value(member) else {
                continue;
            };
            let message = format!("{subject} has lost its value {}", pawns(value));
            self.facts.report.add(
                warning("F0340", member.place(), message)
                    .help("a new declaration does not keep the attributes of the old one: add `, value N`"),
            );
        }
    }

    /// The value of the piece that this one replaces, if it has none of its own.
    fn lost_value(&self, member: &Member<'_, '_>) -> Option<u32> {
        let is_new = member.entry.movement.is_some_and(|m| m.source == OWN);
        let free = member.piece.value.is_some() || member.piece.royal[member.side] || !is_new;
        if free {
            return None;
        }
        let replaced = &self.facts.declared.replaced;
        let before = replaced.get(&(member.side, member.name))?;
        super::super::pieces::value(before)
    }
}

/// Hundredths as an author writes them.
fn pawns(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Whether a movement speaks of particular squares.
fn mentions_squares(movement: &Movement) -> bool {
    movement.any(&|part| {
        matches!(
            part,
            Movement::When {
                condition: Condition::From(_) | Condition::To(_),
                ..
            }
        )
    })
}
