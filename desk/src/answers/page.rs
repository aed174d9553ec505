//! The rules page, as players see it.

use super::Desk;
use super::view::View;
use crate::compiled::Meant;
use crate::rpc::Answer;
use ferz_pages::html;
use serde::Deserialize;
use serde_json::json;

/// A variant, and the look of its pieces.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    meant: Meant,
    #[serde(flatten)]
    view: View,
}

/// The whole page, as HTML.
pub(super) fn page(desk: &Desk, asked: Asked) -> Answer {
    let Asked { meant, view } = asked;
    let compiled = desk.compiler.get(&meant)?;
    let parent = desk.compiler.parent(&meant);
    let page = ferz_pages::describe(&compiled.variant, parent.as_ref(), view.figures());
    Ok(json!({ "title": page.title, "html": html::page(&page) }))
}
