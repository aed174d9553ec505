//! The process of a session, as the server sees it: how it begins and how it ends.
//!
//! A process that has ended is waited for by a thread of its own, which gives way to others. The
//! system clears away what it knows of the threads of that process meanwhile, and the last of them
//! may have had the lowest priority: on a busy machine this takes seconds, in which the threads of
//! the server would do nothing else.

use crate::priority::{Priority, give_way};
use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::oneshot;

/// So often is looked whether a process has ended by itself.
const LOOK: Duration = Duration::from_millis(5);

/// The process of a session; dropped, it is killed.
pub(crate) struct Process(Option<Child>);

impl Process {
    /// Starts a command, with its standard input and output, and without standard error if it is to
    /// be `silent`.
    pub(crate) fn start(command: &[OsString], silent: bool) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if silent { Stdio::null() } else { Stdio::inherit() })
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let process = Self(Some(child));
        let stdin = ChildStdin::from_std(stdin.ok_or(io::ErrorKind::BrokenPipe)?)?;
        let stdout = ChildStdout::from_std(stdout.ok_or(io::ErrorKind::BrokenPipe)?)?;
        Ok((process, stdin, stdout))
    }

    /// Kills it; [`Self::end`] waits until it is gone.
    pub(crate) fn kill(&mut self) {
        if let Some(child) = &mut self.0 {
            // One that has ended already needs no killing.
            let _ = child.kill();
        }
    }

    /// Waits until it has ended, and kills it if that does not happen within a time. Returns how it
    /// ended if it did so by itself.
    pub(crate) async fn end(mut self, within: Duration) -> Option<ExitStatus> {
        let child = self.0.take()?;
        let (tell, told) = oneshot::channel();
        let waits = move || {
            // At the end of the server nobody listens.
            let _ = tell.send(wait(child, within));
        };
        thread::Builder::new().spawn(waits).ok()?;
        told.await.ok()?
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = self.0.take() {
            // Without a thread it stays a process that has ended until the server ends.
            let _ = thread::Builder::new().spawn(move || wait(child, Duration::ZERO));
        }
    }
}

/// Waits for a process that has been told to end, and kills it after a time.
fn wait(mut child: Child, within: Duration) -> Option<ExitStatus> {
    give_way(Priority::Heavy);
    let until = Instant::now() + within;
    while Instant::now() < until {
        match child.try_wait() {
            Ok(None) => thread::sleep(LOOK),
            Ok(status) => return status,
            Err(_) => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;

    fn shell(script: &str) -> Vec<OsString> {
        ["sh", "-c", script].map(OsString::from).to_vec()
    }

    fn on_a_runtime<T>(future: impl Future<Output = T>) -> T {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().build().unwrap().block_on(future)
    }

    #[test]
    fn a_process_that_ends_says_how() {
        let status = on_a_runtime(async {
            let (process, _stdin, mut stdout) = Process::start(&shell("echo said; exit 7"), true).unwrap();
            let mut said = String::new();
            stdout.read_to_string(&mut said).await.unwrap();
            assert_eq!(said, "said\n");
            process.end(Duration::from_secs(60)).await
        });
        assert_eq!(status.and_then(|status| status.code()), Some(7));
    }

    #[test]
    fn a_process_that_goes_on_is_killed() {
        let begun = Instant::now();
        let status = on_a_runtime(async {
            let (process, _stdin, _stdout) = Process::start(&shell("exec sleep 600"), true).unwrap();
            process.end(Duration::ZERO).await
        });
        assert_eq!(status, None);
        assert!(begun.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_process_that_is_dropped_is_killed() {
        on_a_runtime(async {
            let (process, _stdin, mut stdout) = Process::start(&shell("exec sleep 600"), true).unwrap();
            drop(process);
            // Its output ends with it.
            let mut said = Vec::new();
            stdout.read_to_end(&mut said).await.unwrap();
        });
    }

    #[test]
    fn what_does_not_exist_does_not_start() {
        on_a_runtime(async {
            let nothing = [OsString::from("/nowhere/nothing")];
            assert!(Process::start(&nothing, true).is_err());
            assert!(Process::start(&[], true).is_err());
        });
    }
}
