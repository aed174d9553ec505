//! Hooks in rulesets that were not made for them: every hook on every variant, every two hooks on
//! chess.

use crate::library::lower_text;
use ferz::board::Topology;
use ferz::engine::Variant;
use ferz::hooks;
use ferz::rules::{Ruleset, Side};

/// Hooks added to a variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Combination {
    /// The variant.
    pub base: String,
    /// The hooks.
    pub hooks: Vec<String>,
}

impl std::fmt::Display for Combination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} with {}", self.base, self.hooks.join(" and "))
    }
}

/// Every hook on every bundled variant that does not use it, then every two hooks on chess, as far
/// as the variants are meant.
pub fn combinations(is_meant: impl Fn(&str) -> bool) -> Vec<Combination> {
    let mut found = Vec::new();
    for bundled in ferz_rulesets::all()
        .iter()
        .filter(|bundled| is_meant(bundled.name))
    {
        let rules = crate::library::bundled(bundled.name);
        for hook in crate::library::mechanics() {
            let unused = rules.hooks.iter().all(|used| used.name != hook.name);
            if unused && declaration(&hook.name, &rules).is_some() {
                found.push(Combination {
                    base: bundled.name.to_owned(),
                    hooks: vec![hook.name.clone()],
                });
            }
        }
    }
    if is_meant("chess") {
        found.extend(pairs());
    }
    found
}

/// Every two hooks on chess.
pub fn pairs() -> Vec<Combination> {
    let all = crate::library::mechanics();
    let names: Vec<&str> = all.iter().map(|mechanic| mechanic.name.as_str()).collect();
    let mut found = Vec::new();
    for (number, first) in names.iter().enumerate() {
        for second in &names[number + 1..] {
            found.push(Combination {
                base: "chess".to_owned(),
                hooks: vec![(*first).to_owned(), (*second).to_owned()],
            });
        }
    }
    found
}

impl Combination {
    /// The ruleset as an author would write it.
    pub fn text(&self) -> String {
        let rules = crate::library::bundled(&self.base);
        let uses: Vec<String> = self
            .hooks
            .iter()
            .filter_map(|hook| declaration(hook, &rules))
            .collect();
        format!(
            "variant \"Matrix\" extends \"{}\"\n{}\n",
            self.base,
            uses.join("\n")
        )
    }

    /// Whether two of the hooks, those of the variant included, have contradicting meanings.
    pub fn contradicts_itself(&self) -> bool {
        let rules = crate::library::bundled(&self.base);
        let uses =
            |name: &str| self.hooks.iter().any(|h| h == name) || rules.hooks.iter().any(|h| h.name == name);
        hooks::CONTRADICTIONS
            .iter()
            .any(|pair| pair.hooks.into_iter().all(uses))
    }

    /// The rules, compiled, or why they are refused.
    ///
    /// # Errors
    /// The reason.
    pub fn compile(&self) -> Result<Variant, String> {
        let lowered = lower_text("matrix", &self.text());
        let faults: Vec<String> = lowered
            .diagnostics
            .iter()
            .filter(|found| found.severity == ferz_grammar::diagnostic::Severity::Error)
            .map(|found| format!("{} {}", found.code, found.message))
            .collect();
        match lowered.ruleset {
            Some(rules) => Variant::new(rules).map_err(|error| error.to_string()),
            None => Err(faults.join("; ")),
        }
    }
}

/// The pieces of a variant by their uses.
struct Cast<'r> {
    rules: &'r Ruleset,
}

