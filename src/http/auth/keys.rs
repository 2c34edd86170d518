//! The valid keys: a file of them, read at the start and on demand.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use subtle::{ConditionallySelectable as _, ConstantTimeEq as _};

/// Most names that one line of the log has.
const NAMES_TOLD_MAX: usize = 20;

/// The name of a key, for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyName(pub Arc<str>);

/// What the log says of the keys in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeysRead {
    pub count: usize,
    /// The first names, how many there are beyond them, and how many keys have none; no secret.
    pub names: String,
}

/// The valid keys.
pub struct Keys {
    path: PathBuf,
    keys: RwLock<Vec<Key>>,
}

/// A valid key.
struct Key {
    name: Option<KeyName>,
    secret: String,
    /// Stays the key's own while other keys come and go: its rate counts by it.
    number: usize,
}

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

    /// Reads the file again; returns what there is now.
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
        for name in keys.iter().filter_map(|key| Some(&*key.name.as_ref()?.0)) {
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
        KeysRead { count: keys.len(), names: names.join(", ") }
    }

    /// Finds a key: its number, and its name. The time that it takes depends on the lengths of the keys alone.
    pub fn find(&self, sent: &[u8]) -> Option<(usize, Option<KeyName>)> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = u64::MAX;
        for (index, key) in (0..).zip(keys.iter()) {
            found.conditional_assign(&index, key.secret.as_bytes().ct_eq(sent));
        }
        let key = keys.get(usize::try_from(found).ok()?)?;
        Some((key.number, key.name.clone()))
    }
}

/// Keys that were there before keep their numbers; new ones get numbers that no key has had since the last reading.
fn number_as_before(keys: &mut [Key], before: &[Key]) {
    let numbers: HashMap<&str, usize> = before.iter().map(|key| (&*key.secret, key.number)).collect();
    let mut next = before.iter().map(|key| key.number + 1).max().unwrap_or_default();
    for key in keys {
        key.number = numbers.get(&*key.secret).copied().unwrap_or_else(|| {
            next += 1;
            next - 1
        });
    }
}

fn read_keys(path: &Path) -> io::Result<Vec<Key>> {
    let wrong = |what: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (mut keys, mut first_lines) = (Vec::new(), HashMap::new());
    for (number, line) in lines {
        let key = Key::parse(line).map_err(|what| wrong(format!("line {number} {what}")))?;
        let key = Key { number: keys.len(), ..key };
        if let Some(first) = first_lines.insert(key.secret.clone(), number) {
            return Err(wrong(format!("line {number} has the key of line {first}; give each client its own")));
        }
        keys.push(key);
    }
    if keys.is_empty() {
        return Err(wrong("the file has no key; write one per line".to_owned()));
    }
    Ok(keys)
}

impl Key {
    /// Reads a line. A token after `Bearer` has no colon (RFC 6750), so that a line with one is a name and a key whose space is
    /// missing.
    ///
    /// # Errors
    /// The error, without the text of the line, which may be secret.
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
        Ok(Key { name: name.map(|name| KeyName(name.into())), secret: secret.to_owned(), number: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_may_have_names() {
        let parse = |line: &str| Key::parse(line).map(|key| (key.name.map(|name| name.0.to_string()), key.secret));
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
    }

    #[test]
    fn the_summary_has_names_and_no_keys() {
        let summary = |lines: &[String]| {
            let keys: Vec<Key> = lines.iter().map(|line| Key::parse(line).unwrap()).collect();
            Keys { path: PathBuf::new(), keys: keys.into() }.summary()
        };
        let lines = |count: usize| (0..count).map(|index| format!("n{index}: secret{index}")).collect::<Vec<_>>();
        let read = |count, names: &str| KeysRead { count, names: names.to_owned() };
        assert_eq!(summary(&["secret".to_owned()]), read(1, "1 without a name"));
        assert_eq!(summary(&lines(2)), read(2, "n0, n1"));
        let twice = ["n1: other", "secret"].map(str::to_owned);
        assert_eq!(summary(&[&lines(2)[..], &twice].concat()), read(4, "n0, n1 (2 keys), 1 without a name"));
        let many = summary(&lines(NAMES_TOLD_MAX + 5));
        assert_eq!(many.count, NAMES_TOLD_MAX + 5);
        assert!(many.names.ends_with(", n19, 5 more"), "{many:?}");
    }
}
