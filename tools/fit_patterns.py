#!/usr/bin/env python3
"""Fits the weights of patterns to games that the example self_play has written, and puts them into src/search/patterns/weights.rs
and combination_weights.rs.

The static value of a position, divided by a scale, is taken as the log-odds of a win: a logistic regression. Its target is the mean
of the result and of what the search expected. The scale is the one at which the present weights fit best, so that a static value
keeps its meaning: margins of the search depend on it. The weight of a combination of shapes is the sum of the weights of its shapes
and of its kind, and a difference of its own, which is drawn towards zero: few games have the rare combinations. The other weights are
drawn a little towards the present ones. Of every five blocks of positions one is kept apart; printed is the loss on both parts before
and after. Needs numpy and scipy.

    cargo run --release --example self_play -- 1 4000 > games.txt
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

SOURCES = pathlib.Path(__file__).parent.parent / "src/search/patterns"
# Part of the result in the target; the rest is the expectation of the search.
RESULT_PART = 0.5
# Values of proven results are beyond this.
UNPROVEN_MAX = 20_000
# Weights of the squared distance from the present weights, and of squared differences of combinations.
PULL, PULL_OF_COMBINATION = 0.003, 0.01
# Positions that are fitted or kept apart together: hardly any game is in both parts.
BLOCK = 1000
# Numbers of shapes, of kinds, and of cells of a kind that are told apart.
SHAPES, KINDS, COUNTS = 12, 11, 8
# Cells whose shapes are all at most this have no weight: most cells need no look.
QUIET_SHAPE = 2
# Combinations of four shapes, in the order of `combination` in combinations.rs.
COMBINATIONS = sorted(itertools.combinations_with_replacement(range(SHAPES), 4), key=lambda shapes: shapes[::-1])
INDEX = {"".join("0123456789ab"[shape] for shape in shapes): at for at, shapes in enumerate(COMBINATIONS)}
# Features: to be the side to move; combinations of both sides; numbers of cells of each kind of both sides; pairs of kinds.
SIZES = [1, len(COMBINATIONS), len(COMBINATIONS), KINDS * COUNTS, KINDS * COUNTS, KINDS * KINDS]
STARTS = np.cumsum(SIZES)[:-1]


def kind(shapes):
    """As `combined_kind` in kinds.rs."""
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


def numbers(file, name):
    """The numbers of a constant that is there now."""
    body = re.search(rf"{name}: [^=]*=\s*(.*?);", (SOURCES / file).read_text(), re.S)[1]
    return np.array([float(number) for number in re.findall(r"-?\d+", re.sub(r"//.*", "", body))])


def present():
    """The weights that are there now, by feature."""
    combinations = numbers("combination_weights.rs", "COMBINATION_WEIGHTS").reshape(-1, 2).T.ravel()
    others = [numbers("weights.rs", name) for name in ("TEMPO", "COUNT_WEIGHTS", "PAIR_WEIGHTS")]
    return np.concatenate([others[0], combinations, *others[1:]])


def write(weights):
    """Puts the weights into the sources."""
    tempo, own, other, *counts, pairs = np.split(np.rint(weights).astype(int), STARTS)
    values = {
        "TEMPO": int(tempo[0]),
        "COUNT_WEIGHTS": np.reshape(counts, (2, KINDS, COUNTS)).tolist(),
        "PAIR_WEIGHTS": pairs.reshape(KINDS, KINDS).tolist(),
    }
    path = SOURCES / "weights.rs"
    text = path.read_text()
    for name, value in values.items():
        text = re.sub(rf"(pub const {name}: [^=]*=)\s*.*?;", lambda found: f"{found[1]} {value};", text, flags=re.S)
    path.write_text(text)
    path = SOURCES / "combination_weights.rs"
    lines = []
    together = itertools.groupby(zip(COMBINATIONS, own, other), key=lambda each: each[0][2:])
    for (third, last), group in together:
        lines.append(f"    // {third}, {last}")
        # A pair stays on one line.
        row = ", ".join(f"[{to_move},~{waiting}]" for _, to_move, waiting in group) + ","
        wrapped = textwrap.wrap(row, 112, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
        lines += [line.replace("~", " ") for line in wrapped]
    body = "\n" + "\n".join(lines) + "\n"
    table = re.compile(r"(COMBINATION_WEIGHTS: [^=]*= \[).*?\];", re.S)
    path.write_text(table.sub(lambda found: f"{found[1]}{body}];", path.read_text()))


def read(paths):
    """Results, values of the search, and for each position how often each feature counts."""
    results, values, positions, own, other = [], [], [], [], []
    for line in (line for path in paths for line in open(path)):
        head, cells = line.rstrip("\n").split("|")
        result, value = head.split()
        for cell in cells.split():
            positions.append(len(results))
            own.append(INDEX[cell[:4]])
            other.append(INDEX[cell[4:]])
        results.append(float(result))
        values.append(float(value))
    columns = features(len(results), *map(np.array, (positions, own, other)))
    return np.array(results), np.array(values), columns


def features(total, positions, own, other):
    """How often each feature counts in each position: what the waiting side has counts against the one to move."""

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


def fit(columns, targets, scale, start):
    """The best weights. The parameters are those of the features, and for each side those of shapes and kinds."""
    _, own, other, *_ = np.split(start, STARTS)
    sums = np.concatenate([np.linalg.lstsq(ADDENDS, side, rcond=None)[0] for side in (own, other)])
    both = scipy.sparse.block_diag([ADDENDS, ADDENDS]).tocsr()
    of_combinations = slice(STARTS[0], STARTS[2])
    drawn_to = np.concatenate([start, sums])
    drawn_to[of_combinations] = 0
    pull = np.full(len(drawn_to), PULL)
    pull[of_combinations] = PULL_OF_COMBINATION
    # Steps of the same size for all.
    unit = 1 / np.sqrt(pull)
    transposed = columns.T.tocsr()

    def weights_of(parameters):
        weights = parameters[: len(start)].copy()
        weights[of_combinations] += both @ parameters[len(start) :]
        return weights

    def slope(steps):
        odds = columns @ weights_of(drawn_to + steps * unit) / scale
        total = np.sum(np.logaddexp(0, odds) - targets * odds) + steps @ steps / 2
        down = transposed @ (1 / (1 + np.exp(-odds)) - targets) / scale
        return total, np.concatenate([down, both.T @ down[of_combinations]]) * unit + steps

    steps = minimize(slope, np.zeros(len(drawn_to)), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x
    return weights_of(drawn_to + steps * unit)


def main():
    start = present()
    results, values, columns = read(sys.argv[1:])
    unproven = np.abs(values) < UNPROVEN_MAX
    expected = 1 / (1 + np.exp(-np.clip(values / best_scale(values[unproven], results[unproven]), -30, 30)))
    targets = RESULT_PART * results + (1 - RESULT_PART) * expected
    scale = best_scale(columns @ start, targets)
    apart = np.arange(len(results)) // BLOCK % 5 == 0
    weights = fit(columns[~apart], targets[~apart], scale, start)
    for name, part in (("fitted", ~apart), ("kept apart", apart)):
        before, after = (loss(columns[part] @ each / scale, targets[part]) for each in (start, weights))
        print(f"{name}: {part.sum()} positions, loss {before:.4f} before, {after:.4f} after, scale {scale:.0f}")
    write(weights)


if __name__ == "__main__":
    main()
