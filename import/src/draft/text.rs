//! A draft as a whole ferz text.

use super::path::{self, in_words, movement};
use super::{Castling, Clock, Draft, Drop, Duty, Effect, End, Goal, Kind, Promotion, Royalty, Trigger};
use crate::region::{Region, name};
use crate::write::head;
use ferz::lower::normalize;
use ferz::rules::{Board, Condition, Kinds, Movement, PerSide, Score, Side, Squares};
use ferz::text;
use ferz_grammar::quoting::quote;
use std::fmt::Write as _;

/// The text of a draft as a variant that extends nothing.
pub(crate) fn whole(draft: &Draft) -> String {
    let board = board(draft);
    let mut page = Page {
        draft,
        text: head(&draft.title, None, &draft.source, &draft.about),
        board,
    };
    let line = format!("\nboard {}\n", text::board(&page.board));
    page.text.push_str(&line);
    page.kinds();
    for promotion in &draft.promotions {
        page.promotion(promotion);
    }
    for drop in &draft.drops {
        page.drop(drop);
    }
    page.shuffle();
    page.castlings();
    page.royalty();
    page.duties();
    for effect in &draft.effects {
        page.effect(effect);
    }
    page.ends();
    let start = page.start();
    let _ = writeln!(page.text, "\nstart {}", quote(&start));
    page.text
}

/// The board of a draft.
pub(super) fn board(draft: &Draft) -> Board {
    let mut board = Board {
        files: draft.files,
        ranks: draft.ranks,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: indexmap::IndexMap::new(),
    };
    board.holes = draft.holes.squares(&board);
    board
}

struct Page<'d> {
    draft: &'d Draft,
    text: String,
    board: Board,
}

