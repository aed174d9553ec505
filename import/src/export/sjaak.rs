//! Rules as Sjaak II reads them.

use super::kinds::relettered_plain;
use super::named;
use super::same::unsaid;
use super::steps::{Atom, Ways, atoms};
use crate::region;
use crate::report::{Export, Loss};
use ferz::lower::normalize;
use ferz::rules::{
    Castling, Mandatory, Movement, Occasion, PerSide, Promotion, RoyalRule, Ruleset, Score, Side, Squares,
    Trigger,
};
use std::fmt::Write as _;

/// Writes rules as a variant of Sjaak II.
///
/// Losses are taken out of the rules: every declaration that differs after reading the text back,
/// and plays differently, is a loss.
pub fn sjaak(rules: &Ruleset, name: &str) -> Export {
    let mut near = nearest(rules);
    let mut text = Text {
        head: format!("Variant: {name}\n"),
        ..Text::default()
    };
    let pieces: Vec<String> = near.pieces.keys().cloned().collect();
    for piece in pieces {
        let said = text.piece(&near, &piece);
        for side in Side::ALL {
            if let Some(piece) = near.pieces.get_mut(&piece) {
                piece.movement[side] = said
                    .clone()
                    .map_or_else(Movement::none, |said| said[side].clone());
            }
        }
    }
    text.ends(&near);
    let mut lost = named(unsaid(rules, &near), "the file");
    let board = &rules.board;
    if board.files > 15 || board.ranks > 15 || u16::from(board.files) * u16::from(board.ranks) > 128 {
        lost.push(Loss {
            what: format!("board {}x{}", board.files, board.ranks),
            why: "a board has at most 15 files and ranks and 128 squares".to_owned(),
        });
    }
    if !board.holes.0.is_empty() {
        lost.push(Loss {
            what: "board".to_owned(),
            why: "sliders pass over squares that are excluded".to_owned(),
        });
    }
    Export {
        text: text.finished(),
        lost,
    }
}

