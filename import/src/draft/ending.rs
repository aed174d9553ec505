//! The ends of a game, and their text.

use super::text::Page;
use crate::part::Part;
use crate::region::Region;
use ferz::rules::{Chase, Counting, Limit, Mate, OnlyPromotions, PerSide, Rows, Score, Side, ToAndFro};
use ferz::text;
use std::fmt::Write as _;

/// How the game ends. Scores are those of the side that is named first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Of the mated side.
    Checkmate(Score),
    /// Of each side, if it has no move.
    Stalemate(PerSide<Score>),
    /// For the side that moved last.
    Repetition(Limit),
    /// At a repetition, for a side that has given check all the time.
    PerpetualCheck(Score),
    /// After a number of plies.
    MoveRule(Limit),
    ToAndFro(ToAndFro),
    PerpetualChase(Chase),
    MateBy(Mate),
    MateWithout(Mate),
    OnlyPromotions(OnlyPromotions),
    Counting(Counting),
    /// A goal with its name and the side that has it; both if none is named.
    Goal(String, Option<Side>, Goal, Score),
}

/// An aim that a side can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Reach(Reach),
    Extinct(Extinct),
    /// This many checks are given.
    Checks(u32),
    /// This many pieces stand in a row, at equal distances if they are apart.
    Line {
        kinds: Vec<String>,
        count: u32,
        rows: Rows,
        apart: bool,
    },
    /// Pieces fill a square of this size.
    Square {
        kinds: Vec<String>,
        size: u32,
    },
    /// A chain of pieces joins two zones.
    Join {
        kinds: Vec<String>,
        on: PerSide<Region>,
        with: PerSide<Region>,
        rows: Rows,
    },
    /// The side with more pieces has it.
    Most(Most),
    /// The side has lost the right to castle to these squares.
    Barred(PerSide<Region>),
}

/// Pieces that come to some squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Any if none is named.
    pub(crate) kinds: Vec<String>,
    pub(crate) on: PerSide<Region>,
    /// How many of them; 0 is 1.
    pub(crate) at_least: u32,
    /// One is enough if no square is empty.
    pub(crate) filled: bool,
    /// Only with the side's own move.
    pub(crate) own_move: bool,
    /// Only where the opponent cannot capture at once.
    pub(crate) safe: bool,
    /// Only when the side is to move again.
    pub(crate) held: bool,
    /// The opponent may reach it, too, and draw.
    pub(crate) reply: bool,
}

/// Pieces that are gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extinct {
    /// All together if none is named.
    pub(crate) kinds: Vec<String>,
    /// No more than this number is left.
    pub(crate) most: u32,
    /// The opponent has at least this number.
    pub(crate) opponent: u32,
    /// The opponent may come to that, too, and draw.
    pub(crate) reply: bool,
    /// Of any kind.
    pub(crate) each: bool,
}

/// When pieces are counted, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Most {
    /// Any if none is named.
    pub(crate) kinds: Vec<String>,
    /// When the board is full.
    pub(crate) full: bool,
    /// When a side has no move.
    pub(crate) stuck: bool,
    /// When both sides have passed.
    pub(crate) passed: bool,
    /// When royals face each other and a side passes.
    pub(crate) facing: bool,
    /// By value, and less this many hundredths of a pawn.
    pub(crate) less: Option<u32>,
}

/// The end after this many plies or occurrences.
pub(crate) const fn limit(count: u16, score: Score) -> Limit {
    Limit {
        count,
        score,
        side: None,
        claim: false,
        counted: false,
    }
}

