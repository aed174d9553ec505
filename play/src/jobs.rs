//! Files for work that is done in parts: JSON lines, first a header, then the results.

use ferz::engine::Variant;
use serde::de::DeserializeOwned;

/// The header and the lines of a file. A last line that was cut off is left out.
///
/// # Errors
///
/// The first line, from 1, that is not what it should be, and why.
pub fn read<H: DeserializeOwned, L: DeserializeOwned>(
    text: &str,
) -> Result<(H, Vec<L>), (usize, serde_json::Error)> {
    let mut lines = text.split_inclusive('\n');
    let header = serde_json::from_str(lines.next().unwrap_or_default()).map_err(|error| (1, error))?;
    let mut found = Vec::new();
    for (number, line) in (2..).zip(lines) {
        match serde_json::from_str(line) {
            Ok(result) => found.push(result),
            Err(_) if line.trim().is_empty() || !line.ends_with('\n') => {}
            Err(error) => return Err((number, error)),
        }
    }
    Ok((header, found))
}

/// A number that other rules would not have: FNV-1a over the rules as JSON, in hexadecimal digits.
pub fn fingerprint(variant: &Variant) -> String {
    let text = serde_json::to_string(variant.rules()).unwrap_or_default();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
