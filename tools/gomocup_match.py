#!/usr/bin/env python3
"""Plays a match between two programs that speak the Gomocup protocol.

Each opening, three to six random stones near the centre, is played twice with colours swapped. One game runs at a time, and a
program thinks only while it is to move, so that one core is enough. Prints every game on request, and at the end the first
program's score in per cent with its 95 % confidence interval and the Elo difference. Uses the standard library only.

    tools/gomocup_match.py --turn 100 --games 100 "target/release/inarow gomocup" "path/to/another"
    tools/gomocup_match.py --turn 1000 --turn2 100 "target/release/inarow gomocup" "target/release/inarow gomocup"
"""

import argparse
import math
import random
import select
import shlex
import subprocess
import sys
import time

K = 5


class Forfeit(Exception):
    """A program broke the rules, or did not answer."""


class Program:
    """One process that speaks the protocol."""

    def __init__(self, command, turn_ms, size, nodes=None):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.turn_ms, self.size, self.pending, self.slowest = turn_ms, size, b"", 0.0
        for line in (f"INFO timeout_turn {turn_ms}", "INFO timeout_match 0", "INFO rule 0", "INFO max_memory 367001600"):
            self.send(line)
        if nodes:
            self.send(f"INFO max_node {nodes}")
        self.send(f"START {size}")
        if self.answer(30).upper() != "OK":
            raise Forfeit("START was not answered with OK")
        for line in (f"INFO timeout_turn {turn_ms}", "INFO rule 0"):
            self.send(line)

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self, seconds):
        """The next line that is not a remark."""
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" in self.pending:
                line, self.pending = self.pending.split(b"\n", 1)
                text = line.decode(errors="replace").strip()
                if text and not text.upper().startswith(("MESSAGE", "DEBUG", "ERROR", "UNKNOWN")):
                    return text
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Forfeit("no answer in time")
            more = self.process.stdout.read1(4096)
            if not more:
                raise Forfeit("the program has ended")
            self.pending += more

    def move(self, lines):
        start = time.monotonic()
        for line in lines:
            self.send(line)
        text = self.answer(self.turn_ms / 1000 + 5)
        self.slowest = max(self.slowest, time.monotonic() - start)
        try:
            x, y = (int(part) for part in text.split(","))
        except ValueError:
            raise Forfeit(f"{text!r} is not a move") from None
        return x, y

    def close(self):
        try:
            self.send("END")
            self.process.wait(1)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def wins(stones, cell, size):
    """Whether the stone just played on `cell` is part of a row."""
    colour = stones[cell]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            x, y = cell[0] + sign * dx, cell[1] + sign * dy
            while stones.get((x, y)) == colour and 0 <= x < size and 0 <= y < size:
                length, x, y = length + 1, x + sign * dx, y + sign * dy
        if length >= K:
            return True
    return False


def in_line(a, b):
    """Whether two cells could be part of one row."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return (dx == 0 or dy == 0 or dx == dy) and max(dx, dy) < K


def opening(rng, size):
    """Three to six stones near the centre, with at most one pair of a colour in line."""
    middle = size // 2
    while True:
        count = rng.randint(3, 6)
        cells = []
        while len(cells) < count:
            spread = 2 if len(cells) < 3 else 3
            cell = (middle + rng.randint(-spread, spread), middle + rng.randint(-spread, spread))
            if cell not in cells:
                cells.append(cell)
        own = [cells[0::2], cells[1::2]]
        pairs = sum(in_line(a, b) for side in own for i, a in enumerate(side) for b in side[:i])
        if pairs <= 1:
            return cells


def play(programs, moves, size):
    """One game from an opening: the winner's index (0 moves first) or None for a draw, the moves, and what went wrong."""
    stones = {cell: index % 2 for index, cell in enumerate(moves)}
    moves = list(moves)
    told = [False, False]
    while len(moves) < size * size:
        side = len(moves) % 2
        if told[side]:
            lines = [f"TURN {moves[-1][0]},{moves[-1][1]}"]
        else:
            lines = ["BOARD", *(f"{x},{y},{1 if i % 2 == side else 2}" for i, (x, y) in enumerate(moves)), "DONE"]
            told[side] = True
        try:
            cell = programs[side].move(lines)
            if cell in stones or not all(0 <= part < size for part in cell):
                raise Forfeit(f"{cell} is not free")
        except Forfeit as fault:
            return 1 - side, moves, str(fault)
        stones[cell] = side
        moves.append(cell)
        if wins(stones, cell, size):
            return side, moves, ""
    return None, moves, ""


def summary(results):
    """Per cent with the half width of its 95 % interval, over pairs of games, and Elo."""
    pairs = [sum(results[i : i + 2]) / len(results[i : i + 2]) for i in range(0, len(results), 2)]
    mean = sum(results) / len(results)
    variance = sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
    half = 1.96 * math.sqrt(variance / len(pairs))
    bounded = min(max(mean, 0.001), 0.999)
    elo = -400 * math.log10(1 / bounded - 1)
    counts = [sum(result == value for result in results) for value in (1, 0.5, 0)]
    return f"{100 * mean:.1f} % ± {100 * half:.1f}, Elo {elo:+.0f}, won {counts[0]} drawn {counts[1]} lost {counts[2]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--turn", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--turn2", type=int, help="milliseconds a move of the second program, if others")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="print the moves of every game")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    results, slowest = [], [0.0, 0.0]
    start = []
    for number in range(args.games):
        if number % 2 == 0:
            start = opening(rng, args.size)
        second_begins = number % 2
        commands = [(args.first, args.turn), (args.second, args.turn2 or args.turn)]
        players = [Program(command, turn, args.size) for command, turn in commands]
        order = players[::-1] if second_begins else players
        winner, moves, fault = play(order, start, args.size)
        for index, player in enumerate(players):
            slowest[index] = max(slowest[index], player.slowest)
            player.close()
        result = 0.5 if winner is None else float((winner == 0) != bool(second_begins))
        results.append(result)
        if args.verbose or fault:
            line = " ".join(f"{x},{y}" for x, y in moves)
            print(f"game {number + 1}: {result} opening {len(start)} {fault} moves {len(moves)}: {line}", flush=True)
        elif number % 10 == 9:
            print(f"{number + 1} games: {summary(results)}", file=sys.stderr, flush=True)
    print(f"{args.games} games: {summary(results)}; slowest moves {slowest[0]:.3f} s, {slowest[1]:.3f} s")


if __name__ == "__main__":
    main()
