//! The meaning of royal pieces.

use crate::captures;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Act, ActFacts, Duty, Effect, Fate, Form, Group, Owner, RoyalAttack, RoyalRule, Side};

/// The pieces to be kept safe, without the changes by mechanics.
pub(crate) fn royalty(s: &Setting<'_>) -> Vec<String> {
    let texts = Side::each(|side| (side, s.royals(side), s.rules.royalty.rule[side]));
    let [(_, white, rule), (_, black, other)] = &texts;
    let counts = Side::each(|side| s.count(&s.royals(side), side) > 1);
    if white.is_empty() && black.is_empty() && !captures::seems_royal(s) {
        return Vec::new();
    }
    let mut sentences = if white == black && rule == other && counts[0] == counts[1] {
        vec![told(None, white, *rule, counts[0])]
    } else {
        let each = texts.iter().zip(counts);
        each.map(|((side, royals, rule), several)| told(Some(*side), royals, *rule, several))
            .collect()
    };
    let has_royals = !white.is_empty() || !black.is_empty();
    if has_royals && s.rules.royalty.attack == RoyalAttack::Turns {
        let castling = match s.rules.castling.is_empty() {
            true => "",
            false => ", and neither does castling",
        };
        sentences.push(format!(
            "A royal piece is also attacked if the opponent has a move whose consequences would remove it. A move that would cost the \
             opponent's own side a royal piece attacks nothing{castling}."
        ));
    }
    if has_royals && s.rules.royalty.sacrifice {
        sentences.push("A move may cost its own side a royal piece by what follows from it.".to_owned());
    }
    if has_royals && s.rules.royalty.no_trade {
        sentences.push(
            "A move must leave the royal pieces of its own side safe even if the opponent's are lost by what follows from it."
                .to_owned(),
        );
    }
    if has_royals {
        sentences.extend(consequences(s));
    }
    sentences
}

/// Sentences about the royal pieces of the side that moves, where effects may cost them.
fn consequences(s: &Setting<'_>) -> Vec<String> {
    let rules = s.rules.dissolved();
    let royal = |name: &str| {
        let piece = rules.pieces.get(name);
        piece.is_some_and(|piece| piece.royal.white || piece.royal.black)
    };
    let kinds: Vec<&String> = rules.pieces.keys().filter(|name| royal(name)).collect();
    let name = match kinds.as_slice() {
        [one] => (*one).clone(),
        _ => "royal piece".to_owned(),
    };
    let costs = |effect: &Effect, own: bool| {
        let takes = |group: &Group| {
            let mut meant = kinds.iter().filter(|name| group.kinds.has(name));
            match group.owner {
                Owner::Empty => false,
                Owner::Enemy => !own && meant.next().is_some(),
                Owner::Mover => own && meant.any(|name| effect.by.has(name)),
                Owner::Friend => own && meant.next().is_some(),
                Owner::Any => meant.next().is_some(),
            }
        };
        effect.acts.iter().map(Act::facts).any(|act| {
            let gone = match act.fate {
                Fate::Gone => true,
                Fate::OtherKind => matches!(act.form, Some(Form::Kind(kind)) if !royal(kind)),
                _ => false,
            };
            gone && act.pieces.iter().any(takes)
        })
    };
    let mut sentences = Vec::new();
    // This mechanic says it in its own words.
    let told = s.rules.hooks.iter().any(|hook| hook.name == "explosion");
    let may_cost = |own| !told && rules.effects.iter().any(|effect| costs(effect, own));
    if !rules.royalty.sacrifice && may_cost(true) {
        sentences.push(format!(
            "A move is illegal if what follows from it would take away {} of the player's own.",
            words::a(&name)
        ));
    }
    if !rules.royalty.no_trade && may_cost(false) {
        sentences.push(format!(
            "A move that takes the opponent's last {name} is legal even if it leaves the player's own attacked."
        ));
    }
    let goes_on = |act: ActFacts<'_>| act.again.is_some_and(|again| again.duty == Duty::Must);
    if rules.acts().map(Act::facts).any(goes_on) {
        sentences.push(format!(
            "In the middle of a turn that must go on, {} may be left attacked; at its end none may.",
            words::a(&name)
        ));
    }
    sentences
}

/// One sentence; for both sides if none is given.
fn told(side: Option<Side>, royals: &[String], rule: RoyalRule, several: bool) -> String {
    let (whose, player) = match side {
        None => ("The".to_owned(), "a player"),
        Some(side) => (format!("{}'s", words::side(side)), words::side(side)),
    };
    if royals.is_empty() {
        let has = match side {
            None => return "No piece is royal, so there is no check.".to_owned(),
            Some(side) => format!("{} has no royal piece", words::side(side)),
        };
        return format!("{has}, so it is never in check.");
    }
    let several = several || royals.len() > 1 || rule != RoyalRule::All;
    let name = if several {
        let each: Vec<String> = royals.iter().map(|name| words::plural(name)).collect();
        words::list(&each, "and")
    } else {
        words::list(royals, "and")
    };
    match rule {
        RoyalRule::All if several && side.is_none() => format!(
            "The {name} are royal. A player is in check when one of them is attacked, and no player may make a move that leaves one \
             of their own attacked."
        ),
        RoyalRule::All if several => format!(
            "{whose} {name} are royal: {player} is in check when one of them is attacked, and may not make a move that leaves one of \
             them attacked."
        ),
        RoyalRule::All if side.is_none() => format!(
            "The {name} is royal. A player whose {name} is attacked is in check, and no player may make a move that leaves their own \
             {name} attacked."
        ),
        RoyalRule::All => format!(
            "{whose} {name} is royal: {player} is in check when it is attacked, and may not make a move that leaves it attacked."
        ),
        RoyalRule::Any => format!(
            "{whose} {name} are royal: {} may leave some of them attacked, but not all; {player} is in check when all are \
             attacked.",
            player
        ),
        RoyalRule::Last => format!(
            "{whose} {name} are royal only when {player} has but one of them left: that one may not be left attacked, and is in \
             check when it is attacked. While there are several, they may be attacked and captured like any piece."
        ),
        RoyalRule::LastOfEach => format!(
            "{whose} {name} are royal only when {player} has but one of their kind left: that one may not be left attacked, and \
             {player} is in check when it is attacked. While there are several of a kind, they may be attacked and captured like \
             any piece."
        ),
        RoyalRule::Fewer => format!(
            "{whose} {name} are royal. After a player's own move none of them may be attacked; or, if some were attacked before \
             it, fewer must be. Their number counts, not which of them they are. This holds for moves that \
             capture a royal piece, too. A royal piece that is left attacked may be captured; a player who loses their last one loses \
             the game."
        ),
    }
}
