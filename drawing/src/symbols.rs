//! Which figure a kind of piece gets.

use ferz::board::{Square, Topology};
use ferz::rules::{Board, Letter, Movement, Ruleset, Shape, Side, Squares, Symbol, Turn};
use ferz::ways::{self, End, Manner, Occasion};
use ferz::{betza, rules::Modes};
use std::sync::LazyLock;

/// The symbol of each kind of a variant, for each side, and the sign drawn beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols(Vec<[(Symbol, Option<Companion>); 2]>);

/// A small sign beside a figure that tells a piece from one that only looks like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Companion {
    /// It goes like its figure, and hops as well.
    Hops,
    /// It captures like its figure and moves like this one.
    Moves(Symbol),
    /// It moves like its figure and captures like this one.
    Captures(Symbol),
    /// Another piece has its figure, too; this is its letter.
    Letter(Letter),
}

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

/// An end relative to the start: files, ranks, manner, and action.
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

/// The figure for steps that some piece of the table has.
fn known(steps: &[Step], royal: bool) -> Option<Symbol> {
    TABLE.iter().find_map(|rule| match rule {
        Rule::Ways {
            royal: only,
            signature,
            symbol,
        } if (!only || royal) && signature == steps => Some(*symbol),
        _ => None,
    })
}

/// The steps that have one of these modes, as if they had both.
fn with(steps: &[Step], modes: Modes) -> Vec<Step> {
    let fits = steps.iter().filter(|(.., m)| m.has(modes));
    fits.map(|&(file, rank, manner, _)| (file, rank, manner, Modes::BOTH))
        .collect()
}

/// The figure that the movement suggests.
fn by_ways(steps: &[Step], royal: bool) -> Option<Symbol> {
    let plain: Vec<Step> = steps
        .iter()
        .copied()
        .filter(|s| !matches!(s.2, Manner::Hop(_)))
        .collect();
    known(steps, royal).or_else(|| known(&plain, royal)).or_else(|| {
        let captures = with(steps, Modes::CAPTURE);
        let quiet = known(&with(steps, Modes::QUIET), royal)?;
        match captures.is_empty() {
            true => Some(quiet),
            false => known(&captures, royal),
        }
    })
}

/// The sign beside the figure of a piece that moves differently from a usual piece with that
/// figure.
fn companion(steps: &[Step], hops: bool, royal: bool, symbol: Symbol) -> Option<Companion> {
    if steps.is_empty() {
        return None;
    }
    if known(steps, royal).is_some() {
        // A piece may also step to the squares to which it hops.
        let seen = steps.iter().any(|s| matches!(s.2, Manner::Hop(_)));
        return (hops && !seen).then_some(Companion::Hops);
    }
    let plain: Vec<Step> = steps
        .iter()
        .copied()
        .filter(|s| !matches!(s.2, Manner::Hop(_)))
        .collect();
    if plain.len() < steps.len() {
        return known(&plain, royal).map(|_| Companion::Hops);
    }
    let quiet = known(&with(steps, Modes::QUIET), royal)?;
    let capture = known(&with(steps, Modes::CAPTURE), royal)?;
    match (symbol == quiet, symbol == capture) {
        // It differs in what it captures, not in where.
        (true, true) => None,
        (true, false) => Some(Companion::Captures(capture)),
        (false, _) => Some(Companion::Moves(quiet)),
    }
}

/// The symbol that a name suggests.
fn by_name(name: &str) -> Option<Symbol> {
    TABLE.iter().find_map(|rule| match rule {
        Rule::Name(known, symbol) if *known == name => Some(*symbol),
        _ => None,
    })
}

/// Whether a movement hops to squares that it reaches by itself as well.
fn has_hops(movement: &Movement, side: Side) -> bool {
    let Some(ground) = &*EMPTY_BOARD else {
        return false;
    };
    ways::telling_hurdle(&ground.topology, movement, side, ground.middle).is_some()
}

/// The looks that the kinds of a side have so far.
struct Given<'a> {
    rules: &'a Ruleset,
    side: Side,
    taken: Vec<(Symbol, Option<Companion>)>,
    all: &'a mut [[(Symbol, Option<Companion>); 2]],
}

impl Given<'_> {
    /// Gives a kind its figure. If another kind looks so, the kind has its letter beside the
    /// figure, if the author wants that figure, and else nothing but its letter.
    fn give(&mut self, kind: usize, symbol: Symbol, is_wanted: bool) {
        let Some(piece) = self.rules.pieces.values().nth(kind) else {
            return;
        };
        let (movement, royal) = (&piece.movement[self.side], piece.royal[self.side]);
        let steps = signature(movement, self.side);
        let sign = companion(&steps, has_hops(movement, self.side), royal, symbol);
        let looks = match self.taken.contains(&(symbol, sign)) {
            false => (symbol, sign),
            true if is_wanted => (symbol, piece.letter[self.side].map(Companion::Letter)),
            true => return,
        };
        self.taken.push(looks);
        if let Some(both) = self.all.get_mut(kind) {
            both[self.side.index()] = looks;
        }
    }
}

impl Symbols {
    /// The symbols of a variant. The author's word counts before the name of a piece, and its name
    /// before its movement. A piece whose very name is the figure comes before others that share
    /// it. No two kinds of a side look the same.
    pub fn new(rules: &Ruleset) -> Self {
        let mut all = vec![[(LETTER, None); 2]; rules.pieces.len()];
        for side in Side::ALL {
            let mut given = Given {
                rules,
                side,
                taken: Vec::new(),
                all: &mut all,
            };
            let here = || {
                let pieces = rules.pieces.iter().enumerate();
                pieces.filter(|(_, (_, piece))| piece.letter[side].is_some())
            };
            let named = || here().filter(|(_, (_, piece))| piece.symbol.is_none());
            let is_its_name = |name: &str, symbol: Symbol| symbol.shape.word() == name;
            for (kind, (name, _)) in named() {
                if let Some(symbol) = by_name(name).filter(|&symbol| is_its_name(name, symbol)) {
                    given.give(kind, symbol, false);
                }
            }
            for (kind, (_, piece)) in here() {
                if let Some(symbol) = piece.symbol {
                    given.give(kind, symbol, true);
                }
            }
            for (kind, (name, _)) in named() {
                if let Some(symbol) = by_name(name).filter(|&symbol| !is_its_name(name, symbol)) {
                    given.give(kind, symbol, false);
                }
            }
            for (kind, (name, piece)) in named() {
                if by_name(name).is_none()
                    && let steps = signature(&piece.movement[side], side)
                    && let Some(symbol) = by_ways(&steps, piece.royal[side])
                {
                    given.give(kind, symbol, false);
                }
            }
        }
        Self(all)
    }

    fn both(&self, kind: usize, side: Side) -> (Symbol, Option<Companion>) {
        self.0.get(kind).map_or((LETTER, None), |both| both[side.index()])
    }

    /// The symbol of a kind, an index into the ruleset's pieces.
    pub fn get(&self, kind: usize, side: Side) -> Symbol {
        self.both(kind, side).0
    }

    /// The figure that is drawn beside it.
    pub fn companion(&self, kind: usize, side: Side) -> Option<Companion> {
        self.both(kind, side).1
    }
}
