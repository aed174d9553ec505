//! What is legal but surely not meant: warnings about a ruleset without errors.
//!
//! Only what stands in the file itself is looked at, not its ancestors and libraries, which have warnings of their
//! own. Everything here is found in the rules alone; what takes positions and moves to find (a side in check that is not
//! to move, no legal move at the start) belongs to the checks of the compiled variant.

use super::collect::Files;
use super::merge::{Declared, zone_declaration};
use super::movement::Movements;
use super::pieces::has_attribute;
use super::reach::{closure, targets};
use super::report::{At, Place, Report, warning};
use super::squares::Grounds;
use super::start::Start;
use super::values::capital;
use crate::board::{Bits, Square, Topology, U256};
use crate::hooks;
use crate::rules::{
    Condition, Goal, GoalCondition, Modes, Movement, Pass, Piece, PieceName, Promotion, Ruleset, Score, Side,
    Squares, Trigger,
};
use ferz_grammar::ast::Entry;
use ferz_grammar::span::SourceId;

/// The file itself.
const OWN: SourceId = SourceId(0);

/// Everything the lints look at.
pub(super) struct Lints<'a, 'r> {
    pub(super) files: &'a Files,
    pub(super) declared: &'r Declared<'a>,
    pub(super) movements: &'r Movements<'a, 'r>,
    pub(super) grounds: &'r Grounds<'a, 'r>,
    pub(super) topology: &'r Topology,
    pub(super) start: &'r Start,
    pub(super) rules: &'r Ruleset,
    pub(super) report: &'r Report<'a>,
}

