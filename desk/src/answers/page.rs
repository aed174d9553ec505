//! The rules page, as players see it.

use super::Desk;
use crate::compiled::Meant;
use crate::rpc::Answer;
use ferz_pages::html;
use serde_json::json;

/// The whole page, as HTML.
pub(super) fn page(desk: &Desk, meant: Meant) -> Answer {
    let compiled = desk.compiler.get(&meant)?;
    let page = ferz_pages::describe(&compiled.variant, desk.compiler.parent(&meant).as_ref());
    Ok(json!({ "title": page.title, "html": html::page(&page) }))
}
