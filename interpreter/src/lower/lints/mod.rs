//! Legal rules that are surely not meant: warnings about a ruleset without errors.
//!
//! Everything here is found in the rules alone; warnings that need positions and moves (a side in
//! check that is not to move, no legal move at the start) belong to the checks of the compiled
//! variant. Inherited declarations are looked at as well, since this file may have changed
//! something they need; a warning of the ancestor alone is not repeated (`inherited`).

mod acting;
mod castling;
mod contained;
mod contradictions;
mod directions;
mod drops;
mod en_passant;
mod endings;
mod goals;
mod hooks;
mod idle;
mod inherited;
mod members;
mod parts;
mod pieces;
mod promotions;
mod puts;
mod repeated;
mod restrictions;
mod royals;
mod sets;
mod start;
mod stuck;
mod taken_over;
mod unused;
mod winning;

pub(super) use inherited::place_in_file;
pub(super) use repeated::same_as_before;

use super::collect::Files;
use super::declared::Declared;
use super::end::Fallen;
use super::movement::Movements;
use super::report::{At, Place, Report};
use super::squares::Grounds;
use super::start::Start;
use crate::board::{Bits, Topology, U256};
use crate::rules::{Modes, Movement, Ruleset, Side, Squares};
use ferz_grammar::ast::{Declaration, Entry};
use ferz_grammar::diagnostic::{Diagnostic, Label};
use ferz_grammar::span::SourceId;
use members::Member;
use std::collections::HashSet;

/// A variant with more kinds of pieces is refused, and warnings would hide that.
const KINDS: usize = 64;

/// The file itself.
const OWN: SourceId = SourceId(0);

/// Everything the lints look at.
pub(super) struct Facts<'a, 'r> {
    pub(super) files: &'a Files,
    pub(super) declared: &'r Declared<'a>,
    pub(super) movements: &'r Movements<'a, 'r>,
    pub(super) grounds: &'r Grounds<'a, 'r>,
    pub(super) topology: &'r Topology,
    pub(super) start: &'r Start,
    pub(super) rules: &'r Ruleset,
    pub(super) fallen: &'r [Fallen<'a>],
    pub(super) report: &'r Report<'a>,
}

/// The facts, and their consequences for all lints.
struct Lints<'a, 'r> {
    facts: &'r Facts<'a, 'r>,
    /// Every kind of piece of each side.
    members: Vec<Member<'a, 'r>>,
    /// Whether pieces do more than their movements say, or stand where their movements do not bring
    /// them.
    moves_added: bool,
    /// The words in the blocks of mechanics.
    in_mechanics: HashSet<&'a str>,
    /// The mechanics that the rules, or other mechanics, use.
    used_mechanics: HashSet<&'a str>,
}

/// Reports everything that is found.
pub(super) fn run(facts: &Facts<'_, '_>) {
    if facts.rules.pieces.len() > KINDS {
        return;
    }
    let moves_added = members::moves_added(facts.rules);
    let lints = Lints {
        facts,
        members: members::all(facts),
        moves_added,
        in_mechanics: hooks::words_of_mechanics(facts),
        used_mechanics: hooks::used_mechanics(facts),
    };
    lints.unused();
    lints.taken_over();
    lints.pieces();
    lints.untrue_attributes();
    lints.lost_values();
    lints.alike();
    lints.directions();
    lints.parts();
    lints.stuck();
    lints.en_passant();
    lints.promotions();
    lints.drops();
    lints.puts();
    lints.idle_control();
    lints.idle_parts();
    lints.idle_walls();
    lints.walls_of_one_side();
    lints.removed_royals();
    lints.castling();
    lints.shuffled_castling();
    lints.castling_without_drops();
    lints.goals();
    lints.royals();
    lints.winning();
    lints.endings();
    lints.restrictions();
    lints.contradictions();
    lints.start();
    lints.counters();
    lints.hooks();
    lints.unused_mechanics();
    lints.acting();
    lints.repeated_squares();
}

impl<'a, 'r> Lints<'a, 'r> {
    fn set(&self, squares: &Squares) -> U256 {
        squares
            .0
            .iter()
            .filter_map(|name| self.facts.topology.square(name))
            .fold(U256::EMPTY, |set, square| set | U256::bit(square))
    }

    /// A set of squares in few words: `rank 8`.
    fn squares_text(&self, set: U256) -> String {
        crate::text::squares(&self.facts.grounds.names(set), &self.facts.rules.board)
    }

    fn movement_text(&self, movement: &Movement) -> String {
        crate::text::movement(movement, &self.facts.rules.board)
    }

    fn has_royal_kind(&self, side: Side) -> bool {
        self.facts.rules.pieces.values().any(|p| p.royal[side])
    }

    /// The place of the start position, if it is in the file itself.
    fn own_start(&self) -> Option<Place> {
        let start = self.facts.declared.start.filter(|start| start.source == OWN)?;
        Some(start.place(start.node.span))
    }

    /// The parts of the file that may have caused something odd about an inherited part, the
    /// likeliest first.
    fn causes(&self) -> Vec<Place> {
        let declared = self.facts.declared;
        let board = declared.board.filter(|board| board.source == OWN);
        let mut own = declared
            .movements
            .values()
            .flatten()
            .filter(|d| d.own && d.at.source == OWN);
        let movement = own.next().filter(|_| own.next().is_none());
        let movement = movement.map(|d| d.at.place(d.at.node.name.span));
        let board = board.map(|board| board.place(board.node.span));
        self.own_start()
            .into_iter()
            .chain(movement)
            .chain(board)
            .chain(self.only_declaration())
            .collect()
    }

    /// The place of the one declaration of the file, if it has no more, texts apart.
    fn only_declaration(&self) -> Option<Place> {
        let declarations = &self.facts.files.trees.first()?.declarations;
        let mut all = declarations.iter().filter(|d| !matches!(d, Declaration::Text(_)));
        let only = all.next().filter(|_| all.next().is_none())?;
        let span = match only {
            Declaration::Section(section) => match section.entries.as_slice() {
                [entry] => entry.span,
                _ => section.keyword.span,
            },
            other => other.span(),
        };
        Some(At::new(OWN, only).place(span))
    }

    /// The entry of `end` with this key.
    fn end_entry(&self, key: &str) -> Option<At<'a, Entry>> {
        self.facts.declared.end.get(key).map(|entry| entry.at)
    }

    /// The entry of `rules` with this key.
    fn rules_entry(&self, key: &str) -> Option<At<'a, Entry>> {
        self.facts.declared.rules.get(key).copied()
    }

    /// Reports something. If its place is in an ancestor, the main place is the first cause in the
    /// file itself.
    fn add(&self, mut diagnostic: Diagnostic, causes: &[Place]) {
        let cause = causes.iter().find(|cause| cause.source == OWN);
        if let (Some(main), Some(cause)) = (diagnostic.labels.first_mut(), cause)
            && main.source != OWN
        {
            if main.text.is_empty() {
                "this is taken over".clone_into(&mut main.text);
            }
            let label = Label {
                source: cause.source,
                span: cause.span,
                text: String::new(),
            };
            diagnostic.labels.insert(0, label);
        }
        self.facts.report.add(diagnostic);
    }
}

/// Whether the movement has paths with one of the modes.
fn has_mode(movement: &Movement, mode: Modes) -> bool {
    super::movement::normal::modes(movement).has(mode)
}
