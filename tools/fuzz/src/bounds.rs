//! Limits of one case: memory by counting allocations, time by the processor's clock.

use std::alloc::System;
use std::time::Duration;

use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeValLike;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Memory of a worker process, in bytes; an allocation beyond it aborts the worker.
const MOST_MEMORY: u64 = 6 << 30;
/// Processor time of a case: a fixed part, and a part for each byte of its input. A debug build of
/// the compiler needs some 20 microseconds per byte.
const MOST_TIME: (Duration, Duration) = (Duration::from_secs(2), Duration::from_micros(150));

/// Bytes that a case may allocate in all, including freed ones: a measure of memory and of work
/// that is the same in every run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) bytes: u64,
    /// Additional bytes for each byte of the input.
    pub(crate) per_byte: u64,
}

/// Counters at the start of a case.
pub(crate) struct Meter {
    region: Region<'static, System>,
    time: Duration,
}

/// Costs of a case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) bytes: u64,
    pub(crate) time: Duration,
}

/// A cost beyond its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Excess {
    Memory,
    Time,
}

impl Meter {
    pub(crate) fn start() -> Self {
        Self { region: Region::new(ALLOCATOR), time: processor_time() }
    }

    pub(crate) fn cost(&self) -> Cost {
        let bytes = u64::try_from(self.region.change().bytes_allocated).unwrap_or(u64::MAX);
        Cost { bytes, time: processor_time().saturating_sub(self.time) }
    }
}

impl Cost {
    /// The first bound that a case with an input of this length exceeds.
    pub(crate) fn excess(&self, bounds: &Bounds, length: usize) -> Option<(Excess, String)> {
        let bytes = u64::try_from(length).unwrap_or(u64::MAX);
        let most = bounds.bytes.saturating_add(bounds.per_byte.saturating_mul(bytes));
        if self.bytes > most {
            let text = format!(
                "{} bytes allocated for an input of {length}; {most} are allowed",
                self.bytes
            );
            return Some((Excess::Memory, text));
        }
        let (base, per_byte) = MOST_TIME;
        let most = base + per_byte.saturating_mul(u32::try_from(length).unwrap_or(u32::MAX));
        if self.time > most {
            let text =
                format!("{:?} for an input of {length} bytes; {most:?} are allowed", self.time);
            return Some((Excess::Time, text));
        }
        None
    }
}

/// Limits the memory of this process.
pub(crate) fn limit_memory() {
    // If the system has no such limit, the hang limit of the parent process still applies.
    let _ = setrlimit(Resource::RLIMIT_AS, MOST_MEMORY, MOST_MEMORY);
    // A crash is a finding, not a reason to write gigabytes.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
}

/// Processor time of this process so far, which does not depend on other processes.
pub(crate) fn processor_time() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return Duration::ZERO };
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}
