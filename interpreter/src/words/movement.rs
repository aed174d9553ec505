//! Movements in words.

use super::both_squares;
use crate::rules::{Between, Board, Condition, Frame, Hurdle, Leap, Modes, Movement, Range, Via, Winds};

/// A movement: `step orthogonal | capture leap(1, 2) forward`.
pub fn movement(movement: &Movement, board: &Board) -> String {
    Writer { board }.alternatives(movement).join(" | ")
}

struct Writer<'b> {
    board: &'b Board,
}

/// A phrase: prefix words, what they are about, and what follows it. Prefixes apply last.
#[derive(Clone)]
struct Phrase {
    prefix: String,
    core: String,
    suffix: String,
}

impl Phrase {
    fn text(&self) -> String {
        format!("{}{}{}", self.prefix, self.core, self.suffix)
    }
}

/// The wind of a ride or step without its size: what directions of the two sizes have in common.
type Straight = (Frame, Range, Between, bool);

impl Writer<'_> {
    /// The alternatives of a movement, each without `|` outside of parentheses.
    fn alternatives(&self, movement: &Movement) -> Vec<String> {
        let phrases = self.phrases(movement);
        if phrases.is_empty() {
            return vec!["none".to_owned()];
        }
        phrases.iter().map(Phrase::text).collect()
    }

    /// A movement as one phrase, in parentheses if it must be.
    fn one(&self, movement: &Movement) -> Phrase {
        let mut phrases = self.phrases(movement);
        match phrases.len() {
            1 => phrases.remove(0),
            _ => Phrase {
                prefix: String::new(),
                core: format!("({})", self.alternatives(movement).join(" | ")),
                suffix: String::new(),
            },
        }
    }

    fn phrases(&self, movement: &Movement) -> Vec<Phrase> {
        match movement {
            Movement::Union(list) => self.union(list),
            Movement::Leap(leap) => vec![core(self.leap(leap, leap.winds, None))],
            Movement::Then { first, via, next } => {
                let first = self.one(first).text();
                let first = match via {
                    Via::Empty => first,
                    Via::Capture => format!("(capture {first})"),
                    Via::CaptureOwn => format!("(capture-own {first})"),
                    Via::Pass => format!("(pass {first})"),
                    Via::Hurdle(hurdle) => format!("(hop {} {first})", hurdle_word(*hurdle)),
                };
                let next = match &**next {
                    // `then` goes on to the right.
                    Movement::Then { .. } => self.alternatives(next).join(" | "),
                    next => self.one(next).text(),
                };
                vec![core(format!(
                    "({})",
                    unwrap(&format!("{first} then {}", unwrap(&next)))
                ))]
            }
            Movement::Over { movement, hurdle, by } => {
                let by = match *by {
                    Range::ONE => String::new(),
                    by => format!(" by {}", range_word(by)),
                };
                let mut phrase = self.one(movement);
                phrase
                    .suffix
                    .push_str(&format!(" over {}{by}", hurdle_word(*hurdle)));
                vec![phrase]
            }
            Movement::Only { modes, movement } | Movement::As { modes, movement } => {
                self.moded(*modes, &self.one(movement))
            }
            Movement::Rifle(movement) => self.prefixed("rifle ", movement),
            Movement::Exposed(movement) => self.prefixed("exposed ", movement),
            Movement::When { condition, movement } => match condition {
                Condition::Initial => self.prefixed("initial ", movement),
                Condition::Side(side) => self.prefixed(&format!("{side} "), movement),
                Condition::From(sets) => self.limited("from", sets, movement),
                Condition::To(sets) => self.limited("to", sets, movement),
            },
        }
    }

    fn prefixed(&self, word: &str, movement: &Movement) -> Vec<Phrase> {
        let mut phrase = self.one(movement);
        phrase.prefix.insert_str(0, word);
        vec![phrase]
    }

    fn limited(
        &self,
        word: &str,
        sets: &crate::rules::PerSide<crate::rules::Squares>,
        movement: &Movement,
    ) -> Vec<Phrase> {
        let grouped = |set: String| {
            if set.contains(" | ") {
                format!("({set})")
            } else {
                set
            }
        };
        let phrase = self.one(movement);
        match both_squares(sets, self.board) {
            Ok(set) => vec![Phrase {
                suffix: format!("{} {word} {}", phrase.suffix, grouped(set)),
                ..phrase
            }],
            Err([white, black]) => [("white ", white), ("black ", black)]
                .into_iter()
                .map(|(side, set)| Phrase {
                    prefix: format!("{side}{}", phrase.prefix),
                    core: phrase.core.clone(),
                    suffix: format!("{} {word} {}{}", phrase.suffix, grouped(set), side_note(side)),
                })
                .collect(),
        }
    }

    /// A phrase with modes: one for each that needs a word of its own.
    fn moded(&self, modes: Modes, phrase: &Phrase) -> Vec<Phrase> {
        let mut words = Vec::new();
        if modes.has(Modes::BOTH) {
            words.push("");
        } else if modes.has(Modes::QUIET) {
            words.push("move ");
        } else if modes.has(Modes::CAPTURE) {
            words.push("capture ");
        }
        for (mode, word) in [
            (Modes::CAPTURE_OWN, "capture-own "),
            (Modes::EN_PASSANT, "en-passant "),
            (Modes::SWAP, "swap "),
        ] {
            if modes.has(mode) {
                words.push(word);
            }
        }
        let with = |word: &str| Phrase {
            prefix: format!("{word}{}", phrase.prefix),
            ..phrase.clone()
        };
        words.into_iter().map(with).collect()
    }

    /// Alternatives; steps and rides that are alike are said together: `step all`.
    fn union(&self, list: &[Movement]) -> Vec<Phrase> {
        let mut phrases = Vec::new();
        let mut done = vec![false; list.len()];
        for i in 0..list.len() {
            if std::mem::replace(&mut done[i], true) {
                continue;
            }
            let partner = straight(&list[i]).and_then(|(leap, modes, like)| {
                let j = (i + 1..list.len()).find(|&j| {
                    straight(&list[j])
                        .is_some_and(|(other, m, l)| m == modes && l == like && other.m != leap.m)
                })?;
                let (other, ..) = straight(&list[j])?;
                Some((j, leap, other, modes))
            });
            match partner {
                Some((j, leap, other, modes)) => {
                    done[j] = true;
                    let together = core(self.leap(leap, leap.winds.or(other.winds), Some(())));
                    phrases.extend(match modes {
                        None => vec![together],
                        Some(modes) => self.moded(modes, &together),
                    });
                }
                None => phrases.extend(self.phrases(&list[i])),
            }
        }
        phrases
    }

    /// A leap in the given winds; `together`: both orthogonal and diagonal.
    fn leap(&self, leap: &Leap, winds: Winds, together: Option<()>) -> String {
        let mut words = String::new();
        match leap.between {
            Between::Free => {}
            Between::Empty => words.push_str("lame "),
            Between::Occupied => words.push_str("jumping "),
        }
        if leap.wraps {
            words.push_str("wrapping ");
        }
        let single = leap.n == 1 && (leap.m == 0 || leap.m == 1);
        let name = match (single, leap.range) {
            (true, Range::ONE) => "step".to_owned(),
            (true, _) => "ride".to_owned(),
            (false, Range::ONE) => format!("leap({}, {})", leap.m, leap.n),
            (false, _) => format!("ride leap({}, {})", leap.m, leap.n),
        };
        words.push_str(&name);
        let directions = if together.is_some() || single {
            straight_words(winds, leap.frame)
        } else if leap.m == 0 || leap.m == leap.n {
            let every = if leap.m == 0 {
                Winds::ORTHOGONAL
            } else {
                Winds::DIAGONAL
            };
            if winds == every && leap.frame != Frame::Heading {
                Vec::new()
            } else {
                straight_words(winds, leap.frame)
            }
        } else if winds == Winds::OBLIQUE {
            Vec::new()
        } else {
            oblique_words(winds, leap.frame)
        };
        for word in directions {
            words.push(' ');
            words.push_str(&word);
        }
        if leap.range != Range::ONE && leap.range != Range::ANY {
            words.push_str(&format!(" {}", range_word(leap.range)));
        }
        words
    }
}

