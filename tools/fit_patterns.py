#!/usr/bin/env python3
"""Fits the weights of patterns to games that the example self_play has written, and puts them into crates/engine/src/search/patterns/: weights.rs,
combination_weights.rs, network_weights.rs.

The static value of a position, divided by a scale, is taken as the log-odds of a win. Its target is the mean of the result and of
what the search expected, or the latter alone if the position is not of a game. The scale is the one at which the present weights
fit best, so that a static value keeps its meaning: margins of the search depend on it. The value is a sum of weights, and the
output of a network with one hidden layer, see network.rs; both are fitted together. The weight of a combination of shapes is the
sum of the weights of its shapes and of its kind, and a difference of its own, which is drawn towards zero: few games have the rare
combinations. The other weights of sums are drawn a little towards the present ones, those of the network towards zero. It starts
from the present network, or with `--anew` from random numbers. Of every five blocks of positions one is kept apart; printed is the
loss on both parts. Needs numpy and scipy.

    cargo run --release --bin self_play -- 1 4000 > games.txt
    tools/fit_patterns.py games.txt
"""

import itertools
import pathlib
import re
import sys
import textwrap

import numpy as np
import scipy.sparse
from scipy.optimize import minimize, minimize_scalar

SOURCES = pathlib.Path(__file__).parent.parent / "crates/engine/src/search/patterns"
# Part of the result in the target; the rest is the expectation of the search.
RESULT_PART = 0.5
# Values of proven results are beyond this.
UNPROVEN_MAX = 20_000
# Weights of the squared distance from the present weights, of squared differences of combinations, of squares of the network.
PULL, PULL_OF_COMBINATION, PULL_OF_NETWORK = 0.003, 0.01, 1
ITERATIONS = 500
# Positions that are fitted or kept apart together: hardly any game is in both parts.
BLOCK = 1000
# Numbers of shapes, of kinds, and of cells of a kind that are told apart.
SHAPES, KINDS, COUNTS = 12, 11, 8
# Cells whose shapes are all at most this have no weight: most cells need no look.
QUIET_SHAPE = 2
# The network, as in network.rs: units besides the linear one, sums, steps of the number of stones, units of an output weight in a
# unit of value.
UNITS, SUMS, STONE_STEPS, STONES_IN_STEP, OUTPUT_UNIT = 15, 3, 16, 4, 1 << 12
# Units of the weights of cells in a unit of value, as in weights.rs; those of a sum in the network's unit 1 of a sum.
WEIGHT_UNIT, SUM_UNIT = 8, 1 << 16
# The numbers that stand for 1: of a sum, and of a unit of the network. Units stay below the third number.
SUM_ONE, UNIT_ONE, UNIT_MAX = 300, 2_000, 12_000
# Combinations of four shapes, in the order of `combination` in combinations.rs.
COMBINATIONS = sorted(itertools.combinations_with_replacement(range(SHAPES), 4), key=lambda shapes: shapes[::-1])
INDEX = {"".join("0123456789ab"[shape] for shape in shapes): at for at, shapes in enumerate(COMBINATIONS)}
# Features: to be the side to move; combinations of both sides; numbers of cells of each kind of both sides; pairs of kinds.
SIZES = [1, len(COMBINATIONS), len(COMBINATIONS), KINDS * COUNTS, KINDS * COUNTS, KINDS * KINDS]
STARTS = np.cumsum([0, *SIZES])
TEMPO, OWN, OTHER, OWN_COUNTS, OTHER_COUNTS, PAIRS = (slice(a, b) for a, b in zip(STARTS, STARTS[1:]))
SUM_PARTS = (OWN, OTHER, PAIRS)
ALL_COUNTS, ALL_COMBINATIONS = slice(OWN_COUNTS.start, OTHER_COUNTS.stop), slice(OWN.start, OTHER.stop)
# The shapes of the parts of the network: weights of inputs, biases, weights of sums, weights of the output.
INPUTS = 2 * KINDS * COUNTS + STONE_STEPS
NETWORK = [(INPUTS, UNITS), (UNITS,), (SUMS, UNITS), (UNITS,)]


def kind(shapes):
    """The kind of a combination, as `combined_kind` in kinds.rs has it."""
    count = lambda least, most: sum(least <= shape <= most for shape in shapes)
    fours, threes, others = count(9, 9), count(7, 8), count(4, 6)
    if count(11, 11):
        return 10
    if fours > 1 or count(10, 10):
        return 9
    if fours:
        return 8 if threes else 7 if others else 6
    if threes:
        return 5 if threes > 1 else 4 if others else 3
    return min(others, 2)


