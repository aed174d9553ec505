//! The command line.

mod files;
mod games;
mod values;

pub(crate) use files::{
    Diff, Export, ExportFormat, Fmt, Import, ImportFormat, New, Publish, Site, Snap, Test,
};
pub(crate) use games::{Count, GameArgs, Keep, Perft, Play, Puzzles, Solve, Study, Uci, Who, Xboard};

use crate::complete;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ferz::dialects::Style;
use std::path::PathBuf;
use values::{notation, whole};

/// Checks, shows and plays chess variants from text files.
#[derive(Debug, Parser)]
#[command(
    name = "ferz",
    version,
    arg_required_else_help = true,
    after_help = "\
VARIANT is the name of a bundled variant (`ferz list`) or the path of a .ferz file.

Exit codes: 0 all is well, 1 a ruleset or a position is wrong, 2 the command line is wrong.

Examples:
  ferz show chess               the start position of a bundled variant
  ferz check mine.ferz          the errors of a file, and the variant it defines
  ferz play mine.ferz           play it in the terminal
  ferz solve mine.ferz --mate 3 --fen \"...\"    a forced win, with every defence
  ferz perft chess 5            count legal lines"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Reports everything wrong with files, and sums up what they define
    #[command(after_help = "\
Examples:
  ferz check mine.ferz
  ferz check rules/                   every .ferz file below the folder
  ferz check --bundled --json
  ferz check --deny-warnings rules/   warnings fail, too")]
    Check(Check),
    /// Draws a position, the moves of a piece in it, or a piece alone
    #[command(after_help = "\
Examples:
  ferz show chess --moves g1
  ferz show chess --piece n --at d5       a knight, alone on the board
  ferz show chess --fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"")]
    Show(Show),
    /// Makes a picture of a position or of the moves of a piece, SVG or PNG
    #[command(after_help = "\
Examples:
  ferz draw chess > chess.svg               the start position
  ferz draw mine.ferz --piece cannon -o cannon.png
  ferz draw chess --moves g1 -o knight.svg --size 400
  ferz draw chess --fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\" -o ending.png")]
    Draw(Draw),
    /// Writes the rules of a variant in plain English, with pictures
    #[command(after_help = "\
Examples:
  ferz doc chess > chess.html
  ferz doc mine.ferz --format md -o mine.md      pictures go into the folder mine
  ferz doc --all -o pages/                       a gallery of all variants, and their rules
  ferz doc --all -o pages/ --wasm target/js/site    the same, with a board on each page")]
    Doc(Doc),
    /// Lists the legal moves of a position
    #[command(after_help = "\
Examples:
  ferz moves chess
  ferz moves chess --json --moves \"e2e4 e7e5\"
  ferz moves chess --json --fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"
  ferz moves chess --stdin < positions.txt    one FEN a line in, one JSON object a line out")]
    Moves(Moves),
    /// Counts legal lines
    #[command(after_help = "\
Examples:
  ferz perft chess 5
  ferz perft mine.ferz 4 --divide --threads 2

Ctrl-C ends the count and says how far it got; the exit code is then 130.")]
    Perft(Perft),
    /// Proves the fastest forced win, with every defence, or that there is none
    #[command(after_help = "\
Examples:
  ferz solve chess --mate 3 --fen \"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1\"
  ferz solve mine.ferz --mate 4 --fen \"...\" --threads 2 --brief
  ferz solve atomic --mate 2 --winner black --fen \"...\"     the other side is to move
  ferz solve xiangqi --mate 3 --fen \"...\" --moves \"a1a2 e9e10\"

A win is any win of the rules: mate, a goal, losing everything. A position alone is taken to have no
history; with --moves the proof knows repetitions, perpetual checks and chases.
Exit codes: 0 a win is proved, 1 it is proved that there is none; 130 after Ctrl-C and where a limit has ended the proof.")]
    Solve(Solve),
    /// Plays a game in the terminal
    #[command(after_help = "\
Examples:
  ferz play chess
  ferz play mine.ferz --against ferz --level 4
  ferz play chess --time 3:00+2                 against ferz, with a clock
  ferz play chess --white ferz --flip           you have Black
  ferz play mine.ferz --white ferz --black ferz ferz against itself
  ferz play mine.ferz --against random --seed 7

