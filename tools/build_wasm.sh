#!/usr/bin/env bash
# tools/build_wasm.sh [TARGET_DIR [MODULE]]: builds the contract as WebAssembly into TARGET_DIR/webassembly (target/webassembly), all of these or
# one, and prints that folder:
#   inarow.wasm        everything, for hosts without a system interface (browsers, Node.js, the edge, wasmtime)
#   inarow-small.wasm  the same without the opening book of Connect Four
#   inarow-lines.wasm  a command that answers lines of JSON, for WASI
# Needs rustup, which gets the targets. Without it, as root on Debian, it takes compiler and standard library from Debian's packages.
# `wasm-opt` (Debian's package binaryen) makes the modules a little smaller, if it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CARGO_TARGET_DIR=${1:-target}
wanted=${2:-}
out=$CARGO_TARGET_DIR/webassembly
mkdir -p "$out"

# RUSTFLAGS would take the place of the flags of each target.
unset RUSTFLAGS
cargo=(cargo)
build_std=()
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=2097152 -C link-arg=--max-memory=268435456"
export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=2097152 -C link-arg=--max-memory=268435456"

# Compiler, linker and the sources of the standard library from Debian's packages, unpacked into the target folder.
use_debian() {
    local root
    root=$(realpath -m "$CARGO_TARGET_DIR")/debian-wasm
    if [[ ! -x $root/usr/bin/wasm-ld-22 ]]; then
        rm -rf "$root"
        mkdir -p "$root/packages"
        apt-get update -q
        (cd "$root/packages" && apt-get download -q rustc-web cargo-web libstd-rust-web-1.96 libstd-rust-web-dev rust-web-src libllvm22 lld-22 \
            libgit2-1.5 libhttp-parser2.9 libmbedcrypto7 libmbedx509-1 libmbedtls14 wasi-libc)
        for package in "$root"/packages/*.deb; do dpkg -x "$package" "$root"; done
    fi
    export LD_LIBRARY_PATH=$root/usr/lib/$(uname -m)-linux-gnu RUSTC=$root/usr/bin/rustc RUSTC_BOOTSTRAP=1
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$root/usr/bin/wasm-ld-22 CARGO_TARGET_WASM32_WASIP1_LINKER=$root/usr/bin/wasm-ld-22
    local wasi=$root/usr/lib/wasm32-wasi
    CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS+=" -C link-self-contained=no -C link-arg=-L$wasi -C link-arg=$wasi/crt1-command.o -C link-arg=-lc"
    cargo=("$root/usr/bin/cargo")
    build_std=(-Zbuild-std=std,panic_abort)
}

if ! { command -v rustup && rustup target add wasm32-unknown-unknown wasm32-wasip1; } >&2; then
    use_debian >&2
fi

# module NAME TARGET FEATURES…: builds one module.
module() {
    local name=$1 target=$2
    shift 2
    [[ ${wanted:-$name} == "$name" ]] || return 0
    local kind=(--lib --crate-type cdylib) made=inarow_wasm.wasm
    [[ $target == wasm32-unknown-unknown ]] || { kind=(--bin inarow-lines) made=inarow-lines.wasm; }
    "${cargo[@]}" rustc --locked --package inarow-wasm "${kind[@]}" --profile wasm --target "$target" "${build_std[@]}" "$@" >&2
    made=$CARGO_TARGET_DIR/$target/wasm/$made
    if command -v wasm-opt >/dev/null; then
        wasm-opt --all-features --strip-debug --strip-producers --strip-target-features -O3 "$made" -o "$out/$name"
    else
        cp "$made" "$out/$name"
    fi
}

module inarow-small.wasm wasm32-unknown-unknown --no-default-features
module inarow.wasm wasm32-unknown-unknown
module inarow-lines.wasm wasm32-wasip1
# The packages for callers have them beside their code.
for name in inarow inarow-small; do
    if [[ -f $out/$name.wasm && -d clients/js ]]; then cp "$out/$name.wasm" clients/js/; fi
done
if [[ -f $out/inarow.wasm && -d clients/python ]]; then cp "$out/inarow.wasm" clients/python/src/inarow/; fi
realpath "$out"
