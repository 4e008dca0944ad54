//! Which instructions may be used: a pure function of what CPUID and XCR0 say.
//!
//! An instruction with a VEX or EVEX encoding faults unless the operating system keeps the wide
//! registers, whatever CPUID says of the instruction itself. So AVX counts only with OSXSAVE and
//! the ymm bits of XCR0, AVX-512 only with the zmm bits as well. (`cpufeatures` asks AVX-512 state
//! for `vaes` and `gfni`, and so misses them on Zen 3 and Alder Lake; `std` reports them with AVX
//! switched off. Here each is what its CPUID bit says, and a kernel lists `avx2` beside it.)
pub use crate::set::Features;
use crate::set::same;
#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The names, each with what it implies (as `rustc` has it, less what nothing here uses), where
/// CPUID has its bit, and the bits of XCR0 it needs.
macro_rules! features {
    ($($name:literal $index:literal implies [$($implied:literal),*] at $leaf:ident . $reg:ident [$bit:literal] state $state:expr;)*) => {
        impl Features {
            /// The set of one feature and of what it implies.
            ///
            /// # Panics
            /// Where there is no feature of this name; in a constant, that stops the build.
            pub const fn named(name: &str) -> Self {
                $(if same(name, $name) {
                    return Self(1 << $index) $(.and(Self::named($implied)))*;
                })*
                panic!("no such feature")
            }

            /// What may be used, by what CPUID and XCR0 say.
            pub const fn from_cpuid(cpuid: &Cpuid) -> Self {
                let mut set = Self(0);
                $(if cpuid.$leaf.$reg >> $bit & 1 == 1 && cpuid.keeps($state) {
                    set = Self(set.0 | 1 << $index);
                })*
                set
            }

            /// The names in the set.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                [$($name),*].into_iter().filter(move |name| self.contains(Self::named(name)))
            }
        }
    };
}

features! {
    "sse2" 0 implies [] at leaf1.edx[26] state 0;
    "ssse3" 1 implies ["sse2"] at leaf1.ecx[9] state 0;
    "aes" 2 implies ["sse2"] at leaf1.ecx[25] state 0;
    "avx" 3 implies ["ssse3"] at leaf1.ecx[28] state YMM;
    "avx2" 4 implies ["avx"] at leaf7.ebx[5] state YMM;
    "gfni" 5 implies ["sse2"] at leaf7.ecx[8] state 0;
    "vaes" 6 implies ["avx2", "aes"] at leaf7.ecx[9] state 0;
    "avx512f" 7 implies ["avx2"] at leaf7.ebx[16] state ZMM;
    "avx512bw" 8 implies ["avx512f"] at leaf7.ebx[30] state ZMM;
    "avx512vl" 9 implies ["avx512f"] at leaf7.ebx[31] state ZMM;
    "vpclmulqdq" 10 implies ["avx"] at leaf7.ecx[10] state 0;
}

/// XCR0: the system keeps xmm and ymm.
const YMM: u64 = 0x6;
/// XCR0: the system keeps xmm, ymm, zmm and mask registers.
const ZMM: u64 = 0xe6;

/// The registers that one leaf of CPUID fills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Leaf {
    pub eax: u32,
    pub ebx: u32,
    pub ecx: u32,
    pub edx: u32,
}

/// What is read off a CPU. Leaves above the CPU's highest, and XCR0 where the system does not
/// enable XSAVE, are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cpuid {
    /// Leaf 1.
    pub leaf1: Leaf,
    /// Leaf 7, subleaf 0.
    pub leaf7: Leaf,
    /// The register states that the system keeps.
    pub xcr0: u64,
}

impl Cpuid {
    const fn keeps(&self, state: u64) -> bool {
        self.xcr0 & state == state
    }

    /// Off this CPU. Nothing where CPUID must not be executed (SGX enclaves).
    pub fn read() -> Self {
        if cfg!(target_env = "sgx") {
            return Self::default();
        }
        Self::from_leaves(
            |leaf| {
                #[allow(unused_unsafe)] // SAFETY: every CPU with SSE2 has CPUID. (Safe from Rust 1.94 on.)
                let r = unsafe { arch::__cpuid_count(leaf, 0) };
                Leaf { eax: r.eax, ebx: r.ebx, ecx: r.ecx, edx: r.edx }
            },
            || {
                #[target_feature(enable = "xsave")]
                fn xcr0() -> u64 {
                    // SAFETY: register 0 exists wherever XGETBV does.
                    unsafe { arch::_xgetbv(0) }
                }
                // SAFETY: `from_leaves` calls this only where OSXSAVE says that XGETBV is enabled.
                unsafe { xcr0() }
            },
        )
    }

