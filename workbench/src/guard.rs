//! Who may speak with the server, and what browsers may do with its pages.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// By which names the server may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// Those of this machine, with this port: a page from elsewhere must not reach it by a name of its own.
    Local(u16),
    /// Any.
    Any,
}

impl Hosts {
    /// Whether a request is for this server.
    pub(crate) fn allows(self, headers: &HeaderMap) -> bool {
        let Some(host) = text(headers, &header::HOST) else {
            return false;
        };
        match self {
            Self::Any => true,
            Self::Local(port) => ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
                let bare = port == 80 && host == *name;
                bare || host.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'))
                    == Some(&port.to_string())
            }),
        }
    }

    /// Whether a connection is opened by a page of this server.
    pub(crate) fn allows_connection(self, headers: &HeaderMap) -> bool {
        let origin = text(headers, &header::ORIGIN).and_then(|origin| origin.split_once("://"));
        let Some((scheme, authority)) = origin else {
            return false;
        };
        self.allows(headers)
            && ["http", "https"].contains(&scheme)
            && text(headers, &header::HOST).is_some_and(|host| host.eq_ignore_ascii_case(authority))
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// A text that nobody can guess.
pub(crate) fn nonce() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

/// What every answer says about itself. `nonce` is that of the page's style sheets.
pub(crate) fn headers(nonce: &str) -> Vec<(HeaderName, HeaderValue)> {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    );
    [
        ("content-security-policy", policy.as_str()),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ]
    .into_iter()
    .filter_map(|(name, value)| {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        Some((name, HeaderValue::from_str(value).ok()?))
    })
    .collect()
}

/// How many connections there are, together and from one address.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    most: usize,
    most_each: usize,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// An open connection; dropped, it makes room for another.
#[derive(Debug)]
pub(crate) struct Guest {
    doors: Doors,
    from: IpAddr,
}

impl Doors {
    pub(crate) fn new(most: usize, most_each: usize) -> Self {
        Self {
            most,
            most_each,
            open: Arc::default(),
        }
    }

    /// Lets somebody in if there is room.
    pub(crate) fn enter(&self, from: IpAddr) -> Option<Guest> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever comes from this machine may be a proxy for many.
        let own = open.get(&from).copied().unwrap_or(0);
        if open.values().sum::<usize>() >= self.most || (own >= self.most_each && !from.is_loopback()) {
            return None;
        }
        *open.entry(from).or_default() += 1;
        Some(Guest {
            doors: self.clone(),
            from,
        })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut open = self.doors.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// How many messages somebody may still send at once.
#[derive(Debug)]
pub(crate) struct Pace {
    rate: Option<(u32, u32)>,
    left: f64,
    since: Instant,
}

impl Pace {
    pub(crate) fn new(rate: Option<(u32, u32)>) -> Self {
        Self {
            rate,
            left: rate.map_or(0.0, |(_, most)| f64::from(most)),
            since: Instant::now(),
        }
    }

    /// How long to wait before the next message.
    pub(crate) fn next(&mut self, now: Instant) -> Duration {
        let Some((second, most)) = self.rate else {
            return Duration::ZERO;
        };
        let passed = now.duration_since(self.since).as_secs_f64();
        self.since = now;
        self.left = (self.left + passed * f64::from(second)).min(f64::from(most)) - 1.0;
        Duration::from_secs_f64((-self.left / f64::from(second)).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_this_machine_is_served() {
        let hosts = Hosts::Local(4711);
        for host in ["127.0.0.1:4711", "localhost:4711", "[::1]:4711"] {
            assert!(hosts.allows(&asked(host, None)), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:4711",
            "localhost.evil.example:4711",
            "localhost:47110",
            "",
        ] {
            assert!(!hosts.allows(&asked(host, None)), "{host}");
        }
        assert!(!hosts.allows(&HeaderMap::new()));
    }

    #[test]
    fn only_its_own_page_connects() {
        let at = |origin| asked("127.0.0.1:4711", origin);
        let hosts = Hosts::Local(4711);
        assert!(hosts.allows_connection(&at(Some("http://127.0.0.1:4711"))));
        for origin in [
            None,
            Some("null"),
            Some("http://localhost:4711"),
            Some("http://evil.example"),
            Some("http://127.0.0.1:4712"),
            Some("file://127.0.0.1:4711"),
        ] {
            assert!(!hosts.allows_connection(&at(origin)), "{origin:?}");
        }
        let public = asked("ferz.example", Some("https://ferz.example"));
        assert!(Hosts::Any.allows_connection(&public));
        assert!(!hosts.allows_connection(&public));
        assert!(!Hosts::Any.allows_connection(&asked("ferz.example", Some("https://evil.example"))));
    }

    #[test]
    fn rooms_are_limited() {
        let doors = Doors::new(3, 2);
        let address = |n| IpAddr::from([192, 0, 2, n]);
        let first = doors.enter(address(1)).unwrap();
        let _second = doors.enter(address(1)).unwrap();
        assert!(doors.enter(address(1)).is_none(), "one address");
        let _third = doors.enter(address(2)).unwrap();
        assert!(doors.enter(address(3)).is_none(), "all together");
        drop(first);
        assert!(doors.enter(address(3)).is_some());
    }

    #[test]
    fn who_hurries_waits() {
        let mut pace = Pace::new(Some((10, 3)));
        let now = Instant::now();
        for _ in 0..3 {
            assert_eq!(pace.next(now), Duration::ZERO);
        }
        assert!(pace.next(now) > Duration::from_millis(50));
        assert_eq!(pace.next(now + Duration::from_secs(5)), Duration::ZERO);
        assert_eq!(Pace::new(None).next(now), Duration::ZERO);
    }

    #[test]
    fn nonces_differ() {
        assert_ne!(nonce(), nonce());
        assert_eq!(nonce().len(), 32);
    }
}
