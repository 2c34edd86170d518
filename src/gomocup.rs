//! The Gomocup protocol on standard input and output: a match manager starts the program and tells it the moves.
//!
//! Cells are written `x,y`, column and row from 0 at the top left. Lines that are no command are answered with `UNKNOWN`, those
//! that cannot be obeyed with `ERROR`.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineConfig, Query};
use crate::game::{Cell, Game, Overline, Player, Position, Rules, RulesSpec, Setup, Status};
use crate::search::Limits;

/// Five in a row.
const K: u64 = 5;
/// Kept back from every limit for the way there and back, and of the limit itself this part: a machine may be busy.
const MARGIN: Duration = Duration::from_millis(25);
const MARGIN_PART: u32 = 20;
/// Even a limit of nothing leaves this much.
const TURN_MIN: Duration = Duration::from_millis(10);
/// The time left for a game is meant to last for so many moves more.
const MOVES_LEFT: u32 = 12;
const TABLE_BYTES: usize = 128 << 20;
const TABLE_BYTES_MIN: usize = 1 << 20;

/// Obeys the commands of a match manager until `END` or the end of the input.
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
            "INFO" => {
                player.learn(rest);
                continue;
            }
            "BOARD" => player.set_up(&mut lines)?,
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                format!("name=\"inarow\", version=\"{version}\", author=\"inarow\", country=\"-\"")
            }
            command => player.obey(command, rest.trim()).unwrap_or_else(|fault| fault),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// What the program knows of the game, and what plays it.
struct Brain {
    /// For the moves of one game.
    engine: Engine,
    table_bytes: usize,
    /// Columns and rows, once a game has begun.
    size: Option<(usize, usize)>,
    overline: Overline,
    /// Stones in the order they came, and whether they are the program's own.
    stones: Vec<(Cell, bool)>,
    turn: Duration,
    left: Option<Duration>,
}

impl Brain {
    fn new() -> Brain {
        Brain {
            engine: Engine::for_one_game(EngineConfig { table_bytes: TABLE_BYTES }),
            table_bytes: TABLE_BYTES,
            size: None,
            overline: Overline::Allowed,
            stones: Vec::new(),
            turn: Duration::from_secs(30),
            left: None,
        }
    }

    /// The answer to a command of one line, or what is wrong with it.
    fn obey(&mut self, command: &str, rest: &str) -> Result<String, String> {
        let ok = || Ok(String::from("OK"));
        match command {
            "START" => {
                let side = rest.parse().map_err(|_| format!("ERROR {rest:?} is not a size"))?;
                self.start(side, side).and_then(|()| ok())
            }
            "RECTSTART" => {
                let (width, height) = pair(rest).ok_or_else(|| format!("ERROR {rest:?} is not width,height"))?;
                self.start(width, height).and_then(|()| ok())
            }
            "RESTART" => {
                let (width, height) = self.size.ok_or_else(no_game)?;
                self.start(width, height).and_then(|()| ok())
            }
            "BEGIN" => self.think(),
            "TURN" => {
                let cell = self.cell(rest)?;
                self.place(cell, false)?;
                self.think()
            }
            "TAKEBACK" => {
                let cell = self.cell(rest)?;
                let at = self.stones.iter().rposition(|&(other, _)| other == cell);
                self.stones.remove(at.ok_or_else(|| format!("ERROR there is no stone on {rest}"))?);
                ok()
            }
            _ => Err(format!("UNKNOWN command {command:?}")),
        }
    }

    fn start(&mut self, width: usize, height: usize) -> Result<(), String> {
        let rules = self.rules((width, height)).map_err(|fault| format!("ERROR {fault}"))?;
        self.size = Some((width, height));
        self.stones.clear();
        self.engine = Engine::for_one_game(EngineConfig { table_bytes: self.table_bytes });
        // What takes time to build is built while no clock runs.
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let chosen = self.engine.choose(&Query { limits, ..Query::new(Position::new(Game::shared(rules))) });
        chosen.map(|_| ()).map_err(|fault| format!("ERROR {fault}"))
    }

    fn rules(&self, (width, height): (usize, usize)) -> Result<Rules, String> {
        let (width, height, overline) = (width as u64, height as u64, self.overline);
        let spec = RulesSpec { width, height, k: K, gravity: false, overline, misere: false };
        Rules::new(spec).map_err(|errors| joined(&errors))
    }

