//! Why a move is not possible, in the player's terms.
//!
//! The reasons are found by asking what would have to be different: the same position under rules that know
//! nothing but how the pieces go ([`ways_only`]), without the piece that is in the way, with an enemy to capture,
//! with a piece to hop over. So nothing here depends on how a movement is written or on how the engine works.

use crate::board::{Bits, Square};
use crate::engine::{Move, Outcome, Position, Variant};
use crate::rules::{Castling, PieceName, Promotion, RoyalRule, Royalty, Ruleset, Side, SquareName};
use ferz_engine::Objection;
use std::fmt;

pub mod ending;

/// What is to be said about a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It can be played.
    Legal(Move),
    /// It cannot.
    Illegal(Reason),
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// Whose.
    pub side: Side,
    /// Which kind.
    pub piece: PieceName,
    /// Where.
    pub square: SquareName,
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} {} on {}", self.side, self.piece, self.square)
    }
}

/// A piece that is attacked, and by which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacked {
    /// The piece.
    pub piece: Occupant,
    /// Who attacks it; never empty.
    pub by: Vec<Occupant>,
}

impl fmt::Display for Attacked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attacked by {}", self.piece, and(&self.by))
    }
}

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The game has ended.
    #[error("the game is over: {}", ended(.0))]
    GameOver(Outcome),
    /// The text is no move in any notation.
    #[error("`{0}` is not a move")]
    Unreadable(String),
    /// A square that the board does not have.
    #[error("there is no square `{0}` on this board")]
    NoSuchSquare(String),
    /// Nothing stands where the move starts.
    #[error("there is no piece on {0}")]
    Empty(SquareName),
    /// The piece is the opponent's.
    #[error("{}", not_yours(.0))]
    NotYours(Occupant),
    /// The side has no such piece (in that place).
    #[error("{side} has no {what}")]
    NoSuchPiece {
        /// The side to move.
        side: Side,
        /// What it does not have: a kind of piece or a letter, perhaps with a place.
        what: String,
    },
    /// The move ends where it starts.
    #[error("{0} cannot move to the square where it stands")]
    Stays(Occupant),
    /// It ends on a piece of the same side.
    #[error("{mover} cannot go to {}: {target} is its own side's", target.square)]
    OwnPiece {
        /// What would move.
        mover: Occupant,
        /// What stands where it would go.
        target: Occupant,
    },
    /// It would capture a royal of the same side.
    #[error("{mover} cannot capture {target}: it is royal, and its own side's")]
    OwnRoyal {
        /// What would move.
        mover: Occupant,
        /// What it would capture.
        target: Occupant,
    },
    /// It would become another piece, and its side would have no royal.
    #[error("{0} is the last royal piece of its side and cannot become another")]
    LastRoyal(Occupant),
    /// Two pieces may change places, and that is written the other way round.
    #[error("{mover} and {target} change places by `{text}`, which is the same")]
    SameSwap {
        /// What would move.
        mover: Occupant,
        /// What it would change places with.
        target: Occupant,
        /// The move that is listed.
        text: String,
    },
    /// Two pieces would change places, and one of them would come to where it promotes.
    #[error("{piece} cannot be put on {to}: it would have had to promote there")]
    Strands {
        /// What would be put there.
        piece: Occupant,
        /// Where.
        to: SquareName,
    },
    /// Something is in the way.
    #[error("{mover} cannot get to {to}: {} in the way", are(by))]
    Blocked {
        /// What would move.
        mover: Occupant,
        /// Where to.
        to: SquareName,
        /// What would have to be away.
        by: Vec<Occupant>,
    },
    /// The piece would have to hop over something, and nothing is there.
    #[error("{mover} needs a piece to hop over on its way to {to}{}", hurdles(squares))]
    NeedsHurdle {
        /// What would move.
        mover: Occupant,
        /// Where to.
        to: SquareName,
        /// Squares on one of which a piece would have to stand.
        squares: Vec<SquareName>,
    },
    /// It can go there only to capture, and there is nothing to capture.
    #[error("{mover} goes to {to} only to capture, and there is nothing to capture")]
    OnlyCaptures {
        /// What would move.
        mover: Occupant,
        /// Where to.
        to: SquareName,
    },
    /// It can go there, but not capture there.
    #[error("{mover} cannot capture {target}: it goes to {} only if the square is empty", target.square)]
    NeverCaptures {
        /// What would move.
        mover: Occupant,
        /// What stands where it would go.
        target: Occupant,
    },
    /// Pieces of that kind do not go that way, whatever stands on the board.
    #[error("{} does not go from {} to {to}", kind(&mover.piece), mover.square)]
    Unreachable {
        /// What would move.
        mover: Occupant,
        /// Where to.
        to: SquareName,
    },
    /// Of several pieces that the text may mean none can go there.
    #[error("no {piece} of {side}'s can go to {to}")]
    NoneCan {
        /// The side to move.
        side: Side,
        /// The kind of piece.
        piece: PieceName,
        /// Where to.
        to: SquareName,
    },
    /// It leaves royal pieces attacked.
    #[error("{}", exposes(*in_check, *rule, royals))]
    Exposes {
        /// The royals that would be attacked after it.
        royals: Vec<Attacked>,
        /// Whether the side is in check already.
        in_check: bool,
        /// What the rules ask of the side's royals.
        rule: RoyalRule,
    },
    /// The side must capture, and this is no capture.
    #[error("a side that can capture must capture, for example by `{0}`")]
    MustCapture(String),
    /// It gives check, and no move may.
    #[error("no move may give check, and it would leave {}", and(.0))]
    GivesCheck(Vec<Attacked>),
    /// It must say what the piece becomes.
    #[error("{mover} is promoted on {to}: add {}", letters(choices))]
    MustPromote {
        /// What would move.
        mover: Occupant,
        /// Where to.
        to: SquareName,
        /// Letters and kinds to choose from.
        choices: Vec<(char, PieceName)>,
    },
    /// It is no promotion.
    #[error("{mover} is not promoted by going to {to}")]
    NoPromotion {
        /// What would move.
        mover: Occupant,
        /// Where to.
        to: SquareName,
    },
    /// The piece cannot become that.
    #[error("{mover} cannot become `{letter}`, only {}", letters(choices))]
    CannotBecome {
        /// What would move.
        mover: Occupant,
        /// What the text says.
        letter: String,
        /// Letters and kinds to choose from.
        choices: Vec<(char, PieceName)>,
    },
    /// The right to castle is gone.
    #[error("{side} may no longer castle this way")]
    CastlingLost {
        /// The side to move.
        side: Side,
    },
    /// Castling is blocked.
    #[error("{side} cannot castle: {} in the way", are(by))]
    CastlingBlocked {
        /// The side to move.
        side: Side,
        /// What would have to be away.
        by: Vec<Occupant>,
    },
    /// A square that must be safe to castle is not.
    #[error("{}", castling_attacked(.0))]
    CastlingAttacked(Vec<Attacked>),
    /// The rules know no such castling.
    #[error("{side} has no such castling")]
    NoCastling {
        /// The side to move.
        side: Side,
    },
    /// Several moves are meant.
    #[error("`{text}` may be {}", or(choices))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What it may mean.
        choices: Vec<String>,
    },
    /// A pass, and the side may not pass.
    #[error("{0} may not pass")]
    NoPass(Side),
    /// Something else is to be decided, or something would follow from it.
    #[error("{0}")]
    Objection(Objection),
    /// A hook forbids it: without that hook it could be played.
    #[error("the rule `{0}` of this variant forbids it")]
    Hook(String),
    /// Something else in the rules forbids it.
    #[error("a special rule of this variant forbids it")]
    Forbidden,
}

