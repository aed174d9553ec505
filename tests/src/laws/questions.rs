//! Questions of `why`: every text has an answer, and every move that is not legal a reason.

use super::judge::Broken;
use super::positions::{Listed, Setting};
use crate::clock::Clock;
use crate::slow::duel::Random;
use ferz::board::Bits as _;
use ferz::engine::Position;
use ferz::why::{Reason, Verdict, way};
use std::time::Duration;

/// The time allowed for an answer.
const ANSWER: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 5 });

/// Asks about some texts, most of them of moves that are not legal; says how many.
pub(super) fn questions(
    setting: &Setting<'_>,
    now: &Position,
    listed: &Listed,
    before: &[String],
    random: &mut Random,
) -> Result<u64, Broken> {
    let mut asked = 0;
    for _ in 0..2 {
        let text = asked_text(setting, listed, before, random);
        question(setting, now, listed, &text)?;
        asked += 1;
    }
    Ok(asked)
}

/// A text that a question may be about.
fn asked_text(setting: &Setting<'_>, listed: &Listed, before: &[String], random: &mut Random) -> String {
    let topology = setting.variant.topology();
    let squares: Vec<&str> = topology
        .squares()
        .squares()
        .map(|square| topology.name(square))
        .collect();
    let (from, to) = (random.below(squares.len()), random.below(squares.len()));
    let (from, to) = (squares[from], squares[to]);
    let kinds: Vec<String> = setting
        .variant
        .rules()
        .pieces
        .values()
        .filter_map(|piece| piece.letter.white.or(piece.letter.black))
        .map(|letter| letter.to_string().to_ascii_uppercase())
        .collect();
    let kind = &kinds[random.below(kinds.len())];
    let own = &listed.texts[random.below(listed.texts.len())];
    match random.below(10) {
        0 | 1 if !before.is_empty() => before[random.below(before.len())].clone(),
        2 => own[..own.len() - own.chars().last().map_or(0, char::len_utf8)].to_owned(),
        3 => format!("{own}{}", kind.to_ascii_lowercase()),
        4 => format!("{kind}@{to}"),
        5 => format!("{kind}{to}"),
        6 => format!("{own},{to}"),
        7 => random
            .pick(&["O-O", "O-O-O", "0000", "exd5", "e8=Q", "*@e4"])
            .to_owned(),
        _ => format!("{from}{to}"),
    }
}

/// Asks about a text.
pub(super) fn question(
    setting: &Setting<'_>,
    now: &Position,
    listed: &Listed,
    text: &str,
) -> Result<(), Broken> {
    setting.trail.asks(format!("why not `{text}`"));
    setting.trail.change(|broken| text.clone_into(&mut broken.asked));
    let begun = Clock::start();
    let said = setting.explainer.why(now, text);
    let taken = begun.elapsed();
    if taken > ANSWER {
        return Err(setting.broken("`why` answers in time", format!("`{text}`: {taken:?}")));
    }
    match said {
        Verdict::Legal(mv) if listed.moves.contains(&mv) => Ok(()),
        Verdict::Legal(mv) => Err(setting.broken(
            "`why` calls legal moves legal, and no others",
            format!("`{text}`: {mv:?}"),
        )),
        Verdict::Illegal(reason) => {
            let words = reason.to_string();
            let _ = way(setting.variant, &reason);
            if listed.texts.iter().any(|legal| legal == text) && !matches!(reason, Reason::GameOver(_)) {
                return Err(setting.broken(
                    "`why` calls legal moves legal, and no others",
                    format!("`{text}`: {words}"),
                ));
            }
            if words.is_empty() || matches!(reason, Reason::Forbidden) {
                return Err(setting.broken("`why` has a reason", format!("`{text}`: {words}")));
            }
            Ok(())
        }
    }
}
