//! Words about what never comes about: moves of the opponent's pieces that there are not, hops over walls that nobody builds.

use super::super::report::warning;
use super::{Lints, OWN};
use crate::rules::{Act, Group, Hurdle, Movement, Side, Via};

impl Lints<'_, '_> {
    /// Control of pieces that the opponent never has, or that cannot go anywhere.
    pub(super) fn idle_control(&self) {
        let rules = self.facts.rules;
        let (Some(at), Some(control)) = (self.facts.declared.control, &rules.control) else {
            return;
        };
        let meant = |group: &Group| {
            let mut pieces = rules.pieces.iter();
            pieces.any(|(name, piece)| {
                let there = Side::ALL.iter().any(|&side| piece.letter[side].is_some());
                there && group.kinds.has(name)
            })
        };
        let still = control
            .moves
            .as_ref()
            .is_some_and(|moves| *moves == Movement::none());
        let message = if still {
            "nobody can move the opponent's pieces: they have no way to go"
        } else if !control.of.iter().any(meant) {
            "nobody can move the opponent's pieces: there are no such pieces"
        } else {
            return;
        };
        let help = "say of which pieces and how they go: `of: enemy pawn`, `moves: step forward`";
        self.add(
            warning("F0352", at.place(at.node.keyword.span), message).help(help),
            &self.causes(),
        );
    }

    /// Hops over walls where no square is ever closed.
    pub(super) fn idle_walls(&self) {
        let rules = self.facts.rules;
        let played = rules.dissolved();
        let closes = played
            .effects
            .iter()
            .any(|effect| effect.acts.iter().any(|act| matches!(act, Act::Close(_))));
        if closes || played.walls.is_some() || !rules.hooks.iter().all(|used| used.says.is_some()) {
            return;
        }
        let over_walls = |part: &Movement| match part {
            Movement::Then { via, .. } => *via == Via::Hurdle(Hurdle::Wall),
            Movement::Over { hurdle, .. } => *hurdle == Hurdle::Wall,
            _ => false,
        };
        let mut told = Vec::new();
        for member in &self.members {
            let place = member.place();
            if place.source != OWN || told.contains(&place) || !member.movement().any(&over_walls) {
                continue;
            }
            told.push(place);
            let message = format!("the `{}` hops over walls, and there are none", member.name);
            let help = "squares are closed by `walls { ... }` and by `on move { close: origin }`";
            self.facts.report.add(warning("F0353", place, message).help(help));
        }
    }
}
