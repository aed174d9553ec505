//! `ferz serve`: the workbench in the browser.

use crate::args::Serve;
use crate::failure::Failure;
use anyhow::Context as _;
use ferz_drawing::Figures;
use ferz_workbench::{Directory, Folder, Limits, NoFolder, Options, Server, session};
use std::ffi::OsString;
use std::io::{Write as _, stdin, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(args: &Serve) -> anyhow::Result<ExitCode> {
    if let (Some(site), Some(wasm)) = (&args.site, &args.wasm) {
        return write_site(site, wasm);
    }
    let (folder, file) = place(args.place.as_deref())?;
    if args.session {
        return talk(args, &folder);
    }
    let address = match args.public {
        true => args.address,
        false => IpAddr::V4(Ipv4Addr::LOCALHOST),
    };
    let options = Options {
        address: SocketAddr::new(address, args.port),
        public: args.public,
        clients: args.clients,
        clients_each: args.clients_each,
        limits: limits(args),
        session: command(args, &folder)?,
        status: args.status,
    };
    if !args.public
        && let Ok(folder) = Directory::new(&folder)
    {
        folder.clear();
    }
    let server = Server::bind(options).with_context(|| {
        format!(
            "cannot listen on port {}; another can be chosen with {}",
            args.status.map_or_else(
                || args.port.to_string(),
                |status| format!("{} or {status}", args.port)
            ),
            if args.status.is_some() {
                "`--port` or `--status`"
            } else {
                "`--port`"
            },
        )
    })?;
    let page = match file {
        Some(name) => format!("http://{}/#file=/{name}", server.address()?),
        None => format!("http://{}/", server.address()?),
    };
    let told = told(args, &server, &page)?;
    let mut out = stdout().lock();
    // At once: who reads the address may read no more.
    out.write_all(told.as_bytes())?;
    out.flush()?;
    if args.open && open::that_detached(&page).is_err() {
        writeln!(out, "no browser could be opened; open that address yourself")?;
    }
    drop(out);
    server.run()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the gallery and the workbench as plain files.
fn write_site(site: &Path, wasm: &Path) -> anyhow::Result<ExitCode> {
    super::site::write(site, Some(wasm), None, Figures::default())?;
    let (many, shown) = (ferz_rulesets::all().len(), site.display());
    writeln!(
        stdout(),
        "{many} variants and the workbench are in {shown}; any server of plain files can show them"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Announces that the server listens.
fn told(args: &Serve, server: &Server, page: &str) -> anyhow::Result<String> {
    let mut told = format!("the workbench is at {page}; Ctrl-C ends it\n");
    if let Some(status) = server.status()? {
        told += &format!("how much is done is told at http://{status}/\n");
    }
    if args.public && server.clients() < args.clients {
        told += &format!(
            "this system opens too few files at once for {} pages: at most {} are connected\n",
            args.clients,
            server.clients()
        );
    }
    Ok(told)
}

const fn limits(args: &Serve) -> Limits {
    if args.public {
        Limits::PUBLIC
    } else {
        Limits::LOCAL
    }
}

/// One page's process.
fn talk(args: &Serve, folder: &Path) -> anyhow::Result<ExitCode> {
    let files: Arc<dyn Folder> = match args.public {
        true => Arc::new(NoFolder),
        false => {
            Arc::new(Directory::new(folder).with_context(|| format!("cannot read {}", folder.display()))?)
        }
    };
    Ok(session(stdin().lock(), stdout(), files, limits(args)))
}

/// The command that [`talk`]s.
fn command(args: &Serve, folder: &Path) -> anyhow::Result<Vec<OsString>> {
    let own = std::env::current_exe().context("this program does not know where it is")?;
    // The program may be replaced by a newer one while it runs.
    let running = Path::new("/proc/self/exe");
    let own = if running.exists() && !own.exists() {
        running.to_owned()
    } else {
        own
    };
    let mut command = vec![own.into_os_string(), "serve".into(), "--session".into()];
    command.push(match args.public {
        true => "--public".into(),
        false => folder
            .canonicalize()
            .context("the folder cannot be read")?
            .into_os_string(),
    });
    Ok(command)
}

/// The folder, and the name of the file in it to begin with.
fn place(place: Option<&Path>) -> anyhow::Result<(PathBuf, Option<String>)> {
    let here = PathBuf::from(".");
    let Some(path) = place else {
        return Ok((here, None));
    };
    if path.is_dir() {
        return Ok((path.to_owned(), None));
    }
    let usage = |message: String| anyhow::Error::from(Failure::Usage(message));
    let shown = path.display();
    if !path.is_file() {
        return Err(usage(format!(
            "there is no folder and no file {shown}; `ferz new` makes a file"
        )));
    }
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(name) = name.filter(|name| name.ends_with(".ferz")) else {
        return Err(usage(format!("{shown} is no .ferz file")));
    };
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    Ok((folder.map_or(here, Path::to_owned), Some(name.to_owned())))
}
