//! Lookup tables from occupancy to targets, for movements of any shape on any board.
//!
//! A set of *conditional squares* — each with squares that must be empty and squares that must be occupied — is a
//! function of the occupancy of the squares in its conditions. Conditions that share no square are independent:
//! they fall apart into components, a rook's into its four rays. Components are packed together as long as their
//! squares index one table of at most [`Layout::TABLE_BITS`] bits. What is too long for a table is walked.

use super::layout::Layout;
use crate::board::{Bits, Square};
use rustc_hash::FxHashMap;

/// Once the tables of a variant take so many bytes, what is still to come is walked, too.
const MAX_BYTES: usize = 32 << 20;

/// A square that counts when some squares are empty and some are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Conditional<B> {
    pub(crate) square: Square,
    pub(crate) empty: B,
    pub(crate) occupied: B,
}

impl<B: Bits> Conditional<B> {
    #[inline(always)]
    pub(crate) fn holds(&self, occupancy: B) -> bool {
        !self.empty.meets(occupancy) && (self.occupied & !occupancy).is_empty()
    }
}

/// One table: the squares that index it and where its first entry is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup<B> {
    mask: B,
    offset: u32,
}

/// All tables of a variant; equal ones are stored once.
#[derive(Debug)]
pub(crate) struct Pool<L: Layout> {
    entries: Vec<L::B>,
    known: FxHashMap<Vec<Conditional<L::B>>, Lookup<L::B>>,
}

/// For every square, the targets that depend on occupancy.
#[derive(Clone, Debug)]
pub(crate) struct Conditionals<L: Layout> {
    /// Lookups of square `s` at `s * stride ..`; unused ones have an empty mask and point at an empty set.
    lookups: Vec<Lookup<L::B>>,
    stride: usize,
    /// Too long for a table: tested one by one.
    walks: Vec<Vec<Conditional<L::B>>>,
    /// Every square in the lists that this was built from.
    squares: L::B,
}

impl<L: Layout> Pool<L> {
    pub(crate) fn new() -> Self {
        // Entry 0 is the empty set, for unused lookups.
        Self {
            entries: vec![L::B::EMPTY],
            known: FxHashMap::default(),
        }
    }

    /// Size of all tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<L::B>()
    }

    /// Forgets what is only needed while tables are built.
    pub(crate) fn seal(&mut self) {
        self.known = FxHashMap::default();
        self.entries.shrink_to_fit();
    }

    #[inline(always)]
    fn get(&self, lookup: &Lookup<L::B>, occupancy: L::B) -> L::B {
        self.entries[lookup.offset as usize + occupancy.extract(lookup.mask)]
    }

    /// The table of one bin of components.
    fn table(&mut self, bin: &[Component<L::B>]) -> Lookup<L::B> {
        let key: Vec<Conditional<L::B>> = bin.iter().flat_map(|c| c.members.iter().copied()).collect();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mask = bin.iter().fold(L::B::EMPTY, |all, c| all | c.mask);
        let offset = self.entries.len();
        self.entries.resize(offset + (1 << mask.count()), L::B::EMPTY);
        let entries = &mut self.entries[offset..];
        // The squares of the components so far, which fill the table as if nothing stood on those of the others.
        let mut known = 0usize;
        for component in bin {
            let own = component.mask.extract(mask);
            let mut occupancy = own;
            // What is there for none of its own squares is needed for all of them: that comes last.
            for result in component.results().into_iter().rev() {
                let mut beside = 0usize;
                loop {
                    entries[occupancy | beside] = entries[beside] | result;
                    beside = beside.wrapping_sub(known) & known;
                    if beside == 0 {
                        break;
                    }
                }
                occupancy = occupancy.wrapping_sub(1) & own;
            }
            known |= own;
        }
        let lookup = Lookup {
            mask,
            offset: offset as u32,
        };
        self.known.insert(key, lookup);
        lookup
    }
}

/// All subsets of a set, in the order of what [`Bits::extract`] makes of them.
fn subsets<B: Bits>(mask: B) -> Vec<B> {
    let mut all = Vec::with_capacity(1 << mask.count());
    all.push(B::EMPTY);
    // With each square come those before it once more, now with the square.
    for square in mask.squares() {
        for i in 0..all.len() {
            all.push(all[i] | B::bit(square));
        }
    }
    all
}

/// Components that share a table, and all their squares.
type Bin<B> = (B, Vec<Component<B>>);

/// Conditional squares whose conditions share squares.
struct Component<B> {
    mask: B,
    members: Vec<Conditional<B>>,
}

