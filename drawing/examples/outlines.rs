//! Makes `src/outlines.tsv` and `src/signs.tsv` from fonts: the outlines of chess pieces and of the
//! letters that drawings need, and those of the signs on native figures.
//!
//! ```sh
//! cd /usr/share/fonts      # Debian: packages fonts-noto-core, fonts-noto-cjk
//! cargo run -p ferz-drawing --example outlines -- truetype/noto/NotoSansSymbols2-Regular.ttf \
//!     truetype/noto/NotoSans-Regular.ttf truetype/noto/NotoSans-Bold.ttf opentype/noto/NotoSerifCJK-Bold.ttc
//! ```
//!
//! One outline a line: its name, the width that it advances, and a path with y downwards, all in
//! units of which 1000 are the height of a line. Points are told from the point before each command.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use ttf_parser::{Face, OutlineBuilder};

/// The pieces: name, White's and Black's character.
const PIECES: [(&str, char, char); 11] = [
    ("king", '\u{2654}', '\u{265A}'),
    ("queen", '\u{2655}', '\u{265B}'),
    ("rook", '\u{2656}', '\u{265C}'),
    ("bishop", '\u{2657}', '\u{265D}'),
    ("knight", '\u{2658}', '\u{265E}'),
    ("pawn", '\u{2659}', '\u{265F}'),
    ("equihopper", '\u{1FA48}', '\u{1FA49}'),
    ("knight-queen", '\u{1FA4E}', '\u{1FA51}'),
    ("knight-rook", '\u{1FA4F}', '\u{1FA52}'),
    ("knight-bishop", '\u{1FA50}', '\u{1FA53}'),
    ("tilted-knight", '\u{1FA06}', '\u{1FA07}'),
];

/// Writes a path, rounded, y downwards.
struct Pen {
    text: String,
    scale: f32,
    start: [i32; 2],
    here: [i32; 2],
}

impl Pen {
    fn put(&mut self, command: char, numbers: &[f32]) {
        self.text.push(command);
        let mut last = self.here;
        for (i, number) in numbers.iter().enumerate() {
            let sign = if i % 2 == 1 { -1.0 } else { 1.0 };
            let value = (number * self.scale * sign).round() as i32;
            let told = value - self.here[i % 2];
            if i > 0 && told >= 0 {
                self.text.push(' ');
            }
            let _ = write!(self.text, "{told}");
            last[i % 2] = value;
        }
        self.here = last;
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('m', &[x, y]);
        self.start = self.here;
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.put('l', &[x, y]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('q', &[x1, y1, x, y]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('c', &[x1, y1, x2, y2, x, y]);
    }
    fn close(&mut self) {
        self.text.push('z');
        self.here = self.start;
    }
}

fn line(face: &Face<'_>, name: &str, character: char) -> Result<String, String> {
    let missing = || format!("{name}: the font has no {character:?}");
    let glyph = face.glyph_index(character).ok_or_else(missing)?;
    let scale = 1000.0 / f32::from(face.units_per_em());
    let mut path = Pen {
        text: String::new(),
        scale,
        start: [0, 0],
        here: [0, 0],
    };
    // A blank has no outline.
    let _ = face.outline_glyph(glyph, &mut path);
    let advance = f32::from(face.glyph_hor_advance(glyph).ok_or_else(missing)?) * scale;
    Ok(format!("{name}\t{}\t{}", advance.round(), path.text))
}

/// The signs that native sets put on their pieces, such as the characters of Shogi.
fn signs_of_games() -> BTreeSet<char> {
    let pieces = include_str!("../src/native.tsv")
        .lines()
        .filter(|line| line.starts_with("piece"));
    let signs = pieces.flat_map(|line| line.split('\t').skip(3));
    signs.flat_map(str::chars).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [symbols, sans, bold, signs] = files.as_slice() else {
        return Err("usage: outlines SYMBOLS.ttf SANS.ttf BOLD.ttf SIGNS.ttc".into());
    };
    let (symbols, sans, bold, signs) = (
        std::fs::read(symbols)?,
        std::fs::read(sans)?,
        std::fs::read(bold)?,
        std::fs::read(signs)?,
    );
    let (mut lines, mut drawn) = (Vec::new(), Vec::new());
    let face = Face::parse(&symbols, 0)?;
    for (name, white, black) in PIECES {
        lines.push(line(&face, &format!("white-{name}"), white)?);
        lines.push(line(&face, &format!("black-{name}"), black)?);
    }
    let face = Face::parse(&sans, 0)?;
    for character in ' '..='~' {
        lines.push(line(&face, &format!("text-{}", u32::from(character)), character)?);
    }
    let face = Face::parse(&bold, 0)?;
    for character in 'A'..='Z' {
        lines.push(line(&face, &format!("bold-{}", u32::from(character)), character)?);
    }
    let face = Face::parse(&signs, 0)?;
    for character in signs_of_games() {
        drawn.push(line(&face, &format!("sign-{}", u32::from(character)), character)?);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (file, lines) in [("outlines.tsv", lines), ("signs.tsv", drawn)] {
        std::fs::write(folder.join(file), lines.join("\n") + "\n")?;
    }
    Ok(())
}
