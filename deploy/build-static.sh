#!/usr/bin/env bash
# deploy/build-static.sh [TARGET_DIR [TARGET]]: builds the static release binary and prints where it is; TARGET is that of this
# machine unless it is named. The same sources, compiler and C library give the same bytes in any directory: no path of this
# machine gets into them. The commit does, which `/version` names; where there is no repository, INAROW_COMMIT says it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=${2:-$(rustc --print host-tuple)}
export CARGO_TARGET_DIR=${1:-target}
export RUSTFLAGS="-C target-feature=+crt-static --remap-path-prefix=$PWD=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
RUSTFLAGS+=" --remap-path-prefix=$(realpath -m "$CARGO_TARGET_DIR")=target -C link-arg=-Wl,--build-id=none"
# Half a megabyte less; linkers that cannot do it ignore it.
RUSTFLAGS+=" -C link-arg=-Wl,-z,pack-relative-relocs"
export INAROW_COMMIT=${INAROW_COMMIT-$(git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null || true)}
cargo build --release --locked --package inarow --target "$target" >&2
realpath "$CARGO_TARGET_DIR/$target/release/inarow"
