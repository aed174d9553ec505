//! Additions to random rules: words of the language that the other generators leave out, each now
//! and then.

use crate::random_effects;
use crate::random_hooks::Pool;
use crate::random_movements::parsed;
use crate::slow::board::Square;
use crate::slow::duel::Random;
use crate::slow::{Game, Position};
use ferz::rules::{
    Act, Area, Castling, Condition, Count, CountLimit, Counting, Effect, Event, Goal, GoalCondition, Group,
    Kinds, Limit, MAX_WALLED, Mate, Movement, OnlyPromotions, Owner, Pass, PerSide, RoyalAttack, RoyalRule,
    Ruleset, Score, Side, Squares, Trigger,
};
use ferz::vocabulary::SAFE;

/// On larger boards the slow evaluator would take too long to try all answers, or all walls.
pub const SMALL: usize = 36;

/// Changes rules here and there.
pub fn give(random: &mut Random, pool: Pool<'_>, rules: &mut Ruleset) {
    if random.once_in(3) {
        part_armies(random, rules);
    }
    if random.once_in(3) {
        royals(random, rules);
    }
    restrictions(random, rules);
    endings(random, rules);
    for side in Side::ALL {
        if random.once_in(3) {
            zoned(random, pool, side, rules);
        }
    }
    effects(random, pool, rules);
    if random.once_in(2) {
        castling(random, rules);
    }
    if random.once_in(10) && pool.squares.len() <= SMALL && rules.walls.is_none() {
        rules.royalty.attack = RoyalAttack::Turns;
    }
    if random.once_in(3) {
        rules.end.counting = counting(random, rules);
    }
    // Other ways to shoot or remove royals are a matter of their own.
    if rules.hooks.is_empty() && rules.royalty.attack == RoyalAttack::Paths {
        mates(&mut Random(random.0 ^ 0x3A7E), rules);
    }
    let counts = |goal: &Goal| matches!(goal.condition, GoalCondition::Most(_));
    if let Some(limit) = &mut rules.end.move_rule
        && rules.end.goals.iter().any(counts)
        && random.once_in(2)
    {
        (limit.counted, limit.score, limit.side) = (true, Score::Draw, None);
    }
    if random.once_in(4) {
        conditional_promotions(random, pool, rules);
    }
}

/// Has pieces promote where they stand, by conditions, and perhaps with a step.
fn conditional_promotions(random: &mut Random, pool: Pool<'_>, rules: &mut Ruleset) {
    let chooses = |act: &Act| matches!(act, Act::Put(put) if put.chosen);
    let free = rules.walls.is_none() && !rules.acts().any(chooses);
    for promotion in &mut rules.promotions {
        promotion.trigger = Trigger::InPlace;
        promotion.no_check = free && random.once_in(3);
        if random.once_in(2) {
            promotion.goes = Some(random_effects::area(random, pool));
        }
        if random.once_in(2) {
            promotion.condition = random_effects::condition(random, pool);
        }
    }
    rules.end.only_promotions = random.once_in(2).then(|| OnlyPromotions {
        pieces: random.pick(&[2, 4, 20]),
        score: random.pick(&[Score::Draw, Score::Win, Score::Loss]),
    });
}

/// Mates that are told apart by the pieces that check.
fn mates(random: &mut Random, rules: &mut Ruleset) {
    let kinds: Vec<String> = rules.pieces.keys().cloned().collect();
    let mut mate = || {
        let mut pieces: Vec<String> = kinds.iter().filter(|_| random.once_in(2)).cloned().collect();
        pieces.sort();
        let score = random.pick(&[Score::Win, Score::Draw]);
        (!pieces.is_empty() && random.once_in(3)).then_some(Mate { score, pieces })
    };
    (rules.end.mate_by, rules.end.mate_without) = (mate(), mate());
}

/// Moves that are counted until the game is drawn.
fn counting(random: &mut Random, rules: &Ruleset) -> Counting {
    let kinds: Vec<&String> = rules.pieces.keys().collect();
    let limit = |random: &mut Random, asks: bool| CountLimit {
        moves: random.pick(&[3, 5, 8]),
        against: asks.then(|| random.pick(&kinds).clone()).into_iter().collect(),
        at_least: if asks { random.pick(&[1, 2]) } else { 0 },
    };
    let count = |random: &mut Random| Count {
        limits: vec![limit(random, true), limit(random, false)],
        without: random
            .once_in(3)
            .then(|| random.pick(&kinds).clone())
            .into_iter()
            .collect(),
        at_most: 0,
        from_pieces: random.once_in(2),
    };
    let alone = random.once_in(2).then(|| count(random));
    let several = random.once_in(2).then(|| Count {
        at_most: random.pick(&[0, 2, 4, 8]),
        ..count(random)
    });
    Counting { alone, several }
}

