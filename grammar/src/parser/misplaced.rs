//! Words of a head that belong into the block behind it.

/// The first word of a head that was meant to stand in the block: any word behind a keyword that
/// takes no name, and the first key behind the pieces of a drop or promotion.
pub(super) fn first_of_block(keyword: &str, words: &[&str]) -> Option<usize> {
    let keys: &[&str] = match keyword {
        "walls" | "turn" | "rules" | "end" | "royalty" | "shuffle" => {
            return (!words.is_empty()).then_some(0);
        }
        "drop" => &["on", "gate", "while", "unless"],
        "promotion" => &["to", "on", "when", "must"],
        _ => return None,
    };
    words
        .iter()
        .position(|word| keys.contains(word))
        .filter(|at| *at > 0)
}
