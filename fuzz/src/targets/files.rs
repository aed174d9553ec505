//! Files: games, definitions of other programs, tests.

use super::gist;
use ferz::engine::{Game, Variant};
use ferz::suite::{Body, Suite, run_until};
use ferz::why::Explainer;
use ferz_import::Format;
use ferz_play::pgn;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// The moves of a game that are played.
const MOVES: usize = 80;

fn chess() -> &'static Variant {
    static CHESS: OnceLock<Variant> = OnceLock::new();
    CHESS.get_or_init(|| {
        let rules = ferz_rulesets::ruleset("chess").expect("chess is bundled");
        Variant::new(rules).expect("chess compiles")
    })
}

/// Games in PGN: read at once and in pieces, and played as far as they go.
pub(super) fn pgn(data: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(data);
    let records = pgn::read(&text);
    let mut pieces = Vec::new();
    let mut reader = pgn::Reader::new();
    for line in text.split_inclusive('\n') {
        reader.feed(line, &mut |record| pieces.push(record));
    }
    pieces.extend(reader.finish());
    assert_eq!(pieces, records, "read in pieces");
    let mut came_to = records.len() as u64;
    for record in records.iter().take(3) {
        let mut game = Game::start(chess());
        for word in record.moves.iter().take(MOVES) {
            match game.push(&word.text) {
                Ok(_) => came_to += 16,
                Err(reason) => {
                    came_to ^= gist(&reason.to_string());
                    break;
                }
            }
        }
        let outcome = game.outcome();
        let written = pgn::write(&game, "chess", &[], outcome.as_ref());
        assert!(pgn::read(&written).len() <= 1, "{written}");
    }
    came_to
}

fn imported(text: &str, format: Format) -> u64 {
    let import = ferz_import::import(text, format, &[]);
    let mut came_to = import.sections.len() as u64;
    for finding in &import.findings {
        came_to = came_to.rotate_left(3) ^ gist(&finding.message);
    }
    for section in &import.sections {
        for finding in &section.findings {
            came_to = came_to.rotate_left(3) ^ gist(&finding.message);
        }
    }
    came_to
}

/// A `variants.ini`.
pub(super) fn ini(data: &[u8]) -> u64 {
    imported(&String::from_utf8_lossy(data), Format::Ini)
}

/// A definition of the Interactive Diagram.
pub(super) fn diagram(data: &[u8]) -> u64 {
    imported(&String::from_utf8_lossy(data), Format::Diagram)
}

/// A `variants.txt` of Sjaak II.
pub(super) fn sjaak(data: &[u8]) -> u64 {
    imported(&String::from_utf8_lossy(data), Format::Sjaak)
}

/// An `fmax.ini` of Fairy-Max.
pub(super) fn fairymax(data: &[u8]) -> u64 {
    imported(&String::from_utf8_lossy(data), Format::FairyMax)
}

/// Lines of an engine for XBoard.
pub(super) fn xboard(data: &[u8]) -> u64 {
    imported(&String::from_utf8_lossy(data), Format::XBoard)
}

/// A JSON file of Bishop.
pub(super) fn bishop(data: &[u8]) -> u64 {
    imported(&String::from_utf8_lossy(data), Format::Bishop)
}

/// A file of tests: read, and its quick parts run on chess.
pub(super) fn suite(data: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(data);
    let _ = Suite::names_variant(&text);
    match Suite::parse(&text) {
        Ok(suite) => {
            let explainer = Explainer::new(chess());
            let mut came_to = 1;
            for case in suite.cases.iter().take(8) {
                if matches!(case.body, Body::Position(_)) {
                    let report = run_until(&explainer, case, &AtomicBool::new(false));
                    came_to = came_to * 2 + u64::from(report.passed());
                }
            }
            came_to
        }
        Err(diagnostics) => {
            let said = diagnostics.iter().map(|found| {
                let outside = found.labels.iter().find(|label| label.span.end > text.len());
                assert!(outside.is_none(), "{found:?} is outside of the text");
                gist(&found.message)
            });
            said.fold(1, |all, one| all.rotate_left(5) ^ one)
        }
    }
}
