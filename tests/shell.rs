//! Runs the recipes of `docs/shell.md` and the first programs of `docs/guide.md`, with a POSIX shell, curl, jq and Python, against a service
//! on a port of its own. Not a part of `cargo test`, since these programs need not be there: `cargo test --test shell`.

#[allow(dead_code)]
mod service;

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use inarow::config::ServerLimits;
use service::live::{Live, PATIENCE};

/// A console block: the command, and the output shown below it.
#[derive(Debug)]
struct Recipe {
    command: String,
    output: String,
}

/// The recipe with this in its command.
fn the<'a>(recipes: &'a [Recipe], part: &str) -> &'a Recipe {
    recipes.iter().find(|recipe| recipe.command.contains(part)).unwrap_or_else(|| panic!("no recipe has {part}"))
}

/// `$ ` begins a command, `> ` goes on with it.
fn recipes(document: &str) -> Vec<Recipe> {
    let blocks = document.split("```console\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    blocks
        .map(|block| {
            let is_command = |line: &&str| line.starts_with("$ ") || line.starts_with("> ");
            let command: Vec<&str> = block.lines().take_while(is_command).map(|line| &line[2..]).collect();
            let output: Vec<&str> = block.lines().skip_while(is_command).collect();
            Recipe { command: command.join("\n"), output: output.join("\n") }
        })
        .collect()
}

fn document(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a document")
}

/// The first program of a language in a document.
fn program<'a>(document: &'a str, language: &str) -> &'a str {
    let program = document.split(&format!("```{language}\n")).nth(1).and_then(|rest| rest.split("```").next());
    program.expect("a program")
}

/// A recipe as a script, after the function that all recipes use, at another address.
fn script(shell: &str, command: &str, origin: &str) -> String {
    format!("{}{command}", program(shell, "sh")).replace(service::ORIGIN, origin)
}

/// Runs a script to its end, in the folder of a test.
async fn run(test: &str, interpreter: &'static str, script: String) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shell-{test}"));
    fs::create_dir_all(&folder).expect("a folder");
    let start = move || Command::new(interpreter).args(["-c", &script]).current_dir(&folder).output();
    tokio::task::spawn_blocking(start).await.expect("no panic").expect("the interpreter is there")
}

/// The first programs of the guide play to the end of the game; those of the other languages are played on a page.
#[tokio::test(flavor = "multi_thread")]
async fn the_programs_of_the_guide_play_a_game() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let guide = document("docs/guide.md");
    for (language, interpreter) in [("python", "python3"), ("sh", "sh")] {
        let program = program(&guide, language).replace(service::ORIGIN, &format!("http://{}", live.address));
        let ran = run("guide", interpreter, program).await;
        let printed = String::from_utf8_lossy(&ran.stdout);
        // Perfect play.
        assert!(printed.trim_end().ends_with(" won"), "{language}: {ran:?}");
        assert_eq!(printed.split([' ', ',']).filter(|word| word.len() == 2).count(), 41, "{printed}");
    }
}

/// From its second move on a puzzle may have several right moves, which the program of the guide accepts.
#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_the_guide_is_solved_as_it_says() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let guide = document("docs/guide.md");
    let section = guide.split("\n## Puzzles\n").nth(1).expect("a section");
    let program = program(section, "python").replace(service::ORIGIN, &format!("http://{}", live.address));
    let promised: Vec<_> =
        program.lines().filter_map(|line| line.split("# prints ").nth(1)).map(str::to_owned).collect();
    let ran = run("puzzle", "python3", program).await;
    let printed = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(printed.lines().collect::<Vec<_>>(), promised, "{ran:?}");
    assert_eq!(promised.len(), 2);
}

