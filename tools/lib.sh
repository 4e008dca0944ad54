# shellcheck shell=bash
# What the scripts of this folder share; sourced, not run.
export DEBIAN_FRONTEND=noninteractive
ARIA_TOOLS_CACHE=${ARIA_TOOLS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aria-tools}
export ARIA_TOOLS_CACHE
mkdir -p "$ARIA_TOOLS_CACHE"

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$*"; exit 125; }
as_root() { if ((EUID)); then sudo "$@"; else "$@"; fi; }

# apt_need PACKAGE... - install those that are not installed; remove nothing.
apt_need() {
    local p missing=()
    for p in "$@"; do
        [[ $(dpkg-query -W -f='${db:Status-Abbrev}' "$p" 2>/dev/null) == ii* ]] || missing+=("$p")
    done
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null || die "needs what Debian has as: ${missing[*]}"
    local log=$ARIA_TOOLS_CACHE/apt.log
    # A package list of a foreign architecture may fail: the installation decides.
    [[ -n ${APT_UPDATED:-} ]] || { as_root apt-get update -qq >>"$log" 2>&1 || true; export APT_UPDATED=1; }
    as_root apt-get install -y -qq --no-install-recommends --no-remove "${missing[@]}" >>"$log" 2>&1 ||
        { tail -n 20 "$log" >&2; die "apt-get install ${missing[*]} failed"; }
}

# apt_unpack PACKAGE DIR - a package's files below DIR, without installing it.
apt_unpack() {
    local t; t=$(mktemp -d)
    (cd "$t" && { apt-get download -qq "$1" || { as_root apt-get update -qq || true; apt-get download -qq "$1"; }; } >"$t/log" 2>&1) ||
        { cat "$t/log" >&2; die "no package $1"; }
    mkdir -p "$2"; dpkg -x "$t"/*.deb "$2"; rm -rf "$t"
}

# rust_for TRIPLE CRATES - set RUSTC and PATH so that cargo can build for TRIPLE. With rustup's target
# where rustup has it or can get it; else with Debian's Rust, whose package of the standard library's
# source is built once (CRATES of it: std,panic_unwind,test or core,alloc) into a sysroot of our own.
# User code is compiled as by a stable compiler in both cases.
rust_for() {
    local triple=$1 crates=$2 v sysroot lib
    if [[ $(rustup target list --installed 2>/dev/null) == *"$triple"* ]]; then return 0; fi
    if [[ ! -e $ARIA_TOOLS_CACHE/rustup-cannot ]]; then
        timeout 120 rustup target add "$triple" >/dev/null 2>&1 && return 0
        : >"$ARIA_TOOLS_CACHE/rustup-cannot"
        say "rustup cannot add $triple, taking Debian's Rust from now on (remembered in $ARIA_TOOLS_CACHE)"
    fi
    apt_need rustc-web cargo-web rust-web-src gcc libc6-dev
    v=$(/usr/bin/rustc -V | sed -n 's/^rustc \([^ ]*\).*/\1/p')
    sysroot=$ARIA_TOOLS_CACHE/rust-$v lib=$ARIA_TOOLS_CACHE/rust-$v/lib/rustlib/$triple/lib
    mkdir -p "$sysroot/lib/rustlib" "$sysroot/bin"
    ln -sfn /usr/lib/rustlib/x86_64-unknown-linux-gnu "$sysroot/lib/rustlib/x86_64-unknown-linux-gnu"
    ln -sfn /usr/lib/rustlib/src "$sysroot/lib/rustlib/src"
    ln -sfn /usr/bin/cargo "$sysroot/bin/cargo"
    local b
    for b in rustc rustdoc; do
        printf '#!/bin/sh\nexec /usr/bin/%s --sysroot %q "$@"\n' "$b" "$sysroot" >"$sysroot/bin/$b.$$"
        chmod +x "$sysroot/bin/$b.$$"; mv "$sysroot/bin/$b.$$" "$sysroot/bin/$b"
    done
    if [[ ! -e $lib/.done ]]; then
        say "building $crates for $triple (once)"
        local w; w=$(mktemp -d)
        mkdir -p "$w/src"
        if [[ $crates == *std* ]]; then : >"$w/src/lib.rs"; else echo '#![no_std]' >"$w/src/lib.rs"; fi
        printf '[package]\nname = "only-std"\nversion = "0.0.0"\nedition = "2021"\n[profile.release]\nopt-level = 1\n[workspace]\n' >"$w/Cargo.toml"
        (cd "$w" && env -u RUSTFLAGS -u CARGO_TARGET_DIR RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
            /usr/bin/cargo build -q --release --target "$triple" "-Zbuild-std=$crates" \
            "-Zbuild-std-features=$([[ $crates == *panic_unwind* ]] && echo panic-unwind)" >"$w/log" 2>&1) ||
            { tail -n 40 "$w/log" >&2; die "the standard library did not build for $triple"; }
        mkdir -p "$lib"; cp "$w/target/$triple/release/deps/"*.rlib "$lib/"; rm -f "$lib"/libonly_std-*.rlib
        : >"$lib/.done"; rm -rf "$w"
    fi
    RUST_SYSROOT=$sysroot
    export RUSTC=$sysroot/bin/rustc RUSTDOC=$sysroot/bin/rustdoc PATH=$sysroot/bin:$PATH
    # objects of two compilers do not mix
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/debian
}
