//! The command line.

use crate::complete;
use crate::load::STANDARD;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ferz::rules::Side;
use ferz_play::Level;
use ferz_play::study::{Against, Setup};
use std::path::PathBuf;
use std::time::Duration;

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
  ferz check mine.ferz          what is wrong with a file, and what it defines
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
    /// Reports everything wrong with files, and says what they define
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
    /// Makes a picture of a position or of how a piece goes, SVG or PNG
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
  ferz doc --all --format html -o pages/         every bundled variant, and a list of them")]
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
    /// Proves a forced win in the fewest moves, or that there is none, with every defence
    #[command(after_help = "\
Examples:
  ferz solve chess --mate 3 --fen \"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1\"
  ferz solve mine.ferz --mate 4 --fen \"...\" --threads 2 --brief
  ferz solve atomic --mate 2 --winner black --fen \"...\"     the other side is to move

A win is whatever the rules call one: mate, a goal, losing everything. The position is taken to have no history.
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
    /// Plays a variant against itself and says what its rules are worth: who is favoured, how games end, what pieces are worth
    #[command(after_help = "\
Examples:
  ferz study mine.ferz --games 1000 --html mine.html
  ferz study chess --games 200 --against random       how much ferz wins by
  ferz study --compare old.ferz new.ferz              whether a change matters, until that is known
  ferz study chess --out a.jsonl --job 1/2            one of two parts, for two machines
  ferz study merge a.jsonl b.jsonl                    both parts, as if played in one piece; of comparisons, too

One seed has one result, however many threads and jobs. Ctrl-C keeps what was played; --out FILE --resume goes on.
Exit codes: 0, and 1 if --compare has found a difference; 130 after Ctrl-C.")]
    Study(Study),
    /// Checks games written as PGN: replays them and names the first illegal move and why
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
    /// Plays in XBoard and WinBoard, by the Chess Engine Communication Protocol
    #[command(after_help = "\
Example:
  xboard -fcp \"ferz xboard\"")]
    Xboard(Xboard),
    /// Writes the first files of a variant of your own
    #[command(after_help = "\
Examples:
  ferz new my-chess --extends chess      what is different from chess
  ferz new rules/skirmish                a whole small variant, to be changed
  ferz new mine --board 10x8 --armies    on another board, each side with an army of its own

Writes NAME.ferz and NAME.toml, its tests. Files that are there already stay as they are.")]
    New(New),
    /// Makes ferz files of a variants.ini of Fairy-Stockfish, or of a definition of the Interactive Diagram
    #[command(after_help = "\
Examples:
  ferz import variants.ini -o rules/         every section, each as rules/NAME.ferz
  ferz import variants.ini tictac            one section, to standard output; what became of its keys to standard error
  ferz import variants.ini --json            everything as one JSON object
  ferz import - < mine.ini                   reads standard input
  ferz import piece.html --from diagram

Exit codes: 0 every rule was taken over, 1 one was not, or something in the file is wrong.")]
    Import(Import),
    /// Writes a variant as a section of a variants.ini of Fairy-Stockfish, or says which rules that cannot say
    #[command(after_help = "\
Examples:
  ferz export mine.ferz --to variants.ini > mine.ini
  ferz export capablanca --to variants.ini --name my-capablanca
  ferz export chess --to variants.ini --json

Exit codes: 0 the section says every rule, 1 it does not; nothing is written then but with --force.")]
    Export(Export),
    /// Keeps what rules do as texts beside them, and says what has changed in it
    #[command(after_help = "\
Examples:
  ferz snap mine.ferz             writes mine.snap.new if mine.snap says something else
  ferz snap --review mine.ferz    shows the change and asks
  ferz snap --accept rules/       takes all rulesets below the folder as they are now
  ferz snap --check rules/        for continuous integration: exit code 1 if anything has changed
  ferz snap --print chess")]
    Snap(Snap),
    /// Says what is different between two variants, in their rules and in what can be played
    #[command(after_help = "\
Examples:
  ferz diff chess mine.ferz
  ferz diff HEAD:rules/mine.ferz rules/mine.ferz    what I have changed since the last commit
  ferz diff --positions 100000 old.ferz new.ferz

