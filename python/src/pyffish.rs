//! The parts of `ferz.pyffish`: functions that take a position as a text and the moves that follow.

use crate::fields::{self, Promoted};
use crate::fog;
use crate::homes;
use crate::material::catches;
use crate::node::Node;
use crate::share::Known;
use crate::stack::roomy;
use crate::validate;
use ferz::dialects::{self, Book, BookWriter, Legal, Meaning, Misread, Notation, Style};
use ferz::rules::{Ruleset, Score, Side};
use ferz::{Game, Move, Outcome};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// The notation of a number; 0 is the usual one of the variant.
fn book(number: i32, rules: &Ruleset) -> Option<Book> {
    Some(match number {
        0 if dialects::is_shogi(rules) => Book::HodgesNumber,
        0 | 1 => Book::San,
        2 => Book::Lan,
        3 => Book::Hosking,
        4 => Book::Hodges,
        5 => Book::HodgesNumber,
        6 => Book::Janggi,
        7 => Book::Wxf,
        8 => Book::ThaiSan,
        9 => Book::ThaiLan,
        _ => return None,
    })
}

const MATE: i32 = 32_000;

/// Endings that come from how long a game has lasted, not from the position.
const BY_COUNTS: [&str; 4] = ["repetition", "move-rule", "counting", "impasse"];
/// Endings for want of legal moves.
const BY_MOVES: [&str; 3] = ["checkmate", "stalemate", "no-moves"];

type Called = HashMap<(String, bool), Arc<Known>>;
type Recent = Vec<Option<(String, Arc<Node>)>>;

/// Variants by the names that they have been asked for, and whether they castle from any squares.
static CALLED: LazyLock<RwLock<Called>> = LazyLock::new(RwLock::default);
/// Files of variants that were loaded: the names of their sections, and their text.
static CONFIGS: RwLock<Vec<(Vec<String>, String)>> = RwLock::new(Vec::new());

/// As many positions are remembered by each thread, by their text.
const REMEMBERED: usize = 128;

thread_local! {
    static RECENT: RefCell<Recent> = RefCell::new(vec![None; REMEMBERED]);
}

