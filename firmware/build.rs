//! Tells the linker where the memory of the board is.
fn main() {
    let target = std::env::var("TARGET").unwrap();
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    let board = if target.starts_with("riscv") {
        "virt.x"
    } else if target == "thumbv6m-none-eabi" {
        "microbit.x"
    } else {
        "mps2.x"
    };
    println!("cargo:rustc-link-arg-bins=-L{folder}/boards");
    println!("cargo:rustc-link-arg-bins=-T{board}");
    println!("cargo:rerun-if-changed=boards");
}
