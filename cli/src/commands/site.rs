//! A site of plain files, for any server of files: `ferz doc --all` and `ferz serve --static`.

use crate::failure::Failure;
use crate::{load, save};
use anyhow::Context as _;
use ferz_drawing::{Figures, Scene};
use ferz_pages::site::{Entry, Workbench, gallery, rules, style};
use ferz_rulesets::Bundled;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// The builds that the workbench of such a site loads: one for boards of up to 64 squares, and one
/// for all, which may be missing.
const BUILDS: [&str; 2] = ["small", "full"];

/// Width of the small pictures.
const THUMB: u32 = 240;

/// The sources from which the workbench may load: its own site only.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Writes a gallery of all bundled variants and a page of rules for each. With the builds for
/// browsers in the folder `wasm`, each page has a board, and the workbench is there, too; without
/// them, pages link to the workbench at an address, if one is given. Returns the files.
pub(crate) fn write(
    folder: &Path,
    wasm: Option<&Path>,
    address: Option<&str>,
    figures: Figures,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let workbench = match (wasm, address) {
        (Some(wasm), _) => {
            copy_workbench(&folder.join("workbench"), wasm, &mut files)?;
            Workbench::Here
        }
        (None, Some(address)) => Workbench::At(address),
        (None, None) => Workbench::Nowhere,
    };
    let written: Vec<(Entry, [PathBuf; 2])> = ferz_rulesets::all()
        .par_iter()
        .map(|bundled| variant(folder, bundled, workbench, figures))
        .collect::<anyhow::Result<_>>()?;
    let (entries, pages): (Vec<Entry>, Vec<[PathBuf; 2]>) = written.into_iter().unzip();
    files.extend(pages.into_iter().flatten());
    let index = gallery(ferz_rulesets::families(), &entries, workbench);
    for (name, text) in [("style.css", style()), ("index.html", index)] {
        let path = folder.join(name);
        save::write(&path, text.as_bytes())?;
        files.push(path);
    }
    Ok(files)
}

/// Writes the picture and the page of a variant.
fn variant(
    folder: &Path,
    bundled: &Bundled,
    workbench: Workbench<'_>,
    figures: Figures,
) -> anyhow::Result<(Entry, [PathBuf; 2])> {
    let name = bundled.name;
    let loaded = load::variant(name)?;
    let parent = load::parent(name)?;
    let page = ferz_pages::describe(&loaded.variant, parent.as_ref(), figures);
    let start = loaded.variant.start();
    let mut scene = Scene::new(&loaded.variant, &start);
    scene.figures = figures;
    scene.coordinates = false;
    scene.details = false;
    let thumb = folder.join(format!("thumbs/{name}.svg"));
    save::write(&thumb, scene.draw().to_file(Some(THUMB)).as_bytes())?;
    let file = folder.join(format!("rules/{name}.html"));
    save::write(&file, rules(&page, name, workbench).as_bytes())?;
    let entry = Entry {
        name: name.to_owned(),
        title: page.title.clone(),
        about: page.about().to_owned(),
        family: bundled.family.to_owned(),
        mechanics: ferz_rulesets::head(bundled).map_or_else(Vec::new, |head| head.mechanics),
    };
    Ok((entry, [thumb, file]))
}

/// Copies the workbench, and the builds that answer it.
fn copy_workbench(folder: &Path, wasm: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !wasm.join("small.bin").is_file() {
        let shown = wasm.display();
        let message = format!(
            "there is no small.bin in {shown}; `node js/site.mjs` makes it, and the folder workbench/wasm of every \
             such site has it"
        );
        return Err(Failure::Usage(message).into());
    }
    for (name, bytes) in ferz_workbench::files() {
        let path = folder.join(name);
        match std::str::from_utf8(bytes) {
            Ok(text) if name == "index.html" => save::write(&path, guarded(text).as_bytes())?,
            _ => save::write(&path, bytes)?,
        }
        files.push(path);
    }
    for build in BUILDS {
        for name in [format!("{build}.bin"), format!("{build}.js")] {
            let from = wasm.join(&name);
            if from.is_file() {
                let bytes = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
                let path = folder.join("wasm").join(&name);
                save::write(&path, &bytes)?;
                files.push(path);
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
