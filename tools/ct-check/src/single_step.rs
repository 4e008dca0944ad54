//! The trap flag of x86: after every instruction the CPU stops and calls us. Run again with other secrets,
//! a job in constant time takes the same instructions, and they read and write at the same addresses.
//!
//! That holds for every instruction that the CPU has, those included that Valgrind does not know; but it
//! sees only a difference that these secrets make, where memcheck sees any that a secret could make.
use crate::Secrets;

/// Runs that are compared.
pub(crate) const RUNS: u64 = 2;

impl Secrets {
    /// Those of this run.
    pub(crate) fn fill_again(&mut self, run: u64) {
        let mut state = run;
        let mut next = || {
            // splitmix64
            state = state.wrapping_add(0x9e3779b97f4a7c15);
            let x = (state ^ state >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
            let x = (x ^ x >> 27).wrapping_mul(0x94d049bb133111eb);
            (x ^ x >> 31) as u8
        };
        let Self { key, iv, text } = self;
        key.iter_mut().chain(iv).chain(text.as_flattened_mut()).for_each(|byte| *byte = next());
    }
}

/// Room for secrets with so many blocks of text.
pub(crate) fn secrets(run: u64, blocks: usize) -> Secrets {
    let mut secrets = Secrets { key: [0; 32], iv: [0; 16], text: vec![[0; 16]; blocks] };
    secrets.fill_again(run);
    secrets
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(crate) use x86::SingleStep;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod x86 {
    use super::{RUNS, Secrets, secrets};
    use crate::Watch;
    use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register};
    use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

    /// An instruction, and a digest of the addresses in its operands.
    #[derive(Clone, Copy, Default, PartialEq)]
    struct Step {
        at: u64,
        addresses: u64,
    }

    /// Where the handler writes the next step, and how many there is room for.
    static NEXT: AtomicPtr<Step> = AtomicPtr::new(std::ptr::null_mut());
    static ROOM: AtomicUsize = AtomicUsize::new(0);
    const MOST: usize = 1 << 22;

    extern "C" fn on_trap(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
        if ROOM.load(Relaxed) == 0 {
            return;
        }
        // SAFETY: the system hands a handler with SA_SIGINFO this type.
        let registers = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
        let at = registers[libc::REG_RIP as usize] as u64;
        // SAFETY: the CPU is about to execute what stands there; no instruction is longer, and after our
        // code there is always more of the program.
        let code = unsafe { std::slice::from_raw_parts(at as *const u8, 15) };
        let instruction = Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode();
        let step = Step { at, addresses: addresses(&instruction, registers) };
        // SAFETY: there is room, and nobody else looks before the trap flag is off.
        unsafe { NEXT.load(Relaxed).write(step) };
        NEXT.store(NEXT.load(Relaxed).wrapping_add(1), Relaxed);
        ROOM.store(ROOM.load(Relaxed) - 1, Relaxed);
    }

    fn addresses(instruction: &Instruction, registers: &[i64]) -> u64 {
        let value = |register: Register| {
            let index = match register {
                Register::RAX => libc::REG_RAX,
                Register::RBX => libc::REG_RBX,
                Register::RCX => libc::REG_RCX,
                Register::RDX => libc::REG_RDX,
                Register::RSI => libc::REG_RSI,
                Register::RDI => libc::REG_RDI,
                Register::RBP => libc::REG_RBP,
                Register::RSP => libc::REG_RSP,
                Register::R8 => libc::REG_R8,
                Register::R9 => libc::REG_R9,
                Register::R10 => libc::REG_R10,
                Register::R11 => libc::REG_R11,
                Register::R12 => libc::REG_R12,
                Register::R13 => libc::REG_R13,
                Register::R14 => libc::REG_R14,
                Register::R15 => libc::REG_R15,
                Register::None | Register::RIP | Register::FS | Register::GS => return 0,
                // a gather: as many addresses as elements, from a register that holds text
                _ => std::process::abort(),
            };
            registers[index as usize] as u64
        };
        // these compute an address and do not go there
        if matches!(instruction.mnemonic(), Mnemonic::Lea | Mnemonic::Nop) {
            return 0;
        }
        (0..instruction.op_count()).fold(0u64, |digest, operand| {
            let address = match instruction.op_kind(operand) {
                OpKind::Memory => value(instruction.memory_base())
                    .wrapping_add(
                        value(instruction.memory_index())
                            .wrapping_mul(u64::from(instruction.memory_index_scale())),
                    )
                    .wrapping_add(instruction.memory_displacement64()),
                // the string instructions
                OpKind::MemorySegRSI => value(Register::RSI),
                OpKind::MemoryESRDI => value(Register::RDI),
                _ => return digest,
            };
            (digest ^ address).wrapping_mul(0x100000001b3).rotate_left(29)
        })
    }

    /// Switches the trap flag.
    #[inline(never)]
    fn trap(on: bool) {
        if on {
            // SAFETY: a debugger may do it at any time, and so may we.
            unsafe { std::arch::asm!("pushfq", "or dword ptr [rsp], 0x100", "popfq") }
        } else {
            // SAFETY: as above.
            unsafe { std::arch::asm!("pushfq", "and dword ptr [rsp], 0xfffffeff", "popfq") }
        }
    }

    pub(crate) struct SingleStep {
        /// Of the first run, and of the one that is compared with it.
        traces: [Vec<Step>; 2],
        steps: usize,
        differences: usize,
    }

    impl SingleStep {
        pub(crate) fn new() -> Result<Self, String> {
            // SAFETY: zeros are a valid sigaction, and the handler calls nothing that a handler must not.
            let done = unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = on_trap as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO;
                libc::sigaction(libc::SIGTRAP, &action, std::ptr::null_mut())
            };
            if done != 0 {
                return Err("no handler for SIGTRAP".into());
            }
            let traces = [(); 2].map(|()| Vec::with_capacity(MOST));
            let mut this = Self { traces, steps: 0, differences: 0 };
            // that the trap comes at all
            this.trace(1, &mut |_| (), &mut secrets(0, 1));
            if this.traces[1].len() < 2 { Err("the trap flag has no effect".into()) } else { Ok(this) }
        }

        /// (Called, never inlined, so that all runs come from the same place.)
        #[inline(never)]
        fn trace(&mut self, which: usize, job: &mut dyn FnMut(&mut Secrets), secrets: &mut Secrets) {
            let trace = &mut self.traces[which];
            trace.clear();
            NEXT.store(trace.as_mut_ptr(), Relaxed);
            ROOM.store(MOST, Relaxed);
            trap(true);
            job(secrets);
            trap(false);
            let room = ROOM.swap(0, Relaxed);
            assert_ne!(room, 0, "a job of more than {MOST} instructions");
            // SAFETY: so many have been written.
            unsafe { trace.set_len(MOST - room) };
            self.steps += trace.len();
        }
    }

