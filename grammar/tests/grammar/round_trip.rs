//! Laws: printing and reading agree, nothing panics, tokens lose nothing.

use crate::format::check_format;
use crate::tree::{EXAMPLE, parse, shape, sound};
use ferz_grammar::ast::*;
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::keywords::{RESERVED, SECTIONS, SIDES};
use ferz_grammar::span::{SourceId, Span, Spanned};
use ferz_grammar::{codes, parse_bytes, print, tokens};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const NOWHERE: Span = Span::new(0, 0);

fn at<T>(value: T) -> Spanned<T> {
    Spanned::new(value, NOWHERE)
}

fn word() -> impl Strategy<Value = String> {
    let any = "[a-zA-Z][a-zA-Z0-9_]{0,6}(-[a-z0-9_]{1,4}){0,2}"
        .prop_filter("reserved", |w| !RESERVED.contains(&w.as_str()));
    let special = select(vec![
        "white", "both", "movement", "extends", "army", "e4", "a1-c3",
    ])
    .prop_map(str::to_owned);
    prop_oneof![1 => any, 4 => special]
}

fn name() -> impl Strategy<Value = Name> {
    word().prop_map(at)
}

fn letter() -> impl Strategy<Value = Name> {
    prop_oneof![name(), "\\+?\\([a-z][a-z0-9]{0,7}\\)|\\+[A-Za-z]".prop_map(at)]
}

fn side() -> impl Strategy<Value = Name> {
    select(SIDES).prop_map(|side| at(side.to_owned()))
}

fn text() -> impl Strategy<Value = String> {
    vec(prop_oneof![4 => "[a-zA-Z #]{1,5}", 1 => select(vec!["\"", "\"\"\"", "\\", "\n", "\t", "é", "\n{", "}", "\narmy white {"]).prop_map(str::to_owned)], 0..6)
        .prop_map(|parts| parts.concat())
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: NOWHERE }
}

/// One operand stands for itself, more are joined.
fn joined(
    parts: impl Strategy<Value = Expr>,
    most: usize,
    join: impl Fn(Vec<Expr>) -> ExprKind,
) -> impl Strategy<Value = Expr> {
    vec(parts, 1..most).prop_map(move |mut parts| {
        if parts.len() == 1 {
            parts.remove(0)
        } else {
            expr(join(parts))
        }
    })
}

/// Any expression that the parser could give.
fn expression(depth: u32) -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        6 => word().prop_map(ExprKind::Name),
        1 => any::<i64>().prop_map(ExprKind::Number),
        1 => "-?[0-9]{1,5}\\.[0-9]{1,3}".prop_map(ExprKind::Decimal),
        1 => (any::<u32>(), option::of(any::<u32>())).prop_map(|(min, max)| ExprKind::Range { min: Some(min), max }),
        1 => any::<u32>().prop_map(|max| ExprKind::Range { min: None, max: Some(max) }),
        1 => text().prop_map(ExprKind::Text),
    ]
    .prop_map(expr);
    let term = if depth == 0 {
        leaf.boxed()
    } else {
        prop_oneof![
            4 => leaf,
            1 => (name(), arguments(depth - 1)).prop_map(|(name, arguments)| expr(ExprKind::Call { name, arguments })),
            1 => expression(depth - 1).prop_map(|inner| expr(ExprKind::Group(Box::new(inner)))),
            1 => vec(expression(depth - 1), 0..3).prop_map(|values| expr(ExprKind::List(values))),
        ]
        .boxed()
    };
    let phrase = joined(term, 4, ExprKind::Phrase).boxed();
    let chain = joined(phrase, 3, ExprKind::Then).boxed();
    let intersection = joined(chain, 3, ExprKind::Intersection).boxed();
    let difference = vec(intersection, 1..3).prop_map(|parts| {
        let left = |a, b| expr(ExprKind::Except(Box::new(a), Box::new(b)));
        parts.into_iter().reduce(left).expect("at least one")
    });
    joined(difference, 4, ExprKind::Union).boxed()
}

