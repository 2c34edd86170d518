//! Matches between the levels of play, and the curve that makes equal steps of skill equal steps of rating.
//!
//! ```text
//! cargo run --release --bin levels -- play GAME FILE [MINUTES [STEP]]    plays, resumes from FILE and adds to it
//! cargo run --release --bin levels -- fit FILE                           prints ratings, scores and the curve they ask for
//! cargo run --release --bin levels -- picture FILE FILE … > levels.svg
//! ```
//!
//! GAME is `tic-tac-toe`, `four-by-four`, `connect-four` or `gomoku`; with `:depth=4`, `:nodes=1000`, `:movetime=50`
//! (milliseconds) or several of them (comma) behind it the search has these limits. The levels are 0, 5, …, 100, or those that
//! STEP divides, which a slow game needs. FILE holds a line for each pairing: the two skills, and wins, draws and losses of the
//! first. `curve 0 80 …` as the first line of FILE replaces the curve of the engine, so that another one can be tried without
//! building anew.
//!
//! Ratings are those of the Bradley–Terry model on the scale of Elo, draws as half a win, random play (skill 0) at 0, with
//! intervals of 95 % from the observed information.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, fs};

use inarow_engine::engine::level::{self, Curve};
use inarow_engine::engine::{Engine, EngineConfig, Level, Query};
use inarow_engine::game::zobrist::mix;
use inarow_engine::game::{Game, Player, Position, Preset, Status};
use inarow_engine::search::Limits;

const STEP: usize = 5;
const LEVELS: usize = 100 / STEP + 1;
/// Most steps between two levels that play each other.
const STEPS_APART: usize = 4;
/// The highest skill that the curve decides.
const CURVED_MAX: usize = 90;
/// Games of a pairing between two looks at the clock; half of them with each side.
const BATCH: u64 = 10;

/// Wins, draws and losses of the lower of two levels.
type Results = BTreeMap<(usize, usize), [u64; 3]>;

struct Setting {
    preset: Preset,
    limits: Limits,
    movetime: Option<Duration>,
    curve: Option<Curve>,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["play", game, file, ref rest @ ..] if rest.len() <= 2 => match whole_numbers(rest, [60, STEP as u64]) {
            Some([minutes, step]) => play(game, file, minutes, step as usize),
            None => Err(usage()),
        },
        ["fit", file] => fit(file),
        ["picture", ref files @ ..] if !files.is_empty() => picture(files),
        _ => Err(usage()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    "usage: levels play GAME[:LIMITS] FILE [MINUTES [STEP]] | fit FILE | picture FILE …".to_owned()
}

/// The arguments, and defaults for those that are absent.
fn whole_numbers(args: &[&str], mut values: [u64; 2]) -> Option<[u64; 2]> {
    for (value, arg) in values.iter_mut().zip(args) {
        *value = arg.parse().ok().filter(|&number| number > 0)?;
    }
    Some(values)
}

impl Setting {
    fn read(game: &str, curve: Option<Curve>) -> Result<Setting, String> {
        let (name, limits) = game.split_once(':').unwrap_or((game, ""));
        let preset = Preset::from_name(name).ok_or_else(|| format!("{name}: no such game"))?;
        let mut setting = Setting { preset, limits: Limits::default(), movetime: None, curve };
        for limit in limits.split(',').filter(|limit| !limit.is_empty()) {
            match limit.split_once('=').map(|(name, value)| (name, value.parse::<u64>())) {
                Some(("depth", Ok(depth))) => setting.limits.depth = Some(depth as u32),
                Some(("nodes", Ok(nodes))) => setting.limits.nodes = Some(nodes),
                Some(("movetime", Ok(ms))) => setting.movetime = Some(Duration::from_millis(ms)),
                _ => return Err(format!("{limit}: use depth=N, nodes=N or movetime=MS")),
            }
        }
        Ok(setting)
    }