impl Reason {
    /// One word for the kind of reason, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "game-over",
            Self::Unreadable(_) => "unreadable",
            Self::NoSuchSquare(_) => "no-such-square",
            Self::Empty(_) => "empty",
            Self::NotYours(_) => "not-yours",
            Self::NoSuchPiece { .. } => "no-such-piece",
            Self::Stays(_) => "stays",
            Self::OwnPiece { .. } => "own-piece",
            Self::OwnRoyal { .. } => "own-royal",
            Self::LastRoyal(_) => "last-royal",
            Self::SameSwap { .. } => "same-swap",
            Self::Strands { .. } => "strands",
            Self::Blocked { .. } => "blocked",
            Self::NeedsHurdle { .. } => "needs-hurdle",
            Self::OnlyCaptures { .. } => "only-captures",
            Self::NeverCaptures { .. } => "never-captures",
            Self::Unreachable { .. } => "unreachable",
            Self::NoneCan { .. } => "none-can",
            Self::Exposes { .. } => "exposes",
            Self::MustCapture(_) => "must-capture",
            Self::GivesCheck(_) => "gives-check",
            Self::MustPromote { .. } => "must-promote",
            Self::NoPromotion { .. } => "no-promotion",
            Self::CannotBecome { .. } => "cannot-become",
            Self::CastlingLost { .. } => "castling-lost",
            Self::CastlingBlocked { .. } => "castling-blocked",
            Self::CastlingAttacked(_) => "castling-attacked",
            Self::NoCastling { .. } => "no-castling",
            Self::Ambiguous { .. } => "ambiguous",
            Self::NoPass(_) => "no-pass",
            Self::Hook(_) => "hook",
            Self::Objection(Objection::Unanswered { .. }) => "must-answer",
            Self::Objection(Objection::Denied) => "denied",
            Self::Objection(Objection::MustTake(_)) => "must-take",
            Self::Objection(Objection::Loses { .. }) => "refuted",
            Self::Objection(Objection::NothingLeft) => "nothing-left",
            Self::Forbidden => "forbidden",
        }
    }

    /// The squares that the reason names, for drawing them; each once.
    pub fn squares(&self) -> Vec<SquareName> {
        let mut names: Vec<SquareName> = Vec::new();
        let mut occupants: Vec<&Occupant> = Vec::new();
        match self {
            Self::Empty(name) => names.push(name.clone()),
            Self::NotYours(mover) | Self::Stays(mover) | Self::LastRoyal(mover) => occupants.push(mover),
            Self::OwnPiece { mover, target }
            | Self::NeverCaptures { mover, target }
            | Self::OwnRoyal { mover, target }
            | Self::SameSwap { mover, target, .. } => {
                occupants.extend([mover, target]);
            }
            Self::Strands { piece, to } => {
                occupants.push(piece);
                names.push(to.clone());
            }
            Self::Blocked { mover, to, by } => {
                occupants.push(mover);
                occupants.extend(by);
                names.push(to.clone());
            }
            Self::NeedsHurdle { mover, to, squares } => {
                occupants.push(mover);
                names.push(to.clone());
                names.extend(squares.iter().cloned());
            }
            Self::OnlyCaptures { mover, to }
            | Self::Unreachable { mover, to }
            | Self::MustPromote { mover, to, .. }
            | Self::NoPromotion { mover, to } => {
                occupants.push(mover);
                names.push(to.clone());
            }
            Self::CannotBecome { mover, .. } => occupants.push(mover),
            Self::NoneCan { to, .. } => names.push(to.clone()),
            Self::Exposes { royals: list, .. } | Self::GivesCheck(list) | Self::CastlingAttacked(list) => {
                for attacked in list {
                    occupants.push(&attacked.piece);
                    occupants.extend(&attacked.by);
                }
            }
            Self::CastlingBlocked { by, .. } => occupants.extend(by),
            Self::GameOver(_)
            | Self::Unreadable(_)
            | Self::NoSuchSquare(_)
            | Self::NoSuchPiece { .. }
            | Self::MustCapture(_)
            | Self::CastlingLost { .. }
            | Self::NoCastling { .. }
            | Self::Ambiguous { .. }
            | Self::NoPass(_)
            | Self::Hook(_)
            | Self::Objection(_)
            | Self::Forbidden => {}
        }
        names.extend(occupants.into_iter().map(|occupant| occupant.square.clone()));
        let mut once = Vec::new();
        for name in names {
            if !once.contains(&name) {
                once.push(name);
            }
        }
        once
    }
}

