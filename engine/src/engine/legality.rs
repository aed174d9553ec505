//! The moves that leave the royals safe, found without making them. Does not list moves, and makes
//! none: that is `movegen` and `trial`.
//!
//! For every way in which a royal could be attacked, a [`Line`] records which squares must be empty
//! and which occupied for the attack to be open. A move of a piece that is not royal empties one
//! square and fills another. So it is illegal exactly if it leaves some line open whose attacker it
//! does not capture. If two squares or more block the attack, one move never opens the line. For
//! pieces on no line the permitted targets are one set, computed once. Pins, cannon screens and
//! forbidden hurdles all follow from this rule.

use super::compiled::{Attack, Open};
use super::core::Core;
use super::effect_watch::EffectWatch;
use super::judging::Judging;
use super::layout::Layout;
use super::position::Pos;
use super::powers::Powers;
use super::program::SelfDamage;
use super::whose::Whose;
use crate::board::{Bits, Square};
use crate::engine::attacks;
use crate::engine::effect_watch;
use crate::engine::powers;
use crate::rules::{RoyalRule, Side};
use arrayvec::ArrayVec;

/// A way in which a royal is attacked, or could be after one move.
#[derive(Clone, Copy)]
pub(super) struct Line<L: Layout> {
    open: Open<L::B>,
    whose: L::Whose,
    attacker: Square,
}

impl<L: Layout> Line<L> {
    /// The line of an attacker along the numbered path of an attack.
    #[inline(always)]
    fn along(attack: &Attack<L::B>, path: usize, attacker: Square) -> Self {
        Self {
            open: attack.paths[path],
            whose: attack.whose(path),
            attacker,
        }
    }
}

/// The largest number of lines; with more, moves are tested by making them.
const MAX_LINES: usize = 40;

/// The moves for which the generator is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Legal moves.
    Legal,
    /// Moves that are tested later, with each wall that they may put.
    BeforeWalls,
    /// Moves that are tested by their results: possible ones, without regard to prohibitions.
    Query,
    /// Possible moves, which the caller tests. The caller also names promotions, unless the moves
    /// do.
    Untested {
        /// Whether moves name promotions.
        promotions: bool,
    },
}

impl Purpose {
    /// Whether moves are tested later, once all their parts are known.
    #[inline(always)]
    pub(super) fn tests_later(self) -> bool {
        matches!(self, Self::BeforeWalls | Self::Query)
    }

    /// Whether the caller tests moves.
    #[inline(always)]
    pub(super) fn is_untested(self) -> bool {
        matches!(self, Self::Untested { .. })
    }

    /// Whether moves name promotions.
    #[inline(always)]
    pub(super) fn names_promotions(self) -> bool {
        self != Self::Untested { promotions: false }
    }
}

/// The conditions that the safety of the royals puts on ordinary moves.
pub(super) struct Safety<L: Layout> {
    pub(super) lines: ArrayVec<Line<L>, MAX_LINES>,
    /// The squares open to a piece that is on no line.
    pub(super) allowed: L::B,
    /// Own pieces for which the lines must be tested one by one.
    pub(super) on_line: L::B,
    /// The royals of the side to move.
    pub(super) royals: L::B,
    /// Whether a line is open: a royal is attacked.
    pub(super) attacked: bool,
    /// Whether one safe royal of several is enough. Then `royals` is a safe one; moves that may
    /// expose it are made and tested, because another royal may still be safe.
    pub(super) lenient: bool,
    /// Lines from own pieces to the opponent's royals, if no move may give check.
    pub(super) checks: ArrayVec<Line<L>, MAX_LINES>,
    /// Own pieces that are on such a line.
    pub(super) on_check: L::B,
    /// The royals that may not be checked.
    pub(super) unchecked: L::B,
    /// The judging of moves. By lines alone, a piece that is neither royal nor on a line may move
    /// to all permitted squares. Otherwise moves are judged by their other changes, or made.
    pub(super) judging: Judging,
    /// The judging of royals' moves: by lines, or by making them.
    pub(super) judging_royals: Judging,
    /// The moves that are asked for; outside rich layouts these are the legal ones.
    pub(super) purpose: Purpose,
    /// Enemies that can be removed from afar without leaving a line open.
    pub(super) shots: L::B,
    /// The opponent's powers before the move.
    pub(super) powers: Powers<L>,
    /// Whether moves are tested at all: there are royals, or effects that make moves impossible.
    pub(super) tested: bool,
    /// The state of the watched effects in the position.
    pub(super) effect_watch: EffectWatch<L::B>,
    /// Squares on which an arriving or leaving piece can change the opponent's powers.
    pub(super) power_sensitive: L::B,
    /// The opponent's pieces on such squares that are counted.
    pub(super) sensitive_counted: L::B,
}

