#!/usr/bin/env python3
"""Tests by a match whether the first of two programs that speak the Gomocup protocol is the stronger one.

A sequential probability ratio test: games go on until the ratio of the likelihoods of two strengths, elo1 against elo0, leaves
its bounds. The programs then differ by elo1 (`passed`) or by elo0 (`failed`), wrongly so with the probabilities beta and alpha.
Both visit a number of positions for a move (`--nodes`), so that neither the machine nor its other work matters; where
a change alters the cost of a position, `--nodes2` makes the processor time equal. A balanced opening (`openings.txt`) is played
twice with colours swapped, and the sum of the two games counts as one result, as openings favour a colour. The state file is one
line of JSON; the same call goes on from it.

    tools/sprt.py --nodes 30000 --elo1 20 --adjudicate --state sprt.json "target/release/pbrain-inarow" "path/to/former/pbrain-inarow"
    tools/sprt.py --self-test
"""

import argparse
import math
import random
import sys
import time
import unittest

import gomocup_match

# Points of the first program in a pair of games.
POINTS = (0, 0.5, 1, 1.5, 2)
# A result that has not occurred yet counts as this part of a pair: the variance is never zero.
PRIOR = 1e-3
# Fewer pairs say nothing of their variance.
PAIRS_MIN = 16
# Time for a move when only the positions are limited, in milliseconds.
TURN_WHEN_NODES_LIMIT_MS = 60_000


def expected_score(elo):
    """Points for a game in which a program is stronger by so much, from 0 to 1."""
    return 1 / (1 + 10 ** (-elo / 400))


def mean_and_variance(counts):
    """The mean and the variance of the points for a game, over pairs."""
    weights = [max(count, PRIOR) for count in counts]
    total = sum(weights)
    scores = [points / 2 for points in POINTS]
    mean = sum(weight * score for weight, score in zip(weights, scores)) / total
    return mean, sum(weight * (score - mean) ** 2 for weight, score in zip(weights, scores)) / total


def log_likelihood_ratio(counts, elo0, elo1):
    """The logarithm of the ratio of elo1 to elo0, for numbers of pairs by points, by the normal approximation of the generalised test
    (Michel Van den Bergh, "The generalized sequential probability ratio test for chess")."""
    score0, score1 = expected_score(elo0), expected_score(elo1)
    mean, variance = mean_and_variance(counts)
    return sum(counts) * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)


