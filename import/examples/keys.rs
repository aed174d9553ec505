//! Prints the tables of docs/src/from-variants-ini.md: `cargo run -p ferz-import --example keys`.

fn main() {
    print!("{}", ferz_import::manual());
}
