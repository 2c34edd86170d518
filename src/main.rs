//! The binary: parse the settings, start the log, bind, serve, stop gracefully.

use std::error::Error;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser as _;
use inarow::config::{Command, Settings};
use inarow::gomocup;
use inarow::http::{self, access::Access};
use inarow::log;
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};

fn main() -> ExitCode {
    let settings = Settings::parse();
    let outcome = match settings.command {
        Some(Command::Healthcheck) => healthcheck(settings.listen),
        Some(Command::Gomocup) => gomocup::play(std::io::stdin().lock(), std::io::stdout()).map_err(Into::into),
        None => run(&settings),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("inarow: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let _log = log::start(&settings.log, settings.log_format)?;
    raise_descriptor_limit(settings);
    let origins = settings.cors_origins.iter().map(|origin| origin.trim().parse()).collect::<Result<Vec<_>, _>>()?;
    let access = Arc::new(Access::new(&settings.access)?);
    let state = Arc::new(http::State::new(settings.limits.clone())?);
    let app = http::guarded_app(Arc::clone(&state), &origins, Arc::clone(&access), settings.metrics_listen.is_some());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(settings.listen).await?;
        tracing::info!("listening on http://{}", listener.local_addr()?);
        let operations = match settings.metrics_listen {
            Some(address) => Some((listen(address).await?, http::operations_app(Arc::clone(&state)))),
            None => None,
        };
        if settings.access.api_keys_file.is_some() {
            tokio::spawn(reload_keys(access, signal(SignalKind::hangup())?));
        }
        let [delay, grace] = [settings.shutdown_delay_ms, settings.shutdown_grace_ms].map(Duration::from_millis);
        let serving = http::Serving { listener, app, operations, state, delay, grace };
        serving.until(stop_signal()?).await?;
        tracing::info!("stopped");
        Ok(())
    })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| cannot_listen(address, &error))
}

/// Each connection needs a descriptor, and what the system grants at first is often less than it would grant.
fn raise_descriptor_limit(settings: &Settings) {
    /// For everything else that is open.
    const OTHERS: u64 = 64;
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // What cannot be raised stays as it is.
    let _ = setrlimit(Resource::Nofile, limit);
    let granted = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let connections_max = u64::from(settings.limits.connections.connections_max);
    if granted < connections_max + OTHERS {
        tracing::warn!(granted, connections_max, "the system grants fewer descriptors than there may be connections");
    }
}

/// Reads the keys again on each SIGHUP.
async fn reload_keys(access: Arc<Access>, mut hangup: Signal) {
    while hangup.recv().await.is_some() {
        match access.reload() {
            Ok(keys) => tracing::info!(keys, "SIGHUP: keys read"),
            Err(error) => tracing::error!(%error, "SIGHUP: the former keys stay"),
        }
    }
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> String {
    let remedy = match error.kind() {
        ErrorKind::AddrInUse => "stop what listens there, or choose another port with --listen 127.0.0.1:8081",
        ErrorKind::PermissionDenied => "choose a port from 1024 on, e.g. --listen 127.0.0.1:8080",
        _ => "choose an address of this machine with --listen, or 0.0.0.0:8080 for all of them",
    };
    format!("cannot listen on {address}: {error}; {remedy} (or INAROW_LISTEN)")
}

/// Ready on SIGTERM or SIGINT.
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => tracing::info!("SIGTERM: stopping"),
            _ = interrupt.recv() => tracing::info!("SIGINT: stopping"),
        }
    })
}

/// Asks the server at this address, or the one on this machine if it listens on all addresses, for `/livez`.
fn healthcheck(listen: SocketAddr) -> Result<(), Box<dyn Error>> {
    const PATIENCE: Duration = Duration::from_secs(2);
    let ip = match listen.ip() {
        ip if !ip.is_unspecified() => ip,
        std::net::IpAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
        std::net::IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
    };
    let mut stream = TcpStream::connect_timeout(&SocketAddr::new(ip, listen.port()), PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(4096).read_to_string(&mut answer)?;
    if answer.starts_with("HTTP/1.1 200") { Ok(()) } else { Err("the server is not well".into()) }
}
