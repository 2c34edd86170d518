use std::env;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use inarow_engine::game::{Game, Player, Position, Preset};
use inarow_engine::search::patterns::{PatternBoard, kind, shape};
use inarow_workbench::openings::Random;

const BLOCK: usize = 2;
const SIDE: usize = 15_usize.div_ceil(BLOCK);
const BLOCKS: usize = SIDE * SIDE;
/// Windows by their side in blocks, and their units.
const C: usize = 8;
const SCALES: [(usize, usize); 1] = [(2, 2 * C)];
const H: usize = 2 * C;
/// The pair as the other side sees it.
fn swapped(code: usize) -> usize {
    if code < PAIRS { code % 12 * 12 + code / 12 } else { let kinds = code - PAIRS; PAIRS + kinds % 11 * 11 + kinds / 11 }
}
const O: usize = 16;
const NZ: usize = H + 2;
const PAIRS: usize = 144;
const CODES: usize = PAIRS + 121;
const QUIET: usize = 2;
const BATCH: usize = 1024;
const PART: f32 = 0.0;
const SUM: f32 = 0.2;
/// Values in one unit of the output.
const UNIT: f32 = 220.0;

struct Pos {
    game: u32,
    start: u32,
    end: u32,
    base: f32,
    stones: f32,
    target: f32,
    report: f32,
    exp: f32,
    base_logit: f32,
    factor: f32,
    unproven: bool,
}
#[derive(Default)]
struct Data {
    pos: Vec<Pos>,
    codes: Vec<u32>,
}

fn add(data: &mut Data, position: &Position, game: u32, value: f32, result: Option<f32>) {
    let board = PatternBoard::new(position);
    let (me, them) = (board.turn(), board.turn() ^ 1);
    if board.count(me, kind::FIVE) + board.count(them, kind::FIVE) + board.count(me, kind::FOURS) > 0 {
        return;
    }
    let start = data.codes.len() as u32;
    for cell in board.empty_cells() {
        let block = (cell / 15 / BLOCK * SIDE + cell % 15 / BLOCK) as u32;
        for direction in 0..4 {
            let [own, other] = [me, them].map(|player| {
                let shape = usize::from(board.shape(player, cell, direction));
                if shape <= QUIET { 0 } else { shape }
            });
            if own.max(other) > QUIET {
                data.codes.push((own * shape::COUNT + other) as u32 | block << 12);
            }
        }
        let [own, other] = [me, them].map(|player| usize::from(board.kind(player, cell)));
        if own.max(other) > 0 {
            data.codes.push((PAIRS + own * kind::COUNT + other) as u32 | block << 12);
        }
    }
    let stones = position.stones() as f32;
    let exp = 1.0 / (1.0 + (-(value / (110.0 + 28.0 * stones.sqrt())).clamp(-30.0, 30.0)).exp());
    let base = (board.value() as f32).clamp(-3000.0, 3000.0);
    let mix = |part: f32| result.map_or(exp, |result| part * result + (1.0 - part) * exp);
    data.pos.push(Pos {
        game,
        start,
        end: data.codes.len() as u32,
        base,
        stones,
        target: mix(PART),
        report: mix(0.5),
        exp,
        base_logit: base / (125.0 + 21.0 * stones.sqrt()),
        factor: UNIT / (125.0 + 21.0 * stones.sqrt()),
        unproven: value.abs() < 20_000.0,
    });
}

fn read(data: &mut Data, line: &str, game: u32) -> Option<()> {
    let mut parts = line.split(' ');
    let winner = match parts.next()? {
        "X" => Some(Player::ALL[0]),
        "O" => Some(Player::ALL[1]),
        "-" => None,
        _ => return None,
    };
    let mut position = Position::new(Game::shared(Preset::Gomoku.rules()));
    for part in parts {
        if let Some(value) = part.strip_prefix('=') {
            let result = winner.map_or(0.5, |winner| if winner == position.turn() { 1.0 } else { 0.0 });
            add(data, &position, game, value.parse().ok()?, Some(result));
        } else if let Some(aside) = part.strip_prefix('+') {
            let (cell, value) = aside.split_once('=')?;
            let mut after = position.clone();
            after.play(cell.parse().ok()?).ok()?;
            add(data, &after, game, value.parse().ok()?, None);
        } else {
            position.play(part.parse().ok()?).ok()?;
        }
    }
    Some(())
}

/// All parameters in one vector.
const EMB: usize = 0;
const BIAS: usize = EMB + CODES * C;
const L1: usize = BIAS + C;
const B1: usize = L1 + O * NZ;
const L2: usize = B1 + O;
const TOTAL: usize = L2 + O;

type Sums = [[f32; H]; BLOCKS];