    /// The winner of a game between two skills; `first` is X.
    fn game(&self, engine: &Engine, first: u8, second: u8, seed: u64) -> Option<Player> {
        let mut position = Position::new(Game::shared(self.preset.rules()));
        while position.status() == Status::Ongoing {
            let is_first = position.turn() == Player::X;
            let skill = if is_first { first } else { second };
            let seed = mix(seed ^ u64::from(is_first) << 40);
            let deadline = self.movetime.map(|time| Instant::now() + time);
            let limits = Limits { deadline, ..self.limits.clone() };
            let tie_break = level::tie_break(skill, position.rules());
            let mut query = Query { limits, skill, seed, tie_break, ..Query::new(position.clone()) };
            if let Some(curve) = &self.curve
                && usize::from(skill) <= CURVED_MAX
            {
                query = level::weaken(&query, curve);
            }
            let Ok((best, _)) = engine.choose(&query) else { break };
            if position.play(best.cell).is_err() {
                break;
            }
        }
        position.winner()
    }
}

/// The pairing with the fewest games among the levels that `step` divides, those of neighbours first.
fn next_pairing(results: &Results, step: usize) -> (usize, usize) {
    let is_played = move |level: usize| (level * STEP).is_multiple_of(step);
    let pairings = (1..=STEPS_APART)
        .flat_map(|apart| (0..LEVELS - apart).map(move |low| (low, low + apart)))
        .filter(|&(low, high)| is_played(low) && is_played(high));
    let played = |pairing: &(usize, usize)| results.get(pairing).map_or(0, |counts| counts.iter().sum::<u64>());
    pairings.min_by_key(played).unwrap_or((0, 1))
}

fn play(game: &str, file: &str, minutes: u64, step: usize) -> Result<(), String> {
    let (curve, results) = read(file)?;
    let setting = Setting::read(game, curve)?;
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let state = Mutex::new((results, Ok(())));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let engine = Engine::new(EngineConfig::default());
                while Instant::now() < end {
                    let ((low, high), round) = {
                        let Ok(mut state) = state.lock() else { return };
                        let pairing = next_pairing(&state.0, step);
                        // The games count at once, so that no other thread takes the same.
                        let counts = state.0.entry(pairing).or_default();
                        counts[1] += BATCH;
                        (pairing, counts.iter().sum::<u64>() / BATCH)
                    };
                    let mut counts = [0_u64; 3];
                    for number in 0..BATCH {
                        let seed = mix(round * BATCH + number) ^ ((low * LEVELS + high) as u64) << 32;
                        let (a, b) = ((low * STEP) as u8, (high * STEP) as u8);
                        let is_first = number % 2 == 0;
                        let (first, second) = if is_first { (a, b) } else { (b, a) };
                        match setting.game(&engine, first, second, seed) {
                            None => counts[1] += 1,
                            Some(winner) if (winner == Player::X) == is_first => counts[0] += 1,
                            Some(_) => counts[2] += 1,
                        }
                    }
                    let Ok(mut state) = state.lock() else { return };
                    let (results, written) = &mut *state;
                    let total = results.entry((low, high)).or_default();
                    total[1] -= BATCH;
                    (0..3).for_each(|index| total[index] += counts[index]);
                    let line = format!("{} {} {} {} {}\n", low * STEP, high * STEP, counts[0], counts[1], counts[2]);
                    let mut out = fs::OpenOptions::new().create(true).append(true).open(file);
                    *written = out
                        .as_mut()
                        .map_err(|e| e.to_string())
                        .and_then(|out| out.write_all(line.as_bytes()).map_err(|error| error.to_string()));
                }
            });
        }
    });
    state.into_inner().map_err(|error| error.to_string())?.1
}

fn read(file: &str) -> Result<(Option<Curve>, Results), String> {
    let text = if fs::exists(file).unwrap_or(false) {
        fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?
    } else {
        String::new()
    };
    let (mut curve, mut results) = (None, Results::new());
    for line in text.lines() {
        let fault = || format!("{file}: {line}");
        if let Some(values) = line.strip_prefix("curve ") {
            let values: Result<Vec<u16>, _> = values.split_whitespace().map(str::parse).collect();
            curve = Some(values.ok().and_then(|values| values.try_into().ok()).ok_or_else(fault)?);
            continue;
        }
        let numbers: Result<Vec<u64>, _> = line.split_whitespace().map(str::parse).collect();
        let [low, high, counts @ ..] = &numbers.map_err(|_| fault())?[..] else { return Err(fault()) };
        let total: &mut [u64; 3] = results.entry((*low as usize / STEP, *high as usize / STEP)).or_default();
        total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }
    Ok((curve, results))
}

