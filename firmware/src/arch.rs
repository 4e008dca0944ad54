//! The few lines that each processor has of its own.
use core::arch::{asm, global_asm};

#[cfg(target_arch = "arm")]
global_asm!(
    ".section .vectors, \"a\"",
    ".word _stack_top",
    ".word reset",
    ".rept 14",
    ".word fault",
    ".endr",
    ".text",
    ".thumb_func",
    ".global reset",
    "reset: bl main",
    ".thumb_func",
    "fault: movs r0, #0x18", // SYS_EXIT, an error
    "movs r1, #0",
    "bkpt #0xab",
    "b fault",
);

#[cfg(target_arch = "riscv32")]
global_asm!(
    ".section .reset, \"ax\"",
    ".global reset",
    "reset: la sp, _stack_top",
    "la t0, fault",
    "csrw mtvec, t0",
    "call main",
    ".balign 4",
    "fault: j fault",
);

/// Has the host do something.
#[cfg(target_arch = "arm")]
pub fn call_host(what: usize, argument: usize) {
    // SAFETY: the host reads the argument, and what it points to, while the call lasts.
    unsafe { asm!("bkpt #0xab", inout("r0") what => _, in("r1") argument) }
}

/// Has the host do something.
#[cfg(target_arch = "riscv32")]
pub fn call_host(what: usize, argument: usize) {
    // SAFETY: the host reads the argument, and what it points to, while the call lasts. The three instructions
    // are what it knows the call by; none of them may be compressed.
    unsafe {
        asm!(".balign 16", ".option push", ".option norvc", "slli x0, x0, 0x1f", "ebreak", "srai x0, x0, 7",
            ".option pop", inout("a0") what => _, in("a1") argument)
    }
}

/// A count of instructions, or of some number of them, that goes down on Arm and up on RISC-V. The emulator takes
/// a nanosecond for each (`-icount shift=0`), and the timer of the board counts these.
#[cfg(target_arch = "arm")]
fn timer() -> u32 {
    const CONTROL: *mut u32 = core::ptr::without_provenance_mut(0xe000_e010);
    // SAFETY: the three registers of SysTick, which only this function uses.
    unsafe {
        if CONTROL.read_volatile() & 1 == 0 {
            CONTROL.add(1).write_volatile(0x00ff_ffff);
            CONTROL.add(2).write_volatile(0);
            CONTROL.write_volatile(5);
        }
        CONTROL.add(2).read_volatile()
    }
}

/// Ticks of the timer that a call takes.
#[cfg(target_arch = "arm")]
fn ticks(call: impl FnOnce()) -> u64 {
    let start = timer();
    call();
    u64::from(start.wrapping_sub(timer()) & 0x00ff_ffff)
}

/// Ticks of the timer that a call takes.
#[cfg(target_arch = "riscv32")]
fn ticks(call: impl FnOnce()) -> u64 {
    let timer = || {
        let count: u32;
        // SAFETY: reads a counter.
        unsafe { asm!("csrr {}, minstret", out(reg) count) };
        count
    };
    let start = timer();
    call();
    u64::from(timer().wrapping_sub(start))
}

/// Instructions that a call takes: the timer's unit is found by a loop whose number of instructions is known.
pub fn instructions_of(call: impl FnOnce()) -> u64 {
    const TURNS: u32 = 100_000;
    let unit = ticks(|| {
        #[cfg(target_arch = "arm")]
        // SAFETY: counts a register down: a subtraction and a branch each turn.
        unsafe {
            asm!("2: subs {0}, #1", "bne 2b", inout(reg) TURNS => _)
        }
        #[cfg(target_arch = "riscv32")]
        // SAFETY: as above.
        unsafe {
            asm!("2: addi {0}, {0}, -1", "bnez {0}, 2b", inout(reg) TURNS => _)
        }
    });
    ticks(call) * 2 * u64::from(TURNS) / unit
}
