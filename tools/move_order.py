#!/usr/bin/env python3
"""Measures the order of moves by best moves that the program best_moves has written, beside an order that is fitted to them.

The logarithm of a move's probability is, but for a constant of the position, a sum of weights: of the shapes that the side to move makes at
the cell and of those that it prevents (the weight of a combination is the sum of the weights of its shapes and of its kind, and a difference
of its own), of the kinds of both sides together, by what the opponent threatens, and of the distances to the last three moves. All weights are
drawn towards zero. Every fifth game is kept apart; printed are the loss, and in how many positions the best move is among the first moves of the
order. Needs numpy and scipy.

    cargo run --release --bin best_moves -- 1 411 > moves.txt
    tools/move_order.py moves.txt
"""

import sys

import numpy as np
import scipy.sparse
from scipy.optimize import minimize

from fit_patterns import COMBINATIONS, INDEX, KIND_OF, KINDS, SHAPES

WIDTH = 15
# Draws that nobody plays for have no best moves.
STONES_MAX = 70
# Distances that are told apart: in columns and rows, the greater and the lesser one, below this.
REACH = 7
DISTANCES = REACH * (REACH + 1) // 2
RECENT = 3
# The opponent's threat: none of these, a double threat in two moves, an open four or two fours.
CONTEXTS = 3
# Weights of squares, in positions.
PARTS = {
    "own addends": (SHAPES + KINDS, 0.1),
    "other addends": (SHAPES + KINDS, 0.1),
    "own": (len(COMBINATIONS), 3),
    "other": (len(COMBINATIONS), 3),
    "pairs": (CONTEXTS * KINDS * KINDS, 2),
    "distances": (2 * RECENT * DISTANCES, 0.3),
}
STARTS = dict(zip(PARTS, np.cumsum([0, *(size for size, _ in PARTS.values())])))
SIZE = sum(size for size, _ in PARTS.values())
PULL = np.concatenate([np.full(size, pull) for size, pull in PARTS.values()])
ITERATIONS = 200
ADDENDS = np.array([np.bincount([*shapes, SHAPES + kind], minlength=SHAPES + KINDS) for shapes, kind in zip(COMBINATIONS, KIND_OF)])
ADDENDS_OF = [[(at, number) for at, number in enumerate(row) if number] for row in ADDENDS]


def distance(cell, other):
    """The index of a distance; `None` if it is great."""
    greater, lesser = sorted((abs(cell % WIDTH - other % WIDTH), abs(cell // WIDTH - other // WIDTH)))[::-1]
    return greater * (greater + 1) // 2 + lesser if greater < REACH else None


def features(cell, own, other, context, recent):
    """The features of a move with their numbers."""
    of = [(STARTS["own addends"] + at, number) for at, number in ADDENDS_OF[own]]
    of += [(STARTS["other addends"] + at, number) for at, number in ADDENDS_OF[other]]
    pair = (context * KINDS + KIND_OF[own]) * KINDS + KIND_OF[other]
    of += [(STARTS["own"] + own, 1), (STARTS["other"] + other, 1), (STARTS["pairs"] + pair, 1)]
    for back, last in enumerate(recent):
        found = distance(cell, last) if last >= 0 else None
        if found is not None:
            is_threatened = context == CONTEXTS - 1
            of.append((STARTS["distances"] + (is_threatened * RECENT + back) * DISTANCES + found, 1))
    return of


def read(lines):
    """Positions: the number of the game, the features of the moves, the index of the best move."""
    for line in lines:
        game, stones, _, *numbers = line.split()[: 4 + RECENT]
        *recent, best = map(int, numbers)
        moves = [text.split(":") for text in line.split()[4 + RECENT :]]
        cells = [int(cell) for cell, _ in moves]
        if int(stones) > STONES_MAX or best not in cells:
            continue
        shapes = [(INDEX[text[:4]], INDEX[text[4:]]) for _, text in moves]
        kinds = {KIND_OF[other] for _, other in shapes}
        context = 2 if 9 in kinds else 1 if kinds & {5, 8} else 0
        yield int(game), [features(cell, *pair, context, recent) for cell, pair in zip(cells, shapes)], cells.index(best)


class Set:
    """Positions as a matrix of the features of all moves."""

    def __init__(self, positions):
        moves = [move for _, moves, _ in positions for move in moves]
        ends = np.cumsum([0, *(len(move) for move in moves)])
        columns, values = np.array([each for move in moves for each in move]).T
        self.matrix = scipy.sparse.csr_matrix((values.astype(np.float32), columns, ends), (len(moves), SIZE))
        self.transposed = self.matrix.T.tocsr()
        self.counts = np.array([len(moves) for _, moves, _ in positions])
        self.firsts = np.cumsum([0, *self.counts])[:-1]
        self.best = self.firsts + [best for _, _, best in positions]

    def loss(self, weights):
        """The sum of the logarithms of the best moves' probabilities, negated, and its gradient."""
        scores = self.matrix @ weights
        largest = np.maximum.reduceat(scores, self.firsts)
        powers = np.exp(scores - np.repeat(largest, self.counts))
        sums = np.add.reduceat(powers, self.firsts)
        slopes = powers / np.repeat(sums, self.counts)
        slopes[self.best] -= 1
        return (np.log(sums) + largest - scores[self.best]).sum(), self.transposed @ slopes

    def among_first(self, scores, count):
        """The share of positions whose best move is among so many."""
        is_better = scores > np.repeat(scores[self.best], self.counts)
        return (np.add.reduceat(is_better, self.firsts, dtype=int) < count).mean()


def fit(of):
    def loss(weights):
        value, slope = of.loss(weights)
        return value + PULL @ weights**2, slope + 2 * PULL * weights

    return minimize(loss, np.zeros(SIZE), jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS}).x


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    positions = [position for path in sys.argv[1:] for position in read(open(path))]
    fitted, apart = (Set([of for of in positions if (of[0] % 5 == 0) == is_apart]) for is_apart in (False, True))
    weights = fit(fitted)
    for name, of in (("fitted", fitted), ("kept apart", apart)):
        scores = of.matrix @ weights
        # Moves are listed by the urgency that they had.
        listed = -np.arange(len(scores), dtype=float)
        shares = [[f"{100 * of.among_first(order, count):.1f}" for count in (1, 5, 9, 15)] for order in (listed, scores)]
        print(f"{len(of.best)} positions {name}: loss {of.loss(weights)[0] / len(of.best):.4f}")
        print(f"  best move among the first 1, 5, 9, 15: {', '.join(shares[1])} %; by the engine's order {', '.join(shares[0])} %")


if __name__ == "__main__":
    main()
