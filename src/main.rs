//! The binary: parses the settings, starts the log, binds, serves, stops gracefully.

mod healthcheck;
mod service_manager;
mod stop_signals;

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use inarow::config::{Command, Faults, ListenAddress, Settings, is_check};
use inarow::http::{
    self,
    auth::{Access, KeysRead},
};
use inarow::log::{self, LogFormat};
use listenfd::ListenFd;
use rustix::process::{Resource, getrlimit, setrlimit};
use sd_notify::NotifyState;
use socket2::{Domain, Socket, Type};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

use crate::stop_signals::{StopSignals, second};

/// The log's words for a service without keys.
const NO_KEYS: &str = "no keys: open to every client";

/// Exit code for settings that no other start makes right, as clap has it: service managers that know it try no further start.
const REFUSED_CODE: u8 = 2;

/// A setting that is refused.
#[derive(Debug)]
struct Refused(String);

impl Error for Refused {}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Blocking threads in addition to those of the search pool, for metrics pages and host names.
const OTHER_BLOCKING_THREADS: usize = 16;

/// Connections that the system holds until they are accepted, at most.
const BACKLOG: i32 = 1024;

fn main() -> ExitCode {
    let settings = match Settings::read(std::env::args_os()) {
        Ok(settings) if settings.check => return check(&settings),
        Ok(settings) => settings,
        Err(refusal) => {
            let arguments: Vec<_> = std::env::args_os().collect();
            if refusal.use_stderr() && is_check(&arguments) {
                return tell_faults(&Settings::faults(arguments, &refusal));
            }
            if refusal.use_stderr() && log_faults(&Settings::faults(arguments, &refusal)) {
                return ExitCode::from(REFUSED_CODE);
            }
            refusal.exit()
        }
    };
    let outcome = match &settings.command {
        Some(Command::Healthcheck) => healthcheck::run(&settings.listen),
        None => run(&settings),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !is_logged(&settings) {
                eprintln!("inarow: {error}");
            }
            if error.is::<Refused>() { ExitCode::from(REFUSED_CODE) } else { ExitCode::FAILURE }
        }
    }
}

/// Prints all faults, with variables and keys as far as the rest of the settings tells them.
fn tell_faults(faults: &Faults) -> ExitCode {
    faults.sentences.iter().for_each(|sentence| eprintln!("error: {sentence}"));
    tell_unknown();
    let access = faults.rest.as_ref().map(|settings| Access::new(&settings.access));
    if let Some(Err(error)) = access {
        eprintln!("error: {error}");
    }
    ExitCode::from(REFUSED_CODE)
}

/// Logs all faults as lines of JSON, where the rest of the settings asks for these; returns whether it does.
fn log_faults(faults: &Faults) -> bool {
    let Some(settings) = faults.rest.as_ref().filter(|settings| settings.log_format == LogFormat::Json) else {
        return false;
    };
    let Ok(_log) = log::start(&settings.log, settings.log_format) else { return false };
    let is_logged = is_logged(settings);
    faults.sentences.iter().for_each(|sentence| tracing::error!("{sentence}"));
    is_logged
}

/// Names the variables that are no settings; returns whether there are any.
fn tell_unknown() -> bool {
    let unknown = Settings::unknown_variables(std::env::vars_os());
    unknown.iter().for_each(|variable| eprintln!("error: {variable}"));
    !unknown.is_empty()
}

/// Says whether the keys can be read, too; all other settings have been.
fn check(settings: &Settings) -> ExitCode {
    let has_unknown = tell_unknown();
    match Access::new(&settings.access) {
        Ok(_) if has_unknown => ExitCode::from(REFUSED_CODE),
        Ok(access) => {
            let warn = |warning: &String| eprintln!("warning: {warning}");
            settings.warnings().iter().for_each(warn);
            let keys = match access.keys() {
                Some(KeysRead { names, warnings, .. }) => {
                    warnings.iter().for_each(warn);
                    format!("keys: {names}")
                }
                None => NO_KEYS.to_owned(),
            };
            println!("settings are valid; {keys}\nsettings: {}", settings.in_force(None));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(REFUSED_CODE)
        }
    }
}

/// Whether a failure is a line of the log: a reader of JSON lines reads no others.
fn is_logged(settings: &Settings) -> bool {
    settings.log_format == LogFormat::Json && tracing::enabled!(tracing::Level::ERROR)
}

fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let _log = log::start(&settings.log, settings.log_format)?;
    serve(settings).inspect_err(|error| {
        if is_logged(settings) {
            tracing::error!("{error}");
        }
    })
}

