//! The meaning of the words of a file.

use ferz::hooks::{self, ParameterKind};
use ferz::mechanics::Kind;
use ferz::vocabulary::{self, AGAIN, COUNT, END, FROM_PIECES, KINDS, LINKS, OF, OWNERS, PLACES, SCORES};
use ferz_grammar::ast::*;
use ferz_grammar::span::Span;

/// The role of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role<'t> {
    /// The first word of a declaration.
    Keyword,
    Piece,
    Movement,
    /// A parameter of the movement that is declared there.
    Parameter(Span),
    /// A zone or a square outside the grid.
    Zone,
    Hook,
    /// A parameter of that hook.
    HookParameter(&'t str),
    /// The key of an entry in the section of that keyword.
    Key(&'t str),
    /// A file that is extended or included.
    File,
    /// An attribute of a piece.
    Attribute,
    /// A word of the language in an entry: its section and its key.
    Word(&'t str, &'t str),
    /// The event of an effect.
    Event,
    /// The name of a power.
    Power,
    /// The word for the outcome of a goal.
    Goal,
    /// The type of a parameter of a mechanic.
    Type,
}

/// A word at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Span,
    pub(crate) role: Role<'t>,
    /// The declaration that gives the name its meaning, if this is where it does.
    pub(crate) defines: Option<Span>,
}

/// All words of a file that stand for something, in the order of the tree; `all` are the trees of
/// all texts that it is read with.
pub(crate) fn words<'t>(tree: &'t SourceFile, all: &'t [SourceFile]) -> Vec<Word<'t>> {
    let mut walk = Walk {
        list: Vec::new(),
        all,
        inside: None,
        entry: None,
    };
    if let Some(header) = &tree.header {
        let keyword = match header.kind {
            FileKind::Variant => "variant",
            FileKind::Library => "library",
        };
        walk.keyword(keyword, header.span);
        if let Some(parent) = &header.extends {
            walk.used(parent, Role::File);
        }
    }
    for declaration in &tree.declarations {
        walk.declaration(declaration);
    }
    walk.list
}

/// The word of the first text at a place, or that ends there.
pub(crate) fn word_at(trees: &[SourceFile], offset: usize) -> Option<Word<'_>> {
    let touches = |w: &Word<'_>| w.span.start <= offset && offset <= w.span.end;
    let mut found: Vec<Word> = words(trees.first()?, trees).into_iter().filter(touches).collect();
    found.sort_by_key(|w| (w.span.end == offset, w.span.len()));
    found.into_iter().next()
}

struct Walk<'t> {
    list: Vec<Word<'t>>,
    all: &'t [SourceFile],
    /// The mechanic in whose block it is.
    inside: Option<&'t MechanicDecl>,
    /// The section and the key of the entry in which it is.
    entry: Option<(&'t str, &'t str)>,
}

/// The subject of an expression.
#[derive(Clone, Copy)]
enum Sort<'t> {
    Movement(&'t [Name], Span),
    Squares,
    Pieces,
    Attribute,
    /// Pieces, and squares after `on`.
    Goal,
    /// Pieces of a count.
    Count,
    /// Pieces of an effect, and after `on` its squares.
    Effect,
    /// The pieces that a movement captures.
    Prey,
    /// Squares of an effect, which may be seen from a place.
    Area,
    Nothing,
}

impl Sort<'_> {
    /// Whether words of the language may stand there that no other declaration can define.
    fn has_words(self) -> bool {
        match self {
            Self::Pieces | Self::Goal | Self::Count | Self::Effect | Self::Area | Self::Nothing => true,
            Self::Movement(..) | Self::Squares | Self::Attribute | Self::Prey => false,
        }
    }
}

impl<'t> Walk<'t> {
    fn push(&mut self, name: &'t str, span: Span, role: Role<'t>) {
        self.list.push(Word {
            name,
            span,
            role,
            defines: None,
        });
    }

    fn used(&mut self, name: &'t Name, role: Role<'t>) {
        self.push(&name.value, name.span, role);
    }

    fn defined(&mut self, name: &'t Name, role: Role<'t>, by: Span) {
        self.list.push(Word {
            name: &name.value,
            span: name.span,
            role,
            defines: Some(by),
        });
    }

    fn keyword(&mut self, word: &'t str, span: Span) {
        self.push(
            word,
            Span::new(span.start, span.start + word.len()),
            Role::Keyword,
        );
    }

