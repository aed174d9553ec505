//! Random effects, for rules without sense.

use crate::random_hooks::Pool;
use crate::slow::duel::Random;
use ferz::rules::{
    Act, Again, Area, Between, Carry, Control, Duty, Effect, Event, Form, Frame, Further, Goer, Group, Kinds,
    Leap, Movement, Owner, PerSide, Place, Prey, Proviso, Put, Range, Shift, Squares, Walls, Winds,
};

/// One to three random effects.
pub fn some(random: &mut Random, pool: Pool<'_>) -> Vec<Effect> {
    (0..=random.below(3)).map(|_| effect(random, pool)).collect()
}

fn effect(random: &mut Random, pool: Pool<'_>) -> Effect {
    let event = random.pick(&[Event::Move, Event::Capture, Event::Capture]);
    let captures = event == Event::Capture;
    let acts = (0..=random.below(2))
        .map(|_| act(random, pool, captures))
        .collect();
    let same = captures && random.once_in(6);
    let side = random.pick(&[(true, true), (true, true), (true, false), (false, true)]);
    let repeat = Random(random.0 ^ 0x4E9).once_in(8);
    let back = &mut Random(random.0 ^ 0xBACC);
    let before = if back.once_in(8) {
        asked_before(back, pool)
    } else {
        Proviso::default()
    };
    Effect {
        repeat,
        before,
        side: PerSide::new(side.0, side.1),
        by: kinds(random, pool),
        of: if captures && !same && random.once_in(3) {
            kinds(random, pool)
        } else {
            Kinds::All
        },
        whose: if captures {
            random.pick(&[Owner::Any, Owner::Any, Owner::Friend, Owner::Enemy])
        } else {
            Owner::Any
        },
        same,
        from: random.once_in(6).then(|| squares(random, pool)),
        to: random.once_in(6).then(|| squares(random, pool)),
        condition: if random.once_in(5) {
            condition(random, pool)
        } else {
            Proviso::default()
        },
        ..Effect::new(event, acts)
    }
}

/// Walls that moves put on the board.
pub fn walls(random: &mut Random, pool: Pool<'_>) -> Walls {
    let instead = random.once_in(4);
    let on = match random.below(4) {
        0 => Area::All,
        1 => Area::Squares(squares(random, pool)),
        _ if instead => Area::Reach(
            pool.movements[random.below(pool.movements.len())].clone(),
            if random.once_in(2) {
                Place::Walls
            } else {
                piece(random, pool)
            },
        ),
        _ => area(random, pool),
    };
    Walls {
        on,
        one: random.once_in(3),
        instead,
        not_in_check: instead && Random(random.0 ^ 0xCE).once_in(2),
        called: Random(random.0 ^ 0xCA).once_in(4).then(|| "duck".to_owned()),
    }
}

/// Moves of the opponent's pieces.
pub fn control(random: &mut Random, pool: Pool<'_>) -> Control {
    let on = match random.below(5) {
        0 => Area::All,
        4 => Area::Enclosed(pool.movements[random.below(pool.movements.len())].clone()),
        1 => Area::AttackedBy(piece(random, pool)),
        2 => Area::Squares(squares(random, pool)),
        _ => Area::Reach(
            pool.movements[random.below(pool.movements.len())].clone(),
            piece(random, pool),
        ),
    };
    let (owner, kinds) = (Owner::Enemy, kinds(random, pool));
    let exposes = Random(random.0 ^ 0xC0).once_in(4);
    Control {
        of: vec![Group { owner, kinds, on }],
        moves: random
            .once_in(3)
            .then(|| pool.movements[random.below(pool.movements.len())].clone()),
        captures: random.pick(&[Prey::Enemies, Prey::Friends, Prey::Any, Prey::None]),
        exposes,
    }
}

/// Something that must be so on the board.
pub fn condition(random: &mut Random, pool: Pool<'_>) -> Proviso {
    let mut asked = || -> Vec<Group> {
        let count = random.below(3);
        (0..count).map(|_| asked(random, pool)).collect()
    };
    Proviso {
        present: asked(),
        absent: asked(),
    }
}

/// Something that must have been so before a move.
fn asked_before(random: &mut Random, pool: Pool<'_>) -> Proviso {
    loop {
        let asked = condition(random, pool);
        let mut groups = asked.present.iter().chain(&asked.absent);
        if !groups.any(Group::asks_for_victim) {
            return asked;
        }
    }
}

/// Some pieces, or empty squares.
fn asked(random: &mut Random, pool: Pool<'_>) -> Group {
    if random.once_in(4) {
        return Group {
            owner: Owner::Empty,
            kinds: Kinds::All,
            on: area(random, pool),
        };
    }
    group(random, pool)
}

/// One or two acts of a move that captures nothing.
pub fn acts(random: &mut Random, pool: Pool<'_>) -> Vec<Act> {
    (0..=random.below(2)).map(|_| act(random, pool, false)).collect()
}

