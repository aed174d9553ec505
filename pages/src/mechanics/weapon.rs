//! `weapon`

use super::{Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Use, paragraph, words, written};
use crate::movement::sentence;
use crate::studio::View;
use ferz::rules::{Modes, Movement};
use ferz::ways::{Manner, Occasion};
use ferz_drawing::{Marks, Sign};

pub(super) struct Weapon;

/// The weapons that a kind has by itself.
fn own<'u, 'a>(uses: &'u [Use<'a>], kind: &str) -> Vec<&'u Use<'a>> {
    uses.iter()
        .filter(|one| one.list("of").iter().any(|of| of == kind))
        .collect()
}

/// The reach of a kind with a weapon.
fn fire(one: &Use<'_>, kind: &str) -> Movement {
    if one.list("masters").iter().any(|m| m == kind) {
        one.movement("masters-fire")
    } else {
        one.movement("fires")
    }
}

/// The effect of a weapon on a kind.
fn effect(uses: &[Use<'_>], one: &Use<'_>, kind: &str) -> &'static str {
    let types: Vec<&str> = own(uses, kind).iter().map(|w| w.word("letter")).collect();
    let beats = one.list("beats");
    if types.contains(&one.word("letter")) {
        "resisted"
    } else if types.iter().any(|t| beats.iter().any(|b| b == t)) {
        "effective"
    } else {
        "normal"
    }
}

fn letters(uses: &[&Use<'_>]) -> String {
    let letters: Vec<String> = uses
        .iter()
        .map(|one| format!("`{}`", one.word("letter")))
        .collect();
    words::list(&letters, "and")
}

/// Which weapons there are: their letters, who has them, and what they reach.
fn table_of_weapons(s: &Setting<'_>, uses: &[Use<'_>]) -> Block {
    let row = |one: &Use<'_>| {
        let mut reach = sentence(s, &one.movement("fires"), Side::White);
        let masters = one.list("masters");
        if !masters.is_empty() {
            let theirs = sentence(s, &one.movement("masters-fire"), Side::White);
            reach = format!("{}'s own: {theirs}; any other: {reach}", words::either(&masters));
        }
        let beats: Vec<String> = one.list("beats").iter().map(|b| format!("`{b}`")).collect();
        let beats = if beats.is_empty() {
            "none".to_owned()
        } else {
            words::list(&beats, "and")
        };
        let letter = format!("`{}`", one.word("letter"));
        vec![letter, words::list(&one.list("of"), "and"), reach, beats]
    };
    Block::Table {
        head: ["Weapon", "Who has it", "What it reaches", "It beats"]
            .map(str::to_owned)
            .to_vec(),
        rows: uses.iter().map(row).collect(),
    }
}

/// The effect of each weapon on each kind.
fn table_of_effects(s: &Setting<'_>, uses: &[Use<'_>]) -> Block {
    let kinds: Vec<&String> = s.rules.pieces.keys().collect();
    let head = std::iter::once("Against".to_owned());
    let mut rows = Vec::new();
    for kind in kinds {
        let mut row = vec![words::capital(kind)];
        row.extend(uses.iter().map(|one| effect(uses, one, kind).to_owned()));
        rows.push(row);
    }
    Block::Table {
        head: head
            .chain(uses.iter().map(|one| format!("`{}`", one.word("letter"))))
            .collect(),
        rows,
    }
}

