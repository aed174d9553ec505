//! Counts of moves after which the game is drawn. Knows no moves: it is told what a move has done.

use super::goals::{Names, Scene};
use crate::board::Bits;
use crate::rules::{self, Side};

/// The state of a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    /// Plies that have been counted.
    pub(crate) plies: u16,
    /// The largest number of plies; 0 if no count runs.
    pub(crate) limit: u16,
}

impl Counted {
    /// Whether a count runs.
    #[inline(always)]
    pub(crate) fn runs(self) -> bool {
        self.limit > 0
    }
}

/// The counts of a variant, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    alone: Option<Count>,
    several: Option<Count>,
    /// Whether there is also a halfmove clock.
    has_clock: bool,
}

#[derive(Clone, Debug)]
struct Count {
    limits: Vec<Limit>,
    without: Vec<u8>,
    at_most: u32,
    from_pieces: bool,
}

#[derive(Clone, Debug)]
struct Limit {
    plies: u16,
    against: Vec<u8>,
    at_least: u32,
}

/// Compiles the counts, if there are any.
///
/// # Errors
/// If a piece is unknown.
pub(super) fn compile<N: Names>(end: &rules::End, names: &N) -> Result<Option<Counts>, N::Error> {
    if end.counting.is_empty() {
        return Ok(None);
    }
    let kinds = |list: &[String]| list.iter().map(|name| names.kind(name)).collect::<Result<_, _>>();
    let limit = |limit: &rules::CountLimit| {
        Ok(Limit {
            plies: limit.moves.saturating_mul(2),
            against: kinds(&limit.against)?,
            at_least: limit.at_least.max(1),
        })
    };
    let count = |count: &rules::Count| {
        Ok(Count {
            limits: count.limits.iter().map(limit).collect::<Result<_, _>>()?,
            without: kinds(&count.without)?,
            at_most: count.at_most,
            from_pieces: count.from_pieces,
        })
    };
    Ok(Some(Counts {
        alone: end.counting.alone.as_ref().map(count).transpose()?,
        several: end.counting.several.as_ref().map(count).transpose()?,
        has_clock: end.move_rule.is_some(),
    }))
}

impl Count {
    /// Whether there are pieces that prevent a count.
    fn is_barred<B: Bits>(&self, scene: &Scene<'_, B>) -> bool {
        let stands = |side| scene.standing(&self.without, side) > 0;
        !self.without.is_empty() && Side::ALL.into_iter().any(stands)
    }
}

impl Counts {
    /// The halfmove clock beside a count. Without a move rule of its own, it stands still while a
    /// count runs.
    pub(crate) fn halfmove_beside(&self, counted: Counted, halfmove: u16) -> u16 {
        if counted.runs() && !self.has_clock {
            0
        } else {
            halfmove
        }
    }

    /// All limits in plies.
    pub(crate) fn limits(&self) -> impl Iterator<Item = u16> {
        let counts = self.alone.iter().chain(&self.several);
        counts.flat_map(|count| count.limits.iter().map(|limit| limit.plies))
    }

    /// The count of a side, if its number of pieces allows one.
    fn of<B: Bits>(&self, scene: &Scene<'_, B>, side: Side) -> Option<&Count> {
        match scene.all(side) {
            1 => self.alone.as_ref(),
            own => self
                .several
                .as_ref()
                .filter(|count| count.at_most == 0 || own <= count.at_most),
        }
    }

    /// The count that a side may begin.
    fn begun<B: Bits>(&self, scene: &Scene<'_, B>, side: Side) -> Option<Counted> {
        let other = side.other();
        let count = self.of(scene, side)?;
        if scene.all(other) <= 1 || count.is_barred(scene) {
            return None;
        }
        let holds = |limit: &&Limit| {
            limit.against.is_empty() || scene.standing(&limit.against, other) >= limit.at_least
        };
        let limit = count.limits.iter().find(holds)?.plies;
        let pieces = Side::each(|side| scene.all(side) as u16);
        let plies = if count.from_pieces {
            2 * (pieces[0] + pieces[1])
        } else {
            0
        };
        Some(Counted { plies, limit })
    }

    /// The count after a move of a side, which may have been a promotion.
    pub(crate) fn after<B: Bits>(
        &self,
        counted: Counted,
        [before, after]: [&Scene<'_, B>; 2],
        us: Side,
        promoted: bool,
    ) -> Counted {
        let them = us.other();
        let mut next = counted;
        if next.runs() && after.side_to_move != us {
            next.plies = next.plies.saturating_add(1);
        }
        let lost = |side: Side| after.all(side) < before.all(side);
        // The count starts one ply before it would begin anyway, with the opponent's next move.
        if lost(them)
            && after.all(us) == 1
            && let Some(count) = self.of(after, us)
            && count.from_pieces
            && count.is_barred(before)
            && let Some(begun) = self.begun(after, us)
        {
            next = Counted {
                plies: begun.plies - 1,
                ..begun
            };
        }
        let begins_again = || after.all(them) == 1 && (promoted || lost(us) || lost(them));
        if !next.runs() || begins_again() {
            next = self.begun(after, them).unwrap_or(next);
        }
        next
    }
}
