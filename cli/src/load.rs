//! Finds and reads rulesets: the only code that opens files.

use crate::failure::{self, Failure};
use crate::terminal;
use anyhow::Context as _;
use ferz::check::check;
use ferz::dialects::{self, Misread};
use ferz::engine::{Position, Variant};
use ferz::lower::{Library, Lowered, Source, lower};
use ferz::rules::Ruleset;
use ferz_grammar::ast::SourceFile;
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;
use ferz_rulesets::{Named, beside, file, read};
pub(crate) use ferz_rulesets::{Shelf, bundled_name, bundled_source};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};

/// The bundled variant that other programs mean where they name none: by UCI, by CECP ("normal"),
/// and in PGN.
pub(crate) const STANDARD: &str = "chess";

/// The message for a text that is not a position.
pub(crate) const NO_POSITION: &str = "this FEN is not a position of the variant";

/// A compiled variant.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The name as given on the command line, without folder and extension.
    pub(crate) name: String,
    /// The rules, ready to play.
    pub(crate) variant: Variant,
}

/// A text before it is understood.
pub(crate) struct Text {
    /// The name in diagnostics: a path, or `<name>` if it is bundled.
    pub(crate) name: String,
    /// The bytes; diagnostics say so if they are not UTF-8.
    bytes: Vec<u8>,
}

/// The text of a file of any length, from any program.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    file(path)?.read_to_end(&mut bytes)?;
    Ok(decoded(bytes))
}

/// The text of a file, a pipe, or of standard input, where it is called `-`.
pub(crate) fn read_input(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    read_pieces(path, &mut |piece| {
        text.push_str(piece);
        Ok(())
    })?;
    Ok(text)
}

/// Reads a file of any length piece by piece, as [`decoded`] does.
pub(crate) fn read_pieces(
    path: &Path,
    take: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    const PIECE: u64 = 64 << 10;
    let unread = || format!("cannot read {}", path.display());
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        // A pipe named on the command line is waited for.
        Box::new(File::open(path).with_context(unread)?)
    };
    let mut from = BufReader::new(input);
    if let Some(unit) = from.fill_buf().with_context(unread)?.get(..2).and_then(utf16) {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).with_context(unread)?;
        return take(&wide(&bytes[2..], unit));
    }
    let mut line = Vec::new();
    let mut first = true;
    loop {
        // A line that was cut goes on in the next piece, and so does its last character if that was
        // cut, too.
        let kept = line.len();
        let read = from
            .by_ref()
            .take(PIECE)
            .read_until(b'\n', &mut line)
            .with_context(unread)?;
        let whole = read == 0 || line.ends_with(b"\n");
        let rest = match std::str::from_utf8(&line) {
            Err(error) if !whole && error.error_len().is_none() => error.valid_up_to(),
            _ => line.len(),
        };
        let text = latin(&line[..rest]);
        take(if first {
            text.trim_start_matches(MARK)
        } else {
            &text
        })?;
        first = false;
        if read == 0 && kept == 0 {
            return Ok(());
        }
        line.drain(..rest);
    }
}

/// The mark with which some programs begin a text.
const MARK: char = '\u{feff}';

/// The text of some bytes: UTF-8, UTF-16 behind a byte order mark, or, line by line, ISO 8859-1.
/// The mark is left out.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    if let Some(unit) = bytes.get(..2).and_then(utf16) {
        return wide(&bytes[2..], unit);
    }
    let mut text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let lines = error.as_bytes().split_inclusive(|&byte| byte == b'\n');
        lines.map(latin).collect()
    });
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    text
}

