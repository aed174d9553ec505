//! The draft of a variant, when all lines are read.

use super::Reader;
use super::moves::Moves;
use super::pieces::{Castle, Kind, Promotion};
use crate::draft::{
    self, Castling, Clock, Drop, Effect, End, Goal, Path, Reach, Royalty, Trigger, limit, piece_name,
};
use crate::region::Region;
use crate::report::{Finding, Section, Status};
use ferz::rules::{Modes, PerSide, Range, Score, Side};

/// Moves of both sides without progress after which a game is drawn.
const MOVES: u16 = 50;
/// The most kinds of pieces that a variant can have.
const KINDS: usize = 64;

impl Reader<'_> {
    pub(super) fn finish(mut self) -> Section {
        if self.draft.files == 0 {
            let help = Some("`Board: 8x8`".to_owned());
            let head = self.head.clone();
            self.sheet.find(&head, "the size of the board is not said", help);
            return self.refused();
        }
        if self.kinds.len() > KINDS {
            let head = self.head.clone();
            let message = format!(
                "there are {} pieces; at most {KINDS} are possible",
                self.kinds.len()
            );
            self.sheet.find(&head, &message, None);
            return self.refused();
        }
        let names = self.names();
        let rights = self.start(&names);
        if self.sheet.section.findings.iter().any(Finding::is_error) {
            return self.refused();
        }
        let kinds = std::mem::take(&mut self.kinds);
        for (kind, name) in kinds.iter().zip(&names) {
            let kind = self.kind(kind, name);
            self.draft.kinds.push(kind);
        }
        for (kind, name) in kinds.iter().zip(&names) {
            self.promotions(kind, name, &kinds, &names);
        }
        self.drops(&kinds, &names, &rights);
        self.castlings(&rights);
        self.royalty();
        self.ends(&kinds, &names);
        draft::finish(&self.draft, self.sheet, &self.head)
    }

    /// The report on a variant whose castlings were not judged.
    fn refused(mut self) -> Section {
        let mut places: Vec<_> = self
            .rules
            .castles
            .into_iter()
            .map(|castle| castle.place)
            .collect();
        places.dedup();
        for place in &places {
            self.sheet.unread("Castle", place);
        }
        self.sheet.section
    }

    fn names(&mut self) -> Vec<String> {
        let mut known: Vec<draft::Kind> = Vec::new();
        for kind in &self.kinds {
            let name = piece_name(&kind.title.text, &known);
            known.push(draft::Kind::named(name));
        }
        known.into_iter().map(|kind| kind.name).collect()
    }

    fn has(&self, word: &str) -> bool {
        self.rules.words.contains(&word)
    }

    fn kind(&mut self, kind: &Kind, name: &str) -> draft::Kind {
        let mut own = draft::Kind::named(name.to_owned());
        for side in Side::ALL {
            own.letter[side] = letter(&kind.letters[side], name);
            own.paths[side] = self.paths(kind, side);
        }
        if kind.letters.white.is_empty() {
            let help = Some("`Symbol: \"N\", \"N,n\"`".to_owned());
            self.sheet
                .find(&kind.title, "the piece has no sign for positions", help);
        }
        own.royal = kind.flags.contains(&"royal");
        own.immortal = kind.flags.contains(&"iron");
        own.value = kind.value;
        // Steps are moves of pawns; only captures and they restart the clock.
        let steps = |moves: &Moves| moves.steps;
        if kind.quiet.iter().all(steps) && !kind.quiet.is_empty() {
            own.clock = Clock::Resets;
        } else if !kind.promotions.is_empty() {
            own.clock = Clock::Keeps;
        }
        own
    }

    fn paths(&mut self, kind: &Kind, side: Side) -> Vec<Path> {
        let mut quiet = quiet(kind, side);
        let everywhere = self.draft.everywhere();
        if let Some((zones, moves)) = &kind.special {
            let init = self.has("special init");
            let outside = PerSide::new(everywhere.without(&zones.white), everywhere.without(&zones.black));
            let (extra, replaced) = beyond(&mut quiet, &moves.paths[side]);
            if init && replaced.iter().any(|replaced| *replaced) {
                let why = "a piece that has not moved would have its usual moves besides";
                self.sheet.lose("Special of", &kind.title, Status::Awaits, why);
            }
            for (path, _) in quiet
                .iter_mut()
                .zip(&replaced)
                .filter(|(_, replaced)| **replaced && !init)
            {
                path.from = Some(outside.clone());
            }
            if kind.flags.contains(&"royal") {
                let why = "in check the piece makes no such moves";
                self.sheet.lose("Special of", &kind.title, Status::Awaits, why);
            }
            for mut path in extra {
                path.from = Some(zones.clone());
                path.initial = init;
                path.exposes = moves.steps && kind.flags.contains(&"set_ep");
                quiet.push(path);
            }
        }
        if let Some(moves) = &kind.initial {
            let (extra, replaced) = beyond(&mut quiet, &moves.paths[side]);
            if replaced.iter().any(|replaced| *replaced) {
                let why = "a piece that has not moved would have its usual moves besides";
                self.sheet.lose("Initial of", &kind.title, Status::Awaits, why);
            }
            for mut path in extra {
                path.initial = true;
                path.exposes = moves.steps && kind.flags.contains(&"set_ep");
                quiet.push(path);
            }
        }
        with_captures(kind, side, quiet)
    }

    fn promotions(&mut self, kind: &Kind, name: &str, kinds: &[Kind], names: &[String]) {
        let stuck = self.stuck(kind);
        for promotion in &kind.promotions {
            let Some(targets) = self.targets(kind, promotion, kinds) else {
                continue;
            };
            let region = |side: Side| promotion.zone[side].and(&self.draft.everywhere());
            let zone = PerSide::new(region(Side::White), region(Side::Black));
            let must = |side: Side| match &kind.optional {
                Some(optional) => zone[side].without(&optional[side]),
                None => zone[side].and(&stuck[side]),
            };
            let must = PerSide::new(must(Side::White), must(Side::Black));
            let leaves = Side::ALL
                .iter()
                .any(|&side| !zone[side].without(&stuck[side]).is_empty());
            let inside = must != zone || self.has("allow drops") || self.stands(name, &zone);
            let trigger = if leaves && inside {
                Trigger::Touch
            } else {
                Trigger::Enter
            };
            let limits = self.limits(&targets, kinds, names);
            let to: Vec<String> = targets.iter().map(|&at| names[at].clone()).collect();
            let own = draft::Promotion {
                kind: name.to_owned(),
                to,
                zone,
                must,
                trigger,
                limits,
                quiet: self.has("quiet promotion"),
                ..draft::Promotion::default()
            };
            if self.has("promote here") {
                self.draft.promotions.push(draft::Promotion {
                    trigger: Trigger::InPlace,
                    quiet: false,
                    ..own.clone()
                });
            }
            self.draft.promotions.push(own);
        }
    }

    /// Squares from which a kind cannot move on an empty board.
    fn stuck(&self, kind: &Kind) -> PerSide<Region> {
        let own = |side: Side| self.draft.stuck(&quiet(kind, side), side);
        PerSide::new(own(Side::White), own(Side::Black))
    }

    fn stands(&self, name: &str, zone: &PerSide<Region>) -> bool {
        let mut pieces = self.draft.setup.pieces.iter();
        pieces.any(|((rank, file), side, kind)| kind == name && zone[*side].has(*rank, *file))
    }

    /// The kinds that a promotion leads to, by their signs: `QRBN`, `+`.
    fn targets(&mut self, kind: &Kind, promotion: &Promotion, kinds: &[Kind]) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let mut rest = promotion.to.text.as_str();
        if rest == "+" {
            let promoted = format!("+{}", kind.letters.white);
            found.extend(kinds.iter().position(|other| other.letters.white == promoted));
            rest = if found.is_empty() { rest } else { "" };
        }
        while !rest.is_empty() {
            let fits = |other: &&(usize, &Kind)| {
                !other.1.letters.white.is_empty() && rest.starts_with(&other.1.letters.white)
            };
            let list: Vec<(usize, &Kind)> = kinds.iter().enumerate().collect();
            let longest = list
                .iter()
                .filter(fits)
                .max_by_key(|(_, other)| other.letters.white.len());
            let Some((at, other)) = longest else {
                let message = format!("`{rest}` is no piece to promote to");
                self.sheet.find(&promotion.to, message, None);
                return None;
            };
            found.push(*at);
            rest = &rest[other.letters.white.len()..];
        }
        Some(found)
    }

    fn limits(&mut self, targets: &[usize], kinds: &[Kind], names: &[String]) -> Vec<(String, u32)> {
        let mut limits = Vec::new();
        for &at in targets {
            let kind = &kinds[at];
            let royal = u32::from(kind.flags.contains(&"royal"));
            let most = |number: u32| if number == 0 { royal } else { number };
            let (white, black) = (most(kind.most.white), most(kind.most.black));
            if white != black {
                let why = "a limit is the same for both sides";
                self.sheet.lose("Max of", &kind.title, Status::Awaits, why);
            }
            if white > 0 {
                limits.push((names[at].clone(), white));
            }
        }
        limits
    }

    fn drops(&mut self, kinds: &[Kind], names: &[String], rights: &str) {
        let gate = self.has("gate drops");
        if self.has("keep capture") || self.has("return capture") {
            self.captured(kinds, names);
        }
        if !gate && !self.has("allow drops") {
            self.draft.setup.hands = PerSide::default();
            return;
        }
        self.draft.setup.has_hands = true;
        if gate {
            let files = rights
                .chars()
                .filter(|sign| !matches!(sign, 'K' | 'Q' | 'k' | 'q'));
            self.draft.setup.unmoved = files.collect();
        }
        let everywhere = self.draft.everywhere();
        let back = PerSide::new(self.draft.rank(0), self.draft.rank(self.draft.ranks - 1));
        for (kind, name) in kinds.iter().zip(names) {
            let flag = |flag: &str| kind.flags.contains(&flag);
            let held = Side::ALL
                .iter()
                .any(|&side| self.draft.setup.hands[side].contains(name));
            let waits = held || self.has("keep capture") || self.has("return capture");
            if flag("royal") || kind.letters.white.starts_with('+') || !waits {
                continue;
            }
            let on = if flag("drop_dead") {
                PerSide::both(everywhere.clone())
            } else {
                let stuck = self.stuck(kind);
                PerSide::new(everywhere.without(&stuck.white), everywhere.without(&stuck.black))
            };
            let (on, gate) = match gate {
                true => (PerSide::default(), back.clone()),
                false => (on, PerSide::default()),
            };
            self.draft.drops.push(Drop {
                kind: name.clone(),
                on,
                gate,
                check: !flag("drop_no_check"),
                mate: !flag("drop_no_mate"),
                on_a_file: u32::from(flag("drop_one_file")),
                must: self.has("force drops"),
                ..Drop::default()
            });
        }
    }

    /// Captured pieces go to a hand: what is written with a plus as what it was before, any other
    /// piece as it is, even if it has promoted.
    fn captured(&mut self, kinds: &[Kind], names: &[String]) {
        let captor = self.has("keep capture");
        let mut made = self.draft.promotions.iter().flat_map(|one| &one.to);
        let plus: Vec<bool> = kinds
            .iter()
            .map(|kind| kind.letters.white.starts_with('+'))
            .collect();
        let keeps = made.any(|to| names.iter().zip(&plus).any(|(name, plus)| name == to && !plus));
        let mut to_hand = |of: Vec<String>, demoted: bool| {
            self.draft.effects.push(Effect::ToHand { of, captor, demoted });
        };
        if !keeps || !plus.contains(&true) {
            return to_hand(Vec::new(), !keeps);
        }
        for demoted in [true, false] {
            let own = names.iter().zip(&plus).filter(|(_, plus)| **plus == demoted);
            to_hand(own.map(|(name, _)| name.clone()).collect(), demoted);
        }
    }

    /// Castlings to which the start position gives a right.
    fn castlings(&mut self, rights: &str) {
        let castles = std::mem::take(&mut self.rules.castles);
        let mut told: Vec<usize> = Vec::new();
        for castle in &castles {
            let result = self.castling(castle, rights);
            let new = !told.contains(&castle.place.offset);
            told.push(castle.place.offset);
            match result {
                Ok(castling) => {
                    self.draft.castlings.push(castling);
                    if new {
                        self.sheet.taken("Castle", &castle.place);
                    }
                }
                Err(None) if new => {
                    let why = "the start position gives no right to it";
                    self.sheet.idle("Castle", &castle.place, why);
                }
                Err(Some(why)) => {
                    self.sheet.lose("Castle", &castle.place, Status::Awaits, why);
                }
                Err(None) => {}
            }
        }
    }

    fn castling(&self, castle: &Castle, rights: &str) -> Result<Castling, Option<&'static str>> {
        let side = castle.side;
        let own = |letter: char| match side {
            Side::White => letter,
            Side::Black => letter.to_ascii_lowercase(),
        };
        let at = |square: (u8, u8)| {
            let mut pieces = self.draft.setup.pieces.iter();
            let here = pieces.find(|(own, owner, _)| *own == square && *owner == side);
            here.map(|(_, _, kind)| kind.clone())
        };
        let right_side = castle.to.1 >= self.draft.files / 2;
        let letter = own(if right_side { 'K' } else { 'Q' });
        let king = at(castle.king).filter(|_| rights.contains(letter)).ok_or(None)?;
        let rook = at(castle.rook).ok_or(None)?;
        if castle.rook.0 != castle.king.0 || castle.to.0 != castle.king.0 {
            return Err(Some("both pieces stand on one rank in a castling"));
        }
        // A right means the outermost piece of that kind.
        let is_partner = |kind: &str, _: u8| kind == rook;
        let way = if right_side { 1 } else { -1 };
        let king = (king.as_str(), castle.king);
        let castling = self.draft.castling(side, king, (castle.to.1, way), &is_partner);
        castling.ok_or(None)
    }

    fn royalty(&mut self) {
        let royals = |side: Side| {
            let own = self.draft.setup.pieces.iter();
            let own = own.filter(|(_, owner, kind)| {
                *owner == side && self.draft.kind(kind).is_some_and(|kind| kind.royal)
            });
            own.count()
        };
        let several = Side::ALL.into_iter().any(|side| royals(side) > 1);
        let rule = match self.rules.royalty {
            _ if !several => Royalty::All,
            Some(rule) => rule,
            None => Royalty::Last,
        };
        self.draft.royalty = PerSide::both(rule);
    }

    fn ends(&mut self, kinds: &[Kind], names: &[String]) {
        let rules = std::mem::take(&mut self.rules);
        let royal = self.draft.kinds.iter().any(|kind| kind.royal);
        let mut ends = Vec::new();
        if royal {
            ends.push(End::Checkmate(rules.checkmate.unwrap_or(Score::Loss)));
        }
        let stalemate = rules.stalemate.unwrap_or(Score::Draw);
        ends.push(End::Stalemate(PerSide::both(stalemate)));
        let (count, score) = rules.repetition.unwrap_or((3, Score::Draw));
        if count > 1 {
            ends.push(End::Repetition(limit(count, score)));
        }
        ends.extend(rules.perpetual.filter(|_| count > 1).map(End::PerpetualCheck));
        let moves = rules.move_rule.unwrap_or(MOVES);
        if moves > 0 {
            ends.push(End::MoveRule(limit(2 * moves, Score::Draw)));
        }
        if let Some((score, all, place)) = rules.flag {
            let runners = kinds.iter().zip(names);
            let runners = runners.filter(|(kind, _)| kind.flags.contains(&"capture_flag"));
            let runners: Vec<String> = runners.map(|(_, name)| name.clone()).collect();
            for side in Side::ALL {
                let on = self.flags[side.other()].clone();
                if on.is_empty() {
                    continue;
                }
                let goal = Goal::Reach(Reach {
                    kinds: runners.clone(),
                    at_least: if all { on.iter().map(|_| 1).sum() } else { 1 },
                    on: PerSide::both(on),
                    ..Reach::default()
                });
                ends.push(End::Goal("flag".to_owned(), Some(side), goal, score));
            }
            if self.flags.white.is_empty() && self.flags.black.is_empty() {
                let help = Some("`WhiteFlag: e1`".to_owned());
                self.sheet.find(&place, "there is no flag to be captured", help);
            }
        }
        ends.extend(rules.goals);
        self.draft.ends = ends;
    }
}

