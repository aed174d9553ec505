//! Sets of squares as bits: 64, 128 or 256 of them. Knows no board: which squares exist, and which
//! are neighbours, is in `topology`.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Index of a square: rank by rank from a1, then the extra squares.
pub type Square = u8;

/// A set of squares of fixed width.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of squares that fit.
    const WIDTH: usize;
    /// The number of 64-bit words of the set.
    const WORDS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// Whether no square is in the set.
    fn is_empty(self) -> bool;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// The lowest square; the set must not be empty.
    fn lowest(self) -> Square;
    /// The set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// 64-bit word `index`, lowest squares first.
    fn word(self, index: usize) -> u64;
    /// The set of four words; bits beyond the width are ignored.
    fn from_words(words: [u64; 4]) -> Self;
    /// All squares below one.
    fn below(square: Square) -> Self;
    /// Every square moved up by `by` places; squares that leave at one end come in at the other.
    #[must_use]
    fn rotate(self, by: u8) -> Self;
    /// The bits of `self` at the places of `mask`, packed together from bit 0. The mask has at most
    /// 16 bits.
    fn extract(self, mask: Self) -> usize;

    /// Whether the square is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        !(self & Self::bit(square)).is_empty()
    }
    /// Puts a square into the set.
    #[inline(always)]
    fn insert(&mut self, square: Square) {
        *self |= Self::bit(square);
    }
    /// Whether the set has more than one square.
    #[inline(always)]
    fn several(self) -> bool {
        !self.without_lowest().is_empty()
    }
    /// Whether the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
    /// The squares of the set that meet a condition.
    #[must_use]
    #[inline]
    fn keep(self, mut meets: impl FnMut(&Square) -> bool) -> Self {
        let mut kept = Self::EMPTY;
        for square in self.squares() {
            if meets(&square) {
                kept |= Self::bit(square);
            }
        }
        kept
    }
    /// The union of the sets that a function gives for the squares of the set.
    #[must_use]
    #[inline]
    fn spread(self, mut give: impl FnMut(Square) -> Self) -> Self {
        let mut all = Self::EMPTY;
        for square in self.squares() {
            all |= give(square);
        }
        all
    }
    /// The squares of the set, ascending.
    #[inline(always)]
    fn squares(self) -> Iter<Self> {
        Iter(self)
    }
}

/// The squares of a set, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Iter<B>(B);

impl<B: Bits> Iterator for Iter<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }

    // Like the library's version, which would compile three functions for each question.
    #[inline]
    fn any<F: FnMut(Square) -> bool>(&mut self, mut asked: F) -> bool {
        for square in self.by_ref() {
            if asked(square) {
                return true;
            }
        }
        false
    }

    #[inline]
    fn all<F: FnMut(Square) -> bool>(&mut self, mut asked: F) -> bool {
        for square in self.by_ref() {
            if !asked(square) {
                return false;
            }
        }
        true
    }

    #[inline]
    #[expect(
        clippy::manual_find,
        reason = "the method that this would call is the one written here"
    )]
    fn find<F: FnMut(&Square) -> bool>(&mut self, mut asked: F) -> Option<Square> {
        for square in self.by_ref() {
            if asked(&square) {
                return Some(square);
            }
        }
        None
    }

    #[inline]
    fn find_map<T, F: FnMut(Square) -> Option<T>>(&mut self, mut asked: F) -> Option<T> {
        for square in self.by_ref() {
            let found = asked(square);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Packs the bits of `word` at the places of `mask`.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub fn extract_word(word: u64, mask: u64) -> u64 {
    // SAFETY: the `cfg` above admits only builds with BMI2 switched on, so the instruction exists
    // on every machine that runs them. `software_extract` is its checked twin.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

/// Packs the bits of `word` at the places of `mask`.
#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
#[inline(always)]
pub fn extract_word(word: u64, mask: u64) -> u64 {
    #[target_feature(enable = "bmi2")]
    fn instruction(word: u64, mask: u64) -> u64 {
        std::arch::x86_64::_pext_u64(word, mask)
    }
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the machine has just been asked whether it has the instruction.
        // `software_extract` is its checked twin.
        unsafe { instruction(word, mask) }
    } else {
        software_extract(word, mask)
    }
}

/// Packs the bits of `word` at the places of `mask`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn extract_word(word: u64, mask: u64) -> u64 {
    software_extract(word, mask)
}

/// Computes the result of [`extract_word`] without the instruction: one step for each bit of the
/// word that the mask keeps. Its place is the number of bits of the mask below it.
pub fn software_extract(word: u64, mask: u64) -> u64 {
    let mut out = 0;
    let mut kept = word & mask;
    while kept != 0 {
        let low = kept & kept.wrapping_neg();
        out |= 1 << (mask & (low - 1)).count_ones();
        kept ^= low;
    }
    out
}

macro_rules! word {
    ($bits:ty, $width:literal, $words:literal, |$set:ident, $index:ident| $word:expr, |$from:ident| $made:expr, |$of:ident, $mask:ident| $extracted:expr) => {
        impl Bits for $bits {
            const WIDTH: usize = $width;
            const WORDS: usize = $words;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(square: Square) -> Self {
                1 << (square & ($width - 1))
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> Square {
                self.trailing_zeros() as Square
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn word(self, $index: usize) -> u64 {
                let $set = self;
                $word
            }
            fn from_words($from: [u64; 4]) -> Self {
                $made
            }
            #[inline(always)]
            fn below(square: Square) -> Self {
                (1 << (square & ($width - 1))) - 1
            }
            #[inline(always)]
            fn rotate(self, by: u8) -> Self {
                self.rotate_left(u32::from(by & ($width - 1)))
            }
            #[inline(always)]
            fn extract(self, $mask: Self) -> usize {
                let $of = self;
                $extracted
            }
        }
    };
}
word!(
    u16,
    16,
    1,
    |set, _index| set.into(),
    |words| words[0] as Self,
    |set, mask| extract_word(set.into(), mask.into()) as usize
);
word!(
    u32,
    32,
    1,
    |set, _index| set.into(),
    |words| words[0] as Self,
    |set, mask| extract_word(set.into(), mask.into()) as usize
);
word!(
    u64,
    64,
    1,
    |set, _index| set,
    |words| words[0],
    |set, mask| extract_word(set, mask) as usize
);
word!(
    u128,
    128,
    2,
    |set, index| (set >> (64 * index)) as u64,
    |words| Self::from(words[0]) | Self::from(words[1]) << 64,
    |set, mask| {
        let low = extract_word(set as u64, mask as u64);
        let high = extract_word((set >> 64) as u64, (mask >> 64) as u64);
        (low | high << ((mask as u64).count_ones() & 63)) as usize
    }
);

/// A set of up to 256 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct U256(pub [u64; 4]);

macro_rules! wordwise {
    ($op:ident, $method:ident, $assign:ident, $assign_method:ident, $token:tt) => {
        impl $op for U256 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([a[0] $token b[0], a[1] $token b[1], a[2] $token b[2], a[3] $token b[3]])
            }
        }
        impl $assign for U256 {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $token other;
            }
        }
    };
}
wordwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
wordwise!(BitOr, bitor, BitOrAssign, bitor_assign, |);
wordwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for U256 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|w| !w))
    }
}

