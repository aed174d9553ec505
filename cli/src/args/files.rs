//! Arguments of commands that write, compare and test files.

use super::values::{board, whole};
use crate::complete;
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, ClapArgs)]
pub(crate) struct New {
    /// The name of the files, in small letters, optionally with a folder
    pub(crate) name: String,
    /// The bundled variant to extend; default: a small complete variant
    #[arg(long, value_name = "VARIANT", add = complete::variants())]
    pub(crate) extends: Option<String>,
    /// The title; default: from the name
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Files and ranks of the board of a whole variant, such as `10x8`; default: 6x6
    #[arg(long, value_name = "SIZE", value_parser = board)]
    pub(crate) board: Option<(u8, u8)>,
    /// Give each side of a whole variant an army of its own
    #[arg(long)]
    pub(crate) armies: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Import {
    /// The file, or FILE:NAME for one of its variants; `-` is standard input
    #[arg(required_unless_present = "engine")]
    pub(crate) file: Option<PathBuf>,
    /// Names of variants; without any, all
    pub(crate) sections: Vec<String>,
    /// Ask an engine for XBoard instead of reading a file; all arguments are names of its variants
    #[arg(long, value_name = "COMMAND", conflicts_with = "from")]
    pub(crate) engine: Option<String>,
    /// The folder for the ferz files; without it one section goes to standard output
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// The format of the file; default: guessed from its text
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) from: Option<ImportFormat>,
    /// Write texts that lack rules, too; the report names them
    #[arg(long)]
    pub(crate) partial: bool,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The formats that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportFormat {
    /// A variants.ini of Fairy-Stockfish
    #[value(name = "variants.ini")]
    Ini,
    /// A definition of the Interactive Diagram
    Diagram,
    /// A variants.txt of Sjaak II
    Sjaak,
    /// An fmax.ini of Fairy-Max
    #[value(name = "fairymax")]
    FairyMax,
    /// Lines `setup` and `piece`, by which an engine tells XBoard of a variant
    #[value(name = "xboard")]
    XBoard,
    /// A JSON file of Bishop
    Bishop,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "variants.ini")]
    pub(crate) to: ExportFormat,
    /// The name of the section or diagram; default: that of the variant
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Write the text even if it cannot express every rule
    #[arg(long)]
    pub(crate) force: bool,
    /// Let an installed Fairy-Stockfish (pyffish, or the program) play the section, and show the
    /// first difference
    #[arg(long)]
    pub(crate) check: bool,
    /// The number of random games that --check plays
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = |text: &str| whole::<usize>(text, 1, 1_000_000))]
    pub(crate) games: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The formats that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A section of a variants.ini of Fairy-Stockfish
    #[value(name = "variants.ini")]
    Ini,
    /// A page with an Interactive Diagram, as chessvariants.com has them
    Diagram,
    /// A variant of Sjaak II
    Sjaak,
    /// The lines `setup` and `piece` by which an engine tells XBoard of a variant
    Xboard,
    /// A JSON file of Bishop
    Bishop,
}

/// Sites where people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Site {
    /// pychess.org, as a variant of a user's own
    Pychess,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Publish {
    /// A path or a bundled variant
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The site
    #[arg(long, value_enum, value_name = "PLACE")]
    pub(crate) to: Site,
    /// The folder that is written
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// The name of the section; default: that of the file
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The display name; default: the title of the file
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Write the folder even if rules are lost or refused
    #[arg(long)]
    pub(crate) force: bool,
    /// Run no tests
    #[arg(long)]
    pub(crate) no_tests: bool,
    /// The number of games that test the balance; 0: none
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = |text: &str| whole::<usize>(text, 0, 100_000))]
    pub(crate) games: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Snap {
    /// Rulesets, or folders with rulesets; default: this folder
    pub(crate) paths: Vec<PathBuf>,
    /// Accept all changes
    #[arg(long, conflicts_with_all = ["review", "check", "print"])]
    pub(crate) accept: bool,
    /// Show every change and ask what to do with it
    #[arg(long, conflicts_with_all = ["check", "print"])]
    pub(crate) review: bool,
    /// Write nothing, and fail if anything has changed or has no snapshot
    #[arg(long, conflicts_with = "print")]
    pub(crate) check: bool,
    /// Print the snapshots of variants, bundled ones too, and write nothing
    #[arg(long)]
    pub(crate) print: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "review")]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Diff {
    /// A bundled variant, a path, or a path in a git revision: `HEAD~1:rules/mine.ferz`
    #[arg(add = complete::variants())]
    pub(crate) old: String,
    /// The variant to compare it with, named in the same ways
    #[arg(add = complete::variants())]
    pub(crate) new: String,
    /// The number of positions to compare
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) positions: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, Default, ClapArgs)]
pub(crate) struct Test {
    /// Test files, rulesets with tests beside them, folders, or names of bundled variants
    #[arg(add = complete::variants())]
    pub(crate) paths: Vec<PathBuf>,
    /// The tests of the bundled variants, too
    #[arg(long)]
    pub(crate) bundled: bool,
    /// Only tests with these words in their name or file
    #[arg(long, value_name = "WORDS")]
    pub(crate) filter: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the results as JUnit XML, too
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// The number of threads; default: the number of cores
    #[arg(long, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) jobs: Option<u16>,
    /// Run the tests again whenever a file changes
    #[arg(long)]
    pub(crate) watch: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Fmt {
    /// Files, or folders of .ferz files
    #[arg(required_unless_present = "stdin", conflicts_with = "stdin")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing; say which files differ, and fail if some do
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; show what would change
    #[arg(long)]
    pub(crate) diff: bool,
    /// Read standard input, write standard output
    #[arg(long)]
    pub(crate) stdin: bool,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["diff", "stdin"])]
    pub(crate) json: bool,
}