fn refused(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// The variant of a name: of a file that was loaded, bundled, or called so by other programs.
pub(crate) fn known(name: &str, chess960: bool) -> PyResult<Arc<Known>> {
    let called = CALLED.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = called.get(&(name.to_owned(), chess960)) {
        return Ok(known.clone());
    }
    drop(called);
    let known = roomy(|| compiled(name, chess960))?;
    let mut called = CALLED.write().unwrap_or_else(PoisonError::into_inner);
    called.insert((name.to_owned(), chess960), known.clone());
    Ok(known)
}

/// The same, made again.
fn compiled(name: &str, chess960: bool) -> PyResult<Arc<Known>> {
    let loaded = section(name)?;
    let (known, anywhere) = match loaded {
        Some(known) => (known, chess960),
        None => {
            let named =
                ferz_rulesets::named(name).ok_or_else(|| refused(format!("no such variant: {name}")))?;
            let known =
                Known::bundled(named.name).ok_or_else(|| refused(format!("no such variant: {name}")))?;
            (known, chess960 || named.anywhere)
        }
    };
    let other = anywhere.then(|| dialects::castling_anywhere(&known.variant));
    Ok(match other.flatten() {
        Some(variant) => Known::share(variant, None),
        None => known,
    })
}

/// The variant of a section of a file that was loaded.
fn section(name: &str) -> PyResult<Option<Arc<Known>>> {
    let configs = CONFIGS.read().unwrap_or_else(PoisonError::into_inner);
    let Some((_, text)) = configs
        .iter()
        .rev()
        .find(|(names, _)| names.iter().any(|own| own == name))
    else {
        return Ok(None);
    };
    let import = ferz_import::import(text, ferz_import::Format::Ini, &[name.to_owned()]);
    let ferz = import
        .sections
        .into_iter()
        .find_map(|section| section.ferz.or(section.partial));
    let ferz = ferz.ok_or_else(|| refused(format!("the section {name} is no variant that ferz can play")))?;
    let variant =
        <ferz::Variant as ferz_rulesets::Load>::parse(&ferz).map_err(|error| refused(error.to_string()))?;
    Ok(Some(Known::share(variant, None)))
}

/// Which place of the recent positions a text has.
fn slot(known: &Arc<Known>, fen: &str) -> usize {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = fen.bytes().fold(0xcbf2_9ce4_8422_2325 ^ known.fingerprint, step);
    (hash >> 32) as usize % REMEMBERED
}

fn remember(fen: &str, node: &Arc<Node>) {
    let slot = slot(&node.known, fen);
    RECENT.with_borrow_mut(|recent| recent[slot] = Some((fen.to_owned(), node.clone())));
}

/// The position of a text.
pub(crate) fn base(known: &Arc<Known>, fen: &str) -> PyResult<Arc<Node>> {
    let fen = fields::first_board(fen);
    let slot = slot(known, fen);
    let found = RECENT.with_borrow(|recent| match &recent[slot] {
        Some((text, node)) if text == fen && Arc::ptr_eq(&node.known, known) => Some(node.clone()),
        _ => None,
    });
    if let Some(node) = found {
        return Ok(node);
    }
    if let Some(other) = fields::closed(known, fen).or_else(|| homes::moved(known, fen)) {
        return base(&other, fen);
    }
    let position = if fen == "startpos" {
        known.variant.start()
    } else {
        roomy(|| dialects::position(&known.variant, fen))
            .map_err(|misread| refused(format!("invalid FEN: {misread}")))?
    };
    let node = Node::new(known.clone(), position);
    remember(fen, &node);
    Ok(node)
}

/// The position after some moves.
fn after(known: &Arc<Known>, fen: &str, moves: &[String]) -> PyResult<Arc<Node>> {
    let mut node = base(known, fen)?;
    for text in moves {
        node = node.after(find(&node, text)?);
    }
    Ok(node)
}

/// The legal move of a text in coordinates.
fn find(node: &Node, text: &str) -> PyResult<Move> {
    if let Some(i) = node.uci().position(|own| own == text) {
        return Ok(node.moves()[i]);
    }
    let legal = Legal {
        variant: node.variant(),
        position: &node.position,
        moves: node.moves(),
        texts: node.texts(),
    };
    if let Some(i) = node.texts().iter().position(|own| own == text) {
        return Ok(node.moves()[i]);
    }
    match dialects::meaning(legal, text) {
        Meaning::One(mv, Notation::Uci) if !mv.is_castling() => Ok(mv),
        _ => Err(refused(format!("invalid move: {text}"))),
    }
}

/// The game of some moves, and its last position.
fn game(known: &Arc<Known>, fen: &str, moves: &[String]) -> PyResult<(Arc<Node>, Game)> {
    let mut node = base(known, fen)?;
    let mut game = Game::new(node.variant(), node.position.clone());
    for text in moves {
        let mv = find(&node, text)?;
        node = node.after(mv);
        game.play(mv);
    }
    Ok((node, game))
}

/// An outcome as the side to move sees it.
fn value(node: &Node, outcome: &Outcome) -> i32 {
    match outcome.winner {
        None => 0,
        Some(side) if side == node.variant().turn(&node.position) => MATE,
        Some(_) => -MATE,
    }
}

#[pyfunction]
fn ff_known(variant: &str) -> bool {
    known(variant, false).is_ok()
}

#[pyfunction]
fn ff_load(text: String) -> Vec<String> {
    let names = ferz_import::names(&text);
    let mut configs = CONFIGS.write().unwrap_or_else(PoisonError::into_inner);
    let mut called = CALLED.write().unwrap_or_else(PoisonError::into_inner);
    called.retain(|(name, _), _| !names.contains(name));
    configs.push((names.clone(), text));
    names
}

#[pyfunction]
fn ff_start_fen(variant: &str) -> PyResult<String> {
    let known = known(variant, false)?;
    let text = dialects::write_position(Style::Uci, &known.variant, &known.variant.start());
    // As Fairy-Stockfish has it for the games of Shogi, and for no others with hands.
    Ok(match text.strip_suffix("[] w - - 0 1") {
        Some(board) if dialects::is_shogi(known.variant.rules()) => format!("{board}[-] w 0 1"),
        _ => text,
    })
}

#[pyfunction]
fn ff_legal_moves<'py>(
    py: Python<'py>,
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: bool,
) -> PyResult<Bound<'py, PyList>> {
    let node = after(&known(variant, chess960)?, fen, &moves)?;
    PyList::new(py, node.uci())
}

#[pyfunction]
fn ff_get_fen(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: bool,
    sfen: bool,
    promoted: bool,
) -> PyResult<String> {
    let mut node = base(&known(variant, chess960)?, fen)?;
    let mut marks = promoted.then(|| Promoted::of(node.variant(), fields::first_board(fen)));
    for text in &moves {
        let mv = find(&node, text)?;
        if let Some(marks) = &mut marks {
            marks.follow(node.variant(), mv);
        }
        node = node.after(mv);
    }
    let style = if sfen { Style::Usi } else { Style::Uci };
    let text = dialects::write_position(style, node.variant(), &node.position);
    let mut text = written(&node, text, chess960);
    if let Some(marks) = marks {
        text = marks.mark(node.variant(), &text);
    }
    remember(&text, &node);
    Ok(text)
}