impl Page<'_> {
    fn sets(&self, regions: &PerSide<Region>) -> String {
        let own = |region: &Region| region.squares(&self.board);
        text::sets(
            &PerSide::new(own(&regions.white), own(&regions.black)),
            &self.board,
        )
    }

    fn kinds(&mut self) {
        let (mut both, mut single) = (String::new(), String::new());
        for kind in &self.draft.kinds {
            let whole = |side: Side| {
                let paths = movement(&kind.paths[side], &self.board);
                let all = Movement::Union(vec![paths, kind.movement[side].clone()]);
                normalize(path::ridden(&self.spared(all)))
            };
            let ways = PerSide::new(whole(Side::White), whole(Side::Black));
            let own = |side: Side| {
                let letter = kind.letter[side].as_ref()?;
                let text = if ways.white == ways.black {
                    text::movement(&ways[side], &self.board)
                } else {
                    text::movement_of(side, &ways[side], &self.board)
                };
                Some(self.kind(kind, letter, &in_words(&text)))
            };
            match (own(Side::White), own(Side::Black)) {
                (Some(white), Some(black)) if white == black => {
                    let _ = writeln!(both, "  {white}");
                }
                (white, black) => {
                    for (side, text) in [("white", white), ("black", black)] {
                        if let Some(text) = text {
                            let _ = writeln!(single, "piece {side} {text}");
                        }
                    }
                }
            }
        }
        if !both.is_empty() {
            let _ = writeln!(self.text, "\narmy both {{\n{both}}}");
        }
        if !single.is_empty() {
            let _ = write!(self.text, "\n{single}");
        }
    }

    /// A movement that captures no kind which nothing captures.
    fn spared(&self, movement: Movement) -> Movement {
        let immortal = self.draft.kinds.iter().filter(|kind| kind.immortal);
        let immortal: Vec<String> = immortal.map(|kind| kind.name.clone()).collect();
        if immortal.is_empty() || !movement.any(&|part| matches!(part, Movement::Leap(_))) {
            return movement;
        }
        Movement::When {
            condition: Condition::Of(Kinds::except(immortal)),
            movement: Box::new(movement),
        }
    }

    fn kind(&self, kind: &Kind, letter: &str, way: &str) -> String {
        let letter = letter.to_ascii_uppercase();
        let mut text = format!("{} {letter} = {way}", kind.name);
        let promotes = self
            .draft
            .promotions
            .iter()
            .any(|promotion| promotion.kind == kind.name);
        if kind.royal {
            text.push_str(", royal");
        }
        match kind.clock {
            Clock::Keeps if promotes => text.push_str(", keeps-clock"),
            Clock::Resets if !promotes => text.push_str(", resets-clock"),
            _ => {}
        }
        if let Some(value) = kind.value.filter(|value| *value > 0 && !kind.royal) {
            let _ = write!(text, ", value {}", text::value(value));
        }
        text
    }

    /// A promotion of both sides, or of the one that has squares for it.
    fn promotion(&mut self, promotion: &Promotion) {
        let zone = &promotion.zone;
        let side = match (zone.white.is_empty(), zone.black.is_empty()) {
            (true, true) => return,
            (false, true) => "white ",
            (true, false) => "black ",
            (false, false) => "",
        };
        let mut lines = vec![
            format!("to: {}", promotion.to.join(", ")),
            format!("on: {}", self.sets(&promotion.zone)),
        ];
        match promotion.trigger {
            Trigger::Enter => {}
            Trigger::Touch => lines.push("when: touch".to_owned()),
            Trigger::InPlace => lines.push("when: in-place".to_owned()),
        }
        let nowhere = |region: &Region| region.is_empty();
        if promotion.trigger == Trigger::InPlace {
            // A move of its own is never a duty.
        } else if nowhere(&promotion.must.white) && nowhere(&promotion.must.black) {
            lines.push("must: no".to_owned());
        } else if promotion.must != promotion.zone {
            lines.push(format!("must: {}", self.sets(&promotion.must)));
        }
        if promotion.quiet {
            lines.push("only: quiet".to_owned());
        }
        let limits = promotion.limits.iter();
        let limits: Vec<String> = limits.map(|(kind, most)| format!("{kind} {most}")).collect();
        if !limits.is_empty() {
            lines.push(format!("limit: {}", limits.join(", ")));
        }
        let _ = writeln!(
            self.text,
            "\npromotion {side}{} {{\n  {}\n}}",
            promotion.kind,
            lines.join("\n  ")
        );
    }

    fn drop(&mut self, drop: &Drop) {
        let mut lines = Vec::new();
        match &drop.gate {
            Some(gate) => lines.push(format!("gate: {}", self.sets(gate))),
            None => lines.push(format!("on: {}", self.sets(&drop.on))),
        }
        for (word, wanted) in [
            ("check: no", !drop.check),
            ("mate: no", !drop.mate),
            ("must: yes", drop.must),
        ] {
            if wanted {
                lines.push(word.to_owned());
            }
        }
        if drop.on_a_file > 0 {
            lines.push(format!("per-file: {}", drop.on_a_file));
        }
        let _ = writeln!(self.text, "\ndrop {} {{\n  {}\n}}", drop.kind, lines.join("\n  "));
    }

    /// Castlings with their letters: those to the right, then those to the left.
    fn lettered(&self, side: Side) -> Vec<(char, &Castling)> {
        let mut letters = [['K', 'L', 'M', 'N', 'O'].iter(), ['Q', 'S', 'T', 'U', 'V'].iter()];
        let own = self
            .draft
            .castlings
            .iter()
            .filter(|castling| castling.side == side);
        let letter = |castling: &'_ Castling, letters: &mut [std::slice::Iter<'_, char>; 2]| {
            let left = castling.rook_from.1 < castling.king_from.1;
            letters[usize::from(left)].next().copied()
        };
        own.filter_map(|castling| Some((letter(castling, &mut letters)?, castling)))
            .collect()
    }

    /// Pieces of the start that may stand otherwise.
    fn shuffle(&mut self) {
        let draft = self.draft;
        let region = |on: &Region| self.set_of(&PerSide::both(on.clone()), Some(Side::White));
        let all = draft
            .shuffle
            .iter()
            .fold(Region::default(), |all, (_, on)| all.or(on));
        if draft.shuffle.is_empty() {
            return;
        }
        let place = |(kinds, on): &(Vec<String>, Region)| match *on == all {
            true => kinds.join(" "),
            false => format!("{} on ({})", kinds.join(" "), region(on)),
        };
        let places: Vec<String> = draft.shuffle.iter().map(place).collect();
        let (on, places) = (region(&all), places.join(", "));
        let _ = writeln!(self.text, "\nshuffle {{\n  on: {on}\n  place: {places}\n}}");
    }

    fn castlings(&mut self) {
        let anywhere = if self.draft.castles_anywhere {
            "  anywhere: yes\n"
        } else {
            ""
        };
        let block = |side: Side| {
            let lines = self.lettered(side).into_iter().map(|(letter, castling)| {
                // Squares are written from White's side.
                let square = |(rank, file): (u8, u8)| match side {
                    Side::White => name(rank, file),
                    Side::Black => name(self.draft.ranks - 1 - rank, file),
                };
                format!(
                    "  {letter}: {} {} {}, {} {} {}\n",
                    castling.king,
                    square(castling.king_from),
                    square(castling.king_to),
                    castling.rook,
                    square(castling.rook_from),
                    square(castling.rook_to)
                )
            });
            match lines.collect::<String>() {
                none if none.is_empty() => none,
                some => some + anywhere,
            }
        };
        let (white, black) = (block(Side::White), block(Side::Black));
        if white == black {
            if !white.is_empty() {
                let _ = writeln!(self.text, "\ncastling {{\n{white}}}");
            }
            return;
        }
        for (side, text) in [("white", white), ("black", black)] {
            if !text.is_empty() {
                let _ = writeln!(self.text, "\ncastling {side} {{\n{text}}}");
            }
        }
    }

    fn royalty(&mut self) {
        let rule = match self.draft.royalty {
            Royalty::All => return,
            Royalty::Any => "any",
            Royalty::Last => "last",
        };
        let _ = writeln!(self.text, "\nroyalty {{\n  rule: {rule}\n}}");
    }

    fn duties(&mut self) {
        let rules = self.draft.duties.iter().filter_map(|duty| match duty {
            Duty::Capture => Some("must-capture: yes"),
            Duty::NoCheck => Some("no-check: yes"),
            Duty::NotFacing => None,
        });
        let rules: Vec<&str> = rules.collect();
        if !rules.is_empty() {
            let _ = writeln!(self.text, "\nrules {{\n  {}\n}}", rules.join("\n  "));
        }
        if self.draft.duties.contains(&Duty::NotFacing) {
            self.text.push_str("\nuse facing-royals(lines: vertical)\n");
        }
    }

    fn effect(&mut self, effect: &Effect) {
        let text = match effect {
            Effect::ToHand { of, captor, demoted } => {
                let of = match &of[..] {
                    [] => String::new(),
                    some => format!("  of: {}\n", some.join(", ")),
                };
                let mut whom = "victim".to_owned();
                for (word, wanted) in [(" flipped", *captor), (" demoted", *demoted)] {
                    if wanted {
                        whom.push_str(word);
                    }
                }
                format!("on capture {{\n{of}  hand: {whom}\n}}")
            }
            Effect::Explosion { sparing } if sparing.is_empty() => "use explosion".to_owned(),
            Effect::Explosion { sparing } => format!("use explosion(sparing: {})", sparing.join(" ")),
            // The square that was left is empty: each new piece goes to the hand from there.
            Effect::Pocketed {
                by,
                kind,
                count,
                enemy,
            } => {
                let (flipped, whose) = if *enemy {
                    (" flipped", "enemy")
                } else {
                    ("", "friend")
                };
                let one = format!("  put: {kind}{flipped} on origin\n  hand: {whose} {kind} on origin\n");
                format!("on move {{\n  by: {by}\n{}}}", one.repeat(*count))
            }
            Effect::Becomes { kind, from, to } => {
                let from = self.set_of(&PerSide::both(from.clone()), None);
                format!("on move {{\n  by: {kind}\n  from: {from}\n  become: mover as {to}\n}}")
            }
            Effect::CloseOrigin => "on move {\n  close: origin\n}".to_owned(),
            Effect::CaptorFlips { by } => {
                format!("on capture {{\n  by: {}\n  flip: mover\n}}", by.join(", "))
            }
        };
        let _ = writeln!(self.text, "\n{text}");
    }

    fn ends(&mut self) {
        let lines: Vec<String> = self.draft.ends.iter().map(|end| self.end(end)).collect();
        if !lines.is_empty() {
            let _ = writeln!(self.text, "\nend {{\n  {}\n}}", lines.join("\n  "));
        }
    }

    fn end(&self, end: &End) -> String {
        let word = |score: &Score| text::score(*score);
        let claim = if self.draft.claims { " claim" } else { "" };
        match end {
            End::Checkmate(score) => format!("checkmate: {}", word(score)),
            End::Stalemate(score) => format!("stalemate: {}", word(score)),
            End::Repetition(count, score) => format!("repetition: {count} {}{claim}", word(score)),
            End::PerpetualCheck(score) => format!("perpetual-check: {}", word(score)),
            End::MoveRule(plies) => format!("move-rule: {plies} draw{claim}"),
            End::Goal(name, side, goal, score) => {
                let whose = side.map_or_else(String::new, |side| format!("{side} "));
                let goal = match goal {
                    Goal::Reach {
                        kinds,
                        on,
                        all,
                        own_move,
                        safe,
                        reply,
                    } => {
                        let kinds = pieces(kinds);
                        let mut text = format!("reach {kinds} on {}", self.set_of(on, *side));
                        if *all {
                            let count = on[side.unwrap_or(Side::White)].iter().count();
                            let _ = write!(text, ", at-least {count}");
                        }
                        for (word, wanted) in [(", own-move", own_move), (", safe", safe), (", reply", reply)]
                        {
                            if *wanted {
                                text.push_str(word);
                            }
                        }
                        text
                    }
                    Goal::Extinct { kinds, most: 0 } => format!("extinct {}", pieces(kinds)),
                    Goal::Extinct { kinds, most } => format!("extinct {}, at-most {most}", pieces(kinds)),
                    Goal::Bare { opponent, reply } => {
                        let reply = if *reply { ", reply" } else { "" };
                        format!("extinct all, at-most 1, opponent {opponent}{reply}")
                    }
                    Goal::Checks(count) => format!("checks {count}"),
                };
                format!("{whose}{name}: {goal}, {}", word(score))
            }
        }
    }

    fn set_of(&self, on: &PerSide<Region>, side: Option<Side>) -> String {
        match side {
            Some(side) => text::squares_of(side, &on[side].squares(&self.board), &self.board),
            None => self.sets(on),
        }
    }

    fn start(&self) -> String {
        let setup = &self.draft.setup;
        let mut fields = vec![self.placement()];
        fields.push(if setup.black_begins { "b" } else { "w" }.to_owned());
        let mut rights = String::new();
        for side in Side::ALL {
            let lettered = self.lettered(side).into_iter();
            let own = lettered.filter(|(_, castling)| castling.right);
            let own: String = own.map(|(letter, _)| letter).collect();
            let more: String = match side {
                Side::White => setup.unmoved.chars().filter(char::is_ascii_uppercase).collect(),
                Side::Black => setup.unmoved.chars().filter(char::is_ascii_lowercase).collect(),
            };
            match side {
                Side::White => rights.push_str(&own),
                Side::Black => rights.push_str(&own.to_ascii_lowercase()),
            }
            rights.push_str(&more);
        }
        fields.push(if rights.is_empty() { "-".to_owned() } else { rights });
        fields.push("- 0 1".to_owned());
        if !setup.more.is_empty() {
            fields.push(setup.more.clone());
        }
        fields.join(" ")
    }

    fn letter(&self, side: Side, kind: &str) -> String {
        let letter = self.draft.kind(kind).and_then(|kind| kind.letter[side].clone());
        let letter = letter.unwrap_or_default();
        match side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        }
    }

    fn placement(&self) -> String {
        let setup = &self.draft.setup;
        let mut rows = Vec::new();
        for rank in (0..self.draft.ranks).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..self.draft.files {
                let here = setup.pieces.iter().find(|(square, _, _)| *square == (rank, file));
                let sign = match here {
                    _ if self.draft.holes.has(rank, file) => "*".to_owned(),
                    Some((_, side, kind)) => self.letter(*side, kind),
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    row.push_str(&empty.to_string());
                    empty = 0;
                }
                row.push_str(&sign);
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        let mut text = rows.join("/");
        if setup.has_hands {
            let hand = |side: Side| setup.hands[side].iter().map(move |kind| self.letter(side, kind));
            let held: String = Side::ALL.into_iter().flat_map(hand).collect();
            let _ = write!(text, "[{held}]");
        }
        text
    }
}

fn pieces(kinds: &[String]) -> String {
    match kinds {
        [] => "all".to_owned(),
        some => some.join(" "),
    }
}
