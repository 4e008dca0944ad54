//! The list of a crate's backends as a type: which there are, which this CPU can run, and which is best.
//!
//! ```text
//! one line a backend, best first   ->   enum Backend    a variant for each, which holds a token of its CPU,
//!                                                       so that a value can only name what will run; and Soft
//! ```

/// Makes the type `Backend`, and what users ask of it. The token's name is that of the trait after the colon; a
/// line that `if` is not true of is not there at all.
#[doc(hidden)]
#[macro_export]
macro_rules! backend_enum {
    ($(#[$what:meta])* pub enum Backend { $($(#[$doc:meta])* $Variant:ident($Token:ty: $Named:path) if $cfg:meta,)* }) => {
        $(#[$what])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Backend {
            $($(#[$doc])* #[cfg($cfg)] $Variant($Token),)*
            /// Bitsliced in plain Rust: runs everywhere, constant time.
            Soft,
        }

        impl Backend {
            /// The names of all backends that this build has, best first, whether this CPU can run
            /// them or not.
            pub const NAMES: &[&str] = &[$(#[cfg($cfg)] <$Token as $Named>::NAME,)* "soft"];

            /// The name, as [`Backend::by_name`] takes it.
            pub fn name(self) -> &'static str {
                match self {
                    $(#[cfg($cfg)] Self::$Variant(_) => <$Token as $Named>::NAME,)*
                    Self::Soft => "soft",
                }
            }

            /// The backends that this CPU can run, best first. The last is always [`Backend::Soft`];
            /// built with `--cfg aria_backend="soft"`, it is the only one.
            pub fn available() -> impl Iterator<Item = Self> {
                [$(#[cfg($cfg)] <$Token>::detect().map(Self::$Variant),)* Some(Self::Soft)]
                    .into_iter()
                    .flatten()
                    .filter(|backend| *backend == Self::Soft || cfg!(not(aria_backend = "soft")))
            }

            /// The best backend of this CPU.
            pub fn detect() -> Self {
                $(#[cfg(all($cfg, not(aria_backend = "soft")))]
                if let Some(token) = <$Token>::detect() {
                    return Self::$Variant(token);
                })*
                Self::Soft
            }

            /// The backend of this name, if this CPU can run it.
            pub fn by_name(name: &str) -> Option<Self> {
                Self::available().find(|backend| backend.name() == name)
            }
        }

        impl core::fmt::Display for Backend {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
