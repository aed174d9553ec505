//! A model as a section of a `variants.ini`.

use crate::counting;
use crate::model::{Enclosing, Kind, Material, Model, Types, Walling, Way};
use crate::region::{Region, name};
use crate::types::{self, KING, Slot};
use ferz::rules::{Board, PerSide, Score, Side};

/// Writes a model key by key.
pub(super) struct Printer<'m> {
    model: &'m Model,
    /// The parent of the section; a section with a parent states everything, not only the unusual.
    parent: Option<(&'static str, Model)>,
    board: Board,
    lines: Vec<String>,
}

impl<'m> Printer<'m> {
    pub(super) fn new(model: &'m Model, parent: Option<(&'static str, Model)>) -> Self {
        let board = Board {
            files: model.files,
            ranks: model.ranks,
            holes: ferz::rules::Squares::default(),
            wrap_files: false,
            wrap_ranks: false,
            extra: indexmap::IndexMap::new(),
        };
        Self {
            model,
            parent,
            board,
            lines: Vec::new(),
        }
    }

    pub(super) fn print(mut self, name: &str) -> String {
        self.say("maxRank", self.model.ranks != 8, self.model.ranks.to_string());
        self.say("maxFile", self.model.files != 8, self.model.files.to_string());
        self.pieces();
        self.line("startFen", self.start());
        self.promotion();
        self.steps();
        self.castling();
        self.drops();
        self.moves();
        self.end();
        self.goals();
        let parent = self
            .parent
            .map_or_else(String::new, |(parent, _)| format!(":{parent}"));
        format!("[{name}{parent}]\n{}\n", self.lines.join("\n"))
    }

    fn line(&mut self, key: &str, value: String) {
        self.lines.push(format!("{key} = {value}"));
    }

    fn say(&mut self, key: &str, different: bool, value: String) {
        if different || self.parent.is_some() {
            self.line(key, if value.is_empty() { "-".to_owned() } else { value });
        }
    }

    fn flag(&mut self, key: &str, value: bool, default: bool) {
        self.say(key, value != default, value.to_string());
    }

    fn walls(&mut self) {
        let walls = self.model.walls.clone();
        let word = match walls.rule {
            Walling::None => "none",
            Walling::Arrow => "arrow",
            Walling::Duck => "duck",
            Walling::Edge => "edge",
            Walling::Past => "past",
            Walling::Static => "static",
        };
        self.say("wallingRule", walls.rule != Walling::None, word.to_owned());
        self.regions("wallingRegion", &walls.region, &PerSide::both(Region::all()));
        self.flag("wallOrMove", walls.or_move, false);
        // All of them are named: Fairy-Stockfish takes no `*` here.
        let every = Types::of(self.model.kinds.keys().copied());
        let letters = self.letters(if walls.petrify.all { &every } else { &walls.petrify });
        self.say("petrifyOnCaptureTypes", !walls.petrify.is_empty(), letters);
        self.flag("petrifyBlastPieces", walls.petrify_blast, false);
    }

    fn letter(&self, slot: Slot) -> String {
        let kind = self.model.kinds.get(&slot);
        kind.map_or_else(String::new, |kind| kind.letter.to_ascii_lowercase().to_string())
    }

    fn letters(&self, types: &Types) -> String {
        if types.all {
            return "*".to_owned();
        }
        let letters: String = types.slots.iter().map(|&slot| self.letter(slot)).collect();
        if letters.is_empty() {
            "-".to_owned()
        } else {
            letters
        }
    }

    /// `a1 b1`: every square on the board by its name.
    fn each(&self, region: &Region) -> String {
        let squares = region.squares(&self.board).0;
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.join(" ")
    }

    /// `*8 a1 b1`; every square as it stands.
    fn squares(&self, region: &Region) -> String {
        let inside = Region::of(&region.squares(&self.board));
        let mut words = Vec::new();
        let mut left = inside.clone();
        for rank in 0..self.model.ranks {
            let whole = (0..self.model.files).all(|file| inside.has(rank, file));
            if whole {
                words.push(format!("*{}", rank + 1));
                left = left.without(&Region::rank(rank));
            }
        }
        words.extend(left.iter().map(|(rank, file)| name(rank, file)));
        if words.is_empty() {
            "-".to_owned()
        } else {
            words.join(" ")
        }
    }

    fn is_whole(&self, region: &Region) -> bool {
        (0..self.model.ranks).all(|rank| (0..self.model.files).all(|file| region.has(rank, file)))
    }

    fn regions(&mut self, key: &str, regions: &PerSide<Region>, default: &PerSide<Region>) {
        let board = self.board.clone();
        let visible = |region: &Region| region.squares(&board);
        for (side, word) in [(Side::White, "White"), (Side::Black, "Black")] {
            if visible(&regions[side]) != visible(&default[side]) || self.parent.is_some() {
                let text = self.squares(&regions[side]);
                self.line(&format!("{key}{word}"), text);
            }
        }
    }

    fn sided_types(&mut self, key: &str, types: &PerSide<Types>, default: &PerSide<Types>) {
        let (white, black) = (self.letters(&types.white), self.letters(&types.black));
        if types == default && self.parent.is_none() {
            return;
        }
        if white == black {
            self.line(key, white);
        } else {
            self.line(&format!("{key}White"), white);
            self.line(&format!("{key}Black"), black);
        }
    }

    fn pieces(&mut self) {
        let kinds: Vec<(Slot, Kind)> = self
            .model
            .kinds
            .iter()
            .map(|(slot, kind)| (*slot, kind.clone()))
            .collect();
        let inherited = self.parent.iter().flat_map(|(_, parent)| parent.kinds.keys());
        let gone: Vec<Slot> = inherited
            .filter(|slot| !self.model.kinds.contains_key(slot))
            .copied()
            .collect();
        for slot in gone {
            self.line(&types::key(slot), "-".to_owned());
        }
        for (slot, kind) in kinds {
            let letter = kind.letter.to_ascii_lowercase();
            let same = |known: &Kind| known.letter == kind.letter && known.way == kind.way;
            let inherited = self
                .parent
                .as_ref()
                .and_then(|(_, parent)| parent.kinds.get(&slot));
            let value = match &kind.way {
                // The moves are those that no key gives.
                _ if slot == KING && inherited.is_some_and(same) => String::new(),
                Way::Known => letter.to_string(),
                Way::Betza(text) => format!("{letter}:{text}"),
                Way::Ferz(_) => format!("{letter}:"),
            };
            if !value.is_empty() {
                self.line(&types::key(slot), value);
            }
            let Some(mobility) = self.model.mobility.get(&slot) else {
                continue;
            };
            for (side, word) in [(Side::White, "White"), (Side::Black, "Black")] {
                if !mobility[side].is_empty() && !self.is_whole(&mobility[side]) {
                    let key = format!("mobilityRegion{word}{}", types::capitalized(slot));
                    let text = self.squares(&mobility[side]);
                    self.line(&key, text);
                }
            }
        }
    }

    fn start(&self) -> String {
        let mut fields: Vec<String> = self.model.start.split(' ').map(str::to_owned).collect();
        fields.retain(|field| !field.contains('='));
        let hands = self.model.drops.on && !self.model.drops.free;
        if hands && !fields.is_empty() && !fields[0].contains('[') {
            fields[0].push_str("[]");
        }
        fields.join(" ")
    }

    fn promotion(&mut self) {
        let default = Model::default();
        let promotion = &self.model.promotion;
        let none =
            promotion.to.white.is_empty() && promotion.to.black.is_empty() && promotion.promoted.is_empty();
        if none {
            let pawns = self.model.kinds.contains_key(&types::PAWN);
            for side in ["White", "Black"] {
                self.say(&format!("promotionRegion{side}"), pawns, "-".to_owned());
            }
            return;
        }
        self.sided_types("promotionPawnTypes", &promotion.pawns, &default.promotion.pawns);
        let far = PerSide::new(Region::rank(7), Region::rank(0));
        self.regions("promotionRegion", &promotion.region, &far);
        let list = |slots: &[Slot]| -> String {
            let text: String = slots.iter().map(|&slot| self.letter(slot)).collect();
            if text.is_empty() { "-".to_owned() } else { text }
        };
        let (white, black) = (list(&promotion.to.white), list(&promotion.to.black));
        if white == black {
            self.line("promotionPieceTypes", white);
        } else {
            self.line("promotionPieceTypesWhite", white);
            self.line("promotionPieceTypesBlack", black);
        }
        let limits: Vec<String> = promotion
            .limit
            .iter()
            .map(|(&slot, limit)| format!("{}:{limit}", self.letter(slot)))
            .collect();
        self.say("promotionLimit", !limits.is_empty(), limits.join(" "));
        let pairs: Vec<String> = promotion
            .promoted
            .iter()
            .map(|(&from, &to)| format!("{}:{}", self.letter(from), self.letter(to)))
            .collect();
        self.say("promotedPieceType", !pairs.is_empty(), pairs.join(" "));
        self.flag("piecePromotionOnCapture", promotion.on_capture, false);
        self.flag("mandatoryPawnPromotion", promotion.pawn_must, true);
        self.flag("mandatoryPiecePromotion", promotion.piece_must, false);
        self.flag("pieceDemotion", promotion.demotion, false);
        self.flag("sittuyinPromotion", promotion.in_place, false);
    }

    fn steps(&mut self) {
        let default = Model::default().steps;
        let steps = &self.model.steps;
        self.flag("doubleStep", steps.on, true);
        if steps.on {
            self.regions("doubleStepRegion", &steps.double, &default.double);
        }
        self.regions("tripleStepRegion", &steps.triple, &default.triple);
        self.regions("enPassantRegion", &steps.passed, &default.passed);
        self.sided_types("enPassantTypes", &steps.capturers, &default.capturers);
    }

    fn castling(&mut self) {
        let castling = &self.model.castling;
        self.flag("castling", castling.on, true);
        if !castling.on {
            return;
        }
        self.flag("castlingDroppedPiece", castling.dropped, false);
        self.flag("oppositeCastling", castling.bars, false);
        self.flag("chess960", castling.anywhere, false);
        let wins = |side: Side| {
            castling.wins[side].iter().map(move |letter| match side {
                Side::White => *letter,
                Side::Black => letter.to_ascii_lowercase(),
            })
        };
        let letters: String = wins(Side::White).chain(wins(Side::Black)).collect();
        self.say("castlingWins", !letters.is_empty(), letters);
        let default = Model::default().castling;
        let file = |file: u8| char::from(b'a' + file).to_string();
        for (key, own, usual) in [
            ("castlingKingsideFile", castling.kingside, default.kingside),
            ("castlingQueensideFile", castling.queenside, default.queenside),
            ("castlingKingFile", castling.king_file, default.king_file),
            (
                "castlingRookKingsideFile",
                castling.rook_kingside,
                default.rook_kingside,
            ),
            (
                "castlingRookQueensideFile",
                castling.rook_queenside,
                default.rook_queenside,
            ),
        ] {
            self.say(key, own != usual, file(own));
        }
        self.say(
            "castlingRank",
            castling.rank != 0,
            (castling.rank + 1).to_string(),
        );
        for (side, word) in [(Side::White, "White"), (Side::Black, "Black")] {
            if castling.king[side] != KING {
                let letter = self.letter(castling.king[side]);
                self.line(&format!("castlingKingPiece{word}"), letter);
            }
        }
        self.sided_types("castlingRookPieces", &castling.rooks, &default.rooks);
    }

    fn drops(&mut self) {
        let drops = &self.model.drops;
        self.flag("gating", drops.gating, false);
        self.flag("seirawanGating", drops.seirawan, false);
        self.say(
            "flipEnclosedPieces",
            drops.flip != Enclosing::None,
            enclosing(drops.flip).to_owned(),
        );
        if !drops.on {
            return;
        }
        self.flag("pieceDrops", true, false);
        self.flag("capturesToHand", drops.captures, false);
        self.flag("dropLoop", drops.captures && drops.keep_promoted, false);
        self.flag("dropPromoted", drops.promoted, false);
        self.flag("twoBoards", drops.outside, false);
        self.flag("dropChecks", drops.checks, true);
        self.flag("mustDrop", drops.must, false);
        if let Some(slot) = drops.must_type {
            let letter = self.letter(slot);
            self.line("mustDropType", letter);
        }
        self.flag("firstRankPawnDrops", drops.first_rank, false);
        self.flag("promotionZonePawnDrops", drops.promotion_zone, false);
        self.say(
            "enclosingDrop",
            drops.enclosing != Enclosing::None,
            enclosing(drops.enclosing).to_owned(),
        );
        let first = self.squares(&drops.first);
        self.say("enclosingDropStart", !drops.first.is_empty(), first);
        self.regions("dropRegion", &drops.region, &PerSide::both(Region::all()));
        self.flag("sittuyinRookDrop", drops.rook_first_rank, false);
        self.flag("dropOppositeColoredBishop", drops.parts_bishops, false);
        if let Some(slot) = drops.doubled {
            let letter = self.letter(slot);
            self.line("dropNoDoubled", letter);
            self.say(
                "dropNoDoubledCount",
                drops.doubled_count != 1,
                drops.doubled_count.to_string(),
            );
        }
        self.flag("shogiPawnDropMateIllegal", drops.no_pawn_mate, false);
    }

    fn moves(&mut self) {
        let model = self.model;
        let lines = self.squares(&model.diagonal_lines);
        self.say("diagonalLines", !model.diagonal_lines.is_empty(), lines);
        self.flag("checking", model.checking, true);
        self.flag("mustCapture", model.must_capture, false);
        self.flag("blastOnCapture", model.blast, false);
        let none = PerSide::default();
        for (key, types) in [
            ("blastImmuneTypes", &model.blast_immune),
            ("mutuallyImmuneTypes", &model.mutually_immune),
        ] {
            self.sided_types(key, &PerSide::both(types.clone()), &none);
        }
        self.walls();
        for (key, sides) in [("pass", &model.pass), ("passOnStalemate", &model.pass_stuck)] {
            for (side, word) in [(Side::White, "White"), (Side::Black, "Black")] {
                self.flag(&format!("{key}{word}"), sides[side], false);
            }
        }
        self.flag("flyingGeneral", model.flying_general, false);
        let rank = model.soldier_rank;
        self.say("soldierPromotionRank", rank > 0, (rank + 1).to_string());
        self.flag("cambodianMoves", model.first_leaps, false);
        self.flag("makpongRule", model.holds_in_check, false);
        self.flag("bikjangRule", model.bikjang, false);
        self.flag("immobilityIllegal", model.immobility_illegal, false);
        let default = Model::default().end.clock;
        self.sided_types("nMoveRuleTypes", &model.end.clock, &default);
    }

    fn end(&mut self) {
        let end = &self.model.end;
        let score = |score: Score| ferz::text::score(score).to_owned();
        self.say(
            "checkmateValue",
            end.checkmate != Score::Loss,
            score(end.checkmate),
        );
        self.say(
            "stalemateValue",
            end.stalemate != Score::Draw,
            score(end.stalemate),
        );
        self.flag("stalematePieceCount", end.stalemate_count, false);
        self.say("nMoveRule", end.move_rule != 50, end.move_rule.to_string());
        self.say("nFoldRule", end.fold != 3, end.fold.to_string());
        self.say("nFoldValue", end.fold_value != Score::Draw, score(end.fold_value));
        self.flag("nFoldValueAbsolute", end.fold_absolute, false);
        self.flag("perpetualCheckIllegal", end.perpetual, false);
        self.flag("moveRepetitionIllegal", end.to_and_fro, false);
        let chasing = if end.chasing { "axf" } else { "none" };
        self.say("chasingRule", end.chasing, chasing.to_owned());
        self.flag("shatarMateRule", end.shatar, false);
        let rule = counting::Rule::ALL
            .into_iter()
            .find(|(rule, _)| *rule == end.counting);
        self.say(
            "countingRule",
            rule.is_some(),
            rule.map_or("none", |(_, word)| word).to_owned(),
        );
        let material = match end.material {
            Material::None => "none",
            Material::Janggi => "janggi",
            Material::Unweighted => "unweighted",
            Material::WhiteOdds => "whitedrawodds",
            Material::BlackOdds => "blackdrawodds",
        };
        self.say(
            "materialCounting",
            end.material != Material::None,
            material.to_owned(),
        );
        self.flag("adjudicateFullBoard", end.full_board, false);
        self.flag("checkCounting", end.checks, false);
    }

    fn goals(&mut self) {
        let score = |score: Score| ferz::text::score(score).to_owned();
        let extinction = &self.model.extinction;
        if let Some(value) = extinction.value {
            self.line("extinctionValue", score(value));
            let letters = self.letters(&extinction.types);
            self.line("extinctionPieceTypes", letters);
            self.flag("extinctionPseudoRoyal", extinction.royal, false);
            self.flag("dupleCheck", extinction.duple, false);
            self.flag("extinctionClaim", extinction.claim, false);
            self.say(
                "extinctionPieceCount",
                extinction.count > 0,
                extinction.count.to_string(),
            );
            let opponent = extinction.opponent;
            self.say("extinctionOpponentPieceCount", opponent > 0, opponent.to_string());
        } else {
            self.say("extinctionValue", false, "none".to_owned());
        }
        let flag = self.model.flag.clone();
        for (side, word) in [(Side::White, "White"), (Side::Black, "Black")] {
            if !flag.region[side].is_empty() {
                let letter = flag.piece[side].map_or_else(|| "*".to_owned(), |slot| self.letter(slot));
                self.say(&format!("flagPiece{word}"), letter != "*", letter);
                // For Fairy-Stockfish a rank goes on beyond the board, where nothing ever stands.
                let squares = match flag.blocked {
                    true => self.each(&flag.region[side]),
                    false => self.squares(&flag.region[side]),
                };
                self.line(&format!("flagRegion{word}"), squares);
            }
        }
        self.say("flagPieceCount", flag.count != 1, flag.count.to_string());
        self.flag("flagPieceBlockedWin", flag.blocked, false);
        self.flag("flagMove", flag.extra, false);
        self.flag("flagPieceSafe", flag.safe, false);
        let connect = self.model.connect.clone();
        self.say("connectN", connect.n > 0, connect.n.to_string());
        self.say("connectNxN", connect.square > 0, connect.square.to_string());
        self.say("collinearN", connect.collinear > 0, connect.collinear.to_string());
        let letters = self.letters(&connect.types);
        self.say("connectPieceTypes", !connect.types.all, letters);
        self.flag("connectHorizontal", connect.horizontal, true);
        self.flag("connectVertical", connect.vertical, true);
        self.flag("connectDiagonal", connect.diagonal, true);
        self.say("connectValue", connect.value != Score::Win, score(connect.value));
        let none = PerSide::default();
        self.regions("connectRegion1", &connect.first, &none);
        self.regions("connectRegion2", &connect.second, &none);
    }
}

/// The word for a rule about pieces that are enclosed.
fn enclosing(rule: Enclosing) -> &'static str {
    match rule {
        Enclosing::None => "none",
        Enclosing::Reversi => "reversi",
        Enclosing::Ataxx => "ataxx",
        Enclosing::Quadwrangle => "quadwrangle",
        Enclosing::Snort => "snort",
        Enclosing::Anyside => "anyside",
        Enclosing::Top => "top",
    }
}
