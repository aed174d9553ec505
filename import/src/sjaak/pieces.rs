//! The lines about pieces.

use super::Reader;
use super::lines::items;
use super::moves::{Moves, moves};
use crate::ini::Piece;
use crate::region::{Region, square};
use crate::report::Status;
use ferz::rules::{PerSide, Side};

/// A kind of piece as its lines say it.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) title: Piece,
    pub(super) letters: PerSide<String>,
    pub(super) quiet: Vec<Moves>,
    /// None: captures as it moves.
    pub(super) capture: Option<Vec<Moves>>,
    pub(super) special: Option<(PerSide<Region>, Moves)>,
    pub(super) initial: Option<Moves>,
    pub(super) prison: Option<PerSide<Region>>,
    pub(super) flags: Vec<&'static str>,
    pub(super) promotions: Vec<Promotion>,
    /// The squares on which promotion is optional, if they are given.
    pub(super) optional: Option<PerSide<Region>>,
    pub(super) most: PerSide<u32>,
    pub(super) value: Option<u32>,
}

/// The squares on which a kind promotes, and the new kinds.
#[derive(Clone, Debug)]
pub(super) struct Promotion {
    pub(super) zone: PerSide<Region>,
    pub(super) to: Piece,
}

/// A castling as the line says it.
#[derive(Clone, Debug)]
pub(super) struct Castle {
    pub(super) side: Side,
    pub(super) king: (u8, u8),
    pub(super) to: (u8, u8),
    pub(super) rook: (u8, u8),
    pub(super) place: Piece,
}

/// Flags that the text can have.
const FLAGS: &[&str] = &[
    "royal",
    "set_ep",
    "take_ep",
    "drop_no_check",
    "drop_no_mate",
    "drop_one_file",
    "drop_dead",
    "capture_flag",
    "iron",
];
/// Flags that it cannot have, and why.
const BEYOND: &[(&str, &str)] = &[
    ("no_mate", "a piece that may not mate has no word of its own"),
    (
        "shak",
        "which checks a mate needs is not said as the program judges it",
    ),
    ("assimilate", "captors of this piece would become it"),
    ("no_retaliate", "no piece is protected for a turn after a trade"),
    (
        "endangered",
        "a capture does not ask whether its victim is protected",
    ),
];

