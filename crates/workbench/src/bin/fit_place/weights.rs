//! The weights of a network as whole numbers, in the source of the engine.

use std::fmt::{Display, Write};

use super::data::{PAIRS, SHAPE_PAIRS};
use super::model::{
    BASE, BASE_ONE, BIASES, BOTH, HIDDEN, HIDDEN_BIASES, HIDDEN_WEIGHTS, INPUTS, Network, OUTPUT_ONE, OUTPUT_WEIGHTS,
    STONES, STONES_MIDDLE, STONES_ONE, SUM_ONE, UNITS,
};

/// A unit of a window that is 1, and one of the hidden layer.
const WINDOW_ONE: f32 = 256.0;
const HIDDEN_ONE: f32 = (1 << 22) as f32;
/// The factor of `HIDDEN_SHIFT` and `OUTPUT_SHIFT` together in the engine.
const OUTPUT_SHIFTS: f32 = (1 << 26) as f32;

const HEAD: &str = "//! Weights of the network that knows place; `fit_place` of the workbench writes this file.

use super::kind;
use super::shapes::shape;

/// Units of a window for each side.
pub(super) const UNITS: usize = 8;
pub(super) type Units = [i16; UNITS];
/// Units of the hidden layer.
pub(super) const HIDDEN: usize = 32;
";

/// The source.
///
/// # Errors
/// If a weight does not fit its type.
pub fn source(network: &Network) -> Result<String, String> {
    let all = &network.parameters;
    let mut pairs: Vec<Vec<f32>> = all[..BIASES].chunks(UNITS).map(|row| scaled(row, WINDOW_ONE)).collect();
    // Cells without shapes or kinds count nothing.
    pairs[0].fill(0.0);
    pairs[SHAPE_PAIRS].fill(0.0);
    debug_assert!(pairs.len() == PAIRS);
    let rows = || all[HIDDEN_WEIGHTS..HIDDEN_BIASES].chunks(INPUTS);
    let of_windows: Vec<_> = rows().map(|row| scaled(&row[..BOTH], HIDDEN_ONE / WINDOW_ONE / SUM_ONE)).collect();
    let of_base: Vec<f32> = rows().map(|row| row[BASE] * HIDDEN_ONE / BASE_ONE).collect();
    let of_stones: Vec<f32> = rows().map(|row| row[STONES] * HIDDEN_ONE / STONES_ONE).collect();
    let biases = rows().zip(&all[HIDDEN_BIASES..]).map(|(row, bias)| bias - row[STONES] * STONES_MIDDLE / STONES_ONE);
    let biases: Vec<f32> = biases.map(|bias| bias * HIDDEN_ONE).collect();
    let of_output = scaled(&all[OUTPUT_WEIGHTS..][..HIDDEN], OUTPUT_ONE * OUTPUT_SHIFTS / HIDDEN_ONE);
    let mut text = HEAD.to_owned();
    let shapes =
        "Weights of the units of a window by the pair of shapes in one direction, that of the side to move first.";
    put(&mut text, shapes, "SHAPE_WEIGHTS: [Units; shape::COUNT * shape::COUNT]", &table(&pairs[..SHAPE_PAIRS])?);
    let kinds = "Weights of these units by the pair of kinds.";
    put(&mut text, kinds, "KIND_WEIGHTS: [Units; kind::COUNT * kind::COUNT]", &table(&pairs[SHAPE_PAIRS..])?);
    let window_biases = row::<i16>(&scaled(&all[BIASES..HIDDEN_WEIGHTS], WINDOW_ONE))?;
    put(&mut text, "Biases of these units.", "WINDOW_BIASES: Units", &window_biases);
    let hidden = "Weights of the hidden units for the units of all windows, those of the side to move first.";
    put(&mut text, hidden, "HIDDEN_WEIGHTS: [[i16; 2 * UNITS]; HIDDEN]", &table(&of_windows)?);
    for (about, name, values) in [
        ("Weights of the hidden units for the value without the network.", "HIDDEN_BASE", of_base),
        ("Weights of the hidden units for the number of stones.", "HIDDEN_STONES", of_stones),
        ("Biases of the hidden units.", "HIDDEN_BIASES", biases),
    ] {
        put(&mut text, about, &format!("{name}: [i32; HIDDEN]"), &row::<i32>(&values)?);
    }
    put(&mut text, "Weights of the output.", "OUTPUT_WEIGHTS: [i16; HIDDEN]", &row::<i16>(&of_output)?);
    Ok(text)
}

fn scaled(values: &[f32], by: f32) -> Vec<f32> {
    values.iter().map(|value| value * by).collect()
}

fn put(text: &mut String, about: &str, name: &str, values: &str) {
    let _ = write!(text, "\n/// {about}\n#[rustfmt::skip]\npub(super) static {name} = {values};\n");
}

fn table(rows: &[Vec<f32>]) -> Result<String, String> {
    let rows: Vec<String> = rows.iter().map(|values| row::<i16>(values)).collect::<Result<_, _>>()?;
    Ok(format!("[\n{}]", rows.iter().map(|row| format!("    {row},\n")).collect::<String>()))
}

fn row<Whole: TryFrom<i64> + Display>(values: &[f32]) -> Result<String, String> {
    let whole = |value: &f32| Whole::try_from(value.round() as i64).map_err(|_| format!("a weight is {value}"));
    let values: Vec<Whole> = values.iter().map(whole).collect::<Result<_, _>>()?;
    Ok(format!("[{}]", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use inarow_workbench::openings::Random;

    #[test]
    fn weights_are_whole_numbers_of_their_types() {
        let mut network = Network::new(&mut Random(1));
        network.parameters[UNITS] = 1.0;
        let text = source(&network).expect("small weights");
        let shapes: Vec<&str> = text.lines().skip_while(|line| !line.contains("SHAPE_WEIGHTS")).skip(1).collect();
        assert_eq!(shapes[0], "    [0, 0, 0, 0, 0, 0, 0, 0],", "no shapes");
        assert!(shapes[1].starts_with("    [256, "), "{}", shapes[1]);
        network.parameters[UNITS] = 200.0;
        assert_eq!(source(&network).expect_err("too large"), "a weight is 51200");
    }
}
