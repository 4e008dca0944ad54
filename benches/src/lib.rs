//! How fast ARIA and AES run here: every backend and mode of this workspace against its peers, all
//! interleaved in one run.
//!
//! ```text
//! subjects   what can be measured: a cipher, a key size, a mode, and who runs it
//!    |       (ours, from the lists of the crates; peers, whatever this machine has)
//! measure    samples in turn, in cycles of the core clock; contended ones dropped; in each start of the program
//!    |
//! report     a figure and its noise, from several starts: saved as JSON
//!    |
//! table, chart, compare
//! ```
//!
//! Unsafe code is allowed here for two things: the chain of adds in [`clock`], and libraries that
//! are called through their C interface ([`peers`]).
pub mod chart;
pub mod clock;
pub mod compare;
pub mod measure;
pub mod ours;
pub mod peers;
pub mod report;
pub mod subject;
pub mod table;
