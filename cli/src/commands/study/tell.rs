//! The results of a study, in words and as JSON.

use crate::load::Loaded;
use crate::terminal;
use ferz_play::study::{Against, Estimate, Setup, Summary};
use std::fmt::Write as _;

/// How the games were played.
pub(super) fn setting(setup: &Setup) -> String {
    let who = match setup.against {
        None => "ferz against itself".to_owned(),
        Some(Against::Random) => "ferz against random moves".to_owned(),
        Some(Against::Level(level)) => format!("ferz against its level {level}"),
    };
    format!(
        "{who}, {} positions a move, the first {} plies at random, seed {}",
        setup.nodes, setup.random_plies, setup.seed
    )
}

/// A share in percent with its interval.
pub(super) fn percent(share: &Estimate) -> String {
    format!(
        "{:.1} % ({:.1} to {:.1})",
        100.0 * share.value,
        100.0 * share.low.max(0.0),
        100.0 * share.high.min(1.0)
    )
}

/// A number with its interval.
pub(super) fn number(estimate: &Estimate) -> String {
    format!(
        "{:.2} ({:.2} to {:.2})",
        estimate.value, estimate.low, estimate.high
    )
}

/// Everything, as lines.
pub(super) fn text(loaded: &Loaded, setup: &Setup, summary: &Summary) -> String {
    let mut out = String::new();
    let title = &loaded.variant.rules().title;
    let head = format!("{title}: {} games, {}", summary.games, setting(setup));
    out.push_str(&terminal::wrapped(&head, terminal::width()));
    let _ = writeln!(out, "\nWho wins (95 % intervals)");
    let _ = writeln!(out, "  white   {}", percent(&summary.white));
    let _ = writeln!(out, "  draws   {}", percent(&summary.draws));
    let _ = writeln!(out, "  black   {}", percent(&summary.black));
    let _ = writeln!(
        out,
        "  white scores {}: {}",
        percent(&summary.score),
        favoured(&summary.score)
    );
    if let Some(ferz) = &summary.ferz {
        let _ = writeln!(out, "  ferz scores {}, {}", percent(ferz), elo(ferz));
    }
    let _ = writeln!(out, "\nHow games end");
    for count in &summary.endings {
        let _ = writeln!(out, "  {:36} {}", count.name, percent(&count.share));
    }
    let _ = writeln!(out, "\nLength in plies      {}", number(&summary.plies));
    let _ = writeln!(out, "Moves in a position  {}", number(&summary.branching));
    if !summary.deeds.is_empty() {
        let _ = writeln!(out, "\nTimes in a game");
    }
    for count in &summary.deeds {
        let _ = writeln!(
            out,
            "  {:32} {}, in {} games",
            count.name,
            number(&count.share),
            count.games
        );
    }
    let _ = writeln!(out, "\nValues of pieces, by results (the most common kind is 1)");
    for worth in &summary.worths {
        let measured = worth
            .measured
            .as_ref()
            .map_or("not told by these games".to_owned(), number);
        let _ = writeln!(out, "  {:16} {measured}", worth.piece);
    }
    let _ = writeln!(out, "\nFirst moves, and White's score with them");
    for opening in &summary.openings {
        let _ = writeln!(
            out,
            "  {:10} {:5} games  {}",
            opening.text,
            opening.games,
            percent(&opening.score)
        );
    }
    out
}

/// The favoured side, if the games show one.
pub(super) fn favoured(score: &Estimate) -> &'static str {
    if score.low > 0.5 {
        "White is favoured"
    } else if score.high < 0.5 {
        "Black is favoured"
    } else {
        "neither side is favoured in these games"
    }
}

/// A score as a difference in Elo.
fn elo(score: &Estimate) -> String {
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    format!(
        "Elo {:+.0} ({:+.0} to {:+.0})",
        elo(score.value),
        elo(score.low),
        elo(score.high)
    )
}
