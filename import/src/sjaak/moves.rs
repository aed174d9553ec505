//! `slide (H,V)`, `leap (1,2)|(2,2)`, `leap (1,0)+(1,1)&(2,1)`, `aleap (0,1)`, `ride (2,1)`,
//! `step N,2NE`, `hop (H,V)`: ways of moving of both sides.

use crate::draft::{Leg, Path};
use ferz::rules::{Hurdle, Modes, PerSide, Range, Via};

/// Most vectors of a line.
const VECTORS: usize = 64;

/// The meaning of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    pub(super) paths: PerSide<Vec<Path>>,
    /// Whether they are steps, which alone capture en passant.
    pub(super) steps: bool,
    /// Whether it is a leap and another one, over anything: an area move.
    pub(super) area: bool,
}

/// Reads a line.
pub(super) fn moves(text: &str) -> Result<Moves, String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match word {
        "none" => Ok(Moves::default()),
        "slide" => lines(rest, false),
        "hop" => lines(rest, true),
        "step" => steps(rest),
        "leap" => leaps(rest),
        "aleap" => one_sided(rest),
        "ride" => rides(rest),
        _ => Err(format!(
            "`{word}` is no way of moving: slide, leap, aleap, step, ride, hop or none"
        )),
    }
}

/// The same paths for both sides, which see them alike.
fn alike(paths: Vec<Path>) -> Moves {
    Moves {
        paths: PerSide::both(paths),
        ..Moves::default()
    }
}

fn lines(text: &str, hop: bool) -> Result<Moves, String> {
    let mut paths = Vec::new();
    for sign in text.chars().filter(|sign| !matches!(sign, '(' | ')' | ',' | ' ')) {
        let (right, forward) = match sign {
            'H' => (1, 0),
            'V' => (0, 1),
            'D' => (1, 1),
            'A' => (1, -1),
            other => return Err(format!("`{other}` is no line: H, V, D or A")),
        };
        for leg in [Leg::ride(right, forward), Leg::ride(-right, -forward)] {
            let mut path = Path::new(leg, Modes::BOTH);
            path.over = hop.then_some((Range::ANY, Hurdle::Any));
            paths.push(path);
        }
    }
    Ok(alike(paths))
}

fn steps(text: &str) -> Result<Moves, String> {
    let mut paths = Vec::new();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        // Of a number with two digits the program reads all, up to 15.
        let count = match &word[..digits] {
            "" => 1,
            number => number.parse::<u8>().unwrap_or(0),
        };
        let (right, forward) = match &word[digits..] {
            "N" => (0, 1),
            "NE" => (1, 1),
            "E" => (1, 0),
            "SE" => (1, -1),
            "S" => (0, -1),
            "SW" => (-1, -1),
            "W" => (-1, 0),
            "NW" => (-1, 1),
            other => return Err(format!("`{other}` is no direction of a step")),
        };
        if !(1..=15).contains(&count) {
            return Err(format!("`{word}`: a number of steps is from 1 to 15"));
        }
        let leg = Leg {
            range: Range {
                min: 1,
                max: Some(count),
            },
            ..Leg::once(right, forward)
        };
        paths.push(Path::new(leg, Modes::BOTH));
    }
    Ok(Moves {
        steps: true,
        ..alike(paths)
    })
}

/// Vectors with the sign in front of each: `|`, `+` or `&`.
fn vectors(text: &str) -> Result<Vec<(char, i8, i8)>, String> {
    let mut list = Vec::new();
    let mut sign = '|';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match first {
            // The program overlooks a mask behind a blank: its leaps are more of the second ones.
            '&' if !text[..text.len() - rest.len()].ends_with(')') => {}
            '|' | '+' | '&' => sign = first,
            '(' | ')' | ' ' => {}
            _ => {
                let end = rest.find(')').unwrap_or(rest.len());
                let number = |text: &str| text.trim().parse::<i8>().ok().filter(|n| n.abs() <= 15);
                let pair = rest[..end].split_once(',');
                let pair = pair.and_then(|(x, y)| Some((number(x)?, number(y)?)));
                let Some((x, y)) = pair.filter(|pair| *pair != (0, 0)) else {
                    return Err(format!("`{}` is no vector: `(1,2)`", &rest[..end]));
                };
                list.push((sign, x, y));
                sign = '|';
                rest = &rest[end..];
                continue;
            }
        }
        rest = &rest[first.len_utf8()..];
    }
    match list.len() {
        0 => Err("a leap needs a vector: `leap (1,2)`".to_owned()),
        many if many > VECTORS => Err(format!("there are more than {VECTORS} vectors")),
        _ => Ok(list),
    }
}

/// A vector in all eight directions.
fn around(x: i8, y: i8) -> Vec<(i8, i8)> {
    let mut list = Vec::new();
    for (x, y) in [(x, y), (y, x)] {
        for pair in [(x, y), (x, -y), (-x, -y), (-x, y)] {
            if !list.contains(&pair) {
                list.push(pair);
            }
        }
    }
    list
}

fn leaps(text: &str) -> Result<Moves, String> {
    let mut sets: [Vec<(i8, i8)>; 3] = Default::default();
    let mut at = 0;
    for (sign, x, y) in vectors(text)? {
        at = match sign {
            '+' => 1,
            '&' => 2,
            _ => at,
        };
        for pair in around(x, y) {
            if !sets[at].contains(&pair) {
                sets[at].push(pair);
            }
        }
    }
    let [first, second, mask] = sets;
    if second.is_empty() && mask.is_empty() {
        let leap = |(x, y)| Path::new(Leg::once(x, y), Modes::BOTH);
        return Ok(alike(first.into_iter().map(leap).collect()));
    }
    if second.is_empty() {
        return Err("a mask needs two leaps: `leap (1,0)+(1,1)&(2,1)`".to_owned());
    }
    if mask.is_empty() {
        return Ok(Moves {
            area: true,
            ..Moves::default()
        });
    }
    let mut paths = Vec::new();
    for &(x, y) in &first {
        let next = second.iter().filter(|(dx, dy)| mask.contains(&(x + dx, y + dy)));
        let path = |&(dx, dy): &(i8, i8)| {
            Path::new(Leg::once(dx, dy), Modes::BOTH).after(Leg::once(x, y), Via::Empty)
        };
        paths.extend(next.map(path));
    }
    Ok(alike(paths))
}

/// Leaps as White sees them; Black's are mirrored, left stays left of the board.
fn one_sided(text: &str) -> Result<Moves, String> {
    let mut paths = PerSide::new(Vec::new(), Vec::new());
    for (sign, x, y) in vectors(text)? {
        if sign != '|' {
            return Err("an asymmetric leap has one leap: Sjaak knows no second".to_owned());
        }
        paths.white.push(Path::new(Leg::once(x, y), Modes::BOTH));
        paths.black.push(Path::new(Leg::once(-x, y), Modes::BOTH));
    }
    Ok(Moves {
        paths,
        ..Moves::default()
    })
}

fn rides(text: &str) -> Result<Moves, String> {
    let mut paths = Vec::new();
    for (sign, x, y) in vectors(text)? {
        if sign != '|' {
            return Err("rides stand beside each other: `ride (2,1)|(2,2)`".to_owned());
        }
        let own = around(x, y).into_iter();
        paths.extend(own.map(|(x, y)| Path::new(Leg::ride(x, y), Modes::BOTH)));
    }
    Ok(alike(paths))
}
