//! The words of the language, each with a line about it.

/// A word and what it means.
pub(super) type Explained = (&'static str, &'static str);

pub(super) const DECLARATIONS: &[Explained] = &[
    (
        "variant",
        "`variant \"Title\" extends chess`: the header of a variant; it comes first",
    ),
    (
        "library",
        "`library \"Title\"`: the header of a collection of movements and zones",
    ),
    ("about", "`about \"...\"`: what the variant is"),
    ("source", "`source \"...\"`: where the rules come from"),
    (
        "include",
        "`include robotic`: takes over the movements and zones of a library",
    ),
    ("board", "`board 8x8 { holes: a1; wrap: files }`: the grid"),
    (
        "square",
        "`square x0 { north-east: e1 }`: a square outside the grid and its neighbours",
    ),
    (
        "zone",
        "`zone camp = ranks 1-3`: a named set of squares, mirrored for Black",
    ),
    (
        "movement",
        "`movement robotic(m) = m | m over any`: a named movement, perhaps with parameters",
    ),
    (
        "army",
        "`army both { king K = king, royal }`: all pieces of a side or of both",
    ),
    (
        "piece",
        "`piece archbishop A = bishop | knight`: adds or replaces one piece",
    ),
    (
        "promotion",
        "`promotion pawn { to: queen; on: last rank }`: what a piece becomes, and where",
    ),
    (
        "castling",
        "`castling { K: king e1 g1, rook h1 f1 }`: moves of two pieces at once",
    ),
    (
        "royalty",
        "`royalty { rule: all }`: which attacks on royal pieces matter",
    ),
    (
        "end",
        "`end { stalemate: draw; hill: reach king on d4-e5 }`: how the game ends",
    ),
    (
        "rules",
        "`rules { must-capture: yes }`: restrictions of the legal moves",
    ),
    ("start", "`start \"FEN\"`: the first position"),
    (
        "use",
        "`use facing-royals(lines: vertical)`: a mechanic that no declaration can say",
    ),
    (
        "without",
        "`without castling`: takes back what the variant after `extends` declares",
    ),
];

const BOARD: &[Explained] = &[
    ("holes", "`holes: a1, j8`: squares of the grid that are missing"),
    ("wrap", "`wrap: files` makes a cylinder, `files, ranks` a torus"),
];

const PROMOTION: &[Explained] = &[
    ("to", "`to: queen, rook`: the choices, in the order of preference"),
    (
        "on",
        "`on: last rank`: where, mirrored for Black (default: last rank)",
    ),
    ("when", "`when: enter` (default), `touch`, `leave`, `in-place`"),
    ("must", "`must: yes` (default), `no`, or squares on which it must"),
    ("only", "`only: capture`: only with a capture"),
    ("limit", "`limit: queen 1, rook 2`: so many on the board at most"),
];

const CASTLING: &[Explained] = &[
    (
        "K",
        "`K: king e1 g1, rook h1 f1`: piece, from, to; partner, from, to",
    ),
    (
        "Q",
        "`Q: king e1 c1, rook a1 d1`: piece, from, to; partner, from, to",
    ),
    (
        "safe",
        "`safe: path` (default), `start-and-passed`, `end`, `none`: squares that must not be attacked",
    ),
];

const ROYALTY: &[Explained] = &[(
    "rule",
    "`rule: all` (default): no royal may be left attacked; `any`: not all of them; `fewer`: fewer than before",
)];

const END: &[Explained] = &[
    (
        "checkmate",
        "`checkmate: loss`: the result for the side in check without a move",
    ),
    (
        "stalemate",
        "`stalemate: draw`: the result for the side without a move and not in check",
    ),
    (
        "repetition",
        "`repetition: 3 draw claim`: so many times the same position",
    ),
    (
        "move-rule",
        "`move-rule: 100 draw claim`: so many plies without progress",
    ),
];

const RULES: &[Explained] = &[
    (
        "must-capture",
        "`must-capture: yes`: a side that can capture must",
    ),
    ("no-check", "`no-check: yes`: no move may give check"),
    ("pass", "`pass: never` (default), `forced`, `allowed`"),
    (
        "en-passant",
        "`en-passant: rank 6`: where White may capture en passant, Black mirrored",
    ),
];

const COMPASS: &[Explained] = &[
    (
        "north",
        "`north: e1`: the neighbour there, seen from White's side",
    ),
    (
        "north-east",
        "`north-east: e1`: the neighbour there, seen from White's side",
    ),
    ("east", "`east: e1`: the neighbour there, seen from White's side"),
    (
        "south-east",
        "`south-east: e1`: the neighbour there, seen from White's side",
    ),
    (
        "south",
        "`south: e1`: the neighbour there, seen from White's side",
    ),
    (
        "south-west",
        "`south-west: e1`: the neighbour there, seen from White's side",
    ),
    ("west", "`west: e1`: the neighbour there, seen from White's side"),
    (
        "north-west",
        "`north-west: e1`: the neighbour there, seen from White's side",
    ),
];