    fn declaration(&mut self, declaration: &'t Declaration) {
        match declaration {
            Declaration::Text(d) => {
                self.used(&d.keyword, Role::Keyword);
                if d.keyword.value == "include" {
                    self.used(&d.value, Role::File);
                }
            }
            Declaration::Board(d) => {
                self.keyword("board", d.span);
                self.entries("board", &d.entries);
            }
            Declaration::Square(d) => {
                self.keyword("square", d.span);
                self.defined(&d.name, Role::Zone, d.span);
                self.entries("square", &d.entries);
            }
            Declaration::Zone(d) => {
                self.keyword("zone", d.span);
                self.defined(&d.name, Role::Zone, d.span);
                self.expr(&d.value, Sort::Squares);
            }
            Declaration::Movement(d) => {
                self.keyword("movement", d.span);
                self.defined(&d.name, Role::Movement, d.span);
                for parameter in &d.parameters {
                    self.defined(parameter, Role::Parameter(d.span), d.span);
                }
                self.expr(&d.body, Sort::Movement(&d.parameters, d.span));
            }
            Declaration::Mechanic(d) => self.mechanic(d),
            Declaration::Army(d) => {
                self.keyword("army", d.span);
                for piece in &d.pieces {
                    self.piece(piece);
                }
            }
            Declaration::Piece(d) => {
                self.keyword("piece", d.span);
                self.piece(d);
            }
            Declaration::Section(d) => self.section(d),
            Declaration::Use(d) => {
                self.keyword("use", d.span);
                self.used(&d.hook, Role::Hook);
                for argument in &d.arguments {
                    let Some(key) = &argument.key else { continue };
                    self.used(key, Role::HookParameter(&d.hook.value));
                    let sort = self.sort_of(&d.hook.value, &key.value);
                    self.expr(&argument.value, sort);
                }
            }
            Declaration::Without(d) => self.without(d),
        }
    }

    fn section(&mut self, d: &'t SectionDecl) {
        self.used(&d.keyword, Role::Keyword);
        if d.keyword.value == "promotion"
            && let Some(piece) = d.arguments.last()
        {
            self.used(piece, Role::Piece);
        }
        if d.keyword.value == "drop" {
            let words = ["white", "black", "both", "all"];
            let pieces = d
                .arguments
                .iter()
                .filter(|word| !words.contains(&word.value.as_str()));
            let pieces = pieces.chain(&d.except);
            pieces.for_each(|piece| self.used(piece, Role::Piece));
        }
        match (d.keyword.value.as_str(), d.arguments.last()) {
            ("on", Some(event)) => self.used(event, Role::Event),
            ("power", Some(name)) => self.defined(name, Role::Power, d.span),
            _ => {}
        }
        self.entries(&d.keyword.value, &d.entries);
    }

    fn without(&mut self, d: &'t WithoutDecl) {
        self.keyword("without", d.span);
        let (Some(what), Some(name)) = (d.words.first(), d.words.get(1).and(d.words.last())) else {
            return;
        };
        match what.value.as_str() {
            "piece" | "promotion" | "drop" => self.used(name, Role::Piece),
            "use" => self.used(name, Role::Hook),
            "zone" | "square" => self.used(name, Role::Zone),
            "power" => self.used(name, Role::Power),
            "end" if !END.has(&name.value) => self.used(name, Role::Goal),
            _ => {}
        }
    }

    fn mechanic(&mut self, d: &'t MechanicDecl) {
        self.keyword("mechanic", d.span);
        self.defined(&d.name, Role::Hook, d.span);
        for parameter in &d.parameters {
            let role = Role::HookParameter(&d.name.value);
            self.defined(&parameter.name, role, parameter.span);
            self.types(&parameter.kind);
            if let (Some(value), Some(Kind::Of(kind))) = (&parameter.default, Kind::read(&parameter.kind)) {
                self.expr(value, sort(&kind));
            }
        }
        self.inside = Some(d);
        for declaration in &d.body {
            self.declaration(declaration);
        }
        self.inside = None;
    }

    /// The words of a type: `pieces`.
    fn types(&mut self, kind: &'t Expr) {
        if let ExprKind::Name(name) = &kind.kind {
            self.push(name, kind.span, Role::Type);
        }
    }

