//! Written games, played again.

use crate::line;
use crate::load::{self, STANDARD};
use crate::terminal;
use anyhow::Context as _;
use ferz::dialects;
use ferz::engine::{Game, Variant};
use ferz::why::{Explainer, Verdict};
use ferz_play::pgn::{Reader, Record};
use std::path::{Path, PathBuf};

/// The first word of a game that is no legal move.
pub(crate) struct Stumble {
    /// The word.
    pub(crate) text: String,
    /// The line in the file, from 1.
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

/// The first game of a file.
pub(crate) fn first(file: &Path) -> anyhow::Result<Option<Record>> {
    let (mut reader, mut first) = (Reader::new(), None);
    load::read_pieces(file, &mut |piece| {
        if first.is_none() {
            reader.feed(piece, &mut |record| {
                first.get_or_insert(record);
            });
        }
        Ok(())
    })?;
    Ok(first.or_else(|| reader.finish()))
}

/// Plays a written game again, up to the first word that is no legal move.
pub(crate) fn replay(variant: &Variant, record: &Record) -> anyhow::Result<(Game, Option<Stumble>)> {
    replay_with(&Explainer::new(variant), record)
}

/// The same for one of many games, whose illegal moves are explained together.
pub(crate) fn replay_with(
    explainer: &Explainer<'_>,
    record: &Record,
) -> anyhow::Result<(Game, Option<Stumble>)> {
    let variant = explainer.variant();
    let start = load::position(variant, record.tag("FEN"))?;
    let mut game = Game::new(variant, start);
    let words: Vec<&str> = record.moves.iter().map(|word| word.text.as_str()).collect();
    if let Some(line) = dialects::from_zero(variant, game.position(), &words) {
        line.into_iter().for_each(|mv| game.play(mv));
        return Ok((game, None));
    }
    let mut rest = record.moves.iter().peekable();
    while let Some(word) = rest.next() {
        let position = game.position();
        let reason = match explainer.why(position, &word.text) {
            Verdict::Legal(mv) => {
                game.play(mv);
                continue;
            }
            Verdict::Illegal(reason) => reason,
        };
        let next = rest.peek().map(|next| next.text.as_str());
        let Some(mv) = line::of_two_words(variant, position, &word.text, next) else {
            let stumble = Stumble {
                text: word.text.clone(),
                line: word.line,
                plies: game.moves().len(),
                reason: reason.to_string(),
            };
            return Ok((game, Some(stumble)));
        };
        game.play(mv);
        rest.next();
    }
    Ok((game, None))
}

/// The variant that a game's tag names, if it is another one than that with this name and title.
pub(crate) fn other_variant(record: &Record, name: &str, title: &str) -> Option<String> {
    let named = record.tag("Variant")?;
    let same = [name, title].iter().any(|text| plain(text) == plain(named));
    let known = ferz_rulesets::named(named).is_some_and(|known| known.name == name);
    (!same && !known).then(|| named.to_owned())
}

/// The letters and digits of a name, by which names are compared.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// The variant that a game's tag names: a bundled one by any of its names, else a file, which may
/// lie beside that of the game; without a tag, chess.
pub(crate) fn variant_of(record: &Record, file: &Path) -> anyhow::Result<load::Loaded> {
    let named = record.tag("Variant").unwrap_or(STANDARD);
    let rules = format!("{named}.ferz");
    let near = [file.with_file_name(&rules), PathBuf::from(&rules)];
    let near = near
        .iter()
        .find(|path| path.is_file())
        .and_then(|path| path.to_str());
    let loaded = match near.filter(|_| ferz_rulesets::named(named).is_none()) {
        Some(near) => load::variant(near),
        None => load::named(named),
    };
    loaded.with_context(|| {
        let named = terminal::visible(named);
        format!("the game is of the variant `{named}`; if its rules are in another file, name that, too")
    })
}
