//! Writing files: whole or not at all, and only in place of the version seen.
//!
//! All that ferz writes into a folder is written under one lock on that folder, so that of two
//! writers at once one gets a message. Other programs take no lock; if the system can, their writes
//! in the meantime are noticed, too.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The prefix of the names of unfinished files, and the length of the rest.
const PREFIX: &str = ".ferz-";
const RANDOM: usize = 6;

/// The right to write into a folder. Everybody else waits for it.
#[derive(Debug)]
pub struct Hold {
    folder: PathBuf,
    /// The lock; `None` where the system has none for folders.
    lock: Option<File>,
}

impl Hold {
    /// Waits for the right to write into a folder.
    pub fn on(folder: &Path) -> Self {
        let lock = File::open(folder).ok();
        Self {
            folder: folder.to_owned(),
            lock: lock.filter(|lock| lock.lock().is_ok()),
        }
    }

    /// Removes what others have left who were ended in the middle of writing.
    pub fn clear(&self) {
        let Some(Ok(entries)) = self.lock.as_ref().map(|_| fs::read_dir(&self.folder)) else {
            return;
        };
        for entry in entries.filter_map(Result::ok) {
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
            let ours = name.is_some_and(|rest| {
                rest.len() == RANDOM && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
            if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// A new file in the folder that is removed again unless it is kept; others may read it as far
    /// as the user's mask allows.
    ///
    /// # Errors
    /// If there can be none.
    pub fn temporary(&self) -> io::Result<NamedTempFile> {
        self.clear();
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).rand_bytes(RANDOM);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        builder.tempfile_in(&self.folder)
    }
}

/// Puts a text in the place of a file if that is still as its writer has seen it, or not there if
/// `seen` is `None`; otherwise everything stays as it is. `path` is no link. Returns whether it was
/// written.
pub(crate) fn replace(hold: &Hold, path: &Path, text: &str, seen: Option<&str>) -> io::Result<bool> {
    let mut file = hold.temporary()?;
    file.write_all(text.as_bytes())?;
    let Some(seen) = seen else {
        file.as_file().sync_all()?;
        return match file.persist_noclobber(path) {
            Ok(_) => Ok(true),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error.error),
        };
    };
    match fs::metadata(path) {
        Ok(there) => file.as_file().set_permissions(there.permissions())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    }
    file.as_file().sync_all()?;
    match exchange(file.path(), path) {
        Ok(()) => {
            if says(file.path(), seen) {
                return Ok(true);
            }
            // Another program has written it in between: that version goes back, unless it was
            // written once more.
            exchange(file.path(), path)?;
            if !says(file.path(), text) {
                exchange(file.path(), path)?;
            }
            Ok(false)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        // Not all systems can.
        Err(_) if says(path, seen) => file.persist(path).map(|_| true).map_err(|error| error.error),
        Err(_) => Ok(false),
    }
}

fn says(path: &Path, text: &str) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// Exchanges two files at once.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_not_seen_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ferz");
        let write = |text, seen| replace(&Hold::on(folder.path()), &path, text, seen).unwrap();
        assert!(!write("x", Some("nothing")) && !path.exists());
        assert!(write("one", None));
        assert!(!write("two", None));
        assert!(!write("two", Some("other")));
        assert!(says(&path, "one"));
        assert!(write("two", Some("one")));
        assert!(says(&path, "two"));
        assert_eq!(names(folder.path()), ["a.ferz"]);
    }

    #[test]
    fn left_over_files_go_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let others = [".ferz-lock", ".ferz-abc_ef", ".tmpabcdef", "a.ferz"];
        for name in others.iter().chain(&[".ferz-abc123", ".ferz-ABCdef"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join(".ferz-folder")).unwrap();
        Hold::on(folder.path()).clear();
        let mut left: Vec<&str> = others.to_vec();
        left.push(".ferz-folder");
        left.sort_unstable();
        assert_eq!(names(folder.path()), left);
    }

    /// Another program that writes the file all the time never loses a text to a writer who has not
    /// seen it.
    #[cfg(target_os = "linux")]
    #[test]
    fn other_programs_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ferz");
        fs::write(&path, "0").unwrap();
        let other = path.clone();
        let writer = std::thread::spawn(move || {
            for n in 0..300 {
                let beside = other.with_extension("new");
                fs::write(&beside, format!("other {n}")).unwrap();
                fs::rename(&beside, &other).unwrap();
                std::thread::sleep(std::time::Duration::from_micros(200));
            }
        });
        let mut saved = 0;
        while !writer.is_finished() {
            let seen = fs::read_to_string(&path).unwrap();
            let ours = format!("ours {saved} after {seen}");
            let written = replace(&Hold::on(folder.path()), &path, &ours, Some(&seen)).unwrap();
            saved += usize::from(written);
        }
        writer.join().unwrap();
        let end = fs::read_to_string(&path).unwrap();
        assert!(
            end.contains("other 299"),
            "the last one is there or was seen: {end}"
        );
        assert_eq!(names(folder.path()), ["a.ferz"]);
    }
}
