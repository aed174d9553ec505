//! An engine that is asked for its variants, as XBoard asks it.

use crate::failure::io_words;
use anyhow::{anyhow, ensure};
use ferz_grammar::suggest::closest_of_few;
use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The time for an answer, and for all of them.
const ANSWER: Duration = Duration::from_secs(10);
const WHOLE: Duration = Duration::from_secs(60);
/// An engine that does not answer `ping` has said everything when it is quiet for so long.
const QUIET: Duration = Duration::from_millis(1500);
/// Lines that are read at most, and bytes of each.
const LINES: usize = 20_000;
const WIDTH: usize = 100_000;

/// Asks for the named variants, or for all that the engine names; returns its lines `setup` and
/// `piece` behind a line `variant NAME` for each.
///
/// Of all variants it leaves out those without `setup`, since their rules are XBoard's own, and
/// those that are described as an earlier one.
pub(super) fn ask(command: &str, names: &[String]) -> anyhow::Result<String> {
    let mut engine = Engine::start(command)?;
    let features = engine.features()?;
    let known = known(&features);
    for name in names {
        let close = closest_of_few(name, known.iter().map(String::as_str));
        let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        ensure!(
            known.is_empty() || known.contains(name),
            "the engine has no variant `{name}`{hint}"
        );
    }
    ensure!(
        !(known.is_empty() && names.is_empty()),
        "the engine names no variants; name one: `ferz import --engine \"{command}\" NAME`"
    );
    let pings = features.iter().any(|line| line.contains("ping=1"));
    let (mut text, mut told) = (String::new(), HashSet::new());
    for (number, name) in (1..).zip(if names.is_empty() { &known } else { names }) {
        let said = engine.variant(name, pings.then_some(number))?;
        let kept = said
            .iter()
            .filter(|line| line.starts_with("setup ") || line.starts_with("piece "));
        let kept: String = kept.map(|line| format!("{line}\n")).collect();
        let described = kept.contains("setup ") && told.insert(kept.clone());
        if !names.is_empty() || described {
            text.push_str(&format!("variant {name}\n{kept}"));
        }
    }
    ensure!(
        !text.is_empty(),
        "the engine describes no variant by `setup`: XBoard has the rules of all of them itself"
    );
    Ok(text)
}

/// The variants of the feature `variants="a,b"`.
fn known(features: &[String]) -> Vec<String> {
    let found = features
        .iter()
        .find_map(|line| line.split_once("variants=\"").map(|(_, rest)| rest));
    let list = found.map_or("", |rest| rest.split('"').next().unwrap_or_default());
    let mut names: Vec<String> = Vec::new();
    for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    read: usize,
    begun: Instant,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine {
    fn start(command: &str) -> anyhow::Result<Self> {
        let words: Vec<&str> = match Path::new(command).exists() {
            true => vec![command],
            false => command.split_whitespace().collect(),
        };
        let (program, rest) = words
            .split_first()
            .ok_or_else(|| anyhow!("no engine is named: `--engine sjaakii`"))?;
        // Debian has games in a folder that is not in every path.
        let places = [(*program).to_owned(), format!("/usr/games/{program}")];
        let mut wrong = None;
        for place in places {
            let child = Command::new(&place)
                .args(rest)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn();
            match child {
                Ok(child) => return Self::of(child),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        let why = wrong.as_ref().map_or_else(String::new, io_words);
        Err(anyhow!("cannot start the engine `{program}`: {why}"))
    }

    fn of(mut child: Child) -> anyhow::Result<Self> {
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = pipes else {
            anyhow::bail!("the engine has no open input or output");
        };
        let (sender, lines) = sync_channel(1000);
        std::thread::spawn(move || listen(output, &sender));
        Ok(Self {
            child,
            input,
            lines,
            read: 0,
            begun: Instant::now(),
        })
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        let said = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        said.map_err(|_| anyhow!("the engine has ended before `{text}`"))
    }

    /// The next line; `None` after that time.
    fn line(&mut self, limit: Duration) -> anyhow::Result<Option<String>> {
        ensure!(
            self.begun.elapsed() < WHOLE,
            "the engine has not told everything within {} seconds; name fewer variants",
            WHOLE.as_secs()
        );
        match self.lines.recv_timeout(limit) {
            Ok(line) => {
                self.read += 1;
                ensure!(self.read < LINES, "the engine does not stop talking");
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(anyhow!("the engine has ended without an answer")),
        }
    }

    /// The features, to the last one or to a silence.
    fn features(&mut self) -> anyhow::Result<Vec<String>> {
        self.say("xboard")?;
        self.say("protover 2")?;
        let mut features = Vec::new();
        let begun = Instant::now();
        while let Some(left) = ANSWER.checked_sub(begun.elapsed()) {
            let Some(line) = self.line(left)? else { break };
            if line.starts_with("feature ") {
                let last = line.contains("done=1");
                features.push(line);
                if last {
                    break;
                }
            }
        }
        ensure!(
            !features.is_empty(),
            "the engine has not answered `protover 2` within {} seconds: it does not speak \
             XBoard's protocol",
            ANSWER.as_secs()
        );
        Ok(features)
    }

    /// The words about a variant; with a number it is asked for an answer to `ping`.
    fn variant(&mut self, name: &str, ping: Option<u32>) -> anyhow::Result<Vec<String>> {
        self.say("new")?;
        self.say(&format!("variant {name}"))?;
        let mut said = Vec::new();
        let Some(number) = ping else {
            while let Some(line) = self.line(QUIET)? {
                said.push(line);
            }
            return Ok(said);
        };
        self.say(&format!("ping {number}"))?;
        let pong = format!("pong {number}");
        let begun = Instant::now();
        while let Some(left) = ANSWER.checked_sub(begun.elapsed()) {
            match self.line(left)? {
                Some(line) if line == pong => return Ok(said),
                Some(line) => said.push(line),
                None => break,
            }
        }
        Err(anyhow!(
            "the engine has not told of `{name}` within {} seconds",
            ANSWER.as_secs()
        ))
    }
}

/// Sends the lines of an engine on until it ends or nobody listens.
fn listen(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let mut part = std::io::Read::take(&mut output, WIDTH as u64);
        match part.read_until(b'\n', &mut line) {
            Ok(length) if length > 0 => {}
            _ => return,
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        if sender.send(line).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_those_of_the_feature() {
        let features = [
            "feature done=0".to_owned(),
            "feature ping=1 variants=\"normal,mine, mine,other\" done=1".to_owned(),
        ];
        assert_eq!(known(&features), ["normal", "mine", "other"]);
        assert!(known(&features[..1]).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn engines_that_say_nothing_are_errors() {
        let words = |command: &str| ask(command, &[]).unwrap_err().to_string();
        assert!(words("true").contains("has ended"), "{}", words("true"));
        assert!(words("no-such-engine").contains("cannot start"));
        assert!(words("").contains("no engine is named"));
    }
}
