//! Cycles of the core clock, on a machine that boosts and has no counters to offer.
//!
//! The time stamp counter runs at a constant rate that is not the rate of the core. But an addition
//! takes exactly one cycle of the core where its operand is the sum before it, so that a chain of
//! n dependent adds is a ruler n cycles long. One is laid down before and after every sample:
//!
//! ```text
//! |--- adds ---|======== sample ========|--- adds ---|     time ->
//! ```
//!
//! Where the two disagree, or the kernel took the core away in between, the sample is not to be
//! trusted. Nor is it where another thread shares the core (a neighbour on the same hardware core):
//! the chain does not feel that, but four chains side by side do, and they are part of each ruler.
use std::time::Instant;

/// Length of the chain.
const ADDS: u32 = 1 << 14;

/// Nanoseconds that a chain of `ADDS` adds takes, and as many adds in four chains.
#[derive(Clone, Copy, Debug)]
pub struct Ruler {
    chain: f64,
    side_by_side: f64,
}

/// Runs `ADDS` adds, four at a time: to the registers named, each of which is the start of a chain.
macro_rules! adds {
    ($w:ident $x:ident $y:ident $z:ident) => {{
        // Carried from turn to turn: a chain must not be cut.
        let (mut a, mut b, mut c, mut d) = (1usize, 1usize, 1usize, 1usize);
        for _ in 0..ADDS / 64 {
            // SAFETY: only adds, in registers that are declared.
            unsafe {
                std::arch::asm!(
                    "/* {a} {b} {c} {d} */",
                    ".rept 16", add!($w), add!($x), add!($y), add!($z), ".endr",
                    a = inout(reg) a, b = inout(reg) b, c = inout(reg) c, d = inout(reg) d,
                    options(nomem, nostack)
                );
            }
        }
    }};
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! add {
    ($r:ident) => {
        concat!("add {", stringify!($r), "}, {", stringify!($r), "}")
    };
}
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
macro_rules! add {
    ($r:ident) => {
        concat!("add {", stringify!($r), "}, {", stringify!($r), "}, {", stringify!($r), "}")
    };
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64
}

impl Ruler {
    /// Lays one down: about 20,000 cycles.
    pub fn lay() -> Self {
        Self { chain: timed(|| adds!(a a a a)), side_by_side: timed(|| adds!(a b c d)) }
    }

    /// Cycles a nanosecond: GHz.
    pub fn ghz(&self) -> f64 {
        f64::from(ADDS) / self.chain
    }

    /// How many of these adds the core did at once.
    pub fn adds_per_cycle(&self) -> f64 {
        self.chain / self.side_by_side
    }
}

/// How often the kernel took the core away from this thread.
pub fn preemptions() -> i64 {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: a rusage is integers, for which zero is a value; the call fills it.
        unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::getrusage(libc::RUSAGE_THREAD, &mut usage);
            usage.ru_nivcsw
        }
    }
    #[cfg(not(target_os = "linux"))]
    0
}
