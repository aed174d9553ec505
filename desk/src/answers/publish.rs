//! The folder that PyChess takes, for a download.

use super::Desk;
use crate::compiled::Meant;
use crate::rpc::Answer;
use crate::upload;
use serde_json::{Value, json};

/// The files by their paths, and the rules that PyChess does not accept.
pub(super) fn publish(desk: &Desk, meant: Meant) -> Answer {
    let compiled = desk.compiler.get(&meant)?;
    let variant = &compiled.variant;
    let mut publication = ferz_import::publication(variant.rules(), &meant.file, None, None);
    let mut files = upload::files(variant, &mut publication);
    files.push(upload::page(variant, &publication, None));
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
