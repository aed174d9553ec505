//! Turns, moves of the opponent's pieces and walls that change nothing.

use super::super::super::report::{At, warning};
use super::super::{Lints, OWN, has_mode};
use super::scene::Scene;
use super::squares::contained;
use super::world::World;
use crate::board::Bits as _;
use crate::lower::values::{capital, word};
use crate::rules::{Area, Control, GoalCondition, Group, Modes, Movement, PerSide, Place, Prey, Side};
use crate::vocabulary::{CONTROL, ControlKey, TURN, TurnKey, WALLS, WallsKey};
use ferz_grammar::ast::{Entry, SectionDecl};

/// Walls on at most this number of squares are soon all there.
const MOST_FEW: usize = 2;

impl Lints<'_, '_> {
    pub(super) fn idle_turns(&self, world: &World<'_, '_>) {
        self.idle_turn();
        self.idle_moves_of_others(world);
        self.idle_walls_instead(world);
    }

    /// Turns that repeat the default.
    fn idle_turn(&self) {
        let Some(at) = self.facts.declared.turn.filter(|at| at.source == OWN) else {
            return;
        };
        let entry = |key: TurnKey| {
            let mut entries = at.node.entries.iter();
            entries.find(|entry| TURN.get(&entry.key.value) == Some(&key))
        };
        let grows = entry(TurnKey::Grows);
        let Some(turns) = &self.facts.rules.turns else {
            let must =
                entry(TurnKey::Must).filter(|entry| entry.values.first().and_then(word) == Some("yes"));
            let about_several = must.or_else(|| entry(TurnKey::Check)).map(|entry| entry.span);
            let span = if self.is_told_before("turn", None) {
                about_several
            } else {
                Some(grows.map_or(at.node.keyword.span, |entry| entry.span))
            };
            if let Some(span) = span {
                self.says_idle(at.place(span), "a turn is one move anyway");
            }
            return;
        };
        if let Some(entry) = grows.filter(|_| turns.grows == 0) {
            self.says_idle(at.place(entry.span), "turns grow by one move or more");
        }
        let royal = |side| self.has_royal_kind(side);
        if let Some(entry) =
            entry(TurnKey::Check).filter(|_| turns.check_ends && !Side::ALL.into_iter().any(royal))
        {
            self.says_idle(at.place(entry.span), "nobody has a royal piece to give check to");
        }
        let first = turns.first.as_ref();
        if let Some(entry) = entry(TurnKey::First)
            && first == Some(&turns.moves.white)
            && turns.grows == 0
            && self.begins(Side::White)
        {
            self.says_idle(at.place(entry.span), "the first turn is like all others");
        }
    }

    /// Whether a side is to move at the start.
    fn begins(&self, side: Side) -> bool {
        let letter = match side {
            Side::White => "w",
            Side::Black => "b",
        };
        self.facts.start.text.split(' ').nth(1) == Some(letter)
    }

    /// Moves of the opponent's pieces that neither side ever makes.
    fn idle_moves_of_others(&self, world: &World<'_, '_>) {
        let (Some(at), Some(control)) = (self.facts.declared.control, &self.facts.rules.control) else {
            return;
        };
        if world.open {
            return;
        }
        let entry = |key: ControlKey| find(at, &|entry| CONTROL.get(&entry.key.value) == Some(&key));
        let place = |key: ControlKey| at.place(entry(key).map_or(at.node.keyword.span, |entry| entry.span));
        let scene = |side| Scene::at_rest(world, side);
        // Pieces that no side has are reported by their names.
        let stands = |group: &Group| Side::ALL.into_iter().any(|side| world.has(side, &group.kinds));
        let missing = |group: &Group| {
            let whys: Option<Vec<String>> = Side::ALL
                .into_iter()
                .map(|side| scene(side).missing(group))
                .collect();
            whys.and_then(|whys| whys.into_iter().next())
        };
        if control.of.iter().any(stands)
            && let Some(why) = control
                .of
                .iter()
                .map(missing)
                .collect::<Option<Vec<_>>>()
                .and_then(|w| w.into_iter().next())
        {
            let message = format!("nobody can move the opponent's pieces: {why}");
            let help = "name pieces and squares that can exist";
            self.add(
                warning("F0352", place(ControlKey::Of), message).help(help),
                &self.causes(),
            );
        }
        let scenes: Vec<Scene<'_, '_, '_>> = Side::ALL.into_iter().map(scene).collect();
        if let (Some(at_part), Some(of)) = (contained(&scenes, &control.of), entry(ControlKey::Of))
            && let Some(value) = of.values.get(at_part)
        {
            self.says_idle(
                at.place(value.span),
                "another part of the list has all these pieces",
            );
        }
        if let Some(moves) = &control.moves
            && control.captures == Prey::None
            && !has_mode(moves, Modes::QUIET)
        {
            let message = "nobody can move the opponent's pieces: they may only capture, and capture nothing";
            let help = "let them move as well: `moves: move step forward`, or say what they capture";
            self.add(
                warning("F0352", place(ControlKey::Moves), message.to_owned()).help(help),
                &self.causes(),
            );
        }
        self.idle_ways_of_others(world, at, control);
        self.lost_by_control(at, control.exposes);
    }

