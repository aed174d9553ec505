//! JSON as other programs write it.

use serde_json::Value;
use std::borrow::Cow;

/// Reads JSON. Bytes that are not UTF-8 are read as U+FFFD, and so is half of a surrogate pair,
/// which JavaScript writes.
///
/// # Errors
/// If the bytes are no JSON after these repairs.
pub fn json(bytes: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(bytes).or_else(|error| {
        let text = String::from_utf8_lossy(bytes);
        let mended = mended(&text);
        if matches!((&text, &mended), (Cow::Borrowed(_), Cow::Borrowed(_))) {
            return Err(error);
        }
        serde_json::from_str(&mended)
    })
}

/// The text with whole surrogate pairs alone.
fn mended(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    let mut at = 0;
    while let Some(escape) = text[at..].find('\\').map(|found| at + found) {
        let (length, sound) = match unit(&text[escape..]) {
            Some(0xd800..0xdc00) => match text.get(escape + UNIT..).and_then(unit) {
                Some(0xdc00..0xe000) => (2 * UNIT, true),
                _ => (UNIT, false),
            },
            Some(0xdc00..0xe000) => (UNIT, false),
            Some(_) => (UNIT, true),
            // Another escape, a backslash perhaps.
            None => (
                1 + text[escape + 1..].chars().next().map_or(0, char::len_utf8),
                true,
            ),
        };
        at = escape + length;
        if !sound {
            out += &text[done..escape];
            out.push('\u{fffd}');
            done = at;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out += &text[done..];
    Cow::Owned(out)
}

/// The length of an escape that names a unit of UTF-16.
const UNIT: usize = r"\ud83d".len();

/// The unit of UTF-16 that an escape names.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let digits = digits.bytes().all(|b| b.is_ascii_hexdigit()).then_some(digits)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn halves_of_pairs_are_read() {
        for (text, value) in [
            (
                r#"{"id":7,"text":"\ud83d"}"#,
                json!({ "id": 7, "text": "\u{fffd}" }),
            ),
            (
                r#""\ude00\ud83d\ude00\ud83d!""#,
                json!("\u{fffd}\u{1f600}\u{fffd}!"),
            ),
            (
                r#"["\\ud83d","\\\ud83d","\n\u00e9"]"#,
                json!([r"\ud83d", "\\\u{fffd}", "\n\u{e9}"]),
            ),
        ] {
            assert_eq!(super::json(text.as_bytes()).unwrap(), value, "{text}");
        }
        assert_eq!(super::json(b"\"\xff\"").unwrap(), json!("\u{fffd}"));
        for wrong in [
            &b"{"[..],
            b"\"\\ud8\"",
            b"\"\\",
            b"\"\\ud83d",
            b"",
            b"\\\xc3\xa9",
            b"\\\xff",
        ] {
            assert!(super::json(wrong).is_err(), "{wrong:?}");
        }
    }
}