impl Bits for U256 {
    const WIDTH: usize = 256;
    const WORDS: usize = 4;
    const EMPTY: Self = Self([0; 4]);

    #[inline(always)]
    fn bit(square: Square) -> Self {
        let mut words = [0; 4];
        words[usize::from(square >> 6)] = 1 << (square & 63);
        Self(words)
    }
    #[inline(always)]
    fn insert(&mut self, square: Square) {
        self.0[usize::from(square >> 6)] |= 1 << (square & 63);
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline(always)]
    fn lowest(self) -> Square {
        let mut base = 0;
        for word in self.0 {
            if word != 0 {
                return base + word.trailing_zeros() as Square;
            }
            base = base.wrapping_add(64);
        }
        0
    }
    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }
    #[inline(always)]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }
    fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }
    #[inline(always)]
    fn below(square: Square) -> Self {
        let place = usize::from(square >> 6);
        let mut words = [0; 4];
        for word in &mut words[..place] {
            *word = u64::MAX;
        }
        words[place] = (1 << (square & 63)) - 1;
        Self(words)
    }
    #[inline(always)]
    fn rotate(self, by: u8) -> Self {
        let mut words = self.0;
        words.rotate_right(usize::from(by >> 6));
        let by = by & 63;
        if by == 0 {
            return Self(words);
        }
        let high = words.map(|w| w << by);
        let low = words.map(|w| w >> (64 - by));
        Self([
            high[0] | low[3],
            high[1] | low[0],
            high[2] | low[1],
            high[3] | low[2],
        ])
    }
    #[inline(always)]
    fn extract(self, mask: Self) -> usize {
        let mut out = 0;
        let mut place = 0;
        for (word, mask) in self.0.into_iter().zip(mask.0) {
            out |= extract_word(word, mask) << (place & 63);
            place += mask.count_ones();
        }
        out as usize
    }
}

/// The union of the sets that a function gives for the entries of a list.
#[inline]
pub fn union<B: Bits, T>(list: impl IntoIterator<Item = T>, mut give: impl FnMut(T) -> B) -> B {
    let mut all = B::EMPTY;
    for entry in list {
        all |= give(entry);
    }
    all
}

/// The union of some sets, at least one.
#[inline(always)]
pub(crate) fn union_of<B: Bits, const N: usize>(sets: &[B; N]) -> B {
    let mut all = sets[0];
    for set in &sets[1..] {
        all |= *set;
    }
    all
}

/// The same set in another width; squares that do not fit are lost.
pub fn convert<A: Bits, B: Bits>(set: A) -> B {
    let mut words = [0; 4];
    for (i, word) in words.iter_mut().enumerate().take(A::WORDS) {
        *word = set.word(i);
    }
    B::from_words(words)
}
