//! Rules without sense: random boards, pieces, promotions, royalty and goals. A seed determines
//! everything.

use crate::random_effects;
use crate::random_hands;
use crate::random_hooks::{self, Pool};
use crate::random_more;
use crate::random_movements::{choosy, parsed, piece_movement};
use crate::random_powers;
use crate::slow;
use crate::slow::duel::Random;
use ferz::rules::*;
use ferz::vocabulary::{Form, GOALS, GoalOption, Written};

/// Boards: files and ranks.
const SIZES: [(u8, u8); 13] = [
    (5, 5),
    (6, 6),
    (8, 8),
    (7, 5),
    (4, 9),
    (9, 8),
    (6, 7),
    (5, 8),
    (8, 6),
    (10, 6),
    (4, 4),
    (12, 11),
    (16, 16),
];

/// The kinds of pieces with their letters; the first is royal.
const KINDS: [(&str, &str); 5] = [
    ("king", "K"),
    ("first", "A"),
    ("second", "B"),
    ("third", "+A"),
    ("fourth", "(D2)"),
];

/// Half of the rules in which one safe royal is enough ask for that only of the last one, or of the
/// last of each kind.
fn with_last_royals(seed: u64, mut royalty: Royalty) -> Royalty {
    let (random, each) = (&mut Random(seed ^ 0x1A57), &mut Random(seed ^ 0x1EAC));
    for side in Side::ALL {
        if royalty.rule[side] == RoyalRule::Any && random.once_in(2) {
            royalty.rule[side] = if each.once_in(2) {
                RoyalRule::LastOfEach
            } else {
                RoyalRule::Last
            };
        }
    }
    royalty
}

/// Random rules without hooks and effects.
pub fn ruleset(seed: u64) -> Ruleset {
    let random = &mut Random(seed);
    let board = board(random);
    let all = squares(&board);
    let pieces = pieces(random);
    let promotions = Side::ALL
        .into_iter()
        .flat_map(|side| promotions(random, side, &all))
        .collect();
    let rule = [RoyalRule::All, RoyalRule::All, RoyalRule::Any, RoyalRule::Fewer];
    let royalty = Royalty {
        rule: PerSide::new(random.pick(&rule), random.pick(&rule)),
        attack: RoyalAttack::Paths,
        sacrifice: false,
        no_trade: false,
    };
    let royalty = with_last_royals(seed, royalty);
    let no_check = royalty.rule == PerSide::both(RoyalRule::All) && random.once_in(3);
    Ruleset {
        format: FORMAT,
        title: format!("seed {seed}"),
        about: String::new(),
        source: String::new(),
        points: None,
        zones: Default::default(),
        armies: Default::default(),
        pieces: pieces.into_iter().collect(),
        promotions,
        drops: Vec::new(),
        castling: Vec::new(),
        control: None,
        en_passant: random
            .once_in(3)
            .then(|| PerSide::new(some(random, &all, 2), some(random, &all, 2))),
        start: start(random, &board, &all),
        shuffle: None,
        board,
        royalty,
        end: End {
            checkmate: Score::Loss,
            stalemate: PerSide::both(Score::Draw),
            goals: if random.once_in(4) {
                goals(random, &all)
            } else {
                Vec::new()
            },
            move_rule: random.once_in(3).then_some(Limit {
                count: 12,
                score: random.pick(&[Score::Draw, Score::Draw, Score::Win, Score::Loss]),
                side: random.pick(&[None, None, Some(Side::White), Some(Side::Black)]),
                claim: false,
                counted: false,
            }),
            repetition: None,
            mate_by: None,
            mate_without: None,
            perpetual_check: None,
            perpetual_chase: None,
            to_and_fro: None,
            only_promotions: None,
            counting: Default::default(),
        },
        restrictions: Restrictions {
            must_capture: PerSide::both(random.once_in(8)),
            no_check: PerSide::both(no_check),
            no_captures: PerSide::both(false),
            most_captures: PerSide::both(false),
            only_mate: PerSide::both(false),
            exposed_captures: PerSide::both(false),
            late_promotions: PerSide::both(Late::Never),
            no_swaps_in_check: PerSide::both(false),
            apart: PerSide::default(),
            exchange: Vec::new(),
            absorb: Vec::new(),
            bikjang: PerSide::new(random.once_in(6), random.once_in(6)),
            pass: PerSide::both(random.pick(&[
                Pass::Never,
                Pass::Never,
                Pass::Forced,
                Pass::Stuck,
                Pass::Allowed,
            ])),
            beyond: Beyond::default(),
        },
        walls: None,
        turns: None,
        powers: Vec::new(),
        effects: Vec::new(),
        hooks: Vec::new(),
    }
}

