//! The piece that has moved.

use crate::rules::{Area, Group, Owner, Place};

/// The mover, of any kind and on any square.
pub(super) fn is_whole_mover(group: &Group) -> bool {
    let whole = match group.owner {
        Owner::Mover => matches!(group.on, Area::All | Area::At(Place::Mover)),
        Owner::Any => group.on == Area::At(Place::Mover),
        _ => false,
    };
    whole && group.kinds.is_all()
}
