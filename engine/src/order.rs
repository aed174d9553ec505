//! Sorting lists outside the hot paths. Knows nothing of chess.
//!
//! The library's sort is compiled again for each type and key, two thousand lines of LLVM IR each
//! time. Here it sorts the places of a list, so it is compiled once.

use std::cmp::Ordering;

/// Sorts a list; equal entries keep their order.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list by a key that takes no time to find; entries with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts a list as told; equal entries keep their order.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = places(list.len(), &|a, b| compare(&list[a], &list[b]));
    for to in 0..list.len() {
        let mut from = order[to];
        // An entry whose place was filled has moved to where that filling came from.
        while from < to {
            from = order[from];
        }
        list.swap(to, from);
    }
}

/// The values of each key, in the order of keys; values with equal keys keep their order.
pub fn grouped<K: Ord, V>(mut pairs: Vec<(K, V)>) -> Vec<(K, Vec<V>)> {
    sort_by(&mut pairs, |(a, _), (b, _)| a.cmp(b));
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.last_mut() {
            Some((last, values)) if *last == key => values.push(value),
            _ => groups.push((key, vec![value])),
        }
    }
    groups
}

/// The places of a list in the order of their entries.
pub fn places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    if length > 1 {
        order.sort_by(|&a, &b| compare(a, b));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{sort, sort_by_key};

    #[test]
    fn lists_are_sorted_as_the_library_sorts_them() {
        for length in 0..60u32 {
            let mixed = (0..length).map(|n| (n * 37 % 11, n));
            let mut list: Vec<(u32, u32)> = mixed.collect();
            let mut other = list.clone();
            sort_by_key(&mut list, |entry| entry.0);
            other.sort_by_key(|entry| entry.0);
            assert_eq!(list, other);
            sort_by_key(&mut list, |entry| std::cmp::Reverse(entry.1));
            sort(&mut list);
            other.sort();
            assert_eq!(list, other);
        }
    }
}
