//! The start position, held against the board, the letters and the castling moves.
//!
//! The engine reads the rest of a position text.

use super::declared::Declared;
use super::report::{Place, Report, error};
use super::values::{capital, place_of_board};
use crate::board::{Square, Topology};
use crate::rules::{Castling, Condition, Drop, Letter, Movement, Piece, PieceName, Side};
use ferz_engine::order::sort_by_key;
use ferz_grammar::ast::{Declaration, SourceFile};
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::Span;
use indexmap::IndexMap;
use std::collections::HashMap;

/// The start position as far as it could be read: the pieces on their squares.
#[derive(Default)]
pub(super) struct Start {
    pub(super) text: String,
    pub(super) pieces: HashMap<Square, (Side, String)>,
    /// Whether a side has pieces in hand.
    pub(super) has_hands: bool,
}

/// Which part of the rules a mistake in the position is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Board,
    Pieces,
    Castling,
    Fields,
}

struct Reader<'a, 'r> {
    report: &'r Report<'a>,
    topology: &'r Topology,
    letters: HashMap<Letter, (Side, String)>,
    place: Place,
    text: &'a str,
    good: bool,
    pieces: HashMap<Square, (Side, String)>,
    found: Vec<(About, Diagnostic)>,
    /// The subject that is being read.
    about: About,
    /// Whether pieces, or castling moves, may be missing because of mistakes that were reported
    /// already.
    pieces_missing: bool,
    castling_missing: bool,
    /// The board is not known well enough to say where squares are.
    board_missing: bool,
    /// Letters of the castling field that tell where pieces have not moved yet.
    gates: Vec<char>,
    /// Pieces that move differently until they have moved.
    novices: Vec<(Side, PieceName)>,
    has_hands: bool,
    /// Whether squares may be closed.
    has_walls: bool,
    /// Whether moves are counted, so that the limit of a count may stand in field 4.
    has_counts: bool,
}

/// Checks the start position. The message names the change in `own`, the lowered file, that made an
/// inherited position unfit.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    topology: &Topology,
    pieces: &IndexMap<PieceName, Piece>,
    (castling, drops): (&[Castling], &[Drop]),
    report: &Report<'a>,
    own: &SourceFile,
    header: Place,
) -> Start {
    // Against half a board nothing can be held.
    let unsure = ["board", "square", "start"]
        .iter()
        .any(|word| report.mentions(word));
    let Some(start) = declared.start.filter(|_| !unsure) else {
        return Start::default();
    };
    let text = start.node.value.as_str();
    let mut letters = HashMap::new();
    for (name, piece) in pieces {
        for side in Side::ALL {
            if let Some(letter) = piece.letter[side] {
                letters.insert(letter, (side, name.clone()));
            }
        }
    }
    let mut reader = Reader {
        report,
        topology,
        letters,
        place: start.place(start.node.span),
        text,
        good: true,
        pieces: HashMap::new(),
        found: Vec::new(),
        about: About::Fields,
        has_hands: !declared.drops.is_empty(),
        has_walls: declared.has_walls(),
        has_counts: declared.has_counts(),
        pieces_missing: report.has_any(&["F0104", "F0116", "F0201", "F0202", "F0203", "F0204"]),
        gates: gates(drops, topology),
        novices: novices(pieces),
        board_missing: is_wrong(report, own, header, true),
        castling_missing: is_wrong(report, own, header, false)
            || report.has_any(&[
                "F0104", "F0110", "F0116", "F0130", "F0202", "F0203", "F0204", "F0207", "F0241", "F0242",
            ])
            || declared.has_gates() && report.has_any(&["F0112", "F0131", "F0133"]),
    };
    reader.read(castling);
    reader.report(start.source != header.source, own, header);
    Start {
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        has_hands: text.contains('[') && !text.contains("[]") && !text.contains("[-]"),
        pieces: reader.pieces,
    }
}

