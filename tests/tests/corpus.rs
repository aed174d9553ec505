//! The fuzz targets on their corpora and on mutations of them.

use ferz_tests::{fuzzing, seed};
use proptest::prelude::*;
use std::path::Path;

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/corpus")
        .join(name);
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.iter().map(|p| std::fs::read(p).unwrap()).collect()
}

#[test]
fn texts_of_the_corpus() {
    corpus("language").iter().for_each(|data| fuzzing::language(data));
    ferz_rulesets::all()
        .iter()
        .for_each(|b| fuzzing::language(b.text.as_bytes()));
}

#[test]
fn notations_of_the_corpus() {
    corpus("betza").iter().for_each(|data| fuzzing::betza(data));
}

#[test]
fn positions_of_the_corpus_in_every_variant() {
    for data in corpus("fen") {
        for choice in 0..fuzzing::variants().len() {
            let mut data = data.clone();
            data.insert(0, choice as u8);
            fuzzing::fen(&data);
        }
    }
}

/// One of the texts with some bytes changed, cut out, or doubled.
fn mutated(texts: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0u8..4, any::<u8>(), 1usize..12);
    (prop::sample::select(texts), prop::collection::vec(edit, 1..6)).prop_map(|(mut text, edits)| {
        for (at, kind, byte, len) in edits {
            if text.is_empty() {
                text.push(byte);
            }
            let at = at.index(text.len());
            let end = (at + len).min(text.len());
            match kind {
                0 => text[at] = byte % 128,
                1 => drop(text.drain(at..end)),
                2 => {
                    let piece = text[at..end].to_vec();
                    text.splice(at..at, piece);
                }
                _ => text.insert(at, b" \n{}()|,:=\"#/0123456789w-"[usize::from(byte) % 25]),
            }
        }
        text
    })
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: seed::samples(300) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn broken_texts(text in mutated(ferz_rulesets::all().iter().map(|b| b.text.as_bytes().to_vec()).collect())) {
        fuzzing::language(&text);
    }

    #[test]
    fn broken_notations(text in mutated(corpus("betza"))) {
        fuzzing::betza(&text);
    }

    #[test]
    fn broken_positions(choice in any::<u8>(), text in mutated(starts())) {
        let mut data = vec![choice];
        data.extend(text);
        fuzzing::fen(&data);
    }
}

fn starts() -> Vec<Vec<u8>> {
    let starts = fuzzing::variants()
        .into_iter()
        .map(|v| v.fen(&v.start()).into_bytes());
    starts.chain(corpus("fen")).collect()
}
