//! A site of plain files: a gallery of variants, and their pages with a board that plays.
//!
//! ```text
//! index.html          the gallery
//! rules/NAME.html     the rules of a variant, and a board
//! thumbs/NAME.svg     its start position, small
//! style.css           how the pages look
//! outlines.svg        the figures and letters of all pictures in the rules
//! workbench/          the workbench: index.html, and what it needs
//! ```

use crate::Page;
use crate::html::{STYLE, body_beside};
use ferz_drawing::{definitions, escape};
use std::collections::BTreeSet;

/// A variant in the gallery.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of its files.
    pub name: String,
    /// The title.
    pub title: String,
    /// A description, in a sentence.
    pub about: String,
    /// The family that it belongs to.
    pub family: String,
}

const CARDS: &str = "\
.search { font: inherit; width: 100%; max-width: 30rem; padding: .4rem .6rem; border: 1px solid var(--soft); border-radius: 6px; \
background: var(--card); color: inherit; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; list-style: none; padding: 0; max-width: none; }
.cards li { margin: 0; padding: .8rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.cards img { display: block; width: 100%; height: 12rem; object-fit: contain; }
.cards h3 { margin: .5rem 0 .2rem; }
.cards p { font-size: .92rem; }
nav { font-family: system-ui, 'Noto Sans', sans-serif; font-size: .95rem; }
details.play { margin: 1rem 0; }
details.play summary { cursor: pointer; font: 600 1.05rem system-ui, 'Noto Sans', sans-serif; padding: .5rem .9rem; max-width: 30rem; \
background: var(--card); border: 1px solid var(--soft); border-radius: 8px; }
details.play iframe { display: block; width: 100%; max-width: 40rem; height: 46rem; margin-top: .6rem; border: 1px solid var(--line); \
border-radius: 8px; }
[hidden] { display: none; }
";

/// Leaves the cards that have all words.
const SEARCH: &str = "\
const search = document.querySelector('.search');
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const part of document.querySelectorAll('section')) {
    let any = false;
    for (const card of part.querySelectorAll('li')) {
      const text = card.textContent.toLowerCase() + ' ' + card.dataset.name;
      card.hidden = !words.every((word) => text.includes(word));
      any ||= !card.hidden;
    }
    part.hidden = !any;
  }
});
";

/// How all pages look: the text of `style.css`.
pub fn style() -> String {
    format!("{STYLE}{CARDS}")
}

/// A page; `up` leads to the folder of the site.
fn whole(title: &str, up: &str, inner: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<link rel=\"stylesheet\" \
         href=\"{up}style.css\">\n</head>\n<body>\n{inner}</body>\n</html>\n",
        escape(title)
    )
}

/// The gallery: the variants of each family, by its name and what it is called.
pub fn gallery(families: &[(&str, &str)], entries: &[Entry]) -> String {
    let mut parts = String::new();
    for (family, words) in families {
        let cards: String = entries
            .iter()
            .filter(|entry| entry.family == *family)
            .map(card)
            .collect();
        if !cards.is_empty() {
            let words = escape(words);
            parts +=
                &format!("<section>\n<h2>{words}</h2>\n<ul class=\"cards\">\n{cards}</ul>\n</section>\n");
        }
    }
    let many = entries.len();
    let inner = format!(
        "<h1>Chess variants</h1>\n<p>{many} variants: read their rules, play them here, against ferz if you like, and \
         change them in the <a href=\"workbench/\">workbench</a>. Everything runs in your browser.</p>\n\
         <p><input class=\"search\" type=\"search\" placeholder=\"Search {many} variants\" aria-label=\"Search \
         variants\"></p>\n{parts}<script>\n{SEARCH}</script>\n"
    );
    whole("Chess variants", "", &inner)
}

fn card(entry: &Entry) -> String {
    let [name, title, about] = [&entry.name, &entry.title, &entry.about].map(|text| escape(text));
    format!(
        "<li data-name=\"{name}\">\n<a href=\"rules/{name}.html\"><img src=\"thumbs/{name}.svg\" alt=\"\" \
         loading=\"lazy\"></a>\n<h3><a href=\"rules/{name}.html\">{title}</a></h3>\n<p>{about}</p>\n</li>\n"
    )
}

/// The file of the figures and letters that the pictures of all pages use: browsers load it once.
pub fn outlines(used: &BTreeSet<String>) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\">\n{}</svg>\n",
        definitions(used)
    )
}

/// The page of a bundled variant; `used` is told which of the [`outlines`] it needs. Its board is
/// loaded when somebody opens it.
pub fn rules(page: &Page, name: &str, used: &mut BTreeSet<String>) -> String {
    let (title, name) = (escape(&page.title), escape(name));
    let inner = format!(
        "<nav><a href=\"../index.html\">All variants</a> · <a href=\"../workbench/#bundled={name}\">Open it in the \
         workbench</a></nav>\n<h1>{title}</h1>\n<details class=\"play\">\n<summary>Play {title} here</summary>\n\
         <iframe title=\"A board of {title}\" loading=\"lazy\" src=\"../workbench/?board#bundled={name}\"></iframe>\n\
         </details>\n{}",
        body_beside(page, "../outlines.svg", used)
    );
    whole(&page.title, "../", &inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gallery_has_every_variant_once() {
        let entry = |name: &str, family: &str| Entry {
            name: name.to_owned(),
            title: format!("<{name}>"),
            about: "Rooks & kings.".to_owned(),
            family: family.to_owned(),
        };
        let html = gallery(
            &[("a", "The first"), ("b", "Empty"), ("c", "The last")],
            &[entry("one", "a"), entry("two", "c")],
        );
        for wanted in [
            "<h2>The first</h2>",
            "<h2>The last</h2>",
            "href=\"rules/one.html\"",
            "src=\"thumbs/two.svg\"",
            "&lt;two&gt;",
            "Rooks &amp; kings.",
            "2 variants",
        ] {
            assert!(html.contains(wanted), "{wanted}: {html}");
        }
        assert!(!html.contains("Empty") && !html.contains("<one>"));
    }

    #[test]
    fn a_page_has_a_board_and_a_way_back() {
        let page = Page {
            title: "Mine & yours".to_owned(),
            blocks: vec![crate::Block::Paragraph("Words.".to_owned())],
        };
        let html = rules(&page, "mine", &mut BTreeSet::new());
        for wanted in [
            "<h1>Mine &amp; yours</h1>",
            "src=\"../workbench/?board#bundled=mine\"",
            "href=\"../index.html\"",
            "<p>Words.</p>",
        ] {
            assert!(html.contains(wanted), "{wanted}: {html}");
        }
    }

    #[test]
    fn outlines_stand_in_one_file() {
        use ferz_rulesets::Load as _;
        let chess = ferz::Variant::bundled("chess").unwrap();
        let page = crate::describe(&chess, None);
        let mut used = BTreeSet::new();
        let html = rules(&page, "chess", &mut used);
        let file = outlines(&used);
        assert!(!html.contains("<defs>") && !html.contains("<use href=\"#"));
        let needed: BTreeSet<&str> = html
            .split("<use href=\"../outlines.svg#")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(needed.contains("ferz-white-king"), "{needed:?}");
        for id in needed {
            assert!(file.contains(&format!("<g id=\"{id}\">")), "{id}");
        }
    }
}