/// The squares that a move text in coordinates names, in order.
pub fn squares_of(variant: &Variant, text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let found = (1..=rest.len().min(12))
            .rev()
            .find_map(|n| Some((n, variant.topology().square(rest.get(..n)?)?)));
        let step = match found {
            Some((n, square)) => {
                squares.push(square);
                n
            }
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        rest = &rest[step..];
    }
    squares
}

/// The same rules with nothing left but how the pieces go: no royals, no goals, no duties, no hooks. Under them
/// every pseudo-legal move is legal.
pub fn ways_only(rules: &Ruleset) -> Ruleset {
    let mut bare = rules.clone();
    for piece in bare.pieces.values_mut() {
        piece.royal.white = false;
        piece.royal.black = false;
    }
    for castling in &mut bare.castling {
        castling.safe.0.clear();
    }
    bare.royalty = Royalty {
        rule: crate::rules::PerSide::both(RoyalRule::All),
    };
    bare.end.goals.clear();
    bare.restrictions = crate::rules::Restrictions::default();
    bare.hooks.clear();
    bare.start = plain_start(&bare, &rules.start);
    bare
}

/// Whether a move text, in UCI or standard algebraic notation, can be played in a position, and if not, why.
///
/// Forgives what does no harm: capital letters, `-` or `x` between squares, missing `+`, `x` or `=`.
pub fn why(variant: &Variant, position: &Position, text: &str) -> Verdict {
    let text = text.trim();
    if let Some(outcome) = variant.outcome(position) {
        return Verdict::Illegal(Reason::GameOver(outcome));
    }
    let legal = variant.legal_moves(position);
    let texts = variant.move_texts(position, &legal);
    if let Some(i) = texts.iter().position(|t| t == text) {
        return Verdict::Legal(legal[i]);
    }
    let sans = variant.sans(position, &legal);
    let simple = simple_san(text);
    let found: Vec<usize> = (0..legal.len())
        .filter(|&i| simple_san(&sans[i]) == simple)
        .collect();
    match found[..] {
        [i] => return Verdict::Legal(legal[i]),
        [] => {}
        _ => {
            let choices = found.iter().map(|&i| texts[i].clone()).collect();
            return Verdict::Illegal(Reason::Ambiguous {
                text: text.to_owned(),
                choices,
            });
        }
    }
    let plain = simple_coordinates(text);
    if let Some(i) = texts.iter().position(|t| *t == plain) {
        return Verdict::Legal(legal[i]);
    }
    if matches!(text, "0000" | "--" | "pass") {
        return match legal.iter().find(|mv| mv.is_pass()) {
            Some(&mv) => Verdict::Legal(mv),
            None => Verdict::Illegal(Reason::NoPass(variant.turn(position))),
        };
    }
    let written = [text, plain.as_str()];
    if let Some(objection) = written.iter().find_map(|t| variant.objection(position, t)) {
        return Verdict::Illegal(Reason::Objection(objection));
    }
    match Asker::new(variant, position, legal, texts) {
        Some(asker) => asker.ask(text, &plain),
        None => Verdict::Illegal(Reason::Forbidden),
    }
}

