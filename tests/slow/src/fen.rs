//! Extended FEN, read and written.

use super::board::Square;
use super::moves::{Deed, can_become, deeds};
use super::outcome::checks_to_give;
use super::position::{Piece, Position};
use super::walk::{Path, Walk};
use super::{Game, castling, chain, counting, effects, gates, hands, mechanics, powers, turns, walls};
use ferz::rules::{Castling, Letter, Movement, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Reads a position; `None` if the text is none.
pub fn read(game: &Game, text: &str) -> Option<Position> {
    let (text, counted) = counting::read(&game.rules, text)?;
    let text = text.as_str();
    let (keys, fields): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| word.contains('='));
    let mut keys: BTreeMap<&str, &str> = keys.iter().filter_map(|word| word.split_once('=')).collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or("-");
    let (board, hand) = match fields.first()?.split_once('[') {
        Some((board, hand)) => (board, hand.strip_suffix(']')?),
        None => (*fields.first()?, ""),
    };
    let (board, promoted, walls) = read_board(game, board)?;
    let mut position = Position {
        board,
        turn: match field(1) {
            "w" | "-" => Side::White,
            "b" => Side::Black,
            _ => return None,
        },
        rights: BTreeSet::new(),
        exposed: BTreeSet::new(),
        victim: None,
        trail: BTreeMap::new(),
        going: None,
        left: 1,
        halfmove: if field(4) == "-" {
            0
        } else {
            field(4).parse().ok()?
        },
        fullmove: if field(5) == "-" {
            1
        } else {
            field(5).parse().ok()?
        },
        counted,
        unmoved: BTreeSet::new(),
        checks: Side::ALL.map(|side| checks_to_give(game, side).unwrap_or(0)),
        passes: keys.remove("passes").map_or(Some(0), |n| n.parse().ok())?,
        walls,
        tags: BTreeMap::new(),
        hands: Default::default(),
        promoted,
    };
    for letter in Letter::all(hand)? {
        let piece = piece(game, letter)?;
        *position.hands[piece.side.index()].entry(piece.kind).or_default() += 1;
    }
    for square in 0..game.board.size() {
        if let (None, Some(letter)) = (game.board.place(square), keys.remove(game.board.name(square))) {
            if letter == "*" && walls::exist(&game.rules) {
                position.walls.insert(square);
                continue;
            }
            if letter.ends_with('~') {
                position.promoted.insert(square);
            }
            let letter = letter.trim_end_matches('~').parse().ok()?;
            position.board[square] = Some(piece(game, letter)?);
        }
    }
    position.tags = mechanics::natural_tags(game, &position);
    if let Some(text) = game.mechanics.key().and_then(|key| keys.remove(key)) {
        mechanics::read_tags(game, &mut position, text)?;
    }
    if let Some(checks) = keys.remove("checks") {
        let (white, black) = checks.split_once('+')?;
        position.checks = [white.parse().ok()?, black.parse().ok()?];
    }
    if game.knows_initial() {
        position.unmoved = at_home(game, &position);
        for name in keys
            .remove("moved")
            .into_iter()
            .flat_map(|moved| moved.split(','))
        {
            position.unmoved.remove(&game.board.square(name)?);
        }
    }
    let mut named: BTreeSet<Square> = BTreeSet::new();
    for letter in field(2).chars().filter(|&letter| letter != '-') {
        // A file names a piece that has not moved; said again, or where there is none, a right.
        let of_castling = game.rules.castling.iter().any(|c| c.letter == letter);
        let unmoved = gates::named(game, &position, letter).filter(|s| position.unmoved.contains(s));
        if let Some(square) = unmoved.filter(|square| !of_castling && !named.contains(square)) {
            named.insert(square);
            continue;
        }
        let stands = |c: &Castling| castling::stands(game, &position, c);
        let Some(number) = castling::meant(&game.rules.castling, stands, letter) else {
            named.insert(gates::named(game, &position, letter)?);
            continue;
        };
        if let Some(number) = number {
            let castling = &game.rules.castling[number];
            position.rights.insert(number);
            let names = [&castling.king_from, &castling.rook_from];
            named.extend(names.into_iter().filter_map(|name| game.board.square(name)));
        }
    }
    if gates::are_letters(game) {
        position.unmoved.retain(|square| named.contains(square));
    }
    if let Some(text) = keys.remove("again") {
        position.going = Some(chain::read(game, position.turn, text)?);
    }
    let part: u32 = keys.remove("part").map_or(Some(1), |n| n.parse().ok())?;
    position.left = (turns::length(game, position.turn, position.fullmove) + 1).checked_sub(part)?;
    read_exposed(game, &mut position, field(3))?;
    if let Some(victim) = position.victim.filter(|_| turns::are_paired(&game.rules)) {
        position.trail = position.exposed.iter().map(|&middle| (middle, victim)).collect();
    }
    for pair in keys.remove("passed").into_iter().flat_map(|text| text.split(',')) {
        let (middle, victim) = pair.split_once(':')?;
        position
            .trail
            .insert(game.board.square(middle)?, game.board.square(victim)?);
    }
    if turns::are_paired(&game.rules) {
        position.exposed = position.trail.keys().copied().collect();
        position.victim = position.trail.values().next().copied();
    }
    keys.is_empty().then_some(position)
}

