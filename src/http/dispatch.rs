//! From a request to its handler, by path and method.
//!
//! All paths are fixed, but for the files of the page, so that a comparison finds the handler. A router that matches patterns
//! and boxes every answer once more costs more than reading a small request.

use std::convert::Infallible;
use std::fmt;
use std::future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::handler::Handler;
use axum::http::{HeaderValue, Method, Request, Response, header};
use axum::response::IntoResponse as _;
use http_body::Body as _;
use tower::Service;

use super::problem::Failure;
use super::state::Shared;

/// A handler's answer to come.
pub type Handled = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;

/// A path, the methods it takes, and what answers. HEAD goes with every GET.
pub struct Route {
    /// If it ends in a slash, it stands for everything below.
    pub path: &'static str,
    pub methods: &'static [&'static str],
    handle: Box<dyn Fn(Request<Body>, Shared) -> Handled + Send + Sync>,
}

impl Route {
    pub fn new<H, T>(path: &'static str, methods: &'static [&'static str], handler: H) -> Route
    where
        H: Handler<T, Shared, Future = Handled>,
        T: 'static,
    {
        Route { path, methods, handle: Box::new(move |request, state| handler.clone().call(request, state)) }
    }

    fn is_for(&self, path: &str) -> bool {
        path == self.path || self.path.len() > 1 && self.path.ends_with('/') && path.starts_with(self.path)
    }

    fn refuse(&self) -> Response<Body> {
        let mut answer = Failure::MethodNotAllowed.into_response();
        if let Ok(allowed) = HeaderValue::try_from(self.methods.join(",").replace("GET", "GET,HEAD")) {
            answer.headers_mut().insert(header::ALLOW, allowed);
        }
        answer
    }
}

/// All handlers.
#[derive(Clone)]
pub struct Dispatch {
    routes: Arc<[Route]>,
    state: Shared,
}

impl Dispatch {
    pub fn new(routes: impl Iterator<Item = Route>, state: Shared) -> Dispatch {
        Dispatch { routes: routes.collect(), state }
    }
}

impl fmt::Debug for Dispatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.routes.iter().map(|route| route.path)).finish()
    }
}

impl Service<Request<Body>> for Dispatch {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Handling;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Handling {
        let is_head = request.method() == Method::HEAD;
        let method = if is_head { Method::GET.as_str() } else { request.method().as_str() };
        let answer = match self.routes.iter().find(|route| route.is_for(request.uri().path())) {
            Some(route) if route.methods.contains(&method) => (route.handle)(request, Arc::clone(&self.state)),
            Some(route) => Box::pin(future::ready(route.refuse())),
            None => Box::pin(future::ready(Failure::NotFound.into_response())),
        };
        Handling { answer, is_head }
    }
}

/// An answer to come.
pub struct Handling {
    answer: Handled,
    is_head: bool,
}

impl Future for Handling {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut answer = ready!(self.answer.as_mut().poll(cx));
        // Before the body goes, so that GET and HEAD have the same headers.
        if let Some(length) = answer.body().size_hint().exact() {
            answer.headers_mut().entry(header::CONTENT_LENGTH).or_insert_with(|| HeaderValue::from(length));
        }
        if self.is_head {
            *answer.body_mut() = Body::empty();
        }
        Poll::Ready(Ok(answer))
    }
}
