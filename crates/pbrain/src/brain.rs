//! The state of a game, and the answers to commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::clock::{Clock, Times};
use super::{swap2, system_clocks};
use inarow_engine::engine::{Analysis, Effort, Engine, EngineConfig, Query, RankedMove, Report};
use inarow_engine::game::{Cell, Game, Overline, Player, Position, Rules, RulesSpec, Setup, Status};
use inarow_engine::search::{Limits, Score, Verdict};

/// Five in a row.
const K: u64 = 5;
/// The bits of the rule that are played: 0 is freestyle, 1 counts lines of exactly five. Others are continuous games (2), renju (4)
/// and caro (8).
const RULES_PLAYED: i64 = 1;
const TABLE_BYTES: usize = 128 << 20;
const TABLE_BYTES_MIN: usize = 1 << 20;

/// The state of a game, with its engine.
pub(super) struct Brain {
    /// The engine of the current game.
    engine: Engine,
    table_bytes: usize,
    /// Columns and rows; `None` before the first game.
    size: Option<(usize, usize)>,
    /// The rule of the manager, as it has sent it.
    rule: i64,
    /// The stones in order, and whether they are the program's own.
    stones: Vec<(Cell, bool)>,
    clock: Clock,
    /// Reads the clocks of the system.
    now: fn() -> Times,
    /// Most positions to visit for a move.
    nodes: Option<u64>,
}

impl Brain {
    pub(super) fn new() -> Brain {
        Brain {
            engine: Engine::for_one_game(EngineConfig { table_bytes: TABLE_BYTES }),
            table_bytes: TABLE_BYTES,
            size: None,
            rule: 0,
            stones: Vec::new(),
            clock: Clock::new(),
            now: system_clocks::now,
            nodes: None,
        }
    }

    /// Executes a command of one line. Returns the answer, or an error line.
    pub(super) fn execute(&mut self, command: &str, rest: &str) -> Result<String, String> {
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
        // Builds the tables before the clock runs.
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let chosen = self.engine.choose(&Query { limits, ..Query::new(Position::new(Game::shared(rules))) });
        self.engine.start_game();
        chosen.map(|_| ()).map_err(|error| format!("ERROR {error}"))
    }

    fn rules(&self, (width, height): (usize, usize)) -> Result<Rules, String> {
        let (width, height) = (width as u64, height as u64);
        let overline = if self.rule & 1 == 1 { Overline::Forbidden } else { Overline::Allowed };
        let spec = RulesSpec { width, height, k: K, gravity: false, overline, misere: false };
        Rules::new(spec).map_err(|errors| joined(&errors))
    }

