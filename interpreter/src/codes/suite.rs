//! The meaning of every error of a test file. The examples are test files, not rulesets.

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
        explanation: "An outcome is `none` while the game goes on; otherwise `draw`, `white wins` or `black wins`. After a colon the \
            reason may follow: `checkmate`, `stalemate`, `repetition`, `move-rule`, or the name of a goal.",
        wrong: "[[position]]\noutcome = \"white lost\"\n",
        right: "[[position]]\noutcome = \"black wins: checkmate\"\n",
    },
    CodeInfo {
        code: "F0603",
        title: "nothing is tested",
        explanation: "A test that cannot fail is no test. A position needs a claim, a game needs moves, and a perft needs counts. \
            Empty lists and empty messages do not count.",
        wrong: "[[position]]\nname = \"the start\"\n",
        right: "[[position]]\nname = \"the start\"\ncheck = false\n",
    },
    CodeInfo {
        code: "F0604",
        title: "the game is not that long",
        explanation: "The keys of `after` are numbers of moves by either side: `0` is the first position of the game, and `end` the \
            last one.",
        wrong: "[[game]]\nmoves = \"e2e4 e7e5\"\nafter = { 3 = \"none\" }\n",
        right: "[[game]]\nmoves = \"e2e4 e7e5\"\nafter = { 2 = \"none\" }\n",
    },
    CodeInfo {
        code: "F0605",
        title: "the test contradicts itself",
        explanation: "A move is either legal or illegal, a position is either rejected or has moves, and a list of moves is about \
            one square or about all.",
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
