#!/usr/bin/env python3
"""Plays a match between two programs that speak the Gomocup protocol.

Each opening is played twice with colours swapped: a balanced one of `openings.txt`, or with `--openings random` three to six
random stones near the centre. One game runs at a time, and a program thinks only while it is to move, so that one core is
enough. With `--adjudicate` a game ends as soon as both programs call it decided. Prints every game on request, and at the end
the first program's score in per cent with its 95 % confidence interval and the Elo difference. With `--state` the same call
goes on from the games in that file, one line of JSON. Uses the standard library only.

    tools/gomocup_match.py --turn 100 --games 100 "target/release/pbrain-inarow" "path/to/another"
    tools/gomocup_match.py --turn 1000 --turn2 100 "target/release/pbrain-inarow" "target/release/pbrain-inarow"
    tools/gomocup_match.py --self-test
"""

import argparse
import json
import math
import os
import random
import re
import select
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

K = 5
# Balanced openings, see balanced_openings.py.
OPENINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "openings.txt")
# Some programs lose a line that comes right behind their last answer, as it does when the other one answers at once.
PAUSE_AFTER_ANSWER_S = 0.05
# The value that stands for a proven win.
WIN = 1_000_000
# A game is decided when the last so many values, of both programs in turn, agree on a side by so much.
DECIDED_VALUES = 4
DECIDED_VALUE = 1_000
# A game with so many stones is a draw.
STONES_MAX = 160


class Forfeit(Exception):
    """A program broke the rules, or did not answer."""


class Program:
    """One process that speaks the protocol."""

    def __init__(self, command, turn_ms, size, nodes=None, match_ms=0):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.turn_ms, self.size, self.pending, self.slowest = turn_ms, size, b"", 0.0
        # The time left for the game; 0 if only the moves are limited.
        self.left_ms = match_ms
        self.answered = time.monotonic()
        # The program's own value of its last move, if it gave one.
        self.value = None
        for line in (f"INFO timeout_turn {turn_ms}", f"INFO timeout_match {match_ms}", "INFO rule 0", "INFO max_memory 367001600"):
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
                self.value = value_in(text, self.value)
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
        self.value = None
        time.sleep(max(0, self.answered + PAUSE_AFTER_ANSWER_S - time.monotonic()))
        start = time.monotonic()
        if self.left_ms:
            self.send(f"INFO time_left {self.left_ms:.0f}")
        for line in lines:
            self.send(line)
        text = self.answer(self.turn_ms / 1000 + 5)
        self.answered = time.monotonic()
        self.slowest = max(self.slowest, self.answered - start)
        if self.left_ms:
            self.left_ms -= 1000 * (self.answered - start)
            if self.left_ms <= 0:
                raise Forfeit("the time for the game is over")
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


def value_in(text, otherwise):
    """The value for the side to move that a remark of this project's program tells."""
    told = re.match(r"MESSAGE depth \d+, value (?:(win|loss|draw) in \d+|(-?\d+))", text)
    if not told:
        return otherwise
    return {"win": WIN, "loss": -WIN, "draw": 0, None: int(told[2] or 0)}[told[1]]


def decided(values):
    """The index of the side that has won in the view of both programs: 0 if the last value is of the side that moved last,
    1 for the other one. `None` if the game is open. The values are those of the programs in turn, each for itself."""
    last = values[-DECIDED_VALUES:]
    if len(last) < DECIDED_VALUES or None in last:
        return None
    of_last_mover = [value if index % 2 else -value for index, value in enumerate(last)]
    if min(of_last_mover) >= DECIDED_VALUE:
        return 0
    return 1 if max(of_last_mover) <= -DECIDED_VALUE else None


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


def read_openings(path):
    """The openings of a file: on each line the stones in order, `x,y` from 0."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split("#")[0].split() for line in file]
    return [[tuple(int(part) for part in cell.split(",")) for cell in line] for line in lines if line]


def opening_of_pair(path, seed, number, size):
    """The opening of the pair of games with this number: from a file, shuffled by the seed, or `random`."""
    if path == "random":
        return opening(random.Random(f"{seed} {number}"), size)
    openings = read_openings(path)
    random.Random(seed).shuffle(openings)
    if number >= len(openings):
        sys.exit(f"{path} has only {len(openings)} openings")
    # The file is for 15 columns.
    shift = size // 2 - 7
    return [(x + shift, y + shift) for x, y in openings[number]]


def load(path, settings, nothing):
    """The record in a state file, `nothing` if there is none yet. A file of another match is an error."""
    if not path or not os.path.exists(path):
        return nothing
    with open(path, encoding="utf-8") as file:
        state = json.load(file)
    if state["settings"] != settings:
        sys.exit(f"{path} is the state of another match: {state['settings']}")
    return state["record"]


def save(path, settings, record):
    """Replaces the file as a whole, so that an end at any moment leaves a good one."""
    if path:
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(json.dumps({"settings": settings, "record": record}) + "\n")
        os.replace(path + ".new", path)


def play(programs, moves, size, adjudicate=False):
    """One game from an opening: the winner's index (0 moves first) or None for a draw, the moves, and the fault."""
    stones = {cell: index % 2 for index, cell in enumerate(moves)}
    moves = list(moves)
    told = [False, False]
    values = []
    while len(moves) < (min(size * size, STONES_MAX) if adjudicate else size * size):
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
        values.append(programs[side].value)
        winner = decided(values) if adjudicate else None
        if winner is not None:
            return side ^ winner, moves, ""
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


