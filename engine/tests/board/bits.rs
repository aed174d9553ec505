use ferz_engine::board::{Bits, Square, U256, extract_word, software_extract};

fn laws<B: Bits>() {
    let mut state = 1u64;
    for _ in 0..200 {
        let mut words = [0; 4];
        let mut mask = [0; 4];
        for i in 0..4 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            words[i] = state;
            mask[i] = state.rotate_left(17) & 0x0101_0402_0000_0081;
        }
        let set = B::from_words(words);
        let mask = B::from_words(mask);
        assert_eq!(set.squares().count(), set.count() as usize);
        assert_eq!(set.squares().fold(B::EMPTY, |all, s| all | B::bit(s)), set);
        let packed: usize = mask
            .squares()
            .enumerate()
            .filter(|&(_, s)| set.has(s))
            .map(|(i, _)| 1 << i)
            .sum();
        assert_eq!(set.extract(mask), packed);
        let by = (words[0] >> 32) as u8;
        let rotated = set.squares().fold(B::EMPTY, |all, s| {
            all | B::bit(((usize::from(s) + usize::from(by)) % B::WIDTH) as Square)
        });
        assert_eq!(set.rotate(by), rotated);
        assert_eq!(B::below(by).count() as usize, usize::from(by) % B::WIDTH);
    }
}

#[test]
fn sets_of_all_widths_agree_with_their_squares() {
    laws::<u64>();
    laws::<u128>();
    laws::<U256>();
}

#[test]
fn the_instruction_and_its_twin_agree() {
    let mut state = 7u64;
    for _ in 0..1000 {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let mask = state.rotate_left(23) & state.rotate_right(9);
        assert_eq!(extract_word(state, mask), software_extract(state, mask));
    }
}
