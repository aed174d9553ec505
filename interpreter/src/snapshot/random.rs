//! Numbers that look random and are the same everywhere.

/// A sequence of numbers (splitmix64): the same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next number, less than `n`; 0 if there is none.
    pub const fn below(&mut self, n: usize) -> usize {
        let n = if n == 0 { 1 } else { n as u64 };
        (self.next() % n) as usize
    }
}