KIND_OF = np.array([kind(shapes) for shapes in COMBINATIONS])
QUIET = np.array([shapes[-1] <= QUIET_SHAPE for shapes in COMBINATIONS])
# The shapes and the kind of each combination.
ADDENDS = np.array(
    [np.bincount([*shapes, SHAPES + kind(shapes)], minlength=SHAPES + KINDS) for shapes in COMBINATIONS], float
)
ADDENDS[:, [*range(QUIET_SHAPE + 1), SHAPES]] = 0
ADDENDS[QUIET] = 0
ADDENDS_OF_BOTH = scipy.sparse.block_diag([ADDENDS, ADDENDS]).tocsr()


def numbers(file, name):
    """The numbers of a constant that is there now."""
    body = re.search(rf"{name}: [^=]*=\s*(.*?);\n", (SOURCES / file).read_text(), re.S)[1]
    return np.array([float(number) for number in re.findall(r"-?\d+", re.sub(r"//.*", "", body))])


def present():
    """The weights that are there now, by feature, and the parts of the network, whose output is in units of value."""
    parts = ("COUNT_WEIGHTS", "STONE_WEIGHTS", "BIASES", "SUM_WEIGHTS", "OUTPUT_WEIGHTS")
    network = [numbers("network_weights.rs", name).reshape(-1, UNITS + 1) for name in parts]
    of_counts, of_stones, biases, of_sums, of_output = (part[:, 1:] for part in network)
    # The first unit is linear; the features of the waiting side count against the one to move.
    own, other = network[0][:, 0].reshape(2, -1)
    combinations = numbers("combination_weights.rs", "COMBINATION_WEIGHTS").reshape(-1, 2).T.ravel() / WEIGHT_UNIT
    pairs = numbers("weights.rs", "PAIR_WEIGHTS") / WEIGHT_UNIT
    weights = np.concatenate([numbers("weights.rs", "TEMPO"), combinations, own, -other, pairs])
    of_inputs = np.concatenate([of_counts, of_stones]) / UNIT_ONE
    of_sums = of_sums * SUM_ONE * WEIGHT_UNIT / SUM_UNIT / UNIT_ONE
    return weights, [of_inputs, biases[0] / UNIT_ONE, of_sums, of_output[0] * UNIT_ONE / OUTPUT_UNIT]


def rows(values, depth=1):
    """Nested numbers as Rust."""
    if values.ndim == 1:
        return "[" + ", ".join(str(value) for value in values) + "]"
    indent = "    " * depth
    return "[\n" + "".join(f"{indent}{rows(each, depth + 1)},\n" for each in values) + "    " * (depth - 1) + "]"


def replace(file, values):
    """Puts constants into a source."""
    path = SOURCES / file
    text = path.read_text()
    for name, value in values.items():
        text = re.sub(rf"({name}: [^=]*=)\s*.*?;\n", lambda found: f"{found[1]} {value};\n", text, flags=re.S)
    path.write_text(text)


