//! The page, as `npm run build` has made it of `workbench/web`.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "web/dist"]
struct Built;

/// Stands in the page where the nonce of its style sheets comes to.
const NONCE: &str = "{{nonce}}";

/// A file of the page; `/` is the page itself.
pub(crate) fn asset(path: &str, asked: &HeaderMap, nonce: &str) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = Built::get(name) else {
        return plain(StatusCode::NOT_FOUND, "there is nothing here");
    };
    if name == "index.html" {
        let page = String::from_utf8_lossy(&file.data).replace(NONCE, nonce);
        return respond(StatusCode::OK, "text/html; charset=utf-8", "no-store", None, page);
    }
    let tag = tag(&file);
    if asked
        .get(header::IF_NONE_MATCH)
        .is_some_and(|seen| seen.as_bytes() == tag.as_bytes())
    {
        return respond(
            StatusCode::NOT_MODIFIED,
            kind(name),
            "no-cache",
            Some(tag),
            Body::empty(),
        );
    }
    respond(
        StatusCode::OK,
        kind(name),
        "no-cache",
        Some(tag),
        file.data.into_owned(),
    )
}

/// A few words.
pub(crate) fn plain(status: StatusCode, words: &'static str) -> Response {
    respond(status, "text/plain; charset=utf-8", "no-store", None, words)
}

fn respond(
    status: StatusCode,
    kind: &'static str,
    cache: &'static str,
    tag: Option<String>,
    body: impl Into<Body>,
) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static(cache));
    if let Some(tag) = tag.and_then(|tag| tag.parse().ok()) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "webmanifest" | "json" => "application/json",
        _ => "application/octet-stream",
    }
}
