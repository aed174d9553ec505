//! The fuzz targets on any bytes: nothing may panic, hang, or break a law.

use crate::slow::duel::Random;
use ferz::engine::{Position, Variant};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;
use std::sync::OnceLock;

/// Bytes as a source text: parsed, printed and parsed again, lowered and compiled.
pub fn language(data: &[u8]) {
    let mut sink = Sink::new();
    let tree = ferz_grammar::parse_bytes(data, SourceId(0), &mut sink);
    let clean = !sink.has_errors();
    if clean {
        let text = ferz_grammar::print(&tree);
        let mut sink = Sink::new();
        let again = ferz_grammar::parse(&text, SourceId(0), &mut sink);
        assert!(
            !sink.has_errors(),
            "printed text has errors: {text}\n{:?}",
            sink.list()
        );
        assert_eq!(ferz_grammar::print(&again), text, "printing is not stable");
    }
    // Bytes that are no text are never lowered.
    let text = match std::str::from_utf8(data) {
        Ok(text) if !ferz_grammar::is_binary(data) => text,
        _ => return,
    };
    let source = ferz::lower::Source {
        name: "fuzz".to_owned(),
        text: text.to_owned(),
    };
    let lowered = ferz::lower::lower(source, &ferz_rulesets::Library);
    assert!(
        clean || lowered.has_errors(),
        "a text with syntax errors became rules"
    );
    assert!(
        lowered.ruleset.is_none() || !lowered.has_errors(),
        "rules in spite of errors"
    );
    let Some(Ok(variant)) = lowered.ruleset.map(Variant::new) else {
        return;
    };
    // A start position that `position` refuses (no royal, a side in check) is warned of, not fatal;
    // and then so may be what follows.
    let start = variant.start();
    let occurs = variant.position(&variant.fen(&start)).is_ok();
    game(&variant, start, occurs, data, text);
}

/// The number of plies that are played.
const PLIES: u8 = 12;

/// Plays a game that the bytes choose. Every position is printed and read again, no two moves have
/// one text, and the hash is the one computed from nothing.
fn game(variant: &Variant, start: Position, occurs: bool, data: &[u8], from: &str) {
    let hash = |seed: u64, byte: &u8| (seed ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let mut random = Random(data.iter().fold(0xCBF2_9CE4_8422_2325, hash));
    let mut position = start;
    for ply in 0..PLIES {
        let fen = variant.fen(&position);
        let at = || format!("ply {ply}, {fen}, from `{from}`");
        if occurs {
            assert_eq!(variant.position(&fen).as_ref(), Ok(&position), "{}", at());
        }
        let (kept, fresh) = variant.hashes(&position);
        assert_eq!(kept, fresh, "hash; {}", at());
        let moves = variant.legal_moves(&position);
        let mut texts = variant.move_texts(&position, &moves);
        texts.sort();
        if let Some(twice) = texts.windows(2).find(|pair| pair[0] == pair[1]) {
            panic!("two moves `{}`; {}", twice[0], at());
        }
        if moves.is_empty() {
            break;
        }
        position = variant.play(&position, random.pick(&moves));
    }
}

/// Bytes as Betza notation.
pub fn betza(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Err(error) = ferz::betza::parse(text) {
        assert!(
            error.offset + error.len <= text.len(),
            "{error:?} lies outside of `{text}`"
        );
        assert!(
            text.is_char_boundary(error.offset),
            "{error:?} splits a character of `{text}`"
        );
        assert!(!error.message.is_empty());
    }
}

/// The first byte chooses a variant, the rest is a position; what can be read is printed and read
/// again, and some moves are made.
pub fn fen(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let variant = variant(usize::from(choice));
    let Ok(position) = variant.position(text) else {
        return;
    };
    let printed = variant.fen(&position);
    let again = variant.position(&printed);
    assert_eq!(
        again.as_ref().map(|p| variant.fen(p)),
        Ok(printed),
        "from `{text}`"
    );
    assert_eq!(again.as_ref(), Ok(&position), "from `{text}`");
    game(variant, position, true, data, text);
}

/// Whether what [`fen`] reads is a position, and if not, why not; nothing if there is nothing to
/// read.
pub fn read_fen(data: &[u8]) -> Option<Result<(), String>> {
    let (&choice, rest) = data.split_first()?;
    let text = std::str::from_utf8(rest).ok()?;
    let read = variant(usize::from(choice)).position(text);
    Some(read.map(|_| ()).map_err(|error| error.to_string()))
}

/// A bundled variant, by its number in the order of names. None is compiled that is not asked for.
fn variant(number: usize) -> &'static Variant {
    static ALL: OnceLock<Vec<OnceLock<Variant>>> = OnceLock::new();
    let bundled = ferz_rulesets::all();
    let all = ALL.get_or_init(|| bundled.iter().map(|_| OnceLock::new()).collect());
    let number = number % bundled.len();
    all[number].get_or_init(|| {
        let name = bundled[number].name;
        let ruleset = ferz_rulesets::ruleset(name).unwrap_or_else(|e| panic!("{e}"));
        Variant::new(ruleset).unwrap_or_else(|e| panic!("{name}: {e}"))
    })
}

/// Every bundled variant, in the order of names.
pub fn variants() -> Vec<&'static Variant> {
    (0..ferz_rulesets::all().len()).map(variant).collect()
}
