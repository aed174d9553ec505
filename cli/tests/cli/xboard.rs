//! XBoard speaks with `ferz xboard`.

use super::{folder, path};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};

/// A program that waits for answers, as XBoard does.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Talk {
    fn new(args: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ferz"))
            .arg("xboard")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// All lines up to one that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut said = Vec::new();
        for line in self.lines.by_ref() {
            said.push(line.unwrap());
            if said.last().unwrap().starts_with(start) {
                return said;
            }
        }
        panic!("no `{start}` in {said:?}");
    }

    /// The answers to some lines.
    fn answers(&mut self, lines: &[&str]) -> Vec<String> {
        for line in lines {
            self.say(line);
        }
        self.say("ping 77");
        let mut said = self.until("pong 77");
        said.pop();
        said
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn a_game_is_played() {
    let mut talk = Talk::new(&[]);
    talk.say("xboard");
    talk.say("protover 2");
    let features = talk.until("feature done=1").join(" ");
    assert!(
        features.contains("setboard=1") && features.contains(",xiangqi"),
        "{features}"
    );
    assert_eq!(
        talk.answers(&["new", "sd 3", "post", "force", "usermove e2e4", "usermove e7e4"]),
        ["Illegal move (a pawn does not move from e7 to e4): e7e4"]
    );
    talk.say("go");
    let said = talk.until("move ");
    assert!(said.len() > 1 && said[0].starts_with("1 "), "{said:?}");
    talk.say("new");
    talk.say("setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    talk.say("go");
    let said = talk.until("1-0");
    assert_eq!(said[said.len() - 2..], ["move d1d8", "1-0 {checkmate}"]);
    assert!(said[0].contains(" 100001 "), "{said:?}");
    talk.quit();
}

#[test]
fn boards_of_other_sizes_are_set_up_and_counted_from_zero() {
    let mut talk = Talk::new(&[]);
    let said = talk.answers(&[
        "new",
        "variant xiangqi",
        "force",
        "usermove h2e2",
        "usermove h2e2",
    ]);
    assert_eq!(said.len(), 5, "{said:?}");
    // The pieces that Betza can describe: not those that stay on their side of the river.
    assert_eq!(said[1..4], ["piece N& nN", "piece R& R", "piece C& cpRmR"]);
    assert!(
        said[0].starts_with("setup (PNBR") && said[0].contains(") 9x10+0_fairy rnbakabnr/"),
        "{said:?}"
    );
    assert!(
        said[4].starts_with("Illegal move (") && said[4].ends_with(": h2e2"),
        "{said:?}"
    );
    talk.say("sd 1");
    talk.say("go");
    let mv = talk.until("move ").pop().unwrap();
    let legal: Vec<char> = mv.chars().skip(5).collect();
    assert!(
        legal.len() == 4 && legal[1].is_ascii_digit() && legal[3].is_ascii_digit(),
        "{mv}"
    );
    // `new` goes back to the first variant.
    assert_eq!(
        talk.answers(&["new", "force", "usermove e2e4"]),
        Vec::<String>::new()
    );
    talk.quit();
}

/// Pieces that can be in hand come first among the pictures: by these XBoard counts the places
/// beside the board. A promoted piece is a `+` eleven places behind the one that promotes.
#[test]
fn hands_have_places_beside_the_board() {
    let mut talk = Talk::new(&[]);
    let setups = [
        ("crazyhouse", "setup (PNBRQ...............", ") 8x8+5_crazyhouse "),
        ("minishogi", "setup (P.BR.S...G.+.++.+....K", ") 5x5+5_shogi "),
        ("makruk", "setup (PN.R", ") 8x8+0_fairy "),
    ];
    for (name, begins, holds) in setups {
        let said = talk.answers(&[&format!("variant {name}")]);
        assert!(said[0].starts_with(begins) && said[0].contains(holds), "{said:?}");
    }
    talk.quit();
}

#[test]
fn an_analysis_goes_on_until_it_is_left() {
    let mut talk = Talk::new(&[]);
    talk.say("analyze");
    talk.until("3 ");
    talk.say("usermove e2e4");
    talk.until("3 ");
    talk.say("exit");
    talk.say("ping 5");
    talk.until("pong 5");
    talk.quit();
}

#[test]
fn a_file_can_be_played() {
    let good = b"variant \"Good\" extends chess\nend {\n  far: reach pawn on rank 3\n}\n";
    let folder = folder(&[("good.ferz", good)]);
    let file = path(folder.path(), "good.ferz");
    let mut talk = Talk::new(&[&file]);
    talk.say("protover 2");
    assert!(talk.until("feature done=1").join(" ").contains("\"normal,good,"));
    talk.say("variant good");
    talk.say("sd 2");
    talk.say("go");
    assert_eq!(talk.until("1-0").pop().unwrap(), "1-0 {far}");
    talk.quit();
}

#[test]
fn nonsense_is_survived() {
    let mut talk = Talk::new(&[]);
    let lines = [
        "usermove",
        "usermove \u{1b}[2J",
        "setboard",
        "setboard 8/8",
        "level",
        "level x y z",
        "level 40 5:x 0",
        "st nan",
        "st -1",
        "sd x",
        "time -5",
        "time x",
        "otim",
        "memory -1",
        "cores 0",
        "variant",
        "variant /",
        "undo",
        "remove",
        "undo",
        "result",
        "?",
        ".",
        "accepted",
        "\u{0}",
        "protover x",
        "option",
        "exit",
        "pause",
        "force",
    ];
    let said = talk.answers(&lines);
    assert!(said.iter().all(|line| !line.contains('\u{1b}')), "{said:?}");
    let long = "y".repeat(10_000);
    assert!(talk.answers(&[&long])[0].len() < 100);
    talk.quit();
}

/// A draw is accepted by a side that stands no better, and by no other; a suggestion is a legal
/// move.
#[test]
fn draws_are_answered_and_hints_given() {
    let mut talk = Talk::new(&[]);
    let ahead = "setboard 3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let behind = "setboard 4k3/4p3/8/8/8/8/8/3QK3 w - - 0 1";
    assert_eq!(talk.answers(&["new", ahead, "draw"]), Vec::<String>::new());
    assert_eq!(talk.answers(&["new", behind, "draw"]), ["offer draw"]);
    // The engine plays neither side.
    assert_eq!(talk.answers(&["force", "draw"]), Vec::<String>::new());
    let mate = "setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    assert_eq!(talk.answers(&[mate, "hint"]), ["Hint: d1d8"]);
    let mated = "setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
    assert_eq!(talk.answers(&[mated, "hint"]), Vec::<String>::new());
    talk.quit();
}