/// The start position's text without the fields that belong to goals and hooks.
fn plain_start(rules: &Ruleset, fen: &str) -> String {
    let keeps = |word: &&str| match word.split_once('=') {
        Some((key, _)) => key == "moved" || rules.board.extra.contains_key(key),
        None => true,
    };
    fen.split_whitespace().filter(keeps).collect::<Vec<_>>().join(" ")
}

/// A SAN text without what may be left out.
fn simple_san(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
    if text.starts_with("O-O") {
        return text;
    }
    text.replace('O', "0")
        .chars()
        .filter(|c| !matches!(c, 'x' | '=' | ':'))
        .collect()
}

/// A coordinate text as the engine writes it: small letters, nothing between the squares.
fn simple_coordinates(text: &str) -> String {
    let shout = text.len() > 3 && !text.chars().any(|c| c.is_ascii_lowercase());
    let text = if shout {
        text.to_ascii_lowercase()
    } else {
        text.to_owned()
    };
    let mut out: String = text
        .chars()
        .filter(|c| !matches!(c, '-' | 'x' | ':' | '=' | '+' | '#'))
        .collect();
    let promotes = out.chars().last().is_some_and(|c| c.is_ascii_uppercase());
    if promotes && out.starts_with(|c: char| c.is_ascii_lowercase()) {
        out = out.to_ascii_lowercase();
    }
    out
}

/// A position, and the same under rules that know only how the pieces go.
struct Asker<'v> {
    variant: &'v Variant,
    position: &'v Position,
    legal: Vec<Move>,
    texts: Vec<String>,
    bare: Variant,
    there: Position,
    us: Side,
}

impl<'v> Asker<'v> {
    fn new(
        variant: &'v Variant,
        position: &'v Position,
        legal: Vec<Move>,
        texts: Vec<String>,
    ) -> Option<Self> {
        let bare = Variant::new(ways_only(variant.rules())).ok()?;
        let there = bare
            .position(&plain_start(variant.rules(), &variant.fen(position)))
            .ok()?;
        Some(Self {
            variant,
            position,
            legal,
            texts,
            bare,
            there,
            us: variant.turn(position),
        })
    }

    fn ask(&self, text: &str, plain: &str) -> Verdict {
        if let Some(castling) = self.castling_word(text) {
            return Verdict::Illegal(
                castling.map_or(Reason::NoCastling { side: self.us }, |c| self.castling(c)),
            );
        }
        let (squares, rest) = self.squares(plain);
        match (&squares[..], unknown_square(rest)) {
            ([] | [_], Some(name)) => Verdict::Illegal(Reason::NoSuchSquare(name.to_owned())),
            (&[from, .., to], _) => self.between(from, to, plain, rest),
            _ => self.algebraic(text),
        }
    }

