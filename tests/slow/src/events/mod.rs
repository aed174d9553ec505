//! The slow evaluator of mechanics that take part in turns: towers, pools, revenge, raising, bait,
//! denial and others.
//!
//! - [`State`] is a position, [`Action`] something a player may do, [`action::Step`] a part of it.
//! - [`perform`] carries out steps: landing, capturing, falling, and the answers of hooks.
//! - [`generate`] lists the moves of units, [`legality`] keeps the legal ones, [`turn`] goes on.
//!
//! Movements are walked as in the rest of the slow evaluator. A royal is threatened if one of the
//! opponent's moves, tried out, removes it. Rules outside the turn, such as weapons, explosions and
//! goals, combine with all that: [`aftermath`], [`goals`]; [`chain`] says how a turn goes on.

pub mod action;
pub mod aftermath;
pub mod chain;
pub mod fen;
pub mod generate;
pub mod goals;
pub mod hook;
pub mod hooks;
pub mod legality;
pub mod perform;
pub mod state;
pub mod table;
pub mod text;
pub mod turn;

pub use action::Action;
pub use state::State;
pub use table::Table;

use super::Outcome;
use ferz::rules::Ruleset;

/// Whether the evaluator knows everything that the rules say.
pub fn knows(rules: &Ruleset) -> bool {
    let rules = rules.dissolved();
    let is_known = |name: &str| hooks::is_known(name) || super::hooks::is_known(name);
    rules.hooks.iter().all(|hook| is_known(&hook.name))
}

/// A ruleset with or without event hooks, made ready to be played.
#[derive(Debug)]
pub struct Game {
    table: Table,
}

impl Game {
    /// Prepares a ruleset.
    ///
    /// # Panics
    /// If the ruleset contradicts itself. Those that are lowered from text without errors do not.
    pub fn new(rules: &Ruleset) -> Self {
        Self {
            table: Table::new(rules),
        }
    }

    /// The start position.
    pub fn start(&self) -> State {
        self.table.start().clone()
    }

    /// Reads a position; `None` if the text is no position of this variant.
    pub fn position(&self, fen: &str) -> Option<State> {
        fen::read(&self.table, fen)
    }

    /// Writes a position.
    pub fn fen(&self, state: &State) -> String {
        fen::write(&self.table, state)
    }

    /// All legal actions of the player who decides: their texts, sorted, and the positions that
    /// they lead to.
    pub fn legal_moves(&self, state: &State) -> Vec<(String, State)> {
        let listing = self.table.listing(state);
        let mut list: Vec<(String, State)> = listing
            .actions
            .iter()
            .map(|action| {
                (
                    self.table.text(state, action),
                    self.table.after(state, &listing, action),
                )
            })
            .collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list
    }

    /// The outcome in this position, if the game has ended, with any history.
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        self.table.outcome(state)
    }

    /// The legal actions and the outcome.
    pub fn judge(&self, state: &State) -> (Vec<(String, State)>, Option<Outcome>) {
        (self.legal_moves(state), self.outcome(state))
    }

    /// Whether the player about to move is in check.
    pub fn in_check(&self, state: &State) -> bool {
        self.table.in_check(state)
    }
}
