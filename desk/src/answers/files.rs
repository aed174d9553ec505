//! The files of the folder.

use super::Desk;
use crate::folder::mark;
use crate::rpc::{Answer, Failure, answer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A text to be written.
#[derive(Deserialize)]
pub(super) struct Write {
    file: String,
    text: String,
    /// The mark of the version that the writer has read; none if there was no file.
    seen: Option<String>,
}

/// The names of all files.
pub(super) fn list(desk: &Desk) -> Answer {
    answer(desk.folder.list())
}

/// The text of a file, and its mark.
pub(super) fn read(desk: &Desk, name: String) -> Answer {
    let text = desk.folder.read(&name).map_err(Failure::asked)?;
    Ok(json!({ "mark": mark(&text), "text": text }))
}

/// The marks of files as they are now, `null` for those that are gone: another program may have
/// changed them.
pub(super) fn marks(desk: &Desk, names: Vec<String>) -> Answer {
    let mark = |name: String| {
        let mark = desk.folder.read(&name).ok().map(|text| mark(&text));
        (name, mark)
    };
    answer(names.into_iter().map(mark).collect::<BTreeMap<_, _>>())
}

/// Writes a file, unless it has changed since it was read.
pub(super) fn write(desk: &Desk, asked: Write) -> Answer {
    let written = desk.folder.write(&asked.file, &asked.text, asked.seen.as_deref());
    match written {
        Ok(mark) => Ok(json!({ "mark": mark })),
        Err(refused) => Err(Failure::file(
            serde_json::to_value(refused).unwrap_or(Value::Null),
        )),
    }
}
