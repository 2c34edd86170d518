//! `inarow-lines`: answers lines of JSON on standard input with lines of JSON on standard output, for WASI and every other system.
//!
//! A call is `{"endpoint": "move", "fields": {"board": "XO......."}}`, with any members of [`Head`]; `"query"` takes the fields as a
//! query string. Its reply is `{"status": 200, "body": {…}}`. A call with `"form": "stream"` has a line `{"record": {…}}` for each
//! progress record before.

use std::io::{self, BufRead as _, Write as _};
use std::process::ExitCode;

use inarow_wasm::{Form, Head, Local};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A line of standard input.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Call<'a> {
    endpoint: &'a str,
    #[serde(borrow)]
    fields: Option<&'a RawValue>,
    query: Option<String>,
    #[serde(default)]
    form: Form,
    #[serde(default)]
    service: String,
    #[serde(default)]
    request_id: String,
}

/// The last line of a reply.
#[derive(Serialize)]
struct Line<'a> {
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'a RawValue>,
    /// The documents of an answer in lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<&'a RawValue>>,
}

fn main() -> ExitCode {
    match answer_lines() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("inarow-lines: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer_lines() -> io::Result<()> {
    let (local, mut output) = (Local::default(), io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let mut failure = None;
        let reply = match serde_json::from_str::<Call<'_>>(&line) {
            Ok(call) => local.reply(&head(&call), fields(&call).as_bytes(), &mut |record| {
                if let Err(error) = writeln!(output, "{{\"record\":{record}}}").and_then(|()| output.flush()) {
                    failure = Some(error);
                }
            }),
            Err(error) => Local::bad_head(&error),
        };
        if let Some(error) = failure {
            return Err(error);
        }
        write_line(&mut output, reply.status, &String::from_utf8_lossy(&reply.body))?;
        output.flush()?;
    }
    Ok(())
}

fn head<'a>(call: &'a Call<'_>) -> Head<'a> {
    Head {
        endpoint: call.endpoint.into(),
        form: call.form,
        query: call.query.is_some(),
        service: (&call.service).into(),
        request_id: (&call.request_id).into(),
    }
}

/// The fields as the contract reads them: none are an empty object.
fn fields<'a>(call: &'a Call<'_>) -> &'a str {
    call.query.as_deref().or(call.fields.map(RawValue::get)).unwrap_or("{}")
}

fn write_line(output: &mut impl io::Write, status: u16, body: &str) -> io::Result<()> {
    let documents: Result<Vec<&RawValue>, _> = body.lines().map(serde_json::from_str).collect();
    let documents = documents?;
    let line = match documents[..] {
        [body] => Line { status, body: Some(body), lines: None },
        _ => Line { status, body: None, lines: Some(documents) },
    };
    serde_json::to_writer(&mut *output, &line)?;
    writeln!(output)
}
