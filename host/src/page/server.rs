//! The page on an address of the own machine.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{POLICY, PageFile, files};

/// A replay that the page shows at once.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The name of its file.
    pub name: String,
    /// Its bytes, plain or compressed.
    pub bytes: Vec<u8>,
}

/// A server that only this machine can reach.
pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    start: String,
}

/// What there is to be fetched, by path.
struct Site {
    files: HashMap<String, PageFile>,
    /// The values of `Host` that a browser sends when its user asked for this server. Another one comes from a page that
    /// has its own name point here, to read what only the user may.
    hosts: [String; 2],
}

impl Server {
    /// Takes a port of the own machine, any free one for 0. Nothing is answered until [`Server::serve`].
    ///
    /// # Errors
    /// When the port is taken.
    pub fn bind(port: u16, shown: Option<Shown>) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        let mut all: HashMap<String, PageFile> =
            files().into_iter().map(|file| (format!("/{}", file.path), file)).collect();
        if let Some(index) = all.get("/index.html").cloned() {
            all.insert("/".to_owned(), index);
        }
        let start = shown.map_or_else(String::new, |shown| {
            let (path, query) = address_of(&shown.name);
            let file = PageFile { path: path.clone(), bytes: Cow::Owned(shown.bytes) };
            all.insert(format!("/{path}"), file);
            format!("?replay={query}")
        });
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        Ok(Server { listener, site: Arc::new(Site { files: all, hosts }), start })
    }

    /// Where the page is.
    ///
    /// # Errors
    /// When the system does not tell the port.
    pub fn address(&self) -> io::Result<String> {
        let port = self.listener.local_addr().map(|address: SocketAddr| address.port())?;
        Ok(format!("http://127.0.0.1:{port}/{}", self.start))
    }

    /// Answers until the program ends.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn serve(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        self.listener.set_nonblocking(true)?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            axum::serve(listener, Router::new().fallback(answer).with_state(self.site)).await
        })
    }
}

/// What stays as it is in a part of an address, as browsers have it.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Where a replay of that name is put, and how the page's address names it.
fn address_of(name: &str) -> (String, String) {
    let name = utf8_percent_encode(name, PLAIN);
    (format!("replay/{name}"), format!("replay%2F{name}"))
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return refused(StatusCode::METHOD_NOT_ALLOWED);
    }
    if !is_asked_for(&site, request.headers()) {
        return refused(StatusCode::MISDIRECTED_REQUEST);
    }
    match site.files.get(request.uri().path()) {
        Some(file) => found(file),
        None => refused(StatusCode::NOT_FOUND),
    }
}

fn is_asked_for(site: &Site, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(|host| site.hosts.iter().any(|own| own == host))
}

fn found(file: &PageFile) -> Response<Body> {
    let bytes = match &file.bytes {
        Cow::Borrowed(bytes) => Body::from(*bytes),
        Cow::Owned(bytes) => Body::from(bytes.clone()),
    };
    respond(StatusCode::OK, file.media_type(), bytes)
}

fn refused(status: StatusCode) -> Response<Body> {
    respond(status, "text/plain; charset=utf-8", Body::from(format!("{status}\n")))
}

fn respond(status: StatusCode, media_type: &'static str, body: Body) -> Response<Body> {
    let response = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, media_type)
        .header(header::CONTENT_SECURITY_POLICY, POLICY)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header(header::CACHE_CONTROL, "no-store")
        .header("cross-origin-resource-policy", "same-origin")
        .body(body);
    response.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_of_any_name_has_a_plain_address() {
        let (path, query) = address_of("a/b?#\u{202e}.jsonl.zst");
        assert_eq!(path, "replay/a%2Fb%3F%23%E2%80%AE.jsonl.zst");
        assert_eq!(query, "replay%2Fa%2Fb%3F%23%E2%80%AE.jsonl.zst");
    }
}