    /// Reads an `INFO` command: time, positions, memory and rules. Ignores unknown keys. Returns a message, if there is one.
    pub(super) fn read_info(&mut self, rest: &str) -> Option<String> {
        let (key, value) = rest.trim().split_once(char::is_whitespace)?;
        let value = value.trim().parse::<i64>().ok()?;
        let time = Duration::from_millis(value.max(0) as u64);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.clock.turn = time,
            // A match without a limit has the value 0, and some weeks left.
            "timeout_match" => self.clock.left = (value > 0).then_some(time),
            "time_left" => self.clock.left = Some(time),
            // From the protocol of Yixin, for matches that no clock disturbs.
            "max_node" => self.nodes = (value > 0).then_some(value as u64),
            "max_memory" if value > 0 => {
                self.resize((value as usize / 4).clamp(TABLE_BYTES_MIN, TABLE_BYTES));
            }
            "rule" => {
                if self.rule != value && self.size.is_some() {
                    // Known positions depend on the rule.
                    self.engine.start_game();
                }
                self.rule = value;
                return self.played_rule().err().map(|error| format!("MESSAGE {error}"));
            }
            _ => {}
        }
        None
    }

    /// Gives the table another size. Managers say how much memory there is after `START` too, when the first move is about to be asked for.
    fn resize(&mut self, table_bytes: usize) {
        if table_bytes == self.table_bytes {
            return;
        }
        self.table_bytes = table_bytes;
        self.engine.resize(EngineConfig { table_bytes });
        if self.size.is_some() {
            self.engine.start_game();
        }
    }

    /// Whether the rule of the manager is one that this program plays.
    fn played_rule(&self) -> Result<(), String> {
        let rule = self.rule;
        if rule & !RULES_PLAYED == 0 {
            return Ok(());
        }
        Err(format!("rule {rule} is not played: use 0 (freestyle) or 1 (exactly five)"))
    }

    /// Puts stones on the board, `x,y,who` each, and chooses a move.
    pub(super) fn set_up(&mut self, stones: &[String]) -> Result<String, String> {
        self.stones.clear();
        for stone in stones {
            let (cell, who) = stone.rsplit_once(',').ok_or_else(|| format!("ERROR {stone:?} is not x,y,who"))?;
            let cell = self.cell(cell)?;
            self.place(cell, who.trim() == "1")?;
        }
        self.think()
    }

    /// Opens a game by the rule Swap2: answers three stones on an empty board, and with three or five stones, `x,y` each, a move, or
    /// `SWAP` if the side to move stands worse. Does not play the move: a `BOARD` follows.
    pub(super) fn open(&mut self, stones: &[String]) -> Result<String, String> {
        let size = self.size.ok_or_else(no_game)?;
        if stones.is_empty() {
            let opening = swap2::opening(size).ok_or("ERROR the board is too small for an opening")?;
            return Ok(opening.map(|cell| name(cell, size.0)).join(" "));
        }
        if !swap2::STONES.contains(&stones.len()) {
            return Err(format!("ERROR {} stones: Swap2 has none, three or five", stones.len()));
        }
        self.stones.clear();
        for (i, stone) in stones.iter().enumerate() {
            let cell = self.cell(stone)?;
            // The sides alternate, and the one with fewer stones is to move.
            self.place(cell, i % 2 == 1)?;
        }
        let found = self.search(size);
        self.stones.clear();
        let (best, report) = found?;
        let answer = if best.verdict.score() < Score::DRAW { String::from("SWAP") } else { name(best.cell, size.0) };
        Ok(format!("{}\n{answer}", remark(&best, &report, size.0)))
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
        let size = self.size.ok_or_else(no_game)?;
        let (best, report) = self.search(size)?;
        self.stones.push((best.cell, true));
        Ok(format!("{}\n{}", remark(&best, &report, size.0), name(best.cell, size.0)))
    }

    /// Searches for a move for as long as the clock allows.
    fn search(&mut self, size: (usize, usize)) -> Result<(RankedMove, Report), String> {
        let arrival = Instant::now();
        let began = (self.now)();
        self.played_rule().map_err(|error| format!("ERROR {error}"))?;
        let position = self.position(size)?;
        let mut budget = self.clock.budget();
        let cancel = Arc::new(AtomicBool::new(false));
        let deadline = Some(arrival + budget.most);
        let limits = Limits { deadline, nodes: self.nodes, cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
        let mut on_depth = |analysis: &Analysis| {
            if analysis.moves.first().is_some_and(|best| budget.is_spent(best.cell, arrival.elapsed())) {
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let query = Query { limits, ..Query::new(position) };
        let found =
            self.engine.choose_with(&query, Effort::Full, &mut on_depth).map_err(|error| format!("ERROR {error}"))?;
        self.clock.learn(began, (self.now)(), budget.most);
        found.ok_or_else(|| String::from("ERROR no move is found"))
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
}

/// The result of a search as a remark: its depth, the value of the move, positions visited and the variation.
fn remark(best: &RankedMove, report: &Report, width: usize) -> String {
    let value = match best.verdict {
        Verdict::Win { plies } => format!("win in {plies}"),
        Verdict::Draw { plies } => format!("draw in {plies}"),
        Verdict::Loss { plies } => format!("loss in {plies}"),
        Verdict::Unknown { value } => value.to_string(),
    };
    let pv = best.pv.iter().map(|&cell| name(cell, width)).collect::<Vec<_>>().join(" ");
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
mod tests;
