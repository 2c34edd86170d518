//! Plays five in a row for a match manager: the Gomocup protocol on standard input and output.

use std::io;

fn main() -> io::Result<()> {
    pbrain_inarow::play(io::stdin().lock(), io::stdout())
}
