//! Sections that go on from a variant: parts that they change are left out of it.

use ferz::lower::{Source, lower};
use ferz::rules::GoalCondition;
use ferz_import::{Format, import};

/// The bundled variant says of extinction more than the section's parent does; a section about one
/// kind leaves none of it.
#[test]
fn a_changed_goal_stands_for_all_about_the_same() {
    let section = "[one:extinction]\nextinctionPieceTypes = b\n";
    let imported = import(section, Format::Guess, &[]);
    let text = imported.sections[0]
        .ferz
        .clone()
        .expect("every rule is taken over");
    let source = Source {
        name: "one.ferz".to_owned(),
        text,
    };
    let rules = lower(source, &ferz_rulesets::Library)
        .ruleset
        .expect("it is a variant");
    let extinct: Vec<&str> = rules
        .end
        .goals
        .iter()
        .filter_map(|goal| match &goal.condition {
            GoalCondition::Extinct(extinct) => Some(extinct.pieces.iter().map(String::as_str)),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(extinct, ["bishop", "bishop"], "for each side, and no other kind");
}
