//! The end.

use super::Reader;
use crate::counting::Rule;
use crate::model::{Material, Types};
use crate::types::Slot;
use ferz::rules::{Extinct, Goal, GoalCondition, Join, Most, Reach, Rows, Score, Side, Squares};

impl Reader<'_> {
    pub(super) fn end(&mut self) {
        let end = &self.rules.end;
        self.model.end.checkmate = end.checkmate;
        self.model.end.stalemate = end.stalemate.white;
        if end.stalemate.white != end.stalemate.black {
            self.model.end.stalemate = Score::Draw;
            self.model.end.material = match end.stalemate.white {
                Score::Win => Material::WhiteOdds,
                _ => Material::BlackOdds,
            };
        }
        self.model.end.perpetual = end.perpetual_check == Some(Score::Loss);
        self.model.end.to_and_fro = end.to_and_fro.is_some();
        self.model.end.chasing = end.perpetual_chase.is_some();
        self.model.end.shatar = end.mate_by.is_some() || end.mate_without.is_some();
        let odds = matches!(self.model.end.material, Material::WhiteOdds | Material::BlackOdds);
        self.model.end.fold = 0;
        if let Some(limit) = end.repetition {
            self.model.end.fold = limit.count.into();
            self.model.claims.0 = limit.claim;
            self.model.end.fold_absolute = limit.side == Some(Side::White) && !odds;
            self.model.end.fold_value = match (limit.side, limit.score) {
                (Some(_), _) if odds => Score::Draw,
                (Some(Side::White), score) => score,
                (_, score) => contrary(score),
            };
        }
        self.model.end.move_rule = 0;
        if let Some(limit) = end.move_rule {
            self.model.end.move_rule = u32::from(limit.count) / 2;
            self.model.claims.1 = limit.claim;
        }
        let named = |wanted: Slot| {
            let mut slots = self.slots.iter();
            slots
                .find(|(_, slot)| **slot == wanted)
                .map(|(name, _)| (*name).to_owned())
        };
        let rules = Rule::ALL.into_iter().map(|(rule, _)| rule);
        let same = |rule: &Rule| !end.counting.is_empty() && rule.says(named) == end.counting;
        self.model.end.counting = rules.into_iter().find(same).unwrap_or_default();
        let goals: Vec<&Goal> = self.rules.end.goals.iter().collect();
        for goal in goals {
            self.goal(goal);
        }
    }

    fn types(&self, names: &[String]) -> Types {
        let all = self.rules.pieces.len();
        if names.len() == all && all > 1 {
            return Types::every();
        }
        Types::of(names.iter().filter_map(|name| self.slot(name)))
    }

    /// Whether the pieces are all that a side without a king can have.
    fn is_all_but_king(&self, side: Side, names: &[String]) -> bool {
        let start = self.rules.start.split(' ').next().unwrap_or_default();
        let mut others = self
            .pieces()
            .filter(|(name, piece)| piece.letter[side].is_some() && !names.iter().any(|other| other == name));
        let absent = |piece: &ferz::rules::Piece| {
            let own = piece.letter[side].is_some_and(|letter| letter.count_in(start) == 0);
            let other = piece.letter[side.other()].is_some_and(|letter| letter.count_in(start) > 0);
            own && other && piece.royal[side.other()]
        };
        names.len() > 1 && self.rules.pieces.len() > names.len() && others.all(|(_, piece)| absent(piece))
    }

    fn label(&mut self, what: &'static str, goal: &Goal) {
        self.model.labels.insert(what, goal.reason.clone());
    }

    fn goal(&mut self, goal: &Goal) {
        match &goal.condition {
            GoalCondition::Reach(reach) => self.reach(goal, reach),
            GoalCondition::Extinct(extinct) => self.extinct(goal, extinct),
            GoalCondition::Checks(checks) => {
                self.label("checks-given", goal);
                self.model.end.checks = true;
                let own = u32::from(checks.count);
                self.start_with_checks(goal.side, own);
            }
            GoalCondition::Line(line) => {
                self.label(if line.apart { "collinear" } else { "line" }, goal);
                self.connected(goal, &line.pieces, line.rows);
                if line.apart {
                    self.model.connect.collinear = line.count;
                } else {
                    self.model.connect.n = line.count;
                }
            }
            GoalCondition::Square(square) => {
                self.label("square", goal);
                self.connected(goal, &square.pieces, Rows::ALL);
                self.model.connect.square = square.size;
            }
            GoalCondition::Join(join) => {
                self.label("joined", goal);
                self.connected(goal, &join.pieces, join.rows);
                let (first, second) = ends(join);
                self.model.connect.first[goal.side] = self.region(first);
                self.model.connect.second[goal.side] = self.region(second);
            }
            GoalCondition::Most(most) => self.majority(most, goal),
            GoalCondition::Barred(barred) => {
                self.label("barred", goal);
                let all = self.rules.castling.iter();
                let own = all.filter(|c| c.side == goal.side && barred.zone.0.contains(&c.king_to));
                let letters = own.map(|castling| castling.letter.to_ascii_uppercase());
                self.model.castling.wins[goal.side].extend(letters);
            }
        }
    }

    /// Some pieces are gone, or nearly.
    fn extinct(&mut self, goal: &Goal, extinct: &Extinct) {
        let types = if self.is_all_but_king(goal.side, &extinct.pieces) {
            Types::every()
        } else {
            self.types(&extinct.pieces)
        };
        let royal = self.model.extinction.royal;
        // Royal pieces are all that may be named beside them.
        let known = &self.model.extinction.types;
        if royal && (types.all || !types.slots.iter().all(|slot| known.has(*slot))) {
            return;
        }
        self.label("extinction", goal);
        let own = &mut self.model.extinction;
        own.value = Some(goal.score);
        own.claim = extinct.reply;
        if !royal {
            own.count = extinct.at_most;
        }
        own.opponent = extinct.opponent_at_least;
        own.types.all |= types.all;
        own.types.slots.extend(types.slots);
    }

    /// The side with more pieces wins; without a count, two passes end the game as a draw.
    fn majority(&mut self, most: &Most, goal: &Goal) {
        if most.passes == 2 && goal.score == Score::Draw && !most.full && !most.stuck {
            self.label("blocked", goal);
            return;
        }
        self.label("majority", goal);
        self.model.end.full_board = most.full;
        if most.by_value {
            self.model.end.material = Material::Janggi;
        } else if most.full || most.passes > 0 {
            self.model.end.material = Material::Unweighted;
        }
        self.model.end.stalemate_count = most.stuck;
        if most.stuck {
            self.model.end.stalemate = contrary(goal.score);
        }
    }

    fn connected(&mut self, goal: &Goal, pieces: &[String], rows: Rows) {
        let types = self.types(pieces);
        let whole = types.all || types.slots.len() == self.model.kinds.len();
        let connect = &mut self.model.connect;
        if whole {
            connect.types = Types::every();
        } else if connect.types.all {
            connect.types = types;
        } else {
            connect.types.slots.extend(types.slots);
        }
        connect.value = goal.score;
        if !rows.is_all() {
            (connect.horizontal, connect.vertical, connect.diagonal) =
                (rows.sideways, rows.vertical, rows.diagonal);
        }
    }

    /// The number of checks to give is in Fairy-Stockfish's start position.
    fn start_with_checks(&mut self, side: Side, count: u32) {
        let mut fields: Vec<String> = self.model.start.split(' ').map(str::to_owned).collect();
        fields.retain(|field| !field.contains('='));
        let known = fields
            .iter()
            .position(|field| field.contains('+') && !field.contains('/'));
        let at = known.unwrap_or_else(|| {
            let at = fields.len().min(4);
            fields.insert(at, "0+0".to_owned());
            at
        });
        let (white, black) = fields[at].split_once('+').unwrap_or(("0", "0"));
        fields[at] = match side {
            Side::White => format!("{count}+{black}"),
            Side::Black => format!("{white}+{count}"),
        };
        self.model.start = fields.join(" ");
    }

    /// Whether it is the other half of castling that wins.
    fn is_castling(&self, goal: &Goal, reach: &Reach) -> bool {
        let mut goals = self.rules.end.goals.iter();
        goals.any(|other| {
            let barred =
                matches!(&other.condition, GoalCondition::Barred(barred) if barred.zone == reach.zone);
            other.side == goal.side && barred
        })
    }

    fn reach(&mut self, goal: &Goal, reach: &Reach) {
        if self.is_castling(goal, reach) {
            return self.label("castled", goal);
        }
        let label = if reach.held && self.model.flag.safe {
            "held"
        } else {
            "goal"
        };
        self.label(label, goal);
        let types = self.types(&reach.pieces);
        let every = self
            .rules
            .pieces
            .iter()
            .filter(|(_, piece)| piece.letter[goal.side].is_some())
            .count();
        let zone = self.region(&reach.zone);
        let flag = &mut self.model.flag;
        let single = types
            .slots
            .iter()
            .next()
            .copied()
            .filter(|_| types.slots.len() == 1);
        flag.piece[goal.side] = if types.all || reach.pieces.len() == every && every > 1 {
            None
        } else {
            single
        };
        flag.region[goal.side] = zone;
        flag.count = reach.at_least;
        flag.blocked = reach.filled;
        flag.extra |= reach.reply || reach.held;
        flag.safe |= reach.safe;
    }
}

/// The zones that a chain joins, the one with the lowest square first.
pub(crate) fn ends(join: &Join) -> (&Squares, &Squares) {
    if join.zone <= join.with {
        (&join.zone, &join.with)
    } else {
        (&join.with, &join.zone)
    }
}

fn contrary(score: Score) -> Score {
    match score {
        Score::Win => Score::Loss,
        Score::Draw => Score::Draw,
        Score::Loss => Score::Win,
    }
}
