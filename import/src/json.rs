//! JSON with the places of its values.

use crate::ini::Piece;

/// Values inside values at most.
const DEPTH: usize = 40;
/// Values at most.
const VALUES: usize = 50_000;

/// A value and its place; of lists and objects the text is only the first sign, unless they are
/// empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) place: Piece,
    pub(crate) kind: Kind,
}

/// The kinds of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Flag(bool),
    /// As written.
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(Piece, Value)>),
}

/// A text that is no JSON: where, and why.
pub(crate) type Fault = (Piece, &'static str);

/// Reads a text.
pub(crate) fn parse(text: &str) -> Result<Value, Fault> {
    let mut scan = Scan {
        text,
        at: 0,
        values: 0,
    };
    let value = scan.value(0)?;
    scan.blanks();
    match scan.rest().is_empty() {
        true => Ok(value),
        false => Err(scan.fault("something stands behind the end")),
    }
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    values: usize,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn fault(&self, message: &'static str) -> Fault {
        let sign = self.rest().chars().next().map(String::from).unwrap_or_default();
        (Piece::new(&sign, self.at), message)
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    /// Whether a sign follows, which is passed then.
    fn passes(&mut self, sign: char) -> bool {
        self.blanks();
        let there = self.rest().starts_with(sign);
        self.at += if there { sign.len_utf8() } else { 0 };
        there
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        self.blanks();
        self.values += 1;
        if depth > DEPTH || self.values > VALUES {
            return Err(self.fault("there is too much in this text"));
        }
        let begin = self.at;
        let kind = match self.rest().chars().next() {
            Some('{') => self.object(depth)?,
            Some('[') => self.list(depth)?,
            Some('"') => Kind::Text(self.string()?),
            _ => self.word()?,
        };
        let end = match &kind {
            Kind::List(list) if !list.is_empty() => begin + 1,
            Kind::Object(list) if !list.is_empty() => begin + 1,
            _ => self.at,
        };
        let text = self.text.get(begin..end).unwrap_or_default();
        Ok(Value {
            place: Piece::new(text, begin),
            kind,
        })
    }

    fn object(&mut self, depth: usize) -> Result<Kind, Fault> {
        self.at += 1;
        let mut list = Vec::new();
        if self.passes('}') {
            return Ok(Kind::Object(list));
        }
        loop {
            self.blanks();
            let begin = self.at;
            if !self.rest().starts_with('"') {
                return Err(self.fault("a key in quotes is missing here"));
            }
            let key = Piece::new(&self.string()?, begin);
            if !self.passes(':') {
                return Err(self.fault("a colon is missing here"));
            }
            list.push((key, self.value(depth + 1)?));
            if self.passes('}') {
                return Ok(Kind::Object(list));
            }
            if !self.passes(',') {
                return Err(self.fault("a comma or `}` is missing here"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Kind, Fault> {
        self.at += 1;
        let mut list = Vec::new();
        if self.passes(']') {
            return Ok(Kind::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if self.passes(']') {
                return Ok(Kind::List(list));
            }
            if !self.passes(',') {
                return Err(self.fault("a comma or `]` is missing here"));
            }
        }
    }

    /// A text in quotes.
    fn string(&mut self) -> Result<String, Fault> {
        let begin = self.at;
        let mut escaped = false;
        for (offset, sign) in self.rest().char_indices().skip(1) {
            match sign {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.at = begin + offset + 1;
                    let text = self.text.get(begin..self.at).unwrap_or_default();
                    let wrong = || (Piece::new(text, begin), "this text is not written as JSON");
                    return serde_json::from_str(text).map_err(|_| wrong());
                }
                _ => {}
            }
        }
        Err(self.fault("the quote that ends this text is missing"))
    }

    /// A number, or `true`, `false`, `null`.
    fn word(&mut self) -> Result<Kind, Fault> {
        let is_part = |sign: char| sign.is_ascii_alphanumeric() || "+-.".contains(sign);
        let rest = self.rest();
        let length = rest.find(|sign| !is_part(sign)).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default().to_owned();
        let kind = match word.as_str() {
            "null" => Kind::Null,
            "true" => Kind::Flag(true),
            "false" => Kind::Flag(false),
            number if number.parse::<f64>().is_ok_and(f64::is_finite) => Kind::Number(word),
            _ => return Err(self.fault("a value is missing here")),
        };
        self.at += length;
        Ok(kind)
    }
}

impl Value {
    /// The value of a key; the last, if it stands twice.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Kind::Object(list) = &self.kind else {
            return None;
        };
        let found = list.iter().rev().find(|(own, _)| own.text == key);
        found.map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn flag(&self) -> Option<bool> {
        match self.kind {
            Kind::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<i64> {
        match &self.kind {
            Kind::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The values of a list.
    pub(crate) fn list(&self) -> &[Self] {
        match &self.kind {
            Kind::List(list) => list,
            _ => &[],
        }
    }

    /// The keys and values of an object.
    pub(crate) fn entries(&self) -> &[(Piece, Self)] {
        match &self.kind {
            Kind::Object(list) => list,
            _ => &[],
        }
    }

    /// Values without values in them, each with the keys that lead to it.
    pub(crate) fn leaves(&self, path: &str) -> Vec<(String, &Self)> {
        let mut all = Vec::new();
        self.gather(path.to_owned(), &mut all);
        all
    }

    fn gather<'v>(&'v self, path: String, all: &mut Vec<(String, &'v Self)>) {
        let (list, entries) = (self.list(), self.entries());
        if list.is_empty() && entries.is_empty() {
            return all.push((path, self));
        }
        for value in list {
            value.gather(path.clone(), all);
        }
        for (key, value) in entries {
            let below = match path.as_str() {
                "" => key.text.clone(),
                path => format!("{path}.{}", key.text),
            };
            value.gather(below, all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_places() {
        let value = parse(" {\"a\": [1, {\"b\": \"x\\\"y\"}], \"c\": {}}").unwrap();
        let leaves = value.leaves("");
        let told: Vec<_> = leaves
            .iter()
            .map(|(path, value)| (path.as_str(), value.place.offset, value.place.text.as_str()))
            .collect();
        assert_eq!(told, [("a", 8, "1"), ("a.b", 17, "\"x\\\"y\""), ("c", 32, "{}")]);
    }

    #[test]
    fn mistakes_have_places() {
        for (text, at) in [
            ("", 0),
            ("{\"a\" 1}", 5),
            ("{a: 1}", 1),
            ("[1 2]", 3),
            ("[1, tru]", 4),
            ("\"abc", 0),
            ("{} x", 3),
        ] {
            assert_eq!(parse(text).unwrap_err().0.offset, at, "{text}");
        }
        assert!(parse(&"[".repeat(200)).is_err());
    }
}
