# A static binary in an empty image.

FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
# A static C library needs the target named, or the flag would reach build scripts as well.
ENV RUSTFLAGS="-C target-feature=+crt-static -C link-arg=-Wl,-z,pack-relative-relocs"

# Dependencies alone, in a layer that changes only with the manifest: the crate itself is empty here.
COPY Cargo.toml Cargo.lock ./
COPY benches benches
RUN mkdir src \
    && echo 'fn main() {}' > src/main.rs \
    && echo 'fn main() {}' > build.rs \
    && touch src/lib.rs \
    && cargo build --release --locked --bin inarow --target "$(rustc --print host-tuple)"

COPY build.rs openapi.yaml ./
COPY build build
COPY third_party third_party
COPY src src
RUN touch build.rs src/lib.rs src/main.rs \
    && host="$(rustc --print host-tuple)" \
    && cargo build --release --locked --bin inarow --target "$host" \
    && cp "target/$host/release/inarow" /inarow

FROM scratch
LABEL org.opencontainers.image.title="inarow" \
      org.opencontainers.image.description="A stateless HTTP JSON move service for k-in-a-row games" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /inarow /inarow
USER 65532:65532
ENV INAROW_LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=2s --start-period=2s --retries=3 CMD ["/inarow", "healthcheck"]
ENTRYPOINT ["/inarow"]