def write(weights, network, largest):
    """Puts the weights into the sources. `largest` are the largest numbers of the units."""
    whole = lambda values: np.rint(values).astype(int)
    pairs = whole(weights[PAIRS] * WEIGHT_UNIT).reshape(KINDS, KINDS)
    replace("weights.rs", {"TEMPO": whole(weights[TEMPO])[0], "PAIR_WEIGHTS": rows(pairs)})
    lines = []
    own, other = whole(weights[OWN] * WEIGHT_UNIT), whole(weights[OTHER] * WEIGHT_UNIT)
    together = itertools.groupby(zip(COMBINATIONS, own, other), key=lambda each: each[0][2:])
    for (third, last), group in together:
        lines.append(f"    // {third}, {last}")
        # A pair stays on one line.
        row = ", ".join(f"[{to_move},~{waiting}]" for _, to_move, waiting in group) + ","
        wrapped = textwrap.wrap(row, 112, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
        lines += [line.replace("~", " ") for line in wrapped]
    replace("combination_weights.rs", {"COMBINATION_WEIGHTS": "[\n" + "\n".join(lines) + "\n]"})
    of_inputs, biases, of_sums, of_output = network
    unit = UNIT_MAX / np.maximum(largest, 1e-3)
    # All weights of a unit fit into 16 bits.
    unit = np.minimum(unit, 32_000 / np.maximum(1e-9, np.abs(of_inputs).max(axis=0)))
    unit = np.minimum(unit, 32_000 * SUM_ONE * WEIGHT_UNIT / SUM_UNIT / np.maximum(1e-9, np.abs(of_sums).max(axis=0)))
    linear = np.concatenate([weights[OWN_COUNTS], -weights[OTHER_COUNTS]])
    with_linear = lambda values, first: whole(np.column_stack([first, values]))
    counts, stones = np.split(of_inputs * unit, [2 * KINDS * COUNTS])
    values = {
        "COUNT_WEIGHTS": with_linear(counts, linear).reshape(2, KINDS, COUNTS, -1),
        "STONE_WEIGHTS": with_linear(stones, np.zeros(STONE_STEPS)),
        "SUM_WEIGHTS": with_linear(of_sums * unit * SUM_UNIT / SUM_ONE / WEIGHT_UNIT, np.zeros(SUMS)),
        "BIASES": with_linear([biases * unit], [0])[0],
        "OUTPUT_WEIGHTS": with_linear([of_output / unit * OUTPUT_UNIT], [0])[0],
    }
    replace("network_weights.rs", {name: rows(value) for name, value in values.items()})


def read(paths):
    """Results, values of the search, for each position how often each feature counts, and the inputs of the network."""
    results, values, stones, positions, own, other = [], [], [], [], [], []
    for line in (line for path in paths for line in open(path)):
        head, cells = line.rstrip("\n").split("|")
        result, value, count = head.split()
        for cell in cells.split():
            positions.append(len(results))
            own.append(INDEX[cell[:4]])
            other.append(INDEX[cell[4:]])
        results.append(np.nan if result == "-" else float(result))
        values.append(float(value))
        stones.append(int(count))
    columns = features(len(results), *map(np.array, (positions, own, other)))
    steps = np.minimum(np.array(stones) // STONES_IN_STEP, STONE_STEPS - 1)
    of_stones = scipy.sparse.csr_matrix((np.ones(len(steps)), (np.arange(len(steps)), steps)), (len(steps), STONE_STEPS))
    inputs = scipy.sparse.hstack([abs(columns[:, ALL_COUNTS]), of_stones]).tocsr()
    return np.array(results), np.array(values), columns, inputs


def features(total, positions, own, other):
    """How often each feature counts in each position: the features of the waiting side count against the one to move."""

    def matrix(rows, columns, size, sign=1):
        return scipy.sparse.csr_matrix((np.full(len(rows), float(sign)), (rows, columns)), shape=(total, size))

    parts = [matrix(np.arange(total), np.zeros(total, int), 1)]
    sides = ((own, 1), (other, -1))
    for cells, sign in sides:
        keep = ~QUIET[cells]
        parts.append(matrix(positions[keep], cells[keep], len(COMBINATIONS), sign))
    for cells, sign in sides:
        counts = np.bincount(positions * KINDS + KIND_OF[cells], minlength=total * KINDS).reshape(total, KINDS)
        counts[:, 0] = 0
        rows, kinds = np.nonzero(counts)
        columns = kinds * COUNTS + np.minimum(counts[rows, kinds], COUNTS - 1)
        parts.append(matrix(rows, columns, KINDS * COUNTS, sign))
    keep = (KIND_OF[own] > 0) & (KIND_OF[other] > 0)
    pairs = KIND_OF[own[keep]] * KINDS + KIND_OF[other[keep]]
    parts.append(matrix(positions[keep], pairs, KINDS * KINDS))
    return scipy.sparse.hstack(parts).tocsr()


def loss(odds, targets):
    return np.mean(np.logaddexp(0, odds) - targets * odds)


def best_scale(values, targets):
    """The value that is log-odds of 1."""
    return minimize_scalar(lambda scale: loss(values / scale, targets), bounds=(20, 5000), method="bounded").x


def forward(columns, inputs, weights, network):
    """Static values, the numbers of the units, and the sums that they depend on."""
    of_inputs, biases, of_sums, of_output = network
    sums = np.column_stack([columns[:, part] @ weights[part] for part in SUM_PARTS]) / SUM_ONE
    units = inputs @ of_inputs + sums @ of_sums + biases
    return columns @ weights + np.maximum(units, 0) @ of_output, units, sums


def fit(columns, inputs, targets, scale, start, start_of_network):
    """The best weights. The parameters are those of the features, for each side those of shapes and kinds, and the network."""
    addends = np.concatenate([np.linalg.lstsq(ADDENDS, start[side], rcond=None)[0] for side in (OWN, OTHER)])
    drawn_to = np.concatenate([start, addends])
    drawn_to[ALL_COMBINATIONS] = 0
    pull = np.full(len(drawn_to), PULL)
    pull[ALL_COMBINATIONS] = PULL_OF_COMBINATION
    # Steps of the same size for all.
    unit = 1 / np.sqrt(pull)
    transposed, inputs_transposed = columns.T.tocsr(), inputs.T.tocsr()
    of_sum = [transposed[part] for part in SUM_PARTS]

    def parts_of(steps):
        parameters = drawn_to + steps[: len(drawn_to)] * unit
        weights = parameters[: len(start)].copy()
        weights[ALL_COMBINATIONS] += ADDENDS_OF_BOTH @ parameters[len(start) :]
        ends = np.cumsum([len(drawn_to), *(np.prod(shape) for shape in NETWORK)])
        parts = [steps[a:b].reshape(shape) for a, b, shape in zip(ends, ends[1:], NETWORK)]
        # Here the output is in units of the scale.
        return weights, [*parts[:3], parts[3] * scale]

    def slope(steps):
        weights, network = parts_of(steps)
        values, units, sums = forward(columns, inputs, weights, network)
        odds = values / scale
        own, of_network = steps[: len(drawn_to)], steps[len(drawn_to) :]
        total = np.sum(np.logaddexp(0, odds) - targets * odds) + own @ own / 2
        total += PULL_OF_NETWORK * of_network @ of_network / 2
        down = (1 / (1 + np.exp(-odds)) - targets) / scale
        of_units = down[:, None] * network[3] * (units > 0)
        of_sums = of_units @ network[2].T / SUM_ONE
        of_weights = transposed @ down
        for part, matrix, each in zip(SUM_PARTS, of_sum, of_sums.T):
            of_weights[part] += matrix @ each
        of_own = np.concatenate([of_weights, ADDENDS_OF_BOTH.T @ of_weights[ALL_COMBINATIONS]]) * unit + own
        parts = [inputs_transposed @ of_units, of_units.sum(axis=0), sums.T @ of_units, np.maximum(units, 0).T @ down * scale]
        down_network = np.concatenate([part.ravel() for part in parts]) + PULL_OF_NETWORK * of_network
        return total, np.concatenate([of_own, down_network])

    parts = [*start_of_network[:3], start_of_network[3] / scale]
    begin = np.concatenate([np.zeros(len(drawn_to)), *(part.ravel() for part in parts)])
    return parts_of(minimize(slope, begin, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS, "maxcor": 20}).x)


def main():
    paths = [path for path in sys.argv[1:] if path != "--anew"]
    weights, network = start = present()
    results, values, columns, inputs = read(paths)
    # Positions aside of a game have no result.
    of_game = ~np.isnan(results)
    unproven = of_game & (np.abs(values) < UNPROVEN_MAX)
    expected = 1 / (1 + np.exp(-np.clip(values / best_scale(values[unproven], results[unproven]), -30, 30)))
    targets = np.where(of_game, RESULT_PART * results + (1 - RESULT_PART) * expected, expected)
    scale = best_scale(forward(columns, inputs, *start)[0], targets)
    apart = np.arange(len(results)) // BLOCK % 5 == 0
    if "--anew" in sys.argv:
        network = [np.random.default_rng(0).normal(0, 0.1, shape) for shape in NETWORK]
        network[3] *= scale
        # No cells of a kind, and cells of no kind, are no inputs.
        of_counts = network[0][: 2 * KINDS * COUNTS].reshape(2, KINDS, COUNTS, UNITS)
        of_counts[:, 0], of_counts[:, :, 0] = 0, 0
    fitted = fit(columns[~apart], inputs[~apart], targets[~apart], scale, weights, network)
    for name, part in (("fitted", ~apart), ("kept apart", apart)):
        found = (loss(forward(columns[part], inputs[part], *each)[0] / scale, targets[part]) for each in (start, fitted))
        before, after = found
        print(f"{name}: {part.sum()} positions, loss {before:.4f} before, {after:.4f} after, scale {scale:.0f}")
    write(*fitted, np.abs(forward(columns, inputs, *fitted)[1]).max(axis=0))


if __name__ == "__main__":
    main()
