//! The rules that playing sites do not accept. They are only looked for with `ferz check --for`.

use super::CodeInfo;

/// All codes of places, in order.
pub const PLACES: &[CodeInfo] = &[
    CodeInfo {
        code: "F0701",
        title: "a rule that the site cannot express",
        explanation: "The site's files have no words for the rule, so the game would differ there. The message names the \
            nearest rule that they can express. `ferz export --force` writes it.",
        wrong: "variant \"Sleepers\" extends chess\npiece knight N = leap(1, 2) over friend, value 3\n",
        right: "variant \"Sleepers\" extends chess\npiece knight N = knight, value 3\n",
    },
    CodeInfo {
        code: "F0702",
        title: "a rule that the site refuses",
        explanation: "The site's files have words for the rule, but the site cannot play by it and refuses the file. Names \
            that are taken or too long are refused, too: `--name` and `--title` choose others.",
        wrong: "variant \"Bricks\" extends chess\nwalls {\n  on: all\n}\n",
        right: "variant \"Bricks\" extends chess\nend {\n  stalemate: loss\n}\n",
    },
];
