//! The event hooks, once more: each reads its parameters from the rules by itself.

mod pools;
mod removal;
mod steps;
mod turns;

use super::hook::EventHook;
use ferz::rules::{Beyond, HookUse, Ruleset};
use serde::de::DeserializeOwned;

/// Whether the table knows a hook.
pub fn is_known(name: &str) -> bool {
    READERS.iter().any(|(known, _)| *known == name)
}

type Reader = fn(&HookUse) -> Box<dyn EventHook>;

const READERS: [(&str, Reader); 9] = [
    ("all-round", boxed::<removal::AllRound>),
    ("bait", boxed::<turns::Bait>),
    ("denial", boxed::<turns::Denial>),
    ("disguise", boxed::<steps::Disguise>),
    ("passing-capture", boxed::<steps::PassingCapture>),
    ("pawn-steps", boxed::<steps::PawnSteps>),
    ("raise", boxed::<removal::Raise>),
    ("second-step", boxed::<steps::SecondStep>),
    ("statues", boxed::<pools::Statues>),
];

/// The rules about carriers and about pieces beside the board, each as a hook.
pub fn said(rules: &Ruleset) -> Vec<Box<dyn EventHook>> {
    let Beyond {
        carry,
        pool,
        recall,
        avenge,
        regents,
    } = &rules.restrictions.beyond;
    let mut all: Vec<Box<dyn EventHook>> = Vec::new();
    if !carry.is_empty() {
        all.push(Box::new(removal::Towers::new(carry)));
    }
    if let Some(back) = pool {
        all.push(Box::new(pools::Pools::new(back)));
    }
    for one in recall {
        all.push(Box::new(pools::Promoter::new(one)));
    }
    for one in avenge {
        all.push(Box::new(removal::Revenge::new(one)));
    }
    if !regents.is_empty() {
        all.push(Box::new(pools::RoyalExile::new(regents)));
    }
    all
}

/// The hook of one use, if the table knows it.
pub fn read(hook: &HookUse) -> Option<Box<dyn EventHook>> {
    let reader = READERS.iter().find(|(name, _)| *name == hook.name);
    reader.map(|(_, read)| read(hook))
}

fn boxed<H: EventHook + DeserializeOwned + 'static>(hook: &HookUse) -> Box<dyn EventHook> {
    Box::new(parameters::<H>(hook))
}

/// The parameters of one use.
///
/// # Panics
/// If they are not what the hook declares.
pub fn parameters<T: DeserializeOwned>(hook: &HookUse) -> T {
    let object = hook
        .parameters
        .iter()
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let read = serde_json::from_value(serde_json::Value::Object(object));
    read.unwrap_or_else(|error| panic!("{}: {error}", hook.name))
}