/// Ratings of the levels with half the widths of their intervals.
fn ratings(results: &Results) -> Vec<(f64, f64)> {
    /// Points of rating for one unit of log odds.
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    // Half a draw more in each pairing keeps a clean sweep finite.
    let pairs: Vec<_> = results
        .iter()
        .map(|(&(a, b), &[wins, draws, losses])| {
            let (won, lost) = (wins as f64 + draws as f64 / 2.0 + 0.25, losses as f64 + draws as f64 / 2.0 + 0.25);
            (a, b, won, lost)
        })
        .collect();
    let mut strength = [1.0_f64; LEVELS];
    // Minorisation–maximisation: Hunter, "MM algorithms for generalized Bradley–Terry models", 2004.
    for _ in 0..20_000 {
        let (mut wins, mut weight) = (vec![0.0; LEVELS], vec![0.0; LEVELS]);
        for &(a, b, won, lost) in &pairs {
            let part = (won + lost) / (strength[a] + strength[b]);
            wins[a] += won;
            wins[b] += lost;
            weight[a] += part;
            weight[b] += part;
        }
        for level in 0..LEVELS {
            if weight[level] > 0.0 {
                strength[level] = wins[level] / weight[level];
            }
        }
        let first = strength[0];
        strength.iter_mut().for_each(|value| *value /= first);
    }
    // Information without the first level, which is fixed; its inverse by Gauss and Jordan.
    let n = LEVELS - 1;
    let mut matrix = vec![vec![0.0; 2 * n]; n];
    for (row, values) in matrix.iter_mut().enumerate() {
        values[n + row] = 1.0;
        values[row] = 1e-9;
    }
    for &(a, b, won, lost) in &pairs {
        let chance = strength[a] / (strength[a] + strength[b]);
        let information = (won + lost) * chance * (1.0 - chance);
        for (x, y, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            if x > 0 && y > 0 {
                matrix[x - 1][y - 1] += sign * information;
            }
        }
    }
    for pivot in 0..n {
        let scale = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        let row = matrix[pivot].clone();
        for (_, values) in matrix.iter_mut().enumerate().filter(|&(other, _)| other != pivot) {
            let factor = values[pivot];
            values.iter_mut().zip(&row).for_each(|(value, base)| *value -= factor * base);
        }
    }
    let half_width = |level: usize| if level == 0 { 0.0 } else { 1.96 * matrix[level - 1][n + level - 1].sqrt() };
    (0..LEVELS).map(|level| (SCALE * strength[level].ln(), SCALE * half_width(level))).collect()
}

/// The levels that took part, ascending.
fn played(results: &Results) -> Vec<usize> {
    (0..LEVELS).filter(|&level| results.keys().any(|&(low, high)| low == level || high == level)).collect()
}

