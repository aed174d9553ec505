//! The kinds of pieces that Fairy-Stockfish knows by itself, and the slots for others.

use ferz::rules::{Movement, Winds};

/// A kind: an index into [`TYPES`], or one of the custom ones behind them.
pub(crate) type Slot = usize;

/// A kind that Fairy-Stockfish knows.
#[derive(Debug)]
pub(crate) struct Known {
    /// The key.
    pub(crate) name: &'static str,
    /// The moves, in Fairy-Stockfish's Betza.
    pub(crate) betza: &'static str,
    /// A name for it in ferz.
    pub(crate) ferz: &'static str,
}

const fn known(name: &'static str, betza: &'static str, ferz: &'static str) -> Known {
    Known { name, betza, ferz }
}

/// All of them but the king, in the order in which they are read.
pub(crate) const TYPES: &[Known] = &[
    known("pawn", "fmWfceF", "pawn"),
    known("knight", "N", "knight"),
    known("bishop", "B", "bishop"),
    known("rook", "R", "rook"),
    known("queen", "Q", "queen"),
    known("fers", "F", "ferz"),
    known("alfil", "A", "alfil"),
    known("fersAlfil", "FA", "elephant"),
    known("silver", "FfW", "silver"),
    known("aiwok", "RNF", "aiwok"),
    known("bers", "RF", "bers"),
    known("archbishop", "BN", "archbishop"),
    known("chancellor", "RN", "chancellor"),
    known("amazon", "QN", "amazon"),
    known("knibis", "mNcB", "knibis"),
    known("biskni", "mBcN", "biskni"),
    known("kniroo", "mNcR", "kniroo"),
    known("rookni", "mRcN", "rookni"),
    known("shogiPawn", "fW", "shogi-pawn"),
    known("lance", "fR", "lance"),
    known("shogiKnight", "fN", "shogi-knight"),
    known("gold", "WfF", "gold"),
    known("dragonHorse", "BW", "dragon-horse"),
    known("clobber", "cW", "stone"),
    known("breakthrough", "fmWfF", "runner"),
    known("immobile", "", "disc"),
    known("cannon", "mRcpR", "cannon"),
    known("janggiCannon", "pR", "po"),
    known("soldier", "fsW", "soldier"),
    known("horse", "nN", "horse"),
    known("elephant", "nA", "minister"),
    known("janggiElephant", "nZ", "sang"),
    known("banner", "RcpRnN", "banner"),
    known("wazir", "W", "wazir"),
    known("commoner", "K", "commoner"),
    known("centaur", "KN", "centaur"),
];

/// The pawn, the only kind with moves that no Betza says.
pub(crate) const PAWN: Slot = 0;
pub(crate) const KNIGHT: Slot = 1;
pub(crate) const BISHOP: Slot = 2;
pub(crate) const ROOK: Slot = 3;
pub(crate) const FERS: Slot = 5;
pub(crate) const SILVER: Slot = 8;
pub(crate) const BERS: Slot = 10;
pub(crate) const SHOGI_PAWN: Slot = 18;
pub(crate) const IMMOBILE: Slot = 25;
pub(crate) const CANNON: Slot = 26;
pub(crate) const JANGGI_CANNON: Slot = 27;
pub(crate) const SOLDIER: Slot = 28;
pub(crate) const HORSE: Slot = 29;
pub(crate) const ELEPHANT: Slot = 30;
pub(crate) const WAZIR: Slot = 33;
pub(crate) const COMMONER: Slot = 34;
/// The first of the custom ones.
pub(crate) const CUSTOM: Slot = TYPES.len();
/// The number of custom ones.
pub(crate) const CUSTOMS: usize = 25;
/// The king.
pub(crate) const KING: Slot = CUSTOM + CUSTOMS;

/// How a king, or a fers, may leap with its first move in some variants: to the next rank, or two
/// ahead.
pub(crate) fn first_leap(slot: Slot) -> Option<Movement> {
    match slot {
        KING => Some(Movement::leap(1, 2, Winds::single(3).or(Winds::single(13)))),
        FERS => Some(Movement::leap(0, 2, Winds::single(0))),
        _ => None,
    }
}

/// The key of a slot.
pub(crate) fn key(slot: Slot) -> String {
    match slot {
        KING => "king".to_owned(),
        slot if slot >= CUSTOM => format!("customPiece{}", slot - CUSTOM + 1),
        slot => TYPES[slot].name.to_owned(),
    }
}

/// The slot of a key.
pub(crate) fn slot(key: &str) -> Option<Slot> {
    if key == "king" {
        return Some(KING);
    }
    let Some(number) = key.strip_prefix("customPiece") else {
        return TYPES.iter().position(|known| known.name == key);
    };
    let number: usize = number.parse().ok()?;
    (1..=CUSTOMS)
        .contains(&number)
        .then(|| CUSTOM + number - 1)
        .filter(|&slot| self::key(slot) == key)
}

/// `customPiece3` as it stands in a key such as `mobilityRegionWhiteCustomPiece3`.
pub(crate) fn capitalized(slot: Slot) -> String {
    let key = key(slot);
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_ascii_uppercase().to_string() + letters.as_str()
    })
}

/// The side and kind to which a key such as `mobilityRegionBlackKing` refers.
pub(crate) fn mobility(key: &str) -> Option<(ferz::rules::Side, Slot)> {
    use ferz::rules::Side;
    let rest = key.strip_prefix("mobilityRegion")?;
    let (side, rest) = match rest.strip_prefix("White") {
        Some(rest) => (Side::White, rest),
        None => (Side::Black, rest.strip_prefix("Black")?),
    };
    (0..=KING)
        .find(|&slot| capitalized(slot) == rest)
        .map(|slot| (side, slot))
}

/// Every key that may stand in a section.
pub(crate) fn all_keys() -> Vec<String> {
    let mut keys: Vec<String> = crate::keys::KEYS.iter().map(|key| key.name.to_owned()).collect();
    for slot in 0..=KING {
        keys.push(key(slot));
    }
    for slot in 0..=KING {
        for side in ["White", "Black"] {
            keys.push(format!("mobilityRegion{side}{}", capitalized(slot)));
        }
    }
    keys
}
