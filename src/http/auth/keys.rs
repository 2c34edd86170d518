//! The valid keys: a file of them, read at the start and on demand.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use subtle::{ConditionallySelectable as _, ConstantTimeEq as _};

/// Most names that one line of the log has.
const NAMES_TOLD_MAX: usize = 20;

/// How the log names the key of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyFound {
    /// Its name, if it has one.
    pub name: Option<Arc<str>>,
    /// Its line in the file, which tells the keys of one name apart without their text.
    pub line: usize,
}

/// A summary of the keys in force, for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeysRead {
    pub count: usize,
    /// The first names, how many there are beyond them, and how many keys have none; no secret.
    pub names: String,
    /// Advice about the file and its keys, without their text.
    pub warnings: Vec<String>,
}

/// The valid keys.
pub struct Keys {
    path: PathBuf,
    keys: RwLock<Vec<Key>>,
}

/// A valid key.
struct Key {
    name: Option<Arc<str>>,
    secret: String,
    /// The number of its client, which has one rate and one turn at search threads: keys of one name belong to one client, each key without
    /// a name to its own. A client keeps its number while other keys come and go.
    number: usize,
    /// Where it stands in the file.
    line: usize,
}

/// Most wrong lines of the file that an error has.
const FAULTS_TOLD_MAX: usize = 5;

/// A shorter key can be guessed, in characters.
const KEY_CHARS_MIN: usize = 16;

impl std::fmt::Debug for Keys {
    // Without the keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Keys {
    /// Reads the keys in a file: `KEY` or `NAME: KEY` a line; empty lines and those that begin with `#` do not count.
    pub fn read(path: &Path) -> io::Result<Keys> {
        Ok(Keys { path: path.to_owned(), keys: read_keys(path)?.into() })
    }

    /// Reads the file again; returns a summary.
    pub fn reload(&self) -> io::Result<KeysRead> {
        let mut keys = read_keys(&self.path)?;
        let mut known = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        number_as_before(&mut keys, &known);
        *known = keys;
        drop(known);
        Ok(self.summary())
    }

    /// How many keys there are, and the names of some: those that several keys have, and how many keys have none.
    pub fn summary(&self) -> KeysRead {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let mut counts: Vec<(&str, usize)> = Vec::new();
        let mut places = HashMap::new();
        for name in keys.iter().filter_map(|key| key.name.as_deref()) {
            let place = *places.entry(name).or_insert(counts.len());
            match counts.get_mut(place) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let named: usize = counts.iter().map(|(_, count)| count).sum();
        let told = counts.iter().take(NAMES_TOLD_MAX).map(|(name, count)| match count {
            1 => (*name).to_owned(),
            count => format!("{name} ({count} keys)"),
        });
        let mut names: Vec<String> = told.collect();
        if let Some(more) = counts.len().checked_sub(NAMES_TOLD_MAX).filter(|more| *more > 0) {
            names.push(format!("{more} more"));
        }
        if let Some(unnamed) = keys.len().checked_sub(named).filter(|unnamed| *unnamed > 0) {
            names.push(format!("{unnamed} without a name"));
        }
        let warnings = warnings(&keys, fs::metadata(&self.path).ok().as_ref());
        KeysRead { count: keys.len(), names: names.join(", "), warnings }
    }

    /// Finds a key: the number of its client, and its name for the log. The time that it takes depends on the lengths of the keys alone.
    pub fn find(&self, sent: &[u8]) -> Option<(usize, KeyFound)> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = u64::MAX;
        for (index, key) in (0..).zip(keys.iter()) {
            found.conditional_assign(&index, key.secret.as_bytes().ct_eq(sent));
        }
        let key = keys.get(usize::try_from(found).ok()?)?;
        Some((key.number, KeyFound { name: key.name.clone(), line: key.line }))
    }
}

