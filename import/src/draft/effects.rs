//! Effects of moves, moves that cannot be made, walls and powers, and their text.

use super::text::Page;
use crate::part::Part;
use crate::region::Region;
use ferz::rules::{Movement, PerSide, Side};
use std::fmt::Write as _;

/// An automatic effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// A captured piece of these kinds, or of any, goes to the hand of its captor, or of its owner;
    /// a promoted one as what it was before, or as it is.
    ToHand {
        of: Vec<String>,
        captor: bool,
        demoted: bool,
    },
    Explosion(Explosion),
    /// A piece of these kinds that captures, or of any if none is named, becomes a wall; it goes to
    /// the opponent's hand, if this says how.
    Petrify {
        by: Vec<String>,
        to_hand: Option<Demoted>,
        /// The captor explodes: the wall is where it was to end.
        exploded: bool,
    },
    /// Enemies around a drop, or a move, change their side.
    Flips {
        dropped: bool,
        how: Flip,
    },
    /// A piece of these kinds that captures changes its side.
    CaptorFlips {
        by: Vec<String>,
    },
    /// A square that a piece leaves is closed.
    CloseOrigin,
    /// With each move of a kind new pieces come to the hand of its side, or of the other one.
    Pocketed {
        by: String,
        kind: String,
        count: usize,
        enemy: bool,
    },
    /// A piece of a kind that leaves one of these squares becomes another kind.
    Becomes {
        kind: String,
        from: Region,
        to: String,
    },
    /// A piece that comes to the file or rank of an enemy of a kind makes it count as moved.
    Unsettles {
        by: String,
        kind: String,
        dropped: bool,
    },
}

/// Whether a promoted piece goes to a hand as what it was before.
pub(crate) type Demoted = bool;

/// A capture removes the captor and the pieces around.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Explosion {
    /// Kinds that stand around and stay.
    pub(crate) sparing: Vec<String>,
    /// Kinds that stay even if they have captured.
    pub(crate) immune: Vec<String>,
    pub(crate) leaves: Remains,
}

/// The fate of pieces in an explosion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Remains {
    #[default]
    Nothing,
    /// They go to the hands of their opponents.
    InHand(Demoted),
    /// Those around become walls.
    Walls,
}

/// Which enemies change their side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flip {
    /// Those between the piece and a friend.
    Enclosed,
    Around,
    /// Those around, if a friend is around, too.
    AroundWithFriend,
}

/// A move that cannot be made; it attacks all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ban {
    pub(crate) side: Side,
    pub(crate) captures: bool,
    pub(crate) by: String,
    pub(crate) from: Option<Region>,
    pub(crate) to: Option<Region>,
    pub(crate) only: Vec<BanRule>,
}

/// A condition of a ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BanRule {
    /// The piece is still what it was.
    Unchanged,
    /// It is so, and has stayed on its file.
    UnchangedOnFile,
    /// The piece becomes one of these.
    Becomes(Vec<String>),
    /// A piece stands where the move ends.
    Hits,
    /// The piece captures in passing.
    Passes,
    /// It becomes this kind, and one of those of its side is there.
    BecomesWith(String, Vec<String>),
    /// None of these kinds of its side is there.
    Without(Vec<String>),
}

/// Squares that are closed with moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walls {
    pub(crate) on: WallsOn,
    /// Only these squares.
    pub(crate) within: Option<PerSide<Region>>,
    /// A new wall takes the place of the last one.
    pub(crate) one: bool,
    /// A wall is a turn of its own, but not an answer to check.
    pub(crate) instead: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WallsOn {
    Anything,
    /// Squares of the edge, and beside other walls.
    Edge,
    /// The squares to which the moved piece could go.
    Reach(Movement),
}

/// Other moves of a kind while it is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Power {
    pub(crate) name: &'static str,
    pub(crate) of: String,
    /// By more than one piece.
    pub(crate) several: bool,
    pub(crate) moves: Movement,
}

impl BanRule {
    /// The pieces that must be there, or must not, on a line of their own.
    fn says(&self, by: &str) -> String {
        match self {
            Self::Unchanged => format!("while: mover {by}"),
            Self::UnchangedOnFile => format!("while: mover {by} on file at origin"),
            Self::Becomes(kinds) => format!("while: mover {}", closed(kinds)),
            Self::Hits => "while-before: enemy on target".to_owned(),
            Self::Passes => "while-before: empty on target".to_owned(),
            Self::BecomesWith(kind, others) => {
                let others = closed(others);
                format!("while: friend {others} on all\n  unless: mover (all except {kind})")
            }
            Self::Without(kinds) => format!("unless: friend {} on all", closed(kinds)),
        }
    }
}

