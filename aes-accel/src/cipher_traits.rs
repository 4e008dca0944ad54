//! The traits of `cipher` 0.5 on our types. The closures that they hand over are compiled for the CPU of
//! the backend along with the kernels, so that a chain of single blocks costs no call per block.
use crate::{
    Aes, Keyed,
    backend::Visitor,
    rounds::{Decrypt, Encrypt},
};
use aria_core::{ParBlocks, rustcrypto::TraitBackend};
use cipher::{
    BlockCipherDecClosure, BlockCipherDecrypt, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser,
    array::ArraySize, consts::U16,
};

struct Call<F, D>(F, D);

impl<F: BlockCipherEncClosure<BlockSize = U16>> Visitor for Call<F, Encrypt> {
    type Output = ();
    #[inline(always)]
    fn visit<P: ParBlocks, Width: ArraySize>(self, blocks: P) {
        self.0.call(&TraitBackend::<P, Width>::new(blocks));
    }
}

impl<F: BlockCipherDecClosure<BlockSize = U16>> Visitor for Call<F, Decrypt> {
    type Output = ();
    #[inline(always)]
    fn visit<P: ParBlocks, Width: ArraySize>(self, blocks: P) {
        self.0.call(&TraitBackend::<P, Width>::new(blocks));
    }
}

impl<const RK: usize> BlockCipherEncrypt for Keyed<RK, Encrypt> {
    #[inline]
    fn encrypt_with_backend(&self, f: impl BlockCipherEncClosure<BlockSize = U16>) {
        self.visit(Call(f, Encrypt));
    }
}

impl<const RK: usize> BlockCipherDecrypt for Keyed<RK, Decrypt> {
    #[inline]
    fn decrypt_with_backend(&self, f: impl BlockCipherDecClosure<BlockSize = U16>) {
        self.visit(Call(f, Decrypt));
    }
}

impl<const RK: usize> BlockCipherEncrypt for Aes<RK> {
    #[inline]
    fn encrypt_with_backend(&self, f: impl BlockCipherEncClosure<BlockSize = U16>) {
        self.encryptor().encrypt_with_backend(f);
    }
}

impl<const RK: usize> BlockCipherDecrypt for Aes<RK> {
    #[inline]
    fn decrypt_with_backend(&self, f: impl BlockCipherDecClosure<BlockSize = U16>) {
        self.decryptor().decrypt_with_backend(f);
    }
}

impl<const RK: usize> BlockSizeUser for Aes<RK> {
    type BlockSize = U16;
}

impl<const RK: usize, D> BlockSizeUser for Keyed<RK, D> {
    type BlockSize = U16;
}

#[cfg(feature = "zeroize")]
impl<const RK: usize> cipher::zeroize::ZeroizeOnDrop for Aes<RK> {}

/// Key size, construction and name.
macro_rules! key_size {
    ($Type:ty, $U:ident, $bits:literal, $suffix:literal) => {
        impl cipher::KeySizeUser for $Type {
            type KeySize = cipher::consts::$U;
        }
        impl cipher::KeyInit for $Type {
            fn new(key: &cipher::Key<Self>) -> Self {
                Self::with_backend(Backend::detect(), key.as_ref())
            }
        }
        impl cipher::AlgorithmName for $Type {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("Aes", $bits, $suffix))
            }
        }
        impl core::fmt::Debug for $Type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("Aes", $bits, $suffix, " { .. }"))
            }
        }
    };
}
pub(crate) use key_size;