/// A refusal is shown, and is not taken for the end of the game.
#[tokio::test(flavor = "multi_thread")]
async fn the_loops_stop_at_a_refusal() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let origin = format!("http://{}", live.address);
    let (guide, shell) = (document("docs/guide.md"), document("docs/shell.md"));
    let recipes = recipes(&shell);
    let recipe = the(&recipes, "while [");
    let loops = [program(&guide, "sh").replace(service::ORIGIN, &origin), script(&shell, &recipe.command, &origin)];
    for script in loops {
        let ran = run("refusals", "sh", script.replace("moves=$moves", "moves=z9")).await;
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert!(fault.contains("is not a cell"), "{ran:?}");
        assert_eq!((&*ran.stdout, ran.status.success()), (&b""[..], false), "{ran:?}");
    }
}

/// After nonsense the recipe asks again, and the game goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_may_type_anything() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    let recipe = the(&recipes, "read -r own");
    let is_refusal = |line: &&str| line.contains("; ") || line.starts_with("send ");
    let expected = recipe.output.lines().filter(|line| !is_refusal(line)).collect::<Vec<_>>();
    let typed = recipe.command.replace("b2 b2 z9 '' c3", "b2 '' '#x' 'a1 a2' a1, '&' 99 4 x ' ' b2 c3");
    assert_ne!(typed, recipe.command);
    for lines in ["\\r\\n", "\\n"] {
        let typed = typed.replace("\\r\\n", lines);
        let ran = run("person", "sh", script(&shell, &typed, &format!("http://{}", live.address))).await;
        let printed = String::from_utf8_lossy(&ran.stdout);
        let (refused, game): (Vec<_>, Vec<_>) = printed.lines().partition(is_refusal);
        assert_eq!((refused.len(), game), (10, expected.clone()), "{ran:?}");
    }
    // Any other refusal ends the game.
    let typed = typed.replace("level=beginner", "level=none");
    let ran = run("person", "sh", script(&shell, &typed, &format!("http://{}", live.address))).await;
    let printed = String::from_utf8_lossy(&ran.stdout);
    assert_eq!((ran.status.code(), printed.contains("X to move after 0 moves.")), (Some(22), true), "{ran:?}");
    assert!(!printed.contains("ongoing") && String::from_utf8_lossy(&ran.stderr).contains("/level: "), "{ran:?}");
}

/// Where the service refuses or is away, recipes print nothing that looks like an answer, and say why.
#[tokio::test(flavor = "multi_thread")]
async fn recipes_without_an_answer_say_why() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    // An address that no other test listens on, also once its port is free again.
    let nowhere = TcpListener::bind("127.0.0.2:0").and_then(|free| free.local_addr()).expect("a free port");
    let shell = document("docs/shell.md");
    let refused = |command: &str| command.replace("$origin/v1/", "$origin/v1/none/");
    let away = |script: &str| {
        let once = script.replace("retry=30", "retry=0");
        assert_ne!(once, script);
        once
    };
    for Recipe { command, .. } in recipes(&shell) {
        let refused = script(&shell, &refused(&command), &format!("http://{}", live.address));
        let away = away(&script(&shell, &command, &format!("http://{nowhere}")));
        for (script, why) in [(refused, "there is no /v1/none"), (away, "Failed to connect")] {
            let ran = run("without", "sh", format!("rm -f ./*\n{script}")).await;
            let (printed, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
            let is_answer = |line: &&str| line.contains("won") || line.contains('"') || line.contains("null");
            let answers: Vec<_> = printed.lines().filter(is_answer).collect();
            // One recipe prints the reason as output.
            let is_said = if command.ends_with("2>&1") { printed.contains(why) } else { fault.contains(why) };
            assert!(answers.is_empty() && is_said, "{command}\n{printed}\n{fault}");
        }
    }
}

/// Shells that the recipes are for, of those that are here.
fn shells() -> impl Iterator<Item = &'static str> {
    let is_here = |shell: &&str| Command::new(shell).args(["-c", ":"]).status().is_ok();
    ["sh", "bash", "zsh"].into_iter().filter(is_here)
}

