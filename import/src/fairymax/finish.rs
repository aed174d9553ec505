//! The draft of a game.

use super::Reader;
use super::lines::Kind;
use super::rays::{Ray, ray};
use crate::draft::{self, End, Goal, Path, Promotion, Reach, Trigger, limit, piece_name, word};
use crate::region::Region;
use crate::report::{Finding, Section, Status};
use ferz::rules::{Modes, PerSide, Score, Side};

/// A piece whose rays are read.
#[derive(Default)]
pub(super) struct Read {
    /// As White sees them.
    paths: Vec<Path>,
    castlings: Vec<i8>,
    pub(super) value: i32,
}

impl Read {
    /// Whether pawns may become such a piece: any but those that must not be lost, and those whose
    /// value ends in 3.
    pub(super) fn is_chosen(&self) -> bool {
        self.value != -1 && self.value % 10 != 3
    }
}

impl Reader<'_> {
    pub(super) fn finish(mut self) -> Section {
        let ranks = [self.back_rank(Side::White), self.back_rank(Side::Black)];
        let game = self.game;
        let mut read = Vec::new();
        for (at, kind) in game.kinds.iter().enumerate() {
            read.push(self.kind(kind, at));
        }
        let [Some(white), Some(black)] = ranks else {
            return self.sheet.section;
        };
        if self.sheet.section.findings.iter().any(Finding::is_error) {
            return self.sheet.section;
        }
        let ranks = [white, black];
        let names = self.kinds(&read, &ranks);
        self.setup(&ranks, &names);
        self.castlings(&read, &ranks, &names);
        self.promotions(&read, &ranks, &names);
        self.ends(&read, &ranks, &names);
        self.draft.count_unmoved();
        draft::finish(&self.draft, self.sheet, &self.game.title)
    }

    /// Reads the line of a piece.
    fn kind(&mut self, kind: &Kind, at: usize) -> Read {
        let pawn = at < 2;
        let mut own = Read {
            value: self.letter_and_value(kind),
            ..Read::default()
        };
        for place in &kind.rays {
            let paths = match ray(&place.text, pawn) {
                Ok(Ray::Paths(paths)) => paths,
                Ok(Ray::Castling(files)) => {
                    if !own.castlings.contains(&files) {
                        own.castlings.push(files);
                    }
                    Vec::new()
                }
                Ok(Ray::Upright) if self.stands(at) => {
                    let why = "a castling along a file has no word";
                    self.sheet.lose("ray", place, Status::Awaits, why);
                    continue;
                }
                Ok(Ray::Upright) => {
                    let why = "no such piece is there at the start, and only those castle";
                    self.sheet.idle("ray", place, why);
                    continue;
                }
                Ok(Ray::First {
                    paths,
                    exposes,
                    again,
                }) => self.first(paths, exposes, again, at),
                Err(message) => {
                    self.sheet.wrong("ray", place, &message, None);
                    continue;
                }
            };
            self.sheet.taken("ray", place);
            for path in paths {
                if !own.paths.contains(&path) {
                    own.paths.push(path);
                }
            }
        }
        if pawn {
            for path in own.paths.iter_mut().filter(|path| path.modes == Modes::CAPTURE) {
                path.modes = path.modes.or(Modes::EN_PASSANT);
            }
        }
        own
    }

    /// Reads how a piece is written, and returns what it is worth.
    fn letter_and_value(&mut self, kind: &Kind) -> i32 {
        let is_letter = |sign: char| sign.is_ascii_alphabetic();
        if kind.letter.text.starts_with(is_letter) {
            self.sheet.taken("letter", &kind.letter);
        } else {
            let why = "a piece has a letter";
            self.sheet.wrong("letter", &kind.letter, why, None);
        }
        match kind.value.text.parse::<i32>() {
            Ok(value) if value.abs() < 100_000 => {
                self.sheet.taken("value", &kind.value);
                value
            }
            _ => {
                let why = "this is no value of a piece";
                self.sheet.wrong("value", &kind.value, why, None);
                Read::default().value
            }
        }
    }

    /// Whether such a piece stands on a back rank at the start.
    fn stands(&self, at: usize) -> bool {
        let number = (at + 1).to_string();
        let mut words = self.game.ranks.iter().flatten();
        words.any(|word| word.text == number)
    }

    /// First moves. Pawns make them from their rank, which they never come back to.
    fn first(&self, paths: Vec<Path>, exposes: bool, again: bool, at: usize) -> Vec<Path> {
        let mut list = Vec::new();
        for mut path in paths {
            path.exposes = exposes;
            if at < 2 {
                let rank = |ahead: u8| {
                    let rank = self.pawns + ahead;
                    PerSide::new(
                        self.draft.rank(rank),
                        self.draft.rank(self.draft.ranks - 1 - rank),
                    )
                };
                path.initial = false;
                path.from = Some(rank(0));
                if again {
                    let mut next = path.clone();
                    next.last.range.min = 2;
                    next.last.range.max = Some(2);
                    next.from = Some(rank(1));
                    list.push(next);
                }
            }
            list.push(path);
        }
        list
    }

    /// The number of the piece that a side writes with the letter of another one: the first of them
    /// for White, the last for Black.
    pub(super) fn representative(&self, at: usize, side: Side) -> usize {
        let kinds = &self.game.kinds;
        let alike = |other: &usize| {
            kinds[*other]
                .letter
                .text
                .eq_ignore_ascii_case(&kinds[at].letter.text)
        };
        let mut all = 0..kinds.len();
        let found = match side {
            Side::White => all.find(alike),
            Side::Black => all.rfind(alike),
        };
        match (at, side) {
            (0, Side::White) | (1, Side::Black) => at,
            _ => found.unwrap_or(at),
        }
    }

    /// The kinds, one for each letter; returns the name for each piece of the file.
    fn kinds(&mut self, read: &[Read], ranks: &[Vec<usize>; 2]) -> Vec<Option<String>> {
        let mut names: Vec<Option<String>> = vec![None; read.len()];
        for at in 0..read.len() {
            if names[at].is_some() {
                continue;
            }
            let white = self.representative(at, Side::White);
            let black = self.representative(at, Side::Black);
            if at != white && at != black {
                let stands = ranks.iter().flatten().any(|number| *number == at + 1);
                let place = self.game.kinds[at].letter.clone();
                if stands {
                    let why = "a third piece with this letter cannot be written";
                    self.sheet.lose("letter", &place, Status::NotPossible, why);
                }
                continue;
            }
            let mut own = draft::Kind::named(self.name(read, at));
            let letter = self.game.kinds[at].letter.text.to_ascii_uppercase();
            // The two pawns are one kind unless their letters differ.
            let sides = match at {
                0 if black != 1 => PerSide::new(Some(0), None),
                1 if white != 0 => PerSide::new(None, Some(1)),
                _ => PerSide::new(Some(white), Some(black)),
            };
            for side in Side::ALL {
                let Some(of) = sides[side] else { continue };
                own.letter[side] = Some(letter.clone());
                own.paths[side] = read[of]
                    .paths
                    .iter()
                    .map(|path| {
                        if side == Side::White {
                            path.clone()
                        } else {
                            path.turned()
                        }
                    })
                    .collect();
                own.royal |= read[of].value < 0;
                own.value = u32::try_from(read[of].value).ok().filter(|value| *value > 0);
                names[of] = Some(own.name.clone());
            }
            self.draft.kinds.push(own);
        }
        names
    }

    fn name(&self, read: &[Read], at: usize) -> String {
        let size = (self.draft.files, self.draft.ranks);
        let letter = self.game.kinds[at].letter.text.to_ascii_lowercase();
        let moves = word(&read[at].paths, size).filter(|word| *word != "king");
        let named = match at {
            0 | 1 if letter == "p" => Some("pawn"),
            _ if read[at].value < 0 => Some("king"),
            _ => moves,
        };
        let named = named.map(str::to_owned);
        let free = |name: &String| self.draft.kinds.iter().all(|kind| kind.name != *name);
        match named.filter(free) {
            Some(name) => name,
            None => piece_name(&format!("piece {letter}"), &self.draft.kinds),
        }
    }

    fn castlings(&mut self, read: &[Read], ranks: &[Vec<usize>; 2], names: &[Option<String>]) {
        for side in Side::ALL {
            let rank = match side {
                Side::White => 0,
                Side::Black => self.draft.ranks - 1,
            };
            let own = &ranks[side.index()];
            for (file, &number) in (0..self.draft.files).zip(own) {
                let Some(king) = number.checked_sub(1) else {
                    continue;
                };
                let mut moves = read[king].castlings.clone();
                // Short castlings first, those to the right before those to the left.
                moves.sort_by_key(|files| (files.abs(), -files));
                for files in moves {
                    let corner = if files > 0 { self.draft.files - 1 } else { 0 };
                    let Some(name) = &names[king] else { continue };
                    let to = file.checked_add_signed(files).unwrap_or(u8::MAX);
                    let is_corner = |_: &str, file: u8| file == corner;
                    let king = (name.as_str(), (rank, file));
                    let castling = self.draft.castling(side, king, (to, files.signum()), &is_corner);
                    self.draft.castlings.extend(castling);
                }
            }
        }
        if !self.draft.castlings.is_empty() {
            let title = self.game.title.clone();
            self.sheet
                .assume(&title, "castling is with the corner piece, over safe squares");
        }
    }

    fn promotions(&mut self, read: &[Read], ranks: &[Vec<usize>; 2], names: &[Option<String>]) {
        let title = self.game.title.clone();
        let zone = |side: Side| self.draft.last_ranks(self.zone, side);
        let zones = PerSide::new(zone(Side::White), zone(Side::Black));
        for side in Side::ALL {
            let Some(pawn) = names[side.index()].clone() else {
                continue;
            };
            let mut region = PerSide::<Region>::default();
            if self.by_file {
                self.by_file(side, &pawn, &zones, ranks, names);
                continue;
            }
            region[side] = zones[side].clone();
            let to = self.choices(side, read, ranks, names);
            self.draft.promotions.push(Promotion {
                kind: pawn,
                limits: self.limits(&to),
                to,
                must: region.clone(),
                zone: region,
                trigger: Trigger::Enter,
                ..Promotion::default()
            });
        }
        let why = "pawns promote on the last ranks, to the seventh piece or another with a letter";
        self.sheet.assume(&title, why);
        self.joined();
    }

    /// Promotions of both sides to the same pieces are one.
    fn joined(&mut self) {
        let mut list: Vec<Promotion> = Vec::new();
        for promotion in std::mem::take(&mut self.draft.promotions) {
            let apart = |a: &PerSide<Region>, b: &PerSide<Region>| {
                a.white.is_empty() != b.white.is_empty() && a.black.is_empty() != b.black.is_empty()
            };
            let twin = list.iter_mut().find(|other| {
                other.kind == promotion.kind
                    && other.to == promotion.to
                    && apart(&other.zone, &promotion.zone)
            });
            match twin {
                Some(twin) => {
                    for side in Side::ALL {
                        twin.zone[side] = twin.zone[side].or(&promotion.zone[side]);
                    }
                    twin.must = twin.zone.clone();
                }
                None => list.push(promotion),
            }
        }
        self.draft.promotions = list;
    }

    /// The kinds to which a side's pawns may promote: the seventh piece, or the ninth of a Black
    /// that has no seventh, then every other piece but pawns, kings and those whose value ends in
    /// 3.
    fn choices(
        &self,
        side: Side,
        read: &[Read],
        ranks: &[Vec<usize>; 2],
        names: &[Option<String>],
    ) -> Vec<String> {
        let has = |side: Side, number: usize| ranks[side.index()].contains(&number);
        let ninth = side == Side::Black
            && has(Side::White, 7)
            && !has(Side::Black, 7)
            && names.get(8).is_some_and(Option::is_some);
        let first = if ninth { 8 } else { 6 };
        let own = |at: &usize| self.representative(*at, side) == *at;
        let chosen = |at: &usize| read[*at].is_chosen();
        let others = (2..read.len()).filter(|at| *at != first && own(at) && chosen(at));
        let first = Some(first).filter(|at| *at < read.len() && read[*at].value > 0);
        let mut list: Vec<String> = Vec::new();
        for at in first.into_iter().chain(others) {
            if let Some(name) = names[at].clone()
                && !list.contains(&name)
            {
                list.push(name);
            }
        }
        list
    }

    /// Promotions to the piece that started on the square; on the king's, to the one on its left.
    fn by_file(
        &mut self,
        side: Side,
        pawn: &str,
        zones: &PerSide<Region>,
        ranks: &[Vec<usize>; 2],
        names: &[Option<String>],
    ) {
        let there = &ranks[side.other().index()];
        let royal = |number: usize| {
            let name = number.checked_sub(1).and_then(|at| names[at].clone());
            name.is_none_or(|name| self.draft.kind(&name).is_none_or(|kind| kind.royal))
        };
        let mut found: Vec<(String, Region)> = Vec::new();
        for (file, &number) in there.iter().enumerate() {
            let left = file.checked_sub(1).and_then(|left| there.get(left)).copied();
            let number = if royal(number) { left.unwrap_or(0) } else { number };
            let Some(name) = number.checked_sub(1).and_then(|at| names[at].clone()) else {
                continue;
            };
            let on_file = |&(_, own): &(u8, u8)| usize::from(own) == file;
            let squares: Region = zones[side].iter().filter(on_file).collect();
            match found.iter_mut().find(|(own, _)| *own == name) {
                Some((_, region)) => *region = region.or(&squares),
                None => found.push((name, squares)),
            }
        }
        for (to, squares) in found {
            let mut zone = PerSide::<Region>::default();
            zone[side] = squares;
            self.draft.promotions.push(Promotion {
                kind: pawn.to_owned(),
                to: vec![to],
                must: zone.clone(),
                zone,
                trigger: Trigger::Enter,
                limits: Vec::new(),
                ..Promotion::default()
            });
        }
    }

    fn ends(&mut self, read: &[Read], ranks: &[Vec<usize>; 2], names: &[Option<String>]) {
        let title = self.game.title.clone();
        self.royalty(read, ranks);
        self.draft.ends = vec![
            End::Stalemate(PerSide::both(Score::Draw)),
            End::Repetition(limit(3, Score::Draw)),
            End::MoveRule(limit(100, Score::Draw)),
        ];
        self.sheet
            .assume(&title, "stalemate, three repetitions and fifty moves are draws");
        // A king that is the third piece and has this value wins in the middle.
        if let Some(king) = names.get(2).cloned().flatten().filter(|_| read[2].value == -2) {
            let middle = |size: u8| (size / 2 - 1)..=(size / 2);
            let squares = middle(self.draft.ranks)
                .flat_map(|rank| middle(self.draft.files).map(move |file| (rank, file)));
            let goal = Goal::Reach(Reach {
                kinds: vec![king],
                on: PerSide::both(squares.collect()),
                ..Reach::default()
            });
            self.draft
                .ends
                .push(End::Goal("hill".to_owned(), None, goal, Score::Win));
        }
    }
}
