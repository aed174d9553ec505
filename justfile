# Every recipe is a cargo line; `just check` is what CI runs before the referees (.ci/run).

# Lists the recipes.
default:
    @just --list

# All that CI demands of the code.
check: test fmt lint doc

# What CI demands, and the tests with random games on twenty times as many; takes hours.
full: check
    FERZ_MATRIX=all FERZ_SAMPLES=30 FERZ_LAWS=10000 cargo test --profile checked -p ferz-tests
    FERZ_VARIANTS=all FERZ_POSITIONS=500 FERZ_HANDS=500 FERZ_GAMES=20 FERZ_PAGES=all FERZ_WEB=--release .ci/run
    python3 tests/referees/xboard.py --ferz target/debug/ferz
    python3 tests/referees/sjaak.py --ferz target/debug/ferz
    python3 tests/referees/imports.py sjaak --depth 4
    python3 tests/referees/imports.py fairymax --games 5

# Other random games than today's: `just games 4711`; what a failure prints can be given here.
games seed:
    FERZ_SEED={{seed}} cargo test -p ferz-tests --test random_rules --test slow_vs_fast --test solve

# After a change of the engine, in less than a minute: the engine on stored rules, and the grammar.
# After a change of another crate, its own tests: `just quick ferz-drawing`.
quick package="":
    cargo test {{ if package == "" { "--workspace --test board --test perft --test grammar" } else { "--package " + package } }}

# Stores the rules of the engine's own tests again, after rulesets or the form of rules have changed.
ladders:
    FERZ_WRITE=1 cargo test -p ferz-tests --test ladders

# All tests.
test:
    cargo test --workspace

# The format of the code.
fmt:
    cargo fmt --all --check

# Lints, warnings denied.
lint:
    cargo clippy --workspace --all-targets -- -D warnings

# The documentation of the crates, warnings denied.
doc:
    cargo --config 'build.rustdocflags=["-D","warnings"]' doc --workspace --no-deps

# Everything wrong with the bundled variants.
rules:
    cargo run --release -q -- check --bundled --deny-warnings

# The tests of the bundled variants.
rules-test:
    cargo run --release -q -- test --bundled

# The book, with a page for every bundled variant (needs mdbook: `cargo install mdbook`); it comes to docs/book.
book:
    cargo run -q -- doc --all --format md -o docs/src/variants
    mdbook build docs

# The pages of the book about hooks, from their declarations.
manual:
    cargo run -q -- hooks --markdown > docs/src/hooks.md
    for hook in $(cargo run -q -- hooks | cut -d' ' -f1); do cargo run -q -- hooks $hook --markdown > docs/src/hooks/$hook.md; done

# The page of the workbench, into workbench/web/dist.
page:
    npm ci --prefix workbench/web && npm run build --prefix workbench/web

# A site of plain files: the gallery, rules pages with boards that play, and the workbench.
site folder:
    node js/site.mjs {{folder}}

# Speed beside other engines.
bench *args:
    cargo run --release -p ferz-benches -- {{args}}

# Reviews changed snapshots.
review:
    cargo insta review

# Each fuzz target for so many seconds, or those that are named: `just fuzz 60`, `just fuzz 60 fen pgn`.
fuzz seconds *targets:
    cargo build --release -p ferz-cli
    cargo run --release -p ferz-fuzz -- {{seconds}} {{targets}}

# The tests of the two lines of `unsafe`, in Miri (`rustup component add miri rust-src --toolchain nightly`).
miri:
    RUSTFLAGS="" cargo +nightly miri test -p ferz-engine --test board
    RUSTFLAGS="-C target-feature=+bmi2" cargo +nightly miri test -p ferz-engine --test board

# The laws on so many mixtures of rules: `just laws 10000`.
laws count:
    FERZ_LAWS={{count}} cargo test --release -p ferz-tests --test laws -- --nocapture

# Installs the command.
install:
    cargo install --path cli
