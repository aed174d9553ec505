//! Regions: `{"b": 0, "t": 4}`, sets of squares, and what is made of others.

use super::Reader;
use crate::json::Value;
use crate::region::{Region, square};
use ferz::rules::PerSide;

impl Reader<'_> {
    /// Reads the regions with names.
    pub(super) fn regions(&mut self) {
        let Some(all) = self.root.get("regions") else {
            return;
        };
        for (name, value) in all.entries() {
            let path = format!("regions.{}", name.text);
            if let Some(region) = self.region(&path, value) {
                self.regions.push((name.text.clone(), region));
            }
        }
    }

    /// Reads a region.
    pub(super) fn region(&mut self, path: &str, value: &Value) -> Option<Region> {
        match shape(value, &self.draft.everywhere()) {
            Ok(region) => {
                self.taken(path, value);
                Some(region)
            }
            Err(at) => {
                let help = "`{\"b\": 0, \"t\": 4}`, `{\"type\": \"set\", \"squares\": [\"e4\"]}`";
                self.tell(path, value, crate::report::Status::Wrong, None);
                self.sheet
                    .find(&at.place, "this is no region", Some(help.to_owned()));
                None
            }
        }
    }

    /// A region of each side, named by one key each; empty for a side that names none.
    pub(super) fn named(&mut self, path: &str, value: &Value, keys: [&str; 2]) -> Option<PerSide<Region>> {
        let mut sides = PerSide::<Region>::default();
        for (side, key) in ferz::rules::Side::ALL.into_iter().zip(keys) {
            let Some(name) = value.get(key) else { continue };
            let path = format!("{path}.{key}");
            let known = self
                .regions
                .iter()
                .find(|(own, _)| Some(own.as_str()) == name.text());
            let Some((_, region)) = known else {
                self.wrong(&path, name, "there is no region of this name", None);
                return None;
            };
            sides[side] = region.clone();
            self.taken(&path, name);
        }
        Some(sides)
    }
}

/// The squares of a region among all, or the value that is wrong.
fn shape<'v>(value: &'v Value, all: &Region) -> Result<Region, &'v Value> {
    let parts = || -> Result<Vec<Region>, &'v Value> {
        let list = value.get("regions").map_or(&[][..], Value::list);
        list.iter().map(|part| shape(part, all)).collect()
    };
    let part = |key: &str| value.get(key).ok_or(value).and_then(|part| shape(part, all));
    match value.get("type").and_then(Value::text) {
        None | Some("rect") => rectangle(value, all),
        Some("union") => Ok(parts()?.iter().fold(Region::default(), |sum, one| sum.or(one))),
        Some("intersect") => Ok(parts()?.iter().fold(all.clone(), |sum, one| sum.and(one))),
        Some("sub") => Ok(part("+")?.without(&part("-")?)),
        Some("xor") => {
            let pair = parts()?;
            let [first, second] = &pair[..] else {
                return Err(value);
            };
            Ok(first.without(second).or(&second.without(first)))
        }
        Some("set") => {
            let mut region = Region::default();
            for word in value.get("squares").map_or(&[][..], Value::list) {
                let (rank, file) = word.text().and_then(square).ok_or(word)?;
                region.insert(rank, file);
            }
            Ok(region.and(all))
        }
        Some(_) => Err(value),
    }
}

/// `b` to `t` are ranks, `l` to `r` files, from 0; a missing one is the edge.
fn rectangle<'v>(value: &'v Value, all: &Region) -> Result<Region, &'v Value> {
    if value.entries().is_empty() {
        return Err(value);
    }
    let edge = |short: &str, long: &str, otherwise: i64| {
        let given = value.get(short).or_else(|| value.get(long));
        given.map_or(Ok(otherwise), |given| given.number().ok_or(given))
    };
    let ranks = edge("b", "startRank", 0)?..=edge("t", "endRank", 99)?;
    let files = edge("l", "startFile", 0)?..=edge("r", "endFile", 99)?;
    let inside =
        |&(rank, file): &(u8, u8)| ranks.contains(&i64::from(rank)) && files.contains(&i64::from(file));
    Ok(all.iter().filter(inside).collect())
}
