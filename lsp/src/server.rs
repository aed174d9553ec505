//! The server: reads messages, keeps the documents, answers.
//!
//! Everything is done in one thread, except the compilation of variants ([`aside`]). Errors of the
//! text follow every change at once; those of the compiled variant are looked for when the editor
//! has been quiet for a moment.

use crate::checks::Checks;
use crate::diagnostics::{code_actions, diagnostics};
use crate::document::{Document, Lines, Texts};
use crate::{Error, aside, complete, hover, navigate};
use crossbeam_channel::{Receiver, Sender};
use ferz::lower::Library;
use ferz::rules::Ruleset;
use ferz_grammar::diagnostic::Diagnostic as Found;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
    DidOpenTextDocument, Exit, LogMessage, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename, Request as _, Shutdown,
};
use lsp_types::*;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, TryRecvError};
use std::time::{Duration, Instant};

/// How long no message must have come before the variants are compiled.
const QUIET: Duration = Duration::from_millis(200);

/// So often is looked whether a variant is compiled.
const POLL: Duration = Duration::from_millis(20);

/// How long a compilation may run before a newer one replaces it.
const PATIENCE: Duration = Duration::from_secs(5);

/// The message after a panic.
const MISTAKE: &str = "ferz has made a mistake; it goes on without this answer";

/// The result of `f`; `None` if it panics. The work may be half done, but every answer begins with
/// the texts.
fn unharmed<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

pub(crate) fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", "(", ":", ",", "|", "="].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

/// A server and the editor's open documents.
pub(crate) struct Server<'c> {
    /// The receiver of messages.
    sender: Sender<Message>,
    /// The source of parents and libraries.
    library: &'c dyn Library,
    checks: Checks,
    /// The site that the variants are to be published on, if the author has set one.
    site: Option<String>,
    documents: HashMap<String, Document>,
    /// Documents whose variants are to be compiled.
    stale: Vec<String>,
    compiling: Option<Compiling>,
    /// Whether the editor has said that it will end us: all that may still come is `exit`.
    pub(crate) shut_down: bool,
}

/// The variant of a document that is being compiled.
struct Compiling {
    key: String,
    /// The rules, to see whether they are still those of the document.
    rules: Ruleset,
    found: mpsc::Receiver<Vec<Found>>,
    since: Instant,
}

impl<'c> Server<'c> {
    pub(crate) fn new(sender: Sender<Message>, library: &'c dyn Library, checks: Checks) -> Self {
        Self {
            sender,
            library,
            checks,
            site: None,
            documents: HashMap::new(),
            stale: Vec::new(),
            compiling: None,
            shut_down: false,
        }
    }

    /// Takes the settings that came with `initialize`.
    pub(crate) fn begin(&mut self, params: &serde_json::Value) -> Result<(), Error> {
        params
            .get("initializationOptions")
            .map_or(Ok(()), |options| self.set(options))
    }

    /// Takes settings. Variants are checked again if they are meant for another site now.
    fn set(&mut self, settings: &serde_json::Value) -> Result<(), Error> {
        let site = match self.checks.site(settings) {
            None => return Ok(()),
            Some(Ok(site)) => site,
            Some(Err(message)) => {
                let typ = MessageType::WARNING;
                let params = ShowMessageParams { typ, message };
                self.post(Notification::new(ShowMessage::METHOD.to_owned(), params).into())?;
                None
            }
        };
        if site == self.site {
            return Ok(());
        }
        self.site = site;
        self.compiling = None;
        let mut keys: Vec<String> = self.documents.keys().cloned().collect();
        keys.sort();
        for key in keys {
            if let Some(document) = self.documents.get_mut(&key) {
                document.checked = None;
            }
            self.publish(&key)?;
        }
        Ok(())
    }

