//! The lines of a text, by their subjects.

use ferz::rules::{PerSide, Side};
use ferz_grammar::quoting::quote;

/// Some lines of a file, all about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The first word of the declaration: `piece`, `promotion`.
    pub(crate) keyword: &'static str,
    /// The name it declares, if it has one.
    pub(crate) name: String,
    /// The lines.
    pub(crate) text: String,
}

impl Part {
    pub(crate) fn new(keyword: &'static str, name: &str, text: String) -> Self {
        Self {
            keyword,
            name: name.to_owned(),
            text,
        }
    }

    /// An entry of `end`.
    pub(crate) fn of_end(key: &str, body: &str) -> Self {
        Self::new("end", key, format!("end {{\n  {key}: {body}\n}}"))
    }
}

/// Lines of both sides: once if they are the same, else for each with its name behind the keyword.
pub(crate) fn sided(keyword: &'static str, name: &str, texts: &PerSide<Option<String>>) -> Vec<Part> {
    let part = |side: Option<Side>, text: &String| {
        let whose = side.map_or_else(String::new, |side| format!(" {side}"));
        let head = format!("{keyword}{whose} {name}");
        Part::new(keyword, name, format!("{} {text}", head.trim_end()))
    };
    if texts.white == texts.black {
        return texts.white.iter().map(|text| part(None, text)).collect();
    }
    let own = |side: Side| texts[side].as_ref().map(|text| part(Some(side), text));
    Side::ALL.into_iter().filter_map(own).collect()
}

/// Parts under each other; the entries of `end` are one block.
pub(crate) fn laid_out<'p>(parts: impl Iterator<Item = &'p Part>) -> String {
    let mut text = String::new();
    let mut last = "";
    for part in parts {
        let entry = part
            .text
            .strip_prefix("end {\n")
            .and_then(|rest| rest.strip_suffix("}"));
        if let (Some(entry), "end") = (entry, last)
            && text.ends_with("}\n")
        {
            text.truncate(text.len() - 2);
            text.push_str(&format!("{entry}}}\n"));
            continue;
        }
        if part.keyword != last || part.text.contains('\n') {
            text.push('\n');
        }
        last = part.keyword;
        text.push_str(&part.text);
        text.push('\n');
    }
    text
}

/// The first lines of a file.
pub(crate) fn head(title: &str, extends: Option<&str>, source: &str, about: &str) -> String {
    let parent = match extends {
        // A name that begins with a digit stands in quotes.
        Some(name) if name.starts_with(|c: char| c.is_ascii_digit()) => format!(" extends {}", quote(name)),
        Some(name) => format!(" extends {name}"),
        None => String::new(),
    };
    let mut text = format!("variant {}{parent}\n", quote(title));
    for (keyword, words) in [("source", source), ("about", about)] {
        if !words.is_empty() {
            text.push_str(&format!("{keyword} {}\n", quote(words)));
        }
    }
    text
}