/// Whether something is wrong in the block of the board, or else of castling.
fn is_wrong(report: &Report<'_>, own: &SourceFile, header: Place, board: bool) -> bool {
    let wrong = |span: Span| report.has_error_in(Place::new(header.source, span));
    own.declarations.iter().any(|part| match part {
        Declaration::Board(d) if board => d.entries.iter().any(|entry| wrong(entry.span)),
        Declaration::Section(d) if !board => d.keyword.value == "castling" && wrong(d.span),
        _ => false,
    })
}

/// The letters of the files on which pieces come in behind others, upper case for White.
fn gates(drops: &[Drop], topology: &Topology) -> Vec<char> {
    let letter = |drop: &Drop, name: &String| {
        let (file, _) = topology.coordinates(topology.square(name)?)?;
        let letter = char::from(b'a' + file);
        Some(match drop.side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter,
        })
    };
    let of =
        |drop: &Drop| -> Vec<char> { drop.gate.0.iter().filter_map(|name| letter(drop, name)).collect() };
    drops.iter().flat_map(of).collect()
}

/// The pieces of each side that have an `initial` move.
fn novices(pieces: &IndexMap<PieceName, Piece>) -> Vec<(Side, PieceName)> {
    let is_initial = |part: &Movement| {
        matches!(
            part,
            Movement::When {
                condition: Condition::Initial,
                ..
            }
        )
    };
    let of = |(name, piece): (&PieceName, &Piece)| {
        let sides = Side::ALL
            .into_iter()
            .filter(|&side| piece.movement[side].any(&is_initial));
        sides.map(|side| (side, name.clone())).collect::<Vec<_>>()
    };
    pieces.iter().flat_map(of).collect()
}

/// The place at which a file changes that part of the rules.
fn changed(own: &SourceFile, about: About) -> Option<Span> {
    let first = |test: &dyn Fn(&Declaration) -> Option<Span>| own.declarations.iter().find_map(test);
    let taken_back = |what: &str| {
        first(&|declaration| match declaration {
            Declaration::Without(d) if d.words.first().is_some_and(|w| w.value == what) => Some(d.span),
            _ => None,
        })
    };
    let piece = || {
        first(&|declaration| match declaration {
            Declaration::Army(d) => Some(d.side.span),
            Declaration::Piece(d) => Some(d.name.span.to(d.letter.span)),
            _ => None,
        })
    };
    match about {
        About::Board => place_of_board(own).or_else(|| {
            first(&|declaration| match declaration {
                Declaration::Square(d) => Some(d.name.span),
                _ => None,
            })
        }),
        About::Pieces => taken_back("piece").or_else(piece),
        About::Castling => taken_back("castling")
            .or_else(|| {
                first(&|declaration| match declaration {
                    Declaration::Section(d) if d.keyword.value == "castling" => Some(d.keyword.span),
                    _ => None,
                })
            })
            .or_else(|| taken_back("piece"))
            .or_else(piece),
        About::Fields => None,
    }
}

/// The length of the letter, or else of the sign, with which a text begins.
fn sign_length(text: &str) -> usize {
    let sign = || text.chars().next().map_or(0, char::len_utf8);
    Letter::first(text).map_or_else(sign, |letter| letter.len())
}

impl Reader<'_, '_> {
    fn at(&self, part: &str) -> Place {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        self.report.inside(self.place, self.text, offset, part.len())
    }

    fn wrong(&mut self, part: &str, message: impl Into<String>, help: impl Into<String>) {
        let diagnostic = error("F0281", self.at(part), message).help(help);
        self.good = false;
        if self.board_missing && self.about == About::Board {
            return;
        }
        // A letter that means nothing is told once.
        let is_told = |(_, told): &(About, Diagnostic)| told.message == diagnostic.message;
        if !self.found.iter().any(is_told) {
            self.found.push((self.about, diagnostic));
        }
    }