/// The keys of a section.
pub(super) fn keys(section: &str) -> &'static [Explained] {
    match section {
        "board" => BOARD,
        "square" => COMPASS,
        "promotion" => PROMOTION,
        "castling" => CASTLING,
        "royalty" => ROYALTY,
        "end" => END,
        "rules" => RULES,
        _ => &[],
    }
}

/// The words that a value can be.
pub(super) fn values(section: &str, key: &str) -> &'static [&'static str] {
    match (section, key) {
        ("board", "wrap") => &["files", "ranks"],
        ("promotion", "when") => &["enter", "touch", "leave", "in-place"],
        ("promotion", "must") => &["yes", "no"],
        ("promotion", "only") => &["capture"],
        ("castling", "safe") => &["path", "start-and-passed", "end", "none"],
        ("royalty", "rule") => &["all", "any", "fewer", "white", "black"],
        ("rules", "must-capture" | "no-check") => &["yes", "no", "white", "black"],
        ("rules", "pass") => &["never", "forced", "allowed"],
        ("end", "checkmate" | "stalemate") => &["win", "draw", "loss", "white", "black"],
        ("end", "repetition" | "move-rule") => &["win", "draw", "loss", "claim"],
        ("end", _) => &[
            "reach", "extinct", "checks", "on", "own-move", "reply", "at-most", "opponent", "all", "each",
            "win", "draw", "loss", "white", "black",
        ],
        _ => &[],
    }
}

pub(super) const ATTRIBUTES: &[Explained] = &[
    ("royal", "the side must not lose it"),
    ("value", "`value 3.5`: what it is worth, for both sides"),
    ("resets-clock", "its moves restart the halfmove clock"),
    ("unlettered", "its letter is left out in notation"),
    ("confined", "says that it is meant not to reach half of the board"),
    ("harmless", "says that it is meant not to capture"),
];

pub(super) const MOVEMENT: &[Explained] = &[
    ("step", "`step forward`: one step"),
    (
        "ride",
        "`ride diagonal ..3`: steps in one direction over empty squares",
    ),
    ("leap", "`leap(1, 2)`: a leap, here the knight's"),
    ("betza", "`betza \"mRcpR\"`: Betza notation"),
    ("then", "`a then b`: a to an empty square, then on with b"),
    (
        "over",
        "`a over any`: hops over the piece where a ends, one square further",
    ),
    ("by", "`a over any by 1..`: so many squares beyond the hurdle"),
    ("move", "`move a`: only quiet paths"),
    ("capture", "`capture a`: only captures"),
    (
        "capture-own",
        "`capture-own a`: captures the own side's pieces instead",
    ),
    ("swap", "`swap a`: changes places with an own piece"),
    ("rifle", "`rifle a`: captures without moving"),
    ("pass", "`(pass a) then b`: a over whatever stands there"),
    ("en-passant", "`en-passant a`: only captures en passant"),
    (
        "exposed",
        "`exposed a`: the squares it passes can be captured on en passant",
    ),
    (
        "lame",
        "`lame a`: leaps that can be blocked on the squares between",
    ),
    (
        "jumping",
        "`jumping a`: leaps for which the squares between must be occupied",
    ),
    ("initial", "`initial a`: only the piece's first move"),
    ("from", "`a from SQUARES`: only from there"),
    ("to", "`a to SQUARES`: only to there"),
    ("white", "`white a`: only for White"),
    ("black", "`black a`: only for Black"),
    ("none", "no path"),
    ("any", "a hurdle of either side"),
    ("friend", "a hurdle of the own side"),
    ("enemy", "a hurdle of the other side"),
];

pub(super) const DIRECTIONS: &[&str] = &[
    "forward",
    "backward",
    "left",
    "right",
    "forward-left",
    "forward-right",
    "backward-left",
    "backward-right",
    "orthogonal",
    "diagonal",
    "all",
    "vertical",
    "sideways",
    "forward-diagonal",
    "backward-diagonal",
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
    "ahead",
    "ahead-left",
    "ahead-right",
    "turn-left",
    "turn-right",
    "back",
    "outward",
];

pub(super) const SQUARES: &[&str] = &[
    "rank", "ranks", "file", "files", "first", "second", "third", "last", "light", "dark", "all", "edge",
    "except",
];

/// What a word of a list means.
pub(super) fn explain(list: &[Explained], word: &str) -> Option<&'static str> {
    list.iter()
        .find(|(known, _)| *known == word)
        .map(|(_, text)| *text)
}