fn act(random: &mut Random, pool: Pool<'_>, captures: bool) -> Act {
    let groups = (0..=random.below(2)).map(|_| group(random, pool)).collect();
    match random.below(3) {
        0 if random.once_in(3) => Act::Close((0..=random.below(2)).map(|_| area(random, pool)).collect()),
        0 => Act::Remove(groups),
        1 if random.once_in(3) => Act::Moved(groups),
        1 => Act::Flip(groups),
        _ if captures && random.once_in(2) => Act::Become(groups, Form::Victim),
        _ => Act::Become(groups, Form::Kind(random.pick(pool.kinds).to_owned())),
    }
}

/// Something that puts pieces on the board.
pub fn puts(random: &mut Random, pool: Pool<'_>) -> Effect {
    let mut effect = effect(random, pool);
    let captures = effect.event == Event::Capture;
    let at = random.below(effect.acts.len() + 1);
    effect.acts.insert(at, Act::Put(put(random, pool, captures)));
    effect
}

/// Something that pulls or pushes pieces, or carries them on.
pub fn shifts(random: &mut Random, pool: Pool<'_>) -> Effect {
    let mut effect = effect(random, pool);
    for _ in 0..=random.below(2) {
        let at = random.below(effect.acts.len() + 1);
        let act = if random.once_in(3) {
            Act::Carry(Carry {
                whom: group(random, pool),
                by: pool.movements[random.below(pool.movements.len())].clone(),
            })
        } else {
            Act::Shift(shift(random, pool))
        };
        effect.acts.insert(at, act);
    }
    // A repeated effect may never come to rest: on many squares the slow evaluator takes too long
    // for that.
    effect.repeat &= pool.squares.len() <= 64;
    effect
}

/// Something that follows from the end of a turn.
pub fn turn_ends(random: &mut Random, pool: Pool<'_>) -> Effect {
    loop {
        let mut effect = effect(random, pool);
        effect.event = Event::Turn;
        (effect.by, effect.of, effect.from, effect.to) = (Kinds::All, Kinds::All, None, None);
        (effect.whose, effect.same) = (Owner::Any, false);
        effect.before = Proviso::default();
        let extra = match random.below(4) {
            0 => Some(Act::Open(vec![area(random, pool), Area::At(Place::Walls)])),
            1 => Some(Act::Put(put(random, pool, false))),
            2 => Some(Act::Shift(shift(random, pool))),
            _ => None,
        };
        effect.acts.extend(extra);
        effect.every = random.once_in(4).then(|| random.pick(&[2, 3, 4]));
        if !effect.asks_for_move() {
            return effect;
        }
    }
}

/// Something that makes moves impossible.
pub fn forbids(random: &mut Random, pool: Pool<'_>) -> Effect {
    let mut effect = effect(random, pool);
    effect.acts.truncate(random.below(2));
    effect.acts.push(Act::Forbid);
    while effect.condition.is_none() {
        effect.condition = condition(random, pool);
    }
    effect
}

/// Pieces that are pulled or pushed.
fn shift(random: &mut Random, pool: Pool<'_>) -> Shift {
    Shift {
        toward: random.once_in(2),
        whom: group(random, pool),
        place: place(random, pool),
        by: line(random),
    }
}

/// Leaps and rides.
fn line(random: &mut Random) -> Movement {
    let (m, n) = random.pick(&[(0, 1), (0, 1), (1, 1), (1, 2), (0, 2)]);
    Movement::Leap(Leap {
        m,
        n,
        winds: match (m, n) {
            (0, _) => random.pick(&[Winds::ORTHOGONAL, Winds::single(0), Winds::single(4)]),
            (1, 1) => Winds::DIAGONAL,
            _ => Winds::OBLIQUE,
        },
        frame: Frame::Side,
        range: random.pick(&[
            Range::ONE,
            Range::ANY,
            Range::ANY,
            Range { min: 2, max: None },
            Range { min: 1, max: Some(2) },
        ]),
        between: Between::Free,
        wraps: false,
    })
}

/// A turn that goes on; where there are royals, without captures.
pub fn goes_on(random: &mut Random, pool: Pool<'_>, royal: bool) -> Effect {
    let mut effect = effect(random, pool);
    effect.acts.truncate(random.below(2));
    let captures = effect.event == Event::Capture;
    let who = if captures && !royal && random.once_in(3) {
        Goer::Victim
    } else {
        Goer::Mover
    };
    let duty = if captures {
        random.pick(&[Duty::IfPossible, Duty::May, Duty::Must])
    } else {
        random.pick(&[Duty::IfPossible, Duty::May])
    };
    let what = random.pick(&[Further::Any, Further::Captures, Further::Captures, Further::Quiet]);
    // Moves without captures would go on for ever.
    let once = !captures || random.once_in(4);
    let again = Again {
        who,
        by: random
            .once_in(3)
            .then(|| pool.movements[random.below(pool.movements.len())].clone()),
        what: if royal { Further::Quiet } else { what },
        duty: if who == Goer::Victim { Duty::Must } else { duty },
        once,
        turning: random.once_in(5),
    };
    effect.acts.push(Act::Again(again));
    effect
}

