//! What is wrong with a request, and where: collected, never only the first.

use std::fmt::Write as _;

use serde::Serialize;

/// One fault: a JSON pointer (RFC 6901) into the request, and the bad value with its remedy.
#[derive(Clone, Serialize, PartialEq, Eq, Debug)]
pub struct Fault {
    pub pointer: String,
    pub detail: String,
}

/// All faults found in one request.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Faults {
    list: Vec<Fault>,
    left_out: usize,
}

/// How many faults one answer lists; a hostile body of the permitted size could hold tens of thousands.
const FAULTS_MAX: usize = 200;

impl Faults {
    /// Notes a fault.
    pub fn add(&mut self, at: At<'_>, detail: impl Into<String>) {
        if self.list.len() < FAULTS_MAX {
            self.list.push(Fault { pointer: at.pointer(), detail: detail.into() });
        } else {
            self.left_out += 1;
        }
    }

    /// Notes all faults of another list behind those here.
    pub fn append(&mut self, other: Faults) {
        let room = FAULTS_MAX - self.list.len();
        self.left_out += other.left_out + other.list.len().saturating_sub(room);
        self.list.extend(other.list.into_iter().take(room));
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    #[must_use]
    pub fn list(&self) -> &[Fault] {
        &self.list
    }

    #[must_use]
    pub fn into_list(self) -> Vec<Fault> {
        self.list
    }

    /// One sentence for the problem's `detail`: the first fault, and how many more there are.
    #[must_use]
    pub fn summary(&self) -> String {
        let Some(first) = self.list.first() else { return String::new() };
        let place = if first.pointer.is_empty() { "the request" } else { &first.pointer };
        let mut summary = format!("{place}: {}", first.detail);
        match self.list.len() + self.left_out {
            1 => {}
            all => {
                let _ = write!(summary, " (and {} more, see errors)", all - 1);
            }
        }
        if self.left_out > 0 {
            let _ = write!(summary, "; errors lists the first {FAULTS_MAX}");
        }
        summary
    }
}

/// A place in a request. It becomes a pointer only when something is wrong there, so that good requests pay nothing.
#[derive(Clone, Copy, Debug)]
pub struct At<'p> {
    above: Option<&'p At<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl<'p> At<'p> {
    /// The whole request.
    pub const ROOT: At<'static> = At { above: None, step: Step::Root };

    /// A member of the object here.
    #[must_use]
    pub fn key(&'p self, key: &'p str) -> At<'p> {
        At { above: Some(self), step: Step::Key(key) }
    }

    /// An element of the list here.
    #[must_use]
    pub fn index(&'p self, index: usize) -> At<'p> {
        At { above: Some(self), step: Step::Index(index) }
    }

    /// The JSON pointer, `""` for the whole request.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut pointer = self.above.map(At::pointer).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Key(key) => {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Step::Index(index) => {
                let _ = write!(pointer, "/{index}");
            }
        }
        pointer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_escaped_as_rfc_6901_says() {
        let rows = At::ROOT.key("a/b~c");
        assert_eq!(rows.index(3).pointer(), "/a~1b~0c/3");
        assert_eq!(At::ROOT.pointer(), "");
    }

    #[test]
    fn a_flood_of_faults_is_counted_but_not_listed() {
        let mut faults = Faults::default();
        (0..FAULTS_MAX + 5).for_each(|index| faults.add(At::ROOT.index(index), "bad"));
        assert_eq!(faults.list().len(), FAULTS_MAX);
        assert!(faults.summary().contains(&format!("and {} more", FAULTS_MAX + 4)));
    }
}
