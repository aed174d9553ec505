//! A site of plain files: a gallery of variants, and their pages. Each page has a board that plays
//! if the site has a workbench.
//!
//! ```text
//! index.html          the gallery
//! rules/NAME.html     the rules of a variant, and a board
//! thumbs/NAME.svg     its start position, small
//! style.css           the style of the pages
//! workbench/          the workbench: index.html, and its parts
//! ```

use crate::Page;
use crate::html::{STYLE, body};
use ferz_drawing::escape;

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
    /// The mechanics that it uses.
    pub mechanics: Vec<String>,
}

/// The workbench in which the variants of a site are played.
#[derive(Clone, Copy, Debug)]
pub enum Workbench<'a> {
    /// None.
    Nowhere,
    /// One that is served elsewhere, at this address: pages link to it.
    At(&'a str),
    /// The one of the site itself: each page holds a board of it.
    Here,
}

impl Workbench<'_> {
    /// The address of a variant in it, from the folder that `up` leads out of; `of` stands between
    /// path and fragment.
    fn address(self, up: &str, of: &str, name: &str) -> Option<String> {
        let base = match self {
            Self::Nowhere => return None,
            Self::At(address) => address.split('#').next().unwrap_or(address).to_owned(),
            Self::Here => format!("{up}workbench/index.html"),
        };
        Some(escape(&format!("{base}{of}#bundled={name}")))
    }
}

const CARDS: &str = "\
.search { font: inherit; width: 100%; max-width: 30rem; padding: .4rem .6rem; border: 1px solid var(--soft); border-radius: 6px; \
background: var(--card); color: inherit; }
main { display: flex; flex-direction: column; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; list-style: none; padding: 0; max-width: none; }
.cards li { display: flex; flex-direction: column; margin: 0; padding: .8rem; background: var(--card); border: 1px solid var(--line); \
border-radius: 8px; }
.cards img { display: block; width: 100%; height: 12rem; object-fit: contain; }
.cards h3 { margin: .5rem 0 .2rem; }
.cards p { font-size: .92rem; }
.cards .uses { color: var(--soft); }
.cards .ways { margin: auto 0 0; padding-top: .4rem; font-family: system-ui, 'Noto Sans', sans-serif; }
nav { font-family: system-ui, 'Noto Sans', sans-serif; font-size: .95rem; }
details.play { margin: 1rem 0; }
details.play summary { cursor: pointer; font: 600 1.05rem system-ui, 'Noto Sans', sans-serif; padding: .5rem .9rem; max-width: 30rem; \
background: var(--card); border: 1px solid var(--soft); border-radius: 8px; }
details.play iframe { display: block; width: 100%; max-width: 40rem; height: 46rem; margin-top: .6rem; border: 1px solid var(--line); \
border-radius: 8px; }
[hidden] { display: none; }
";

/// Leaves the cards that have all words; a card of exactly that title stands first.
const SEARCH: &str = "\
const search = document.querySelector('.search');
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const whole = words.join(' ');
  let none = true;
  for (const part of document.querySelectorAll('section')) {
    let any = false, first = false;
    for (const card of part.querySelectorAll('li')) {
      const [name, title] = [card.dataset.name, card.querySelector('h3').textContent.toLowerCase()];
      const exact = whole !== '' && [name, title, title.replace(/ chess$/, '')].includes(whole);
      const text = card.textContent.toLowerCase() + ' ' + name;
      card.hidden = !words.every((word) => text.includes(word));
      card.style.order = exact ? -1 : 0;
      any ||= !card.hidden;
      first ||= exact;
    }
    part.hidden = !any;
    part.style.order = first ? -1 : 0;
    none &&= !any;
  }
  document.querySelector('.none').hidden = !none;
});
";

/// Opens the board when the address asks for it. Browsers load no program for a page that was
/// opened as a file: such a page says so.
const BOARD: &str = "\
const play = document.querySelector('details.play');
if (location.protocol === 'file:') {
  play.replaceWith(document.querySelector('.served'));
  document.querySelector('.served').hidden = false;
} else if (location.hash === '#play') play.open = true;
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

/// The gallery: the variants of each family, with title, description and mechanics.
pub fn gallery(families: &[(&str, &str)], entries: &[Entry], workbench: Workbench<'_>) -> String {
    let mut parts = String::new();
    for (family, words) in families {
        let cards: String = entries
            .iter()
            .filter(|entry| entry.family == *family)
            .map(|entry| card(entry, workbench))
            .collect();
        if !cards.is_empty() {
            let words = escape(words);
            parts +=
                &format!("<section>\n<h2>{words}</h2>\n<ul class=\"cards\">\n{cards}</ul>\n</section>\n");
        }
    }
    let many = entries.len();
    let use_them = match workbench {
        Workbench::Nowhere => "Their rules, with pictures.".to_owned(),
        Workbench::At(address) => format!(
            "Read their rules; play them, and change them, in the <a href=\"{}\">workbench</a>.",
            escape(address)
        ),
        Workbench::Here => {
            "Read their rules, play them here, against ferz if you like, and change them in the <a \
                            href=\"workbench/index.html\">workbench</a>. Everything runs in your browser."
                .to_owned()
        }
    };
    let inner = format!(
        "<h1>Chess variants</h1>\n<p>{many} variants. {use_them}</p>\n<p><input class=\"search\" type=\"search\" \
         placeholder=\"Search {many} variants\" aria-label=\"Search variants\"></p>\n<p class=\"none\" \
         hidden>No variant has these words.</p>\n<main>\n{parts}</main>\n<script>\n{SEARCH}</script>\n"
    );
    whole("Chess variants", "", &inner)
}

