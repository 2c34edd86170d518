//! A function that is called after each search.

use std::fmt;

use super::Report;

type Observe = dyn Fn(&Report) + Send + Sync;

/// The function, if any.
#[derive(Default)]
pub(super) struct Observer(Option<Box<Observe>>);

impl Observer {
    pub fn new(observe: impl Fn(&Report) + Send + Sync + 'static) -> Observer {
        Observer(Some(Box::new(observe)))
    }

    /// Calls the function.
    pub fn observe(&self, report: &Report) {
        if let Some(observe) = &self.0 {
            observe(report);
        }
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Observer").field(&self.0.is_some()).finish()
    }
}