/// Random rules with one or two hooks, or up to three.
pub fn with_hooks(seed: u64, three: bool) -> Ruleset {
    let mut rules = ruleset(seed);
    let random = &mut Random(seed ^ 0xBAD_CAFE);
    let hooks = from_pool(&rules, |pool| random_hooks::some(random, pool, three)).into_iter();
    rules.hooks = hooks.map(|hook| crate::library::filled(&rules, hook)).collect();
    rules
}

/// Random rules with effects.
pub fn with_effects(seed: u64) -> Ruleset {
    let mut rules = ruleset(seed);
    let random = &mut Random(seed ^ 0xEFFEC7);
    rules.effects = from_pool(&rules, |pool| random_effects::some(random, pool));
    // The slow evaluator tries all answers for it.
    if seed % 12 == 6 {
        rules.royalty.attack = RoyalAttack::Turns;
    }
    rules.royalty.sacrifice = seed % 5 == 3;
    rules.royalty.no_trade = seed % 7 == 2;
    let squares = usize::from(rules.board.files) * usize::from(rules.board.ranks) + rules.board.extra.len();
    if random.once_in(4) && squares <= MAX_WALLED {
        rules.walls = Some(from_pool(&rules, |pool| random_effects::walls(random, pool)));
        if random.once_in(3) {
            rules.effects.clear();
        }
    }
    if random.once_in(6) {
        rules.restrictions.no_captures = random.pick(&[PerSide::both(true), PerSide::new(true, false)]);
        // Plain layouts know that, too.
        if random.once_in(2) {
            rules.effects.clear();
        }
    }
    rules
}

/// Random rules with effects that put pieces on the board, among others.
pub fn with_puts(seed: u64) -> Ruleset {
    let mut rules = with_effects(seed);
    let random = &mut Random(seed ^ 0x9075);
    // Walls are chosen, too.
    rules.walls = None;
    for _ in 0..=random.below(2) {
        let effect = from_pool(&rules, |pool| random_effects::puts(random, pool));
        let at = random.below(rules.effects.len() + 1);
        rules.effects.insert(at, effect);
    }
    rules
}

/// Random rules with effects that pull and push pieces, among others.
pub fn with_shifts(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0x5417);
    let mut rules = match random.below(4) {
        0 => with_puts(seed),
        1 => with_turns(seed),
        _ => with_effects(seed),
    };
    for _ in 0..=random.below(2) {
        let effect = from_pool(&rules, |pool| random_effects::shifts(random, pool));
        let at = random.below(rules.effects.len() + 1);
        rules.effects.insert(at, effect);
    }
    rules
}

/// Random rules with effects that make moves impossible, among others.
pub fn with_forbidden(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0xF0_4B1D);
    let mut rules = match random.below(6) {
        0 => with_puts(seed),
        1 => with_turns(seed),
        2 => with_hands(seed),
        3 => with_shifts(seed),
        4 => with_chains(seed),
        _ => ruleset(seed),
    };
    for _ in 0..=random.below(2) {
        let effect = from_pool(&rules, |pool| random_effects::forbids(random, pool));
        let at = random.below(rules.effects.len() + 1);
        rules.effects.insert(at, effect);
    }
    rules
}

/// Random rules with consequences of the end of a turn, among others.
pub fn with_turn_ends(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0xE2D5);
    let mut rules = match random.below(6) {
        0 => with_puts(seed),
        1 => with_turns(seed),
        2 => with_hands(seed),
        3 => with_effects(seed),
        4 => with_chains(seed),
        _ => ruleset(seed),
    };
    for _ in 0..=random.below(2) {
        let effect = from_pool(&rules, |pool| random_effects::turn_ends(random, pool));
        let at = random.below(rules.effects.len() + 1);
        rules.effects.insert(at, effect);
    }
    rules
}

/// Random rules with turns that go on, in which as much as possible is captured.
pub fn with_most_captures(seed: u64) -> Ruleset {
    let mut rules = match seed % 3 {
        0 => with_effects(seed),
        _ => with_chains(seed),
    };
    let random = &mut Random(seed ^ 0x3057);
    let sides = random.pick(&[(true, true), (true, true), (true, false), (false, true)]);
    rules.restrictions.most_captures = PerSide::new(sides.0, sides.1);
    rules
}

