//! The keys of a `variants.ini`: their values, their subjects, and the words of ferz for them.
//!
//! This table alone knows the names of keys. The effect of a key is in [`crate::apply`], under the
//! name of the field.

/// The value behind a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A rank, from 1.
    Rank,
    /// A file, as letter or number.
    File,
    /// `win`, `loss`, `draw` or `none`.
    Result,
    /// One of some words.
    Word(&'static [&'static str]),
    /// Squares: `a1 b* *3`.
    Squares,
    /// Letters of pieces.
    Types,
    /// The letter of one piece.
    Type,
    /// Letters of castling moves.
    Rights,
    /// Letters with numbers: `q:1 r:2`.
    Limits,
    /// Letters with letters: `p:g s:g`.
    Pairs,
    /// A position.
    Fen,
    /// Anything.
    Text,
}

impl Takes {
    /// In words, for the manual and for errors.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Bool => "`true` or `false`".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Rank => "a rank: `8`".to_owned(),
            Self::File => "a file: `h` or `8`".to_owned(),
            Self::Result => "`win`, `draw`, `loss` or `none`".to_owned(),
            Self::Word(words) => words
                .iter()
                .map(|word| format!("`{word}`"))
                .collect::<Vec<_>>()
                .join(", "),
            Self::Squares => "squares: `d4 e4`, `*8` (a rank), `a*` (a file)".to_owned(),
            Self::Types => "letters of pieces: `nbrq`, `*` for all, `-` for none".to_owned(),
            Self::Type => "the letter of a piece".to_owned(),
            Self::Rights => "castling letters: `KQkq`".to_owned(),
            Self::Limits => "letters with numbers: `q:1 r:2`".to_owned(),
            Self::Pairs => "letters with letters: `p:g s:g`".to_owned(),
            Self::Fen => "a position".to_owned(),
            Self::Text => "any text".to_owned(),
        }
    }
}

/// The subject of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Rules.
    Rules,
    /// Not about rules; what it is about.
    Other(&'static str),
}

/// One key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    pub(crate) about: About,
    /// The words of ferz for it.
    pub(crate) ferz: &'static str,
}

const fn rules(name: &'static str, takes: Takes, ferz: &'static str) -> Key {
    Key {
        name,
        takes,
        about: About::Rules,
        ferz,
    }
}

const fn other(name: &'static str, takes: Takes, what: &'static str) -> Key {
    Key {
        name,
        takes,
        about: About::Other(what),
        ferz: "",
    }
}

const ENCLOSING: Takes = Takes::Word(&[
    "none",
    "reversi",
    "ataxx",
    "quadwrangle",
    "snort",
    "anyside",
    "top",
]);
const WALLS: &str = "walls { on: queen at mover }";
const PETRIFY: &str = "on capture { by: queen | rook; close: mover }";
const GATING: &str = "drop hawk { gate: first rank }";
const ZONE: &str = "promotion pawn { on: ranks 6-8 }";
const PROMOTED: &str = "promotion silver { to: gold; on: ranks 7-9; when: touch; must: no }";
const STEPS: &str = "exposed move ride forward 2 from rank 2";
const PASSED: &str = "rules { en-passant: rank 6 }";
const MOVES: &str = "castling { K: king e1 g1, rook h1 f1 }";
const DROP: &str = "drop all { on: ranks 1-5 }";
const CLOCK: &str = "piece pawn P = pawn, resets-clock";
const EXTINCT: &str = "end { lost: extinct king }";
const REACH: &str = "end { goal: reach king on last rank, own-move }";
const LINE: &str = "end { line: line disc 4 }";
const JOIN: &str = "end { joined: join disc on file a, with file h }";
const PASS: &str = "rules { pass: allowed }";
const STUCK: &str = "rules { pass: stuck }";