/// Walls, where there are few enough squares.
pub fn give_walls(random: &mut Random, pool: Pool<'_>, rules: &mut Ruleset) {
    if pool.squares.len() <= MAX_WALLED {
        rules.walls = Some(random_effects::walls(random, pool));
    }
}

/// One side does without a kind, which is not the one that certainly has a first move of its own.
fn part_armies(random: &mut Random, rules: &mut Ruleset) {
    let (name, side) = ("third", random.pick(&Side::ALL));
    let piece = &mut rules.pieces[name];
    let Some(letter) = piece.letter[side].take() else {
        return;
    };
    piece.movement[side] = Movement::none();
    // Others stand in its place.
    let instead = rules.pieces["first"].letter[side];
    let instead = instead.map_or_else(|| "1".to_owned(), |letter| letter.to_string());
    rules.start = rules.start.replace(letter.as_str(), &instead);
    rules.drops.retain(|drop| drop.side != side || drop.piece != name);
    rules.promotions.retain(|p| p.side != side || p.piece != name);
    for promotion in rules.promotions.iter_mut().filter(|p| p.side == side) {
        promotion.to.retain(|to| to != name);
    }
}

/// Another kind is royal, for one side alone or for both.
fn royals(random: &mut Random, rules: &mut Ruleset) {
    let whose = [(true, false), (false, true), (true, true)];
    let (white, black) = random.pick(&whose);
    rules.pieces["second"].royal = PerSide::new(white, black);
}

/// Restrictions on the moves of one side.
fn restrictions(random: &mut Random, rules: &mut Ruleset) {
    let alone = [PerSide::new(true, false), PerSide::new(false, true)];
    if random.once_in(5) {
        rules.restrictions.must_capture = random.pick(&alone);
    }
    if random.once_in(5) && rules.royalty.rule == PerSide::both(RoyalRule::All) {
        rules.restrictions.no_check = random.pick(&alone);
    }
    if random.once_in(8) {
        rules.restrictions.no_captures = random.pick(&alone);
    }
    if random.once_in(3) {
        let passes = [Pass::Never, Pass::Forced, Pass::Stuck, Pass::Allowed];
        rules.restrictions.pass = PerSide::new(random.pick(&passes), random.pick(&passes));
    }
}

/// Endings, and their winners.
fn endings(random: &mut Random, rules: &mut Ruleset) {
    let scores = [Score::Win, Score::Draw, Score::Loss];
    rules.end.checkmate = random.pick(&scores);
    rules.end.stalemate = PerSide::new(random.pick(&scores), random.pick(&scores));
    if random.once_in(4) {
        rules.end.move_rule = Some(Limit {
            count: 6,
            score: Score::Draw,
            side: None,
            claim: true,
            counted: false,
        });
    }
}

/// One kind of a side moves as it does from some squares, or to some squares, alone, and by a step
/// from all.
fn zoned(random: &mut Random, pool: Pool<'_>, side: Side, rules: &mut Ruleset) {
    let mut some = || -> Squares {
        let squares = pool.squares.iter().filter(|_| random.once_in(2));
        Squares(squares.cloned().collect())
    };
    let zone = PerSide::new(some(), some());
    let condition = if random.once_in(2) {
        Condition::From(zone)
    } else {
        Condition::To(zone)
    };
    // The last kind has certainly a first move of its own.
    let kind = 1 + random.below(rules.pieces.len() - 2);
    let piece = &mut rules.pieces[kind];
    if piece.letter[side].is_none() {
        return;
    }
    let movement = Box::new(piece.movement[side].clone());
    piece.movement[side] = Movement::Union(vec![Movement::When { condition, movement }, parsed("W")]);
}