/// The same with hooks.
pub fn with_most_captures_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_most_captures(seed);
    rules.hooks = with_hooks(seed, false).hooks;
    rules
}

/// Random rules with hooks, with consequences of the end of a turn, and with moves that effects
/// make impossible.
pub fn with_turn_ends_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_turn_ends(seed);
    let random = &mut Random(seed ^ 0xF0_4B1D);
    let forbids = from_pool(&rules, |pool| random_effects::forbids(random, pool));
    rules.effects.push(forbids);
    rules.hooks = with_hooks(seed, false).hooks;
    rules
}

/// Random rules with powers, and with effects every third time.
pub fn with_powers(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0x09_0EE5);
    let mut rules = if random.once_in(3) {
        with_effects(seed)
    } else {
        ruleset(seed)
    };
    rules.powers = from_pool(&rules, |pool| random_powers::some(random, pool));
    rules
}

/// Random rules by which a side may move pieces of the opponent's, and with something else besides.
pub fn with_control(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0xC0_2701);
    let mut rules = match random.below(5) {
        0 => with_effects(seed),
        1 => with_powers(seed),
        2 => with_kinds(seed),
        3 => with_turns(seed),
        _ => ruleset(seed),
    };
    let control = from_pool(&rules, |pool| random_effects::control(random, pool));
    rules.control = (!control.asks_for_move()).then_some(control);
    if Random(seed ^ 0x0C_4003).once_in(3) {
        rules.hooks = with_hooks(seed, false).hooks;
    }
    give_swaps(seed, &mut rules);
    rules
}

/// Now and then, promotions of pieces that others move or that change places, and a bar to changing
/// places in check.
fn give_swaps(seed: u64, rules: &mut Ruleset) {
    let random = &mut Random(seed ^ 0x51_A700);
    if random.once_in(6) {
        let (white, own) = (random.once_in(2), &mut Random(random.0 ^ 0x1A7E));
        let mut late = || if own.once_in(2) { Late::Mover } else { Late::Own };
        let white = if white { late() } else { Late::Never };
        rules.restrictions.late_promotions = PerSide::new(white, late());
    }
    if random.once_in(4) {
        rules.restrictions.no_swaps_in_check = PerSide::new(true, random.once_in(2));
    }
}

/// Random rules with turns of several moves, and with something else besides.
pub fn with_turns(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0x7312_2514);
    let mut rules = match random.below(6) {
        0 => with_effects(seed),
        1 => with_powers(seed),
        2 => with_kinds(seed),
        3 => with_hands(seed),
        _ => ruleset(seed),
    };
    give_turns(random, &mut rules);
    give_swaps(seed, &mut rules);
    rules
}

/// Random rules with turns that go on, and with something else besides.
pub fn with_chains(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0xC4A1_2535);
    let mut rules = match random.below(7) {
        0 | 1 => with_effects(seed),
        2 => with_powers(seed),
        3 => with_kinds(seed),
        4 => with_hands(seed),
        5 => with_turns(seed),
        _ => ruleset(seed),
    };
    if random.once_in(2) {
        for piece in rules.pieces.values_mut() {
            piece.royal = PerSide::both(false);
        }
    }
    let royal = rules
        .pieces
        .values()
        .any(|piece| piece.royal.white || piece.royal.black);
    for _ in 0..=random.below(2) {
        let effect = from_pool(&rules, |pool| random_effects::goes_on(random, pool, royal));
        let at = random.below(rules.effects.len() + 1);
        rules.effects.insert(at, effect);
    }
    // Whether a turn goes on is asked of each wall, and all walls are tried for an answer.
    let squares = usize::from(rules.board.files) * usize::from(rules.board.ranks);
    if squares > random_more::SMALL {
        rules.walls = None;
    }
    rules
}

/// Gives rules turns of several moves.
fn give_turns(random: &mut Random, rules: &mut Ruleset) {
    let counts = [1, 1, 2, 2, 3];
    let royal = rules
        .pieces
        .values()
        .any(|piece| piece.royal.white || piece.royal.black);
    let counts = [random.pick(&counts), random.pick(&counts)];
    let first = random.pick(&[None, Some(1), Some(2)]);
    let grows = random.pick(&[0, 0, 1]);
    let check_ends = royal || random.once_in(2);
    let more = &mut Random(random.0 ^ 0x9A27);
    let kinds = more.once_in(2);
    let must = more.once_in(if kinds { 3 } else { 6 });
    let mut list = |count: usize| -> Vec<Part> {
        let mut part = || if kinds { more.pick(&Part::ALL) } else { Part::Move };
        (0..count).map(|_| part()).collect()
    };
    rules.turns = Some(Turns {
        moves: PerSide::new(list(counts[0]), list(counts[1])),
        first: first.map(&mut list),
        grows,
        check_ends,
        must,
    });
}