    /// Of an inherited position, only the first mistake is worth showing, at the change in this
    /// file; it needs a position of its own.
    fn report(&mut self, inherited: bool, own: &SourceFile, header: Place) {
        let mut found = std::mem::take(&mut self.found);
        if !inherited {
            found
                .into_iter()
                .for_each(|(_, diagnostic)| self.report.add(diagnostic));
        } else if !found.is_empty() {
            let (about, first) = found.swap_remove(0);
            // The castling moves of the position are wrong because their block is.
            let castling = own
                .declarations
                .iter()
                .filter_map(|declaration| match declaration {
                    Declaration::Section(d) if d.keyword.value == "castling" => Some(d.span),
                    _ => None,
                });
            let mut castling = castling.map(|span| Place::new(header.source, span));
            if about == About::Castling && castling.any(|block| self.report.has_error_in(block)) {
                return;
            }
            let here = changed(own, about).map_or(header, |span| Place::new(header.source, span));
            let text = first.message.clone();
            let label = first.labels.first().map(|l| (l.source, l.span));
            let message = "the start position that is taken over does not fit these rules";
            let mut diagnostic =
                error("F0281", here, message).help("write a position of your own: `start \"...\"`");
            if let Some((source, span)) = label {
                diagnostic = diagnostic.also(source, span, text);
            }
            self.report.add(diagnostic);
        }
    }

    /// Reports what follows the board in another way: a side to move without a space before it,
    /// `8/PPPPPPPP/RNBQKBNRw - -`, or a hand in parentheses.
    fn is_glued(&mut self, board: &str, next: Option<&str>) -> bool {
        if let Some(open) = board.rfind('(').filter(|_| board.ends_with(')')) {
            let hand = &board[open..];
            let letter: Option<Letter> = hand.parse().ok();
            if !letter.is_some_and(|letter| self.letters.contains_key(&letter)) {
                let help = format!("write `[{}]`", &hand[1..hand.len() - 1]);
                self.wrong(hand, "the pieces in hand stand in square brackets", help);
                return true;
            }
        }
        let last = board.strip_suffix(['w', 'b']);
        let odd = next.is_none_or(|next| next != "w" && next != "b" && !next.contains('='));
        let Some(front) = last.filter(|_| odd && board.contains('/')) else {
            return false;
        };
        let side = &board[front.len()..];
        self.wrong(
            side,
            format!("a space is missing before the side to move, `{side}`"),
            format!("write ` {side}`: board, side to move, castling, en passant, halfmove clock, number of the move"),
        );
        true
    }

    fn read(&mut self, castling: &[Castling]) {
        let text = self.text;
        let mut fields = text.split_whitespace();
        let Some(board) = fields.next() else {
            let help = "write a FEN: the ranks from the last to the first, capital letters for White";
            self.wrong(text, "the start position is empty", help);
            return;
        };
        if self.is_glued(board, fields.clone().next()) {
            return;
        }
        self.about = About::Board;
        self.board(board);
        self.about = About::Fields;
        let mut plain = 1;
        for field in fields {
            if let Some((key, value)) = field.split_once('=') {
                self.key(field, key, value);
                continue;
            }
            plain += 1;
            match plain {
                2 if field != "w" && field != "b" => {
                    self.wrong(
                        field,
                        format!("`{field}` is not a side to move"),
                        "write `w` or `b`",
                    );
                }
                3 => {
                    self.about = About::Castling;
                    self.castling(field, castling);
                    self.about = About::Fields;
                }
                4 if self.has_counts && field.parse::<u16>().is_ok() => {}
                4 if field != "-" => self.exposed(field),
                // Some programs write the checks left as a field of their own, `3+3`.
                5 | 6 if field != "-" && !field.contains('+') && field.parse::<u16>().is_err() => {
                    let (what, example) = if plain == 5 {
                        ("halfmove clock", 0)
                    } else {
                        ("number of the move", 1)
                    };
                    let help = format!("write a number from {example} to {}", u16::MAX);
                    self.wrong(field, format!("`{field}` is not the {what}"), help);
                }
                8.. => self.wrong(
                    field,
                    "a position has six fields and then `key=value`",
                    "board, side to move, castling, en passant, halfmove clock, number of the move",
                ),
                7 if !text.contains('+') => self.wrong(
                    field,
                    "a position has six fields and then `key=value`",
                    "board, side to move, castling, en passant, halfmove clock, number of the move",
                ),
                _ => {}
            }
        }
    }

