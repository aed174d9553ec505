//! The slow evaluator: the rules once more, as simply as they can be said.
//!
//! It plays by an IR [`Ruleset`] and shares no code with the engine, so that the two can be held
//! against each other. Nothing is compiled or remembered: movements are walked on the position, a
//! move is legal if the position after it is, and a royal is attacked if some enemy piece has a
//! path that captures it. Every rule is named where it is followed (`CH-2`, `EN-15`, ...); the
//! numbers are those of the rule files.
//!
//! From the bottom up: the [`board`] is a graph of squares, a [`position`] has the pieces on it,
//! [`walk`] finds the paths of a movement, [`moves`] makes moves of them, [`royalty`] sorts out
//! those that are legal, [`outcome`] ends the game; [`fen`] and [`text`] write it down, [`effects`]
//! knows the consequences of moves, [`hands`] drops, [`walls`] closed squares, [`chain`] how a turn
//! goes on, [`control`] how the opponent's pieces are moved, [`hooks`], [`mechanics`] and
//! [`weapons`] the special mechanics. The [`duel`] holds all that against the engine.

pub mod areas;
pub mod board;
pub mod castling;
pub mod chain;
pub mod control;
pub mod counting;
pub mod duel;
pub mod effects;
pub mod events;
pub mod fen;
pub mod gates;
pub mod hands;
pub mod hooks;
pub mod mechanics;
pub mod moves;
pub mod outcome;
pub mod position;
pub mod powers;
pub mod promoting;
pub mod royalty;
pub mod seed;
pub mod shifts;
pub mod text;
pub mod turns;
pub mod walk;
pub mod walls;
pub mod weapons;

pub use outcome::Outcome;
pub use position::Position;

use board::{Board, Square};
use ferz::rules::{Condition, Movement, Ruleset, Side};
use position::Kind;

/// A ruleset made ready to be played.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Ruleset,
    board: Board,
    start: Position,
    /// The start squares of each kind, for `initial` movements.
    homes: Vec<(Square, position::Piece)>,
    mechanics: mechanics::Mechanics,
}

impl Game {
    /// Prepares a ruleset.
    ///
    /// # Panics
    /// If the ruleset contradicts itself. Those that are lowered from text without errors do not.
    pub fn new(rules: &Ruleset) -> Self {
        let rules = &*rules.dissolved();
        let board = Board::of(&rules.board, rules.pieces.keys().cloned().collect());
        let mut rules = rules.clone();
        rules.castling = rules
            .castling
            .iter()
            .flat_map(|c| castling::ways(&rules.board, c))
            .collect();
        let rules = &rules;
        let nothing = Position {
            board: vec![None; board.size()],
            turn: Side::White,
            rights: Default::default(),
            exposed: Default::default(),
            victim: None,
            trail: Default::default(),
            going: None,
            left: 1,
            halfmove: 0,
            fullmove: 1,
            counted: None,
            unmoved: Default::default(),
            checks: [0; 2],
            passes: 0,
            walls: Default::default(),
            tags: Default::default(),
            hands: Default::default(),
            promoted: Default::default(),
        };
        let mut game = Self {
            rules: rules.clone(),
            board,
            start: nothing,
            homes: Vec::new(),
            mechanics: mechanics::Mechanics::new(rules),
        };
        let start = game
            .position(&rules.start)
            .expect("the start position can be read");
        game.homes = start.pieces().collect();
        for side in Side::ALL {
            let other = rules.shuffle.iter().flat_map(|s| s.places(&rules.board, side));
            let other: Vec<_> = other
                .filter_map(|(piece, name)| {
                    let kind = game.kind(&piece);
                    Some((game.board.square(&name)?, position::Piece { side, kind }))
                })
                .collect();
            game.homes.extend(other);
        }
        game.start = game
            .position(&rules.start)
            .expect("the start position can be read");
        game
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The squares.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The start position.
    pub fn start(&self) -> Position {
        self.start.clone()
    }

    /// Reads a position; `None` if the text is no position of this variant.
    pub fn position(&self, fen: &str) -> Option<Position> {
        fen::read(self, fen)
    }

    /// Writes a position.
    pub fn fen(&self, position: &Position) -> String {
        fen::write(self, position)
    }

    /// All legal moves: their texts, sorted, and the positions that they lead to. None once a goal
    /// is reached.
    pub fn legal_moves(&self, position: &Position) -> Vec<(String, Position)> {
        self.judge(position).0
    }

    /// The legal moves and the outcome.
    pub fn judge(&self, position: &Position) -> (Vec<(String, Position)>, Option<Outcome>) {
        if let Some(goal) = outcome::goal(self, position) {
            return (Vec::new(), Some(goal));
        }
        let moves = royalty::legal(self, position);
        let mut list: Vec<(String, Position)> = text::texts(self, position, &moves)
            .into_iter()
            .zip(moves.iter().map(|mv| moves::apply(self, position, mv)))
            .collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        (list, outcome::without_goal(self, position, &moves))
    }

    /// The outcome in this position, if the game has ended, with any history.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        outcome::outcome(self, position)
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self, position: &Position) -> bool {
        royalty::in_check(self, position, position.turn)
    }

    /// The number of legal lines of `depth` plies.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_moves(position)
            .iter()
            .map(|(_, next)| self.perft(next, depth - 1))
            .sum()
    }

    /// The number of a kind.
    fn kind(&self, name: &str) -> Kind {
        self.rules
            .pieces
            .get_index_of(name)
            .expect("a kind that the rules name exists")
    }

    /// The name of a kind.
    fn name(&self, kind: Kind) -> &str {
        self.rules.pieces.get_index(kind).expect("a kind exists").0
    }

    /// Whether a kind is royal for a side.
    fn is_royal(&self, side: Side, kind: Kind) -> bool {
        self.rules.pieces[kind].royal[side]
    }

    /// How a kind moves.
    fn movement(&self, side: Side, kind: Kind) -> &Movement {
        &self.rules.pieces[kind].movement[side]
    }

    /// Whether a position remembers which pieces have moved.
    fn knows_initial(&self) -> bool {
        gates::exist(self) || self.some_movement_knows_initial()
    }

    /// Whether some piece moves differently until it has moved.
    fn some_movement_knows_initial(&self) -> bool {
        let of_side = |side: Side| {
            let pieces = self
                .rules
                .pieces
                .values()
                .filter(move |piece| piece.letter[side].is_some());
            pieces.map(move |piece| &piece.movement[side])
        };
        Side::ALL
            .into_iter()
            .flat_map(of_side)
            .any(|movement| self.knows_first_move(movement))
    }

    /// Whether a movement asks whether its piece has moved.
    fn knows_first_move(&self, movement: &Movement) -> bool {
        let is_initial = |part: &Movement| {
            matches!(
                part,
                Movement::When {
                    condition: Condition::Initial,
                    ..
                }
            )
        };
        some_part(movement, &is_initial)
    }
}

/// Whether a movement or a part of it fits.
fn some_part(movement: &Movement, fits: &impl Fn(&Movement) -> bool) -> bool {
    fits(movement)
        || match movement {
            Movement::Leap(_) => false,
            Movement::Union(parts) => parts.iter().any(|part| some_part(part, fits)),
            Movement::Then { first, next, .. } => some_part(first, fits) || some_part(next, fits),
            Movement::Over { movement, .. }
            | Movement::Only { movement, .. }
            | Movement::As { movement, .. }
            | Movement::Rifle(movement)
            | Movement::Exposed(movement)
            | Movement::When { movement, .. } => some_part(movement, fits),
        }
}
