#!/usr/bin/env python3
"""Writes balanced openings: random ones whose value, by a program that tells it (`MESSAGE depth …, value …`), is small.

From a lopsided opening each program wins as the same colour, and the pair of games says nothing. This command made openings.txt:

    tools/balanced_openings.py --count 200 "target/release/pbrain-inarow" > tools/openings.txt
"""

import argparse
import random

import gomocup_match


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=60_000, help="positions to visit for a value")
    parser.add_argument("--margin", type=int, default=60, help="largest value for either side")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    found = set()
    print(f"# Openings of 15 x 15: value within {args.margin} after {args.nodes} positions, by balanced_openings.py", flush=True)
    while len(found) < args.count:
        cells = gomocup_match.opening(rng, 15)
        program = gomocup_match.Program(args.program, 60_000, 15, args.nodes)
        side = len(cells) % 2
        program.move(["BOARD", *(f"{x},{y},{1 if i % 2 == side else 2}" for i, (x, y) in enumerate(cells)), "DONE"])
        program.close()
        line = " ".join(f"{x},{y}" for x, y in cells)
        if abs(program.value) <= args.margin and line not in found:
            found.add(line)
            print(line, flush=True)


if __name__ == "__main__":
    main()
