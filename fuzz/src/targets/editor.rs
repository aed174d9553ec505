//! Sessions of the language server, and the bytes on the wire to `ferz serve`.

use super::gist;
use ferz_desk::Head;
use ferz_lsp::{Checks, Message, Refusing, Stepwise};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Messages of a session.
const MESSAGES: usize = 40;

/// Lines of JSON, each a message of an editor.
pub(super) fn session(data: &[u8]) -> u64 {
    let pychess: Refusing = Arc::new(ferz_import::refused_by_pychess);
    let checks = Checks {
        variant: Arc::new(|rules, sources| ferz::check::check(rules, sources).diagnostics),
        sites: BTreeMap::from([("pychess", pychess)]),
    };
    let mut server = Stepwise::new(&ferz_rulesets::Library, checks);
    let mut came_to: u64 = 0;
    for line in data.split(|&byte| byte == b'\n').take(MESSAGES) {
        let Ok(value) = ferz_lsp::json(line) else {
            continue;
        };
        let Ok(message) = serde_json::from_value::<Message>(value) else {
            continue;
        };
        for said in server.hear(message) {
            came_to = came_to.rotate_left(3) ^ gist(&kind(&said));
        }
    }
    while let Some(said) = server.idle() {
        came_to = came_to.rotate_left(1) ^ said.len() as u64;
    }
    came_to
}

/// The kind of an answer.
fn kind(message: &Message) -> String {
    match message {
        Message::Request(request) => request.method.clone(),
        Message::Notification(notification) => {
            let found = notification.params["diagnostics"].as_array().map_or(0, Vec::len);
            format!("{} {}", notification.method, "x".repeat(found.min(8)))
        }
        Message::Response(response) => match &response.response_result {
            Ok(result) => "x".repeat(result.to_string().len().ilog2() as usize),
            Err(error) => error.message.clone(),
        },
    }
}

/// Bytes of a connection: frames, and the heads of the messages in them.
pub(super) fn frames(data: &[u8]) -> u64 {
    let mut came_to: u64 = 0;
    for said in ferz_workbench::said_in(data) {
        came_to = came_to.rotate_left(7) ^ u64::from(said.is_ok());
        match said {
            Ok(text) => {
                if let Ok(value) = ferz_lsp::json(text.as_bytes()) {
                    came_to ^= Head::read(&value).map_or(2, |head| gist(&head.method));
                }
            }
            Err(number) => came_to ^= u64::from(number),
        }
    }
    came_to
}
