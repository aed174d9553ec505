//! Links that carry rules: to a bundled variant, or with texts packed into the part of the address
//! that no server sees.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;

/// What a link carries, as the page reads it.
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
        base64(&encoder.finish().ok()?)
    ))
}

/// The address without what may stand behind its path.
fn base(address: &str) -> &str {
    address.split('#').next().unwrap_or(address)
}

/// Bytes in the letters that addresses have (RFC 4648, 5), unpadded.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..=chunk.len() {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            out.push(char::from(letter));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn letters_are_those_of_the_standard() {
        for (bytes, letters) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn a_link_holds_the_texts() {
        let texts = BTreeMap::from([(
            "/mine.ferz".to_owned(),
            "variant \"Mine\" extends chess\n".to_owned(),
        )]);
        let link = link("https://ferz.example/#old", &texts, "/mine.ferz").unwrap();
        let packed = link.strip_prefix("https://ferz.example/#share=").unwrap();
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut bits = String::new();
        for letter in packed.chars() {
            bits += &format!("{:06b}", letters.find(letter).unwrap());
        }
        let bytes: Vec<u8> = (0..bits.len() / 8)
            .map(|i| u8::from_str_radix(&bits[8 * i..8 * i + 8], 2).unwrap())
            .collect();
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
