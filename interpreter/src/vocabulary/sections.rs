//! Declarations, and the keys and values of their entries.

use super::{Explained, Table, word};
use crate::rules::{Occasion, Owner, Part, RoyalAttack, RoyalRule, Side, Trigger};

/// Words that begin a declaration or the header. Their meanings are forms of the grammar.
pub const DECLARATIONS: Table<()> = Table(&[
    word(
        "variant",
        (),
        "`variant \"Title\" extends chess`: the header of a variant; it comes first",
    ),
    word(
        "library",
        (),
        "`library \"Title\"`: the header of a collection of movements, zones and mechanics",
    ),
    word("about", (), "`about \"...\"`: a description of the variant"),
    word("source", (), "`source \"...\"`: where the rules come from"),
    word(
        "include",
        (),
        "`include robotic`: takes over the movements, zones and mechanics of a library",
    ),
    word(
        "board",
        (),
        "`board 8x8 { holes: a1; wrap: files }`: a grid of squares",
    ),
    word(
        "square",
        (),
        "`square x0 { north-east: e1 }`: a square outside the grid and its neighbours",
    ),
    word(
        "zone",
        (),
        "`zone camp = ranks 1-3`: a named set of squares, mirrored for Black",
    ),
    word(
        "movement",
        (),
        "`movement robotic(m) = m | m over any`: a named movement, perhaps with parameters",
    ),
    word(
        "mechanic",
        (),
        "`mechanic boom(sparing: pieces = []) { on capture { ... } }`: a mechanic that `use boom` uses",
    ),
    word(
        "army",
        (),
        "`army both { king K = king, royal }`: all pieces of a side or of both",
    ),
    word(
        "piece",
        (),
        "`piece archbishop A = bishop | knight`: adds or replaces one piece",
    ),
    word(
        "promotion",
        (),
        "`promotion pawn { to: queen; on: last rank }`: the new kinds of a piece, and the zone",
    ),
    word(
        "drop",
        (),
        "`drop pawn { on: ranks 2-7 }`: a piece that a player may put on the board from the hand instead of a move",
    ),
    word(
        "castling",
        (),
        "`castling { K: king e1 g1, rook h1 f1 }`: moves of two pieces at once",
    ),
    word(
        "royalty",
        (),
        "`royalty { rule: all }`: which attacks on royal pieces matter",
    ),
    word(
        "end",
        (),
        "`end { stalemate: draw; hill: reach king on d4-e5 }`: how the game ends",
    ),
    word(
        "rules",
        (),
        "`rules { must-capture: yes }`: restrictions of the legal moves",
    ),
    word(
        "shuffle",
        (),
        "`shuffle { on: first rank; place: bishop on light, ... }`: other start positions, by their numbers",
    ),
    word(
        "walls",
        (),
        "`walls { on: queen at mover }`: each move closes a square at its end",
    ),
    word(
        "control",
        (),
        "`control { of: enemy attacked by friend }`: instead of a move a side may move a piece of the opponent's",
    ),
    word(
        "turn",
        (),
        "`turn { both: move, move; check: ends }`: a turn is several moves",
    ),
    word(
        "power",
        (),
        "`power relay { while: guarded by knight; gains: knight }`: pieces move differently while a condition holds",
    ),
    word(
        "on",
        (),
        "`on capture { remove: mover }`: an automatic effect of a move",
    ),
    word("start", (), "`start \"FEN\"`: the first position"),
    word(
        "use",
        (),
        "`use facing-royals(lines: vertical)`: a mechanic, of ferz, of a library or of this file",
    ),
    word(
        "without",
        (),
        "`without castling`: takes back a declaration of the variant after `extends`",
    ),
]);

/// An entry of `board`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKey {
    /// Squares that are missing.
    Holes,
    /// Edges that are joined.
    Wrap,
    /// Whether pieces stand where lines cross.
    Points,
    /// The squares that end at a river.
    River,
    /// The squares whose diagonals are drawn.
    Diagonals,
}

/// Keys of `board`.
pub const BOARD: Table<BoardKey> = Table(&[
    word(
        "holes",
        BoardKey::Holes,
        "`holes: a1, j8`: squares of the grid that are missing",
    ),
    word(
        "wrap",
        BoardKey::Wrap,
        "`wrap: files` makes a cylinder, `files, ranks` a torus",
    ),
    word(
        "points",
        BoardKey::Points,
        "`points: yes`: the board is drawn with pieces on the crossings of its lines",
    ),
    word(
        "river",
        BoardKey::River,
        "`river: home`: on a board of lines, those along files stop where this set ends",
    ),
    word(
        "diagonals",
        BoardKey::Diagonals,
        "`diagonals: palace`: on a board of lines, the diagonals of this set are drawn",
    ),
]);

