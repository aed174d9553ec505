//! Games of a study as JSON lines: a header, then one game a line.

use crate::args::Study;
use crate::failure::Failure;
use crate::load::{self, Loaded};
use anyhow::Context as _;
use ferz_play::study::{Played, Setup};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Read as _, Write as _};
use std::path::Path;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    /// As on the command line.
    pub(super) variant: String,
    /// A number that other rules would not have.
    rules: String,
    pub(super) setup: Setup,
    /// The variant that it is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) new: Option<Other>,
}

/// The other variant of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Other {
    pub(super) variant: String,
    rules: String,
}

impl Header {
    /// The header of a study of a variant, or of a comparison; each with its name on the command line.
    pub(super) fn new(
        old: (&str, &Loaded),
        new: Option<(&str, &Loaded)>,
        setup: &Setup,
    ) -> anyhow::Result<Self> {
        let other = |(name, loaded): (&str, &Loaded)| -> anyhow::Result<Other> {
            Ok(Other {
                variant: name.to_owned(),
                rules: fingerprint(loaded)?,
            })
        };
        Ok(Self {
            variant: old.0.to_owned(),
            rules: fingerprint(old.1)?,
            setup: *setup,
            new: new.map(other).transpose()?,
        })
    }
}

/// A line: a game, and in comparisons of which variant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Line {
    /// Whether it is of the new variant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) new: bool,
    #[serde(flatten)]
    pub(super) game: Played,
}

/// Where games are kept while they are played.
pub(super) struct Store {
    file: Option<BufWriter<File>>,
    known: Vec<Line>,
    failed: Option<std::io::Error>,
}

impl Store {
    /// Begins a file, or goes on with one.
    pub(super) fn open(args: &Study, header: &Header) -> anyhow::Result<Self> {
        let mut store = Self {
            file: None,
            known: Vec::new(),
            failed: None,
        };
        let Some(path) = &args.out else { return Ok(store) };
        let cannot = || format!("cannot write {}", path.display());
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        folder
            .map_or(Ok(()), std::fs::create_dir_all)
            .with_context(cannot)?;
        let is_file = path.metadata().map_or(true, |there| there.is_file());
        let mut file = OpenOptions::new()
            .read(is_file)
            .append(true)
            .create(true)
            .open(path)
            .with_context(cannot)?;
        if is_file {
            // Held as long as games are played. Where a system has no locks, everybody takes care of that.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(Failure::Usage(format!(
                    "another study is writing {}; wait for it, or play into another file",
                    path.display()
                ))
                .into());
            }
            store.go_on(&mut file, args, header)?;
        }
        if !is_file || file.metadata().is_ok_and(|there| there.len() == 0) {
            let line = serde_json::to_string(header)? + "\n";
            file.write_all(line.as_bytes()).with_context(cannot)?;
        }
        store.file = Some(BufWriter::new(file));
        Ok(store)
    }

    /// Takes the games of a file that is gone on with; what was cut off in the middle of a line is not kept.
    fn go_on(&mut self, file: &mut File, args: &Study, header: &Header) -> anyhow::Result<()> {
        let Some(path) = &args.out else { return Ok(()) };
        if file.metadata()?.len() == 0 {
            return Ok(());
        }
        if !args.resume {
            return Err(Failure::Usage(format!(
                "{} is there already; `--resume` goes on with its games, another name keeps both",
                path.display()
            ))
            .into());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        // The first line may have been cut off as well.
        if whole > 0 {
            bytes.truncate(whole);
        }
        let (old, games) = parse(&load::decoded(bytes), path)?;
        if old != *header {
            return Err(Failure::Usage(format!(
                "{} was played with other rules or settings; play it with the same, or into another file",
                path.display()
            ))
            .into());
        }
        file.set_len(whole as u64)?;
        self.known = games;
        Ok(())
    }

    /// The games that were there already.
    pub(super) fn take_known(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.known)
    }

    /// Writes a game.
    pub(super) fn keep(&mut self, new: bool, game: &Played) {
        let Some(file) = &mut self.file else { return };
        let game = game.clone();
        let line = serde_json::to_string(&Line { new, game }).unwrap_or_default();
        if let Err(error) = writeln!(file, "{line}").and_then(|()| file.flush()) {
            self.failed.get_or_insert(error);
        }
    }

    /// Whether all games could be written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.failed {
            Some(error) => Err(error).context("not all games could be written"),
            None => Ok(()),
        }
    }
}

/// The games of several files of one study, each game once, in order.
pub(super) fn merge(files: &[String]) -> anyhow::Result<(Header, Vec<Line>)> {
    let mut all: Option<(Header, Vec<Line>)> = None;
    for path in files {
        let (header, games) = read(Path::new(path))?;
        match &mut all {
            None => all = Some((header, games)),
            Some((first, _)) if *first != header => {
                return Err(Failure::Usage(format!("{path} is of another study than {}", files[0])).into());
            }
            Some((_, known)) => known.extend(games),
        }
    }
    let (header, mut games) = all.context("no files")?;
    games.sort_by_key(|line| (line.game.game, line.new));
    games.dedup_by_key(|line| (line.game.game, line.new));
    if let Some(told) = gaps(&games, header.new.is_some()) {
        eprintln!("{told}");
    }
    Ok((header, games))
}

/// Says which games before the last one are in none of the files.
fn gaps(games: &[Line], is_comparison: bool) -> Option<String> {
    let count = games.iter().map(|line| line.game.game + 1).max()?;
    let kinds = if is_comparison {
        &[false, true][..]
    } else {
        &[false]
    };
    let there: HashSet<(usize, bool)> = games.iter().map(|line| (line.game.game, line.new)).collect();
    let has_all = |n: &usize| kinds.iter().all(|&new| there.contains(&(*n, new)));
    let missing: Vec<usize> = (0..count).filter(|n| !has_all(n)).collect();
    let (first, more) = (missing.first()? + 1, missing.len() - 1);
    let which = match more {
        0 => format!("game {first}"),
        _ => format!("{} games, the first of them game {first},", missing.len()),
    };
    let verb = if more == 0 { "is" } else { "are" };
    Some(format!(
        "note: of {count} games {which} {verb} missing; a part may be missing, or was stopped (`--resume` goes on with it)"
    ))
}

fn read(path: &Path) -> anyhow::Result<(Header, Vec<Line>)> {
    let text = load::read_text(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text, path)
}

fn parse(text: &str, path: &Path) -> anyhow::Result<(Header, Vec<Line>)> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let header = serde_json::from_str(first).with_context(|| format!("{} is no study", path.display()))?;
    let games = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((header, games))
}

/// FNV-1a over the rules as JSON.
fn fingerprint(loaded: &Loaded) -> anyhow::Result<String> {
    let text = serde_json::to_string(loaded.variant.rules())?;
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    Ok(format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step)))
}
