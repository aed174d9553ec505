# `ferz serve --public` in a container: docker build -t ferz . && docker run -p 8080:8080 ferz
FROM rust:1-slim AS build
WORKDIR /ferz
COPY . .
# Not for the machine that builds.
ENV RUSTFLAGS=""
RUN cargo build --release --locked -p ferz-cli

FROM debian:stable-slim
RUN useradd --system ferz
COPY --from=build /ferz/target/release/ferz /usr/local/bin/ferz
USER ferz
EXPOSE 8080
ENTRYPOINT ["ferz"]
CMD ["serve", "--public", "--port", "8080"]
