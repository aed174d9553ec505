//! Fairy-Stockfish itself, where it is installed, as the judge of a section: pyffish in the python3
//! of the path, or else the program.

use serde::Deserialize;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Answers a line of moves with pyffish's verdict on the position after them.
const SCRIPT: &str = "
import json, sys, pyffish
name = sys.argv[1]
pyffish.load_variant_config(open(sys.argv[2], encoding='utf-8').read())
print(json.dumps({'ready': name in pyffish.variants()}), flush=True)
for line in sys.stdin:
    moves = line.split()
    start = pyffish.start_fen(name)
    legal = pyffish.legal_moves(name, start, moves)
    end, value = pyffish.is_immediate_game_end(name, start, moves)
    if not end and not legal:
        value = pyffish.game_result(name, start, moves)
    over = bool(end or not legal)
    fen = pyffish.get_fen(name, start, moves)
    print(json.dumps({'moves': legal, 'fen': fen, 'over': over, 'value': value if over else 0}), flush=True)
";

/// The referee's verdict on a position.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Verdict {
    /// The legal moves.
    pub(super) moves: Vec<String>,
    /// The position.
    pub(super) fen: String,
    /// Whether the game is over; `None` if the referee does not say.
    #[serde(default)]
    pub(super) over: Option<bool>,
    /// For the side to move, where the game is over: above 0 it has won, below 0 lost.
    #[serde(default)]
    pub(super) value: i64,
}

#[derive(Deserialize)]
struct Ready {
    ready: bool,
}

/// A referee that knows the section.
pub(super) struct Referee {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Whether it speaks UCI; else it is the script.
    program: bool,
}

impl Drop for Referee {
    fn drop(&mut self) {
        // It ends when its input does; that it has ended already is no mistake.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Referee {
    /// The one that is installed, with the section of that name in a file.
    pub(super) fn find(name: &str, file: &Path) -> anyhow::Result<Self> {
        let has_module = Command::new("python3")
            .args(["-c", "import pyffish"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if has_module {
            return Self::module(name, file);
        }
        Self::program(name, file)
    }

    fn start(mut command: Command, program: bool) -> anyhow::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| {
                anyhow::anyhow!(
                    "neither pyffish in a python3 nor the program fairy-stockfish is there: \
                     `pip install pyffish`, or install the package fairy-stockfish"
                )
            })?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = pipes else {
            anyhow::bail!("the referee has no open input or output");
        };
        Ok(Self {
            child,
            input,
            output: BufReader::new(output),
            program,
        })
    }

    fn module(name: &str, file: &Path) -> anyhow::Result<Self> {
        let mut command = Command::new("python3");
        command.args(["-c", SCRIPT, name]).arg(file);
        let mut referee = Self::start(command, false)?;
        let ready: Ready = serde_json::from_str(&referee.line()?)?;
        anyhow::ensure!(ready.ready, "pyffish does not read the section");
        Ok(referee)
    }

    fn program(name: &str, file: &Path) -> anyhow::Result<Self> {
        let places = ["fairy-stockfish", "/usr/games/fairy-stockfish"];
        let found = places.iter().find_map(|place| {
            let mut referee = Self::start(Command::new(place), true).ok()?;
            referee.say("uci").ok()?;
            Some(referee)
        });
        let Some(mut referee) = found else {
            return Self::start(Command::new(places[0]), true);
        };
        referee.until("uciok")?;
        referee.say(&format!("setoption name VariantPath value {}", file.display()))?;
        referee.say(&format!("setoption name UCI_Variant value {name}"))?;
        referee.say("uci")?;
        let said = referee.until("uciok")?;
        let known = said.iter().any(|line| {
            let mut words = line.split_whitespace();
            line.contains("UCI_Variant") && words.any(|word| word == name)
        });
        anyhow::ensure!(known, "fairy-stockfish does not read the section");
        Ok(referee)
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{text}")?;
        Ok(self.input.flush()?)
    }

    fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line)?;
        anyhow::ensure!(read > 0, "the referee has ended without an answer");
        Ok(line.trim_end().to_owned())
    }

    /// All lines up to one that begins so.
    fn until(&mut self, start: &str) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let line = self.line()?;
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return Ok(lines);
            }
        }
    }

    /// Asks for the verdict on the position after these moves.
    pub(super) fn judge(&mut self, moves: &[String]) -> anyhow::Result<Verdict> {
        let moves = moves.join(" ");
        if !self.program {
            self.say(&moves)?;
            return Ok(serde_json::from_str(&self.line()?)?);
        }
        self.say(&format!("position startpos moves {moves}"))?;
        self.say("d")?;
        let board = self.until("Checkers")?;
        self.say("go perft 1")?;
        let listed = self.until("Nodes searched")?;
        let fen = board
            .iter()
            .find_map(|line| line.trim_start().strip_prefix("Fen: "));
        let moves = listed.iter().filter_map(|line| {
            let (text, count) = line.rsplit_once(": ")?;
            (count == "1" && text != "Nodes searched").then(|| text.to_owned())
        });
        Ok(Verdict {
            moves: moves.collect(),
            fen: fen.unwrap_or_default().to_owned(),
            ..Verdict::default()
        })
    }
}
