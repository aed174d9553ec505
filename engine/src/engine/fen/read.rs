//! Reading a position: from a text to a setup. Does not know whether it can be played: that is
//! `validate`.

use super::{CLOCK, COUNT, Fields, PositionError, clip, number, parse_side, rights, side_of, tags, wrong};
use crate::board::{Bits, Square};
use crate::engine::counting::Counted;
use crate::engine::naming::NONE;
use crate::engine::setup::{Setup, SetupRules};
use crate::engine::tagging::{PROMOTED, Tagging};
use crate::engine::width::Wide;
use crate::order::sort;
use crate::rules::{BySide, Letter, MAX_PARTS};

/// Reads the board, the side to move, and the keys of the flat rules, which are taken out of the
/// fields.
pub(crate) fn parse_pieces(rules: &SetupRules, fields: &mut Fields<'_>) -> Result<Setup, PositionError> {
    let mut pos = Setup::empty();
    parse_board(rules, &mut pos, fields.field(0))?;
    pos.side_to_move = parse_side("side to move", fields.plain.get(1).copied().unwrap_or("w"))?;
    for square in rules.topology.extras() {
        let name = rules.topology.name(square);
        if let Some(value) = fields.take(name) {
            parse_extra(rules, &mut pos, square, value)?;
        }
    }
    let mut checks = fields.checks.take();
    if rules.check_goal.iter().any(Option::is_some) {
        checks = fields.take("checks").or(checks);
    }
    parse_checks(rules, &mut pos, checks)?;
    if rules.most_passes > 0
        && let Some(text) = fields.take("passes")
    {
        pos.passes = parse_passes(rules, text)?;
    }
    if rules.turns.is_some()
        && let Some(text) = fields.take("part")
    {
        pos.left = match text.parse() {
            Ok(part) if (1..=MAX_PARTS).contains(&part) => part,
            _ => {
                return wrong(
                    "part",
                    format!("`{}` is not a number from 1 to {MAX_PARTS}", clip(text)),
                );
            }
        };
    }
    parse_count(rules, &mut pos, fields)?;
    let written = rules.uses_initial && !rules.gates_by_file;
    let moved = written.then(|| fields.take("moved")).flatten();
    parse_moved(rules, &mut pos, moved)?;
    if let Some(tagging) = &rules.tagging
        && let Some(text) = fields.take(tagging.key)
    {
        parse_tags(rules, &mut pos, tagging, text)?;
    }
    Ok(pos)
}

/// Reads a count of moves, and puts the halfmove clock where it stands without one.
fn parse_count(rules: &SetupRules, pos: &mut Setup, fields: &mut Fields<'_>) -> Result<(), PositionError> {
    let Some(counts) = &rules.counts else {
        return Ok(());
    };
    let field = fields.field(3);
    let (plies, limit) = if let Some(text) = fields.take(COUNT) {
        let Some(parts) = text.split_once('/') else {
            return wrong(COUNT, format!("`{}` is not of the form `12/128`", clip(text)));
        };
        parts
    } else if field.bytes().all(|b| b.is_ascii_digit()) {
        let plies = fields.field(4);
        let clock = fields.take(CLOCK).unwrap_or("0");
        fields.plain[3] = "-";
        if let Some(field) = fields.plain.get_mut(4) {
            *field = clock;
        }
        (plies, field)
    } else {
        return Ok(());
    };
    pos.counted = Counted {
        plies: number(COUNT, plies)?,
        limit: number(COUNT, limit)?,
    };
    if !counts.limits().any(|known| known == pos.counted.limit) {
        let mut known: Vec<u16> = counts.limits().collect();
        sort(&mut known);
        known.dedup();
        let known: Vec<String> = known.iter().map(u16::to_string).collect();
        let message = format!(
            "`{}` is no limit of a count in plies: {}",
            clip(limit),
            known.join(", ")
        );
        return wrong(COUNT, message);
    }
    Ok(())
}

