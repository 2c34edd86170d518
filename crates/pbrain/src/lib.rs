//! The Gomocup protocol on standard input and output, for match managers.
//!
//! Cells are written `x,y`: column and row, from 0 at the top left. The answer to an unknown command is `UNKNOWN`, to a command
//! that fails `ERROR`. Before a move a `MESSAGE` has the result of the search. Rules that are not played are told at once by a
//! `MESSAGE`, and commands for a move are then answered by `ERROR`.

mod brain;
mod clock;
mod swap2;
mod system_clocks;

use std::io::{self, BufRead, Write};

use self::brain::Brain;
use inarow_engine::game::Rules;

/// Executes the commands of a match manager until `END` or the end of the input.
///
/// # Errors
/// Reading or writing failed.
pub fn play(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut player = Brain::new();
    let mut lines = input.lines();
    while let Some(line) = lines.next() {
        let line = line?;
        let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let answer = match command.to_ascii_uppercase().as_str() {
            "" => continue,
            "END" => return Ok(()),
            "INFO" => match player.read_info(rest) {
                Some(remark) => remark,
                None => continue,
            },
            "BOARD" => {
                let stones = until_done(&mut lines)?;
                player.set_up(&stones).unwrap_or_else(|error| error)
            }
            "SWAP2BOARD" => {
                let stones = until_done(&mut lines)?;
                player.open(&stones).unwrap_or_else(|error| error)
            }
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                format!(
                    "name=\"inarow\", version=\"{version}\", author=\"inarow\", country=\"-\", rules=\"0 freestyle, 1 exactly five\""
                )
            }
            command => player.execute(command, rest.trim()).unwrap_or_else(|error| error),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// The lines up to `DONE`, which name stones.
fn until_done(lines: &mut impl Iterator<Item = io::Result<String>>) -> io::Result<Vec<String>> {
    let mut stones = Vec::new();
    for line in lines {
        let line = line?.trim().to_owned();
        if line.eq_ignore_ascii_case("DONE") {
            break;
        }
        // No board has more cells: stones beyond them are an error whatever comes after.
        if stones.len() <= Rules::SIDE_MAX.pow(2) {
            stones.push(line);
        }
    }
    Ok(stones)
}