    /// Notes what the manager says about time, memory and rules; what is unknown means nothing.
    fn learn(&mut self, rest: &str) {
        let Some((key, value)) = rest.trim().split_once(char::is_whitespace) else { return };
        let Ok(value) = value.trim().parse::<i64>() else { return };
        let time = Duration::from_millis(value.max(0) as u64);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = time,
            // Without a limit for the match the manager says 0, and a time left of some weeks.
            "timeout_match" => self.left = (value > 0).then_some(time),
            "time_left" => self.left = Some(time),
            "max_memory" if value > 0 => {
                self.table_bytes = (value as usize / 4).clamp(TABLE_BYTES_MIN, TABLE_BYTES);
                self.engine = Engine::for_one_game(EngineConfig { table_bytes: self.table_bytes });
            }
            "rule" => self.overline = if value & 1 == 1 { Overline::Forbidden } else { Overline::Allowed },
            _ => {}
        }
    }

    /// Reads stones up to `DONE`, and moves.
    fn set_up(&mut self, lines: &mut impl Iterator<Item = io::Result<String>>) -> io::Result<String> {
        self.stones.clear();
        let mut fault = None;
        for line in lines {
            let line = line?;
            let line = line.trim();
            if line.eq_ignore_ascii_case("DONE") {
                break;
            }
            let stone = line.rsplit_once(',').ok_or_else(|| format!("ERROR {line:?} is not x,y,who"));
            let placed = stone.and_then(|(cell, who)| {
                let cell = self.cell(cell)?;
                self.place(cell, who.trim() == "1")
            });
            fault = fault.or(placed.err());
        }
        Ok(fault.unwrap_or_else(|| self.think().unwrap_or_else(|fault| fault)))
    }

    fn cell(&self, text: &str) -> Result<Cell, String> {
        let (width, height) = self.size.ok_or_else(no_game)?;
        let (x, y) = pair(text).ok_or_else(|| format!("ERROR {text:?} is not x,y"))?;
        if x < width && y < height { Ok(y * width + x) } else { Err(format!("ERROR {text} is off the board")) }
    }

    fn place(&mut self, cell: Cell, own: bool) -> Result<(), String> {
        if self.stones.iter().any(|&(other, _)| other == cell) {
            return Err(String::from("ERROR the cell is occupied"));
        }
        self.stones.push((cell, own));
        Ok(())
    }

    /// Chooses a move, plays it and says where.
    fn think(&mut self) -> Result<String, String> {
        let arrival = Instant::now();
        let size = self.size.ok_or_else(no_game)?;
        let game = Game::shared(self.rules(size).map_err(|fault| format!("ERROR {fault}"))?);
        let own = self.stones.iter().filter(|&&(_, own)| own).count();
        // Who has as many stones as the other side, and is to move, began.
        let me = if 2 * own == self.stones.len() { Player::X } else { Player::O };
        let mut cells = vec![None; game.rules().cells()];
        for &(cell, own) in &self.stones {
            cells[cell] = Some(if own { me } else { me.opponent() });
        }
        let setup = Setup { game, cells, turn: Some(me) };
        let position = setup.into_position(false).map_err(|errors| format!("ERROR {}", joined(&errors)))?;
        if position.status() != Status::Ongoing {
            return Err(String::from("ERROR the game is over"));
        }
        let limits = Limits { deadline: Some(arrival + self.time()), ..Limits::default() };
        let chosen = self.engine.choose(&Query { limits, ..Query::new(position) });
        let cell = chosen.map_err(|fault| format!("ERROR {fault}"))?.0.cell;
        self.stones.push((cell, true));
        Ok(format!("{},{}", cell % size.0, cell / size.0))
    }

    /// The time for one move.
    fn time(&self) -> Duration {
        let left = self.left.map_or(self.turn, |left| left / MOVES_LEFT);
        let limit = self.turn.min(left);
        limit.saturating_sub(MARGIN + limit / MARGIN_PART).max(TURN_MIN)
    }
}

fn no_game() -> String {
    String::from("ERROR no game has begun; send START first")
}

/// The texts of errors, separated by semicolons.
fn joined(errors: &[impl ToString]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Two numbers with a comma between them.
fn pair(text: &str) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(',')?;
    Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_its_part_of_the_time_less_a_margin() {
        for (infos, expected_ms) in [
            (&["timeout_turn 5000"][..], 4_725),
            // The time left lasts for twelve moves more.
            (&["timeout_turn 5000", "timeout_match 12000"], 925),
            (&["timeout_turn 5000", "time_left 1200"], 70),
            (&["timeout_turn 100", "timeout_match 12000"], 70),
            (&["timeout_turn 5000", "timeout_match 60000", "time_left 12000"], 925),
            (&["timeout_turn 5000", "time_left 12000", "timeout_match 0"], 4_725),
            (&["timeout_turn 0"], 10),
            (&["timeout_turn 5000", "time_left 0"], 10),
            (&["timeout_turn 5000", "time_left -7"], 10),
            (&["timeout_turn 5000", "timeout_turn soon", "time_lost 3", ""], 4_725),
            (&[], 28_475),
        ] {
            let mut player = Brain::new();
            infos.iter().for_each(|info| player.learn(info));
            assert_eq!(player.time().as_millis(), expected_ms, "{infos:?}");
        }
    }
}
