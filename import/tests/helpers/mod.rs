//! Texts that are read, and positions that come of them.

use ferz::engine::Variant;
use ferz::lower::{Source, lower};
use ferz_import::{Format, Section, import};

/// A file of Bishop with most of its keys.
pub(crate) const BISHOP: &str = include_str!("../../../fuzz/corpus/bishop/00");

/// The only variant of a text.
pub(crate) fn section(text: &str, format: Format) -> Section {
    let mut import = import(text, format, &[]);
    assert!(import.findings.is_empty(), "{:#?}", import.findings);
    assert_eq!(import.sections.len(), 1);
    import.sections.remove(0)
}

/// A text as a variant.
pub(crate) fn variant(text: &str) -> Variant {
    let source = Source {
        name: "test".to_owned(),
        text: text.to_owned(),
    };
    let lowered = lower(source, &ferz_rulesets::Library);
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{text}\n{:#?}", lowered.diagnostics));
    Variant::new(rules).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The moves of a position, in order.
pub(crate) fn moves(text: &str, fen: &str) -> Vec<String> {
    let variant = variant(text);
    let position = variant
        .position(fen)
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
    let moves = variant.legal_moves(&position);
    let mut texts = variant.move_texts(&position, &moves);
    texts.sort();
    texts
}

/// The text of a section that lacks nothing.
pub(crate) fn whole(section: &Section) -> &str {
    assert!(section.complete(), "{section:#?}");
    section.ferz.as_deref().unwrap()
}
