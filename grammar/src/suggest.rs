//! "Did you mean ...?"

/// Longer words are not compared; nobody meant them.
const MAX_LENGTH: usize = 64;

/// The candidate that a misspelt word most likely stands for.
///
/// Letters left out, added, replaced or swapped with their neighbour count as one mistake each;
/// more than one mistake in three letters (of the longer word) is no likeness. Capitals count as
/// equal to small letters. Of candidates with equally few mistakes the first wins. A candidate
/// equal to the word is returned as well.
///
/// ```
/// use ferz_grammar::suggest::closest;
/// assert_eq!(closest("bihsop", ["rook", "bishop"]), Some("bishop"));
/// assert_eq!(closest("dragon", ["rook", "bishop"]), None);
/// ```
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word = letters(word)?;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(other) = letters(candidate) else { continue };
        let limit = best.map_or(usize::MAX, |(mistakes, _)| mistakes);
        let longest = word.len().max(other.len());
        if word.len().abs_diff(other.len()) > longest / 3 {
            continue;
        }
        let mistakes = distance(&word, &other);
        if mistakes < limit && mistakes <= longest / 3 {
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
    closest(word, candidates.clone()).or_else(|| {
        let word = letters(word)?;
        candidates.into_iter().find(|candidate| {
            letters(candidate).is_some_and(|other| {
                word.first() == other.first() && distance(&word, &other) * 2 <= word.len().max(other.len())
            })
        })
    })
}

fn letters(word: &str) -> Option<Vec<char>> {
    (word.len() <= MAX_LENGTH).then(|| word.chars().map(|c| c.to_ascii_lowercase()).collect())
}

/// Damerau-Levenshtein distance (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before_last[j - 2] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(a: &str, b: &str) -> usize {
        distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
    }

    #[test]
    fn each_kind_of_mistake_counts_one() {
        assert_eq!(count("movement", "movement"), 0);
        assert_eq!(count("movment", "movement"), 1);
        assert_eq!(count("mmovement", "movement"), 1);
        assert_eq!(count("novement", "movement"), 1);
        assert_eq!(count("mvoement", "movement"), 1);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("abc", ""), 3);
    }

    #[test]
    fn a_third_of_the_letters_at_most() {
        assert_eq!(closest("abx", ["abc"]), Some("abc"));
        assert_eq!(closest("axx", ["abc"]), None);
        assert_eq!(closest("x", ["y"]), None);
        assert_eq!(closest("Rook", ["bishop", "rook"]), Some("rook"));
        assert_eq!(closest("", ["a"]), None);
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
