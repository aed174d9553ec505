//! The changes that keys make in a [`Model`], in the order in which Fairy-Stockfish reads them, not
//! in the file's order.

use crate::betza;
use crate::counting::Rule;
use crate::fen::{self, Cell};
use crate::ini::{Entry, Piece};
use crate::keys::Takes;
use crate::model::{Enclosing, Material, Model, Types, Walling, Way};
use crate::region::Region;
use crate::types::{self, KING, Slot};
use crate::values::{self, Bad, Read, bad};
use ferz::rules::{PerSide, Score, Side};

/// Reads keys into a model; what is wrong is left out and comes back.
pub(crate) fn apply(model: &mut Model, entries: &[&Entry]) -> Vec<(String, Bad)> {
    let mut keys = Keys {
        model,
        entries,
        bad: Vec::new(),
    };
    keys.board();
    keys.pieces();
    keys.old();
    keys.promotion();
    keys.steps();
    keys.castling();
    keys.drops();
    keys.hands();
    keys.moves();
    keys.end();
    keys.extinction();
    keys.flag();
    keys.connect();
    keys.bad
}

struct Keys<'a> {
    model: &'a mut Model,
    entries: &'a [&'a Entry],
    bad: Vec<(String, Bad)>,
}

impl Keys<'_> {
    /// A key's value, the last one if it stands more than once.
    fn value(&self, key: &str) -> Option<Piece> {
        let found = self.entries.iter().rev().find(|entry| entry.key.text == key);
        found.map(|entry| entry.value.clone())
    }

    /// Reads a key if it is there, and does something with its value.
    fn read<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Model, &Piece) -> Read<T>,
        then: impl FnOnce(&mut Model, T),
    ) {
        let Some(value) = self.value(key) else { return };
        match read(self.model, &value) {
            Ok(value) => then(self.model, value),
            Err(wrong) => self.bad.push((key.to_owned(), wrong)),
        }
    }

    fn bool(&mut self, key: &str, then: impl FnOnce(&mut Model, bool)) {
        self.read(key, |_, value| values::boolean(value), then);
    }

    fn number(&mut self, key: &str, then: impl FnOnce(&mut Model, u32)) {
        self.read(key, |_, value| values::number(value), then);
    }

    fn rank(&mut self, key: &str, then: impl FnOnce(&mut Model, u8)) {
        self.read(key, |_, value| values::rank(value), then);
    }

    fn file(&mut self, key: &str, then: impl FnOnce(&mut Model, u8)) {
        self.read(key, |_, value| values::file(value), then);
    }

    /// A result that is not `none`.
    fn result(&mut self, key: &str, then: impl FnOnce(&mut Model, Score)) {
        let read = |_: &Model, value: &Piece| match values::result(value)? {
            Some(score) => Ok(score),
            None => bad(value.clone(), "`none` is no result here"),
        };
        self.read(key, read, then);
    }

    /// A key of both sides, and those of each.
    fn sided<T: Clone>(
        &mut self,
        key: &str,
        read: impl Fn(&Model, &Piece) -> Read<T>,
        field: impl Fn(&mut Model) -> &mut PerSide<T>,
    ) {
        self.read(key, &read, |model, value| *field(model) = PerSide::both(value));
        self.read(&format!("{key}White"), &read, |model, value| {
            field(model).white = value
        });
        self.read(&format!("{key}Black"), &read, |model, value| {
            field(model).black = value
        });
    }

    fn region(&mut self, key: &str, field: impl Fn(&mut Model) -> &mut PerSide<Region>) {
        self.sided(key, |_, value| values::squares(value), field);
    }

    fn types(&mut self, key: &str, field: impl Fn(&mut Model) -> &mut PerSide<Types>) {
        self.sided(key, values::types, field);
    }

    fn board(&mut self) {
        self.rank("maxRank", |model, rank| model.ranks = rank + 1);
        self.file("maxFile", |model, file| model.files = file + 1);
        let fen = |_: &Model, value: &Piece| Ok(value.text.trim_end().to_owned());
        self.read("startFen", fen, |model, fen| model.start = fen);
    }

    fn pieces(&mut self) {
        for slot in 0..=KING {
            let key = types::key(slot);
            if let Some(value) = self.value(&key)
                && let Err(wrong) = self.piece(slot, &value)
            {
                self.bad.push((key, wrong));
            }
            for side in Side::ALL {
                let name = if side == Side::White { "White" } else { "Black" };
                let key = format!("mobilityRegion{name}{}", types::capitalized(slot));
                self.read(
                    &key,
                    |_, value| values::squares(value),
                    |model, region| {
                        let none = || PerSide::both(Region::default());
                        model.mobility.entry(slot).or_insert_with(none)[side] = region;
                    },
                );
            }
        }
    }

    fn piece(&mut self, slot: Slot, value: &Piece) -> Read<()> {
        let custom = (types::CUSTOM..KING).contains(&slot);
        let mut letters = value.text.chars();
        let Some(letter) = letters.next() else {
            return bad(
                value.clone(),
                "the letter is missing: `n`, or `-` for no such piece",
            );
        };
        if letter == '-' {
            self.model.remove(slot);
            return Ok(());
        }
        if !letter.is_ascii_alphabetic() {
            return bad(
                value.part(0, letter.len_utf8()),
                format!("`{letter}` is no letter"),
            );
        }
        let rest = value.text.get(1..).unwrap_or_default();
        let way = if custom || (slot == KING && !rest.trim().is_empty()) {
            let Some(text) = rest.strip_prefix(':') else {
                self.model.add(slot, letter, Way::Betza(String::new()));
                let help = format!("`{letter}:N` moves as a knight");
                return Err(Bad {
                    at: value.clone(),
                    message: "the moves are missing behind the letter".to_owned(),
                    help: Some(help),
                });
            };
            if let Err(wrong) = betza::check(&value.part(2, text.len())) {
                // The letter is meant all the same.
                self.model.add(slot, letter, Way::Betza(String::new()));
                return Err(wrong);
            }
            Way::Betza(text.trim_end().to_owned())
        } else if rest.trim().is_empty() {
            Way::Known
        } else {
            self.model.add(slot, letter, Way::Known);
            let rest = value.part(1, rest.len());
            return Err(Bad {
                at: rest,
                message: format!(
                    "only the letter counts: `{}` has moves of its own",
                    types::key(slot)
                ),
                help: Some("other moves want `customPiece1 = x:...`".to_owned()),
            });
        };
        if custom && matches!(&way, Way::Betza(text) if text.contains('e')) {
            self.model.steps.capturers.white.slots.insert(slot);
            self.model.steps.capturers.black.slots.insert(slot);
        }
        self.model.add(slot, letter, way);
        Ok(())
    }

    /// Keys of former versions.
    fn old(&mut self) {
        self.rank("promotionRank", |model, rank| {
            for side in Side::ALL {
                model.promotion.region[side] = from_rank(model, side, rank);
            }
        });
        let double = self
            .value("doubleStepRank")
            .and_then(|value| values::rank(&value).ok());
        let least = self
            .value("doubleStepRankMin")
            .and_then(|value| values::rank(&value).ok());
        self.rank("doubleStepRank", |_, _| {});
        self.rank("doubleStepRankMin", |_, _| {});
        if double.is_some() || least.is_some() {
            let (first, last) = (least.unwrap_or(1), double.unwrap_or(1));
            for side in Side::ALL {
                let zone = from_rank(self.model, side, first);
                self.model.steps.double[side] = zone.without(&from_rank(self.model, side, last + 1));
            }
        }
        for (key, side) in [("whiteFlag", Side::White), ("blackFlag", Side::Black)] {
            let squares = |_: &Model, value: &Piece| values::squares(value);
            self.read(key, squares, |model, region| model.flag.region[side] = region);
        }
        for (key, side) in [("whiteDropRegion", Side::White), ("blackDropRegion", Side::Black)] {
            let squares = |_: &Model, value: &Piece| values::squares(value);
            self.read(key, squares, |model, region| model.drops.region[side] = region);
        }
        self.read("castlingRookPiece", values::types, |model, types| {
            model.castling.rooks = PerSide::both(types);
        });
        self.bool("dropOnTop", |model, on| {
            if on {
                model.drops.enclosing = Enclosing::Top;
            }
        });
        self.read("pawnTypes", values::types, |model, types| {
            let both = PerSide::both(types);
            model.promotion.pawns = both.clone();
            model.steps.capturers = both.clone();
            model.end.clock = both;
        });
    }

    fn promotion(&mut self) {
        for (key, side) in [
            ("promotionRegionWhite", Side::White),
            ("promotionRegionBlack", Side::Black),
        ] {
            let squares = |_: &Model, value: &Piece| values::squares(value);
            self.read(key, squares, |model, region| {
                model.promotion.region[side] = region
            });
        }
        self.types("promotionPawnTypes", |model| &mut model.promotion.pawns);
        for (key, sides) in [
            ("promotionPieceTypes", &Side::ALL[..]),
            ("promotionPieceTypesWhite", &[Side::White]),
            ("promotionPieceTypesBlack", &[Side::Black]),
        ] {
            self.read(key, values::listed, |model, (_, order)| {
                for &side in sides {
                    set_targets(&mut model.promotion.to[side], &order);
                }
            });
        }
        self.read("promotionLimit", values::limits, |model, list| {
            model.promotion.limit.extend(list);
        });
        self.read("promotedPieceType", values::pairs, |model, list| {
            for (from, to) in list {
                model.promotion.orphans.remove(&from);
                // A kind that promotes to itself stays as it is.
                match to.filter(|&to| to != from || from == types::PAWN) {
                    Some(to) => model.promotion.promoted.insert(from, to),
                    None => model.promotion.promoted.remove(&from),
                };
            }
        });
        self.bool("piecePromotionOnCapture", |model, on| {
            model.promotion.on_capture = on
        });
        self.bool("mandatoryPawnPromotion", |model, on| {
            model.promotion.pawn_must = on
        });
        self.bool("mandatoryPiecePromotion", |model, on| {
            model.promotion.piece_must = on
        });
        self.bool("pieceDemotion", |model, on| model.promotion.demotion = on);
        self.bool("sittuyinPromotion", |model, on| model.promotion.in_place = on);
    }

    fn steps(&mut self) {
        self.bool("doubleStep", |model, on| model.steps.on = on);
        self.region("doubleStepRegion", |model| &mut model.steps.double);
        // Without the first there is no region left, for sections that go on from this one either.
        if !self.model.steps.on {
            self.model.steps.double = PerSide::default();
        }
        self.region("tripleStepRegion", |model| &mut model.steps.triple);
        self.region("enPassantRegion", |model| &mut model.steps.passed);
        self.types("enPassantTypes", |model| &mut model.steps.capturers);
    }

    fn castling(&mut self) {
        self.bool("castling", |model, on| model.castling.on = on);
        self.file("castlingKingsideFile", |model, file| {
            model.castling.kingside = file
        });
        self.file("castlingQueensideFile", |model, file| {
            model.castling.queenside = file
        });
        self.rank("castlingRank", |model, rank| model.castling.rank = rank);
        self.file("castlingKingFile", |model, file| model.castling.king_file = file);
        let one = |model: &Model, value: &Piece| match values::one_type(model, value)? {
            Some(slot) => Ok(slot),
            None => bad(value.clone(), "one piece is meant here"),
        };
        self.sided("castlingKingPiece", one, |model| &mut model.castling.king);
        self.file("castlingRookKingsideFile", |model, file| {
            model.castling.rook_kingside = file
        });
        self.file("castlingRookQueensideFile", |model, file| {
            model.castling.rook_queenside = file
        });
        self.types("castlingRookPieces", |model| &mut model.castling.rooks);
        self.bool("castlingDroppedPiece", |model, on| model.castling.dropped = on);
        self.bool("oppositeCastling", |model, on| model.castling.bars = on);
        self.bool("chess960", |model, on| model.castling.anywhere = on);
        let rights = |_: &Model, value: &Piece| values::rights(value);
        self.read("castlingWins", rights, |model, letters| {
            model.castling.wins = PerSide::default();
            for letter in letters.chars() {
                let side = if letter.is_ascii_uppercase() {
                    Side::White
                } else {
                    Side::Black
                };
                model.castling.wins[side].insert(letter.to_ascii_uppercase());
            }
        });
    }

    fn drops(&mut self) {
        self.bool("dropChecks", |model, on| model.drops.checks = on);
        self.bool("mustDrop", |model, on| model.drops.must = on);
        self.read("mustDropType", values::one_type, |model, slot| {
            model.drops.must_type = slot
        });
        self.bool("pieceDrops", |model, on| model.drops.on = on);
        self.bool("dropLoop", |model, on| model.drops.keep_promoted = on);
        self.bool("capturesToHand", |model, on| model.drops.captures = on);
        self.bool("dropPromoted", |model, on| model.drops.promoted = on);
        self.bool("twoBoards", |model, on| model.drops.outside = on);
        self.bool("gating", |model, on| model.drops.gating = on);
        self.bool("seirawanGating", |model, on| model.drops.seirawan = on);
        self.bool("firstRankPawnDrops", |model, on| model.drops.first_rank = on);
        self.bool("promotionZonePawnDrops", |model, on| {
            model.drops.promotion_zone = on
        });
        self.read("enclosingDrop", enclosing, |model, rule| {
            model.drops.enclosing = rule
        });
        let squares = |_: &Model, value: &Piece| values::squares(value);
        self.read("enclosingDropStart", squares, |model, region| {
            model.drops.first = region
        });
        self.read("diagonalLines", squares, |model, region| {
            model.diagonal_lines = region
        });
        self.region("dropRegion", |model| &mut model.drops.region);
        self.bool("dropOppositeColoredBishop", |model, on| {
            model.drops.parts_bishops = on
        });
        self.bool("sittuyinRookDrop", |model, on| model.drops.rook_first_rank = on);
        self.read("dropNoDoubled", values::one_type, |model, slot| {
            model.drops.doubled = slot
        });
        self.number("dropNoDoubledCount", |model, count| {
            model.drops.doubled_count = count
        });
        self.bool("shogiPawnDropMateIllegal", |model, on| {
            model.drops.no_pawn_mate = on
        });
        self.read("flipEnclosedPieces", enclosing, |model, rule| {
            model.drops.flip = rule
        });
    }

    fn moves(&mut self) {
        self.bool("checking", |model, on| model.checking = on);
        self.bool("mustCapture", |model, on| model.must_capture = on);
        self.bool("blastOnCapture", |model, on| model.blast = on);
        self.read("blastImmuneTypes", values::types, |model, types| {
            model.blast_immune = types;
        });
        self.read("mutuallyImmuneTypes", values::types, |model, types| {
            model.mutually_immune = types;
        });
        self.read("wallingRule", walling, |model, rule| model.walls.rule = rule);
        self.region("wallingRegion", |model| &mut model.walls.region);
        self.bool("wallOrMove", |model, on| model.walls.or_move = on);
        self.read("petrifyOnCaptureTypes", values::types, |model, types| {
            model.walls.petrify = types;
        });
        self.bool("petrifyBlastPieces", |model, on| model.walls.petrify_blast = on);
        self.sided("pass", |_, value| values::boolean(value), |model| &mut model.pass);
        self.sided(
            "passOnStalemate",
            |_, value| values::boolean(value),
            |model| &mut model.pass_stuck,
        );
        self.bool("flyingGeneral", |model, on| model.flying_general = on);
        self.bool("cambodianMoves", |model, on| model.first_leaps = on);
        self.bool("makpongRule", |model, on| model.holds_in_check = on);
        self.bool("bikjangRule", |model, on| model.bikjang = on);
        self.bool("immobilityIllegal", |model, on| model.immobility_illegal = on);
        self.rank("soldierPromotionRank", |model, rank| model.soldier_rank = rank);
    }

    fn end(&mut self) {
        self.types("nMoveRuleTypes", |model| &mut model.end.clock);
        self.number("nMoveRule", |model, number| model.end.move_rule = number);
        self.number("nFoldRule", |model, number| model.end.fold = number);
        self.result("nFoldValue", |model, score| {
            model.end.fold_value = score;
            model.claims.0 &= score == Score::Draw;
        });
        self.bool("nFoldValueAbsolute", |model, on| model.end.fold_absolute = on);
        self.bool("perpetualCheckIllegal", |model, on| model.end.perpetual = on);
        self.bool("moveRepetitionIllegal", |model, on| model.end.to_and_fro = on);
        let chasing = |_: &Model, value: &Piece| {
            let Takes::Word(words) = takes("chasingRule") else {
                return Ok(false);
            };
            Ok(values::one_of(value, words)? == "axf")
        };
        self.read("chasingRule", chasing, |model, on| model.end.chasing = on);
        self.bool("shatarMateRule", |model, on| model.end.shatar = on);
        self.result("stalemateValue", |model, score| model.end.stalemate = score);
        self.bool("stalematePieceCount", |model, on| model.end.stalemate_count = on);
        self.result("checkmateValue", |model, score| model.end.checkmate = score);
        let material = |_: &Model, value: &Piece| {
            let Takes::Word(words) = takes("materialCounting") else {
                return Ok(Material::None);
            };
            Ok(match values::one_of(value, words)? {
                "janggi" => Material::Janggi,
                "unweighted" => Material::Unweighted,
                "whitedrawodds" => Material::WhiteOdds,
                "blackdrawodds" => Material::BlackOdds,
                _ => Material::None,
            })
        };
        self.read("materialCounting", material, |model, rule| {
            model.end.material = rule
        });
        let counting = |_: &Model, value: &Piece| {
            let Takes::Word(all) = takes("countingRule") else {
                return Ok(Rule::None);
            };
            let found = values::one_of(value, all)?;
            let rule = Rule::ALL.iter().find(|(_, word)| *word == found);
            Ok(rule.map_or(Rule::None, |(rule, _)| *rule))
        };
        self.read("countingRule", counting, |model, rule| model.end.counting = rule);
        self.bool("adjudicateFullBoard", |model, on| model.end.full_board = on);
        self.bool("checkCounting", |model, on| model.end.checks = on);
    }

    fn extinction(&mut self) {
        let result = |_: &Model, value: &Piece| values::result(value);
        self.read("extinctionValue", result, |model, score| {
            model.extinction.value = score
        });
        self.bool("extinctionClaim", |model, on| model.extinction.claim = on);
        self.bool("extinctionPseudoRoyal", |model, on| model.extinction.royal = on);
        self.bool("dupleCheck", |model, on| model.extinction.duple = on);
        self.read("extinctionPieceTypes", values::types, |model, types| {
            model.extinction.types = types;
        });
        self.number("extinctionPieceCount", |model, count| {
            model.extinction.count = count
        });
        self.number("extinctionOpponentPieceCount", |model, count| {
            model.extinction.opponent = count;
        });
    }

    fn flag(&mut self) {
        self.sided("flagPiece", values::one_type, |model| &mut model.flag.piece);
        self.region("flagRegion", |model| &mut model.flag.region);
        self.number("flagPieceCount", |model, count| model.flag.count = count);
        self.bool("flagPieceBlockedWin", |model, on| model.flag.blocked = on);
        self.bool("flagMove", |model, on| model.flag.extra = on);
        self.bool("flagPieceSafe", |model, on| model.flag.safe = on);
    }

    /// Hands that bundled variants take for endless, since they never run empty there: a section
    /// with a start position of its own may give fewer pieces.
    fn hands(&mut self) {
        let counted = self.model.drops.enclosing == Enclosing::Reversi;
        if !self.model.drops.free || !counted || self.value("startFen").is_none() {
            return;
        }
        let (start, _) = fen::read(self.model, &Piece::new(&self.model.start, 0));
        let empty = start
            .cells
            .iter()
            .flatten()
            .filter(|cell| **cell == Cell::Empty)
            .count();
        let held = |side: Side| start.hand.iter().filter(|(_, whose)| *whose == side).count();
        self.model.drops.free = Side::ALL.iter().all(|&side| held(side) >= empty);
    }

    fn connect(&mut self) {
        self.number("connectN", |model, number| model.connect.n = number);
        self.read("connectPieceTypes", values::types, |model, types| {
            model.connect.types = types
        });
        self.bool("connectHorizontal", |model, on| model.connect.horizontal = on);
        self.bool("connectVertical", |model, on| model.connect.vertical = on);
        self.bool("connectDiagonal", |model, on| model.connect.diagonal = on);
        self.region("connectRegion1", |model| &mut model.connect.first);
        self.region("connectRegion2", |model| &mut model.connect.second);
        self.number("connectNxN", |model, number| model.connect.square = number);
        self.number("collinearN", |model, number| model.connect.collinear = number);
        self.result("connectValue", |model, score| model.connect.value = score);
    }
}