    /// Serves until the editor has had enough.
    pub(crate) fn serve(&mut self, receiver: &Receiver<Message>) -> Result<(), Error> {
        loop {
            let message = if self.stale.is_empty() && self.compiling.is_none() {
                receiver.recv().ok()
            } else {
                let pause = if self.compiling.is_some() { POLL } else { QUIET };
                match receiver.recv_timeout(pause) {
                    Ok(message) => Some(message),
                    Err(error) if error.is_timeout() => {
                        unharmed(|| self.compile()).unwrap_or_else(|| self.confess())?;
                        continue;
                    }
                    Err(_) => None,
                }
            };
            // Without a message the editor has gone.
            let goes_on = message.map_or(Ok(false), |message| self.hear(message))?;
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Answers a message; whether more may come.
    pub(crate) fn hear(&mut self, message: Message) -> Result<bool, Error> {
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                let response = unharmed(|| self.respond(request)).unwrap_or_else(|| {
                    Response::new_err(id, ErrorCode::InternalError as i32, MISTAKE.to_owned())
                });
                self.post(response.into())?;
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => {
                return Ok(false);
            }
            Message::Notification(_) if self.shut_down => {}
            Message::Notification(notification) => {
                let noticed = unharmed(|| self.notice(notification));
                noticed.unwrap_or_else(|| self.confess())?;
            }
            Message::Response(_) => {}
        }
        Ok(true)
    }

    /// Compiles the variant of one changed document at once, and sends the results; returns whether
    /// there was one.
    pub(crate) fn compile_next(&mut self) -> Result<bool, Error> {
        let Some(key) = self.stale.pop() else {
            return Ok(false);
        };
        let (checks, site) = (self.checks.clone(), self.site.clone());
        let texts = self.texts();
        if let Some(document) = self.documents.get_mut(&key) {
            let lowered = &document.analysis(&texts).lowered;
            if let Some(rules) = lowered.ruleset.clone() {
                document.checked = Some(checks.found(rules, &lowered.sources, site.as_deref()));
                self.publish(&key)?;
            }
        }
        Ok(true)
    }

    /// Reports that a task without a request was left undone.
    fn confess(&self) -> Result<(), Error> {
        let params = LogMessageParams {
            typ: MessageType::ERROR,
            message: MISTAKE.to_owned(),
        };
        self.post(Notification::new(LogMessage::METHOD.to_owned(), params).into())
    }

    fn respond(&mut self, request: Request) -> Response {
        if self.shut_down {
            let message = "the server has been shut down".to_owned();
            return Response::new_err(request.id, ErrorCode::InvalidRequest as i32, message);
        }
        if request.method == Shutdown::METHOD {
            self.shut_down = true;
            return Response::new_ok(request.id, ());
        }
        self.answer(request)
    }

    fn notice(&mut self, notification: Notification) -> Result<(), Error> {
        let Notification { method, params } = notification;
        // An unreadable notification is ignored, as the protocol demands.
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(DidOpenTextDocumentParams { text_document: item }) = serde_json::from_value(params)
                {
                    let key = item.uri.as_str().to_owned();
                    let document = Document::new(item.uri, item.text, item.version);
                    self.documents.insert(key.clone(), document);
                    self.changed(&key)?;
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(params) {
                    let key = params.text_document.uri.as_str();
                    if let Some(document) = self.documents.get_mut(key) {
                        document.change(params.content_changes, params.text_document.version);
                        self.changed(key)?;
                    }
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(params) {
                    let uri = params.text_document.uri;
                    if let Some(document) = self.documents.remove(uri.as_str()) {
                        self.send(uri, Vec::new(), None)?;
                        self.dependents_changed(&document.name)?;
                    }
                }
            }
            DidChangeWatchedFiles::METHOD => {
                if let Ok(params) = serde_json::from_value::<DidChangeWatchedFilesParams>(params) {
                    for change in params.changes {
                        let name = Document::new(change.uri, String::new(), 0).name;
                        self.dependents_changed(&name)?;
                    }
                }
            }
            DidChangeConfiguration::METHOD => {
                if let Some(settings) = params.get("settings") {
                    self.set(settings)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A document has changed: what is wrong with it and with those made of it.
    fn changed(&mut self, key: &str) -> Result<(), Error> {
        let Some(name) = self.documents.get(key).map(|d| d.name.clone()) else {
            return Ok(());
        };
        self.publish(key)?;
        self.dependents_changed(&name)
    }

    fn dependents_changed(&mut self, name: &str) -> Result<(), Error> {
        let depends = |(_, d): &(&String, &Document)| d.name != name && d.depends_on(name);
        let mut keys: Vec<String> = self
            .documents
            .iter()
            .filter(depends)
            .map(|(key, _)| key.clone())
            .collect();
        keys.sort();
        for key in keys {
            if let Some(document) = self.documents.get_mut(&key) {
                document.forget();
            }
            self.publish(&key)?;
        }
        Ok(())
    }

    fn texts(&self) -> Texts<'c> {
        Texts::new(self.library, self.documents.values())
    }

    /// Sends what is wrong with the text of a document.
    fn publish(&mut self, key: &str) -> Result<(), Error> {
        let texts = self.texts();
        let Some(document) = self.documents.get(key) else {
            return Ok(());
        };
        let compiles = document.analysis(&texts).lowered.ruleset.is_some() && document.checked.is_none();
        let list = diagnostics(document, &texts);
        self.send(document.uri.clone(), list, Some(document.version))?;
        self.stale.retain(|stale| stale != key);
        if compiles {
            self.stale.push(key.to_owned());
        }
        Ok(())
    }

    fn send(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) -> Result<(), Error> {
        let params = PublishDiagnosticsParams::new(uri, diagnostics, version);
        let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
        self.post(notification.into())
    }

    fn post(&self, message: Message) -> Result<(), Error> {
        self.sender.send(message).map_err(|_| Error::Gone)
    }

    /// Sends what the compiled variant of a document shows, or begins to compile the next one.
    fn compile(&mut self) -> Result<(), Error> {
        if let Some(compiling) = self.compiling.take() {
            let texts = self.texts();
            let same = |document: &&mut Document| {
                document.analysis(&texts).lowered.ruleset.as_ref() == Some(&compiling.rules)
            };
            // A document that has changed in the meantime is compiled again.
            let Some(document) = self.documents.get_mut(&compiling.key).filter(same) else {
                return Ok(());
            };
            match compiling.found.try_recv() {
                Ok(found) => {
                    document.checked = Some(found);
                    return self.publish(&compiling.key);
                }
                Err(TryRecvError::Disconnected) => return Ok(()),
                // A very long job must not keep others waiting for ever.
                Err(TryRecvError::Empty)
                    if !self.stale.is_empty() && compiling.since.elapsed() > PATIENCE => {}
                Err(TryRecvError::Empty) => {
                    self.compiling = Some(compiling);
                    return Ok(());
                }
            }
        }
        let Some(key) = self.stale.pop() else {
            return Ok(());
        };
        let texts = self.texts();
        let Some(document) = self.documents.get(&key) else {
            return Ok(());
        };
        let lowered = &document.analysis(&texts).lowered;
        let Some(rules) = lowered.ruleset.clone() else {
            return Ok(());
        };
        let (work, sources) = (rules.clone(), lowered.sources.clone());
        let (checks, site) = (self.checks.clone(), self.site.clone());
        let found = aside::begin(move || checks.found(work, &sources, site.as_deref()));
        self.compiling = found.map(|found| Compiling {
            key,
            rules,
            found,
            since: Instant::now(),
        });
        Ok(())
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match method.as_str() {
            HoverRequest::METHOD => self.with(id, params, |p: HoverParams| {
                let at = p.text_document_position_params;
                self.at(&at.text_document, |d, texts| hover::hover(d, texts, at.position))
            }),
            Completion::METHOD => self.with(id, params, |p: CompletionParams| {
                let at = p.text_document_position;
                self.at(&at.text_document, |d, texts| {
                    Some(complete::complete(d, texts, at.position))
                })
            }),
            GotoDefinition::METHOD => self.with(id, params, |p: GotoDefinitionParams| {
                let at = p.text_document_position_params;
                self.at(&at.text_document, |d, texts| {
                    navigate::go_to_definition(d, texts, at.position)
                })
            }),
            References::METHOD => self.with(id, params, |p: ReferenceParams| {
                let at = p.text_document_position;
                self.at(&at.text_document, |d, texts| {
                    Some(navigate::references(d, texts, at.position))
                })
            }),
            PrepareRenameRequest::METHOD => self.try_with(id, params, |at: TextDocumentPositionParams| {
                self.try_at(&at.text_document, |d, texts| {
                    navigate::can_rename(d, texts, at.position)
                })
            }),
            Rename::METHOD => self.try_with(id, params, |p: RenameParams| {
                let at = p.text_document_position;
                self.try_at(&at.text_document, |d, texts| {
                    navigate::rename(d, texts, at.position, &p.new_name)
                })
            }),
            DocumentSymbolRequest::METHOD => self.with(id, params, |p: DocumentSymbolParams| {
                self.at(&p.text_document, |d, texts| Some(navigate::symbols(d, texts)))
            }),
            Formatting::METHOD => self.with(id, params, |p: DocumentFormattingParams| {
                self.at(&p.text_document, |d, _| formatting(d))
            }),
            CodeActionRequest::METHOD => self.with(id, params, |p: CodeActionParams| {
                self.at(&p.text_document, |d, texts| Some(code_actions(d, texts, p.range)))
            }),
            _ => {
                let message = format!("there is no method {method}");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    /// Answers a request with the result of `f`; nothing is `null`.
    fn with<P: serde::de::DeserializeOwned, T: serde::Serialize>(
        &self,
        id: RequestId,
        params: serde_json::Value,
        f: impl FnOnce(P) -> Option<T>,
    ) -> Response {
        self.try_with(id, params, |params| Ok(f(params)))
    }

    fn try_with<P: serde::de::DeserializeOwned, T: serde::Serialize>(
        &self,
        id: RequestId,
        params: serde_json::Value,
        f: impl FnOnce(P) -> Result<T, String>,
    ) -> Response {
        match serde_json::from_value(params) {
            Ok(params) => match f(params) {
                Ok(found) => Response::new_ok(id, found),
                Err(message) => Response::new_err(id, ErrorCode::RequestFailed as i32, message),
            },
            Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        }
    }

    fn at<T>(
        &self,
        id: &TextDocumentIdentifier,
        f: impl FnOnce(&Document, &Texts<'_>) -> Option<T>,
    ) -> Option<T> {
        f(self.documents.get(id.uri.as_str())?, &self.texts())
    }

    fn try_at<T>(
        &self,
        id: &TextDocumentIdentifier,
        f: impl FnOnce(&Document, &Texts<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        let document = self
            .documents
            .get(id.uri.as_str())
            .ok_or("this document is not open")?;
        f(document, &self.texts())
    }
}

/// The whole text laid out, if it is not. Broken texts stay as they are.
fn formatting(document: &Document) -> Option<Vec<TextEdit>> {
    let new = ferz_grammar::format(&document.text).ok()?;
    if new == document.text {
        return Some(Vec::new());
    }
    Some(vec![TextEdit::new(Lines::new(&document.text).everything(), new)])
}
