//! The entries of `rules` whose pieces take part in turns: one file for each that is a
//! [`Mechanic`]. They do not include carriers, which belong to the table.

mod avenge;
mod pool;
mod recall;
mod regents;

use super::mechanic::Mechanic;
use crate::engine::layout::FullLayout;
use crate::rules::Beyond;

/// The mechanics of the entries in the rules.
pub(crate) fn of_rules<L: FullLayout>(rules: &Beyond) -> Vec<Box<dyn Mechanic<L>>> {
    let mut all: Vec<Box<dyn Mechanic<L>>> = Vec::new();
    if let Some(kinds) = &rules.pool {
        all.push(Box::new(pool::Kept::new(kinds)));
    }
    for one in &rules.recall {
        all.push(Box::new(recall::Recall::new(one)));
    }
    for one in &rules.avenge {
        all.push(Box::new(avenge::Avenge::new(one)));
    }
    if !rules.regents.is_empty() {
        all.push(Box::new(regents::Regents::new(&rules.regents)));
    }
    all
}
