//! The network as in `crates/engine/src/search/patterns/place.rs`, in floating point, with its slope.

use super::data::{BLOCKS, Data, PAIRS, Position, SHAPE_PAIRS};
use inarow_engine::search::patterns::{kind, shape};
use inarow_workbench::openings::Random;

/// Units of a window for each side, and both.
pub const UNITS: usize = 8;
pub const BOTH: usize = 2 * UNITS;
/// Units of the hidden layer. The first counts as it is, the others if they are above zero.
pub const HIDDEN: usize = 32;
/// Inputs of the hidden layer: units of all windows, those of the side to move first; the static value without the network; stones.
pub const INPUTS: usize = BOTH + 2;
pub const BASE: usize = BOTH;
pub const STONES: usize = BOTH + 1;
/// Units of the numbers in the network: of a sum over windows, a static value, a number of stones above the middle, a value of the output.
pub const SUM_ONE: f32 = 5.0;
pub const BASE_ONE: f32 = 300.0;
pub const STONES_ONE: f32 = 40.0;
pub const STONES_MIDDLE: f32 = 24.0;
pub const OUTPUT_ONE: f32 = 220.0;

/// The start of the parameters of each part.
pub const BIASES: usize = PAIRS * UNITS;
pub const HIDDEN_WEIGHTS: usize = BIASES + UNITS;
pub const HIDDEN_BIASES: usize = HIDDEN_WEIGHTS + HIDDEN * INPUTS;
pub const OUTPUT_WEIGHTS: usize = HIDDEN_BIASES + HIDDEN;
pub const PARAMETERS: usize = OUTPUT_WEIGHTS + HIDDEN;

type Sums = [[f32; BOTH]; BLOCKS * BLOCKS];

/// The numbers of a position on the way through the network, for reuse.
pub struct Run {
    sums: Sums,
    inputs: [f32; INPUTS],
    hidden: [f32; HIDDEN],
    /// The slope of the sums.
    down: Sums,
}

impl Default for Run {
    fn default() -> Run {
        let sums = [[0.0; BOTH]; BLOCKS * BLOCKS];
        Run { sums, inputs: [0.0; INPUTS], hidden: [0.0; HIDDEN], down: sums }
    }
}

pub struct Network {
    pub parameters: Vec<f32>,
}

impl Network {
    /// A network with random weights.
    pub fn new(random: &mut Random) -> Network {
        // Twelve uniform numbers sum up to a variance of 1.
        let mut normal = |deviation: f32| {
            let uniform = |random: &mut Random| random.below(1 << 24) as f32 / (1 << 24) as f32 - 0.5;
            (0..12).map(|_| uniform(random)).sum::<f32>() * deviation
        };
        let of_hidden = (1.0 / INPUTS as f32).sqrt();
        let parameters = (0..PARAMETERS).map(|at| match at {
            ..BIASES => normal(0.05),
            BIASES..HIDDEN_WEIGHTS => 0.1,
            HIDDEN_WEIGHTS..HIDDEN_BIASES => normal(of_hidden),
            HIDDEN_BIASES..OUTPUT_WEIGHTS => 0.0,
            _ => normal(0.02),
        });
        Network { parameters: parameters.collect() }
    }

    fn part<const SIZE: usize>(&self, at: usize) -> &[f32; SIZE] {
        self.parameters[at..].first_chunk().expect("the part is inside")
    }

    /// The log-odds of a win of the side to move.
    pub fn odds(&self, data: &Data, position: &Position, run: &mut Run) -> f32 {
        run.sums.fill([0.0; BOTH]);
        for &(block, pair) in &data.pairs[position.pairs.clone()] {
            let pair = usize::from(pair);
            let rows: [&[f32; UNITS]; 2] = [pair, swapped(pair)].map(|pair| self.part(pair * UNITS));
            let sums = &mut run.sums[usize::from(block)];
            for unit in 0..UNITS {
                sums[unit] += rows[0][unit];
                sums[UNITS + unit] += rows[1][unit];
            }
        }
        run.inputs = [0.0; INPUTS];
        for blocks in windows() {
            let window = self.window(&run.sums, blocks);
            for (input, unit) in run.inputs.iter_mut().zip(window) {
                *input += unit.max(0.0) / SUM_ONE;
            }
        }
        run.inputs[BASE] = position.base / BASE_ONE;
        run.inputs[STONES] = (position.stones - STONES_MIDDLE) / STONES_ONE;
        let mut output = 0.0;
        for (at, hidden) in run.hidden.iter_mut().enumerate() {
            let weights: &[f32; INPUTS] = self.part(HIDDEN_WEIGHTS + at * INPUTS);
            let products: [f32; INPUTS] = std::array::from_fn(|input| weights[input] * run.inputs[input]);
            *hidden = self.parameters[HIDDEN_BIASES + at] + products.iter().sum::<f32>();
            let counted = if at == 0 { *hidden } else { hidden.max(0.0) };
            output += counted * self.parameters[OUTPUT_WEIGHTS + at];
        }
        position.odds_without + output * OUTPUT_ONE / position.scale
    }

