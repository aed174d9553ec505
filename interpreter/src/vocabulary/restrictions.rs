//! `rules`: what a side may not or must do beside keeping its royals safe. An entry is one row:
//! reading, printing and completion go by it.

use super::{Table, word};
use crate::rules::{Late, Pass, PerSide, Restrictions};

/// An entry of `rules`.
#[derive(Clone, Copy, Debug)]
pub enum RulesKey {
    /// The rule holds for both sides, for one or for neither.
    Sides(SidesRule),
    /// Whether pieces promote that others bring to a mandatory square, and the side that chooses.
    LatePromotions,
    /// When a side may pass.
    Pass,
    /// Along what royals may not see each other.
    Apart,
    /// The pieces that may change places.
    Exchange,
    /// The kinds that absorb the movements of captured pieces.
    Absorb,
    /// The pieces that carry others.
    Carry,
    /// The pieces that come back from beside the board.
    Pool,
    /// The pieces that turn others into exiled pieces.
    Recall,
    /// The pieces that remove their neighbours when captured.
    Avenge,
    /// The pieces that stand in for an exiled royal.
    Regents,
    /// The squares on which en passant is possible.
    EnPassant,
}

/// A rule that holds for both sides, for one or for neither: `yes`, `white`, `black` or `no`.
#[derive(Clone, Copy, Debug)]
pub struct SidesRule {
    /// The sides for which it holds.
    pub get: fn(&Restrictions) -> PerSide<bool>,
    /// Sets the rule for some sides.
    pub set: fn(&mut Restrictions, PerSide<bool>),
    /// Whether it holds for both by default.
    pub usual: bool,
    /// Whether it is printed only if it differs from the default.
    pub rare: bool,
}