    /// The squares that a coordinate text names, and what follows them.
    fn squares<'t>(&self, text: &'t str) -> (Vec<Square>, &'t str) {
        let topology = self.bare.topology();
        let mut squares = Vec::new();
        let mut rest = text;
        loop {
            let longest = (1..=rest.len().min(12))
                .rev()
                .find_map(|n| Some((n, topology.square(rest.get(..n)?)?)));
            let Some((n, square)) = longest else {
                return (squares, rest);
            };
            squares.push(square);
            rest = &rest[n..];
        }
    }

    fn occupant(&self, square: Square) -> Option<Occupant> {
        self.occupant_in(&self.there, square)
    }

    fn occupant_in(&self, position: &Position, square: Square) -> Option<Occupant> {
        let (kind, side) = self.bare.piece_at(position, square)?;
        Some(Occupant {
            side,
            piece: self.kind_name(kind),
            square: self.name(square),
        })
    }

    fn kind_name(&self, kind: usize) -> PieceName {
        self.variant
            .rules()
            .pieces
            .get_index(kind)
            .map(|(name, _)| name.clone())
            .unwrap_or_default()
    }

    fn name(&self, square: Square) -> SquareName {
        self.bare.topology().name(square).to_owned()
    }

    /// Everything but one or two squares that is occupied.
    fn others(&self, except: [Square; 2]) -> Vec<Square> {
        let all = self.bare.topology().squares();
        all.squares()
            .filter(|s| !except.contains(s) && self.bare.piece_at(&self.there, *s).is_some())
            .collect()
    }

    /// Whether the piece on one square can go to another, safe or not.
    fn reaches(&self, position: &Position, from: Square, to: Square) -> bool {
        self.bare
            .legal_moves(position)
            .iter()
            .any(|mv| mv.from() == from && mv.to() == to && !mv.is_castling() && !mv.is_pass())
    }

    fn between(&self, from: Square, to: Square, text: &str, rest: &str) -> Verdict {
        let Some(mover) = self.occupant(from) else {
            return Verdict::Illegal(Reason::Empty(self.name(from)));
        };
        if mover.side != self.us {
            return Verdict::Illegal(Reason::NotYours(mover));
        }
        let moves = self.bare.legal_moves(&self.there);
        let texts = self.bare.move_texts(&self.there, &moves);
        let fits: Vec<usize> = (0..moves.len())
            .filter(|&i| moves[i].from() == from && moves[i].to() == to && !moves[i].is_pass())
            .collect();
        // A hook may know other ways, which have longer texts.
        let short = format!("{}{}", self.name(from), self.name(to));
        let ways =
            self.legal.iter().zip(&self.texts).filter(|(mv, way)| {
                mv.from() == from && mv.to() == to && from != to && !way.starts_with(&short)
            });
        let choices: Vec<String> = ways.map(|(_, way)| way.clone()).collect();
        if !choices.is_empty() {
            return Verdict::Illegal(Reason::Ambiguous {
                text: text.to_owned(),
                choices,
            });
        }
        let exact = fits.iter().copied().find(|&i| texts[i] == text);
        let to_name = self.name(to);
        if let Some(i) = exact {
            return Verdict::Illegal(self.forbidden(moves[i], &texts[i]));
        }
        if fits.is_empty() {
            let reason = self.no_swap(from, to, text);
            return Verdict::Illegal(reason.unwrap_or_else(|| self.out_of_reach(from, to, mover)));
        }
        let choices: Vec<(char, PieceName)> = fits
            .iter()
            .filter_map(|&i| {
                let kind = self.bare.promotion(moves[i])?;
                let letter = self.variant.rules().pieces[kind].letter[self.us]?;
                Some((letter.to_ascii_lowercase(), self.kind_name(kind)))
            })
            .collect();
        let reason = if choices.is_empty() {
            match (&fits[..], rest) {
                ([_], "") => self.forbidden(moves[fits[0]], &texts[fits[0]]),
                (_, "") => Reason::Ambiguous {
                    text: text.to_owned(),
                    choices: fits.iter().map(|&i| texts[i].clone()).collect(),
                },
                _ => Reason::NoPromotion { mover, to: to_name },
            }
        } else if rest.is_empty() {
            // The choice matters only if the move is possible with any.
            let possible = fits.iter().any(|&i| self.texts.contains(&texts[i]));
            if possible {
                Reason::MustPromote {
                    mover,
                    to: to_name,
                    choices,
                }
            } else {
                self.forbidden(moves[fits[0]], &texts[fits[0]])
            }
        } else {
            Reason::CannotBecome {
                mover,
                letter: rest.to_owned(),
                choices,
            }
        };
        Verdict::Illegal(reason)
    }

    /// Why two pieces do not change places, if they could but for the way it is written or for what must promote.
    fn no_swap(&self, from: Square, to: Square, text: &str) -> Option<Reason> {
        let (mover, target) = (self.occupant(from)?, self.occupant(to)?);
        if mover.side != target.side {
            return None;
        }
        let mut legal = self.legal.iter().zip(&self.texts);
        let back = |(mv, _): &(&Move, &String)| {
            (mv.from(), mv.to()) == (to, from) && !self.variant.is_capture(self.position, **mv)
        };
        if let Some((_, text)) = legal.find(back) {
            let text = text.clone();
            return Some(Reason::SameSwap { mover, target, text });
        }
        let mut rules = self.variant.rules().clone();
        let promotes = |piece: &Occupant, to: Square| {
            let name = self.name(to);
            let here =
                |p: &Promotion| p.side == self.us && p.piece == piece.piece && p.zone.0.contains(&name);
            self.variant.rules().promotions.iter().any(here)
        };
        rules.promotions.clear();
        let variant = Variant::new(rules).ok()?;
        let position = variant.position(&self.variant.fen(self.position)).ok()?;
        variant.find_move(&position, text)?;
        let (piece, to) = if promotes(&mover, to) {
            (mover, to)
        } else {
            (target, from)
        };
        let to = self.name(to);
        Some(Reason::Strands { piece, to })
    }

    /// A move that takes a royal away from its own side.
    fn loses_royal(&self, mv: Move, after: &Position) -> Option<Reason> {
        let (before, left) = (self.royals(&self.there, self.us), self.royals(after, self.us));
        let mover = self.occupant(mv.from())?;
        if left.is_empty() && before == [mv.from()] {
            return Some(Reason::LastRoyal(mover));
        }
        let mut others = before.into_iter().filter(|royal| *royal != mv.from());
        let taken = others.find(|royal| !left.contains(royal) || *royal == mv.to())?;
        let target = self.occupant(taken)?;
        Some(Reason::OwnRoyal { mover, target })
    }

    /// Why a piece cannot get from one square to another even if no royal were in danger.
    fn out_of_reach(&self, from: Square, to: Square, mover: Occupant) -> Reason {
        if let Some(castling) = self.castling_of(from, to) {
            return self.castling(castling);
        }
        if from == to {
            return Reason::Stays(mover);
        }
        let Some((kind, side)) = self.bare.piece_at(&self.there, from) else {
            return Reason::Empty(self.name(from));
        };
        let empty = self.bare.with_piece(&self.there, to, None);
        let enemy = self.bare.with_piece(&self.there, to, Some((kind, side.other())));
        let target = self.occupant(to);
        let to_name = self.name(to);
        let settings = match &target {
            Some(target) if target.side == side => {
                if self.reaches(&enemy, from, to) || self.reaches(&empty, from, to) {
                    return Reason::OwnPiece {
                        mover,
                        target: target.clone(),
                    };
                }
                vec![enemy, empty]
            }
            Some(target) => {
                if self.reaches(&empty, from, to) {
                    let squares = self.missing_hurdles(&self.there, from, to, (kind, side));
                    return if squares.is_empty() {
                        Reason::NeverCaptures {
                            mover,
                            target: target.clone(),
                        }
                    } else {
                        Reason::NeedsHurdle {
                            mover,
                            to: to_name,
                            squares,
                        }
                    };
                }
                vec![self.there.clone(), empty]
            }
            None => {
                if self.reaches(&enemy, from, to) {
                    return Reason::OnlyCaptures { mover, to: to_name };
                }
                vec![self.there.clone(), enemy]
            }
        };
        for setting in &settings {
            let by = self.blockers(setting, from, to);
            if !by.is_empty() {
                return Reason::Blocked {
                    mover,
                    to: to_name,
                    by,
                };
            }
        }
        for setting in &settings {
            let squares = self.missing_hurdles(setting, from, to, (kind, side));
            if !squares.is_empty() {
                return Reason::NeedsHurdle {
                    mover,
                    to: to_name,
                    squares,
                };
            }
        }
        Reason::Unreachable { mover, to: to_name }
    }

    /// A smallest set of pieces without which the way is free; empty if there is none.
    fn blockers(&self, setting: &Position, from: Square, to: Square) -> Vec<Occupant> {
        let others = self.others([from, to]);
        for &square in &others {
            if self.reaches(&self.bare.with_piece(setting, square, None), from, to) {
                return self.occupant(square).into_iter().collect();
            }
        }
        let mut sparse = others
            .iter()
            .fold(setting.clone(), |p, &s| self.bare.with_piece(&p, s, None));
        if !self.reaches(&sparse, from, to) {
            return Vec::new();
        }
        let mut blockers = Vec::new();
        for &square in &others {
            let back = self
                .bare
                .with_piece(&sparse, square, self.bare.piece_at(&self.there, square));
            if self.reaches(&back, from, to) {
                sparse = back;
            } else {
                blockers.extend(self.occupant(square));
            }
        }
        blockers
    }

    /// Empty squares on which a piece would open the way.
    fn missing_hurdles(
        &self,
        setting: &Position,
        from: Square,
        to: Square,
        (kind, side): (usize, Side),
    ) -> Vec<SquareName> {
        let all = self.bare.topology().squares();
        let opens = |square: &Square| {
            *square != to
                && self.bare.piece_at(setting, *square).is_none()
                && Side::ALL.iter().any(|&whose| {
                    let whose = if whose == Side::White { side } else { side.other() };
                    let put = self.bare.with_piece(setting, *square, Some((kind, whose)));
                    self.reaches(&put, from, to)
                })
        };
        all.squares().filter(opens).map(|s| self.name(s)).collect()
    }

    /// Why a move that the piece could make is not allowed.
    fn forbidden(&self, mv: Move, text: &str) -> Reason {
        let rules = self.variant.rules();
        if mv.is_castling()
            && let Some(castling) = self.castling_of(mv.from(), mv.to())
            && let Some(reason) = self.castling_attacked(castling)
        {
            return reason;
        }
        let after = self.bare.play(&self.there, mv);
        if let Some(reason) = self.loses_royal(mv, &after) {
            return reason;
        }
        let royals = self.attacked_royals(&after, self.us);
        let rule = rules.royalty.rule[self.us];
        let too_many = match rule {
            RoyalRule::All => !royals.is_empty(),
            RoyalRule::Any => !royals.is_empty() && royals.len() == self.royals(&after, self.us).len(),
            RoyalRule::Fewer => {
                !royals.is_empty() && royals.len() >= self.attacked_royals(&self.there, self.us).len()
            }
        };
        if too_many {
            return Reason::Exposes {
                royals,
                in_check: self.variant.in_check(self.position),
                rule,
            };
        }
        if rules.restrictions.must_capture[self.us] && !self.bare.is_capture(&self.there, mv) {
            let capture = self
                .legal
                .iter()
                .position(|&m| self.variant.is_capture(self.position, m));
            if let Some(i) = capture {
                return Reason::MustCapture(self.texts[i].clone());
            }
        }
        if rules.restrictions.no_check[self.us] {
            let given = self.attacked_royals(&after, self.us.other());
            if !given.is_empty() {
                return Reason::GivesCheck(given);
            }
        }
        let hook = (0..rules.hooks.len()).find(|&i| self.allowed_without(i, text));
        hook.map_or(Reason::Forbidden, |i| Reason::Hook(rules.hooks[i].name.clone()))
    }

    /// Whether the move is legal under the same rules without one of the hooks.
    fn allowed_without(&self, hook: usize, text: &str) -> bool {
        let mut rules = self.variant.rules().clone();
        rules.hooks.remove(hook);
        let Ok(variant) = Variant::new(rules) else {
            return false;
        };
        let fen = self.variant.fen(self.position);
        let position = variant
            .position(&fen)
            .or_else(|_| variant.position(&plain_start(self.variant.rules(), &fen)));
        position.is_ok_and(|p| variant.find_move(&p, text).is_some())
    }

    fn royals(&self, position: &Position, side: Side) -> Vec<Square> {
        let pieces = &self.variant.rules().pieces;
        let all = self.bare.topology().squares();
        let royal = |s: &Square| {
            self.bare
                .piece_at(position, *s)
                .is_some_and(|(kind, whose)| whose == side && pieces[kind].royal[side])
        };
        all.squares().filter(royal).collect()
    }

    fn attacked_royals(&self, position: &Position, side: Side) -> Vec<Attacked> {
        let royals = self.royals(position, side);
        royals
            .into_iter()
            .filter_map(|s| self.attacked(position, side, s))
            .collect()
    }

    /// Who attacks the piece of `side` on a square, if anybody does.
    fn attacked(&self, position: &Position, side: Side, square: Square) -> Option<Attacked> {
        let attackers = self.bare.attackers(position, side.other(), square);
        let by: Vec<Occupant> = attackers
            .into_iter()
            .filter_map(|s| self.occupant_in(position, s))
            .collect();
        let piece = self.occupant_in(position, square)?;
        (!by.is_empty()).then_some(Attacked { piece, by })
    }

    /// `O-O` or `O-O-O`, and the castling of that name, if the side has one.
    fn castling_word(&self, text: &str) -> Option<Option<&Castling>> {
        let letter = match simple_san(text).as_str() {
            "O-O" => 'k',
            "O-O-O" => 'q',
            _ => return None,
        };
        let rules = self.variant.rules();
        let fits = |c: &&Castling| c.side == self.us && c.letter.eq_ignore_ascii_case(&letter);
        Some(rules.castling.iter().find(fits))
    }

    fn castling_of(&self, from: Square, to: Square) -> Option<&Castling> {
        let (from, to) = (self.name(from), self.name(to));
        let fits = |c: &&Castling| c.side == self.us && c.king_from == from && c.king_to == to;
        let castling = self.variant.rules().castling.iter().find(fits)?;
        let king = self
            .bare
            .piece_at(&self.there, self.bare.topology().square(&from)?)?;
        (self.kind_name(king.0) == castling.king).then_some(castling)
    }

    /// Why a castling is not possible.
    fn castling(&self, castling: &Castling) -> Reason {
        let fen = self.variant.fen(self.position);
        let side = self.us;
        if !fen
            .split_whitespace()
            .nth(2)
            .is_some_and(|rights| rights.contains(castling.letter))
        {
            return Reason::CastlingLost { side };
        }
        let square = |name: &String| self.bare.topology().square(name);
        let by: Vec<Occupant> = castling
            .empty
            .0
            .iter()
            .filter_map(square)
            .filter_map(|s| self.occupant(s))
            .collect();
        if !by.is_empty() {
            return Reason::CastlingBlocked { side, by };
        }
        if let Some(reason) = self.castling_attacked(castling) {
            return reason;
        }
        let moves = self.bare.legal_moves(&self.there);
        let (from, to) = (square(&castling.king_from), square(&castling.king_to));
        match moves
            .iter()
            .position(|m| m.is_castling() && Some(m.from()) == from && Some(m.to()) == to)
        {
            Some(i) => self.forbidden(moves[i], &self.bare.move_texts(&self.there, &moves)[i]),
            None => Reason::Forbidden,
        }
    }

    /// The squares of a castling that must be safe and are not, if there are any.
    fn castling_attacked(&self, castling: &Castling) -> Option<Reason> {
        let topology = self.bare.topology();
        let from = topology.square(&castling.king_from)?;
        let king = self.bare.piece_at(&self.there, from)?;
        let lifted = self.bare.with_piece(&self.there, from, None);
        let stands = |name: &SquareName| {
            let square = topology.square(name)?;
            self.attacked(
                &self.bare.with_piece(&lifted, square, Some(king)),
                self.us,
                square,
            )
        };
        let attacked: Vec<Attacked> = castling.safe.0.iter().filter_map(stands).collect();
        (!attacked.is_empty()).then_some(Reason::CastlingAttacked(attacked))
    }

    /// Why a move in standard algebraic notation is not possible.
    fn algebraic(&self, text: &str) -> Verdict {
        let unreadable = || Verdict::Illegal(Reason::Unreadable(text.to_owned()));
        let body = text.trim_end_matches(['+', '#', '!', '?']);
        let (body, promotion) = match body.rsplit_once('=') {
            Some((body, letter)) => (body, letter.to_ascii_lowercase()),
            None => (body, String::new()),
        };
        let topology = self.bare.topology();
        let found = (0..body.len()).find_map(|i| Some((i, topology.square(body.get(i..)?)?)));
        let pieces = &self.variant.rules().pieces;
        let Some((at, to)) = found else {
            let square = body.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == 'x');
            return match unknown_square(square) {
                Some(name) => Verdict::Illegal(Reason::NoSuchSquare(name.to_owned())),
                None => unreadable(),
            };
        };
        let before = body[..at].trim_end_matches(['x', ':']);
        let letter = before.chars().next().filter(char::is_ascii_uppercase);
        let place = &before[letter.map_or(0, char::len_utf8)..];
        let is_place = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        if !place.chars().all(is_place) {
            return unreadable();
        }
        let of_letter = |kind: usize| match letter {
            Some(letter) => pieces[kind].letter[self.us].is_some_and(|l| l.eq_ignore_ascii_case(&letter)),
            None => pieces[kind].unlettered,
        };
        let all = topology.squares();
        let candidates: Vec<Square> = all
            .squares()
            .filter(|&s| {
                let name = topology.name(s);
                let placed =
                    name == place || name.starts_with(place) || name.get(1..).is_some_and(|n| n == place);
                placed
                    && self
                        .bare
                        .piece_at(&self.there, s)
                        .is_some_and(|(kind, side)| side == self.us && of_letter(kind))
            })
            .collect();
        let kind = (0..pieces.len()).find(|&k| of_letter(k) && pieces[k].letter[self.us].is_some());
        let Some(kind) = kind else {
            return match letter {
                Some(letter) => Verdict::Illegal(Reason::NoSuchPiece {
                    side: self.us,
                    what: format!("piece with the letter `{letter}`"),
                }),
                None => unreadable(),
            };
        };
        let piece = self.kind_name(kind);
        let verdict = |from: Square| {
            let text = format!("{}{}{promotion}", topology.name(from), topology.name(to));
            match self.texts.iter().position(|t| *t == text) {
                Some(i) => Verdict::Legal(self.legal[i]),
                None => self.between(from, to, &text, &promotion),
            }
        };
        match candidates[..] {
            [] if place.is_empty() => Verdict::Illegal(Reason::NoSuchPiece {
                side: self.us,
                what: piece,
            }),
            [] => Verdict::Illegal(Reason::NoSuchPiece {
                side: self.us,
                what: format!("{piece} on `{place}`"),
            }),
            [from] => verdict(from),
            _ => {
                let able: Vec<Square> = candidates
                    .iter()
                    .copied()
                    .filter(|&s| self.reaches(&self.there, s, to))
                    .collect();
                let playable: Vec<(Square, &String)> = self
                    .legal
                    .iter()
                    .zip(&self.texts)
                    .filter(|(mv, _)| able.contains(&mv.from()) && mv.to() == to)
                    .map(|(mv, text)| (mv.from(), text))
                    .collect();
                match (&able[..], &playable[..]) {
                    ([], _) => Verdict::Illegal(Reason::NoneCan {
                        side: self.us,
                        piece,
                        to: self.name(to),
                    }),
                    ([from, ..], []) => verdict(*from),
                    (_, [(from, _), rest @ ..]) if rest.iter().all(|(other, _)| other == from) => {
                        verdict(*from)
                    }
                    (_, several) => Verdict::Illegal(Reason::Ambiguous {
                        text: text.to_owned(),
                        choices: several.iter().map(|(_, text)| (*text).clone()).collect(),
                    }),
                }
            }
        }
    }
}