fn fit(file: &str) -> Result<(), String> {
    let (curve, results) = read(file)?;
    let ratings = ratings(&results);
    let played = played(&results);
    println!("| skill | rating | score | against | games |");
    println!("|---:|---:|---:|---:|---:|");
    for (level, (rating, half_width)) in ratings.iter().enumerate() {
        // The level ten below, or twenty, where only such were played.
        let lower = [10 / STEP, 20 / STEP].into_iter().filter_map(|apart| level.checked_sub(apart));
        let below = lower.filter_map(|low| Some((low, results.get(&(low, level))?))).next();
        let score = below.map_or("| |".to_owned(), |(low, counts)| {
            let [_, draws, losses] = counts.map(|count| count as f64);
            let games = counts.iter().sum::<u64>();
            format!("{:.0} % | {} | {games}", 100.0 * (losses + draws / 2.0) / games as f64, low * STEP)
        });
        if played.contains(&level) {
            println!("| {} | {rating:.0} ± {half_width:.0} | {score} |", level * STEP);
        }
    }
    let curved: Vec<usize> = played.into_iter().filter(|&level| level * STEP <= CURVED_MAX).collect();
    if let Some(curve) = curve
        && curved.len() > 1
    {
        let top = ratings[LEVELS - 1].0;
        // The strength whose rating is wanted at a skill, by interpolation between the levels that were played.
        let wanted = (0..=10).map(|tenth| {
            let rating = top * f64::from(tenth) / 10.0;
            let above = curved.iter().position(|&level| ratings[level].0 >= rating).unwrap_or(curved.len() - 1).max(1);
            let (below, above) = (curved[above - 1], curved[above]);
            let (low, high) = (ratings[below].0, ratings[above].0);
            let part = ((rating - low) / (high - low).max(1.0)).clamp(0.0, 1.0);
            let at = |level: usize| 1000.0 * level::strength((level * STEP) as f64, &curve);
            at(below) + (at(above) - at(below)) * part
        });
        println!("wanted {}", wanted.map(|value| format!("{value:.0}")).collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

/// A chart of rating against skill with intervals, a line for each file, named after it.
fn picture(files: &[&str]) -> Result<(), String> {
    const COLOURS: [&str; 4] = ["#2563a8", "#b4530a", "#3f7d20", "#8a2f7e"];
    // A level, its rating and half the width of its interval.
    type Point = (usize, (f64, f64));
    let series: Vec<(String, Vec<Point>)> = files
        .iter()
        .map(|file| {
            let stem = file.rsplit('/').next().unwrap_or(file).split('.').next().unwrap_or(file);
            let results = read(file)?.1;
            let ratings = ratings(&results);
            Ok((stem.to_owned(), played(&results).into_iter().map(|level| (level, ratings[level])).collect()))
        })
        .collect::<Result<_, String>>()?;
    let top = series.iter().flat_map(|(_, points)| points).map(|&(_, (rating, _))| rating).fold(100.0, f64::max);
    let top = (top / 200.0).ceil() * 200.0;
    let x = |level: usize| 60.0 + level as f64 * 560.0 / (LEVELS - 1) as f64;
    let y = |rating: f64| 350.0 - rating.max(0.0) * 320.0 / top;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 400\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Rating against skill</title><rect width=\"760\" height=\"400\" fill=\"#fff\"/>\n",
    );
    let mut add = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).map_err(|error| error.to_string());
    for step in 0..=(top / 200.0) as usize {
        let rating = step as f64 * 200.0;
        let at = y(rating);
        add(format_args!(
            "<path d=\"M60 {at:.1}H620\" stroke=\"#ddd\"/><text x=\"52\" y=\"{:.1}\" text-anchor=\"end\">{rating}</text>\n",
            at + 4.0
        ))?;
    }
    for level in (0..LEVELS).step_by(2) {
        let (at, skill) = (x(level), level * STEP);
        add(format_args!("<text x=\"{at:.1}\" y=\"368\" text-anchor=\"middle\">{skill}</text>\n"))?;
    }
    add(format_args!("<text x=\"340\" y=\"390\" text-anchor=\"middle\">skill</text>\n"))?;
    for (index, (name, points)) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let line: Vec<_> =
            points.iter().map(|&(level, (rating, _))| format!("{:.1} {:.1}", x(level), y(rating))).collect();
        add(format_args!("<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n", line.join("L")))?;
        for &(level, (rating, half)) in points {
            let (at, low, high) = (x(level), y(rating - half), y(rating + half));
            add(format_args!("<path d=\"M{at:.1} {low:.1}V{high:.1}\" stroke=\"{colour}\"/>\n"))?;
        }
        let end = points.last().map_or(0.0, |&(_, (rating, _))| y(rating));
        add(format_args!("<text x=\"628\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>\n", end + 4.0))?;
    }
    for level in Level::ALL {
        let at = x(usize::from(level.skill()) / STEP);
        add(format_args!(
            "<text x=\"{at:.1}\" y=\"22\" text-anchor=\"middle\" fill=\"#666\">{}</text>\n",
            level.name()
        ))?;
    }
    svg.push_str("</svg>\n");
    print!("{svg}");
    Ok(())
}
