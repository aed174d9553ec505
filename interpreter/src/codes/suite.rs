//! What every error of a test file means. The examples are test files, not rulesets.

use super::CodeInfo;

/// All codes of test files, in order.
pub const SUITE: &[CodeInfo] = &[
    CodeInfo {
        code: "F0601",
        title: "this is not a test file",
        explanation: "A test file is TOML. It has an optional line `variant = \"...\"`, and sections `[[position]]`, \
            `[[game]]` and `[[perft]]` with the keys that the book's chapter on tests lists.",
        wrong: "[[position]]\nlegal = \"e2e4\"\n",
        right: "[[position]]\nlegal = [\"e2e4\"]\n",
    },
    CodeInfo {
        code: "F0602",
        title: "this is not an outcome",
        explanation: "An outcome is `none` while the game goes on, or `draw`, `white wins` or `black wins`, and after a \
            colon the reason: `checkmate`, `stalemate`, `repetition`, `move-rule`, or the name of a goal.",
        wrong: "[[position]]\noutcome = \"white lost\"\n",
        right: "[[position]]\noutcome = \"black wins: checkmate\"\n",
    },
    CodeInfo {
        code: "F0603",
        title: "nothing is tested",
        explanation: "A position needs something that is said of it, a game needs moves, a perft needs numbers: a test \
            that cannot fail is none. So are empty lists, and empty words that a message should have.",
        wrong: "[[position]]\nname = \"the start\"\n",
        right: "[[position]]\nname = \"the start\"\ncheck = false\n",
    },
    CodeInfo {
        code: "F0604",
        title: "the game is not that long",
        explanation: "The keys of `after` say after how many moves of either side something is so: `0` is the position in \
            which the game begins, `end` the one after the last move.",
        wrong: "[[game]]\nmoves = \"e2e4 e7e5\"\nafter = { 3 = \"none\" }\n",
        right: "[[game]]\nmoves = \"e2e4 e7e5\"\nafter = { 2 = \"none\" }\n",
    },
    CodeInfo {
        code: "F0605",
        title: "the test contradicts itself",
        explanation: "A move is legal or illegal, a position is rejected or has moves, a list of moves is about one square \
            or about all.",
        wrong: "[[position]]\nlegal = [\"e2e4\"]\nillegal = [\"e2e4\"]\n",
        right: "[[position]]\nlegal = [\"e2e4\"]\nillegal = [\"e2e5\"]\n",
    },
    CodeInfo {
        code: "F0606",
        title: "the variant of a test file cannot be found or used",
        explanation: "The tests of `mine.toml` are about `mine.ferz` in the same folder, unless the first line names \
            another variant, bundled or in a file: `variant = \"chess\"`.",
        wrong: "",
        right: "variant = \"chess\"\n\n[[perft]]\ncounts = [20, 400]\n",
    },
];
