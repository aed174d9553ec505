//! Goals: lost pieces, arrivals, checks, and pieces that stand together.

use super::Writer;
use crate::draft::{End, Extinct, Goal, Reach};
use crate::region::Region;
use crate::types::{self, Slot};
use ferz::rules::{PerSide, Rows, Score, Side};

impl Writer<'_> {
    pub(super) fn goals(&mut self) {
        self.castlings();
        self.extinction();
        self.flag();
        self.checks();
        self.connect();
    }

    /// Goals of each side that has one.
    fn goal(&mut self, label: &'static str, goals: PerSide<Option<Goal>>, score: Score) {
        let label = self.label(label);
        self.called_goal(&label, goals, score);
    }

    fn called_goal(&mut self, label: &str, goals: PerSide<Option<Goal>>, score: Score) {
        for (side, goal) in Side::ALL.into_iter().zip([goals.white, goals.black]) {
            let end = goal.map(|goal| End::Goal(label.to_owned(), Some(side), goal, score));
            self.draft.ends.extend(end);
        }
    }

    /// Castling that wins, and the loss of the right to it.
    fn castlings(&mut self) {
        let mut squares = PerSide::<Region>::default();
        for side in Side::ALL {
            let wins = self.model.castling.wins[side].clone();
            if wins.is_empty() {
                continue;
            }
            let ways = self.ways(side);
            let ways: Vec<_> = ways.iter().filter(|way| wins.contains(&way.letter)).collect();
            if ways.is_empty() {
                self.lose(
                    "castlingWins",
                    "the start position gives no right to it, so that the game is over at once",
                );
                continue;
            }
            if ways.iter().any(|way| way.king_from.abs_diff(way.king_to) < 2) {
                self.lose("castlingWins", "a king that comes by a step to where it castles");
                continue;
            }
            let rank = self.rank(side);
            squares[side] = ways.iter().map(|way| (rank, way.king_to)).collect();
        }
        let of = |side: Side, goal: &dyn Fn(PerSide<Region>) -> Goal| {
            (!squares[side].is_empty()).then(|| goal(squares.clone()))
        };
        let castled = |side: Side| {
            let kinds = vec![self.army.called(self.model.castling.king[side])];
            let reach = |on| {
                Goal::Reach(Reach {
                    kinds: kinds.clone(),
                    on,
                    ..Reach::default()
                })
            };
            of(side, &reach)
        };
        let castled = PerSide::new(castled(Side::White), castled(Side::Black));
        let barred = PerSide::new(of(Side::White, &Goal::Barred), of(Side::Black, &Goal::Barred));
        self.goal("castled", castled, Score::Win);
        self.goal("barred", barred, Score::Loss);
    }

    fn extinction(&mut self) {
        let extinction = self.model.extinction.clone();
        let Some(value) = extinction.value else {
            if !extinction.types.is_empty() && !extinction.royal {
                self.note(
                    "extinctionPieceTypes",
                    "without `extinctionValue` nothing ends the game",
                );
            }
            return;
        };
        self.lost_before(&extinction);
        // A royal piece is lost only by an explosion.
        if extinction.royal && !self.model.blast {
            return;
        }
        let gone = Extinct {
            most: extinction.count,
            opponent: extinction.opponent,
            reply: extinction.claim,
            ..Extinct::default()
        };
        let label = self.label("extinction");
        let mut both = |gone: Extinct| {
            let end = End::Goal(label.clone(), None, Goal::Extinct(gone), value);
            self.draft.ends.push(end);
        };
        if extinction.types.all {
            return both(gone);
        }
        let slots: Vec<Slot> = extinction.types.slots.iter().copied().collect();
        let origins: Vec<Slot> = self
            .army
            .all()
            .into_iter()
            .map(|slot| self.army.origin(slot))
            .collect();
        let each = slots.len() > 1 && origins.iter().all(|slot| slots.contains(slot));
        if each && self.army.all().len() == slots.len() {
            return both(Extinct { each, ..gone });
        }
        for slot in &slots {
            let own = |side: Side| {
                let kinds = self.names(&self.army.like(side, *slot));
                let gone = gone.clone();
                let is_lost = !kinds.is_empty() && !self.kept(side, *slot);
                is_lost.then_some(Goal::Extinct(Extinct { kinds, ..gone }))
            };
            let goals = PerSide::new(own(Side::White), own(Side::Black));
            let label = match slots.len() {
                1 => label.clone(),
                _ => format!("{label}-{}", self.army.called(*slot)),
            };
            self.called_goal(&label, goals, value);
        }
    }

    /// Whether a side never loses its pieces of a kind: enough of them stay in its hand.
    fn kept(&self, side: Side, slot: Slot) -> bool {
        self.fen.held(side, slot) > self.model.extinction.count && !self.comes_in(side, slot)
    }

    /// Kinds of which a side has so few at the start that the game is over before it begins.
    fn lost_before(&mut self, extinction: &crate::model::Extinction) {
        let kept = extinction.royal && !self.model.blast;
        // If hands are never empty, the rule is ferz's own: a player without pieces has no move.
        if extinction.types.all || extinction.claim || kept || self.model.drops.free {
            return;
        }
        for &slot in &extinction.types.slots {
            for side in Side::ALL {
                let own = self.fen.count(side, slot);
                let theirs = self.fen.count(side.other(), slot);
                if own > extinction.count || theirs < extinction.opponent {
                    continue;
                }
                let name = match self.model.kinds.get(&slot) {
                    Some(kind) => format!("`{}`", kind.letter.to_ascii_lowercase()),
                    None => format!(
                        "`{}`, which is no longer a piece of the section",
                        types::key(slot)
                    ),
                };
                let has = match own {
                    0 => format!("{side} begins without {name}"),
                    own => format!("{side} begins with {own} of {name}"),
                };
                let why = format!("{has}, so that Fairy-Stockfish ends every game before its first move");
                self.lose("extinctionPieceTypes", why);
                break;
            }
        }
    }

    fn flag(&mut self) {
        let flag = self.model.flag.clone();
        let kings = flag.piece.white == Some(types::KING) && flag.piece.black == Some(types::KING);
        let at_once = Reach {
            at_least: flag.count,
            filled: flag.blocked,
            own_move: !flag.safe,
            safe: flag.safe,
            ..Reach::default()
        };
        let later = |held: bool| Reach {
            own_move: false,
            safe: false,
            held,
            reply: !held,
            ..at_once.clone()
        };
        let kinds: &[(&'static str, Reach)] = match (flag.extra, kings) {
            (true, true) => &[("goal", later(false))],
            (true, false) if flag.safe => &[("goal", at_once.clone()), ("held", later(true))],
            (true, false) => &[("goal", later(true))],
            (false, _) => &[("goal", at_once.clone())],
        };
        let on = self.on_board(&flag.region);
        if flag.safe && !(on.white.is_empty() && on.black.is_empty()) {
            let why = "Fairy-Stockfish asks whether a piece is safe only while there are no more pieces in the zone than must be";
            self.note("flagPieceSafe", why);
        }
        for (label, reach) in kinds {
            let of = |side: Side| {
                let like = flag.piece[side].map(|slot| self.army.like(side, slot));
                if on[side].is_empty() || like.as_ref().is_some_and(Vec::is_empty) {
                    return None;
                }
                Some(Goal::Reach(Reach {
                    kinds: self.names(&like.unwrap_or_default()),
                    on: on.clone(),
                    ..reach.clone()
                }))
            };
            let goals = PerSide::new(of(Side::White), of(Side::Black));
            self.goal(label, goals, Score::Win);
        }
    }

    fn checks(&mut self) {
        if !self.model.end.checks {
            return;
        }
        let (white, black) = self.fen.checks.unwrap_or((0, 0));
        if white == 0 || black == 0 {
            self.lose(
                "checkCounting",
                "the start position does not say how many checks win: `w KQkq - 3+3 0 1`",
            );
            return;
        }
        let counts = PerSide::new(Some(Goal::Checks(white)), Some(Goal::Checks(black)));
        self.goal("checks-given", counts, Score::Win);
    }

    /// The kinds of a side that count when they stand together; none in the list: all.
    fn connecting(&self, side: Side) -> Option<Vec<String>> {
        let own: Vec<Slot> = match self.kinds_of(side, &self.model.connect.types) {
            Some(slots) => slots,
            None => self.army.whose[side].iter().copied().collect(),
        };
        let all = self.model.connect.types.all && own.len() > 1;
        let names = if all { Vec::new() } else { self.names(&own) };
        (!own.is_empty()).then_some(names)
    }

    fn note_joins(&mut self) {
        let oddity =
            "Fairy-Stockfish does not find a join that turns back towards lower ranks or files on its way";
        for (number, side) in [(1, "White"), (1, "Black"), (2, "White"), (2, "Black")] {
            self.note(&format!("connectRegion{number}{side}"), oddity);
        }
    }

    fn connect(&mut self) {
        let connect = self.model.connect.clone();
        let rows = Rows {
            vertical: connect.vertical,
            sideways: connect.horizontal,
            diagonal: connect.diagonal,
        };
        let some = connect.horizontal || connect.vertical || connect.diagonal;
        let line = |kinds: Vec<String>, count: u32, apart: bool| {
            let line = Goal::Line {
                kinds,
                count,
                rows,
                apart,
            };
            (count > 1 && some).then_some(line)
        };
        let (on, with) = (self.on_board(&connect.first), self.on_board(&connect.second));
        type Of<'g> = &'g dyn Fn(Side) -> Option<Goal>;
        let goals: [(&'static str, Of<'_>); 4] = [
            ("line", &|side| line(self.connecting(side)?, connect.n, false)),
            ("square", &|side| {
                let (kinds, size) = (self.connecting(side)?, connect.square);
                (size > 1).then_some(Goal::Square { kinds, size })
            }),
            ("collinear", &|side| {
                line(self.connecting(side)?, connect.collinear, true)
            }),
            ("joined", &|side| {
                let join = Goal::Join {
                    kinds: self.connecting(side)?,
                    on: on.clone(),
                    with: with.clone(),
                    rows,
                };
                let there = !on[side].is_empty() && !with[side].is_empty();
                (there && some).then_some(join)
            }),
        ];
        let goals = goals.map(|(label, goal)| (label, PerSide::new(goal(Side::White), goal(Side::Black))));
        for (label, goals) in goals {
            if label == "joined" && goals != PerSide::both(None) {
                self.note_joins();
            }
            self.goal(label, goals, connect.value);
        }
    }
}