impl<L: Layout> Safety<L> {
    #[inline(always)]
    pub(super) fn new(royals: L::B) -> Self {
        Self {
            lines: ArrayVec::new(),
            allowed: !L::B::EMPTY,
            on_line: L::B::EMPTY,
            royals,
            attacked: false,
            lenient: false,
            checks: ArrayVec::new(),
            on_check: L::B::EMPTY,
            unchecked: L::B::EMPTY,
            judging: Judging::Delta,
            judging_royals: Judging::Lines,
            purpose: Purpose::Legal,
            shots: !L::B::EMPTY,
            powers: Powers::none(),
            tested: !royals.is_empty(),
            effect_watch: EffectWatch::unknown(),
            power_sensitive: L::B::EMPTY,
            sensitive_counted: L::B::EMPTY,
        }
    }

    /// Whether no line is open, as far as lines show.
    #[inline(always)]
    pub(super) fn is_unattacked(&self) -> bool {
        !self.makes_all() && !self.attacked
    }

    /// Whether every move must be made and tested.
    #[inline(always)]
    pub(super) fn makes_all(&self) -> bool {
        self.judging == Judging::Trial
    }

    /// Whether moves of royals must be made and tested.
    #[inline(always)]
    pub(super) fn makes_royals(&self) -> bool {
        self.judging_royals == Judging::Trial
    }

    /// The squares to which the piece on `from` may move without leaving a line open.
    #[inline]
    pub(super) fn allowed_from(&self, from: Square, occupancy: L::B, ours: L::B) -> L::B {
        Self::not_opening(&self.lines, from, occupancy, ours)
    }

    /// The squares to which the piece on `from` may move without leaving one of the lines open;
    /// `enemies` are the pieces of the attackers.
    #[inline]
    pub(super) fn not_opening(lines: &[Line<L>], from: Square, occupancy: L::B, enemies: L::B) -> L::B {
        let mut allowed = !L::B::EMPTY;
        let rest = occupancy & !L::B::bit(from);
        for line in lines {
            let open = &line.open;
            if open.empty.meets(rest) || line.attacker == from {
                continue;
            }
            let missing = (open.occupied & !rest) | (line.whose.enemy() & !(enemies & rest));
            if missing.is_empty() {
                allowed &= open.empty | line.whose.friend() | L::B::bit(line.attacker);
            } else if !missing.several() {
                allowed &= !missing;
            }
        }
        allowed
    }

    #[inline(always)]
    pub(super) fn add(&mut self, line: Line<L>) {
        if self.lines.try_push(line).is_err() {
            self.judging = Judging::Trial;
        }
    }

    /// Adds leaps by which pieces attack a royal.
    #[inline(always)]
    fn add_leaps(&mut self, attackers: L::B) {
        for attacker in attackers.squares() {
            self.attacked = true;
            self.allowed &= L::B::bit(attacker);
            if L::RICH {
                self.shots &= L::B::bit(attacker);
            }
            self.add(Line {
                open: Open::default(),
                whose: L::Whose::default(),
                attacker,
            });
        }
    }

    /// Adds a path along which a royal is attacked, or could be once one move has removed its
    /// obstacles.
    #[inline(always)]
    fn add_path(&mut self, seen: &Seen<L::B>, line: Line<L>, gap: Gap<L::B>) {
        let Gap { against, missing } = gap;
        let (open, attacker) = (&line.open, L::B::bit(line.attacker));
        if against.meets(seen.theirs) {
            if L::RICH && missing.is_empty() {
                self.shots &= !against;
            }
            return;
        }
        if against.is_empty() {
            if missing.is_empty() {
                let friend = line.whose.friend();
                self.attacked = true;
                self.allowed &= open.empty | friend | attacker;
                if L::RICH {
                    self.shots &= open.occupied | friend | attacker;
                }
            } else {
                self.allowed &= !missing;
            }
        }
        self.on_line |= (against | open.occupied | line.whose.enemy()) & seen.ours;
        self.add(line);
    }
}

