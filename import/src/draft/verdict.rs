//! The end of an import: the text, or why there is none.

use super::nearest::nearest;
use super::{Draft, Sheet, whole};
use crate::differ;
use crate::ini::Piece;
use crate::report::{Finding, Section};

/// Writes a draft. If rules are lost the text is the partial one.
pub(crate) fn finish(draft: &Draft, mut sheet: Sheet<'_>, head: &Piece) -> Section {
    if sheet.section.findings.iter().any(Finding::is_error) {
        return sheet.section;
    }
    let mut draft = draft.clone();
    draft.settle_first_moves();
    draft.settle_ways();
    let text = whole(&draft);
    match differ::playable(&text) {
        Ok(rules) => {
            let near = nearest(&rules, &text, &super::parts(&draft));
            if let Some(message) = differ::over_at_once(&rules) {
                sheet.warn(head, message);
            }
            let section = &mut sheet.section;
            section.extends = near.as_ref().map(|near| near.parent.clone());
            section.whole = Some(text.clone());
            let short = near.map_or(text, |near| near.text);
            if section.lost.is_empty() {
                section.ferz = Some(short);
            } else {
                section.partial = Some(short);
            }
        }
        Err(why) => {
            let message = format!("these rules make no variant: {why}");
            sheet.find(head, message, None);
        }
    }
    sheet.section
}