/// Random rules with hands, and with other effects every other time.
pub fn with_hands(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0x4A2D);
    let mut rules = if random.once_in(2) {
        with_effects(seed)
    } else {
        ruleset(seed)
    };
    give_hands(random, &mut rules);
    rules
}

/// Gives rules hands.
fn give_hands(random: &mut Random, rules: &mut Ruleset) {
    let like = rules.clone();
    from_pool(&like, |pool| random_hands::give(random, pool, rules));
    // Of their own, so that earlier seeds keep their results.
    let own = &mut Random(random.0 ^ 0x9A0D);
    for promotion in &mut rules.promotions {
        if own.once_in(6) {
            promotion.hand = Some(own.pick(&[Owner::Friend, Owner::Enemy]));
        }
    }
}

/// Something that is made of the pieces and squares of rules.
fn from_pool<T>(rules: &Ruleset, make: impl FnOnce(Pool<'_>) -> T) -> T {
    let squares = squares(&rules.board);
    let movements = ["K", "F", "W", "N", "R", "B", "nN", "WfF", "fR"].map(parsed);
    make(Pool {
        kinds: &KINDS.map(|(name, _)| name),
        squares: &squares,
        movements: &movements,
    })
}

/// Random rules in which pieces capture only some kinds of pieces, sometimes with two kinds of
/// royals.
pub fn with_kinds(seed: u64) -> Ruleset {
    let mut rules = ruleset(seed);
    choose(seed, &mut rules);
    rules
}

/// Has pieces capture only some kinds of pieces.
fn choose(seed: u64, rules: &mut Ruleset) {
    let random = &mut Random(seed ^ 0xC0_0511);
    let kinds = KINDS.map(|(name, _)| name);
    for piece in rules.pieces.values_mut() {
        for side in Side::ALL {
            if random.once_in(2) {
                piece.movement[side] = choosy(random, &kinds, &piece.movement[side]);
            }
        }
    }
    if random.once_in(4) {
        rules.pieces[1].royal = PerSide::both(true);
    }
}

/// Random rules with hooks, and with pieces that capture only some kinds of others.
pub fn with_kinds_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    choose(seed, &mut rules);
    rules
}

/// Random rules with hooks, and with effects besides.
pub fn with_effects_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    rules.effects = with_effects(seed).effects;
    rules
}

/// Random rules with hooks, and with powers besides.
pub fn with_powers_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    rules.powers = with_powers(seed).powers;
    rules
}

/// Random rules with hooks, and with turns of several moves.
pub fn with_turns_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    give_turns(&mut Random(seed), &mut rules);
    rules
}

/// Random rules with hooks, and with turns that go on.
pub fn with_chains_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_chains(seed);
    rules.hooks = with_hooks(seed, false).hooks;
    rules
}

/// Random rules with hooks, and with hands.
pub fn with_hands_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    give_hands(&mut Random(seed ^ 0x4A2D), &mut rules);
    rules
}

/// Random rules with hooks, and with effects that put pieces on the board.
pub fn with_puts_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    rules.effects = with_puts(seed).effects;
    rules
}

/// Random rules with hooks, and with effects that move pieces along lines.
pub fn with_shifts_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    rules.effects = with_shifts(seed).effects;
    // The start has no hands.
    for effect in &mut rules.effects {
        effect.acts.retain(|act| !matches!(act, Act::Hand { .. }));
    }
    rules
}

/// Random rules with hooks, and with walls, mostly.
pub fn with_walls_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_hooks(seed, false);
    let random = &mut Random(seed ^ 0x3A11);
    let like = rules.clone();
    from_pool(&like, |pool| random_more::give_walls(random, pool, &mut rules));
    rules
}

/// Random rules with the words of the language that the others leave out.
pub fn with_more(seed: u64) -> Ruleset {
    let random = &mut Random(seed ^ 0x0DD5);
    let mut rules = match random.below(7) {
        0 => with_effects(seed),
        1 => with_powers(seed),
        2 => with_kinds(seed),
        3 => with_hands(seed),
        4 => with_turns(seed),
        5 => with_puts(seed),
        _ => ruleset(seed),
    };
    let like = rules.clone();
    from_pool(&like, |pool| random_more::give(random, pool, &mut rules));
    rules
}

