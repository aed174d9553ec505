//! `ferz-fuzz SECONDS [TARGET ...]`: fuzzes each target for that long, as many at a time as there
//! are processors.

use ferz_fuzz::run::{Report, run};
use ferz_fuzz::targets::{TARGETS, Target, named};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const USAGE: &str = "ferz-fuzz SECONDS [TARGET ...]; FERZ_SEED chooses the mutations";

fn asked() -> Option<(Duration, Vec<&'static Target>)> {
    let mut words = std::env::args().skip(1);
    let time = Duration::from_secs(words.next()?.parse().ok()?);
    let names: Vec<String> = words.collect();
    let targets = match names.as_slice() {
        [] => TARGETS.iter().collect(),
        names => names.iter().map(|name| named(name)).collect::<Option<Vec<_>>>()?,
    };
    Some((time, targets))
}

fn main() -> ExitCode {
    let Some((time, targets)) = asked() else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("{USAGE}\ntargets: {}", names.join(" "));
        return ExitCode::from(2);
    };
    // Panics are reported at the end.
    std::panic::set_hook(Box::new(|_| {}));
    let (seed, next) = (ferz_tests::seed::of_this_run(), AtomicUsize::new(0));
    let reports: Mutex<Vec<(&str, Report)>> = Mutex::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(targets.len()) {
            scope.spawn(|| {
                while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = run(target, time, seed);
                    println!(
                        "{:>10} {:>12} runs {:>6} kinds {:>3} found",
                        target.name,
                        report.runs,
                        report.kinds,
                        report.found.len()
                    );
                    if let Ok(mut reports) = reports.lock() {
                        reports.push((target.name, report));
                    }
                }
            });
        }
    });
    let reports = reports.into_inner().unwrap_or_default();
    let runs: u64 = reports.iter().map(|(_, report)| report.runs).sum();
    println!("{runs} runs");
    let mut sound = true;
    for (name, report) in &reports {
        for (words, path) in &report.found {
            sound = false;
            let words: String = words.chars().take(300).collect();
            println!("{name}: {words}\n  {}", path.display());
        }
    }
    if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
