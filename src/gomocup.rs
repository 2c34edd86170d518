//! The Gomocup protocol on standard input and output, for match managers.
//!
//! Cells are written `x,y`: column and row, from 0 at the top left. The answer to an unknown command is `UNKNOWN`, to a command
//! that fails `ERROR`. Before a move a `MESSAGE` tells what the search has found. Rules that are not played are told at once by a
//! `MESSAGE`, and commands for a move are then answered by `ERROR`.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineConfig, Line, Query, Report};
use crate::game::{Cell, Game, Overline, Player, Position, Rules, RulesSpec, Setup, Status};
use crate::search::{Limits, Verdict};

/// Five in a row.
const K: u64 = 5;
/// Safety margin of each time limit: a constant, and 1/20 of the limit.
const MARGIN: Duration = Duration::from_millis(12);
const MARGIN_PART: u32 = 20;
/// Least time for a move, whatever the limit.
const TURN_MIN: Duration = Duration::from_millis(10);
/// The bits of the rule that are played: 0 is freestyle, 1 counts lines of exactly five. Others are continuous games (2), renju (4)
/// and caro (8).
const RULES_PLAYED: i64 = 1;
/// Moves for which the time left for a game must last.
const MOVES_LEFT: u32 = 12;
const TABLE_BYTES: usize = 128 << 20;
const TABLE_BYTES_MIN: usize = 1 << 20;

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
            "BOARD" => player.set_up(&mut lines)?,
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

/// The state of a game, with its engine.
struct Brain {
    /// The engine of the current game.
    engine: Engine,
    table_bytes: usize,
    /// Columns and rows; `None` before the first game.
    size: Option<(usize, usize)>,
    /// The rule of the manager, as it has sent it.
    rule: i64,
    /// The stones in order, and whether they are the program's own.
    stones: Vec<(Cell, bool)>,
    turn: Duration,
    left: Option<Duration>,
    /// Most positions to visit for a move.
    nodes: Option<u64>,
    /// By how much the last moves came later than they were meant to: on a busy machine a search ends when it gets the processor.
    late: Duration,
}

impl Brain {
    fn new() -> Brain {
        Brain {
            engine: Engine::for_one_game(EngineConfig { table_bytes: TABLE_BYTES }),
            table_bytes: TABLE_BYTES,
            size: None,
            rule: 0,
            stones: Vec::new(),
            turn: Duration::from_secs(30),
            left: None,
            nodes: None,
            late: Duration::ZERO,
        }
    }

    /// Executes a command of one line. Returns the answer, or an error line.
    fn execute(&mut self, command: &str, rest: &str) -> Result<String, String> {
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
        let rules = self.rules((width, height)).map_err(|error| format!("ERROR {error}"))?;
        self.size = Some((width, height));
        self.stones.clear();
        self.engine = Engine::for_one_game(EngineConfig { table_bytes: self.table_bytes });
        // Builds the tables before the clock runs.
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let chosen = self.engine.choose(&Query { limits, ..Query::new(Position::new(Game::shared(rules))) });
        chosen.map(|_| ()).map_err(|error| format!("ERROR {error}"))
    }

    fn rules(&self, (width, height): (usize, usize)) -> Result<Rules, String> {
        let (width, height) = (width as u64, height as u64);
        let overline = if self.rule & 1 == 1 { Overline::Forbidden } else { Overline::Allowed };
        let spec = RulesSpec { width, height, k: K, gravity: false, overline, misere: false };
        Rules::new(spec).map_err(|errors| joined(&errors))
    }

