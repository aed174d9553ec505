//! Values of arguments.

use ferz::dialects::Style;
use ferz_play::Level;
use ferz_play::study::Against;
use std::time::Duration;

pub(super) fn against(text: &str) -> Result<Against, String> {
    match text.parse().ok().filter(|level| Level::new(*level).is_some()) {
        _ if text == "random" => Ok(Against::Random),
        Some(level) => Ok(Against::Level(level)),
        None => Err("write `random` or a level from 1 to 10".to_owned()),
    }
}

/// How moves and positions are written.
pub(super) fn notation(text: &str) -> Result<Style, String> {
    let known = Style::ALL.into_iter().find(|style| style.word() == text);
    known.ok_or_else(|| format!("write one of {}", Style::ALL.map(Style::word).join(", ")))
}

/// Which part of how many: `1/4`.
pub(super) fn job(text: &str) -> Result<(usize, usize), String> {
    let parts = text
        .split_once('/')
        .and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    parts
        .filter(|&(k, n)| (1..=n).contains(&k))
        .ok_or_else(|| "write which part of how many, such as 1/4".to_owned())
}

/// `5+0.1`: seconds for the game and for each move; `3:00+2`: minutes and seconds.
pub(super) fn time(text: &str) -> Result<(Duration, Duration), String> {
    let seconds = |text: &str| {
        let number: f64 = text.parse().ok()?;
        (number.is_finite() && (0.0..=1e6).contains(&number)).then_some(number)
    };
    let whole = |text: &str| match text.split_once(':') {
        Some((minutes, rest)) => Some(60.0 * seconds(minutes)? + seconds(rest)?),
        None => seconds(text),
    };
    let (game, each) = text.split_once('+').unwrap_or((text, "0"));
    match (whole(game), seconds(each)) {
        (Some(game), Some(each)) if game + each > 0.0 => {
            Ok((Duration::from_secs_f64(game), Duration::from_secs_f64(each)))
        }
        _ => Err("write seconds for the game and for each move, such as 60+0.5, or minutes and seconds, such as 3:00+2".to_owned()),
    }
}

pub(super) fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "write a level from 1 to 10".to_owned())
}

/// The smallest board of a new game: pieces, pawns and a row between them.
const SMALLEST: (u8, u8) = (4, 5);

/// Reads the size of a board: `10x8`.
pub(super) fn board(text: &str) -> Result<(u8, u8), String> {
    let (fewest, least) = SMALLEST;
    let size = text
        .split_once('x')
        .and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)));
    size.filter(|&(files, ranks): &(u8, u8)| {
        (fewest..=26).contains(&files)
            && (least..=99).contains(&ranks)
            && u32::from(files) * u32::from(ranks) <= 256
    })
    .ok_or_else(|| {
        format!("write files and ranks, `10x8`: at least {fewest}x{least}, at most 26 files and 256 squares")
    })
}

/// A whole number within bounds, both included.
pub(super) fn whole<N: TryFrom<u64>>(text: &str, min: u64, max: u64) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number
        .and_then(|number| N::try_from(number).ok())
        .ok_or_else(|| match max {
            u64::MAX => "write a whole number".to_owned(),
            max => format!("write a whole number from {min} to {max}"),
        })
}