impl<'a> Lints<'a, '_> {
    /// Reports everything that is found.
    pub(super) fn run(&self) {
        self.unused();
        self.pieces();
        self.promotions();
        self.castling();
        self.goals();
        self.royals();
        self.contradictions();
        self.hooks();
    }

    /// Definitions that nothing uses.
    fn unused(&self) {
        let report = self.report;
        for (&name, definitions) in &self.declared.movements {
            for (index, definition) in definitions.iter().enumerate().filter(|(_, d)| d.own) {
                let node = definition.at.node;
                for parameter in &node.parameters {
                    if !self.movements.is_parameter_used(name, index, &parameter.value) {
                        let message = format!("the parameter `{}` is not used", parameter.value);
                        report.add(
                            warning("F0307", definition.at.place(parameter.span), message)
                                .help("every argument gives the same movement; leave it out"),
                        );
                    }
                }
                if !self.movements.is_used(name, index) {
                    let place = definition.at.place(node.name.span);
                    let message = format!("nothing uses the movement `{name}`");
                    report.add(warning("F0304", place, message).help("use it in a piece, or leave it out"));
                }
            }
        }
        for (&name, zone) in &self.declared.zones {
            let Some(declaration) = zone_declaration(zone).filter(|d| d.source == OWN) else {
                continue;
            };
            if !self.grounds.is_used(name) {
                let place = declaration.place(declaration.node.name.span);
                report.add(warning("F0305", place, format!("nothing uses the zone `{name}`")));
            }
        }
        for (span, libraries) in self
            .files
            .layers
            .iter()
            .filter(|l| l.source == OWN)
            .flat_map(|l| &l.includes)
        {
            let movement = self.declared.movements.iter().any(|(&name, definitions)| {
                let of_library = |(i, d): (usize, &super::merge::Definition<'_>)| {
                    libraries.contains(&d.at.source) && self.movements.is_used(name, i)
                };
                definitions.iter().enumerate().any(of_library)
            });
            let zone = self.declared.zones.iter().any(|(&name, zone)| {
                zone_declaration(zone).is_some_and(|d| libraries.contains(&d.source))
                    && self.grounds.is_used(name)
            });
            if !movement && !zone {
                let place = Place::new(OWN, *span);
                report.add(warning("F0306", place, "nothing of this library is used").help("leave it out"));
            }
        }
    }

    /// Whether pieces do more than their movements say.
    fn hooks_add_moves(&self) -> bool {
        self.rules
            .hooks
            .iter()
            .any(|h| hooks::get(&h.name).is_none_or(|info| info.adds_moves))
            || self
                .rules
                .pieces
                .values()
                .any(|p| Side::ALL.iter().any(|&s| swaps(&p.movement[s])))
    }

    fn set(&self, squares: &Squares) -> U256 {
        squares
            .0
            .iter()
            .filter_map(|name| self.topology.square(name))
            .fold(U256::EMPTY, |set, square| set | U256::bit(square))
    }

    /// Squares on which a piece of the kind can first appear.
    fn origins(&self, side: Side, name: &str) -> U256 {
        let is = |(_, piece): &(&Square, &(Side, PieceName))| piece.0 == side && piece.1 == name;
        let start = self
            .start
            .pieces
            .iter()
            .filter(is)
            .fold(U256::EMPTY, |set, (&s, _)| set | U256::bit(s));
        let promoted = self
            .rules
            .promotions
            .iter()
            .filter(|p| p.side == side && p.to.iter().any(|t| t == name));
        let promoted = promoted.fold(U256::EMPTY, |set, p| match p.trigger {
            Trigger::Enter | Trigger::InPlace => set | self.set(&p.zone),
            Trigger::Touch | Trigger::Leave => self.topology.squares(),
        });
        let castled = self.rules.castling.iter().filter(|c| c.side == side);
        let castled = castled.fold(U256::EMPTY, |set, c| {
            let of = |piece: &str, to: &str| {
                if piece == name {
                    self.topology.square(to)
                } else {
                    None
                }
            };
            [of(&c.king, &c.king_to), of(&c.rook, &c.rook_to)]
                .into_iter()
                .flatten()
                .fold(set, |set, s| set | U256::bit(s))
        });
        if (start | promoted).is_empty() {
            U256::EMPTY
        } else {
            start | promoted | castled
        }
    }

    fn pieces(&self) {
        let adds_moves = self.hooks_add_moves();
        for (name, piece) in &self.rules.pieces {
            for side in Side::ALL {
                let Some(entry) = self.declared.armies[side].pieces.get(name.as_str()) else {
                    continue;
                };
                if entry.at.source != OWN {
                    continue;
                }
                let place = entry.at.place(entry.at.node.name.span);
                let origins = self.origins(side, name);
                if origins.is_empty() {
                    let other = side.other();
                    let both = self.declared.armies[other]
                        .pieces
                        .get(name.as_str())
                        .is_some_and(|e| e.at.source == OWN)
                        && self.origins(other, name).is_empty();
                    let message = match (both, side) {
                        (true, Side::Black) => continue,
                        (true, Side::White) => format!("the `{name}` never appears"),
                        (false, _) => format!("{}'s `{name}` never appears", capital(side)),
                    };
                    if !adds_moves {
                        self.report.add(
                            warning("F0310", place, message)
                                .help("it is not in the start position, and nothing promotes to it"),
                        );
                    }
                    continue;
                }
                let confined = has_attribute(entry, "confined");
                let harmless = has_attribute(entry, "harmless");
                if self.piece(
                    side,
                    name,
                    piece,
                    origins,
                    place,
                    adds_moves,
                    (confined, harmless),
                ) {
                    break;
                }
            }
        }
    }

    /// Reports what is odd about a piece; whether something is.
    #[allow(clippy::too_many_arguments)]
    fn piece(
        &self,
        side: Side,
        name: &str,
        piece: &Piece,
        origins: U256,
        place: Place,
        adds_moves: bool,
        (confined, harmless): (bool, bool),
    ) -> bool {
        let t = self.topology;
        let movement = &piece.movement[side];
        let all = t.squares().count();
        let reached = closure(t, movement, side, origins);
        let moves = origins
            .squares()
            .any(|s| !targets(t, movement, side, s, Modes(!0)).is_empty());
        if !moves {
            if confined || adds_moves {
                return false;
            }
            self.report.add(
                warning("F0301", place, format!("the `{name}` can never move"))
                    .help("if that is meant, say so: add `, confined`"),
            );
            return true;
        }
        if adds_moves {
            return false;
        }
        let captures = reached
            .squares()
            .any(|s| !targets(t, movement, side, s, Modes::CAPTURE.or(Modes::EN_PASSANT)).is_empty());
        if !captures && !harmless {
            self.report.add(
                warning(
                    "F0303",
                    place,
                    format!("the `{name}` can never capture or give check"),
                )
                .help("if that is meant, say so: add `, harmless`"),
            );
            return true;
        }
        let promotes = self
            .rules
            .promotions
            .iter()
            .any(|p| p.side == side && p.piece == name);
        if reached.count() * 2 < all && !promotes && !confined && !mentions_squares(movement) {
            self.report.add(
                warning(
                    "F0302",
                    place,
                    format!("the `{name}` can only reach {} of {all} squares", reached.count()),
                )
                .help("if that is meant, say so: add `, confined`"),
            );
            return true;
        }
        false
    }

    fn promotions(&self) {
        if self.hooks_add_moves() {
            return;
        }
        let mut seen = std::collections::HashSet::new();
        for block in self.declared.promotions.iter().filter(|b| !b.block.inherited) {
            let name = block.piece.node.value.as_str();
            // Several blocks add up to one zone.
            if !seen.insert((block.side, name)) {
                continue;
            }
            let Some(piece) = self.rules.pieces.get(name) else {
                continue;
            };
            let origins = self.origins(block.side, name);
            let reached = closure(self.topology, &piece.movement[block.side], block.side, origins);
            let zones = |p: &&Promotion| p.side == block.side && p.piece == name;
            let zone = self
                .rules
                .promotions
                .iter()
                .filter(zones)
                .fold(U256::EMPTY, |set, p| set | self.set(&p.zone));
            if !origins.is_empty() && !zone.is_empty() && (reached & zone).is_empty() {
                let message = format!(
                    "{}'s `{name}` can never reach its promotion zone",
                    capital(block.side)
                );
                self.report.add(warning(
                    "F0308",
                    block.piece.place(block.piece.node.span),
                    message,
                ));
            }
        }
    }

    /// Castling moves whose right nobody ever has.
    fn castling(&self) {
        let rights = self.start.text.split(' ').nth(2).unwrap_or("-");
        for castling in &self.rules.castling {
            let Some(block) = self.declared.castling[castling.side].filter(|b| !b.inherited) else {
                continue;
            };
            if rights.contains(castling.letter) {
                continue;
            }
            let letter = castling.letter.to_string();
            let entry = block
                .at
                .node
                .entries
                .iter()
                .find(|e| e.key.value.eq_ignore_ascii_case(&letter));
            let Some(entry) = entry else { continue };
            let place = block.at.place(entry.key.span);
            let message = format!("{} can never castle `{letter}`", capital(castling.side));
            let mut diagnostic = warning("F0311", place, message);
            if let Some(start) = self.declared.start {
                diagnostic = diagnostic.also(
                    start.source,
                    start.node.span,
                    "the start position has no such right",
                );
            }
            self.report.add(diagnostic);
        }
    }

    fn count(&self, side: Side, pieces: &[PieceName]) -> usize {
        self.start
            .pieces
            .values()
            .filter(|(s, name)| *s == side && pieces.contains(name))
            .count()
    }

    /// Goals that hold at the start already.
    fn goals(&self) {
        let Some(start) = self.declared.start else { return };
        for goal in &self.rules.end.goals {
            let holds = match &goal.condition {
                GoalCondition::Reach {
                    pieces,
                    zone,
                    own_move: false,
                    ..
                } => {
                    let zone = self.set(zone);
                    self.start.pieces.iter().any(|(&square, (side, name))| {
                        *side == goal.side && zone.has(square) && pieces.contains(name)
                    })
                }
                GoalCondition::Reach { .. } => false,
                GoalCondition::Extinct {
                    pieces,
                    at_most,
                    opponent_at_least,
                    ..
                } => {
                    self.count(goal.side, pieces) <= *at_most as usize
                        && self.count(goal.side.other(), pieces) >= *opponent_at_least as usize
                }
                GoalCondition::Checks { .. } => false,
            };
            let Some(entry) = self.declared.end.get(goal.reason.as_str()) else {
                continue;
            };
            if holds && (start.source == OWN || entry.at.source == OWN) {
                let place = entry.at.place(entry.at.node.span);
                let message = format!(
                    "`{}` holds for {} in the start position",
                    goal.reason,
                    capital(goal.side)
                );
                self.report.add(
                    warning("F0312", place, message)
                        .label("so the game is over after the first move")
                        .also(start.source, start.node.span, "the start position"),
                );
            }
        }
    }

    /// Royals, and rules that need some.
    fn royals(&self) {
        let rules = self.rules;
        let has_kind = |side: Side| rules.pieces.values().any(|p| p.royal[side]);
        let whole = self.files.trees[0]
            .header
            .as_ref()
            .map(|h| Place::new(OWN, h.span));
        for side in Side::ALL {
            let on_board = |(s, name): &(Side, PieceName)| {
                *s == side && rules.pieces.get(name).is_some_and(|p| p.royal[side])
            };
            if let Some(start) = self.declared.start
                && has_kind(side)
                && !self.start.pieces.values().any(on_board)
                && !self.hooks_add_moves()
            {
                let message = format!("{} has no royal piece in the start position", capital(side));
                self.report
                    .add(warning("F0314", start.place(start.node.span), message));
            }
        }
        let entry = |key: &str| self.declared.rules.get(key).copied().filter(|e| e.source == OWN);
        if let Some(entry) = entry("no-check") {
            let useless = Side::ALL
                .into_iter()
                .find(|&s| rules.restrictions.no_check[s] && !has_kind(s.other()));
            self.no_royals(entry.place(entry.node.span), useless.map(Side::other));
        }
        for goal in &rules.end.goals {
            if let (GoalCondition::Checks { .. }, Some(entry)) = (
                &goal.condition,
                self.declared
                    .end
                    .get(goal.reason.as_str())
                    .filter(|e| e.at.source == OWN),
            ) {
                let other = goal.side.other();
                self.no_royals(
                    entry.at.place(entry.at.node.span),
                    (!has_kind(other)).then_some(other),
                );
            }
        }
        for &At { source, node } in self.declared.royalty.values().filter(|e| e.source == OWN) {
            let none = !Side::ALL.into_iter().any(has_kind);
            self.no_royals(Place::new(source, node.span), none.then_some(Side::White));
        }
        let end = &rules.end;
        let decisive = |score: Score| score != Score::Draw;
        let can_win = Side::ALL.into_iter().any(has_kind)
            || end.goals.iter().any(|g| decisive(g.score))
            || Side::ALL.into_iter().any(|s| decisive(end.stalemate[s]))
            || end.repetition.is_some_and(|l| decisive(l.score))
            || end.move_rule.is_some_and(|l| decisive(l.score))
            || !rules.hooks.is_empty();
        if let (false, Some(place)) = (can_win, whole) {
            self.report.add(
                warning("F0313", place, "nobody can ever win this game")
                    .help("make a piece `royal`, or set a goal in `end`"),
            );
        }
    }

    /// Rules of which one can never apply because of the other.
    fn contradictions(&self) {
        let rules = self.rules;
        let entry = |reason: &str| self.declared.end.get(reason).map(|e| e.at);
        let rule = |key: &str| self.declared.rules.get(key).copied();
        let add = |at: At<'_, Entry>, other: Option<At<'_, Entry>>, message: String, words: &str| {
            let is_own = at.source == OWN || other.is_some_and(|other| other.source == OWN);
            if let Some(other) = other.filter(|_| is_own) {
                // The place in this file is the main one.
                let (main, second) = if at.source == OWN {
                    (at, other)
                } else {
                    (other, at)
                };
                let diagnostic = warning("F0316", main.place(main.node.span), message);
                self.report
                    .add(diagnostic.also(second.source, second.node.span, words));
            }
        };
        for (index, goal) in rules.end.goals.iter().enumerate() {
            let Some(at) = entry(&goal.reason) else { continue };
            let same =
                |g: &&Goal| g.side == goal.side && g.condition == goal.condition && g.score != goal.score;
            if let Some(first) = rules.end.goals[..index].iter().find(same) {
                let message = format!(
                    "`{}` contradicts `{}`: the same condition, another result",
                    goal.reason, first.reason
                );
                add(
                    at,
                    entry(&first.reason),
                    message,
                    "the one that is written first counts",
                );
            }
            if matches!(goal.condition, GoalCondition::Checks { .. })
                && rules.restrictions.no_check[goal.side]
            {
                let message = format!("`{}` can never be: no move may give check", goal.reason);
                add(at, rule("no-check"), message, "this forbids it");
            }
        }
        let passes = Side::ALL
            .iter()
            .all(|&side| rules.restrictions.pass[side] == Pass::Allowed);
        if let Some(at) = entry("stalemate").filter(|at| passes && at.source == OWN) {
            let message = "there can be no stalemate: a side without moves may pass".to_owned();
            add(at, rule("pass"), message, "this allows it");
        }
    }

    fn no_royals(&self, place: Place, side: Option<Side>) {
        if let Some(side) = side {
            let message = format!("this has no effect: {} has no royal piece", capital(side));
            self.report.add(warning("F0315", place, message));
        }
    }

    fn hooks(&self) {
        let mut counts = std::collections::HashMap::new();
        for hook in &self.rules.hooks {
            let index: &mut usize = counts.entry(hook.name.as_str()).or_insert(0);
            let declaration = self
                .declared
                .hooks
                .get(hook.name.as_str())
                .and_then(|uses| uses.get(*index))
                .copied();
            *index += 1;
            let (Some(info), Some(at)) = (hooks::get(&hook.name), declaration.filter(|d| d.source == OWN))
            else {
                continue;
            };
            for remark in (info.remarks)(&hook.parameters, self.rules, self.topology) {
                let argument = remark.parameter.and_then(|parameter| {
                    at.node
                        .arguments
                        .iter()
                        .find(|a| a.key.as_ref().is_some_and(|k| k.value == parameter))
                });
                let span = argument.map_or(at.node.span, |a| a.span);
                self.report.add(warning("F0309", at.place(span), remark.message));
            }
        }
    }
}

/// Whether a movement speaks of particular squares.
fn mentions_squares(movement: &Movement) -> bool {
    match movement {
        Movement::Leap(_) => false,
        Movement::Union(list) => list.iter().any(mentions_squares),
        Movement::Then { first, next, .. } => mentions_squares(first) || mentions_squares(next),
        Movement::When { condition, movement } => {
            matches!(condition, Condition::From(_) | Condition::To(_)) || mentions_squares(movement)
        }
        Movement::Over { movement, .. }
        | Movement::Only { movement, .. }
        | Movement::As { movement, .. }
        | Movement::Rifle(movement)
        | Movement::Exposed(movement) => mentions_squares(movement),
    }
}

/// Whether a movement changes places with other pieces, which come to stand anywhere.
fn swaps(movement: &Movement) -> bool {
    super::movement::normal::modes(movement).has(Modes::SWAP)
}
