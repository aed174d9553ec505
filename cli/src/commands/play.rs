//! `ferz play`: a game in the terminal, or read from a pipe.

use crate::args::{Opponent, Play};
use crate::draw::{self, Look, Mark, Marks};
use crate::hint::Judge;
use crate::{beside, load, terminal};
use ferz::Decision;
use ferz::engine::{Game, Move, Outcome, Variant};
use ferz::rules::Side;
use ferz::why::{Reason, Verdict, why};
use std::io::{BufRead as _, IsTerminal as _, Write, stdin, stdout};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

const HELP: &str = "\
e2e4, Nf3     play a move, written in coordinates or in algebraic notation
moves [SQ]    list the legal moves, or those of the piece on a square
why MOVE      say whether a move is possible, and if not, why
hint          suggest a move
undo          take the last move back
claim         claim a draw or a win that must be claimed
board, fen    show the position
help          this list
quit          end
";

pub(crate) fn run(args: &Play) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(&args.variant)?;
    let variant = &loaded.variant;
    let position = load::position(variant, args.fen.as_deref())?;
    let prompt = stdin().is_terminal() && stdout().is_terminal();
    let mut session = Session {
        human: variant.turn(&position),
        game: Game::new(variant, position),
        claimed: None,
        opponent: args.against,
        random: Random(args.seed.unwrap_or_else(clock)),
        look: Look {
            ascii: args.ascii,
            colours: terminal::colours(),
            diagram: false,
        },
        out: stdout().lock(),
    };
    writeln!(
        session.out,
        "{}; type `help` for the commands",
        variant.rules().title
    )?;
    session.board(&Marks::new())?;
    session.answer()?;
    let mut input = stdin().lock();
    let mut line = Vec::new();
    loop {
        if prompt {
            write!(session.out, "{}> ", variant.turn(session.game.position()))?;
        }
        session.out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let words = String::from_utf8_lossy(&line).trim().to_owned();
        if matches!(words.as_str(), "quit" | "exit") {
            return Ok(ExitCode::SUCCESS);
        }
        session.obey(&words)?;
    }
}

/// A game and who plays it.
struct Session<'v, W> {
    game: Game<'v>,
    /// An ending that was claimed.
    claimed: Option<Outcome>,
    human: Side,
    opponent: Option<Opponent>,
    random: Random,
    look: Look,
    out: W,
}

impl<W: Write> Session<'_, W> {
    fn obey(&mut self, words: &str) -> anyhow::Result<()> {
        let (command, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let rest = rest.trim();
        match (command, rest) {
            ("", _) => Ok(()),
            ("help" | "?", "") => Ok(self.out.write_all(HELP.as_bytes())?),
            ("board", "") => self.board(&Marks::new()),
            ("fen", "") => {
                let fen = self.variant().fen(self.game.position());
                Ok(writeln!(self.out, "{fen}")?)
            }
            ("moves", "") => self.list(None),
            ("moves", square) => self.list(Some(square)),
            ("why", "") => Ok(writeln!(self.out, "which move? for example: why e2e4")?),
            ("why", text) => self.why(text),
            ("hint", "") => self.hint(),
            ("undo", "") => self.undo(),
            ("claim", "") => self.claim(),
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
                self.make(mv)?;
                self.answer()
            }
            Verdict::Illegal(Reason::Unreadable(_)) => Ok(writeln!(
                self.out,
                "`{text}` is neither a move nor a command; type `help`"
            )?),
            Verdict::Illegal(reason) => Ok(writeln!(self.out, "not possible: {reason}")?),
        }
    }

    /// Plays a legal move and shows what it brings about.
    fn make(&mut self, mv: Move) -> anyhow::Result<()> {
        let side = self.variant().turn(self.game.position());
        let words = self.words(mv);
        let verb = match self.variant().decision(self.game.position()) {
            Decision::Move => "plays",
            _ => "answers",
        };
        self.game.play(mv);
        writeln!(self.out, "{side} {verb} {words}")?;
        self.board(&Marks::new())?;
        if let Some(outcome) = self.game.claim() {
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
        let text = &self.variant().move_texts(position, &moves)[i];
        let san = &self.variant().sans(position, &moves)[i];
        if san == text {
            text.clone()
        } else {
            format!("{text} ({san})")
        }
    }

    /// Lets the opponent move, if there is one and it is its turn.
    fn answer(&mut self) -> anyhow::Result<()> {
        while let Some(Opponent::Random) = self.opponent
            && self.outcome().is_none()
            && self.variant().turn(self.game.position()) != self.human
        {
            let moves = self.variant().legal_moves(self.game.position());
            let Some(&mv) = moves.get(self.random.below(moves.len())) else {
                break;
            };
            self.make(mv)?;
        }
        Ok(())
    }

    fn board(&mut self, marks: &Marks) -> anyhow::Result<()> {
        let position = self.game.position();
        let board = draw::board(self.variant(), position, marks, self.look);
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
        let texts = self.variant().move_texts(position, &moves);
        let mut marks = Marks::new();
        let mut words = Vec::new();
        for (mv, text) in moves
            .iter()
            .zip(texts)
            .filter(|(mv, _)| from.is_none_or(|from| mv.from() == from))
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
        let best = match self.outcome() {
            Some(_) => None,
            None => Judge::new(self.variant()).best(self.game.position()),
        };
        let words = best.map(|mv| self.words(mv));
        Ok(writeln!(
            self.out,
            "{}",
            words.as_deref().unwrap_or("the game is over")
        )?)
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        let taken = self.claimed.take().is_some() || self.game.undo().is_some();
        if !taken {
            return Ok(writeln!(self.out, "there is no move to take back")?);
        }
        // Against an opponent, back to one's own turn.
        while self.opponent.is_some() && self.variant().turn(self.game.position()) != self.human {
            if self.game.undo().is_none() {
                break;
            }
        }
        self.board(&Marks::new())?;
        self.answer()
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

/// Numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}