impl Effect {
    /// Whether no piece comes to another square, side or kind by it.
    pub(super) fn only_removes(&self) -> bool {
        matches!(
            self,
            Self::ToHand { .. } | Self::Pocketed { .. } | Self::Explosion(_) | Self::CloseOrigin
        )
    }
}

/// A block about captures, moves or drops.
fn on(event: &str, lines: &[String]) -> Part {
    let name = event.split(' ').next_back().unwrap_or_default();
    Part::new("on", name, format!("on {event} {{\n  {}\n}}", lines.join("\n  ")))
}

/// Names as one term.
fn closed<N: AsRef<str>>(names: &[N]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names[..] {
        [name] => name.to_owned(),
        _ => format!("({})", names.join(" | ")),
    }
}

fn flipped(demoted: Demoted) -> &'static str {
    match demoted {
        true => " flipped demoted",
        false => " flipped",
    }
}

/// The lines of an effect of captures.
fn of_capture(effect: &Effect) -> Vec<String> {
    let of = |word: &str, kinds: &[String]| {
        let kinds = (!kinds.is_empty()).then(|| format!("{word}: {}", kinds.join(" | ")));
        kinds.into_iter().collect::<Vec<_>>()
    };
    match effect {
        Effect::ToHand {
            of: kinds,
            captor,
            demoted,
        } => {
            let mut lines = of("of", kinds);
            let mut whom = "victim".to_owned();
            for (word, wanted) in [(" flipped", *captor), (" demoted", *demoted)] {
                if wanted {
                    whom.push_str(word);
                }
            }
            lines.push(format!("hand: {whom}"));
            lines
        }
        Effect::Petrify {
            by,
            to_hand,
            exploded,
        } => {
            let mut lines = of("by", by);
            lines.extend(to_hand.map(|demoted| format!("hand: mover{}", flipped(demoted))));
            // A piece that has gone to a hand is no longer there.
            let gone = *exploded || to_hand.is_some();
            lines.push(format!("close: {}", if gone { "target" } else { "mover" }));
            lines
        }
        Effect::CaptorFlips { by } => {
            let mut lines = of("by", by);
            lines.push("flip: mover".to_owned());
            lines
        }
        _ => Vec::new(),
    }
}