fn arguments(depth: u32) -> impl Strategy<Value = Vec<Argument>> {
    let argument = (option::of(name()), expression(depth));
    vec(
        argument.prop_map(|(key, value)| Argument {
            key,
            value,
            span: NOWHERE,
        }),
        0..4,
    )
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let entry = (name(), vec(expression(1), 1..5));
    vec(
        entry.prop_map(|(key, values)| Entry {
            key,
            values,
            span: NOWHERE,
        }),
        0..4,
    )
}

fn piece(side: impl Strategy<Value = Option<Name>>) -> impl Strategy<Value = PieceDecl> {
    let parts = (
        side,
        name(),
        letter(),
        option::of(expression(2)),
        vec(expression(1), 0..3),
    );
    parts.prop_map(|(side, name, letter, movement, attributes)| PieceDecl {
        side,
        name,
        letter,
        movement,
        attributes,
        span: NOWHERE,
    })
}

fn declaration() -> impl Strategy<Value = Declaration> {
    let span = NOWHERE;
    prop_oneof![
        (
            select(vec!["about", "source", "start", "include"]),
            prop_oneof![text(), word()]
        )
            .prop_map(move |(keyword, value)| Declaration::Text(TextDecl {
                keyword: at(keyword.into()),
                value: at(value),
                span
            })),
        (any::<u32>(), any::<u32>(), entries()).prop_map(move |(files, ranks, entries)| Declaration::Board(
            BoardDecl {
                files: at(files),
                ranks: at(ranks),
                entries,
                span
            }
        )),
        (name(), entries()).prop_map(move |(name, entries)| Declaration::Square(SquareDecl {
            name,
            entries,
            span
        })),
        (name(), option::of(side()), expression(2)).prop_map(move |(name, side, value)| Declaration::Zone(
            ZoneDecl {
                name,
                side,
                value,
                span
            }
        )),
        (name(), vec(name(), 0..3), expression(3)).prop_map(move |(name, parameters, body)| {
            Declaration::Movement(MovementDecl {
                name,
                parameters,
                body,
                span,
            })
        }),
        (
            side(),
            option::of(text().prop_map(at)),
            vec(name(), 0..3),
            vec(piece(Just(None)), 0..4)
        )
            .prop_map(move |(side, title, except, pieces)| Declaration::Army(ArmyDecl {
                side,
                title,
                except,
                pieces,
                span
            })),
        piece(option::of(side())).prop_map(Declaration::Piece),
        (
            select([SECTIONS, &["weather", "tide"]].concat()),
            vec(name(), 0..3),
            vec(name(), 0..3),
            entries()
        )
            .prop_map(move |(keyword, arguments, except, entries)| Declaration::Section(
                SectionDecl {
                    keyword: at(keyword.to_owned()),
                    arguments,
                    except,
                    entries,
                    span
                }
            )),
        (name(), arguments(2)).prop_map(move |(hook, arguments)| Declaration::Use(UseDecl {
            hook,
            arguments,
            span
        })),
        vec(name(), 1..4)
            .prop_filter("the side stands behind", |words| !begins_with_side(words))
            .prop_map(move |words| Declaration::Without(WithoutDecl { words, span })),
    ]
}

pub(crate) fn file() -> impl Strategy<Value = SourceFile> {
    let header = (any::<bool>(), text(), option::of(prop_oneof![text(), word()])).prop_map(
        |(library, title, extends)| {
            let kind = if library {
                FileKind::Library
            } else {
                FileKind::Variant
            };
            let extends = extends.filter(|_| !library).map(at);
            Header {
                kind,
                title: at(title),
                extends,
                span: NOWHERE,
            }
        },
    );
    (header, vec(declaration(), 0..6)).prop_map(|(header, declarations)| SourceFile {
        header: Some(header),
        declarations,
        unread: Vec::new(),
    })
}