    fn board(&mut self, field: &str) {
        let t = self.topology;
        let (files, ranks) = (u32::from(t.files()), usize::from(t.ranks()));
        let (squares, hand) = match field.find('[') {
            Some(at) => field.split_at(at),
            None => (field, ""),
        };
        self.hand(hand);
        let rows: Vec<&str> = squares.split('/').collect();
        if rows.len() != ranks {
            let count = rows.len();
            let message = format!("the start position has {count} ranks, the board has {ranks}");
            let help = "write the ranks from the last to the first, with `/` between them";
            self.wrong(squares, message, help);
            return;
        }
        let down = (0..ranks).rev().zip(rows);
        let read: Vec<(usize, &str, u32)> = down
            .map(|(rank, row)| (rank, row, self.row(row, rank as u8)))
            .collect();
        // One mistake is reported once.
        if let [(_, _, first), rest @ ..] = &read[..]
            && *first != files
            && !rest.is_empty()
            && rest.iter().all(|(_, _, file)| file == first)
        {
            let message = format!("every rank has {first} squares here, the board has {files} files");
            let help = format!("is the board `board {first}x{ranks}`? a number counts empty squares");
            self.wrong(squares, message, &help);
            return;
        }
        for (rank, row, file) in read {
            // A letter that no piece has is told, and it may be the one too many.
            let strange = file > files && self.has_strange(row);
            if file != files && !strange {
                let message = format!(
                    "rank {} has {file} squares here, the board has {files} files",
                    rank + 1
                );
                let part = if row.is_empty() { squares } else { row };
                let help = match files.checked_sub(file) {
                    Some(missing @ 1..) => format!("add {missing}; a number counts empty squares"),
                    _ => format!(
                        "take {} away; a number counts empty squares",
                        file.saturating_sub(files)
                    ),
                };
                self.wrong(part, message, help);
            }
        }
    }

    /// Reads the pieces of a rank. Returns how many squares it has.
    fn row(&mut self, row: &str, rank: u8) -> u32 {
        let mut file = 0u32;
        let mut at = 0;
        while at < row.len() {
            let rest = &row[at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let run = rest[..digits].parse::<u32>().unwrap_or(u32::MAX).min(10_000);
                if run == 0 {
                    self.wrong(
                        &rest[..digits],
                        "a run of no squares",
                        "a number counts empty squares, from 1",
                    );
                }
                file += run;
                at += digits;
                continue;
            }
            let len = sign_length(rest);
            if rest.starts_with('~') && file > 0 {
                at += len;
                continue;
            }
            self.square(&rest[..len], file, rank);
            file += 1;
            at += len;
        }
        file
    }

    /// Whether a rank has a sign that is no piece and no hole.
    fn has_strange(&self, row: &str) -> bool {
        let mut rest = row;
        while !rest.is_empty() {
            let (part, behind) = rest.split_at(sign_length(rest));
            let letter: Option<Letter> = part.parse().ok();
            let known = letter.is_some_and(|letter| self.letters.contains_key(&letter));
            let plain = part.bytes().all(|b| b.is_ascii_digit()) || matches!(part, "*" | "~");
            if !known && !plain {
                return !self.pieces_missing;
            }
            rest = behind;
        }
        false
    }

