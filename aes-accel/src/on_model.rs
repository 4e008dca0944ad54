//! The kernels on a model of the AES instructions: for tools that follow secrets through a program and
//! do not know the instructions. Constant time, if the kernels are, and slow.
use crate::{
    backend::Blocks,
    jobs,
    rounds::{Decrypt, Direction, Encrypt, RoundKeys},
    schedule::Schedule,
};
use aria_core::{Block, Counter, InOut, ParBlocks, aes_round::AesIsa, sliced::model::ModelSlice};
use core::marker::PhantomData;

/// One direction under one key on the model, of instructions that add the key first, like Arm's, or last.
pub struct OnModel<D, const KEY_FIRST: bool> {
    /// The first of them count. (One type for all key sizes: to compile the kernels takes long.)
    keys: [Block; 15],
    count: usize,
    direction: PhantomData<D>,
}

/// Both directions. `key` has `4 * (RK - 7)` bytes.
pub fn on_model<const RK: usize, const KEY_FIRST: bool>(
    key: &[u8],
) -> (OnModel<Encrypt, KEY_FIRST>, OnModel<Decrypt, KEY_FIRST>) {
    let (mut encrypt, mut decrypt) = ([[0; 16]; RK], [[0; 16]; RK]);
    ().run(Schedule::Expand(key, &mut encrypt));
    ().run(Schedule::Invert(&encrypt, &mut decrypt));
    (OnModel::new(&encrypt), OnModel::new(&decrypt))
}

type On<'k, D, const KEY_FIRST: bool> =
    Blocks<'k, (), D, 64, ModelSlice<64, KEY_FIRST, false>, ModelSlice<16, KEY_FIRST, false>>;

impl<D: Direction, const KEY_FIRST: bool> OnModel<D, KEY_FIRST> {
    fn new(round_keys: &[Block]) -> Self {
        let (mut keys, count) = ([[0; 16]; 15], round_keys.len());
        keys[..count].copy_from_slice(round_keys);
        Self { keys, count, direction: PhantomData }
    }
    fn blocks(&self) -> On<'_, D, KEY_FIRST> {
        Blocks::new((), RoundKeys::new(&self.keys[..self.count]))
    }
}

impl<D: Direction, const KEY_FIRST: bool> ParBlocks for OnModel<D, KEY_FIRST> {
    fn width(&self) -> usize {
        self.blocks().width()
    }
    fn pads(&self) -> bool {
        self.blocks().pads()
    }
    fn ecb(&self, text: InOut<'_>) {
        self.blocks().ecb(text);
    }
    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.blocks().cbc_decrypt(previous, text);
    }
    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.blocks().cfb_decrypt(previous, text);
    }
    fn xts(&self, tweak: &mut Block, text: InOut<'_>) {
        self.blocks().xts(tweak, text);
    }
    fn cbc_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.blocks().cbc_encrypt(previous, text);
    }
    fn cfb_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.blocks().cfb_encrypt(previous, text);
    }
    fn ofb(&self, previous: &mut Block, text: InOut<'_>) {
        self.blocks().ofb(previous, text);
    }
    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        jobs::by_runs(counter, text, |mut first, run| self.blocks().ctr(&mut first, run));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aes256, Backend};

    #[test]
    fn same_results_as_without_instructions() {
        same_results::<false>();
        same_results::<true>();
    }

    fn same_results<const KEY_FIRST: bool>() {
        let key: [u8; 32] = core::array::from_fn(|i| i as u8);
        let (encrypt, decrypt) = on_model::<15, KEY_FIRST>(&key);
        let soft = Aes256::with_backend(Backend::Soft, &key);
        let text: [Block; 70] = core::array::from_fn(|i| [i as u8; 16]);
        let same = |a: &dyn Fn(InOut<'_>), b: &dyn Fn(InOut<'_>)| {
            let (mut x, mut y) = (text, text);
            a(InOut::from(&mut x[..]));
            b(InOut::from(&mut y[..]));
            assert_eq!(x, y);
        };
        same(&|t| encrypt.ecb(t), &|t| soft.encryptor().ecb(t));
        same(&|t| decrypt.ecb(t), &|t| soft.decryptor().ecb(t));
        same(&|t| decrypt.cbc_decrypt(&mut [1; 16], t), &|t| soft.decryptor().cbc_decrypt(&mut [1; 16], t));
        same(&|t| encrypt.cfb_decrypt(&mut [1; 16], t), &|t| soft.encryptor().cfb_decrypt(&mut [1; 16], t));
        same(&|t| encrypt.xts(&mut [1; 16], t), &|t| soft.encryptor().xts(&mut [1; 16], t));
        same(&|t| decrypt.xts(&mut [1; 16], t), &|t| soft.decryptor().xts(&mut [1; 16], t));
        same(&|t| encrypt.cbc_encrypt(&mut [1; 16], t), &|t| soft.encryptor().cbc_encrypt(&mut [1; 16], t));
        same(&|t| encrypt.cfb_encrypt(&mut [1; 16], t), &|t| soft.encryptor().cfb_encrypt(&mut [1; 16], t));
        same(&|t| encrypt.ofb(&mut [1; 16], t), &|t| soft.encryptor().ofb(&mut [1; 16], t));
        let counter = || Counter::be128([0xff; 16]);
        same(&|t| encrypt.ctr(&mut counter(), t), &|t| soft.encryptor().ctr(&mut counter(), t));
    }
}