/// Checks the laws that hold for every text.
fn check_laws(bytes: &[u8]) {
    let mut sink = Sink::new();
    let file = parse_bytes(bytes, SourceId(0), &mut sink);
    for diagnostic in sink.list() {
        assert!(
            codes::find(diagnostic.code).is_some(),
            "{} is not explained",
            diagnostic.code
        );
        assert!(
            diagnostic.help.is_some() || ["F0031", "F0032"].contains(&diagnostic.code),
            "{diagnostic:?}"
        );
        for label in &diagnostic.labels {
            assert!(
                label.span.start <= label.span.end && label.span.end <= bytes.len(),
                "{diagnostic:?}"
            );
        }
    }
    if !sink.has_errors() {
        assert_eq!(shape(&sound(&print(&file))), shape(&file));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let pieces: Vec<&str> = tokens(text)
            .iter()
            .map(|t| &text[t.span.start..t.span.end])
            .collect();
        assert_eq!(pieces.concat(), text);
        check_format(text);
        assert!(pieces.iter().all(|piece| !piece.is_empty()));
        for label in sink.list().iter().flat_map(|d| &d.labels) {
            assert!(text.is_char_boundary(label.span.start) && text.is_char_boundary(label.span.end));
        }
    }
}

/// Texts of pieces of the language in any order.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let pieces = vec![
        "variant \"X\"",
        "library",
        "army white {",
        "movement x =",
        "board 8x8",
        "}",
        "{",
        "(",
        ")",
        "[",
        "]",
        "f(",
        "|",
        "&",
        "then",
        "except",
        ",",
        ":",
        ";",
        "=",
        "\n",
        "\n",
        "\n",
        "\r",
        " ",
        "\"",
        "\"\"\"",
        "\\",
        "#",
        "name",
        "e4",
        "key: ",
        "1..3",
        "..",
        "-1",
        "3.5",
        "3rd",
        "é",
        "\u{0}",
        "end {",
        "piece a B",
        "extends",
        "\u{feff}",
    ];
    vec(
        prop_oneof![8 => select(pieces).prop_map(str::to_owned), 1 => "\\PC{0,3}"],
        0..60,
    )
    .prop_map(|parts| parts.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_what_was_printed_gives_the_same_tree(file in file()) {
        let text = print(&file);
        let (read, list) = parse(&text);
        prop_assert!(list.is_empty(), "{text}\n{list:#?}");
        prop_assert_eq!(shape(&read), shape(&file), "{}", text);
        prop_assert_eq!(print(&read), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..200)) {
        check_laws(&bytes);
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,80}") {
        check_laws(text.as_bytes());
    }

    #[test]
    fn any_mixture_is_read(text in soup()) {
        check_laws(text.as_bytes());
    }

    #[test]
    fn damaged_files_are_read(changes in vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..8)) {
        let mut bytes = EXAMPLE.as_bytes().to_vec();
        for (index, what, byte) in changes {
            let at = index.index(bytes.len());
            match what {
                0 => { bytes.remove(at); }
                1 => bytes.insert(at, byte),
                2 => bytes[at] = byte,
                _ => bytes.truncate(at.max(20)),
            }
        }
        check_laws(&bytes);
    }
}

#[test]
fn the_example_is_printed() {
    let file = sound(EXAMPLE);
    let text = print(&file);
    assert_eq!(shape(&sound(&text)), shape(&file), "{text}");
    assert_eq!(print(&sound(&text)), text);
}

#[test]
fn canonical_text() {
    let long = (0..20)
        .map(|i| format!("movement-number-{i}"))
        .collect::<Vec<_>>()
        .join("|");
    let text = format!(
        "library 'L'\ninclude b\nabout 'one\\ntwo'\nboard 8x8{{}}\nzone camp white=a1|b1\nmovement x(a,)={long}\n\
         movement y=( a )then[b,1-3]\nend{{a:b;c:d,e}}\nend{{}}\npiece white s S=x,v\n"
    );
    let text = print(&sound(&text.replace('\'', "\"")));
    let broken = (1..20)
        .map(|i| format!("    | movement-number-{i}\n"))
        .collect::<String>();
    assert_eq!(
        text,
        format!(
            "library \"L\"\n\ninclude b\nabout \"\"\"\none\ntwo\"\"\"\n\nboard 8x8\n\nzone white camp = a1 | b1\n\n\
             movement x(a) = movement-number-0\n{broken}movement y = (a) then [b, 1..3]\n\n\
             end {{\n  a: b\n  c: d, e\n}}\n\nend {{}}\n\npiece white s S = x, v\n"
        )
    );
}

/// Whether a side stands first, which is read as if it stood behind the next word.
fn begins_with_side(words: &[Name]) -> bool {
    words.len() > 1 && ["white", "black", "both"].contains(&words[0].value.as_str())
}