    /// Reads an `INFO` command: time, positions, memory and rules. Ignores unknown keys. Returns what there is to say.
    fn read_info(&mut self, rest: &str) -> Option<String> {
        let (key, value) = rest.trim().split_once(char::is_whitespace)?;
        let value = value.trim().parse::<i64>().ok()?;
        let time = Duration::from_millis(value.max(0) as u64);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = time,
            // A match without a limit has the value 0, and some weeks left.
            "timeout_match" => self.left = (value > 0).then_some(time),
            "time_left" => self.left = Some(time),
            // From the protocol of Yixin, for matches that no clock disturbs.
            "max_node" => self.nodes = (value > 0).then_some(value as u64),
            "max_memory" if value > 0 => {
                self.table_bytes = (value as usize / 4).clamp(TABLE_BYTES_MIN, TABLE_BYTES);
                self.engine = Engine::for_one_game(EngineConfig { table_bytes: self.table_bytes });
            }
            "rule" => {
                self.rule = value;
                return self.played_rule().err().map(|error| format!("MESSAGE {error}"));
            }
            _ => {}
        }
        None
    }

    /// Whether the rule of the manager is one that this program plays.
    fn played_rule(&self) -> Result<(), String> {
        let rule = self.rule;
        if rule & !RULES_PLAYED == 0 {
            return Ok(());
        }
        Err(format!("rule {rule} is not played: use 0 (freestyle) or 1 (exactly five)"))
    }

    /// Reads stones up to `DONE`, and chooses a move.
    fn set_up(&mut self, lines: &mut impl Iterator<Item = io::Result<String>>) -> io::Result<String> {
        self.stones.clear();
        let mut error = None;
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
            error = error.or(placed.err());
        }
        Ok(error.unwrap_or_else(|| self.think().unwrap_or_else(|error| error)))
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

    /// Chooses and plays a move. Returns its cell, behind a remark on the search.
    fn think(&mut self) -> Result<String, String> {
        let arrival = Instant::now();
        let size = self.size.ok_or_else(no_game)?;
        self.played_rule().map_err(|error| format!("ERROR {error}"))?;
        let position = self.position(size)?;
        let time = self.time();
        let limits = Limits { deadline: Some(arrival + time), nodes: self.nodes, ..Limits::default() };
        let (line, report) =
            self.engine.choose(&Query { limits, ..Query::new(position) }).map_err(|error| format!("ERROR {error}"))?;
        self.learn(arrival.elapsed().saturating_sub(time));
        self.stones.push((line.cell, true));
        Ok(format!("{}\n{}", remark(&line, &report, size.0), name(line.cell, size.0)))
    }

    /// The position of the stones, the program to move.
    fn position(&self, size: (usize, usize)) -> Result<Position, String> {
        let game = Game::shared(self.rules(size).map_err(|error| format!("ERROR {error}"))?);
        let own = self.stones.iter().filter(|&&(_, own)| own).count();
        // With equal stone counts, the side to move has begun.
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
        Ok(position)
    }

    /// The time for one move.
    fn time(&self) -> Duration {
        let left = self.left.map_or(self.turn, |left| left / MOVES_LEFT);
        let limit = self.turn.min(left);
        limit.saturating_sub(MARGIN + limit / MARGIN_PART + self.late).max(TURN_MIN)
    }

    /// Takes in by how much a move was late. The margin grows at once and shrinks slowly.
    fn learn(&mut self, late: Duration) {
        self.late = late.max(self.late * 7 / 8);
    }
}

/// What a search has found: its depth, the value of the move, positions visited and the variation.
fn remark(line: &Line, report: &Report, width: usize) -> String {
    let value = match line.verdict {
        Verdict::Win { plies } => format!("win in {plies}"),
        Verdict::Draw { plies } => format!("draw in {plies}"),
        Verdict::Loss { plies } => format!("loss in {plies}"),
        Verdict::Unknown { value } => value.to_string(),
    };
    let pv = line.pv.iter().map(|&cell| name(cell, width)).collect::<Vec<_>>().join(" ");
    format!("MESSAGE depth {}, value {value}, nodes {}, pv {pv}", report.depth, report.counts.nodes)
}

/// A cell as the protocol writes it.
fn name(cell: Cell, width: usize) -> String {
    format!("{},{}", cell % width, cell / width)
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
            (&["timeout_turn 5000"][..], 4_738),
            // The time left lasts for twelve moves more.
            (&["timeout_turn 5000", "timeout_match 12000"], 938),
            (&["timeout_turn 5000", "time_left 1200"], 83),
            (&["timeout_turn 100", "timeout_match 12000"], 83),
            (&["timeout_turn 5000", "timeout_match 60000", "time_left 12000"], 938),
            (&["timeout_turn 5000", "time_left 12000", "timeout_match 0"], 4_738),
            (&["timeout_turn 0"], 10),
            (&["timeout_turn 5000", "time_left 0"], 10),
            (&["timeout_turn 5000", "time_left -7"], 10),
            (&["timeout_turn 5000", "timeout_turn soon", "time_lost 3", ""], 4_738),
            (&[], 28_488),
        ] {
            let mut player = Brain::new();
            for info in infos {
                assert_eq!(player.read_info(info), None);
            }
            assert_eq!(player.time().as_millis(), expected_ms, "{infos:?}");
        }
    }

    #[test]
    fn the_margin_grows_with_what_a_busy_machine_takes_and_shrinks_slowly() {
        let mut player = Brain::new();
        player.read_info("timeout_turn 1000");
        assert_eq!(player.time().as_millis(), 938);
        player.learn(Duration::from_millis(400));
        assert_eq!(player.time().as_millis(), 538);
        player.learn(Duration::ZERO);
        assert_eq!(player.time().as_millis(), 588);
        (0..40).for_each(|_| player.learn(Duration::ZERO));
        assert!(player.time().as_millis() > 920);
        player.learn(Duration::from_secs(5));
        assert_eq!(player.time(), TURN_MIN);
    }
}