/// A word that looks like a square: a letter and digits.
fn unknown_square(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let n = digits.bytes().take_while(u8::is_ascii_digit).count();
    (n > 0).then(|| &text[..=n])
}

fn join<T: fmt::Display>(list: &[T], last: &str) -> String {
    match list {
        [] => String::new(),
        [one] => one.to_string(),
        [most @ .., end] => {
            let most: Vec<String> = most.iter().map(T::to_string).collect();
            format!("{} {last} {end}", most.join(", "))
        }
    }
}

fn and<T: fmt::Display>(list: &[T]) -> String {
    join(list, "and")
}

fn or(list: &[String]) -> String {
    join(
        &list.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>(),
        "or",
    )
}

fn are(list: &[Occupant]) -> String {
    format!("{} {}", and(list), if list.len() == 1 { "is" } else { "are" })
}

fn letters(choices: &[(char, PieceName)]) -> String {
    let words: Vec<String> = choices
        .iter()
        .map(|(letter, name)| format!("`{letter}` ({name})"))
        .collect();
    join(&words, "or")
}

fn hurdles(squares: &[SquareName]) -> String {
    match squares.len() {
        1..=3 => format!(": there is none on {}", join(squares, "or")),
        _ => String::new(),
    }
}

fn kind(piece: &str) -> String {
    let article = if piece.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {piece}")
}

fn exposes(in_check: bool, rule: RoyalRule, royals: &[Attacked]) -> String {
    let side = royals.first().map_or("", |r| r.piece.side.name());
    let check = if in_check {
        format!("{side} is in check, and ")
    } else {
        String::new()
    };
    match rule {
        RoyalRule::All => format!("{check}it would leave {}", and(royals)),
        RoyalRule::Any => format!("{check}it would leave all royal pieces attacked: {}", and(royals)),
        RoyalRule::Fewer => format!(
            "{check}it would not leave fewer royal pieces attacked: {}",
            and(royals)
        ),
    }
}

fn not_yours(occupant: &Occupant) -> String {
    format!("{occupant} cannot move: it is {}'s turn", occupant.side.other())
}

fn castling_attacked(attacked: &[Attacked]) -> String {
    let one = |a: &Attacked| format!("{} is attacked by {}", a.piece.square, and(&a.by));
    let side = attacked.first().map_or("", |a| a.piece.side.name());
    format!(
        "{side} cannot castle: {}",
        and(&attacked.iter().map(one).collect::<Vec<_>>())
    )
}

fn ended(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => format!("{side} has won ({})", outcome.reason),
        None => format!("it is a draw ({})", outcome.reason),
    }
}