/// The text of a position with its rights and passed squares as Fairy-Stockfish writes them.
pub(crate) fn written(node: &Node, text: String, chess960: bool) -> String {
    let text = without_idle_passing(node, text);
    let castlings = &node.variant().rules().castling;
    if chess960 || castlings.iter().any(|castling| castling.anywhere) {
        return fields::rights_by_files(node.variant(), &node.position, &text);
    }
    text
}

/// The text of a position without the squares that a pawn has passed, unless one can be captured on
/// now.
fn without_idle_passing(node: &Node, text: String) -> String {
    let mut fields: Vec<&str> = text.split(' ').collect();
    let is_square = |field: &&str| field.starts_with(|c: char| c.is_ascii_lowercase()) && field.len() > 1;
    if fields.get(3).is_some_and(is_square) && !node.moves().iter().any(Move::is_en_passant) {
        fields[3] = "-";
        return fields.join(" ");
    }
    text
}

#[pyfunction]
fn ff_san(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: bool,
    notation: i32,
) -> PyResult<Vec<String>> {
    let known = known(variant, chess960)?;
    let notation = book(notation, known.variant.rules())
        .ok_or_else(|| refused(format!("no such notation: {notation}")))?;
    let mut node = base(&known, fen)?;
    let mut texts = Vec::with_capacity(moves.len());
    for text in &moves {
        let mv = find(&node, text)?;
        let i = node.index(mv).unwrap_or_default();
        let san = &node.sans()[i];
        let writer = BookWriter::new(node.variant(), &node.position, node.moves(), notation);
        texts.push(writer.text(mv, san) + &left_wall(&node, (i, mv), notation));
        node = node.after(mv);
    }
    Ok(texts)
}

/// The square that a piece closes as it leaves it, in algebraic notation: nothing is chosen, but it
/// is written.
fn left_wall(node: &Node, (i, mv): (usize, Move), notation: Book) -> String {
    let algebraic = matches!(notation, Book::San | Book::Lan);
    let Some(start) = mv
        .from()
        .filter(|_| algebraic && node.known.closes && mv.chosen().is_none())
    else {
        return String::new();
    };
    let uci = node.uci().nth(i).unwrap_or_default();
    let start = node.variant().topology().name(start);
    match uci.split_once(',') {
        Some((_, wall)) if wall.ends_with(start) => format!(",{start}"),
        _ => String::new(),
    }
}

#[pyfunction]
fn ff_gives_check(variant: &str, fen: &str, moves: Vec<String>, chess960: bool) -> PyResult<bool> {
    let known = known(variant, chess960)?;
    match after(&known, fen, &moves) {
        Ok(node) => Ok(node.variant().in_check(&node.position)),
        Err(refusal) if moves.is_empty() => by_the_other_turn(&known, fen).ok_or(refusal),
        Err(refusal) => Err(refusal),
    }
}

/// Whether the side to move is in check where the other side is, too, as it cannot be in a game:
/// that is asked with the other side to move.
fn by_the_other_turn(known: &Arc<Known>, fen: &str) -> Option<bool> {
    let read = |fen: &str| roomy(|| dialects::position(&known.variant, fen));
    let leaves_check = |misread: Misread| misread.field == "position" && misread.message.contains("in check");
    read(fen).err().filter(|misread| leaves_check(misread.clone()))?;
    match read(&fog::other_turn(fen)?.0) {
        Ok(_) => Some(false),
        Err(misread) => leaves_check(misread).then_some(true),
    }
}

#[pyfunction]
fn ff_is_capture(variant: &str, fen: &str, moves: Vec<String>, mv: &str, chess960: bool) -> PyResult<bool> {
    let node = after(&known(variant, chess960)?, fen, &moves)?;
    let mv = find(&node, mv)?;
    Ok(node.variant().is_capture(&node.position, mv))
}