/// The usual moves of a kind, without captures.
fn quiet(kind: &Kind, side: Side) -> Vec<Path> {
    let paths = kind.quiet.iter().flat_map(|moves| &moves.paths[side]);
    let mut list: Vec<Path> = Vec::new();
    for path in paths {
        let mut path = path.clone();
        path.modes = Modes::QUIET;
        path.to.clone_from(&kind.prison);
        if !list.contains(&path) {
            list.push(path);
        }
    }
    list
}

/// The moves that a zone adds to the usual ones, and the usual ones that it lacks.
fn beyond(usual: &mut [Path], moves: &[Path]) -> (Vec<Path>, Vec<bool>) {
    let mut replaced = vec![true; usual.len()];
    let mut extra = Vec::new();
    for path in moves {
        let mut path = path.clone();
        path.modes = Modes::QUIET;
        let mut wanted = true;
        for (own, replaced) in usual.iter().zip(&mut replaced) {
            if own.from.is_some() {
                *replaced = false;
                continue;
            }
            let reach = |path: &Path| path.last.range.max.unwrap_or(u8::MAX);
            let mut alike = path.clone();
            alike.last.range = own.last.range;
            alike.to.clone_from(&own.to);
            path.to.clone_from(&own.to);
            if alike != *own || reach(&path) < reach(own) {
                continue;
            }
            *replaced = false;
            wanted = reach(&path) > reach(own);
            path.last.range = Range {
                min: reach(own).saturating_add(1),
                max: path.last.range.max,
            };
        }
        if wanted {
            extra.push(path);
        }
    }
    (extra, replaced)
}

