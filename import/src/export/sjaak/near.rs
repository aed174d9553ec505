//! The nearest rules that Sjaak has words for.

use crate::draft;
use crate::export::kinds::{capital, lettered_as, relettered_plain};
use crate::region::{self, Region};
use ferz::rules::{
    Act, Castling, Checks, Drop, Effect, Event, Extinct, Goal, GoalCondition, Letter, Limit, Occasion,
    PerSide, Promotion, Reach, Restrictions, RoyalRule, Ruleset, Score, Side, Trigger, Whom,
};
use std::collections::BTreeMap;

/// The rules without what Sjaak has no words for.
pub(super) fn nearest(rules: &Ruleset) -> Ruleset {
    let mut near = relettered_plain(rules);
    let promoted = hands(rules);
    if let Some(promoted) = &promoted {
        near = with_plus(&near, promoted);
        near.effects.retain(|effect| captured(effect).is_some());
    } else {
        near.effects.clear();
        near.drops.clear();
    }
    near.hooks.retain(|hook| hook.name == "facing-royals");
    near.powers.clear();
    near.walls = None;
    near.control = None;
    near.turns = None;
    near.shuffle = None;
    (near.board.wrap_files, near.board.wrap_ranks) = (false, false);
    near.board.extra.clear();
    let must = near.restrictions.must_capture;
    near.restrictions = Restrictions::default();
    if must.white && must.black {
        near.restrictions.must_capture = must;
    }
    near.castling.retain(castles);
    let held = near.clone();
    near.promotions.retain(|one| promotes(&held, one));
    let rule = near.royalty.rule.white;
    let known = matches!(rule, RoyalRule::All | RoyalRule::Any | RoyalRule::Last);
    if rule != near.royalty.rule.black || !known {
        near.royalty.rule = PerSide::both(RoyalRule::All);
    }
    ends(&mut near);
    near
}

/// The results that have words.
fn ends(near: &mut Ruleset) {
    let goals = near.end.goals.clone();
    let held = near.clone();
    near.end.goals.retain(|goal| is_said(&held, &goals, goal));
    let end = &mut near.end;
    (end.mate_by, end.mate_without) = (None, None);
    end.perpetual_chase = None;
    (end.to_and_fro, end.only_promotions) = (None, None);
    end.counting = ferz::rules::Counting::default();
    end.stalemate.black = end.stalemate.white;
    let plain = |limit: &Limit| limit.side.is_none() && !limit.counted;
    end.repetition = end.repetition.take().filter(plain);
    if end.repetition.is_none() {
        end.perpetual_check = None;
    }
    let draws = |limit: &Limit| plain(limit) && limit.score == Score::Draw && limit.count.is_multiple_of(2);
    // The program counts to 127 plies at most.
    end.move_rule = end
        .move_rule
        .take()
        .filter(draws)
        .filter(|limit| limit.count < 127);
}

/// Whether a goal has a word: each side has it, and no other of its sort.
fn is_said(rules: &Ruleset, goals: &[Goal], goal: &Goal) -> bool {
    let sort = |other: &&Goal| word(rules, other).is_some_and(|word| Some(word) == self::word(rules, goal));
    let twins: Vec<&Goal> = goals.iter().filter(sort).collect();
    let both = Side::ALL
        .iter()
        .all(|&side| twins.iter().filter(|twin| twin.side == side).count() == 1);
    let flag = matches!(goal.condition, GoalCondition::Reach(_));
    let alike = twins.iter().all(|twin| twin.score == goal.score);
    alike && (both || flag && twins.len() == 1)
}

/// The word of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    NoPieces,
    Bare,
    Checks(u32),
    Flag,
}

/// The word of a goal, if it has one.
pub(super) fn word(rules: &Ruleset, goal: &Goal) -> Option<Word> {
    match &goal.condition {
        GoalCondition::Checks(Checks { count, .. }) if *count <= 100 && goal.score == Score::Win => {
            Some(Word::Checks((*count).into()))
        }
        GoalCondition::Extinct(extinct) if is_of_all(rules, goal.side, extinct) => match *extinct {
            Extinct {
                at_most: 0,
                opponent_at_least: 0,
                reply: false,
                held: false,
                ..
            } => Some(Word::NoPieces),
            Extinct {
                at_most: 1,
                opponent_at_least: 2,
                reply: true,
                held: false,
                ..
            } if goal.score == Score::Loss => Some(Word::Bare),
            _ => None,
        },
        GoalCondition::Reach(reach) => {
            let asks = reach.reply || reach.filled || reach.safe || reach.held || reach.at_least != 1;
            let stays = runners(rules, reach).is_some();
            (!asks && stays && goal.score == Score::Win).then_some(Word::Flag)
        }
        _ => None,
    }
}

fn is_of_all(rules: &Ruleset, side: Side, extinct: &Extinct) -> bool {
    let own = rules
        .pieces
        .iter()
        .filter(|(_, piece)| piece.letter[side].is_some());
    own.into_iter().all(|(name, _)| extinct.pieces.contains(name))
}

