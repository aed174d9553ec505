//! A study as one page of HTML with everything in it.

use super::tell;
use crate::load::Loaded;
use ferz_drawing::escape;
use ferz_play::study::{Estimate, Setup, Summary};
use std::fmt::Write as _;

const STYLE: &str = "\
:root{--ink:#1f2430;--soft:#5d6675;--page:#f5f6f8;--card:#fff;--edge:#e2e5ea;--bar:#5b8dc9;--error:#1f2430;--white:#f3ead7;--draw:#b9bfc9;--black:#3b4252}\
@media(prefers-color-scheme:dark){:root{--ink:#e4e7ec;--soft:#9aa3b2;--page:#14171c;--card:#1d2128;--edge:#2d333d;--bar:#4f7fb8;--error:#e4e7ec;--draw:#6d7584;--black:#000}}\
*{box-sizing:border-box}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2.5rem auto;padding:0 1rem;color:var(--ink);background:var(--page);font-variant-numeric:tabular-nums}\
h1{margin:0;font-size:2rem}h2{margin:0 0 .6rem;font-size:1.1rem}p{margin:.2rem 0 .8rem;color:var(--soft)}\
section{background:var(--card);border:1px solid var(--edge);border-radius:.6rem;padding:1.1rem 1.3rem;margin:1rem 0}\
.row{display:grid;grid-template-columns:14rem 1fr 13rem;gap:1rem;align-items:center;padding:.12rem 0}\
.row>:first-child{overflow-wrap:anywhere}.row>:last-child{text-align:right;color:var(--soft)}\
.row svg{width:100%;height:16px;display:block}\
.games{display:flex;height:2.2rem;border:1px solid var(--edge);border-radius:.4rem;overflow:hidden;margin-bottom:.8rem}\
.games i{display:block}.w{background:var(--white)}.d{background:var(--draw)}.b{background:var(--black)}\
.lengths{width:100%;max-height:15rem;display:block}\
rect.bar{fill:var(--bar)}line.error{stroke:var(--error);stroke-width:1.5;vector-effect:non-scaling-stroke}line.zero{stroke:var(--soft);vector-effect:non-scaling-stroke}\
text{font-size:11px;fill:var(--soft)}\
@media(max-width:40rem){.row{grid-template-columns:7rem 1fr}.row>:last-child{grid-column:2;text-align:left}}";

/// The page.
pub(super) fn html(loaded: &Loaded, setup: &Setup, summary: &Summary) -> String {
    let title = escape(&loaded.variant.rules().title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}: a study</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{} games: {}. A dark line is an interval that holds the true \
         number in 95 % of studies.</p>\n",
        summary.games,
        escape(&tell::setting(setup))
    );
    begin(
        &mut out,
        "Who wins",
        &format!("{}.", tell::favoured(&summary.score)),
    );
    let parts = [
        ("w", &summary.white),
        ("d", &summary.draws),
        ("b", &summary.black),
    ];
    out += "<div class=\"games\">";
    for (class, share) in parts {
        let _ = write!(out, "<i class=\"{class}\" style=\"flex:{:.4}\"></i>", share.value);
    }
    out += "</div>\n";
    let shares = [
        ("White wins", &summary.white),
        ("Draw", &summary.draws),
        ("Black wins", &summary.black),
        ("White scores", &summary.score),
    ];
    let rows = shares.map(|(name, share)| (name.to_owned(), *share, tell::percent(share)));
    bars(&mut out, &rows, (0.0, 1.0));
    endings(&mut out, summary);
    pieces_and_moves(&mut out, summary);
    out += "</body></html>\n";
    out
}

/// The head of a section, with a sentence about it; [`bars`] ends it.
fn begin(out: &mut String, head: &str, about: &str) {
    let _ = writeln!(out, "<section><h2>{head}</h2>");
    if !about.is_empty() {
        let _ = writeln!(out, "<p>{about}</p>");
    }
}