Type moves as e2e4 or Nf3, or `help` for the commands.")]
    Play(Play),
    /// Plays a variant against itself and measures its rules: which side is favoured, how games
    /// end, the value of each piece
    #[command(after_help = "\
Examples:
  ferz study mine.ferz --games 1000 --html mine.html
  ferz study chess --games 200 --against random       the margin by which ferz wins
  ferz study --compare old.ferz new.ferz              plays until it is known whether a change matters
  ferz study chess --out a.jsonl --job 1/2            one of two parts, for two machines
  ferz study merge a.jsonl b.jsonl                    both parts, as if played in one piece; of comparisons, too

One seed has one result, however many threads and jobs. Ctrl-C keeps the games played so far; --out FILE --resume continues.
Exit codes: 0, and 1 if --compare has found a difference; 130 after Ctrl-C.")]
    Study(Study),
    /// Finds puzzles in games: positions with one winning line, proved
    #[command(after_help = "\
Examples:
  ferz puzzles mine.ferz                    50 games that ferz plays against itself
  ferz puzzles atomic --games 200 --mate 4 --seed 7
  ferz puzzles chess --from games.pgn --json

One seed has one result, however many threads. Exit codes: 0 puzzles were found, 1 none; 130 after Ctrl-C.")]
    Puzzles(Puzzles),
    /// Checks games written as PGN: replays them, and names the first illegal move with its reason
    #[command(after_help = "\
The variant is the one that the tag Variant names, or the one given here; without either, chess.

Examples:
  ferz game games.pgn
  ferz game lost.pgn mine.ferz --json

Exit codes: 0 all games are legal, 1 one is not.")]
    Game(GameArgs),
    /// Plays for other programs, by the Universal Chess Interface
    #[command(after_help = "\
A program with a board starts it and speaks with it on standard input and output. Its option UCI_Variant names a bundled
variant, VariantPath a .ferz file.

Examples:
  ferz uci
  ferz uci mine.ferz          begins with a variant of your own")]
    Uci(Uci),
    /// Plays for programs of Shogi and its kin, by the protocol USI
    #[command(after_help = "\
Positions are SFEN, and moves are written as `7g7f+` and `P*5e`. The options are those of `ferz uci`.

Examples:
  ferz usi
  ferz usi minishogi")]
    Usi(Uci),
    /// Plays for programs of Xiangqi and its kin, by the protocol UCCI
    #[command(after_help = "\
Moves have ranks from 0 on boards of ten ranks: `h2e2`. The options are those of `ferz uci`.

Example:
  ferz ucci")]
    Ucci(Uci),
    /// Plays in XBoard and WinBoard, by the Chess Engine Communication Protocol
    #[command(after_help = "\
Example:
  xboard -fcp \"ferz xboard\"")]
    Xboard(Xboard),
    /// Writes the first files of a variant of your own
    #[command(after_help = "\
Examples:
  ferz new my-chess --extends chess      only the differences from chess
  ferz new rules/skirmish                a whole small variant, to be changed
  ferz new mine --board 10x8 --armies    on another board, each side with an army of its own

Writes NAME.ferz and NAME.toml, its tests. Files that are there already stay as they are.")]
    New(New),
    /// Converts files of other programs to ferz files
    #[command(after_help = "\
Formats: variants.ini of Fairy-Stockfish, Interactive Diagrams, variants.txt of Sjaak II, fmax.ini
of Fairy-Max, lines `setup` and `piece` of engines for XBoard, JSON of Bishop.

Examples:
  ferz import variants.ini -o rules/         every section, each as rules/NAME.ferz
  ferz import variants.ini tictac            one section, to standard output; a report on its keys to standard error
  ferz import variants.txt:diana             the same for a variant of Sjaak II
  ferz import fmax.ini:falcon --partial      a text even if it lacks rules, which are named
  ferz import variants.ini --json            everything as one JSON object
  ferz import - < mine.ini                   reads standard input
  ferz import piece.html --from diagram
  ferz import --engine sjaakii diana         asks an engine for XBoard about one of its variants
  ferz import --engine sjaakii -o rules/     about all that it describes

Exit codes: 0 every rule was taken over, 1 one was not, or something in the file is wrong.")]
    Import(Import),
    /// Writes a variant in the format of another program, or names the rules that the format cannot
    /// express
    #[command(after_help = "\
