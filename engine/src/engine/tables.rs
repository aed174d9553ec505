//! Lookup tables from occupancy to targets, for movements of any shape on any board. Does not know
//! whose pieces occupy the squares.
//!
//! A *conditional square* has squares that must be empty and squares that must be occupied. A set
//! of conditional squares is a function of the occupancy of the squares in its conditions.
//! Conditions that share no square are independent: they form components, a rook's for example its
//! four rays. Components are packed together as long as their squares index one table of at most
//! [`Width::TABLE_BITS`] bits. A component that is too long for a table is walked.

use super::narrow::{Narrow, narrow};
use super::width::{Wide, Width};
use crate::board::{Bits, Square, union};
use rustc_hash::FxHashMap;

/// The largest size of a variant's tables in bytes; further ones are walked instead.
const MAX_BYTES: usize = 32 << 20;

/// A square that counts when some squares are empty and some are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Conditional<B> {
    pub(crate) square: Square,
    pub(crate) empty: B,
    pub(crate) occupied: B,
}

narrow!(Conditional { empty, occupied; square });

impl<B: Bits> Conditional<B> {
    #[inline(always)]
    pub(crate) fn holds(&self, occupancy: B) -> bool {
        !self.empty.meets(occupancy) && (self.occupied & !occupancy).is_empty()
    }
}

/// One table: the squares that index it, and the place of its first entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup<B> {
    mask: B,
    offset: u32,
}

narrow!(Lookup { mask; offset });

/// All tables of a variant.
#[derive(Debug, Default)]
pub(crate) struct Pool<B: Bits> {
    entries: Vec<B>,
}

/// The parts of which the tables of a variant are made while it is compiled. Equal ones are stored
/// once.
#[derive(Debug)]
pub(crate) struct Draft {
    tables: Vec<Table>,
    known: FxHashMap<Vec<Conditional<Wide>>, Lookup<Wide>>,
    /// The number of entries in all tables.
    entries: usize,
    /// The largest number of bits that index one table.
    table_bits: u32,
    /// The number of bytes of an entry.
    weight: usize,
}

/// One table that is still to be made.
#[derive(Debug)]
struct Table {
    lookup: Lookup<Wide>,
    components: Vec<Component<Wide>>,
}

/// For every square, the targets that depend on occupancy.
#[derive(Clone, Debug)]
pub(crate) struct Conditionals<B: Bits> {
    /// The first lookup of each square; unused ones have an empty mask and point at an empty set.
    first: Vec<Lookup<B>>,
    /// Further lookups of square `s` at `s * stride ..`.
    further: Vec<Lookup<B>>,
    stride: usize,
    /// Conditions that are too long for a table: tested one by one.
    walks: Vec<Vec<Conditional<B>>>,
    /// Whether the first lookup of a square tells all.
    at_once: bool,
    /// Every square in the lists that this was built from.
    squares: B,
}

narrow!(Conditionals { first, further, walks, squares; stride, at_once });

impl Draft {
    /// A pool without tables; `B` is the later width of the sets.
    pub(crate) fn new<B: Width>() -> Self {
        Self {
            tables: Vec::new(),
            known: FxHashMap::default(),
            // Entry 0 is the empty set, for unused lookups.
            entries: 1,
            table_bits: B::TABLE_BITS,
            weight: size_of::<B>(),
        }
    }

    /// Whether no more tables may be added.
    fn is_full(&self) -> bool {
        self.entries * self.weight > MAX_BYTES
    }

    /// The table of one bin of components.
    fn table(&mut self, bin: Vec<Component<Wide>>) -> Lookup<Wide> {
        let key: Vec<Conditional<Wide>> = bin.iter().flat_map(|c| c.members.iter().copied()).collect();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mask = union(bin.iter(), |c| c.mask);
        let lookup = Lookup {
            mask,
            offset: self.entries as u32,
        };
        self.entries += 1 << mask.count();
        self.known.insert(key, lookup);
        self.tables.push(Table {
            lookup,
            components: bin,
        });
        lookup
    }
}

impl<B: Width> Pool<B> {
    /// Makes the tables.
    pub(crate) fn fill(draft: Draft) -> Self {
        let mut entries = vec![B::EMPTY; draft.entries];
        for table in draft.tables {
            let lookup: Lookup<B> = table.lookup.narrow();
            let components: Vec<Component<B>> = table.components.narrow();
            let size = 1 << lookup.mask.count();
            lookup.fill(&components, &mut entries[lookup.offset as usize..][..size]);
        }
        Self { entries }
    }
}

impl<B: Bits> Pool<B> {
    /// Size of all tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<B>()
    }

    #[inline(always)]
    fn get(&self, lookup: &Lookup<B>, occupancy: B) -> B {
        self.entries[lookup.offset as usize + occupancy.extract(lookup.mask)]
    }
}

