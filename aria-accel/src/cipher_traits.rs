//! The traits of `cipher` 0.5 on our types.
use crate::{Aria, AriaDec, AriaEnc, backend::Visitor};
use aria_core::{ParBlocks, rustcrypto::TraitBackend};
use cipher::{
    BlockCipherDecClosure, BlockCipherDecrypt, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser,
    array::ArraySize, consts::U16,
};

struct Encrypt<F>(F);

impl<F: BlockCipherEncClosure<BlockSize = U16>> Visitor for Encrypt<F> {
    type Output = ();
    #[inline(always)]
    fn visit<P: ParBlocks, Width: ArraySize>(self, blocks: P) {
        self.0.call(&TraitBackend::<P, Width>::new(blocks));
    }
}

struct Decrypt<F>(F);

impl<F: BlockCipherDecClosure<BlockSize = U16>> Visitor for Decrypt<F> {
    type Output = ();
    #[inline(always)]
    fn visit<P: ParBlocks, Width: ArraySize>(self, blocks: P) {
        self.0.call(&TraitBackend::<P, Width>::new(blocks));
    }
}

macro_rules! direction {
    ($($Type:ident)*, encrypt) => { $(
        impl<const RK: usize> BlockCipherEncrypt for $Type<RK> {
            fn encrypt_with_backend(&self, f: impl BlockCipherEncClosure<BlockSize = U16>) {
                self.encryptor().visit(Encrypt(f));
            }
        }
    )* };
    ($($Type:ident)*, decrypt) => { $(
        impl<const RK: usize> BlockCipherDecrypt for $Type<RK> {
            fn decrypt_with_backend(&self, f: impl BlockCipherDecClosure<BlockSize = U16>) {
                self.decryptor().visit(Decrypt(f));
            }
        }
    )* };
}
direction!(Aria AriaEnc, encrypt);
direction!(Aria AriaDec, decrypt);

macro_rules! common {
    ($($Type:ident $suffix:literal)*) => { $(
        impl<const RK: usize> BlockSizeUser for $Type<RK> {
            type BlockSize = U16;
        }
        impl<const RK: usize> core::fmt::Debug for $Type<RK> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!("Aria{}", $suffix, " {{ ... }}"), 32 * (RK - 9))
            }
        }
        #[cfg(feature = "zeroize")]
        impl<const RK: usize> cipher::zeroize::ZeroizeOnDrop for $Type<RK> {}
    )* };
}
common!(Aria "" AriaEnc "Enc" AriaDec "Dec");

/// Key size, construction and name.
macro_rules! key_size {
    ($RK:literal, $bytes:literal, $U:ident, $name:literal) => {
        cipher_traits::key_size!(Aria, $RK, $bytes, $U, $name);
        cipher_traits::key_size!(AriaEnc, $RK, $bytes, $U, $name);
        cipher_traits::key_size!(AriaDec, $RK, $bytes, $U, $name);
    };
    ($Type:ident, $RK:literal, $bytes:literal, $U:ident, $name:literal) => {
        impl cipher::KeySizeUser for $Type<$RK> {
            type KeySize = cipher::consts::$U;
        }
        impl cipher::KeyInit for $Type<$RK> {
            fn new(key: &cipher::Key<Self>) -> Self {
                Self::with_backend(Backend::detect(), key.as_ref())
            }
        }
        impl cipher::AlgorithmName for $Type<$RK> {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("Aria", $name))
            }
        }
    };
}
pub(crate) use key_size;
