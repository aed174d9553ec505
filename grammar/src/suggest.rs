//! "Did you mean ...?"

use strsim::osa_distance;

/// Longer words are not compared; they are not slips.
const MAX_LENGTH: usize = 64;

/// The candidate that a misspelt word most likely stands for.
///
/// Letters left out, added, replaced or swapped with their neighbour count as one mistake each;
/// more than one mistake in three letters (of the longer word) is no likeness. A plural in `ies`
/// counts one mistake, too. Capitals count as
/// equal to small letters. Of candidates with equally few mistakes the first wins, or
/// the first that begins with the word. A candidate
/// equal to the word is returned as well.
///
/// ```
/// use ferz_grammar::suggest::closest;
/// assert_eq!(closest("bihsop", ["rook", "bishop"]), Some("bishop"));
/// assert_eq!(closest("dragon", ["rook", "bishop"]), None);
/// ```
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    nearest(word, &mut candidates.into_iter())
}

/// [`closest`], compiled once.
fn nearest<'c>(word: &str, candidates: &mut dyn Iterator<Item = &'c str>) -> Option<&'c str> {
    let word = letters(word)?;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(other) = letters(candidate) else { continue };
        let limit = best.map_or(usize::MAX, |(mistakes, _)| mistakes);
        let longest = length(&word).max(length(&other));
        if length(&word).abs_diff(length(&other)) > longest / 3 {
            continue;
        }
        let mistakes = mistakes(&word, &other);
        // A word that lacks its end is likelier than one with a wrong letter.
        let begun = |name: &str| letters(name).is_some_and(|name| name.starts_with(&word));
        let begins = mistakes == limit && begun(candidate) && best.is_some_and(|(_, before)| !begun(before));
        if (mistakes < limit || begins) && mistakes <= longest / 3 {
            best = Some((mistakes, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Like [`closest`], but where only a few words are possible: one that begins with the same letter
/// may have mistakes in half of its letters.
pub fn closest_of_few<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str> + Clone,
) -> Option<&'c str> {
    closest(word, candidates.clone()).or_else(|| begun_alike(word, &mut candidates.into_iter()))
}

/// The first word with the same first letter and mistakes in half of its letters at most.
fn begun_alike<'c>(word: &str, mut candidates: &mut dyn Iterator<Item = &'c str>) -> Option<&'c str> {
    let word = letters(word)?;
    Iterator::find(&mut candidates, |candidate| {
        letters(candidate).is_some_and(|other| {
            let longest = length(&word).max(length(&other));
            word.chars().next() == other.chars().next() && osa_distance(&word, &other) * 2 <= longest
        })
    })
}

fn letters(word: &str) -> Option<String> {
    (word.len() <= MAX_LENGTH).then(|| word.to_ascii_lowercase())
}

fn length(word: &str) -> usize {
    word.chars().count()
}

/// The distance of two words, where a plural of the first is one mistake: `enemies` for `enemy`.
fn mistakes(word: &str, other: &str) -> usize {
    let direct = osa_distance(word, other);
    match word.strip_suffix("ies") {
        Some(stem) => direct.min(1 + osa_distance(&format!("{stem}y"), other)),
        None => direct,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_mistake_counts_one() {
        for wrong in ["movment", "mmovement", "novement", "mvoement", "MOVEMENT"] {
            assert_eq!(closest(wrong, ["movement"]), Some("movement"));
        }
        assert_eq!(closest("bac", ["abc"]), Some("abc"));
        assert_eq!(closest("bca", ["abc"]), None);
    }

    #[test]
    fn a_third_of_the_letters_at_most() {
        assert_eq!(closest("abx", ["abc"]), Some("abc"));
        assert_eq!(closest("axx", ["abc"]), None);
        assert_eq!(closest("x", ["y"]), None);
        assert_eq!(closest("Rook", ["bishop", "rook"]), Some("rook"));
        assert_eq!(closest("", ["a"]), None);
        assert_eq!(closest("enemies", ["friend", "enemy"]), Some("enemy"));
        assert_eq!(closest(&"a".repeat(100), ["a"]), None);
    }

    #[test]
    fn of_few_words_half_may_be_wrong() {
        let scores = ["win", "draw", "loss"];
        assert_eq!(closest_of_few("loose", scores), Some("loss"));
        assert_eq!(closest_of_few("lost", scores), Some("loss"));
        assert_eq!(closest_of_few("tie", scores), None);
        assert_eq!(closest_of_few("both", ["white", "black"]), None);
    }

    #[test]
    fn the_nearest_wins_and_of_equals_the_first() {
        assert_eq!(closest("pieces", ["pierces", "piece", "pieces"]), Some("pieces"));
        assert_eq!(closest("cat", ["bat", "hat"]), Some("bat"));
    }
}