/// The function works where the first failure ends a script, changes no variable of its caller, and leaves no file.
#[tokio::test(flavor = "multi_thread")]
async fn the_function_keeps_to_itself() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let origin = format!("http://{}", live.address);
    let before = "mkdir -p temporary; export TMPDIR=$PWD/temporary; set -e; result=mine answer=mine";
    for shell_name in shells() {
        let caller = |call: &str| {
            script(&shell, &format!("{before}\n{call}\necho \"$? $result $answer\" $(ls temporary)"), &origin)
        };
        let ran = run("function", shell_name, caller("ask \"$origin/v1/position?fields=position\" > /dev/null")).await;
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "0 mine mine\n", "{shell_name}: {ran:?}");
        let ran = run("function", shell_name, caller("ask \"$origin/v1/move?moves=b2,b2\"")).await;
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), &*ran.stdout), (Some(22), &b""[..]), "{shell_name}: {fault}");
        assert!(fault.ends_with("/moves/1: b2 (cell 4) is taken by X; choose an empty cell\n"), "{fault}");
        let ran =
            run("function", shell_name, caller("r=0; ask --json '[]' \"$origin/v1/move\" || r=$?; (exit $r) ||")).await;
        let (printed, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(printed, "22 mine mine\n", "{shell_name}: {fault}");
        assert!(
            fault.ends_with("the body is a list, not a JSON object; send the fields of this endpoint as one object\n"),
            "{fault}"
        );
    }
}

/// A failed write is no success, and no URL is refused without a reason.
#[tokio::test(flavor = "multi_thread")]
async fn the_function_says_what_curl_does_not() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let origin = format!("http://{}", live.address);
    let url = "curl: ";
    let hint = "no URL (is origin set?), or blanks, quotes, < or > in it? send the value with --get --data-urlencode 'name=value'\n";
    for (call, result, first, last) in [
        ("ask \"$origin/v1/position\" > /dev/full", 23, "cat: ", "\n"),
        ("TMPDIR=$PWD/none ask \"$origin/v1/position\"", 23, "mktemp: ", "\n"),
        ("keep none/today.json \"$origin/v1/position\"", 23, "", "\n"),
        ("ask \"$origin/v1/move?moves=\\\"b2\\\"\"", 22, url, hint),
        ("ask \"$origin/v1/move?moves=b2 a1\"", 3, url, hint),
        ("ask \"\"", 3, url, hint),
        ("ask \"$none/v1/move\"", 3, url, hint),
        ("ask \"$origin/v1/move?moves=[b2]\"", 22, "/moves: ", "; send moves=b2\n"),
    ] {
        for shell_name in shells() {
            let ran = run("says", shell_name, script(&shell, call, &origin)).await;
            let fault = String::from_utf8_lossy(&ran.stderr);
            assert_eq!((ran.status.code(), &*ran.stdout), (Some(result), &b""[..]), "{shell_name}: {call}: {fault}");
            assert!(fault.starts_with(first) && fault.ends_with(last), "{shell_name}: {call}: {fault}");
            assert!(!call.starts_with("keep") || fault.lines().count() == 1, "{shell_name}: {call}: {fault}");
        }
    }
}

/// An answer of a service that is not well: its status line and headers, and its body.
fn answered(head: &str, body: &str) -> String {
    format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}

/// Answers one call after the other so; its origin.
fn answering(answers: Vec<String>) -> (String, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    let calls = thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().expect("a call");
            let _ = stream.read(&mut [0; 4096]);
            stream.write_all(answer.as_bytes()).expect("an answer");
        }
    });
    (origin, calls)
}