def bounds(alpha, beta):
    """The ratios at which the test fails and passes (Wald)."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def elo_interval(counts):
    """The difference of strength and the ends of its 95 % interval."""
    mean, variance = mean_and_variance(counts)
    half = 1.96 * math.sqrt(variance / max(1, sum(counts)))
    bounded = [min(max(score, 1e-3), 1 - 1e-3) for score in (mean, mean - half, mean + half)]
    return [-400 * math.log10(1 / score - 1) for score in bounded]


def verdict(counts, args):
    """`passed`, `failed`, or `None` while the test is open."""
    ratio = log_likelihood_ratio(counts, args.elo0, args.elo1)
    low, high = bounds(args.alpha, args.beta)
    if sum(counts) < PAIRS_MIN:
        return None
    return "failed" if ratio <= low else "passed" if ratio >= high else None


def line(counts, args):
    """The state in words."""
    low, high = bounds(args.alpha, args.beta)
    ratio = log_likelihood_ratio(counts, args.elo0, args.elo1)
    elo, least, most = elo_interval(counts)
    mean = mean_and_variance(counts)[0]
    return (
        f"{2 * sum(counts)} games, pairs {counts}, {100 * mean:.1f} %, Elo {elo:+.0f} ({least:+.0f} to {most:+.0f}), "
        f"ratio {ratio:+.2f} of {low:.2f} to {high:.2f}"
    )


def play_pair(commands, settings, openings, number):
    """The points of the first program in the pair of games with this number."""
    size, turn_ms = settings["size"], settings["turn"] or TURN_WHEN_NODES_LIMIT_MS
    start = gomocup_match.opening_of_pair(openings, settings["seed"], number, size)
    points = 0.0
    nodes = (settings["nodes"], settings["nodes2"] or settings["nodes"])
    adjudicate = settings["adjudicate"]
    for second_begins in (False, True):
        players = [gomocup_match.Program(command, turn_ms, size, limit) for command, limit in zip(commands, nodes)]
        winner, _, fault = gomocup_match.play(players[::-1] if second_begins else players, start, size, adjudicate)
        for player in players:
            player.close()
        if fault:
            sys.exit(f"pair {number}: {fault}")
        points += 0.5 if winner is None else float((winner == 0) != second_begins)
    return points


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    gomocup_match.add_arguments(parser)
    parser.add_argument("--elo0", type=float, default=0)
    parser.add_argument("--elo1", type=float, default=20)
    parser.add_argument("--alpha", type=float, default=0.05)
    parser.add_argument("--beta", type=float, default=0.05)
    parser.add_argument("--nodes", type=int, help="positions to visit for a move")
    parser.add_argument("--nodes2", type=int, help="positions of the second program, if others")
    parser.add_argument("--turn", type=int, help="milliseconds a move")
    parser.add_argument("--pairs", type=int, default=10_000, help="most pairs of games")
    args = parser.parse_args()
    if args.nodes is None and args.turn is None:
        parser.error("say how long a move may take: --nodes, --turn or both")
    commands = (args.first, args.second)
    settings = gomocup_match.settings_of(args, ("nodes", "nodes2", "turn", "elo0", "elo1", "alpha", "beta"))
    counts = gomocup_match.load(args.state, settings, [0] * len(POINTS))
    begun = time.monotonic()
    while verdict(counts, args) is None and sum(counts) < args.pairs and time.monotonic() - begun < args.seconds:
        counts[POINTS.index(play_pair(commands, settings, args.openings, sum(counts)))] += 1
        gomocup_match.save(args.state, settings, counts)
        print(line(counts, args), flush=True)
    print(f"{verdict(counts, args) or 'open'}: {line(counts, args)}")


class Arithmetic(unittest.TestCase):
    def test_bounds(self):
        low, high = bounds(0.05, 0.05)
        self.assertAlmostEqual(high, 2.944, 3)
        self.assertAlmostEqual(low, -high)

    def test_elo_and_scores(self):
        self.assertEqual(expected_score(0), 0.5)
        self.assertAlmostEqual(expected_score(400), 10 / 11)
        elo, least, most = elo_interval([0, 0, 100, 0, 100])
        self.assertAlmostEqual(elo, 190.85, 1)
        self.assertTrue(least < elo < most)

    def test_equal_results_speak_for_the_nearer_strength(self):
        even = [10, 20, 40, 20, 10]
        self.assertLess(log_likelihood_ratio(even, 0, 10), 0)
        self.assertGreater(log_likelihood_ratio(even, -10, 0), 0)
        self.assertAlmostEqual(log_likelihood_ratio(even, -5, 5), 0)
        self.assertAlmostEqual(
            log_likelihood_ratio([1, 2, 3, 4, 5], 0, 8), -log_likelihood_ratio([5, 4, 3, 2, 1], -8, 0)
        )

    def test_the_exact_ratio_is_near(self):
        """Against the most likely distributions with each mean, found by tilting the one observed."""
        counts = [30, 90, 220, 110, 50]
        total = sum(counts)

        def likelihood(mean):
            # p_i = n_i / (N (1 + t (s_i - mean))) with the t that makes the mean right.
            low, high = -1 / (1 - mean) + 1e-9, 1 / mean - 1e-9
            for _ in range(200):
                t = (low + high) / 2
                slope = sum(n * (s / 2 - mean) / (1 + t * (s / 2 - mean)) for n, s in zip(counts, POINTS))
                low, high = (t, high) if slope > 0 else (low, t)
            return sum(n * math.log(n / total / (1 + t * (s / 2 - mean))) for n, s in zip(counts, POINTS))

        exact = likelihood(expected_score(15)) - likelihood(expected_score(0))
        self.assertAlmostEqual(log_likelihood_ratio(counts, 0, 15), exact, delta=0.03)

    def test_simulated_tests_are_wrong_as_seldom_as_asked_for(self):
        rng = random.Random(7)
        args = argparse.Namespace(elo0=0, elo1=40, alpha=0.05, beta=0.05)
        for elo, wrong in ((0, "passed"), (40, "failed")):
            score, verdicts = expected_score(elo), []
            for _ in range(400):
                counts = [0] * len(POINTS)
                while verdict(counts, args) is None:
                    counts[2 * sum(rng.random() < score for _ in range(2))] += 1
                verdicts.append(verdict(counts, args))
            self.assertLess(verdicts.count(wrong) / len(verdicts), 0.08)


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        unittest.main(argv=sys.argv[:1])
    main()
