//! Movements.

use super::kinds::{closed, kinds as kinds_text};
use super::squares::{grouped, sets};
use crate::rules::{
    Between, Board, Condition, Frame, Leap, Modes, Movement, PerSide, Range, Side, Squares, Via, Winds,
};
use crate::vocabulary::{
    BEHIND, Behind, CORES, Core, HURDLES, JOINTS, Joint, PREFIXES, Prefix, Size, winds_in_words,
};

/// A movement: `step orthogonal | capture leap(1, 2) forward`.
pub fn movement(movement: &Movement, board: &Board) -> String {
    Writer { board }.alternatives(movement)
}

/// A movement as one side has it, squares as they stand on the board:
/// `lame leap(2, 2) to black ranks 6-10`.
pub fn movement_of(side: Side, movement: &Movement, board: &Board) -> String {
    let own = movement.map(&|part| match part {
        Movement::When { condition, movement } => {
            let only = |sets: &PerSide<Squares>| {
                if side == Side::White || sets.white == sets.black {
                    return sets.clone();
                }
                let mut own = PerSide::both(Squares::default());
                own[side] = sets[side].clone();
                own
            };
            let condition = match condition {
                Condition::From(sets) => Condition::From(only(sets)),
                Condition::To(sets) => Condition::To(only(sets)),
                Condition::Initial | Condition::Side(_) | Condition::Of(_) => condition.clone(),
            };
            Movement::When {
                condition,
                movement: movement.clone(),
            }
        }
        part => part.clone(),
    });
    self::movement(&own, board)
}

struct Writer<'b> {
    board: &'b Board,
}

/// A phrase: words before a movement, the movement, and the words behind it. The words before apply
/// last.
#[derive(Clone)]
struct Phrase {
    prefixes: Vec<Prefix>,
    core: String,
    suffix: String,
}

impl Phrase {
    fn new(core: String) -> Self {
        Self {
            prefixes: Vec::new(),
            core,
            suffix: String::new(),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for prefix in &self.prefixes {
            text.push_str(PREFIXES.word(prefix));
            text.push(' ');
        }
        text + &self.core + &self.suffix
    }

    fn after(mut self, prefix: Prefix) -> Self {
        self.prefixes.insert(0, prefix);
        self
    }

    fn before(mut self, behind: Behind, words: &str) -> Self {
        self.suffix
            .push_str(&format!(" {} {words}", BEHIND.word(&behind)));
        self
    }

    /// As a single term, so that the words behind apply to all of it.
    fn closed(self) -> Self {
        if self.prefixes.is_empty() && self.suffix.is_empty() {
            return self;
        }
        Self::new(format!("({})", self.text()))
    }
}

impl Writer<'_> {
    /// The alternatives of a movement, joined by `|`.
    fn alternatives(&self, movement: &Movement) -> String {
        let phrases = self.phrases(movement);
        if phrases.is_empty() {
            return CORES.word(&Core::None).to_owned();
        }
        phrases.iter().map(Phrase::text).collect::<Vec<_>>().join(" | ")
    }

    /// A movement as one phrase, in parentheses if it must be.
    fn one(&self, movement: &Movement) -> Phrase {
        let mut phrases = self.phrases(movement);
        match phrases.len() {
            1 => phrases.remove(0),
            _ => Phrase::new(format!("({})", self.alternatives(movement))),
        }
    }

    fn phrases(&self, movement: &Movement) -> Vec<Phrase> {
        match movement {
            Movement::Union(list) => self.union(list),
            Movement::Leap(leap) => vec![leaps(leap, leap.winds, size(leap))],
            Movement::Then { .. } => {
                let legs = self
                    .legs(movement)
                    .join(&format!(" {} ", JOINTS.word(&Joint::Then)));
                vec![Phrase::new(format!("({legs})"))]
            }
            Movement::Over { movement, hurdle, by } => {
                let mut words = HURDLES.word(hurdle).to_owned();
                if *by != Range::ONE {
                    words.push_str(&format!(" {} {}", JOINTS.word(&Joint::By), range(*by)));
                }
                let phrase = self.one(movement);
                // The action of a path at its end is read after the hop, that on the way before.
                let on_the_way = |prefix: &Prefix| matches!(prefix, Prefix::Rifle | Prefix::Exposed);
                let phrase = if phrase.prefixes.iter().any(on_the_way) {
                    phrase.closed()
                } else {
                    phrase
                };
                vec![phrase.before(Behind::Over, &words)]
            }
            Movement::Only { modes, movement } | Movement::As { modes, movement } => {
                moded(*modes, &self.one(movement))
            }
            Movement::Rifle(movement) => vec![self.one(movement).after(Prefix::Rifle)],
            Movement::Exposed(movement) => vec![self.one(movement).after(Prefix::Exposed)],
            Movement::When { condition, movement } => {
                let phrase = self.one(movement);
                vec![match condition {
                    Condition::Initial => phrase.after(Prefix::Initial),
                    Condition::Side(Side::White) => phrase.after(Prefix::White),
                    Condition::Side(Side::Black) => phrase.after(Prefix::Black),
                    Condition::From(set) => phrase.before(Behind::From, &self.set(set)),
                    Condition::To(set) => phrase.before(Behind::To, &self.set(set)),
                    Condition::Of(kinds) => phrase.before(Behind::Of, &closed(&kinds_text(kinds))),
                }]
            }
        }
    }