fn serve(settings: &Settings) -> Result<(), Box<dyn Error>> {
    warn_of_variables(settings)?;
    raise_descriptor_limit();
    let access = Arc::new(Access::new(&settings.access).map_err(refusal)?);
    let state = http::AppState::new(settings.limits.clone(), Arc::clone(&access))?.at(settings.public_origin.clone());
    let state = Arc::new(state);
    let options = http::AppOptions {
        cors_origins: &settings.cors_origins,
        has_operations: settings.metrics_listen.is_some(),
        has_mcp: settings.mcp,
    };
    let app = http::app(Arc::clone(&state), options);
    // Each lane of the search pool may take as many blocking threads as there are search threads.
    let blocking_threads = 2 * settings.limits.worker_count() + OTHER_BLOCKING_THREADS;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(blocking_threads).build()?;
    let ended = runtime.block_on(async {
        let hangups = signal(SignalKind::hangup())?;
        let mut stop_signals = StopSignals::new()?;
        let inherited = inherited_listener()?;
        let address = inherited.as_ref().map(|listener| listener.local_addr()).transpose()?;
        let listener = match inherited {
            Some(listener) => listener,
            None => listen(&settings.listen, "--listen (or INAROW_LISTEN)")?,
        };
        let operations = match &settings.metrics_listen {
            Some(address) => {
                let listener = listen(address, "--metrics-listen (or INAROW_METRICS_LISTEN)")?;
                Some((listener, http::operations_app(Arc::clone(&state))))
            }
            None => None,
        };
        tracing::info!("listening on http://{}", listener.local_addr()?);
        tracing::info!("settings: {}", settings.in_force(address));
        settings.warnings().iter().for_each(|warning| tracing::warn!("{warning}"));
        match access.keys() {
            Some(read) => tell_keys(&read, "keys read"),
            None => tracing::info!("{NO_KEYS}"),
        }
        if let Some((operations, _)) = &operations {
            tracing::info!("metrics and probes on http://{}", operations.local_addr()?);
        }
        tokio::spawn(reload_keys(access, hangups));
        service_manager::tell(NotifyState::Ready);
        tokio::spawn(service_manager::keep_telling());
        let [delay, grace] = [settings.shutdown_delay_ms, settings.shutdown_grace_ms].map(Duration::from_millis);
        let (stop, stopping) = oneshot::channel::<()>();
        let serving = http::Serving { listener, app, operations, state, delay, grace };
        let mut served = pin!(serving.until(async move { drop(stopping.await) }));
        tokio::select! {
            served = &mut served => return Ok(served?),
            signal = stop_signals.next() => tracing::info!("{signal}: stopping"),
        }
        service_manager::tell(NotifyState::Stopping);
        drop(stop);
        tokio::select! {
            served = &mut served => served?,
            signal = second(async || stop_signals.next().await) => {
                tracing::warn!("{signal} again: stopped at once; requests in flight are cut off");
                return Err("stopped by a second signal".into());
            }
        }
        tracing::info!("stopped");
        Ok(())
    });
    // Searches that still run have nobody to answer; a runtime that is dropped would wait for them.
    runtime.shutdown_background();
    ended
}

/// Warns of variables without effect.
///
/// # Errors
/// A variable that means keys, where there are none: the service would be open.
fn warn_of_variables(settings: &Settings) -> Result<(), Refused> {
    let unknown = Settings::unknown_variables(std::env::vars_os());
    let is_open = settings.access.api_keys_file.is_none();
    if let Some(meant) = unknown.iter().find(|variable| is_open && variable.is_about_keys()) {
        return Err(Refused(format!("{meant} without keys the service would be open to every client")));
    }
    unknown.iter().for_each(|variable| tracing::warn!("{variable}"));
    Ok(())
}

/// A file of keys with a wrong line is refused; one that is not there may come, as from a disk that is mounted later.
fn refusal(error: io::Error) -> Box<dyn Error> {
    match error.kind() {
        ErrorKind::InvalidData | ErrorKind::InvalidInput => Refused(error.to_string()).into(),
        _ => error.into(),
    }
}

/// Logs the keys in force, and warnings about them.
fn tell_keys(KeysRead { count, names, warnings }: &KeysRead, when: &str) {
    tracing::info!(keys = count, names, "{when}");
    warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
}

/// The socket that a service manager has opened for this process (systemd's socket activation), if there is one.
fn inherited_listener() -> std::io::Result<Option<TcpListener>> {
    let Some(listener) = ListenFd::from_env().take_tcp_listener(0)? else { return Ok(None) };
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener).map(Some)
}

/// Binds the first address of the host that can be bound; the setting is where it comes from.
fn listen(address: &ListenAddress, setting: &str) -> Result<TcpListener, String> {
    let addresses = address.resolve().map_err(|error| {
        format!("cannot listen on {address}: {error}; name an address of this machine with {setting}")
    })?;
    bind_first(&addresses).map_err(|error| {
        let remedy = match error.kind() {
            ErrorKind::AddrInUse => "stop what listens there, or choose another port, e.g. 127.0.0.1:8081",
            ErrorKind::PermissionDenied => "choose a port from 1024 on, e.g. 127.0.0.1:8080",
            _ => &format!("choose an address of this machine, or [::]:{} for all of them", address.port()),
        };
        format!("cannot listen on {address}: {error}; {remedy}, with {setting}")
    })
}

/// Binds the first of these addresses that the machine has. One that is taken is no reason for the next: callers would meet the wrong service.
fn bind_first(addresses: &[SocketAddr]) -> io::Result<TcpListener> {
    let mut failure = io::Error::from(ErrorKind::AddrNotAvailable);
    for address in addresses {
        match bind(*address) {
            Err(error) if error.kind() != ErrorKind::AddrInUse => failure = error,
            bound => return bound,
        }
    }
    Err(failure)
}

/// Listens as tokio does, and on `[::]` for IPv4, too, however the system is set.
fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    if address.ip() == Ipv6Addr::UNSPECIFIED {
        socket.set_only_v6(false)?;
    }
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

/// Raises the limit of open files as far as the system permits: each connection needs one. Where that is too low, a warning of the
/// settings says so.
fn raise_descriptor_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If it cannot be raised, the one in force is as low as the warning says.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Reads the keys again on each SIGHUP.
async fn reload_keys(access: Arc<Access>, mut hangups: Signal) {
    while hangups.recv().await.is_some() {
        match access.reload() {
            Ok(Some(read)) => tell_keys(&read, "SIGHUP: keys read"),
            Ok(None) => tracing::info!("SIGHUP: ignored, there is no --api-keys-file to read again"),
            Err(error) => tracing::error!(%error, "SIGHUP: keys not read; the previous ones stay in force"),
        }
    }
}