struct Forward {
    r: Box<Sums>,
    z: [f32; NZ],
    o: [f32; O],
}

fn forward(p: &[f32], data: &Data, at: usize, f: &mut Forward) -> f32 {
    let pos = &data.pos[at];
    for row in f.r.iter_mut() {
        *row = [0.0; H];
    }
    for &code in &data.codes[pos.start as usize..pos.end as usize] {
        let row = &mut f.r[(code >> 12) as usize];
        let code = (code & 4095) as usize;
        let mover: &[f32; C] = p[EMB + code * C..][..C].try_into().unwrap();
        let waiter: &[f32; C] = p[EMB + swapped(code) * C..][..C].try_into().unwrap();
        for h in 0..C {
            row[h] += mover[h];
            row[C + h] += waiter[h];
        }
    }
    f.z = [0.0; NZ];
    let bias: &[f32; C] = p[BIAS..BIAS + C].try_into().unwrap();
    let mut first = 0;
    for (window, units) in SCALES {
        for a in 0..SIDE + 1 - window {
            for b in 0..SIDE + 1 - window {
                let mut sum = [0.0; H];
                for at in (0..window * window).map(|at| (a + at / window) * SIDE + b + at % window) {
                    for h in first..first + units {
                        sum[h] += f.r[at][h];
                    }
                }
                for h in first..first + units {
                    f.z[h] += (sum[h] + bias[h % C]).max(0.0) * SUM;
                }
            }
        }
        first += units;
    }
    f.z[H] = pos.base.clamp(-1500.0, 1500.0) / 300.0;
    f.z[H + 1] = (pos.stones - 24.0) / 40.0;
    let mut out = 0.0;
    for o in 0..O {
        let w: &[f32; NZ] = p[L1 + o * NZ..][..NZ].try_into().unwrap();
        let mut parts = [0.0; NZ];
        for z in 0..NZ {
            parts[z] = w[z] * f.z[z];
        }
        f.o[o] = p[B1 + o] + parts.iter().sum::<f32>();
        out += if o == 0 { f.o[o] } else { f.o[o].max(0.0) } * p[L2 + o];
    }
    pos.base_logit + pos.factor * out
}

fn backward(p: &[f32], g: &mut [f32], data: &Data, at: usize, f: &mut Forward, dr: &mut Sums, d: f32) {
    let pos = &data.pos[at];
    let d = d * pos.factor;
    let mut dz = [0.0; NZ];
    for o in 0..O {
        if o == 0 || f.o[o] > 0.0 {
            g[L2 + o] += d * f.o[o];
            let down = d * p[L2 + o];
            g[B1 + o] += down;
            for z in 0..NZ {
                g[L1 + o * NZ + z] += down * f.z[z];
                dz[z] += down * p[L1 + o * NZ + z];
            }
        }
    }
    let bias: &[f32; C] = p[BIAS..BIAS + C].try_into().unwrap();
    let mut db = [0.0; H];
    for row in dr.iter_mut() {
        *row = [0.0; H];
    }
    let mut first = 0;
    for (window, units) in SCALES {
        for a in 0..SIDE + 1 - window {
            for b in 0..SIDE + 1 - window {
                let mut sum = [0.0; H];
                for at in (0..window * window).map(|at| (a + at / window) * SIDE + b + at % window) {
                    for h in first..first + units {
                        sum[h] += f.r[at][h];
                    }
                }
                for h in first..first + units {
                    sum[h] = if sum[h] + bias[h % C] > 0.0 { dz[h] * SUM } else { 0.0 };
                    db[h] += sum[h];
                }
                for at in (0..window * window).map(|at| (a + at / window) * SIDE + b + at % window) {
                    for h in first..first + units {
                        dr[at][h] += sum[h];
                    }
                }
            }
        }
        first += units;
    }
    for h in 0..H {
        g[BIAS + h % C] += db[h];
    }
    for &code in &data.codes[pos.start as usize..pos.end as usize] {
        let row = &dr[(code >> 12) as usize];
        let code = (code & 4095) as usize;
        let mover: &mut [f32; C] = (&mut g[EMB + code * C..][..C]).try_into().unwrap();
        for h in 0..C {
            mover[h] += row[h];
        }
        let waiter: &mut [f32; C] = (&mut g[EMB + swapped(code) * C..][..C]).try_into().unwrap();
        for h in 0..C {
            waiter[h] += row[C + h];
        }
    }
}

fn nll(logit: f32, target: f32) -> f64 {
    let logit = f64::from(logit);
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - f64::from(target) * logit
}

