//! The results of tests as JUnit XML, which continuous integration services read.

use super::{FileResults, Results};
use ferz::suite::{CaseReport, Failure};
use std::fmt::Write as _;

pub(super) fn document(results: &Results) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let tests: usize = results.files.iter().map(|file| file.cases.len()).sum();
    let failures: usize = results.files.iter().map(FileResults::failed).sum();
    let errors = results.files.iter().filter(|file| file.is_broken()).count();
    let _ = writeln!(
        out,
        "<testsuites name=\"ferz\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{:.3}\">",
        tests + errors,
        results.seconds
    );
    for file in &results.files {
        suite(&mut out, file);
    }
    out.push_str("</testsuites>\n");
    out
}

fn suite(out: &mut String, file: &FileResults) {
    let errors = usize::from(file.is_broken());
    let path = escape(&file.path);
    let _ = writeln!(
        out,
        "  <testsuite name=\"{path}\" tests=\"{}\" failures=\"{}\" errors=\"{errors}\">",
        file.cases.len() + errors,
        file.failed()
    );
    if file.is_broken() {
        let messages = file
            .diagnostics
            .iter()
            .map(|d| d.message.as_str())
            .chain(file.error.as_deref());
        let text = escape(&messages.collect::<Vec<_>>().join("\n"));
        let _ = writeln!(
            out,
            "    <testcase name=\"(the file)\" classname=\"{path}\" file=\"{path}\">"
        );
        let _ = writeln!(
            out,
            "      <error message=\"cannot be run\">{text}</error>\n    </testcase>"
        );
    }
    for case in &file.cases {
        let name = escape(&case.name);
        let head = format!(
            "    <testcase name=\"{name}\" classname=\"{path}\" file=\"{path}\" line=\"{}\"",
            case.line
        );
        if case.passed() {
            let _ = writeln!(out, "{head}/>");
        } else {
            let _ = writeln!(out, "{head}>");
            failure(out, case);
            let _ = writeln!(out, "    </testcase>");
        }
    }
    out.push_str("  </testsuite>\n");
}

fn failure(out: &mut String, case: &CaseReport) {
    let line = |f: &Failure| {
        let (expected, got) = (f.expected.join(" "), f.got.join(" "));
        format!(
            "{} (line {})\nexpected: {expected}\ngot: {got}\nfen: {}",
            f.what, f.line, f.fen
        )
    };
    let what: Vec<&str> = case.failures.iter().map(|f| f.what.as_str()).collect();
    let text: Vec<String> = case.failures.iter().map(line).collect();
    let (message, text) = (escape(&what.join("; ")), escape(&text.join("\n\n")));
    let _ = writeln!(out, "      <failure message=\"{message}\">{text}</failure>");
}

/// Text as it may stand in XML; characters that XML does not have become `?`.
fn escape(text: &str) -> String {
    let known = |c: char| c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}');
    ferz_drawing::escape(text)
        .chars()
        .map(|c| {
            if known(c) || matches!(c, '\t' | '\n') {
                c
            } else {
                '?'
            }
        })
        .collect::<String>()
        .replace('\n', "&#10;")
}
