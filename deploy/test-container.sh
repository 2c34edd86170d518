#!/usr/bin/env bash
# Builds the image and runs it as a cluster would: no root, no capabilities, a read-only root file system. Reports its size, its
# memory idle and under load, the time from start to the first answer, and the time it takes to stop.
#
# Needs root on a Debian machine, about five minutes and 7 GB; no container engine has to run. Where the base image cannot be
# had from a registry, one with the same name is made of Debian's packages and the Rust toolchain of this machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

image=localhost/inarow:test
name=inarow-test
root=
run=(podman --runtime runc --cgroup-manager cgroupfs)

export DEBIAN_FRONTEND=noninteractive
missing=()
for pair in buildah:buildah podman:podman runc:runc debootstrap:debootstrap curl:curl python3:python3; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
if ((${#missing[@]})); then
    apt-get update -q
    apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

trap '[[ -z $root ]] || rm -rf "$root"; "${run[@]}" rm --force "$name" >/dev/null 2>&1 || true' EXIT
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url=http://127.0.0.1:$port

base=$(sed -n 's/^ARG RUST=//p' Dockerfile)
if ! buildah inspect --type image "docker.io/library/$base" >/dev/null 2>&1 && ! buildah pull "docker.io/library/$base" >/dev/null 2>&1; then
    echo "making a base image named $base"
    root=$(mktemp -d)
    debootstrap --variant=minbase --include=ca-certificates,gcc,libc6-dev bookworm "$root" >/dev/null
    mkdir -p "$root/usr/local"
    cp -a "$(rustc --print sysroot)" "$root/usr/local/rust"
    # The settings by which cargo finds crates as on this machine.
    mkdir -p "$root/usr/local/cargo"
    for file in config.toml config; do
        if [[ -f ${CARGO_HOME:-$HOME/.cargo}/$file ]]; then cp "${CARGO_HOME:-$HOME/.cargo}/$file" "$root/usr/local/cargo/"; fi
    done
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || true
    container=$(buildah from scratch)
    buildah add -q "$container" "$root" /
    buildah config --env PATH=/usr/local/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        --env CARGO_HOME=/usr/local/cargo "$container"
    buildah commit -q "$container" "docker.io/library/$base" >/dev/null
    buildah rm "$container" >/dev/null
fi

revision=$(git rev-parse HEAD 2>/dev/null || true)
network=()
for variable in http_proxy https_proxy no_proxy SSL_CERT_FILE; do
    if [[ -n ${!variable:-} ]]; then network+=(--env "$variable=${!variable}"); fi
done
buildah bud --isolation chroot --network host --format docker "${network[@]}" \
    --build-arg REVISION="$revision" --tag "$image" .
bytes=$("${run[@]}" image inspect --format '{{.Size}}' "$image")

milliseconds() { date +%s%3N; }
stop() { "${run[@]}" rm --force "$name" >/dev/null 2>&1 || true; }
stop
start=$(milliseconds)
"${run[@]}" run --detach --name "$name" --network host --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 \
    --read-only --cap-drop=ALL --env "INAROW_LISTEN=127.0.0.1:$port" "$image" >/dev/null
until curl -fsS -o /dev/null "$url/v1/move?board=XO.......&turn=X" 2>/dev/null; do
    (($(milliseconds) - start < 30000)) || { "${run[@]}" logs "$name"; echo 'no answer'; exit 1; }
    sleep 0.01
done
first=$(($(milliseconds) - start))
curl -fsS "$url/version" | grep -qF "\"commit\":${revision:+\"}${revision:-null}" || { echo 'the container does not say which commit it is'; exit 1; }
# The container answers, and no other process that has taken the port meanwhile.
address=$(printf '0100007F:%04X' "$port")
socket=$(awk -v address="$address" '$2 == address && $4 == "0A" {print $10}' /proc/net/tcp)
process=$("${run[@]}" inspect --format '{{.State.Pid}}' "$name")
[[ -n $socket ]] && readlink /proc/"$process"/fd/* | grep -qxF "socket:[$socket]" || { echo "another process listens on port $port"; exit 1; }
resident() { curl -fsS "$url/metrics" | awk '$1 == "process_resident_memory_bytes" {printf "%.1f MiB", $2 / 1048576}'; }
idle=$(resident)
uid=$("${run[@]}" inspect --format '{{.Config.User}}' "$name")
"${run[@]}" exec "$name" /inarow healthcheck
for game in gomoku connect-four four-by-four; do
    for _ in 1 2 3 4; do curl -fsS -o /dev/null "$url/v1/move?game=$game&movetime=1000" & done
done
wait
load=$(resident)
start=$(milliseconds)
"${run[@]}" stop --time 20 "$name" >/dev/null
stopped=$(($(milliseconds) - start))
code=$("${run[@]}" inspect --format '{{.State.ExitCode}}' "$name")
printf 'image %s bytes, user %s\nfirst answer after %s ms, with the start of the container\nresident %s idle, %s after twelve searches\nstopped within %s ms, exit code %s\n' \
    "$bytes" "$uid" "$first" "$idle" "$load" "$stopped" "$code"
# Texts of the licences and labels are for those who pass the image on.
container=$("${run[@]}" create "$image")
for text in LICENSE-MIT LICENSE-APACHE LICENCES.md bitbully-databases/LICENSE; do
    "${run[@]}" cp "$container:/licences/$text" - | tar -t >/dev/null || { echo "the image has no $text"; exit 1; }
done
"${run[@]}" rm "$container" >/dev/null
"${run[@]}" image inspect --format '{{range $name, $value := .Labels}}{{$name}}: {{$value}}{{"\n"}}{{end}}' "$image" | grep '^org'
[[ $code == 0 && $uid != 0* ]]
