# A static binary in an empty image, for the platform of the build or for several:
#   docker build --build-arg REVISION="$(git rev-parse HEAD)" -t inarow .
#   docker buildx build --platform linux/amd64,linux/arm64 --push -t … .
# Each platform is built by its own compiler, on a builder of its kind or emulated: no cross compiler, and the same steps.

# The tag moves with fixes of the base. For a build that can be repeated name its digest, which this prints:
#   docker buildx imagetools inspect rust:1.95-slim-bookworm --format '{{.Manifest.Digest}}'
#   docker build --build-arg RUST=rust:1.95-slim-bookworm@sha256:… .
ARG RUST=rust:1.95-slim-bookworm

FROM ${RUST} AS build
WORKDIR /build
# A static C library needs the target named, or the flag would reach build scripts as well.
ENV RUSTFLAGS="-C target-feature=+crt-static -C link-arg=-Wl,-z,pack-relative-relocs"

COPY Cargo.toml Cargo.lock build.rs openapi.yaml ./
COPY build build
COPY docs/guide.md docs/shell.md docs/games-and-heuristics.md docs/operations.md docs/runbook.md docs/
COPY third_party third_party
COPY crates crates
COPY src src
COPY clients/js/engine.js clients/js/engine.js
COPY tools/build_wasm.sh tools/build_wasm.sh
# The caches keep the dependencies from one build to the next; what is compiled has a cache for each platform, so that builds for
# several do not wait for each other. The context has no benches of the service.
ARG TARGETPLATFORM
# `/version` and `inarow_build_info` name it: the context has no repository to ask.
ARG REVISION=
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/build/target,id=inarow-target-${TARGETPLATFORM} \
    sed -i '/^\[\[bench\]\]$/,/^$/d' Cargo.toml \
    && host="$(rustc --print host-tuple)" \
    && INAROW_WASM="$(tools/build_wasm.sh target inarow.wasm)/inarow.wasm" \
    && export INAROW_WASM INAROW_COMMIT="${REVISION}" \
    && cargo build --release --locked --package inarow --target "$host" \
    && cp "target/$host/release/inarow" /inarow

FROM scratch
COPY LICENSE-MIT LICENSE-APACHE third_party/LICENCES.md third_party/README.md /licences/
COPY third_party/bitbully-databases/LICENSE /licences/bitbully-databases/
COPY --from=build /inarow /inarow
# Last, since they change with every commit.
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title="inarow" \
      org.opencontainers.image.description="A stateless HTTP JSON move service for k-in-a-row games" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
USER 65532:65532
# Where a platform chooses the port, it sets this.
ENV PORT=8080
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=2s --start-period=2s --retries=3 CMD ["/inarow", "healthcheck"]
ENTRYPOINT ["/inarow"]
