# The command in a container: docker build -t ferz .
#   docker run -p 8080:8080 ferz
#       the workbench for strangers
#   docker run --user "$(id -u)" -v "$PWD:/work" ferz study gardner --job 1/4 --out 1.jsonl
#       a part of a study
FROM rust:1-slim AS build
WORKDIR /ferz
COPY . .
# Not for the machine that builds.
ENV RUSTFLAGS=""
RUN cargo build --release --locked -p ferz-cli

FROM debian:stable-slim
RUN useradd --system ferz && install -d -o ferz /work
COPY --from=build /ferz/target/release/ferz /usr/local/bin/ferz
USER ferz
WORKDIR /work
EXPOSE 8080
ENTRYPOINT ["ferz"]
CMD ["serve", "--public", "--port", "8080"]
