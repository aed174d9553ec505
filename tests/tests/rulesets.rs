//! The bundled variants: what they say, as the IR has it.

use ferz_tests::library::{bundled, lower_text};

/// The remarks about bundled texts, a line each.
fn remarks(texts: &[ferz_rulesets::Bundled], playable: bool) -> Vec<String> {
    let mut remarks = Vec::new();
    for bundled in texts {
        let lowered = lower_text(bundled.name, bundled.text);
        assert_eq!(
            lowered.ruleset.is_some(),
            playable && !lowered.has_errors(),
            "{}",
            bundled.name
        );
        for d in lowered.diagnostics {
            remarks.push(format!(
                "{}: {} {} ({:?})",
                bundled.name, d.code, d.message, d.help
            ));
        }
    }
    remarks
}

#[test]
fn every_bundled_text_is_without_errors_and_warnings() {
    assert_eq!(remarks(ferz_rulesets::all(), true), Vec::<String>::new());
    assert_eq!(remarks(ferz_rulesets::libraries(), false), Vec::<String>::new());
}

#[test]
fn the_ir_of_the_bundled_variants() {
    for variant in ["chess", "empire", "shocking"] {
        let text = serde_json::to_string_pretty(&bundled(variant)).expect("rules are plain data");
        insta::assert_snapshot!(variant, text);
    }
}

/// The facts read from a head alone, and from an outline, agree with the whole rules.
#[test]
fn heads_are_what_rules_say() {
    for bundled in ferz_rulesets::all() {
        let source = ferz::lower::Source {
            name: bundled.name.to_owned(),
            text: bundled.text.to_owned(),
        };
        let head = ferz::lower::head(source, &ferz_rulesets::Library).expect(bundled.name);
        assert_eq!(
            ferz_rulesets::head(bundled).as_ref(),
            Some(&head),
            "{}",
            bundled.name
        );
        let rules = ferz_rulesets::ruleset(bundled.name).expect(bundled.name);
        let mut mechanics: Vec<String> = rules.hooks.iter().map(|hook| hook.name.clone()).collect();
        mechanics.dedup();
        assert_eq!(
            (head.title, head.about, head.source, head.board, head.mechanics),
            (rules.title, rules.about, rules.source, rules.board, mechanics),
            "{}",
            bundled.name
        );
    }
}