/// Edges of a board that may be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// The first and the last file.
    Files,
    /// The first and the last rank.
    Ranks,
}

/// Values of `wrap`.
pub const WRAP: Table<Wrap> = Table(&[
    word("files", Wrap::Files, "the first and the last file are neighbours"),
    word("ranks", Wrap::Ranks, "the first and the last rank are neighbours"),
]);

/// An entry of `promotion`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionKey {
    /// The kinds to which it may promote.
    To,
    /// The zone.
    On,
    /// The event that allows it.
    When,
    /// Whether it must.
    Must,
    /// A condition on the move.
    Only,
    /// The largest number of them.
    Limit,
    /// The other squares to which the piece may move.
    Goes,
    /// Whether it may give check.
    Check,
    /// The pieces that must be present.
    While,
    /// The pieces that must be absent.
    Unless,
    /// From whose hand.
    Hand,
}

/// Keys of `promotion`.
pub const PROMOTION: Table<PromotionKey> = Table(&[
    word(
        "to",
        PromotionKey::To,
        "`to: queen, rook`: the choices, in the order of preference",
    ),
    word(
        "on",
        PromotionKey::On,
        "`on: last rank`: where, mirrored for Black (default: last rank)",
    ),
    word(
        "when",
        PromotionKey::When,
        "`when: enter` (default), `touch`, `leave`, `in-place`",
    ),
    word(
        "must",
        PromotionKey::Must,
        "`must: yes` (default), `no`, or squares on which it must",
    ),
    word(
        "only",
        PromotionKey::Only,
        "`only: capture`: only with a capture; `only: quiet`: only without one",
    ),
    word(
        "limit",
        PromotionKey::Limit,
        "`limit: queen 1, rook 2`: this many on the board at most",
    ),
    word(
        "hand",
        PromotionKey::Hand,
        "`hand: enemy`: only to pieces in the opponent's hand, which are taken from there; `friend`: from the player's own hand",
    ),
    word(
        "goes",
        PromotionKey::Goes,
        "`goes: ferz at mover`: in place, or to one of these squares with the same move, if it is empty",
    ),
    word(
        "check",
        PromotionKey::Check,
        "`check: no`: in place, without giving check",
    ),
    word(
        "while",
        PromotionKey::While,
        "`while: PIECES, ...`: in place, only if there is one of these once it is done",
    ),
    word(
        "unless",
        PromotionKey::Unless,
        "`unless: enemy attacked by mover`: in place, only if there is none of these once it is done",
    ),
]);

/// An entry of `walls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WallsKey {
    /// The squares.
    On,
    /// Whether there is one at a time.
    One,
    /// Whether a wall takes the place of a move.
    Instead,
    /// Whether it does so in check, too.
    InCheck,
    /// The players' name for it.
    Called,
}

/// Keys of `walls`.
pub const WALLS: Table<WallsKey> = Table(&[
    word(
        "on",
        WallsKey::On,
        "`on: queen at mover`: the squares where, if they are empty once the move is made (default: all)",
    ),
    word(
        "one",
        WallsKey::One,
        "`one: yes`: there is one wall at a time; each move puts it elsewhere",
    ),
    word(
        "instead",
        WallsKey::Instead,
        "`instead: yes`: a wall is a turn of its own, instead of a move",
    ),
    word(
        "in-check",
        WallsKey::InCheck,
        "`in-check: no`: no wall is put instead of a move while the side is in check",
    ),
    word(
        "called",
        WallsKey::Called,
        "`called: duck`: the name of a wall on pages and in reasons",
    ),
]);

/// An entry of `turn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnKey {
    /// The moves of each turn.
    Both,
    /// The moves of one side's turns.
    Side(Side),
    /// The moves of the first turn of the game.
    First,
    /// By how many moves each turn is longer than the one before.
    Grows,
    /// The meaning of a check.
    Check,
    /// Whether all moves must be made.
    Must,
}

/// Keys of `turn`.
pub const TURN: Table<TurnKey> = Table(&[
    word(
        "both",
        TurnKey::Both,
        "`both: move, move`: a turn of either side is two moves",
    ),
    word(
        "white",
        TurnKey::Side(Side::White),
        "`white: move, move`: a turn of White is two moves",
    ),
    word(
        "black",
        TurnKey::Side(Side::Black),
        "`black: move, move`: a turn of Black is two moves",
    ),
    word(
        "first",
        TurnKey::First,
        "`first: move`: the first turn of the game is one move",
    ),
    word(
        "grows",
        TurnKey::Grows,
        "`grows: 1`: each turn of the game has one move more than the turn before",
    ),
    word(
        "check",
        TurnKey::Check,
        "`check: ends`: a move that gives check ends the turn",
    ),
    word(
        "must",
        TurnKey::Must,
        "`must: yes`: all moves of a turn must be made, none is left out; a player who cannot make them is stalemated, or mated",
    ),
]);

