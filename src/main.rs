//! The binary: parse the settings, start the log, bind, serve, stop gracefully.

mod book_command;

use std::error::Error;
use std::io::{ErrorKind, IsTerminal as _, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser as _;
use inarow::config::{Command, LogFormat, Settings};
use inarow::http;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let settings = Settings::parse();
    let outcome = match &settings.command {
        Some(Command::Healthcheck) => healthcheck(settings.listen),
        Some(Command::Book(args)) => book_command::run(args),
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
    start_log(settings)?;
    let origins = settings.cors_origins.iter().map(|origin| origin.trim().parse()).collect::<Result<Vec<_>, _>>()?;
    let state = Arc::new(http::State::new(settings.limits.clone())?);
    let app = http::app(Arc::clone(&state), &origins);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener =
            TcpListener::bind(settings.listen).await.map_err(|error| cannot_listen(settings.listen, &error))?;
        tracing::info!("listening on http://{}", listener.local_addr()?);
        http::serve(listener, app, state, stop_signal()?, Duration::from_millis(settings.shutdown_grace_ms)).await?;
        tracing::info!("stopped");
        Ok(())
    })
}

fn start_log(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let filter = EnvFilter::try_new(&settings.log)
        .map_err(|error| format!("{:?} is not a log filter ({error}); use e.g. --log info", settings.log))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let log = log.with_ansi(std::io::stderr().is_terminal());
    match settings.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    Ok(())
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
    use tokio::signal::unix::{SignalKind, signal};
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