/// A script tells faults that it must mend from those that pass, and a success is silent however many attempts it took.
#[tokio::test(flavor = "multi_thread")]
async fn the_result_tells_who_has_to_act() {
    let shell = document("docs/shell.md");
    let problem = |status: u16| format!("{{\"status\":{status},\"errors\":[],\"detail\":\"why {status}\"}}");
    let refused = |head: &str, status: u16| answered(head, &problem(status));
    let busy = "503 Service Unavailable\r\nRetry-After: 1";
    for (answers, result, printed, said) in [
        (vec![refused("422 Unprocessable Content", 422)], 22, "", "why 422\n"),
        (vec![refused("401 Unauthorized", 401)], 77, "", "why 401\n"),
        (vec![answered("400 Bad Request", "")], 22, "", "'name=value'\n"),
        (vec![answered("431 Request Header Fields Too Large", "")], 22, "", "file | ask --json @- URL\n"),
        (
            vec![refused("414 URI Too Long", 414)],
            22,
            "",
            "why 414\nthe URL is too long: send the fields as JSON, jq -Rs '{record: .}' file | ask --json @- URL\n",
        ),
        (vec![answered("304 Not Modified", "")], 0, "", ""),
        (vec![refused("429 Too Many Requests\r\nRetry-After: 60", 429)], 75, "", "why 429\n"),
        (vec![refused("503 Service Unavailable\r\nRetry-After: 60", 503)], 69, "", "why 503\n"),
        (vec![refused(busy, 503), refused("503 Service Unavailable\r\nRetry-After: 60", 503)], 69, "", "why 503\n"),
        (vec![refused("501 Not Implemented", 501)], 69, "", "why 501\n"),
        (vec![refused(busy, 503), answered("200 OK", "{}")], 0, "{}", ""),
    ] {
        let (origin, calls) = answering(answers);
        let ran = run("results", "sh", script(&shell, "ask \"$origin/v1/move\"", &origin)).await;
        calls.join().expect("no panic");
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), &*String::from_utf8_lossy(&ran.stdout)), (Some(result), printed), "{fault}");
        // curl's line is said where there is no reason.
        assert!(fault == said || fault.ends_with(said) && !said.is_empty() && !said.contains("why"), "{fault}");
        assert_eq!(fault.matches("curl: ").count(), usize::from(fault != said), "{fault}");
    }
}

/// The key arrives as one header, in shells that split no words, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_sent_as_a_header() {
    let shell = document("docs/shell.md");
    for shell_name in shells() {
        let sent = Some("Authorization: Bearer a b");
        let keys = [
            ("KEY='a b'", sent),
            ("KEY=$(printf 'a b\\r')", sent),
            ("KEY=", None),
            ("unset KEY", None),
            ("unset KEY; set -u", None),
        ];
        for (key, expected) in keys {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
            let origin = format!("http://{}", listener.local_addr().expect("an address"));
            let call = thread::spawn(move || {
                let (mut stream, _) = listener.accept().expect("a call");
                let mut head = [0; 4096];
                let read = stream.read(&mut head).expect("a head");
                stream.write_all(answered("200 OK", "").as_bytes()).expect("an answer");
                String::from_utf8_lossy(&head[..read]).into_owned()
            });
            let ran = run("key", shell_name, script(&shell, &format!("{key}\nask \"$origin/\""), &origin)).await;
            let head = call.join().expect("no panic");
            let found = head.lines().find(|line| line.contains("Authorization"));
            assert_eq!((ran.status.code(), found), (Some(0), expected), "{shell_name}: {ran:?}");
        }
    }
}

/// A script that asks for an answer within seconds is told soon that there is none; the same reason is said once.
#[tokio::test(flavor = "multi_thread")]
async fn a_short_time_is_not_repeated() {
    let shell = document("docs/shell.md");
    // Long enough for curl to start and to connect on a machine that is busy.
    for (options, attempts) in [("--max-time 4", 1), ("-m 3.9", 1), ("--max-time 4 --retry 1", 2)] {
        // The system takes connections that nobody accepts.
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let ran = run("time", "sh", script(&shell, &format!("ask {options} \"$origin/\""), &origin)).await;
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), fault.lines().count()), (Some(28), 1), "{fault}");
        assert_eq!(fault, "curl: (28) Operation timed out with 0 bytes received\n");
        listener.set_nonblocking(true).expect("a listener");
        assert_eq!(std::iter::from_fn(|| listener.accept().ok()).count(), attempts, "{options}");
    }
}

