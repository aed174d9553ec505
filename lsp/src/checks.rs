//! The checks that need the whole variant, and the site that the author wants to publish on.

use ferz::lower::Source;
use ferz::rules::Ruleset;
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The diagnostics that need the compiled variant: [`ferz::check::check`], or a variant that is
/// compiled already.
pub type Checking = Arc<dyn Fn(Ruleset, &[Source]) -> Vec<Diagnostic> + Send + Sync>;

/// The rules that a playing site does not accept, at their places in the first of the sources.
pub type Refusing = Arc<dyn Fn(&Ruleset, &[Source]) -> Vec<Diagnostic> + Send + Sync>;

/// The checks of a variant.
#[derive(Clone)]
pub struct Checks {
    /// The check of the compiled variant.
    pub variant: Checking,
    /// The playing sites by the names that editors use in the setting `ferz.for`.
    pub sites: BTreeMap<&'static str, Refusing>,
}

impl Checks {
    /// The findings about a variant. Rules that a site does not accept are warnings: they are good
    /// rules.
    pub(crate) fn found(&self, rules: Ruleset, sources: &[Source], site: Option<&str>) -> Vec<Diagnostic> {
        let Some(refusing) = site.and_then(|site| self.sites.get(site)) else {
            return (self.variant)(rules, sources);
        };
        let mut found = (self.variant)(rules.clone(), sources);
        if found.iter().all(|one| one.severity == Severity::Warning) {
            let refused = refusing(&rules, sources).into_iter();
            found.extend(refused.map(|one| Diagnostic {
                severity: Severity::Warning,
                ..one
            }));
        }
        found
    }

    /// The site that settings name; an empty name stands for none. `None` if the settings do not
    /// say it.
    ///
    /// Editors send the settings of all their extensions, or those of ferz alone.
    ///
    /// # Errors
    /// If no site has that name: a message for the author.
    pub(crate) fn site(&self, settings: &Value) -> Option<Result<Option<String>, String>> {
        let own = settings.get("ferz").unwrap_or(settings);
        let name = own.as_object()?.get("for")?.as_str().unwrap_or_default();
        Some(if name.is_empty() {
            Ok(None)
        } else if self.sites.contains_key(name) {
            Ok(Some(name.to_owned()))
        } else {
            let known: Vec<String> = self.sites.keys().map(|site| format!("`{site}`")).collect();
            Err(match known.is_empty() {
                true => format!("`ferz.for` is `{name}`, but this server checks for no site"),
                false => format!("`ferz.for` is `{name}`; known are {}", known.join(", ")),
            })
        })
    }
}
