//! The guide for writing a hook shows files of the tree.

fn blocks<'a>(guide: &'a str, language: &str) -> Vec<&'a str> {
    let mut out = Vec::new();
    let mut rest = guide;
    let open = format!("\n```{language}\n");
    while let Some(start) = rest.find(&open) {
        let body = &rest[start + open.len()..];
        let end = body.find("\n```\n").expect("the block ends");
        out.push(&body[..end]);
        rest = &body[end..];
    }
    out
}

/// Texts without empty lines, which separate the parts.
fn lines<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lines = texts.into_iter().flat_map(str::lines);
    lines.filter(|line| !line.trim().is_empty()).collect()
}

/// Both pages of the guide.
const GUIDE: &str = concat!(
    include_str!("../../docs/src/write-a-hook.md"),
    include_str!("../../docs/src/finish-a-hook.md")
);

#[test]
fn the_guide_shows_a_hook_of_the_tree() {
    let guide = GUIDE;
    let file = include_str!("../../engine/src/hooks/all_round.rs");
    let tests = include_str!("../../interpreter/tests/hooks/all_round.rs");
    assert_eq!(lines(blocks(guide, "rust")), lines([file, tests]));
    let ruleset = include_str!("../../rulesets/mechanics/all-round-chess.ferz");
    assert_eq!(lines(blocks(guide, "ferz")), lines([ruleset]));
    let registry = include_str!("../../engine/src/hooks/mod.rs");
    let added: Vec<&str> = blocks(guide, "diff")
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.strip_prefix('+'))
        .collect();
    assert_eq!(added.len(), 3);
    for line in added {
        assert!(registry.lines().any(|l| l == line), "{line}");
    }
}

/// The names in the guide exist.
#[test]
fn the_guide_names_what_there_is() {
    let guide = GUIDE;
    let setup = include_str!("../../engine/src/mechanics/setup.rs");
    let points = include_str!("../../engine/src/mechanics/mechanic.rs");
    for name in ["carry", "alarm", "keep_pools", "take_over", "note"] {
        assert!(
            guide.contains(&format!("setup.{name}")) && setup.contains(&format!("pub(crate) fn {name}("))
        );
    }
    for name in ["offers", "answered", "word", "keys", "print", "parse"] {
        assert!(guide.contains(&format!("`{name}`")) && points.contains(&format!("fn {name}(")));
    }
}