impl Page<'_> {
    pub(super) fn effects(&self) -> Vec<Part> {
        let effects = self.draft.effects.iter();
        effects.flat_map(|effect| self.effect(effect)).collect()
    }

    fn effect(&self, effect: &Effect) -> Vec<Part> {
        let (event, lines) = match effect {
            Effect::Explosion(explosion) => return self.explosion(explosion),
            Effect::ToHand { .. } | Effect::Petrify { .. } | Effect::CaptorFlips { .. } => {
                ("capture", of_capture(effect))
            }
            Effect::Flips { dropped: true, .. } | Effect::Unsettles { dropped: true, .. } => {
                ("drop", self.of_move(effect))
            }
            _ => ("move", self.of_move(effect)),
        };
        vec![on(event, &lines)]
    }

    /// The lines of an effect of moves or drops.
    fn of_move(&self, effect: &Effect) -> Vec<String> {
        match effect {
            Effect::Flips { how, .. } => {
                let around = "flip: enemy on step all at mover".to_owned();
                match how {
                    Flip::Enclosed => vec!["flip: enemy between mover and friend by ride all".to_owned()],
                    Flip::Around => vec![around],
                    Flip::AroundWithFriend => vec!["while: friend on step all at mover".to_owned(), around],
                }
            }
            Effect::CloseOrigin => vec!["close: origin".to_owned()],
            // The square that was left is empty: each new piece goes to the hand from there.
            Effect::Pocketed {
                by,
                kind,
                count,
                enemy,
            } => {
                let (flipped, whose) = match enemy {
                    true => (" flipped", "enemy"),
                    false => ("", "friend"),
                };
                let mut lines = vec![format!("by: {by}")];
                for _ in 0..*count {
                    lines.push(format!("put: {kind}{flipped} on origin"));
                    lines.push(format!("hand: {whose} {kind} on origin"));
                }
                lines
            }
            Effect::Becomes { kind, from, to } => {
                let from = self.sets(&PerSide::both(from.clone()));
                vec![
                    format!("by: {kind}"),
                    format!("from: {from}"),
                    format!("become: mover as {to}"),
                ]
            }
            Effect::Unsettles { by, kind, .. } => {
                let moved = format!("moved: enemy {kind} on (file at mover | rank at mover)");
                vec![format!("by: {by}"), moved]
            }
            Effect::ToHand { .. }
            | Effect::Explosion(_)
            | Effect::Petrify { .. }
            | Effect::CaptorFlips { .. } => Vec::new(),
        }
    }

    fn explosion(&self, explosion: &Explosion) -> Vec<Part> {
        let Explosion {
            sparing,
            immune,
            leaves,
        } = explosion;
        let around = self.but(&[sparing.as_slice(), immune].concat());
        let hit = match immune.is_empty() {
            true => "mover".to_owned(),
            false => format!("{} on target", self.but(immune)),
        };
        match leaves {
            Remains::Nothing if immune.is_empty() => {
                let sparing = match &sparing[..] {
                    [] => String::new(),
                    kinds => format!("(sparing: {})", kinds.join(" ")),
                };
                vec![Part::new("use", "explosion", format!("use explosion{sparing}"))]
            }
            Remains::Nothing => {
                let line = format!("remove: {hit}, {around} on step all at target");
                vec![on("capture", &[line])]
            }
            Remains::InHand(demoted) => {
                let how = flipped(*demoted);
                let line = format!("hand: victim{how}, {hit}{how}, {around} on step all at target{how}");
                vec![on("capture", &[line])]
            }
            Remains::Walls => {
                let itself = "movement itself = (pass step all) then step back".to_owned();
                let there = format!("(itself at friend {around} | itself at enemy {around})");
                let lines = [
                    format!("close: step all at target & {there}"),
                    format!("remove: {hit}"),
                ];
                vec![Part::new("movement", "itself", itself), on("capture", &lines)]
            }
        }
    }

    /// All kinds but some, in their order.
    fn but(&self, kinds: &[String]) -> String {
        let all = self.draft.kinds.iter().map(|kind| kind.name.as_str());
        let names: Vec<&str> = all.filter(|name| kinds.iter().any(|kind| kind == name)).collect();
        match names.is_empty() {
            true => "all".to_owned(),
            false => format!("(all except {})", closed(&names)),
        }
    }

    /// Moves that cannot be made, those of both sides once.
    pub(super) fn bans(&self) -> Vec<Part> {
        let all: Vec<(Side, &str, Vec<String>)> = self.draft.bans.iter().map(|ban| self.ban(ban)).collect();
        let mut parts = Vec::new();
        for (at, (side, event, lines)) in all.iter().enumerate() {
            let is_twin = |(_, its, others): &&(Side, &str, Vec<String>)| (its, others) == (event, lines);
            let both = all.iter().any(|other| is_twin(&other) && other.0 != *side);
            if both && all[..at].iter().any(|other| is_twin(&other)) {
                continue;
            }
            let whose = if both { String::new() } else { format!("{side} ") };
            parts.push(on(&format!("{whose}{event}"), lines));
        }
        parts
    }

    fn ban(&self, ban: &Ban) -> (Side, &'static str, Vec<String>) {
        let by = &ban.by;
        let mut lines = vec![format!("by: {by}")];
        for (word, squares) in [("from", &ban.from), ("to", &ban.to)] {
            let squares = squares.as_ref().map(|squares| self.squares(ban.side, squares));
            lines.extend(squares.map(|squares| format!("{word}: {squares}")));
        }
        lines.extend(ban.only.iter().map(|rule| rule.says(by)));
        lines.push("possible: no".to_owned());
        let event = if ban.captures { "capture" } else { "move" };
        (ban.side, event, lines)
    }

    pub(super) fn walls(&self) -> Option<Part> {
        let walls = self.draft.walls.as_ref()?;
        let on = match &walls.on {
            WallsOn::Anything => None,
            WallsOn::Edge => Some("(edge | step orthogonal at wall)".to_owned()),
            WallsOn::Reach(way) => {
                let way = self.way(way, None);
                Some(match way.contains(' ') {
                    true => format!("({way}) at mover"),
                    false => format!("{way} at mover"),
                })
            }
        };
        let on = match (on, walls.within.as_ref().map(|within| self.sets(within))) {
            (Some(on), Some(within)) => format!("{on} & ({within})"),
            (on, within) => on.or(within).unwrap_or_else(|| "all".to_owned()),
        };
        let mut text = format!("walls {{\n  on: {on}\n");
        for (line, wanted) in [
            ("one: yes", walls.one),
            ("instead: yes", walls.instead),
            ("in-check: no", walls.instead),
        ] {
            if wanted {
                let _ = writeln!(text, "  {line}");
            }
        }
        Some(Part::new("walls", "", text + "}"))
    }

    pub(super) fn powers(&self) -> Vec<Part> {
        let part = |power: &Power| {
            let Power {
                name,
                of,
                several,
                moves,
            } = power;
            let many = if *several { "several" } else { "all" };
            let moves = self.way(moves, None);
            let text =
                format!("power {name} {{\n  of: {of}\n  while: attacked by {many}\n  moves: {moves}\n}}");
            Part::new("power", name, text)
        };
        self.draft.powers.iter().map(part).collect()
    }
}
