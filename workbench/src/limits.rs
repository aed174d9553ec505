//! Limits that the system enforces.

use ferz_desk::Limits;

/// Makes the limits of memory and processor time those of this process, where the system can; a
/// session calls this.
pub(crate) fn apply(limits: &Limits) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        // The signal for too much processor time comes at the first limit; the second one is no
        // signal but the end.
        const BETWEEN: u64 = 5;
        let limit = |resource, most: u64| {
            let (current, maximum) = (Some(most), Some(most + BETWEEN));
            // A system that knows no such limit goes without it.
            let _ = setrlimit(resource, Rlimit { current, maximum });
        };
        if let Some(bytes) = limits.memory {
            limit(Resource::As, bytes);
        }
        if let Some(time) = limits.processor {
            limit(Resource::Cpu, time.as_secs());
        }
        if limits.memory.is_some() {
            limit(Resource::Core, 0);
            // If many together need more than there is, one of them goes, not the server and
            // not another program.
            #[cfg(target_os = "linux")]
            let _ = std::fs::write("/proc/self/oom_score_adj", "800");
        }
    }
}

/// Lets this process have as many files and sockets open as the system allows it; returns how many
/// that are.
pub(crate) fn many_files() -> usize {
    /// The assumed number on systems that do not give one.
    const UNKNOWN: usize = 1 << 16;
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let current = maximum;
        // Without it, fewer visitors are served at once.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
        let now = getrlimit(Resource::Nofile).current;
        now.map_or(UNKNOWN, |now| usize::try_from(now).unwrap_or(UNKNOWN))
    }
    #[cfg(not(unix))]
    UNKNOWN
}