Examples:
  ferz export mine.ferz --to variants.ini > mine.ini
  ferz export mine.ferz --to variants.ini --check     200 random games against Fairy-Stockfish
  ferz export capablanca --to variants.ini --name my-capablanca
  ferz export mine.ferz --to diagram > mine.html
  ferz export mine.ferz --to xboard
  ferz export mine.ferz --to sjaak > mine.txt
  ferz export chess --to variants.ini --json

Exit codes: 0 the text says every rule, 1 it does not; nothing is written then but with --force. 1, too, where --check
finds a difference.")]
    Export(Export),
    /// Writes a folder for a site where people play: rules, pictures, texts
    #[command(after_help = "\
Examples:
  ferz publish mine.ferz --to pychess -o mine/
  ferz publish mine.ferz --to pychess -o mine/ --games 200     more games for the balance
  ferz check mine.ferz --for pychess                            only lists the rules that are not accepted there

The tests of the file run first. Exit codes: 0 the folder is written, 1 a test fails or something would be refused;
nothing is written then but with --force.")]
    Publish(Publish),
    /// Pins what rules do in a file beside them, and reports changes
    #[command(after_help = "\
Examples:
  ferz snap mine.ferz             writes mine.snap.new if mine.snap says something else
  ferz snap --review mine.ferz    shows the change and asks
  ferz snap --accept rules/       takes all rulesets below the folder as they are now
  ferz snap --check rules/        for continuous integration: exit code 1 if anything has changed
  ferz snap --print chess")]
    Snap(Snap),
    /// Compares two variants: their rules, and the moves that they allow
    #[command(after_help = "\
Examples:
  ferz diff chess mine.ferz
  ferz diff HEAD:rules/mine.ferz rules/mine.ferz    my changes since the last commit
  ferz diff --positions 100000 old.ferz new.ferz

Exit codes: 0 no difference, 1 differences, 2 the two cannot be compared; 130 if Ctrl-C ended the search before it found one.")]
    Diff(Diff),
    /// Compares two files of one game, in any formats
    #[command(after_help = "\
A and B are bundled variants, .ferz files, or files that `ferz import` reads, with the variant behind a colon.

Examples:
  ferz compare chess variants.ini:mine
  ferz compare fmax.ini:falcon variants.txt:falcon-chess-10x8
  ferz compare mine.ferz diagram.html

Rules that could not be imported are named and left out. Exit codes: 0 no difference, 1 differences, 2 the two cannot be
compared; 130 if Ctrl-C ended the search before it found one.")]
    Compare(Diff),
    /// Says why a move is illegal, or how a position ends the game
    #[command(after_help = "\
Examples:
  ferz why chess startpos e2e5
  ferz why mine.ferz Cxb10 --json
  ferz why chess --fen \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\" h8h7
  ferz why chess \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\" --outcome")]
    Why(Why),
    /// Runs the tests of variants
    #[command(after_help = "\
Examples:
  ferz test                            every test below the folder rulesets, or else below this one
  ferz test mine.toml --watch          again whenever a file changes
  ferz test mine.ferz --filter SH-5    the tests of one rule
  ferz test --bundled --junit out.xml")]
    Test(Test),
    /// Lays out files: spaces, columns and line ends, nothing else
    #[command(after_help = "\
Examples:
  ferz fmt mine.ferz                  rewrites the file if its layout differs
  ferz fmt --check rules/             only says which files differ; exit code 1 if some do
  ferz fmt --diff mine.ferz           shows the changes
  ferz fmt --stdin < mine.ferz        reads standard input, writes standard output")]
    Fmt(Fmt),
    /// Serves editors: errors while you type, completion, navigation, formatting
    #[command(
        after_help = "An editor starts it and speaks the Language Server Protocol with it on standard input and output."
    )]
    Lsp,
    /// Opens the workbench in the browser: rules on the left, a board on the right
    #[command(after_help = "\
Examples:
  ferz serve                      the .ferz files of this folder
  ferz serve mine.ferz --open     opens a browser with this file
  ferz serve --public --port 80   for strangers: nothing is read from this machine and nothing is kept
  ferz serve --static site --wasm target/js/site    plain files, for any server of files

