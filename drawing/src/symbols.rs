//! Which figure a kind of piece gets.

use ferz::board::{Square, Topology};
use ferz::rules::{Board, Movement, Ruleset, Shape, Side, Squares, Symbol, Turn};
use ferz::ways::{self, End, Manner, Occasion};
use ferz::{betza, rules::Modes};
use std::sync::LazyLock;

/// Which symbol each kind of a variant has, for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols(Vec<[Symbol; 2]>);

/// The piece's letter in a disc.
const LETTER: Symbol = Symbol {
    shape: Shape::Letter,
    turn: Turn::Upright,
};

/// One line of the table.
enum Rule {
    /// By the name of the piece.
    Name(&'static str, Symbol),
    /// By how it goes, perhaps only if it is royal.
    Ways {
        royal: bool,
        signature: Vec<Step>,
        symbol: Symbol,
    },
}

/// An end relative to the start: files, ranks, how, and what happens there.
type Step = (i32, i32, Manner, Modes);

/// A board on which movements are compared.
struct Ground {
    topology: Topology,
    middle: Square,
}

const GROUND: u8 = 15;

static EMPTY_BOARD: LazyLock<Option<Ground>> = LazyLock::new(|| {
    let board = Board {
        files: GROUND,
        ranks: GROUND,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: Default::default(),
    };
    let topology = Topology::new(&board).ok()?;
    let middle = topology.at(GROUND / 2, GROUND / 2)?;
    Some(Ground { topology, middle })
});

static TABLE: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    include_str!("symbols.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(rule)
        .collect()
});

fn rule(line: &'static str) -> Option<Rule> {
    let mut fields = line.split('\t');
    let (kind, what, symbol) = (fields.next()?, fields.next()?, fields.next()?);
    let mut words = symbol.split(' ');
    let symbol = Symbol {
        shape: Shape::from_word(words.next()?)?,
        turn: words.next().map_or(Some(Turn::Upright), Turn::from_word)?,
    };
    match kind {
        "name" => Some(Rule::Name(what, symbol)),
        "royal" | "ways" => Some(Rule::Ways {
            royal: kind == "royal",
            signature: signature(&betza::parse(what).ok()?, Side::White),
            symbol,
        }),
        _ => None,
    }
}

/// How a movement goes on an empty board, as seen from the side.
fn signature(movement: &Movement, side: Side) -> Vec<Step> {
    let Some(ground) = &*EMPTY_BOARD else {
        return Vec::new();
    };
    let turn = if side == Side::White { 1 } else { -1 };
    let step = |end: End| {
        let (file, rank) = ground.topology.coordinates(end.to)?;
        let far = |at: u8| (i32::from(at) - i32::from(GROUND / 2)) * turn;
        let plain = end.occasion == Occasion::Always && end.modes != Modes::EN_PASSANT;
        plain.then_some((far(file), far(rank), end.manner, end.modes))
    };
    let ends = ways::ends(&ground.topology, movement, side, ground.middle).unwrap_or_default();
    let mut steps: Vec<Step> = ends.into_iter().filter_map(step).collect();
    steps.sort();
    steps
}

impl Symbols {
    /// The symbols of a variant: what the author says, or else what the name suggests, or else what the movement
    /// suggests; no two kinds of a side look the same.
    pub fn new(rules: &Ruleset) -> Self {
        let mut all = vec![[LETTER; 2]; rules.pieces.len()];
        for side in Side::ALL {
            let i = side.index();
            let mut taken: Vec<Symbol> = Vec::new();
            let mut give = |kind: usize, symbol: Symbol| {
                if !taken.contains(&symbol) {
                    taken.push(symbol);
                    all[kind][i] = symbol;
                }
            };
            let here = || {
                let pieces = rules.pieces.iter().enumerate();
                pieces.filter(|(_, (_, piece))| piece.letter[side].is_some())
            };
            for (kind, (_, piece)) in here() {
                if let Some(symbol) = piece.symbol {
                    give(kind, symbol);
                }
            }
            let by_name = |name: &str| {
                TABLE.iter().find_map(|rule| match rule {
                    Rule::Name(known, symbol) if *known == name => Some(*symbol),
                    _ => None,
                })
            };
            // A piece whose very name is the figure comes before others that share it.
            for own in [true, false] {
                for (kind, (name, piece)) in here() {
                    if let (None, Some(symbol)) = (piece.symbol, by_name(name))
                        && own == (symbol.shape.word() == name)
                    {
                        give(kind, symbol);
                    }
                }
            }
            for (kind, (name, piece)) in here().filter(|(_, (_, piece))| piece.symbol.is_none()) {
                if by_name(name).is_some() {
                    continue;
                }
                let steps = signature(&piece.movement[side], side);
                let symbol = TABLE.iter().find_map(|rule| match rule {
                    Rule::Ways {
                        royal,
                        signature,
                        symbol,
                    } if (!royal || piece.royal[side]) && *signature == steps => Some(*symbol),
                    _ => None,
                });
                if let Some(symbol) = symbol {
                    give(kind, symbol);
                }
            }
        }
        Self(all)
    }

    /// The symbol of a kind, an index into the ruleset's pieces.
    pub fn get(&self, kind: usize, side: Side) -> Symbol {
        self.0.get(kind).map_or(LETTER, |both| both[side.index()])
    }
}