/// As [`with_more`], with hooks.
pub fn with_more_and_hooks(seed: u64) -> Ruleset {
    let mut rules = with_more(seed);
    rules.hooks = with_hooks(seed, false).hooks;
    rules
}

/// A grid, sometimes with holes, joined edges, or two squares outside with links to anywhere.
fn board(random: &mut Random) -> Board {
    let (files, ranks) = random.pick(&SIZES);
    let mut board = Board {
        files,
        ranks,
        holes: Squares::default(),
        wrap_files: random.once_in(4),
        wrap_ranks: random.once_in(8),
        extra: Default::default(),
    };
    if random.once_in(3) {
        board.holes = some(random, &squares(&board), 9);
    }
    let all = squares(&board);
    if random.once_in(3) {
        for name in ["x0", "x1"] {
            board.extra.insert(name.to_owned(), Default::default());
            for direction in Compass::ALL {
                if random.once_in(4) {
                    link(&mut board, name, direction, &all[random.below(all.len())]);
                }
            }
        }
    }
    board
}

/// Joins a square outside to one of the grid, unless another lies there already.
fn link(board: &mut Board, outside: &str, direction: Compass, to: &str) {
    let graph = slow::board::Board::new(board);
    let square = graph.square(to).expect("a square of the grid");
    let links = board.extra.get_mut(outside).expect("a square outside");
    if graph.neighbour(square, direction.opposite().index()).is_none() {
        links.insert(direction, to.to_owned());
    }
}

/// All squares that there are.
fn squares(board: &Board) -> Vec<String> {
    let files = || ('a'..).take(board.files.into());
    let grid = (1..=board.ranks).flat_map(|rank| files().map(move |file| format!("{file}{rank}")));
    let outside = board.extra.keys().cloned();
    grid.filter(|name| !board.holes.0.contains(name))
        .chain(outside)
        .collect()
}

/// One square in so many.
fn some(random: &mut Random, all: &[String], once_in: usize) -> Squares {
    Squares(all.iter().filter(|_| random.once_in(once_in)).cloned().collect())
}

fn pieces(random: &mut Random) -> Vec<(String, Piece)> {
    let mut pieces = Vec::new();
    for (name, letter) in KINDS {
        let royal = letter == "K";
        let letter: Letter = letter.parse().expect("the letters of these kinds are letters");
        let white = piece_movement(random, royal);
        let black = if random.once_in(4) {
            piece_movement(random, royal)
        } else {
            white.clone()
        };
        let piece = Piece {
            letter: PerSide::new(Some(letter.of(Side::White)), Some(letter.of(Side::Black))),
            once: None,
            movement: PerSide::new(white, black),
            royal: PerSide::both(royal),
            value: None,
            resets_clock: random.once_in(3),
            unlettered: false,
            symbol: None,
        };
        pieces.push((name.to_owned(), piece));
    }
    // A position remembers which pieces have moved only if one of them can make a first move.
    // Whether a random movement can is not easy to tell: one certainly can.
    if format!("{pieces:?}").contains("Initial") {
        let movement = &mut pieces[4].1.movement;
        for side in Side::ALL {
            movement[side] = Movement::Union(vec![movement[side].clone(), parsed("imK")]);
        }
    }
    pieces
}

/// Which moves bring a promotion about.
fn occasion(random: &mut Random) -> Occasion {
    if random.once_in(4) {
        Occasion::Capture
    } else if Random(random.0 ^ 0x0417).once_in(4) {
        // Of its own, so that earlier seeds keep their results.
        Occasion::Quiet
    } else {
        Occasion::Any
    }
}

/// Promotions of some of a side's kinds, royal ones among the targets.
fn promotions(random: &mut Random, side: Side, all: &[String]) -> Vec<Promotion> {
    let mut promotions = Vec::new();
    for (piece, _) in &KINDS[1..] {
        if !random.once_in(4) {
            continue;
        }
        let limited = random.once_in(3);
        promotions.push(Promotion {
            piece: (*piece).to_owned(),
            side,
            zone: some(random, all, 3),
            trigger: random.pick(&[Trigger::Enter, Trigger::Touch, Trigger::Leave, Trigger::InPlace]),
            only: occasion(random),
            hand: None,
            to: choices(random, piece),
            mandatory: match random.below(3) {
                0 => Mandatory::Always,
                1 => Mandatory::Never,
                _ => Mandatory::On(some(random, all, 2)),
            },
            limits: [("first".to_owned(), 2), ("king".to_owned(), 1)]
                .into_iter()
                .filter(|_| limited)
                .collect(),
            goes: None,
            no_check: false,
            condition: Default::default(),
        });
    }
    promotions
}

