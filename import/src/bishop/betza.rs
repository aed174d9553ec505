//! Betza notation as Bishop reads it: a part of XBetza, with meanings of its own.

/// A text in XBetza: `fK` is `fWfF` here, and `e` means nothing where nobody captures en passant.
pub(super) fn expanded(text: &str, passing: bool) -> String {
    let mut out = String::new();
    let mut prefix = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign.is_ascii_lowercase() {
            if passing || sign != 'e' {
                prefix.push(sign);
            }
            continue;
        }
        let mut digits = String::new();
        while let Some(digit) = signs.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let turned = prefix.contains(['f', 'b', 'l', 'r', 'v', 's', 'h']);
        match sign {
            'K' | 'Q' if turned => {
                let range = match (sign, digits.as_str()) {
                    ('Q', "") => "0",
                    (_, digits) => digits,
                };
                out.push_str(&format!("{prefix}W{range}{prefix}F{range}"));
            }
            _ => out.push_str(&format!("{prefix}{sign}{digits}")),
        }
        prefix.clear();
    }
    out + &prefix
}

/// Letters before an atom that Bishop knows; it passes over all others.
const KNOWN: &str = "fblrvshmcienpg";

/// A text of ferz in Bishop's notation, if that has the same moves.
pub(crate) fn said(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (term, behind) = Term::first(rest)?;
        out.push_str(&term.said()?);
        rest = behind;
    }
    Some(out)
}

/// An atom, the letters before it, and its range.
struct Term<'t> {
    prefix: &'t str,
    atom: &'t str,
    /// `None` for a single step or a whole line, whichever is usual.
    range: Option<u8>,
}

impl<'t> Term<'t> {
    fn first(text: &'t str) -> Option<(Self, &'t str)> {
        let atom = text.find(|sign: char| !sign.is_ascii_lowercase())?;
        let (prefix, rest) = text.split_at(atom);
        let length = match rest.strip_prefix('(') {
            Some(inside) => inside.find(')')? + 2,
            None => 1,
        };
        let (atom, rest) = rest.split_at_checked(length)?;
        if let Some(behind) = rest.strip_prefix(atom) {
            let range = Some(0);
            return Some((Self { prefix, atom, range }, behind));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = rest.split_at(digits);
        let range = match number {
            "" => None,
            // Bishop reads a single digit.
            number => Some(number.parse().ok().filter(|range| *range < 10)?),
        };
        Some((Self { prefix, atom, range }, behind))
    }

    fn has(&self, letter: char) -> bool {
        self.prefix.contains(letter)
    }

    fn rides(&self) -> bool {
        self.range.map_or("BRQ".contains(self.atom), |range| range != 1)
    }

    fn said(&self) -> Option<String> {
        let known = "WFDNACZHGBRQK".contains(self.atom) || self.atom.starts_with('(');
        let letters = self.prefix.chars().all(|sign| KNOWN.contains(sign));
        // A leap that can be blocked passes one square, half-way.
        let lame = !self.has('n') || "NAD".contains(self.atom) && self.range.is_none();
        let hops = !(self.has('p') || self.has('g')) || self.rides();
        let passes = !self.has('e') || self.has('c');
        // The square that a first move exposes lies half-way, too.
        let first = !self.has('i') || self.has('n') || !self.rides();
        let said = known && letters && lame && hops && passes && first && self.turns();
        let range = self.range.map_or_else(String::new, |range| range.to_string());
        said.then(|| format!("{}{}{range}", self.prefix, self.atom))
    }

    /// Whether the directions mean the same to both.
    fn turns(&self) -> bool {
        let is_turn = |sign: &char| "fblrvsh".contains(*sign);
        let turns: String = self.prefix.chars().filter(is_turn).collect();
        match self.atom {
            _ if turns.is_empty() => true,
            "W" | "D" | "H" | "R" => !turns.contains('h'),
            "F" | "A" | "G" | "B" => turns.len() <= 2 && !turns.contains('h'),
            "N" | "C" | "Z" => {
                let pairs = ["ff", "bb", "ll", "rr", "fs", "bs", "fh", "bh", "lh", "rh"];
                turns.len() == 1 && turns != "h" || pairs.contains(&turns.as_str())
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_of_kings_are_those_of_both_atoms() {
        assert_eq!(expanded("fKifmnD", true), "fWfFifmnD");
        assert_eq!(expanded("fQ2K", true), "fW2fF2K");
        assert_eq!(expanded("fmWfceF", false), "fmWfcF");
    }

    #[test]
    fn moves_of_both_notations() {
        for (text, same) in [
            ("fmWfceFifmnD", Some("fmWfceFifmnD")),
            ("NN", Some("N0")),
            ("cpRmRgQ", Some("cpRmRgQ")),
            ("nNfsN(1,4)W3", Some("nNfsN(1,4)W3")),
            ("flmF", Some("flmF")),
            ("", Some("")),
            // Several legs, ranges of two digits, lame camels, first moves of three steps.
            ("caK", None),
            ("W12", None),
            ("nC", None),
            ("ifmW3", None),
            // Three diagonals, kings in some directions.
            ("flbrF", None),
            ("fK", None),
            ("feF", None),
        ] {
            assert_eq!(said(text).as_deref(), same, "{text}");
        }
    }
}
