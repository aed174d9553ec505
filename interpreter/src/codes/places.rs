//! The rules that playing sites do not accept. They are only looked for with `ferz check --for`.

use super::CodeInfo;

/// All codes of places, in order.
pub const PLACES: &[CodeInfo] = &[
    CodeInfo {
        code: "F0701",
        title: "the place cannot say this rule",
        explanation: "The variant is to be published in a place whose files have no words for the rule, so the game would \
            be another one there. Its message says the nearest that can be said. `ferz export --force` writes that.",
        wrong: "variant \"Sleepers\" extends chess\npiece knight N = leap(1, 2) over friend, value 3\n",
        right: "variant \"Sleepers\" extends chess\npiece knight N = knight, value 3\n",
    },
    CodeInfo {
        code: "F0702",
        title: "the place refuses this rule",
        explanation: "The place where the variant is to be published has words for the rule, but its page has no way to \
            play by it, so that it refuses the file. Names that are taken or too long are refused, too: `--name` and \
            `--title` choose others.",
        wrong: "variant \"Bricks\" extends chess\nwalls {\n  on: all\n}\n",
        right: "variant \"Bricks\" extends chess\nend {\n  stalemate: loss\n}\n",
    },
];
