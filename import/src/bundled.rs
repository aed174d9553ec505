//! Bundled variants as sections of another program begin with them.

use crate::differ;
use crate::model::Model;
use crate::part::head;
use crate::read;
use crate::write;
use ferz::rules::Ruleset;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// A bundled variant.
pub(crate) struct Bundled {
    name: String,
    pub(crate) rules: Ruleset,
    pub(crate) model: Model,
    imported: OnceCell<Option<Ruleset>>,
}

impl Bundled {
    fn new(name: &str) -> Option<Self> {
        is_bundled(name).then_some(())?;
        let rules = ferz_rulesets::ruleset(name).ok()?;
        Some(Self {
            name: name.to_owned(),
            model: read::model(&rules),
            rules,
            imported: OnceCell::new(),
        })
    }

    /// The rules that an import of the model gives, if it is written without an error.
    pub(crate) fn imported(&self) -> Option<&Ruleset> {
        let read = || {
            let head = head(&self.name, None, "", "");
            differ::rules(&write::write(&self.model).file(&head)).ok()
        };
        self.imported.get_or_init(read).as_ref()
    }
}

/// Bundled variants that have been asked for, each compiled once.
#[derive(Default)]
pub(crate) struct Shelf(RefCell<HashMap<String, Rc<Bundled>>>);

impl Shelf {
    /// The bundled variant of a name.
    pub(crate) fn get(&self, name: &str) -> Option<Rc<Bundled>> {
        if let Some(known) = self.0.borrow().get(name) {
            return Some(Rc::clone(known));
        }
        let read = Rc::new(Bundled::new(name)?);
        self.0.borrow_mut().insert(name.to_owned(), Rc::clone(&read));
        Some(read)
    }
}

/// Whether a bundled variant has this name.
pub(crate) fn is_bundled(name: &str) -> bool {
    ferz_rulesets::all().iter().any(|bundled| bundled.name == name)
}
