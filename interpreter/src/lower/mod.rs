//! From the syntax tree to the ruleset: names resolved, everything checked.