fn card(entry: &Entry, workbench: Workbench<'_>) -> String {
    let [name, title, about] = [&entry.name, &entry.title, &entry.about].map(|text| escape(text));
    let uses = match entry.mechanics.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"uses\">Mechanics: {}</p>\n",
            escape(&entry.mechanics.join(", "))
        ),
    };
    let play = match workbench {
        Workbench::Here => Some(format!("rules/{name}.html#play")),
        elsewhere => elsewhere.address("", "", &entry.name),
    };
    let play = play.map(|address| format!("<a href=\"{address}\" aria-label=\"Play {title}\">Play</a> · "));
    format!(
        "<li data-name=\"{name}\">\n<a href=\"rules/{name}.html\"><img src=\"thumbs/{name}.svg\" alt=\"\" \
         loading=\"lazy\"></a>\n<h3><a href=\"rules/{name}.html\">{title}</a></h3>\n<p>{about}</p>\n{uses}<p \
         class=\"ways\">{}<a href=\"rules/{name}.html\" aria-label=\"Rules of {title}\">Rules</a></p>\n</li>\n",
        play.unwrap_or_default()
    )
}

/// The page of a bundled variant. A board of the site is loaded when somebody opens it.
pub fn rules(page: &Page, name: &str, workbench: Workbench<'_>) -> String {
    let title = escape(&page.title);
    let link = workbench
        .address("../", "", name)
        .map(|address| format!(" · <a href=\"{address}\">Open it in the workbench</a>"));
    let board = match workbench {
        Workbench::Here => workbench.address("../", "?board", name),
        Workbench::Nowhere | Workbench::At(_) => None,
    };
    let board = board.map(|address| {
        format!(
            "<details class=\"play\">\n<summary>Play {title} here</summary>\n<iframe title=\"A board of {title}\" \
             loading=\"lazy\" src=\"{address}\"></iframe>\n</details>\n<p class=\"served\" hidden>The board needs a \
             server of files, such as <code>python3 -m http.server</code> in the folder of these pages: browsers load \
             no program for a page that was opened as a file.</p>\n<script>\n{BOARD}</script>\n"
        )
    });
    let inner = format!(
        "<nav><a href=\"../index.html\">All variants</a>{}</nav>\n<h1>{title}</h1>\n{}{}",
        link.unwrap_or_default(),
        board.unwrap_or_default(),
        body(page)
    );
    whole(&page.title, "../", &inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, family: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            title: format!("<{name}>"),
            about: "Rooks & kings.".to_owned(),
            family: family.to_owned(),
            mechanics: vec!["moats".to_owned(), "gates".to_owned()],
        }
    }

    #[test]
    fn a_gallery_has_every_variant_once() {
        let html = gallery(
            &[("a", "The first"), ("b", "Empty"), ("c", "The last")],
            &[entry("one", "a"), entry("two", "c")],
            Workbench::Nowhere,
        );
        for wanted in [
            "<h2>The first</h2>",
            "<h2>The last</h2>",
            "href=\"rules/one.html\"",
            "src=\"thumbs/two.svg\"",
            "&lt;two&gt;",
            "Rooks &amp; kings.",
            "Mechanics: moats, gates",
            "2 variants",
        ] {
            assert!(html.contains(wanted), "{wanted}: {html}");
        }
        assert!(!html.contains("Empty") && !html.contains("<one>"));
        assert!(!html.contains("workbench") && !html.contains(">Play<"), "{html}");
    }

    #[test]
    fn links_lead_to_the_workbench_that_there_is() {
        let page = Page {
            title: "Mine & yours".to_owned(),
            blocks: vec![crate::Block::Paragraph("Words.".to_owned())],
        };
        let families = [("a", "The first")];
        for (workbench, in_gallery, on_page) in [
            (
                Workbench::Here,
                "href=\"rules/mine.html#play\"",
                "src=\"../workbench/index.html?board#bundled=mine\"",
            ),
            (
                Workbench::At("https://ferz.example/#old"),
                "href=\"https://ferz.example/#bundled=mine\"",
                "href=\"https://ferz.example/#bundled=mine\"",
            ),
        ] {
            let list = gallery(&families, &[entry("mine", "a")], workbench);
            assert!(list.contains(in_gallery), "{list}");
            let html = rules(&page, "mine", workbench);
            for wanted in [
                "<h1>Mine &amp; yours</h1>",
                "href=\"../index.html\"",
                "<p>Words.</p>",
                on_page,
            ] {
                assert!(html.contains(wanted), "{wanted}: {html}");
            }
            let is_here = matches!(workbench, Workbench::Here);
            assert_eq!(html.contains("<iframe"), is_here);
        }
        let plain = rules(&page, "mine", Workbench::Nowhere);
        assert!(
            !plain.contains("workbench") && !plain.contains("<script"),
            "{plain}"
        );
    }
}