impl Reader<'_> {
    pub(super) fn piece(&mut self, value: &Piece) {
        self.kinds.push(Kind {
            title: value.clone(),
            letters: PerSide::default(),
            quiet: Vec::new(),
            capture: None,
            special: None,
            initial: None,
            prison: None,
            flags: Vec::new(),
            promotions: Vec::new(),
            optional: None,
            most: PerSide::default(),
            value: None,
        });
        self.sheet.taken("Piece", value);
    }

    /// A line about the last piece.
    pub(super) fn of_piece(&mut self, key: &str, value: &Piece) {
        let Some(mut kind) = self.kinds.pop() else {
            let help = Some("`Piece: NAME` comes first".to_owned());
            return self.sheet.wrong(key, value, "this line is about no piece", help);
        };
        match key {
            "Move" => {
                if let Some(moves) = self.moves(key, value, value) {
                    kind.quiet.push(moves);
                }
            }
            "Capture" => {
                if let Some(moves) = self.moves(key, value, value) {
                    kind.capture.get_or_insert_default().push(moves);
                }
            }
            "Initial" => {
                if let Some(moves) = self.moves(key, value, value) {
                    kind.initial = Some(moves);
                }
            }
            "Special" => {
                let parts = self.both_zones(key, value);
                let moves = parts.and_then(|(zones, rest)| Some((zones, self.moves(key, &rest, value)?)));
                kind.special = moves.or(kind.special);
            }
            "Flags" => self.piece_flags(&mut kind, value),
            "Symbol" => self.symbol(&mut kind, value),
            _ => self.about(&mut kind, key, value),
        }
        self.kinds.push(kind);
    }

    /// Ways of moving; area moves are lost.
    fn moves(&mut self, key: &str, text: &Piece, line: &Piece) -> Option<Moves> {
        match moves(&text.text) {
            Ok(moves) if moves.area => {
                let why = "an area move passes over anything and may capture twice";
                self.sheet.lose(key, line, Status::Awaits, why);
                None
            }
            Ok(moves) => {
                self.sheet.taken(key, line);
                Some(moves)
            }
            Err(message) => {
                self.sheet.wrong(key, line, &message, None);
                None
            }
        }
    }

    fn about(&mut self, kind: &mut Kind, key: &str, value: &Piece) {
        match key {
            "Prison" => {
                let Some((zones, _)) = self.both_zones(key, value) else {
                    return;
                };
                kind.prison = Some(zones);
                self.sheet.taken(key, value);
            }
            "Drop zone" => {
                let why = "the program reads the line and drops the piece wherever it can move";
                self.sheet.idle(key, value, why);
            }
            "Promotion" | "Optional promotion" => self.promotes(kind, key, value),
            "Max" => {
                let numbers: Vec<Option<u32>> =
                    items(value).iter().map(|item| item.text.parse().ok()).collect();
                match numbers[..] {
                    [Some(white), Some(black)] => kind.most = PerSide::new(white, black),
                    [Some(both)] => kind.most = PerSide::both(both),
                    _ => {
                        let help = Some("`Max: 2` or `Max: 2,1`".to_owned());
                        return self.sheet.wrong(key, value, "this is no number of pieces", help);
                    }
                }
                self.sheet.taken(key, value);
            }
            "Value" => match value.text.parse() {
                Ok(number) => {
                    kind.value = Some(number);
                    self.sheet.taken(key, value);
                }
                Err(_) => self
                    .sheet
                    .idle(key, value, "it is no whole number, and ferz needs no values"),
            },
            "Block" => {
                let why = "squares that only some pieces cannot pass have no word";
                self.sheet.lose(key, value, Status::NotPossible, why);
            }
            _ => {
                let why = "the program's own manual does not describe this line";
                self.sheet.lose(key, value, Status::NotPossible, why);
            }
        }
    }

    fn promotes(&mut self, kind: &mut Kind, key: &str, value: &Piece) {
        let Some((zone, rest)) = self.both_zones(key, value) else {
            return;
        };
        if key == "Optional promotion" {
            let own = kind.optional.get_or_insert_default();
            *own = PerSide::new(own.white.or(&zone.white), own.black.or(&zone.black));
        }
        let to = rest
            .text
            .strip_prefix('"')
            .and_then(|text| text.split('"').next());
        match to {
            Some(to) if !to.is_empty() => kind.promotions.push(Promotion {
                zone,
                to: rest.part(1, to.len()),
            }),
            _ if key == "Optional promotion" => {}
            _ => {
                let help = Some("`Promotion: WHITE ZONE, BLACK ZONE, \"QRBN\"`".to_owned());
                return self
                    .sheet
                    .wrong(key, value, "what it promotes to is not said", help);
            }
        }
        self.sheet.taken(key, value);
    }

    fn piece_flags(&mut self, kind: &mut Kind, value: &Piece) {
        for item in items(value) {
            if let Some(flag) = FLAGS.iter().find(|flag| **flag == item.text) {
                kind.flags.push(flag);
                self.sheet.taken("Flags", &item);
            } else if let Some((_, why)) = BEYOND.iter().find(|(flag, _)| *flag == item.text) {
                self.sheet.lose("Flags", &item, Status::Awaits, why);
            } else if item.text == "castle" {
                self.sheet.idle("Flags", &item, "the program ignores it");
            } else {
                self.sheet.idle("Flags", &item, "the program knows no such flag");
            }
        }
    }

    /// `"N", "N,n"`: the sign in moves, and those in positions.
    fn symbol(&mut self, kind: &mut Kind, value: &Piece) {
        let parts: Vec<&str> = value.text.split('"').collect();
        let pair = parts.get(3).and_then(|signs| signs.split_once(','));
        let fits = |sign: &str| !sign.is_empty() && sign.len() <= 4 && sign.is_ascii();
        match pair {
            Some((white, black)) if fits(white.trim()) && fits(black.trim()) => {
                kind.letters = PerSide::new(white.trim().to_owned(), black.trim().to_owned());
                self.sheet.taken("Symbol", value);
            }
            _ => {
                let help = Some("`Symbol: \"N\", \"N,n\"`".to_owned());
                self.sheet
                    .wrong("Symbol", value, "the signs in positions are not said", help);
            }
        }
    }

    /// `white e1-g1,h1 with h1`.
    pub(super) fn castle(&mut self, value: &Piece) {
        let Some(castles) = castles(value) else {
            let help = Some("`Castle: white e1-g1 with h1`".to_owned());
            return self.sheet.wrong("Castle", value, "this is no castling", help);
        };
        let on_board = |(rank, file): (u8, u8)| rank < self.draft.ranks && file < self.draft.files;
        let on_board = |castle: &Castle| [castle.king, castle.to, castle.rook].into_iter().all(on_board);
        if !castles.iter().all(on_board) {
            let why = "a square of it is not on the board, so it is never made";
            return self.sheet.idle("Castle", value, why);
        }
        self.rules.castles.extend(castles);
    }
}

/// The castlings of a line, one for each square to which the king may come.
fn castles(value: &Piece) -> Option<Vec<Castle>> {
    let (side, rest) = value.text.split_once(char::is_whitespace)?;
    let side = match side {
        "white" => Side::White,
        "black" => Side::Black,
        _ => return None,
    };
    let (moves, rook) = rest.split_once("with")?;
    let rook = square(rook.trim())?;
    let (king, targets) = moves.trim().split_once('-')?;
    let king = square(king.trim())?;
    let one = |to: &str| {
        Some(Castle {
            side,
            king,
            to: square(to.trim())?,
            rook,
            place: value.clone(),
        })
    };
    targets.split(',').map(one).collect()
}