type Board = (Vec<Option<Piece>>, BTreeSet<Square>, BTreeSet<Square>);

fn read_board(game: &Game, field: &str) -> Option<Board> {
    let (mut promoted, mut walls) = (BTreeSet::new(), BTreeSet::new());
    let mut board = vec![None; game.board.size()];
    let mut rank = game.board.ranks();
    for row in field.split('/') {
        rank -= 1;
        let mut file = 0;
        let mut row = row;
        while !row.is_empty() {
            let digits = row.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file += row[..digits].parse::<i32>().ok()?;
                row = &row[digits..];
                continue;
            }
            // A hole is a star, and so is a closed square.
            if let Some(rest) = row.strip_prefix('*') {
                row = rest;
                let square = game.board.at(file, rank);
                if square.is_some() && !walls::exist(&game.rules) {
                    return None;
                }
                walls.extend(square);
            } else {
                let square = game.board.at(file, rank)?;
                let letter = Letter::first(row)?;
                board[square] = Some(piece(game, letter)?);
                row = &row[letter.len()..];
                if let Some(rest) = row.strip_prefix('~') {
                    row = rest;
                    promoted.insert(square);
                }
            }
            file += 1;
        }
        if file != game.board.files() {
            return None;
        }
    }
    (rank == 0).then_some((board, promoted, walls))
}

/// The piece with that letter.
fn piece(game: &Game, letter: Letter) -> Option<Piece> {
    let of = |side: Side| {
        let kind = game
            .rules
            .pieces
            .values()
            .position(|piece| piece.letter[side] == Some(letter))?;
        Some(Piece { side, kind })
    };
    Side::ALL.into_iter().find_map(of)
}

/// Pieces that stand where one of their kind starts.
fn at_home(game: &Game, position: &Position) -> BTreeSet<Square> {
    if gates::are_letters(game) {
        return gates::candidates(game, position);
    }
    let starts = |square: Square, piece: Piece| game.homes.contains(&(square, piece));
    position
        .pieces()
        .filter(|&(square, piece)| starts(square, piece) && gates::matters(game, position, square))
        .map(|(square, _)| square)
        .collect()
}

