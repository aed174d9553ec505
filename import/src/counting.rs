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

    /// What it says of pieces with these names; `None` is the name of a piece that there is not.
    pub(crate) fn says(self, name: impl Fn(Slot) -> Option<String>) -> Counting {
        let limit = |moves: u16, slot: Slot, at_least: u32| {
            name(slot).map(|piece| CountLimit {
                moves,
                against: vec![piece],
                at_least,
            })
        };
        let rest = |moves: u16| {
            Some(CountLimit {
                moves,
                against: Vec::new(),
                at_least: 0,
            })
        };
        let count = |limits: Vec<Option<CountLimit>>| Count {
            limits: limits.into_iter().flatten().collect(),
            ..Count::default()
        };
        let pawns: Vec<String> = name(PAWN).into_iter().collect();
        let traditional = |less: u16| Count {
            without: pawns.clone(),
            from_pieces: true,
            ..count(vec![
                limit(8 - less, ROOK, 2),
                limit(16 - less, ROOK, 1),
                limit(22 - less, SILVER, 2),
                limit(32 - less, KNIGHT, 2),
                limit(44 - less, SILVER, 1),
                rest(64 - less),
            ])
        };
        match self {
            Self::None => Counting::default(),
            Self::Makruk => Counting {
                alone: Some(traditional(0)),
                several: Some(Count {
                    without: pawns.clone(),
                    ..count(vec![rest(64)])
                }),
            },
            Self::Cambodian => Counting {
                alone: Some(traditional(1)),
                several: Some(Count {
                    at_most: 3,
                    ..count(vec![rest(63)])
                }),
            },
            Self::Asean => {
                let limits = vec![limit(16, ROOK, 1), limit(44, SILVER, 1), limit(64, KNIGHT, 1)];
                let alone = Count {
                    without: pawns.clone(),
                    ..count(limits)
                };
                Counting {
                    alone: (!alone.limits.is_empty()).then_some(alone),
                    several: None,
                }
            }
        }
    }
}