fn latin(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// How two bytes are a number in the text that they begin, if they are the byte order mark of
/// UTF-16.
fn utf16(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match bytes {
        [0xff, 0xfe] => Some(u16::from_le_bytes),
        [0xfe, 0xff] => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

impl Text {
    /// The text that a command line means: the name of a bundled file, or else a path.
    pub(crate) fn find(argument: &str) -> anyhow::Result<Self> {
        let argument = called(argument).map_or(argument, |known| known.name);
        if let Some(text) = ferz_rulesets::get(argument) {
            return Ok(Self {
                name: format!("<{}>", ferz_rulesets::canonical(argument)),
                bytes: text.as_bytes().to_vec(),
            });
        }
        let path = Path::new(argument);
        if path.is_dir() {
            return Err(Failure::Usage(format!("{argument} is a folder, not a file")).into());
        }
        if !path.exists() {
            let names = ferz_rulesets::all().iter().map(|bundled| bundled.name);
            let hint = match closest(argument, names) {
                Some(name) => format!("; did you mean `{name}`?"),
                None => "; `ferz list` shows the bundled variants".to_owned(),
            };
            let message = format!("there is no bundled variant and no file `{argument}`{hint}");
            return Err(Failure::Usage(message).into());
        }
        Self::read(path)
    }

    /// The text of a file.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = File::open(path)
            .and_then(read)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let name = beside("", &path.to_string_lossy());
        Ok(Self { name, bytes })
    }

    /// A text that came from elsewhere than a file.
    pub(crate) fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self {
            name: name.to_owned(),
            bytes,
        }
    }

    /// The text, if it is UTF-8.
    pub(crate) fn utf8(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// The syntax tree alone.
    pub(crate) fn parse(&self) -> (SourceFile, Sink) {
        let mut sink = Sink::new();
        let tree = ferz_grammar::parse_bytes(&self.bytes, SourceId(0), &mut sink);
        (tree, sink)
    }

    /// The rules.
    pub(crate) fn lower(&self) -> Lowered {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) if !ferz_grammar::is_binary(&self.bytes) => lower(
                Source {
                    name: self.name.clone(),
                    text: text.to_owned(),
                },
                &Shelf,
            ),
            _ => Lowered {
                ruleset: None,
                pieces: Vec::new(),
                sources: vec![self.source()],
                diagnostics: self.parse().1.into_sorted(),
            },
        }
    }

    /// The text as diagnostics show it: bytes that are not UTF-8 as spaces, and nothing of a file
    /// that is no text.
    pub(crate) fn source(&self) -> Source {
        let mut text = String::with_capacity(self.bytes.len());
        if ferz_grammar::is_binary(&self.bytes) {
            let name = self.name.clone();
            return Source { name, text };
        }
        for chunk in self.bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(std::iter::repeat_n(' ', chunk.invalid().len()));
        }
        Source {
            name: self.name.clone(),
            text,
        }
    }
}

/// The bundled variant that a command line calls as other programs do, `KingOfTheHill`; `None` for
/// a name of ferz's own and for a path.
fn called(argument: &str) -> Option<Named> {
    let is_path = argument.starts_with(['.', '/', '~'])
        || argument.ends_with(".ferz")
        || argument.contains('\\')
        || Path::new(argument).exists();
    let own = ferz_rulesets::get(argument).is_some();
    ferz_rulesets::named(argument).filter(|_| !own && !is_path)
}

/// The rules that a command line means.
pub(crate) fn ruleset(argument: &str) -> anyhow::Result<Ruleset> {
    Ok(rules_and_sources(argument)?.0)
}

/// The error that no bundled variant has the name, with the likely intended one.
pub(crate) fn not_bundled(name: &str) -> Failure {
    let names = ferz_rulesets::all().iter().map(|bundled| bundled.name);
    let hint = match closest(name, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`ferz list` names them all".to_owned(),
    };
    Failure::Usage(format!("there is no bundled variant `{name}`; {hint}"))
}

/// The variant that a command line means, compiled.
pub(crate) fn variant(argument: &str) -> anyhow::Result<Loaded> {
    let (rules, sources) = rules_and_sources(argument)?;
    let name = called(argument).map_or_else(|| short_name(argument), |known| known.name.to_owned());
    compiled(&name, rules, sources)
}

/// The variant of a text that comes from elsewhere than a file.
pub(crate) fn from_text(name: &str, text: &str) -> anyhow::Result<Loaded> {
    let lowered = Text::new(&format!("<{name}>"), text.as_bytes().to_vec()).lower();
    let Some(rules) = lowered.ruleset else {
        return Err(failure::wrong(lowered.diagnostics, lowered.sources));
    };
    compiled(name, rules, lowered.sources)
}

