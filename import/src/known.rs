//! Names and keys that are taken: variants that are built into Fairy-Stockfish, and keys of other
//! versions of it.

/// The variants that Fairy-Stockfish knows without a file. Sections of these names it passes over.
#[rustfmt::skip]
pub(crate) const BUILT_IN: &[&str] = &[
    "3check", "5check", "ai-wok", "almost", "amazon", "amazons", "antichess", "armageddon", "asean",
    "ataxx", "atomar", "atomic", "berolina", "breakthrough", "bughouse", "cambodian", "capablanca",
    "capahouse", "caparandom", "centaur", "chancellor", "chaturanga", "checkshogi", "chess", "chessgi",
    "chigorin", "clobber", "clobber10", "codrus", "coregal", "courier", "crazyhouse", "dobutsu", "dragon",
    "duck", "embassy", "euroshogi", "extinction", "fairy", "fischerandom", "flipello", "flipello10",
    "flipersi", "fox-and-hounds", "gardner", "georgian", "giveaway", "gorogoro", "gothic", "grand",
    "grasshopper", "gustav3", "hoppelpoppel", "horde", "isolation", "isolation7x7", "janggi",
    "janggicasual", "janggimodern", "janggitraditional", "janus", "jesonmor", "joust", "judkins", "karouk",
    "kinglet", "kingofthehill", "knightmate", "koedem", "kyotoshogi", "legan", "loop", "losalamos",
    "losers", "makpong", "makruk", "manchu", "micro", "mini", "minishogi", "minixiangqi", "misere",
    "modern", "newzealand", "nightrider", "nocastle", "nocheckatomic", "normal", "okisakishogi", "omicron",
    "opulent", "paradigm", "pawnback", "pawnsideways", "perfect", "petrified", "placement", "pocketknight",
    "raazuvaa", "racingkings", "seirawan", "shako", "shatar", "shatranj", "shogi", "shoshogi", "shouse",
    "sittuyin", "snailtrail", "sortofalmost", "spartan", "suicide", "supply", "tencubed", "threekings",
    "torishogi", "torpedo", "troitzky", "wolf", "xiangqi", "yarishogi",
];

/// Keys of former versions of Fairy-Stockfish, and their present names.
const FORMER: &[(&str, &str)] = &[
    ("arrowGating", "wallingRule = arrow"),
    ("captureType", "capturesToHand = true"),
    ("duckGating", "wallingRule = duck"),
    ("edgeGating", "wallingRule = edge"),
    ("pastGating", "wallingRule = past"),
    ("staticGating", "wallingRule = static"),
    ("staticGatingRegion", "wallingRegion"),
    ("wallGating", "wallingRule"),
];

/// Keys of programs that grew out of Fairy-Stockfish, and the words that ferz has for them.
const ELSEWHERE: &[(&str, &str)] = &[
    ("blastOnMove", "on move { remove: all on step all at mover }"),
    ("captureForbidden", "piece queen Q = queen of (all except king)"),
    ("captureMorph", "on capture { become: mover as victim }"),
    ("capturerDiesOnCapture", "on capture { remove: mover }"),
    (
        "capturerDiesOnSameTypeCapture",
        "on capture { of: same; remove: mover }",
    ),
    ("cylindrical", "board 8x8 { wrap: files }"),
    ("deathOnCaptureTypes", "on capture { by: rook; close: mover }"),
    ("diagonalGeneral", "rules { apart: ride diagonal }"),
    ("dropMates", "drop all { mate: no }"),
    ("forcedJumpContinuation", "on capture { again: mover }"),
    ("freeDrops", "drop all { endless: yes }"),
    (
        "mandatoryPromotionRegion",
        "promotion pawn { on: ranks 7-8; must: last rank }",
    ),
    (
        "mandatoryPromotionRegionBlack",
        "promotion black pawn { on: ranks 7-8; must: last rank }",
    ),
    (
        "mandatoryPromotionRegionWhite",
        "promotion white pawn { on: ranks 7-8; must: last rank }",
    ),
    ("multimoves", "turn { both: move, move; first: move }"),
    ("mustCaptureBlack", "rules { must-capture: black }"),
    ("mustCaptureWhite", "rules { must-capture: white }"),
    ("mustDropBlack", "drop black all { must: yes }"),
    ("mustDropWhite", "drop white all { must: yes }"),
    ("nFoldRuleImmediate", "end { repetition: 5 draw }"),
    ("nMoveRuleImmediate", "end { move-rule: 150 draw }"),
    ("progressive", "turn { both: move; grows: 1 }"),
    ("progressiveMultimove", "turn { both: move; grows: 1 }"),
    ("promotionConsumeInHand", "rules { pool: all except pawn }"),
    ("pseudoRoyalTypes", "piece queen Q = queen, royal"),
    ("rookmate", "end { mate-by: win, of rook }"),
    ("selfCapture", "piece rook R = rook | capture-own rook"),
    (
        "surroundCaptureOpposite",
        "on move { remove: enemy between mover and friend by step orthogonal }",
    ),
    ("toroidal", "board 8x8 { wrap: files, ranks }"),
];

/// The advice for a key that only another version or program knows.
pub(crate) fn instead(key: &str) -> Option<String> {
    let find = |list: &[(&str, &'static str)]| {
        let found = list.iter().find(|(known, _)| known.eq_ignore_ascii_case(key));
        found.map(|(_, words)| *words)
    };
    if let Some(today) = find(FORMER) {
        return Some(format!("Fairy-Stockfish says `{today}` today"));
    }
    find(ELSEWHERE)
        .map(|words| format!("Fairy-Stockfish does not know it; in the file that is written say `{words}`"))
}
