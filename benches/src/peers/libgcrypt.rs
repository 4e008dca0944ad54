//! libgcrypt, loaded at run time where this machine has one that knows ARIA (1.11 or newer).
use super::Offer;
use crate::subject::{IV, KEY, Subject, mode};
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};

type Handle = *mut c_void;
type Crypt = unsafe extern "C" fn(Handle, *mut c_void, usize, *const c_void, usize) -> c_uint;
type Set = unsafe extern "C" fn(Handle, *const c_void, usize) -> c_uint;

// From gcrypt.h.
const GCRYCTL_DISABLE_SECMEM: c_int = 37;
const GCRYCTL_INITIALIZATION_FINISHED: c_int = 38;
const GCRY_CIPHER_MODE_ECB: c_int = 1;
const GCRY_CIPHER_MODE_CFB: c_int = 2;
const GCRY_CIPHER_MODE_CBC: c_int = 3;
const GCRY_CIPHER_MODE_OFB: c_int = 5;
const GCRY_CIPHER_MODE_CTR: c_int = 6;
const GCRY_CIPHER_MODE_XTS: c_int = 13;

/// The functions that are called; they live as long as the program, since the library is never unloaded.
#[derive(Clone, Copy)]
struct Gcrypt {
    check_version: unsafe extern "C" fn(*const c_char) -> *const c_char,
    control: unsafe extern "C" fn(c_int, ...) -> c_uint,
    map_name: unsafe extern "C" fn(*const c_char) -> c_int,
    open: unsafe extern "C" fn(*mut Handle, c_int, c_int, c_uint) -> c_uint,
    set_key: Set,
    set_iv: Set,
    set_ctr: Set,
    encrypt: Crypt,
    decrypt: Crypt,
}

fn load() -> Result<Gcrypt, libloading::Error> {
    // SAFETY: loading the library runs its constructors, which have no conditions; the symbols have
    // the types that gcrypt.h gives them.
    unsafe {
        let library = Box::leak(Box::new(Library::new("libgcrypt.so.20")?));
        Ok(Gcrypt {
            check_version: *library.get(b"gcry_check_version\0")?,
            control: *library.get(b"gcry_control\0")?,
            map_name: *library.get(b"gcry_cipher_map_name\0")?,
            open: *library.get(b"gcry_cipher_open\0")?,
            set_key: *library.get(b"gcry_cipher_setkey\0")?,
            set_iv: *library.get(b"gcry_cipher_setiv\0")?,
            set_ctr: *library.get(b"gcry_cipher_setctr\0")?,
            encrypt: *library.get(b"gcry_cipher_encrypt\0")?,
            decrypt: *library.get(b"gcry_cipher_decrypt\0")?,
        })
    }
}

/// Name of a mode, that of libgcrypt, how its start value is set, and whether it encrypts.
fn modes(lib: Gcrypt) -> [(&'static str, c_int, Option<Set>, bool); 10] {
    [
        (mode::ECB_ENC, GCRY_CIPHER_MODE_ECB, None, true),
        (mode::ECB_DEC, GCRY_CIPHER_MODE_ECB, None, false),
        (mode::CTR, GCRY_CIPHER_MODE_CTR, Some(lib.set_ctr), true),
        (mode::CBC_ENC, GCRY_CIPHER_MODE_CBC, Some(lib.set_iv), true),
        (mode::CBC_DEC, GCRY_CIPHER_MODE_CBC, Some(lib.set_iv), false),
        (mode::CFB_ENC, GCRY_CIPHER_MODE_CFB, Some(lib.set_iv), true),
        (mode::CFB_DEC, GCRY_CIPHER_MODE_CFB, Some(lib.set_iv), false),
        (mode::OFB, GCRY_CIPHER_MODE_OFB, Some(lib.set_iv), true),
        (mode::XTS_ENC, GCRY_CIPHER_MODE_XTS, Some(lib.set_iv), true),
        (mode::XTS_DEC, GCRY_CIPHER_MODE_XTS, Some(lib.set_iv), false),
    ]
}

/// An open handle of this cipher and mode, for the rest of the program.
fn open(lib: Gcrypt, algorithm: c_int, mode: c_int) -> Result<Handle, String> {
    let mut handle = std::ptr::null_mut();
    // SAFETY: `handle` is written to before the call returns.
    match unsafe { (lib.open)(&mut handle, algorithm, mode, 0) } {
        0 => Ok(handle),
        e => Err(format!("gcry_cipher_open: error {e}")),
    }
}

/// All key sizes and modes.
pub fn subjects() -> Offer {
    let lib = load().map_err(|e| e.to_string())?;
    // SAFETY: the order of initialisation that libgcrypt asks for; it answers with a C string.
    let version = unsafe {
        let version = (lib.check_version)(std::ptr::null());
        (lib.control)(GCRYCTL_DISABLE_SECMEM, 0 as c_int);
        (lib.control)(GCRYCTL_INITIALIZATION_FINISHED, 0 as c_int);
        CStr::from_ptr(version).to_string_lossy()
    };
    let version = version.split('-').next().unwrap_or_default();
    let who = format!("libgcrypt {version}");
    let mut list = Vec::new();
    for cipher in ["ARIA", "AES"] {
        for bits in [128, 192, 256] {
            let name = CString::new(match (cipher, bits) {
                ("AES", 128) => "AES".into(),
                _ => format!("{cipher}{bits}"),
            })
            .expect("no zero byte");
            // SAFETY: a C string.
            let algorithm = unsafe { (lib.map_name)(name.as_ptr()) };
            if algorithm == 0 {
                return Err(format!("version {version} has no {cipher}; it takes 1.11 or newer"));
            }
            for (mode, id, set_start, encrypts) in modes(lib) {
                let keys = if id == GCRY_CIPHER_MODE_XTS { 2 } else { 1 };
                // libgcrypt has no XTS with two keys of 192 bits.
                let Ok(handle) = open(lib, algorithm, id) else { continue };
                // SAFETY: the key is as long as said.
                let refused = unsafe { (lib.set_key)(handle, KEY.as_ptr().cast(), keys * bits / 8) };
                if refused != 0 {
                    continue;
                }
                let crypt = if encrypts { lib.encrypt } else { lib.decrypt };
                list.push(Subject::peer(cipher, bits, mode, &who, move |message| {
                    // SAFETY: start value and message are as long as said; no input means in place.
                    let error = unsafe {
                        if let Some(set) = set_start {
                            set(handle, IV.as_ptr().cast(), IV.len());
                        }
                        crypt(handle, message.as_mut_ptr().cast(), message.len(), std::ptr::null(), 0)
                    };
                    assert_eq!(error, 0, "libgcrypt takes whole blocks");
                }));
            }
            let handle = open(lib, algorithm, GCRY_CIPHER_MODE_ECB)?;
            list.push(Subject::peer(cipher, bits, mode::KEY_SETUP, &who, move |key| {
                // SAFETY: the key is as long as said.
                unsafe { (lib.set_key)(handle, key.as_ptr().cast(), key.len()) };
                key[0] ^= 32;
            }));
        }
    }
    Ok(list)
}