/// The variant of some rules.
fn compiled(name: &str, rules: Ruleset, sources: Vec<Source>) -> anyhow::Result<Loaded> {
    let checked = check(rules, &sources);
    match checked.variant {
        Some(variant) => Ok(Loaded {
            name: name.to_owned(),
            variant,
        }),
        None => Err(failure::wrong(checked.diagnostics, sources)),
    }
}

/// The variant that a program names: by a name of its own, or as on a command line.
pub(crate) fn named(name: &str) -> anyhow::Result<Loaded> {
    match ferz_rulesets::named(name).filter(|_| !Path::new(name).is_file()) {
        Some(known) => {
            let loaded = variant(known.name)?;
            let anywhere = known.anywhere.then(|| from_anywhere(&loaded)).flatten();
            Ok(anywhere.unwrap_or(loaded))
        }
        None => variant(name),
    }
}

/// The rules of the variant that another extends, if it extends one.
pub(crate) fn parent(argument: &str) -> anyhow::Result<Option<Ruleset>> {
    let text = Text::find(argument)?;
    let (tree, _) = text.parse();
    let Some(name) = tree.header.and_then(|header| header.extends) else {
        return Ok(None);
    };
    let source = Shelf
        .load(&name.value, Some(&text.name))
        .map_err(|message| anyhow::anyhow!("cannot read {}: {message}", name.value))?;
    let lowered = lower(source, &Shelf);
    match lowered.ruleset {
        Some(rules) => Ok(Some(rules)),
        None => Err(failure::wrong(lowered.diagnostics, lowered.sources)),
    }
}

fn rules_and_sources(argument: &str) -> anyhow::Result<(Ruleset, Vec<Source>)> {
    let lowered = Text::find(argument)?.lower();
    let anywhere = called(argument).is_some_and(|known| known.anywhere);
    match lowered.ruleset {
        Some(mut rules) => {
            for castling in &mut rules.castling {
                castling.anywhere |= anywhere;
            }
            Ok((rules, lowered.sources))
        }
        None if lowered.has_errors() => Err(failure::wrong(lowered.diagnostics, lowered.sources)),
        None => Err(Failure::Usage(format!("{argument} is a library, not a variant")).into()),
    }
}

/// A position of the variant: the start, unless a FEN is given.
pub(crate) fn position(variant: &Variant, fen: Option<&str>) -> anyhow::Result<Position> {
    let position = parsed(variant, fen)?;
    allow(variant, &position, false)?;
    Ok(position)
}

/// Warns of a position that cannot occur in a game; who is strict refuses it.
pub(crate) fn allow(variant: &Variant, position: &Position, strict: bool) -> anyhow::Result<()> {
    match variant.surplus(position) {
        Some(surplus) if strict => Err(anyhow::Error::msg(surplus).context(NO_POSITION)),
        Some(surplus) => {
            eprintln!("warning: {surplus}");
            Ok(())
        }
        None => Ok(()),
    }
}

fn parsed(variant: &Variant, fen: Option<&str>) -> anyhow::Result<Position> {
    match fen {
        None => Ok(variant.start()),
        Some(fen) => {
            warn(variant, Some(fen), "");
            dialects::position(variant, fen).context(NO_POSITION)
        }
    }
}

/// Says what there is to be said about letters of a position and of moves that are read
/// nevertheless.
pub(crate) fn warn(variant: &Variant, fen: Option<&str>, moves: &str) {
    if let Some(warning) = dialects::remarks(variant, fen, moves.split_whitespace()) {
        eprintln!("warning: {}", terminal::visible(&warning));
    }
}

/// A variant, and the same with castling from any squares, in which some positions are meant.
pub(crate) struct Twins<'l> {
    own: &'l Loaded,
    anywhere: OnceCell<Option<Loaded>>,
}

impl<'l> Twins<'l> {
    pub(crate) fn new(own: &'l Loaded) -> Self {
        let anywhere = OnceCell::new();
        Self { own, anywhere }
    }

