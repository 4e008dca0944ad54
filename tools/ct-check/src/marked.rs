//! Marks for an emulator's plugin, `tools/emulate/arm-trace.c`, which compares what lies between them: the
//! instructions and the addresses that they read and write. On Arm, where no program can step itself.
//!
//! ```text
//! hint 80   what comes next is a new job      hint 81   begin      hint 82   end
//! ```
//!
//! Without the plugin the marks do nothing. It counts the runs that it compared, and whoever started it
//! holds that against the count here.
use crate::{
    Secrets, Watch,
    single_step::{RUNS, secrets},
};

pub(crate) struct Marked {
    runs: usize,
}

macro_rules! mark {
    ($hint:literal) => {
        #[cfg(target_arch = "aarch64")]
        // SAFETY: a hint that no CPU knows does nothing. (The plugin looks, and that is all.)
        unsafe {
            std::arch::asm!(concat!("hint #", $hint))
        }
    };
}

impl Marked {
    pub(crate) fn new() -> Result<Self, String> {
        if cfg!(target_arch = "aarch64") { Ok(Self { runs: 0 }) } else { Err("marks are for Arm".into()) }
    }
}

/// (Called, never inlined, so that all runs come from the same place.)
#[inline(never)]
fn compared(job: &mut dyn FnMut(&mut Secrets), secrets: &mut Secrets) {
    mark!("81");
    job(secrets);
    mark!("82");
}

impl Watch for Marked {
    const HOW: &str = "trace";
    const LENGTHS: &[usize] = &[1, 3, 70];
    const CHAINED: usize = 3;
    const KEY_SIZES: usize = 3;

    fn watch(&mut self, job: &mut dyn FnMut(&mut Secrets)) {
        let mut now = secrets(0, 70);
        mark!("80");
        for run in 0..RUNS {
            now.fill_again(run);
            compared(job, &mut now);
            self.runs += 1;
        }
    }

    fn finish(self) -> bool {
        println!("RUNS {}", self.runs);
        true
    }
}
