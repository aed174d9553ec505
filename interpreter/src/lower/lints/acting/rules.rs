//! Entries of `rules` that never matter.

use super::super::super::report::{At, Place, warning};
use super::super::{Lints, OWN, has_mode};
use super::meeting::APART;
use super::world::{World, movements, passes};
use crate::board::{Bits, U256};
use crate::lower::movement::normal;
use crate::lower::reach::targets_of_all;
use crate::rules::{
    Absorb, Act, ActFacts, Avenge, Between, Exchange, Fate, Frame, Ground, HookUse, Kinds, Leap, Modes,
    Movement, Owner, Pass, PerSide, Range, Restrictions, Side, Trigger, Via, Winds,
};
use crate::vocabulary::{Need, RULES, RulesKey};
use ferz_grammar::ast::{Declaration, Entry};

impl Lints<'_, '_> {
    pub(super) fn idle_rules(&self, world: &World<'_, '_>) {
        for (&key, &at) in &self.facts.declared.rules {
            let Some(rule) = RULES.get(key) else { continue };
            let found: Vec<(Option<usize>, String)> = match rule {
                RulesKey::Absorb if !world.open => {
                    self.idle_absorb(world, &self.facts.rules.restrictions.absorb)
                }
                rule => self.idle_rule(world, key, rule, at).into_iter().collect(),
            };
            for (value, why) in found {
                let value = value.and_then(|index| at.node.values.get(index));
                let span = value.map_or(at.node.span, |value| value.span);
                self.says_idle(at.place(span), &why);
            }
        }
    }

    /// Why an entry never matters, and which of its values.
    fn idle_rule(
        &self,
        world: &World<'_, '_>,
        key: &str,
        rule: &RulesKey,
        at: At<'_, Entry>,
    ) -> Option<(Option<usize>, String)> {
        let said = &self.facts.rules.restrictions;
        match rule {
            RulesKey::Sides(rule) if (rule.rule.get)(said).is_default() => self.says_nothing(key, at),
            _ if world.open => None,
            RulesKey::Sides(rule) => {
                let sides = (rule.rule.get)(said);
                let mut whys = rule.needs.iter().map(|&need| self.unmet(world, need, sides));
                Some((None, whys.find_map(|why| why)?))
            }
            RulesKey::LatePromotions => self.idle_promotions(world).map(|why| (None, why)),
            RulesKey::Avenge => self.idle_avenge(world, &said.beyond.avenge),
            RulesKey::Regents => world.keeps_royals().map(|why| (None, why)),
            RulesKey::Pool => {
                let idle = self.facts.rules.promotions.is_empty()
                    && world.played.restrictions.beyond.recall.is_empty();
                let idle = idle.then(|| "nothing promotes, so nothing comes back".to_owned());
                let why = idle.or_else(|| self.idle_pool(world, said.beyond.pool.as_ref()?));
                let why = why.or_else(|| self.stays_in_pool(world, said.beyond.pool.as_ref()?));
                why.map(|why| (None, why))
            }
            RulesKey::Exchange => self.idle_exchange(world, &said.exchange),
            RulesKey::Apart => self
                .same_apart(&said.apart)
                .or_else(|| self.idle_apart(world, &said.apart)),
            RulesKey::Recall => self.idle_recall(world).map(|why| (None, why)),
            RulesKey::Pass if said.pass == PerSide::both(Pass::Never) => self.says_nothing(key, at),
            RulesKey::EnPassant if self.facts.rules.en_passant.is_none() => self.says_nothing(key, at),
            RulesKey::EnPassant => self.idle_en_passant(world).map(|why| (None, why)),
            RulesKey::Absorb | RulesKey::Pass | RulesKey::Carry => None,
        }
    }

    /// Why nothing is captured en passant, in games of which the simpler warning knows too little.
    fn idle_en_passant(&self, world: &World<'_, '_>) -> Option<String> {
        let passes = |side: Side, name: &str| {
            let ways = world.ways(side, name);
            ways.is_none_or(|ways| ways.iter().any(|way| has_mode(way, Modes::EN_PASSANT)))
        };
        let mut sides = Side::ALL.into_iter();
        let any = sides.any(|side| world.kinds(side).any(|name| passes(side, name)));
        (self.moves_added && !any).then(|| "no piece captures en passant".to_owned())
    }