/// The parts of a turn.
pub const PARTS: Table<Part> = Table(&[
    word(
        "move",
        Part::Move,
        "one move, of any piece of the side; none of the other kinds that `turn` names",
    ),
    word("control", Part::Control, "a move of one of the opponent's pieces"),
    word("swap", Part::Swap, "two pieces change places"),
    word("drop", Part::Drop, "a piece comes from the hand"),
]);

/// Values of `check` of `turn`.
pub const CHECKS_IN_TURNS: Table<()> = Table(&[word("ends", (), "a move that gives check ends the turn")]);

/// Values of `when`.
pub const TRIGGERS: Table<Trigger> = Table(&[
    word("enter", Trigger::Enter, "a move that ends there"),
    word("touch", Trigger::Touch, "a move that starts or ends there"),
    word("leave", Trigger::Leave, "a move that starts there"),
    word(
        "in-place",
        Trigger::InPlace,
        "a move of its own, without leaving the square",
    ),
]);

/// Values of `only`.
pub const HOLDERS: Table<Owner> = Table(&[
    word("friend", Owner::Friend, "the player's own hand"),
    word("enemy", Owner::Enemy, "the opponent's hand"),
]);

/// The moves that bring a promotion about.
pub const ONLY: Table<Occasion> = Table(&[
    word("capture", Occasion::Capture, "only a move that captures"),
    word("quiet", Occasion::Quiet, "only a move that does not capture"),
]);

/// The letters that castling moves mostly have.
pub(super) const CASTLING_LETTERS: [Explained; 2] = [
    (
        "K",
        "`K: king e1 g1, rook h1 f1`: piece, from, to; partner, from, to",
    ),
    (
        "Q",
        "`Q: king e1 c1, rook a1 d1`: piece, from, to; partner, from, to",
    ),
];

/// An entry of `castling` that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingKey {
    /// The squares on which the king must not be attacked.
    Safe,
    /// Whether the right comes with a drop.
    Dropped,
    /// Whether the right comes with an effect.
    Brought,
    /// Whether it takes the opponent's right.
    Bars,
    /// Whether the two may start anywhere.
    Anywhere,
    /// Whether the partner jumps.
    Jumps,
    /// Whether chains of captures attack, too.
    Chains,
}

/// Keys of `castling`; the others are letters.
pub const CASTLING: Table<CastlingKey> = Table(&[
    word(
        "safe",
        CastlingKey::Safe,
        "`safe: path` (default), `start-and-passed`, `end`, `none`: squares that must not be attacked",
    ),
    word(
        "anywhere",
        CastlingKey::Anywhere,
        "`anywhere: yes`: king and partner may start on any squares of the rank, as in Chess960",
    ),
    word(
        "jumps",
        CastlingKey::Jumps,
        "`jumps: yes`: the partner jumps; only the squares on the king's way and where both end must be empty",
    ),
    word(
        "dropped",
        CastlingKey::Dropped,
        "`dropped: yes`: the right comes when the second of the two pieces is dropped where it starts",
    ),
    word(
        "brought",
        CastlingKey::Brought,
        "`brought: yes`: the right comes when an effect brings the second of the two pieces to where it starts",
    ),
    word(
        "bars",
        CastlingKey::Bars,
        "`bars: yes`: castling takes the opponent's right to castle by the same letter",
    ),
    word(
        "chains",
        CastlingKey::Chains,
        "`chains: yes`: pieces that the opponent could capture in a turn that goes on (`again`) are attacked, too",
    ),
]);

/// On which squares a castling king must not be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    /// From its start to its end.
    Path,
    /// From its start to the square before its end.
    StartAndPassed,
    /// The upper end of the interval.
    End,
    /// On none.
    None,
}

impl Safe {
    /// The part of a king's way on which it must not be attacked.
    pub fn part<S>(self, path: &[S]) -> &[S] {
        match self {
            Self::Path => path,
            Self::StartAndPassed => match path.split_last() {
                Some((_, most)) if !most.is_empty() => most,
                _ => path,
            },
            Self::End => &path[path.len().saturating_sub(1)..],
            Self::None => &[],
        }
    }
}

/// Values of `safe`.
pub const SAFE: Table<Safe> = Table(&[
    word("path", Safe::Path, "the start, all passed squares and the end"),
    word(
        "start-and-passed",
        Safe::StartAndPassed,
        "the start and all passed squares",
    ),
    word("end", Safe::End, "the end alone"),
    word("none", Safe::None, "no square"),
]);

/// An entry of `royalty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoyaltyKey {
    /// The attacks that matter.
    Rule,
    /// The pieces that attack.
    Attack,
    /// Whether a move may cost its own side a royal.
    Sacrifice,
    /// Whether a move that costs the opponent the last one may leave its own royals attacked.
    Trade,
}

