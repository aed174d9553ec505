//! The services of an editor for a ruleset: errors while one types, meanings of words, completions,
//! definitions and uses of names, the layout.
//!
//! [`serve`] speaks the Language Server Protocol over any [`Connection`]; texts that are not open
//! in the editor come from the [`Library`] that it is given. Nothing here reads files.
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod aside;
mod checks;
mod complete;
mod diagnostics;
mod document;
mod hover;
mod loose;
mod names;
mod navigate;
mod server;

pub use checks::{Checking, Checks, Refusing};
pub use loose::json;
pub use lsp_server::{Connection, Message};

use ferz::lower::Library;

/// Why the server has ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The other end does not begin as an editor does.
    #[error("the other end does not speak the Language Server Protocol")]
    Handshake,
    /// The protocol was broken.
    #[error(transparent)]
    Protocol(#[from] lsp_server::ProtocolError),
    /// The other end has closed.
    #[error("the editor has gone")]
    Gone,
}

/// How an editor has ended its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has asked for `shutdown` first.
    Orderly,
    /// It has gone, or said `exit`, without that.
    Sudden,
}

/// The path of the file that an address names, as diagnostics call it; `None` if the address cannot
/// be read.
pub fn path_of(uri: &str) -> Option<String> {
    Some(document::path_of(&uri.parse().ok()?))
}

