//! The page, as `npm run build` has made it of `workbench/web`.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::io::Write as _;
use std::sync::LazyLock;

/// The files of a folder, built in.
macro_rules! built {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../web/dist/", $name)))),*]
    };
}

/// The files of the page by their names; a test compares them with the folder.
const BUILT: &[(&str, &[u8])] = built![
    "index.html",
    "icon.svg",
    "licenses.txt",
    "assets/index.css",
    "assets/index.js",
    "assets/worker.js",
    "languages/de.json",
    "languages/es.json",
    "languages/fr.json",
    "languages/ja.json",
    "languages/zh.json",
];

/// A file of the page, and what is sent of it.
struct File {
    bytes: &'static [u8],
    packed: Option<Bytes>,
    tag: String,
}

/// The files of the page, packed once: who asks for them often costs nothing but the sending.
static FILES: LazyLock<HashMap<&str, File>> = LazyLock::new(|| {
    let pack = |bytes| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).ok()?;
        encoder.finish().ok().map(Bytes::from)
    };
    let file = |bytes| File {
        bytes,
        packed: pack(bytes),
        tag: tag(bytes),
    };
    BUILT.iter().map(|&(name, bytes)| (name, file(bytes))).collect()
});

/// The files of the page by their names, for a server of plain files. The page finds out by itself
/// that nothing answers it there.
pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    BUILT.iter().copied()
}

/// Stands in the page where the nonce of its style sheets comes to.
const NONCE: &str = "{{nonce}}";

/// A file of the page; `/` is the page itself.
pub(crate) fn asset(path: &str, asked: &HeaderMap, nonce: &str) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = FILES.get(name) else {
        return plain(StatusCode::NOT_FOUND, "there is nothing here");
    };
    if name == "index.html" {
        let page = String::from_utf8_lossy(file.bytes).replace(NONCE, nonce);
        return respond(StatusCode::OK, "text/html; charset=utf-8", "no-store", None, page);
    }
    let tag = file.tag.clone();
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
    let packed = file.packed.clone().filter(|_| takes_gzip(asked));
    let is_packed = packed.is_some();
    // However many read a file at once, it is there once.
    let data = packed.unwrap_or_else(|| Bytes::from_static(file.bytes));
    let mut response = respond(StatusCode::OK, kind(name), "no-cache", Some(tag), data);
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Whether a client accepts gzip.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter();
    let mut names = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    names.any(|name| {
        let (name, quality) = name.split_once(';').unwrap_or((name, "q=1"));
        name.trim().eq_ignore_ascii_case("gzip")
            && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// The finding so far.
pub(crate) fn told(text: String) -> Response {
    respond(
        StatusCode::OK,
        "text/plain; charset=utf-8",
        "no-store",
        None,
        text,
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
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(tag) = tag.and_then(|tag| tag.parse().ok()) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Tells two states of a file apart.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" | "json" => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    fn asked(encodings: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, encodings.parse().unwrap())])
    }

    #[test]
    fn files_are_packed_for_those_who_read_that() {
        for (encodings, packed) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5, br", true),
            ("br, identity", false),
            ("gzip;q=0", false),
            ("x-gzip", false),
        ] {
            assert_eq!(takes_gzip(&asked(encodings)), packed, "{encodings}");
            let response = asset("/icon.svg", &asked(encodings), "");
            let encoding = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.is_some(), packed, "{encodings}");
        }
        // First load: under 400 KB with the first position, which takes 50.
        let loaded = FILES.iter().filter(|(name, _)| **name != "licenses.txt");
        let all: usize = loaded
            .filter_map(|(_, file)| Some(file.packed.as_ref()?.len()))
            .sum();
        assert!(all < 300 << 10, "{all}");
    }

    #[test]
    fn every_file_of_the_page_is_built_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist");
        let (mut folders, mut found) = (vec![root.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.push(path.strip_prefix(&root).unwrap().to_owned());
                }
            }
        }
        found.sort();
        let mut built: Vec<_> = files().map(|(name, _)| PathBuf::from(name)).collect();
        built.sort();
        assert_eq!(built, found);
    }
}