fn core(core: String) -> Phrase {
    Phrase {
        prefix: String::new(),
        core,
        suffix: String::new(),
    }
}

/// Without the parentheses around all of it.
fn unwrap(text: &str) -> String {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let Some(inner) = inner else {
        return text.to_owned();
    };
    let mut depth = 0i32;
    for c in inner.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth < 0 || (depth == 0 && c == '|') {
            return text.to_owned();
        }
    }
    inner.to_owned()
}

/// Said where Black's set is not the mirror image of White's.
fn side_note(side: &str) -> &'static str {
    if side.starts_with('b') {
        " (as the board stands)"
    } else {
        ""
    }
}

fn hurdle_word(hurdle: Hurdle) -> &'static str {
    match hurdle {
        Hurdle::Any => "any",
        Hurdle::Friend => "friend",
        Hurdle::Enemy => "enemy",
    }
}

fn range_word(range: Range) -> String {
    match (range.min, range.max) {
        (min, Some(max)) if min == max => min.to_string(),
        (min, Some(max)) => format!("{min}..{max}"),
        (min, None) => format!("{min}.."),
    }
}

/// A step or ride by single squares, its modes, and what must agree for two of them to be said together.
fn straight(movement: &Movement) -> Option<(&Leap, Option<Modes>, Straight)> {
    let (leap, modes) = match movement {
        Movement::Leap(leap) => (leap, None),
        Movement::Only { modes, movement } | Movement::As { modes, movement } => match &**movement {
            Movement::Leap(leap) => (leap, Some(*modes)),
            _ => return None,
        },
        _ => return None,
    };
    (leap.n == 1 && leap.frame != Frame::Heading).then_some((
        leap,
        modes,
        (leap.frame, leap.range, leap.between, leap.wraps),
    ))
}

