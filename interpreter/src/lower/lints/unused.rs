//! Definitions that nothing uses.

use super::super::report::{Place, warning};
use super::{Lints, OWN};
use crate::lower::declared::{Definition, zone_declaration};

impl Lints<'_, '_> {
    pub(super) fn unused(&self) {
        self.unused_movements();
        self.unused_zones();
        self.unused_libraries();
    }

    fn unused_movements(&self) {
        let facts = self.facts;
        for (&name, definitions) in &facts.declared.movements {
            for (index, definition) in definitions.iter().enumerate().filter(|(_, d)| d.own) {
                let node = definition.at.node;
                for parameter in &node.parameters {
                    if !facts.movements.is_parameter_used(name, index, &parameter.value) {
                        let message = format!("the parameter `{}` is not used", parameter.value);
                        facts.report.add(
                            warning("F0307", definition.at.place(parameter.span), message)
                                .help("every argument gives the same movement; leave it out"),
                        );
                    }
                }
                if !facts.movements.is_used(name, index) && !self.in_mechanics.contains(name) {
                    let place = definition.at.place(node.name.span);
                    let message = format!("nothing uses the movement `{name}`");
                    let help = "use it in a piece, or leave it out";
                    facts.report.add(warning("F0304", place, message).help(help));
                }
            }
        }
    }

    fn unused_zones(&self) {
        for (&name, zone) in &self.facts.declared.zones {
            let Some(declaration) = zone_declaration(zone).filter(|d| d.source == OWN) else {
                continue;
            };
            if !self.facts.grounds.is_used(name) && !self.in_mechanics.contains(name) {
                let place = declaration.place(declaration.node.name.span);
                let message = format!("nothing uses the zone `{name}`");
                let help = "use it in a set of squares, or leave it out";
                self.facts.report.add(warning("F0305", place, message).help(help));
            }
        }
    }

    fn unused_libraries(&self) {
        let facts = self.facts;
        let own = facts.files.layers.iter().filter(|l| l.source == OWN);
        for (span, libraries) in own.flat_map(|l| &l.includes) {
            let movement = facts.declared.movements.iter().any(|(&name, definitions)| {
                let of_library = |(i, d): (usize, &Definition<'_>)| {
                    let used = facts.movements.is_used(name, i) || self.in_mechanics.contains(name);
                    libraries.contains(&d.at.source) && used
                };
                definitions.iter().enumerate().any(of_library)
            });
            let zone = facts.declared.zones.iter().any(|(&name, zone)| {
                zone_declaration(zone).is_some_and(|d| libraries.contains(&d.source))
                    && facts.grounds.is_used(name)
            });
            let mechanic = facts.declared.mechanics.iter().any(|(name, part)| {
                libraries.contains(&part.at.source) && self.used_mechanics.contains(name)
            });
            if !movement && !zone && !mechanic {
                let place = Place::new(OWN, *span);
                let warning = warning("F0306", place, "nothing of this library is used");
                facts.report.add(warning.help("leave it out"));
            }
        }
    }
}
