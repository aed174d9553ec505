//! Pictures of games that have their own: discs, wedges and stones, and the ground that belongs to
//! them. `native.tsv` has the sets; a variant is drawn by the first one whose kinds it has.

use super::canvas::{Canvas, INK, PAPER};
use super::symbols::Symbols;
use ferz::rules::{Points, Ruleset, Side};
use std::sync::LazyLock;

/// Which pictures of pieces are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Figures {
    /// Those of chess, with lines.
    #[default]
    Western,
    /// Those of chess, as silhouettes.
    Flat,
    /// Letters in discs.
    Letters,
    /// Those of the game, where it has some; else those of chess.
    Native,
}

impl Figures {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Western, Self::Flat, Self::Letters, Self::Native];

    /// The word for it on the command line and in the page: `western`, for example.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Western => "western",
            Self::Flat => "flat",
            Self::Letters => "letters",
            Self::Native => "native",
        }
    }

    /// The one with that name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figures| figures.word() == word)
    }
}

/// The body of a piece: a disc, a wedge or a stone, for example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Disc,
    Octagon,
    /// It points at the enemy.
    Wedge,
    Stone,
    /// This number of stones.
    Pile(u8),
    /// A body turned on a lathe.
    Turned,
    /// A block of ice.
    Ice,
}

/// How a kind of piece looks.
#[derive(Debug)]
struct Look {
    name: &'static str,
    form: Form,
    promoted: bool,
    /// The signs of White and Black.
    signs: [&'static str; 2],
    /// The outline of a turned body from its foot to its top: half its width, and the height, both
    /// as parts of a square and from the middle.
    profile: Vec<(f64, f64)>,
}

/// The squares where pieces stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ground<'r> {
    /// On points where lines cross.
    pub(crate) points: bool,
    /// The lines, if the variant has some.
    pub(crate) lines: Option<&'r Points>,
    /// Squares are not checkered, with the game's own pieces.
    pub(crate) plain: bool,
    /// Some points are marked.
    pub(crate) stars: bool,
}

/// The pictures of a game.
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) name: &'static str,
    always: bool,
    unroyal: bool,
    drops: bool,
    /// A zone that it has.
    zone: Option<&'static str>,
    /// Squares are not checkered, with the game's own pieces.
    plain: bool,
    /// Some points are marked.
    stars: bool,
    /// Names of pieces that it has; of names joined by `|`, one.
    kinds: Vec<&'static str>,
    looks: Vec<Look>,
}

static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| {
    let mut sets: Vec<Set> = Vec::new();
    for line in include_str!("native.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match *fields.as_slice() {
            ["set", name, when, ground, kinds] => sets.push(Set {
                name,
                always: when.contains("always"),
                unroyal: when.contains("unroyal"),
                drops: when.contains("drops"),
                zone: zone(when, "zone:"),
                plain: ground.contains("plain"),
                stars: ground.contains("stars"),
                kinds: kinds.split(' ').collect(),
                looks: Vec::new(),
            }),
            ["piece", name, form, white, black] => {
                let mut words = form.split(' ');
                let look = Look {
                    name,
                    form: match words.next() {
                        Some("octagon") => Form::Octagon,
                        Some("wedge") => Form::Wedge,
                        Some("stone") => Form::Stone,
                        Some("pile") => Form::Pile(words.next().and_then(|n| n.parse().ok()).unwrap_or(2)),
                        Some("turned") => Form::Turned,
                        Some("ice") => Form::Ice,
                        _ => Form::Disc,
                    },
                    promoted: form.ends_with("red"),
                    signs: [white, black],
                    profile: words.filter_map(point).collect(),
                };
                if let Some(set) = sets.last_mut() {
                    set.looks.push(look);
                }
            }
            _ => {}
        }
    }
    sets
});

/// A point of a profile, written in hundredths of a square: `32:-40`.
fn point(word: &str) -> Option<(f64, f64)> {
    let (half, height) = word.split_once(':')?;
    let part = |number: &str| number.parse::<f64>().ok().map(|number| number / 100.0);
    part(half).zip(part(height))
}