    /// The order of questions: no leaf above the highest, no XGETBV without OSXSAVE.
    pub fn from_leaves(leaf: impl Fn(u32) -> Leaf, xcr0: impl Fn() -> u64) -> Self {
        const OSXSAVE: u32 = 1 << 27;
        let highest = leaf(0).eax;
        let up_to = |n| if n <= highest { leaf(n) } else { Leaf::default() };
        let leaf1 = up_to(1);
        let xcr0 = if leaf1.ecx & OSXSAVE != 0 { xcr0() } else { 0 };
        Self { leaf1, leaf7: up_to(7), xcr0 }
    }
}

impl Features {
    /// What this CPU and system allow. Asked once, then remembered.
    pub fn detect() -> Self {
        const KNOWN: u32 = 1 << 31;
        static CACHE: AtomicU32 = AtomicU32::new(0);
        let cached = CACHE.load(Relaxed);
        if cached & KNOWN != 0 {
            return Self(cached & !KNOWN);
        }
        let found = Self::from_cpuid(&Cpuid::read());
        CACHE.store(found.0 | KNOWN, Relaxed);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SSE: u32 = 1 << 26;
    const SSSE3: u32 = 1 << 9;
    const AES: u32 = 1 << 25;
    const OSXSAVE: u32 = 1 << 27;
    const AVX: u32 = 1 << 28;
    const AVX2: u32 = 1 << 5;
    const AVX512: u32 = 1 << 16 | 1 << 30 | 1 << 31;
    const GFNI: u32 = 1 << 8;
    const VAES: u32 = 1 << 9;

    fn cpu(highest: u32, leaf1_ecx: u32, leaf7_ebx: u32, leaf7_ecx: u32, xcr0: u64) -> Features {
        let leaf = |n| match n {
            0 => Leaf { eax: highest, ..Leaf::default() },
            1 => Leaf { ecx: leaf1_ecx, edx: SSE, ..Leaf::default() },
            7 => Leaf { ebx: leaf7_ebx, ecx: leaf7_ecx, ..Leaf::default() },
            _ => panic!("asked for leaf {n}"),
        };
        let read = || {
            assert_ne!(leaf1_ecx & OSXSAVE, 0, "XGETBV without OSXSAVE");
            xcr0
        };
        Features::from_cpuid(&Cpuid::from_leaves(leaf, read))
    }

    #[test]
    fn known_processors() {
        let all = Features::all;
        let avx = SSSE3 | AES | OSXSAVE | AVX;
        let rows: [(&str, Features, &[&str], &[&str]); 11] = [
            ("Westmere", cpu(11, SSSE3 | AES, 0, 0, 0), &["ssse3", "aes"], &["avx"]),
            ("Sandy Bridge", cpu(13, avx, 0, 0, 7), &["avx", "aes"], &["avx2"]),
            ("Haswell", cpu(13, avx, AVX2, 0, 7), &["avx2", "aes"], &["vaes", "gfni"]),
            ("Zen 3", cpu(16, avx, AVX2, VAES, 7), &["avx2", "vaes"], &["gfni", "avx512f"]),
            ("Alder Lake", cpu(32, avx, AVX2, VAES | GFNI, 7), &["avx2", "vaes", "gfni"], &["avx512f"]),
            (
                "Ice Lake",
                cpu(27, avx, AVX2 | AVX512, VAES | GFNI, 0xe7),
                &["avx512f", "avx512bw", "avx512vl", "gfni", "vaes"],
                &[],
            ),
            ("Zen 4", cpu(16, avx, AVX2 | AVX512, VAES | GFNI, 0xe7), &["avx512bw", "gfni", "vaes"], &[]),
            (
                "Tremont",
                cpu(27, SSSE3 | AES | OSXSAVE, 0, GFNI, 3),
                &["ssse3", "aes", "gfni"],
                &["avx", "avx2"],
            ),
            (
                "AVX-512 switched off",
                cpu(27, avx, AVX2 | AVX512, VAES | GFNI, 7),
                &["avx2", "gfni", "vaes"],
                &["avx512f"],
            ),
            (
                "AVX switched off",
                cpu(27, avx, AVX2 | AVX512, VAES | GFNI, 3),
                &["aes", "gfni"],
                &["avx", "avx2", "vaes"],
            ),
            ("highest leaf 4", cpu(4, SSSE3 | AES, !0, !0, 0), &["ssse3", "aes"], &["avx2", "gfni"]),
        ];
        for (name, found, has, lacks) in rows {
            assert!(found.contains(all(has)), "{name} has {has:?}");
            for lack in lacks {
                assert!(!found.contains(Features::named(lack)), "{name} lacks {lack}");
            }
        }
    }

    #[test]
    fn this_cpu_agrees_with_itself() {
        assert!(Features::detect().contains(Features::named("sse2")));
        assert_eq!(Features::detect(), Features::from_cpuid(&Cpuid::read()));
    }
}