/// Reads castling rights and clocks.
pub(crate) fn parse_rights_and_clocks(
    rules: &SetupRules,
    pos: &mut Setup,
    fields: &Fields<'_>,
) -> Result<(), PositionError> {
    parse_castling(rules, pos, fields.field(2))?;
    pos.halfmove = number("halfmove clock", fields.field(4))?;
    pos.fullmove = number("fullmove number", fields.plain.get(5).copied().unwrap_or("1"))?.max(1);
    // Until here it is the number of the next move in the turn.
    let (part, length) = (pos.left, rules.turn_length(pos.side_to_move, pos.fullmove));
    if part > length {
        let message = format!(
            "this turn of {} has {length} move{}, so there is no move {part}",
            pos.side_to_move,
            if length == 1 { "" } else { "s" }
        );
        return wrong("part", message);
    }
    pos.left = length + 1 - part;
    if rules.tracks_passers {
        // The passed squares say it.
        pos.en_passant_victim = NONE;
    }
    Ok(())
}

/// Puts the pieces of the board field on an empty board.
pub(super) fn parse_board(rules: &SetupRules, pos: &mut Setup, field: &str) -> Result<(), PositionError> {
    let (files, ranks) = (
        u32::from(rules.topology.files()),
        u32::from(rules.topology.ranks()),
    );
    if let Some(at) = field.find('[') {
        parse_hands(rules, pos, &field[at..])?;
        return parse_board(rules, pos, &field[..at]);
    }
    let rows = 1 + field.bytes().filter(|&b| b == b'/').count();
    if rows as u32 != ranks {
        return wrong("board", format!("the text has {rows} of the {ranks} ranks"));
    }
    let mut rest = field;
    for rank in (0..ranks).rev() {
        let behind = parse_rank(rules, pos, rank, files, rest)?;
        rest = rest.get(behind..).unwrap_or_default();
    }
    Ok(())
}

/// Reads the pieces in hand: `[QPp]`, `[]` or `[-]`.
fn parse_hands(rules: &SetupRules, pos: &mut Setup, text: &str) -> Result<(), PositionError> {
    let Some(letters) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) else {
        return wrong("board", "the pieces in hand are not closed by `]`");
    };
    if matches!(letters, "" | "-") {
        return Ok(());
    }
    if !rules.counts_hands {
        // Other programs count what is never used up; it means nothing here.
        let endless = |letter: Letter| {
            let dropped = |code: u8| rules.droppable[usize::from(code & 1)] >> (code >> 1) & 1 == 1;
            code(rules, letter).is_ok_and(dropped)
        };
        if Letter::all(letters).is_some_and(|letters| letters.into_iter().all(endless)) {
            return Ok(());
        }
        return wrong("board", "this variant has no pieces in hand");
    }
    let mut rest = letters;
    while !rest.is_empty() {
        let (letter, code) = first_piece(rules, &mut rest)?;
        let count = &mut pos.hands[usize::from(code & 1)][usize::from(code >> 1)];
        if *count == u8::MAX {
            return wrong(
                "board",
                format!("there are more than {} of `{letter}` in hand", u8::MAX),
            );
        }
        *count += 1;
    }
    Ok(())
}

/// Keeps in mind that a piece has promoted, if that matters; false if nothing promotes to it.
fn mark_promoted(rules: &SetupRules, pos: &mut Setup, (square, code): (Square, u8)) -> bool {
    let before = rules.demotes[side_of(code).index()].get(usize::from(code >> 1));
    if before.is_none_or(|&before| before == NONE) {
        return false;
    }
    if rules.marked >> (code >> 1) & 1 == 1 {
        pos.add_tags(square, PROMOTED);
    }
    true
}

