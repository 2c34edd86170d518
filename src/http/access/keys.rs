//! Keys from a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use subtle::{Choice, ConstantTimeEq as _};

/// The keys that are good now.
pub struct Keys {
    path: PathBuf,
    keys: RwLock<Vec<String>>,
}

impl std::fmt::Debug for Keys {
    // Without the keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Keys {
    /// The keys in a file: one a line, without empty lines and those that begin with `#`.
    pub fn read(path: &Path) -> io::Result<Keys> {
        Ok(Keys { path: path.to_owned(), keys: read(path)?.into() })
    }

    /// Reads the file again; how many keys there are now.
    pub fn reload(&self) -> io::Result<usize> {
        let keys = read(&self.path)?;
        let count = keys.len();
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
        Ok(count)
    }

    /// Whether this is one of the keys. The time that it takes depends on the lengths of the keys alone.
    pub fn admit(&self, sent: &[u8]) -> bool {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        keys.iter().fold(Choice::from(0), |found, key| found | key.as_bytes().ct_eq(sent)).into()
    }
}

fn read(path: &Path) -> io::Result<Vec<String>> {
    let wrong = |what: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    let lines = text.lines().map(str::trim).enumerate();
    let keys: Vec<_> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    if let Some((index, _)) = keys.iter().find(|(_, key)| !key.bytes().all(|byte| byte.is_ascii_graphic())) {
        return Err(wrong(format!("the key in line {} has a character that no header can carry", index + 1)));
    }
    if keys.is_empty() {
        return Err(wrong("there is no key in it; write one a line".to_owned()));
    }
    Ok(keys.into_iter().map(|(_, key)| key.to_owned()).collect())
}