/// The pieces on the board, seen from the side whose royals are attacked.
struct Seen<B> {
    occupancy: B,
    ours: B,
    theirs: B,
}

/// The obstacles that keep a path closed.
struct Gap<B> {
    /// The pieces on squares that must be empty.
    against: B,
    /// Squares that must be occupied and are empty.
    missing: B,
}

impl<B: Bits> Seen<B> {
    #[inline(always)]
    fn by<L: Layout<B = B>>(pos: &Pos<L>, us: Side) -> Self {
        Self {
            occupancy: pos.occupancy(),
            ours: pos.sides[us.index()],
            theirs: pos.enemies(us),
        }
    }

    /// The obstacles that keep a path closed, if one move could remove them.
    #[inline(always)]
    fn gap<L: Layout<B = B>>(&self, line: &Line<L>) -> Option<Gap<B>> {
        let against = line.open.empty & self.occupancy;
        let missing = (line.open.occupied & !self.occupancy) | (line.whose.enemy() & !self.ours);
        (!against.several() && !missing.several()).then_some(Gap { against, missing })
    }
}

/// Whether a position in which `side` has just moved leaves its royals as safe as they must be.
pub(super) fn is_safe_after<L: Layout>(core: &Core<L>, before: &Pos<L>, after: &Pos<L>, side: Side) -> bool {
    let royals = after.royals(core, side);
    if L::RICH && (core.program.loses_royals || core.program.revives) {
        // No side blows up a royal of its own, or captures one that does not come back. A side that
        // blows up the opponent's last royal need not keep its own safe.
        let lost = core.program.spares && before.royals(core, side).count() > royals.count();
        let them = side.other();
        if lost {
            return false;
        }
        let won = after.royals(core, them).is_empty() && !before.royals(core, them).is_empty();
        if won && core.program.trades[them.index()] {
            return true;
        }
    }
    let foe = side.other();
    let royals = after.precious(core, side);
    if core.royalty.rule[side.index()] == RoyalRule::Last && royals.several() {
        return true;
    }
    if core.royalty.rule[side.index()] != RoyalRule::All && core.attacking.has_threats[foe.index()] {
        // No royal may be on such a line.
        let powers = powers::powers_to_attack(core, after, foe);
        let (all, theirs) = (after.occupancy(), after.sides[foe.index()]);
        if royals
            .squares()
            .any(|s| attacks::threatened(core, after, foe, s, all, theirs, &powers))
        {
            return false;
        }
    }
    let attacked = |s: Square| attacks::attacks_square(core, after, foe, s, false);
    match core.royalty.rule[side.index()] {
        RoyalRule::All | RoyalRule::Last | RoyalRule::LastOfEach => !royals.squares().any(attacked),
        RoyalRule::Any => royals.is_empty() || !royals.squares().all(attacked),
        RoyalRule::Fewer => {
            let now = attacks::attacked_royals(core, after, side);
            now == 0 || now < attacks::attacked_royals(core, before, side)
        }
    }
}

/// Whether the side to move must part royals that face each other, or end the game by a pass.
pub(crate) fn must_part<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    core.restrictions.bans[pos.side_to_move.index()].facing.is_some() && pos.royals_face(core)
}

/// Whether the game has ended by a pass that left royals facing each other, even if it was made in
/// check.
pub(crate) fn has_ended_facing<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    core.face_off.ends_game && pos.passes > 0 && pos.royals_face(core)
}

