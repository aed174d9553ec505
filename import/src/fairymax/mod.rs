//! Games of Fairy-Max: `fmax.ini`, a game from each `Game:` line on.
//!
//! Much is a convention of the program that the file does not state: the first two pieces are
//! pawns, they fill a rank, they promote to the seventh. The report calls this assumed.

mod board;
mod finish;
mod lines;
mod rays;
mod royals;

use crate::draft::{Draft, Sheet, finding};
use crate::ini::{Lines, Piece};
use crate::report::{Import, Section};
use lines::Game;

/// Pieces at most.
const PIECES: usize = 30;

/// Whether a text looks like one.
pub(crate) fn is_fairymax(text: &str) -> bool {
    lines::read(text).iter().any(|game| {
        let size = game
            .size
            .as_ref()
            .is_some_and(|size| board::size(&size.text).is_some());
        size && !game.kinds.is_empty()
    })
}

/// Imports the games that are named, or all if none is.
pub(crate) fn import(text: &str, names: &[String]) -> Import {
    let games = lines::read(text);
    let places = Lines::new(text);
    let mut import = Import::default();
    let nowhere = Piece::new("", 0);
    if games.is_empty() {
        let message = "there is no game in the text".to_owned();
        let help = Some("a game begins with `Game: NAME`".to_owned());
        import.findings.push(finding(&places, &nowhere, message, help));
    }
    let titles: Vec<&str> = games.iter().map(|game| game.title.text.as_str()).collect();
    let (own, chosen) = crate::choose(&titles, names, "game", &places, &mut import);
    for at in chosen {
        let reader = Reader::new(&places, &games[at], own[at].clone());
        import.sections.push(reader.read());
    }
    import
}

/// A game while it is read.
struct Reader<'t> {
    sheet: Sheet<'t>,
    game: &'t Game,
    draft: Draft,
    /// The rank of White's pawns, from 0.
    pawns: u8,
    /// How many ranks the promotion zone has.
    zone: u8,
    /// Whether pawns become what started on the square where they promote.
    by_file: bool,
}

impl<'t> Reader<'t> {
    fn new(places: &'t Lines<'t>, game: &'t Game, name: String) -> Self {
        let draft = Draft {
            title: game.title.text.clone(),
            about: game.about.clone(),
            ..Draft::default()
        };
        Self {
            sheet: Sheet::new(places, name, game.title.offset),
            game,
            draft,
            pawns: 1,
            zone: 1,
            by_file: false,
        }
    }

    fn read(mut self) -> Section {
        let game = self.game;
        let why = "rules that the program adds to a game of this name are not in the file";
        self.sheet
            .tell("Game", &game.title, crate::report::Status::Assumed, Some(why));
        for display in &game.display {
            self.sheet.idle("#", display, "it is for the display");
        }
        for line in &game.after {
            let why = "the game ends before this line, which is a comment to the program";
            self.sheet.idle("line", line, why);
        }
        if !self.sized() || !self.counted() {
            return self.refused();
        }
        self.finish()
    }

    /// The report on a game of which no more than its size was read.
    fn refused(mut self) -> Section {
        let game = self.game;
        for word in game.ranks.iter().flatten() {
            self.sheet.unread("rank", word);
        }
        for kind in &game.kinds {
            self.sheet.unread("letter", &kind.letter);
            self.sheet.unread("value", &kind.value);
            for ray in &kind.rays {
                self.sheet.unread("ray", ray);
            }
        }
        self.sheet.section
    }

    /// Whether there is a number of pieces that a game can have.
    fn counted(&mut self) -> bool {
        let count = self.game.kinds.len();
        let fits = (3..=PIECES).contains(&count);
        if !fits {
            let message = format!("the game has {count} pieces; it needs two pawns and a king");
            let title = self.game.title.clone();
            self.sheet.find(&title, message, None);
        }
        fits
    }
}