/// Every key with a fixed name.
pub(crate) const KEYS: &[Key] = &[
    rules("maxRank", Takes::Rank, "board 8x10"),
    rules("maxFile", Takes::File, "board 10x8"),
    rules("startFen", Takes::Fen, "start \"...\""),
    other("pieceValueMg", Takes::Limits, "the search"),
    other("pieceValueEg", Takes::Limits, "the search"),
    other("variantTemplate", Takes::Text, "the display in XBoard"),
    other("pieceToCharTable", Takes::Text, "the display in XBoard"),
    other("pocketSize", Takes::Number, "the display in XBoard"),
    other("nnueAlias", Takes::Text, "the neural network"),
    rules(
        "chess960",
        Takes::Bool,
        "castling { K: king e1 g1, rook h1 f1; anywhere: yes }",
    ),
    rules("twoBoards", Takes::Bool, "drop all { outside: yes }"),
    rules("pawnTypes", Takes::Types, ZONE),
    rules("promotionRegionWhite", Takes::Squares, ZONE),
    rules("promotionRegionBlack", Takes::Squares, ZONE),
    rules("promotionRank", Takes::Rank, ZONE),
    rules("promotionPawnTypes", Takes::Types, ZONE),
    rules("promotionPawnTypesWhite", Takes::Types, ZONE),
    rules("promotionPawnTypesBlack", Takes::Types, ZONE),
    rules(
        "promotionPieceTypes",
        Takes::Types,
        "promotion pawn { to: queen, rook }",
    ),
    rules(
        "promotionPieceTypesWhite",
        Takes::Types,
        "promotion white pawn { to: queen, rook }",
    ),
    rules(
        "promotionPieceTypesBlack",
        Takes::Types,
        "promotion black pawn { to: queen, rook }",
    ),
    rules(
        "sittuyinPromotion",
        Takes::Bool,
        "promotion pawn { when: in-place; goes: ferz at mover; check: no; unless: enemy attacked by mover }",
    ),
    rules(
        "promotionLimit",
        Takes::Limits,
        "promotion pawn { to: queen; limit: queen 1 }",
    ),
    rules("promotedPieceType", Takes::Pairs, PROMOTED),
    rules(
        "piecePromotionOnCapture",
        Takes::Bool,
        "promotion pawn { to: queen; only: capture }",
    ),
    rules(
        "mandatoryPawnPromotion",
        Takes::Bool,
        "promotion pawn { to: queen; must: no }",
    ),
    rules(
        "mandatoryPiecePromotion",
        Takes::Bool,
        "promotion pawn { to: queen; must: yes }",
    ),
    rules(
        "pieceDemotion",
        Takes::Bool,
        "promotion gold { to: silver; on: all; when: touch }",
    ),
    rules("blastOnCapture", Takes::Bool, "use explosion(sparing: pawn)"),
    rules(
        "blastImmuneTypes",
        Takes::Types,
        "on capture { remove: (all except king) on target }",
    ),
    rules(
        "mutuallyImmuneTypes",
        Takes::Types,
        "piece king K = king of (all except same)",
    ),
    rules("petrifyOnCaptureTypes", Takes::Types, PETRIFY),
    rules(
        "petrifyBlastPieces",
        Takes::Bool,
        "on capture { close: step all at target & (itself at friend (all except pawn) | itself at enemy (all except pawn)) }",
    ),
    rules("doubleStep", Takes::Bool, STEPS),
    rules("doubleStepRegionWhite", Takes::Squares, STEPS),
    rules("doubleStepRegionBlack", Takes::Squares, STEPS),
    rules("doubleStepRank", Takes::Rank, STEPS),
    rules("doubleStepRankMin", Takes::Rank, STEPS),
    rules(
        "tripleStepRegionWhite",
        Takes::Squares,
        "exposed move ride forward 3 from rank 2",
    ),
    rules(
        "tripleStepRegionBlack",
        Takes::Squares,
        "exposed move ride forward 3 from rank 2",
    ),
    rules("enPassantRegion", Takes::Squares, PASSED),
    rules("enPassantRegionWhite", Takes::Squares, PASSED),
    rules("enPassantRegionBlack", Takes::Squares, PASSED),
    rules("enPassantTypes", Takes::Types, "en-passant step forward-diagonal"),
    rules(
        "enPassantTypesWhite",
        Takes::Types,
        "en-passant step forward-diagonal",
    ),
    rules(
        "enPassantTypesBlack",
        Takes::Types,
        "en-passant step forward-diagonal",
    ),
    rules("castling", Takes::Bool, "without castling"),
    rules(
        "castlingDroppedPiece",
        Takes::Bool,
        "castling { K: king e1 g1, rook h1 f1; dropped: yes }",
    ),
    rules("castlingKingsideFile", Takes::File, MOVES),
    rules("castlingQueensideFile", Takes::File, MOVES),
    rules("castlingRank", Takes::Rank, MOVES),
    rules("castlingKingFile", Takes::File, MOVES),
    rules("castlingKingPiece", Takes::Type, MOVES),
    rules("castlingKingPieceWhite", Takes::Type, MOVES),
    rules("castlingKingPieceBlack", Takes::Type, MOVES),
    rules("castlingRookKingsideFile", Takes::File, MOVES),
    rules("castlingRookQueensideFile", Takes::File, MOVES),
    rules("castlingRookPiece", Takes::Types, MOVES),
    rules("castlingRookPieces", Takes::Types, MOVES),
    rules("castlingRookPiecesWhite", Takes::Types, MOVES),
    rules("castlingRookPiecesBlack", Takes::Types, MOVES),
    rules(
        "oppositeCastling",
        Takes::Bool,
        "castling { K: king e1 g1, rook h1 f1; bars: yes }",
    ),
    rules("checking", Takes::Bool, "rules { no-check: yes }"),
    rules("dropChecks", Takes::Bool, "drop all { check: no }"),
    rules("mustCapture", Takes::Bool, "rules { must-capture: yes }"),
    rules("mustDrop", Takes::Bool, "drop all { must: yes }"),
    rules("mustDropType", Takes::Type, "drop king { must: yes }"),
    rules("pieceDrops", Takes::Bool, "drop all"),
    rules("dropLoop", Takes::Bool, "on capture { hand: victim flipped }"),
    rules(
        "capturesToHand",
        Takes::Bool,
        "on capture { hand: victim flipped demoted }",
    ),
    rules("firstRankPawnDrops", Takes::Bool, "drop pawn { on: ranks 1-7 }"),
    rules(
        "promotionZonePawnDrops",
        Takes::Bool,
        "drop pawn { on: ranks 2-8 }",
    ),
    rules(
        "enclosingDrop",
        ENCLOSING,
        "drop disc { while: enemy between mover and friend by ride all }",
    ),
    rules("enclosingDropStart", Takes::Squares, "drop disc { first: d4-e5 }"),
    rules("dropRegionWhite", Takes::Squares, DROP),
    rules("dropRegionBlack", Takes::Squares, DROP),
    rules("whiteDropRegion", Takes::Squares, DROP),
    rules("blackDropRegion", Takes::Squares, DROP),
    rules(
        "dropOnTop",
        Takes::Bool,
        "drop disc { unless: empty on step south at target }",
    ),
    rules("sittuyinRookDrop", Takes::Bool, "drop rook { on: first rank }"),
    rules(
        "dropOppositeColoredBishop",
        Takes::Bool,
        "drop bishop { unless: friend bishop on tint at target }",
    ),
    rules("dropPromoted", Takes::Bool, "drop rook { hand: pawn }"),
    rules("dropNoDoubled", Takes::Type, "drop pawn { per-file: 1 }"),
    rules("dropNoDoubledCount", Takes::Number, "drop pawn { per-file: 2 }"),
    rules(
        "immobilityIllegal",
        Takes::Bool,
        "drop pawn { on: all except last rank }",
    ),
    rules("gating", Takes::Bool, GATING),
    rules("seirawanGating", Takes::Bool, GATING),
    rules(
        "wallingRule",
        Takes::Word(&["none", "arrow", "duck", "edge", "past", "static"]),
        WALLS,
    ),
    rules("wallingRegion", Takes::Squares, WALLS),
    rules("wallingRegionWhite", Takes::Squares, WALLS),
    rules("wallingRegionBlack", Takes::Squares, WALLS),
    rules("wallOrMove", Takes::Bool, WALLS),
    rules(
        "cambodianMoves",
        Takes::Bool,
        "piece met M = ferz | initial move leap(0, 2) forward",
    ),
    rules(
        "diagonalLines",
        Takes::Squares,
        "rook | ride diagonal to points from points",
    ),
    rules("pass", Takes::Bool, PASS),
    rules("passWhite", Takes::Bool, PASS),
    rules("passBlack", Takes::Bool, PASS),
    rules("passOnStalemate", Takes::Bool, STUCK),
    rules("passOnStalemateWhite", Takes::Bool, STUCK),
    rules("passOnStalemateBlack", Takes::Bool, STUCK),
    rules(
        "makpongRule",
        Takes::Bool,
        "power makpong { of: king; while: attacked by all; moves: capture step orthogonal of rook }",
    ),
    rules(
        "flyingGeneral",
        Takes::Bool,
        "use facing-royals(lines: orthogonal)",
    ),
    rules(
        "soldierPromotionRank",
        Takes::Rank,
        "step forward | step left right from ranks 6-10",
    ),
    rules(
        "flipEnclosedPieces",
        ENCLOSING,
        "on drop { flip: enemy on step all at mover }",
    ),
    rules("nMoveRuleTypes", Takes::Types, CLOCK),
    rules("nMoveRuleTypesWhite", Takes::Types, CLOCK),
    rules("nMoveRuleTypesBlack", Takes::Types, CLOCK),
    rules("nMoveRule", Takes::Number, "end { move-rule: 100 draw claim }"),
    rules("nFoldRule", Takes::Number, "end { repetition: 3 draw claim }"),
    rules("nFoldValue", Takes::Result, "end { repetition: 3 win }"),
    rules(
        "nFoldValueAbsolute",
        Takes::Bool,
        "end { repetition: 4 white loss }",
    ),
    rules(
        "perpetualCheckIllegal",
        Takes::Bool,
        "end { perpetual-check: loss }",
    ),
    rules("moveRepetitionIllegal", Takes::Bool, "end { to-and-fro: 4 loss }"),
    rules(
        "chasingRule",
        Takes::Word(&["none", "axf"]),
        "end { perpetual-chase: loss, by rook, by cannon horse }",
    ),
    rules("stalemateValue", Takes::Result, "end { stalemate: loss }"),
    rules(
        "stalematePieceCount",
        Takes::Bool,
        "end { majority: most all, stuck }",
    ),
    rules("checkmateValue", Takes::Result, "end { checkmate: win }"),
    rules("shogiPawnDropMateIllegal", Takes::Bool, "drop pawn { mate: no }"),
    rules(
        "shatarMateRule",
        Takes::Bool,
        "end { mate-by: win, of knight; mate-without: draw, of knight rook }",
    ),
    rules(
        "bikjangRule",
        Takes::Bool,
        "rules { bikjang: yes }; end { bikjang: most all, facing }",
    ),
    rules("extinctionValue", Takes::Result, EXTINCT),
    rules(
        "extinctionClaim",
        Takes::Bool,
        "end { bare: extinct all, at-most 1, opponent 2, reply }",
    ),
    rules("extinctionPseudoRoyal", Takes::Bool, "piece king K = king, royal"),
    rules("dupleCheck", Takes::Bool, "royalty { rule: any }"),
    rules("extinctionPieceTypes", Takes::Types, EXTINCT),
    rules(
        "extinctionPieceCount",
        Takes::Number,
        "end { lost: extinct king, at-most 1 }",
    ),
    rules(
        "extinctionOpponentPieceCount",
        Takes::Number,
        "end { lost: extinct king, opponent 2 }",
    ),
    rules("flagPiece", Takes::Type, REACH),
    rules("flagPieceWhite", Takes::Type, REACH),
    rules("flagPieceBlack", Takes::Type, REACH),
    rules("flagRegion", Takes::Squares, REACH),
    rules("flagRegionWhite", Takes::Squares, REACH),
    rules("flagRegionBlack", Takes::Squares, REACH),
    rules("whiteFlag", Takes::Squares, REACH),
    rules("blackFlag", Takes::Squares, REACH),
    rules(
        "flagPieceCount",
        Takes::Number,
        "end { goal: reach man on last rank, at-least 7 }",
    ),
    rules(
        "flagPieceBlockedWin",
        Takes::Bool,
        "end { goal: reach man on last rank, at-least 7, filled }",
    ),
    rules(
        "flagMove",
        Takes::Bool,
        "end { goal: reach king on last rank, reply }",
    ),
    rules(
        "flagPieceSafe",
        Takes::Bool,
        "end { goal: reach king on last rank, safe }",
    ),
    rules("checkCounting", Takes::Bool, "end { three-check: checks 3 }"),
    rules("connectN", Takes::Number, LINE),
    rules("connectPieceTypes", Takes::Types, LINE),
    rules(
        "connectHorizontal",
        Takes::Bool,
        "end { line: line disc 4, vertical diagonal }",
    ),
    rules(
        "connectVertical",
        Takes::Bool,
        "end { line: line disc 4, sideways diagonal }",
    ),
    rules(
        "connectDiagonal",
        Takes::Bool,
        "end { line: line disc 4, orthogonal }",
    ),
    rules("connectRegion1White", Takes::Squares, JOIN),
    rules("connectRegion2White", Takes::Squares, JOIN),
    rules("connectRegion1Black", Takes::Squares, JOIN),
    rules("connectRegion2Black", Takes::Squares, JOIN),
    rules("connectNxN", Takes::Number, "end { square: square disc 2 }"),
    rules("collinearN", Takes::Number, "end { line: line disc 3, apart }"),
    rules("connectValue", Takes::Result, "end { line: line disc 4, loss }"),
    rules(
        "materialCounting",
        Takes::Word(&["none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"]),
        "end { majority: most all, full }",
    ),
    rules(
        "adjudicateFullBoard",
        Takes::Bool,
        "end { majority: most all, full }",
    ),
    rules(
        "countingRule",
        Takes::Word(&["none", "makruk", "cambodian", "asean"]),
        "end { count: 64, no pawn }",
    ),
    rules(
        "castlingWins",
        Takes::Rights,
        "end { castled: reach king on c1; barred: barred on c1 }",
    ),
];

/// A key with a fixed name.
pub(crate) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}