impl Page<'_> {
    pub(super) fn ends(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut rest = self.draft.ends.iter().peekable();
        while let Some(end) = rest.next() {
            let (name, side, goal, score) = match end {
                End::Goal(name, side, goal, score) => (name, side, goal, score),
                End::Counting(rule) => {
                    parts.extend(counts(rule));
                    continue;
                }
                other => {
                    let (key, body) = self.ending(other);
                    parts.push(Part::of_end(key, &body));
                    continue;
                }
            };
            // Goals of one name, of White and of Black, are one entry.
            let twin = match (side, rest.peek()) {
                (Some(Side::White), Some(End::Goal(other, Some(Side::Black), twin, its)))
                    if other == name =>
                {
                    Some((twin, *its))
                }
                _ => None,
            };
            let body = match (side, twin) {
                (Some(_), Some(twin)) if twin == (goal, *score) => self.goal(goal, None, *score),
                (Some(_), Some((twin, its))) => {
                    let (white, black) = (Some(Side::White), Some(Side::Black));
                    let black = self.goal(twin, black, its);
                    format!("white {}, black {black}", self.goal(goal, white, *score))
                }
                (Some(side), None) => format!("{side} {}", self.goal(goal, Some(*side), *score)),
                (None, _) => self.goal(goal, None, *score),
            };
            if twin.is_some() {
                rest.next();
            }
            parts.push(Part::of_end(name, &body));
        }
        parts
    }

    fn ending(&self, end: &End) -> (&'static str, String) {
        let word = |score: &Score| text::score(*score).to_owned();
        match end {
            End::Checkmate(score) => ("checkmate", word(score)),
            End::Stalemate(scores) => ("stalemate", text::per_side(scores, word)),
            End::Repetition(limit) => ("repetition", text::limit(Some(*limit))),
            End::PerpetualCheck(score) => ("perpetual-check", word(score)),
            End::MoveRule(limit) => ("move-rule", text::limit(Some(*limit))),
            End::ToAndFro(rule) => ("to-and-fro", text::to_and_fro(rule)),
            End::PerpetualChase(rule) => ("perpetual-chase", text::chase(rule, &self.board)),
            End::MateBy(rule) => ("mate-by", text::mate(rule)),
            End::MateWithout(rule) => ("mate-without", text::mate(rule)),
            End::OnlyPromotions(rule) => ("only-promotions", text::only_promotions(rule)),
            End::Counting(_) | End::Goal(..) => ("", String::new()),
        }
    }

    /// A goal and the score of the side that reaches it, if that is not what it usually brings.
    fn goal(&self, goal: &Goal, side: Option<Side>, score: Score) -> String {
        let mut usual = Score::Win;
        let mut line = match goal {
            Goal::Reach(reach) => self.reach(reach, side),
            Goal::Extinct(extinct) => {
                usual = Score::Loss;
                extinct_of(extinct)
            }
            Goal::Checks(count) => format!("checks {count}"),
            Goal::Line {
                kinds,
                count,
                rows,
                apart,
            } => {
                let apart = if *apart { ", apart" } else { "" };
                format!("line {} {count}{}{apart}", pieces(kinds), in_words(*rows))
            }
            Goal::Square { kinds, size } => format!("square {} {size}", pieces(kinds)),
            Goal::Join {
                kinds,
                on,
                with,
                rows,
            } => format!(
                "join {} on {}, with {}{}",
                pieces(kinds),
                grouped(self.standing(on, side)),
                grouped(self.standing(with, side)),
                in_words(*rows)
            ),
            Goal::Most(most) => most_of(most),
            Goal::Barred(on) => {
                usual = Score::Loss;
                format!("barred on {}", grouped(self.standing(on, side)))
            }
        };
        if score != usual {
            let _ = write!(line, ", {}", text::score(score));
        }
        line
    }

    fn reach(&self, reach: &Reach, side: Option<Side>) -> String {
        let on = grouped(self.standing(&reach.on, side));
        let mut text = format!("reach {} on {on}", pieces(&reach.kinds));
        if reach.at_least > 1 {
            let _ = write!(text, ", at-least {}", reach.at_least);
        }
        for (word, wanted) in [
            ("filled", reach.filled),
            ("own-move", reach.own_move),
            ("safe", reach.safe),
            ("held", reach.held),
            ("reply", reach.reply),
        ] {
            if wanted {
                let _ = write!(text, ", {word}");
            }
        }
        text
    }
}

fn extinct_of(extinct: &Extinct) -> String {
    let whom = match extinct.each {
        true => "each".to_owned(),
        false => pieces(&extinct.kinds),
    };
    let mut line = format!("extinct {whom}");
    for (word, number) in [("at-most", extinct.most), ("opponent", extinct.opponent)] {
        if number > 0 {
            let _ = write!(line, ", {word} {number}");
        }
    }
    line + if extinct.reply { ", reply" } else { "" }
}

fn most_of(most: &Most) -> String {
    let mut line = format!("most {}", pieces(&most.kinds));
    for (option, wanted) in [
        ("full", most.full),
        ("stuck", most.stuck),
        ("passes 2", most.passed),
        ("facing", most.facing),
    ] {
        if wanted {
            let _ = write!(line, ", {option}");
        }
    }
    if let Some(less) = most.less {
        let _ = write!(line, ", by-value, less {}", text::value(less));
    }
    line
}

fn counts(rule: &Counting) -> Vec<Part> {
    let counts = [("count", &rule.several), ("count-alone", &rule.alone)];
    let counts = counts.into_iter();
    counts
        .filter_map(|(key, count)| Some(Part::of_end(key, &text::count(count.as_ref()?))))
        .collect()
}

/// Rows that are not all, as options of a goal.
fn in_words(rows: Rows) -> String {
    match (rows.sideways, rows.vertical, rows.diagonal) {
        (true, true, true) => String::new(),
        (true, true, false) => ", orthogonal".to_owned(),
        (sideways, vertical, diagonal) => {
            let words = [
                (vertical, "vertical"),
                (sideways, "sideways"),
                (diagonal, "diagonal"),
            ];
            let words = words.iter().filter(|(on, _)| *on).map(|(_, word)| *word);
            format!(", {}", words.collect::<Vec<_>>().join(" "))
        }
    }
}

fn pieces(kinds: &[String]) -> String {
    match kinds {
        [] => "all".to_owned(),
        some => some.join(" "),
    }
}

fn grouped(set: String) -> String {
    if set.contains(" | ") {
        format!("({set})")
    } else {
        set
    }
}
