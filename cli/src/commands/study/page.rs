//! A study as one page of HTML with everything in it.

use super::tell;
use crate::load::Loaded;
use ferz_play::study::{Estimate, Setup, Summary};
use std::fmt::Write as _;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left;vertical-align:middle}\
rect.bar{fill:#4a7fb5}line.error{stroke:#c33;stroke-width:2}text{font-size:11px;fill:currentColor}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}}";

/// The page.
pub(super) fn html(loaded: &Loaded, setup: &Setup, summary: &Summary) -> String {
    let title = escape(&loaded.variant.rules().title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}: a study</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{} games: {}. Intervals hold 95 %.</p>\n",
        summary.games,
        escape(&tell::setting(setup))
    );
    let _ = write!(
        out,
        "<h2>Who wins</h2>\n<p>{}.</p>\n",
        tell::favoured(&summary.score)
    );
    let shares = [
        ("White wins", &summary.white),
        ("Draw", &summary.draws),
        ("Black wins", &summary.black),
        ("White scores", &summary.score),
    ];
    let rows = shares.map(|(name, share)| (name.to_owned(), *share, tell::percent(share)));
    bars(&mut out, &rows, 1.0);
    endings(&mut out, summary);
    pieces_and_moves(&mut out, summary);
    out += "</body></html>\n";
    out
}

/// How games end, how long they are and what happens in them.
fn endings(out: &mut String, summary: &Summary) {
    *out += "<h2>How games end</h2>\n";
    let rows: Vec<_> = summary
        .endings
        .iter()
        .map(|count| (count.name.clone(), count.share, tell::percent(&count.share)))
        .collect();
    bars(out, &rows, 1.0);
    let _ = write!(
        out,
        "<h2>Length</h2>\n<p>{} plies; {} legal moves in a position.</p>\n",
        tell::number(&summary.plies),
        tell::number(&summary.branching)
    );
    histogram(out, &summary.lengths);
    *out += "<h2>Times in a game</h2>\n";
    let rows: Vec<_> = summary
        .deeds
        .iter()
        .map(|count| (count.name.clone(), count.share, tell::number(&count.share)))
        .collect();
    bars(out, &rows, largest(&rows));
}

/// What pieces are worth and what White scores with first moves.
fn pieces_and_moves(out: &mut String, summary: &Summary) {
    *out +=
        "<h2>What pieces are worth</h2>\n<p>By the results of the games; the most common kind is 1.</p>\n";
    let rows: Vec<_> = summary
        .worths
        .iter()
        .filter_map(|worth| {
            Some((
                worth.piece.clone(),
                worth.measured?,
                tell::number(&worth.measured?),
            ))
        })
        .collect();
    bars(out, &rows, largest(&rows));
    *out += "<h2>First moves</h2>\n<p>What White scores with them.</p>\n";
    let rows: Vec<_> = summary
        .openings
        .iter()
        .map(|o| {
            (
                format!("{} ({})", o.text, o.games),
                o.score,
                tell::percent(&o.score),
            )
        })
        .collect();
    bars(out, &rows, 1.0);
}

fn largest(rows: &[(String, Estimate, String)]) -> f64 {
    rows.iter().map(|(_, share, _)| share.high).fold(1e-9, f64::max)
}

/// A table with a bar in each row, and its interval as a line.
fn bars(out: &mut String, rows: &[(String, Estimate, String)], most: f64) {
    out.push_str("<table>\n");
    let x = |value: f64| 300.0 * (value / most).clamp(0.0, 1.0);
    for (name, share, words) in rows {
        let _ = writeln!(
            out,
            "<tr><th>{}</th><td><svg width=\"302\" height=\"16\" role=\"img\" aria-label=\"{words}\"><rect class=\"bar\" y=\"2\" width=\"{:.1}\" \
             height=\"12\"/><line class=\"error\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"8\" y2=\"8\"/></svg></td><td>{words}</td></tr>",
            escape(name),
            x(share.value),
            x(share.low),
            x(share.high)
        );
    }
    out.push_str("</table>\n");
}

/// How many games lasted how long.
fn histogram(out: &mut String, lengths: &[usize]) {
    let most = lengths.iter().copied().max().unwrap_or(1).max(1) as f64;
    let width = 24 * lengths.len().max(1);
    let _ = writeln!(
        out,
        "<svg width=\"{width}\" height=\"130\" role=\"img\" aria-label=\"lengths of games\">"
    );
    for (i, &count) in lengths.iter().enumerate() {
        let height = 100.0 * count as f64 / most;
        let (x, from) = (24 * i, Summary::STEP * i);
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{x}\" y=\"{:.1}\" width=\"22\" height=\"{height:.1}\"><title>{count} games of {from} plies or more</title></rect>\
             <text x=\"{x}\" y=\"122\">{from}</text>",
            105.0 - height
        );
    }
    out.push_str("</svg>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
