//! Files for work that is done in parts: JSON lines, first a header, then the results.

use ferz::engine::Variant;
use serde::de::DeserializeOwned;

/// The header and the lines of a file. A last line that was cut off is left out.
///
/// # Errors
///
/// If the first line is no such header.
pub fn read<H: DeserializeOwned, L: DeserializeOwned>(text: &str) -> serde_json::Result<(H, Vec<L>)> {
    let mut lines = text.lines();
    let header = serde_json::from_str(lines.next().unwrap_or_default())?;
    let found = lines.filter_map(|line| serde_json::from_str(line).ok());
    Ok((header, found.collect()))
}

/// A number that other rules would not have: FNV-1a over the rules as JSON, in hexadecimal digits.
pub fn fingerprint(variant: &Variant) -> String {
    let text = serde_json::to_string(variant.rules()).unwrap_or_default();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
