//! An output that takes its name only when it is whole.
//!
//! ```text
//! new     folder/.NAME.PID.tmp   created            folder/NAME   as it was
//! commit  folder/.NAME.PID.tmp   renamed to  ---->  folder/NAME   replaced, in one step
//! drop,
//! Ctrl-C  folder/.NAME.PID.tmp   removed            folder/NAME   as it was
//! ```
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

pub struct Replacement {
    file: File,
    temporary: PathBuf,
    target: PathBuf,
    /// There is a file to lose, so the new one must be on the disk before it takes the name.
    replaces: bool,
    committed: bool,
}

impl Replacement {
    /// A temporary file beside `target`. Refuses what could not be written to, and what is no file.
    pub fn new(target: &Path) -> Result<Self, String> {
        let cannot = |e: io::Error| cannot_write(target, e);
        let there = match fs::symlink_metadata(target) {
            Ok(_) => true,
            Err(e) if e.kind() == io::ErrorKind::NotFound => false,
            Err(e) => return Err(cannot(e)),
        };
        // Through symbolic links, so that the file they lead to is replaced, not the link.
        let target = if there { fs::canonicalize(target).map_err(cannot)? } else { target.to_owned() };
        let permissions = if there {
            let metadata = fs::metadata(&target).map_err(cannot)?;
            if !metadata.is_file() {
                return Err(cannot_write(&target, "it is there and is not a file"));
            }
            OpenOptions::new().write(true).open(&target).map_err(cannot)?;
            Some(metadata.permissions())
        } else {
            None
        };
        let Some(name) = target.file_name() else {
            return Err(cannot_write(&target, "it is not the name of a file"));
        };
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.tmp", std::process::id()));
        let temporary = target.with_file_name(hidden);
        let leftover = temporary.clone();
        ctrlc::set_handler(move || {
            let _ = fs::remove_file(&leftover);
            crate::say("interrupted");
            std::process::exit(130);
        })
        .map_err(|e| format!("cannot be ready for interruption: {e}"))?;
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(cannot)?;
        let new = Self { file, temporary, target: target.clone(), replaces: there, committed: false };
        if let Some(permissions) = permissions {
            fs::set_permissions(&new.temporary, permissions).map_err(cannot)?;
        }
        Ok(new)
    }

    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    pub fn cannot_write(&self, why: impl std::fmt::Display) -> String {
        cannot_write(&self.target, why)
    }

    /// Gives the file its name.
    pub fn commit(mut self) -> Result<(), String> {
        let synced = if self.replaces { self.file.sync_all() } else { Ok(()) };
        synced.and_then(|()| fs::rename(&self.temporary, &self.target)).map_err(|e| self.cannot_write(e))?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.committed {
            // Nothing can be done if this fails, too.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn cannot_write(target: &Path, why: impl std::fmt::Display) -> String {
    format!("cannot write {}: {why}", target.display())
}
