//! Pages as HTML: one file with everything in it.

use crate::page::anchor;
use crate::{Block, Page, Picture};
use ferz_drawing::{definitions, escape};
use std::collections::BTreeSet;

pub(crate) const STYLE: &str = "\
:root { color-scheme: light dark; --ground: #fdfcf9; --text: #24211c; --soft: #6b6457; --line: #e0d9cb; --card: #f6f2e9; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1b1a18; --text: #e6e1d6; --soft: #a39b8b; --line: #3a372f; --card: #25231f; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1.25rem 4rem; background: var(--ground); color: var(--text);
  font: 1.0625rem/1.55 Georgia, 'Noto Serif', serif; }
h1, h2, h3 { font-family: system-ui, 'Noto Sans', sans-serif; line-height: 1.2; }
h1 { font-size: 2.2rem; margin: .5rem 0 .75rem; }
h2 { font-size: 1.35rem; margin: 2.25rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 0 0 .4rem; }
p { margin: .5rem 0; max-width: 46rem; }
ul { margin: .4rem 0; padding-left: 1.2rem; max-width: 46rem; }
li { margin: .2rem 0; }
code { font: .92em ui-monospace, 'Noto Sans Mono', monospace; background: var(--card); border-radius: 3px; padding: 0 .25em; }
table { border-collapse: collapse; margin: .6rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
th { font-family: system-ui, 'Noto Sans', sans-serif; font-size: .9rem; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; overflow-x: auto; }
pre code { padding: 0; background: none; }
figure { margin: .75rem 0; display: inline-block; vertical-align: top; width: 100%; max-width: 30rem; }
figure.small { max-width: 22rem; margin-right: 1rem; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .85rem; text-align: center; }
.card { display: grid; grid-template-columns: minmax(0, 24rem) 1fr; gap: 0 1.5rem; padding: 1rem; margin: .8rem 0;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; break-inside: avoid; }
.card.plain { display: block; }
.card > figure { margin: 0; max-width: none; }
a { color: inherit; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .card { display: block; } .card figure { margin-bottom: .6rem; } }
@media print { body { font-size: 10.5pt; max-width: none; padding: 0; } .card { background: none; } }
";

/// The page, complete in itself.
pub fn page(page: &Page) -> String {
    let title = escape(&page.title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n{}</body>\n</html>\n",
        body(page)
    )
}

/// The part behind the title: the outlines that the pictures use, and the blocks.
pub(crate) fn body(page: &Page) -> String {
    let mut used = BTreeSet::new();
    let mut body = String::new();
    blocks(&page.blocks, &mut used, &mut body);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position:absolute\" \
         aria-hidden=\"true\">\n{}</svg>\n{body}",
        definitions(&used)
    )
}

fn blocks(list: &[Block], used: &mut BTreeSet<String>, out: &mut String) {
    for block in list {
        match block {
            Block::Heading(text) => {
                out.push_str(&format!("<h2 id=\"{}\">{}</h2>\n", anchor(text), markup(text)));
            }
            Block::Paragraph(text) => out.push_str(&format!("<p>{}</p>\n", markup(text))),
            Block::Items(items) => {
                out.push_str("<ul>\n");
                for item in items {
                    out.push_str(&format!("<li>{}</li>\n", markup(item)));
                }
                out.push_str("</ul>\n");
            }
            Block::Picture(picture) => {
                let class = if picture.name == crate::START {
                    ""
                } else {
                    " class=\"small\""
                };
                figure(picture, class, used, out);
            }
            Block::Card {
                title,
                picture,
                blocks: inner,
            } => {
                let class = if picture.is_some() { "card" } else { "card plain" };
                out.push_str(&format!("<section class=\"{class}\">\n"));
                if let Some(picture) = picture {
                    figure(picture, " class=\"small\"", used, out);
                }
                out.push_str(&format!("<div>\n<h3>{}</h3>\n", markup(title)));
                blocks(inner, used, out);
                out.push_str("</div>\n</section>\n");
            }
            Block::Table { head, rows } => table(head, rows, out),
            Block::Code(text) => out.push_str(&format!("<pre><code>{}</code></pre>\n", escape(text))),
        }
    }
}