    fn set(&self, set: &PerSide<Squares>) -> String {
        grouped(sets(set, self.board))
    }

    /// The legs of a path, each without a `then` or `|` outside of parentheses.
    fn legs(&self, movement: &Movement) -> Vec<String> {
        let Movement::Then { first, via, next } = movement else {
            return vec![self.one(movement).text()];
        };
        let first = self.one(first).text();
        let mut legs = vec![match via {
            Via::Empty => first,
            Via::Capture => format!("({} {first})", PREFIXES.word(&Prefix::Capture)),
            Via::CaptureOwn => format!("({} {first})", PREFIXES.word(&Prefix::CaptureOwn)),
            Via::Pass => format!("({} {first})", PREFIXES.word(&Prefix::Pass)),
            Via::Hurdle(hurdle) => {
                format!(
                    "({} {} {first})",
                    PREFIXES.word(&Prefix::Hop),
                    HURDLES.word(hurdle)
                )
            }
        }];
        legs.extend(self.legs(next));
        legs
    }

    /// Alternatives; steps and rides that are alike are said together: `step all`.
    fn union(&self, list: &[Movement]) -> Vec<Phrase> {
        let mut phrases = Vec::new();
        let mut done = vec![false; list.len()];
        for i in 0..list.len() {
            if std::mem::replace(&mut done[i], true) {
                continue;
            }
            let partner = straight(&list[i]).and_then(|(leap, modes)| {
                let like = |other: &Leap| {
                    Leap {
                        m: leap.m,
                        winds: leap.winds,
                        ..other.clone()
                    } == *leap
                };
                (i + 1..list.len()).find_map(|j| {
                    let (other, same) = straight(&list[j])?;
                    (same == modes && other.m != leap.m && like(other)).then_some((j, leap, other, modes))
                })
            });
            match partner {
                Some((j, leap, other, modes)) => {
                    done[j] = true;
                    let together = leaps(leap, leap.winds.or(other.winds), Size::Step);
                    phrases.extend(moded(modes, &together));
                }
                None => phrases.extend(self.phrases(&list[i])),
            }
        }
        phrases
    }
}

/// A phrase with modes: one for each that needs a word of its own.
fn moded(modes: Modes, phrase: &Phrase) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    if modes.has(Modes::BOTH) {
        phrases.push(phrase.clone());
    }
    for (mode, prefix) in [
        (Modes::QUIET, Prefix::Move),
        (Modes::CAPTURE, Prefix::Capture),
        (Modes::CAPTURE_OWN, Prefix::CaptureOwn),
        (Modes::EN_PASSANT, Prefix::EnPassant),
        (Modes::SWAP, Prefix::Swap),
        (Modes::SWAP_ENEMY, Prefix::SwapEnemy),
    ] {
        let said = modes.has(Modes::BOTH) && Modes::BOTH.has(mode);
        if modes.has(mode) && !said {
            phrases.push(phrase.clone().after(prefix));
        }
    }
    phrases
}

/// Leaps in the given winds.
fn leaps(leap: &Leap, winds: Winds, size: Size) -> Phrase {
    let core = match (size, leap.range) {
        (_, Range::ONE) => None,
        _ => Some(CORES.word(&Core::Ride)),
    };
    let leaper = match (size, core) {
        (Size::Step, Some(_)) => None,
        (Size::Step, None) => Some(CORES.word(&Core::Step).to_owned()),
        (Size::Leap(m, n), _) => Some(format!("{}({m}, {n})", CORES.word(&Core::Leap))),
    };
    let mut words: Vec<String> = core.map(str::to_owned).into_iter().chain(leaper).collect();
    let all = size != Size::Step && leap.frame != Frame::Heading && winds == size.every();
    if !all {
        words.extend(
            winds_in_words(winds, leap.frame, size)
                .into_iter()
                .map(str::to_owned),
        );
    }
    if leap.range != Range::ONE && leap.range != Range::ANY {
        words.push(range(leap.range));
    }
    let mut phrase = Phrase::new(words.join(" "));
    if leap.wraps {
        phrase = phrase.after(Prefix::Wrapping);
    }
    match leap.between {
        Between::Free => phrase,
        Between::Empty => phrase.after(Prefix::Lame),
        Between::Occupied => phrase.after(Prefix::Jumping),
    }
}

fn size(leap: &Leap) -> Size {
    if leap.n == 1 {
        Size::Step
    } else {
        Size::Leap(leap.m, leap.n)
    }
}

fn range(range: Range) -> String {
    match (range.min, range.max) {
        (min, Some(max)) if min == max => min.to_string(),
        (min, Some(max)) => format!("{min}..{max}"),
        (min, None) => format!("{min}.."),
    }
}

/// A step or ride by single squares, and its modes.
fn straight(movement: &Movement) -> Option<(&Leap, Modes)> {
    let (leap, modes) = match movement {
        Movement::Leap(leap) => (leap, Modes::BOTH),
        Movement::Only { modes, movement } | Movement::As { modes, movement } => match &**movement {
            Movement::Leap(leap) => (leap, *modes),
            _ => return None,
        },
        _ => return None,
    };
    (leap.n == 1 && leap.frame != Frame::Heading).then_some((leap, modes))
}