/// The kinds that alone capture a flag: none if all do, `None` if that cannot be said.
pub(super) fn runners<'r>(rules: &'r Ruleset, reach: &'r Reach) -> Option<&'r [String]> {
    let all = rules.pieces.keys().all(|name| reach.pieces.contains(name));
    let other =
        |goal: &Goal| matches!(&goal.condition, GoalCondition::Reach(other) if other.pieces != reach.pieces);
    if rules.end.goals.iter().any(other) {
        return None;
    }
    Some(if all { &[] } else { &reach.pieces })
}

/// Whether castling ends with the two side by side, and asks nothing else.
fn castles(castling: &Castling) -> bool {
    let plain = !castling.by_drop && !castling.by_effect && !castling.bars && !castling.anywhere;
    let at = |name: &str| region::square(name);
    let all = (
        at(&castling.king_from),
        at(&castling.king_to),
        at(&castling.rook_from),
        at(&castling.rook_to),
    );
    let (Some(from), Some(to), Some(rook), Some(beside)) = all else {
        return false;
    };
    let ranks = [to.0, rook.0, beside.0].iter().all(|rank| *rank == from.0);
    let next = if to.1 > from.1 {
        to.1.checked_sub(1)
    } else {
        to.1.checked_add(1)
    };
    plain && !castling.jumps && !castling.chains && ranks && next == Some(beside.1)
}

/// Whether a promotion asks nothing but where the move ends, or starts.
fn promotes(rules: &Ruleset, promotion: &Promotion) -> bool {
    let alike = |name: &String, most: &u32| {
        let others = rules.promotions.iter().filter(|one| one.to.contains(name));
        others.into_iter().all(|one| one.limits.get(name) == Some(most))
    };
    matches!(promotion.trigger, Trigger::Enter | Trigger::Touch)
        && promotion.only == Occasion::Any
        && promotion.limits.iter().all(|(name, most)| alike(name, most))
        && promotion.hand.is_none()
        && !promotion.is_conditional()
}

/// Whether an effect gives captured pieces to a hand: that of the captor, or of the owner.
pub(super) fn captured(effect: &Effect) -> Option<bool> {
    let plain = Effect::new(Event::Capture, effect.acts.clone());
    match (&effect.acts[..], *effect == plain) {
        (
            [
                Act::Hand {
                    whom: Whom::Victims,
                    flipped,
                    ..
                },
            ],
            true,
        ) => Some(*flipped),
        _ => None,
    }
}

/// Kinds that only promotion makes, by the kind that they are in a hand; `None` if hands are not
/// those of Sjaak.
fn hands(rules: &Ruleset) -> Option<BTreeMap<String, String>> {
    if rules.drops.is_empty() || !rules.drops.iter().all(|drop| drops(rules, drop)) {
        return None;
    }
    let mut promoted = BTreeMap::new();
    let demotes = match &rules.effects[..] {
        [] => return Some(promoted),
        [effect] => {
            captured(effect)?;
            matches!(effect.acts[..], [Act::Hand { demoted: true, .. }])
        }
        _ => return None,
    };
    for promotion in rules.promotions.iter().filter(|_| demotes) {
        // A piece with several promoted forms, or with one that others have, keeps it.
        let [to] = &promotion.to[..] else { return None };
        let base = promoted
            .entry(to.clone())
            .or_insert_with(|| promotion.piece.clone());
        if *base != promotion.piece {
            return None;
        }
    }
    let single = |base: &String| promoted.values().filter(|other| *other == base).count() == 1;
    let fits = promoted.values().all(|base| {
        let plain = rules.pieces.get(base).and_then(capital).is_some();
        plain && single(base) && !promoted.contains_key(base)
    });
    fits.then_some(promoted)
}

/// Whether a drop asks only for an empty square from which the piece could go on, or for any, and
/// for check, mate and a single piece of a file.
fn drops(rules: &Ruleset, drop: &Drop) -> bool {
    let plain = Drop {
        no_check: drop.no_check,
        no_mate: drop.no_mate,
        per_file: drop.per_file,
        ..Drop::new(&drop.piece, drop.side, drop.zone.clone())
    };
    let all = Region::all_of(&rules.board);
    let zone = Region::of(&drop.zone);
    let anywhere = zone == all || zone == all.without(&stuck(rules, drop));
    *drop == plain && anywhere && drop.per_file.is_none_or(|most| most == 1)
}

/// Squares on which a dropped piece could never move.
pub(super) fn stuck(rules: &Ruleset, drop: &Drop) -> Region {
    let movement = rules
        .pieces
        .get(&drop.piece)
        .map(|piece| &piece.movement[drop.side]);
    movement.map_or_else(Region::default, |movement| {
        draft::immobile(&rules.board, movement, drop.side)
    })
}

/// The rules with `+P` for what a `P` becomes.
fn with_plus(rules: &Ruleset, promoted: &BTreeMap<String, String>) -> Ruleset {
    let mut letters = Vec::new();
    for (to, base) in promoted {
        let Some(letter) = rules.pieces.get(base).and_then(capital) else {
            continue;
        };
        letters.extend(
            Letter::first(&format!("+{letter}")).map(|letter| (to.clone(), PerSide::both(true), letter)),
        );
    }
    lettered_as(rules, &letters)
}