fn zone(ground: &'static str, key: &str) -> Option<&'static str> {
    ground.split(' ').find_map(|word| word.strip_prefix(key))
}

/// The pictures of walls that have a name.
static WALLS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("native.tsv").lines();
    lines
        .filter_map(|line| line.strip_prefix("wall\t")?.split_once('\t'))
        .collect()
});

/// The names that players have for walls with a picture of their own.
pub(crate) fn walls() -> impl Iterator<Item = &'static str> {
    WALLS.iter().map(|(name, _)| *name)
}

/// Draws a wall that has a picture of its own, by its name among players; returns whether there is
/// one.
pub(crate) fn wall(canvas: &mut Canvas, called: &str, (x, y): (f64, f64), size: f64) -> bool {
    let Some((_, picture)) = WALLS.iter().find(|(name, _)| *name == called) else {
        return false;
    };
    let at = |dx: f64, dy: f64| (x + dx * size, y + dy * size);
    let line = format!(r#"stroke="{INK}" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round""#);
    let filled = |colour: &str| format!(r#"fill="{colour}" {line}"#);
    if *picture == "bird" {
        let body = [
            at(-0.44, -0.06),
            at(-0.22, 0.08),
            at(0.06, 0.0),
            at(0.36, 0.06),
            at(0.3, 0.3),
            at(0.06, 0.38),
            at(-0.24, 0.34),
            at(-0.4, 0.16),
        ];
        canvas.lines(&body, true, &filled("#f3c623"));
        canvas.lines(
            &[at(0.3, -0.22), at(0.46, -0.15), at(0.3, -0.08)],
            true,
            &filled("#e8741e"),
        );
        canvas.circle(x + 0.16 * size, y - 0.17 * size, size * 0.19, &filled("#f3c623"));
        canvas.circle(
            x + 0.21 * size,
            y - 0.22 * size,
            size * 0.035,
            &format!(r#"fill="{INK}""#),
        );
        let wing = [at(-0.2, 0.14), at(-0.02, 0.24), at(0.14, 0.12)];
        canvas.lines(&wing, false, &format!(r#"fill="none" {line}"#));
    } else {
        let thick = format!(r#"fill="none" stroke="{INK}" stroke-width="4" stroke-linecap="round""#);
        canvas.circle(x, y, size * 0.4, &filled("#8a6a4f"));
        canvas.lines(&[at(-0.2, 0.2), at(0.18, -0.18)], false, &thick);
        let head = [at(0.25, -0.25), at(0.2, 0.02), at(-0.02, -0.2)];
        canvas.lines(&head, true, &filled(INK));
    }
    true
}

impl<'r> Ground<'r> {
    /// The ground that belongs to a variant.
    pub(crate) fn of(rules: &'r Ruleset) -> Self {
        let set = Set::find(rules);
        let lines = rules.points.as_ref();
        Self {
            points: lines.is_some(),
            lines,
            plain: set.is_some_and(|set| set.plain),
            stars: set.is_some_and(|set| set.stars),
        }
    }
}

/// Draws a piece as it is wanted. `turned`: White sits above.
pub(crate) fn draw(
    canvas: &mut Canvas,
    (rules, symbols): (&Ruleset, &Symbols),
    (kind, side): (usize, Side),
    (x, y): (f64, f64),
    size: f64,
    (figures, turned): (Figures, bool),
) {
    let Some((name, piece)) = rules.pieces.get_index(kind) else {
        return;
    };
    let native = Set::find(rules);
    if native.is_some_and(|set| set.draw(canvas, (x, y), size, (name, side), (figures, turned))) {
        return;
    }
    let letter = piece.letter[side].unwrap_or_default();
    let symbol = symbols.get(kind, side);
    match figures {
        Figures::Letters => return canvas.lettered(x, y, size, side, letter),
        Figures::Flat => canvas.flat(x, y, size, symbol, side, letter),
        Figures::Western | Figures::Native => canvas.piece(x, y, size, symbol, side, letter),
    }
    canvas.companion(x, y, size, symbols.companion(kind, side), side);
}

impl Set {
    /// The pictures of all games.
    pub(crate) fn all() -> impl Iterator<Item = &'static Self> {
        SETS.iter()
    }

    /// The kinds that have a picture.
    pub(crate) fn drawn(&self) -> impl Iterator<Item = &'static str> {
        self.looks.iter().map(|look| look.name)
    }

    /// The pictures that a variant has.
    pub(crate) fn find(rules: &Ruleset) -> Option<&'static Self> {
        let royal = || {
            rules
                .pieces
                .values()
                .any(|p| Side::ALL.into_iter().any(|side| p.royal[side]))
        };
        let has = |kind: &str| rules.pieces.keys().any(|name| &**name == kind);
        SETS.iter().find(|set| {
            set.kinds.iter().all(|kinds| kinds.split('|').any(has))
                && !(set.unroyal && royal())
                && !(set.drops && rules.drops.is_empty())
                && set
                    .zone
                    .is_none_or(|zone| rules.zones.keys().any(|name| &**name == zone))
        })
    }

    fn look(&self, kind: &str, figures: Figures) -> Option<&Look> {
        let wanted = self.always || figures == Figures::Native;
        self.looks.iter().find(|look| wanted && look.name == kind)
    }

    /// Whether the picture of a kind points at the opponent.
    pub(crate) fn points(&self, kind: &str) -> bool {
        let look = self.look(kind, Figures::Native);
        look.is_some_and(|look| look.form == Form::Wedge)
    }

    /// Draws a piece, if the set has it. `turned`: White sits above.
    pub(crate) fn draw(
        &self,
        canvas: &mut Canvas,
        (x, y): (f64, f64),
        size: f64,
        (kind, side): (&str, Side),
        (figures, turned): (Figures, bool),
    ) -> bool {
        let Some(look) = self.look(kind, figures) else {
            return false;
        };
        let signs: Vec<char> = look.signs[side.index()].chars().collect();
        let white = side == Side::White;
        match look.form {
            Form::Stone => stone(canvas, x, y, size, side),
            Form::Pile(stones) => {
                let step = size * 0.32 / f64::from(stones);
                let lowest = y + step * f64::from(stones - 1) / 2.0;
                for number in 0..stones {
                    stone(canvas, x, lowest - step * f64::from(number), size, side);
                }
            }
            Form::Disc => {
                let ink = if white { "#b3261e" } else { "#1a1a1a" };
                canvas.circle(
                    x,
                    y,
                    size * 0.45,
                    r##"fill="#f6e2b3" stroke="#5b4318" stroke-width="1.5""##,
                );
                let ring = format!(r#"fill="none" stroke="{ink}" stroke-width="1.8""#);
                canvas.circle(x, y, size * 0.385, &ring);
                canvas.signs(x, y, size * 0.52, &signs, ink);
            }
            Form::Ice => ice(canvas, (x, y), size),
            Form::Turned => turned_body(canvas, (x, y), size, &look.profile, side),
            Form::Octagon => octagon(canvas, (x, y), size, &signs, white),
            Form::Wedge => {
                let ink = if look.promoted { "#b3261e" } else { INK };
                let up = white != turned;
                canvas.wedge(x, y, size, &signs, ink, up);
            }
        }
        true
    }
}

/// An octagon with signs, as in Janggi.
fn octagon(canvas: &mut Canvas, (x, y): (f64, f64), size: f64, signs: &[char], white: bool) {
    let ink = if white { "#11663a" } else { "#b3261e" };
    let (far, near) = (size * 0.44, size * 0.2);
    let corners = [
        (-near, -far),
        (near, -far),
        (far, -near),
        (far, near),
        (near, far),
        (-near, far),
        (-far, near),
        (-far, -near),
    ];
    let at: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    canvas.lines(
        &at,
        true,
        r##"fill="#f6e2b3" stroke="#5b4318" stroke-width="1.8" stroke-linejoin="round""##,
    );
    canvas.signs(x, y, size * 0.56, signs, ink);
}

/// A body with a profile, a line round it at each of its edges.
fn turned_body(canvas: &mut Canvas, (x, y): (f64, f64), size: f64, profile: &[(f64, f64)], side: Side) {
    let (fill, line) = match side {
        Side::White => (PAPER, INK),
        Side::Black => ("#22211f", PAPER),
    };
    let at = |half: f64, height: f64| (x + half * size, y - height * size);
    let right = profile.iter().map(|&(half, height)| at(half, height));
    let left = profile.iter().rev().map(|&(half, height)| at(-half, height));
    let outline: Vec<_> = right.chain(left).collect();
    let edge = r#"stroke-linejoin="round" stroke-linecap="round" stroke-width="1.8""#;
    canvas.lines(&outline, true, &format!(r#"fill="{fill}" stroke="{INK}" {edge}"#));
    for pair in profile.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let (half, top) = (pair[1].0 - 0.03, pair[1].1);
        canvas.lines(
            &[at(-half, top), at(half, top)],
            false,
            &format!(r#"stroke="{line}" {edge}"#),
        );
    }
}

/// A block of ice. It looks the same on both sides.
fn ice(canvas: &mut Canvas, (x, y): (f64, f64), size: f64) {
    let at = |dx: f64, dy: f64| (x + dx * size, y + dy * size);
    let edge = |colour: &str| format!(r#"stroke="{colour}" stroke-width="1.5" stroke-linejoin="round""#);
    let front = [at(-0.4, -0.24), at(0.24, -0.24), at(0.24, 0.4), at(-0.4, 0.4)];
    let top = [at(-0.4, -0.24), at(-0.24, -0.4), at(0.4, -0.4), at(0.24, -0.24)];
    let side = [at(0.24, -0.24), at(0.4, -0.4), at(0.4, 0.24), at(0.24, 0.4)];
    for (face, fill) in [(front, "#cfe6f2"), (top, "#eef8fc"), (side, "#a4cbdf")] {
        canvas.lines(&face, true, &format!(r#"fill="{fill}" {}"#, edge("#4d86a3")));
    }
    for (from, to) in [((-0.3, 0.12), (-0.06, -0.12)), ((-0.26, 0.28), (0.12, -0.1))] {
        let ends = [at(from.0, from.1), at(to.0, to.1)];
        canvas.lines(
            &ends,
            false,
            &format!(r#"{} stroke-linecap="round""#, edge("#ffffff")),
        );
    }
}

/// A stone of go or a man of draughts.
fn stone(canvas: &mut Canvas, x: f64, y: f64, size: f64, side: Side) {
    let (fill, line) = match side {
        Side::White => (PAPER, "#8a8378"),
        Side::Black => ("#22211f", "#75706a"),
    };
    let edge = format!(r##"fill="{fill}" stroke="{INK}" stroke-width="1.5""##);
    canvas.circle(x, y, size * 0.4, &edge);
    let ring = format!(r#"fill="none" stroke="{line}" stroke-width="1.5""#);
    canvas.circle(x, y, size * 0.27, &ring);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outlines::outline;

    #[test]
    fn every_sign_has_an_outline() {
        assert!(SETS.len() > 4);
        for sign in SETS
            .iter()
            .flat_map(|set| &set.looks)
            .flat_map(|look| look.signs.concat().chars().collect::<Vec<_>>())
        {
            assert!(outline(&format!("sign-{}", u32::from(sign))).is_some(), "{sign}");
        }
    }

    #[test]
    fn figures_have_names() {
        for figures in Figures::ALL {
            assert_eq!(Figures::from_word(figures.word()), Some(figures));
        }
    }
}
