//! Prints the tables of docs/src/variants-ini-keys.md: `cargo run -p ferz-import --example keys`.

fn main() {
    print!("{}", ferz_import::manual());
}