/// Every way in which the last move can have exposed squares: the squares and the piece.
fn exposers(game: &Game, position: &Position) -> BTreeSet<(BTreeSet<Square>, Square)> {
    let mut found = BTreeSet::new();
    let side = position.turn.other();
    // Another piece may have come to its former square, or to a square it passed.
    let puts = effects::put(game);
    for (kind, piece) in game.rules.pieces.values().enumerate() {
        let exposes = super::some_part(&powers::any_way(game, side, kind), &|part| {
            matches!(part, Movement::Exposed(_))
        });
        if piece.letter[side].is_none() || !exposes {
            continue;
        }
        for (to, now) in position.of(side) {
            // The square it came from may have been closed since.
            let filled = |&square: &Square| position.board[square].is_some();
            // Something may have come in where it came from, or its captor stands there.
            let let_in = |from: &Square| {
                let own = position.board[*from].is_some_and(|piece| piece.side == side);
                own && (gates::of_side(game, side).contains(from) || chain::of_victims(game))
            };
            for from in
                (0..game.board.size()).filter(|from| *from != to && (puts || !filled(from) || let_in(from)))
            {
                // It may have been promoted by the same move (`EN-24`), or have become another as a
                // consequence.
                if effects::change_kinds(game) || can_become(game, side, kind, now, from, to) {
                    found.extend(
                        exposed_by(game, position, Piece { side, kind }, from, to)
                            .map(|set| &set - &position.walls)
                            .map(|set| {
                                set.into_iter()
                                    .filter(|square| !puts || !filled(square))
                                    .collect()
                            })
                            .map(|set: BTreeSet<Square>| (set, to))
                            .filter(|(set, _)| !set.is_empty()),
                    );
                }
            }
        }
    }
    found
}

/// The squares that a piece exposed by moving from one square to the other, if it did so in the
/// last move.
fn exposed_by(
    game: &Game,
    position: &Position,
    piece: Piece,
    from: Square,
    to: Square,
) -> impl Iterator<Item = BTreeSet<Square>> {
    let mut before = position.clone();
    before.turn = piece.side;
    before.board[to] = None;
    // Squares closed since then were open.
    before.walls.clear();
    before.board[from] = Some(piece);
    before.unmoved.insert(from);
    let mut sets = quiet_exposures(game, &before, piece, from, to);
    if effects::put(game) {
        // The squares it passed were empty, even if pieces have come there since.
        let others = (0..game.board.size()).filter(|&square| square != from);
        others.for_each(|square| before.board[square] = None);
        sets.extend(quiet_exposures(game, &before, piece, from, to));
    }
    sets.into_iter().filter(|set| !set.is_empty())
}

/// The squares that quiet paths of a piece from one square to the other expose.
fn quiet_exposures(
    game: &Game,
    before: &Position,
    piece: Piece,
    from: Square,
    to: Square,
) -> Vec<BTreeSet<Square>> {
    // The former powers are not asked.
    let paths = if game.rules.powers.is_empty() {
        mechanics::paths(game, before, piece.side, from, piece.kind)
    } else {
        let any = powers::any_way(game, piece.side, piece.kind);
        Walk::paths(&game.board, before, piece.side, &any, from)
    };
    let quiet =
        |path: &Path| path.to == to && deeds(game, before, piece.side, from, path).contains(&Deed::Quiet);
    paths.into_iter().filter(quiet).map(|path| path.exposed).collect()
}

fn read_exposed(game: &Game, position: &mut Position, field: &str) -> Option<()> {
    if field == "-" {
        return Some(());
    }
    let mut given = BTreeSet::new();
    let mut rest = field;
    while !rest.is_empty() {
        let longest = (1..=rest.len())
            .rev()
            .find(|&len| game.board.square(&rest[..len]).is_some())?;
        given.extend(game.board.square(&rest[..longest]));
        rest = &rest[longest..];
    }
    let fits = |(exposed, victim): &(BTreeSet<Square>, Square)| {
        let mut with_victim = exposed.clone();
        with_victim.insert(*victim);
        *exposed == given || with_victim == given
    };
    let (exposed, victim) = exposers(game, position).into_iter().find(fits)?;
    position.exposed = exposed;
    position.victim = Some(victim);
    Some(())
}