impl<B: Bits> Lookup<B> {
    /// Fills a table, all of whose entries are empty, from its components.
    fn fill(&self, bin: &[Component<B>], entries: &mut [B]) {
        // The squares of the components so far, which fill the table as if the other components'
        // squares were empty.
        let mut known = 0usize;
        for component in bin {
            let own = component.mask.extract(self.mask);
            let mut occupancy = own;
            // The result with none of its own squares occupied is needed for all of them, so it
            // comes last.
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
    }
}

/// All subsets of a set, in the order of their images under [`Bits::extract`].
fn subsets<B: Bits>(mask: B) -> Vec<B> {
    let mut all = Vec::with_capacity(1 << mask.count());
    all.push(B::EMPTY);
    // Each square adds the subsets before it once more, together with the square.
    for square in mask.squares() {
        for i in 0..all.len() {
            all.push(all[i] | B::bit(square));
        }
    }
    all
}

/// Components that share a table, and all their squares.
type Bin = (Wide, Vec<Component<Wide>>);

/// Conditional squares whose conditions share squares.
#[derive(Debug)]
struct Component<B> {
    mask: B,
    members: Vec<Conditional<B>>,
}

narrow!(Component { mask, members });

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

/// Divides a list so that members of different components share no condition.
fn components(list: &[Conditional<Wide>]) -> Vec<Component<Wide>> {
    let mut out: Vec<Component<Wide>> = Vec::new();
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

/// The squares to which leaps and rays lead from a square; leaps are by start square, or empty.
#[inline(always)]
pub(super) fn reach<B: Bits>(
    pool: &Pool<B>,
    (leaps, rays): (&[B], &Option<Conditionals<B>>),
    from: Square,
    occupancy: B,
) -> B {
    let mut set = if leaps.is_empty() {
        B::EMPTY
    } else {
        leaps[usize::from(from)]
    };
    if let Some(rays) = rays {
        set |= rays.targets(pool, from, occupancy);
    }
    set
}

impl Conditionals<Wide> {
    /// Builds the tables. `groups` holds, for every square, lists that are packed separately, so
    /// that movements with a common part share its tables. `None` if all lists are empty.
    pub(crate) fn build(draft: &mut Draft, groups: &[Vec<Vec<Conditional<Wide>>>]) -> Option<Self> {
        if groups.iter().flatten().all(Vec::is_empty) {
            return None;
        }
        let squares = groups
            .iter()
            .flatten()
            .flatten()
            .fold(Wide::EMPTY, |set, c| set | Wide::bit(c.square));
        let mut walks = Vec::with_capacity(groups.len());
        let mut rows: Vec<Vec<Lookup<Wide>>> = Vec::with_capacity(groups.len());
        for square in groups {
            let mut row = Vec::new();
            let mut long = Vec::new();
            for group in square {
                let mut bins: Vec<Bin> = Vec::new();
                for component in components(group) {
                    if component.mask.count() > draft.table_bits || draft.is_full() {
                        long.extend(component.members);
                        continue;
                    }
                    let fits = |(mask, _): &&mut Bin| (*mask | component.mask).count() <= draft.table_bits;
                    match bins.iter_mut().find(fits) {
                        Some((mask, bin)) => {
                            *mask |= component.mask;
                            bin.push(component);
                        }
                        None => bins.push((component.mask, vec![component])),
                    }
                }
                row.extend(bins.into_iter().map(|(_, bin)| draft.table(bin)));
            }
            rows.push(row);
            walks.push(long);
        }
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let stride = longest.saturating_sub(1);
        let unused = Lookup {
            mask: Wide::EMPTY,
            offset: 0,
        };
        let (mut first, mut further) = (Vec::with_capacity(rows.len()), Vec::new());
        for mut row in rows {
            row.resize(1 + stride, unused);
            first.push(row[0]);
            further.extend_from_slice(&row[1..]);
        }
        if walks.iter().all(Vec::is_empty) {
            walks.clear();
        }
        Some(Self {
            at_once: stride == 0 && walks.is_empty(),
            first,
            further,
            stride,
            walks,
            squares,
        })
    }
}

impl<B: Bits> Conditionals<B> {
    /// Every square whose conditions could hold, from any square.
    pub(crate) fn all(&self) -> B {
        self.squares
    }

    /// Every square on which a condition depends.
    pub(crate) fn asked(&self) -> B {
        let looked_up = self.first.iter().chain(&self.further).map(|lookup| lookup.mask);
        let walked = self.walks.iter().flatten().map(|c| c.empty | c.occupied);
        looked_up.chain(walked).fold(B::EMPTY, |all, set| all | set)
    }

    /// The squares on which conditions from one square depend.
    pub(crate) fn asked_from(&self, square: Square) -> B {
        let start = usize::from(square) * self.stride;
        let further = self.further.get(start..start + self.stride).unwrap_or_default();
        let lookups = self.first.get(usize::from(square)).into_iter().chain(further);
        let walks = self.walks.get(usize::from(square)).into_iter().flatten();
        let walked = walks.map(|c| c.empty | c.occupied);
        let looked_up = lookups.map(|lookup| lookup.mask);
        looked_up.chain(walked).fold(B::EMPTY, |all, set| all | set)
    }

    /// The squares whose conditions hold, from one square.
    #[inline(always)]
    pub(crate) fn targets(&self, pool: &Pool<B>, square: Square, occupancy: B) -> B {
        let set = pool.get(&self.first[usize::from(square)], occupancy);
        if self.at_once {
            set
        } else {
            set | self.further_targets(pool, square, occupancy)
        }
    }

    /// Those that the first lookup does not tell.
    #[inline(always)]
    fn further_targets(&self, pool: &Pool<B>, square: Square, occupancy: B) -> B {
        let start = usize::from(square) * self.stride;
        let mut set = B::EMPTY;
        for lookup in &self.further[start..start + self.stride] {
            set |= pool.get(lookup, occupancy);
        }
        if !self.walks.is_empty() {
            for conditional in &self.walks[usize::from(square)] {
                if conditional.holds(occupancy) {
                    set |= B::bit(conditional.square);
                }
            }
        }
        set
    }
}
