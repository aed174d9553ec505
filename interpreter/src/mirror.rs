//! Black's side of the board: the mirror image of every square.

use crate::board::{Square, Topology};
use crate::rules::Compass;

/// Every square's mirror image. An extra square goes to the one whose links mirror its own, or
/// stays.
pub(crate) fn mirror(topology: &Topology) -> Vec<Square> {
    let t = topology;
    let grid = |square: Square| {
        let (file, rank) = t.coordinates(square)?;
        let index = usize::from(t.ranks() - 1 - rank) * usize::from(t.files()) + usize::from(file);
        Square::try_from(index).ok()
    };
    let flipped = |compass: usize| Compass::ALL[(12 - compass) % 8].index();
    let extras: Vec<Square> = t.extras().collect();
    let is_mirror = |a: Square, b: Square| {
        (0..8).all(
            |compass| match (t.step(a, compass), t.step(b, flipped(compass))) {
                (None, None) => true,
                (Some(x), Some(y)) => match grid(x) {
                    Some(image) => image == y,
                    None => t.coordinates(y).is_none(),
                },
                _ => false,
            },
        )
    };
    (0..t.size())
        .map(|i| {
            let square = i as Square;
            match grid(square) {
                Some(image) => image,
                None => {
                    let own = is_mirror(square, square).then_some(square);
                    let other = || extras.iter().copied().find(|&e| is_mirror(square, e));
                    own.or_else(other).unwrap_or(square)
                }
            }
        })
        .collect()
}
