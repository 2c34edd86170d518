//! The command `book`: generates the opening book and shows the progress.

use std::error::Error;

use inarow::config::BookArgs;
use inarow::solve::book::{self, Progress};
use indicatif::{ProgressBar, ProgressStyle};

/// Positions, and how long the rest will take at the pace of this run. The bar itself would count earlier runs as well.
const STYLE: &str = "{bar:40} {pos}/{len} positions, {msg}";

/// Makes the book, or the part of it that was asked for.
///
/// # Errors
/// Files that cannot be read or written.
pub fn run(args: &BookArgs) -> Result<(), Box<dyn Error>> {
    let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(STYLE)?);
    let show = |progress: &Progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(message(progress));
    };
    let table_bytes = (args.table_mib as usize) << 20;
    if args.lines {
        book::generate_lines(args.part(), &args.state, &args.out, table_bytes, show)?;
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