#[inline]
pub(super) fn safety<L: Layout>(core: &Core<L>, pos: &Pos<L>, us: Side, safety: &mut Safety<L>) {
    let (them, royals) = (us.other(), safety.royals);
    let several = royals.several();
    let rule = core.royalty.rule[us.index()];
    let trial = |made: bool, else_by: Judging| if made { Judging::Trial } else { else_by };
    safety.judging = trial(defies_lines(core, pos, us, royals), Judging::Delta);
    let made = several || (L::RICH && core.judged.royals.is_some());
    safety.judging_royals = trial(made, Judging::Lines);
    if L::RICH {
        safety.tested = !royals.is_empty() || core.program.forbids;
        let watched = core.program.watched.as_ref();
        if let Some(watched) = watched.filter(|_| !safety.makes_all() && safety.tested) {
            effect_watch::effect_watch(core, pos, us, watched, &mut safety.effect_watch);
        }
    }
    if safety.makes_all() {
        return;
    }
    if L::RICH && royals.is_empty() {
        safety.judging = Judging::Lines;
        return;
    }
    if rule == RoyalRule::Last && several {
        safety.royals = L::B::EMPTY;
        safety.tested = L::RICH && core.program.forbids;
    }
    if rule == RoyalRule::Any && several {
        let mut safe = royals.squares();
        let Some(safe) = safe.find(|&s| !attacks::attacks_square(core, pos, them, s, false)) else {
            safety.judging = Judging::Trial;
            return;
        };
        safety.royals = L::B::bit(safe);
        safety.lenient = true;
    }
    if core.restrictions.bans_any(us) {
        check_lines(core, pos, us, safety);
    }
    safety.lenient |= L::RICH && core.judged.opening.is_some();
    if L::RICH && !core.relating.neighbour_counts.is_empty() && core.relating.relations.is_empty() {
        safety.power_sensitive = powers::tallied_from(core, pos, them);
        safety.sensitive_counted =
            safety.power_sensitive & powers::counted(core, pos) & pos.sides[them.index()];
    }
    for royal in safety.royals.squares() {
        lines_to(core, pos, us, royal, safety);
    }
    settle(core, us, several, safety);
}

/// Decides how moves are judged once the lines to the royals of a side are known. `several`:
/// whether the side has more than one.
#[inline(always)]
fn settle<L: Layout>(core: &Core<L>, us: Side, several: bool, safety: &mut Safety<L>) {
    let rule = core.royalty.rule[us.index()];
    // As long as no royal is attacked, none may be. Otherwise fewer must be attacked, which only
    // counting shows.
    if rule == RoyalRule::Fewer && several && safety.attacked {
        safety.judging = Judging::Trial;
    }
    // If one safe royal is enough, or several need not be safe, a second royal by promotion may
    // open any line.
    let lax = matches!(rule, RoyalRule::Any | RoyalRule::Last);
    if lax && !several && !safety.lines.is_empty() && core.royalty.can_arise[us.index()] {
        safety.judging = Judging::Trial;
    }
    if !safety.makes_all() && !safety.lenient && !core.restrictions.bans_any(us) {
        safety.judging = Judging::Lines;
    }
}

/// Whether lines show for each royal of a side whether an enemy could capture it, with any
/// consequences.
#[inline(always)]
pub(super) fn finds_checks<L: Layout>(core: &Core<L>, side: Side) -> bool {
    core.royalty.rule[side.index()] == RoyalRule::All
        && matches!(core.program.self_damage, SelfDamage::None)
        && !core.has_shots()
}

/// Whether lines cannot decide which moves are legal, so that all are made.
#[inline(always)]
fn defies_lines<L: Layout>(core: &Core<L>, pos: &Pos<L>, us: Side, royals: L::B) -> bool {
    let several = royals.several();
    let rule = core.royalty.rule[us.index()];
    // A first royal may come as a consequence of a move.
    let first = royals.is_empty() && core.program.becomes && core.royalty.can_arise[us.index()];
    let defied = L::RICH
        && ((!royals.is_empty() && core.program.ends_with(us, pos.fullmove))
            || (core.program.owes && royals.is_empty())
            || first
            || must_part(core, pos)
            || (!royals.is_empty()
                && ((several && rule == RoyalRule::Any)
                    || (core.program.after_captures && rule != RoyalRule::All))));
    // Threats concern each of several royals, attacks perhaps all together.
    defied
        || core.judged.all[us.index()].is_some()
        || (rule != RoyalRule::All
            && core.attacking.has_threats[us.other().index()]
            && (several || core.royalty.can_arise[us.index()]))
}