/// A page that says where the service has moved is not taken for its answer, and text that is no JSON is shown as it came.
#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_and_a_page_are_no_answers() {
    let shell = document("docs/shell.md");
    for (head, result, said) in [
        (
            "301 Moved Permanently\r\nLocation: https://play.example/",
            47,
            "redirected to https://play.example/: is the origin right?\n",
        ),
        ("403 Forbidden", 22, "<h1>no</h1>"),
    ] {
        let (origin, calls) = answering(vec![answered(head, "<h1>no</h1>")]);
        let ran = run("redirect", "sh", script(&shell, "ask \"$origin/v1/move\"", &origin)).await;
        calls.join().expect("no panic");
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), &*ran.stdout), (Some(result), &b""[..]), "{fault}");
        assert!(fault.ends_with(said) && !fault.contains("parse error"), "{fault}");
    }
}

/// A stream that `timeout` ends has no answer, whichever result a pipe has.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_takes_too_long_has_the_result_of_its_filter() {
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    let recipe = &the(&recipes, "x-ndjson").command;
    assert!(shell.contains("With `timeout 5` before `curl`, the stream breaks off, and the result is 1:"));
    let bounded = recipe.replace("curl -sSN", "timeout 0.5 curl -sSN");
    assert_eq!(bounded.len(), recipe.len() + "timeout 0.5 ".len());
    // One record, whole or not at all, and then nothing until the client has gone.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 4096]);
            let record = r#"{"final":false,"depth":1,"lines":[{"move":{"name":"b2"}}]}"#;
            let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{record}\n");
            let _ = stream.read(&mut [0]);
        }
    });
    for pipes in ["", "set -o pipefail; "] {
        let ran = run("timeout", "bash", format!("{pipes}{}", script(&shell, &bounded, &origin))).await;
        assert_eq!(ran.status.code(), Some(1), "{ran:?}");
        assert!(String::from_utf8_lossy(&ran.stderr).ends_with("no final record: the stream broke off\n"), "{ran:?}");
    }
}

/// The line of the table of cron works as documented, with the function as a file; a refusal leaves the file of yesterday.
#[tokio::test(flavor = "multi_thread")]
async fn cron_writes_the_puzzle_of_today() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let line = program(&shell, "crontab").split_once("* * * ").expect("five fields").1.replace("\\%", "%");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shell-cron");
    fs::create_dir_all(&folder).expect("a folder");
    let function = program(&shell, "sh").replace(service::ORIGIN, &format!("http://{}", live.address));
    fs::write(folder.join("ask.sh"), function).expect("a file");
    let at_home = format!("HOME=$PWD\n{line}");
    let ran = run("cron", "sh", at_home.clone()).await;
    assert!(ran.status.success() && ran.stdout.is_empty(), "{ran:?}");
    let today = fs::read_to_string(folder.join("today.json")).expect("today's puzzle");
    assert!(today.starts_with("{\"date\":\""), "{today}");
    // The day of the machine, whose hours are those of cron.
    let day = |zone: &str| at_home.replace("$(date", &format!("$(TZ={zone} date")) + "jq -r .date today.json";
    let east = run("cron", "sh", day("UTC-14")).await;
    let west = run("cron", "sh", day("UTC+12")).await;
    assert!(east.status.success() && east.stdout > west.stdout, "{east:?} {west:?}");
    let today = fs::read_to_string(folder.join("today.json")).expect("today's puzzle");
    let ran = run("cron", "sh", at_home.replace("date=$(date +%F)", "date=none")).await;
    assert!(!ran.status.success() && String::from_utf8_lossy(&ran.stderr).contains("/date: "), "{ran:?}");
    assert_eq!(fs::read_to_string(folder.join("today.json")).expect("the same"), today);
}