impl<B: Bits> Component<B> {
    fn results(&self) -> Vec<B> {
        let of = |occupancy: B| {
            self.members
                .iter()
                .filter(|m| m.holds(occupancy))
                .fold(B::EMPTY, |all, m| all | B::bit(m.square))
        };
        subsets(self.mask).into_iter().map(of).collect()
    }
}

/// Parts a list so that members of different components share no condition.
fn components<B: Bits>(list: &[Conditional<B>]) -> Vec<Component<B>> {
    let mut out: Vec<Component<B>> = Vec::new();
    for &member in list {
        let mask = member.empty | member.occupied;
        let Some(home) = out.iter().position(|c| c.mask.meets(mask)) else {
            out.push(Component {
                mask,
                members: vec![member],
            });
            continue;
        };
        for i in (home + 1..out.len()).rev() {
            if out[i].mask.meets(mask) {
                let other = out.remove(i);
                out[home].mask |= other.mask;
                out[home].members.extend(other.members);
            }
        }
        out[home].mask |= mask;
        out[home].members.push(member);
    }
    out
}

/// Where leaps and rays lead from a square; leaps are by start square, or empty.
#[inline(always)]
pub(super) fn reach<L: Layout>(
    pool: &Pool<L>,
    (leaps, rays): (&[L::B], &Option<Conditionals<L>>),
    from: Square,
    occupancy: L::B,
) -> L::B {
    let mut set = if leaps.is_empty() {
        L::B::EMPTY
    } else {
        leaps[usize::from(from)]
    };
    if let Some(rays) = rays {
        set |= rays.targets(pool, from, occupancy);
    }
    set
}

impl<L: Layout> Conditionals<L> {
    /// Builds the tables; `groups` holds, for every square, lists that are packed separately so that movements
    /// with a common part share its tables. `None` if there is nothing at all.
    pub(crate) fn build(pool: &mut Pool<L>, groups: &[Vec<Vec<Conditional<L::B>>>]) -> Option<Self> {
        if groups.iter().flatten().all(Vec::is_empty) {
            return None;
        }
        let squares = groups
            .iter()
            .flatten()
            .flatten()
            .fold(L::B::EMPTY, |set, c| set | L::B::bit(c.square));
        let mut walks = Vec::with_capacity(groups.len());
        let mut rows: Vec<Vec<Lookup<L::B>>> = Vec::with_capacity(groups.len());
        for square in groups {
            let mut row = Vec::new();
            let mut long = Vec::new();
            for group in square {
                let mut bins: Vec<Bin<L::B>> = Vec::new();
                for component in components(group) {
                    if component.mask.count() > L::TABLE_BITS || pool.bytes() > MAX_BYTES {
                        long.extend(component.members);
                        continue;
                    }
                    let fits = |(mask, _): &&mut Bin<L::B>| (*mask | component.mask).count() <= L::TABLE_BITS;
                    match bins.iter_mut().find(fits) {
                        Some((mask, bin)) => {
                            *mask |= component.mask;
                            bin.push(component);
                        }
                        None => bins.push((component.mask, vec![component])),
                    }
                }
                row.extend(bins.iter().map(|(_, bin)| pool.table(bin)));
            }
            rows.push(row);
            walks.push(long);
        }
        let stride = rows.iter().map(Vec::len).max().unwrap_or(0);
        let unused = Lookup {
            mask: L::B::EMPTY,
            offset: 0,
        };
        let lookups = rows
            .into_iter()
            .flat_map(|row| {
                let pad = stride - row.len();
                row.into_iter().chain(std::iter::repeat_n(unused, pad))
            })
            .collect();
        if walks.iter().all(Vec::is_empty) {
            walks.clear();
        }
        Some(Self {
            lookups,
            stride,
            walks,
            squares,
        })
    }

    /// Every square whose conditions could hold from somewhere.
    pub(crate) fn all(&self) -> L::B {
        self.squares
    }

    /// The squares whose conditions hold, from one square.
    #[inline(always)]
    pub(crate) fn targets(&self, pool: &Pool<L>, square: Square, occupancy: L::B) -> L::B {
        let first = usize::from(square) * self.stride;
        let mut set = L::B::EMPTY;
        for lookup in &self.lookups[first..first + self.stride] {
            set |= pool.get(lookup, occupancy);
        }
        if !self.walks.is_empty() {
            for conditional in &self.walks[usize::from(square)] {
                if conditional.holds(occupancy) {
                    set |= L::B::bit(conditional.square);
                }
            }
        }
        set
    }
}