    /// The subject of a parameter's value of a hook or mechanic.
    fn sort_of(&self, name: &str, parameter: &str) -> Sort<'t> {
        if let Some(info) = hooks::get(name) {
            let parameter = info.parameters.iter().find(|p| p.name == parameter);
            return parameter.map_or(Sort::Nothing, |p| sort(&p.kind));
        }
        let mut declared = self.all.iter().flat_map(|tree| &tree.declarations);
        let kind = declared.find_map(|declaration| match declaration {
            Declaration::Mechanic(d) if d.name.value == name => {
                let parameter = d.parameters.iter().find(|p| p.name.value == parameter)?;
                Kind::read(&parameter.kind)
            }
            _ => None,
        });
        match kind {
            Some(Kind::Of(kind)) => sort(&kind),
            _ => Sort::Nothing,
        }
    }

    /// Whether a word in the block of a mechanic is one of its parameters: then it is noted as
    /// that.
    fn is_parameter(&mut self, name: &'t str, span: Span) -> bool {
        let inside = self.inside;
        let Some(mechanic) = inside.filter(|d| d.parameters.iter().any(|p| p.name.value == name)) else {
            return false;
        };
        self.push(name, span, Role::HookParameter(&mechanic.name.value));
        true
    }

    fn piece(&mut self, piece: &'t PieceDecl) {
        self.defined(&piece.name, Role::Piece, piece.span);
        if let Some(movement) = &piece.movement {
            self.expr(movement, Sort::Movement(&[], piece.span));
        }
        for attribute in &piece.attributes {
            self.expr(attribute, Sort::Attribute);
        }
    }

    fn entries(&mut self, section: &'t str, entries: &'t [Entry]) {
        for entry in entries {
            match section {
                "end" if self.is_parameter(&entry.key.value, entry.key.span) => {}
                "end" if !END.has(&entry.key.value) => self.defined(&entry.key, Role::Goal, entry.span),
                _ => self.used(&entry.key, Role::Key(section)),
            }
            self.entry = Some((section, &entry.key.value));
            for (index, value) in entry.values.iter().enumerate() {
                self.expr(value, entry_sort(section, &entry.key.value, index));
            }
            self.entry = None;
        }
    }

    /// Notes a word of the language, which says something by itself where it stands.
    fn word(&mut self, term: &'t Expr) {
        if let (ExprKind::Name(name), Some((section, key))) = (&term.kind, self.entry) {
            self.push(name, term.span, Role::Word(section, key));
        }
    }

    /// Whether a name is a word that may stand in the entry, and not one of the pieces.
    fn is_word(&self, name: &str) -> bool {
        let Some((section, key)) = self.entry else {
            return false;
        };
        let mut words = vocabulary::values(section, key).into_iter();
        words.any(|(word, _)| word == name) && !self.is_piece(name)
    }

    /// Whether a piece of that name is declared.
    fn is_piece(&self, name: &str) -> bool {
        let mut declared = self.all.iter().flat_map(|tree| &tree.declarations);
        declared.any(|declaration| match declaration {
            Declaration::Piece(d) => d.name.value == name,
            Declaration::Army(d) => d.pieces.iter().any(|piece| piece.name.value == name),
            _ => false,
        })
    }

    /// `enemy pawn on AREA`, `enemy between mover and friend by MOVEMENT`, `mover as queen`.
    fn effect(&mut self, terms: &'t [Expr]) {
        for (index, term) in terms.iter().enumerate() {
            let rest = &terms[index + 1..];
            if is(term, "on") {
                self.word(term);
                let to = rest.iter().position(|t| is(t, "as")).unwrap_or(rest.len());
                self.area(&rest[..to]);
                return rest[to..].iter().for_each(|t| self.expr(t, Sort::Effect));
            }
            let attackers = index > 0
                && ["attacked", "guarded"]
                    .iter()
                    .any(|word| is(&terms[index - 1], word));
            if is(term, "by") && !attackers {
                self.word(term);
                return rest.iter().for_each(|t| self.movement(t));
            }
            self.expr(term, Sort::Effect);
        }
    }

    /// `MOVEMENT at PLACE`, or squares.
    fn area(&mut self, terms: &'t [Expr]) {
        match terms.iter().rposition(|t| is(t, "at")) {
            Some(at) => {
                self.word(&terms[at]);
                terms[..at].iter().for_each(|t| self.movement(t));
                terms[at + 1..].iter().for_each(|t| self.expr(t, Sort::Effect));
            }
            None => terms.iter().for_each(|t| self.expr(t, Sort::Area)),
        }
    }

    /// A term of a movement in an effect.
    fn movement(&mut self, term: &'t Expr) {
        match &term.kind {
            ExprKind::Name(name) if self.is_parameter(name, term.span) => {}
            ExprKind::Name(name) if is_word_of_effects(name) => self.word(term),
            _ => self.expr(term, Sort::Movement(&[], term.span)),
        }
    }

    /// Words one after the other, some of which determine the kind of the next ones.
    fn phrase(&mut self, terms: &'t [Expr], sort: Sort<'t>) {
        let mut now = sort;
        for term in terms {
            self.expr(term, now);
            let ExprKind::Name(word) = &term.kind else {
                continue;
            };
            now = match (sort, word.as_str()) {
                (Sort::Movement(..), "from" | "to") | (Sort::Goal, "on") => Sort::Squares,
                (Sort::Movement(..), "of") => Sort::Prey,
                (Sort::Movement(..), "over" | "by") => sort,
                (Sort::Attribute, _) => Sort::Nothing,
                _ => now,
            };
        }
    }

    fn expr(&mut self, expr: &'t Expr, sort: Sort<'t>) {
        match &expr.kind {
            ExprKind::Name(name) if self.is_parameter(name, expr.span) => {}
            ExprKind::Name(name) if sort.has_words() && self.is_word(name) => self.word(expr),
            ExprKind::Name(name) => {
                let role = match sort {
                    Sort::Movement(parameters, by) if parameters.iter().any(|p| p.value == *name) => {
                        Role::Parameter(by)
                    }
                    Sort::Movement(..) => Role::Movement,
                    Sort::Count if is_word_of_counts(name) => return,
                    Sort::Effect | Sort::Area | Sort::Prey if is_word_of_effects(name) => {
                        return self.word(expr);
                    }
                    Sort::Squares | Sort::Area => Role::Zone,
                    Sort::Pieces | Sort::Goal | Sort::Count | Sort::Effect | Sort::Prey => Role::Piece,
                    Sort::Attribute => Role::Attribute,
                    Sort::Nothing => return,
                };
                self.push(name, expr.span, role);
            }
            ExprKind::Call { name, arguments } => {
                if let Sort::Movement(..) = sort {
                    self.used(name, Role::Movement);
                }
                for argument in arguments {
                    self.expr(&argument.value, sort);
                }
            }
            ExprKind::Group(inner) => self.expr(inner, sort),
            ExprKind::Phrase(terms) if matches!(sort, Sort::Effect) => self.effect(terms),
            ExprKind::Phrase(terms) if matches!(sort, Sort::Area) => self.area(terms),
            ExprKind::Phrase(terms) => self.phrase(terms, sort),
            ExprKind::List(parts)
            | ExprKind::Then(parts)
            | ExprKind::Intersection(parts)
            | ExprKind::Union(parts) => {
                for part in parts {
                    self.expr(part, sort);
                }
            }
            ExprKind::Except(left, right) => {
                self.expr(left, sort);
                self.expr(right, sort);
            }
            ExprKind::Number(_) | ExprKind::Decimal(_) | ExprKind::Range { .. } | ExprKind::Text(_) => {}
        }
    }
}

