//! The effects of hooks, tried out on plain chess.

mod all_round;
mod bait;
mod denial;
mod disguise;
mod passing_capture;
mod pawn_steps;
mod pools;
mod promoter;
mod raise;
mod revenge;
mod royal_exile;
mod second_step;
mod statues;
mod towers;
mod trial;

use ferz::hooks::registry;
use ferz::mechanics::{self, Mechanic};

/// Hooks, and the mechanics in the language.
fn all() -> Vec<Mechanic> {
    mechanics::all(include_str!("../../../rulesets/lib/mechanics.ferz"))
}

#[test]
fn the_registry_is_sorted_and_documented() {
    let names: Vec<&str> = registry().iter().map(|h| h.name).collect();
    assert!(names.is_sorted(), "{names:?}");
    for hook in all() {
        assert!(!hook.summary.is_empty() && !hook.doc.is_empty(), "{}", hook.name);
        assert!(
            hook.example.contains(&format!("use {}", hook.name)),
            "{}",
            hook.name
        );
        for parameter in hook.parameters {
            assert!(!parameter.doc.is_empty(), "{}: {}", hook.name, parameter.name);
        }
    }
}

/// Every example compiles, and so does every hook with nothing but the parameters that must be
/// given.
#[test]
fn examples_compile() {
    for hook in all() {
        let variant = trial::compiled(hook.ruleset());
        let used = variant.rules().hooks.iter().any(|h| h.name == hook.name);
        assert!(used, "{}", hook.name);
        if hook.parameters.iter().all(|p| p.default.is_some()) {
            trial::chess_with(&[&format!("use {}", hook.name)]);
        }
    }
}