def add_arguments(parser):
    """The arguments of every kind of match."""
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings", default=OPENINGS, help="a file, or `random`")
    parser.add_argument("--adjudicate", action="store_true", help="end a game that both programs call decided")
    parser.add_argument("--state", help="the file to go on from")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no game after this time")


def settings_of(args, names):
    """The settings with which a state file must agree."""
    shared = ("first", "second", "size", "seed", "adjudicate")
    return {name: getattr(args, name) for name in shared + names} | {"openings": os.path.basename(args.openings)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--turn", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--turn2", type=int, help="milliseconds a move of the second program, if others")
    parser.add_argument("--match", type=int, default=0, help="milliseconds a game for each program; 0 for no such limit")
    parser.add_argument("--verbose", action="store_true", help="print the moves of every game")
    args = parser.parse_args()
    settings = settings_of(args, ("turn", "turn2", "match"))
    record = load(args.state, settings, {"results": [], "slowest": [0.0, 0.0]})
    results, slowest = record["results"], record["slowest"]
    begun = time.monotonic()
    while len(results) < args.games and time.monotonic() - begun < args.seconds:
        number = len(results)
        start = opening_of_pair(args.openings, args.seed, number // 2, args.size)
        second_begins = number % 2
        commands = [(args.first, args.turn), (args.second, args.turn2 or args.turn)]
        players = [Program(command, turn, args.size, match_ms=args.match) for command, turn in commands]
        order = players[::-1] if second_begins else players
        winner, moves, fault = play(order, start, args.size, args.adjudicate)
        for index, player in enumerate(players):
            slowest[index] = max(slowest[index], player.slowest)
            player.close()
        result = 0.5 if winner is None else float((winner == 0) != bool(second_begins))
        results.append(result)
        save(args.state, settings, record)
        if args.verbose or fault:
            line = " ".join(f"{x},{y}" for x, y in moves)
            print(f"game {number + 1}: {result} opening {len(start)} {fault} moves {len(moves)}: {line}", flush=True)
        elif number % 10 == 9:
            print(f"{number + 1} games: {summary(results)}", file=sys.stderr, flush=True)
    print(f"{len(results)} games: {summary(results)}; slowest moves {slowest[0]:.3f} s, {slowest[1]:.3f} s")


class Rules(unittest.TestCase):
    def test_values_are_read_from_remarks(self):
        for text, value in (
            ("MESSAGE depth 9, value -31, nodes 5000, pv 7,7 8,8", -31),
            ("MESSAGE depth 9, value win in 5, nodes 5000, pv 7,7", WIN),
            ("MESSAGE depth 9, value loss in 4, nodes 5000, pv 7,7", -WIN),
            ("MESSAGE Depth 2-3 | Eval 59", "none"),
            ("7,7", "none"),
        ):
            self.assertEqual(value_in(text, "none"), value)

    def test_a_game_is_decided_when_both_programs_say_so_twice(self):
        self.assertEqual(decided([5, 1200, -1000, WIN, -WIN]), 1)
        self.assertEqual(decided([-1200, 1000, -WIN, WIN]), 0)
        for values in ([1200, -1000, WIN], [1200, 1000, WIN, -WIN], [900, -1000, WIN, -WIN], [WIN, None, WIN, -WIN]):
            self.assertIsNone(decided(values))

    def test_openings_are_those_of_the_file(self):
        openings = read_openings(OPENINGS)
        self.assertTrue(all(3 <= len(opening) <= 6 and len(set(opening)) == len(opening) for opening in openings))
        numbers = range(len(openings))
        self.assertCountEqual([opening_of_pair(OPENINGS, 5, number, 15) for number in numbers], openings)

    def test_a_state_is_read_as_it_was_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state.json")
            self.assertEqual(load(path, {"nodes": 5}, [0]), [0])
            save(path, {"nodes": 5}, [1, 2])
            self.assertEqual(load(path, {"nodes": 5}, [0]), [1, 2])
            with self.assertRaises(SystemExit):
                load(path, {"nodes": 6}, [0])


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        unittest.main(argv=sys.argv[:1])
    main()
