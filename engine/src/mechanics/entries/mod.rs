//! The entries of `rules` whose pieces take part in turns: one file for each that is a
//! [`Mechanic`]. They do not include carriers, which belong to the table.

mod avenge;
mod pool;
mod recall;
mod regents;

use super::mechanic::Mechanic;
use crate::engine::judging::Cause;
use crate::engine::layout::FullLayout;
use crate::rules::Beyond;

/// The mechanics that the rules speak of, each with the cause by which plans name it.
pub(crate) fn of_rules<L: FullLayout>(rules: &Beyond) -> Vec<(Cause, Box<dyn Mechanic<L>>)> {
    let mut all: Vec<(Cause, Box<dyn Mechanic<L>>)> = Vec::new();
    if let Some(kinds) = &rules.pool {
        all.push((Cause::Pool, Box::new(pool::Kept::new(kinds))));
    }
    for one in &rules.recall {
        all.push((Cause::Recall, Box::new(recall::Recall::new(one))));
    }
    for one in &rules.avenge {
        all.push((Cause::Avenge, Box::new(avenge::Avenge::new(one))));
    }
    if !rules.regents.is_empty() {
        all.push((Cause::Regents, Box::new(regents::Regents::new(&rules.regents))));
    }
    all
}