/// Kinds that a piece may become, one at least.
fn choices(random: &mut Random, piece: &str) -> Vec<String> {
    let others: Vec<&str> = KINDS
        .iter()
        .map(|kind| kind.0)
        .filter(|kind| *kind != piece)
        .collect();
    let some: Vec<String> = others
        .iter()
        .filter(|_| random.once_in(2))
        .map(|kind| (*kind).to_owned())
        .collect();
    if some.is_empty() {
        vec![others[0].to_owned()]
    } else {
        some
    }
}

/// The same kind of goal for both sides.
fn goals(random: &mut Random, all: &[String]) -> Vec<Goal> {
    // All goals of the language, by the forms in which they are written.
    let forms: Vec<&Form> = GOALS.iter().map(|entry| entry.means).collect();
    let form = forms[random.below(forms.len())];
    let given: Vec<GoalOption> = form
        .options
        .iter()
        .copied()
        .filter(|_| random.once_in(2))
        .collect();
    let pieces = if form.score == Score::Loss {
        ["first", "second"]
    } else {
        ["king", "first"]
    };
    let mut goal = |side| {
        let written = Written {
            pieces: form
                .pieces
                .map_or_else(Vec::new, |_| pieces.map(str::to_owned).to_vec()),
            zone: form
                .squares
                .map_or_else(Squares::default, |_| some(random, all, 12)),
            with: form.with.map_or_else(Squares::default, |_| some(random, all, 12)),
            number: form.number.as_ref().map_or(0, |number| {
                let (least, most) = number.range;
                most.min(least + random.below(2) as u32).max(least.min(2))
            }),
            options: given
                .iter()
                .map(|&option| {
                    (
                        option,
                        if option.is_decimal() {
                            50 * random.below(4) as u32
                        } else if option.is_counted() {
                            random.below(3) as u32
                        } else {
                            0
                        },
                    )
                })
                .collect(),
        };
        let (reason, score, condition) = (form.word, form.score, (form.condition)(written));
        Goal {
            reason: reason.to_owned(),
            side,
            condition,
            score,
        }
    };
    Side::ALL.map(&mut goal).to_vec()
}

/// The two kings and others here and there.
fn start(random: &mut Random, board: &Board, all: &[String]) -> String {
    let several_kings = random.once_in(4);
    let others: Vec<char> = if several_kings {
        "ABCDabcdABabKk"
    } else {
        "ABCDabcd"
    }
    .chars()
    .collect();
    let mut placed: Vec<(&String, char)> = Vec::new();
    for number in 0..(all.len() / 5).clamp(6, 14) {
        let square = &all[random.below(all.len())];
        let letter = match number {
            0 => 'K',
            1 => 'k',
            _ => random.pick(&others),
        };
        if placed.iter().all(|(taken, _)| *taken != square) {
            placed.push((square, letter));
        }
    }
    let on = |name: &str| {
        placed
            .iter()
            .find(|(square, _)| *square == name)
            .map(|(_, letter)| *letter)
    };
    let row = |rank: u8| {
        let cell = |file: char| {
            let name = format!("{file}{rank}");
            if board.holes.0.contains(&name) {
                '*'
            } else {
                on(&name).unwrap_or(' ')
            }
        };
        let cells: String = ('a'..).take(board.files.into()).map(cell).collect();
        // Runs of empty squares, the longest first.
        (1..=board.files).rev().fold(cells, |row, run| {
            row.replace(&" ".repeat(run.into()), &run.to_string())
        })
    };
    let rows: Vec<String> = (1..=board.ranks).rev().map(row).collect();
    let outside: String = board
        .extra
        .keys()
        .filter_map(|name| Some(format!(" {name}={}", written(&on(name)?.to_string()))))
        .collect();
    format!("{} w - - 0 1{outside}", written(&rows.join("/")))
}

/// A text in which kinds have letters of one sign, with those that they really have.
fn written(text: &str) -> String {
    let letters = [("C", "+A"), ("c", "+a"), ("D", "(D2)"), ("d", "(d2)")];
    let mut signs: Vec<String> = text.chars().map(String::from).collect();
    for sign in &mut signs {
        if let Some((_, letter)) = letters.iter().find(|(own, _)| *own == sign.as_str()) {
            *sign = (*letter).to_owned();
        }
    }
    signs.concat()
}
