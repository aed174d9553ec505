//! The meaning of every error of this crate, with an example of the mistake and of its repair.

/// The explanation of one code, as `ferz explain` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The code, such as `F0011`.
    pub code: &'static str,
    /// The title: the error in a few words.
    pub title: &'static str,
    /// The explanation and the cure.
    pub explanation: &'static str,
    /// A complete source text with the mistake; empty where none can be shown, as of a file that is
    /// too long.
    pub wrong: &'static str,
    /// The same without it.
    pub right: &'static str,
}

/// The explanation of a code of this crate.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    ALL.iter().find(|info| info.code.eq_ignore_ascii_case(code))
}

/// The code of a line that is no entry of its block.
pub const NO_ENTRY: &str = "F0031";

/// All codes of this crate, in order. F0001 to F0008 are about the file, F0010 to F0016 about
/// words, F0020 to F0028 about blocks, lines and brackets, F0030 to F0035 about declarations and
/// expressions.
pub const ALL: &[CodeInfo] = &[
    CodeInfo {
        code: "F0001",
        title: "the file is too large",
        explanation: "A file of more than 1 MiB is not read. Move movements and zones into libraries, and `include` \
            them.",
        wrong: "",
        right: r#"variant "Small" extends chess
"#,
    },
    CodeInfo {
        code: "F0002",
        title: "the file is not UTF-8",
        explanation: "Source files are plain text in UTF-8. Save the file in this encoding; most editors do so unless told \
            otherwise.",
        wrong: "",
        right: r#"variant "Café" extends chess
"#,
    },
    CodeInfo {
        code: "F0003",
        title: "the file is empty",
        explanation: "There is nothing in the file but spaces and comments.",
        wrong: "# nothing yet
",
        right: r#"# nothing yet but a title
variant "Mine" extends chess
"#,
    },
    CodeInfo {
        code: "F0004",
        title: "the header is missing",
        explanation: "A file first states its kind: `variant \"Title\"` if it can be played, `library \"Title\"` if \
            others include it.",
        wrong: "movement lion = king | knight
",
        right: r#"library "Animals"
movement lion = king | knight
"#,
    },
    CodeInfo {
        code: "F0005",
        title: "the header does not come first",
        explanation: "The header is the first declaration of a file. Only comments may stand before it.",
        wrong: r#"movement lion = king | knight
variant "Lions" extends chess
"#,
        right: r#"variant "Lions" extends chess
movement lion = king | knight
"#,
    },
    CodeInfo {
        code: "F0006",
        title: "two headers",
        explanation: "A file holds one variant or one library.",
        wrong: r#"variant "One" extends chess
variant "Two" extends chess
"#,
        right: r#"variant "One" extends chess
"#,
    },
    CodeInfo {
        code: "F0007",
        title: "too many errors",
        explanation: "After a hundred errors the rest of the file is not read. Repair some and check again.",
        wrong: MANY_ERRORS,
        right: r#"variant "Tidy" extends chess
"#,
    },
    CodeInfo {
        code: "F0008",
        title: "a file that is no ruleset",
        explanation: "The file has no header, and hardly a line that could be a declaration: it is something else, such as a \
            letter, a program, or the data of another program. A ruleset begins with `variant \"Title\"` or `library \
            \"Title\"`. `ferz new` writes one to begin with, and `ferz list` names those that come with ferz.",
        wrong: r#"Dear friends,
the king moves like a queen.
"#,
        right: r#"variant "Queenly Kings" extends chess
piece king K = queen, royal
"#,
    },
    CodeInfo {
        code: "F0010",
        title: "a character that means nothing",
        explanation: "Outside of texts and comments the language has letters, digits, spaces and `_ - | & , : ; = . \
            ( ) [ ] { } \" #`. Invisible characters other than spaces, tabs and line ends are not allowed \
            in texts either.",
        wrong: r#"variant "Money" extends chess
movement rich = rook $ bishop
"#,
        right: r#"variant "Money" extends chess
movement rich = rook | bishop
"#,
    },
    CodeInfo {
        code: "F0011",
        title: "a text that is never closed",
        explanation: "A text in quotes ends on the line where it begins. A text of several lines stands between \
            three quotes.",
        wrong: r#"variant "Open extends chess
"#,
        right: r#"variant "Closed" extends chess
about """
Two
lines."""
"#,
    },
    CodeInfo {
        code: "F0012",
        title: "an unknown escape",
        explanation: "In a text a backslash begins one of `\\\"`, `\\\\`, `\\n` (line end) and `\\t` (tab). A \
            backslash itself is written twice.",
        wrong: r#"variant "Back\slash" extends chess
"#,
        right: r#"variant "Back\\slash" extends chess
"#,
    },
    CodeInfo {
        code: "F0013",
        title: "neither a number nor a name",
        explanation: "A word that begins with a digit is a number `5`, `-1` or `3.5`, a range `1..3`, `2..` or `1-3`, or \
            the size of a board `8x8`. Names begin with a letter.",
        wrong: r#"variant "Ordinal" extends chess
zone camp = 3rd rank
"#,
        right: r#"variant "Ordinal" extends chess
zone camp = rank 3
"#,
    },
    CodeInfo {
        code: "F0014",
        title: "a number that is too large",
        explanation: "No number in a game is nearly as large: a board has at most 26 files, a value at most 10000 pawns.",
        wrong: r#"variant "Huge" extends chess
movement far = ride forward 1..5000000000
"#,
        right: r#"variant "Huge" extends chess
movement far = ride forward
"#,
    },
    CodeInfo {
        code: "F0015",
        title: "not a name",
        explanation: "Names are written with the letters a to z and A to Z, digits, `-` and `_`, and begin with a \
            letter. Titles and other texts in quotes may have any letter.",
        wrong: r#"variant "Naïve" extends chess
movement naïve = rook
"#,
        right: r#"variant "Naïve" extends chess
movement naive = rook
"#,
    },
    CodeInfo {
        code: "F0016",
        title: "a character that changes the order of a line",
        explanation: "Some invisible characters make the following text run from right to left, so that a comment or a text looks different from its contents. Letters of any script may stand there without them.",
        wrong: "variant \"Order\" extends chess\n# no \u{202e}gniltsac\u{202c} here\n",
        right: r#"variant "Order" extends chess
# no castling here
"#,
    },
    CodeInfo {
        code: "F0020",
        title: "a block that is never closed",
        explanation: "Every `{` needs its `}`. The second place, if one is shown, is where the next declaration \
            begins; the brace is missing before it.",
        wrong: r#"variant "Open" extends chess
army white {
  king K = king, royal
movement lion = king | knight
rules { pass: forced }
"#,
        right: r#"variant "Open" extends chess
army white {
  king K = king, royal
}
movement lion = king | knight
rules { pass: forced }
"#,
    },
    CodeInfo {
        code: "F0021",
        title: "a `}` that closes nothing",
        explanation: "There is no open block at this `}`.",
        wrong: r#"variant "Brace" extends chess
rules { pass: forced }
}
"#,
        right: r#"variant "Brace" extends chess
rules { pass: forced }
"#,
    },
    CodeInfo {
        code: "F0022",
        title: "a block inside a block",
        explanation: "The lines of a block are entries or pieces; they have no blocks themselves.",
        wrong: r#"variant "Deep" extends chess
rules {
  pass { white: forced }
}
"#,
        right: r#"variant "Deep" extends chess
rules {
  pass: forced
}
"#,
    },
    CodeInfo {
        code: "F0023",
        title: "a block where none belongs",
        explanation: "Only `board`, `square`, `army` and sections such as `castling` or `end` have blocks.",
        wrong: r#"variant "Block" extends chess
movement lion = king { speed: 3 }
"#,
        right: r#"variant "Block" extends chess
movement lion = king
"#,
    },
    CodeInfo {
        code: "F0024",
        title: "a missing block",
        explanation: "`army`, `square` and sections such as `castling` or `end` have their contents in a block.",
        wrong: r#"variant "Flat" extends chess
promotion pawn
"#,
        right: r#"variant "Flat" extends chess
promotion pawn { to: queen }
"#,
    },
    CodeInfo {
        code: "F0025",
        title: "a bracket that is never closed",
        explanation: "Every `(` needs its `)` and every `[` its `]`, in the same declaration or entry.",
        wrong: r#"variant "Open" extends chess
movement lion = (king | knight
"#,
        right: r#"variant "Open" extends chess
movement lion = (king | knight)
"#,
    },
    CodeInfo {
        code: "F0026",
        title: "a bracket that closes nothing",
        explanation: "There is no open bracket of this kind before it.",
        wrong: r#"variant "Close" extends chess
movement lion = king | knight)
"#,
        right: r#"variant "Close" extends chess
movement lion = (king | knight)
"#,
    },
    CodeInfo {
        code: "F0027",
        title: "nested too deep",
        explanation: "Brackets in brackets, and `except` after `except`, go at most 64 deep. Give the inner part a \
            name.",
        wrong: r#"variant "Deep" extends chess
movement deep = (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((rook)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
"#,
        right: r#"variant "Deep" extends chess
movement deep = (rook)
"#,
    },
    CodeInfo {
        code: "F0028",
        title: "two declarations on one line",
        explanation: "After the `}` of a block the line ends.",
        wrong: r#"variant "Line" extends chess
rules { pass: forced } end { stalemate: loss }
"#,
        right: r#"variant "Line" extends chess
rules { pass: forced }
end { stalemate: loss }
"#,
    },
    CodeInfo {
        code: "F0030",
        title: "an unknown declaration",
        explanation: "A declaration begins with `about`, `source`, `start`, `include`, `board`, `square`, `zone`, \
            `movement`, `army`, `piece`, `use` or `without`, or is a section with a block, such as \
            `promotion`, `castling`, `royalty`, `end` or `rules`.",
        wrong: r#"variant "Typo" extends chess
movment lion = king | knight
"#,
        right: r#"variant "Typo" extends chess
movement lion = king | knight
"#,
    },
    CodeInfo {
        code: "F0031",
        title: "something is missing",
        explanation: "The declaration or entry should go on with something else here.",
        wrong: r#"variant "Letter" extends chess
piece lion = king | knight
"#,
        right: r#"variant "Letter" extends chess
piece lion L = king | knight
"#,
    },
    CodeInfo {
        code: "F0032",
        title: "an expression is missing",
        explanation: "A movement, a set of squares or a value should stand here.",
        wrong: r#"variant "Half" extends chess
movement lion = king |
movement unicorn = bishop | knight
"#,
        right: r#"variant "Half" extends chess
movement lion = king | knight
movement unicorn = bishop | knight
"#,
    },
    CodeInfo {
        code: "F0033",
        title: "something unexpected",
        explanation: "This text cannot follow the text before it. Two expressions are joined with `|` \
            (either), `&` (both), `then` (one after the other) or `except` (one without the other).",
        wrong: r#"variant "Twice" extends chess
movement lion = king = knight
"#,
        right: r#"variant "Twice" extends chess
movement lion = king | knight
"#,
    },
    CodeInfo {
        code: "F0034",
        title: "a word of the language as a name",
        explanation: "`then` and `except` join expressions and cannot be names.",
        wrong: r#"variant "Then" extends chess
movement then = rook
"#,
        right: r#"variant "Then" extends chess
movement afterwards = rook
"#,
    },
    CodeInfo {
        code: "F0035",
        title: "not a side",
        explanation: "The sides are `white` and `black`; `both` stands for the two of them.",
        wrong: r#"variant "Red" extends chess
army red { king K = king, royal }
"#,
        right: r#"variant "Red" extends chess
army black { king K = king, royal }
"#,
    },
];

/// A hundred braces that close nothing, and one more.
const MANY_ERRORS: &str = r#"variant "Untidy" extends chess
}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
"#;
