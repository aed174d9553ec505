//! From rules to a compiled variant: the choice of a layout, and of an engine with or without
//! mechanics. Knows neither what hooks do nor how tables are made.

use super::{Compiled, Engine};
use crate::board::{Bits, Topology};
use crate::engine::core::Core;
use crate::engine::fen::{layouts, places};
use crate::engine::judging::Cause;
use crate::engine::layout::{FullLarge, Layout, Medium, RichMedium, Small};
use crate::engine::{CompileError, Effects, build};
use crate::hooks::{self, EventLayout};
use crate::mechanics::{Mechanic, Mechanics, of_rules};
use crate::rules::Ruleset;
use std::sync::Arc;

/// The castling rights of a layout.
type Rights<L> = <L as Layout>::Rights;

fn compile<L: Layout>(
    rules: &Ruleset,
    topology: Topology,
    effects: &[Effects],
) -> Result<Arc<Compiled<L>>, CompileError> {
    let mut core = build::build::<L>(rules, topology, effects)?;
    let start = |core: &Core<L>| layouts::parse_setup(core, &rules.start).map_err(CompileError::Start);
    let first = start(&core)?;
    places::read_homes(&mut core, &first, rules);
    places::find_marked(&mut core, rules);
    let start = start(&core)?;
    places::find_never(&mut core, &start);
    places::find_stuck(&mut core, &start);
    let start = layouts::position(&core, &start);
    Ok(Arc::new(Compiled { core, start }))
}

/// Compiles rules with hooks that take part in the game.
fn compile_with_mechanics<L: EventLayout>(
    rules: &Ruleset,
    topology: Topology,
    effects: &[Effects],
) -> Result<Arc<Mechanics<L>>, CompileError> {
    let mut mechanics: Vec<(Cause, Box<dyn Mechanic<L>>)> = of_rules(&rules.restrictions.beyond);
    for (number, used) in rules.hooks.iter().enumerate() {
        let wrong = |e: serde_json::Error| CompileError::Hook {
            name: used.name.clone(),
            message: e.to_string(),
        };
        let hook = hooks::event(used).map_err(wrong)?;
        mechanics.extend(hook.map(|hook| (Cause::Hook(number), hook)));
    }
    Ok(Arc::new(Mechanics::new(rules, topology, effects, mechanics)?))
}

/// Whether this build has a layout for the rules. Only a build for boards of up to 64 squares
/// (`--cfg ferz_small_boards`) may lack one; the web page and the npm package load that build
/// first.
pub fn holds(rules: &Ruleset) -> bool {
    if !cfg!(ferz_small_boards) {
        return true;
    }
    let anywhere = rules.castling.iter().any(|castling| castling.anywhere);
    let squares = Topology::new(&rules.board).map_or(0, |topology| topology.size());
    !anywhere && squares <= Small::fill(0).len() && rules.pieces.len() <= Small::KINDS
}

/// Compiles rules without mechanics in the language, in the smallest layout that holds them.
pub(super) fn engine(rules: &Ruleset) -> Result<Engine, CompileError> {
    let topology = Topology::new(&rules.board)?;
    if !holds(rules) {
        return Err(CompileError::SmallBoardsOnly);
    }
    let (squares, kinds) = (topology.size(), rules.pieces.len());
    let fits = |width: usize, most: usize| squares <= width && kinds <= most;
    if kinds > FullLarge::KINDS {
        return Err(CompileError::TooManyKinds(kinds));
    }
    let acts = hooks::take_part(rules);
    let effects = rules.hooks.iter().map(hooks::effects_of);
    let effects = &effects.collect::<Result<Vec<Effects>, _>>()?;
    let anywhere = rules.castling.iter().any(|castling| castling.anywhere);
    let rich = build::needs_rich_layout(rules, effects);
    let small = fits(Small::fill(0).len(), Small::KINDS);
    let has_room = |rights: usize| !anywhere || build::squares_that_tell(rules, rights, rich).is_some();
    Ok(if acts && small && !anywhere {
        Engine::EventSmall(compile_with_mechanics(rules, topology, effects)?)
    } else if acts {
        Engine::EventLarge(compile_with_mechanics(rules, topology, effects)?)
    } else if anywhere && rich {
        Engine::FullLarge(compile(rules, topology, effects)?)
    } else if small && rich {
        Engine::RichSmall(compile(rules, topology, effects)?)
    } else if small && has_room(Rights::<Small>::WIDTH) {
        Engine::Small(compile(rules, topology, effects)?)
    } else if rich && fits(RichMedium::fill(0).len(), RichMedium::KINDS) {
        Engine::RichMedium(compile(rules, topology, effects)?)
    } else if !rich && has_room(Rights::<Medium>::WIDTH) && fits(Medium::fill(0).len(), Medium::KINDS) {
        Engine::Medium(compile(rules, topology, effects)?)
    } else {
        Engine::FullLarge(compile(rules, topology, effects)?)
    })
}