    /// Why nothing that a mechanic says in `rules` ever matters.
    pub(super) fn idle_restrictions(&self, world: &World<'_, '_>, said: &Restrictions) -> Option<String> {
        let mut left = said.clone();
        let mut whys: Vec<Option<String>> = Vec::new();
        let told = |found: Option<(Option<usize>, String)>| found.map(|(_, why)| why);
        let absorb = std::mem::take(&mut left.absorb);
        if !absorb.is_empty() {
            let found = self.idle_absorb(world, &absorb);
            let all = found.len() == absorb.len();
            whys.push(found.into_iter().next().filter(|_| all).map(|(_, why)| why));
        }
        let avenge = std::mem::take(&mut left.beyond.avenge);
        // Pieces that never appear are reported by their names.
        let appears = |kind: &String| Side::ALL.into_iter().any(|side| world.has(side, &only(kind)));
        whys.extend(avenge.iter().map(|one| {
            let told = told(self.idle_avenge(world, std::slice::from_ref(one)));
            told.filter(|_| one.of.iter().any(appears))
        }));
        let exchange = std::mem::take(&mut left.exchange);
        whys.extend(
            exchange
                .iter()
                .map(|one| told(self.idle_exchange(world, std::slice::from_ref(one)))),
        );
        let apart = std::mem::take(&mut left.apart);
        if !apart.is_default() {
            whys.push(told(self.idle_apart(world, &apart)));
        }
        if left.beyond.pool.take().is_some() {
            let idle =
                world.played.promotions.is_empty() && world.played.restrictions.beyond.recall.is_empty();
            whys.push(idle.then(|| "nothing promotes, so nothing comes back".to_owned()));
        }
        if !std::mem::take(&mut left.beyond.recall).is_empty() {
            whys.push(self.idle_recall(world));
        }
        if !std::mem::take(&mut left.beyond.regents).is_empty() {
            whys.push(world.keeps_royals());
        }
        let whys: Option<Vec<String>> = whys.into_iter().collect();
        whys.filter(|_| left == Restrictions::default())?
            .into_iter()
            .next()
    }

    /// Why no captured piece ever waits beside the board.
    fn idle_pool(&self, world: &World<'_, '_>, kinds: &Kinds) -> Option<String> {
        let given = self.facts.start.text.contains("pool=");
        let taken = |side: Side| {
            let mut names = world.kinds(side).filter(|name| kinds.has(name));
            names.any(|name| !world.royal_for_good(side, name))
        };
        let none = !Side::ALL.into_iter().any(taken);
        (none && !given && !world.exiles()).then(|| "no such piece is ever captured".to_owned())
    }

    /// Why no piece that waits beside the board ever comes back: nothing promotes to such a piece.
    fn stays_in_pool(&self, world: &World<'_, '_>, kinds: &Kinds) -> Option<String> {
        let rules = &world.played;
        let mut named = rules.promotions.iter().flat_map(|promotion| &promotion.to);
        let comes_back = !rules.restrictions.beyond.recall.is_empty() || named.any(|kind| kinds.has(kind));
        (!comes_back).then(|| "no promotion names such a piece, so none comes back".to_owned())
    }

    /// Why no piece ever waits in exile to be called back.
    fn idle_recall(&self, world: &World<'_, '_>) -> Option<String> {
        let given = self.facts.start.text.contains("exile=");
        (!given && !world.exiles())
            .then(|| "no side ever removes a piece of its own, so none is exiled".to_owned())
    }

    /// Reports an entry that changes nothing.
    pub(in super::super) fn says_idle(&self, place: Place, why: &str) {
        let diagnostic = warning("F0368", place, format!("this changes nothing: {why}"));
        let help = "leave it out, or say what it needs";
        self.add(diagnostic.help(help), &self.causes());
    }

    /// An entry that states the default, with no ancestor that says otherwise.
    fn says_nothing(&self, key: &str, at: At<'_, Entry>) -> Option<(Option<usize>, String)> {
        let told = self.is_told_before("rules", Some(key));
        (at.source == OWN && !told).then(|| (None, "it is so anyway".to_owned()))
    }

