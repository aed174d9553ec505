//! Rules, positions and Betza notation.

use super::gist;
use ferz_tests::fuzzing;

/// Source texts: parsed, printed, lowered, compiled and played.
pub(super) fn language(data: &[u8]) -> u64 {
    fuzzing::language(data);
    let Ok(text) = std::str::from_utf8(data) else {
        return 0;
    };
    let source = ferz::lower::Source {
        name: "fuzz".to_owned(),
        text: text.to_owned(),
    };
    let lowered = ferz::lower::lower(source, &ferz_rulesets::Library);
    let said = lowered.diagnostics.iter().map(|found| gist(&found.message));
    said.fold(1, |all, one| all.rotate_left(5) ^ one)
}

/// A few of the bundled texts: all of them would take their time.
pub(super) fn bundled() -> Vec<Vec<u8>> {
    let all = ferz_rulesets::all()
        .iter()
        .filter(|bundled| bundled.text.len() < 1500);
    all.step_by(4)
        .map(|bundled| bundled.text.as_bytes().to_vec())
        .collect()
}

/// Positions; the first byte says of which variant.
pub(super) fn fen(data: &[u8]) -> u64 {
    fuzzing::fen(data);
    let said = fuzzing::read_fen(data);
    said.map_or(0, |said| said.map_or_else(|error| gist(&error), |()| 1))
}

/// Betza notation.
pub(super) fn betza(data: &[u8]) -> u64 {
    fuzzing::betza(data);
    let Ok(text) = std::str::from_utf8(data) else {
        return 0;
    };
    match ferz::betza::parse(text) {
        Ok(movement) => 1 + (format!("{movement:?}").len() as u64) / 16,
        Err(error) => gist(&error.message),
    }
}