/// Puts the pieces of one rank, counted from 0, on the board. The text may have further ranks;
/// returns where the next one begins.
fn parse_rank(
    rules: &SetupRules,
    pos: &mut Setup,
    rank: u32,
    files: u32,
    text: &str,
) -> Result<usize, PositionError> {
    let bytes = text.as_bytes();
    let (mut file, mut at) = (0u32, 0);
    while let Some(&byte) = bytes.get(at).filter(|&&byte| byte != b'/') {
        if byte.is_ascii_digit() {
            let mut run = 0u32;
            while let Some(digit) = bytes.get(at).filter(|byte| byte.is_ascii_digit()) {
                run = (run * 10 + u32::from(digit - b'0')).min(1000);
                at += 1;
            }
            if run == 0 {
                return wrong("board", format!("rank {} has a run of 0 squares", rank + 1));
            }
            file += run;
            continue;
        }
        let square = (file < files).then(|| (rank * files + file) as Square);
        let square = square.filter(|&s| rules.topology.squares().has(s));
        if let Some(square) = square
            && let Some((code, length)) = rules.naming.first(&text[at..])
        {
            pos.put(rules, code, square);
            at += length;
            if bytes.get(at) == Some(&b'~') {
                read_promoted(rules, pos, rank, (square, code))?;
                at += 1;
            }
        } else {
            at += other_sign(rules, pos, (rank, square, file < files), &text[at..])?;
        }
        file += 1;
    }
    if file != files {
        return wrong(
            "board",
            format!("rank {} has {file} squares, the board has {files}", rank + 1),
        );
    }
    Ok(at + 1)
}

/// Reads the `~` behind a piece, which has promoted.
fn read_promoted(
    rules: &SetupRules,
    pos: &mut Setup,
    rank: u32,
    piece: (Square, u8),
) -> Result<(), PositionError> {
    if mark_promoted(rules, pos, piece) {
        return Ok(());
    }
    wrong(
        "board",
        format!("rank {} has a `~` behind what nothing promotes to", rank + 1),
    )
}

/// Reads the sign with which a text begins where no piece stands: a `*` for a wall or a hole. The
/// place is its rank, its square, and whether it is on the board at all. Returns its length.
fn other_sign(
    rules: &SetupRules,
    pos: &mut Setup,
    (rank, square, inside): (u32, Option<Square>, bool),
    text: &str,
) -> Result<usize, PositionError> {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let length = Letter::first(text).map_or(first, |letter| letter.len());
    let sign = &text[..length];
    if let (Some(square), "*", true) = (square, sign, rules.has_walls) {
        pos.walls.insert(square);
    } else if inside {
        hole_or_nothing(rules, rank, square.is_some(), sign)?;
    }
    Ok(length)
}

/// Reads a sign that is no piece on a square: a `*` for a hole.
pub(super) fn hole_or_nothing(
    rules: &SetupRules,
    rank: u32,
    is_square: bool,
    sign: &str,
) -> Result<(), PositionError> {
    match (sign, is_square) {
        ("*", false) => Ok(()),
        ("*", true) => wrong(
            "board",
            format!(
                "rank {} has a `*` where there is no hole, and no square is closed in this variant",
                rank + 1
            ),
        ),
        (_, false) => wrong("board", format!("`{sign}` stands on a hole in rank {}", rank + 1)),
        (_, true) => first_piece(rules, &mut { sign }).map(|_| ()),
    }
}

/// The piece that a letter stands for, `kind * 2 + side`.
pub(crate) fn code(rules: &SetupRules, letter: Letter) -> Result<u8, PositionError> {
    rules
        .naming
        .code(letter)
        .map_or_else(|| no_code(rules, letter), Ok)
}

/// Takes the letter that a text begins with from it, with the piece that it stands for.
pub(crate) fn first_piece(rules: &SetupRules, text: &mut &str) -> Result<(Letter, u8), PositionError> {
    let Some(letter) = Letter::first(text) else {
        let sign: String = text.chars().take(1).flat_map(char::escape_default).collect();
        let plus = text.starts_with('+').then_some("; a `+` stands before a letter");
        let bracket = text
            .starts_with('(')
            .then_some("; a name in brackets is one like `(WZ)` or `(wz)`");
        let hint = plus.or(bracket).unwrap_or_default();
        return wrong("board", format!("`{sign}` is not a piece{hint}"));
    };
    *text = &text[letter.len()..];
    Ok((letter, code(rules, letter)?))
}