fn takes(key: &str) -> Takes {
    crate::keys::find(key).map_or(Takes::Text, |key| key.takes)
}

fn walling(_: &Model, value: &Piece) -> Read<Walling> {
    let Takes::Word(words) = takes("wallingRule") else {
        return Ok(Walling::None);
    };
    Ok(match values::one_of(value, words)? {
        "arrow" => Walling::Arrow,
        "duck" => Walling::Duck,
        "edge" => Walling::Edge,
        "past" => Walling::Past,
        "static" => Walling::Static,
        _ => Walling::None,
    })
}

fn enclosing(_: &Model, value: &Piece) -> Read<Enclosing> {
    let Takes::Word(words) = takes("enclosingDrop") else {
        return Ok(Enclosing::None);
    };
    Ok(match values::one_of(value, words)? {
        "reversi" => Enclosing::Reversi,
        "ataxx" => Enclosing::Ataxx,
        "quadwrangle" => Enclosing::Quadwrangle,
        "snort" => Enclosing::Snort,
        "anyside" => Enclosing::Anyside,
        "top" => Enclosing::Top,
        _ => Enclosing::None,
    })
}

/// Sets the kinds to which a side's pawns promote; the same kinds as before keep their order,
/// others follow by value.
fn set_targets(targets: &mut Vec<Slot>, wanted: &[Slot]) {
    let same = targets.len() == wanted.len() && wanted.iter().all(|slot| targets.contains(slot));
    if same {
        return;
    }
    let worth = |slot: &Slot| {
        let order = [
            "amazon",
            "queen",
            "chancellor",
            "archbishop",
            "centaur",
            "rook",
            "bishop",
            "knight",
        ];
        let name = types::key(*slot);
        order
            .iter()
            .position(|known| *known == name)
            .unwrap_or(order.len())
    };
    let mut list = wanted.to_vec();
    list.sort_by_key(worth);
    *targets = list;
}

/// A side's ranks from one on, counted from its own side, from 0.
fn from_rank(model: &Model, side: Side, rank: u8) -> Region {
    let ranks = (rank..model.ranks).map(|rank| match side {
        Side::White => rank,
        Side::Black => model.ranks - 1 - rank,
    });
    ranks.fold(Region::default(), |zone, rank| zone.or(&Region::rank(rank)))
}