    impl Watch for SingleStep {
        const HOW: &str = "trace";
        // whole batches of any width, and a few over; every step takes the time of a system call
        const LENGTHS: &[usize] = &[70];
        const CHAINED: usize = 3;
        const KEY_SIZES: usize = 1;

        fn watch(&mut self, job: &mut dyn FnMut(&mut Secrets)) {
            let mut now = secrets(0, Self::LENGTHS[Self::LENGTHS.len() - 1]);
            for run in 0..RUNS {
                now.fill_again(run);
                self.trace(usize::from(run > 0), job, &mut now);
                let [first, this] = &self.traces;
                if run > 0 && first != this {
                    self.differences += 1;
                    let start = main_address();
                    let same = first.iter().zip(this).take_while(|(a, b)| a == b).count();
                    let at = |trace: &[Step]| trace.get(same).map_or(0, |step| step.at.wrapping_sub(start));
                    eprintln!(
                        "run {run}: instruction {same} differs, at main + {:#x} or {:#x}",
                        at(first) as i64,
                        at(this) as i64
                    );
                }
            }
        }

        fn finish(self) -> bool {
            println!("{} instructions, {} runs that differ from the first", self.steps, self.differences);
            self.differences == 0
        }
    }

    fn main_address() -> u64 {
        crate::main as *const () as u64
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub(crate) struct SingleStep(());

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
impl SingleStep {
    pub(crate) fn new() -> Result<Self, String> {
        Err("the trap flag is x86's".into())
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
impl crate::Watch for SingleStep {
    const HOW: &str = "";
    const LENGTHS: &[usize] = &[];
    const CHAINED: usize = 0;
    const KEY_SIZES: usize = 0;
    fn watch(&mut self, _: &mut dyn FnMut(&mut Secrets)) {}
    fn finish(self) -> bool {
        false
    }
}
