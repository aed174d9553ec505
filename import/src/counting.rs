//! How moves are counted until a game is drawn.

use crate::types::{KNIGHT, PAWN, ROOK, SILVER, Slot};
use ferz::rules::{Count, CountLimit, Counting};

/// Fairy-Stockfish's rules of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rule {
    #[default]
    None,
    Makruk,
    Cambodian,
    Asean,
}

impl Rule {
    /// All of them that count, with their words.
    pub(crate) const ALL: [(Self, &'static str); 3] = [
        (Self::Makruk, "makruk"),
        (Self::Cambodian, "cambodian"),
        (Self::Asean, "asean"),
    ];

    /// The rule for pieces with these names; `None` is the name of a piece that does not exist.
    pub(crate) fn says(self, name: impl Fn(Slot) -> Option<String>) -> Counting {
        let with = |limits: &[(u16, Slot, u32)], rest: Option<u16>| Count {
            limits: limits
                .iter()
                .filter_map(|&(moves, slot, at_least)| Some(limit(moves, name(slot)?, at_least)))
                .chain(rest.map(always))
                .collect(),
            without: name(PAWN).into_iter().collect(),
            ..Count::default()
        };
        let traditional = |less: u16| Count {
            from_pieces: true,
            ..with(
                &[
                    (8 - less, ROOK, 2),
                    (16 - less, ROOK, 1),
                    (22 - less, SILVER, 2),
                    (32 - less, KNIGHT, 2),
                    (44 - less, SILVER, 1),
                ],
                Some(64 - less),
            )
        };
        match self {
            Self::None => Counting::default(),
            Self::Makruk => Counting {
                alone: Some(traditional(0)),
                several: Some(with(&[], Some(64))),
            },
            Self::Cambodian => Counting {
                alone: Some(traditional(1)),
                several: Some(Count {
                    at_most: 3,
                    without: Vec::new(),
                    ..with(&[], Some(63))
                }),
            },
            Self::Asean => {
                let alone = with(&[(16, ROOK, 1), (44, SILVER, 1), (64, KNIGHT, 1)], None);
                Counting {
                    alone: (!alone.limits.is_empty()).then_some(alone),
                    several: None,
                }
            }
        }
    }
}

/// The number of moves against pieces of a kind.
fn limit(moves: u16, piece: String, at_least: u32) -> CountLimit {
    CountLimit {
        moves,
        against: vec![piece],
        at_least,
    }
}

/// The number of moves against anything.
fn always(moves: u16) -> CountLimit {
    CountLimit {
        moves,
        against: Vec::new(),
        at_least: 0,
    }
}
