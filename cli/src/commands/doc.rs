//! `ferz doc`: the rules of variants in plain English.

use super::site;
use crate::args::{Doc, DocFormat};
use crate::failure::Failure;
use crate::json::{PageReport, WrittenReport};
use crate::load::{self, Text, bundled_name};
use crate::save;
use anyhow::Context as _;
use ferz::lower::Source;
use ferz_pages::{Page, Picture, START, contents, html, markdown};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn run(args: &Doc) -> anyhow::Result<ExitCode> {
    if args.all {
        let Some(folder) = &args.output else {
            let message = "`--all` needs a folder to write to: `-o FOLDER`".to_owned();
            return Err(Failure::Usage(message).into());
        };
        return match args.format {
            DocFormat::Html => write_site(args, folder),
            DocFormat::Md => told(args, &write_all(args, folder)?),
        };
    }
    if args.wasm.is_some() {
        return Err(Failure::Usage("`--wasm` goes with `--all`".to_owned()).into());
    }
    let Some(argument) = &args.variant else {
        return Err(Failure::Usage("name a VARIANT, or give `--all`".to_owned()).into());
    };
    let page = describe(args, argument)?;
    match &args.output {
        Some(path) if path.is_dir() => {
            let message = format!("{} is a folder; name a file in it", path.display());
            Err(Failure::Usage(message).into())
        }
        Some(path) => told(args, &write(&page, args.format, path)?),
        None => {
            let text = match args.format {
                DocFormat::Html => html::page(&page),
                DocFormat::Md => markdown::page(&page, &|_| None),
            };
            let mut out = stdout().lock();
            if args.json {
                serde_json::to_writer(
                    &mut out,
                    &PageReport {
                        title: &page.title,
                        text,
                    },
                )?;
                writeln!(out)?;
            } else {
                out.write_all(text.as_bytes())?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes the pages of all bundled variants as a site, and says how its boards are got.
fn write_site(args: &Doc, folder: &Path) -> anyhow::Result<ExitCode> {
    if let Some(address) = &args.workbench {
        is_address(address)?;
    }
    let files = site::write(
        folder,
        args.wasm.as_deref(),
        args.workbench.as_deref(),
        args.set.into(),
    )?;
    if !args.json {
        let many = ferz_rulesets::all().len();
        let boards = match (&args.wasm, &args.workbench) {
            (Some(_), _) => "with a board on each page; any server of plain files can show them",
            (None, Some(_)) => "with links to the workbench",
            (None, None) => {
                "without boards; `--wasm FOLDER` puts one on each page, and `--workbench` links to `ferz serve`"
            }
        };
        let index = folder.join("index.html");
        writeln!(stdout(), "{many} variants, {boards}: {}", index.display())?;
    }
    told(args, &files)
}

/// Writes the pages of all bundled variants as Markdown, with a list of them. Returns the files.
fn write_all(args: &Doc, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let written: Vec<(String, Page, Vec<PathBuf>)> = ferz_rulesets::all()
        .par_iter()
        .map(|bundled| {
            let page = describe(args, bundled.name)?;
            let file = format!("{}.md", bundled.name);
            let files = write(&page, DocFormat::Md, &folder.join(&file))?;
            Ok((file, page, files))
        })
        .collect::<anyhow::Result<_>>()?;
    let (mut pages, mut files) = (Vec::new(), Vec::new());
    for (file, page, written) in written {
        files.extend(written);
        pages.push((file, page));
    }
    files.extend(write(&contents(&pages), DocFormat::Md, &folder.join("index.md"))?);
    Ok(files)
}

/// Says in JSON what was written, if that is wanted.
fn told(args: &Doc, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    if args.json {
        let mut out = stdout().lock();
        serde_json::to_writer(&mut out, &WrittenReport::new(files))?;
        writeln!(out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(args: &Doc, argument: &str) -> anyhow::Result<Page> {
    let loaded = load::variant(argument)?;
    let parent = load::parent(argument)?;
    let mut page = ferz_pages::describe(&loaded.variant, parent.as_ref(), args.set.into());
    if let Some(workbench) = &args.workbench {
        page.link_workbench(&link(workbench, argument)?);
    }
    Ok(page)
}

/// The address of the workbench with the variant: the link carries the variant's own texts.
fn link(workbench: &str, argument: &str) -> anyhow::Result<String> {
    is_address(workbench)?;
    let text = Text::find(argument)?;
    if let Some(name) = bundled_name(&text.name) {
        return Ok(ferz_workbench::bundled_link(workbench, name));
    }
    let own = text.lower().sources.into_iter();
    let own: Vec<Source> = own
        .filter(|source| bundled_name(&source.name).is_none())
        .collect();
    let below = common(&own);
    let path = |name: &str| {
        let rest = Path::new(name).strip_prefix(&below).unwrap_or(Path::new(name));
        let parts: Vec<String> = rest
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        format!("/{}", parts.join("/"))
    };
    let active = path(&text.name);
    let texts: BTreeMap<String, String> = own
        .iter()
        .map(|source| (path(&source.name), source.text.clone()))
        .collect();
    ferz_workbench::link(workbench, &texts, &active)
        .with_context(|| format!("the rules of {argument} cannot be put into a link"))
}

/// That a workbench may be there.
fn is_address(workbench: &str) -> Result<(), Failure> {
    let is_web = workbench.starts_with("http://") || workbench.starts_with("https://");
    if !is_web || workbench.contains(|c: char| c.is_whitespace() || c.is_control() || c == ')') {
        let message = format!("`{workbench}` is no address of a workbench, such as http://127.0.0.1:4040/");
        return Err(Failure::Usage(message));
    }
    Ok(())
}

/// The folder that holds all these files.
fn common(files: &[Source]) -> PathBuf {
    let mut folders = files.iter().filter_map(|file| Path::new(&file.name).parent());
    let mut common = folders.next().unwrap_or(Path::new("")).to_owned();
    for folder in folders {
        while !folder.starts_with(&common) && common.pop() {}
    }
    common
}

/// Writes a page; the pictures of Markdown go into a folder beside it that has its name. Returns
/// the files.
fn write(page: &Page, format: DocFormat, path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = vec![path.to_owned()];
    let text = match format {
        DocFormat::Html => html::page(page),
        DocFormat::Md => {
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let folder = path.with_file_name(&stem);
            for picture in page.pictures() {
                let file = folder.join(format!("{}.svg", picture.name));
                // A smaller board is enough to show a piece's moves.
                let width = if picture.name == START { 420 } else { 300 };
                save::write(&file, picture.drawing.to_file(Some(width)).as_bytes())?;
                files.push(file);
            }
            let image = |picture: &Picture| Some(format!("{stem}/{}.svg", picture.name));
            markdown::page(page, &image)
        }
    };
    save::write(path, text.as_bytes())?;
    Ok(files)
}
