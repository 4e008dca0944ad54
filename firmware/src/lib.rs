//! What a program without an operating system needs here: a start, a way to print and to end (semihosting: the
//! emulator, or the debugger, does it), a count of instructions, and how deep the stack was.
#![no_std]

mod arch;

pub use arch::instructions_of;
use core::{fmt, hint::black_box};

/// Standard output of the host.
pub struct Host;

impl fmt::Write for Host {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.as_bytes().chunks(63) {
            let mut line = [0; 64];
            line[..part.len()].copy_from_slice(part);
            arch::call_host(0x04, line.as_ptr().addr()); // SYS_WRITE0: up to a zero
        }
        Ok(())
    }
}

/// Prints a line.
#[macro_export]
macro_rules! say {
    ($($part:tt)*) => {{
        use core::fmt::Write;
        _ = writeln!($crate::Host, $($part)*);
    }};
}

/// Ends the program; the exit status is 0 or 1.
pub fn exit(well: bool) -> ! {
    let block = [0x20026_usize, usize::from(!well)]; // ADP_Stopped_ApplicationExit
    arch::call_host(0x20, block.as_ptr().addr()); // SYS_EXIT_EXTENDED
    loop {}
}

/// How many bytes of stack a call takes: they are painted before it, and looked through after it.
pub fn stack_of(call: impl FnOnce()) -> usize {
    let (start, bottom) = paint();
    run(call);
    let mut at = bottom;
    // SAFETY: `paint` has written it, or the call has.
    while at < start && unsafe { at.read_volatile() } == PAINT {
        at = at.wrapping_add(1);
    }
    start.addr() - at.addr()
}

const PAINT: u32 = 0x5aa5_c33c;

/// Where the stack of a function that is called here begins; and how far below it is paint.
#[inline(never)]
fn paint() -> (*const u32, *const u32) {
    const DEPTH: usize = 6 * 1024;
    const OWN_FRAME: usize = 64;
    let start: *mut u32 = black_box(&mut 0);
    let bottom = start.wrapping_byte_sub(DEPTH);
    let mut at = start.wrapping_byte_sub(OWN_FRAME);
    while at > bottom {
        at = at.wrapping_sub(1);
        // SAFETY: the end of the memory below the stack; this function's own frame is above, and it calls none.
        unsafe { at.write_volatile(PAINT) };
    }
    (start, bottom)
}

/// A frame of its own, beginning where that of `paint` did.
#[inline(never)]
fn run(call: impl FnOnce()) {
    call();
}