    /// Whether another file than this one has such a section, with such an entry.
    pub(super) fn is_told_before(&self, section: &str, key: Option<&str>) -> bool {
        let mut others = self.facts.files.trees.iter().skip(1);
        others.any(|tree| {
            tree.declarations.iter().any(|declaration| match declaration {
                Declaration::Section(d) if d.keyword.value == section => {
                    key.is_none_or(|key| d.entries.iter().any(|entry| entry.key.value == key))
                }
                _ => false,
            })
        })
    }

    /// Why a rule of some sides never matters, if it lacks what it needs.
    fn unmet(&self, world: &World<'_, '_>, need: Need, sides: PerSide<bool>) -> Option<String> {
        let rules = &world.played;
        let mut bound = Side::ALL.into_iter().filter(|&side| sides[side]);
        let (is_unmet, why) = match need {
            Need::Captures => {
                let none = rules.restrictions.no_captures;
                (
                    bound.all(|side| none[side]),
                    "nothing is captured: `captures: no`",
                )
            }
            Need::LongCaptures => {
                let on_the_way =
                    |movement: &Movement| passes(movement, Via::Capture) || passes(movement, Via::CaptureOwn);
                let goes_on = |act: &Act| act.facts().again.is_some();
                (
                    !rules.acts().any(goes_on) && !movements(rules).any(on_the_way),
                    "a turn is one capture; `on capture { again: mover, captures }` lets it go on",
                )
            }
            Need::ExposingCaptures => (
                !bound.any(|side| self.exposes_by_capture(world, side)),
                "no piece captures on a square to which its quiet move would expose squares",
            ),
            Need::Swaps => (!world.swaps, "no pieces change places"),
            Need::Royals => {
                let royal = |side: Side| rules.pieces.values().any(|piece| piece.royal[side]);
                (
                    bound.all(|side| !royal(side.other())),
                    "there is no royal piece to give check to",
                )
            }
            Need::Facing => (
                bound.all(|side| never_faces(rules.restrictions.apart[side].as_ref())),
                "royal pieces never face each other: `apart`",
            ),
            Need::Unless(wider, why) => {
                let holds = (wider.get)(&rules.restrictions);
                (bound.all(|side| holds[side]), why)
            }
            // Warnings with codes of their own tell of these.
            Need::Captors | Need::RoyalsOfBoth => return None,
        };
        is_unmet.then(|| why.to_owned())
    }

    /// Whether a side captures where its exposed moves lead.
    fn exposes_by_capture(&self, world: &World<'_, '_>, side: Side) -> bool {
        let t = self.facts.topology;
        let names: Vec<&str> = world.kinds(side).collect();
        names.into_iter().any(|name| {
            let Some(ways) = world.ways(side, name) else {
                return true;
            };
            let terms = || ways.iter().flat_map(|way| normal::terms(way));
            let exposing = |term: &&Movement| term.any(&|part| matches!(part, Movement::Exposed(_)));
            let taking = |term: &&Movement| has_mode(term, Modes::CAPTURE);
            world.places(side, name).squares().any(|square| {
                let led = |term: &Movement, modes| targets_of_all(t, term, side, U256::bit(square), modes);
                let exposed = terms()
                    .filter(exposing)
                    .fold(U256::EMPTY, |set, term| set | led(term, Modes::QUIET));
                let taken = terms()
                    .filter(taking)
                    .fold(U256::EMPTY, |set, term| set | led(term, Modes::CAPTURE));
                exposed.meets(taken)
            })
        })
    }

    /// Why nothing promotes late.
    fn idle_promotions(&self, world: &World<'_, '_>) -> Option<String> {
        let rules = &world.played;
        let mut acts = rules.acts();
        let brought = acts.any(Act::brings);
        if rules.promotions.is_empty() {
            return Some("nothing promotes".to_owned());
        }
        let by_others = world.swaps
            || rules.control.is_some()
            || brought
            || rules.restrictions.beyond.takes_part()
            || !rules.castling.is_empty() && rules.promotions.iter().any(|p| self.castles(&p.piece))
            || rules.promotions.iter().any(|p| p.trigger == Trigger::InPlace);
        (!by_others).then(|| "pieces come to where they promote by their own moves only".to_owned())
    }

    fn castles(&self, name: &str) -> bool {
        let mut castlings = self.facts.rules.castling.iter();
        castlings.any(|castling| castling.king == name || castling.rook == name)
    }

