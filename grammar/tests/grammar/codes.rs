use crate::tree::{codes, parse};
use ferz_grammar::codes::{ALL, find};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::{SourceId, Span};

#[test]
fn every_example_shows_what_it_is_about() {
    for info in ALL {
        if !info.wrong.is_empty() {
            assert!(
                codes(info.wrong).contains(&info.code),
                "{}: {:#?}",
                info.code,
                parse(info.wrong).1
            );
        }
        assert_eq!(codes(info.right), [""; 0], "{}", info.code);
    }
}

#[test]
fn examples_show_one_mistake_each() {
    for info in ALL
        .iter()
        .filter(|info| !info.wrong.is_empty() && info.code != "F0007")
    {
        assert_eq!(codes(info.wrong), [info.code], "{:#?}", parse(info.wrong).1);
    }
}

#[test]
fn codes_are_in_order_and_found() {
    assert!(ALL.is_sorted_by(|a, b| a.code < b.code));
    assert_eq!(find("f0011").map(|info| info.code), Some("F0011"));
    assert_eq!(find("F9999"), None);
}

#[test]
fn bytes_that_are_no_text() {
    let mut sink = Sink::new();
    let file = ferz_grammar::parse_bytes(
        b"variant \"X\"\nabout \"\xff\xfe\"\nzone a = b\n",
        SourceId(3),
        &mut sink,
    );
    let list = sink.into_sorted();
    assert_eq!(file.declarations.len(), 2);
    assert_eq!(
        list.iter().map(|d| d.code).collect::<Vec<_>>(),
        ["F0002"],
        "one mistake, however many letters it costs"
    );
    assert_eq!(list[0].message, "this is not UTF-8, nor is another place");
    assert_eq!(
        (list[0].labels[0].source, list[0].labels[0].span),
        (SourceId(3), Span::new(19, 20))
    );

    let mut sink = Sink::new();
    ferz_grammar::parse_bytes(b"\xff\xfev\0a\0", SourceId(0), &mut sink);
    assert_eq!(sink.list().iter().map(|d| d.code).collect::<Vec<_>>(), ["F0002"]);

    let mut sink = Sink::new();
    let file = ferz_grammar::parse_bytes(b"\x7fELF\0\0variant \"X\"\n", SourceId(0), &mut sink);
    assert!(file.header.is_none());
    let messages: Vec<&str> = sink.list().iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, ["this is not a text file"]);
}

/// Every error names a repair.
#[test]
fn every_error_has_a_way_out() {
    for info in ALL {
        for diagnostic in parse(info.wrong).1 {
            assert!(diagnostic.help.is_some(), "{}: {}", info.code, diagnostic.message);
        }
    }
}

/// Messages speak of the language, not of the grammar's rules.
#[test]
fn messages_are_in_words() {
    let broken = "variant \"X\"\nmovement x =\nmovement =\nzone a\npiece x\nuse\narmy\nboard\nwithout\nend { a: , }\n\
                  rules { a }\narmy white { x }\nmovement y = (a\nmovement z = f(a: )\n";
    let (_, list) = parse(broken);
    let messages: Vec<&str> = list.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "expected a movement after `=`",
            "expected a name after `movement`, found `=`",
            "expected a name or `=` after `a`",
            "expected a letter after `x`",
            "expected a name after `use`",
            "expected a side (`white`, `black` or `both`) after `army`",
            "expected a size such as `8x8` after `board`",
            "expected a name after `without`",
            "expected a value after `:`, found `,`",
            "expected `:` after `a`",
            "expected a letter after `x`",
            "this `(` is never closed",
            "expected a value after `:`, found `)`",
        ]
    );
}