/// An answer that has not changed leaves the file that is kept, and is no failure; an answer that could not be written does not count as kept.
#[tokio::test(flavor = "multi_thread")]
async fn an_unchanged_file_is_kept() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let steps = "rm -f today.json today.json.tag\nshow() { echo \"$?: $(jq -r .position.board today.json) $(ls | tr '\\n' ' ')\"; }
        keep today.json \"$origin/v1/position\"; show; first=$(ls -i today.json)
        keep today.json \"$origin/v1/position\"; show; [ \"$first\" = \"$(ls -i today.json)\" ] || echo replaced
        ln -s /dev/full today.json.new
        keep today.json \"$origin/v1/position?moves=b2\" 2> /dev/null; show
        keep today.json \"$origin/v1/position?moves=zz\" 2> /dev/null; show
        keep today.json \"$origin/v1/position?moves=b2\"; show
        rm today.json
        keep today.json \"$origin/v1/position?moves=b2\"; show";
    let expected = ["0: .........", "0: .........", "23: .........", "22: .........", "0: ....X....", "0: ....X...."];
    let expected = expected.map(|line| format!("{line} today.json today.json.tag \n")).concat();
    for shell_name in shells() {
        let ran = run("keep", shell_name, script(&shell, steps, &format!("http://{}", live.address))).await;
        assert_eq!(String::from_utf8_lossy(&ran.stdout), expected, "{shell_name}: {ran:?}");
    }
}

/// A record that is too long for a URL arrives in a POST; an empty file is not sent as the empty board.
#[tokio::test(flavor = "multi_thread")]
async fn files_of_any_length_are_sent() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    let origin = format!("http://{}", live.address);
    let post = &the(&recipes, "jq -Rs").command;
    let get = the(&recipes, "record@game.sgf").command.clone();
    let (write, get) = get.split_once('\n').expect("two commands");
    for size in [10, 10_000, 20_000, 60_000] {
        let comment = "x".repeat(size);
        let write = write.replace("GM[4]", &format!("GM[4]C[{comment}]"));
        let ran = run("files", "sh", script(&shell, &format!("{write}\n{post}"), &origin)).await;
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "[\"ongoing\",\"X\"]\n", "{size}");
        let ran = run("files", "sh", script(&shell, &format!("{write}\n{get}"), &origin)).await;
        let fault = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.success(), size < 8_192, "{size}: {fault}");
        assert!(size < 8_192 || fault.contains("--json @-"), "{fault}");
    }
    let ran = run("files", "sh", script(&shell, &format!(": > game.sgf\n{get}"), &origin)).await;
    assert_eq!((ran.status.success(), &*ran.stdout), (false, &b""[..]), "{ran:?}");
}

