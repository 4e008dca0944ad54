//! A token is a value that exists only on a CPU with certain features.
use crate::Features;

/// A zero-sized proof that the CPU has [`Token::FEATURES`].
///
/// # Safety
/// A value may come into being only where [`Features::detect`] contains [`Token::FEATURES`].
pub unsafe trait Token: Copy + Send + Sync + 'static {
    /// What the CPU is proven to have.
    const FEATURES: Features;
}

/// Calls an expression of intrinsics from where a token is at hand.
///
/// `op!(T: "f", .. => |a: A, b: B| -> R { expression })` with `a` and `b` in scope. Two checks make
/// it sound: the compiler refuses an intrinsic that the listed features do not allow, and the
/// constant assertion refuses a token that does not have them. `<C: K> |..|` hands on a constant.
macro_rules! op {
    ($token:ty: $($feature:literal),+ => $(<$constant:ident: $kind:ty>)? |$($arg:ident: $type:ty),*| -> $result:ty { $($body:tt)* }) => {{
        #[target_feature($(enable = $feature),+)]
        #[inline]
        #[allow(clippy::too_many_arguments)]
        fn op$(<const $constant: $kind>)?($($arg: $type),*) -> $result { $($body)* }
        const {
            assert!(<$token as $crate::Token>::FEATURES.contains($crate::Features::all(&[$($feature),+])));
        }
        // SAFETY: a value of the token exists, so the CPU has its features, and these are among them.
        unsafe { op$(::<$constant>)?($($arg),*) }
    }};
}
pub(crate) use op;