/// Quiet paths, and captures; what is both stands once.
fn with_captures(kind: &Kind, side: Side, quiet: Vec<Path>) -> Vec<Path> {
    let mut list = quiet;
    let captures = kind.capture.as_ref().unwrap_or(&kind.quiet);
    for moves in captures {
        let passing = moves.steps && kind.flags.contains(&"take_ep");
        let modes = if passing {
            Modes::CAPTURE.or(Modes::EN_PASSANT)
        } else {
            Modes::CAPTURE
        };
        for path in &moves.paths[side] {
            let mut own = Path {
                modes: Modes::QUIET,
                ..path.clone()
            };
            own.to.clone_from(&kind.prison);
            match list.iter_mut().find(|path| **path == own) {
                Some(twin) => twin.modes = twin.modes.or(modes),
                None => {
                    own.modes = modes;
                    if !list.contains(&own) {
                        list.push(own);
                    }
                }
            }
        }
    }
    list
}

/// The letter of a sign: itself, or a name in brackets.
fn letter(sign: &str, name: &str) -> Option<String> {
    let bare = sign.strip_prefix('+').unwrap_or(sign);
    let mut letters = bare.chars();
    let single = letters.next().is_some_and(|first| first.is_ascii_alphabetic()) && letters.next().is_none();
    if sign.is_empty() {
        return None;
    }
    if single {
        return Some(sign.to_owned());
    }
    let word: String = name.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    Some(format!("({word})"))
}
