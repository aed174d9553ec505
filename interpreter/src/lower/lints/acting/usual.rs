//! Entries of blocks that say what is so without them.

use super::super::super::report::At;
use super::super::{Lints, OWN};
use crate::lower::values::{terms, word};
use crate::rules::Side;
use crate::vocabulary::Prospects as _;
use ferz_grammar::ast::{Declaration, Entry, Expr, ExprKind};

/// Keys of blocks, each with the value that it has without an entry. Words that authors write for
/// clarity, such as `safe: path`, are not among them.
const USUAL: [(&str, &str, &str); 27] = [
    ("turn", "must", "no"),
    ("walls", "one", "no"),
    ("walls", "instead", "no"),
    ("walls", "called", "wall"),
    ("walls", "in-check", "yes"),
    ("royalty", "rule", "all"),
    ("royalty", "attack", "paths"),
    ("royalty", "sacrifice", "no"),
    ("royalty", "trade", "yes"),
    ("drop", "must", "no"),
    ("drop", "outside", "no"),
    ("drop", "endless", "no"),
    ("drop", "check", "yes"),
    ("drop", "mate", "yes"),
    ("castling", "anywhere", "no"),
    ("castling", "jumps", "no"),
    ("castling", "dropped", "no"),
    ("castling", "brought", "no"),
    ("castling", "bars", "no"),
    ("castling", "chains", "no"),
    ("control", "captures", "enemies"),
    ("control", "safe", "yes"),
    ("on", "by", "all"),
    ("on", "of", "all"),
    ("on", "from", "all"),
    ("on", "to", "all"),
    ("on", "repeat", "no"),
];

impl Lints<'_, '_> {
    /// Entries that say what is so anyway, where no other file says otherwise.
    pub(super) fn usual_entries(&self) {
        let Some(tree) = self.facts.files.trees.first() else {
            return;
        };
        let sections = tree
            .declarations
            .iter()
            .filter_map(|declaration| match declaration {
                Declaration::Section(section) => Some(section),
                _ => None,
            });
        for section in sections {
            let keyword = section.keyword.value.as_str();
            for entry in section.entries.iter().filter(|entry| is_usual(keyword, entry)) {
                let key = entry.key.value.as_str();
                // Of several royals it says something that they all must be safe.
                let of_many = (keyword, key) == ("royalty", "rule") && self.has_several_royals();
                // Effects take nothing over from each other.
                let told = keyword != "on" && self.is_told_before(keyword, Some(key));
                if !of_many && !told {
                    let place = At::new(OWN, entry).place(entry.span);
                    self.says_idle(place, "it is so anyway");
                }
            }
        }
    }
}

impl Lints<'_, '_> {
    /// Whether a side starts with several royal pieces, or may get some.
    fn has_several_royals(&self) -> bool {
        let most = |side| self.most_royals(side);
        Side::ALL
            .into_iter()
            .any(|side| most(side).is_none_or(|most| most > 1))
    }
}

impl Lints<'_, '_> {
    /// Options of goals that leave them as they are.
    pub(super) fn usual_options(&self) {
        let own = self.facts.declared.end.values().map(|entry| entry.at);
        for entry in own.filter(|at| at.source == OWN) {
            let named = |name: &str| entry.node.values.iter().find(|value| word(value) == Some(name));
            for value in &entry.node.values {
                if let ExprKind::Phrase(parts) = &value.kind
                    && let [option, number] = parts.as_slice()
                    && word(option) == Some("at-least")
                    && number.kind == ExprKind::Number(1)
                {
                    self.says_idle(entry.place(value.span), "one piece is enough anyway");
                }
            }
            if let Some(filled) = named("filled")
                && !entry
                    .node
                    .values
                    .iter()
                    .any(|value| terms(value).first().and_then(word) == Some("at-least"))
            {
                self.says_idle(entry.place(filled.span), "one piece is enough anyway");
            }
            if let (Some(reply), Some(_)) = (named("reply"), named("held"))
                && self.is_one_move()
            {
                let why = "with `held` the other side has had its turn by then";
                self.says_idle(entry.place(reply.span), why);
            }
        }
    }
}

/// Whether an entry says what is so without it.
fn is_usual(keyword: &str, entry: &Entry) -> bool {
    let usual = |value: &Expr| {
        let said = match &value.kind {
            ExprKind::Phrase(parts) => match parts.as_slice() {
                [side, said] if matches!(word(side), Some("white" | "black")) => word(said),
                _ => None,
            },
            _ => word(value),
        };
        said.is_some_and(|said| USUAL.contains(&(keyword, entry.key.value.as_str(), said)))
    };
    !entry.values.is_empty() && entry.values.iter().all(usual)
}