/// Keys of `rules`, in the order in which they are printed.
pub const RULES: Table<RulesKey> = Table(&[
    word(
        "must-capture",
        RulesKey::Sides(SidesRule {
            get: |rules| rules.must_capture,
            set: |rules, sides| rules.must_capture = sides,
            usual: false,
            rare: false,
        }),
        "`must-capture: yes`: a side that can capture must",
    ),
    word(
        "most-captures",
        RulesKey::Sides(SidesRule {
            get: |rules| rules.most_captures,
            set: |rules, sides| rules.most_captures = sides,
            usual: false,
            rare: true,
        }),
        "`most-captures: yes`: of captures only those with which the most pieces can be captured in the turn",
    ),
    word(
        "captures",
        RulesKey::Sides(SidesRule {
            get: |rules| others(rules.no_captures),
            set: |rules, sides| rules.no_captures = others(sides),
            usual: true,
            rare: true,
        }),
        "`captures: no`: nothing is captured; royals are in check all the same",
    ),
    word(
        "no-check",
        RulesKey::Sides(SidesRule {
            get: |rules| rules.no_check,
            set: |rules, sides| rules.no_check = sides,
            usual: false,
            rare: false,
        }),
        "`no-check: yes`: no move may give check",
    ),
    word(
        "only-mate",
        RulesKey::Sides(SidesRule {
            get: |rules| rules.only_mate,
            set: |rules, sides| rules.only_mate = sides,
            usual: false,
            rare: true,
        }),
        "`only-mate: yes`: a move may give check only if it mates",
    ),
    word(
        "exposed-captures",
        RulesKey::Sides(SidesRule {
            get: |rules| rules.exposed_captures,
            set: |rules, sides| rules.exposed_captures = sides,
            usual: false,
            rare: true,
        }),
        "`exposed-captures: yes`: captures along `exposed` movements expose the passed squares, too",
    ),
    word(
        "late-promotions",
        RulesKey::LatePromotions,
        "`late-promotions: yes`: pieces that must promote where they arrive, by other means than their own move, do so after the move, as their own side chooses, or with `mover` the side that has moved",
    ),
    word(
        "swaps-in-check",
        RulesKey::Sides(SidesRule {
            get: |rules| others(rules.no_swaps_in_check),
            set: |rules, sides| rules.no_swaps_in_check = others(sides),
            usual: true,
            rare: true,
        }),
        "`swaps-in-check: no`: while a side is in check, none of its pieces changes places",
    ),
    word(
        "pass",
        RulesKey::Pass,
        "`pass: never` (default), `forced`, `allowed`",
    ),
    word(
        "bikjang",
        RulesKey::Sides(SidesRule {
            get: |rules| rules.bikjang,
            set: |rules, sides| rules.bikjang = sides,
            usual: false,
            rare: true,
        }),
        "`bikjang: yes`: royals that face each other on an open file or rank must be parted, or the side passes",
    ),
    word(
        "apart",
        RulesKey::Apart,
        "`apart: ride vertical`: no move may leave royals of both sides where this leads from one to the other; it is no check",
    ),
    word(
        "exchange",
        RulesKey::Exchange,
        "`exchange: king and knight`: two such pieces of a side may change places as a move, wherever they stand",
    ),
    word(
        "absorb",
        RulesKey::Absorb,
        "`absorb: all from queen`: a piece that captures a queen can from then on move as it, too",
    ),
    word(
        "carry",
        RulesKey::Carry,
        "`carry: rook`: pieces may enter a rook, are safe inside, and fall when it is captured",
    ),
    word(
        "pool",
        RulesKey::Pool,
        "`pool: all except pawn`: captured and exiled pieces wait beside the board; promotion is to these only, among the kinds after `to`",
    ),
    word(
        "recall",
        RulesKey::Recall,
        "`recall: bishop for pawn`: as a move, a pawn on the square colour of a bishop becomes an exiled piece of its side",
    ),
    word(
        "avenge",
        RulesKey::Avenge,
        "`avenge: queen within 1`: a captured queen removes the pieces on its square and within one step of it",
    ),
    word(
        "regents",
        RulesKey::Regents,
        "`regents: pawn`: a royal that is exiled is not lost as long as its side has a pawn",
    ),
    word(
        "en-passant",
        RulesKey::EnPassant,
        "`en-passant: rank 6`: where White may capture en passant, Black mirrored",
    ),
]);

/// The word between two pieces that may change places.
pub const AND: Table<()> = Table(&[word("and", (), "`exchange: king and knight`: the other piece")]);

/// The word between captors and the pieces that they absorb.
pub const FROM: Table<()> = Table(&[word("from", (), "`absorb: all from queen`: the victims")]);

/// The word between the recalling piece and the piece given for the exiled one.
pub const FOR: Table<()> = Table(&[word(
    "for",
    (),
    "`recall: bishop for pawn`: the piece that becomes an exiled one",
)]);

/// The word before a distance.
pub const WITHIN: Table<()> = Table(&[word(
    "within",
    (),
    "`avenge: queen within 2`: how many steps it reaches",
)]);

/// The sides of which something is not so.
fn others(sides: PerSide<bool>) -> PerSide<bool> {
    PerSide::new(!sides.white, !sides.black)
}

/// Values of `late-promotions`.
pub const LATE: Table<Late> = Table(&[
    word("no", Late::Never, "only by moves of their own"),
    word("yes", Late::Own, "their own side chooses the new kind"),
    word(
        "mover",
        Late::Mover,
        "the side that has moved chooses, also for its opponent",
    ),
]);

/// Values of `pass`.
pub const PASSES: Table<Pass> = Table(&[
    word("never", Pass::Never, "a side never passes"),
    word(
        "forced",
        Pass::Forced,
        "only without a move, and with some but not all royals attacked",
    ),
    word(
        "stuck",
        Pass::Stuck,
        "when it has no other legal move and its royals are safe",
    ),
    word("allowed", Pass::Allowed, "whenever it leaves the royals safe"),
]);
