//! The smallest text by which a law is still broken.

use super::judge::{Broken, Verdict, at_position, judge};
use super::mix::Mixture;
use std::time::{Duration, Instant};

/// Shrinking ends after this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Leaves out forms, entries and members of lists as long as the same law is broken, in the same
/// position or in some game.
pub fn shrunk(mixture: &Mixture, seed: u64, broken: Broken) -> (Mixture, Broken) {
    let begun = Instant::now();
    let (mut least, mut found) = (mixture.clone(), broken);
    loop {
        let smaller = smaller(&least).into_iter().find_map(|smaller| {
            let late = begun.elapsed() > PATIENCE;
            let still = (!late).then(|| breaks(&smaller, seed, &found)).flatten()?;
            Some((smaller, still))
        });
        match smaller {
            Some(next) => (least, found) = next,
            None => return (least, found),
        }
    }
}

/// How a mixture breaks the same law, if it does.
fn breaks(mixture: &Mixture, seed: u64, broken: &Broken) -> Option<Broken> {
    let text = mixture.text();
    let at = |verdict| match verdict {
        Verdict::Breaks(found) if found.law == broken.law => Some(found),
        _ => None,
    };
    let games = || {
        [0, 1, 2]
            .into_iter()
            .find_map(|more| at(judge(&text, seed + more)))
    };
    let there = at(at_position(&text, &broken.fen, &broken.asked.replace(' ', "_")));
    there.or_else(games)
}

/// All mixtures that are a step smaller, the smallest first.
fn smaller(mixture: &Mixture) -> Vec<Mixture> {
    let mut all = Vec::new();
    let changed = |change: &dyn Fn(&mut Mixture)| {
        let mut next = mixture.clone();
        change(&mut next);
        next
    };
    if mixture.base != "chess" {
        all.push(changed(&|next| next.base = "chess".to_owned()));
    }
    for (i, form) in mixture.forms.iter().enumerate() {
        all.push(changed(&|next| {
            next.forms.remove(i);
        }));
        for (j, entry) in form.entries.iter().enumerate().filter(|_| form.entries.len() > 1) {
            all.push(changed(&|next| {
                next.forms[i].entries.remove(j);
            }));
            for shorter in shorter(entry) {
                all.push(changed(&|next| next.forms[i].entries[j] = shorter.clone()));
            }
        }
    }
    all
}

/// A line with fewer members of a list.
fn shorter(entry: &str) -> Vec<String> {
    let Some((key, list)) = entry.split_once(": ") else {
        return Vec::new();
    };
    let members: Vec<&str> = list.split(", ").collect();
    if members.len() < 2 || list.contains('(') {
        return Vec::new();
    }
    (0..members.len())
        .map(|left_out| {
            let mut rest = members.clone();
            rest.remove(left_out);
            format!("{key}: {}", rest.join(", "))
        })
        .collect()
}
