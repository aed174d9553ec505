//! Powers: pieces that move differently while a condition holds.

use super::kinds::{closed, kinds};
use super::{Declaration, Topic, movement};
use crate::rules::{Board, Change, How, Owner, Power, Relation, Ruleset};
use crate::vocabulary::{CORES, Core, GAINS, OWNERS, POWERS, PowerKey, RELATIONS, RelationWord};

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
    entry(PowerKey::While, relation(&power.condition, board));
    match &power.change {
        Change::None => entry(PowerKey::Moves, CORES.word(&Core::None).to_owned()),
        Change::Moves(how) => entry(PowerKey::Moves, movement(how, board)),
        Change::Gains(how) => entry(PowerKey::Gains, movement(how, board)),
        Change::GainsTheirs => entry(PowerKey::Gains, GAINS.word(&()).to_owned()),
    }
    format!("{{ {} }}", entries.join("; "))
}

/// The condition on a piece: `attacked by same`, `beside enemy king by step all`.
fn relation(relation: &Relation, board: &Board) -> String {
    let of = if relation.same {
        Some(RELATIONS.word(&RelationWord::Same).to_owned())
    } else {
        (!relation.kinds.is_all()).then(|| closed(&kinds(&relation.kinds)))
    };
    let owner = match (relation.friends, relation.enemies) {
        (true, false) => Some(OWNERS.word(&Owner::Friend)),
        (false, true) => Some(OWNERS.word(&Owner::Enemy)),
        _ => None,
    };
    let all = || kinds(&crate::rules::Kinds::All);
    let more = |who: String| {
        if relation.more {
            format!("{} {who}", RELATIONS.word(&RelationWord::More))
        } else if relation.several {
            format!("{} {who}", RELATIONS.word(&RelationWord::Several))
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
    let word = |word| RELATIONS.word(&word);
    let by = word(RelationWord::By);
    match &relation.how {
        How::Attacked if relation.friends => format!("{} {by} {who}", word(RelationWord::Guarded)),
        How::Attacked => format!("{} {by} {who}", word(RelationWord::Attacked)),
        How::Attacks => format!("{} {who}", word(RelationWord::Attacks)),
        How::Next => format!("{} {} {who}", word(RelationWord::Next), word(RelationWord::To)),
        How::Beside(way) => {
            format!(
                "{} {who} {by} {}",
                word(RelationWord::Beside),
                super::effects::way(way, board)
            )
        }
    }
}
