"""Calls of the service by the client that openapi-python-client generates, as a program would write them.

calls.py http://127.0.0.1:8080, with the generated package `inarow_client` on the path.
"""

import sys

from inarow_client import Client
from inarow_client.api.catalogue import get_games
from inarow_client.api.play import get_move, post_analysis, post_batch, post_continuations, post_match, post_move, post_tree
from inarow_client.models import (
    AnalysisRequest,
    BatchedMove,
    BatchedPosition,
    BatchRequest,
    BatchSuccess,
    ContinuationsRequest,
    EngineSide,
    HeuristicName,
    MatchPlayer,
    MatchRequest,
    MoveRequest,
    Player,
    Preset,
    Problem,
    ProvenScore,
    TreeRequest,
)


def main() -> None:
    """Prints the parts of each answer that a program would show."""
    client = Client(sys.argv[1], raise_on_unexpected_status=True)

    best = get_move.sync(client=client, board="XO.......", turn=Player.X)
    assert best.move and isinstance(best.score, ProvenScore), best
    print(f"{best.move.name}: {best.score.outcome} in {best.score.plies}")

    weak = post_move.sync(client=client, body=MoveRequest(board=["X..", ".O.", "..."], skill=20, seed=1))
    print(weak.position.turn, "plays", *(move.name for move in weak.pv))

    analysis = post_analysis.sync(client=client, body=AnalysisRequest(game=Preset.CONNECT_FOUR, moves="4453", depth=4))
    print(*(f"{line.rank}. {line.move.name}" for line in analysis.lines))

    tree = post_tree.sync(client=client, body=TreeRequest(board="XXO.O..OX", heuristic=HeuristicName.OPEN_PIECES, depth=2))
    print(*(f"{node.player} {node.board} {node.kind}" for node in tree.nodes), sep="\n")

    games = post_continuations.sync(client=client, body=ContinuationsRequest(moves=[1], engine=EngineSide.O, limit=2))
    print(f"{games.counts.games} games")

    players = [MatchPlayer(heuristic=HeuristicName.OPEN_PIECES, depth=3), MatchPlayer()]
    match = post_match.sync(client=client, body=MatchRequest(players=players, games=2))
    print(*(f"{result.wins}-{result.draws}-{result.losses}" for result in match.results))

    requests = [BatchedMove(kind="move"), BatchedPosition(kind="position", board="X........")]
    batch = post_batch.sync(client=client, body=BatchRequest(requests=requests))
    assert all(isinstance(result, BatchSuccess) for result in batch.results), batch
    print(f"{len(batch.results)} results")

    catalogue = get_games.sync(client=client)
    print(*(game.title for game in catalogue.games), f"depth up to {catalogue.limits.depth_max}", sep=", ")

    refused = post_move.sync(client=client, body=MoveRequest(board="XO......"))
    assert isinstance(refused, Problem), refused
    print(refused.code, refused.errors[0].pointer)


if __name__ == "__main__":
    main()
