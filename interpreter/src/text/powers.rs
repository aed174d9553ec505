//! Powers: pieces that move differently while a condition holds.

use super::kinds::{closed, kinds};
use super::{Declaration, Topic, movement};
use crate::rules::{Board, Change, How, Owner, Power, Ruleset, Tie};
use crate::vocabulary::{CORES, Core, GAINS, OWNERS, POWERS, PowerKey, TIES, TieWord};

/// All powers, in their order.
pub(super) fn declarations(rules: &Ruleset) -> impl Iterator<Item = Declaration> {
    let declaration =
        |power: &Power| Declaration::new(Topic::Rule, "power", &power.name, block(power, &rules.board));
    rules.powers.iter().map(declaration)
}

fn block(power: &Power, board: &Board) -> String {
    let mut entries = Vec::new();
    let mut entry = |key: PowerKey, body: String| entries.push(format!("{}: {body}", POWERS.word(&key)));
    if !power.of.is_all() {
        entry(PowerKey::Of, kinds(&power.of));
    }
    entry(PowerKey::While, tie(&power.condition, board));
    match &power.change {
        Change::None => entry(PowerKey::Moves, CORES.word(&Core::None).to_owned()),
        Change::Moves(how) => entry(PowerKey::Moves, movement(how, board)),
        Change::Gains(how) => entry(PowerKey::Gains, movement(how, board)),
        Change::GainsTheirs => entry(PowerKey::Gains, GAINS.word(&()).to_owned()),
    }
    format!("{{ {} }}", entries.join("; "))
}

/// The condition on a piece: `attacked by same`, `beside enemy king by step all`.
fn tie(tie: &Tie, board: &Board) -> String {
    let of = if tie.same {
        Some(TIES.word(&TieWord::Same).to_owned())
    } else {
        (!tie.kinds.is_all()).then(|| closed(&kinds(&tie.kinds)))
    };
    let owner = match (tie.friends, tie.enemies) {
        (true, false) => Some(OWNERS.word(&Owner::Friend)),
        (false, true) => Some(OWNERS.word(&Owner::Enemy)),
        _ => None,
    };
    let all = || kinds(&crate::rules::Kinds::All);
    let more = |who: String| {
        if tie.more {
            format!("{} {who}", TIES.word(&TieWord::More))
        } else if tie.several {
            format!("{} {who}", TIES.word(&TieWord::Several))
        } else {
            who
        }
    };
    let who = match (owner, of) {
        (Some(owner), Some(of)) => format!("{owner} {of}"),
        (Some(owner), None) => owner.to_owned(),
        (None, of) => of.unwrap_or_else(all),
    };
    let who = more(who);
    let word = |word| TIES.word(&word);
    let by = word(TieWord::By);
    match &tie.how {
        How::Attacked if tie.friends => format!("{} {by} {who}", word(TieWord::Guarded)),
        How::Attacked => format!("{} {by} {who}", word(TieWord::Attacked)),
        How::Attacks => format!("{} {who}", word(TieWord::Attacks)),
        How::Next => format!("{} {} {who}", word(TieWord::Next), word(TieWord::To)),
        How::Beside(way) => {
            format!(
                "{} {who} {by} {}",
                word(TieWord::Beside),
                super::effects::way(way, board)
            )
        }
    }
}