Local pages are served to this machine alone, and files are written in DIR only. Ctrl-C ends it.")]
    Serve(Serve),
    /// Prints the syntax tree of a file as JSON
    #[command(after_help = "Example:\n  ferz ast mine.ferz")]
    Ast {
        /// A file, or the name of a bundled one
        #[arg(add = complete::variants())]
        file: String,
        /// Report errors as JSON, too
        #[arg(long)]
        json: bool,
    },
    /// Prints the rules of a variant as JSON, every name resolved and every default filled in
    #[command(after_help = "Examples:\n  ferz ir mine.ferz\n  ferz ir --compiled atomic")]
    Ir {
        /// A bundled variant or a path
        #[arg(add = complete::variants())]
        variant: String,
        /// Instead: how the moves of each piece are judged, and which rule makes that expensive
        #[arg(long, conflicts_with = "json")]
        compiled: bool,
        /// Report errors as JSON, too
        #[arg(long)]
        json: bool,
    },
    /// Prints a numbered or random start position of a variant that has several
    #[command(after_help = "\
Examples:
  ferz start mine.ferz 0
  ferz start mine.ferz --random
  ferz play mine.ferz --fen \"$(ferz start mine.ferz --random)\"")]
    Start {
        /// A bundled variant or a path
        #[arg(add = complete::variants())]
        variant: String,
        /// The number of the start, from 0; default: the start in the rules
        number: Option<u64>,
        /// A random one; its number goes to standard error
        #[arg(long, conflicts_with = "number")]
        random: bool,
        /// How the position is written: ferz, uci, usi, ucci, san, lan, wxf, janggi, hodges,
        /// hodges-number, hosking, thai-san or thai-lan
        #[arg(long, value_name = "NOTATION", default_value = "ferz", value_parser = notation)]
        notation: Style,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists the bundled variants
    #[command(
        after_help = "Examples:\n  ferz list\n  ferz list 10x8\n  ferz list --mechanic explosion\n  ferz list --family shogi\n  ferz list --extends chess"
    )]
    List(List),
    /// Explains an error or warning
    #[command(after_help = "Examples:\n  ferz explain F0012\n  ferz explain          all codes")]
    Explain {
        /// The code; default: lists all codes
        #[arg(add = complete::codes())]
        code: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Describes the mechanics that a variant can use
    #[command(after_help = "Examples:\n  ferz hooks\n  ferz hooks facing-royals")]
    Hooks {
        /// A mechanic; default: lists all
        #[arg(add = complete::hooks())]
        name: Option<String>,
        /// Prints a page of the manual as Markdown: of the mechanic, or the list of all
        #[arg(long, conflicts_with = "json")]
        markdown: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Prints a completion script for a shell
    #[command(
        after_help = "Example:\n  ferz completions bash > ~/.local/share/bash-completion/completions/ferz"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct List {
    /// Only variants with this word in their name, title, description or board
    pub(crate) word: Option<String>,
    /// Only variants that use this mechanic (see `ferz hooks`)
    #[arg(long, value_name = "HOOK", add = complete::hooks())]
    pub(crate) mechanic: Option<String>,
    /// Only variants of this family
    #[arg(long, value_name = "FAMILY", add = complete::families())]
    pub(crate) family: Option<String>,
    /// Only this variant and those that extend it, directly or indirectly
    #[arg(long, value_name = "VARIANT", add = complete::variants())]
    pub(crate) extends: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Command {
    /// Whether the command was asked for JSON.
    pub(crate) fn answers_json(&self) -> bool {
        match self {
            Self::Check(args) => args.json,
            Self::Moves(args) => args.json || args.stdin,
            Self::Perft(args) => args.json,
            Self::Solve(args) => args.json,
            Self::Game(args) => args.json,
            Self::Study(args) => args.json,
            Self::Puzzles(args) => args.json,
            Self::Diff(args) => args.json,
            Self::Why(args) => args.json,
            Self::Test(args) => args.json,
            Self::New(args) => args.json,
            Self::Import(args) => args.json,
            Self::Export(args) => args.json,
            Self::Compare(args) => args.json,
            Self::Publish(args) => args.json,
            Self::Fmt(args) => args.json,
            Self::Ast { json, .. } | Self::Ir { json, .. } | Self::Start { json, .. } => *json,
            Self::List(List { json, .. }) | Self::Explain { json, .. } | Self::Hooks { json, .. } => *json,
            Self::Show(args) => args.json,
            Self::Draw(args) => args.json,
            Self::Doc(args) => args.json,
            Self::Snap(args) => args.json,
            Self::Play(args) => args.json,
            Self::Uci(_)
            | Self::Usi(_)
            | Self::Ucci(_)
            | Self::Xboard(_)
            | Self::Lsp
            | Self::Serve(_)
            | Self::Completions { .. } => false,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Serve {
    /// A folder, or a .ferz file to open first; default: the current folder
    #[arg(value_name = "DIR|FILE", conflicts_with = "public")]
    pub(crate) place: Option<PathBuf>,
    /// The port; 0: any free port
    #[arg(long, value_name = "N", default_value_t = 4040)]
    pub(crate) port: u16,
    /// Opens the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serves strangers: no files, and limits of time, memory and size
    #[arg(long)]
    pub(crate) public: bool,
    /// With --public, the address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0", requires = "public")]
    pub(crate) address: std::net::IpAddr,
    /// With --public, the maximum number of connected pages
    #[arg(long, value_name = "N", default_value_t = 256, requires = "public")]
    pub(crate) clients: usize,
    /// With --public, the maximum number of pages from one address
    #[arg(long, value_name = "N", default_value_t = 8, requires = "public")]
    pub(crate) clients_each: usize,
    /// With --public, a port for this machine only, with counts of sessions and refusals; 0: any
    /// free port
    #[arg(long, value_name = "N", requires = "public")]
    pub(crate) status: Option<u16>,
    /// Writes the workbench, a gallery and the rules of all bundled variants as plain files into a
    /// folder
    #[arg(long = "static", value_name = "FOLDER", requires = "wasm", conflicts_with_all = ["place", "public", "open", "port"])]
    pub(crate) site: Option<PathBuf>,
    /// With --static, the folder of the two builds for browsers (js/site.mjs makes them)
    #[arg(long, value_name = "FOLDER", requires = "site")]
    pub(crate) wasm: Option<PathBuf>,
    /// Internal: the process of one page
    #[arg(long, hide = true)]
    pub(crate) session: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// Files, folders or names of bundled variants; without any, the bundled variants
    #[arg(add = complete::variants())]
    pub(crate) paths: Vec<PathBuf>,
    /// The bundled variants, too
    #[arg(long)]
    pub(crate) bundled: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Fail on warnings as on errors
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Play random games, too, and tell what never happens in them
    #[arg(long)]
    pub(crate) thorough: bool,
    /// The number of random games of each file
    #[arg(long, default_value_t = 200, requires = "thorough")]
    pub(crate) games: u64,
    /// Measure how fast moves are listed, and tell which rules make that slow and by how much
    #[arg(long)]
    pub(crate) speed: bool,
    /// Report what a site where people play would refuse, too
    #[arg(long = "for", value_enum, value_name = "PLACE")]
    pub(crate) site: Option<Site>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Show {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// A piece alone on the board: its name, or its letter (upper case White's, lower case Black's)
    #[arg(long, conflicts_with_all = ["fen", "moves"], add = complete::pieces())]
    pub(crate) piece: Option<String>,
    /// The square of the piece; default: one that shows most of its moves
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub(crate) at: Option<String>,
    /// Mark where the piece on this square can move
    #[arg(long, value_name = "SQUARE")]
    pub(crate) moves: Option<String>,
    /// How the position is written: ferz, uci, usi, ucci, san, lan, wxf, janggi, hodges,
    /// hodges-number, hosking, thai-san or thai-lan
    #[arg(long, value_name = "NOTATION", default_value = "ferz", value_parser = notation)]
    pub(crate) notation: Style,
    /// Print JSON
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) json: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Draw {
    /// A bundled variant or a path
    #[arg(required_unless_present = "figures", conflicts_with = "figures", add = complete::variants())]
    pub(crate) variant: Option<String>,
    /// Draw all figures of the set with their names instead of a board
    #[arg(long)]
    pub(crate) figures: bool,
    /// The position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// A piece alone on the board: its name, or its letter (upper case White's, lower case Black's)
    #[arg(long, conflicts_with_all = ["fen", "moves"], add = complete::pieces())]
    pub(crate) piece: Option<String>,
    /// The square of the piece; default: one that shows most of its moves
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub(crate) at: Option<String>,
    /// Mark where the piece on this square can move
    #[arg(long, value_name = "SQUARE")]
    pub(crate) moves: Option<String>,
    /// Draw the board as Black sees it
    #[arg(long, conflicts_with = "figures")]
    pub(crate) flip: bool,
    /// Draw lines with the pieces on their crossings; default for games played so
    #[arg(long, conflicts_with = "figures")]
    pub(crate) points: bool,
    /// The pictures of pieces: chess figures, silhouettes, letters, or the game's own
    #[arg(long, value_name = "SET", default_value = "western")]
    pub(crate) set: FigureSet,
    /// Highlight squares: `e4,d5`
    #[arg(
        long,
        value_name = "SQUARES",
        value_delimiter = ',',
        conflicts_with = "figures"
    )]
    pub(crate) highlight: Vec<String>,
    /// Draw arrows from square to square: `e2e4,g1f3`
    #[arg(
        long,
        value_name = "ARROWS",
        value_delimiter = ',',
        conflicts_with = "figures"
    )]
    pub(crate) arrows: Vec<String>,
    /// The file to write, .svg or .png; default: SVG to standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", value_parser = |text: &str| whole::<u32>(text, 50, 10_000))]
    pub(crate) size: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Doc {
    /// A bundled variant or a path
    #[arg(required_unless_present = "all", conflicts_with = "all", add = complete::variants())]
    pub(crate) variant: Option<String>,
    /// All bundled variants: as HTML a site with a gallery, as Markdown a list and a file each
    #[arg(long, requires = "output")]
    pub(crate) all: bool,
    /// The format
    #[arg(long, value_enum, default_value_t = DocFormat::Html)]
    pub(crate) format: DocFormat,
    /// The file to write (with --all: the folder); default: standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Links each page to a workbench (`ferz serve`) where the rules can be played and changed;
    /// without an address, to the one of this machine
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "http://127.0.0.1:4040/")]
    pub(crate) workbench: Option<String>,
    /// With --all, puts a board on each page: the folder of the builds for browsers, as js/site.mjs
    /// makes them
    #[arg(long, value_name = "FOLDER", conflicts_with = "workbench")]
    pub(crate) wasm: Option<PathBuf>,
    /// The pictures of pieces: chess figures, silhouettes, letters, or the game's own
    #[arg(long, value_enum, value_name = "SET", default_value_t = FigureSet::Western)]
    pub(crate) set: FigureSet,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Pictures of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FigureSet {
    /// Those of chess
    Western,
    /// Those of chess, as silhouettes
    Flat,
    /// Letters in discs
    Letters,
    /// Those of the game, where it has some
    Native,
}

impl From<FigureSet> for ferz_drawing::Figures {
    fn from(set: FigureSet) -> Self {
        match set {
            FigureSet::Western => Self::Western,
            FigureSet::Flat => Self::Flat,
            FigureSet::Letters => Self::Letters,
            FigureSet::Native => Self::Native,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocFormat {
    /// One page with everything in it
    Html,
    /// Markdown; its pictures are files in a folder beside it, or characters if it goes to standard
    /// output
    Md,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Moves {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The position; default: the start
    #[arg(long, conflicts_with = "stdin")]
    pub(crate) fen: Option<String>,
    /// Moves played from there, separated by spaces; then repetitions and claims are known
    #[arg(long, conflicts_with = "stdin")]
    pub(crate) moves: Option<String>,
    /// Add standard algebraic notation
    #[arg(long)]
    pub(crate) san: bool,
    /// How moves and positions are written: ferz, uci, usi, ucci, san, lan, wxf, janggi, hodges,
    /// hodges-number, hosking, thai-san or thai-lan
    #[arg(long, value_name = "NOTATION", default_value = "ferz", value_parser = notation)]
    pub(crate) notation: Style,
    /// Leave out the positions after the moves, in JSON: several times faster
    #[arg(long)]
    pub(crate) no_fens: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Refuse positions that no game reaches, such as one with more pieces than at the start
    #[arg(long)]
    pub(crate) strict: bool,
    /// Read one FEN a line, optionally followed by `moves` and moves; print one JSON object a line
    #[arg(long)]
    pub(crate) stdin: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Why {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The position, or `startpos`; default: the start
    #[arg(value_name = "FEN")]
    pub(crate) first: Option<String>,
    /// The move, in coordinates or in algebraic notation
    #[arg(value_name = "MOVE")]
    pub(crate) second: Option<String>,
    /// The position; then only the move follows the variant
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Moves played from there, separated by spaces; they give the position a history
    #[arg(long)]
    pub(crate) moves: Option<String>,
    /// Explain the outcome instead of a move
    #[arg(long, conflicts_with = "second")]
    pub(crate) outcome: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
}
