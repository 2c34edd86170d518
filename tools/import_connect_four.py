#!/usr/bin/env python3
"""Prints the scores of Connect Four after 12 stones as the state file that `cargo run --bin book` makes a book from.

The scores come from the database with distances of the package bitbully-databases by Markus Thill (MIT). It has every position
that no next move wins, mirror images once.

    pip install bitbully-databases==0.0.2
    tools/import_connect_four.py > ply12.state
    cargo run --release --bin book -- --ply 12 --state ply12.state --out crates/engine/src/solve/book/connect-four.book
"""

import hashlib
import importlib.resources
import sys

FILE = "assets/book_12ply_distances.dat"
SHA256 = "1e01874dbb9b296a96baa2f5483ae69333ac7009377b34b222f112d9d8e89704"
WIDTH, HEIGHT = 7, 6
# Empty cells after 12 stones.
LEFT = WIDTH * HEIGHT - 12
ENTRY_BYTES = 5


def columns(code: int) -> list[int]:
    """The columns of a Huffman code of 31 bits: 0 ends a column, 10 and 11 are stones of the side to move and of the other.

    A column of n stones is the sum of its occupied cells and of those of the side to move, as bits.
    """
    found = []
    bit = 30
    for _ in range(WIDTH):
        occupied, movers, cell = 0, 0, 1
        while code >> bit & 1:
            occupied |= cell
            if not code >> (bit - 1) & 1:
                movers |= cell
            cell <<= 1
            bit -= 2
        bit -= 1
        found.append(occupied + movers)
    return found


def key(of_columns: list[int]) -> int:
    """The key of the position, as in `gravity::Position::key`: the smaller one of the two mirror images."""

    def packed(values: list[int]) -> int:
        return sum(value << (HEIGHT + 1) * column for column, value in enumerate(values))

    return min(packed(of_columns), packed(of_columns[::-1]))


def score(distance: int) -> int:
    """The score, from a distance: 100 less the plies to a win, minus 100 more than them for a loss, 0 for a draw."""
    if distance == 0:
        return 0
    plies = 100 - abs(distance)
    value = (LEFT + 2 - plies) // 2
    return value if distance > 0 else -value


def main() -> None:
    """Converts all entries: four bytes of code and a bit of filling, and a byte with the distance."""
    data = importlib.resources.files("bitbully_databases").joinpath(FILE).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"{FILE} is not the one of version 0.0.2")
    for start in range(0, len(data), ENTRY_BYTES):
        code = int.from_bytes(data[start : start + 4], "big") >> 1
        distance = int.from_bytes(data[start + 4 : start + 5], "big", signed=True)
        print(key(columns(code)), score(distance))


if __name__ == "__main__":
    main()
