//! The page that explains the next steps with the folder.

use super::folder::{File, description, is_directional};
use ferz::engine::Variant;
use ferz_drawing::escape;
use ferz_import::Publication;

/// The file name of the page.
pub const NAME: &str = "index.html";

/// The page. It shows the board and the pieces, and has the texts to be copied.
pub fn page(variant: &Variant, publication: &Publication, balance: Option<&str>) -> File {
    let rules = variant.rules();
    let directional = is_directional(rules, publication);
    let mut items = vec![
        "Sign in at <a href=\"https://www.pychess.org\">pychess.org</a> and open <b>My variants</b> in the menu \
         <b>Tools</b>."
            .to_owned(),
        format!(
            "Paste the text of <a href=\"{0}.ini\">{0}.ini</a> into <b>Upload new variant</b>:{1}",
            publication.key,
            area(&publication.section, 14)
        ),
        format!("Display name:{}", area(&publication.title, 1)),
        format!("Description:{}", area(&description(rules), 12)),
        format!("Names of pieces:{}", area(&publication.names, 2)),
        "Leave the visibility at <b>Private</b>, press <b>Check rules</b>, then upload.".to_owned(),
    ];
    if directional {
        items.push(
            "Enable <b>Directional custom pieces</b>: these pieces point at the opponent, and one colour is enough."
                .to_owned(),
        );
    }
    items.push(format!(
        "Upload all files of the folder <code>pieces</code> as the piece set:<p>{}</p>",
        pictures(publication, directional)
    ));
    items.push("Upload <code>board.svg</code> as the board:<p><img src=\"board.svg\" height=\"240\" alt=\"the board\"></p>".to_owned());
    items.push(
        "Play a few games while it is private. Once it is public and a game was saved, its rules are locked: a new \
         version is a <b>clone</b> under a new name."
            .to_owned(),
    );
    let items: String = items.iter().map(|item| format!("<li>{item}</li>\n")).collect();
    let mut notes = String::new();
    for loss in publication.lost.iter().chain(&publication.refused) {
        notes.push_str(&format!(
            "<li><b>{}</b>: {}</li>\n",
            escape(&loss.what),
            escape(&loss.why)
        ));
    }
    if !notes.is_empty() {
        notes = format!("<h2>Differences from your rules</h2>\n<ul>\n{notes}</ul>\n");
    }
    let balance = balance.map_or_else(String::new, |line| format!("<p>{}</p>\n", escape(line)));
    let title = escape(&publication.title);
    let text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}: publish on PyChess</title>\n\
         <style>body {{ font: 16px/1.5 sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em }} \
         textarea {{ display: block; width: 100%; box-sizing: border-box; font: 13px/1.4 monospace }} \
         li {{ margin: .6em 0 }}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{balance}{notes}<h2>What to do next</h2>\n\
         <ol>\n{items}</ol>\n</body>\n</html>\n"
    );
    (NAME.to_owned(), text)
}

fn pictures(publication: &Publication, directional: bool) -> String {
    let colours = if directional { "w" } else { "wb" };
    let mut out = String::new();
    for colour in colours.chars() {
        for figure in &publication.figures {
            let stem = figure.stem();
            let address = stem.replace('+', "%2B");
            out.push_str(&format!(
                "<img src=\"pieces/{colour}{address}.svg\" width=\"48\" height=\"48\" alt=\"{colour}{stem}\" \
                 title=\"{colour}{stem}.svg: {}\">",
                escape(&figure.kind.white)
            ));
        }
        out.push_str("<br>");
    }
    out
}

/// A text to be copied.
fn area(text: &str, rows: usize) -> String {
    format!("<textarea readonly rows=\"{rows}\">{}</textarea>", escape(text))
}
