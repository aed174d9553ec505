//! `walls`: squares that moves close.

use super::declared::Declared;
use super::effects;
use super::movement::Movements;
use super::report::{Report, error};
use super::squares::Grounds;
use crate::rules::{MAX_WALLED, Walls};
use crate::vocabulary::{WALLS, WallsKey, YES_NO};

/// Lowers the section, if there is one.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> Option<Walls> {
    let section = declared.walls?;
    let mut walls = Walls::new();
    if let Some(size) = grounds
        .map(|g| g.topology.size())
        .filter(|&size| size > MAX_WALLED)
    {
        let message = format!("this board has {size} squares, with walls {MAX_WALLED} are possible");
        report.add(
            error("F0120", section.place(section.node.keyword.span), message)
                .help("holes count as well: take a file or a rank away"),
        );
    }
    let entries = report.entries(section, "`walls`", WALLS);
    for (&key, &entry) in &entries {
        let yes = || {
            let value = report.single(entry)?;
            report.choose(value, YES_NO)
        };
        match key {
            WallsKey::On => {
                if let Some(on) = effects::area(declared, grounds, (movements, false), report, entry) {
                    walls.on = on;
                }
            }
            WallsKey::One => walls.one = yes().unwrap_or_default(),
            WallsKey::Instead => walls.instead = yes().unwrap_or_default(),
        }
    }
    if walls.instead
        && walls.on.asks_for_move()
        && let Some(entry) = entries.get(&WallsKey::On)
    {
        report.add(
            error(
                "F0297",
                entry.place(entry.node.span),
                "nothing has moved when a wall is put instead of a move",
            )
            .help("name squares that are known without a move, such as `edge`, or leave `instead` out"),
        );
    }
    Some(walls)
}