/// Advice about these keys and the file that they are in, without their text.
fn warnings(keys: &[Key], file: Option<&fs::Metadata>) -> Vec<String> {
    // The lines of the keys that are meant, if there are any.
    let lines = |is_meant: fn(&Key) -> bool| {
        let lines: Vec<_> = keys.iter().filter(|key| is_meant(key)).map(|key| key.line).collect();
        let told: Vec<_> = lines.iter().take(NAMES_TOLD_MAX).map(ToString::to_string).collect();
        let more = lines.len().checked_sub(NAMES_TOLD_MAX).filter(|more| *more > 0);
        let more = more.map_or_else(String::new, |more| format!(" and {more} more"));
        (!lines.is_empty()).then(|| format!("line {}{more} of the file of keys", told.join(", ")))
    };
    let short = lines(|key| key.secret.len() < KEY_CHARS_MIN).map(|lines| {
        format!(
            "keys of fewer than {KEY_CHARS_MIN} characters can be guessed ({lines}); make keys with `openssl rand -hex 24`"
        )
    });
    let quoted = lines(|key| key.secret.contains(['"', '\''])).map(|lines| {
        format!("keys in quotes ({lines}): the quotes count as part of them, so that clients must send them")
    });
    let is_open = file.is_some_and(|file| file.permissions().mode() & 0o004 != 0);
    let open =
        is_open.then(|| "every user of this machine can read the file of keys; `chmod o= FILE` prevents it".to_owned());
    short.into_iter().chain(quoted).chain(open).collect()
}

/// Clients that were there before keep their numbers; new ones get numbers that no client has had since the last reading.
fn number_as_before(keys: &mut [Key], before: &[Key]) {
    let mut numbers: HashMap<Owner, usize> = before.iter().map(|key| (key.owner(), key.number)).collect();
    let mut next = before.iter().map(|key| key.number + 1).max().unwrap_or_default();
    for key in keys {
        key.number = *numbers.entry(key.owner()).or_insert(next);
        next = next.max(key.number + 1);
    }
}

fn read_keys(path: &Path) -> io::Result<Vec<Key>> {
    let wrong = |what: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()));
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let number = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        wrong(format!("line {number} is not UTF-8; keys and names have ASCII characters alone"))
    })?;
    // Editors of Windows begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (mut keys, mut first_lines) = (Vec::new(), HashMap::new());
    let mut faults = Vec::new();
    for (number, line) in lines {
        match Key::parse(line) {
            Err(what) => faults.push(format!("line {number} {what}")),
            Ok(key) => {
                if let Some(first) = first_lines.insert(key.secret.clone(), number) {
                    faults.push(format!("line {number} has the key of line {first}; give each client its own"));
                }
                keys.push(Key { line: number, ..key });
            }
        }
    }
    if let Some(more) = faults.len().checked_sub(FAULTS_TOLD_MAX).filter(|more| *more > 0) {
        faults.truncate(FAULTS_TOLD_MAX);
        faults.push(format!("{more} more lines are wrong"));
    }
    if !faults.is_empty() {
        return Err(wrong(faults.join("; ")));
    }
    if keys.is_empty() {
        return Err(wrong("the file has no key; write one per line".to_owned()));
    }
    number_as_before(&mut keys, &[]);
    Ok(keys)
}

/// The system's error; of a file that this user may not read, with the user.
fn unreadable(path: &Path, error: &io::Error) -> io::Error {
    let who = (error.kind() == io::ErrorKind::PermissionDenied)
        .then(|| format!(", as the user with id {}; let this user read it", rustix::process::geteuid().as_raw()));
    io::Error::new(error.kind(), format!("{}: {error}{}", path.display(), who.unwrap_or_default()))
}

/// The owner of a key.
#[derive(PartialEq, Eq, Hash)]
enum Owner {
    Name(Arc<str>),
    /// The key has no name.
    Secret(String),
}

impl Key {
    fn owner(&self) -> Owner {
        self.name.clone().map_or_else(|| Owner::Secret(self.secret.clone()), Owner::Name)
    }