/// The server's introduction.
fn greeting() -> serde_json::Value {
    serde_json::json!({
        "capabilities": server::capabilities(),
        "serverInfo": { "name": "ferz", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// A server without threads and clocks, for platforms that lack them: it answers each message it is
/// given, and compiles when it is told that there is time.
pub struct Stepwise<'l> {
    server: server::Server<'l>,
    said: crossbeam_channel::Receiver<Message>,
}

impl<'l> Stepwise<'l> {
    /// A server before the first message of its editor.
    pub fn new(library: &'l dyn Library, checks: Checks) -> Self {
        let (sender, said) = crossbeam_channel::unbounded();
        let server = server::Server::new(sender, library, checks);
        Self { server, said }
    }

    /// The answers to a message.
    pub fn hear(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                let greeting = lsp_server::Response::new_ok(request.id, greeting());
                // It fails without a listener: here is one.
                let _ = self.server.begin(&request.params);
                std::iter::once(greeting.into())
                    .chain(self.said.try_iter())
                    .collect()
            }
            message => {
                let _ = self.server.hear(message);
                self.said.try_iter().collect()
            }
        }
    }

    /// The messages once the editor has been quiet for a moment: the diagnostics of one compiled
    /// text. `None` if nothing is left to do.
    pub fn idle(&mut self) -> Option<Vec<Message>> {
        match self.server.compile_next() {
            Ok(true) => Some(self.said.try_iter().collect()),
            _ => None,
        }
    }
}

/// Serves one editor until it disconnects.
///
/// # Errors
/// If the other end is no editor, breaks the protocol, or goes away in the middle of an answer.
pub fn serve(connection: &Connection, library: &dyn Library, checks: &Checks) -> Result<End, Error> {
    let (id, params) = connection.initialize_start().map_err(|_| Error::Handshake)?;
    connection.initialize_finish(id, greeting())?;
    let mut server = server::Server::new(connection.sender.clone(), library, checks.clone());
    server.begin(&params)?;
    server.serve(&connection.receiver)?;
    Ok(if server.shut_down {
        End::Orderly
    } else {
        End::Sudden
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::check::check;
    use ferz::lower::Source;
    use ferz_grammar::diagnostic::Diagnostic;
    use ferz_grammar::span::{SourceId, Span};
    use lsp_server::{Notification, Request, ResponseError};
    use serde_json::{Value, json};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    /// Checks with a site that refuses all rules.
    fn checks() -> Checks {
        let severe: Refusing = Arc::new(|rules, _| {
            let message = format!("no {}", rules.title);
            vec![Diagnostic::error("F0702", message, SourceId(0), Span::new(8, 14))]
        });
        Checks {
            variant: Arc::new(|rules, sources| check(rules, sources).diagnostics),
            sites: BTreeMap::from([("severe", severe)]),
        }
    }

    #[test]
    fn a_site_is_checked_for_once_it_is_set() {
        let library = ferz_rulesets::Library;
        let begun = |options: Value| {
            let mut server = Stepwise::new(&library, checks());
            let params = json!({ "capabilities": {}, "initializationOptions": options });
            let request = Request::new(1.into(), "initialize".to_owned(), params);
            let told = server.hear(request.into());
            (server, serde_json::to_string(&told).unwrap())
        };
        let tell = |server: &mut Stepwise<'_>, method: &str, params| {
            let said = server.hear(Notification::new(method.to_owned(), params).into());
            serde_json::to_string(&said).unwrap()
        };
        let idle = |server: &mut Stepwise<'_>| serde_json::to_string(&server.idle().unwrap()).unwrap();
        let text = "variant \"Mine\" extends chess\n";
        let item = json!({ "uri": "file:///mine.ferz", "languageId": "ferz", "version": 1, "text": text });
        let item = json!({ "textDocument": item });
        let set = |settings: Value| json!({ "settings": settings });

        let (mut server, _) = begun(json!({ "for": "severe" }));
        tell(&mut server, "textDocument/didOpen", item.clone());
        let found = idle(&mut server);
        assert!(
            found.contains("no Mine") && found.contains("\"severity\":2"),
            "{found}"
        );

        let (mut server, _) = begun(Value::Null);
        tell(&mut server, "textDocument/didOpen", item);
        assert!(!idle(&mut server).contains("no Mine"));
        let configure = "workspace/didChangeConfiguration";
        for settings in [json!({ "ferz": { "for": "severe" } }), json!({ "for": "severe" })] {
            tell(&mut server, configure, set(settings));
            assert!(idle(&mut server).contains("no Mine"));
            // Settings that do not speak of it change nothing.
            tell(&mut server, configure, set(json!({ "ferz": { "command": "" } })));
            tell(&mut server, configure, set(Value::Null));
            assert!(server.idle().is_none());
            let none = tell(&mut server, configure, set(json!({ "ferz": { "for": "" } })));
            assert!(!none.contains("no Mine"), "{none}");
            assert!(!idle(&mut server).contains("no Mine"));
        }
        let (_, wrong) = begun(json!({ "for": "sever" }));
        assert!(
            wrong.contains("`ferz.for` is `sever`; known are `severe`"),
            "{wrong}"
        );
    }

    #[test]
    fn a_server_without_threads_says_the_same() {
        let library = ferz_rulesets::Library;
        let mut server = Stepwise::new(&library, checks());
        let request =
            |id: i32, method: &str, params| Request::new(id.into(), method.to_owned(), params).into();
        let greeted = server.hear(request(1, "initialize", json!({ "capabilities": {} })));
        assert!(matches!(&greeted[..], [Message::Response(response)] if response.response_result.is_ok()));
        assert!(server.idle().is_none());
        let text = "variant \"Mine\" extends chess\nstart \"7k/5Q2/8/8/8/8/8/K7 b - - 0 1\"\npiece x";
        let item = json!({ "uri": "file:///mine.ferz", "languageId": "ferz", "version": 1, "text": text });
        let open = Notification::new("textDocument/didOpen".to_owned(), json!({ "textDocument": item }));
        let said = serde_json::to_string(&server.hear(open.into())).unwrap();
        assert!(
            said.contains("publishDiagnostics") && said.contains("F0"),
            "{said}"
        );
        let change = json!({
            "textDocument": { "uri": "file:///mine.ferz", "version": 2 },
            "contentChanges": [{ "text": text.replace("\npiece x", "") }],
        });
        let change = Notification::new("textDocument/didChange".to_owned(), change);
        assert!(!server.hear(change.into()).is_empty());
        let compiled = serde_json::to_string(&server.idle().unwrap()).unwrap();
        assert!(compiled.contains("F0503"), "{compiled}");
        assert!(server.idle().is_none());
    }

    /// Texts of which one makes every answer fail.
    struct Broken;

    impl Library for Broken {
        fn load(&self, name: &str, _: Option<&str>) -> Result<Source, String> {
            panic!("as it should: {name}")
        }

        fn names(&self, _: Option<&str>) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn a_panic_costs_an_answer() {
        let (editor, server) = Connection::memory();
        let ask = |id: i32, method: &str, params| {
            let request = Request::new(id.into(), method.to_owned(), params);
            editor.sender.send(request.into()).unwrap();
        };
        let tell = |method: &str, params| {
            let notification = Notification::new(method.to_owned(), params);
            editor.sender.send(notification.into()).unwrap();
        };
        let uri = "file:///mine.ferz";
        let text = "variant \"Mine\" extends broken\n";
        ask(1, "initialize", json!({ "capabilities": {} }));
        tell("initialized", json!({}));
        tell(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": "ferz", "version": 1, "text": text } }),
        );
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 25 } });
        ask(2, "textDocument/hover", at);
        ask(3, "shutdown", json!(null));
        tell("exit", json!(null));
        assert!(matches!(serve(&server, &Broken, &checks()), Ok(End::Orderly)));
        drop(server);
        let mut heard = Vec::new();
        for message in editor.receiver {
            heard.push(match message {
                Message::Response(response) => match response.response_result {
                    Ok(_) => format!("{}", response.id),
                    Err(ResponseError { code, .. }) => format!("{} {code}", response.id),
                },
                Message::Notification(notification) => notification.method,
                Message::Request(request) => request.method,
            });
        }
        assert_eq!(heard, ["1", "window/logMessage", "2 -32603", "3"]);
    }
}
