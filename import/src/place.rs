//! The place of a rule in an author's file.

use ferz_grammar::ast::{Declaration, Entry, SectionDecl, SourceFile};
use ferz_grammar::span::Span;

/// The place in a file of the subject of a [`Loss`](crate::Loss): `piece lancer`, `end stalemate:
/// loss`, `walls`, `title`. `None` if another file says it.
pub(crate) fn place(file: &SourceFile, what: &str) -> Option<Span> {
    let subject = what.split(':').next().unwrap_or_default();
    let words: Vec<&str> = subject.split(' ').filter(|word| !word.is_empty()).collect();
    let (keyword, rest) = words.split_first()?;
    if *keyword == "title" {
        return file.header.as_ref().map(|header| header.title.span);
    }
    let found = file
        .declarations
        .iter()
        .rev()
        .filter_map(|declaration| within(declaration, keyword, rest));
    found.max_by_key(|(rank, _)| *rank).map(|(_, span)| span)
}

/// How exactly a declaration is meant, and its place.
fn within(declaration: &Declaration, keyword: &str, rest: &[&str]) -> Option<(u8, Span)> {
    let names = |name: &str| rest.contains(&name);
    let if_named = |is: bool, span: Span| is.then_some((2, span));
    match declaration {
        Declaration::Piece(piece) => if_named(keyword == "piece" && names(&piece.name.value), piece.span),
        Declaration::Army(army) => {
            let piece = army.pieces.iter().find(|piece| names(&piece.name.value));
            piece.filter(|_| keyword == "piece").map(|piece| (1, piece.span))
        }
        Declaration::Use(one) => if_named(keyword == "use" && names(&one.hook.value), one.span),
        Declaration::Zone(zone) => if_named(keyword == "zone" && names(&zone.name.value), zone.span),
        Declaration::Text(text) => if_named(text.keyword.value == keyword, text.span),
        Declaration::Board(board) => if_named(keyword == "board", board.span),
        Declaration::Section(section) if section.keyword.value == keyword => Some(in_section(section, rest)),
        _ => None,
    }
}

fn in_section(section: &SectionDecl, rest: &[&str]) -> (u8, Span) {
    let says = |entry: &&Entry| rest.last() == Some(&entry.key.value.as_str());
    if let Some(entry) = section.entries.iter().find(says) {
        return (3, entry.span);
    }
    let named = section.arguments.iter().any(|word| {
        let side = ["white", "black"].contains(&word.value.as_str());
        !side && rest.contains(&word.value.as_str())
    });
    (if named { 2 } else { 1 }, section.keyword.span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_grammar::diagnostic::Sink;
    use ferz_grammar::span::SourceId;

    #[test]
    fn declarations_and_their_entries_are_found() {
        let text = "variant \"Mine\" extends chess\n\npiece rook R = ride orthogonal\n\
                    end {\n  stalemate: loss\n}\npromotion pawn {\n  to: rook\n}\nstart \"8/8 w - - 0 1\"\n";
        let file = ferz_grammar::parse(text, SourceId(0), &mut Sink::new());
        let line = |what: &str| {
            let span = place(&file, what)?;
            Some(text[..span.start].matches('\n').count() + 1)
        };
        assert_eq!(line("title"), Some(1));
        assert_eq!(line("piece rook: R = wazir"), Some(3));
        assert_eq!(line("end stalemate: loss"), Some(5));
        assert_eq!(line("end repetition: 3 draw"), Some(4));
        assert_eq!(line("promotion white pawn: to rook"), Some(7));
        assert_eq!(line("start"), Some(10));
        assert_eq!(line("walls"), None);
    }
}
