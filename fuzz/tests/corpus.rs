//! Every target on its corpus and on some mutations of it. `uci` needs the command, and is left to
//! `just fuzz`.

use ferz_fuzz::mutation::mutated;
use ferz_fuzz::targets::TARGETS;
use ferz_fuzz::{corpus, run};
use ferz_tests::seed;
use ferz_tests::slow::duel::Random;
use std::collections::BTreeSet;

/// Mutations of each target.
const MUTATIONS: u64 = 60;

#[test]
fn targets_take_their_corpora_and_mutations() {
    for target in TARGETS.iter().filter(|target| target.name != "uci") {
        let inputs = corpus::read(target.name);
        assert!(!inputs.is_empty(), "{} has no corpus", target.name);
        let kinds: BTreeSet<u64> = inputs.iter().map(|data| (target.run)(data)).collect();
        assert!(kinds.len() > 1, "all inputs of {} come to the same", target.name);
        let mut random = Random(seed::of_this_run() ^ run::kind_of(target.name.as_bytes()));
        for number in 0..seed::samples(MUTATIONS) {
            println!("{} {number}", target.name);
            (target.run)(&mutated(&inputs, &mut random));
        }
    }
}

#[test]
fn targets_have_names_and_corpora_of_their_own() {
    let names: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names.len(), TARGETS.len());
    for target in &TARGETS {
        let size: usize = corpus::read(target.name).iter().map(Vec::len).sum();
        assert!(size > 0 && size < 1 << 16, "{}: {size} bytes", target.name);
    }
}