/// Keys of `royalty`.
pub const ROYALTY: Table<RoyaltyKey> = Table(&[
    word(
        "rule",
        RoyaltyKey::Rule,
        "`rule: all` (default): no royal may be left attacked; `any`: not all of them; `last`: only the last one; `fewer`: fewer than before",
    ),
    word(
        "attack",
        RoyaltyKey::Attack,
        "`attack: paths` (default): a royal is attacked by pieces that could capture it; `turns`: also by those that could remove it with one move",
    ),
    word(
        "sacrifice",
        RoyaltyKey::Sacrifice,
        "`sacrifice: yes`: the effects of a move may cost its own side a royal",
    ),
    word(
        "trade",
        RoyaltyKey::Trade,
        "`trade: no`: a move by which the opponent loses the last royal must leave its own royals safe all the same",
    ),
]);

/// Values of `attack`.
pub const ROYAL_ATTACKS: Table<RoyalAttack> = Table(&[
    word(
        "paths",
        RoyalAttack::Paths,
        "pieces that could capture a royal attack it",
    ),
    word(
        "turns",
        RoyalAttack::Turns,
        "so do pieces that could take it off the board with one move and its effects",
    ),
]);

/// Values of `rule`.
pub const ROYAL_RULES: Table<RoyalRule> = Table(&[
    word("all", RoyalRule::All, "no royal may be left attacked"),
    word("any", RoyalRule::Any, "not all royals may be left attacked"),
    word(
        "last",
        RoyalRule::Last,
        "only the last royal may not be left attacked",
    ),
    word(
        "last-of-each",
        RoyalRule::LastOfEach,
        "only the last royal of each kind may not be left attacked",
    ),
    word(
        "fewer",
        RoyalRule::Fewer,
        "none may be left attacked, or fewer than before",
    ),
]);

/// An entry of `end` that is not a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKey {
    /// In check without a move.
    Checkmate,
    /// Mate by some pieces alone.
    MateBy,
    /// Mate before which some pieces have given no check.
    MateWithout,
    /// Without a move and not in check.
    Stalemate,
    /// The same position again.
    Repetition,
    /// Check again and again.
    PerpetualCheck,
    /// The same piece attacked again and again.
    PerpetualChase,
    /// Nothing happens for long.
    MoveRule,
    /// One piece again and again.
    ToAndFro,
    /// Nothing but promotions.
    OnlyPromotions,
    /// Moves that a side counts that has several pieces.
    Count,
    /// Moves that a side counts that has one piece.
    CountAlone,
}

/// Keys of `end`; the others are goals.
pub const END: Table<EndKey> = Table(&[
    word(
        "checkmate",
        EndKey::Checkmate,
        "`checkmate: loss`: the result for the side in check without a move",
    ),
    word(
        "mate-by",
        EndKey::MateBy,
        "`mate-by: win, of knight`: the result for the side that is mated, if these pieces alone check",
    ),
    word(
        "mate-without",
        EndKey::MateWithout,
        "`mate-without: draw, of rook knight`: the same, if these pieces have given none of the checks in a row up to the mate",
    ),
    word(
        "stalemate",
        EndKey::Stalemate,
        "`stalemate: draw`: the result for the side without a move and not in check",
    ),
    word(
        "repetition",
        EndKey::Repetition,
        "`repetition: 3 draw claim`: this many times the same position",
    ),
    word(
        "perpetual-check",
        EndKey::PerpetualCheck,
        "`perpetual-check: loss`: at a repetition, for the side that has given check all the time",
    ),
    word(
        "perpetual-chase",
        EndKey::PerpetualChase,
        "`perpetual-chase: loss, by rook, by cannon horse`: at a repetition, for the side that has attacked a piece with each move",
    ),
    word(
        "move-rule",
        EndKey::MoveRule,
        "`move-rule: 100 draw claim`: this many plies without progress",
    ),
    word(
        "to-and-fro",
        EndKey::ToAndFro,
        "`to-and-fro: 4 loss`: one piece has been moved this many times between two squares",
    ),
    word(
        "only-promotions",
        EndKey::OnlyPromotions,
        "`only-promotions: 2 draw`: a side with this many pieces at most, not in check, can do nothing but promote",
    ),
    word(
        "count",
        EndKey::Count,
        "`count: 64, no pawn`: the game is drawn after this many moves of a side that has several pieces",
    ),
    word(
        "count-alone",
        EndKey::CountAlone,
        "`count-alone: 16 against rook, 64, no pawn, from pieces`: the same for a side that has one piece",
    ),
]);

/// Yes and no.
pub const YES_NO: Table<bool> = Table(&[
    word("yes", true, "for both sides"),
    word("no", false, "for neither side"),
]);
