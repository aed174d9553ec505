//! `ferz serve --static`: everything as plain files, for any server of files.

use crate::failure::Failure;
use crate::{load, save};
use anyhow::Context as _;
use ferz_drawing::Scene;
use ferz_pages::site::{Entry, gallery, outlines, rules, style};
use std::collections::BTreeSet;
use std::fs;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::ExitCode;

/// The builds that the workbench of such a site loads: one for boards of up to 64 squares, and one
/// for all, which may be missing.
const BUILDS: [&str; 2] = ["small", "full"];

/// Width of the small pictures.
const THUMB: u32 = 240;

/// The sources from which the workbench may load: its own site only.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Writes the site.
pub(crate) fn write(folder: &Path, wasm: &Path) -> anyhow::Result<ExitCode> {
    let (mut entries, mut used) = (Vec::new(), BTreeSet::new());
    workbench(&folder.join("workbench"), wasm)?;
    for bundled in ferz_rulesets::all() {
        let name = bundled.name;
        let loaded = load::variant(name)?;
        let parent = load::parent(name)?;
        let page = ferz_pages::describe(&loaded.variant, parent.as_ref());
        let start = loaded.variant.start();
        let mut scene = Scene::new(&loaded.variant, &start);
        scene.coordinates = false;
        scene.details = false;
        let thumb = scene.draw().to_file(Some(THUMB));
        save::write(&folder.join(format!("thumbs/{name}.svg")), thumb.as_bytes())?;
        save::write(
            &folder.join(format!("rules/{name}.html")),
            rules(&page, name, &mut used).as_bytes(),
        )?;
        entries.push(Entry {
            name: name.to_owned(),
            title: page.title.clone(),
            about: page.about().to_owned(),
            family: bundled.family.to_owned(),
        });
    }
    save::write(&folder.join("outlines.svg"), outlines(&used).as_bytes())?;
    save::write(&folder.join("style.css"), style().as_bytes())?;
    let index = gallery(ferz_rulesets::families(), &entries);
    save::write(&folder.join("index.html"), index.as_bytes())?;
    writeln!(
        stdout(),
        "{} variants and the workbench are in {}; any server of plain files can show them",
        entries.len(),
        folder.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The page, and the builds that answer it.
fn workbench(folder: &Path, wasm: &Path) -> anyhow::Result<()> {
    if !wasm.join("small.bin").is_file() {
        let shown = wasm.display();
        let message = format!("there is no small.bin in {shown}; `node js/site.mjs` makes it");
        return Err(Failure::Usage(message).into());
    }
    for (name, bytes) in ferz_workbench::files() {
        let path = folder.join(&*name);
        match std::str::from_utf8(&bytes) {
            Ok(text) if name == "index.html" => save::write(&path, guarded(text).as_bytes())?,
            _ => save::write(&path, &bytes)?,
        }
    }
    for build in BUILDS {
        for name in [format!("{build}.bin"), format!("{build}.js")] {
            let from = wasm.join(&name);
            if from.is_file() {
                let bytes = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
                save::write(&folder.join("wasm").join(&name), &bytes)?;
            }
        }
    }
    Ok(())
}

/// The page with its policy: a server of files sends none.
fn guarded(page: &str) -> String {
    let policy = format!("<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\" />");
    page.replacen(
        "<meta charset=\"utf-8\" />",
        &format!("<meta charset=\"utf-8\" />\n    {policy}"),
        1,
    )
}
