//! The test file as TOML has it.
//!
//! Values that are a text or a table are read by visitors, not by untagged enums: those would lose the places.

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) variant: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) position: Vec<Spanned<Position>>,
    #[serde(default)]
    pub(super) game: Vec<Spanned<Game>>,
    #[serde(default)]
    pub(super) perft: Vec<Spanned<Perft>>,
}

/// `[[position]]`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    pub(super) name: Option<String>,
    pub(super) fen: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) legal: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) illegal: Vec<Spanned<Illegal>>,
    #[serde(default)]
    pub(super) moves: MoveLists,
    pub(super) check: Option<Spanned<bool>>,
    pub(super) outcome: Option<Spanned<String>>,
    pub(super) claim: Option<Spanned<String>>,
    pub(super) rejected: Option<Spanned<String>>,
}

/// `[[game]]`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    pub(super) name: Option<String>,
    pub(super) fen: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) moves: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) after: BTreeMap<Spanned<String>, Spanned<After>>,
}

/// `[[perft]]`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Perft {
    pub(super) name: Option<String>,
    pub(super) fen: Option<Spanned<String>>,
    pub(super) counts: Vec<Spanned<u64>>,
}

/// What stands behind a ply in `after`: an outcome, or a table of expectations.
pub(super) enum After {
    Outcome(String),
    Table(Box<Expect>),
}

/// A table in `after`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expect {
    #[serde(default)]
    pub(super) legal: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) illegal: Vec<Spanned<Illegal>>,
    #[serde(default)]
    pub(super) moves: MoveLists,
    pub(super) check: Option<Spanned<bool>>,
    pub(super) outcome: Option<Spanned<String>>,
    pub(super) claim: Option<Spanned<String>>,
    pub(super) fen: Option<Spanned<String>>,
}

impl Expect {
    /// Whether nothing is written.
    pub(super) fn is_empty(&self) -> bool {
        let lists = self.legal.is_empty() && self.illegal.is_empty() && self.moves.0.is_empty();
        let texts = self.outcome.is_none() && self.claim.is_none() && self.fen.is_none();
        lists && texts && self.check.is_none()
    }
}

/// `"a8a5"` or `{ move = "a8a5", why = "blocked" }`
pub(super) struct Illegal {
    pub(super) text: String,
    pub(super) why: Option<String>,
}

/// One table or a list of tables.
#[derive(Default)]
pub(super) struct MoveLists(pub(super) Vec<Spanned<MoveList>>);

/// `{ from = "a8", to = ["a6"] }` or `{ all = ["a8a6"] }`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveList {
    pub(super) from: Option<Spanned<String>>,
    pub(super) to: Option<Vec<String>>,
    pub(super) all: Option<Vec<String>>,
}

impl<'de> Deserialize<'de> for After {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = After;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an outcome such as \"none\", or a table of what is so then")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<After, E> {
                Ok(After::Outcome(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<After, A::Error> {
                Expect::deserialize(MapAccessDeserializer::new(map))
                    .map(|table| After::Table(Box::new(table)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for Illegal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Table {
            r#move: String,
            why: Option<String>,
        }
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Illegal;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move such as \"e2e5\", or { move = \"e2e5\", why = \"...\" }")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Illegal, E> {
                Ok(Illegal {
                    text: text.to_owned(),
                    why: None,
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Illegal, A::Error> {
                let table = Table::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Illegal {
                    text: table.r#move,
                    why: table.why,
                })
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for MoveLists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Vec<MoveList>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("{ from = \"e2\", to = [\"e3\"] }, { all = [\"e2e3\"] }, or a list of these")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                MoveList::deserialize(MapAccessDeserializer::new(map)).map(|list| vec![list])
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut lists = Vec::new();
                while let Some(list) = seq.next_element()? {
                    lists.push(list);
                }
                Ok(lists)
            }
        }
        // The place of the whole serves for each.
        struct Lists(Vec<MoveList>);
        impl<'de> Deserialize<'de> for Lists {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(Reader).map(Lists)
            }
        }
        let whole = Spanned::<Lists>::deserialize(deserializer)?;
        let span = whole.span();
        Ok(Self(
            whole
                .into_inner()
                .0
                .into_iter()
                .map(|list| Spanned::new(span.clone(), list))
                .collect(),
        ))
    }
}
