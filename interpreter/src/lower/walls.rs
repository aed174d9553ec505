//! `walls`: squares that moves close.

use super::declared::Declared;
use super::effects;
use super::movement::Movements;
use super::report::{At, Report, error, warning};
use super::squares::Grounds;
use crate::rules::{MAX_WALLED, Walls};
use crate::vocabulary::{WALLS, WallsKey, YES_NO};
use ferz_grammar::ast::Entry;
use indexmap::IndexMap;

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
            WallsKey::InCheck => walls.not_in_check = yes() == Some(false),
            WallsKey::Called => {
                let name = report
                    .single(entry)
                    .and_then(|value| report.word(value, "a name such as `duck`"));
                walls.called = name.map(str::to_owned);
            }
        }
    }
    of_their_kind(&walls, &entries, report);
    Some(walls)
}

/// Reports entries that go with walls of the other kind: that are put by each move, or instead of
/// one.
fn of_their_kind(walls: &Walls, entries: &IndexMap<WallsKey, At<'_, Entry>>, report: &Report<'_>) {
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
    if walls.not_in_check
        && !walls.instead
        && !report.has_gaps()
        && let Some(entry) = entries.get(&WallsKey::InCheck)
    {
        report.add(
            warning(
                "F0356",
                entry.place(entry.node.span),
                "this has no effect: every move puts a wall, in check, too",
            )
            .help(
                "leave it out; `in-check: no` is about walls that are put instead of a move: `instead: yes`",
            ),
        );
    }
}
