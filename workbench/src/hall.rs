//! Connections before they are pages: how many there are, and which one goes when there are too
//! many.
//!
//! Clients that open connections and say nothing on them keep nobody else out: a new connection is
//! taken, and the greediest address loses its oldest one that has not asked for anything yet.

use crate::guard::Pace;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Requests in a second on one connection, for long, and at once.
const REQUESTS: (u32, u32) = (100, 300);

/// The connections that are not pages.
#[derive(Clone, Debug)]
pub(crate) struct Hall {
    most: usize,
    most_each: usize,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    next: u64,
    /// In order of arrival.
    visits: BTreeMap<u64, Arc<Visit>>,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Visit {
    from: IpAddr,
    /// Whether it has asked for something.
    known: AtomicBool,
    pace: Mutex<Pace>,
    leave: Notify,
}

/// A place in the hall; dropped, it is free.
#[derive(Debug)]
pub(crate) struct Place {
    hall: Hall,
    number: u64,
    visit: Arc<Visit>,
}

impl Hall {
    pub(crate) fn new(most: usize, most_each: usize) -> Self {
        Self {
            most,
            most_each,
            inside: Arc::default(),
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of them.
    pub(crate) fn len(&self) -> usize {
        self.inside().visits.len()
    }

    /// Takes a connection; whether another is sent away for it.
    pub(crate) fn enter(&self, from: IpAddr) -> (Place, bool) {
        let mut inside = self.inside();
        // A client on this machine may be a proxy for many.
        let own = inside.visits.values().filter(|visit| visit.from == from).count();
        let greedy = own >= self.most_each && !from.is_loopback();
        let full = inside.visits.len() >= self.most;
        let sent = (greedy && inside.send_away(from)) || (full && inside.make_room());
        let number = inside.next;
        inside.next += 1;
        let visit = Arc::new(Visit {
            from,
            known: AtomicBool::new(false),
            pace: Mutex::new(Pace::new(Some(REQUESTS))),
            leave: Notify::new(),
        });
        inside.visits.insert(number, Arc::clone(&visit));
        let hall = self.clone();
        (Place { hall, number, visit }, sent)
    }

    /// Sends one away where the system can open no more; whether there was one.
    pub(crate) fn make_room(&self) -> bool {
        self.inside().make_room()
    }
}

impl Inside {
    /// Sends away one of the address that has most.
    fn make_room(&mut self) -> bool {
        let mut each: HashMap<IpAddr, usize> = HashMap::new();
        for visit in self.visits.values() {
            *each.entry(visit.from).or_default() += 1;
        }
        // The address itself decides between equals: always the same one.
        let greediest = each.into_iter().max_by_key(|&(from, count)| (count, from));
        greediest.is_some_and(|(from, _)| self.send_away(from))
    }

    /// Sends away the oldest connection of an address, first of all those that have asked for
    /// nothing.
    fn send_away(&mut self, from: IpAddr) -> bool {
        let own = self.visits.iter().filter(|(_, visit)| visit.from == from);
        let first = own.min_by_key(|(number, visit)| (visit.known.load(Ordering::Relaxed), **number));
        let Some(number) = first.map(|(number, _)| *number) else {
            return false;
        };
        if let Some(visit) = self.visits.remove(&number) {
            visit.leave.notify_one();
        }
        true
    }
}

impl Visit {
    /// Notes that a whole request has come; how long it waits before it is answered.
    pub(crate) fn asks(&self) -> Duration {
        self.known.store(true, Ordering::Relaxed);
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.next(Instant::now())
    }

    /// Ends when the connection is to go.
    pub(crate) async fn sent_away(&self) {
        self.leave.notified().await;
    }
}

impl Place {
    pub(crate) fn visit(&self) -> &Arc<Visit> {
        &self.visit
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.hall.inside().visits.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(place: &Place) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let sent = place.visit().sent_away();
        runtime.block_on(async { tokio::time::timeout(Duration::ZERO, sent).await.is_ok() })
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn the_oldest_that_says_nothing_goes_first() {
        let hall = Hall::new(3, 10);
        let enter = |last| hall.enter(address(last)).0;
        let (one, two, other) = (enter(1), enter(1), enter(2));
        assert_eq!(one.visit().asks(), Duration::ZERO);
        let three = enter(1);
        assert!(leaves(&two), "it has not said anything");
        assert!(!leaves(&one) && !leaves(&other) && !leaves(&three));
        assert_eq!(hall.len(), 3);
        three.visit().asks();
        let _four = enter(3);
        assert!(leaves(&one), "the older of those of the greediest");
        drop((one, two, other, three));
        assert_eq!(hall.len(), 1);
    }

    #[test]
    fn an_address_has_a_number_of_its_own() {
        let hall = Hall::new(100, 2);
        let mut mine: Vec<Place> = (0..3).map(|_| hall.enter(address(1)).0).collect();
        assert!(leaves(&mine.remove(0)) && !leaves(&mine[0]));
        let proxy = IpAddr::from([127, 0, 0, 1]);
        let many: Vec<Place> = (0..50).map(|_| hall.enter(proxy).0).collect();
        assert!(!many.iter().any(leaves), "they may be many");
    }
}