impl Mechanic for Weapon {
    fn name(&self) -> &'static str {
        "weapon"
    }

    fn title(&self, _: &[Use<'_>]) -> String {
        "Weapons".to_owned()
    }

    fn summary(&self, _: &Setting<'_>, _: &[Use<'_>]) -> Vec<String> {
        vec![
            "**Weapons:** pieces capture from where they stand, with weapons, and gain those of what they remove.".to_owned(),
        ]
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let shooter = "The shooter stays where it is";
        let mut blocks = vec![
            paragraph(
                "Every piece has the weapons of its kind. A weapon that reaches along a line hits the first piece on it.",
            ),
            table_of_weapons(s, uses),
            paragraph(
                "Against a piece that has the same weapon by its kind, a weapon is **resisted**. Otherwise it is **effective** if \
                 it beats a weapon that the piece has by its kind, and **normal** if it does not.",
            ),
            table_of_effects(s, uses),
        ];
        let mut items = vec![
            format!(
                "**Shot:** a turn may be one shot: a piece removes one enemy piece that one of its weapons reaches. {shooter}. A \
                 normal or an effective shot needs nothing more. A resisted one needs a helper: a second friendly piece, \
                 whichever it is, royal and pinned ones included, one of whose weapons reaches the same target now, resisted or not. If several of its weapons \
                 reach the target, one that allows the shot is enough."
            ),
            format!(
                "**Volley:** or a piece fires one weapon at all the enemy pieces, two or more, that it reaches and is effective \
                 against. All of them are removed. {shooter}."
            ),
            "**Gain:** the shooter gains all weapons of each piece that it has removed, gained ones included. The helper gains \
             nothing. Gained weapons change neither how a piece moves nor what it resists."
                .to_owned(),
        ];
        if !s.rules.promotions.is_empty() {
            items.push(
                "A piece that is promoted keeps its weapons as they are and gets those of its new kind, too."
                    .to_owned(),
            );
        }
        if !s.rules.castling.is_empty() {
            items
                .push("To fire is not to move: a king or a rook that has fired may still castle.".to_owned());
        }
        items.push("Two pieces that can each remove the same enemy are two different moves.".to_owned());
        blocks.push(Block::Items(items));
        for one in uses {
            blocks.extend(reach(studio, one, false));
            if !one.list("masters").is_empty() {
                blocks.extend(reach(studio, one, true));
            }
        }
        let letter = uses.first().map(|one| one.word("letter")).unwrap_or_default();
        blocks.push(written(format!(
            "`e4xe7` is a shot from e4 at e7, `e4*{letter}` a volley with the weapon `{letter}`. Positions list gained weapons: \
             `weapons=e4:..`."
        )));
        blocks
    }

    fn part(&self, s: &Setting<'_>, _: &[Use<'_>], part: Part) -> Option<Said> {
        match part {
            Part::EnPassant => Said::instead(crate::sections::shooters(s).into_iter().map(|(who, whom)| {
                format!(
                    "Right after {whom} has gone two squares at once, {who} that could capture it en passant may shoot it, and \
                     stays where it is. This is a shot at what has passed: if it is resisted, it needs a helper that reaches \
                     that piece or could shoot it en passant itself. If an ordinary shot at it is possible, that is \
                     made instead. Written: the square of the shooter, `x`, the square passed over."
                )
            })),
            Part::Royal => {
                let royal = s.royal()?;
                Said::also([format!(
                    "A {royal} is attacked if the next shot or volley could remove it, a resisted shot only with its helper, even \
                     if firing it would leave the opponent's own {royal} in check. Two of them may stand side by side if neither \
                     can be shot."
                )])
            }
            Part::Castling if s.rules.castling.is_empty() => None,
            Part::Castling => Said::also([
                "A square is attacked if the piece that castles could be shot there, with its partner still at home, or at its end with both there.".to_owned(),
            ]),
            Part::Promotion | Part::End => None,
        }
    }

    fn piece(&self, s: &Setting<'_>, uses: &[Use<'_>], kind: &str, side: Side) -> Note {
        let own = own(uses, kind);
        let mut lines = Vec::new();
        for one in &own {
            lines.push(format!(
                "**Fires `{}`:** {}.",
                one.word("letter"),
                sentence(s, &fire(one, kind).capture(), side).replace("captures: ", "")
            ));
        }
        if !own.is_empty() {
            lines.push(format!("**Resists** {}.", letters(&own)));
        }
        Note {
            without: Modes::CAPTURE.or(Modes::EN_PASSANT),
            movement: None,
            lines,
        }
    }
}

/// The reach of a weapon, fired by the first piece that has it.
fn reach(studio: &Studio<'_>, one: &Use<'_>, master: bool) -> Option<Block> {
    let masters = one.list("masters");
    let of = one.list("of");
    let name = if master {
        masters.first()?
    } else {
        of.iter().find(|name| !masters.contains(name)).or(of.first())?
    };
    let movement = if master {
        one.movement("masters-fire")
    } else {
        one.movement("fires")
    };
    let side = studio.owner(name)?;
    let (square, seen) = studio.seen(&movement, side)?;
    let shot = Sign {
        occasion: Occasion::Always,
        manner: Manner::Rifle,
        modes: Modes::CAPTURE,
    };
    let marks: Marks = seen.into_keys().map(|s| (s, vec![shot])).collect();
    let view = View {
        men: vec![(square, studio.kind(name)?, side)],
        marks,
        ..View::default()
    };
    let letter = one.word("letter");
    let file = format!("weapon-{letter}{}", if master { "-master" } else { "" });
    studio.show(
        view,
        &file,
        &format!("weapon {letter}, fired by {}", words::a(name)),
    )
}
