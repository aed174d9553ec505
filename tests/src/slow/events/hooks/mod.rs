//! The event hooks, once more: each reads its parameters from the rules by itself.

mod pools;
mod removal;
mod steps;
mod turns;

use super::hook::EventHook;
use ferz::rules::HookUse;
use serde::de::DeserializeOwned;

/// Whether the table knows a hook.
pub fn is_known(name: &str) -> bool {
    READERS.iter().any(|(known, _)| *known == name)
}

type Reader = fn(&HookUse) -> Box<dyn EventHook>;

const READERS: [(&str, Reader); 14] = [
    ("all-round", boxed::<removal::AllRound>),
    ("bait", boxed::<turns::Bait>),
    ("denial", boxed::<turns::Denial>),
    ("disguise", boxed::<steps::Disguise>),
    ("passing-capture", boxed::<steps::PassingCapture>),
    ("pawn-steps", boxed::<steps::PawnSteps>),
    ("pools", boxed::<pools::Pools>),
    ("promoter", boxed::<pools::Promoter>),
    ("raise", boxed::<removal::Raise>),
    ("revenge", boxed::<removal::Revenge>),
    ("royal-exile", boxed::<pools::RoyalExile>),
    ("second-step", boxed::<steps::SecondStep>),
    ("statues", boxed::<pools::Statues>),
    ("towers", boxed::<removal::Towers>),
];

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