/// The rules without what Sjaak has no words for.
fn nearest(rules: &Ruleset) -> Ruleset {
    let mut near = relettered_plain(rules);
    near.effects.clear();
    near.hooks.retain(|hook| hook.name == "facing-royals");
    near.powers.clear();
    near.drops.clear();
    near.walls = None;
    near.control = None;
    near.turns = None;
    near.shuffle = None;
    (near.board.wrap_files, near.board.wrap_ranks) = (false, false);
    near.board.extra.clear();
    near.restrictions = ferz::rules::Restrictions::default();
    near.castling.retain(castles);
    near.promotions.retain(promotes);
    let rule = near.royalty.rule.white;
    if rule != near.royalty.rule.black || !matches!(rule, RoyalRule::All | RoyalRule::Any) {
        near.royalty.rule = PerSide::both(RoyalRule::All);
    }
    let end = &mut near.end;
    end.goals.clear();
    end.checkmate = Score::Loss;
    (end.mate_by, end.mate_without) = (None, None);
    (end.perpetual_check, end.perpetual_chase) = (None, None);
    (end.to_and_fro, end.only_promotions) = (None, None);
    end.counting = ferz::rules::Counting::default();
    end.stalemate.black = end.stalemate.white;
    let plain =
        |limit: &ferz::rules::Limit| limit.score == Score::Draw && limit.side.is_none() && !limit.counted;
    end.repetition = end.repetition.take().filter(plain);
    end.move_rule = end
        .move_rule
        .take()
        .filter(plain)
        .filter(|limit| limit.count % 2 == 0);
    near
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

/// Whether a promotion is one of arriving, and asks nothing else.
fn promotes(promotion: &Promotion) -> bool {
    promotion.trigger == Trigger::Enter
        && promotion.only == Occasion::Any
        && promotion.limits.is_empty()
        && promotion.hand.is_none()
        && !promotion.is_conditional()
}

/// A file that is being written.
#[derive(Default)]
struct Text {
    /// Zones that have a name.
    zones: Vec<Squares>,
    head: String,
    body: String,
}

impl Text {
    fn line(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.body, "{key}: {value}");
    }

    /// The name of a set of squares.
    fn zone(&mut self, squares: &Squares) -> String {
        if squares.0.is_empty() {
            return "empty".to_owned();
        }
        let known = self.zones.iter().position(|known| known == squares);
        let at = known.unwrap_or_else(|| {
            self.zones.push(squares.clone());
            self.zones.len() - 1
        });
        format!("zone{}", at + 1)
    }

    fn both(&mut self, squares: &PerSide<Squares>) -> String {
        let (white, black) = (self.zone(&squares.white), self.zone(&squares.black));
        format!("{white}, {black}")
    }

    /// Writes a piece; returns how it moves as far as that is written.
    fn piece(&mut self, rules: &Ruleset, name: &str) -> Option<PerSide<Movement>> {
        let piece = rules.pieces.get(name)?;
        let side = Side::ALL.into_iter().find(|&side| piece.letter[side].is_some())?;
        let letter = piece.letter[side]?.to_ascii_uppercase();
        let (mut ways, kept) = atoms(&piece.movement[side]);
        let other = piece.letter[side.other()].is_none() || piece.movement.white == piece.movement.black;
        ways.keep(rules);
        let _ = writeln!(self.body, "\nPiece: {name}");
        let lines = ways.lines(rules.board.files.max(rules.board.ranks));
        for (key, value) in &lines {
            self.line(key, value);
        }
        for (atom, home) in &ways.special {
            let zones = self.both(home);
            self.line("Special", &format!("{zones}, {}", step(atom)?));
        }
        for atom in &ways.initial {
            self.line("Initial", &step(atom)?);
        }
        if let Some(prison) = ways.prison.clone() {
            let zones = self.both(&prison);
            self.line("Prison", &zones);
        }
        let black = letter.to_ascii_lowercase();
        self.line("Symbol", &format!("\"{letter}\", \"{letter},{black}\""));
        let mut flags = Vec::new();
        if piece.royal.white || piece.royal.black {
            flags.push("royal");
        }
        if ways.exposes {
            flags.push("set_ep");
        }
        if ways.passes {
            flags.push("take_ep");
        }
        if !flags.is_empty() {
            self.line("Flags", &flags.join(","));
        }
        self.promotion(rules, name);
        let kept = normalize(kept);
        let own = |at: Side| {
            if at == side || other {
                kept.clone()
            } else {
                Movement::none()
            }
        };
        Some(PerSide::new(own(Side::White), own(Side::Black)))
    }

    fn promotion(&mut self, rules: &Ruleset, name: &str) {
        let of = |side: Side| {
            rules
                .promotions
                .iter()
                .find(|one| one.piece == name && one.side == side)
        };
        let Some(first) = of(Side::White).or_else(|| of(Side::Black)) else {
            return;
        };
        let zone = |side: Side| of(side).map_or_else(Squares::default, |one| one.zone.clone());
        let zones = PerSide::new(zone(Side::White), zone(Side::Black));
        let letter = |to: &String| {
            let piece = rules.pieces.get(to)?;
            Some(
                piece
                    .letter
                    .white
                    .or(piece.letter.black)?
                    .to_ascii_uppercase()
                    .to_string(),
            )
        };
        let letters: String = first.to.iter().filter_map(letter).collect();
        let text = self.both(&zones);
        self.line("Promotion", &format!("{text}, \"{letters}\""));
        let optional = |side: Side| match of(side).map(|one| &one.mandatory) {
            Some(Mandatory::Never) => zones[side].clone(),
            Some(Mandatory::On(must)) => {
                let free = zones[side].0.iter().filter(|square| !must.0.contains(*square));
                Squares(free.cloned().collect())
            }
            _ => Squares::default(),
        };
        let optional = PerSide::new(optional(Side::White), optional(Side::Black));
        let text = self.both(&optional);
        self.line("Optional promotion", &text);
    }

    /// Castling, the start and how the game ends.
    fn ends(&mut self, rules: &Ruleset) {
        self.body.push('\n');
        for castling in &rules.castling {
            let text = format!(
                "{} {}-{} with {}",
                castling.side.name().to_ascii_lowercase(),
                castling.king_from,
                castling.king_to,
                castling.rook_from
            );
            self.line("Castle", &text);
        }
        self.line("FEN", &format!("\"{}\"", start(rules)));
        self.line("Rule", "checkmate = win");
        let stalemate = match rules.end.stalemate.white {
            Score::Win => "loss",
            Score::Draw => "draw",
            Score::Loss => "win",
        };
        self.line("Rule", &format!("stalemate = {stalemate}"));
        let count = rules.end.repetition.as_ref().map_or(0, |limit| limit.count);
        self.line("Rule", &format!("repeat{count} = draw"));
        let count = rules.end.move_rule.as_ref().map_or(0, |limit| limit.count / 2);
        self.line("Rule", &format!("movecountdraw = {count}"));
        if rules.royalty.rule.white == RoyalRule::Any {
            self.line("Rule", "duplecheck");
        } else if rules
            .pieces
            .values()
            .any(|piece| piece.royal.white || piece.royal.black)
        {
            self.line("Rule", "check any king");
        }
        if rules.hooks.iter().any(|hook| hook.name == "facing-royals") {
            self.line("Rule", "taboo");
        }
        let _ = writeln!(self.head, "Board: {}x{}", rules.board.files, rules.board.ranks);
        if !rules.board.holes.0.is_empty() {
            let holes: Vec<&str> = rules.board.holes.0.iter().map(String::as_str).collect();
            let _ = writeln!(self.head, "Exclude: {}", holes.join(","));
        }
    }

    fn finished(self) -> String {
        let mut text = self.head;
        for (at, zone) in self.zones.iter().enumerate() {
            let squares: Vec<&str> = zone.0.iter().map(String::as_str).collect();
            let _ = writeln!(text, "Zone: zone{} = {}", at + 1, squares.join(","));
        }
        text + &self.body
    }
}

/// A stride as a step: `step 2N`.
fn step(atom: &Atom) -> Option<String> {
    let words = atom.steps(9)?;
    Some(format!("step {}", words.join(",")))
}

/// The start position in the four fields that Sjaak has.
fn start(rules: &Ruleset) -> String {
    let fields = rules.start.split(' ').filter(|field| !field.contains('='));
    let fields: Vec<&str> = fields.take(4).collect();
    fields.join(" ")
}

impl Ways {
    /// Forgets what the rules as a whole do not have: captures in passing where nothing is exposed.
    fn keep(&mut self, rules: &Ruleset) {
        self.passes &= rules.en_passant.is_some()
            || rules.pieces.values().any(|piece| {
                Side::ALL
                    .iter()
                    .any(|&side| piece.movement[side].any(&|part| matches!(part, Movement::Exposed(_))))
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_steps_captures_and_promotes() {
        let export = sjaak(&ferz_rulesets::ruleset("chess").unwrap(), "own");
        assert!(export.lost.is_empty(), "{:?}", export.lost);
        for line in [
            "Move: step N",
            "Capture: step NE,NW",
            "Flags: set_ep,take_ep",
            "Move: slide (V,H)",
        ] {
            assert!(
                export.text.lines().any(|own| own == line),
                "{line}: {}",
                export.text
            );
        }
    }
}
