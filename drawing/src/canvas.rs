//! SVG texts: shapes, figures and letters.

use super::outlines::{figure, outline, silhouette};
use super::symbols::Companion;
use ferz::rules::{Letter, Shape, Side, Symbol, Turn};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The colour of figures and lines on the board.
pub(crate) const INK: &str = "#1c1c1c";
/// The colour of White's figures.
pub(crate) const PAPER: &str = "#fdfdfb";

/// A finished drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    body: String,
    used: BTreeSet<String>,
    title: String,
    /// Left, top, width and height.
    frame: [f64; 4],
}

/// A drawing that is being made.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    body: String,
    used: BTreeSet<String>,
}

/// A number with at most two decimals.
pub(crate) fn n(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A text as it may stand in an attribute or between tags, of SVG and of HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

impl Canvas {
    /// Anything.
    pub(crate) fn put(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// A rectangle.
    pub(crate) fn rectangle(&mut self, [x, y, w, h]: [f64; 4], style: &str) {
        self.put(&format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" {style}/>"#,
            n(x),
            n(y),
            n(w),
            n(h)
        ));
    }

    /// A circle.
    pub(crate) fn circle(&mut self, x: f64, y: f64, r: f64, style: &str) {
        self.put(&format!(
            r#"<circle cx="{}" cy="{}" r="{}" {style}/>"#,
            n(x),
            n(y),
            n(r)
        ));
    }

    /// A path through points, closed or not.
    pub(crate) fn lines(&mut self, points: &[(f64, f64)], closed: bool, style: &str) {
        let mut path = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let _ = write!(path, "{}{} {}", if i == 0 { "M" } else { "L" }, n(*x), n(*y));
        }
        if closed {
            path.push('Z');
        }
        self.put(&format!(r#"<path d="{path}" {style}/>"#));
    }

    /// Writes a line of text that begins at `x` (or is centred there) with its baseline at `y`. A
    /// question mark replaces each character that the font lacks.
    pub(crate) fn text(&mut self, x: f64, y: f64, size: f64, text: &str, centred: bool, fill: &str) {
        self.write(x, y, size, text, centred, fill, "text");
    }

    /// The same in bold; capital letters only.
    pub(crate) fn bold(&mut self, x: f64, y: f64, size: f64, text: &str, fill: &str) {
        self.write(x, y, size, text, true, fill, "bold");
    }

    #[expect(clippy::too_many_arguments, reason = "only called by the two above")]
    fn write(&mut self, x: f64, y: f64, size: f64, text: &str, centred: bool, fill: &str, font: &str) {
        let scale = size / 1000.0;
        let start = if centred {
            x - width(text, size, font) / 2.0
        } else {
            x
        };
        let mut out = format!(
            r#"<g fill="{fill}" transform="translate({} {}) scale({})">"#,
            n(start),
            n(y),
            (scale * 10_000.0).round() / 10_000.0
        );
        let mut at = 0;
        for c in text.chars() {
            let (name, advance) = letter(c, font);
            if c != ' ' {
                let _ = write!(out, r##"<use href="#ferz-{name}" x="{at}"/>"##);
                self.used.insert(name);
            }
            at += advance;
        }
        out.push_str("</g>");
        self.put(&out);
    }

    /// The letter of a piece in a disc: a single letter in bold, with a small cross if it has a
    /// plus; a name as large as there is room.
    fn letter(&mut self, x: f64, y: f64, size: f64, letter: Letter, ink: &str) {
        let capital = letter.to_ascii_uppercase();
        let words = capital.core();
        let plus = capital.without_plus().is_some();
        let x = if plus { x - size * 0.06 } else { x };
        if words.len() == 1 {
            self.bold(x, y + size * 0.17, size * 0.48, words, ink);
        } else {
            let wide = text_width(words, size * 0.4);
            let high = (size * 0.4).min(size * 0.4 * size * 0.56 / wide);
            self.text(x, y + high * 0.35, high, words, true, ink);
        }
        if plus {
            let (x, y, arm, thick) = (x + size * 0.25, y - size * 0.1, size * 0.08, size * 0.05);
            let style = format!(r#"fill="{ink}""#);
            self.rectangle([x - arm, y - thick / 2.0, arm * 2.0, thick], &style);
            self.rectangle([x - thick / 2.0, y - arm, thick, arm * 2.0], &style);
        }
    }

    /// One or two signs below each other, their middle at `x`, `y`.
    pub(crate) fn signs(&mut self, x: f64, y: f64, size: f64, signs: &[char], fill: &str) {
        let high = if signs.len() > 1 { size * 0.62 } else { size };
        for (i, sign) in signs.iter().enumerate() {
            let middle = y + (i as f64 - (signs.len() as f64 - 1.0) / 2.0) * high;
            let name = format!("sign-{}", u32::from(*sign));
            let scale = high / 1000.0;
            // The middle of a sign is that of its square, which begins below the baseline.
            self.put(&format!(
                r##"<use href="#ferz-{name}" fill="{fill}" transform="translate({} {}) scale({})"/>"##,
                n(x - 500.0 * scale),
                n(middle + 380.0 * scale),
                (scale * 10_000.0).round() / 10_000.0
            ));
            self.used.insert(name);
        }
    }

    /// A wedge of wood that points at the enemy, with signs to be read by whose it is.
    pub(crate) fn wedge(&mut self, x: f64, y: f64, size: f64, signs: &[char], ink: &str, up: bool) {
        if !up {
            self.put(&format!(r#"<g transform="rotate(180 {} {})">"#, n(x), n(y)));
        }
        let at = |dx: f64, dy: f64| (x + dx * size, y + dy * size);
        let corners = [
            at(0.0, -0.46),
            at(0.29, -0.33),
            at(0.39, 0.43),
            at(-0.39, 0.43),
            at(-0.29, -0.33),
        ];
        let style = r##"fill="#f3d9a0" stroke="#5b4318" stroke-width="1.8" stroke-linejoin="round""##;
        self.lines(&corners, true, style);
        self.signs(x, y + size * 0.04, size * 0.54, signs, ink);
        if !up {
            self.put("</g>");
        }
    }

    /// A piece as a silhouette.
    pub(crate) fn flat(&mut self, x: f64, y: f64, size: f64, symbol: Symbol, side: Side, letter: Letter) {
        let name = format!("flat-{}-{}", side.name(), symbol.shape.word());
        if symbol.shape == Shape::Letter || outline(&format!("black-{}", symbol.shape.word())).is_none() {
            return self.piece(x, y, size, symbol, side, letter);
        }
        self.use_figure(name, x, y, size, symbol.turn);
    }

    fn use_figure(&mut self, name: String, x: f64, y: f64, size: f64, turn: Turn) {
        let scale = size * 0.000_92;
        let turn = match turn {
            Turn::Upright => "",
            Turn::Right => " rotate(90)",
            Turn::Turned => " rotate(180)",
            Turn::Left => " rotate(-90)",
        };
        self.put(&format!(
            r##"<use href="#ferz-{name}" transform="translate({} {}) scale({}){turn}"/>"##,
            n(x),
            n(y),
            (scale * 10_000.0).round() / 10_000.0
        ));
        self.used.insert(name);
    }

    /// A piece, its middle at `x`, `y`, for a square of `size`.
    pub(crate) fn piece(&mut self, x: f64, y: f64, size: f64, symbol: Symbol, side: Side, letter: Letter) {
        if symbol.shape == Shape::Letter {
            self.lettered(x, y, size, side, letter);
            return;
        }
        let name = format!("{}-{}", side.name(), symbol.shape.word());
        self.use_figure(name, x, y, size, symbol.turn);
    }

    /// A piece's letter in a disc.
    pub(crate) fn lettered(&mut self, x: f64, y: f64, size: f64, side: Side, letter: Letter) {
        let (fill, ink) = match side {
            Side::White => (PAPER, INK),
            Side::Black => (INK, PAPER),
        };
        let edge = format!(
            r#"fill="{fill}" stroke="{INK}" stroke-width="{}""#,
            n(size * 0.035)
        );
        if side == Side::Black {
            self.circle(x, y, size * 0.385, &format!(r#"fill="{PAPER}""#));
        }
        self.circle(x, y, size * 0.34, &edge);
        self.letter(x, y, size, letter, ink);
    }

    /// Draws the small sign at the upper right that tells a piece from one with the same figure. A
    /// circle shows how the piece moves, or its letter, a square how it captures.
    pub(crate) fn companion(&mut self, x: f64, y: f64, size: f64, companion: Option<Companion>, side: Side) {
        let (a, b, r) = (x + size * 0.31, y - size * 0.29, size * 0.18);
        let style = format!(
            r##"fill="#fff6d6" stroke="{INK}" stroke-width="{}""##,
            n(size * 0.025)
        );
        let small = match companion {
            None => return,
            Some(Companion::Hops) => {
                self.circle(a, b, r, &style);
                let arc = format!(
                    r#"fill="none" stroke="{INK}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round""#,
                    n(size * 0.035)
                );
                let at = |dx: f64, dy: f64| (a + r * dx, b + r * dy);
                self.lines(&[at(-0.55, 0.4), at(0.0, -0.5), at(0.55, 0.4)], false, &arc);
                self.lines(&[at(0.12, 0.35), at(0.55, 0.4), at(0.6, -0.05)], false, &arc);
                return;
            }
            Some(Companion::Moves(symbol)) => {
                self.circle(a, b, r, &style);
                symbol
            }
            Some(Companion::Captures(symbol)) => {
                self.rectangle([a - r, b - r, 2.0 * r, 2.0 * r], &style);
                symbol
            }
            Some(Companion::Letter(letter)) => {
                self.circle(a, b, r, &style);
                return self.letter(a, b, size * 0.5, letter, INK);
            }
        };
        self.piece(a, b, size * 0.34, small, side, Letter::NONE);
    }

    /// The shapes that were put into it since this was last asked.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.body)
    }

    /// The names of the outlines that it needs.
    pub(crate) fn into_used(self) -> BTreeSet<String> {
        self.used
    }

    /// The drawing, to be seen through a frame: left, top, width and height.
    pub(crate) fn finish(self, title: &str, frame: [f64; 4]) -> Drawing {
        Drawing {
            body: self.body,
            used: self.used,
            title: title.to_owned(),
            frame,
        }
    }
}

/// The name and the advance of a letter's outline.
fn letter(c: char, font: &str) -> (String, i32) {
    let name = format!("{font}-{}", u32::from(c));
    match outline(&name) {
        Some(outline) => (name, outline.advance),
        None => (
            "text-63".to_owned(),
            outline("text-63").map_or(500, |o| o.advance),
        ),
    }
}

/// How wide a line of text is.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    width(text, size, "text")
}

fn width(text: &str, size: f64, font: &str) -> f64 {
    let units: i32 = text.chars().map(|c| letter(c, font).1).sum();
    f64::from(units) * size / 1000.0
}

impl Drawing {
    /// A file of its own, `width` pixels wide, on a white ground.
    pub fn to_file(&self, width: Option<u32>) -> String {
        let [x, y, w, h] = self.frame;
        let wide = width.map_or(w, f64::from);
        let title = escape(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\" \
             aria-label=\"{title}\" color=\"#333\">\n<title>{title}</title>\n{}<rect x=\"{}\" y=\"{}\" width=\"{}\" \
             height=\"{}\" fill=\"#fff\"/>\n{}</svg>\n",
            n(wide.round()),
            n((h * wide / w).round()),
            n(x),
            n(y),
            n(w),
            n(h),
            definitions(&self.used),
            n(x),
            n(y),
            n(w),
            n(h),
            self.body,
        )
    }

    /// A part of a page that holds the [`definitions`] of the [`used`](Self::used) outlines; as
    /// wide as there is room, but not wider than its own width. Texts have the colour of the page's
    /// text.
    pub fn to_part(&self) -> String {
        let [x, y, w, h] = self.frame;
        let title = escape(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" style=\"max-width:{}px\" role=\"img\" \
             aria-label=\"{title}\"><title>{title}</title>\n{}</svg>",
            n(x),
            n(y),
            n(w),
            n(h),
            n(w.round()),
            self.body
        )
    }

    /// The names of the outlines that it needs.
    pub fn used(&self) -> &BTreeSet<String> {
        &self.used
    }
}

/// The outlines of these names, for the `svg` element of a page or a file.
pub fn definitions(used: &BTreeSet<String>) -> String {
    let mut out = String::from("<defs>\n");
    for name in used {
        out.push_str(&definition(name));
        out.push('\n');
    }
    out.push_str("</defs>\n");
    out
}

/// The outline of this name, as it stands among [`definitions`]. Each is computed once.
pub fn definition(name: &str) -> Arc<str> {
    static KNOWN: LazyLock<Mutex<HashMap<String, Arc<str>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(name) {
        return Arc::clone(found);
    }
    let text: Arc<str> = format!("<g id=\"ferz-{name}\">{}</g>", shape(name)).into();
    known.insert(name.to_owned(), Arc::clone(&text));
    text
}

/// The shape of an outline: pieces have their middle at the origin, letters their baseline.
fn shape(name: &str) -> String {
    if let Some(piece) = name.strip_prefix("flat-") {
        return flat(piece);
    }
    let (side, word) = name.split_once('-').unwrap_or((name, ""));
    if !["white", "black"].contains(&side) {
        return outline(name).map_or_else(String::new, |o| format!("<path d=\"{}\"/>", o.path));
    }
    let white = side == "white";
    if let Some(figure) = figure(word) {
        let (fill, line) = if white { (PAPER, INK) } else { (INK, PAPER) };
        return format!(
            "<g transform=\"translate(-500 360)\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><path d=\"{body}\" \
             fill=\"none\" stroke=\"{PAPER}\" stroke-width=\"{halo}\"/><path d=\"{body}\" fill=\"{fill}\" stroke=\"{INK}\" \
             stroke-width=\"44\"/><path d=\"{}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"36\"/></g>",
            figure.lines,
            body = figure.body,
            halo = if white { 44 } else { 96 },
        );
    }
    let Some(outline) = outline(name) else {
        return String::new();
    };
    let ground = silhouette(&outline.path);
    let halo = if white {
        String::new()
    } else {
        format!(" stroke=\"{PAPER}\" stroke-width=\"50\" stroke-linejoin=\"round\"")
    };
    let [x, y] = middle(&outline.path);
    format!(
        "<g transform=\"translate({} {})\"><path d=\"{ground}\" fill=\"{PAPER}\"{halo}/><path d=\"{}\" \
         fill=\"{INK}\"/></g>",
        n(-x),
        n(-y),
        outline.path
    )
}

/// A piece without the lines inside it: `white-king`.
fn flat(piece: &str) -> String {
    let (side, word) = piece.split_once('-').unwrap_or((piece, ""));
    let Some(outline) = outline(&format!("black-{word}")) else {
        return String::new();
    };
    let (fill, edge) = if side == "white" {
        (PAPER, INK)
    } else {
        (INK, PAPER)
    };
    let [x, y] = middle(&outline.path);
    format!(
        "<g transform=\"translate({} {})\"><path d=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"44\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\"/></g>",
        n(-x),
        n(-y),
        silhouette(&outline.path)
    )
}

/// The middle of an outline.
fn middle(path: &str) -> [f64; 2] {
    let (left, right, top, bottom) = super::outlines::points(path).into_iter().fold(
        (f64::MAX, f64::MIN, f64::MAX, f64::MIN),
        |(l, r, t, b), (x, y)| (l.min(x), r.max(x), t.min(y), b.max(y)),
    );
    [(left + right) / 2.0, (top + bottom) / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [n(1.0), n(0.5), n(-0.001), n(2.345)],
            ["1", "0.5", "0", "2.35"].map(String::from)
        );
    }

    #[test]
    fn titles_are_escaped() {
        let drawing = Canvas::default().finish("a <b> & \"c\"", [0.0, 0.0, 10.0, 10.0]);
        assert!(drawing.to_file(None).contains("a &lt;b&gt; &amp; &quot;c&quot;"));
    }
}