/// Whether a term is that word.
fn is(term: &Expr, word: &str) -> bool {
    matches!(&term.kind, ExprKind::Name(name) if name == word)
}

/// Whether a word of a count stands for itself, not for a piece.
fn is_word_of_counts(name: &str) -> bool {
    COUNT.has(name) || FROM_PIECES.has(name) || OF.has(name) || SCORES.has(name)
}

/// Whether a word of an effect stands for itself, not for a piece or a zone.
fn is_word_of_effects(name: &str) -> bool {
    LINKS.has(name) || OWNERS.has(name) || PLACES.has(name) || KINDS.has(name) || AGAIN.has(name)
}

fn sort<'t>(kind: &ParameterKind) -> Sort<'t> {
    match kind {
        ParameterKind::Piece | ParameterKind::Pieces => Sort::Pieces,
        ParameterKind::Squares | ParameterKind::Zone => Sort::Squares,
        ParameterKind::Movement => Sort::Movement(&[], Span::new(0, 0)),
        ParameterKind::List(inner) => sort(inner),
        ParameterKind::Side
        | ParameterKind::Sides
        | ParameterKind::Number { .. }
        | ParameterKind::Bool
        | ParameterKind::Word(_)
        | ParameterKind::Name
        | ParameterKind::Letter
        | ParameterKind::Text
        | ParameterKind::Directions => Sort::Nothing,
    }
}

/// The subject of the values of an entry.
fn entry_sort<'t>(section: &str, key: &str, index: usize) -> Sort<'t> {
    match (section, key) {
        ("promotion", "to" | "limit") | ("drop", "hand") => Sort::Pieces,
        ("promotion", "on" | "must")
        | ("drop", "on" | "first")
        | ("rules", "en-passant")
        | ("board", "holes" | "river" | "diagonals")
        | ("square", _) => Sort::Squares,
        ("castling", "safe" | "dropped" | "brought" | "bars" | "chains") => Sort::Nothing,
        ("castling", _) => Sort::Pieces,
        ("end", "checkmate" | "stalemate" | "repetition" | "perpetual-check" | "move-rule") => Sort::Nothing,
        ("end", "count" | "count-alone" | "to-and-fro" | "mate-by" | "mate-without") => Sort::Count,
        ("end", _) if index == 0 => Sort::Goal,
        ("on", "by" | "of")
        | ("rules", "absorb" | "carry" | "pool" | "recall" | "avenge" | "regents" | "exchange") => {
            Sort::Pieces
        }
        ("on", "from" | "to") => Sort::Squares,
        ("on", _) | ("drop", "while" | "unless") | ("power", "while") | ("control", "of") => Sort::Effect,
        ("power", "of") => Sort::Pieces,
        ("power", "moves" | "gains") | ("control", "moves") => Sort::Movement(&[], Span::new(0, 0)),
        ("walls", "on") => Sort::Area,
        _ => Sort::Nothing,
    }
}