    /// Reads a line. A token after `Bearer` has no colon (RFC 6750), so that a line with one is a name and a key whose space is
    /// missing.
    ///
    /// # Errors
    /// The fault of the line, without its text, which may be secret.
    fn parse(line: &str) -> Result<Key, &'static str> {
        let (name, secret) = match line.split_once(": ") {
            Some((name, secret)) => (Some(name), secret.trim_start()),
            None => (None, line),
        };
        let is_word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_word(secret) || !name.is_none_or(is_word) {
            return Err("is neither \"KEY\" nor \"NAME: KEY\", without other spaces");
        }
        if secret.contains(':') {
            return Err("has a key with a colon; write a space after the name: \"NAME: KEY\"");
        }
        Ok(Key { name: name.map(Into::into), secret: secret.to_owned(), number: 0, line: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_may_have_names() {
        let parse = |line: &str| Key::parse(line).map(|key| (key.name.map(|name| name.to_string()), key.secret));
        let named = |name: Option<&str>, key: &str| Ok((name.map(str::to_owned), key.to_owned()));
        assert_eq!(parse("5f0c"), named(None, "5f0c"));
        assert_eq!(parse("alice: 5f0c"), named(Some("alice"), "5f0c"));
        assert_eq!(parse("a:b:   5f0c"), named(Some("a:b"), "5f0c"));
        for wrong in ["two words", "alice: two words", "the bot: 5f0c", ": 5f0c", "clé", "alice: clé"] {
            assert!(parse(wrong).unwrap_err().contains("neither"), "{wrong}");
        }
        for wrong in ["alice:5f0c", "alice: 5f:0c", "5f0c:"] {
            assert!(parse(wrong).unwrap_err().contains("write a space after the name"), "{wrong}");
        }
    }

    #[test]
    fn a_key_keeps_its_number_while_others_come_and_go() {
        let keys = |secrets: &[&str]| -> Vec<Key> {
            let key = |(number, secret): (usize, &&str)| Key { number, ..Key::parse(secret).unwrap() };
            secrets.iter().enumerate().map(key).collect()
        };
        let numbers = |keys: &[Key]| keys.iter().map(|key| key.number).collect::<Vec<_>>();
        let first = keys(&["alice-key", "bob-key"]);
        let mut second = keys(&["bob-key"]);
        number_as_before(&mut second, &first);
        assert_eq!(numbers(&second), [1], "bob is where he was");
        let mut third = keys(&["carol-key", "bob-key", "dan-key"]);
        number_as_before(&mut third, &second);
        assert_eq!(numbers(&third), [2, 1, 3], "nobody gets the number of another");
        let mut both = keys(&["bob-key", "eve: new-key", "eve: old-key"]);
        number_as_before(&mut both, &third);
        assert_eq!(numbers(&both), [1, 4, 4], "the keys of one name are those of one client");
        let mut last = keys(&["eve: new-key"]);
        number_as_before(&mut last, &both);
        assert_eq!(numbers(&last), [4], "whose old key is withdrawn");
    }

    #[test]
    fn short_keys_are_named_by_their_lines() {
        let keys = |secrets: &[&str]| -> Vec<Key> {
            let key = |(index, secret): (usize, &&str)| Key { line: index + 2, ..Key::parse(secret).unwrap() };
            secrets.iter().enumerate().map(key).collect()
        };
        let long = "5f0c1d5f0c1d5f0c";
        assert!(warnings(&keys(&[long]), None).is_empty());
        let found = warnings(&keys(&["k1", long, "alice: k2-is-15-chars."]), None);
        assert!(found.len() == 1 && found[0].contains("(line 2, 4 of") && !found[0].contains("k2"), "{found:?}");
        let found = warnings(&keys(&["k"; NAMES_TOLD_MAX + 3]), None);
        assert!(found[0].contains(", 21 and 3 more of"), "{found:?}");
    }

    #[test]
    fn a_file_that_may_not_be_read_names_the_user() {
        let told = |kind: io::ErrorKind| unreadable(Path::new("/keys"), &kind.into()).to_string();
        let id = rustix::process::geteuid().as_raw();
        assert_eq!(
            told(io::ErrorKind::PermissionDenied),
            format!("/keys: permission denied, as the user with id {id}; let this user read it")
        );
        assert_eq!(told(io::ErrorKind::NotFound), "/keys: entity not found");
    }

    #[test]
    fn the_summary_has_names_and_no_keys() {
        let summary = |lines: &[String]| {
            let keys: Vec<Key> = lines.iter().map(|line| Key::parse(line).unwrap()).collect();
            let KeysRead { count, names, .. } = Keys { path: PathBuf::new(), keys: keys.into() }.summary();
            (count, names)
        };
        let lines = |count: usize| (0..count).map(|index| format!("n{index}: secret{index}")).collect::<Vec<_>>();
        let read = |count, names: &str| (count, names.to_owned());
        assert_eq!(summary(&["secret".to_owned()]), read(1, "1 without a name"));
        assert_eq!(summary(&lines(2)), read(2, "n0, n1"));
        let twice = ["n1: other", "secret"].map(str::to_owned);
        assert_eq!(summary(&[&lines(2)[..], &twice].concat()), read(4, "n0, n1 (2 keys), 1 without a name"));
        let many = summary(&lines(NAMES_TOLD_MAX + 5));
        assert_eq!(many.0, NAMES_TOLD_MAX + 5);
        assert!(many.1.ends_with(", n19, 5 more"), "{many:?}");
    }
}
