//! Numbers that look random.

use ferz::snapshot::Random;

#[test]
fn the_numbers_never_change() {
    let mut random = Random::new(1);
    assert_eq!(random.next(), 0x910A_2DEC_8902_5CC1);
    assert_eq!(random.below(0), 0);
    assert!((0..100).all(|_| random.below(7) < 7));
}