    /// A position, the start if there is no text, and the variant in which it is meant.
    pub(crate) fn read(&self, fen: Option<&str>) -> Result<(&Loaded, Position), Misread> {
        let variant = &self.own.variant;
        let Some(fen) = fen else {
            return Ok((self.own, variant.start()));
        };
        let read = dialects::position(variant, fen);
        if dialects::loses_rights(variant, fen, read.as_ref().ok())
            && let Some(other) = self.anywhere.get_or_init(|| from_anywhere(self.own))
        {
            let lost = read.as_ref().ok().map(|position| (variant, position));
            if let Some(position) = dialects::with_rights(&other.variant, fen, lost) {
                return Ok((other, position));
            }
        }
        read.map(|position| (self.own, position))
    }
}

/// The variant with castling from any squares, if the rights of a position say that it is meant.
pub(crate) fn meant_anywhere(loaded: &Loaded, fen: Option<&str>) -> Option<Loaded> {
    let twins = Twins::new(loaded);
    let is_other = twins
        .read(fen)
        .is_ok_and(|(found, _)| !std::ptr::eq(found, loaded));
    is_other.then(|| from_anywhere(loaded)).flatten()
}

/// The same variant with castling from any squares, if that is another one.
pub(crate) fn from_anywhere(loaded: &Loaded) -> Option<Loaded> {
    let variant = dialects::castling_anywhere(&loaded.variant)?;
    let name = loaded.name.clone();
    Some(Loaded { name, variant })
}

/// A variant's name without folder and extension.
fn short_name(argument: &str) -> String {
    let path = Path::new(ferz_rulesets::canonical(argument));
    match path.extension() {
        Some(extension) if extension == "ferz" => path.file_stem(),
        _ => path.file_name(),
    }
    .map_or_else(|| argument.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// All rulesets below a folder; there must be one.
pub(crate) fn rulesets_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let found = files_below(folder, "ferz")?;
    anyhow::ensure!(
        !found.is_empty(),
        "there is no .ferz file below {}",
        folder.display()
    );
    Ok(found)
}

/// All files with an extension below a folder, in order of their paths, also those that cannot be
/// read, and folders in it that cannot. Hidden folders, links to folders, pipes and devices are
/// left out.
pub(crate) fn files_below(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    let mut inner = false;
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            // The readers of the list learn why this file cannot be read.
            Err(_) if inner => {
                found.push(folder);
                continue;
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", folder.display())),
        };
        inner = true;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !hidden {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| e == extension)
                && !std::fs::metadata(&path).is_ok_and(|there| !there.is_file())
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// All hooks, and the mechanics in the language that come with ferz.
pub(crate) fn mechanics() -> Vec<ferz::mechanics::Mechanic> {
    ferz::mechanics::all(ferz_rulesets::get(ferz::mechanics::LIBRARY).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_written() {
        let wide = |unit: fn(u16) -> [u8; 2]| "\u{feff}gr\u{fc}n\n".encode_utf16().flat_map(unit).collect();
        let cases: [(Vec<u8>, &str); 6] = [
            (b"gr\xc3\xbcn\n".to_vec(), "gr\u{fc}n\n"),
            (b"\xef\xbb\xbfgr\xc3\xbcn\n".to_vec(), "gr\u{fc}n\n"),
            (b"gr\xfcn\ngr\xc3\xbcn\n".to_vec(), "gr\u{fc}n\ngr\u{fc}n\n"),
            (wide(u16::to_le_bytes), "gr\u{fc}n\n"),
            (wide(u16::to_be_bytes), "gr\u{fc}n\n"),
            (b"".to_vec(), ""),
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let pieces = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let mut text = String::new();
            let mut add = |piece: &str| {
                text += piece;
                Ok(())
            };
            read_pieces(&path, &mut add).unwrap();
            text
        };
        for (bytes, text) in cases {
            assert_eq!(pieces(&bytes), text, "{bytes:?}");
            assert_eq!(decoded(bytes), text);
        }
        // Longer lines than a piece, with characters where they are cut.
        for start in 0..3 {
            let long = format!("{}{}\n", "x".repeat(start), "\u{20ac}".repeat(100_000));
            assert_eq!(pieces(long.as_bytes()), long);
        }
    }
}
