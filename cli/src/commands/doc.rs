//! `ferz doc`: the rules of variants in plain English.

use crate::args::{Doc, DocFormat};
use crate::doc::{self, Page, Parent, Picture};
use crate::load::{self, Failure, Loaded};
use crate::save;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(args: &Doc) -> anyhow::Result<ExitCode> {
    if args.all {
        let Some(folder) = &args.output else {
            let message = "`--all` needs a folder to write to: `-o FOLDER`".to_owned();
            return Err(Failure::Usage(message).into());
        };
        let mut index = Vec::new();
        for bundled in ferz_rulesets::all() {
            let page = describe(&load::variant(bundled.name)?, bundled.name)?;
            write(
                &page,
                args.format,
                &folder.join(file_name(bundled.name, args.format)),
            )?;
            index.push((bundled.name, page));
        }
        let text = contents(&index, args.format);
        save::write(&folder.join(file_name("index", args.format)), text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(argument) = &args.variant else {
        return Err(Failure::Usage("name a VARIANT, or give `--all`".to_owned()).into());
    };
    let page = describe(&load::variant(argument)?, argument)?;
    match &args.output {
        Some(path) if path.is_dir() => {
            let message = format!("{} is a folder; name a file in it", path.display());
            return Err(Failure::Usage(message).into());
        }
        Some(path) => write(&page, args.format, path)?,
        None => {
            let text = match args.format {
                DocFormat::Html => doc::html(&page),
                DocFormat::Md => doc::markdown(&page, &|_| None),
            };
            stdout().lock().write_all(text.as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn file_name(name: &str, format: DocFormat) -> String {
    match format {
        DocFormat::Html => format!("{name}.html"),
        DocFormat::Md => format!("{name}.md"),
    }
}

fn describe(loaded: &Loaded, argument: &str) -> anyhow::Result<Page> {
    let parent = load::parent(argument)?.map(|rules| Parent {
        title: rules.title.clone(),
        rules,
    });
    Ok(doc::write(&loaded.variant, parent.as_ref()))
}

/// Writes a page; the pictures of Markdown go into a folder beside it that has its name.
fn write(page: &Page, format: DocFormat, path: &Path) -> anyhow::Result<()> {
    let text = match format {
        DocFormat::Html => doc::html(page),
        DocFormat::Md => {
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let folder = path.with_file_name(&stem);
            for picture in page.pictures() {
                let file = folder.join(format!("{}.svg", picture.name));
                // What a piece can do is seen on a smaller board, too.
                let width = if picture.name == doc::START { 420 } else { 300 };
                save::write(&file, picture.drawing.to_file(Some(width)).as_bytes())?;
            }
            let image = |picture: &Picture| Some(format!("{stem}/{}.svg", picture.name));
            doc::markdown(page, &image)
        }
    };
    save::write(path, text.as_bytes())
}

/// A page that lists all others.
fn contents(pages: &[(&str, Page)], format: DocFormat) -> String {
    match format {
        DocFormat::Md => {
            let mut out = "# The bundled variants\n\n".to_owned();
            for (name, page) in pages {
                out.push_str(&format!("- [{}]({name}.md): {}\n", page.title, page.about()));
            }
            out
        }
        DocFormat::Html => {
            let mut blocks = Vec::new();
            for (name, page) in pages {
                blocks.push(format!("[{}]({name}.html): {}", page.title, page.about()));
            }
            doc::html(&Page {
                title: "The bundled variants".to_owned(),
                blocks: vec![doc::Block::Items(blocks)],
            })
        }
    }
}
