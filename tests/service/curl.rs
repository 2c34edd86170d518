//! Reads `curl` command lines out of documents, so that a test can execute them in process.

use axum::body::Body;
use axum::http::{Method, Request, header};

/// Where the documents say that the service listens.
const ORIGIN: &str = "http://127.0.0.1:8080";

/// The request of a `curl` command line.
#[derive(Clone, Debug)]
pub struct Curl {
    pub method: Method,
    /// Path and query.
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Curl {
    /// Reads a command line.
    ///
    /// # Panics
    /// On options that this reader does not know, and on another server than this one.
    pub fn parse(line: &str) -> Curl {
        let mut words = words(line).into_iter();
        assert_eq!(words.next().as_deref(), Some("curl"), "{line}");
        let mut curl = Curl { method: Method::GET, target: String::new(), headers: Vec::new(), body: String::new() };
        let mut method = None;
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_else(|| panic!("{word} lacks its value: {line}"));
            match word.as_str() {
                "-s" | "-g" | "-sg" | "-i" | "-N" => {}
                "-X" => method = Some(value()),
                "-H" => {
                    let header = value();
                    let (name, text) = header.split_once(':').expect("a header is name: value");
                    curl.headers.push((name.trim().to_lowercase(), text.trim().to_owned()));
                }
                "-d" | "--json" => {
                    curl.method = Method::POST;
                    curl.body = value();
                    if word == "--json" {
                        curl.headers.push(("content-type".into(), "application/json".into()));
                    }
                }
                url => {
                    let target = url.strip_prefix(ORIGIN).unwrap_or_else(|| panic!("not a known option or URL: {url}"));
                    target.clone_into(&mut curl.target);
                }
            }
        }
        if let Some(method) = method {
            curl.method = method.parse().expect("a method");
        }
        curl
    }

    /// The path without the query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub fn request(&self) -> Request<Body> {
        let mut request = Request::builder().method(self.method.clone()).uri(&self.target);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if !self.body.is_empty() {
            request = request.header(header::CONTENT_LENGTH, self.body.len());
        }
        request.body(Body::from(self.body.clone())).expect("a request")
    }
}

/// Splits a command line at blanks outside quotes, as a shell would.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in line.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, ' ' | '\n') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    assert!(quote.is_none(), "a quote is not closed: {line}");
    words.extend(word);
    words
}
