//! `ferz doc`

use super::{failure, ferz, output};

#[test]
fn pages_read_well() {
    for name in [
        "chess",
        "empire",
        "xiangqi",
        "shocking",
        "en-chess",
        "3check",
        "extinction",
    ] {
        insta::assert_snapshot!(name, output(&["doc", name, "--format", "md"]));
    }
}

#[test]
fn html_stands_alone() {
    let html = output(&["doc", "empire"]);
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"));
    assert!(html.contains("<h1>Empire Chess</h1>") && html.contains("What differs from Chess"));
    assert!(!html.contains("<script") && !html.contains("src="));
    for used in html
        .split("href=\"#")
        .skip(1)
        .map(|s| s.split('"').next().unwrap())
    {
        assert!(html.contains(&format!("id=\"{used}\"")), "{used} is not defined");
    }
    for tag in ["section", "figure", "ul", "div", "svg", "p"] {
        let count = |text: &str| html.matches(text).count();
        let opened = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(opened, count(&format!("</{tag}>")), "{tag}");
    }
}

#[test]
fn all_pages_are_written_with_their_pictures() {
    let folder = tempfile::tempdir().unwrap();
    ferz(&["doc", "--all", "--format", "md", "-o", "pages"])
        .current_dir(folder.path())
        .assert()
        .success();
    let pages = folder.path().join("pages");
    let index = std::fs::read_to_string(pages.join("index.md")).unwrap();
    for bundled in ferz_rulesets::all() {
        assert!(
            index.contains(&format!("({}.md)", bundled.name)),
            "{}",
            bundled.name
        );
        let page = std::fs::read_to_string(pages.join(format!("{}.md", bundled.name))).unwrap();
        let pictures: Vec<&str> = page
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .filter(|path| path.ends_with(".svg"))
            .collect();
        assert!(pictures.len() >= 2, "{}: {pictures:?}", bundled.name);
        for picture in pictures {
            assert!(pages.join(picture).is_file(), "{}: {picture}", bundled.name);
        }
    }
}

#[test]
fn usage() {
    assert!(failure(&["doc"], 2).contains("required"));
    assert!(failure(&["doc", "--all"], 2).contains("--output"));
    assert!(failure(&["doc", "chess", "-o", "."], 2).contains("is a folder"));
}
