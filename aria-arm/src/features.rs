//! Which instructions may be used: with `std`, what the system says (on Linux, Android, macOS, iOS,
//! Windows and the BSDs); without, what the compiler was told (`-C target-cpu`, `-C target-feature`).
//!
//! ```text
//! with std           neon                aes                                       sha3
//! Linux, Android     asimd               aes (with pmull)                          sha3 (with sha512)
//! macOS, iOS         AdvSIMD             FEAT_AES and FEAT_PMULL                   FEAT_SHA3 and FEAT_SHA512
//! Windows            always              PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE   cannot tell: as if it were not there
//! without            always              macOS, iOS                                macOS
//! ```
//!
//! No Arm CPU lets a program ask for itself: the registers that tell are the kernel's.
pub use crate::set::Features;
use crate::set::same;

macro_rules! features {
    ($($name:tt $index:literal;)*) => {
        impl Features {
            /// The set of one feature.
            ///
            /// # Panics
            /// Where there is no feature of this name; in a constant, that stops the build.
            pub const fn named(name: &str) -> Self {
                $(if same(name, $name) {
                    return Self(1 << $index);
                })*
                panic!("no such feature")
            }

            /// What this CPU and system allow. (The standard library remembers what it asked.)
            pub fn detect() -> Self {
                let mut set = Self(0);
                $(
                    #[cfg(feature = "std")]
                    let has = std::arch::is_aarch64_feature_detected!($name);
                    #[cfg(not(feature = "std"))]
                    let has = cfg!(target_feature = $name);
                    if has {
                        set = set.and(Self::named($name));
                    }
                )*
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
    "neon" 0;
    "aes" 1;
    "sha3" 2;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_cpu_has_what_the_target_has() {
        assert!(Features::detect().contains(Features::named("neon")));
        assert!(Features::detect().names().any(|name| name == "neon"));
    }
}
