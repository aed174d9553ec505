//! Links that carry rules: to a bundled variant, or with texts packed into the part of the address
//! that no server sees.

use data_encoding::BASE64URL_NOPAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;

/// The contents of a link, as the page reads it.
#[derive(Serialize)]
struct Shared<'t> {
    texts: &'t BTreeMap<String, String>,
    active: &'t str,
}

/// The address at which a workbench shows a bundled variant. `workbench` is where it is served.
pub fn bundled_link(workbench: &str, name: &str) -> String {
    format!("{}#bundled={name}", base(workbench))
}

/// The address at which a workbench opens these texts, each by its path (`/mine.ferz`), and shows
/// one of them. `None` if they cannot be packed.
pub fn link(workbench: &str, texts: &BTreeMap<String, String>, active: &str) -> Option<String> {
    let shared = serde_json::to_string(&Shared { texts, active }).ok()?;
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(shared.as_bytes()).ok()?;
    Some(format!(
        "{}#share={}",
        base(workbench),
        BASE64URL_NOPAD.encode(&encoder.finish().ok()?)
    ))
}

/// The address without what may stand behind its path.
fn base(address: &str) -> &str {
    address.split('#').next().unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn a_link_holds_the_texts() {
        let texts = BTreeMap::from([(
            "/mine.ferz".to_owned(),
            "variant \"Mine\" extends chess\n".to_owned(),
        )]);
        let link = link("https://ferz.example/#old", &texts, "/mine.ferz").unwrap();
        let packed = link.strip_prefix("https://ferz.example/#share=").unwrap();
        let bytes = BASE64URL_NOPAD.decode(packed.as_bytes()).unwrap();
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(&bytes[..])
            .read_to_string(&mut text)
            .unwrap();
        let active = "/mine.ferz";
        let shared = Shared {
            texts: &texts,
            active,
        };
        assert_eq!(text, serde_json::to_string(&shared).unwrap());
        assert!(
            text.contains("extends chess") && text.ends_with("/mine.ferz\"}"),
            "{text}"
        );
        assert_eq!(
            bundled_link("http://127.0.0.1:4040/", "chess"),
            "http://127.0.0.1:4040/#bundled=chess"
        );
    }
}