fn no_code<T>(rules: &SetupRules, letter: Letter) -> Result<T, PositionError> {
    let side = letter.side();
    let mut hint = String::new();
    if rules.naming.code(letter.of(side.other())).is_some() {
        hint = format!(", only {} has", side.other());
    } else if let Some(bare) = letter.without_plus()
        && rules.naming.code(bare).is_some()
    {
        hint = format!("; `{bare}` has no form with a plus here");
    }
    wrong(
        "board",
        format!("{side} has no piece with the letter `{letter}`{hint}"),
    )
}

pub(super) fn parse_extra(
    rules: &SetupRules,
    pos: &mut Setup,
    square: Square,
    value: &str,
) -> Result<(), PositionError> {
    let key = rules.topology.name(square);
    if value == "*" && rules.has_walls {
        pos.walls |= Wide::bit(square);
        return Ok(());
    }
    let promoted = value.strip_suffix('~');
    match promoted.unwrap_or(value).parse() {
        Ok(letter) => {
            let code = code(rules, letter).map_err(|e| PositionError {
                field: key.to_owned(),
                ..e
            })?;
            pos.put(rules, code, square);
            if promoted.is_some() && !mark_promoted(rules, pos, (square, code)) {
                return wrong(key, "nothing promotes to what has a `~` behind it");
            }
            Ok(())
        }
        Err(_) => wrong(key, "one piece stands on a square"),
    }
}

pub(super) fn parse_checks(
    rules: &SetupRules,
    pos: &mut Setup,
    text: Option<&str>,
) -> Result<(), PositionError> {
    let full = rules.check_goal.map(|goal| goal.unwrap_or(0));
    pos.checks = full;
    let Some(text) = text else { return Ok(()) };
    if full.iter().all(|&checks| checks == 0) {
        return wrong("checks", "this variant does not count checks");
    }
    // `+1+0` counts the checks given, `3+3` those that are left.
    let given = text.strip_prefix('+');
    let numbers = given.unwrap_or(text).split('+').map(|n| n.parse().ok());
    let numbers: Option<Vec<u8>> = numbers.collect();
    let Some(numbers) = numbers.and_then(|numbers| BySide::try_from(numbers).ok()) else {
        return wrong(
            "checks",
            format!("`{}` is not two numbers like `3+3`", clip(text)),
        );
    };
    for (i, n) in numbers.into_iter().enumerate() {
        if n > full[i] {
            return wrong("checks", format!("{n} is more than the {} of the rules", full[i]));
        }
        pos.checks[i] = if given.is_some() { full[i] - n } else { n };
    }
    Ok(())
}

fn parse_passes(rules: &SetupRules, text: &str) -> Result<u8, PositionError> {
    let passes = text.parse().ok().filter(|&n: &u8| n <= rules.most_passes);
    passes.map_or_else(
        || {
            let text = clip(text);
            let most = rules.most_passes;
            wrong("passes", format!("`{text}` is not a number up to {most}"))
        },
        Ok,
    )
}

pub(super) fn parse_moved(
    rules: &SetupRules,
    pos: &mut Setup,
    text: Option<&str>,
) -> Result<(), PositionError> {
    if !rules.uses_initial {
        return Ok(());
    }
    pos.unmoved = rights::at_home(rules, pos);
    let Some(text) = text else { return Ok(()) };
    for square in squares(rules, "moved", text)? {
        if !pos.unmoved.has(square) {
            let name = rules.topology.name(square);
            return wrong(
                "moved",
                format!("no piece stands on {name} that could have started there"),
            );
        }
        pos.unmoved ^= Wide::bit(square);
    }
    Ok(())
}

