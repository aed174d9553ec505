//! The interpreter's parts, each on its own: words, movements, comments, suites.

mod allow;
mod betza;
mod contained;
mod letters;
mod random;
mod spared;
mod squares;
mod suite;
mod vocabulary;
