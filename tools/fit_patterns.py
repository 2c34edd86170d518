#!/usr/bin/env python3
"""Fits the weights of patterns to games that the example self_play has written, and puts them into src/search/patterns/weights.rs.

The static value of a position, divided by the scale, is taken as the log-odds of the result: a logistic regression, drawn a
little towards the constants that are there now. Of every five positions one is kept apart; printed is the loss on both parts
before and after. Needs numpy and scipy.

    cargo run --release --example self_play -- 1 4000 > games.txt
    tools/fit_patterns.py games.txt
"""

import pathlib
import re
import sys

import numpy as np
from scipy.optimize import minimize

WEIGHTS_FILE = pathlib.Path(__file__).parent.parent / "src/search/patterns/weights.rs"
# Log-odds of 1 in units of the static value.
SCALE = 280
# Weight of the squared distance from the present constants.
PULL = 0.003
# Numbers of shapes, of kinds, and of cells of a kind that are told apart.
SHAPES, KINDS, COUNTS = 12, 11, 8
# What a side has: a weight for each shape, for each kind, and beyond that for each number of cells of a kind.
SIDE = SHAPES + KINDS + KINDS * COUNTS
# Shapes and the kind that have no weight, so that most cells need no look, and kinds that no such position has.
ZERO_COLUMNS = [0, 1, 2, SHAPES, *range(SHAPES + KINDS, SHAPES + KINDS + COUNTS)]


def present():
    """The constants that are there now: tempo, and for either side shapes, kinds and counts."""
    text = WEIGHTS_FILE.read_text()

    def numbers(name):
        body = re.search(rf"pub const {name}: [^=]*=\s*(.*?);", text, re.S)[1]
        return np.array([float(number) for number in re.findall(r"-?\d+", body)])

    shapes, kinds = (numbers(f"{name}_WEIGHTS").reshape(-1, 2).T for name in ("SHAPE", "KIND"))
    counts = numbers("COUNT_WEIGHTS").reshape(2, -1)
    return np.concatenate([numbers("TEMPO"), *(np.concatenate(side) for side in zip(shapes, kinds, counts))])


def written(weights):
    """The file with these constants."""
    numbers = np.rint(weights).astype(int)
    sides = numbers[1:].reshape(2, SIDE)
    shapes, kinds, counts = np.split(sides, [SHAPES, SHAPES + KINDS], axis=1)
    values = {
        "TEMPO": int(numbers[0]),
        "SHAPE_WEIGHTS": shapes.T.tolist(),
        "KIND_WEIGHTS": kinds.T.tolist(),
        "COUNT_WEIGHTS": counts.reshape(2, KINDS, COUNTS).tolist(),
    }
    text = WEIGHTS_FILE.read_text()
    for name, value in values.items():
        text = re.sub(rf"(pub const {name}: [^=]*=)\s*.*?;", lambda found: f"{found[1]} {value};", text, flags=re.S)
    return text


def kind(shapes):
    """As `together` in kinds.rs."""
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


def read(paths):
    """Results, and for each position how often each constant counts."""
    results, rows, known = [], [], {}
    for line in (line for path in paths for line in open(path)):
        result, *sides = line.rstrip("\n").split("|")
        row = np.zeros((2, SIDE))
        for side, cells in enumerate(sides):
            for cell in cells.split():
                if cell not in known:
                    digits = [int(digit, 12) for digit in cell]
                    known[cell] = np.bincount([*digits, SHAPES + kind(digits)], minlength=SIDE)
                row[side] += known[cell]
            of_kind = np.minimum(row[side, SHAPES : SHAPES + KINDS], COUNTS - 1).astype(int)
            row[side, SHAPES + KINDS + np.arange(KINDS) * COUNTS + of_kind] = of_kind > 0
            row[side, ZERO_COLUMNS] = 0
        results.append(float(result))
        # What the waiting side has counts against the one to move; the 1 is for being to move.
        rows.append(np.concatenate([[1], row[0], -row[1]]))
    return np.array(results), np.array(rows)


def loss(weights, results, columns):
    odds = columns @ weights / SCALE
    return np.mean(np.logaddexp(0, odds) - results * odds)


def fit(results, columns, start):
    def slope(weights):
        odds = columns @ weights / SCALE
        apart = weights - start
        total = np.sum(np.logaddexp(0, odds) - results * odds) + PULL * apart @ apart / 2
        return total, columns.T @ (1 / (1 + np.exp(-odds)) - results) / SCALE + PULL * apart

    return minimize(slope, start, jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x


def main():
    start = present()
    results, columns = read(sys.argv[1:])
    apart = np.arange(len(results)) % 5 == 0
    weights = fit(results[~apart], columns[~apart], start)
    for name, part in (("fitted", ~apart), ("kept apart", apart)):
        before, after = (loss(each, results[part], columns[part]) for each in (start, weights))
        print(f"{name}: {part.sum()} positions, loss {before:.4f} before, {after:.4f} after")
    WEIGHTS_FILE.write_text(written(weights))


if __name__ == "__main__":
    main()
