//! Promotions and drops, and their text.

use super::text::Page;
use crate::part::Part;
use crate::part::sided;
use crate::region::Region;
use ferz::rules::{PerSide, Side};
use std::cmp::Reverse;

/// How long a list of names may be before it is `all`.
const MANY: usize = 3;

/// When a piece promotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// By a move that ends in the zone.
    #[default]
    Enter,
    /// By a move that starts or ends there.
    Touch,
    /// Without a move.
    InPlace,
}

/// The promotion of a kind of both sides, and its squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Promotion {
    pub(crate) kind: String,
    pub(crate) to: Vec<String>,
    pub(crate) zone: PerSide<Region>,
    /// The squares on which promotion is forced.
    pub(crate) must: PerSide<Region>,
    pub(crate) trigger: Trigger,
    /// At most this number of these kinds on the board.
    pub(crate) limits: Vec<(String, u32)>,
    pub(crate) quiet: bool,
    /// Only by a capture.
    pub(crate) capture: bool,
    /// Only while no piece of the new kind is there.
    pub(crate) alone: bool,
    /// Also by a move as the new kind makes it; only without a check or an attack.
    pub(crate) sallies: bool,
    /// Only of the last piece of its kind.
    pub(crate) last: bool,
}

/// The squares on which a kind may be dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drop {
    pub(crate) kind: String,
    pub(crate) on: PerSide<Region>,
    /// Behind a piece that leaves one of these squares for the first time.
    pub(crate) gate: PerSide<Region>,
    pub(crate) check: bool,
    pub(crate) mate: bool,
    /// At most this number of them on a file; 0: any.
    pub(crate) on_a_file: u32,
    pub(crate) must: bool,
    /// The kind in the hand, if this one is its other face.
    pub(crate) face_of: Option<String>,
    /// Whether it is pushed in from the edge.
    pub(crate) slides: bool,
    /// From a hand that another board fills.
    pub(crate) outside: bool,
    /// From a hand that never empties.
    pub(crate) endless: bool,
    /// The squares that are filled first, whatever the rules.
    pub(crate) first: Region,
    pub(crate) rules: Vec<DropRule>,
}

/// A condition on the place of a drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DropRule {
    /// Enemies are enclosed between the piece and a friend.
    Encloses,
    BesideFriend,
    NotBesideEnemy,
    /// On the edge, or on top of a piece.
    OnTop,
    NotAttacked,
    /// No piece of this kind stands on the file.
    NoneOnFile(String),
    /// No piece of this kind stands on squares of that colour.
    OtherTint(String),
    /// A square of these remains for a piece of this kind that must stand on that colour.
    LeavesTint(String, Region),
}

impl Default for Drop {
    fn default() -> Self {
        Self {
            kind: String::new(),
            on: PerSide::default(),
            gate: PerSide::default(),
            check: true,
            mate: true,
            on_a_file: 0,
            must: false,
            face_of: None,
            slides: false,
            outside: false,
            endless: false,
            first: Region::default(),
            rules: Vec::new(),
        }
    }
}

impl Drop {
    /// Whether a piece of a side may come in anywhere.
    fn is_of(&self, side: Side) -> bool {
        !self.on[side].is_empty() || !self.gate[side].is_empty()
    }

    /// Whether it comes in behind others.
    pub(crate) fn is_gated(&self) -> bool {
        Side::ALL.iter().any(|&side| !self.gate[side].is_empty())
    }
}

impl DropRule {
    /// Whether it says what must not be there.
    fn is_about_absence(&self) -> bool {
        !matches!(self, Self::Encloses | Self::BesideFriend | Self::LeavesTint(..))
    }
}

