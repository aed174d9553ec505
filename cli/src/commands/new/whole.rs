//! A small game that stands alone: its rules for any board, with one army for both or an army each.

use ferz::rules::Side;

/// Files and ranks by default.
pub(super) const SIZE: (u8, u8) = (6, 6);

/// The file to write.
pub(super) struct Whole<'a> {
    pub(super) title: &'a str,
    pub(super) size: (u8, u8),
    /// Whether each side has an army of its own.
    pub(super) armies: bool,
}

const BOTH: &str = "\
# Name, letter (White's; Black's is the small one), how it moves; `|` means \"or\".
army both {
  king   K = king, royal
  rook   R = rook, value 5
  knight N = knight, value 3
  # Charges up to three squares straight ahead, captures diagonally forward, steps back.
  lancer L = move ride forward 1..3 | capture step forward-diagonal | move step backward, value 4
  # Without the double step.
  pawn   P = pawn-step, value 1, unlettered
}

# On the last rank a pawn becomes one of these.
promotion pawn {
  to: rook, lancer, knight
}
";

const EACH: &str = "\
# Name, letter, how it moves; `|` means \"or\".
army white {
  king   K = king, royal
  rook   R = rook, value 5
  knight N = knight, value 3
  # Charges up to three squares straight ahead, captures diagonally forward, steps back.
  lancer L = move ride forward 1..3 | capture step forward-diagonal | move step backward, value 4
  # Without the double step.
  pawn   P = pawn-step, value 1, unlettered
}

# What White has, too, needs no more than its name and letter.
army black {
  king     K
  rook     R
  champion C = wazir | leap(0, 2) | leap(2, 2), value 4
  wizard   W = ferz | leap(1, 3), value 4
  pawn     P
}

# On the last rank a pawn becomes one of these.
promotion white pawn {
  to: rook, lancer, knight
}
promotion black pawn {
  to: rook, champion, wizard
}
";

impl Whole<'_> {
    /// The ruleset.
    pub(super) fn rules(&self) -> String {
        let (files, ranks) = self.size;
        format!(
            "\
variant \"{}\"
about \"What makes it special, in one sentence.\"
source \"Who invented it, and where its rules are written.\"

# A whole small game: change what you like. The tutorial and the chapter on the language have more.

board {files}x{ranks}

{}
end {{
  checkmate: loss                 # for the side that is in check and cannot move
  stalemate: draw                 # for the side that is not in check and cannot move
  repetition: 3 draw claim        # a position that occurs for the third time
  move-rule: 100 draw claim       # plies without a capture or a pawn move
  # A player who brings the king to the other end of the board wins.
  campmate: reach king on last rank, own-move
}}

# The ranks from the last to the first, small letters Black's, numbers for empty squares; then who moves first.
start \"{} w - - 0 1\"
",
            self.title,
            if self.armies { EACH } else { BOTH },
            self.board()
        )
    }

    /// The pieces at the start, as a position writes them.
    fn board(&self) -> String {
        let (files, ranks) = self.size;
        let empty = vec![files.to_string(); usize::from(ranks) - 4];
        let pawns = |letter: &str| letter.repeat(usize::from(files));
        let mut rows = vec![self.row(Side::Black).to_lowercase(), pawns("p")];
        rows.extend(empty);
        rows.extend([pawns("P"), self.row(Side::White)]);
        rows.join("/")
    }

    /// The pieces of the first rank: the king behind the middle, the others from both edges inward.
    fn row(&self, side: Side) -> String {
        let letters = match side {
            Side::Black if self.armies => ['R', 'W', 'C'],
            _ => ['R', 'N', 'L'],
        };
        let (files, king) = (usize::from(self.size.0), usize::from(self.size.0 / 2));
        let letter = |file: usize| match file.cmp(&king) {
            std::cmp::Ordering::Less => letters[file % 3],
            std::cmp::Ordering::Equal => 'K',
            std::cmp::Ordering::Greater => letters[(files - 1 - file) % 3],
        };
        (0..files).map(letter).collect()
    }

    /// Tests of the game on its own board, with one army for both: what each rule means.
    pub(super) fn tests(&self) -> String {
        let title = self.title;
        format!(
            "\
# Tests of {title}: facts that must stay true. `ferz test` runs them.

[[position]]
name = \"the lancer charges up to three squares, and captures only diagonally\"
fen = \"k5/6/6/3p2/1p4/2L2K w - - 0 1\"
moves = {{ from = \"c1\", to = [\"b2\", \"c2\", \"c3\", \"c4\"] }}
illegal = [{{ move = \"c1d2\", why = \"only to capture\" }}]

[[position]]
name = \"a pawn has no double step\"
illegal = [\"a2a4\"]
legal = [\"a2a3\"]

[[position]]
name = \"a pawn on the last rank becomes something else\"
fen = \"k5/3P2/6/6/6/5K w - - 0 1\"
moves = {{ from = \"d5\", to = [\"d6r\", \"d6l\", \"d6n\"] }}

[[game]]
name = \"a king at the other end wins\"
fen = \"k5/5K/6/6/6/6 w - - 0 1\"
moves = \"f5f6\"
after = {{ 0 = \"none\", end = \"white wins: campmate\" }}

[[position]]
name = \"checkmate\"
fen = \"k4R/5R/6/6/6/3K2 b - - 0 1\"
check = true
outcome = \"white wins: checkmate\"

[[perft]]
name = \"lines from the start, counted by ferz: tells when something changes\"
counts = [10, 100, 1142]
"
        )
    }
}
