//! Tables in Markdown.

/// The text above the tables.
pub(crate) const INTRODUCTION: &str = "\
Made by `just bench` (`cargo run --release -p ferz-benches`). Perft on one thread unless said otherwise, all engines in \
one process, taking turns; each figure is the best of several turns. *Bulk* counts the moves of the last ply without \
making them, *made* makes every move. Figures are million leaves per second; compare the ratios, not the machines.\n";

/// Prints a table; all cells but the first are set right.
pub(crate) fn table(title: &str, head: &[&str], rows: &[Vec<String>]) {
    println!("## {title}\n");
    println!("| {} |", head.join(" | "));
    let rule: Vec<&str> = (0..head.len())
        .map(|i| if i == 0 { "---" } else { "---:" })
        .collect();
    println!("| {} |", rule.join(" | "));
    for row in rows {
        println!("| {} |", row.join(" | "));
    }
    println!();
}

/// Million per second.
pub(crate) fn millions(rate: f64) -> String {
    if rate >= 1e8 {
        format!("{:.0}", rate / 1e6)
    } else {
        format!("{:.1}", rate / 1e6)
    }
}

/// A ratio with two digits.
pub(crate) fn ratio(value: f64) -> String {
    format!("{value:.2}")
}
