//! Pieces that the diagram knows by their names.

/// Pieces that the diagram knows by their names, and how they move.
const KNOWN: &[(&str, &str)] = &[
    ("alfil", "A"),
    ("amazon", "QN"),
    ("archbishop", "BN"),
    ("bishop", "B"),
    ("camel", "C"),
    ("cannon", "mRcpR"),
    ("cardinal", "BN"),
    ("centaur", "KN"),
    ("champion", "WAD"),
    ("chancellor", "RN"),
    ("commoner", "K"),
    ("dabbaba", "D"),
    ("dragon-horse", "BW"),
    ("dragon-king", "RF"),
    ("elephant", "FA"),
    ("ferz", "F"),
    ("grasshopper", "gQ"),
    ("guard", "K"),
    ("king", ""),
    ("knight", "N"),
    ("lance", "fR"),
    ("man", "K"),
    ("marshall", "RN"),
    ("nightrider", "NN"),
    ("pawn", "fmWfceFifmnD"),
    ("princess", "BN"),
    ("empress", "RN"),
    ("queen", "Q"),
    ("rook", "R"),
    ("vao", "mBcpB"),
    ("wazir", "W"),
    ("wizard", "FC"),
    ("zebra", "Z"),
];
/// From this many files on a king that is known by its name castles three squares.
const WIDE: u8 = 10;

/// How a piece that the diagram knows by its name moves.
pub(crate) fn known(name: &str, files: u8) -> Option<&'static str> {
    let (name, moves) = KNOWN.iter().find(|(known, _)| *known == name)?;
    Some(match *name {
        "king" if files < WIDE => "KisO2",
        "king" => "KisO3",
        _ => moves,
    })
}