impl Page<'_> {
    /// The promotions of each kind, those of both sides once.
    pub(super) fn promotions(&self) -> Vec<Part> {
        let mut kinds: Vec<&str> = Vec::new();
        for promotion in &self.draft.promotions {
            if !kinds.contains(&promotion.kind.as_str()) {
                kinds.push(&promotion.kind);
            }
        }
        let mut parts = Vec::new();
        for kind in kinds {
            let own = |side: Side| {
                let all = self.draft.promotions.iter();
                let all = all.filter(|one| one.kind == kind && !one.zone[side].is_empty());
                all.map(|one| self.promotion(one, side)).collect::<Vec<_>>()
            };
            let (white, black) = (own(Side::White), own(Side::Black));
            for at in 0..white.len().max(black.len()) {
                let pair = PerSide::new(white.get(at).cloned(), black.get(at).cloned());
                parts.extend(sided("promotion", kind, &pair));
            }
        }
        parts
    }

    fn promotion(&self, promotion: &Promotion, side: Side) -> String {
        let mut lines = vec![format!("to: {}", promotion.to.join(", "))];
        let (zone, must) = (&promotion.zone[side], &promotion.must[side]);
        if *zone != self.draft.last_ranks(1, side) {
            lines.push(format!("on: {}", self.squares(side, zone)));
        }
        match promotion.trigger {
            Trigger::Enter => {}
            Trigger::Touch => lines.push("when: touch".to_owned()),
            Trigger::InPlace => lines.push("when: in-place".to_owned()),
        }
        // A move of its own is never a duty.
        if promotion.trigger != Trigger::InPlace && must != zone {
            lines.push(match must.is_empty() {
                true => "must: no".to_owned(),
                false => format!("must: {}", self.squares(side, must)),
            });
        }
        for (word, wanted) in [("quiet", promotion.quiet), ("capture", promotion.capture)] {
            if wanted {
                lines.push(format!("only: {word}"));
            }
        }
        let limits = promotion.limits.iter();
        let limits: Vec<String> = limits.map(|(kind, most)| format!("{kind} {most}")).collect();
        if !limits.is_empty() {
            lines.push(format!("limit: {}", limits.join(", ")));
        }
        let mut absent = Vec::new();
        if promotion.alone {
            absent.push(format!("friend {} on all", promotion.to.join(" | ")));
        }
        if promotion.last {
            absent.push(format!("friend {} on all", promotion.kind));
        }
        if promotion.sallies {
            let to = promotion.to.first().and_then(|to| self.draft.kind(to));
            let way = to
                .map(|to| self.way(&to.movement[side], None))
                .unwrap_or_default();
            lines.push(format!("goes: ({way}) at mover"));
            lines.push("check: no".to_owned());
            absent.push("enemy attacked by mover".to_owned());
        }
        if !absent.is_empty() {
            lines.push(format!("unless: {}", absent.join(", ")));
        }
        format!("{{\n  {}\n}}", lines.join("\n  "))
    }

    /// Drops, kinds of the same rules together.
    pub(super) fn drops(&self) -> Vec<Part> {
        let sides = PerSide::new(self.drops_of(Side::White), self.drops_of(Side::Black));
        let together = sides.white == sides.black;
        let mut parts: Vec<Part> = self.tint().into_iter().collect();
        for side in Side::ALL {
            let whose = match together {
                true => String::new(),
                false => format!("{side} "),
            };
            for (names, body) in &sides[side] {
                parts.push(Part::new("drop", names, format!("drop {whose}{names} {body}")));
            }
            if together {
                break;
            }
        }
        parts
    }

    /// The blocks of one side: names and contents.
    fn drops_of(&self, side: Side) -> Vec<(String, String)> {
        let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
        let own = self.draft.drops.iter().filter(|drop| drop.is_of(side));
        for drop in own {
            let body = self.drop(drop, side);
            match groups.iter_mut().find(|(_, known)| *known == body) {
                Some((kinds, _)) => kinds.push(&drop.kind),
                None => groups.push((vec![&drop.kind], body)),
            }
        }
        groups.sort_by_key(|(kinds, _)| Reverse(kinds.len()));
        let count: usize = groups.iter().map(|(kinds, _)| kinds.len()).sum();
        let all = self.draft.all_drop[side] && count > MANY && groups.len() < count;
        let named = |(at, (kinds, body)): (usize, (Vec<&str>, String))| match at == 0 && all {
            true => ("all".to_owned(), body),
            false => (kinds.join(" "), body),
        };
        groups.into_iter().enumerate().map(named).collect()
    }

    fn drop(&self, drop: &Drop, side: Side) -> String {
        let mut lines = Vec::new();
        let mut zone = |word: &str, on: &Region| {
            if !on.is_empty() {
                lines.push(format!("{word}: {}", self.squares(side, on)));
            }
        };
        zone("on", &drop.on[side]);
        zone("gate", &drop.gate[side]);
        let flag = |word: &str, wanted: bool| wanted.then(|| word.to_owned());
        lines.extend(flag("slides: orthogonal", drop.slides));
        if drop.on_a_file > 0 {
            lines.push(format!("per-file: {}", drop.on_a_file));
        }
        lines.extend(flag("check: no", !drop.check));
        lines.extend(flag("mate: no", !drop.mate));
        lines.extend(flag("must: yes", drop.must));
        lines.extend(drop.face_of.as_ref().map(|held| format!("hand: {held}")));
        lines.extend(flag("outside: yes", drop.outside));
        lines.extend(flag("endless: yes", drop.endless));
        if !drop.first.is_empty() {
            // Not mirrored: the same squares for both.
            lines.push(format!("first: {}", self.squares(side, &drop.first)));
        }
        let (mut present, mut absent) = (Vec::new(), Vec::new());
        for rule in &drop.rules {
            let list = match rule.is_about_absence() {
                true => &mut absent,
                false => &mut present,
            };
            list.push(self.drop_rule(rule, side));
        }
        for (word, list) in [("while", present), ("unless", absent)] {
            if !list.is_empty() {
                lines.push(format!("{word}: {}", list.join(", ")));
            }
        }
        match &lines[..] {
            [one] => format!("{{ {one} }}"),
            many => format!("{{\n  {}\n}}", many.join("\n  ")),
        }
    }

    fn drop_rule(&self, rule: &DropRule, side: Side) -> String {
        match rule {
            DropRule::Encloses => "enemy between mover and friend by ride all".to_owned(),
            DropRule::BesideFriend => "friend on step all at target".to_owned(),
            DropRule::NotBesideEnemy => "enemy on step orthogonal at target".to_owned(),
            DropRule::OnTop => "empty on step south at target".to_owned(),
            DropRule::NotAttacked => "mover attacked by enemy".to_owned(),
            DropRule::NoneOnFile(kind) => format!("friend {kind} on (file at target)"),
            DropRule::OtherTint(kind) => format!("friend {kind} on tint at target"),
            DropRule::LeavesTint(kind, zone) => {
                let zone = self.squares(side, zone);
                format!("empty on (({zone}) & tint at target), friend {kind} on tint at target")
            }
        }
    }

    /// The movement to all squares of the same colour, if a drop asks for them.
    fn tint(&self) -> Option<Part> {
        let asks = |rule: &DropRule| matches!(rule, DropRule::OtherTint(_) | DropRule::LeavesTint(..));
        let mut drops = self.draft.drops.iter();
        if !drops.any(|drop| drop.rules.iter().any(asks)) {
            return None;
        }
        let most = self.board.files.max(self.board.ranks);
        let pairs = (0..most).flat_map(|near| (near..most).map(move |far| (near, far)));
        let leaps: Vec<String> = pairs
            .filter(|&(near, far)| far > 0 && (near + far) % 2 == 0)
            .map(|(near, far)| format!("leap({near}, {far})"))
            .collect();
        let text = format!("movement tint = {}", leaps.join("\n              | "));
        Some(Part::new("movement", "tint", text))
    }
}