    /// The pieces that never take anything over.
    fn idle_absorb(&self, world: &World<'_, '_>, list: &[Absorb]) -> Vec<(Option<usize>, String)> {
        let why = |absorb: &Absorb| {
            let meets = |side: Side| {
                let mut captors = world.kinds(side).filter(|name| absorb.by.has(name));
                captors.any(|captor| self.takes_by_itself(side, captor))
            };
            if !Side::ALL.into_iter().any(meets) {
                return Some("no such piece captures".to_owned());
            }
            let taken = |side: Side| {
                let other = side.other();
                meets(side)
                    && absorb
                        .of
                        .iter()
                        .any(|kind| world.has(other, &only(kind)) && !world.royal_for_good(other, kind))
            };
            if !Side::ALL.into_iter().any(taken) {
                return Some("the pieces from which it takes over are never captured".to_owned());
            }
            let known = |side: Side, captor: &str| {
                let own = self
                    .facts
                    .rules
                    .pieces
                    .get(captor)
                    .map(|piece| &piece.movement[side]);
                own.is_some_and(|own| {
                    absorb.of.iter().all(|kind| {
                        let theirs = self
                            .facts
                            .rules
                            .pieces
                            .get(kind)
                            .map(|piece| &piece.movement[side]);
                        theirs.is_some_and(|theirs| {
                            let given = normal::terms(theirs).iter().filter(|term| is_taken_over(term));
                            let given = given.map(|term| normal::only(Modes::BOTH, term));
                            normal::union(std::iter::once(own.clone()).chain(given)) == *own
                        })
                    })
                })
            };
            let nothing_new = |side: Side| {
                let mut captors = world.kinds(side).filter(|name| absorb.by.has(name));
                captors.all(|captor| known(side, captor))
            };
            let all = Side::ALL.into_iter().all(nothing_new);
            all.then(|| "it moves so anyway".to_owned())
        };
        list.iter()
            .enumerate()
            .filter_map(|(index, absorb)| Some((Some(index), why(absorb)?)))
            .collect()
    }

    /// Whether a piece may capture before it has taken anything over.
    fn takes_by_itself(&self, side: Side, name: &str) -> bool {
        let rules = self.facts.rules.dissolved();
        let by_power = rules.powers.iter().any(|power| power.of.has(name));
        let own = self
            .facts
            .rules
            .pieces
            .get(name)
            .map(|piece| &piece.movement[side]);
        let taking = |movement: &Movement| {
            let modes = [Modes::CAPTURE, Modes::EN_PASSANT, Modes::CAPTURE_OWN];
            modes.iter().any(|&mode| has_mode(movement, mode))
                || passes(movement, Via::Capture)
                || passes(movement, Via::CaptureOwn)
        };
        by_power || own.is_none_or(taking)
    }

    /// The pieces that never avenge themselves.
    fn idle_avenge(&self, world: &World<'_, '_>, list: &[Avenge]) -> Option<(Option<usize>, String)> {
        let none = &world.played.restrictions.no_captures;
        if none.white && none.black {
            return Some((None, "nothing is captured: `captures: no`".to_owned()));
        }
        let safe = |kind: &String| {
            Side::ALL
                .into_iter()
                .all(|side| !world.has(side, &only(kind)) || world.royal_for_good(side, kind))
        };
        let index = list.iter().position(|avenge| avenge.of.iter().all(safe))?;
        Some((Some(index), "such a piece is never captured".to_owned()))
    }

    fn idle_exchange(&self, world: &World<'_, '_>, list: &[Exchange]) -> Option<(Option<usize>, String)> {
        let both =
            |side: Side, of: &str, with: &str| world.has(side, &only(of)) && world.has(side, &only(with));
        let index = list
            .iter()
            .position(|pair| !Side::ALL.into_iter().any(|side| both(side, &pair.of, &pair.with)));
        let same = |one: &Exchange, other: &Exchange| {
            (&one.of, &one.with) == (&other.of, &other.with)
                || (&one.of, &one.with) == (&other.with, &other.of)
        };
        let mut pairs = list.iter().enumerate();
        let mut twice =
            || pairs.find_map(|(at, pair)| list[..at].iter().any(|one| same(one, pair)).then_some(at));
        match index {
            Some(index) => Some((Some(index), "no side has both pieces".to_owned())),
            None => Some((Some(twice()?), "these two are named before".to_owned())),
        }
    }

