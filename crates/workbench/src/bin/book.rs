//! Generates the opening book of Connect Four and shows the progress.

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;
use inarow_workbench::book::{self, Progress};
use indicatif::{ProgressBar, ProgressStyle};

/// Positions, and how long the rest will take at the pace of this run. The bar itself would count earlier runs as well.
const STYLE: &str = "{bar:40} {pos}/{len} positions, {msg}";

/// Makes the opening book of Connect Four: solves every position after so many stones. Takes hours, and goes on where it was
/// interrupted.
#[derive(Parser, Clone, Debug, PartialEq, Eq)]
struct Args {
    /// Stones on the boards that are solved.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=12))]
    ply: u32,

    /// File of the scores found so far, one "index score" a line; it is continued if it exists.
    #[arg(long, default_value = "connect-four.state")]
    state: PathBuf,

    /// File to write the finished book to.
    #[arg(long, default_value = "connect-four.book")]
    out: PathBuf,

    /// Memory of the transposition table, in MiB.
    #[arg(long, default_value_t = 1_024, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table_mib: u32,

    /// Find variations of best play from the positions after 6 and after 9 stones instead; the embedded book is the base of them.
    #[arg(long, conflicts_with = "ply")]
    variations: bool,

    /// Solve only the positions from this index on: several processes, each with its own state, can share the work.
    #[arg(long, requires = "to")]
    from: Option<usize>,

    /// Solve only the positions before this index.
    #[arg(long, requires = "from")]
    to: Option<usize>,
}

impl Args {
    /// The indices of the positions to solve; `None` for all.
    fn part(&self) -> Option<std::ops::Range<usize>> {
        self.from.zip(self.to).map(|(from, to)| from..to)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(STYLE)?);
    let show = |progress: &Progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(message(progress));
    };
    let table_bytes = (args.table_mib as usize) << 20;
    if args.variations {
        book::generate_variations(args.part(), &args.state, &args.out, table_bytes, show)?;
    } else if let Some(part) = args.part() {
        book::solve_ply(args.ply, part, &args.state, table_bytes, show)?;
    } else {
        book::generate(args.ply, &args.state, &args.out, table_bytes, show)?;
    }
    bar.finish();
    Ok(())
}

fn message(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let (pace, nodes) = (progress.solved as f64 / seconds, progress.nodes as f64 / seconds / 1e6);
    let left = progress.left().as_secs();
    let (hours, minutes, seconds) = (left / 3_600, left / 60 % 60, left % 60);
    format!("{pace:.1}/s, {nodes:.2} M nodes/s, {hours}:{minutes:02}:{seconds:02} left")
}