Exit codes: 0 no difference, 1 differences, 2 the two cannot be compared; 130 if Ctrl-C ended the search before it found one.")]
    Diff(Diff),
    /// Says whether a move is legal and if not, why, or how a position ends the game
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
    /// Lays files out: spaces, columns and line ends, nothing else
    #[command(after_help = "\
Examples:
  ferz fmt mine.ferz                  rewrites the file if its layout differs
  ferz fmt --check rules/             only says which files differ; exit code 1 if some do
  ferz fmt --diff mine.ferz           shows what would change
  ferz fmt --stdin < mine.ferz        reads standard input, writes standard output")]
    Fmt(Fmt),
    /// Serves editors: errors as one types, completion, navigation, formatting
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

Local pages are served to this machine alone, and files are written in DIR only. Ctrl-C ends it.")]
    Serve(Serve),
    /// Prints the syntax tree of a file as JSON
    #[command(after_help = "Example:\n  ferz ast mine.ferz")]
    Ast {
        /// A file, or the name of a bundled one
        #[arg(add = complete::variants())]
        file: String,
        /// Tell in JSON, too, why there is none
        #[arg(long)]
        json: bool,
    },
    /// Prints the rules of a variant as JSON, every name resolved and every default filled in
    #[command(after_help = "Example:\n  ferz ir mine.ferz")]
    Ir {
        /// A bundled variant or a path
        #[arg(add = complete::variants())]
        variant: String,
        /// Tell in JSON, too, why there are none
        #[arg(long)]
        json: bool,
    },
    /// Lists the bundled variants
    #[command(
        after_help = "Examples:\n  ferz list\n  ferz list 10x8\n  ferz list --mechanic explosion\n  ferz list --family shogi\n  ferz list --extends crazyhouse"
    )]
    List(List),
    /// Explains an error or warning
    #[command(after_help = "Examples:\n  ferz explain F0012\n  ferz explain          all codes")]
    Explain {
        /// Its code; without one, all codes are listed
        #[arg(add = complete::codes())]
        code: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Describes the special mechanics that a variant can use
    #[command(after_help = "Examples:\n  ferz hooks\n  ferz hooks facing-royals")]
    Hooks {
        /// One of them; without a name, all are listed
        #[arg(add = complete::hooks())]
        name: Option<String>,
        /// Prints the page of the manual about all of them
        #[arg(long, conflicts_with_all = ["name", "json"])]
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
    /// Only those with this word in their name, title, description or board
    pub(crate) word: Option<String>,
    /// Only those that use this hook; `ferz hooks` lists them
    #[arg(long, value_name = "HOOK", add = complete::hooks())]
    pub(crate) mechanic: Option<String>,
    /// Only those of this family
    #[arg(long, value_name = "FAMILY", add = complete::families())]
    pub(crate) family: Option<String>,
    /// Only this one and those that extend it, directly or through others
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
            Self::Diff(args) => args.json,
            Self::Why(args) => args.json,
            Self::Test(args) => args.json,
            Self::New(args) => args.json,
            Self::Import(args) => args.json,
            Self::Export(args) => args.json,
            Self::Fmt(args) => args.json,
            Self::Ast { json, .. } | Self::Ir { json, .. } => *json,
            Self::List(List { json, .. }) | Self::Explain { json, .. } | Self::Hooks { json, .. } => *json,
            Self::Show(args) => args.json,
            Self::Draw(args) => args.json,
            Self::Doc(args) => args.json,
            Self::Snap(args) => args.json,
            Self::Play(args) => args.json,
            Self::Uci(_) | Self::Xboard(_) | Self::Lsp | Self::Serve(_) | Self::Completions { .. } => false,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Serve {
    /// A folder, or a .ferz file to begin with in its folder; this folder if none is given
    #[arg(value_name = "DIR|FILE", conflicts_with = "public")]
    pub(crate) place: Option<PathBuf>,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 4040)]
    pub(crate) port: u16,
    /// Opens the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serves strangers: no files, and limits of time, memory and size
    #[arg(long)]
    pub(crate) public: bool,
    /// With --public, where to listen
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0", requires = "public")]
    pub(crate) address: std::net::IpAddr,
    /// With --public, how many pages may be connected at once
    #[arg(long, value_name = "N", default_value_t = 256, requires = "public")]
    pub(crate) clients: usize,
    /// With --public, how many of them from one address
    #[arg(long, value_name = "N", default_value_t = 8, requires = "public")]
    pub(crate) clients_each: usize,
    /// Is the process of one page: what the server starts itself
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
    /// Let warnings fail like errors
    #[arg(long)]
    pub(crate) deny_warnings: bool,
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
    /// Where the piece stands; default: where most of its moves are seen
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub(crate) at: Option<String>,
    /// Mark where the piece on this square can go
    #[arg(long, value_name = "SQUARE")]
    pub(crate) moves: Option<String>,
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
    /// All figures that pieces may have, with their names, in place of a board
    #[arg(long)]
    pub(crate) figures: bool,
    /// The position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// A piece alone on the board: its name, or its letter (upper case White's, lower case Black's)
    #[arg(long, conflicts_with_all = ["fen", "moves"], add = complete::pieces())]
    pub(crate) piece: Option<String>,
    /// Where the piece stands; default: where most of its moves are seen
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub(crate) at: Option<String>,
    /// Mark where the piece on this square can go
    #[arg(long, value_name = "SQUARE")]
    pub(crate) moves: Option<String>,
    /// Draw the board as Black sees it
    #[arg(long, conflicts_with = "figures")]
    pub(crate) flip: bool,
    /// Draw lines, with the pieces where they cross, instead of squares
    #[arg(long, conflicts_with = "figures")]
    pub(crate) points: bool,
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
    /// The file to write, .svg or .png; without one, SVG goes to standard output
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
    /// All bundled variants, each in a file of its own
    #[arg(long, requires = "output")]
    pub(crate) all: bool,
    /// How to write it
    #[arg(long, value_enum, default_value_t = DocFormat::Html)]
    pub(crate) format: DocFormat,
    /// The file to write (with --all: the folder); without one, the page goes to standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Links each page to a workbench (`ferz serve`) where the rules can be played and changed; without an address, to
    /// the one of this machine
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "http://127.0.0.1:4040/")]
    pub(crate) workbench: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How pages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocFormat {
    /// One page with everything in it
    Html,
    /// Markdown; its pictures are files in a folder beside it, or characters if it goes to standard output
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
    /// Moves played from there, with spaces between them: repetitions and claims are known then
    #[arg(long, conflicts_with = "stdin")]
    pub(crate) moves: Option<String>,
    /// Add standard algebraic notation
    #[arg(long)]
    pub(crate) san: bool,
    /// Leave out the positions after the moves, in JSON: several times faster
    #[arg(long)]
    pub(crate) no_fens: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Read one FEN a line, perhaps with `moves` and moves behind it, print one JSON object a line
    #[arg(long)]
    pub(crate) stdin: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Perft {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// Length of the lines in plies
    #[arg(value_parser = |text: &str| whole::<u32>(text, 0, 60))]
    pub(crate) depth: u32,
    /// The position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Count each first move by itself
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// How many threads count
    #[arg(long, default_value_t = 1, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) threads: u16,
    /// Make every last move instead of counting the moves as sets
    #[arg(long)]
    pub(crate) leaves: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Solve {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// In how many moves of the winner at most
    #[arg(long, value_name = "MOVES", default_value_t = 3, value_parser = |text: &str| whole::<u32>(text, 1, 100))]
    pub(crate) mate: u32,
    /// Who wins; default: who is to move
    #[arg(long, value_name = "SIDE")]
    pub(crate) winner: Option<Winner>,
    /// Leave the defences out
    #[arg(long)]
    pub(crate) brief: bool,
    /// How many threads look
    #[arg(long, default_value_t = 1, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) threads: u16,
    /// Give up after so many positions
    #[arg(long, value_parser = |text: &str| whole::<u64>(text, 1, u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = |text: &str| whole::<u64>(text, 1, 1 << 32))]
    pub(crate) time: Option<u64>,
    /// Memory for what has been found out, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = |text: &str| whole::<usize>(text, 1, 65_536))]
    pub(crate) hash: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A side on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Winner {
    /// White
    White,
    /// Black
    Black,
}

impl From<Winner> for Side {
    fn from(winner: Winner) -> Self {
        match winner {
            Winner::White => Self::White,
            Winner::Black => Self::Black,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Play {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The first position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Let somebody play the side that is not to move first
    #[arg(long, value_name = "WHO")]
    pub(crate) against: Option<Who>,
    /// Who plays White
    #[arg(long, value_name = "WHO", conflicts_with = "against")]
    pub(crate) white: Option<Who>,
    /// Who plays Black
    #[arg(long, value_name = "WHO", conflicts_with = "against")]
    pub(crate) black: Option<Who>,
    /// Time for the game and for each move in seconds; without it ferz thinks a second a move
    #[arg(long, value_name = "GAME+MOVE", value_parser = time)]
    pub(crate) time: Option<(Duration, Duration)>,
    /// How strong ferz is, from 1 to 10
    #[arg(long, value_parser = level)]
    pub(crate) level: Option<Level>,
    /// Seed of random moves and of the errors of low levels
    #[arg(long, value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Draw the board as Black sees it
    #[arg(long)]
    pub(crate) flip: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Only other commands have JSON, and this one says which
    #[arg(long, hide = true)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Study {
    /// A bundled variant or a path; `merge` and files of games; with --compare two variants
    #[arg(required = true, value_name = "VARIANT", add = complete::variants())]
    pub(crate) what: Vec<String>,
    /// Compare two variants
    #[arg(long, conflicts_with_all = ["html", "against"])]
    pub(crate) compare: bool,
    /// How many games; with --compare at most so many of each
    #[arg(long, default_value_t = 1000, value_parser = |text: &str| whole::<usize>(text, 1, 10_000_000))]
    pub(crate) games: usize,
    /// Positions that ferz looks at for each move
    #[arg(long, default_value_t = 1000, value_parser = |text: &str| whole::<u64>(text, 1, 1 << 40))]
    pub(crate) nodes: u64,
    /// Plies at random at the beginning of each game
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = |text: &str| whole::<usize>(text, 0, 100))]
    pub(crate) random_plies: usize,
    /// Seed of the games
    #[arg(long, default_value_t = 1, value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: u64,
    /// Play against somebody else: `random`, or a level from 1 to 10
    #[arg(long, value_name = "WHO", value_parser = against)]
    pub(crate) against: Option<Against>,
    /// How many threads play; default: as many as there are cores
    #[arg(long, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) threads: Option<u16>,
    /// Keep the games in a file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the file of --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Play part K of N
    #[arg(long, value_name = "K/N", requires = "out", value_parser = job)]
    pub(crate) job: Option<(usize, usize)>,
    /// Write a page with charts, too
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Study {
    /// How games are played.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self.random_plies,
            against: self.against,
        }
    }

    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

fn against(text: &str) -> Result<Against, String> {
    match text.parse().ok().filter(|level| Level::new(*level).is_some()) {
        _ if text == "random" => Ok(Against::Random),
        Some(level) => Ok(Against::Level(level)),
        None => Err("write `random` or a level from 1 to 10".to_owned()),
    }
}

fn job(text: &str) -> Result<(usize, usize), String> {
    let parts = text
        .split_once('/')
        .and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    parts
        .filter(|&(k, n)| (1..=n).contains(&k))
        .ok_or_else(|| "write which part of how many, such as 1/4".to_owned())
}

#[derive(Debug, ClapArgs)]
pub(crate) struct GameArgs {
    /// A PGN file
    pub(crate) file: PathBuf,
    /// A bundled variant or a path, whatever the file says
    #[arg(add = complete::variants())]
    pub(crate) variant: Option<String>,
    /// Print JSON, one object a line for each game
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Uci {
    /// The variant to begin with: a bundled one or a path
    #[arg(default_value = STANDARD, add = complete::variants())]
    pub(crate) variant: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Xboard {
    /// The variant to begin with: a bundled one or a path
    #[arg(default_value = STANDARD, add = complete::variants())]
    pub(crate) variant: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct New {
    /// The name of the files, in small letters; a folder may stand before it
    pub(crate) name: String,
    /// A bundled variant that it is like; default: a whole small variant
    #[arg(long, value_name = "VARIANT", add = complete::variants())]
    pub(crate) extends: Option<String>,
    /// Its title; default: made of the name
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Files and ranks of the board of a whole variant, such as `10x8`; default: 6x6
    #[arg(long, value_name = "SIZE", value_parser = board, conflicts_with = "extends")]
    pub(crate) board: Option<(u8, u8)>,
    /// Give each side of a whole variant an army of its own
    #[arg(long, conflicts_with = "extends")]
    pub(crate) armies: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Import {
    /// The file; `-` is standard input
    pub(crate) file: PathBuf,
    /// Names of sections; without any, all
    pub(crate) sections: Vec<String>,
    /// The folder for the ferz files; without it one section goes to standard output
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// What the file is; default: what it looks like
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) from: Option<ImportFormat>,
    /// Write over files that are there
    #[arg(long)]
    pub(crate) force: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportFormat {
    /// A variants.ini of Fairy-Stockfish
    #[value(name = "variants.ini")]
    Ini,
    /// A definition of the Interactive Diagram
    Diagram,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: ExportFormat,
    /// The name of the section; default: that of the variant
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Write the section even if it does not say every rule
    #[arg(long)]
    pub(crate) force: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A section of a variants.ini of Fairy-Stockfish
    #[value(name = "variants.ini")]
    Ini,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Snap {
    /// Rulesets, or folders with rulesets; default: this folder
    pub(crate) paths: Vec<PathBuf>,
    /// Accept everything that has changed
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
    /// What it is compared with, likewise
    #[arg(add = complete::variants())]
    pub(crate) new: String,
    /// How many positions are looked at
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) positions: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
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
    /// The position, as other commands have it; then only the move stands behind the variant
    #[arg(long)]
    pub(crate) fen: Option<String>,
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

#[derive(Debug, ClapArgs)]
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
    /// How many threads run tests; default: as many as there are cores
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

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Who {
    /// Whoever types
    Me,
    /// Any legal move, each equally likely
    Random,
    /// ferz itself
    Ferz,
}

impl Play {
    /// Who plays White and Black; `first` is the side that is to move first.
    pub(crate) fn players(&self, first: Side) -> [Who; 2] {
        let alone = self.time.is_some() || self.level.is_some();
        let other = match self.against {
            Some(who) => who,
            None if alone && self.white.is_none() && self.black.is_none() => Who::Ferz,
            None => Who::Me,
        };
        let mut players = [Who::Me; 2];
        players[first.other().index()] = other;
        [self.white.unwrap_or(players[0]), self.black.unwrap_or(players[1])]
    }
}

/// `5+0.1`: seconds for the game and for each move; `3:00+2`: minutes and seconds.
fn time(text: &str) -> Result<(Duration, Duration), String> {
    let seconds = |text: &str| {
        let number: f64 = text.parse().ok()?;
        (number.is_finite() && (0.0..=1e6).contains(&number)).then_some(number)
    };
    let whole = |text: &str| match text.split_once(':') {
        Some((minutes, rest)) => Some(60.0 * seconds(minutes)? + seconds(rest)?),
        None => seconds(text),
    };
    let (game, each) = text.split_once('+').unwrap_or((text, "0"));
    match (whole(game), seconds(each)) {
        (Some(game), Some(each)) if game + each > 0.0 => {
            Ok((Duration::from_secs_f64(game), Duration::from_secs_f64(each)))
        }
        _ => Err("write seconds for the game and for each move, such as 60+0.5, or minutes and seconds, such as 3:00+2".to_owned()),
    }
}

fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "write a level from 1 to 10".to_owned())
}

/// The smallest board of a new game: pieces, pawns and a row between them.
const SMALLEST: (u8, u8) = (4, 5);

/// Reads the size of a board: `10x8`.
fn board(text: &str) -> Result<(u8, u8), String> {
    let (fewest, least) = SMALLEST;
    let size = text
        .split_once('x')
        .and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)));
    size.filter(|&(files, ranks): &(u8, u8)| {
        (fewest..=26).contains(&files)
            && (least..=99).contains(&ranks)
            && u32::from(files) * u32::from(ranks) <= 256
    })
    .ok_or_else(|| {
        format!("write files and ranks, `10x8`: at least {fewest}x{least}, at most 26 files and 256 squares")
    })
}

/// A whole number within bounds, both included.
fn whole<N: TryFrom<u64>>(text: &str, min: u64, max: u64) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number
        .and_then(|number| N::try_from(number).ok())
        .ok_or_else(|| match max {
            u64::MAX => "write a whole number".to_owned(),
            max => format!("write a whole number from {min} to {max}"),
        })
}