    /// The pieces in hand, with their brackets.
    fn hand(&mut self, hand: &str) {
        if hand.is_empty() {
            return;
        }
        let Some(letters) = hand.strip_suffix(']').map(|hand| &hand[1..]) else {
            return self.wrong(hand, "the pieces in hand are never closed", "add `]`");
        };
        if !matches!(letters, "" | "-") && !self.has_hands {
            let help = "say what may be dropped, and where: `drop all { on: all }`";
            return self.wrong(hand, "there are pieces in hand, but nothing can be dropped", help);
        }
        let mut rest = if letters == "-" { "" } else { letters };
        while !rest.is_empty() {
            let (part, behind) = rest.split_at(sign_length(rest));
            self.piece(part);
            rest = behind;
        }
    }

    fn square(&mut self, part: &str, file: u32, rank: u8) {
        let square = u8::try_from(file)
            .ok()
            .and_then(|file| self.topology.at(file, rank));
        let on_board = file < u32::from(self.topology.files());
        if part == "*" {
            if on_board && square.is_some() && !self.has_walls {
                self.wrong(
                    part,
                    "`*` stands for a hole, but this square exists",
                    "an empty square is counted by a number, such as `1`; squares are closed in rules that have `walls` or `close`",
                );
            }
            return;
        }
        let Some(piece) = self.piece(part) else { return };
        match square {
            Some(square) => {
                self.pieces.insert(square, piece);
            }
            None if on_board => self.wrong(
                part,
                "a piece stands on a hole of the board",
                "write `*` for a hole",
            ),
            None => {}
        }
    }

    fn piece(&mut self, part: &str) -> Option<(Side, String)> {
        let letter: Option<Letter> = part.parse().ok();
        if let Some(piece) = letter.and_then(|letter| self.letters.get(&letter)) {
            return Some(piece.clone());
        }
        if self.pieces_missing {
            return None;
        }
        let message = match letter {
            Some(letter) => format!(
                "{} has no piece with the letter `{}`",
                capital(letter.side()),
                letter.to_ascii_uppercase()
            ),
            None => format!("`{part}` is not a piece"),
        };
        let known = |side: Side| {
            let mut letters: Vec<&Letter> = self
                .letters
                .iter()
                .filter(|(_, p)| p.0 == side)
                .map(|(letter, _)| letter)
                .collect();
            sort_by_key(&mut letters, |letter| (letter.len(), **letter));
            letters.iter().map(|letter| letter.as_str()).collect::<String>()
        };
        let is_other = |letter: &Letter| self.letters.contains_key(&letter.of(letter.side().other()));
        let bare = letter.and_then(|letter| letter.without_plus());
        let help = if let Some(letter) = letter.filter(is_other) {
            format!(
                "only {} has; capital letters are White's pieces, small letters Black's",
                capital(letter.side().other())
            )
        } else if let Some((_, name)) = bare.and_then(|bare| self.letters.get(&bare)) {
            let letter = part.to_ascii_uppercase();
            format!(
                "a letter with a plus is a letter of its own: the promoted form of `{name}` is declared as `piece NAME {letter} = ...`"
            )
        } else {
            format!(
                "White's letters are `{}`, Black's `{}`",
                known(Side::White),
                known(Side::Black)
            )
        };
        let about = std::mem::replace(&mut self.about, About::Pieces);
        self.wrong(part, message, help);
        self.about = about;
        None
    }

    fn key(&mut self, field: &str, key: &str, value: &str) {
        let square = self
            .topology
            .square(key)
            .filter(|&s| self.topology.coordinates(s).is_none());
        let Some(square) = square else { return };
        if !value.is_empty() && sign_length(value) == value.len() {
            if let Some(piece) = self.piece(value) {
                self.pieces.insert(square, piece);
            }
        } else {
            self.wrong(field, "one piece stands on a square", format!("write `{key}=K`"));
        }
    }