/// Writes a position. One position has one text.
pub fn write(game: &Game, position: &Position) -> String {
    let letter = |piece: Piece| {
        let letter = game.rules.pieces[piece.kind].letter[piece.side];
        letter.expect("a piece that stands on the board has a letter")
    };
    let mut rows = Vec::new();
    for rank in (0..game.board.ranks()).rev() {
        let mut row = String::new();
        let mut run = 0;
        for file in 0..game.board.files() {
            let shown = match game.board.at(file, rank) {
                None => "*".to_owned(),
                Some(square) if position.walls.contains(&square) => "*".to_owned(),
                Some(square) => match position.board[square] {
                    Some(piece) => letter(piece).to_string(),
                    None => {
                        run += 1;
                        continue;
                    }
                },
            };
            if run > 0 {
                row += &run.to_string();
                run = 0;
            }
            row += &shown;
            if game
                .board
                .at(file, rank)
                .is_some_and(|s| position.promoted.contains(&s))
            {
                row.push('~');
            }
        }
        if run > 0 {
            row += &run.to_string();
        }
        rows.push(row);
    }
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let rights = gates::write_rights(game, position, |number| {
        castling::letter(
            &game.rules.castling,
            |c| castling::stands(game, position, c),
            number,
        )
    });
    let mut exposed: String = position
        .exposed
        .iter()
        .map(|&square| game.board.name(square))
        .collect();
    if turns::are_paired(&game.rules) {
        exposed.clear();
    } else if let Some(victim) = position.victim {
        // If two pieces can have passed the squares, the one that did is named.
        if exposers(game, position)
            .iter()
            .filter(|(passed, _)| *passed == position.exposed)
            .count()
            > 1
        {
            exposed += game.board.name(victim);
        }
    }
    let mut keys = BTreeMap::new();
    for (square, piece) in position
        .pieces()
        .filter(|(square, _)| game.board.place(*square).is_none())
    {
        let promoted = position.promoted.contains(&square) && hands::is_marked(game, piece.kind);
        let sign = if promoted { "~" } else { "" };
        keys.insert(
            game.board.name(square).to_owned(),
            format!("{}{sign}", letter(piece)),
        );
    }
    for &square in position.walls.iter().filter(|s| game.board.place(**s).is_none()) {
        keys.insert(game.board.name(square).to_owned(), "*".to_owned());
    }
    if Side::ALL
        .into_iter()
        .any(|side| checks_to_give(game, side).is_some())
    {
        keys.insert(
            "checks".to_owned(),
            format!("{}+{}", position.checks[0], position.checks[1]),
        );
    }
    if position.passes > 0 {
        keys.insert("passes".to_owned(), position.passes.to_string());
    }
    if let Some(text) = chain::text(game, position.turn, position.going.as_ref()) {
        keys.insert("again".to_owned(), text);
    }
    if turns::made(game, position) > 0 {
        keys.insert("part".to_owned(), (turns::made(game, position) + 1).to_string());
    }
    if !position.trail.is_empty() {
        let name = |square: Square| game.board.name(square);
        let pairs = position.trail.iter();
        let pairs: Vec<String> = pairs.map(|(&m, &v)| format!("{}:{}", name(m), name(v))).collect();
        keys.insert("passed".to_owned(), pairs.join(","));
    }
    if game.knows_initial() && !gates::are_letters(game) {
        let mut moved: Vec<Square> = at_home(game, position)
            .difference(&position.unmoved)
            .copied()
            .collect();
        moved.sort_by_key(|&square| game.board.place(square));
        if !moved.is_empty() {
            let names: Vec<&str> = moved.iter().map(|&square| game.board.name(square)).collect();
            keys.insert("moved".to_owned(), names.join(","));
        }
    }
    if let Some(key) = game.mechanics.key() {
        let value = mechanics::tags_text(game, position);
        if !value.is_empty() {
            keys.insert(key.to_owned(), value);
        }
    }
    let mut hands = String::new();
    if hands::are_counted(game) {
        let held = Side::ALL.into_iter().flat_map(|side| {
            let held = position.hands[side.index()].iter();
            held.flat_map(move |(&kind, &count)| std::iter::repeat_n(letter(Piece { side, kind }), count))
        });
        hands = format!("[{}]", held.map(|letter| letter.to_string()).collect::<String>());
    }
    let mut text = format!(
        "{}{hands} {} {} {} {} {}",
        rows.join("/"),
        if position.turn == Side::White { "w" } else { "b" },
        or_dash(rights),
        or_dash(exposed),
        position.halfmove,
        position.fullmove,
    );
    for (key, value) in keys {
        text += &format!(" {key}={value}");
    }
    counting::write(text, position.counted)
}
