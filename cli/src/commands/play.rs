//! `ferz play`: a game in the terminal, or read from a pipe.

mod clock;
mod told;

use crate::args::{Play, Who};
use crate::desk::{MISTAKE, unharmed};
use crate::draw::{self, Look, Mark, Marks};
use crate::failure::Failure;
use crate::{beside, load, record, save, terminal};
use clock::Clocks;
use ferz::Decision;
use ferz::dialects::{Style, outdated, write_moves, write_position};
use ferz::engine::{EndReason, Game, Move, Outcome, Variant};
use ferz::rules::Side;
use ferz::why::{Reason, Verdict, why};
use ferz_play::{Control, Engine, Level, Limits, Random, Score, Settings, pgn};
use std::io::{BufRead as _, IsTerminal as _, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const HELP: &str = "\
e2e4, Nf3     play a move, written in coordinates or in algebraic notation
moves [SQ]    list the legal moves, or those of the piece on a square
why MOVE      say whether a move is possible, and if not, why
hint          suggest a move
go            let ferz move for you
undo          take the last move back
claim         claim a draw or a win that must be claimed
offer         offer a draw
resign        give up
save FILE     write the game as PGN
load FILE     go on with a game from a PGN file
board, fen    show the position
list          list the moves of the game so far
clock         say how much time is left
flip          turn the board round
help          this list
quit          end
";

pub(crate) fn run(args: &Play) -> anyhow::Result<ExitCode> {
    if args.json {
        let message = "`play` is for people: `ferz moves VARIANT --stdin` gives programs the moves of every position, and \
             `ferz uci` plays for them";
        return Err(Failure::Usage(message.to_owned()).into());
    }
    let loaded = load::variant(&args.variant)?;
    let variant = &loaded.variant;
    let position = load::position(variant, args.fen.as_deref())?;
    let prompt = stdin().is_terminal() && stdout().is_terminal();
    let seed = args.seed.unwrap_or_else(clock);
    let settings = Settings {
        seed,
        ..Settings::default()
    };
    let mut session = Session {
        who: args.players(variant.turn(&position)),
        game: Game::new(variant, position),
        name: loaded.name.clone(),
        claimed: None,
        engine: Engine::new(
            variant,
            args.level.map_or(settings, |level| level.settings(settings)),
        ),
        level: args.level,
        clocks: args.time.map(|(time, increment)| Clocks::new(time, increment)),
        random: Random::new(seed),
        notation: args.notation,
        look: Look {
            ascii: args.ascii,
            colours: terminal::colours(),
            diagram: false,
            flip: args.flip,
        },
        out: stdout().lock(),
    };
    writeln!(
        session.out,
        "{}; type `help` for the commands",
        variant.rules().title
    )?;
    session.serve(prompt)?;
    Ok(ExitCode::SUCCESS)
}

/// How long a suggestion is looked for, in positions.
const HINT: u64 = 20_000;

/// A game and its players.
struct Session<W> {
    game: Game,
    name: String,
    /// An ending that no rule brings about: claimed, agreed, given up, out of time.
    claimed: Option<Outcome>,
    /// By side.
    who: [Who; 2],
    engine: Engine,
    level: Option<Level>,
    clocks: Option<Clocks>,
    random: Random,
    notation: Style,
    look: Look,
    out: W,
}

impl<W: Write> Session<W> {
    /// Obeys the lines of standard input. A panic costs an answer, and not the game.
    fn serve(&mut self, prompt: bool) -> anyhow::Result<()> {
        self.unharmed(Self::answer)?;
        let mut input = stdin().lock();
        let mut line = Vec::new();
        loop {
            if prompt {
                self.prompt()?;
            }
            self.out.flush()?;
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let words = String::from_utf8_lossy(&line).trim().to_owned();
            if matches!(words.as_str(), "quit" | "exit") {
                return Ok(());
            }
            self.unharmed(|session| session.obey(&words))?;
        }
    }

    fn unharmed(&mut self, f: impl FnOnce(&mut Self) -> anyhow::Result<()>) -> anyhow::Result<()> {
        match unharmed(|| f(self)) {
            Some(done) => done,
            None => Ok(writeln!(self.out, "{MISTAKE}")?),
        }
    }

    /// Says whose move it is.
    fn prompt(&mut self) -> anyhow::Result<()> {
        let (variant, position) = (self.game.variant(), self.game.position());
        let part = draw::part(variant, position);
        Ok(write!(self.out, "{}{part}> ", variant.turn(position))?)
    }

    fn obey(&mut self, words: &str) -> anyhow::Result<()> {
        let (command, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let rest = rest.trim();
        match (command, rest) {
            ("", _) => Ok(()),
            ("help" | "?", "") => Ok(self.out.write_all(HELP.as_bytes())?),
            ("board", "") => self.board(),
            ("list", "") => self.moves_so_far(),
            ("clock", "") => self.time_left(),
            ("flip", "") => {
                self.look.flip = !self.look.flip;
                self.board()
            }
            ("fen", "") => {
                let fen = write_position(self.notation, self.variant(), self.game.position());
                Ok(writeln!(self.out, "{fen}")?)
            }
            ("moves", "") => self.list(None),
            ("moves", square) => self.list(Some(square)),
            ("why", "") => Ok(writeln!(self.out, "which move? for example: why e2e4")?),
            ("why", text) => self.why(text),
            ("hint", "") => self.hint(),
            ("go", "") => self.go(),
            ("undo", "") => self.undo(),
            ("claim", "") => self.claim(),
            ("offer", "") => self.offer(),
            ("resign", "") => {
                let winner = self.variant().turn(self.game.position()).other();
                self.end(Some(winner), EndReason::Resignation)
            }
            ("save" | "load", "") => Ok(writeln!(self.out, "which file? for example: {command} game.pgn")?),
            ("save", file) => self.save(file),
            ("load", file) => self.load(file),
            _ => self.play(words),
        }
    }

    fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome> {
        self.claimed.clone().or_else(|| self.game.outcome())
    }

    fn verdict(&self, text: &str) -> Verdict {
        match self.outcome() {
            Some(outcome) => Verdict::Illegal(Reason::GameOver(outcome)),
            None => why(self.variant(), self.game.position(), text),
        }
    }

    fn play(&mut self, text: &str) -> anyhow::Result<()> {
        match self.verdict(text) {
            Verdict::Legal(mv) => {
                if let Some(warning) = outdated(self.variant(), None, [text]) {
                    writeln!(self.out, "{warning}")?;
                }
                self.make(mv)?;
                self.answer()
            }
            Verdict::Illegal(Reason::Unreadable { advice, .. }) => Ok(writeln!(
                self.out,
                "`{text}` is neither a move nor a command; {advice}; type `help` for the commands"
            )?),
            Verdict::Illegal(reason) => Ok(writeln!(self.out, "not possible: {reason}")?),
        }
    }

    /// Plays a legal move.
    fn make(&mut self, mv: Move) -> anyhow::Result<()> {
        let side = self.variant().turn(self.game.position());
        let words = self.words(mv);
        let verb = match self.variant().decision(self.game.position()) {
            Decision::Move => "plays",
            _ => "answers",
        };
        if let Some(clocks) = &mut self.clocks
            && !clocks.press(side)
        {
            self.claimed = Some(Outcome {
                winner: Some(side.other()),
                reason: EndReason::Time,
            });
        }
        self.game.play(mv);
        Ok(writeln!(self.out, "{side} {verb} {words}")?)
    }

    /// Shows what a move has brought about.
    fn show(&mut self) -> anyhow::Result<()> {
        self.board()?;
        if let Some(clocks) = &self.clocks {
            writeln!(self.out, "{}", clocks.words())?;
        }
        if self.outcome().is_none()
            && let Some(outcome) = self.game.claim()
        {
            writeln!(
                self.out,
                "`claim` would end the game now: {}",
                draw::ended(&outcome)
            )?;
        }
        Ok(())
    }

    /// A move in both notations, where there are two.
    fn words(&self, mv: Move) -> String {
        let position = self.game.position();
        let moves = self.variant().legal_moves(position);
        let Some(i) = moves.iter().position(|&m| m == mv) else {
            return String::new();
        };
        let text = &write_moves(self.notation, self.variant(), position, &moves)[i];
        let san = &self.variant().sans(position, &moves)[i];
        if san == text {
            text.clone()
        } else {
            format!("{text} ({san})")
        }
    }

    fn has_human(&self) -> bool {
        self.who.contains(&Who::Me)
    }

    /// The player who is to move.
    fn on_turn(&self) -> Who {
        self.who[self.variant().turn(self.game.position()).index()]
    }

    /// Lets the other players move until it is the turn of one who types, and shows the position.
    fn answer(&mut self) -> anyhow::Result<()> {
        if !self.has_human() && self.outcome().is_none() {
            self.show()?;
        }
        while self.outcome().is_none() && self.on_turn() != Who::Me {
            let ends = |outcome: &Outcome| outcome.winner.is_none();
            if let Some(outcome) = self
                .game
                .claim()
                .filter(|outcome| !self.has_human() && ends(outcome))
            {
                self.claimed = Some(outcome);
                break;
            }
            let mv = match self.on_turn() {
                Who::Random => {
                    let moves = self.variant().legal_moves(self.game.position());
                    moves.get(self.random.below(moves.len())).copied()
                }
                Who::Ferz | Who::Me => self.think(&self.limits()).map(|(mv, _)| mv),
            };
            let Some(mv) = mv else { break };
            self.make(mv)?;
            if !self.has_human() && self.outcome().is_none() {
                self.show()?;
            }
        }
        self.show()
    }

    /// How long ferz thinks about a move.
    fn limits(&self) -> Limits {
        let side = self.variant().turn(self.game.position());
        let limits = match (&self.clocks, self.level) {
            (Some(clocks), _) => clocks.limits(side),
            (None, _) => Limits {
                move_time: Some(Duration::from_secs(1)),
                ..Limits::default()
            },
        };
        let nodes = self.level.and_then(|level| level.limits().nodes);
        Limits { nodes, ..limits }
    }

    /// The move that ferz would play, and its score.
    fn think(&self, limits: &Limits) -> Option<(Move, Score)> {
        let choice = self
            .engine
            .think(&self.game, limits, &Control::default(), &mut |_| ())?;
        Some((choice.best, choice.info.score))
    }

    fn board(&mut self) -> anyhow::Result<()> {
        let position = self.game.position();
        let board = draw::board(self.variant(), position, &self.last_moves(), self.look);
        let outcome = self.outcome();
        let beside = beside::lines(self.variant(), position);
        let question = match outcome {
            Some(_) => None,
            None => beside::question(self.variant(), position),
        };
        let status = question.unwrap_or_else(|| draw::status(self.variant(), position, outcome.as_ref()));
        write!(self.out, "{board}")?;
        for line in beside {
            writeln!(self.out, "{line}")?;
        }
        Ok(writeln!(self.out, "{status}")?)
    }

    fn list(&mut self, square: Option<&str>) -> anyhow::Result<()> {
        let position = self.game.position();
        let topology = self.variant().topology();
        let from = match square.map(|name| (name, topology.square(name))) {
            Some((name, None)) => {
                return Ok(writeln!(self.out, "{}", Reason::NoSuchSquare(name.to_owned()))?);
            }
            Some((_, square)) => square,
            None => None,
        };
        let moves = if self.outcome().is_some() {
            Vec::new()
        } else {
            self.variant().legal_moves(position)
        };
        let texts = write_moves(self.notation, self.variant(), position, &moves);
        let mut marks = Marks::new();
        let mut words = Vec::new();
        for (mv, text) in moves
            .iter()
            .zip(texts)
            .filter(|(mv, _)| from.is_none_or(|from| mv.start() == from))
        {
            let mark = if self.variant().is_capture(position, *mv) {
                Mark::Capture
            } else {
                Mark::Quiet
            };
            marks.insert(mv.to(), mark);
            words.push(text);
        }
        words.sort();
        if from.is_some() && !words.is_empty() {
            let board = draw::board(self.variant(), position, &marks, self.look);
            write!(self.out, "{board}")?;
        }
        if words.is_empty() {
            writeln!(self.out, "no moves")?;
        }
        Ok(write!(
            self.out,
            "{}",
            terminal::columns(&words, terminal::width())
        )?)
    }

    fn why(&mut self, text: &str) -> anyhow::Result<()> {
        match self.verdict(text) {
            Verdict::Legal(mv) => {
                let words = self.words(mv);
                Ok(writeln!(self.out, "{words} is possible")?)
            }
            Verdict::Illegal(reason) => Ok(writeln!(self.out, "{reason}")?),
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let limits = Limits {
            nodes: Some(HINT),
            ..Limits::default()
        };
        let best = match self.outcome() {
            Some(_) => None,
            // At full strength, at any level of the opponent.
            None => Engine::new(self.variant(), Settings::default())
                .think(&self.game, &limits, &Control::default(), &mut |_| ())
                .map(|choice| choice.best),
        };
        let words = best.map(|mv| self.words(mv));
        Ok(writeln!(
            self.out,
            "{}",
            words.as_deref().unwrap_or("the game is over")
        )?)
    }

    /// Ferz moves for the side to move.
    fn go(&mut self) -> anyhow::Result<()> {
        let best = match self.outcome() {
            Some(_) => None,
            None => self.think(&self.limits()),
        };
        match best {
            Some((mv, _)) => {
                self.make(mv)?;
                self.answer()
            }
            None => Ok(writeln!(self.out, "the game is over")?),
        }
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        let reopened = self.claimed.take().is_some();
        let taken = reopened || self.game.undo().is_some();
        if !taken {
            return Ok(writeln!(self.out, "there is no move to take back")?);
        }
        if reopened && let Some(clocks) = &mut self.clocks {
            clocks.go_on();
        }
        // Against an opponent, back to one's own turn.
        while self.has_human() && self.on_turn() != Who::Me {
            if self.game.undo().is_none() {
                break;
            }
        }
        if self.has_human() && self.on_turn() != Who::Me {
            return self.answer();
        }
        self.show()
    }

    /// Ends the game by other means than its rules.
    fn end(&mut self, winner: Option<Side>, reason: EndReason) -> anyhow::Result<()> {
        if self.outcome().is_some() {
            return Ok(writeln!(self.out, "the game is over")?);
        }
        let outcome = Outcome { winner, reason };
        writeln!(self.out, "{}", draw::ended(&outcome))?;
        self.claimed = Some(outcome);
        Ok(())
    }

    /// Offers a draw. Ferz takes it if it stands no better, chance never does, and two at one board
    /// have agreed already.
    fn offer(&mut self) -> anyhow::Result<()> {
        let side = self.variant().turn(self.game.position());
        let takes = match self.who[side.other().index()] {
            Who::Me => true,
            Who::Random => false,
            Who::Ferz => {
                let limits = Limits {
                    nodes: Some(HINT),
                    ..Limits::default()
                };
                let score = self.think(&limits).map(|(_, score)| score);
                matches!(score, Some(Score::Centipawns(score)) if score >= 0)
                    || matches!(score, Some(Score::Mate(moves)) if moves > 0)
            }
        };
        if takes || self.outcome().is_some() {
            return self.end(None, EndReason::Agreement);
        }
        Ok(writeln!(self.out, "{} declines", side.other())?)
    }

    fn save(&mut self, file: &str) -> anyhow::Result<()> {
        let names = self.who.map(|who| match who {
            Who::Me => "?",
            Who::Random => "random",
            Who::Ferz => "ferz",
        });
        let (date, time) = (clock::today(), self.clocks.as_ref().map(Clocks::control));
        let mut tags = vec![("Date", &date[..]), ("White", names[0]), ("Black", names[1])];
        tags.extend(time.as_deref().map(|time| ("TimeControl", time)));
        let text = pgn::write(&self.game, &self.name, &tags, self.outcome().as_ref());
        match save::write(Path::new(file), text.as_bytes()) {
            Ok(()) => Ok(writeln!(self.out, "written to {}", terminal::visible(file))?),
            Err(error) => Ok(writeln!(
                self.out,
                "{}",
                terminal::visible(&crate::failure::words(&error))
            )?),
        }
    }

    /// Goes on with the first game of a file.
    fn load(&mut self, file: &str) -> anyhow::Result<()> {
        let first = match record::first(Path::new(file)) {
            Ok(first) => first,
            Err(error) => {
                let words = crate::failure::words(&error);
                return Ok(writeln!(self.out, "{}", terminal::visible(&words))?);
            }
        };
        let Some(record) = first else {
            return Ok(writeln!(
                self.out,
                "there is no game in {}",
                terminal::visible(file)
            )?);
        };
        match record::replay(self.game.variant(), &record) {
            Ok((game, stumble)) => {
                let title = &self.variant().rules().title;
                let other = record::other_variant(&record, &self.name, title);
                if let (Some(other), Some(_)) = (other, &stumble) {
                    let (other, own) = (terminal::visible(&other), terminal::visible(&self.name));
                    return Ok(writeln!(
                        self.out,
                        "the game is of the variant `{other}`, not `{own}`"
                    )?);
                }
                self.game = game;
                self.claimed = None;
                if let Some(stumble) = stumble {
                    writeln!(self.out, "{stumble}")?;
                }
                self.answer()
            }
            Err(error) => Ok(writeln!(
                self.out,
                "{}",
                terminal::visible(&crate::failure::words(&error))
            )?),
        }
    }

    fn claim(&mut self) -> anyhow::Result<()> {
        let claim = if self.outcome().is_some() {
            None
        } else {
            self.game.claim()
        };
        match claim {
            Some(outcome) => {
                writeln!(self.out, "{}", draw::ended(&outcome))?;
                self.claimed = Some(outcome);
                Ok(())
            }
            None => Ok(writeln!(self.out, "there is nothing to claim")?),
        }
    }
}

fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}
