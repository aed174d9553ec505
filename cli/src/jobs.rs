//! Files for work that is done in parts: JSON lines, first a header, then the results.

use crate::args::Keep;
use crate::failure::Failure;
use crate::load::{self, Loaded};
use anyhow::Context as _;
use ferz_play::jobs::fingerprint;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Read as _, Write as _};
use std::path::Path;

/// The store of results while more are found.
pub(crate) struct Store<L> {
    file: Option<BufWriter<File>>,
    known: Vec<L>,
    failed: Option<std::io::Error>,
}

impl<L: Serialize + DeserializeOwned> Store<L> {
    /// Begins a file, or goes on with one.
    pub(crate) fn open<H>(args: &Keep, header: &H) -> anyhow::Result<Self>
    where
        H: Serialize + DeserializeOwned + PartialEq,
    {
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
            // The lock is held as long as the work lasts. On a system without locks, users must
            // take care of that.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(Failure::Usage(format!(
                    "another `ferz` is writing {}; wait for it, or name another file",
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

    /// Takes what a file has that is gone on with; what was cut off in the middle of a line is not
    /// kept.
    fn go_on<H>(&mut self, file: &mut File, args: &Keep, header: &H) -> anyhow::Result<()>
    where
        H: DeserializeOwned + PartialEq,
    {
        let Some(path) = &args.out else { return Ok(()) };
        if file.metadata()?.len() == 0 {
            return Ok(());
        }
        if !args.resume {
            return Err(Failure::Usage(format!(
                "{} is there already; `--resume` goes on with it, another name keeps both",
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
        let (old, known) = parse::<H, L>(&load::decoded(bytes), path)?;
        if old != *header {
            return Err(Failure::Usage(format!(
                "{} is of other rules or settings; go on with the same, or name another file",
                path.display()
            ))
            .into());
        }
        file.set_len(whole as u64)?;
        self.known = known;
        Ok(())
    }

    /// The results of an earlier run.
    pub(crate) fn take_known(&mut self) -> Vec<L> {
        std::mem::take(&mut self.known)
    }

    /// Writes a line.
    pub(crate) fn keep(&mut self, line: &L) {
        let Some(file) = &mut self.file else { return };
        let line = serde_json::to_string(line).unwrap_or_default();
        if let Err(error) = writeln!(file, "{line}").and_then(|()| file.flush()) {
            self.failed.get_or_insert(error);
        }
    }

    /// Whether all could be written.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self.failed {
            Some(error) => Err(error).context("not everything could be written"),
            None => Ok(()),
        }
    }
}

/// The headers and results of several files that belong to one piece of work.
pub(crate) fn merge<H, L>(files: &[String]) -> anyhow::Result<(H, Vec<L>)>
where
    H: DeserializeOwned + PartialEq,
    L: DeserializeOwned,
{
    let mut all: Option<(H, Vec<L>)> = None;
    for path in files {
        let text = load::read_text(Path::new(path)).with_context(|| format!("cannot read {path}"))?;
        let (header, lines) = parse(&text, Path::new(path))?;
        match &mut all {
            None => all = Some((header, lines)),
            Some((first, _)) if *first != header => {
                let told = format!("{path} is a part of other work than {}", files[0]);
                return Err(Failure::Usage(told).into());
            }
            Some((_, known)) => known.extend(lines),
        }
    }
    all.context("no files")
}

fn parse<H: DeserializeOwned, L: DeserializeOwned>(text: &str, path: &Path) -> anyhow::Result<(H, Vec<L>)> {
    ferz_play::jobs::read(text).map_err(|(line, error)| {
        let path = path.display();
        if line == 1 {
            return anyhow::Error::new(error).context(format!("{path} does not begin as it should"));
        }
        // Its place counts from the beginning of this line.
        let told = error.to_string();
        let reason = told.split(" at line ").next().unwrap_or_default();
        anyhow::anyhow!("line {line} of {path} is not a result: {reason}")
    })
}

/// That the variant of a file still has the rules by which the file was made.
pub(crate) fn same_rules(rules: &str, loaded: &Loaded) -> anyhow::Result<()> {
    if rules == fingerprint(&loaded.variant) {
        return Ok(());
    }
    let told = format!(
        "the rules of {} have changed since the files were written",
        loaded.name
    );
    Err(Failure::Usage(told).into())
}