impl Cast<'_> {
    /// The piece of that name, or else another that is neither royal nor promotes, or at least one
    /// that is not royal. `number` says which of several.
    fn piece(&self, name: &str, number: usize) -> &str {
        if let Some((name, _)) = self.rules.pieces.get_key_value(name) {
            return name;
        }
        let is_royal = |name: &String| {
            let royal = self.rules.pieces[name].royal;
            Side::ALL.into_iter().any(|side| royal[side])
        };
        let promotes = |name: &String| self.rules.promotions.iter().any(|p| p.piece == *name);
        let all: Vec<&String> = self.rules.pieces.keys().collect();
        let plain: Vec<&String> = all.iter().copied().filter(|n| !is_royal(n)).collect();
        let officers: Vec<&String> = plain.iter().copied().filter(|n| !promotes(n)).collect();
        let list = [officers, plain, all].into_iter().find(|list| !list.is_empty());
        let list = list.expect("a variant has pieces");
        list[number % list.len()]
    }

    /// A piece that promotes, if there is one.
    fn pawn(&self) -> &str {
        let promoted = || self.rules.promotions.first().map(|p| p.piece.as_str());
        match self.rules.pieces.get_key_value("pawn") {
            Some((name, _)) => name,
            None => promoted().unwrap_or_else(|| self.piece("pawn", 0)),
        }
    }

    /// A royal piece, if there is one.
    fn king(&self) -> &str {
        let royal = |(_, piece): &(&String, &ferz::rules::Piece)| piece.royal[Side::White];
        let found = self.rules.pieces.iter().find(royal);
        found.map_or_else(|| self.piece("king", 0), |(name, _)| name)
    }

    /// Another kind than this one.
    fn other(&self, name: &str, than: &str) -> Option<&str> {
        let found = [self.piece(name, 3)]
            .into_iter()
            .chain(self.rules.pieces.keys().map(String::as_str));
        found.into_iter().find(|found| *found != than)
    }

    /// Two squares next to each other on which, if possible, nothing stands at the start.
    fn free(&self) -> (String, String) {
        let topology = Topology::new(&self.rules.board).expect("a bundled board");
        let variant = Variant::new(self.rules.clone()).expect("a bundled variant");
        let start = variant.start();
        let middle = topology.ranks() / 2;
        let find = |even_if_taken: bool| {
            let free = |file: u8, rank: u8| {
                let square = topology.at(file, rank)?;
                let free = even_if_taken || variant.piece_at(&start, square).is_none();
                free.then(|| topology.name(square).to_owned())
            };
            let pair = |file: u8| match middle {
                // A single rank.
                0 => Some((free(file, 0)?, free(file + 1, 0)?)),
                middle => Some((free(file, middle - 1)?, free(file, middle)?)),
            };
            (0..topology.files()).find_map(pair)
        };
        find(false)
            .or_else(|| find(true))
            .expect("a board has squares next to each other")
    }
}

/// How an author would use a hook in a variant; `None` if that needs more pieces than there are.
///
/// # Panics
/// If nobody has said how to use the hook: a new one needs a line here.
fn declaration(hook: &str, rules: &Ruleset) -> Option<String> {
    let cast = Cast { rules };
    let (king, pawn) = (cast.king(), cast.pawn());
    let piece = |name: &str, number: usize| cast.piece(name, number);
    let (queen, rook) = (piece("queen", 0), piece("rook", 1));
    let (bishop, knight) = (piece("bishop", 2), piece("knight", 3));
    Some(match hook {
        "absorption" => {
            let mut of = vec![rook, knight];
            of.dedup();
            format!("use absorption(of: [{}])", of.join(", "))
        }
        "adjacency-loss" => {
            let (one, other) = cast.free();
            format!("use adjacency-loss(side: black, between: {one}, and: {other})")
        }
        "all-round" => format!("use all-round(piece: {queen})"),
        "bait" => format!("use bait(piece: {pawn})"),
        "conversion" => "use conversion()".to_owned(),
        "denial" => "use denial(holder: black)".to_owned(),
        "disguise" => format!("use disguise(piece: {pawn})"),
        "exchange" => format!("use exchange(of: {king}, with: {})", cast.other("knight", king)?),
        "explosion" => format!("use explosion(sparing: {pawn})"),
        "facing-royals" => "use facing-royals(lines: vertical)".to_owned(),
        "influence" => {
            format!(
                "use influence(by: {knight}, on: {rook}, friends: rook | (capture rook) then ride ahead, enemies: wazir)"
            )
        }
        "passing-capture" => format!("use passing-capture(piece: {knight})"),
        // A single rank has no second one.
        "pawn-steps" if rules.board.ranks == 1 => {
            let (one, other) = cast.free();
            format!("use pawn-steps(piece: {pawn}, steps: orthogonal, twice: {one}, barred: {other})")
        }
        "pawn-steps" => format!("use pawn-steps(piece: {pawn}, steps: orthogonal)"),
        "pools" => format!("use pools(never-exiled: {pawn})"),
        "promoter" => format!("use promoter(by: {bishop}, piece: {pawn})"),
        "raise" => format!("use raise(piece: {bishop})"),
        "revenge" => format!("use revenge(piece: {queen})"),
        "royal-exile" => format!("use royal-exile(lifeline: {pawn})"),
        "second-step" => format!("use second-step(piece: {king})"),
        "statues" => format!("use statues(piece: {pawn})"),
        "towers" => format!("use towers(host: {rook})"),
        "weapon" => format!(
            "use weapon(letter: O, of: {rook}, fires: rook, beats: S)\n\
             use weapon(letter: S, of: [{king}, {pawn}], fires: wazir, beats: O)"
        ),
        new => panic!("how is the hook `{new}` used in any variant? say it in tests/src/matrix.rs"),
    })
}