/// A stream whose end is missing, or is a problem, is no success.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_without_its_answer_fails() {
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    let recipe = the(&recipes, "x-ndjson");
    let filter = recipe.command.split_once("|\njq").expect("a filter").1;
    let depth = r#"{"final":false,"depth":1,"lines":[{"move":{"name":"b2"}}]}"#;
    let cases = [
        (r#"{"final":true,"lines":[{"move":{"name":"b2"}}]}"#, true, "depth 1: b2\nbest: b2\n", ""),
        ("", false, "depth 1: b2\n", "no final record: the stream broke off\n"),
        (r#"{"final":true,"problem":{"detail":"stopped"}}"#, false, "depth 1: b2\n", "stopped\n"),
        (r#"{"detail":"refused"}"#, false, "depth 1: b2\n", "refused\n"),
        (r#"{"final":true,"li"#, false, "depth 1: b2\n", ""),
    ];
    for (last, succeeds, printed, fault) in cases {
        let command = format!("printf '%s\\n' '{depth}' '{{\"heartbeat\":true}}' '{last}' | jq{filter}");
        let ran = run("stream", "sh", command).await;
        assert_eq!((ran.status.success(), String::from_utf8_lossy(&ran.stdout)), (succeeds, printed.into()), "{ran:?}");
        assert!(String::from_utf8_lossy(&ran.stderr).ends_with(fault), "{ran:?}");
    }
}

/// A file of more games than a batch takes: a line for each, and the result says that one was refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_file_is_several_batches() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    let recipe = the(&recipes, "games.txt");
    for (last, code, fault) in [("45", Some(0), ""), ("4x", Some(1), "lines refused: 1\n")] {
        let command =
            recipe.command.replace("'%s\\n' 4453 44 4444444", &format!("'%s\\r\\n' $(yes 44 | head -n 130) {last}"));
        assert_ne!(command, recipe.command);
        let ran = run("file", "sh", script(&shell, &command, &format!("http://{}", live.address))).await;
        let printed = String::from_utf8_lossy(&ran.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!((ran.status.code(), lines.len()), (code, 131), "{ran:?}");
        assert!(lines[..130].iter().all(|line| line.starts_with("\"44\",200,\"d3\",\"win\"")), "{printed}");
        assert!(lines[130].starts_with(&format!("\"{last}\",")), "{printed}");
        assert_eq!(String::from_utf8_lossy(&ran.stderr), fault);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_recipe_prints_what_is_shown() {
    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let shell = document("docs/shell.md");
    let recipes = recipes(&shell);
    assert!(recipes.len() >= 10, "{} recipes", recipes.len());
    let origin = format!("http://{}", live.address);
    for Recipe { command, output } in recipes {
        assert!(command.contains("$origin/v1/"), "{command}");
        // bash does the same as sh.
        for shell_name in shells().filter(|shell| *shell != "bash") {
            let ran = run("recipes", shell_name, script(&shell, &command, &origin)).await;
            let (printed, fault) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
            assert_eq!(printed.trim_end(), output.trim_end(), "{shell_name}: {command}\n{fault}");
        }
    }
}

/// Operators see the reason and the client of searches that waited too long.
#[tokio::test]
async fn late_searches_are_counted_by_client() {
    let runbook = document("docs/runbook.md");
    let recipe =
        runbook.lines().map(str::trim).find(|line| line.starts_with("logged") && line.contains("select(.late)"));
    let recipe = recipe.expect("a recipe");
    let line = |reason: &str| {
        format!(
            "{{\"late\":true,\"late_reason\":\"{reason}\",\"key\":\"web\",\"client\":\"192.0.2.1\",\"path\":\"/v1/move\"}}\n"
        )
    };
    let log =
        format!("not JSON\n{}{}{{\"client\":\"192.0.2.1\"}}\n{}", line("busy"), line("client-limit"), line("busy"));
    let ran = run("late", "sh", format!("logged() {{ printf '%s' '{log}'; }}\n{recipe}")).await;
    let counted: Vec<String> =
        String::from_utf8_lossy(&ran.stdout).lines().map(|line| line.trim().to_owned()).collect();
    assert_eq!(counted, ["2 busy\tweb\t192.0.2.1\t/v1/move", "1 client-limit\tweb\t192.0.2.1\t/v1/move"], "{ran:?}");
}

/// Operators see who asks how much: lines that are no JSON, or without a key, do not count.
#[tokio::test]
async fn usage_is_counted_by_key() {
    let operations = document("docs/operations.md");
    let recipe = operations.lines().find(|line| line.starts_with("jq -nR")).expect("a recipe");
    let log = "not JSON\n{\"key\":\"web\",\"micros\":1500000}\n{\"micros\":7}\n{\"key\":\"bot\",\"micros\":20}\n{\"key\":\"web\",\"stream\":true,\"micros\":500000}\n{\"target\":\"inarow::request::stream\",\"key\":\"web\",\"micros\":1000000}\n";
    let ran = run("usage", "sh", format!("printf '%s' '{log}' >inarow.log\n{recipe} | jq -c .")).await;
    let lines =
        "{\"key\":\"bot\",\"requests\":1,\"seconds\":0.00002}\n{\"key\":\"web\",\"requests\":2,\"seconds\":2.5}\n";
    assert_eq!(String::from_utf8_lossy(&ran.stdout).replace("2e-05", "0.00002"), lines, "{ran:?}");
}
