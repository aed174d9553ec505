//! Whether each side can win.

use super::super::report::{Place, warning};
use super::super::values::capital;
use super::{Lints, OWN};
use crate::board::Bits as _;
use crate::hooks::{self, ParameterKind};
use crate::rules::{HookUse, Score, Side};
use std::collections::HashSet;

impl Lints<'_, '_> {
    pub(super) fn winning(&self) {
        let header = self.facts.files.trees[0].header.as_ref();
        let Some(place) = header.map(|h| Place::new(OWN, h.span)) else {
            return;
        };
        let losers: Vec<Side> = Side::ALL
            .into_iter()
            .filter(|&side| !self.can_win(side))
            .collect();
        let (code, message) = match losers.as_slice() {
            [] => return,
            [one] => ("F0321", format!("{} can never win", capital(*one))),
            _ => ("F0313", "nobody can ever win this game".to_owned()),
        };
        let royalless = |side: &&Side| !self.has_royal_kind(side.other());
        let help = match losers.iter().find(royalless) {
            Some(side) if losers.len() == 1 => format!(
                "{} has no royal piece to checkmate: make one `royal`, or set a goal in `end`",
                capital(side.other())
            ),
            Some(_) => "make a piece `royal`, or set a goal in `end`".to_owned(),
            None => {
                "no piece can give checkmate: give the side such a piece, or set a goal in `end`".to_owned()
            }
        };
        self.facts.report.add(warning(code, place, message).help(help));
    }

    /// Whether some rule can make the side win.
    fn can_win(&self, side: Side) -> bool {
        let (rules, other) = (self.facts.rules, side.other());
        let end = &rules.end;
        let by_goal = end.goals.iter().any(|g| match g.score {
            Score::Win => g.side == side,
            Score::Loss => g.side == other,
            Score::Draw => false,
        });
        let by_limit = [end.repetition, end.move_rule]
            .into_iter()
            .flatten()
            .any(|limit| limit.score != Score::Draw);
        let by_stalemate = end.stalemate[other] == Score::Loss || end.stalemate[side] == Score::Win;
        let by_mate = match end.checkmate {
            Score::Loss => self.can_mate(side),
            Score::Draw => false,
            Score::Win => self.can_mate(other),
        };
        by_goal || by_limit || by_stalemate || by_mate || rules.hooks.iter().any(decides)
    }

    /// Whether the side can give check at all. Royal pieces that go alike cannot attack each other:
    /// the one that came would be attacked itself.
    fn can_mate(&self, side: Side) -> bool {
        if !self.has_royal_kind(side.other()) {
            return false;
        }
        let targets: Vec<_> = self
            .members
            .iter()
            .filter(|m| m.side != side && m.piece.royal[m.side])
            .collect();
        let present = self.present(side);
        let attacks = |m: &&super::members::Member<'_, '_>| {
            let safe = !m.piece.royal[side] || targets.iter().any(|t| t.movement() != m.movement());
            let comes = m.appears() && present.as_ref().is_none_or(|kinds| kinds.contains(&m.name));
            m.side == side && comes && safe && self.captures(m)
        };
        self.moves_added || self.members.iter().any(|m| attacks(&m))
    }

    /// The kinds that a side has in hand at the start.
    pub(super) fn held(&self, side: Side) -> impl Iterator<Item = &str> {
        let start = self.facts.start.text.split_once('[');
        let hand = start.and_then(|(_, rest)| rest.split_once(']'));
        let hand = hand.map_or("", |(hand, _)| hand);
        let own = self.members.iter().filter(move |m| m.side == side);
        let held = own.filter(move |m| m.piece.letter[side].is_some_and(|letter| letter.count_in(hand) > 0));
        held.map(|m| m.name)
    }

    /// The kinds of a side at the start, and the kinds that those become; `None` if hooks may bring
    /// others.
    fn present(&self, side: Side) -> Option<HashSet<&str>> {
        let own = self.members.iter().filter(|m| m.side == side);
        let mut kinds: HashSet<&str> = own.filter(|m| !m.starts.is_empty()).map(|m| m.name).collect();
        kinds.extend(self.held(side));
        let promotions = &self.facts.rules.promotions;
        loop {
            let open = promotions
                .iter()
                .filter(|p| p.side == side && kinds.contains(p.piece.as_str()));
            let further: Vec<&str> = open.flat_map(|p| &p.to).map(String::as_str).collect();
            let before = kinds.len();
            kinds.extend(further);
            if kinds.len() == before {
                return self.facts.rules.hooks.is_empty().then_some(kinds);
            }
        }
    }
}

/// Whether a hook brings an outcome of its own: then it has a parameter for the outcome's name.
fn decides(hook: &HookUse) -> bool {
    if let Some(says) = &hook.says {
        return !says.goals.is_empty();
    }
    hooks::get(&hook.name).is_none_or(|info| {
        let mut parameters = info.parameters.iter();
        parameters.any(|p| p.name == "reason" && matches!(p.kind, ParameterKind::Name))
    })
}
