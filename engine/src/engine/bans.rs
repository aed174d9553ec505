//! The rules that forbid single moves besides the safety of royals: each is a row and a test, which
//! both engines ask. Does not know how moves are made, or by what royals are attacked: that is
//! `trial` and `mechanics::verdict`.

use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use super::restrictions::Bans;
use crate::rules::{self, Part, Side, SidesRule};

/// A rule that forbids single moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ban {
    /// Moves that give check.
    Check,
    /// Moves that give check and do not mate.
    CheckWithoutMate,
    /// Changes of places in check.
    SwapInCheck,
    /// Moves that leave royals facing each other.
    Facing,
}

/// The moves of which a ban may forbid some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Concerns {
    /// Any moves: all are made, unless sets know better.
    All,
    /// Changes of places.
    Swaps,
    /// Moves in positions where royals of both sides face each other.
    Facing,
}

/// A ban, its rule, and the moves that it concerns.
struct Row {
    ban: Ban,
    rule: &'static SidesRule,
    concerns: Concerns,
    /// Whether its test lists the answers to a move.
    asks_mates: bool,
    /// A ban that forbids all this one does.
    wider: Option<Ban>,
}

/// All bans.
const BANS: [Row; 4] = [
    row(Ban::Check, "no-check", Concerns::All),
    Row {
        asks_mates: true,
        wider: Some(Ban::Check),
        ..row(Ban::CheckWithoutMate, "only-mate", Concerns::All)
    },
    row(Ban::SwapInCheck, "swaps-in-check: no", Concerns::Swaps),
    row(Ban::Facing, "bikjang", Concerns::Facing),
];

const fn row(ban: Ban, rule: &'static str, concerns: Concerns) -> Row {
    Row {
        ban,
        rule: SidesRule::named(rule),
        concerns,
        asks_mates: false,
        wider: None,
    }
}

/// The bans that hold for a side.
pub(crate) fn bans(rules: &rules::Restrictions, side: Side) -> Bans {
    let mut bans = Bans::default();
    let holds = |row: &Row| (row.rule.get)(rules)[side];
    for (i, row) in BANS.iter().enumerate() {
        let covered = BANS
            .iter()
            .any(|other| row.wider == Some(other.ban) && holds(other));
        if !holds(row) || covered {
            continue;
        }
        bans.held |= 1 << i;
        bans.asks_mates |= row.asks_mates;
        let first = match row.concerns {
            Concerns::All => &mut bans.any,
            Concerns::Swaps => &mut bans.swaps,
            Concerns::Facing => &mut bans.facing,
        };
        first.get_or_insert(row.rule.name);
    }
    bans
}

/// A move that is to be made.
pub(crate) trait Meant<L: Layout> {
    /// The part of a turn that it plays.
    fn part(&self) -> Part;
    /// Whether its side is in check.
    fn in_check(&self) -> bool;
}

/// Whether a ban forbids a side a move for what it is.
pub(crate) fn bar<L: Layout>(bans: &Bans, meant: &impl Meant<L>) -> bool {
    each(bans).any(|ban| match ban {
        Ban::SwapInCheck => meant.part() == Part::Swap && meant.in_check(),
        Ban::Check | Ban::CheckWithoutMate | Ban::Facing => false,
    })
}

/// A move that has been made.
pub(crate) trait Made<L: Layout> {
    /// The position before it, if it is known.
    fn before(&self) -> Option<&Pos<L>>;
    /// The position after it.
    fn after(&self) -> &Pos<L>;
    /// Whether it has given check.
    fn gives_check(&self) -> bool;
    /// Whether the other side, which is in check, has no answer to it.
    fn mates(&self) -> bool;
}

/// Whether a ban forbids a side a move for the position to which it leads.
pub(crate) fn forbid<L: Layout>(core: &Core<L>, bans: &Bans, made: &impl Made<L>) -> bool {
    each(bans).any(|ban| match ban {
        Ban::Check => made.gives_check(),
        Ban::CheckWithoutMate => made.gives_check() && !made.mates(),
        Ban::Facing => {
            let faced = made.before().is_some_and(|before| before.royals_face(core));
            faced && made.after().royals_face(core)
        }
        Ban::SwapInCheck => false,
    })
}

/// The bans that hold.
#[inline(always)]
fn each(bans: &Bans) -> impl Iterator<Item = Ban> {
    let held = bans.held;
    let rows = BANS.iter().enumerate();
    rows.filter(move |(i, _)| held >> i & 1 == 1)
        .map(|(_, row)| row.ban)
}