/// Finds the lines to one royal.
#[inline(always)]
fn lines_to<L: Layout>(core: &Core<L>, pos: &Pos<L>, us: Side, royal: Square, safety: &mut Safety<L>) {
    let (them, seen) = (us.other(), Seen::by(pos, us));
    let kind = if L::RICH {
        pos.board.as_ref()[usize::from(royal)] >> 1
    } else {
        0
    };
    // Pieces that attack, or could after one move, in a way that the royal resists.
    let mut weak = L::B::EMPTY;
    let able = L::RICH.then(|| attacks::that_survive(core, pos, them, royal, seen.theirs));
    for attack in &core
        .attacking
        .possible
        .as_ref()
        .unwrap_or(&core.attacking.attacks)[them.index()]
    {
        if L::RICH && !attacks::may_come(attack, &safety.powers, royal, seen.theirs) {
            continue;
        }
        let able = able.as_ref().map_or(seen.theirs, |able| able.by(attack));
        let from =
            attacks::attackers_by(core, pos, attack, &safety.powers) & able & attack.near[usize::from(royal)];
        if from.is_empty() {
            continue;
        }
        let resisted = L::RICH && attack.resisted >> kind & 1 == 1;
        if !attack.leaps.is_empty() {
            let attackers = attack.leaps[usize::from(royal)] & from;
            if resisted {
                weak |= attackers;
            } else {
                safety.add_leaps(attackers);
            }
        }
        if attack.attack_mask.is_empty() {
            continue;
        }
        for attacker in (attack.attack_mask[usize::from(royal)] & from).squares() {
            for path in attack.range(royal, attacker) {
                let line: Line<L> = Line::along(attack, path, attacker);
                let Some(gap) = seen.gap(&line) else { continue };
                if L::RICH {
                    if !(line.whose.friend() & !seen.theirs).is_empty()
                        || (line.whose.initial() && !pos.unmoved.has(attacker))
                    {
                        continue;
                    }
                    if resisted {
                        weak |= L::B::bit(attacker);
                        continue;
                    }
                }
                safety.add_path(&seen, line, gap);
            }
        }
    }
    if L::RICH && weak.several() {
        safety.judging = Judging::Trial;
    }
}

/// The lines along which own pieces could attack the opponent's royals after one move of another
/// piece.
#[inline(never)]
fn check_lines<L: Layout>(core: &Core<L>, pos: &Pos<L>, us: Side, safety: &mut Safety<L>) {
    let occupancy = pos.occupancy();
    let (ours, theirs) = (pos.sides[us.index()], pos.enemies(us));
    safety.unchecked = pos.enemy_royals(core, us);
    for royal in safety.unchecked.squares() {
        for attack in core.attacking.attacks[us.index()]
            .iter()
            .filter(|a| a.check && !a.attack_mask.is_empty())
        {
            let from = attacks::attackers_by(core, pos, attack, &safety.powers) & ours;
            for attacker in (attack.attack_mask[usize::from(royal)] & from).squares() {
                for path in attack.range(royal, attacker) {
                    let open = &attack.paths[path];
                    let against = open.empty & occupancy;
                    let missing = open.occupied & !occupancy;
                    if against.several() || missing.several() || against.meets(theirs) {
                        continue;
                    }
                    // A missing hurdle could be put up by any piece.
                    safety.on_check |= if missing.is_empty() {
                        (against | open.occupied) & ours
                    } else {
                        ours
                    };
                    if safety
                        .checks
                        .try_push(Line::along(attack, path, attacker))
                        .is_err()
                    {
                        safety.judging = Judging::Trial;
                    }
                }
            }
        }
    }
}

/// The squares on which a piece that has left `from` would attack one of the opponent's royals.
#[inline(never)]
pub(super) fn checking_squares<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    kind: u8,
    side: Side,
    from: Square,
    royals: L::B,
) -> L::B {
    squares_of_attack(core, pos.occupancy() & !L::B::bit(from), kind, side, royals)
}

/// The squares from which a piece would attack one of the opponent's royals.
pub(super) fn squares_of_attack<L: Layout>(
    core: &Core<L>,
    occupancy: L::B,
    kind: u8,
    side: Side,
    royals: L::B,
) -> L::B {
    let mut set = L::B::EMPTY;
    for attack in core.attacking.attacks[side.index()]
        .iter()
        .filter(|a| a.check && a.kinds.contains(&kind))
    {
        for royal in royals.squares() {
            if !attack.leaps.is_empty() {
                set |= attack.leaps[usize::from(royal)];
            }
            if let Some(rays) = &attack.rays {
                set |= rays.targets(&core.pool, royal, occupancy);
            }
        }
    }
    set
}