fn report(name: &str, data: &Data, test: &[usize], logit: &dyn Fn(usize) -> f32) {
    print!("{name}");
    let logits: Vec<f32> = test.iter().map(|&at| logit(at)).collect();
    for (label, low, high, all) in [
        ("all", 0.0, 226.0, true),
        ("unp", 0.0, 226.0, false),
        ("<16", 0.0, 16.0, false),
        ("16-24", 16.0, 24.0, false),
        ("24-40", 24.0, 40.0, false),
        ("40-80", 40.0, 80.0, false),
        ("24+", 24.0, 226.0, false),
    ] {
        let (mut a, mut b, mut n) = (0.0, 0.0, 0.0);
        for (&at, &logit) in test.iter().zip(&logits) {
            let pos = &data.pos[at];
            if (all || pos.unproven) && pos.stones >= low && pos.stones < high {
                a += nll(logit, pos.report);
                b += nll(logit, pos.exp);
                n += 1.0;
            }
        }
        print!(" {label} {:.4}/{:.4}", a / n, b / n);
    }
    println!();
    io::stdout().flush().ok();
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let epochs: usize = args[0].parse().unwrap();
    let lr: f32 = args[1].parse().unwrap();
    let save = &args[2];
    let begun = Instant::now();
    let mut data = Data::default();
    let mut games = 0;
    for file in &args[3..] {
        let text = std::fs::read_to_string(file).unwrap();
        for line in text.lines() {
            read(&mut data, line, games);
            games += 1;
        }
    }
    let is_apart = |pos: &Pos| pos.game / 50 % 10 == 0;
    let (test, mut train): (Vec<usize>, Vec<usize>) = (0..data.pos.len()).partition(|&at| is_apart(&data.pos[at]));
    println!("{} games, {} positions, {:.1} codes, {:.0} s", games, data.pos.len(), data.codes.len() as f64 / data.pos.len() as f64, begun.elapsed().as_secs_f64());
    report("base", &data, &test, &|at| data.pos[at].base_logit);
    let mut random = Random(1);
    let mut normal = |std: f32| {
        let sum: f32 = (0..12).map(|_| random.below(1 << 24) as f32 / (1 << 24) as f32).sum();
        (sum - 6.0) * std
    };
    let mut p: Vec<f32> = (0..TOTAL)
        .map(|at| match at {
            _ if at < BIAS => normal(0.05),
            _ if at < L1 => 0.1,
            _ if at < B1 => normal((1.0 / NZ as f32).sqrt()),
            _ if at < L2 => 0.0,
            _ => normal(0.02),
        })
        .collect();
    let (mut m, mut v) = (vec![0.0_f32; TOTAL], vec![0.0_f32; TOTAL]);
    let mut g = vec![0.0_f32; TOTAL];
    let mut f = Forward { r: Box::new([[0.0; H]; BLOCKS]), z: [0.0; NZ], o: [0.0; O] };
    let mut dr: Box<Sums> = Box::new([[0.0; H]; BLOCKS]);
    let steps = epochs * (train.len() / BATCH);
    let mut step = 0;
    let mut shuffle = Random(7);
    for epoch in 0..epochs {
        for at in (1..train.len()).rev() {
            train.swap(at, shuffle.below(at as u64 + 1) as usize);
        }
        let mut total = 0.0;
        for batch in train.chunks_exact(BATCH) {
            g.fill(0.0);
            for &at in batch {
                let logit = forward(&p, &data, at, &mut f);
                let target = data.pos[at].target;
                total += nll(logit, target);
                let d = (1.0 / (1.0 + (-logit).exp()) - target) / BATCH as f32;
                backward(&p, &mut g, &data, at, &mut f, &mut dr, d);
            }
            step += 1;
            let progress = step as f32 / steps as f32;
            let rate = lr * (progress / 0.05).min(1.0) * (0.5 + 0.5 * (progress * std::f32::consts::PI).cos() + 0.01);
            let (c1, c2) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
            for at in 0..TOTAL {
                m[at] = 0.9 * m[at] + 0.1 * g[at];
                v[at] = 0.999 * v[at] + 0.001 * g[at] * g[at];
                p[at] -= rate * (m[at] / c1) / ((v[at] / c2).sqrt() + 1e-8);
            }
        }
        let count = (train.len() / BATCH * BATCH) as f64;
        let name = format!("ep{epoch} {:.0}s train {:.4}", begun.elapsed().as_secs_f64(), total / count);
        let cell = std::cell::RefCell::new(&mut f);
        report(&name, &data, &test, &|at| forward(&p, &data, at, &mut cell.borrow_mut()));
    }
    let bytes: Vec<u8> = p.iter().flat_map(|value| value.to_le_bytes()).collect();
    std::fs::write(save, bytes).unwrap();
    ExitCode::SUCCESS
}