#[pyfunction]
fn ff_piece_to_partner(variant: &str, fen: &str, moves: Vec<String>, chess960: bool) -> PyResult<String> {
    let known = known(variant, chess960)?;
    let Some((last, before)) = moves.split_last() else {
        return Ok(String::new());
    };
    let node = after(&known, fen, before)?;
    let mv = find(&node, last)?;
    let variant = node.variant();
    if !variant.is_capture(&node.position, mv) {
        return Ok(String::new());
    }
    let next = variant.play(&node.position, mv);
    let mut gone = Vec::new();
    let mover = variant.turn(&node.position);
    variant.each_piece(&node.position, |square, kind, side| {
        if side != mover && variant.piece_at(&next, square).is_none_or(|(_, s)| s != side) {
            gone.push((square, kind, side));
        }
    });
    // Others may perish with the piece on the end square.
    let Some(&(square, kind, side)) = gone.iter().min_by_key(|(square, ..)| *square != mv.to()) else {
        return Ok(String::new());
    };
    let rules = variant.rules();
    // A promoted piece has its former kind.
    let kind = match fields::is_marked(variant, &node.position, square) {
        true => {
            let pawn = rules.promotions.iter().find(|promotion| promotion.side == side);
            pawn.and_then(|promotion| rules.pieces.get_index_of(&promotion.piece))
                .unwrap_or(kind)
        }
        false => kind,
    };
    let piece = rules.pieces.get_index(kind);
    let letter = piece.and_then(|(_, piece)| piece.letter[side]);
    let letter = letter.map(|letter| letter.without_plus().unwrap_or(letter));
    Ok(letter.map(|letter| letter.to_string()).unwrap_or_default())
}

#[pyfunction]
fn ff_game_result(variant: &str, fen: &str, moves: Vec<String>, chess960: bool) -> PyResult<i32> {
    let node = after(&known(variant, chess960)?, fen, &moves)?;
    let outcome = node.variant().outcome(&node.position);
    Ok(match outcome {
        Some(outcome) => value(&node, &outcome),
        None => without_moves(&node),
    })
}

/// The result if the side to move had no move.
fn without_moves(node: &Node) -> i32 {
    let variant = node.variant();
    let end = &variant.rules().end;
    let side = variant.turn(&node.position);
    let score = match variant.in_check(&node.position) {
        true => end.checkmate,
        false => end.stalemate[side],
    };
    match score {
        Score::Win => MATE,
        Score::Draw => 0,
        Score::Loss => -MATE,
    }
}

#[pyfunction]
fn ff_immediate(variant: &str, fen: &str, moves: Vec<String>, chess960: bool) -> PyResult<(bool, i32)> {
    let node = after(&known(variant, chess960)?, fen, &moves)?;
    let outcome = node.variant().outcome(&node.position);
    let outcome =
        outcome.filter(|o| !BY_MOVES.contains(&o.reason.as_str()) && !BY_COUNTS.contains(&o.reason.as_str()));
    Ok(outcome.map_or((false, 0), |outcome| (true, value(&node, &outcome))))
}

#[pyfunction]
fn ff_optional(variant: &str, fen: &str, moves: Vec<String>, chess960: bool) -> PyResult<(bool, i32)> {
    let (node, game) = game(&known(variant, chess960)?, fen, &moves)?;
    let ended = game
        .outcome()
        .filter(|outcome| BY_COUNTS.contains(&outcome.reason.as_str()));
    let outcome = game.claim().or(ended);
    Ok(outcome.map_or((false, 0), |outcome| (true, value(&node, &outcome))))
}

#[pyfunction]
fn ff_insufficient(variant: &str, fen: &str, moves: Vec<String>, chess960: bool) -> PyResult<(bool, bool)> {
    let node = after(&known(variant, chess960)?, fen, &moves)?;
    let side = |side| {
        node.known
            .material
            .is_insufficient(node.variant(), &node.position, side)
    };
    Ok((side(Side::White), side(Side::Black)))
}

#[pyfunction]
fn ff_captures_to_hand(variant: &str) -> PyResult<bool> {
    let known = known(variant, false)?;
    Ok(catches(known.variant.played()))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ff_known, module)?)?;
    module.add_function(wrap_pyfunction!(ff_load, module)?)?;
    module.add_function(wrap_pyfunction!(ff_start_fen, module)?)?;
    module.add_function(wrap_pyfunction!(ff_legal_moves, module)?)?;
    module.add_function(wrap_pyfunction!(ff_get_fen, module)?)?;
    module.add_function(wrap_pyfunction!(ff_san, module)?)?;
    module.add_function(wrap_pyfunction!(ff_gives_check, module)?)?;
    module.add_function(wrap_pyfunction!(ff_is_capture, module)?)?;
    module.add_function(wrap_pyfunction!(ff_piece_to_partner, module)?)?;
    module.add_function(wrap_pyfunction!(ff_game_result, module)?)?;
    module.add_function(wrap_pyfunction!(ff_immediate, module)?)?;
    module.add_function(wrap_pyfunction!(ff_optional, module)?)?;
    module.add_function(wrap_pyfunction!(ff_insufficient, module)?)?;
    module.add_function(wrap_pyfunction!(validate::ff_validate, module)?)?;
    module.add_function(wrap_pyfunction!(fog::ff_fog_fen, module)?)?;
    module.add_function(wrap_pyfunction!(ff_captures_to_hand, module)?)
}
