//! Rules as Sjaak II reads them.

mod near;

use super::named;
use super::same::unsaid;
use super::steps::{Atom, Ways, atoms};
use crate::region::Region;
use crate::report::{Export, Loss};
use ferz::lower::normalize;
use ferz::rules::{
    Drop, GoalCondition, Letter, Mandatory, Movement, PerSide, RoyalRule, Ruleset, Score, Side, Squares,
};
use near::{Word, captured, nearest, runners, stuck, word};
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
    let squares = u16::from(board.files) * u16::from(board.ranks);
    if !(4..=15).contains(&board.files) || board.ranks > 15 || squares > 128 {
        lost.push(Loss {
            what: format!("board {}x{}", board.files, board.ranks),
            why: "a board has 4 to 15 files, at most 15 ranks, and at most 128 squares".to_owned(),
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
        self.flags(rules, name, &ways);
        self.promotion(rules, name);
        let most = rules.promotions.iter().find_map(|one| one.limits.get(name));
        if let Some(most) = most {
            self.line("Max", &most.to_string());
        }
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

    fn flags(&mut self, rules: &Ruleset, name: &str, ways: &Ways) {
        let piece = rules.pieces.get(name);
        let drops =
            |asks: &dyn Fn(&Drop) -> bool| rules.drops.iter().any(|drop| drop.piece == name && asks(drop));
        let runs = rules.end.goals.iter().any(|goal| match &goal.condition {
            GoalCondition::Reach(reach) => {
                runners(rules, reach).is_some_and(|some| some.contains(&name.to_owned()))
            }
            _ => false,
        });
        let all = Region::all_of(&rules.board);
        let flags = [
            (
                "royal",
                piece.is_some_and(|piece| piece.royal.white || piece.royal.black),
            ),
            ("set_ep", ways.exposes),
            ("take_ep", ways.passes),
            ("drop_no_check", drops(&|drop| drop.no_check)),
            ("drop_no_mate", drops(&|drop| drop.no_mate)),
            ("drop_one_file", drops(&|drop| drop.per_file.is_some())),
            (
                "drop_dead",
                drops(&|drop| !stuck(rules, drop).is_empty() && Region::of(&drop.zone) == all),
            ),
            ("capture_flag", runs),
        ];
        let flags: Vec<&str> = flags
            .into_iter()
            .filter(|(_, has)| *has)
            .map(|(flag, _)| flag)
            .collect();
        if !flags.is_empty() {
            self.line("Flags", &flags.join(","));
        }
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
            let letter: Letter = piece.letter.white.or(piece.letter.black)?;
            Some(letter.to_ascii_uppercase().to_string())
        };
        let letters: String = first.to.iter().filter_map(letter).collect();
        let letters = match letters.strip_prefix('+') {
            Some(_) => "+",
            None => &letters,
        };
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
        let _ = writeln!(self.head, "Board: {}x{}", rules.board.files, rules.board.ranks);
        if !rules.board.holes.0.is_empty() {
            let holes: Vec<&str> = rules.board.holes.0.iter().map(String::as_str).collect();
            let _ = writeln!(self.head, "Exclude: {}", holes.join(","));
        }
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
        self.rules(rules);
    }

    /// The lines `Rule`.
    fn rules(&mut self, rules: &Ruleset) {
        let end = &rules.end;
        self.line("Rule", &format!("checkmate = {}", opposite(end.checkmate)));
        self.line("Rule", &format!("stalemate = {}", opposite(end.stalemate.white)));
        let (count, score) = end
            .repetition
            .as_ref()
            .map_or((0, Score::Draw), |limit| (limit.count, limit.score));
        self.line("Rule", &format!("repeat{count} = {}", same(score)));
        if let Some(score) = end.perpetual_check {
            self.line("Rule", &format!("perpetual = {}", same(score)));
        }
        let count = end.move_rule.as_ref().map_or(0, |limit| limit.count / 2);
        self.line("Rule", &format!("movecountdraw = {count}"));
        let royal = rules
            .pieces
            .values()
            .any(|piece| piece.royal.white || piece.royal.black);
        match rules.royalty.rule.white {
            RoyalRule::Any => self.line("Rule", "duplecheck"),
            RoyalRule::All if royal => self.line("Rule", "check any king"),
            _ => {}
        }
        let words = [
            (
                "taboo",
                rules.hooks.iter().any(|hook| hook.name == "facing-royals"),
            ),
            ("forced capture", rules.restrictions.must_capture.white),
            (
                "keep capture",
                rules.effects.iter().any(|effect| captured(effect) == Some(true)),
            ),
            (
                "return capture",
                rules.effects.iter().any(|effect| captured(effect) == Some(false)),
            ),
            ("allow drops", !rules.drops.is_empty()),
        ];
        for (word, _) in words.into_iter().filter(|(_, has)| *has) {
            self.line("Rule", word);
        }
        self.goals(rules);
    }

    fn goals(&mut self, rules: &Ruleset) {
        let mut lines: Vec<String> = Vec::new();
        for goal in &rules.end.goals {
            let line = match word(rules, goal) {
                Some(Word::Checks(count)) => format!("check{count} = win"),
                Some(Word::NoPieces) => format!("nopieces = {}", same(goal.score)),
                Some(Word::Bare) => "loneking = loss".to_owned(),
                Some(Word::Flag) => {
                    if let GoalCondition::Reach(reach) = &goal.condition {
                        // A flag belongs to the side that defends it.
                        let whose = match goal.side {
                            Side::White => "Black",
                            Side::Black => "White",
                        };
                        let squares: Vec<&str> = reach.zone.0.iter().map(String::as_str).collect();
                        let _ = writeln!(self.head, "{whose}Flag: {}", squares.join(","));
                    }
                    "captureanyflag = win".to_owned()
                }
                None => continue,
            };
            if !lines.contains(&line) {
                self.line("Rule", &line);
                lines.push(line);
            }
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

/// The word for a score.
const fn same(score: Score) -> &'static str {
    match score {
        Score::Win => "win",
        Score::Draw => "draw",
        Score::Loss => "loss",
    }
}

/// The word for the score of the other side.
const fn opposite(score: Score) -> &'static str {
    match score {
        Score::Win => "loss",
        Score::Draw => "draw",
        Score::Loss => "win",
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