    /// A mechanic that keeps royals apart in the same way.
    fn same_apart(&self, apart: &PerSide<Option<Movement>>) -> Option<(Option<usize>, String)> {
        let mut hooks = self.facts.rules.hooks.iter();
        let same = |hook: &&HookUse| {
            let says = hook.says.as_ref();
            says.is_some_and(|says| says.restrictions.apart == *apart)
        };
        let hook = hooks.find(same)?;
        Some((None, format!("`use {}` says the same", hook.name)))
    }

    fn idle_apart(
        &self,
        world: &World<'_, '_>,
        apart: &PerSide<Option<Movement>>,
    ) -> Option<(Option<usize>, String)> {
        let mut ways = Side::ALL
            .into_iter()
            .filter_map(|side| Some((side, apart[side].as_ref()?)));
        let nowhere = |(side, way): (Side, &Movement)| {
            targets_of_all(self.facts.topology, way, side, world.all(), Modes(!0)).is_empty()
        };
        if ways.clone().all(nowhere) {
            return Some((None, "the movement leads nowhere on this board".to_owned()));
        }
        ways.all(|(side, way)| world.never_meet(side, way))
            .then(|| (None, APART.to_owned()))
    }
}

/// Whether a piece that takes over how another one moves gets this part of it.
fn is_taken_over(term: &Movement) -> bool {
    let kept = |part: &Movement| {
        matches!(part, Movement::Rifle(_) | Movement::Exposed(_))
            || matches!(
                part,
                Movement::Then {
                    via: Via::Capture | Via::CaptureOwn,
                    ..
                }
            )
    };
    let modes = normal::modes(term);
    !term.any(&kept) && (modes.has(Modes::QUIET) || modes.has(Modes::CAPTURE))
}

/// Whether royals that may not be left where a movement leads from one to the other never face each
/// other on a file or rank.
fn never_faces(apart: Option<&Movement>) -> bool {
    let facing = Movement::Leap(Leap {
        m: 0,
        n: 1,
        winds: Winds::ORTHOGONAL,
        frame: Frame::Side,
        range: Range::ANY,
        between: Between::Free,
        wraps: false,
    });
    apart.is_some_and(|apart| {
        let whole = normal::union([apart.clone()]);
        normal::union([apart.clone(), facing]) == whole
    })
}

/// One kind.
fn only(name: &str) -> Kinds {
    Kinds::Only(vec![name.to_owned()])
}

impl World<'_, '_> {
    /// Whether a piece is royal, and its side has to keep all royals safe.
    fn royal_for_good(&self, side: Side, name: &str) -> bool {
        let rules = &self.played;
        let royal = rules.pieces.get(name).is_some_and(|piece| piece.royal[side]);
        let loses = rules.effects.iter().any(|effect| !effect.acts.is_empty());
        royal
            && !loses
            && rules.control.is_none()
            && rules.royalty.rule[side] == crate::rules::RoyalRule::All
            && !rules.royalty.sacrifice
            && rules.restrictions.beyond.regents.is_empty()
            && rules.restrictions.beyond.carry.is_empty()
    }

    /// The reason why no side ever removes a royal of its own, so that no piece stands in for one.
    fn keeps_royals(&self) -> Option<String> {
        (!self.exiles()).then(|| "no side ever removes a royal piece of its own".to_owned())
    }

    /// Whether a side may ever remove a piece of its own.
    fn exiles(&self) -> bool {
        let rules = &self.played;
        let own = movements(rules)
            .any(|movement| has_mode(movement, Modes::CAPTURE_OWN) || passes(movement, Via::CaptureOwn));
        let falls = |act: ActFacts<'_>| {
            let own = act.pieces.iter().any(|group| group.owner != Owner::Enemy);
            own && act.fate == Fate::Gone && !act.to_hand || act.ground == Ground::Closed
        };
        let falls = rules.acts().map(Act::facts).any(falls);
        let beyond = &rules.restrictions.beyond;
        own || falls || !beyond.avenge.is_empty() || !beyond.carry.is_empty() || rules.control.is_some()
    }
}