/// How games end, their lengths and their events.
fn endings(out: &mut String, summary: &Summary) {
    begin(out, "How games end", "");
    let rows: Vec<_> = summary
        .endings
        .iter()
        .map(|count| (count.name.clone(), count.share, tell::percent(&count.share)))
        .collect();
    bars(out, &rows, (0.0, 1.0));
    let (plies, branching) = (tell::number(&summary.plies), tell::number(&summary.branching));
    begin(
        out,
        "Length",
        &format!("{plies} plies; {branching} legal moves in a position."),
    );
    histogram(out, &summary.lengths);
    begin(out, "Times in a game", "");
    let rows: Vec<_> = summary
        .deeds
        .iter()
        .map(|count| (count.name.clone(), count.share, tell::number(&count.share)))
        .collect();
    bars(out, &rows, range(&rows));
}

/// Writes the values of the pieces and White's score with each first move.
fn pieces_and_moves(out: &mut String, summary: &Summary) {
    let about = "By the results of the games; the most common kind is 1.";
    begin(out, "Values of pieces", about);
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
    bars(out, &rows, range(&rows));
    begin(
        out,
        "First moves",
        "White's score with them, and the number of games.",
    );
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
    bars(out, &rows, (0.0, 1.0));
}

/// From the least to the largest number; 0 is among them.
fn range(rows: &[(String, Estimate, String)]) -> (f64, f64) {
    let least = rows.iter().map(|(_, share, _)| share.low).fold(0.0, f64::min);
    let most = rows.iter().map(|(_, share, _)| share.high).fold(1e-9, f64::max);
    (least, most)
}

/// Rows with a bar from 0 in each, and its interval as a line; ends the section.
fn bars(out: &mut String, rows: &[(String, Estimate, String)], (least, most): (f64, f64)) {
    let x = |value: f64| 1000.0 * ((value - least) / (most - least)).clamp(0.0, 1.0);
    for (name, share, words) in rows {
        let (from, to) = (x(share.value.min(0.0)), x(share.value.max(0.0)));
        let _ = write!(
            out,
            "<div class=\"row\"><b>{}</b><svg viewBox=\"0 0 1000 16\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{words}\">\
             <rect class=\"bar\" x=\"{from:.1}\" y=\"2\" width=\"{:.1}\" height=\"12\"/>",
            escape(name),
            to - from
        );
        if least < 0.0 {
            let zero = x(0.0);
            let _ = write!(
                out,
                "<line class=\"zero\" x1=\"{zero:.1}\" x2=\"{zero:.1}\" y1=\"0\" y2=\"16\"/>"
            );
        }
        let (low, high) = (x(share.low), x(share.high));
        for (x1, x2, y1, y2) in [(low, high, 8, 8), (low, low, 5, 11), (high, high, 5, 11)] {
            let _ = write!(
                out,
                "<line class=\"error\" x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1}\" y2=\"{y2}\"/>"
            );
        }
        let _ = writeln!(out, "</svg><span>{words}</span></div>");
    }
    out.push_str("</section>\n");
}

/// How many games lasted how long; ends the section.
fn histogram(out: &mut String, lengths: &[usize]) {
    let most = lengths.iter().copied().max().unwrap_or(1).max(1) as f64;
    let each = 720.0 / lengths.len().max(12) as f64;
    // As many numbers below as there is room for.
    let step = lengths.len().div_ceil(24).max(1);
    out.push_str(
        "<svg class=\"lengths\" viewBox=\"0 0 720 125\" role=\"img\" aria-label=\"lengths of games\">",
    );
    for (i, &count) in lengths.iter().enumerate() {
        let height = 100.0 * count as f64 / most;
        let (x, from) = (each * i as f64, Summary::STEP * i);
        let _ = write!(
            out,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{count} games of {from} plies or more</title></rect>",
            105.0 - height,
            each - 2.0
        );
        if i % step == 0 {
            let _ = write!(out, "<text x=\"{x:.1}\" y=\"120\">{from}</text>");
        }
    }
    out.push_str("</svg>\n</section>\n");
}
