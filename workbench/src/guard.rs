//! The clients that may speak with the server, and the rights of browsers on its pages.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The names under which the server may be addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// Those of this machine, with this port: a page from elsewhere must not reach it by a name of
    /// its own.
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

/// A text that cannot be guessed.
pub(crate) fn nonce() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

/// The headers of every answer. `nonce` is that of the page's style sheets.
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

/// The number of addresses that are remembered before those are forgotten that may come again at
/// once.
const REMEMBERED: usize = 1_000;

/// How many connections there are, together and from one address, and how fast one address may open
/// more.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    most: usize,
    most_each: usize,
    /// Connections in a second, for long, and at once.
    rate: Option<(u32, u32)>,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    open: HashMap<IpAddr, usize>,
    pace: HashMap<IpAddr, Pace>,
}

/// The reason why a client is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    /// There are too many already.
    Full,
    /// They have come too often.
    Fast,
}

/// An open connection; dropped, it makes room for another.
#[derive(Debug)]
pub(crate) struct Guest {
    doors: Doors,
    from: IpAddr,
}

impl Doors {
    pub(crate) fn new(most: usize, most_each: usize, rate: Option<(u32, u32)>) -> Self {
        Self {
            most,
            most_each,
            rate,
            inside: Arc::default(),
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of them.
    pub(crate) fn len(&self) -> usize {
        self.inside().open.values().sum()
    }

    /// Lets a client in if there is room.
    pub(crate) fn enter(&self, from: IpAddr, now: Instant) -> Result<Guest, Turned> {
        let mut inside = self.inside();
        let Inside { open, pace } = &mut *inside;
        // A client on this machine may be a proxy for many that does not name them.
        let one = !from.is_loopback();
        let own = open.get(&from).copied().unwrap_or(0);
        if open.values().sum::<usize>() >= self.most || (own >= self.most_each && one) {
            return Err(Turned::Full);
        }
        if one {
            if pace.len() >= REMEMBERED {
                pace.retain(|_, pace| !pace.rested(now));
            }
            let pace = pace.entry(from).or_insert_with(|| Pace::new(self.rate));
            if !pace.try_next(now) {
                return Err(Turned::Fast);
            }
        }
        *open.entry(from).or_default() += 1;
        Ok(Guest {
            doors: self.clone(),
            from,
        })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let open = &mut self.doors.inside().open;
        if let Some(count) = open.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// The sender of a request: the client that a proxy on this machine names, otherwise the peer.
pub(crate) fn sender(peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !peer.is_loopback() {
        return peer;
    }
    // The last one comes from the proxy itself; any client may have written those before it.
    let last = headers.get_all("x-forwarded-for").iter().next_back();
    let named = last.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    named.unwrap_or(peer)
}

/// The number of messages that a client may still send at once, or of connections that it may open.
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
        let Some((second, _)) = self.rate else {
            return Duration::ZERO;
        };
        self.left = self.rest(now) - 1.0;
        self.since = now;
        Duration::from_secs_f64((-self.left / f64::from(second)).max(0.0))
    }

    /// The same for those who do not wait: whether the next one may come now.
    pub(crate) fn try_next(&mut self, now: Instant) -> bool {
        let may = self.rate.is_none() || self.rest(now) >= 1.0;
        if may {
            self.next(now);
        }
        may
    }

    /// Whether it is as if nothing had ever come.
    fn rested(&self, now: Instant) -> bool {
        self.rate
            .is_none_or(|(_, most)| self.rest(now) >= f64::from(most))
    }

    /// How many may come now.
    fn rest(&self, now: Instant) -> f64 {
        let (second, most) = self.rate.unwrap_or((0, 0));
        let passed = now.duration_since(self.since).as_secs_f64();
        (self.left + passed * f64::from(second)).min(f64::from(most))
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
        let doors = Doors::new(3, 2, None);
        let now = Instant::now();
        let address = |n| IpAddr::from([192, 0, 2, n]);
        let first = doors.enter(address(1), now).unwrap();
        let _second = doors.enter(address(1), now).unwrap();
        assert_eq!(
            doors.enter(address(1), now).unwrap_err(),
            Turned::Full,
            "one address"
        );
        let _third = doors.enter(address(2), now).unwrap();
        assert_eq!(
            doors.enter(address(3), now).unwrap_err(),
            Turned::Full,
            "all together"
        );
        drop(first);
        assert!(doors.enter(address(3), now).is_ok());
    }

    #[test]
    fn who_comes_too_often_is_turned_away() {
        let doors = Doors::new(10, 10, Some((1, 3)));
        let now = Instant::now();
        let address = |n| IpAddr::from([192, 0, 2, n]);
        for _ in 0..3 {
            // A visit that ends at once still counts.
            drop(doors.enter(address(1), now).unwrap());
        }
        assert_eq!(doors.enter(address(1), now).unwrap_err(), Turned::Fast);
        assert!(doors.enter(address(2), now).is_ok(), "others may");
        assert!(doors.enter(address(1), now + Duration::from_secs(1)).is_ok());
        let own = IpAddr::from([127, 0, 0, 1]);
        assert!((0..9).all(|_| doors.enter(own, now).is_ok()), "perhaps a proxy");
    }

    #[test]
    fn a_proxy_says_for_whom_it_asks() {
        let [own, far] = [IpAddr::from([127, 0, 0, 1]), IpAddr::from([192, 0, 2, 1])];
        let mut headers = asked("ferz.example", None);
        assert_eq!(sender(own, &headers), own);
        headers.append("x-forwarded-for", "203.0.113.9, 192.0.2.7".parse().unwrap());
        assert_eq!(sender(own, &headers), IpAddr::from([192, 0, 2, 7]));
        assert_eq!(sender(far, &headers), far, "not to be believed from elsewhere");
        headers.append("x-forwarded-for", "nobody".parse().unwrap());
        assert_eq!(sender(own, &headers), own);
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
