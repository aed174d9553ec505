//! Written games, played again.

use crate::load::{self, STANDARD};
use crate::terminal;
use anyhow::Context as _;
use ferz::engine::{Game, Variant};
use ferz::why::{Verdict, why};
use ferz_play::pgn::Record;

/// The first word of a game that is no legal move.
pub(crate) struct Stumble {
    /// The word.
    pub(crate) text: String,
    /// Its line in the file, from 1.
    pub(crate) line: usize,
    /// Plies before it.
    pub(crate) plies: usize,
    /// Why it is no legal move.
    pub(crate) reason: String,
}

impl std::fmt::Display for Stumble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            text,
            line,
            plies,
            reason,
        } = self;
        write!(
            f,
            "line {line}: `{}`, ply {}, is not possible: {}",
            terminal::visible(text),
            plies + 1,
            terminal::visible(reason)
        )
    }
}

/// Plays a written game again, up to the first word that is no legal move.
pub(crate) fn replay<'v>(
    variant: &'v Variant,
    record: &Record,
) -> anyhow::Result<(Game<'v>, Option<Stumble>)> {
    let start = load::position(variant, record.tag("FEN"))?;
    let mut game = Game::new(variant, start);
    for word in &record.moves {
        match why(variant, game.position(), &word.text) {
            Verdict::Legal(mv) => game.play(mv),
            Verdict::Illegal(reason) => {
                let stumble = Stumble {
                    text: word.text.clone(),
                    line: word.line,
                    plies: game.moves().len(),
                    reason: reason.to_string(),
                };
                return Ok((game, Some(stumble)));
            }
        }
    }
    Ok((game, None))
}

/// The variant that a game's tag names: by its name or its title; without a tag, chess.
pub(crate) fn variant_of(record: &Record) -> anyhow::Result<load::Loaded> {
    let named = record.tag("Variant").unwrap_or(STANDARD);
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let wanted = plain(named);
    // What programs write that know one variant only.
    let common = matches!(wanted.as_str(), "standard" | "normal" | "fromposition");
    let title = |text: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix("variant ")?.split('"').nth(1).map(plain))
    };
    let bundled = ferz_rulesets::all().iter().find(|bundled| {
        plain(bundled.name) == wanted || title(bundled.text).as_deref() == Some(wanted.as_str())
    });
    let name = match bundled {
        Some(bundled) => bundled.name,
        None if common => STANDARD,
        None => named,
    };
    load::variant(name).with_context(|| format!("the game is of the variant `{}`", terminal::visible(named)))
}
