//! The chapter about variants.ini has the table of the code.

#[test]
fn the_chapter_has_every_key() {
    let chapter = include_str!("../../docs/src/variants-ini-keys.md");
    let table = ferz_import::manual();
    for line in table.lines().filter(|line| !line.is_empty()) {
        assert!(
            chapter.contains(line),
            "docs/src/variants-ini-keys.md lacks a line; `cargo run -p ferz-import --example keys` prints them:\n{line}"
        );
    }
    let rows = |text: &str| text.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(
        rows(chapter),
        rows(&table),
        "the chapter has rows that the code does not know"
    );
}