fn table(head: &[String], rows: &[Vec<String>], out: &mut String) {
    let row = |cells: &[String], tag: &str, out: &mut String| {
        out.push_str("<tr>");
        for cell in cells {
            out.push_str(&format!("<{tag}>{}</{tag}>", markup(cell)));
        }
        out.push_str("</tr>\n");
    };
    out.push_str("<table>\n");
    row(head, "th", out);
    for cells in rows {
        row(cells, "td", out);
    }
    out.push_str("</table>\n");
}

fn figure(picture: &Picture, class: &str, used: &mut BTreeSet<String>, out: &mut String) {
    used.extend(picture.drawing.used().iter().cloned());
    out.push_str(&format!(
        "<figure{class}>\n{}\n<figcaption>{}</figcaption>\n</figure>\n",
        picture.drawing.to_part(),
        escape(&picture.title)
    ));
}

/// Code, bold words and addresses.
fn markup(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('`').enumerate() {
        if i % 2 == 1 {
            out.push_str(&format!("<code>{}</code>", escape(part)));
            continue;
        }
        for (j, part) in part.split("**").enumerate() {
            let part = links(part);
            out.push_str(&if j % 2 == 1 {
                format!("<strong>{part}</strong>")
            } else {
                part
            });
        }
    }
    out
}

fn links(text: &str) -> String {
    if let Some((before, rest)) = text.split_once('[')
        && let Some((label, rest)) = rest.split_once("](")
        && let Some((address, after)) = rest.split_once(')')
        && leads_to_a_page(address)
    {
        let link = format!("<a href=\"{}\">{}</a>", escape(address), escape(label));
        return format!("{}{link}{}", links(before), links(after));
    }
    let mut out = String::new();
    for (i, word) in text.split(' ').enumerate() {
        if i > 0 {
            out.push(' ');
        }
        if word.starts_with("https://") || word.starts_with("http://") {
            let address = address(word);
            let rest = &word[address.len()..];
            out.push_str(&format!("<a href=\"{0}\">{0}</a>{rest}", escape(address)));
        } else {
            out.push_str(&escape(word));
        }
    }
    out
}

/// A word without what ends the sentence: a parenthesis stays that has been opened in the address.
fn address(word: &str) -> &str {
    let mut address = word;
    while let Some(shorter) = address.strip_suffix(['.', ',', ';', ')']) {
        if address.ends_with(')') && shorter.matches('(').count() > shorter.matches(')').count() {
            break;
        }
        address = shorter;
    }
    address
}

/// Whether an address is one of the web, or a file beside the page: texts come from authors of
/// rules, who may be strangers.
fn leads_to_a_page(address: &str) -> bool {
    let scheme = address.split(['/', '?', '#']).next().unwrap_or("");
    address.starts_with("https://") || address.starts_with("http://") || !scheme.contains(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_html() {
        assert_eq!(
            markup("**Ends:** `a<b`, see https://example.org/x."),
            "<strong>Ends:</strong> <code>a&lt;b</code>, see <a href=\"https://example.org/x\">https://example.org/x</a>."
        );
    }

    #[test]
    fn parentheses_of_an_address_stay() {
        let link = "<a href=\"https://x.org/Col_(game)\">https://x.org/Col_(game)</a>";
        for (text, html) in [
            ("https://x.org/Col_(game)", link.to_owned()),
            ("https://x.org/Col_(game);", format!("{link};")),
            ("see https://x.org/Col_(game).)", format!("see {link}.)")),
        ] {
            assert_eq!(markup(text), html);
        }
    }

    #[test]
    fn links_lead_to_pages_only() {
        assert_eq!(
            markup("[Chess](chess.html) and [there](https://example.org/#x)"),
            "<a href=\"chess.html\">Chess</a> and <a href=\"https://example.org/#x\">there</a>"
        );
        for wrong in [
            "javascript:alert(1",
            " javascript:alert(1",
            "data:text/html,x",
            "JavaScript&colon;x:y",
        ] {
            assert!(!markup(&format!("[x]({wrong})")).contains("<a"), "{wrong}");
        }
    }
}