    /// The units of a window before they are cut off at zero.
    fn window(&self, sums: &Sums, blocks: [usize; 4]) -> [f32; BOTH] {
        let biases: &[f32; UNITS] = self.part(BIASES);
        let [a, b, c, d] = blocks.map(|block| &sums[block]);
        std::array::from_fn(|unit| a[unit] + b[unit] + c[unit] + d[unit] + biases[unit % UNITS])
    }

    /// Adds to the slope of the parameters after [`Network::odds`], for a slope of the log-odds.
    pub fn add_slope(&self, data: &Data, position: &Position, run: &mut Run, down: f32, slope: &mut [f32]) {
        let inputs = self.add_slope_of_hidden(run, down * OUTPUT_ONE / position.scale, slope);
        run.down.fill([0.0; BOTH]);
        for blocks in windows() {
            let window = self.window(&run.sums, blocks);
            let down: [f32; BOTH] =
                std::array::from_fn(|unit| if window[unit] > 0.0 { inputs[unit] / SUM_ONE } else { 0.0 });
            for unit in 0..BOTH {
                slope[BIASES + unit % UNITS] += down[unit];
            }
            for block in blocks {
                for (sum, down) in run.down[block].iter_mut().zip(&down) {
                    *sum += down;
                }
            }
        }
        for &(block, pair) in &data.pairs[position.pairs.clone()] {
            let pair = usize::from(pair);
            let down = &run.down[usize::from(block)];
            for (side, pair) in [pair, swapped(pair)].into_iter().enumerate() {
                let row = &mut slope[pair * UNITS..][..UNITS];
                for (slope, down) in row.iter_mut().zip(&down[side * UNITS..]) {
                    *slope += down;
                }
            }
        }
    }

    /// The slope of the inputs of the hidden layer.
    fn add_slope_of_hidden(&self, run: &Run, down: f32, slope: &mut [f32]) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        for (at, &hidden) in run.hidden.iter().enumerate().filter(|&(at, &hidden)| at == 0 || hidden > 0.0) {
            slope[OUTPUT_WEIGHTS + at] += down * hidden;
            let down = down * self.parameters[OUTPUT_WEIGHTS + at];
            slope[HIDDEN_BIASES + at] += down;
            let weights: &[f32; INPUTS] = self.part(HIDDEN_WEIGHTS + at * INPUTS);
            let row = &mut slope[HIDDEN_WEIGHTS + at * INPUTS..][..INPUTS];
            for input in 0..INPUTS {
                row[input] += down * run.inputs[input];
                inputs[input] += down * weights[input];
            }
        }
        inputs
    }
}

/// The pair as the other side sees it.
fn swapped(pair: usize) -> usize {
    let swap = |pair: usize, count: usize| pair % count * count + pair / count;
    if pair < SHAPE_PAIRS { swap(pair, shape::COUNT) } else { SHAPE_PAIRS + swap(pair - SHAPE_PAIRS, kind::COUNT) }
}

/// The blocks of each window.
fn windows() -> impl Iterator<Item = [usize; 4]> {
    let firsts = (0..BLOCKS - 1).flat_map(|row| (0..BLOCKS - 1).map(move |col| row * BLOCKS + col));
    firsts.map(|first| [first, first + 1, first + BLOCKS, first + BLOCKS + 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_differences() {
        let mut data = Data::default();
        data.read("X 112 113 97 98 129 =40 140 =-30 +96=20").expect("a game");
        let mut network = Network::new(&mut Random(3));
        let mut run = Run::default();
        for position in &data.positions {
            let mut slope = vec![0.0; PARAMETERS];
            network.odds(&data, position, &mut run);
            network.add_slope(&data, position, &mut run, 1.0, &mut slope);
            // A small step: few units come to zero on the way.
            let mut seen = 0;
            for at in (0..PARAMETERS).filter(|&at| slope[at].abs() > 1e-3) {
                let before = network.parameters[at];
                let [below, above] = [-1e-4, 1e-4].map(|step| {
                    network.parameters[at] = before + step;
                    network.odds(&data, position, &mut run)
                });
                network.parameters[at] = before;
                let difference = (above - below) / 2e-4;
                assert!(
                    (difference - slope[at]).abs() < 0.003 + 0.02 * slope[at].abs(),
                    "{at}: {difference} {}",
                    slope[at]
                );
                seen += 1;
            }
            assert!(seen > 100, "{seen}");
        }
    }
}