    fn castling(&mut self, field: &str, castling: &[Castling]) {
        if field == "-" {
            return;
        }
        for (at, letter) in field.char_indices() {
            let part = &field[at..at + letter.len_utf8()];
            // The right of a partner that is not the outermost, behind the letter of its gate.
            let is_both = self.gates.contains(&letter) && self.is_file_of(letter, castling);
            if field[..at].contains(letter) && !is_both {
                self.wrong(
                    part,
                    format!("`{letter}` stands here twice"),
                    "write each letter once",
                );
                continue;
            }
            let Some(found) = castling.iter().find(|c| c.letter == letter) else {
                self.no_castling(part, letter, castling);
                continue;
            };
            // If the two may start anywhere, the position gives their squares; without them there
            // is no right.
            if !self.good || found.anywhere {
                continue;
            }
            for (name, square) in [(&found.king, &found.king_from), (&found.rook, &found.rook_from)] {
                let there = self.topology.square(square).and_then(|s| self.pieces.get(&s));
                if there.is_none_or(|(side, piece)| *side != found.side || piece != name) {
                    let side = capital(found.side);
                    let diagnostic = error(
                        "F0282",
                        self.at(part),
                        format!("the right to castle `{letter}` needs {side}'s {name} on {square}"),
                    );
                    let help = match found.side {
                        Side::White => "take the letter out of the position, or change `castling`",
                        Side::Black => {
                            "take the letter out of the position, or change `castling` (its squares are \
                             written from White's side, Black's are mirrored)"
                        }
                    };
                    self.found.push((About::Castling, diagnostic.help(help)));
                    break;
                }
            }
        }
    }

    /// Holds a letter of no castling against what else may be named among their rights.
    fn no_castling(&mut self, part: &str, letter: char, castling: &[Castling]) {
        let known = self.gates.contains(&letter) || self.is_file_of(letter, castling);
        if self.castling_missing || known {
            return;
        }
        match self.beginners(letter) {
            0 => {}
            1 => return,
            _ => {
                let message = format!("`{letter}` is the file of several pieces with a first move");
                let help = "letters name such pieces only where each has a file of its own";
                return self.wrong(part, message, help);
            }
        }
        let letters: String = castling.iter().map(|c| c.letter).collect();
        let help = match letters.as_str() {
            "" => "this variant has no castling: write `-`".to_owned(),
            letters => format!("the letters of its castling moves are `{letters}`"),
        };
        self.wrong(part, format!("there is no castling move `{letter}`"), help);
    }

    /// How many pieces that may make a first move stand on the file of a letter.
    fn beginners(&self, letter: char) -> usize {
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let named = |square: Square| {
            let file = self
                .topology
                .coordinates(square)
                .map(|(file, _)| char::from(b'a' + file));
            file == Some(letter.to_ascii_lowercase())
        };
        let standing = self
            .pieces
            .iter()
            .filter(|(square, piece)| piece.0 == side && named(**square) && self.novices.contains(piece));
        standing.count()
    }

    /// Whether a letter is that of a file on which the partner of a castling may start.
    fn is_file_of(&self, letter: char, castling: &[Castling]) -> bool {
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let file = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'));
        let on_board = file.is_some_and(|file| file < u32::from(self.topology.files()));
        on_board && castling.iter().any(|c| c.anywhere && c.side == side)
    }

    fn exposed(&mut self, field: &str) {
        let mut rest = field;
        while !rest.is_empty() {
            let found = (1..=rest.len().min(16)).rev().find(|&n| {
                rest.get(..n)
                    .is_some_and(|name| self.topology.square(name).is_some())
            });
            match found {
                Some(n) => rest = rest[n..].trim_start_matches(','),
                None => {
                    let help = "here stands the square that the last move passed, or `-`";
                    self.wrong(rest, format!("`{rest}` is not a square of the board"), help);
                    return;
                }
            }
        }
    }
}
