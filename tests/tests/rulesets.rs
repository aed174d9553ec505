//! The bundled variants: what they say, as the IR has it.

use ferz_tests::library::{bundled, lower_text};

#[test]
fn every_bundled_variant_is_without_errors_and_warnings() {
    for variant in ferz_rulesets::all() {
        let lowered = lower_text(variant.name, variant.text);
        assert!(
            lowered.diagnostics.is_empty(),
            "{}: {:#?}",
            variant.name,
            lowered.diagnostics
        );
        assert!(lowered.ruleset.is_some(), "{}", variant.name);
    }
}

#[test]
fn every_bundled_library_is_without_errors_and_warnings() {
    for library in ferz_rulesets::libraries() {
        let lowered = lower_text(library.name, library.text);
        assert!(
            lowered.diagnostics.is_empty(),
            "{}: {:#?}",
            library.name,
            lowered.diagnostics
        );
        assert!(lowered.ruleset.is_none());
    }
}

#[test]
fn the_ir_of_the_bundled_variants() {
    for variant in ["chess", "empire", "shocking"] {
        let text = serde_json::to_string_pretty(&bundled(variant)).expect("rules are plain data");
        insta::assert_snapshot!(variant, text);
    }
}
