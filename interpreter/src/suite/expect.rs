//! Holding expectations against one position.

use super::case::{Ending, Expect, Illegal, MoveList, Written};
use super::report::{Failure, Targets};
use crate::dialects::{self, Style};
use crate::engine::{EndReason, Game, Move, Outcome, Position, Variant};
use crate::why::{Explainer, Reason, Verdict};
use ferz_engine::order::sort;
use ferz_grammar::suggest::closest;

/// A position of a test and its unmet expectations.
pub(super) struct Scene<'g> {
    explainer: &'g Explainer<'g>,
    game: &'g Game,
    /// `after 7 moves: `, or nothing.
    when: String,
    texts: Vec<String>,
    failures: Vec<Failure>,
}

impl<'g> Scene<'g> {
    pub(super) fn new(explainer: &'g Explainer<'g>, game: &'g Game, when: String) -> Self {
        let variant = game.variant();
        // A game that is over by repetition has no moves either.
        let moves = if game.outcome().is_some() {
            Vec::new()
        } else {
            variant.legal_moves(game.position())
        };
        let texts = variant.move_texts(game.position(), &moves);
        Self {
            explainer,
            game,
            when,
            texts,
            failures: Vec::new(),
        }
    }

    fn variant(&self) -> &'g Variant {
        self.game.variant()
    }

    fn position(&self) -> &'g Position {
        self.game.position()
    }

    fn fail(&mut self, what: &str, line: usize, expected: Vec<String>, got: Vec<String>) {
        self.failures.push(Failure {
            what: format!("{}{what}", self.when),
            line,
            fen: self.variant().fen(self.position()),
            expected,
            got,
            is_list: false,
            targets: None,
        });
    }

    /// Everything that is not as expected.
    pub(super) fn check(mut self, expect: &Expect) -> Vec<Failure> {
        for mv in &expect.legal {
            self.legal(mv);
        }
        for mv in &expect.illegal {
            self.illegal(mv);
        }
        for list in &expect.moves {
            self.moves(list);
        }
        if let Some((check, line)) = expect.check {
            let got = self.variant().in_check(self.position());
            if got != check {
                self.fail("check", line, vec![check.to_string()], vec![got.to_string()]);
            }
        }
        if let Some((outcome, line)) = &expect.outcome {
            self.ending("outcome", *line, outcome, self.game.outcome());
        }
        if let Some((claim, line)) = &expect.claim {
            self.ending("claim", *line, claim, self.game.claim());
        }
        if let Some(fen) = &expect.fen {
            let got = self.variant().fen(self.position());
            if got != fen.text && self.in_letters_of_today(&fen.text).as_ref() != Some(&got) {
                self.fail("fen", fen.line, vec![fen.text.clone()], vec![got]);
            }
        }
        self.failures
    }

    fn ending(&mut self, what: &str, line: usize, expected: &Ending, got: Option<Outcome>) {
        if let Some(unknown) = self.unknown_reason(expected) {
            self.fail(what, line, vec![expected.to_string()], vec![unknown]);
        } else if !expected.is(got.as_ref()) {
            self.fail(
                what,
                line,
                vec![expected.to_string()],
                vec![Ending::of(got.as_ref()).to_string()],
            );
        }
    }

    /// That no game of the variant ends for a reason.
    fn unknown_reason(&self, expected: &Ending) -> Option<String> {
        let Ending::Over {
            reason: Some(reason), ..
        } = expected
        else {
            return None;
        };
        let rules = self.variant().rules().dissolved();
        let goals = rules.end.goals.iter().map(|goal| goal.reason.as_str());
        let hooks = rules.hooks.iter();
        let hooks = hooks.filter_map(|hook| hook.parameters.get("reason")?.as_str());
        let by_rules = EndReason::BY_RULES.iter().map(EndReason::as_str);
        let known: Vec<&str> = by_rules.chain(goals).chain(hooks).collect();
        if known.contains(&reason.as_str()) {
            return None;
        }
        let likely = closest(reason, known.iter().copied());
        let hint = likely.map_or_else(String::new, |word| format!("; did you mean `{word}`?"));
        Some(format!("no game ends by `{reason}`{hint}"))
    }

    fn legal(&mut self, mv: &Written) {
        if let Err(reason) = try_move(self.explainer, self.game, &mv.text) {
            self.fail(
                &format!("legal {}", mv.text),
                mv.line,
                vec!["legal".into()],
                vec![reason.to_string()],
            );
        }
    }

    fn illegal(&mut self, mv: &Illegal) {
        let what = format!("illegal {}", mv.text.text);
        match (try_move(self.explainer, self.game, &mv.text.text), &mv.why) {
            (Ok(_), _) => self.fail(&what, mv.text.line, vec!["illegal".into()], vec!["legal".into()]),
            (Err(reason), Some(why)) => {
                let reason = reason.to_string();
                if !reason.to_lowercase().contains(&why.to_lowercase()) {
                    self.fail(&what, mv.text.line, vec![why.clone()], vec![reason]);
                }
            }
            (Err(reason), None) => {
                if let Some(needed) = self.never_legal(&mv.text.text, &reason) {
                    self.fail(&what, mv.text.line, vec![needed], vec![reason.to_string()]);
                }
            }
        }
    }

    /// The reason why no rule could allow an illegal move. Once moves have been played, the pieces
    /// on the board depend on the rules; before that the test itself gives them.
    fn never_legal(&self, text: &str, reason: &Reason) -> Option<String> {
        let turn = || self.variant().turn(self.position());
        let given = self.game.moves().is_empty();
        match reason {
            Reason::Unreadable { .. } | Reason::NoMeaning(_) => Some("a move".to_owned()),
            // Rules decide which squares of the grid are holes.
            Reason::NoSuchSquare(name) if !self.variant().rules().board.holes.0.contains(name) => {
                Some("a move".to_owned())
            }
            Reason::Empty(square) if given => Some(format!("a piece of {} on {square}", turn())),
            Reason::NotYours { mover, .. } if given && self.variant().rules().control.is_none() => {
                Some(format!("a piece of {} on {}", turn(), mover.square))
            }
            // Rules decide which pieces come from the hand.
            Reason::NoSuchPiece { side, what } if given && !text.contains('@') => {
                Some(format!("a {what} of {side}"))
            }
            _ => None,
        }
    }

    fn moves(&mut self, list: &MoveList) {
        let from = list.from.as_ref().map_or("", |from| from.text.as_str());
        let unknown = !from.is_empty() && self.variant().topology().square(from).is_none();
        if unknown {
            let got = format!("there is no square `{from}`");
            self.fail("moves", list.line, list.texts.clone(), vec![got]);
            return;
        }
        let walls = list.texts.iter().any(|text| text.contains(','));
        let mut got = self.listed(from, walls);
        let mut expected: Vec<String> = list.texts.iter().map(|text| self.as_today(from, text)).collect();
        sort(&mut got);
        got.dedup();
        sort(&mut expected);
        if got == expected {
            if let Some(got) = self.nobody_on(from).filter(|_| expected.is_empty()) {
                let expected = vec![format!(
                    "a piece of {} on {from}",
                    self.variant().turn(self.position())
                )];
                self.fail(&format!("moves from {from}"), list.line, expected, vec![got]);
            }
            return;
        }
        let targets = Targets {
            expected: self.targets(&expected),
            got: self.targets(&got),
        };
        let mut what = if from.is_empty() {
            "all moves".to_owned()
        } else {
            format!("moves from {from}")
        };
        if let Some(outcome) = self.game.outcome() {
            what = format!("{what}: {}", Reason::GameOver(outcome));
        }
        self.fail(&what, list.line, expected, got);
        if let Some(failure) = self.failures.last_mut() {
            failure.is_list = true;
            failure.targets = (!from.is_empty()).then_some(targets);
        }
    }

    /// The texts of all moves of the piece on a square, behind that square, with the walls that
    /// they put or without; whole texts without a square.
    fn listed(&self, from: &str, walls: bool) -> Vec<String> {
        // `a1` begins the texts from a10, too.
        let others: Vec<&str> = self
            .names()
            .filter(|name| name.len() > from.len() && name.starts_with(from))
            .collect();
        let starts = |text: &&String| from.is_empty() || !others.iter().any(|other| text.starts_with(other));
        self.texts
            .iter()
            .filter(starts)
            .filter_map(|text| text.strip_prefix(from))
            .map(|text| {
                if from.is_empty() || walls {
                    text
                } else {
                    self.without_wall(text)
                }
            })
            .map(str::to_owned)
            .collect()
    }

    /// A position with letters that are no longer written, in its present form.
    fn in_letters_of_today(&self, fen: &str) -> Option<String> {
        let variant = self.variant();
        dialects::outdated(variant, Some(fen), [])?;
        Some(variant.fen(&variant.position(fen).ok()?))
    }

    /// The text of a move behind its first square, with the letters of today.
    fn as_today(&self, from: &str, text: &str) -> String {
        let (variant, whole) = (self.variant(), format!("{from}{text}"));
        if !dialects::is_outdated(variant, &whole) {
            return text.to_owned();
        }
        let today = variant
            .find_move(self.position(), &whole)
            .and_then(|mv| dialects::write_move(Style::Ferz, variant, self.position(), mv));
        let behind = today.as_deref().and_then(|today| today.strip_prefix(from));
        behind.unwrap_or(text).to_owned()
    }

    /// The text of a move without the wall that it puts on the board.
    fn without_wall<'t>(&self, text: &'t str) -> &'t str {
        match &self.variant().rules().walls {
            Some(rule) if !rule.instead => text.rsplit_once(',').map_or(text, |(text, _)| text),
            _ => text,
        }
    }

    /// Why no piece on a square can move in any case, so that there is nothing to test; nothing if
    /// the game is over.
    fn nobody_on(&self, from: &str) -> Option<String> {
        let (variant, position) = (self.variant(), self.position());
        let square = variant.topology().square(from)?;
        match variant.piece_at(position, square) {
            _ if self.game.outcome().is_some() => None,
            None => Some("the square is empty".to_owned()),
            Some((_, side)) if side != variant.turn(position) => Some(format!("a piece of {side}")),
            Some(_) => None,
        }
    }

    fn names(&self) -> impl Iterator<Item = &'g str> + use<'g> {
        let topology = self.variant().topology();
        crate::board::Bits::squares(topology.squares()).map(|square| topology.name(square))
    }

    /// The square on which each text ends, once each.
    fn targets(&self, texts: &[String]) -> Vec<String> {
        let mut squares: Vec<String> = Vec::new();
        for text in texts {
            let named = self
                .names()
                .filter_map(|name| text.rfind(name).map(|at| (at + name.len(), name.len(), name)));
            if let Some((.., name)) = named.max()
                && !squares.iter().any(|s| s == name)
            {
                squares.push(name.to_owned());
            }
        }
        squares
    }
}

/// The legal move that a text means, or why there is none.
#[expect(clippy::result_large_err, reason = "told once for a test that fails")]
pub(super) fn try_move(explainer: &Explainer<'_>, game: &Game, text: &str) -> Result<Move, Reason> {
    if let Some(outcome) = game.outcome() {
        return Err(Reason::GameOver(outcome));
    }
    match explainer.why(game.position(), text) {
        Verdict::Legal(mv) => Ok(mv),
        Verdict::Illegal(reason) => Err(reason),
    }
}