/// Words for sets of the eight straight winds, largest groups first.
fn straight_words(winds: Winds, frame: Frame) -> Vec<String> {
    let set = |list: &[u8]| Winds(list.iter().fold(0, |all, w| all | Winds::single(*w).0));
    let groups: Vec<(&str, Winds)> = match frame {
        Frame::Side => vec![
            ("all", Winds::STRAIGHT),
            ("orthogonal", Winds::ORTHOGONAL),
            ("diagonal", Winds::DIAGONAL),
            ("vertical", set(&[0, 8])),
            ("sideways", set(&[4, 12])),
            ("forward-diagonal", set(&[2, 14])),
            ("backward-diagonal", set(&[6, 10])),
            ("forward", set(&[0])),
            ("forward-right", set(&[2])),
            ("right", set(&[4])),
            ("backward-right", set(&[6])),
            ("backward", set(&[8])),
            ("backward-left", set(&[10])),
            ("left", set(&[12])),
            ("forward-left", set(&[14])),
        ],
        Frame::Board => vec![
            ("north", set(&[0])),
            ("north-east", set(&[2])),
            ("east", set(&[4])),
            ("south-east", set(&[6])),
            ("south", set(&[8])),
            ("south-west", set(&[10])),
            ("west", set(&[12])),
            ("north-west", set(&[14])),
        ],
        Frame::Heading => vec![
            ("outward", set(&[2, 14])),
            ("ahead", set(&[0])),
            ("ahead-right", set(&[2])),
            ("turn-right", set(&[4])),
            ("back-right", set(&[6])),
            ("back", set(&[8])),
            ("back-left", set(&[10])),
            ("turn-left", set(&[12])),
            ("ahead-left", set(&[14])),
        ],
    };
    cover(winds, &groups)
}

/// Words for sets of the eight winds of oblique leaps.
fn oblique_words(winds: Winds, frame: Frame) -> Vec<String> {
    let set = |list: &[u8]| Winds(list.iter().fold(0, |all, w| all | Winds::single(*w).0));
    let single = [
        ("north-north-east", 1u8),
        ("east-north-east", 3),
        ("east-south-east", 5),
        ("south-south-east", 7),
        ("south-south-west", 9),
        ("west-south-west", 11),
        ("west-north-west", 13),
        ("north-north-west", 15),
    ];
    let mut groups: Vec<(&str, Winds)> = match frame {
        Frame::Side => vec![
            ("forward", set(&[1, 3, 13, 15])),
            ("backward", set(&[5, 7, 9, 11])),
            ("right", set(&[1, 3, 5, 7])),
            ("left", set(&[9, 11, 13, 15])),
            ("sideways-most", set(&[3, 5, 11, 13])),
            ("forward-most", set(&[1, 15])),
            ("backward-most", set(&[7, 9])),
            ("right-most", set(&[3, 5])),
            ("left-most", set(&[11, 13])),
            ("forward-right", set(&[1, 3])),
            ("forward-left", set(&[13, 15])),
            ("backward-right", set(&[5, 7])),
            ("backward-left", set(&[9, 11])),
        ],
        Frame::Board => vec![
            ("north", set(&[1, 3, 13, 15])),
            ("south", set(&[5, 7, 9, 11])),
            ("east", set(&[1, 3, 5, 7])),
            ("west", set(&[9, 11, 13, 15])),
            ("north-east", set(&[1, 3])),
            ("north-west", set(&[13, 15])),
            ("south-east", set(&[5, 7])),
            ("south-west", set(&[9, 11])),
        ],
        Frame::Heading => Vec::new(),
    };
    groups.extend(single.iter().map(|(name, wind)| (*name, Winds::single(*wind))));
    cover(winds, &groups)
}

/// The first groups that make up a set.
fn cover(winds: Winds, groups: &[(&str, Winds)]) -> Vec<String> {
    let mut left = winds.0;
    let mut words = Vec::new();
    for (name, group) in groups {
        if group.0 & left == group.0 && group.0 != 0 {
            words.push((*name).to_owned());
            left &= !group.0;
        }
    }
    words
}
