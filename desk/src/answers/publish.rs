//! The folder that PyChess takes, for a download.

use super::Desk;
use crate::compiled::Meant;
use crate::rpc::Answer;
use crate::upload;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(super) struct Asked {
    variant: Meant,
    /// The line of a study, which the page of the folder shows.
    balance: Option<String>,
}

/// The files by their paths, and the rules that PyChess does not accept.
pub(super) fn publish(desk: &Desk, asked: Asked) -> Answer {
    let Asked { variant, balance } = asked;
    let compiled = desk.compiler.get(&variant)?;
    let name = &variant.file;
    let variant = &compiled.variant;
    let mut publication = ferz_import::publication(variant.rules(), name, None, None);
    let mut files = upload::files(variant, &mut publication);
    files.push(upload::page(variant, &publication, balance.as_deref()));
    let files: Vec<Value> = files
        .iter()
        .map(|(path, text)| json!({ "path": path, "text": text }))
        .collect();
    Ok(json!({
        "key": publication.key,
        "files": files,
        "lost": publication.lost,
        "refused": publication.refused,
    }))
}