/// Reads the tags of pieces: `e4:OS,h8:ODS`.
pub(super) fn parse_tags(
    rules: &SetupRules,
    pos: &mut Setup,
    tagging: &Tagging,
    text: &str,
) -> Result<(), PositionError> {
    let key = tagging.key;
    let mut known = Wide::EMPTY;
    for entry in text.split(',') {
        let Some((name, letters)) = entry.split_once(':') else {
            return wrong(
                key,
                format!("`{}` is not a square and letters like `e4:QR`", clip(entry)),
            );
        };
        let Some(square) = rules.topology.square(name) else {
            return wrong(key, format!("`{}` is not a square of this board", clip(name)));
        };
        let Some((kind, side)) = pos.piece(square) else {
            return wrong(key, format!("no piece stands on {name}"));
        };
        if known.has(square) {
            return wrong(key, format!("{name} is given twice"));
        }
        known |= Wide::bit(square);
        let mask = tags(tagging, letters)?;
        let natural = tagging.natural[usize::from(kind)];
        let leaves = tagging.leaves[usize::from(kind)];
        let piece = rules.naming.letter(side, kind);
        if mask & natural != natural {
            return wrong(
                key,
                format!("`{piece}` on {name} has {} in any case", tagging.text(natural)),
            );
        }
        if mask & leaves != 0 {
            return wrong(
                key,
                format!("`{piece}` on {name} has {} by itself", tagging.text(leaves)),
            );
        }
        pos.add_tags(square, mask);
    }
    Ok(())
}

pub(super) fn parse_castling(rules: &SetupRules, pos: &mut Setup, field: &str) -> Result<(), PositionError> {
    let mut gates = Wide::EMPTY;
    for letter in field.chars().filter(|_| field != "-") {
        if let Some(gate) = rights::newly_named(rules, pos, letter, gates) {
            gates |= Wide::bit(gate);
            continue;
        }
        let Some(right) = rights::right_of(rules, pos, letter) else {
            if let Some(gate) = rights::gate_of(rules, pos, letter) {
                gates |= Wide::bit(gate);
                continue;
            }
            let mut known: Vec<char> = rules.wide_castlings.iter().map(|c| c.letter).collect();
            known.dedup();
            let known: String = known.into_iter().collect();
            let hint = if rules.gates_by_file && !rules.has_gates {
                "no piece stands on that file that could make its first move".to_owned()
            } else if known.is_empty() {
                "this variant has no castling".to_owned()
            } else {
                format!("the letters are `{known}`")
            };
            return wrong(
                "castling",
                format!("`{}` is not a castling right; {hint}", letter.escape_default()),
            );
        };
        if let Some(right) = right {
            let castle = &rules.wide_castlings[usize::from(right)];
            if (castle.right() & !pos.castling).is_empty() {
                // Some programs name the gates of king and partner beside the castling.
                if rights::gate_of(rules, pos, letter).is_some() && field.matches(letter).count() == 1 {
                    continue;
                }
                return wrong("castling", format!("`{letter}` is given twice"));
            }
            pos.castling |= castle.right();
            gates |= Wide::bit(castle.king_from) | Wide::bit(castle.rook_from);
        }
    }
    if rules.gates_by_file {
        pos.unmoved &= gates;
    }
    Ok(())
}

/// A list of squares written one after the other.
pub(super) fn squares(rules: &SetupRules, field: &str, text: &str) -> Result<Vec<Square>, PositionError> {
    let mut out: Vec<Square> = Vec::new();
    for part in text.split(',') {
        let mut rest = part;
        while !rest.is_empty() {
            // The longest name that fits.
            let found = (1..=rest.len().min(8))
                .rev()
                .filter(|&n| rest.is_char_boundary(n))
                .find_map(|n| rules.topology.square(&rest[..n]).map(|s| (n, s)));
            let Some((n, square)) = found else {
                return wrong(field, format!("`{}` is not a square of this board", clip(rest)));
            };
            out.push(square);
            rest = &rest[n..];
        }
    }
    Ok(out)
}
