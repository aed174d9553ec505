//! The native module of the Python package `ferz`.
//!
//! It holds no rules: it gives Python access to the crates. Variants are shared, positions never
//! change, and long computations release the interpreter and can be interrupted.

mod batch;
mod codes;
mod error;
mod fields;
mod fog;
mod game;
mod homes;
mod jobs;
mod long;
mod material;
mod node;
mod position;
mod pyffish;
mod share;
mod stack;
mod tools;
mod validate;
mod value;
mod variant;

use pyo3::prelude::*;

#[pymodule]
fn _ferz(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    error::register(module)?;
    variant::register(module)?;
    position::register(module)?;
    game::register(module)?;
    batch::register(module)?;
    tools::register(module)?;
    jobs::register(module)?;
    pyffish::register(module)?;
    Ok(())
}
