//! `rules`: what a side may not or must do beside keeping its royals safe. An entry is one row:
//! reading, printing and completion go by it.

use super::{Table, word};
use crate::rules::{self, Late, Pass, PerSide, Restrictions};

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
/// Reading, printing, explaining and the lints go by its row.
#[derive(Clone, Copy, Debug)]
pub struct SidesRule {
    /// The rule.
    pub rule: &'static rules::SidesRule,
    /// Whether the word says that the rule does not hold: `captures: no`.
    pub reversed: bool,
    /// Whether it is printed only if it differs from the default.
    pub rare: bool,
    /// The sentence about the moves that it forbids.
    pub says: Option<&'static str>,
    /// The kind of reason that `why` gives for it. Rules without a kind have reasons of their own
    /// there.
    pub kind: Option<&'static str>,
    /// Whether it forbids moves because others are possible, so that one of those is named.
    pub prefers: bool,
    /// The conditions without which it never matters.
    pub needs: &'static [Need],
}

/// A condition without which a rule never matters.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// Captures by the sides for which it holds.
    Captures,
    /// A piece of each such side that can capture.
    Captors,
    /// Turns with several captures.
    LongCaptures,
    /// Captures on squares to which the same piece has an exposing move.
    ExposingCaptures,
    /// Pieces that change places.
    Swaps,
    /// Royals of the other side.
    Royals,
    /// Royals of both sides.
    RoyalsOfBoth,
    /// Royals that may face each other.
    Facing,
    /// A wider rule does not hold for the same sides; the reason if it does.
    Unless(&'static rules::SidesRule, &'static str),
}

impl SidesRule {
    /// The row of a rule, by the entry that makes it hold.
    const fn of(name: &str) -> Self {
        Self {
            rule: rules::SidesRule::named(name),
            reversed: false,
            rare: true,
            says: None,
            kind: None,
            prefers: false,
            needs: &[],
        }
    }

    /// The sides for which the word says `yes`.
    pub fn get(&self, restrictions: &Restrictions) -> PerSide<bool> {
        let sides = (self.rule.get)(restrictions);
        PerSide::new(sides.white != self.reversed, sides.black != self.reversed)
    }

    /// Sets the sides for which the word says `yes`.
    pub fn set(&self, restrictions: &mut Restrictions, sides: PerSide<bool>) {
        let sides = PerSide::new(sides.white != self.reversed, sides.black != self.reversed);
        (self.rule.set)(restrictions, sides);
    }
}

/// Keys of `rules`, in the order in which they are printed.
pub const RULES: Table<RulesKey> = Table(&[
    word(
        "must-capture",
        RulesKey::Sides(SidesRule {
            rare: false,
            says: Some("a side that can capture must capture"),
            prefers: true,
            needs: &[Need::Captures, Need::Captors],
            ..SidesRule::of("must-capture")
        }),
        "`must-capture: yes`: a side that can capture must",
    ),
    word(
        "most-captures",
        RulesKey::Sides(SidesRule {
            says: Some("as many pieces as possible must be captured"),
            kind: Some("most-captures"),
            prefers: true,
            needs: &[Need::Captures, Need::LongCaptures],
            ..SidesRule::of("most-captures")
        }),
        "`most-captures: yes`: of captures only those with which the most pieces can be captured in the turn",
    ),
    word(
        "captures",
        RulesKey::Sides(SidesRule {
            reversed: true,
            says: Some("nothing may be captured"),
            ..SidesRule::of("captures: no")
        }),
        "`captures: no`: nothing is captured; royals are in check all the same",
    ),
    word(
        "no-check",
        RulesKey::Sides(SidesRule {
            rare: false,
            says: Some("no move may give check"),
            ..SidesRule::of("no-check")
        }),
        "`no-check: yes`: no move may give check",
    ),
    word(
        "only-mate",
        RulesKey::Sides(SidesRule {
            says: Some("a move may give check only if it mates"),
            needs: &[
                Need::Unless(
                    rules::SidesRule::named("no-check"),
                    "no move may give check at all: `no-check`",
                ),
                Need::Royals,
            ],
            ..SidesRule::of("only-mate")
        }),
        "`only-mate: yes`: a move may give check only if it mates",
    ),
    word(
        "exposed-captures",
        RulesKey::Sides(SidesRule {
            needs: &[Need::Captures, Need::ExposingCaptures],
            ..SidesRule::of("exposed-captures")
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
            reversed: true,
            says: Some("a side in check may not make pieces change places"),
            kind: Some("swap-in-check"),
            needs: &[Need::Swaps],
            ..SidesRule::of("swaps-in-check: no")
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
            says: Some("a move must part royal pieces that are facing each other"),
            kind: Some("bikjang"),
            needs: &[Need::Facing, Need::RoyalsOfBoth],
            ..SidesRule::of("bikjang")
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

/// The rules that hold for both sides, for one or for neither, each with its word.
pub fn sides_rules() -> impl Iterator<Item = (&'static str, &'static SidesRule)> {
    RULES.iter().filter_map(|key| match &key.means {
        RulesKey::Sides(rule) => Some((key.word, rule)),
        _ => None,
    })
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
