//! The rules that decide how moves are judged, whatever the position. Knows no positions.

use super::Wide;
use crate::engine::judging::{Cause, Judged};
use crate::engine::program::SelfDamage;
use crate::engine::subjects::Compiled;
use crate::rules::{RoyalRule, Side};

/// The causes that compiled rules give.
pub(super) fn judged(rules: &Compiled<Wide>) -> Judged {
    Judged {
        all: Side::each(|side| all_made(rules, side)),
        royals: royals_made(rules),
        opening: opening(rules),
    }
}

/// The reason why all moves of a side are made: lines cannot decide which are legal.
fn all_made(rules: &Compiled<Wide>, side: Side) -> Option<Cause> {
    let (program, i) = (&rules.program, side.index());
    let asked = || {
        if let Some(rule) = rules.restrictions.bans[i].any {
            Some(Cause::Rule(rule))
        } else if rules.attacking.by_any_means {
            Some(Cause::AttackTurns)
        } else if (program.forbids || program.enthrones) && !program.is_apart {
            Some(program.forbidding())
        } else if rules.attacking.change_with_powers && rules.attacking.possible.is_none() {
            Some(Cause::Powers)
        } else {
            // A consequence of the move may bring or remove a royal.
            let last = rules.royalty.rule[i] == RoyalRule::Last && program.changes_royals();
            last.then_some(Cause::RoyalRule)
        }
    };
    // The royals that must be safe are known only when the move has been made.
    let each = rules.royalty.rule[i] == RoyalRule::LastOfEach;
    let rich = rules.rich.then(asked).flatten();
    rich.or_else(|| each.then_some(Cause::RoyalRule))
}

/// The reason why moves of royals are made even if those of other pieces are not.
fn royals_made(rules: &Compiled<Wide>) -> Option<Cause> {
    let program = &rules.program;
    // If no capture costs its own side a royal, a royal is safe where it is not attacked.
    let harmless = matches!(program.self_damage, SelfDamage::None)
        && !(program.loses_royals || program.revives || program.enthrones);
    if !rules.rich {
        None
    } else if program.after_captures && !harmless {
        Some(program.first())
    } else {
        rules.attacking.change_with_powers.then_some(Cause::Powers)
    }
}

/// The reason why a move that leaves a line to a royal open may be legal. The capture could cost
/// the captor a royal, the attacker may lack the power, or the line may require other kinds.
fn opening(rules: &Compiled<Wide>) -> Option<Cause> {
    if !rules.rich {
        None
    } else if matches!(rules.program.self_damage, SelfDamage::Anything) {
        Some(rules.program.first())
    } else if rules.attacking.change_with_powers {
        Some(Cause::Powers)
    } else {
        rules.attacking.filter_kinds.then_some(Cause::Kinds)
    }
}