/// Effects of drops, and of pieces anywhere on the board.
fn effects(random: &mut Random, pool: Pool<'_>, rules: &mut Ruleset) {
    if !rules.drops.is_empty() && random.once_in(2) {
        let acts = random_effects::acts(random, pool);
        rules.effects.push(Effect::new(Event::Drop, acts));
    }
    if random.once_in(6) {
        let all = Group {
            owner: random.pick(&[Owner::Friend, Owner::Enemy]),
            kinds: Kinds::Only(vec![random.pick(&pool.kinds[1..]).to_owned()]),
            on: Area::All,
        };
        let act = random.pick(&[Act::Remove, Act::Flip]);
        rules
            .effects
            .push(Effect::new(Event::Capture, vec![act(vec![all])]));
    }
}

/// Castling moves of pieces that stand on one rank.
fn castling(random: &mut Random, rules: &mut Ruleset) {
    let game = Game::new(rules);
    let start = game.start();
    let mut letters = String::new();
    for side in Side::ALL {
        let safe = SAFE.iter().nth(random.below(SAFE.iter().count()));
        // Of its own, so that earlier seeds keep their results.
        let own = &mut Random(random.0 ^ 0xCA57);
        let (by_drop, bars, jumps) = (own.once_in(4), own.once_in(4), own.once_in(4));
        let chains = own.once_in(2);
        let by_effect = own.once_in(2);
        for letter in ["K", "Q"] {
            let letter = if side == Side::White {
                letter.to_owned()
            } else {
                letter.to_lowercase()
            };
            let Some(found) = castle(random, (&game, &start), side, &letter) else {
                continue;
            };
            let (mut found, way) = found;
            found.safe = Squares(safe.map_or_else(Vec::new, |safe| safe.means.part(&way).to_vec()));
            (found.by_drop, found.bars) = (by_drop, bars);
            found.chains = chains;
            found.by_effect = by_effect;
            if jumps {
                found.jumps = true;
                let counts = |name: &String| way.contains(name) || *name == found.rook_to;
                found.empty.0.retain(counts);
            }
            rules.castling.push(found);
            letters.push_str(&letter);
        }
    }
    let mut fields: Vec<&str> = rules.start.split(' ').collect();
    if !letters.is_empty() {
        fields[2] = &letters;
    }
    rules.start = fields.join(" ");
}

/// A castling move, and the way of the piece that is its king.
fn castle(
    random: &mut Random,
    (game, start): (&Game, &Position),
    side: Side,
    letter: &str,
) -> Option<(Castling, Vec<String>)> {
    let own: Vec<(Square, usize)> = start.of(side).collect();
    if own.is_empty() {
        return None;
    }
    let (king, kind) = own[random.below(own.len())];
    let (file, rank) = game.board().place(king)?;
    let partners = own.iter().filter(|&&(square, _)| {
        let place = game.board().place(square);
        square != king && place.is_some_and(|place| place.1 == rank)
    });
    let partners: Vec<&(Square, usize)> = partners.collect();
    let &&(rook, partner) = partners.get(random.below(partners.len().max(1)))?;
    let mut end = || random.below(game.board().files() as usize) as i32;
    let (king_to, rook_to) = (end(), end());
    let rook_file = game.board().place(rook)?.0;
    if king_to == rook_to {
        return None;
    }
    let way = |from: i32, to: i32| -> Option<Vec<String>> {
        let files: Vec<i32> = if from <= to {
            (from..=to).collect()
        } else {
            (to..=from).rev().collect()
        };
        let name = |file| Some(game.board().name(game.board().at(file, rank)?).to_owned());
        files.into_iter().map(name).collect()
    };
    let ways = [
        way(file, king_to)?,
        way(rook_file, rook_to)?,
        way(file, rook_file)?,
    ];
    let [from, rook_from] = [king, rook].map(|square| game.board().name(square).to_owned());
    let mut empty: Vec<String> = ways.concat();
    empty.retain(|name| *name != from && *name != rook_from);
    empty.sort();
    empty.dedup();
    let name = |kind: usize| game.rules().pieces.get_index(kind).map(|(name, _)| name.clone());
    let castling = Castling {
        side,
        letter: letter.chars().next()?,
        king: name(kind)?,
        king_from: from,
        king_to: ways[0].last()?.clone(),
        rook: name(partner)?,
        rook_from,
        rook_to: ways[1].last()?.clone(),
        empty: Squares(empty),
        safe: Squares::default(),
        by_drop: false,
        by_effect: false,
        bars: false,
        chains: false,
        anywhere: false,
        jumps: false,
    };
    let [way, ..] = ways;
    Some((castling, way))
}
