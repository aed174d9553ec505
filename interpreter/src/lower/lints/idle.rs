//! Words about impossible things: moves of the opponent's pieces that do not exist, hops over walls
//! that are never built.

use super::super::report::warning;
use super::super::values::capital;
use super::{Lints, OWN};
use crate::rules::{Area, Ground, Group, Hurdle, Modes, Movement, Part, Side, Via};
use crate::vocabulary::{PARTS, WALLS, WallsKey};

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
            "nobody can move the opponent's pieces: they have no movement"
        } else if !control.of.iter().any(meant) {
            "nobody can move the opponent's pieces: there are no such pieces"
        } else {
            return;
        };
        let help = "name the pieces and how they move: `of: enemy pawn`, `moves: step forward`";
        self.add(
            warning("F0352", at.place(at.node.keyword.span), message).help(help),
            &self.causes(),
        );
    }

    /// Moves of a turn of a kind that there never is.
    pub(super) fn idle_parts(&self) {
        let rules = self.facts.rules;
        let (Some(at), Some(turns)) = (self.facts.declared.turn, &rules.turns) else {
            return;
        };
        if !rules.hooks.iter().all(|used| used.says.is_some()) {
            return;
        }
        let played = rules.dissolved();
        let swaps = || {
            let modes = [Modes::SWAP, Modes::SWAP_ENEMY];
            let mut pieces = played.pieces.values();
            !played.restrictions.exchange.is_empty()
                || pieces.any(|piece| {
                    let movements = [&piece.movement.white, &piece.movement.black];
                    movements
                        .iter()
                        .any(|movement| modes.iter().any(|&mode| super::has_mode(movement, mode)))
                })
        };
        let parts = [
            (
                Part::Control,
                rules.control.is_some(),
                "say of which pieces: `control { of: enemy pawn }`",
            ),
            (
                Part::Swap,
                swaps(),
                "say which pieces change places: `swap step all` in a movement, or `rules { exchange: king and rook }`",
            ),
            (
                Part::Drop,
                !rules.drops.is_empty(),
                "say what may be dropped: `drop pawn { on: ranks 2-7 }`",
            ),
        ];
        for (part, possible, help) in parts {
            if turns.name(part) && !possible {
                let message = format!(
                    "a turn asks for a `{}`, and no move is ever one",
                    PARTS.word(&part)
                );
                self.add(
                    warning("F0354", at.place(at.node.keyword.span), message).help(help),
                    &self.causes(),
                );
            }
        }
    }

    /// Walls that every move puts, and no square where one side may put them.
    pub(super) fn walls_of_one_side(&self) {
        let (Some(at), Some(walls)) = (self.facts.declared.walls, &self.facts.rules.walls) else {
            return;
        };
        let Area::Squares(on) = &walls.on else { return };
        let lacks = |side: &Side| on[*side].0.is_empty();
        let Some(side) = Side::ALL.into_iter().find(lacks).filter(|_| !walls.instead) else {
            return;
        };
        let mut entries = at.node.entries.iter();
        let entry = entries.find(|entry| WALLS.get(&entry.key.value) == Some(&WallsKey::On));
        let place = at.place(entry.map_or(at.node.keyword.span, |entry| entry.span));
        let message = format!(
            "{} cannot move: every move puts a wall, and there is no square for its walls",
            capital(side)
        );
        let help = "name squares of both sides: `on: ranks 3-4`, or `on: white ranks 3-4 | black ranks 5-6`";
        self.add(warning("F0362", place, message).help(help), &self.causes());
    }

    /// Hops over walls where no square is ever closed.
    pub(super) fn idle_walls(&self) {
        let rules = self.facts.rules;
        let played = rules.dissolved();
        let closes = played.acts().any(|act| act.facts().ground == Ground::Closed);
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