    /// Movements of the opponent's pieces that lead nowhere, and captures that they cannot make.
    fn idle_ways_of_others(&self, world: &World<'_, '_>, at: At<'_, SectionDecl>, control: &Control) {
        let entry = |key: ControlKey| find(at, &|entry| CONTROL.get(&entry.key.value) == Some(&key));
        let place = |key: ControlKey| at.place(entry(key).map_or(at.node.keyword.span, |entry| entry.span));
        if let (Some(moves), Some(_)) = (&control.moves, entry(ControlKey::Captures))
            && control.captures != Prey::None
            && !has_mode(moves, Modes::CAPTURE)
            && !has_mode(moves, Modes::EN_PASSANT)
        {
            self.says_idle(place(ControlKey::Captures), "the movement captures nothing");
        }
        if control
            .moves
            .as_ref()
            .is_some_and(|moves| *moves != Movement::none() && world.leads_nowhere(moves))
        {
            let message = "nobody can move the opponent's pieces: the movement leads nowhere on this board";
            let help = "name another movement, or leave `moves` out: then they move as they do by themselves";
            self.add(
                warning("F0352", place(ControlKey::Moves), message.to_owned()).help(help),
                &self.causes(),
            );
        }
    }

    /// Royals that such moves may cost, and that no goal knows of.
    fn lost_by_control(&self, at: At<'_, SectionDecl>, exposes: bool) {
        let entry = find(at, &|entry| {
            CONTROL.get(&entry.key.value) == Some(&ControlKey::Safe)
        });
        let place = at.place(entry.map_or(at.node.keyword.span, |entry| entry.span));
        let is_goal = |side: Side, name: &String| {
            self.facts.rules.end.goals.iter().any(|goal| {
                goal.side == side
                    && matches!(&goal.condition, GoalCondition::Extinct(extinct) if extinct.pieces.contains(name))
            })
        };
        let open = Side::ALL.into_iter().find_map(|side| {
            let mut royals = self
                .facts
                .rules
                .pieces
                .iter()
                .filter(|(_, piece)| piece.royal[side]);
            royals.find(|(name, _)| !is_goal(side, name))
        });
        if exposes && let Some((royal, _)) = open {
            let message = format!("this may cost a side its `{royal}`, and no goal says that it has lost");
            let help = format!("say it in `end`: `captured: extinct {royal}`");
            self.add(warning("F0324", place, message).help(help), &self.causes());
        }
    }

    /// Walls instead of moves that only one side, or neither, can put.
    fn idle_walls_instead(&self, world: &World<'_, '_>) {
        let (Some(at), Some(walls)) = (self.facts.declared.walls, &self.facts.rules.walls) else {
            return;
        };
        if let Area::Squares(sets) = &walls.on
            && !walls.one
            && !walls.instead
        {
            let few = Side::ALL
                .into_iter()
                .map(|side| sets[side].0.len())
                .max()
                .unwrap_or(0);
            if (1..=MOST_FEW).contains(&few) {
                let entry = find(at, &|entry| WALLS.get(&entry.key.value) == Some(&WallsKey::On));
                let place = at.place(entry.map_or(at.node.keyword.span, |entry| entry.span));
                let walls = match few {
                    1 => "the first wall".to_owned(),
                    few => format!("{few} walls"),
                };
                let message = format!("nobody can move after {walls}: each move needs another square");
                let help = "name more squares, or let the wall move: `one: yes`";
                self.add(warning("F0362", place, message).help(help), &self.causes());
            }
        }
        if !walls.instead || world.open {
            return;
        }
        let entry = find(at, &|entry| WALLS.get(&entry.key.value) == Some(&WallsKey::On));
        let place = at.place(entry.map_or(at.node.keyword.span, |entry| entry.span));
        let scene = |side| Scene::at_rest(world, side);
        let lacks = PerSide::new(
            scene(Side::White).area(&walls.on).is_empty(),
            scene(Side::Black).area(&walls.on).is_empty(),
        );
        let by_walls = |area: &Area| {
            matches!(
                area,
                Area::At(Place::Walls) | Area::Reach(_, Place::Walls) | Area::Around(_, Place::Walls)
            )
        };
        let whose = match (lacks.white, lacks.black) {
            (false, false) if by_walls(&walls.on) && !self.starts_with_walls() => {
                "nobody ever puts the first wall: it would have to stand by another one".to_owned()
            }
            (false, false) => return,
            (true, true) => "nobody ever puts a wall: there are no such squares".to_owned(),
            (white, _) => {
                let side = if white { Side::White } else { Side::Black };
                format!(
                    "{} never puts a wall: there are no such squares for it",
                    capital(side)
                )
            }
        };
        let help = "name squares of both sides: `on: ranks 3-4`, `on: white ranks 3-4 | black ranks 5-6`";
        self.add(warning("F0362", place, whose).help(help), &self.causes());
    }

    /// Whether a square of the board is closed at the start.
    fn starts_with_walls(&self) -> bool {
        let stars = self.facts.start.text.split(' ').next().unwrap_or("");
        let stars = stars.chars().filter(|&c| c == '*').count();
        stars > self.facts.rules.board.holes.0.len()
    }
}

/// The entry of a section that passes a test.
fn find<'a>(at: At<'a, SectionDecl>, test: &dyn Fn(&Entry) -> bool) -> Option<&'a Entry> {
    at.node.entries.iter().find(|entry| test(entry))
}