/// Pieces that come to the board.
fn put(random: &mut Random, pool: Pool<'_>, captures: bool) -> Put {
    Put {
        what: if captures && random.once_in(2) {
            Form::Victim
        } else {
            Form::Kind(random.pick(pool.kinds).to_owned())
        },
        flipped: random.once_in(3),
        chosen: random.once_in(2),
        on: if random.once_in(2) {
            Area::At(if random.once_in(2) {
                Place::Origin
            } else {
                Place::Target
            })
        } else {
            area(random, pool)
        },
    }
}

fn group(random: &mut Random, pool: Pool<'_>) -> Group {
    if random.once_in(3) {
        return Group {
            owner: Owner::Any,
            kinds: Kinds::All,
            on: Area::At(Place::Mover),
        };
    }
    Group {
        owner: random.pick(&[
            Owner::Any,
            Owner::Friend,
            Owner::Enemy,
            Owner::Enemy,
            Owner::Mover,
        ]),
        kinds: kinds(random, pool),
        on: match random.below(11) {
            10 if random.once_in(4) => Area::Mated,
            10 => attacked_more(random, pool),
            9 => Area::Open(row(random)),
            0 => Area::Attacked,
            1 => Area::Between {
                by: row(random),
                friends: kinds(random, pool),
            },
            2 => Area::Both(vec![area(random, pool), area(random, pool)]),
            3 => Area::Either(vec![area(random, pool), area(random, pool)]),
            _ => area(random, pool),
        },
    }
}

/// An area of squares that more pieces of one side than of the other could capture next.
fn attacked_more(random: &mut Random, pool: Pool<'_>) -> Area {
    Area::AttackedMore {
        by: random.pick(&[Owner::Friend, Owner::Friend, Owner::Enemy]),
        kinds: kinds(random, pool),
        by_value: random.once_in(3),
        // Of its own, so that earlier seeds keep their results.
        in_line: Random(random.0 ^ 0x11FE).once_in(3),
    }
}

/// Some squares, as a move sees them.
pub fn area(random: &mut Random, pool: Pool<'_>) -> Area {
    if Random(random.0 ^ 0xE9).once_in(12) {
        let (all, but) = (some_area(random, pool), some_area(random, pool));
        return Area::Except(Box::new(all), Box::new(but));
    }
    some_area(random, pool)
}

fn some_area(random: &mut Random, pool: Pool<'_>) -> Area {
    let place = place(random, pool);
    match random.below(6) {
        0 => Area::Squares(squares(random, pool)),
        1 => Area::At(place),
        2 => Area::Around(pool.movements[random.below(pool.movements.len())].clone(), place),
        3 => Area::File(place),
        4 => Area::Rank(place),
        5 if random.once_in(3) => Area::Reach(headed(random), place),
        _ => Area::Reach(pool.movements[random.below(pool.movements.len())].clone(), place),
    }
}

/// A movement that goes on in the direction of the move.
fn headed(random: &mut Random) -> Movement {
    let winds = [0, 4, 8, 12, 2].map(Winds::single);
    Movement::Leap(Leap {
        m: 0,
        n: 1,
        winds: random.pick(&winds),
        frame: Frame::Heading,
        range: random.pick(&[Range::ONE, Range::ANY]),
        between: Between::Free,
        wraps: false,
    })
}

fn place(random: &mut Random, pool: Pool<'_>) -> Place {
    match random.below(6) {
        5 if random.once_in(3) => Place::Victim,
        5 => Place::Walls,
        0 => Place::Origin,
        1 => Place::Target,
        2 if random.once_in(3) => Place::Piece {
            owner: Owner::Mover,
            kinds: Kinds::Only(vec![random.pick(pool.kinds).to_owned()]),
        },
        2 => piece(random, pool),
        _ => Place::Mover,
    }
}

fn piece(random: &mut Random, pool: Pool<'_>) -> Place {
    let owner = match random.below(16) {
        0 => {
            return Place::Piece {
                owner: Owner::Empty,
                kinds: Kinds::All,
            };
        }
        1 => Owner::Any,
        other => [Owner::Friend, Owner::Enemy][other % 2],
    };
    Place::Piece {
        owner,
        kinds: Kinds::Only(vec![random.pick(pool.kinds).to_owned()]),
    }
}

fn kinds(random: &mut Random, pool: Pool<'_>) -> Kinds {
    match random.below(4) {
        0 => Kinds::Only(vec![random.pick(pool.kinds).to_owned()]),
        1 => Kinds::Except(vec![random.pick(pool.kinds).to_owned()]),
        _ => Kinds::All,
    }
}

fn squares(random: &mut Random, pool: Pool<'_>) -> PerSide<Squares> {
    let mut some = || {
        Squares(
            pool.squares
                .iter()
                .filter(|_| random.once_in(2))
                .cloned()
                .collect(),
        )
    };
    PerSide::new(some(), some())
}

/// Leaps or rides in a row.
fn row(random: &mut Random) -> Movement {
    Movement::Leap(Leap {
        m: 0,
        n: 1,
        winds: random.pick(&[Winds::ORTHOGONAL, Winds::single(0), Winds::single(4)]),
        frame: Frame::Side,
        range: random.pick(&[Range::ONE, Range::ANY]),
        between: Between::Free,
        wraps: false,
    })
}
