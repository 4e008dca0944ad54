//! Overwriting key material when it is no longer needed.
//!
//! With the feature `zeroize` (the default) memory is filled as fast as it goes, and an assembly barrier
//! that is said to read it, or volatile writes where there is no assembly, makes the writes stay. Without
//! it they are plain writes that the optimiser is asked, by `black_box`, to believe are read: best effort.
//! Copies that the compiler made in registers or on the stack are out of reach of either.

/// Overwrites `secret` with zeros.
#[cfg(feature = "zeroize")]
#[inline]
pub fn wipe<T: zeroize::DefaultIsZeroes>(secret: &mut [T]) {
    zeroize::Zeroize::zeroize(secret);
}

/// Overwrites `secret` with zeros.
#[cfg(not(feature = "zeroize"))]
#[inline]
pub fn wipe<T: Default + Copy>(secret: &mut [T]) {
    secret.fill(T::default());
    core::hint::black_box(secret);
}
