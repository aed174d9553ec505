//! Comments that allow warnings: their codes and the parts of the text for which they hold.

use ferz::allow::{allows, codes};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;

#[test]
fn only_codes_make_an_allow() {
    assert_eq!(codes("# allow F0302"), [(8, "F0302")]);
    assert_eq!(
        codes("#allow F0302, f31: F9 why not F1"),
        [(7, "F0302"), (14, "f31"), (19, "F9")]
    );
    for comment in [
        "# allow castling",
        "# allowed F0302",
        "# we allow F0302",
        "# allow",
        "# allow Frank",
    ] {
        assert!(codes(comment).is_empty(), "{comment}");
    }
}

#[test]
fn scopes_of_comments() {
    let text = "# allow F1\nvariant \"X\" # allow F2\n\n# allow F3\n# why\narmy both { # allow F4\n  # allow F5\n  a A = b\n  \
        c C = d # allow F6\n   | e # allow F7\n} # allow F8\nend { a: b } # allow F9\n# allow F10\n";
    let tree = ferz_grammar::parse(text, SourceId(0), &mut Sink::new());
    let found: Vec<(&str, Option<&str>)> = allows(text, &tree)
        .iter()
        .map(|allow| {
            (
                allow.code,
                allow
                    .scope
                    .map(|s| text[s.start..s.end].lines().next().unwrap_or("")),
            )
        })
        .collect();
    let army = Some("army both { # allow F4");
    let c = Some("c C = d # allow F6");
    let header = Some("variant \"X\"");
    assert_eq!(
        found,
        [
            ("F1", header),
            ("F2", header),
            ("F3", army),
            ("F4", army),
            ("F5", Some("a A = b")),
            ("F6", c),
            ("F7", c),
            ("F8", army),
            ("F9", Some("end { a: b }")),
            ("F10", None),
        ]
    );
}
