//! Variants that are compiled once, however often they are asked for.

use crate::codes::Codes;
use crate::material::Material;
use ferz::Variant;
use ferz::rules::Ground;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock, Weak};

/// A variant with facts besides its rules.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) variant: Variant,
    /// The name that it is bundled by.
    bundled: OnceLock<&'static str>,
    /// FNV-1a over the rules as JSON: the same for equal rules.
    pub(crate) fingerprint: u64,
    /// The abilities of its pieces to end the game.
    pub(crate) material: Material,
    /// Whether moves may close squares.
    pub(crate) closes: bool,
    codes: OnceLock<Arc<Codes>>,
}

/// All variants that are alive, by their fingerprint.
static ALIVE: LazyLock<RwLock<HashMap<u64, Weak<Known>>>> = LazyLock::new(RwLock::default);
/// The bundled variants that have been asked for.
static BUNDLED: LazyLock<RwLock<HashMap<&'static str, Arc<Known>>>> = LazyLock::new(RwLock::default);

impl Known {
    /// A variant, or the one with equal rules that is there already.
    pub(crate) fn share(variant: Variant, bundled: Option<&'static str>) -> Arc<Self> {
        let text = serde_json::to_string(variant.rules()).unwrap_or_default();
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let fingerprint = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        let mut alive = ALIVE.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = alive.get(&fingerprint).and_then(Weak::upgrade)
            && known.variant.rules() == variant.rules()
        {
            if let Some(name) = bundled {
                let _ = known.bundled.set(name);
            }
            return known;
        }
        let rules = variant.played();
        let closes = rules.walls.is_some() || rules.acts().any(|act| act.facts().ground == Ground::Closed);
        let known = Arc::new(Self {
            variant,
            bundled: bundled.map_or_else(OnceLock::new, OnceLock::from),
            fingerprint,
            material: Material::default(),
            closes,
            codes: OnceLock::new(),
        });
        alive.retain(|_, known| known.strong_count() > 0);
        alive.insert(fingerprint, Arc::downgrade(&known));
        known
    }

    /// The name that it is bundled by.
    pub(crate) fn bundled_name(&self) -> Option<&'static str> {
        self.bundled.get().copied()
    }

    /// How its moves are numbered.
    pub(crate) fn codes(&self) -> Arc<Codes> {
        self.codes
            .get_or_init(|| Arc::new(Codes::new(&self.variant)))
            .clone()
    }

    /// The variant with this fingerprint, if it is alive.
    pub(crate) fn alive(fingerprint: u64) -> Option<Arc<Self>> {
        let alive = ALIVE.read().unwrap_or_else(PoisonError::into_inner);
        alive.get(&fingerprint)?.upgrade()
    }

    /// A bundled variant by its own name or an alias; compiled when it is first asked for.
    pub(crate) fn bundled(name: &str) -> Option<Arc<Self>> {
        let read = BUNDLED.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(ferz_rulesets::canonical(name)) {
            return Some(known.clone());
        }
        drop(read);
        let canonical = ferz_rulesets::canonical(name);
        let bundled = ferz_rulesets::all()
            .iter()
            .find(|known| known.name == canonical)?;
        let variant = <Variant as ferz_rulesets::Load>::bundled(bundled.name).ok()?;
        let known = Self::share(variant, Some(bundled.name));
        let mut all = BUNDLED.write().unwrap_or_else(PoisonError::into_inner);
        Some(all.entry(bundled.name).or_insert(known).clone())
    }
}
